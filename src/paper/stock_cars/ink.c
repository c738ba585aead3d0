/* Stock cars' ink: what each step of the session leaves on the map.
 *
 * A step in which orders are carried out shows all cars at once: tiles that became something else
 * are drawn anew, then each car's way in its pen with a tick a tile, a wave where
 * oil turned it, dashes and a cross where it left the track, a burst where cars crashed. All is
 * told by the events. Owns nothing.
 */
#include "paper/stock_cars/ink.h"

#include "paper/moments/tear.h"
#include "paper/stock_cars/drive.h"
#include "paper/stock_cars/pages.h"
#include "paper/stock_cars/part.h"

#include <assert.h>
#include <math.h>

static const double FADED_ALPHA = 0.3;
static const double TURN = 6.283185307179586;

/* --- ways ------------------------------------------------------------------------------------- */

/* Each car keeps to its own side of the middle, so that ways on the same tiles can be told apart.
 */
static struct pixel place_on_way(const struct paper_view *view, int height, int car, double x,
                                 double y)
{
    double angle = TURN * (car - 1) * 3 / 8, aside = 0.1;
    return brush_place(view, height, x + 0.5 + aside * cos(angle), y + 0.5 + aside * sin(angle));
}

static void add_tick(cairo_t *cairo, struct pixel from, struct pixel to, double half, double width)
{
    double length = hypot(to.x - from.x, to.y - from.y);
    double x = -(to.y - from.y) / length * half, y = (to.x - from.x) / length * half;
    brush_add_stroke(cairo, to.x - x, to.y - y, to.x + x, to.y + y, width, 7);
}

void stock_draw_way(cairo_t *cairo, const struct paper_view *view, int height, int car,
                    struct point from, const struct stock_entered *path, int count, double shown)
{
    struct brush_sizes sizes = brush_sizes(view);
    struct point last = from;
    cairo_new_path(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; i < count && i < shown; i++) {
        struct pixel a = place_on_way(view, height, car, last.x, last.y);
        struct pixel b = place_on_way(view, height, car, path[i].at.x, path[i].at.y);
        struct pixel to = brush_between(a, b, fmin(shown - i, 1));
        brush_add_stroke(cairo, a.x, a.y, to.x, to.y, sizes.ink, (uint64_t)(car * 16 + i));
        if (shown >= i + 1)
            add_tick(cairo, a, b, sizes.tick * (i == count - 1 ? 0.9 : 0.55), sizes.ink * 0.8);
        last = path[i].at;
    }
    cairo_fill(cairo);
}

