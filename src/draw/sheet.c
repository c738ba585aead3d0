/* The sheet on the screen: a cached picture in two layers.
 *
 * Owns the ground's pixels (a cairo image), a scrap of pixels for live boxes and one texture. The
 * texture goes when the canvas has lost its own or the size changes; then all of it is uploaded
 * again. Without a texture (out of graphics memory) nothing is drawn, and the next frame tries
 * again.
 */
#include "draw/sheet.h"

#include "base/hash.h"
#include "base/memory.h"
#include "draw/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BAND_HEIGHT = 160,
    MENDED_STEPS = 12 /* more of them are quicker painted with everything */
};
static const double LEFT_NUMBERS_WIDTH = 56, LOWER_NUMBERS_HEIGHT = 28; /* interface pixels */

struct sheet {
    struct sheet_painter painter;
    cairo_surface_t *ground;
    cairo_surface_t *course; /* NULL: it is the ground's */
    cairo_surface_t *scrap;  /* as many pixels as a band that is as wide as the ground */
    SDL_Texture *texture;
    int generation; /* of the canvas that the texture was made under */
    int width, height;
    struct boxes unpainted; /* of the ground */
    struct boxes bare;      /* of the course; the ground is unpainted there, too */
    struct boxes stale;     /* of the texture */
    struct boxes uploaded;  /* when it was last drawn */
    struct box live[SHEET_LIVE_LIMIT];
    bool live_due[SHEET_LIVE_LIMIT];
    struct paper_view view; /* that it follows */
    const struct paper_theme *theme;
    int shake_x, shake_y;
    struct paper_ghost ghost; /* that the ground shows */
    struct sheet_pieces pieces;
};

struct box sheet_whole(const struct sheet *sheet)
{
    return box_make(0, 0, sheet->width, sheet->height);
}

struct sheet *sheet_create(struct sheet_painter painter)
{
    struct sheet *sheet = memory_allocate(1, sizeof *sheet);
    sheet->painter = painter;
    return sheet;
}

static void drop_texture(struct sheet *sheet)
{
    texture_free(sheet->texture);
    sheet->texture = NULL;
}

static void drop_pixels(struct sheet *sheet)
{
    drop_texture(sheet);
    cairo_surface_destroy(sheet->ground); /* of NULL it does nothing */
    cairo_surface_destroy(sheet->course);
    cairo_surface_destroy(sheet->scrap);
}

void sheet_free(struct sheet *sheet)
{
    if (!sheet)
        return;
    drop_pixels(sheet);
    free(sheet);
}

void sheet_paint_anew(struct sheet *sheet)
{
    sheet->bare = (struct boxes){{sheet_whole(sheet)}, 1};
    sheet_repaint(sheet);
}

void sheet_resize(struct sheet *sheet, int width, int height)
{
    if (sheet->ground && width == sheet->width && height == sheet->height)
        return;
    drop_pixels(sheet);
    sheet->ground = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    if (sheet->painter.course)
        sheet->course = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    sheet->scrap = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, BAND_HEIGHT);
    sheet->width = width;
    sheet->height = height;
    sheet_paint_anew(sheet);
}

void sheet_repaint(struct sheet *sheet)
{
    sheet->unpainted = (struct boxes){{sheet_whole(sheet)}, 1};
}

void sheet_mend(struct sheet *sheet, struct box box)
{
    boxes_add(&sheet->unpainted, box_intersect(box, sheet_whole(sheet)), boxes_touch);
}

static void shift_pixels(const struct sheet *sheet, cairo_surface_t *surface, int dx, int dy)
{
    if (!surface)
        return;
    cairo_surface_flush(surface);
    unsigned char *pixels = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    int rows = sheet->height - abs(dy);
    size_t length = (size_t)(sheet->width - abs(dx)) * 4;
    for (int i = 0; i < rows; i++) {
        int to = dy > 0 ? sheet->height - 1 - i : i;
        unsigned char *target = pixels + (ptrdiff_t)to * stride + (dx > 0 ? dx * 4 : 0);
        unsigned char *source = pixels + (ptrdiff_t)(to - dy) * stride + (dx < 0 ? -dx * 4 : 0);
        memmove(target, source, length);
    }
    cairo_surface_mark_dirty(surface);
}

static void uncover(struct sheet *sheet, struct box box)
{
    boxes_add(&sheet->bare, box, boxes_touch);
    sheet_mend(sheet, box);
}

