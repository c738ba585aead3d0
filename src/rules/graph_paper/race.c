/* Graph-paper races as states: begin, copy, ask, hash; and the family's table of functions.
 *
 * A race is one block of memory that borrows its set-up, so a copy is one allocation.
 */
#include "rules/graph_paper/race.h"

#include "base/hash.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

static size_t race_size(int car_count)
{
    return sizeof(struct race) + (size_t)car_count * sizeof(struct car);
}

/* RULES 3.2: drawn from the race's seed, or as listed. */
static void draw_order(struct race *race)
{
    for (int i = 0; i < race->car_count; i++)
        race->order[i] = i + 1;
    if (race_value(race, FIELD_ORDER) != ORDER_RANDOM)
        return;
    for (int i = race->car_count - 1; i > 0; i--) {
        int other = (int)random_below(&race->random, (uint32_t)i + 1);
        int car = race->order[i];
        race->order[i] = race->order[other];
        race->order[other] = car;
    }
}

static struct race *race_begin(const struct setup *setup)
{
    struct race *race = memory_allocate(1, race_size(setup->players));
    race->setup = setup;
    race->random = random_seeded(setup->seed);
    race->car_count = setup->players;
    for (int i = 0; i < race->car_count; i++) {
        race->cars[i] = (struct car){
            .player = i + 1,
            .status = CAR_WAITING,
            .nitros = setup->values[FIELD_NITROS],
        };
    }
    draw_order(race);
    bool reverse = setup->values[FIELD_CHOOSE] == CHOOSE_REVERSE;
    race->round = reverse ? 0 : 1;
    race->turn = reverse ? race->car_count - 1 : 0;
    return race;
}

static struct race *race_copy(const struct race *race)
{
    return memory_copy(race, 1, race_size(race->car_count));
}

static void race_free(struct race *race)
{
    free(race);
}

static int race_car_count(const struct race *race)
{
    return race->car_count;
}

static int race_player_of(const struct race *race, int car)
{
    return graph_paper_car(race, car)->player;
}

static int race_to_move(const struct race *race)
{
    return race->over ? 0 : race->order[race->turn];
}

static int race_round(const struct race *race)
{
    return race->round;
}

static bool race_over(const struct race *race)
{
    return race->over;
}

const struct car *graph_paper_car(const struct race *race, int car)
{
    assert(car >= 1 && car <= race->car_count);
    return &race->cars[car - 1];
}

uint64_t race_cars_on(const struct race *race, struct point at, int except)
{
    uint64_t cars = 0;
    for (int number = 1; number <= race->car_count; number++) {
        const struct car *car = &race->cars[number - 1];
        if (number != except && car_in_the_way(car) && point_equal(car->at, at))
            cars |= UINT64_C(1) << number;
    }
    return cars;
}

const struct setup *graph_paper_setup(const struct race *race)
{
    return race->setup;
}

const int *graph_paper_order(const struct race *race)
{
    return race->order;
}

int graph_paper_lap(const struct race *race, int car)
{
    const struct car *asked = graph_paper_car(race, car);
    if (race->setup->track->open)
        return asked->status == CAR_WAITING ? 0 : 1;
    int laps = race_value(race, FIELD_LAPS);
    int lap = asked->crossings > 0 ? asked->crossings : 0;
    return lap < laps ? lap : laps;
}

int graph_paper_score(const struct race *race, int player)
{
    assert(player >= 1 && player <= race->setup->players);
    return race->scores[player - 1];
}

static uint64_t hash_point(uint64_t hash, struct point point)
{
    return hash_number(hash_number(hash, point.x), point.y);
}

static uint64_t hash_car(uint64_t hash, const struct car *car)
{
    const int numbers[] = {car->player,       (int)car->status,  car->nitros, car->good_brakes,
                           car->turbo_boosts, car->missed_turns, car->damage, car->crossings,
                           car->laps_opened,  car->checkpoint,   car->place};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        hash = hash_number(hash, numbers[i]);
    hash = hash_point(hash, car->at);
    hash = hash_point(hash, car->velocity);
    return hash_point(hash, car->shift);
}

/* Number by number, never the memory: that holds a pointer and padding. */
static uint64_t race_hash(const struct race *race)
{
    uint64_t hash = hash_number(HASH_START, (int64_t)race->random.state);
    hash = hash_number(hash, race->car_count);
    hash = hash_number(hash, race->turn);
    hash = hash_number(hash, race->round);
    hash = hash_number(hash, race->over);
    hash = hash_number(hash, race->finished_count);
    hash = hash_number(hash, race->retired_count);
    for (int i = 0; i < race->retired_count; i++)
        hash = hash_number(hash, race->retired[i]);
    for (int i = 0; i < race->car_count; i++) {
        hash = hash_number(hash, race->order[i]);
        hash = hash_car(hash, &race->cars[i]);
    }
    return hash;
}

const struct rules graph_paper_rules = {
    .name = "graph-paper",
    .title = "Graph paper",
    .table = &graph_paper_table,
    .setup_check = race_setup_check,
    .field_matters = race_field_matters,
    .begin = race_begin,
    .copy = race_copy,
    .free = race_free,
    .car_count = race_car_count,
    .player_of = race_player_of,
    .to_move = race_to_move,
    .round = race_round,
    .over = race_over,
    .figures = race_figures,
    .apply = race_apply,
    .hash = race_hash,
    .state_to_json = race_state_to_json,
    .moves_to_json = race_moves_to_json,
    .event_to_json = race_event_to_json,
    .order_to_json = race_order_to_json,
    .describe = race_describe,
};
