#include "paper/moments.h"

#include "paper/paper.h"

#include <math.h>

/* What the files of the moments share: one moment while it is drawn.
 */

#define MOMENT_CIRCLE 6.283185307179586

struct moment_pen {
    cairo_t *cairo;
    const struct paper_theme *theme;
    const struct moment_look *look;
    struct pixel at, from;
    double unit;  /* about a square, device pixels */
    double width; /* of its strokes */
    double share; /* of its time that is over */
    struct paper_color color;
};

/* `length` long, or nothing: it is drawn in all directions by turning `at` round the middle. */
static struct pixel moment_around(const struct moment_pen *pen, double angle, double away)
{
    return (struct pixel){pen->at.x + away * cos(angle), pen->at.y + away * sin(angle)};
}

static double moment_chance(const struct moment_pen *pen, int index, double low, double high)
{
    return low + (high - low) * brush_chance(pen->look->seed, index);
}

/* Sets the colour, so much of it. */
static void moment_color(const struct moment_pen *pen, struct paper_color color, double alpha)
{
    color.alpha *= brush_clamp(alpha, 0, 1);
    brush_color(pen->cairo, color);
}

static double moment_part(const struct moment_pen *pen, double begin, double end);

/* Strong at first, nothing at the end; it fades behind this share of the time. */
static double moment_fade(const struct moment_pen *pen, double behind)
{
    return pen->share <= behind ? 1 : brush_clamp((1 - pen->share) / (1 - behind), 0, 1);
}

enum { TRAITS = 16 }; /* of a piece that chance decides, at most */
static const double CIRCLE = 6.283185307179586;

static double chance(uint64_t seed, int piece, int which, double low, double high)
{
    return low + (high - low) * brush_chance(seed, piece * TRAITS + which);
}

bool confetti_at(int piece, double age, uint64_t seed, struct confetti *into)
{
    double begins = chance(seed, piece, 1, 0, 0.35) * CONFETTI_TIME;
    double lasts = chance(seed, piece, 2, 0.45, 0.64) * CONFETTI_TIME;
    double part = (age - begins) / lasts;
    if (part < 0 || part >= 1)
        return false;
    double sway = chance(seed, piece, 3, 0.008, 0.03);
    double turns = chance(seed, piece, 4, 1.5, 4), phase = chance(seed, piece, 5, 0, 1);
    into->x = chance(seed, piece, 6, 0.01, 0.99) + sway * sin((part * turns + phase) * CIRCLE);
    into->y = part * part * 0.35 + part * 0.7 - 0.03;
    into->shape = piece % CONFETTI_SHAPES;
    into->phase = (int)((part * turns * 2 + phase) * CONFETTI_PHASES) % CONFETTI_PHASES;
    into->size = chance(seed, piece, 7, 13, 22);
    return true;
}

/* Strips, squares and curls; as they turn over they are seen from the side. */
void confetti_draw(cairo_t *cairo, double side, int shape, int phase, int pen,
                   const struct paper_theme *theme)
{
    static const double sizes[CONFETTI_SHAPES][2] = {
        {0.7, 0.24}, {0.46, 0.46}, {0.62, 0.36}, {0, 0}};
    static const double tints[CONFETTI_SHAPES] = {1, 0.62, 0.82, 1};
    double turn = phase * CIRCLE / CONFETTI_PHASES, flat = 0.35 + 0.65 * fabs(cos(turn));
    struct paper_color color = brush_mix(brush_pen(theme, pen), theme->card, tints[shape]);
    cairo_translate(cairo, side / 2, side / 2);
    cairo_rotate(cairo, turn / 2 + shape);
    cairo_scale(cairo, side, side * flat);
    if (shape == 3) {
        cairo_arc(cairo, -0.14, 0, 0.16, CIRCLE / 2, CIRCLE);
        cairo_arc_negative(cairo, 0.17, 0, 0.15, CIRCLE / 2, 0);
        brush_color(cairo, color);
        brush_stroke(cairo, 0.1, 0, 0);
        return;
    }
    double w = sizes[shape][0], h = sizes[shape][1];
    cairo_rectangle(cairo, -w / 2, -h / 2, w, h);
    brush_color(cairo, color);
    cairo_fill_preserve(cairo);
    brush_color(cairo, brush_mix(brush_pen(theme, pen), theme->ink, 0.6));
    brush_stroke(cairo, 0.035, 0, 0);
}

/* === tear ===================================================================================== */

enum { POINTS = 11, CRACKS = 4 };

static double unit_of(const struct paper_view *view)
{
    return brush_clamp(view->square * 0.42, 6.5 * view->scale, 14 * view->scale);
}

double tear_reach(const struct paper_view *view)
{
    return unit_of(view) * 1.9 + 2 * view->scale;
}

static void add_edge(cairo_t *cairo, struct pixel at, double unit, uint64_t seed, double out)
{
    cairo_new_path(cairo);
    for (int i = 0; i < POINTS; i++) {
        double angle = (i + 0.7 * (brush_chance(seed, i) - 0.5)) * CIRCLE / POINTS;
        double away = unit * (i % 2 ? 0.5 : 1) * (0.75 + 0.5 * brush_chance(seed, 30 + i)) * out;
        struct pixel point = (struct pixel){at.x + away * cos(angle), at.y + away * sin(angle)};
        cairo_line_to(cairo, point.x, point.y);
    }
    cairo_close_path(cairo);
}

