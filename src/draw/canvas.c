/* What a frame shows is first listed and then painted, and that only where its list differs from
 * the one before: most of a window is the same from one frame to the next.
 *
 * The lists are compared in their order, and what only one of them has is damage. Each pixel
 * outside of that is made by the same things in the same order, so it is the same.
 */
#include "draw/canvas.h"

#include "base/memory.h"
#include "base/number.h"
#include "draw/inside.h"
#include "paper/paper.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK_AHEAD = 64, /* for where two lists agree again */
    NEAR_PIXELS = 4000
};

/* --- textures: what is listed must be there when it is painted, or be known to be gone -------- */

SDL_Texture *texture_own(struct canvas *canvas, SDL_Texture *texture, bool opaque)
{
    if (texture) {
        SDL_SetTextureUserData(texture, canvas);
        SDL_SetTextureBlendMode(texture, opaque ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND);
    }
    return texture;
}

SDL_Texture *texture_create(struct canvas *canvas, bool opaque, int width, int height)
{
    Uint32 format = opaque ? SDL_PIXELFORMAT_RGB888 : SDL_PIXELFORMAT_ARGB8888;
    return texture_own(
        canvas,
        SDL_CreateTexture(canvas->renderer, format, SDL_TEXTUREACCESS_STATIC, width, height),
        opaque);
}

static void strike_out(const struct listing *list, const SDL_Texture *texture)
{
    for (int i = 0; i < list->count; i++)
        if (list->items[i].texture == texture)
            list->items[i] = (struct listed){.kind = LISTED_GONE, .seen = list->items[i].seen};
}

void texture_free(SDL_Texture *texture)
{
    if (!texture)
        return;
    const struct canvas *canvas = SDL_GetTextureUserData(texture);
    strike_out(&canvas->now, texture);
    strike_out(&canvas->shown, texture);
    SDL_DestroyTexture(texture);
}

/* --- listing ---------------------------------------------------------------------------------- */

static struct box canvas_clip(const struct canvas *canvas);

void canvas_put(struct canvas *canvas, SDL_Texture *texture, struct box from, struct box to)
{
    struct box seen = box_intersect(to, canvas_clip(canvas));
    if (texture && !box_is_empty(seen))
        list_add(
            &canvas->now,
            (struct listed){
                .kind = LISTED_TEXTURE, .texture = texture, .from = from, .to = to, .seen = seen});
}

void canvas_fill(struct canvas *canvas, struct box box, struct paper_color color)
{
    struct box seen = box_intersect(box, canvas_clip(canvas));
    if (!canvas->muted && !box_is_empty(seen))
        list_add(&canvas->now,
                 (struct listed){.kind = LISTED_COLOR, .seen = seen, .color = color_bytes(color)});
}

static int64_t box_area(struct box box);

/* A part more costs about as much as so many pixels. */
static bool join_near(struct box a, struct box b)
{
    return box_area(box_join(a, b)) <= box_area(a) + box_area(b) + NEAR_PIXELS;
}

void canvas_spoil(struct canvas *canvas, struct box box)
{
    boxes_add(&canvas->damage, box_intersect(box, canvas->box), join_near);
}

void canvas_lose(struct canvas *canvas)
{
    canvas->shown_box = (struct box){0};
}

/* --- comparing -------------------------------------------------------------------------------- */

/* Without padding, so that they can be compared as bytes. */
_Static_assert(sizeof(struct listed) == sizeof(SDL_Texture *) + 3 * sizeof(struct box) + 8, "");

static bool agree(const struct listing *one, int i, const struct listing *other, int j)
{
    return i < one->count && j < other->count && one->items[i].kind != LISTED_GONE &&
           memcmp(&one->items[i], &other->items[j], sizeof *one->items) == 0;
}

/* Over so many that the other list has not. */
static void pass_over(struct canvas *canvas, const struct listing *list, int *index, int count)
{
    for (; count > 0 && *index < list->count; count--)
        canvas_spoil(canvas, list->items[(*index)++].seen);
}

