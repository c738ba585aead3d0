/* Going from screen to screen, and telling things. */
#include "screens/app.h"

#include "base/hash.h"
#include "base/memory.h"
#include "screens/after/series.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double screen_scale(int percent, double ratio, int width, int height)
{
    double most = fmax(fmin(width / 400.0, height / 300.0), 0.75);
    return fmin(percent / 100.0 * ratio, most);
}

void app_go(struct app *app, const struct screen *screen)
{
    app->next = screen;
    app->go_back = false;
}

void app_go_back(struct app *app)
{
    app->next = NULL;
    app->go_back = true;
}

void app_flip_motion(struct app *app, bool usual)
{
    bool shown = settings_show_motion(&app->settings, usual);
    app->settings.motion = shown ? MOTION_CLOSED : MOTION_OPEN;
    app->settings_changed = true;
}

bool screen_never_returns(const struct app *app)
{
    (void)app;
    return false;
}

void app_open_over(struct app *app, const struct screen *screen)
{
    app->next_over = screen;
}

void app_close_over(struct app *app)
{
    app->close_over = true;
}

static void leave(struct app *app, const struct screen *screen)
{
    if (screen && screen->leave)
        screen->leave(app);
}

static void enter(struct app *app, const struct screen *screen)
{
    if (screen->enter)
        screen->enter(app);
}

/* What shows the running race, or may come back to it. */
static bool stays_with_race(const struct screen *screen)
{
    return screen == &screen_race || screen == &screen_results || screen == &screen_replay ||
           screen == &screen_saved;
}

/* Taken off those behind: where app_go_back leads, now that the screen has been left. */
static const struct screen *take_behind(struct app *app)
{
    while (app->behind_count > 0) {
        const struct screen *screen = app->behind[--app->behind_count];
        if (!screen->returns || screen->returns(app))
            return screen;
    }
    return &screen_home;
}

/* The screen that is left comes to lie behind the next one, which lies there no more. Nothing lies
 * behind home. */
static void put_behind(struct app *app, const struct screen *next)
{
    int kept = 0;
    for (int i = 0; i < app->behind_count; i++)
        if (app->behind[i] != next)
            app->behind[kept++] = app->behind[i];
    app->behind_count = next == &screen_home ? 0 : kept;
    if (!app->screen || app->screen == next || next == &screen_home)
        return;
    assert(app->behind_count < SCREENS_BEHIND);
    app->behind[app->behind_count++] = app->screen;
}

/* A question does not outlive the screen on which it was asked. */
static void drop_question(struct app *app)
{
    if (app->message_deed)
        app->message[0] = 0;
}

static void change_screen(struct app *app, const struct screen *next)
{
    leave(app, app->screen);
    drop_question(app);
    series_take_result(app);
    if (next)
        put_behind(app, next);
    else
        next = take_behind(app);
    if (app->trying && !stays_with_race(next))
        app_end_trying(app);
    app->screen = next;
    enter(app, next);
}

/* True if something was asked for. */
static bool follow_once(struct app *app)
{
    const struct screen *next = app->next;
    const struct screen *next_over = app->next_over;
    bool changing = next || app->go_back;
    bool closing = changing || next_over || app->close_over;
    app->next = app->next_over = NULL;
    app->close_over = app->go_back = false;
    if (closing && app->over) {
        leave(app, app->over);
        app->over = NULL;
    }
    if (changing)
        change_screen(app, next);
    if (next_over) {
        app->over = next_over;
        enter(app, next_over);
    }
    return closing;
}

bool app_follow(struct app *app)
{
    bool moved = false;
    while (follow_once(app)) /* a screen that cannot be shown leads on */
        moved = true;
    return moved;
}

void app_tell(struct app *app, const char *format, ...)
{
    va_list arguments;
    app->message_deed = NULL;
    va_start(arguments, format);
    vsnprintf(app->message, sizeof app->message, format, arguments);
    va_end(arguments);
    snprintf(app->message_title, sizeof app->message_title, "Please note");
}

void app_keeping(struct app *app, enum app_kept what, const char *path, bool kept,
                 const struct error *error)
{
    static const char *const names[KEPT_COUNT] = {"The race", "The settings", "The records",
                                                  "The daily tracks"};
    uint64_t reason = kept ? 0 : hash_bytes(HASH_START, error->text, strlen(error->text));
    bool known = kept;
    for (int i = 0; i < KEPT_COUNT; i++)
        known = known || app->unkept[i] == reason;
    app->unkept[what] = reason;
    if (known)
        return;
    struct text told = {0};
    text_append_format(&told,
                       "%s cannot be saved: %s. Everything can be played all the same; until that "
                       "changes it is not said again. The file: %s",
                       names[what], error->text, path);
    snprintf(app->later, sizeof app->later, "%s", text_string(&told));
    text_free(&told);
}

void app_ask(struct app *app, const char *deed, void (*act)(struct app *app), const char *path,
             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(app->message, sizeof app->message, format, arguments);
    va_end(arguments);
    snprintf(app->message_title, sizeof app->message_title, "Please note");
    app->message_deed = deed;
    app->message_act = act;
    char *copy = memory_copy_string(path);
    free(app->asked_path);
    app->asked_path = copy;
}

void app_notice(struct app *app, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(app->notice, sizeof app->notice, format, arguments);
    va_end(arguments);
}

void app_hear(struct app *app, enum moment_kind kind, int milliseconds)
{
    if (app->hear)
        app->hear(app, kind, milliseconds);
}
