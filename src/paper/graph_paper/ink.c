/* A turn as it is shown to whoever is to move: its signs, and what is written beside them. Owns
 * nothing, cannot fail.
 */
#include "paper/graph_paper/ink.h"

#include "paper/graph_paper/classroom/scene_ink.h"
#include "paper/moments.h"
#include "paper/paper.h"

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

static void paper_draw_braking(const struct track_brush *brush, const struct hint_way *way);

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
    if (move && !turn->vectors) {
        /* The way of the chosen move. */
        struct paper_color color = pen.color;
        double width = pen.brush.sizes.ink;
        color.alpha = 0.9;
        brush_color(pen.brush.cairo, color);
        cairo_new_path(pen.brush.cairo);
        brush_add_line(pen.brush.cairo, spot_of(&pen, pen.turn->car), spot_of(&pen, move->to));
        brush_stroke(pen.brush.cairo, width, width * 2.6, width * 2.2);
    }
    if (!turn->vectors)
        draw_shift(&pen);
    struct pixel at = spot_of(&pen, pen.turn->principal);
    double radius =
        fmax(pen.brush.sizes.point * 2.25, pen.numbers.radius + pen.brush.sizes.thin * 1.6);
    double piece = radius * 6.2831853 / 18;
    brush_color(pen.brush.cairo, pen.color);
    cairo_new_path(pen.brush.cairo);
    cairo_arc(pen.brush.cairo, at.x, at.y, radius, 0, 6.2831853);
    brush_stroke_blunt(pen.brush.cairo, pen.brush.sizes.thin, piece, piece);
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

/* === hints ==================================================================================== */

/* See ink.h. Owns nothing, cannot fail. */

static const double DIGIT_WIDTH = 0.58, DIGIT_HEIGHT = 0.72; /* shares of the type's size */
static const double LINE_STRENGTH = 0.8, LINE_WEIGHT = 10;
enum { DIFFERENCE_MOST = 9, NUMBER_BYTES = 12 };

/* --- outcomes, what cannot be chosen, and prices: no two share a shape, so nothing is told by
 * colour alone -------------------------------------------------------------------------------- */

struct outcome_pen {
    cairo_t *cairo;
    const struct paper_theme *theme;
    double x, y, radius, strength;
};

static void set_color(const struct outcome_pen *pen, struct paper_color color)
{
    color.alpha *= pen->strength;
    brush_color(pen->cairo, color);
}

/* Bare ground under a sign that is drawn with lines. */
static void draw_ground(const struct outcome_pen *pen, double radius)
{
    cairo_new_path(pen->cairo);
    brush_add_disc(pen->cairo, pen->x, pen->y, radius);
    set_color(pen, pen->theme->card);
    cairo_fill(pen->cairo);
}

static void stroke_cross(cairo_t *cairo, struct pixel at, double reach, double width)
{
    for (int side = -1; side <= 1; side += 2)
        brush_add_line(cairo, (struct pixel){at.x - reach, at.y + side * reach},
                       (struct pixel){at.x + reach, at.y - side * reach});
    brush_stroke(cairo, width, 0, 0);
}

static void draw_cross(const struct outcome_pen *pen)
{
    double width = pen->radius * 0.34;
    draw_ground(pen, pen->radius * 1.25);
    set_color(pen, pen->theme->warning);
    brush_circle(pen->cairo, pen->x, pen->y, pen->radius * 1.25 - width / 2, width);
    stroke_cross(pen->cairo, (struct pixel){pen->x, pen->y}, pen->radius * 0.55, width * 1.1);
}

static void draw_star(const struct outcome_pen *pen)
{
    cairo_new_path(pen->cairo);
    for (int i = 0; i < 16; i++) {
        double angle = i * 0.3926991;
        double reach = pen->radius * (i % 2 ? 0.72 : 1.65);
        cairo_line_to(pen->cairo, pen->x + reach * cos(angle), pen->y + reach * sin(angle));
    }
    cairo_close_path(pen->cairo);
    set_color(pen, pen->theme->focus);
    cairo_fill_preserve(pen->cairo);
    set_color(pen, pen->theme->warning);
    brush_stroke(pen->cairo, pen->radius * 0.2, 0, 0);
}

