/* `graphprix generate`: a track out of a seed (files-and-protocols section 6). The track goes to a
 * file that is written whole or not at all, or to stdout. */
#include "studio/graph_paper/generate/generate.h"
#include "base/number.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "commands/command.h"
#include "track/draft.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char generate_help[] =
    "The same seed and options give the same file everywhere; other ones give another track. A "
    "lap\n"
    "is possible on every track, and its par lies within what the difficulty promises. Without -o\n"
    "the track is written to the standard output.\n"
    "  --seed N          a whole number from 0 to 2^64 - 1\n"
    "  --daily DATE      in place of it and of what follows: the track of that date, 2026-11-24 "
    "or\n"
    "                    today; the same for everybody whose generator has the same number\n"
    "  --size WxH        squares, 24 to 240 a side, the longer one at most three times the "
    "shorter\n"
    "                    one; 60x45 without it\n"
    "  --style STYLE     flowing (without it): wide, rounded curves; tight: narrow roads, many\n"
    "                    turns, hairpins; street: straight streets, square corners, blocks with "
    "two\n"
    "                    ways round; arena: a closed ground with pillars for derbies, no line\n"
    "  --difficulty N    1 to 5, 2 without it: the longer a lap takes, the more there is on the\n"
    "                    way; of an arena, the more pillars there are\n"
    "  -o FILE           written whole or not at all; an older file gives way; \"-\" is the\n"
    "                    standard output\n"
    "  --json            one JSON object: name, style, difficulty, size, seed, par (null for an\n"
    "                    arena), promise (the range of par, of an arena of pillars), file (null\n"
    "                    without -o: nothing but the object is written), generator (its number,\n"
    "                    another one as soon as a wish gives another track)\n";

enum { NOT_GIVEN = -1 };

struct generate_request {
    struct generator_wish wish;
    bool seeded;
    int day;          /* or NOT_GIVEN */
    const char *file; /* NULL: the standard output */
    bool as_json;
};

static bool read_seed(void *request, const char *value, struct error *error)
{
    ((struct generate_request *)request)->seeded = true;
    return option_read_seed(&((struct generate_request *)request)->wish.seed, value, error);
}

static bool read_day(void *day, const char *value, struct error *error)
{
    if (strcmp(value, "today") == 0)
        *(int *)day = clock_today();
    else if (!date_read(value, day))
        return error_set(error, "--daily must be a date like 2026-11-24, or today, not \"%s\"",
                         value);
    return true;
}

/* "60x45" */
static bool read_size(void *wish, const char *value, struct error *error)
{
    enum { LARGE = 100000 };
    int64_t width, height;
    const char *cursor = value;
    bool sound = number_read_integer(&cursor, 0, LARGE, &width) && *cursor++ == 'x' &&
                 number_read_integer(&cursor, 0, LARGE, &height) && *cursor == '\0';
    if (!sound)
        return error_set(error, "--size must be two numbers like 60x45, not \"%s\"", value);
    ((struct generator_wish *)wish)->width = (int)width;
    ((struct generator_wish *)wish)->height = (int)height;
    return true;
}

static bool read_style(void *style, const char *value, struct error *error)
{
    for (int i = 0; i < GENERATOR_STYLE_COUNT; i++)
        if (strcmp(value, generator_style_names[i]) == 0) {
            *(enum generator_style *)style = (enum generator_style)i;
            return true;
        }
    return error_set(error, "--style must be %s, %s, %s or %s, not \"%s\"",
                     generator_style_names[0], generator_style_names[1], generator_style_names[2],
                     generator_style_names[3], value);
}

