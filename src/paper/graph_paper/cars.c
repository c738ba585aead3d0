/* The arrows that teach. Owns nothing, cannot fail.
 *
 * All arrows of a move are listed once, in squares, and then drawn, labelled or measured. Where all
 * lie on one line, what is their sum is drawn beside them.
 */
#include "paper/graph_paper/ink.h"

#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/graph_paper/kinematics.h"

#include <math.h>
#include <stdio.h>

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
static const double HEAD = 12, WAY_WEIGHT = 10;
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

static void name_vector(struct arrow *arrow, const char *name, struct point vector)
{
    char numbers[GRAPH_PAPER_VECTOR_BYTES];
    graph_paper_print_vector(vector, numbers);
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
            snprintf(arrow->text, sizeof arrow->text, "%s %d", i == 0 ? "vx" : "vy",
                     i == 0 ? sum.x : sum.y);
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

static void list_along(struct arrow_list *list, const struct arrow_move *move,
                       const struct quiver *quiver)
{
    struct point after = arrows_velocity(move), both = point_add(move->before, after);
    struct point change = point_subtract(after, move->before), aside = {-both.y, both.x};
    if (is_zero(change) || is_zero(both))
        return;
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
        list_along(list, move, quiver);
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

static void write_inertia(const struct quiver *quiver, const struct arrow_move *move)
{
    struct pixel at = principal_of(quiver, move),
                 car = place_of(quiver, move->from.x, move->from.y);
    struct label_wish wish = {at.x, at.y, quiver->view->square + quiver->sizes.point * 1.5,
                              at.x - car.x, at.y - car.y};
    labels_add(quiver->labels, LABEL_PLATE,
               is_zero(move->push) ? "where inertia leads" : "where inertia and the wind lead",
               NAME * quiver->view->scale, quiver->theme->ink_soft, 0, &wish);
}

void arrows_label(struct labels *labels, const struct paper_view *view, int height,
                  const struct arrow_move *move, unsigned switches, const struct paper_theme *theme)
{
    struct quiver quiver = quiver_of(NULL, labels, view, height, theme);
    struct arrow_list list;
    list_arrows(&list, move, switches, &quiver);
    for (int i = 0; i < list.count; i++) {
        const struct arrow *arrow = &list.items[i];
        struct pixel from = place_of(&quiver, arrow->x, arrow->y);
        struct pixel to = place_of(&quiver, arrow->x + arrow->dx, arrow->y + arrow->dy);
        if (from.x != to.x || from.y != to.y)
            labels_avoid_line(labels, from.x, from.y, to.x, to.y, WAY_WEIGHT);
    }
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
    if (arrows_show(switches, ARROWS_INERTIA))
        write_inertia(&quiver, move);
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

/* === cars ===================================================================================== */

/* Cars where they stand, with their damage. Cars that share a point stand round it, so
 * that each can be seen.
 */

enum { NOTCH_LIMIT = 12 };

static bool is_on_sheet(const struct car *car)
{
    return car->status != CAR_WAITING;
}

/* Where a car stands. One that has driven off the sheet through the finish stands where its way
 * leaves the paper: nothing is drawn on the table. */
static struct pixel spot_of(const struct paper_view *view, const struct track *track,
                            const struct car *car)
{
    double inside = brush_sizes(view).car / 2, edge = view->square * PAPER_MARGIN_SQUARES - inside;
    double left = view->left - edge, right = view->left + track->width * view->square + edge;
    double top = view->top - edge, bottom = view->top + track->height * view->square + edge;
    struct pixel to = brush_grid_place(view, track->height, car->at);
    struct pixel from =
        brush_grid_place(view, track->height, point_subtract(car->at, car->velocity));
    double part = 1;
    if (car->at.x >= 0 && car->at.y >= 0 && car->at.x <= track->width && car->at.y <= track->height)
        return to;
    if (car->velocity.x == 0 && car->velocity.y == 0)
        return (struct pixel){brush_clamp(to.x, left, right), brush_clamp(to.y, top, bottom)};
    if (to.x < left || to.x > right)
        part = fmin(part, ((to.x < left ? left : right) - from.x) / (to.x - from.x));
    if (to.y < top || to.y > bottom)
        part = fmin(part, ((to.y < top ? top : bottom) - from.y) / (to.y - from.y));
    return brush_between(from, to, brush_clamp(part, 0, 1));
}

/* Where and how large a car is drawn: on its point, or smaller and beside it when others stand
 * there, too. */
struct stand {
    double x, y, size;
};

static struct stand place_car(const struct paper_view *view, const struct session *session,
                              const struct race *race, int number)
{
    const struct setup *setup = session_setup(session);
    const struct car *car = graph_paper_car(race, number);
    struct pixel spot = spot_of(view, graph_paper_track(setup), car);
    struct stand stand = {spot.x, spot.y, brush_sizes(view).car};
    int together = 0, before = 0;
    for (int i = 1; i <= setup->game->car_count(race); i++) {
        const struct car *other = graph_paper_car(race, i);
        if (!is_on_sheet(other) || !point_equal(other->at, car->at))
            continue;
        together++;
        before += i < number;
    }
    if (together > 1) {
        double angle = 6.2831853 * (before / (double)together + 0.125);
        stand.size *= 0.8;
        double away = stand.size * (together > 3 ? 0.72 : 0.5);
        stand.x += away * cos(angle);
        stand.y -= away * sin(angle);
    }
    return stand;
}

struct pixel cars_middle(const struct paper_view *view, const struct session *session,
                         const struct race *race, int number)
{
    struct stand stand = place_car(view, session, race, number);
    return (struct pixel){stand.x, stand.y};
}

/* What comes behind the line: out of the wall again, or on outside. */
static struct pixel go_on(const struct paper_view *view, int rows, const struct step *step,
                          int from, double part, struct pixel at)
{
    for (int i = from; i < step->event_count; i++) {
        const struct graph_paper_event *event = graph_paper_event(&step->events[i]);
        bool goes = event->type == EVENT_LEFT_TRACK && event->second != LEFT_IS_OUT;
        if (goes && step->events[i].car == step->car)
            return brush_between(at, brush_grid_place(view, rows, event->to),
                                 brush_clamp(part, 0, 1));
    }
    return at;
}

/* The place along the way by itself, whoever else stands at its ends. */
static struct pixel place_on_way(const struct paper_view *view, int rows, const struct step *step,
                                 int index, double progress)
{
    const struct graph_paper_event *event = graph_paper_event(&step->events[index]);
    double part = brush_clamp(progress / PAPER_LINE_SHARE, 0, 1);
    struct pixel at = brush_between(brush_grid_place(view, rows, event->from),
                                    brush_exact_place(view, rows, event->end), part);
    double rest = (progress - PAPER_LINE_SHARE) / (1 - PAPER_LINE_SHARE);
    return rest > 0 ? go_on(view, rows, step, index + 1, rest, at) : at;
}

static int find_moved(const struct step *step)
{
    for (int i = 0; i < step->event_count; i++)
        if (graph_paper_event(&step->events[i])->type == EVENT_MOVED &&
            step->events[i].car == step->car)
            return i;
    return -1;
}

bool cars_way(const struct paper_view *view, const struct session *session, int index,
              double progress, const struct race **state, struct pixel *at)
{
    struct step step = session_step(session, index);
    const struct race *before = session_race_after(session, index);
    const struct race *after = session_race_after(session, index + 1);
    int rows = graph_paper_track(session_setup(session))->height, moved = find_moved(&step);
    if (moved < 0)
        return false;
    bool waited = graph_paper_car(before, step.car)->status == CAR_WAITING;
    struct pixel begin = place_on_way(view, rows, &step, moved, 0), from = begin;
    struct pixel end = place_on_way(view, rows, &step, moved, 1);
    struct pixel to = cars_middle(view, session, after, step.car);
    if (!waited)
        from = cars_middle(view, session, before, step.car);
    *state = waited ? after : before;
    *at = place_on_way(view, rows, &step, moved, progress);
    at->x += (from.x - begin.x) * (1 - progress) + (to.x - end.x) * progress;
    at->y += (from.y - begin.y) * (1 - progress) + (to.y - end.y) * progress;
    return true;
}

static bool is_racing(const struct car *car)
{
    return car->status == CAR_RACING || car->status == CAR_OUTSIDE;
}

/* Tally marks stand to the right of a car, or to the left of one that shares its point with a car
 * on its right. False if there are none. */
static bool find_missed(const struct paper_view *view, const struct session *session,
                        const struct car *car, struct stand stand, struct label_box *box)
{
    double x = stand.x, size = stand.size;
    double height = brush_clamp(size * 0.75, 10 * view->scale, 18 * view->scale);
    int rows = course_size(session_setup(session)->course).y;
    double width = (car->missed_turns - 1) * paper_tally_gap(height);
    double left = x + size / 2 + height * 0.35;
    if (x < brush_grid_place(view, rows, car->at).x - 0.5)
        left = x - size / 2 - height * 0.35 - width;
    *box = (struct label_box){left, stand.y - size * 0.35 - height / 2, width, height};
    return is_racing(car) && car->missed_turns > 0;
}

static double notch_gap(const struct paper_view *view)
{
    return 4.5 * view->scale;
}

/* A notch below the car for each point of damage. */
static void draw_damage(cairo_t *cairo, const struct paper_view *view, int damage,
                        struct stand stand, const struct paper_theme *theme)
{
    int count = damage < NOTCH_LIMIT ? damage : NOTCH_LIMIT;
    double gap = notch_gap(view), height = 6 * view->scale;
    double left = stand.x - (count - 1) * gap / 2, top = stand.y + stand.size / 2 + 2 * view->scale;
    cairo_new_path(cairo);
    for (int i = 0; i < count; i++) {
        cairo_move_to(cairo, left + i * gap + height * 0.2, top);
        cairo_line_to(cairo, left + i * gap - height * 0.2, top + height);
    }
    brush_color(cairo, theme->warning);
    brush_stroke(cairo, 2 * view->scale, 0, 0);
}

static double ring_strength(enum car_status status)
{
    return status == CAR_RACING ? 1 : status == CAR_OUTSIDE ? 0.7 : 0.45;
}

/* A car outside the track has a dashed ring. */
static void draw_ring(cairo_t *cairo, const struct car *car, struct stand stand, double width,
                      struct paper_color color, const struct paper_theme *theme)
{
    double radius = stand.size / 2, piece = radius * 6.2831853 / 14;
    cairo_new_path(cairo);
    brush_add_disc(cairo, stand.x, stand.y, radius);
    brush_color(cairo, theme->card);
    cairo_fill(cairo);
    brush_color(cairo, color);
    if (car->status != CAR_OUTSIDE) {
        brush_circle(cairo, stand.x, stand.y, radius - width / 2, width);
        return;
    }
    cairo_arc(cairo, stand.x, stand.y, radius - width / 2, 0, 6.2831853);
    brush_stroke_blunt(cairo, width * 1.3, piece, piece);
}

void cars_draw(cairo_t *cairo, const struct paper_view *view, const struct session *session,
               const struct race *race, int number, const struct paper_theme *theme)
{
    const struct car *car = graph_paper_car(race, number);
    int pen = session_player(session, car->player)->pen;
    int which = paper_car_of_player(session, race, number);
    struct stand stand = place_car(view, session, race, number);
    struct label_box missed;
    double strength = ring_strength(car->status);
    draw_ring(cairo, car, stand, brush_sizes(view).thin * 1.15,
              brush_mix(brush_pen(theme, pen), theme->paper, strength), theme);
    if (strength < 1)
        cairo_push_group(cairo);
    paper_draw_mark(cairo, pen, stand.x, stand.y, stand.size * 0.56, theme);
    if (strength < 1) {
        cairo_pop_group_to_source(cairo);
        cairo_paint_with_alpha(cairo, strength);
    }
    if (car->status == CAR_RETIRED) {
        /* A cross through a car that is out. */
        double reach = stand.size * 0.52;
        cairo_new_path(cairo);
        brush_add_stroke(cairo, stand.x - reach, stand.y - reach, stand.x + reach, stand.y + reach,
                         stand.size * 0.11, 3);
        brush_add_stroke(cairo, stand.x - reach, stand.y + reach, stand.x + reach, stand.y - reach,
                         stand.size * 0.11, 4);
        brush_color(cairo, theme->ink);
        cairo_fill(cairo);
    }
    if (which > 0) {
        /* Which of its player's cars it is, to the right below it. */
        char text[12];
        double size = brush_number_size(view);
        snprintf(text, sizeof text, "%d", which);
        lettering_draw_rimmed(cairo, text, stand.x + stand.size * 0.5,
                              stand.y + stand.size * 0.36 + size * 0.12, size, theme->ink, theme);
    }
    if (is_racing(car) && car->damage > 0)
        draw_damage(cairo, view, car->damage, stand, theme);
    if (find_missed(view, session, car, stand, &missed))
        paper_draw_tally(cairo, car->missed_turns, missed.x, missed.y + missed.h / 2, missed.h,
                         theme);
}

bool cars_box(const struct paper_view *view, const struct session *session, const struct race *race,
              int number, double box[4])
{
    const struct car *car = graph_paper_car(race, number);
    if (!is_on_sheet(car))
        return false;
    struct stand stand = place_car(view, session, race, number);
    double x = stand.x, y = stand.y, size = stand.size, scale = view->scale;
    double tally = (car->missed_turns + 2) * paper_tally_gap(18 * scale) * 1.2;
    double side = fmax(fmax(tally, NOTCH_LIMIT / 2.0 * notch_gap(view)), 16 * scale);
    struct extent extent = {x - size - side, y - size - 9 * scale, x + size + side,
                            y + size + 9 * scale};
    return extent_box(&extent, box);
}

void cars_keep_off(struct labels *labels, const struct paper_view *view,
                   const struct session *session, const struct race *race)
{
    int count = session_setup(session)->game->car_count(race);
    for (int i = 1; i <= count; i++) {
        const struct car *car = graph_paper_car(race, i);
        if (!is_on_sheet(car))
            continue;
        struct stand stand = place_car(view, session, race, i);
        struct label_box box;
        labels_keep_off_disc(labels, stand.x, stand.y, stand.size / 2);
        if (find_missed(view, session, car, stand, &box))
            labels_keep_off(labels, box);
        if (paper_car_of_player(session, race, i) > 0) {
            double size = brush_number_size(view);
            labels_keep_off(labels, (struct label_box){stand.x + stand.size * 0.5,
                                                       stand.y + stand.size * 0.36 - size * 0.4,
                                                       size * 0.7, size});
        }
    }
}

void cars_draw_mover(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, int number, const struct paper_theme *theme)
{
    if (!is_on_sheet(graph_paper_car(race, number)))
        return;
    struct stand stand = place_car(view, session, race, number);
    double width = 2.5 * view->scale;
    brush_color(cairo, theme->focus);
    brush_circle(cairo, stand.x, stand.y, stand.size / 2 + width, width);
}
