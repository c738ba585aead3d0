/* Drivers at the referee's table: they act by themselves as soon as it is their turn.
 *
 * A program is started only if the command line named it, so that opening a race that somebody else
 * has saved starts nothing.
 */
#include "base/memory.h"
#include "commands/referee.h"

#include <stdlib.h>
#include <string.h>

static void make_crew(struct referee *referee)
{
    const struct setup *setup = session_setup(referee->session);
    const char *drivers[PLAYER_LIMIT];
    for (int i = 0; i < setup->players; i++)
        drivers[i] = session_player(referee->session, i + 1)->driver;
    referee->crew = crew_create(
        setup, drivers, (struct crew_options){.bot_milliseconds = referee->bot_milliseconds});
}

void referee_end(struct referee *referee)
{
    crew_free(referee->crew, session_race(referee->session));
    session_free(referee->session);
    referee->crew = NULL;
    referee->session = NULL;
}

static void add_sentence(struct text *note, const char *sentence)
{
    if (note->length > 0 && sentence[0] != '\0')
        text_append(note, " ");
    text_append(note, sentence);
}

/* False: the race does not take the action, because it holds as many as it may. */
static bool act(struct referee *referee, int car, const char *const *names, struct text *note)
{
    struct text action = {0};
    struct text remark = {0};
    struct error error = {0};
    const struct race *race = session_race(referee->session);
    bool done = crew_choose(referee->crew, race, car, names, &action, &remark) &&
                session_do(referee->session, car, text_string(&action), &error);
    add_sentence(note, text_string(&remark));
    add_sentence(note, error.text);
    text_free(&remark);
    text_free(&action);
    return done;
}

void referee_drive(struct referee *referee, struct text *note)
{
    const struct session *session = referee->session;
    const struct setup *setup = session_setup(session);
    const char *names[PLAYER_LIMIT];
    bool driven = true;
    if (referee->crew == NULL)
        make_crew(referee);
    for (int i = 0; i < setup->players; i++)
        names[i] = session_player(session, i + 1)->name;
    while (driven) {
        int car = crew_next_car(referee->crew, session_race(session));
        driven = car > 0 && act(referee, car, names, note);
    }
}

static bool is_named(const struct referee *referee, const char *command)
{
    for (int i = 0; i < referee->program_count; i++)
        if (strcmp(driver_command(referee->programs[i]), command) == 0)
            return true;
    return false;
}

static int first_car_of(const struct session *session, int player)
{
    const struct game *game = session_setup(session)->game;
    int car = 1;
    while (game->player_of(session_race(session), car) != player)
        car++;
    return car;
}

bool referee_check_programs(const struct referee *referee, const struct session *session,
                            struct error *error)
{
    for (int i = 0; i < session_setup(session)->players; i++) {
        const char *command = driver_command(session_player(session, i + 1)->driver);
        if (command != NULL && !is_named(referee, command))
            return error_set(error,
                             "player %d is a program that was not named by --driver here; if you "
                             "trust it, begin with --driver \"%d=bot:%s\"",
                             i + 1, first_car_of(session, i + 1), command);
    }
    return true;
}
