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

/* === race inside ============================================================================== */

/* What the files of this folder do for each other, and for the table of the game.
 */

/* fields.c */
bool race_setup_check(const struct setup *setup, struct error *error);
bool race_field_matters(const struct setup *setup, int field);

/* start.c: may a car start there as far as the sheet is concerned (3.1)? */
bool start_is_point(const struct setup *setup, struct point at);
/* Is there any such point? */
bool start_has_point(const struct setup *setup);
/* May the car to move, which is waiting, choose it now? The error says why not. */
bool start_may_choose(const struct paper_race *race, struct point at, struct error *error);
/* Puts the car there: a first crossing may be made already (1.6). */
void start_place(const struct paper_race *race, struct car *car, struct point at);

/* moves.c: may the acceleration be chosen as far as its price goes, and what is that? */
struct purse purse_open(const struct paper_race *race, const struct car *car);
bool purse_pays(const struct purse *purse, struct point acceleration, struct move *price);
/* The nitros that an acceleration would cost if nothing else paid for it. */
int purse_excess(const struct purse *purse, struct point acceleration);
/* Is there a point that the car can choose? */
bool moves_has_any(const struct paper_race *race, int number, const struct car *car);

/* drive.c: what a move does, worked out before anything changes. Some of it is worked out only when
 * asked for: drive_find_end. */
struct drive {
    struct point from;
    struct point to; /* the chosen point */
    bool refused;    /* cannot be chosen, and nothing below holds */
    enum refusal why;
    int in_the_way; /* the car, or 0 */
    bool was_outside;
    bool off_track; /* leaves the track, or stays outside */
    bool returns;   /* an outside car comes back to the track, or this move leaves it and does */
    bool end_known, finish, slick;
    int crossing;             /* of the finish line: -1, 0, +1 */
    int exit_progress;        /* of a move that leaves the track under run_wide; -1: none */
    uint64_t struck;          /* bit n: car n */
    struct exact_point begin; /* what is before it counts for nothing (4.4); the start, or where a
                                 car outside comes back */
    struct exact_point end;   /* 1.5 */
};

/* What has to be looked at for moves within a box, so that a list of moves asks once. */
struct surroundings {
    bool plain;     /* nothing below: every move is clear */
    bool held;      /* all of the box is track */
    bool line_near; /* the finish line may be crossed */
    bool car_near;  /* a car may be struck, or be in the way */
    bool slick_near;
};

extern const struct surroundings drive_look_at_everything;
/* `car` is car `number` as it stands before the move, perhaps not as it is in the race. */
struct drive drive_work_out(const struct paper_race *race, int number, const struct car *car,
                            const struct surroundings *around, struct point to);
/* Afterwards `end` is the exit of a move that leaves the track. */
void drive_find_end(const struct paper_race *race, struct drive *drive);

/* What a move passes, in order: checkpoints, lines, turbo areas (5.5, 7, 8). */
struct passed {
    enum graph_paper_event_type type; /* EVENT_CHECKPOINT, EVENT_LAP, EVENT_TURBO */
    struct along_place at;
    int number;         /* of the checkpoint; the lap that is open then */
    int crossing;       /* of the line: -1, +1 */
    struct point shift; /* of the turbo area */
};
struct passed_list {
    struct passed *items;
    int count, capacity;
};
/* Counts on the car, which may be a copy, what the move passes up to its end, which is known; true
 * if it finishes. *last is the place up to which anything counts. `list` may be NULL. */
bool passed_count(const struct paper_race *race, const struct drive *drive, struct car *car,
                  struct passed_list *list, struct along_place *last);
/* Adds the turbo areas to the list, by place, and returns the sum of their arrows. */
struct point passed_find_turbo(const struct paper_race *race, const struct drive *drive,
                               struct along_place last, struct passed_list *list);

/* distance.c (4.4) */
const struct progress *progress_measure(const struct setup *setup);
const struct progress *progress_retain(const struct progress *progress);
void progress_release(const struct progress *progress); /* NULL is allowed */
/* Of any point of the track or its wall; -1: none. */
int progress_at(const struct paper_race *race, struct exact_point at);

/* places.c, of a derby (9): may the mover's player crash into the other car's now? */
bool derby_may_crash(const struct paper_race *race, int mover, int other);
/* The player of the car has had a turn. */
void derby_end_turn(struct paper_race *race, int number);
void derby_score(struct paper_race *race, int mover, uint64_t struck, struct event_list *events);
/* And what follows an action: the next car, missed turns, places, the end of the race. */
void race_settle(struct paper_race *race, struct event_list *events);
bool race_drive_on(struct race *any, struct event_list *events); /* see game.h */

/* apply.c (5.2): is it this car's turn, and it cannot choose anything? Then it crashes, and it is
 * true. */
bool forced_crash(struct paper_race *race, int number, struct event_list *events);

/* standing.c */
extern const struct standing_column graph_paper_columns[];
void race_standing(const struct race *any, int number, struct standing *into);
void race_say_standing(const struct race *any, int number, struct standing *into);
void race_tally(const struct race *any, const struct told_event *events, int count,
                struct standing *standings);

/* json.c, describe.c: the heads of the events from `first` on, and texts. */
void events_finish(struct event_list *events, int first);
void race_append_car(const struct race *any, int car, struct text *into);
bool race_append_moves(const struct race *any, int car, const char *rest, struct text *into,
                       struct error *error);
void race_append_event(const struct event *event, struct text *into);
void race_append_head(const struct race *any, struct text *into);
void race_describe(const struct race *any, const struct event *event, const char *const *names,
                   struct text *into);

#endif
