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

/* The piece of the film that runs then, a move or what is looked at, and its event; NULL: it is of
 * several cars. */
static const struct event *running_event(const struct view *view, double share,
                                         const struct film_piece **piece)
{
    int at = film_piece_at(&view->film, share);
    *piece = at >= 0 && share < 1 ? &view->film.pieces[at] : NULL;
    return *piece && (*piece)->event >= 0
               ? &session_step(view->session, view->film.step).events[(*piece)->event]
               : NULL;
}

static const struct event *looked_at(const struct view *view, double share)
{
    const struct film_piece *piece;
    const struct event *event = running_event(view, share, &piece);
    return event && piece->units == 0 ? event : NULL;
}

const struct event *stock_happened(struct view *view, int step, double share)
{
    film_find(&view->film, view->session, step);
    return looked_at(view, share);
}

int stock_step_words(struct view *view, int step, double share, struct text *into)
{
    const struct film_piece *piece;
    film_find(&view->film, view->session, step);
    const struct event *event = running_event(view, share, &piece);
    if (event && into)
        stock_cars_game.describe(session_race_after(view->session, step + 1), event, view->names,
                                 into);
    else if (piece && piece->from < view->film.units - 1 && into)
        text_append_format(into, "All drive at once: move %d of %d.", piece->from + 1,
                           view->film.units - 1);
    else if (into)
        text_append_format(into, "Turn %d is over.", session_step(view->session, step).round);
    return event && !event->others ? event->car : 0;
}

static struct camera_area area_of(struct point at)
{
    return (struct camera_area){at.x, at.y, at.x + 1, at.y + 1};
}

static struct camera_area join(struct camera_area one, struct camera_area other)
{
    return (struct camera_area){fmin(one.left, other.left), fmin(one.bottom, other.bottom),
                                fmax(one.right, other.right), fmax(one.top, other.top)};
}

static struct camera_area area_of_way(const struct event *event)
{
    int moves;
    const struct stock_entered *path = stock_event_path(event, &moves);
    struct camera_area area = area_of(stock_event(event)->from);
    for (int i = 0; i < moves; i++)
        area = join(area, area_of(path[i].at));
    return area;
}

/* With squares that are large enough to choose, as the camera will have them, and some room. */
static bool is_seen_whole(const struct camera *camera, struct camera_area area)
{
    double square = fmax(camera->goal.square, CAMERA_CHOOSING_SQUARE * camera->goal.scale);
    return (area.right - area.left + 2) * square < camera->width &&
           (area.top - area.bottom + 2) * square < camera->height;
}

bool stock_driven_area(const struct view *view, const struct view_look *look,
                       struct camera_area *area)
{
    const struct event *happened = looked_at(view, look->progress);
    struct step step = session_step(view->session, view->film.step);
    bool found = false;
    for (int i = 0; i < step.event_count; i++) {
        if (stock_event(&step.events[i])->type != STOCK_EVENT_DROVE)
            continue;
        struct camera_area way = area_of_way(&step.events[i]),
                           both = found ? join(*area, way) : way;
        if (!found || is_seen_whole(look->camera, both))
            *area = both;
        found = true;
    }
    if (happened && happened->has_place)
        *area = area_of(happened->place);
    return found || happened;
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
