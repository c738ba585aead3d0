/* Exercises: tasks made from a seed, the same on every machine. Each kind comes in three
 * difficulties; each that is made can be solved, and what counts as right has been worked out
 * exactly (where it is a search, by session/graph_paper/scene.h).
 */
#ifndef GRAPHPRIX_SESSION_GRAPH_PAPER_EXERCISE_H
#define GRAPHPRIX_SESSION_GRAPH_PAPER_EXERCISE_H

#include "base/number.h"
#include "session/graph_paper/task.h"

enum { EXERCISE_EASY = 1, EXERCISE_MEDIUM = 2, EXERCISE_HARD = 3 };

int exercise_kind_count(void);
const char *exercise_name(int kind);                  /* "brake-wall": of commands and files */
const char *exercise_title(int kind);                 /* "Before the wall" */
const char *exercise_aim(int kind);                   /* one sentence: what it trains */
int exercise_find(const char *name);                  /* -1: there is none of that name */
const char *exercise_difficulty_name(int difficulty); /* "easy" */
bool exercise_find_difficulty(const char *name, int *difficulty); /* or "1" to "3" */

/* The task is freed by the caller with task_free. */
void exercise_make(int kind, int difficulty, uint64_t seed, struct task *task);
/* The kind of the n-th exercise of a mixed set: each comes once before one comes again, in an order
 * of the seed. */
int exercise_mixed_kind(uint64_t seed, int index);
/* The seed of the n-th exercise of a set. */
uint64_t exercise_seed(uint64_t seed, int index);

/* === exercise inside ========================================================================== */

/* What the kinds of exercises share. A kind's function makes one try: it fills an empty task, and
 * returns false where what was drawn is no good exercise (another try follows with what is drawn
 * next). It draws from `random` alone, and never twice in one expression.
 */

typedef bool exercise_maker(struct random *random, int difficulty, struct task *task);

/* exercise_ways.c */
exercise_maker exercise_make_stop, exercise_make_brake_wall, exercise_make_bend,
    exercise_make_fewest, exercise_make_meet;
/* exercise_vectors.c */
exercise_maker exercise_make_velocity, exercise_make_choose, exercise_make_inertia,
    exercise_make_chosen;
exercise_maker exercise_make_relative, exercise_make_throw, exercise_make_along;

/* --- drawing at random ------------------------------------------------------------------------ */

int exercise_draw(struct random *random, int low, int high); /* both may come */
bool exercise_toss(struct random *random);
struct point exercise_draw_point(struct random *random, struct point low, struct point high);

/* --- bodies ----------------------------------------------------------------------------------- */

struct exercise_way {
    int moves;
    int speed;      /* at most on each axis */
    bool straight;  /* along x alone */
    bool from_rest; /* else with any velocity */
    int margin;     /* squares to the edge of the sheet that stay free */
};
/* A body that has driven such a way up to now, the first or the next one; -1: it came to nothing.
 * All bodies of a scene take part in each of its moves: the first one brings it to its `now`. */
int exercise_add_way(struct random *random, struct task *task, const struct exercise_way *way);
/* Makes moves with these accelerations of body 0. */
void exercise_drive(struct scene *scene, const struct point *accelerations, int count);
bool exercise_is_on_sheet(const struct task *task, struct point point);

/* --- words ------------------------------------------------------------------------------------ */

/* "(3, −1)": of a vector, of a point. */
static inline struct pair exercise_pair(struct point vector)
{
    return vector_of(vector.x, vector.y);
}

static inline struct pair exercise_point(struct point point)
{
    return pair_of(point.x, point.y);
}

#define exercise_ask(task, ...) task_say((task)->sentence, sizeof(task)->sentence, __VA_ARGS__)
#define exercise_hint(task, ...) task_say((task)->hint, sizeof(task)->hint, __VA_ARGS__)
#define exercise_explain(words, ...) task_say((words)->text, sizeof(words)->text, __VA_ARGS__)

/* Two fields, "vx" and "vy". */
void exercise_ask_pair(struct task *task, const char *letter, const char *unit, struct point right);

/* A wrong answer that somebody may give, and why it is wrong, in words without numbers: for what is
 * no general kind of error (task_find_error). Nothing is added where it is right, or there already,
 * or, of a point, off the sheet. As many numbers as there are fields. */
void exercise_offer(struct task *task, const struct measure *numbers, const char *why);
void exercise_offer_pair(struct task *task, struct point numbers, const char *why);
void exercise_offer_point(struct task *task, struct point point, const char *why);
void exercise_offer_number(struct task *task, int64_t number, const char *why);

/* A way of the first body, drawn as thin arrows from its present state. */
void exercise_mark_way(struct task_words *words, const struct scene *scene,
                       const struct point *accelerations, int count);

#endif
