/* Exercises about braking: how far until it stands, the last moment before a wall, and whether a
 * bend can still be taken. From speed n, braking from the next move on, the moves are n - 1, n - 2,
 * and so on long: n(n - 1)/2 in all. See exercise_inside.h.
 */

#include "base/number.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/graph_paper/exercise.h"
#include "session/graph_paper/scene.h"
#include "track/draft.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { EASY_WIDTH = 15 }; /* squares: two stand beside each other on paper */

/* A track within the sheet whose wall is these loops of grid points, the first one round all. */
struct wall_loop {
    struct point corners[8];
    int count;
};

static void lay(struct scene *scene, const struct wall_loop *loops, int count)
{
    struct error error;
    struct draft draft = {.width = scene->width, .height = scene->height};
    draft_add_item(&draft, DRAFT_WALL, 0);
    for (int i = 0; i < count; i++) {
        draft_begin_loop(&draft);
        for (int k = 0; k < loops[i].count; k++)
            draft_add_vertex(&draft, point_to_fine(loops[i].corners[k]), &error);
        draft_close_loop(&draft);
    }
    struct track *track = track_from_draft(&draft, &error);
    assert(track != NULL);
    scene_lay(scene, graph_paper_course(track));
    track_release(track);
    draft_free(&draft);
}

static int braking_distance(int speed)
{
    return speed * (speed - 1) / 2;
}

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

static struct point times(struct point vector, int number)
{
    return (struct point){vector.x * number, vector.y * number};
}

/* What brakes as hard as can be. */
static struct point brake_for(struct point velocity)
{
    return (struct point){-sign_of(velocity.x), -sign_of(velocity.y)};
}

static struct point stop_from(struct point at, struct point velocity)
{
    return (struct point){
        at.x + sign_of(velocity.x) * braking_distance(abs(velocity.x)),
        at.y + sign_of(velocity.y) * braking_distance(abs(velocity.y)),
    };
}

/* Thin arrows: so many moves as now, then braking until it stands. Returns where. */
static struct point mark_braking(struct task_words *words, struct point at, struct point velocity,
                                 int coasted)
{
    while (point_reach(velocity) > 0) {
        if (coasted-- <= 0)
            velocity = point_add(velocity, brake_for(velocity));
        struct point to = point_add(at, velocity);
        if (point_reach(velocity) > 0)
            task_mark(words, TASK_MARK_GHOST, at, to, "");
        at = to;
    }
    return at;
}

/* --- until it stands -------------------------------------------------------------------------- */

/* Straight on, as a number. */
static bool make_stop_distance(struct random *random, struct task *task)
{
    struct point away = exercise_toss(random) ? (struct point){1, 0} : (struct point){-1, 0};
    int speed = exercise_draw(random, 3, 5);
    task_init(task, EASY_WIDTH, 4);
    int from = exercise_draw(random, 0, 3);
    struct point at = {away.x > 0 ? from : task->scene.width - from, 2};
    scene_add_body(&task->scene, at, times(away, speed));
    scene_step(&task->scene);
    at = scene_at(&task->scene.bodies[0], 1);
    if (!exercise_is_on_sheet(task, stop_from(at, times(away, speed))))
        return false;
    task->show |= TASK_SHOW_MOMENTS | TASK_SHOW_VELOCITY;
    exercise_ask(
        task,
        "The car has a speed of %d squares a move. From the next move on it brakes by 1 in "
        "each move. How far does it go before it stops?",
        speed);
    exercise_hint(task, "How long is each of the next moves?");
    task_add_field(task, "distance", "squares", measure_whole(braking_distance(speed)));
    /* "4 + 3 + 2 + 1 = 10" */
    struct text sum = {0};
    for (int i = speed - 1; i > 0; i--)
        text_append_format(&sum, "%s%d", i < speed - 1 ? " + " : "", i);
    if (speed > 2)
        text_append_format(&sum, " = %d", braking_distance(speed));
    exercise_explain(&task->why,
                     "The next moves are %s squares long in all: that is n(n − 1)/2 with n = %d.",
                     text_string(&sum), speed);
    text_free(&sum);
    struct point end = mark_braking(&task->why, at, times(away, speed), 0);
    task_mark(&task->why, TASK_MARK_RING, end, end, "");
    exercise_offer_number(task, speed * speed,
                          "Each move is shorter than the one before. Add them up.");
    exercise_offer_number(task, speed,
                          "The car does not stop at once. Add up all the moves until it stops.");
    return true;
}

