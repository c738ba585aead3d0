/* bench [--json] [--long]: measurements without a window, one line each: what, on which track of
 * which size, the median of several runs, and the target it should reach. --json prints one JSON
 * object with all rows; --long measures only what takes minutes: the levels of drivers against the
 * fewest rounds and against each other, and the fewest rounds on the largest sheets, beside a plain
 * search.
 *
 * `measurements` is the table; a row says on which ring it runs and which function measures it
 * once. The proof that a lap is possible is measured on every shipped track.
 */
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "bench/generator.h"
#include "bench/ghost.h"
#include "bench/levels.h"
#include "bench/median.h"
#include "bench/photo.h"
#include "bench/solver.h"
#include "bench/studio.h"
#include "commands/command.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/save.h"
#include "studio/graph_paper/lap.h"
#include "support/bench_ground.h"
#include "track/svg.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 7, ROUNDS = 60, LONG_ROUNDS = 500, WALK_DEPTH = 3, UNDOS = 100 };

struct ground {
    struct track *track;
    struct session *session;
    struct text saved; /* the session as a file */
};

static double seconds_since(int64_t start)
{
    return (double)(clock_nanoseconds() - start) / 1e9;
}

/* Microseconds for the moves of one car, over all the places that a race went through. */
static double measure_moves(const struct ground *ground)
{
    struct move_list moves = {0};
    int steps = session_step_count(ground->session);
    int asked = 0;
    int64_t start = clock_nanoseconds();
    for (int round = 0; round < 100; round++)
        for (int i = 1; i < steps; i++, asked++)
            graph_paper_moves(session_race_after(ground->session, i), NULL, &moves);
    double microseconds = seconds_since(start) * 1e6 / asked;
    graph_paper_free_moves(&moves);
    return microseconds;
}

static int walk(const struct race *race, int depth)
{
    int positions = 0;
    struct move_list moves = {0};
    struct event_list events = {0};
    graph_paper_moves(race, NULL, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct text action = {0};
        struct error error;
        struct graph_paper_action to = {.to = moves.items[i].to};
        struct race *after = graph_paper_game.copy(race);
        graph_paper_print_action(&to, &action);
        bool done =
            graph_paper_game.apply(after, race_next_car(after), action.data, &events, &error);
        assert(done);
        (void)done;
        positions++;
        if (depth > 1 && !graph_paper_game.over(after))
            positions += walk(after, depth - 1);
        graph_paper_game.free(after);
        text_free(&action);
        event_list_clear(&events);
    }
    event_list_free(&events);
    graph_paper_free_moves(&moves);
    return positions;
}

/* Every move from every tenth place of a race, and every move after it, and after that. */
static double measure_positions(const struct ground *ground)
{
    int steps = session_step_count(ground->session);
    int positions = 0;
    int64_t start = clock_nanoseconds();
    for (int i = 1; i < steps; i += 10)
        positions += walk(session_race_after(ground->session, i), WALK_DEPTH);
    return positions / seconds_since(start);
}

static struct session *load(const struct ground *ground)
{
    bool damaged;
    struct error error;
    struct session *session =
        session_read(ground->saved.data, ground->saved.length, &damaged, &error);
    assert(session != NULL && !damaged);
    return session;
}

static double measure_load(const struct ground *ground)
{
    int64_t start = clock_nanoseconds();
    struct session *session = load(ground);
    double milliseconds = seconds_since(start) * 1e3;
    session_free(session);
    return milliseconds;
}

/* Microseconds for the slower of both, as a player does it: one, and then the other. */
static double measure_undo(const struct ground *ground)
{
    struct session *session = load(ground);
    struct error error;
    double undo = 0;
    double redo = 0;
    for (int i = 0; i < UNDOS; i++) {
        int64_t start = clock_nanoseconds();
        bool undone = session_undo(session, &error);
        undo += seconds_since(start) * 1e6;
        start = clock_nanoseconds();
        bool done = undone && session_redo(session, &error);
        redo += seconds_since(start) * 1e6;
        assert(done);
        (void)done;
    }
    session_free(session);
    return (undo > redo ? undo : redo) / UNDOS;
}