void sheet_scroll(struct sheet *sheet, int dx, int dy)
{
    if (dx == 0 && dy == 0)
        return;
    if (abs(dx) >= sheet->width || abs(dy) >= sheet->height || sheet->unpainted.count > 0) {
        sheet_paint_anew(sheet);
        return;
    }
    shift_pixels(sheet, sheet->ground, dx, dy);
    shift_pixels(sheet, sheet->course, dx, dy);
    for (int i = 0; i < sheet->pieces.count; i++) {
        sheet->pieces.at[i].box.x += dx;
        sheet->pieces.at[i].box.y += dy;
    }
    boxes_add(&sheet->stale, sheet_whole(sheet), boxes_join_well);
    if (dx != 0)
        uncover(sheet, box_make(dx > 0 ? 0 : sheet->width + dx, 0, abs(dx), sheet->height));
    if (dy != 0)
        uncover(sheet, box_make(dx > 0 ? dx : 0, dy > 0 ? 0 : sheet->height + dy,
                                sheet->width - abs(dx), abs(dy)));
}

void sheet_set_live(struct sheet *sheet, int index, struct box box)
{
    boxes_add(&sheet->stale, sheet->live[index], boxes_join_well);
    sheet->live[index] = box_intersect(box, sheet_whole(sheet));
    sheet->live_due[index] = true;
}

enum sheet_news sheet_follow(struct sheet *sheet, const struct canvas *canvas, struct box box,
                             const struct paper_view *view)
{
    const struct paper_view old = sheet->view;
    bool same = sheet->ground && box.w == sheet->width && box.h == sheet->height &&
                sheet->theme == canvas_theme(canvas) && view->square == old.square &&
                view->scale == old.scale;
    sheet_resize(sheet, box.w, box.h);
    sheet->theme = canvas_theme(canvas);
    sheet->view = *view;
    if (!same)
        sheet_paint_anew(sheet);
    else
        sheet_scroll(sheet, (int)(view->left - old.left), (int)(view->top - old.top));
    return !same                                            ? SHEET_OTHER
           : view->left != old.left || view->top != old.top ? SHEET_MOVED
                                                            : SHEET_STAYS;
}

const struct paper_view *sheet_view(const struct sheet *sheet)
{
    return &sheet->view;
}

const struct paper_theme *sheet_theme(const struct sheet *sheet)
{
    return sheet->theme;
}

void sheet_set_numbers(struct sheet *sheet, int left, int lower, int rows)
{
    const struct paper_view *view = &sheet->view;
    int width = (int)(LEFT_NUMBERS_WIDTH * view->scale);
    int height = (int)(LOWER_NUMBERS_HEIGHT * view->scale);
    double margin = view->square / 2 + 2;
    int x = (int)fmax(0, view->left - margin);
    int bottom = (int)fmin(sheet->height, view->top + rows * view->square + margin);
    sheet_set_live(sheet, left, box_make(x, 0, width, sheet->height));
    sheet_set_live(sheet, lower, box_make(0, bottom - height, sheet->width, height));
}

struct box sheet_box(const double box[4])
{
    const double far = 100000;
    double left = fmin(fmax(box[0], -far), far), top = fmin(fmax(box[1], -far), far);
    double right = fmin(fmax(box[0] + box[2], -far), far);
    double bottom = fmin(fmax(box[1] + box[3], -far), far);
    return box_make((int)floor(left), (int)floor(top), (int)ceil(right - left) + 1,
                    (int)ceil(bottom - top) + 1);
}

void sheet_set_ghost(struct sheet *sheet, const struct paper_ghost *ghost)
{
    const struct paper_ghost old = sheet->ghost;
    double box[4];
    sheet->ghost = *ghost;
    if (old.session != ghost->session || old.car != ghost->car) {
        sheet_repaint(sheet);
        return;
    }
    if (!ghost->session || (old.rounds == ghost->rounds && old.progress == ghost->progress))
        return;
    const struct paper_ghost *later = old.rounds > ghost->rounds ? &old : ghost;
    int from = old.rounds < ghost->rounds ? old.rounds : ghost->rounds;
    if (paper_ghost_box(&sheet->view, later, from, box))
        sheet_mend(sheet, sheet_box(box));
}

static void mend_step(struct sheet *sheet, const struct session *session, int step)
{
    double box[4];
    if (step >= 0 && paper_step_box(&sheet->view, session, step, box))
        sheet_mend(sheet, sheet_box(box));
}

bool sheet_mend_steps(struct sheet *sheet, const struct session *session, int before, int now)
{
    int low = before < now ? before : now, high = before < now ? now : before;
    if (high - low > MENDED_STEPS || high > session_step_count(session)) {
        sheet_repaint(sheet);
        return false;
    }
    for (int i = low; i < high; i++) {
        mend_step(sheet, session, i);
        mend_step(sheet, session, paper_fading_step(session, i));
    }
    return high > low;
}