static void compare(struct canvas *canvas)
{
    const struct listing *old = &canvas->shown, *now = &canvas->now;
    int i = 0, j = 0;
    while (i < old->count || j < now->count) {
        int ahead = 0;
        while (ahead < LOOK_AHEAD && !agree(old, i + ahead, now, j) &&
               !agree(old, i, now, j + ahead))
            ahead++;
        bool lost = ahead == LOOK_AHEAD, gone = !lost && agree(old, i + ahead, now, j);
        pass_over(canvas, old, &i, lost ? 1 : gone ? ahead : 0);
        pass_over(canvas, now, &j, lost ? 1 : gone ? 0 : ahead);
        i += !lost;
        j += !lost;
    }
}

/* --- painting --------------------------------------------------------------------------------- */

static bool is_opaque(const struct listed *listed)
{
    SDL_BlendMode mode = SDL_BLENDMODE_BLEND;
    if (listed->kind == LISTED_TEXTURE)
        SDL_GetTextureBlendMode(listed->texture, &mode);
    return listed->kind == LISTED_COLOR ? listed->color.a == 255 : mode == SDL_BLENDMODE_NONE;
}

/* The last that hides all before it. */
static int first_seen(const struct listing *list, struct box part)
{
    int i = list->count - 1;
    while (i > 0 && (!box_is_same(box_intersect(list->items[i].seen, part), part) ||
                     !is_opaque(&list->items[i])))
        i--;
    return i > 0 ? i : 0;
}

static void paint_part(const struct canvas *canvas, struct box part)
{
    SDL_Renderer *renderer = canvas->renderer;
    for (int i = first_seen(&canvas->now, part); i < canvas->now.count; i++) {
        const struct listed *listed = &canvas->now.items[i];
        struct box box = box_intersect(listed->seen, part);
        SDL_Rect rect = {box.x, box.y, box.w, box.h};
        SDL_Color color = listed->color;
        if (box_is_empty(box))
            continue;
        if (listed->kind == LISTED_TEXTURE) {
            /* Cut here: SDL cuts a stretched copy by shrinking its source, too, and draws nothing
             * when less than a pixel of that is left. What is stretched is one pixel wide or high.
             */
            struct box from = listed->from, to = listed->to;
            SDL_Rect source = {from.x, from.y, 1, 1};
            if (from.w == to.w) {
                source.x += rect.x - to.x;
                source.w = rect.w;
            }
            if (from.h == to.h) {
                source.y += rect.y - to.y;
                source.h = rect.h;
            }
            SDL_RenderCopy(renderer, listed->texture, &source, &rect);
        } else if (listed->kind == LISTED_COLOR) {
            SDL_SetRenderDrawBlendMode(renderer, is_opaque(listed) ? SDL_BLENDMODE_NONE
                                                                   : SDL_BLENDMODE_BLEND);
            SDL_SetRenderDrawColor(renderer, color.r, color.g, color.b, color.a);
            SDL_RenderFillRect(renderer, &rect);
        }
    }
}

void canvas_show(struct canvas *canvas, SDL_Window *window)
{
    /* A graphics card may keep nothing of the frame before. */
    SDL_RendererInfo info;
    bool kept = SDL_GetRendererInfo(canvas->renderer, &info) == 0 &&
                (info.flags & SDL_RENDERER_SOFTWARE) != 0;
    if (kept && box_is_same(canvas->box, canvas->shown_box))
        compare(canvas);
    else
        canvas->damage = (struct boxes){{canvas->box}, 1};
    for (int i = 0; i < canvas->damage.count; i++)
        paint_part(canvas, canvas->damage.at[i]);
    canvas->shown_box = canvas->box;
    SDL_Rect rects[BOXES_LIMIT];
    int count = canvas->damage.count;
    for (int i = 0; i < count; i++) {
        struct box box = canvas->damage.at[i];
        rects[i] = (SDL_Rect){box.x, box.y, box.w, box.h};
    }
    if (!kept)
        SDL_RenderPresent(canvas->renderer);
    else if (SDL_RenderFlush(canvas->renderer) != 0 ||
             (window && SDL_UpdateWindowSurfaceRects(window, rects, count) != 0))
        canvas_lose(canvas);
    canvas->damage.count = 0;
    struct listing old = canvas->shown;
    canvas->shown = canvas->now;
    canvas->now = old;
    canvas->now.count = 0;
}

