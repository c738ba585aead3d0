/* The panel beside the circuit: the tool in hand, the chosen corner, what is wrong and told, and
 * what is set of the whole.
 */
#include "base/number.h"
#include "screens/circuit/editor/editor.h"

static const double GAP = 8; /* interface pixels */

/* --- the tool in hand ------------------------------------------------------------------------- */

static void set_limit(struct circuit_editor *editor, int lane, int limit)
{
    circuit_editor_give_up(&editor->desk);
    steps_begin(editor->desk.sheet, "limit");
    circuit_plan_set_limit(
        editor->desk.sheet, editor->corner, lane,
        number_larger(limit / CIRCUIT_LIMIT_STEP * CIRCUIT_LIMIT_STEP, CIRCUIT_LIMIT_STEP));
    steps_end(editor->desk.sheet, true);
}

static void build_limits(struct circuit_editor *editor, struct layout *column)
{
    static const struct ui_range range = {.minimum = CIRCUIT_LIMIT_STEP,
                                          .maximum = CIRCUIT_LIMIT_MOST,
                                          .step = CIRCUIT_LIMIT_STEP,
                                          .unit = ""};
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    for (int lane = draft->lanes; lane >= 1; lane--) {
        int limit = draft->corners[editor->corner].limits[lane - 1];
        const char *side = lane == 1 ? " (right)" : lane == draft->lanes ? " (left)" : "";
        if (ui_stepper(column->ui, ui_words("stepper limit %d", lane),
                       ui_words("Lane %d%s", lane, side), layout_take(column, AT_TOP, 38), &limit,
                       &range))
            set_limit(editor, lane, limit);
    }
}

static void build_rows_of_corner(struct circuit_editor *editor, struct layout *column)
{
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    const struct draft_corner *corner = &draft->corners[editor->corner];
    struct ui_range range = {.minimum = 0, .maximum = draft->rows - 1, .step = 1, .unit = ""};
    int from = corner->from, to = corner->to;
    ui_stepper(column->ui, "stepper from", "First row", layout_take(column, AT_TOP, 38), &from,
               &range);
    ui_stepper(column->ui, "stepper to", "Last row", layout_take(column, AT_TOP, 38), &to, &range);
    if ((from == corner->from && to == corner->to) || from > to)
        return;
    circuit_editor_give_up(&editor->desk);
    steps_begin(editor->desk.sheet, "rows of a corner");
    circuit_plan_stretch_corner(editor->desk.sheet, editor->corner, from, to);
    steps_end(editor->desk.sheet, true);
}

/* One step for all of them. */
static void offer_corners(struct circuit_editor *editor, struct layout *column)
{
    struct circuit_bend bends[CIRCUIT_TOLD_LIMIT];
    int count = circuit_plan_bends(circuit_editor_draft(editor), bends, CIRCUIT_TOLD_LIMIT);
    const char *label =
        ui_words("Add %d corner%s where it bends", count, number_plural_ending(count));
    if (count == 0 || !desk_build_button(column, "button add-corners", label))
        return;
    circuit_editor_give_up(&editor->desk);
    steps_begin(editor->desk.sheet, "corners");
    for (int i = 0; i < count; i++)
        circuit_plan_add_corner(editor->desk.sheet, bends[i].from, bends[i].to);
    steps_end(editor->desk.sheet, false);
}

static void build_corner(struct circuit_editor *editor, struct layout *column)
{
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    bool line = editor->desk.tool == CIRCUIT_TOOL_LINE;
    if (editor->corner < 0 || editor->corner >= draft->corner_count)
        return;
    const struct draft_corner *corner = &draft->corners[editor->corner];
    desk_label(column, ui_words("The corner in rows %d to %d", corner->from, corner->to));
    if (!line) {
        build_rows_of_corner(editor, column);
        desk_label(column, "Its limits in mph");
        build_limits(editor, column);
        if (desk_build_button(column, "button remove-corner", "Remove the corner"))
            circuit_editor_delete(editor);
    } else if (corner->line_count > 0 &&
               desk_build_button(column, "button remove-line", "Remove its line"))
        circuit_editor_delete(editor);
}

static void reverse(struct circuit_editor *editor)
{
    circuit_editor_give_up(&editor->desk);
    steps_begin(editor->desk.sheet, "other way round");
    circuit_plan_reverse(editor->desk.sheet);
    steps_end(editor->desk.sheet, false);
    editor->corner = -1;
}

static void build_tool_settings(struct app *app, struct circuit_editor *editor,
                                struct layout *column)
{
    int tool = editor->desk.tool;
    desk_heading(column, circuit_tools[tool].name);
    layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft,
                     circuit_tools[tool].help);
    if (tool == CIRCUIT_TOOL_CORNER && !editor->desk.drawing)
        offer_corners(editor, column);
    if (tool == CIRCUIT_TOOL_CORNER || tool == CIRCUIT_TOOL_LINE)
        build_corner(editor, column);
    else if (tool == CIRCUIT_TOOL_PEN &&
             desk_build_button(column, "button from-track", "Along a track…"))
        circuit_editor_open_tracks(app, editor);
    else if (tool == CIRCUIT_TOOL_START &&
             desk_build_button(column, "button reverse", "The other way round"))
        reverse(editor);
    layout_skip(column, AT_TOP, GAP);
}

/* --- what is wrong, missing, or found --------------------------------------------------------- */

