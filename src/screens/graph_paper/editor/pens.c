/* Freehand tools: the pen for walls, slicks and turbo areas, the eraser, redrawing.
 *
 * All of them collect the way of the pointer and hand it over when it is let go. A turbo area that
 * lies there already has its arrow pulled by the same tool.
 */
#include "screens/graph_paper/editor/document.h"

#include <math.h>
#include <stdio.h>

static const double AWAY = 3; /* times the reach: a stroke this long may close */

/* --- a stroke ------------------------------------------------------------------------------- */

static void follow(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_path *path = &editor->path_drawn;
    double reach = editor_closing_reach(touch);
    if (!path->active)
        return;
    editor_path_add(editor, touch->at);
    path->near_start =
        path->travelled > AWAY * reach && spot_distance(path->spots[0], touch->at) <= reach;
}

static enum draft_role role_of_tool(const struct editor *editor)
{
    return editor->tool == TOOL_SLICK   ? DRAFT_SLICK
           : editor->tool == TOOL_TURBO ? DRAFT_TURBO
                                        : DRAFT_WALL;
}

static void pen_press(struct editor *editor, const struct editor_touch *touch)
{
    editor_path_begin(editor, touch->at);
}

static void pen_release(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_path *path = &editor->path_drawn;
    if (!path->active)
        return;
    follow(editor, touch);
    double reach = editor_closing_reach(touch);
    if (path->count < 2 || path->travelled < touch->reach / 2)
        editor_say(editor, "Hold the button down and draw: the ink follows.");
    else
        editor_did(editor, sketch_draw_stroke(editor->sketch, role_of_tool(editor), path->spots,
                                              path->count, reach, &editor->error) >= 0);
    editor_path_end(editor);
}

static bool is_near_end(const struct draft_loop *loop, struct spot at, double reach,
                        struct spot *end)
{
    *end = spot_of(loop->vertices[0]);
    if (spot_distance(*end, at) > reach)
        *end = spot_of(loop->vertices[loop->count - 1]);
    return spot_distance(*end, at) <= reach;
}

/* The open end of a stroke of this kind near the pointer: the pen goes on from there. */
static bool find_open_end(const struct editor *editor, enum draft_role role, double reach,
                          struct spot *end)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    for (int i = 0; i < draft->count; i++) {
        const struct draft_item *item = &draft->items[i];
        for (int k = 0; item->role == role && k < item->loop_count; k++)
            if (!item->loops[k].closed && item->loops[k].count > 1 &&
                is_near_end(&item->loops[k], editor->pointer, reach, end))
                return true;
    }
    return false;
}

static void pen_show(const struct editor *editor, struct editor_show *show)
{
    const struct editor_path *path = &editor->path_drawn;
    const struct editor_touch here = {.reach = editor->reach};
    double reach = editor_closing_reach(&here);
    enum draft_role role = role_of_tool(editor);
    if (path->active)
        show->wet = (struct paper_pen){.look = PEN_DRAWS,
                                       .role = role,
                                       .spots = path->spots,
                                       .count = path->count,
                                       .ring = path->travelled > reach ? reach : 0,
                                       .ring_filled = path->near_start};
    struct spot end;
    if (editor->pointer_known && find_open_end(editor, role, reach, &end)) {
        show->has_reach = true;
        show->reach_at = end;
        show->reach = reach;
    }
}

/* --- the arrow of a turbo area -------------------------------------------------------------- */

static int turbo_at(const struct editor *editor, struct spot at)
{
    int item = sketch_find(editor->sketch, at, 0.01);
    bool is = item >= 0 && sketch_draft(editor->sketch)->items[item].role == DRAFT_TURBO;
    return is ? item : -1;
}

static struct spot middle_of(const struct editor *editor, int item)
{
    struct spot low = {0, 0}, high = {0, 0};
    sketch_box(editor->sketch, item, &low, &high);
    return spot_between(low, high, 0.5);
}

static struct point pulled_arrow(const struct editor *editor)
{
    return editor_grid_point(
        spot_subtract(editor->pointer, middle_of(editor, editor->path_drawn.item)));
}

static void turbo_press(struct editor *editor, const struct editor_touch *touch)
{
    editor_path_begin(editor, touch->at);
    editor->path_drawn.item = turbo_at(editor, touch->at);
}

static void turbo_drag(struct editor *editor, const struct editor_touch *touch)
{
    if (editor->path_drawn.item < 0)
        follow(editor, touch);
}

static void turbo_release(struct editor *editor, const struct editor_touch *touch)
{
    int item = editor->path_drawn.item;
    if (!editor->path_drawn.active || item < 0) {
        pen_release(editor, touch);
        return;
    }
    struct point arrow = pulled_arrow(editor);
    editor_path_end(editor);
    if (arrow.x == 0 && arrow.y == 0)
        editor_say(editor, "Pull the arrow out of the area: its length is the push, in squares.");
    else
        editor_did(editor, sketch_set_arrow(editor->sketch, item, arrow, &editor->error));
}

