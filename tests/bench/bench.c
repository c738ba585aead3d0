/* bench [--json] [--long] [WORDS]: measurements without a window, one line each: what, the median
 * of several runs, the target that it should reach, and on which ground. --json prints one JSON
 * object with all rows; --long measures only what takes minutes: the levels of drivers against the
 * fewest rounds and against each other, and the fewest rounds on the largest sheets, beside a plain
 * search. WORDS: only the rows whose names hold them.
 */
#include "bench/bench.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "commands/command.h"
#include "drivers/graph_paper/levels/driver.h"
#include "track/draft.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 60, LONG_ROUNDS = 500 };

static const struct bench_row rows[] = {
    {"moves of one car, no nitros",
     "us",
     2,
     false,
     bench_prepare_race,
     bench_moves,
     0,
     {500, 500, 1, ROUNDS},
     NULL},
    {"positions a second, 8 edges",
     "1/s",
     313000,
     true,
     bench_prepare_race,
     bench_positions,
     0,
     {4, 4, 1, ROUNDS},
     NULL},
    {"positions a second, 16 edges",
     "1/s",
     175000,
     true,
     bench_prepare_race,
     bench_positions,
     0,
     {8, 8, 1, ROUNDS},
     NULL},
    {"positions a second, 29 edges",
     "1/s",
     61000,
     true,
     bench_prepare_race,
     bench_positions,
     0,
     {15, 14, 1, ROUNDS},
     NULL},
    {"a move with everything on, 8 cars",
     "us",
     50,
     false,
     bench_prepare_busy_race,
     bench_apply,
     0,
     {500, 500, 8, ROUNDS},
     NULL},
    {"load a race of 8 cars, 500 moves each",
     "ms",
     100,
     false,
     bench_prepare_race,
     bench_load,
     0,
     {500, 500, 8, LONG_ROUNDS},
     NULL},
    {"undo or redo at move 500, 8 cars",
     "us",
     5000,
     false,
     bench_prepare_race,
     bench_undo,
     0,
     {500, 500, 8, LONG_ROUNDS},
     NULL},
    {"check of a sheet after a stroke",
     "ms",
     10,
     false,
     bench_prepare_sheet,
     bench_check_sheet,
     0,
     {0},
     NULL},
    {"a stroke of 2,000 places", "ms", 10, false, bench_prepare_sheet, bench_stroke, 0, {0}, NULL},
    {"a turn of 8 stock cars", "us", 100, false, NULL, bench_stock_turn, 0, {0}, NULL},
    {"an order that is tried", "us", 5, false, NULL, bench_stock_try, 0, {0}, NULL},
    {"a turn of 8 cars on a circuit", "us", 50, false, NULL, bench_circuit_turn, 0, {0}, NULL},
    {"moves of a car on a circuit", "us", 5, false, NULL, bench_circuit_moves, 0, {0}, NULL},
    {"start points of an arena of 4096 x 4096",
     "ms",
     1000,
     false,
     bench_prepare_arena,
     bench_start_points,
     0,
     {0},
     NULL},
};

/* On every track that comes with the game: */
static const struct bench_row proof_rows[] = {
    {"proof that a lap is possible", "ms", 1000, false, NULL, bench_prove, 0, {0}, NULL},
};
/* and if it has a line: */
static const struct bench_row line_rows[] = {
    {"fewest rounds", "ms", 10, false, NULL, bench_solve, 0, {0}, NULL},
    {"ready for questions, no nitros", "ms", 200, false, NULL, bench_ready, 0, {0}, NULL},
    {"ready for questions, 3 nitros",
     "ms",
     200,
     false,
     NULL,
     bench_ready_with_extras,
     0,
     {0},
     NULL},
    {"ready under babylon-advanced", "ms", 0, false, NULL, bench_ready_advanced, 0, {0}, NULL},
    {"a question", "ms", 5, false, NULL, bench_question, 1, {0}, NULL},
};

