/* The map on the screen while it is drawn.
 *
 * Kept in the cached picture: the tiles, of which only those that have changed are mended. Live:
 * numbers at the edges, red rings at what is wrong, the part, and the tile under the pointer.
 */
#include "screens/stock_cars/editor/editor.h"

#include "base/memory.h"
#include "draw/sheet.h"
#include "paper/stock_cars/ink.h"

#include <stdlib.h>
#include <string.h>

enum { LIVE_LEFT_NUMBERS, LIVE_LOWER_NUMBERS, LIVE_FAULTS, LIVE_PART, LIVE_POINTER };

struct map_sheet {
    struct sheet *sheet;
    const struct map_editor *editor; /* valid while drawing */
    struct map_draft painted;        /* tiles NULL: nothing is */
    bool *line;                      /* of that */
    struct labels labels;            /* the numbers at the edges */
};

static const struct map_draft *draft_of(const struct map_sheet *sheet)
{
    return map_plan_draft(sheet->editor->desk.sheet);
}

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct map_sheet *sheet = context;
    struct stock_tiles tiles = stock_tiles_of_draft(&sheet->painted, sheet->line);
    stock_draw_tiles(cairo, sheet_view(sheet->sheet), &tiles, true, sheet_theme(sheet->sheet));
}

/* --- live ------------------------------------------------------------------------------------- */

static void set_color(cairo_t *cairo, struct paper_color color, double alpha)
{
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, alpha);
}

static void paint_fault(cairo_t *cairo, const struct map_sheet *sheet, int index)
{
    const struct paper_view *view = sheet_view(sheet->sheet);
    const struct map_fault *fault = &sheet->editor->faults[index];
    struct pixel at =
        brush_place(view, draft_of(sheet)->height, fault->at.x + 0.5, fault->at.y + 0.5);
    desk_paint_mark(cairo, view, sheet_theme(sheet->sheet), at, index + 1, false,
                    sheet->editor->chosen_fault == index);
}

static void paint_faults(cairo_t *cairo, void *context)
{
    const struct map_sheet *sheet = context;
    for (int i = 0; i < sheet->editor->fault_count; i++)
        if (sheet->editor->faults[i].has_place)
            paint_fault(cairo, sheet, i);
}

static void frame(cairo_t *cairo, const struct map_sheet *sheet, struct point_range part,
                  bool dashed)
{
    const struct paper_view *view = sheet_view(sheet->sheet);
    int height = draft_of(sheet)->height;
    double left, top, right, bottom, dash = 6 * view->scale;
    paper_to_device(view, height, part.low.x, part.high.y, &left, &top);
    paper_to_device(view, height, part.high.x, part.low.y, &right, &bottom);
    struct paper_color color = sheet_theme(sheet->sheet)->action;
    cairo_new_path(cairo);
    cairo_rectangle(cairo, left, top, right - left, bottom - top);
    set_color(cairo, color, dashed ? 0.1 : 0);
    cairo_fill_preserve(cairo);
    set_color(cairo, color, 1);
    cairo_set_line_width(cairo, 2 * view->scale);
    cairo_set_dash(cairo, &dash, dashed ? 1 : 0, 0);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
}

static void paint_part(cairo_t *cairo, void *context)
{
    const struct map_sheet *sheet = context;
    if (sheet->editor->has_part)
        frame(cairo, sheet, sheet->editor->part, true);
}

/* As wide as the pen that is in hand. */
static void paint_pointer(cairo_t *cairo, void *context)
{
    const struct map_sheet *sheet = context;
    const struct map_editor *editor = sheet->editor;
    const struct map_draft *draft = draft_of(sheet);
    struct point at = editor->pointer;
    if (!editor->desk.pointer_known || at.x < 0 || at.y < 0 || at.x >= draft->width ||
        at.y >= draft->height)
        return;
    int width = map_tools[editor->desk.tool].has_width ? editor->width : 1;
    struct point low = {at.x - (width - 1) / 2, at.y - (width - 1) / 2};
    frame(cairo, sheet, (struct point_range){low, {low.x + width, low.y + width}}, false);
}