static void turbo_show(const struct editor *editor, struct editor_show *show)
{
    int item = editor->path_drawn.item;
    if (!editor->path_drawn.active || item < 0) {
        pen_show(editor, show);
        if (!editor->path_drawn.active && editor->pointer_known)
            show->pointed = turbo_at(editor, editor->pointer);
        return;
    }
    show->has_arrow = true;
    show->middle = middle_of(editor, item);
    show->arrow = pulled_arrow(editor);
}

/* --- the eraser ----------------------------------------------------------------------------- */

static double eraser_radius(const struct editor *editor)
{
    return editor->eraser_width / 2.0;
}

static void eraser_release(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_path *path = &editor->path_drawn;
    if (!path->active)
        return;
    follow(editor, touch);
    bool done = sketch_erase(editor->sketch, path->spots, path->count, eraser_radius(editor),
                             &editor->error);
    if (!done && !editor->error.text[0])
        editor_say(editor, "There was nothing to erase.");
    editor_did(editor, done);
    editor_path_end(editor);
}

static void eraser_show(const struct editor *editor, struct editor_show *show)
{
    const struct editor_path *path = &editor->path_drawn;
    if (path->active)
        show->wet = (struct paper_pen){.look = PEN_ERASES,
                                       .spots = path->spots,
                                       .count = path->count,
                                       .width = editor->eraser_width};
    show->has_reach = editor->pointer_known;
    show->reach_at = editor->pointer;
    show->reach = eraser_radius(editor);
}

static void eraser_panel(struct editor *editor, struct layout *column)
{
    static const struct ui_range range = {1, 12, 1, "", NULL};
    ui_stepper(column->ui, "stepper eraser", "Squares wide", layout_take(column, AT_TOP, 36),
               &editor->eraser_width, &range);
}

/* --- drawing a part anew -------------------------------------------------------------------- */

static int outline_at(const struct editor *editor, struct spot at, double reach)
{
    int item = sketch_find(editor->sketch, at, reach);
    if (item < 0)
        return -1;
    return draft_role_is_area(sketch_draft(editor->sketch)->items[item].role) ? item : -1;
}

static void redraw_press(struct editor *editor, const struct editor_touch *touch)
{
    int item = outline_at(editor, touch->at, editor_closing_reach(touch));
    if (item < 0) {
        editor_say(editor, "Begin on an outline and end on it: the stroke takes the place of what "
                           "lies between.");
        return;
    }
    editor_path_begin(editor, touch->at);
    editor->path_drawn.item = item;
}

static void redraw_release(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_path *path = &editor->path_drawn;
    if (!path->active)
        return;
    follow(editor, touch);
    if (path->count > 1)
        editor_did(editor, sketch_redraw(editor->sketch, path->item, path->spots, path->count,
                                         editor_closing_reach(touch), &editor->error));
    editor_path_end(editor);
}

static void redraw_show(const struct editor *editor, struct editor_show *show)
{
    const struct editor_touch here = {.reach = editor->reach};
    const struct editor_path *path = &editor->path_drawn;
    if (path->active) {
        enum draft_role role = sketch_draft(editor->sketch)->items[path->item].role;
        show->wet = (struct paper_pen){
            .look = PEN_DRAWS, .role = role, .spots = path->spots, .count = path->count};
        show->pointed = path->item;
    } else if (editor->pointer_known) {
        show->pointed = outline_at(editor, editor->pointer, editor_closing_reach(&here));
    }
}

/* --- the table ------------------------------------------------------------------------------ */

const struct editor_tool editor_tool_pen = {
    .id = "pen",
    .name = "Pen",
    .letter = "P",
    .help = "Draw a wall freehand. It closes when the pen comes back to its start.",
    .keys = "drag to draw · Esc gives up · Ctrl+Z undo",
    .press = pen_press,
    .drag = follow,
    .release = pen_release,
    .show = pen_show,
};

const struct editor_tool editor_tool_slick = {
    .id = "slick",
    .name = "Slick",
    .letter = "S",
    .help = "Draw the outline of a slick: oil, ice or wet leaves.",
    .keys = "drag to draw · Esc gives up · Ctrl+Z undo",
    .press = pen_press,
    .drag = follow,
    .release = pen_release,
    .show = pen_show,
};

const struct editor_tool editor_tool_turbo = {
    .id = "turbo",
    .name = "Turbo",
    .letter = "T",
    .help = "Draw the outline of a turbo area, then pull its arrow out of its middle.",
    .keys = "drag in an area to pull its arrow · Esc gives up",
    .press = turbo_press,
    .drag = turbo_drag,
    .release = turbo_release,
    .show = turbo_show,
};

const struct editor_tool editor_tool_eraser = {
    .id = "eraser",
    .name = "Eraser",
    .letter = "E",
    .help = "Rub out what the eraser passes over. Walls open; lines and checkpoints go whole.",
    .keys = "drag to erase · Esc gives up · Ctrl+Z undo",
    .press = pen_press,
    .drag = follow,
    .release = eraser_release,
    .show = eraser_show,
    .panel = eraser_panel,
};

const struct editor_tool editor_tool_redraw = {
    .id = "redraw",
    .name = "Redraw",
    .letter = "R",
    .help = "Draw a part of an outline anew: begin on it and end on it.",
    .keys = "drag from outline to outline · Esc gives up",
    .press = redraw_press,
    .drag = follow,
    .release = redraw_release,
    .show = redraw_show,
};
