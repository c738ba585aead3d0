/* See solver.h. */
#include "bench/solver.h"

#include "base/clock.h"
#include "base/random.h"
#include "bench/median.h"
#include "bench/plain.h"
#include "drivers/graph_paper/solver/solver.h"
#include "track/svg.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { RUNS = 7 };

/* What one waits for, because the search takes all processors. */
static double now_milliseconds(void)
{
    return (double)clock_nanoseconds() / 1e6;
}

/* --- sheets ------------------------------------------------------------------------------------
 */

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

static const struct sheet {
    const char *name;
    int width, height;
    void (*draw)(struct text *svg, const struct track *sheet);
    bool walls_out;
    bool takes_long;
    double milliseconds; /* at most */
    double ratio;        /* at least */
} sheets[] = {
    {"freehand ring", 266, 200, draw_ring, false, false, 40, 10},
    {"open field", 400, 100, draw_field, false, false, 500, 10},
    {"staircase, walls out", 862, 792, draw_staircase, true, true, 60, 10},
    {"freehand ring", 1066, 800, draw_ring, false, true, 500, 30},
};

static struct track *make_track(const struct sheet *sheet)
{
    struct text svg = {0};
    struct error error = {0};
    struct track size = {.width = sheet->width, .height = sheet->height};
    text_append_format(&svg, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d'>",
                       sheet->width, sheet->height);
    sheet->draw(&svg, &size);
    text_append(&svg, "</svg>");
    struct track *track = svg_read_track(svg.data, svg.length, &error);
    text_free(&svg);
    if (track == NULL)
        fprintf(stderr, "graphprix: %s to measure on: %s\n", sheet->name, error.text);
    assert(track != NULL);
    return track;
}

/* --- measuring ---------------------------------------------------------------------------------
 */

static double solve(const struct setup *setup, struct solution *solution)
{
    struct error error = {0};
    double begin = now_milliseconds();
    struct solver *solver = solver_create(setup, &(struct solver_options){0}, &error);
    bool found = solver != NULL && solver_solve(solver, solution, &error);
    double milliseconds = now_milliseconds() - begin;
    solver_free(solver);
    if (!found)
        fprintf(stderr, "graphprix: %s\n", error.text);
    assert(found);
    free(solution->line);
    return milliseconds;
}

static double median_solve(const struct track *track, bool walls_out, struct solution *solution)
{
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    double values[RUNS];
    setup.track = track;
    if (walls_out)
        setup.values[FIELD_WALLS] = WALLS_OUT;
    for (int i = 0; i < RUNS; i++)
        values[i] = solve(&setup, solution);
    return bench_median(values, RUNS);
}

