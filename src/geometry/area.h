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

#endif
