/* A straight open track two squares high and forty long, on which rounds can be counted by hand:
 * the start line is at x = 1. `more` is further SVG. The caller releases it. */
#ifndef GRAPHPRIX_TESTS_SUPPORT_STRAIGHT_H
#define GRAPHPRIX_TESTS_SUPPORT_STRAIGHT_H

#include "track/track.h"

struct track *straight_create(int finish, const char *more);

#endif
