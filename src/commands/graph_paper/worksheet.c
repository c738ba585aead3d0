/* `graphprix worksheet`: pages for a class (PDF), made from a seed. */
#include "paper/graph_paper/classroom/worksheet.h"
#include "base/formats.h"
#include "commands/command.h"
#include "paper/print.h"
#include "session/graph_paper/exercise.h"
#include "session/graph_paper/task.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>

enum { USUAL_COUNT = 6 };

const char worksheet_help[] =
    "Exercises, the questions of a lesson, or a race against the fewest moves from a start point.\n"
    "All follow from the seed, on every machine. Squares are 5 mm, and each page has room for a\n"
    "name, its number, and a line of 100 mm to check that the printer kept the size.\n"
    "  -o FILE            the PDF file, \"-\" is the standard output; written whole or not at all\n"
    "  --seed N           what is drawn; versions have seeds of their own that follow from it\n"
    "  --kind KIND        velocity, choose, inertia, chosen, table, mistake, graph, which-graph,\n"
    "                     stop, brake-wall, bend, fewest, meet, relative, throw or along; without\n"
    "                     it each comes once before one comes again\n"
    "  --difficulty NAME  easy, medium (without it) or hard, or 1 to 3\n"
    "  --count N          exercises of a version, 6 without it\n"
    "  --lesson FILE      the steps of a lesson, in place of exercises; in each version the "
    "answers\n"
    "                     of a choice stand in another order\n"
    "  --race TRACK       a track with a table for the moves, in place of exercises: a file or "
    "the\n"
    "                     name of a shipped one; each version has another start point\n"
    "  --versions N       versions, 1 without it, each with pages numbered by themselves\n"
    "  --paper NAME       A4 (without it), A3 or letter\n"
    "  --solutions        behind all versions, the same pages with the solutions; of a lesson "
    "with\n"
    "                     the half page for the teacher\n"
    "  --vectors          vectors stand as columns, not in a row\n"
    "  --picture PIXELS   the first page as a picture (PNG) in place of all, its longer side as "
    "long\n"
    "  --json             one JSON object in a line: the exercises with what is shown, right, and\n"
    "                     offered as wrong, or of a race the start and the best way of each "
    "version;\n"
    "                     -o may be left out\n";

struct worksheet_request {
    const char *file, *lesson, *race;
    struct worksheet_wish wish;
    int picture; /* its longer side; 0: all pages */
    bool json, columns;
};

static bool read_kind(void *kind, const char *value, struct error *error)
{
    *(int *)kind = exercise_find(value);
    return *(int *)kind >= 0 ||
           error_set(error,
                     "--kind %s: there is no such kind of exercise; \"graphprix help "
                     "worksheet\" names them",
                     value);
}

static bool read_difficulty(void *difficulty, const char *value, struct error *error)
{
    return exercise_find_difficulty(value, difficulty) ||
           error_set(error, "--difficulty %s: it may be easy, medium or hard", value);
}

/* Kind, difficulty and number are those of exercises; 0 until one was given. */
static bool check_request(const struct worksheet_request *request, struct error *error)
{
    const struct worksheet_wish *wish = &request->wish;
    if (request->lesson && request->race)
        return error_set(error, "a worksheet is of a lesson or of a race: leave --lesson or --race "
                                "out");
    if ((request->lesson || request->race) &&
        (wish->kind != WORKSHEET_MIXED || wish->difficulty != 0 || wish->count != 0))
        return error_set(error,
                         "--kind, --difficulty and --count are about exercises: leave them "
                         "out with --%s",
                         request->lesson ? "lesson" : "race");
    return request->file || request->json ||
           error_set(error, "worksheet needs -o FILE; try \"graphprix help worksheet\"");
}