static const struct bench_row later_rows[] = {
    {"a move of 8 cars, rookie", "ms", 20, false, NULL, bench_level_move, 1, {LEVEL_ROOKIE}, NULL},
    {"a move of 8 cars, club", "ms", 20, false, NULL, bench_level_move, 1, {LEVEL_CLUB}, NULL},
    {"a move of 8 cars, pro", "ms", 20, false, NULL, bench_level_move, 1, {LEVEL_PRO}, NULL},
    {"a move of 8 cars, ace", "ms", 150, false, NULL, bench_level_move, 1, {LEVEL_ACE}, NULL},
    {"freehand ring",
     "ms",
     40,
     false,
     bench_prepare_large,
     bench_solve_large,
     1,
     {266, 200, 10},
     &bench_ring_sheet},
    {"open field",
     "ms",
     500,
     false,
     bench_prepare_large,
     bench_solve_large,
     1,
     {400, 100, 10},
     &bench_field_sheet},
    {"staircase, walls out",
     "ms",
     60,
     false,
     bench_prepare_large,
     bench_solve_large,
     1,
     {862, 792},
     &bench_staircase_sheet},
    {"large freehand ring",
     "ms",
     500,
     false,
     bench_prepare_large,
     bench_solve_large,
     1,
     {1066, 800},
     &bench_ring_sheet},
    {"ghost lap, ring", "ms", 500, false, bench_prepare_ghost, bench_ghost, 0, {0}, NULL},
    {"ghost lap, open field", "ms", 500, false, bench_prepare_ghost, bench_ghost, 0, {1}, NULL},
    {"ghost lap, shelves", "ms", 500, false, bench_prepare_ghost, bench_ghost, 0, {2}, NULL},
    {"no lap, shelves shut", "ms", 500, false, bench_prepare_ghost, bench_ghost, 0, {3}, NULL},
    {"photo of 12 megapixels traced",
     "ms",
     2000,
     false,
     bench_prepare_photo,
     bench_photo,
     0,
     {0},
     NULL},
    {"a generated track", "ms", 200, false, NULL, bench_generator, 1, {0}, NULL},
    {"1,000 exercises, proved", "s", 10, false, NULL, bench_exercises, 1, {0}, NULL},
    {"stock cars: an order by a rookie",
     "ms",
     1,
     false,
     NULL,
     bench_driven_decision,
     1,
     {0, BENCH_STOCK_CARS},
     NULL},
    {"stock cars: an order by a club",
     "ms",
     1,
     false,
     NULL,
     bench_driven_decision,
     1,
     {1, BENCH_STOCK_CARS},
     NULL},
    {"stock cars: an order by a pro",
     "ms",
     10,
     false,
     NULL,
     bench_driven_decision,
     1,
     {2, BENCH_STOCK_CARS},
     NULL},
    {"stock cars: an order by an ace",
     "ms",
     60,
     false,
     NULL,
     bench_driven_decision,
     1,
     {3, BENCH_STOCK_CARS},
     NULL},
    {"stock cars: fewest turns, slowest", "ms", 200, false, NULL, bench_stock_pars, 1, {0}, NULL},
    {"stock cars: large oval, one lap", "ms", 3000, false, NULL, bench_stock_large, 1, {1}, NULL},
    {"stock cars: large oval, three", "ms", 10000, false, NULL, bench_stock_large, 1, {3}, NULL},
    {"stock cars: 100 races of six clubs",
     "ms",
     15000,
     false,
     NULL,
     bench_driven_races,
     1,
     {BENCH_CLUB, BENCH_STOCK_CARS},
     NULL},
    {"circuit: a decision by a rookie",
     "ms",
     0.3,
     false,
     NULL,
     bench_driven_decision,
     1,
     {0, BENCH_CIRCUIT},
     NULL},
    {"circuit: a decision by a club",
     "ms",
     0.3,
     false,
     NULL,
     bench_driven_decision,
     1,
     {1, BENCH_CIRCUIT},
     NULL},
    {"circuit: a decision by a pro",
     "ms",
     5,
     false,
     NULL,
     bench_driven_decision,
     1,
     {2, BENCH_CIRCUIT},
     NULL},
    {"circuit: a decision by an ace",
     "ms",
     60,
     false,
     NULL,
     bench_driven_decision,
     1,
     {3, BENCH_CIRCUIT},
     NULL},
    {"circuit: fewest turns, one build",
     "ms",
     200,
     false,
     NULL,
     bench_circuit_pars,
     1,
     {false},
     NULL},
    {"circuit: fewest turns, all builds",
     "ms",
     3000,
     false,
     NULL,
     bench_circuit_pars,
     1,
     {true},
     NULL},
    {"circuit: 100 races of six clubs",
     "ms",
     10000,
     false,
     NULL,
     bench_driven_races,
     1,
     {BENCH_CLUB, BENCH_CIRCUIT},
     NULL},
};

