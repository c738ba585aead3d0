/* A second wall beside one that is there, so many squares to its inner or outer side.
 *
 * How it would run is tried out on a sheet of its own, which holds that one wall.
 */
#include "screens/graph_paper/editor/inside.h"

#include "base/hash.h"
#include "base/memory.h"

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
    int item = sketch_find(editor->sketch, at, reach);
    return is_closed_wall(sketch_draft(editor->sketch), item) ? item : -1;
}

/* --- how it would run ----------------------------------------------------------------------- */

static void forget_look(struct editor *editor)
{
    free(editor->parallel_spots);
    editor->parallel_spots = NULL;
    editor->parallel_count = 0;
    editor->parallel_problem[0] = 0;
}

static double distance(const struct editor *editor)
{
    return editor->parallel_outside ? -editor->parallel_squares : editor->parallel_squares;
}

static void copy_wall(const struct draft *draft, int item, struct draft *into)
{
    const struct draft_loop *loop = &draft->items[item].loops[0];
    struct error error;
    *into = (struct draft){.width = draft->width, .height = draft->height};
    draft_add_item(into, DRAFT_WALL, 0);
    draft_begin_loop(into);
    for (int i = 0; i < loop->count; i++)
        draft_add_vertex(into, loop->vertices[i], &error);
    draft_close_loop(into);
}

static void take_spots(struct editor *editor, const struct draft_loop *loop)
{
    editor->parallel_spots = memory_allocate((size_t)loop->count, sizeof(struct spot));
    editor->parallel_count = loop->count;
    for (int i = 0; i < loop->count; i++)
        editor->parallel_spots[i] =
            (struct spot){(double)loop->vertices[i].x / FINE, (double)loop->vertices[i].y / FINE};
}

static void try_out(struct editor *editor)
{
    struct draft copy;
    struct error error = {0};
    copy_wall(sketch_draft(editor->sketch), editor->parallel_base, &copy);
    struct sketch *trial = sketch_from_draft(&copy);
    int item = sketch_add_parallel(trial, 0, distance(editor), &error);
    if (item >= 0)
        take_spots(editor, &sketch_draft(trial)->items[item].loops[0]);
    else
        snprintf(editor->parallel_problem, sizeof editor->parallel_problem, "%s", error.text);
    sketch_free(trial);
}

void editor_parallel_refresh(struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    if (editor->tool != TOOL_PARALLEL)
        return;
    if (!is_closed_wall(draft, editor->parallel_base))
        editor->parallel_base = editor->parallel_dropped ? -1 : only_wall(draft);
    const int64_t asked[] = {editor->parallel_base, editor->parallel_squares,
                             editor->parallel_outside, (int64_t)sketch_version(editor->sketch)};
    uint64_t key = hash_bytes(HASH_START, asked, sizeof asked);
    if (key == editor->parallel_key)
        return;
    editor->parallel_key = key;
    forget_look(editor);
    if (editor->parallel_base >= 0)
        try_out(editor);
}

void editor_parallel_add(struct editor *editor)
{
    struct error error = {0};
    if (editor->parallel_base < 0) {
        editor_say(editor, "Click the wall first that the new one is to run beside.");
        return;
    }
    int item = sketch_add_parallel(editor->sketch, editor->parallel_base, distance(editor), &error);
    editor_did(editor, item >= 0, &error);
}

/* --- the tool ------------------------------------------------------------------------------- */

static void choose(struct editor *editor)
{
    editor->parallel_key = 0;
    editor->parallel_dropped = false;
    editor_parallel_refresh(editor);
}

static void press(struct editor *editor, const struct editor_touch *touch)
{
    int item = wall_at(editor, touch->at, editor_closing_reach(touch));
    if (item >= 0)
        editor->parallel_base = item;
    editor->parallel_dropped = editor->parallel_base < 0;
    editor_path_begin(editor, touch->at);
}

static double distance_to_edge(struct spot at, struct spot a, struct spot b)
{
    double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    double t = length > 0 ? ((at.x - a.x) * dx + (at.y - a.y) * dy) / length : 0;
    t = fmax(0, fmin(1, t));
    return editor_distance(at, (struct spot){a.x + t * dx, a.y + t * dy});
}

