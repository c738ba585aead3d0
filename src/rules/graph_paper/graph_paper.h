/* Graph-paper racing: what its view, its drivers and its tests may know beyond rules/game.h.
 *
 * Everything is in grid points, y up. Section numbers are those of RULES.md beside this file.
 */
#ifndef GRAPHPRIX_RULES_GRAPH_PAPER_GRAPH_PAPER_H
#define GRAPHPRIX_RULES_GRAPH_PAPER_GRAPH_PAPER_H

#include "base/memory.h"
#include "base/number.h"
#include "rules/game.h"
#include "track/track.h"

extern const struct game graph_paper_game;

/* A track as a course and back, and the track that a set-up is about; NULL: none yet. */
struct course graph_paper_course(const struct track *track);
const struct track *graph_paper_track_of(struct course course);
const struct track *graph_paper_track(const struct setup *setup);

/* Indices into the table of fields, in the order of RULES 10. */
enum graph_paper_field {
    FIELD_CONTEST,
    FIELD_ACCELERATION,
    FIELD_TOP_SPEED,
    FIELD_PATH,
    FIELD_WALLS,
    FIELD_LINE,
    FIELD_OFF_TRACK,
    FIELD_WALL_MISSED_TURNS,
    FIELD_DAMAGE_LIMIT,
    FIELD_COLLISION,
    FIELD_REACH,
    FIELD_MOVER_MISSED_TURNS,
    FIELD_STRUCK_MISSED_TURNS,
    FIELD_NITROS,
    FIELD_GOOD_BRAKES,
    FIELD_TURBO_BOOSTS,
    FIELD_SLICKS,
    FIELD_SLICK_MISSED_TURNS,
    FIELD_TURBO_AREAS,
    FIELD_CHECKPOINTS,
    FIELD_START,
    FIELD_GRID_DEPTH,
    FIELD_CHOOSE,
    FIELD_ORDER,
    FIELD_LAPS,
    FIELD_FINISH,
    FIELD_ROUNDS,
    FIELD_CARS_PER_PLAYER,
    FIELD_ROUND_LIMIT,
    FIELD_COUNT
};

enum { CONTEST_RACE, CONTEST_DERBY };
enum { ACCELERATION_EIGHT, ACCELERATION_FOUR, ACCELERATION_TWO };
enum { PATH_WHOLE, PATH_END };
enum { WALLS_IN, WALLS_OUT };
enum { LINE_BEYOND, LINE_TOUCH };
enum { OFF_TRACK_RESUME, OFF_TRACK_RETIRE, OFF_TRACK_DAMAGE, OFF_TRACK_RUN_WIDE };
enum { COLLISION_NONE, COLLISION_FORBID, COLLISION_CRASH, COLLISION_DAMAGE };
enum { REACH_END, REACH_WHOLE };
enum { SLICKS_SPIN, SLICKS_COAST, SLICKS_FOUR, SLICKS_OFF };
enum { SWITCH_ON, SWITCH_OFF };
enum { START_LINE, START_BEHIND, START_ANYWHERE };
enum { CHOOSE_WITH_FIRST_MOVE, CHOOSE_REVERSE };
enum { ORDER_RANDOM, ORDER_LISTED, ORDER_LOSER_FIRST };
enum { FINISH_CROSSING, FINISH_ROUND };

enum graph_paper_preset {
    PRESET_RACING_CAR,
    PRESET_BABYLON,
    PRESET_BABYLON_ADVANCED,
    PRESET_DERBY,
    PRESET_CLASSROOM,
    PRESET_TEXTBOOK,
    PRESET_COUNT
};

