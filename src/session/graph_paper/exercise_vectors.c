/* Exercises about vectors: one motion as another sees it, a throw in a constant wind, and what of a
 * choice lies along and across. See exercise_inside.h.
 */

#include "base/number.h"
#include "session/graph_paper/exercise.h"

#include <stdlib.h>

static struct point times(struct point vector, int number)
{
    return (struct point){vector.x * number, vector.y * number};
}

static struct point at_of(const struct task *task, int body)
{
    return scene_at(&task->scene.bodies[body], task->scene.now);
}

static struct point velocity_of(const struct task *task, int body)
{
    return scene_inertia(&task->scene.bodies[body], task->scene.now);
}

static int64_t square_of(struct point vector)
{
    return (int64_t)vector.x * vector.x + (int64_t)vector.y * vector.y;
}

/* --- as the other one sees it ----------------------------------------------------------------- */

static void mark_both(struct task_words *words, const struct task *task)
{
    for (int body = 0; body < 2; body++) {
        struct point at = at_of(task, body), velocity = velocity_of(task, body);
        for (int i = 0; i < 2; i++) {
            task_mark(words, TASK_MARK_VELOCITY, at, point_add(at, velocity),
                      body == 0 ? "vA" : "vB");
            at = point_add(at, velocity);
        }
    }
}

static void ask_for_velocity(struct task *task, struct point a, struct point b)
{
    struct point seen = point_subtract(b, a), at = at_of(task, 1);
    task->show |= TASK_SHOW_VELOCITY;
    exercise_ask(task, "What is the velocity of B relative to A?");
    exercise_hint(task, "By how much does the arrow from A to B change in one move?");
    exercise_ask_pair(task, "v", "squares a move", seen);
    exercise_explain(&task->why, "vB − vA = %s − %s = %s.", exercise_pair(b).text,
                     exercise_pair(a).text, exercise_pair(seen).text);
    task_mark(&task->why, TASK_MARK_VELOCITY, at, point_add(at, b), "vB");
    task_mark(&task->why, TASK_MARK_PART, point_add(at, b), point_add(at, seen), "−vA");
    task_mark(&task->why, TASK_MARK_NEW_VELOCITY, at, point_add(at, seen), "vB − vA");
    exercise_offer_pair(task, times(seen, -1), "That is the velocity of A relative to B.");
}

static void ask_for_place(struct task *task, struct point a, struct point b, bool distance)
{
    struct point apart = point_subtract(at_of(task, 1), at_of(task, 0));
    struct point later = point_add(apart, times(point_subtract(b, a), 2));
    struct point end_a = point_add(at_of(task, 0), times(a, 2));
    struct point end_b = point_add(at_of(task, 1), times(b, 2));
    task->show |= TASK_SHOW_MOMENTS;
    exercise_ask(task, distance ? "Both keep their velocities. How far apart are they after two "
                                  "more moves, in a straight line?"
                                : "Both keep their velocities. Where is B as seen from A after two "
                                  "more moves: how far to the right (x), and how far up (y)?");
    exercise_hint(task, "Find the point where each of them is then. %s.",
                  distance ? "Then use Pythagoras" : "Then count from A to B");
    if (distance)
        task_add_field(task, "distance", "squares", measure_length(later));
    else
        exercise_ask_pair(task, "", "squares", later);
    struct text told = {0};
    measure_append(&told, measure_length(later), MEASURE_BOTH);
    exercise_explain(
        &task->why, "Then A is at %s and B is at %s. From A to B it is %s%s%s.",
        exercise_point(end_a).text, exercise_point(end_b).text, exercise_pair(later).text,
        distance ? ", and the length of that arrow is " : "", distance ? text_string(&told) : "");
    text_free(&told);
    mark_both(&task->why, task);
    task_mark(&task->why, TASK_MARK_NEW_VELOCITY, end_a, end_b, "B − A");
    const struct {
        struct point way;
        const char *why;
    } wrongs[] = {
        {apart, "That is true now, but not after two more moves."},
        {point_add(apart, point_subtract(b, a)), "That is true after one move. There is one more."},
        {point_add(apart, times(b, 2)), "A is moving, too."},
        {times(later, -1), "That is where A is as seen from B."},
    };
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++)
        if (distance)
            exercise_offer(task, (struct measure[]){measure_length(wrongs[i].way)}, wrongs[i].why);
        else
            exercise_offer_pair(task, wrongs[i].way, wrongs[i].why);
}

