/* The sheet behind home: a race is driven on it slowly, a move a second, as long as somebody is
 * there. It rests when the pointer has not moved for a minute, and from the beginning until it has;
 * with reduced motion the whole race lies there. Without the example race the paper stays empty.
 */
#ifndef GRAPHPRIX_SCREENS_HOME_BACKDROP_H
#define GRAPHPRIX_SCREENS_HOME_BACKDROP_H

#include "screens/app.h"

void backdrop_end(void);
void backdrop_draw(const struct app *app, struct canvas *canvas);
/* The pointer is at (x, y). True if the sheet comes to life by that. */
bool backdrop_point(int x, int y, Uint32 now);
/* Milliseconds until it has to be drawn again; -1: it rests. */
int backdrop_animate(const struct app *app, Uint32 now);

#endif
