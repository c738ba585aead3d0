/* The sheet behind the home screen: a race that was really driven, drawn through paper.
 */
#ifndef GRAPHPRIX_SCREENS_HOME_BACKDROP_H
#define GRAPHPRIX_SCREENS_HOME_BACKDROP_H

#include "draw/canvas.h"

/* Fills the window. Painted once a size of the window; without the example race the paper stays
 * empty. */
void backdrop_draw(struct canvas *canvas);
void backdrop_free(void);

#endif
