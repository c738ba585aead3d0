/* Reading and writing settings.json with jansson; each value stands for itself, so that one bad
 * value does not cost the others. */
#include "app/settings.h"

#include "base/system/file.h"
#include "base/system/lock.h"
#include "drivers/driving.h"
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
    bool known = false;
    for (const struct game *const *game = games; *game && !known; game++)
        known = driver_check(*game, driver, error);
    good = good && known;
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

/* False and the error if something in it is wrong; a file that is not there is sound. */
static bool read_file(const char *path, struct settings *settings, struct error *error)
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

/* With the lock held. False if something was wrong: then the file is no longer there, or `told`
 * says that it could not be kept aside. */
static bool read_anew(const char *path, struct settings *settings, struct text *told)
{
    struct error error, other;
    char where[500];
    struct text aside = {0};
    if (read_file(path, settings, &error))
        return true;
    error_describe(&error, path, where, sizeof where);
    text_append_format(told,
                       "The settings cannot be read in full: the usual ones stand in where "
                       "something is wrong. %s.",
                       where);
    if (file_set_aside(path, &aside, &other))
        text_append_format(told, " The old file is kept as %s.", text_string(&aside));
    text_free(&aside);
    return false;
}

bool settings_load(const char *path, struct settings *settings, struct text *told)
{
    struct error error;
    if (read_file(path, settings, &error))
        return true;
    struct file_lock *lock = file_lock_wait(path, &error);
    bool good = read_anew(path, settings, told);
    file_lock_release(lock);
    return good;
}

static bool are_same_players(const struct settings *one, const struct settings *other)
{
    bool same = one->player_count == other->player_count;
    for (int i = 0; same && i < one->player_count; i++) {
        const struct player *a = &one->players[i], *b = &other->players[i];
        same =
            a->pen == b->pen && strcmp(a->name, b->name) == 0 && strcmp(a->driver, b->driver) == 0;
    }
    return same;
}

/* What differs between `mine` and `known`, into `into`. */
static void take_changes(struct settings *into, const struct settings *mine,
                         const struct settings *known)
{
    if (strcmp(mine->theme, known->theme) != 0)
        strcpy(into->theme, mine->theme);
    if (mine->scale != known->scale)
        into->scale = mine->scale;
    if (mine->stroke_animation != known->stroke_animation)
        into->stroke_animation = mine->stroke_animation;
    if (mine->ask_before_crash != known->ask_before_crash)
        into->ask_before_crash = mine->ask_before_crash;
    if (mine->hints != known->hints)
        into->hints = mine->hints;
    if (!are_same_players(mine, known)) {
        memcpy(into->players, mine->players, sizeof into->players);
        into->player_count = mine->player_count;
    }
    if (strcmp(mine->last_track, known->last_track) != 0)
        strcpy(into->last_track, mine->last_track);
    if (strcmp(mine->last_rules, known->last_rules) != 0)
        strcpy(into->last_rules, mine->last_rules);
}

bool settings_write(const struct settings *settings, struct text *into)
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
    bool written = text != NULL;
    if (written)
        text_append(into, text);
    free(text);
    return written;
}

static bool write_file(const char *path, const struct settings *settings, struct error *error)
{
    struct text text = {0};
    bool saved = settings_write(settings, &text)
                     ? file_write_atomically(path, text.data, text.length, error)
                     : error_set(error, "a player's name cannot be written");
    text_free(&text);
    return saved;
}

bool settings_save(const char *path, const struct settings *settings, const struct settings *known,
                   struct text *told, struct error *error)
{
    struct settings fresh;
    struct file_lock *lock = file_lock_wait(path, error);
    bool saved = lock != NULL;
    if (saved && file_exists(path) && read_anew(path, &fresh, told))
        take_changes(&fresh, settings, known);
    else
        fresh = *settings;
    saved = saved && write_file(path, &fresh, error);
    file_lock_release(lock);
    return saved;
}