/* Dashes onto the tile that is off the track, and a cross. */
void stock_draw_left(cairo_t *cairo, const struct paper_view *view, int height, int car,
                     struct point at, enum heading heading)
{
    struct point step = heading_steps[heading];
    struct brush_sizes sizes = brush_sizes(view);
    double thin = sizes.thin * 1.2, reach = sizes.tick * 0.8;
    struct pixel from = place_on_way(view, height, car, at.x, at.y);
    struct pixel to = place_on_way(view, height, car, at.x + step.x * 0.8, at.y + step.y * 0.8);
    cairo_new_path(cairo);
    brush_add_line(cairo, from, to);
    brush_stroke(cairo, thin, thin, thin * 2.4);
    cairo_new_path(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    brush_add_stroke(cairo, to.x - reach, to.y - reach, to.x + reach, to.y + reach, sizes.ink, 1);
    brush_add_stroke(cairo, to.x - reach, to.y + reach, to.x + reach, to.y - reach, sizes.ink, 2);
    cairo_fill(cairo);
}

/* Eight short strokes outwards, long and short in turn. */
void stock_draw_burst(cairo_t *cairo, const struct paper_view *view, int height, double x, double y)
{
    struct pixel at = brush_place(view, height, x, y);
    double reach = brush_clamp(view->square * 0.45, 6 * view->scale, 18 * view->scale);
    cairo_new_path(cairo);
    for (int i = 0; i < 8; i++) {
        double angle = i * TURN / 8 + 0.2, far = reach * (i % 2 ? 0.75 : 1.1);
        double near = reach * 0.35;
        brush_add_stroke(cairo, at.x + near * cos(angle), at.y + near * sin(angle),
                         at.x + far * cos(angle), at.y + far * sin(angle),
                         brush_sizes(view).thin * 1.4, (uint64_t)i);
    }
    cairo_fill(cairo);
}

/* --- a step ----------------------------------------------------------------------------------- */

struct inking {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct session *session;
    const struct stock_map *map;
    const struct race *before, *after;
    const struct paper_theme *theme;
    struct step step;
    struct drives drives;
    double progress;
    bool faded;
};

static struct inking inking_of(cairo_t *cairo, const struct paper_view *view,
                               const struct session *session, int index)
{
    struct inking inking = {.cairo = cairo,
                            .view = view,
                            .session = session,
                            .map = stock_map_of(session_setup(session)),
                            .before = session_race_after(session, index),
                            .after = session_race_after(session, index + 1),
                            .step = session_step(session, index),
                            .progress = 1};
    drives_of(&inking.step, &inking.drives);
    return inking;
}

/* A tile that an event of the step has changed, with what it became. False: it changed none. */
static bool changed_tile(const struct stock_event *event, struct point *at, char *tile)
{
    *at = event->at;
    *tile = event->type == STOCK_EVENT_SAND ? event->tile : TILE_OIL;
    return event->type == STOCK_EVENT_SAND || (event->type == STOCK_EVENT_CRASHED && event->oil);
}

struct change {
    const struct race *race;
    struct point at;
    char tile;
};

static char tile_of_change(const struct stock_tiles *tiles, struct point at)
{
    const struct change *change = tiles->of;
    return point_equal(at, change->at) ? change->tile : stock_tile(change->race, at);
}

/* Just this tile, whole pixels of it. */
static void draw_change(const struct inking *inking, const struct race *race, struct point at,
                        char tile)
{
    struct change change = {race, at, tile};
    struct stock_tiles tiles = stock_tiles_of_map(inking->map);
    struct pixel low = brush_grid_place(inking->view, inking->map->height, at);
    struct pixel high = brush_place(inking->view, inking->map->height, at.x + 1, at.y + 1);
    tiles.tile = tile_of_change;
    tiles.of = &change;
    if (!brush_is_seen(inking->cairo, low.x, low.y, high.x, high.y, 1))
        return;
    cairo_save(inking->cairo);
    cairo_rectangle(inking->cairo, round(low.x), round(high.y), round(high.x) - round(low.x),
                    round(low.y) - round(high.y));
    cairo_clip(inking->cairo);
    stock_draw_tiles(inking->cairo, inking->view, &tiles, true, inking->theme);
    cairo_restore(inking->cairo);
}

/* All of the alley that looks otherwise than before. */
static void draw_reset(const struct inking *inking)
{
    for (int y = 0; y < inking->map->height; y++)
        for (int x = 0; x < inking->map->width; x++) {
            struct point at = {x, y};
            if (!tile_is_alley(inking->map->tiles[y * inking->map->width + x]))
                continue;
            char tile = stock_tile(inking->after, at);
            if (tile == TILE_SAND)
                draw_change(inking, inking->after, at, tile);
        }
}

static void draw_changes(const struct inking *inking)
{
    for (int i = 0; i < inking->step.event_count; i++) {
        const struct event *event = &inking->step.events[i];
        struct point at;
        char tile;
        if (!drives_reached(&inking->drives, event, inking->progress))
            continue;
        if (changed_tile(stock_event(event), &at, &tile))
            draw_change(inking, inking->before, at, tile);
        else if (stock_event(event)->type == STOCK_EVENT_SAND_RESET)
            draw_reset(inking);
    }
}

/* A wave beside the tick where oil turned a car. */
static void draw_wave(const struct inking *inking, const struct event *event)
{
    struct point at = stock_event(event)->at;
    struct pixel place =
        place_on_way(inking->view, inking->map->height, event->car, at.x, at.y - 0.3);
    double half = inking->view->square * 0.14, high = inking->view->square * 0.16;
    cairo_new_path(inking->cairo);
    cairo_move_to(inking->cairo, place.x - 2 * half, place.y);
    for (int i = -1; i <= 1; i += 2) {
        double x = place.x + (i - 1) * half;
        cairo_curve_to(inking->cairo, x + half * 0.6, place.y - high, x + half * 1.4,
                       place.y + high, x + 2 * half, place.y);
    }
    brush_stroke(inking->cairo, brush_sizes(inking->view).thin * 1.2, 0, 0);
}

static void draw_marks(const struct inking *inking)
{
    for (int i = 0; i < inking->step.event_count; i++) {
        const struct event *event = &inking->step.events[i];
        const struct stock_event *body = stock_event(event);
        if (!drives_reached(&inking->drives, event, inking->progress))
            continue;
        if (body->type == STOCK_EVENT_CRASHED) {
            tear_draw(
                inking->cairo, inking->view,
                brush_place(inking->view, inking->map->height, body->at.x + 0.5, body->at.y + 0.5),
                (uint64_t)(body->at.x * 977 + body->at.y), inking->theme->warning,
                inking->faded ? FADED_ALPHA : 1, inking->theme);
        } else if (body->type == STOCK_EVENT_OIL) {
            struct paper_color color =
                brush_pen(inking->theme, paper_pen_of(inking->session, event->car));
            color.alpha = inking->faded ? FADED_ALPHA : 1;
            brush_color(inking->cairo, color);
            draw_wave(inking, event);
        }
    }
}

static void draw_drive(const struct inking *inking, const struct drive *drive, double shown)
{
    int height = inking->map->height;
    stock_draw_way(inking->cairo, inking->view, height, drive->car, drive->drove->from, drive->path,
                   drive->count, shown);
    if (drive->left && shown >= drive->units)
        stock_draw_left(inking->cairo, inking->view, height, drive->car, drive->left->at,
                        drive->left->heading);
}

static void draw_own(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     int index, int car, double progress, const struct paper_theme *theme)
{
    struct inking inking = inking_of(cairo, view, session, index);
    brush_color(cairo, brush_pen(theme, paper_pen_of(session, car)));
    for (int i = 0; i < inking.drives.count; i++)
        if (inking.drives.items[i].car == car)
            draw_drive(&inking, &inking.drives.items[i], progress * inking.drives.items[i].units);
}

static void draw_step(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                      int index, double progress, bool faded, const struct paper_theme *theme)
{
    struct inking inking = inking_of(cairo, view, session, index);
    inking.theme = theme;
    inking.progress = progress;
    inking.faded = faded;
    draw_changes(&inking);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; i < inking.drives.count; i++) {
        const struct drive *drive = &inking.drives.items[i];
        double shown = drive_shown(&inking.drives, drive, progress);
        struct paper_color color = brush_pen(theme, paper_pen_of(session, drive->car));
        color.alpha = faded ? FADED_ALPHA : 1;
        brush_color(cairo, color);
        draw_drive(&inking, drive, shown);
    }
    draw_marks(&inking);
}