/* --long, on every track with a line: numbers are the level and the least that it is above. */
static const struct bench_row alone_rows[] = {
    {"rookie alone, above the fewest rounds",
     "%",
     60,
     false,
     NULL,
     bench_level_alone,
     1,
     {LEVEL_ROOKIE, 25},
     NULL},
    {"club alone, above the fewest rounds",
     "%",
     15,
     false,
     NULL,
     bench_level_alone,
     1,
     {LEVEL_CLUB, -100},
     NULL},
    {"pro alone, above the fewest rounds",
     "%",
     5,
     false,
     NULL,
     bench_level_alone,
     1,
     {LEVEL_PRO, -100},
     NULL},
    {"ace alone, above the fewest rounds",
     "%",
     1e-9,
     false,
     NULL,
     bench_level_alone,
     1,
     {LEVEL_ACE, -100},
     NULL},
};
static const struct bench_row long_rows[] = {
    {"wins of club over rookie", "%", 70, true, NULL, bench_level_wins, 1, {LEVEL_CLUB}, NULL},
    {"wins of pro over club", "%", 70, true, NULL, bench_level_wins, 1, {LEVEL_PRO}, NULL},
    {"wins of ace over pro", "%", 70, true, NULL, bench_level_wins, 1, {LEVEL_ACE}, NULL},
    {"stock cars: club over rookie",
     "%",
     65,
     true,
     NULL,
     bench_driven_wins,
     1,
     {1, BENCH_STOCK_CARS},
     NULL},
    {"stock cars: pro over club",
     "%",
     65,
     true,
     NULL,
     bench_driven_wins,
     1,
     {2, BENCH_STOCK_CARS},
     NULL},
    {"stock cars: ace over pro",
     "%",
     65,
     true,
     NULL,
     bench_driven_wins,
     1,
     {3, BENCH_STOCK_CARS},
     NULL},
    {"circuit: club over rookie",
     "%",
     65,
     true,
     NULL,
     bench_driven_wins,
     1,
     {1, BENCH_CIRCUIT},
     NULL},
    {"circuit: pro over club", "%", 65, true, NULL, bench_driven_wins, 1, {2, BENCH_CIRCUIT}, NULL},
    {"circuit: ace over pro", "%", 65, true, NULL, bench_driven_wins, 1, {3, BENCH_CIRCUIT}, NULL},
    {"stock cars: second of four clubs",
     "",
     1,
     false,
     NULL,
     bench_driven_closeness,
     1,
     {0, BENCH_STOCK_CARS},
     NULL},
    {"circuit: second of four clubs",
     "",
     3,
     false,
     NULL,
     bench_driven_closeness,
     1,
     {0, BENCH_CIRCUIT},
     NULL},
    {"circuit: turns of six, 15 to", "", 25, false, NULL, bench_circuit_field, 1, {0}, NULL},
    {"circuit: the best build wins", "%", 30, false, NULL, bench_circuit_builds, 1, {0}, NULL},
    {"staircase, walls out",
     "ms",
     60,
     false,
     bench_prepare_large,
     bench_solve_large,
     1,
     {862, 792, 10},
     &bench_staircase_sheet},
    {"large freehand ring",
     "ms",
     500,
     false,
     bench_prepare_large,
     bench_solve_large,
     1,
     {1066, 800, 30},
     &bench_ring_sheet},
};
#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

/* --- what rows share -------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b)
{
    double one = *(const double *)a;
    double other = *(const double *)b;
    return one < other ? -1 : one > other;
}

double bench_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_numbers);
    return values[count / 2];
}

double bench_milliseconds_since(int64_t start)
{
    return (double)(clock_nanoseconds() - start) / 1e6;
}

double bench_processor_milliseconds_since(int64_t start)
{
    return (double)(clock_processor_nanoseconds() - start) / 1e6;
}

static struct track *sound(struct track *track, const char *what, const struct error *error)
{
    if (track == NULL)
        fprintf(stderr, "graphprix: %s, line %d: %s\n", what, error->line, error->text);
    assert(track != NULL);
    return track;
}

struct track *bench_track(struct text *svg)
{
    struct error error = {0};
    struct track *track = svg_read_track(svg->data, svg->length, &error);
    text_free(svg);
    return sound(track, "a sheet to measure on", &error);
}

struct track *bench_shipped_track(const char *file)
{
    struct error error = {0};
    const char *folder = command_asset_folder("tracks/graph-paper");
    assert(folder != NULL);
    char *path = file_join(folder, file);
    struct track *track = svg_load_track(path, &error);
    free(path);
    return sound(track, file, &error);
}

/* --- telling ---------------------------------------------------------------------------------- */

