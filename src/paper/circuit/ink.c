/* Where rows and lanes lie: the course is cut into equal lengths, some to a row, and every place is
 * found between two of the cuts.
 */
#include "paper/circuit/ink.h"

#include "base/memory.h"
#include "base/number.h"
#include "paper/labels.h"
#include "paper/moments.h"
#include "paper/paper.h"
#include "paper/print.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CUTS = 6 /* a row */, UNITS = 5 /* of the file, a square */ };

struct circuit_layout {
    int rows, lanes, height, count;
    double row_length, lane_width;
    struct circuit_spot *cuts; /* count of them, from the line on */
};

static double distance(const struct circuit_spot *a, const struct circuit_spot *b)
{
    return hypot(b->x - a->x, b->y - a->y);
}

static void cut_course(struct circuit_layout *layout, const struct circuit_spot *places, int count,
                       double length)
{
    double passed = 0;
    int corner = 0;
    double side = distance(&places[0], &places[1 % count]);
    for (int i = 0; i < layout->count; i++) {
        double wanted = length * i / layout->count;
        while (passed + side < wanted && corner < count - 1) {
            passed += side;
            corner++;
            side = distance(&places[corner], &places[(corner + 1) % count]);
        }
        const struct circuit_spot *a = &places[corner], *b = &places[(corner + 1) % count];
        double share = side > 0 ? (wanted - passed) / side : 0;
        layout->cuts[i].x = a->x + (b->x - a->x) * share;
        layout->cuts[i].y = a->y + (b->y - a->y) * share;
    }
}

/* Each cut looks from the one before to the one after. */
static void point_ahead(struct circuit_layout *layout)
{
    for (int i = 0; i < layout->count; i++) {
        const struct circuit_spot *before = &layout->cuts[(i + layout->count - 1) % layout->count];
        const struct circuit_spot *after = &layout->cuts[(i + 1) % layout->count];
        double far = fmax(distance(before, after), 1e-6);
        layout->cuts[i].ahead_x = (after->x - before->x) / far;
        layout->cuts[i].ahead_y = (after->y - before->y) / far;
    }
}

struct circuit_layout *circuit_layout_create(const struct circuit *circuit)
{
    struct course course = {&circuit_game, circuit};
    int height = course_size(course).y, count = circuit->course_count;
    double length = 0;
    if (circuit->rows <= 0 || count < 2)
        return NULL;
    struct circuit_layout *layout = memory_allocate(1, sizeof *layout);
    /* The corners of the course as drawn, in squares. */
    struct circuit_spot *places = memory_allocate((size_t)circuit->course_count, sizeof *places);
    const double square = UNITS * 1024.0;
    for (int i = 0; i < circuit->course_count; i++) {
        places[i].x = (circuit->course[i].x - circuit->view[0]) / square;
        places[i].y = height - (circuit->course[i].y - circuit->view[1]) / square;
    }
    for (int i = 0; i < count; i++)
        length += distance(&places[i], &places[(i + 1) % count]);
    *layout = (struct circuit_layout){.rows = circuit->rows,
                                      .lanes = circuit->lanes,
                                      .height = height,
                                      .count = circuit->rows * CUTS,
                                      .row_length = length / circuit->rows,
                                      .lane_width = circuit->lane_width / (UNITS * 1024.0)};
    layout->cuts = memory_allocate((size_t)layout->count, sizeof *layout->cuts);
    cut_course(layout, places, count, length);
    point_ahead(layout);
    free(places);
    return layout;
}

void circuit_layout_free(struct circuit_layout *layout)
{
    if (layout)
        free(layout->cuts);
    free(layout);
}

int circuit_layout_height(const struct circuit_layout *layout)
{
    return layout->height;
}

int circuit_layout_lanes(const struct circuit_layout *layout)
{
    return layout->lanes;
}

/* squares, in the middle */
static double circuit_row_length(const struct circuit_layout *layout)
{
    return layout->row_length;
}

static double space_length(const struct circuit_layout *layout, struct space space)
{
    double length = 0;
    struct circuit_spot before = circuit_spot(layout, space.row, space.lane - 0.5);
    for (int i = 1; i <= CUTS; i++) {
        struct circuit_spot at =
            circuit_spot(layout, space.row + (double)i / CUTS, space.lane - 0.5);
        length += distance(&before, &at);
        before = at;
    }
    return length;
}

static double circuit_shortest_space(const struct circuit_layout *layout)
{
    double least = INFINITY;
    for (int row = 0; row < layout->rows; row++)
        for (int lane = 1; lane <= layout->lanes; lane++)
            least = fmin(least, space_length(layout, (struct space){row, lane}));
    return least;
}

double circuit_lane_width(const struct circuit_layout *layout)
{
    return layout->lane_width;
}

