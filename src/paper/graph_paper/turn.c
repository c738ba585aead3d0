/* What is drawn for whoever is to move: arrows, the points of the turn, hints. */
#include "paper/graph_paper/ink.h"

#include "paper/labels.h"
#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/graph_paper/kinematics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* === arrows =================================================================================== */

/* The arrows that teach. Owns nothing, cannot fail.
 *
 * All arrows of a move are listed once, in squares, and then drawn, labelled or measured. Where all
 * lie on one line, what is their sum is drawn beside them.
 */

const struct arrow_words arrow_words[ARROWS_SWITCHES] = {
    [ARROWS_SUM] = {"sum", "v + a = v′",
                    "old velocity, acceleration and new velocity, tip to tail"},
    [ARROWS_COMPONENTS] = {"components", "Components", "the new velocity in x and y"},
    [ARROWS_ALONG] = {"along", "Along and across",
                      "the change along v + v′, which alone makes faster or slower, and across it"},
    [ARROWS_INERTIA] = {"inertia", "Where inertia leads", "the principal point is named"},
    [ARROWS_WAY] = {"whole-way", "All arrows",
                    "an arrow for each move of the way, not the last alone"},
};

static const double NAME = 18, PLAIN_NAME = 16; /* sizes of the type, interface pixels */
static const double HEAD = 12, WAY_WEIGHT = 10; /* the weight: of what labels rather leave free */
enum { ARROW_LIMIT = 10, ARROW_TEXT = 96 };

struct arrow {
    struct point from;     /* and its tip, where those are grid points */
    double x, y, dx, dy;   /* squares */
    char text[ARROW_TEXT]; /* "" for none */
    struct paper_color color;
    double aside, width;
    bool dashed;
};

struct arrow_list {
    struct arrow items[ARROW_LIMIT];
    int count;
};

/* What is drawn with. */
struct quiver {
    cairo_t *cairo; /* one of the two */
    struct labels *labels;
    const struct paper_view *view;
    int height;
    const struct paper_theme *theme;
    struct brush_sizes sizes;
};

/* v′ */
static struct point arrows_velocity(const struct arrow_move *move)
{
    struct point velocity = point_add(move->before, move->push);
    return move->chosen ? point_add(velocity, move->choice) : velocity;
}

/* --- which ------------------------------------------------------------------------------------ */

static struct arrow *add_arrow(struct arrow_list *list, struct point from, struct point vector,
                               struct paper_color color)
{
    struct arrow *arrow = &list->items[list->count++];
    *arrow = (struct arrow){.from = from,
                            .x = from.x,
                            .y = from.y,
                            .dx = vector.x,
                            .dy = vector.y,
                            .color = color,
                            .width = 1.25};
    return arrow;
}

/* "(3, −1)" where vectors stand as columns, else "→ 3 ↓ 1". */
static void print_vector(struct point vector, char text[GRAPH_PAPER_VECTOR_BYTES])
{
    if (lettering_columns())
        strcpy(text, vector_of(vector.x, vector.y).text);
    else
        graph_paper_print_vector(vector, text);
}

static void name_vector(struct arrow *arrow, const char *name, struct point vector)
{
    char numbers[GRAPH_PAPER_VECTOR_BYTES];
    print_vector(vector, numbers);
    snprintf(arrow->text, sizeof arrow->text, "%s %s", name, numbers);
}

static bool is_zero(struct point vector)
{
    return vector.x == 0 && vector.y == 0;
}

/* The old velocity, the same once more from where the body is, what pushes, and what is chosen. */
static void list_sum(struct arrow_list *list, const struct arrow_move *move,
                     const struct quiver *quiver)
{
    const struct paper_theme *theme = quiver->theme;
    struct point inertia = point_add(move->from, move->before);
    struct point principal = point_add(inertia, move->push), sum = arrows_velocity(move);
    struct arrow *arrow =
        add_arrow(list, point_subtract(move->from, move->before), move->before, theme->ink);
    name_vector(arrow, "velocity", move->before);
    add_arrow(list, move->from, move->before, theme->ink_soft)->dashed = true;
    if (!is_zero(move->push)) {
        arrow = add_arrow(list, inertia, move->push, theme->action);
        arrow->dashed = true;
        name_vector(arrow, move->pusher ? move->pusher : "turbo", move->push);
    }
    if (!move->chosen && is_zero(move->push))
        return;
    struct point onward = point_subtract(principal, move->from);
    bool on_one_line = (int64_t)onward.x * sum.y == (int64_t)onward.y * sum.x &&
                       (int64_t)onward.x * move->before.y == (int64_t)onward.y * move->before.x;
    arrow = add_arrow(list, move->from, sum, brush_pen(theme, move->pen));
    arrow->aside = on_one_line ? quiver->sizes.ink * 3 : 0;
    name_vector(arrow, "new velocity", sum);
    bool pushed = move->chosen && !is_zero(move->choice);
    if (is_zero(move->push)) {
        name_vector(add_arrow(list, principal, move->choice, theme->arrow), "acceleration",
                    move->choice);
        return;
    }
    /* What counts is the sum of both. */
    struct point change = point_subtract(sum, move->before);
    if (pushed)
        name_vector(add_arrow(list, principal, move->choice, theme->arrow), "push", move->choice);
    name_vector(add_arrow(list, inertia, change, theme->arrow), "acceleration", change);
}