/* What was not said is as usual; a date says all of it. */
static bool settle_wish(struct generate_request *request, struct error *error)
{
    struct generator_wish *wish = &request->wish;
    bool sized = wish->width != NOT_GIVEN, styled = wish->style != GENERATOR_STYLE_COUNT;
    bool difficult = wish->difficulty != NOT_GIVEN;
    if (request->day != NOT_GIVEN) {
        if (request->seeded || sized || styled || difficult)
            return error_set(error, "--daily stands without --seed, --size, --style and "
                                    "--difficulty: they follow from the date");
        *wish = daily_wish(request->day);
        return true;
    }
    if (!request->seeded)
        return error_set(error, "generate needs --seed or --daily");
    if (!sized) {
        wish->width = generator_usual_wish.width;
        wish->height = generator_usual_wish.height;
    }
    if (!styled)
        wish->style = generator_usual_wish.style;
    if (!difficult)
        wish->difficulty = generator_usual_wish.difficulty;
    return true;
}

static bool read_request(struct generate_request *request, int count, char **arguments,
                         struct error *error)
{
    enum { WISH = offsetof(struct generate_request, wish) };
    static const struct option table[] = {
        {"--seed", OPTION_ONCE, 0, read_seed, 0, 0},
        {"--daily", OPTION_ONCE, offsetof(struct generate_request, day), read_day, 0, 0},
        {"--size", OPTION_ONCE, WISH, read_size, 0, 0},
        {"--style", OPTION_ONCE, WISH + offsetof(struct generator_wish, style), read_style, 0, 0},
        {"--difficulty", OPTION_ONCE, WISH + offsetof(struct generator_wish, difficulty), NULL,
         GENERATOR_DIFFICULTY_LEAST, GENERATOR_DIFFICULTY_MOST},
        {"-o", OPTION_ONCE, offsetof(struct generate_request, file), option_read_output, 0, 0},
        {"--json", OPTION_SWITCH, offsetof(struct generate_request, as_json), option_read_true, 0,
         0},
        {0},
    };
    *request = (struct generate_request){
        .wish = {0, NOT_GIVEN, NOT_GIVEN, GENERATOR_STYLE_COUNT, NOT_GIVEN}, .day = NOT_GIVEN};
    if (!options_read("generate", table, request, count, arguments, error) ||
        !settle_wish(request, error) || !generator_check(&request->wish, error))
        return false;
    if (request->file && strcmp(request->file, "-") == 0)
        request->file = NULL;
    return true;
}

static void print_json(const struct generate_request *request, const struct track *track, int par)
{
    const struct generator_wish *wish = &request->wish;
    int least, most;
    generator_promise(wish, &least, &most);
    json_t *object = json_pack("{s:s, s:s, s:i, s:[i,i], s:o, s:[i,i]}", "name", track->name,
                               "style", generator_style_names[wish->style], "difficulty",
                               wish->difficulty, "size", wish->width, wish->height, "par",
                               par > 0 ? json_integer(par) : json_null(), "promise", least, most);
    json_object_set_new(object, "seed", json_sprintf("%" PRIu64, wish->seed));
    json_object_set_new(object, "generator", json_integer(GENERATOR_VERSION));
    json_object_set_new(object, "file",
                        request->file ? command_text_to_json(request->file) : json_null());
    command_print_json(object, 6);
}

static int write_track(const struct generate_request *request, const struct track *track, int par)
{
    struct error error;
    struct text svg = {0};
    int status = STATUS_DONE;
    svg_write_track(track, &svg);
    if (request->file && !file_write_atomically(request->file, svg.data, svg.length, &error))
        status = command_fail(STATUS_FAILED, "%s: %s", request->file, error.text);
    else if (request->as_json)
        print_json(request, track, par);
    else if (!request->file)
        fwrite(svg.data, 1, svg.length, stdout);
    if (status == STATUS_DONE && fflush(stdout) != 0)
        status = command_fail(STATUS_FAILED, "the track could not be written");
    text_free(&svg);
    return status;
}

int generate_run(int argument_count, char **arguments)
{
    struct generate_request request;
    struct error error = {0};
    int par;
    if (!read_request(&request, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    struct track *track = generate_track(&request.wish, NULL, &par, &error);
    if (!track)
        return command_fail(STATUS_FAILED, "%s", error.text);
    if (request.day != NOT_GIVEN)
        daily_name(track, request.day);
    int status = write_track(&request, track, par);
    track_release(track);
    return status;
}
