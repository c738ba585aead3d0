/* The sheet and its steps, which lie in one list: those before `done` can be undone, the others
 * done again. A step holds one sheet: as it was before, or, of a step that was undone, as it was
 * after. To go back or on, that and the sheet that is there change places.
 */
#include "studio/studio.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { STEP_LIMIT = 200 };

struct undo_step {
    const char *name;
    void *sheet;
    uint64_t version; /* of that sheet */
};

struct steps {
    const struct steps_kind *kind;
    void *sheet;
    uint64_t version, last_version;
    struct undo_step *steps;
    int count, capacity, done;
    bool open;
    struct undo_step begun;
};

static void *copy_of(const struct steps *steps, const void *sheet)
{
    void *copy = memory_allocate(1, steps->kind->size);
    steps->kind->copy(sheet, copy);
    return copy;
}

static void free_sheet(const struct steps *steps, void *sheet)
{
    if (sheet)
        steps->kind->give_back(sheet);
    free(sheet);
}

static void free_step(const struct steps *steps, struct undo_step *step)
{
    free_sheet(steps, step->sheet);
    *step = (struct undo_step){0};
}

struct steps *steps_create(const struct steps_kind *kind, void *sheet)
{
    struct steps *steps = memory_allocate(1, sizeof *steps);
    steps->kind = kind;
    steps->sheet = memory_allocate(1, kind->size);
    memcpy(steps->sheet, sheet, kind->size);
    memset(sheet, 0, kind->size);
    return steps;
}

void steps_free(struct steps *steps)
{
    if (!steps)
        return;
    for (int i = 0; i < steps->count; i++)
        free_step(steps, &steps->steps[i]);
    free_step(steps, &steps->begun);
    free(steps->steps);
    free_sheet(steps, steps->sheet);
    free(steps);
}

const void *steps_sheet(const struct steps *steps)
{
    return steps->sheet;
}

uint64_t steps_version(const struct steps *steps)
{
    return steps->version;
}

bool steps_is_open(const struct steps *steps)
{
    return steps->open;
}

void *steps_change(struct steps *steps)
{
    assert(steps->open);
    steps->version = ++steps->last_version;
    return steps->sheet;
}

void steps_set_text(struct steps *steps, size_t offset, const char *text)
{
    char **value = (char **)((char *)steps->sheet + offset);
    if (strcmp(*value, text) == 0)
        return;
    steps_change(steps);
    char *copy = memory_copy_string(text);
    free(*value);
    *value = copy;
}

static void show(struct steps *steps, const struct undo_step *step)
{
    steps->kind->give_back(steps->sheet);
    steps->kind->copy(step->sheet, steps->sheet);
    steps->version = step->version;
}

/* --- a step ----------------------------------------------------------------------------------- */

void steps_begin(struct steps *steps, const char *name)
{
    assert(!steps->open);
    steps->open = true;
    steps->begun = (struct undo_step){name, copy_of(steps, steps->sheet), steps->version};
}

void steps_restart(struct steps *steps)
{
    assert(steps->open);
    show(steps, &steps->begun);
}

static struct undo_step *last_step(struct steps *steps, const char *name)
{
    struct undo_step *last = steps->done > 0 ? &steps->steps[steps->done - 1] : NULL;
    return last && steps->done == steps->count && strcmp(last->name, name) == 0 ? last : NULL;
}

void steps_begin_again(struct steps *steps, const char *name)
{
    struct undo_step *last = last_step(steps, name);
    if (!last) {
        steps_begin(steps, name);
        return;
    }
    assert(!steps->open);
    steps->open = true;
    steps->begun = *last;
    steps->done = --steps->count;
    steps_restart(steps);
}

static void drop_steps_behind(struct steps *steps)
{
    int most = steps->kind->most ? steps->kind->most(steps->sheet) : STEP_LIMIT;
    while (steps->count > steps->done)
        free_step(steps, &steps->steps[--steps->count]);
    int surplus = steps->count + 1 - most;
    if (surplus <= 0)
        return;
    for (int i = 0; i < surplus; i++)
        free_step(steps, &steps->steps[i]);
    steps->count -= surplus;
    memmove(steps->steps, steps->steps + surplus, (size_t)steps->count * sizeof *steps->steps);
}

void steps_end(struct steps *steps, bool goes_on)
{
    struct undo_step *step = &steps->begun;
    struct undo_step *last = goes_on ? last_step(steps, step->name) : NULL;
    assert(steps->open);
    steps->open = false;
    bool nothing = steps->kind->is_same(step->sheet, steps->sheet);
    if (!nothing && last) { /* both may have led back to where the last began */
        free_step(steps, step);
        *step = *last;
        steps->done = --steps->count;
        nothing = steps->kind->is_same(step->sheet, steps->sheet);
    }
    if (nothing) {
        steps->version = step->version;
        free_step(steps, step);
        return;
    }
    drop_steps_behind(steps);
    array_add(steps->steps, steps->count, steps->capacity, *step);
    steps->done = steps->count;
    steps->begun = (struct undo_step){0};
}

/* --- back and forth --------------------------------------------------------------------------- */

const char *steps_undo_name(const struct steps *steps)
{
    return steps->done > 0 ? steps->steps[steps->done - 1].name : NULL;
}

const char *steps_redo_name(const struct steps *steps)
{
    return steps->done < steps->count ? steps->steps[steps->done].name : NULL;
}

static void change_places(struct steps *steps, struct undo_step *step)
{
    struct undo_step there = {step->name, copy_of(steps, steps->sheet), steps->version};
    show(steps, step);
    free_step(steps, step);
    *step = there;
}

bool steps_undo(struct steps *steps)
{
    if (steps->open || steps->done == 0)
        return false;
    change_places(steps, &steps->steps[--steps->done]);
    return true;
}

bool steps_redo(struct steps *steps)
{
    if (steps->open || steps->done == steps->count)
        return false;
    change_places(steps, &steps->steps[steps->done++]);
    return true;
}