bool exercise_make_relative(struct random *random, int difficulty, struct task *task)
{
    struct exercise_way way = {.moves = 1, .speed = 3, .margin = 1};
    task_init(task, 15, 10);
    if (exercise_add_way(random, task, &way) != 0 || exercise_add_way(random, task, &way) != 1)
        return false;
    struct point a = velocity_of(task, 0), b = velocity_of(task, 1);
    struct point apart = point_subtract(at_of(task, 1), at_of(task, 0));
    struct point later = point_add(apart, times(point_subtract(b, a), 2));
    if (point_reach(a) == 0 || point_reach(b) == 0 || point_equal(a, b) || point_reach(apart) < 2 ||
        point_equal(scene_at(&task->scene.bodies[0], 0), scene_at(&task->scene.bodies[1], 0)) ||
        later.x == 0 || later.y == 0 ||
        !exercise_is_on_sheet(task, point_add(at_of(task, 0), times(a, 2))) ||
        !exercise_is_on_sheet(task, point_add(at_of(task, 1), times(b, 2))))
        return false;
    task->body = 1;
    if (difficulty == EXERCISE_EASY)
        ask_for_velocity(task, a, b);
    else
        ask_for_place(task, a, b, difficulty == EXERCISE_HARD);
    return true;
}

/* --- in the wind ------------------------------------------------------------------------------ */

/* After so many moves; gravity takes one from vy before each. */
static struct point thrown(struct point at, struct point velocity, int moves)
{
    return (struct point){at.x + moves * velocity.x,
                          at.y + moves * velocity.y - moves * (moves + 1) / 2};
}

static void mark_throw(struct task_words *words, struct point at, struct point velocity, int moves)
{
    for (int i = 0; i < moves; i++)
        task_mark(words, TASK_MARK_GHOST, thrown(at, velocity, i), thrown(at, velocity, i + 1), "");
}

/* What is thrown, on a sheet that holds all of it down to y = 0; `moves` until it is there. */
static bool throw_it(struct random *random, struct task *task, int *moves)
{
    struct point velocity, at;
    *moves = exercise_draw(random, 4, 8);
    velocity.x = exercise_draw(random, 1, 2);
    velocity.y = exercise_draw(random, 2, 4);
    if (exercise_toss(random))
        velocity.x = -velocity.x;
    task_init(task, 16, 14);
    at.x = velocity.x > 0 ? exercise_draw(random, 0, 2)
                          : task->scene.width - exercise_draw(random, 0, 2);
    at.y = *moves * (*moves + 1) / 2 - *moves * velocity.y;
    task->scene.wind = (struct point){0, -1};
    for (int i = 0; i <= *moves; i++)
        if (!exercise_is_on_sheet(task, thrown(at, velocity, i)))
            return false;
    scene_add_body(&task->scene, at, velocity);
    task->show |= TASK_SHOW_VELOCITY;
    return true;
}

#define THROWN                                                                                     \
    "A ball is thrown with v = %s. In each move, also in the first one, gravity adds "             \
    "(0" VECTOR_COMMA "−1) to its velocity. "