void sheet_add_piece(struct sheet_pieces *pieces, uint64_t look, struct box box)
{
    if (pieces->count < SHEET_PIECES) {
        pieces->at[pieces->count++] = (struct sheet_piece){look, box};
        return;
    }
    struct sheet_piece *last = &pieces->at[SHEET_PIECES - 1];
    *last = (struct sheet_piece){hash_number(last->look, (int64_t)look), box_join(last->box, box)};
}

void sheet_set_pieces(struct sheet *sheet, const struct sheet_pieces *pieces)
{
    const struct sheet_pieces old = sheet->pieces;
    sheet->pieces = *pieces;
    for (int i = 0; i < old.count || i < pieces->count; i++) {
        struct sheet_piece was = {0}, is = {0};
        was = i < old.count ? old.at[i] : was;
        is = i < pieces->count ? pieces->at[i] : is;
        if (was.look == is.look && box_is_same(was.box, is.box))
            continue;
        sheet_mend(sheet, was.box);
        sheet_mend(sheet, is.box);
    }
}

struct box sheet_ink(const struct sheet *sheet, void (*paint)(cairo_t *cairo, void *context),
                     void *context)
{
    const cairo_rectangle_t whole = {0, 0, sheet->width, sheet->height};
    cairo_surface_t *record = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &whole);
    cairo_t *cairo = cairo_create(record);
    double ink[4];
    paint(cairo, context);
    cairo_recording_surface_ink_extents(record, &ink[0], &ink[1], &ink[2], &ink[3]);
    cairo_destroy(cairo);
    cairo_surface_destroy(record);
    return ink[2] > 0 && ink[3] > 0 ? sheet_box(ink) : box_make(0, 0, 0, 0);
}

static void paint_boxes(cairo_surface_t *surface, const struct boxes *boxes,
                        const struct sheet *sheet, void (*paint)(cairo_t *cairo, void *context),
                        cairo_surface_t *under)
{
    if (boxes->count == 0)
        return;
    cairo_t *cairo = cairo_create(surface);
    for (int i = 0; i < boxes->count; i++)
        cairo_rectangle(cairo, boxes->at[i].x, boxes->at[i].y, boxes->at[i].w, boxes->at[i].h);
    cairo_clip(cairo);
    if (under) {
        cairo_set_source_surface(cairo, under, 0, 0);
        cairo_paint(cairo);
    }
    paint(cairo, sheet->painter.context);
    cairo_destroy(cairo);
}

static void paint_each(cairo_surface_t *surface, const struct boxes *boxes,
                       const struct sheet *sheet, void (*paint)(cairo_t *cairo, void *context),
                       cairo_surface_t *under)
{
    for (int i = 0; i < boxes->count; i++)
        paint_boxes(surface, &(struct boxes){{boxes->at[i]}, 1}, sheet, paint, under);
}

static void paint_ground(struct sheet *sheet)
{
    if (sheet->course)
        paint_each(sheet->course, &sheet->bare, sheet, sheet->painter.course, NULL);
    if (sheet->painter.at_once)
        paint_boxes(sheet->ground, &sheet->unpainted, sheet, sheet->painter.ground, sheet->course);
    else
        paint_each(sheet->ground, &sheet->unpainted, sheet, sheet->painter.ground, sheet->course);
    for (int i = 0; i < sheet->unpainted.count; i++)
        boxes_add(&sheet->stale, sheet->unpainted.at[i], boxes_join_well);
    sheet->bare.count = sheet->unpainted.count = 0;
}

static void upload(struct sheet *sheet, cairo_surface_t *surface, struct box from, struct box to)
{
    cairo_surface_flush(surface);
    int stride = cairo_image_surface_get_stride(surface);
    const unsigned char *pixels = cairo_image_surface_get_data(surface);
    SDL_Rect rect = {to.x, to.y, to.w, to.h};
    if (pixels)
        SDL_UpdateTexture(sheet->texture, &rect,
                          pixels + (ptrdiff_t)from.y * stride + (ptrdiff_t)from.x * 4, stride);
    boxes_add(&sheet->uploaded, to, boxes_join_well);
}

/* A copy of the ground with what is live over it, from the scrap to the texture. */
static void paint_band(struct sheet *sheet, struct box box)
{
    cairo_surface_t *band = cairo_image_surface_create_for_data(
        cairo_image_surface_get_data(sheet->scrap), CAIRO_FORMAT_RGB24, box.w, box.h,
        cairo_format_stride_for_width(CAIRO_FORMAT_RGB24, box.w));
    cairo_t *cairo = cairo_create(band);
    cairo_translate(cairo, -box.x, -box.y);
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
    cairo_set_source_surface(cairo, sheet->ground, 0, 0);
    cairo_paint(cairo);
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER);
    sheet->painter.live(cairo, sheet->painter.context);
    cairo_destroy(cairo);
    upload(sheet, band, box_make(0, 0, box.w, box.h), box);
    cairo_surface_destroy(band);
}

