/* The sheet behind home: a race is driven on it slowly, a move a second, as long as somebody is
 * there. It rests when the pointer has not moved for a minute, and from the beginning until it has;
 * with reduced motion the whole race lies there. Without the example race the paper stays empty.
 */
#ifndef GRAPHPRIX_SCREENS_HOME_BACKDROP_H
#define GRAPHPRIX_SCREENS_HOME_BACKDROP_H

#include "screens/app.h"

#endif
