/* Bodies that move by the rule of graph paper, moment by moment; where a race comes from is in
 * scene_session.c.
 *
 * A body keeps its row 0 and its moves, and of each move where it led, so that looking at any row
 * costs nothing. What changes row 0 or the wind works the rows out again from there.
 */
#include "session/graph_paper/scene.h"

#include "base/memory.h"
#include "base/number.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/track.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct point nothing = {0, 0};

/* --- making one ------------------------------------------------------------------------------- */

void scene_init(struct scene *scene, int width, int height)
{
    *scene = (struct scene){.width = width, .height = height, .reach = 1};
}

static void free_body(struct scene_body *body)
{
    free(body->moves);
    *body = (struct scene_body){0};
}

void scene_rub_out(struct scene *scene)
{
    for (int i = 0; i < scene->pencil_count; i++)
        free(scene->pencils[i].points);
    scene->pencil_count = 0;
}

void scene_free(struct scene *scene)
{
    for (int i = 0; i < scene->body_count; i++)
        free_body(&scene->bodies[i]);
    scene_rub_out(scene);
    course_release(scene->course);
    *scene = (struct scene){0};
}

void scene_copy(struct scene *into, const struct scene *scene)
{
    *into = *scene;
    if (scene->course.body)
        course_retain(scene->course);
    for (int i = 0; i < scene->body_count; i++) {
        struct scene_body *body = &into->bodies[i];
        body->moves = memory_copy(body->moves, (size_t)body->count, sizeof *body->moves);
        body->capacity = body->count;
    }
    for (int i = 0; i < scene->pencil_count; i++) {
        struct scene_pencil *pencil = &into->pencils[i];
        pencil->points = memory_copy(pencil->points, (size_t)pencil->count, sizeof *pencil->points);
    }
}

void scene_lay(struct scene *scene, struct course course)
{
    struct course before = scene->course;
    scene->course = course;
    if (course.body) {
        course_retain(course);
        scene->width = course_size(course).x;
        scene->height = course_size(course).y;
    }
    course_release(before);
}

/* --- rows ------------------------------------------------------------------------------------- */

static const struct scene_move *last_up_to(const struct scene_body *body, int row)
{
    int last = number_smaller(row, body->count);
    return last > 0 ? &body->moves[last - 1] : NULL;
}

struct point scene_at(const struct scene_body *body, int row)
{
    const struct scene_move *move = last_up_to(body, row);
    return move ? move->at : body->start;
}

struct point scene_velocity(const struct scene_body *body, int row)
{
    const struct scene_move *move = last_up_to(body, row);
    return move ? move->velocity : body->velocity;
}

struct point scene_inertia(const struct scene_body *body, int row)
{
    const struct scene_move *move = last_up_to(body, row);
    return move && move->stands ? nothing : scene_velocity(body, row);
}

const struct scene_move *scene_move_of(const struct scene_body *body, int row)
{
    return row >= 1 && row <= body->count ? &body->moves[row - 1] : NULL;
}

int scene_length(const struct scene *scene)
{
    int length = 0;
    for (int i = 0; i < scene->body_count; i++)
        length = number_larger(length, scene->bodies[i].count);
    return length;
}

/* --- moves ------------------------------------------------------------------------------------ */

/* Where inertia and the wind alone lead: as in a race, by its rule (RULES 2.1). */
static struct point principal_of(struct point at, struct point velocity, struct point wind)
{
    return car_principal(&(struct car){.at = at, .velocity = velocity, .shift = wind});
}

/* What a choice leads to, from the row before. */
static struct scene_move follow(const struct scene_body *body, int row, struct point choice,
                                struct point wind)
{
    struct scene_move move = {.kind = SCENE_CHOSEN, .choice = choice, .wind = wind};
    struct point at = scene_at(body, row);
    move.at = point_add(principal_of(at, scene_inertia(body, row), wind), choice);
    move.velocity = point_subtract(move.at, at);
    return move;
}

