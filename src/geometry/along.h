/* Places along a segment between two grid points, for what a move meets and in which order
 * (RULES 5.5, 7, 8.2).
 *
 * A place is the exact part of the way from `from` to `to`, 0 to 1. Everything else here says where
 * such a segment has a point in common with something; a segment of length zero is the point
 * `from`, and its only place is 0. A question looks at the whole segment: who wants a part of it
 * compares places, an exit's being along_place_of. No place needs more than 2^48, so products fit
 * into 128 bits. Nothing here can fail or rounds.
 */
#ifndef GRAPHPRIX_GEOMETRY_ALONG_H
#define GRAPHPRIX_GEOMETRY_ALONG_H

#include "geometry/area.h"

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

#endif
