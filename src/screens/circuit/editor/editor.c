/* The dialog that offers tracks of other games whose way a course may follow. */
#include "screens/circuit/editor/editor.h"

#include "base/number.h"
#include "draw/sheet.h"
#include "screens/course_tools.h"
#include "screens/tracks/tracks.h"
#include "ui/ui.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool has_road(struct course course)
{
    struct course_road road;
    return course_road(course, &road);
}

static void circuit_editor_close_tracks(struct circuit_editor *editor);

static void circuit_editor_close_tracks(struct circuit_editor *editor)
{
    track_offer_free(editor->tracks);
    editor->tracks = NULL;
}

static bool circuit_editor_give_up(struct editor_frame *frame);

static void follow(struct circuit_editor *editor, struct course course)
{
    struct editor_frame *frame = &editor->frame;
    struct course_road road;
    circuit_editor_give_up(frame);
    steps_begin(frame->sheet, "course");
    bool found = course_road(course, &road) &&
                 circuit_plan_follow_road(frame->sheet, &road, course_size(course));
    steps_end(frame->sheet, false);
    if (found)
        editor_frame_say(frame, "The course goes the way of %s now.", course_title(course));
    else
        editor_frame_say(frame, "%s does not come round between two walls.", course_title(course));
}

static struct circuit_editor *circuit_editor_of(struct editor_frame *frame);

static bool circuit_editor_build_tracks(struct app *app, struct ui *ui, struct editor_frame *frame)
{
    struct circuit_editor *editor = circuit_editor_of(frame);
    struct course chosen;
    (void)app;
    if (!editor->tracks)
        return false;
    enum offer_answer answer =
        track_offer_build(editor->tracks, ui, "The way of a track",
                          "The course goes along the middle of its road. What is drawn here gives "
                          "way; Ctrl+Z brings it back.",
                          &chosen);
    if (answer == OFFER_TAKEN)
        follow(editor, chosen);
    if (answer != OFFER_STAYS)
        circuit_editor_close_tracks(editor);
    return true;
}

/* === sheet ==================================================================================== */

/* The circuit on the screen while it is drawn.
 *
 * Kept in the cached picture: the strip. Live: numbers at the edges, rings at what is wrong, the
 * chosen corner, the wet stroke, and what is under the pointer.
 */

static const struct circuit_draft *circuit_editor_draft(const struct circuit_editor *editor);

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct circuit_editor *editor = context;
    circuit_draw_strip(cairo, sheet_view(editor->frame.picture), editor->look, editor->layout, true,
                       sheet_theme(editor->frame.picture));
}

/* --- live ------------------------------------------------------------------------------------- */

static struct pixel place(const struct circuit_editor *editor, struct spot spot)
{
    return brush_place(sheet_view(editor->frame.picture),
                       circuit_plan_size(circuit_editor_draft(editor)).y, spot.x, spot.y);
}

static struct pixel place_on_strip(const struct circuit_editor *editor, double along, double across)
{
    struct circuit_spot spot = circuit_spot(editor->layout, along, across);
    return place(editor, (struct spot){spot.x, spot.y});
}

static void paint_told(cairo_t *cairo, void *context)
{
    const struct circuit_editor *editor = context;
    for (int i = 0; i < editor->told_count; i++) {
        const struct circuit_told *told = &editor->told[i];
        bool remark = told->remark;
        if (told->has_place)
            editor_frame_paint_mark(cairo, sheet_view(editor->frame.picture),
                                    sheet_theme(editor->frame.picture), place(editor, told->at),
                                    remark ? i - editor->fault_count + 1 : i + 1, remark,
                                    editor->chosen == i);
    }
}

/* Round the rows of a corner, with knobs at both edges of its ends, where they cover no sign. */
static void paint_corner(cairo_t *cairo, void *context)
{
    const struct circuit_editor *editor = context;
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    double scale = sheet_view(editor->frame.picture)->scale;
    enum { STEPS = 4 };
    if (editor->corner < 0 || !editor->layout || editor->corner >= draft->corner_count)
        return;
    const struct draft_corner *corner = &draft->corners[editor->corner];
    int count = (corner->to - corner->from + 1) * STEPS;
    if (corner->from < 0 || corner->to >= draft->rows || count <= 0)
        return;
    cairo_new_path(cairo);
    for (int i = 0; i <= 2 * count + 1; i++) {
        int step = i <= count ? i : 2 * count + 1 - i;
        struct pixel at = place_on_strip(editor, corner->from + step / (double)STEPS,
                                         i <= count ? 0 : draft->lanes);
        cairo_line_to(cairo, at.x, at.y);
    }
    cairo_close_path(cairo);
    brush_color(cairo, sheet_theme(editor->frame.picture)->action);
    brush_stroke(cairo, 3 * scale, 0, 0);
    cairo_new_path(cairo);
    for (int knob = 0; knob < 4; knob++) {
        struct pixel at = place_on_strip(editor, knob % 2 ? corner->to + 1 : corner->from,
                                         knob / 2 ? draft->lanes : 0);
        brush_add_disc(cairo, at.x, at.y, 5 * scale);
    }
    cairo_fill(cairo);
}

