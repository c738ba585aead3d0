/* The canvas itself: sizes, clipping, what becomes of lost textures.
 *
 * Owns the fonts and the cache; borrows the renderer, which must outlive it.
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

void canvas_free(struct canvas *canvas)
{
    cache_clear(canvas);
    fonts_close(&canvas->fonts);
    fonts_forget(&canvas->fonts);
    TTF_Quit();
    free(canvas->now.items);
    free(canvas->shown.items);
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
    canvas->now.count = 0;
    if (fabs(scale - canvas->scale) > 1e-6)
        change_scale(canvas, scale);
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

struct box canvas_clip(const struct canvas *canvas)
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
