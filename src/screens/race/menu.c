/* The menu that Esc opens over a race.
 */
#include "screens/workshop.h"
#include "ui/layout.h"

#include <stdlib.h>

enum { ROW_BUTTONS = 3 };

struct deed_button {
    const char *id;
    const char *label;
    void (*act)(struct app *app);
};

static void do_save(struct app *app)
{
    app_close_over(app);
    app_save_race(app);
}

static void do_picture(struct app *app)
{
    app_close_over(app);
    app_save_picture(app);
}

static void do_sheet(struct app *app)
{
    app_close_over(app);
    app_save_sheet(app);
}

static void do_moves(struct app *app)
{
    app_close_over(app);
    app_save_moves(app);
}

static void do_print(struct app *app)
{
    app_print(app, (struct course){0});
}

static void do_look_back(struct app *app)
{
    app_look_back(app);
}

static void do_open(struct app *app)
{
    app_go(app, &screen_saved);
}

static void do_help(struct app *app)
{
    app_open_over(app, &screen_help);
}

static void do_settings(struct app *app)
{
    app_open_over(app, &screen_settings);
}

static void do_home(struct app *app)
{
    app_go(app, &screen_home);
}

static void do_quit(struct app *app)
{
    app->quit = true;
}

/* Side by side, up to one without an id. */
static void build_row(struct app *app, struct layout *column, const struct deed_button *buttons)
{
    struct ui *ui = column->ui;
    int gap = canvas_units(ui_canvas(ui), 10), count = 0;
    struct box row = layout_take(column, AT_TOP, 44);
    while (count < ROW_BUTTONS && buttons[count].id)
        count++;
    for (int i = 0; i < count; i++)
        if (ui_button(ui, buttons[i].id, buttons[i].label, box_column(row, i, count, gap),
                      LOOK_PLAIN))
            buttons[i].act(app);
}

static void build_rule(struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    struct box row = layout_take(column, AT_TOP, 12);
    canvas_fill(canvas, box_centre(row, row.w, canvas_units(canvas, 1)),
                canvas_theme(canvas)->panel_edge);
}

static void build_race_part(struct app *app, struct layout *column)
{
    static const struct deed_button rows[][ROW_BUTTONS] = {
        {{"button replay", "Look back", do_look_back},
         {"button saved-races", "Saved races", do_open}},
        {{"button save", "Save a copy", do_save}, {"button print", "Print", do_print}},
        {{"button picture", "Save picture", do_picture},
         {"button save-sheet", "Save sheet", do_sheet},
         {"button save-moves", "Save moves", do_moves}},
        {{"button help", "How to play", do_help}, {"button settings", "Settings", do_settings}}};
    if (ui_button(column->ui, "button resume", "Back to the race", layout_take(column, AT_TOP, 44),
                  LOOK_PRIMARY))
        app_close_over(app);
    if (app->trying && ui_button(column->ui, "button editor", "Back to the editor",
                                 layout_take(column, AT_TOP, 44), LOOK_PLAIN))
        workshop_go_on(app);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        build_row(app, column, rows[i]);
    build_rule(column);
}

static void build(struct app *app, struct ui *ui)
{
    static struct ui_scroll scroll;
    static const struct deed_button leaving[ROW_BUTTONS] = {{"button home", "Home", do_home},
                                                            {"button quit", "Quit", do_quit}};
    struct dialog dialog = {"menu", "Menu", "button resume", 500, true, &scroll, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = 10;
    build_race_part(app, &column);
    build_row(app, &column, leaving);
    dialog_end(&column);
    ui_default(ui, "button resume");
    ui_status(ui, "Menu");
}

const struct screen screen_menu = {.name = "menu", .build = build};