static void list_components(struct arrow_list *list, const struct arrow_move *move,
                            const struct quiver *quiver)
{
    struct point sum = arrows_velocity(move);
    struct paper_color color =
        brush_mix(brush_pen(quiver->theme, move->pen), quiver->theme->ink, 0.6);
    const struct point parts[2] = {{sum.x, 0}, {0, sum.y}};
    struct point from = move->from;
    for (int i = 0; i < 2; i++) {
        if (!is_zero(parts[i])) {
            struct arrow *arrow = add_arrow(list, from, parts[i], color);
            arrow->dashed = true;
            int part = i == 0 ? sum.x : sum.y;
            snprintf(arrow->text, sizeof arrow->text, "%s %s%d", i == 0 ? "vx" : "vy",
                     part < 0 ? "−" : "", abs(part));
        }
        from = point_add(from, parts[i]);
    }
}

/* A part of the change, as a share of a vector. */
static struct arrow *add_share(struct arrow_list *list, const struct arrow *from,
                               struct point vector, double share, struct paper_color color)
{
    struct arrow *arrow = add_arrow(list, from->from, vector, color);
    arrow->x = from->x + from->dx;
    arrow->y = from->y + from->dy;
    arrow->dx *= share;
    arrow->dy *= share;
    arrow->width = 1.6;
    return arrow;
}

static void name_length(struct arrow *arrow, const char *name, int64_t product, struct point of,
                        const char *means)
{
    struct text text = {0};
    struct measure length =
        measure_times(measure_root(1, point_dot(of, of)), product < 0 ? -product : product, 1);
    measure_append(&text, length, MEASURE_DECIMAL);
    snprintf(arrow->text, sizeof arrow->text, "%s %s%s", name, text_string(&text), means);
    text_free(&text);
}

/* With what is split, unless that is there already. */
static void list_along(struct arrow_list *list, const struct arrow_move *move, bool alone,
                       const struct quiver *quiver)
{
    struct point after = arrows_velocity(move), both = point_add(move->before, after);
    struct point change = point_subtract(after, move->before), aside = {-both.y, both.x};
    if (is_zero(change) || is_zero(both))
        return;
    if (alone)
        name_vector(
            add_arrow(list, point_add(move->from, move->before), change, quiver->theme->arrow),
            "acceleration", change);
    double square = (double)point_dot(both, both);
    int64_t along = point_dot(change, both), across = point_dot(change, aside);
    struct arrow from = {
        .x = move->from.x, .y = move->from.y, .dx = move->before.x, .dy = move->before.y};
    if (along != 0) {
        struct arrow *arrow =
            add_share(list, &from, both, (double)along / square, quiver->theme->warning);
        name_length(arrow, "along", along, both, along > 0 ? ", faster" : ", slower");
        from = *arrow;
    }
    if (across != 0)
        name_length(add_share(list, &from, aside, (double)across / square, quiver->theme->warning),
                    "across", across, both, "");
}

static void list_arrows(struct arrow_list *list, const struct arrow_move *move, unsigned switches,
                        const struct quiver *quiver)
{
    list->count = 0;
    if (arrows_show(switches, ARROWS_SUM))
        list_sum(list, move, quiver);
    if (arrows_show(switches, ARROWS_COMPONENTS))
        list_components(list, move, quiver);
    if (arrows_show(switches, ARROWS_ALONG))
        list_along(list, move, !arrows_show(switches, ARROWS_SUM), quiver);
}

/* --- drawing ---------------------------------------------------------------------------------- */

static struct pixel place_of(const struct quiver *quiver, double x, double y)
{
    return brush_place(quiver->view, quiver->height, x, y);
}

