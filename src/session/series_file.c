/* A series as a JSON file: the keys of a saved race's first line for what all races share, and an
 * array of races, each with its track and, as far as it has come, its file and its places.
 *
 * The bytes read may be anything; what does not hang together is refused with the number of the
 * race.
 */
#include "base/memory.h"
#include "base/system/file.h"
#include "session/inside.h"
#include "session/json_words.h"
#include "session/save.h"
#include "session/series_inside.h"

#include <stdlib.h>
#include <string.h>

enum { SERIES_FORMAT = 1, SERIES_FILE_LIMIT = 64 * 1024 * 1024 };

static json_t *numbers_to_json(const int *numbers, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_integer(numbers[i]));
    return array;
}

static json_t *race_to_json(const struct series *series, const struct series_race *race)
{
    json_t *object = json_pack("{s:o}", "track", save_course_to_json(race->course));
    if (race->file != NULL)
        json_object_set_new(object, "file", json_string(race->file));
    if (race->over) {
        const struct placing *placing = &race->placing;
        json_object_set_new(object, "places",
                            numbers_to_json(placing->places, series->setup.players));
        json_object_set_new(object, "cars", numbers_to_json(placing->cars, placing->car_count));
    }
    return object;
}

void series_write(const struct series *series, struct text *into)
{
    const struct setup *setup = &series->setup;
    json_t *races = json_array();
    for (int i = 0; i < series->count; i++)
        json_array_append_new(races, race_to_json(series, &series->races[i]));
    json_t *root =
        json_pack("{s:i, s:s, s:s, s:o, s:o, s:o, s:o}", "graphprix_series", SERIES_FORMAT, "game",
                  setup->game->name, "preset", setup->game->table->presets[setup->preset].name,
                  "rules", session_rules_to_json(setup, true), "players",
                  save_players_to_json(series->players, setup->players), "allow",
                  save_allow_to_json(series->allow), "races", races);
    char *text = json_dumps(root, JSON_INDENT(1));
    text_append(into, text);
    text_append(into, "\n");
    free(text);
    json_decref(root);
}

bool series_save(const struct series *series, const char *path, struct error *error)
{
    struct text text = {0};
    series_write(series, &text);
    bool saved = file_write_atomically(path, text.data, text.length, error);
    text_free(&text);
    return saved;
}

/* Whole numbers from 0 to a maximum. */
static bool read_numbers(const json_t *object, const char *key, int maximum, int into[], int most,
                         int *count, struct error *error)
{
    const json_t *array = json_object_get(object, key);
    size_t length = json_array_size(array);
    bool sound = json_is_array(array) && length <= (size_t)most;
    for (size_t i = 0; sound && i < length; i++) {
        const json_t *json = json_array_get(array, i);
        json_int_t number = json_integer_value(json);
        sound = json_is_integer(json) && number >= 0 && number <= maximum;
        into[i] = sound ? (int)number : 0;
    }
    *count = (int)length;
    return sound ||
           error_set(error, "\"%s\" must be an array of at most %d whole numbers", key, most);
}

/* Each car once. */
static bool check_cars(const struct placing *placing, struct error *error)
{
    bool seen[CAR_LIMIT + 1] = {true};
    for (int i = 0; i < placing->car_count; i++) {
        int car = placing->cars[i];
        if (car > placing->car_count || seen[car])
            return error_set(error, "\"cars\" must hold each car's number once");
        seen[car] = true;
    }
    return true;
}

static bool read_placing(const json_t *object, int players, struct placing *placing,
                         struct error *error)
{
    int count;
    if (!read_numbers(object, "places", CAR_LIMIT, placing->places, PLAYER_LIMIT, &count, error))
        return false;
    if (count != players)
        return error_set(error, "there are %d places for %d players", count, players);
    return read_numbers(object, "cars", CAR_LIMIT, placing->cars, CAR_LIMIT, &placing->car_count,
                        error) &&
           check_cars(placing, error);
}