bool exercise_make_stop(struct random *random, int difficulty, struct task *task)
{
    if (difficulty == EXERCISE_EASY)
        return make_stop_distance(random, task);
    struct exercise_way way = {.moves = 2, .speed = 4, .margin = 1};
    int coasted = difficulty == EXERCISE_HARD ? 1 : 0;
    task_init(task, 16, 12);
    if (exercise_add_way(random, task, &way) != 0)
        return false;
    const struct scene_body *body = &task->scene.bodies[0];
    struct point at = scene_at(body, task->scene.now);
    struct point velocity = scene_velocity(body, task->scene.now);
    struct point from = point_add(at, times(velocity, coasted));
    struct point end = stop_from(from, velocity);
    if (abs(velocity.x) < 2 || velocity.y == 0 || !exercise_is_on_sheet(task, end))
        return false;
    task->ask = TASK_POINT;
    task->show |= TASK_SHOW_MOMENTS;
    task->points[task->point_count++] = end;
    if (coasted > 0)
        exercise_ask(task,
                     "The driver reacts late: in the next move there is no push. After that the "
                     "car brakes as hard as it can in both directions. Where does it stop?");
    else
        exercise_ask(task, "From the next move on, the car brakes as hard as it can in both "
                           "directions. Where does it stop?");
    exercise_hint(
        task, "Look at vx and vy one at a time: in each braking move both get nearer to 0 by 1.");
    exercise_explain(
        &task->why,
        "It begins to brake at %s with v = %s. That takes it %s further, so it stops at %s.",
        exercise_point(from).text, exercise_pair(velocity).text,
        exercise_pair(point_subtract(end, from)).text, exercise_point(end).text);
    mark_braking(&task->why, at, velocity, coasted);
    task_mark(&task->why, TASK_MARK_PART, from, end, "");
    task_mark(&task->why, TASK_MARK_RING, end, end, "");
    exercise_offer_point(task, stop_from(point_add(at, velocity), velocity),
                         "The car already brakes in the next move.");
    exercise_offer_point(task, stop_from(at, velocity),
                         "In the next move the car does not brake yet.");
    exercise_offer_point(task, point_add(from, velocity),
                         "That is where it would be without braking, and it would not stop there.");
    exercise_offer_point(task, point_add(from, point_add(velocity, brake_for(velocity))),
                         "There it has braked only once, and it is still moving.");
    return true;
}

/* --- the last moment before a wall ------------------------------------------------------------ */

/* A straight way towards a wall: where it is after so many moves before it brakes. */
struct approach {
    int speed;   /* now */
    int faster;  /* chosen in each move until it brakes: 1 or 0 */
    int to_wall; /* squares from where it is */
};

static int place_after(const struct approach *approach, int moves)
{
    return approach->speed * moves + approach->faster * moves * (moves + 1) / 2;
}

static int stop_after(const struct approach *approach, int moves)
{
    return place_after(approach, moves) +
           braking_distance(approach->speed + approach->faster * moves);
}

static void mark_approach(struct task_words *words, const struct task *task,
                          const struct approach *approach, struct point along, int moves)
{
    const struct scene *scene = &task->scene;
    struct point at = scene_at(&scene->bodies[0], scene->now);
    for (int i = 0; i < moves; i++)
        task_mark(words, TASK_MARK_GHOST, point_add(at, times(along, place_after(approach, i))),
                  point_add(at, times(along, place_after(approach, i + 1))), "");
    struct point from = point_add(at, times(along, place_after(approach, moves)));
    mark_braking(words, from, times(along, approach->speed + approach->faster * moves), 0);
    task_mark(words, TASK_MARK_RING, from, from, "");
}

static void offer_braking_at(struct task *task, const struct approach *approach, struct point along,
                             int moves, int right)
{
    const struct scene *scene = &task->scene;
    struct point at = scene_at(&scene->bodies[0], scene->now);
    exercise_offer_point(task, point_add(at, times(along, place_after(approach, moves))),
                         moves < right
                             ? "From there it stops before the wall, but it can brake even later."
                             : "That is too late: from there it cannot stop in time.");
}

