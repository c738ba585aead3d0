/* The tools in hand: which there are, how touches reach them, and the way that a tool goes over the
 * sheet, from press to release or from click to click. Its memory stays for the next way.
 */
#include "screens/graph_paper/editor/document.h"

#include "base/memory.h"

#include <math.h>

const struct editor_tool *const editor_tools[TOOL_COUNT] = {
    [TOOL_SELECT] = &editor_tool_select,   [TOOL_PEN] = &editor_tool_pen,
    [TOOL_POLYGON] = &editor_tool_polygon, [TOOL_ERASER] = &editor_tool_eraser,
    [TOOL_REDRAW] = &editor_tool_redraw,   [TOOL_PARALLEL] = &editor_tool_parallel,
    [TOOL_LINE] = &editor_tool_line,       [TOOL_SLICK] = &editor_tool_slick,
    [TOOL_TURBO] = &editor_tool_turbo,     [TOOL_CHECKPOINT] = &editor_tool_checkpoint,
    [TOOL_INSPECT] = &editor_tool_inspect,
};

_Static_assert((int)ICON_INSPECT == (int)TOOL_INSPECT, "icons in the order of the tools");

int editor_tool_count(void)
{
    return TOOL_COUNT;
}

struct editor_tool_words editor_tool_words(int index)
{
    const struct editor_tool *tool = editor_tools[index];
    return (struct editor_tool_words){tool->name, tool->letter, tool->help,
                                      ICON_SELECT + (enum icon)index};
}

const struct editor_tool *editor_tool(const struct editor *editor)
{
    return editor_tools[editor->tool];
}

bool editor_give_up(struct editor *editor)
{
    const struct editor_tool *tool = editor_tool(editor);
    bool own = tool->give_up && tool->give_up(editor);
    bool drawing = editor->path_drawn.active;
    editor->cursor.down = false;
    editor_path_end(editor);
    return own || drawing;
}

void editor_choose_tool(struct editor *editor, enum editor_tool_id tool)
{
    editor_give_up(editor);
    if (tool != TOOL_SELECT)
        editor->selection.count = 0;
    editor->tool = tool;
    if (editor_tool(editor)->choose)
        editor_tool(editor)->choose(editor);
}

static void note(struct editor *editor, const struct editor_touch *touch)
{
    editor->pointer = touch->at;
    editor->pointer_known = true;
    editor->reach = touch->reach;
}

void editor_press(struct editor *editor, const struct editor_touch *touch)
{
    note(editor, touch);
    editor_tool(editor)->press(editor, touch);
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
    if (step == 0 || step * editor->camera.view.square < LEAST_STEP)
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
