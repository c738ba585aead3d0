/* Memory that is there: out of memory ends the program with a message. Nothing is lost by that,
 * because the running race is on disk after every action.
 */
#ifndef GRAPHPRIX_BASE_MEMORY_H
#define GRAPHPRIX_BASE_MEMORY_H

#include <stddef.h>

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

#endif
