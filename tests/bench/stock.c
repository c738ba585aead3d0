/* What the rules of stock cars take: turns of eight cars that speed up, leave the track, crash and
 * go on, and orders that are only tried.
 */
#include "base/memory.h"
#include "base/system/file.h"
#include "bench/bench.h"
#include "rules/stock_cars/stock_cars.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { CARS = 8, TURNS = 300, TRIES = 100, FAST = 6 };

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

/* The order of a car that drives faster up to FAST, every other turn to the right. */
static void write_order(const struct race *race, int car, int turn, char order[32])
{
    int speed = stock_car(race, car)->speed;
    bool faster = speed < FAST;
    speed += faster;
    snprintf(order, 32, turn % 2 ? "%sR(%dM)" : "%sL(%dM)", faster ? "A" : "", speed - 1);
    if (speed == 1)
        snprintf(order, 32, "%sL", faster ? "A" : "");
}

static void enter_turn(struct race *race, int turn, struct event_list *events)
{
    for (int car = 1; car <= CARS; car++) {
        char order[32];
        struct error error;
        write_order(race, car, turn, order);
        bool done = stock_cars_game.apply(race, car, order, events, &error);
        assert(done);
        (void)done;
    }
    event_list_clear(events);
}

/* Microseconds for a turn of eight cars, from the first order to the end of the turn. */
double bench_stock_turn(struct bench_ground *ground)
{
    struct stock_table table = open_table();
    struct event_list events = {0};
    table.race = stock_cars_game.begin(&table.setup);
    int64_t start = clock_processor_nanoseconds();
    for (int turn = 0; turn < TURNS; turn++)
        enter_turn(table.race, turn, &events);
    double microseconds = 1e3 * bench_processor_milliseconds_since(start) / TURNS;
    snprintf(ground->about, sizeof ground->about, "Harvest oval, %d turns", TURNS);
    stock_cars_game.free(table.race);
    event_list_free(&events);
    course_release(table.setup.course);
    return microseconds;
}

/* Microseconds for an order that is tried, over all the places that a race went through. */
double bench_stock_try(struct bench_ground *ground)
{
    struct stock_table table = open_table();
    struct event_list events = {0};
    double microseconds = 0;
    table.race = stock_cars_game.begin(&table.setup);
    for (int turn = 0; turn < TURNS; turn++) {
        char order[32];
        write_order(table.race, 1, turn, order);
        int64_t start = clock_processor_nanoseconds();
        for (int i = 0; i < TRIES; i++) {
            struct stock_trial trial;
            struct error error;
            bool tried = stock_try(table.race, 1, order, &trial, &error);
            assert(tried);
            (void)tried;
            stock_trial_free(&trial);
        }
        microseconds += 1e3 * bench_processor_milliseconds_since(start);
        enter_turn(table.race, turn, &events);
    }
    snprintf(ground->about, sizeof ground->about, "Harvest oval, %d places", TURNS);
    stock_cars_game.free(table.race);
    event_list_free(&events);
    course_release(table.setup.course);
    return microseconds / TURNS / TRIES;
}
