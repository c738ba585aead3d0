/* What the solver does on the tracks that come with the game and on sheets made to be hard, against
 * a plain search in the same run. Times are what one waits for, because it takes all processors. */
#include "drivers/graph_paper/solver/solver.h"

#include "base/number.h"
#include "bench/bench.h"
#include "bench/plain.h"
#include "drivers/graph_paper/driving.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* --- sheets ----------------------------------------------------------------------------------- */

enum { BULGES = 5 };

struct hand {
    double phase[BULGES], depth[BULGES];
};

static double draw_part(struct random *random)
{
    return (double)random_below(random, 10001) / 10000;
}

/* A closed line drawn by hand: an ellipse with bulges, trembling a little. */
static void append_loop(struct text *svg, const struct track *sheet, double part, int edges,
                        struct random *random)
{
    const double turn = 6.283185307179586;
    struct hand hand;
    for (int k = 0; k < BULGES; k++) {
        hand.phase[k] = turn * draw_part(random);
        hand.depth[k] = 0.02 * draw_part(random);
    }
    text_append(svg, "<polygon class='wall' points='");
    for (int i = 0; i < edges; i++) {
        double angle = turn * i / edges;
        double far = 0.97 + (draw_part(random) - 0.5) / 500;
        for (int k = 0; k < BULGES; k++)
            far += hand.depth[k] * sin((k + 2) * angle + hand.phase[k]);
        int x = (int)(1000 * sheet->width / 2 * (1 + part * far * cos(angle)));
        int y = (int)(1000 * sheet->height / 2 * (1 + part * far * sin(angle)));
        text_append_format(svg, " %d.%03d,%d.%03d", x / 1000, x % 1000, y / 1000, y % 1000);
    }
    text_append(svg, "'/>");
}

static void draw_ring(struct text *svg, const struct track *sheet)
{
    struct random random = random_seeded(1);
    int edges = sheet->width > 500 ? 1500 : 500;
    append_loop(svg, sheet, 0.96, edges, &random);
    append_loop(svg, sheet, 0.85, edges, &random);
    text_append_format(svg, "<line class='start finish' x1='%d' y1='%d' x2='%d' y2='%d'/>",
                       sheet->width, sheet->height / 2, sheet->width * 89 / 100, sheet->height / 2);
}

static void draw_field(struct text *svg, const struct track *sheet)
{
    static const double walls[][2] = {{20, 79.5}, {0.5, 69.5}, {30, 69.5}, {0.5, 59.5}};
    text_append_format(svg, "<rect class='wall' width='%d' height='%d'/>", sheet->width,
                       sheet->height);
    for (int i = 0; i < 4; i++)
        text_append_format(svg, "<rect class='wall' x='%d' y='%d.5' width='3' height='%d'/>",
                           80 * (i + 1), (int)walls[i][0], (int)walls[i][1]);
    text_append_format(svg,
                       "<line class='start' x1='2' y1='0' x2='2' y2='%d'/>"
                       "<line class='finish' x1='398' y1='0' x2='398' y2='%d'/>",
                       sheet->height, sheet->height);
}

enum { STEPS = 13, BROAD = 10 };

/* A corridor to the right and up, and again. */
static void draw_staircase(struct text *svg, const struct track *sheet)
{
    int across = (sheet->width - BROAD - 4) / STEPS;
    int up = (sheet->height - BROAD - 4) / STEPS;
    int top = sheet->height - 1;
    text_append_format(svg, "<polygon class='wall' points='1,%d", top);
    for (int i = 1; i <= STEPS; i++)
        text_append_format(svg, " %d,%d %d,%d", 1 + i * across + BROAD, top - (i - 1) * up,
                           1 + i * across + BROAD, top - i * up);
    int end = top - STEPS * up - BROAD;
    text_append_format(svg, " %d,%d", 1 + STEPS * across + BROAD, end);
    for (int i = STEPS; i >= 1; i--)
        text_append_format(svg, " %d,%d %d,%d", 1 + i * across, top - i * up - BROAD,
                           1 + i * across, top - (i - 1) * up - BROAD);
    text_append_format(svg,
                       " 1,%d'/><line class='start' x1='4' y1='%d' x2='4' y2='%d'/>"
                       "<line class='finish' x1='%d' y1='%d' x2='%d' y2='%d'/>",
                       top - BROAD, top - BROAD, top, 1 + STEPS * across, end + 2,
                       1 + STEPS * across + BROAD, end + 2);
}

struct bench_sheet {
    void (*draw)(struct text *svg, const struct track *sheet);
    bool walls_out;
};
const struct bench_sheet bench_ring_sheet = {draw_ring, false},
                         bench_field_sheet = {draw_field, false},
                         bench_staircase_sheet = {draw_staircase, true};

void bench_prepare_large(struct bench_ground *ground)
{
    struct text svg = {0};
    struct track size = {.width = ground->row->numbers[0], .height = ground->row->numbers[1]};
    text_append_format(&svg, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d'>",
                       size.width, size.height);
    ground->row->sheet->draw(&svg, &size);
    text_append(&svg, "</svg>");
    ground->track = bench_track(&svg);
}

/* --- measuring -------------------------------------------------------------------------------- */

static struct setup setup_of(const struct bench_ground *ground, int preset)
{
    struct setup setup = setup_from_preset(&graph_paper_game, preset);
    setup.course = graph_paper_course(ground->track);
    if (ground->row->sheet && ground->row->sheet->walls_out)
        setup.values[FIELD_WALLS] = WALLS_OUT;
    return setup;
}

