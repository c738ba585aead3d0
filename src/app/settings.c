/* Reading and writing settings.json with jansson; each value stands for itself, so that one bad
 * value does not cost the others. */
#include "app/settings.h"

#include "base/formats.h"
#include "base/system/file.h"
#include "drivers/driving.h"
#include "session/session.h"
#include "ui/sound/sound.h"
#include "ui/ui.h"

#include <stdio.h>
#include <string.h>

enum { SETTINGS_FILE_LIMIT = 64 * 1024, MOTION_BITS = 16383, MOTION_GRAPHS = 42 /* x, vx, ax */ };

struct settings settings_default(void)
{
    static const char *const names[] = {"Ada", "Blaise"};
    struct settings settings = {.scale = 100,
                                .sound = true,
                                .volume = 60,
                                .stroke_animation = true,
                                .ask_before_crash = true,
                                .pace = PACE_USUAL,
                                .arrows = 9,
                                .motion_columns = MOTION_BITS,
                                .motion_graphs = MOTION_GRAPHS,
                                .motion_square = "1",
                                .motion_move = "1"};
    snprintf(settings.theme, sizeof settings.theme, "%s", paper_theme_paper.name);
    settings.player_count = 2;
    for (int i = 0; i < 2; i++) {
        snprintf(settings.players[i].name, PLAYER_NAME_BYTES, "%s", names[i]);
        snprintf(settings.players[i].driver, PLAYER_DRIVER_BYTES, "human");
        settings.players[i].pen = i + 1;
    }
    return settings;
}

/* What is read, written and compared by itself. */
static const struct json_member members[] = {
    {"theme", JSON_KIND_WORDS, offsetof(struct settings, theme), 0,
     sizeof(((struct settings *)NULL)->theme)},
    {"scale", JSON_KIND_NUMBER, offsetof(struct settings, scale), SCALE_MINIMUM, SCALE_MAXIMUM},
    {"stroke_animation", JSON_KIND_SWITCH, offsetof(struct settings, stroke_animation), 0, 0},
    {"reduced_motion", JSON_KIND_SWITCH, offsetof(struct settings, reduced_motion), 0, 0},
    {"sound", JSON_KIND_SWITCH, offsetof(struct settings, sound), 0, 0},
    {"volume", JSON_KIND_NUMBER, offsetof(struct settings, volume), 0, SOUND_VOLUME_MOST},
    {"ask_before_crash", JSON_KIND_SWITCH, offsetof(struct settings, ask_before_crash), 0, 0},
    {"hints", JSON_KIND_SWITCH, offsetof(struct settings, hints), 0, 0},
    {"ghost", JSON_KIND_SWITCH, offsetof(struct settings, ghost), 0, 0},
    {"pace", JSON_KIND_NUMBER, offsetof(struct settings, pace), PACE_SLOW, PACE_QUICK},
    {"arrows", JSON_KIND_NUMBER, offsetof(struct settings, arrows), 0, 255},
    {"motion_pane", JSON_KIND_NUMBER, offsetof(struct settings, motion), MOTION_AS_USUAL,
     MOTION_CLOSED},
    {"column_vectors", JSON_KIND_SWITCH, offsetof(struct settings, columns), 0, 0},
    {"reveals", JSON_KIND_SWITCH, offsetof(struct settings, reveals), 0, 0},
    {"guided", JSON_KIND_NUMBER, offsetof(struct settings, guided), 0, INT32_MAX},
    {"csv_for", JSON_KIND_NUMBER, offsetof(struct settings, csv_for), 0, CSV_KIND_COUNT - 1},
    {"motion_table", JSON_KIND_NUMBER, offsetof(struct settings, motion_columns), 0, MOTION_BITS},
    {"motion_curves", JSON_KIND_NUMBER, offsetof(struct settings, motion_graphs), 0, MOTION_BITS},
    {"motion_looks", JSON_KIND_NUMBER, offsetof(struct settings, motion_looks), 0, 255},
    {"motion_square", JSON_KIND_WORDS, offsetof(struct settings, motion_square), 0,
     sizeof(((struct settings *)NULL)->motion_square)},
    {"motion_move", JSON_KIND_WORDS, offsetof(struct settings, motion_move), 0,
     sizeof(((struct settings *)NULL)->motion_move)},
    {"last_track", JSON_KIND_WORDS, offsetof(struct settings, last_track), 0,
     sizeof(((struct settings *)NULL)->last_track)},
    {"last_rules", JSON_KIND_WORDS, offsetof(struct settings, last_rules), 0,
     sizeof(((struct settings *)NULL)->last_rules)},
    {0},
};