static void paint_space(cairo_t *cairo, const struct circuit_editor *editor)
{
    const struct paper_view *view = sheet_view(editor->frame.picture);
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    cairo_new_path(cairo);
    brush_color(cairo, sheet_theme(editor->frame.picture)->action);
    if (editor->frame.tool == CIRCUIT_TOOL_LINE) {
        circuit_add_space(cairo, view, editor->layout, editor->space, 2 * view->scale);
        brush_stroke(cairo, 2 * view->scale, 0, 0);
        return;
    }
    bool start = editor->frame.tool == CIRCUIT_TOOL_START;
    for (int end = 0; end < 2 - start; end++)
        brush_add_line(cairo, place_on_strip(editor, editor->space.row + end, 0),
                       place_on_strip(editor, editor->space.row + end, draft->lanes));
    brush_stroke(cairo, (start ? 5 : 2.5) * view->scale, 0, 0);
}

/* What a press would be about; with the pen the keyboard's cursor as a cross. */
static void paint_pointer(cairo_t *cairo, void *context)
{
    const struct circuit_editor *editor = context;
    const struct editor_frame *frame = &editor->frame;
    bool spaces = frame->tool != CIRCUIT_TOOL_PEN && frame->tool != CIRCUIT_TOOL_MOVE;
    if (!frame->pointer_known)
        return;
    if (spaces && editor->on_strip && editor->layout)
        paint_space(cairo, editor);
    if (spaces || !frame->cursor)
        return;
    struct pixel at = place(editor, editor->pointer);
    double scale = sheet_view(editor->frame.picture)->scale, half = 9 * scale;
    cairo_new_path(cairo);
    brush_add_line(cairo, (struct pixel){at.x - half, at.y}, (struct pixel){at.x + half, at.y});
    brush_add_line(cairo, (struct pixel){at.x, at.y - half}, (struct pixel){at.x, at.y + half});
    brush_color(cairo, sheet_theme(editor->frame.picture)->action);
    brush_stroke(cairo, 2 * scale, 0, 0);
}

/* With a ring where it began, which is where it closes. */
static void paint_stroke(cairo_t *cairo, void *context)
{
    const struct circuit_editor *editor = context;
    const struct trail *stroke = &editor->stroke;
    double scale = sheet_view(editor->frame.picture)->scale;
    if (stroke->count == 0)
        return;
    cairo_new_path(cairo);
    for (int i = 0; i < stroke->count; i++) {
        struct pixel at = place(editor, stroke->spots[i]);
        cairo_line_to(cairo, at.x, at.y);
    }
    brush_color(cairo, sheet_theme(editor->frame.picture)->action);
    brush_stroke(cairo, 3 * scale, 0, 0);
    struct pixel start = place(editor, stroke->spots[0]);
    cairo_new_path(cairo);
    brush_circle(cairo, start.x, start.y, 9 * scale, 2 * scale);
}

static void circuit_editor_look(struct circuit_editor *editor);

static bool follow_plan(struct editor_frame *frame)
{
    struct circuit_editor *editor = circuit_editor_of(frame);
    circuit_editor_look(editor);
    bool other = !editor->is_painted || editor->painted != editor->looked_version;
    editor->is_painted = true;
    editor->painted = editor->looked_version;
    if (other)
        sheet_repaint(frame->picture);
    return other;
}

/* === tools ==================================================================================== */

/* What the tools of the editor for circuits do to the plan. While something is being drawn its step
 * is open, and what is dragged is done anew from where it began.
 */

static const double PEN_REACH = 12, CLOSING = 1.5; /* interface pixels; reaches */

