/* Races of the games of turns as their own drivers drive them: how long a decision takes, a hundred
 * races of clubs, and how the levels race. Each game's first preset, the processor's time.
 */
#include "base/memory.h"
#include "base/system/file.h"
#include "bench/bench.h"
#include "commands/command.h"
#include "drivers/driving.h"
#include "rules/circuit/circuit.h"
#include "rules/stock_cars/stock_cars.h"
#include "session/session.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLUBS = 6, RACES = 100, LEVEL_RACES = 100, LEVELS = 4, COURSES = 4, CLOSE_RACES = 400 };

static bool circuit_forced(const struct race *race, int car)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    return circuit_moves(race, car, moves) == 1;
}

static const struct {
    const struct game *game;
    const char *folder, *ending;
    bool (*forced)(const struct race *race, int car); /* only one action is allowed; NULL: never */
    const char *courses[COURSES];                     /* the first one for decisions and clubs */
} driven[] = {
    [BENCH_STOCK_CARS] = {&stock_cars_game,
                          "tracks/stock-cars",
                          ".map",
                          NULL,
                          {"harvest-oval", "thunder-bowl", "millbrook-short-track", "otter-creek"}},
    [BENCH_CIRCUIT] = {&circuit_game,
                       "tracks/circuit",
                       ".svg",
                       circuit_forced,
                       {"harbour-road", "long-meadow", "goat-steps", "three-abreast"}},
};

struct course bench_shipped_course(const char *name)
{
    struct error error = {0};
    char *path = command_track_path(name);
    struct course course = course_load(path, &error);
    assert(course.body);
    free(path);
    return course;
}

struct setup bench_driven_setup(enum bench_driven number, int course, int players)
{
    struct setup setup = setup_from_preset(driven[number].game, 0);
    setup.course = bench_shipped_course(driven[number].courses[course]);
    setup.players = players;
    return setup;
}

static bool is_forced(const struct race *race, int car)
{
    for (size_t i = 0; i < sizeof driven / sizeof *driven; i++)
        if (driven[i].game == race->game && driven[i].forced)
            return driven[i].forced(race, car);
    return false;
}

void bench_drive_on(struct race *race, const struct setup *setup, struct prepared *prepared,
                    const int *levels, struct bench_entries *entries, struct event_list *events)
{
    const struct driving *driving = driving_of(setup->game);
    struct text action = {0};
    while (!setup->game->over(race)) {
        struct error error;
        int car = race_next_car(race);
        struct race *known = race_copy_for(race, car, setup->seed);
        int64_t begin = clock_processor_nanoseconds();
        text_clear(&action);
        driving->choose(levels[car - 1], prepared_body(prepared), known, car, NULL, &action);
        if (entries && entries->count < BENCH_ENTRIES_MOST) {
            entries->times[entries->count] = bench_processor_milliseconds_since(begin);
            entries->cars[entries->count] = car;
            entries->forced[entries->count] = is_forced(race, car);
            snprintf(entries->actions[entries->count++], BENCH_ACTION_BYTES, "%s",
                     text_string(&action));
        }
        setup->game->free(known);
        bool done = setup->game->apply(race, car, text_string(&action), events, &error);
        assert(done);
        (void)done;
    }
    text_free(&action);
}

struct race *bench_drive(const struct setup *setup, struct prepared *prepared, const int *levels,
                         struct bench_entries *entries)
{
    struct race *race = setup->game->begin(setup);
    struct event_list events = {0};
    bench_drive_on(race, setup, prepared, levels, entries, &events);
    event_list_free(&events);
    return race;
}

