/* What stands round the map: tools, the panel with what is set, wrong and told, the line at the
 * foot, and the question what becomes of a map that is not saved.
 */
#include "screens/stock_cars/editor/editor.h"
#include "screens/workshop.h"

#include <stdio.h>
#include <string.h>

static const double WIDE = 150, ROW = 44, SIDE = 8, PADDING = 14, GAP = 8, BETWEEN = 6,
                    WIDE_WINDOW = 1100, NUMBER = 36; /* interface pixels */

/* --- tools ------------------------------------------------------------------------------------ */

static bool is_named(const struct canvas *canvas)
{
    return canvas_box(canvas).w >= canvas_units(canvas, WIDE_WINDOW);
}

static int rows_in(const struct canvas *canvas, int height)
{
    int rows = (height - 2 * canvas_units(canvas, SIDE)) / canvas_units(canvas, ROW);
    return rows < 1 ? 1 : rows > MAP_TOOL_COUNT ? MAP_TOOL_COUNT : rows;
}

int map_editor_toolbar_width(const struct canvas *canvas, int height)
{
    int rows = rows_in(canvas, height), columns = (MAP_TOOL_COUNT + rows - 1) / rows;
    bool named = is_named(canvas) && columns == 1;
    return columns * canvas_units(canvas, named ? WIDE : ROW) + 2 * canvas_units(canvas, SIDE);
}

static void build_tool(struct ui *ui, struct map_editor *editor, int index, struct box box,
                       bool named)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct map_tool *tool = &map_tools[index];
    bool chosen = (int)editor->tool == index;
    struct ui_state state =
        ui_target(ui, ui_words("tool %s", tool->id), box, chosen ? "in hand" : tool->name);
    if (state.clicked)
        map_editor_choose_tool(editor, (enum map_tool_id)index);
    double strength = state.pressed ? 0.2 : state.hovered ? 0.1 : 0;
    struct card card = {.radius = 7};
    card.edge = card.fill =
        chosen ? theme->action : color_mix(theme->panel, theme->action, strength);
    if (chosen || strength > 0)
        canvas_card(canvas, box, &card);
    struct paper_color ink = chosen ? theme->action_text : theme->ink;
    struct paper_color pale = chosen ? theme->action_text : theme->ink_soft;
    struct layout rest = layout_inside(ui, box, 5, 0, 7);
    int side = canvas_units(canvas, named ? 28 : 26);
    struct box sign = named ? layout_cut(&rest, AT_LEFT, side) : rest.rest;
    canvas_icon(canvas, tool->icon, box_centre(sign, side, side), ink);
    if (named) {
        canvas_text(canvas, STYLE_SMALL, pale, tool->letter, layout_take(&rest, AT_RIGHT, 16),
                    ALIGN_RIGHT);
        canvas_text(canvas, STYLE_BODY, ink, tool->name, rest.rest, ALIGN_LEFT);
    }
    if (state.ring)
        ui_focus_ring(ui, box_inset(box, canvas_units(canvas, 3), canvas_units(canvas, 3)), 5);
    if (state.hovered || state.ring)
        editor->tool_pointed = index;
}

void map_editor_build_toolbar(struct ui *ui, struct map_editor *editor, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, SIDE), row = canvas_units(canvas, ROW);
    int rows = rows_in(canvas, box.h);
    bool named = is_named(canvas) && rows == MAP_TOOL_COUNT;
    int width = named ? box.w - 2 * side : row, gap = canvas_units(canvas, 4);
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(
        canvas,
        box_make(box.x + box.w - canvas_units(canvas, 1), box.y, canvas_units(canvas, 1), box.h),
        theme->panel_edge);
    for (int i = 0; i < MAP_TOOL_COUNT; i++) {
        struct box place = {box.x + side + i / rows * row, box.y + side + i % rows * row,
                            named ? width : width - gap, row - gap};
        build_tool(ui, editor, i, place, named);
    }
}

