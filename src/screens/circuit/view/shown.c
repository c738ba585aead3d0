/* What the frame asks of a step that is shown: how long it is, its moments, their words. */
#include "screens/circuit/view/inside.h"

int circuit_step_time(struct view *view, int step)
{
    circuit_film_find(&view->film, view->session, step);
    return view->film.stroke && view->film.time > 0 ? -1 : view->film.time;
}

double circuit_step_moment(struct view *view, int step, double share, bool back)
{
    circuit_film_find(&view->film, view->session, step);
    return circuit_film_moment(&view->film, share, back);
}

int circuit_step_words(struct view *view, int index, double share, struct text *into)
{
    struct step step = session_step(view->session, index);
    const struct race *after = session_race_after(view->session, index + 1);
    double within;
    circuit_film_find(&view->film, view->session, index);
    int at = circuit_film_piece(&view->film, share, &within), car = 0;
    for (int i = 0; at >= 0 && i < view->film.pieces[at].count; i++) {
        const struct event *event = &step.events[view->film.pieces[at].event + i];
        struct text words = {0};
        car = i == 0 || event->car == car ? event->car : 0;
        if (!into)
            continue;
        if (circuit_event(event)->type == CIRCUIT_EVENT_MOVED)
            text_append_format(&words, "%s is in row %d, lane %d.", view->names[event->car - 1],
                               circuit_event(event)->to.row, circuit_event(event)->to.lane);
        else
            circuit_game.describe(after, event, view->names, &words);
        if (words.length > 0)
            text_append_format(into, "%s%s", into->length > 0 ? " " : "", text_string(&words));
        text_free(&words);
    }
    return car;
}

/* Of a spin when the dice have come to rest, of everything else when its piece begins. */
int circuit_event_time(struct view *view, int step, int event)
{
    const struct circuit_film *film = &view->film;
    int began = 0;
    circuit_film_find(&view->film, view->session, step);
    for (int i = 0; i < film->count && film->pieces[i].event <= event; i++) {
        struct step seen = session_step(view->session, step);
        const struct event *of = &seen.events[event];
        bool spins = circuit_event(of)->type == CIRCUIT_EVENT_SPIN;
        began = film->pieces[i].began + (spins ? film->pieces[i].time * 3 / 5 : 0);
    }
    return began;
}

enum moment_kind circuit_moment(const struct event *event)
{
    static const enum moment_kind kinds[] = {
        [CIRCUIT_EVENT_SHOWN] = MOMENT_CARDS,   [CIRCUIT_EVENT_MOVED] = MOMENT_STROKE,
        [CIRCUIT_EVENT_LAP] = MOMENT_LAP,       [CIRCUIT_EVENT_WEAR] = MOMENT_WEAR,
        [CIRCUIT_EVENT_FINISHED] = MOMENT_FLAG, [CIRCUIT_EVENT_SPIN] = MOMENT_SLICK,
        [CIRCUIT_EVENT_OUT] = MOMENT_CRASH,     [CIRCUIT_EVENT_TURNED] = MOMENT_CARDS,
        [CIRCUIT_EVENT_ROLLED] = MOMENT_DICE,   [CIRCUIT_EVENT_PASSED] = MOMENT_PASSED,
        [CIRCUIT_EVENT_HELD] = MOMENT_HELD,     [CIRCUIT_EVENT_PLACED] = MOMENT_WIN,
        [CIRCUIT_EVENT_OVER] = MOMENT_NONE,
    };
    const struct circuit_event *body = circuit_event(event);
    bool nothing = body->type == CIRCUIT_EVENT_PLACED && body->number != 1;
    return nothing ? MOMENT_NONE : kinds[body->type];
}

static void set_middle(const struct view *view, struct space at, double *x, double *y)
{
    struct circuit_spot spot = circuit_space_middle(view->layout, at);
    *x = spot.x;
    *y = spot.y;
}

/* Where the step has brought its car by then. */
void circuit_moment_place(struct view *view, int index, int event, struct moment_look *look)
{
    struct step step = session_step(view->session, index);
    int number = step.events[event].car > 0 ? step.events[event].car : step.car;
    const struct circuit_car *car = circuit_car(session_race_after(view->session, index), number);
    struct space at = {car->row, car->lane > 0 ? car->lane : 1}, from = at;
    for (int i = 0; i <= event; i++) {
        const struct circuit_event *body = circuit_event(&step.events[i]);
        bool drives = body->type == CIRCUIT_EVENT_MOVED || body->type == CIRCUIT_EVENT_GRID ||
                      body->type == CIRCUIT_EVENT_PUT_BACK || body->type == CIRCUIT_EVENT_SET_ASIDE;
        if (!drives || step.events[i].car != number)
            continue;
        from = at;
        at = body->to;
    }
    if (from.row == at.row) { /* it stands: the way is that of the race */
        int rows = circuit_of(session_setup(view->session))->rows;
        from = (struct space){(at.row + rows - 1) % rows, at.lane};
    }
    set_middle(view, at, &look->x, &look->y);
    set_middle(view, from, &look->from_x, &look->from_y);
}

bool circuit_car_middle(const struct view *view, const struct race *race, int number, double *x,
                        double *y)
{
    const struct circuit_car *car = circuit_car(race, number);
    if (car->status != CIRCUIT_RACING)
        return false;
    set_middle(view, (struct space){car->row, car->lane}, x, y);
    return true;
}
