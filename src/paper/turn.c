/* A turn as it is shown to whoever is to move. Owns nothing, cannot fail. */
#include "paper/turn.h"

#include "paper/labels.h"
#include "paper/lettering.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double EXTRA_STRENGTH = 0.5; /* of what costs something */
static const double REFUSED_STRENGTH = 0.7;
static const double AFTER_STRENGTH = 0.34;
static const double DOOMED_STRENGTH = 0.6; /* of such a point of the turn after */
/* Interface pixels round the points that labels may take. */
static const double LABEL_ROOM = 84, VECTOR_LABEL_ROOM = 200, SENTENCE_ROOM = 330;
static const double SENTENCE_WIDTH = 270; /* of the lines of a sentence on the sheet */
enum { PLATE_LINES = 5, PLATE_LINE_BYTES = 80 };

struct turn_pen {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct track *track;
    const struct paper_turn *turn;
    const struct paper_theme *theme;
    struct brush_sizes sizes;
    struct paper_color color;
    struct label_field field;
    struct paper_numbers numbers;
};

struct spot {
    double x, y;
};

static struct spot spot_of(const struct turn_pen *pen, struct point grid)
{
    struct spot spot;
    paper_to_device(pen->view, pen->track, grid.x, grid.y, &spot.x, &spot.y);
    return spot;
}

static bool starts_are_ringed(const struct paper_turn *turn)
{
    return turn->start_count <= PAPER_RINGED_STARTS;
}

static bool has_chosen_refused(const struct paper_turn *turn)
{
    return turn->chosen_refused >= 0 && turn->chosen_refused < turn->refused_count;
}

static const struct move *chosen_move(const struct paper_turn *turn)
{
    return turn->chosen >= 0 && turn->chosen < turn->move_count ? &turn->moves[turn->chosen] : NULL;
}

static const struct hint *chosen_hint(const struct paper_turn *turn)
{
    const struct move *move = chosen_move(turn);
    return move && turn->hints ? hints_at(turn->hints, move->to) : NULL;
}

static void grow(double box[4], const struct paper_view *view, const struct track *track,
                 struct point grid)
{
    double x, y;
    paper_to_device(view, track, grid.x, grid.y, &x, &y);
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
    double room = !turn->has_car ? 16 : turn->vectors ? VECTOR_LABEL_ROOM : LABEL_ROOM;
    if (has_chosen_refused(turn))
        room = SENTENCE_ROOM;
    double margin = view->square * 0.75 + room * view->scale;
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
    struct spot at = spot_of(pen, move->to);
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
        struct spot at = spot_of(pen, turn->starts[i]);
        double radius = pen->sizes.point * (chosen ? 1.9 : 1.5);
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

static void draw_dashed(struct turn_pen *pen, struct spot from, struct spot to, double width,
                        double strength)
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
    struct spot to = spot_of(pen, turn->principal);
    struct spot from = spot_of(pen, point_subtract(turn->principal, turn->shift));
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
    labels_avoid_line(&pen->field, from.x, from.y, to.x, to.y, 10);
}

static void draw_principal(struct turn_pen *pen)
{
    struct spot at = spot_of(pen, pen->turn->principal);
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
    labels_avoid_disc(&pen->field, at.x, at.y, radius, 12);
}

static void draw_after(struct turn_pen *pen)
{
    const struct hint *hint = chosen_hint(pen->turn);
    for (int i = 0; i < pen->turn->after_count; i++) {
        const struct move *move = &pen->turn->after[i];
        struct spot at = spot_of(pen, move->to);
        if (is_doomed_after(hint, move->to))
            paper_draw_doomed(pen->cairo, at.x, at.y, pen->sizes.point * 1.15, DOOMED_STRENGTH,
                              pen->theme);
        else
            paper_draw_outcome(pen->cairo, move->outcome, pen->turn->pen, at.x, at.y,
                               pen->sizes.point * 0.78, AFTER_STRENGTH, pen->theme);
        labels_avoid_disc(&pen->field, at.x, at.y, pen->sizes.point, 4);
    }
}

