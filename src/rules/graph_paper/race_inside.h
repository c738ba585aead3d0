/* What the files of this folder do for each other, and for the table of the game.
 */
#ifndef GRAPHPRIX_RULES_GRAPH_PAPER_RACE_INSIDE_H
#define GRAPHPRIX_RULES_GRAPH_PAPER_RACE_INSIDE_H

#include "rules/graph_paper/race.h"

/* fields.c */
bool race_setup_check(const struct setup *setup, struct error *error);
bool race_field_matters(const struct setup *setup, int field);
bool race_field_sets_pace(const struct setup *setup, int field);

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
