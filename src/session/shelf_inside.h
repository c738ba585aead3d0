/* What the files of the shelf share. */
#ifndef GRAPHPRIX_SESSION_SHELF_INSIDE_H
#define GRAPHPRIX_SESSION_SHELF_INSIDE_H

#include "session/shelf.h"

/* What is told of a session; the identity of the file is left as it is. */
void shelf_describe(struct shelf_race *race, const struct session *session);
void shelf_clear(struct shelf_race *race); /* all but the identity of the file */

/* shelf_cache.c: what the cache knows of these races, by path, size and time. */
void shelf_cache_read(const char *cache, struct shelf_race *races, int count);
void shelf_cache_write(const char *cache, const struct shelf_race *races, int count);

#endif
