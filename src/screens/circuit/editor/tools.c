/* What the tools of the editor for circuits do to the plan. While something is being drawn its step
 * is open, and what is dragged is done anew from where it began.
 */
#include "base/number.h"
#include "screens/circuit/editor/editor.h"
#include "ui/ui.h"

#include <math.h>
#include <stdlib.h>

static const double PEN_REACH = 12, CLOSING = 1.5; /* interface pixels; reaches */

const struct desk_tool circuit_tools[CIRCUIT_TOOL_COUNT] = {
    [CIRCUIT_TOOL_MOVE] = {"move", "Move", "V", "Drag the course over the sheet.", ICON_SELECT,
                           false, false, NULL},
    [CIRCUIT_TOOL_PEN] = {"pen", "Pen", "P",
                          "Draw the course, the way of the race; from course to course it mends a "
                          "part.",
                          ICON_PEN, false, false, "Esc drop"},
    [CIRCUIT_TOOL_CORNER] = {"corner", "Corner", "C",
                             "Drag along the strip for a new corner; drag its ends or its middle.",
                             ICON_BEND, false, false, "Del remove"},
    [CIRCUIT_TOOL_LINE] = {"line", "Line", "L",
                           "Click the spaces of a corner that the racing line goes over.",
                           ICON_DOTS, false, false, "1 2 3 lane · Del remove"},
    [CIRCUIT_TOOL_START] = {"start", "Start", "S", "Click the row that the race begins with.",
                            ICON_LINE, false, true, NULL},
};

double circuit_editor_reach(const struct circuit_editor *editor)
{
    const struct paper_view *view = &editor->desk.camera.view;
    return PEN_REACH * view->scale / view->square;
}

void circuit_editor_choose_tool(struct desk *desk, int tool)
{
    circuit_editor_give_up(desk);
    desk->tool = tool;
    desk->focus_sheet = true;
}

/* --- where the pointer is --------------------------------------------------------------------- */

/* False if it is where it was. */
static bool point(struct circuit_editor *editor, double x, double y)
{
    struct space before = editor->space;
    struct spot was = editor->pointer;
    bool was_on = editor->on_strip;
    editor->pointer = (struct spot){x, y};
    editor->on_strip = editor->layout && circuit_space_at(editor->layout, x, y, &editor->space);
    if (editor->desk.tool == CIRCUIT_TOOL_PEN || editor->desk.tool == CIRCUIT_TOOL_MOVE)
        return editor->desk.drawing && spot_distance(was, editor->pointer) > 0;
    return was_on != editor->on_strip || before.row != editor->space.row ||
           before.lane != editor->space.lane;
}

/* --- corners ---------------------------------------------------------------------------------- */

static void grip_corner(struct circuit_editor *editor)
{
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    int row = editor->space.row;
    editor->grip = GRIP_NOTHING;
    editor->grip_row = editor->last_row = row;
    editor->rows_gone = 0;
    editor->corner = editor->on_strip ? circuit_plan_corner_at(draft, row) : -1;
    if (!editor->on_strip)
        return;
    if (editor->corner < 0) {
        editor->grip = GRIP_NEW;
        return;
    }
    const struct draft_corner *corner = &draft->corners[editor->corner];
    editor->grip = corner->from == corner->to ? GRIP_BOTH
                   : row == corner->from      ? GRIP_FROM
                   : row == corner->to        ? GRIP_TO
                                              : GRIP_WHOLE;
}

/* The row that the hand has come to, which does not go past the line. */
static int row_of_hand(struct circuit_editor *editor)
{
    int rows = circuit_editor_draft(editor)->rows;
    int by = (editor->space.row - editor->last_row + rows) % rows;
    editor->rows_gone += by > rows / 2 ? by - rows : by;
    editor->last_row = editor->space.row;
    return number_larger(number_smaller(editor->grip_row + editor->rows_gone, rows - 1), 0);
}

static void drag_corner(struct circuit_editor *editor)
{
    struct steps *plan = editor->desk.sheet;
    int to = row_of_hand(editor), by = to - editor->grip_row;
    steps_restart(plan);
    if (editor->grip == GRIP_NEW) {
        editor->corner = circuit_plan_add_corner(plan, editor->grip_row, to);
        return;
    }
    if (editor->grip == GRIP_NOTHING || by == 0)
        return;
    const struct draft_corner corner = circuit_editor_draft(editor)->corners[editor->corner];
    int last = circuit_editor_draft(editor)->rows - 1;
    if (editor->grip == GRIP_WHOLE) {
        by = number_larger(number_smaller(by, last - corner.to), -corner.from);
        circuit_plan_shift_corner(plan, editor->corner, by);
    } else if (editor->grip == GRIP_FROM) {
        circuit_plan_stretch_corner(plan, editor->corner, number_smaller(to, corner.to), corner.to);
    } else if (editor->grip == GRIP_TO) {
        circuit_plan_stretch_corner(plan, editor->corner, corner.from,
                                    number_larger(to, corner.from));
    } else {
        circuit_plan_stretch_corner(plan, editor->corner, corner.from, to);
    }
}

