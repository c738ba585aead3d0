/* The circuit on the screen while it is drawn.
 *
 * Kept in the cached picture: the strip. Live: numbers at the edges, rings at what is wrong, the
 * chosen corner, the wet stroke, and what is under the pointer.
 */
#include "draw/sheet.h"
#include "base/memory.h"
#include "screens/circuit/editor/editor.h"

#include <math.h>
#include <stdlib.h>

enum { LIVE_LEFT_NUMBERS, LIVE_LOWER_NUMBERS, LIVE_TOLD, LIVE_CORNER, LIVE_POINTER, LIVE_STROKE };

struct circuit_editor_sheet {
    struct sheet *sheet;
    const struct circuit_editor *editor; /* valid while drawing */
    uint64_t painted;                    /* version */
    bool is_painted;
    struct labels labels; /* the numbers at the edges */
};

static int height_of(const struct circuit_editor_sheet *sheet)
{
    return circuit_plan_size(circuit_editor_draft(sheet->editor)).y;
}

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct circuit_editor_sheet *sheet = context;
    circuit_draw_strip(cairo, sheet_view(sheet->sheet), sheet->editor->look, sheet->editor->layout,
                       true, sheet_theme(sheet->sheet));
}

/* --- live ------------------------------------------------------------------------------------- */

static struct pixel place(const struct circuit_editor_sheet *sheet, struct spot spot)
{
    return brush_place(sheet_view(sheet->sheet), height_of(sheet), spot.x, spot.y);
}

static struct pixel place_on_strip(const struct circuit_editor_sheet *sheet, double along,
                                   double across)
{
    struct circuit_spot spot = circuit_spot(sheet->editor->layout, along, across);
    return place(sheet, (struct spot){spot.x, spot.y});
}

static void paint_told(cairo_t *cairo, void *context)
{
    const struct circuit_editor_sheet *sheet = context;
    const struct circuit_editor *editor = sheet->editor;
    for (int i = 0; i < editor->told_count; i++) {
        const struct circuit_told *told = &editor->told[i];
        bool remark = told->remark;
        if (told->has_place)
            desk_paint_mark(cairo, sheet_view(sheet->sheet), sheet_theme(sheet->sheet),
                            place(sheet, told->at), remark ? i - editor->fault_count + 1 : i + 1,
                            remark, editor->chosen == i);
    }
}

/* Round the rows of a corner, with knobs at both edges of its ends, where they cover no sign. */
static void paint_corner(cairo_t *cairo, void *context)
{
    const struct circuit_editor_sheet *sheet = context;
    const struct circuit_editor *editor = sheet->editor;
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    double scale = sheet_view(sheet->sheet)->scale;
    enum { STEPS = 4 };
    if (editor->corner < 0 || !editor->layout || editor->corner >= draft->corner_count)
        return;
    const struct draft_corner *corner = &draft->corners[editor->corner];
    int count = (corner->to - corner->from + 1) * STEPS;
    if (corner->from < 0 || corner->to >= draft->rows || count <= 0)
        return;
    cairo_new_path(cairo);
    for (int i = 0; i <= 2 * count + 1; i++) {
        int step = i <= count ? i : 2 * count + 1 - i;
        struct pixel at = place_on_strip(sheet, corner->from + step / (double)STEPS,
                                         i <= count ? 0 : draft->lanes);
        cairo_line_to(cairo, at.x, at.y);
    }
    cairo_close_path(cairo);
    brush_color(cairo, sheet_theme(sheet->sheet)->action);
    brush_stroke(cairo, 3 * scale, 0, 0);
    cairo_new_path(cairo);
    for (int knob = 0; knob < 4; knob++) {
        struct pixel at = place_on_strip(sheet, knob % 2 ? corner->to + 1 : corner->from,
                                         knob / 2 ? draft->lanes : 0);
        brush_add_disc(cairo, at.x, at.y, 5 * scale);
    }
    cairo_fill(cairo);
}

static void paint_space(cairo_t *cairo, const struct circuit_editor_sheet *sheet)
{
    const struct circuit_editor *editor = sheet->editor;
    const struct paper_view *view = sheet_view(sheet->sheet);
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    cairo_new_path(cairo);
    brush_color(cairo, sheet_theme(sheet->sheet)->action);
    if (editor->desk.tool == CIRCUIT_TOOL_LINE) {
        circuit_add_space(cairo, view, editor->layout, editor->space, 2 * view->scale);
        brush_stroke(cairo, 2 * view->scale, 0, 0);
        return;
    }
    bool start = editor->desk.tool == CIRCUIT_TOOL_START;
    for (int end = 0; end < 2 - start; end++)
        brush_add_line(cairo, place_on_strip(sheet, editor->space.row + end, 0),
                       place_on_strip(sheet, editor->space.row + end, draft->lanes));
    brush_stroke(cairo, (start ? 5 : 2.5) * view->scale, 0, 0);
}

