/* Grids from files, which may be texts or pictures. */
#include "studio/graph_paper/cells/cells.h"

#include "base/system/file.h"
#include "studio/graph_paper/photo/photo.h"

#include <stdlib.h>

/* Pictures of few colours are small files; one with more bytes than that a pixel is a photo. */
enum { PIXELS_A_BYTE = 8, FEW_PIXELS = 1000000, MANY_PIXELS = 64000000 };

static bool is_picture(const struct text *content, enum photo_kind *kind)
{
    *kind = photo_find_kind((const uint8_t *)text_string(content), content->length, NULL);
    return *kind != PHOTO_NO_KIND;
}

static bool read(const struct text *content, struct cells *cells, struct error *error)
{
    enum photo_kind kind;
    int width, height;
    if (!is_picture(content, &kind))
        return cells_read_text(text_string(content), content->length, cells, error);
    uint32_t *pixels =
        photo_read_pixels(text_string(content), content->length, &width, &height, error);
    bool done = pixels && cells_read_picture(pixels, width, height, cells, error);
    free(pixels);
    return done;
}

bool cells_load(const char *path, struct cells *cells, struct error *error)
{
    struct text content = {0};
    bool done = file_read(path, CELLS_FILE_LIMIT, &content, error) && read(&content, cells, error);
    text_free(&content);
    return done;
}

static bool is_quick(const struct text *content)
{
    struct photo_header header;
    struct error ignored;
    photo_read_header((const uint8_t *)text_string(content), content->length, &header, &ignored);
    int64_t pixels = (int64_t)header.width * header.height;
    return pixels <= FEW_PIXELS ||
           (pixels <= MANY_PIXELS && (int64_t)content->length * PIXELS_A_BYTE <= pixels);
}

bool cells_take(const char *path, struct cells *cells)
{
    struct text content = {0};
    struct error ignored;
    enum photo_kind kind;
    bool takes = file_read(path, CELLS_FILE_LIMIT, &content, &ignored);
    bool picture = takes && is_picture(&content, &kind);
    takes = takes &&
            (picture ? kind == PHOTO_PNG && is_quick(&content)
                     : cells_recognise(text_string(&content), content.length)) &&
            read(&content, cells, &ignored);
    text_free(&content);
    if (!takes || !picture || cells_look_meant(cells))
        return takes;
    cells_free(cells);
    return false;
}