/* Microseconds for doing one action of the race, copies not counted. */
static double measure_apply(const struct ground *ground)
{
    int steps = session_step_count(ground->session);
    struct race **before = memory_allocate((size_t)steps, sizeof *before);
    struct event_list events = {0};
    struct error error;
    for (int i = 1; i < steps; i++)
        before[i] = graph_paper_game.copy(session_race_after(ground->session, i));
    int64_t start = clock_nanoseconds();
    for (int i = 1; i < steps; i++) {
        event_list_clear(&events);
        bool done =
            graph_paper_game.apply(before[i], race_next_car(before[i]),
                                   session_step(ground->session, i).action, &events, &error);
        assert(done);
        (void)done;
    }
    double microseconds = seconds_since(start) * 1e6 / (steps - 1);
    for (int i = 1; i < steps; i++)
        graph_paper_game.free(before[i]);
    event_list_free(&events);
    free(before);
    return microseconds;
}

static const struct measurement {
    const char *name;
    const char *unit;
    double target;
    bool more_is_better;
    int outer_edges;
    int inner_edges;
    int players;
    double (*measure)(const struct ground *ground);
    int rounds;
    bool busy; /* everything on the sheet and in the rules */
} measurements[] = {
    {"moves of one car, no nitros", "us", 2, false, 500, 500, 1, measure_moves, ROUNDS, false},
    {"positions a second, 8 edges", "1/s", 313000, true, 4, 4, 1, measure_positions, ROUNDS, false},
    {"positions a second, 16 edges", "1/s", 175000, true, 8, 8, 1, measure_positions, ROUNDS,
     false},
    {"positions a second, 29 edges", "1/s", 61000, true, 15, 14, 1, measure_positions, ROUNDS,
     false},
    {"a move with everything on, 8 cars", "us", 50, false, 500, 500, 8, measure_apply, ROUNDS,
     true},
    {"load a race of 8 cars, 500 moves each", "ms", 100, false, 500, 500, 8, measure_load,
     LONG_ROUNDS, false},
    {"undo or redo at move 500, 8 cars", "us", 5000, false, 500, 500, 8, measure_undo, LONG_ROUNDS,
     false},
};

struct report {
    json_t *rows; /* NULL: text lines at once */
    bool all_reached;
};

static void report_row(struct report *report, const struct measurement *row,
                       const struct track *track, double values[RUNS])
{
    double value = bench_median(values, RUNS);
    bool reached = row->more_is_better ? value >= row->target : value <= row->target;
    int edges = area_edge_count(track->surface);
    report->all_reached = report->all_reached && reached;
    if (report->rows != NULL) {
        json_array_append_new(
            report->rows, json_pack("{s:s, s:f, s:s, s:f, s:b, s:s, s:i, s:[i,i], s:i}", "name",
                                    row->name, "median", value, "unit", row->unit, "target",
                                    row->target, "reached", reached, "track", track->name, "edges",
                                    edges, "sheet", track->width, track->height, "runs", RUNS));
        return;
    }
    printf("%-38s %12.2f %-3s  target %s %-8.0f %-8s %s, %d x %d, %d wall edges\n", row->name,
           value, row->unit, row->more_is_better ? ">=" : "<=", row->target,
           reached ? "reached" : "MISSED", track->name, track->width, track->height, edges);
    fflush(stdout);
}

static void run_measurement(struct report *report, const struct measurement *row)
{
    double values[RUNS];
    struct ground ground = {
        .track = (row->busy ? bench_busy_ring : bench_ring)(row->outer_edges, row->inner_edges)};
    ground.session =
        (row->busy ? bench_busy_race : bench_race)(ground.track, row->players, 0, row->rounds);
    session_write(ground.session, &ground.saved);
    for (int i = 0; i < RUNS; i++)
        values[i] = row->measure(&ground);
    report_row(report, row, ground.track, values);
    text_free(&ground.saved);
    session_free(ground.session);
    track_release(ground.track);
}

