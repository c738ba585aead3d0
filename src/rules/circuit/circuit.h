/* Circuit: what its view, its drivers, its editor and its tests may know beyond rules/game.h.
 *
 * Rows count from 0 in race direction, lanes from 1; speeds are in mph, wear in half points
 * (`halves`). Section numbers are those of RULES.md beside this file.
 */
#ifndef GRAPHPRIX_RULES_CIRCUIT_CIRCUIT_H
#define GRAPHPRIX_RULES_CIRCUIT_CIRCUIT_H

#include "base/error.h"
#include "base/number.h"
#include "geometry/point.h"
#include "rules/game.h"
#include "rules/setup.h"

#include <stdatomic.h>

/* === strip ==================================================================================== */

/* Circuits (RULES 1): a closed strip of rows and lanes with corners, in an SVG file. Shared by a
 * reference count and never changed. Rows count from 0, lanes from 1.
 */

enum {
    CIRCUIT_ROWS_LEAST = 20,
    CIRCUIT_ROWS_MOST = 400,
    CIRCUIT_LANES_LEAST = 2,
    CIRCUIT_LANES_MOST = 3,
    CIRCUIT_LIMIT_MOST = 200,
    CIRCUIT_BYTES = 1024 * 1024,
    CIRCUIT_GRID_CARS = 8
};

struct corner {
    int from, to;                   /* rows, both included */
    int limits[CIRCUIT_LANES_MOST]; /* mph; [lane - 1] */
    bool has_line;
};

struct circuit {
    atomic_int holders;
    char *name, *note; /* either may be "" */
    int rows, lanes;
    struct corner *corners; /* by their rows */
    int corner_count;
    /* By row. */
    int *corner_at; /* index into corners, or -1 */
    int *line;      /* the lane of the line, 0: none */
    /* The middle of the strip as it is drawn: the path as a file wrote it or NULL, its points in
     * 1/1024 user units, y down, and what the file says of its size. Looks alone. */
    char *path;
    struct point *course;
    int course_count;
    int lane_width; /* 1/1024 user units */
    int view[4];    /* the view box: left, top, width, height; 1/1024 user units */
};

/* NULL where the row is in no corner. */
const struct corner *circuit_corner(const struct circuit *circuit, int row);
/* mph; 0: none. */
int circuit_limit(const struct circuit *circuit, int row, int lane);
/* How many rows the grid of eight cars takes, at the end of the strip. */
int circuit_grid_rows(int lanes);

extern const struct course_kind circuit_strips; /* bodies are struct circuit */

/* === strip file =============================================================================== */

/* Circuits as SVG files (RULES 1.2 to 1.4); the functions are those of the course kind. */

/* === draft ==================================================================================== */

/* A circuit that is being made - drawn, or read from a file - and that nobody has checked.
 *
 * It may break every rule of 1.4 but has a form: rows and lanes within their bounds, a course that
 * is one loop or none yet, whole numbers. The same check tells whoever draws and whoever opens a
 * file. Lengths are 1/1024 user units, y down.
 */

enum { CIRCUIT_CORNERS_MOST = CIRCUIT_ROWS_MOST, CIRCUIT_LIMIT_STEP = 20 };

struct draft_corner {
    int from, to; /* rows, both included */
    int limits[CIRCUIT_LANES_MOST], limit_count;
    int line_count; /* how many lanes of the line there are; 0: there is no line */
    short line[CIRCUIT_ROWS_MOST];
    int written_at; /* line of the file; 0 */
};

struct circuit_draft {
    char *name, *note; /* either may be "" */
    int rows, lanes;
    struct draft_corner *corners; /* in any order */
    int corner_count;
    char *path; /* the course as a file wrote it; NULL: it is drawn */
    struct point *course;
    int course_count; /* 0: none yet */
    int course_at;    /* line of the file; 0 */
    int lane_width;
    int view[4]; /* left, top, width, height */
};

/* An empty sheet of so many user units. */
struct circuit_draft circuit_draft_make(int width, int height);
struct circuit_draft circuit_draft_copy(const struct circuit_draft *draft);
void circuit_draft_free(struct circuit_draft *draft);
bool circuit_draft_is_same(const struct circuit_draft *one, const struct circuit_draft *other);
/* NULL where there is no room for one more. */
struct draft_corner *circuit_draft_add_corner(struct circuit_draft *draft);

