/* A race as a scene: row k of a body is round k of its car.
 *
 * Only the events are asked. What the rules do to a car besides moving it comes in them behind the
 * move: leaving the track and running into others make it a stopped row, a slick or being struck
 * lets the car stand after it, a turbo area's shift is the push of the next move.
 */
#include "session/graph_paper/scene.h"

#include "base/memory.h"
#include "base/number.h"
#include "rules/graph_paper/graph_paper.h"

#include <stdio.h>
#include <stdlib.h>

/* What is known of a car on the way through the events. */
struct follower {
    struct scene_body body;
    struct point push; /* of the next move */
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
        .kind = SCENE_CHOSEN, .push = car->push, .velocity = moved->velocity, .at = moved->to};
    move.choice = point_subtract(point_subtract(moved->velocity, inertia), car->push);
    array_add(car->body.moves, car->body.count, car->body.capacity, move);
    car->push = (struct point){0, 0};
}

/* The move of this round has ended so; without one the car has crashed where it stood. */
static void stop_at(struct follower *car, int round, struct point at)
{
    catch_up(car, round);
    if (car->body.count < round)
        add_still(car, SCENE_STOPPED, at);
    else
        *last_move(car) = (struct scene_move){.kind = SCENE_STOPPED, .at = at, .stands = true};
    car->push = (struct point){0, 0};
}

static void let_stand(struct follower *car)
{
    struct scene_move *move = last_move(car);
    if (move)
        move->stands = true;
    car->push = (struct point){0, 0};
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
        car->push = point_add(car->push, event->velocity);
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

static void follow_step(struct following *following, const struct step *step)
{
    following->round = step->round;
    for (int i = 0; i < step->event_count; i++) {
        const struct event *event = &step->events[i];
        if (event->round > 0)
            following->round = event->round;
        if (event->car > 0)
            follow_event(following, graph_paper_event(event));
    }
}

/* "Ada", and "Ada 2" where players have several cars. */
static void name_body(struct scene_body *body, const struct session *session, int car)
{
    const struct race *race = session_race_after(session, 0);
    int player = graph_paper_game.player_of(race, car), which = 0, cars = 0;
    for (int n = 1; n <= graph_paper_game.car_count(race); n++)
        if (graph_paper_game.player_of(race, n) == player) {
            cars++;
            which += n <= car;
        }
    const struct player *of = session_player(session, player);
    size_t length = (size_t)snprintf(body->name, sizeof body->name, "%s", of->name);
    if (cars > 1)
        snprintf(body->name + length, sizeof body->name - length, " %d", which);
    body->pen = of->pen;
    body->car = car;
}

static void put_body(struct scene *scene, const struct follower *car, const struct session *session,
                     int number)
{
    scene->bodies[scene->body_count] = car->body;
    name_body(&scene->bodies[scene->body_count], session, number);
    scene->body_count++;
}

bool scene_of_session(struct scene *into, const struct session *session, int steps, uint64_t cars)
{
    struct following following = {0};
    const struct setup *setup = session_setup(session);
    if (setup->game != &graph_paper_game)
        return false;
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        follow_step(&following, &step);
    }
    scene_init(into, 0, 0);
    scene_lay(into, setup->course);
    into->slicks = setup->values[FIELD_SLICKS] != SLICKS_OFF;
    into->turbo = setup->values[FIELD_TURBO_AREAS] != SWITCH_OFF;
    into->gates = setup->values[FIELD_CHECKPOINTS] != SWITCH_OFF;
    into->reach = 0; /* what was paid for by nitros is a choice like others */
    for (int n = 1; n <= CAR_LIMIT; n++) {
        struct follower *car = &following.cars[n];
        bool wanted = cars == 0 || (cars >> n & 1) != 0;
        if (car->begun && wanted && into->body_count < SCENE_BODIES)
            put_body(into, car, session, n);
        else
            free(car->body.moves);
    }
    into->now = scene_length(into);
    for (int i = 0; i < into->body_count; i++)
        if (!into->bodies[i].ended)
            into->now = number_smaller(into->now, into->bodies[i].count);
    return true;
}
