/* Stock cars: how soon the fewest turns are counted. Preset stock-cars, the processor's time. */
#include "rules/stock_cars/stock_cars.h"
#include "base/system/file.h"
#include "bench/bench.h"
#include "commands/command.h"
#include "drivers/driving.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static double time_par(struct course course, int laps, int *turns)
{
    struct setup setup = setup_from_preset(&stock_cars_game, STOCK_PRESET_STOCK_CARS);
    struct error error = {0};
    setup.course = course;
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
        struct course course = bench_shipped_course(names[i]);
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