/* Something of 1.4 that is wrong, one sentence with what to do, without its full stop. */
struct circuit_fault {
    int corner; /* index, -1: it is about no corner */
    int row;    /* where it is, or -1 */
    int lane;   /* 0: all of the row */
    char text[240];
};
/* All that is wrong, corner by corner, the first `limit`; returns how many. */
int circuit_draft_check(const struct circuit_draft *draft, struct circuit_fault *into, int limit);

/* NULL and the error, with the line of the file if there was one. Else a circuit, retained. */
const struct circuit *circuit_make(const struct circuit_draft *draft, struct error *error);
/* A circuit to look at: what is right of it. Released as circuits are. */
const struct circuit *circuit_make_to_look_at(const struct circuit_draft *draft);

/* Reads a file as far as it has a form; false and the error. Writing such a draft
 * and reading it again gives the same. */
bool circuit_draft_read(const char *bytes, size_t length, struct circuit_draft *into,
                        struct error *error);
void circuit_draft_write(const struct circuit_draft *draft, struct text *into);

/* === circuit ================================================================================== */

extern const struct game circuit_game;

/* Indices into the table of fields (10). */
enum circuit_field {
    CIRCUIT_LAPS,
    CIRCUIT_BUILD,
    CIRCUIT_POINTS,
    CIRCUIT_WEAR,
    CIRCUIT_BLUE_CHIPS,
    CIRCUIT_LINES,
    CIRCUIT_SLIPSTREAM,
    CIRCUIT_FORCE_PASS,
    CIRCUIT_SPINS,
    CIRCUIT_GRID,
    CIRCUIT_HANDICAP,
    CIRCUIT_ROUND_LIMIT,
    CIRCUIT_FIELD_COUNT
};
enum { CIRCUIT_ON, CIRCUIT_OFF };
enum { BUILD_PLAYERS, BUILD_STANDARD };
enum { SPINS_TABLE, SPINS_STOP };
enum { GRID_START_SPEED, GRID_RANDOM, GRID_LISTED, GRID_LOSER_FIRST };
enum circuit_preset { CIRCUIT_PRESET_FORCE_PASS, CIRCUIT_PRESET_SUNDAY, CIRCUIT_PRESET_COUNT };

enum {
    CIRCUIT_SPEED = 20,     /* speeds are multiples of it, and a point of movement is worth it */
    CIRCUIT_BUILD_MOST = 2, /* points on an attribute */
    CIRCUIT_BUILDS = 51,    /* of the usual five points */
    CIRCUIT_FAST = 100,     /* from so much on cars draw along and are drawn along */
    CIRCUIT_RESIST = 40,    /* a blocker's speed differs by so much at most */
    CIRCUIT_FIRST_TURNS = 2 /* in which nobody may resist */
};

const struct circuit *circuit_of(const struct setup *setup); /* NULL: none yet */

/* --- cars ------------------------------------------------------------------------------------- */

enum attribute {
    ATTRIBUTE_START,
    ATTRIBUTE_ACC,
    ATTRIBUTE_DEC,
    ATTRIBUTE_TOP,
    ATTRIBUTE_WEAR,
    ATTRIBUTE_COUNT
};
struct build {
    int points[ATTRIBUTE_COUNT];
};
/* What the points give (2.1): mph, and halves of wear for the whole race. */
int build_value(const struct setup *setup, const struct build *build, enum attribute attribute);
/* All that may be spent, in ascending order; returns how many. */
int build_list(const struct setup *setup, struct build *into, int limit);

enum circuit_status { CIRCUIT_WAITING, CIRCUIT_RACING, CIRCUIT_FINISHED, CIRCUIT_OUT };
enum { NOT_POSTED = -1 };

struct circuit_car {
    enum circuit_status status;
    int row, lane;
    int lap;    /* times it has crossed the line; may fall below 0 */
    int speed;  /* v of 3.1 */
    int posted; /* NOT_POSTED: not shown yet */
    struct build build;
    int halves, chips;
    bool on_line; /* has the line benefit */
    bool bonus;   /* by slipstream, and has not moved */
    bool moved, spun;
    int missed_turns;
    int place;  /* 0: none yet */
    int beyond; /* finished in this turn; -1: no */
    int out_at; /* counts those that went out, from 1; 0 */
    int entry;  /* secret: a speed, or a card; -1: none */
    bool built; /* secret: `build` is entered */
};

enum circuit_phase {
    PHASE_BUILD,
    PHASE_POST,
    PHASE_MOVE,
    PHASE_CARDS,
    PHASE_CHIPS,
    PHASE_SPIN,
    PHASE_OVER
};
enum { CARD_PASS, CARD_BLOCK };

