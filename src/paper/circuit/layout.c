/* Where rows and lanes lie: the course is cut into equal lengths, some to a row, and every place is
 * found between two of the cuts.
 */
#include "paper/circuit/ink.h"

#include "base/memory.h"
#include "paper/brush.h"

#include <math.h>
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

/* The corners of the course as drawn, in squares. */
static struct circuit_spot *place_course(const struct circuit *circuit, int height)
{
    struct circuit_spot *places = memory_allocate((size_t)circuit->course_count, sizeof *places);
    const double square = UNITS * 1024.0;
    for (int i = 0; i < circuit->course_count; i++) {
        places[i].x = (circuit->course[i].x - circuit->view[0]) / square;
        places[i].y = height - (circuit->course[i].y - circuit->view[1]) / square;
    }
    return places;
}

static void cut(struct circuit_layout *layout, const struct circuit_spot *places, int count,
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
    struct circuit_spot *places = place_course(circuit, height);
    for (int i = 0; i < count; i++)
        length += distance(&places[i], &places[(i + 1) % count]);
    *layout = (struct circuit_layout){.rows = circuit->rows,
                                      .lanes = circuit->lanes,
                                      .height = height,
                                      .count = circuit->rows * CUTS,
                                      .row_length = length / circuit->rows,
                                      .lane_width = circuit->lane_width / (UNITS * 1024.0)};
    layout->cuts = memory_allocate((size_t)layout->count, sizeof *layout->cuts);
    cut(layout, places, count, length);
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
    struct circuit_spot place = {.x = x, .y = y};
    int nearest = 0;
    for (int i = 1; i < layout->count; i++)
        if (distance(&layout->cuts[i], &place) < distance(&layout->cuts[nearest], &place))
            nearest = i;
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