/* The rows again, after what they build on has changed. A car that was stopped somewhere by the
 * rules of its race is stopped where it is now. */
static void work_out(struct scene_body *body)
{
    for (int i = 0; i < body->count; i++) {
        struct scene_move *move = &body->moves[i];
        if (move->kind == SCENE_CHOSEN) {
            struct scene_move other = follow(body, i, move->choice, move->wind);
            move->velocity = other.velocity;
            move->at = other.at;
        } else {
            move->at = scene_at(body, i);
        }
    }
}

static void take(struct scene_body *body, struct point choice, struct point wind)
{
    struct scene_move move = follow(body, body->count, choice, wind);
    array_add(body->moves, body->count, body->capacity, move);
}

/* From row `from` on the way of a body becomes a pencil's. */
static void draw_in_pencil(struct scene *scene, int body, int from)
{
    const struct scene_body *of = &scene->bodies[body];
    if (from >= of->count)
        return;
    if (scene->pencil_count == SCENE_PENCILS) {
        free(scene->pencils[0].points);
        memmove(scene->pencils, scene->pencils + 1, (SCENE_PENCILS - 1) * sizeof scene->pencils[0]);
        scene->pencil_count--;
    }
    struct scene_pencil pencil = {.body = body, .from = from, .count = of->count - from + 1};
    pencil.points = memory_allocate((size_t)pencil.count, sizeof *pencil.points);
    for (int i = 0; i < pencil.count; i++)
        pencil.points[i] = scene_at(of, from + i);
    scene->pencils[scene->pencil_count++] = pencil;
}

bool scene_choice(const struct scene *scene, int body, struct point *acceleration)
{
    const struct scene_body *of = &scene->bodies[body];
    const struct scene_move *move = scene_move_of(of, scene->now + 1);
    *acceleration = move ? move->choice : of->next;
    return move ? move->kind == SCENE_CHOSEN : !of->ended;
}

struct point scene_next_point(const struct scene *scene, int body, struct point acceleration,
                              struct point *velocity)
{
    const struct scene_body *of = &scene->bodies[body];
    const struct scene_move *there = scene_move_of(of, scene->now + 1);
    bool chosen = there && there->kind == SCENE_CHOSEN;
    struct scene_move move =
        follow(of, scene->now, acceleration, chosen ? there->wind : scene->wind);
    if (velocity)
        *velocity = move.velocity;
    return move.at;
}

static bool check_choice(const struct scene *scene, struct point acceleration, struct error *error)
{
    int reach = scene->reach > 0 ? scene->reach : SCENE_ACCELERATION;
    if (point_reach(acceleration) > reach)
        return error_set(error, "at most %d square%s more or less on each axis can be chosen",
                         reach, reach == 1 ? "" : "s");
    return true;
}

bool scene_choose(struct scene *scene, int body, struct point acceleration, struct error *error)
{
    struct scene_body *of = &scene->bodies[body];
    struct point chosen;
    bool free_to = scene_choice(scene, body, &chosen);
    if (!check_choice(scene, acceleration, error))
        return false;
    if (free_to && point_equal(chosen, acceleration))
        return true;
    if (scene->now > of->count)
        return error_set(error, "%s has taken its last move before", of->name);
    draw_in_pencil(scene, body, scene->now);
    of->count = number_smaller(of->count, scene->now);
    of->ended = false;
    of->next = acceleration;
    return true;
}

static bool can_move(const struct scene *scene, const struct scene_body *body)
{
    return body->count > scene->now || (!body->ended && body->count < SCENE_MOVES);
}

bool scene_step(struct scene *scene)
{
    bool any = false;
    for (int i = 0; i < scene->body_count; i++)
        any = can_move(scene, &scene->bodies[i]) || any;
    if (!any)
        return false;
    for (int i = 0; i < scene->body_count; i++) {
        struct scene_body *body = &scene->bodies[i];
        if (body->count > scene->now || !can_move(scene, body))
            continue;
        while (body->count < scene->now)
            take(body, nothing, scene->wind);
        take(body, body->next, scene->wind);
        body->next = nothing;
    }
    scene->now++;
    return true;
}