/* What happened, in the order of files-and-protocols section 4. */
enum graph_paper_event_type {
    EVENT_STARTED,    /* at = to */
    EVENT_MOVED,      /* from, to = the chosen point, end = where the move ended (1.5), velocity =
                         the vector tried, number = nitros used, good_brakes, turbo_boosts = used,
                         second = 1 if a later event of the same move says where the car is,
                         outside: it began outside and stays there, returned: it began outside and
                         came back to the track */
    EVENT_CHECKPOINT, /* number */
    EVENT_LAP,        /* number: the lap that the car is in now, second = laps of the race, or -1
                         when the line was crossed backward */
    EVENT_TURBO,      /* velocity = the shift */
    EVENT_LEFT_TRACK, /* end = exit, to = where it goes on (or is left), number = turns missed,
                         damage, second = enum left_track; forced: it had no point to choose and
                         crashed where it stood */
    EVENT_COLLIDED,   /* to = at, struck = bit set of car numbers (bit n: car n), number = turns
                         that the mover misses, second = turns that each struck car misses, damage =
                         the mover's */
    EVENT_SLICK,      /* to = at, number = turns missed for it */
    EVENT_SCORED,     /* number = player, second = points */
    EVENT_FINISHED,
    EVENT_RETIRED,
    EVENT_MISSED, /* one turn struck off; number = turns left to miss */
    EVENT_PLACED, /* number = place */
    EVENT_OVER    /* car 0 */
};

/* What a car does that has left the track. */
enum left_track {
    LEFT_GOES_ON,    /* stands on the track again */
    LEFT_IS_OUT,     /* is out of the race */
    LEFT_RUNS_WIDE,  /* drives on outside */
    LEFT_COMES_BACK, /* drove outside and back within this very move */
};

struct graph_paper_event {
    enum graph_paper_event_type type;
    int car; /* as in the head */
    struct point from, to, velocity;
    struct exact_point end;
    uint64_t struck;
    int number, second, damage, good_brakes, turbo_boosts;
    bool outside, returned, forced;
};
/* The body of an event of this game. */
const struct graph_paper_event *graph_paper_event(const struct event *event);

enum car_status { CAR_WAITING, CAR_RACING, CAR_OUTSIDE, CAR_FINISHED, CAR_RETIRED };

struct car {
    int player; /* 1.. */
    enum car_status status;
    struct point at; /* not while waiting */
    struct point velocity;
    struct point shift; /* of the next principal point, by turbo areas (7) */
    int nitros, good_brakes, turbo_boosts, missed_turns, damage;
    int crossings; /* net, may be negative */
    int laps_opened, checkpoint;
    int place;                     /* 0: none yet */
    int exit_progress;             /* while outside: progress of where it left (RULES 4.4) */
    struct exact_point finish_end; /* of the move that finished it, for `finish = round` (8.3) */
};

/* RULES 2.1. */
static inline struct point car_principal(const struct car *car)
{
    return point_add(point_add(car->at, car->velocity), car->shift);
}

enum outcome { OUTCOME_FINISH, OUTCOME_OFF_TRACK, OUTCOME_COLLISION, OUTCOME_SLICK, OUTCOME_CLEAR };

/* One row of files-and-protocols section 4, `moves`. */
struct move {
    struct point from; /* where the car is, or the start point of a first move */
    struct point to, acceleration;
    int nitros, good_brakes, turbo_boosts;
    enum outcome outcome;
};

/* Zeroed = empty; reuse one list for many questions, free with graph_paper_free_moves. */
struct move_list {
    struct move *items;
    int count, capacity;
};
void graph_paper_free_moves(struct move_list *list);

struct point_list {
    struct point *items;
    int count, capacity;
};

const struct car *graph_paper_car(const struct race *race, int car); /* 1..car_count */
const struct setup *graph_paper_setup(const struct race *race);
int graph_paper_lap(const struct race *race, int car);
/* Cars in order of play; car_count entries. */
const int *graph_paper_order(const struct race *race);

/* Is the car to move to choose a start point first (status waiting)? Then these are the points that
 * it may choose, sorted by y, then x; appended. */
void graph_paper_starts(const struct race *race, struct point_list *starts);

/* The same points as runs of neighbours in a row: a large arena has millions of points but few
 * runs. In the same order; the list is emptied first. Zeroed = empty. */
struct start_run {
    struct point first; /* the others are to the right of it */
    int length;
    int before; /* points of the runs before this one */
};
struct start_runs {
    struct start_run *items;
    int count, capacity;
    int points; /* of all runs */
};
void graph_paper_start_runs(const struct race *race, struct start_runs *runs);
void graph_paper_free_runs(struct start_runs *runs);
/* The first run of row y or above; the count if there is none. */
int graph_paper_run_from(const struct start_runs *runs, int y);
/* The point with an index, 0 .. points - 1. */
struct point graph_paper_start(const struct start_runs *runs, int index);