/* === canvas =================================================================================== */

/* The canvas itself: sizes, clipping, what becomes of lost textures.
 *
 * Owns the fonts and the cache; borrows the renderer, which must outlive it.
 */

struct canvas *canvas_create(SDL_Renderer *renderer, struct error *error)
{
    struct canvas *canvas = memory_allocate(1, sizeof *canvas);
    canvas->renderer = renderer;
    canvas->theme = &paper_theme_paper;
    canvas->scale = 1;
    if (TTF_Init() != 0) {
        error_set(error, "the text library does not start: %s", TTF_GetError());
        free(canvas);
        return NULL;
    }
    if (!fonts_find(&canvas->fonts, error) || !fonts_open(&canvas->fonts, 1, error)) {
        canvas_free(canvas);
        return NULL;
    }
    return canvas;
}

void canvas_free(struct canvas *canvas)
{
    cache_clear(canvas);
    fonts_close(&canvas->fonts);
    text_free(&canvas->cut);
    fonts_forget(&canvas->fonts);
    TTF_Quit();
    free(canvas->now.items);
    free(canvas->shown.items);
    free(canvas);
}

void canvas_begin(struct canvas *canvas, int width, int height, double scale)
{
    canvas->pass++;
    canvas->box = (struct box){0, 0, width, height};
    canvas->clip_count = 0;
    canvas->now.count = 0;
    text_clear(&canvas->cut);
    if (fabs(scale - canvas->scale) > 1e-6) {
        struct error error;
        canvas->scale = scale;
        cache_clear(canvas);
        /* The same files were opened before at another size. */
        bool opened = fonts_open(&canvas->fonts, scale, &error);
        assert(opened);
        (void)opened;
    }
    cache_trim(canvas);
}

void canvas_mute(struct canvas *canvas, bool muted)
{
    canvas->muted = muted;
}

bool canvas_is_muted(const struct canvas *canvas)
{
    return canvas->muted;
}

void canvas_drop_textures(struct canvas *canvas)
{
    cache_clear(canvas);
    canvas->generation++;
}

int canvas_generation(const struct canvas *canvas)
{
    return canvas->generation;
}

const struct paper_theme *canvas_theme(const struct canvas *canvas)
{
    return canvas->theme;
}

void canvas_set_theme(struct canvas *canvas, const struct paper_theme *theme)
{
    if (theme == canvas->theme)
        return;
    canvas->theme = theme;
    canvas_drop_textures(canvas);
}

struct box canvas_box(const struct canvas *canvas)
{
    return canvas->box;
}

double canvas_scale(const struct canvas *canvas)
{
    return canvas->scale;
}

int canvas_units(const struct canvas *canvas, double units)
{
    int pixels = (int)lround(units * canvas->scale);
    return pixels < 1 && units > 0 ? 1 : pixels;
}

/* The box that drawing is limited to now. */
static struct box canvas_clip(const struct canvas *canvas)
{
    return canvas->clip_count > 0 ? canvas->clips[canvas->clip_count - 1] : canvas->box;
}

void canvas_push_clip(struct canvas *canvas, struct box box)
{
    assert(canvas->clip_count < CLIP_DEPTH);
    struct box clip = box_intersect(canvas_clip(canvas), box);
    canvas->clips[canvas->clip_count++] = clip;
}

void canvas_pop_clip(struct canvas *canvas)
{
    assert(canvas->clip_count > 0);
    canvas->clip_count--;
}

void canvas_copy(struct canvas *canvas, const struct cached *cached, int x, int y)
{
    int width = cached->width, height = cached->height;
    canvas_put(canvas, cached->texture, box_make(0, 0, width, height),
               box_make(x, y, width, height));
}

SDL_Color color_bytes(struct paper_color color)
{
    return (SDL_Color){(Uint8)lround(color.red * 255), (Uint8)lround(color.green * 255),
                       (Uint8)lround(color.blue * 255), (Uint8)lround(color.alpha * 255)};
}

