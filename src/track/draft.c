/* Growing and freeing a draft. The limits are kept here, while it grows, so that ten million points
 * cost no more memory than the first two hundred thousand.
 */
#include "track/draft.h"

#include "base/memory.h"
#include "track/words.h"

#include <assert.h>
#include <stdlib.h>

static void free_item(struct draft_item *item)
{
    for (int i = 0; i < item->loop_count; i++)
        free(item->loops[i].vertices);
    free(item->loops);
}

void draft_free(struct draft *draft)
{
    for (int i = 0; i < draft->count; i++)
        free_item(&draft->items[i]);
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

/* The count that the vertices of a role are in. */
static int *vertex_count(struct draft *draft, enum draft_role role)
{
    return role == DRAFT_DECORATION ? &draft->decoration_vertex_count : &draft->vertex_count;
}

void draft_drop_item(struct draft *draft)
{
    struct draft_item *item = last_item(draft);
    for (int i = 0; i < item->loop_count; i++)
        *vertex_count(draft, item->role) -= item->loops[i].count;
    free_item(item);
    draft->count--;
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

static bool repeats_last(const struct draft_loop *loop, struct point fine)
{
    return loop->count > 0 && point_equal(loop->vertices[loop->count - 1], fine);
}

static bool add_vertex(struct draft *draft, struct point fine, struct error *error)
{
    enum draft_role role = last_item(draft)->role;
    int *count = vertex_count(draft, role);
    if (*count >= (role == DRAFT_DECORATION ? DRAFT_DECORATION_VERTEX_LIMIT : TRACK_VERTEX_LIMIT))
        return error_set(error,
                         "there is one vertex too many: a track has at most %d; draw it with fewer",
                         TRACK_VERTEX_LIMIT);
    struct draft_loop *loop = last_loop(draft);
    loop->vertices =
        array_grow(loop->vertices, loop->count, &loop->capacity, sizeof *loop->vertices);
    loop->vertices[loop->count++] = fine;
    ++*count;
    return true;
}

bool draft_add_vertex(struct draft *draft, struct point fine, struct error *error)
{
    return repeats_last(last_loop(draft), fine) ||
           (words_check_on_sheet(fine, draft->width, draft->height, error) &&
            add_vertex(draft, fine, error));
}

static int32_t bring_near(int32_t fine)
{
    const int32_t far = 2 * SHEET_MAX * FINE;
    return fine < -far ? -far : fine > far ? far : fine;
}

bool draft_add_vertex_anywhere(struct draft *draft, struct point fine, struct error *error)
{
    fine = (struct point){bring_near(fine.x), bring_near(fine.y)};
    return repeats_last(last_loop(draft), fine) || add_vertex(draft, fine, error);
}

void draft_close_loop(struct draft *draft)
{
    last_loop(draft)->closed = true;
}

bool draft_loop_is_closed(const struct draft_loop *loop)
{
    return loop->closed || draft_loop_corners(loop) < loop->count;
}

int draft_loop_corners(const struct draft_loop *loop)
{
    bool repeated =
        loop->count > 1 && point_equal(loop->vertices[0], loop->vertices[loop->count - 1]);
    return loop->count - repeated;
}

bool draft_role_is_area(enum draft_role role)
{
    return role == DRAFT_WALL || role == DRAFT_SLICK || role == DRAFT_TURBO;
}

bool draft_role_is_line(enum draft_role role)
{
    return role == DRAFT_START_FINISH || role == DRAFT_START || role == DRAFT_FINISH;
}

static struct draft_item copy_item(const struct draft_item *item)
{
    struct draft_item copy = *item;
    copy.loops = memory_copy(item->loops, (size_t)item->loop_count, sizeof *item->loops);
    copy.loop_capacity = item->loop_count;
    for (int i = 0; i < item->loop_count; i++) {
        struct draft_loop *loop = &copy.loops[i];
        loop->vertices = memory_copy(loop->vertices, (size_t)loop->count, sizeof *loop->vertices);
        loop->capacity = loop->count;
    }
    return copy;
}

void draft_copy(struct draft *into, const struct draft *draft)
{
    *into = *draft;
    into->name = draft->name ? memory_copy_string(draft->name) : NULL;
    into->description = draft->description ? memory_copy_string(draft->description) : NULL;
    into->items = memory_allocate((size_t)draft->count, sizeof *into->items);
    into->capacity = draft->count;
    for (int i = 0; i < draft->count; i++)
        into->items[i] = copy_item(&draft->items[i]);
}
