/* Exercises about one move: the velocity that was, the acceleration that was or is to be, and where
 * inertia leads. See exercise_inside.h.
 */
#include "session/graph_paper/exercise_inside.h"

#include "base/number.h"

#include <stdlib.h>

static const char *const squares_a_move = "squares a move";
static const char *const change_of_it = "squares/move²";

/* What most of them begin with: a sheet on which one car has driven some way. */
static bool drive_some_way(struct random *random, struct task *task, int width, int height,
                           const struct exercise_way *way)
{
    task_init(task, width, height);
    return exercise_add_way(random, task, way) == 0;
}

static struct point now_at(const struct task *task)
{
    return scene_at(&task->scene.bodies[0], task->scene.now);
}

static struct point now_velocity(const struct task *task)
{
    return scene_inertia(&task->scene.bodies[0], task->scene.now);
}

static struct point times(struct point vector, int number)
{
    return (struct point){vector.x * number, vector.y * number};
}

/* "3 to the right and 1 up" */
static struct text steps_of(struct point vector)
{
    struct text text = {0};
    if (vector.x != 0)
        text_append_format(&text, "%d to the %s", abs(vector.x), vector.x < 0 ? "left" : "right");
    if (vector.x != 0 && vector.y != 0)
        text_append(&text, " and ");
    if (vector.y != 0)
        text_append_format(&text, "%d %s", abs(vector.y), vector.y < 0 ? "down" : "up");
    if (text.length == 0)
        text_append(&text, "nowhere");
    return text;
}

/* --- velocity --------------------------------------------------------------------------------- */

static void offer_velocity(struct task *task, struct point numbers, const char *why)
{
    const struct measure three[] = {measure_whole(numbers.x), measure_whole(numbers.y),
                                    measure_length(numbers)};
    struct task_words *words = exercise_offer(task, three);
    if (words == NULL)
        return;
    const struct scene_body *body = &task->scene.bodies[0];
    struct point before = scene_at(body, task->scene.now - 1), at = now_at(task);
    exercise_explain(words, "%s", why);
    task_mark(words, TASK_MARK_NEW_VELOCITY, before, at, "v");
    if (before.x != at.x && before.y != at.y) {
        task_mark(words, TASK_MARK_PART, before, (struct point){at.x, before.y}, "vx");
        task_mark(words, TASK_MARK_PART, (struct point){at.x, before.y}, at, "vy");
    }
}

bool exercise_make_velocity(struct random *random, int difficulty, struct task *task)
{
    static const struct exercise_way ways[] = {{.moves = 2, .speed = 3, .margin = 1},
                                               {.moves = 3, .speed = 4, .margin = 1},
                                               {.moves = 4, .speed = 5, .margin = 1}};
    if (!drive_some_way(random, task, difficulty == EXERCISE_HARD ? 16 : 14, 10,
                        &ways[difficulty - 1]))
        return false;
    const struct scene_body *body = &task->scene.bodies[0];
    int now = task->scene.now;
    struct point velocity = now_velocity(task), before = scene_velocity(body, now - 1);
    struct point at = now_at(task), from = scene_at(body, now - 1);
    if (point_equal(velocity, before) || velocity.x == velocity.y || velocity.x == 0 ||
        velocity.y == 0 || (difficulty == EXERCISE_EASY && (velocity.x < 0 || velocity.y < 0)))
        return false;
    task->show |= TASK_SHOW_MOMENTS;
    exercise_ask(task, "The car has made %d moves. What is its velocity now?", now);
    exercise_hint(task, "Its last move is its velocity: count to the right, and up.");
    exercise_ask_pair(task, "v", squares_a_move, velocity);
    if (difficulty == EXERCISE_HARD)
        task_add_field(task, "|v|", squares_a_move, measure_length(velocity));
    struct text steps = steps_of(velocity);
    exercise_explain(&task->why, "Its last move, from %s to %s, leads %s: v = %s.",
                     exercise_pair(from).text, exercise_pair(at).text, text_string(&steps),
                     exercise_pair(velocity).text);
    text_free(&steps);
    task_mark(&task->why, TASK_MARK_NEW_VELOCITY, from, at, "v");
    offer_velocity(task, at, "That is where it is. How fast it is, only its last move tells.");
    offer_velocity(task, times(velocity, -1),
                   "The other way round: right and up count as plus, left and down as minus.");
    offer_velocity(task, (struct point){velocity.y, velocity.x},
                   "The first number is the way to the right, the second the way up.");
    offer_velocity(task, before, "That was its velocity one move sooner.");
    offer_velocity(task, point_subtract(at, body->start),
                   "That is the whole way since the start: the velocity is the way of one move.");
    return true;
}

