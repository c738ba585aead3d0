/* Stock cars' line in the table of inks: cars, what each step leaves, and what a page says. */
#include "paper/stock_cars/ink.h"

#include "base/memory.h"
#include "base/number.h"
#include "paper/labels.h"
#include "paper/moments.h"
#include "paper/paper.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* === drive ==================================================================================== */

/* What the cars drive in a step, all at once, a unit a move: how far each is when a share of it has
 * been shown.
 */

/* A car's way. It takes a unit a tile entered, one more for leaving the track. */
struct page_drive {
    int car;
    const struct stock_event *drove;
    const struct stock_entered *path; /* of the event */
    int count;
    const struct stock_event *left; /* where it left the track; NULL: it did not */
    int units;
};
struct drives {
    struct page_drive items[PLAYER_LIMIT];
    int count;
    int units; /* of the longest, and one for what happens at the end of the turn */
};

/* An event on the way of a car says after which of its moves it happened. */

static void drives_of(const struct step *step, struct drives *into)
{
    *into = (struct drives){.units = 0};
    for (int i = 0; i < step->event_count; i++) {
        const struct event *event = &step->events[i];
        const struct stock_event *body = stock_event(event);
        if (body->type == STOCK_EVENT_DROVE && into->count < PLAYER_LIMIT) {
            struct page_drive *drive = &into->items[into->count++];
            *drive = (struct page_drive){.car = event->car, .drove = body};
            drive->path = stock_event_path(event, &drive->count);
            drive->units = drive->count;
        } else if (body->type == STOCK_EVENT_LEFT_TRACK && into->count > 0) {
            struct page_drive *drive = &into->items[into->count - 1];
            drive->left = body;
            drive->units++;
        }
    }
    for (int i = 0; i < into->count; i++)
        into->units = number_larger(into->units, into->items[i].units);
    into->units++;
}

/* Units of this way that have been driven. */
static double drive_shown(const struct drives *drives, const struct page_drive *drive,
                          double progress)
{
    return brush_clamp(progress * drives->units, 0, drive->units);
}

/* Has an event of the step happened by then? */
static bool drives_reached(const struct drives *drives, const struct event *event, double progress)
{
    const struct stock_event *body = stock_event(event);
    for (int i = 0; i < drives->count; i++)
        if (drives->items[i].car == event->car && body->move > 0)
            return drive_shown(drives, &drives->items[i], progress) >= body->move;
    return progress >= 1;
}

/* === cars ===================================================================================== */

/* Cars as pens: a body that points where the car heads, with its pen's mark and its number.
 */

static const double TURN = 6.283185307179586;

/* The body towards +x, in halves of a car: nose, shoulder, tail. */
static const double outline[5][2] = {
    {1.12, 0}, {0.42, 0.8}, {-0.86, 0.8}, {-0.86, -0.8}, {0.42, -0.8}};

static double car_size(const struct paper_view *view, const struct stock_look *look)
{
    return brush_sizes(view).car * look->size;
}

/* Small squares have no room for it beside the mark. */
static bool shows_number(const struct paper_view *view)
{
    return view->square >= 18 * view->scale;
}

