/* The state of a graph-paper race and what the files of this folder share. Nothing outside includes
 * it: see graph_paper.h.
 */
#ifndef GRAPHPRIX_RULES_GRAPH_PAPER_RACE_H
#define GRAPHPRIX_RULES_GRAPH_PAPER_RACE_H

#include "rules/graph_paper/graph_paper.h"

struct race {
    const struct setup *setup; /* borrowed */
    struct random random;
    int order[CAR_LIMIT]; /* car numbers in order of play */
    int turn;             /* index into order */
    int round;            /* 0 while start points are chosen in reverse */
    bool over;
    int finished_count;
    int retired[CAR_LIMIT]; /* car numbers, the earliest first */
    int retired_count;
    int scores[PLAYER_LIMIT]; /* of a derby (9), by player - 1 */
    int car_count;
    struct car cars[]; /* car n is cars[n - 1] */
};

extern const struct rule_table graph_paper_table;

static inline int race_value(const struct race *race, enum graph_paper_field field)
{
    return race->setup->values[field];
}

/* RULES 9: two cars each for two players, unless it was said otherwise. */
static inline int setup_cars_each(const struct setup *setup)
{
    int cars = setup->values[FIELD_CARS_PER_PLAYER];
    if (setup->values[FIELD_CONTEST] != CONTEST_DERBY)
        return 1;
    return cars != 0 ? cars : setup->players == 2 ? 2 : 1;
}

static inline int setup_car_count(const struct setup *setup)
{
    return setup->players * setup_cars_each(setup);
}

/* Does the car stand on the track and in the way of others? */
static inline bool car_in_the_way(const struct car *car)
{
    return car->status == CAR_RACING;
}

/* Can the car still finish? */
static inline bool car_in_the_race(const struct car *car)
{
    return car->status != CAR_FINISHED && car->status != CAR_RETIRED;
}

/* race.c: the racing cars that stand on a point, but for car `except` (0: all); bit n: car n. */
uint64_t race_cars_on(const struct race *race, struct point at, int except);

/* setup_check.c */
bool race_setup_check(const struct setup *setup, struct error *error);

/* matters.c */
bool race_field_matters(const struct setup *setup, int field);

/* start.c: may a car start there as far as the sheet is concerned (3.1)? */
bool start_is_point(const struct setup *setup, struct point at);
/* May the car to move, which is waiting, choose it now? The error says why not. */
bool start_may_choose(const struct race *race, struct point at, struct error *error);

/* drive.c: what a move does, worked out before anything changes. */
struct drive {
    struct point from;
    struct point to;        /* the chosen point */
    struct exact_point end; /* 1.5; the exit only if it was needed to know what was crossed */
    bool off_track;
    int crossing; /* of the finish line: -1, 0, +1 */
    bool finish;
    uint64_t struck; /* bit n: car n */
    bool slick;
};

/* What has to be looked at for moves within a box, so that a list of moves asks once. */
struct surroundings {
    bool held;      /* all of the box is track */
    bool line_near; /* the finish line may be crossed */
    bool car_near;  /* a car may be struck */
    bool slick_near;
};

extern const struct surroundings drive_look_at_everything;
struct surroundings drive_look_around(const struct race *race, int number, struct point low,
                                      struct point high);
/* `car` is car `number` as it stands before the move, perhaps not as it is in the race. */
struct drive drive_work_out(const struct race *race, int number, const struct car *car,
                            const struct surroundings *around, struct point to);
enum outcome drive_outcome(const struct drive *drive);

/* moves.c: the nitros that an acceleration costs (2.2, 2.5). */
int move_price(const struct race *race, struct point acceleration);

/* off_track.c: where a car goes on after leaving the track at `exit` (4.1); false if there is no
 * such point and it goes back to the move's start. */
bool resume_find(const struct race *race, int number, struct point from, struct exact_point exit,
                 struct point *resume);

/* apply.c */
bool race_apply(struct race *race, const char *action, struct event_list *events,
                struct error *error);

/* places.c: what follows an action: the end of the race, the next car, missed turns, places.
 * `finished` is the car that has finished in this action, or 0. */
void race_settle(struct race *race, int finished, struct event_list *events);

/* figures.c */
void race_figures(const struct race *race, int number, struct car_figures *into);

/* json.c, describe.c */
json_t *race_state_to_json(const struct race *race);
json_t *race_moves_to_json(const struct race *race, const struct point *from, struct error *error);
json_t *race_event_to_json(const struct event *event);
json_t *race_order_to_json(const struct race *race);
void race_describe(const struct race *race, const struct event *event, const char *const *names,
                   struct text *into);

#endif