bool scene_back(struct scene *scene)
{
    if (scene->now == 0)
        return false;
    scene_go(scene, scene->now - 1);
    return true;
}

void scene_go(struct scene *scene, int now)
{
    int length = scene_length(scene);
    int to = now < 0 ? 0 : number_smaller(now, length);
    for (int i = 0; i < scene->body_count && to != scene->now; i++)
        scene->bodies[i].next = nothing;
    scene->now = to;
}

void scene_restart(struct scene *scene)
{
    scene_rub_out(scene);
    for (int i = 0; i < scene->body_count; i++) {
        scene->bodies[i].count = 0;
        scene->bodies[i].ended = false;
        scene->bodies[i].next = nothing;
    }
    scene->now = 0;
}

void scene_begin_here(struct scene *scene)
{
    for (int i = 0; i < scene->body_count; i++) {
        struct scene_body *body = &scene->bodies[i];
        struct point velocity = scene_inertia(body, scene->now);
        body->start = scene_at(body, scene->now);
        body->velocity = velocity;
    }
    for (int i = 0; i < scene->target_count; i++)
        scene->targets[i].at = scene_target_at(&scene->targets[i], scene->now);
    scene_restart(scene);
}

/* --- bodies and wind -------------------------------------------------------------------------- */

static bool fits(const struct scene *scene, struct point at, struct point velocity)
{
    return at.x >= 0 && at.y >= 0 && at.x <= scene->width && at.y <= scene->height &&
           point_reach(velocity) <= SCENE_SPEED;
}

static int free_pen(const struct scene *scene)
{
    bool taken[PEN_COUNT + 1] = {false};
    int pen = 1;
    for (int i = 0; i < scene->body_count; i++)
        taken[scene->bodies[i].pen] = true;
    while (pen < PEN_COUNT && taken[pen])
        pen++;
    return pen;
}

int scene_add_body(struct scene *scene, struct point at, struct point velocity)
{
    if (scene->body_count == SCENE_BODIES || !fits(scene, at, velocity))
        return -1;
    struct scene_body body = {.pen = free_pen(scene), .start = at, .velocity = velocity};
    /* "A", "B": the first letter that no other has. */
    char letter = 'A';
    for (int i = 0; i < scene->body_count; i++)
        if (scene->bodies[i].name[0] == letter && !scene->bodies[i].name[1]) {
            letter++;
            i = -1;
        }
    body.name[0] = letter;
    for (int i = 0; i < scene->now; i++)
        take(&body, nothing, scene->wind);
    scene->bodies[scene->body_count] = body;
    return scene->body_count++;
}

void scene_remove_body(struct scene *scene, int body)
{
    int kept = 0;
    assert(body >= 0 && body < scene->body_count);
    for (int i = 0; i < scene->pencil_count; i++) {
        struct scene_pencil pencil = scene->pencils[i];
        if (pencil.body == body) {
            free(pencil.points);
            continue;
        }
        pencil.body -= pencil.body > body;
        scene->pencils[kept++] = pencil;
    }
    scene->pencil_count = kept;
    free_body(&scene->bodies[body]);
    scene->body_count--;
    memmove(&scene->bodies[body], &scene->bodies[body + 1],
            (size_t)(scene->body_count - body) * sizeof scene->bodies[0]);
    scene_go(scene, scene->now);
}

bool scene_place(struct scene *scene, int body, struct point at, struct point velocity)
{
    struct scene_body *of = &scene->bodies[body];
    if (!fits(scene, at, velocity))
        return false;
    of->start = at;
    of->velocity = velocity;
    work_out(of);
    return true;
}

