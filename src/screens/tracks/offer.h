/* A dialog that offers courses to be taken: a search, and a card for each that the caller can use.
 * Targets: `field search-track`, `track NAME`, `button cancel-track`.
 */
#ifndef GRAPHPRIX_SCREENS_TRACKS_OFFER_H
#define GRAPHPRIX_SCREENS_TRACKS_OFFER_H

#include "screens/app.h"

struct track_offer;

/* Of all shipped ones and the player's own those that `takes` says yes to. */
struct track_offer *track_offer_open(const struct app *app, bool (*takes)(struct course course));
void track_offer_free(struct track_offer *offer); /* NULL is allowed */

enum offer_answer { OFFER_STAYS, OFFER_CANCELLED, OFFER_TAKEN };
/* One pass of it; the course that was taken is borrowed from the offer. */
enum offer_answer track_offer_build(struct track_offer *offer, struct ui *ui, const char *title,
                                    const char *words, struct course *taken);
/* Milliseconds until more should be painted or listed, -1: when something happens. */
int track_offer_patience(const struct track_offer *offer); /* of NULL: -1 */

#endif
