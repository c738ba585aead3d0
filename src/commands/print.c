/* `graphprix print`: a track, a race so far or empty squares as pages in true size (PDF).
 * Everything that can be wrong with the arguments is told before anything is written; a damaged
 * race is printed up to the damage, as replay does it.
 */
#include "paper/print.h"
#include "base/number.h"
#include "base/system/file.h"
#include "commands/command.h"
#include "session/session.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char print_help[] =
    "TRACK is a file or the name of a shipped track, RACE a saved race (.race), which is printed "
    "as\n"
    "far as it was driven. The pages: the sheet in true size, over several pages with marks for\n"
    "cutting and strips for gluing where it is larger than one; the rules in short; a table to\n"
    "write moves into. Each has a line of 100 mm to check that the printer kept the size (100 %,\n"
    "\"actual size\").\n"
    "  -o FILE            the PDF file, \"-\" is the standard output; written whole or not at all\n"
    "  --paper NAME       A4 (without it), A3 or letter, upright or lying as it takes fewer pages\n"
    "  --square SIZE      a square's side, 3mm to 20mm in tenths: 7.5mm, 0.5cm; without it 5mm, "
    "or\n"
    "                     what the rows of a circuit need for counters (12 mm)\n"
    "  --empty            squares to draw on, as many as there is room for on a page, or WxH\n"
    "  --with TRACK       of a track: another one, or the same, on the same page, each on its "
    "half\n"
    "  --no-rules         without the rules\n"
    "  --no-table         without the table\n"
    "  --vectors          in the table moves are column vectors, blank ones to be written in\n"
    "  --rules PRESET     of a track: the rules to explain, see \"graphprix help referee\"\n"
    "  --set field=value  changes one of them\n"
    "  --players N        of a track: how many the table is for, 4 without it\n"
    "  --at N             of a race: after its first N actions\n"
    "  --picture PIXELS   the sheet as a picture (PNG) in place of pages, its longer side as long\n"
    "  --json             one JSON object: file, paper, lying, square (mm), columns, rows, across\n"
    "                     and down (pages of the sheet), pages, one_page_square (mm, with which "
    "the\n"
    "                     sheet would be on one page; null if it is, or none does)\n";

/* --- options ---------------------------------------------------------------------------------- */

struct print_request {
    const char *subject; /* a track, a race, or the size of empty paper; NULL: none */
    const char *file;
    const char *beside; /* a second track; NULL: none */
    struct print_options options;
    struct setup setup; /* of a track, all but the track and the players */
    int players;        /* 0: not given */
    int picture;        /* its longer side; 0: pages */
    bool empty, json, columns;
    int at; /* -1: all */
    bool rules_given;
};

/* Thousandths of what is written: "7.25" gives 7250. False if it is no such number. */
static bool read_thousandths(const char **cursor, int64_t *value)
{
    int64_t whole, part = 0;
    if (!number_read_integer(cursor, 0, 1000, &whole))
        return false;
    int64_t weight = 100;
    if (**cursor == '.')
        for (++*cursor; **cursor >= '0' && **cursor <= '9'; ++*cursor, weight /= 10) {
            if (weight == 0 && **cursor != '0')
                return false;
            part += weight * (**cursor - '0');
        }
    *value = whole * 1000 + part;
    return true;
}

/* "5mm", "5", "7.5 mm", "0.5cm" as tenths of a millimetre. */
static bool read_square(void *tenths, const char *value, struct error *error)
{
    const char *cursor = value;
    int64_t read = 0;
    bool good = read_thousandths(&cursor, &read);
    cursor += strspn(cursor, " ");
    if (strcmp(cursor, "cm") == 0)
        read *= 10;
    else
        good = good && (cursor[0] == '\0' || strcmp(cursor, "mm") == 0);
    if (!good || read % 100 != 0 || read < PRINT_SQUARE_LEAST * 100 ||
        read > PRINT_SQUARE_MOST * 100)
        return error_set(error,
                         "--square must be from %dmm to %dmm in tenths of a millimetre, like 5mm "
                         "or 7.5mm, not \"%s\"",
                         PRINT_SQUARE_LEAST / 10, PRINT_SQUARE_MOST / 10, value);
    *(int *)tenths = (int)(read / 100);
    return true;
}

