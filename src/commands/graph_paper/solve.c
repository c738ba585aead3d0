/* `graphprix solve`: the fewest rounds to the finish, and one line that does it
 * (files-and-protocols section 6). The result goes to stdout; progress to stderr, and only when
 * that is a terminal. */
#include "base/number.h"
#include "base/system/host.h"
#include "commands/command.h"
#include "drivers/driving.h"
#include "drivers/graph_paper/solver/solver.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/session.h"

#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char solve_help[] =
    "Prints the fewest rounds (moves and missed turns) in which a car that nobody meets comes "
    "from\n"
    "any start point to the finish, and one such line as actions. No move leaves the track, but "
    "the\n"
    "last one may behind the line. TRACK is a file or the name of a shipped track; of other games "
    "it\n"
    "is told what car the number is of. Without --rules\n"
    "the rules are the game's first. The status is 1 if there is no such line.\n"
    "  --rules PRESET     the rules to begin with, see \"graphprix help referee\"\n"
    "  --set field=value  changes one of them\n"
    "  --with-extras      nitros, good brakes and turbo boosts may be used\n"
    "  --build A B C D E  on a circuit: of a car that is built so, not of the best one; the\n"
    "                     points for starting, acceleration, deceleration, top speed and wear\n"
    "  --memory MIB       how much memory it may take in all, 2048 without it; for large sheets\n"
    "  --work SECONDS     how long it may count: what takes about so long on one processor, 60\n"
    "                     without it; the same on every machine\n"
    "  --json             one JSON object: rounds, moves, start, line, states (moves that were\n"
    "                     looked at), ms\n";

enum {
    MEBIBYTES_LEAST = 16,
    MEBIBYTES_MOST = 1 << 20,
    MEBIBYTES_USUAL = 2048,
    MEBIBYTES_OF_PROGRAM = 6, /* without what it works on */
    SECONDS_MOST = 1000000,
    SECONDS_USUAL = 60,
    BUILD_POINTS = 5
};

struct solve_request {
    const char *track;
    char *path;
    struct error trouble; /* with the course */
    struct setup setup;
    bool with_extras;
    bool as_json;
    int mebibytes, seconds;
    struct text opening; /* the action that builds the car, or "" */
};

/* The course says which game's rules the other options are about; what is wrong with it is told
 * later, because it is no wrong usage. */
static bool read_course(void *own, const char *value, struct error *error)
{
    struct solve_request *request = own;
    if (!option_read_track(&request->track, value, error))
        return false;
    request->path = command_track_path(value);
    struct course course = course_load(request->path, &request->trouble);
    if (course.body && course.game != &graph_paper_game)
        request->setup = setup_from_preset(course.game, 0);
    request->setup.players = 1;
    request->setup.course = course;
    return true;
}

/* The preset begins the set-up anew. */
static bool read_preset(void *own, const char *value, struct error *error)
{
    struct setup *setup = own;
    struct course course = setup->course;
    bool read = option_read_preset(setup, value, error);
    setup->players = 1;
    setup->course = course;
    return read;
}

static bool read_build(void *opening, const char *value, struct error *error)
{
    (void)error;
    text_append_format(opening, "build %s", value);
    return true;
}

static bool read_request(struct solve_request *request, int argument_count, char **arguments,
                         struct error *error)
{
    enum { SETUP = offsetof(struct solve_request, setup) };
    static const struct option table[] = {
        {"track", OPTION_PLACE, 0, read_course, 0, 0},
        {"--rules", OPTION_ONCE, SETUP, read_preset, 0, 0},
        {"--set", OPTION_MANY, SETUP, option_read_field, 0, 0},
        {"--with-extras", OPTION_SWITCH, offsetof(struct solve_request, with_extras),
         option_read_true, 0, 0},
        {"--build", OPTION_ONCE, offsetof(struct solve_request, opening), read_build, 0, 0},
        {"--memory", OPTION_ONCE, offsetof(struct solve_request, mebibytes), NULL, MEBIBYTES_LEAST,
         MEBIBYTES_MOST},
        {"--work", OPTION_ONCE, offsetof(struct solve_request, seconds), NULL, 1, SECONDS_MOST},
        {"--json", OPTION_SWITCH, offsetof(struct solve_request, as_json), option_read_true, 0, 0},
        {0},
    };
    *request =
        (struct solve_request){.setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR),
                               .mebibytes = MEBIBYTES_USUAL,
                               .seconds = SECONDS_USUAL};
    return options_read("solve", table, request, argument_count, arguments, error);
}

