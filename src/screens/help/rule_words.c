/* Filling numbers into sentences. Cannot fail on what a player does. */
#include "screens/help/rule_words.h"

#include "rules/game.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static int value_of(const struct setup *setup, const char *name, size_t length)
{
    char field[40];
    assert(length < sizeof field);
    snprintf(field, sizeof field, "%.*s", (int)length, name);
    int index = fields_find(setup->game->table, field);
    assert(index >= 0);
    return setup->values[index];
}

static void append_value(struct text *into, int value, const char *noun, size_t length)
{
    if (length == 0)
        text_append_format(into, "%d", value);
    else if (value == 0)
        text_append_format(into, "no %.*ss", (int)length, noun);
    else
        text_append_format(into, "%d %.*s%s", value, (int)length, noun, value == 1 ? "" : "s");
}

void rule_words(const struct setup *setup, const char *pattern, struct text *into)
{
    for (const char *open; (open = strchr(pattern, '{')) != NULL;) {
        const char *close = strchr(open, '}');
        assert(close);
        text_append_bytes(into, pattern, (size_t)(open - pattern));
        size_t name = strcspn(open + 1, " }");
        const char *noun = open + 1 + name + (open[1 + name] == ' ');
        append_value(into, value_of(setup, open + 1, name), noun, (size_t)(close - noun));
        pattern = close + 1;
    }
    text_append(into, pattern);
}
