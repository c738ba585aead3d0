/* Growing and freeing a draft. The limits are kept here, while it grows, so that ten million points
 * cost no more memory than the first two hundred thousand.
 */
#include "track/draft.h"

#include "base/memory.h"
#include "track/words.h"

#include <assert.h>
#include <stdlib.h>

void draft_free(struct draft *draft)
{
    for (int i = 0; i < draft->count; i++) {
        for (int j = 0; j < draft->items[i].loop_count; j++)
            free(draft->items[i].loops[j].vertices);
        free(draft->items[i].loops);
    }
    free(draft->items);
    free(draft->name);
    free(draft->description);
    *draft = (struct draft){0};
}

struct draft_item *draft_add_item(struct draft *draft, enum draft_role role, int line)
{
    struct draft_item *item;
    draft->items = array_grow(draft->items, draft->count, &draft->capacity, sizeof *draft->items);
    item = &draft->items[draft->count++];
    *item = (struct draft_item){.role = role, .line = line};
    return item;
}

static struct draft_item *last_item(struct draft *draft)
{
    assert(draft->count > 0);
    return &draft->items[draft->count - 1];
}

static struct draft_loop *last_loop(struct draft *draft)
{
    struct draft_item *item = last_item(draft);
    assert(item->loop_count > 0);
    return &item->loops[item->loop_count - 1];
}

void draft_begin_loop(struct draft *draft)
{
    struct draft_item *item = last_item(draft);
    item->loops =
        array_grow(item->loops, item->loop_count, &item->loop_capacity, sizeof *item->loops);
    item->loops[item->loop_count++] = (struct draft_loop){0};
}

bool draft_add_vertex(struct draft *draft, struct point fine, struct error *error)
{
    struct draft_loop *loop = last_loop(draft);
    if (loop->count > 0 && point_equal(loop->vertices[loop->count - 1], fine))
        return true;
    if (!words_check_on_sheet(fine, draft->width, draft->height, error))
        return false;
    if (draft->vertex_count >= TRACK_VERTEX_LIMIT)
        return error_set(error,
                         "there is one vertex too many: a track has at most %d; draw it with fewer",
                         TRACK_VERTEX_LIMIT);
    loop->vertices =
        array_grow(loop->vertices, loop->count, &loop->capacity, sizeof *loop->vertices);
    loop->vertices[loop->count++] = fine;
    draft->vertex_count++;
    return true;
}

void draft_close_loop(struct draft *draft)
{
    last_loop(draft)->closed = true;
}
