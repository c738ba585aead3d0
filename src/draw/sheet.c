/* Textures: made of cairo's pixels, kept by name, and kept by screens. */
#include "draw/sheet.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "base/text.h"
#include "draw/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- from cairo's pixels to SDL's: cairo multiplies colours by their alpha; blended as SDL does,
 * that gives dark halos, so they are divided again on the way into a texture. */

static void pixels_straighten(uint32_t *pixels, int count)
{
    for (int i = 0; i < count; i++) {
        uint32_t pixel = pixels[i];
        uint32_t alpha = pixel >> 24;
        if (alpha == 0 || alpha == 255)
            continue;
        uint32_t half = alpha / 2;
        uint32_t red = ((pixel >> 16 & 255) * 255 + half) / alpha;
        uint32_t green = ((pixel >> 8 & 255) * 255 + half) / alpha;
        uint32_t blue = ((pixel & 255) * 255 + half) / alpha;
        pixels[i] = alpha << 24 | red << 16 | green << 8 | blue;
    }
}

SDL_Texture *pixels_make_texture(struct canvas *canvas, cairo_surface_t *surface, bool opaque)
{
    cairo_surface_flush(surface);
    int width = cairo_image_surface_get_width(surface);
    int height = cairo_image_surface_get_height(surface);
    int stride = cairo_image_surface_get_stride(surface);
    unsigned char *bytes = cairo_image_surface_get_data(surface);
    SDL_Texture *texture = texture_create(canvas, opaque, width, height);
    if (!texture)
        return NULL;
    if (!opaque)
        pixels_straighten((uint32_t *)(void *)bytes, stride / 4 * height);
    SDL_UpdateTexture(texture, NULL, bytes, stride);
    return texture;
}

/* --- painted things by name: labels, shapes, corners of cards. What was not used for the longest
 * time goes first when there is more than the budget; what the running pass has drawn never goes,
 * as the renderer may not have drawn it yet. */

enum { BUDGET_BYTES = 12 * 1024 * 1024 };

static uint64_t hash_key(const char *key)
{
    return hash_bytes(HASH_START, key, strlen(key));
}

static size_t cached_bytes(const struct cached *cached)
{
    return (size_t)cached->width * (size_t)cached->height * 4;
}

struct cached *cache_find(struct canvas *canvas, const char *key)
{
    uint64_t hash = hash_key(key);
    struct cached *cached = canvas->cache.buckets[hash % BUCKET_COUNT];
    while (cached && (cached->hash != hash || strcmp(cached->key, key) != 0))
        cached = cached->next;
    if (cached)
        cached->last_used = canvas->pass;
    return cached;
}

struct cached *cache_add(struct canvas *canvas, const char *key, SDL_Texture *texture, int width,
                         int height)
{
    struct cached *cached = memory_allocate(1, sizeof *cached);
    cached->key = memory_copy_string(key);
    cached->hash = hash_key(key);
    cached->texture = texture;
    cached->width = width;
    cached->height = height;
    cached->last_used = canvas->pass;
    struct cached **bucket = &canvas->cache.buckets[cached->hash % BUCKET_COUNT];
    cached->next = *bucket;
    *bucket = cached;
    canvas->cache.bytes += cached_bytes(cached);
    return cached;
}

static void drop(struct cache *cache, struct cached **link)
{
    struct cached *cached = *link;
    *link = cached->next;
    cache->bytes -= cached_bytes(cached);
    texture_free(cached->texture);
    free(cached->key);
    free(cached);
}

static void drop_older_than(struct canvas *canvas, unsigned pass)
{
    for (int i = 0; i < BUCKET_COUNT; i++) {
        struct cached **link = &canvas->cache.buckets[i];
        while (*link) {
            if ((*link)->last_used < pass)
                drop(&canvas->cache, link);
            else
                link = &(*link)->next;
        }
    }
}

void cache_trim(struct canvas *canvas)
{
    for (unsigned keep = 256; canvas->cache.bytes > BUDGET_BYTES && keep > 0; keep /= 4)
        if (canvas->pass > keep)
            drop_older_than(canvas, canvas->pass - keep);
}

void cache_clear(struct canvas *canvas)
{
    for (int i = 0; i < BUCKET_COUNT; i++)
        while (canvas->cache.buckets[i])
            drop(&canvas->cache, &canvas->cache.buckets[i]);
}

/* --- pictures that a screen keeps: the pixels stay here, the texture is made when one is drawn  */