/* "40x30" */
static bool read_size(const char *value, int *columns, int *rows, struct error *error)
{
    const char *cursor = value;
    int64_t wide = 0, high = 0;
    bool good = number_read_integer(&cursor, 1, SHEET_MAX, &wide) && (*cursor | 32) == 'x';
    cursor += good;
    good = good && number_is_integer(cursor, 1, SHEET_MAX, &high);
    *columns = (int)wide;
    *rows = (int)high;
    return good || error_set(error,
                             "the size of empty paper is squares across x squares down, each from "
                             "1 to %d, like 40x30, not \"%s\"",
                             SHEET_MAX, value);
}

/* The options of rules are read on top of the preset that the set-up holds. */
static bool read_request(struct print_request *request, const struct game *game, int preset,
                         int count, char **arguments, struct error *error)
{
    enum {
        SETUP = offsetof(struct print_request, setup),
        OPTIONS = offsetof(struct print_request, options)
    };
    static const struct option table[] = {
        {"track or race", OPTION_SPARE, offsetof(struct print_request, subject), option_read_input,
         0, 0},
        {"-o", OPTION_NEEDED, offsetof(struct print_request, file), option_read_output, 0, 0},
        {"--paper", OPTION_ONCE, OPTIONS + offsetof(struct print_options, paper), print_read_paper,
         0, 0},
        {"--square", OPTION_ONCE, OPTIONS + offsetof(struct print_options, square), read_square, 0,
         0},
        {"--empty", OPTION_SWITCH, offsetof(struct print_request, empty), option_read_true, 0, 0},
        {"--no-rules", OPTION_SWITCH, OPTIONS + offsetof(struct print_options, no_rules),
         option_read_true, 0, 0},
        {"--no-table", OPTION_SWITCH, OPTIONS + offsetof(struct print_options, no_table),
         option_read_true, 0, 0},
        {"--with", OPTION_ONCE, offsetof(struct print_request, beside), option_read_input, 0, 0},
        {"--vectors", OPTION_SWITCH, offsetof(struct print_request, columns), option_read_true, 0,
         0},
        {"--rules", OPTION_ONCE, SETUP, option_read_preset, 0, 0},
        {"--set", OPTION_MANY, SETUP, option_read_field, 0, 0},
        {"--players", OPTION_ONCE, offsetof(struct print_request, players), NULL, 1, PLAYER_LIMIT},
        {"--at", OPTION_ONCE, offsetof(struct print_request, at), NULL, 0, INT32_MAX},
        {"--picture", OPTION_ONCE, offsetof(struct print_request, picture), NULL, EXPORT_SIDE_LEAST,
         EXPORT_SIDE_MOST},
        {"--json", OPTION_SWITCH, offsetof(struct print_request, json), option_read_true, 0, 0},
        {0},
    };
    *request = (struct print_request){.options = print_usual, .at = -1};
    request->setup = setup_from_preset(game, preset);
    if (!options_read("print", table, request, count, arguments, error))
        return false;
    lettering_set_columns(request->columns);
    for (int i = 0; i < count; i++)
        request->rules_given = request->rules_given || strncmp(arguments[i], "--rules", 7) == 0 ||
                               strncmp(arguments[i], "--set", 5) == 0 ||
                               strncmp(arguments[i], "--players", 9) == 0;
    /* What has no meaning together. */
    bool race = request->subject && file_ends_with(request->subject, ".race");
    int columns, rows;
    if (!request->subject && !request->empty)
        return error_set(error, "print needs a track, a saved race, or --empty; try \"graphprix "
                                "help print\"");
    if (request->empty && request->subject && !read_size(request->subject, &columns, &rows, error))
        return false;
    if ((race || request->empty) && (request->rules_given || request->beside))
        return error_set(error, "--rules, --set, --players and --with are about tracks%s",
                         race ? ": a race has its own" : "");
    if (request->picture && (request->empty || request->json || request->beside))
        return error_set(error, "--%s is about pages, and --picture makes none",
                         request->empty  ? "empty"
                         : request->json ? "json"
                                         : "with");
    return race || request->at < 0 || error_set(error, "--at is about saved races");
}

/* --- the document ----------------------------------------------------------------------------- */

