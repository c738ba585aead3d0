/* Stock cars: what its view, its drivers, its editor and its tests may know beyond rules/game.h.
 *
 * Everything is in tiles, y up; a car moves from a tile to one of its eight neighbours. Section
 * numbers are those of RULES.md beside this file.
 */
#ifndef GRAPHPRIX_RULES_STOCK_CARS_STOCK_CARS_H
#define GRAPHPRIX_RULES_STOCK_CARS_STOCK_CARS_H

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "rules/game.h"
#include "rules/setup.h"

#include <stdatomic.h>

/* === map ====================================================================================== */

/* Maps of stock cars (RULES 1): rows of tiles with a header, in a text file.
 *
 * Tiles are counted from the lower left one, x to the right, y up; all that is outside the map is
 * off the track. A map that was read or made has passed every check of 1.4, is never changed and is
 * shared by a reference count.
 */

enum {
    STOCK_MAP_SIDE = 500, /* columns and rows at most */
    STOCK_MAP_BYTES = 1024 * 1024,
    STOCK_MAP_LAPS = 99,
    STOCK_MAP_USUAL_LAPS = 3
};

/* Clockwise: to steer right is one more. */
enum heading {
    HEADING_N,
    HEADING_NE,
    HEADING_E,
    HEADING_SE,
    HEADING_S,
    HEADING_SW,
    HEADING_W,
    HEADING_NW,
    HEADING_COUNT
};
enum turn { TURN_NONE, TURN_LEFT, TURN_RIGHT };

extern const struct point heading_steps[HEADING_COUNT]; /* one tile ahead */
extern const char *const heading_names[HEADING_COUNT];  /* "NE" */
enum heading heading_turned(enum heading heading, enum turn turn);

#define TILE_OFF ' '
#define TILE_ASPHALT '*'
#define TILE_OIL 'o'
#define TILE_SAND '.'     /* not looked at */
#define TILE_BAG 'S'      /* in sight */
#define TILE_FLAT_BAG 's' /* driven over once */
#define TILE_BANK 'b'
#define TILE_LINE 'F'
#define TILE_PIT 'p'
#define TILE_PIT_END '#'
#define TILE_PIT_MARK 'P'

bool tile_is_pit(char tile);   /* p # P */
bool tile_is_alley(char tile); /* . S s */
/* Of the alphabet of 1.1, starting places among them? */
bool tile_is_known(char tile);
/* The number of a starting place, 0: it is none. */
int tile_start(char tile);

struct stock_map {
    atomic_int holders;
    char *name, *author; /* author may be "" */
    char *note;          /* what lists tell of it: "by Ann", or "" */
    int width, height;
    int laps;
    int lap;            /* moves of the shortest way round */
    enum heading race;  /* N, E, S or W: the line is crossed so */
    enum turn turn;     /* of banked curves; TURN_NONE: there are none */
    int sandbags;       /* in the whole alley, those in sight included */
    bool says_sandbags; /* the file says how many */
    int starts;
    struct point start[PLAYER_LIMIT]; /* [car - 1] */
    char *tiles;                      /* [y * width + x]; starting places are their digits */
    bool *line;                       /* the same: of the start/finish line (1.3) */
};

/* As the file has it; a starting place is asphalt; TILE_OFF outside the map. */
char stock_map_tile(const struct stock_map *map, struct point at);
bool stock_map_on_line(const struct stock_map *map, struct point at);
/* A move over the line (5.1): 1 forward, -1 backward, 0 not at all. */
int stock_map_crossing(const struct stock_map *map, struct point from, struct point to);

/* --- what is being made (the editor's draft, a file being read) ------------------------------- */

/* A map that nobody has checked: the header and a grid of characters. */
struct map_draft {
    char *name, *author; /* both may be "" */
    int width, height;   /* 1..STOCK_MAP_SIDE */
    int laps;            /* 1..STOCK_MAP_LAPS */
    enum heading race;   /* N, E, S or W */
    enum turn turn;
    int sandbags; /* -1: not said */
    char *tiles;  /* [y * width + x], digits are starting places */
};
/* Empty, all off the track. */
struct map_draft map_draft_make(int width, int height);
struct map_draft map_draft_copy(const struct map_draft *draft);
struct map_draft map_draft_of(const struct stock_map *map);
void map_draft_free(struct map_draft *draft);
/* TILE_OFF outside. */
char map_draft_tile(const struct map_draft *draft, struct point at);
/* [y * width + x]: is the tile of the start/finish line (1.3)? Freed with free. */
bool *map_draft_line(const struct map_draft *draft);
/* The file's text: header in a fixed order, an empty line, rows without blanks at their ends. */
void map_draft_write(const struct map_draft *draft, struct text *into);

/* Something of 1.4 that is wrong, one sentence with what to do. */
struct map_fault {
    bool has_place;
    struct point at;
    const char *key; /* of the header that it is about, or NULL */
    char text[240];
};
/* All that is wrong with the draft's tiles and values, in the order of 1.4 and by place, the first
 * `limit` of them; returns how many. */
int map_draft_check(const struct map_draft *draft, struct map_fault *into, int limit);
/* Reads a file as far as it has a form (1.1, 1.2), whether it would pass the check or not: the
 * editor opens what cannot be raced on yet. False and the error with line and column. *first_row:
 * the line of the file in which the top row stands; may be NULL. */
bool map_draft_read(const char *bytes, size_t length, struct map_draft *into, int *first_row,
                    struct error *error);
/* The same with all of 1.4: NULL and the error. */
const struct stock_map *stock_map_make(const struct map_draft *draft, struct error *error);

extern const struct course_kind stock_maps; /* map files; bodies are struct stock_map */

