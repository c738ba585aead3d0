/* The races of a tournament: who sits where, one race from its begin to its end, and the threads
 * that take one race after the other. A signal that ends programs ends the races that are going on
 * instead, and with them the programs that drive in them; a second one ends all. */
#include "base/memory.h"
#include "base/random.h"
#include "base/system/clock.h"
#include "commands/tournament.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static atomic_bool interrupted;

/* --- one race -------------------------------------------------------------------------------- */

const struct contested_track *tournament_track(const struct tournament *tournament, int race)
{
    return &tournament->tracks[race % tournament->track_count];
}

/* Round the table, seat by seat; when all have sat everywhere the table is turned over. */
int tournament_seat(const struct tournament *tournament, int race, int seat)
{
    int count = tournament->driver_count;
    int on_this_track = race / tournament->track_count;
    int shift = on_this_track % count;
    bool turned = on_this_track / count % 2 == 1;
    return turned ? (shift + count - seat) % count : (shift + seat) % count;
}

uint64_t tournament_seed(const struct tournament *tournament, int race)
{
    struct random random = random_seeded(tournament->setup.seed);
    random.state = random_next(&random) + (uint64_t)race;
    return random_next(&random);
}

struct running_race {
    const struct tournament *tournament;
    int number;
    struct setup setup;
    struct race *race;
    struct crew *crew;
    const char *names[PLAYER_LIMIT];          /* by seat */
    char remarks[PLAYER_LIMIT][REMARK_BYTES]; /* by driver */
};

static int driver_of_car(const struct running_race *running, int car)
{
    int player = running->setup.game->player_of(running->race, car);
    return tournament_seat(running->tournament, running->number, player - 1);
}

static void begin_race(struct running_race *running)
{
    const struct tournament *tournament = running->tournament;
    const struct contested_track *track = tournament_track(tournament, running->number);
    static const char *const names[PLAYER_LIMIT] = {"Driver 1", "Driver 2", "Driver 3", "Driver 4",
                                                    "Driver 5", "Driver 6", "Driver 7", "Driver 8"};
    const char *drivers[PLAYER_LIMIT];
    running->setup = tournament->setup;
    running->setup.course = track->course;
    running->setup.seed = tournament_seed(tournament, running->number);
    for (int seat = 0; seat < tournament->driver_count; seat++) {
        int driver = tournament_seat(tournament, running->number, seat);
        drivers[seat] = tournament->drivers[driver];
        running->names[seat] = names[driver];
    }
    running->race = running->setup.game->begin(&running->setup);
    running->crew = crew_create(
        &running->setup, drivers,
        (struct crew_options){tournament->bot_milliseconds, &interrupted, track->prepared});
}

/* Where several act at once, one action may bring many cars home. */
static void note_finishers(const struct running_race *running, int round,
                           struct outcome_of_driver *drivers)
{
    const struct game *game = running->setup.game;
    for (int car = 1; car <= game->car_count(running->race); car++) {
        struct standing standing;
        struct outcome_of_driver *driver = &drivers[driver_of_car(running, car)];
        game->standing(running->race, car, &standing);
        if (standing.finished && driver->rounds == 0)
            driver->rounds = round;
    }
}

/* False if it was interrupted. */
static bool act(struct running_race *running, struct outcome_of_driver *drivers)
{
    const struct game *game = running->setup.game;
    int car = race_next_car(running->race);
    int driver = driver_of_car(running, car);
    int round = game->round(running->race);
    struct text action = {0};
    struct text remark = {0};
    struct event_list events = {0};
    struct error error = {0};
    bool chosen = !atomic_load(&interrupted) &&
                  crew_choose(running->crew, running->race, car, running->names, &action, &remark);
    bool done = chosen && game->apply(running->race, car, text_string(&action), &events, &error);
    assert(done || !chosen);
    note_finishers(running, round, drivers);
    if (running->remarks[driver][0] == '\0')
        snprintf(running->remarks[driver], REMARK_BYTES, "%s", text_string(&remark));
    event_list_free(&events);
    text_free(&remark);
    text_free(&action);
    return done;
}

static void note_result(const struct running_race *running, struct outcome_of_driver *drivers)
{
    const struct game *game = running->setup.game;
    for (int car = 1; car <= game->car_count(running->race); car++) {
        bool taken_over;
        struct standing standing;
        struct outcome_of_driver *driver = &drivers[driver_of_car(running, car)];
        game->standing(running->race, car, &standing);
        driver->place = standing.place;
        driver->faults += crew_faults(running->crew, car, &taken_over);
        if (standing.by_points)
            driver->score = standing.points;
    }
}

