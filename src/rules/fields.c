/* Reading and printing the values of any family's fields (rules/fields.h). */
#include "rules/fields.h"

#include "base/number.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

int fields_find(const struct rule_table *table, const char *name)
{
    for (int i = 0; i < table->field_count; i++)
        if (strcmp(table->fields[i].name, name) == 0)
            return i;
    return -1;
}

int fields_find_preset(const struct rule_table *table, const char *name)
{
    for (int i = 0; i < table->preset_count; i++)
        if (strcmp(table->presets[i].name, name) == 0)
            return i;
    return -1;
}

/* "resume or retire", only what is available. */
static void append_choices(struct text *text, const struct rule_field *field)
{
    int available = 0;
    for (int i = 0; i < field->choice_count; i++)
        available += !field->choices[i].later;
    int listed = 0;
    for (int i = 0; i < field->choice_count; i++) {
        if (field->choices[i].later)
            continue;
        listed++;
        text_append(text, listed == 1 ? "" : listed == available ? " or " : ", ");
        text_append(text, field->choices[i].name);
    }
}

static bool parse_choice(const struct rule_field *field, const char *text, int *value,
                         struct error *error)
{
    struct text may_be = {0};
    append_choices(&may_be, field);
    bool found = false;
    int i = 0;
    while (i < field->choice_count && strcmp(field->choices[i].name, text) != 0)
        i++;
    if (i == field->choice_count) {
        error_set(error, "%s cannot be \"%.40s\": it may be %s", field->name, text,
                  text_string(&may_be));
    } else if (field->choices[i].later) {
        error_set(error, "%s = %s is not available yet: it may be %s", field->name, text,
                  text_string(&may_be));
    } else {
        *value = i;
        found = true;
    }
    text_free(&may_be);
    return found;
}

static bool parse_number(const struct rule_field *field, const char *text, int *value,
                         struct error *error)
{
    int64_t number = 0;
    if (!number_is_integer(text, field->minimum, field->maximum, &number)) {
        return error_set(error, "%s cannot be \"%.40s\": it may be a whole number from %d to %d",
                         field->name, text, field->minimum, field->maximum);
    }
    if (field->later && number != field->defaults[0]) {
        return error_set(error, "%s = %s is not available yet: it may be %d", field->name, text,
                         field->defaults[0]);
    }
    *value = (int)number;
    return true;
}

bool fields_parse(const struct rule_table *table, int field, const char *text, int *value,
                  struct error *error)
{
    const struct rule_field *entry = &table->fields[field];
    return entry->choices != NULL ? parse_choice(entry, text, value, error)
                                  : parse_number(entry, text, value, error);
}

const char *fields_print(const struct rule_field *field, int value, char *buffer)
{
    if (field->choices != NULL)
        return field->choices[value].name;
    snprintf(buffer, 12, "%d", value);
    return buffer;
}
