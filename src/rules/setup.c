/* Reading and printing the values of any family's fields (rules/setup.h). */
#include "rules/setup.h"

#include "base/number.h"
#include "base/text.h"
#include "rules/game.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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

static bool refuse_value(const struct rule_table *table, int index, const char *text,
                         struct error *error)
{
    const struct rule_field *field = &table->fields[index];
    struct text may_be = {0};
    /* Appends what a value may be: "resume, retire or damage", "a whole number from 0 to 99". */
    if (field->choices == NULL)
        text_append_format(&may_be, "a whole number from %d to %d", field->minimum, field->maximum);
    for (int i = 0; i < field->choice_count; i++) {
        text_append(&may_be, i == 0 ? "" : i == field->choice_count - 1 ? " or " : ", ");
        text_append(&may_be, field->choices[i].name);
    }
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

static void call_values(const struct rule_table *table, const int *values, const char *sentence,
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
    call_values(table, values, whole, false, error->text, sizeof error->text);
    call_values(table, values, whole, true, error->shown, sizeof error->shown);
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

/* === setup ==================================================================================== */

/* Making and changing a set-up; whether it makes sense as a whole is the family's question. */

struct setup setup_from_preset(const struct game *game, int preset)
{
    assert(preset >= 0 && preset < game->table->preset_count);
    struct setup setup = {.game = game, .preset = preset, .players = 1, .seed = 1};
    for (int i = 0; i < game->table->field_count; i++)
        setup.values[i] = game->table->fields[i].defaults[preset];
    return setup;
}

struct setup setup_for_course(struct course course)
{
    const struct game *game = course.game;
    struct error ignored;
    for (int i = 0; i < game->table->preset_count; i++) {
        struct setup setup = setup_from_preset(game, i);
        setup.course = course;
        if (setup_check(&setup, &ignored))
            return setup;
    }
    struct setup first = setup_from_preset(game, 0);
    first.course = course;
    return first;
}

bool setup_check(const struct setup *setup, struct error *error)
{
    const struct game *game = setup->game;
    if (!setup->course.body)
        return error_set(error, "there is no %s", game->course->noun);
    if (setup->players < 1 || setup->players > PLAYER_LIMIT)
        return error_set(error, "players cannot be %d: it may be from 1 to %d", setup->players,
                         PLAYER_LIMIT);
    return !game->setup_check || game->setup_check(setup, error);
}

bool setup_field_matters(const struct setup *setup, int field)
{
    return !setup->game->field_matters || setup->game->field_matters(setup, field);
}

bool setup_field_sets_pace(const struct setup *setup, int field)
{
    return !setup->game->field_sets_pace || setup->game->field_sets_pace(setup, field);
}

const char *setup_print_zero(const struct setup *setup, int field, char into[FIELD_ZERO_BYTES])
{
    const char *zero = setup->game->table->fields[field].zero;
    bool asks = zero && setup->game->field_zero && setup->course.body;
    int number = asks ? setup->game->field_zero(setup, field) : -1;
    if (number < 0)
        return zero;
    snprintf(into, FIELD_ZERO_BYTES, "%s: %d", zero, number);
    return into;
}

bool setup_set(struct setup *setup, const char *field, const char *value, struct error *error)
{
    const struct rule_table *table = setup->game->table;
    int index = fields_find(table, field);
    if (index < 0) {
        struct text names = {0};
        for (int i = 0; i < table->field_count; i++) {
            text_append(&names, i == 0 ? "" : " ");
            text_append(&names, table->fields[i].name);
        }
        error_set(error, "there is no rule \"%.40s\": there is %s", field, text_string(&names));
        text_free(&names);
        return false;
    }
    return fields_parse(table, index, value, &setup->values[index], error);
}

bool setup_set_pair(struct setup *setup, const char *pair, struct error *error)
{
    const char *equals = strchr(pair, '=');
    if (equals == NULL)
        return error_set(error, "\"%.60s\" sets no rule: write field=value", pair);
    struct text field = {0};
    text_append_bytes(&field, pair, (size_t)(equals - pair));
    bool done = setup_set(setup, text_string(&field), equals + 1, error);
    text_free(&field);
    return done;
}

/* === course =================================================================================== */

/* Courses of any game: each question goes to the game that the course belongs to. */

struct course course_read(const struct game *game, const char *bytes, size_t length,
                          struct error *error)
{
    return (struct course){game, game->course->read(bytes, length, error)};
}

void course_write(struct course course, struct text *into)
{
    course.game->course->write(course.body, into);
}

struct course course_retain(struct course course)
{
    return course.body ? (struct course){course.game, course.game->course->retain(course.body)}
                       : course;
}

void course_release(struct course course)
{
    if (course.body)
        course.game->course->release(course.body);
}

struct course_facts course_facts(struct course course)
{
    struct course_facts facts = {.note = "", .vertices = -1};
    course.game->course->tell(course.body, &facts);
    return facts;
}

const char *course_name(struct course course)
{
    return course_facts(course).name;
}

const char *course_title(struct course course)
{
    const char *name = course_name(course);
    return name[0] ? name : course.game->course->unnamed;
}

const char *course_note(struct course course)
{
    return course_facts(course).note;
}

const char *course_remark(struct course course)
{
    return course_facts(course).remark;
}

unsigned course_marks(struct course course)
{
    return course.game->course->marks ? course.game->course->marks(course.body) : 0;
}

bool course_has_mark(struct course course, enum course_mark mark)
{
    return course_marks(course) >> mark & 1;
}

bool course_road(struct course course, struct course_road *into)
{
    const struct course_kind *kind = course.game->course;
    return kind->road && kind->road(course.body, into);
}

struct point course_size(struct course course)
{
    return course_facts(course).size;
}

void course_say_size(struct course course, const char *unit, struct text *into)
{
    struct course_facts facts = course_facts(course);
    if (facts.rows > 0)
        text_append_format(into, "%d rows, %d lanes", facts.rows, facts.lanes);
    else
        text_append_format(into, "%d × %d%s", facts.size.x, facts.size.y, unit);
}

uint64_t course_fingerprint(struct course course)
{
    return course.game->course->fingerprint(course.body);
}

const struct game *course_recognise(const char *bytes, size_t length)
{
    const struct game *found = NULL;
    for (int i = 0; games[i]; i++)
        if ((!found || found == game_usual) && games[i]->course->recognise(bytes, length))
            found = games[i];
    return found;
}
