/* The menu that Esc opens over a race.
 */
#include "drivers/driving.h"
#include "screens/race/frame.h"
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

/* Side by side. */
static void build_in(struct app *app, struct ui *ui, struct box row,
                     const struct deed_button *buttons, int count)
{
    int gap = canvas_units(ui_canvas(ui), 10);
    for (int i = 0; i < count; i++)
        if (ui_button(ui, buttons[i].id, buttons[i].label, box_column(row, i, count, gap),
                      LOOK_PLAIN))
            press(app, &buttons[i]);
}

static void build_some(struct app *app, struct layout *column, const struct deed_button *buttons,
                       int count)
{
    build_in(app, column->ui, layout_take(column, AT_TOP, 44), buttons, count);
}

/* Up to one without an id. */
static void build_row(struct app *app, struct layout *column, const struct deed_button *buttons)
{
    int count = 0;
    while (count < ROW_BUTTONS && buttons[count].id)
        count++;
    build_some(app, column, buttons, count);
}

static bool is_driven_by_computers(const struct session *session)
{
    for (int i = 1; i <= session_setup(session)->players; i++)
        if (!driver_is_human(session_player(session, i)->driver))
            return true;
    return false;
}

static void build_pace(struct app *app, struct layout *column)
{
    static const char *const ids[] = {"choice pace slow", "choice pace usual", "choice pace quick"};
    static const char *const labels[] = {"slowly", "as usual", "quickly"};
    struct canvas *canvas = ui_canvas(column->ui);
    int gap = canvas_units(canvas, 8);
    struct box row = layout_take(column, AT_TOP, 36);
    const char *label = "Computers drive";
    int width = canvas_text_width(canvas, STYLE_BODY, label) + 2 * gap;
    int chip = canvas_text_width(canvas, STYLE_BODY, labels[PACE_USUAL]) + 3 * gap;
    bool beside = row.w - width >= (PACE_QUICK + 1) * (chip + gap);
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, label,
                beside ? box_cut_left(&row, width) : row, ALIGN_LEFT);
    if (!beside)
        row = layout_take(column, AT_TOP, 36);
    for (int pace = PACE_SLOW; pace <= PACE_QUICK; pace++) {
        bool is = app->settings.pace == pace;
        if (!ui_chip(column->ui, ids[pace], labels[pace], is ? "chosen" : "",
                     box_column(row, pace, PACE_QUICK + 1, gap), is)
                 .clicked)
            continue;
        app->settings.pace = pace;
        app->settings_changed = true;
    }
}

static void build_ghost(struct app *app, struct layout *column)
{
    const struct record *record = app_ghost_record(app);
    if (record &&
        ui_check(column->ui, "choice ghost",
                 ui_words("Ghost of the record: %d rounds, %s", record->rounds, record->name),
                 layout_take(column, AT_TOP, 32), &app->settings.ghost))
        app->settings_changed = true;
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
        {{"button show-in-class", "Show in class", .act = app_show_in_class, .closes = true},
         {"button motion", "Table and graphs", .act = race_flip_motion, .closes = true}},
        {{"button help", "How to play", .over = &screen_help},
         {"button settings", "Settings", .over = &screen_settings}}};
    static const struct deed_button again[ROW_BUTTONS] = {
        {"button restart", "Start again", .act = app_restart, .closes = true},
        {"button finish-race", "Finish at once", .act = app_finish_race, .closes = true}};
    static const struct deed_button flag[ROW_BUTTONS] = {
        {"button drive-on", "Drive on to the flag", .act = app_drive_on, .closes = true}};
    static const struct deed_button posting[ROW_BUTTONS] = {
        {"button copy-post", "Copy for a post", .act = app_copy_post, .closes = true},
        {"button paste-orders", "Paste orders", .act = app_paste_orders, .closes = true}};
    if (ui_button(column->ui, "button resume", "Back to the race", layout_take(column, AT_TOP, 44),
                  LOOK_PRIMARY))
        app_close_over(app);
    if (app->trying && ui_button(column->ui, "button editor", "Back to the editor",
                                 layout_take(column, AT_TOP, 44), LOOK_PLAIN))
        workshop_go_on(app);
    bool begun = session_step_count(app->session) > 0, can_finish = app_can_finish_race(app);
    if (begun || can_finish)
        build_some(app, column, again + !begun, begun + can_finish);
    if (session_left_car(app->session) > 0)
        build_row(app, column, flag);
    if (is_driven_by_computers(app->session))
        build_pace(app, column);
    build_ghost(app, column);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i][0].act != app_show_in_class || app_can_show_in_class(app))
            build_row(app, column, rows[i]);
        if (rows[i][2].act == app_save_moves &&
            ui_button(column->ui, "button csv-for", app_csv_label(app),
                      layout_take(column, AT_TOP, 30), LOOK_LINK))
            app_next_csv(app);
    }
    if (session_setup(app->session)->game->append_board)
        build_row(app, column, posting);
}

static void build(struct app *app, struct ui *ui)
{
    static struct ui_scroll scroll;
    static const struct deed_button leaving[] = {{"button home", "Home", .go = &screen_home},
                                                 {"button quit", "Quit", .act = quit}};
    struct dialog dialog = {"menu", "Menu", "button resume", 500, false, &scroll, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = 10;
    build_race_part(app, &column);
    dialog_end(&column);
    build_in(app, ui, dialog.foot.rest, leaving, sizeof leaving / sizeof leaving[0]);
    ui_default(ui, "button resume");
    ui_status(ui, "Menu");
}

const struct screen screen_menu = {.name = "menu", .build = build};
