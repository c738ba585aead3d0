/* The panel beside the map: what is set, wrong and told. */
#include "screens/stock_cars/editor/editor.h"

static const double GAP = 8; /* interface pixels */

/* --- the tool in hand ------------------------------------------------------------------------- */

static void build_tiles(struct map_editor *editor, struct layout *column)
{
    static const struct desk_choice tiles[] = {
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
    editor->tile =
        (char)desk_build_chips(column, tiles, sizeof tiles / sizeof *tiles, 2, editor->tile);
}

static void build_part(struct map_editor *editor, struct layout *column)
{
    enum { LEFT, RIGHT, ACROSS, UP, COPY, DELETE };
    static const struct desk_choice deeds[] = {{"button turn-left", "Turn left", LEFT},
                                               {"button turn-right", "Turn right", RIGHT},
                                               {"button mirror", "Mirror left-right", ACROSS},
                                               {"button flip", "Mirror up-down", UP},
                                               {"button copy-part", "Copy", COPY},
                                               {"button delete", "Delete", DELETE}};
    static const enum map_plan_turn turns[] = {MAP_PLAN_TURN_LEFT, MAP_PLAN_TURN_RIGHT,
                                               MAP_PLAN_MIRROR_ACROSS, MAP_PLAN_MIRROR_UP};
    if (!editor->has_part)
        return;
    int deed = desk_build_buttons(column, deeds, 6, 2, -1);
    if (deed >= LEFT && deed <= UP)
        map_editor_turn_part(editor, turns[deed]);
    else if (deed == COPY)
        map_editor_copy(editor, false);
    else if (deed == DELETE)
        map_editor_delete_part(editor);
}

static void lay_grid(struct map_editor *editor)
{
    map_editor_give_up(&editor->desk);
    steps_begin(editor->desk.sheet, "grid");
    bool laid = map_plan_lay_grid(editor->desk.sheet, PLAYER_LIMIT);
    steps_end(editor->desk.sheet, false);
    if (!laid)
        desk_say(&editor->desk, "There is no room behind the line for all of eight cars.");
}

static void build_tool_settings(struct map_editor *editor, struct layout *column)
{
    static const struct desk_choice grid = {"button lay-grid", "Eight places behind the line", 0};
    static const struct ui_range widths = {.minimum = 1, .maximum = 12, .step = 1, .unit = " wide"};
    const struct desk_tool *tool = &map_tools[editor->desk.tool];
    desk_heading(column, tool->name);
    if (tool->has_width)
        ui_stepper(column->ui, "stepper width", "Tiles", layout_take(column, AT_TOP, 38),
                   &editor->width, &widths);
    if (editor->desk.tool == MAP_PEN || editor->desk.tool == MAP_FILL)
        build_tiles(editor, column);
    else if (editor->desk.tool == MAP_SELECT)
        build_part(editor, column);
    else if (editor->desk.tool == MAP_GRID && desk_build_buttons(column, &grid, 1, 1, -1) == 0)
        lay_grid(editor);
    layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft,
                     tool->help);
    layout_skip(column, AT_TOP, GAP);
}

/* --- what is wrong, missing, or found --------------------------------------------------------- */

static void build_faults(struct app *app, struct map_editor *editor, struct layout *column)
{
    for (int i = 0; i < editor->fault_count; i++)
        if (desk_build_fault(column, i + 1, ui_words("%s.", editor->faults[i].text), false,
                             editor->chosen_fault == i)) {
            map_editor_go_to_fault(editor, i);
            if (map_editor_is_about_name(&editor->faults[i]))
                ui_set_focus(column->ui, "field name", true);
            camera_go(&editor->desk.camera, !app->settings.reduced_motion);
        }
}

static void build_standing(struct app *app, struct map_editor *editor, struct layout *column)
{
    char standing[300];
    if (map_plan_is_empty(editor->desk.sheet))
        return;
    desk_heading(column, editor->fault_count > 0 ? "Not right yet" : "Ready to race");
    build_faults(app, editor, column);
    desk_write_standing(&editor->desk, standing, sizeof standing);
    if (editor->fault_count == 0)
        layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink, standing);
    layout_skip(column, AT_TOP, GAP);
}

