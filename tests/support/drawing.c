/* Drawn tracks for photograph.h: shipped ones and shapes of our own, by an unsteady hand. */
#include "photograph.h"

#include "base/memory.h"
#include "base/number.h"
#include "track/draft.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double turn = 6.283185307179586;
static const double step = .1;    /* squares between dots */
static const double wobble = .09; /* squares, and waves of that */

static const struct {
    const char *name;
    const char *file; /* a shipped track; NULL: made below */
} shapes[DRAWING_COUNT] = {
    {"First oval", "tracks/graph-paper/first-oval.svg"},
    {"Kidney", "tracks/graph-paper/kidney.svg"},
    {"Hairpin", "tracks/graph-paper/hairpin.svg"},
    {"Old town", "tracks/graph-paper/old-town.svg"},
    {"Triangle", "tracks/graph-paper/triangle.svg"},
    {"Three ponds", "tracks/graph-paper/three-ponds.svg"},
    {"Long road", "tracks/graph-paper/long-road.svg"},
    {"Hill climb", "tracks/graph-paper/hill-climb.svg"},
    {"Peanut", "tracks/graph-paper/peanut.svg"},
    {"along the grid", NULL},
    {"flower", NULL},
    {"snake", NULL},
    {"comb", NULL},
    {"triangle with a lake", NULL},
};

const char *drawing_name(int shape)
{
    return shapes[shape].name;
}

/* --- outlines -------------------------------------------------------------------------------- */

