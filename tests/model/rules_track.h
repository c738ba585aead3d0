/* A second opinion on what lies on the track, for the tests of the rules: all edges, no index,
 * whole fractions.
 */
#ifndef GRAPHPRIX_TESTS_RULES_TRACK_H
#define GRAPHPRIX_TESTS_RULES_TRACK_H

#include "rules/graph_paper/graph_paper.h"

#include <stdlib.h>

static inline bool is_between(int128 value, int128 one, int128 other)
{
    return one < other ? value >= one && value <= other : value >= other && value <= one;
}

static inline bool is_on_edge(struct point a, struct point b, int128 x, int128 y, int128 w)
{
    int128 cross = (b.x - a.x) * (y - a.y * w) - (b.y - a.y) * (x - a.x * w);
    return cross == 0 && is_between(x, a.x * w, b.x * w) && is_between(y, a.y * w, b.y * w);
}

/* Does the ray to the right from (x, y) / w cross the edge, which has its lower end only? */
static inline bool ray_crosses(struct point a, struct point b, int128 x, int128 y, int128 w)
{
    if ((a.y * w <= y) == (b.y * w <= y)) {
        return false;
    }
    int128 cross = (b.x - a.x) * (y - a.y * w) - (b.y - a.y) * (x - a.x * w);
    return (b.y > a.y) == (cross > 0);
}

/* Is the point (x, y) / w, in fine units, inside the loops or on one of them? */
static inline bool is_track(const struct area *area, int128 x, int128 y, int128 w)
{
    bool inside = false;
    for (int i = 0; i < area_loop_count(area); i++) {
        struct loop loop = area_loop(area, i);
        for (int j = 0; j < loop.count; j++) {
            struct point a = loop.vertices[j];
            struct point b = loop.vertices[(j + 1) % loop.count];
            if (is_on_edge(a, b, x, y, w)) {
                return true;
            }
            inside ^= ray_crosses(a, b, x, y, w);
        }
    }
    return inside;
}

static inline bool is_grid_point_on_track(const struct area *area, struct point grid)
{
    return is_track(area, (int128)grid.x * FINE, (int128)grid.y * FINE, 1);
}

static inline bool is_on_wall(const struct area *area, struct point grid)
{
    for (int i = 0; i < area_loop_count(area); i++) {
        struct loop loop = area_loop(area, i);
        for (int j = 0; j < loop.count; j++) {
            if (is_on_edge(loop.vertices[j], loop.vertices[(j + 1) % loop.count],
                           (int128)grid.x * FINE, (int128)grid.y * FINE, 1)) {
                return true;
            }
        }
    }
    return false;
}

/* RULES 2.3, 2.4. */
static inline bool may_stand(const struct setup *setup, struct point grid)
{
    const struct track *track = graph_paper_track(setup);
    for (int i = 0; i < track->inspected_count; i++) {
        if (point_equal(track->inspected[i].at, grid)) {
            return track->inspected[i].inside;
        }
    }
    return is_grid_point_on_track(track->surface, grid) &&
           !(setup->values[FIELD_WALLS] == WALLS_OUT && is_on_wall(track->surface, grid));
}

/* Where on from -> to an edge is met, as fractions between 0 and 1. */
struct meeting {
    int64_t n;
    int64_t d;
};

static inline int compare_meetings(const void *first, const void *second)
{
    const struct meeting *a = first;
    const struct meeting *b = second;
    int128 difference = (int128)a->n * b->d - (int128)b->n * a->d;
    return (difference > 0) - (difference < 0);
}

static inline void add_meeting(struct meeting *list, int *count, int64_t n, int64_t d)
{
    n = d < 0 ? -n : n;
    d = llabs(d);
    if (n >= 0 && n <= d) {
        list[(*count)++] = (struct meeting){n, d};
    }
}

static inline int find_meetings(const struct area *area, struct point from, struct point to,
                                struct meeting *list)
{
    int count = 0;
    int64_t dx = to.x - from.x;
    int64_t dy = to.y - from.y;
    for (int i = 0; i < area_loop_count(area); i++) {
        struct loop loop = area_loop(area, i);
        for (int j = 0; j < loop.count; j++) {
            struct point a = loop.vertices[j];
            struct point b = loop.vertices[(j + 1) % loop.count];
            int64_t d = dx * (b.y - a.y) - dy * (b.x - a.x);
            int64_t n =
                (int64_t)(a.x - from.x) * (b.y - a.y) - (int64_t)(a.y - from.y) * (b.x - a.x);
            if (d != 0) {
                add_meeting(list, &count, n, d);
            } else if (point_cross(from, to, a) == 0) {
                add_meeting(list, &count, dx * (a.x - from.x) + dy * (a.y - from.y),
                            dx * dx + dy * dy);
            }
        }
    }
    return count;
}

/* Between two meetings that follow each other a segment is inside or outside as a whole. */
static inline bool is_move_on_track(const struct area *area, struct point from, struct point to)
{
    if (!is_grid_point_on_track(area, from) || !is_grid_point_on_track(area, to)) {
        return false;
    }
    struct point start = point_to_fine(from);
    struct point end = point_to_fine(to);
    struct meeting *list = calloc((size_t)area_edge_count(area) + 2, sizeof *list);
    int count = point_equal(from, to) ? 0 : find_meetings(area, start, end, list);
    list[count++] = (struct meeting){0, 1};
    list[count++] = (struct meeting){1, 1};
    qsort(list, (size_t)count, sizeof *list, compare_meetings);
    bool on_track = true;
    for (int i = 1; i < count && on_track; i++) {
        int128 n = (int128)list[i - 1].n * list[i].d + (int128)list[i].n * list[i - 1].d;
        int128 w = (int128)2 * list[i - 1].d * list[i].d;
        on_track = is_track(area, start.x * w + (end.x - start.x) * n,
                            start.y * w + (end.y - start.y) * n, w);
    }
    free(list);
    return on_track;
}

#endif
