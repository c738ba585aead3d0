/* The menu that Esc opens over a race.
 */
#include "screens/workshop.h"
#include "ui/layout.h"

#include <stdlib.h>

enum { ROW_BUTTONS = 3 };

/* What a button does: something, or another screen in place of this one or over it. */
struct deed_button {
    const char *id, *label;
    void (*act)(struct app *app);
    bool closes; /* the menu, before */
    const struct screen *go, *over;
};

static void print(struct app *app)
{
    app_print(app, (struct course){0});
}

static void quit(struct app *app)
{
    app->quit = true;
}

static void press(struct app *app, const struct deed_button *button)
{
    if (button->closes)
        app_close_over(app);
    if (button->act)
        button->act(app);
    if (button->go)
        app_go(app, button->go);
    if (button->over)
        app_open_over(app, button->over);
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
            press(app, &buttons[i]);
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
        {{"button replay", "Look back", .act = app_look_back},
         {"button saved-races", "Saved races", .go = &screen_saved}},
        {{"button save", "Save a copy", .act = app_save_race, .closes = true},
         {"button print", "Print", .act = print}},
        {{"button picture", "Save picture", .act = app_save_picture, .closes = true},
         {"button save-sheet", "Save sheet", .act = app_save_sheet, .closes = true},
         {"button save-moves", "Save moves", .act = app_save_moves, .closes = true}},
        {{"button show-in-class", "Show in class", .act = app_show_in_class, .closes = true}},
        {{"button help", "How to play", .over = &screen_help},
         {"button settings", "Settings", .over = &screen_settings}}};
    static const struct deed_button posting[ROW_BUTTONS] = {
        {"button copy-post", "Copy for a post", .act = app_copy_post, .closes = true},
        {"button paste-orders", "Paste orders", .act = app_paste_orders, .closes = true}};
    if (ui_button(column->ui, "button resume", "Back to the race", layout_take(column, AT_TOP, 44),
                  LOOK_PRIMARY))
        app_close_over(app);
    if (app->trying && ui_button(column->ui, "button editor", "Back to the editor",
                                 layout_take(column, AT_TOP, 44), LOOK_PLAIN))
        workshop_go_on(app);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i][0].act != app_show_in_class || app_can_show_in_class(app))
            build_row(app, column, rows[i]);
    if (session_setup(app->session)->game->append_board)
        build_row(app, column, posting);
    build_rule(column);
}

static void build(struct app *app, struct ui *ui)
{
    static struct ui_scroll scroll;
    static const struct deed_button leaving[ROW_BUTTONS] = {
        {"button home", "Home", .go = &screen_home}, {"button quit", "Quit", .act = quit}};
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