struct circuit_spot circuit_spot(const struct circuit_layout *layout, double along, double across)
{
    double at = fmod(along, layout->rows) * CUTS;
    at += at < 0 ? layout->count : 0;
    int index = (int)at % layout->count;
    double share = at - floor(at), aside = (layout->lanes / 2.0 - across) * layout->lane_width;
    const struct circuit_spot *a = &layout->cuts[index];
    const struct circuit_spot *b = &layout->cuts[(index + 1) % layout->count];
    double x = a->ahead_x + (b->ahead_x - a->ahead_x) * share;
    double y = a->ahead_y + (b->ahead_y - a->ahead_y) * share, far = fmax(hypot(x, y), 1e-6);
    struct circuit_spot spot = {.ahead_x = x / far, .ahead_y = y / far};
    spot.x = a->x + (b->x - a->x) * share + spot.ahead_y * aside;
    spot.y = a->y + (b->y - a->y) * share - spot.ahead_x * aside;
    return spot;
}

struct circuit_spot circuit_space_middle(const struct circuit_layout *layout, struct space space)
{
    return circuit_spot(layout, space.row + 0.5, space.lane - 0.5);
}

bool circuit_space_at(const struct circuit_layout *layout, double x, double y, struct space *space)
{
    double least = INFINITY; /* squared: which one is nearest is asked in every frame */
    int nearest = 0;
    for (int i = 0; i < layout->count; i++) {
        double right_of = layout->cuts[i].x - x, above = layout->cuts[i].y - y;
        double away = right_of * right_of + above * above;
        if (away < least) {
            nearest = i;
            least = away;
        }
    }
    const struct circuit_spot *at = &layout->cuts[nearest];
    double ahead = (x - at->x) * at->ahead_x + (y - at->y) * at->ahead_y;
    double right = (x - at->x) * at->ahead_y - (y - at->y) * at->ahead_x;
    double across = layout->lanes / 2.0 - right / layout->lane_width;
    int row = (int)floor(((double)nearest + (ahead < 0 ? -0.5 : 0.5)) / CUTS);
    space->row = (row + layout->rows) % layout->rows;
    space->lane = (int)brush_clamp(across, 0, layout->lanes - 0.5) + 1;
    return across >= 0 && across < layout->lanes;
}

/* --- on the device ---------------------------------------------------------------------------- */

/* One side of a space, from row to row or from lane to lane, as short lines. */
static void add_side(cairo_t *cairo, const struct paper_view *view,
                     const struct circuit_layout *layout, const double from[2], const double to[2])
{
    int steps = from[0] < to[0] || from[0] > to[0] ? CUTS : 1;
    for (int i = 0; i < steps; i++) {
        double share = i / (double)steps;
        struct circuit_spot spot = circuit_spot(layout, from[0] + (to[0] - from[0]) * share,
                                                from[1] + (to[1] - from[1]) * share);
        struct pixel at = brush_place(view, layout->height, spot.x, spot.y);
        cairo_line_to(cairo, at.x, at.y);
    }
}

void circuit_add_space(cairo_t *cairo, const struct paper_view *view,
                       const struct circuit_layout *layout, struct space space, double inset)
{
    double rows = fmin(inset / (layout->row_length * view->square), 0.45);
    double lanes = fmin(inset / (layout->lane_width * view->square), 0.45);
    double back = space.row + rows, front = space.row + 1 - rows;
    double right = space.lane - 1 + lanes, left = space.lane - lanes;
    double corners[5][2] = {
        {back, right}, {back, left}, {front, left}, {front, right}, {back, right}};
    cairo_new_sub_path(cairo);
    for (int i = 0; i < 4; i++)
        add_side(cairo, view, layout, corners[i], corners[i + 1]);
    cairo_close_path(cairo);
}

void circuit_space_box(const struct paper_view *view, const struct circuit_layout *layout,
                       struct space space, double margin, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    for (int i = 0; i <= 2; i++)
        for (int side = 0; side < 2; side++) {
            struct circuit_spot at = circuit_spot(layout, space.row + i / 2.0, space.lane - side);
            extent_add(&extent, brush_place(view, layout->height, at.x, at.y), margin);
        }
    extent_box(&extent, box);
}

/* === strip ==================================================================================== */

/* A circuit as a pencil drawing: hatching outside, asphalt with its spaces, corners tinted, the
 * line dotted, limits on round signs where a corner begins, chequers at the start and finish.
 */

/* Interface pixels that a lane has at least for what is fine about it, for signs and for numbers.
 */
enum { FINE_LANE = 7, SIGN_LANE = 10, NUMBER_LANE = 18 };
/* Interface pixels: the radius of a sign whose number can be read, and of the largest; what is
 * between it and the strip. */
static const double SIGN_LEAST = 15.5, SIGN_MOST = 20, SIGN_GAP = 2;

struct circuit_part {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct circuit *circuit;
    const struct circuit_layout *layout;
    const struct paper_theme *theme;
    double lane; /* pixels */
};

static bool has_room(const struct circuit_part *part, double pixels)
{
    return part->lane >= pixels * part->view->scale;
}

static struct pixel place_at(const struct circuit_part *part, double along, double across)
{
    struct circuit_spot spot = circuit_spot(part->layout, along, across);
    return brush_place(part->view, circuit_layout_height(part->layout), spot.x, spot.y);
}

