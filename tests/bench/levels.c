/* How well the levels drive, and how long they think. Racing-car rules, seeds from 1 up, so that
 * every run tells the same but for the times, which are the processor's. */
#include "base/memory.h"
#include "bench/bench.h"
#include "drivers/graph_paper/levels/driver.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOVES_MOST = 4000, ALONE_SEEDS = 40, ACE_SEEDS = 4, TRACK_SEEDS = 100 };

static double processor_milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* --- races ------------------------------------------------------------------------------------ */

struct sheet {
    struct track *track;
    struct setup setup;
    struct knowledge *knowledge;
};

/* Takes the reference to the track over. */
static struct sheet open_sheet(struct track *track, int players)
{
    struct sheet sheet = {.track = track,
                          .setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR)};
    sheet.setup.course = graph_paper_course(track);
    sheet.setup.players = players;
    sheet.setup.values[FIELD_ORDER] = ORDER_LISTED;
    sheet.knowledge = knowledge_prepare(&sheet.setup, NULL);
    return sheet;
}

static void close_sheet(struct sheet *sheet)
{
    knowledge_release(sheet->knowledge);
    track_release(sheet->track);
}

struct times {
    double milliseconds[MOVES_MOST];
    int count;
};

/* The race at its end; `times` may be NULL. */
static struct race *race_with(struct sheet *sheet, const enum driver_level *levels, int seed,
                              struct times *times)
{
    sheet->setup.seed = (uint64_t)seed;
    struct race *race = graph_paper_game.begin(&sheet->setup);
    struct event_list events = {0};
    struct text action = {0};
    while (!graph_paper_game.over(race)) {
        struct error error;
        text_clear(&action);
        double begin = processor_milliseconds();
        driver_choose(levels[race_next_car(race) - 1], sheet->knowledge, race, NULL, &action);
        if (times && times->count < MOVES_MOST)
            times->milliseconds[times->count++] = processor_milliseconds() - begin;
        event_list_clear(&events);
        bool done = graph_paper_game.apply(race, race_next_car(race), text_string(&action), &events,
                                           &error);
        assert(done);
        (void)done;
    }
    event_list_free(&events);
    text_free(&action);
    return race;
}

double bench_level_move(struct bench_ground *ground)
{
    enum driver_level levels[PLAYER_LIMIT];
    struct times *times = memory_allocate(1, sizeof *times);
    struct sheet sheet = open_sheet(bench_shipped_track("long-road.svg"), PLAYER_LIMIT);
    for (int i = 0; i < PLAYER_LIMIT; i++)
        levels[i] = (enum driver_level)ground->row->numbers[0];
    graph_paper_game.free(race_with(&sheet, levels, 1, times));
    double median = bench_median(times->milliseconds, times->count);
    snprintf(ground->about, sizeof ground->about, "%s, %d moves", sheet.track->name, times->count);
    close_sheet(&sheet);
    free(times);
    return median;
}

double bench_level_alone(struct bench_ground *ground)
{
    enum driver_level level = (enum driver_level)ground->row->numbers[0];
    int least = ground->row->numbers[1];
    int seeds = level == LEVEL_ACE ? ACE_SEEDS : ALONE_SEEDS;
    double rounds = 0;
    struct sheet sheet = open_sheet(track_retain(ground->track), 1);
    for (int seed = 1; seed <= seeds; seed++) {
        struct race *race = race_with(&sheet, &level, seed, NULL);
        rounds += graph_paper_game.round(race);
        graph_paper_game.free(race);
    }
    int best = knowledge_rounds(sheet.knowledge);
    double above = 100 * (rounds / seeds / best - 1);
    ground->missed = above < least;
    snprintf(ground->about, sizeof ground->about, "%s, %d rounds at best, at least %d %%",
             ground->track->name, best, least);
    close_sheet(&sheet);
    return above;
}

/* Both start first in turn. */
static int count_wins(struct sheet *sheet, enum driver_level better)
{
    int wins = 0;
    for (int seed = 1; seed <= TRACK_SEEDS; seed++) {
        enum driver_level levels[2];
        int car = 1 + seed % 2;
        levels[car - 1] = better;
        levels[2 - car] = (enum driver_level)(better - 1);
        struct race *race = race_with(sheet, levels, seed, NULL);
        wins += graph_paper_car(race, car)->place == 1;
        graph_paper_game.free(race);
    }
    return wins;
}

double bench_level_wins(struct bench_ground *ground)
{
    static const char *const files[] = {"kidney.svg", "three-ponds.svg", "boost-park.svg",
                                        "hairpin.svg"};
    enum { TRACKS = sizeof files / sizeof *files };
    int wins[TRACKS], sum = 0;
    for (int i = 0; i < TRACKS; i++) {
        struct sheet sheet = open_sheet(bench_shipped_track(files[i]), 2);
        wins[i] = count_wins(&sheet, (enum driver_level)ground->row->numbers[0]);
        sum += wins[i];
        close_sheet(&sheet);
    }
    snprintf(ground->about, sizeof ground->about,
             "%d, %d, %d, %d of %d races on each of four tracks", wins[0], wins[1], wins[2],
             wins[3], TRACK_SEEDS);
    return 100.0 * sum / (TRACK_SEEDS * TRACKS);
}
