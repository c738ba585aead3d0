/* What is known of a map; see knowledge.h. */
#include "drivers/stock_cars/knowledge.h"

#include "base/memory.h"
#include "base/number.h"
#include "drivers/stock_cars/driving.h"

#include <limits.h>
#include <stdlib.h>

/* Of more laps the last ones are known, and one more lap is as long as the first of these. Turns
 * are swept for a damaged car, too, and on until cars that are in trouble are home. */
enum { LAPS_KNOWN = 2, LAPS_KNOWN_ALONE = 6, SLACK = 8, SLACK_ALONE = 1, BAG_PARTS = 1024 };
enum { GLANCE_CROSSINGS = 3, GLANCE_SLACK = 2 };
enum { SLOW_REPAIR = 6 }; /* of the maximum, at a speed of four */

struct stock_knowledge {
    struct setup setup;
    struct roads *roads;
    struct turns *turns;       /* of a car without a special; NULL: that would be too much */
    struct fewest_left *alone; /* with repairs, where they are counted; else NULL */
    int laps, crossings;       /* of the race; those that are swept */
    int *distances;            /* moves to the line */
    int rounds;                /* 0: unknown */
    bool plans_repairs;        /* beyond the maximum at the start */
    int bag_chance;
    enum stock_special special;
    uint64_t glanced; /* steps that a glance took */
};

/* --- preparing -------------------------------------------------------------------------------- */

bool stock_knowledge_is_exact(const struct stock_knowledge *knowledge)
{
    return knowledge->setup.players == 1 && knowledge->roads->has_repairs &&
           stock_counts_repairs(&knowledge->setup);
}

struct fewest_left *stock_knowledge_from(const struct stock_knowledge *knowledge,
                                         const struct stock_car *car, int slack,
                                         struct budget *budget)
{
    int crossings = stock_knowledge_crossings(knowledge, car);
    struct budget part = budget_part(budget, STOCK_BYTES_MOST, STOCK_STEPS_MOST);
    struct fewest *fewest = stock_fewest_make(knowledge->roads, car, crossings,
                                              number_larger(crossings, knowledge->laps + 1),
                                              stock_counts_repairs(&knowledge->setup), &part);
    int least = fewest ? stock_fewest_find(fewest, car->wild_cards, car->special) : FEWEST_UNKNOWN;
    struct fewest_left *left =
        least == FEWEST_UNKNOWN ? NULL : stock_fewest_look_back(fewest, least + slack);
    stock_fewest_free(fewest);
    budget_return(&part);
    return left;
}

bool stock_knowledge_sweep_alone(struct stock_knowledge *knowledge, enum stock_special special,
                                 int slack, struct budget *budget)
{
    struct stock_car car = stock_starting_car(&knowledge->setup, special);
    knowledge->alone = stock_knowledge_from(knowledge, &car, slack, budget);
    return knowledge->alone != NULL;
}

/* In these worlds, with cards enough for who starts with twice as many. */
static bool sweep_turns(struct stock_knowledge *knowledge, struct turns_options *options,
                        struct budget *budget)
{
    options->from = stock_starting_car(&knowledge->setup, SPECIAL_NONE);
    options->crossings = knowledge->crossings;
    options->wild_cards = number_smaller(2 * options->from.wild_cards, TURNS_NEED_MOST);
    options->rolling = knowledge->laps >= knowledge->crossings;
    knowledge->turns = stock_turns_sweep(knowledge->roads, options, budget);
    return !budget_has_ended(budget);
}

/* A glance tells what all takes: twice as much for each world, as slack is more, and as many times
 * more as there are laps to sweep and turns to sweep them in. */
static bool is_too_much(const struct stock_knowledge *knowledge, int worlds)
{
    int laps = knowledge->crossings * knowledge->crossings;
    return knowledge->glanced * (uint64_t)(2 * worlds * laps) >
           STOCK_STEPS_MOST * (GLANCE_CROSSINGS * GLANCE_CROSSINGS);
}

/* All that is asked for, or as much of one car in order on the last lap as can be known. */
static void sweep_or_less(struct stock_knowledge *knowledge, struct turns_options *options,
                          const struct stock_car *car, struct budget *budget)
{
    struct budget part = budget_part(budget, STOCK_BYTES_MOST, STOCK_STEPS_MOST);
    bool all =
        !is_too_much(knowledge, options->world_count) && sweep_turns(knowledge, options, &part);
    if (all || budget_is_cancelled(budget) ||
        (knowledge->turns &&
         stock_turns_left(knowledge->turns, car, knowledge->crossings, NULL) != TURNS_UNKNOWN))
        return;
    stock_turns_free(knowledge->turns);
    knowledge->crossings = 1;
    options->worlds[0] = car->maximum;
    options->world_count = 1;
    budget_return(&part);
    part = budget_part(budget, STOCK_BYTES_MOST, STOCK_STEPS_MOST);
    sweep_turns(knowledge, options, &part);
}