static void paint_live(cairo_t *cairo, void *context)
{
    const struct map_sheet *sheet = context;
    paint_faults(cairo, context);
    paint_part(cairo, context);
    paint_pointer(cairo, context);
    labels_draw(cairo, &sheet->labels, sheet_theme(sheet->sheet));
}

struct map_sheet *map_sheet_create(void)
{
    struct map_sheet *sheet = memory_allocate(1, sizeof *sheet);
    sheet->sheet = sheet_create(
        (struct sheet_painter){.ground = paint_ground, .live = paint_live, .context = sheet});
    return sheet;
}

void map_sheet_free(struct map_sheet *sheet)
{
    if (!sheet)
        return;
    sheet_free(sheet->sheet);
    labels_end(&sheet->labels);
    map_draft_free(&sheet->painted);
    free(sheet->line);
    free(sheet);
}

/* --- mending ---------------------------------------------------------------------------------- */

static struct box box_of(const struct map_sheet *sheet, struct point low, struct point high)
{
    double one[4], other[4];
    const struct paper_view *view = sheet_view(sheet->sheet);
    stock_tile_box(view, sheet->painted.height, low, one);
    stock_tile_box(view, sheet->painted.height, high, other);
    return box_join(sheet_box(one), sheet_box(other));
}

/* Banks have a side, and beside the line stand arrows: then all is other. */
static bool is_other_everywhere(const struct map_draft *old, const struct map_draft *now)
{
    bool other = !old->tiles || old->width != now->width || old->height != now->height ||
                 old->race != now->race || old->turn != now->turn;
    for (int i = 0; !other && i < now->width * now->height; i++)
        other = old->tiles[i] != now->tiles[i] &&
                (old->tiles[i] == TILE_LINE || now->tiles[i] == TILE_LINE);
    return other;
}

static void follow_tiles(struct map_sheet *sheet)
{
    const struct map_draft *now = draft_of(sheet);
    struct map_draft *old = &sheet->painted;
    size_t count = (size_t)now->width * (size_t)now->height;
    bool other = is_other_everywhere(old, now);
    if (!other && memcmp(old->tiles, now->tiles, count) == 0)
        return;
    bool *line = map_draft_line(now);
    struct point low = {now->width, now->height}, high = {-1, -1};
    for (int i = 0; !other && i < (int)count; i++)
        if (old->tiles[i] != now->tiles[i] || sheet->line[i] != line[i]) {
            struct point at = {i % now->width, i / now->width};
            low = point_lower(low, at);
            high = point_upper(high, at);
        }
    map_draft_free(old);
    *old = map_draft_copy(now);
    free(sheet->line);
    sheet->line = line;
    if (other)
        sheet_repaint(sheet->sheet);
    else
        sheet_mend(sheet->sheet, box_of(sheet, low, high));
}

void map_sheet_draw(struct map_sheet *sheet, struct canvas *canvas, struct map_editor *editor)
{
    struct box box = editor->desk.sheet_box;
    const struct map_draft *draft = map_plan_draft(editor->desk.sheet);
    sheet->editor = editor;
    enum sheet_news news = sheet_follow(sheet->sheet, canvas, box, &editor->desk.camera.view);
    bool other = is_other_everywhere(&sheet->painted, draft);
    follow_tiles(sheet);
    if (news != SHEET_STAYS || other)
        desk_number_edges(&editor->desk, canvas, sheet->sheet, &sheet->labels, LIVE_LEFT_NUMBERS,
                          LIVE_LOWER_NUMBERS);
    sheet_set_live(sheet->sheet, LIVE_FAULTS, sheet_ink(sheet->sheet, paint_faults, sheet));
    sheet_set_live(sheet->sheet, LIVE_PART, sheet_ink(sheet->sheet, paint_part, sheet));
    sheet_set_live(sheet->sheet, LIVE_POINTER, sheet_ink(sheet->sheet, paint_pointer, sheet));
    sheet_draw(sheet->sheet, canvas, box.x, box.y);
}