/* Goes along a lane's edge from one row to another, either way. */
static void go_along(const struct circuit_part *part, double from, double to, double across)
{
    enum { STEPS = 6 };
    int steps = (int)ceil(fabs(to - from) * STEPS);
    for (int i = 0; i <= steps; i++) {
        struct pixel at = place_at(part, from + (to - from) * i / steps, across);
        cairo_line_to(part->cairo, at.x, at.y);
    }
}

static void add_rows(const struct circuit_part *part, double from, double to, double right,
                     double left)
{
    cairo_new_sub_path(part->cairo);
    go_along(part, from, to, right);
    go_along(part, to, from, left);
    cairo_close_path(part->cairo);
}

static void add_edges(const struct circuit_part *part)
{
    for (int side = 0; side < 2; side++) {
        cairo_new_sub_path(part->cairo);
        go_along(part, 0, part->circuit->rows, side * part->circuit->lanes);
        cairo_close_path(part->cairo);
    }
}

/* --- ground ----------------------------------------------------------------------------------- */

/* The lower the limit, the redder. */
static struct paper_color corner_color(const struct circuit_part *part, int limit)
{
    double share = brush_clamp((CIRCUIT_LIMIT_MOST - limit) / 160.0, 0.15, 1) * 0.34;
    return brush_mix(part->theme->warning, brush_asphalt(part->theme), share);
}