static struct budget budget_of(const struct solve_request *request)
{
    struct budget budget = {.bytes_most = (size_t)request->mebibytes << 20,
                            .steps_most = (uint64_t)request->seconds * BUDGET_SECOND};
    budget_take(&budget, (size_t)MEBIBYTES_OF_PROGRAM << 20);
    return budget;
}

static void show_progress(void *data, int rounds, uint64_t moves)
{
    (void)data;
    terminal_tell("%d rounds from the finish, %" PRIu64 " moves", rounds, moves);
}

static bool solve(const struct solve_request *request, struct error *error)
{
    int64_t begin = clock_nanoseconds();
    struct solution solution;
    struct budget budget = budget_of(request);
    struct solver_options options = {
        .with_extras = request->with_extras, .budget = &budget, .progress = show_progress};
    struct solver *solver = solver_create(&request->setup, &options, error);
    bool found = solver && solver_solve(solver, &solution, error);
    double milliseconds = (double)(clock_nanoseconds() - begin) / 1e6;
    solver_free(solver);
    terminal_clear();
    if (!found)
        return false;
    if (request->as_json) {
        json_t *line = json_array();
        for (int i = 0; i <= solution.moves; i++)
            json_array_append_new(line, json_pack("[i,i]", solution.line[i].x, solution.line[i].y));
        json_t *object =
            json_pack("{s:i, s:i, s:[i,i], s:o, s:I, s:f}", "rounds", solution.rounds, "moves",
                      solution.moves, "start", solution.line[0].x, solution.line[0].y, "line", line,
                      "states", (json_int_t)solution.states, "ms", milliseconds);
        command_print_json(object, 6);
    } else {
        /* The actions as the referee takes them. */
        const struct point *line = solution.line;
        bool reverse = request->setup.values[FIELD_CHOOSE] == CHOOSE_REVERSE;
        printf("%d rounds, %d moves from %d,%d (%" PRIu64 " moves looked at in %.1f ms)\n",
               solution.rounds, solution.moves, line[0].x, line[0].y, solution.states,
               milliseconds);
        printf(reverse ? "%d,%d\n" : "%d,%d>", line[0].x, line[0].y);
        for (int i = 1; i <= solution.moves; i++)
            printf("%d,%d\n", line[i].x, line[i].y);
    }
    free(solution.line);
    return true;
}

/* --- other games: what their drivers count, and the best of them alone ------------------------ */

/* The actions of the best level, one a line; returns the rounds. */
static int drive_alone(const struct solve_request *request, struct budget *budget,
                       struct text *actions)
{
    const struct setup *setup = &request->setup;
    const struct driving *driving = driving_of(setup->game);
    struct prepared *prepared = prepared_make(setup, budget);
    struct race *race = setup->game->begin(setup);
    struct event_list events = {0};
    struct text action = {0};
    struct error error;
    while (!setup->game->over(race)) {
        text_clear(&action);
        bool first = setup->game->round(race) == 0;
        if (first && request->opening.length > 0)
            text_append(&action, text_string(&request->opening));
        else
            driving->choose(driving->kind_count - 1, prepared_body(prepared), race, 1, budget,
                            &action);
        if (!setup->game->apply(race, 1, text_string(&action), &events, &error))
            break;
        text_append_format(actions, "%s\n", text_string(&action));
    }
    text_free(&action);
    int rounds = setup->game->round(race);
    event_list_free(&events);
    setup->game->free(race);
    prepared_release(prepared);
    return rounds;
}

