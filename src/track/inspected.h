/* The points that were declared inside or outside, as a map: a bit for each grid point, so that
 * what is near a move is found without going through all of them. For the files of this folder.
 */
#ifndef GRAPHPRIX_TRACK_INSPECTED_H
#define GRAPHPRIX_TRACK_INSPECTED_H

#include "track/track.h"

/* One word holds 64 neighbours of a row. */
struct inspected_map {
    int words; /* a row */
    int rows;
    uint64_t *inside;
    uint64_t *outside;
};

/* NULL if there are none. */
struct inspected_map *inspected_map_create(const struct track *track);
void inspected_map_free(struct inspected_map *map);

/* The declared points within a box of grid points, row by row. */
struct inspected_search {
    const struct inspected_map *map;
    struct point low;
    struct point high;
    int row;
    int word;
    uint64_t bits; /* of the word, not told yet */
};

struct inspected_search inspected_search_begin(const struct inspected_map *map, struct point low,
                                               struct point high);
bool inspected_search_next(struct inspected_search *search, struct track_inspected *found);

#endif