/* The median of those in which there was something to choose. */
double bench_driven_decision(struct bench_ground *ground)
{
    int level = ground->row->numbers[0], game = ground->row->numbers[1];
    int levels[PLAYER_LIMIT];
    struct bench_entries *entries = memory_allocate(1, sizeof *entries);
    struct setup setup = bench_driven_setup((enum bench_driven)game, 0, PLAYER_LIMIT);
    struct prepared *prepared = prepared_make(&setup, NULL);
    for (int i = 0; i < PLAYER_LIMIT; i++)
        levels[i] = level;
    setup.game->free(bench_drive(&setup, prepared, levels, entries));
    int count = 0;
    for (int i = 0; i < entries->count; i++)
        if (!entries->forced[i])
            entries->times[count++] = entries->times[i];
    double median = bench_median(entries->times, count);
    snprintf(ground->about, sizeof ground->about, "%s, %d decisions, the longest %.2f ms",
             driven[game].courses[0], count, entries->times[count - 1]);
    prepared_release(prepared);
    course_release(setup.course);
    free(entries);
    return median;
}

double bench_driven_races(struct bench_ground *ground)
{
    static const int levels[CLUBS] = {BENCH_CLUB, BENCH_CLUB, BENCH_CLUB,
                                      BENCH_CLUB, BENCH_CLUB, BENCH_CLUB};
    int game = ground->row->numbers[1];
    struct setup setup = bench_driven_setup((enum bench_driven)game, 0, CLUBS);
    int64_t begin = clock_processor_nanoseconds();
    struct prepared *prepared = prepared_make(&setup, NULL);
    for (int race = 0; race < RACES; race++) {
        setup.seed = (uint64_t)race + 1;
        setup.game->free(bench_drive(&setup, prepared, levels, NULL));
    }
    double time = bench_processor_milliseconds_since(begin);
    snprintf(ground->about, sizeof ground->about, "%s, with what is known prepared",
             driven[game].courses[0]);
    prepared_release(prepared);
    course_release(setup.course);
    return time;
}

/* By level, in each race of a game; 0: it is not driven yet. */
static int places[BENCH_CIRCUIT + 1][COURSES][LEVEL_RACES][LEVELS];

/* One car of each level in one race, who move one place on with each race. */
static void race_levels(enum bench_driven game, int course)
{
    struct setup setup = bench_driven_setup(game, course, LEVELS);
    struct prepared *prepared = prepared_make(&setup, NULL);
    for (int number = 0; number < LEVEL_RACES; number++) {
        int levels[LEVELS];
        for (int car = 0; car < LEVELS; car++)
            levels[car] = (car + number) % LEVELS;
        setup.seed = (uint64_t)number + 1;
        struct race *race = bench_drive(&setup, prepared, levels, NULL);
        for (int car = 0; car < LEVELS; car++) {
            struct standing standing = {0};
            race_tell_standing(race, car + 1, &standing);
            places[game][course][number][levels[car]] = standing.place;
        }
        setup.game->free(race);
    }
    prepared_release(prepared);
    course_release(setup.course);
}

/* The rows of a game ask about the same races: the first one drives them. */
double bench_driven_wins(struct bench_ground *ground)
{
    int better = ground->row->numbers[0], game = ground->row->numbers[1];
    int halves[COURSES] = {0}, sum = 0;
    for (int i = 0; i < COURSES; i++) {
        if (places[game][i][0][0] == 0)
            race_levels((enum bench_driven)game, i);
        for (int number = 0; number < LEVEL_RACES; number++) {
            const int *place = places[game][i][number];
            halves[i] += (place[better] < place[better - 1]) + (place[better] <= place[better - 1]);
        }
        sum += halves[i];
    }
    snprintf(ground->about, sizeof ground->about, "%.1f, %.1f, %.1f, %.1f of %d races on each",
             halves[0] / 2.0, halves[1] / 2.0, halves[2] / 2.0, halves[3] / 2.0, LEVEL_RACES);
    return 50.0 * sum / (LEVEL_RACES * COURSES);
}

/* --- how close races end ---------------------------------------------------------------------- */

/* When the first car has finished, how far the second is behind: turns until it finishes, too, or
 * rows at the end of the turn. The race is driven again by what was entered. */