const struct editor_frame_tool circuit_tools[CIRCUIT_TOOL_COUNT] = {
    [CIRCUIT_TOOL_MOVE] = {"move", "Move", "V", "Drag the course over the sheet.", ICON_SELECT,
                           false, false, NULL},
    [CIRCUIT_TOOL_PEN] = {"pen", "Pen", "P",
                          "Draw the course, the way of the race. A stroke from one place of it to "
                          "another replaces the part between them.",
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

/* The corner, or with the tool for lines its line, goes. */
static double circuit_editor_reach(const struct circuit_editor *editor)
{
    const struct paper_view *view = &editor->frame.camera.view;
    return PEN_REACH * view->scale / view->square;
}

static void circuit_editor_choose_tool(struct editor_frame *frame, int tool)
{
    circuit_editor_give_up(frame);
    frame->tool = tool;
    frame->focus_sheet = true;
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
    if (editor->frame.tool == CIRCUIT_TOOL_PEN || editor->frame.tool == CIRCUIT_TOOL_MOVE)
        return editor->frame.drawing && spot_distance(was, editor->pointer) > 0;
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
    struct steps *plan = editor->frame.sheet;
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
    if (!circuit_plan_set_line(editor->frame.sheet, space.row, space.lane))
        editor_frame_say(&editor->frame,
                         "The racing line goes through corners: drag one out there first.");
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
    int tool = editor->frame.tool;
    editor->from = editor->pointer;
    editor->frame.drawing = true;
    steps_begin(editor->frame.sheet, names[tool]);
    if (tool == CIRCUIT_TOOL_PEN)
        add_to_stroke(editor);
    else if (tool == CIRCUIT_TOOL_CORNER) {
        grip_corner(editor);
        drag_corner(editor);
    } else if (tool == CIRCUIT_TOOL_LINE)
        click_line(editor);
    else if (tool == CIRCUIT_TOOL_START) {
        if (editor->on_strip)
            circuit_plan_begin_at(editor->frame.sheet, editor->space.row);
    }
}

static void circuit_editor_press(struct editor_frame *frame, double x, double y)
{
    struct circuit_editor *editor = circuit_editor_of(frame);
    circuit_editor_give_up(frame);
    circuit_editor_look(editor);
    point(editor, x, y);
    press(editor);
}

static void circuit_editor_press_cursor(struct editor_frame *frame)
{
    circuit_editor_give_up(frame);
    press(circuit_editor_of(frame));
}

static void go_on(struct circuit_editor *editor)
{
    struct steps *plan = editor->frame.sheet;
    int tool = editor->frame.tool;
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

static bool circuit_editor_drag(struct editor_frame *frame, double x, double y)
{
    struct circuit_editor *editor = circuit_editor_of(frame);
    bool moved = point(editor, x, y);
    if (frame->drawing && moved)
        go_on(editor);
    return moved;
}

static void circuit_editor_release(struct editor_frame *frame)
{
    struct circuit_editor *editor = circuit_editor_of(frame);
    if (!frame->drawing)
        return;
    if (frame->tool == CIRCUIT_TOOL_PEN) {
        static const char *const said[] = {
            [CIRCUIT_DREW_NOTHING] = "That is too short for a course: draw it all the way round.",
            [CIRCUIT_DREW_COURSE] = NULL,
            [CIRCUIT_JOINED_ENDS] = "The ends of the course are joined.",
            [CIRCUIT_DREW_PART] = "That part of the course is drawn anew."};
        enum circuit_drawn drawn =
            circuit_plan_draw(editor->frame.sheet, editor->stroke.spots, editor->stroke.count,
                              CLOSING * circuit_editor_reach(editor));
        trail_free(&editor->stroke);
        editor->stroke = (struct trail){0};
        if (said[drawn])
            editor_frame_say(&editor->frame, "%s", said[drawn]);
    }
    frame->drawing = false;
    editor->grip = GRIP_NOTHING;
    steps_end(frame->sheet, false);
}

static bool circuit_editor_give_up(struct editor_frame *frame)
{
    struct circuit_editor *editor = circuit_editor_of(frame);
    if (!frame->drawing)
        return false;
    trail_free(&editor->stroke);
    editor->stroke = (struct trail){0};
    editor->grip = GRIP_NOTHING;
    frame->drawing = false;
    steps_restart(frame->sheet);
    steps_end(frame->sheet, false);
    circuit_editor_look(editor);
    return true;
}

/* --- the keyboard ----------------------------------------------------------------------------- */

/* Along the rows and across the lanes with the tools for spaces, else by squares. */
static void circuit_editor_step_cursor(struct editor_frame *frame, struct point by)
{
    struct circuit_editor *editor = circuit_editor_of(frame);
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    struct point size = circuit_plan_size(draft);
    struct spot at = editor->pointer;
    circuit_editor_look(editor);
    if (editor->layout && frame->tool != CIRCUIT_TOOL_PEN && frame->tool != CIRCUIT_TOOL_MOVE) {
        struct space space = editor->space;
        space.row = (space.row + by.x + draft->rows) % draft->rows;
        space.lane = number_larger(number_smaller(space.lane + by.y, draft->lanes), 1);
        struct circuit_spot middle = circuit_space_middle(editor->layout, space);
        at = (struct spot){middle.x, middle.y};
    } else {
        at.x = fmin(fmax(floor(at.x) + by.x, 0), size.x - 1) + 0.5;
        at.y = fmin(fmax(floor(at.y) + by.y, 0), size.y - 1) + 0.5;
    }
    circuit_editor_drag(frame, at.x, at.y);
    camera_show(&frame->camera, (struct camera_area){at.x - 1, at.y - 1, at.x + 1, at.y + 1});
}

static void circuit_editor_delete(struct circuit_editor *editor)
{
    bool line = editor->frame.tool == CIRCUIT_TOOL_LINE;
    circuit_editor_give_up(&editor->frame);
    if (editor->corner < 0)
        return;
    steps_begin(editor->frame.sheet, line ? "remove line" : "remove corner");
    if (line)
        circuit_plan_remove_line(editor->frame.sheet, editor->corner);
    else
        circuit_plan_remove_corner(editor->frame.sheet, editor->corner);
    steps_end(editor->frame.sheet, false);
    editor->corner = line ? editor->corner : -1;
}

static bool set_lane(struct circuit_editor *editor, int lane)
{
    struct editor_frame *frame = &editor->frame;
    if (frame->tool != CIRCUIT_TOOL_LINE || frame->drawing || !frame->pointer_known ||
        !editor->on_strip || lane < 1 || lane > circuit_editor_draft(editor)->lanes)
        return false;
    editor->space.lane = lane;
    steps_begin(frame->sheet, "racing line");
    click_line(editor);
    steps_end(frame->sheet, false);
    return true;
}

static bool circuit_editor_key(struct app *app, struct editor_frame *frame, const SDL_Keysym *key)
{
    struct circuit_editor *editor = circuit_editor_of(frame);
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
    const struct editor_frame *frame = &editor->frame;
    bool any = !frame->drawing && !frame->kind->is_empty(frame->sheet) && editor->fault_count > 0;
    return any ? editor->told[0].text : NULL;
}

static const char *circuit_editor_hint(const struct editor_frame *frame)
{
    const struct circuit_editor *editor = (const struct circuit_editor *)frame;
    double reach = CLOSING * circuit_editor_reach(editor);
    if (!frame->drawing || frame->tool != CIRCUIT_TOOL_PEN || editor->stroke.count < 4 ||
        trail_length(&editor->stroke) < 8 * reach)
        return first_fault(editor);
    return spot_distance(editor->stroke.spots[0], editor->pointer) <= reach
               ? "Let go here and it closes."
               : NULL;
}

/* === panel ==================================================================================== */

/* The panel beside the circuit: the tool in hand, the chosen corner, what is wrong and told, and
 * what is set of the whole.
 */

static const double GAP = 8; /* interface pixels */

/* --- the tool in hand ------------------------------------------------------------------------- */

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
                       &range)) {
            circuit_editor_give_up(&editor->frame);
            steps_begin(editor->frame.sheet, "limit");
            circuit_plan_set_limit(
                editor->frame.sheet, editor->corner, lane,
                number_larger(limit / CIRCUIT_LIMIT_STEP * CIRCUIT_LIMIT_STEP, CIRCUIT_LIMIT_STEP));
            steps_end(editor->frame.sheet, true);
        }
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
    circuit_editor_give_up(&editor->frame);
    steps_begin(editor->frame.sheet, "rows of a corner");
    circuit_plan_stretch_corner(editor->frame.sheet, editor->corner, from, to);
    steps_end(editor->frame.sheet, true);
}

