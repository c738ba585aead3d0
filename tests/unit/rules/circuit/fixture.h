/* What the tests of circuits share: the circuit X of RULES 14, a race on it in turn 5, cars put
 * where a test wants them, and dice that fall as it wants.
 */
#ifndef GRAPHPRIX_TESTS_CIRCUIT_FIXTURE_H
#define GRAPHPRIX_TESTS_CIRCUIT_FIXTURE_H

#include "base/formats.h"
#include "base/memory.h"
#include "rules/circuit/circuit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define STRIP(rows, lanes, corners)                                                                \
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 140' data-graphprix-circuit='1' "    \
    "data-rows='" #rows "' data-lanes='" #lanes "'><title>X</title>"                               \
    "<path class='course' d='M 60 20 L 150 20 L 150 100 L 60 100 Z'/>" corners "</svg>"
#define CIRCUIT_X                                                                                  \
    STRIP(30, 2,                                                                                   \
          "<g class='corner' data-from='10' data-to='13' data-limits='80 100' "                    \
          "data-line='2 1 1 2'/>")

struct table {
    struct course course;
    struct setup setup;
    struct race *race;
    struct event_list events;
};

static inline struct circuit_race *inside(struct table *table)
{
    return circuit_race(table->race);
}

static inline void open_table(struct table *table, const char *svg, int players, const char *pairs)
{
    struct error error = {0};
    *table = (struct table){0};
    table->course = course_read(&circuit_game, svg, strlen(svg), &error);
    if (!table->course.body)
        fail_msg("line %d: %s", error.line, error.text);
    table->setup = setup_from_preset(&circuit_game, CIRCUIT_PRESET_FORCE_PASS);
    table->setup.course = table->course;
    table->setup.players = players;
    char *copy = strdup(pairs);
    for (char *pair = strtok(copy, " "); pair; pair = strtok(NULL, " "))
        if (!setup_set_pair(&table->setup, pair, &error))
            fail_msg("%s", error.text);
    free(copy);
    table->setup.values[CIRCUIT_BUILD] = BUILD_STANDARD;
    table->race = circuit_game.begin(&table->setup);
    inside(table)->round = 5;
}

static inline void close_table(struct table *table)
{
    event_list_free(&table->events);
    circuit_game.free(table->race);
    course_release(table->course);
}

/* With the speed of the turn before; lap 1. */
static inline struct circuit_car *put(struct table *table, int number, int row, int lane, int speed)
{
    struct circuit_car *car = circuit_car_of(inside(table), number);
    car->row = row;
    car->lane = lane;
    car->speed = speed;
    car->lap = 1;
    car->halves = 40;
    return car;
}

static inline void enter(struct table *table, int car, const char *action)
{
    struct error error = {0};
    event_list_clear(&table->events);
    if (car == 0)
        car = race_next_car(table->race);
    if (!circuit_game.apply(table->race, car, action, &table->events, &error))
        fail_msg("\"%s\" of car %d: %s", action, car, error.text);
}

static inline void expect_refused(struct table *table, const char *action)
{
    struct error error = {0};
    uint64_t before = circuit_game.hash(table->race);
    event_list_clear(&table->events);
    if (circuit_game.apply(table->race, race_next_car(table->race), action, &table->events, &error))
        fail_msg("\"%s\" was not refused", action);
    assert_int_equal(table->events.count, 0);
    assert_true(before == circuit_game.hash(table->race));
}

/* All post; speeds by car. */
static inline void post(struct table *table, const int *speeds)
{
    for (int car = 1; car <= table->setup.players; car++) {
        char action[24];
        snprintf(action, sizeof action, "speed %d", speeds[car - 1]);
        enter(table, car, action);
    }
}
#define POST(table, ...) post(table, (const int[]){__VA_ARGS__})

/* The next dice are these: a state of the generator from which they come. */
static inline void load_dice(struct table *table, const int *dice, int count)
{
    for (uint64_t state = 1;; state++) {
        struct random random = {state};
        int same = 0;
        while (same < count && 1 + (int)random_below(&random, 6) == dice[same])
            same++;
        if (same == count) {
            inside(table)->random.state = state;
            return;
        }
    }
}
#define DICE(table, ...)                                                                           \
    load_dice(table, (const int[]){__VA_ARGS__},                                                   \
              (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int)))

static inline const struct circuit_event *find(const struct table *table,
                                               enum circuit_event_type type, int car)
{
    for (int i = 0; i < table->events.count; i++) {
        const struct event *event = &table->events.items[i];
        if (circuit_event(event)->type == type && event->car == car)
            return circuit_event(event);
    }
    return NULL;
}

static inline int count_events(const struct table *table, enum circuit_event_type type)
{
    int count = 0;
    for (int i = 0; i < table->events.count; i++)
        count += circuit_event(&table->events.items[i])->type == type;
    return count;
}

/* Halves lost in the last action for that reason. */
static inline int lost(const struct table *table, int car, enum circuit_why why)
{
    int sum = 0;
    for (int i = 0; i < table->events.count; i++) {
        const struct circuit_event *body = circuit_event(&table->events.items[i]);
        if (body->type == CIRCUIT_EVENT_WEAR && table->events.items[i].car == car &&
            body->why == why)
            sum += body->number;
    }
    return sum;
}

static inline void expect_at(struct table *table, int number, int row, int lane)
{
    const struct circuit_car *car = circuit_car(table->race, number);
    if (car->row != row || car->lane != lane)
        fail_msg("car %d is in row %d, lane %d", number, car->row, car->lane);
}

static inline bool is_listed(struct table *table, const char *action, enum circuit_outcome outcome)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    int count = circuit_moves(table->race, race_next_car(table->race), moves);
    for (int i = 0; i < count; i++)
        if (strcmp(moves[i].action, action) == 0)
            return moves[i].outcome == outcome;
    return false;
}

/* Car 1 in row 20 stands behind 2 and 3 side by side and has so many points, with or without the
 * bonus of a slipstream among them. */
static inline void stand_behind_two(struct table *table, int points, bool bonus)
{
    open_table(table, CIRCUIT_X, 3, "");
    put(table, 1, 14, 1, 100);
    put(table, 2, 25, 1, 100);
    put(table, 3, 25, 2, 100);
    POST(table, 100, 100, 100);
    struct circuit_race *race = inside(table);
    race->order[0] = 2, race->order[1] = 3, race->order[2] = 1;
    race->next = 3;
    put(table, 1, 20, 1, 100)->bonus = bonus;
    put(table, 2, 21, 1, 100)->moved = true;
    put(table, 3, 21, 2, 100)->moved = true;
    race->moving = (struct moving){.car = 1, .points = points, .corner = -1};
}

#endif
