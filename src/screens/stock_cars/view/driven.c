/* What the frame asks of a turn that is driven: how long it is, its moments, their words. */
#include "screens/stock_cars/view/inside.h"

#include <math.h>

int stock_step_time(struct view *view, int step)
{
    film_find(&view->film, view->session, step);
    return view->film.time;
}

double stock_step_moment(struct view *view, int step, double share, bool back)
{
    film_find(&view->film, view->session, step);
    return film_moment(&view->film, share, back);
}

/* The piece that runs then, a move or what is looked at, and its event; NULL: of several cars. */
static const struct event *running_event(struct view *view, int step, double share,
                                         const struct film_piece **piece)
{
    film_find(&view->film, view->session, step);
    int at = film_piece_at(&view->film, share);
    *piece = at >= 0 && share < 1 ? &view->film.pieces[at] : NULL;
    return *piece && (*piece)->event >= 0
               ? &session_step(view->session, step).events[(*piece)->event]
               : NULL;
}

const struct event *stock_happened(struct view *view, int step, double share)
{
    const struct film_piece *piece;
    const struct event *event = running_event(view, step, share, &piece);
    return event && piece->units == 0 ? event : NULL;
}

int stock_step_words(struct view *view, int step, double share, struct text *into)
{
    const struct film_piece *piece;
    const struct event *event = running_event(view, step, share, &piece);
    if (event && into)
        stock_cars_game.describe(session_race_after(view->session, step + 1), event, view->names,
                                 into);
    else if (piece && into)
        text_append_format(into, "All drive at once: move %d of %d.", piece->from + 1,
                           view->film.units - 1);
    else if (into)
        text_append_format(into, "Turn %d is over.", session_step(view->session, step).round);
    return event && !event->others ? event->car : 0;
}

static void add_to_area(struct camera_area *area, struct point at)
{
    area->left = fmin(area->left, at.x);
    area->bottom = fmin(area->bottom, at.y);
    area->right = fmax(area->right, at.x + 1);
    area->top = fmax(area->top, at.y + 1);
}

bool stock_driven_area(const struct view *view, struct camera_area *area)
{
    struct step step = session_step(view->session, view->film.step);
    *area = (struct camera_area){HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < step.event_count; i++) {
        const struct event *event = &step.events[i];
        int moves = 0;
        if (event->has_place)
            add_to_area(area, event->place);
        if (stock_event(event)->type != STOCK_EVENT_DROVE)
            continue;
        const struct stock_entered *path = stock_event_path(event, &moves);
        add_to_area(area, stock_event(event)->from);
        for (int move = 0; move < moves; move++)
            add_to_area(area, path[move].at);
    }
    return area->left < area->right;
}

int stock_event_time(struct view *view, int step, int event)
{
    const struct film *film = &view->film;
    film_find(&view->film, view->session, step);
    for (int i = 0; i < film->count; i++)
        if (film->pieces[i].event == event && film->pieces[i].units == 0)
            return film->pieces[i].began;
    return 0; /* the ways begin together; of nothing else is there a moment without a look at it */
}

enum moment_kind stock_moment(const struct event *event)
{
    static const enum moment_kind kinds[] = {
        [STOCK_EVENT_DROVE] = MOMENT_STROKE,  [STOCK_EVENT_REPAIRED] = MOMENT_PITS,
        [STOCK_EVENT_LAP] = MOMENT_LAP,       [STOCK_EVENT_FINISHED] = MOMENT_FLAG,
        [STOCK_EVENT_SAND] = MOMENT_SAND,     [STOCK_EVENT_OIL] = MOMENT_OIL,
        [STOCK_EVENT_BANKED] = MOMENT_BANK,   [STOCK_EVENT_LEFT_TRACK] = MOMENT_BUMP,
        [STOCK_EVENT_CRASHED] = MOMENT_CRASH, [STOCK_EVENT_PLACED] = MOMENT_WIN,
        [STOCK_EVENT_OVER] = MOMENT_NONE,
    };
    const struct stock_event *body = stock_event(event);
    bool nothing = (body->type == STOCK_EVENT_SAND && !body->bag) ||
                   (body->type == STOCK_EVENT_PLACED && body->place != 1);
    return nothing ? MOMENT_NONE : kinds[body->type];
}
