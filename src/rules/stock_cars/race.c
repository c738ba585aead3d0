/* States of a race, and the table that the game gives (rules/game.h). */
#include "base/hash.h"
#include "base/memory.h"
#include "rules/stock_cars/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct stock_race *stock_race(struct race *race)
{
    assert(race->game == &stock_cars_game);
    return (struct stock_race *)race;
}

const struct stock_race *stock_race_of(const struct race *race)
{
    assert(race->game == &stock_cars_game);
    return (const struct stock_race *)race;
}

const struct stock_event *stock_event(const struct event *event)
{
    assert(event->game == &stock_cars_game);
    return event->body;
}

int stock_value(const struct stock_race *race, enum stock_field field)
{
    return race->setup->values[field];
}

bool stock_is_on(const struct stock_race *race, enum stock_field field)
{
    return stock_value(race, field) == STOCK_ON;
}

const struct stock_car *stock_car(const struct race *race, int car)
{
    return &stock_race_of(race)->cars[car - 1];
}

int stock_lap(const struct race *race, const struct stock_car *car)
{
    int laps = stock_laps(stock_race_of(race)->setup);
    return number_smaller(laps, number_larger(0, car->crossings));
}

bool stock_choosing_specials(const struct race *race)
{
    return stock_race_of(race)->round == 0;
}

const struct stock_map *stock_race_map(const struct race *race)
{
    return stock_race_of(race)->map;
}

char stock_tile(const struct race *race, struct point at)
{
    char tile = ground_tile(stock_race_of(race), at);
    return tile == TILE_HIDDEN_BAG ? TILE_SAND : tile;
}

/* --- states ----------------------------------------------------------------------------------- */

static struct race *begin(const struct setup *setup)
{
    struct stock_race *race = memory_allocate(1, sizeof *race);
    race->head.game = &stock_cars_game;
    race->setup = setup;
    race->map = stock_map_of(setup);
    race->random = random_seeded(setup->seed);
    race->round = !stock_is_on(race, STOCK_SPECIALS);
    ground_begin(race);
    for (int i = 0; i < setup->players; i++)
        race->cars[i] = (struct stock_car){.at = race->map->start[i],
                                           .heading = race->map->race,
                                           .maximum = stock_value(race, STOCK_MAX_SPEED),
                                           .wild_cards = stock_value(race, STOCK_WILD_CARDS)};
    return &race->head;
}

static struct race *copy(const struct race *any)
{
    const struct stock_race *race = stock_race_of(any);
    struct stock_race *made = memory_copy(race, 1, sizeof *made);
    ground_retain(made);
    for (int i = 0; i < race->setup->players; i++)
        if (made->cars[i].order)
            made->cars[i].order = memory_copy_string(made->cars[i].order);
    return &made->head;
}

static void free_race(struct race *any)
{
    if (!any)
        return;
    struct stock_race *race = stock_race(any);
    for (int i = 0; i < race->setup->players; i++)
        free(race->cars[i].order);
    ground_release(race);
    free(race);
}

static bool is_secret(const struct stock_race *race)
{
    return race->round == 0 || stock_value(race, STOCK_ORDERS) == STOCK_SECRET;
}

static struct race *copy_for(const struct race *any, int car, uint64_t seed)
{
    struct race *made = copy(any);
    struct stock_race *race = stock_race(made);
    race->random = random_seeded(seed);
    ground_hide_anew(race);
    for (int i = 0; i < race->setup->players && is_secret(race); i++) {
        struct stock_car *other = &race->cars[i];
        if (i == car - 1 || !other->ordered)
            continue;
        other->ordered = false;
        other->entered = (struct stock_order){0};
        free(other->order);
        other->order = NULL;
        if (race->round == 0)
            other->special = SPECIAL_NONE;
    }
    return made;
}

static int car_count(const struct race *race)
{
    return stock_race_of(race)->setup->players;
}

static int player_of(const struct race *race, int car)
{
    (void)race;
    return car;
}

static int round_of(const struct race *race)
{
    return stock_race_of(race)->round;
}

static bool over(const struct race *race)
{
    return stock_race_of(race)->over;
}

static int owes(const struct race *any, int cars[CAR_LIMIT], bool *secret)
{
    const struct stock_race *race = stock_race_of(any);
    int count = 0;
    *secret = is_secret(race);
    for (int i = 0; i < race->setup->players && !race->over; i++)
        if (race->cars[i].status == STOCK_RACING && !race->cars[i].ordered)
            cars[count++] = i + 1;
    return *secret ? count : number_smaller(count, 1);
}

static uint64_t hash_car(uint64_t sum, const struct stock_car *car)
{
    const int numbers[] = {(int)car->status, car->at.x,      car->at.y,           (int)car->heading,
                           car->speed,       car->maximum,   car->wild_cards,     (int)car->special,
                           (int)car->pit,    car->crossings, car->place,          car->on,
                           car->of,          car->stopped,   car->gained_maximum, car->gained_cards,
                           car->ordered};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sum = hash_number(sum, numbers[i]);
    return car->order ? hash_bytes(sum, car->order, strlen(car->order)) : sum;
}

static uint64_t hash(const struct race *any)
{
    const struct stock_race *race = stock_race_of(any);
    uint64_t sum = hash_number(HASH_START, (int64_t)race->random.state);
    sum = hash_number(sum, (int64_t)race->ground_hash);
    sum = hash_number(hash_number(sum, race->round), race->over);
    sum = hash_number(hash_number(sum, race->finishers), race->most_crossings);
    for (int i = 0; i < race->setup->players; i++)
        sum = hash_car(sum, &race->cars[i]);
    return race->to_flag ? hash_number(sum, race->to_flag) : sum;
}

const struct game stock_cars_game = {
    .name = "stock-cars",
    .title = "Stock cars",
    .table = &stock_rules,
    .course = &stock_maps,
    .example = "A(2M)RM",
    .opening = "special turbo",
    .round_noun = "turn",
    .setup_check = stock_setup_check,
    .field_matters = stock_field_matters,
    .field_sets_pace = stock_field_sets_pace,
    .field_zero = stock_field_zero,
    .begin = begin,
    .copy = copy,
    .free = free_race,
    .car_count = car_count,
    .player_of = player_of,
    .round = round_of,
    .over = over,
    .drive_on = stock_drive_on,
    .standing = stock_standing,
    .say_standing = stock_say_standing,
    .columns = stock_columns,
    .tally = stock_tally,
    .owes = owes,
    .apply = stock_apply,
    .copy_for = copy_for,
    .hash = hash,
    .append_head = stock_append_head,
    .append_car = stock_append_car,
    .append_rest = stock_append_rest,
    .append_event = stock_append_event,
    .append_moves = stock_append_moves,
    .append_try = stock_append_try,
    .append_board = stock_append_board,
    .describe = stock_describe,
};