/* What a press would be about; with the pen the keyboard's cursor as a cross. */
static void paint_pointer(cairo_t *cairo, void *context)
{
    const struct circuit_editor_sheet *sheet = context;
    const struct circuit_editor *editor = sheet->editor;
    const struct desk *desk = &editor->desk;
    bool spaces = desk->tool != CIRCUIT_TOOL_PEN && desk->tool != CIRCUIT_TOOL_MOVE;
    if (!desk->pointer_known)
        return;
    if (spaces && editor->on_strip && editor->layout)
        paint_space(cairo, sheet);
    if (spaces || !desk->cursor)
        return;
    struct pixel at = place(sheet, editor->pointer);
    double scale = sheet_view(sheet->sheet)->scale, half = 9 * scale;
    cairo_new_path(cairo);
    brush_add_line(cairo, (struct pixel){at.x - half, at.y}, (struct pixel){at.x + half, at.y});
    brush_add_line(cairo, (struct pixel){at.x, at.y - half}, (struct pixel){at.x, at.y + half});
    brush_color(cairo, sheet_theme(sheet->sheet)->action);
    brush_stroke(cairo, 2 * scale, 0, 0);
}

/* With a ring where it began, which is where it closes. */
static void paint_stroke(cairo_t *cairo, void *context)
{
    const struct circuit_editor_sheet *sheet = context;
    const struct trail *stroke = &sheet->editor->stroke;
    double scale = sheet_view(sheet->sheet)->scale;
    if (stroke->count == 0)
        return;
    cairo_new_path(cairo);
    for (int i = 0; i < stroke->count; i++) {
        struct pixel at = place(sheet, stroke->spots[i]);
        cairo_line_to(cairo, at.x, at.y);
    }
    brush_color(cairo, sheet_theme(sheet->sheet)->action);
    brush_stroke(cairo, 3 * scale, 0, 0);
    struct pixel start = place(sheet, stroke->spots[0]);
    cairo_new_path(cairo);
    brush_circle(cairo, start.x, start.y, 9 * scale, 2 * scale);
}

static void paint_live(cairo_t *cairo, void *context)
{
    const struct circuit_editor_sheet *sheet = context;
    paint_told(cairo, context);
    paint_corner(cairo, context);
    paint_pointer(cairo, context);
    paint_stroke(cairo, context);
    labels_draw(cairo, &sheet->labels, sheet_theme(sheet->sheet));
}

struct circuit_editor_sheet *circuit_editor_sheet_create(void)
{
    struct circuit_editor_sheet *sheet = memory_allocate(1, sizeof *sheet);
    sheet->sheet = sheet_create(
        (struct sheet_painter){.ground = paint_ground, .live = paint_live, .context = sheet});
    return sheet;
}

void circuit_editor_sheet_free(struct circuit_editor_sheet *sheet)
{
    if (!sheet)
        return;
    sheet_free(sheet->sheet);
    labels_end(&sheet->labels);
    free(sheet);
}

void circuit_editor_sheet_draw(struct circuit_editor_sheet *sheet, struct canvas *canvas,
                               struct circuit_editor *editor)
{
    static const struct {
        int box;
        void (*paint)(cairo_t *cairo, void *context);
    } live[] = {{LIVE_TOLD, paint_told},
                {LIVE_CORNER, paint_corner},
                {LIVE_POINTER, paint_pointer},
                {LIVE_STROKE, paint_stroke}};
    struct box box = editor->desk.sheet_box;
    circuit_editor_look(editor);
    sheet->editor = editor;
    enum sheet_news news = sheet_follow(sheet->sheet, canvas, box, &editor->desk.camera.view);
    bool other = !sheet->is_painted || sheet->painted != editor->looked_version;
    sheet->is_painted = true;
    sheet->painted = editor->looked_version;
    if (other)
        sheet_repaint(sheet->sheet);
    if (news != SHEET_STAYS || other)
        desk_number_edges(&editor->desk, canvas, sheet->sheet, &sheet->labels, LIVE_LEFT_NUMBERS,
                          LIVE_LOWER_NUMBERS);
    for (size_t i = 0; i < sizeof live / sizeof *live; i++)
        sheet_set_live(sheet->sheet, live[i].box, sheet_ink(sheet->sheet, live[i].paint, sheet));
    sheet_draw(sheet->sheet, canvas, box.x, box.y);
}
