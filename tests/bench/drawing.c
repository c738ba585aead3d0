/* What the studio asks of a sheet while it is drawn: a track as a long evening with the pen leaves
 * it, and how soon such sheets show their par and best lap, one of them without any. */
#include "base/memory.h"
#include "base/number.h"
#include "bench/bench.h"
#include "drivers/graph_paper/driving.h"
#include "studio/graph_paper/sketch/sketch.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 200, HEIGHT = 150, VERTICES = 5000, SHELVES = 9 };

/* --- the sheet under the pen ------------------------------------------------------------------ */

static const double TURN = 6.283185307179586;

/* A wall round the middle that winds; `share` of what there is to the sheet's edge. */
static void add_wall(struct draft *draft, int count, double share, struct random *random)
{
    struct error error;
    draft_add_item(draft, DRAFT_WALL, 0);
    draft_begin_loop(draft);
    for (int i = 0; i < count; i++) {
        double angle = TURN * i / count;
        double tremor = (random_below(random, 1001) - 500.0) / 50000;
        double out = share + tremor + 0.05 * sin(7 * angle) + 0.03 * cos(13 * angle);
        struct point at = {(int32_t)(FINE * (WIDTH / 2.0) * (1 + out * cos(angle))),
                           (int32_t)(FINE * (HEIGHT / 2.0) * (1 + out * sin(angle)))};
        bool added = draft_add_vertex(draft, at, &error);
        assert(added);
        (void)added;
    }
    draft_close_loop(draft);
}

/* A small closed shape on the road. */
static void add_island(struct draft *draft, enum draft_role role, double angle, int count)
{
    struct error error;
    struct spot middle = {WIDTH / 2.0 * (1 + 0.72 * cos(angle)),
                          HEIGHT / 2.0 * (1 + 0.72 * sin(angle))};
    draft_add_item(draft, role, 0)->arrow = (struct point){1, 0};
    draft_begin_loop(draft);
    for (int i = 0; i < count; i++) {
        double turn = TURN * i / count;
        struct point at = {(int32_t)(FINE * (middle.x + 1.5 * cos(turn))),
                           (int32_t)(FINE * (middle.y + 1.5 * sin(turn)))};
        bool added = draft_add_vertex(draft, at, &error);
        assert(added);
        (void)added;
    }
    draft_close_loop(draft);
}

static void add_grid_line(struct draft *draft, enum draft_role role, struct point from,
                          struct point to)
{
    struct error error;
    draft_add_item(draft, role, 0);
    draft_begin_loop(draft);
    draft_add_vertex(draft, point_to_fine(from), &error);
    draft_add_vertex(draft, point_to_fine(to), &error);
}

static void draw_sheet(struct draft *draft)
{
    enum { ISLANDS = 40, ISLAND = 25, WALL = (VERTICES - ISLANDS * ISLAND - 2) / 2 };
    struct random random = random_seeded(1);
    *draft = (struct draft){.width = WIDTH, .height = HEIGHT};
    add_wall(draft, WALL, 0.88, &random);
    add_wall(draft, WALL, 0.55, &random);
    for (int i = 0; i < ISLANDS; i++)
        add_island(draft,
                   i % 4 == 0   ? DRAFT_SLICK
                   : i % 4 == 2 ? DRAFT_TURBO
                                : DRAFT_WALL,
                   TURN * (i + 0.5) / ISLANDS, ISLAND);
    add_grid_line(draft, DRAFT_START_FINISH, (struct point){150, 75}, (struct point){200, 75});
    assert(draft->vertex_count == VERTICES);
}

void bench_prepare_sheet(struct bench_ground *ground)
{
    struct error error;
    draw_sheet(&ground->draft);
    ground->draft.name = memory_copy_string("a drawn sheet");
    ground->track = track_from_draft(&ground->draft, &error);
}

double bench_check_sheet(struct bench_ground *ground)
{
    struct draft_problem problems[50];
    struct error error = {0};
    int64_t start = clock_nanoseconds();
    int count = draft_list_problems(&ground->draft, problems, 50);
    struct track *track = track_from_draft(&ground->draft, &error);
    double milliseconds = bench_milliseconds_since(start);
    assert(count == 0 && track);
    (void)count;
    track_release(track);
    return milliseconds;
}

double bench_stroke(struct bench_ground *ground)
{
    enum { PLACES = 2000 };
    struct draft copy;
    struct error error;
    struct spot *raw = malloc(PLACES * sizeof *raw);
    assert(raw != NULL);
    for (int i = 0; i < PLACES; i++)
        raw[i] = (struct spot){100 + 40 * cos(TURN * i / PLACES), 75 + 30 * sin(TURN * i / PLACES)};
    draft_copy(&copy, &ground->draft);
    struct steps *sketch = sketch_from_draft(&copy);
    int64_t start = clock_nanoseconds();
    int item = sketch_draw_stroke(sketch, DRAFT_WALL, raw, PLACES, 0.6, &error);
    double milliseconds = bench_milliseconds_since(start);
    assert(item >= 0);
    (void)item;
    steps_free(sketch);
    free(raw);
    return milliseconds;
}

/* --- best laps -------------------------------------------------------------------------------- */

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

static void (*const ghosts[])(struct text *svg, struct random *random) = {
    draw_ring, draw_field, draw_way_up, draw_dead_end};

void bench_prepare_ghost(struct bench_ground *ground)
{
    struct text svg = {0};
    struct random random = random_seeded(1);
    text_append_format(&svg, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d'>", WIDTH,
                       HEIGHT);
    ghosts[ground->row->numbers[0]](&svg, &random);
    text_append(&svg, "</svg>");
    ground->track = bench_track(&svg);
}

double bench_ghost(struct bench_ground *ground)
{
    struct lap_finding finding;
    struct error error;
    int64_t start = clock_processor_nanoseconds();
    bool possible = lap_find(ground->track, NULL, &finding, &error);
    double milliseconds = bench_processor_milliseconds_since(start);
    assert(possible == (ghosts[ground->row->numbers[0]] != draw_dead_end));
    assert((finding.line != NULL) == possible);
    (void)possible;
    free(finding.line);
    snprintf(ground->about, sizeof ground->about, "%d x %d, %d wall edges, %d rounds", WIDTH,
             HEIGHT, area_edge_count(ground->track->surface), finding.lap.rounds);
    return milliseconds;
}