struct finish {
    int turns, rows;
};

static int rows_of(const struct setup *setup, const struct race *race, int car, int beyond)
{
    const struct circuit *circuit = setup->course.body;
    bool races = circuit_car(race, car)->status == CIRCUIT_RACING;
    return beyond >= 0 ? setup->values[CIRCUIT_LAPS] * circuit->rows + beyond
           : races     ? circuit_position(race, car)
                       : 0;
}

static int second_behind(const struct setup *setup, const struct race *race, const int *beyond)
{
    int first = 0, second = 0;
    for (int car = 1; car <= LEVELS; car++) {
        int rows = rows_of(setup, race, car, beyond[car - 1]);
        second = rows > first ? first : rows > second ? rows : second;
        first = rows > first ? rows : first;
    }
    return first - second;
}

static struct finish finish_of(const struct setup *setup, const struct bench_entries *entries)
{
    struct finish finish = {-1, -1};
    int first = 0, beyond[LEVELS] = {-1, -1, -1, -1};
    struct event_list events = {0};
    struct race *race = setup->game->begin(setup);
    for (int i = 0; i < entries->count; i++) {
        struct error error;
        int turn = setup->game->round(race);
        bool circuit = setup->game == &circuit_game;
        setup->game->apply(race, entries->cars[i], entries->actions[i], &events, &error);
        for (int k = 0; k < events.count; k++) {
            const struct event *event = &events.items[k];
            if (strcmp(event->type, "finished") != 0)
                continue;
            finish.turns = first && finish.turns < 0 ? turn - first : finish.turns;
            first = first ? first : turn;
            if (circuit && turn == first)
                beyond[event->car - 1] = circuit_event(event)->number;
        }
        event_list_clear(&events);
        bool ends = setup->game->round(race) > turn || setup->game->over(race);
        if (circuit && first && ends && finish.rows < 0)
            finish.rows = second_behind(setup, race, beyond);
    }
    event_list_free(&events);
    setup->game->free(race);
    return finish;
}

static double closeness_on(enum bench_driven game, const char *name)
{
    static const int levels[LEVELS] = {BENCH_CLUB, BENCH_CLUB, BENCH_CLUB, BENCH_CLUB};
    struct bench_entries *entries = memory_allocate(1, sizeof *entries);
    struct setup setup = setup_from_preset(driven[game].game, 0);
    double behind[CLOSE_RACES];
    setup.course = bench_shipped_course(name);
    setup.players = LEVELS;
    struct prepared *prepared = prepared_make(&setup, NULL);
    for (int number = 0; number < CLOSE_RACES; number++) {
        setup.seed = (uint64_t)number + 1;
        entries->count = 0;
        setup.game->free(bench_drive(&setup, prepared, levels, entries));
        struct finish finish = finish_of(&setup, entries);
        int found = game == BENCH_CIRCUIT ? finish.rows : finish.turns;
        behind[number] = found < 0 ? 1000 : found; /* nobody else came in */
    }
    prepared_release(prepared);
    course_release(setup.course);
    free(entries);
    return bench_median(behind, CLOSE_RACES);
}

double bench_driven_closeness(struct bench_ground *ground)
{
    enum bench_driven game = (enum bench_driven)ground->row->numbers[1];
    const char *folder = command_asset_folder(driven[game].folder);
    int count = 0;
    double most = 0;
    char **names = folder ? file_list_folder(folder, driven[game].ending, &count) : NULL;
    for (int i = 0; i < count; i++) {
        names[i][strlen(names[i]) - strlen(driven[game].ending)] = '\0';
        double behind = closeness_on(game, names[i]);
        size_t used = strlen(ground->about);
        snprintf(ground->about + used, sizeof ground->about - used, "%s%s: %.0f", i > 0 ? ", " : "",
                 names[i], behind);
        most = behind > most ? behind : most;
    }
    ground->missed |= count == 0;
    file_free_names(names, count);
    return most;
}
