/* What can be asked of any game. */
#include "rules/game.h"

#include "base/json_text.h"

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
    json_text_key(into, "over");
    json_text_boolean(into, game->over(race));
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