static void draw_arrow(const struct quiver *quiver, const struct arrow *arrow)
{
    struct pixel from = place_of(quiver, arrow->x, arrow->y);
    struct pixel to = place_of(quiver, arrow->x + arrow->dx, arrow->y + arrow->dy);
    double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy);
    if (length <= 0)
        return;
    double width = quiver->sizes.ink * arrow->width;
    double dashes[2] = {width * 2.6, width * 2.2};
    double x = -dy / length * arrow->aside, y = dx / length * arrow->aside;
    brush_color(quiver->cairo, arrow->color);
    cairo_set_line_cap(quiver->cairo, CAIRO_LINE_CAP_ROUND);
    if (arrow->dashed)
        cairo_set_dash(quiver->cairo, dashes, 2, 0);
    brush_arrow(quiver->cairo, from.x + x, from.y + y, to.x + x, to.y + y, width,
                fmin(HEAD * quiver->view->scale, length * 0.5));
    cairo_set_dash(quiver->cairo, NULL, 0, 0);
}

/* The direction that along and across are told of. */
static void draw_direction(const struct quiver *quiver, const struct arrow_move *move)
{
    struct point after = arrows_velocity(move), both = point_add(move->before, after);
    double length = hypot(both.x, both.y), reach = 1.5 + length / 2;
    if (is_zero(point_subtract(after, move->before)) || length <= 0)
        return;
    double x = both.x / length * reach, y = both.y / length * reach;
    double middle_x = move->from.x + move->before.x, middle_y = move->from.y + move->before.y;
    brush_color(quiver->cairo, brush_mix(quiver->theme->warning, quiver->theme->paper, 0.6));
    cairo_new_path(quiver->cairo);
    brush_add_line(quiver->cairo, place_of(quiver, middle_x - x, middle_y - y),
                   place_of(quiver, middle_x + x, middle_y + y));
    brush_stroke(quiver->cairo, quiver->sizes.thin, quiver->sizes.thin * 2, quiver->sizes.thin * 3);
}

static struct quiver quiver_of(cairo_t *cairo, struct labels *labels, const struct paper_view *view,
                               int height, const struct paper_theme *theme)
{
    return (struct quiver){cairo, labels, view, height, theme, brush_sizes(view)};
}

static struct pixel principal_of(const struct quiver *quiver, const struct arrow_move *move)
{
    struct point at = point_add(point_add(move->from, move->before), move->push);
    return place_of(quiver, at.x, at.y);
}

void arrows_draw(cairo_t *cairo, const struct paper_view *view, int height,
                 const struct arrow_move *move, unsigned switches, const struct paper_theme *theme)
{
    struct quiver quiver = quiver_of(cairo, NULL, view, height, theme);
    struct arrow_list list;
    list_arrows(&list, move, switches, &quiver);
    if (arrows_show(switches, ARROWS_ALONG))
        draw_direction(&quiver, move);
    for (int i = 0; i < list.count; i++)
        draw_arrow(&quiver, &list.items[i]);
}

void arrows_draw_step(cairo_t *cairo, const struct paper_view *view, int height, struct point from,
                      struct point to, double before, struct paper_color color)
{
    struct quiver quiver = quiver_of(cairo, NULL, view, height, NULL);
    double length = hypot(to.x - from.x, to.y - from.y) * view->square;
    double share = length > before ? 1 - before / length : 0;
    struct arrow arrow = {.x = from.x,
                          .y = from.y,
                          .dx = (to.x - from.x) * share,
                          .dy = (to.y - from.y) * share,
                          .color = color,
                          .width = 0.7};
    draw_arrow(&quiver, &arrow);
}

void arrows_extend(struct extent *extent, const struct paper_view *view, int height,
                   const struct arrow_move *move)
{
    struct point after = arrows_velocity(move);
    double reach = point_reach(move->before) + point_reach(after) + 3;
    double margin = HEAD * 2 * view->scale;
    extent_add(extent, brush_place(view, height, move->from.x - reach, move->from.y - reach),
               margin);
    extent_add(extent, brush_place(view, height, move->from.x + reach, move->from.y + reach),
               margin);
}

/* --- writing ---------------------------------------------------------------------------------- */

void arrows_avoid(struct labels *labels, const struct paper_view *view, int height,
                  const struct arrow_move *move, unsigned switches, const struct paper_theme *theme)
{
    struct quiver quiver = quiver_of(NULL, labels, view, height, theme);
    struct arrow_list list;
    list_arrows(&list, move, switches, &quiver);
    for (int i = 0; i < list.count; i++) {
        const struct arrow *arrow = &list.items[i];
        labels_avoid_arrow(labels, place_of(&quiver, arrow->x, arrow->y),
                           place_of(&quiver, arrow->x + arrow->dx, arrow->y + arrow->dy),
                           WAY_WEIGHT, HEAD * view->scale);
    }
}

