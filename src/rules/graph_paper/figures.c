/* How a car stands, in the terms that every family has (rules.h). */
#include "rules/graph_paper/race.h"

void race_figures(const struct race *any, int number, struct car_figures *into)
{
    const struct paper_race *race = paper_race(any);
    const struct car *car = graph_paper_car(&race->head, number);
    *into = (struct car_figures){
        .stands = car->status != CAR_WAITING,
        .finished = car->status == CAR_FINISHED,
        .retired = car->status == CAR_RETIRED,
        .outside = car->status == CAR_OUTSIDE,
        .place = car->place,
        .lap = graph_paper_lap(&race->head, number),
        .missed_turns = car->missed_turns,
        .nitros = car->nitros,
        .damage = car->damage,
        .takes_damage = race_field_matters(race->setup, FIELD_DAMAGE_LIMIT),
        .by_points = race_value(race, FIELD_CONTEST) == CONTEST_DERBY,
    };
    if (!into->stands)
        return;
    into->at = car->at;
    into->velocity = car->velocity;
    into->principal = point_add(point_add(car->at, car->velocity), car->shift);
}
