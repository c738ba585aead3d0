/* The start line, drawn over the photo: two grid points of the sheet, and an arrow for the way the
 * cars go. It is kept by its places on the photo, so it stays where it is when the sheet changes.
 */
#include "screens/graph_paper/photo/inside.h"

#include <math.h>

static const double ARROW_SQUARES = 2.2;

static int32_t kept_within(double value, int most)
{
    return (int32_t)lround(fmin(fmax(value, 0), most));
}

struct point photo_to_grid(const struct photo_screen *shown, struct photo_place at)
{
    const struct photo_tracing *tracing = &shown->finding.tracing;
    double x, y;
    photo_to_sheet(tracing, at, &x, &y);
    return (struct point){kept_within(x, tracing->width), kept_within(y, tracing->height)};
}

struct photo_place photo_from_grid(const struct photo_screen *shown, struct point grid)
{
    return photo_from_sheet(&shown->finding.tracing, grid.x, grid.y);
}

void photo_set_tool(struct photo_screen *shown, enum photo_tool tool)
{
    if (shown->tool == tool)
        return;
    const struct photo_tracing *tracing = &shown->finding.tracing;
    struct point cursor = shown->cursor;
    bool on_sheet = cursor.x > 0 && cursor.x <= tracing->width && cursor.y <= tracing->height;
    if (!on_sheet)
        shown->cursor = (struct point){tracing->width / 2, tracing->height / 2};
    shown->tool = tool;
    shown->has_first = shown->cursor_held = shown->cursor_by_key = false;
    if (shown->sheet)
        photo_sheet_repaint(shown->sheet); /* with the grid, or without it */
}

void photo_set_end(struct photo_screen *shown, struct point grid)
{
    struct photo_place at = photo_from_grid(shown, grid);
    if (!shown->has_first) {
        shown->first = at;
        shown->has_first = true;
        return;
    }
    if (point_equal(grid, photo_to_grid(shown, shown->first)))
        return;
    shown->from = shown->first;
    shown->to = at;
    shown->has_line = true;
    photo_set_tool(shown, PHOTO_LOOK);
    photo_make_preview(shown);
}

void photo_move_end(struct photo_screen *shown, int end, struct point grid)
{
    struct photo_place *own = end == 0 ? &shown->from : &shown->to;
    const struct photo_place *other = end == 0 ? &shown->to : &shown->from;
    if (point_equal(grid, photo_to_grid(shown, *own)) ||
        point_equal(grid, photo_to_grid(shown, *other)))
        return;
    *own = photo_from_grid(shown, grid);
    photo_make_preview(shown);
}

void photo_flip_line(struct photo_screen *shown)
{
    struct photo_place from = shown->from;
    shown->from = shown->to;
    shown->to = from;
    photo_make_preview(shown);
}

void photo_remove_line(struct photo_screen *shown)
{
    shown->has_line = false;
    photo_make_preview(shown);
}

/* Forward is to the left of from -> to (RULES 1.4). */
void photo_line_arrow(const struct photo_screen *shown, struct photo_place *middle,
                      struct photo_place *tip)
{
    const struct photo_tracing *tracing = &shown->finding.tracing;
    struct point from = photo_to_grid(shown, shown->from), to = photo_to_grid(shown, shown->to);
    double x = (from.x + to.x) / 2.0, y = (from.y + to.y) / 2.0;
    double dx = to.x - from.x, dy = to.y - from.y, length = fmax(hypot(dx, dy), 1);
    *middle = photo_from_sheet(tracing, x, y);
    *tip =
        photo_from_sheet(tracing, x - dy / length * ARROW_SQUARES, y + dx / length * ARROW_SQUARES);
}

void photo_add_line(const struct photo_screen *shown, struct draft *draft)
{
    const struct photo_place ends[2] = {shown->from, shown->to};
    struct error error;
    if (!shown->has_line)
        return;
    draft_add_item(draft, DRAFT_START_FINISH, 0);
    draft_begin_loop(draft);
    for (int i = 0; i < 2; i++) /* both are kept on the sheet, and a line is no vertex too many */
        if (!draft_add_vertex(draft, point_to_fine(photo_to_grid(shown, ends[i])), &error))
            return;
}
