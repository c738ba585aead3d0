/* Circuit: what its view, its drivers, its editor and its tests may know beyond rules/game.h.
 *
 * Rows count from 0 in race direction, lanes from 1; speeds are in mph, wear in half points
 * (`halves`). Section numbers are those of RULES.md beside this file.
 */
#ifndef GRAPHPRIX_RULES_CIRCUIT_CIRCUIT_H
#define GRAPHPRIX_RULES_CIRCUIT_CIRCUIT_H

#include "rules/circuit/strip.h"
#include "rules/game.h"

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
    CIRCUIT_ROUND_LIMIT,
    CIRCUIT_FIELD_COUNT
};
enum { CIRCUIT_ON, CIRCUIT_OFF };
enum { BUILD_PLAYERS, BUILD_STANDARD };
enum { SPINS_TABLE, SPINS_STOP };
enum { GRID_START_SPEED, GRID_RANDOM, GRID_LISTED };
enum circuit_preset { CIRCUIT_PRESET_FORCE_PASS, CIRCUIT_PRESET_SUNDAY, CIRCUIT_PRESET_COUNT };

enum {
    CIRCUIT_SPEED = 20,     /* speeds are multiples of it, and a point of movement is worth it */
    CIRCUIT_BUILD_MOST = 2, /* points on an attribute */
    CIRCUIT_BUILDS = 51,    /* of the usual five points */
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
const char *circuit_outcome_name(enum circuit_outcome outcome);

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

#endif
