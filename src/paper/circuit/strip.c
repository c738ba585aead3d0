/* A circuit as a pencil drawing: hatching outside, asphalt with its spaces, corners tinted, the
 * line dotted, limits on round signs where a corner begins, chequers at the start and finish.
 */
#include "paper/circuit/ink.h"

#include "paper/lettering.h"

#include <math.h>
#include <stdio.h>

/* Interface pixels that a lane has at least for what is fine about it, for signs and for numbers.
 */
enum { FINE_LANE = 7, SIGN_LANE = 10, NUMBER_LANE = 18 };
/* Interface pixels: the radius of a sign whose number can be read, and of the largest; what is
 * between it and the strip. */
static const double SIGN_LEAST = 15.5, SIGN_MOST = 20, SIGN_GAP = 2;

struct part {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct circuit *circuit;
    const struct circuit_layout *layout;
    const struct paper_theme *theme;
    double lane; /* pixels */
};

static bool has_room(const struct part *part, double pixels)
{
    return part->lane >= pixels * part->view->scale;
}

static struct pixel place(const struct part *part, double along, double across)
{
    struct circuit_spot spot = circuit_spot(part->layout, along, across);
    return brush_place(part->view, circuit_layout_height(part->layout), spot.x, spot.y);
}

/* Goes along a lane's edge from one row to another, either way. */
static void go_along(const struct part *part, double from, double to, double across)
{
    enum { STEPS = 6 };
    int steps = (int)ceil(fabs(to - from) * STEPS);
    for (int i = 0; i <= steps; i++) {
        struct pixel at = place(part, from + (to - from) * i / steps, across);
        cairo_line_to(part->cairo, at.x, at.y);
    }
}

static void add_rows(const struct part *part, double from, double to, double right, double left)
{
    cairo_new_sub_path(part->cairo);
    go_along(part, from, to, right);
    go_along(part, to, from, left);
    cairo_close_path(part->cairo);
}

static void add_edges(const struct part *part)
{
    for (int side = 0; side < 2; side++) {
        cairo_new_sub_path(part->cairo);
        go_along(part, 0, part->circuit->rows, side * part->circuit->lanes);
        cairo_close_path(part->cairo);
    }
}

/* --- ground ----------------------------------------------------------------------------------- */

static struct paper_color asphalt(const struct paper_theme *theme)
{
    return brush_mix(theme->ink_soft, theme->paper, 0.12);
}

/* The lower the limit, the redder. */
static struct paper_color corner_color(const struct part *part, int limit)
{
    double share = brush_clamp((CIRCUIT_LIMIT_MOST - limit) / 160.0, 0.15, 1) * 0.34;
    return brush_mix(part->theme->warning, asphalt(part->theme), share);
}

static void draw_ground(const struct part *part)
{
    const struct circuit *circuit = part->circuit;
    cairo_new_path(part->cairo);
    add_edges(part);
    cairo_set_fill_rule(part->cairo, CAIRO_FILL_RULE_EVEN_ODD);
    brush_color(part->cairo, asphalt(part->theme));
    cairo_fill(part->cairo);
    cairo_set_fill_rule(part->cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; i < circuit->corner_count; i++)
        for (int lane = 1; lane <= circuit->lanes; lane++) {
            const struct corner *corner = &circuit->corners[i];
            cairo_new_path(part->cairo);
            add_rows(part, corner->from, corner->to + 1, lane - 1, lane);
            brush_color(part->cairo, corner_color(part, corner->limits[lane - 1]));
            cairo_fill(part->cairo);
        }
}

/* Between lanes dashes, between rows whole lines. */
static void draw_spaces(const struct part *part)
{
    double width = fmax(brush_sizes(part->view).thin * 0.6, part->view->scale * 0.7);
    const struct circuit *circuit = part->circuit;
    brush_color(part->cairo, brush_mix(part->theme->ink_soft, part->theme->paper, 0.55));
    cairo_new_path(part->cairo);
    for (int row = 0; row < circuit->rows; row++)
        brush_add_line(part->cairo, place(part, row, 0), place(part, row, circuit->lanes));
    brush_stroke_blunt(part->cairo, width, 0, 0);
    for (int lane = 1; lane < circuit->lanes; lane++) {
        cairo_new_path(part->cairo);
        go_along(part, 0, circuit->rows, lane);
        brush_stroke_blunt(part->cairo, width, 5 * width, 4 * width);
    }
}