/* A boost above the point, a brake below it. */
static void draw_price(struct turn_pen *pen, const struct move *move, struct spot at, double radius,
                       double strength)
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
        struct spot at = spot_of(pen, move->to);
        bool extra = move->nitros + move->good_brakes + move->turbo_boosts > 0;
        double radius = pen->sizes.point * (extra ? 0.85 : 1);
        double strength = extra ? EXTRA_STRENGTH : 1;
        draw_sign(pen, move, radius, false, strength);
        if (i != pen->turn->chosen)
            draw_price(pen, move, at, radius, 0.7);
        labels_avoid_disc(&pen->field, at.x, at.y, pen->sizes.point * 1.4, 20);
    }
}

static void draw_refused(struct turn_pen *pen)
{
    for (int i = 0; i < pen->turn->refused_count; i++) {
        struct spot at = spot_of(pen, pen->turn->refused[i].to);
        bool chosen = i == pen->turn->chosen_refused;
        paper_draw_refused(pen->cairo, at.x, at.y, pen->sizes.point * (chosen ? 1.5 : 1),
                           chosen ? 1 : REFUSED_STRENGTH, pen->theme);
        labels_avoid_disc(&pen->field, at.x, at.y, pen->sizes.point * 1.4, 20);
    }
}

/* The chosen point over all others: larger, ringed, with a square for each nitro that it costs. */
static void draw_chosen(struct turn_pen *pen, const struct move *move)
{
    struct spot at = spot_of(pen, move->to);
    draw_sign(pen, move, pen->sizes.point * 1.5, true, 1);
    draw_price(pen, move, at, pen->sizes.point * 1.5, 1);
    brush_color(pen->cairo, pen->color);
    for (int i = 0; i < move->nitros; i++) {
        double half = pen->sizes.point * 2.3 + i * pen->sizes.thin * 2.2;
        const double corners[8] = {at.x - half, at.y - half, at.x + half, at.y - half,
                                   at.x + half, at.y + half, at.x - half, at.y + half};
        brush_polygon(pen->cairo, corners, 4, pen->sizes.thin);
    }
    labels_avoid_disc(&pen->field, at.x, at.y, pen->sizes.point * 2.2, 20);
}

struct plate {
    const char *text;
    struct paper_color edge;
    double size;
    struct spot anchor;
    double away;
    double prefer_x, prefer_y;
};