struct paper_color color_mix(struct paper_color a, struct paper_color b, double part)
{
    return (struct paper_color){
        a.red + (b.red - a.red) * part, a.green + (b.green - a.green) * part,
        a.blue + (b.blue - a.blue) * part, a.alpha + (b.alpha - a.alpha) * part};
}

struct paper_color color_fade(struct paper_color color, double alpha)
{
    color.alpha *= alpha;
    return color;
}

/* === box ====================================================================================== */

/* Cutting up boxes: pure arithmetic, nothing is owned and nothing fails. */

static int within(int wanted, int available)
{
    return number_larger(0, number_smaller(wanted, available));
}

struct box box_cut_left(struct box *rest, int width)
{
    int w = within(width, rest->w);
    struct box piece = {rest->x, rest->y, w, rest->h};
    rest->x += w;
    rest->w -= w;
    return piece;
}

struct box box_cut_right(struct box *rest, int width)
{
    int w = within(width, rest->w);
    rest->w -= w;
    return (struct box){rest->x + rest->w, rest->y, w, rest->h};
}

struct box box_cut_top(struct box *rest, int height)
{
    int h = within(height, rest->h);
    struct box piece = {rest->x, rest->y, rest->w, h};
    rest->y += h;
    rest->h -= h;
    return piece;
}

struct box box_cut_bottom(struct box *rest, int height)
{
    int h = within(height, rest->h);
    rest->h -= h;
    return (struct box){rest->x, rest->y + rest->h, rest->w, h};
}

struct box box_intersect(struct box a, struct box b)
{
    int left = number_larger(a.x, b.x);
    int top = number_larger(a.y, b.y);
    int right = number_smaller(a.x + a.w, b.x + b.w);
    int bottom = number_smaller(a.y + a.h, b.y + b.h);
    return box_make(left, top, right - left, bottom - top);
}

struct box box_centre(struct box outer, int width, int height)
{
    int w = within(width, outer.w);
    int h = within(height, outer.h);
    return (struct box){outer.x + (outer.w - w) / 2, outer.y + (outer.h - h) / 2, w, h};
}

struct box box_column(struct box row, int index, int count, int gap)
{
    int room = number_larger(0, row.w - (count - 1) * gap);
    int left = (int)((long long)room * index / count);
    int right = (int)((long long)room * (index + 1) / count);
    return (struct box){row.x + left + index * gap, row.y, right - left, row.h};
}

/* Pixels. */
static int64_t box_area(struct box box)
{
    return box_is_empty(box) ? 0 : (int64_t)box.w * box.h;
}

bool boxes_touch(struct box a, struct box b)
{
    return !box_is_empty(box_intersect(a, b));
}

bool boxes_join_well(struct box a, struct box b)
{
    return boxes_touch(a, b) && box_area(box_join(a, b)) <= box_area(a) + box_area(b);
}

/* The one that grows least when it takes in another. */
static int nearest(const struct boxes *boxes, struct box box)
{
    int64_t least = INT64_MAX;
    int found = 0;
    for (int i = 0; i < boxes->count; i++) {
        int64_t growth = box_area(box_join(boxes->at[i], box)) - box_area(boxes->at[i]);
        if (growth < least) {
            least = growth;
            found = i;
        }
    }
    return found;
}

void boxes_add(struct boxes *boxes, struct box box, boxes_joining *join)
{
    if (box_is_empty(box))
        return;
    for (int i = 0; i < boxes->count;) {
        bool full = boxes->count == BOXES_LIMIT && i == BOXES_LIMIT - 1;
        if (join(boxes->at[i], box) || full) {
            int with = full ? nearest(boxes, box) : i;
            box = box_join(boxes->at[with], box);
            boxes->at[with] = boxes->at[--boxes->count];
            i = 0;
        } else {
            i++;
        }
    }
    boxes->at[boxes->count++] = box;
}

/* === strokes ================================================================================== */

/* Ink that may be different in every frame: the line under the pointer, the running stroke, arrows.
 *
 * cairo paints it into small tiles, which are cached for as long as it stays; only tiles that the
 * ink touches are painted, so a long line costs by its length and not by the box around it.
 */

