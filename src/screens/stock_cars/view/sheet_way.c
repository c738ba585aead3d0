/* What lies over the sheet while an order is written: its way, the tiles that can be chosen, hints,
 * and what the others may reach.
 */
#include "screens/stock_cars/view/sheet.h"

#include "paper/brush.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double TAG = 14;                    /* interface pixels */
static const double DISC = 0.38, DISC_MOST = 15; /* of a square; interface pixels */
static const double LINE = 0.1, DOT = 0.14;      /* of a square */

/* --- the way ---------------------------------------------------------------------------------- */

struct pixel sheet_middle(const struct stock_sheet *sheet, struct point at)
{
    return brush_place(&sheet->view, sheet->rows, at.x + 0.5, at.y + 0.5);
}

struct paper_color sheet_pen_color(const struct stock_sheet *sheet)
{
    return brush_pen(sheet->theme, paper_pen_of(sheet->scene.session, sheet->scene.car));
}

double sheet_disc_radius(const struct stock_sheet *sheet)
{
    return fmin(sheet->view.square * DISC, DISC_MOST * sheet->view.scale);
}

static void draw_cross(cairo_t *cairo, struct pixel at, double side, double width)
{
    brush_add_line(cairo, (struct pixel){at.x - side, at.y - side},
                   (struct pixel){at.x + side, at.y + side});
    brush_add_line(cairo, (struct pixel){at.x - side, at.y + side},
                   (struct pixel){at.x + side, at.y - side});
    brush_stroke(cairo, width, 0, 0);
}

/* Whole as far as it is known, dashed behind that and off the track. */
static void draw_way(cairo_t *cairo, const struct stock_sheet *sheet)
{
    const struct way *way = sheet->scene.way;
    const struct race *race = session_race(sheet->scene.session);
    double square = sheet->view.square, scale = sheet->view.scale;
    double width = fmax(square * LINE, 1.5 * scale);
    struct pixel from = sheet_middle(sheet, stock_car(race, sheet->scene.car)->at);
    for (int i = 0; i < way->tile_count; i++) {
        const struct way_tile *tile = &way->tiles[i];
        struct pixel to = sheet_middle(sheet, tile->at);
        bool dashed = tile->off || tile->unsure;
        brush_color(cairo, tile->off ? sheet->theme->warning : sheet_pen_color(sheet));
        brush_add_line(cairo, from, to);
        brush_stroke(cairo, width, dashed ? width * 2 : 0, dashed ? width * 2 : 0);
        if (tile->off) {
            draw_cross(cairo, to, square * DOT, width);
        } else {
            brush_add_disc(cairo, to.x, to.y, fmax(square * DOT, 2 * scale));
            cairo_fill(cairo);
        }
        from = to;
    }
}

static bool is_taken(const struct stock_sheet *sheet, struct point at)
{
    const struct race *race = session_race(sheet->scene.session);
    for (int car = stock_cars_game.car_count(race); car > 0; car--)
        if (stock_car(race, car)->status == STOCK_RACING &&
            point_equal(stock_car(race, car)->at, at))
            return true;
    return false;
}

/* A ring that leaves the car in sight. */
static void draw_ring(cairo_t *cairo, const struct stock_sheet *sheet, struct point at,
                      struct paper_color color, bool pointed)
{
    double square = sheet->view.square, line = fmax(1.5 * sheet->view.scale, square * 0.06);
    struct pixel middle = sheet_middle(sheet, at);
    brush_add_disc(cairo, middle.x, middle.y, square * 0.62);
    brush_color(cairo, color);
    brush_stroke(cairo, pointed ? 2 * line : line, 0, 0);
}

/* A letter on a disc, filled where it is pointed at, with a ? where chance has a say; further ahead
 * a ring, or that ?. */
static void draw_spot(cairo_t *cairo, const struct stock_sheet *sheet, int index)
{
    const struct way_spot *spot = &sheet->scene.way->spots[index];
    const struct paper_theme *theme = sheet->theme;
    bool pointed = index == sheet->scene.pointed;
    double radius = sheet_disc_radius(sheet), scale = sheet->view.scale;
    struct paper_color color = spot->off ? theme->warning : sheet_pen_color(sheet);
    struct pixel at = sheet_middle(sheet, spot->at);
    bool far = spot->count > 1, asks = spot->chance && !pointed && !spot->unsure;
    char letter[12] = {spot->unsure || far ? '?' : spot->kind, asks && !far ? '?' : '\0', '\0'};
    if (is_taken(sheet, spot->at)) {
        draw_ring(cairo, sheet, spot->at, color, pointed);
        return;
    }
    radius = far && !pointed ? radius * (asks ? 0.7 : 0.42) : radius;
    radius *= 0.3 + 0.7 * sheet->scene.look->motion->grown;
    if (spot->off) /* by its shape, too */
        cairo_rectangle(cairo, at.x - radius * 0.9, at.y - radius * 0.9, radius * 1.8,
                        radius * 1.8);
    else
        brush_add_disc(cairo, at.x, at.y, radius);
    brush_color(cairo, pointed ? color : theme->paper);
    cairo_fill_preserve(cairo);
    brush_color(cairo, color);
    brush_stroke(cairo, fmax(1.5 * scale, radius * 0.14), 0, 0);
    if (far && pointed)
        snprintf(letter, sizeof letter, "%d", spot->count);
    if (!far || pointed || asks)
        lettering_draw_aligned(cairo, letter, at.x, at.y, 0.5, radius * 1.15, true,
                               pointed ? theme->paper : color);
}

/* --- hints and reach -------------------------------------------------------------------------- */

