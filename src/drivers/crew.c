/* See crew.h. */
#include "drivers/crew.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const enum driver_level substitute = LEVEL_CLUB; /* for a bot that makes faults */

struct member {
    int level; /* -1: a person, or a bot */
    struct bot *bot;
    int faults;
    int faults_in_a_row;
};

struct crew {
    const struct setup *setup;
    struct crew_options options;
    struct knowledge *knowledge;
    int car_count;                    /* 0: persons drive all of them */
    struct member members[CAR_LIMIT]; /* of car n: members[n - 1] */
};

static void seat(struct crew *crew, int car, const char *driver)
{
    struct bot_options options = {.turn_milliseconds = crew->options.bot_milliseconds,
                                  .cancelled = crew->options.cancelled};
    const char *command = driver_command(driver);
    crew->members[car - 1].level = driver_find_level(driver);
    if (command)
        crew->members[car - 1].bot = bot_create(command, crew->setup, car, options);
}

/* Which cars are whose is the race's to say, and beginning one is work on a large sheet: not for
 * persons alone. */
static void seat_all(struct crew *crew, const char *const *drivers)
{
    const struct game *game = crew->setup->game;
    struct race *race = game->begin(crew->setup);
    crew->car_count = game->car_count(race);
    for (int car = 1; car <= crew->car_count; car++)
        seat(crew, car, drivers[game->player_of(race, car) - 1]);
    game->free(race);
}

struct crew *crew_create(const struct setup *setup, const char *const *drivers,
                         struct crew_options options)
{
    struct crew *crew = memory_allocate(1, sizeof *crew);
    crew->setup = setup;
    crew->options = options;
    crew->knowledge = options.knowledge ? knowledge_retain(options.knowledge) : NULL;
    for (int i = 0; i < setup->players && crew->car_count == 0; i++)
        if (!driver_is_human(drivers[i]))
            seat_all(crew, drivers);
    return crew;
}

void crew_free(struct crew *crew, const struct race *race)
{
    if (!crew)
        return;
    for (int i = 0; i < crew->car_count; i++)
        if (crew->members[i].bot)
            bot_free(crew->members[i].bot, race ? graph_paper_car(race, i + 1)->place : 0);
    knowledge_release(crew->knowledge);
    free(crew);
}

bool crew_drives(const struct crew *crew, int car)
{
    assert(car >= 1 && car <= CAR_LIMIT);
    return car <= crew->car_count &&
           (crew->members[car - 1].level >= 0 || crew->members[car - 1].bot);
}

bool crew_is_empty(const struct crew *crew)
{
    for (int i = 0; i < crew->car_count; i++)
        if (crew_drives(crew, i + 1))
            return false;
    return true;
}

static bool is_cancelled(const struct crew *crew)
{
    return crew->options.cancelled && atomic_load(crew->options.cancelled);
}

static bool choose_by_level(struct crew *crew, enum driver_level level, const struct race *race,
                            struct text *action)
{
    if (!crew->knowledge)
        crew->knowledge = knowledge_prepare(crew->setup, crew->options.cancelled);
    if (crew->knowledge)
        driver_choose(level, crew->knowledge, race, crew->options.cancelled, action);
    return action->length > 0;
}

static const char *consequence(const struct member *member, const struct race *race)
{
    if (member->faults_in_a_row >= CREW_FAULT_LIMIT)
        return "A computer driver takes over";
    bool waits = graph_paper_car(race, race_next_car(race))->status == CAR_WAITING;
    return waits ? "The car takes the first start point" : "The car coasts";
}

static bool choose_by_bot(struct crew *crew, struct member *member, const struct race *race,
                          const char *name, struct text *action, struct text *remark)
{
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
    text_append_format(remark, "%s's program %s%s %s.", name, fault.text, stop,
                       consequence(member, race));
    text_clear(action);
    bot_default_action(race, action);
    return true;
}

bool crew_choose(struct crew *crew, const struct race *race, const char *const *names,
                 struct text *action, struct text *remark)
{
    int car = race_next_car(race);
    struct member *member = &crew->members[car - 1];
    assert(crew_drives(crew, car));
    if (member->level >= 0)
        return choose_by_level(crew, (enum driver_level)member->level, race, action);
    if (member->faults_in_a_row >= CREW_FAULT_LIMIT)
        return choose_by_level(crew, substitute, race, action);
    const char *name = names[crew->setup->game->player_of(race, car) - 1];
    return choose_by_bot(crew, member, race, name, action, remark);
}

int crew_faults(const struct crew *crew, int car, bool *taken_over)
{
    const struct member *member = &crew->members[car - 1];
    *taken_over = member->faults_in_a_row >= CREW_FAULT_LIMIT;
    return member->faults;
}
