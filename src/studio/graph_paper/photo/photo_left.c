/* See photo_left.h. */
#include "studio/graph_paper/photo/photo_left.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* In squares. */
static const double beside = .35; /* so near a loop a line is the loop's own */
static const double least_length = 12;
static const double least_extent = 4; /* both ways: start lines and rulers are straight */
static const double remarked = 3;

struct search {
    struct plane *lines;
    const struct photo_tracing *tracing;
    struct photo_place scale;
    double square;
    int *queue; /* the cells of one line */
};

static void clear_round(struct plane *lines, struct photo_place at, double reach)
{
    for (int y = (int)(at.y - reach); y <= (int)(at.y + reach); y++)
        for (int x = (int)(at.x - reach); x <= (int)(at.x + reach); x++)
            if (x >= 0 && y >= 0 && x < lines->width && y < lines->height)
                plane_row(lines, y)[x] = 0;
}

static void clear_loop(const struct search *search, const struct photo_loop *loop, double reach)
{
    for (int i = 0; i < loop->count; i++) {
        struct point a = loop->vertices[i];
        struct point b = loop->vertices[(i + 1) % loop->count];
        int steps = (int)(hypot(b.x - a.x, b.y - a.y) / FINE / beside) + 1;
        for (int j = 0; j < steps; j++) {
            double part = (double)j / steps;
            struct photo_place at =
                photo_from_sheet(search->tracing, (a.x + part * (b.x - a.x)) / FINE,
                                 (a.y + part * (b.y - a.y)) / FINE);
            at.x /= search->scale.x;
            at.y /= search->scale.y;
            clear_round(search->lines, at, reach);
        }
    }
}

static struct photo_place place_of(const struct search *search, int cell)
{
    return (struct photo_place){cell % search->lines->width + .5, cell / search->lines->width + .5};
}

/* Takes the cells that hang together into the queue, the nearest first. */
static int gather(const struct search *search, int first)
{
    struct plane *lines = search->lines;
    int count = 0;
    search->queue[count++] = first;
    lines->cells[first] = 0;
    for (int i = 0; i < count; i++) {
        int x = search->queue[i] % lines->width;
        int y = search->queue[i] / lines->width;
        for (int v = y > 0 ? y - 1 : 0; v <= y + 1 && v < lines->height; v++)
            for (int u = x > 0 ? x - 1 : 0; u <= x + 1 && u < lines->width; u++) {
                int cell = v * lines->width + u;
                if (lines->cells[cell] == 0)
                    continue;
                lines->cells[cell] = 0;
                search->queue[count++] = cell;
            }
    }
    return count;
}

static bool is_remarked(const struct search *search, struct photo_place at)
{
    const struct photo_tracing *tracing = search->tracing;
    for (int i = 0; i < tracing->remark_count; i++) {
        struct photo_place place = {tracing->remarks[i].at.x / search->scale.x,
                                    tracing->remarks[i].at.y / search->scale.y};
        if (tracing->remarks[i].has_place && photo_distance(place, at) < remarked * search->square)
            return true;
    }
    return false;
}

static bool is_on_sheet(const struct search *search, struct photo_place at)
{
    double x;
    double y;
    photo_to_sheet(search->tracing,
                   (struct photo_place){at.x * search->scale.x, at.y * search->scale.y}, &x, &y);
    return x >= 0 && y >= 0 && x <= search->tracing->width && y <= search->tracing->height;
}

/* By what of it is on the sheet. */
static bool runs_like_a_wall(const struct search *search, int count)
{
    struct photo_place low = {1e9, 1e9};
    struct photo_place high = {-1e9, -1e9};
    int outside = 0;
    if (count < least_length * search->square)
        return false;
    for (int i = 0; i < count; i++) {
        struct photo_place at = place_of(search, search->queue[i]);
        if (is_remarked(search, at))
            return false;
        if (!is_on_sheet(search, at)) {
            outside++;
            continue;
        }
        low = (struct photo_place){fmin(low.x, at.x), fmin(low.y, at.y)};
        high = (struct photo_place){fmax(high.x, at.x), fmax(high.y, at.y)};
    }
    double extent = least_extent * search->square;
    return count - outside >= least_length * search->square && high.x - low.x >= extent &&
           high.y - low.y >= extent;
}

bool photo_find_left_line(struct plane *lines, const struct photo_tracing *tracing,
                          const struct wall_measures *measures, struct photo_place scale,
                          struct left_line *left)
{
    struct search search = {lines, tracing, scale, measures->square, NULL};
    int cells = lines->width * lines->height;
    double reach = fmax(beside * measures->square, 2 * measures->stroke);
    *left = (struct left_line){0};
    for (int i = 0; i < tracing->loop_count; i++)
        clear_loop(&search, &tracing->loops[i], reach);
    search.queue = memory_allocate((size_t)cells, sizeof *search.queue);
    for (int i = 0; i < cells; i++) {
        if (lines->cells[i] == 0)
            continue;
        int count = gather(&search, i);
        if (count / measures->square > left->length && runs_like_a_wall(&search, count))
            *left = (struct left_line){place_of(&search, search.queue[count / 2]),
                                       count / measures->square};
    }
    free(search.queue);
    return left->length > 0;
}