static void add_wave(cairo_t *cairo, double x, double y, double half)
{
    cairo_move_to(cairo, x - half, y);
    for (int k = 0; k < 2; k++) {
        double left = x - half + k * half;
        cairo_curve_to(cairo, left + half * 0.3, y - half * 0.55, left + half * 0.7,
                       y + half * 0.55, left + half, y);
    }
}

static void draw_wave(const struct outcome_pen *pen)
{
    double half = pen->radius * 1.35;
    draw_ground(pen, pen->radius * 1.45);
    set_color(pen, pen->theme->ink);
    for (int row = -1; row <= 1; row += 2)
        add_wave(pen->cairo, pen->x, pen->y + row * half * 0.32, half);
    brush_stroke(pen->cairo, pen->radius * 0.3, 0, 0);
}

static void draw_flag(const struct outcome_pen *pen)
{
    double cell = pen->radius * 0.72;
    double left = pen->x - cell * 1.2, top = pen->y - cell * 2;
    set_color(pen, pen->theme->chequer_light);
    cairo_rectangle(pen->cairo, left, top, cell * 3, cell * 2);
    cairo_fill(pen->cairo);
    set_color(pen, pen->theme->chequer_dark);
    for (int i = 0; i < 6; i++)
        if ((i + i / 3) % 2 == 0)
            cairo_rectangle(pen->cairo, left + i % 3 * cell, top + i / 3 * cell, cell, cell);
    cairo_fill(pen->cairo);
    cairo_rectangle(pen->cairo, left, top, cell * 3, cell * 2);
    cairo_move_to(pen->cairo, left, top);
    cairo_line_to(pen->cairo, left, pen->y + cell * 2);
    brush_stroke(pen->cairo, pen->radius * 0.22, 0, 0);
}

void paper_draw_outcome(cairo_t *cairo, enum outcome outcome, int number, double x, double y,
                        double radius, double strength, const struct paper_theme *theme)
{
    struct outcome_pen pen = {cairo, theme, x, y, radius, strength};
    cairo_new_path(cairo);
    switch (outcome) {
    case OUTCOME_OFF_TRACK:
        draw_cross(&pen);
        break;
    case OUTCOME_COLLISION:
        draw_star(&pen);
        break;
    case OUTCOME_SLICK:
        draw_wave(&pen);
        break;
    case OUTCOME_FINISH:
        draw_flag(&pen);
        break;
    case OUTCOME_CLEAR:
        brush_add_disc(cairo, x, y, radius);
        set_color(&pen, brush_pen(theme, number));
        cairo_fill(cairo);
        break;
    }
}

void paper_draw_refused(cairo_t *cairo, double x, double y, double radius, double strength,
                        const struct paper_theme *theme)
{
    struct outcome_pen pen = {cairo, theme, x, y, radius, strength};
    double reach = radius * 1.05, slant = reach * 1.35 * 0.7071;
    pen.strength = 1;
    draw_ground(&pen, reach);
    pen.strength = strength;
    set_color(&pen, theme->ink_soft);
    brush_circle(cairo, x, y, reach, radius * 0.28);
    brush_add_line(cairo, (struct pixel){x - slant, y + slant},
                   (struct pixel){x + slant, y - slant});
    brush_stroke(cairo, radius * 0.28, 0, 0);
}

void paper_draw_sign(cairo_t *cairo, enum paper_sign sign, double x, double y, double size,
                     double ahead_x, double ahead_y)
{
    double half = size / 2, side_x = -ahead_y, side_y = ahead_x;
    double back = sign == SIGN_BOOST ? half * 0.45 : 0;
    if (sign == SIGN_NITRO) {
        brush_square(cairo, x, y, size, size * 0.16);
        return;
    }
    cairo_new_path(cairo);
    cairo_move_to(cairo, x + side_x * half - ahead_x * back, y + side_y * half - ahead_y * back);
    cairo_line_to(cairo, x + ahead_x * back, y + ahead_y * back);
    cairo_line_to(cairo, x - side_x * half - ahead_x * back, y - side_y * half - ahead_y * back);
    if (sign == SIGN_BRAKE)
        brush_stroke_blunt(cairo, size * 0.32, 0, 0);
    else
        brush_stroke(cairo, size * 0.22, 0, 0);
}