enum { TILE_SIZE = 128 };

/* A path in device pixels and the box that its ink stays in. */
struct canvas_ink {
    const double *points; /* x, y pairs */
    int count;
    bool circle; /* points: the centre; radius */
    double radius;
    const struct stroke *stroke;
};

static void trace(cairo_t *cairo, const struct canvas_ink *ink)
{
    if (ink->circle) {
        cairo_arc(cairo, ink->points[0], ink->points[1], ink->radius, 0, 2 * M_PI);
        return;
    }
    cairo_move_to(cairo, ink->points[0], ink->points[1]);
    for (int i = 1; i < ink->count; i++)
        cairo_line_to(cairo, ink->points[2 * i], ink->points[2 * i + 1]);
}

static double distance_to_segment(double x, double y, const double *a, const double *b)
{
    double dx = b[0] - a[0], dy = b[1] - a[1];
    double length = dx * dx + dy * dy;
    double t = length > 0 ? ((x - a[0]) * dx + (y - a[1]) * dy) / length : 0;
    t = fmax(0, fmin(1, t));
    return hypot(x - (a[0] + t * dx), y - (a[1] + t * dy));
}

static bool touches(const struct canvas_ink *ink, struct box tile)
{
    double x = tile.x + tile.w / 2.0, y = tile.y + tile.h / 2.0;
    double reach = hypot(tile.w, tile.h) / 2 + ink->stroke->width / 2 + 1;
    if (ink->circle)
        return fabs(hypot(x - ink->points[0], y - ink->points[1]) - ink->radius) <= reach;
    if (ink->count == 1)
        return hypot(x - ink->points[0], y - ink->points[1]) <= reach;
    for (int i = 0; i + 1 < ink->count; i++)
        if (distance_to_segment(x, y, &ink->points[2 * i], &ink->points[2 * i + 2]) <= reach)
            return true;
    return false;
}

static void draw_tile(struct canvas *canvas, const struct canvas_ink *ink, uint64_t hash,
                      struct box box)
{
    char key[40];
    snprintf(key, sizeof key, "ink %016" PRIx64, hash_bytes(hash, &box, sizeof box));
    struct cached *cached = cache_find(canvas, key);
    if (!cached) {
        cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, box.w, box.h);
        cairo_t *cairo = cairo_create(surface);
        cairo_translate(cairo, -box.x, -box.y);
        const struct stroke *stroke = ink->stroke;
        cairo_set_source_rgba(cairo, stroke->color.red, stroke->color.green, stroke->color.blue,
                              stroke->color.alpha);
        cairo_set_line_width(cairo, stroke->width);
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
        if (stroke->dash > 0)
            cairo_set_dash(cairo, &stroke->dash, 1, 0);
        trace(cairo, ink);
        cairo_stroke(cairo);
        cairo_destroy(cairo);
        SDL_Texture *texture = pixels_make_texture(canvas, surface, false);
        cairo_surface_destroy(surface);
        cached = cache_add(canvas, key, texture, box.w, box.h);
    }
    canvas_copy(canvas, cached, box.x, box.y);
}

static uint64_t hash_ink(const struct canvas_ink *ink)
{
    uint64_t hash =
        hash_bytes(HASH_START, ink->points, 2 * (size_t)ink->count * sizeof *ink->points);
    hash = hash_bytes(hash, &ink->radius, sizeof ink->radius);
    return hash_bytes(hash, ink->stroke, sizeof *ink->stroke);
}

static struct box ink_box(const struct canvas *canvas, const struct canvas_ink *ink)
{
    double left = ink->points[0], right = left, top = ink->points[1], bottom = top;
    for (int i = 1; i < ink->count; i++) {
        left = fmin(left, ink->points[2 * i]);
        right = fmax(right, ink->points[2 * i]);
        top = fmin(top, ink->points[2 * i + 1]);
        bottom = fmax(bottom, ink->points[2 * i + 1]);
    }
    double grow = ink->radius + ink->stroke->width / 2 + 1;
    struct box clip = canvas_clip(canvas);
    /* Clipped while still a double: a point far outside must not overflow an int. */
    int x = (int)floor(fmax(left - grow, clip.x));
    int y = (int)floor(fmax(top - grow, clip.y));
    int x2 = (int)ceil(fmin(right + grow, clip.x + clip.w));
    int y2 = (int)ceil(fmin(bottom + grow, clip.y + clip.h));
    return box_make(x, y, x2 - x, y2 - y);
}

