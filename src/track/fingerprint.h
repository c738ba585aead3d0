/* What a track is, as a number: the same for the same sheet, walls, lines, areas, checkpoints and
 * inspected points, whatever its name, its description and its file.
 */
#ifndef GRAPHPRIX_TRACK_FINGERPRINT_H
#define GRAPHPRIX_TRACK_FINGERPRINT_H

#include "track/track.h"

uint64_t track_fingerprint(const struct track *track);

#endif