static void draw_ground(const struct circuit_part *part)
{
    const struct circuit *circuit = part->circuit;
    cairo_new_path(part->cairo);
    add_edges(part);
    cairo_set_fill_rule(part->cairo, CAIRO_FILL_RULE_EVEN_ODD);
    brush_color(part->cairo, brush_asphalt(part->theme));
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
static void draw_spaces(const struct circuit_part *part)
{
    double width = fmax(brush_sizes(part->view).thin * 0.6, part->view->scale * 0.7);
    const struct circuit *circuit = part->circuit;
    brush_color(part->cairo, brush_mix(part->theme->ink_soft, part->theme->paper, 0.55));
    cairo_new_path(part->cairo);
    for (int row = 0; row < circuit->rows; row++)
        brush_add_line(part->cairo, place_at(part, row, 0), place_at(part, row, circuit->lanes));
    brush_stroke_blunt(part->cairo, width, 0, 0);
    for (int lane = 1; lane < circuit->lanes; lane++) {
        cairo_new_path(part->cairo);
        go_along(part, 0, circuit->rows, lane);
        brush_stroke_blunt(part->cairo, width, 5 * width, 4 * width);
    }
}

/* --- signs ------------------------------------------------------------------------------------ */

static void draw_line(const struct circuit_part *part)
{
    const struct circuit *circuit = part->circuit;
    double width = brush_clamp(part->lane * 0.11, 1.8 * part->view->scale, 5 * part->view->scale);
    cairo_new_path(part->cairo);
    for (int i = 0; i < circuit->corner_count; i++) {
        const struct corner *corner = &circuit->corners[i];
        for (int row = corner->from; row <= corner->to && corner->has_line; row++) {
            struct pixel at = place_at(part, row + 0.5, circuit->line[row] - 0.5);
            if (row == corner->from)
                cairo_move_to(part->cairo, at.x, at.y);
            for (int k = 1; row > corner->from && k <= 4; k++) {
                double lane = circuit->line[row - 1] +
                              (circuit->line[row] - circuit->line[row - 1]) * k / 4.0;
                at = place_at(part, row - 0.5 + k / 4.0, lane - 0.5);
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
static struct pixel beside_row(const struct circuit_part *part, int lane, double row)
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
static struct pixel place_clear(const struct circuit_part *part, int lane, double row,
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
static int place_outer(const struct circuit_part *part, struct space space, struct pixel *into)
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
    struct circuit_part part = {NULL,   view, circuit,
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

static void draw_limit(const struct circuit_part *part, struct space space, int limit, bool raised)
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

static void draw_limits(const struct circuit_part *part)
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
    struct circuit_part part = {cairo,  view,  circuit,
                                layout, theme, circuit_lane_width(layout) * view->square};
    if (has_room(&part, SIGN_LANE))
        draw_limit(&part, space, limit, raised);
}

/* Two rows of chequers before the line of row 0, some to a lane. */
static void draw_finish(const struct circuit_part *part)
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

static bool lies_on_sign(const struct circuit_part *part, struct pixel at, double size)
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
static bool numbers_row(const struct circuit_part *part, int row, struct pixel at, double size)
{
    return row % 5 == 0 && row >= 5 && row <= part->circuit->rows - 5 &&
           has_room(part, NUMBER_LANE) && !lies_on_sign(part, at, size);
}

bool circuit_number_place(const struct paper_view *view, const struct circuit *circuit,
                          const struct circuit_layout *layout, int row, struct pixel *at,
                          double *size)
{
    struct circuit_part part = {NULL,   view, circuit,
                                layout, NULL, circuit_lane_width(layout) * view->square};
    *size = brush_clamp(part.lane * 0.4, 14 * view->scale, 18 * view->scale);
    *at = place_at(&part, row + 0.5, -*size * 0.8 / part.lane);
    return numbers_row(&part, row, *at, *size);
}

static void draw_direction(const struct circuit_part *part)
{
    double half = brush_clamp(part->view->square, 6 * part->view->scale, 22 * part->view->scale);
    double rows = half / (circuit_row_length(part->layout) * part->view->square);
    double aside =
        part->circuit->lanes + fmax(0.45, half * 0.6 / part->lane); /* beyond the left edge */
    struct pixel from = place_at(part, -rows, aside), to = place_at(part, rows, aside);
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
    struct circuit_part part = {cairo,  view,  circuit,
                                layout, theme, circuit_lane_width(layout) * view->square};
    draw_ground(&part);
    if (on_sheet)
        paper_draw_grid(cairo, view, course_size(course), theme);
    if (has_room(&part, FINE_LANE)) {
        draw_spaces(&part);
        /* A box that is open behind, in front of it the place in the grid. */
        int lanes = part.circuit->lanes;
        cairo_new_path(part.cairo);
        for (int i = 0; i < CIRCUIT_GRID_CARS; i++) {
            double row = part.circuit->rows - 1 - i / lanes, lane = i % lanes;
            double along[4] = {row + 0.55, row + 0.85, row + 0.85, row + 0.55};
            double across[4] = {lane + 0.15, lane + 0.15, lane + 0.85, lane + 0.85};
            for (int k = 0; k < 4; k++) {
                struct pixel at = place_at(&part, along[k], across[k]);
                if (k == 0)
                    cairo_move_to(part.cairo, at.x, at.y);
                else
                    cairo_line_to(part.cairo, at.x, at.y);
            }
        }
        brush_color(part.cairo, part.theme->ink_soft);
        brush_stroke(part.cairo, brush_sizes(part.view).thin, 0, 0);
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
    {
        for (int row = 0; row < part.circuit->rows; row++) {
            struct pixel at;
            double size;
            if (circuit_number_place(part.view, part.circuit, part.layout, row, &at, &size))
                lettering_draw_number(part.cairo, row, at.x, at.y, 0.5, size, false,
                                      part.theme->ink_soft);
        }
    }
}

/* === ink ====================================================================================== */

/* Circuits' ink: what each step of the session leaves on the strip - the way of each car in its pen
 * with a tick a space, dashes where a car fell back or was set aside, skid marks where one spun,
 * and the paper torn where one crashed. All is told by the events; but for what is torn, what has
 * faded is gone, since every lap goes over the same spaces.
 */

static const double TURN = 6.283185307179586;
static const double FADED_ALPHA = 0.45;

const struct circuit *circuit_of_course(struct course course)
{
    assert(course.game == &circuit_game);
    return course.body;
}

/* Each car keeps to its own side of the middle of lanes. */
static struct pixel place_on_way(const struct paper_view *view, const struct circuit_layout *layout,
                                 int car, struct space space)
{
    double aside = ((car - 1) * 3 % 8 - 3.5) * 0.07;
    struct circuit_spot spot = circuit_spot(layout, space.row + 0.5, space.lane - 0.5 + aside);
    return brush_place(view, circuit_layout_height(layout), spot.x, spot.y);
}

void circuit_draw_way(cairo_t *cairo, const struct paper_view *view,
                      const struct circuit_layout *layout, int car, struct space from,
                      const struct space *path, int count, double shown)
{
    struct brush_sizes sizes = brush_sizes(view);
    struct pixel a = place_on_way(view, layout, car, from);
    cairo_new_path(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; i < count && i < shown; i++) {
        struct pixel b = place_on_way(view, layout, car, path[i]);
        struct pixel to = brush_between(a, b, fmin(shown - i, 1));
        brush_add_stroke(cairo, a.x, a.y, to.x, to.y, sizes.ink * 0.8, (uint64_t)(car * 16 + i));
        if (shown >= i + 1)
            brush_add_tick(cairo, a, b, sizes.tick * 0.55, sizes.ink * 0.7, 7);
        a = b;
    }
    cairo_fill(cairo);
}

/* --- a step ----------------------------------------------------------------------------------- */

struct inking {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct session *session;
    const struct circuit_layout *layout;
    const struct paper_theme *theme;
    const struct race *before;
};

/* Where the car stood when this event of the step happened. */
static struct space stood_at(const struct inking *inking, const struct step *step, int index)
{
    int car = step->events[index].car;
    const struct circuit_car *first = circuit_car(inking->before, car);
    struct space at = {first->row, first->lane};
    for (int i = 0; i < index; i++) {
        const struct circuit_event *event = circuit_event(&step->events[i]);
        if (step->events[i].car == car &&
            (event->type == CIRCUIT_EVENT_MOVED || event->type == CIRCUIT_EVENT_PUT_BACK ||
             event->type == CIRCUIT_EVENT_SET_ASIDE))
            at = event->to;
    }
    return at;
}

static struct pixel middle_of(const struct inking *inking, struct space space)
{
    struct circuit_spot spot = circuit_space_middle(inking->layout, space);
    return brush_place(inking->view, circuit_layout_height(inking->layout), spot.x, spot.y);
}

/* Of two wheels, round and round; they begin outside of the car, which stands on them. */
static void draw_skid(const struct inking *inking, struct space space, uint64_t seed)
{
    enum { PIECES = 30 };
    const struct paper_view *view = inking->view;
    double lane = circuit_lane_width(inking->layout) * view->square, thin = brush_sizes(view).thin;
    double reach = brush_clamp(lane * 0.85, 10 * view->scale, 34 * view->scale);
    struct pixel at = middle_of(inking, space);
    struct paper_color color = inking->theme->wall;
    color.alpha = 0.6;
    brush_color(inking->cairo, color);
    for (int wheel = 0; wheel < 2; wheel++) {
        cairo_new_path(inking->cairo);
        for (int i = 0; i <= PIECES; i++) {
            double part = (double)i / PIECES, waver = brush_waver(seed + (uint64_t)wheel, part * 6);
            double angle = (part * 1.3 + wheel * 0.5 + brush_chance(seed, 0)) * TURN;
            double away = reach * (1 - 0.4 * part + 0.06 * waver);
            cairo_line_to(inking->cairo, at.x + away * cos(angle), at.y + away * sin(angle));
        }
        brush_stroke(inking->cairo, thin * 1.1, thin * 3, thin * 1.4);
    }
}

static void draw_tear(const struct inking *inking, const struct step *step, int index,
                      double strength)
{
    int car = step->events[index].car;
    struct space space = stood_at(inking, step, index);
    tear_draw(inking->cairo, inking->view, middle_of(inking, space),
              hash_number(hash_number(HASH_START, space.row), car),
              brush_pen(inking->theme, paper_pen_of(inking->session, car)), strength,
              inking->theme);
}

static void draw_event(const struct inking *inking, const struct step *step, int index,
                       double shown)
{
    int car = step->events[index].car;
    const struct circuit_event *event = circuit_event(&step->events[index]);
    if (car == 0 || shown <= 0)
        return;
    brush_color(inking->cairo, brush_pen(inking->theme, paper_pen_of(inking->session, car)));
    if (event->type == CIRCUIT_EVENT_MOVED)
        circuit_draw_way(inking->cairo, inking->view, inking->layout, car, event->from, &event->to,
                         1, shown);
    else if (event->type == CIRCUIT_EVENT_PUT_BACK || event->type == CIRCUIT_EVENT_SET_ASIDE) {
        struct space from = stood_at(inking, step, index);
        double thin = brush_sizes(inking->view).thin;
        cairo_new_path(inking->cairo);
        brush_add_line(inking->cairo, place_on_way(inking->view, inking->layout, car, from),
                       place_on_way(inking->view, inking->layout, car, event->to));
        brush_stroke(inking->cairo, thin, thin * 1.5, thin * 2.5);
    } else if (event->type == CIRCUIT_EVENT_SPIN)
        draw_skid(inking, stood_at(inking, step, index), (uint64_t)(event->number * 7 + car));
    else if (event->type == CIRCUIT_EVENT_OUT)
        draw_tear(inking, step, index, 1);
}

static int count_moves(const struct step *step)
{
    int moves = 0;
    for (int i = 0; i < step->event_count; i++)
        moves += circuit_event(&step->events[i])->type == CIRCUIT_EVENT_MOVED;
    return moves;
}

/* `car` 0: of all. */
static void draw_ink(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     int index, int car, double progress, bool faded,
                     const struct paper_theme *theme)
{
    struct circuit_layout *layout = circuit_layout_create(circuit_of(session_setup(session)));
    const struct inking inking = {cairo,  view,  session,
                                  layout, theme, session_race_after(session, index)};
    if (faded) {
        struct step step = session_step(inking.session, index);
        for (int i = 0; i < step.event_count; i++)
            if (circuit_event(&step.events[i])->type == CIRCUIT_EVENT_OUT)
                draw_tear(&inking, &step, i, FADED_ALPHA);
    } else {
        /* The events of a car (0: of all) as far as the step is shown. */
        struct step step = session_step(inking.session, index);
        int moves = 0, all = 1 + count_moves(&step);
        for (int i = 0; i < step.event_count; i++) {
            if (car == 0 || step.events[i].car == car)
                draw_event(&inking, &step, i, progress * all - moves);
            moves += circuit_event(&step.events[i])->type == CIRCUIT_EVENT_MOVED;
        }
    }
    circuit_layout_free(layout);
}

static void draw_own(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     int index, int car, double progress, const struct paper_theme *theme)
{
    draw_ink(cairo, view, session, index, car, progress, false, theme);
}

static void draw_step(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                      int index, double progress, bool faded, const struct paper_theme *theme)
{
    draw_ink(cairo, view, session, index, 0, progress, faded, theme);
}

static void add_space(const struct inking *inking, struct space space, struct extent *extent)
{
    double margin = fmax(circuit_lane_width(inking->layout) * inking->view->square,
                         fmax(36 * inking->view->scale, tear_reach(inking->view)));
    extent_add(extent, middle_of(inking, space), margin);
}

static bool step_box(const struct paper_view *view, const struct session *session, int index,
                     double box[4])
{
    struct step step = session_step(session, index);
    struct circuit_layout *layout = circuit_layout_create(circuit_of(session_setup(session)));
    const struct inking inking = {NULL,   view, session,
                                  layout, NULL, session_race_after(session, index)};
    struct extent extent = EXTENT_NOTHING;
    for (int i = 0; i < step.event_count; i++) {
        const struct circuit_event *event = circuit_event(&step.events[i]);
        bool goes = event->type == CIRCUIT_EVENT_MOVED || event->type == CIRCUIT_EVENT_PUT_BACK ||
                    event->type == CIRCUIT_EVENT_SET_ASIDE;
        if (goes)
            add_space(&inking, event->to, &extent);
        if (goes || event->type == CIRCUIT_EVENT_SPIN || event->type == CIRCUIT_EVENT_OUT)
            add_space(&inking, stood_at(&inking, &step, i), &extent);
    }
    circuit_layout_free(layout);
    return extent_box(&extent, box);
}

/* --- cars and the course ---------------------------------------------------------------------- */

static void draw_car(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, int car, const struct paper_theme *theme)
{
    struct circuit_look look;
    if (!circuit_look_of(session, race, car, &look))
        return;
    struct circuit_layout *layout = circuit_layout_create(circuit_of(session_setup(session)));
    circuit_draw_look(cairo, view, layout, &look, theme);
    circuit_layout_free(layout);
}

static bool car_box(const struct paper_view *view, const struct session *session,
                    const struct race *race, int car, double box[4])
{
    struct circuit_look look;
    if (!circuit_look_of(session, race, car, &look))
        return false;
    struct circuit_layout *layout = circuit_layout_create(circuit_of(session_setup(session)));
    circuit_look_box(view, layout, &look, box);
    circuit_layout_free(layout);
    return true;
}

static void draw_course(cairo_t *cairo, const struct paper_view *view, struct course course,
                        bool on_sheet, const struct paper_theme *theme)
{
    const struct circuit *circuit = circuit_of_course(course);
    struct circuit_layout *layout = circuit_layout_create(circuit);
    circuit_draw_strip(cairo, view, circuit, layout, on_sheet, theme);
    circuit_layout_free(layout);
}

/* The line, the grid, the signs and the numbers of rows are to be read. */
static void keep_off(struct labels *labels, const struct paper_view *view, struct course course)
{
    const struct circuit *circuit = circuit_of_course(course);
    struct circuit_layout *layout = circuit_layout_create(circuit);
    double size;
    for (int row = 0; row < circuit->rows; row++) {
        struct pixel at;
        if (circuit_number_place(view, circuit, layout, row, &at, &size))
            labels_keep_off_disc(labels, at.x, at.y, size * 0.7);
    }
    for (int lane = 1; lane <= circuit->lanes; lane++) {
        struct circuit_spot spot = circuit_spot(layout, 0, lane - 0.5);
        struct pixel at = brush_place(view, circuit_layout_height(layout), spot.x, spot.y);
        labels_keep_off_disc(labels, at.x, at.y, circuit_lane_width(layout) * view->square * 0.5);
        for (int i = 0; i < circuit->corner_count; i++) {
            double radius;
            at = circuit_sign_place(view, circuit, layout,
                                    (struct space){circuit->corners[i].from, lane}, &radius);
            labels_keep_off_disc(labels, at.x, at.y, radius);
        }
    }
    circuit_layout_free(layout);
}

/* So that a counter has room in every space, also on the inside of bends. */
static int usual_square(struct course course)
{
    enum { SPACE_LEAST = 120 }; /* tenths of a millimetre */
    struct circuit_layout *layout = circuit_layout_create(course.body);
    double square = ceil(SPACE_LEAST / circuit_shortest_space(layout));
    circuit_layout_free(layout);
    return (int)brush_clamp(square, PRINT_SQUARE_USUAL, PRINT_SQUARE_MOST);
}

/* === cars ===================================================================================== */

/* Cars as pens that point along the course, each with its mark and its speed beside it, and where
 * they are on their way.
 */

/* The body ahead, in halves of its width: tip, shoulder, tail. */
static const double body[6][2] = {{2.0, 0.16},  {1.0, 0.9},  {-1.5, 0.9},
                                  {-1.5, -0.9}, {1.0, -0.9}, {2.0, -0.16}};

static double half_width(const struct paper_view *view, const struct circuit_layout *layout,
                         const struct circuit_look *look)
{
    double lane = circuit_lane_width(layout) * 0.33, row = circuit_row_length(layout) * 0.27;
    return look->size *
           brush_clamp(fmin(lane, row) * view->square, 5.5 * view->scale, 16 * view->scale);
}

static double speed_size(const struct paper_view *view)
{
    return fmax(brush_sizes(view).letter * 0.85, 14 * view->scale);
}

/* Small lanes have no room for it. */
static bool shows_speed(const struct paper_view *view, const struct circuit_layout *layout,
                        const struct circuit_look *look)
{
    return look->speed != NOT_POSTED &&
           circuit_lane_width(layout) * view->square >= 15 * view->scale;
}

/* Middle of the car on the device, and the way that it points. */
static struct pixel car_stand(const struct paper_view *view, const struct circuit_layout *layout,
                              const struct circuit_look *look, struct pixel *ahead)
{
    struct circuit_spot spot = circuit_spot(layout, look->along, look->across);
    double way = look->turned ? -1 : 1;
    *ahead = (struct pixel){spot.ahead_x * way, -spot.ahead_y * way};
    return brush_place(view, circuit_layout_height(layout), spot.x, spot.y);
}

static struct pixel body_corner(struct pixel at, struct pixel ahead, double half, int i)
{
    double x = body[i][0] * half, y = body[i][1] * half;
    return (struct pixel){at.x + x * ahead.x - y * ahead.y, at.y + x * ahead.y + y * ahead.x};
}

/* Middle of its plate: beside the strip, on the side on which the car is; in a lane between others,
 * and where a sign stands, over that end of it which is further off: its tail, if there is none. */
static struct pixel speed_place(const struct paper_view *view, const struct circuit_layout *layout,
                                const struct circuit_look *look, double wide, double high)
{
    int lanes = circuit_layout_lanes(layout);
    struct pixel ahead, at = car_stand(view, layout, look, &ahead);
    bool right = look->across<1, left = look->across> lanes - 1;
    if ((!right && !left) || look->sign != SIGN_NONE) {
        bool over_nose = look->sign == (look->turned ? SIGN_AHEAD : SIGN_BEHIND);
        double away = half_width(view, layout, look) * (over_nose ? -2.2 : 1.6);
        return (struct pixel){at.x - ahead.x * away, at.y - ahead.y * away};
    }
    struct circuit_spot spot = circuit_spot(layout, look->along, right ? 0 : lanes);
    struct pixel edge = brush_place(view, circuit_layout_height(layout), spot.x, spot.y);
    double x = right ? spot.ahead_y : -spot.ahead_y, y = right ? spot.ahead_x : -spot.ahead_x;
    double away = 3 * view->scale + (fabs(x) * wide + fabs(y) * high) / 2;
    return (struct pixel){edge.x + x * away, edge.y + y * away};
}

static void draw_speed(cairo_t *cairo, const struct paper_view *view,
                       const struct circuit_layout *layout, const struct circuit_look *look,
                       const struct paper_theme *theme, struct paper_color pen)
{
    char text[12];
    double size = speed_size(view), line = brush_sizes(view).thin;
    snprintf(text, sizeof text, "%d", look->speed);
    double wide = lettering_width(cairo, text, size, true) + size * 0.5, high = size * 1.25;
    struct pixel at = speed_place(view, layout, look, wide, high);
    cairo_new_path(cairo);
    cairo_rectangle(cairo, at.x - wide / 2, at.y - high / 2, wide, high);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    brush_color(cairo, pen);
    brush_stroke(cairo, line, 0, 0);
    lettering_draw_aligned(cairo, text, at.x, at.y, 0.5, size, true, theme->ink);
}

void circuit_draw_look(cairo_t *cairo, const struct paper_view *view,
                       const struct circuit_layout *layout, const struct circuit_look *look,
                       const struct paper_theme *theme)
{
    struct pixel ahead, at = car_stand(view, layout, look, &ahead);
    double half = half_width(view, layout, look), strength = look->faint ? 0.45 : 1;
    struct paper_color pen = brush_mix(brush_pen(theme, look->pen), theme->paper, strength);
    cairo_new_path(cairo);
    for (int i = 0; i < 6; i++) {
        struct pixel corner = body_corner(at, ahead, half, i);
        cairo_line_to(cairo, corner.x, corner.y);
    }
    cairo_close_path(cairo);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    brush_color(cairo, pen);
    brush_stroke(cairo, brush_sizes(view).thin * 1.4, 0, 0);
    paper_draw_mark(cairo, look->pen, at.x + ahead.x * half * 0.3, at.y + ahead.y * half * 0.3,
                    half * 1.25, theme);
    if (shows_speed(view, layout, look))
        draw_speed(cairo, view, layout, look, theme, pen);
}

void circuit_look_box(const struct paper_view *view, const struct circuit_layout *layout,
                      const struct circuit_look *look, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    struct pixel ahead, at = car_stand(view, layout, look, &ahead);
    double half = half_width(view, layout, look), size = speed_size(view);
    for (int i = 0; i < 6; i++)
        extent_add(&extent, body_corner(at, ahead, half, i), 2 * view->scale);
    if (shows_speed(view, layout, look))
        extent_add(&extent, speed_place(view, layout, look, size * 2.6, size * 1.25), size * 1.5);
    extent_box(&extent, box);
}

/* --- where they are --------------------------------------------------------------------------- */

/* A passer beside a car on the way: both are smaller, side by side. */
static void share_space(const struct race *race, int number, struct circuit_look *look)
{
    const struct circuit_car *car = circuit_car(race, number);
    for (int i = 1; i <= race->game->car_count(race); i++) {
        const struct circuit_car *other = circuit_car(race, i);
        if (i == number || other->status != CIRCUIT_RACING || other->row != car->row ||
            other->lane != car->lane)
            continue;
        look->size = 0.75;
        look->across += i < number ? 0.24 : -0.24;
    }
}

bool circuit_look_of(const struct session *session, const struct race *race, int number,
                     struct circuit_look *into)
{
    const struct circuit_car *car = circuit_car(race, number);
    if (car->status != CIRCUIT_RACING)
        return false;
    *into = (struct circuit_look){
        .car = number,
        .pen = paper_pen_of(session, number),
        .along = car->row + 0.5,
        .across = car->lane - 0.5,
        .speed = car->posted != NOT_POSTED ? car->posted : car->speed,
        .size = 1,
        .turned = car->spun,
        .sign = circuit_sign_of_row(circuit_of(session_setup(session)), car->row),
        .faint = car->missed_turns > 0};
    share_space(race, number, into);
    return true;
}

/* === turns ==================================================================================== */

/* What happened to each car in each step, as rows of tables, and the speeds as points of a chart.
 */

/* Entries in secret, and what is told of everybody at the beginning and end of turns. */
static bool is_of_a_move(const struct event *event)
{
    switch (circuit_event(event)->type) {
    case CIRCUIT_EVENT_BUILT:
    case CIRCUIT_EVENT_DESIGNED:
    case CIRCUIT_EVENT_GRID:
    case CIRCUIT_EVENT_TURN:
    case CIRCUIT_EVENT_POSTED:
    case CIRCUIT_EVENT_SHOWN:
    case CIRCUIT_EVENT_SLIPSTREAM:
    case CIRCUIT_EVENT_LAID:
    case CIRCUIT_EVENT_OVER:
        return false;
    default:
        return event->car > 0;
    }
}

/* With the turn's last step it has become the car's speed. */
static int posted_of(const struct circuit_car *after)
{
    return after->posted == NOT_POSTED ? after->speed : after->posted;
}

void circuit_take_turns(const struct session *session, int steps, circuit_turn_taker *take,
                        void *context)
{
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        const struct race *after = session_race_after(session, i + 1);
        for (int car = 1; car <= after->game->car_count(after); car++) {
            struct circuit_turn_row row = {.car = car,
                                           .round = step.round,
                                           .posted = posted_of(circuit_car(after, car)),
                                           .after = circuit_car(after, car),
                                           .lap = circuit_lap(after, circuit_car(after, car)),
                                           .step = &step};
            bool moved = false;
            for (int j = 0; j < step.event_count; j++)
                moved |= step.events[j].car == car && is_of_a_move(&step.events[j]);
            if (moved)
                take(context, &row);
        }
    }
}

/* The names that the referee has for what happened, each once if it came several times running. */
static void write_words(const struct circuit_turn_row *row, struct text *into)
{
    const char *last = "";
    for (int i = 0; i < row->step->event_count; i++) {
        const struct event *event = &row->step->events[i];
        if (event->car != row->car || !is_of_a_move(event) || event->type == last)
            continue;
        text_append_format(into, "%s%s", last[0] ? " " : "", event->type);
        last = event->type;
    }
}

static void write_csv_row(void *context, const struct circuit_turn_row *row)
{
    struct csv *csv = context;
    const struct circuit_car *after = row->after;
    struct text words = {0};
    csv_integer(csv, row->round);
    csv_integer(csv, row->car);
    csv_text(csv, row->step->car == row->car ? row->step->action : "");
    csv_integer(csv, row->posted);
    if (after->status == CIRCUIT_RACING) {
        csv_integer(csv, after->row);
        csv_integer(csv, after->lane);
    } else {
        csv_empty(csv, 2);
    }
    csv_integer(csv, row->lap);
    csv_integer(csv, after->halves);
    csv_integer(csv, after->chips);
    write_words(row, &words);
    csv_text(csv, text_string(&words));
    csv_end_line(csv);
    text_free(&words);
}

static void append_csv(const struct session *session, int steps, struct csv *csv)
{
    csv_headings(csv, "turn,car,action,posted,row,lane,lap,wear_halves,chips,event");
    csv_end_line(csv);
    circuit_take_turns(session, steps, write_csv_row, csv);
}

/* In points of movement, which are 20 mph each. */
static void fill_chart(struct chart *chart, const struct session *session)
{
    for (int i = 0; i < session_step_count(session); i++) {
        struct step step = session_step(session, i);
        for (int j = 0; j < step.event_count; j++) {
            const struct circuit_event *event = circuit_event(&step.events[j]);
            int points = event->number / CIRCUIT_SPEED;
            if (event->type == CIRCUIT_EVENT_SHOWN)
                chart_add(chart, step.events[j].car, points * points);
        }
    }
}

const struct ink circuit_ink = {
    .game = &circuit_game,
    .draw_course = draw_course,
    .keep_off = keep_off,
    .draw_step = draw_step,
    .step_box = step_box,
    .draw_own = draw_own,
    .fresh_moves = 1,
    .draw_car = draw_car,
    .car_box = car_box,
    .usual_square = usual_square,
    .spare = circuit_spare,
    .explain = circuit_explain,
    .draw_figure = circuit_draw_figure,
    .order_sheet_title = "car",
    .draw_order_sheet = circuit_draw_order_sheet,
    .append_csv = append_csv,
    .fill_chart = fill_chart,
    .chart_axes = "spaces a turn, over the turns",
};