static void ask_for_braking(struct task *task, const struct approach *approach, struct point along,
                            int right)
{
    struct point at = scene_at(&task->scene.bodies[0], task->scene.now);
    int speed = approach->speed + approach->faster * right;
    int place = place_after(approach, right);
    task->ask = TASK_POINT;
    task->show |= TASK_SHOW_MOMENTS | TASK_SHOW_VELOCITY;
    task->points[task->point_count++] = point_add(at, times(along, place));
    exercise_ask(task,
                 "The car %s, and then it brakes as hard as it can. It may touch the wall, but not "
                 "go through it. What is the last point where it can begin to brake?",
                 approach->faster ? "speeds up by 1 in each move" : "keeps its velocity");
    exercise_hint(task, "At speed n it takes n(n − 1)/2 squares to stop. How far is the wall "
                        "from each point that the car reaches?");
    exercise_explain(&task->why,
                     "There its speed is %d. It needs %d square%s to stop, and the wall is %d "
                     "away. One move later it could not stop in time.",
                     speed, braking_distance(speed), number_plural_ending(braking_distance(speed)),
                     approach->to_wall - place);
    mark_approach(&task->why, task, approach, along, right);
    for (int moves = 0; place_after(approach, moves) <= approach->to_wall; moves++)
        offer_braking_at(task, approach, along, moves, right);
}

