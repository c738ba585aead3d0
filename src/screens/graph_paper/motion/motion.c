/* The pane of motion: what is marked, and the graphs, which are painted anew only when the motion
 * or its looks are others; marks are laid over them.
 */
#include "screens/graph_paper/motion/inside.h"

#include "base/hash.h"
#include "base/memory.h"
#include "paper/paper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Interface pixels. */
static const double PANE_WIDTH = 520, PANE_LEAST = 300, SIDE = 10, RING = 9, BAR = 12;
enum { PANE_PERCENT = 44 };

struct motion_pane *motion_pane_create(void)
{
    struct motion_pane *pane = memory_allocate(1, sizeof *pane);
    pane->row_hovered = pane->graph_pointed = pane->sheet_row = -1;
    pane->followed = -1;
    return pane;
}

void motion_pane_free(struct motion_pane *pane)
{
    if (!pane)
        return;
    picture_free(&pane->graphs);
    free(pane);
}

static double square_in(struct box box, struct point sheet)
{
    return fmin((double)box.w / (sheet.x + 1), (double)box.h / (sheet.y + 1));
}

struct box motion_pane_cut(const struct canvas *canvas, struct box *rest, struct point sheet)
{
    int part = rest->w * PANE_PERCENT / 100, width = canvas_units(canvas, PANE_WIDTH);
    struct box beside = *rest, above = *rest;
    struct box left = box_cut_left(&beside, part < width ? part : width);
    struct box below = box_cut_bottom(&above, rest->h * PANE_PERCENT / 100);
    bool goes_left = part >= canvas_units(canvas, PANE_LEAST) &&
                     square_in(beside, sheet) >= square_in(above, sheet);
    *rest = goes_left ? beside : above;
    return goes_left ? left : below;
}

/* --- what it is of ---------------------------------------------------------------------------- */

int motion_last(const struct motion_pane *pane)
{
    int last = 0;
    for (int line = 0; line < pane->of.line_count; line++) {
        int rows = kinematics_last(&pane->of, line);
        last = rows > last ? rows : last;
    }
    return last;
}

/* What was typed counts only while it is a unit. */
static struct kinematics_unit unit_of(const struct settings *settings)
{
    struct kinematics_unit unit = kinematics_squares, typed = unit;
    struct error error;
    if ((settings->motion_looks & MOTION_METRIC) == 0 ||
        !kinematics_read_unit(settings->motion_square, &typed.square, &error) ||
        !kinematics_read_unit(settings->motion_move, &typed.move, &error))
        return unit;
    typed.metric = true;
    return typed;
}

static void find_lines(struct motion_pane *pane)
{
    struct kinematics *of = &pane->of;
    int kept = 0, bodies = pane->show.scene->body_count;
    for (int body = 0; body < bodies; body++)
        if ((pane->left_out >> body & 1) == 0)
            of->lines[kept++] = (struct kinematics_line){body, -1};
    if (kept == 0) { /* somebody is always there */
        pane->left_out = 0;
        for (; kept < bodies; kept++)
            of->lines[kept] = (struct kinematics_line){kept, -1};
    }
    pane->difference = pane->difference && kept == 2;
    if (pane->difference) {
        of->lines[0].minus = of->lines[1].body;
        kept = 1;
    }
    of->line_count = kept;
}

static void find_motion(struct motion_pane *pane, const struct settings *settings)
{
    pane->of = kinematics_of(pane->show.scene,
                             (struct kinematics_look){(unsigned)settings->motion_columns,
                                                      settings->motion_looks & MOTION_VECTORS,
                                                      unit_of(settings)});
    find_lines(pane);
}

/* --- what is marked --------------------------------------------------------------------------- */

bool motion_pane_marked(const struct motion_pane *pane, int *body, int *row)
{
    *body = -1;
    *row = pane->show.row;
    if (pane->row_hovered >= 0) {
        *row = pane->row_hovered;
        *body =
            pane->line_hovered < pane->of.line_count ? pane->of.lines[pane->line_hovered].body : -1;
    } else if (pane->graph_pointed >= 0) {
        *row = pane->graph_pointed;
    } else if (pane->sheet_row >= 0) {
        *row = pane->sheet_row;
        *body = pane->sheet_body;
    } else {
        return false;
    }
    return true;
}

/* Pointed at, or the present one. */
static int motion_marked_row(const struct motion_pane *pane)
{
    int body, row;
    motion_pane_marked(pane, &body, &row);
    return row;
}

static bool is_shown(const struct motion_pane *pane, int body)
{
    for (int line = 0; line < pane->of.line_count; line++)
        if (pane->of.lines[line].body == body || pane->of.lines[line].minus == body)
            return true;
    return false;
}

