/* Ways to the course tools of the games. */
#include "screens/app.h"

#include "base/memory.h"
#include "base/number.h"
#include "drivers/driving.h"
#include "paper/paper.h"
#include "screens/after/after.h"
#include "screens/course_tools.h"
#include "screens/editor_frame/editor_frame.h"
#include "screens/rules_view.h"
#include "session/session.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct course_tools *course_tools_of(const struct game *game)
{
    for (const struct course_tools *const *tools = course_tools_list; *tools; tools++)
        if ((*tools)->game == game)
            return *tools;
    return NULL;
}

const struct course_tools *course_tools_usual(void)
{
    const struct course_tools *const *tools = course_tools_list;
    while (!(*tools)->is_usual)
        tools++;
    return *tools;
}

static const struct course_tools *agreeing(struct course course)
{
    const struct course_tools *tools = course.body ? course_tools_of(course.game) : NULL;
    return tools && tools->agree ? tools : NULL;
}

void course_tools_say_agreement(struct course course, char *into, size_t size)
{
    into[0] = '\0';
    if (agreeing(course))
        agreeing(course)->say_agreement(course, into, size);
}

void course_tools_agree(struct app *app, struct course course, const char *path)
{
    if (agreeing(course))
        agreeing(course)->agree(app, course, path);
}

struct course course_tools_agreed(struct course course, const char *path, bool plain)
{
    return agreeing(course) ? agreeing(course)->agreed(course, path, plain) : (struct course){0};
}

struct player course_tools_tester(const struct settings *settings)
{
    struct player tester = settings->players[0];
    for (int i = settings->player_count - 1; i >= 0; i--)
        if (driver_is_human(settings->players[i].driver))
            tester = settings->players[i];
    snprintf(tester.driver, sizeof tester.driver, "human");
    return tester;
}

void course_tools_go_on(struct app *app)
{
    app_go(app, course_tools_of(session_setup(app->session)->game)->frame()->kind->screen);
}

void course_tools_edit_file(struct app *app, const char *path)
{
    const struct game *game = course_file_game(path);
    const struct course_tools *tools = game ? course_tools_of(game) : NULL;
    if (tools)
        editor_frame_edit_file(app, tools->frame(), path);
    else
        app_tell(app, "There is no editor for %s.", path);
}

/* === view ===================================================================================== */

/* The views of the games, and what the frame does where a view leaves it to the rules. */

const struct rules_view *rules_view_find(const struct game *game)
{
    const struct rules_view *const *view = rules_views;
    while (*view && (*view)->game != game)
        view++;
    assert(*view);
    return *view;
}

static struct standing standing_of(struct shown_race shown, int car)
{
    struct standing standing;
    race_tell_standing(shown.state, car, &standing);
    return standing;
}

void shown_order(struct shown_race shown, int cars[CAR_LIMIT])
{
    int count = shown.family->game->car_count(shown.state);
    for (int i = 0; i < count; i++)
        cars[i] = shown.family->order ? shown.family->order(shown.view)[i] : i + 1;
}

void shown_team(struct shown_race shown, int car, struct view_team *team)
{
    const struct game *game = shown.family->game;
    if (shown.family->team) {
        shown.family->team(shown.view, shown.state, car, team);
        return;
    }
    struct standing standing = standing_of(shown, car);
    *team = (struct view_team){.count = 1, .which = 1};
    for (int other = game->car_count(shown.state); other > 0; other--) {
        bool same = game->player_of(shown.state, other) == game->player_of(shown.state, car);
        team->count += same && other != car;
        team->which += same && other < car;
    }
    if (standing.by_points)
        snprintf(team->score, sizeof team->score, "%d", standing.points);
}

bool shown_middle(struct shown_race shown, int car, double *x, double *y)
{
    if (car == 0)
        return false;
    if (shown.family->car_middle)
        return shown.family->car_middle(shown.view, shown.state, car, x, y);
    struct standing standing = standing_of(shown, car);
    shown_spot(shown.family, standing.at, x, y);
    return standing.on_course;
}

void shown_spot(const struct rules_view *family, struct point place, double *x, double *y)
{
    double half = family->game->course->tiles ? 0.5 : 0;
    *x = place.x + half;
    *y = place.y + half;
    if (family->spot_of)
        family->spot_of(place, x, y);
}

void shown_tell(struct shown_race shown, bool watching, struct view_words *words)
{
    const struct game *game = shown.family->game;
    if (shown.family->tell) {
        shown.family->tell(shown.view, words);
        return;
    }
    int car = race_next_car(shown.state);
    *words = (struct view_words){.keys = "wheel zoom · F fit", .brief_keys = "F fit"};
    snprintf(words->progress, sizeof words->progress, "Round %d", game->round(shown.state));
    if (car == 0)
        snprintf(words->status, sizeof words->status, "The race is over.");
    else
        snprintf(words->status, sizeof words->status,
                 watching ? "%s is thinking" : "%s, your move.",
                 session_player(shown.session, game->player_of(shown.state, car))->name);
}

bool shown_panel(struct shown_race shown, struct canvas *canvas, int car, struct box *first,
                 struct box *second)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char brief[STANDING_BRIEF_BYTES];
    if (shown.family->panel)
        return shown.family->panel(shown.view, shown.state, canvas, car, first, second);
    struct standing standing = standing_of(shown, car);
    standing_print_brief(&standing, session_setup(shown.session)->players, brief);
    int width = canvas_text_width(canvas, STYLE_SMALL, brief);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, brief, box_cut_right(first, width),
                ALIGN_RIGHT);
    if (second)
        canvas_text(canvas, STYLE_BODY, theme->ink, standing.words, *second, ALIGN_LEFT);
    return !standing.out;
}

void shown_say(struct shown_race shown, int car, struct text *into)
{
    if (shown.family->say) {
        shown.family->say(shown.view, shown.state, car, into);
        return;
    }
    const struct game *game = shown.family->game;
    struct standing standing = standing_of(shown, car);
    char brief[STANDING_BRIEF_BYTES];
    standing_print_brief(&standing, session_setup(shown.session)->players, brief);
    text_append(into, session_player(shown.session, game->player_of(shown.state, car))->name);
    text_append_format(into, "%s%s, %s", brief[0] ? ", " : "", brief, standing.words);
}

int shown_switches(struct shown_race shown, struct view_switch into[VIEW_SWITCHES])
{
    return shown.family->switches ? shown.family->switches(shown.view, into) : 0;
}

void shown_undo_half_choice(struct shown_race shown, struct view_request *request)
{
    if (shown.family->undo_half_choice)
        shown.family->undo_half_choice(shown.view, request);
}

/* === app ====================================================================================== */

/* Going from screen to screen, and telling things. */

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

static void change_screen(struct app *app, const struct screen *next)
{
    leave(app, app->screen);
    /* A question does not outlive the screen on which it was asked. */
    if (app->message_request)
        app->message[0] = 0;
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
    app->message_request = NULL;
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

void app_ask(struct app *app, const char *request, void (*act)(struct app *app), const char *path,
             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(app->message, sizeof app->message, format, arguments);
    va_end(arguments);
    snprintf(app->message_title, sizeof app->message_title, "Please note");
    app->message_request = request;
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
