/* Textures: made of cairo's pixels, kept by name, and kept by screens. */
#include "base/hash.h"
#include "base/memory.h"
#include "draw/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- from cairo's pixels to SDL's: cairo multiplies colours by their alpha; blended as SDL does,
 * that gives dark halos, so they are divided again on the way into a texture. */

void pixels_straighten(uint32_t *pixels, int count)
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

/* --- pictures that a screen keeps: the pixels stay here, the texture is made when one is drawn --
 */

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

static struct picture *paint(const struct canvas *canvas, struct box box, picture_painter *painter,
                             void *data)
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
        *picture = paint(canvas, box, painter, data);
    }
    if (*picture)
        canvas_put(canvas, texture_of(canvas, *picture), box_make(0, 0, box.w, box.h), box);
}

/* --- albums ------------------------------------------------------------------------------------
 */

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

/* The one that was out of sight for longest goes; what is in sight stays. */
static void make_room(struct album *album)
{
    int oldest = 0;
    for (int i = 1; i < album->count; i++)
        if (album->pass - album->pages[i].seen > album->pass - album->pages[oldest].seen)
            oldest = i;
    if (album->count >= PICTURES_KEPT && album->pages[oldest].seen != album->pass)
        take_out(album, oldest);
}

static struct page *find_page(struct album *album, const char *key)
{
    for (int i = 0; i < album->count; i++)
        if (strcmp(album->pages[i].key, key) == 0)
            return &album->pages[i];
    make_room(album);
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
