/* HEIC pictures, by libheif, which is loaded when there is one and is not needed to build.
 *
 * Of its interface only what is written here is used; it has been the same since version 1.0. A
 * program that brings its own decoders for it gets pictures no larger than we have judged.
 */
#include "studio/graph_paper/photo/lines.h"

#include "base/system/folders.h"

#include <leptonica/allheaders.h>
#include <string.h>

enum { COLOURS_RGB = 1, INTERLEAVED_RGB = 10, INTERLEAVED = 10 };

struct told {
    int code, detail; /* code 0: it worked */
    const char *words;
};

struct decoder {
    void *(*open)(void);
    void (*close)(void *context);
    struct told (*read)(void *context, const void *bytes, size_t length, const void *options);
    struct told (*find)(void *context, void **picture);
    void (*leave)(const void *picture);
    int (*width)(const void *picture);
    int (*height)(const void *picture);
    struct told (*decode)(const void *picture, void **image, int colours, int chroma,
                          const void *options);
    void (*drop)(const void *image);
    int (*across)(const void *image, int channel);
    int (*down)(const void *image, int channel);
    const uint8_t *(*pixels)(const void *image, int channel, int *stride);
};

/* The names, in the order of the functions. */
static const char *const names[] = {
    "heif_context_alloc",
    "heif_context_free",
    "heif_context_read_from_memory_without_copy",
    "heif_context_get_primary_image_handle",
    "heif_image_handle_release",
    "heif_image_handle_get_width",
    "heif_image_handle_get_height",
    "heif_decode_image",
    "heif_image_release",
    "heif_image_get_width",
    "heif_image_get_height",
    "heif_image_get_plane_readonly",
};
enum { FUNCTIONS = sizeof names / sizeof *names };

/* A pointer to a function is as large as one to an object on every system that has such libraries
 * (POSIX says so of dlsym). */
static bool load(struct decoder *decoder)
{
    void *found[FUNCTIONS];
    _Static_assert(sizeof found == sizeof *decoder, "a name for each function");
    if (!library_find("libheif.so.1", names, found, FUNCTIONS))
        return false;
    memcpy(decoder, found, sizeof found);
    return true;
}

bool photo_has_heif(void)
{
    struct decoder decoder;
    return load(&decoder);
}

static PIX *copy_image(const struct decoder *decoder, const void *image, int64_t most)
{
    int stride = 0;
    int width = decoder->across(image, INTERLEAVED), height = decoder->down(image, INTERLEAVED);
    const uint8_t *pixels = decoder->pixels(image, INTERLEAVED, &stride);
    if (pixels == NULL || width < 1 || height < 1 || (int64_t)width * height > most ||
        stride < 3 * width)
        return NULL;
    PIX *pix = pixCreate(width, height, 32);
    for (int y = 0; pix != NULL && y < height; y++) {
        l_uint32 *into = pixGetData(pix) + (size_t)y * (size_t)pixGetWpl(pix);
        const uint8_t *from = pixels + (size_t)y * (size_t)stride;
        for (int x = 0; x < width; x++, from += 3)
            into[x] = (l_uint32)from[0] << 24 | (l_uint32)from[1] << 16 | (l_uint32)from[2] << 8;
    }
    return pix;
}

/* It is asked for the size before anything is decoded. */
static PIX *decode(const struct decoder *decoder, void *context, int64_t most)
{
    void *picture = NULL, *image = NULL;
    PIX *pix = NULL;
    if (decoder->find(context, &picture).code != 0)
        return NULL;
    int width = decoder->width(picture), height = decoder->height(picture);
    if (width > 0 && height > 0 && (int64_t)width * height <= most &&
        decoder->decode(picture, &image, COLOURS_RGB, INTERLEAVED_RGB, NULL).code == 0) {
        pix = copy_image(decoder, image, most);
        decoder->drop(image);
    }
    decoder->leave(picture);
    return pix;
}

PIX *photo_decode_heif(const void *bytes, size_t length, int64_t most)
{
    struct decoder decoder;
    PIX *pix = NULL;
    void *context = load(&decoder) ? decoder.open() : NULL;
    if (context == NULL)
        return NULL;
    if (decoder.read(context, bytes, length, NULL).code == 0)
        pix = decode(&decoder, context, most);
    decoder.close(context);
    return pix;
}
