/* Memory that is there: out of memory ends the program with a message. Nothing is lost by that,
 * because the running race is on disk after every action.
 */
#ifndef GRAPHPRIX_BASE_MEMORY_H
#define GRAPHPRIX_BASE_MEMORY_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *memory_allocate(size_t count, size_t size);          /* zeroed; free with free() */
void *memory_resize(void *old, size_t count, size_t size); /* new part not zeroed */
void *memory_copy(const void *source, size_t count, size_t size);
char *memory_copy_string(const char *source);

/* Growing arrays: makes room for one more element and returns the (perhaps moved) array.
 *     list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items); */
void *array_grow(void *items, int count, int *capacity, size_t size);
/* The same, and puts the element there. */
#define array_add(items, count, capacity, ...)                                                     \
    ((void)((count) < (capacity) ||                                                                \
            ((items) = array_grow(items, count, &(capacity), sizeof *(items))) != NULL),           \
     (items)[(count)++] = (__VA_ARGS__))
/* The same of a list { items, count, capacity }. */
#define list_add(list, ...) array_add((list)->items, (list)->count, (list)->capacity, __VA_ARGS__)

/* === budget =================================================================================== */

/* What a piece of work may take: memory, counted steps, and its time until somebody has cancelled
 * it. Whoever asks makes one and hands it down; all that works for it counts there, looks now and
 * then whether it may go on, and otherwise comes back soon with what it knows.
 *
 * Neither clock nor system is asked, so the same work ends at the same point on every machine; only
 * who cancels is free. Many threads may use one at once, and NULL is one without any limit.
 */

/* So many steps take about a second of one processor; each search counts what it does in them. */
#define BUDGET_SECOND UINT64_C(1000000000)
/* From one look to the next: within that whoever cancels is heard. */
#define BUDGET_LOOK (BUDGET_SECOND / 20)

struct budget {
    size_t bytes_most;            /* 0: what such work takes as a rule */
    uint64_t steps_most;          /* the same */
    const atomic_bool *cancelled; /* may be NULL */
    struct budget *whole;         /* of which this is a part, and where its steps count, too */
    atomic_size_t bytes;          /* held now */
    atomic_uint_least64_t steps;
    atomic_bool too_large; /* more bytes were wanted than there are */
};

/* A part of it (NULL: of one without limits), of which at most so much may be taken, or what is
 * left of the whole; 0: no other limit. */
struct budget budget_part(struct budget *whole, size_t bytes, uint64_t steps);
/* The same, but a limit that the whole has itself counts, also a higher one. */
struct budget budget_usual(struct budget *whole, size_t bytes, uint64_t steps);

/* Counts so many steps; false if the work has come to an end. */
bool budget_goes_on(struct budget *budget, uint64_t steps);
bool budget_has_ended(const struct budget *budget);
bool budget_is_cancelled(const struct budget *budget);
/* Bytes that are to be held, or are: false, and the work has ended, if they are too many. */
bool budget_take(struct budget *budget, size_t bytes);
void budget_give(struct budget *budget, size_t bytes);
/* All that a part holds, to the whole: it is freed, or somebody else's to count. */
void budget_return(struct budget *part);
/* May so many be taken? */
bool budget_allows(const struct budget *budget, size_t bytes);

/* Why it has ended, false: "this is too large: SO_FAR needs more than 256 MiB of memory; try
 * SMALLER, or allow it more (--memory 512)"; or the same of work; or "cancelled". */
bool budget_tell(const struct budget *budget, const char *so_far, const char *smaller,
                 struct error *error);

#endif