struct picture {
    cairo_surface_t *surface;
    SDL_Texture *texture;
    int generation; /* of the canvas when the texture was made */
    double scale;
    const struct paper_theme *theme;
};

void picture_free(struct picture **picture)
{
    if (*picture) {
        texture_free((*picture)->texture);
        cairo_surface_destroy((*picture)->surface);
    }
    free(*picture);
    *picture = NULL;
}

static bool is_current(const struct picture *picture, const struct canvas *canvas, struct box box)
{
    return picture && cairo_image_surface_get_width(picture->surface) == box.w &&
           cairo_image_surface_get_height(picture->surface) == box.h &&
           fabs(picture->scale - canvas->scale) < 1e-6 && picture->theme == canvas->theme;
}

static struct picture *paint_picture(const struct canvas *canvas, struct box box,
                                     picture_painter *painter, void *data)
{
    struct picture *picture = memory_allocate(1, sizeof *picture);
    *picture = (struct picture){.scale = canvas->scale, .theme = canvas->theme};
    picture->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, box.w, box.h);
    cairo_t *cairo = cairo_create(picture->surface);
    bool painted = painter(cairo, canvas, box_make(0, 0, box.w, box.h), data);
    cairo_destroy(cairo);
    if (!painted)
        picture_free(&picture);
    return picture;
}

static SDL_Texture *texture_of(struct canvas *canvas, struct picture *picture)
{
    if (picture->texture && picture->generation != canvas->generation) {
        texture_free(picture->texture);
        picture->texture = NULL;
    }
    if (!picture->texture)
        picture->texture = pixels_make_texture(canvas, picture->surface, true);
    picture->generation = canvas->generation;
    return picture->texture;
}

void canvas_picture(struct canvas *canvas, struct picture **picture, struct box box,
                    picture_painter *painter, void *data)
{
    if (canvas->muted || box.w <= 0 || box.h <= 0)
        return;
    if (!is_current(*picture, canvas, box)) {
        picture_free(picture);
        *picture = paint_picture(canvas, box, painter, data);
    }
    if (*picture)
        canvas_put(canvas, texture_of(canvas, *picture), box_make(0, 0, box.w, box.h), box);
}

static size_t pixel_bytes(cairo_surface_t *surface)
{
    return (size_t)cairo_image_surface_get_stride(surface) *
           (size_t)cairo_image_surface_get_height(surface);
}

void picture_keep(const struct picture *picture, const char *path, const char *what)
{
    struct text content = {0};
    struct error ignored;
    text_append(&content, what);
    text_append_bytes(&content, (const char *)cairo_image_surface_get_data(picture->surface),
                      pixel_bytes(picture->surface));
    if (file_make_folder_of(path, &ignored))
        file_write_atomically(path, content.data, content.length, &ignored);
    text_free(&content);
}

bool picture_paint_kept(cairo_t *cairo, const char *path, const char *what)
{
    struct text content = {0};
    struct error ignored;
    cairo_surface_t *surface = cairo_get_target(cairo);
    size_t length = strlen(what), pixels = pixel_bytes(surface);
    bool kept = file_read(path, length + pixels, &content, &ignored) &&
                content.length == length + pixels && memcmp(content.data, what, length) == 0;
    if (kept)
        memcpy(cairo_image_surface_get_data(surface), content.data + length, pixels);
    cairo_surface_mark_dirty(surface);
    text_free(&content);
    return kept;
}

/* --- albums ----------------------------------------------------------------------------------- */

enum { PICTURES_KEPT = 120, PAINT_MILLISECONDS = 20 };

struct album {
    struct page {
        char *key;
        struct picture *picture;
        unsigned seen; /* the pass in which it was last drawn */
    } * pages;
    int count, capacity;
    unsigned pass;
    int painted; /* milliseconds of this pass */
    bool wants_more;
};

struct album *album_create(void)
{
    return memory_allocate(1, sizeof(struct album));
}

static void take_out(struct album *album, int index)
{
    picture_free(&album->pages[index].picture);
    free(album->pages[index].key);
    album->pages[index] = album->pages[--album->count];
}

void album_free(struct album *album)
{
    while (album && album->count > 0)
        take_out(album, 0);
    if (album)
        free(album->pages);
    free(album);
}

void album_forget(struct album *album, const char *key)
{
    for (int i = album->count - 1; i >= 0; i--)
        if (strcmp(album->pages[i].key, key) == 0)
            take_out(album, i);
}

