/* Tools that go from grid point to grid point: polygon, start and finish, checkpoints, points.
 *
 * Clicks set corners; where it makes sense a drag from the first to the last does it, too.
 */
#include "screens/graph_paper/editor/editor.h"

#include <math.h>
#include <stdio.h>

static const double DRAG_SLIP = 0.5;   /* squares that a click may move */
static const double CORNER_PART = 0.6; /* of the reach: so near a corner is meant */

static struct spot last_corner(const struct editor_path *path)
{
    return path->spots[path->count - 1];
}

/* Also one that lies on the corner before it. */
static void add_corner(struct editor *editor, struct spot at)
{
    struct editor_path *path = &editor->path_drawn;
    if (!path->active)
        editor_path_begin(editor, at);
    else
        editor_path_add(editor, at);
}

static bool take_back_corner(struct editor *editor)
{
    struct editor_path *path = &editor->path_drawn;
    if (!path->active)
        return false;
    if (--path->count == 0)
        editor_path_end(editor);
    return true;
}

static void show_snap(const struct editor *editor, struct editor_show *show)
{
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    struct point grid = editor_grid_point(editor->pointer);
    show->has_snap = editor->frame.pointer_known && grid.x >= 0 && grid.y >= 0 &&
                     grid.x <= draft->width && grid.y <= draft->height;
    show->snap = grid;
}

static bool is_enter(SDL_Keycode key)
{
    return key == SDLK_RETURN || key == SDLK_KP_ENTER;
}

static enum draft_role build_roles(struct layout *column, const struct editor_frame_choice roles[3],
                                   enum draft_role role)
{
    return (enum draft_role)editor_frame_build_chips(column, roles, 3, 3, (int)role);
}

/* --- a corner that is there already ---------------------------------------------------------- */

static const struct draft_loop *loop_of_corner(const struct editor *editor)
{
    const struct sketch_corner *which = &editor->corner.which;
    return &sketch_draft(editor->frame.sheet)->items[which->item].loops[which->loop];
}

/* The corner itself (0), the one before (-1) or behind it (1), if there is any. */
static struct spot spot_of_corner(const struct editor *editor, int side)
{
    const struct draft_loop *loop = loop_of_corner(editor);
    int vertex = editor->corner.which.vertex, at = vertex + side;
    if (at < 0 || at >= loop->count)
        at = loop->closed ? (at + loop->count) % loop->count : vertex;
    return spot_of(loop->vertices[at]);
}

void editor_forget_corner(struct editor *editor)
{
    editor->corner.pointed = editor->corner.pressed = false;
}

static void point_at_corner(struct editor *editor, const struct editor_touch *touch)
{
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    double reach = touch->reach * CORNER_PART;
    editor->corner.pointed = false;
    for (int i = 0; i < draft->count && !editor->path_drawn.active; i++)
        if (sketch_find_corner(editor->frame.sheet, i, touch->at, reach, &editor->corner.which)) {
            reach = spot_distance(touch->at, spot_of_corner(editor, 0));
            editor->corner.pointed = true;
        }
}

/* What was set on a grid point stays on grid points, unless Alt is held. */
static struct spot corner_goal(const struct editor *editor)
{
    const struct point was = loop_of_corner(editor)->vertices[editor->corner.which.vertex];
    bool on_grid = was.x % FINE == 0 && was.y % FINE == 0;
    return on_grid && !editor->corner.loose ? editor_snapped(editor->pointer) : editor->pointer;
}

/* Where its two edges will be; the spots last as long as the picture is drawn. */
static void show_corner(const struct editor *editor, struct editor_show *show)
{
    static struct spot edges[3];
    bool held = editor->corner.dragged;
    edges[1] = held ? corner_goal(editor) : spot_of_corner(editor, 0);
    show->has_reach = true;
    show->reach_at = edges[1];
    show->reach = editor->reach * CORNER_PART;
    if (!held)
        return;
    edges[0] = spot_of_corner(editor, -1);
    edges[2] = spot_of_corner(editor, 1);
    show->live =
        (struct paper_pen){.look = PEN_PREVIEWS, .role = DRAFT_WALL, .spots = edges, .count = 3};
}

/* --- the polygon pen ------------------------------------------------------------------------ */

static void close_polygon(struct editor *editor)
{
    struct editor_path *path = &editor->path_drawn;
    int item = sketch_draw_polygon(editor->frame.sheet, editor->corner.polygon_role, path->spots,
                                   path->count, true, &editor->error);
    if (editor_did(editor, item >= 0))
        editor_path_end(editor);
}

static bool is_on_start(const struct editor *editor, const struct editor_touch *touch)
{
    const struct editor_path *path = &editor->path_drawn;
    double reach = fmax(touch->reach, 0.5);
    return path->active && path->count >= 3 && spot_distance(path->spots[0], touch->at) <= reach;
}