/* Of a player; the name, which comes first, is made fit where it is not. */
static const struct json_member player_members[] = {
    {"name", JSON_KIND_WORDS, offsetof(struct player, name), 0, PLAYER_NAME_BYTES},
    {"pen", JSON_KIND_NUMBER, offsetof(struct player, pen), 1, PEN_COUNT},
    {"driver", JSON_KIND_WORDS, offsetof(struct player, driver), 0, PLAYER_DRIVER_BYTES},
    {0},
};

static bool read_theme(struct settings *settings, struct error *error)
{
    char wanted[sizeof settings->theme];
    const struct paper_theme *theme = paper_theme_find(settings->theme);
    strcpy(wanted, settings->theme);
    strcpy(settings->theme, theme->name);
    return wanted[0] == '\0' || strcmp(theme->name, wanted) == 0 ||
           error_set(error, "there is no theme \"%s\"", wanted);
}

static bool pen_is_taken(const struct settings *settings, int pen)
{
    for (int i = 0; i < settings->player_count; i++)
        if (settings->players[i].pen == pen)
            return true;
    return false;
}

/* A person drives where nobody else can. */
static bool settle_driver(struct player *player, bool good, struct error *error)
{
    edit_repair(player->driver, sizeof player->driver);
    bool known = false;
    for (const struct game *const *game = games; *game && !known; game++)
        known = driver_check(*game, player->driver, error);
    if (!good || !known)
        strcpy(player->driver, "human");
    return good && known;
}

static bool read_players(const json_t *array, struct settings *settings, struct error *error)
{
    struct settings read = {0};
    size_t count = json_array_size(array), bad = 0;
    bool good = true;
    for (size_t i = 0; i < count && read.player_count < PLAYER_LIMIT; i++) {
        const json_t *entry = json_array_get(array, i);
        const char *name = json_string_value(json_object_get(entry, "name"));
        struct player player = {.driver = "human"};
        bool whole = json_members_read(player_members + 1, entry, &player, error);
        if (!name || player.pen == 0 || pen_is_taken(&read, player.pen)) {
            bad++;
            continue;
        }
        snprintf(player.name, sizeof player.name, "%s", name); /* cut, where it is too long */
        edit_repair(player.name, sizeof player.name);
        good &= settle_driver(&player, whole, error);
        read.players[read.player_count++] = player;
    }
    if (read.player_count > 0) {
        memcpy(settings->players, read.players, sizeof read.players);
        settings->player_count = read.player_count;
    }
    if (array && (read.player_count == 0 || bad > 0))
        return error_set(error, "\"players\" must each have a name and a pen of their own");
    return good;
}

bool settings_read(const char *bytes, size_t length, struct settings *settings, struct error *error)
{
    *settings = settings_default();
    json_t *root = json_file_parse(bytes, length, error);
    if (!root)
        return false;
    bool good = json_is_object(root) || error_set(error, "these are no settings");
    good &= json_members_read(members, root, settings, error);
    if (!json_object_get(root, "reduced_motion")) /* older files: strokes were all that moved */
        settings->reduced_motion = !settings->stroke_animation;
    good &= read_theme(settings, error);
    good &= read_players(json_object_get(root, "players"), settings, error);
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

static json_t *to_json(const struct settings *settings)
{
    json_t *players = json_array(), *root = json_members_write(members, settings);
    for (int i = 0; i < settings->player_count; i++)
        json_array_append_new(players, json_members_write(player_members, &settings->players[i]));
    json_object_set_new(root, "players", players);
    return root;
}

bool settings_write(const struct settings *settings, struct text *into)
{
    return json_file_print(to_json(settings), 2, into);
}

bool settings_save(const char *path, const struct settings *settings, const struct settings *known,
                   struct text *told, struct error *error)
{
    struct settings fresh;
    struct file_lock *lock = file_lock_wait(path, error);
    bool saved = lock != NULL;
    if (saved && file_exists(path) && read_anew(path, &fresh, told)) {
        /* What this window has changed, on what another one has written. */
        json_members_take(members, &fresh, settings, known);
        if (!are_same_players(settings, known)) {
            memcpy(fresh.players, settings->players, sizeof fresh.players);
            fresh.player_count = settings->player_count;
        }
    } else
        fresh = *settings;
    saved = saved && json_file_write(path, to_json(&fresh), 2, error);
    file_lock_release(lock);
    return saved;
}
