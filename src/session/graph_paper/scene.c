/* Bodies that move by the rule of graph paper, moment by moment; where a race comes from is in
 * scene_session.c.
 *
 * A body keeps its row 0 and its moves, and of each move where it led, so that looking at any row
 * costs nothing. What changes row 0 or the wind works the rows out again from there.
 */
#include "session/graph_paper/scene.h"

#include "base/memory.h"
#include "base/number.h"

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

/* What a choice leads to, from the row before. */
static struct scene_move follow(const struct scene_body *body, int row, struct point choice,
                                struct point push)
{
    struct scene_move move = {.kind = SCENE_CHOSEN, .choice = choice, .push = push};
    move.velocity = point_add(point_add(scene_inertia(body, row), choice), push);
    move.at = point_add(scene_at(body, row), move.velocity);
    return move;
}

/* The rows again, after what they build on has changed. A car that was stopped somewhere by the
 * rules of its race is stopped where it is now. */
static void work_out(struct scene_body *body)
{
    for (int i = 0; i < body->count; i++) {
        struct scene_move *move = &body->moves[i];
        if (move->kind == SCENE_CHOSEN) {
            struct scene_move other = follow(body, i, move->choice, move->push);
            move->velocity = other.velocity;
            move->at = other.at;
        } else {
            move->at = scene_at(body, i);
        }
    }
}

static void take(struct scene_body *body, struct point choice, struct point push)
{
    struct scene_move move = follow(body, body->count, choice, push);
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
        follow(of, scene->now, acceleration, chosen ? there->push : scene->wind);
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

/* "A", "B": the first letter that no other has. */
static char free_letter(const struct scene *scene)
{
    char letter = 'A';
    for (int i = 0; i < scene->body_count; i++)
        if (scene->bodies[i].name[0] == letter && !scene->bodies[i].name[1]) {
            letter++;
            i = -1;
        }
    return letter;
}

int scene_add_body(struct scene *scene, struct point at, struct point velocity)
{
    if (scene->body_count == SCENE_BODIES || !fits(scene, at, velocity))
        return -1;
    struct scene_body body = {.pen = free_pen(scene), .start = at, .velocity = velocity};
    body.name[0] = free_letter(scene);
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
            body->moves[row].push = wind;
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