static void polygon_press(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_path *path = &editor->path_drawn;
    bool closes = is_on_start(editor, touch) || (touch->again && path->active && path->count >= 3);
    point_at_corner(editor, touch);
    editor->corner.pressed = editor->corner.pointed;
    editor->corner.dragged = false;
    if (closes)
        close_polygon(editor);
    else if (!(touch->again && path->active))
        add_corner(editor, touch->loose ? touch->at : editor_snapped(touch->at));
}

static void polygon_hover(struct editor *editor, const struct editor_touch *touch)
{
    editor->path_drawn.near_start = is_on_start(editor, touch);
    editor->corner.loose = touch->loose;
    point_at_corner(editor, touch);
}

/* A click sets the first corner of another polygon there; a drag moves the one that is there. */
static void polygon_drag(struct editor *editor, const struct editor_touch *touch)
{
    editor->corner.loose = touch->loose;
    if (!editor->corner.pressed || editor->corner.dragged ||
        spot_distance(spot_of_corner(editor, 0), touch->at) < fmax(DRAG_SLIP, touch->reach))
        return;
    editor->corner.dragged = true;
    editor_path_end(editor);
}

static void polygon_release(struct editor *editor, const struct editor_touch *touch)
{
    bool moved = editor->corner.pressed && editor->corner.dragged;
    (void)touch;
    editor->corner.pressed = editor->corner.dragged = false;
    if (moved)
        editor_did(editor, sketch_move_corner(editor->frame.sheet, editor->corner.which,
                                              corner_goal(editor), &editor->error));
}

static bool polygon_give_up(struct editor *editor)
{
    bool held = editor->corner.pressed && editor->corner.dragged;
    editor->corner.pressed = editor->corner.dragged = false;
    return held;
}

static bool polygon_key(struct editor *editor, SDL_Keycode key, const struct editor_touch *touch)
{
    (void)touch;
    if (key == SDLK_BACKSPACE)
        return take_back_corner(editor);
    if (!is_enter(key) || !editor->path_drawn.active || editor->path_drawn.count < 3)
        return false;
    close_polygon(editor);
    return true;
}

static void polygon_show(const struct editor *editor, struct editor_show *show)
{
    const struct editor_path *path = &editor->path_drawn;
    if (editor->corner.dragged || (editor->corner.pointed && !path->active))
        show_corner(editor, show);
    else if (!editor->corner.loose)
        show_snap(editor, show);
    if (!path->active)
        return;
    const struct editor_touch here = {.reach = editor->reach};
    show->live = (struct paper_pen){.look = PEN_DRAWS,
                                    .role = editor->corner.polygon_role,
                                    .spots = path->spots,
                                    .count = path->count,
                                    .corners = true,
                                    .ring = path->count >= 3 ? fmax(here.reach, 0.5) : 0,
                                    .ring_filled = path->near_start,
                                    .has_next = editor->frame.pointer_known};
    show->live.next = path->near_start       ? path->spots[0]
                      : editor->corner.loose ? editor->pointer
                                             : editor_snapped(editor->pointer);
}

static void polygon_panel(struct editor *editor, struct layout *column)
{
    static const struct editor_frame_choice roles[] = {{"role wall", "Wall", DRAFT_WALL},
                                                       {"role slick", "Slick", DRAFT_SLICK},
                                                       {"role turbo", "Turbo", DRAFT_TURBO}};
    editor->corner.polygon_role = build_roles(column, roles, editor->corner.polygon_role);
}

/* --- start and finish ----------------------------------------------------------------------- */

static void lay_line(struct editor *editor, struct spot to)
{
    struct spot from = editor->path_drawn.spots[0];
    bool flips = editor->corner.flip_next;
    bool done = editor_did(editor, sketch_set_line(editor->frame.sheet, editor->corner.line_role,
                                                   flips ? to : from, flips ? from : to,
                                                   &editor->error) >= 0);
    if (done && !flips)
        editor_turn_lines(editor);
    editor_path_end(editor);
    editor->corner.flip_next = false;
}

static void line_press(struct editor *editor, const struct editor_touch *touch)
{
    struct spot at = editor_snapped(touch->at);
    if (!editor->path_drawn.active)
        editor_path_begin(editor, at);
    else if (spot_distance(editor->path_drawn.spots[0], at) > DRAG_SLIP)
        lay_line(editor, at);
}

static void line_release(struct editor *editor, const struct editor_touch *touch)
{
    struct spot at = editor_snapped(touch->at);
    if (editor->path_drawn.active && spot_distance(editor->path_drawn.spots[0], at) > DRAG_SLIP)
        lay_line(editor, at);
}

/* All lines that lie there: with one for both there is one. */
static bool flip_lines(struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    bool any = false;
    if (editor->path_drawn.active) {
        editor->corner.flip_next = !editor->corner.flip_next;
        return true;
    }
    for (int i = 0; i < draft->count; i++) {
        enum draft_role role = draft->items[i].role;
        if (role == editor->corner.line_role ||
            (editor->corner.line_role == DRAFT_START_FINISH && role == DRAFT_START))
            any = sketch_flip_line(editor->frame.sheet, i) || any;
    }
    if (!any)
        editor_frame_say(&editor->frame, "There is no such line yet: click two grid points.");
    return true;
}

