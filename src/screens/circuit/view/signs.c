/* Signs of limits over what the sheet has: those that cars would hide, and what each is for the car
 * that is to act.
 */
#include "screens/circuit/view/inside.h"

struct signs {
    cairo_t *cairo;
    const struct view *view;
    const struct paper_view *paper;
    const struct circuit *circuit;
    const struct paper_theme *theme;
};

static void draw_sign(const struct signs *signs, struct space space, int raised_by)
{
    int limit = circuit_limit(signs->circuit, space.row, space.lane);
    if (limit > 0)
        circuit_draw_sign(signs->cairo, signs->paper, signs->circuit, signs->view->layout, space,
                          limit + raised_by, raised_by > 0, signs->theme);
}

/* Those of lanes between others lie on the strip. */
static void draw_inner(const struct signs *signs)
{
    for (int i = 0; i < signs->circuit->corner_count; i++)
        for (int lane = 2; lane < signs->circuit->lanes; lane++)
            draw_sign(signs, (struct space){signs->circuit->corners[i].from, lane}, 0);
}

/* 20 higher where it enters a corner on its line; within a corner, in the next row as long as it
 * has the benefit. */
static void draw_own(const struct signs *signs)
{
    const struct circuit *circuit = signs->circuit;
    const struct circuit_car *car =
        circuit_car(session_race(signs->view->session), signs->view->car);
    int row = (car->row + 1) % circuit->rows;
    const struct corner *within = circuit_corner(circuit, row);
    for (int i = 0; i < circuit->corner_count; i++) {
        const struct corner *corner = &circuit->corners[i];
        if (corner->has_line)
            draw_sign(signs, (struct space){corner->from, circuit->line[corner->from]},
                      CIRCUIT_SPEED);
    }
    for (int lane = 1; within && row > within->from && lane <= circuit->lanes; lane++)
        if (car->status == CIRCUIT_RACING)
            draw_sign(signs, (struct space){row, lane},
                      car->on_line && circuit->line[row] == lane ? CIRCUIT_SPEED : 0);
}

void circuit_draw_signs(cairo_t *cairo, const struct view *view, const struct paper_view *paper,
                        bool own, const struct paper_theme *theme)
{
    const struct setup *setup = session_setup(view->session);
    const struct signs signs = {cairo, view, paper, circuit_of(setup), theme};
    draw_inner(&signs);
    if (own && circuit_chooses(view) && setup->values[CIRCUIT_LINES] == CIRCUIT_ON)
        draw_own(&signs);
}