/* --- the map ---------------------------------------------------------------------------------- */

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
    static const struct desk_choice races[] = {{"race N", "↑ N", HEADING_N},
                                               {"race E", "→ E", HEADING_E},
                                               {"race S", "↓ S", HEADING_S},
                                               {"race W", "← W", HEADING_W}};
    static const struct desk_choice turns[] = {{"turn left", "Left", TURN_LEFT},
                                               {"turn right", "Right", TURN_RIGHT},
                                               {"turn none", "None", TURN_NONE}};
    static const struct ui_range laps = {
        .minimum = 1, .maximum = STOCK_MAP_LAPS, .step = 1, .unit = ""};
    const struct map_draft *draft = map_plan_draft(editor->desk.sheet);
    struct map_draft now = *draft;
    ui_stepper(column->ui, "stepper laps", "Laps", layout_take(column, AT_TOP, 38), &now.laps,
               &laps);
    desk_label(column, "The line is crossed towards");
    now.race = (enum heading)desk_build_chips(column, races, 4, 4, (int)now.race);
    desk_label(column, "Banked curves turn");
    now.turn = (enum turn)desk_build_chips(column, turns, 3, 3, (int)now.turn);
    now.sandbags = build_sandbags(column, draft);
    if (now.laps == draft->laps && now.race == draft->race && now.turn == draft->turn &&
        now.sandbags == draft->sandbags)
        return;
    map_editor_give_up(&editor->desk);
    steps_begin(editor->desk.sheet, "header");
    map_plan_set_header(editor->desk.sheet, now.laps, now.race, now.turn, now.sandbags);
    steps_end(editor->desk.sheet, false);
}

/* New columns come at the right, new rows above. */
static void build_size(struct map_editor *editor, struct layout *column)
{
    static const struct desk_choice fit = {"button fit", "Fit the sheet to the map", 0};
    static const struct ui_range side = {
        .minimum = 1, .maximum = STOCK_MAP_SIDE, .step = 4, .unit = ""};
    const struct map_draft *draft = map_plan_draft(editor->desk.sheet);
    int width = draft->width, height = draft->height;
    ui_stepper(column->ui, "stepper columns", "Columns", layout_take(column, AT_TOP, 38), &width,
               &side);
    ui_stepper(column->ui, "stepper rows", "Rows", layout_take(column, AT_TOP, 38), &height, &side);
    bool fits = desk_build_buttons(column, &fit, 1, 1, -1) == 0;
    if (!fits && width == draft->width && height == draft->height)
        return;
    map_editor_give_up(&editor->desk);
    editor->has_part = false;
    steps_begin(editor->desk.sheet, "size");
    if (fits)
        map_plan_fit(editor->desk.sheet, 2);
    else
        map_plan_resize(editor->desk.sheet, width, height, (struct point){0, 0});
    steps_end(editor->desk.sheet, false);
}

static void build_others(struct app *app, struct map_editor *editor, struct layout *column)
{
    enum { COPY, PASTE, PRINT, NEW };
    static const struct desk_choice buttons[] = {{"button copy", "Copy as text", COPY},
                                                 {"button paste", "Paste a map", PASTE},
                                                 {"button print", "Print", PRINT},
                                                 {"button new", "New", NEW}};
    int clicked = desk_build_buttons(column, buttons, 4, 2, -1);
    if (clicked == COPY) {
        editor->has_part = false;
        map_editor_copy(editor, false);
    } else if (clicked == PASTE)
        map_editor_paste(editor);
    else if (clicked == PRINT)
        desk_print(app, &editor->desk);
    else if (clicked == NEW)
        desk_edit_new(app, &editor->desk);
}

void map_editor_build_panel(struct app *app, struct ui *ui, struct desk *desk, struct box box)
{
    struct map_editor *editor = map_editor_of(desk);
    struct layout foot, column = desk_panel_begin(ui, desk, box, &foot);
    build_tool_settings(editor, &column);
    build_standing(app, editor, &column);
    desk_heading(&column, "Map");
    desk_build_text(&column, desk, "field name", "Name", editor->name, MAP_TEXT_BYTES,
                    map_plan_set_name, "name");
    desk_build_text(&column, desk, "field author", "Drawn by", editor->author, MAP_TEXT_BYTES,
                    map_plan_set_author, "author");
    build_header(editor, &column);
    build_size(editor, &column);
    build_others(app, editor, &column);
    ui_scroll_end(ui, column.rest.y);
    desk_build_foot(app, &foot, desk);
}