/* The latest row whose end is nearest to the pointer, within half a square. */
static void point_at_sheet(struct motion_pane *pane, int x, int y)
{
    const struct motion_show *show = &pane->show;
    double at_x, at_y, nearest = 0.25;
    pane->sheet_row = -1;
    if (!show->scene || !show->camera || !box_holds(show->sheet_box, x, y))
        return;
    camera_to_sheet(show->camera, x - show->sheet_box.x, y - show->sheet_box.y, &at_x, &at_y);
    for (int body = 0; body < show->scene->body_count; body++) {
        const struct scene_body *of = &show->scene->bodies[body];
        for (int row = is_shown(pane, body) ? 0 : of->count + 1; row <= of->count; row++) {
            struct point at = scene_at(of, row);
            double apart = (at.x - at_x) * (at.x - at_x) + (at.y - at_y) * (at.y - at_y);
            if (apart > nearest)
                continue;
            nearest = apart;
            pane->sheet_row = row;
            pane->sheet_body = body;
        }
    }
}

int motion_pane_press(const struct motion_pane *pane, int x, int y)
{
    if (!box_holds(pane->graph_box, x, y))
        return -1;
    return graphs_row_at(&pane->of, &pane->frame, x);
}

bool motion_pane_point(struct motion_pane *pane, int x, int y)
{
    int graph = pane->graph_pointed, row = pane->sheet_row, body = pane->sheet_body;
    pane->graph_pointed = motion_pane_press(pane, x, y);
    point_at_sheet(pane, x, y);
    return graph != pane->graph_pointed || row != pane->sheet_row ||
           (row >= 0 && body != pane->sheet_body);
}

static void mark_body(const struct motion_pane *pane, struct canvas *canvas, int body, int row)
{
    const struct motion_show *show = &pane->show;
    const struct scene_body *of = &show->scene->bodies[body];
    if (row > of->count)
        return;
    struct stroke stroke = {canvas_theme(canvas)->ink, canvas_units(canvas, 2.5), 0};
    double ends[4], radius = canvas_units(canvas, RING);
    for (int i = 0; i < 2; i++) {
        struct point at = scene_at(of, row > 0 ? row - 1 + i : 0);
        paper_to_device(&show->camera->view, show->camera->rows, at.x, at.y, &ends[2 * i],
                        &ends[2 * i + 1]);
        ends[2 * i] += show->sheet_box.x;
        ends[2 * i + 1] += show->sheet_box.y;
    }
    canvas_circle(canvas, ends[2], ends[3], radius, &stroke);
    stroke.color = color_fade(stroke.color, 0.5);
    canvas_stroke(canvas, ends, 2, &stroke);
}

void motion_pane_mark(const struct motion_pane *pane, struct canvas *canvas)
{
    int marked, row;
    if (!motion_pane_marked(pane, &marked, &row))
        return;
    canvas_push_clip(canvas, pane->show.sheet_box);
    for (int body = 0; body < pane->show.scene->body_count; body++)
        if (body == marked || (marked < 0 && is_shown(pane, body)))
            mark_body(pane, canvas, body, row);
    canvas_pop_clip(canvas);
}

/* --- graphs ----------------------------------------------------------------------------------- */

struct painting {
    const struct motion_pane *pane;
    struct box whole;
    unsigned quantities;
};

static bool paint_graphs(cairo_t *cairo, const struct canvas *canvas, struct box box, void *data)
{
    const struct painting *painting = data;
    const struct paper_theme *theme = canvas_theme(canvas);
    struct graph_frame frame = painting->pane->frame;
    (void)box;
    frame.x -= painting->whole.x;
    frame.y -= painting->whole.y;
    cairo_set_source_rgb(cairo, theme->card.red, theme->card.green, theme->card.blue);
    cairo_paint(cairo);
    graphs_draw(cairo, &painting->pane->of, painting->quantities, &frame, theme);
    return true;
}

/* Others for another motion or another look of it. */
static uint64_t digest(const struct motion_pane *pane, unsigned quantities)
{
    const struct kinematics *of = &pane->of;
    uint64_t hash = hash_number(hash_number(HASH_START, quantities), of->look.unit.metric);
    const struct measure *units[] = {&of->look.unit.square, &of->look.unit.move};
    for (int i = 0; i < 2; i++)
        hash = hash_number(hash_number(hash, units[i]->numerator), units[i]->denominator);
    for (int i = 0; i < of->line_count; i++)
        hash = hash_number(hash_number(hash, of->lines[i].body), of->lines[i].minus);
    for (int i = 0; i < of->scene->body_count; i++) {
        const struct scene_body *body = &of->scene->bodies[i];
        const struct point starts[] = {body->start, body->velocity};
        hash = hash_bytes(hash, starts, sizeof starts);
        hash = hash_number(hash_number(hash, body->count), body->pen);
        hash = hash_bytes(hash, body->name, strlen(body->name));
        for (int row = 0; row < body->count; row++) {
            const struct scene_move *move = &body->moves[row];
            const struct point points[] = {move->choice, move->push, move->velocity, move->at};
            hash = hash_number(hash_bytes(hash, points, sizeof points), move->kind);
        }
    }
    return hash;
}