void stock_draw_look(cairo_t *cairo, const struct paper_view *view, int height,
                     const struct stock_look *look, const struct paper_theme *theme)
{
    struct pixel at = brush_place(view, height, look->x, look->y);
    double size = car_size(view, look), half = size / 2, strength = look->finished ? 0.45 : 1;
    double angle = TURN * (look->heading - 2) / HEADING_COUNT, c = cos(angle), s = sin(angle);
    cairo_new_path(cairo);
    for (int i = 0; i < 5; i++) {
        double x = outline[i][0] * half, y = outline[i][1] * half;
        cairo_line_to(cairo, at.x + x * c - y * s, at.y + x * s + y * c);
    }
    cairo_close_path(cairo);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    brush_color(cairo, brush_mix(brush_pen(theme, look->pen), theme->paper, strength));
    brush_stroke(cairo, brush_sizes(view).thin * 1.3, 0, 0);
    /* A group is as large as the clip, and so is the ink that it is taken for. */
    cairo_save(cairo);
    cairo_rectangle(cairo, at.x - size, at.y - size, 2 * size, 2 * size);
    cairo_clip(cairo);
    cairo_push_group(cairo);
    paper_draw_mark(cairo, look->pen, at.x, at.y, size * 0.5, theme);
    cairo_pop_group_to_source(cairo);
    cairo_paint_with_alpha(cairo, strength);
    cairo_restore(cairo);
    if (look->out) {
        double reach = size * 0.5;
        double width = size * 0.1;
        cairo_new_path(cairo);
        brush_add_line(cairo, (struct pixel){at.x - reach, at.y - reach},
                       (struct pixel){at.x + reach, at.y + reach});
        brush_add_line(cairo, (struct pixel){at.x - reach, at.y + reach},
                       (struct pixel){at.x + reach, at.y - reach});
        brush_color(cairo, theme->ink);
        brush_stroke(cairo, width, 0, 0);
    }
    if (shows_number(view)) {
        char text[12];
        double letters = brush_number_size(view);
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
    double half = car_size(view, look) / 2, letters = brush_number_size(view);
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

struct stock_look stock_look_in_step(const struct session *session, int index, double progress,
                                     int number)
{
    struct step step = session_step(session, index);
    struct drives drives;
    struct stock_look look = stock_look_of(
        session, session_race_after(session, progress < 1 ? index : index + 1), number);
    drives_of(&step, &drives);
    for (int i = 0; i < drives.count && progress < 1; i++) {
        const struct page_drive *drive = &drives.items[i];
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

/* === ink ====================================================================================== */

/* Stock cars' ink: what each step of the session leaves on the map.
 *
 * A step in which orders are carried out shows all cars at once: tiles that became something else
 * are drawn anew, then each car's way in its pen with a tick a tile, a wave where
 * oil turned it, dashes and a cross where it left the track, a burst where cars crashed. All is
 * told by the events. Owns nothing.
 */

static const double FADED_ALPHA = 0.3;

/* --- ways ------------------------------------------------------------------------------------- */

/* Each car keeps to its own side of the middle, so that ways on the same tiles can be told apart.
 */
static struct pixel place_on_way(const struct paper_view *view, int height, int car, double x,
                                 double y)
{
    double angle = TURN * (car - 1) * 3 / 8, aside = 0.1;
    return brush_place(view, height, x + 0.5 + aside * cos(angle), y + 0.5 + aside * sin(angle));
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
            brush_add_tick(cairo, a, b, sizes.tick * (i == count - 1 ? 0.9 : 0.55), sizes.ink * 0.8,
                           7);
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
    double reach = brush_clamp(view->square * 0.45, 6 * view->scale, 18 * view->scale);
    brush_draw_burst(cairo, brush_place(view, height, x, y), reach, brush_sizes(view).thin * 1.4, 0,
                     0);
}

/* --- a step ----------------------------------------------------------------------------------- */

struct stock_inking {
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

static struct stock_inking inking_of(cairo_t *cairo, const struct paper_view *view,
                                     const struct session *session, int index)
{
    struct stock_inking inking = {.cairo = cairo,
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

struct stock_change {
    const struct race *race;
    struct point at;
    char tile;
};

static char tile_of_change(const struct stock_tiles *tiles, struct point at)
{
    const struct stock_change *change = tiles->of;
    return point_equal(at, change->at) ? change->tile : stock_tile(change->race, at);
}

/* Just this tile, whole pixels of it. */
static void draw_change(const struct stock_inking *inking, const struct race *race, struct point at,
                        char tile)
{
    struct stock_change change = {race, at, tile};
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
static void draw_reset(const struct stock_inking *inking)
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

static void draw_changes(const struct stock_inking *inking)
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
static void draw_wave(const struct stock_inking *inking, const struct event *event)
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

static void draw_marks(const struct stock_inking *inking)
{
    for (int i = 0; i < inking->step.event_count; i++) {
        const struct event *event = &inking->step.events[i];
        const struct stock_event *told = stock_event(event);
        if (!drives_reached(&inking->drives, event, inking->progress))
            continue;
        if (told->type == STOCK_EVENT_CRASHED) {
            tear_draw(
                inking->cairo, inking->view,
                brush_place(inking->view, inking->map->height, told->at.x + 0.5, told->at.y + 0.5),
                (uint64_t)(told->at.x * 977 + told->at.y), inking->theme->warning,
                inking->faded ? FADED_ALPHA : 1, inking->theme);
        } else if (told->type == STOCK_EVENT_OIL) {
            struct paper_color color =
                brush_pen(inking->theme, paper_pen_of(inking->session, event->car));
            color.alpha = inking->faded ? FADED_ALPHA : 1;
            brush_color(inking->cairo, color);
            draw_wave(inking, event);
        }
    }
}

static void draw_drive(const struct stock_inking *inking, const struct page_drive *drive,
                       double shown)
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
    struct stock_inking inking = inking_of(cairo, view, session, index);
    brush_color(cairo, brush_pen(theme, paper_pen_of(session, car)));
    for (int i = 0; i < inking.drives.count; i++)
        if (inking.drives.items[i].car == car)
            draw_drive(&inking, &inking.drives.items[i], progress * inking.drives.items[i].units);
}

static void draw_step(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                      int index, double progress, bool faded, const struct paper_theme *theme)
{
    struct stock_inking inking = inking_of(cairo, view, session, index);
    inking.theme = theme;
    inking.progress = progress;
    inking.faded = faded;
    draw_changes(&inking);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    for (int i = 0; i < inking.drives.count; i++) {
        const struct page_drive *drive = &inking.drives.items[i];
        double shown = drive_shown(&inking.drives, drive, progress);
        struct paper_color color = brush_pen(theme, paper_pen_of(session, drive->car));
        color.alpha = faded ? FADED_ALPHA : 1;
        brush_color(cairo, color);
        draw_drive(&inking, drive, shown);
    }
    draw_marks(&inking);
}

static void add_tile(const struct stock_inking *inking, struct point at, struct extent *extent)
{
    double margin =
        fmax(fmax(inking->view->square, 20 * inking->view->scale), tear_reach(inking->view));
    extent_add(extent, brush_place(inking->view, inking->map->height, at.x + 0.5, at.y + 0.5),
               margin);
}

static bool step_box(const struct paper_view *view, const struct session *session, int index,
                     double box[4])
{
    struct stock_inking inking = inking_of(NULL, view, session, index);
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
        const struct page_drive *drive = &inking.drives.items[i];
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

static const struct stock_map *stock_map_of_course(struct course course)
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

/* === turns ==================================================================================== */

/* Orders that were carried out, as rows of tables and points of a chart. */

/* An order that was carried out, as it is written down afterwards. */
struct turn_row {
    int car, round;
    const struct stock_event *drove; /* NULL: it retired */
    const char *order;               /* capitals without blanks */
    const struct stock_car *after;   /* after the step */
    const struct step *step;
};
typedef void turn_taker(void *context, const struct turn_row *row);

/* Those of the first steps, in the order in which they were carried out. */
static void stock_take_turns(const struct session *session, int steps, turn_taker *take,
                             void *context)
{
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        const struct race *after = session_race_after(session, i + 1);
        for (int j = 0; j < step.event_count; j++) {
            const struct event *event = &step.events[j];
            const struct stock_event *body = stock_event(event);
            if (body->type != STOCK_EVENT_DROVE && body->type != STOCK_EVENT_RETIRED)
                continue;
            bool drove = body->type == STOCK_EVENT_DROVE;
            struct turn_row row = {.car = event->car,
                                   .round = step.round,
                                   .drove = drove ? body : NULL,
                                   .order = drove ? stock_event_order(event) : "retire",
                                   .after = stock_car(after, event->car),
                                   .step = &step};
            take(context, &row);
        }
    }
}

/* What else happened to the car in this step, by the names that the referee has for it. */
static void write_words(const struct turn_row *row, struct text *into)
{
    const char *between = "";
    for (int i = 0; i < row->step->event_count; i++) {
        const struct event *event = &row->step->events[i];
        const struct stock_event *body = stock_event(event);
        bool own = event->car == row->car || (event->others >> row->car & 1);
        if (!own || body->type == STOCK_EVENT_ORDERED || body->type == STOCK_EVENT_DROVE ||
            body->type == STOCK_EVENT_END_SPEED || body->type == STOCK_EVENT_SPECIAL)
            continue;
        text_append_format(into, "%s%s", between, event->type);
        between = " ";
    }
}

static void write_csv_row(void *context, const struct turn_row *row)
{
    struct csv *csv = context;
    const struct stock_car *after = row->after;
    struct text words = {0};
    csv_integer(csv, row->round);
    csv_integer(csv, row->car);
    csv_text(csv, row->order);
    if (row->drove) {
        csv_integer(csv, row->drove->cards);
        csv_integer(csv, row->drove->speed);
        csv_integer(csv, row->drove->from.x);
        csv_integer(csv, row->drove->from.y);
    } else {
        csv_empty(csv, 4);
    }
    csv_integer(csv, after->at.x);
    csv_integer(csv, after->at.y);
    csv_text(csv, heading_names[after->heading]);
    csv_integer(csv, after->speed);
    csv_integer(csv, after->maximum);
    csv_integer(csv, after->wild_cards);
    write_words(row, &words);
    csv_text(csv, text_string(&words));
    csv_end_line(csv);
    text_free(&words);
}

static void stock_append_csv(const struct session *session, int steps, struct csv *csv)
{
    csv_headings(csv, "turn,car,order,cards,speed,from_x,from_y,x,y,heading,end_speed,maximum,"
                      "wild_cards,event");
    csv_end_line(csv);
    stock_take_turns(session, steps, write_csv_row, csv);
}

static void add_to_chart(void *context, const struct turn_row *row)
{
    if (row->drove)
        chart_add(context, row->car, row->drove->speed * row->drove->speed);
}

static void stock_fill_chart(struct chart *chart, const struct session *session)
{
    stock_take_turns(session, session_step_count(session), add_to_chart, chart);
}

/* === pages ==================================================================================== */

/* Stock cars on printed pages: the rules in force in short, the picture of an order, and a sheet
 * for each driver to write orders on.
 */

static bool is_on(const struct setup *setup, enum stock_field field)
{
    return setup->values[field] == STOCK_ON;
}

/* Is there such a tile on the map that is driven on? Without a map there may be. */
static bool has_tile(const struct setup *setup, const char *tiles)
{
    const struct stock_map *map = stock_map_of(setup);
    for (int i = 0; map && i < map->width * map->height; i++)
        if (map->tiles[i] != TILE_OFF && strchr(tiles, map->tiles[i]))
            return true;
    return !map;
}

/* --- rules in short --------------------------------------------------------------------------- */

static void explain_tiles(struct print_words *words, const struct setup *setup)
{
    bool mild = setup->values[STOCK_OFF_TRACK] == STOCK_MILD;
    words_head(words, "On the way");
    words_say(words, "Maximum.", "It is %d at first, never below 6, and no speed is above it.",
              setup->values[STOCK_MAX_SPEED]);
    words_say(
        words, "Off the track.",
        "The car stays on the last tile of the track, and the rest of the order is lost. For 1, 2, "
        "3 or more tiles that the order would drive outside it loses %s of speed and %s of its "
        "maximum%s.",
        mild ? "1, 2, 3" : "3, 6, 9", mild ? "1, 2, 3" : "2, 4, 8",
        !is_on(setup, STOCK_OIL) ? ""
        : mild                   ? "; 1 and 1 if oil turned it in this turn"
                                 : "; if oil turned it in this turn, at most 4 and 3");
    if (is_on(setup, STOCK_OIL))
        words_say(
            words, "Oil",
            "turns a car that drives onto it: draw left, right or not at all, each as likely. The "
            "rest of the order goes on from there.");
    if (is_on(setup, STOCK_SANDBAGS) && has_tile(setup, ".Ss"))
        words_say(
            words, "Sand",
            "hides bags. Each bag that a car drives onto takes 1 of its speed, though not of this "
            "turn's moves. A bag lies flat after the first car and is gone after the second. When "
            "the leader begins a new lap, the bags are hidden again.");
    if (has_tile(setup, "b"))
        words_say(
            words, "Banks",
            "turn a car once a turn by 45° the way their arrows go, after a move from bank to "
            "bank. It is no steer.");
    if (has_tile(setup, "P"))
        words_say(
            words, "Pits.",
            "At most speed 6 between the bars. Who drives on from P at speed s gains 10 − s of "
            "maximum, and a wild card for each whole 3 of that%s. It happens once a visit, and who "
            "was too fast gets nothing or loses it again.",
            is_on(setup, STOCK_SPECIALS) ? " (two with performance)" : "");
    if (is_on(setup, STOCK_CRASH))
        words_say(words, "Crash.",
                  "Cars on one tile at the end of a turn lose 1 of maximum and 1 of speed%s.",
                  is_on(setup, STOCK_OIL) ? ", and leave oil there" : "");
}

static void stock_explain(struct print_words *words, const struct setup *setup, bool table)
{
    int laps = stock_laps(setup);
    words_head(words, "The race");
    words_say(
        words, "",
        "%d %s. The first crossing of the chequered line, the way of the arrows, opens lap 1; the "
        "car that crosses it %d times is finished. Of two that finish in the same turn the one "
        "comes first that needed the smaller share of its moves for it.",
        laps, laps == 1 ? "lap" : "laps", laps + 1);
    words_head(words, "A turn");
    if (setup->values[STOCK_ORDERS] == STOCK_SECRET)
        words_say(
            words, "",
            "Every driver writes an order of letters in secret. Then all orders are carried out, "
            "car 1 first, without the cars being in each other's way.");
    else
        words_say(words, "",
                  "Car 1 writes an order of letters and carries it out, then car 2, and so on.");
    words_say(
        words, "An order",
        "is changes of speed, then exactly as many moves as the speed is now, then changes that "
        "count from the next turn. It is never empty: - is the order of a car that stands.");
    words_say(words, "M", "drives one tile ahead; (3M) is MMM.");
    words_say(words, "L, R", "turns 45° to the left or right and drives one tile ahead.");
    words_say(words, "A, B",
              "takes the speed up or down by 1. It stays from 0 to the car's maximum.");
    if (is_on(setup, STOCK_SLIPSTREAM))
        words_say(
            words, "S",
            "is a free A at the beginning for a car that stands right behind a car with the same "
            "heading, both at speed 1 or more.");
    words_say(
        words, "Wild cards.",
        "You begin with %d. At most two A, two B, two L and two R fit into an order. The second A "
        "costs a wild card, the second B another, and two L or two R or both together one more. "
        "Mark each card at its letter: A(A+1), R(R+1).",
        setup->values[STOCK_WILD_CARDS]);
    words_show_figure(words);
    if (table)
        words_say(
            words, "Writing.",
            "Write the order of each turn on your sheet, and after it the wild cards left, your "
            "speed, maximum and heading.");
    explain_tiles(words, setup);
    if (is_on(setup, STOCK_SPECIALS)) {
        words_head(words, "Specials");
        words_say(words, "", "Before the race every driver chooses one in secret.");
        for (int i = SPECIAL_TURBO; i <= SPECIAL_PERFORMANCE; i++) {
            char lead[40];
            snprintf(lead, sizeof lead, "%s.", stock_special_title((enum stock_special)i));
            words_say(words, lead, "%s", stock_special_sentence((enum stock_special)i));
        }
    }
}

/* --- the picture of an order ------------------------------------------------------------------ */

static char tile_of_rows(const struct stock_tiles *tiles, struct point at)
{
    const char *const *rows = tiles->of;
    return rows[tiles->height - 1 - at.y][at.x];
}

/* The order A(2M)RM(R+1) of a car at speed 4. The unit is a sixth of a millimetre. */
static void stock_draw_figure(cairo_t *cairo, const struct setup *setup, double width,
                              const struct paper_theme *theme)
{
    enum { COLUMNS = 7, ROWS = 4, SQUARE = 48, WORDS = 170 };
    static const char *const rows[ROWS] = {"****** ", "*******", "  *****", "  *****"};
    static const struct stock_entered way[] = {{{2, 3}, HEADING_E},
                                               {{3, 3}, HEADING_E},
                                               {{4, 2}, HEADING_SE},
                                               {{5, 1}, HEADING_SE},
                                               {{5, 0}, HEADING_S}};
    static const char *const letters[] = {"M", "M", "R", "M", "R+1"};
    static const char *const words[] = {"at speed 4:", "A(2M)RM(R+1)", "1 wild card,",
                                        "then 5 heading S"};
    struct stock_tiles tiles = {COLUMNS, ROWS, HEADING_E, TURN_NONE, tile_of_rows,
                                NULL,    NULL, rows,      NULL,      false};
    const struct paper_view view = {0, 0, SQUARE, 3};
    struct stock_look look = {1, 1, 1.5, 3.5, 1, HEADING_E, false, false};
    double left = fmax(width * 6 - COLUMNS * SQUARE - WORDS, 0) / 2;
    (void)setup;
    cairo_scale(cairo, 1 / 6.0, 1 / 6.0);
    cairo_translate(cairo, left, 10);
    cairo_save(cairo);
    cairo_rectangle(cairo, -8, -8, COLUMNS * SQUARE + 16, ROWS * SQUARE + 16);
    cairo_clip(cairo);
    stock_draw_tiles(cairo, &view, &tiles, true, theme);
    cairo_restore(cairo);
    brush_color(cairo, brush_pen(theme, 1));
    stock_draw_way(cairo, &view, ROWS, 1, (struct point){1, 3}, way, 5, 5);
    stock_draw_look(cairo, &view, ROWS, &look, theme);
    for (int i = 0; i < 5; i++) {
        struct pixel at = brush_place(&view, ROWS, way[i].at.x + 0.72, way[i].at.y + 0.78);
        lettering_draw_rimmed(cairo, letters[i], at.x, at.y, 19, theme->ink, theme);
    }
    for (int i = 0; i < 4; i++)
        lettering_draw(cairo, words[i], COLUMNS * SQUARE + 22, (i + 0.5) * SQUARE, 21, i == 1,
                       i == 1 ? theme->ink : theme->ink_soft);
}

/* --- the map ---------------------------------------------------------------------------------- */

/* The start line, with the tiles of the pits that belong to it. */
static int stock_spare(struct course course, double boxes[2][4])
{
    const struct stock_map *map = stock_map_of_course(course);
    struct extent extent = EXTENT_NOTHING;
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++)
            if (map->tiles[y * map->width + x] == TILE_LINE) {
                extent_add(&extent, (struct pixel){x, map->height - y - 1}, 0);
                extent_add(&extent, (struct pixel){x + 1, map->height - y}, 0);
            }
    if (extent.left > extent.right)
        return 0;
    memcpy(boxes[0], (const double[4]){extent.left, extent.top, extent.right, extent.bottom},
           sizeof boxes[0]);
    return 1;
}

/* --- a driver's sheet ------------------------------------------------------------------------- */

/* Millimetres. */
static const double SIZE = 3.6, LINE = 5.2, ROW = 8, HEAD = 6, HAIR = 0.13, FRAME = 0.4;
static const double TURN_WIDTH = 13, NUMBER_WIDTH = 19;
enum { BLANK_ROWS = 12, NUMBERS = 4 };
static const char *const number_titles[NUMBERS] = {"cards left", "speed", "maximum", "heading"};

/* What has been driven by one car. */
struct stock_driven {
    int car, count;
    struct turn_row rows[512];
};

static void add_row(void *context, const struct turn_row *row)
{
    struct stock_driven *driven = context;
    if (row->car == driven->car &&
        driven->count < (int)(sizeof driven->rows / sizeof *driven->rows))
        driven->rows[driven->count++] = *row;
}

static double column_x(const struct ink_order_sheet *sheet, int column)
{
    if (column < 2)
        return sheet->left + column * TURN_WIDTH;
    return sheet->left + sheet->width - (NUMBERS + 2 - column) * NUMBER_WIDTH;
}

static void write_in(cairo_t *cairo, const struct ink_order_sheet *sheet, int column, double y,
                     const char *text, double size, struct paper_color color)
{
    double x = column_x(sheet, column), width = column_x(sheet, column + 1) - x;
    char shown[CAPTION_BYTES];
    if (column == 1) {
        caption_fit(cairo, text, size, false, width - 4, shown);
        lettering_draw(cairo, shown, x + 2, y, size, false, color);
        return;
    }
    lettering_draw_aligned(cairo, text, x + width / 2, y, 0.5, size, false, color);
}

static void write_number(cairo_t *cairo, const struct ink_order_sheet *sheet, int column, double y,
                         int number, struct paper_color color)
{
    char text[12];
    snprintf(text, sizeof text, "%d", number);
    write_in(cairo, sheet, column, y, text, SIZE, color);
}

/* Turn numbers go on in blank rows; what was driven stands in the first ones. */
static void write_row(cairo_t *cairo, const struct ink_order_sheet *sheet,
                      const struct paper_theme *theme, const struct turn_row *row, int turn,
                      double y)
{
    write_number(cairo, sheet, 0, y, turn, theme->ink_soft);
    if (!row)
        return;
    write_in(cairo, sheet, 1, y, row->order, SIZE, theme->ink);
    write_number(cairo, sheet, 2, y, row->after->wild_cards, theme->ink);
    write_number(cairo, sheet, 3, y, row->after->speed, theme->ink);
    write_number(cairo, sheet, 4, y, row->after->maximum, theme->ink);
    write_in(cairo, sheet, 5, y, heading_names[row->after->heading], SIZE, theme->ink);
}

/* What the letters mean, in two columns. Returns where it ends. */
static double draw_letters(cairo_t *cairo, const struct ink_order_sheet *sheet,
                           const struct paper_theme *theme, double top)
{
    static const char *const letters[][2] = {
        {"A, B", "speed up, down by 1 (first or last)"},
        {"M, (3M)", "one tile ahead, three of them"},
        {"L, R", "turn 45° left, right and one ahead"},
        {"S", "slipstream: a free A behind a car"},
        {"(A+1) (B+1)", "a second one, for a wild card"},
        {"(L+1) (R+1)", "second steers, for one wild card"},
    };
    for (int i = 0; i < 6; i++) {
        if (letters[i][0][0] == 'S' && !is_on(sheet->setup, STOCK_SLIPSTREAM))
            continue;
        double x = sheet->left + i % 2 * sheet->width / 2, y = top + (i / 2 + 0.5) * LINE;
        lettering_draw(cairo, letters[i][0], x, y, SIZE, true, theme->ink);
        lettering_draw(cairo, letters[i][1], x + 24, y, SIZE, false, theme->ink);
    }
    return top + 3 * LINE;
}

static void stock_draw_order_sheet(cairo_t *cairo, const struct ink_order_sheet *sheet,
                                   const struct paper_theme *theme)
{
    double y = sheet->top;
    struct text beginning = {0};
    const struct setup *setup = sheet->setup;
    text_append_format(&beginning, "Car %d · at first speed 0, maximum %d, wild cards %d",
                       sheet->car, setup->values[STOCK_MAX_SPEED], setup->values[STOCK_WILD_CARDS]);
    if (is_on(setup, STOCK_SPECIALS))
        text_append(&beginning, " · special:");
    if (is_on(setup, STOCK_SPECIALS) && sheet->session) {
        const struct race *race = session_race_after(sheet->session, sheet->steps);
        if (!stock_choosing_specials(race))
            text_append_format(&beginning, " %s",
                               stock_special_title(stock_car(race, sheet->car)->special));
    }
    lettering_draw(cairo, text_string(&beginning), sheet->left, y + LINE / 2, SIZE, false,
                   theme->ink_soft);
    text_free(&beginning);
    double top = draw_letters(cairo, sheet, theme, y + LINE + 2) + 3;
    struct stock_driven *driven = memory_allocate(1, sizeof *driven);
    int rows = (int)((sheet->top + sheet->height - top - HEAD) / ROW);
    double body = top + HEAD, bottom = body + rows * ROW;
    driven->car = sheet->car;
    if (sheet->session)
        stock_take_turns(sheet->session, sheet->steps, add_row, driven);
    int first = driven->count + BLANK_ROWS > rows ? driven->count + BLANK_ROWS - rows : 0;
    first = first > driven->count ? driven->count : first;
    write_in(cairo, sheet, 0, top + HEAD / 2, "turn", 3, theme->ink_soft);
    write_in(cairo, sheet, 1, top + HEAD / 2, "order", 3, theme->ink_soft);
    for (int i = 0; i < NUMBERS; i++)
        write_in(cairo, sheet, i + 2, top + HEAD / 2, number_titles[i], 3, theme->ink_soft);
    for (int i = 0; i < rows; i++) {
        const struct turn_row *row = first + i < driven->count ? &driven->rows[first + i] : NULL;
        write_row(cairo, sheet, theme, row, row ? row->round : first + i + 1,
                  body + (i + 0.5) * ROW);
    }
    free(driven);
    cairo_new_path(cairo);
    for (int i = 1; i < rows; i++)
        brush_add_line(cairo, (struct pixel){sheet->left, body + i * ROW},
                       (struct pixel){sheet->left + sheet->width, body + i * ROW});
    for (int i = 1; i < NUMBERS + 2; i++)
        brush_add_line(cairo, (struct pixel){column_x(sheet, i), top},
                       (struct pixel){column_x(sheet, i), bottom});
    brush_color(cairo, theme->ink_soft);
    brush_stroke_blunt(cairo, HAIR, 0, 0);
    cairo_new_path(cairo);
    cairo_rectangle(cairo, sheet->left, top, sheet->width, bottom - top);
    brush_add_line(cairo, (struct pixel){sheet->left, body},
                   (struct pixel){sheet->left + sheet->width, body});
    brush_color(cairo, theme->ink);
    brush_stroke_blunt(cairo, FRAME, 0, 0);
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
