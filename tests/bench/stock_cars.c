/* Drivers of stock cars: how long an order takes, how soon the fewest turns are counted, and how
 * the levels race. Preset stock-cars, the processor's time. */
#include "rules/stock_cars/stock_cars.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "bench/bench.h"
#include "commands/command.h"
#include "drivers/driving.h"
#include "session/course_file.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ORDERS_MOST = 20000, CLUB = 1, CLUBS = 6, RACES = 100, LEVEL_RACES = 100 };

static const char *const maps[] = {"harvest-oval", "thunder-bowl", "millbrook-short-track",
                                   "otter-creek"};
enum { MAPS = sizeof maps / sizeof *maps };

static struct course shipped(const char *name)
{
    struct error error = {0};
    char *path = command_track_path(name);
    struct course course = course_load(path, &error);
    assert(course.body);
    free(path);
    return course;
}

/* A ring of 500 x 100 tiles, 12 broad. */
static struct course large_oval(void)
{
    struct text map = {0};
    struct error error = {0};
    text_append(&map, "name: Large oval\nrace: E\nlaps: 1\n\n");
    for (int y = 99; y >= 0; y--) {
        for (int x = 0; x < 500; x++) {
            bool edge = x < 12 || x >= 488 || y < 12 || y >= 88;
            int corner = (x < 250 ? x : 499 - x) + (y < 50 ? y : 99 - y);
            const char *tile = !edge || corner < 20 ? " " : x == 250 && y < 12 ? "F" : "*";
            text_append(&map, x == 249 && y == 5 ? "1" : tile);
        }
        text_append(&map, "\n");
    }
    struct course course = course_read(&stock_cars_game, map.data, map.length, &error);
    assert(course.body);
    text_free(&map);
    return course;
}

static struct setup setup_of(struct course course, int players)
{
    struct setup setup = setup_from_preset(&stock_cars_game, STOCK_PRESET_STOCK_CARS);
    setup.course = course;
    setup.players = players;
    return setup;
}

/* The race at its end; the times of orders into `times`, unless it is NULL. */
static struct race *race_with(const struct setup *setup, struct prepared *prepared,
                              const int *levels, double *times, int *count)
{
    const struct driving *driving = driving_of(&stock_cars_game);
    struct race *race = stock_cars_game.begin(setup);
    struct event_list events = {0};
    struct text order = {0};
    while (!stock_cars_game.over(race)) {
        struct error error;
        int car = race_next_car(race);
        struct race *known = race_copy_for(race, car, setup->seed);
        int64_t begin = clock_processor_nanoseconds();
        text_clear(&order);
        driving->choose(levels[car - 1], prepared_body(prepared), known, car, NULL, &order);
        if (times && *count < ORDERS_MOST)
            times[(*count)++] = bench_processor_milliseconds_since(begin);
        stock_cars_game.free(known);
        event_list_clear(&events);
        bool done = stock_cars_game.apply(race, car, text_string(&order), &events, &error);
        assert(done);
        (void)done;
    }
    event_list_free(&events);
    text_free(&order);
    return race;
}

double bench_stock_order(struct bench_ground *ground)
{
    int levels[PLAYER_LIMIT], count = 0;
    double *times = memory_allocate(ORDERS_MOST, sizeof *times);
    struct course course = shipped(maps[0]);
    struct setup setup = setup_of(course, PLAYER_LIMIT);
    struct prepared *prepared = prepared_make(&setup, NULL);
    for (int i = 0; i < PLAYER_LIMIT; i++)
        levels[i] = ground->row->numbers[0];
    stock_cars_game.free(race_with(&setup, prepared, levels, times, &count));
    double median = bench_median(times, count);
    snprintf(ground->about, sizeof ground->about, "%s, %d orders", maps[0], count);
    prepared_release(prepared);
    course_release(course);
    free(times);
    return median;
}

static double time_par(struct course course, int laps, int *turns)
{
    struct setup setup = setup_of(course, 1);
    struct error error = {0};
    setup.values[STOCK_LAPS] = laps;
    int64_t begin = clock_processor_nanoseconds();
    *turns = driving_of(&stock_cars_game)->find_par(&setup, false, NULL, NULL, &error);
    return bench_processor_milliseconds_since(begin);
}

double bench_stock_pars(struct bench_ground *ground)
{
    const char *folder = command_asset_folder("tracks/stock-cars");
    int count = 0;
    double most = 0;
    char **names = folder ? file_list_folder(folder, ".map", &count) : NULL;
    for (int i = 0; i < count; i++) {
        int turns;
        names[i][strlen(names[i]) - strlen(".map")] = '\0';
        struct course course = shipped(names[i]);
        double time = time_par(course, 0, &turns);
        size_t used = strlen(ground->about);
        snprintf(ground->about + used, sizeof ground->about - used, "%s%s: %.0f ms, %d turns",
                 i > 0 ? ", " : "", names[i], time, turns);
        ground->missed |= turns <= 0;
        most = time > most ? time : most;
        course_release(course);
    }
    file_free_names(names, count);
    return most;
}

double bench_stock_large(struct bench_ground *ground)
{
    struct course course = large_oval();
    int laps = ground->row->numbers[0], turns;
    double time = time_par(course, laps, &turns);
    ground->missed = turns <= 0;
    snprintf(ground->about, sizeof ground->about, "%d laps: %d turns", laps, turns);
    course_release(course);
    return time;
}

double bench_stock_races(struct bench_ground *ground)
{
    static const int levels[CLUBS] = {CLUB, CLUB, CLUB, CLUB, CLUB, CLUB};
    struct course course = shipped(maps[0]);
    struct setup setup = setup_of(course, CLUBS);
    int64_t begin = clock_processor_nanoseconds();
    struct prepared *prepared = prepared_make(&setup, NULL);
    for (int race = 0; race < RACES; race++) {
        setup.seed = (uint64_t)race + 1;
        stock_cars_game.free(race_with(&setup, prepared, levels, NULL, NULL));
    }
    double time = bench_processor_milliseconds_since(begin);
    snprintf(ground->about, sizeof ground->about, "%s, with what is known prepared", maps[0]);
    prepared_release(prepared);
    course_release(course);
    return time;
}

/* One car of each level, who moves one place on with each race. */
double bench_stock_wins(struct bench_ground *ground)
{
    enum { LEVELS = 4 };
    int better = ground->row->numbers[0], halves[MAPS] = {0}, sum = 0;
    for (int i = 0; i < MAPS; i++) {
        struct course course = shipped(maps[i]);
        struct setup setup = setup_of(course, LEVELS);
        struct prepared *prepared = prepared_make(&setup, NULL);
        for (int number = 0; number < LEVEL_RACES; number++) {
            int levels[LEVELS], places[LEVELS];
            setup.seed = (uint64_t)number + 1;
            for (int car = 0; car < LEVELS; car++)
                levels[car] = (car + number) % LEVELS;
            struct race *race = race_with(&setup, prepared, levels, NULL, NULL);
            for (int car = 0; car < LEVELS; car++)
                places[levels[car]] = stock_car(race, car + 1)->place;
            halves[i] +=
                (places[better] < places[better - 1]) + (places[better] <= places[better - 1]);
            stock_cars_game.free(race);
        }
        sum += halves[i];
        prepared_release(prepared);
        course_release(course);
    }
    snprintf(ground->about, sizeof ground->about, "%.1f, %.1f, %.1f, %.1f of %d races on each map",
             halves[0] / 2.0, halves[1] / 2.0, halves[2] / 2.0, halves[3] / 2.0, LEVEL_RACES);
    return 50.0 * sum / (LEVEL_RACES * MAPS);
}
