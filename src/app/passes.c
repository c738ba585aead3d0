/* One pass builds the screen, what is over it and a message, and then does what they asked for.
 */
#include "app/inside.h"

#include "app/settings.h"
#include "paper/labels.h"

#include <string.h>

enum { SETTLING_LIMIT = 8 };
static const double NOTICE_MARGIN = 8, NOTICE_ABOVE = 60, NOTICE_SIDE = 18; /* interface pixels */

static void measure(struct window *window)
{
    int width, height, output_width, output_height;
    SDL_GetWindowSize(window->window, &width, &height);
    if (SDL_GetRendererOutputSize(window->renderer, &output_width, &output_height) != 0) {
        output_width = width;
        output_height = height;
    }
    window->ratio = width > 0 ? (double)output_width / width : 1;
    canvas_begin(window->canvas, output_width, output_height,
                 screen_scale(projector_percent(&window->app, window->ratio, output_height),
                              window->ratio, output_width, output_height));
    canvas_set_theme(window->canvas, projector_theme(&window->app));
}

static void build_message(struct window *window)
{
    struct app *app = &window->app;
    const char *deed = app->message_deed;
    enum ui_answer answer = ui_question(window->ui, app->message_title, app->message,
                                        deed ? deed : "Close", deed ? "Cancel" : NULL);
    if (answer == ANSWER_NONE)
        return;
    app->message[0] = 0;
    if (deed && answer == ANSWER_YES)
        app->message_act(app);
}

/* What it may lie over where there is no other place: nothing that can be clicked or is written on
 * a sheet; no button, and of the rest as little as can be; of all as little as can be. */
enum notice_strictness { NOTICE_ON_NOTHING, NOTICE_ON_NO_BUTTON, NOTICE_ON_LITTLE, NOTICE_PLACES };

/* Above the lower edge. False if there is no such place. */
static bool place_notice(const struct window *window, enum notice_strictness strictness,
                         struct box *notice)
{
    const struct canvas *canvas = window->canvas;
    const struct box whole = canvas_box(canvas);
    double margin = canvas_units(canvas, NOTICE_MARGIN);
    struct label_wish wish = {whole.w / 2.0, whole.h - canvas_units(canvas, NOTICE_ABOVE), 0, 0,
                              -1};
    struct label_box place;
    struct labels labels =
        labels_begin((struct label_box){margin, margin, whole.w - 2 * margin, whole.h - 2 * margin},
                     canvas_scale(canvas));
    int targets = ui_target_count(window->ui), count = targets + ui_label_count(window->ui);
    for (int i = 0; i < count; i++) {
        struct box box = i < targets ? ui_target_at(window->ui, i)->box
                                     : ui_label_at(window->ui, i - targets)->box;
        struct label_box taken = {box.x, box.y, box.w, box.h};
        bool button = i < targets && strncmp(ui_target_at(window->ui, i)->id, "button ", 7) == 0;
        if (strictness == NOTICE_ON_NOTHING || (strictness == NOTICE_ON_NO_BUTTON && button))
            labels_keep_off(&labels, taken);
        else
            labels_avoid(&labels, taken, 1);
    }
    bool found = labels_place(&labels, notice->w, notice->h, &wish, &place);
    labels_end(&labels);
    if (found)
        *notice = box_make((int)place.x, (int)place.y, notice->w, notice->h);
    return found;
}

/* How large it is when its lines are no wider than so many interface pixels. */
static struct box notice_size(struct canvas *canvas, const char *notice, double widest)
{
    int side = canvas_units(canvas, NOTICE_SIDE), above = canvas_units(canvas, NOTICE_SIDE * 0.7);
    int most = canvas_box(canvas).w - 4 * side, wide = canvas_units(canvas, widest);
    int width = canvas_text_width(canvas, STYLE_BODY, notice);
    most = most < wide ? most : wide;
    width = width < most ? width : most;
    return (struct box){0, 0, width + 2 * side,
                        canvas_paragraph_height(canvas, STYLE_BODY, notice, width) + 2 * above};
}

