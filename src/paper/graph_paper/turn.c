/* A turn as it is shown to whoever is to move: its signs, and what is written beside them. Owns
 * nothing, cannot fail.
 */
#include "paper/graph_paper/turn.h"

#include "paper/graph_paper/outline.h"
#include "paper/lettering.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double EXTRA_STRENGTH = 0.5; /* of what costs something */
static const double REFUSED_STRENGTH = 0.7;
static const double AFTER_STRENGTH = 0.34;
static const double DOOMED_STRENGTH = 0.6; /* of such a point of the turn after */
static const double ROOM = 16;             /* interface pixels round the points */

static const double TAG = 16;                          /* size of the type, interface pixels */
static const double SENTENCE_WIDTH = 270;              /* of the lines of a sentence */
static const double WAY_WEIGHT = 10, AFTER_WEIGHT = 4; /* of what labels rather leave free */

/* One of two is there: what signs are drawn on, or what labels are put among. */
struct turn_pen {
    struct track_brush brush;
    struct labels *labels;
    const struct paper_turn *turn;
    struct paper_color color;
    struct paper_numbers numbers;
};

static struct turn_pen turn_pen_of(cairo_t *cairo, struct labels *labels,
                                   const struct paper_view *view, const struct track *track,
                                   const struct paper_turn *turn, const struct paper_theme *theme)
{
    return (struct turn_pen){.brush = track_brush_of(cairo, view, track, theme),
                             .labels = labels,
                             .turn = turn,
                             .color = brush_pen(theme, turn->pen),
                             .numbers = paper_numbers_of(view, turn->hints, turn->pen)};
}

static struct pixel spot_of(const struct turn_pen *pen, struct point grid)
{
    return track_place(&pen->brush, grid);
}

/* The one pointed at, or NULL. */
static const struct move *chosen_move(const struct paper_turn *turn)
{
    return turn->chosen >= 0 && turn->chosen < turn->move_count ? &turn->moves[turn->chosen] : NULL;
}

static bool starts_are_ringed(const struct paper_turn *turn)
{
    return turn->start_count <= PAPER_RINGED_STARTS;
}

static const struct hint *chosen_hint(const struct paper_turn *turn)
{
    const struct move *move = chosen_move(turn);
    return move && turn->hints ? hints_at(turn->hints, move->to) : NULL;
}

/* A point that can be chosen, on its way out of the principal point. */
static struct pixel candidate_of(const struct turn_pen *pen, struct point grid)
{
    struct pixel at = spot_of(pen, grid);
    return pen->turn->folded > 0
               ? brush_between(at, spot_of(pen, pen->turn->principal), pen->turn->folded)
               : at;
}

struct points {
    const struct paper_view *view;
    int height;
    struct extent extent;
};

static void add_point(struct points *points, struct point grid)
{
    double margin = points->view->square * 0.75 + ROOM * points->view->scale;
    extent_add(&points->extent, brush_grid_place(points->view, points->height, grid), margin);
}

bool paper_turn_box(const struct paper_view *view, const struct track *track,
                    const struct paper_turn *turn, double box[4])
{
    struct points points = {view, track->height, EXTENT_NOTHING};
    for (int i = 0; i < turn->start_count; i++)
        if (starts_are_ringed(turn) || i == turn->chosen_start)
            add_point(&points, turn->starts[i]);
    if (turn->has_car) {
        add_point(&points, turn->car);
        add_point(&points, turn->principal);
        add_point(&points, point_subtract(turn->principal, turn->shift));
        add_point(&points, point_subtract(turn->car, turn->velocity));
    }
    for (int i = 0; i < turn->move_count; i++)
        add_point(&points, turn->moves[i].to);
    for (int i = 0; i < turn->after_count; i++)
        add_point(&points, turn->after[i].to);
    for (int i = 0; i < turn->refused_count; i++)
        add_point(&points, turn->refused[i].to);
    const struct hint *hint = chosen_hint(turn);
    for (int i = 0; hint && i < hint->braking.count; i++)
        add_point(&points, hint->braking.points[i]);
    return extent_box(&points.extent, box);
}

/* --- signs ------------------------------------------------------------------------------------ */

/* False if hints have nothing to say of the point. */
static bool draw_hint(const struct turn_pen *pen, struct point to,
                      const struct paper_hint_look *look)
{
    const struct hint *hint = pen->turn->hints ? hints_at(pen->turn->hints, to) : NULL;
    return hint && paper_draw_hint(pen->brush.cairo, &pen->numbers, hint, look, pen->brush.theme);
}

