/* Circuit: how fields of six clubs race under force-pass on the circuits of 40 to 64 rows: turns
 * and forced passes, and how often a car of each build wins where six different ones are drawn. The
 * races are the same ones each time.
 */
#include "base/number.h"
#include "base/system/file.h"
#include "bench/bench.h"
#include "commands/command.h"
#include "drivers/driving.h"
#include "rules/circuit/circuit.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    FIELD = 6,
    RACES = 2000,
    BUILT_RACES = 20000, /* a build is in 2,350 of them: one standard error is 0.9 % */
    COURSES_MOST = 16,
    ROWS_LEAST = 40,
    ROWS_MOST = 64,
    TURNS_LEAST = 15,
    TURNS_MOST = 25,
    PASSES_LEAST = 3, /* on two lanes */
    TOLD = 6
};

struct courses {
    int count;
    struct setup setups[COURSES_MOST];
    struct prepared *prepared[COURSES_MOST];
};

static struct courses load_courses(void)
{
    struct courses courses = {0};
    const char *folder = command_asset_folder("tracks/circuit");
    int count = 0;
    char **names = folder ? file_list_folder(folder, ".svg", &count) : NULL;
    for (int i = 0; i < count && courses.count < COURSES_MOST; i++) {
        struct setup setup = setup_from_preset(&circuit_game, CIRCUIT_PRESET_FORCE_PASS);
        names[i][strlen(names[i]) - strlen(".svg")] = '\0';
        setup.course = bench_shipped_course(names[i]);
        setup.players = FIELD;
        int rows = circuit_of(&setup)->rows;
        if (rows < ROWS_LEAST || rows > ROWS_MOST) {
            course_release(setup.course);
            continue;
        }
        courses.setups[courses.count] = setup;
        courses.prepared[courses.count++] = prepared_make(&setup, NULL);
    }
    file_free_names(names, count);
    assert(courses.count > 0);
    return courses;
}

static void free_courses(struct courses *courses)
{
    for (int i = 0; i < courses->count; i++) {
        prepared_release(courses->prepared[i]);
        course_release(courses->setups[i].course);
    }
}

static void enter_build(struct race *race, int car, const struct build *build,
                        struct event_list *events)
{
    const int *points = build->points;
    struct error error;
    char action[32];
    snprintf(action, sizeof action, "build %d %d %d %d %d", points[0], points[1], points[2],
             points[3], points[4]);
    bool done = circuit_game.apply(race, car, action, events, &error);
    assert(done);
    (void)done;
}

/* To its end, with these builds or as clubs build; the caller frees it. */
static struct race *race_field(const struct setup *setup, struct prepared *prepared,
                               const struct build *builds, int *passes)
{
    static const int levels[FIELD] = {BENCH_CLUB, BENCH_CLUB, BENCH_CLUB,
                                      BENCH_CLUB, BENCH_CLUB, BENCH_CLUB};
    struct race *race = circuit_game.begin(setup);
    struct event_list events = {0};
    for (int car = 1; builds && car <= FIELD; car++)
        enter_build(race, car, &builds[car - 1], &events);
    bench_drive_on(race, setup, prepared, levels, NULL, &events);
    for (int i = 0; i < events.count; i++)
        *passes += circuit_event(&events.items[i])->type == CIRCUIT_EVENT_PASSED;
    event_list_free(&events);
    return race;
}

double bench_circuit_field(struct bench_ground *ground)
{
    struct courses courses = load_courses();
    double most = 0;
    for (int i = 0; i < courses.count; i++) {
        struct setup *setup = &courses.setups[i];
        const struct circuit *circuit = circuit_of(setup);
        int turns = 0, passes = 0, races = RACES / courses.count;
        for (int number = 0; number < races; number++) {
            setup->seed = (uint64_t)number + 1;
            struct race *race = race_field(setup, courses.prepared[i], NULL, &passes);
            turns += circuit_game.round(race);
            circuit_game.free(race);
        }
        double mean = (double)turns / races, passed = (double)passes / races;
        size_t used = strlen(ground->about);
        snprintf(ground->about + used, sizeof ground->about - used, "%s%s: %.1f, %.1f passes",
                 i > 0 ? ", " : "", circuit->name, mean, passed);
        ground->missed |= mean < TURNS_LEAST || mean > TURNS_MOST;
        ground->missed |= circuit->lanes == 2 && passed < PASSES_LEAST;
        most = mean > most ? mean : most;
    }
    free_courses(&courses);
    return most;
}

/* --- builds ----------------------------------------------------------------------------------- */

struct tally {
    int seats;
    double wins; /* a shared one in equal parts */
};

static int index_of(const struct build *all, int count, const struct build *build)
{
    int index = 0;
    while (index < count - 1 && memcmp(&all[index], build, sizeof *build) != 0)
        index++;
    return index;
}

/* Six different ones, each six as likely as any other. */
static void draw_builds(struct random *random, struct build *all, int count, struct build *field)
{
    for (int i = 0; i < FIELD; i++) {
        int drawn = i + (int)random_below(random, (uint32_t)(count - i));
        field[i] = all[drawn];
        all[drawn] = all[i];
        all[i] = field[i];
    }
}

static void count_race(const struct race *race, const struct build *all, int count,
                       struct tally *tallies)
{
    int winners = 0;
    for (int car = 1; car <= FIELD; car++)
        winners += circuit_car(race, car)->place == 1;
    for (int car = 1; car <= FIELD; car++) {
        struct tally *tally = &tallies[index_of(all, count, &circuit_car(race, car)->build)];
        tally->seats++;
        tally->wins += circuit_car(race, car)->place == 1 ? 1.0 / winners : 0;
    }
}

static double share_of(const struct tally *tally)
{
    return tally->seats > 0 ? 100 * tally->wins / tally->seats : 0;
}

double bench_circuit_builds(struct bench_ground *ground)
{
    struct courses courses = load_courses();
    struct tally tallies[CIRCUIT_BUILDS] = {0};
    struct build all[CIRCUIT_BUILDS], drawn[CIRCUIT_BUILDS];
    int count = build_list(&courses.setups[0], all, CIRCUIT_BUILDS);
    struct random random = random_seeded(BUILT_RACES);
    memcpy(drawn, all, sizeof drawn);
    size_t used = 0;
    double most = 0;
    for (int number = 0; number < BUILT_RACES; number++) {
        int course = number % courses.count, passes = 0;
        struct setup *setup = &courses.setups[course];
        struct build field[FIELD];
        setup->seed = (uint64_t)(number / courses.count) + 1;
        draw_builds(&random, drawn, count, field);
        struct race *race = race_field(setup, courses.prepared[course], field, &passes);
        count_race(race, all, count, tallies);
        circuit_game.free(race);
    }
    for (int told = 0; told < TOLD; told++) {
        int best = 0;
        for (int i = 1; i < count; i++)
            best = share_of(&tallies[i]) > share_of(&tallies[best]) ? i : best;
        const int *points = all[best].points;
        most = told == 0 ? share_of(&tallies[best]) : most;
        used += (size_t)snprintf(ground->about + used, sizeof ground->about - used,
                                 "%s%d %d %d %d %d: %.1f %% of %d", told > 0 ? ", " : "", points[0],
                                 points[1], points[2], points[3], points[4],
                                 share_of(&tallies[best]), tallies[best].seats);
        tallies[best].seats = 0;
    }
    free_courses(&courses);
    return most;
}