/* One step for all of them. */
static void offer_corners(struct circuit_editor *editor, struct layout *column)
{
    struct circuit_bend bends[CIRCUIT_TOLD_LIMIT];
    int count = circuit_plan_bends(circuit_editor_draft(editor), bends, CIRCUIT_TOLD_LIMIT);
    const char *label =
        ui_words("Add %d corner%s where it bends", count, number_plural_ending(count));
    if (count == 0 || !editor_frame_build_button(column, "button add-corners", label))
        return;
    circuit_editor_give_up(&editor->frame);
    steps_begin(editor->frame.sheet, "corners");
    for (int i = 0; i < count; i++)
        circuit_plan_add_corner(editor->frame.sheet, bends[i].from, bends[i].to);
    steps_end(editor->frame.sheet, false);
}

static void build_corner(struct circuit_editor *editor, struct layout *column)
{
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    bool line = editor->frame.tool == CIRCUIT_TOOL_LINE;
    if (editor->corner < 0 || editor->corner >= draft->corner_count)
        return;
    const struct draft_corner *corner = &draft->corners[editor->corner];
    editor_frame_label(column, ui_words("The corner in rows %d to %d", corner->from, corner->to));
    if (!line) {
        build_rows_of_corner(editor, column);
        editor_frame_label(column, "Its limits in mph");
        build_limits(editor, column);
        if (editor_frame_build_button(column, "button remove-corner", "Remove the corner"))
            circuit_editor_delete(editor);
    } else if (corner->line_count > 0 &&
               editor_frame_build_button(column, "button remove-line", "Remove its line"))
        circuit_editor_delete(editor);
}

