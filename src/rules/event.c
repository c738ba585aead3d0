/* Lists of events and the bodies that belong to them. */
#include "rules/event.h"

#include "base/memory.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

static void make_room(struct event_list *list, size_t length)
{
    if (length <= list->bodies_capacity)
        return;
    char *bodies = memory_allocate(2 * length, 1);
    if (list->bodies_length > 0)
        memcpy(bodies, list->bodies, list->bodies_length);
    for (int i = 0; i < list->count; i++)
        list->items[i].body = bodies + ((const char *)list->items[i].body - list->bodies);
    free(list->bodies);
    list->bodies = bodies;
    list->bodies_capacity = 2 * length;
}

void *event_add(struct event_list *list, const struct game *game, int car, size_t size)
{
    size_t alignment = alignof(max_align_t);
    size_t length = list->bodies_length + (size + alignment - 1) / alignment * alignment;
    make_room(list, length);
    void *body = memset(list->bodies + list->bodies_length, 0, size);
    list->bodies_length = length;
    list_add(list, (struct event){.game = game, .car = car, .body = body});
    return body;
}

void event_list_clear(struct event_list *list)
{
    list->count = 0;
    list->bodies_length = 0;
}

void event_list_free(struct event_list *list)
{
    free(list->items);
    free(list->bodies);
    *list = (struct event_list){0};
}
