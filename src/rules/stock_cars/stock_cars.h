/* Stock cars: what its view, its drivers, its editor and its tests may know beyond rules/game.h.
 *
 * Everything is in tiles, y up; a car moves from a tile to one of its eight neighbours. Section
 * numbers are those of RULES.md beside this file.
 */
#ifndef GRAPHPRIX_RULES_STOCK_CARS_STOCK_CARS_H
#define GRAPHPRIX_RULES_STOCK_CARS_STOCK_CARS_H

#include "rules/game.h"
#include "rules/stock_cars/map.h"

extern const struct game stock_cars_game;

/* Indices into the table of fields (9). */
enum stock_field {
    STOCK_LAPS,
    STOCK_WILD_CARDS,
    STOCK_MAX_SPEED,
    STOCK_SPECIALS,
    STOCK_SLIPSTREAM,
    STOCK_OFF_TRACK,
    STOCK_CRASH,
    STOCK_OIL,
    STOCK_SANDBAGS,
    STOCK_ORDERS,
    STOCK_ROUND_LIMIT,
    STOCK_FIELD_COUNT
};
enum { STOCK_ON, STOCK_OFF };      /* of every switch */
enum { STOCK_SEVERE, STOCK_MILD }; /* of off_track */
enum { STOCK_SECRET, STOCK_OPEN }; /* of orders */
enum stock_preset { STOCK_PRESET_STOCK_CARS, STOCK_PRESET_SUNDAY, STOCK_PRESET_COUNT };

enum {
    STOCK_ORDER_BYTES = 1000, /* from the first to the last that is no blank */
    STOCK_LEAST_MAXIMUM = 6,  /* no maximum is lower */
    STOCK_PIT_SPEED = 6,      /* the limit in the pits */
    STOCK_REPAIR = 10         /* a repair gives so much less the speed */
};

/* NULL: the set-up has no course yet. */
const struct stock_map *stock_map_of(const struct setup *setup);
/* Laps in effect. */
int stock_laps(const struct setup *setup);

/* --- an order that was read (3) --------------------------------------------------------------- */

enum { ORDER_RUNS = 12 };

/* An order that was read. Its moves lie in runs: a steer ('L', 'R': one move) or so many ahead
 * ('M'). */
struct stock_order {
    bool retires;
    char begin[6],
        end[6];          /* changes in the order written: 'A', 'B', 'S', with a zero byte behind */
    char marked_end[16]; /* those at the end as they are written: "A(A+1)" */
    struct {
        char kind;
        int count;
    } runs[ORDER_RUNS];
    int run_count;
    int moves; /* = the speed after the beginning */
    int cards; /* wild cards that it costs */
};

/* --- cars ------------------------------------------------------------------------------------- */

enum stock_status { STOCK_RACING, STOCK_FINISHED, STOCK_RETIRED };
enum stock_special { SPECIAL_NONE, SPECIAL_TURBO, SPECIAL_SWAYBARS, SPECIAL_PERFORMANCE };
enum stock_pit { PIT_OUT, PIT_CLEAR, PIT_SERVED, PIT_BROKEN }; /* of this visit (4.5) */

struct stock_car {
    enum stock_status status;
    struct point at;
    enum heading heading;
    int speed, maximum, wild_cards;
    enum stock_special special;
    enum stock_pit pit;
    int crossings; /* net, may be negative */
    int place;     /* 0: none yet */
    int of, on;    /* it finished in this turn on move `on` of `of`; 0: it did not */
    int stopped;   /* the round in which it retired; 0 */
    int gained_maximum, gained_cards; /* by the repair of this visit */
    bool ordered;                     /* its action of this turn is entered */
    struct stock_order entered;       /* while it is a secret: what will be carried out, */
    char *order;                      /* and its text, capitals without blanks; else NULL */
};

const struct stock_car *stock_car(const struct race *race, int car);
int stock_lap(const struct race *race, const struct stock_car *car); /* 5.1 */
const char *stock_status_name(enum stock_status status);
const char *stock_special_name(enum stock_special special);
const char *stock_special_title(enum stock_special special); /* "Sway bars" */
const char *stock_special_sentence(enum stock_special special);
const char *stock_pit_name(enum stock_pit pit); /* NULL: it is in no pit */
/* Does round 0 run, in which specials are chosen? */
bool stock_choosing_specials(const struct race *race);

