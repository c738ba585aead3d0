/* From cairo's pixels to SDL's.
 *
 * cairo multiplies colours by their alpha; blended as SDL does, that gives dark halos, so they are
 * divided again on the way into a texture.
 */
#include "draw/inside.h"

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

SDL_Texture *pixels_make_texture(SDL_Renderer *renderer, cairo_surface_t *surface, bool opaque)
{
    cairo_surface_flush(surface);
    int width = cairo_image_surface_get_width(surface);
    int height = cairo_image_surface_get_height(surface);
    int stride = cairo_image_surface_get_stride(surface);
    unsigned char *bytes = cairo_image_surface_get_data(surface);
    SDL_Texture *texture =
        SDL_CreateTexture(renderer, opaque ? SDL_PIXELFORMAT_RGB888 : SDL_PIXELFORMAT_ARGB8888,
                          SDL_TEXTUREACCESS_STATIC, width, height);
    if (!texture)
        return NULL;
    if (!opaque)
        pixels_straighten((uint32_t *)(void *)bytes, stride / 4 * height);
    SDL_UpdateTexture(texture, NULL, bytes, stride);
    SDL_SetTextureBlendMode(texture, opaque ? SDL_BLENDMODE_NONE : SDL_BLENDMODE_BLEND);
    return texture;
}
