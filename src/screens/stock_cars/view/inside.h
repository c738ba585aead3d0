/* What the files of the stock cars' view share: one person's look at the race.
 *
 * The order that is being written belongs to the person, not to the race: it is in the race only
 * when it is given.
 */
#ifndef GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_INSIDE_H
#define GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_INSIDE_H

#include "drivers/stock_cars/hints.h"
#include "screens/rules_view.h"
#include "screens/stock_cars/view/film.h"
#include "screens/stock_cars/view/reach.h"
#include "screens/stock_cars/view/way.h"

enum stock_switch { SWITCH_HINTS, SWITCH_REACH };
enum { TILE_ID_BYTES = 40, STOCK_SAID_BYTES = 200 };

struct view {
    const struct session *session;
    const char *names[PLAYER_LIMIT];
    bool watches; /* a computer drives the car to move */
    int car;      /* that is to be told its order, 0: none */
    char text[DRAFT_BYTES];
    struct order_way way;
    uint64_t turns; /* counts whatever way and race have become */
    bool insists;   /* an order was given that is not whole: what is missing is a fault */

    int pointed;              /* spot of the way, or -1 */
    bool at_keys;             /* by the keyboard's focus */
    char held[TILE_ID_BYTES]; /* the target from which a way is being dragged; "" for none */
    struct point held_at;
    char said[STOCK_SAID_BYTES]; /* what the spot that is pointed at will do */

    bool hints_on, hints_coming, hints_missed;
    const struct hints *hints; /* of this turn, from the frame; or NULL */
    bool reach_on;
    struct view_reach reach; /* found when it is switched on */
    bool reach_found;        /* for this turn */
    int *distances;          /* of the tiles to the line */

    struct film film;          /* that was driven last */
    double share;              /* of it, while it is shown; -1: it is not */
    const struct event *shown; /* of its step, to be looked at now; or NULL */
    struct text happened;      /* what is said of it */
};

/* screens/stock_cars/view/sheet.c: see rules_view.h. */
void stock_lay(struct view *view, struct race_sheet *sheet);
/* screens/stock_cars/view/view.c: what is shown of a step, and of the others' reach (or NULL). */
void stock_look_at_step(struct view *view, const struct view_look *look);
const struct view_reach *stock_find_reach(struct view *view);

/* Does a person choose in the view now: a special, or an order? */
bool stock_chooses(const struct view *view);
const struct stock_car *stock_shown_car(const struct view *view); /* that is to be told its order */

/* The best order that hints know of; NULL: none. Of those that end like the way: its own. */
const struct stock_hint *stock_best_hint(const struct view *view);
const struct stock_hint *stock_way_hint(const struct view *view);

/* screens/stock_cars/view/view.c, input.c, words.c: see rules_view.h. */
void stock_tell_words(const struct view *view, struct view_words *words);
bool stock_panel(const struct view *view, const struct race *race, struct canvas *canvas, int car,
                 struct box *first, struct box *second);
void stock_say(const struct view *view, const struct race *race, int car, struct text *into);
/* What the tile of a spot will do: "Off the track by 2: speed -6, maximum -4"; "" for nothing. */
void stock_say_spot(const struct view *view, int spot, char *said, size_t size);
/* What the order comes to: moves left, cards, the speed after. */
void stock_say_order(const struct view *view, bool brief, char *left, char *rest, size_t size);

#endif
