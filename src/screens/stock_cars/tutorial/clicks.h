/* What is to be clicked for an order of the tutorial of stock cars. */
#ifndef GRAPHPRIX_SCREENS_STOCK_CARS_TUTORIAL_CLICKS_H
#define GRAPHPRIX_SCREENS_STOCK_CARS_TUTORIAL_CLICKS_H

#include "screens/help/tutorial.h"

/* The target to be clicked next so that the order which stands in the field becomes that one; ""
 * where what stands there is no beginning of it. */
void stock_next_target(const struct race *race, const char *written, const char *order,
                       char target[COACH_TARGET_BYTES]);

#endif
