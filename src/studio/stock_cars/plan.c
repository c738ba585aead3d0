/* The plan and its steps. A step keeps the draft as it was: maps are small, and nothing can be
 * forgotten in an undo that puts back everything.
 */
#include "studio/stock_cars/plan.h"

#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { STEP_LIMIT = 200 };

struct step {
    const char *name;
    struct map_draft before, after;
    uint64_t version_before, version_after;
};

struct map_plan {
    struct map_draft draft;
    uint64_t version, last_version;
    struct step *steps;
    int count, capacity, done; /* those before `done` can be undone, the others done again */
    bool open;
    struct step begun;
};

struct map_plan *map_plan_create(int width, int height)
{
    struct map_draft draft = map_draft_make(width, height);
    return map_plan_from_draft(&draft);
}

struct map_plan *map_plan_from_draft(struct map_draft *draft)
{
    struct map_plan *plan = memory_allocate(1, sizeof *plan);
    plan->draft = *draft;
    *draft = (struct map_draft){0};
    return plan;
}

static void free_step(struct step *step)
{
    map_draft_free(&step->before);
    map_draft_free(&step->after);
}

void map_plan_free(struct map_plan *plan)
{
    if (!plan)
        return;
    for (int i = 0; i < plan->count; i++)
        free_step(&plan->steps[i]);
    free_step(&plan->begun);
    free(plan->steps);
    map_draft_free(&plan->draft);
    free(plan);
}

const struct map_draft *map_plan_draft(const struct map_plan *plan)
{
    return &plan->draft;
}

uint64_t map_plan_version(const struct map_plan *plan)
{
    return plan->version;
}

static size_t area(const struct map_draft *draft)
{
    return (size_t)draft->width * (size_t)draft->height;
}

bool map_plan_is_empty(const struct map_plan *plan)
{
    for (size_t i = 0; i < area(&plan->draft); i++)
        if (plan->draft.tiles[i] != TILE_OFF)
            return false;
    return true;
}

/* --- steps ------------------------------------------------------------------------------------ */

static bool is_same(const struct map_draft *a, const struct map_draft *b)
{
    return a->width == b->width && a->height == b->height && a->laps == b->laps &&
           a->race == b->race && a->turn == b->turn && a->sandbags == b->sandbags &&
           strcmp(a->name, b->name) == 0 && strcmp(a->author, b->author) == 0 &&
           memcmp(a->tiles, b->tiles, area(a)) == 0;
}

static void show(struct map_plan *plan, const struct map_draft *draft)
{
    struct map_draft copy = map_draft_copy(draft);
    map_draft_free(&plan->draft);
    plan->draft = copy;
}

void map_plan_begin(struct map_plan *plan, const char *name)
{
    assert(!plan->open);
    plan->open = true;
    plan->begun = (struct step){
        .name = name, .before = map_draft_copy(&plan->draft), .version_before = plan->version};
}

void map_plan_restart(struct map_plan *plan)
{
    assert(plan->open);
    show(plan, &plan->begun.before);
    plan->version = plan->begun.version_before;
}

static void drop_steps_behind(struct map_plan *plan)
{
    while (plan->count > plan->done)
        free_step(&plan->steps[--plan->count]);
    if (plan->count < STEP_LIMIT)
        return;
    free_step(&plan->steps[0]);
    memmove(plan->steps, plan->steps + 1, (size_t)--plan->count * sizeof *plan->steps);
    plan->done--;
}

void map_plan_end(struct map_plan *plan, bool goes_on)
{
    struct step *step = &plan->begun;
    assert(plan->open);
    plan->open = false;
    if (is_same(&step->before, &plan->draft)) {
        plan->version = step->version_before;
        free_step(step);
        return;
    }
    struct step *last = plan->done > 0 ? &plan->steps[plan->done - 1] : NULL;
    if (goes_on && last && plan->done == plan->count && strcmp(last->name, step->name) == 0) {
        map_draft_free(&last->after);
        map_draft_free(&step->before);
        last->after = map_draft_copy(&plan->draft);
        last->version_after = plan->version;
        return;
    }
    drop_steps_behind(plan);
    step->after = map_draft_copy(&plan->draft);
    step->version_after = plan->version;
    array_add(plan->steps, plan->count, plan->capacity, *step);
    plan->done = plan->count;
    plan->begun = (struct step){0};
}

const char *map_plan_undo_name(const struct map_plan *plan)
{
    return plan->done > 0 ? plan->steps[plan->done - 1].name : NULL;
}

const char *map_plan_redo_name(const struct map_plan *plan)
{
    return plan->done < plan->count ? plan->steps[plan->done].name : NULL;
}

bool map_plan_undo(struct map_plan *plan)
{
    if (plan->open || plan->done == 0)
        return false;
    const struct step *step = &plan->steps[--plan->done];
    show(plan, &step->before);
    plan->version = step->version_before;
    return true;
}

bool map_plan_redo(struct map_plan *plan)
{
    if (plan->open || plan->done == plan->count)
        return false;
    const struct step *step = &plan->steps[plan->done++];
    show(plan, &step->after);
    plan->version = step->version_after;
    return true;
}

/* Before every change. */
static struct map_draft *changing(struct map_plan *plan)
{
    assert(plan->open);
    plan->version = ++plan->last_version;
    return &plan->draft;
}

/* --- what changes ----------------------------------------------------------------------------- */

void map_plan_set(struct map_plan *plan, struct point at, char tile)
{
    const struct map_draft *draft = &plan->draft;
    bool within = at.x >= 0 && at.y >= 0 && at.x < draft->width && at.y < draft->height;
    if (within && map_draft_tile(draft, at) != tile)
        changing(plan)->tiles[at.y * draft->width + at.x] = tile;
}

static void set_text(struct map_plan *plan, char **value, const char *text)
{
    if (strcmp(*value, text) == 0)
        return;
    changing(plan);
    char *copy = memory_copy_string(text);
    free(*value);
    *value = copy;
}

void map_plan_set_name(struct map_plan *plan, const char *name)
{
    set_text(plan, &plan->draft.name, name);
}

void map_plan_set_author(struct map_plan *plan, const char *author)
{
    set_text(plan, &plan->draft.author, author);
}

void map_plan_set_header(struct map_plan *plan, int laps, enum heading race, enum turn turn,
                         int sandbags)
{
    struct map_draft *draft = changing(plan);
    draft->laps = laps;
    draft->race = race;
    draft->turn = turn;
    draft->sandbags = sandbags;
}

void map_plan_resize(struct map_plan *plan, int width, int height, struct point by)
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

void map_plan_fit(struct map_plan *plan, int margin)
{
    const struct map_draft *draft = &plan->draft;
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

void map_plan_replace(struct map_plan *plan, const struct map_draft *draft)
{
    changing(plan);
    show(plan, draft);
}