/* The end points that the car to move can choose, sorted by y, then x; the list is emptied first.
 * A waiting car's are those from the given start point; else `start` must be NULL. */
void graph_paper_moves(const struct race *race, const struct point *start, struct move_list *moves);
/* Is nothing near the car to move, standing as `car` does: is all that it can pay for clear? */
bool graph_paper_all_clear(const struct race *race, const struct car *car);
/* How many others stand in the way of what the car to move does within this box, and by which ways
 * it would come to them from where it is. */
int graph_paper_others_near(const struct race *race, struct point from, struct point low,
                            struct point high, struct point ways[CAR_LIMIT]);
/* Does a move pass one of them? */
static inline bool graph_paper_passes(const struct point *ways, int count, struct point move)
{
    for (int i = 0; i < count; i++)
        if ((int64_t)move.x * ways[i].y == (int64_t)move.y * ways[i].x &&
            (int64_t)move.x * ways[i].x >= 0 && (int64_t)move.y * ways[i].y >= 0 &&
            point_reach(ways[i]) <= point_reach(move))
            return true;
    return false;
}
/* What comes of a move that the car to move, standing as `car` does, can pay for: its outcome,
 * which is clear or slick before where it is known to stay on the track; false if it cannot be
 * chosen. After a collision that costs turns and nothing else the car stands as `after` tells,
 * which may be NULL. */
bool graph_paper_meets(const struct race *race, const struct car *car, struct move *move,
                       struct car *after);

/* What a car would see in its next turn if it stood at `at` with `velocity` and nothing else
 * changed: the points after the next one, for the preview. Costs no nitros: excess 0 only. */
void graph_paper_preview(const struct race *race, int car, struct point at, struct point velocity,
                         struct move_list *moves);

/* Why an end point within the acceleration may not be chosen: what the sheet shows there. */
enum refusal {
    REFUSAL_OCCUPIED, /* 5.2: a car is in the way */
    REFUSAL_OWN_CAR,  /* 9: a car of the same player */
    REFUSAL_REMATCH,  /* 9: these two players have just crashed */
    REFUSAL_AHEAD,    /* 4.4: it would come back ahead of where it left */
    REFUSAL_THROUGH,  /* 4.4: it would pass through the track and out again */
    REFUSAL_OFF_SHEET /* 4.4: nobody drives off the sheet */
};

struct refused_move {
    struct point to;
    enum refusal why;
    int car; /* the one in the way; 0: none */
};

struct refused_list {
    struct refused_move *items;
    int count, capacity;
};
/* As graph_paper_moves, for the end points that are missing there although acceleration and what
 * is left of nitros, brakes and boosts reach them. Free the items with free. */
void graph_paper_refused(const struct race *race, const struct point *start,
                         struct refused_list *refused);
/* One plain sentence: "Blue and Red have just crashed: not again before both have moved." */
void graph_paper_describe_refusal(const struct race *race, const struct refused_move *refused,
                                  const char *const *names, struct text *into);

enum { GRAPH_PAPER_VECTOR_BYTES = 48 };
/* "→ 3 ↑ 1", "→ 3", or "0" for a velocity of zero: what people read off the squares. */
void graph_paper_print_vector(struct point vector, char text[GRAPH_PAPER_VECTOR_BYTES]);

/* RULES 4.4: how far along the track a grid point is, in fifths of a square; -1 where that has no
 * meaning or `off_track` is not run_wide. Cars outside may come back where it is at most their
 * exit_progress. */
int graph_paper_progress(const struct race *race, struct point grid);

/* --- for who looks ahead without a race around the car -------------------------------------- */

/* By how much an axis may change without a price; of `four` only one of them (2.2). */
static inline int graph_paper_step(const struct setup *setup)
{
    return setup->values[FIELD_ACCELERATION] == ACCELERATION_TWO ? 2 : 1;
}

/* What pays for an acceleration (2.2, 2.5, 2.6, 6). */
struct purse {
    struct point velocity;  /* the way to the principal point */
    bool four;              /* five points without a price */
    int step;               /* else each axis may change by so much without one */
    int fastest;            /* no coordinate of a move is larger; 0: no limit */
    struct point_range box; /* of accelerations */
    int nitros, good_brakes, turbo_boosts;
    bool on_slick; /* which is what limits it */
};

