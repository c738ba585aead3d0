/* See ghost.h. */
#include "bench/ghost.h"

#include "base/clock.h"
#include "base/random.h"
#include "bench/median.h"
#include "studio/graph_paper/lap.h"
#include "track/svg.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RUNS = 7, WIDTH = 200, HEIGHT = 150, VERTICES = 5000, TARGET = 500 };
enum { SHELVES = 9 };

/* --- sheets ---------------------------------------------------------------------------------- */

static double tremble(struct random *random)
{
    return (double)random_below(random, 1001) / 1000 * 0.06;
}

static void append_vertex(struct text *svg, double x, double y)
{
    int across = (int)(1000 * x), down = (int)(1000 * y);
    text_append_format(svg, " %d.%03d,%d.%03d", across / 1000, across % 1000, down / 1000,
                       down % 1000);
}

/* An ellipse round the middle of the sheet that fills a part of it. */
static void append_round(struct text *svg, double part, int vertices, struct random *random)
{
    const double turn = 6.283185307179586;
    text_append(svg, "<polygon class='wall' points='");
    for (int i = 0; i < vertices; i++) {
        double angle = turn * i / vertices, bulge = 1 + 0.02 * sin(5 * angle) - 0.02;
        double far = part * (bulge - tremble(random) / 40);
        append_vertex(svg, WIDTH / 2.0 * (1 + far * cos(angle)),
                      HEIGHT / 2.0 * (1 + far * sin(angle)));
    }
    text_append(svg, "'/>");
}

/* A rectangle whose edges tremble inwards. */
static void append_box(struct text *svg, const double box[4], int vertices, struct random *random)
{
    static const int corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    int side = vertices / 4;
    text_append(svg, "<polygon class='wall' points='");
    for (int i = 0; i < 4 * side; i++) {
        const int *from = corners[i / side], *to = corners[(i / side + 1) % 4];
        double t = (double)(i % side) / side, inwards = tremble(random);
        double x = from[0] + (to[0] - from[0]) * t, y = from[1] + (to[1] - from[1]) * t;
        append_vertex(svg, box[0] + inwards + x * (box[2] - 2 * inwards),
                      box[1] + inwards + y * (box[3] - 2 * inwards));
    }
    text_append(svg, "'/>");
}

static void draw_ring(struct text *svg, struct random *random)
{
    append_round(svg, 0.98, VERTICES / 2, random);
    append_round(svg, 0.84, VERTICES / 2, random);
    text_append_format(svg, "<line class='start finish' x1='%d' y1='75' x2='%d' y2='75'/>",
                       WIDTH * 92 / 100 - 4, WIDTH);
}

static void draw_field(struct text *svg, struct random *random)
{
    append_box(svg, (double[4]){0, 0, WIDTH, HEIGHT}, VERTICES / 2, random);
    append_box(svg, (double[4]){60, 70, 80, 10}, VERTICES / 2, random);
    text_append_format(svg, "<line class='start finish' x1='139' y1='75' x2='%d' y2='75'/>", WIDTH);
}

/* From shelf to shelf, up the whole sheet; the last way out may be shut. */
static void draw_shelves(struct text *svg, struct random *random, bool shut)
{
    int each = VERTICES / (SHELVES + 1);
    append_box(svg, (double[4]){0, 0, WIDTH, HEIGHT}, each, random);
    for (int i = 0; i < SHELVES; i++) {
        bool is_last = shut && i == SHELVES - 1;
        double left = i % 2 == 0 && !is_last ? 15.2 : 0.2;
        double width = is_last ? WIDTH - 0.4 : WIDTH - 15.4;
        double top = HEIGHT - 15.5 - 15 * i;
        append_box(svg, (double[4]){left, top, width, 1}, each, random);
    }
    text_append_format(svg,
                       "<line class='start' x1='190' y1='%d' x2='190' y2='135'/>"
                       "<line class='finish' x1='100' y1='15' x2='100' y2='0'/>",
                       HEIGHT);
}

static void draw_way_up(struct text *svg, struct random *random)
{
    draw_shelves(svg, random, false);
}

static void draw_dead_end(struct text *svg, struct random *random)
{
    draw_shelves(svg, random, true);
}

static const struct sheet {
    const char *name;
    void (*draw)(struct text *svg, struct random *random);
    bool has_lap;
} sheets[] = {
    {"ghost lap, ring", draw_ring, true},
    {"ghost lap, open field", draw_field, true},
    {"ghost lap, shelves", draw_way_up, true},
    {"no lap, shelves shut", draw_dead_end, false},
};

static struct track *make_track(const struct sheet *sheet)
{
    struct text svg = {0};
    struct error error = {0};
    struct random random = random_seeded(1);
    text_append_format(&svg, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d'>", WIDTH,
                       HEIGHT);
    sheet->draw(&svg, &random);
    text_append(&svg, "</svg>");
    struct track *track = svg_read_track(svg.data, svg.length, &error);
    text_free(&svg);
    if (track == NULL)
        fprintf(stderr, "graphprix: %s: %s\n", sheet->name, error.text);
    assert(track != NULL);
    return track;
}

/* --- measuring ------------------------------------------------------------------------------- */

static double find(const struct sheet *sheet, const struct track *track, int *rounds)
{
    struct lap_finding finding;
    struct error error;
    int64_t begin = clock_processor_nanoseconds();
    bool possible = lap_find(track, NULL, &finding, &error);
    double milliseconds = (double)(clock_processor_nanoseconds() - begin) / 1e6;
    assert(possible == sheet->has_lap && (finding.line != NULL) == possible);
    (void)possible;
    *rounds = finding.lap.rounds;
    free(finding.line);
    return milliseconds;
}

static bool measure(json_t *rows, const struct sheet *sheet)
{
    struct track *track = make_track(sheet);
    double values[RUNS];
    int rounds = 0;
    for (int i = 0; i < RUNS; i++)
        values[i] = find(sheet, track, &rounds);
    double median = bench_median(values, RUNS);
    bool reached = median <= TARGET;
    int edges = area_edge_count(track->surface);
    track_release(track);
    if (rows != NULL)
        json_array_append_new(rows,
                              json_pack("{s:s, s:f, s:s, s:f, s:b, s:[i,i], s:i, s:i, s:i}", "name",
                                        sheet->name, "median", median, "unit", "ms", "target",
                                        (double)TARGET, "reached", reached, "sheet", WIDTH, HEIGHT,
                                        "edges", edges, "rounds", rounds, "runs", RUNS));
    else
        printf("%-34s %12.2f ms   target <= %-8d %-8s %d x %d, %d wall edges, %d rounds\n",
               sheet->name, median, TARGET, reached ? "reached" : "MISSED", WIDTH, HEIGHT, edges,
               rounds);
    fflush(stdout);
    return reached;
}

bool bench_ghost(json_t *rows)
{
    bool all_reached = true;
    for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++)
        all_reached = measure(rows, &sheets[i]) && all_reached;
    return all_reached;
}