/* --- pieces ----------------------------------------------------------------------------------- */

static void heading(struct layout *column, const char *text)
{
    layout_text(column, AT_TOP, STYLE_STRONG, canvas_theme(ui_canvas(column->ui))->ink, text);
}

static void label(struct layout *column, const char *text)
{
    layout_text(column, AT_TOP, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft, text);
}

/* A row of them, equally wide. */
struct choice {
    const char *id, *label;
    int value;
};

static struct box cell(struct layout *column, struct layout *row, int index, int count, int columns)
{
    int left = count - index / columns * columns;
    if (index % columns == 0)
        *row = layout_row(column, 38, GAP);
    return box_column(row->rest, index % columns, left < columns ? left : columns,
                      canvas_units(ui_canvas(column->ui), BETWEEN));
}

static int build_chips(struct layout *column, const struct choice *choices, int count, int columns,
                       int chosen)
{
    struct layout row;
    int now = chosen;
    for (int i = 0; i < count; i++) {
        bool is = choices[i].value == chosen;
        struct box box = cell(column, &row, i, count, columns);
        if (ui_chip(column->ui, choices[i].id, choices[i].label, is ? "chosen" : "", box, is)
                .clicked)
            now = choices[i].value;
    }
    return now;
}

/* The value that was clicked, -1. */
static int build_buttons(struct layout *column, const struct choice *choices, int count,
                         int columns, int primary)
{
    struct layout row;
    int clicked = -1;
    for (int i = 0; i < count; i++)
        if (ui_button(column->ui, choices[i].id, choices[i].label,
                      cell(column, &row, i, count, columns),
                      choices[i].value == primary ? LOOK_PRIMARY : LOOK_PLAIN))
            clicked = choices[i].value;
    return clicked;
}

/* --- the head --------------------------------------------------------------------------------- */

static void build_step(struct ui *ui, struct map_editor *editor, bool redo, struct box box)
{
    const char *name = redo ? map_plan_redo_name(editor->plan) : map_plan_undo_name(editor->plan);
    const char *told = ui_words("%s: %s (%s).", redo ? "Redo" : "Undo", name ? name : "nothing",
                                redo ? "Ctrl+Y" : "Ctrl+Z");
    struct ui_sign sign = {redo ? ICON_REDO : ICON_UNDO, 26, 7, .idle = !name};
    if (ui_sign_button(ui, redo ? "button redo" : "button undo", told, box, sign).clicked)
        map_editor_step_back(editor, redo);
}

static void build_head(struct ui *ui, struct map_editor *editor, struct layout *column)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout line = layout_row(column, 46, 6);
    int side = canvas_units(canvas, 42);
    struct box redo = box_centre(layout_cut(&line, AT_RIGHT, side), side, side);
    struct box undo = box_centre(layout_cut(&line, AT_RIGHT, side), side, side);
    struct box row = line.rest, upper = box_cut_top(&row, row.h * 56 / 100);
    bool changed = map_editor_is_changed(editor);
    const char *standing = editor->path ? ui_words("%s: %s", changed ? "changed" : "saved",
                                                   file_own_name(editor->path))
                                        : (changed ? "not saved yet" : "new");
    canvas_text(canvas, STYLE_HEADING, theme->ink, editor->name[0] ? editor->name : "Untitled",
                upper, ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, standing, row, ALIGN_LEFT);
    build_step(ui, editor, false, undo);
    build_step(ui, editor, true, redo);
}

/* --- the tool in hand ------------------------------------------------------------------------- */

static void build_tiles(struct map_editor *editor, struct layout *column)
{
    static const struct choice tiles[] = {
        {"tile asphalt", "Asphalt *", TILE_ASPHALT},
        {"tile oil", "Oil o", TILE_OIL},
        {"tile sand", "Sand .", TILE_SAND},
        {"tile bag", "Bag S", TILE_BAG},
        {"tile flat-bag", "Flat bag s", TILE_FLAT_BAG},
        {"tile bank", "Bank b", TILE_BANK},
        {"tile pit", "Pits p", TILE_PIT},
        {"tile pit-end", "Pit end #", TILE_PIT_END},
        {"tile pit-mark", "Marker P", TILE_PIT_MARK},
        {"tile line", "Line F", TILE_LINE},
    };
    editor->tile = (char)build_chips(column, tiles, sizeof tiles / sizeof *tiles, 2, editor->tile);
}

