/* Filled boxes, rounded cards and shapes painted by cairo, cached as textures.
 *
 * A card of any size is put together from one small painted square: four corners, four stretched
 * edges and a filled middle, so resizing the window paints nothing anew.
 */
#include "draw/inside.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct cached *paint(struct canvas *canvas, const char *key, int width, int height,
                            canvas_painter *painter, const void *data)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    SDL_Texture *texture = NULL;
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) {
        cairo_t *cairo = cairo_create(surface);
        painter(cairo, width, height, data);
        cairo_destroy(cairo);
        texture = pixels_make_texture(canvas, surface, false);
    }
    cairo_surface_destroy(surface);
    return cache_add(canvas, key, texture, width, height);
}

void canvas_shape(struct canvas *canvas, const char *key, struct box box, canvas_painter *painter,
                  const void *data)
{
    if (canvas->muted || box.w <= 0 || box.h <= 0)
        return;
    char full_key[128];
    snprintf(full_key, sizeof full_key, "shape %d %d %s", box.w, box.h, key);
    struct cached *cached = cache_find(canvas, full_key);
    if (!cached)
        cached = paint(canvas, full_key, box.w, box.h, painter, data);
    canvas_copy(canvas, cached, box.x, box.y);
}

/* A card in device pixels, with the margin that its shadow needs. */
struct card_metrics {
    struct card card;
    double radius, edge;
    int margin, corner;
    double scale;
};

static void rounded_path(cairo_t *cairo, double x, double y, double w, double h, double r)
{
    r = fmax(0, fmin(r, fmin(w, h) / 2));
    cairo_new_path(cairo);
    cairo_arc(cairo, x + w - r, y + r, r, -M_PI / 2, 0);
    cairo_arc(cairo, x + w - r, y + h - r, r, 0, M_PI / 2);
    cairo_arc(cairo, x + r, y + h - r, r, M_PI / 2, M_PI);
    cairo_arc(cairo, x + r, y + r, r, M_PI, 3 * M_PI / 2);
    cairo_close_path(cairo);
}

static void use_color(cairo_t *cairo, struct paper_color color)
{
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha);
}

static void paint_shadow(cairo_t *cairo, int width, int height, const struct card_metrics *m)
{
    double margin = m->margin;
    for (double spread = margin; spread > 0; spread -= 1) {
        double nearness = 1 - spread / margin;
        cairo_set_source_rgba(cairo, 0.25, 0.22, 0.15, 0.045 * nearness * nearness / m->scale);
        double down = 1.5 * m->scale;
        rounded_path(cairo, margin - spread, margin - spread + down, width - 2 * (margin - spread),
                     height - 2 * (margin - spread), m->radius + spread);
        cairo_fill(cairo);
    }
}

static void paint_card(cairo_t *cairo, int width, int height, const void *data)
{
    const struct card_metrics *m = data;
    if (m->card.shadow)
        paint_shadow(cairo, width, height, m);
    double inset = m->margin + m->edge / 2;
    rounded_path(cairo, inset, inset, width - 2 * inset, height - 2 * inset,
                 m->radius - m->edge / 2);
    use_color(cairo, m->card.fill);
    cairo_fill_preserve(cairo);
    if (m->edge > 0) {
        use_color(cairo, m->card.edge);
        cairo_set_line_width(cairo, m->edge);
        double dash = 5 * m->scale;
        if (m->card.dashed)
            cairo_set_dash(cairo, &dash, 1, 0);
        cairo_stroke(cairo);
    }
}

static unsigned color_code(struct paper_color color)
{
    SDL_Color bytes = color_bytes(color);
    return (unsigned)bytes.r << 24 | (unsigned)bytes.g << 16 | (unsigned)bytes.b << 8 | bytes.a;
}

static struct card_metrics measure_card(const struct canvas *canvas, const struct card *card)
{
    struct card_metrics m = {.card = *card, .scale = canvas->scale};
    m.radius = canvas_units(canvas, card->radius);
    /* Not rounded: an edge of 1.5 pixels is a calmer line than one of 2. */
    m.edge = card->edge_width > 0 ? fmax(1, card->edge_width * canvas->scale) : 0;
    m.margin = card->shadow ? canvas_units(canvas, 12) : 0;
    double larger = fmax(m.radius, m.edge);
    m.corner = m.margin + (int)ceil(larger) + 1 + (card->shadow ? canvas_units(canvas, 14) : 0);
    return m;
}

/* `c` pixels at each corner as they are, one row or column of the middle stretched. */
static void copy_nine(struct canvas *canvas, const struct cached *cached, struct box box, int c,
                      struct paper_color fill)
{
    const int from[3] = {0, c, c + 1}, from_size[3] = {c, 1, c};
    const int x[3] = {box.x, box.x + c, box.x + box.w - c}, w[3] = {c, box.w - 2 * c, c};
    const int y[3] = {box.y, box.y + c, box.y + box.h - c}, h[3] = {c, box.h - 2 * c, c};
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            if (row != 1 || column != 1)
                canvas_put(canvas, cached->texture,
                           (struct box){from[column], from[row], from_size[column], from_size[row]},
                           (struct box){x[column], y[row], w[column], h[row]});
    if (fill.alpha > 0)
        canvas_fill(canvas, box_make(x[1], y[1], w[1], h[1]), fill);
}

void canvas_card(struct canvas *canvas, struct box box, const struct card *card)
{
    if (canvas->muted || box.w <= 0 || box.h <= 0)
        return;
    struct card_metrics m = measure_card(canvas, card);
    char key[96];
    snprintf(key, sizeof key, "card %08x %08x %.2f %.2f %d %d", color_code(card->fill),
             color_code(card->edge), card->radius, card->edge_width, card->dashed, card->shadow);
    struct box outer = {box.x - m.margin, box.y - m.margin, box.w + 2 * m.margin,
                        box.h + 2 * m.margin};
    if (card->dashed || outer.w < 2 * m.corner + 1 || outer.h < 2 * m.corner + 1) {
        canvas_shape(canvas, key, outer, paint_card, &m);
        return;
    }
    struct cached *cached = cache_find(canvas, key);
    if (!cached)
        cached = paint(canvas, key, 2 * m.corner + 1, 2 * m.corner + 1, paint_card, &m);
    if (cached->texture)
        copy_nine(canvas, cached, outer, m.corner, card->fill);
}

struct card card_plain(const struct canvas *canvas)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    return (struct card){theme->card, theme->panel_edge, .radius = 8, .edge_width = 1.5};
}

void canvas_plain_card(struct canvas *canvas, struct box box)
{
    struct card card = card_plain(canvas);
    canvas_card(canvas, box, &card);
}

struct mark {
    int pen;
    const struct paper_theme *theme;
};

static void paint_mark(cairo_t *cairo, int width, int height, const void *data)
{
    const struct mark *mark = data;
    /* The box is wider than the mark by the margin that its pen's width needs. */
    paper_draw_mark(cairo, mark->pen, width / 2.0, height / 2.0, width / 1.3, mark->theme);
}

void canvas_mark(struct canvas *canvas, int pen, double x, double y, double size)
{
    struct mark mark = {pen, canvas_theme(canvas)};
    int side = (int)lround(size * 1.3);
    char key[24];
    snprintf(key, sizeof key, "mark %d", pen);
    struct box box = {(int)lround(x - side / 2.0), (int)lround(y - side / 2.0), side, side};
    canvas_shape(canvas, key, box, paint_mark, &mark);
}
