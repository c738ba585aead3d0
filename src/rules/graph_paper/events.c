/* What everybody may read of the events of this game. */
#include "rules/graph_paper/race.h"

const struct graph_paper_event *graph_paper_event(const struct event *event)
{
    assert(event->game == &graph_paper_game);
    return event->body;
}

static const struct kind {
    const char *name;
    bool noted;
    bool has_place; /* `to` */
} kinds[] = {
    [EVENT_STARTED] = {.name = "started", .has_place = true},
    [EVENT_MOVED] = {.name = "moved", .has_place = true},
    [EVENT_CHECKPOINT] = {.name = "checkpoint"},
    [EVENT_LAP] = {.name = "lap"},
    [EVENT_TURBO] = {.name = "turbo"},
    [EVENT_LEFT_TRACK] = {.name = "left_track", .noted = true, .has_place = true},
    [EVENT_COLLIDED] = {.name = "collided", .noted = true, .has_place = true},
    [EVENT_SLICK] = {.name = "slick", .noted = true, .has_place = true},
    [EVENT_SCORED] = {.name = "scored", .noted = true},
    [EVENT_FINISHED] = {.name = "finished", .noted = true},
    [EVENT_RETIRED] = {.name = "retired", .noted = true},
    [EVENT_MISSED] = {.name = "missed", .noted = true},
    [EVENT_PLACED] = {.name = "placed"},
    [EVENT_OVER] = {.name = "over"},
};

void events_finish(struct event_list *events, int first)
{
    for (int i = first; i < events->count; i++) {
        struct event *event = &events->items[i];
        const struct graph_paper_event *body = event->body;
        const struct kind *kind = &kinds[body->type];
        event->type = kind->name;
        event->others = body->struck;
        event->noted = kind->noted;
        event->has_place = kind->has_place;
        event->place = body->to;
    }
}
