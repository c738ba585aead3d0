/* Which events of graph paper are moments, and where they are shown. */
#include "screens/graph_paper/view/inside.h"

enum moment_kind graph_paper_moment(const struct event *event)
{
    const struct graph_paper_event *body = graph_paper_event(event);
    switch (body->type) {
    case EVENT_MOVED:
        return body->number > 0 ? MOMENT_NITRO : MOMENT_NONE;
    case EVENT_CHECKPOINT:
        return MOMENT_CHECKPOINT;
    case EVENT_LAP:
        return body->second >= 0 ? MOMENT_LAP : MOMENT_NONE;
    case EVENT_TURBO:
        return MOMENT_TURBO;
    case EVENT_LEFT_TRACK:
        return MOMENT_CRASH;
    case EVENT_COLLIDED:
        return MOMENT_BUMP;
    case EVENT_SLICK:
        return MOMENT_SLICK;
    case EVENT_FINISHED:
        return MOMENT_FLAG;
    case EVENT_PLACED:
        return body->number == 1 ? MOMENT_WIN : MOMENT_NONE;
    default:
        return MOMENT_NONE;
    }
}

static void set_place(struct moment_look *look, struct exact_point at)
{
    look->x = (double)at.x / (double)at.w;
    look->y = (double)at.y / (double)at.w;
}

/* At the end of the move's line, or where it left the track; a turbo area blows its own way. */
void graph_paper_moment_place(struct view *view, int index, int event, struct moment_look *look)
{
    struct step step = session_step(view->session, index);
    const struct graph_paper_event *body = graph_paper_event(&step.events[event]);
    bool own = body->type != EVENT_PLACED && body->type != EVENT_COLLIDED;
    for (int i = 0; i < step.event_count; i++) {
        const struct graph_paper_event *moved = graph_paper_event(&step.events[i]);
        if (moved->type != EVENT_MOVED || step.events[i].car != step.events[event].car)
            continue;
        if (own)
            set_place(look, body->type == EVENT_LEFT_TRACK ? body->end : moved->end);
        look->from_x = moved->from.x;
        look->from_y = moved->from.y;
    }
    if (body->type != EVENT_TURBO)
        return;
    look->from_x = look->x - body->velocity.x;
    look->from_y = look->y - body->velocity.y;
}
