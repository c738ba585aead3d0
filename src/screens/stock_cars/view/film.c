/* See film.h. */
#include "screens/stock_cars/view/film.h"

#include "base/memory.h"
#include "base/number.h"
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

/* What happened behind all ways is shown with the last unit. */
static bool is_of_the_end(const struct event *event)
{
    enum stock_event_type type = stock_event(event)->type;
    return type == STOCK_EVENT_CRASHED || type == STOCK_EVENT_PLACED ||
           type == STOCK_EVENT_SAND_RESET;
}

/* What happened with this move, of all cars; 0: behind all ways, at the end or before it. */
static void look_at(struct film *film, const struct step *step, int move, bool end)
{
    for (int i = 0; i < step->event_count; i++) {
        const struct stock_event *body = stock_event(&step->events[i]);
        if (body->move == move && is_of_the_end(&step->events[i]) == end && is_looked_at(body))
            add_piece(film, 0, i, NOTE_TIME);
    }
}

/* How many moves the longest way has, and whose way it is if one car drives alone; else -1. */
static int longest_way(const struct step *step, int *alone)
{
    int longest = 0, drivers = 0;
    for (int i = 0; i < step->event_count; i++) {
        const struct stock_event *body = stock_event(&step->events[i]);
        int moves = body->move; /* also the one by which a car leaves the track */
        if (body->type == STOCK_EVENT_DROVE) {
            stock_event_path(&step->events[i], &moves);
            if (moves > 0)
                *alone = drivers++ == 0 ? i : -1;
        }
        longest = number_larger(longest, moves);
    }
    return longest;
}

void film_find(struct film *film, const struct session *session, int index)
{
    struct step step = session_step(session, index);
    if (film->found && film->step == index)
        return;
    film_free(film);
    film->found = true;
    film->step = index;
    int alone = -1, longest = longest_way(&step, &alone), end = 0;
    for (int move = 1; move <= longest; move++) {
        add_piece(film, 1, alone, TILE_TIME);
        look_at(film, &step, move, false);
    }
    look_at(film, &step, 0, false);
    while (end < step.event_count && !is_of_the_end(&step.events[end]))
        end++;
    if (end < step.event_count)
        add_piece(film, 1, end, 0);
    look_at(film, &step, 0, true);
    if (film->count > 0)
        add_piece(film, end == step.event_count, -1, LAST_TIME);
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

/* Behind a look at what happened nothing new is to be seen, but for what happened besides. */
static bool is_moment(const struct film *film, int index)
{
    return index == 0 || film->pieces[index - 1].units > 0 ||
           (film->pieces[index].units == 0 && index < film->count - 1);
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