static void add_tile(const struct inking *inking, struct point at, struct extent *extent)
{
    double margin =
        fmax(fmax(inking->view->square, 20 * inking->view->scale), tear_reach(inking->view));
    extent_add(extent, brush_place(inking->view, inking->map->height, at.x + 0.5, at.y + 0.5),
               margin);
}

static bool step_box(const struct paper_view *view, const struct session *session, int index,
                     double box[4])
{
    struct inking inking = inking_of(NULL, view, session, index);
    const struct stock_map *map = inking.map;
    struct extent extent = EXTENT_NOTHING;
    for (int i = 0; i < inking.step.event_count; i++) {
        const struct stock_event *event = stock_event(&inking.step.events[i]);
        struct point at;
        char tile;
        if (changed_tile(event, &at, &tile) || event->type == STOCK_EVENT_CRASHED)
            add_tile(&inking, at, &extent);
        for (int y = 0; event->type == STOCK_EVENT_SAND_RESET && y < map->height; y++)
            for (int x = 0; x < map->width; x++)
                if (tile_is_alley(map->tiles[y * map->width + x]))
                    add_tile(&inking, (struct point){x, y}, &extent);
    }
    for (int i = 0; i < inking.drives.count; i++) {
        const struct drive *drive = &inking.drives.items[i];
        if (drive->count > 0 || drive->left)
            add_tile(&inking, drive->drove->from, &extent);
        for (int j = 0; j < drive->count; j++)
            add_tile(&inking, drive->path[j].at, &extent);
        if (drive->left)
            add_tile(&inking, point_add(drive->left->at, heading_steps[drive->left->heading]),
                     &extent);
    }
    return extent_box(&extent, box);
}