/* The outcome's sign, or the hint in its place. */
static void draw_sign(const struct turn_pen *pen, const struct move *move, double radius,
                      bool chosen, double strength)
{
    struct pixel at = candidate_of(pen, move->to);
    bool slick = move->outcome == OUTCOME_SLICK;
    struct paper_hint_look look = {at.x, at.y, chosen, slick, strength};
    bool hinted = (slick || move->outcome == OUTCOME_CLEAR) && draw_hint(pen, move->to, &look);
    if (!hinted)
        paper_draw_outcome(pen->brush.cairo, move->outcome, pen->turn->pen, at.x, at.y, radius,
                           strength, pen->brush.theme);
}

static bool is_doomed_after(const struct hint *hint, struct point to)
{
    for (int i = 0; hint && i < hint->doomed_after_count; i++)
        if (point_equal(hint->doomed_after[i], to))
            return true;
    return false;
}

static void draw_starts(const struct turn_pen *pen)
{
    const struct paper_turn *turn = pen->turn;
    for (int i = 0; i < turn->start_count; i++) {
        bool chosen = i == turn->chosen_start;
        if (!chosen && !starts_are_ringed(turn))
            continue;
        struct pixel at = spot_of(pen, turn->starts[i]);
        double radius =
            fmax(pen->brush.sizes.point * 1.5, pen->brush.sizes.start * 0.9) * (chosen ? 1.25 : 1);
        struct paper_hint_look look = {at.x, at.y, chosen, false, 1};
        if (!turn->has_car && draw_hint(pen, turn->starts[i], &look))
            continue;
        cairo_new_path(pen->brush.cairo);
        brush_add_disc(pen->brush.cairo, at.x, at.y, radius);
        brush_color(pen->brush.cairo, pen->brush.theme->card);
        cairo_fill(pen->brush.cairo);
        brush_color(pen->brush.cairo, pen->color);
        brush_circle(pen->brush.cairo, at.x, at.y, radius, pen->brush.sizes.thin);
        brush_add_disc(pen->brush.cairo, at.x, at.y, pen->brush.sizes.point * (chosen ? 1.1 : 0.5));
        cairo_fill(pen->brush.cairo);
    }
}

/* The way of the chosen move. */
static void draw_way(const struct turn_pen *pen, const struct move *move)
{
    struct paper_color color = pen->color;
    double width = pen->brush.sizes.ink;
    color.alpha = 0.9;
    brush_color(pen->brush.cairo, color);
    cairo_new_path(pen->brush.cairo);
    brush_add_line(pen->brush.cairo, spot_of(pen, pen->turn->car), spot_of(pen, move->to));
    brush_stroke(pen->brush.cairo, width, width * 2.6, width * 2.2);
}

/* From where the car would come by itself to where the turbo area takes it, from ring to ring. */
static void draw_shift(const struct turn_pen *pen)
{
    const struct paper_turn *turn = pen->turn;
    struct pixel to = spot_of(pen, turn->principal);
    struct pixel from = spot_of(pen, point_subtract(turn->principal, turn->shift));
    double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy);
    if (length <= 0)
        return;
    double small = pen->brush.sizes.point * 0.9,
           ring = pen->brush.sizes.point * 2.25 + pen->brush.sizes.thin;
    double end = fmax(1 - ring / length, 0), head = pen->brush.sizes.point * 1.3;
    double dots = fmax(end - head * 0.7 / length, 0);
    brush_color(pen->brush.cairo, pen->brush.theme->action);
    brush_circle(pen->brush.cairo, from.x, from.y, small, pen->brush.sizes.thin);
    brush_add_line(pen->brush.cairo, brush_between(from, to, small * 1.4 / length),
                   brush_between(from, to, dots));
    brush_stroke(pen->brush.cairo, pen->brush.sizes.ink, 0, pen->brush.sizes.ink * 2.1);
    if (length > ring + head)
        brush_arrow(pen->brush.cairo, from.x + dx * (end - 0.01), from.y + dy * (end - 0.01),
                    from.x + dx * end, from.y + dy * end, pen->brush.sizes.ink, head);
}

static void draw_principal(const struct turn_pen *pen)
{
    struct pixel at = spot_of(pen, pen->turn->principal);
    double radius =
        fmax(pen->brush.sizes.point * 2.25, pen->numbers.radius + pen->brush.sizes.thin * 1.6);
    double piece = radius * 6.2831853 / 18;
    brush_color(pen->brush.cairo, pen->color);
    cairo_new_path(pen->brush.cairo);
    cairo_arc(pen->brush.cairo, at.x, at.y, radius, 0, 6.2831853);
    brush_stroke_blunt(pen->brush.cairo, pen->brush.sizes.thin, piece, piece);
}