void album_begin_pass(struct album *album)
{
    album->pass++;
    album->painted = 0;
    album->wants_more = false;
}

bool album_wants_more(const struct album *album)
{
    return album->wants_more;
}

static struct page *find_page(struct album *album, const char *key)
{
    for (int i = 0; i < album->count; i++)
        if (strcmp(album->pages[i].key, key) == 0)
            return &album->pages[i];
    /* The one that was out of sight for longest goes; what is in sight stays. */
    int oldest = 0;
    for (int i = 1; i < album->count; i++)
        if (album->pass - album->pages[i].seen > album->pass - album->pages[oldest].seen)
            oldest = i;
    if (album->count >= PICTURES_KEPT && album->pages[oldest].seen != album->pass)
        take_out(album, oldest);
    album->pages = array_grow(album->pages, album->count, &album->capacity, sizeof *album->pages);
    album->pages[album->count] = (struct page){.key = memory_copy_string(key)};
    return &album->pages[album->count++];
}

void album_draw(struct album *album, struct canvas *canvas, const char *key, struct box box,
                picture_painter *painter, void *data)
{
    if (canvas->muted || box.w <= 0 || box.h <= 0)
        return;
    struct page *page = find_page(album, key);
    bool current = is_current(page->picture, canvas, box);
    page->seen = album->pass;
    if (!current)
        canvas_fill(canvas, box, canvas->theme->paper);
    if (!current && album->painted >= PAINT_MILLISECONDS) {
        album->wants_more = true;
        return;
    }
    Uint32 begun = SDL_GetTicks();
    canvas_picture(canvas, &page->picture, box, painter, data);
    if (!current && page->picture)
        album->painted += 1 + (int)(SDL_GetTicks() - begun);
}

/* === sheet ==================================================================================== */

/* The sheet on the screen: a cached picture in two layers.
 *
 * Owns the ground's pixels (a cairo image), a scrap of pixels for live boxes and one texture. The
 * texture goes when the canvas has lost its own or the size changes; then all of it is uploaded
 * again. Without a texture (out of graphics memory) nothing is drawn, and the next frame tries
 * again.
 */

enum { BAND_HEIGHT = 160, TILE_WIDTH = 240 };
static const double LEFT_NUMBERS_WIDTH = 56, LOWER_NUMBERS_HEIGHT = 28; /* interface pixels */

/* Those of a layer; `told`: so many in this pass. */
struct part_layer {
    struct part {
        uint64_t look;
        sheet_part_painter *paint;
        int which;
        struct box box;
        bool unsure; /* all is painted anew, or some of it has been out of sight */
    } * items;
    int count, capacity, told;
};

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
    struct part_layer layers[SHEET_LAYERS];
    struct boxes changed;   /* of the parts that are live */
    struct paper_view view; /* that it follows */
    const struct paper_theme *theme;
    int shake_x, shake_y;
    bool frozen;            /* what is live lies in the ground, until it is painted anew */
    cairo_surface_t *far;   /* as the ground, with all of the paper in sight; or NULL */
    struct paper_view from; /* where that is seen from */
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

static void drop_far(struct sheet *sheet)
{
    cairo_surface_destroy(sheet->far);
    sheet->far = NULL;
}

static void drop_pixels(struct sheet *sheet)
{
    drop_texture(sheet);
    drop_far(sheet);
    cairo_surface_destroy(sheet->ground); /* of NULL it does nothing */
    cairo_surface_destroy(sheet->course);
    cairo_surface_destroy(sheet->scrap);
}

void sheet_free(struct sheet *sheet)
{
    if (!sheet)
        return;
    drop_pixels(sheet);
    for (int i = 0; i < SHEET_LAYERS; i++)
        free(sheet->layers[i].items);
    free(sheet);
}

static void uncover_all(struct sheet *sheet)
{
    for (int i = 0; i < SHEET_LAYERS; i++)
        for (int k = 0; k < sheet->layers[i].count; k++)
            sheet->layers[i].items[k].unsure = true;
    sheet->unpainted = sheet->bare = (struct boxes){{sheet_whole(sheet)}, 1};
}

void sheet_paint_anew(struct sheet *sheet)
{
    drop_far(sheet);
    uncover_all(sheet);
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
    uncover_all(sheet);
}