static void reverse(struct circuit_editor *editor)
{
    circuit_editor_give_up(&editor->frame);
    steps_begin(editor->frame.sheet, "other way round");
    circuit_plan_reverse(editor->frame.sheet);
    steps_end(editor->frame.sheet, false);
    editor->corner = -1;
}

/* --- what is wrong, missing, or found --------------------------------------------------------- */

static void circuit_editor_go_to(struct circuit_editor *editor, int index);

static void build_told(struct app *app, struct circuit_editor *editor, struct layout *column,
                       int from, int to)
{
    for (int i = from; i < to; i++) {
        const struct circuit_told *told = &editor->told[i];
        if (editor_frame_build_fault(column, i - from + 1, told->text,
                                     told->remark ? EDITOR_FRAME_REMARK : EDITOR_FRAME_WRONG,
                                     editor->chosen == i)) {
            circuit_editor_go_to(editor, i);
            camera_go(&editor->frame.camera, !app->settings.reduced_motion);
        }
    }
}

static void build_standing(struct app *app, struct circuit_editor *editor, struct layout *column)
{
    char standing[300];
    int faults = editor->fault_count, told = editor->told_count;
    if (editor->frame.kind->is_empty(editor->frame.sheet))
        return;
    editor_frame_heading(column, faults > 0 ? "Not right yet" : "Ready to race");
    build_told(app, editor, column, 0, faults);
    editor_frame_write_standing(&editor->frame, standing, sizeof standing);
    if (faults == 0)
        layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink, standing);
    if (told > faults)
        editor_frame_label(column, "Worth a look");
    build_told(app, editor, column, faults, told);
    layout_skip(column, AT_TOP, GAP);
}

/* --- the circuit ------------------------------------------------------------------------------ */

static void build_rows(struct circuit_editor *editor, struct layout *column)
{
    static const struct ui_range range = {
        .minimum = CIRCUIT_ROWS_LEAST, .maximum = CIRCUIT_ROWS_MOST, .step = 1, .unit = ""};
    static const struct editor_frame_choice lanes[] = {{"lanes 2", "2 lanes", 2},
                                                       {"lanes 3", "3 lanes", 3}};
    struct editor_frame *frame = &editor->frame;
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    int rows = draft->rows, count = draft->lanes;
    ui_stepper(column->ui, "stepper rows", "Rows", layout_take(column, AT_TOP, 38), &rows, &range);
    ui_slider(column->ui, "slider rows", ui_words("%d rows", rows), layout_take(column, AT_TOP, 30),
              &rows, &range);
    count = editor_frame_build_chips(column, lanes, 2, 2, count);
    if (rows != draft->rows) { /* anew from where one set off: nothing drifts */
        circuit_editor_give_up(frame);
        steps_begin_again(frame->sheet, "rows");
        circuit_plan_set_rows(frame->sheet, rows);
        steps_end(frame->sheet, false);
    }
    if (count != circuit_editor_draft(editor)->lanes) {
        circuit_editor_give_up(frame);
        steps_begin(frame->sheet, "lanes");
        circuit_plan_set_lanes(frame->sheet, count);
        steps_end(frame->sheet, false);
    }
}

