/* The lines that are the same in all games, and what is made of an answer. */
#include "drivers/bot_inside.h"

#include "base/json_text.h"
#include "drivers/driving.h"

#include <string.h>

enum { QUOTED_LIMIT = 60, NAME_LIMIT = 40 };

static const char blanks[] = " \t\r";

static void append_rules(const struct setup *setup, struct text *into)
{
    const struct rule_table *table = setup->game->table;
    for (int i = 0; i < table->field_count; i++) {
        char buffer[12];
        text_append_format(into, "rule %s %s\n", table->fields[i].name,
                           fields_print(&table->fields[i], setup->values[i], buffer));
    }
}

void bot_words_greet(const struct setup *setup, int car, struct text *into)
{
    text_append(into, "graphprix 1\n");
    driving_of(setup->game)->greet(setup, into);
    append_rules(setup, into);
    text_append_format(into, "you %d\nready\n", car);
}

bool bot_answer_is_blank(const struct text *line)
{
    const char *string = text_string(line);
    return strspn(string, blanks) == line->length;
}

bool bot_answer_ready(const struct text *line, struct text *name)
{
    static const char word[] = "ready";
    const char *at = text_string(line);
    at += strspn(at, blanks);
    size_t end = sizeof word - 1;
    if (strncmp(at, word, end) != 0 || (at[end] && !strchr(blanks, at[end])))
        return false;
    at += end + strspn(at + end, blanks);
    size_t length = line->length - (size_t)(at - text_string(line));
    while (length > 0 && strchr(blanks, at[length - 1]))
        length--;
    text_append_quoted(name, at, length, NAME_LIMIT);
    return true;
}

enum bot_hearing bot_refuse(const struct text *line, const char *wanted, struct error *error)
{
    struct text quoted = {0};
    text_append_quoted(&quoted, text_string(line), line->length, QUOTED_LIMIT);
    error_set(error, "answered \"%s\" where \"%s\" was asked for", text_string(&quoted), wanted);
    text_free(&quoted);
    return BOT_REFUSED;
}

/* In games whose programs speak as their players write. */
static enum bot_hearing hear_plainly(const struct race *race, int car, const struct text *line,
                                     struct text *into, struct error *error)
{
    const char *words = text_string(line);
    bool asks = race->game->append_try && strncmp(words, "try ", 4) == 0;
    if (!asks && strncmp(words, "do ", 3) != 0)
        return bot_refuse(line, "do ACTION", error);
    if (!asks) {
        text_append(into, words + 3);
        return BOT_ACTS;
    }
    json_text_open(into, '{');
    bool tried = race->game->append_try(race, car, words + 4, into, error);
    json_text_close(into, '}');
    return tried ? BOT_ASKS : BOT_REFUSED;
}

/* Would the rules take it? */
static bool try_action(const struct text *line, const struct race *race, int car,
                       const char *action, struct error *error)
{
    const struct game *game = race->game;
    struct race *trial = game->copy(race);
    struct event_list events = {0};
    struct error refusal = {0};
    bool taken = game->apply(trial, car, action, &events, &refusal);
    event_list_free(&events);
    game->free(trial);
    if (taken)
        return true;
    struct text quoted = {0};
    text_append_quoted(&quoted, text_string(line), line->length, QUOTED_LIMIT);
    error_set(error, "answered \"%s\": %s", text_string(&quoted), refusal.text);
    text_free(&quoted);
    return false;
}

enum bot_hearing bot_answer_read(const struct text *line, const struct race *race, int car,
                                 struct text *into, struct error *error)
{
    struct text words = {0};
    const struct driving *driving = driving_of(race->game);
    enum bot_hearing hearing =
        (driving->hear ? driving->hear : hear_plainly)(race, car, line, &words, error);
    if (hearing == BOT_ACTS && !try_action(line, race, car, text_string(&words), error))
        hearing = BOT_REFUSED;
    if (hearing != BOT_REFUSED)
        text_append(into, text_string(&words));
    text_free(&words);
    return hearing;
}