/* Ends of orders of the speed that is chosen, as far as what is written may still come there. */
static bool is_hinted(const struct stock_sheet *sheet, const struct stock_hint *hint)
{
    const struct way *way = sheet->scene.way;
    const struct way_tile *last = way->tile_count > 0 ? &way->tiles[way->tile_count - 1] : NULL;
    struct point at =
        last ? last->at : stock_car(session_race(sheet->scene.session), sheet->scene.car)->at;
    return hint->turns != STOCK_HINT_UNKNOWN && hint->moves == way->speed && way->left > 0 &&
           abs(hint->at.x - at.x) <= way->left && abs(hint->at.y - at.y) <= way->left;
}

/* Of those that end on the same tile only the best is told. */
static bool is_best_there(const struct hints *hints, const struct stock_hint *hint)
{
    for (int heading = 0; heading < HEADING_COUNT; heading++) {
        const struct stock_hint *other =
            stock_hint_at(hints, hint->at, (enum heading)heading, hint->moves);
        if (!other || other == hint || other->turns == STOCK_HINT_UNKNOWN)
            continue;
        if (other->turns < hint->turns || (other->turns == hint->turns && other < hint))
            return false;
    }
    return true;
}

/* The turns that are left, in a corner where a letter is. */
static void draw_hint(cairo_t *cairo, const struct stock_sheet *sheet,
                      const struct stock_hint *hint)
{
    double size = fmin(sheet->view.square * 0.5, TAG * sheet->view.scale);
    const struct way *way = sheet->scene.way;
    int spot = way_spot_at(way, hint->at);
    struct pixel at = sheet_middle(sheet, hint->at);
    bool best = stock_hint_is_best(sheet->scene.hints, hint);
    char text[12];
    if (spot >= 0 && way->spots[spot].count == 1) {
        at.x += sheet->view.square * 0.34;
        at.y += sheet->view.square * 0.34;
        size *= 0.8;
    }
    snprintf(text, sizeof text, "%d", hint->turns);
    brush_add_disc(cairo, at.x, at.y, size * 0.85);
    brush_color(cairo, brush_mix(sheet->theme->action, sheet->theme->paper, best ? 0.3 : 0));
    cairo_fill(cairo);
    lettering_draw_aligned(cairo, text, at.x, at.y, 0.5, size, best, sheet->theme->ink);
}

static void draw_hints(cairo_t *cairo, const struct stock_sheet *sheet)
{
    const struct hints *hints = sheet->scene.hints;
    for (int i = 0; hints && i < hints->count; i++)
        if (is_hinted(sheet, &hints->items[i]) && is_best_there(hints, &hints->items[i]))
            draw_hint(cairo, sheet, &hints->items[i]);
}

/* A corner of the tile a car, in its pen. */
static void draw_reach(cairo_t *cairo, const struct stock_sheet *sheet)
{
    const struct reach *reach = sheet->scene.reach;
    double side = sheet->view.square;
    for (int i = 0; reach && i < reach->count; i++) {
        const struct reached *reached = &reach->tiles[i];
        struct pixel at = brush_place(&sheet->view, sheet->rows, reached->at.x, reached->at.y + 1);
        struct paper_color color =
            brush_pen(sheet->theme, paper_pen_of(sheet->scene.session, reached->car));
        brush_color(cairo, color_fade(color, 0.15));
        cairo_rectangle(cairo, floor(at.x), floor(at.y), ceil(side), ceil(side));
        cairo_fill(cairo);
    }
}

struct box sheet_hints_box(const struct stock_sheet *sheet)
{
    const struct hints *hints = sheet->scene.hints;
    struct extent extent = EXTENT_NOTHING;
    double box[4];
    for (int i = 0; hints && i < hints->count; i++)
        if (is_hinted(sheet, &hints->items[i]))
            extent_add(&extent, sheet_middle(sheet, hints->items[i].at), sheet->view.square);
    return extent_box(&extent, box) ? sheet_box(box) : box_make(0, 0, 0, 0);
}

struct box sheet_reach_box(const struct stock_sheet *sheet)
{
    const struct reach *reach = sheet->scene.reach;
    struct extent extent = EXTENT_NOTHING;
    double box[4];
    for (int i = 0; reach && i < reach->count; i++)
        extent_add(&extent, sheet_middle(sheet, reach->tiles[i].at), sheet->view.square);
    return extent_box(&extent, box) ? sheet_box(box) : box_make(0, 0, 0, 0);
}

struct box sheet_way_box(const struct stock_sheet *sheet)
{
    const struct stock_scene *scene = &sheet->scene;
    struct extent extent = EXTENT_NOTHING;
    double box[4], margin = sheet->view.square;
    if (!scene->way)
        return box_make(0, 0, 0, 0);
    extent_add(&extent,
               sheet_middle(sheet, stock_car(session_race(scene->session), scene->car)->at),
               margin);
    for (int i = 0; i < scene->way->tile_count; i++)
        extent_add(&extent, sheet_middle(sheet, scene->way->tiles[i].at), margin);
    for (int i = 0; i < scene->way->spot_count; i++)
        extent_add(&extent, sheet_middle(sheet, scene->way->spots[i].at), margin);
    extent_box(&extent, box);
    return sheet_box(box);
}

void sheet_draw_way(cairo_t *cairo, const struct stock_sheet *sheet)
{
    if (!sheet->scene.way)
        return;
    draw_reach(cairo, sheet);
    draw_way(cairo, sheet);
    for (int i = sheet->scene.way->spot_count - 1; i >= 0; i--)
        draw_spot(cairo, sheet, i);
    draw_hints(cairo, sheet);
}
