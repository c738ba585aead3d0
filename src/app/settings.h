/* settings.json: what the player has set, and the players of last time.
 *
 * A file that is missing gives the defaults; one that is broken is told, kept aside and replaced
 * when settings are next saved; so is a value that cannot be used, and the others stay. Never
 * fatal.
 */
#ifndef GRAPHPRIX_APP_SETTINGS_H
#define GRAPHPRIX_APP_SETTINGS_H

#include "base/text.h"
#include "screens/app.h"

struct settings settings_default(void);
/* From the file's bytes. False if they are not what we once wrote; what cannot be used is the
 * default then. */
bool settings_read(const char *bytes, size_t length, struct settings *settings,
                   struct error *error);
/* Appends them as the file holds them. False if a name cannot be written. */
bool settings_write(const struct settings *settings, struct text *into);
/* A file in which something is wrong is told (a sentence or two) and kept aside
 * (file_set_aside). False then. */
bool settings_load(const char *path, struct settings *settings, struct text *told);
/* Reads the file again under a lock and writes what differs from `known`, which is what this window
 * last read or wrote: what another window has changed meanwhile stays. A file that cannot be read
 * is kept aside and told. */
bool settings_save(const char *path, const struct settings *settings, const struct settings *known,
                   struct text *told, struct error *error);

#endif