static void build_sheet(struct circuit_editor *editor, struct layout *column)
{
    static const struct ui_range side = {.minimum = CIRCUIT_SHEET_LEAST,
                                         .maximum = CIRCUIT_SHEET_MOST,
                                         .step = 2,
                                         .unit = ""},
                                 width = {.minimum = 30, .maximum = 400, .step = 10, .unit = " %"};
    struct editor_frame *frame = &editor->frame;
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    struct point size = circuit_plan_size(draft), now = size;
    int lane = (draft->lane_width * 100 + CIRCUIT_SQUARE / 2) / CIRCUIT_SQUARE, old = lane;
    ui_stepper(column->ui, "stepper lane-width", "Lane width", layout_take(column, AT_TOP, 38),
               &lane, &width);
    ui_stepper(column->ui, "stepper columns", "Columns", layout_take(column, AT_TOP, 38), &now.x,
               &side);
    ui_stepper(column->ui, "stepper height", "Rows of squares", layout_take(column, AT_TOP, 38),
               &now.y, &side);
    bool fits = editor_frame_build_button(column, "button fit", "Fit the sheet to the strip");
    if (!fits && lane == old && point_equal(now, size))
        return;
    circuit_editor_give_up(frame);
    steps_begin(frame->sheet, lane != old ? "lane width" : "sheet");
    if (lane != old)
        circuit_plan_set_lane_width(frame->sheet, lane * CIRCUIT_SQUARE / 100);
    else if (fits)
        circuit_plan_fit(frame->sheet);
    else
        circuit_plan_resize(frame->sheet, now.x, now.y);
    steps_end(frame->sheet, !fits);
}

static void circuit_editor_build_panel(struct app *app, struct ui *ui, struct editor_frame *frame,
                                       struct box box)
{
    struct circuit_editor *editor = circuit_editor_of(frame);
    struct layout foot, column = editor_frame_panel_begin(ui, frame, box, 1, &foot);
    int tool = editor->frame.tool;
    editor_frame_heading(&column, circuit_tools[tool].name);
    layout_paragraph(&column, STYLE_SMALL, canvas_theme(ui_canvas(column.ui))->ink_soft,
                     circuit_tools[tool].help);
    if (tool == CIRCUIT_TOOL_CORNER && !editor->frame.drawing)
        offer_corners(editor, &column);
    if (tool == CIRCUIT_TOOL_CORNER || tool == CIRCUIT_TOOL_LINE)
        build_corner(editor, &column);
    else if (tool == CIRCUIT_TOOL_PEN &&
             editor_frame_build_button(&column, "button from-track", "Along a track…")) {
        circuit_editor_close_tracks(editor);
        editor->tracks = track_offer_open(app, has_road);
    } else if (tool == CIRCUIT_TOOL_START &&
               editor_frame_build_button(&column, "button reverse", "The other way round"))
        reverse(editor);
    layout_skip(&column, AT_TOP, GAP);
    build_standing(app, editor, &column);
    editor_frame_heading(&column, "Circuit");
    editor_frame_build_text(&column, frame, "field name", "Name", editor->name, CIRCUIT_TEXT_BYTES,
                            circuit_plan_set_name, "name");
    editor_frame_build_text(&column, frame, "field note", "What it asks of drivers; by whom",
                            editor->note, CIRCUIT_TEXT_BYTES, circuit_plan_set_note, "note");
    build_rows(editor, &column);
    build_sheet(editor, &column);
    enum { PRINT, NEW };
    static const struct editor_frame_choice buttons[] = {{"button print", "Print", PRINT},
                                                         {"button new", "New", NEW}};
    int clicked = editor_frame_build_buttons(&column, buttons, 2, 2, -1);
    if (clicked == PRINT)
        editor_frame_print(app, &editor->frame);
    else if (clicked == NEW)
        editor_frame_edit_new(app, &editor->frame);
    ui_scroll_end(ui, column.rest.y);
    editor_frame_build_foot(app, &foot, frame);
}

/* === editor =================================================================================== */

/* The editor for circuits as a screen and as course tools: what is known of the plan, and the kind
 * of its frame.
 */

static const struct editor_frame_kind circuits;
static struct circuit_editor shared = {
    .frame = {.kind = &circuits, .tool = CIRCUIT_TOOL_PEN}, .chosen = -1, .corner = -1};

