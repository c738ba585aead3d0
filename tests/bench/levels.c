/* See levels.h. Racing-car rules, seeds from 1 up, so that every run prints the same table
 * but for the times, which are the processor's. */
#include "bench/levels.h"

#include "base/file.h"
#include "base/memory.h"
#include "bench/median.h"
#include "commands/command.h"
#include "drivers/graph_paper/levels/driver.h"
#include "track/svg.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOVES_MOST = 4000, ALONE_SEEDS = 40, ACE_SEEDS = 4, TRACK_SEEDS = 100 };

/* Per cent above the fewest rounds, in the mean; and milliseconds a move. */
static const struct target {
    double above_least, above_most;
    double milliseconds;
} targets[LEVEL_COUNT] = {
    [LEVEL_ROOKIE] = {25, 60, 20},
    [LEVEL_CLUB] = {-100, 15, 20},
    [LEVEL_PRO] = {-100, 5, 20},
    [LEVEL_ACE] = {-100, 0, 150},
};
static const double wins_wanted = 70; /* per cent */

static double processor_milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* --- races ---------------------------------------------------------------------------------------
 */

struct sheet {
    struct track *track;
    struct setup setup;
    struct knowledge *knowledge;
};

static bool open_sheet(struct sheet *sheet, const char *folder, const char *file, int players,
                       struct error *error)
{
    char *path = file_join(folder, file);
    *sheet = (struct sheet){.track = svg_load_track(path, error)};
    free(path);
    if (!sheet->track)
        return false;
    sheet->setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    sheet->setup.track = sheet->track;
    sheet->setup.players = players;
    sheet->setup.values[FIELD_ORDER] = ORDER_LISTED;
    sheet->knowledge = sheet->track->has_line ? knowledge_prepare(&sheet->setup, NULL) : NULL;
    return true;
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

/* --- times ---------------------------------------------------------------------------------------
 */

static bool measure_moves(json_t *rows, struct sheet *sheet, enum driver_level level)
{
    enum driver_level levels[PLAYER_LIMIT];
    struct times *times = memory_allocate(1, sizeof *times);
    for (int i = 0; i < PLAYER_LIMIT; i++)
        levels[i] = level;
    graph_paper_game.free(race_with(sheet, levels, 1, times));
    double median = bench_median(times->milliseconds, times->count);
    double target = targets[level].milliseconds;
    bool reached = median <= target;
    struct text name = {0};
    text_append_format(&name, "a move of 8 cars, %s", driver_kinds[level].name);
    if (rows)
        json_array_append_new(rows, json_pack("{s:s, s:f, s:s, s:f, s:b, s:s, s:i}", "name",
                                              name.data, "median", median, "unit", "ms", "target",
                                              target, "reached", reached, "track",
                                              sheet->track->name, "moves", times->count));
    else
        printf("%-38s %12.2f ms   target <= %-8.0f %-8s %s, %d moves\n", name.data, median, target,
               reached ? "reached" : "MISSED", sheet->track->name, times->count);
    fflush(stdout);
    text_free(&name);
    free(times);
    return reached;
}

bool bench_level_moves(json_t *rows, bool *reached, struct error *error)
{
    struct sheet sheet;
    const char *folder = command_asset_folder("tracks");
    if (!folder)
        return true;
    if (!open_sheet(&sheet, folder, "long-road.svg", PLAYER_LIMIT, error))
        return false;
    for (int level = 0; level < LEVEL_COUNT; level++)
        *reached = measure_moves(rows, &sheet, (enum driver_level)level) && *reached;
    close_sheet(&sheet);
    return true;
}

/* --- alone ---------------------------------------------------------------------------------------
 */

/* Per cent above the fewest rounds. */
static double race_alone(struct sheet *sheet, enum driver_level level)
{
    int seeds = level == LEVEL_ACE ? ACE_SEEDS : ALONE_SEEDS;
    double rounds = 0;
    for (int seed = 1; seed <= seeds; seed++) {
        struct race *race = race_with(sheet, &level, seed, NULL);
        rounds += graph_paper_game.round(race);
        graph_paper_game.free(race);
    }
    return 100 * (rounds / seeds / knowledge_rounds(sheet->knowledge) - 1);
}

static bool measure_alone(json_t *rows, struct sheet *sheet)
{
    double above[LEVEL_COUNT];
    bool reached = true;
    for (int level = 0; level < LEVEL_COUNT; level++) {
        above[level] = race_alone(sheet, (enum driver_level)level);
        reached = reached && above[level] >= targets[level].above_least &&
                  above[level] <= targets[level].above_most;
    }
    int best = knowledge_rounds(sheet->knowledge);
    if (rows)
        json_array_append_new(rows, json_pack("{s:s, s:s, s:i, s:f, s:f, s:f, s:f, s:s, s:b}",
                                              "name", "levels alone, above the fewest rounds",
                                              "track", sheet->track->name, "rounds", best, "rookie",
                                              above[LEVEL_ROOKIE], "club", above[LEVEL_CLUB], "pro",
                                              above[LEVEL_PRO], "ace", above[LEVEL_ACE], "unit",
                                              "%", "reached", reached));
    else
        printf("%-22s %3d rounds  rookie %+5.1f %%  club %+5.1f %%  pro %+5.1f %%  ace %+5.1f %%   "
               "%s\n",
               sheet->track->name, best, above[LEVEL_ROOKIE], above[LEVEL_CLUB], above[LEVEL_PRO],
               above[LEVEL_ACE], reached ? "reached" : "MISSED");
    fflush(stdout);
    return reached;
}

static bool measure_all_alone(json_t *rows, const char *folder, bool *reached, struct error *error)
{
    int count = 0;
    bool sound = true;
    char **names = file_list_folder(folder, ".svg", &count);
    if (!rows)
        printf("Alone, above the fewest rounds; targets: rookie 25 to 60 %%, club <= 15 %%, pro <= "
               "5 %%, ace 0 %%\n");
    for (int i = 0; i < count && sound; i++) {
        struct sheet sheet;
        sound = open_sheet(&sheet, folder, names[i], 1, error);
        if (sound && sheet.knowledge)
            *reached = measure_alone(rows, &sheet) && *reached;
        if (sound)
            close_sheet(&sheet);
    }
    file_free_names(names, count);
    return sound;
}

/* --- against each other --------------------------------------------------------------------------
 */

static const char *const race_tracks[] = {"kidney.svg", "three-ponds.svg", "boost-park.svg",
                                          "hairpin.svg"};
enum { RACE_TRACKS = sizeof race_tracks / sizeof *race_tracks };

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

static bool report_wins(json_t *rows, enum driver_level better, const int wins[RACE_TRACKS])
{
    double percent = 0;
    struct text name = {0};
    for (int i = 0; i < RACE_TRACKS; i++)
        percent += 100.0 * wins[i] / (TRACK_SEEDS * RACE_TRACKS);
    bool reached = percent >= wins_wanted;
    text_append_format(&name, "wins of %s over %s", driver_kinds[better].name,
                       driver_kinds[better - 1].name);
    if (rows)
        json_array_append_new(rows, json_pack("{s:s, s:f, s:s, s:f, s:b, s:[i,i,i,i], s:i}", "name",
                                              name.data, "median", percent, "unit", "%", "target",
                                              wins_wanted, "reached", reached, "wins", wins[0],
                                              wins[1], wins[2], wins[3], "races", TRACK_SEEDS));
    else
        printf("%-38s %12.2f %%    target >= %-8.0f %-8s %d, %d, %d, %d of %d races on each of "
               "four tracks\n",
               name.data, percent, wins_wanted, reached ? "reached" : "MISSED", wins[0], wins[1],
               wins[2], wins[3], TRACK_SEEDS);
    fflush(stdout);
    text_free(&name);
    return reached;
}

bool bench_level_races(json_t *rows, bool *reached, struct error *error)
{
    int wins[LEVEL_COUNT][RACE_TRACKS];
    const char *folder = command_asset_folder("tracks");
    if (!folder)
        return true;
    if (!measure_all_alone(rows, folder, reached, error))
        return false;
    for (int i = 0; i < RACE_TRACKS; i++) {
        struct sheet sheet;
        if (!open_sheet(&sheet, folder, race_tracks[i], 2, error))
            return false;
        for (int level = LEVEL_CLUB; level <= LEVEL_ACE; level++)
            wins[level][i] = count_wins(&sheet, (enum driver_level)level);
        close_sheet(&sheet);
    }
    for (int level = LEVEL_CLUB; level <= LEVEL_ACE; level++)
        *reached = report_wins(rows, (enum driver_level)level, wins[level]) && *reached;
    return true;
}
