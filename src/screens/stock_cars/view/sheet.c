/* See film.h. */
#include "screens/stock_cars/view/sheet.h"

#include "base/memory.h"
#include "base/number.h"
#include "paper/moments.h"
#include "paper/paper.h"
#include "paper/stock_cars/ink.h"
#include "rules/stock_cars/stock_cars.h"
#include "screens/stock_cars/view/film.h"
#include "screens/stock_cars/view/reach.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { TILE_TIME = 110, NOTE_TIME = 1100, LAST_TIME = 300 }; /* milliseconds */

void film_free(struct film *film)
{
    free(film->pieces);
    *film = (struct film){0};
}

static void add_piece(struct film *film, int units, int event, int time)
{
    array_add(film->pieces, film->count, film->capacity,
              (struct film_piece){film->units, units, event, film->time});
    film->units += units;
    film->time += time;
}

/* Is it worth a pause? The ways and speeds are seen anyhow. */
static bool is_looked_at(const struct stock_event *body)
{
    enum stock_event_type type = body->type;
    if (type == STOCK_EVENT_SAND)
        return body->bag;
    return type != STOCK_EVENT_ORDERED && type != STOCK_EVENT_SPECIAL &&
           type != STOCK_EVENT_DROVE && type != STOCK_EVENT_END_SPEED && type != STOCK_EVENT_OVER;
}

/* What happened behind all ways is shown with the last unit. */
static bool is_of_the_end(const struct event *event)
{
    enum stock_event_type type = stock_event(event)->type;
    return type == STOCK_EVENT_CRASHED || type == STOCK_EVENT_PLACED ||
           type == STOCK_EVENT_SAND_RESET;
}

/* What happened with this move, of all cars; 0: behind all ways, at the end or before it. */
static void look_at(struct film *film, const struct step *step, int move, bool end)
{
    for (int i = 0; i < step->event_count; i++) {
        const struct stock_event *body = stock_event(&step->events[i]);
        if (body->move == move && is_of_the_end(&step->events[i]) == end && is_looked_at(body))
            add_piece(film, 0, i, NOTE_TIME);
    }
}

/* How many moves the longest way has, and whose way it is if one car drives alone; else -1. */
static int longest_way(const struct step *step, int *alone)
{
    int longest = 0, drivers = 0;
    for (int i = 0; i < step->event_count; i++) {
        const struct stock_event *body = stock_event(&step->events[i]);
        int moves = body->move; /* also the one by which a car leaves the track */
        if (body->type == STOCK_EVENT_DROVE) {
            stock_event_path(&step->events[i], &moves);
            if (moves > 0)
                *alone = drivers++ == 0 ? i : -1;
        }
        longest = number_larger(longest, moves);
    }
    return longest;
}

void film_find(struct film *film, const struct session *session, int index)
{
    struct step step = session_step(session, index);
    if (film->found && film->step == index)
        return;
    film_free(film);
    film->found = true;
    film->step = index;
    int alone = -1, longest = longest_way(&step, &alone), end = 0;
    for (int move = 1; move <= longest; move++) {
        add_piece(film, 1, alone, TILE_TIME);
        look_at(film, &step, move, false);
    }
    look_at(film, &step, 0, false);
    while (end < step.event_count && !is_of_the_end(&step.events[end]))
        end++;
    if (end < step.event_count)
        add_piece(film, 1, end, 0);
    look_at(film, &step, 0, true);
    if (film->count > 0)
        add_piece(film, end == step.event_count, -1, LAST_TIME);
}

int film_piece_at(const struct film *film, double share)
{
    int at = film->count - 1;
    while (at > 0 && film->pieces[at].began > share * film->time)
        at--;
    return at;
}

double film_progress(const struct film *film, double share)
{
    int at = film_piece_at(film, share);
    if (at < 0 || share >= 1)
        return 1;
    const struct film_piece *piece = &film->pieces[at];
    int end = at + 1 < film->count ? film->pieces[at + 1].began : film->time;
    double within =
        end > piece->began ? (share * film->time - piece->began) / (end - piece->began) : 1;
    return (piece->from + piece->units * fmin(within, 1)) / film->units;
}

/* Behind a look at what happened nothing new is to be seen, but for what happened besides. */
static bool is_moment(const struct film *film, int index)
{
    return index == 0 || film->pieces[index - 1].units > 0 ||
           (index < film->count - 1 && film->pieces[index].units == 0);
}