void sheet_repaint(struct sheet *sheet)
{
    drop_far(sheet);
    sheet->unpainted = (struct boxes){{sheet_whole(sheet)}, 1};
}

static void unpaint(struct sheet *sheet, struct box box)
{
    boxes_add(&sheet->unpainted, box_intersect(box, sheet_whole(sheet)), boxes_touch);
}

void sheet_invalidate(struct sheet *sheet, struct box box)
{
    drop_far(sheet);
    unpaint(sheet, box);
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
    unpaint(sheet, box);
}

void sheet_scroll(struct sheet *sheet, int dx, int dy)
{
    if (dx == 0 && dy == 0)
        return;
    if (abs(dx) >= sheet->width || abs(dy) >= sheet->height || sheet->unpainted.count > 0) {
        uncover_all(sheet);
        return;
    }
    shift_pixels(sheet, sheet->ground, dx, dy);
    shift_pixels(sheet, sheet->course, dx, dy);
    /* Of a part that reached over the edge more may have come into sight. */
    struct box inner = box_inset(sheet_whole(sheet), 1, 1);
    for (int i = 0; i < SHEET_LAYERS; i++)
        for (int k = 0; k < sheet->layers[i].count; k++) {
            struct part *part = &sheet->layers[i].items[k];
            part->unsure |=
                !box_is_same(box_intersect(part->box, inner), part->box) || box_is_empty(part->box);
            part->box.x += dx;
            part->box.y += dy;
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

static bool is_as_before(const struct sheet *sheet, const struct canvas *canvas, struct box box)
{
    return sheet->ground && box.w == sheet->width && box.h == sheet->height &&
           sheet->theme == canvas_theme(canvas);
}

enum sheet_news sheet_follow(struct sheet *sheet, const struct canvas *canvas, struct box box,
                             const struct paper_view *view)
{
    const struct paper_view old = sheet->view;
    bool same = is_as_before(sheet, canvas, box) && !sheet->frozen && view->square == old.square &&
                view->scale == old.scale;
    if (sheet->theme != canvas_theme(canvas))
        drop_far(sheet);
    sheet_resize(sheet, box.w, box.h);
    sheet->theme = canvas_theme(canvas);
    sheet->view = *view;
    sheet->frozen = false;
    if (!same)
        uncover_all(sheet);
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

bool sheet_is_frozen(const struct sheet *sheet)
{
    return sheet->frozen;
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

/* What is painted in between is only looked at. */
static cairo_t *begin_record(const struct sheet *sheet)
{
    const cairo_rectangle_t whole = {0, 0, sheet->width, sheet->height};
    cairo_surface_t *record = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &whole);
    cairo_t *cairo = cairo_create(record);
    cairo_surface_destroy(record); /* the pen holds it */
    return cairo;
}

static struct box end_record(cairo_t *cairo)
{
    double ink[4];
    cairo_recording_surface_ink_extents(cairo_get_target(cairo), &ink[0], &ink[1], &ink[2],
                                        &ink[3]);
    cairo_destroy(cairo);
    return ink[2] > 0 && ink[3] > 0 ? sheet_box(ink) : box_make(0, 0, 0, 0);
}

struct box sheet_ink(const struct sheet *sheet, void (*paint)(cairo_t *cairo, void *context),
                     void *context)
{
    cairo_t *cairo = begin_record(sheet);
    paint(cairo, context);
    return end_record(cairo);
}

static void mend(struct sheet *sheet, int layer, struct box box)
{
    if (layer < SHEET_GROUND_LAYERS)
        sheet_invalidate(sheet, box);
    else
        boxes_add(&sheet->changed, box_intersect(box, sheet_whole(sheet)), boxes_join_well);
}

static struct box measure(const struct sheet *sheet, const struct part *part)
{
    if (part->look == 0)
        return box_make(0, 0, 0, 0);
    cairo_t *cairo = begin_record(sheet);
    part->paint(cairo, sheet->painter.context, part->which);
    struct box ink = end_record(cairo);
    return box_is_empty(ink) ? ink : box_inset(ink, -1, -1); /* letters may stand out */
}

void sheet_lay(struct sheet *sheet, int layer, uint64_t look, sheet_part_painter *paint, int which)
{
    struct part_layer *into = &sheet->layers[layer];
    if (into->told == into->count)
        list_add(into, (struct part){.look = 0});
    struct part *part = &into->items[into->told++], old = *part;
    bool same = look == old.look && which == old.which && (look == 0 || paint == old.paint);
    *part = (struct part){look, paint, which, old.box, false};
    if (same && !old.unsure)
        return;
    part->box = measure(sheet, part);
    if (same)
        return; /* what has come into sight is painted anyway */
    mend(sheet, layer, old.box);
    mend(sheet, layer, part->box);
}

/* Those that were not told in this pass are gone. */
static void end_parts(struct sheet *sheet)
{
    for (int i = 0; i < SHEET_LAYERS; i++) {
        struct part_layer *layer = &sheet->layers[i];
        while (layer->count > layer->told)
            mend(sheet, i, layer->items[--layer->count].box);
        layer->told = 0;
    }
}

static bool touches(struct box box, const struct boxes *any)
{
    for (int i = 0; i < any->count; i++)
        if (!box_is_empty(box_intersect(box, any->at[i])))
            return true;
    return false;
}

/* What of some layers is within the boxes. */
static void paint_parts(cairo_t *cairo, const struct sheet *sheet, int layer, int end,
                        const struct boxes *within)
{
    for (; layer < end; layer++)
        for (int i = 0; i < sheet->layers[layer].count; i++) {
            const struct part *part = &sheet->layers[layer].items[i];
            if (!touches(part->box, within))
                continue;
            cairo_save(cairo);
            cairo_new_path(cairo);
            part->paint(cairo, sheet->painter.context, part->which);
            cairo_restore(cairo);
        }
}

/* `under`: what lies there already, and with it the parts. */
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
        paint_parts(cairo, sheet, 0, 1, boxes);
    }
    paint(cairo, sheet->painter.context);
    if (under)
        paint_parts(cairo, sheet, 1, SHEET_GROUND_LAYERS, boxes);
    cairo_destroy(cairo);
}

static void paint_each(cairo_surface_t *surface, const struct boxes *boxes,
                       const struct sheet *sheet, void (*paint)(cairo_t *cairo, void *context),
                       cairo_surface_t *under)
{
    for (int i = 0; i < boxes->count; i++)
        paint_boxes(surface, &(struct boxes){{boxes->at[i]}, 1}, sheet, paint, under);
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

/* A copy of the ground with what is live over it; what of it is wanted goes from the scrap to the
 * texture. */
static void paint_band(struct sheet *sheet, struct box box, const struct boxes *wanted)
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
    if (sheet->painter.live)
        sheet->painter.live(cairo, sheet->painter.context);
    paint_parts(cairo, sheet, SHEET_GROUND_LAYERS, SHEET_LAYERS, &(struct boxes){{box}, 1});
    cairo_destroy(cairo);
    for (int i = 0; i < wanted->count; i++) {
        struct box part = box_intersect(wanted->at[i], box);
        if (!box_is_empty(part))
            upload(sheet, band, box_make(part.x - box.x, part.y - box.y, part.w, part.h), part);
    }
    cairo_surface_destroy(band);
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
    struct boxes due = {.count = 0}, parts = sheet->changed;
    sheet->changed.count = 0;
    for (int k = SHEET_GROUND_LAYERS; k < SHEET_LAYERS; k++)
        for (int i = 0; i < sheet->layers[k].count; i++)
            for (int j = 0; j < sheet->stale.count; j++)
                boxes_add(&parts, box_intersect(sheet->stale.at[j], sheet->layers[k].items[i].box),
                          boxes_join_well);
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
    for (int i = 0; i < due.count; i++) {
        /* In bands, because fresh memory for a scrap as large as the sheet costs more than painting
         * it. */
        struct box box = due.at[i];
        while (!box_is_empty(box))
            paint_band(sheet, box_cut_top(&box, sheet->width * BAND_HEIGHT / box.w), &due);
    }
    /* Parts in tiles that are always the same, because smooth edges depend a little on where they
     * are cut: no picture tells what has been there before. */
    for (int y = 0; y < sheet->height; y += BAND_HEIGHT)
        for (int x = 0; x < sheet->width; x += TILE_WIDTH) {
            struct box tile =
                box_intersect(box_make(x, y, TILE_WIDTH, BAND_HEIGHT), sheet_whole(sheet));
            if (touches(tile, &parts))
                paint_band(sheet, tile, &parts);
        }
}

static bool make_texture(struct sheet *sheet, struct canvas *canvas)
{
    if (sheet->texture && sheet->generation == canvas_generation(canvas))
        return true;
    drop_texture(sheet);
    sheet->texture =
        texture_own(canvas,
                    SDL_CreateTexture(canvas->renderer, SDL_PIXELFORMAT_RGB888,
                                      SDL_TEXTUREACCESS_STREAMING, sheet->width, sheet->height),
                    true);
    sheet->generation = canvas_generation(canvas);
    sheet->stale = (struct boxes){{sheet_whole(sheet)}, 1};
    return sheet->texture != NULL;
}

void sheet_shake(struct sheet *sheet, int dx, int dy)
{
    sheet->shake_x = dx;
    sheet->shake_y = dy;
}

void sheet_draw(struct sheet *sheet, struct canvas *canvas, int x, int y)
{
    if (canvas_is_muted(canvas) || box_is_empty(sheet_whole(sheet)))
        return;
    end_parts(sheet);
    if (sheet->course)
        paint_each(sheet->course, &sheet->bare, sheet, sheet->painter.course, NULL);
    if (sheet->painter.at_once)
        paint_boxes(sheet->ground, &sheet->unpainted, sheet, sheet->painter.ground, sheet->course);
    else
        paint_each(sheet->ground, &sheet->unpainted, sheet, sheet->painter.ground, sheet->course);
    for (int i = 0; i < sheet->unpainted.count; i++)
        boxes_add(&sheet->stale, sheet->unpainted.at[i], boxes_join_well);
    sheet->bare.count = sheet->unpainted.count = 0;
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
    /* What a shake leaves free at the edges shows what was there. */
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

/* --- while a wheel turns ---------------------------------------------------------------------- */

/* A picture from one view as it lies in another: all round it its edge goes on, if it is padded. */
static void draw_scaled(cairo_t *cairo, const struct sheet *sheet, cairo_surface_t *picture,
                        const struct paper_view *from, const struct paper_view *view, bool padded)
{
    double times = view->square / from->square;
    double x = view->left - from->left * times, y = view->top - from->top * times;
    cairo_save(cairo);
    if (!padded) {
        cairo_rectangle(cairo, ceil(x), ceil(y), floor(sheet->width * times) - 1,
                        floor(sheet->height * times) - 1);
        cairo_clip(cairo);
    }
    cairo_translate(cairo, x, y);
    cairo_scale(cairo, times, times);
    cairo_set_source_surface(cairo, picture, 0, 0);
    /* Smaller, lines would get lost; larger, smooth edges cost twice as much. */
    cairo_pattern_set_filter(cairo_get_source(cairo),
                             times < 1 ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_NEAREST);
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD);
    cairo_paint(cairo);
    cairo_restore(cairo);
}

/* So far it is to where nothing but the table is, beyond the last squares: half a square of paper
 * and its shadow. */
static double margin_of(const struct paper_view *view)
{
    return ceil(view->square / 2 + 10 * view->scale);
}

/* All of the paper, of so many squares. */
static bool shows_all(const struct sheet *sheet, const struct paper_view *view,
                      struct point squares)
{
    double margin = margin_of(view);
    return view->left >= margin && view->top >= margin &&
           view->left + squares.x * view->square + margin <= sheet->width &&
           view->top + squares.y * view->square + margin <= sheet->height;
}

static void see(struct sheet *sheet, const struct paper_view *view)
{
    sheet->view = *view;
    if (sheet->painter.see)
        sheet->painter.see(sheet->painter.context, view);
}

static void paint_far(struct sheet *sheet, struct point squares)
{
    const struct paper_view view = sheet->view;
    double shadow = 2 * margin_of(&(struct paper_view){.scale = view.scale});
    double square =
        fmin((sheet->width - shadow) / (squares.x + 1), (sheet->height - shadow) / (squares.y + 1));
    sheet->from =
        (struct paper_view){floor((sheet->width - squares.x * square) / 2),
                            floor((sheet->height - squares.y * square) / 2), square, view.scale};
    sheet->far = cairo_image_surface_create(CAIRO_FORMAT_RGB24, sheet->width, sheet->height);
    cairo_t *cairo = cairo_create(sheet->far);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
    see(sheet, &sheet->from);
    if (sheet->painter.course)
        sheet->painter.course(cairo, sheet->painter.context);
    sheet->painter.ground(cairo, sheet->painter.context);
    see(sheet, &view);
    cairo_destroy(cairo);
}

bool sheet_zoom(struct sheet *sheet, struct canvas *canvas, struct box box,
                const struct paper_view *view, struct point squares)
{
    const struct paper_view near = sheet->view;
    double times = view->square / near.square;
    double left = view->left - near.left * times, top = view->top - near.top * times;
    bool all = shows_all(sheet, &near, squares);
    bool fills = left <= 0 && top <= 0 && left + sheet->width * times >= sheet->width &&
                 top + sheet->height * times >= sheet->height;
    void *pixels;
    int stride;
    if (!sheet->frozen)
        end_parts(sheet);
    if (!is_as_before(sheet, canvas, box) || view->scale != near.scale ||
        sheet->generation != canvas_generation(canvas) ||
        (!sheet->frozen && (times == 1 || sheet->unpainted.count > 0)))
        return false;
    if (!sheet->frozen) {
        /* All that is seen becomes pixels of the ground. */
        cairo_t *cairo = cairo_create(sheet->ground);
        if (sheet->painter.live)
            sheet->painter.live(cairo, sheet->painter.context);
        paint_parts(cairo, sheet, SHEET_GROUND_LAYERS, SHEET_LAYERS,
                    &(struct boxes){{sheet_whole(sheet)}, 1});
        cairo_destroy(cairo);
        sheet->frozen = true;
    }
    if (!all && !fills && !sheet->far)
        paint_far(sheet, squares);
    if (SDL_LockTexture(sheet->texture, NULL, &pixels, &stride) != 0)
        return false;
    cairo_surface_t *seen = cairo_image_surface_create_for_data(
        pixels, CAIRO_FORMAT_RGB24, sheet->width, sheet->height, stride);
    cairo_t *cairo = cairo_create(seen);
    if (!all && !fills)
        draw_scaled(cairo, sheet, sheet->far, &sheet->from, view, true);
    draw_scaled(cairo, sheet, sheet->ground, &near, view, all || fills);
    cairo_destroy(cairo);
    cairo_surface_destroy(seen);
    SDL_UnlockTexture(sheet->texture);
    canvas_spoil(canvas, box);
    canvas_push_clip(canvas, box);
    canvas_put(canvas, sheet->texture, sheet_whole(sheet), box);
    canvas_pop_clip(canvas);
    return true;
}

/* === overlay ================================================================================== */

/* Strokes, and a picture of them as large as the window of which only the inked part is used. */

enum { POINT_LIMIT = 200000 };

struct draw_spot {
    float x, y;  /* shares of the window */
    bool begins; /* a stroke */
};

struct overlay {
    struct draw_spot *spots;
    int count, capacity;

    /* What the picture shows: */
    int painted; /* spots */
    cairo_surface_t *surface;
    SDL_Texture *texture;
    struct box inked, fresh; /* fresh: not in the texture yet */
    int generation;
    double width; /* device pixels */
    struct paper_color color;
};

struct overlay *overlay_create(void)
{
    return memory_allocate(1, sizeof(struct overlay));
}

static void drop_picture(struct overlay *overlay)
{
    if (overlay->surface)
        cairo_surface_destroy(overlay->surface);
    texture_free(overlay->texture);
    overlay->surface = NULL;
    overlay->texture = NULL;
    overlay->painted = 0;
    overlay->inked = overlay->fresh = (struct box){0};
}

void overlay_free(struct overlay *overlay)
{
    if (!overlay)
        return;
    drop_picture(overlay);
    free(overlay->spots);
    free(overlay);
}

static void add_spot(struct overlay *overlay, const struct canvas *canvas, int x, int y,
                     bool begins)
{
    struct box window = canvas_box(canvas);
    if (overlay->count >= POINT_LIMIT || window.w <= 0 || window.h <= 0)
        return;
    overlay->spots =
        array_grow(overlay->spots, overlay->count, &overlay->capacity, sizeof *overlay->spots);
    overlay->spots[overlay->count++] =
        (struct draw_spot){(float)x / (float)window.w, (float)y / (float)window.h, begins};
}

void overlay_put_down(struct overlay *overlay, const struct canvas *canvas, int x, int y)
{
    add_spot(overlay, canvas, x, y, true);
}

void overlay_draw_to(struct overlay *overlay, const struct canvas *canvas, int x, int y)
{
    add_spot(overlay, canvas, x, y, overlay->count == 0);
}

static bool cut(struct overlay *overlay, int count)
{
    bool any = overlay->count > 0;
    overlay->count = count;
    if (any)
        drop_picture(overlay);
    return any;
}

bool overlay_undo(struct overlay *overlay)
{
    int count = overlay->count;
    bool begins = false;
    while (count > 0 && !begins)
        begins = overlay->spots[--count].begins;
    return cut(overlay, count);
}

bool overlay_clear(struct overlay *overlay)
{
    return cut(overlay, 0);
}

/* --- the picture ------------------------------------------------------------------------------ */

static bool is_same_color(struct paper_color a, struct paper_color b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* False if there can be none. */
static bool provide_picture(struct overlay *overlay, struct canvas *canvas)
{
    struct box window = canvas_box(canvas);
    if (overlay->surface && cairo_image_surface_get_width(overlay->surface) == window.w &&
        cairo_image_surface_get_height(overlay->surface) == window.h &&
        overlay->generation == canvas_generation(canvas))
        return true;
    drop_picture(overlay);
    overlay->generation = canvas_generation(canvas);
    overlay->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, window.w, window.h);
    overlay->texture = texture_create(canvas, false, window.w, window.h);
    return overlay->texture && cairo_surface_status(overlay->surface) == CAIRO_STATUS_SUCCESS;
}

/* The way from the spot before, or a dot. */
static void paint_spot(struct overlay *overlay, cairo_t *cairo, int index, struct box window)
{
    const struct draw_spot *to = &overlay->spots[index], *from = to->begins ? to : to - 1;
    double x = to->x * (double)window.w, y = to->y * (double)window.h;
    double from_x = from->x * (double)window.w, from_y = from->y * (double)window.h;
    double reach = overlay->width / 2 + 1;
    int left = (int)floor(fmin(x, from_x) - reach), top = (int)floor(fmin(y, from_y) - reach);
    struct box box = {left, top, (int)ceil(fmax(x, from_x) + reach) - left,
                      (int)ceil(fmax(y, from_y) + reach) - top};
    cairo_move_to(cairo, from_x, from_y);
    cairo_line_to(cairo, x, y);
    cairo_stroke(cairo);
    box = box_intersect(box, window);
    overlay->inked = box_join(overlay->inked, box);
    overlay->fresh = box_join(overlay->fresh, box);
}

static void paint_fresh(struct overlay *overlay, struct box window)
{
    if (overlay->painted == overlay->count)
        return;
    cairo_t *cairo = cairo_create(overlay->surface);
    cairo_set_source_rgba(cairo, overlay->color.red, overlay->color.green, overlay->color.blue, 1);
    cairo_set_line_width(cairo, overlay->width);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    for (; overlay->painted < overlay->count; overlay->painted++)
        paint_spot(overlay, cairo, overlay->painted, window);
    cairo_destroy(cairo);
    cairo_surface_flush(overlay->surface);
}

static void upload_fresh(struct overlay *overlay, struct canvas *canvas)
{
    struct box box = overlay->fresh;
    if (box.w <= 0 || box.h <= 0)
        return;
    uint32_t *pixels = memory_allocate((size_t)box.w * (size_t)box.h, sizeof *pixels);
    const unsigned char *rows = cairo_image_surface_get_data(overlay->surface);
    int stride = cairo_image_surface_get_stride(overlay->surface);
    for (int y = 0; y < box.h; y++)
        memcpy(pixels + (size_t)y * (size_t)box.w,
               rows + (size_t)(box.y + y) * (size_t)stride + (size_t)box.x * 4, (size_t)box.w * 4);
    pixels_straighten(pixels, box.w * box.h);
    SDL_Rect part = {box.x, box.y, box.w, box.h};
    SDL_UpdateTexture(overlay->texture, &part, pixels, box.w * 4);
    free(pixels);
    canvas_spoil(canvas, box);
    overlay->fresh = (struct box){0};
}

void overlay_show(struct overlay *overlay, struct canvas *canvas, struct paper_color color,
                  double width)
{
    if (canvas_is_muted(canvas) || overlay->count == 0)
        return;
    double pixels = width * canvas_scale(canvas);
    if (pixels != overlay->width || !is_same_color(color, overlay->color))
        drop_picture(overlay);
    overlay->width = pixels;
    overlay->color = color;
    if (!provide_picture(overlay, canvas))
        return;
    paint_fresh(overlay, canvas_box(canvas));
    upload_fresh(overlay, canvas);
    canvas_put(canvas, overlay->texture, overlay->inked, overlay->inked);
}