/* The paper's turned edge is lighter and a little larger than the hole, through which the table is
 * seen. */
void tear_draw(cairo_t *cairo, const struct paper_view *view, struct pixel at, uint64_t seed,
               struct paper_color color, double strength, const struct paper_theme *theme)
{
    double unit = unit_of(view), thin = brush_sizes(view).thin;
    struct paper_color hole = brush_mix(theme->wall, theme->panel_edge, 0.45);
    cairo_save(cairo);
    color.alpha *= strength;
    hole.alpha = strength;
    brush_color(cairo, color);
    /* Cracks run out from the hole; each has a kink. */
    cairo_new_path(cairo);
    for (int i = 0; i < CRACKS; i++) {
        double angle = (i + brush_chance(seed, 60 + i) * 0.8) * CIRCLE / CRACKS;
        double kink = angle + 0.5 * (brush_chance(seed, 70 + i) - 0.5), far = unit * 1.75;
        struct pixel near = {at.x + unit * 0.8 * cos(angle), at.y + unit * 0.8 * sin(angle)};
        struct pixel middle = {at.x + unit * 1.3 * cos(kink), at.y + unit * 1.3 * sin(kink)};
        brush_add_stroke(cairo, near.x, near.y, middle.x, middle.y, thin * 1.2, seed + 1);
        brush_add_stroke(cairo, middle.x, middle.y, at.x + far * cos(angle),
                         at.y + far * sin(angle), thin * 0.8, seed + 2);
    }
    cairo_fill(cairo);
    add_edge(cairo, at, unit, seed, 1.22);
    brush_color(cairo, brush_mix(theme->card, theme->paper, 0.7));
    cairo_fill_preserve(cairo);
    brush_color(cairo, color);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    brush_stroke(cairo, thin * 0.9, 0, 0);
    add_edge(cairo, (struct pixel){at.x + unit * 0.06, at.y + unit * 0.08}, unit * 0.72, seed, 1);
    brush_color(cairo, hole);
    cairo_fill(cairo);
    cairo_restore(cairo);
}

/* === end ====================================================================================== */

/* Moments at the end: the chequered flag, a photo of two who finish together, the best lap. */

/* Corners of a view-finder close in, with a short flash. */
static void moment_draw_photo(const struct moment_pen *pen)
{
    double half = pen->unit * (4.4 - 2.0 * moment_part(pen, 0, 0.3)), arm = half * 0.4;
    double flash = moment_part(pen, 0.3, 0.33) * (1 - moment_part(pen, 0.33, 0.55));
    cairo_new_path(pen->cairo);
    cairo_rectangle(pen->cairo, pen->at.x - half, pen->at.y - half * 0.75, 2 * half, 1.5 * half);
    moment_color(pen, pen->theme->card, 0.8 * flash);
    cairo_fill(pen->cairo);
    cairo_new_path(pen->cairo);
    for (int i = 0; i < 4; i++) {
        double x = i % 2 ? 1 : -1, y = i / 2 ? 0.75 : -0.75;
        struct pixel at = {pen->at.x + x * half, pen->at.y + y * half};
        brush_add_stroke(pen->cairo, at.x, at.y, at.x - x * arm, at.y, pen->width * 1.8,
                         (uint64_t)i);
        brush_add_stroke(pen->cairo, at.x, at.y, at.x, at.y - y / 0.75 * arm * 0.8,
                         pen->width * 1.8, (uint64_t)i + 8);
    }
    moment_color(pen, pen->theme->ink, moment_fade(pen, 0.8));
    cairo_fill(pen->cairo);
}

enum { FLAG_COLUMNS = 6, FLAG_ROWS = 4 };

/* A corner of the flag's squares, in the flag's own unit: it waves more the further from the pole.
 */
static struct pixel flag_corner(const struct moment_pen *pen, int column, int row)
{
    double along = (double)column / FLAG_COLUMNS;
    double wave = sin(along * 5 - pen->look->age / 110) * 0.34 * along;
    return (struct pixel){column * 0.5 * (1 - 0.06 * fabs(wave)), row * 0.5 + wave + 0.12 * along};
}

