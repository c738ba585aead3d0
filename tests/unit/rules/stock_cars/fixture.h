/* What the tests of stock cars share: the map Yard of RULES 11, a race on a map, and cars put where
 * a test wants them.
 */
#ifndef GRAPHPRIX_TESTS_STOCK_CARS_FIXTURE_H
#define GRAPHPRIX_TESTS_STOCK_CARS_FIXTURE_H

#include "base/formats.h"
#include "base/memory.h"
#include "rules/stock_cars/stock_cars.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define YARD                                                                                       \
    "name: Yard\nrace: N\nturn: right\nlaps: 1\nsandbags: 2\n\n"                                   \
    "************bbb\n************bbb\n************bbb\n***** *    ****\n***** #    ****\n"        \
    "****s p    ****\n****S p    ****\n***** p    ****\n***** P    ****\nFFFFF p    ****\n"        \
    "1**** p    ****\n2**34 p    ****\n***** p    ****\n***** #    ****\n***************\n"        \
    "***************\n"

struct table {
    struct course course;
    struct setup setup;
    struct race *race;
    struct event_list events;
};

static inline void open_table(struct table *table, const char *map, int players, const char *pairs)
{
    struct error error = {0};
    *table = (struct table){0};
    table->course = course_read(&stock_cars_game, map, strlen(map), &error);
    if (!table->course.body)
        fail_msg("line %d, column %d: %s", error.line, error.column, error.text);
    table->setup = setup_from_preset(&stock_cars_game, STOCK_PRESET_STOCK_CARS);
    table->setup.course = table->course;
    table->setup.players = players;
    char *copy = strdup(pairs);
    for (char *pair = strtok(copy, " "); pair; pair = strtok(NULL, " "))
        if (!setup_set_pair(&table->setup, pair, &error))
            fail_msg("%s", error.text);
    free(copy);
    assert_true(setup_check(&table->setup, &error));
    table->race = stock_cars_game.begin(&table->setup);
}

static inline void close_table(struct table *table)
{
    event_list_free(&table->events);
    stock_cars_game.free(table->race);
    course_release(table->course);
}

static inline struct stock_car *car_of(struct table *table, int car)
{
    return &stock_race(table->race)->cars[car - 1];
}

static inline struct stock_car *put_car(struct table *table, int car, int x, int y,
                                        enum heading heading, int speed)
{
    struct stock_car *put = car_of(table, car);
    put->at = (struct point){x, y};
    put->heading = heading;
    put->speed = speed;
    return put;
}

static inline void enter(struct table *table, int car, const char *order)
{
    struct error error = {0};
    event_list_clear(&table->events);
    if (!stock_cars_game.apply(table->race, car, order, &table->events, &error))
        fail_msg("\"%s\" of car %d at %d: %s", order, car, error.column, error.text);
}

/* A turn of all that race, the orders by car; cars behind the last order do "-". */
static inline void play(struct table *table, const char *const *orders, int count)
{
    int round = stock_cars_game.round(table->race);
    for (int car = 1; car <= table->setup.players && !stock_cars_game.over(table->race); car++)
        if (race_owes(table->race, car) && stock_cars_game.round(table->race) == round)
            enter(table, car, car <= count && orders[car - 1] ? orders[car - 1] : "-");
}
#define PLAY(table, ...)                                                                           \
    play(table, (const char *const[]){__VA_ARGS__},                                                \
         (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

/* Refused at that column, and nothing has changed. */
static inline void expect_refused(struct table *table, int car, const char *order, int at)
{
    struct error error = {0};
    uint64_t before = stock_cars_game.hash(table->race);
    event_list_clear(&table->events);
    if (stock_cars_game.apply(table->race, car, order, &table->events, &error))
        fail_msg("\"%s\" was not refused", order);
    if (error.column != at)
        fail_msg("\"%s\" was refused at %d, not at %d: %s", order, error.column, at, error.text);
    assert_int_equal(table->events.count, 0);
    assert_true(before == stock_cars_game.hash(table->race));
}

static inline void expect_cost(struct table *table, int car, const char *order, int cards)
{
    struct stock_order read;
    struct error error = {0};
    if (!stock_order_read(table->race, car, order, &read, NULL, &error))
        fail_msg("\"%s\" at %d: %s", order, error.column, error.text);
    assert_int_equal(read.cards, cards);
}

static inline void expect_car(struct table *table, int car, int x, int y, enum heading heading,
                              int speed, int maximum)
{
    const struct stock_car *found = car_of(table, car);
    if (found->at.x != x || found->at.y != y || found->heading != heading ||
        found->speed != speed || found->maximum != maximum)
        fail_msg("car %d is at (%d, %d) %s, speed %d of %d", car, found->at.x, found->at.y,
                 heading_names[found->heading], found->speed, found->maximum);
}

#endif
