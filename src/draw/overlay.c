/* Strokes, and a picture of them as large as the window of which only the inked part is used. */
#include "draw/overlay.h"

#include "base/memory.h"
#include "draw/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINT_LIMIT = 200000 };

struct spot {
    float x, y;  /* shares of the window */
    bool begins; /* a stroke */
};

struct overlay {
    struct spot *spots;
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
        (struct spot){(float)x / (float)window.w, (float)y / (float)window.h, begins};
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
    const struct spot *to = &overlay->spots[index], *from = to->begins ? to : to - 1;
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