static struct editor_frame *the_frame(void)
{
    return &shared.frame;
}

static struct circuit_editor *circuit_editor_of(struct editor_frame *frame)
{
    return (struct circuit_editor *)frame;
}

static const struct circuit_draft *circuit_editor_draft(const struct circuit_editor *editor)
{
    return circuit_plan_draft(editor->frame.sheet);
}

/* --- what is known of it ---------------------------------------------------------------------- */

static void forget_look(struct circuit_editor *editor)
{
    course_release((struct course){&circuit_game, editor->look});
    circuit_layout_free(editor->layout);
    editor->look = NULL;
    editor->layout = NULL;
    editor->looked = false;
}

/* In the middle of its space, of its row, or nowhere. */
static bool place_of(const struct circuit_editor *editor, int row, int lane, struct spot *at)
{
    if (!editor->layout || row < 0)
        return false;
    double across = lane > 0 ? lane - 0.5 : circuit_editor_draft(editor)->lanes / 2.0;
    struct circuit_spot spot = circuit_spot(editor->layout, row + 0.5, across);
    *at = (struct spot){spot.x, spot.y};
    return true;
}

/* Looks at the plan as it is now, also while something is drawn. */
static void circuit_editor_look(struct circuit_editor *editor)
{
    uint64_t version = steps_version(editor->frame.sheet);
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    if (editor->looked && version == editor->looked_version)
        return;
    forget_look(editor);
    editor->looked = true;
    editor->looked_version = version;
    editor->look = circuit_make_to_look_at(draft);
    editor->layout = circuit_layout_create(editor->look);
    editor->corner = editor->corner < draft->corner_count ? editor->corner : -1;
    editor->chosen = -1;
    editor->known = false;
    struct circuit_fault faults[CIRCUIT_TOLD_LIMIT];
    int count = circuit_draft_check(circuit_editor_draft(editor), faults, CIRCUIT_TOLD_LIMIT);
    for (int i = 0; i < count; i++) {
        struct circuit_told *told = &editor->told[i];
        *told = (struct circuit_told){.remark = false};
        told->has_place = place_of(editor, faults[i].row, faults[i].lane, &told->at);
        snprintf(told->text, sizeof told->text, "%s.", faults[i].text);
        told->text[0] = (char)toupper((unsigned char)told->text[0]);
    }
    editor->fault_count = editor->told_count = count;
}

static void refresh(struct editor_frame *frame)
{
    struct circuit_editor *editor = circuit_editor_of(frame);
    circuit_editor_look(editor);
    if (frame->drawing || (editor->known && editor->known_version == editor->looked_version))
        return;
    editor->known = true;
    editor->known_version = editor->looked_version;
    editor->told_count = editor->fault_count;
    struct circuit_remark remarks[CIRCUIT_REMARK_LIMIT];
    int count = circuit_plan_remarks(circuit_editor_draft(editor), remarks, CIRCUIT_REMARK_LIMIT);
    for (int i = 0; i < count; i++) {
        struct circuit_told *told = &editor->told[editor->told_count++];
        *told = (struct circuit_told){.remark = true, .has_place = true, .at = remarks[i].at};
        snprintf(told->text, sizeof told->text, "%s.", remarks[i].text);
        told->text[0] = (char)toupper((unsigned char)told->text[0]);
    }
    snprintf(editor->name, sizeof editor->name, "%s", circuit_editor_draft(editor)->name);
    snprintf(editor->note, sizeof editor->note, "%s", circuit_editor_draft(editor)->note);
    editor_frame_learn(frame, editor->fault_count == 0);
}

/* of what is told */
static void circuit_editor_go_to(struct circuit_editor *editor, int index)
{
    const struct circuit_told *told = &editor->told[index];
    editor->chosen = index;
    if (told->has_place)
        camera_show(&editor->frame.camera, (struct camera_area){told->at.x - 3, told->at.y - 3,
                                                                told->at.x + 3, told->at.y + 3});
}

/* --- on the frame ----------------------------------------------------------------------------- */

static struct steps *read(struct editor_frame *frame, const char *bytes, size_t length,
                          struct error *error)
{
    struct circuit_draft draft;
    (void)frame;
    return circuit_draft_read(bytes, length, &draft, error) ? circuit_plan_from_draft(&draft)
                                                            : NULL;
}

static void write(const struct steps *plan, struct text *into)
{
    circuit_draft_write(circuit_plan_draft(plan), into);
}

