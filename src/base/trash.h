/* Files put where they can be fetched back from: the trash folder of the freedesktop rules.
 */
#ifndef GRAPHPRIX_BASE_TRASH_H
#define GRAPHPRIX_BASE_TRASH_H

#include "base/error.h"

#include <stdbool.h>

/* `trash` is the user's trash folder (XDG_DATA_HOME/Trash), made if need be. False, with the file
 * where it was, if that cannot be, as on another disk. */
bool trash_put(const char *path, const char *trash, struct error *error);

#endif
