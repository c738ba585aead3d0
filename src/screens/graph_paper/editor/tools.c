/* A second wall beside one that is there, so many squares to its inner or outer side.
 */

#include "base/memory.h"
#include "base/number.h"
#include "screens/graph_paper/editor/editor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SQUARES = 1, MOST_SQUARES = 60 };

static bool is_closed_wall(const struct draft *draft, int item)
{
    return item >= 0 && item < draft->count && draft->items[item].role == DRAFT_WALL &&
           draft->items[item].loop_count == 1 && draft->items[item].loops[0].closed;
}

/* The only closed wall, or -1. */
static int only_wall(const struct draft *draft)
{
    int found = -1;
    for (int i = 0; i < draft->count; i++) {
        if (!is_closed_wall(draft, i))
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

static int wall_at(const struct editor *editor, struct spot at, double reach)
{
    int item = sketch_find(editor->frame.sheet, at, reach);
    return is_closed_wall(sketch_draft(editor->frame.sheet), item) ? item : -1;
}

/* --- how it would run ----------------------------------------------------------------------- */

static double squares_apart(const struct editor *editor)
{
    return editor->parallel.outside ? -editor->parallel.squares : editor->parallel.squares;
}

void editor_parallel_refresh(struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    if (editor->frame.tool != TOOL_PARALLEL)
        return;
    if (!is_closed_wall(draft, editor->parallel.base))
        editor->parallel.base = editor->parallel.dropped ? -1 : only_wall(draft);
    const int64_t asked[] = {editor->parallel.base, editor->parallel.squares,
                             editor->parallel.outside, (int64_t)steps_version(editor->frame.sheet)};
    uint64_t key = hash_bytes(HASH_START, asked, sizeof asked);
    if (key == editor->parallel.key)
        return;
    editor->parallel.key = key;
    trail_free(&editor->parallel.look);
    editor->parallel.problem[0] = 0;
    if (editor->parallel.base < 0)
        return;
    struct error error = {0};
    sketch_find_parallel(editor->frame.sheet, editor->parallel.base, squares_apart(editor),
                         &editor->parallel.look, &error);
    snprintf(editor->parallel.problem, sizeof editor->parallel.problem, "%s", error.text);
}

static void add_parallel(struct editor *editor)
{
    if (editor->parallel.base < 0)
        editor_frame_say(&editor->frame, "Click the wall first that the new one is to run beside.");
    else
        editor_did(editor, sketch_add_parallel(editor->frame.sheet, editor->parallel.base,
                                               squares_apart(editor), &editor->error) >= 0);
}

/* --- the tool ------------------------------------------------------------------------------- */

static void choose(struct editor *editor)
{
    editor->parallel.key = 0;
    editor->parallel.dropped = false;
    editor_parallel_refresh(editor);
}

static void press(struct editor *editor, const struct editor_touch *touch)
{
    int item = wall_at(editor, touch->at, editor_closing_reach(touch));
    if (item >= 0)
        editor->parallel.base = item;
    editor->parallel.dropped = editor->parallel.base < 0;
    editor_path_begin(editor, touch->at);
}

static void drag(struct editor *editor, const struct editor_touch *touch)
{
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    struct editor_path *path = &editor->path_drawn;
    if (!path->active || !is_closed_wall(draft, editor->parallel.base))
        return;
    path->dragged = path->dragged || spot_distance(path->spots[0], touch->at) > touch->reach / 2;
    if (!path->dragged)
        return;
    bool inside;
    double squares =
        sketch_distance(editor->frame.sheet, editor->parallel.base, touch->at, &inside);
    editor->parallel.outside = !inside;
    editor->parallel.squares = (int)fmin(fmax(round(squares), LEAST_SQUARES), MOST_SQUARES);
}

static void release(struct editor *editor, const struct editor_touch *touch)
{
    (void)touch;
    editor_path_end(editor);
}

static bool key_press(struct editor *editor, SDL_Keycode key, const struct editor_touch *touch)
{
    (void)touch;
    if (key == SDLK_x) {
        editor->parallel.outside = !editor->parallel.outside;
        return true;
    }
    if (key != SDLK_RETURN && key != SDLK_KP_ENTER)
        return false;
    add_parallel(editor);
    return true;
}

/* A drag first; then the wall that is seen in dashes. */
static bool give_up(struct editor *editor)
{
    if (editor->path_drawn.active || editor->parallel.base < 0)
        return false;
    editor->parallel.base = -1;
    editor->parallel.dropped = true;
    return true;
}

static void show_tool(const struct editor *editor, struct editor_show *show)
{
    const struct editor_touch here = {.reach = editor->reach};
    if (editor->parallel.look.count > 0)
        show->live = (struct paper_pen){.look = PEN_PREVIEWS,
                                        .role = DRAFT_WALL,
                                        .spots = editor->parallel.look.spots,
                                        .count = editor->parallel.look.count,
                                        .closed = true};
    int under = editor->frame.pointer_known
                    ? wall_at(editor, editor->pointer, editor_closing_reach(&here))
                    : -1;
    show->pointed = under >= 0 ? under : editor->parallel.base;
}

static void panel(struct editor *editor, struct layout *column)
{
    static const struct ui_range range = {LEAST_SQUARES, MOST_SQUARES, 1, "", NULL};
    static const struct editor_frame_choice sides[] = {{"side inside", "Inside", false},
                                                       {"side outside", "Outside", true}};
    editor->parallel.outside =
        editor_frame_build_chips(column, sides, 2, 2, editor->parallel.outside);
    ui_stepper(column->ui, "stepper squares", "Squares apart", layout_take(column, AT_TOP, 36),
               &editor->parallel.squares, &range);
    editor_parallel_refresh(editor);
    if (editor->parallel.base < 0)
        editor_build_words(column, "Click the wall that it is to run beside.", false);
    else
        editor_build_words(column, editor->parallel.problem, true);
    if (editor->parallel.look.count == 0)
        ui_button_disabled(column->ui, "Add this wall", layout_take(column, AT_TOP, 38));
    else if (editor_frame_build_button(column, "button add", "Add this wall (Enter)"))
        add_parallel(editor);
}

static const struct editor_tool editor_tool_parallel = {
    .choose = choose,
    .press = press,
    .drag = drag,
    .release = release,
    .key_press = key_press,
    .give_up = give_up,
    .show = show_tool,
    .panel = panel,
};

/* === pens ===================================================================================== */

/* Freehand tools: the pen for walls, slicks and turbo areas, the eraser, redrawing.
 *
 * All of them collect the way of the pointer and hand it over when it is let go. A turbo area that
 * lies there already has its arrow pulled by the same tool.
 */

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
    return editor->frame.tool == TOOL_SLICK   ? DRAFT_SLICK
           : editor->frame.tool == TOOL_TURBO ? DRAFT_TURBO
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
        editor_frame_say(&editor->frame, "Hold the button down and draw: the ink follows.");
    else
        editor_did(editor,
                   sketch_draw_stroke(editor->frame.sheet, role_of_tool(editor), path->spots,
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
    const struct draft *draft = sketch_draft(editor->frame.sheet);
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
    if (editor->frame.pointer_known && find_open_end(editor, role, reach, &end)) {
        show->has_reach = true;
        show->reach_at = end;
        show->reach = reach;
    }
}

/* --- the arrow of a turbo area -------------------------------------------------------------- */

static int turbo_at(const struct editor *editor, struct spot at)
{
    int item = sketch_find(editor->frame.sheet, at, 0.01);
    bool is = item >= 0 && sketch_draft(editor->frame.sheet)->items[item].role == DRAFT_TURBO;
    return is ? item : -1;
}

static struct spot middle_of(const struct editor *editor, int item)
{
    struct spot low = {0, 0}, high = {0, 0};
    sketch_box(editor->frame.sheet, item, &low, &high);
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
        editor_frame_say(&editor->frame,
                         "Pull the arrow out of the area: its length is the push, in squares.");
    else
        editor_did(editor, sketch_set_arrow(editor->frame.sheet, item, arrow, &editor->error));
}

static void turbo_show(const struct editor *editor, struct editor_show *show)
{
    int item = editor->path_drawn.item;
    if (!editor->path_drawn.active || item < 0) {
        pen_show(editor, show);
        if (!editor->path_drawn.active && editor->frame.pointer_known)
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
    bool done = sketch_erase(editor->frame.sheet, path->spots, path->count, eraser_radius(editor),
                             &editor->error);
    if (!done && !editor->error.text[0])
        editor_frame_say(&editor->frame, "There was nothing to erase.");
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
    show->has_reach = editor->frame.pointer_known;
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
    int item = sketch_find(editor->frame.sheet, at, reach);
    if (item < 0)
        return -1;
    return draft_role_is_area(sketch_draft(editor->frame.sheet)->items[item].role) ? item : -1;
}

static void redraw_press(struct editor *editor, const struct editor_touch *touch)
{
    int item = outline_at(editor, touch->at, editor_closing_reach(touch));
    if (item < 0) {
        editor_frame_say(&editor->frame,
                         "Begin on an outline and end on it: the stroke takes the place of what "
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
        editor_did(editor, sketch_redraw(editor->frame.sheet, path->item, path->spots, path->count,
                                         editor_closing_reach(touch), &editor->error));
    editor_path_end(editor);
}

static void redraw_show(const struct editor *editor, struct editor_show *show)
{
    const struct editor_touch here = {.reach = editor->reach};
    const struct editor_path *path = &editor->path_drawn;
    if (path->active) {
        enum draft_role role = sketch_draft(editor->frame.sheet)->items[path->item].role;
        show->wet = (struct paper_pen){
            .look = PEN_DRAWS, .role = role, .spots = path->spots, .count = path->count};
        show->pointed = path->item;
    } else if (editor->frame.pointer_known) {
        show->pointed = outline_at(editor, editor->pointer, editor_closing_reach(&here));
    }
}

/* --- the table ------------------------------------------------------------------------------ */

static const struct editor_tool editor_tool_pen = {
    .press = pen_press,
    .drag = follow,
    .release = pen_release,
    .show = pen_show,
};

static const struct editor_tool editor_tool_slick = {
    .press = pen_press,
    .drag = follow,
    .release = pen_release,
    .show = pen_show,
};

static const struct editor_tool editor_tool_turbo = {
    .press = turbo_press,
    .drag = turbo_drag,
    .release = turbo_release,
    .show = turbo_show,
};

static const struct editor_tool editor_tool_eraser = {
    .press = pen_press,
    .drag = follow,
    .release = eraser_release,
    .show = eraser_show,
    .panel = eraser_panel,
};

static const struct editor_tool editor_tool_redraw = {
    .press = redraw_press,
    .drag = follow,
    .release = redraw_release,
    .show = redraw_show,
};

/* === selection ================================================================================ */

/* Selecting: what is chosen is moved, turned, made larger or smaller by its handles, and from the
 * panel by exact steps.
 *
 * While a handle is held only the selection is drawn where it will be; the sketch changes when it
 * is let go, so a drag is one step of undo.
 */

static const double TURN_STEP = 15; /* degrees, with Shift */
static const double LEAST_SIDE = 0.05;

/* --- what is selected ----------------------------------------------------------------------- */

bool editor_is_selected(const struct editor *editor, int item)
{
    for (int i = 0; i < editor->selection.count; i++)
        if (editor->selection.items[i] == item)
            return true;
    return false;
}

static void add(struct editor *editor, int item)
{
    struct editor_selection *selection = &editor->selection;
    if (selection->count < EDITOR_SELECTION_LIMIT && !editor_is_selected(editor, item))
        selection->items[selection->count++] = item;
}

static void toggle(struct editor *editor, int item)
{
    struct editor_selection *selection = &editor->selection;
    for (int i = 0; i < selection->count; i++)
        if (selection->items[i] == item) {
            selection->items[i] = selection->items[--selection->count];
            return;
        }
    add(editor, item);
}

void editor_select_all(struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    editor_choose_tool(editor, TOOL_SELECT);
    editor->selection.count = 0;
    for (int i = 0; i < draft->count; i++)
        add(editor, i);
}

struct paper_selection editor_paper_selection(const struct editor *editor)
{
    const struct editor_selection *selection = &editor->selection;
    bool drags = selection->moved && selection->grip >= GRIP_MOVE;
    return (struct paper_selection){.items = selection->items,
                                    .count = selection->count,
                                    .handles = true,
                                    .hot = selection->hot,
                                    .moving = drags ? &selection->transform : NULL};
}

/* --- changing it ---------------------------------------------------------------------------- */

static void transform(struct editor *editor, struct sketch_transform transform)
{
    const struct editor_selection *selection = &editor->selection;
    if (selection->count > 0)
        editor_did(editor, sketch_transform(editor->frame.sheet, selection->items, selection->count,
                                            &transform, &editor->error));
}

static bool bounds(const struct editor *editor, struct spot *low, struct spot *high)
{
    struct paper_selection selection = editor_paper_selection(editor);
    return paper_selection_bounds(sketch_draft(editor->frame.sheet), &selection, low, high);
}

static struct spot middle(const struct editor *editor)
{
    struct spot low = {0, 0}, high = {0, 0};
    bounds(editor, &low, &high);
    return (struct spot){(low.x + high.x) / 2, (low.y + high.y) / 2};
}

static void delete_selection(struct editor *editor)
{
    struct editor_selection *selection = &editor->selection;
    if (selection->count > 0 &&
        sketch_delete(editor->frame.sheet, selection->items, selection->count))
        selection->count = 0;
}

void editor_duplicate_selection(struct editor *editor)
{
    struct editor_selection *selection = &editor->selection;
    if (selection->count == 0)
        editor_frame_say(&editor->frame, "Select first what is to be doubled.");
    else
        editor_did(editor, sketch_duplicate(editor->frame.sheet, selection->items, selection->count,
                                            &editor->error));
}

/* --- dragging ------------------------------------------------------------------------------- */

/* The handle across from this one: what stays where it is. */
static struct spot anchor_of(enum paper_handle handle, struct spot low, struct spot high)
{
    struct spot anchor = {(low.x + high.x) / 2, (low.y + high.y) / 2};
    if (handle == HANDLE_LOWER_LEFT || handle == HANDLE_LEFT || handle == HANDLE_UPPER_LEFT)
        anchor.x = high.x;
    if (handle == HANDLE_LOWER_RIGHT || handle == HANDLE_RIGHT || handle == HANDLE_UPPER_RIGHT)
        anchor.x = low.x;
    if (handle == HANDLE_LOWER_LEFT || handle == HANDLE_LOWER || handle == HANDLE_LOWER_RIGHT)
        anchor.y = high.y;
    if (handle == HANDLE_UPPER_LEFT || handle == HANDLE_UPPER || handle == HANDLE_UPPER_RIGHT)
        anchor.y = low.y;
    return anchor;
}

static double factor(double from, double to, double anchor)
{
    double before = from - anchor, after = to - anchor;
    if (fabs(before) < LEAST_SIDE)
        return 1;
    double value = after / before;
    return fabs(value) < LEAST_SIDE ? LEAST_SIDE : value;
}

static void scale(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_selection *selection = &editor->selection;
    enum paper_handle handle = selection->handle;
    struct spot low, high;
    if (!bounds(editor, &low, &high))
        return;
    struct spot anchor = touch->loose ? middle(editor) : anchor_of(handle, low, high);
    bool level = handle == HANDLE_LEFT || handle == HANDLE_RIGHT;
    bool upright = handle == HANDLE_LOWER || handle == HANDLE_UPPER;
    double x = upright ? 1 : factor(selection->from.x, touch->at.x, anchor.x);
    double y = level ? 1 : factor(selection->from.y, touch->at.y, anchor.y);
    if (touch->shift && !level && !upright)
        x = y = fabs(x) > fabs(y) ? x : y;
    selection->transform = sketch_scaling(anchor, x, y);
}

static void turn(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_selection *selection = &editor->selection;
    struct spot centre = middle(editor);
    double before = atan2(selection->from.y - centre.y, selection->from.x - centre.x);
    double after = atan2(touch->at.y - centre.y, touch->at.x - centre.x);
    double degrees = (after - before) * 180 / M_PI;
    if (touch->shift)
        degrees = round(degrees / TURN_STEP) * TURN_STEP;
    selection->transform = sketch_turning(centre, degrees);
}

static void move(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_selection *selection = &editor->selection;
    double x = touch->at.x - selection->from.x, y = touch->at.y - selection->from.y;
    if (touch->shift && fabs(x) > fabs(y))
        y = 0;
    else if (touch->shift)
        x = 0;
    selection->transform = sketch_moving(x, y);
}

static void selection_press(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_selection *selection = &editor->selection;
    selection->from = selection->to = touch->at;
    selection->moved = false;
    if (selection->hot != HANDLE_NONE && selection->count > 0) {
        selection->handle = selection->hot;
        selection->grip = selection->hot == HANDLE_TURN ? GRIP_TURN : GRIP_SCALE;
        return;
    }
    int item = sketch_find(editor->frame.sheet, touch->at, touch->reach);
    if (item < 0) {
        selection->grip = GRIP_LASSO;
        if (!touch->shift)
            selection->count = 0;
        return;
    }
    if (touch->shift) {
        toggle(editor, item);
    } else if (!editor_is_selected(editor, item)) {
        selection->count = 0;
        add(editor, item);
    }
    selection->grip = GRIP_MOVE;
}

static void selection_drag(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_selection *selection = &editor->selection;
    double slip = touch->reach / 3;
    if (selection->grip == GRIP_NONE)
        return;
    selection->to = touch->at;
    selection->moved = selection->moved || spot_distance(selection->from, selection->to) > slip;
    if (selection->grip == GRIP_MOVE)
        move(editor, touch);
    else if (selection->grip == GRIP_SCALE)
        scale(editor, touch);
    else if (selection->grip == GRIP_TURN)
        turn(editor, touch);
}

static void take_lasso(struct editor *editor)
{
    struct editor_selection *selection = &editor->selection;
    int found[EDITOR_SELECTION_LIMIT];
    struct spot a = selection->from, b = selection->to;
    struct spot low = {fmin(a.x, b.x), fmin(a.y, b.y)}, high = {fmax(a.x, b.x), fmax(a.y, b.y)};
    int count = sketch_find_in_box(editor->frame.sheet, low, high, found, EDITOR_SELECTION_LIMIT);
    for (int i = 0; i < count; i++)
        add(editor, found[i]);
}

static void selection_release(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_selection *selection = &editor->selection;
    selection_drag(editor, touch);
    enum editor_grip grip = selection->grip;
    selection->grip = GRIP_NONE;
    if (!selection->moved)
        return;
    selection->moved = false;
    if (grip == GRIP_LASSO)
        take_lasso(editor);
    else if (grip != GRIP_NONE)
        transform(editor, selection->transform);
}

/* The handles are those of the screen, so their place is asked for in its pixels. */
static void hover(struct editor *editor, const struct editor_touch *touch)
{
    struct paper_selection selection = editor_paper_selection(editor);
    const struct paper_view *view = &editor->frame.camera.view;
    struct draft_brush brush = {.view = view, .draft = sketch_draft(editor->frame.sheet)};
    double x = view->left + touch->at.x * view->square;
    double y = view->top + (brush.draft->height - touch->at.y) * view->square;
    editor->selection.hot = paper_find_handle(&brush, &selection, x, y);
}

/* --- keys ----------------------------------------------------------------------------------- */

static bool nudge(struct editor *editor, SDL_Keycode key, bool shift)
{
    double step = shift ? 0.25 : 1;
    double x = (key == SDLK_RIGHT) - (key == SDLK_LEFT), y = (key == SDLK_UP) - (key == SDLK_DOWN);
    if ((x == 0 && y == 0) || editor->selection.count == 0)
        return false;
    transform(editor, sketch_moving(x * step, y * step));
    return true;
}

/* With Shift a little. */
static bool turn_or_scale(struct editor *editor, SDL_Keycode key, bool shift)
{
    double left = (key == SDLK_COMMA) - (key == SDLK_PERIOD);
    double larger = (key == SDLK_RIGHTBRACKET) - (key == SDLK_LEFTBRACKET);
    if ((left == 0 && larger == 0) || editor->selection.count == 0)
        return false;
    double ratio = pow(shift ? 1.01 : 1.1, larger);
    transform(editor, left != 0 ? sketch_turning(middle(editor), left * (shift ? 1 : TURN_STEP))
                                : sketch_scaling(middle(editor), ratio, ratio));
    return true;
}

static bool selection_key_press(struct editor *editor, SDL_Keycode key,
                                const struct editor_touch *touch)
{
    if (nudge(editor, key, touch->shift) || turn_or_scale(editor, key, touch->shift))
        return true;
    if (key != SDLK_DELETE && key != SDLK_BACKSPACE)
        return false;
    delete_selection(editor);
    return true;
}

static bool selection_give_up(struct editor *editor)
{
    struct editor_selection *selection = &editor->selection;
    bool held = selection->grip != GRIP_NONE;
    bool any = selection->count > 0;
    selection->grip = GRIP_NONE;
    selection->moved = false;
    if (!held)
        selection->count = 0;
    return held || any;
}

static void selection_show(const struct editor *editor, struct editor_show *selection_show)
{
    const struct editor_selection *selection = &editor->selection;
    if (selection->grip == GRIP_LASSO && selection->moved) {
        selection_show->has_lasso = true;
        selection_show->lasso_from = selection->from;
        selection_show->lasso_to = selection->to;
    } else if (selection->grip == GRIP_NONE && editor->frame.pointer_known &&
               selection->hot == HANDLE_NONE) {
        selection_show->pointed = sketch_find(editor->frame.sheet, editor->pointer, editor->reach);
    }
}

/* --- the panel ------------------------------------------------------------------------------ */

static void sentence(const struct editor *editor, char *into, int size)
{
    static const char *const names[DRAFT_ROLE_COUNT] = {
        [DRAFT_WALL] = "wall",
        [DRAFT_SLICK] = "slick",
        [DRAFT_TURBO] = "turbo area",
        [DRAFT_START_FINISH] = "start and finish",
        [DRAFT_START] = "start",
        [DRAFT_FINISH] = "finish",
        [DRAFT_CHECKPOINT] = "checkpoint",
        [DRAFT_INSIDE] = "point inside",
        [DRAFT_OUTSIDE] = "point outside",
        [DRAFT_DECORATION] = "shape without a role",
    };
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    const struct editor_selection *selection = &editor->selection;
    if (selection->count == 0) {
        snprintf(into, (size_t)size, "Nothing is selected.");
        return;
    }
    if (selection->count > 1) {
        snprintf(into, (size_t)size, "%d things are selected.", selection->count);
        return;
    }
    const struct draft_item *item = &draft->items[selection->items[0]];
    const char *name = names[item->role];
    if (item->role == DRAFT_CHECKPOINT)
        snprintf(into, (size_t)size, "Selected: checkpoint %d.", item->number);
    else if (editor_is_shape(item->role) && item->loop_count > 0)
        snprintf(into, (size_t)size, "Selected: %s, %s.", name,
                 item->loops[0].closed ? "closed" : "open");
    else
        snprintf(into, (size_t)size, "Selected: %s.", name);
}

static void build_steps(struct editor *editor, struct layout *column)
{
    enum { LEFT, RIGHT, MIRROR, UPSIDE_DOWN, DUPLICATE, DELETE };
    static const struct editor_frame_choice buttons[] = {
        {"button turn-left", "Turn left", LEFT},
        {"button turn-right", "Turn right", RIGHT},
        {"button mirror", "Mirror", MIRROR},
        {"button upside-down", "Upside down", UPSIDE_DOWN},
        {"button duplicate", "Duplicate", DUPLICATE},
        {"button delete", "Delete", DELETE}};
    int clicked = editor_frame_build_buttons(column, buttons, 6, 2, -1);
    if (clicked == LEFT || clicked == RIGHT)
        transform(editor, sketch_turning(middle(editor), clicked == LEFT ? 90 : -90));
    else if (clicked == MIRROR || clicked == UPSIDE_DOWN)
        transform(editor, sketch_scaling(middle(editor), clicked == MIRROR ? -1 : 1,
                                         clicked == MIRROR ? 1 : -1));
    else if (clicked == DUPLICATE)
        editor_duplicate_selection(editor);
    else if (clicked == DELETE)
        delete_selection(editor);
}

static int count_checkpoints(const struct draft *draft)
{
    int count = 0;
    for (int i = 0; i < draft->count; i++)
        count += draft->items[i].role == DRAFT_CHECKPOINT;
    return count;
}

/* All that are selected become that. */
static void set_role(struct editor *editor, enum draft_role role)
{
    const struct editor_selection *selection = &editor->selection;
    steps_begin(editor->frame.sheet, "Change role");
    for (int i = 0; i < selection->count; i++)
        editor_did(editor,
                   sketch_set_role(editor->frame.sheet, selection->items[i], role, &editor->error));
    steps_end(editor->frame.sheet, false);
}

static bool are_shapes(const struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    for (int i = 0; i < editor->selection.count; i++)
        if (!editor_is_shape(draft->items[editor->selection.items[i]].role))
            return false;
    return true;
}

/* The role that all have, or -1. */
static int shared_role(const struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    enum draft_role role = draft->items[editor->selection.items[0]].role;
    for (int i = 1; i < editor->selection.count; i++)
        if (draft->items[editor->selection.items[i]].role != role)
            return -1;
    return (int)role;
}

static void build_single(struct editor *editor, struct layout *column)
{
    int item = editor->selection.items[0];
    enum draft_role role = sketch_draft(editor->frame.sheet)->items[item].role;
    if (role == DRAFT_TURBO) {
        static const struct ui_range range = {-40, 40, 1, "", NULL};
        struct point arrow = sketch_draft(editor->frame.sheet)->items[item].arrow;
        int x = arrow.x, y = arrow.y;
        bool changed = ui_stepper(column->ui, "stepper arrow-x", "Push to the right",
                                  layout_take(column, AT_TOP, 36), &x, &range);
        changed |= ui_stepper(column->ui, "stepper arrow-y", "Push upwards",
                              layout_take(column, AT_TOP, 36), &y, &range);
        if (changed)
            editor_did(editor, sketch_set_arrow(editor->frame.sheet, item, (struct point){x, y},
                                                &editor->error));
    }
    if (role == DRAFT_CHECKPOINT) {
        const struct draft *draft = sketch_draft(editor->frame.sheet);
        int number = draft->items[item].number, most = count_checkpoints(draft);
        struct ui_range range = {1, number > most ? number : most, 1, "", NULL};
        if (ui_stepper(column->ui, "stepper number", "Number", layout_take(column, AT_TOP, 36),
                       &number, &range))
            sketch_set_number(editor->frame.sheet, item, number);
    }
    if (draft_role_is_line(role) &&
        editor_frame_build_button(column, "button flip", "Turn the arrow round"))
        sketch_flip_line(editor->frame.sheet, item);
}

static void selection_panel(struct editor *editor, struct layout *column)
{
    const struct editor_selection *selection = &editor->selection;
    char text[120];
    sentence(editor, text, sizeof text);
    editor_build_words(column, text, false);
    if (selection->count > 0 && are_shapes(editor)) {
        static const struct editor_frame_choice roles[] = {
            {"button make-wall", "Wall", DRAFT_WALL},
            {"button make-slick", "Slick", DRAFT_SLICK},
            {"button make-turbo", "Turbo", DRAFT_TURBO}};
        int role = shared_role(editor);
        layout_text(column, AT_TOP, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft,
                    "Make it a");
        int chosen = editor_frame_build_chips(column, roles, 3, 3, role);
        if (chosen != role)
            set_role(editor, (enum draft_role)chosen);
    }
    if (selection->count == 1)
        build_single(editor, column);
    if (selection->count > 0)
        build_steps(editor, column);
}

static const struct editor_tool editor_tool_select = {
    .hover = hover,
    .press = selection_press,
    .drag = selection_drag,
    .release = selection_release,
    .key_press = selection_key_press,
    .give_up = selection_give_up,
    .show = selection_show,
    .panel = selection_panel,
};

/* === tools ==================================================================================== */

/* The tools in hand: which there are, how touches reach them, and the way that a tool goes over the
 * sheet, from press to release or from click to click. Its memory stays for the next way.
 */

const struct editor_frame_tool editor_tools[TOOL_COUNT] = {
    [TOOL_SELECT] = {"select", "Select", "V",
                     "Click or draw a box to select; drag to move, the handles to scale and turn.",
                     ICON_SELECT, false, false,
                     "Shift adds · arrows move · , . turn · [ ] scale · Ctrl+D doubles"},
    [TOOL_PEN] = {"pen", "Pen", "P",
                  "Draw a wall freehand. It closes when the pen comes back to its start.", ICON_PEN,
                  false, false, "drag to draw · Esc gives up · Ctrl+Z undo"},
    [TOOL_POLYGON] =
        {"polygon", "Polygon", "O",
         "Set the corners of a wall on grid points; the start, Enter or a double click closes. "
         "Drag a corner of any wall to move it.",
         ICON_POLYGON, false, true,
         "Alt: no snapping · Backspace takes back a corner · Esc gives up"},
    [TOOL_ERASER] =
        {"eraser", "Eraser", "E",
         "Rub out what the eraser passes over. Walls open; lines and checkpoints go whole.",
         ICON_ERASER, false, false, "drag to erase · Esc gives up · Ctrl+Z undo"},
    [TOOL_REDRAW] = {"redraw", "Redraw", "R",
                     "Draw a part of an outline anew: begin on it and end on it.", ICON_REDRAW,
                     false, false, "drag from outline to outline · Esc gives up"},
    [TOOL_PARALLEL] = {"parallel", "Parallel", "W",
                       "A second wall beside the one you click. Drag away from it to set how far.",
                       ICON_PARALLEL, false, false, "Enter adds it · X: other side · Esc gives up"},
    [TOOL_LINE] =
        {"line", "Start line", "L",
         "Click the two ends of the start and finish line. The arrow shows the way of the race.",
         ICON_LINE, false, true, "X turns the arrow round · Esc gives up"},
    [TOOL_SLICK] = {"slick", "Slick", "S", "Draw the outline of a slick: oil, ice or wet leaves.",
                    ICON_SLICK, false, false, "drag to draw · Esc gives up · Ctrl+Z undo"},
    [TOOL_TURBO] = {"turbo", "Turbo", "T",
                    "Draw the outline of a turbo area, then pull its arrow out of its middle.",
                    ICON_TURBO, false, false, "drag in an area to pull its arrow · Esc gives up"},
    [TOOL_CHECKPOINT] = {"checkpoint", "Checkpoint", "C",
                         "Draw a gate across the track, or click its points and press Enter.",
                         ICON_CHECKPOINT, false, true,
                         "Backspace takes back a point · Enter: done · Esc gives up"},
    [TOOL_INSPECT] = {"inspect", "Inspect", "I",
                      "Click a doubtful grid point: inside the track, outside, or as drawn.",
                      ICON_INSPECT, false, true, "click changes a point · Ctrl+Z undo"},
};

static const struct editor_tool *const requests[TOOL_COUNT] = {
    [TOOL_SELECT] = &editor_tool_select,   [TOOL_PEN] = &editor_tool_pen,
    [TOOL_POLYGON] = &editor_tool_polygon, [TOOL_ERASER] = &editor_tool_eraser,
    [TOOL_REDRAW] = &editor_tool_redraw,   [TOOL_PARALLEL] = &editor_tool_parallel,
    [TOOL_LINE] = &editor_tool_line,       [TOOL_SLICK] = &editor_tool_slick,
    [TOOL_TURBO] = &editor_tool_turbo,     [TOOL_CHECKPOINT] = &editor_tool_checkpoint,
    [TOOL_INSPECT] = &editor_tool_inspect,
};

const struct editor_tool *editor_tool(const struct editor *editor)
{
    return requests[editor->frame.tool];
}

bool editor_give_up(struct editor *editor)
{
    const struct editor_tool *tool = editor_tool(editor);
    bool own = tool->give_up && tool->give_up(editor);
    bool drawing = editor->path_drawn.active;
    editor->held = editor->frame.drawing = false;
    editor_path_end(editor);
    return own || drawing;
}

void editor_choose_tool(struct editor *editor, enum editor_tool_id tool)
{
    editor_give_up(editor);
    if (tool != TOOL_SELECT)
        editor->selection.count = 0;
    editor->frame.tool = (int)tool;
    if (editor_tool(editor)->choose)
        editor_tool(editor)->choose(editor);
}

void editor_keep_items(struct editor *editor, int count)
{
    struct editor_selection *selection = &editor->selection;
    int kept = 0;
    for (int i = 0; i < selection->count; i++)
        if (selection->items[i] < count)
            selection->items[kept++] = selection->items[i];
    selection->count = kept;
    if (editor->parallel.base >= count)
        editor->parallel.base = -1;
    if (count > 0)
        return;
    editor->parallel.dropped = false;
    editor->parallel.key = 0;
}

static void note(struct editor *editor, const struct editor_touch *touch)
{
    editor->pointer = touch->at;
    editor->frame.pointer_known = true;
    editor->reach = touch->reach;
}

void editor_press(struct editor *editor, const struct editor_touch *touch)
{
    note(editor, touch);
    editor_tool(editor)->press(editor, touch);
    editor->held = editor->frame.drawing = true;
}

void editor_move(struct editor *editor, const struct editor_touch *touch, bool held)
{
    const struct editor_tool *tool = editor_tool(editor);
    note(editor, touch);
    if (held && tool->drag)
        tool->drag(editor, touch);
    else if (!held && tool->hover)
        tool->hover(editor, touch);
}

void editor_release(struct editor *editor, const struct editor_touch *touch)
{
    note(editor, touch);
    editor->held = false;
    if (editor_tool(editor)->release)
        editor_tool(editor)->release(editor, touch);
}

struct editor_show editor_show(const struct editor *editor)
{
    struct editor_show show = {.pointed = -1};
    editor_tool(editor)->show(editor, &show);
    return show;
}

/* --- ways ----------------------------------------------------------------------------------- */

static const double LEAST_STEP = 1.5;      /* device pixels between two spots */
static const double CLOSING_SQUARES = 0.8; /* never less, however near one looks */

struct point editor_grid_point(struct spot at)
{
    return (struct point){(int32_t)lround(at.x), (int32_t)lround(at.y)};
}

struct spot editor_snapped(struct spot at)
{
    return (struct spot){round(at.x), round(at.y)};
}

double editor_closing_reach(const struct editor_touch *touch)
{
    return fmax(CLOSING_SQUARES, touch->reach);
}

void editor_path_begin(struct editor *editor, struct spot at)
{
    struct editor_path *path = &editor->path_drawn;
    path->count = 0;
    path->active = true;
    path->travelled = 0;
    path->near_start = path->dragged = false;
    path->item = -1;
    array_add(path->spots, path->count, path->capacity, at);
}

void editor_path_add(struct editor *editor, struct spot at)
{
    struct editor_path *path = &editor->path_drawn;
    double step = spot_distance(path->spots[path->count - 1], at);
    if (step == 0 || step * editor->frame.camera.view.square < LEAST_STEP)
        return;
    path->travelled += step;
    array_add(path->spots, path->count, path->capacity, at);
}

void editor_path_end(struct editor *editor)
{
    editor->path_drawn.active = false;
    editor->path_drawn.count = 0;
    editor->path_drawn.item = -1;
}
