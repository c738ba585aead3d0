/* Beginning, opening and saving races for the screens: what of it can fail is told here.
 */
#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "screens/screen.h"
#include "screens/series.h"
#include "session/placing.h"
#include "session/save.h"
#include "track/svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Takes over the session; the one before stays in its file. */
static void run_session(struct app *app, struct session *session)
{
    session_free(app->session);
    app->session = session;
    app_go(app, &screen_race);
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
    char *path = saved_race_new_path(app->races_folder, session_setup(session)->track->name);
    keep(app, session, path);
    free(path);
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

static void open_race(struct app *app, const char *path)
{
    char where[600];
    struct error error;
    bool damaged = false;
    struct session *session = session_load(path, &damaged, &error);
    error_describe(&error, file_name(path), where, sizeof where);
    if (!session) {
        app_tell(app, "This race cannot be opened. %s", where);
        return;
    }
    if (damaged)
        app_tell(app, "This race is damaged and was opened up to there. %s", where);
    else if (error.text[0])
        app_notice(app, "%s", error.text);
    /* A damaged file, and one from elsewhere, stays as it is. */
    bool over = session_setup(session)->rules->over(session_race(session));
    if (!damaged && is_in_folder(path, app->races_folder)) {
        if (!over)
            keep(app, session, path);
    } else {
        keep_anew(app, session);
    }
    run_session(app, session);
    series_find(app);
}

static void open_track(struct app *app, const char *path)
{
    char where[600];
    struct error error;
    struct track *track = svg_load_track(path, &error);
    if (!track) {
        error_describe(&error, file_name(path), where, sizeof where);
        app_tell(app, "This track cannot be opened. %s", where);
        return;
    }
    track_release(track);
    free(app->chosen_track);
    char *real = realpath(path, NULL);
    app->chosen_track = real ? real : memory_copy_string(path);
    app_go(app, &screen_setup);
}

void app_open_file(struct app *app, const char *path)
{
    if (ends_with(path, ".svg"))
        open_track(app, path);
    else if (ends_with(path, ".race"))
        open_race(app, path);
    else
        app_tell(app, "%s is neither a track (.svg) nor a race (.race).", file_name(path));
}