static bool solve_by_drivers(const struct solve_request *request, struct error *error)
{
    const struct setup *setup = &request->setup;
    const struct driving *driving = driving_of(setup->game);
    int64_t begin = clock_nanoseconds();
    struct budget budget = budget_of(request);
    if (!driving->find_par)
        return error_set(error, "this is a %s of %s, which has no solver",
                         setup->game->course->noun, setup->game->title);
    if (request->opening.length > 0 && !driving->find_par_from)
        return error_set(error, "no cars are built for a %s", setup->game->course->noun);
    int rounds = request->opening.length > 0
                     ? driving->find_par_from(setup, text_string(&request->opening), &budget, error)
                     : driving->find_par(setup, request->with_extras, &budget, NULL, error);
    double milliseconds = (double)(clock_nanoseconds() - begin) / 1e6;
    if (rounds <= 0)
        return error->text[0] ? false : error_set(error, "that is too much to be counted");
    struct text actions = {0};
    if (driving->find_line)
        driving->find_line(setup, request->with_extras, &budget, &actions);
    else if (drive_alone(request, &budget, &actions) != rounds)
        text_clear(&actions);
    bool shown = actions.length > 0;
    const char *whose = driving->par_of ? driving->par_of(setup) : "a car that nobody meets";
    if (request->as_json)
        command_print_json(json_pack("{s:i, s:s, s:o, s:f}", "rounds", rounds, "of", whose, "line",
                                     shown ? json_string(text_string(&actions)) : json_null(), "ms",
                                     milliseconds),
                           6);
    else
        printf("%d %s%s for %s (in %.1f ms)\n%s", rounds, setup->game->round_noun,
               number_plural_ending(rounds), whose, milliseconds, text_string(&actions));
    text_free(&actions);
    return true;
}

/* "--build 1 2 0 1 1" with its numbers as one value; returns how many arguments are left. */
static int join_build(int count, char **arguments, struct text *joined)
{
    for (int i = 0; i + 1 < count && strcmp(arguments[i], "--") != 0; i++) {
        int last = i;
        if (strcmp(arguments[i], "--build") != 0)
            continue;
        while (last + 1 < count && last < i + BUILD_POINTS &&
               isdigit((unsigned char)*arguments[last + 1]))
            text_append_format(joined, "%s%s", joined->length > 0 ? " " : "", arguments[++last]);
        if (last == i)
            break;
        arguments[i + 1] = (char *)text_string(joined);
        memmove(&arguments[i + 2], &arguments[last + 1],
                (size_t)(count - last - 1) * sizeof *arguments);
        return count - (last - i - 1);
    }
    return count;
}

static int solve_course(struct solve_request *request, struct error *error)
{
    bool ours = request->setup.game == &graph_paper_game;
    if (!setup_check(&request->setup, error))
        return STATUS_USAGE;
    if (ours && request->opening.length > 0) {
        error_set(error, "no cars are built for a track");
        return STATUS_USAGE;
    }
    return (ours ? solve : solve_by_drivers)(request, error) ? STATUS_DONE : STATUS_FAILED;
}

int solve_run(int argument_count, char **arguments)
{
    struct solve_request request;
    struct error error = {0};
    char where[1024];
    int status = STATUS_USAGE;
    struct text build = {0};
    argument_count = join_build(argument_count, arguments, &build);
    bool told = !read_request(&request, argument_count, arguments, &error);
    struct course course = request.setup.course;
    bool of_file = !course.body || course.game != &graph_paper_game;
    if (!told && !course.body)
        error = request.trouble;
    if (!told)
        status = course.body ? solve_course(&request, &error) : STATUS_FAILED;
    error_describe(&error, of_file && !told ? request.path : NULL, where, sizeof where);
    free(request.path);
    course_release(course);
    text_free(&build);
    text_free(&request.opening);
    return status == STATUS_DONE ? status : command_fail(status, "%s", told ? error.text : where);
}
