/* Which moves stay on the track, asked for 64 starting points at once (RULES 2.3, 2.4).
 *
 * Boxes without a wall in them decide the bulk: a move that can be covered by a chain of such boxes
 * lies in the track. Then the squares that the move passes decide: if all are free of walls and
 * inside it does, if one is free of walls and outside it does not. What is left passes a square
 * with a wall in it and is asked exactly, one by one. Immutable once made.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_WAYS_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_WAYS_H

#include "drivers/graph_paper/solver/bits.h"
#include "track/ground.h"

enum { CLEARANCES = 3 };

struct ways {
    struct ground ground;
    bool end_only;                 /* path = end */
    struct bits held;              /* grid points of the track */
    struct bits inside, outside;   /* squares without walls, named by their lower left corners */
    struct bits clear[CLEARANCES]; /* nothing but track within 2, 4, 8 squares */
};

struct ways ways_create(const struct track *track, bool walls_out, bool end_only);
void ways_free(struct ways *ways);

/* Clears the bits of those starting points from which the move leaves the track. Words are those of
 * one column, upwards from row `y`; set bits are points of the track. */
void ways_keep_legal(const struct ways *ways, struct point move, int column, int y, int count,
                     uint64_t *words);

/* Does a move that crosses the line forward get beyond it before it leaves the track? */
enum ways_answer { WAYS_NO, WAYS_YES, WAYS_UNSURE };
enum ways_answer ways_get_beyond(const struct ways *ways, struct point from, struct point move,
                                 const struct track_line *line);

#endif
