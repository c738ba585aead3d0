/* The path that draws a circuit's course, as points (RULES 1.2): looks alone, so whole numbers
 * do, and ellipses of arcs that do not stand upright.
 */
#ifndef GRAPHPRIX_RULES_CIRCUIT_COURSE_PATH_H
#define GRAPHPRIX_RULES_CIRCUIT_COURSE_PATH_H

#include "base/error.h"
#include "geometry/point.h"

/* A number as SVG writes it, in 1/1024, rounded; moves behind it and what separates numbers. False:
 * there is none within a million. */
bool course_path_number(const char **cursor, int *fine);

/* One closed loop in 1/1024 user units, y down; the caller frees the points. An error if it cannot
 * be read, is more than one loop, does not end with Z, or has fewer than three points. */
bool course_path_read(const char *path, struct point **points, int *count, struct error *error);

#endif