/* A force pass that is under way. Blockers and those who resist stand by lane. */
struct circuit_force {
    int row, lanes[2]; /* as named */
    int blockers[2];
    int resist[2], resist_count;
    uint64_t asked; /* for a chip; bit n: car n */
    uint64_t chips; /* who has spent one */
};

enum circuit_phase circuit_phase(const struct race *race);
const char *circuit_phase_name(enum circuit_phase phase);
const char *circuit_status_name(enum circuit_status status);
enum { HALVES_BYTES = 16 };
const char *circuit_halves(int halves, char into[HALVES_BYTES]); /* "½", "2", "2½" points of wear */
const struct circuit_car *circuit_car(const struct race *race, int car);
int circuit_lap(const struct race *race, const struct circuit_car *car); /* 12.2 */
int circuit_position(const struct race *race, int car);                  /* 1.5 */
int circuit_points(const struct race *race);                             /* of the mover */
int circuit_mover(const struct race *race);                              /* 0: none */
/* In phase spin: what is added to the dice, a chip left out. */
int circuit_spin_modifier(const struct race *race);
const struct circuit_force *circuit_force(const struct race *race); /* NULL: none */
/* The car on a space, the lower number where two share it; 0: none. */
int circuit_car_at(const struct race *race, int row, int lane);

/* --- what may come next (11.4) ---------------------------------------------------------------- */

enum circuit_outcome {
    OUTCOME_IS_SPIN,
    OUTCOME_IS_FINISH,
    OUTCOME_IS_WEAR,
    OUTCOME_IS_CLEAR,
    OUTCOME_IS_TRY,
    OUTCOME_IS_PASS
};
struct circuit_move {
    char action[32];
    enum move_kind {
        MOVE_BUILD,
        MOVE_SPEED,
        MOVE_GO,
        MOVE_FORCE,
        MOVE_BRAKE,
        MOVE_STAY,
        MOVE_WORD /* pass, block, chip, keep */
    } kind;
    int speed;     /* of MOVE_SPEED and MOVE_BRAKE */
    int row, lane; /* of MOVE_GO and MOVE_FORCE */
    int limit;     /* with the benefit; 0: none */
    int halves;    /* that are paid */
    int blockers[2], resist[2], resist_count;
    enum circuit_outcome outcome;
};
enum { CIRCUIT_MOVES = 256 };
/* Of the car that acts; returns how many. */
int circuit_moves(const struct race *race, int car, struct circuit_move into[CIRCUIT_MOVES]);

/* --- events (13) ------------------------------------------------------------------------------ */

enum circuit_event_type {
    CIRCUIT_EVENT_BUILT,
    CIRCUIT_EVENT_DESIGNED, /* build */
    CIRCUIT_EVENT_GRID,     /* to */
    CIRCUIT_EVENT_TURN,     /* car 0; number: the round */
    CIRCUIT_EVENT_POSTED,
    CIRCUIT_EVENT_SHOWN,      /* number: the speed */
    CIRCUIT_EVENT_SLIPSTREAM, /* number: the car ahead */
    CIRCUIT_EVENT_MOVED,      /* from, to */
    CIRCUIT_EVENT_LAP,        /* number */
    CIRCUIT_EVENT_WEAR,       /* number: halves; why */
    CIRCUIT_EVENT_FINISHED,   /* number: rows beyond */
    CIRCUIT_EVENT_PUT_BACK,   /* to */
    CIRCUIT_EVENT_STAYED,
    CIRCUIT_EVENT_BRAKED, /* number: the speed */
    CIRCUIT_EVENT_SPIN,   /* why; dice, number: the total, result; no dice with spins = stop */
    CIRCUIT_EVENT_OUT,
    CIRCUIT_EVENT_CHIP,   /* spent */
    CIRCUIT_EVENT_FORCED, /* to: the row; force: its lanes, blockers and who may resist */
    CIRCUIT_EVENT_LAID,
    CIRCUIT_EVENT_TURNED, /* number: the card */
    CIRCUIT_EVENT_ROLLED, /* dice, modified */
    CIRCUIT_EVENT_PASSED,
    CIRCUIT_EVENT_HELD, /* by: cars; force: as in FORCED */
    CIRCUIT_EVENT_LOST_LINE,
    CIRCUIT_EVENT_SET_ASIDE, /* to */
    CIRCUIT_EVENT_MISSED,    /* number: turns left */
    CIRCUIT_EVENT_PLACED,    /* number: the place */
    CIRCUIT_EVENT_OVER       /* car 0 */
};
enum circuit_why { WHY_LINE, WHY_CORNER, WHY_SPIN, WHY_FORCE, WHY_BRAKE };
enum spin_result { SPIN_ONLY, SPIN_WEAR, SPIN_MISS, SPIN_CRASH };

