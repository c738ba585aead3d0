/* See memory.h. */
#include "base/memory.h"

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *insist(void *memory)
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
    return insist(count == 0 || size == 0 ? calloc(1, 1) : calloc(count, size));
}

void *memory_resize(void *old, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        return insist(NULL);
    return insist(realloc(old, count * size == 0 ? 1 : count * size));
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
