/* A circuit as it is drawn: where rows and lanes lie, and the strip. */
#include "paper/circuit/ink.h"

#include "base/memory.h"
#include "paper/paper.h"

#include <math.h>
#include <stdlib.h>

/* === layout =================================================================================== */

/* Where rows and lanes lie: the course is cut into equal lengths, some to a row, and every place is
 * found between two of the cuts.
 */

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
    /* Each cut looks from the one before to the one after. */
    for (int i = 0; i < layout->count; i++) {
        const struct circuit_spot *before = &layout->cuts[(i + layout->count - 1) % layout->count];
        const struct circuit_spot *after = &layout->cuts[(i + 1) % layout->count];
        double far = fmax(distance(before, after), 1e-6);
        layout->cuts[i].ahead_x = (after->x - before->x) / far;
        layout->cuts[i].ahead_y = (after->y - before->y) / far;
    }
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
double circuit_row_length(const struct circuit_layout *layout)
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

double circuit_shortest_space(const struct circuit_layout *layout)
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

/* Pencil along the lanes, and more of it beside the walls. */
static void draw_shading(const struct circuit_part *part)
{
    double length = circuit_row_length(part->layout) * part->view->square;
    double most = fmin(0.45, 26 * part->view->scale / length);
    int lanes = part->circuit->lanes;
    int strokes =
        (int)(lanes * length * part->lane / (140 * part->view->scale * part->view->scale));
    struct paper_color color = part->theme->ink_soft;
    cairo_save(part->cairo);
    cairo_set_antialias(part->cairo, CAIRO_ANTIALIAS_FAST); /* thousands of strokes */
    cairo_new_path(part->cairo);
    for (int row = 0; row < part->circuit->rows; row++) {
        struct pixel at = place_at(part, row + 0.5, lanes / 2.0);
        bool seen = brush_is_seen(part->cairo, at.x, at.y, at.x, at.y, length + lanes * part->lane);
        for (int i = 0; seen && i < strokes; i++) {
            double along = row + brush_chance((uint64_t)row, 3 * i);
            double across = lanes * brush_chance((uint64_t)row, 3 * i + 1);
            double half = most * (0.4 + 0.6 * brush_chance((uint64_t)row, 3 * i + 2));
            brush_add_line(part->cairo, place_at(part, along - half, across),
                           place_at(part, along + half, across));
        }
    }
    color.alpha = 0.14;
    brush_color(part->cairo, color);
    brush_stroke_blunt(part->cairo, 1.1 * part->view->scale, 0, 0);
    cairo_new_path(part->cairo);
    add_edges(part);
    color.alpha = 0.08;
    brush_color(part->cairo, color);
    brush_stroke(part->cairo, fmin(0.5 * part->lane, 18 * part->view->scale), 0, 0);
    cairo_restore(part->cairo);
}

static void draw_ground(const struct circuit_part *part, bool on_sheet)
{
    const struct circuit *circuit = part->circuit;
    brush_color(part->cairo, brush_asphalt(part->theme));
    cairo_paint(part->cairo);
    for (int i = 0; i < circuit->corner_count; i++)
        for (int lane = 1; lane <= circuit->lanes; lane++) {
            const struct corner *corner = &circuit->corners[i];
            cairo_new_path(part->cairo);
            add_rows(part, corner->from, corner->to + 1, lane - 1, lane);
            brush_color(part->cairo, corner_color(part, corner->limits[lane - 1]));
            cairo_fill(part->cairo);
        }
    if (on_sheet && has_room(part, FINE_LANE))
        draw_shading(part);
}

/* --- beside the strip ------------------------------------------------------------------------- */

/* Far enough from it for signs and numbers to stand between. */
static bool is_green(const void *of, struct point square)
{
    const struct circuit_part *part = of;
    const struct circuit_layout *layout = part->layout;
    double clear = layout->lanes * layout->lane_width / 2 + 3.5;
    for (int i = 0; i < layout->count; i++)
        if (hypot(layout->cuts[i].x - square.x - 0.5, layout->cuts[i].y - square.y - 1) < clear)
            return false;
    return true;
}

/* Rows of seats and a roof left of the grid, where nothing else is. */
static void draw_stand(const struct circuit_part *part, struct point size)
{
    enum { SEATS = 3 };
    double lanes = part->circuit->lanes, rows = part->circuit->rows;
    double near = lanes + 2 / part->layout->lane_width, deep = 1.8 / part->layout->lane_width;
    for (int i = 0; i <= 8; i++) {
        struct circuit_spot spot =
            circuit_spot(part->layout, rows - 1 - 0.5 * i, near + deep * (i % 2 ? 1 : 0.2));
        struct space space;
        if (spot.x < 1 || spot.y < 1 || spot.x > size.x - 1 || spot.y > size.y - 1)
            return;
        for (int k = 0; k < 8; k++)
            if (circuit_space_at(part->layout, spot.x + 0.7 * cos(k * 0.8),
                                 spot.y + 0.7 * sin(k * 0.8), &space))
                return;
    }
    for (int i = 0; i <= SEATS; i++) {
        cairo_new_path(part->cairo);
        add_rows(part, rows - 5, rows - 1, near + deep * i / (SEATS + 1),
                 near + deep * (i == SEATS ? SEATS + 1.6 : i + 1) / (SEATS + 1));
        brush_color(part->cairo,
                    brush_mix(part->theme->ink_soft, part->theme->paper, i == SEATS ? 0.3 : 0.08));
        cairo_fill_preserve(part->cairo);
        brush_color(part->cairo, brush_mix(part->theme->ink_soft, part->theme->paper, 0.6));
        brush_stroke(part->cairo, brush_sizes(part->view).thin * 0.7, 0, 0);
    }
}