/* --- hints ------------------------------------------------------------------------------------ */

static double bead_radius(double letter, int digits)
{
    return hypot(digits * DIGIT_WIDTH * letter, DIGIT_HEIGHT * letter) / 2 + letter * 0.06;
}

struct paper_numbers paper_numbers_of(const struct paper_view *view, const struct hints *hints,
                                      int pen)
{
    struct paper_numbers numbers = {.hints = hints, .pen = pen};
    double most = view->square * 0.465;
    numbers.letter = brush_clamp(view->square * 0.5, 14 * view->scale, 19 * view->scale);
    numbers.doomed = fmin(numbers.letter * 0.5, view->square * 0.46);
    if (!hints || hints->best < 0)
        return numbers;
    numbers.radius = fmin(bead_radius(numbers.letter, 2), most);
    if (numbers.radius < bead_radius(numbers.letter, 1))
        numbers.radius = 0;
    return numbers;
}

/* False if it is so far from the best that the number does not matter. */
static bool print_number(const struct paper_numbers *numbers, const struct hint *hint,
                         char text[NUMBER_BYTES])
{
    int more = hint->rounds - numbers->hints->best;
    snprintf(text, NUMBER_BYTES, "%d", more);
    return more <= DIFFERENCE_MOST;
}

static void draw_bead(cairo_t *cairo, const struct paper_numbers *numbers, const struct hint *hint,
                      const struct paper_hint_look *look, const struct paper_theme *theme)
{
    char text[NUMBER_BYTES];
    bool best = hint->rounds == numbers->hints->best, numbered = print_number(numbers, hint, text);
    struct paper_color pen = brush_pen(theme, numbers->pen);
    struct paper_color ink = look->strength < 1 ? theme->ink_soft : theme->ink;
    double radius = numbers->radius * (look->chosen ? 1.14 : 1) * (numbered ? 1 : 0.5);
    double letter = numbers->letter, line = letter * (best ? 0.15 : look->chosen ? 0.1 : 0.07);
    double y = look->y - (look->slick ? letter * 0.1 : 0);
    cairo_new_path(cairo);
    brush_add_disc(cairo, look->x, look->y, radius);
    brush_color(cairo, brush_mix(pen, theme->card, look->chosen ? 0.2 : best ? 0.1 : 0));
    cairo_fill(cairo);
    brush_color(cairo, brush_mix(pen, theme->card, look->strength));
    brush_circle(cairo, look->x, look->y, radius - line / 2, line);
    if (!numbered)
        return;
    lettering_draw(cairo, text, look->x - lettering_width(cairo, text, letter, best) / 2, y, letter,
                   best, ink);
    if (!look->slick)
        return;
    add_wave(cairo, look->x, y + letter * 0.53, letter * 0.3); /* the number makes room */
    brush_stroke(cairo, letter * 0.09, 0, 0);
}

void paper_draw_doomed(cairo_t *cairo, double x, double y, double radius, double strength,
                       const struct paper_theme *theme)
{
    double half = radius * 1.1, top = y - radius * 1.12, foot = y + radius * 0.82;
    double line = radius * 0.26;
    struct paper_color color = theme->warning;
    cairo_new_path(cairo);
    cairo_move_to(cairo, x, top);
    cairo_line_to(cairo, x + half, foot);
    cairo_line_to(cairo, x - half, foot);
    cairo_close_path(cairo);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    color.alpha *= strength;
    brush_color(cairo, color);
    brush_stroke(cairo, line, 0, 0);
    brush_add_line(cairo, (struct pixel){x, y - radius * 0.38},
                   (struct pixel){x, y + radius * 0.14});
    brush_add_line(cairo, (struct pixel){x, y + radius * 0.5}, (struct pixel){x, y + radius * 0.5});
    brush_stroke(cairo, line, 0, 0);
}

