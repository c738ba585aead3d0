/* settings.json: what the player has set, and the players of last time.
 *
 * A file that is missing gives the defaults; one that is broken is told and replaced when settings
 * are next saved; so is a value that cannot be used, and the others stay. Never fatal.
 */
#ifndef GRAPHPRIX_APP_SETTINGS_H
#define GRAPHPRIX_APP_SETTINGS_H

#include "base/error.h"
#include "screens/app.h"

struct settings settings_default(void);
/* From the file's bytes. False if they are not what we once wrote; what cannot be used is the
 * default then. */
bool settings_read(const char *bytes, size_t length, struct settings *settings,
                   struct error *error);
bool settings_load(const char *path, struct settings *settings, struct error *error);
bool settings_save(const char *path, const struct settings *settings, struct error *error);

#endif