struct space {
    int row, lane;
};
struct circuit_event {
    enum circuit_event_type type;
    int number;
    struct space from, to;
    enum circuit_why why;
    enum spin_result result;
    int dice[2], modified[2], modified_count;
    bool rolled, spent;
    uint64_t by; /* bit n: car n */
    struct build build;
    struct circuit_force force;
};
const struct circuit_event *circuit_event(const struct event *event);

/* === among the files of these rules =========================================================== */

/* What the files of this folder share: a race's state, and who does what in it. */

/* A car beside which the passer has driven, and where it falls back to (8.9). */
struct beside {
    int car;
    struct space back;
};

/* The move that is under way. */
struct moving {
    int car; /* 0: none */
    int points;
    int corner,
        worst; /* the corner it is in, and its largest excess there in this move; -1: none */
    struct beside beside[PLAYER_LIMIT]; /* since its last step into a space of its own */
    int beside_count;
    enum circuit_why spin_why; /* while it is asked for a chip */
    int spin_modifier;
};

struct circuit_race {
    struct race head;
    const struct setup *setup;
    const struct circuit *circuit;
    struct random random;
    int round;
    enum circuit_phase phase;
    bool to_flag;                  /* it is over, and the last car drives on alone */
    int start_order[PLAYER_LIMIT]; /* `order` of 1.6 */
    int order[PLAYER_LIMIT];       /* of 4.1 */
    int order_count, next;         /* who comes after the mover */
    struct moving moving;
    struct circuit_force force;
    int placed, outs; /* cars that have a place; that went out */
    struct circuit_car cars[PLAYER_LIMIT];
};

struct circuit_race *circuit_race(struct race *race);
const struct circuit_race *circuit_race_of(const struct race *race);
int circuit_value(const struct circuit_race *race, enum circuit_field field);
struct circuit_car *circuit_car_of(struct circuit_race *race, int car);

/* --- fields.c --------------------------------------------------------------------------------- */

/* --- turn.c: designs, posting, the order, the end of a turn ----------------------------------- */

/* Turn 1 of cars that nobody designs. */
void circuit_take_build(struct circuit_race *race, int car, const struct build *build,
                        struct event_list *events);
void circuit_take_speed(struct circuit_race *race, int car, int speed, struct event_list *events);
/* The mover's move is over: the next one, or the end of the turn. */
void circuit_move_on(struct circuit_race *race, struct event_list *events);

/* --- move.c: steps, corners, spins, braking --------------------------------------------------- */

/* What a step would come to. */
struct lane_step {
    struct space to;
    bool benefit;
    int limit; /* with it; 0: none */
    int excess, halves;
    bool spins, finishes;
    int modifier;
};
/* 9.1, for a mover with points left. True: it has finished, which was told. */
bool circuit_finishes(struct circuit_race *race, struct event_list *events);
/* The same beside a blocker. */
/* The speed that braking with the points left comes to; false: it is too low for 7.1. */
/* The halves that it really lost. */
struct circuit_event *circuit_tell(struct event_list *events, enum circuit_event_type type,
                                   int car);
/* Of a space. */
struct circuit_event *circuit_tell_at(struct circuit_race *race, struct event_list *events,
                                      enum circuit_event_type type, int car);

/* --- force.c (8) ------------------------------------------------------------------------------ */

/* Who is asked for a chip next; 0: nobody. */
int circuit_next_asked(const struct circuit_race *race);

/* --- action.c, json.c, words.c ---------------------------------------------------------------- */

bool circuit_apply(struct race *race, int car, const char *action, struct event_list *events,
                   struct error *error);
void circuit_append_head(const struct race *race, struct text *into);
void circuit_append_car(const struct race *race, int car, struct text *into);
void circuit_append_rest(const struct race *race, struct text *into);
void circuit_append_event(const struct event *event, struct text *into);
bool circuit_append_moves(const struct race *race, int car, const char *rest, struct text *into,
                          struct error *error);
extern const struct standing_column circuit_columns[];
void circuit_standing(const struct race *race, int car, struct standing *into);
void circuit_say_standing(const struct race *race, int car, struct standing *into);
void circuit_tally(const struct race *race, const struct told_event *events, int count,
                   struct standing *standings);
void circuit_describe(const struct race *race, const struct event *event, const char *const *names,
                      struct text *into);

#endif