bool exercise_make_brake_wall(struct random *random, int difficulty, struct task *task)
{
    static const struct point directions[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    static const int slowest[] = {2, 2, 1}, fastest[] = {3, 4, 2};
    struct approach approach = {.faster = difficulty == EXERCISE_HARD};
    struct point along = directions[exercise_draw(random, 0, difficulty == EXERCISE_EASY ? 0 : 3)];
    approach.speed = exercise_draw(random, slowest[difficulty - 1], fastest[difficulty - 1]);
    int right = exercise_draw(random, 1, difficulty == EXERCISE_HARD ? 2 : 3);
    int step = stop_after(&approach, right + 1) - stop_after(&approach, right);
    approach.to_wall = stop_after(&approach, right) + exercise_draw(random, 0, step - 1);
    int length = 1 + approach.speed + approach.to_wall;
    if (length > (difficulty == EXERCISE_EASY ? EASY_WIDTH - 2 : along.x != 0 ? 28 : 18))
        return false;
    task_init(task, along.x != 0 ? length + 2 : 8, along.x != 0 ? 6 : length + 2);
    /* The corridor that ends at the wall, in one of four directions. */
    struct wall_loop loop = {.count = 4};
    int width = task->scene.width, height = task->scene.height;
    struct point low, high;
    if (along.x != 0) {
        low = (struct point){along.x > 0 ? 0 : width - length, 1};
        high = (struct point){along.x > 0 ? length : width, height - 1};
    } else {
        low = (struct point){1, along.y > 0 ? 0 : height - length};
        high = (struct point){width - 1, along.y > 0 ? length : height};
    }
    loop.corners[0] = low;
    loop.corners[1] = (struct point){high.x, low.y};
    loop.corners[2] = high;
    loop.corners[3] = (struct point){low.x, high.y};
    lay(&task->scene, &loop, 1);
    struct point start = along.x != 0 ? (struct point){along.x > 0 ? 1 : length + 1, 3}
                                      : (struct point){4, along.y > 0 ? 1 : length + 1};
    struct point faster = times(along, approach.faster);
    scene_add_body(&task->scene, start, times(along, approach.speed - approach.faster));
    exercise_drive(&task->scene, &faster, 1);
    ask_for_braking(task, &approach, along, right);
    return true;
}

/* --- the bend --------------------------------------------------------------------------------- */

/* Turned and mirrored into one of eight positions. */
struct position {
    int size;
    bool swap, across, down;
};

static struct point turn(const struct position *position, struct point p)
{
    if (position->swap)
        p = (struct point){p.y, p.x};
    if (position->across)
        p.x = position->size - p.x;
    if (position->down)
        p.y = position->size - p.y;
    return p;
}

struct bend {
    struct position position;
    int first, second; /* widths of the way in, along x, and of the way out, up */
    struct scene_reach reach;
};

enum { BEND_SIZE = 12, BEND_LOW = 1 };

/* From the left side to the right, then up to the edge. */
static void lay_bend(struct random *random, int difficulty, struct task *task, struct bend *bend)
{
    bend->position = (struct position){.size = BEND_SIZE};
    bend->position.swap = exercise_toss(random);
    bend->position.across = exercise_toss(random);
    bend->position.down = exercise_toss(random);
    bend->first = exercise_draw(random, 2, difficulty == EXERCISE_EASY ? 4 : 3);
    bend->second = exercise_draw(random, 2, 4);
    int right = BEND_SIZE - 1, high = BEND_LOW + bend->first;
    const struct point corners[] = {{0, BEND_LOW},
                                    {right, BEND_LOW},
                                    {right, BEND_SIZE},
                                    {right - bend->second, BEND_SIZE},
                                    {right - bend->second, high},
                                    {0, high}};
    struct wall_loop loop = {.count = 6};
    for (int i = 0; i < 6; i++)
        loop.corners[i] = turn(&bend->position, corners[i]);
    task_init(task, BEND_SIZE, BEND_SIZE);
    lay(&task->scene, &loop, 1);
    struct point a = turn(&bend->position, (struct point){right - bend->second, high + 3});
    struct point b = turn(&bend->position, (struct point){right, BEND_SIZE});
    bend->reach = (struct scene_reach){.scene = &task->scene, .moves_most = 30};
    bend->reach.goal.low = point_lower(a, b);
    bend->reach.goal.high = point_upper(a, b);
}

/* The moves left, or below 0, with that speed along the way in. */
static int ask_bend(struct bend *bend, struct point at, struct point velocity,
                    struct reach_way *way)
{
    bend->reach.at = turn(&bend->position, at);
    struct point origin = turn(&bend->position, (struct point){0, 0});
    bend->reach.velocity = point_subtract(turn(&bend->position, velocity), origin);
    return reach_search(&bend->reach, way);
}

static void place_car(struct task *task, const struct bend *bend)
{
    struct point before = point_subtract(bend->reach.at, bend->reach.velocity);
    struct scene *scene = &task->scene;
    if (reach_is_clear(scene, before, bend->reach.at)) {
        scene_add_body(scene, before, bend->reach.velocity);
        exercise_drive(scene, &(struct point){0, 0}, 1);
    } else {
        scene_add_body(scene, bend->reach.at, bend->reach.velocity);
    }
    task->show |= TASK_SHOW_VELOCITY;
}

static void say_yes_or_no(struct task *task, const struct bend *bend, int moves,
                          const struct reach_way *way)
{
    task->ask = TASK_CHOICE;
    task_add_choice(task, "Yes", moves >= 0);
    task_add_choice(task, "No", moves < 0);
    exercise_ask(task, "Can the car still get round this bend without leaving the track?");
    exercise_hint(task, "Try to brake on the way in and to turn at the same time.");
    struct point last = bend->reach.at, velocity = bend->reach.velocity;
    for (int i = 0; i < way->count; i++) {
        velocity = point_add(velocity, way->accelerations[i]);
        last = point_add(last, velocity);
    }
    struct point beyond = point_add(last, point_add(velocity, brake_for(velocity)));
    if (moves >= 0)
        exercise_explain(&task->why, "Like this it gets round the bend in %d moves.", moves);
    else if (way->count > 0)
        exercise_explain(&task->why,
                         "However it drives, it hits the wall, after %d move%s at most.",
                         way->count, number_plural_ending(way->count));
    else
        exercise_explain(&task->why, "All the points that it can reach next are off the track.");
    exercise_mark_way(&task->why, &task->scene, way->accelerations, way->count);
    if (moves < 0) {
        task_mark(&task->why, TASK_MARK_GHOST, last, beyond, "");
        task_mark(&task->why, TASK_MARK_CROSS, beyond, beyond, "");
    }
}

/* Every choice from which it can. */
static bool ask_for_choice(struct task *task, struct bend *bend)
{
    struct reach_way way;
    struct point at = bend->reach.at, velocity = bend->reach.velocity;
    struct scene_reach after = bend->reach;
    for (int up = -1; up <= 1; up++)
        for (int right = -1; right <= 1; right++) {
            after.velocity = point_add(velocity, (struct point){right, up});
            after.at = point_add(at, after.velocity);
            if (reach_is_clear(&task->scene, at, after.at) && reach_search(&after, &way) >= 0)
                task->points[task->point_count++] = (struct point){right, up};
        }
    task->ask = TASK_ACCELERATION;
    task->show |= TASK_SHOW_POINTS | TASK_SHOW_INERTIA;
    exercise_ask(task,
                 "Choose an acceleration with which the car can still get round this bend without "
                 "leaving the track.");
    exercise_hint(task, "Brake on the way in and turn at the same time.");
    exercise_explain(&task->why,
                     "Of the nine points that it can reach, %d still lead%s round the bend.",
                     task->point_count, task->point_count == 1 ? "s" : "");
    return task->point_count > 0 && task->point_count <= 3;
}

bool exercise_make_bend(struct random *random, int difficulty, struct task *task)
{
    struct bend bend;
    struct reach_way way;
    lay_bend(random, difficulty, task, &bend);
    struct point at = {exercise_draw(random, 2, 6), 0};
    at.y = BEND_LOW + exercise_draw(random, 0, bend.first);
    int aside = difficulty == EXERCISE_EASY ? 0 : exercise_draw(random, -1, 1);
    int speed = 1;
    while (speed < 8 && ask_bend(&bend, at, (struct point){speed + 1, aside}, NULL) >= 0)
        speed++;
    if (speed < 2 || speed == 8)
        return false;
    /* More often not: of those many leave the sheet, and are made anew. */
    bool can = difficulty == EXERCISE_HARD || exercise_draw(random, 0, 2) == 0;
    struct point velocity = {can ? speed : speed + 1, aside};
    int moves = ask_bend(&bend, at, velocity, &way);
    place_car(task, &bend);
    if ((moves >= 0) != can || (!can && way.count == bend.reach.moves_most))
        return false;
    if (difficulty < EXERCISE_HARD) {
        say_yes_or_no(task, &bend, moves, &way);
        return true;
    }
    if (!ask_for_choice(task, &bend))
        return false;
    struct point first =
        point_add(bend.reach.at, point_add(bend.reach.velocity, way.accelerations[0]));
    exercise_mark_way(&task->why, &task->scene, way.accelerations, way.count);
    task_mark(&task->why, TASK_MARK_RING, first, first, "");
    return true;
}

/* === reach ==================================================================================== */

/* Exercises about coming to a point: from rest to rest in the fewest moves, and meeting what moves.
 * What is fewest is searched for. See exercise_inside.h.
 */

static int search(const struct task *task, int most, struct reach_way *way)
{
    const struct scene *scene = &task->scene;
    const struct scene_body *body = &scene->bodies[0];
    struct scene_reach reach = {.scene = scene,
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

static bool make_fewest_number(struct random *random, struct task *task)
{
    int distance = exercise_draw(random, 2, EASY_WIDTH - 2);
    bool left = exercise_toss(random);
    struct reach_way way;
    task_init(task, EASY_WIDTH, 3);
    struct point start = {left ? EASY_WIDTH - 1 : 1, 1};
    struct point end = {left ? start.x - distance : start.x + distance, 1};
    scene_add_body(&task->scene, start, (struct point){0, 0});
    set_target(task, (struct scene_target){.at = end, .has_velocity = true});
    int moves = search(task, 20, &way);
    if (moves < 0)
        return false;
    exercise_ask(task,
                 "The car is at rest. What is the smallest number of moves in which it gets to the "
                 "flag and stops there? The last move has length 0.");
    exercise_hint(task,
                  "Its speed changes by at most 1 in each move, both going up and coming down.");
    task_add_field(task, "number of moves", "", measure_whole(moves));
    /* "1, 2, 2, 1, 0" */
    struct text velocities = {0};
    int velocity = 0;
    for (int i = 0; i < way.count; i++) {
        velocity += way.accelerations[i].x;
        text_append_format(&velocities, "%s%d", i > 0 ? ", " : "", abs(velocity));
    }
    exercise_explain(&task->why,
                     "It can go the %d squares with the speeds %s. That takes %d moves, and it "
                     "cannot be done in "
                     "fewer.",
                     distance, text_string(&velocities), moves);
    text_free(&velocities);
    exercise_mark_way(&task->why, &task->scene, way.accelerations, way.count);
    exercise_offer_number(task, moves - 1,
                          "By then it can be at the flag, but it is still moving.");
    exercise_offer_number(task, moves + 1, "It can be done in fewer moves.");
    exercise_offer_number(task, distance, "It need not go so slowly: it can speed up first.");
    exercise_offer_number(task, distance + 1, "It need not go so slowly: it can speed up first.");
    exercise_offer_number(task, 2, "Its speed cannot change so much in one move.");
    return true;
}

/* An island in the way. */
static void lay_island(struct random *random, struct scene *scene)
{
    struct wall_loop loops[2] = {
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
    lay(scene, loops, 2);
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
    exercise_ask(
        task,
        "Drive to the flag in %d moves, the fewest possible, and stop there. The last move "
        "has length 0.",
        moves);
    exercise_hint(task, "Speed up for the first half, then brake.");
    exercise_explain(&task->why, "It takes %d moves. It cannot be done in fewer.", moves);
    exercise_mark_way(&task->why, &task->scene, way.accelerations, way.count);
    return true;
}

/* --- meet the target -------------------------------------------------------------------------- */

static bool make_meeting_number(struct random *random, struct task *task)
{
    int moves = exercise_draw(random, 2, 5), fast = exercise_draw(random, 2, 4);
    int slow = exercise_draw(random, -2, fast - 1), start = exercise_draw(random, 0, 1);
    int ahead = moves * (fast - slow);
    task_init(task, EASY_WIDTH, 3);
    struct point target = {start + fast + ahead - slow, 1}; /* in row 0 */
    struct point last = {target.x + (moves + 1) * slow, 1};
    if (slow == 0 || !exercise_is_on_sheet(task, target) || !exercise_is_on_sheet(task, last))
        return false;
    scene_add_body(&task->scene, (struct point){start, 1}, (struct point){fast, 0});
    scene_step(&task->scene);
    set_target(task, (struct scene_target){.at = target, .drift = {slow, 0}});
    task->show |= TASK_SHOW_VELOCITY;
    exercise_ask(task,
                 "The car keeps its velocity %s, and the flag its velocity %s. After how many more "
                 "moves are they at the same point?",
                 exercise_pair((struct point){fast, 0}).text,
                 exercise_pair((struct point){slow, 0}).text);
    exercise_hint(task, "By how many squares does the gap close in each move?");
    task_add_field(task, "number of moves", "", measure_whole(moves));
    exercise_explain(
        &task->why,
        "The gap is %d squares wide and closes by %d in each move. So it takes %d moves.", ahead,
        fast - slow, moves);
    struct point met = {start + fast + moves * fast, 1};
    task_mark(&task->why, TASK_MARK_RING, met, met, "");
    exercise_offer_number(task, ahead, "That is the gap now. Find out how fast it closes.");
    if (ahead % fast == 0)
        exercise_offer_number(task, ahead / fast, "The flag is moving, too.");
    if (ahead % abs(slow) == 0)
        exercise_offer_number(task, ahead / abs(slow), "The car is moving, too.");
    if (fast + slow != 0 && ahead % abs(fast + slow) == 0)
        exercise_offer_number(task, ahead / abs(fast + slow),
                              "Look at the signs of the two velocities.");
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
    exercise_ask(task, "The flag has the velocity %s. Meet it in %d moves, the fewest possible%s.",
                 exercise_pair(drift).text, moves,
                 difficulty == EXERCISE_HARD ? ", with the same velocity as the flag" : "");
    exercise_hint(task, "Where will the flag be after %d moves?", moves);
    struct point met = scene_target_at(&task->scene.targets[0], task->scene.now + moves);
    exercise_explain(
        &task->why, "After %d moves the flag is at %s, and so is the car. They cannot meet sooner.",
        moves, exercise_point(met).text);
    exercise_mark_way(&task->why, &task->scene, way.accelerations, way.count);
    task_mark(&task->why, TASK_MARK_RING, met, met, "");
    return true;
}
