/* Counting a session's events; nothing is kept. */
#include "session/tally.h"

#include "rules/graph_paper/graph_paper.h"

#include <stdlib.h>

/* One car's counts while its events pass by. */
struct counting {
    struct tally tally;
    int turns;     /* moves and missed turns so far */
    int lap_begun; /* turns before the lap that it is in */
    int lap;       /* the highest that was opened */
};

struct race_count {
    struct counting cars[CAR_LIMIT + 1]; /* by number */
    int scores[PLAYER_LIMIT + 1];
    int car_count, player_count;
};

static void complete_lap(struct counting *car)
{
    int length = car->turns - car->lap_begun;
    if (car->tally.best_lap == 0 || length < car->tally.best_lap)
        car->tally.best_lap = length;
    car->lap_begun = car->turns;
}

/* A line crossed backward, and again, opens nothing new. */
static void count_lap(struct counting *car, const struct graph_paper_event *event)
{
    if (event->second < 0 || event->number <= car->lap)
        return;
    if (event->number > 1)
        complete_lap(car);
    car->lap = event->number;
}

static void count_struck(struct race_count *count, uint64_t struck)
{
    for (int car = 1; car <= count->car_count; car++)
        count->cars[car].tally.hits_taken += (struck >> car & 1) != 0;
}

static void count_move(struct counting *car, struct point velocity)
{
    int speed = velocity.x * velocity.x + velocity.y * velocity.y;
    car->turns++;
    car->tally.moves++;
    if (speed > car->tally.top_speed_squared)
        car->tally.top_speed_squared = speed;
}

static void count_event(struct race_count *count, const struct graph_paper_event *event, int round)
{
    struct counting *car = &count->cars[event->car];
    switch (event->type) {
    case EVENT_MOVED:
        count_move(car, event->velocity);
        break;
    case EVENT_LAP:
        count_lap(car, event);
        break;
    case EVENT_LEFT_TRACK:
        car->tally.crashes++;
        break;
    case EVENT_COLLIDED:
        car->tally.crashes++;
        car->tally.hits_given++;
        count_struck(count, event->struck);
        break;
    case EVENT_SCORED:
        if (event->number >= 1 && event->number <= count->player_count)
            count->scores[event->number] += event->second;
        break;
    case EVENT_FINISHED:
        complete_lap(car);
        car->tally.rounds = round;
        break;
    case EVENT_MISSED:
        car->turns++;
        car->tally.missed_turns++;
        break;
    default:
        break;
    }
}

static int by_place(const void *a, const void *b)
{
    const struct tally *left = a, *right = b;
    int left_place = left->place ? left->place : CAR_LIMIT + 1;
    int right_place = right->place ? right->place : CAR_LIMIT + 1;
    return left_place != right_place ? left_place - right_place : left->car - right->car;
}

static void count_steps(const struct session *session, int steps, struct race_count *count)
{
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        for (int j = 0; j < step.event_count; j++)
            if (step.events[j].car >= 1 && step.events[j].car <= count->car_count)
                count_event(count, graph_paper_event(&step.events[j]), step.round);
    }
}

static int cars_before(const struct game *game, const struct race *race, int car)
{
    int count = 0;
    for (int other = 1; other < car; other++)
        count += game->player_of(race, other) == game->player_of(race, car);
    return count;
}

int tally_race_after(const struct session *session, int steps, struct tally tallies[CAR_LIMIT])
{
    const struct race *race = session_race_after(session, steps);
    const struct game *game = session_setup(session)->game;
    struct race_count count = {.car_count = game->car_count(race),
                               .player_count = session_setup(session)->players};
    count_steps(session, steps, &count);
    for (int car = 1; car <= count.car_count; car++) {
        struct tally *tally = &count.cars[car].tally;
        struct car_figures figures;
        game->figures(race, car, &figures);
        tally->car = car;
        tally->player = game->player_of(race, car);
        tally->car_of_player = 1 + cars_before(game, race, car);
        tally->place = figures.place;
        tally->finished = figures.finished;
        tally->retired = figures.retired;
        tally->damage = figures.damage;
        tally->by_points = figures.by_points;
        tally->takes_damage = figures.takes_damage;
        tally->score = count.scores[tally->player];
        tallies[car - 1] = *tally;
    }
    qsort(tallies, (size_t)count.car_count, sizeof tallies[0], by_place);
    return count.car_count;
}

int tally_race(const struct session *session, struct tally tallies[CAR_LIMIT])
{
    return tally_race_after(session, session_step_count(session), tallies);
}
