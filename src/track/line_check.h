/* Does a start or finish line reach across the track (files-and-protocols section 1)? */
#ifndef GRAPHPRIX_TRACK_LINE_CHECK_H
#define GRAPHPRIX_TRACK_LINE_CHECK_H

#include "track/ground.h"

/* Both ends on or outside walls, and a piece of the line inside the track. `name` is what the error
 * calls it, `at` becomes the end (fine) that does not reach, if one does not. The ends are on the
 * sheet and apart. */
bool line_check_reach(const struct area *surface, const struct track_line *line, const char *name,
                      struct point *at, struct error *error);

/* Is there a grid point of the line that lies in the track? */
bool line_check_starts(const struct ground *ground, const struct track_line *line,
                       struct error *error);

#endif
