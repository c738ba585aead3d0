/* Files put where they can be fetched back from: the trash folder of the freedesktop rules.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_TRASH_H
#define GRAPHPRIX_BASE_SYSTEM_TRASH_H

#include "base/error.h"

#include <stdbool.h>

/* `trash` is the user's trash folder (XDG_DATA_HOME/Trash), made if need be. False, with the file
 * where it was, if that cannot be, as on another disk. */
bool trash_put(const char *path, const char *trash, struct error *error);
/* The same, and tells where the file lies now: free it. NULL on failure. */
char *trash_move(const char *path, const char *trash, struct error *error);
/* Back from there to a path that no file has; never over one. */
bool trash_take_back(const char *lies_at, const char *path, struct error *error);

#endif