static void ask_for_point(struct task *task, struct point at, struct point velocity, int moves)
{
    struct point to = thrown(at, velocity, moves);
    task->ask = TASK_POINT;
    task->points[task->point_count++] = to;
    exercise_ask(task, THROWN "Where is it after %d moves?", exercise_pair(velocity).text, moves);
    exercise_hint(task, "vx stays the same, and vy gets 1 less in each move.");
    exercise_explain(&task->why,
                     "After %d moves it is at %s. Without gravity it would be %d squares higher.",
                     moves, exercise_point(to).text, moves * (moves + 1) / 2);
    mark_throw(&task->why, at, velocity, moves);
    task_mark(&task->why, TASK_MARK_RING, to, to, "");
    exercise_offer_point(task, point_add(at, times(velocity, moves)),
                         "That is where it would be without gravity.");
    exercise_offer_point(task, (struct point){to.x, to.y + moves},
                         "Gravity already acts in the first move.");
    exercise_offer_point(task, (struct point){to.x, at.y + moves * velocity.y - moves},
                         "Gravity makes vy smaller in every move, not only once.");
}

static void ask_for_height(struct task *task, struct point at, struct point velocity)
{
    int top = thrown(at, velocity, velocity.y).y, up = velocity.y;
    exercise_ask(task, THROWN "What is the greatest y that it reaches?",
                 exercise_pair(velocity).text);
    exercise_hint(task, "Write down how far it rises in each move, until that is 0.");
    task_add_field(task, "y", "", measure_whole(top));
    exercise_explain(
        &task->why,
        "In its first move it rises by %d, then by 1 less each time. Altogether it rises by "
        "%d, from y = %d to y = %d.",
        up - 1, up * (up - 1) / 2, at.y, top);
    mark_throw(&task->why, at, velocity, up);
    const struct {
        int number;
        const char *why;
    } wrongs[] = {
        {at.y + up * (up + 1) / 2, "Gravity already acts in the first move."},
        {up * (up - 1) / 2, "That is how far it rises, but it does not start on the ground."},
        {at.y + up * up, "It rises less in each move than in the one before."},
        {at.y + up, "That is where it would be after one move without gravity."},
    };
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++)
        exercise_offer_number(task, wrongs[i].number, wrongs[i].why);
    exercise_offer(task, (struct measure[]){measure_fraction(2 * at.y + up * up, 2)},
                   "That is the textbook formula, for gravity that acts all the time. Here it acts "
                   "once in each move: add up the moves.");
}

static void ask_for_landing(struct task *task, struct point at, struct point velocity, int moves)
{
    int x = thrown(at, velocity, moves).x;
    exercise_ask(task, THROWN "After how many moves is it at y = 0, and what is x then?",
                 exercise_pair(velocity).text);
    exercise_hint(task, "Go from move to move: vy gets 1 less each time.");
    task_add_field(task, "number of moves", "", measure_whole(moves));
    task_add_field(task, "x", "", measure_whole(x));
    exercise_explain(&task->why, "After %d moves, y = %d + %d · %d − %d = 0, and x = %d.", moves,
                     at.y, moves, velocity.y, moves * (moves + 1) / 2, x);
    mark_throw(&task->why, at, velocity, moves);
    const struct {
        int moves, x;
        const char *why;
    } wrongs[] = {
        {moves - 1, x - velocity.x, "Then it is still in the air."},
        {moves + 1, x + velocity.x, "Then it is already below the ground."},
        {moves, at.x + velocity.x, "It moves to the side in every move, not only in the first."},
        {2 * velocity.y, at.x + 2 * velocity.y * velocity.x,
         "Then it would be back at its starting height if gravity began one move later."},
    };
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        struct measure numbers[] = {measure_whole(wrongs[i].moves), measure_whole(wrongs[i].x)};
        exercise_offer(task, numbers, wrongs[i].why);
    }
}

bool exercise_make_throw(struct random *random, int difficulty, struct task *task)
{
    int moves;
    if (!throw_it(random, task, &moves))
        return false;
    struct point at = at_of(task, 0), velocity = velocity_of(task, 0);
    if (difficulty == EXERCISE_EASY)
        ask_for_point(task, at, velocity, exercise_draw(random, 2, 3));
    else if (difficulty == EXERCISE_MEDIUM)
        ask_for_height(task, at, velocity);
    else
        ask_for_landing(task, at, velocity, moves);
    return true;
}