double film_moment(const struct film *film, double share, bool back)
{
    double now = share * film->time;
    for (int i = 0; i < film->count; i++) {
        int at = back ? film->count - 1 - i : i;
        int began = film->pieces[at].began;
        if (is_moment(film, at) && (back ? began < now - 0.5 : began > now + 0.5))
            return (began + 0.01) / film->time;
    }
    return back ? 0 : 1;
}

/* === reach ==================================================================================== */

/* A search tile by tile, layer by layer: after so many moves a car may be in so many states. */

/* --- reach ------------------------------------------------------------------------------------ */

/* Where a car may be on its way. */
struct stock_view_stand {
    struct point at;
    int heading, lefts, rights;
    bool banked; /* by this turn's bank */
};

struct stock_view_layer {
    struct stock_view_stand *items;
    int count, capacity;
};

static int compare_stands(const void *one, const void *other)
{
    const struct stock_view_stand *a = one, *b = other;
    const int differences[] = {a->at.x - b->at.x,   a->at.y - b->at.y,     a->heading - b->heading,
                               a->lefts - b->lefts, a->rights - b->rights, a->banked - b->banked};
    for (size_t i = 0; i < sizeof differences / sizeof differences[0]; i++)
        if (differences[i])
            return differences[i];
    return 0;
}

static void add_end(struct view_reach *reach, struct point at, int car)
{
    array_add(reach->tiles, reach->count, reach->capacity, (struct reached){at, car});
}

/* The tile ahead with what it makes of the heading. False: it is off the track. */
static bool enter(const struct race *race, enum turn bank, struct stock_view_stand *stand,
                  struct stock_view_layer *into)
{
    const struct point step = heading_steps[stand->heading];
    char from = stock_tile(race, stand->at);
    stand->at = (struct point){stand->at.x + step.x, stand->at.y + step.y};
    char tile = stock_tile(race, stand->at);
    if (tile == TILE_OFF)
        return false;
    if (from == TILE_BANK && tile == TILE_BANK && !stand->banked) {
        stand->heading = (int)heading_turned((enum heading)stand->heading, bank);
        stand->banked = true;
    }
    list_add(into, *stand);
    for (int turn = TURN_LEFT; turn <= TURN_RIGHT && tile == TILE_OIL; turn++) {
        struct stock_view_stand slid = *stand;
        slid.heading = (int)heading_turned((enum heading)stand->heading, (enum turn)turn);
        list_add(into, slid);
    }
    return true;
}

static void reach_of(struct view_reach *reach, const struct race *race, int number, enum turn bank)
{
    const struct stock_car *car = stock_car(race, number);
    struct stock_speed speeds[STOCK_SPEEDS];
    bool slipstream;
    int count = stock_speeds(race, number, speeds, &slipstream), most = 0;
    int steers = car->wild_cards > 0 || car->special == SPECIAL_SWAYBARS ? 2 : 1;
    struct stock_view_layer now = {0}, next = {0};
    for (int i = 0; i < count; i++)
        most = speeds[i].speed > most ? speeds[i].speed : most;
    list_add(&now, (struct stock_view_stand){.at = car->at, .heading = (int)car->heading});
    for (int moves = 0; moves <= most; moves++) {
        for (int i = 0; i < count; i++)
            for (int j = 0; speeds[i].speed == moves && j < now.count; j++)
                add_end(reach, now.items[j].at, number);
        next.count = 0;
        for (int i = 0; i < now.count && moves < most; i++) {
            const struct stock_view_stand *from = &now.items[i];
            for (int turn = TURN_NONE; turn <= TURN_RIGHT; turn++) {
                struct stock_view_stand to = *from;
                to.lefts += turn == TURN_LEFT;
                to.rights += turn == TURN_RIGHT;
                to.heading = (int)heading_turned((enum heading)from->heading, (enum turn)turn);
                if (to.lefts <= steers && to.rights <= steers && !enter(race, bank, &to, &next))
                    add_end(reach, from->at, number);
            }
        }
        struct stock_view_layer *layer = &next;
        int kept = 0;
        if (layer->count > 0)
            qsort(layer->items, (size_t)layer->count, sizeof *layer->items, compare_stands);
        for (int i = 0; i < layer->count; i++)
            if (kept == 0 || compare_stands(&layer->items[i], &layer->items[kept - 1]) != 0)
                layer->items[kept++] = layer->items[i];
        layer->count = kept;
        struct stock_view_layer driven = now;
        now = next;
        next = driven;
    }
    free(now.items);
    free(next.items);
}

