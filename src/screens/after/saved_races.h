/* The saved races of the player: the shelf of them that home and the list of saved races share, and
 * their thumbnails.
 */
#ifndef GRAPHPRIX_SCREENS_AFTER_SAVED_RACES_H
#define GRAPHPRIX_SCREENS_AFTER_SAVED_RACES_H

#include "screens/app.h"
#include "session/shelf.h"

enum { SHELF_RACES, SHELF_ASIDE }; /* the shelf's folders: running races, and those saved aside */

/* What is still on its way to disk gets there first. The thread wakes the window. */
struct shelf *saved_races_open(const struct app *app);

/* screens/after/saved_pictures.c: the sheets with their ink, painted when they are first in sight,
 * one a pass; the ones that were not looked at for longest go first. */
struct saved_pictures;
struct saved_pictures *saved_pictures_create(void);
void saved_pictures_free(struct saved_pictures *pictures); /* NULL is allowed */
/* To be called before those of a pass. */
void saved_pictures_begin(struct saved_pictures *pictures);
/* True if more are to be painted: the picture should be drawn once more. */
bool saved_pictures_want_more(const struct saved_pictures *pictures);
/* Into the box; what is not painted yet stays as blank paper. */
void saved_pictures_draw(struct saved_pictures *pictures, struct shelf *shelf, int index,
                         struct canvas *canvas, struct box box);

#endif
