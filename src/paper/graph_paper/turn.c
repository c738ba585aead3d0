/* A turn as it is shown to whoever is to move. Owns nothing, cannot fail. */
#include "paper/graph_paper/turn.h"

#include "paper/graph_paper/turn_inside.h"
#include "paper/lettering.h"

#include <math.h>

static const double EXTRA_STRENGTH = 0.5; /* of what costs something */
static const double REFUSED_STRENGTH = 0.7;
static const double AFTER_STRENGTH = 0.34;
static const double DOOMED_STRENGTH = 0.6; /* of such a point of the turn after */
static const double ROOM = 16;             /* interface pixels round the points */

struct turn_pen {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct track *track;
    const struct paper_turn *turn;
    const struct paper_theme *theme;
    struct brush_sizes sizes;
    struct paper_color color;
    struct paper_numbers numbers;
};

static struct turn_spot spot_of(const struct turn_pen *pen, struct point grid)
{
    return turn_spot_of(pen->view, pen->track, grid);
}

static bool starts_are_ringed(const struct paper_turn *turn)
{
    return turn->start_count <= PAPER_RINGED_STARTS;
}

static const struct hint *chosen_hint(const struct paper_turn *turn)
{
    const struct move *move = turn_chosen_move(turn);
    return move && turn->hints ? hints_at(turn->hints, move->to) : NULL;
}

static void grow(double box[4], const struct paper_view *view, const struct track *track,
                 struct point grid)
{
    double x, y;
    paper_to_device(view, track->height, grid.x, grid.y, &x, &y);
    box[0] = fmin(box[0], x);
    box[1] = fmin(box[1], y);
    box[2] = fmax(box[2], x);
    box[3] = fmax(box[3], y);
}

bool paper_turn_box(const struct paper_view *view, const struct track *track,
                    const struct paper_turn *turn, double box[4])
{
    double corners[4] = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < turn->start_count; i++)
        if (starts_are_ringed(turn) || i == turn->chosen_start)
            grow(corners, view, track, turn->starts[i]);
    if (turn->has_car) {
        grow(corners, view, track, turn->car);
        grow(corners, view, track, turn->principal);
        grow(corners, view, track, point_subtract(turn->principal, turn->shift));
        grow(corners, view, track, point_subtract(turn->car, turn->velocity));
    }
    for (int i = 0; i < turn->move_count; i++)
        grow(corners, view, track, turn->moves[i].to);
    for (int i = 0; i < turn->after_count; i++)
        grow(corners, view, track, turn->after[i].to);
    for (int i = 0; i < turn->refused_count; i++)
        grow(corners, view, track, turn->refused[i].to);
    const struct hint *hint = chosen_hint(turn);
    for (int i = 0; hint && i < hint->braking.count; i++)
        grow(corners, view, track, hint->braking.points[i]);
    if (corners[0] > corners[2])
        return false;
    double margin = view->square * 0.75 + ROOM * view->scale;
    box[0] = floor(corners[0] - margin);
    box[1] = floor(corners[1] - margin);
    box[2] = ceil(corners[2] + margin) - box[0];
    box[3] = ceil(corners[3] + margin) - box[1];
    return true;
}

/* False if hints have nothing to say of the point. */
static bool draw_hint(struct turn_pen *pen, struct point to, const struct paper_hint_look *look)
{
    const struct hint *hint = pen->turn->hints ? hints_at(pen->turn->hints, to) : NULL;
    return hint && paper_draw_hint(pen->cairo, &pen->numbers, hint, look, pen->theme);
}

/* The outcome's sign, or the hint in its place. */
static void draw_sign(struct turn_pen *pen, const struct move *move, double radius, bool chosen,
                      double strength)
{
    struct turn_spot at = spot_of(pen, move->to);
    bool slick = move->outcome == OUTCOME_SLICK;
    struct paper_hint_look look = {at.x, at.y, chosen, slick, strength};
    bool hinted = (slick || move->outcome == OUTCOME_CLEAR) && draw_hint(pen, move->to, &look);
    if (!hinted)
        paper_draw_outcome(pen->cairo, move->outcome, pen->turn->pen, at.x, at.y, radius, strength,
                           pen->theme);
}

static bool is_doomed_after(const struct hint *hint, struct point to)
{
    for (int i = 0; hint && i < hint->doomed_after_count; i++)
        if (point_equal(hint->doomed_after[i], to))
            return true;
    return false;
}