static void build_part(struct map_editor *editor, struct layout *column)
{
    enum { LEFT, RIGHT, ACROSS, UP, COPY, DELETE };
    static const struct choice deeds[] = {{"button turn-left", "Turn left", LEFT},
                                          {"button turn-right", "Turn right", RIGHT},
                                          {"button mirror", "Mirror left-right", ACROSS},
                                          {"button flip", "Mirror up-down", UP},
                                          {"button copy-part", "Copy", COPY},
                                          {"button delete", "Delete", DELETE}};
    static const enum map_plan_turn turns[] = {MAP_PLAN_TURN_LEFT, MAP_PLAN_TURN_RIGHT,
                                               MAP_PLAN_MIRROR_ACROSS, MAP_PLAN_MIRROR_UP};
    if (!editor->has_part)
        return;
    int deed = build_buttons(column, deeds, 6, 2, -1);
    if (deed >= LEFT && deed <= UP)
        map_editor_turn_part(editor, turns[deed]);
    else if (deed == COPY)
        map_editor_copy(editor, false);
    else if (deed == DELETE)
        map_editor_delete_part(editor);
}

static void lay_grid(struct map_editor *editor)
{
    map_editor_give_up(editor);
    map_plan_begin(editor->plan, "grid");
    bool laid = map_plan_lay_grid(editor->plan, PLAYER_LIMIT);
    map_plan_end(editor->plan, false);
    if (!laid)
        map_editor_say(editor, "There is no room behind the line for all of eight cars.");
}

static void build_tool_settings(struct map_editor *editor, struct layout *column)
{
    static const struct choice grid = {"button lay-grid", "Eight places behind the line", 0};
    static const struct ui_range widths = {.minimum = 1, .maximum = 12, .step = 1, .unit = " wide"};
    const struct map_tool *tool = &map_tools[editor->tool];
    heading(column, tool->name);
    if (tool->has_width)
        ui_stepper(column->ui, "stepper width", "Tiles", layout_take(column, AT_TOP, 38),
                   &editor->width, &widths);
    if (editor->tool == MAP_PEN || editor->tool == MAP_FILL)
        build_tiles(editor, column);
    else if (editor->tool == MAP_SELECT)
        build_part(editor, column);
    else if (editor->tool == MAP_GRID && build_buttons(column, &grid, 1, 1, -1) == 0)
        lay_grid(editor);
    layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft,
                     tool->help);
    layout_skip(column, AT_TOP, GAP);
}

/* --- what is wrong, missing, or found --------------------------------------------------------- */

static void build_fault(struct app *app, struct map_editor *editor, int index,
                        struct layout *column)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *text = ui_words("%s.", editor->faults[index].text);
    int width = column->rest.w - canvas_units(canvas, NUMBER + 2 * GAP);
    int height = canvas_paragraph_height(canvas, STYLE_SMALL, text, width);
    int least = canvas_units(canvas, 32);
    struct box box = layout_cut(column, AT_TOP,
                                (height > least ? height : least) + 2 * canvas_units(canvas, GAP));
    struct ui_state state = ui_target(ui, ui_words("fault %d", index + 1), box, text);
    bool chosen = editor->chosen_fault == index;
    struct card card = {.radius = 7, .edge_width = chosen ? 2 : 1};
    card.edge = chosen || state.hovered ? theme->warning : theme->panel_edge;
    card.fill = color_mix(theme->card, theme->warning, state.pressed ? 0.12 : 0);
    canvas_card(canvas, box, &card);
    struct layout inside = layout_inside(ui, box, GAP, GAP, 0);
    canvas_text(canvas, STYLE_STRONG, theme->warning, ui_words("%d", index + 1),
                box_make(inside.rest.x, inside.rest.y, canvas_units(canvas, NUMBER - 8), least),
                ALIGN_CENTRE);
    layout_skip(&inside, AT_LEFT, NUMBER);
    layout_paragraph(&inside, STYLE_SMALL, theme->ink, text);
    if (state.ring)
        ui_focus_ring(ui, box, 7);
    if (!state.clicked)
        return;
    map_editor_go_to_fault(editor, index);
    camera_go(&editor->camera, app->settings.stroke_animation);
}