void arrows_label(struct labels *labels, const struct paper_view *view, int height,
                  const struct arrow_move *move, unsigned switches, const struct paper_theme *theme)
{
    struct quiver quiver = quiver_of(NULL, labels, view, height, theme);
    struct arrow_list list;
    arrows_avoid(labels, view, height, move, switches, theme);
    list_arrows(&list, move, switches, &quiver);
    for (int i = 0; i < list.count; i++) {
        const struct arrow *arrow = &list.items[i];
        struct pixel from = place_of(&quiver, arrow->x, arrow->y);
        struct pixel to = place_of(&quiver, arrow->x + arrow->dx, arrow->y + arrow->dy);
        double scale = quiver.view->scale;
        struct label_wish wish = {(from.x + to.x) / 2, (from.y + to.y) / 2, 12 * scale,
                                  from.y - to.y, to.x - from.x};
        if (arrow->text[0])
            labels_add(quiver.labels, LABEL_PLATE, arrow->text,
                       (arrow->dashed ? PLAIN_NAME : NAME) * scale, arrow->color, 0, &wish);
    }
    if (arrows_show(switches, ARROWS_INERTIA)) {
        struct pixel at = principal_of(&quiver, move),
                     car = place_of(&quiver, move->from.x, move->from.y);
        double away = quiver.sizes.point * 1.5 + (move->alone ? 0 : quiver.view->square);
        struct label_wish wish = {at.x, at.y, away, at.x - car.x, at.y - car.y};
        labels_add(quiver.labels, LABEL_PLATE,
                   is_zero(move->push) ? "where inertia leads"
                   : move->pusher && strcmp(move->pusher, "wind") == 0
                       ? "where inertia and the wind lead"
                       : "where inertia and the turbo lead",
                   NAME * quiver.view->scale, quiver.theme->ink_soft, 0, &wish);
    }
}

void arrows_say(const struct arrow_move *move, struct text *into)
{
    int64_t before = point_dot(move->before, move->before);
    struct point velocity = arrows_velocity(move);
    int64_t after = point_dot(velocity, velocity);
    if (after != before)
        text_append_format(into, "%s: |v|² goes from %lld to %lld",
                           after > before ? "faster" : "slower", (long long)before,
                           (long long)after);
    else if (!point_equal(velocity, move->before))
        text_append(into, "as fast as before, in another direction");
}

/* === turn ===================================================================================== */

/* A turn as it is shown to whoever is to move: its signs, and what is written beside them. Owns
 * nothing, cannot fail.
 */

static const double EXTRA_STRENGTH = 0.5; /* of what costs something */
static const double REFUSED_STRENGTH = 0.7;
static const double AFTER_STRENGTH = 0.34;
static const double DOOMED_STRENGTH = 0.6; /* of such a point of the turn after */

static const double TAG = 16;             /* size of the type, interface pixels */
static const double SENTENCE_WIDTH = 270; /* of the lines of a sentence */
static const double AFTER_WEIGHT = 4;     /* of what labels rather leave free */

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
        if (!chosen && turn->start_count > PAPER_RINGED_STARTS)
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
    print_vector(point_subtract(move->to, move->from), text);
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
    else if (move && !turn->untold)
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

/* As far as it is near the place of a label. */
static void avoid_edge(struct labels *labels, struct pixel from, struct pixel to, struct pixel at)
{
    double half = 4 * labels->unit, reach = 30 * half, length = hypot(to.x - from.x, to.y - from.y);
    for (double along = 0; along <= length; along += 2 * half) {
        struct pixel piece = brush_between(from, to, length > 0 ? along / length : 0);
        if (fabs(piece.x - at.x) < reach && fabs(piece.y - at.y) < reach)
            labels_avoid_disc(labels, piece.x, piece.y, half, LINE_WEIGHT);
    }
}

void paper_avoid_edges(struct labels *labels, const struct paper_view *view,
                       const struct track *track, struct pixel at)
{
    const struct track_line *lines[] = {&track->start, &track->finish};
    for (int i = 0; i < area_loop_count(track->surface); i++) {
        struct loop loop = area_loop(track->surface, i);
        for (int k = 0; k < loop.count; k++) {
            struct point from = loop.vertices[k], to = loop.vertices[(k + 1) % loop.count];
            avoid_edge(
                labels,
                brush_place(view, track->height, (double)from.x / FINE, (double)from.y / FINE),
                brush_place(view, track->height, (double)to.x / FINE, (double)to.y / FINE), at);
        }
    }
    for (int i = 0; track->has_line && i < (track->open ? 2 : 1); i++)
        avoid_edge(labels, brush_grid_place(view, track->height, lines[i]->from),
                   brush_grid_place(view, track->height, lines[i]->to), at);
}

void dotted_label(struct labels *labels, const struct paper_view *view, const struct track *track,
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
    paper_avoid_edges(labels, view, track, end);
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