static const char *name(const struct steps *plan)
{
    return circuit_plan_draft(plan)->name;
}

static bool is_empty(const struct steps *plan)
{
    const struct circuit_draft *draft = circuit_plan_draft(plan);
    return draft->course_count == 0 && draft->corner_count == 0;
}

static struct point size_of(const struct steps *plan)
{
    return circuit_plan_size(circuit_plan_draft(plan));
}

static const void *make(const struct steps *plan, struct error *error)
{
    return circuit_make(circuit_plan_draft(plan), error);
}

static void comes_up(struct editor_frame *frame)
{
    struct circuit_editor *editor = circuit_editor_of(frame);
    forget_look(editor);
    editor->known = false;
    editor->corner = editor->chosen = -1;
    frame->tool = is_empty(frame->sheet) ? CIRCUIT_TOOL_PEN : CIRCUIT_TOOL_CORNER;
}

static void show_wrong(struct editor_frame *frame)
{
    if (circuit_editor_of(frame)->fault_count > 0)
        circuit_editor_go_to(circuit_editor_of(frame), 0);
    camera_jump(&frame->camera);
}

static bool let_go(struct editor_frame *frame)
{
    bool had = circuit_editor_of(frame)->corner >= 0;
    circuit_editor_of(frame)->corner = -1;
    return had;
}

static void opens(struct editor_frame *frame)
{
    struct circuit_editor *editor = circuit_editor_of(frame);
    editor->known = editor->is_painted = false;
}

static void closes(struct editor_frame *frame)
{
    circuit_editor_close_tracks(circuit_editor_of(frame));
    forget_look(circuit_editor_of(frame));
}

static void write_place(const struct editor_frame *frame, char *into, size_t size_of)
{
    const struct circuit_editor *editor = (const struct circuit_editor *)frame;
    into[0] = '\0';
    if (frame->pointer_known && editor->on_strip)
        snprintf(into, size_of, "row %d, lane %d", editor->space.row, editor->space.lane);
}

static int count_wrong(const struct editor_frame *frame)
{
    return ((const struct circuit_editor *)frame)->fault_count;
}

/* --- the screen ------------------------------------------------------------------------------- */

static void enter(struct app *app)
{
    editor_frame_enter(app, &shared.frame);
}

const struct screen screen_circuit_editor = {
    .name = "editor",
    .enter = enter,
    .leave = editor_frame_close,
    .build = editor_frame_build,
    .event = editor_frame_event,
    .animate = editor_frame_animate,
    .covers_window = true,
};

static const char *const invitation[] = {"Draw the course with", "the pen, as the race goes.",
                                         "It closes by itself.",
                                         "Or take the way that a track goes: the panel offers it."};

static void (*const live[])(cairo_t *, void *) = {paint_told, paint_corner, paint_pointer,
                                                  paint_stroke, NULL};

static const struct editor_frame_kind circuits = {
    .game = &circuit_game,
    .screen = &screen_circuit_editor,
    .kept_as = ".circuit.svg",
    .tools = circuit_tools,
    .tool_count = CIRCUIT_TOOL_COUNT,
    .invitation = invitation,
    .create = circuit_plan_create,
    .read = read,
    .write = write,
    .name = name,
    .is_empty = is_empty,
    .size = size_of,
    .make = make,
    .refresh = refresh,
    .comes_up = comes_up,
    .show_wrong = show_wrong,
    .press = circuit_editor_press,
    .drag = circuit_editor_drag,
    .release = circuit_editor_release,
    .give_up = circuit_editor_give_up,
    .let_go = let_go,
    .step_cursor = circuit_editor_step_cursor,
    .press_cursor = circuit_editor_press_cursor,
    .choose_tool = circuit_editor_choose_tool,
    .key = circuit_editor_key,
    .paint = paint_ground,
    .live = live,
    .follow = follow_plan,
    .opens = opens,
    .closes = closes,
    .build_panel = circuit_editor_build_panel,
    .build_dialog = circuit_editor_build_tracks,
    .write_place = write_place,
    .count_wrong = count_wrong,
    .hint = circuit_editor_hint,
};

/* --- the tools ----------------------------------------------------------------------------- */

static void edit_new(struct app *app, int width, int height)
{
    (void)width, (void)height; /* the sheet is laid round what is drawn */
    editor_frame_edit_new(app, &shared.frame);
}

const struct course_tools circuit_course_tools = {
    .game = &circuit_game,
    .frame = the_frame,
    .edit_new = edit_new,
};
