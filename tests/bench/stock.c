/* What the rules of stock cars take: turns of a race as eight club drivers drive it, and orders
 * that are only tried in its places.
 */
#include "base/memory.h"
#include "base/system/file.h"
#include "bench/bench.h"
#include "drivers/driving.h"
#include "rules/stock_cars/stock_cars.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { CARS = 8, ENTRIES_MOST = 2000, ROUNDS = 10, TRIES = 20, CLUB = 1, ORDER_BYTES = 64 };

struct stock_table {
    struct setup setup;
    struct race *race;
};

static struct stock_table open_table(void)
{
    struct stock_table table;
    struct text map = {0};
    struct error error;
    bool read = file_read("tracks/stock-cars/harvest-oval.map", STOCK_MAP_BYTES, &map, &error);
    assert(read);
    (void)read;
    table.setup = setup_from_preset(&stock_cars_game, STOCK_PRESET_STOCK_CARS);
    table.setup.players = CARS;
    table.setup.values[STOCK_SPECIALS] = STOCK_OFF;
    table.setup.values[STOCK_LAPS] = STOCK_MAP_LAPS;
    table.setup.course = course_read(&stock_cars_game, map.data, map.length, &error);
    assert(table.setup.course.body);
    text_free(&map);
    return table;
}

/* The entries of a race, one after another. */
struct entries {
    int count, cars[ENTRIES_MOST];
    char orders[ENTRIES_MOST][ORDER_BYTES];
};

static void enter(struct race *race, int car, const char *order, struct event_list *events)
{
    struct error error;
    bool done = stock_cars_game.apply(race, car, order, events, &error);
    assert(done);
    (void)done;
    event_list_clear(events);
}

static struct entries *drive(const struct setup *setup)
{
    const struct driving *driving = driving_of(&stock_cars_game);
    struct entries *entries = memory_allocate(1, sizeof *entries);
    struct prepared *prepared = prepared_make(setup, NULL);
    struct race *race = stock_cars_game.begin(setup);
    struct event_list events = {0};
    struct text order = {0};
    while (!stock_cars_game.over(race) && entries->count < ENTRIES_MOST) {
        int car = race_next_car(race);
        struct race *known = race_copy_for(race, car, setup->seed);
        text_clear(&order);
        driving->choose(CLUB, prepared_body(prepared), known, car, NULL, &order);
        stock_cars_game.free(known);
        entries->cars[entries->count] = car;
        snprintf(entries->orders[entries->count++], ORDER_BYTES, "%s", text_string(&order));
        enter(race, car, text_string(&order), &events);
    }
    event_list_free(&events);
    text_free(&order);
    stock_cars_game.free(race);
    prepared_release(prepared);
    return entries;
}

/* Microseconds for a turn of eight cars, from the first order to the end of the turn. */
double bench_stock_turn(struct bench_ground *ground)
{
    struct stock_table table = open_table();
    struct entries *entries = drive(&table.setup);
    struct event_list events = {0};
    int turns = 0;
    double microseconds = 0;
    for (int round = 0; round < ROUNDS; round++) {
        table.race = stock_cars_game.begin(&table.setup);
        int64_t start = clock_processor_nanoseconds();
        for (int i = 0; i < entries->count; i++)
            enter(table.race, entries->cars[i], entries->orders[i], &events);
        microseconds += 1e3 * bench_processor_milliseconds_since(start);
        turns += stock_cars_game.round(table.race);
        stock_cars_game.free(table.race);
    }
    snprintf(ground->about, sizeof ground->about, "Harvest oval, %d turns of club drivers", turns);
    event_list_free(&events);
    course_release(table.setup.course);
    free(entries);
    return microseconds / turns;
}

/* Microseconds for an order that is tried, over all the places that a race went through. */
double bench_stock_try(struct bench_ground *ground)
{
    struct stock_table table = open_table();
    struct entries *entries = drive(&table.setup);
    struct event_list events = {0};
    double microseconds = 0;
    table.race = stock_cars_game.begin(&table.setup);
    for (int entry = 0; entry < entries->count; entry++) {
        int64_t start = clock_processor_nanoseconds();
        for (int i = 0; i < TRIES; i++) {
            struct stock_trial trial;
            struct error error;
            bool tried =
                stock_try(table.race, entries->cars[entry], entries->orders[entry], &trial, &error);
            assert(tried);
            (void)tried;
            stock_trial_free(&trial);
        }
        microseconds += 1e3 * bench_processor_milliseconds_since(start);
        enter(table.race, entries->cars[entry], entries->orders[entry], &events);
    }
    snprintf(ground->about, sizeof ground->about, "Harvest oval, %d orders of club drivers",
             entries->count);
    stock_cars_game.free(table.race);
    event_list_free(&events);
    course_release(table.setup.course);
    microseconds /= entries->count * TRIES;
    free(entries);
    return microseconds;
}