static void build_standing(struct app *app, struct map_editor *editor, struct layout *column)
{
    char standing[200];
    if (map_plan_is_empty(editor->plan))
        return;
    heading(column, editor->fault_count > 0 ? "Not right yet" : "Ready to race");
    for (int i = 0; i < editor->fault_count; i++)
        build_fault(app, editor, i, column);
    map_editor_write_standing(editor, standing, sizeof standing);
    if (editor->fault_count == 0)
        layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink, standing);
    layout_skip(column, AT_TOP, GAP);
}

/* --- the map ---------------------------------------------------------------------------------- */

static void build_text(struct map_editor *editor, struct layout *column, const char *id,
                       const char *words, char *text,
                       void (*set)(struct map_plan *plan, const char *text))
{
    label(column, words);
    if (!ui_text_field(column->ui, id, text, MAP_TEXT_BYTES, layout_take(column, AT_TOP, 38)))
        return;
    map_editor_give_up(editor);
    map_plan_begin(editor->plan, id + strlen("field "));
    set(editor->plan, text);
    map_plan_end(editor->plan, true);
}

static int count_alley(const struct map_draft *draft)
{
    int count = 0;
    for (int i = 0; i < draft->width * draft->height; i++)
        count += tile_is_alley(draft->tiles[i]);
    return count;
}

static int build_sandbags(struct layout *column, const struct map_draft *draft)
{
    int alley = count_alley(draft), sandbags = draft->sandbags;
    bool in_sight = sandbags < 0;
    if (alley == 0 && in_sight)
        return sandbags;
    if (ui_check(column->ui, "check in-sight", "No bags but those in sight",
                 layout_take(column, AT_TOP, 34), &in_sight))
        sandbags = in_sight ? -1 : alley / 4;
    const struct ui_range range = {.minimum = 0, .maximum = alley, .step = 1, .unit = ""};
    if (sandbags >= 0)
        ui_stepper(column->ui, "stepper sandbags", "Bags in all", layout_take(column, AT_TOP, 38),
                   &sandbags, &range);
    return sandbags;
}

static void build_header(struct map_editor *editor, struct layout *column)
{
    static const struct choice races[] = {{"race N", "↑ N", HEADING_N},
                                          {"race E", "→ E", HEADING_E},
                                          {"race S", "↓ S", HEADING_S},
                                          {"race W", "← W", HEADING_W}};
    static const struct choice turns[] = {{"turn left", "Left", TURN_LEFT},
                                          {"turn right", "Right", TURN_RIGHT},
                                          {"turn none", "None", TURN_NONE}};
    static const struct ui_range laps = {
        .minimum = 1, .maximum = STOCK_MAP_LAPS, .step = 1, .unit = ""};
    const struct map_draft *draft = map_plan_draft(editor->plan);
    struct map_draft now = *draft;
    ui_stepper(column->ui, "stepper laps", "Laps", layout_take(column, AT_TOP, 38), &now.laps,
               &laps);
    label(column, "The line is crossed towards");
    now.race = (enum heading)build_chips(column, races, 4, 4, (int)now.race);
    label(column, "Banked curves turn");
    now.turn = (enum turn)build_chips(column, turns, 3, 3, (int)now.turn);
    now.sandbags = build_sandbags(column, draft);
    if (now.laps == draft->laps && now.race == draft->race && now.turn == draft->turn &&
        now.sandbags == draft->sandbags)
        return;
    map_editor_give_up(editor);
    map_plan_begin(editor->plan, "header");
    map_plan_set_header(editor->plan, now.laps, now.race, now.turn, now.sandbags);
    map_plan_end(editor->plan, false);
}

