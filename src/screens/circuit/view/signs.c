/* Signs of limits over what the sheet has: those that cars would hide, and what each is for the car
 * that is to act; and frames round cars between whom a pass is forced.
 */
#include "screens/circuit/view/inside.h"

#include "base/hash.h"
#include "draw/sheet.h"

struct signs {
    cairo_t *cairo;
    const struct view *view;
    const struct paper_view *paper;
    const struct circuit *circuit;
    const struct paper_theme *theme;
    /* That they are told to instead of being drawn, or NULL. */
    struct sheet_pieces *pieces;
    struct labels *labels;
};

static void tell_sign(const struct signs *signs, struct space space, int limit)
{
    double radius;
    struct pixel at =
        circuit_sign_place(signs->paper, signs->circuit, signs->view->layout, space, &radius);
    const double box[4] = {at.x - radius, at.y - radius, 2 * radius, 2 * radius};
    if (signs->pieces)
        sheet_add_piece(signs->pieces, hash_number(HASH_START, limit), sheet_box(box));
    else
        labels_keep_off_disc(signs->labels, at.x, at.y, radius);
}

static void draw_sign(const struct signs *signs, struct space space, int raised_by)
{
    int limit = circuit_limit(signs->circuit, space.row, space.lane);
    if (limit > 0 && !signs->cairo)
        tell_sign(signs, space, limit + raised_by);
    else if (limit > 0)
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
    if (!circuit_chooses(signs->view) ||
        session_setup(signs->view->session)->values[CIRCUIT_LINES] != CIRCUIT_ON)
        return;
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
    const struct signs signs = {cairo, view, paper, circuit_of(session_setup(view->session)),
                                theme, NULL, NULL};
    draw_inner(&signs);
    if (own)
        draw_own(&signs);
}

void circuit_tell_own_signs(const struct view *view, const struct paper_view *paper,
                            struct sheet_pieces *pieces, struct labels *labels)
{
    draw_own(&(struct signs){.view = view,
                             .paper = paper,
                             .circuit = circuit_of(session_setup(view->session)),
                             .pieces = pieces,
                             .labels = labels});
}

/* A frame round the two between whom a pass is forced, in red round who may resist. */
void circuit_draw_blockers(cairo_t *cairo, const struct view *view, const struct paper_view *paper,
                           const struct paper_theme *theme)
{
    double width = 3 * paper->scale;
    struct pass_look look;
    if (!circuit_look_at_pass(view, &look)) {
        if (view->forced < 0)
            return;
        look = circuit_look_at_move(view, &view->moves[view->forced]);
    }
    for (int i = 0; i < 2; i++) {
        const struct circuit_car *car = circuit_car(session_race(view->session), look.blockers[i]);
        bool resists = false;
        for (int j = 0; j < look.resist_count; j++)
            resists |= look.resist[j] == look.blockers[i];
        cairo_new_path(cairo);
        circuit_add_space(cairo, paper, view->layout, (struct space){car->row, car->lane},
                          width * 0.5);
        brush_color(cairo, resists ? theme->warning : theme->ink_soft);
        brush_stroke(cairo, width, 0, 0);
    }
}
