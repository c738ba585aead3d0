/* Reading and writing settings.json with jansson; each value stands for itself, so that one bad
 * value does not cost the others. */
#include "app/settings.h"

#include "base/file.h"
#include "base/memory.h"
#include "screens/edit.h"

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

static int read_number(const json_t *object, const char *name, int minimum, int maximum,
                       int otherwise)
{
    const json_t *value = json_object_get(object, name);
    if (!json_is_integer(value))
        return otherwise;
    json_int_t number = json_integer_value(value);
    return number < minimum || number > maximum ? otherwise : (int)number;
}

static bool read_switch(const json_t *object, const char *name, bool otherwise)
{
    const json_t *value = json_object_get(object, name);
    return json_is_boolean(value) ? json_is_true(value) : otherwise;
}

static void read_theme(const json_t *value, struct settings *settings)
{
    if (json_is_string(value))
        snprintf(settings->theme, sizeof settings->theme, "%s",
                 paper_theme_find(json_string_value(value))->name);
}

static void read_string(const json_t *value, char *into, size_t size)
{
    if (json_is_string(value) && json_string_length(value) < size)
        strcpy(into, json_string_value(value));
}

static bool pen_is_taken(const struct settings *settings, int pen)
{
    for (int i = 0; i < settings->player_count; i++)
        if (settings->players[i].pen == pen)
            return true;
    return false;
}

static void read_players(const json_t *array, struct settings *settings)
{
    struct settings read = {0};
    size_t count = json_array_size(array);
    for (size_t i = 0; i < count && read.player_count < PLAYER_LIMIT; i++) {
        const json_t *entry = json_array_get(array, i);
        const char *name = json_string_value(json_object_get(entry, "name"));
        int pen = read_number(entry, "pen", 1, PEN_COUNT, 0);
        if (!name || pen == 0 || pen_is_taken(&read, pen))
            continue;
        struct player *player = &read.players[read.player_count++];
        snprintf(player->name, sizeof player->name, "%s", name);
        edit_repair(player->name, sizeof player->name);
        snprintf(player->driver, sizeof player->driver, "human");
        player->pen = pen;
    }
    if (read.player_count == 0)
        return;
    memcpy(settings->players, read.players, sizeof read.players);
    settings->player_count = read.player_count;
}

bool settings_read(const char *bytes, size_t length, struct settings *settings, struct error *error)
{
    *settings = settings_default();
    json_error_t where;
    json_t *root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &where);
    if (!root)
        return error_set_at(error, where.line, where.column, "%s", where.text);
    bool known = json_is_object(root);
    if (known) {
        read_theme(json_object_get(root, "theme"), settings);
        settings->scale = read_number(root, "scale", SCALE_MINIMUM, SCALE_MAXIMUM, settings->scale);
        settings->stroke_animation =
            read_switch(root, "stroke_animation", settings->stroke_animation);
        settings->ask_before_crash =
            read_switch(root, "ask_before_crash", settings->ask_before_crash);
        read_players(json_object_get(root, "players"), settings);
        read_string(json_object_get(root, "last_track"), settings->last_track,
                    sizeof settings->last_track);
        read_string(json_object_get(root, "last_rules"), settings->last_rules,
                    sizeof settings->last_rules);
    }
    json_decref(root);
    return known || error_set(error, "these are no settings");
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
        json_array_append_new(players, json_pack("{s:s, s:i}", "name", settings->players[i].name,
                                                 "pen", settings->players[i].pen));
    json_t *root =
        json_pack("{s:s, s:i, s:b, s:b, s:o}", "theme", settings->theme, "scale", settings->scale,
                  "stroke_animation", (int)settings->stroke_animation, "ask_before_crash",
                  (int)settings->ask_before_crash, "players", players);
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