bool scene_set_wind(struct scene *scene, struct point wind, struct error *error)
{
    if (point_reach(wind) > SCENE_ACCELERATION)
        return error_set(error, "a wind adds at most %d squares on each axis in each move",
                         SCENE_ACCELERATION);
    if (point_equal(wind, scene->wind))
        return true;
    scene->wind = wind;
    for (int i = 0; i < scene->body_count; i++) {
        struct scene_body *body = &scene->bodies[i];
        draw_in_pencil(scene, i, scene->now);
        for (int row = scene->now; row < body->count; row++)
            body->moves[row].wind = wind;
        work_out(body);
    }
    return true;
}

/* --- targets ---------------------------------------------------------------------------------- */

struct point scene_target_at(const struct scene_target *target, int row)
{
    return (struct point){target->at.x + row * target->drift.x,
                          target->at.y + row * target->drift.y};
}

bool scene_reaches(const struct scene *scene, int target, int body, int row)
{
    const struct scene_target *of = &scene->targets[target];
    const struct scene_body *who = &scene->bodies[body];
    return point_equal(scene_at(who, row), scene_target_at(of, row)) &&
           (!of->has_velocity || point_equal(scene_velocity(who, row), of->velocity));
}

/* === scene session ============================================================================ */

/* A race as a scene: row k of a body is round k of its car.
 *
 * Only the events are asked. What the rules do to a car besides moving it comes in them behind the
 * move: leaving the track and running into others make it a stopped row, a slick or being struck
 * lets the car stand after it, a turbo area's shift is the wind of the next move.
 */

/* What is known of a car on the way through the events. */
struct follower {
    struct scene_body body;
    struct point wind; /* of the next move */
    bool begun;
};

struct following {
    struct follower cars[CAR_LIMIT + 1];
    int round;
};

static struct scene_move *last_move(struct follower *car)
{
    return car->body.count > 0 ? &car->body.moves[car->body.count - 1] : NULL;
}

/* A row in which nothing was chosen. */
static void add_still(struct follower *car, enum scene_move_kind kind, struct point at)
{
    array_add(car->body.moves, car->body.count, car->body.capacity,
              (struct scene_move){.kind = kind, .at = at, .stands = true});
}

/* Rounds of which no event tells, up to the one before `round`. */
static void catch_up(struct follower *car, int round)
{
    while (car->body.count < round - 1)
        add_still(car, SCENE_MISSED, scene_at(&car->body, car->body.count));
}

static void add_move(struct follower *car, const struct graph_paper_event *moved)
{
    struct point inertia = scene_inertia(&car->body, car->body.count);
    struct scene_move move = {
        .kind = SCENE_CHOSEN, .wind = car->wind, .velocity = moved->velocity, .at = moved->to};
    move.choice = point_subtract(point_subtract(moved->velocity, inertia), car->wind);
    array_add(car->body.moves, car->body.count, car->body.capacity, move);
    car->wind = (struct point){0, 0};
}

/* The move of this round has ended so; without one the car has crashed where it stood. */
static void stop_at(struct follower *car, int round, struct point at)
{
    catch_up(car, round);
    if (car->body.count < round)
        add_still(car, SCENE_STOPPED, at);
    else
        *last_move(car) = (struct scene_move){.kind = SCENE_STOPPED, .at = at, .stands = true};
    car->wind = (struct point){0, 0};
}

static void let_stand(struct follower *car)
{
    struct scene_move *move = last_move(car);
    if (move)
        move->stands = true;
    car->wind = (struct point){0, 0};
}

static void let_struck_stand(struct following *following, uint64_t struck)
{
    for (int n = 1; n <= CAR_LIMIT; n++)
        if (struck >> n & 1)
            let_stand(&following->cars[n]);
}

static void leave_race(struct follower *car, int round)
{
    /* A car that runs wide and finds no way on is out in its turn, of which nothing else tells. */
    if (car->begun && car->body.count < round)
        stop_at(car, round, scene_at(&car->body, car->body.count));
    car->body.ended = true;
}

