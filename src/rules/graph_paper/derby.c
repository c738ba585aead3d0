/* The demolition derby (RULES 9): points, and who may not crash again yet. */
#include "rules/graph_paper/race.h"

static uint32_t bit(int player)
{
    return UINT32_C(1) << player;
}

static void owe(struct paper_race *race, int one, int other)
{
    race->owing[one - 1] |= bit(other);
    race->owing[other - 1] |= bit(one);
}

bool derby_may_crash(const struct paper_race *race, int mover, int other)
{
    int one = race->cars[mover - 1].player;
    int two = race->cars[other - 1].player;
    return ((race->owing[one - 1] & bit(two)) | (race->owing[two - 1] & bit(one))) == 0;
}

void derby_end_turn(struct paper_race *race, int number)
{
    race->owing[race->cars[number - 1].player - 1] = 0;
}

static void score(struct paper_race *race, int number, int points, struct event_list *events)
{
    int player = race->cars[number - 1].player;
    struct graph_paper_event *scored = add_event(events, EVENT_SCORED, number);
    scored->number = player;
    scored->second = points;
    race->scores[player - 1] += points;
}

void derby_score(struct paper_race *race, int mover, uint64_t struck, struct event_list *events)
{
    enum { FOR_CRASHING = 2, FOR_BEING_STRUCK = -1 };
    score(race, mover, FOR_CRASHING, events);
    for (int car = 1; car <= race->car_count; car++) {
        if ((struck >> car & 1) == 0)
            continue;
        score(race, car, FOR_BEING_STRUCK, events);
        owe(race, race->cars[mover - 1].player, race->cars[car - 1].player);
    }
}

void derby_place(struct paper_race *race)
{
    for (int i = 0; i < race->car_count; i++) {
        int own = graph_paper_score(&race->head, race->cars[i].player);
        race->cars[i].place = 1;
        for (int player = 1; player <= race->setup->players; player++)
            race->cars[i].place += graph_paper_score(&race->head, player) > own;
    }
}
