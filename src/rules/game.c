/* What can be asked of any game. */
#include "rules/game.h"

#include "base/formats.h"
#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct game *game_find(const char *name)
{
    for (const struct game *const *game = games; *game != NULL; game++)
        if (strcmp((*game)->name, name) == 0)
            return *game;
    return NULL;
}

/* False: no preset is for it. */
static bool find_contest(const struct game *game, int which, struct contest *into)
{
    const struct rule_table *table = game->table;
    int preset = 0;
    while (preset < table->preset_count &&
           fields_contest(table, setup_from_preset(game, preset).values) != which)
        preset++;
    *into =
        (struct contest){game, which, game->name, game->title, table->presets[0].sentence, preset};
    if (table->contest_field >= 0) {
        const struct rule_choice *choice = &table->fields[table->contest_field].choices[which];
        into->name = choice->name;
        into->title = choice->title;
        into->sentence = choice->sentence;
    }
    return preset < table->preset_count;
}

bool contest_at(int index, struct contest *into)
{
    for (const struct game *const *game = games; *game; game++)
        for (int which = 0; which < fields_contest_count((*game)->table); which++)
            if (find_contest(*game, which, into) && index-- == 0)
                return true;
    return false;
}

struct contest contest_of(const struct setup *setup)
{
    struct contest contest;
    find_contest(setup->game, fields_contest(setup->game->table, setup->values), &contest);
    return contest;
}

struct race *race_copy_for(const struct race *race, int car, uint64_t seed)
{
    const struct game *game = race->game;
    return game->copy_for ? game->copy_for(race, car, seed) : game->copy(race);
}

int race_left_car(const struct race *race)
{
    const struct game *game = race->game;
    if (!game->drive_on || !game->over(race))
        return 0;
    struct race *copy = game->copy(race);
    struct event_list events = {0};
    int car = game->drive_on(copy, &events) ? race_next_car(copy) : 0;
    event_list_free(&events);
    game->free(copy);
    return car;
}

bool race_do(struct race *race, int car, const char *action, struct event_list *events,
             struct error *error)
{
    if (strcmp(action, ACTION_DRIVE_ON) != 0 || !race->game->over(race))
        return race->game->apply(race, car, action, events, error);
    if (car == 0 || race_left_car(race) != car)
        return error_set(error, "the race is over, and no such car is left to drive on");
    return race->game->drive_on(race, events);
}

void race_tell_standing(const struct race *race, int car, struct standing *into)
{
    race->game->standing(race, car, into);
    race->game->say_standing(race, car, into);
}

void race_append_state(const struct race *race, struct text *into)
{
    const struct game *game = race->game;
    int next = race_next_car(race);
    json_text_open(into, '{');
    json_text_key_integer(into, "round", game->round(race));
    json_text_key_integer_or_null(into, "to_move", next > 0, next);
    json_text_key_boolean(into, "over", game->over(race));
    json_text_key(into, "cars");
    json_text_open(into, '[');
    for (int car = 1; car <= game->car_count(race); car++) {
        json_text_open(into, '{');
        json_text_key_integer(into, "car", car);
        json_text_key_integer(into, "player", game->player_of(race, car));
        game->append_car(race, car, into);
        json_text_close(into, '}');
    }
    json_text_close(into, ']');
    if (game->append_rest)
        game->append_rest(race, into);
    json_text_close(into, '}');
}

void event_append(const struct event *event, struct text *into)
{
    json_text_open(into, '{');
    json_text_key_string(into, "type", event->type);
    json_text_key_integer_or_null(into, "car", event->car > 0, event->car);
    event->game->append_event(event, into);
    json_text_close(into, '}');
}

int race_next_car(const struct race *race)
{
    int cars[CAR_LIMIT];
    bool secret;
    return race->game->owes(race, cars, &secret) > 0 ? cars[0] : 0;
}

bool race_owes(const struct race *race, int car)
{
    int cars[CAR_LIMIT];
    bool secret;
    int count = race->game->owes(race, cars, &secret);
    for (int i = 0; i < count; i++)
        if (cars[i] == car)
            return true;
    return false;
}

/* === event ==================================================================================== */

/* Lists of events and the bodies that belong to them. */

static void make_room(struct event_list *list, size_t length)
{
    if (length <= list->bodies_capacity)
        return;
    char *bodies = memory_allocate(2 * length, 1);
    if (list->bodies_length > 0)
        memcpy(bodies, list->bodies, list->bodies_length);
    for (int i = 0; i < list->count; i++)
        list->items[i].body = bodies + ((const char *)list->items[i].body - list->bodies);
    free(list->bodies);
    list->bodies = bodies;
    list->bodies_capacity = 2 * length;
}

void *event_add(struct event_list *list, const struct game *game, int car, size_t size)
{
    size_t alignment = alignof(max_align_t);
    size_t length = list->bodies_length + (size + alignment - 1) / alignment * alignment;
    make_room(list, length);
    void *body = memset(list->bodies + list->bodies_length, 0, size);
    list->bodies_length = length;
    list_add(list, (struct event){.game = game, .car = car, .body = body});
    return body;
}

void event_list_clear(struct event_list *list)
{
    list->count = 0;
    list->bodies_length = 0;
}

void event_list_free(struct event_list *list)
{
    free(list->items);
    free(list->bodies);
    *list = (struct event_list){0};
}

/* === standing ================================================================================= */

/* Filling in how a car stands (standing.h). */

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