static void follow_event(struct following *following, const struct graph_paper_event *event)
{
    struct follower *car = &following->cars[event->car];
    switch (event->type) {
    case EVENT_STARTED:
        car->begun = true;
        car->body.start = event->to;
        break;
    case EVENT_MOVED:
        catch_up(car, following->round);
        add_move(car, event);
        break;
    case EVENT_TURBO:
        car->wind = point_add(car->wind, event->velocity);
        break;
    case EVENT_LEFT_TRACK:
        if (event->second == LEFT_GOES_ON || event->second == LEFT_IS_OUT)
            stop_at(car, following->round, event->to);
        break;
    case EVENT_COLLIDED:
        stop_at(car, following->round, event->to);
        let_struck_stand(following, event->struck);
        break;
    case EVENT_SLICK:
        let_stand(car);
        break;
    case EVENT_MISSED:
        catch_up(car, following->round);
        add_still(car, SCENE_MISSED, scene_at(&car->body, car->body.count));
        break;
    case EVENT_FINISHED:
        car->body.ended = true;
        break;
    case EVENT_RETIRED:
        leave_race(car, following->round);
        break;
    default:
        break;
    }
}

static void put_body(struct scene *scene, const struct follower *car, const struct session *session,
                     int number)
{
    scene->bodies[scene->body_count] = car->body;
    /* "Ada", and "Ada 2" where players have several cars. */
    struct scene_body *body = &scene->bodies[scene->body_count];
    const struct race *race = session_race_after(session, 0);
    int player = graph_paper_game.player_of(race, number), which = 0, cars = 0;
    for (int n = 1; n <= graph_paper_game.car_count(race); n++)
        if (graph_paper_game.player_of(race, n) == player) {
            cars++;
            which += n <= number;
        }
    const struct player *of = session_player(session, player);
    size_t length = (size_t)snprintf(body->name, sizeof body->name, "%s", of->name);
    if (cars > 1)
        snprintf(body->name + length, sizeof body->name - length, " %d", which);
    body->pen = of->pen;
    body->car = number;
    scene->body_count++;
}

bool scene_of_session(struct scene *into, const struct session *session, int steps, int car,
                      struct point start)
{
    struct following following = {0};
    const struct setup *setup = session_setup(session);
    if (setup->game != &graph_paper_game)
        return false;
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        following.round = step.round;
        for (int j = 0; j < step.event_count; j++) {
            const struct event *event = &step.events[j];
            if (event->round > 0)
                following.round = event->round;
            if (event->car > 0)
                follow_event(&following, graph_paper_event(event));
        }
    }
    if (car > 0 && car <= CAR_LIMIT && !following.cars[car].begun)
        following.cars[car] = (struct follower){.body.start = start, .begun = true};
    scene_init(into, 0, 0);
    scene_lay(into, setup->course);
    into->slicks = setup->values[FIELD_SLICKS] != SLICKS_OFF;
    into->turbo = setup->values[FIELD_TURBO_AREAS] != SWITCH_OFF;
    into->gates = setup->values[FIELD_CHECKPOINTS] != SWITCH_OFF;
    into->reach = 0; /* what was paid for by nitros is a choice like others */
    for (int n = 1; n <= CAR_LIMIT; n++) {
        struct follower *of = &following.cars[n];
        if (of->begun && into->body_count < SCENE_BODIES)
            put_body(into, of, session, n);
        else
            free(of->body.moves);
    }
    into->now = scene_length(into);
    for (int i = 0; i < into->body_count; i++)
        if (!into->bodies[i].ended)
            into->now = number_smaller(into->now, into->bodies[i].count);
    return true;
}

/* === reach ==================================================================================== */

/* See scene.h. States of one number of moves are a layer; the next layer is what they lead to. A
 * goal that stands still makes a state that was met before worth nothing; one that moves does not,
 * and then only states of one layer are compared.
 */

/* --- one move --------------------------------------------------------------------------------- */

static int sign_of(int64_t number)
{
    return (number > 0) - (number < 0);
}

