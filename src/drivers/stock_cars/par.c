/* The fewest turns of a set-up, for a car of STOCK_ALONE from the first starting place. */
#include "base/number.h"
#include "base/text.h"
#include "drivers/stock_cars/driving.h"
#include "drivers/stock_cars/hints.h"
#include "drivers/stock_cars/knowledge.h"
#include "drivers/stock_cars/solver/fewest.h"

#include <assert.h>

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

/* Tiles of the track times crossings up to which repairs are counted: some seconds. */
enum { REPAIRS_COUNTED = 10000 };

static int count_tiles(const struct stock_map *map, bool marks_alone)
{
    int tiles = 0;
    for (int i = 0; i < map->width * map->height; i++)
        tiles += marks_alone ? map->tiles[i] == TILE_PIT_MARK : map->tiles[i] != TILE_OFF;
    return tiles;
}

bool stock_counts_repairs(const struct setup *setup)
{
    int tiles = count_tiles(stock_map_of(setup), false);
    return tiles * (stock_laps(setup) + 1) <= REPAIRS_COUNTED;
}

static bool leaves_repairs_out(const struct setup *setup)
{
    return count_tiles(stock_map_of(setup), true) > 0 && !stock_counts_repairs(setup);
}

bool stock_plans_repairs(const struct setup *setup)
{
    return setup->players > 1 && count_tiles(stock_map_of(setup), true) > 0;
}

const char *stock_par_of(const struct setup *setup)
{
    return leaves_repairs_out(setup) ? "a car that " STOCK_ALONE STOCK_UNREPAIRED
                                     : "a car that " STOCK_ALONE;
}

const char *stock_hints_briefly(const struct setup *setup)
{
    return leaves_repairs_out(setup) ? "on track, no oil, sand or repair"
                                     : "on track, no oil or sand";
}

bool stock_has_par(const struct setup *setup)
{
    (void)setup;
    return true;
}

/* If nobody says otherwise. */
#define BYTES_USUAL ((size_t)512 << 20)
#define STEPS_USUAL (10 * BUDGET_SECOND)
/* Of a map that is only looked at. */
#define PROOF_BYTES ((size_t)256 << 20)
#define PROOF_STEPS (2 * BUDGET_SECOND)

/* Nobody is home in so few turns, which is how far the search has come. */
static void tell_end(const struct budget *budget, int none, struct error *error)
{
    struct text so_far = {0};
    if (none > 0)
        text_append_format(&so_far, "%d turn%s %s too few, and to find more the search", none,
                           number_plural_ending(none), none == 1 ? "is" : "are");
    else
        text_append(&so_far, "before it has begun the search");
    budget_tell(budget, text_string(&so_far), "fewer laps or a smaller map", error);
    text_free(&so_far);
}

/* By the special that takes the fewest, if there may be any; FEWEST_UNKNOWN. */
static int find_fewest(const struct setup *setup, bool with_extras, struct budget *budget,
                       enum stock_special *by, int *none)
{
    struct stock_car car = stock_starting_car(setup, SPECIAL_NONE);
    int crossings = stock_laps(setup) + 1, best = FEWEST_UNKNOWN;
    struct roads *roads = stock_roads_make(setup, budget);
    struct fewest *fewest = roads ? stock_fewest_make(roads, &car, crossings, crossings,
                                                      stock_counts_repairs(setup), budget)
                                  : NULL;
    for (int special = with_extras; fewest && special <= (with_extras ? SPECIAL_PERFORMANCE : 0);
         special++) {
        int cards = stock_starting_car(setup, (enum stock_special)special).wild_cards;
        int turns = stock_fewest_find(fewest, cards, (enum stock_special)special);
        if (turns != FEWEST_UNKNOWN && (best == FEWEST_UNKNOWN || turns < best)) {
            best = turns;
            *by = (enum stock_special)special;
        }
    }
    *none = fewest ? stock_fewest_more_than(fewest) : 0;
    stock_fewest_free(fewest);
    stock_roads_free(roads);
    return best;
}

/* That no such car finishes proves nothing: one that leaves the track may. */
int stock_find_par(const struct setup *setup, bool with_extras, struct budget *budget,
                   int *best_lap, struct error *error)
{
    enum stock_special special;
    int none;
    (void)best_lap;
    if (with_extras && setup->values[STOCK_SPECIALS] != STOCK_ON) {
        error_set(error, "these rules give no specials");
        return PAR_NONE;
    }
    struct budget part = budget_usual(budget, BYTES_USUAL, STEPS_USUAL);
    int best = find_fewest(setup, with_extras, &part, &special, &none);
    if (budget_has_ended(&part)) {
        tell_end(&part, none, error);
        best = PAR_UNKNOWN;
    } else if (best == FEWEST_UNKNOWN) {
        error_set(error, "no way round was found for a car that " STOCK_ALONE);
        best = PAR_UNKNOWN;
    }
    budget_return(&part);
    return best;
}

static bool drive(struct race *race, const char *order, struct text *line)
{
    struct event_list events = {0};
    struct error error;
    bool drives = stock_cars_game.apply(race, 1, order, &events, &error);
    text_append_format(line, "%s\n", order);
    event_list_free(&events);
    return drives;
}

/* As hints advise. */
void stock_find_line(const struct setup *setup, bool with_extras, struct budget *budget,
                     struct text *actions)
{
    enum stock_special special = SPECIAL_NONE;
    struct text chosen = {0}, line = {0};
    int none;
    struct budget part = budget_usual(budget, BYTES_USUAL, STEPS_USUAL);
    if (with_extras)
        find_fewest(setup, true, &part, &special, &none);
    struct stock_knowledge *knowledge = stock_knowledge_make(setup, special);
    struct race *race = stock_cars_game.begin(setup);
    bool drives = stock_knowledge_sweep_alone(knowledge, special, 0, &part);
    text_append_format(&chosen, "special %s", stock_special_name(special));
    if (drives && stock_choosing_specials(race))
        drives = drive(race, text_string(&chosen), &line);
    while (drives && !stock_cars_game.over(race)) {
        struct hints *hints = stock_hints_find(knowledge, race, 1, NULL, &part);
        drives = hints->best >= 0 && drive(race, hints->items[hints->best].order, &line);
        stock_hints_free(hints);
    }
    if (drives)
        text_append(actions, text_string(&line));
    text_free(&chosen);
    text_free(&line);
    stock_cars_game.free(race);
    stock_knowledge_free(knowledge);
    budget_return(&part);
}

/* Whoever leaves the track with a steer turns on the spot, so a car gets wherever tiles lead: what
 * is left is to count. */
bool stock_prove(struct course course, struct budget *budget, int *par, struct error *error)
{
    struct setup setup = setup_from_preset(&stock_cars_game, STOCK_PRESET_STOCK_CARS);
    assert(course.game == &stock_cars_game);
    setup.players = 1;
    setup.course = course;
    (void)error; /* that nothing was counted is none */
    struct budget part = budget_usual(budget, PROOF_BYTES, PROOF_STEPS);
    if (par)
        *par = stock_find_par(&setup, false, &part, NULL, &(struct error){0});
    budget_return(&part);
    return true;
}
