/* What the files of the circuit's view share: one person's look at the race. */
#ifndef GRAPHPRIX_SCREENS_CIRCUIT_VIEW_INSIDE_H
#define GRAPHPRIX_SCREENS_CIRCUIT_VIEW_INSIDE_H

#include "drivers/circuit/driving.h"
#include "paper/circuit/ink.h"
#include "rules/circuit/circuit.h"
#include "screens/rules_view.h"
#include "session/session.h"

#include <math.h>

/* === film ================================================================================ */

/* A step that is shown, as a film: space by space, cards turned together, dice that roll; with a
 * pause at whatever is worth one.
 */

enum { TUMBLE = 280, SPIN_DICE = 1320 }; /* milliseconds until dice lie, until those of a spin do */

struct circuit_film_piece {
    int event, count; /* of the step: what happens in it */
    int began, time;  /* milliseconds */
    int each, held;   /* they begin so long one after the other, the last one later still */
};

/* Zeroed: none. */
struct circuit_film {
    bool found;
    int step; /* of the session */
    struct circuit_film_piece *pieces;
    int count, capacity;
    int time;    /* milliseconds; 0: there is nothing to be seen */
    bool stroke; /* a space is entered and that is all: no film, but a stroke of the pen */
};

/* What was there before is dropped, unless it is of this step. */
void circuit_film_find(struct circuit_film *film, const struct session *session, int step);
void circuit_film_free(struct circuit_film *film);
/* The piece that is running then, and how much of it is over; -1: there is none. */
int circuit_film_piece(const struct circuit_film *film, double share, double *within);
/* Milliseconds since an event of a piece has begun; less than 0: it has not. */
static inline double circuit_film_age(const struct circuit_film *film, double share, int event)
{
    const struct circuit_film_piece *piece = film->pieces, *end = piece + film->count;
    if (film->count == 0)
        return INFINITY;
    while (piece + 1 < end && piece[1].event <= event)
        piece++;
    int before = event - piece->event;
    return share * film->time - piece->began - before * piece->each -
           (before + 1 == piece->count ? piece->held : 0);
}
/* Where the next piece begins, or the one before. */
double circuit_film_moment(const struct circuit_film *film, double share, bool back);

/* Where a car is then. */
struct circuit_film_place {
    bool there, touched;   /* on the track; does the step set it elsewhere, or turn it round? */
    struct space from, to; /* it is between them */
    double part;
    struct circuit_car car; /* what is told of it: posted, spun, wear and chips as they are then;
                               `entry` and `built`: what it has entered is still hidden */
};
void circuit_film_places(const struct circuit_film *film, const struct session *session,
                         double share, struct circuit_film_place places[PLAYER_LIMIT]);

/* === ways ===================================================================================== */

/* Where the moving car can drive with the points that it has, each space by its cheapest way: found
 * by trying the rules' own moves on copies of the race.
 */

enum { WAYS_MOST = 160, WAY_BYTES = 64 };

struct way_space {
    struct space at;
    int before; /* the one from which it is entered; -1: from where the car stands */
    int steps;  /* from there */
    int halves; /* that the way to it costs, this one included */
    int spent;  /* of them entering this one */
    bool takes; /* the line, here */
    int limit;  /* 0: none */
    bool on_line;
    enum circuit_outcome outcome;
    char action[WAY_BYTES]; /* "go 1 1 2+" */
};
/* Zeroed: none. Sorted by steps. */
struct film_ways {
    struct way_space spaces[WAYS_MOST];
    int count;
};
void ways_find(struct film_ways *ways, const struct race *race);
/* The cheapest there; -1: it cannot be reached. */
int ways_at(const struct film_ways *ways, struct space at);

/* === outlook ============================================================================= */

/* What a speed would cost at best in this turn, by corners alone: an exact look ahead over spaces,
 * as if the car had the circuit to itself (RULES 4.2, 5, 9.1). What comes behind is for the eye: to
 * post is to judge.
 */

/* A car as it is to be judged. */
struct outlook_car {
    int row, lane;
    int laps_left; /* times that the line can be crossed before the crossing that finishes */
    bool on_line, lines;
    int halves;
};
struct outlook_car outlook_car_of(const struct setup *setup, const struct circuit_car *car);

struct outlook {
    int now; /* halves that this turn costs at least; -1: it cannot but spin */
    bool finishes;
};
struct outlook outlook_of(const struct circuit *circuit, const struct outlook_car *car, int speed);

/* === odds ===================================================================================== */

/* Chances of dice, by counting every way that they can fall (RULES 6.1, 8.5, 8.6). */

/* A force pass as far as it is laid open; blockers are those who may resist, by lane. */
struct pass_case {
    int passer, blockers[2], blocker_count; /* speeds, mph */
    bool passer_chip, blocker_chips[2];
    int blocks; /* cards that say BLOCK */
};
/* What is added to the passer's dice against that blocker, its chip left out (8.5). */
int pass_by_speed(int passer, int blocker);
int pass_by_blocks(int blocks);