bool paper_draw_hint(cairo_t *cairo, const struct paper_numbers *numbers, const struct hint *hint,
                     const struct paper_hint_look *look, const struct paper_theme *theme)
{
    bool bead = hint->rounds > 0 && numbers->radius > 0;
    if (hint->doomed)
        paper_draw_doomed(cairo, look->x, look->y, numbers->doomed * (look->chosen ? 1.25 : 1),
                          fmax(look->strength, 0.7), theme);
    else if (bead)
        draw_bead(cairo, numbers, hint, look, theme);
    return hint->doomed || bead;
}

/* --- ways ------------------------------------------------------------------------------------- */

static struct pixel dot_of(const struct paper_view *view, const struct dotted_line *line, int index)
{
    return brush_grid_place(view, line->height, line->points[index]);
}

/* Adds a small bar across the end of a move. */
static void add_bar(cairo_t *cairo, struct pixel from, struct pixel to, double half)
{
    double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy);
    struct pixel aside = {-dy / length * half, dx / length * half};
    if (length > 0)
        brush_add_line(cairo, (struct pixel){to.x + aside.x, to.y + aside.y},
                       (struct pixel){to.x - aside.x, to.y - aside.y});
}

bool dotted_box(const struct paper_view *view, const struct dotted_line *line, double box[4])
{
    struct brush_sizes sizes = brush_sizes(view);
    struct extent extent = EXTENT_NOTHING;
    for (int i = 0; line->count > 1 && i < line->count; i++)
        extent_add(&extent, dot_of(view, line, i), sizes.tick + sizes.ink + 1);
    return extent_box(&extent, box);
}

void dotted_draw(cairo_t *cairo, const struct paper_view *view, const struct dotted_line *line)
{
    struct brush_sizes sizes = brush_sizes(view);
    if (line->count < 2)
        return;
    brush_color(cairo, line->color);
    for (int i = 1; i < line->count; i++) {
        struct pixel from = dot_of(view, line, i - 1), to = dot_of(view, line, i);
        if (brush_is_seen(cairo, from.x, from.y, to.x, to.y, sizes.tick + sizes.ink)) {
            cairo_new_path(cairo);
            brush_add_line(cairo, from, to);
            brush_stroke(cairo, sizes.ink, 0, sizes.ink * 2.4);
            add_bar(cairo, from, to, sizes.tick * 0.8);
            brush_stroke(cairo, sizes.thin, 0, 0);
        }
    }
}

void dotted_label(struct labels *labels, const struct paper_view *view,
                  const struct dotted_line *line, const struct paper_theme *theme)
{
    if (line->count < 2 || line->label[0] == '\0')
        return;
    struct pixel before = dot_of(view, line, line->count - 2),
                 end = dot_of(view, line, line->count - 1);
    double size = brush_sizes(view).letter;
    struct label_wish wish = {end.x, end.y, size * 0.6, end.x - before.x, end.y - before.y};
    if (!labels_can_see(labels, end))
        return;
    labels_avoid_line(labels, before.x, before.y, end.x, end.y, LINE_WEIGHT);
    labels_add(labels, LABEL_RIMMED, line->label, size, theme->ink, 0, &wish);
}

struct dotted_line paper_best_line(const struct track *track, const struct hints *hints, int pen,
                                   const struct paper_theme *theme)
{
    const struct hint_way *way = &hints->line;
    struct dotted_line line = {way->points, way->count, track->height, brush_pen(theme, pen), ""};
    line.color.alpha = LINE_STRENGTH;
    if (way->end != WAY_GOES_ON)
        snprintf(line.label, sizeof line.label,
                 way->end == WAY_FINISHES ? "finish in %d" : "lap in %d", way->rounds);
    return line;
}