/* --- which acceleration brings it here? ------------------------------------------------------- */

static void offer_choice(struct task *task, struct point numbers, int moves, const char *why)
{
    struct task_words *words = exercise_offer_pair(task, numbers);
    struct point at = now_at(task), velocity = now_velocity(task);
    if (words == NULL)
        return;
    for (int i = 0; i < moves; i++) {
        struct point to = point_add(point_add(at, velocity), numbers);
        task_mark(words, TASK_MARK_VELOCITY, at, point_add(at, velocity), "v");
        task_mark(words, TASK_MARK_ACCELERATION, point_add(at, velocity), to, "a");
        velocity = point_add(velocity, numbers);
        at = to;
    }
    task_mark(words, TASK_MARK_CROSS, at, at, "");
    exercise_explain(words, "%s With a = %s it comes to %s.", why, exercise_pair(numbers).text,
                     exercise_pair(at).text);
}

static void explain_choice(struct task *task, struct point acceleration, int moves)
{
    struct point at = now_at(task), velocity = now_velocity(task);
    struct point coasted = point_add(at, times(velocity, moves));
    if (moves == 1)
        exercise_explain(&task->why, "Inertia leads to %s. From there it is a = %s to the target.",
                         exercise_pair(coasted).text, exercise_pair(acceleration).text);
    else
        exercise_explain(&task->why,
                         "Without choosing it would be at %s. The first choice counts in both "
                         "moves, the second in one: 3a leads from there to the target, a = %s.",
                         exercise_pair(coasted).text, exercise_pair(acceleration).text);
    for (int i = 0; i < moves; i++) {
        struct point tip = point_add(at, velocity);
        velocity = point_add(velocity, acceleration);
        task_mark(&task->why, TASK_MARK_VELOCITY, at, tip, "v");
        task_mark(&task->why, TASK_MARK_ACCELERATION, tip, point_add(at, velocity), "a");
        task_mark(&task->why, TASK_MARK_NEW_VELOCITY, at, point_add(at, velocity), "v + a");
        at = point_add(at, velocity);
    }
}

bool exercise_make_choose(struct random *random, int difficulty, struct task *task)
{
    static const struct exercise_way ways[] = {{.moves = 1, .speed = 3, .margin = 1},
                                               {.moves = 2, .speed = 4, .margin = 1},
                                               {.moves = 2, .speed = 3, .margin = 1}};
    if (!drive_some_way(random, task, difficulty == EXERCISE_HARD ? 16 : 14, 10,
                        &ways[difficulty - 1]))
        return false;
    int moves = difficulty == EXERCISE_HARD ? 2 : 1;
    struct point acceleration =
        exercise_draw_point(random, (struct point){-1, -1}, (struct point){1, 1});
    struct point at = now_at(task), velocity = now_velocity(task);
    struct point coasted = point_add(at, times(velocity, moves));
    struct point target = point_add(coasted, times(acceleration, moves == 1 ? 1 : 3));
    if (point_reach(velocity) < 2 || point_reach(acceleration) == 0 ||
        !exercise_is_on_sheet(task, coasted) || !exercise_is_on_sheet(task, target))
        return false;
    task->scene.targets[task->scene.target_count++] = (struct scene_target){.at = target};
    if (difficulty == EXERCISE_EASY)
        task->show |= TASK_SHOW_VELOCITY;
    exercise_ask(task, moves == 1
                           ? "Which acceleration brings the car to the target with its next move?"
                           : "The car chooses the same acceleration in its next two moves. Which "
                             "one brings it to the target?");
    exercise_hint(task, "First find where it would be if nothing were chosen.");
    exercise_ask_pair(task, "a", change_of_it, acceleration);
    explain_choice(task, acceleration, moves);
    offer_choice(task, times(acceleration, -1), moves, "The other way round.");
    if (moves == 1)
        offer_choice(task, point_subtract(target, at), 1,
                     "That is the whole way to the target, v + a: inertia does its part.");
    else
        offer_choice(task, times(acceleration, 3), moves,
                     "The first choice counts again in the second move.");
    offer_choice(task, (struct point){acceleration.y, acceleration.x}, moves,
                 "The first number is to the right, the second up.");
    offer_choice(task, (struct point){0, 0}, moves, "That is inertia alone.");
    return true;
}

