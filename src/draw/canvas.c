/* The canvas itself: sizes, clipping, what becomes of lost textures.
 *
 * Owns the fonts, the cache and the tiles; borrows the renderer, which must outlive it.
 */
#include "draw/canvas.h"
#include "base/memory.h"
#include "draw/inside.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

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

static void drop_tiles(struct canvas *canvas)
{
    for (int i = 0; i < TILE_COUNT; i++) {
        if (canvas->tiles[i])
            SDL_DestroyTexture(canvas->tiles[i]);
        canvas->tiles[i] = NULL;
    }
}

void canvas_free(struct canvas *canvas)
{
    cache_clear(canvas);
    drop_tiles(canvas);
    fonts_close(&canvas->fonts);
    fonts_forget(&canvas->fonts);
    TTF_Quit();
    free(canvas);
}

static void change_scale(struct canvas *canvas, double scale)
{
    struct error error;
    canvas->scale = scale;
    cache_clear(canvas);
    /* The same files were opened before at another size. */
    bool opened = fonts_open(&canvas->fonts, scale, &error);
    assert(opened);
    (void)opened;
}

void canvas_begin(struct canvas *canvas, int width, int height, double scale)
{
    canvas->pass++;
    canvas->box = (struct box){0, 0, width, height};
    canvas->clip_count = 0;
    canvas->next_tile = 0;
    if (fabs(scale - canvas->scale) > 1e-6)
        change_scale(canvas, scale);
    cache_trim(canvas);
    SDL_RenderSetClipRect(canvas->renderer, NULL);
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
    drop_tiles(canvas);
    canvas->generation++;
}

int canvas_generation(const struct canvas *canvas)
{
    return canvas->generation;
}

SDL_Renderer *canvas_renderer(const struct canvas *canvas)
{
    return canvas->renderer;
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

struct box canvas_clip(const struct canvas *canvas)
{
    return canvas->clip_count > 0 ? canvas->clips[canvas->clip_count - 1] : canvas->box;
}

static void use_clip(struct canvas *canvas)
{
    struct box clip = canvas_clip(canvas);
    SDL_Rect rect = {clip.x, clip.y, clip.w, clip.h};
    SDL_RenderSetClipRect(canvas->renderer, canvas->clip_count > 0 ? &rect : NULL);
}

void canvas_push_clip(struct canvas *canvas, struct box box)
{
    assert(canvas->clip_count < CLIP_DEPTH);
    struct box clip = box_intersect(canvas_clip(canvas), box);
    canvas->clips[canvas->clip_count++] = clip;
    use_clip(canvas);
}

void canvas_pop_clip(struct canvas *canvas)
{
    assert(canvas->clip_count > 0);
    canvas->clip_count--;
    use_clip(canvas);
}

void canvas_copy(struct canvas *canvas, const struct cached *cached, int x, int y)
{
    if (!cached->texture)
        return;
    SDL_Rect to = {x, y, cached->width, cached->height};
    SDL_RenderCopy(canvas->renderer, cached->texture, NULL, &to);
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
