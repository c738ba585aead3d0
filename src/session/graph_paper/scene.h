/* What a lesson shows: a sheet with bodies that move by the rule of graph paper and by nothing
 * else.
 *
 *     v_k = v_(k-1) + a_k        p_k = p_(k-1) + v_k        a_k = push_k + wind_k
 *
 * The push is what the driver chose, the wind what nobody did: in a race what a turbo area added.
 * Both are accelerations, and what counts is their sum.
 * No turns and no penalties; all bodies take their move k together. Whole squares and moves, y up.
 *
 * A scene of a race (scene_of_session) keeps the rule in every row but two kinds: a *stopped* one,
 * in which the car left the track or struck another (it stands where the rules have put it, and
 * what it tried is no chosen acceleration), and a *missed* one, in which it lost its turn. After
 * such a row, and after one that `stands` because the car was struck or spun, v_(k-1) counts as 0.
 * Row k is round k, so missed ones count. Nitros, brakes and boosts are larger choices and need no
 * word of their own; so does what a car does that runs wide.
 *
 * `now` is the moment that is shown: 0 before the first move. What lies behind it is kept, and
 * stepping goes through it again; whoever chooses otherwise there has branched, and the old way
 * stays as a pencil way. Zeroed memory is no scene: begin with scene_init, end with scene_free.
 * Members are read by everybody and changed by these functions alone, but for names, pens, targets
 * and walls.
 */
#ifndef GRAPHPRIX_SESSION_GRAPH_PAPER_SCENE_H
#define GRAPHPRIX_SESSION_GRAPH_PAPER_SCENE_H

#include "session/session.h"

enum {
    SCENE_BODIES = 8,
    SCENE_TARGETS = 4,
    SCENE_WALLS = 64,
    SCENE_PENCILS = 32,     /* older ones are rubbed out */
    SCENE_MOVES = 500,      /* that a body takes here; a race may have more */
    SCENE_SPEED = 1000,     /* of a start velocity, on each axis */
    SCENE_ACCELERATION = 10 /* of a choice and of the wind, on each axis */
};

enum scene_move_kind { SCENE_CHOSEN, SCENE_STOPPED, SCENE_MISSED };

struct scene_move {
    enum scene_move_kind kind;
    struct point choice; /* the push; 0 unless it was chosen */
    struct point wind;
    struct point velocity; /* of this move; 0 in a stopped or missed one */
    struct point at;       /* after it */
    bool stands;           /* the next begins from rest, whatever the velocity is here */
};

struct scene_body {
    char name[PLAYER_NAME_BYTES];
    int pen;                      /* 1..PEN_COUNT */
    int car;                      /* of the race that it was taken from; 0: none */
    struct point start, velocity; /* row 0 */
    struct point next;            /* chosen for the move that comes, unless that is there already */
    bool ended;                   /* takes no more moves: it has finished, or is out */
    struct scene_move *moves;
    int count, capacity;
};

/* How a body once went on: points[0] is where it leaves the way, after `from` moves. */
struct scene_pencil {
    int body, from;
    struct point *points;
    int count;
};

/* What is to be reached; with a drift it moves so far in each move. */
struct scene_target {
    struct point at, drift;
    bool has_velocity; /* which the body has to have there */
    struct point velocity;
};

struct scene_wall {
    struct point from, to;
};

struct scene {
    int width, height;
    struct course course;      /* retained; or none, and the sheet is blank */
    bool slicks, turbo, gates; /* of the course: did they count in the race that this is? */
    struct scene_body bodies[SCENE_BODIES];
    int body_count;
    int reach; /* of a choice on each axis; 0: any. 1 at first */
    struct point wind;
    struct scene_target targets[SCENE_TARGETS];
    int target_count;
    struct scene_wall walls[SCENE_WALLS];
    int wall_count;
    struct scene_pencil pencils[SCENE_PENCILS];
    int pencil_count;
    int now;
};

void scene_init(struct scene *scene, int width, int height);
void scene_free(struct scene *scene);
/* `into` must be no scene, or one that was freed. */
void scene_copy(struct scene *into, const struct scene *scene);
/* Lays a track of graph paper under it (or none): the sheet becomes as large as that. */
void scene_lay(struct scene *scene, struct course course);