/* Hatching and what stands on it. */
static void draw_outside(const struct circuit_part *part, bool on_sheet)
{
    cairo_new_path(part->cairo);
    add_edges(part);
    paper_hatch_outside(part->cairo, part->view, part->theme);
    if (!on_sheet || !has_room(part, FINE_LANE))
        return;
    struct point size = course_size((struct course){&circuit_game, part->circuit});
    paper_draw_scenery(part->cairo, part->view, size, is_green, part, part->circuit->name,
                       part->theme);
    if (part->circuit->name) /* else it is a drawing in a book */
        draw_stand(part, size);
}

/* --- kerbs ------------------------------------------------------------------------------------ */

void circuit_draw_kerb(cairo_t *cairo, const struct paper_view *view,
                       const struct circuit_layout *layout, int from, int to,
                       struct paper_color color, const struct paper_theme *theme)
{
    enum { BLOCKS = 3 }; /* a row */
    struct circuit_part part = {cairo,  view,  NULL,
                                layout, theme, circuit_lane_width(layout) * view->square};
    struct circuit_spot a = circuit_spot(layout, from, 0),
                        b = circuit_spot(layout, (from + to + 1) / 2.0, 0);
    bool left = a.ahead_x * b.ahead_y - a.ahead_y * b.ahead_x > 0;
    double wide = brush_clamp(part.lane * 0.16, 3 * view->scale, 9 * view->scale) / part.lane;
    double right = left ? circuit_layout_lanes(layout) - wide : 0;
    for (int i = 0; i < (to + 1 - from) * BLOCKS; i++) {
        cairo_new_path(cairo);
        add_rows(&part, from + i / (double)BLOCKS, from + (i + 1) / (double)BLOCKS, right,
                 right + wide);
        brush_color(cairo, i % 2 ? theme->card : color);
        cairo_fill(cairo);
    }
}

static void draw_kerbs(const struct circuit_part *part)
{
    for (int i = 0; i < part->circuit->corner_count; i++) {
        const struct corner *corner = &part->circuit->corners[i];
        circuit_draw_kerb(part->cairo, part->view, part->layout, corner->from, corner->to,
                          part->theme->warning, part->theme);
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

static void draw_limit(cairo_t *cairo, struct pixel at, double radius, int limit, bool raised,
                       const struct paper_theme *theme)
{
    double ring = radius * 0.14;
    if (!brush_box_is_seen(cairo,
                           (const double[4]){at.x - radius, at.y - radius, 2 * radius, 2 * radius}))
        return;
    cairo_new_path(cairo);
    brush_add_disc(cairo, at.x, at.y, radius);
    brush_color(cairo, theme->card);
    cairo_fill(cairo);
    brush_color(cairo, raised ? theme->action : theme->warning);
    brush_circle(cairo, at.x, at.y, radius - ring / 2, ring);
    lettering_draw_number(cairo, limit, at.x, at.y, 0.5, radius * 0.92, true, theme->ink);
}

/* Between other lanes only where it covers no car of theirs. */
static void draw_limits(const struct circuit_part *part)
{
    for (int i = 0; i < part->circuit->corner_count; i++)
        for (int lane = 1; lane <= part->circuit->lanes; lane++) {
            const struct corner *corner = &part->circuit->corners[i];
            double radius;
            struct pixel at = circuit_sign_place(part->view, part->circuit, part->layout,
                                                 (struct space){corner->from, lane}, &radius);
            if (lane == 1 || lane == part->circuit->lanes || part->lane >= 2 * radius)
                draw_limit(part->cairo, at, radius, corner->limits[lane - 1], false, part->theme);
        }
}

void circuit_draw_sign(cairo_t *cairo, const struct paper_view *view,
                       const struct circuit_layout *layout, struct pixel at, double radius,
                       int limit, bool raised, const struct paper_theme *theme)
{
    struct circuit_part part = {.view = view, .lane = circuit_lane_width(layout) * view->square};
    if (has_room(&part, SIGN_LANE))
        draw_limit(cairo, at, radius, limit, raised, theme);
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
    if (!layout) {
        brush_paint_hatching(cairo, view, theme);
        if (on_sheet)
            paper_draw_grid(cairo, view, course_size(course), theme);
        return;
    }
    struct circuit_part part = {cairo,  view,  circuit,
                                layout, theme, circuit_lane_width(layout) * view->square};
    draw_ground(&part, on_sheet);
    draw_outside(&part, on_sheet);
    if (on_sheet)
        paper_draw_grid(cairo, view, course_size(course), theme);
    if (has_room(&part, FINE_LANE)) {
        draw_spaces(&part);
        draw_kerbs(&part);
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
    for (int lane = 1; lane <= circuit->lanes && has_room(&part, NUMBER_LANE); lane++) {
        struct pixel at = place_at(&part, 0.4, lane - 0.5);
        lettering_draw_number(cairo, lane, at.x, at.y, 0.5, 14 * view->scale, false,
                              theme->ink_soft);
    }
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