/* --- the line, the start ---------------------------------------------------------------------- */

static void click_line(struct circuit_editor *editor)
{
    struct space space = editor->space;
    if (!editor->on_strip)
        return;
    editor->corner = circuit_plan_corner_at(circuit_editor_draft(editor), space.row);
    if (!circuit_plan_set_line(editor->desk.sheet, space.row, space.lane))
        desk_say(&editor->desk, "The racing line goes through corners: drag one out there first.");
}

static void click_start(struct circuit_editor *editor)
{
    if (editor->on_strip)
        circuit_plan_begin_at(editor->desk.sheet, editor->space.row);
}

/* --- pressing, dragging, letting go ----------------------------------------------------------- */

static void add_to_stroke(struct circuit_editor *editor)
{
    trail_add(&editor->stroke, editor->pointer);
}

static void press(struct circuit_editor *editor)
{
    static const char *const names[CIRCUIT_TOOL_COUNT] = {"move", "course", "corner", "racing line",
                                                          "start"};
    int tool = editor->desk.tool;
    editor->from = editor->pointer;
    editor->desk.drawing = true;
    steps_begin(editor->desk.sheet, names[tool]);
    if (tool == CIRCUIT_TOOL_PEN)
        add_to_stroke(editor);
    else if (tool == CIRCUIT_TOOL_CORNER) {
        grip_corner(editor);
        drag_corner(editor);
    } else if (tool == CIRCUIT_TOOL_LINE)
        click_line(editor);
    else if (tool == CIRCUIT_TOOL_START)
        click_start(editor);
}

void circuit_editor_press(struct desk *desk, double x, double y)
{
    struct circuit_editor *editor = circuit_editor_of(desk);
    circuit_editor_give_up(desk);
    circuit_editor_look(editor);
    point(editor, x, y);
    press(editor);
}

void circuit_editor_press_cursor(struct desk *desk)
{
    circuit_editor_give_up(desk);
    press(circuit_editor_of(desk));
}

static void go_on(struct circuit_editor *editor)
{
    struct steps *plan = editor->desk.sheet;
    int tool = editor->desk.tool;
    if (tool == CIRCUIT_TOOL_PEN)
        add_to_stroke(editor);
    else if (tool == CIRCUIT_TOOL_CORNER)
        drag_corner(editor);
    else if (tool == CIRCUIT_TOOL_LINE && editor->on_strip &&
             circuit_plan_corner_at(circuit_editor_draft(editor), editor->space.row) ==
                 editor->corner)
        click_line(editor);
    else if (tool == CIRCUIT_TOOL_MOVE) {
        steps_restart(plan);
        circuit_plan_move(plan, editor->pointer.x - editor->from.x,
                          editor->pointer.y - editor->from.y);
    }
}

bool circuit_editor_drag(struct desk *desk, double x, double y)
{
    struct circuit_editor *editor = circuit_editor_of(desk);
    bool moved = point(editor, x, y);
    if (desk->drawing && moved)
        go_on(editor);
    return moved;
}

static void end_stroke(struct circuit_editor *editor)
{
    static const char *const said[] = {
        [CIRCUIT_DREW_NOTHING] = "That is too short for a course: draw it all the way round.",
        [CIRCUIT_DREW_COURSE] = NULL,
        [CIRCUIT_JOINED_ENDS] = "The ends of the course are joined.",
        [CIRCUIT_DREW_PART] = "That part of the course is drawn anew."};
    enum circuit_drawn drawn =
        circuit_plan_draw(editor->desk.sheet, editor->stroke.spots, editor->stroke.count,
                          CLOSING * circuit_editor_reach(editor));
    trail_free(&editor->stroke);
    editor->stroke = (struct trail){0};
    if (said[drawn])
        desk_say(&editor->desk, "%s", said[drawn]);
}

