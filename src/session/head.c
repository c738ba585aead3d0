/* The first line of a saved race: what the race was set up with. A series (session/series.c) keeps
 * the same keys. Each reader looks at its own keys, so the order in which they are called is the
 * order in which mistakes are found.
 */
#include "base/number.h"
#include "session/inside.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *save_read_string(const json_t *object, const char *key, struct error *error)
{
    const char *value = json_string_value(json_object_get(object, key));
    if (value == NULL)
        error_set(error, "\"%s\" must be a string", key);
    return value;
}

bool save_read_number(const json_t *object, const char *key, int minimum, int maximum, int *value,
                      struct error *error)
{
    const json_t *json = json_object_get(object, key);
    json_int_t number = json_integer_value(json);
    if (!json_is_integer(json) || number < minimum || number > maximum)
        return error_set(error, "\"%s\" must be a whole number from %d to %d", key, minimum,
                         maximum);
    *value = (int)number;
    return true;
}

static bool copy_string(const json_t *object, const char *key, char *into, size_t size,
                        struct error *error)
{
    const char *value = save_read_string(object, key, error);
    if (value == NULL)
        return false;
    if (strlen(value) >= size)
        return error_set(error, "\"%s\" is longer than %zu bytes", key, size - 1);
    strcpy(into, value);
    return true;
}

bool save_read_format(const json_t *object, struct save_head *head, struct error *error)
{
    (void)head;
    const json_t *json = json_object_get(object, "graphprix");
    if (!json_is_integer(json))
        return error_set(error, "this is not a saved race: its first line has no \"graphprix\"");
    if (json_integer_value(json) != SAVE_FORMAT)
        return error_set(error,
                         "the race is saved in format %" JSON_INTEGER_FORMAT
                         ", this program knows format %d: get a newer Graph Prix",
                         json_integer_value(json), SAVE_FORMAT);
    return true;
}

bool save_read_game(const json_t *object, struct save_head *head, struct error *error)
{
    const char *wanted = save_read_string(object, "game", error);
    if (wanted == NULL)
        return false;
    const struct game *game = game_find(wanted);
    if (game == NULL)
        return error_set(error, "the game \"%.40s\" is not available yet; it may be %s", wanted,
                         games[0]->name);
    const char *name = save_read_string(object, "preset", error);
    if (name == NULL)
        return false;
    int preset = fields_find_preset(game->table, name);
    if (preset < 0)
        return error_set(error, "there is no preset \"%.40s\"", name);
    head->setup = setup_from_preset(game, preset);
    return true;
}

bool save_read_seed(const json_t *object, struct save_head *head, struct error *error)
{
    const char *seed = save_read_string(object, "seed", error);
    if (seed == NULL)
        return false;
    if (!number_is_unsigned(seed, &head->setup.seed))
        return error_set(error, "\"seed\" must be a string of digits below 2^64");
    return true;
}

bool session_rule_from_json(struct setup *setup, const char *field, const json_t *value,
                            struct error *error)
{
    if (json_is_string(value))
        return setup_set(setup, field, json_string_value(value), error);
    if (!json_is_integer(value))
        return error_set(error, "the rule \"%.40s\" must be a string or a whole number", field);
    char number[24];
    snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return setup_set(setup, field, number, error);
}

bool save_read_rules(const json_t *object, struct save_head *head, struct error *error)
{
    json_t *rules = json_object_get(object, "rules");
    if (rules == NULL)
        return true;
    if (!json_is_object(rules))
        return error_set(error, "\"rules\" must be an object");
    const char *field;
    json_t *value;
    json_object_foreach(rules, field, value)
    {
        if (!session_rule_from_json(&head->setup, field, value, error))
            return false;
    }
    return true;
}

bool save_read_course(const json_t *object, struct save_head *head, struct error *error)
{
    const struct game *game = head->setup.game;
    const char *noun = game->course->noun, *key = game->course->key;
    const json_t *course = json_object_get(object, "track");
    if (!json_is_object(course))
        return error_set(error, "\"track\" must be an object");
    const json_t *file = json_object_get(course, key);
    if (!json_is_string(file))
        return error_set(error, "the %s's \"%s\" must be a string", noun, key);
    struct error inner = {0};
    head->setup.course =
        course_read(game, json_string_value(file), json_string_length(file), &inner);
    if (!head->setup.course.body)
        return error_set(error, "the %s, at its line %d: %s", noun, inner.line, inner.text);
    return true;
}

static bool read_player(const json_t *object, int number, struct player *player,
                        struct error *error)
{
    struct error inner = {0};
    if (json_is_object(object) &&
        copy_string(object, "name", player->name, sizeof player->name, &inner) &&
        save_read_number(object, "pen", 1, PEN_COUNT, &player->pen, &inner) &&
        copy_string(object, "driver", player->driver, sizeof player->driver, &inner))
        return true;
    return error_set(error, "player %d: %s", number,
                     inner.text[0] != '\0' ? inner.text : "must be an object");
}

bool save_read_players(const json_t *object, struct save_head *head, struct error *error)
{
    const json_t *players = json_object_get(object, "players");
    size_t count = json_array_size(players);
    if (!json_is_array(players) || count < 1 || count > PLAYER_LIMIT)
        return error_set(error, "\"players\" must be an array of 1 to %d players", PLAYER_LIMIT);
    for (size_t i = 0; i < count; i++)
        if (!read_player(json_array_get(players, i), (int)i + 1, &head->players[i], error))
            return false;
    head->setup.players = (int)count;
    return true;
}

bool save_read_last(const json_t *object, struct save_head *head, struct error *error)
{
    const json_t *last = json_object_get(object, "last");
    if (last == NULL)
        return true;
    size_t count = json_array_size(last);
    if (!json_is_array(last) || count > CAR_LIMIT)
        return error_set(error, "\"last\" must be an array of at most %d car numbers", CAR_LIMIT);
    bool seen[CAR_LIMIT + 1] = {false};
    for (size_t i = 0; i < count; i++) {
        const json_t *json = json_array_get(last, i);
        json_int_t car = json_integer_value(json);
        if (!json_is_integer(json) || car < 1 || car > CAR_LIMIT || seen[car])
            return error_set(error, "\"last\" must hold each car's number once");
        seen[car] = true;
        head->setup.last[i] = (int)car;
    }
    head->setup.last_count = (int)count;
    return true;
}

static bool read_permission(const json_t *allow, const char *key, bool *value, struct error *error)
{
    const json_t *json = json_object_get(allow, key);
    if (json == NULL)
        return true;
    if (!json_is_boolean(json))
        return error_set(error, "\"%s\" in \"allow\" must be true or false", key);
    *value = json_is_true(json);
    return true;
}

bool save_read_allow(const json_t *object, struct save_head *head, struct error *error)
{
    const json_t *allow = json_object_get(object, "allow");
    head->allow = (struct allow){.undo = true, .hints = true};
    if (allow == NULL)
        return true;
    if (!json_is_object(allow))
        return error_set(error, "\"allow\" must be an object");
    return read_permission(allow, "undo", &head->allow.undo, error) &&
           read_permission(allow, "hints", &head->allow.hints, error);
}
