/* What can be played, on home: of each contest a picture of a race, its name and what it is about,
 * and the ways to learn it and to race. A picture is painted from assets/games/NAME.race; without
 * that file it is empty paper.
 */
#ifndef GRAPHPRIX_SCREENS_HOME_GAMES_H
#define GRAPHPRIX_SCREENS_HOME_GAMES_H

#include "screens/app.h"
#include "ui/layout.h"

#endif