static bool sweep(struct stock_knowledge *knowledge, struct budget *budget)
{
    struct stock_car car = stock_starting_car(&knowledge->setup, SPECIAL_NONE);
    struct turns_options options = {.slack = SLACK};
    if (car.maximum > STOCK_LEAST_MAXIMUM)
        options.worlds[options.world_count++] = STOCK_LEAST_MAXIMUM;
    options.worlds[options.world_count++] = car.maximum;
    if (knowledge->plans_repairs)
        options.worlds[options.world_count++] = car.maximum + SLOW_REPAIR;
    sweep_or_less(knowledge, &options, &car, budget);
    bool exact = knowledge->turns && knowledge->crossings > knowledge->laps &&
                 !knowledge->plans_repairs && !stock_knowledge_is_exact(knowledge);
    if (exact)
        knowledge->rounds =
            number_larger(stock_turns_left(knowledge->turns, &car, knowledge->crossings, NULL), 0);
    return !budget_is_cancelled(budget);
}

struct stock_knowledge *stock_knowledge_make(const struct setup *setup, enum stock_special special,
                                             uint64_t glanced)
{
    struct stock_knowledge *knowledge = memory_allocate(1, sizeof *knowledge);
    knowledge->setup = *setup;
    knowledge->laps = stock_laps(setup);
    int known = setup->players == 1 ? LAPS_KNOWN_ALONE : LAPS_KNOWN;
    knowledge->crossings = number_smaller(knowledge->laps, known) + 1;
    knowledge->roads = stock_roads_make(setup, NULL);
    knowledge->plans_repairs = stock_plans_repairs(setup);
    knowledge->distances = stock_roads_to_line(knowledge->roads);
    const struct stock_map *map = stock_map_of(setup);
    int tiles = 0;
    for (int i = 0; i < map->width * map->height; i++)
        tiles += tile_is_alley(map->tiles[i]);
    knowledge->bag_chance = tiles > 0 ? BAG_PARTS * map->sandbags / tiles : 0;
    knowledge->special = special;
    knowledge->glanced = glanced;
    return knowledge;
}

bool stock_knowledge_sweep(struct stock_knowledge *knowledge, struct budget *budget)
{
    if (!knowledge->turns && !sweep(knowledge, budget))
        return false;
    /* Where they are counted, repairs can be worth more than all else. */
    if (stock_knowledge_is_exact(knowledge) &&
        stock_knowledge_sweep_alone(knowledge, SPECIAL_NONE, SLACK_ALONE, budget)) {
        struct stock_car car = stock_starting_car(&knowledge->setup, SPECIAL_NONE);
        knowledge->rounds = stock_fewest_left(knowledge->alone, &car, knowledge->laps + 1, NULL);
    }
    return !budget_is_cancelled(budget);
}

struct stock_knowledge *stock_knowledge_glance(const struct setup *setup, struct budget *budget)
{
    struct stock_knowledge *knowledge = stock_knowledge_make(setup, SPECIAL_NONE, 0);
    struct turns_options options = {.world_count = 1, .slack = GLANCE_SLACK};
    knowledge->crossings = number_smaller(knowledge->crossings, GLANCE_CROSSINGS);
    knowledge->plans_repairs = false;
    options.worlds[0] = setup->values[STOCK_MAX_SPEED];
    sweep_turns(knowledge, &options, budget);
    if (!budget_is_cancelled(budget))
        return knowledge;
    stock_knowledge_free(knowledge);
    return NULL;
}

void stock_knowledge_free(struct stock_knowledge *knowledge)
{
    if (!knowledge)
        return;
    stock_turns_free(knowledge->turns);
    stock_fewest_left_free(knowledge->alone);
    free(knowledge->distances);
    stock_roads_free(knowledge->roads);
    free(knowledge);
}

/* --- questions -------------------------------------------------------------------------------- */

int stock_knowledge_crossings(const struct stock_knowledge *knowledge, const struct stock_car *car)
{
    return knowledge->laps + 1 - car->crossings;
}

/* With this maximum, at the speed that it allows; in parts of a turn. */
static int left_with(const struct stock_knowledge *knowledge, const struct stock_car *car,
                     int maximum, int crossings, int *spare)
{
    struct stock_car other = *car;
    if (!knowledge->turns)
        return KNOWN_UNKNOWN;
    other.maximum = maximum;
    other.speed = number_smaller(car->speed, maximum);
    int left = stock_turns_left(knowledge->turns, &other, crossings, spare);
    return left == TURNS_UNKNOWN ? KNOWN_UNKNOWN : left * KNOWN_TURN;
}