/* === stock cars =============================================================================== */

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
    STOCK_GRID,
    STOCK_HANDICAP,
    STOCK_ROUND_LIMIT,
    STOCK_FIELD_COUNT
};
enum { STOCK_ON, STOCK_OFF };      /* of every switch */
enum { STOCK_SEVERE, STOCK_MILD }; /* of off_track */
enum { STOCK_SECRET, STOCK_OPEN }; /* of orders */
enum { STOCK_GRID_LISTED, STOCK_GRID_RANDOM, STOCK_GRID_LOSER_FIRST };
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

/* === map post ================================================================================= */

/* Maps among what people post: quote marks, code tags and fences, indentation and words round a map
 * do not matter, nor what forums, mail and word processors make of its blanks (base/text.h).
 */

/* Where a line of the map stands. */
struct map_post_line {
    const char *at, *end; /* borrowed from what was read */
    int number;           /* of the line, from 1 */
    int ahead;            /* bytes that it had in front, as posted_append writes it */
};

/* The map by itself: its header, an empty line, its rows. */
struct map_post {
    struct text file;
    struct map_post_line *items; /* of each line of `file` */
    int count, capacity;
    int header;          /* so many lines of it stand above the empty one */
    bool plain;          /* there was nothing else: what was given is such a file itself */
    struct text decoded; /* what was given, if it was UTF-16 */
    int other;           /* the line in which a second map begins; 0: there is none */
};

/* False: there are no rows of tiles. `into` is zeroed before, and freed in any case. */
bool map_post_find(const char *bytes, size_t length, struct map_post *into);
void map_post_free(struct map_post *post);

/* === among the files of these rules =========================================================== */

/* What the files of this folder share: a race's state, its ground, and what carries an order out.
 */

/* Sand that nobody has looked at, with a bag under it; shown as TILE_SAND. */
#define TILE_HIDDEN_BAG ','

/* The tiles as they are now, [y * width + x]: shared by states until one of them changes it. */
struct stock_ground;

struct stock_race {
    struct race head;
    const struct setup *setup;
    const struct stock_map *map;
    struct random random;
    int round; /* 0 while specials are chosen */
    bool over;
    bool to_flag;       /* it is over, and the last car drives on alone */
    int finishers;      /* that have their places */
    int most_crossings; /* of any car at an end of turn */
    struct stock_ground *ground;
    uint64_t ground_hash;                /* of all its differences from the map */
    struct stock_car cars[PLAYER_LIMIT]; /* of car n: cars[n - 1] */
};

struct stock_race *stock_race(struct race *race);
const struct stock_race *stock_race_of(const struct race *race);
int stock_value(const struct stock_race *race, enum stock_field field);
bool stock_is_on(const struct stock_race *race, enum stock_field field);

/* --- fields.c --------------------------------------------------------------------------------- */

/* --- ground.c --------------------------------------------------------------------------------- */

/* As the race begins, with its first bags hidden. */
void ground_begin(struct stock_race *race);
void ground_retain(const struct stock_race *race);
void ground_release(const struct stock_race *race);
/* With TILE_HIDDEN_BAG where there is one; TILE_OFF outside the map. */
char ground_tile(const struct stock_race *race, struct point at);
void ground_set(struct stock_race *race, struct point at, char tile);
/* All of the alley that is no slick is sand again, with the map's bags hidden in it (6.4). */
void ground_reset_sand(struct stock_race *race);
/* Hides the bags that nobody has found anew, by the race's draws. */
void ground_hide_anew(struct stock_race *race);

/* --- drive.c ---------------------------------------------------------------------------------- */

/* The speed falls first, then the maximum (2.1). */
void stock_lower(struct stock_car *car, int speed, int maximum);
/* Carries out a car's order, which was read as the race stands. `trial`: nothing that is hidden or
 * drawn is found out (8.4), no events are told. */
void stock_drive(struct stock_race *race, int number, const struct stock_order *order,
                 const char *plain, struct event_list *events, struct stock_trial *trial);

/* An event of a car, its body to be filled in; `extra` bytes lie behind the body. */
struct stock_event *stock_tell(struct event_list *events, enum stock_event_type type, int car,
                               size_t extra);
/* Where it happened, for those who look on. */
void stock_tell_place(struct event_list *events, struct point at);

/* --- turn.c ----------------------------------------------------------------------------------- */

/* --- json.c, words.c -------------------------------------------------------------------------- */

void stock_append_head(const struct race *race, struct text *into);
void stock_append_car(const struct race *race, int car, struct text *into);
void stock_append_rest(const struct race *race, struct text *into);
void stock_append_event(const struct event *event, struct text *into);
bool stock_append_moves(const struct race *race, int car, const char *rest, struct text *into,
                        struct error *error);
bool stock_append_try(const struct race *race, int car, const char *action, struct text *into,
                      struct error *error);
extern const struct standing_column stock_columns[];
void stock_standing(const struct race *race, int car, struct standing *into);
void stock_say_standing(const struct race *race, int car, struct standing *into);
void stock_tally(const struct race *race, const struct told_event *events, int count,
                 struct standing *standings);
void stock_append_board(const struct race *race, struct text *into);
void stock_describe(const struct race *race, const struct event *event, const char *const *names,
                    struct text *into);

/* Of a draft that has passed the check; what is blank below and to the right of the last
 * tiles is left out. */
const struct stock_map *stock_map_of_checked(const struct map_draft *draft);

bool stock_map_recognise(const char *bytes, size_t length);
const void *stock_map_read(const char *bytes, size_t length, struct error *error);
bool stock_map_retitle(const char *bytes, size_t length, const char *name, struct text *into,
                       struct error *error);

#endif