/* The move's part of the time, in all graphs. */
static void mark_graphs(const struct motion_pane *pane, struct canvas *canvas)
{
    int row = motion_marked_row(pane), last = motion_last(pane);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box box = pane->graph_box;
    if (row > last)
        return;
    int right = (int)lround(graphs_place(&pane->of, &pane->frame, row));
    int left = row > 0 ? (int)lround(graphs_place(&pane->of, &pane->frame, row - 1)) : right;
    int width = canvas_units(canvas, 2);
    canvas_fill(canvas, box_make(left, box.y, right - left, box.h),
                color_fade(theme->action, 0.14));
    canvas_fill(canvas, box_make(right - width / 2, box.y, width, box.h),
                color_fade(theme->action, 0.7));
}

/* Where there is no room for all of them they are scrolled. */
static void build_graphs(struct ui *ui, struct motion_pane *pane, struct box box, int quantities)
{
    struct canvas *canvas = ui_canvas(ui);
    double scale = canvas_scale(canvas);
    int least = (int)ceil(graphs_height(&pane->of, (unsigned)quantities, box.w, scale));
    bool scrolls = least > box.h;
    struct box whole = {box.x, box.y, box.w - (scrolls ? canvas_units(canvas, BAR) : 0),
                        scrolls ? least : box.h};
    pane->graph_box = box_intersect(box, whole);
    whole.y = ui_scroll_begin(ui, "scroll graphs", box, &pane->panels);
    pane->frame = (struct graph_frame){whole.x, whole.y, whole.w, whole.h, scale};
    struct painting painting = {pane, whole, (unsigned)quantities};
    uint64_t wanted = digest(pane, painting.quantities);
    if (!canvas_is_muted(canvas)) {
        if (wanted != pane->painted)
            picture_free(&pane->graphs);
        pane->painted = wanted;
        canvas_picture(canvas, &pane->graphs, whole, paint_graphs, &painting);
        mark_graphs(pane, canvas);
    }
    ui_surface(ui, "graphs", whole, ui_words("%d", motion_marked_row(pane)));
    ui_scroll_end(ui, whole.y + whole.h);
}

/* --- the pane --------------------------------------------------------------------------------- */

static int count_graphs(int quantities)
{
    int count = 0;
    for (int i = 0; i < COLUMN_COUNT; i++)
        count += (quantities & GRAPHS_ALL) >> i & 1;
    return count;
}

static int build_parts(struct app *app, struct ui *ui, struct motion_pane *pane, struct box box)
{
    const struct settings *settings = &app->settings;
    bool table = (settings->motion_looks & MOTION_NO_TABLE) == 0 || pane->part != MOTION_SHOWS;
    bool graphs = (settings->motion_looks & MOTION_NO_GRAPHS) == 0 &&
                  count_graphs(settings->motion_graphs) > 0;
    struct box part = {0};
    int clicked = -1;
    pane->graph_box = part;
    if (graphs && table)
        part = box.w * 2 > box.h * 3 ? box_cut_left(&box, box.w / 2)
                                     : box_cut_top(&box, box.h * 4 / 10);
    else if (table)
        part = box;
    if (pane->part == MOTION_CHOOSES)
        motion_choices(app, ui, pane, part);
    else if (pane->part == MOTION_SAVES)
        motion_saving(app, ui, pane, part);
    else if (table)
        clicked = motion_table(ui, pane, part);
    if (graphs) /* after the table, where a row may be pointed at */
        build_graphs(ui, pane, box, settings->motion_graphs);
    return clicked;
}

int motion_pane_build(struct motion_pane *pane, struct app *app, struct ui *ui,
                      const struct motion_show *show)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box box = show->box;
    const struct paper_theme *theme = canvas_theme(canvas);
    pane->show = *show;
    pane->row_hovered = -1;
    canvas_fill(canvas, box, theme->card);
    canvas_fill(canvas, box_cut_right(&box, canvas_units(canvas, 1)), theme->panel_edge);
    canvas_fill(canvas, box_cut_top(&box, canvas_units(canvas, 1)), theme->panel_edge);
    find_motion(pane, &app->settings);
    struct layout column = layout_inside(ui, box, SIDE, SIDE / 2, 4);
    motion_bodies(&column, app, pane);
    find_motion(pane, &app->settings); /* as it was just chosen */
    return show->scene->body_count > 0 ? build_parts(app, ui, pane, column.rest) : -1;
}
