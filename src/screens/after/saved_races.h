/* The saved races of the player: the index of them that home and the list of saved races share.
 */
#ifndef GRAPHPRIX_SCREENS_AFTER_SAVED_RACES_H
#define GRAPHPRIX_SCREENS_AFTER_SAVED_RACES_H

#include "screens/app.h"
#include "session/records.h"

enum { INDEX_RACES, INDEX_ASIDE }; /* the index's folders: running races, and those saved aside */

/* What is still on its way to disk gets there first. The thread wakes the window. */
struct race_index *saved_races_open(const struct app *app);

#endif
