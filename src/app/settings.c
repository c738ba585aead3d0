/* Reading and writing settings.json with jansson; each value stands for itself, so that one bad
 * value does not cost the others. */
#include "app/settings.h"

#include "base/file.h"
#include "base/memory.h"
#include "drivers/driver.h"
#include "session/json_words.h"
#include "ui/edit.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETTINGS_FILE_LIMIT = 64 * 1024 };

struct settings settings_default(void)
{
    static const char *const names[] = {"Ada", "Blaise"};
    struct settings settings = {.scale = 100, .stroke_animation = true, .ask_before_crash = true};
    snprintf(settings.theme, sizeof settings.theme, "%s", paper_theme_paper.name);
    settings.player_count = 2;
    for (int i = 0; i < 2; i++) {
        snprintf(settings.players[i].name, PLAYER_NAME_BYTES, "%s", names[i]);
        snprintf(settings.players[i].driver, PLAYER_DRIVER_BYTES, "human");
        settings.players[i].pen = i + 1;
    }
    return settings;
}

/* Each reads one value if it is there and leaves what it cannot use as it was; false: told why. */
static bool read_number(const json_t *object, const char *name, int minimum, int maximum,
                        int *number, struct error *error)
{
    const json_t *value = json_object_get(object, name);
    json_int_t wide = json_integer_value(value);
    if (!value)
        return true;
    if (!json_is_integer(value) || wide < minimum || wide > maximum)
        return error_set(error, "\"%s\" must be a number from %d to %d", name, minimum, maximum);
    *number = (int)wide;
    return true;
}

static bool read_switch(const json_t *object, const char *name, bool *on, struct error *error)
{
    const json_t *value = json_object_get(object, name);
    if (value && !json_is_boolean(value))
        return error_set(error, "\"%s\" must be true or false", name);
    if (value)
        *on = json_is_true(value);
    return true;
}

static bool read_string(const json_t *object, const char *name, char *into, size_t size,
                        struct error *error)
{
    const json_t *value = json_object_get(object, name);
    if (value && (!json_is_string(value) || json_string_length(value) >= size))
        return error_set(error, "\"%s\" must be a short text", name);
    if (value)
        strcpy(into, json_string_value(value));
    return true;
}

static bool read_theme(const json_t *object, struct settings *settings, struct error *error)
{
    char name[sizeof settings->theme] = "";
    if (!read_string(object, "theme", name, sizeof name, error))
        return false;
    const struct paper_theme *theme = paper_theme_find(name);
    if (name[0] != '\0' && strcmp(theme->name, name) != 0)
        return error_set(error, "there is no theme \"%s\"", name);
    strcpy(settings->theme, theme->name);
    return true;
}

static bool pen_is_taken(const struct settings *settings, int pen)
{
    for (int i = 0; i < settings->player_count; i++)
        if (settings->players[i].pen == pen)
            return true;
    return false;
}

/* A person drives where none is told. */
static bool read_driver(const json_t *entry, struct player *player, struct error *error)
{
    char driver[PLAYER_DRIVER_BYTES] = "human";
    bool good = read_string(entry, "driver", driver, sizeof driver, error);
    edit_repair(driver, sizeof driver);
    good = good && driver_check(driver, error);
    snprintf(player->driver, sizeof player->driver, "%s", good ? driver : "human");
    return good;
}

static bool read_players(const json_t *array, struct settings *settings, struct error *error)
{
    struct settings read = {0};
    struct error ignored;
    size_t count = json_array_size(array), bad = 0;
    bool good = true;
    for (size_t i = 0; i < count && read.player_count < PLAYER_LIMIT; i++) {
        const json_t *entry = json_array_get(array, i);
        const char *name = json_string_value(json_object_get(entry, "name"));
        int pen = 0;
        if (!read_number(entry, "pen", 1, PEN_COUNT, &pen, &ignored) || !name || pen == 0 ||
            pen_is_taken(&read, pen)) {
            bad++;
            continue;
        }
        struct player *player = &read.players[read.player_count++];
        snprintf(player->name, sizeof player->name, "%s", name);
        edit_repair(player->name, sizeof player->name);
        good &= read_driver(entry, player, error);
        player->pen = pen;
    }
    if (read.player_count > 0) {
        memcpy(settings->players, read.players, sizeof read.players);
        settings->player_count = read.player_count;
    }
    if (array && (read.player_count == 0 || bad > 0))
        return error_set(error, "\"players\" must each have a name and a pen of their own");
    return good;
}

/* All of them, whatever is wrong with one; the last wrong one is told. */
static bool read_values(const json_t *root, struct settings *settings, struct error *error)
{
    bool good = read_theme(root, settings, error);
    good &= read_number(root, "scale", SCALE_MINIMUM, SCALE_MAXIMUM, &settings->scale, error);
    good &= read_switch(root, "stroke_animation", &settings->stroke_animation, error);
    good &= read_switch(root, "ask_before_crash", &settings->ask_before_crash, error);
    good &= read_switch(root, "hints", &settings->hints, error);
    good &= read_players(json_object_get(root, "players"), settings, error);
    good &=
        read_string(root, "last_track", settings->last_track, sizeof settings->last_track, error);
    good &=
        read_string(root, "last_rules", settings->last_rules, sizeof settings->last_rules, error);
    return good;
}

bool settings_read(const char *bytes, size_t length, struct settings *settings, struct error *error)
{
    *settings = settings_default();
    json_error_t where;
    json_t *root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &where);
    if (!root)
        return error_set_at(error, where.line, where.column, "%s", json_words(&where));
    bool good = json_is_object(root) ? read_values(root, settings, error)
                                     : error_set(error, "these are no settings");
    json_decref(root);
    return good;
}

bool settings_load(const char *path, struct settings *settings, struct error *error)
{
    *settings = settings_default();
    if (!file_exists(path))
        return true;
    struct text content = {0};
    bool good = file_read(path, SETTINGS_FILE_LIMIT, &content, error) &&
                settings_read(text_string(&content), content.length, settings, error);
    text_free(&content);
    return good;
}

bool settings_save(const char *path, const struct settings *settings, struct error *error)
{
    json_t *players = json_array();
    for (int i = 0; i < settings->player_count; i++)
        json_array_append_new(
            players, json_pack("{s:s, s:i, s:s}", "name", settings->players[i].name, "pen",
                               settings->players[i].pen, "driver", settings->players[i].driver));
    json_t *root = json_pack("{s:s, s:i, s:b, s:b, s:b, s:o}", "theme", settings->theme, "scale",
                             settings->scale, "stroke_animation", (int)settings->stroke_animation,
                             "ask_before_crash", (int)settings->ask_before_crash, "hints",
                             (int)settings->hints, "players", players);
    /* A path need not be UTF-8; then it is not remembered. */
    json_object_set_new(root, "last_track", json_string(settings->last_track));
    json_object_set_new(root, "last_rules", json_string(settings->last_rules));
    char *text = json_dumps(root, JSON_INDENT(2));
    json_decref(root);
    if (!text)
        return error_set(error, "a player's name cannot be written");
    char *folder = memory_copy_string(path);
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = 0;
    bool saved =
        file_make_folder(folder, error) && file_write_atomically(path, text, strlen(text), error);
    free(folder);
    free(text);
    return saved;
}
