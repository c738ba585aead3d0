/* The state of a graph-paper race and what the files of this folder share. Nothing outside includes
 * it: see graph_paper.h.
 */
#ifndef GRAPHPRIX_RULES_GRAPH_PAPER_RACE_H
#define GRAPHPRIX_RULES_GRAPH_PAPER_RACE_H

#include "geometry/area.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/track.h"

#include <assert.h>

struct progress;

struct paper_race {
    struct race head;
    const struct setup *setup;       /* borrowed */
    const struct progress *progress; /* shared by all copies; NULL unless cars may run wide */
    struct random random;
    int order[CAR_LIMIT]; /* car numbers in order of play */
    int turn;             /* index into order */
    int round;            /* 0 while start points are chosen in reverse */
    bool over;
    bool to_flag;           /* it is over, and the last car drives on alone */
    int finished_count;     /* cars that have a place for finishing */
    int retired[CAR_LIMIT]; /* car numbers, the earliest first */
    int retired_count;
    int scores[PLAYER_LIMIT];     /* of a derby (9), by player - 1 */
    uint32_t owing[PLAYER_LIMIT]; /* bit p: this player crashed with player p and has completed no
                                     turn since (9) */
    int car_count;
    struct car cars[]; /* car n is cars[n - 1] */
};

extern const struct rule_table graph_paper_table;

/* The doors: a state that is another game's goes no farther. */
static inline const struct paper_race *paper_race(const struct race *race)
{
    assert(race->game == &graph_paper_game);
    return (const struct paper_race *)race;
}

static inline struct paper_race *paper_race_to_change(struct race *race)
{
    assert(race->game == &graph_paper_game);
    return (struct paper_race *)race;
}

/* Returns the body, zeroed but for type and car; events_finish fills in the heads. */
static inline struct graph_paper_event *add_event(struct event_list *events,
                                                  enum graph_paper_event_type type, int car)
{
    struct graph_paper_event *event =
        event_add(events, &graph_paper_game, car, sizeof(struct graph_paper_event));
    event->type = type;
    event->car = car;
    return event;
}

extern const struct course_kind graph_paper_courses;

/* Of a set-up that has come through the door. */
static inline const struct track *track_of(const struct setup *setup)
{
    return setup->course.body;
}

static inline int race_value(const struct paper_race *race, enum graph_paper_field field)
{
    return race->setup->values[field];
}

static inline bool race_is_derby(const struct paper_race *race)
{
    return race_value(race, FIELD_CONTEST) == CONTEST_DERBY;
}

static inline bool race_runs_wide(const struct paper_race *race)
{
    return race_value(race, FIELD_OFF_TRACK) == OFF_TRACK_RUN_WIDE;
}

/* RULES 8.2: only where the sheet has some. */
static inline bool race_has_checkpoints(const struct paper_race *race)
{
    return race_value(race, FIELD_CHECKPOINTS) == SWITCH_ON && !race_is_derby(race) &&
           track_of(race->setup)->checkpoint_count > 0;
}

/* RULES 2.3, 2.4. */
static inline struct ground setup_ground(const struct setup *setup)
{
    return (struct ground){track_of(setup), setup->values[FIELD_WALLS] == WALLS_OUT};
}

static inline struct ground race_ground(const struct paper_race *race)
{
    return setup_ground(race->setup);
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

/* RULES 2.1. */
static inline struct point car_principal(const struct car *car)
{
    return point_add(point_add(car->at, car->velocity), car->shift);
}

/* RULES 4: what every crash costs. */
static inline void car_stop(struct car *car)
{
    car->velocity = (struct point){0, 0};
    car->shift = (struct point){0, 0};
}

/* race.c: graph_paper_lap of a car that may be a copy. */
int race_lap_of(const struct paper_race *race, const struct car *car);
/* The racing cars that stand on a point, but for car `except` (0: all); bit n: car n. */
uint64_t race_cars_on(const struct paper_race *race, struct point at, int except);

#endif
