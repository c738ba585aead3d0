/* What the frame asks of a step that is shown: how long it is, its moments, their words. */
#include "screens/circuit/view/inside.h"

int circuit_step_time(struct view *view, int step)
{
    circuit_film_find(&view->film, view->session, step);
    return view->film.time;
}

double circuit_step_moment(struct view *view, int step, double share, bool back)
{
    circuit_film_find(&view->film, view->session, step);
    return circuit_film_moment(&view->film, share, back);
}

void circuit_step_words(struct view *view, int index, double share, struct text *into)
{
    struct step step = session_step(view->session, index);
    const struct race *after = session_race_after(view->session, index + 1);
    double within;
    circuit_film_find(&view->film, view->session, index);
    int at = circuit_film_piece(&view->film, share, &within);
    for (int i = 0; at >= 0 && i < view->film.pieces[at].count; i++) {
        const struct event *event = &step.events[view->film.pieces[at].event + i];
        struct text words = {0};
        if (circuit_event(event)->type == CIRCUIT_EVENT_MOVED)
            text_append_format(&words, "%s is in row %d, lane %d.", view->names[event->car - 1],
                               circuit_event(event)->to.row, circuit_event(event)->to.lane);
        else
            circuit_game.describe(after, event, view->names, &words);
        if (words.length > 0)
            text_append_format(into, "%s%s", into->length > 0 ? " " : "", text_string(&words));
        text_free(&words);
    }
}