static bool is_between(struct point p, struct point a, struct point b)
{
    struct point low = point_lower(a, b), high = point_upper(a, b);
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y;
}

/* Have two segments a point in common? */
static bool segments_meet(struct point a, struct point b, struct point c, struct point d)
{
    int c_side = sign_of(point_cross(a, b, c)), d_side = sign_of(point_cross(a, b, d));
    int a_side = sign_of(point_cross(c, d, a)), b_side = sign_of(point_cross(c, d, b));
    if (c_side * d_side < 0 && a_side * b_side < 0)
        return true;
    return (c_side == 0 && is_between(c, a, b)) || (d_side == 0 && is_between(d, a, b)) ||
           (a_side == 0 && is_between(a, c, d)) || (b_side == 0 && is_between(b, c, d));
}

static bool is_on_sheet(const struct scene *scene, struct point p)
{
    return p.x >= 0 && p.y >= 0 && p.x <= scene->width && p.y <= scene->height;
}

bool reach_is_clear(const struct scene *scene, struct point from, struct point to)
{
    if (!is_on_sheet(scene, from) || !is_on_sheet(scene, to))
        return false;
    for (int i = 0; i < scene->wall_count; i++)
        if (segments_meet(from, to, scene->walls[i].from, scene->walls[i].to))
            return false;
    if (scene->course.body == NULL)
        return true;
    struct ground ground = {graph_paper_track_of(scene->course), false};
    return ground_holds_move(&ground, from, to);
}

/* --- states ----------------------------------------------------------------------------------- */

struct scene_state {
    struct point at, velocity;
    int before;   /* the state that it comes from; -1 */
    int64_t bent; /* how far the way to it strays from the straight line, and how much it pushes */
};

struct scene_search {
    const struct scene_reach *reach;
    struct scene_state *states;
    int count, capacity;
    int layer;  /* the first state of the layer that is made */
    int *slots; /* by hash: a state + 1; 0: free */
    int slot_count;
};

static uint32_t hash_of(const struct scene_state *state)
{
    uint64_t mixed = (uint64_t)(uint32_t)state->at.x << 32 | (uint32_t)state->at.y;
    mixed = (mixed ^ (uint64_t)(uint32_t)state->velocity.x << 20 ^
             (uint64_t)(uint32_t)state->velocity.y << 44) *
            UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(mixed >> 32);
}

static bool is_same(const struct scene_state *a, const struct scene_state *b)
{
    return point_equal(a->at, b->at) && point_equal(a->velocity, b->velocity);
}

/* Where the state is kept, or is to be kept. */
static int *find_slot(struct scene_search *search, const struct scene_state *state)
{
    uint32_t mask = (uint32_t)search->slot_count - 1;
    uint32_t at = hash_of(state) & mask;
    while (search->slots[at] != 0 && !is_same(&search->states[search->slots[at] - 1], state))
        at = (at + 1) & mask;
    return &search->slots[at];
}

static void grow_slots(struct scene_search *search)
{
    free(search->slots);
    search->slot_count = search->slot_count == 0 ? 1024 : 2 * search->slot_count;
    search->slots = memory_allocate((size_t)search->slot_count, sizeof *search->slots);
    for (int i = 0; i < search->count; i++)
        *find_slot(search, &search->states[i]) = i + 1;
}

static void add_state(struct scene_search *search, struct scene_state state)
{
    if (2 * search->count >= search->slot_count)
        grow_slots(search);
    int *slot = find_slot(search, &state);
    if (*slot > search->layer && state.bent < search->states[*slot - 1].bent)
        search->states[*slot - 1] = state;
    if (*slot != 0 && (*slot > search->layer || point_reach(search->reach->goal.drift) == 0))
        return;
    array_add(search->states, search->count, search->capacity, state);
    *slot = search->count;
}

