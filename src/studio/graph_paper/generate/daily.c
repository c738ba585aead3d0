/* See daily.h. Whoever changes a number here changes the track of every day: GENERATOR_VERSION. */
#include "studio/graph_paper/generate/daily.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"

#include <stdlib.h>

/* Sides in squares: a lap takes minutes, not an afternoon. */
enum { WIDTH_LEAST = 40, WIDTHS = 17, HEIGHT_LEAST = 30, HEIGHTS = 9 };

struct generator_wish daily_wish(int day)
{
    static const int difficulties[7] = {1, 2, 2, 3, 3, 4, 5}; /* from Monday on */
    static const enum generator_style styles[] = {FLOWING, FLOWING, TIGHT, STREET};
    struct random random = random_seeded(hash_number(HASH_START, day));
    struct generator_wish wish = {.seed = random_next(&random)};
    wish.style = styles[random_below(&random, sizeof styles / sizeof *styles)];
    wish.width = WIDTH_LEAST + (int)random_below(&random, WIDTHS);
    wish.height = HEIGHT_LEAST + (int)random_below(&random, HEIGHTS);
    wish.difficulty = difficulties[date_weekday(day)];
    return wish;
}

struct track *daily_track(int day, const atomic_bool *cancelled, int *par)
{
    struct error error;
    struct generator_wish wish = daily_wish(day);
    struct track *track = generate_track(&wish, cancelled, par, &error);
    if (track)
        daily_name(track, day);
    return track;
}

void daily_name(struct track *track, int day)
{
    char date[DATE_BYTES];
    struct text name = {0};
    date_write(day, date);
    text_append_format(&name, "Daily %s", date);
    free(track->name);
    track->name = memory_copy_string(name.data);
    text_free(&name);
}
