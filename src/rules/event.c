/* Lists of events and the names of their types. */
#include "rules/event.h"

#include "base/memory.h"

#include <stdlib.h>

struct event *event_add(struct event_list *list, enum event_type type, int car)
{
    list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    struct event *event = &list->items[list->count++];
    *event = (struct event){.type = type, .car = car};
    return event;
}

void event_list_free(struct event_list *list)
{
    free(list->items);
    *list = (struct event_list){0};
}

const char *event_type_name(enum event_type type)
{
    static const char *const names[] = {
        [EVENT_STARTED] = "started",       [EVENT_MOVED] = "moved",
        [EVENT_CHECKPOINT] = "checkpoint", [EVENT_LAP] = "lap",
        [EVENT_TURBO] = "turbo",           [EVENT_LEFT_TRACK] = "left_track",
        [EVENT_COLLIDED] = "collided",     [EVENT_SLICK] = "slick",
        [EVENT_SCORED] = "scored",         [EVENT_FINISHED] = "finished",
        [EVENT_RETIRED] = "retired",       [EVENT_MISSED] = "missed",
        [EVENT_PLACED] = "placed",         [EVENT_OVER] = "over",
    };
    return names[type];
}
