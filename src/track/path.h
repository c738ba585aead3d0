/* Path data, the `d` of an SVG path: all commands, absolute and relative, implicit repeats, numbers
 * and flags with nothing between them.
 *
 * Anything that SVG does not allow is an error (and not, as in viewers, the end of the drawing): a
 * wall that is half there would be another track.
 */
#ifndef GRAPHPRIX_TRACK_PATH_H
#define GRAPHPRIX_TRACK_PATH_H

#include "track/pencil.h"

/* Draws the string with the pencil; each subpath is a loop of the draft's last item. */
bool path_draw(const char *data, struct pencil *pencil, struct error *error);

#endif
