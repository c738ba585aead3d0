/* Making and changing a set-up; whether it makes sense as a whole is the family's question. */
#include "rules/setup.h"

#include "base/text.h"
#include "rules/game.h"

#include <stdio.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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

static bool refuse_field(const struct rule_table *table, const char *name, struct error *error)
{
    struct text names = {0};
    for (int i = 0; i < table->field_count; i++) {
        text_append(&names, i == 0 ? "" : " ");
        text_append(&names, table->fields[i].name);
    }
    error_set(error, "there is no rule \"%.40s\": there is %s", name, text_string(&names));
    text_free(&names);
    return false;
}

bool setup_set(struct setup *setup, const char *field, const char *value, struct error *error)
{
    const struct rule_table *table = setup->game->table;
    int index = fields_find(table, field);
    if (index < 0)
        return refuse_field(table, field, error);
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
