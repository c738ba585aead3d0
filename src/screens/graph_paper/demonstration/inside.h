/* What the files of the demonstration share.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_DEMONSTRATION_INSIDE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_DEMONSTRATION_INSIDE_H

#include "screens/app.h"
#include "screens/graph_paper/motion/motion.h"
#include "screens/graph_paper/scene/scene_view.h"
#include "screens/tracks/offer.h"
#include "ui/layout.h"

/* What a click on the sheet does. */
enum demonstration_hand { HAND_CHOOSES, HAND_TARGET, HAND_BODY };

struct demonstration {
    struct scene scene;
    struct scene_view *view;
    int body; /* whose move is chosen */
    enum demonstration_hand hand;
    struct motion_pane *motion;
    bool folded;    /* the panel is away, as it is when the projector has just come on */
    bool projected; /* was the projector on in the last pass? */
    struct track_offer *tracks; /* the dialog that offers them, NULL: it is closed */
    struct ui_scroll panel;
    char told[400]; /* what could not be done; "" for nothing */
};

/* demonstration/panel.c: what stands beside the sheet. */
void demonstration_panel(struct app *app, struct ui *ui, struct demonstration *shown,
                         struct box box);
/* demonstration/demonstration.c */
void demonstration_flip_motion(struct app *app);
void demonstration_step(struct demonstration *shown);
void demonstration_back(struct demonstration *shown);
void demonstration_clear(struct demonstration *shown); /* an empty sheet with one body */
void demonstration_offer_tracks(struct app *app, struct demonstration *shown);

#endif