/* Of so many ways in all. */
struct pass_ways {
    int all, through; /* the pass succeeds */
    int spins;        /* the passer has to roll on the spin table; else it is held */
};
struct pass_ways pass_count(const struct pass_case *pass);

/* Ways of 36 that the spin table says this, by its modifier. */
void spin_count(int modifier, int ways[SPIN_CRASH + 1]);

/* Per cent, never 0 or 100 for what is only nearly so. */
int percent_of(int ways, int all);

/* === table =============================================================================== */

/* What lies on the table over the sheet: of a force pass the cards, chips and dice of each, of a
 * spin the dice; with every number that was added, as far as it has been shown.
 */

enum {
    TABLE_ROWS = 10,
    TABLE_LINES = 4,
    TABLE_LINE_BYTES = 120,
    TABLE_FOOT_LINES = 5,
    TABLE_NO_CARD = -1
};

/* One who lays a card or rolls. */
struct pass_table_row {
    int car;
    bool lays, laid;   /* may it resist; does its card lie there? */
    int card;          /* CARD_PASS, CARD_BLOCK; TABLE_NO_CARD: its back is all that is known */
    double turning;    /* 1 when its face is up */
    bool chip;         /* spent in this attempt */
    double chipping;   /* 1 when it lies */
    bool rolls, spins; /* spins: for the spin table */
    bool waits;        /* for the others' dice */
    int dice[2], modified[2];
    double rolling;                            /* 1 when they lie still */
    char lines[TABLE_LINES][TABLE_LINE_BYTES]; /* the first of two is the sum, the second comment */
    int line_count;
};
struct pass_table {
    struct pass_table_row rows[TABLE_ROWS];
    int count, blocks;
    char foot[TABLE_FOOT_LINES][TABLE_LINE_BYTES]; /* what came of it */
    int foot_count;
    bool brief;        /* only sums: it is in the way */
    bool scene;        /* dice will be rolled on it */
    const char *stamp; /* that comes down across the road: "THROUGH", or NULL */
    double stamped;    /* milliseconds ago */
};

/* Of a step as it lies when `share` of it has been shown; nothing: no row. Names by car - 1. */
/* Of a force pass that is under way: who has laid a card, and chips. Cards are not looked at. */

/* === view ================================================================================ */

enum { SPACE_ID_BYTES = 32, CIRCUIT_SAID_BYTES = 160, SIGNS_MOST = 3 * CIRCUIT_ROWS_MOST };

/* Of limits, over the cars that would hide them. */
struct signs {
    const struct circuit *circuit;
    struct paper_view paper; /* they were placed for */
    struct sign {
        struct space space;
        int raised_by; /* for the car that is to act */
        struct pixel at;
        double radius;
    } items[SIGNS_MOST];
    int count, own; /* those before are the same for all cars */
};

struct view {
    const struct session *session;
    const char *names[PLAYER_LIMIT];
    struct circuit_layout *layout;
    bool watches; /* a computer drives the car to move */
    int car;      /* that is to act, 0: none */
    int order[PLAYER_LIMIT];
    uint64_t changes; /* counts whatever is shown to choose from */

    struct build draft; /* the car that is being built */

    struct circuit_move moves[CIRCUIT_MOVES]; /* not while cars are built */
    int move_count;
    struct outlook outlooks[CIRCUIT_LIMIT_MOST / CIRCUIT_SPEED]; /* of the speeds among them */
    struct film_ways ways;
    int pointed;                     /* of them, or -1 */
    int forced;                      /* of the moves: whose odds are told, or -1 */
    int eyed;                        /* of the moves: the speed whose way is shown, or -1 */
    struct box cells[CIRCUIT_MOVES]; /* of their answers in the strip */
    char said[CIRCUIT_SAID_BYTES];
    bool hints_on;
    const struct hints *hints; /* that there are, or NULL; the frame's */

    struct circuit_film film; /* that was shown last */
    double share;             /* of it, while it is shown; -1: it is not */

    /* Of the picture that is drawn. */
    struct signs signs;
    int kerbs[CIRCUIT_CORNERS_MOST]; /* of each corner: 1 + how dear it is; 0: as on the sheet */
    struct circuit_film_place places[PLAYER_LIMIT];
    struct pixel posts[PLAYER_LIMIT];
    struct pass_table laid; /* on the sheet, where and how large */
    struct box table;
    double table_scale;
    uint64_t laid_for, said_for;
    int first_said, first_obstacle; /* of labels: before them speeds and lanes, which stay */
};

/* sheet.c: see rules_view.h. */
void circuit_lay(struct view *view, struct race_sheet *sheet);

/* posts.c: speeds of cars that stand (bit n: car n) on plates, clear of cars; and where all others
 * have their posts, which are drawn while a step that is shown turns them over. */
void circuit_write_speeds(const struct view *view, const struct paper_view *paper,
                          const struct race *race, uint64_t cars, const struct paper_theme *theme,
                          struct labels *labels, struct pixel posts[PLAYER_LIMIT]);
