/* The line behind which a car may come back. Every pair of neighbouring grid points of which one
 * lies behind it and one ahead has a crossing; two crossings of a square of the grid make a piece
 * of the line, and pieces are joined to whole strokes, so that their dashes are even.
 */
#include "screens/graph_paper/view/inside.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum { JUMP = 14 };             /* of progress between neighbours: the start line lies between */
static const double BEYOND = 1; /* squares that a stroke goes on, to reach the wall */
/* Squares from the line, and from where the points to choose from are. */
static const double LABEL_AWAY = 0.9, LABEL_FROM_NEAR = 6;

/* Between a grid point and its neighbour to the right, or above it. */
struct crossing {
    double x, y;
    double back_x, back_y; /* unit vector to the side behind the line */
    bool exists;
    int joined[2]; /* the crossings that pieces lead to; -1: none */
    int pieces;
    bool used;
};

struct search {
    const struct contour_ask *ask;
    struct crossing *crossings; /* two for each grid point */
};

static int index_of(const struct search *search, int x, int y, bool upward)
{
    return 2 * (y * (search->ask->width + 1) + x) + upward;
}

static int progress_at(const struct search *search, int x, int y)
{
    const struct contour_ask *ask = search->ask;
    return x > ask->width || y > ask->height ? -1 : ask->progress[y * (ask->width + 1) + x];
}

static void find_crossing(struct search *search, int x, int y, bool upward)
{
    int most = search->ask->most;
    int a = progress_at(search, x, y), b = progress_at(search, x + !upward, y + upward);
    struct crossing *crossing = &search->crossings[index_of(search, x, y, upward)];
    *crossing = (struct crossing){.joined = {-1, -1}};
    if (a < 0 || b < 0 || abs(a - b) > JUMP || (a <= most) == (b <= most))
        return;
    double part = (most + 0.5 - a) / (b - a), back = a <= most ? -1 : 1;
    crossing->exists = true;
    crossing->x = x + (upward ? 0 : part);
    crossing->y = y + (upward ? part : 0);
    crossing->back_x = upward ? 0 : back;
    crossing->back_y = upward ? back : 0;
}

static void join(struct search *search, int a, int b)
{
    struct crossing *first = &search->crossings[a], *second = &search->crossings[b];
    if (first->pieces == 2 || second->pieces == 2)
        return;
    first->joined[first->pieces++] = b;
    second->joined[second->pieces++] = a;
}

/* The crossings round a square, in turn, are joined two by two. */
static void join_square(struct search *search, int x, int y)
{
    const int around[4] = {index_of(search, x, y, false), index_of(search, x + 1, y, true),
                           index_of(search, x, y + 1, false), index_of(search, x, y, true)};
    int open = -1;
    for (int i = 0; i < 4; i++) {
        if (!search->crossings[around[i]].exists)
            continue;
        if (open >= 0)
            join(search, open, around[i]);
        open = open >= 0 ? -1 : around[i];
    }
}

static void add_point(struct contour *contour, double x, double y, bool begins)
{
    array_add(contour->points, contour->count, contour->capacity,
              (struct guide_point){x, y, begins});
}

/* Beyond an end of a stroke, in the direction from `before`; from a crossing that stands alone,
 * across its way. */
static void add_end(struct contour *contour, const struct crossing *end,
                    const struct crossing *before, bool begins)
{
    double dx = before ? end->x - before->x : begins ? -end->back_y : end->back_y;
    double dy = before ? end->y - before->y : begins ? end->back_x : -end->back_x;
    double length = hypot(dx, dy), part = length > 0 ? BEYOND / length : 0;
    add_point(contour, end->x + dx * part, end->y + dy * part, begins);
}

static const struct crossing *next_of(const struct search *search, const struct crossing *at)
{
    for (int i = 0; i < at->pieces; i++)
        if (!search->crossings[at->joined[i]].used)
            return &search->crossings[at->joined[i]];
    return NULL;
}

/* A stroke from one of its ends, or from anywhere round a closed one. */
static void add_stroke(struct contour *contour, struct search *search, int first)
{
    struct crossing *at = &search->crossings[first];
    const struct crossing *before = NULL, *next;
    bool closed = at->pieces == 2;
    at->used = true;
    next = next_of(search, at);
    if (closed)
        add_point(contour, at->x, at->y, true);
    else
        add_end(contour, at, next, true);
    while (next) {
        if (!closed || before)
            add_point(contour, at->x, at->y, false);
        before = at;
        at = &search->crossings[next - search->crossings];
        at->used = true;
        next = next_of(search, at);
    }
    add_point(contour, at->x, at->y, false);
    if (closed)
        add_point(contour, search->crossings[first].x, search->crossings[first].y, false);
    else
        add_end(contour, at, before, false);
}

static void place_label(struct contour *contour, const struct search *search)
{
    const struct contour_ask *ask = search->ask;
    double best = INFINITY;
    int count = 2 * (ask->width + 1) * (ask->height + 1);
    for (int i = 0; i < count; i++) {
        const struct crossing *crossing = &search->crossings[i];
        double away =
            fabs(hypot(crossing->x - ask->near.x, crossing->y - ask->near.y) - LABEL_FROM_NEAR);
        if (!crossing->exists || away >= best)
            continue;
        best = away;
        contour->label_x = crossing->x + crossing->back_x * LABEL_AWAY;
        contour->label_y = crossing->y + crossing->back_y * LABEL_AWAY;
    }
}

void contour_find(struct contour *contour, const struct contour_ask *ask)
{
    size_t points = (size_t)(ask->width + 1) * (size_t)(ask->height + 1);
    struct search search = {ask, memory_allocate(2 * points, sizeof *search.crossings)};
    contour->count = 0;
    for (int y = 0; y <= ask->height; y++)
        for (int x = 0; x <= ask->width; x++) {
            find_crossing(&search, x, y, false);
            find_crossing(&search, x, y, true);
        }
    for (int y = 0; y < ask->height; y++)
        for (int x = 0; x < ask->width; x++)
            join_square(&search, x, y);
    /* Ends first: what remains is closed. */
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < 2 * points; i++)
            if (search.crossings[i].exists && !search.crossings[i].used &&
                (pass == 1 || search.crossings[i].pieces < 2))
                add_stroke(contour, &search, (int)i);
    place_label(contour, &search);
    free(search.crossings);
}

void contour_free(struct contour *contour)
{
    free(contour->points);
    *contour = (struct contour){0};
}