static void measure_proof(struct report *report, const struct track *track)
{
    static const struct measurement row = {
        .name = "proof that a lap is possible", .unit = "ms", .target = 1000};
    double values[RUNS];
    for (int i = 0; i < RUNS; i++) {
        struct error error;
        int64_t start = clock_nanoseconds();
        lap_prove(track, NULL, NULL, &error);
        values[i] = seconds_since(start) * 1e3;
    }
    report_row(report, &row, track, values);
}

static void measure_starts(struct report *report)
{
    static const struct measurement row = {
        .name = "start points of an arena of 4096 x 4096", .unit = "ms", .target = 1000};
    double values[RUNS];
    struct track *track = bench_wide_arena();
    for (int i = 0; i < RUNS; i++) {
        int64_t start = clock_nanoseconds();
        bench_starts(track);
        values[i] = seconds_since(start) * 1e3;
    }
    report_row(report, &row, track, values);
    track_release(track);
}

/* What is done after each stroke in the editor. */
static void measure_drawing(struct report *report)
{
    static const struct measurement rows[] = {
        {.name = "check of a sheet after a stroke", .unit = "ms", .target = 10},
        {.name = "a stroke of 2,000 places", .unit = "ms", .target = 10},
    };
    static double (*const measures[])(const struct draft *) = {bench_check_sheet, bench_stroke};
    struct draft draft;
    struct error error;
    bench_sheet(&draft);
    draft.name = memory_copy_string("a drawn sheet");
    struct track *track = track_from_draft(&draft, &error);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double values[RUNS];
        for (int run = 0; run < RUNS; run++)
            values[run] = measures[i](&draft);
        report_row(report, &rows[i], track, values);
    }
    track_release(track);
    draft_free(&draft);
}

static bool measure_shipped_tracks(struct report *report, struct error *error)
{
    const char *folder = command_asset_folder("tracks");
    int count = 0;
    char **names = folder == NULL ? NULL : file_list_folder(folder, ".svg", &count);
    bool sound = true;
    for (int i = 0; i < count && sound; i++) {
        char *path = file_join(folder, names[i]);
        struct track *track = svg_load_track(path, error);
        sound = track != NULL;
        if (sound)
            measure_proof(report, track);
        if (sound && track->has_line)
            report->all_reached = bench_solver_shipped(report->rows, track) && report->all_reached;
        track_release(track);
        free(path);
    }
    file_free_names(names, count);
    return sound;
}

int main(int argument_count, char **arguments)
{
    bool as_json = false;
    bool long_ones = false;
    for (int i = 1; i < argument_count; i++) {
        as_json |= strcmp(arguments[i], "--json") == 0;
        long_ones |= strcmp(arguments[i], "--long") == 0;
    }
    if (argument_count > 1 + as_json + long_ones)
        return command_fail(STATUS_USAGE, "bench takes --json and --long, not \"%s\"",
                            arguments[argument_count - 1]);
    struct report report = {.rows = as_json ? json_array() : NULL, .all_reached = true};
    struct error error = {0};
    for (size_t i = 0; !long_ones && i < sizeof measurements / sizeof *measurements; i++)
        run_measurement(&report, &measurements[i]);
    if (!long_ones)
        measure_drawing(&report);
    if (!long_ones)
        measure_starts(&report);
    if (!long_ones && !measure_shipped_tracks(&report, &error))
        return command_fail(STATUS_FAILED, "a shipped track, line %d: %s", error.line, error.text);
    if (!(long_ones ? bench_level_races : bench_level_moves)(report.rows, &report.all_reached,
                                                             &error))
        return command_fail(STATUS_FAILED, "a shipped track, line %d: %s", error.line, error.text);
    report.all_reached = bench_solver(report.rows, long_ones) && report.all_reached;
    report.all_reached = (long_ones || bench_ghost(report.rows)) && report.all_reached;
    report.all_reached = (long_ones || bench_photo(report.rows)) && report.all_reached;
    report.all_reached = (long_ones || bench_generator(report.rows)) && report.all_reached;
    if (as_json) {
        json_t *object = json_pack("{s:s, s:b, s:o}", "version", command_version, "reached",
                                   report.all_reached, "rows", report.rows);
        json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
        putchar('\n');
        json_decref(object);
    }
    return STATUS_DONE;
}
