/* From the bytes of a file to the upright working copy. leptonica decodes JPEG and PNG, and nothing
 * else reaches it; a JPEG is decoded at a half, a quarter or an eighth of its size. */
#include "studio/graph_paper/photo/photo_header.h"
#include "studio/graph_paper/photo/photo_inside.h"

#include "base/memory.h"
#include "base/system/file.h"

#include <fcntl.h>
#include <leptonica/allheaders.h>
#include <pthread.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int longer_side(int width, int height)
{
    return width > height ? width : height;
}

static PIX *decode(const uint8_t *bytes, size_t length, const struct photo_header *header)
{
    int reduction = 8;
    int side = longer_side(header->width, header->height);
    while (reduction > 1 && side / reduction < PHOTO_WORK_LEAST)
        reduction /= 2;
    if (header->kind == PHOTO_PNG)
        return pixReadMemPng(bytes, length);
    int warnings = 0;
    return pixReadMemJpeg(bytes, length, 0, reduction, &warnings, L_JPEG_CONTINUE_WITH_BAD_DATA);
}

/* Does the decoder see the size that we have judged? */
static bool agrees(const uint8_t *bytes, size_t length, const struct photo_header *header)
{
    int width = 0;
    int height = 0;
    if (header->kind == PHOTO_PNG)
        readHeaderMemPng(bytes, length, &width, &height, NULL, NULL, NULL);
    else
        readHeaderMemJpeg(bytes, length, &width, &height, NULL, NULL, NULL);
    return width == header->width && height == header->height;
}

/* 32 bits a pixel, small, what is transparent white; takes over and gives back. */
static PIX *prepare(PIX *pix)
{
    PIX *plain = pixConvertTo32(pix);
    pixDestroy(&pix);
    if (plain != NULL && pixGetSpp(plain) == 4) {
        PIX *blended = pixAlphaBlendUniform(plain, 0xffffff00);
        pixDestroy(&plain);
        plain = blended;
    }
    int side = plain == NULL ? 0 : longer_side(pixGetWidth(plain), pixGetHeight(plain));
    if (side > PHOTO_WORK_MOST) {
        float factor = (float)PHOTO_WORK_MOST / (float)side;
        PIX *smaller = pixScaleAreaMap(plain, factor, factor);
        pixDestroy(&plain);
        plain = smaller;
    }
    return plain;
}

/* Where the upright picture's pixel (x, y) is stored, for each orientation of EXIF: bit 0 of the
 * row: the stored columns run from right to left; bit 1: the rows from below; bit 2: both swapped.
 */
static const int turnings[9] = {0, 0, 1, 3, 2, 4, 6, 7, 5};

static void make_upright(struct photo *photo, PIX *pix, const struct photo_header *header)
{
    int turning = turnings[header->orientation];
    int width = pixGetWidth(pix);
    int height = pixGetHeight(pix);
    bool swapped = (turning & 4) != 0;
    photo->width = swapped ? header->height : header->width;
    photo->height = swapped ? header->width : header->height;
    photo->across = swapped ? height : width;
    photo->down = swapped ? width : height;
    photo->pixels =
        memory_allocate((size_t)photo->across * (size_t)photo->down, sizeof *photo->pixels);
    uint32_t *into = photo->pixels;
    const uint32_t *data = pixGetData(pix);
    size_t words = (size_t)pixGetWpl(pix);
    for (int y = 0; y < photo->down; y++)
        for (int x = 0; x < photo->across; x++) {
            int column = swapped ? y : x;
            int row = swapped ? x : y;
            column = turning & 1 ? width - 1 - column : column;
            row = turning & 2 ? height - 1 - row : row;
            *into++ = 0xff000000 | data[(size_t)row * words + (size_t)column] >> 8;
        }
}

/* The libraries below leptonica write what they find wrong to the standard error themselves; what
 * is to be said about a picture is our error's. One thread at a time, for there is but one standard
 * error. */
static PIX *decode_silently(const void *bytes, size_t length, const struct photo_header *header)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    fflush(stderr);
    int errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (errors >= 0 && nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
    setMsgSeverity(L_SEVERITY_NONE);
    PIX *pix = agrees(bytes, length, header) ? decode(bytes, length, header) : NULL;
    if (errors >= 0) {
        dup2(errors, STDERR_FILENO);
        close(errors);
    }
    if (nowhere >= 0)
        close(nowhere);
    pthread_mutex_unlock(&lock);
    return pix;
}

struct photo *photo_read(const void *bytes, size_t length, struct error *error)
{
    struct photo_header header;
    if (!photo_read_header(bytes, length, &header, error))
        return NULL;
    PIX *pix = decode_silently(bytes, length, &header);
    pix = pix == NULL ? NULL : prepare(pix);
    if (pix == NULL) {
        error_set(error, "the picture's file is damaged: copy or send it once more, or take "
                         "another photo");
        return NULL;
    }
    struct photo *photo = memory_allocate(1, sizeof *photo);
    make_upright(photo, pix, &header);
    pixDestroy(&pix);
    return photo;
}

struct photo *photo_load(const char *path, struct error *error)
{
    struct text content = {0};
    struct photo *photo = NULL;
    if (file_read(path, PHOTO_FILE_LIMIT, &content, error))
        photo = photo_read(content.data, content.length, error);
    text_free(&content);
    return photo;
}

void photo_free(struct photo *photo)
{
    if (photo != NULL)
        free(photo->pixels);
    free(photo);
}

bool photo_is_picture(const char *path)
{
    uint8_t start[16];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    size_t length = fread(start, 1, sizeof start, file);
    fclose(file);
    return photo_find_kind(start, length, NULL) != PHOTO_NO_KIND;
}

void photo_size(const struct photo *photo, int *width, int *height)
{
    *width = photo->width;
    *height = photo->height;
}

/* The mean of the pixels of a box. */
static uint32_t mean_pixel(const struct photo *photo, int left, int top, int right, int bottom)
{
    uint32_t red = 0;
    uint32_t green = 0;
    uint32_t blue = 0;
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            uint32_t pixel = photo->pixels[(size_t)y * (size_t)photo->across + (size_t)x];
            red += pixel >> 16 & 0xff;
            green += pixel >> 8 & 0xff;
            blue += pixel & 0xff;
        }
    uint32_t count = (uint32_t)((right - left) * (bottom - top));
    return 0xff000000 | red / count << 16 | green / count << 8 | blue / count;
}

uint32_t *photo_pixels(const struct photo *photo, int side, int *width, int *height)
{
    int longer = longer_side(photo->across, photo->down);
    side = side < 1 ? 1 : side > longer ? longer : side;
    *width = (int)((int64_t)photo->across * side / longer);
    *height = (int)((int64_t)photo->down * side / longer);
    *width = *width < 1 ? 1 : *width;
    *height = *height < 1 ? 1 : *height;
    uint32_t *pixels = memory_allocate((size_t)*width * (size_t)*height, sizeof *pixels);
    for (int y = 0; y < *height; y++)
        for (int x = 0; x < *width; x++)
            pixels[(size_t)y * (size_t)*width + (size_t)x] =
                mean_pixel(photo, (int)((int64_t)x * photo->across / *width),
                           (int)((int64_t)y * photo->down / *height),
                           (int)((int64_t)(x + 1) * photo->across / *width),
                           (int)((int64_t)(y + 1) * photo->down / *height));
    return pixels;
}
