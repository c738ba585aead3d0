/* The commands that were decided about. See programs.h. */
#include "screens/race/programs.h"

#include "base/memory.h"
#include "drivers/driving.h"

#include <stdlib.h>
#include <string.h>

static struct decided {
    char *command;
    bool runs;
} * decisions;
static int count, capacity;

static struct decided *find(const char *command)
{
    for (int i = 0; i < count; i++)
        if (strcmp(decisions[i].command, command) == 0)
            return &decisions[i];
    return NULL;
}

static void decide(const char *command, bool runs)
{
    struct decided *found = find(command);
    if (!found) {
        decisions = array_grow(decisions, count, &capacity, sizeof *decisions);
        found = &decisions[count++];
        found->command = memory_copy_string(command);
    }
    found->runs = runs;
}

void programs_trust(const struct player *players, int player_count)
{
    for (int i = 0; i < player_count; i++)
        if (driver_command(players[i].driver))
            decide(driver_command(players[i].driver), true);
}

void programs_forget_refusals(void)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (decisions[i].runs)
            decisions[kept++] = decisions[i];
        else
            free(decisions[i].command);
    count = kept;
}

/* The player's command, if nobody was asked about it; else NULL. */
static const char *undecided(const struct session *session, int player)
{
    const char *command = driver_command(session_player(session, player)->driver);
    return command && !find(command) ? command : NULL;
}

/* The player whose program is asked about next, 0: none. */
static int asked_about(const struct session *session)
{
    for (int i = 1; i <= session_setup(session)->players; i++)
        if (undecided(session, i))
            return i;
    return 0;
}

bool programs_must_ask(const struct session *session)
{
    return asked_about(session) > 0;
}

/* Undecided programs, each once. */
static int count_undecided(const struct session *session)
{
    int found = 0;
    for (int i = 1; i <= session_setup(session)->players; i++) {
        const char *command = undecided(session, i);
        for (int j = 1; command && j < i; j++)
            if (undecided(session, j) && strcmp(undecided(session, j), command) == 0)
                command = NULL;
        found += command != NULL;
    }
    return found;
}

void programs_describe(const struct session *session, struct text *question)
{
    int player = asked_about(session), more = count_undecided(session) - 1;
    text_append(question, "This race wants to run a program on this computer, as the driver of ");
    text_append_visible(question, session_player(session, player)->name);
    text_append(question, ":\n\n");
    text_append_visible(question, undecided(session, player));
    if (more > 0)
        text_append_format(question, "\n\n%d more %s asked about after this one.", more,
                           more == 1 ? "program is" : "programs are");
}

void programs_answer(const struct session *session, bool run)
{
    decide(undecided(session, asked_about(session)), run);
}

const char *programs_driver(const struct session *session, int number)
{
    const struct player *player = session_player(session, number);
    const char *command = driver_command(player->driver);
    const struct decided *found = command ? find(command) : NULL;
    const struct driving *driving = driving_of(session_setup(session)->game);
    return command && (!found || !found->runs) ? driving->kinds[driving->substitute].name
                                               : player->driver;
}