/* --- signs ------------------------------------------------------------------------------------ */

static void draw_line(const struct part *part)
{
    const struct circuit *circuit = part->circuit;
    double width = brush_clamp(part->lane * 0.11, 1.8 * part->view->scale, 5 * part->view->scale);
    cairo_new_path(part->cairo);
    for (int i = 0; i < circuit->corner_count; i++) {
        const struct corner *corner = &circuit->corners[i];
        for (int row = corner->from; row <= corner->to && corner->has_line; row++) {
            struct pixel at = place(part, row + 0.5, circuit->line[row] - 0.5);
            if (row == corner->from)
                cairo_move_to(part->cairo, at.x, at.y);
            for (int k = 1; row > corner->from && k <= 4; k++) {
                double lane = circuit->line[row - 1] +
                              (circuit->line[row] - circuit->line[row - 1]) * k / 4.0;
                at = place(part, row - 0.5 + k / 4.0, lane - 0.5);
                cairo_line_to(part->cairo, at.x, at.y);
            }
            if (corner->from == corner->to)
                cairo_line_to(part->cairo, at.x, at.y);
        }
    }
    brush_color(part->cairo, part->theme->action);
    brush_stroke(part->cairo, width, 0, 2.4 * width);
}

static double sign_radius(const struct paper_view *view, double lane)
{
    return brush_clamp(lane * 0.42, SIGN_LEAST * view->scale, SIGN_MOST * view->scale);
}

/* Beside the strip, where no car hides it, but on the sheet; of a lane between others on the line
 * between rows. */
static struct pixel beside_row(const struct part *part, int lane, double row)
{
    double radius = sign_radius(part->view, part->lane), margin = radius / part->view->square;
    double away = (radius + SIGN_GAP * part->view->scale) / part->lane, across = lane - 0.5;
    struct point size = course_size((struct course){&circuit_game, part->circuit});
    if (lane == 1)
        across = -away;
    else if (lane == part->circuit->lanes)
        across = part->circuit->lanes + away;
    struct circuit_spot spot = circuit_spot(part->layout, row, across);
    return brush_place(part->view, size.y, brush_clamp(spot.x, margin, size.x - margin),
                       brush_clamp(spot.y, margin, size.y - margin));
}

/* Within a tight curve signs come together: further back, until it lies on none of those. */
static struct pixel place_clear(const struct part *part, int lane, double row,
                                const struct pixel *others, int count)
{
    double end = row - 3;
    struct pixel at = beside_row(part, lane, row);
    for (int i = 0; i < count && row > end; i++)
        if (hypot(at.x - others[i].x, at.y - others[i].y) <
            2 * sign_radius(part->view, part->lane)) {
            at = beside_row(part, lane, row -= 0.25);
            i = -1;
        }
    return at;
}

/* The signs of a row's outer lanes, which that of a lane between them keeps off. Returns how many.
 */
static int place_outer(const struct part *part, struct space space, struct pixel *into)
{
    int lanes = part->circuit->lanes, count = 0;
    double radius;
    for (int lane = 1; space.lane > 1 && space.lane < lanes && lane <= lanes; lane += lanes - 1)
        into[count++] = circuit_sign_place(part->view, part->circuit, part->layout,
                                           (struct space){space.row, lane}, &radius);
    return count;
}

