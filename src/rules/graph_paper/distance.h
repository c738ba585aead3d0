/* How far the points of a track are from its finish, by single steps from grid point to grid point:
 * what a driver sees of the way who does not work out rounds, and all there is on sheets where
 * rounds are too much work.
 *
 * In fifths of a square: a step straight is 5, diagonally 7, which is as long as it should be to
 * one part in a hundred. A step onto a slick that spins is longer by what a car would have done
 * meanwhile. With checkpoints on there is a measure for each stage of a lap: through all
 * checkpoints that are still to be passed, in order.
 */
#ifndef GRAPHPRIX_RULES_GRAPH_PAPER_DISTANCE_H
#define GRAPHPRIX_RULES_GRAPH_PAPER_DISTANCE_H

#include "base/memory.h"
#include "rules/graph_paper/graph_paper.h"

struct distance;

enum { DISTANCE_NONE = -1 };

/* Of a race that has passed its check; its set-up need not outlive the call, its track must. NULL
 * only if it was cancelled. */
struct distance *distance_measure(const struct setup *setup, struct budget *budget);
void distance_free(struct distance *distance); /* NULL is allowed */

/* Forward along the track to the next crossing of the finish line, which the last step makes, with
 * all checkpoints passed. DISTANCE_NONE: no way of single steps leads there. */
int distance_to_line(const struct distance *distance, struct point at);
/* To the end of the race, with the checkpoints and laps that are still to come. From each point
 * from which there is a way a step of that length less leads on, also over the line. */
int64_t distance_to_finish(const struct distance *distance, const struct car *car);
/* What turns to miss are worth. */
int distance_of_missed(int turns);

#endif
