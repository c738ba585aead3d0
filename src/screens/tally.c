/* Counting a session's events; nothing is kept. */
#include "screens/tally.h"

#include "rules/graph_paper/graph_paper.h"

#include <stdlib.h>

static void count_event(const struct event *event, struct tally *tally)
{
    int speed = event->velocity.x * event->velocity.x + event->velocity.y * event->velocity.y;
    switch (event->type) {
    case EVENT_MOVED:
        tally->moves++;
        if (speed > tally->top_speed_squared)
            tally->top_speed_squared = speed;
        break;
    case EVENT_LEFT_TRACK:
    case EVENT_COLLIDED:
        tally->crashes++;
        break;
    case EVENT_MISSED:
        tally->missed_turns++;
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

int tally_race(const struct session *session, struct tally tallies[CAR_LIMIT])
{
    const struct race *race = session_race(session);
    int cars = session_setup(session)->rules->car_count(race);
    for (int car = 1; car <= cars; car++) {
        const struct car *state = graph_paper_car(race, car);
        tallies[car - 1] = (struct tally){.car = car,
                                          .player = state->player,
                                          .place = state->place,
                                          .retired = state->status == CAR_RETIRED};
    }
    for (int i = 0; i < session_step_count(session); i++) {
        struct step step = session_step(session, i);
        for (int j = 0; j < step.event_count; j++)
            if (step.events[j].car >= 1 && step.events[j].car <= cars)
                count_event(&step.events[j], &tallies[step.events[j].car - 1]);
    }
    qsort(tallies, (size_t)cars, sizeof tallies[0], by_place);
    return cars;
}
