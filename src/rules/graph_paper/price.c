/* What an acceleration costs (RULES 2.2, 2.5, 2.6) and where a slick leaves no choice (RULES 6). */
#include "rules/graph_paper/race.h"

#include <stdlib.h>

static bool is_zero(struct point vector)
{
    return vector.x == 0 && vector.y == 0;
}

/* RULES 6: a slick under the principal point limits the move, except that a car without velocity
 * and shift does not coast. */
static bool limits(const struct paper_race *race, const struct car *car, int slicks)
{
    return race_value(race, FIELD_SLICKS) == slicks && track_of(race->setup)->slick_count > 0 &&
           (slicks != SLICKS_COAST || !is_zero(car->velocity) || !is_zero(car->shift)) &&
           track_on_slick(track_of(race->setup), car_principal(car));
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

struct purse purse_open(const struct paper_race *race, const struct car *car)
{
    struct purse purse = {
        .velocity = point_add(car->velocity, car->shift),
        .four = race_value(race, FIELD_ACCELERATION) == ACCELERATION_FOUR,
        .nitros = car->nitros,
        .good_brakes = car->good_brakes,
        .turbo_boosts = car->turbo_boosts,
    };
    bool coasts = limits(race, car, SLICKS_COAST);
    bool four = limits(race, car, SLICKS_FOUR);
    if (coasts || four) {
        purse.nitros = purse.good_brakes = purse.turbo_boosts = 0;
        purse.four |= four;
        purse.on_slick = true;
    }
    bool two = purse.good_brakes > 0 || purse.turbo_boosts > 0;
    purse.reach = coasts ? 0 : larger(1 + purse.nitros, two ? 2 : 1);
    return purse;
}

static int above_one(int change)
{
    int size = abs(change);
    return size > 1 ? size - 1 : 0;
}

int purse_excess(const struct purse *purse, struct point acceleration)
{
    if (purse->four)
        return above_one(abs(acceleration.x) + abs(acceleration.y));
    return above_one(acceleration.x) + above_one(acceleration.y);
}

/* How far ax may go to either side if ay is given and nitros pay. */
static int widest_by_nitros(const struct purse *purse, int ay)
{
    return purse->four                     ? 1 + purse->nitros - abs(ay)
           : above_one(ay) > purse->nitros ? -1
                                           : 1 + purse->nitros - above_one(ay);
}

int purse_widest(const struct purse *purse, int ay)
{
    bool two = (purse->good_brakes > 0 || purse->turbo_boosts > 0) && abs(ay) <= 2;
    int by_two = !two ? -1 : purse->four ? 2 - abs(ay) : 2;
    int widest = larger(widest_by_nitros(purse, ay), by_two);
    return widest < purse->reach ? widest : purse->reach;
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

/* RULES 2.6: what one axis takes. */
static void add_axis(int change, int velocity, struct price *price)
{
    if (abs(change) < 2)
        return;
    if (velocity != 0 && sign(change) != sign(velocity))
        price->good_brakes = 1;
    else
        price->turbo_boosts = 1;
}

/* RULES 2.6: `four` lets only one component change. */
static bool pays_by_two(const struct purse *purse, struct point a, struct price *price)
{
    *price = (struct price){0};
    if (abs(a.x) > 2 || abs(a.y) > 2 || (purse->four && a.x != 0 && a.y != 0))
        return false;
    add_axis(a.x, purse->velocity.x, price);
    add_axis(a.y, purse->velocity.y, price);
    return price->good_brakes <= purse->good_brakes && price->turbo_boosts <= purse->turbo_boosts;
}

/* Most points that are asked for cost nothing; a car that coasts has but one. */
bool purse_pays(const struct purse *purse, struct point acceleration, struct price *price)
{
    int across = abs(acceleration.x);
    int up = abs(acceleration.y);
    *price = (struct price){0};
    if (across > purse->reach || up > purse->reach)
        return false;
    if (purse->four ? across + up <= 1 : across <= 1 && up <= 1)
        return true;
    if ((purse->good_brakes > 0 || purse->turbo_boosts > 0) &&
        pays_by_two(purse, acceleration, price))
        return true;
    *price = (struct price){.nitros = purse_excess(purse, acceleration)};
    return price->nitros <= purse->nitros;
}