struct pixel circuit_sign_place(const struct paper_view *view, const struct circuit *circuit,
                                const struct circuit_layout *layout, struct space space,
                                double *radius)
{
    enum { NEIGHBOURS = 4 };
    struct part part = {NULL,   view, circuit,
                        layout, NULL, circuit_lane_width(layout) * view->square};
    struct pixel others[3 * NEIGHBOURS + 2];
    const struct corner *corner = circuit_corner(circuit, space.row);
    int next = 0, count = 0;
    while (next < circuit->corner_count && circuit->corners[next].from <= space.row)
        next++;
    for (int i = next + NEIGHBOURS - 1; i >= next; i--)
        if (i < circuit->corner_count) {
            struct space later = {circuit->corners[i].from, space.lane};
            count += place_outer(&part, later, &others[count]);
            others[count] = place_clear(&part, later.lane, later.row, others, count);
            count++;
        }
    int outer = place_outer(&part, space, &others[count]);
    *radius = sign_radius(view, part.lane);
    struct pixel at = place_clear(&part, space.lane, space.row, others, count + outer);
    if (!corner || corner->from == space.row)
        return at;
    struct pixel first =
        circuit_sign_place(view, circuit, layout, (struct space){corner->from, space.lane}, radius);
    return outer > 0 || hypot(at.x - first.x, at.y - first.y) < 2 * *radius ? first : at;
}

static void draw_limit(const struct part *part, struct space space, int limit, bool raised)
{
    double radius;
    struct pixel at = circuit_sign_place(part->view, part->circuit, part->layout, space, &radius);
    double ring = radius * 0.14;
    if (!brush_box_is_seen(part->cairo,
                           (const double[4]){at.x - radius, at.y - radius, 2 * radius, 2 * radius}))
        return;
    cairo_new_path(part->cairo);
    brush_add_disc(part->cairo, at.x, at.y, radius);
    brush_color(part->cairo, part->theme->card);
    cairo_fill(part->cairo);
    brush_color(part->cairo, raised ? part->theme->action : part->theme->warning);
    brush_circle(part->cairo, at.x, at.y, radius - ring / 2, ring);
    lettering_draw_number(part->cairo, limit, at.x, at.y, 0.5, radius * 0.92, true,
                          part->theme->ink);
}

static void draw_limits(const struct part *part)
{
    for (int i = 0; i < part->circuit->corner_count; i++)
        for (int lane = 1; lane <= part->circuit->lanes; lane++) {
            const struct corner *corner = &part->circuit->corners[i];
            draw_limit(part, (struct space){corner->from, lane}, corner->limits[lane - 1], false);
        }
}

enum circuit_sign circuit_sign_of_row(const struct circuit *circuit, int row)
{
    for (int i = 0; i < circuit->corner_count; i++)
        if (row == circuit->corners[i].from || row == circuit->corners[i].from - 1)
            return row == circuit->corners[i].from ? SIGN_BEHIND : SIGN_AHEAD;
    return SIGN_NONE;
}

void circuit_draw_sign(cairo_t *cairo, const struct paper_view *view, const struct circuit *circuit,
                       const struct circuit_layout *layout, struct space space, int limit,
                       bool raised, const struct paper_theme *theme)
{
    struct part part = {cairo,  view,  circuit,
                        layout, theme, circuit_lane_width(layout) * view->square};
    if (has_room(&part, SIGN_LANE))
        draw_limit(&part, space, limit, raised);
}

/* A box that is open behind, in front of it the place in the grid. */
static void draw_grid(const struct part *part)
{
    int lanes = part->circuit->lanes;
    cairo_new_path(part->cairo);
    for (int i = 0; i < CIRCUIT_GRID_CARS; i++) {
        double row = part->circuit->rows - 1 - i / lanes, lane = i % lanes;
        double along[4] = {row + 0.55, row + 0.85, row + 0.85, row + 0.55};
        double across[4] = {lane + 0.15, lane + 0.15, lane + 0.85, lane + 0.85};
        for (int k = 0; k < 4; k++) {
            struct pixel at = place(part, along[k], across[k]);
            if (k == 0)
                cairo_move_to(part->cairo, at.x, at.y);
            else
                cairo_line_to(part->cairo, at.x, at.y);
        }
    }
    brush_color(part->cairo, part->theme->ink_soft);
    brush_stroke(part->cairo, brush_sizes(part->view).thin, 0, 0);
}