/* --- where inertia leads ---------------------------------------------------------------------- */

/* So many moves on, with the wind or as if there were none. */
static struct point coast(const struct task *task, int moves, struct point wind)
{
    int blown = moves * (moves + 1) / 2;
    return point_add(point_add(now_at(task), times(now_velocity(task), moves)), times(wind, blown));
}

static void mark_coasting(struct task_words *words, const struct task *task, int moves,
                          struct point wind)
{
    for (int i = 1; i <= moves; i++)
        task_mark(words, TASK_MARK_GHOST, coast(task, i - 1, wind), coast(task, i, wind), "");
}

static void offer_coasting(struct task *task, struct point point, int moves, const char *why)
{
    struct task_words *words = exercise_offer_point(task, point);
    if (words == NULL)
        return;
    exercise_explain(words, "%s", why);
    mark_coasting(words, task, moves, task->scene.wind);
}

bool exercise_make_inertia(struct random *random, int difficulty, struct task *task)
{
    static const struct exercise_way ways[] = {{.moves = 1, .speed = 2, .margin = 1},
                                               {.moves = 2, .speed = 3, .margin = 1},
                                               {.moves = 1, .speed = 3, .margin = 1}};
    int moves = 2;
    task_init(task, difficulty == EXERCISE_EASY ? 12 : 16, 10);
    if (difficulty == EXERCISE_HARD) {
        struct point wind =
            exercise_draw_point(random, (struct point){-1, -1}, (struct point){1, 1});
        if (abs(wind.x) + abs(wind.y) != 1)
            return false;
        task->scene.wind = wind;
    }
    if (exercise_add_way(random, task, &ways[difficulty - 1]) != 0)
        return false;
    struct point wind = task->scene.wind, velocity = now_velocity(task);
    struct point to = coast(task, moves, wind);
    if (velocity.x == 0 || velocity.y == 0 || !exercise_is_on_sheet(task, to) ||
        !exercise_is_on_sheet(task, coast(task, 1, wind)))
        return false;
    task->ask = TASK_POINT;
    task->points[task->point_count++] = to;
    task->show |= TASK_SHOW_MOMENTS;
    if (difficulty == EXERCISE_HARD)
        exercise_ask(task,
                     "The wind adds %s to the velocity in each move. Where is the car in two moves "
                     "if nothing is chosen?",
                     exercise_pair(wind).text);
    else
        exercise_ask(task, "Where is the car in two moves if nothing is chosen?");
    exercise_hint(task, "Without a choice a move is as the last one%s.",
                  difficulty == EXERCISE_HARD ? ", and the wind is added" : "");
    struct point middle = coast(task, 1, wind);
    exercise_explain(&task->why, "The next move leads by %s to %s, the one after by %s to %s.",
                     exercise_pair(point_subtract(middle, now_at(task))).text,
                     exercise_pair(middle).text, exercise_pair(point_subtract(to, middle)).text,
                     exercise_pair(to).text);
    mark_coasting(&task->why, task, moves, wind);
    task_mark(&task->why, TASK_MARK_RING, to, to, "");
    offer_coasting(task, coast(task, 1, wind), moves, "That is after one move: one more follows.");
    offer_coasting(task, now_at(task), moves,
                   "Nothing chosen does not mean that it stands: it keeps its velocity.");
    offer_coasting(task, coast(task, 3, wind), moves, "That is after three moves.");
    offer_coasting(task, coast(task, moves, (struct point){0, 0}), moves,
                   "That would be without the wind.");
    offer_coasting(task, point_add(coast(task, moves, (struct point){0, 0}), times(wind, 2)), moves,
                   "What the wind adds stays: in the second move it is there twice.");
    return true;
}

