/* A large sheet, and what is measured on it. */
#include "bench/studio.h"

#include "base/clock.h"
#include "base/random.h"
#include "studio/graph_paper/sketch/sketch.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
        struct point at = {(int32_t)(FINE * (BENCH_SHEET_WIDTH / 2.0) * (1 + out * cos(angle))),
                           (int32_t)(FINE * (BENCH_SHEET_HEIGHT / 2.0) * (1 + out * sin(angle)))};
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
    struct spot middle = {BENCH_SHEET_WIDTH / 2.0 * (1 + 0.72 * cos(angle)),
                          BENCH_SHEET_HEIGHT / 2.0 * (1 + 0.72 * sin(angle))};
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

void bench_sheet(struct draft *draft)
{
    enum { ISLANDS = 40, ISLAND = 25, WALL = (BENCH_SHEET_VERTICES - ISLANDS * ISLAND - 2) / 2 };
    struct random random = random_seeded(1);
    *draft = (struct draft){.width = BENCH_SHEET_WIDTH, .height = BENCH_SHEET_HEIGHT};
    add_wall(draft, WALL, 0.88, &random);
    add_wall(draft, WALL, 0.55, &random);
    for (int i = 0; i < ISLANDS; i++)
        add_island(draft,
                   i % 4 == 0   ? DRAFT_SLICK
                   : i % 4 == 2 ? DRAFT_TURBO
                                : DRAFT_WALL,
                   TURN * (i + 0.5) / ISLANDS, ISLAND);
    add_grid_line(draft, DRAFT_START_FINISH, (struct point){150, 75}, (struct point){200, 75});
    assert(draft->vertex_count == BENCH_SHEET_VERTICES);
}

double bench_check_sheet(const struct draft *draft)
{
    struct draft_problem problems[50];
    struct error error = {0};
    int64_t start = clock_nanoseconds();
    int count = draft_list_problems(draft, problems, 50);
    struct track *track = track_from_draft(draft, &error);
    double milliseconds = (double)(clock_nanoseconds() - start) / 1e6;
    if (count > 0 || !track)
        fprintf(stderr, "graphprix: the sheet to measure on: %s\n",
                count > 0 ? problems[0].error.text : error.text);
    assert(count == 0 && track);
    track_release(track);
    return milliseconds;
}

double bench_stroke(const struct draft *draft)
{
    enum { PLACES = 2000 };
    struct draft copy;
    struct error error;
    struct spot *raw = malloc(PLACES * sizeof *raw);
    assert(raw != NULL);
    for (int i = 0; i < PLACES; i++)
        raw[i] = (struct spot){100 + 40 * cos(TURN * i / PLACES), 75 + 30 * sin(TURN * i / PLACES)};
    draft_copy(&copy, draft);
    struct sketch *sketch = sketch_from_draft(&copy);
    int64_t start = clock_nanoseconds();
    int item = sketch_draw_stroke(sketch, DRAFT_WALL, raw, PLACES, 0.6, &error);
    double milliseconds = (double)(clock_nanoseconds() - start) / 1e6;
    assert(item >= 0);
    (void)item;
    sketch_free(sketch);
    free(raw);
    return milliseconds;
}