struct report {
    json_t *rows;     /* NULL: text lines at once */
    const char *only; /* rows with these words; NULL: all */
    bool all_reached;
};

static void tell(struct report *report, const struct bench_ground *ground, double value, int runs)
{
    const struct bench_row *row = ground->row;
    bool has_target = row->target > 0 && !ground->has_no_goal;
    bool reached =
        !ground->missed &&
        (!has_target || (row->more_is_better ? value >= row->target : value <= row->target));
    report->all_reached = report->all_reached && reached;
    if (report->rows != NULL) {
        json_array_append_new(report->rows,
                              json_pack("{s:s, s:f, s:s, s:f, s:b, s:s, s:i}", "name", row->name,
                                        "median", value, "unit", row->unit, "target",
                                        has_target ? row->target : 0, "reached", (int)reached,
                                        "about", ground->about, "runs", runs));
        return;
    }
    printf("%-39s %12.*f %-3s  ", row->name, value != 0 && value < 0.1 ? 4 : 2, value, row->unit);
    if (has_target)
        printf("target %s %-8.*f %-8s ",
               row->more_is_better ? ">=" : "<=", row->target > 0.01 && row->target < 1 ? 1 : 0,
               row->target, reached ? "reached" : "MISSED");
    else
        printf("%-28s", "");
    printf("%s\n", ground->about);
    fflush(stdout);
}

static void run_row(struct report *report, const struct bench_row *row, struct track *shipped)
{
    double values[BENCH_RUNS];
    int runs = row->runs > 0 ? row->runs : BENCH_RUNS;
    struct bench_ground ground = {.row = row, .track = shipped ? track_retain(shipped) : NULL};
    if (row->prepare != NULL)
        row->prepare(&ground);
    for (int i = 0; i < runs; i++)
        values[i] = row->measure(&ground);
    const struct track *track = ground.track;
    if (ground.about[0] == '\0')
        snprintf(ground.about, sizeof ground.about, "%s, %d x %d, %d wall edges", track->name,
                 track->width, track->height, area_edge_count(track->surface));
    tell(report, &ground, bench_median(values, runs), runs);
    text_free(&ground.saved);
    session_free(ground.session);
    draft_free(&ground.draft);
    track_release(ground.track);
}

static void run_rows(struct report *report, const struct bench_row *table, int count,
                     struct track *shipped)
{
    for (int i = 0; i < count; i++)
        if (!report->only || strstr(table[i].name, report->only))
            run_row(report, &table[i], shipped);
}

static void run_shipped(struct report *report, bool long_ones)
{
    const char *folder = command_asset_folder("tracks/graph-paper");
    int count = 0;
    char **names = folder == NULL ? NULL : file_list_folder(folder, ".svg", &count);
    for (int i = 0; i < count; i++) {
        struct track *track = bench_shipped_track(names[i]);
        if (!long_ones)
            run_rows(report, proof_rows, COUNT(proof_rows), track);
        if (track->has_line)
            run_rows(report, long_ones ? alone_rows : line_rows,
                     long_ones ? COUNT(alone_rows) : COUNT(line_rows), track);
        track_release(track);
    }
    file_free_names(names, count);
}

int main(int argument_count, char **arguments)
{
    struct report report = {.all_reached = true};
    bool as_json = false, long_ones = false;
    for (int i = 1; i < argument_count; i++) {
        if (strcmp(arguments[i], "--json") == 0)
            as_json = true;
        else if (strcmp(arguments[i], "--long") == 0)
            long_ones = true;
        else if (!report.only && arguments[i][0] != '-')
            report.only = arguments[i];
        else
            return command_fail(STATUS_USAGE, "bench takes --json, --long and words, not \"%s\"",
                                arguments[i]);
    }
    report.rows = as_json ? json_array() : NULL;
    if (!long_ones)
        run_rows(&report, rows, COUNT(rows), NULL);
    run_shipped(&report, long_ones);
    run_rows(&report, long_ones ? long_rows : later_rows,
             long_ones ? COUNT(long_rows) : COUNT(later_rows), NULL);
    if (as_json) {
        json_t *object = json_pack("{s:s, s:b, s:o}", "version", command_version, "reached",
                                   (int)report.all_reached, "rows", report.rows);
        json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
        putchar('\n');
        json_decref(object);
    }
    return report.all_reached ? STATUS_DONE : STATUS_FAILED;
}
