/* The settings, on top of whatever is on the screen: how it looks, how it is played, and what is
 * remembered. Everything is in force at once; the window keeps it in settings.json.
 */
#include "screens/app.h"

#include <stdio.h>

/* What remains of the dialog, from the top down. */
struct column {
    struct app *app;
    struct ui *ui;
    struct box rest;
};

static struct box take(struct column *column, double height, double gap)
{
    struct canvas *canvas = ui_canvas(column->ui);
    struct box row = box_cut_top(&column->rest, canvas_units(canvas, height));
    box_cut_top(&column->rest, canvas_units(canvas, gap));
    return row;
}

static void build_heading(struct column *column, const char *text)
{
    struct canvas *canvas = ui_canvas(column->ui);
    canvas_text(canvas, STYLE_HEADING, canvas_theme(canvas)->ink, text, take(column, 32, 6),
                ALIGN_LEFT);
}

/* --- themes ---------------------------------------------------------------------------------- */

static void use_color(cairo_t *cairo, struct paper_color color)
{
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha);
}

/* A corner of a sheet: squares, a wall and two pens. */
static void paint_sample(cairo_t *cairo, int width, int height, const void *data)
{
    const struct paper_theme *theme = data;
    double square = height / 4.0;
    use_color(cairo, theme->paper);
    cairo_paint(cairo);
    cairo_set_line_width(cairo, height / 60.0);
    use_color(cairo, theme->grid_strong);
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
    use_color(cairo, theme->wall);
    cairo_move_to(cairo, 0, height * 0.9);
    cairo_curve_to(cairo, width * 0.4, height * 0.95, width * 0.55, height * 0.3, width * 1.02,
                   height * 0.32);
    cairo_stroke(cairo);
    for (int pen = 0; pen < 2; pen++) {
        double down = height * (0.28 + 0.24 * pen), x = width * (0.46 - 0.14 * pen);
        use_color(cairo, theme->pens[pen]);
        cairo_move_to(cairo, width * 0.08, down + height * 0.1);
        cairo_line_to(cairo, x, down);
        cairo_stroke(cairo);
        paper_draw_mark(cairo, pen + 1, x, down, height * 0.16, theme);
    }
}

static bool build_theme(struct column *column, const struct paper_theme *sample, struct box box)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    struct settings *settings = &column->app->settings;
    char id[64], key[48];
    snprintf(id, sizeof id, "choice theme %s", sample->name);
    snprintf(key, sizeof key, "sample %s", sample->name);
    bool chosen = paper_theme_find(settings->theme) == sample;
    bool clicked = ui_card(ui, id, sample->title, box, chosen) && !chosen;
    if (clicked)
        snprintf(settings->theme, sizeof settings->theme, "%s", sample->name);
    struct box inside = box_inset(box, canvas_units(canvas, 8), canvas_units(canvas, 8));
    struct box name = box_cut_bottom(&inside, canvas_units(canvas, 30));
    canvas_shape(canvas, key, inside, paint_sample, sample);
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, sample->title, name, ALIGN_CENTRE);
    return clicked;
}

/* Beside each other, or below each other where that is too narrow. */
static bool build_themes(struct column *column)
{
    int gap = canvas_units(ui_canvas(column->ui), 12);
    bool narrow = column->rest.w < canvas_units(ui_canvas(column->ui), 400);
    struct box row = narrow ? (struct box){0, 0, 0, 0} : take(column, 112, 16);
    bool changed = false;
    for (int i = 0; i < PAPER_THEME_COUNT; i++) {
        struct box box = narrow ? take(column, 92, 8) : box_column(row, i, PAPER_THEME_COUNT, gap);
        changed |= build_theme(column, paper_themes[i], box);
    }
    return changed;
}

/* --- the rest -------------------------------------------------------------------------------- */

static bool build_switches(struct column *column)
{
    struct ui *ui = column->ui;
    struct settings *settings = &column->app->settings;
    static const struct ui_range scales = {SCALE_MINIMUM, SCALE_MAXIMUM, 25, " %", NULL};
    bool changed = ui_stepper(ui, "choice interface-scale", "Size of everything",
                              take(column, 36, 8), &settings->scale, &scales);
    ui_check(ui, "choice full-screen", "Full screen (F11)", take(column, 32, 8),
             &column->app->full_screen);
    changed |= ui_check(ui, "choice stroke-animation", "Draw moves as pen strokes",
                        take(column, 32, 8), &settings->stroke_animation);
    changed |= ui_check(ui, "choice ask-before-crash", "Ask before crashes and nitros",
                        take(column, 32, 16), &settings->ask_before_crash);
    return changed;
}

static void build_done(struct column *column)
{
    struct ui *ui = column->ui;
    struct box row = take(column, 44, 4);
    struct box button = box_cut_right(&row, ui_button_width(ui, "Done"));
    if (ui_button(ui, "button done", "Done", button, LOOK_PRIMARY))
        app_close_over(column->app);
}

static void build(struct app *app, struct ui *ui)
{
    static struct ui_scroll scroll;
    struct canvas *canvas = ui_canvas(ui);
    int content = (int)(scroll.content / canvas_scale(canvas));
    struct box inside = ui_dialog(ui, 560, content + 48 + 46 + 10, "button done");
    canvas_text(canvas, STYLE_TITLE, canvas_theme(canvas)->ink, "Settings",
                box_cut_top(&inside, canvas_units(canvas, 46)), ALIGN_LEFT);
    box_cut_top(&inside, canvas_units(canvas, 8));
    struct box area = box_inset(inside, -canvas_units(canvas, 14), 0);
    int top = ui_scroll_begin(ui, "settings", area, &scroll);
    struct column column = {app, ui, {inside.x, top + canvas_units(canvas, 6), inside.w, 100000}};
    build_heading(&column, "Theme");
    bool changed = build_themes(&column);
    build_heading(&column, "Window and play");
    changed |= build_switches(&column);
    build_done(&column);
    ui_scroll_end(ui, column.rest.y);
    app->settings_changed = app->settings_changed || changed;
    ui_default(ui, "button done");
    ui_status(ui, "Settings");
}

const struct screen screen_settings = {.name = "settings", .build = build};
