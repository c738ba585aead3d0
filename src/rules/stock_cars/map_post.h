/* Maps among what people post: quote marks, code tags and fences, indentation and words round a map
 * do not matter, nor what forums, mail and word processors make of its blanks (base/text.h).
 */
#ifndef GRAPHPRIX_RULES_STOCK_CARS_MAP_POST_H
#define GRAPHPRIX_RULES_STOCK_CARS_MAP_POST_H

#include "base/error.h"
#include "base/text.h"

/* Where a line of the map stands. */
struct map_post_line {
    const char *at, *end; /* borrowed from what was read */
    int number;           /* of the line, from 1 */
    int ahead;            /* bytes that it had in front, as posted_append writes it */
};

/* The map by itself: its header, an empty line, its rows. */
struct map_post {
    struct text file;
    struct map_post_line *items; /* of each line of `file` */
    int count, capacity;
    int header;          /* so many lines of it stand above the empty one */
    bool plain;          /* there was nothing else: what was given is such a file itself */
    struct text decoded; /* what was given, if it was UTF-16 */
    int other;           /* the line in which a second map begins; 0: there is none */
};

/* False: there are no rows of tiles. `into` is zeroed before, and freed in any case. */
bool map_post_find(const char *bytes, size_t length, struct map_post *into);
void map_post_free(struct map_post *post);

#endif
