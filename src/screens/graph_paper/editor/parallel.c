/* A second wall beside one that is there, so many squares to its inner or outer side.
 */
#include "screens/graph_paper/editor/document.h"

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

static double squares_apart(const struct editor *editor)
{
    return editor->parallel_outside ? -editor->parallel_squares : editor->parallel_squares;
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
    trail_free(&editor->parallel_look);
    editor->parallel_problem[0] = 0;
    if (editor->parallel_base < 0)
        return;
    struct error error = {0};
    sketch_find_parallel(editor->sketch, editor->parallel_base, squares_apart(editor),
                         &editor->parallel_look, &error);
    snprintf(editor->parallel_problem, sizeof editor->parallel_problem, "%s", error.text);
}

static void add_parallel(struct editor *editor)
{
    if (editor->parallel_base < 0)
        editor_say(editor, "Click the wall first that the new one is to run beside.");
    else
        editor_did(editor, sketch_add_parallel(editor->sketch, editor->parallel_base,
                                               squares_apart(editor), &editor->error) >= 0);
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

static void drag(struct editor *editor, const struct editor_touch *touch)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    struct editor_path *path = &editor->path_drawn;
    if (!path->active || !is_closed_wall(draft, editor->parallel_base))
        return;
    path->dragged = path->dragged || spot_distance(path->spots[0], touch->at) > touch->reach / 2;
    if (!path->dragged)
        return;
    bool inside;
    double squares = sketch_distance(editor->sketch, editor->parallel_base, touch->at, &inside);
    editor->parallel_outside = !inside;
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
    add_parallel(editor);
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
    if (editor->parallel_look.count > 0)
        show->live = (struct paper_pen){.look = PEN_PREVIEWS,
                                        .role = DRAFT_WALL,
                                        .spots = editor->parallel_look.spots,
                                        .count = editor->parallel_look.count,
                                        .closed = true};
    int under =
        editor->pointer_known ? wall_at(editor, editor->pointer, editor_closing_reach(&here)) : -1;
    show->pointed = under >= 0 ? under : editor->parallel_base;
}

static void panel(struct editor *editor, struct layout *column)
{
    static const struct ui_range range = {LEAST_SQUARES, MOST_SQUARES, 1, "", NULL};
    static const struct editor_choice sides[] = {{"side inside", "Inside", false},
                                                 {"side outside", "Outside", true}};
    editor->parallel_outside = editor_build_chips(column, sides, 2, 2, editor->parallel_outside);
    ui_stepper(column->ui, "stepper squares", "Squares apart", layout_take(column, AT_TOP, 36),
               &editor->parallel_squares, &range);
    editor_parallel_refresh(editor);
    if (editor->parallel_base < 0)
        editor_build_words(column, "Click the wall that it is to run beside.", false);
    else
        editor_build_words(column, editor->parallel_problem, true);
    if (editor->parallel_look.count == 0)
        ui_button_disabled(column->ui, "Add this wall", layout_take(column, AT_TOP, 38));
    else if (editor_build_button(column, "button add", "Add this wall (Enter)"))
        add_parallel(editor);
}

const struct editor_tool editor_tool_parallel = {
    .id = "parallel",
    .name = "Parallel",
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
