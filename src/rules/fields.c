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

void fields_append_choices(const struct rule_field *field, struct text *text)
{
    if (field->choices == NULL)
        text_append_format(text, "a whole number from %d to %d", field->minimum, field->maximum);
    for (int i = 0; i < field->choice_count; i++) {
        text_append(text, i == 0 ? "" : i == field->choice_count - 1 ? " or " : ", ");
        text_append(text, field->choices[i].name);
    }
}

static bool refuse_value(const struct rule_field *field, const char *text, struct error *error)
{
    struct text may_be = {0};
    fields_append_choices(field, &may_be);
    error_set(error, "%s cannot be \"%.40s\": it may be %s", field->name, text,
              text_string(&may_be));
    text_free(&may_be);
    return false;
}

bool fields_parse(const struct rule_table *table, int field, const char *text, int *value,
                  struct error *error)
{
    const struct rule_field *entry = &table->fields[field];
    int64_t number = 0;
    if (entry->choices == NULL) {
        if (!number_is_integer(text, entry->minimum, entry->maximum, &number))
            return refuse_value(entry, text, error);
        *value = (int)number;
        return true;
    }
    for (int i = 0; i < entry->choice_count; i++) {
        if (strcmp(entry->choices[i].name, text) == 0) {
            *value = i;
            return true;
        }
    }
    return refuse_value(entry, text, error);
}

const char *fields_print(const struct rule_field *field, int value, char *buffer)
{
    if (field->choices != NULL)
        return field->choices[value].name;
    snprintf(buffer, 12, "%d", value);
    return buffer;
}