static void paper_draw_braking(const struct track_brush *brush, const struct hint_way *way)
{
    cairo_t *cairo = brush->cairo;
    const struct brush_sizes *sizes = &brush->sizes;
    struct pixel at = {0, 0}, moved_from = at;
    bool moved = false;
    for (int i = 1; i < way->count; i++) {
        struct pixel from = track_place(brush, way->points[i - 1]);
        at = track_place(brush, way->points[i]);
        if (way->end == WAY_LEAVES && i == way->count - 1)
            at = brush_exact_place(brush->view, brush->track->height, way->exit);
        if (hypot(at.x - from.x, at.y - from.y) <= 0)
            continue;
        moved = true;
        moved_from = from;
        brush_color(cairo, brush->theme->ink_soft);
        cairo_new_path(cairo);
        brush_add_line(cairo, from, at);
        brush_stroke_blunt(cairo, sizes->thin * 1.2, sizes->ink * 2.2, sizes->ink * 2);
        add_bar(cairo, from, at, sizes->tick * 0.5);
        brush_stroke_blunt(cairo, sizes->thin * 1.2, 0, 0);
    }
    if (way->end == WAY_LEAVES) {
        brush_color(cairo, brush->theme->warning);
        stroke_cross(cairo, at, sizes->point * 0.8, sizes->ink);
    } else if (moved && way->end == WAY_STOPS) {
        add_bar(cairo, moved_from, at, sizes->tick * 1.35);
        brush_stroke_blunt(cairo, sizes->ink * 2, 0, 0);
    }
}

/* === ink ====================================================================================== */

/* Graph paper's ink: its track on the sheet, and what each step of the session leaves there.
 *
 * A track is painted from the back: hatching everywhere, then the inside of the track as plain
 * paper over it (a solid fill is much cheaper than hatching cut to the outside), then grid and
 * features, walls last.
 *
 * The ink of a step is line, tick at the end, circle for a move of zero length, a small square for
 * each nitro, bar and chevron for brakes and boosts, torn paper where it crashed, dashes outside
 * the track.
 * It is derived from the events, which hold where a move began and ended, the nitros it used and
 * what it struck; and from the state before it: whether the car was outside the track. Owns
 * nothing.
 */

/* --- steps ------------------------------------------------------------------------------------ */

static const double FADED_ALPHA = 0.42;

struct paper_inking {
    struct track_brush brush;
    double progress;
    struct paper_color color; /* the pen's, of fresh ink */
    double strength;          /* less than 1: it is an older move's */
    uint64_t seed;
    bool outside; /* the car was off the track when it moved */
};

static struct paper_color color_of(const struct paper_inking *inking)
{
    struct paper_color color = inking->color;
    color.alpha *= inking->strength;
    return color;
}

static struct pixel exact_place(const struct paper_inking *inking, struct exact_point at)
{
    return brush_exact_place(inking->brush.view, inking->brush.track->height, at);
}

/* The way of a car that drives outside the track, as far as the pen has come. */
static void draw_outside(const struct paper_inking *inking, struct pixel from, struct pixel to,
                         double part)
{
    double width = inking->brush.sizes.ink;
    cairo_new_path(inking->brush.cairo);
    brush_add_line(inking->brush.cairo, from, brush_between(from, to, part));
    brush_stroke(inking->brush.cairo, width, width * 1.6, width * 2.4);
}

/* Adds the way as far as the pen has come, whole. */
static void add_way(const struct paper_inking *inking, struct pixel from, struct pixel to,
                    double part)
{
    struct pixel end = brush_between(from, to, part);
    brush_add_stroke(inking->brush.cairo, from.x, from.y, end.x, end.y, inking->brush.sizes.ink,
                     inking->seed);
}

