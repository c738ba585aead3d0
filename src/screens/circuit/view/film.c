/* See film.h. */
#include "screens/circuit/view/film.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

void circuit_film_free(struct circuit_film *film)
{
    free(film->pieces);
    *film = (struct circuit_film){0};
}

/* Milliseconds that an event is shown; 0: it is not. */
static int time_of(const struct event *event)
{
    static const int times[] = {
        [CIRCUIT_EVENT_DESIGNED] = 1400, [CIRCUIT_EVENT_SHOWN] = 1500,
        [CIRCUIT_EVENT_MOVED] = 130,     [CIRCUIT_EVENT_LAP] = 500,
        [CIRCUIT_EVENT_WEAR] = 500,      [CIRCUIT_EVENT_FINISHED] = 900,
        [CIRCUIT_EVENT_PUT_BACK] = 500,  [CIRCUIT_EVENT_STAYED] = 400,
        [CIRCUIT_EVENT_BRAKED] = 700,    [CIRCUIT_EVENT_SPIN] = 2200,
        [CIRCUIT_EVENT_OUT] = 900,       [CIRCUIT_EVENT_FORCED] = 900,
        [CIRCUIT_EVENT_TURNED] = 1300,   [CIRCUIT_EVENT_ROLLED] = 2600,
        [CIRCUIT_EVENT_PASSED] = 1000,   [CIRCUIT_EVENT_HELD] = 1600,
        [CIRCUIT_EVENT_LOST_LINE] = 400, [CIRCUIT_EVENT_SET_ASIDE] = 600,
        [CIRCUIT_EVENT_MISSED] = 500,    [CIRCUIT_EVENT_PLACED] = 600,
        [CIRCUIT_EVENT_OVER] = 0,
    };
    return times[circuit_event(event)->type];
}

/* Shown together: what was secret, dice of one attempt, the grid. */
static bool go_together(const struct event *first, const struct event *second)
{
    enum circuit_event_type a = circuit_event(first)->type, b = circuit_event(second)->type;
    if (a == CIRCUIT_EVENT_SHOWN)
        return b == CIRCUIT_EVENT_SHOWN || b == CIRCUIT_EVENT_SLIPSTREAM;
    if (a == CIRCUIT_EVENT_DESIGNED)
        return b == CIRCUIT_EVENT_DESIGNED || b == CIRCUIT_EVENT_GRID;
    return a == b && (a == CIRCUIT_EVENT_TURNED || a == CIRCUIT_EVENT_ROLLED ||
                      a == CIRCUIT_EVENT_PLACED || a == CIRCUIT_EVENT_LOST_LINE);
}

/* A single space that is entered, with what it costs, needs no film. */
static bool is_a_film(const struct step *step)
{
    int spaces = 0;
    for (int i = 0; i < step->event_count; i++) {
        enum circuit_event_type type = circuit_event(&step->events[i])->type;
        spaces += type == CIRCUIT_EVENT_MOVED;
        if (type == CIRCUIT_EVENT_DESIGNED || type == CIRCUIT_EVENT_SHOWN ||
            type == CIRCUIT_EVENT_SPIN || type == CIRCUIT_EVENT_TURNED ||
            type == CIRCUIT_EVENT_FORCED || type == CIRCUIT_EVENT_FINISHED)
            return true;
    }
    return spaces > 1;
}

void circuit_film_find(struct circuit_film *film, const struct session *session, int index)
{
    struct step step = session_step(session, index);
    if (film->found && film->step == index)
        return;
    circuit_film_free(film);
    film->found = true;
    film->step = index;
    film->stroke = !is_a_film(&step);
    for (int i = 0; i < step.event_count; i++) {
        if (film->stroke && circuit_event(&step.events[i])->type != CIRCUIT_EVENT_MOVED)
            continue;
        struct circuit_film_piece piece = {i, 1, film->time, time_of(&step.events[i])};
        while (i + 1 < step.event_count &&
               go_together(&step.events[piece.event], &step.events[i + 1]))
            i++;
        piece.count = i - piece.event + 1;
        if (piece.time == 0)
            continue;
        array_add(film->pieces, film->count, film->capacity, piece);
        film->time += piece.time;
    }
}