/* --- along and across ------------------------------------------------------------------------- */

static void mark_sum(struct task *task, struct task_words *words, struct point acceleration)
{
    struct point at = at_of(task, 0), velocity = velocity_of(task, 0);
    struct point tip = point_add(at, velocity), to = point_add(tip, acceleration);
    task_mark(words, TASK_MARK_VELOCITY, at, tip, "v");
    task_mark(words, TASK_MARK_ACCELERATION, tip, to, "a");
    task_mark(words, TASK_MARK_NEW_VELOCITY, at, to, "v′");
}

static void ask_if_faster(struct task *task, struct point velocity, struct point acceleration)
{
    static const char *const answers[] = {"faster", "slower", "as fast as before"};
    struct point after = point_add(velocity, acceleration);
    int64_t change = square_of(after) - square_of(velocity);
    int right = change > 0 ? 0 : change < 0 ? 1 : 2;
    struct text before_text = {0}, after_text = {0};
    measure_append(&before_text, measure_length(velocity), MEASURE_BOTH);
    measure_append(&after_text, measure_length(after), MEASURE_BOTH);
    task->ask = TASK_CHOICE;
    exercise_ask(task,
                 "A car has the velocity v = %s, and its driver chooses a = %s. Is it faster, "
                 "slower or as fast as before after that?",
                 exercise_pair(velocity).text, exercise_pair(acceleration).text);
    exercise_hint(task, "Compare the lengths of the old and the new velocity.");
    exercise_explain(&task->why, "Before, |v| = %s. Then v′ = %s, so |v′| = %s.",
                     text_string(&before_text), exercise_pair(after).text,
                     text_string(&after_text));
    text_free(&before_text);
    text_free(&after_text);
    mark_sum(task, &task->why, acceleration);
    for (int i = 0; i < 3; i++)
        task_add_choice(task, answers[i], i == right);
}

static bool ask_for_turn(struct task *task, struct point velocity)
{
    for (int up = -1; up <= 1; up++)
        for (int right = -1; right <= 1; right++) {
            struct point choice = {right, up}, after = point_add(velocity, choice);
            if (point_reach(choice) > 0 && square_of(after) == square_of(velocity))
                task->points[task->point_count++] = choice;
        }
    if (task->point_count == 0)
        return false;
    struct point first = task->points[0], tip = point_add(at_of(task, 0), velocity);
    task->ask = TASK_ACCELERATION;
    task->show |= TASK_SHOW_POINTS | TASK_SHOW_INERTIA;
    exercise_ask(task,
                 "Choose an acceleration that turns the car but keeps its speed exactly the same.");
    exercise_hint(task, "|v|² = vx² + vy² must stay the same.");
    exercise_explain(&task->why,
                     "With a = %s the new velocity is %s, and vx² + vy² is %d as before.",
                     exercise_pair(first).text, exercise_pair(point_add(velocity, first)).text,
                     (int)square_of(velocity));
    mark_sum(task, &task->why, first);
    task_mark(&task->why, TASK_MARK_RING, point_add(tip, first), point_add(tip, first), "");
    for (int up = -1; up <= 1; up++)
        for (int right = -1; right <= 1; right++) {
            struct point choice = {right, up};
            int64_t change = square_of(point_add(velocity, choice)) - square_of(velocity);
            exercise_offer_point(task, choice,
                                 change > 0   ? "Then the car gets faster."
                                 : change < 0 ? "Then the car gets slower."
                                              : "Then the car does not turn.");
        }
    return true;
}

