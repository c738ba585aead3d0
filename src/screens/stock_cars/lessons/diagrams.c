/* Painting a diagram: tiles and marks by the ink of the race. What is wrong with the data of a
 * diagram is the programmer's fault. */
#include "screens/stock_cars/lessons/lessons.h"

#include "paper/brush.h"
#include "paper/stock_cars/ink.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Tiles beyond the picture, so that its edges are none of the map. */
enum { BEYOND = 3, WIDE = DIAGRAM_WIDE + 2 * BEYOND, HIGH = DIAGRAM_HIGH + 2 * BEYOND };
enum { MOVES = 16 };

struct pencil {
    cairo_t *cairo;
    struct paper_view view;
    const struct paper_theme *theme;
};

static int clamp(int value, int high)
{
    return value < 0 ? 0 : value > high ? high : value;
}

static char tile_of_rows(const struct stock_tiles *tiles, struct point at)
{
    const struct stock_diagram *diagram = tiles->of;
    const char *row = diagram->rows[DIAGRAM_HIGH - 1 - clamp(at.y - BEYOND, DIAGRAM_HIGH - 1)];
    assert(strlen(row) == DIAGRAM_WIDE);
    return row[clamp(at.x - BEYOND, DIAGRAM_WIDE - 1)];
}

static struct point place_of(const struct stock_diagram_mark *mark)
{
    return (struct point){(int)floor(mark->x) + BEYOND, (int)floor(mark->y) + BEYOND};
}

static int follow(const struct stock_diagram_mark *mark, struct stock_entered path[MOVES])
{
    int count = 0;
    enum heading heading = mark->heading;
    struct point at = place_of(mark);
    for (const char *move = mark->text; *move; move++) {
        if (*move == 'L' || *move == 'l')
            heading = heading_turned(heading, TURN_LEFT);
        if (*move == 'R' || *move == 'r')
            heading = heading_turned(heading, TURN_RIGHT);
        if (*move == 'l' || *move == 'r')
            continue;
        assert(count < MOVES);
        at = point_add(at, heading_steps[heading]);
        path[count++] = (struct stock_entered){at, heading};
    }
    return count;
}

static void write(const struct pencil *p, const char *text, double x, double y)
{
    double size = fmax(p->view.square * 0.42, 14 * p->view.scale);
    struct pixel at = brush_place(&p->view, HIGH, x + BEYOND, y + BEYOND);
    double width = lettering_width(p->cairo, text, size, false);
    lettering_draw_rimmed(p->cairo, text, at.x - width / 2, at.y, size, p->theme->ink, p->theme);
}

static void draw_way(const struct pencil *p, const struct stock_diagram_mark *mark)
{
    struct stock_entered path[MOVES];
    int count = follow(mark, path), at = 0;
    brush_color(p->cairo, brush_pen(p->theme, mark->pen));
    stock_draw_way(p->cairo, &p->view, HIGH, mark->pen, place_of(mark), path, count, count);
    for (const char *move = mark->text; *move && mark->kind == STOCK_DIAGRAM_LETTERS; move++)
        if (*move != 'l' && *move != 'r') {
            const char letter[2] = {*move, 0};
            write(p, letter, path[at].at.x - BEYOND + 0.5, path[at].at.y - BEYOND + 0.92);
            at++;
        }
}

static void draw_car(const struct pencil *p, const struct stock_diagram_mark *mark)
{
    struct stock_look look = {.car = mark->pen,
                              .pen = mark->pen,
                              .x = mark->x + BEYOND + 0.5,
                              .y = mark->y + BEYOND + 0.5,
                              .size = 1,
                              .heading = mark->heading};
    bool ghost = mark->kind == STOCK_DIAGRAM_GHOST;
    if (ghost)
        cairo_push_group(p->cairo);
    stock_draw_look(p->cairo, &p->view, HIGH, &look, p->theme);
    if (!ghost)
        return;
    cairo_pop_group_to_source(p->cairo);
    cairo_paint_with_alpha(p->cairo, 0.35);
}

static void draw_mark(const struct pencil *p, const struct stock_diagram_mark *mark)
{
    switch (mark->kind) {
    case STOCK_DIAGRAM_WAY:
    case STOCK_DIAGRAM_LETTERS:
        draw_way(p, mark);
        break;
    case STOCK_DIAGRAM_CAR:
    case STOCK_DIAGRAM_GHOST:
        draw_car(p, mark);
        break;
    case STOCK_DIAGRAM_LEFT:
        brush_color(p->cairo, brush_pen(p->theme, mark->pen));
        stock_draw_left(p->cairo, &p->view, HIGH, mark->pen, place_of(mark), mark->heading);
        break;
    case STOCK_DIAGRAM_BURST:
        brush_color(p->cairo, p->theme->warning);
        stock_draw_burst(p->cairo, &p->view, HIGH, mark->x + BEYOND + 0.5, mark->y + BEYOND + 0.5);
        break;
    case STOCK_DIAGRAM_TEXT:
        write(p, mark->text, mark->x, mark->y);
        break;
    case STOCK_DIAGRAM_END:
        break;
    }
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

void stock_diagram_paint(cairo_t *cairo, int width, int height, const void *data)
{
    const struct diagram_look *look = data;
    const struct stock_diagram *diagram = look->diagram;
    double square = fmax((double)width / DIAGRAM_WIDE, (double)height / DIAGRAM_HIGH);
    struct pencil pencil = {
        cairo, {-BEYOND * square, -BEYOND * square, square, look->scale}, look->theme};
    struct stock_tiles tiles = {WIDE,         HIGH, HEADING_E, diagram->turn,
                                tile_of_rows, NULL, NULL,      diagram};
    clip_to_card(cairo, width, height, 5 * look->scale);
    stock_draw_tiles(cairo, &pencil.view, &tiles, true, look->theme);
    for (int i = 0; i < STOCK_DIAGRAM_MARKS && diagram->marks[i].kind != STOCK_DIAGRAM_END; i++)
        draw_mark(&pencil, &diagram->marks[i]);
}
