/* See generator.h. */
#include "bench/generator.h"

#include "base/clock.h"
#include "bench/median.h"
#include "studio/graph_paper/generate/generate.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEEDS = 200, TARGET = 200 };

static double measure(int index)
{
    struct generator_wish wish = generator_usual_wish;
    struct error error;
    wish.seed = (uint64_t)index;
    wish.style = (enum generator_style)(index % GENERATOR_STYLE_COUNT);
    wish.difficulty = 1 + index / GENERATOR_STYLE_COUNT % GENERATOR_DIFFICULTY_MOST;
    int64_t begin = clock_processor_nanoseconds();
    struct track *track = generate_track(&wish, NULL, NULL, &error);
    double milliseconds = (double)(clock_processor_nanoseconds() - begin) / 1e6;
    assert(track != NULL);
    track_release(track);
    return milliseconds;
}

bool bench_generator(json_t *rows)
{
    static const char name[] = "a generated track";
    const struct generator_wish *wish = &generator_usual_wish;
    double values[SEEDS];
    for (int i = 0; i < SEEDS; i++)
        values[i] = measure(i);
    double median = bench_median(values, SEEDS);
    double worst = values[SEEDS - 1];
    bool reached = median <= TARGET;
    if (rows != NULL)
        json_array_append_new(
            rows, json_pack("{s:s, s:f, s:f, s:s, s:f, s:b, s:[i,i], s:i}", "name", name, "median",
                            median, "worst", worst, "unit", "ms", "target", (double)TARGET,
                            "reached", reached, "sheet", wish->width, wish->height, "runs", SEEDS));
    else
        printf("%-34s %12.2f ms   target <= %-8d %-8s %d x %d, %d seeds, the worst %.1f ms\n", name,
               median, TARGET, reached ? "reached" : "MISSED", wish->width, wish->height, SEEDS,
               worst);
    fflush(stdout);
    return reached;
}