int circuit_film_piece(const struct circuit_film *film, double share, double *within)
{
    int at = film->count - 1;
    while (at > 0 && film->pieces[at].began > share * film->time)
        at--;
    *within = 1;
    if (at >= 0 && share < 1)
        *within = fmin(1, (share * film->time - film->pieces[at].began) / film->pieces[at].time);
    return at;
}

double circuit_film_moment(const struct circuit_film *film, double share, bool back)
{
    double now = share * film->time;
    for (int i = 0; i < film->count; i++) {
        int began = film->pieces[back ? film->count - 1 - i : i].began;
        if (back ? began < now - 0.5 : began > now + 0.5)
            return (began + 0.01) / film->time;
    }
    return back ? 0 : 1;
}

/* What an event, or that part of it, makes of the places. */
static void apply_event(const struct event *event, double part, struct circuit_film_place *places)
{
    const struct circuit_event *body = circuit_event(event);
    if (event->car == 0)
        return;
    struct circuit_film_place *place = &places[event->car - 1];
    struct space from = body->type == CIRCUIT_EVENT_MOVED ? body->from : place->to;
    switch (body->type) {
    case CIRCUIT_EVENT_GRID:
        from = body->to;
        /* fall through */
    case CIRCUIT_EVENT_MOVED:
    case CIRCUIT_EVENT_PUT_BACK:
    case CIRCUIT_EVENT_SET_ASIDE:
        *place = (struct circuit_film_place){true, true, from, body->to, part, place->car};
        break;
    case CIRCUIT_EVENT_SPIN:
        place->touched = true;
        place->car.spun = part >= 0.75;
        place->car.posted = place->car.spun ? 0 : place->car.posted;
        break;
    case CIRCUIT_EVENT_SHOWN:
        place->touched = true;
        place->car.spun = false;
        place->car.posted = part > 0.35 ? body->number : NOT_POSTED;
        place->car.entry = part > 0.35 ? -1 : place->car.entry;
        break;
    case CIRCUIT_EVENT_TURNED:
        place->car.entry = -1;
        break;
    case CIRCUIT_EVENT_WEAR:
        place->car.halves -= part > 0 ? body->number : 0;
        break;
    case CIRCUIT_EVENT_CHIP:
        place->car.chips -= part > 0 && body->spent;
        break;
    case CIRCUIT_EVENT_BRAKED:
        place->touched = true;
        place->car.posted = body->number;
        break;
    case CIRCUIT_EVENT_FINISHED:
    case CIRCUIT_EVENT_OUT:
        place->touched = true;
        place->there = part < 0.5;
        break;
    default:
        break;
    }
}

void circuit_film_places(const struct circuit_film *film, const struct session *session,
                         double share, struct circuit_film_place places[PLAYER_LIMIT])
{
    const struct race *race = session_race_after(session, film->step);
    enum circuit_phase phase = circuit_phase(race);
    bool hides = phase == PHASE_BUILD || phase == PHASE_POST || phase == PHASE_CARDS;
    struct step step = session_step(session, film->step);
    double within;
    int at = circuit_film_piece(film, share, &within);
    for (int i = 0; i < session_setup(session)->players; i++) {
        const struct circuit_car *car = circuit_car(race, i + 1);
        struct space space = {car->row, car->lane};
        places[i] = (struct circuit_film_place){
            car->status == CIRCUIT_RACING, false, space, space, 1, *car};
        if (step.car == i + 1 && hides) {
            places[i].car.built = true;
            places[i].car.entry = 0;
        }
    }
    const struct circuit_film_piece *now = at >= 0 ? &film->pieces[at] : NULL;
    int end = now && share < 1 ? now->event + now->count : step.event_count;
    for (int i = 0; i < end; i++)
        apply_event(&step.events[i], now && i >= now->event && share < 1 ? within : 1, places);
    for (int i = end; i < step.event_count; i++) /* so that it is known from the beginning */
        if (step.events[i].car > 0) {
            struct circuit_film_place place = places[step.events[i].car - 1];
            apply_event(&step.events[i], 0, places);
            place.touched |= places[step.events[i].car - 1].touched;
            places[step.events[i].car - 1] = place;
        }
}
