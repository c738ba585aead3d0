/* Moves of a car that nobody meets, for the solver: from any state, without a race around it. */
#include "rules/graph_paper/race.h"

#include <stdlib.h>

static const struct surroundings nobody_near = {.line_near = true, .slick_near = true};

bool graph_paper_drive_alone(const struct race *any, struct car *car, struct point to,
                             enum outcome *outcome)
{
    const struct paper_race *race = paper_race(any);
    struct drive drive = drive_work_out(race, 1, car, &nobody_near, to);
    if (drive.refused)
        return false;
    *outcome = drive_outcome(&drive);
    if (*outcome == OUTCOME_OFF_TRACK)
        return true;
    drive_find_end(race, &drive);
    struct passed_list list = {0};
    struct along_place last;
    passed_count(race, &drive, car, NULL, &last);
    car->shift = passed_find_turbo(race, &drive, last, &list);
    free(list.items);
    car->velocity = point_subtract(to, car->at);
    car->at = to;
    if (drive.finish)
        car->status = CAR_FINISHED;
    if (drive.slick) {
        car_stop(car);
        car->missed_turns += race_value(race, FIELD_SLICK_MISSED_TURNS);
    }
    return true;
}

bool graph_paper_find_exit(const struct race *any, const struct car *car, struct point to,
                           struct exact_point *exit)
{
    const struct paper_race *race = paper_race(any);
    struct drive drive = drive_work_out(race, 1, car, &nobody_near, to);
    if (drive.refused || !drive.off_track)
        return false;
    drive_find_end(race, &drive);
    *exit = drive.end;
    return true;
}

struct car graph_paper_placed(const struct race *any, struct point start)
{
    const struct paper_race *race = paper_race(any);
    struct car car = race->cars[race->order[race->turn] - 1];
    car.status = CAR_RACING;
    start_place(race, &car, start);
    return car;
}

bool graph_paper_pays(const struct race *any, const struct car *car, struct point acceleration,
                      struct move *price)
{
    const struct paper_race *race = paper_race(any);
    struct purse purse = purse_open(race, car);
    struct price taken;
    if (!purse_pays(&purse, acceleration, &taken))
        return false;
    price->nitros = taken.nitros;
    price->good_brakes = taken.good_brakes;
    price->turbo_boosts = taken.turbo_boosts;
    return true;
}

void graph_paper_each_price(const struct race *any, const struct car *car,
                            graph_paper_take_price *take, void *data)
{
    const struct paper_race *race = paper_race(any);
    struct purse purse = purse_open(race, car);
    struct point a;
    for (a.y = -purse.reach; a.y <= purse.reach; a.y++) {
        int widest = purse_widest(&purse, a.y);
        for (a.x = -widest; a.x <= widest; a.x++) {
            struct price taken;
            if (!purse_pays(&purse, a, &taken))
                continue;
            struct move price = {.to = a,
                                 .nitros = taken.nitros,
                                 .good_brakes = taken.good_brakes,
                                 .turbo_boosts = taken.turbo_boosts};
            take(data, &price);
        }
    }
}
