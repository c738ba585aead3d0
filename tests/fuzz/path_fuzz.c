/* Any bytes as path data, and behind a zero byte as a transform: refused with a sentence, or drawn
 * into loops whose vertices lie on the sheet and differ from their neighbours.
 */
#include "base/memory.h"
#include "track/draft.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check_loop(const struct draft *draft, const struct draft_loop *loop)
{
    for (int i = 0; i < loop->count; i++) {
        struct point at = loop->vertices[i];
        assert(at.x >= 0 && at.x <= draft->width * FINE);
        assert(at.y >= 0 && at.y <= draft->height * FINE);
        assert(i == 0 || !point_equal(at, loop->vertices[i - 1]));
    }
}

static void check_draft(const struct draft *draft)
{
    int count = 0;
    for (int i = 0; i < draft->items[0].loop_count; i++) {
        check_loop(draft, &draft->items[0].loops[i]);
        count += draft->items[0].loops[i].count;
    }
    assert(count == draft->vertex_count && count <= TRACK_VERTEX_LIMIT);
}

/* In memory of its own, so that a step beyond its end is seen. */
static char *copy_string(const unsigned char *data, size_t size)
{
    char *copy = memory_allocate(size + 1, 1);
    if (size > 0)
        memcpy(copy, data, size);
    return copy;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct error error = {0};
    struct draft draft = {.width = SHEET_MAX, .height = SHEET_MAX};
    struct pencil pencil = {.draft = &draft, .sheet = {{-100, -100}, .25}};
    size_t path_size = size > 0 && memchr(data, 0, size) ? strlen((const char *)data) : size;
    char *path = copy_string(data, path_size);
    char *transform = copy_string(data + path_size, size - path_size);
    draft_add_item(&draft, DRAFT_WALL, 1);
    bool drawn = transform_read(transform + (path_size < size), &pencil.transform, &error) &&
                 path_draw(path, &pencil, &error);
    assert(drawn || error.text[0] != '\0');
    for (int i = 0; drawn && i < draft.items[0].loop_count; i++)
        assert(draft.items[0].loops[i].count > 0);
    check_draft(&draft);
    draft_free(&draft);
    free(path);
    free(transform);
    return 0;
}