static void draw_after(const struct turn_pen *pen)
{
    const struct hint *hint = chosen_hint(pen->turn);
    for (int i = 0; i < pen->turn->after_count; i++) {
        const struct move *move = &pen->turn->after[i];
        struct pixel at = spot_of(pen, move->to);
        if (is_doomed_after(hint, move->to))
            paper_draw_doomed(pen->brush.cairo, at.x, at.y, pen->brush.sizes.point * 1.15,
                              DOOMED_STRENGTH, pen->brush.theme);
        else
            paper_draw_outcome(pen->brush.cairo, move->outcome, pen->turn->pen, at.x, at.y,
                               pen->brush.sizes.point * 0.78, AFTER_STRENGTH, pen->brush.theme);
    }
}

/* A boost above the point, a brake below it. */
static void draw_price(const struct turn_pen *pen, const struct move *move, struct pixel at,
                       double radius, double strength)
{
    struct paper_color color = brush_mix(pen->brush.theme->ink, pen->color, 0.25);
    double size = radius * 1.9;
    double away =
        fmax(radius * 1.25 + size * 0.28, pen->numbers.radius + pen->brush.sizes.thin * 1.3);
    color.alpha = strength;
    brush_color(pen->brush.cairo, color);
    if (move->turbo_boosts > 0)
        paper_draw_sign(pen->brush.cairo, SIGN_BOOST, at.x, at.y - away, size, 0, -1);
    if (move->good_brakes > 0)
        paper_draw_sign(pen->brush.cairo, SIGN_BRAKE, at.x, at.y + away, size, 0, -1);
}

static void draw_moves(const struct turn_pen *pen)
{
    for (int i = 0; i < pen->turn->move_count; i++) {
        const struct move *move = &pen->turn->moves[i];
        struct pixel at = candidate_of(pen, move->to);
        bool extra = move->nitros + move->good_brakes + move->turbo_boosts > 0;
        double grown = 1 - 0.6 * pen->turn->folded;
        double radius = pen->brush.sizes.point * (extra ? 0.85 : 1) * grown;
        double strength = extra ? EXTRA_STRENGTH : 1;
        draw_sign(pen, move, radius, false, strength);
        if (i != pen->turn->chosen)
            draw_price(pen, move, at, radius, 0.7);
    }
}

static void draw_refused(const struct turn_pen *pen)
{
    for (int i = 0; i < pen->turn->refused_count; i++) {
        struct pixel at = candidate_of(pen, pen->turn->refused[i].to);
        bool chosen = i == pen->turn->chosen_refused;
        paper_draw_refused(pen->brush.cairo, at.x, at.y,
                           pen->brush.sizes.point * (chosen ? 1.5 : 1),
                           chosen ? 1 : REFUSED_STRENGTH, pen->brush.theme);
    }
}

/* The chosen point over all others: larger, ringed, with a square for each nitro that it costs. */
static void draw_chosen(const struct turn_pen *pen, const struct move *move)
{
    struct pixel at = spot_of(pen, move->to);
    draw_sign(pen, move, pen->brush.sizes.point * 1.5, true, 1);
    draw_price(pen, move, at, pen->brush.sizes.point * 1.5, 1);
    brush_color(pen->brush.cairo, pen->color);
    for (int i = 0; i < move->nitros; i++)
        brush_square(pen->brush.cairo, at.x, at.y,
                     pen->brush.sizes.point * 4.6 + i * pen->brush.sizes.thin * 4.4,
                     pen->brush.sizes.thin);
}

/* The velocity so far, what pushes, and what the move pointed at adds. */
static struct arrow_move arrows_of(const struct paper_turn *turn)
{
    const struct move *move = chosen_move(turn);
    struct point inertia = point_subtract(turn->principal, turn->shift);
    struct arrow_move arrows = {.from = turn->car,
                                .before = point_subtract(inertia, turn->car),
                                .push = turn->shift,
                                .pusher = "turbo",
                                .chosen = move != NULL,
                                .pen = turn->pen};
    if (move)
        arrows.choice = point_subtract(move->to, turn->principal);
    return arrows;
}

void paper_draw_turn(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                     const struct paper_turn *turn, const struct paper_theme *theme)
{
    struct turn_pen pen = turn_pen_of(cairo, NULL, view, track, turn, theme);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    draw_starts(&pen);
    if (!turn->has_car)
        return;
    const struct move *move = chosen_move(turn);
    const struct hint *hint = chosen_hint(turn);
    if (hint)
        paper_draw_braking(&pen.brush, &hint->braking);
    draw_after(&pen);
    if (move && !turn->vectors)
        draw_way(&pen, move);
    if (!turn->vectors)
        draw_shift(&pen);
    draw_principal(&pen);
    draw_refused(&pen);
    draw_moves(&pen);
    if (move)
        draw_chosen(&pen, move);
    struct arrow_move arrows = arrows_of(turn);
    if (turn->vectors)
        arrows_draw(cairo, view, track->height, &arrows, turn->arrows, theme);
}

/* --- what is in the way ----------------------------------------------------------------------- */

