/* What the files of the stock cars' view share: one person's look at the race.
 *
 * The order that is being written belongs to the person, not to the race: it is in the race only
 * when it is given.
 */
#ifndef GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_INSIDE_H
#define GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_INSIDE_H

#include "drivers/stock_cars/hints.h"
#include "paper/stock_cars/ink.h"
#include "rules/stock_cars/stock_cars.h"
#include "screens/rules_view.h"
#include "session/session.h"

/* === way ================================================================================= */

/* What an order that is being written comes to, as the rules tell it: how far it is whole, the way
 * over the tiles, and what a click on a tile would add to it.
 *
 * Moves that are not written yet are taken as straight on. Where the rules foresee no more (behind
 * oil, off the track) tiles are counted on as the letters say, marked as such.
 */

/* === order draft ============================================================================== */

/* An order that is being written: its text, and the parts that clicks and keys add to it.
 *
 * The text is all there is. Clicks read its parts, change them and write it anew, with groups
 * ("(3M)") and with the marks of wild cards where RULES 3.3 wants them; what was typed stays as it
 * was typed until then. No race is asked here: whether an order may be given is the rules' to say.
 */

enum { DRAFT_CHANGES = 8, DRAFT_MOVES = 1024, DRAFT_BYTES = STOCK_ORDER_BYTES + 24 };

/* What a text says, one letter each, marks left out. Zeroed: nothing. */
struct order_parts {
    char begin[DRAFT_CHANGES + 1], end[DRAFT_CHANGES + 1]; /* changes: 'A', 'B', 'S' */
    char moves[DRAFT_MOVES + 1];                           /* 'M', 'L', 'R' */
    int move_count;
    bool open;        /* the text ends inside a group, whose part does not count yet */
    int moves_behind; /* byte of the text behind the last move, where more of them would stand */
    int read; /* bytes of it that say this: all of them, but of "-" none, and none of an open group
               */
};

/* False: the text is not how an order begins, or has more parts than there is room for. "-" and
 * blanks are an order without parts. */
bool order_parts_read(const char *text, struct order_parts *into);
/* Capitals, moves in groups, and marked as a car with that special has to mark; "" without parts.
 */
void order_parts_write(const struct order_parts *parts, enum stock_special special,
                       char text[DRAFT_BYTES]);

/* What changes at the beginning add to the speed. */
int order_parts_gain(const struct order_parts *parts);
/* The beginning becomes these changes, as in struct stock_speed; moves that a car of that speed
 * (before them) has no more are dropped, and what is at the end with them. */
void order_parts_begin(struct order_parts *parts, const char *changes, int speed);
/* So many moves of a kind more, in place of what is at the end. */
void order_parts_move(struct order_parts *parts, char kind, int count);
/* A change at the end, if there are moves and not yet two of its kind: false if not. */
bool order_parts_end(struct order_parts *parts, char kind);
/* The last part goes; false if there was none. */
bool order_parts_take_back(struct order_parts *parts);

/* === way ====================================================================================== */

enum way_state {
    WAY_FAULTY, /* it cannot become an order like this */
    WAY_OPEN,   /* moves, or the end of a group, are missing */
    WAY_WHOLE
};

struct way_tile { /* of a move that is written */
    struct point at;
    enum heading heading; /* of the move */
    bool off, unsure;     /* off the track; behind what nobody knows */
};

struct way_spot { /* a tile that can be clicked */
    struct point at;
    char kind; /* of the moves that a click adds */
    int count;
    bool off, unsure, chance; /* chance: oil, or sand that nobody has looked at */
};

enum { WAY_SPOTS = 128, WAY_FAULT_BYTES = 160 };

/* Zeroed: none. */
struct order_way {
    enum way_state state;
    int column;                  /* byte of the text, from 0: what is wrong with it */
    char fault[WAY_FAULT_BYTES]; /* and why; also what is missing while it is open */
    struct order_parts parts;
    bool retires;
    int speed, left; /* of the moves; of them not yet written, less than 0: too many */
    bool settled;    /* it finishes or has left the track: what follows is lost, but is written */
    bool tried;      /* the trial is there: of the order, straight on to its end */
    struct stock_trial trial;
    struct way_tile *tiles;
    int tile_count, tile_capacity;
    struct way_spot spots[WAY_SPOTS];
    int spot_count;
};

