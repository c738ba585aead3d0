/* Filling in how a car stands (standing.h). */
#include "rules/standing.h"

#include "base/number.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct standing_value *standing_value(const struct standing *standing,
                                            const struct standing_column *columns, const char *id)
{
    int column = 0;
    while (columns[column].id && strcmp(columns[column].id, id) != 0)
        column++;
    assert(columns[column].id);
    return &standing->values[column];
}

void standing_print_place(int place, int players, char *into, size_t size)
{
    into[0] = '\0';
    if (place > 0 && players > 1)
        snprintf(into, size, "%d%s", place, number_ordinal_ending(place));
}

void standing_print_brief(const struct standing *standing, int players,
                          char into[STANDING_BRIEF_BYTES])
{
    if (standing->out)
        snprintf(into, STANDING_BRIEF_BYTES, "out");
    else if (standing->finished && players == 1)
        snprintf(into, STANDING_BRIEF_BYTES, "finished");
    else if (standing->place > 0 && players > 1)
        standing_print_place(standing->place, players, into, STANDING_BRIEF_BYTES);
    else
        snprintf(into, STANDING_BRIEF_BYTES, "%s", standing->brief);
}

void standing_count(struct standing *standing, int column, int number, bool shown)
{
    struct standing_value *value = &standing->values[column];
    *value = (struct standing_value){.number = number, .shown = shown};
    snprintf(value->text, sizeof value->text, "%d", number);
}

void standing_none(struct standing *standing, int column)
{
    standing->values[column] = (struct standing_value){.none = true, .text = "–"};
}

void standing_say(struct standing *standing, const char *format, ...)
{
    size_t used = strlen(standing->words);
    va_list arguments;
    if (used > 0)
        used += (size_t)snprintf(standing->words + used, sizeof standing->words - used, ", ");
    if (used >= sizeof standing->words)
        return;
    va_start(arguments, format);
    vsnprintf(standing->words + used, sizeof standing->words - used, format, arguments);
    va_end(arguments);
}
