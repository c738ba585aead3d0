/* Circuit: what turns and lists of moves take of the rules' time, and how soon the fewest turns are
 * counted. Preset force-pass, the processor's time.
 */
#include "rules/circuit/circuit.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "bench/bench.h"
#include "commands/command.h"
#include "drivers/driving.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CARS = PLAYER_LIMIT, ROUNDS = 10, TRIES = 100 };

static struct bench_entries *drive(const struct setup *setup)
{
    int levels[CARS];
    struct bench_entries *entries = memory_allocate(1, sizeof *entries);
    struct prepared *prepared = prepared_make(setup, NULL);
    for (int i = 0; i < CARS; i++)
        levels[i] = BENCH_CLUB;
    circuit_game.free(bench_drive(setup, prepared, levels, entries));
    prepared_release(prepared);
    return entries;
}

static void enter(struct race *race, const struct bench_entries *entries, int entry,
                  struct event_list *events)
{
    struct error error;
    bool done =
        circuit_game.apply(race, entries->cars[entry], entries->actions[entry], events, &error);
    assert(done);
    (void)done;
    event_list_clear(events);
}

/* Microseconds for a turn of eight cars, from the first speed to the end of the turn. */
double bench_circuit_turn(struct bench_ground *ground)
{
    struct setup setup = bench_driven_setup(BENCH_CIRCUIT, 0, CARS);
    struct bench_entries *entries = drive(&setup);
    struct event_list events = {0};
    int turns = 0;
    double microseconds = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct race *race = circuit_game.begin(&setup);
        for (int i = 0; i < CARS; i++)
            enter(race, entries, i, &events);
        int64_t start = clock_processor_nanoseconds();
        for (int i = CARS; i < entries->count; i++)
            enter(race, entries, i, &events);
        microseconds += 1e3 * bench_processor_milliseconds_since(start);
        turns += circuit_game.round(race);
        circuit_game.free(race);
    }
    snprintf(ground->about, sizeof ground->about, "Harbour road, %d turns of club drivers", turns);
    event_list_free(&events);
    course_release(setup.course);
    free(entries);
    return microseconds / turns;
}

/* Microseconds for a list of moves, the mean over all that a race was asked for after the builds.
 */
double bench_circuit_moves(struct bench_ground *ground)
{
    struct setup setup = bench_driven_setup(BENCH_CIRCUIT, 0, CARS);
    struct bench_entries *entries = drive(&setup);
    struct event_list events = {0};
    struct race *race = circuit_game.begin(&setup);
    double microseconds = 0;
    int listed = 0;
    for (int i = 0; i < entries->count; i++) {
        struct circuit_move moves[CIRCUIT_MOVES];
        int64_t start = clock_processor_nanoseconds();
        for (int times = 0; times < TRIES && i >= CARS; times++)
            listed += circuit_moves(race, entries->cars[i], moves);
        if (i >= CARS)
            microseconds += 1e3 * bench_processor_milliseconds_since(start);
        enter(race, entries, i, &events);
    }
    int asked = entries->count - CARS;
    snprintf(ground->about, sizeof ground->about, "Harbour road, %d lists of %.1f moves", asked,
             (double)listed / asked / TRIES);
    circuit_game.free(race);
    event_list_free(&events);
    course_release(setup.course);
    free(entries);
    return microseconds / asked / TRIES;
}

/* Milliseconds for the slowest circuit that ships: of all builds, or of the standard one. */
double bench_circuit_pars(struct bench_ground *ground)
{
    const char *folder = command_asset_folder("tracks/circuit");
    bool all = ground->row->numbers[0];
    int count = 0;
    double most = 0;
    char **names = folder ? file_list_folder(folder, ".svg", &count) : NULL;
    for (int i = 0; i < count; i++) {
        struct setup setup = setup_from_preset(&circuit_game, CIRCUIT_PRESET_FORCE_PASS);
        struct error error = {0};
        names[i][strlen(names[i]) - strlen(".svg")] = '\0';
        setup.course = bench_shipped_course(names[i]);
        if (!all)
            setup.values[CIRCUIT_BUILD] = BUILD_STANDARD;
        int64_t begin = clock_processor_nanoseconds();
        int turns = driving_of(&circuit_game)->find_par(&setup, false, NULL, NULL, &error);
        double time = bench_processor_milliseconds_since(begin);
        size_t used = strlen(ground->about);
        snprintf(ground->about + used, sizeof ground->about - used, "%s%s: %.0f ms, %d turns",
                 i > 0 ? ", " : "", names[i], time, turns);
        ground->missed |= turns <= 0;
        most = time > most ? time : most;
        course_release(setup.course);
    }
    ground->missed |= count == 0;
    file_free_names(names, count);
    return most;
}