static int compare_reached(const void *one, const void *other)
{
    const struct reached *a = one, *b = other;
    return a->car != b->car     ? a->car - b->car
           : a->at.y != b->at.y ? a->at.y - b->at.y
                                : a->at.x - b->at.x;
}

void reach_find(struct view_reach *reach, const struct race *race, const struct stock_map *map,
                int but)
{
    int kept = 0;
    reach_free(reach);
    for (int car = 1; car <= race->game->car_count(race); car++)
        if (car != but && stock_car(race, car)->status == STOCK_RACING)
            reach_of(reach, race, car, map->turn);
    if (reach->count > 0)
        qsort(reach->tiles, (size_t)reach->count, sizeof *reach->tiles, compare_reached);
    for (int i = 0; i < reach->count; i++)
        if (kept == 0 || compare_reached(&reach->tiles[i], &reach->tiles[kept - 1]) != 0)
            reach->tiles[kept++] = reach->tiles[i];
    reach->count = kept;
}

void reach_free(struct view_reach *reach)
{
    free(reach->tiles);
    *reach = (struct view_reach){0};
}

/* --- who is ahead ----------------------------------------------------------------------------- */

static bool is_on_track(const struct stock_map *map, struct point at)
{
    return stock_map_tile(map, at) != TILE_OFF;
}

/* The tiles whose distance is known, from the line backwards. */
struct stock_view_field {
    const struct stock_map *map;
    int *distances;
    struct point *known;
    int count;
};

/* What comes to a tile in one move, by crossing the line or without, is one move further away. */
static void add_before(struct stock_view_field *field, struct point to, int crossing)
{
    const struct stock_map *map = field->map;
    int after = crossing ? 0 : field->distances[to.y * map->width + to.x];
    for (int heading = 0; heading < HEADING_COUNT; heading++) {
        struct point step = heading_steps[heading], from = {to.x - step.x, to.y - step.y};
        if (!is_on_track(map, from) || stock_map_crossing(map, from, to) != crossing ||
            field->distances[from.y * map->width + from.x] >= 0)
            continue;
        field->distances[from.y * map->width + from.x] = after + 1;
        field->known[field->count++] = from;
    }
}

int *distances_to_line(const struct stock_map *map)
{
    int tiles = map->width * map->height;
    struct stock_view_field field = {.map = map,
                                     .distances = memory_allocate((size_t)tiles, sizeof(int)),
                                     .known = memory_allocate((size_t)tiles, sizeof(struct point))};
    for (int i = 0; i < tiles; i++)
        field.distances[i] = -1;
    for (int i = 0; i < tiles; i++)
        if (map->line[i])
            add_before(&field, (struct point){i % map->width, i / map->width}, 1);
    for (int i = 0; i < field.count; i++)
        add_before(&field, field.known[i], 0);
    free(field.known);
    return field.distances;
}

/* Is the one ahead of the other? */
static bool is_ahead(const struct stock_map *map, const int *distances, const struct stock_car *one,
                     const struct stock_car *other)
{
    int a = distances[one->at.y * map->width + one->at.x];
    int b = distances[other->at.y * map->width + other->at.x];
    if (one->crossings != other->crossings)
        return one->crossings > other->crossings;
    return a >= 0 && (b < 0 || a < b);
}

int place_so_far(const struct race *race, const struct stock_map *map, const int *distances,
                 int number)
{
    const struct stock_car *car = stock_car(race, number);
    int place = 1;
    if (car->status != STOCK_RACING)
        return car->place;
    for (int i = 1; i <= race->game->car_count(race); i++) {
        const struct stock_car *other = stock_car(race, i);
        place += other->status == STOCK_FINISHED ||
                 (other->status == STOCK_RACING && is_ahead(map, distances, other, car));
    }
    return place;
}

/* === way ====================================================================================== */

/* What lies over the sheet while an order is written: its way, the tiles that can be chosen, hints,
 * and what the others may reach.
 */

static const double TAG = 14;                    /* interface pixels */
static const double DISC = 0.38, DISC_MOST = 15; /* of a square; interface pixels */
static const double LINE = 0.1, DOT = 0.14;      /* of a square */

