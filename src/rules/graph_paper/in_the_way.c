/* Other cars on the way of a move (RULES 5, 9): where it strikes one, and when it may therefore not
 * be chosen.
 */
#include "rules/graph_paper/race.h"

/* The first occupied point of the way (5.3), from where the move counts up to its end. */
static bool find_first(const struct paper_race *race, int number, const struct drive *drive,
                       struct point *at)
{
    struct along_place begin = along_place_of(drive->from, drive->to, drive->begin);
    struct along_place best = along_end;
    bool found = false;
    for (int i = 0; i < race->car_count; i++) {
        const struct car *other = &race->cars[i];
        struct along_place place;
        if (i == number - 1 || !car_in_the_way(other) || point_equal(other->at, drive->from) ||
            !along_meets_point(drive->from, drive->to, other->at, &place) ||
            along_compare(place, begin) < 0 || along_compare(place, best) > 0)
            continue;
        *at = other->at;
        best = place;
        found = true;
    }
    return found;
}

/* RULES 5.5: cars before walls. */
static bool is_reached(const struct paper_race *race, struct drive *drive, struct point at)
{
    if (!drive->off_track)
        return true;
    drive_find_end(race, drive);
    return along_compare(along_place_of(drive->from, drive->to, exact_from_grid(at)),
                         along_place_of(drive->from, drive->to, drive->end)) <= 0;
}

static bool finds_cars(const struct paper_race *race, int number, struct drive *drive,
                       struct point *at)
{
    *at = drive->to;
    if (race_value(race, FIELD_REACH) == REACH_WHOLE)
        return find_first(race, number, drive, at) && is_reached(race, drive, *at);
    return !drive->off_track;
}

static void refuse(struct drive *drive, enum refusal why, int car)
{
    drive->refused = true;
    drive->why = why;
    drive->in_the_way = car;
}

static int first_of(uint64_t cars)
{
    int car = 0;
    while ((cars >> car & 1) == 0)
        car++;
    return car;
}

/* RULES 9. */
static void refuse_in_derby(const struct paper_race *race, int number, struct drive *drive,
                            uint64_t cars)
{
    for (int car = 1; car <= race->car_count && !drive->refused; car++) {
        if ((cars >> car & 1) == 0)
            continue;
        if (race->cars[car - 1].player == race->cars[number - 1].player)
            refuse(drive, REFUSAL_OWN_CAR, car);
        else if (!derby_may_crash(race, number, car))
            refuse(drive, REFUSAL_REMATCH, car);
    }
}

void drive_meet_cars(const struct paper_race *race, int number, struct drive *drive)
{
    struct point at;
    int collision = race_value(race, FIELD_COLLISION);
    if (collision == COLLISION_NONE || point_equal(drive->from, drive->to) ||
        !finds_cars(race, number, drive, &at))
        return;
    uint64_t cars = race_cars_on(race, at, number);
    if (cars == 0)
        return;
    if (race_is_derby(race))
        refuse_in_derby(race, number, drive, cars);
    else if (collision == COLLISION_FORBID)
        refuse(drive, REFUSAL_OCCUPIED, first_of(cars));
    if (drive->refused)
        return;
    drive->struck = cars;
    drive->off_track = false;
    drive->end = exact_from_grid(at);
    drive->end_known = true;
}
