/* Going from screen to screen, and telling things. */
#include "screens/app.h"

#include "base/memory.h"
#include "screens/after/series.h"
#include "screens/graph_paper/editor/studio.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

double screen_scale(int percent, double ratio, int width, int height)
{
    double most = fmax(fmin(width / 400.0, height / 300.0), 0.75);
    return fmin(percent / 100.0 * ratio, most);
}

void app_go(struct app *app, const struct screen *screen)
{
    app->next = screen;
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

bool app_follow(struct app *app)
{
    const struct screen *next = app->next;
    const struct screen *next_over = app->next_over;
    bool closing = next || next_over || app->close_over;
    app->next = app->next_over = NULL;
    app->close_over = false;
    if (closing && app->over) {
        leave(app, app->over);
        app->over = NULL;
    }
    if (next) {
        leave(app, app->screen);
        series_take_result(app);
        if (app->trying && !stays_with_race(next))
            app_end_trying(app);
        app->came_from = app->screen;
        app->screen = next;
        enter(app, next);
    }
    if (next_over) {
        app->over = next_over;
        enter(app, next_over);
    }
    return closing;
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
