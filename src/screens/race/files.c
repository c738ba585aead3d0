/* Beginning, opening and saving races for the screens, and their records, which are taken when a
 * race is over and taken back when that is undone: what of it can fail is told here.
 */
#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "screens/after/after.h"
#include "screens/app.h"
#include "screens/classroom.h"
#include "screens/course_tools.h"
#include "screens/editor_frame/editor_frame.h"
#include "screens/invite/invite.h"
#include "screens/race/frame.h"
#include "session/records.h"
#include "session/session.h"
#include "session/with_you.h"

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
        invite_follow_race(app->session, session);
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
    invite_follow_race(app->session, NULL);
    session_free(app->session);
    app->session = NULL;
    app->looked_at = NULL;
}

static void keep_anew(struct app *app, struct session *session)
{
    char *path =
        saved_race_new_path(app->races_folder, course_name(session_setup(session)->course));
    /* From now on the race is in this file; it is played even if it cannot be. */
    struct error error;
    bool kept = file_make_folder(app->races_folder, &error) && session_keep(session, path, &error);
    app_keeping(app, KEPT_RACE, path, kept, &error);
    free(path);
}

void app_keep_changes(struct app *app)
{
    struct session *session = app->session;
    bool changed = session && session_step_count(session) != app->opened_steps;
    if (changed && !app->practice && !session_kept_path(session))
        keep_anew(app, session);
}

bool app_begin_race(struct app *app, const struct setup *setup, const struct player *players,
                    struct allow allow, struct error *error)
{
    struct setup seeded = *setup;
    struct player seated[PLAYER_LIMIT];
    memcpy(seated, players, (size_t)setup->players * sizeof *players);
    if (seeded.seed == 0) { /* else the same race is driven once more */
        /* Short enough to be read out and typed in again. */
        uint64_t noise = (uint64_t)clock_nanoseconds() ^ (uint64_t)time(NULL) << 20;
        seeded.seed = noise % 1000000 + 1;
        if (with_you_is_wanted(seated, setup->players)) {
            if (app->session)
                session_keep_flush(app->session);
            with_you_seat(seated, setup->players, setup->game,
                          with_you_level(app->races_folder, setup->game));
        }
    }
    /* A race that can go on by post can only with names that posts can hold. */
    bool named = !setup->game->append_board || post_names_check(seated, setup->players, error);
    struct session *session = named ? session_begin(&seeded, seated, allow, error) : NULL;
    if (!session)
        return false;
    keep_anew(app, session);
    run_session(app, session);
    return true;
}

bool app_try(struct app *app, const struct setup *setup, const struct player *players,
             struct error *error)
{
    struct session *session = session_begin(setup, players, (struct allow){true, true}, error);
    if (!session)
        return false;
    app_drop_race(app);
    app->session = session;
    app->opened_steps = 0;
    app->record_taken = false;
    app->practice = app->trying = true;
    app_go(app, &screen_race);
    return true;
}

void app_drive_on(struct app *app)
{
    struct error error;
    if (!session_do(app->session, 0, ACTION_DRIVE_ON, &error)) {
        app_tell(app, "%s", error.text);
        return;
    }
    app_keep_changes(app); /* a finished race from elsewhere is only looked at until then */
    app_go(app, &screen_race);
}

static void copy_players(const struct session *session, struct player players[PLAYER_LIMIT])
{
    for (int i = 0; i < session_setup(session)->players; i++)
        players[i] = *session_player(session, i + 1);
}

void app_try_again(struct app *app)
{
    struct player players[PLAYER_LIMIT];
    struct error error;
    copy_players(app->session, players);
    if (!app_try(app, session_setup(app->session), players, &error))
        app_tell(app, "It cannot be tried again: %s", error.text);
}

void app_end_trying(struct app *app)
{
    app_drop_race(app);
    app->practice = app->trying = false;
}

void app_rematch(struct app *app)
{
    struct setup setup = *session_setup(app->session);
    struct player players[PLAYER_LIMIT];
    copy_players(app->session, players);
    struct placing placing;
    placing_of(app->session, &placing);
    placing_hand_on(&placing, &setup);
    setup.seed = 0;
    struct error error;
    if (!app_begin_race(app, &setup, players, session_allow(app->session), &error))
        app_tell(app, "There can be no rematch: %s", error.text);
}

void app_restart(struct app *app)
{
    struct setup setup = *session_setup(app->session);
    struct player players[PLAYER_LIMIT];
    struct error error = {0};
    if (app->trying) {
        app_try_again(app);
        return;
    }
    copy_players(app->session, players);
    bool begun = series_is_shown(app) && !is_over(app->session)
                     ? series_restart(app, &error)
                     : app_begin_race(app, &setup, players, session_allow(app->session), &error);
    if (!begun && error.text[0])
        app_tell(app, "It cannot be started again: %s", error.text);
    else if (begun)
        app_notice(app, "From the start. What was driven is among the saved races.");
}

static bool ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length >= tail && SDL_strcasecmp(path + length - tail, ending) == 0;
}

static bool is_in_folder(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path + length == file_own_name(path) - 1;
}