static void build_told(struct app *app, struct circuit_editor *editor, struct layout *column,
                       int from, int to)
{
    for (int i = from; i < to; i++) {
        const struct circuit_told *told = &editor->told[i];
        if (desk_build_fault(column, i - from + 1, told->text, told->remark, editor->chosen == i)) {
            circuit_editor_go_to(editor, i);
            camera_go(&editor->desk.camera, !app->settings.reduced_motion);
        }
    }
}

static void build_standing(struct app *app, struct circuit_editor *editor, struct layout *column)
{
    char standing[300];
    int faults = editor->fault_count, told = editor->told_count;
    if (editor->desk.kind->is_empty(editor->desk.sheet))
        return;
    desk_heading(column, faults > 0 ? "Not right yet" : "Ready to race");
    build_told(app, editor, column, 0, faults);
    desk_write_standing(&editor->desk, standing, sizeof standing);
    if (faults == 0)
        layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink, standing);
    if (told > faults)
        desk_label(column, "Worth a look");
    build_told(app, editor, column, faults, told);
    layout_skip(column, AT_TOP, GAP);
}

/* --- the circuit ------------------------------------------------------------------------------ */

static void build_rows(struct circuit_editor *editor, struct layout *column)
{
    static const struct ui_range range = {
        .minimum = CIRCUIT_ROWS_LEAST, .maximum = CIRCUIT_ROWS_MOST, .step = 1, .unit = ""};
    static const struct desk_choice lanes[] = {{"lanes 2", "2 lanes", 2},
                                               {"lanes 3", "3 lanes", 3}};
    struct desk *desk = &editor->desk;
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    int rows = draft->rows, count = draft->lanes;
    ui_stepper(column->ui, "stepper rows", "Rows", layout_take(column, AT_TOP, 38), &rows, &range);
    ui_slider(column->ui, "slider rows", ui_words("%d rows", rows), layout_take(column, AT_TOP, 30),
              &rows, &range);
    count = desk_build_chips(column, lanes, 2, 2, count);
    if (rows != draft->rows) { /* anew from where one set off: nothing drifts */
        circuit_editor_give_up(desk);
        steps_begin_again(desk->sheet, "rows");
        circuit_plan_set_rows(desk->sheet, rows);
        steps_end(desk->sheet, false);
    }
    if (count != circuit_editor_draft(editor)->lanes) {
        circuit_editor_give_up(desk);
        steps_begin(desk->sheet, "lanes");
        circuit_plan_set_lanes(desk->sheet, count);
        steps_end(desk->sheet, false);
    }
}

static void build_sheet(struct circuit_editor *editor, struct layout *column)
{
    static const struct ui_range side = {.minimum = CIRCUIT_SHEET_LEAST,
                                         .maximum = CIRCUIT_SHEET_MOST,
                                         .step = 2,
                                         .unit = ""},
                                 width = {.minimum = 30, .maximum = 400, .step = 10, .unit = " %"};
    struct desk *desk = &editor->desk;
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    struct point size = circuit_plan_size(draft), now = size;
    int lane = (draft->lane_width * 100 + CIRCUIT_SQUARE / 2) / CIRCUIT_SQUARE, old = lane;
    ui_stepper(column->ui, "stepper lane-width", "Lane width", layout_take(column, AT_TOP, 38),
               &lane, &width);
    ui_stepper(column->ui, "stepper columns", "Columns", layout_take(column, AT_TOP, 38), &now.x,
               &side);
    ui_stepper(column->ui, "stepper height", "Rows of squares", layout_take(column, AT_TOP, 38),
               &now.y, &side);
    bool fits = desk_build_button(column, "button fit", "Fit the sheet to the strip");
    if (!fits && lane == old && point_equal(now, size))
        return;
    circuit_editor_give_up(desk);
    steps_begin(desk->sheet, lane != old ? "lane width" : "sheet");
    if (lane != old)
        circuit_plan_set_lane_width(desk->sheet, lane * CIRCUIT_SQUARE / 100);
    else if (fits)
        circuit_plan_fit(desk->sheet, 2);
    else
        circuit_plan_resize(desk->sheet, now.x, now.y);
    steps_end(desk->sheet, !fits);
}

static void build_others(struct app *app, struct circuit_editor *editor, struct layout *column)
{
    enum { PRINT, NEW };
    static const struct desk_choice buttons[] = {{"button print", "Print", PRINT},
                                                 {"button new", "New", NEW}};
    int clicked = desk_build_buttons(column, buttons, 2, 2, -1);
    if (clicked == PRINT)
        desk_print(app, &editor->desk);
    else if (clicked == NEW)
        desk_edit_new(app, &editor->desk);
}

void circuit_editor_build_panel(struct app *app, struct ui *ui, struct desk *desk, struct box box)
{
    struct circuit_editor *editor = circuit_editor_of(desk);
    struct layout foot, column = desk_panel_begin(ui, desk, box, &foot);
    build_tool_settings(app, editor, &column);
    build_standing(app, editor, &column);
    desk_heading(&column, "Circuit");
    desk_build_text(&column, desk, "field name", "Name", editor->name, CIRCUIT_TEXT_BYTES,
                    circuit_plan_set_name, "name");
    desk_build_text(&column, desk, "field note", "What it asks of drivers; by whom", editor->note,
                    CIRCUIT_TEXT_BYTES, circuit_plan_set_note, "note");
    build_rows(editor, &column);
    build_sheet(editor, &column);
    build_others(app, editor, &column);
    ui_scroll_end(ui, column.rest.y);
    desk_build_foot(app, &foot, desk);
}
