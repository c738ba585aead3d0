/* What can be asked of any game's drivers. */
#include "drivers/driving.h"

#include "base/memory.h"
#include "drivers/bot.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const struct driving *driving_of(const struct game *game)
{
    int index = 0;
    while (drivings[index] && drivings[index]->game != game)
        index++;
    assert(drivings[index]);
    return drivings[index];
}

static int count_laps(const struct setup *setup)
{
    int field = fields_find(setup->game->table, "laps"), laps = setup->values[field];
    return laps > 0 ? laps : setup->game->field_zero(setup, field);
}

int driving_seconds(const struct setup *setup)
{
    const struct driving *driving = driving_of(setup->game);
    return driving->lap_seconds ? driving->lap_seconds(setup) * count_laps(setup) : 0;
}

int driving_usual_laps(const struct setup *setup)
{
    const struct driving *driving = driving_of(setup->game);
    int lap = driving->lap_seconds ? driving->lap_seconds(setup) : 0;
    int laps = lap > 0 ? (RACE_SECONDS + lap / 2) / lap : 0;
    return lap > 0 && laps < 1 ? 1 : laps;
}

/* --- drivers by name -------------------------------------------------------------------------- */

static const char bot_prefix[] = "bot:";

bool driver_is_human(const char *driver)
{
    return strcmp(driver, "human") == 0;
}

bool driver_is_with_you(const char *driver)
{
    return strncmp(driver, WITH_YOU, sizeof WITH_YOU - 1) == 0;
}

int driver_find_level(const struct game *game, const char *driver)
{
    const struct driving *driving = driving_of(game);
    if (driver_is_with_you(driver))
        driver += sizeof WITH_YOU - 1;
    for (int i = 0; i < driving->kind_count; i++)
        if (strcmp(driver, driving->kinds[i].name) == 0)
            return i;
    return -1;
}

const char *driver_command(const char *driver)
{
    size_t length = sizeof bot_prefix - 1;
    return strncmp(driver, bot_prefix, length) == 0 ? driver + length : NULL;
}

static bool refuse(const struct game *game, const char *driver, const char *choice,
                   struct error *error)
{
    const struct driving *driving = driving_of(game);
    struct text known = {0};
    for (int i = 0; i < driving->kind_count; i++)
        text_append_format(&known, "%s, ", driving->kinds[i].name);
    error_set(error, "there is no driver \"%.60s\"; %s %sor bot:COMMAND", driver, choice,
              text_string(&known));
    text_free(&known);
    return false;
}

bool driver_check_computer(const struct game *game, const char *driver, struct error *error)
{
    if (driver_command(driver))
        return bot_check_command(driver_command(driver), error);
    return driver_find_level(game, driver) >= 0 ||
           refuse(game, driver, "in a tournament it may be", error);
}

bool driver_check(const struct game *game, const char *driver, struct error *error)
{
    if (driver_command(driver))
        return bot_check_command(driver_command(driver), error);
    return driver_is_human(driver) || driver_find_level(game, driver) >= 0 ||
           refuse(game, driver, "it may be human,", error);
}

/* --- what was prepared ------------------------------------------------------------------------ */

struct prepared {
    atomic_int holders;
    const struct driving *driving;
    void *body; /* NULL where the game has nothing to prepare */
    bool complete;
};

struct prepared *prepared_begin(const struct setup *setup, struct budget *budget)
{
    const struct driving *driving = driving_of(setup->game);
    void *body = driving->prepare ? driving->prepare(setup, budget) : NULL;
    if (driving->prepare && !body)
        return NULL;
    struct prepared *prepared = memory_allocate(1, sizeof *prepared);
    prepared->driving = driving;
    prepared->body = body;
    prepared->complete = !driving->complete;
    return prepared_retain(prepared);
}

bool prepared_complete(struct prepared *prepared, struct budget *budget)
{
    if (!prepared->complete)
        prepared->complete = prepared->driving->complete(prepared->body, budget);
    return prepared->complete;
}

struct prepared *prepared_make(const struct setup *setup, struct budget *budget)
{
    struct prepared *prepared = prepared_begin(setup, budget);
    if (!prepared || prepared_complete(prepared, budget))
        return prepared;
    prepared_release(prepared);
    return NULL;
}

struct prepared *prepared_retain(struct prepared *prepared)
{
    atomic_fetch_add(&prepared->holders, 1);
    return prepared;
}

void prepared_release(struct prepared *prepared)
{
    if (!prepared || atomic_fetch_sub(&prepared->holders, 1) > 1)
        return;
    if (prepared->body)
        prepared->driving->forget(prepared->body);
    free(prepared);
}

int prepared_rounds(const struct prepared *prepared)
{
    return prepared && prepared->driving->rounds ? prepared->driving->rounds(prepared->body) : 0;
}

const void *prepared_body(const struct prepared *prepared)
{
    return prepared->body;
}
