/* The way that a tool goes over the sheet, from press to release or from click to click.
 *
 * Owned by the editor; its memory stays for the next way.
 */
#include "screens/graph_paper/editor/inside.h"

#include "base/memory.h"

#include <math.h>

static const double LEAST_STEP = 1.5;      /* device pixels between two spots */
static const double CLOSING_SQUARES = 0.8; /* never less, however near one looks */

double editor_distance(struct spot a, struct spot b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

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

static void append(struct editor_path *path, struct spot at)
{
    path->spots = array_grow(path->spots, path->count, &path->capacity, sizeof *path->spots);
    path->spots[path->count++] = at;
}

void editor_path_begin(struct editor *editor, struct spot at)
{
    struct editor_path *path = &editor->path_drawn;
    path->count = 0;
    path->active = true;
    path->travelled = 0;
    path->near_start = path->dragged = false;
    path->item = -1;
    append(path, at);
}

void editor_path_add(struct editor *editor, struct spot at)
{
    struct editor_path *path = &editor->path_drawn;
    double step = editor_distance(path->spots[path->count - 1], at);
    if (step == 0 || step * editor->camera.view.square < LEAST_STEP)
        return;
    path->travelled += step;
    append(path, at);
}

void editor_path_end(struct editor *editor)
{
    editor->path_drawn.active = false;
    editor->path_drawn.count = 0;
    editor->path_drawn.item = -1;
}