static long memory_peak(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

/* A row about a track that comes with the game; without a target if that is 0. */
static bool report_shipped(json_t *rows, const struct track *track, const char *name,
                           double milliseconds, double target)
{
    bool reached = target == 0 || milliseconds <= target;
    if (rows != NULL) {
        json_array_append_new(rows, json_pack("{s:s, s:f, s:s, s:f, s:b, s:s}", "name", name,
                                              "median", milliseconds, "unit", "ms", "target",
                                              target, "reached", reached, "track", track->name));
        return reached;
    }
    printf("%-34s %12.*f ms   ", name, milliseconds < 0.1 ? 4 : 2, milliseconds);
    if (target != 0)
        printf("target <= %-8.0f %-8s ", target, reached ? "reached" : "MISSED");
    else
        printf("%-28s", "");
    printf("%s, %d x %d\n", track->name, track->width, track->height);
    fflush(stdout);
    return reached;
}

static struct solver *prepare(const struct setup *setup, bool with_extras, double *milliseconds)
{
    struct error error = {0};
    double begin = now_milliseconds();
    struct solver *solver = solver_create(
        setup, &(struct solver_options){.with_extras = with_extras, .for_questions = true}, &error);
    bool done = solver != NULL && solver_prepare(solver, &error);
    *milliseconds = now_milliseconds() - begin;
    if (!done)
        fprintf(stderr, "graphprix: %s\n", error.text);
    assert(done);
    return solver;
}

static double median_prepare(const struct setup *setup, bool with_extras)
{
    double values[RUNS];
    for (int i = 0; i < RUNS; i++)
        solver_free(prepare(setup, with_extras, &values[i]));
    return bench_median(values, RUNS);
}

/* The mean over cars everywhere on the sheet, at all sorts of speed. */
static double measure_question(const struct setup *setup)
{
    enum { FASTEST = 4, SPEEDS = 2 * FASTEST + 1 };
    double milliseconds;
    struct solver *solver = prepare(setup, true, &milliseconds);
    int across = setup->track->width + 1;
    int count = across * (setup->track->height + 1) * SPEEDS;
    double begin = now_milliseconds();
    for (int i = 0; i < count; i++) {
        int point = i / SPEEDS;
        struct car car = {.status = CAR_RACING,
                          .at = {point % across, point / across},
                          .velocity = {i % SPEEDS - FASTEST, point % SPEEDS - FASTEST},
                          .crossings = 1,
                          .nitros = setup->values[FIELD_NITROS]};
        solver_remaining(solver, &car);
    }
    milliseconds = (now_milliseconds() - begin) / count;
    solver_free(solver);
    return milliseconds;
}

bool bench_solver_shipped(json_t *rows, const struct track *track)
{
    enum { ROUNDS = 10, SMALL = 40 * 30, READY = 200, QUESTION = 5 };
    struct solution solution = {0};
    bool is_small = track->width * track->height <= SMALL;
    double median = median_solve(track, false, &solution);
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    setup.track = track;
    struct setup advanced = setup_from_preset(&graph_paper_game, PRESET_BABYLON_ADVANCED);
    advanced.track = track;
    bool reached = report_shipped(rows, track, "fewest rounds", median, is_small ? ROUNDS : 0);
    reached &= report_shipped(rows, track, "ready for questions, no nitros",
                              median_prepare(&setup, false), READY);
    reached &= report_shipped(rows, track, "ready for questions, 3 nitros",
                              median_prepare(&setup, true), READY);
    report_shipped(rows, track, "ready under babylon-advanced", median_prepare(&advanced, true), 0);
    reached &= report_shipped(rows, track, "a question", measure_question(&setup), QUESTION);
    return reached;
}

static bool measure(json_t *rows, const struct sheet *sheet)
{
    struct track *track = make_track(sheet);
    struct solution solution = {0};
    double median = median_solve(track, sheet->walls_out, &solution);
    long memory = memory_peak();
    double begin = now_milliseconds();
    struct plain_result plain = bench_plain_search(track, sheet->walls_out);
    double slow = now_milliseconds() - begin;
    assert(plain.rounds == solution.rounds);
    bool reached = median <= sheet->milliseconds && slow / median >= sheet->ratio;
    if (rows != NULL)
        json_array_append_new(
            rows,
            json_pack("{s:s, s:f, s:s, s:f, s:b, s:[i,i], s:i, s:I, s:f, s:I, s:f, s:I}", "name",
                      sheet->name, "median", median, "unit", "ms", "target", sheet->milliseconds,
                      "reached", reached, "sheet", sheet->width, sheet->height, "rounds",
                      solution.rounds, "states", (json_int_t)solution.states, "plain", slow,
                      "plain_states", (json_int_t)plain.states, "ratio", slow / median, "mebibytes",
                      (json_int_t)memory));
    else
        printf("%-34s %12.2f ms   target <= %-8.0f %-8s %d x %d, %d rounds; plain search %.0f ms, "
               "%llu states: %.0f times as long, target %.0f; %ld MiB\n",
               sheet->name, median, sheet->milliseconds, reached ? "reached" : "MISSED",
               sheet->width, sheet->height, solution.rounds, slow, (unsigned long long)plain.states,
               slow / median, sheet->ratio, memory);
    fflush(stdout);
    track_release(track);
    return reached;
}

bool bench_solver(json_t *rows, bool long_ones)
{
    bool all_reached = true;
    for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++)
        if (sheets[i].takes_long == long_ones)
            all_reached = measure(rows, &sheets[i]) && all_reached;
    return all_reached;
}