static double far(struct dot a, struct dot b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/* Dots in equal steps along the polygon, each moved a little to the side, smoothly. */
static struct outline draw_by_hand(const struct dot *corners, int count, struct random *random)
{
    double length = 0;
    for (int i = 0; i < count; i++)
        length += far(corners[i], corners[(i + 1) % count]);
    struct outline outline = {.count = (int)(length / step)};
    outline.dots = memory_allocate((size_t)outline.count, sizeof *outline.dots);
    double phases[6];
    for (int i = 0; i < 6; i++)
        phases[i] = (double)random_below(random, 1000) / 1000 * turn;
    int edge = 0;
    double before = 0;
    for (int i = 0; i < outline.count; i++) {
        double at = i * length / outline.count;
        while (before + far(corners[edge], corners[(edge + 1) % count]) < at) {
            before += far(corners[edge], corners[(edge + 1) % count]);
            edge++;
        }
        struct dot a = corners[edge % count];
        struct dot b = corners[(edge + 1) % count];
        double part = (at - before) / far(a, b);
        double side[2] = {0, 0};
        for (int wave = 0; wave < 6; wave++)
            side[wave % 2] +=
                sin(turn * i / outline.count * floor(length / (3 + 2 * wave)) + phases[wave]);
        outline.dots[i] = (struct dot){a.x + part * (b.x - a.x) + wobble / 2 * side[0],
                                       a.y + part * (b.y - a.y) + wobble / 2 * side[1]};
    }
    return outline;
}

static void add_wall(struct drawing *drawing, const struct dot *corners, int count,
                     struct random *random)
{
    assert(drawing->wall_count < 8);
    drawing->walls[drawing->wall_count++] = draw_by_hand(corners, count, random);
}

/* --- shapes ---------------------------------------------------------------------------------- */

static void draw_shipped(struct drawing *drawing, const char *file, struct random *random)
{
    struct error error;
    struct track *track = svg_load_track(file, &error);
    assert(track != NULL);
    drawing->width = track->width;
    drawing->height = track->height;
    for (int i = 0; i < area_loop_count(track->surface); i++) {
        struct loop loop = area_loop(track->surface, i);
        struct dot *corners = memory_allocate((size_t)loop.count, sizeof *corners);
        for (int j = 0; j < loop.count; j++)
            corners[j] =
                (struct dot){(double)loop.vertices[j].x / FINE, (double)loop.vertices[j].y / FINE};
        add_wall(drawing, corners, loop.count, random);
        free(corners);
    }
    drawing->line[0] = (struct dot){track->start.from.x, track->start.from.y};
    drawing->line[1] = (struct dot){track->start.to.x, track->start.to.y};
    track_release(track);
}

static void draw_round(struct drawing *drawing, struct dot middle, double radius, double wave,
                       int waves, struct random *random)
{
    enum { CORNERS = 240 };
    struct dot corners[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
        double angle = turn * i / CORNERS;
        double r = radius + wave * cos(waves * angle);
        corners[i] = (struct dot){middle.x + 1.3 * r * cos(angle), middle.y + r * sin(angle)};
    }
    add_wall(drawing, corners, CORNERS, random);
}

static void draw_along_grid(struct drawing *drawing, struct random *random)
{
    static const struct dot outer[] = {{3, 3},   {37, 3},  {37, 27}, {24, 27},
                                       {24, 18}, {16, 18}, {16, 27}, {3, 27}};
    static const struct dot inner[] = {{8, 8},   {32, 8},  {32, 22}, {29, 22},
                                       {29, 13}, {11, 13}, {11, 22}, {8, 22}};
    *drawing = (struct drawing){.width = 40, .height = 30, .line = {{20, 2}, {20, 9}}};
    add_wall(drawing, outer, 8, random);
    add_wall(drawing, inner, 8, random);
}

static void draw_flower(struct drawing *drawing, struct random *random)
{
    *drawing = (struct drawing){.width = 44, .height = 32, .line = {{35, 16}, {27, 16}}};
    draw_round(drawing, (struct dot){22, 16}, 12, 1.5, 5, random);
    draw_round(drawing, (struct dot){22, 16}, 5, .7, 5, random);
}

static void draw_snake(struct drawing *drawing, struct random *random)
{
    enum { HALF = 150 };
    struct dot corners[2 * HALF];
    for (int i = 0; i < HALF; i++) {
        double x = 4 + 38.0 * i / (HALF - 1);
        double y = 15 + 8 * sin(turn * 1.5 * i / (HALF - 1));
        corners[i] = (struct dot){x, y - 2.5};
        corners[2 * HALF - 1 - i] = (struct dot){x, y + 2.5};
    }
    *drawing = (struct drawing){.width = 46, .height = 30, .line = {{7, 14}, {7, 23}}};
    add_wall(drawing, corners, 2 * HALF, random);
}

static void draw_comb(struct drawing *drawing, struct random *random)
{
    static const struct dot outer[] = {{2, 2},   {42, 2},  {42, 28}, {34, 28}, {34, 10}, {31, 10},
                                       {31, 28}, {16, 28}, {16, 10}, {13, 10}, {13, 28}, {2, 28}};
    static const struct dot inner[] = {{5, 5}, {39, 5}, {39, 7}, {5, 7}};
    static const struct dot tooth[] = {{19, 13}, {28, 12}, {28, 25}, {19, 24}};
    *drawing = (struct drawing){.width = 44, .height = 30, .line = {{22, 1}, {22, 6}}};
    add_wall(drawing, outer, 12, random);
    add_wall(drawing, inner, 4, random);
    add_wall(drawing, tooth, 4, random);
}

static void draw_lake(struct drawing *drawing, struct random *random)
{
    static const struct dot outer[] = {{3, 3}, {53, 5}, {25, 37}};
    static const struct dot inner[] = {{17, 11}, {38, 12}, {26, 26}};
    *drawing = (struct drawing){.width = 56, .height = 40, .line = {{27, 12}, {27, 3}}};
    add_wall(drawing, outer, 3, random);
    add_wall(drawing, inner, 3, random);
    draw_round(drawing, (struct dot){44, 9}, 1.7, .1, 3, random);
}

struct drawing drawing_make(int shape, uint64_t seed)
{
    static void (*const own[])(struct drawing *, struct random *) = {
        draw_along_grid, draw_flower, draw_snake, draw_comb, draw_lake};
    struct random random = random_seeded(seed + (uint64_t)shape);
    struct drawing drawing = {0};
    if (shapes[shape].file != NULL)
        draw_shipped(&drawing, shapes[shape].file, &random);
    else
        own[shape - 9](&drawing, &random);
    return drawing;
}

void drawing_free(struct drawing *drawing)
{
    for (int i = 0; i < drawing->wall_count; i++)
        free(drawing->walls[i].dots);
    *drawing = (struct drawing){0};
}