static struct race_result race(struct running_race *running)
{
    struct race_result result = {0};
    begin_race(running);
    bool goes_on = true;
    while (goes_on && !running->setup.game->over(running->race))
        goes_on = act(running, result.drivers);
    if (goes_on)
        note_result(running, result.drivers);
    result.raced = goes_on;
    crew_free(running->crew, running->race);
    running->setup.game->free(running->race);
    return result;
}

/* --- many races ------------------------------------------------------------------------------ */

struct field {
    struct tournament *tournament;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t changed;
    int next;
    int done;
    int working;
    int remarked[PLAYER_LIMIT]; /* the number of the race that a remark is from */
};

/* The earliest race's remark stays, whichever thread comes first. */
static void keep_remarks(struct field *field, const struct running_race *running)
{
    struct tournament *tournament = field->tournament;
    for (int i = 0; i < tournament->driver_count; i++) {
        bool first = tournament->remarks[i][0] == '\0' || running->number < field->remarked[i];
        if (running->remarks[i][0] == '\0' || !first)
            continue;
        memcpy(tournament->remarks[i], running->remarks[i], REMARK_BYTES);
        field->remarked[i] = running->number;
    }
}

static void *work(void *data)
{
    struct field *field = data;
    struct tournament *tournament = field->tournament;
    pthread_mutex_lock(&field->lock);
    while (field->next < tournament->races && !atomic_load(&interrupted)) {
        struct running_race running = {.tournament = tournament, .number = field->next++};
        pthread_mutex_unlock(&field->lock);
        struct race_result result = race(&running);
        pthread_mutex_lock(&field->lock);
        tournament->results[running.number] = result;
        field->done += result.raced;
        keep_remarks(field, &running);
    }
    field->working--;
    pthread_cond_signal(&field->changed);
    pthread_mutex_unlock(&field->lock);
    return NULL;
}

enum { LOOK_MILLISECONDS = 200 };

static void wait_a_moment(struct field *field)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_MILLISECONDS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&field->changed, &field->lock, &until);
}

static void watch(struct field *field)
{
    bool watched = isatty(STDERR_FILENO);
    bool shown = false;
    while (field->working > 0) {
        wait_a_moment(field);
        if (!watched || field->working == 0)
            continue;
        fprintf(stderr, "\r%d of %d races ", field->done, field->tournament->races);
        fflush(stderr);
        shown = true;
    }
    if (shown)
        fprintf(stderr, "\r%40s\r", "");
}

static void interrupt(int number)
{
    (void)number;
    atomic_store(&interrupted, true);
}

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNAL_COUNT = sizeof ending_signals / sizeof *ending_signals };

static void catch_signals(struct sigaction before[SIGNAL_COUNT])
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaction(ending_signals[i], &action, &before[i]);
}

static void leave_signals(const struct sigaction before[SIGNAL_COUNT])
{
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaction(ending_signals[i], &before[i], NULL);
}

static bool is_by_points(const struct setup *setup)
{
    struct standing standing;
    struct race *begun = setup->game->begin(setup);
    setup->game->standing(begun, 1, &standing);
    setup->game->free(begun);
    return standing.by_points;
}

/* The work of preparing is done once a track; false if it was interrupted. */
static bool prepare_drivers(struct tournament *tournament)
{
    for (int i = 0; i < tournament->track_count; i++) {
        struct contested_track *track = &tournament->tracks[i];
        struct setup setup = tournament->setup;
        setup.course = track->course;
        tournament->by_points = is_by_points(&setup);
        track->prepared = prepared_make(&setup, &interrupted);
        if (!track->prepared)
            return false;
    }
    return true;
}

static void race_with_threads(struct tournament *tournament)
{
    struct field field = {.tournament = tournament,
                          .lock = PTHREAD_MUTEX_INITIALIZER,
                          .changed = PTHREAD_COND_INITIALIZER};
    int wanted = tournament->jobs < tournament->races ? tournament->jobs : tournament->races;
    int started = 0;
    pthread_t threads[JOBS_MOST];
    pthread_mutex_lock(&field.lock);
    while (started < wanted && pthread_create(&threads[started], NULL, work, &field) == 0)
        started++;
    field.working = started;
    watch(&field);
    pthread_mutex_unlock(&field.lock);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (started == 0) {
        field.working = 1;
        work(&field);
    }
}

bool tournament_race(struct tournament *tournament)
{
    struct sigaction before[SIGNAL_COUNT];
    tournament->results = memory_allocate((size_t)tournament->races, sizeof *tournament->results);
    atomic_store(&interrupted, false);
    catch_signals(before);
    if (prepare_drivers(tournament))
        race_with_threads(tournament);
    leave_signals(before);
    return !atomic_load(&interrupted);
}