/* Whatever came of reading it. */
static void show_race(struct app *app, const char *path, struct session *session, bool damaged,
                      const struct error *error)
{
    char where[600];
    error_describe(error, file_own_name(path), where, sizeof where);
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

static void open_race(struct app *app, const char *path)
{
    const char *kept = app->session ? session_kept_path(app->session) : NULL;
    if (kept && strcmp(kept, path) == 0) {
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

static void mend_asked_course(struct app *app)
{
    char *path = memory_copy_string(app->asked_path);
    course_tools_edit_file(app, path);
    free(path);
}

static void open_course(struct app *app, const char *path, const struct game *game)
{
    char where[600];
    struct error error;
    const struct course_tools *tools = course_tools_of(game);
    struct text content = {0};
    struct course course = course_load_keeping(path, &content, &error);
    if (!course.body) {
        text_free(&content);
        const char *noun = game->course->noun;
        error_describe(&error, file_own_name(path), where, sizeof where);
        if (tools)
            app_ask(app, "Mend it", mend_asked_course, path,
                    "This is no %s to race on. %s. The editor shows where, if it can be read.",
                    noun, where);
        else
            app_tell(app, "This is no %s to race on. %s.", noun, where);
        return;
    }
    if (course_remark(course))
        app_tell(app, "%s: %s.", file_own_name(path), course_remark(course));
    bool asks = tools && tools->import_file && tools->import_file(app, course, path, &content);
    text_free(&content);
    course_release(course);
    if (asks)
        return;
    free(app->chosen_track);
    char *real = file_full_path(path);
    app->chosen_track = real ? real : memory_copy_string(path);
    app_go(app, &screen_setup);
}

static bool open_picture(struct app *app, const char *path)
{
    const struct course_tools *const *tools = course_tools_list;
    while (*tools && !((*tools)->open_picture && (*tools)->open_picture(app, path)))
        tools++;
    return *tools;
}

static const struct classroom *classroom_for_file(const char *path)
{
    const struct classroom *const *classroom = classrooms;
    while (*classroom && !(*classroom)->takes_file(path))
        classroom++;
    return *classroom;
}

/* By its name; a file of another name may hold a course, too, and is none if it cannot be read:
 * then others may know it. */
static const struct game *game_for_file(const char *path)
{
    struct error error;
    const struct game *game = course_file_game(path);
    struct course course = {0};
    if (!game && !ends_with(path, ".race") && course_file_recognise(path))
        course = course_load(path, &error);
    course_release(course);
    return course.body ? course.game : game;
}

enum { TEXT_MOST = 1024 * 1024 };

void app_open_file(struct app *app, const char *path)
{
    /* Neither a race, nor a drawing, nor a picture: looking what it is would stop the window. */
    char start[64] = {0};
    size_t length =
        file_stamp(path).size > TEXT_MOST ? file_read_start(path, start, sizeof start) : 0;
    if (length > 0 && !ends_with(path, ".race") && !memchr(start, '<', length) &&
        !memchr(start, 0, length)) {
        app_tell(app,
                 "%s holds more than 1 MiB of text. Maps and grids are opened up to that size; "
                 "\"graphprix import\" reads larger grids.",
                 file_own_name(path));
        return;
    }
    const struct classroom *classroom = classroom_for_file(path);
    const struct game *game = classroom ? NULL : game_for_file(path);
    const struct course_tools *tools = game ? course_tools_of(game) : NULL;
    programs_forget_refusals();
    if (classroom)
        classroom->open_file(app, path);
    else if (game && tools && app->screen == tools->frame()->kind->screen)
        editor_frame_edit_file(app, tools->frame(), path);
    else if (game)
        open_course(app, path, game);
    else if (ends_with(path, ".race"))
        open_race(app, path);
    else if (open_picture(app, path))
        return;
    else if ((game = course_file_recognise(path)))
        open_course(app, path, game);
    else
        app_tell(
            app,
            "%s is neither a track (.svg, .map), nor a race (.race), nor a lesson (.lesson), nor a "
            "picture of a track.",
            file_own_name(path));
}

/* --- records ---------------------------------------------------------------------------------- */

/* What came of changing the file of a list. */
static void tell(struct app *app, enum app_kept list, const char *path, const struct text *told,
                 bool done, const struct error *error)
{
    app_keeping(app, list, path, done, error);
    if (done && told->length > 0)
        app_tell(app, "%s", told->data);
}

void app_take_records(struct app *app)
{
    struct text told = {0};
    struct error error;
    if (app->practice || !is_over(app->session))
        return;
    bool done = records_add(app->records_path, app->session, &told, &error);
    tell(app, KEPT_RECORDS, app->records_path, &told, done, &error);
    text_clear(&told);
    done = daily_add(app->daily_path, app->session, clock_today(), &told, &error);
    tell(app, KEPT_DAILY, app->daily_path, &told, done, &error);
    text_free(&told);
    app->record_taken = true;
}

void app_take_back_records(struct app *app)
{
    struct text told = {0};
    struct error error;
    app->record_taken = false;
    if (app->practice)
        return;
    bool done = records_take_back(app->records_path, app->session, &told, &error);
    tell(app, KEPT_RECORDS, app->records_path, &told, done, &error);
    text_free(&told);
}