/* The race after its first `steps` steps: bodies are its cars, by their numbers, those that have
 * begun and `car` (0: none), which is about to at a place, at most SCENE_BODIES. `now` is the
 * latest row that all have who are still driving. False, and no scene, if it is a race of another
 * game. */
bool scene_of_session(struct scene *into, const struct session *session, int steps, int car,
                      struct point start);

/* With a pen that no other has; it has coasted up to now. -1: there is no room, or the point is off
 * the sheet, or too fast. */
int scene_add_body(struct scene *scene, struct point at, struct point velocity);
void scene_remove_body(struct scene *scene, int body);
/* Its row 0, and with it all that follows. False, nothing changed: as above. */
bool scene_place(struct scene *scene, int body, struct point at, struct point velocity);
/* From the next move on; moves that were there already are drawn in pencil and taken again. */
bool scene_set_wind(struct scene *scene, struct point wind, struct error *error);

/* For the move after `now`. Another choice than the one that is there branches. */
bool scene_choose(struct scene *scene, int body, struct point acceleration, struct error *error);
/* What is chosen for that move; false: the body has ended, or that move was none of choice. */
bool scene_choice(const struct scene *scene, int body, struct point *acceleration);
/* Where it then leads: the point, and the velocity if not NULL. */
struct point scene_next_point(const struct scene *scene, int body, struct point acceleration,
                              struct point *velocity);
/* All bodies make their next move. False: nobody can. */
bool scene_step(struct scene *scene);
bool scene_back(struct scene *scene);
void scene_go(struct scene *scene, int now); /* brought between 0 and scene_length */
int scene_length(const struct scene *scene);
/* The moves are forgotten, and pencil ways with them. */
void scene_restart(struct scene *scene);
/* What is now becomes row 0. */
void scene_begin_here(struct scene *scene);
void scene_rub_out(struct scene *scene); /* pencil ways */

/* Rows 0 to count of a body; later ones are as the last. */
struct point scene_at(const struct scene_body *body, int row);
struct point scene_velocity(const struct scene_body *body, int row);
/* With which it goes into the move after that row: 0 where it stands. */
struct point scene_inertia(const struct scene_body *body, int row);
/* NULL in row 0 and behind the last. */
const struct scene_move *scene_move_of(const struct scene_body *body, int row);

struct point scene_target_at(const struct scene_target *target, int row);
/* In that row, with the velocity that is asked for? */
bool scene_reaches(const struct scene *scene, int target, int body, int row);

/* === reach ==================================================================================== */

/* Where a body can come to on a scene: an exact search, breadth first, for what a lesson asks.
 * Small sheets; a race's track has a solver of its own (drivers/graph_paper/solver).
 */

/* May a move be made: on the sheet, on the course, through no wall? Walls of a course may be
 * touched as in a race; those of the scene, which have no inside, may not. */
bool reach_is_clear(const struct scene *scene, struct point from, struct point to);

/* Any point of a box, which drifts on with each move, and a velocity if that matters. */
struct reach_goal {
    struct point low, high, drift;
    bool has_velocity;
    struct point velocity;
};
struct reach_goal reach_goal_of(const struct scene_target *target, int row);

/* A body in the moment before its first move; the goal lies where it is then. */
struct scene_reach {
    const struct scene *scene; /* its sheet, walls, wind and reach (1 if that is 0) count */
    struct point at, velocity;
    struct reach_goal goal;
    int moves_most;  /* up to REACH_MOVES */
    int states_most; /* looked at before it is given up; 0: a million */
};
enum { REACH_NEVER = -1, REACH_UNKNOWN = -2, REACH_MOVES = 64 };
/* Accelerations: of the shortest ways the straightest, or where there is none, one of the longest
 * that can be driven. */
struct reach_way {
    struct point accelerations[REACH_MOVES];
    int count;
};
/* The fewest moves, 0 if it is there already; REACH_NEVER: not in so many. The way may be NULL. */
int reach_search(const struct scene_reach *reach, struct reach_way *way);

#endif
