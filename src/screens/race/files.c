/* Beginning, opening and saving races for the screens: what of it can fail is told here.
 */
#include "base/memory.h"
#include "base/system/clock.h"
#include "base/system/file.h"
#include "screens/after/series.h"
#include "screens/app.h"
#include "screens/graph_paper/editor/making.h"
#include "screens/race/programs.h"
#include "session/placing.h"
#include "session/save.h"
#include "studio/graph_paper/photo/photo.h"
#include "track/svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool is_over(const struct session *session)
{
    return session_setup(session)->game->over(session_race(session));
}

/* Takes over the session; the one before stays in its file. */
static void run_session(struct app *app, struct session *session)
{
    if (app->session != session) {
        app_keep_changes(app);
        session_free(app->session);
        app->record_taken = false;
        app->practice = app->practice && !app->trying;
        app->trying = false;
    }
    app->session = session;
    app->looked_at = NULL;
    app->opened_steps = session_step_count(session);
    app_go(app, is_over(session) ? &screen_results : &screen_race);
}

void app_drop_race(struct app *app)
{
    app_keep_changes(app);
    session_free(app->session);
    app->session = NULL;
    app->looked_at = NULL;
}

/* From now on the race is in this file; it is played even if it cannot be. */
static void keep(struct app *app, struct session *session, const char *path)
{
    struct error error;
    if (!file_make_folder(app->races_folder, &error) || !session_keep(session, path, &error))
        app_tell(app, "The race cannot be saved to %s: %s", path, error.text);
}

static void keep_anew(struct app *app, struct session *session)
{
    char *path =
        saved_race_new_path(app->races_folder, course_name(session_setup(session)->course));
    keep(app, session, path);
    free(path);
}

void app_keep_changes(struct app *app)
{
    struct session *session = app->session;
    bool changed = session && session_step_count(session) != app->opened_steps;
    if (changed && !app->practice && !session_kept_path(session))
        keep_anew(app, session);
}

/* Short enough to be read out and typed in again. */
static uint64_t draw_seed(void)
{
    uint64_t noise = (uint64_t)clock_nanoseconds() ^ (uint64_t)time(NULL) << 20;
    return noise % 1000000 + 1;
}

bool app_begin_race(struct app *app, const struct setup *setup, const struct player *players,
                    struct allow allow, struct error *error)
{
    struct setup seeded = *setup;
    if (seeded.seed == 0)
        seeded.seed = draw_seed();
    struct session *session = session_begin(&seeded, players, allow, error);
    if (!session)
        return false;
    keep_anew(app, session);
    run_session(app, session);
    return true;
}

void app_rematch(struct app *app)
{
    struct setup setup = *session_setup(app->session);
    struct player players[PLAYER_LIMIT];
    for (int i = 0; i < setup.players; i++)
        players[i] = *session_player(app->session, i + 1);
    struct placing placing;
    placing_of(app->session, &placing);
    placing_hand_on(&placing, &setup);
    setup.seed = 0;
    struct error error;
    if (!app_begin_race(app, &setup, players, session_allow(app->session), &error))
        app_tell(app, "There can be no rematch: %s", error.text);
}

static bool ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length >= tail && SDL_strcasecmp(path + length - tail, ending) == 0;
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_in_folder(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path + length == file_name(path) - 1;
}

/* Whatever came of reading it. */
static void show_race(struct app *app, const char *path, struct session *session, bool damaged,
                      const struct error *error)
{
    char where[600];
    error_describe(error, file_name(path), where, sizeof where);
    if (!session) {
        app_tell(app, "This race cannot be opened. %s", where);
        return;
    }
    if (damaged)
        app_tell(app, "This race is damaged and was opened up to there. %s", where);
    else if (error->text[0])
        app_notice(app, "%s", error->text);
    /* A damaged file, and one from elsewhere, stays as it is; a finished race is only looked at. */
    if (!session_kept_path(session) && (damaged || !is_over(session)))
        keep_anew(app, session);
    run_session(app, session);
    series_find(app);
}

static void open_copy(struct app *app, const char *path)
{
    struct error error;
    bool damaged = false;
    struct session *session = session_load(path, &damaged, &error);
    show_race(app, path, session, damaged, &error);
}

static void open_asked_copy(struct app *app)
{
    char *path = memory_copy_string(app->asked_path);
    open_copy(app, path);
    free(path);
}

static bool is_running(const struct app *app, const char *path)
{
    const char *kept = app->session ? session_kept_path(app->session) : NULL;
    return kept && strcmp(kept, path) == 0;
}

static void open_race(struct app *app, const char *path)
{
    if (is_running(app, path)) {
        run_session(app, app->session);
        return;
    }
    if (!is_in_folder(path, app->races_folder)) {
        open_copy(app, path);
        return;
    }
    struct error error;
    bool busy, damaged;
    struct session *session = session_resume(path, &busy, &damaged, &error);
    if (busy)
        app_ask(app, "Open a copy", open_asked_copy, path,
                "Another window has this race open. A copy of it can be driven on here.");
    else
        show_race(app, path, session, damaged, &error);
}

static void mend_asked_track(struct app *app)
{
    char *path = memory_copy_string(app->asked_path);
    app_edit_file(app, path);
    free(path);
}

static void open_track(struct app *app, const char *path)
{
    char where[600];
    struct error error;
    struct track *track = svg_load_track(path, &error);
    if (!track) {
        error_describe(&error, file_name(path), where, sizeof where);
        app_ask(app, "Mend it", mend_asked_track, path,
                "This is no track to race on. %s. The editor shows where, if it can be read.",
                where);
        return;
    }
    bool is_arena = !track->has_line;
    track_release(track);
    if (is_arena && app_import_file(app, path))
        return;
    free(app->chosen_track);
    char *real = realpath(path, NULL);
    app->chosen_track = real ? real : memory_copy_string(path);
    app_go(app, &screen_setup);
}

void app_open_file(struct app *app, const char *path)
{
    programs_forget_refusals();
    if (ends_with(path, ".svg") && app->screen == &screen_editor)
        app_edit_file(app, path);
    else if (ends_with(path, ".svg"))
        open_track(app, path);
    else if (ends_with(path, ".race"))
        open_race(app, path);
    else if (photo_is_picture(path))
        app_open_photo(app, path);
    else
        app_tell(app, "%s is neither a track (.svg), nor a race (.race), nor a picture of a track.",
                 file_name(path));
}
