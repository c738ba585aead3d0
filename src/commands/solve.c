/* See solve.h. The result goes to stdout; progress to stderr, and only when that is a terminal. */
#include "commands/solve.h"

#include "base/clock.h"
#include "commands/command.h"
#include "drivers/solver.h"
#include "track/svg.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char solve_help[] =
    "Prints the fewest rounds (moves and missed turns) in which a car that nobody meets comes "
    "from\n"
    "any start point to the finish, and one such line as actions. No move leaves the track, but "
    "the\n"
    "last one may behind the line. TRACK is a file or the name of a shipped track. Without "
    "--rules\n"
    "the rules are racing-car. The status is 1 if there is no such line.\n"
    "  --rules PRESET     the rules to begin with, see \"graphprix help referee\"\n"
    "  --set field=value  changes one of them\n"
    "  --with-extras      nitros, good brakes and turbo boosts may be used\n"
    "  --json             one JSON object: rounds, moves, start, line, states (moves that were\n"
    "                     looked at), ms\n";

struct request {
    const char *track;
    const char *preset;
    bool with_extras;
    bool as_json;
};

/* What stands behind "--name=" or in the next argument; NULL if the argument is another one. */
static const char *value_of(const char *name, int argument_count, char **arguments, int *at,
                            bool *missing)
{
    size_t length = strlen(name);
    const char *argument = arguments[*at];
    if (strncmp(argument, name, length) != 0 || (argument[length] != '=' && argument[length]))
        return NULL;
    if (argument[length] == '=')
        return argument + length + 1;
    *missing = *at + 1 >= argument_count;
    return *missing ? argument : arguments[++*at];
}

static bool read_argument(struct request *request, int argument_count, char **arguments, int *at,
                          struct error *error)
{
    bool missing = false;
    const char *argument = arguments[*at];
    const char *value = value_of("--rules", argument_count, arguments, at, &missing);
    if (value && request->preset)
        return error_set(error, "--rules is given more than once");
    if (value)
        request->preset = value;
    else if (strcmp(argument, "--with-extras") == 0)
        request->with_extras = true;
    else if (strcmp(argument, "--json") == 0)
        request->as_json = true;
    else if (value_of("--set", argument_count, arguments, at, &missing))
        return !missing || error_set(error, "--set needs a value behind it");
    else if (argument[0] == '-' && argument[1] != '\0')
        return error_set(error, "solve does not know \"%s\"; try \"graphprix help solve\"",
                         argument);
    else if (request->track)
        return error_set(error, "solve takes one track, not also \"%s\"", argument);
    else
        request->track = argument;
    return !missing || error_set(error, "%s needs a value behind it", argument);
}

static bool find_preset(const struct request *request, struct setup *setup, struct error *error)
{
    const struct rule_table *table = graph_paper_rules.table;
    int preset = request->preset ? fields_find_preset(table, request->preset) : PRESET_RACING_CAR;
    if (preset >= 0) {
        *setup = setup_from_preset(&graph_paper_rules, preset);
        return true;
    }
    struct text names = {0};
    for (int i = 0; i < table->preset_count; i++)
        text_append_format(&names, i == 0 ? "%s" : ", %s", table->presets[i].name);
    error_set(error, "--rules %s: there is no such preset; it may be %s", request->preset,
              text_string(&names));
    text_free(&names);
    return false;
}

/* The fields are set on the preset, wherever they stand. */
static bool read_request(struct request *request, struct setup *setup, int argument_count,
                         char **arguments, struct error *error)
{
    for (int at = 0; at < argument_count; at++)
        if (!read_argument(request, argument_count, arguments, &at, error))
            return false;
    if (!request->track || request->track[0] == '\0')
        return error_set(error, "solve needs a track; try \"graphprix help solve\"");
    if (!find_preset(request, setup, error))
        return false;
    for (int at = 0; at < argument_count; at++) {
        bool missing = false;
        value_of("--rules", argument_count, arguments, &at, &missing);
        const char *pair = value_of("--set", argument_count, arguments, &at, &missing);
        if (pair && !setup_set_pair(setup, pair, error))
            return false;
    }
    return true;
}

struct shown {
    int64_t at; /* the clock's time, also of the beginning */
    bool any;
};

static void show_progress(void *data, int rounds, uint64_t moves)
{
    struct shown *shown = data;
    int64_t now = clock_nanoseconds();
    if (now - shown->at < 200000000)
        return;
    *shown = (struct shown){now, true};
    fprintf(stderr, "\r%d rounds from the finish, %" PRIu64 " moves ", rounds, moves);
    fflush(stderr);
}

static void print_json(const struct solution *solution, double milliseconds)
{
    json_t *line = json_array();
    for (int i = 0; i <= solution->moves; i++)
        json_array_append_new(line, json_pack("[i,i]", solution->line[i].x, solution->line[i].y));
    json_t *object =
        json_pack("{s:i, s:i, s:[i,i], s:o, s:I, s:f}", "rounds", solution->rounds, "moves",
                  solution->moves, "start", solution->line[0].x, solution->line[0].y, "line", line,
                  "states", (json_int_t)solution->states, "ms", milliseconds);
    json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(object);
}

/* The actions as the referee takes them. */
static void print_text(const struct setup *setup, const struct solution *solution,
                       double milliseconds)
{
    const struct point *line = solution->line;
    bool reverse = setup->values[FIELD_CHOOSE] == CHOOSE_REVERSE;
    printf("%d rounds, %d moves from %d,%d (%" PRIu64 " moves looked at in %.1f ms)\n",
           solution->rounds, solution->moves, line[0].x, line[0].y, solution->states, milliseconds);
    printf(reverse ? "%d,%d\n" : "%d,%d>", line[0].x, line[0].y);
    for (int i = 1; i <= solution->moves; i++)
        printf("%d,%d\n", line[i].x, line[i].y);
}

static bool solve(const struct setup *setup, const struct request *request, struct error *error)
{
    int64_t begin = clock_nanoseconds();
    struct shown shown = {.at = begin};
    struct solution solution;
    bool watched = isatty(STDERR_FILENO);
    struct solver_options options = {.with_extras = request->with_extras,
                                     .progress = watched ? show_progress : NULL,
                                     .progress_data = &shown};
    struct solver *solver = solver_create(setup, &options, error);
    bool found = solver && solver_solve(solver, &solution, error);
    double milliseconds = (double)(clock_nanoseconds() - begin) / 1e6;
    solver_free(solver);
    if (shown.any)
        fprintf(stderr, "\r%60s\r", "");
    if (!found)
        return false;
    if (request->as_json)
        print_json(&solution, milliseconds);
    else
        print_text(setup, &solution, milliseconds);
    free(solution.line);
    return true;
}

int solve_run(int argument_count, char **arguments)
{
    struct request request = {0};
    struct setup setup;
    struct error error = {0};
    char where[1024];
    if (!read_request(&request, &setup, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    char *path = command_track_path(request.track);
    struct track *track = svg_load_track(path, &error);
    setup.track = track;
    setup.players = 1;
    int status = track ? STATUS_DONE : STATUS_FAILED;
    if (track && !setup.rules->setup_check(&setup, &error))
        status = STATUS_USAGE;
    else if (track && !solve(&setup, &request, &error))
        status = STATUS_FAILED;
    error_describe(&error, track ? NULL : path, where, sizeof where);
    free(path);
    track_release(track);
    return status == STATUS_DONE ? status : command_fail(status, "%s", where);
}
