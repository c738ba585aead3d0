/* The sheet and its steps, which lie in one list: those before `done` can be undone, the others
 * done again.
 */
#include "studio/steps.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { STEP_LIMIT = 200 };

struct step {
    const char *name;
    void *before, *after; /* NULL: not ended yet */
    uint64_t version_before, version_after;
};

struct steps {
    const struct steps_kind *kind;
    void *sheet;
    uint64_t version, last_version;
    struct step *steps;
    int count, capacity, done;
    bool open;
    struct step begun;
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

static void free_step(const struct steps *steps, struct step *step)
{
    free_sheet(steps, step->before);
    free_sheet(steps, step->after);
    *step = (struct step){0};
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

static void show(struct steps *steps, const void *sheet)
{
    steps->kind->give_back(steps->sheet);
    steps->kind->copy(sheet, steps->sheet);
}

/* --- a step ----------------------------------------------------------------------------------- */

void steps_begin(struct steps *steps, const char *name)
{
    assert(!steps->open);
    steps->open = true;
    steps->begun = (struct step){
        .name = name, .before = copy_of(steps, steps->sheet), .version_before = steps->version};
}

void steps_restart(struct steps *steps)
{
    assert(steps->open);
    show(steps, steps->begun.before);
    steps->version = steps->begun.version_before;
}

static struct step *last_step(struct steps *steps, const char *name)
{
    struct step *last = steps->done > 0 ? &steps->steps[steps->done - 1] : NULL;
    return last && steps->done == steps->count && strcmp(last->name, name) == 0 ? last : NULL;
}

void steps_begin_again(struct steps *steps, const char *name)
{
    struct step *last = last_step(steps, name);
    if (!last) {
        steps_begin(steps, name);
        return;
    }
    assert(!steps->open);
    steps->open = true;
    steps->begun = *last;
    free_sheet(steps, steps->begun.after);
    steps->begun.after = NULL;
    steps->done = --steps->count;
    steps_restart(steps);
}

static void drop_steps_behind(struct steps *steps)
{
    while (steps->count > steps->done)
        free_step(steps, &steps->steps[--steps->count]);
    if (steps->count < STEP_LIMIT)
        return;
    free_step(steps, &steps->steps[0]);
    memmove(steps->steps, steps->steps + 1, (size_t)--steps->count * sizeof *steps->steps);
    steps->done--;
}

void steps_end(struct steps *steps, bool goes_on)
{
    struct step *step = &steps->begun;
    assert(steps->open);
    steps->open = false;
    if (steps->kind->is_same(step->before, steps->sheet)) {
        steps->version = step->version_before;
        free_step(steps, step);
        return;
    }
    struct step *last = goes_on ? last_step(steps, step->name) : NULL;
    if (last) {
        free_sheet(steps, last->after);
        last->after = copy_of(steps, steps->sheet);
        last->version_after = steps->version;
        free_step(steps, step);
        return;
    }
    drop_steps_behind(steps);
    step->after = copy_of(steps, steps->sheet);
    step->version_after = steps->version;
    array_add(steps->steps, steps->count, steps->capacity, *step);
    steps->done = steps->count;
    steps->begun = (struct step){0};
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

bool steps_undo(struct steps *steps)
{
    if (steps->open || steps->done == 0)
        return false;
    const struct step *step = &steps->steps[--steps->done];
    show(steps, step->before);
    steps->version = step->version_before;
    return true;
}

bool steps_redo(struct steps *steps)
{
    if (steps->open || steps->done == steps->count)
        return false;
    const struct step *step = &steps->steps[steps->done++];
    show(steps, step->after);
    steps->version = step->version_after;
    return true;
}