/* The pole stands where the car is, and leans; the winner's is larger. */
static void moment_draw_flag(const struct moment_pen *pen)
{
    double size = pen->unit * (pen->look->kind == MOMENT_WIN ? 1.15 : 0.85);
    double risen = moment_part(pen, 0, 0.15);
    cairo_translate(pen->cairo, pen->at.x + pen->unit * 0.5, pen->at.y - pen->unit * 0.4);
    cairo_rotate(pen->cairo, 0.16 + 0.05 * sin(pen->look->age / 160));
    cairo_scale(pen->cairo, size * risen + 0.01, size * risen + 0.01);
    cairo_set_line_cap(pen->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(pen->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_new_path(pen->cairo);
    cairo_move_to(pen->cairo, 0, 0);
    cairo_line_to(pen->cairo, 0, -3);
    moment_color(pen, pen->theme->wall, moment_fade(pen, 0.85));
    cairo_set_line_width(pen->cairo, 0.14);
    cairo_stroke(pen->cairo);
    cairo_translate(pen->cairo, 0.05, -2.95);
    for (int i = 0; i < FLAG_COLUMNS * FLAG_ROWS; i++) {
        int column = i % FLAG_COLUMNS, row = i / FLAG_COLUMNS;
        static const int corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
        cairo_new_path(pen->cairo);
        for (int k = 0; k < 4; k++) {
            struct pixel at = flag_corner(pen, column + corners[k][0], row + corners[k][1]);
            cairo_line_to(pen->cairo, at.x, at.y);
        }
        cairo_close_path(pen->cairo);
        moment_color(pen, (column + row) % 2 ? pen->theme->chequer_light : pen->theme->chequer_dark,
                     moment_fade(pen, 0.85));
        cairo_fill(pen->cairo);
    }
    cairo_new_path(pen->cairo);
    for (int i = 0; i <= FLAG_COLUMNS; i++)
        cairo_line_to(pen->cairo, flag_corner(pen, i, 0).x, flag_corner(pen, i, 0).y);
    for (int i = FLAG_COLUMNS; i >= 0; i--)
        cairo_line_to(pen->cairo, flag_corner(pen, i, FLAG_ROWS).x,
                      flag_corner(pen, i, FLAG_ROWS).y);
    cairo_close_path(pen->cairo);
    moment_color(pen, pen->color, moment_fade(pen, 0.85));
    cairo_set_line_width(pen->cairo, 0.1);
    cairo_stroke(pen->cairo);
}

/* A star is drawn in one line round the car, and rays. */
static void moment_draw_best(const struct moment_pen *pen)
{
    enum { TIPS = 5 };
    double drawn = moment_part(pen, 0, 0.4) * TIPS, reach = pen->unit * 2.1;
    struct pixel at = moment_around(pen, -MOMENT_CIRCLE / 4, reach);
    cairo_new_path(pen->cairo);
    for (int i = 0; i < drawn; i++) {
        double angle = (i + 1) * 2 * MOMENT_CIRCLE / TIPS - MOMENT_CIRCLE / 4;
        struct pixel next = moment_around(pen, angle, reach);
        struct pixel end = brush_between(at, next, brush_clamp(drawn - i, 0, 1));
        brush_add_stroke(pen->cairo, at.x, at.y, end.x, end.y, pen->width * 1.8, (uint64_t)i);
        at = next;
    }
    for (int i = 0; i < TIPS && pen->share > 0.4; i++) {
        double angle = (i + 0.5) * MOMENT_CIRCLE / TIPS - MOMENT_CIRCLE / 4;
        double out = moment_part(pen, 0.4, 0.7);
        struct pixel near = moment_around(pen, angle, reach * (0.75 + 0.25 * out));
        struct pixel far = moment_around(pen, angle, reach * (0.8 + 0.5 * out));
        brush_add_stroke(pen->cairo, near.x, near.y, far.x, far.y, pen->width * 1.6, (uint64_t)i);
    }
    moment_color(pen, pen->color, moment_fade(pen, 0.75));
    cairo_fill(pen->cairo);
}

/* === hit ====================================================================================== */

/* Moments in which something gives way: crash, bump, spin, flame, sand, rubber. */

/* A scrap of paper: a ragged square that turns as it flies. */
static void add_scrap(const struct moment_pen *pen, int index, struct pixel at, double size)
{
    double turn =
        moment_chance(pen, index, 0, 6) + pen->share * moment_chance(pen, index + 1, -9, 9);
    for (int i = 0; i < 4; i++) {
        double angle = turn + i * MOMENT_CIRCLE / 4;
        double away = size * moment_chance(pen, index * 8 + i, 0.6, 1.1);
        cairo_line_to(pen->cairo, at.x + away * cos(angle), at.y + away * sin(angle) * 0.8);
    }
    cairo_close_path(pen->cairo);
}

/* Strokes that shoot out from the middle, long and short in turn. */
static void draw_rays(const struct moment_pen *pen, int count, double reach)
{
    double out = moment_part(pen, 0, 0.45), gone = moment_part(pen, 0.15, 0.8);
    cairo_new_path(pen->cairo);
    for (int i = 0; i < count; i++) {
        double angle = (i + moment_chance(pen, i, 0, 0.6)) * MOMENT_CIRCLE / count;
        double far = reach * pen->unit * (i % 2 ? 0.62 : 1) * out;
        double near = pen->unit * 0.3 + (far - pen->unit * 0.3) * gone;
        struct pixel from = moment_around(pen, angle, near), to = moment_around(pen, angle, far);
        if (far > near)
            brush_add_stroke(pen->cairo, from.x, from.y, to.x, to.y, pen->width * 1.5,
                             pen->look->seed + (uint64_t)i);
    }
    cairo_fill(pen->cairo);
}

/* looks_hit.c */
static void moment_draw_crash(const struct moment_pen *pen)
{
    moment_color(pen, pen->theme->ink_soft, 0.5 * moment_fade(pen, 0.1));
    /* A hand goes round and round. */
    double radius = pen->unit * (0.5 + 1.3 * moment_part(pen, 0, 0.7));
    double turns = 2.6;
    enum { PIECES = 60 };
    cairo_new_path(pen->cairo);
    for (int i = 0; i <= PIECES; i++) {
        double part = (double)i / PIECES, angle = part * turns * MOMENT_CIRCLE;
        double away =
            radius * (0.75 + 0.2 * brush_waver(pen->look->seed + 3, part * 9) + 0.2 * part);
        struct pixel at = moment_around(pen, angle, away);
        cairo_line_to(pen->cairo, at.x, at.y);
    }
    brush_stroke(pen->cairo, pen->width * 0.6, 0, 0);
    moment_color(pen, pen->color, 1);
    draw_rays(pen, 16, 2.5);
    double out = moment_part(pen, 0, 0.8), fall = pen->share * pen->share * 1.6 * pen->unit;
    for (int i = 0; i < 11; i++) {
        double angle = (i + moment_chance(pen, i, 0, 0.9)) * MOMENT_CIRCLE / 11;
        double away = pen->unit * (0.4 + out * moment_chance(pen, 20 + i, 1.2, 2.9));
        struct pixel at = moment_around(pen, angle, away);
        at.y += fall;
        cairo_new_path(pen->cairo);
        add_scrap(pen, 40 + i, at, pen->unit * moment_chance(pen, 60 + i, 0.13, 0.26));
        moment_color(pen, pen->theme->paper, moment_fade(pen, 0.55));
        cairo_fill_preserve(pen->cairo);
        moment_color(pen, pen->theme->wall, 0.9 * moment_fade(pen, 0.55));
        brush_stroke(pen->cairo, pen->width * 0.55, 0, 0);
    }
}

/* A jagged ring as a quick hand strikes it, and short strokes away from it. */
static void moment_draw_bump(const struct moment_pen *pen)
{
    enum { SPIKES = 9 };
    double grown = pen->unit * (0.6 + 0.6 * moment_part(pen, 0, 0.35));
    double begin = moment_chance(pen, 1, 0, 1);
    struct pixel last = moment_around(pen, begin, grown * 0.9);
    cairo_new_path(pen->cairo);
    for (int i = 1; i <= 2 * SPIKES; i++) {
        double angle = begin + i * MOMENT_CIRCLE / (2 * SPIKES);
        double away = grown * (i % 2 ? moment_chance(pen, 10 + i, 1.25, 1.75) : 0.9);
        struct pixel at = moment_around(pen, angle, away);
        brush_add_stroke(pen->cairo, last.x, last.y, at.x, at.y, pen->width * 1.3,
                         pen->look->seed + (uint64_t)i);
        last = at;
    }
    moment_color(pen, pen->theme->warning, moment_fade(pen, 0.45));
    cairo_fill(pen->cairo);
    moment_color(pen, pen->theme->ink_soft, 0.8 * moment_fade(pen, 0.3));
    draw_rays(pen, 12, 2.3);
}

/* Two skid marks that wind round the car. */
static void moment_draw_spin(const struct moment_pen *pen)
{
    enum { PIECES = 40 };
    double drawn = moment_part(pen, 0, 0.8);
    moment_color(pen, pen->theme->wall, 0.75 * moment_fade(pen, 0.6));
    for (int side = 0; side < 2; side++) {
        cairo_new_path(pen->cairo);
        for (int i = 0; i <= PIECES * drawn; i++) {
            double part = (double)i / PIECES;
            double angle = (part * 1.6 + side * 0.5 + moment_chance(pen, 1, 0, 1)) * MOMENT_CIRCLE;
            double waver = 0.1 * brush_waver(pen->look->seed + (uint64_t)side, part * 8);
            struct pixel at = moment_around(pen, angle, pen->unit * (1.55 - 0.75 * part + waver));
            cairo_line_to(pen->cairo, at.x, at.y);
        }
        brush_stroke(pen->cairo, pen->width * 1.1, pen->width * 3, pen->width * 1.4);
    }
}

/* Crayon strokes that lick back and out from the way, as far as the car has come; the flame
 * flickers and goes out from its tail. */
static void add_flame(const struct moment_pen *pen, int first, double begin, double end,
                      double wide, double width)
{
    enum { LICKS = 17 };
    double dx = pen->at.x - pen->from.x, dy = pen->at.y - pen->from.y, length = hypot(dx, dy);
    double flicker = pen->look->age / 60;
    for (int i = 0; i < LICKS && length > 0; i++) {
        double part = (i + moment_chance(pen, first + i, 0.1, 0.9)) / LICKS;
        double along = begin + (end - begin) * part, side = i % 2 ? 1 : -1;
        double body = sin((0.12 + 0.88 * part) * MOMENT_CIRCLE / 2 * 0.95);
        double lick = 1 + 0.4 * brush_waver(pen->look->seed + (uint64_t)(first + i), flicker);
        double out = side * wide * lick * body * moment_chance(pen, first + 40 + i, 0.5, 1);
        double back = fmin(pen->unit * 0.95 * lick, length * (along - begin));
        double x = pen->from.x + dx * along, y = pen->from.y + dy * along;
        brush_add_stroke(pen->cairo, x, y, x - dx / length * back - dy / length * out,
                         y - dy / length * back + dx / length * out, width,
                         pen->look->seed + (uint64_t)(first + i));
    }
}

static void moment_draw_nitro(const struct moment_pen *pen)
{
    static const struct {
        struct paper_color color;
        double wide, width;
    } crayons[] = {{{0.80, 0.29, 0, 0.9}, 0.5, 1.6},
                   {{0.93, 0.55, 0, 0.9}, 0.34, 1.9},
                   {{0.97, 0.80, 0.16, 0.95}, 0.16, 1.7}};
    double head = motion_ease(pen->share / 0.5), tail = moment_part(pen, 0.5, 1);
    for (int i = 0; i < 3 && head > tail; i++) {
        cairo_new_path(pen->cairo);
        add_flame(pen, 100 * i, tail, head, pen->unit * crayons[i].wide,
                  pen->width * crayons[i].width);
        moment_color(pen, crayons[i].color, moment_fade(pen, 0.7));
        cairo_fill(pen->cairo);
    }
}

/* Grains that are thrown up and fall. */
static void moment_draw_sand(const struct moment_pen *pen)
{
    enum { GRAINS = 46 };
    static const struct paper_color sand = {0.72, 0.56, 0.3, 1};
    double out = moment_part(pen, 0, 0.8);
    cairo_new_path(pen->cairo);
    for (int i = 0; i < GRAINS; i++) {
        double angle = moment_chance(pen, i, 0, MOMENT_CIRCLE);
        struct pixel at =
            moment_around(pen, angle, pen->unit * out * moment_chance(pen, 50 + i, 0.4, 2));
        at.y += pen->unit * (2.4 * pen->share * pen->share - 1.3 * pen->share);
        brush_add_disc(pen->cairo, at.x, at.y, pen->width * moment_chance(pen, 100 + i, 0.6, 1.3));
    }
    moment_color(pen, sand, moment_fade(pen, 0.5));
    cairo_fill(pen->cairo);
}

/* Two dark streaks behind the car, longer than it, and flakes of pencil that whirl off them. */
static void moment_draw_wear(const struct moment_pen *pen)
{
    double dx = pen->at.x - pen->from.x, dy = pen->at.y - pen->from.y, length = hypot(dx, dy);
    double x = length > 0 ? dx / length : 1, y = length > 0 ? dy / length : 0;
    double long_ = pen->unit * 2.6 * moment_part(pen, 0, 0.5), side = pen->unit * 0.34;
    cairo_new_path(pen->cairo);
    for (int i = -1; i <= 1; i += 2)
        brush_add_stroke(pen->cairo, pen->at.x - y * side * i, pen->at.y + x * side * i,
                         pen->at.x - x * long_ - y * side * i, pen->at.y - y * long_ + x * side * i,
                         pen->width * 2, pen->look->seed + (uint64_t)(i + 1));
    for (int i = 0; i < 14; i++) {
        double away = pen->unit * moment_part(pen, 0, 0.9) * moment_chance(pen, i, 0.7, 2.5);
        double angle = atan2(-y, -x) + moment_chance(pen, 20 + i, -1.6, 1.6);
        double turned = moment_chance(pen, 40 + i, 0, MOMENT_CIRCLE) + 5 * pen->share;
        double half = pen->width * moment_chance(pen, 60 + i, 0.8, 1.8);
        double across = half * cos(turned), down = half * sin(turned);
        struct pixel at = moment_around(pen, angle, away);
        brush_add_stroke(pen->cairo, at.x - across, at.y - down, at.x + across, at.y + down,
                         pen->width * 0.9, pen->look->seed + (uint64_t)i);
    }
    moment_color(pen, pen->theme->ink, 0.7 * moment_fade(pen, 0.4));
    cairo_fill(pen->cairo);
}

/* === way ====================================================================================== */

/* Moments on the way: whose turn it is, gates and lines, pits, passes. */

/* A ring as a hand draws it. */
static void add_ring(const struct moment_pen *pen, double radius, int which)
{
    enum { PIECES = 48 };
    cairo_new_path(pen->cairo);
    for (int i = 0; i <= PIECES; i++) {
        double part = (double)i / PIECES;
        double waver = brush_waver(pen->look->seed + (uint64_t)which, part * 5);
        struct pixel at = moment_around(pen, (part * 1.04 + 0.3 * which) * MOMENT_CIRCLE,
                                        radius * (1 + 0.035 * waver + 0.03 * part));
        cairo_line_to(pen->cairo, at.x, at.y);
    }
}

/* Rings close in on the car and stay for a moment. */
static void moment_draw_turn(const struct moment_pen *pen)
{
    for (int i = 0; i < 3; i++) {
        double part = moment_part(pen, 0.1 * i, 0.55 + 0.1 * i);
        double radius = pen->unit * (3.6 - 2.7 * part);
        if (pen->share < 0.1 * i)
            continue;
        add_ring(pen, radius, i);
        moment_color(pen, pen->color, (0.25 + 0.75 * part) * moment_fade(pen, 0.65));
        brush_stroke(pen->cairo, pen->width * (2.6 - 0.6 * i), 0, 0);
    }
}

/* The way of the moment, of length 1; to the right if there is none. */
static struct pixel ahead_of(const struct moment_pen *pen)
{
    double dx = pen->at.x - pen->from.x, dy = pen->at.y - pen->from.y, length = hypot(dx, dy);
    return length > 0 ? (struct pixel){dx / length, dy / length} : (struct pixel){1, 0};
}

static void add_chevron(const struct moment_pen *pen, struct pixel ahead, double along, double size)
{
    struct pixel tip = {pen->at.x + ahead.x * along, pen->at.y + ahead.y * along};
    for (int side = -1; side <= 1; side += 2) {
        double x = -ahead.x * size - ahead.y * size * side;
        double y = -ahead.y * size + ahead.x * size * side;
        brush_add_stroke(pen->cairo, tip.x, tip.y, tip.x + x, tip.y + y, pen->width * 2,
                         pen->look->seed + (uint64_t)(side + 1));
    }
}

static void draw_chevrons(const struct moment_pen *pen, struct paper_color color, double begin,
                          double end, double size)
{
    struct pixel ahead = ahead_of(pen);
    for (int i = 0; i < 3; i++) {
        double part = moment_part(pen, 0.14 * i, 0.6 + 0.14 * i);
        cairo_new_path(pen->cairo);
        add_chevron(pen, ahead, pen->unit * (begin + (end - begin) * part - 0.5 * i),
                    pen->unit * size);
        moment_color(pen, color, (pen->share > 0.14 * i) * moment_fade(pen, 0.55));
        cairo_fill(pen->cairo);
    }
}

static void moment_draw_turbo(const struct moment_pen *pen)
{
    draw_chevrons(pen, pen->theme->action, 0.6, 2.7, 0.5);
}

/* So wide that they are seen beside the car, and beside those that it goes between. */
static void moment_draw_passed(const struct moment_pen *pen)
{
    draw_chevrons(pen, pen->color, 0.2, 3.2, 1.5);
}

/* A bar across the way, twice. */
static void moment_draw_held(const struct moment_pen *pen)
{
    struct pixel ahead = ahead_of(pen);
    double grown = pen->unit * 1.5 * moment_part(pen, 0, 0.3);
    cairo_new_path(pen->cairo);
    for (int i = 0; i < 2; i++) {
        double along = pen->unit * (1.2 + 0.35 * i);
        double x = pen->at.x + ahead.x * along, y = pen->at.y + ahead.y * along;
        brush_add_stroke(pen->cairo, x + ahead.y * grown, y - ahead.x * grown, x - ahead.y * grown,
                         y + ahead.x * grown, pen->width * 2.2, pen->look->seed + (uint64_t)i);
    }
    moment_color(pen, pen->theme->warning, moment_fade(pen, 0.6));
    cairo_fill(pen->cairo);
}

/* A pen rings the car and ticks it off. */
static void moment_draw_checkpoint(const struct moment_pen *pen)
{
    enum { PIECES = 36 };
    double round = moment_part(pen, 0, 0.45), tick = moment_part(pen, 0.4, 0.65), u = pen->unit;
    cairo_new_path(pen->cairo);
    for (int i = 0; i <= PIECES * round; i++) {
        double part = (double)i / PIECES;
        double away = u * (1.05 + 0.06 * brush_waver(pen->look->seed, part * 6) + 0.07 * part);
        struct pixel at = moment_around(pen, (part * 1.06 - 0.3) * MOMENT_CIRCLE, away);
        cairo_line_to(pen->cairo, at.x, at.y);
    }
    moment_color(pen, pen->theme->action, moment_fade(pen, 0.7));
    brush_stroke(pen->cairo, pen->width * 1.3, 0, 0);
    struct pixel low = {pen->at.x + 1.25 * u, pen->at.y - 0.75 * u};
    struct pixel left = {low.x - 0.28 * u, low.y - 0.3 * u},
                 right = {low.x + 0.6 * u, low.y - 0.85 * u};
    if (tick <= 0)
        return;
    cairo_new_path(pen->cairo);
    brush_add_stroke(pen->cairo, left.x, left.y, low.x, low.y, pen->width * 1.9, 1);
    struct pixel end = brush_between(low, right, tick);
    brush_add_stroke(pen->cairo, low.x, low.y, end.x, end.y, pen->width * 1.9, 2);
    cairo_fill(pen->cairo);
}

/* A chequered ring grows round the car. */
static void moment_draw_lap(const struct moment_pen *pen)
{
    enum { SQUARES = 16 };
    double grown = moment_part(pen, 0, 0.5), u = pen->unit;
    for (int ring = 0; ring < 2; ring++)
        for (int i = 0; i < SQUARES * grown; i++) {
            double begin = i * MOMENT_CIRCLE / SQUARES - MOMENT_CIRCLE / 4;
            double end = begin + MOMENT_CIRCLE / SQUARES;
            double inner = u * (1.1 + 0.35 * ring + 0.35 * pen->share), outer = inner + u * 0.35;
            bool dark = (i + ring) % 2;
            cairo_new_path(pen->cairo);
            cairo_arc(pen->cairo, pen->at.x, pen->at.y, outer, begin, end);
            cairo_arc_negative(pen->cairo, pen->at.x, pen->at.y, inner, end, begin);
            cairo_close_path(pen->cairo);
            moment_color(pen, dark ? pen->theme->chequer_dark : pen->theme->chequer_light,
                         0.9 * moment_fade(pen, 0.6));
            cairo_fill(pen->cairo);
        }
}

/* Short bows where the bank throws the car back. */
static void moment_draw_bank(const struct moment_pen *pen)
{
    struct pixel ahead = ahead_of(pen);
    double angle = atan2(ahead.y, ahead.x), out = moment_part(pen, 0, 0.6);
    for (int i = 0; i < 3; i++) {
        double radius = pen->unit * (0.8 + (0.25 + 0.3 * i) * out);
        cairo_new_path(pen->cairo);
        cairo_arc(pen->cairo, pen->at.x, pen->at.y, radius, angle - 0.7, angle + 0.7);
        moment_color(pen, pen->theme->ink, (0.9 - 0.2 * i) * moment_fade(pen, 0.45));
        brush_stroke(pen->cairo, pen->width * 1.3, 0, 0);
    }
}

/* A spanner that turns to and fro over the car. */
static void moment_draw_pits(const struct moment_pen *pen)
{
    double u = pen->unit, shown = moment_part(pen, 0, 0.2);
    double turn = 0.5 + 0.45 * sin(pen->share * MOMENT_CIRCLE * 2);
    cairo_translate(pen->cairo, pen->at.x + 0.9 * u, pen->at.y - 1.1 * u);
    cairo_rotate(pen->cairo, turn);
    cairo_scale(pen->cairo, u * shown + 0.01, u * shown + 0.01);
    cairo_new_path(pen->cairo);
    cairo_arc(pen->cairo, 0, -0.55, 0.34, -0.9, MOMENT_CIRCLE / 2 + 0.9);
    cairo_line_to(pen->cairo, -0.11, -0.5);
    cairo_line_to(pen->cairo, 0.11, -0.5);
    cairo_close_path(pen->cairo);
    cairo_rectangle(pen->cairo, -0.12, -0.35, 0.24, 1.1);
    cairo_arc(pen->cairo, 0, 0.75, 0.2, 0, MOMENT_CIRCLE);
    moment_color(pen, pen->theme->card, moment_fade(pen, 0.75));
    cairo_fill_preserve(pen->cairo);
    moment_color(pen, pen->theme->ink, moment_fade(pen, 0.75));
    cairo_set_line_join(pen->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(pen->cairo, 0.08);
    cairo_stroke(pen->cairo);
}

/* === moments ================================================================================== */

/* The table of moments, and what all of them are to the sheet and its cars. Owns nothing. */

/* One kind: how long it is seen, how far from its place its ink may go (in units, about a square),
 * what draws it, and what it does to its cars. */
struct moments_kind {
    int time; /* milliseconds */
    double reach;
    void (*draw)(const struct moment_pen *pen);
    void (*pose)(double share, uint64_t seed, struct moment_pose *pose);
};

static double soft_end(double share)
{
    double left = 1 - brush_clamp(share, 0, 1);
    return 1 - left * left * left;
}

/* From one side to the other, ever less. */
static void rock(double share, uint64_t seed, struct moment_pose *pose)
{
    double side = brush_chance(seed, 0) < 0.5 ? -1 : 1, left = 1 - share;
    pose->turn = side * 0.55 * left * left * sin(share * MOMENT_CIRCLE * 2.5);
    pose->x = side * 0.16 * left * sin(share * MOMENT_CIRCLE * 2);
}

static void spin(double share, uint64_t seed, struct moment_pose *pose)
{
    double side = brush_chance(seed, 0) < 0.5 ? -1 : 1;
    pose->turn = side * 2 * MOMENT_CIRCLE * (soft_end(share) - 1);
    pose->x = side * 0.12 * (1 - share) * sin(share * MOMENT_CIRCLE);
}

static void stagger(double share, uint64_t seed, struct moment_pose *pose)
{
    double left = 1 - share;
    pose->x = 0.14 * left * left * sin(share * MOMENT_CIRCLE * 3 + (double)(seed % 7));
    pose->y = 0.14 * left * left * cos(share * MOMENT_CIRCLE * 4);
    pose->size = 1 - 0.15 * left * left;
}

/* Once larger and back. */
static void pulse(double share, uint64_t seed, struct moment_pose *pose)
{
    (void)seed;
    double part = brush_clamp(share / 0.6, 0, 1);
    pose->size = 1 + 0.45 * sin(part * MOMENT_CIRCLE / 2);
}

static void hop(double share, uint64_t seed, struct moment_pose *pose)
{
    (void)seed;
    pose->size = 1 + 0.25 * sin(brush_clamp(share / 0.5, 0, 1) * MOMENT_CIRCLE / 2);
}

static const struct moments_kind kinds[MOMENT_COUNT] = {
    [MOMENT_TURN] = {650, 4, moment_draw_turn, pulse},
    [MOMENT_NITRO] = {750, 1, moment_draw_nitro, NULL},
    [MOMENT_CRASH] = {800, 4.4, moment_draw_crash, stagger},
    [MOMENT_BUMP] = {550, 2.6, moment_draw_bump, rock},
    [MOMENT_SLICK] = {850, 2, moment_draw_spin, spin},
    [MOMENT_TURBO] = {650, 3.4, moment_draw_turbo, NULL},
    [MOMENT_CHECKPOINT] = {800, 2.2, moment_draw_checkpoint, NULL},
    [MOMENT_LAP] = {900, 2.4, moment_draw_lap, NULL},
    [MOMENT_PHOTO] = {1400, 5.2, moment_draw_photo, NULL},
    [MOMENT_FLAG] = {1800, 5, moment_draw_flag, NULL},
    [MOMENT_WIN] = {2800, 5, moment_draw_flag, hop},
    [MOMENT_BEST] = {1500, 3, moment_draw_best, NULL},
    [MOMENT_OIL] = {850, 2, moment_draw_spin, spin},
    [MOMENT_SAND] = {800, 3, moment_draw_sand, NULL},
    [MOMENT_BANK] = {500, 2.2, moment_draw_bank, rock},
    [MOMENT_PITS] = {1000, 2.4, moment_draw_pits, NULL},
    [MOMENT_WEAR] = {600, 3, moment_draw_wear, NULL},
    [MOMENT_PASSED] = {750, 4.2, moment_draw_passed, NULL},
    [MOMENT_HELD] = {750, 2.8, moment_draw_held, rock},
};

int moment_time(enum moment_kind kind)
{
    return kinds[kind].time;
}

/* --- for those that draw ---------------------------------------------------------------------- */

/* From 0 to 1 within a part of the time, softly at its end. */
static double moment_part(const struct moment_pen *pen, double begin, double end)
{
    return soft_end((pen->share - begin) / (end - begin));
}

/* --- all that moves --------------------------------------------------------------------------- */

enum { SHAKE_TIME = 150 };
static const double SHAKE = 3; /* interface pixels */

static void shake(struct motion *motion, const struct moment_look *look)
{
    double share = look->age / SHAKE_TIME;
    if (look->kind != MOMENT_CRASH || share >= 1)
        return;
    motion->shake_x = SHAKE * (1 - share) * cos(share * MOMENT_CIRCLE * 2.5);
    motion->shake_y = SHAKE * (1 - share) * sin(share * MOMENT_CIRCLE * 2);
}

/* The winner's flag takes the place of the one for all who finish, and is up if that is. */
static void add_look(struct motion *motion, const struct moment_look *look)
{
    for (int i = 0; i < motion->count; i++) {
        struct moment_look *other = &motion->looks[i];
        if (look->kind == MOMENT_WIN && other->kind == MOMENT_FLAG && other->pen == look->pen) {
            double age = fmax(look->age, other->age);
            *other = *look;
            other->age = age;
            return;
        }
    }
    if (motion->count < MOTION_LIMIT)
        motion->looks[motion->count++] = *look;
}

void motion_add(struct motion *motion, const struct moment_look *look, uint64_t cars)
{
    const struct moments_kind *kind = &kinds[look->kind];
    if (look->age < 0 || look->age >= kind->time)
        return;
    add_look(motion, look);
    shake(motion, look);
    for (int car = 1; kind->pose && car < MOTION_CARS; car++) {
        struct moment_pose pose = {.size = 1};
        if (!(cars >> car & 1))
            continue;
        kind->pose(look->age / kind->time, look->seed + (uint64_t)car, &pose);
        /* What several moments do to one car comes together. */
        struct moment_pose *own = &motion->poses[car];
        if (!(motion->posed >> car & 1))
            *own = (struct moment_pose){.size = 1};
        motion->posed |= UINT64_C(1) << car;
        own->x += pose.x;
        own->y += pose.y;
        own->turn += pose.turn;
        own->size *= pose.size;
    }
}

double motion_unit(const struct paper_view *view)
{
    return brush_clamp(view->square, 15 * view->scale, 30 * view->scale);
}

void motion_look_box(const struct moment_look *look, const struct paper_view *view, int rows,
                     double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    double margin = kinds[look->kind].reach * motion_unit(view) + 4 * view->scale;
    extent_add(&extent, brush_place(view, rows, look->x, look->y), margin);
    extent_add(&extent, brush_place(view, rows, look->from_x, look->from_y), motion_unit(view));
    extent_box(&extent, box);
}

void motion_draw(cairo_t *cairo, const struct motion *motion, const struct paper_view *view,
                 int rows, const struct paper_theme *theme)
{
    for (int i = 0; i < motion->count; i++) {
        const struct moment_look *look = &motion->looks[i];
        double box[4];
        motion_look_box(look, view, rows, box);
        if (!brush_box_is_seen(cairo, box))
            continue;
        struct moment_pen pen = {.cairo = cairo,
                                 .theme = theme,
                                 .look = look,
                                 .at = brush_place(view, rows, look->x, look->y),
                                 .from = brush_place(view, rows, look->from_x, look->from_y),
                                 .unit = motion_unit(view),
                                 .width = brush_sizes(view).thin * 1.3,
                                 .share = look->age / kinds[look->kind].time,
                                 .color = brush_pen(theme, look->pen)};
        cairo_save(cairo);
        cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
        cairo_new_path(cairo);
        kinds[look->kind].draw(&pen);
        cairo_restore(cairo);
    }
}

static const struct moment_pose standing = {.size = 1};

void motion_begin_car(cairo_t *cairo, const struct motion *motion, int car, double square,
                      struct pixel at)
{
    const struct moment_pose *pose = motion->posed >> car & 1 ? &motion->poses[car] : &standing;
    cairo_save(cairo);
    cairo_translate(cairo, at.x + pose->x * square, at.y + pose->y * square);
    cairo_rotate(cairo, pose->turn);
    cairo_scale(cairo, pose->size, pose->size);
    cairo_translate(cairo, -at.x, -at.y);
}

void motion_end_car(cairo_t *cairo)
{
    cairo_restore(cairo);
}

double motion_ease(double share)
{
    double t = brush_clamp(share, 0, 1);
    return t * t * (3 - 2 * t);
}

double motion_progress(double share)
{
    double line = PAPER_LINE_SHARE;
    return share < line ? line * motion_ease(share / line) : brush_clamp(share, 0, 1);
}