static bool is_goal(const struct scene_reach *reach, const struct scene_state *state, int moves)
{
    const struct reach_goal *goal = &reach->goal;
    struct point drift = {goal->drift.x * moves, goal->drift.y * moves};
    struct point at = point_subtract(state->at, drift);
    return is_between(at, goal->low, goal->high) &&
           (!goal->has_velocity || point_equal(state->velocity, goal->velocity));
}

/* Beside the line from where it begins to where the goal is. */
static int64_t straying(const struct scene_reach *reach, struct point at)
{
    struct point middle = {(reach->goal.low.x + reach->goal.high.x) / 2,
                           (reach->goal.low.y + reach->goal.high.y) / 2};
    int64_t beside = point_cross(reach->at, middle, at);
    return beside < 0 ? -beside : beside;
}

static void expand(struct scene_search *search, int from)
{
    enum { STRAIGHT = 64 }; /* counts first */
    const struct scene *scene = search->reach->scene;
    struct scene_state state = search->states[from];
    struct point principal = principal_of(state.at, state.velocity, scene->wind);
    int most = scene->reach == 0 ? 1 : scene->reach;
    for (int up = -most; up <= most; up++)
        for (int right = -most; right <= most; right++) {
            struct point to = point_add(principal, (struct point){right, up});
            if (reach_is_clear(scene, state.at, to))
                add_state(search, (struct scene_state){to, point_subtract(to, state.at), from,
                                                       state.bent + right * right + up * up +
                                                           STRAIGHT * straying(search->reach, to)});
        }
}

/* The way to a state, backwards. */
static void tell_way(const struct scene_search *search, int state, int moves, struct reach_way *way)
{
    if (way == NULL)
        return;
    way->count = moves;
    for (int move = moves - 1; move >= 0; move--) {
        const struct scene_state *to = &search->states[state];
        const struct scene_state *from = &search->states[to->before];
        way->accelerations[move] = point_subtract(
            to->at, principal_of(from->at, from->velocity, search->reach->scene->wind));
        state = to->before;
    }
}

/* The state of a layer that is at the goal by the straightest way; -1: none is. */
static int find_goal(const struct scene_search *search, int first, int moves)
{
    int found = -1;
    for (int i = first; i < search->count; i++)
        if (is_goal(search->reach, &search->states[i], moves) &&
            (found < 0 || search->states[i].bent < search->states[found].bent))
            found = i;
    return found;
}

/* From the layer that begins with `first` to the next one. False: that would be too many. */
static bool make_layer(struct scene_search *search, int first, int most)
{
    int last = search->count;
    search->layer = last;
    for (int i = first; i < last && search->count < most; i++)
        expand(search, i);
    return search->count < most;
}

static int search_layers(struct scene_search *search, struct reach_way *way)
{
    const struct scene_reach *reach = search->reach;
    int most = reach->states_most == 0 ? 1000000 : reach->states_most;
    int first = 0;
    for (int moves = 0;; moves++) {
        int found = find_goal(search, first, moves);
        int last = search->count;
        if (found >= 0 || moves == reach->moves_most) {
            tell_way(search, found >= 0 ? found : first, moves, way);
            return found >= 0 ? moves : REACH_NEVER;
        }
        if (!make_layer(search, first, most))
            return REACH_UNKNOWN;
        if (search->count == last) { /* nobody can move any more */
            tell_way(search, first, moves, way);
            return REACH_NEVER;
        }
        first = last;
    }
}

int reach_search(const struct scene_reach *reach, struct reach_way *way)
{
    struct scene_search search = {.reach = reach};
    assert(reach->moves_most <= REACH_MOVES);
    grow_slots(&search);
    add_state(&search, (struct scene_state){reach->at, reach->velocity, -1, 0});
    int moves = search_layers(&search, way);
    free(search.states);
    free(search.slots);
    return moves;
}

struct reach_goal reach_goal_of(const struct scene_target *target, int row)
{
    struct point at = scene_target_at(target, row);
    return (struct reach_goal){at, at, target->drift, target->has_velocity, target->velocity};
}
