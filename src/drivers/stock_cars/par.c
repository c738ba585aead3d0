/* The fewest turns of a set-up, for a car of STOCK_ALONE from the first starting place. */
#include "base/number.h"
#include "drivers/stock_cars/driving.h"
#include "drivers/stock_cars/hints.h"
#include "drivers/stock_cars/turns.h"

#include <assert.h>

/* Bytes that a sweep works on: some ten seconds. */
#define WORK_MOST UINT64_C(60000000000)

struct stock_car stock_starting_car(const struct setup *setup, enum stock_special special)
{
    const struct stock_map *map = stock_map_of(setup);
    int cards = setup->values[STOCK_WILD_CARDS] * (special == SPECIAL_PERFORMANCE ? 2 : 1);
    return (struct stock_car){.at = map->start[0],
                              .heading = map->race,
                              .maximum = setup->values[STOCK_MAX_SPEED],
                              .wild_cards = cards,
                              .special = special};
}

/* Tiles of the track times crossings up to which repairs are counted: some 250 ms. */
enum { REPAIRS_COUNTED = 640 };

bool stock_counts_repairs(const struct setup *setup)
{
    const struct stock_map *map = stock_map_of(setup);
    int tiles = 0;
    for (int i = 0; i < map->width * map->height; i++)
        tiles += map->tiles[i] != TILE_OFF;
    return setup->players == 1 && tiles * (stock_laps(setup) + 1) <= REPAIRS_COUNTED;
}

static bool leaves_repairs_out(const struct setup *setup)
{
    const struct stock_map *map = stock_map_of(setup);
    bool repairs = false;
    for (int i = 0; i < map->width * map->height; i++)
        repairs |= map->tiles[i] == TILE_PIT_MARK;
    return repairs && !stock_counts_repairs(setup);
}

bool stock_plans_repairs(const struct setup *setup)
{
    return setup->players > 1 && leaves_repairs_out(setup);
}

const char *stock_par_of(const struct setup *setup)
{
    return leaves_repairs_out(setup) ? "a car that " STOCK_ALONE STOCK_UNREPAIRED
                                     : "a car that " STOCK_ALONE;
}

const char *stock_hints_of(const struct setup *setup)
{
    return stock_plans_repairs(setup) ? "a car that " STOCK_ALONE "; repairs are counted roughly"
                                      : stock_par_of(setup);
}

const char *stock_hints_briefly(const struct setup *setup)
{
    if (stock_plans_repairs(setup))
        return "on track, no oil or sand, repairs roughly";
    return leaves_repairs_out(setup) ? "on track, no oil, sand or repair"
                                     : "on track, no oil or sand";
}

static int fewest(const struct setup *setup, enum stock_special special,
                  const atomic_bool *cancelled)
{
    struct stock_car car = stock_starting_car(setup, special);
    struct roads *roads = stock_roads_make(setup);
    struct turns_options options = {.special = special,
                                    .alone = true,
                                    .repairs = stock_counts_repairs(setup),
                                    .crossings = stock_laps(setup) + 1,
                                    .wild_cards = TURNS_NEED_MOST,
                                    .from = car,
                                    .work = WORK_MOST};
    struct turns *turns = stock_turns_sweep(roads, &options, cancelled);
    int left = turns ? stock_turns_left(turns, &car, options.crossings) : TURNS_UNKNOWN;
    stock_turns_free(turns);
    stock_roads_free(roads);
    return left == TURNS_UNKNOWN ? PAR_UNKNOWN : left;
}

bool stock_has_par(const struct setup *setup)
{
    (void)setup;
    return true;
}

/* That no such car finishes proves nothing: one that leaves the track may. */
int stock_find_par(const struct setup *setup, bool with_extras, const atomic_bool *cancelled,
                   int *best_lap, struct error *error)
{
    int best = PAR_UNKNOWN;
    (void)best_lap;
    if (with_extras && setup->values[STOCK_SPECIALS] != STOCK_ON) {
        error_set(error, "these rules give no specials");
        return PAR_NONE;
    }
    for (int special = with_extras; special <= (with_extras ? SPECIAL_PERFORMANCE : 0); special++) {
        int turns = fewest(setup, (enum stock_special)special, cancelled);
        if (turns != PAR_UNKNOWN && (best == PAR_UNKNOWN || turns < best))
            best = turns;
    }
    if (best == PAR_UNKNOWN)
        error_set(error, "no way round was found for a car that " STOCK_ALONE);
    return best;
}

/* Whoever leaves the track with a steer turns on the spot, so a car gets wherever tiles lead: what
 * is left is to count. */
bool stock_prove(struct course course, const atomic_bool *cancelled, int *par, struct error *error)
{
    struct setup setup = setup_from_preset(&stock_cars_game, STOCK_PRESET_STOCK_CARS);
    assert(course.game == &stock_cars_game);
    setup.players = 1;
    setup.course = course;
    (void)error; /* that nothing was counted is none */
    if (par)
        *par = stock_find_par(&setup, false, cancelled, NULL, &(struct error){0});
    return true;
}