/* Every acceleration that a car can pay for, by y, then x: one after the other as a move, of which
 * nothing but the outcome is left open. The car is borrowed. */
struct payable {
    const struct car *car;
    struct purse purse;
    struct point next;
    int widest; /* of the row */
};
struct payable graph_paper_payable(const struct race *race, const struct car *car);
bool graph_paper_next(struct payable *payable, struct move *move); /* false: no more */
/* Can the car pay for this one, and with what? Fills in the price's three members. */
bool graph_paper_pays(const struct race *race, const struct car *car, struct point acceleration,
                      struct move *price);

/* What becomes of a racing car that pays for the move, makes it and meets nobody. False if the
 * rules refuse it; off the track without finishing, the car is left as it was; a car that finishes
 * has that status. Missed turns are added. Of the move only `to` and the price matter. */
bool graph_paper_drive_alone(const struct race *race, struct car *car, const struct move *move,
                             enum outcome *outcome);
/* The same, and true only if it does not leave the track. */
bool graph_paper_stays(const struct race *race, struct car *car, const struct move *move);
/* Where such a move leaves the track; false: it does not. */
bool graph_paper_find_exit(const struct race *race, const struct car *car, struct point to,
                           struct exact_point *exit);
/* The car to move, which is waiting, as it would stand at a start point of its choice (3.1). */
struct car graph_paper_placed(const struct race *race, struct point start);

/* What a move takes of the extras, all told. */
static inline int graph_paper_cost(const struct move *move)
{
    return move->nitros + move->good_brakes + move->turbo_boosts;
}

/* RULES 9: the points of a player of a derby. */
int graph_paper_score(const struct race *race, int player);

const char *graph_paper_outcome_name(enum outcome outcome);  /* "off_track" */
const char *graph_paper_status_name(enum car_status status); /* "racing" */

/* Actions as text: "7,3" (a start point, or a move), "7,3>8,4" (start point, then first move). */
struct graph_paper_action {
    bool has_start; /* the form with '>' */
    struct point start, to;
};
bool graph_paper_parse_action(const char *text, struct graph_paper_action *action,
                              struct error *error);
void graph_paper_print_action(const struct graph_paper_action *action, struct text *into);

/* --- for drivers, who look ahead in races of their own ---------------------------------------- */

/* As the table's `apply`, without the text. */
bool graph_paper_do(struct race *race, const struct graph_paper_action *action,
                    struct event_list *events, struct error *error);
/* Makes a race, which is a copy of one of the same set-up, the same as the other. */
void graph_paper_become(struct race *into, const struct race *race);
/* Would one car strike the other if it were to move now and went for the point where that stands?
 * Both are racing; walls, prices and the rules of a derby count. */
bool graph_paper_can_strike(const struct race *race, int car, int other);

/* === distance ================================================================================= */

/* How far the points of a track are from its finish, by single steps from grid point to grid point:
 * what a driver sees of the way who does not work out rounds, and all there is on sheets where
 * rounds are too much work.
 *
 * In fifths of a square: a step straight is 5, diagonally 7, which is as long as it should be to
 * one part in a hundred. A step onto a slick that spins is longer by what a car would have done
 * meanwhile. With checkpoints on there is a measure for each stage of a lap: through all
 * checkpoints that are still to be passed, in order.
 */

struct distance;

enum { DISTANCE_NONE = -1 };

/* Of a race that has passed its check; its set-up need not outlive the call, its track must. NULL
 * only if it was cancelled. */
struct distance *distance_measure(const struct setup *setup, struct budget *budget);
void distance_free(struct distance *distance); /* NULL is allowed */

/* Forward along the track to the next crossing of the finish line, which the last step makes, with
 * all checkpoints passed. DISTANCE_NONE: no way of single steps leads there. */
int distance_to_line(const struct distance *distance, struct point at);
/* To the end of the race, with the checkpoints and laps that are still to come. From each point
 * from which there is a way a step of that length less leads on, also over the line. */
int64_t distance_to_finish(const struct distance *distance, const struct car *car);
/* What turns to miss are worth. */
int distance_of_missed(int turns);

#endif
