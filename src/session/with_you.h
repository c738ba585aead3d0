/* Which level is as fast as people were: by the last three saved races of the game that are over
 * and that people and levels drove, of the twelve newest ones of the folder.
 *
 * In each the best person stands half-way between the weakest level that came in before and the
 * strongest one that came in behind: a level above all that are behind, or below all that are
 * before. The mean of the races counts; without any it is the game's usual level.
 */
#ifndef GRAPHPRIX_SESSION_WITH_YOU_H
#define GRAPHPRIX_SESSION_WITH_YOU_H

#include "session/session.h"

int with_you_level(const char *races_folder, const struct game *game);
bool with_you_is_wanted(const struct player *players, int count);
/* Whoever drives with you does so by that level. */
void with_you_seat(struct player *players, int count, const struct game *game, int level);

#endif