/* The way of a car that comes back to the track: dashed outside the walls, whole inside. */
static void draw_back(const struct paper_inking *inking, struct pixel from, struct pixel to,
                      double part)
{
    cairo_t *cairo = inking->brush.cairo;
    double margin = inking->brush.sizes.ink + 2;
    double left = fmin(from.x, to.x) - margin, top = fmin(from.y, to.y) - margin;
    double box[4] = {left, top, fabs(to.x - from.x) + 2 * margin, fabs(to.y - from.y) + 2 * margin};
    struct outline walls = {0};
    outline_build(&walls, inking->brush.view, inking->brush.track, inking->brush.track->surface,
                  box);
    cairo_save(cairo);
    outline_path(cairo, &walls);
    cairo_rectangle(cairo, box[0], box[1], box[2], box[3]);
    cairo_clip(cairo);
    draw_outside(inking, from, to, part);
    cairo_restore(cairo);
    cairo_save(cairo);
    outline_path(cairo, &walls);
    cairo_clip(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    cairo_new_path(cairo);
    add_way(inking, from, to, part);
    cairo_fill(cairo);
    cairo_restore(cairo);
    outline_free(&walls);
}

/* Line with tick, or a circle for a move of zero length. One fill, so that faded ink is not darker
 * where they cross. */
static void ink_draw_move(const struct paper_inking *inking, const struct graph_paper_event *event,
                          bool left_track)
{
    struct pixel from = track_place(&inking->brush, event->from);
    struct pixel end = exact_place(inking, event->end);
    double part = brush_clamp(inking->progress / PAPER_LINE_SHARE, 0, 1);
    if (from.x == end.x && from.y == end.y) {
        brush_circle(inking->brush.cairo, end.x, end.y, inking->brush.sizes.tick * 0.85,
                     inking->brush.sizes.thin * 1.2);
    } else {
        if (inking->outside && event->returned)
            draw_back(inking, from, end, part);
        else if (inking->outside)
            draw_outside(inking, from, end, part);
        cairo_new_path(inking->brush.cairo);
        if (!inking->outside)
            add_way(inking, from, end, part);
        if (part >= 1 && !left_track)
            brush_add_tick(inking->brush.cairo, from, end, inking->brush.sizes.tick,
                           inking->brush.sizes.ink * 0.85, inking->seed + 1);
        cairo_fill(inking->brush.cairo);
    }
    if (part >= 1) {
        for (int i = 0; i < event->number; i++) {
            double side = inking->brush.sizes.nitro + i * inking->brush.sizes.thin * 4.4;
            brush_square(inking->brush.cairo, end.x, end.y, side, inking->brush.sizes.thin);
        }
        /* Brakes and boosts lie on the line, behind its end; beside the circle of a move of zero
         * length. */
        double dx = end.x - from.x, dy = end.y - from.y, length = hypot(dx, dy);
        double size = inking->brush.sizes.tick * 1.5, back = size;
        double x = length > 0 ? dx / length : 0, y = length > 0 ? dy / length : -1;
        struct pixel at = {end.x - x * back, end.y - y * back};
        if (length == 0)
            at = (struct pixel){end.x + back, end.y};
        double step_x = length > 0 ? -x * back : back, step_y = length > 0 ? -y * back : 0;
        for (int i = 0; i < event->turbo_boosts + event->good_brakes; i++) {
            paper_draw_sign(inking->brush.cairo, i < event->turbo_boosts ? SIGN_BOOST : SIGN_BRAKE,
                            at.x, at.y, size, x, y);
            at.x += step_x;
            at.y += step_y;
        }
    }
}

/* A car that runs wide: a gap in the wall where it left, and the rest of its move. */
static void draw_wide(const struct paper_inking *inking, const struct graph_paper_event *event)
{
    if (inking->progress < PAPER_LINE_SHARE)
        return;
    struct pixel exit = exact_place(inking, event->end);
    struct pixel to = track_place(&inking->brush, event->to);
    double part = (inking->progress - PAPER_LINE_SHARE) / (1 - PAPER_LINE_SHARE);
    brush_circle(inking->brush.cairo, exit.x, exit.y, inking->brush.sizes.tick * 0.7,
                 inking->brush.sizes.thin * 1.2);
    if (event->second == LEFT_COMES_BACK)
        draw_back(inking, exit, to, brush_clamp(part, 0, 1));
    else
        draw_outside(inking, exit, to, brush_clamp(part, 0, 1));
    if (part < 1 || (exit.x == to.x && exit.y == to.y))
        return;
    cairo_new_path(inking->brush.cairo);
    brush_add_tick(inking->brush.cairo, exit, to, inking->brush.sizes.tick,
                   inking->brush.sizes.ink * 0.85, inking->seed + 1);
    cairo_fill(inking->brush.cairo);
}

/* The paper is torn where it left, and the way back to where it goes on. */
static void draw_exit(const struct paper_inking *inking, const struct graph_paper_event *event)
{
    if (inking->progress < PAPER_LINE_SHARE)
        return;
    struct pixel exit = exact_place(inking, event->end);
    struct pixel back = track_place(&inking->brush, event->to);
    double thin = inking->brush.sizes.thin;
    tear_draw(inking->brush.cairo, inking->brush.view, exit, inking->seed, inking->color,
              inking->strength, inking->brush.theme);
    brush_color(inking->brush.cairo, color_of(inking));
    if (event->second == LEFT_IS_OUT)
        return;
    cairo_new_path(inking->brush.cairo);
    brush_add_line(inking->brush.cairo, exit, back);
    brush_stroke(inking->brush.cairo, thin, thin, thin * 2.4);
    brush_circle(inking->brush.cairo, back.x, back.y, inking->brush.sizes.tick * 0.6, thin);
}

static void draw_event(const struct paper_inking *inking, const struct step *step, int index)
{
    const struct graph_paper_event *event = graph_paper_event(&step->events[index]);
    if (event->type == EVENT_STARTED) {
        struct pixel at = track_place(&inking->brush, event->to);
        cairo_new_path(inking->brush.cairo);
        brush_add_disc(inking->brush.cairo, at.x, at.y, inking->brush.sizes.ink * 1.1);
        cairo_fill(inking->brush.cairo);
    } else if (event->type == EVENT_MOVED) {
        bool left = false, off_sheet = event->to.x < 0 || event->to.y < 0 ||
                                       event->to.x > inking->brush.track->width ||
                                       event->to.y > inking->brush.track->height;
        for (int i = index + 1; i < step->event_count; i++)
            left |= graph_paper_event(&step->events[i])->type == EVENT_LEFT_TRACK &&
                    step->events[i].car == event->car;
        cairo_save(inking->brush.cairo);
        if (off_sheet) {
            /* Nothing is drawn on the table: a line that leaves the sheet ends where the paper
             * does. */
            double edge = inking->brush.view->square * PAPER_MARGIN_SQUARES,
                   square = inking->brush.view->square;
            cairo_rectangle(inking->brush.cairo, inking->brush.view->left - edge,
                            inking->brush.view->top - edge,
                            inking->brush.track->width * square + 2 * edge,
                            inking->brush.track->height * square + 2 * edge);
            cairo_clip(inking->brush.cairo);
        }
        ink_draw_move(inking, event, left);
        cairo_restore(inking->brush.cairo);
    } else if (event->type == EVENT_LEFT_TRACK) {
        if (event->second == LEFT_RUNS_WIDE || event->second == LEFT_COMES_BACK)
            draw_wide(inking, event);
        else
            draw_exit(inking, event);
    } else if (event->type == EVENT_COLLIDED && inking->progress >= PAPER_LINE_SHARE) {
        brush_draw_burst(inking->brush.cairo, track_place(&inking->brush, event->to),
                         inking->brush.sizes.tick * 1.15, inking->brush.sizes.thin * 1.2, 0.15,
                         inking->seed);
    }
}

static void draw_step(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                      int index, double progress, bool faded, const struct paper_theme *theme)
{
    struct step step = session_step(session, index);
    const struct car *before = graph_paper_car(session_race_after(session, index), step.car);
    struct paper_inking inking = {
        .brush = track_brush_of(cairo, view, graph_paper_track(session_setup(session)), theme),
        .progress = progress,
        .color = brush_pen(theme, paper_pen_of(session, step.car)),
        .strength = faded ? FADED_ALPHA : 1,
        .seed = (uint64_t)index * 64,
        .outside = before->status == CAR_OUTSIDE,
    };
    brush_color(cairo, color_of(&inking));
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; i < step.event_count; i++)
        draw_event(&inking, &step, i);
}

