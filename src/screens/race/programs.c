/* The commands that were decided about. See programs.h. */
#include "screens/race/programs.h"

#include "base/memory.h"
#include "drivers/driver.h"

#include <stdlib.h>
#include <string.h>

static const enum driver_level substitute = LEVEL_CLUB;

enum { WORD_LIMIT = 34 }; /* characters in a line of the question */

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

static bool is_told(const struct session *session, int player)
{
    const char *command = undecided(session, player);
    for (int i = 1; i < player; i++)
        if (undecided(session, i) && strcmp(undecided(session, i), command) == 0)
            return true;
    return false;
}

bool programs_must_ask(const struct session *session)
{
    for (int i = 1; i <= session_setup(session)->players; i++)
        if (undecided(session, i))
            return true;
    return false;
}

/* Long words go on in the next line: nobody should agree to what cannot be read. */
static void append_broken(struct text *list, const char *command)
{
    int length = 0;
    for (const char *c = command; *c; c++) {
        bool begins = ((unsigned char)*c & 0xC0) != 0x80; /* a character of UTF-8 */
        length = *c == ' ' ? 0 : length + begins;
        if (begins && length > WORD_LIMIT) {
            text_append(list, "\n");
            length = 1;
        }
        text_append_bytes(list, c, 1);
    }
}

void programs_describe(const struct session *session, struct text *question)
{
    struct text list = {0};
    int told = 0;
    for (int i = 1; i <= session_setup(session)->players; i++) {
        if (!undecided(session, i) || is_told(session, i))
            continue;
        text_append(&list, "\n");
        append_broken(&list, undecided(session, i));
        told++;
    }
    text_append_format(question, "This race wants to run %s on this computer:%s",
                       told == 1 ? "a program" : "programs", text_string(&list));
    text_free(&list);
}

void programs_answer(const struct session *session, bool run)
{
    for (int i = 1; i <= session_setup(session)->players; i++)
        if (undecided(session, i))
            decide(undecided(session, i), run);
}

const char *programs_driver(const struct player *player)
{
    const char *command = driver_command(player->driver);
    const struct decided *found = command ? find(command) : NULL;
    return command && (!found || !found->runs) ? driver_kinds[substitute].name : player->driver;
}
