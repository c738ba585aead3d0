/* The plan: its draft, and what is changed in it as a whole. */
#include "studio/stock_cars/plan.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

static size_t area(const struct map_draft *draft)
{
    return (size_t)draft->width * (size_t)draft->height;
}

static void copy_draft(const void *draft, void *into)
{
    *(struct map_draft *)into = map_draft_copy(draft);
}

static void give_back(void *draft)
{
    map_draft_free(draft);
}

static bool is_same(const void *one, const void *other)
{
    const struct map_draft *a = one, *b = other;
    return a->width == b->width && a->height == b->height && a->laps == b->laps &&
           a->race == b->race && a->turn == b->turn && a->sandbags == b->sandbags &&
           strcmp(a->name, b->name) == 0 && strcmp(a->author, b->author) == 0 &&
           memcmp(a->tiles, b->tiles, area(a)) == 0;
}

static const struct steps_kind drafts = {sizeof(struct map_draft), copy_draft, give_back, is_same};

struct steps *map_plan_create(int width, int height)
{
    struct map_draft draft = map_draft_make(width, height);
    return map_plan_from_draft(&draft);
}

struct steps *map_plan_from_draft(struct map_draft *draft)
{
    return steps_create(&drafts, draft);
}

const struct map_draft *map_plan_draft(const struct steps *plan)
{
    return steps_sheet(plan);
}

bool map_plan_is_empty(const struct steps *plan)
{
    const struct map_draft *draft = map_plan_draft(plan);
    for (size_t i = 0; i < area(draft); i++)
        if (draft->tiles[i] != TILE_OFF)
            return false;
    return true;
}

/* --- what changes ----------------------------------------------------------------------------- */

static struct map_draft *changing(struct steps *plan)
{
    return steps_change(plan);
}

void map_plan_set(struct steps *plan, struct point at, char tile)
{
    const struct map_draft *draft = map_plan_draft(plan);
    bool within = at.x >= 0 && at.y >= 0 && at.x < draft->width && at.y < draft->height;
    if (within && map_draft_tile(draft, at) != tile)
        changing(plan)->tiles[at.y * draft->width + at.x] = tile;
}

void map_plan_set_name(struct steps *plan, const char *name)
{
    steps_set_text(plan, offsetof(struct map_draft, name), name);
}

void map_plan_set_author(struct steps *plan, const char *author)
{
    steps_set_text(plan, offsetof(struct map_draft, author), author);
}

void map_plan_set_header(struct steps *plan, int laps, enum heading race, enum turn turn,
                         int sandbags)
{
    struct map_draft *draft = changing(plan);
    draft->laps = laps;
    draft->race = race;
    draft->turn = turn;
    draft->sandbags = sandbags;
}

void map_plan_resize(struct steps *plan, int width, int height, struct point by)
{
    struct map_draft *draft = changing(plan), old = *draft;
    width = number_smaller(number_larger(width, 1), STOCK_MAP_SIDE);
    height = number_smaller(number_larger(height, 1), STOCK_MAP_SIDE);
    draft->width = width;
    draft->height = height;
    draft->tiles = memory_allocate(area(draft), 1);
    for (int i = 0; i < width * height; i++)
        draft->tiles[i] = map_draft_tile(&old, (struct point){i % width - by.x, i / width - by.y});
    free(old.tiles);
}

void map_plan_fit(struct steps *plan, int margin)
{
    const struct map_draft *draft = map_plan_draft(plan);
    struct point low = {draft->width, draft->height}, high = {-1, -1};
    for (int i = 0; i < draft->width * draft->height; i++)
        if (draft->tiles[i] != TILE_OFF) {
            struct point at = {i % draft->width, i / draft->width};
            low = point_lower(low, at);
            high = point_upper(high, at);
        }
    if (high.x >= 0)
        map_plan_resize(plan, high.x - low.x + 1 + 2 * margin, high.y - low.y + 1 + 2 * margin,
                        (struct point){margin - low.x, margin - low.y});
}

void map_plan_replace(struct steps *plan, const struct map_draft *draft)
{
    struct map_draft *now = changing(plan), old = *now;
    *now = map_draft_copy(draft);
    map_draft_free(&old);
}
