/* A closed area bounded by polygons: the track between its walls, a slick.
 *
 * The area is the even-odd fill of its loops together with the loops themselves (RULES 1.2): every
 * point of a loop belongs to it. Loops may touch each other and themselves; all questions are
 * answered exactly for any loops. An area is immutable after it was made, so any number of threads
 * may ask it. An index over the unit squares of the sheet keeps a question about a move from
 * looking at edges that are nowhere near it.
 */
#ifndef GRAPHPRIX_GEOMETRY_AREA_H
#define GRAPHPRIX_GEOMETRY_AREA_H

#include "geometry/point.h"

/* A closed polygon in fine coordinates; the last vertex joins the first. */
struct loop {
    struct point *vertices;
    int count;
};

enum place { PLACE_OUTSIDE, PLACE_WALL, PLACE_INSIDE };

struct area;

/* Copies the loops. Every vertex must lie on the sheet of width x height squares (assertion). */
struct area *area_create(const struct loop *loops, int loop_count, int width, int height);
void area_free(struct area *area);

int area_loop_count(const struct area *area);
struct loop area_loop(const struct area *area, int index); /* owned by the area */
int area_edge_count(const struct area *area);

/* Where a point lies; anything off the sheet is outside. The grid form is a look-up in a table. */
enum place area_place_grid(const struct area *area, struct point grid);
enum place area_place_fine(const struct area *area, struct point fine);
/* Where all grid points of some rows lie: enum place of (0, y) to (width, y), then of the next row
 * up, as many as `places` has room for. The area must lie on a sheet of that width. Goes once over
 * the edges and then over the points, so it takes far less than to ask of each point. */
void area_place_rows(const struct area *area, int y, int rows, int width, unsigned char *places);

/* Does the whole segment between two grid points lie in the closed area (walls = in, RULES 2.3)?
 * Touching a wall or running along it is allowed. Ends may be off the sheet: then it does not. */
bool area_holds_move(const struct area *area, struct point from, struct point to);

/* As above; when it does not, *exit is the first point at which the segment leaves the area: the
 * end of the longest piece of it, starting at `from`, that lies in the area (RULES 4). `from` must
 * lie in the area, otherwise the exit is `from`. `to` is at most 16384 squares from the corner of
 * the sheet (assertion). */
bool area_find_exit(const struct area *area, struct point from, struct point to,
                    struct exact_point *exit);

/* Does the segment from a rational point on the sheet to a grid point at most 64 squares away
 * (assertion) lie in the closed area? */
bool area_holds_way(const struct area *area, struct exact_point from, struct point to);

/* Does the rectangle of grid points [low, high] lie inside without a piece of any edge in it? Then
 * every move within it is held. Costs a comparison a row; may say no when the answer is yes. */
bool area_holds_box(const struct area *area, struct point low, struct point high);

/* === along ==================================================================================== */

/* Places along a segment between two grid points, for what a move meets and in which order
 * (RULES 5.5, 7, 8.2).
 *
 * A place is the exact part of the way from `from` to `to`, 0 to 1. Everything else here says where
 * such a segment has a point in common with something; a segment of length zero is the point
 * `from`, and its only place is 0. A question looks at the whole segment: who wants a part of it
 * compares places, an exit's being along_place_of. No place needs more than 2^48, so products fit
 * into 128 bits. Nothing here can fail or rounds.
 */

/* Without a common divisor; the denominator is above 0. Equal places have equal members. */
struct along_place {
    int64_t numerator, denominator;
};

/* A closed stretch, perhaps a single place. */
struct along_contact {
    struct along_place first, last;
};

extern const struct along_place along_start; /* 0 */
extern const struct along_place along_end;   /* 1 */

/* Below 0 if a comes before b, 0 at the same place. */
int along_compare(struct along_place a, struct along_place b);

/* The place of a point that lies on the segment (assertion that it is within its box). */
struct along_place along_place_of(struct point from, struct point to, struct exact_point at);
struct exact_point along_point_at(struct point from, struct point to, struct along_place place);

/* Where the segment meets the straight line through a and b. False if it does not, and if it runs
 * along that line. */
bool along_meets_line(struct point from, struct point to, struct point a, struct point b,
                      struct along_place *place);
bool along_meets_point(struct point from, struct point to, struct point grid,
                       struct along_place *place);
/* The stretch in common with the closed segment from a to b, which may be one point. */
bool along_meets_join(struct point from, struct point to, struct point a, struct point b,
                      struct along_contact *contact);
/* The first place on any loop of the area: where walls may not be touched. */
bool along_meets_wall(struct point from, struct point to, const struct area *area,
                      struct along_place *first);
/* The first place in the closed area, such as a slick or a turbo area. `to` of both is at most
 * 16384 squares from the corner of the sheet. */
bool along_meets_area(struct point from, struct point to, const struct area *area,
                      struct along_place *first);

/* === trace ==================================================================================== */

/* A straight way through an area, looked at exactly, for questions that take more than the first
 * edge which a move meets: where it leaves, pieces, walls that may not be touched, boxes in which
 * something else holds. Nothing here rounds.
 *
 * The line starts at a grid point and its direction is a multiple of 1/w squares; a place on it is
 * a fraction t with place = start + t * direction / 1024 (so t counts from 0, and one direction is
 * at 1024 / w). To the left of the line, at a hair's breadth, lies a strip that no vertex is in:
 * whether it is inside changes where an edge passes through it, and an edge passes through it when
 * just one of its ends is to the left. That is why touching vertices and edges along the line need
 * no cases of their own: between two places where something changes, a point of the line is in the
 * area if the strip beside it is inside or an edge runs along it.
 *
 * A trace is a row of steps. Each says what its point is and what everything between it and the
 * next one is; neighbours may say the same. The first step is the way's start, the last its end,
 * whose `after` means nothing.
 */

/* The start is on the sheet. The direction ends at most 16384 squares from the corner of the sheet
 * or, if w is not 1, at most 64 squares from the start. */
struct line {
    struct point start;
    int64_t right, up, w;
};

struct fraction {
    int64_t numerator;
    int128 denominator; /* above 0 */
};

struct trace_step {
    struct fraction at;
    enum place here, after;
};

struct trace {
    struct line line;
    struct trace_step *steps;
    int count, capacity;
};

/* Is there a place before the way's end at which it leaves the area? The first one. Of a way from
 * one grid point to another one that is not of length zero; and from a rational point to the grid
 * point `to` at most 64 squares away (assertion), looked at from there. */
bool trace_move_leaves(const struct area *area, struct point from, struct point to,
                       struct fraction *at);
bool trace_way_leaves(const struct area *area, struct exact_point from, struct point to);

/* From one grid point to another one. The caller frees the steps. */
struct trace trace_move(const struct area *area, struct point from, struct point to);
/* From the grid point `to`, back to a different point at most 64 squares away (assertion). */
struct trace trace_way(const struct area *area, struct exact_point from, struct point to);

/* Whatever of the way lies in the box has this place; corners in fine units. Without its border
 * the box is open. */
void trace_set_box(struct trace *trace, struct point low, struct point high, bool with_border,
                   enum place place);

/* Of a trace_move. */
struct exact_point trace_point(const struct trace *trace, int step);

#endif