/* Two rows of chequers before the line of row 0, some to a lane. */
static void draw_finish(const struct part *part)
{
    enum { COLUMNS = 4 };
    int cells = COLUMNS * part->circuit->lanes;
    double deep = part->lane / COLUMNS / (circuit_row_length(part->layout) * part->view->square);
    for (int dark = 0; dark < 2; dark++) {
        cairo_new_path(part->cairo);
        for (int i = 0; i < 2 * cells; i++) {
            int column = i / 2, row = i % 2;
            double right = column / (double)COLUMNS, left = (column + 1) / (double)COLUMNS;
            if ((column + row) % 2 == dark)
                add_rows(part, (row - 1) * deep, row * deep, right, left);
        }
        brush_color(part->cairo, dark ? part->theme->chequer_dark : part->theme->chequer_light);
        cairo_fill(part->cairo);
    }
}

static bool lies_on_sign(const struct part *part, struct pixel at, double size)
{
    double radius;
    for (int i = 0; i < part->circuit->corner_count; i++) {
        struct space space = {part->circuit->corners[i].from, 1};
        struct pixel sign =
            circuit_sign_place(part->view, part->circuit, part->layout, space, &radius);
        if (hypot(at.x - sign.x, at.y - sign.y) < radius + size * 0.6)
            return true;
    }
    return false;
}

/* Every fifth one, on the side of lane 1, where there is room for it beside the signs. */
static bool numbers_row(const struct part *part, int row, struct pixel at, double size)
{
    return row % 5 == 0 && row >= 5 && row <= part->circuit->rows - 5 &&
           has_room(part, NUMBER_LANE) && !lies_on_sign(part, at, size);
}

bool circuit_number_place(const struct paper_view *view, const struct circuit *circuit,
                          const struct circuit_layout *layout, int row, struct pixel *at,
                          double *size)
{
    struct part part = {NULL,   view, circuit,
                        layout, NULL, circuit_lane_width(layout) * view->square};
    *size = brush_clamp(part.lane * 0.4, 14 * view->scale, 18 * view->scale);
    *at = place(&part, row + 0.5, -*size * 0.8 / part.lane);
    return numbers_row(&part, row, *at, *size);
}

static void draw_row_numbers(const struct part *part)
{
    for (int row = 0; row < part->circuit->rows; row++) {
        struct pixel at;
        double size;
        if (circuit_number_place(part->view, part->circuit, part->layout, row, &at, &size))
            lettering_draw_number(part->cairo, row, at.x, at.y, 0.5, size, false,
                                  part->theme->ink_soft);
    }
}

static void draw_direction(const struct part *part)
{
    double half = brush_clamp(part->view->square, 6 * part->view->scale, 22 * part->view->scale);
    double rows = half / (circuit_row_length(part->layout) * part->view->square);
    double aside =
        part->circuit->lanes + fmax(0.45, half * 0.6 / part->lane); /* beyond the left edge */
    struct pixel from = place(part, -rows, aside), to = place(part, rows, aside);
    brush_color(part->cairo, part->theme->arrow);
    brush_arrow(part->cairo, from.x, from.y, to.x, to.y, brush_sizes(part->view).thin * 1.3,
                half * 0.5);
}

void circuit_draw_strip(cairo_t *cairo, const struct paper_view *view,
                        const struct circuit *circuit, const struct circuit_layout *layout,
                        bool on_sheet, const struct paper_theme *theme)
{
    struct course course = {&circuit_game, circuit};
    brush_paint_hatching(cairo, view, theme);
    if (!layout) {
        if (on_sheet)
            paper_draw_grid(cairo, view, course_size(course), theme);
        return;
    }
    struct part part = {cairo,  view,  circuit,
                        layout, theme, circuit_lane_width(layout) * view->square};
    draw_ground(&part);
    if (on_sheet)
        paper_draw_grid(cairo, view, course_size(course), theme);
    if (has_room(&part, FINE_LANE)) {
        draw_spaces(&part);
        draw_grid(&part);
    }
    draw_finish(&part);
    cairo_new_path(cairo);
    add_edges(&part);
    brush_color(cairo, theme->wall);
    brush_stroke(cairo, brush_clamp(part.lane * 0.2, view->scale, brush_sizes(view).wall), 0, 0);
    if (has_room(&part, FINE_LANE))
        draw_line(&part);
    draw_direction(&part);
    if (has_room(&part, SIGN_LANE))
        draw_limits(&part);
    if (circuit->name) /* else it is a drawing in a book */
        draw_row_numbers(&part);
}