static bool read_request(struct worksheet_request *request, int count, char **arguments,
                         struct error *error)
{
    enum { WISH = offsetof(struct worksheet_request, wish) };
    static const struct option table[] = {
        {"-o", OPTION_ONCE, offsetof(struct worksheet_request, file), option_read_output, 0, 0},
        {"--lesson", OPTION_ONCE, offsetof(struct worksheet_request, lesson), option_read_input, 0,
         0},
        {"--race", OPTION_ONCE, offsetof(struct worksheet_request, race), option_read_input, 0, 0},
        {"--seed", OPTION_NEEDED, WISH + offsetof(struct worksheet_wish, seed), option_read_seed, 0,
         0},
        {"--kind", OPTION_ONCE, WISH + offsetof(struct worksheet_wish, kind), read_kind, 0, 0},
        {"--difficulty", OPTION_ONCE, WISH + offsetof(struct worksheet_wish, difficulty),
         read_difficulty, 0, 0},
        {"--count", OPTION_ONCE, WISH + offsetof(struct worksheet_wish, count), NULL, 1,
         WORKSHEET_TASKS_MOST},
        {"--versions", OPTION_ONCE, WISH + offsetof(struct worksheet_wish, versions), NULL, 1,
         WORKSHEET_VERSIONS_MOST},
        {"--paper", OPTION_ONCE, WISH + offsetof(struct worksheet_wish, paper), print_read_paper, 0,
         0},
        {"--solutions", OPTION_SWITCH, WISH + offsetof(struct worksheet_wish, solutions),
         option_read_true, 0, 0},
        {"--picture", OPTION_ONCE, offsetof(struct worksheet_request, picture), NULL,
         EXPORT_SIDE_LEAST, EXPORT_SIDE_MOST},
        {"--vectors", OPTION_SWITCH, offsetof(struct worksheet_request, columns), option_read_true,
         0, 0},
        {"--json", OPTION_SWITCH, offsetof(struct worksheet_request, json), option_read_true, 0, 0},
        {0},
    };
    *request = (struct worksheet_request){.wish = {.kind = WORKSHEET_MIXED, .versions = 1}};
    if (!options_read("worksheet", table, request, count, arguments, error) ||
        !check_request(request, error))
        return false;
    lettering_set_columns(request->columns);
    struct worksheet_wish *wish = &request->wish;
    wish->difficulty = wish->difficulty ? wish->difficulty : EXERCISE_MEDIUM;
    wish->count = wish->count ? wish->count : USUAL_COUNT;
    if (request->lesson || request->race)
        wish->count = 0;
    return worksheet_check(wish, error);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void print_tasks(const struct worksheet *worksheet, const struct worksheet_wish *wish,
                        struct text *json)
{
    json_text_key(json, "exercises");
    json_text_open(json, '[');
    for (int i = 0; i < wish->versions * worksheet_task_count(worksheet); i++) {
        int count = worksheet_task_count(worksheet), kind;
        const struct task *task = worksheet_task(worksheet, i / count, i % count, &kind);
        if (!task)
            continue; /* a step that asks nothing */
        json_text_open(json, '{');
        json_text_key_integer(json, "version", i / count + 1);
        if (kind >= 0) {
            json_text_key_string(json, "kind", exercise_name(kind));
            json_text_key_string(json, "difficulty", exercise_difficulty_name(wish->difficulty));
        } else {
            json_text_key_integer(json, "step", i % count + 1);
        }
        task_append_json(json, task);
        json_text_close(json, '}');
    }
    json_text_close(json, ']');
}

static void print_races(const struct worksheet *worksheet, int versions, struct text *json)
{
    json_text_key(json, "races");
    json_text_open(json, '[');
    for (int version = 0; version < versions; version++) {
        int moves;
        const struct point *line = worksheet_line(worksheet, version, &moves);
        json_text_open(json, '{');
        json_text_key_integer(json, "version", version + 1);
        json_text_key_integer(json, "moves", moves);
        json_text_key(json, "line");
        json_text_open(json, '[');
        for (int i = 0; i <= moves; i++) {
            json_text_open(json, '[');
            json_text_integer(json, line[i].x);
            json_text_integer(json, line[i].y);
            json_text_close(json, ']');
        }
        json_text_close(json, ']');
        json_text_close(json, '}');
    }
    json_text_close(json, ']');
}

/* --- the worksheet ---------------------------------------------------------------------------- */

/* Says what was wrong with the file that it was about. */
static int fail_with(const char *path, const struct error *error)
{
    char where[4096 + sizeof error->text];
    error_describe(error, path, where, (int)sizeof where);
    return command_fail(STATUS_FAILED, "%s", where);
}

static bool append_made(const struct worksheet *worksheet, int side, struct text *into,
                        struct error *error)
{
    return side ? export_surface(worksheet_preview(worksheet, 0, side, side), into, error)
                : worksheet_pdf(worksheet, into, error);
}

/* `source` is the file that the wish came from; NULL: none, and it can be fulfilled. */
static int make_worksheet(const struct worksheet_request *request, const char *source)
{
    struct error error = {0};
    struct text content = {0};
    struct worksheet *worksheet = worksheet_make(&request->wish, &error);
    if (!worksheet)
        return fail_with(source, &error);
    bool made = !request->file || (append_made(worksheet, request->picture, &content, &error) &&
                                   command_put(request->file, &content, &error));
    if (made && request->json) {
        struct text json = {0};
        json_text_open(&json, '{');
        if (request->wish.course.body)
            print_races(worksheet, request->wish.versions, &json);
        else
            print_tasks(worksheet, &request->wish, &json);
        json_text_close(&json, '}');
        puts(text_string(&json));
        text_free(&json);
    }
    text_free(&content);
    worksheet_free(worksheet);
    return made ? STATUS_DONE : fail_with(request->file, &error);
}

static int make_of_lesson(struct worksheet_request *request)
{
    struct lesson_plan plan;
    struct error error = {0};
    if (!lesson_load(&plan, request->lesson, lesson_find_track, &error))
        return fail_with(request->lesson, &error);
    request->wish.lesson = &plan;
    int status = make_worksheet(request, request->lesson);
    lesson_free(&plan);
    return status;
}

static int make_of_race(struct worksheet_request *request)
{
    struct error error = {0};
    char *path = command_track_path(request->race);
    request->wish.course = course_load(path, &error);
    int status =
        request->wish.course.body ? make_worksheet(request, path) : fail_with(path, &error);
    course_release(request->wish.course);
    free(path);
    return status;
}

int worksheet_run(int argument_count, char **arguments)
{
    struct worksheet_request request;
    struct error error = {0};
    if (!read_request(&request, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    if (request.lesson)
        return make_of_lesson(&request);
    return request.race ? make_of_race(&request) : make_worksheet(&request, NULL);
}