static void ask_for_change(struct task *task, struct point velocity, struct point acceleration)
{
    struct point after = point_add(velocity, acceleration), sum = point_add(velocity, after);
    int change = acceleration.x * sum.x + acceleration.y * sum.y;
    exercise_ask(
        task,
        "A car has the velocity v = %s, and its driver chooses a = %s. What is its new speed "
        "|v′|, and what is the dot product a · (v + v′)?",
        exercise_pair(velocity).text, exercise_pair(acceleration).text);
    exercise_hint(
        task, "The dot product of (a, b) and (c, d) is a·c + b·d. Compare it with |v′|² − |v|².");
    task_add_field(task, "|v′|", "squares a move", measure_length(after));
    task_add_field(task, "a · (v + v′)", "", measure_whole(change));
    struct text told = {0};
    measure_append(&told, measure_length(after), MEASURE_BOTH);
    exercise_explain(
        &task->why,
        "v′ = %s, so |v′| = %s. The dot product is %s · %s = %s%d: |v|² has changed by "
        "just as much.",
        exercise_pair(after).text, text_string(&told), exercise_pair(acceleration).text,
        exercise_pair(sum).text, change < 0 ? "−" : "", abs(change));
    text_free(&told);
    mark_sum(task, &task->why, acceleration);
    int against = acceleration.x * velocity.x + acceleration.y * velocity.y;
    const struct {
        struct measure fast;
        int change;
        const char *why;
    } wrongs[] = {
        {measure_length(after), 2 * against,
         "You used the old velocity twice instead of the old and the new one."},
        {measure_length(after), against,
         "You used the old velocity alone instead of the old and the new one."},
        {measure_length(velocity), change, "That was the speed before this move."},
        {measure_whole(square_of(after)), change,
         "That is the square of the speed. Take the square root."},
        {measure_whole(abs(after.x) + abs(after.y)), change,
         "That is the distance round the corner. Use Pythagoras."},
    };
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        struct measure numbers[] = {wrongs[i].fast, measure_whole(wrongs[i].change)};
        exercise_offer(task, numbers, wrongs[i].why);
    }
}

bool exercise_make_along(struct random *random, int difficulty, struct task *task)
{
    struct exercise_way way = {.moves = 1, .speed = 4, .margin = 2};
    task_init(task, 14, 10);
    if (exercise_add_way(random, task, &way) != 0)
        return false;
    struct point velocity = velocity_of(task, 0), tip = point_add(at_of(task, 0), velocity);
    struct point acceleration =
        exercise_draw_point(random, (struct point){-1, -1}, (struct point){1, 1});
    if (point_reach(velocity) < 2 || velocity.x == 0 || velocity.y == 0 || tip.x < 1 || tip.y < 1 ||
        tip.x >= task->scene.width || tip.y >= task->scene.height)
        return false;
    task->show |= TASK_SHOW_VELOCITY;
    if (difficulty == EXERCISE_MEDIUM)
        return ask_for_turn(task, velocity);
    if (point_reach(acceleration) == 0)
        return false;
    if (difficulty == EXERCISE_EASY)
        ask_if_faster(task, velocity, acceleration);
    else
        ask_for_change(task, velocity, acceleration);
    return true;
}

/* === move ===================================================================================== */

/* Exercises about one move: the velocity that was, the acceleration that was or is to be, and where
 * inertia leads. See exercise_inside.h.
 */

/* What most of them begin with: a sheet on which one car has driven some way. */
static bool drive_some_way(struct random *random, struct task *task, int width,
                           const struct exercise_way *way)
{
    task_init(task, width, 10);
    return exercise_add_way(random, task, way) == 0;
}

/* --- velocity --------------------------------------------------------------------------------- */

