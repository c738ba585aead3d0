/* The series of a sitting: kept in a file of the series folder, found again from its races.
 */
#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/lock.h"
#include "screens/after/series.h"
#include "session/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void series_close(struct app *app)
{
    series_free(app->series);
    free(app->series_path);
    file_lock_release(app->series_lock);
    app->series_lock = NULL;
    app->series = NULL;
    app->series_path = NULL;
}

/* Takes over both. */
static void look_at(struct app *app, struct series *series, char *path)
{
    series_close(app);
    app->series = series;
    app->series_path = path;
}

static void save(struct app *app)
{
    struct error error;
    if (!file_make_folder(app->series_folder, &error) ||
        !series_save(app->series, app->series_path, &error))
        app_tell(app, "The series cannot be saved to %s: %s", app->series_path, error.text);
}

/* Two windows must not drive one series: whoever goes on with it holds its lock, and sees it as it
 * is on disk then. */
static bool claim(struct app *app)
{
    if (app->series_lock)
        return true;
    struct error error;
    app->series_lock = file_lock_take(app->series_path);
    if (!app->series_lock) {
        app_tell(app, "Another window is in the middle of this series.");
        return false;
    }
    struct series *fresh = series_load(app->series_path, &error);
    if (fresh) {
        series_free(app->series);
        app->series = fresh;
    }
    return true;
}

/* --- the race that is shown ------------------------------------------------------------------ */

bool series_is_shown(const struct app *app)
{
    const char *path = app->session ? session_kept_path(app->session) : NULL;
    int latest = app->series ? series_latest(app->series) : -1;
    return path && latest >= 0 &&
           strcmp(file_name(path), series_race_file(app->series, latest)) == 0;
}

void series_take_result(struct app *app)
{
    if (series_is_shown(app) && app->series_lock && series_note(app->series, app->session))
        save(app);
}

/* --- finding one ----------------------------------------------------------------------------- */

static bool holds_race(const struct series *series, const char *name)
{
    int latest = series_latest(series);
    return latest >= 0 && strcmp(series_race_file(series, latest), name) == 0;
}

static bool is_unfinished(const struct series *series, const char *name)
{
    (void)name;
    return series_due(series) < series_race_count(series);
}

static bool is_any(const struct series *series, const char *name)
{
    (void)series;
    (void)name;
    return true;
}

/* Told, and kept aside, so that it is told once; unless another window has just mended it. */
static void set_aside(struct app *app, const char *path)
{
    char where[500];
    struct text aside = {0};
    struct error error, other;
    struct file_lock *lock = file_lock_take(path);
    struct series *mended = lock ? series_load(path, &error) : NULL;
    if (lock && !mended && file_set_aside(path, &aside, &other)) {
        error_describe(&error, file_name(path), where, sizeof where);
        app_tell(app, "A series cannot be read and is left out. %s. The file is kept as %s.", where,
                 text_string(&aside));
    }
    series_free(mended);
    file_lock_release(lock);
    text_free(&aside);
}

/* The newest series of the folder that is `wanted`. */
static bool find(struct app *app, bool (*wanted)(const struct series *, const char *),
                 const char *name)
{
    int count = 0;
    char **paths = saved_paths_newest_first(app->series_folder, ".json", &count);
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        struct error error;
        struct series *series = series_load(paths[i], &error);
        found = series && wanted(series, name);
        if (found)
            look_at(app, series, memory_copy_string(paths[i]));
        else if (series)
            series_free(series);
        else
            set_aside(app, paths[i]);
    }
    file_free_names(paths, count);
    return found;
}

void series_find(struct app *app)
{
    const char *path = app->session ? session_kept_path(app->session) : NULL;
    if (path && (series_is_shown(app) || find(app, holds_race, file_name(path))))
        claim(app);
}

bool series_find_unfinished(struct app *app)
{
    return (app->series && is_unfinished(app->series, NULL)) || find(app, is_unfinished, NULL);
}

bool series_find_newest(struct app *app)
{
    return app->series || find(app, is_any, NULL);
}

/* The path of the neighbour of the series that is looked at, to be freed; NULL: it has none. */
static char *neighbour_path(const struct app *app, int by)
{
    int count = 0;
    char **paths = saved_paths_newest_first(app->series_folder, ".json", &count), *found = NULL;
    for (int i = 0; app->series_path && i < count; i++)
        if (strcmp(paths[i], app->series_path) == 0 && i + by >= 0 && i + by < count)
            found = memory_copy_string(paths[i + by]);
    file_free_names(paths, count);
    return found;
}

bool series_has_neighbour(const struct app *app, int by)
{
    char *path = neighbour_path(app, by);
    free(path);
    return path != NULL;
}

void series_look_at_neighbour(struct app *app, int by)
{
    struct error error;
    char *path = neighbour_path(app, by);
    struct series *series = path ? series_load(path, &error) : NULL;
    if (series) {
        look_at(app, series, path);
        return;
    }
    if (path)
        set_aside(app, path);
    free(path);
}

/* --- going on -------------------------------------------------------------------------------- */

static void note_begun(struct app *app)
{
    series_race_begun(app->series, file_name(session_kept_path(app->session)));
    save(app);
}

static bool begin_due(struct app *app, struct error *error)
{
    struct setup setup = series_setup(app->series);
    struct player players[PLAYER_LIMIT];
    for (int i = 0; i < setup.players; i++)
        players[i] = *series_player(app->series, i + 1);
    if (!app_begin_race(app, &setup, players, series_allow(app->series), error))
        return false;
    note_begun(app);
    return true;
}

bool app_begin_series(struct app *app, const struct setup *setup, const struct player *players,
                      struct allow allow, const struct course *courses, int count,
                      struct error *error)
{
    struct series *series = series_begin(setup, players, allow, courses, count, error);
    if (!series)
        return false;
    struct error folder_error; /* told when the series is saved */
    file_make_folder(app->series_folder, &folder_error);
    look_at(app, series, saved_new_path(app->series_folder, "series", ".json"));
    app->series_lock = file_lock_take(app->series_path);
    if (begin_due(app, error))
        return true;
    series_close(app);
    return false;
}

/* True if the race that had begun is shown again. What is wrong with its file is told. */
static bool open_due(struct app *app, const char *name)
{
    char *path = file_join(app->races_folder, name);
    const struct session *before = app->session;
    bool there = file_exists(path);
    if (there)
        app_open_file(app, path);
    free(path);
    /* What could be read of a damaged file goes on in another one. */
    if (there && app->session != before && !series_is_shown(app))
        note_begun(app);
    return there;
}

void series_go_next(struct app *app)
{
    struct error error;
    if (!claim(app))
        return;
    int due = series_due(app->series);
    if (due == series_race_count(app->series)) {
        app_go(app, &screen_series);
        return;
    }
    const char *begun = series_race_file(app->series, due);
    if (begun && series_is_shown(app))
        app_go(app, &screen_race);
    else if ((!begun || !open_due(app, begun)) && !begin_due(app, &error))
        app_tell(app, "Race %d cannot begin: %s", due + 1, error.text);
}

const char *series_next_label(const struct app *app)
{
    static char label[200];
    const struct series *series = app->series;
    int due = series_due(series);
    if (due == series_race_count(series))
        return "Final table";
    const char *name = course_name(series_course(series, due));
    if (series_race_file(series, due))
        snprintf(label, sizeof label, "Go on with race %d", due + 1);
    else
        snprintf(label, sizeof label, name[0] ? "Next race: %s" : "Next race", name);
    return label;
}