/* How far the pointer is from the wall, and on which side. */
static double measure(const struct draft_loop *loop, struct spot at, bool *outside)
{
    double least = HUGE_VAL;
    bool inside = false;
    for (int i = 0; i < loop->count; i++) {
        struct point p = loop->vertices[i], q = loop->vertices[(i + 1) % loop->count];
        struct spot a = {(double)p.x / FINE, (double)p.y / FINE};
        struct spot b = {(double)q.x / FINE, (double)q.y / FINE};
        least = fmin(least, distance_to_edge(at, a, b));
        if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x))
            inside = !inside;
    }
    *outside = !inside;
    return least;
}

static void drag(struct editor *editor, const struct editor_touch *touch)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    struct editor_path *path = &editor->path_drawn;
    if (!path->active || !is_closed_wall(draft, editor->parallel_base))
        return;
    path->dragged = path->dragged || editor_distance(path->spots[0], touch->at) > touch->reach / 2;
    if (!path->dragged)
        return;
    double squares = measure(&draft->items[editor->parallel_base].loops[0], touch->at,
                             &editor->parallel_outside);
    editor->parallel_squares = (int)fmin(fmax(round(squares), LEAST_SQUARES), MOST_SQUARES);
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
        editor->parallel_outside = !editor->parallel_outside;
        return true;
    }
    if (key != SDLK_RETURN && key != SDLK_KP_ENTER)
        return false;
    editor_parallel_add(editor);
    return true;
}

/* A drag first; then the wall that is seen in dashes. */
static bool give_up(struct editor *editor)
{
    if (editor->path_drawn.active || editor->parallel_base < 0)
        return false;
    editor->parallel_base = -1;
    editor->parallel_dropped = true;
    return true;
}

static void show(const struct editor *editor, struct editor_show *show)
{
    const struct editor_touch here = {.reach = editor->reach};
    if (editor->parallel_count > 0)
        show->live = (struct paper_pen){.look = PEN_PREVIEWS,
                                        .role = DRAFT_WALL,
                                        .spots = editor->parallel_spots,
                                        .count = editor->parallel_count,
                                        .closed = true};
    int under =
        editor->pointer_known ? wall_at(editor, editor->pointer, editor_closing_reach(&here)) : -1;
    show->pointed = under >= 0 ? under : editor->parallel_base;
}

static void build_sides(struct ui *ui, struct editor *editor, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box row = box_cut_top(rest, canvas_units(canvas, 36));
    int gap = canvas_units(canvas, 6);
    if (editor_chip(ui, "side inside", "Inside", box_column(row, 0, 2, gap),
                    !editor->parallel_outside))
        editor->parallel_outside = false;
    if (editor_chip(ui, "side outside", "Outside", box_column(row, 1, 2, gap),
                    editor->parallel_outside))
        editor->parallel_outside = true;
}

static void panel(struct app *app, struct ui *ui, struct editor *editor, struct box *rest)
{
    static const struct ui_range range = {LEAST_SQUARES, MOST_SQUARES, 1, "", NULL};
    struct canvas *canvas = ui_canvas(ui);
    (void)app;
    build_sides(ui, editor, rest);
    ui_stepper(ui, "stepper squares", "Squares apart", box_cut_top(rest, canvas_units(canvas, 44)),
               &editor->parallel_squares, &range);
    editor_parallel_refresh(editor);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool none = editor->parallel_base < 0;
    const char *words =
        none ? "Click the wall that it is to run beside." : editor->parallel_problem;
    if (words[0])
        box_cut_top(rest,
                    canvas_paragraph(canvas, STYLE_SMALL, none ? theme->ink_soft : theme->warning,
                                     words, *rest, ALIGN_LEFT));
    box_cut_top(rest, canvas_units(canvas, words[0] ? 8 : 0));
    struct box row = box_cut_top(rest, canvas_units(canvas, 40));
    if (editor->parallel_count == 0)
        ui_button_disabled(ui, "Add this wall", row);
    else if (ui_button(ui, "button add", "Add this wall (Enter)", row, LOOK_PLAIN))
        editor_parallel_add(editor);
    box_cut_top(rest, canvas_units(canvas, 8));
}

const struct editor_tool editor_tool_parallel = {
    .id = "parallel",
    .name = "Parallel",
    .key = SDLK_w,
    .letter = "W",
    .help = "A second wall beside the one you click. Drag away from it to set how far.",
    .keys = "Enter adds it · X: other side · Esc gives up",
    .choose = choose,
    .press = press,
    .drag = drag,
    .release = release,
    .key_press = key_press,
    .give_up = give_up,
    .show = show,
    .panel = panel,
};
