/* The tools beside the sheet: sign, name and key of each; in a narrow window sign and key. And the
 * line at the foot: what the tool in hand does.
 */
#include "screens/graph_paper/editor/document.h"

#include "base/pair.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double WIDE = 172, ROW = 44, CELL = 48, SIDE = 8,
                    LINE_SIDE = 14;      /* interface pixels */
static const double WIDE_WINDOW = 1100;  /* names are shown from this width on */
static const double NARROW_WINDOW = 600; /* up to this one the panel is folded away at first */

static bool is_wide(const struct canvas *canvas)
{
    return canvas_box(canvas).w >= canvas_units(canvas, WIDE_WINDOW);
}

static int rows_in(const struct canvas *canvas, int height)
{
    int rows = (height - 2 * canvas_units(canvas, SIDE)) / canvas_units(canvas, CELL);
    return rows < 4 ? 4 : rows;
}

int editor_toolbar_width(const struct ui *ui, int height)
{
    const struct canvas *canvas = ui_canvas(ui);
    if (is_wide(canvas) && height >= TOOL_COUNT * canvas_units(canvas, ROW))
        return canvas_units(canvas, WIDE);
    int rows = rows_in(canvas, height), columns = (TOOL_COUNT + rows - 1) / rows;
    return columns * canvas_units(canvas, CELL) + 2 * canvas_units(canvas, SIDE) -
           canvas_units(canvas, CELL - ROW);
}

/* Without a name the letter stands in the corner below the sign. */
static void draw_face(struct ui *ui, const struct editor_tool *tool, enum icon icon, struct box box,
                      bool named, struct paper_color color, struct paper_color pale)
{
    struct canvas *canvas = ui_canvas(ui);
    int side = canvas_units(canvas, 30);
    struct layout rest = layout_inside(ui, box, named ? 6 : 4, 0, 7);
    struct box sign = named ? layout_cut(&rest, AT_LEFT, side) : rest.rest;
    sign = box_centre(sign, side, side);
    if (named) {
        canvas_text(canvas, STYLE_SMALL, pale, tool->letter, layout_take(&rest, AT_RIGHT, 16),
                    ALIGN_RIGHT);
        canvas_text(canvas, STYLE_BODY, color, tool->name, rest.rest, ALIGN_LEFT);
    } else {
        sign.x -= canvas_units(canvas, 4);
        sign.y -= canvas_units(canvas, 3);
        layout_skip(&rest, AT_BOTTOM, 1);
        canvas_text(canvas, STYLE_SMALL, pale, tool->letter, layout_take(&rest, AT_BOTTOM, 16),
                    ALIGN_RIGHT);
    }
    canvas_icon(canvas, icon, sign, color);
}

static void build_tool(struct ui *ui, struct editor *editor, int index, struct box box, bool named)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct editor_tool *tool = editor_tools[index];
    char id[32];
    snprintf(id, sizeof id, "tool %s", tool->id);
    bool chosen = (int)editor->tool == index;
    struct ui_state state = ui_target(ui, id, box, chosen ? "in hand" : tool->name);
    if (state.clicked) {
        editor_choose_tool(editor, (enum editor_tool_id)index);
        editor->focus_sheet = true; /* arrows mean the cursor then */
    }
    double strength = state.pressed ? 0.2 : state.hovered ? 0.1 : 0;
    struct card card = {.radius = 7};
    card.fill = chosen ? theme->action : color_mix(theme->panel, theme->action, strength);
    card.edge = card.fill;
    if (chosen || strength > 0)
        canvas_card(canvas, box, &card);
    draw_face(ui, tool, editor_tool_words(index).icon, box, named,
              chosen ? theme->action_text : theme->ink,
              chosen ? theme->action_text : theme->ink_soft);
    if (state.ring)
        ui_focus_ring(ui, box_inset(box, canvas_units(canvas, 3), canvas_units(canvas, 3)), 5);
    if (state.hovered || state.ring)
        editor->tool_pointed = index;
}

