#include "base/memory.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *there_or_end(void *memory)
{
    if (memory == NULL) {
        fputs("Graph Prix has run out of memory and must end. Close other programs and start it "
              "again: the running race is saved.\n",
              stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

void *memory_allocate(size_t count, size_t size)
{
    /* An empty block may come back as NULL, which would look like a failure. */
    return there_or_end(count == 0 || size == 0 ? calloc(1, 1) : calloc(count, size));
}

void *memory_resize(void *old, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        return there_or_end(NULL);
    return there_or_end(realloc(old, count * size == 0 ? 1 : count * size));
}

void *memory_copy(const void *source, size_t count, size_t size)
{
    void *copy = memory_allocate(count, size);
    if (count * size > 0)
        memcpy(copy, source, count * size);
    return copy;
}

char *memory_copy_string(const char *source)
{
    return memory_copy(source, strlen(source) + 1, 1);
}

void *array_grow(void *items, int count, int *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    assert(count < INT_MAX / 2);
    *capacity = count < 8 ? 16 : count * 2;
    return memory_resize(items, (size_t)*capacity, size);
}

/* === budget =================================================================================== */

static size_t bytes_left(const struct budget *budget)
{
    size_t held = atomic_load(&budget->bytes);
    return held < budget->bytes_most ? budget->bytes_most - held : 1;
}

static uint64_t steps_left(const struct budget *budget)
{
    uint64_t done = atomic_load(&budget->steps);
    return done < budget->steps_most ? budget->steps_most - done : 1;
}

struct budget budget_part(struct budget *whole, size_t bytes, uint64_t steps)
{
    struct budget part = {.bytes_most = bytes, .steps_most = steps, .whole = whole};
    if (!whole)
        return part;
    part.cancelled = whole->cancelled;
    if (whole->bytes_most > 0 && (bytes == 0 || bytes_left(whole) < bytes))
        part.bytes_most = bytes_left(whole);
    if (whole->steps_most > 0 && (steps == 0 || steps_left(whole) < steps))
        part.steps_most = steps_left(whole);
    return part;
}

struct budget budget_usual(struct budget *whole, size_t bytes, uint64_t steps)
{
    return budget_part(whole, whole && whole->bytes_most > 0 ? 0 : bytes,
                       whole && whole->steps_most > 0 ? 0 : steps);
}

bool budget_is_cancelled(const struct budget *budget)
{
    return budget && budget->cancelled &&
           atomic_load_explicit(budget->cancelled, memory_order_relaxed);
}

static bool is_worn_out(const struct budget *budget)
{
    return budget->steps_most > 0 &&
           atomic_load_explicit(&budget->steps, memory_order_relaxed) > budget->steps_most;
}

bool budget_has_ended(const struct budget *budget)
{
    return budget && (budget_is_cancelled(budget) || is_worn_out(budget) ||
                      atomic_load_explicit(&budget->too_large, memory_order_relaxed));
}

bool budget_goes_on(struct budget *budget, uint64_t steps)
{
    for (struct budget *of = budget; of && steps > 0; of = of->whole)
        atomic_fetch_add_explicit(&of->steps, steps, memory_order_relaxed);
    return !budget_has_ended(budget);
}

bool budget_allows(const struct budget *budget, size_t bytes)
{
    return !budget || budget->bytes_most == 0 ||
           atomic_load(&budget->bytes) + bytes <= budget->bytes_most;
}

bool budget_take(struct budget *budget, size_t bytes)
{
    for (struct budget *of = budget; of; of = of->whole) {
        if (!budget_allows(of, bytes))
            atomic_store(&of->too_large, true);
        atomic_fetch_add(&of->bytes, bytes);
    }
    return !budget_has_ended(budget);
}

void budget_give(struct budget *budget, size_t bytes)
{
    for (struct budget *of = budget; of; of = of->whole)
        atomic_fetch_sub(&of->bytes, bytes);
}

void budget_return(struct budget *part)
{
    budget_give(part, atomic_load(&part->bytes));
}

/* Those that were given, where the part has all that is left of them. */
static size_t bytes_given(const struct budget *budget)
{
    const struct budget *whole = budget->whole;
    size_t others = whole ? atomic_load(&whole->bytes) - atomic_load(&budget->bytes) : 0;
    bool has_all =
        whole && whole->bytes_most > 0 && others + budget->bytes_most >= whole->bytes_most;
    return has_all ? bytes_given(whole) : budget->bytes_most;
}

static uint64_t steps_given(const struct budget *budget)
{
    const struct budget *whole = budget->whole;
    uint64_t others = whole ? atomic_load(&whole->steps) - atomic_load(&budget->steps) : 0;
    bool has_all =
        whole && whole->steps_most > 0 && others + budget->steps_most >= whole->steps_most;
    return has_all ? steps_given(whole) : budget->steps_most;
}

bool budget_tell(const struct budget *budget, const char *so_far, const char *smaller,
                 struct error *error)
{
    if (budget_is_cancelled(budget))
        return error_set(error, "cancelled");
    if (budget && is_worn_out(budget)) {
        uint64_t seconds = (steps_given(budget) + BUDGET_SECOND - 1) / BUDGET_SECOND;
        return error_set(error,
                         "this is too much: %s needs more than %llu second%s of work; try %s, or "
                         "allow it more (--work %llu)",
                         so_far, (unsigned long long)seconds, seconds == 1 ? "" : "s", smaller,
                         (unsigned long long)(2 * seconds));
    }
    size_t mebibytes = budget ? bytes_given(budget) >> 20 : 0;
    return error_set(error,
                     "this is too large: %s needs more than %zu MiB of memory; try %s, or allow it "
                     "more (--memory %zu)",
                     so_far, mebibytes, smaller, 2 * mebibytes);
}
