/* What the files of this folder share: a race's state, and who does what in it. */
#ifndef GRAPHPRIX_RULES_CIRCUIT_INSIDE_H
#define GRAPHPRIX_RULES_CIRCUIT_INSIDE_H

#include "base/number.h"
#include "rules/circuit/circuit.h"

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

/* --- turn.c: designs, posting, the order, the end of a turn ------------------------------------
 */

/* Turn 1 of cars that nobody designs. */
void circuit_take_build(struct circuit_race *race, int car, const struct build *build,
                        struct event_list *events);
bool circuit_may_build(const struct circuit_race *race, const struct build *build);
void circuit_take_speed(struct circuit_race *race, int car, int speed, struct event_list *events);
/* The speeds that a car may post. */
void circuit_speeds(const struct circuit_race *race, int car, int *least, int *most);
/* The mover's move is over: the next one, or the end of the turn. */
void circuit_move_on(struct circuit_race *race, struct event_list *events);

/* --- move.c: steps, corners, spins, braking ----------------------------------------------------
 */

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
