/* What the frame asks of a turn that is driven: how long it is, its moments, their words. */
#include "screens/stock_cars/view/inside.h"

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

/* The event of the piece that runs then, a way or what is looked at. */
static const struct event *running_event(struct view *view, int step, double share, bool *looks)
{
    film_find(&view->film, view->session, step);
    int at = film_piece_at(&view->film, share);
    *looks = at >= 0 && view->film.pieces[at].units == 0;
    return at >= 0 ? &session_step(view->session, step).events[view->film.pieces[at].event] : NULL;
}

const struct event *stock_happened(struct view *view, int step, double share)
{
    bool looks;
    const struct event *event = running_event(view, step, share, &looks);
    return looks && share < 1 ? event : NULL;
}

int stock_step_words(struct view *view, int step, double share, struct text *into)
{
    bool looks;
    const struct event *event = running_event(view, step, share, &looks);
    if (share >= 1)
        event = NULL;
    if (event && into)
        stock_cars_game.describe(session_race_after(view->session, step + 1), event, view->names,
                                 into);
    else if (into)
        text_append_format(into, "Turn %d is over.", session_step(view->session, step).round);
    return event && !event->others ? event->car : 0;
}

struct point stock_driven_place(const struct view *view)
{
    const struct film *film = &view->film;
    int at = film_piece_at(film, view->share);
    struct step step = session_step(view->session, film->step);
    if (at < 0)
        return stock_car(session_race_after(view->session, film->step + 1), step.car)->at;
    const struct film_piece *piece = &film->pieces[at];
    const struct event *event = &step.events[piece->event];
    int first = at, tiles;
    if (stock_event(event)->type != STOCK_EVENT_DROVE)
        return event->has_place ? event->place
                                : stock_car(session_race_after(view->session, film->step + 1),
                                            event->car > 0 ? event->car : step.car)
                                      ->at;
    while (first > 0 && film->pieces[first - 1].event >= piece->event)
        first--;
    const struct stock_entered *path = stock_event_path(event, &tiles);
    int driven = piece->from - film->pieces[first].from;
    return tiles == 0 ? stock_event(event)->from : path[driven < tiles ? driven : tiles - 1].at;
}

/* Of what has no piece of its own: when what comes before it is over. */
int stock_event_time(struct view *view, int step, int event)
{
    const struct film *film = &view->film;
    int began = 0;
    film_find(&view->film, view->session, step);
    for (int i = 0; i < film->count && film->pieces[i].event <= event; i++) {
        began = film->pieces[i].began;
        if (film->pieces[i].event == event)
            return began;
    }
    return began;
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