void editor_build_toolbar(struct ui *ui, struct editor *editor, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool named = box.w >= canvas_units(canvas, WIDE);
    int side = canvas_units(canvas, SIDE), cell = canvas_units(canvas, named ? ROW : CELL);
    int height = canvas_units(canvas, named ? ROW - 4 : ROW);
    int rows = named ? TOOL_COUNT : rows_in(canvas, box.h);
    editor->tool_pointed = -1;
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(
        canvas,
        box_make(box.x + box.w - canvas_units(canvas, 1), box.y, canvas_units(canvas, 1), box.h),
        theme->panel_edge);
    for (int i = 0; i < TOOL_COUNT; i++) {
        int column = i / rows, row = i % rows;
        struct box place = {box.x + side + column * cell, box.y + side + row * cell,
                            named ? box.w - 2 * side : height, height};
        build_tool(ui, editor, i, place, named);
    }
}

/* --- the line at the foot ------------------------------------------------------------------- */

bool editor_is_narrow(const struct canvas *canvas)
{
    return canvas_box(canvas).w < canvas_units(canvas, NARROW_WINDOW);
}

void editor_fold(struct editor *editor)
{
    editor->panel_choice = editor->folded ? PANEL_SHOWN : PANEL_FOLDED;
}

/* What is being done, or the tool that is pointed at, or the one in hand. */
static void write_line(const struct editor *editor, char *into, int size)
{
    const struct editor_tool *tool = editor_tool(editor);
    if (editor->tool_pointed >= 0) {
        tool = editor_tools[editor->tool_pointed];
        snprintf(into, (size_t)size, "%s (%s): %s", tool->name, tool->letter, tool->help);
    } else if (editor->hint[0]) {
        snprintf(into, (size_t)size, "%s", editor->hint);
    } else if (editor->tool == TOOL_SELECT && editor->selection.hot == HANDLE_TURN) {
        snprintf(into, (size_t)size, "Drag to turn; with Shift in steps of 15 degrees.");
    } else if (editor->tool == TOOL_SELECT && editor->selection.hot != HANDLE_NONE) {
        snprintf(into, (size_t)size, "Drag to scale; Shift keeps the shape, Alt the middle.");
    } else if (editor->path_drawn.active && editor->path_drawn.near_start) {
        snprintf(into, (size_t)size, "Let go here and it closes.");
    } else {
        snprintf(into, (size_t)size, "%s", tool->help);
    }
}

static void write_place(const struct editor *editor, char *into, int size)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    struct point at = editor_grid_point(editor->pointer);
    into[0] = 0;
    if (editor->pointer_known && at.x >= 0 && at.y >= 0 && at.x <= draft->width &&
        at.y <= draft->height)
        snprintf(into, (size_t)size, "%s", pair_of(at.x, at.y).text);
}

/* For those who do not see the panel: the line, and how the sheet stands. */
static void tell_status(struct ui *ui, const struct editor *editor, const char *said)
{
    char status[700], par[160];
    int count = editor->problem_count;
    bool empty = editor_is_empty(editor);
    par[0] = empty ? 0 : ' ';
    if (!empty && count > 0)
        snprintf(par + 1, sizeof par - 1, "Still to be put right: %d.", count);
    else if (!empty)
        editor_write_par(editor, par + 1, (int)sizeof par - 1);
    snprintf(status, sizeof status, "%s%s", said, par);
    ui_status(ui, status);
}

void editor_build_line(struct ui *ui, struct editor *editor, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct layout foot = layout_foot(ui, box, LINE_SIDE);
    char said[500], place[40];
    if (editor_is_narrow(canvas)) {
        struct box button = layout_take(&foot, AT_RIGHT, 86);
        if (ui_button(ui, "button panel", editor->folded ? "Panel" : "Sheet",
                      box_centre(button, button.w, canvas_units(canvas, 36)), LOOK_PLAIN))
            editor_fold(editor);
    }
    write_line(editor, said, sizeof said);
    write_place(editor, place, sizeof place);
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, place,
                layout_take(&foot, AT_RIGHT, 84), ALIGN_RIGHT);
    layout_say(&foot, said, editor_tool(editor)->keys);
    tell_status(ui, editor, said);
}
