/* What the set-up screen has been set to; it stays from one visit to the next.
 */
#ifndef GRAPHPRIX_SCREENS_SETUP_STATE_H
#define GRAPHPRIX_SCREENS_SETUP_STATE_H

#include "screens/gallery.h"
#include "screens/screen.h"

struct setup_state {
    bool ready; /* was it ever set? */
    struct setup setup;
    struct player players[PLAYER_LIMIT]; /* setup.players of them */
    struct gallery *gallery;
    int chosen; /* index, or -1 */
    bool fresh; /* nothing was built of this visit yet */
    struct ui_scroll track_scroll, rule_scroll, page_scroll;
};

/* screens/setup_players.c */
/* Height of `count` players (and the button to add one) in a width, in device pixels. */
int setup_players_height(struct canvas *canvas, const struct setup_state *state, int width);
/* True if anything was changed. */
bool setup_players_build(struct ui *ui, struct setup_state *state, struct box box);
/* The names that are missing are filled in. */
void setup_players_finish(struct setup_state *state);

#endif