static void avoid_way(const struct turn_pen *pen, struct point from, struct point to)
{
    struct pixel a = spot_of(pen, from), b = spot_of(pen, to);
    labels_avoid_line(pen->labels, a.x, a.y, b.x, b.y, WAY_WEIGHT);
}

static void keep_off(const struct turn_pen *pen, struct point grid, double radius)
{
    struct pixel at = spot_of(pen, grid);
    labels_keep_off_disc(pen->labels, at.x, at.y, radius);
}

/* What can be chosen, and what says that it cannot. */
static void keep_off_points(const struct turn_pen *pen)
{
    const struct paper_turn *turn = pen->turn;
    double bead = pen->numbers.radius;
    double point = fmax(pen->brush.sizes.point * 1.4, bead), chosen = pen->brush.sizes.point * 2.3;
    const struct move *move = chosen_move(turn);
    for (int i = 0; i < turn->start_count && turn->start_count <= PAPER_RINGED_STARTS; i++)
        keep_off(pen, turn->starts[i], pen->brush.sizes.point * 1.5);
    for (int i = 0; i < turn->move_count; i++)
        keep_off(pen, turn->moves[i].to, point);
    for (int i = 0; i < turn->refused_count; i++)
        keep_off(pen, turn->refused[i].to, point);
    if (!turn->has_car)
        return;
    keep_off(pen, turn->principal, fmax(pen->brush.sizes.point * 2.25, bead));
    if (move)
        keep_off(pen, move->to, fmax(chosen, bead) + move->nitros * pen->brush.sizes.thin * 2.2);
}

static void avoid_ways(const struct turn_pen *pen)
{
    const struct paper_turn *turn = pen->turn;
    const struct move *move = chosen_move(turn);
    for (int i = 0; i < turn->after_count; i++) {
        struct pixel at = spot_of(pen, turn->after[i].to);
        labels_avoid_disc(pen->labels, at.x, at.y, pen->brush.sizes.point, AFTER_WEIGHT);
    }
    if (move)
        avoid_way(pen, turn->car, move->to);
    if (turn->shift.x || turn->shift.y)
        avoid_way(pen, point_subtract(turn->principal, turn->shift), turn->principal);
}

/* --- what is written -------------------------------------------------------------------------- */

static void write_move(const struct turn_pen *pen, const struct move *move)
{
    char text[GRAPH_PAPER_VECTOR_BYTES + 24];
    struct pixel from = spot_of(pen, move->from), to = spot_of(pen, move->to);
    graph_paper_print_vector(point_subtract(move->to, move->from), text);
    size_t length = strlen(text);
    if (move->nitros > 0)
        snprintf(text + length, sizeof text - length,
                 move->nitros == 1 ? " · %d nitro" : " · %d nitros", move->nitros);
    struct label_wish wish = {
        to.x, to.y, pen->brush.sizes.point * 2.6, from.y - to.y, to.x - from.x,
    };
    labels_add(pen->labels, LABEL_PLATE, text, TAG * pen->brush.view->scale, pen->color, 0, &wish);
}

/* Why the point that is pointed at cannot be chosen. */
static void write_refusal(const struct turn_pen *pen)
{
    const struct paper_turn *turn = pen->turn;
    double scale = pen->brush.view->scale;
    struct pixel at = spot_of(pen, turn->refused[turn->chosen_refused].to);
    struct pixel principal = spot_of(pen, turn->principal);
    struct label_wish wish = {
        at.x, at.y, pen->brush.sizes.point * 2.6, at.x - principal.x, at.y - principal.y,
    };
    labels_add(pen->labels, LABEL_PLATE, turn->refusal, TAG * scale, pen->brush.theme->ink_soft,
               SENTENCE_WIDTH * scale, &wish);
}

void paper_keep_off_turn(struct labels *labels, const struct paper_view *view,
                         const struct track *track, const struct paper_turn *turn)
{
    struct turn_pen pen = turn_pen_of(NULL, labels, view, track, turn, &paper_theme_paper);
    keep_off_points(&pen);
}

void paper_label_turn(struct labels *labels, const struct paper_view *view,
                      const struct track *track, const struct paper_turn *turn,
                      const struct paper_theme *theme)
{
    struct turn_pen pen = turn_pen_of(NULL, labels, view, track, turn, theme);
    const struct move *move = chosen_move(turn);
    if (!turn->has_car)
        return;
    avoid_ways(&pen);
    if (turn->chosen_refused >= 0 && turn->chosen_refused < turn->refused_count)
        write_refusal(&pen);
    struct arrow_move arrows = arrows_of(turn);
    if (turn->vectors)
        arrows_label(labels, view, track->height, &arrows, turn->arrows, theme);
    else if (move)
        write_move(&pen, move);
}
