/* The races of a tournament: who sits where, one race from its begin to its end, and the threads
 * that take one race after the other. A signal that ends programs ends the races that are going on
 * instead, and with them the programs that drive in them; a second one ends all. */
#include "base/memory.h"
#include "base/random.h"
#include "base/system/team.h"
#include "base/system/terminal.h"
#include "commands/tournament.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* The first fault of each program in the races of one thread. */
struct remarks {
    struct {
        int race;
        char text[REMARK_BYTES]; /* or "" */
    } of[PLAYER_LIMIT];
};

struct running_race {
    const struct tournament *tournament;
    int number;
    struct setup setup;
    struct race *race;
    struct crew *crew;
    const char *names[PLAYER_LIMIT]; /* by seat */
    const atomic_bool *interrupted;
    struct remarks *remarks; /* of the thread that it is raced by */
    bool tallies;            /* the game has columns with an average: all events are kept */
    struct event_list events;
    int *rounds; /* an event */
    int round_room;
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
    const struct standing_column *columns = running->setup.game->columns;
    for (int i = 0; columns[i].id; i++)
        running->tallies |= columns[i].parts > 0;
    running->crew = crew_create(
        &running->setup, drivers,
        (struct crew_options){tournament->bot_milliseconds, running->interrupted, track->prepared});
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

/* Of the events that were added behind so many. */
static void note_events(struct running_race *running, int before, int round)
{
    if (!running->tallies) {
        event_list_clear(&running->events);
        return;
    }
    if (running->events.count > running->round_room) {
        running->round_room = 2 * running->events.count;
        running->rounds =
            memory_resize(running->rounds, (size_t)running->round_room, sizeof *running->rounds);
    }
    for (int i = before; i < running->events.count; i++)
        running->rounds[i] = round;
}

static void keep_remark(const struct running_race *running, int driver, const char *remark)
{
    struct remarks *kept = running->remarks;
    if (remark[0] == '\0' || (kept->of[driver].text[0] && kept->of[driver].race <= running->number))
        return;
    kept->of[driver].race = running->number;
    snprintf(kept->of[driver].text, REMARK_BYTES, "%s", remark);
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
    struct error error = {0};
    int told = running->events.count;
    bool chosen = !atomic_load(running->interrupted) &&
                  crew_choose(running->crew, running->race, car, running->names, &action, &remark);
    bool done =
        chosen && game->apply(running->race, car, text_string(&action), &running->events, &error);
    assert(done || !chosen);
    note_events(running, told, round);
    note_finishers(running, round, drivers);
    keep_remark(running, driver, text_string(&remark));
    text_free(&remark);
    text_free(&action);
    return done;
}

static void note_columns(const struct running_race *running, struct outcome_of_driver *drivers)
{
    const struct game *game = running->setup.game;
    const struct event_list *events = &running->events;
    struct standing standings[CAR_LIMIT] = {0};
    struct told_event *told = memory_allocate((size_t)events->count + 1, sizeof *told);
    for (int i = 0; i < events->count; i++)
        told[i] = (struct told_event){&events->items[i], running->rounds[i]};
    game->tally(running->race, told, events->count, standings);
    for (int car = 1; car <= game->car_count(running->race); car++)
        for (int i = 0; game->columns[i].id; i++)
            drivers[driver_of_car(running, car)].columns[i] += standings[car - 1].values[i].number;
    free(told);
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
    if (goes_on && running->tallies)
        note_columns(running, result.drivers);
    result.raced = goes_on;
    crew_free(running->crew, running->race);
    running->setup.game->free(running->race);
    event_list_free(&running->events);
    free(running->rounds);
    return result;
}

/* --- many races ------------------------------------------------------------------------------ */

struct field {
    struct tournament *tournament;
    const atomic_bool *interrupted;
    struct remarks *remarks; /* a thread */
    atomic_int done;
};

static void work(void *data, int number, int worker)
{
    struct field *field = data;
    struct tournament *tournament = field->tournament;
    if (atomic_load(field->interrupted))
        return;
    struct running_race running = {.tournament = tournament,
                                   .number = number,
                                   .interrupted = field->interrupted,
                                   .remarks = &field->remarks[worker]};
    tournament->results[number] = race(&running);
    terminal_tell("%d of %d races", atomic_fetch_add(&field->done, 1) + 1, tournament->races);
}

/* The earliest race's remark counts, whichever thread came first. */
static void take_remarks(struct tournament *tournament, const struct remarks *remarks, int threads)
{
    for (int driver = 0; driver < tournament->driver_count; driver++) {
        const struct remarks *first = &remarks[0];
        for (int i = 1; i < threads; i++)
            if (remarks[i].of[driver].text[0] &&
                (!first->of[driver].text[0] || remarks[i].of[driver].race < first->of[driver].race))
                first = &remarks[i];
        memcpy(tournament->remarks[driver], first->of[driver].text, REMARK_BYTES);
    }
}

static bool is_by_points(const struct setup *setup)
{
    struct standing standing;
    struct race *begun = setup->game->begin(setup);
    setup->game->standing(begun, 1, &standing);
    setup->game->free(begun);
    return standing.by_points;
}

/* Drivers may know the end of a race with others alone: then it is counted for itself. */
static void find_best(const struct setup *setup, const atomic_bool *interrupted,
                      struct contested_track *track)
{
    const struct driving *driving = driving_of(setup->game);
    struct setup alone = *setup;
    struct budget budget = {.cancelled = interrupted};
    alone.players = 1;
    track->best = prepared_rounds(track->prepared);
    track->best_of = driving->par_of ? driving->par_of(&alone)
                                     : "a car that nobody meets, with all extras, on the track";
    if (track->best == 0 && driving->par_of)
        track->best = driving->find_par(&alone, false, &budget, NULL, &(struct error){0});
    track->best = track->best > 0 ? track->best : 0;
}

/* The work of preparing is done once a track; false if it was interrupted. */
static bool prepare_drivers(struct tournament *tournament, const atomic_bool *interrupted)
{
    for (int i = 0; i < tournament->track_count; i++) {
        struct contested_track *track = &tournament->tracks[i];
        struct setup setup = tournament->setup;
        struct budget budget = {.cancelled = interrupted};
        setup.course = track->course;
        tournament->by_points = is_by_points(&setup);
        track->prepared = prepared_make(&setup, &budget);
        if (!track->prepared)
            return false;
        find_best(&setup, interrupted, track);
    }
    return true;
}

static void race_with_threads(struct tournament *tournament, const atomic_bool *interrupted)
{
    struct team *team =
        team_create(tournament->jobs < tournament->races ? tournament->jobs : tournament->races);
    int threads = team_size(team);
    struct field field = {.tournament = tournament, .interrupted = interrupted};
    field.remarks = memory_allocate((size_t)threads, sizeof *field.remarks);
    team_run(team, work, &field, tournament->races);
    terminal_clear();
    take_remarks(tournament, field.remarks, threads);
    free(field.remarks);
    team_free(team);
}

bool tournament_race(struct tournament *tournament)
{
    tournament->results = memory_allocate((size_t)tournament->races, sizeof *tournament->results);
    const atomic_bool *interrupted = terminal_catch_interrupts();
    if (prepare_drivers(tournament, interrupted))
        race_with_threads(tournament, interrupted);
    terminal_leave_interrupts();
    return !atomic_load(interrupted);
}