/* Between the turns of a car in order and those of one that is damaged, or better than in order. */
static int between(const struct stock_knowledge *knowledge, const struct stock_car *car,
                   int crossings, int *spare)
{
    int whole = knowledge->setup.values[STOCK_MAX_SPEED];
    int better = whole + (knowledge->plans_repairs ? SLOW_REPAIR : 0);
    int maximum = number_smaller(car->maximum, better);
    int sound = left_with(knowledge, car, maximum < better ? whole : better, crossings, spare);
    if (sound == KNOWN_UNKNOWN || maximum == whole || maximum == better)
        return sound;
    if (maximum > whole) {
        int fast = left_with(knowledge, car, better, crossings, NULL);
        fast = fast == KNOWN_UNKNOWN ? sound : number_smaller(fast, sound);
        return sound + (fast - sound) * (maximum - whole) / SLOW_REPAIR;
    }
    int slow = left_with(knowledge, car, STOCK_LEAST_MAXIMUM, crossings, NULL);
    slow = slow == KNOWN_UNKNOWN ? 2 * sound : number_larger(slow, sound);
    return sound + (slow - sound) * (whole - maximum) / (whole - STOCK_LEAST_MAXIMUM);
}

int stock_knowledge_lap(const struct stock_knowledge *knowledge, const struct stock_car *car)
{
    int most = knowledge->crossings;
    int known = between(knowledge, car, most, NULL), less = between(knowledge, car, most - 1, NULL);
    return known == KNOWN_UNKNOWN || less == KNOWN_UNKNOWN ? KNOWN_UNKNOWN : known - less;
}

int stock_knowledge_left_by(const struct stock_knowledge *knowledge, const struct stock_car *car,
                            int lap, int *spare)
{
    int crossings = stock_knowledge_crossings(knowledge, car), most = knowledge->crossings;
    int alone = knowledge->alone ? stock_fewest_left(knowledge->alone, car, crossings, spare) : 0;
    if (alone > 0)
        return alone * KNOWN_TURN;
    int known = between(knowledge, car, number_smaller(crossings, most), spare);
    if (crossings <= most || known == KNOWN_UNKNOWN)
        return known;
    if (lap == KNOWN_UNKNOWN)
        lap = stock_knowledge_lap(knowledge, car);
    return lap == KNOWN_UNKNOWN ? KNOWN_UNKNOWN : known + (crossings - most) * lap;
}

/* As `between`, of which each part is no less than its least. */
int stock_knowledge_bound(const struct stock_knowledge *knowledge, const struct stock_car *car,
                          const int speeds[2], int card)
{
    int whole = knowledge->setup.values[STOCK_MAX_SPEED];
    int crossings = number_smaller(stock_knowledge_crossings(knowledge, car), knowledge->crossings);
    int damage = whole - car->maximum, most = whole - STOCK_LEAST_MAXIMUM;
    struct stock_car sound = *car, slow = *car;
    if (knowledge->alone || !knowledge->turns || damage < 0)
        return INT_MIN;
    sound.maximum = whole;
    slow.maximum = STOCK_LEAST_MAXIMUM;
    const int slowly[2] = {number_smaller(speeds[0], STOCK_LEAST_MAXIMUM), speeds[1]};
    int part = damage > 0 ? KNOWN_TURN * damage / most : 0, rest = KNOWN_TURN - part - (part > 0);
    int left = 0, slow_left = 0;
    int least = stock_turns_bound(knowledge->turns, &sound, crossings, speeds, rest, card, &left);
    if (least == INT_MAX || part == 0)
        return least;
    stock_turns_bound(knowledge->turns, &slow, crossings, slowly, 1, 0, &slow_left);
    return least + part * number_smaller(slow_left, 2 * left);
}

int stock_knowledge_left(const struct stock_knowledge *knowledge, const struct stock_car *car)
{
    return stock_knowledge_left_by(knowledge, car, KNOWN_UNKNOWN, NULL);
}

const struct fewest_left *stock_knowledge_alone(const struct stock_knowledge *knowledge)
{
    return knowledge->alone;
}

int stock_knowledge_rounds(const struct stock_knowledge *knowledge)
{
    return knowledge->rounds;
}

int stock_knowledge_distance(const struct stock_knowledge *knowledge, struct point at)
{
    return knowledge->distances[stock_roads_cell(knowledge->roads, at, PIT_OUT)];
}

int stock_knowledge_to_go(const struct stock_knowledge *knowledge, const struct stock_car *car)
{
    return stock_knowledge_crossings(knowledge, car) * ROADS_FAR +
           stock_knowledge_distance(knowledge, car->at);
}

int stock_knowledge_bag_chance(const struct stock_knowledge *knowledge)
{
    return knowledge->bag_chance;
}

enum stock_special stock_knowledge_special(const struct stock_knowledge *knowledge)
{
    return knowledge->special;
}