/* Of a car that owes an order; what was there before is dropped. */
void way_find(struct order_way *way, const struct race *race, int car, const char *text);
void way_free(struct order_way *way); /* becomes zeroed */
/* The one on a tile, or of so many moves of a kind; -1: none. */
int way_spot_at(const struct order_way *way, struct point at);
int way_spot_of(const struct order_way *way, char kind, int count);
/* The text with what the spot adds; with the rest straight on. */
void way_add_spot(const struct order_way *way, const struct stock_car *car, int spot,
                  char text[DRAFT_BYTES]);
void way_fill(const struct order_way *way, const struct stock_car *car, char text[DRAFT_BYTES]);

/* === film ================================================================================ */

/* A turn that is driven, as a film: all cars at once, move by move and a little slower where
 * something happens; then crashes, and at the end what comes of it.
 *
 * A share of its time (0 to 1) is what the frame counts; the ink wants to know how far the cars
 * have come (paper/stock_cars/pages.h: a unit a move, and one for what happens at the end).
 */

struct film_piece {
    int from;  /* units driven before it */
    int units; /* 1: a move is driven; 0: it is looked at what happened */
    int event; /* of the step: that happened, or the only way; -1: none of it alone */
    int began; /* milliseconds */
};

/* Zeroed: none. */
struct film {
    bool found;
    int step; /* of the session */
    struct film_piece *pieces;
    int count, capacity;
    int units; /* moves of the longest way, and the end */
    int time;  /* milliseconds; 0: nothing is driven in this step */
};

/* What was there before is dropped, unless it is of this step. */
void film_find(struct film *film, const struct session *session, int step);
void film_free(struct film *film);
/* The piece that is running then; -1: there is none. */
int film_piece_at(const struct film *film, double share);
/* Events that are still to be seen, the latest first; returns how many. */
enum { FILM_SEEN = 4 };
int film_seen(const struct film *film, double share, int events[FILM_SEEN]);
/* How far the ink has come. */
double film_progress(const struct film *film, double share);
/* Where the next piece begins that shows something new, or the one before. */
double film_moment(const struct film *film, double share, bool back);

/* === reach =============================================================================== */

/* Where the other cars may stand after this turn, and who is ahead: what everybody can see of the
 * race, counted by tiles. What others have entered plays no part in it.
 */

/* Tiles on which a car may end its turn; the same one may be there several times. Zeroed: none. */
struct view_reach {
    struct reached {
        struct point at;
        int car;
    } * tiles;
    int count, capacity;
};
/* Of all racing cars but this one; what was there before is dropped. Wild cards are spent as if
 * each steer had them for itself, so it may be a little more than there is. */
void reach_find(struct view_reach *reach, const struct race *race, const struct stock_map *map,
                int but);
void reach_free(struct view_reach *reach); /* becomes zeroed */

/* How many moves each tile of a map is away from crossing the line forward; -1: it cannot. As
 * [y * width + x]; freed with free. */
int *distances_to_line(const struct stock_map *map);
/* By crossings, then by that distance; its place where it has one. */
int place_so_far(const struct race *race, const struct stock_map *map, const int *distances,
                 int car);

/* === view ================================================================================ */

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
    struct stock_bend bends[STOCK_BENDS];
    int bend_count;
    int kerbs[STOCK_BENDS]; /* of each bend: 1 + how dear it is; 0: as on the sheet */

    struct film film;                /* that was driven last */
    double share;                    /* of it, while it is shown; -1: it is not */
    int seen[FILM_SEEN], seen_count; /* events of its step that stand on the sheet now */
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
static const enum icon stock_special_icons[] = {ICON_CROSS, ICON_TURBINE, ICON_SWAYBARS,
                                                ICON_PERFORMANCE};
void stock_say(const struct view *view, const struct race *race, int car, struct text *into);
/* What the tile of a spot will do: "Off the track by 2: speed -6, maximum -4"; "" for nothing. */
void stock_say_spot(const struct view *view, int spot, char *said, size_t size);
/* What the order comes to: moves left, cards, the speed after. */
void stock_say_order(const struct view *view, bool brief, char *left, char *rest, size_t size);

#endif