static void draw_ink(struct canvas *canvas, const struct canvas_ink *ink)
{
    if (canvas->muted || ink->count < 1)
        return;
    struct box box = ink_box(canvas, ink);
    uint64_t hash = hash_ink(ink);
    for (int y = 0; y < box.h; y += TILE_SIZE)
        for (int x = 0; x < box.w; x += TILE_SIZE) {
            struct box tile = {box.x + x, box.y + y, TILE_SIZE, TILE_SIZE};
            tile = box_intersect(tile, box);
            if (touches(ink, tile))
                draw_tile(canvas, ink, hash, tile);
        }
}

void canvas_stroke(struct canvas *canvas, const double *points, int count,
                   const struct stroke *stroke)
{
    struct canvas_ink ink = {.points = points, .count = count, .stroke = stroke};
    draw_ink(canvas, &ink);
}

void canvas_circle(struct canvas *canvas, double x, double y, double radius,
                   const struct stroke *stroke)
{
    double centre[2] = {x, y};
    struct canvas_ink ink = {
        .points = centre, .count = 1, .circle = true, .radius = radius, .stroke = stroke};
    draw_ink(canvas, &ink);
}

/* === shapes =================================================================================== */

/* Filled boxes, rounded cards and shapes painted by cairo, cached as textures.
 *
 * A card of any size is put together from one small painted square: four corners, four stretched
 * edges and a filled middle, so resizing the window paints nothing anew.
 */

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

static void use_color(cairo_t *cairo, struct paper_color color)
{
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha);
}

static void paint_card(cairo_t *cairo, int width, int height, const void *data)
{
    const struct card_metrics *m = data;
    if (m->card.shadow) {
        double margin = m->margin;
        for (double spread = margin; spread > 0; spread -= 1) {
            double nearness = 1 - spread / margin;
            cairo_set_source_rgba(cairo, 0.25, 0.22, 0.15, 0.045 * nearness * nearness / m->scale);
            double down = 1.5 * m->scale;
            brush_add_card(cairo, margin - spread, margin - spread + down,
                           width - 2 * (margin - spread), height - 2 * (margin - spread),
                           m->radius + spread);
            cairo_fill(cairo);
        }
    }
    double inset = m->margin + m->edge / 2;
    brush_add_card(cairo, inset, inset, width - 2 * inset, height - 2 * inset,
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
    struct card_metrics m = {.card = *card, .scale = canvas->scale};
    m.radius = canvas_units(canvas, card->radius);
    /* Not rounded: an edge of 1.5 pixels is a calmer line than one of 2. */
    m.edge = card->edge_width > 0 ? fmax(1, card->edge_width * canvas->scale) : 0;
    m.margin = card->shadow ? canvas_units(canvas, 12) : 0;
    double larger = fmax(m.radius, m.edge);
    m.corner = m.margin + (int)ceil(larger) + 1 + (card->shadow ? canvas_units(canvas, 14) : 0);
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

struct canvas_mark {
    int pen;
    const struct paper_theme *theme;
};

static void paint_mark(cairo_t *cairo, int width, int height, const void *data)
{
    const struct canvas_mark *mark = data;
    /* The box is wider than the mark by the margin that its pen's width needs. */
    paper_draw_mark(cairo, mark->pen, width / 2.0, height / 2.0, width / 1.3, mark->theme);
}

void canvas_mark(struct canvas *canvas, int pen, double x, double y, double size)
{
    struct canvas_mark mark = {pen, canvas_theme(canvas)};
    int side = (int)lround(size * 1.3);
    char key[24];
    snprintf(key, sizeof key, "mark %d", pen);
    struct box box = {(int)lround(x - side / 2.0), (int)lround(y - side / 2.0), side, side};
    canvas_shape(canvas, key, box, paint_mark, &mark);
}
