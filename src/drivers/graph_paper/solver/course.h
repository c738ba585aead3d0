/* What computer drivers and hints know of a race's track under its rules: how far every state of a
 * car is from the finish. Made once for a race, then only read: by any number of threads at once,
 * shared by a reference count.
 *
 * Where the search would be too much work (a sheet of thousands of squares, dozens of laps with
 * many nitros) a course knows less, always by counting and never by the clock: so the same race has
 * the same course on every machine. First a car with many extras is taken for one with few; then
 * only the last laps are exact, and each one before them costs what a flying lap costs; at last
 * nothing is known but distances, and rounds are COURSE_UNKNOWN. A derby's course knows nothing but
 * distances either.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_COURSE_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_COURSE_H

#include "rules/graph_paper/graph_paper.h"

#include <stdatomic.h>

struct course;

/* The set-up must have passed its check; it is copied and its track retained. Takes some tens to
 * hundreds of milliseconds. NULL only if it was cancelled; `cancelled` may be NULL. */
struct course *course_prepare(const struct setup *setup, const atomic_bool *cancelled);
struct course *course_retain(struct course *course);
void course_release(struct course *course); /* NULL is allowed */

const struct setup *course_setup(const struct course *course); /* of one player */
/* A car as it would stand at a start point before its first move. */
struct car course_placed(const struct course *course, struct point start);

enum { COURSE_NEVER = -1, COURSE_UNKNOWN = -2 };
/* The fewest rounds that a racing car still needs, missed turns and extras included, if it stays on
 * the track and nobody meets it. COURSE_NEVER: it cannot; COURSE_UNKNOWN: this course cannot tell.
 */
int course_remaining(const struct course *course, const struct car *car);
/* The same for its move to a point, this move included. */
int course_remaining_by(const struct course *course, const struct car *car, struct point to);
/* The fewest rounds of the whole race from a start point, or from the best one. */
int course_rounds_from(const struct course *course, struct point start);
int course_rounds(const struct course *course);

/* How far a grid point is from the finish line, forward along the track, in fifths of a square (a
 * step straight is 5, diagonally 7; the last step crosses the line, so from beyond it the way leads
 * round the lap); COURSE_NEVER: there is no way of single steps. Known for every course with a
 * finish line. */
int course_distance(const struct course *course, struct point at);
/* The same from where a car stands to the end of its race, with the laps and checkpoints that are
 * still to come. */
int64_t course_way(const struct course *course, const struct car *car);

#endif
