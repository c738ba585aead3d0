/* See crew.h. */
#include "drivers/crew.h"

#include "base/hash.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct member {
    int level; /* -1: a person, or a bot */
    struct bot *bot;
    int faults, faults_in_a_row;
};

struct crew {
    const struct setup *setup;
    const struct driving *driving;
    struct crew_options options;
    struct prepared *prepared;
    int car_count;                    /* 0: persons drive all of them */
    struct member members[CAR_LIMIT]; /* of car n: members[n - 1] */
};

/* Which cars are whose is the race's to say, and beginning one is work on a large sheet: not for
 * persons alone. */
static void seat_all(struct crew *crew, const char *const *drivers)
{
    const struct game *game = crew->setup->game;
    struct race *race = game->begin(crew->setup);
    crew->car_count = game->car_count(race);
    for (int car = 1; car <= crew->car_count; car++) {
        const char *driver = drivers[game->player_of(race, car) - 1];
        struct bot_options options = {.turn_milliseconds = crew->options.bot_milliseconds,
                                      .cancelled = crew->options.cancelled};
        const char *command = driver_command(driver);
        crew->members[car - 1].level = driver_find_level(crew->setup->game, driver);
        if (command)
            crew->members[car - 1].bot = bot_create(command, crew->setup, car, options);
    }
    game->free(race);
}

struct crew *crew_create(const struct setup *setup, const char *const *drivers,
                         struct crew_options options)
{
    struct crew *crew = memory_allocate(1, sizeof *crew);
    crew->setup = setup;
    crew->driving = driving_of(setup->game);
    crew->options = options;
    crew->prepared = options.prepared ? prepared_retain(options.prepared) : NULL;
    for (int i = 0; i < setup->players && crew->car_count == 0; i++)
        if (!driver_is_human(drivers[i]))
            seat_all(crew, drivers);
    return crew;
}

static int place_of(const struct race *race, int car)
{
    struct standing standing;
    race->game->standing(race, car, &standing);
    return standing.place;
}

void crew_free(struct crew *crew, const struct race *race)
{
    if (!crew)
        return;
    for (int i = 0; i < crew->car_count; i++)
        if (crew->members[i].bot)
            bot_free(crew->members[i].bot, race ? place_of(race, i + 1) : 0);
    prepared_release(crew->prepared);
    free(crew);
}

bool crew_drives(const struct crew *crew, int car)
{
    assert(car >= 1 && car <= CAR_LIMIT);
    return car <= crew->car_count &&
           (crew->members[car - 1].level >= 0 || crew->members[car - 1].bot);
}

static bool is_cancelled(const struct crew *crew)
{
    return crew->options.cancelled && atomic_load(crew->options.cancelled);
}

int crew_next_car(const struct crew *crew, const struct race *race)
{
    int cars[CAR_LIMIT];
    bool secret;
    int count = race->game->owes(race, cars, &secret);
    for (int i = 0; i < count; i++)
        if (crew_drives(crew, cars[i]))
            return cars[i];
    return 0;
}

static bool choose_by_level(struct crew *crew, int level, const struct race *race, int car,
                            struct text *action)
{
    struct budget budget = {.cancelled = crew->options.cancelled};
    if (!crew->prepared)
        crew->prepared = prepared_make(crew->setup, &budget);
    if (crew->prepared)
        crew->driving->choose(level, prepared_body(crew->prepared), race, car, &budget, action);
    return action->length > 0;
}

static bool choose(struct crew *crew, const struct race *race, int car, const char *const *names,
                   struct text *action, struct text *remark)
{
    struct member *member = &crew->members[car - 1];
    if (member->level >= 0)
        return choose_by_level(crew, member->level, race, car, action);
    if (member->faults_in_a_row >= CREW_FAULT_LIMIT)
        return choose_by_level(crew, crew->driving->substitute, race, car, action);
    const char *name = names[race->game->player_of(race, car) - 1];
    struct error fault = {0};
    if (bot_choose(member->bot, race, action, &fault)) {
        member->faults_in_a_row = 0;
        return true;
    }
    if (is_cancelled(crew))
        return false;
    member->faults++;
    member->faults_in_a_row++;
    size_t length = strlen(fault.text);
    const char *stop = length > 0 && fault.text[length - 1] == '.' ? "" : ".";
    text_clear(action);
    const char *instead = crew->driving->stand_in(race, car, action);
    if (member->faults_in_a_row >= CREW_FAULT_LIMIT)
        instead = "A computer driver takes over";
    text_append_format(remark, "%s's program %s%s %s.", name, fault.text, stop, instead);
    return true;
}

/* What is drawn anew for those who must not know is the same whenever it is asked. */
static uint64_t seed_of(const struct crew *crew, const struct race *race, int car)
{
    uint64_t hash = hash_number(HASH_START, (int64_t)crew->setup->seed);
    return hash_number(hash_number(hash, race->game->round(race)), car);
}

bool crew_choose(struct crew *crew, const struct race *race, int car, const char *const *names,
                 struct text *action, struct text *remark)
{
    assert(crew_drives(crew, car));
    struct race *known = NULL; /* where anything is hidden */
    if (race->game->copy_for)
        known = race->game->copy_for(race, car, seed_of(crew, race, car));
    bool chosen = choose(crew, known ? known : race, car, names, action, remark);
    race->game->free(known);
    return chosen;
}

int crew_faults(const struct crew *crew, int car, bool *taken_over)
{
    const struct member *member = &crew->members[car - 1];
    *taken_over = member->faults_in_a_row >= CREW_FAULT_LIMIT;
    return member->faults;
}
