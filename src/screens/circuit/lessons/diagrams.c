/* Painting a diagram: a circuit of its own, of which only a straight piece is seen, by the ink of
 * the race. What is wrong with the data of a diagram is the programmer's fault. */
#include "screens/circuit/lessons/lessons.h"

#include "paper/brush.h"
#include "paper/circuit/ink.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The whole circuit goes on to the right of the picture and comes back far below it, 105 squares
 * round. A square has five user units of 1024 parts each. */
enum { ROWS = 70, LANES = 2, HIGH = DIAGRAM_HIGH, PARTS = 5 * 1024 };
static const double ROW = 1.5, LANE = 1, BEGIN = 0.45;

struct pencil {
    cairo_t *cairo;
    struct paper_view view;
    struct circuit_layout *layout;
    const struct paper_theme *theme;
    int line;
};

/* Of a row of the picture. */
static struct space space_of(const struct pencil *p, int row, int lane)
{
    return (struct space){(row - p->line + ROWS) % ROWS, lane};
}

static struct pixel place(const struct pencil *p, double row, double lane)
{
    struct circuit_spot spot = circuit_spot(p->layout, row - p->line, lane - 0.5);
    return brush_place(&p->view, HIGH, spot.x, spot.y);
}

static void draw_car(const struct pencil *p, const struct circuit_diagram_mark *mark)
{
    struct space space = space_of(p, mark->row, mark->lane);
    struct circuit_look look = {.car = mark->pen,
                                .pen = mark->pen,
                                .along = space.row + 0.5,
                                .across = space.lane - 0.5,
                                .speed = mark->number,
                                .size = 1,
                                .turned = mark->kind == CIRCUIT_DIAGRAM_SPUN};
    circuit_draw_look(p->cairo, &p->view, p->layout, &look, p->theme);
}

static void draw_way(const struct pencil *p, const struct circuit_diagram_mark *mark)
{
    struct space path[CIRCUIT_DIAGRAM_ROWS];
    int count = 0;
    for (const char *lane = mark->text; *lane; lane++, count++) {
        assert(count < CIRCUIT_DIAGRAM_ROWS);
        path[count] = space_of(p, mark->row + count + 1, *lane - '0');
    }
    brush_color(p->cairo, brush_pen(p->theme, mark->pen));
    circuit_draw_way(p->cairo, &p->view, p->layout, mark->pen, space_of(p, mark->row, mark->lane),
                     path, count, count);
}

/* In the middle of the row, and never beyond the picture's sides: in its lane, or along the upper
 * or lower side, beyond signs and speeds. */
static void write(const struct pencil *p, const struct circuit_diagram_mark *mark)
{
    double size = fmax(p->view.square * 0.4, 14 * p->view.scale);
    double margin = 4 * p->view.scale;
    double width = lettering_width(p->cairo, mark->text, size, false);
    struct pixel at = place(p, mark->row + 0.5, mark->lane);
    if (mark->lane < 1)
        at.y = p->view.square * HIGH - size * 0.5;
    else if (mark->lane > LANES)
        at.y = size * 0.5;
    double x =
        brush_clamp(at.x - width / 2, margin, p->view.square * DIAGRAM_WIDE - width - margin);
    lettering_draw_rimmed(p->cairo, mark->text, x, at.y, size, p->theme->ink, p->theme);
}

static void draw_mark(const struct pencil *p, const struct circuit_diagram_mark *mark)
{
    switch (mark->kind) {
    case CIRCUIT_DIAGRAM_CAR:
    case CIRCUIT_DIAGRAM_SPUN:
        draw_car(p, mark);
        break;
    case CIRCUIT_DIAGRAM_WAY:
        draw_way(p, mark);
        break;
    case CIRCUIT_DIAGRAM_TEXT:
        write(p, mark);
        break;
    case CIRCUIT_DIAGRAM_END:
        break;
    }
}

static void draw_all(struct pencil *p, const struct circuit_diagram *diagram)
{
    int left = (int)((diagram->line * ROW + BEGIN) * PARTS), low = HIGH * PARTS / 2;
    int right = left + 24 * PARTS, back = left - 12 * PARTS, far = low + 33 * PARTS / 2;
    struct point course[5] = {{left, low}, {right, low}, {right, far}, {back, far}, {back, low}};
    int corner_at[ROWS], lines[ROWS] = {0};
    struct corner corner = {diagram->corner.from - diagram->line,
                            diagram->corner.to - diagram->line,
                            {diagram->corner.limits[0], diagram->corner.limits[1]},
                            diagram->corner.line != NULL};
    bool has_corner = corner.limits[0] > 0;
    for (int row = 0; row < ROWS; row++)
        corner_at[row] = has_corner && row >= corner.from && row <= corner.to ? 0 : -1;
    for (int row = corner.from; corner.has_line && row <= corner.to; row++)
        lines[row] = diagram->corner.line[row - corner.from] - '0';
    const struct circuit circuit = {.rows = ROWS,
                                    .lanes = LANES,
                                    .corners = &corner,
                                    .corner_count = has_corner,
                                    .corner_at = corner_at,
                                    .line = lines,
                                    .course = course,
                                    .course_count = 5,
                                    .lane_width = (int)(LANE * PARTS),
                                    .view = {0, 0, DIAGRAM_WIDE * PARTS, HIGH * PARTS}};
    p->line = diagram->line;
    p->layout = circuit_layout_create(&circuit);
    circuit_draw_strip(p->cairo, &p->view, &circuit, p->layout, true, p->theme);
    for (int i = 0; i < CIRCUIT_DIAGRAM_MARKS; i++)
        draw_mark(p, &diagram->marks[i]);
    circuit_layout_free(p->layout);
}

static void clip_to_card(cairo_t *cairo, double w, double h, double r)
{
    cairo_arc(cairo, w - r, r, r, -M_PI / 2, 0);
    cairo_arc(cairo, w - r, h - r, r, 0, M_PI / 2);
    cairo_arc(cairo, r, h - r, r, M_PI / 2, M_PI);
    cairo_arc(cairo, r, r, r, M_PI, 3 * M_PI / 2);
    cairo_close_path(cairo);
    cairo_clip(cairo);
}

void circuit_diagram_paint(cairo_t *cairo, int width, int height, const void *data)
{
    const struct diagram_look *look = data;
    double square = fmax((double)width / DIAGRAM_WIDE, (double)height / DIAGRAM_HIGH);
    struct pencil pencil = {cairo, {0, 0, square, look->scale}, NULL, look->theme, 0};
    clip_to_card(cairo, width, height, 5 * look->scale);
    draw_all(&pencil, look->diagram);
}