bool exercise_make_velocity(struct random *random, int difficulty, struct task *task)
{
    static const struct exercise_way ways[] = {{.moves = 2, .speed = 3, .margin = 1},
                                               {.moves = 3, .speed = 4, .margin = 1},
                                               {.moves = 4, .speed = 5, .margin = 1}};
    if (!drive_some_way(random, task, difficulty == EXERCISE_HARD ? 16 : 14, &ways[difficulty - 1]))
        return false;
    const struct scene_body *body = &task->scene.bodies[0];
    int now = task->scene.now;
    struct point velocity = velocity_of(task, 0), before = scene_velocity(body, now - 1);
    struct point at = at_of(task, 0), from = scene_at(body, now - 1);
    if (point_equal(velocity, before) || velocity.x == velocity.y || velocity.x == 0 ||
        velocity.y == 0 || (difficulty == EXERCISE_EASY && (velocity.x < 0 || velocity.y < 0)))
        return false;
    task->show |= TASK_SHOW_MOMENTS;
    exercise_ask(task, "The car has made %d moves. What was its velocity in the last one?", now);
    exercise_hint(task,
                  "The last move is an arrow: how far to the right does it go, and how far up?");
    exercise_ask_pair(task, "v", "squares a move", velocity);
    if (difficulty == EXERCISE_HARD)
        task_add_field(task, "|v|", "squares a move", measure_length(velocity));
    exercise_explain(&task->why,
                     "The last move goes from %s to %s. That is %d to the %s and %d %s: v = %s.",
                     exercise_point(from).text, exercise_point(at).text, abs(velocity.x),
                     velocity.x < 0 ? "left" : "right", abs(velocity.y),
                     velocity.y < 0 ? "down" : "up", exercise_pair(velocity).text);
    task_mark(&task->why, TASK_MARK_NEW_VELOCITY, from, at, "v");
    struct point way = point_subtract(at, body->start);
    exercise_offer(
        task, (struct measure[]){measure_whole(way.x), measure_whole(way.y), measure_length(way)},
        "That is the arrow from the start. The velocity is the arrow of the last move alone.");
    return true;
}

/* --- which acceleration brings it here? ------------------------------------------------------- */

static void explain_choice(struct task *task, struct point acceleration, int moves)
{
    struct point at = at_of(task, 0), velocity = velocity_of(task, 0);
    struct point coasted = point_add(at, times(velocity, moves));
    exercise_explain(
        &task->why, "With no push the car would be at %s. %srom there to the flag it is %s = %s.",
        exercise_point(coasted).text,
        moves == 1 ? "F" : "The first push counts in both moves, so f", moves == 1 ? "a" : "3a",
        exercise_pair(times(acceleration, moves == 1 ? 1 : 3)).text);
    if (moves > 1) {
        task_mark(&task->why, TASK_MARK_GHOST, point_add(at, velocity), coasted, "");
        task_mark(&task->why, TASK_MARK_PART, coasted, point_add(coasted, times(acceleration, 3)),
                  "3a");
    }
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
    if (!drive_some_way(random, task, difficulty == EXERCISE_HARD ? 16 : 14, &ways[difficulty - 1]))
        return false;
    int moves = difficulty == EXERCISE_HARD ? 2 : 1;
    struct point acceleration =
        exercise_draw_point(random, (struct point){-1, -1}, (struct point){1, 1});
    struct point at = at_of(task, 0), velocity = velocity_of(task, 0);
    struct point coasted = point_add(at, times(velocity, moves));
    struct point target = point_add(coasted, times(acceleration, moves == 1 ? 1 : 3));
    if (point_reach(velocity) < 2 || point_reach(acceleration) == 0 ||
        !exercise_is_on_sheet(task, coasted) || !exercise_is_on_sheet(task, target))
        return false;
    task->scene.targets[task->scene.target_count++] = (struct scene_target){.at = target};
    if (difficulty == EXERCISE_EASY)
        task->show |= TASK_SHOW_VELOCITY;
    exercise_ask(task, moves == 1 ? "Which acceleration takes the car to the flag in its next move?"
                                  : "The acceleration is the same in the next two moves. Which one "
                                    "takes the car to the flag?");
    exercise_hint(task, "First find where the car would be with no push.");
    exercise_ask_pair(task, "a", "squares/move²", acceleration);
    explain_choice(task, acceleration, moves);
    exercise_offer_pair(
        task, moves == 1 ? point_subtract(target, at) : times(acceleration, 3),
        moves == 1 ? "That is the arrow from the car to the flag. Inertia does a part of that."
                   : "The push of the first move still counts in the second one.");
    exercise_offer_pair(task, (struct point){0, 0},
                        "With no push the car does not get to the flag.");
    return true;
}

