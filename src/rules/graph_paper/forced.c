/* A turn without a choice (RULES 4.4, 5.2, 9): the car has crashed where it stands. */
#include "rules/graph_paper/race.h"

/* Everything else leaves at least the points that lie in the open or off the track. */
static bool may_refuse(const struct paper_race *race)
{
    return race_value(race, FIELD_COLLISION) == COLLISION_FORBID || race_is_derby(race) ||
           race_runs_wide(race);
}

bool forced_has_no_choice(const struct paper_race *race, int number)
{
    const struct car *car = &race->cars[number - 1];
    return car->status != CAR_WAITING && may_refuse(race) && !moves_has_any(race, number, car);
}

void forced_crash(struct paper_race *race, int number, struct event_list *events)
{
    const struct car *car = &race->cars[number - 1];
    struct departure departure = {
        .from = car->at,
        .to = car->at,
        .velocity = car->velocity,
        .exit = exact_from_grid(car->at),
        .forced = true,
    };
    if (race_runs_wide(race)) {
        car_retire(race, number, events);
        return;
    }
    if (!resume_find(race, number, car->at, departure.exit, &departure.resume))
        departure.resume = car->at;
    departure_do(race, number, &departure, events);
}