/* --- cars and the map ------------------------------------------------------------------------- */

static void draw_car(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, int car, const struct paper_theme *theme)
{
    struct stock_look look = stock_look_of(session, race, car);
    stock_draw_look(cairo, view, stock_map_of(session_setup(session))->height, &look, theme);
}

static bool car_box(const struct paper_view *view, const struct session *session,
                    const struct race *race, int car, double box[4])
{
    struct stock_look look = stock_look_of(session, race, car);
    stock_look_box(view, stock_map_of(session_setup(session))->height, &look, box);
    return true;
}

const struct stock_map *stock_map_of_course(struct course course)
{
    assert(course.game == &stock_cars_game);
    return course.body;
}

static void draw_course(cairo_t *cairo, const struct paper_view *view, struct course course,
                        bool on_sheet, const struct paper_theme *theme)
{
    struct stock_tiles tiles = stock_tiles_of_map(stock_map_of_course(course));
    stock_draw_tiles(cairo, view, &tiles, on_sheet, theme);
}

/* The arrows at the ends of the line stand over the edge of a sheet of small squares. */
static void widen_box(const struct paper_view *view, struct course course, double box[4])
{
    const struct stock_map *map = stock_map_of_course(course);
    double half = stock_arrow_half(view) + brush_sizes(view).ink;
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            if (map->tiles[y * map->width + x] != TILE_LINE)
                continue;
            struct pixel at = brush_place(view, map->height, x + 0.5, y + 0.5);
            bool upright = map->race == HEADING_N || map->race == HEADING_S;
            double wide = upright ? view->square * 1.2 : half;
            double high = upright ? half : view->square * 1.2;
            box[0] = fmin(box[0], at.x - wide);
            box[1] = fmin(box[1], at.y - high);
            box[2] = fmax(box[2], at.x + wide);
            box[3] = fmax(box[3], at.y + high);
        }
}

/* Line, numbers of starting places and the pits' signs are to be read. */
static void keep_off(struct labels *labels, const struct paper_view *view, struct course course)
{
    const struct stock_map *map = stock_map_of_course(course);
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            char tile = map->tiles[y * map->width + x];
            struct pixel at = brush_place(view, map->height, x, y + 1);
            if (tile == TILE_LINE || tile == TILE_PIT_MARK || (tile >= '1' && tile <= '8'))
                labels_keep_off(labels, (struct label_box){at.x, at.y, view->square, view->square});
        }
}

const struct ink stock_cars_ink = {
    .game = &stock_cars_game,
    .draw_course = draw_course,
    .widen_box = widen_box,
    .keep_off = keep_off,
    .draw_step = draw_step,
    .step_box = step_box,
    .draw_own = draw_own,
    .fresh_moves = 1, /* all cars drive the same lanes: more would hide the map */
    .draw_car = draw_car,
    .car_box = car_box,
    .spare = stock_spare,
    .explain = stock_explain,
    .draw_figure = stock_draw_figure,
    .order_sheet_title = "orders",
    .draw_order_sheet = stock_draw_order_sheet,
    .append_csv = stock_append_csv,
    .fill_chart = stock_fill_chart,
    .chart_axes = "tiles a turn, over the turns",
};
