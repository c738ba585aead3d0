/* The saved races of the player: the shelf of them that home and the list of saved races share.
 */
#ifndef GRAPHPRIX_SCREENS_AFTER_SAVED_RACES_H
#define GRAPHPRIX_SCREENS_AFTER_SAVED_RACES_H

#include "screens/app.h"
#include "session/shelf.h"

enum { SHELF_RACES, SHELF_ASIDE }; /* the shelf's folders: running races, and those saved aside */

/* What is still on its way to disk gets there first. The thread wakes the window. */
struct shelf *saved_races_open(const struct app *app);

#endif