/* --- the way ---------------------------------------------------------------------------------- */

static struct pixel sheet_middle(const struct stock_sheet *sheet, struct point at)
{
    return brush_place(&sheet->view, sheet->rows, at.x + 0.5, at.y + 0.5);
}

static struct paper_color sheet_pen_color(const struct stock_sheet *sheet)
{
    return brush_pen(sheet->theme, paper_pen_of(sheet->scene.session, sheet->scene.car));
}

/* of who writes the order */
static double sheet_disc_radius(const struct stock_sheet *sheet)
{
    return fmin(sheet->view.square * DISC, DISC_MOST * sheet->view.scale);
}

/* Whole as far as it is known, dashed behind that and off the track. */
static void draw_way(cairo_t *cairo, const struct stock_sheet *sheet)
{
    const struct order_way *way = sheet->scene.way;
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
            double side = square * DOT;
            brush_add_line(cairo, (struct pixel){to.x - side, to.y - side},
                           (struct pixel){to.x + side, to.y + side});
            brush_add_line(cairo, (struct pixel){to.x - side, to.y + side},
                           (struct pixel){to.x + side, to.y - side});
            brush_stroke(cairo, width, 0, 0);
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
        /* A ring that leaves the car in sight. */
        double square = sheet->view.square, line = fmax(1.5 * sheet->view.scale, square * 0.06);
        struct pixel middle = sheet_middle(sheet, spot->at);
        brush_add_disc(cairo, middle.x, middle.y, square * 0.62);
        brush_color(cairo, color);
        brush_stroke(cairo, pointed ? 2 * line : line, 0, 0);
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
    const struct order_way *way = sheet->scene.way;
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
    const struct order_way *way = sheet->scene.way;
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

/* A corner of the tile a car, in its pen. */
static void draw_reach(cairo_t *cairo, const struct stock_sheet *sheet)
{
    const struct view_reach *reach = sheet->scene.reach;
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

static struct box sheet_hints_box(const struct stock_sheet *sheet)
{
    const struct hints *hints = sheet->scene.hints;
    struct extent extent = EXTENT_NOTHING;
    double box[4];
    for (int i = 0; hints && i < hints->count; i++)
        if (is_hinted(sheet, &hints->items[i]))
            extent_add(&extent, sheet_middle(sheet, hints->items[i].at), sheet->view.square);
    return extent_box(&extent, box) ? sheet_box(box) : box_make(0, 0, 0, 0);
}

static struct box sheet_reach_box(const struct stock_sheet *sheet)
{
    const struct view_reach *reach = sheet->scene.reach;
    struct extent extent = EXTENT_NOTHING;
    double box[4];
    for (int i = 0; reach && i < reach->count; i++)
        extent_add(&extent, sheet_middle(sheet, reach->tiles[i].at), sheet->view.square);
    return extent_box(&extent, box) ? sheet_box(box) : box_make(0, 0, 0, 0);
}

/* screens/stock_cars/view/sheet.c: the order's way, what goes on from there, hints, and the
 * others' reach; and where they lie. */
static struct box sheet_way_box(const struct stock_sheet *sheet)
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

static void sheet_draw_way(cairo_t *cairo, const struct stock_sheet *sheet)
{
    if (!sheet->scene.way)
        return;
    draw_reach(cairo, sheet);
    draw_way(cairo, sheet);
    for (int i = sheet->scene.way->spot_count - 1; i >= 0; i--)
        draw_spot(cairo, sheet, i);
    const struct hints *hints = sheet->scene.hints;
    for (int i = 0; hints && i < hints->count; i++)
        if (is_hinted(sheet, &hints->items[i]) && is_best_there(hints, &hints->items[i]))
            draw_hint(cairo, sheet, &hints->items[i]);
}

/* === sheet ==================================================================================== */

/* The sheet on the screen: the ground with the ink and the cars is a cached picture, of which a
 * step mends the boxes that it touched; the way that is being written lies over it as what is live.
 */

enum {
    LIVE_WAY,
    LIVE_SAID,
    LIVE_LEFT_NUMBERS,
    LIVE_LOWER_NUMBERS,
    LIVE_HINTS,
    LIVE_REACH,
    LIVE_MOTION
};
static const double SHEET_TAG = 14, GAP = 6; /* interface pixels */

/* --- the ground ------------------------------------------------------------------------------- */

static struct stock_look look_in_step(const struct stock_sheet *sheet, int car, double driven)
{
    return stock_look_in_step(sheet->scene.session, sheet->running, driven, car);
}

/* As it is drawn in this picture. */
static struct stock_look look_now(const struct stock_sheet *sheet, int car)
{
    const struct session *session = sheet->scene.session;
    return sheet->running >= 0
               ? look_in_step(sheet, car, sheet->driven)
               : stock_look_of(session, session_race_after(session, sheet->steps), car);
}

static void draw_look(cairo_t *cairo, const struct stock_sheet *sheet, int car)
{
    double box[4];
    struct stock_look look = look_now(sheet, car);
    stock_look_box(&sheet->view, sheet->rows, &look, box);
    if (brush_box_is_seen(cairo, box))
        stock_draw_look(cairo, &sheet->view, sheet->rows, &look, sheet->theme);
}

static void paint_course(cairo_t *cairo, void *context)
{
    const struct stock_sheet *sheet = context;
    paper_draw_sheet(cairo, &sheet->view, session_setup(sheet->scene.session)->course,
                     sheet->theme);
}

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct stock_sheet *sheet = context;
    const struct session *session = sheet->scene.session;
    paper_draw_ghost(cairo, &sheet->view, &sheet->scene.look->ghost, sheet->theme);
    paper_draw_ink(cairo, &sheet->view, session, sheet->steps, sheet->theme);
    if (sheet->running >= 0)
        paper_draw_step(cairo, &sheet->view, session, sheet->running, sheet->driven, false,
                        sheet->theme);
    for (int car = 1; car <= session_setup(session)->players; car++)
        if (!(sheet->lifted >> car & 1))
            draw_look(cairo, sheet, car);
}

/* Moments, and the cars that they move. */
static void draw_motion(cairo_t *cairo, const struct stock_sheet *sheet)
{
    const struct motion *motion = sheet->scene.look->motion;
    motion_draw(cairo, motion, &sheet->view, sheet->rows, sheet->theme);
    for (int car = 1; sheet->lifted >> car; car++) {
        struct stock_look look;
        if (!(sheet->lifted >> car & 1))
            continue;
        look = look_now(sheet, car);
        motion_begin_car(cairo, motion, car, sheet->view.square,
                         brush_place(&sheet->view, sheet->rows, look.x, look.y));
        stock_draw_look(cairo, &sheet->view, sheet->rows, &look, sheet->theme);
        motion_end_car(cairo);
    }
}

static void paint_live(cairo_t *cairo, void *context)
{
    const struct stock_sheet *sheet = context;
    draw_motion(cairo, sheet);
    sheet_draw_way(cairo, sheet);
    labels_draw(cairo, &sheet->labels, sheet->theme);
}

/* --- what is said ----------------------------------------------------------------------------- */

/* Beside the tile on which it happened, as far as the moment that is seen there reaches. */
static void write_happened(struct stock_sheet *sheet)
{
    static const double REACH = 2.2, FLAG = 4.2; /* units: of most of them, of what stands up */
    const struct event *event = sheet->scene.happened;
    double scale = sheet->view.scale, unit = motion_unit(&sheet->view), away = REACH * unit;
    if (!event->has_place)
        return;
    struct pixel at = sheet_middle(sheet, event->place);
    struct label_wish wish = {.x = at.x, .y = at.y, .away = away, .prefer_x = 1, .prefer_y = 1};
    labels_keep_off_disc(&sheet->labels, at.x, at.y, away * 0.8);
    labels_keep_off(&sheet->labels, (struct label_box){at.x - unit, at.y - FLAG * unit,
                                                       (FLAG + 1) * unit, FLAG * unit});
    labels_add(&sheet->labels, LABEL_PLATE, sheet->scene.said, SHEET_TAG * scale, sheet->theme->ink,
               240 * scale, &wish);
}

/* Beside the tile that is pointed at. */
static void write_said(struct stock_sheet *sheet)
{
    const struct stock_scene *scene = &sheet->scene;
    struct labels *labels = &sheet->labels;
    double scale = sheet->view.scale, radius = sheet_disc_radius(sheet);
    for (int i = 0; i < scene->way->spot_count; i++) {
        struct pixel at = sheet_middle(sheet, scene->way->spots[i].at);
        labels_keep_off_disc(labels, at.x, at.y, radius);
    }
    for (int i = 0; i < scene->way->tile_count; i++) {
        struct pixel at = sheet_middle(sheet, scene->way->tiles[i].at);
        labels_avoid_disc(labels, at.x, at.y, radius, 1);
    }
    const struct way_spot *spot = &scene->way->spots[scene->pointed];
    struct pixel at = sheet_middle(sheet, spot->at);
    struct label_wish wish = {.x = at.x, .y = at.y, .away = radius * 1.6, .prefer_x = 1};
    if (scene->said[0])
        labels_add(labels, LABEL_PLATE, scene->said, SHEET_TAG * scale,
                   spot->off ? sheet->theme->warning : sheet_pen_color(sheet), 240 * scale, &wish);
}

/* By what is said, where it finds room beside them. */
static void avoid_cars(struct stock_sheet *sheet)
{
    for (int car = 1; car <= session_setup(sheet->scene.session)->players; car++) {
        struct stock_look look = look_now(sheet, car);
        double box[4];
        stock_look_box(&sheet->view, sheet->rows, &look, box);
        labels_avoid(&sheet->labels, (struct label_box){box[0], box[1], box[2], box[3]}, 1);
    }
}

static bool holds_road(const void *course, double x, double y)
{
    struct point tile = {(int)floor(x), (int)floor(y)};
    return stock_map_tile(course, tile) != TILE_OFF;
}

/* Of every fifth tile, at its middle. */
static void write_numbers(struct stock_sheet *sheet)
{
    const struct session *session = sheet->scene.session;
    struct course course = session_setup(session)->course;
    const struct paper_view *view = &sheet->view;
    ink_of(course.game)->keep_off(&sheet->labels, view, course);
    for (int car = 1; car <= session_setup(session)->players; car++) {
        double box[4];
        if (paper_car_box(view, session, session_race_after(session, sheet->steps), car, box))
            labels_keep_off(&sheet->labels, (struct label_box){box[0], box[1], box[2], box[3]});
    }
    sheet->labels.road =
        (struct label_road){holds_road, course.body, sheet_whole(sheet->sheet).h / 2};
    sheet->first_lower =
        paper_label_numbers(&sheet->labels, view, course_size(course), true, sheet->theme);
}

static void write_labels(struct stock_sheet *sheet)
{
    const struct stock_scene *scene = &sheet->scene;
    const struct paper_view *view = &sheet->view;
    struct box whole = sheet_whole(sheet->sheet), corner = scene->look->sheet_box;
    double gap = GAP * view->scale;
    struct labels *labels = &sheet->labels;
    labels_end(labels);
    *labels = labels_begin((struct label_box){gap, gap, whole.w - 2 * gap, whole.h - 2 * gap},
                           view->scale);
    for (int i = 0; i < VIEW_COVERS; i++) {
        struct box over = scene->look->covered[i];
        if (over.w > 0)
            labels_keep_off(
                labels, (struct label_box){over.x - corner.x, over.y - corner.y, over.w, over.h});
    }
    avoid_cars(sheet);
    if (scene->happened)
        write_happened(sheet);
    else if (scene->way && scene->pointed >= 0)
        write_said(sheet);
    sheet->first_number = labels->count;
    write_numbers(sheet);
}

/* --- what has changed ------------------------------------------------------------------------- */

static void mend_near(struct stock_sheet *sheet, double x, double y, double reach)
{
    struct extent extent = EXTENT_NOTHING;
    double box[4];
    extent_add(&extent, brush_place(&sheet->view, sheet->rows, x, y), reach);
    extent_box(&extent, box);
    sheet_invalidate(sheet->sheet, sheet_box(box));
}

/* A tile and its neighbours: a car's way goes from one to the next. */
static void mend_round(struct stock_sheet *sheet, const struct stock_look *look)
{
    mend_near(sheet, look->x, look->y, fmax(1.5 * sheet->view.square, 24 * sheet->view.scale));
}

/* What is drawn round a tile at most: a burst, or where a car left the track. */
static double mark_reach(const struct stock_sheet *sheet)
{
    return fmax(2.5 * sheet->view.square, tear_reach(&sheet->view));
}

/* What has come, or gone, beside the cars. False: it may be anywhere. */
static bool mend_marks(struct stock_sheet *sheet, double driven)
{
    const struct session *session = sheet->scene.session;
    struct step step = session_step(session, sheet->running);
    for (int i = 0; i < step.event_count; i++) {
        const struct stock_event *event = stock_event(&step.events[i]);
        bool far = event->type == STOCK_EVENT_SAND_RESET,
             marks = event->type == STOCK_EVENT_CRASHED;
        if (!far && !marks && event->type != STOCK_EVENT_LEFT_TRACK)
            continue;
        if (stock_reached_in_step(session, sheet->running, i, sheet->driven) ==
            stock_reached_in_step(session, sheet->running, i, driven))
            continue;
        if (far)
            return false;
        mend_near(sheet, event->at.x + 0.5, event->at.y + 0.5, mark_reach(sheet));
    }
    return true;
}

/* The ways of a step have faded. */
static void mend_ways(struct stock_sheet *sheet, int index)
{
    if (index < 0)
        return;
    struct step step = session_step(sheet->scene.session, index);
    for (int i = 0; i < step.event_count; i++) {
        struct extent extent = EXTENT_NOTHING;
        double box[4];
        int count;
        if (stock_event(&step.events[i])->type != STOCK_EVENT_DROVE)
            continue;
        const struct stock_entered *path = stock_event_path(&step.events[i], &count);
        extent_add(&extent, sheet_middle(sheet, stock_event(&step.events[i])->from),
                   mark_reach(sheet));
        for (int j = 0; j < count; j++)
            extent_add(&extent, sheet_middle(sheet, path[j].at), mark_reach(sheet));
        extent_box(&extent, box);
        sheet_invalidate(sheet->sheet, sheet_box(box));
    }
}

/* Cars that have gone on, or back. */
static void drive_on(struct stock_sheet *sheet, double driven)
{
    int cars = session_setup(sheet->scene.session)->players;
    double before = sheet->driven;
    bool far = false;
    for (int car = 1; car <= cars && !far; car++) {
        struct stock_look old = look_in_step(sheet, car, before);
        struct stock_look new = look_in_step(sheet, car, driven);
        bool moved = old.x != new.x || old.y != new.y || old.heading != new.heading ||
                     old.size != new.size || old.finished != new.finished || old.out != new.out;
        far = fabs(old.x - new.x) > 1.5 || fabs(old.y - new.y) > 1.5;
        if (moved) {
            mend_round(sheet, &old);
            mend_round(sheet, &new);
        }
    }
    if (far || !mend_marks(sheet, driven))
        sheet_repaint(sheet->sheet);
    sheet->driven = driven;
}

/* Do these steps leave any ink, or stand cars elsewhere? */
static bool differ(const struct stock_sheet *sheet, int low, int high)
{
    const struct session *session = sheet->scene.session;
    double box[4];
    for (int i = low; i < high && i < session_step_count(session); i++)
        if (paper_step_box(&sheet->view, session, i, box) ||
            session_step(session, i).event_count > 1)
            return true;
    return false;
}

/* A car leaves the ground, or comes to stand there. */
static void follow_lifted(struct stock_sheet *sheet)
{
    uint64_t lifted = sheet->scene.look->motion->posed, changed = lifted ^ sheet->lifted;
    for (int car = 1; changed >> car; car++) {
        struct stock_look look;
        if (!(changed >> car & 1))
            continue;
        look = look_now(sheet, car);
        mend_round(sheet, &look);
    }
    sheet->lifted = lifted;
}

static void follow_motion(struct stock_sheet *sheet)
{
    struct box boxes[MOTION_LIMIT + PLAYER_LIMIT];
    const struct motion *motion = sheet->scene.look->motion;
    double box[4], scale = sheet->view.scale;
    int count = 0;
    for (int i = 0; i < motion->count; i++) {
        motion_look_box(&motion->looks[i], &sheet->view, sheet->rows, box);
        boxes[count++] = sheet_box(box);
    }
    for (int car = 1; sheet->lifted >> car; car++) {
        struct stock_look look;
        if (!(sheet->lifted >> car & 1))
            continue;
        look = look_now(sheet, car);
        stock_look_box(&sheet->view, sheet->rows, &look, box);
        motion_widen(motion, car, sheet->view.square,
                     brush_place(&sheet->view, sheet->rows, look.x, look.y), box);
        boxes[count++] = sheet_box(box);
    }
    sheet_set_motion(sheet->sheet, LIVE_MOTION, boxes, count);
    sheet_shake(sheet->sheet, (int)lround(motion->shake_x * scale),
                (int)lround(motion->shake_y * scale));
    if (motion->grown != sheet->grown)
        sheet_set_live(sheet->sheet, LIVE_WAY, sheet_way_box(sheet));
    sheet->grown = motion->grown;
}

static void follow_live(struct stock_sheet *sheet, bool moved)
{
    const struct stock_scene *scene = &sheet->scene;
    uint64_t shown = hash_number(hash_number(HASH_START, scene->way != NULL), scene->pointed);
    shown = hash_number(shown, (int64_t)scene->way_key);
    shown = hash_number(shown, (int64_t)(intptr_t)scene->happened);
    shown = hash_bytes(shown, scene->look->covered, sizeof scene->look->covered);
    if (!moved && shown == sheet->shown)
        return;
    sheet->shown = shown;
    write_labels(sheet);
    struct box way = sheet_way_box(sheet);
    sheet_set_live(sheet->sheet, LIVE_WAY, way);
    uint64_t wide = hash_number(hash_number(HASH_START, (int64_t)scene->way_key),
                                (int64_t)(intptr_t)scene->way);
    if (moved || wide != sheet->wide) {
        sheet_set_live(sheet->sheet, LIVE_HINTS, sheet_hints_box(sheet));
        sheet_set_live(sheet->sheet, LIVE_REACH, sheet_reach_box(sheet));
    }
    sheet->wide = wide;
    const struct labels *labels = &sheet->labels;
    const int first = sheet->first_number, lower = sheet->first_lower;
    sheet_set_labels(sheet->sheet, LIVE_SAID, shown, (struct box){0}, labels, 0, first);
    sheet_set_labels(sheet->sheet, LIVE_LEFT_NUMBERS, HASH_START, (struct box){0}, labels, first,
                     lower);
    sheet_set_labels(sheet->sheet, LIVE_LOWER_NUMBERS, HASH_START, (struct box){0}, labels, lower,
                     labels->count);
}

void stock_sheet_draw(struct stock_sheet *sheet, struct canvas *canvas,
                      const struct stock_scene *scene)
{
    struct box box = scene->look->sheet_box;
    if (canvas_is_muted(canvas) || box.w == 0 || box.h == 0)
        return;
    sheet->scene = *scene;
    sheet->theme = canvas_theme(canvas);
    sheet->view = scene->look->camera->view;
    sheet->rows = course_size(session_setup(scene->session)->course).y;
    enum sheet_news news = sheet_follow(sheet->sheet, canvas, box, &sheet->view);
    sheet_set_ghost(sheet->sheet, &scene->look->ghost);
    const struct view_look *look = sheet->scene.look;
    int low = look->steps < sheet->steps ? look->steps : sheet->steps;
    int high = look->steps < sheet->steps ? sheet->steps : look->steps;
    bool ended = sheet->running >= 0 && look->running < 0;
    if (ended && sheet->steps == sheet->running && look->steps == sheet->running + 1) {
        drive_on(sheet, 1);
        mend_ways(sheet, paper_fading_step(sheet->scene.session, sheet->running));
    } else if (ended || high > session_step_count(sheet->scene.session) || differ(sheet, low, high))
        sheet_repaint(sheet->sheet);
    sheet->steps = look->steps;
    if (look->running != sheet->running)
        sheet->driven = 0;
    sheet->running = look->running;
    if (look->running >= 0 && sheet->scene.driven != sheet->driven)
        drive_on(sheet, sheet->scene.driven);
    follow_lifted(sheet);
    follow_live(sheet, news != SHEET_STAYS);
    follow_motion(sheet);
    sheet_draw(sheet->sheet, canvas, box.x, box.y);
}

struct stock_sheet *stock_sheet_create(void)
{
    struct stock_sheet *sheet = memory_allocate(1, sizeof *sheet);
    sheet->sheet = sheet_create((struct sheet_painter){.ground = paint_ground,
                                                       .live = paint_live,
                                                       .context = sheet,
                                                       .course = paint_course,
                                                       .at_once = true});
    sheet->running = -1;
    return sheet;
}

void stock_sheet_free(struct stock_sheet *sheet)
{
    sheet_free(sheet->sheet);
    labels_end(&sheet->labels);
    free(sheet);
}

const struct labels *stock_sheet_labels(const struct stock_sheet *sheet)
{
    return &sheet->labels;
}