/* --- what was chosen? ------------------------------------------------------------------------- */

static void offer_chosen(struct task *task, struct point numbers, int move, const char *why)
{
    struct task_words *words = exercise_offer_pair(task, numbers);
    const struct scene_body *body = &task->scene.bodies[0];
    if (words == NULL)
        return;
    struct point from = scene_at(body, move - 1), to = scene_at(body, move);
    struct point tip = point_add(from, scene_velocity(body, move - 1));
    exercise_explain(words, "%s", why);
    task_mark(words, TASK_MARK_VELOCITY, from, tip, "v before");
    task_mark(words, TASK_MARK_ACCELERATION, tip, to, "a");
    task_mark(words, TASK_MARK_NEW_VELOCITY, from, to, "v");
}

bool exercise_make_chosen(struct random *random, int difficulty, struct task *task)
{
    static const struct exercise_way ways[] = {{.moves = 2, .speed = 3, .margin = 1},
                                               {.moves = 4, .speed = 4, .margin = 1},
                                               {.moves = 4, .speed = 4, .margin = 1}};
    struct point wind = {0, 0};
    task_init(task, difficulty == EXERCISE_EASY ? 12 : 16, 10);
    if (difficulty == EXERCISE_HARD) {
        wind = exercise_toss(random) ? (struct point){0, -1} : (struct point){1, 0};
        task->scene.wind = wind;
    }
    if (exercise_add_way(random, task, &ways[difficulty - 1]) != 0)
        return false;
    const struct scene_body *body = &task->scene.bodies[0];
    int move = exercise_draw(random, 2, task->scene.now);
    struct point velocity = scene_velocity(body, move), before = scene_velocity(body, move - 1);
    struct point choice = scene_move_of(body, move)->choice;
    if (point_reach(choice) == 0 || point_reach(before) == 0 || point_reach(velocity) == 0)
        return false;
    task->show |= TASK_SHOW_MOMENTS;
    if (difficulty == EXERCISE_HARD)
        exercise_ask(task,
                     "The wind adds %s in each move. Which acceleration was chosen for move %d, "
                     "besides the wind?",
                     exercise_pair(wind).text, move);
    else
        exercise_ask(task, "Which acceleration was chosen for move %d?", move);
    exercise_hint(task, "Take the velocity of move %d from that of move %d.", move - 1, move);
    exercise_ask_pair(task, "a", change_of_it, choice);
    struct point from = scene_at(body, move - 1);
    struct point tip = point_add(from, before);
    if (difficulty == EXERCISE_HARD)
        exercise_explain(&task->why,
                         "Move %d goes by %s and move %d by %s: that is %s more. Less the wind, it "
                         "is a = %s.",
                         move - 1, exercise_pair(before).text, move, exercise_pair(velocity).text,
                         exercise_pair(point_subtract(velocity, before)).text,
                         exercise_pair(choice).text);
    else
        exercise_explain(&task->why, "Move %d goes by %s and move %d by %s: that is a = %s more.",
                         move - 1, exercise_pair(before).text, move, exercise_pair(velocity).text,
                         exercise_pair(choice).text);
    task_mark(&task->why, TASK_MARK_VELOCITY, from, tip, "v before");
    if (point_reach(wind) > 0)
        task_mark(&task->why, TASK_MARK_WIND, tip, point_add(tip, wind), "w");
    task_mark(&task->why, TASK_MARK_ACCELERATION, point_add(tip, wind), scene_at(body, move), "a");
    task_mark(&task->why, TASK_MARK_NEW_VELOCITY, from, scene_at(body, move), "v");
    offer_chosen(task, velocity, move, "That is the velocity of this move, not how it changed.");
    offer_chosen(task, times(choice, -1), move,
                 "The other way round: take the old velocity from the new one.");
    offer_chosen(task, point_subtract(velocity, before), move,
                 "The wind has done a part of that change.");
    offer_chosen(task, scene_move_of(body, move - 1)->choice, move,
                 "That was chosen for the move before.");
    return true;
}
