/* What follows an action: missed turns and rounds (RULES 2.7, 2.8), the end of the race and the
 * places (RULES 8.3).
 */
#include "rules/graph_paper/race.h"

static int count_in_the_race(const struct race *race)
{
    int count = 0;
    for (int i = 0; i < race->car_count; i++)
        count += car_in_the_race(&race->cars[i]);
    return count;
}

static bool nobody_to_race(const struct race *race)
{
    return count_in_the_race(race) <= (race->car_count > 1 ? 1 : 0);
}

/* The next car in order, whatever it is doing. A race that ends with its round keeps its number. */
static void step_turn(struct race *race)
{
    if (race->round == 0 && race->turn > 0) {
        race->turn--;
        return;
    }
    if (race->round > 0 && ++race->turn < race->car_count)
        return;
    race->turn = 0;
    if (race->round == race_value(race, FIELD_ROUND_LIMIT))
        race->over = true;
    else
        race->round++;
}

static void find_next_car(struct race *race, struct event_list *events)
{
    for (step_turn(race); !race->over; step_turn(race)) {
        int number = race->order[race->turn];
        struct car *car = &race->cars[number - 1];
        if (!car_in_the_race(car))
            continue;
        if (car->missed_turns == 0)
            return;
        car->missed_turns--;
        event_add(events, EVENT_MISSED, number)->number = car->missed_turns;
    }
}

static void place_car(struct race *race, int number, int place, struct event_list *events)
{
    race->cars[number - 1].place = place;
    event_add(events, EVENT_PLACED, number)->number = place;
}

/* Cars that are still in the race share the place after the finishers; the later one retired, the
 * better. */
static void place_the_rest(struct race *race, struct event_list *events)
{
    int place = race->finished_count + 1;
    int sharing = count_in_the_race(race);
    for (int number = 1; number <= race->car_count; number++)
        if (car_in_the_race(&race->cars[number - 1]))
            place_car(race, number, place, events);
    place += sharing;
    for (int i = race->retired_count - 1; i >= 0; i--)
        place_car(race, race->retired[i], place++, events);
}

void race_settle(struct race *race, int finished, struct event_list *events)
{
    if (nobody_to_race(race))
        race->over = true;
    else
        find_next_car(race, events);
    if (finished != 0)
        event_add(events, EVENT_PLACED, finished)->number = race->cars[finished - 1].place;
    if (race->over) {
        place_the_rest(race, events);
        event_add(events, EVENT_OVER, 0);
    }
}