/* --- where inertia leads ---------------------------------------------------------------------- */

/* So many moves on, with the wind or as if there were none. */
static struct point coast(const struct task *task, int moves, struct point wind)
{
    int blown = moves * (moves + 1) / 2;
    return point_add(point_add(at_of(task, 0), times(velocity_of(task, 0), moves)),
                     times(wind, blown));
}

static void mark_coasting(struct task_words *words, const struct task *task, int moves,
                          struct point wind)
{
    for (int i = 1; i <= moves; i++)
        task_mark(words, TASK_MARK_GHOST, coast(task, i - 1, wind), coast(task, i, wind), "");
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
    struct point wind = task->scene.wind, velocity = velocity_of(task, 0);
    struct point to = coast(task, moves, wind);
    if (velocity.x == 0 || velocity.y == 0 || !exercise_is_on_sheet(task, to) ||
        !exercise_is_on_sheet(task, coast(task, 1, wind)))
        return false;
    task->ask = TASK_POINT;
    task->points[task->point_count++] = to;
    task->show |= TASK_SHOW_MOMENTS;
    if (difficulty == EXERCISE_HARD)
        exercise_ask(
            task,
            "The wind adds %s to the velocity in each move. Where is the car after two more "
            "moves with no push?",
            exercise_pair(wind).text);
    else
        exercise_ask(task, "Where is the car after two more moves with no push?");
    exercise_hint(task, "With no push each move is the same as the one before%s.",
                  difficulty == EXERCISE_HARD ? ", plus the wind" : "");
    struct point middle = coast(task, 1, wind);
    exercise_explain(
        &task->why, "The next move is %s and ends at %s. The one after that is %s and ends at %s.",
        exercise_pair(point_subtract(middle, at_of(task, 0))).text, exercise_point(middle).text,
        exercise_pair(point_subtract(to, middle)).text, exercise_point(to).text);
    mark_coasting(&task->why, task, moves, wind);
    task_mark(&task->why, TASK_MARK_RING, to, to, "");
    return true;
}

/* --- what was chosen? ------------------------------------------------------------------------- */

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
                     "The wind adds %s to the velocity in each move. What was the driver's push in "
                     "move %d?",
                     exercise_pair(wind).text, move);
    else
        exercise_ask(task, "What was the acceleration in move %d?", move);
    exercise_hint(task, "Subtract the velocity of move %d from that of move %d%s.", move - 1, move,
                  point_reach(wind) > 0 ? ", and then the wind" : "");
    exercise_ask_pair(task, point_reach(wind) > 0 ? "p" : "a", "squares/move²", choice);
    struct point from = scene_at(body, move - 1);
    struct point tip = point_add(from, before);
    if (difficulty == EXERCISE_HARD)
        exercise_explain(&task->why,
                         "The velocity is %s in move %d and %s in move %d, so a = %s. Without the "
                         "wind, that leaves %s for the push.",
                         exercise_pair(before).text, move - 1, exercise_pair(velocity).text, move,
                         exercise_pair(point_subtract(velocity, before)).text,
                         exercise_pair(choice).text);
    else
        exercise_explain(&task->why,
                         "The velocity is %s in move %d and %s in move %d: it changes by a = %s.",
                         exercise_pair(before).text, move - 1, exercise_pair(velocity).text, move,
                         exercise_pair(choice).text);
    task_mark(&task->why, TASK_MARK_VELOCITY, from, tip, "v before");
    if (point_reach(wind) > 0)
        task_mark(&task->why, TASK_MARK_WIND, tip, point_add(tip, wind), "wind");
    task_mark(&task->why, TASK_MARK_ACCELERATION, point_add(tip, wind), scene_at(body, move),
              point_reach(wind) > 0 ? "push" : "a");
    task_mark(&task->why, TASK_MARK_NEW_VELOCITY, from, scene_at(body, move), "v");
    exercise_offer_pair(task, point_subtract(velocity, before),
                        "That is the acceleration: push and wind together.");
    return true;
}