/* New columns come at the right, new rows above. */
static void build_size(struct map_editor *editor, struct layout *column)
{
    static const struct choice fit = {"button fit", "Fit the sheet to the map", 0};
    static const struct ui_range side = {
        .minimum = 1, .maximum = STOCK_MAP_SIDE, .step = 4, .unit = ""};
    const struct map_draft *draft = map_plan_draft(editor->plan);
    int width = draft->width, height = draft->height;
    ui_stepper(column->ui, "stepper columns", "Columns", layout_take(column, AT_TOP, 38), &width,
               &side);
    ui_stepper(column->ui, "stepper rows", "Rows", layout_take(column, AT_TOP, 38), &height, &side);
    bool fits = build_buttons(column, &fit, 1, 1, -1) == 0;
    if (!fits && width == draft->width && height == draft->height)
        return;
    map_editor_give_up(editor);
    editor->has_part = false;
    map_plan_begin(editor->plan, "size");
    if (fits)
        map_plan_fit(editor->plan, 2);
    else
        map_plan_resize(editor->plan, width, height, (struct point){0, 0});
    map_plan_end(editor->plan, false);
}

static void build_others(struct app *app, struct map_editor *editor, struct layout *column)
{
    enum { COPY, PASTE, PRINT, NEW };
    static const struct choice buttons[] = {{"button copy", "Copy as text", COPY},
                                            {"button paste", "Paste a map", PASTE},
                                            {"button print", "Print", PRINT},
                                            {"button new", "New", NEW}};
    int clicked = build_buttons(column, buttons, 4, 2, -1);
    if (clicked == COPY) {
        editor->has_part = false;
        map_editor_copy(editor, false);
    } else if (clicked == PASTE)
        map_editor_paste(editor);
    else if (clicked == PRINT && editor->course.body)
        app_print(app, editor->course);
    else if (clicked == PRINT)
        map_editor_say(editor, "It cannot be printed before it is a map: the panel says why.");
    else if (clicked == NEW)
        stock_cars_workshop.edit_new(app, 0, 0);
}

static void build_foot(struct app *app, struct map_editor *editor, struct layout *column)
{
    enum { TRY, SAVE, DONE };
    static const struct choice buttons[] = {{"button try", "Try it", TRY},
                                            {"button save", "Save", SAVE},
                                            {"button done", "Done", DONE}};
    int clicked = build_buttons(column, buttons, 3, 3, editor->course.body ? TRY : -1);
    if (clicked == TRY)
        map_editor_try(app, editor);
    else if (clicked == SAVE)
        map_editor_save(app, editor);
    else if (clicked == DONE)
        map_editor_leave(app, editor);
}

void map_editor_build_panel(struct app *app, struct ui *ui, struct map_editor *editor,
                            struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(canvas, box_make(box.x, box.y, canvas_units(canvas, 1), box.h), theme->panel_edge);
    struct layout rest = layout_inside(ui, box, PADDING, 10, GAP);
    struct layout foot = {ui, layout_take(&rest, AT_BOTTOM, 38), GAP};
    build_head(ui, editor, &rest);
    int y = ui_scroll_begin(ui, "panel", rest.rest, &editor->scroll);
    /* Room for focus rings at the left and for the bar at the right. */
    int width = rest.rest.w - canvas_units(canvas, 11);
    struct layout column = layout_column(ui, rest.rest.x, y, width, GAP);
    build_tool_settings(editor, &column);
    build_standing(app, editor, &column);
    heading(&column, "Map");
    build_text(editor, &column, "field name", "Name", editor->name, map_plan_set_name);
    build_text(editor, &column, "field author", "Drawn by", editor->author, map_plan_set_author);
    build_header(editor, &column);
    build_size(editor, &column);
    build_others(app, editor, &column);
    ui_scroll_end(ui, column.rest.y);
    build_foot(app, editor, &foot);
}