static bool step_box(const struct paper_view *view, const struct session *session, int index,
                     double box[4])
{
    int height = graph_paper_track(session_setup(session))->height;
    struct step step = session_step(session, index);
    struct brush_sizes sizes = brush_sizes(view);
    struct extent extent = EXTENT_NOTHING;
    double nitros = 0;
    for (int i = 0; i < step.event_count; i++)
        if (graph_paper_event(&step.events[i])->type == EVENT_MOVED)
            nitros = graph_paper_event(&step.events[i])->number;
    double margin = fmax(sizes.tick * 1.4, sizes.nitro / 2 + nitros * sizes.thin * 2.2) +
                    sizes.tick * 2.5 + sizes.ink + 1;
    for (int i = 0; i < step.event_count; i++) {
        const struct graph_paper_event *event = graph_paper_event(&step.events[i]);
        bool moved = event->type == EVENT_MOVED, left = event->type == EVENT_LEFT_TRACK;
        if (moved)
            extent_add(&extent, brush_grid_place(view, height, event->from), margin);
        if (moved || left)
            extent_add(&extent, brush_exact_place(view, height, event->end), margin);
        if (left)
            extent_add(&extent, brush_exact_place(view, height, event->end), tear_reach(view));
        if (left || event->type == EVENT_STARTED || event->type == EVENT_COLLIDED)
            extent_add(&extent, brush_grid_place(view, height, event->to), margin);
    }
    return extent_box(&extent, box);
}