/* A name in the races folder and nothing that leads out of it. */
static bool read_file_name(const json_t *object, char **file, struct error *error)
{
    const char *name = save_read_string(object, "file", error);
    if (name == NULL)
        return false;
    if (name[0] == '\0' || name[0] == '.' || strchr(name, '/') != NULL)
        return error_set(error, "\"file\" must be the name of a file, without a folder");
    *file = memory_copy_string(name);
    return true;
}

static bool read_race(const json_t *object, const struct series *series, struct series_race *race,
                      struct error *error)
{
    struct save_head head = {.setup.game = series->setup.game};
    if (!json_is_object(object))
        return error_set(error, "it must be an object");
    bool sound = save_read_course(object, &head, error);
    race->course = head.setup.course;
    if (sound && json_object_get(object, "file") != NULL)
        sound = read_file_name(object, &race->file, error);
    race->over = json_object_get(object, "places") != NULL;
    if (sound && race->over)
        sound = read_placing(object, series->setup.players, &race->placing, error);
    return sound;
}

/* Races are driven one after the other: begun and over ones come first, at most one is running. */
static bool check_order(const struct series *series, struct error *error)
{
    for (int i = 0; i < series->count; i++) {
        const struct series_race *race = &series->races[i];
        bool follows = i == 0 || series->races[i - 1].over;
        if ((race->over && race->file == NULL) || (race->file != NULL && !follows))
            return error_set(error, "race %d has begun before its turn", i + 1);
    }
    return true;
}

static bool read_races(const json_t *root, struct series *series, struct error *error)
{
    const json_t *races = json_object_get(root, "races");
    size_t count = json_array_size(races);
    if (!json_is_array(races) || count < 1 || count > SERIES_RACE_LIMIT)
        return error_set(error, "\"races\" must be an array of 1 to %d races", SERIES_RACE_LIMIT);
    for (size_t i = 0; i < count; i++) {
        struct error inner = {0};
        series->count++;
        if (!read_race(json_array_get(races, i), series, &series->races[i], &inner))
            return error_set(error, "race %d: %s", (int)i + 1, inner.text);
    }
    return check_order(series, error);
}

static bool read_series(const json_t *root, struct series *series, struct error *error)
{
    struct save_head head = {0};
    const json_t *format = json_object_get(root, "graphprix_series");
    if (!json_is_integer(format))
        return error_set(error, "this is not a series: it has no \"graphprix_series\"");
    if (json_integer_value(format) != SERIES_FORMAT)
        return error_set(error,
                         "the series is saved in another format than %d, which this program knows: "
                         "get a newer Graph Prix",
                         SERIES_FORMAT);
    if (!save_read_game(root, &head, error) || !save_read_rules(root, &head, error) ||
        !save_read_players(root, &head, error) || !save_read_allow(root, &head, error))
        return false;
    series->setup = head.setup;
    series->setup.seed = 0;
    series->allow = head.allow;
    memcpy(series->players, head.players, sizeof series->players);
    return read_races(root, series, error);
}

struct series *series_read(const char *bytes, size_t length, struct error *error)
{
    json_error_t problem;
    json_t *root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &problem);
    if (root == NULL) {
        error_set_at(error, problem.line > 0 ? problem.line : 0,
                     problem.column > 0 ? problem.column : 0, "the series is damaged: %s",
                     json_words(&problem));
        return NULL;
    }
    *error = (struct error){0};
    struct series *series = memory_allocate(1, sizeof *series);
    bool sound = read_series(root, series, error);
    json_decref(root);
    if (!sound) {
        series_free(series);
        return NULL;
    }
    return series;
}

struct series *series_load(const char *path, struct error *error)
{
    struct text content = {0};
    struct series *series = NULL;
    if (file_read(path, SERIES_FILE_LIMIT, &content, error))
        series = series_read(text_string(&content), content.length, error);
    text_free(&content);
    return series;
}