/* The caller frees the line. */
static struct solution solve(const struct setup *setup, int threads)
{
    struct error error = {0};
    struct solution solution = {0};
    struct solver_options options = {.threads = threads};
    struct solver *solver = solver_create(setup, &options, &error);
    bool found = solver != NULL && solver_solve(solver, &solution, &error);
    solver_free(solver);
    if (!found)
        fprintf(stderr, "graphprix: %s\n", error.text);
    assert(found);
    return solution;
}

double bench_prove(struct bench_ground *ground)
{
    struct error error;
    int64_t start = clock_nanoseconds();
    lap_prove(ground->track, NULL, NULL, &error);
    return bench_milliseconds_since(start);
}

static void tell_size(struct bench_ground *ground)
{
    snprintf(ground->about, sizeof ground->about, "%s, %d x %d", ground->track->name,
             ground->track->width, ground->track->height);
}

double bench_solve(struct bench_ground *ground)
{
    enum { SMALL = 40 * 30 };
    struct setup setup = setup_of(ground, PRESET_RACING_CAR);
    int64_t start = clock_nanoseconds();
    free(solve(&setup, 0).line);
    tell_size(ground);
    ground->has_no_goal = ground->track->width * ground->track->height > SMALL;
    return bench_milliseconds_since(start);
}

static long memory_peak(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

static void compare_with_plain(struct bench_ground *ground, double milliseconds, int rounds)
{
    size_t used = strlen(ground->about);
    int64_t start = clock_nanoseconds();
    struct plain_result plain = bench_plain_search(ground->track, ground->row->sheet->walls_out);
    double ratio = bench_milliseconds_since(start) / milliseconds;
    assert(plain.rounds == rounds);
    (void)rounds;
    snprintf(ground->about + used, sizeof ground->about - used,
             "; plain search %.0f ms, %llu states: %.0f times as long, target %d; %ld MiB",
             ratio * milliseconds, (unsigned long long)plain.states, ratio, ground->row->numbers[2],
             memory_peak());
    ground->missed = ratio < ground->row->numbers[2];
}

/* The median of its own runs, because what it is compared with is done once. One thread must find
 * the same as all. */
double bench_solve_large(struct bench_ground *ground)
{
    struct setup setup = setup_of(ground, PRESET_RACING_CAR);
    struct solution alone = solve(&setup, 1);
    double values[BENCH_RUNS], busy[BENCH_RUNS];
    for (int i = 0; i < BENCH_RUNS; i++) {
        int64_t start = clock_nanoseconds(), processor = clock_processor_nanoseconds();
        struct solution found = solve(&setup, 0);
        values[i] = bench_milliseconds_since(start);
        busy[i] = bench_processor_milliseconds_since(processor);
        bool same =
            found.rounds == alone.rounds && found.moves == alone.moves &&
            found.states == alone.states &&
            memcmp(found.line, alone.line, ((size_t)alone.moves + 1) * sizeof *alone.line) == 0;
        assert(same);
        (void)same;
        free(found.line);
    }
    free(alone.line);
    double milliseconds = bench_median(values, BENCH_RUNS);
    snprintf(ground->about, sizeof ground->about, "%d x %d, %d rounds, %.1f ms of processors",
             ground->track->width, ground->track->height, alone.rounds,
             bench_median(busy, BENCH_RUNS));
    if (ground->row->numbers[2] > 0)
        compare_with_plain(ground, milliseconds, alone.rounds);
    return milliseconds;
}

/* --- questions -------------------------------------------------------------------------------- */

static struct solver *prepare(const struct setup *setup, bool with_extras, double *milliseconds)
{
    struct error error = {0};
    int64_t start = clock_nanoseconds();
    struct solver *solver = solver_create(
        setup, &(struct solver_options){.with_extras = with_extras, .for_questions = true}, &error);
    bool done = solver != NULL && solver_prepare(solver, &error);
    *milliseconds = bench_milliseconds_since(start);
    if (!done)
        fprintf(stderr, "graphprix: %s\n", error.text);
    assert(done);
    return solver;
}

static double ready(struct bench_ground *ground, int preset, bool with_extras)
{
    double milliseconds;
    struct setup setup = setup_of(ground, preset);
    solver_free(prepare(&setup, with_extras, &milliseconds));
    tell_size(ground);
    return milliseconds;
}

double bench_ready(struct bench_ground *ground)
{
    return ready(ground, PRESET_RACING_CAR, false);
}

double bench_ready_with_extras(struct bench_ground *ground)
{
    return ready(ground, PRESET_RACING_CAR, true);
}

double bench_ready_advanced(struct bench_ground *ground)
{
    return ready(ground, PRESET_BABYLON_ADVANCED, true);
}

/* The mean over cars everywhere on the sheet, at all sorts of speed. */
double bench_question(struct bench_ground *ground)
{
    enum { FASTEST = 4, SPEEDS = 2 * FASTEST + 1 };
    struct setup setup = setup_of(ground, PRESET_RACING_CAR);
    double milliseconds;
    struct solver *solver = prepare(&setup, true, &milliseconds);
    int across = graph_paper_track(&setup)->width + 1;
    int count = across * (graph_paper_track(&setup)->height + 1) * SPEEDS;
    int64_t start = clock_nanoseconds();
    for (int i = 0; i < count; i++) {
        int point = i / SPEEDS;
        struct car car = {.status = CAR_RACING,
                          .at = {point % across, point / across},
                          .velocity = {i % SPEEDS - FASTEST, point % SPEEDS - FASTEST},
                          .crossings = 1,
                          .nitros = setup.values[FIELD_NITROS]};
        solver_remaining(solver, &car);
    }
    milliseconds = bench_milliseconds_since(start) / count;
    solver_free(solver);
    tell_size(ground);
    return milliseconds;
}