/* In bands, because fresh memory for a scrap as large as the sheet costs more than painting it. */
static void paint_live(struct sheet *sheet, struct box box)
{
    while (!box_is_empty(box))
        paint_band(sheet, box_cut_top(&box, sheet->width * BAND_HEIGHT / box.w));
}

static bool is_held(struct box box, const struct boxes *by)
{
    for (int i = 0; i < by->count; i++)
        if (box_is_same(box_intersect(box, by->at[i]), box))
            return true;
    return false;
}

/* What is live is painted where it changed, and where ground under it was uploaded: no more of it,
 * because a live box may be as large as the sheet. */
static void refresh_texture(struct sheet *sheet)
{
    struct boxes due = {.count = 0};
    for (int k = 0; k < SHEET_LIVE_LIMIT; k++) {
        if (sheet->live_due[k])
            boxes_add(&due, sheet->live[k], boxes_join_well);
        sheet->live_due[k] = false;
        for (int i = 0; i < sheet->stale.count; i++)
            boxes_add(&due, box_intersect(sheet->stale.at[i], sheet->live[k]), boxes_join_well);
    }
    for (int i = 0; i < sheet->stale.count; i++)
        if (!is_held(sheet->stale.at[i], &due))
            upload(sheet, sheet->ground, sheet->stale.at[i], sheet->stale.at[i]);
    sheet->stale.count = 0;
    for (int i = 0; i < due.count; i++)
        paint_live(sheet, due.at[i]);
}

static bool make_texture(struct sheet *sheet, struct canvas *canvas)
{
    if (sheet->texture && sheet->generation == canvas_generation(canvas))
        return true;
    drop_texture(sheet);
    sheet->texture = texture_create(canvas, true, sheet->width, sheet->height);
    sheet->generation = canvas_generation(canvas);
    sheet->stale = (struct boxes){{sheet_whole(sheet)}, 1};
    return sheet->texture != NULL;
}

bool sheet_set_motion(struct sheet *sheet, int first, const struct box *boxes, int count)
{
    struct box joined[SHEET_MOTION_BOXES] = {{0}};
    bool any = count > 0;
    for (int i = 0; i < count; i++) {
        int slot = i < SHEET_MOTION_BOXES ? i : SHEET_MOTION_BOXES - 1;
        joined[slot] = box_join(joined[slot], boxes[i]);
    }
    for (int i = 0; i < SHEET_MOTION_BOXES; i++) {
        bool was = !box_is_empty(sheet->live[first + i]);
        any |= was;
        if (was || !box_is_empty(joined[i]))
            sheet_set_live(sheet, first + i, joined[i]);
    }
    return any;
}

void sheet_shake(struct sheet *sheet, int dx, int dy)
{
    sheet->shake_x = dx;
    sheet->shake_y = dy;
}

/* What a shake leaves free at the edges shows what was there. */
static void put_edges(const struct sheet *sheet, struct canvas *canvas, struct box target)
{
    int dx = sheet->shake_x, dy = sheet->shake_y;
    struct box rest = target;
    struct box edges[2] = {dx > 0 ? box_cut_left(&rest, dx) : box_cut_right(&rest, -dx),
                           dy > 0 ? box_cut_top(&rest, dy) : box_cut_bottom(&rest, -dy)};
    for (int i = 0; i < 2; i++) {
        canvas_push_clip(canvas, edges[i]);
        canvas_put(canvas, sheet->texture, sheet_whole(sheet), target);
        canvas_pop_clip(canvas);
    }
}

void sheet_draw(struct sheet *sheet, struct canvas *canvas, int x, int y)
{
    if (canvas_is_muted(canvas) || box_is_empty(sheet_whole(sheet)))
        return;
    paint_ground(sheet);
    if (!make_texture(sheet, canvas))
        return;
    sheet->uploaded.count = 0;
    refresh_texture(sheet);
    struct box whole = sheet_whole(sheet), target = {x, y, whole.w, whole.h}, shaken = target;
    shaken.x += sheet->shake_x;
    shaken.y += sheet->shake_y;
    for (int i = 0; i < sheet->uploaded.count; i++) {
        struct box box = sheet->uploaded.at[i];
        canvas_spoil(canvas, box_make(x + box.x, y + box.y, box.w, box.h));
    }
    if (!box_is_same(shaken, target))
        canvas_spoil(canvas, target);
    canvas_push_clip(canvas, target);
    canvas_put(canvas, sheet->texture, whole, shaken);
    canvas_pop_clip(canvas);
    put_edges(sheet, canvas, target);
}
