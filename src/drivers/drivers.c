/* See drivers.h. */
#include "drivers/drivers.h"

#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct member {
    int level; /* -1: a person, or a bot */
    struct bot *bot;
    int faults, faults_in_a_row;
};

struct drivers {
    const struct setup *setup;
    const struct driving *driving;
    struct drivers_options options;
    struct prepared *prepared;
    int car_count;                    /* 0: persons drive all of them */
    struct member members[CAR_LIMIT]; /* of car n: members[n - 1] */
};

/* Which cars are whose is the race's to say, and beginning one is work on a large sheet: not for
 * persons alone. */
static void seat_all(struct drivers *drivers, const char *const *seats)
{
    const struct game *game = drivers->setup->game;
    struct race *race = game->begin(drivers->setup);
    drivers->car_count = game->car_count(race);
    for (int car = 1; car <= drivers->car_count; car++) {
        const char *driver = seats[game->player_of(race, car) - 1];
        struct bot_options options = {.turn_milliseconds = drivers->options.bot_milliseconds,
                                      .cancelled = drivers->options.cancelled};
        const char *command = driver_command(driver);
        drivers->members[car - 1].level = driver_find_level(drivers->setup->game, driver);
        if (command)
            drivers->members[car - 1].bot = bot_create(command, drivers->setup, car, options);
    }
    game->free(race);
}

struct drivers *drivers_create(const struct setup *setup, const char *const *seats,
                               struct drivers_options options)
{
    struct drivers *drivers = memory_allocate(1, sizeof *drivers);
    drivers->setup = setup;
    drivers->driving = driving_of(setup->game);
    drivers->options = options;
    drivers->prepared = options.prepared ? prepared_retain(options.prepared) : NULL;
    for (int i = 0; i < setup->players && drivers->car_count == 0; i++)
        if (!driver_is_human(seats[i]))
            seat_all(drivers, seats);
    return drivers;
}

static int place_of(const struct race *race, int car)
{
    struct standing standing;
    race->game->standing(race, car, &standing);
    return standing.place;
}

void drivers_free(struct drivers *drivers, const struct race *race)
{
    if (!drivers)
        return;
    for (int i = 0; i < drivers->car_count; i++)
        if (drivers->members[i].bot)
            bot_free(drivers->members[i].bot, race ? place_of(race, i + 1) : 0);
    prepared_release(drivers->prepared);
    free(drivers);
}

bool drivers_drives(const struct drivers *drivers, int car)
{
    assert(car >= 1 && car <= CAR_LIMIT);
    return car <= drivers->car_count &&
           (drivers->members[car - 1].level >= 0 || drivers->members[car - 1].bot);
}

int drivers_next_car(const struct drivers *drivers, const struct race *race)
{
    int cars[CAR_LIMIT];
    bool secret;
    int count = race->game->owes(race, cars, &secret);
    for (int i = 0; i < count; i++)
        if (drivers_drives(drivers, cars[i]))
            return cars[i];
    return 0;
}

static bool choose_by_level(struct drivers *drivers, int level, const struct race *race, int car,
                            struct text *action)
{
    struct budget budget = {.cancelled = drivers->options.cancelled};
    if (!drivers->prepared)
        drivers->prepared = prepared_make(drivers->setup, &budget);
    if (drivers->prepared)
        drivers->driving->choose(level, prepared_body(drivers->prepared), race, car, &budget,
                                 action);
    return action->length > 0;
}

static bool choose(struct drivers *drivers, const struct race *race, int car,
                   const char *const *names, struct text *action, struct text *remark)
{
    struct member *member = &drivers->members[car - 1];
    if (member->level >= 0)
        return choose_by_level(drivers, member->level, race, car, action);
    if (member->faults_in_a_row >= DRIVERS_FAULT_LIMIT)
        return choose_by_level(drivers, drivers->driving->substitute, race, car, action);
    const char *name = names[race->game->player_of(race, car) - 1];
    struct error fault = {0};
    if (bot_choose(member->bot, race, action, &fault)) {
        member->faults_in_a_row = 0;
        return true;
    }
    if (drivers->options.cancelled && atomic_load(drivers->options.cancelled))
        return false;
    member->faults++;
    member->faults_in_a_row++;
    size_t length = strlen(fault.text);
    const char *stop = length > 0 && fault.text[length - 1] == '.' ? "" : ".";
    text_clear(action);
    const char *instead = drivers->driving->stand_in(race, car, action);
    if (member->faults_in_a_row >= DRIVERS_FAULT_LIMIT)
        instead = "A computer driver takes over";
    text_append_format(remark, "%s's program %s%s %s.", name, fault.text, stop, instead);
    return true;
}

/* What is drawn anew for those who must not know is the same whenever it is asked. */
static uint64_t seed_of(const struct drivers *drivers, const struct race *race, int car)
{
    uint64_t hash = hash_number(HASH_START, (int64_t)drivers->setup->seed);
    return hash_number(hash_number(hash, race->game->round(race)), car);
}

bool drivers_choose(struct drivers *drivers, const struct race *race, int car,
                    const char *const *names, struct text *action, struct text *remark)
{
    assert(drivers_drives(drivers, car));
    struct race *known = NULL; /* where anything is hidden */
    if (race->game->copy_for)
        known = race->game->copy_for(race, car, seed_of(drivers, race, car));
    bool chosen = choose(drivers, known ? known : race, car, names, action, remark);
    race->game->free(known);
    return chosen;
}

bool drivers_explain(const struct drivers *drivers, const struct race *race, int car,
                     const char *action, struct reason *into)
{
    int level = drivers_drives(drivers, car) ? drivers->members[car - 1].level : -1;
    if (level < 0 || !drivers->driving->explain || !drivers->prepared)
        return false;
    struct race *known = race_copy_for(race, car, seed_of(drivers, race, car));
    drivers->driving->explain(level, prepared_body(drivers->prepared), known, car, action, into);
    race->game->free(known);
    return true;
}

int drivers_faults(const struct drivers *drivers, int car, bool *taken_over)
{
    const struct member *member = &drivers->members[car - 1];
    *taken_over = member->faults_in_a_row >= DRIVERS_FAULT_LIMIT;
    return member->faults;
}
