/* Which moves stay on the track, asked for the 64 starting points of a block at once (RULES 2.3,
 * 2.4).
 *
 * Boxes without a wall in them decide the bulk: a move that can be covered by a chain of such boxes
 * lies in the track. Then the squares that the move passes decide: if all are free of walls and
 * inside it does, if one is free of walls and outside it does not. What is left passes a square
 * with a wall in it and is asked exactly, one by one. Immutable once made.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_WAYS_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_WAYS_H

#include "drivers/graph_paper/solver/bits.h"
#include "track/track.h"

enum { CLEARANCES = 3 };

/* The squares of a set that a move may pass in a step: one, or two beside or above each other, of
 * which both are in it (inside) or either is (outside). */
struct way_passed {
    struct bits one, beside, above;
};

struct ways {
    struct ground ground;
    bool end_only;    /* path = end */
    struct bits held; /* grid points of the track */
    struct way_passed inside,
        outside;                   /* squares without walls, named by their lower left corners */
    struct bits clear[CLEARANCES]; /* nothing but track within 2, 4, 8 squares */
};

struct ways ways_create(const struct track *track, bool walls_out, bool end_only);
void ways_free(struct ways *ways);

/* Of the points of the word at `corner`, all of the track: those from which the move is sure to
 * stay on it, and those from which it has to be asked exactly. */
struct ways_sorted {
    uint64_t legal, unsure;
};
struct ways_sorted ways_sort(const struct ways *ways, struct point move, struct point corner,
                             uint64_t word);
/* Those from which it does; exactly, one by one. */
uint64_t ways_keep_exactly(const struct ways *ways, struct point move, struct point corner,
                           uint64_t word);

/* Do moves that cross the line forward get beyond it before they leave the track? Those of the word
 * in neither set are not sure. */
struct ways_answer {
    uint64_t yes, no;
};
struct ways_answer ways_get_beyond(const struct ways *ways, struct point move, struct point corner,
                                   const struct track_line *line, uint64_t word);

/* How far beyond the line points are, on its left: at the corner, and by a step; and what a move
 * adds. */
static inline int64_t slope_of(const struct track_line *line, struct point move)
{
    struct point way = point_subtract(line->to, line->from);
    return (int64_t)way.x * move.y - (int64_t)way.y * move.x;
}

static inline struct slope slope_beyond(const struct track_line *line, struct point corner)
{
    return (struct slope){point_cross(line->from, line->to, corner),
                          slope_of(line, (struct point){1, 0}),
                          slope_of(line, (struct point){0, 1})};
}

#endif
