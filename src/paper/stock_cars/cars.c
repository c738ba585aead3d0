/* Cars as pens: a body that points where the car heads, with its pen's mark and its number.
 */
#include "paper/lettering.h"
#include "paper/stock_cars/drive.h"

#include <math.h>
#include <stdio.h>

static const double TURN = 6.283185307179586;

/* The body towards +x, in halves of a car: nose, shoulder, tail. */
static const double body[5][2] = {
    {1.12, 0}, {0.42, 0.8}, {-0.86, 0.8}, {-0.86, -0.8}, {0.42, -0.8}};

static double car_size(const struct paper_view *view, const struct stock_look *look)
{
    return brush_sizes(view).car * look->size;
}

static double number_size(const struct paper_view *view)
{
    return fmax(brush_sizes(view).letter * 0.85, 14 * view->scale);
}

/* Small squares have no room for it beside the mark. */
static bool shows_number(const struct paper_view *view)
{
    return view->square >= 18 * view->scale;
}

static void add_body(cairo_t *cairo, struct pixel at, double half, enum heading heading)
{
    double angle = TURN * (heading - 2) / HEADING_COUNT, c = cos(angle), s = sin(angle);
    cairo_new_path(cairo);
    for (int i = 0; i < 5; i++) {
        double x = body[i][0] * half, y = body[i][1] * half;
        cairo_line_to(cairo, at.x + x * c - y * s, at.y + x * s + y * c);
    }
    cairo_close_path(cairo);
}

static void draw_cross(cairo_t *cairo, struct pixel at, double reach, double width,
                       const struct paper_theme *theme)
{
    cairo_new_path(cairo);
    brush_add_line(cairo, (struct pixel){at.x - reach, at.y - reach},
                   (struct pixel){at.x + reach, at.y + reach});
    brush_add_line(cairo, (struct pixel){at.x - reach, at.y + reach},
                   (struct pixel){at.x + reach, at.y - reach});
    brush_color(cairo, theme->ink);
    brush_stroke(cairo, width, 0, 0);
}

void stock_draw_look(cairo_t *cairo, const struct paper_view *view, int height,
                     const struct stock_look *look, const struct paper_theme *theme)
{
    struct pixel at = brush_place(view, height, look->x, look->y);
    double size = car_size(view, look), half = size / 2, strength = look->finished ? 0.45 : 1;
    add_body(cairo, at, half, look->heading);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    brush_color(cairo, brush_mix(brush_pen(theme, look->pen), theme->paper, strength));
    brush_stroke(cairo, brush_sizes(view).thin * 1.3, 0, 0);
    cairo_push_group(cairo);
    paper_draw_mark(cairo, look->pen, at.x, at.y, size * 0.5, theme);
    cairo_pop_group_to_source(cairo);
    cairo_paint_with_alpha(cairo, strength);
    if (look->out)
        draw_cross(cairo, at, size * 0.5, size * 0.1, theme);
    if (shows_number(view)) {
        char text[12];
        double letters = number_size(view);
        snprintf(text, sizeof text, "%d", look->car);
        lettering_draw_rimmed(cairo, text, at.x + half * 0.8, at.y + half * 0.8, letters,
                              theme->ink, theme);
    }
}

void stock_look_box(const struct paper_view *view, int height, const struct stock_look *look,
                    double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    struct pixel at = brush_place(view, height, look->x, look->y);
    double half = car_size(view, look) / 2, letters = number_size(view);
    extent_add(&extent, at, half * 1.2 + 2 * view->scale);
    if (shows_number(view)) {
        struct pixel number = {at.x + half * 0.8 + letters * 0.5, at.y + half * 0.8};
        extent_add(&extent, number, letters * 0.8);
    }
    extent_box(&extent, box);
}

struct stock_look stock_look_of(const struct session *session, const struct race *race, int number)
{
    const struct stock_car *car = stock_car(race, number);
    int count = race->game->car_count(race), together = 0, before = 0;
    struct stock_look look = {.car = number,
                              .pen = paper_pen_of(session, number),
                              .x = car->at.x + 0.5,
                              .y = car->at.y + 0.5,
                              .size = 1,
                              .heading = car->heading,
                              .finished = car->status == STOCK_FINISHED,
                              .out = car->status == STOCK_RETIRED};
    for (int i = 1; i <= count; i++)
        if (point_equal(stock_car(race, i)->at, car->at)) {
            together++;
            before += i < number;
        }
    if (together > 1) {
        double angle = TURN * (before / (double)together + 0.125);
        double away = together > 3 ? 0.36 : 0.27;
        look.size = together > 3 ? 0.6 : 0.72;
        look.x += away * cos(angle);
        look.y += away * sin(angle);
    }
    return look;
}

bool stock_reached_in_step(const struct session *session, int index, int event, double progress)
{
    struct step step = session_step(session, index);
    struct drives drives;
    drives_of(&step, &drives);
    return drives_reached(&drives, &step.events[event], progress);
}

struct stock_look stock_look_in_step(const struct session *session, int index, double progress,
                                     int number)
{
    struct step step = session_step(session, index);
    struct drives drives;
    struct stock_look look = stock_look_of(
        session, session_race_after(session, progress < 1 ? index : index + 1), number);
    drives_of(&step, &drives);
    for (int i = 0; i < drives.count && progress < 1; i++) {
        const struct drive *drive = &drives.items[i];
        double shown = fmin(drive_shown(&drives, drive, progress), drive->count);
        if (drive->car != number || shown <= 0)
            continue;
        int passed = (int)shown < drive->count ? (int)shown : drive->count - 1;
        struct point from = passed > 0 ? drive->path[passed - 1].at : drive->drove->from;
        struct point to = drive->path[passed].at;
        look.size = 1;
        look.heading = drive->path[passed].heading;
        look.x = from.x + (to.x - from.x) * (shown - passed) + 0.5;
        look.y = from.y + (to.y - from.y) * (shown - passed) + 0.5;
    }
    return look;
}
