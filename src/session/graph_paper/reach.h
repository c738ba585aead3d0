/* Where a body can come to on a scene: an exact search, breadth first, for what a lesson asks.
 * Small sheets; a race's track has a solver of its own (drivers/graph_paper/solver).
 */
#ifndef GRAPHPRIX_SESSION_GRAPH_PAPER_REACH_H
#define GRAPHPRIX_SESSION_GRAPH_PAPER_REACH_H

#include "session/graph_paper/scene.h"

/* May a move be made: on the sheet, on the course, through no wall? Walls of a course may be
 * touched as in a race; those of the scene, which have no inside, may not. */
bool reach_is_clear(const struct scene *scene, struct point from, struct point to);

/* Any point of a box, which drifts on with each move, and a velocity if that matters. */
struct reach_goal {
    struct point low, high, drift;
    bool has_velocity;
    struct point velocity;
};
struct reach_goal reach_goal_of(const struct scene_target *target, int row);

/* A body in the moment before its first move; the goal lies where it is then. */
struct reach {
    const struct scene *scene; /* its sheet, walls, wind and reach (1 if that is 0) count */
    struct point at, velocity;
    struct reach_goal goal;
    int moves_most;  /* up to REACH_MOVES */
    int states_most; /* looked at before it is given up; 0: a million */
};
enum { REACH_NEVER = -1, REACH_UNKNOWN = -2, REACH_MOVES = 64 };
/* Accelerations: a shortest way, or where there is none, one of the longest that can be driven. */
struct reach_way {
    struct point accelerations[REACH_MOVES];
    int count;
};
/* The fewest moves, 0 if it is there already; REACH_NEVER: not in so many. The way may be NULL. */
int reach_search(const struct reach *reach, struct reach_way *way);

#endif
