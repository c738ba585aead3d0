/* `graphprix solve`: the fewest rounds to the finish, and one line that does it
 * (files-and-protocols section 6). The result goes to stdout; progress to stderr, and only when
 * that is a terminal. */
#include "base/system/clock.h"
#include "base/system/terminal.h"
#include "commands/command.h"
#include "commands/options.h"
#include "drivers/graph_paper/solver/solver.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/course_file.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

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
    "  --memory MIB       how much memory the search may take, 2048 without it; for large sheets\n"
    "  --json             one JSON object: rounds, moves, start, line, states (moves that were\n"
    "                     looked at), ms\n";

enum { MEBIBYTES_LEAST = 16, MEBIBYTES_MOST = 1 << 20 };

struct request {
    const char *track;
    struct setup setup; /* all but the track */
    bool with_extras;
    bool as_json;
    int mebibytes; /* 0: as usual */
};

static bool read_request(struct request *request, int argument_count, char **arguments,
                         struct error *error)
{
    enum { SETUP = offsetof(struct request, setup) };
    static const struct option table[] = {
        {"track", OPTION_PLACE, offsetof(struct request, track), option_read_track, 0, 0},
        {"--rules", OPTION_ONCE, SETUP, option_read_preset, 0, 0},
        {"--set", OPTION_MANY, SETUP, option_read_field, 0, 0},
        {"--with-extras", OPTION_SWITCH, offsetof(struct request, with_extras), option_read_true, 0,
         0},
        {"--memory", OPTION_ONCE, offsetof(struct request, mebibytes), NULL, MEBIBYTES_LEAST,
         MEBIBYTES_MOST},
        {"--json", OPTION_SWITCH, offsetof(struct request, as_json), option_read_true, 0, 0},
        {0},
    };
    *request = (struct request){.setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR)};
    return options_read("solve", table, request, argument_count, arguments, error);
}

static void show_progress(void *data, int rounds, uint64_t moves)
{
    (void)data;
    terminal_tell("%d rounds from the finish, %" PRIu64 " moves", rounds, moves);
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
    command_print_json(object, 6);
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

static bool solve(const struct request *request, struct error *error)
{
    int64_t begin = clock_nanoseconds();
    struct solution solution;
    struct solver_options options = {.with_extras = request->with_extras,
                                     .memory_limit = (size_t)request->mebibytes << 20,
                                     .progress = show_progress};
    struct solver *solver = solver_create(&request->setup, &options, error);
    bool found = solver && solver_solve(solver, &solution, error);
    double milliseconds = (double)(clock_nanoseconds() - begin) / 1e6;
    solver_free(solver);
    terminal_clear();
    if (!found)
        return false;
    if (request->as_json)
        print_json(&solution, milliseconds);
    else
        print_text(&request->setup, &solution, milliseconds);
    free(solution.line);
    return true;
}

static int solve_course(struct request *request, struct course course, struct error *error)
{
    if (course.game != &graph_paper_game) {
        error_set(error, "this is a %s of %s, which has no solver", course.game->course->noun,
                  course.game->title);
        return STATUS_FAILED;
    }
    request->setup.course = course;
    if (!setup_check(&request->setup, error))
        return STATUS_USAGE;
    return solve(request, error) ? STATUS_DONE : STATUS_FAILED;
}

int solve_run(int argument_count, char **arguments)
{
    struct request request;
    struct error error = {0};
    char where[1024];
    if (!read_request(&request, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    char *path = command_track_path(request.track);
    struct course course = course_load(path, &error);
    int status = course.body ? solve_course(&request, course, &error) : STATUS_FAILED;
    bool of_file = !course.body || course.game != &graph_paper_game;
    error_describe(&error, of_file ? path : NULL, where, sizeof where);
    free(path);
    course_release(course);
    return status == STATUS_DONE ? status : command_fail(status, "%s", where);
}