static bool line_key(struct editor *editor, SDL_Keycode key, const struct editor_touch *touch)
{
    (void)touch;
    if (key == SDLK_BACKSPACE)
        return take_back_corner(editor);
    return key == SDLK_x && flip_lines(editor);
}

static bool line_give_up(struct editor *editor)
{
    editor->corner.flip_next = false;
    return false;
}

static void line_show(const struct editor *editor, struct editor_show *show)
{
    const struct editor_path *path = &editor->path_drawn;
    show_snap(editor, show);
    if (!path->active)
        return;
    struct point from = editor_grid_point(path->spots[0]), to = editor_grid_point(editor->pointer);
    show->has_line = true;
    show->line_role = editor->corner.line_role;
    show->from = editor->corner.flip_next ? to : from;
    show->to = editor->corner.flip_next ? from : to;
}

static void line_panel(struct editor *editor, struct layout *column)
{
    static const struct editor_frame_choice roles[] = {
        {"role start-finish", "Both", DRAFT_START_FINISH},
        {"role start", "Start", DRAFT_START},
        {"role finish", "Finish", DRAFT_FINISH}};
    editor->corner.line_role = build_roles(column, roles, editor->corner.line_role);
    if (editor_frame_build_button(column, "button flip", "Turn the arrow round (X)"))
        flip_lines(editor);
}

/* --- checkpoints ---------------------------------------------------------------------------- */

static void finish_checkpoint(struct editor *editor)
{
    struct editor_path *path = &editor->path_drawn;
    editor_did(editor, sketch_add_checkpoint(editor->frame.sheet, path->spots, path->count,
                                             &editor->error) >= 0);
    editor_path_end(editor);
}

static void checkpoint_press(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_path *path = &editor->path_drawn;
    struct spot at = editor_snapped(touch->at);
    if (path->active && (touch->again || spot_distance(last_corner(path), at) < DRAG_SLIP)) {
        finish_checkpoint(editor);
        return;
    }
    add_corner(editor, at);
    path->dragged = false;
}

static void checkpoint_drag(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_path *path = &editor->path_drawn;
    struct spot at = editor_snapped(touch->at);
    if (!path->active || spot_distance(last_corner(path), at) < DRAG_SLIP)
        return;
    path->dragged = true;
    editor_path_add(editor, at);
}

static void checkpoint_release(struct editor *editor, const struct editor_touch *touch)
{
    (void)touch;
    if (editor->path_drawn.active && editor->path_drawn.dragged)
        finish_checkpoint(editor);
}

static bool checkpoint_key(struct editor *editor, SDL_Keycode key, const struct editor_touch *touch)
{
    (void)touch;
    if (key == SDLK_BACKSPACE)
        return take_back_corner(editor);
    if (!is_enter(key) || !editor->path_drawn.active)
        return false;
    finish_checkpoint(editor);
    return true;
}

static void checkpoint_show(const struct editor *editor, struct editor_show *show)
{
    const struct editor_path *path = &editor->path_drawn;
    show_snap(editor, show);
    if (!path->active)
        return;
    show->live = (struct paper_pen){.look = PEN_DRAWS,
                                    .role = DRAFT_CHECKPOINT,
                                    .spots = path->spots,
                                    .count = path->count,
                                    .corners = true,
                                    .has_next = editor->frame.pointer_known};
    show->live.next = editor_snapped(editor->pointer);
}

/* --- inspected points ----------------------------------------------------------------------- */

static void inspect_press(struct editor *editor, const struct editor_touch *touch)
{
    if (!sketch_turn_inspected(editor->frame.sheet, touch->at))
        editor_frame_say(&editor->frame, "There is no grid point of the sheet here.");
}

/* --- the table ------------------------------------------------------------------------------ */

const struct editor_tool editor_tool_polygon = {
    .hover = polygon_hover,
    .press = polygon_press,
    .drag = polygon_drag,
    .release = polygon_release,
    .key_press = polygon_key,
    .give_up = polygon_give_up,
    .show = polygon_show,
    .panel = polygon_panel,
};

const struct editor_tool editor_tool_line = {
    .press = line_press,
    .release = line_release,
    .key_press = line_key,
    .give_up = line_give_up,
    .show = line_show,
    .panel = line_panel,
};

const struct editor_tool editor_tool_checkpoint = {
    .press = checkpoint_press,
    .drag = checkpoint_drag,
    .release = checkpoint_release,
    .key_press = checkpoint_key,
    .show = checkpoint_show,
};

const struct editor_tool editor_tool_inspect = {
    .press = inspect_press,
    .show = show_snap,
};
