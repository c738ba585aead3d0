/* Selecting: what is chosen is moved, turned, made larger or smaller by its handles, and from the
 * panel by exact steps.
 *
 * While a handle is held only the selection is drawn where it will be; the sketch changes when it
 * is let go, so a drag is one step of undo.
 */
#include "screens/graph_paper/editor/document.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
    const struct draft *draft = sketch_draft(editor->sketch);
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
        editor_did(editor, sketch_transform(editor->sketch, selection->items, selection->count,
                                            &transform, &editor->error));
}

static bool bounds(const struct editor *editor, struct spot *low, struct spot *high)
{
    struct paper_selection selection = editor_paper_selection(editor);
    return paper_selection_bounds(sketch_draft(editor->sketch), &selection, low, high);
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
    if (selection->count > 0 && sketch_delete(editor->sketch, selection->items, selection->count))
        selection->count = 0;
}

void editor_duplicate_selection(struct editor *editor)
{
    struct editor_selection *selection = &editor->selection;
    if (selection->count == 0)
        editor_say(editor, "Select first what is to be doubled.");
    else
        editor_did(editor, sketch_duplicate(editor->sketch, selection->items, selection->count,
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

static void press(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_selection *selection = &editor->selection;
    selection->from = selection->to = touch->at;
    selection->moved = false;
    if (selection->hot != HANDLE_NONE && selection->count > 0) {
        selection->handle = selection->hot;
        selection->grip = selection->hot == HANDLE_TURN ? GRIP_TURN : GRIP_SCALE;
        return;
    }
    int item = sketch_find(editor->sketch, touch->at, touch->reach);
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

static void drag(struct editor *editor, const struct editor_touch *touch)
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
    int count = sketch_find_in_box(editor->sketch, low, high, found, EDITOR_SELECTION_LIMIT);
    for (int i = 0; i < count; i++)
        add(editor, found[i]);
}

static void release(struct editor *editor, const struct editor_touch *touch)
{
    struct editor_selection *selection = &editor->selection;
    drag(editor, touch);
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
    const struct paper_view *view = &editor->camera.view;
    struct draft_brush brush = {.view = view, .draft = sketch_draft(editor->sketch)};
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

static bool key_press(struct editor *editor, SDL_Keycode key, const struct editor_touch *touch)
{
    if (nudge(editor, key, touch->shift) || turn_or_scale(editor, key, touch->shift))
        return true;
    if (key != SDLK_DELETE && key != SDLK_BACKSPACE)
        return false;
    delete_selection(editor);
    return true;
}

static bool give_up(struct editor *editor)
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

static void show(const struct editor *editor, struct editor_show *show)
{
    const struct editor_selection *selection = &editor->selection;
    if (selection->grip == GRIP_LASSO && selection->moved) {
        show->has_lasso = true;
        show->lasso_from = selection->from;
        show->lasso_to = selection->to;
    } else if (selection->grip == GRIP_NONE && editor->pointer_known &&
               selection->hot == HANDLE_NONE) {
        show->pointed = sketch_find(editor->sketch, editor->pointer, editor->reach);
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
    const struct draft *draft = sketch_draft(editor->sketch);
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
    static const struct editor_choice buttons[] = {
        {"button turn-left", "Turn left", LEFT},
        {"button turn-right", "Turn right", RIGHT},
        {"button mirror", "Mirror", MIRROR},
        {"button upside-down", "Upside down", UPSIDE_DOWN},
        {"button duplicate", "Duplicate", DUPLICATE},
        {"button delete", "Delete", DELETE}};
    int clicked = editor_build_buttons(column, buttons, 6, 2, -1);
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

static void build_arrow(struct editor *editor, int item, struct layout *column)
{
    static const struct ui_range range = {-40, 40, 1, "", NULL};
    struct point arrow = sketch_draft(editor->sketch)->items[item].arrow;
    int x = arrow.x, y = arrow.y;
    bool changed = ui_stepper(column->ui, "stepper arrow-x", "Push to the right",
                              layout_take(column, AT_TOP, 36), &x, &range);
    changed |= ui_stepper(column->ui, "stepper arrow-y", "Push upwards",
                          layout_take(column, AT_TOP, 36), &y, &range);
    if (changed)
        editor_did(editor,
                   sketch_set_arrow(editor->sketch, item, (struct point){x, y}, &editor->error));
}

static int count_checkpoints(const struct draft *draft)
{
    int count = 0;
    for (int i = 0; i < draft->count; i++)
        count += draft->items[i].role == DRAFT_CHECKPOINT;
    return count;
}

static void build_number(struct editor *editor, int item, struct layout *column)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    int number = draft->items[item].number, most = count_checkpoints(draft);
    struct ui_range range = {1, number > most ? number : most, 1, "", NULL};
    if (ui_stepper(column->ui, "stepper number", "Number", layout_take(column, AT_TOP, 36), &number,
                   &range))
        sketch_set_number(editor->sketch, item, number);
}

/* All that are selected become that. */
static void set_role(struct editor *editor, enum draft_role role)
{
    const struct editor_selection *selection = &editor->selection;
    sketch_begin_step(editor->sketch);
    for (int i = 0; i < selection->count; i++)
        editor_did(editor,
                   sketch_set_role(editor->sketch, selection->items[i], role, &editor->error));
    sketch_end_step(editor->sketch);
}

static bool are_shapes(const struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    for (int i = 0; i < editor->selection.count; i++)
        if (!editor_is_shape(draft->items[editor->selection.items[i]].role))
            return false;
    return true;
}

/* The role that all have, or -1. */
static int shared_role(const struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    enum draft_role role = draft->items[editor->selection.items[0]].role;
    for (int i = 1; i < editor->selection.count; i++)
        if (draft->items[editor->selection.items[i]].role != role)
            return -1;
    return (int)role;
}

static void build_roles(struct editor *editor, struct layout *column)
{
    static const struct editor_choice roles[] = {{"button make-wall", "Wall", DRAFT_WALL},
                                                 {"button make-slick", "Slick", DRAFT_SLICK},
                                                 {"button make-turbo", "Turbo", DRAFT_TURBO}};
    int role = shared_role(editor);
    layout_text(column, AT_TOP, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft,
                "Make it a");
    int chosen = editor_build_chips(column, roles, 3, 3, role);
    if (chosen != role)
        set_role(editor, (enum draft_role)chosen);
}

static void build_single(struct editor *editor, struct layout *column)
{
    int item = editor->selection.items[0];
    enum draft_role role = sketch_draft(editor->sketch)->items[item].role;
    if (role == DRAFT_TURBO)
        build_arrow(editor, item, column);
    if (role == DRAFT_CHECKPOINT)
        build_number(editor, item, column);
    if (draft_role_is_line(role) &&
        editor_build_button(column, "button flip", "Turn the arrow round"))
        sketch_flip_line(editor->sketch, item);
}

static void panel(struct editor *editor, struct layout *column)
{
    const struct editor_selection *selection = &editor->selection;
    char text[120];
    sentence(editor, text, sizeof text);
    editor_build_words(column, text, false);
    if (selection->count > 0 && are_shapes(editor))
        build_roles(editor, column);
    if (selection->count == 1)
        build_single(editor, column);
    if (selection->count > 0)
        build_steps(editor, column);
}

const struct editor_tool editor_tool_select = {
    .id = "select",
    .name = "Select",
    .letter = "V",
    .help = "Click or draw a box to select; drag to move, the handles to scale and turn.",
    .keys = "Shift adds · arrows move · , . turn · [ ] scale · Ctrl+D doubles",
    .hover = hover,
    .press = press,
    .drag = drag,
    .release = release,
    .key_press = key_press,
    .give_up = give_up,
    .show = show,
    .panel = panel,
};
