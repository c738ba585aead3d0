/* See film.h. */
#include "screens/stock_cars/view/film.h"

#include "base/memory.h"
#include "rules/stock_cars/stock_cars.h"

#include <math.h>
#include <stdlib.h>

enum { TILE_TIME = 110, NOTE_TIME = 1100, LAST_TIME = 300 }; /* milliseconds */

void film_free(struct film *film)
{
    free(film->pieces);
    *film = (struct film){0};
}

static void add_piece(struct film *film, int units, int event, int time)
{
    array_add(film->pieces, film->count, film->capacity,
              (struct film_piece){film->units, units, event, film->time});
    film->units += units;
    film->time += time;
}

/* Is it worth a pause? The ways and speeds are seen anyhow. */
static bool is_looked_at(const struct stock_event *body)
{
    enum stock_event_type type = body->type;
    if (type == STOCK_EVENT_SAND)
        return body->bag;
    return type != STOCK_EVENT_ORDERED && type != STOCK_EVENT_SPECIAL &&
           type != STOCK_EVENT_DROVE && type != STOCK_EVENT_END_SPEED && type != STOCK_EVENT_OVER;
}

/* The way that is being driven: so many of its tiles have been. */
struct way_so_far {
    int event, car; /* car 0: none is */
    int tiles, driven;
};

static void drive_up_to(struct film *film, struct way_so_far *way, int move)
{
    for (; way->car > 0 && way->driven < move; way->driven++)
        add_piece(film, 1, way->event, TILE_TIME);
}

/* What happened behind all ways is shown with the last unit. */
static bool is_of_the_end(const struct event *event)
{
    enum stock_event_type type = stock_event(event)->type;
    return type == STOCK_EVENT_CRASHED || type == STOCK_EVENT_PLACED ||
           type == STOCK_EVENT_SAND_RESET;
}

static void add_event(struct film *film, struct way_so_far *way, const struct event *event,
                      int index)
{
    const struct stock_event *body = stock_event(event);
    if (body->type == STOCK_EVENT_DROVE) {
        drive_up_to(film, way, way->tiles);
        *way = (struct way_so_far){.event = index, .car = event->car};
        stock_event_path(event, &way->tiles);
    } else if (event->car == way->car && body->move > 0) {
        drive_up_to(film, way, body->type == STOCK_EVENT_LEFT_TRACK ? way->tiles + 1 : body->move);
    } else {
        drive_up_to(film, way, way->tiles);
    }
    if (is_looked_at(body))
        add_piece(film, 0, index, NOTE_TIME);
}

void film_find(struct film *film, const struct session *session, int index)
{
    struct step step = session_step(session, index);
    struct way_so_far way = {0};
    bool ended = false;
    if (film->found && film->step == index)
        return;
    film_free(film);
    film->found = true;
    film->step = index;
    for (int i = 0; i < step.event_count; i++) {
        if (is_of_the_end(&step.events[i]) && !ended) {
            drive_up_to(film, &way, way.tiles);
            add_piece(film, 1, i, 0);
            ended = true;
        }
        add_event(film, &way, &step.events[i], i);
    }
    drive_up_to(film, &way, way.tiles);
    if (film->count > 0)
        add_piece(film, !ended, step.event_count - 1, LAST_TIME);
}

int film_piece_at(const struct film *film, double share)
{
    int at = film->count - 1;
    while (at > 0 && film->pieces[at].began > share * film->time)
        at--;
    return at;
}

double film_progress(const struct film *film, double share)
{
    int at = film_piece_at(film, share);
    if (at < 0 || share >= 1)
        return 1;
    const struct film_piece *piece = &film->pieces[at];
    int end = at + 1 < film->count ? film->pieces[at + 1].began : film->time;
    double within =
        end > piece->began ? (share * film->time - piece->began) / (end - piece->began) : 1;
    return (piece->from + piece->units * fmin(within, 1)) / film->units;
}

/* Behind a look at what happened nothing new is to be seen. */
static bool is_moment(const struct film *film, int index)
{
    return index == 0 || film->pieces[index - 1].units > 0;
}

double film_moment(const struct film *film, double share, bool back)
{
    double now = share * film->time;
    for (int i = 0; i < film->count; i++) {
        int at = back ? film->count - 1 - i : i;
        int began = film->pieces[at].began;
        if (is_moment(film, at) && (back ? began < now - 0.5 : began > now + 0.5))
            return (began + 0.01) / film->time;
    }
    return back ? 0 : 1;
}
