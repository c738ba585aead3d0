/* Reading and printing the values of any family's fields (rules/fields.h). */
#include "rules/fields.h"

#include "base/number.h"
#include "base/text.h"

#include <stdarg.h>
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

static bool refuse_value(const struct rule_table *table, int index, const char *text,
                         struct error *error)
{
    const struct rule_field *field = &table->fields[index];
    struct text may_be = {0};
    fields_append_choices(field, &may_be);
    error_set(error, "%s cannot be \"%.40s\": it may be %s", field->name, text,
              text_string(&may_be));
    error->field = index + 1;
    text_free(&may_be);
    return false;
}

/* What stands between two braces, by names or by titles. */
static void append_called(const struct rule_table *table, const int *values, const char *inside,
                          bool by_title, struct text *into)
{
    char name[64], number[12];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(inside, "=}"), inside);
    const char *value = inside + strlen(name);
    const struct rule_field *field = &table->fields[fields_find(table, name)];
    int index = values[field - table->fields];
    for (int i = 0; *value == '=' && i < field->choice_count; i++)
        if (strncmp(value + 1, field->choices[i].name, strcspn(value + 1, "}")) == 0)
            index = i;
    const char *called = by_title && field->choices ? field->choices[index].title
                                                    : fields_print(field, index, number);
    if (*value == '=')
        text_append(into, called);
    else if (by_title && field->choices)
        text_append_format(into, "%s \"%s\"", field->title, called);
    else
        text_append_format(into, "%s = %s", name, called);
}

static void call(const struct rule_table *table, const int *values, const char *sentence,
                 bool by_title, char *into, size_t size)
{
    struct text text = {0};
    while (*sentence) {
        size_t plain = strcspn(sentence, "{");
        text_append_bytes(&text, sentence, plain);
        sentence += plain;
        if (*sentence) {
            append_called(table, values, sentence + 1, by_title, &text);
            sentence = strchr(sentence, '}') + 1;
        }
    }
    snprintf(into, size, "%s", text_string(&text));
    text_free(&text);
}

bool fields_refuse(const struct rule_table *table, const int *values, int field,
                   struct error *error, const char *sentence, ...)
{
    char whole[sizeof error->text];
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(whole, sizeof whole, sentence, arguments);
    va_end(arguments);
    *error = (struct error){.field = field + 1};
    call(table, values, whole, false, error->text, sizeof error->text);
    call(table, values, whole, true, error->shown, sizeof error->shown);
    return false;
}

int fields_contest(const struct rule_table *table, const int *values)
{
    return table->contest_field < 0 ? 0 : values[table->contest_field];
}

int fields_contest_count(const struct rule_table *table)
{
    return table->contest_field < 0 ? 1 : table->fields[table->contest_field].choice_count;
}

bool fields_parse(const struct rule_table *table, int field, const char *text, int *value,
                  struct error *error)
{
    const struct rule_field *entry = &table->fields[field];
    int64_t number = 0;
    if (entry->choices == NULL) {
        if (!number_is_integer(text, entry->minimum, entry->maximum, &number))
            return refuse_value(table, field, text, error);
        *value = (int)number;
        return true;
    }
    for (int i = 0; i < entry->choice_count; i++) {
        if (strcmp(entry->choices[i].name, text) == 0) {
            *value = i;
            return true;
        }
    }
    return refuse_value(table, field, text, error);
}

const char *fields_print(const struct rule_field *field, int value, char *buffer)
{
    if (field->choices != NULL)
        return field->choices[value].name;
    snprintf(buffer, 12, "%d", value);
    return buffer;
}