/* --- the line at the foot --------------------------------------------------------------------- */

void map_editor_build_line(struct ui *ui, struct map_editor *editor, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct layout foot = layout_foot(ui, box, PADDING);
    const struct map_draft *draft = map_plan_draft(editor->plan);
    struct point at = editor->pointer;
    char said[300], standing[200], place[40] = "";
    const struct map_tool *tool = &map_tools[editor->tool];
    if (editor->tool_pointed >= 0)
        tool = &map_tools[editor->tool_pointed];
    snprintf(said, sizeof said, "%s (%s): %s", tool->name, tool->letter, tool->help);
    if (editor->pointer_known && at.x >= 0 && at.y >= 0 && at.x < draft->width &&
        at.y < draft->height)
        snprintf(place, sizeof place, "(%d, %d)", at.x, at.y);
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, place,
                layout_take(&foot, AT_RIGHT, 84), ALIGN_RIGHT);
    layout_say(&foot, said, "");
    map_editor_write_standing(editor, standing, sizeof standing);
    ui_status(ui, ui_words("%s %s", said, standing));
}

/* --- the question ----------------------------------------------------------------------------- */

enum answer { SAVE, KEEP, DISCARD, STAY };

static void obey(struct app *app, struct map_editor *editor, enum answer answer)
{
    bool leaves = editor->dialog == MAP_ASKS_LEAVING;
    editor->dialog = MAP_ASKS_NOTHING;
    if (answer == STAY || (answer == SAVE && !map_editor_save(app, editor))) {
        map_editor_free_wish(&editor->wish);
        return;
    }
    if (answer == DISCARD) {
        keeper_trash(app, editor->keeper);
        editor->saved_version = map_plan_version(editor->plan);
    }
    if (leaves && answer == DISCARD) {
        map_plan_free(editor->plan);
        editor->plan = NULL;
    }
    if (leaves)
        map_editor_go_away(app, editor);
    else
        map_editor_take_wish(editor);
}

void map_editor_build_dialog(struct app *app, struct ui *ui, struct map_editor *editor)
{
    static const struct choice leaving[] = {{"button save-first", "Save", SAVE},
                                            {"button later", "Keep for later", KEEP},
                                            {"button discard", "Throw away", DISCARD},
                                            {"button stay", "Go on drawing", STAY}};
    static const struct choice other[] = {{"button save-first", "Save it first", SAVE},
                                          {"button discard", "Throw it away", DISCARD},
                                          {"button stay", "Go on drawing it", STAY}};
    bool leaves = editor->dialog == MAP_ASKS_LEAVING;
    if (editor->dialog == MAP_ASKS_NOTHING)
        return;
    struct dialog dialog = {.id = "question",
                            .title = "Not saved yet",
                            .cancel_id = "button stay",
                            .width = 520,
                            .footless = true,
                            .scroll = &editor->dialog_scroll};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = GAP;
    layout_paragraph(
        &column, STYLE_BODY, canvas_theme(ui_canvas(ui))->ink,
        ui_words("The map \"%.200s\" has changes that are not saved. %s",
                 editor->name[0] ? editor->name : "Untitled",
                 leaves ? "Kept for later it is offered again on the first screen; thrown away it "
                          "lies in the trash."
                        : "What is to become of it before another one comes up?"));
    layout_skip(&column, AT_TOP, GAP);
    int answer = leaves ? build_buttons(&column, leaving, 4, 2, SAVE)
                        : build_buttons(&column, other, 3, 2, SAVE);
    ui_default(ui, "button save-first");
    dialog_end(&column);
    if (answer >= 0)
        obey(app, editor, (enum answer)answer);
}