/* What was done, in passing. */
static void build_notice(struct window *window)
{
    static const double widths[] = {560, 430, 300, 220};
    struct canvas *canvas = window->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *notice = window->app.notice;
    struct box row;
    bool found = false;
    for (int how = 0; how < NOTICE_PLACES && !found; how++)
        for (size_t i = 0; i < sizeof widths / sizeof *widths && !found; i++) {
            row = notice_size(canvas, notice, widths[i]);
            found = place_notice(window, (enum notice_strictness)how, &row);
        }
    struct card card = {.fill = theme->ink, .edge = theme->ink, .radius = 8, .shadow = true};
    canvas_card(canvas, row, &card);
    canvas_paragraph(
        canvas, STYLE_BODY, theme->card, notice,
        box_inset(row, canvas_units(canvas, NOTICE_SIDE), canvas_units(canvas, NOTICE_SIDE * 0.7)),
        ALIGN_CENTRE);
    ui_status(window->ui, notice);
    ui_tell_label(window->ui, notice, row);
}

/* A scale that was given for this run only is not kept. */
static void save_settings(struct window *window)
{
    struct app *app = &window->app;
    struct settings settings = app->settings;
    struct text told = {0};
    struct error error;
    if (settings.scale == window->scale_given)
        settings.scale = window->saved_settings.scale;
    else
        window->scale_given = 0;
    bool saved =
        settings_save(window->settings_path, &settings, &window->saved_settings, &told, &error);
    if (saved)
        window->saved_settings = settings;
    app_keeping(app, KEPT_SETTINGS, window->settings_path, saved, &error);
    if (saved && told.length > 0)
        app_tell(app, "%s", text_string(&told));
    text_free(&told);
}

/* True if another screen came up. */
static bool follow_app(struct window *window)
{
    struct app *app = &window->app;
    const struct screen *before = app->screen;
    bool moved = app_follow(app);
    if (moved)
        ui_reset(window->ui);
    if (app->screen != before)
        app->wipe_ink = true;
    if (app->settings_changed) {
        app->settings_changed = false;
        hearing_follow(app);
        save_settings(window);
        moved = true;
    }
    if (app->file_dialog_wanted)
        file_dialog_open(app->races_folder);
    app->file_dialog_wanted = false;
    display_follow_full_screen(window);
    return moved;
}

static bool is_telling(const struct app *app)
{
    return app->message[0] != 0;
}

/* What has waited is told once nothing else is open that a person is answering. */
static void tell_later(struct window *window)
{
    struct app *app = &window->app;
    if (!app->later[0] || is_telling(app) || app->over || ui_in_dialog(window->ui))
        return;
    app_tell(app, "%s", app->later);
    app->later[0] = 0;
}

/* True if the picture has to be built once more. */
static bool run_pass(struct window *window, bool muted)
{
    struct app *app = &window->app;
    measure(window);
    canvas_mute(window->canvas, muted);
    ui_begin_pass(window->ui);
    if (!app->screen->covers_window)
        canvas_fill(window->canvas, canvas_box(window->canvas),
                    canvas_theme(window->canvas)->panel);
    app->screen->build(app, window->ui);
    if (app->over)
        app->over->build(app, window->ui);
    if (app->notice[0])
        build_notice(window);
    tell_later(window);
    bool was_telling = is_telling(app);
    if (was_telling)
        build_message(window);
    projector_build(window);
    bool again = ui_end_pass(window->ui);
    bool moved = follow_app(window);
    return moved || again || is_telling(app) != was_telling;
}

/* What an event has asked for comes first: what the screen was showing may be gone. */
static void settle(struct window *window, bool muted)
{
    int passes = 1;
    follow_app(window);
    while (run_pass(window, muted) && passes < SETTLING_LIMIT)
        passes++;
}

void passes_answer(struct window *window)
{
    settle(window, true);
    window->dirty = true;
}

void passes_draw(struct window *window)
{
    window->dirty = false;
    settle(window, false);
}
