/* Exercises about coming to a point: from rest to rest in the fewest moves, and meeting what moves.
 * What is fewest is searched for. See exercise_inside.h.
 */
#include "session/graph_paper/exercise_inside.h"

#include "session/graph_paper/reach.h"

#include <stdlib.h>

static int search(const struct task *task, int most, struct reach_way *way)
{
    const struct scene *scene = &task->scene;
    const struct scene_body *body = &scene->bodies[0];
    struct reach reach = {.scene = scene,
                          .at = scene_at(body, scene->now),
                          .velocity = scene_inertia(body, scene->now),
                          .goal = reach_goal_of(&scene->targets[0], scene->now),
                          .moves_most = most};
    return reach_search(&reach, way);
}

static void set_target(struct task *task, struct scene_target target)
{
    task->scene.targets[0] = target;
    task->scene.target_count = 1;
}

/* --- from rest to rest ------------------------------------------------------------------------ */

/* "1, 2, 2, 1, 0" */
static struct text velocities_of(const struct reach_way *way)
{
    struct text text = {0};
    int velocity = 0;
    for (int i = 0; i < way->count; i++) {
        velocity += way->accelerations[i].x;
        text_append_format(&text, "%s%d", i > 0 ? ", " : "", abs(velocity));
    }
    return text;
}

static void offer_moves(struct task *task, int moves, const char *why)
{
    struct task_words *words = exercise_offer_number(task, moves);
    if (words == NULL)
        return;
    exercise_explain(words, "%s", why);
    for (int i = 0; i < task->why.mark_count; i++)
        words->marks[i] = task->why.marks[i];
    words->mark_count = task->why.mark_count;
}

static bool make_fewest_number(struct random *random, struct task *task)
{
    int distance = exercise_draw(random, 2, 14);
    bool left = exercise_toss(random);
    struct reach_way way;
    task_init(task, 16, 3);
    struct point start = {left ? 15 : 1, 1}, end = {left ? 15 - distance : 1 + distance, 1};
    scene_add_body(&task->scene, start, (struct point){0, 0});
    set_target(task, (struct scene_target){.at = end, .has_velocity = true});
    int moves = search(task, 20, &way);
    if (moves < 0)
        return false;
    exercise_ask(task, "The car stands. How many moves does it need at least until it stands at "
                       "the target? The last one has length 0.");
    exercise_hint(task, "Its velocity grows by one a move at most, and has to come down again as "
                        "slowly.");
    task_add_field(task, "moves", "", measure_whole(moves));
    struct text velocities = velocities_of(&way);
    exercise_explain(&task->why,
                     "%d squares with the velocities %s: %d moves, and none can be saved.",
                     distance, text_string(&velocities), moves);
    text_free(&velocities);
    exercise_mark_way(&task->why, &task->scene, 0, way.accelerations, way.count);
    offer_moves(task, moves - 1,
                "It is there then, but does not stand yet: one more move, of length 0.");
    offer_moves(task, distance, "It need not creep: it can get faster first.");
    offer_moves(task, distance + 1, "It need not creep: it can get faster first.");
    offer_moves(task, moves + 1, "One move can be saved.");
    offer_moves(task, 2, "It gets faster by one square a move only.");
    return true;
}

/* An island in the way. */
static void lay_island(struct random *random, struct scene *scene)
{
    struct exercise_loop loops[2] = {
        {{{0, 0}, {scene->width, 0}, {scene->width, scene->height}, {0, scene->height}}, 4},
        {.count = 4}};
    struct point low, high;
    low.x = exercise_draw(random, 3, 5);
    low.y = exercise_draw(random, 1, 3);
    high.x = low.x + exercise_draw(random, 1, 3);
    high.y = low.y + exercise_draw(random, 3, 4);
    loops[1].corners[0] = low;
    loops[1].corners[1] = (struct point){high.x, low.y};
    loops[1].corners[2] = high;
    loops[1].corners[3] = (struct point){low.x, high.y};
    exercise_lay(scene, loops, 2);
}

bool exercise_make_fewest(struct random *random, int difficulty, struct task *task)
{
    struct reach_way way;
    if (difficulty == EXERCISE_EASY)
        return make_fewest_number(random, task);
    int width = difficulty == EXERCISE_HARD ? 11 : 14, height = 8;
    task_init(task, width, height);
    if (difficulty == EXERCISE_HARD)
        lay_island(random, &task->scene);
    struct point start =
        exercise_draw_point(random, (struct point){1, 1}, (struct point){2, height - 1});
    struct point end = exercise_draw_point(random, (struct point){width - 2, 1},
                                           (struct point){width - 1, height - 1});
    if (difficulty == EXERCISE_MEDIUM)
        end.x = exercise_draw(random, start.x + 2, start.x + 7);
    scene_add_body(&task->scene, start, (struct point){0, 0});
    set_target(task, (struct scene_target){.at = end, .has_velocity = true});
    if (start.y == end.y ||
        (difficulty == EXERCISE_HARD && reach_is_clear(&task->scene, start, end)))
        return false;
    int moves = search(task, 12, &way);
    if (moves < 3)
        return false;
    task->ask = TASK_DRIVE;
    task->moves_most = moves;
    task->show |= TASK_SHOW_POINTS;
    exercise_ask(task,
                 "Drive to the target in %d moves, the fewest there are, so that the car stands "
                 "there. The last move has length 0.",
                 moves);
    exercise_hint(task, "Speed up for half of the way, and then slow down.");
    exercise_explain(&task->why, "%d moves; with fewer it cannot be done.", moves);
    exercise_mark_way(&task->why, &task->scene, 0, way.accelerations, way.count);
    return true;
}

