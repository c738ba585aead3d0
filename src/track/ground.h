/* What counts as track in a race: the sheet's surface, what its players have declared inside or
 * outside, and whether a wall may be touched (RULES 2.3, 2.4, 4).
 *
 * A ground is a small value that borrows its track. Round a grid point declared inside, the closed
 * square |dx|, |dy| <= 1/4 is track and walls in it do not count; round one declared outside, the
 * open square of that size is none. With `walls_out` every point in common with a wall is off the
 * track. All answers are exact; where nothing was declared and walls may be touched they cost what
 * the area's cost. Points are grid points, y up.
 */
#ifndef GRAPHPRIX_TRACK_GROUND_H
#define GRAPHPRIX_TRACK_GROUND_H

#include "geometry/area.h"
#include "track/track.h"

struct ground {
    const struct track *track;
    bool walls_out;
};

bool ground_holds_point(const struct ground *ground, struct point grid);
/* The same of all points of the sheet in some rows: (0, y) to (width, y), then the next row up. A
 * row costs about as much as a question about a few points. */
void ground_hold_rows(const struct ground *ground, int y, int rows, bool *holds);

/* Does the whole segment lie in the track? Ends may be off the sheet: then it does not. */
bool ground_holds_move(const struct ground *ground, struct point from, struct point to);
/* As area_holds_box: a quick yes for all moves within a box, or no. */
bool ground_holds_box(const struct ground *ground, struct point low, struct point high);

/* True if it does; else *exit is the first point at which the segment leaves the track (walls_out:
 * first meets a wall). `from` must lie in the track, otherwise the exit is `from`. */
bool ground_find_exit(const struct ground *ground, struct point from, struct point to,
                      struct exact_point *exit);

/* Does the way from an exit to a grid point at most 64 squares away lie in the track? Contact at
 * the exit itself does not count (RULES 4). */
bool ground_holds_way(const struct ground *ground, struct exact_point from, struct point to);

/* The pieces of the segment that lie in the track, the longest possible ones, in order: at most
 * `limit` are written, all are counted (counting may stop at limit + 1). A piece may be a single
 * point. `enter` of the first is `from` if that lies in the track; `leave` of the last is `to` if
 * that does. */
struct ground_piece {
    struct exact_point enter;
    struct exact_point leave;
};
int ground_list_pieces(const struct ground *ground, struct point from, struct point to,
                       struct ground_piece *pieces, int limit);

/* Inspection (BAB): the grid points at most 1/4 square from a wall, by y, then x; the caller frees
 * the array. */
struct point *track_list_doubtful(const struct track *track, int *count);
/* The same track with these points declared in place of its own; the caller releases it. Points
 * must be on the sheet and different (assertion). */
struct track *track_with_inspected(const struct track *track,
                                   const struct track_inspected *inspected, int count);

/* === crossing ================================================================================= */

/* Do walls cross themselves or each other?
 *
 * Two loops cross at a point if one of them passes there from one side of the other to its other
 * side, in the middle of edges or at vertices. Touching is no crossing, and neither is running
 * along each other, wherever the two part again.
 *
 * A sweep over all vertices tells, in O(n log n) also for drawings made to be slow. What is drawn
 * wrongly is told, never repaired.
 */

struct crossing {
    int first, second; /* indices of the loops, the same if one crosses itself; first <= second */
    struct point at;   /* fine, rounded if it lies between */
};

/* Loops have at least two vertices and no edge of length 0. Finds one of the crossings, in
 * O(n log n) whatever the loops are; false if there is none. */
bool crossing_find(const struct loop *loops, int loop_count, struct crossing *found);

/* At most `limit` of the crossings in the middle of edges, by place from left to right, for who has
 * found that there is one; in a tangle without end not all of them are looked for. */
int crossing_list(const struct loop *loops, int loop_count, struct crossing *found, int limit);

#endif
