/* See ghost.h. Whatever colours a game's ink has: of the ghost's only its shape is taken, so that
 * it is told from every pen. */
#include "paper/ghost.h"

#include "paper/brush.h"
#include "paper/ink.h"

#include <math.h>

static const double STRENGTH = 0.42;

int paper_rounds_driven(const struct race *race)
{
    int round = race->game->round(race);
    return race->game->over(race) || round == 0 ? round : round - 1;
}

/* The first step behind so many rounds. */
static int steps_after(const struct session *session, int rounds)
{
    int count = session_step_count(session), steps = 0;
    while (steps < count && session_step(session, steps).round <= rounds)
        steps++;
    return steps;
}

static const struct ink *ink_of_ghost(const struct paper_ghost *ghost)
{
    return ink_of(session_setup(ghost->session)->game);
}

static void draw_own(cairo_t *cairo, const struct paper_view *view, const struct paper_ghost *ghost,
                     int step, double progress, const struct paper_theme *theme)
{
    const struct ink *ink = ink_of_ghost(ghost);
    double box[4];
    if (!paper_step_box(view, ghost->session, step, box) || !brush_box_is_seen(cairo, box))
        return;
    if (ink->draw_own)
        ink->draw_own(cairo, view, ghost->session, step, ghost->car, progress, theme);
    else if (session_step(ghost->session, step).car == ghost->car)
        paper_draw_step(cairo, view, ghost->session, step, progress, false, theme);
}

/* Where a game's ink of earlier rounds goes, the ghost's does. */
static int first_round(const struct paper_ghost *ghost)
{
    int fresh = ink_of_ghost(ghost)->fresh_moves;
    return fresh > 0 && ghost->rounds > fresh ? ghost->rounds - fresh : 0;
}

static bool find_car(const struct paper_view *view, const struct paper_ghost *ghost, int rounds,
                     double box[4])
{
    int steps = steps_after(ghost->session, rounds);
    return paper_car_box(view, ghost->session, session_race_after(ghost->session, steps),
                         ghost->car, box);
}

/* A dashed ring, where the car is by now. */
static void draw_car(cairo_t *cairo, const struct paper_view *view, const struct paper_ghost *ghost)
{
    struct brush_sizes sizes = brush_sizes(view);
    double box[4], next[4], part = brush_clamp(ghost->progress / PAPER_LINE_SHARE, 0, 1);
    if (!find_car(view, ghost, ghost->rounds, box))
        return;
    struct pixel at = {box[0] + box[2] / 2, box[1] + box[3] / 2};
    if (part > 0 && find_car(view, ghost, ghost->rounds + 1, next))
        at = brush_between(at, (struct pixel){next[0] + next[2] / 2, next[1] + next[3] / 2}, part);
    cairo_new_path(cairo);
    cairo_arc(cairo, at.x, at.y, sizes.car * 0.52, 0, 6.2831853);
    brush_stroke(cairo, sizes.thin * 1.3, sizes.car * 0.16, sizes.car * 0.2);
}

void paper_draw_ghost(cairo_t *cairo, const struct paper_view *view,
                      const struct paper_ghost *ghost, const struct paper_theme *theme)
{
    if (!ghost->session)
        return;
    int first = steps_after(ghost->session, first_round(ghost));
    int whole = steps_after(ghost->session, ghost->rounds);
    int last = ghost->progress > 0 ? steps_after(ghost->session, ghost->rounds + 1) : whole;
    cairo_push_group_with_content(cairo, CAIRO_CONTENT_ALPHA);
    for (int step = first; step < last; step++)
        draw_own(cairo, view, ghost, step, step < whole ? 1 : ghost->progress, theme);
    draw_car(cairo, view, ghost);
    cairo_pattern_t *shape = cairo_pop_group(cairo);
    struct paper_color pencil = theme->ink_soft;
    pencil.alpha *= STRENGTH;
    brush_color(cairo, pencil);
    cairo_mask(cairo, shape);
    cairo_pattern_destroy(shape);
}

static void add_box(struct extent *extent, const double box[4])
{
    extent_add(extent, (struct pixel){box[0], box[1]}, 2);
    extent_add(extent, (struct pixel){box[0] + box[2], box[1] + box[3]}, 2);
}

bool paper_ghost_box(const struct paper_view *view, const struct paper_ghost *ghost, int from,
                     double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    double own[4];
    int to = ghost->rounds + 1, fresh = ink_of_ghost(ghost)->fresh_moves;
    int first = steps_after(ghost->session, from - (fresh > 0 ? fresh + 1 : 0));
    int last = steps_after(ghost->session, to);
    for (int step = first; step < last; step++)
        if (paper_step_box(view, ghost->session, step, own))
            add_box(&extent, own);
    for (int rounds = from; rounds <= to; rounds++)
        if (find_car(view, ghost, rounds, own))
            add_box(&extent, own);
    return extent_box(&extent, box);
}