/* --- meet the target -------------------------------------------------------------------------- */

static bool make_meeting_number(struct random *random, struct task *task)
{
    int moves = exercise_draw(random, 2, 5), fast = exercise_draw(random, 2, 4);
    int slow = exercise_draw(random, -2, fast - 1), start = exercise_draw(random, 0, 1);
    int ahead = moves * (fast - slow);
    task_init(task, 22, 3);
    struct point target = {start + fast + ahead - slow, 1}; /* in row 0 */
    struct point last = {target.x + (moves + 1) * slow, 1};
    if (slow == 0 || !exercise_is_on_sheet(task, target) || !exercise_is_on_sheet(task, last))
        return false;
    scene_add_body(&task->scene, (struct point){start, 1}, (struct point){fast, 0});
    scene_step(&task->scene);
    set_target(task, (struct scene_target){.at = target, .drift = {slow, 0}});
    task->show |= TASK_SHOW_VELOCITY;
    exercise_ask(task,
                 "The car keeps v = %s, and the target moves by %s in each move. After how "
                 "many more moves are they at the same point?",
                 exercise_pair((struct point){fast, 0}).text,
                 exercise_pair((struct point){slow, 0}).text);
    exercise_hint(task, "By how much does the gap close in a move?");
    task_add_field(task, "moves", "", measure_whole(moves));
    exercise_explain(&task->why, "The gap of %d squares closes by %d in each move: %d moves.",
                     ahead, fast - slow, moves);
    struct point met = {start + fast + moves * fast, 1};
    task_mark(&task->why, TASK_MARK_RING, met, met, "");
    offer_moves(task, ahead, "That is the gap in squares.");
    if (ahead % fast == 0)
        offer_moves(task, ahead / fast, "Meanwhile the target goes on moving.");
    if (ahead % abs(slow) == 0)
        offer_moves(task, ahead / abs(slow), "The car moves, too.");
    if (fast + slow != 0 && ahead % abs(fast + slow) == 0)
        offer_moves(task, ahead / abs(fast + slow), "Take their velocities with their signs.");
    offer_moves(task, moves + 1, "They have met one move sooner.");
    return true;
}

bool exercise_make_meet(struct random *random, int difficulty, struct task *task)
{
    struct reach_way way;
    if (difficulty == EXERCISE_EASY)
        return make_meeting_number(random, task);
    task_init(task, 16, 10);
    struct exercise_way before = {.moves = 1, .speed = 2, .margin = 2};
    struct point drift = exercise_draw_point(random, (struct point){-2, -1}, (struct point){2, 1});
    struct point at = exercise_draw_point(random, (struct point){1, 1}, (struct point){15, 9});
    if (point_reach(drift) == 0 || exercise_add_way(random, task, &before) != 0)
        return false;
    set_target(task, (struct scene_target){.at = at,
                                           .drift = drift,
                                           .has_velocity = difficulty == EXERCISE_HARD,
                                           .velocity = drift});
    int moves = search(task, 7, &way);
    if (moves < 3 ||
        !exercise_is_on_sheet(task, scene_target_at(&task->scene.targets[0], moves + 1)))
        return false;
    task->ask = TASK_DRIVE;
    task->moves_most = moves;
    task->show |= TASK_SHOW_POINTS;
    exercise_ask(task,
                 "The target moves by %s in each move. Meet it after %d moves, the fewest there "
                 "are%s.",
                 exercise_pair(drift).text, moves,
                 difficulty == EXERCISE_HARD ? ", with the same velocity" : "");
    exercise_hint(task, "Where will the target be after %d moves?", moves);
    struct point met = scene_target_at(&task->scene.targets[0], task->scene.now + moves);
    exercise_explain(&task->why,
                     "After %d moves it is at %s, and so is the car; sooner it cannot be.", moves,
                     exercise_pair(met).text);
    exercise_mark_way(&task->why, &task->scene, 0, way.accelerations, way.count);
    task_mark(&task->why, TASK_MARK_RING, met, met, "");
    return true;
}