void circuit_editor_release(struct desk *desk)
{
    struct circuit_editor *editor = circuit_editor_of(desk);
    if (!desk->drawing)
        return;
    if (desk->tool == CIRCUIT_TOOL_PEN)
        end_stroke(editor);
    desk->drawing = false;
    editor->grip = GRIP_NOTHING;
    steps_end(desk->sheet, false);
}

bool circuit_editor_give_up(struct desk *desk)
{
    struct circuit_editor *editor = circuit_editor_of(desk);
    if (!desk->drawing)
        return false;
    trail_free(&editor->stroke);
    editor->stroke = (struct trail){0};
    editor->grip = GRIP_NOTHING;
    desk->drawing = false;
    steps_restart(desk->sheet);
    steps_end(desk->sheet, false);
    circuit_editor_look(editor);
    return true;
}

/* --- the keyboard ----------------------------------------------------------------------------- */

/* Along the rows and across the lanes with the tools for spaces, else by squares. */
void circuit_editor_step_cursor(struct desk *desk, struct point by)
{
    struct circuit_editor *editor = circuit_editor_of(desk);
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    struct point size = circuit_plan_size(draft);
    struct spot at = editor->pointer;
    circuit_editor_look(editor);
    if (editor->layout && desk->tool != CIRCUIT_TOOL_PEN && desk->tool != CIRCUIT_TOOL_MOVE) {
        struct space space = editor->space;
        space.row = (space.row + by.x + draft->rows) % draft->rows;
        space.lane = number_larger(number_smaller(space.lane + by.y, draft->lanes), 1);
        struct circuit_spot middle = circuit_space_middle(editor->layout, space);
        at = (struct spot){middle.x, middle.y};
    } else {
        at.x = fmin(fmax(floor(at.x) + by.x, 0), size.x - 1) + 0.5;
        at.y = fmin(fmax(floor(at.y) + by.y, 0), size.y - 1) + 0.5;
    }
    circuit_editor_drag(desk, at.x, at.y);
    camera_show(&desk->camera, (struct camera_area){at.x - 1, at.y - 1, at.x + 1, at.y + 1});
}

void circuit_editor_delete(struct circuit_editor *editor)
{
    bool line = editor->desk.tool == CIRCUIT_TOOL_LINE;
    circuit_editor_give_up(&editor->desk);
    if (editor->corner < 0)
        return;
    steps_begin(editor->desk.sheet, line ? "remove line" : "remove corner");
    if (line)
        circuit_plan_remove_line(editor->desk.sheet, editor->corner);
    else
        circuit_plan_remove_corner(editor->desk.sheet, editor->corner);
    steps_end(editor->desk.sheet, false);
    editor->corner = line ? editor->corner : -1;
}

static bool set_lane(struct circuit_editor *editor, int lane)
{
    struct desk *desk = &editor->desk;
    if (desk->tool != CIRCUIT_TOOL_LINE || desk->drawing || !desk->pointer_known ||
        !editor->on_strip || lane < 1 || lane > circuit_editor_draft(editor)->lanes)
        return false;
    editor->space.lane = lane;
    steps_begin(desk->sheet, "racing line");
    click_line(editor);
    steps_end(desk->sheet, false);
    return true;
}

bool circuit_editor_key(struct app *app, struct desk *desk, const SDL_Keysym *key)
{
    struct circuit_editor *editor = circuit_editor_of(desk);
    (void)app;
    if (key->mod & (KMOD_CTRL | KMOD_GUI))
        return false;
    if ((key->sym == SDLK_DELETE || key->sym == SDLK_BACKSPACE) && editor->corner >= 0) {
        circuit_editor_delete(editor);
        return true;
    }
    int lane = keys_digit(key);
    return lane >= 1 && lane <= 3 && set_lane(editor, lane);
}

/* The first of what is wrong is told here, too: in a small window the panel's list lies below what
 * is seen of it. */
static const char *first_fault(const struct circuit_editor *editor)
{
    const struct desk *desk = &editor->desk;
    bool any = !desk->drawing && !desk->kind->is_empty(desk->sheet) && editor->fault_count > 0;
    return any ? editor->told[0].text : NULL;
}

const char *circuit_editor_hint(const struct desk *desk)
{
    const struct circuit_editor *editor = (const struct circuit_editor *)desk;
    double reach = CLOSING * circuit_editor_reach(editor);
    if (!desk->drawing || desk->tool != CIRCUIT_TOOL_PEN || editor->stroke.count < 4 ||
        trail_length(&editor->stroke) < 8 * reach)
        return first_fault(editor);
    return spot_distance(editor->stroke.spots[0], editor->pointer) <= reach
               ? "Let go here and it closes."
               : NULL;
}
