/* Images that a screen keeps: the pixels stay here, the texture is made when it is drawn. */
#include "base/memory.h"
#include "draw/inside.h"

#include <stdlib.h>

struct picture {
    cairo_surface_t *surface;
    SDL_Texture *texture;
    int generation; /* of the canvas when the texture was made */
};

struct picture *picture_create(cairo_surface_t *surface)
{
    struct picture *picture = memory_allocate(1, sizeof *picture);
    picture->surface = surface;
    return picture;
}

void picture_free(struct picture *picture)
{
    if (!picture)
        return;
    if (picture->texture)
        SDL_DestroyTexture(picture->texture);
    cairo_surface_destroy(picture->surface);
    free(picture);
}

int picture_width(const struct picture *picture)
{
    return cairo_image_surface_get_width(picture->surface);
}

int picture_height(const struct picture *picture)
{
    return cairo_image_surface_get_height(picture->surface);
}

static SDL_Texture *texture_of(struct canvas *canvas, struct picture *picture)
{
    if (picture->texture && picture->generation != canvas->generation) {
        SDL_DestroyTexture(picture->texture);
        picture->texture = NULL;
    }
    if (!picture->texture)
        picture->texture = pixels_make_texture(canvas->renderer, picture->surface, true);
    picture->generation = canvas->generation;
    return picture->texture;
}

void canvas_picture(struct canvas *canvas, struct picture *picture, struct box box)
{
    if (canvas->muted)
        return;
    SDL_Texture *texture = texture_of(canvas, picture);
    struct box whole = {box.x, box.y, picture_width(picture), picture_height(picture)};
    struct box shown = box_intersect(box, whole);
    SDL_Rect from = {0, 0, shown.w, shown.h}, to = {box.x, box.y, shown.w, shown.h};
    if (texture && shown.w > 0 && shown.h > 0)
        SDL_RenderCopy(canvas->renderer, texture, &from, &to);
}