static void draw_starts(struct turn_pen *pen)
{
    const struct paper_turn *turn = pen->turn;
    for (int i = 0; i < turn->start_count; i++) {
        bool chosen = i == turn->chosen_start;
        if (!chosen && !starts_are_ringed(turn))
            continue;
        struct turn_spot at = spot_of(pen, turn->starts[i]);
        double radius = fmax(pen->sizes.point * 1.5, pen->sizes.start * 0.9) * (chosen ? 1.25 : 1);
        struct paper_hint_look look = {at.x, at.y, chosen, false, 1};
        if (!turn->has_car && draw_hint(pen, turn->starts[i], &look))
            continue;
        cairo_new_path(pen->cairo);
        brush_add_disc(pen->cairo, at.x, at.y, radius);
        brush_color(pen->cairo, pen->theme->card);
        cairo_fill(pen->cairo);
        brush_color(pen->cairo, pen->color);
        brush_circle(pen->cairo, at.x, at.y, radius, pen->sizes.thin);
        brush_add_disc(pen->cairo, at.x, at.y, pen->sizes.point * (chosen ? 1.1 : 0.5));
        cairo_fill(pen->cairo);
    }
}

static void draw_dashed(struct turn_pen *pen, struct turn_spot from, struct turn_spot to,
                        double width, double strength)
{
    struct paper_color color = pen->color;
    double dashes[2] = {width * 2.6, width * 2.2};
    color.alpha = strength;
    brush_color(pen->cairo, color);
    cairo_new_path(pen->cairo);
    cairo_move_to(pen->cairo, from.x, from.y);
    cairo_line_to(pen->cairo, to.x, to.y);
    cairo_set_line_width(pen->cairo, width);
    cairo_set_line_cap(pen->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_dash(pen->cairo, dashes, 2, 0);
    cairo_stroke(pen->cairo);
    cairo_set_dash(pen->cairo, NULL, 0, 0);
}

/* From where the car would come by itself to where the turbo area takes it, from ring to ring. */
static void draw_shift(struct turn_pen *pen)
{
    const struct paper_turn *turn = pen->turn;
    struct turn_spot to = spot_of(pen, turn->principal);
    struct turn_spot from = spot_of(pen, point_subtract(turn->principal, turn->shift));
    double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy);
    if (length <= 0)
        return;
    double small = pen->sizes.point * 0.9, ring = pen->sizes.point * 2.25 + pen->sizes.thin;
    double dashes[2] = {0, pen->sizes.ink * 2.1};
    double end = fmax(1 - ring / length, 0), head = pen->sizes.point * 1.3;
    double dots = fmax(end - head * 0.7 / length, 0);
    brush_color(pen->cairo, pen->theme->action);
    brush_circle(pen->cairo, from.x, from.y, small, pen->sizes.thin);
    cairo_set_line_cap(pen->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(pen->cairo, pen->sizes.ink);
    cairo_set_dash(pen->cairo, dashes, 2, 0);
    cairo_move_to(pen->cairo, from.x + dx * small * 1.4 / length,
                  from.y + dy * small * 1.4 / length);
    cairo_line_to(pen->cairo, from.x + dx * dots, from.y + dy * dots);
    cairo_stroke(pen->cairo);
    cairo_set_dash(pen->cairo, NULL, 0, 0);
    if (length > ring + head)
        brush_arrow(pen->cairo, from.x + dx * (end - 0.01), from.y + dy * (end - 0.01),
                    from.x + dx * end, from.y + dy * end, pen->sizes.ink, head);
}

static void draw_principal(struct turn_pen *pen)
{
    struct turn_spot at = spot_of(pen, pen->turn->principal);
    double radius = fmax(pen->sizes.point * 2.25, pen->numbers.radius + pen->sizes.thin * 1.6);
    double piece = radius * 6.2831853 / 18;
    double dashes[2] = {piece, piece};
    brush_color(pen->cairo, pen->color);
    cairo_set_dash(pen->cairo, dashes, 2, 0);
    cairo_set_line_cap(pen->cairo, CAIRO_LINE_CAP_BUTT);
    cairo_set_line_width(pen->cairo, pen->sizes.thin);
    cairo_new_path(pen->cairo);
    cairo_arc(pen->cairo, at.x, at.y, radius, 0, 6.2831853);
    cairo_stroke(pen->cairo);
    cairo_set_dash(pen->cairo, NULL, 0, 0);
}

static void draw_after(struct turn_pen *pen)
{
    const struct hint *hint = chosen_hint(pen->turn);
    for (int i = 0; i < pen->turn->after_count; i++) {
        const struct move *move = &pen->turn->after[i];
        struct turn_spot at = spot_of(pen, move->to);
        if (is_doomed_after(hint, move->to))
            paper_draw_doomed(pen->cairo, at.x, at.y, pen->sizes.point * 1.15, DOOMED_STRENGTH,
                              pen->theme);
        else
            paper_draw_outcome(pen->cairo, move->outcome, pen->turn->pen, at.x, at.y,
                               pen->sizes.point * 0.78, AFTER_STRENGTH, pen->theme);
    }
}

/* A boost above the point, a brake below it. */
static void draw_price(struct turn_pen *pen, const struct move *move, struct turn_spot at,
                       double radius, double strength)
{
    struct paper_color color = brush_mix(pen->theme->ink, pen->color, 0.25);
    double size = radius * 1.9;
    double away = fmax(radius * 1.25 + size * 0.28, pen->numbers.radius + pen->sizes.thin * 1.3);
    color.alpha = strength;
    brush_color(pen->cairo, color);
    if (move->turbo_boosts > 0)
        paper_draw_sign(pen->cairo, SIGN_BOOST, at.x, at.y - away, size, 0, -1);
    if (move->good_brakes > 0)
        paper_draw_sign(pen->cairo, SIGN_BRAKE, at.x, at.y + away, size, 0, -1);
}

static void draw_moves(struct turn_pen *pen)
{
    for (int i = 0; i < pen->turn->move_count; i++) {
        const struct move *move = &pen->turn->moves[i];
        struct turn_spot at = spot_of(pen, move->to);
        bool extra = move->nitros + move->good_brakes + move->turbo_boosts > 0;
        double radius = pen->sizes.point * (extra ? 0.85 : 1);
        double strength = extra ? EXTRA_STRENGTH : 1;
        draw_sign(pen, move, radius, false, strength);
        if (i != pen->turn->chosen)
            draw_price(pen, move, at, radius, 0.7);
    }
}

static void draw_refused(struct turn_pen *pen)
{
    for (int i = 0; i < pen->turn->refused_count; i++) {
        struct turn_spot at = spot_of(pen, pen->turn->refused[i].to);
        bool chosen = i == pen->turn->chosen_refused;
        paper_draw_refused(pen->cairo, at.x, at.y, pen->sizes.point * (chosen ? 1.5 : 1),
                           chosen ? 1 : REFUSED_STRENGTH, pen->theme);
    }
}

/* The chosen point over all others: larger, ringed, with a square for each nitro that it costs. */
static void draw_chosen(struct turn_pen *pen, const struct move *move)
{
    struct turn_spot at = spot_of(pen, move->to);
    draw_sign(pen, move, pen->sizes.point * 1.5, true, 1);
    draw_price(pen, move, at, pen->sizes.point * 1.5, 1);
    brush_color(pen->cairo, pen->color);
    for (int i = 0; i < move->nitros; i++) {
        double half = pen->sizes.point * 2.3 + i * pen->sizes.thin * 2.2;
        const double corners[8] = {at.x - half, at.y - half, at.x + half, at.y - half,
                                   at.x + half, at.y + half, at.x - half, at.y + half};
        brush_polygon(pen->cairo, corners, 4, pen->sizes.thin);
    }
}

static void draw_vector_arrow(struct turn_pen *pen, const struct turn_arrow *arrow)
{
    struct turn_spot from = spot_of(pen, arrow->from);
    struct turn_spot to = spot_of(pen, point_add(arrow->from, arrow->vector));
    double dx = to.x - from.x, dy = to.y - from.y;
    double length = hypot(dx, dy);
    if (length <= 0)
        return;
    double width = pen->sizes.ink * 1.25;
    double dashes[2] = {width * 2.6, width * 2.2};
    double x = -dy / length * arrow->aside, y = dx / length * arrow->aside;
    brush_color(pen->cairo, arrow->color);
    cairo_set_line_cap(pen->cairo, CAIRO_LINE_CAP_ROUND);
    if (arrow->dashed)
        cairo_set_dash(pen->cairo, dashes, 2, 0);
    brush_arrow(pen->cairo, from.x + x, from.y + y, to.x + x, to.y + y, width,
                fmin(12 * pen->view->scale, length * 0.5));
    cairo_set_dash(pen->cairo, NULL, 0, 0);
}

void paper_draw_turn(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                     const struct paper_turn *turn, const struct paper_theme *theme)
{
    struct turn_pen pen = {
        .cairo = cairo,
        .view = view,
        .track = track,
        .turn = turn,
        .theme = theme,
        .sizes = brush_sizes(view),
        .color = theme->pens[(turn->pen - 1) % PEN_COUNT],
        .numbers = paper_numbers_of(view, turn->hints, turn->pen),
    };
    struct turn_arrow arrows[TURN_ARROW_LIMIT];
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    draw_starts(&pen);
    if (!turn->has_car)
        return;
    const struct move *move = turn_chosen_move(turn);
    const struct hint *hint = chosen_hint(turn);
    if (hint)
        paper_draw_braking(cairo, view, track, &hint->braking, theme);
    draw_after(&pen);
    if (move && !turn->vectors)
        draw_dashed(&pen, spot_of(&pen, turn->car), spot_of(&pen, move->to), pen.sizes.ink, 0.9);
    if (!turn->vectors)
        draw_shift(&pen);
    draw_principal(&pen);
    draw_refused(&pen);
    draw_moves(&pen);
    if (move)
        draw_chosen(&pen, move);
    for (int i = 0; turn->vectors && i < turn_list_arrows(view, turn, theme, arrows); i++)
        draw_vector_arrow(&pen, &arrows[i]);
}