void circuit_draw_posts(cairo_t *cairo, const struct view *view, const struct paper_view *paper,
                        const struct pixel posts[PLAYER_LIMIT], const struct paper_theme *theme);

/* --- view.c ----------------------------------------------------------------------------------- */

const struct race *circuit_state(const struct view *view); /* that is shown */
bool circuit_chooses(const struct view *view);
void circuit_do(struct view *view, const struct circuit_move *move, struct view_request *request);
/* To a space by its cheapest way. */
void circuit_go(struct view *view, int space, struct view_request *request);
void circuit_point_at(struct view *view, int space);
/* Where its answer stands in the strip; of a pass that is looked at the odds are told. */
void circuit_weigh(struct view *view, int move, struct box box, bool looked_at);
/* How far a step is that is shown. */
void circuit_look_at_step(struct view *view, const struct view_look *look);

/* --- strip.c, build.c, force.c: the strip under the sheet ------------------------------------- */

int circuit_strip_height(const struct view *view, struct ui *ui, int width);
void circuit_build_strip(struct view *view, struct ui *ui, struct box box,
                         struct view_request *request);
int circuit_design_height(struct ui *ui, int width);
void circuit_build_design(struct view *view, struct ui *ui, struct box box,
                          struct view_request *request);
/* A force pass that may be tried, or is; from whose seat it is looked at. */
struct pass_look {
    int passer;
    int blockers[2], resist[2], resist_count;
    int self;       /* whose chip is in question, 0: nobody's */
    uint64_t chips; /* laid; bit n: car n */
    uint64_t open;  /* answered */
};
struct pass_look circuit_look_at_move(const struct view *view, const struct circuit_move *move);
bool circuit_look_at_pass(const struct view *view, struct pass_look *look); /* under way */
/* Lines of a head and of figures; with hints of every outcome. So high and wide, interface pixels.
 */
double circuit_odds_height(struct ui *ui);
double circuit_odds_width(const struct view *view);
void circuit_build_odds(const struct view *view, struct ui *ui, const struct pass_look *look,
                        struct box box);
/* Which of the two may resist, and why not; `brief`: first names. */
void circuit_say_resist(const struct view *view, const struct pass_look *look, bool brief,
                        struct text *into);
/* What the spin table may say, with a chip and without. */
void circuit_build_spin_odds(const struct view *view, struct ui *ui, struct box box);

/* --- words.c ---------------------------------------------------------------------------------- */

/* "clear", "1½ wear", "½ for the line", "spin", "finish" */
void circuit_say_cost(const struct circuit_move *move, char *into, size_t size);
/* " · 9 turns left", or nothing: of a hint, which may be NULL, while hints are wanted. */
void circuit_say_hint(const struct view *view, const struct circuit_hint *hint, char *into,
                      size_t size);
void circuit_say_space(const struct view *view, int space, char *said, size_t size);
int circuit_place(const struct race *race, int car);
bool circuit_shows_hints(const struct view *view); /* as far as there are any */
void circuit_tell_words(const struct view *view, struct view_words *words);
bool circuit_panel(const struct view *view, const struct race *race, struct canvas *canvas, int car,
                   struct box *first, struct box *second);
void circuit_say(const struct view *view, const struct race *race, int car, struct text *into);

/* --- shown.c, table_drawing.c: what is shown of a step
 * -------------------------------------------------
 */

int circuit_step_time(struct view *view, int step);
double circuit_step_moment(struct view *view, int step, double share, bool back);
int circuit_step_words(struct view *view, int step, double share, struct text *into);

int circuit_event_time(struct view *view, int step, int event);
enum moment_kind circuit_moment(const struct event *event);
void circuit_moment_place(struct view *view, int step, int event, struct moment_look *look);
/* What is drawn of a car. False if it is not on the sheet. */
bool circuit_box_of(const struct view *view, const struct paper_view *paper,
                    const struct race *race, int car, double box[4]);
bool circuit_car_middle(const struct view *view, const struct race *race, int car, double *x,
                        double *y);

/* table_drawing.c. What lies on the table now; no row: nothing. It lies at an edge of the sheet,
 * on nobody who has to do with it, and notes and the map give way to it; for a step that is shown
 * there is room for all of it. On a low sheet its `scale` is less than the interface's. */
bool circuit_table_tells(const struct view *view, int step, int event);
struct pass_table circuit_find_table(const struct view *view, const struct view_look *look);
struct box circuit_place_table(const struct view *view, const struct view_look *look,
                               const struct pass_table *table, struct box whole, double *scale);
/* Widens what is to be in sight by a table that lies on somebody there, so that they come to stand
 * beside it on a small sheet; no further than all of them stay in sight. */
void circuit_seek_room(const struct view *view, const struct view_look *look,
                       struct camera_area *area);
void circuit_draw_table(cairo_t *cairo, const struct view *view, const struct pass_table *table,
                        struct box box, double scale, const struct paper_theme *theme);

#endif
