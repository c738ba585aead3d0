/* The settings, on top of whatever is on the screen: how it looks, how it is played, and what is
 * remembered. Everything is in force at once; the window keeps it in settings.json.
 */
#include "paper/paper.h"
#include "screens/app.h"
#include "ui/layout.h"
#include "ui/sound/sound.h"

#include <stdio.h>

/* --- themes ---------------------------------------------------------------------------------- */

/* A corner of a sheet: squares, a wall and two pens. */
static void paint_sample(cairo_t *cairo, int width, int height, const void *data)
{
    const struct paper_theme *theme = data;
    double square = height / 4.0;
    brush_color(cairo, theme->paper);
    cairo_paint(cairo);
    cairo_set_line_width(cairo, height / 60.0);
    brush_color(cairo, theme->grid_strong);
    for (double at = square / 2; at < width; at += square) {
        cairo_move_to(cairo, at, 0);
        cairo_line_to(cairo, at, height);
    }
    for (double at = square / 2; at < height; at += square) {
        cairo_move_to(cairo, 0, at);
        cairo_line_to(cairo, width, at);
    }
    cairo_stroke(cairo);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cairo, height / 20.0);
    brush_color(cairo, theme->wall);
    cairo_move_to(cairo, 0, height * 0.9);
    cairo_curve_to(cairo, width * 0.4, height * 0.95, width * 0.55, height * 0.3, width * 1.02,
                   height * 0.32);
    cairo_stroke(cairo);
    for (int pen = 0; pen < 2; pen++) {
        double down = height * (0.28 + 0.24 * pen), x = width * (0.46 - 0.14 * pen);
        brush_color(cairo, theme->pens[pen]);
        cairo_move_to(cairo, width * 0.08, down + height * 0.1);
        cairo_line_to(cairo, x, down);
        cairo_stroke(cairo);
        paper_draw_mark(cairo, pen + 1, x, down, height * 0.16, theme);
    }
}

static bool build_theme(struct app *app, struct ui *ui, const struct paper_theme *sample,
                        struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct settings *settings = &app->settings;
    const char *id = ui_words("choice theme %s", sample->name);
    const char *key = ui_words("sample %s", sample->name);
    bool chosen = paper_theme_find(settings->theme) == sample;
    bool clicked = ui_card(ui, id, sample->title, box, chosen) && !chosen;
    if (clicked)
        snprintf(settings->theme, sizeof settings->theme, "%s", sample->name);
    struct layout inside = layout_inside(ui, box, 8, 8, 0);
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, sample->title,
                layout_take(&inside, AT_BOTTOM, 30), ALIGN_CENTRE);
    canvas_shape(canvas, key, inside.rest, paint_sample, sample);
    return clicked;
}

/* --- the rest -------------------------------------------------------------------------------- */

static bool build_switches(struct app *app, struct layout *column)
{
    struct ui *ui = column->ui;
    struct settings *settings = &app->settings;
    static const struct ui_range scales = {SCALE_MINIMUM, SCALE_MAXIMUM, 25, " %", NULL};
    bool changed = ui_stepper(ui, "choice interface-scale", "Size of everything",
                              layout_take(column, AT_TOP, 36), &settings->scale, &scales);
    ui_check(ui, "choice full-screen", "Full screen (F11)", layout_take(column, AT_TOP, 32),
             &app->full_screen);
    ui_check(ui, "choice projector", "Projector: large, in strong contrast (F5)",
             layout_take(column, AT_TOP, 32), &app->projector);
    changed |= ui_check(ui, "choice stroke-animation", "Draw moves as pen strokes",
                        layout_take(column, AT_TOP, 32), &settings->stroke_animation);
    changed |= ui_check(ui, "choice reduced-motion", "Reduced motion: outcomes at once",
                        layout_take(column, AT_TOP, 32), &settings->reduced_motion);
    changed |= ui_check(ui, "choice ask-before-crash", "Ask before crashes and nitros",
                        layout_take(column, AT_TOP, 32), &settings->ask_before_crash);
    changed |= ui_check(ui, "choice columns", "Vectors as columns", layout_take(column, AT_TOP, 32),
                        &settings->columns);
    return changed;
}

static bool build_sound(struct app *app, struct layout *column)
{
    struct ui *ui = column->ui;
    struct settings *settings = &app->settings;
    static const struct ui_range volumes = {10, SOUND_VOLUME_MOST, 10, " %", NULL};
    bool changed = ui_check(ui, "choice sound", "Pencil, dice and flags (Ctrl+M)",
                            layout_take(column, AT_TOP, 32), &settings->sound);
    bool louder = ui_stepper(ui, "choice volume", "How loud", layout_take(column, AT_TOP, 36),
                             &settings->volume, &volumes);
    if (louder && settings->sound)
        app_hear(app, MOMENT_CHECKPOINT, 0);
    return changed || louder;
}

static void build(struct app *app, struct ui *ui)
{
    static struct ui_scroll scroll;
    struct paper_color ink = canvas_theme(ui_canvas(ui))->ink;
    struct dialog dialog = {"settings", "Settings", "button done", 560, false, &scroll, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = 6; /* all of it is seen at once in a window of 800 lines */
    layout_text(&column, AT_TOP, STYLE_HEADING, ink, "Theme");
    /* Beside each other, or below each other where that is too narrow. */
    struct grid grid = grid_in(&column, 124, 12, PAPER_THEME_COUNT);
    grid.height = canvas_units(ui_canvas(column.ui), 112);
    bool changed = false;
    ui_group_begin(ui);
    for (int i = 0; i < PAPER_THEME_COUNT; i++)
        changed |= build_theme(app, column.ui, paper_themes[i], grid_cell(&grid, i));
    ui_group_end(ui);
    layout_cut(&column, AT_TOP, grid_height(&grid, PAPER_THEME_COUNT));
    layout_skip(&column, AT_TOP, 8);
    layout_text(&column, AT_TOP, STYLE_HEADING, ink, "Window and play");
    changed |= build_switches(app, &column);
    layout_skip(&column, AT_TOP, 8);
    layout_text(&column, AT_TOP, STYLE_HEADING, ink, "Sound");
    changed |= build_sound(app, &column);
    dialog_end(&column);
    if (layout_button(&dialog.foot, AT_RIGHT, "button done", "Done", LOOK_PRIMARY))
        app_close_over(app);
    app->settings_changed = app->settings_changed || changed;
    ui_default(ui, "button done");
    ui_status(ui, "Settings");
}

const struct screen screen_settings = {.name = "settings", .build = build};