static int make(const struct print_request *request, const struct print_subject *subject)
{
    struct text made = {0};
    struct error error = {0};
    struct print_plan plan;
    struct course course =
        subject->session ? session_setup(subject->session)->course : subject->course;
    bool done = request->picture ? export_thumbnail(course, subject->session, subject->steps,
                                                    request->picture, &made, &error)
                                 : print_plan(subject, &request->options, &plan, &error) &&
                                       print_pdf(subject, &request->options, &made, &error);
    if (done && !command_put(request->file, &made, &error)) {
        command_fail(STATUS_FAILED, "%s: %s", request->file, error.text);
        done = false;
    } else if (!done) {
        command_fail(STATUS_FAILED, "%s", error.text);
    } else if (request->json) {
        json_t *one =
            plan.one_page_square > 0 ? json_real(plan.one_page_square / 10.0) : json_null();
        json_t *object =
            json_pack("{s:o, s:s, s:b, s:f, s:i, s:i, s:i, s:i, s:i, s:o}", "file",
                      command_text_to_json(request->file), "paper",
                      print_paper_names[request->options.paper], "lying", plan.lying, "square",
                      plan.square / 10.0, "columns", plan.columns, "rows", plan.rows, "across",
                      plan.across, "down", plan.down, "pages", plan.pages, "one_page_square", one);
        command_print_json(object, 6);
    }
    text_free(&made);
    return done ? STATUS_DONE : STATUS_FAILED;
}

static int print_empty(const struct print_request *request)
{
    struct print_subject subject = {0};
    struct error error = {0};
    if (request->subject)
        read_size(request->subject, &subject.columns, &subject.rows, &error);
    return make(request, &subject);
}

static int print_race(const struct print_request *request)
{
    bool damaged = false;
    struct session *session = command_load_race(request->subject, &damaged);
    if (!session)
        return STATUS_FAILED;
    int actions = session_step_count(session);
    struct print_subject subject = {.session = session,
                                    .steps = request->at < 0 ? actions : request->at};
    int status =
        request->at > actions
            ? command_fail(STATUS_USAGE, "--at %d: the race has %d actions", request->at, actions)
            : make(request, &subject);
    session_free(session);
    return status == STATUS_DONE && damaged ? STATUS_FAILED : status;
}

static bool load(const char *name, struct course *course)
{
    struct error error = {0};
    char where[4096 + sizeof error.text];
    char *path = command_track_path(name);
    *course = course_load(path, &error);
    error_describe(&error, path, where, (int)sizeof where);
    free(path);
    if (!course->body)
        command_fail(STATUS_FAILED, "%s", where);
    return course->body != NULL;
}

static int print_track(struct print_request *request, int count, char **arguments)
{
    struct error error = {0};
    struct course course;
    if (!load(request->subject, &course))
        return STATUS_FAILED;
    struct setup usual = print_usual_setup(course);
    if (!read_request(request, course.game, usual.preset, count, arguments, &error)) {
        course_release(course);
        return command_fail(STATUS_USAGE, "%s", error.text);
    }
    struct setup *setup = &request->setup;
    setup->course = course;
    setup->players = request->players > 0 ? request->players : usual.players;
    struct print_subject subject = {.course = course, .setup = setup};
    int status = !setup_check(setup, &error) ? command_fail(STATUS_USAGE, "%s", error.text)
                 : request->beside && !load(request->beside, &request->options.beside)
                     ? STATUS_FAILED
                     : make(request, &subject);
    course_release(request->options.beside);
    course_release(course);
    return status;
}

int print_run(int argument_count, char **arguments)
{
    struct print_request request;
    struct error error = {0}, other;
    bool read = read_request(&request, game_usual, 0, argument_count, arguments, &error);
    /* Which game it is about is known by its track: until then any game's rules will do. */
    for (int i = 0; games[i] && !read; i++)
        read = read_request(&request, games[i], 0, argument_count, arguments, &other);
    if (!read)
        return command_fail(STATUS_USAGE, "%s", error.text);
    if (request.empty)
        return print_empty(&request);
    if (file_ends_with(request.subject, ".race"))
        return print_race(&request);
    return print_track(&request, argument_count, arguments);
}