const struct stock_map *stock_race_map(const struct race *race);

/* What everybody may see on a tile: as stock_map_tile, with what happened since and with what the
 * fields switch off as asphalt; a hidden bag is sand as any other. */
char stock_tile(const struct race *race, struct point at);

/* --- orders (3) ------------------------------------------------------------------------------- */

/* Reads the order of a car under 3 as the race stands. False and the error, whose column is 3.5's;
 * else the order, and its text in capitals without blanks appended to `text` (may be NULL). */
bool stock_order_read(const struct race *race, int car, const char *text, struct stock_order *order,
                      struct text *plain, struct error *error);

/* A speed that changes at the beginning can reach, and the cheapest way there (8.3). */
struct stock_speed {
    int speed, cards;
    char changes[16]; /* "B(B+1)", "SA" */
};
enum { STOCK_SPEEDS = 6 };
/* By speed; returns how many. *slipstream: the place of 3.2 behind a car is there. */
int stock_speeds(const struct race *race, int car, struct stock_speed into[STOCK_SPEEDS],
                 bool *slipstream);

/* What an order would do on the map as it shows (8.4). */
struct stock_trial {
    int cards, speed, moves;
    struct stock_entered {
        struct point at;
        enum heading heading; /* of the move */
    } * path;                 /* track tiles entered; freed by stock_trial_free */
    int path_count, path_capacity;
    int off_track; /* tiles; 0: it stays on the track */
    bool finishes, unknown;
    struct stock_car ends; /* .order is NULL */
};
/* The car need not owe an order. False and the error if the order is refused. */
bool stock_try(const struct race *race, int car, const char *order, struct stock_trial *into,
               struct error *error);
void stock_trial_free(struct stock_trial *trial);

/* --- events (8.5) ----------------------------------------------------------------------------- */

enum stock_event_type {
    STOCK_EVENT_ORDERED,
    STOCK_EVENT_SPECIAL, /* special */
    STOCK_EVENT_RETIRED,
    STOCK_EVENT_DROVE,      /* order, cards, speed, from, from_heading, path */
    STOCK_EVENT_PIT_IN,     /* move, at */
    STOCK_EVENT_PIT_BROKEN, /* move, speed, maximum and cards as taken back */
    STOCK_EVENT_REPAIRED,   /* move, speed, maximum: the new one, cards: gained */
    STOCK_EVENT_LAP,        /* move, crossings, lap */
    STOCK_EVENT_FINISHED,   /* move, of */
    STOCK_EVENT_SAND,       /* move, at, tile: what it is now, bag, speed */
    STOCK_EVENT_OIL,        /* move, at, turn, heading */
    STOCK_EVENT_BANKED,     /* move, at, heading */
    STOCK_EVENT_LEFT_TRACK, /* move, at: where it stays, tiles, oil: by the milder penalty of 4.1,
                               heading, speed, maximum */
    STOCK_EVENT_END_SPEED,  /* changes, speed */
    STOCK_EVENT_CRASHED,    /* at, others: the cars (in the head), oil: a slick appeared */
    STOCK_EVENT_PLACED,     /* place */
    STOCK_EVENT_SAND_RESET, /* car 0; lap */
    STOCK_EVENT_OVER        /* car 0 */
};

struct stock_event {
    enum stock_event_type type;
    int move;
    struct point at;
    enum heading heading;
    int speed, maximum, cards, crossings, lap, of, tiles, place;
    uint64_t cars; /* bit n: car n */
    bool bag, oil;
    char tile;
    enum turn turn;
    enum stock_special special;
    enum heading from_heading;
    struct point from;
    int path_count;
    char changes[16]; /* with their marks: "A(A+1)" */
};

/* The body of an event of this game. */
const struct stock_event *stock_event(const struct event *event);
/* Of DROVE: the order in capitals without blanks, and the track tiles entered; both live as long as
 * the event. */
const char *stock_event_order(const struct event *event);
const struct stock_entered *stock_event_path(const struct event *event, int *count);

#endif
