/* What is drawn of a race by the ink of its game. */
#include "paper/ink.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

const struct ink *ink_of(const struct game *game)
{
    const struct ink *const *ink = inks;
    while (*ink && (*ink)->game != game)
        ink++;
    assert(*ink);
    return *ink;
}

static const struct ink *ink_of_race(const struct session *session)
{
    return ink_of(session_setup(session)->game);
}

void paper_draw_step(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     int step, double progress, bool faded, const struct paper_theme *theme)
{
    if (ink_of_race(session)->draw_step)
        ink_of_race(session)->draw_step(cairo, view, session, step, progress, faded, theme);
}

bool paper_step_box(const struct paper_view *view, const struct session *session, int step,
                    double box[4])
{
    const struct ink *ink = ink_of_race(session);
    return ink->step_box && ink->step_box(view, session, step, box);
}

/* faded[i]: is the ink of step i that of an older move, after `steps` steps? Free it. */
static bool *find_faded(const struct session *session, int steps)
{
    bool *faded = memory_allocate((size_t)steps + 1, sizeof *faded);
    int later[CAR_LIMIT + 1] = {0};
    for (int i = steps - 1; i >= 0; i--)
        faded[i] = later[session_step(session, i).car]++ > PAPER_FRESH_MOVES;
    return faded;
}

int paper_first_fresh(const struct session *session, int steps)
{
    bool *faded = find_faded(session, steps);
    int first = 0;
    while (first < steps && faded[first])
        first++;
    free(faded);
    return first;
}

void paper_draw_ink_from(cairo_t *cairo, const struct paper_view *view,
                         const struct session *session, int first, int steps,
                         const struct paper_theme *theme)
{
    bool *faded = find_faded(session, steps);
    for (int i = first; i < steps; i++) {
        double box[4];
        if (paper_step_box(view, session, i, box) && brush_box_is_seen(cairo, box))
            paper_draw_step(cairo, view, session, i, 1, faded[i], theme);
    }
    free(faded);
}

void paper_draw_ink(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                    int steps, const struct paper_theme *theme)
{
    paper_draw_ink_from(cairo, view, session, 0, steps, theme);
}

/* Of a car on its square, with a square's room around it for the mark's tail and rim. */
static bool mark_box(const struct paper_view *view, const struct session *session,
                     const struct race *race, int car, double box[4])
{
    struct standing standing;
    session_setup(session)->game->standing(race, car, &standing);
    double rows = course_size(session_setup(session)->course).y;
    box[0] = view->left + (standing.at.x - 1) * view->square;
    box[1] = view->top + (rows - standing.at.y - 2) * view->square;
    box[2] = box[3] = 3 * view->square;
    return standing.on_course;
}

bool paper_car_box(const struct paper_view *view, const struct session *session,
                   const struct race *race, int car, double box[4])
{
    const struct ink *ink = ink_of_race(session);
    return (ink->car_box ? ink->car_box : mark_box)(view, session, race, car, box);
}

void paper_draw_cars(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, const struct paper_theme *theme)
{
    const struct ink *ink = ink_of_race(session);
    int count = ink->game->car_count(race);
    for (int i = 1; i <= count; i++) {
        double box[4];
        if (!paper_car_box(view, session, race, i, box) || !brush_box_is_seen(cairo, box))
            continue;
        if (ink->draw_car)
            ink->draw_car(cairo, view, session, race, i, theme);
        else
            paper_draw_mark(cairo, paper_pen_of(session, i), box[0] + box[2] / 2,
                            box[1] + box[3] / 2, view->square / 2, theme);
    }
}

int paper_pen_of(const struct session *session, int car)
{
    const struct game *game = session_setup(session)->game;
    return session_player(session, game->player_of(session_race(session), car))->pen;
}

int paper_car_of_player(const struct session *session, const struct race *race, int car)
{
    const struct game *game = session_setup(session)->game;
    int count = game->car_count(race), before = 0, all = 0;
    for (int i = 1; i <= count; i++)
        if (game->player_of(race, i) == game->player_of(race, car)) {
            all++;
            before += i <= car;
        }
    return all > 1 ? before : 0;
}

/* Actions hold commas and blanks, but neither quotes nor line breaks. */
static void write_actions(const struct session *session, int steps, struct text *into)
{
    text_append(into, "car,round,action,x,y,event\n");
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        struct standing standing;
        const struct race *after = session_race_after(session, i + 1);
        const char *between = "";
        after->game->standing(after, step.car, &standing);
        text_append_format(into, "%d,%d,\"%s\",", step.car, step.round, step.action);
        if (standing.on_course)
            text_append_format(into, "%d,%d,", standing.at.x, standing.at.y);
        else
            text_append(into, ",,");
        for (int j = 0; j < step.event_count; j++)
            if (step.events[j].car == step.car) {
                text_append_format(into, "%s%s", between, step.events[j].type);
                between = " ";
            }
        text_append(into, "\n");
    }
}

void paper_append_csv(const struct session *session, int steps, struct text *into)
{
    const struct ink *ink = ink_of_race(session);
    if (ink->append_csv)
        ink->append_csv(session, steps, into);
    else
        write_actions(session, steps, into);
}