/* --- the track -------------------------------------------------------------------------------- */

/* Without walls nothing is outside yet, and nobody knows what is while they are open: plain paper,
 * to be drawn on. */
static void ink_draw_ground(cairo_t *cairo, const struct paper_view *view,
                            const struct track *track, const struct outline *walls,
                            const struct paper_theme *theme)
{
    if (area_loop_count(track->surface) > 0 && !track->is_unsure) {
        brush_paint_hatching(cairo, view, theme);
        /* Its edge is hidden under the walls, so it need not be a fine one. */
        cairo_antialias_t antialias = cairo_get_antialias(cairo);
        outline_path(cairo, walls);
        brush_color(cairo, theme->paper);
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
        cairo_fill(cairo);
        cairo_set_antialias(cairo, antialias);
        return;
    }
    brush_color(cairo, theme->paper);
    cairo_paint(cairo);
}

static void draw_course(cairo_t *cairo, const struct paper_view *view, struct course course,
                        bool on_sheet, const struct paper_theme *theme)
{
    const struct track *track = graph_paper_track_of(course);
    struct track_brush brush = track_brush_of(cairo, view, track, theme);
    struct outline walls = {0};
    const struct outline none = {0}; /* lines are cut at walls, once these are known */
    double seen[4];
    if (!brush_clip_box(cairo, seen))
        return;
    outline_build(&walls, view, track, track->surface, seen);
    ink_draw_ground(cairo, view, track, &walls, theme);
    features_draw_shading(&brush);
    if (on_sheet)
        paper_draw_grid(cairo, view, course_size(course), theme);
    features_draw(&brush, track->is_unsure ? &none : &walls, on_sheet);
    brush_color(cairo, theme->wall);
    outline_draw_walls(cairo, &walls, brush.sizes.wall, seen);
    features_draw_signs(&brush);
    outline_free(&walls);
}

static void widen_box(const struct paper_view *view, struct course course, double box[4])
{
    struct track_brush brush = track_brush_of(NULL, view, graph_paper_track_of(course), NULL);
    features_widen_box(&brush, box);
}

static void ink_keep_off(struct labels *labels, const struct paper_view *view, struct course course)
{
    features_keep_off(labels, view, graph_paper_track_of(course));
}

const struct ink graph_paper_ink = {
    .game = &graph_paper_game,
    .draw_course = draw_course,
    .widen_box = widen_box,
    .keep_off = ink_keep_off,
    .draw_step = draw_step,
    .step_box = step_box,
    .draw_car = cars_draw,
    .car_box = cars_box,
    .spare = graph_paper_spare,
    .explain = graph_paper_explain,
    .draw_figure = graph_paper_draw_figure,
    .table = &graph_paper_ink_table,
    .append_csv = graph_paper_append_csv,
    .append_motion = graph_paper_append_motion,
    .export_graphs = graph_paper_export_graphs,
    .fill_chart = graph_paper_fill_chart,
    .chart_axes = "squares a move, over the moves",
};