/* From a label that found no room near what it names. */
static void draw_leader(struct turn_pen *pen, const struct plate *plate, struct label_box box)
{
    double x = brush_clamp(plate->anchor.x, box.x, box.x + box.w);
    double y = brush_clamp(plate->anchor.y, box.y, box.y + box.h);
    double dx = plate->anchor.x - x, dy = plate->anchor.y - y;
    double length = hypot(dx, dy);
    if (length < plate->away + plate->size * 0.5)
        return;
    double stop = 1 - 3 * pen->view->scale / length;
    brush_color(pen->cairo, plate->edge);
    cairo_set_line_cap(pen->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(pen->cairo, fmax(pen->view->scale, 1));
    cairo_move_to(pen->cairo, x, y);
    cairo_line_to(pen->cairo, x + dx * stop, y + dy * stop);
    cairo_stroke(pen->cairo);
}

struct plate_lines {
    char text[PLATE_LINES][PLATE_LINE_BYTES];
    int count;
    double width; /* of the widest */
};

/* Adds the next word to the last line, or to a new one when that would be too wide. */
static void add_word(struct turn_pen *pen, struct plate_lines *lines, double size, const char *word,
                     int length)
{
    const double most = SENTENCE_WIDTH * pen->view->scale;
    char longer[PLATE_LINE_BYTES];
    char *last = lines->text[lines->count - 1];
    int bytes = snprintf(longer, sizeof longer, "%s%s%.*s", last, last[0] ? " " : "", length, word);
    double width = lettering_width(pen->cairo, longer, size, true);
    if (last[0] && lines->count < PLATE_LINES && (width > most || bytes >= PLATE_LINE_BYTES)) {
        last = lines->text[lines->count++];
        snprintf(last, PLATE_LINE_BYTES, "%.*s", length, word);
        width = lettering_width(pen->cairo, last, size, true);
    } else {
        snprintf(last, PLATE_LINE_BYTES, "%s", longer);
    }
    lines->width = fmax(lines->width, width);
}

static struct plate_lines break_lines(struct turn_pen *pen, const char *text, double size)
{
    struct plate_lines lines = {.count = 1};
    while (*text) {
        int length = (int)strcspn(text, " ");
        add_word(pen, &lines, size, text, length);
        text += length;
        text += strspn(text, " ");
    }
    return lines;
}

static void draw_plate(struct turn_pen *pen, const struct plate *plate)
{
    double pad_x = plate->size * 0.5, pad_y = plate->size * 0.3, step = plate->size * 1.3;
    struct plate_lines lines = break_lines(pen, plate->text, plate->size);
    struct label_box box =
        labels_place(&pen->field, ceil(lines.width + 2 * pad_x),
                     ceil(plate->size + (lines.count - 1) * step + 2 * pad_y), plate->anchor.x,
                     plate->anchor.y, plate->away, plate->prefer_x, plate->prefer_y);
    draw_leader(pen, plate, box);
    double line = fmax(round(1.5 * pen->view->scale), 1);
    double radius = plate->size * 0.28;
    double x = box.x + line / 2, y = box.y + line / 2;
    double right = box.x + box.w - line / 2, bottom = box.y + box.h - line / 2;
    cairo_new_path(pen->cairo);
    cairo_arc(pen->cairo, x + radius, y + radius, radius, 3.1415927, 4.7123890);
    cairo_arc(pen->cairo, right - radius, y + radius, radius, 4.7123890, 6.2831853);
    cairo_arc(pen->cairo, right - radius, bottom - radius, radius, 0, 1.5707963);
    cairo_arc(pen->cairo, x + radius, bottom - radius, radius, 1.5707963, 3.1415927);
    cairo_close_path(pen->cairo);
    brush_color(pen->cairo, pen->theme->card);
    cairo_fill_preserve(pen->cairo);
    brush_color(pen->cairo, plate->edge);
    cairo_set_line_width(pen->cairo, line);
    cairo_stroke(pen->cairo);
    for (int i = 0; i < lines.count; i++)
        lettering_draw(pen->cairo, lines.text[i], box.x + pad_x,
                       box.y + box.h / 2 + (i - (lines.count - 1) / 2.0) * step, plate->size, true,
                       pen->theme->ink);
}

static void draw_move_label(struct turn_pen *pen, const struct move *move)
{
    char text[LETTERING_VELOCITY_BYTES];
    struct spot from = spot_of(pen, move->from), to = spot_of(pen, move->to);
    lettering_print_vector(point_subtract(move->to, move->from), text);
    struct plate plate = {
        .text = text,
        .edge = pen->color,
        .size = 16 * pen->view->scale,
        .anchor = to,
        .away = pen->sizes.point * 2.6,
        .prefer_x = from.y - to.y,
        .prefer_y = to.x - from.x,
    };
    draw_plate(pen, &plate);
}

/* Why the point that is pointed at cannot be chosen. */
static void draw_refusal(struct turn_pen *pen)
{
    const struct paper_turn *turn = pen->turn;
    struct spot at = spot_of(pen, turn->refused[turn->chosen_refused].to);
    struct spot principal = spot_of(pen, turn->principal);
    struct plate plate = {
        .text = turn->refusal,
        .edge = pen->theme->ink_soft,
        .size = 16 * pen->view->scale,
        .anchor = at,
        .away = pen->sizes.point * 2.6,
        .prefer_x = at.x - principal.x,
        .prefer_y = at.y - principal.y,
    };
    draw_plate(pen, &plate);
}

/* One arrow of the vectors with its name and numbers. A vector of zero length has only a label. */
struct vector_arrow {
    const char *name;
    struct point from, vector;
    struct paper_color color;
    double aside; /* device pixels to the right of where it belongs, for one that lies on others */
    bool dashed;
    bool quiet; /* no label */
};

static void draw_vector_arrow(struct turn_pen *pen, const struct vector_arrow *arrow)
{
    struct spot from = spot_of(pen, arrow->from);
    struct spot to = spot_of(pen, point_add(arrow->from, arrow->vector));
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
    labels_avoid_line(&pen->field, from.x, from.y, to.x, to.y, 10);
}

static void label_vector_arrow(struct turn_pen *pen, const struct vector_arrow *arrow)
{
    char numbers[LETTERING_VELOCITY_BYTES], text[96];
    struct spot from = spot_of(pen, arrow->from);
    struct spot to = spot_of(pen, point_add(arrow->from, arrow->vector));
    lettering_print_vector(arrow->vector, numbers);
    snprintf(text, sizeof text, "%s %s", arrow->name, numbers);
    struct plate plate = {
        .text = text,
        .edge = arrow->color,
        .size = 18 * pen->view->scale,
        .anchor = {(from.x + to.x) / 2, (from.y + to.y) / 2},
        .away = 12 * pen->view->scale,
        .prefer_x = from.y - to.y,
        .prefer_y = to.x - from.x,
    };
    draw_plate(pen, &plate);
}

static void label_principal(struct turn_pen *pen)
{
    struct spot at = spot_of(pen, pen->turn->principal);
    struct spot car = spot_of(pen, pen->turn->car);
    struct plate plate = {
        .text = "principal point",
        .edge = pen->theme->ink_soft,
        .size = 18 * pen->view->scale,
        .anchor = at,
        .away = pen->view->square + pen->sizes.point * 1.5,
        .prefer_x = at.x - car.x,
        .prefer_y = at.y - car.y,
    };
    draw_plate(pen, &plate);
}

/* The old velocity, the same once more to the principal point, the acceleration from there, and
 * what both come to. When all lie on one line the sum is drawn beside it. */
static void draw_vectors(struct turn_pen *pen, const struct move *move)
{
    const struct paper_turn *turn = pen->turn;
    struct point onward = point_subtract(turn->principal, turn->car);
    struct point unshifted = point_subtract(turn->principal, turn->shift);
    struct vector_arrow arrows[5] = {
        {.name = "velocity",
         .from = point_subtract(turn->car, turn->velocity),
         .vector = turn->velocity,
         .color = pen->theme->ink},
        {.from = turn->car,
         .vector = point_subtract(unshifted, turn->car),
         .color = pen->theme->ink_soft,
         .dashed = true,
         .quiet = true},
    };
    int count = 2;
    if (turn->shift.x || turn->shift.y)
        arrows[count++] = (struct vector_arrow){.name = "turbo",
                                                .from = unshifted,
                                                .vector = turn->shift,
                                                .color = pen->theme->action,
                                                .dashed = true};
    if (move) {
        struct point sum = point_subtract(move->to, turn->car);
        bool on_one_line = (int64_t)onward.x * sum.y == (int64_t)onward.y * sum.x;
        arrows[count++] = (struct vector_arrow){.name = "new velocity",
                                                .from = turn->car,
                                                .vector = sum,
                                                .color = pen->color,
                                                .aside = on_one_line ? pen->sizes.ink * 3 : 0};
        arrows[count++] = (struct vector_arrow){.name = "acceleration",
                                                .from = turn->principal,
                                                .vector = point_subtract(move->to, turn->principal),
                                                .color = pen->theme->arrow};
    }
    for (int i = 0; i < count; i++)
        draw_vector_arrow(pen, &arrows[i]);
    for (int i = 0; i < count; i++)
        if (!arrows[i].quiet)
            label_vector_arrow(pen, &arrows[i]);
    label_principal(pen);
}

void paper_draw_turn(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                     const struct paper_turn *turn, const double seen[4],
                     const struct paper_theme *theme)
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
        .field = {.seen = {seen[0], seen[1], seen[2], seen[3]}, .unit = view->scale},
    };
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    draw_starts(&pen);
    if (!turn->has_car)
        return;
    const struct move *move = chosen_move(turn);
    struct spot car = spot_of(&pen, turn->car);
    labels_avoid_disc(&pen.field, car.x, car.y, pen.sizes.car / 2, 10);
    const struct hint *hint = chosen_hint(turn);
    if (hint)
        paper_draw_braking(cairo, view, track, &hint->braking, theme);
    draw_after(&pen);
    if (move) {
        struct spot to = spot_of(&pen, move->to);
        if (!turn->vectors)
            draw_dashed(&pen, car, to, pen.sizes.ink, 0.9);
        labels_avoid_line(&pen.field, car.x, car.y, to.x, to.y, 6);
    }
    if (!turn->vectors)
        draw_shift(&pen);
    draw_principal(&pen);
    draw_refused(&pen);
    draw_moves(&pen);
    if (move)
        draw_chosen(&pen, move);
    if (turn->vectors)
        draw_vectors(&pen, move);
    else if (move)
        draw_move_label(&pen, move);
    if (has_chosen_refused(turn))
        draw_refusal(&pen);
}
