/* Any bytes as a grid: an error, or a grid whose cells all have a sign; the draft that comes of it
 * is a track, or the checks say why not, and what is assigned holds. The same bytes are taken as
 * the pixels of a picture, too: its width is the first of them.
 */
#include "base/memory.h"
#include "studio/graph_paper/cells/cells.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void check(struct cells *cells)
{
    struct draft draft;
    struct cells_remarks remarks;
    struct error error = {0};
    int count = 0;
    assert(cells->columns > 0 && cells->rows > 0 && cells->sign_count <= CELLS_SIGNS_MOST);
    for (int i = 0; i < cells->sign_count; i++) {
        assert(cells->list[i].role >= 0 && cells->list[i].role < CELL_ROLES);
        count += cells->list[i].count;
    }
    assert(count == cells->columns * cells->rows);
    bool made = cells_make_draft(cells, &draft, &remarks, &error);
    assert(made || error.text[0] != '\0');
    struct track *track = made ? track_from_draft(&draft, &error) : NULL;
    if (made && !track)
        abort();
    track_release(track);
    draft_free(&draft);
}

static void check_picture(const uint8_t *data, size_t size)
{
    struct cells cells;
    struct error error = {0};
    int width = size > 1 ? data[0] % 64 + 1 : 1;
    int height = (int)(size - (size > 0)) / width;
    if (height < 1)
        return;
    uint32_t *pixels = memory_allocate((size_t)width * (size_t)height, sizeof *pixels);
    for (int i = 0; i < width * height; i++)
        pixels[i] = data[1 + i] % 8 == 0 ? 0 : 0xff000000u | (uint32_t)data[1 + i] * 0x10307;
    if (cells_read_picture(pixels, width, height, &cells, &error)) {
        check(&cells);
        cells_free(&cells);
    } else {
        assert(error.text[0] != '\0');
    }
    free(pixels);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cells cells;
    struct error error = {0};
    char *text = memory_allocate(size + 1, 1);
    memcpy(text, data, size);
    bool is_grid = cells_recognise(text, size);
    bool read = cells_read_text(text, size, &cells, &error);
    assert(read || (!is_grid && error.text[0] != '\0'));
    if (read) {
        check(&cells);
        cells_assign(&cells, text, &error);
        check(&cells);
        cells_free(&cells);
    }
    check_picture(data, size);
    free(text);
    return 0;
}
