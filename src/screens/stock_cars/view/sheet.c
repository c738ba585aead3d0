/* See inside.h. */
#include "base/memory.h"
#include "paper/moments.h"
#include "paper/paper.h"
#include "paper/stock_cars/ink.h"
#include "rules/stock_cars/stock_cars.h"
#include "screens/stock_cars/view/inside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Milliseconds: a tile, and one on which something happens; what happens on the way is a moment of
 * its own for who goes through the turn, and else stands there for a while; crashes have theirs. */
enum { TILE_TIME = 110, SLOW_TIME = 240, ON_THE_WAY = 1, SEEN_TIME = 1300, NOTE_TIME = 1300 };
enum { LAST_TIME = 500 };

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

static bool happens_with(const struct event *event, int move, bool end)
{
    const struct stock_event *body = stock_event(event);
    return body->move == move && is_of_the_end(event) == end && is_looked_at(body);
}

/* What happened with this move, of all cars; 0: behind all ways, at the end or before it. */
static void look_at(struct film *film, const struct step *step, int move, bool end)
{
    for (int i = 0; i < step->event_count; i++)
        if (happens_with(&step->events[i], move, end))
            add_piece(film, 0, i, end ? NOTE_TIME : ON_THE_WAY);
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
        /* All cars together, slower where something happens. */
        bool slow = false;
        for (int i = 0; i < step.event_count; i++)
            slow |= happens_with(&step.events[i], move, false);
        add_piece(film, 1, alone, slow ? SLOW_TIME : TILE_TIME);
        look_at(film, &step, move, false);
    }
    look_at(film, &step, 0, false);
    while (end < step.event_count && !is_of_the_end(&step.events[end]))
        end++;
    if (end < step.event_count)
        add_piece(film, 1, end, 0);
    look_at(film, &step, 0, true);
    int last = film->time;
    for (int i = 0; i < film->count; i++)
        if (film->pieces[i].units == 0) /* until it has been seen */
            last = number_larger(last, film->pieces[i].began + SEEN_TIME);
    if (film->count > 0)
        add_piece(film, end == step.event_count, -1, last - film->time + LAST_TIME);
}

int film_seen(const struct film *film, double share, int events[FILM_SEEN])
{
    double now = share * film->time;
    int count = 0, at = film_piece_at(film, share);
    for (int i = at; i >= 0 && share < 1 && count < FILM_SEEN; i--) {
        const struct film_piece *piece = &film->pieces[i];
        if (piece->units > 0 || piece->event < 0 || now - piece->began >= SEEN_TIME)
            continue;
        events[count++] = piece->event;
        if (i + 1 < film->count && film->pieces[i + 1].began - piece->began == NOTE_TIME)
            break; /* a crash is looked at alone */
    }
    return count;
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
        if (stock_map_tile(map, from) == TILE_OFF ||
            stock_map_crossing(map, from, to) != crossing ||
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

static struct pixel sheet_middle(const struct race_sheet *sheet, struct point at)
{
    return brush_place(&sheet->paper, sheet->rows, at.x + 0.5, at.y + 0.5);
}

static struct paper_color sheet_pen_color(const struct race_sheet *sheet)
{
    return brush_pen(sheet->theme, paper_pen_of(sheet->session, sheet->view->car));
}

/* of who writes the order */
static double sheet_disc_radius(const struct race_sheet *sheet)
{
    return fmin(sheet->paper.square * DISC, DISC_MOST * sheet->paper.scale);
}

/* Whole as far as it is known, dashed behind that and off the track. */
static void draw_way(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    (void)which;
    const struct order_way *way = &sheet->view->way;
    const struct race *race = session_race(sheet->session);
    double square = sheet->paper.square, scale = sheet->paper.scale;
    double width = fmax(square * LINE, 1.5 * scale);
    struct pixel from = sheet_middle(sheet, stock_car(race, sheet->view->car)->at);
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
    const struct stock_car *ends = &way->trial.ends;
    bool known = way->trial.path_count == way->trial.moves || !way->trial.unknown;
    if (way->tile_count == 0 || (way->left > 0 && !way->settled) || !known)
        return;
    struct stock_look look = {.car = sheet->view->car,
                              .pen = paper_pen_of(sheet->session, sheet->view->car),
                              .x = ends->at.x + 0.5,
                              .y = ends->at.y + 0.5,
                              .size = 1,
                              .heading = ends->heading,
                              .finished = true}; /* pale: it is not there yet */
    stock_draw_look(cairo, &sheet->paper, sheet->rows, &look, sheet->theme);
}

/* Of the way to a tile that is pointed at: over this one, from the one before. */
static void draw_way_on(cairo_t *cairo, void *context, int index)
{
    const struct race_sheet *sheet = context;
    const struct order_way *way = &sheet->view->way;
    const struct way_spot *spot = &way->spots[index];
    double width = fmax(sheet->paper.square * LINE, 1.5 * sheet->paper.scale);
    int before = spot->kind == 'M' ? way_spot_of(way, 'M', spot->count - 1) : -1;
    struct point from = before >= 0           ? way->spots[before].at
                        : way->tile_count > 0 ? way->tiles[way->tile_count - 1].at
                                              : stock_shown_car(sheet->view)->at;
    brush_add_line(cairo, sheet_middle(sheet, from), sheet_middle(sheet, spot->at));
    brush_color(cairo, spot->off ? sheet->theme->warning : sheet_pen_color(sheet));
    brush_stroke(cairo, width, width * 1.2, width * 1.2);
}

static bool is_on_way(const struct order_way *way, int index, int pointed)
{
    const struct way_spot *spot = &way->spots[index], *end = &way->spots[pointed];
    return index == pointed || (spot->kind == 'M' && end->kind == 'M' && spot->count < end->count);
}

static bool is_taken(const struct race_sheet *sheet, struct point at)
{
    const struct race *race = session_race(sheet->session);
    for (int car = stock_cars_game.car_count(race); car > 0; car--)
        if (stock_car(race, car)->status == STOCK_RACING &&
            point_equal(stock_car(race, car)->at, at))
            return true;
    return false;
}

/* A letter on a disc, filled where it is pointed at, with a ? where chance has a say; further ahead
 * a ring, or that ?. */
static void draw_spot(cairo_t *cairo, void *context, int index)
{
    const struct race_sheet *sheet = context;
    const struct way_spot *spot = &sheet->view->way.spots[index];
    const struct paper_theme *theme = sheet->theme;
    bool pointed = index == sheet->view->pointed;
    double radius = sheet_disc_radius(sheet), scale = sheet->paper.scale;
    struct paper_color color = spot->off ? theme->warning : sheet_pen_color(sheet);
    struct pixel at = sheet_middle(sheet, spot->at);
    bool far = spot->count > 1, asks = spot->chance && !pointed && !spot->unsure;
    char letter[12] = {spot->unsure || far ? '?' : spot->kind, asks && !far ? '?' : '\0', '\0'};
    if (is_taken(sheet, spot->at)) {
        /* A ring that leaves the car in sight. */
        double square = sheet->paper.square, line = fmax(1.5 * sheet->paper.scale, square * 0.06);
        struct pixel middle = sheet_middle(sheet, spot->at);
        brush_add_disc(cairo, middle.x, middle.y, square * 0.62);
        brush_color(cairo, color);
        brush_stroke(cairo, pointed ? 2 * line : line, 0, 0);
        return;
    }
    radius = far && !pointed ? radius * (asks ? 0.7 : 0.42) : radius;
    radius *= 0.3 + 0.7 * sheet->look->motion->grown;
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
static bool is_hinted(const struct race_sheet *sheet, const struct stock_hint *hint)
{
    const struct order_way *way = &sheet->view->way;
    const struct way_tile *last = way->tile_count > 0 ? &way->tiles[way->tile_count - 1] : NULL;
    struct point at =
        last ? last->at : stock_car(session_race(sheet->session), sheet->view->car)->at;
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
static void draw_hint(cairo_t *cairo, const struct race_sheet *sheet, const struct stock_hint *hint)
{
    double size = fmin(sheet->paper.square * 0.5, TAG * sheet->paper.scale);
    const struct order_way *way = &sheet->view->way;
    int spot = way_spot_at(way, hint->at);
    struct pixel at = sheet_middle(sheet, hint->at);
    bool best = stock_hint_is_best(sheet->view->hints, hint);
    char text[12];
    if (spot >= 0 && way->spots[spot].count == 1) {
        at.x += sheet->paper.square * 0.34;
        at.y += sheet->paper.square * 0.34;
        size *= 0.8;
    }
    snprintf(text, sizeof text, "%d", hint->turns);
    brush_add_disc(cairo, at.x, at.y, size * 0.85);
    brush_color(cairo, brush_mix(sheet->theme->action, sheet->theme->paper, best ? 0.3 : 0));
    cairo_fill(cairo);
    lettering_draw_aligned(cairo, text, at.x, at.y, 0.5, size, best, sheet->theme->ink);
}

/* A pale cloud a car, in its pen: puffs on the tiles that it may come to. */
static void draw_reach(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    (void)which;
    const struct view_reach *reach = &sheet->view->reach;
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    for (int car = 1; car <= session_setup(sheet->session)->players; car++) {
        cairo_new_path(cairo);
        for (int i = 0; i < reach->count; i++) {
            struct point tile = reach->tiles[i].at;
            struct pixel at = brush_place(&sheet->paper, sheet->rows, tile.x + 0.5, tile.y + 0.5);
            double puff = 0.71 + 0.08 * brush_chance((uint64_t)(tile.x + 500 * car), tile.y);
            if (reach->tiles[i].car == car)
                brush_add_disc(cairo, at.x, at.y, puff * sheet->paper.square);
        }
        struct paper_color color = brush_pen(sheet->theme, paper_pen_of(sheet->session, car));
        brush_color(cairo, color_fade(color, 0.15));
        cairo_fill(cairo);
    }
}

static void draw_hints(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    const struct hints *hints = sheet->view->hints;
    (void)which;
    for (int i = 0; i < hints->count; i++)
        if (is_hinted(sheet, &hints->items[i]) && is_best_there(hints, &hints->items[i]))
            draw_hint(cairo, sheet, &hints->items[i]);
}

/* === sheet ==================================================================================== */

/* What a view tells the sheet: cars, and while an order is written all that belongs to it. */

static struct stock_look look_now(const struct race_sheet *sheet, int car)
{
    return sheet->look->running >= 0
               ? stock_look_in_step(sheet->session, sheet->look->running, sheet->inked, car)
               : stock_look_of(sheet->session, sheet->race, car);
}

static void paint_car(cairo_t *cairo, void *context, int car)
{
    const struct race_sheet *sheet = context;
    struct stock_look look = look_now(sheet, car);
    stock_draw_look(cairo, &sheet->paper, sheet->rows, &look, sheet->theme);
}

static void lay_cars(struct race_sheet *sheet)
{
    for (int car = 1; car <= session_setup(sheet->session)->players; car++) {
        struct stock_look look = look_now(sheet, car);
        const int shown[] = {(int)look.heading, look.finished, look.out};
        const double place[] = {look.x, look.y, look.size};
        race_lay_car(sheet, car, sheet->look->running >= 0 ? LAYER_STANDING : LAYER_CARS,
                     hash_bytes(hash_bytes(HASH_START, shown, sizeof shown), place, sizeof place),
                     brush_place(&sheet->paper, sheet->rows, look.x, look.y), paint_car);
    }
}

/* The air between a car and the one right ahead of it, as long as they drive off. */
static void paint_slipstream(cairo_t *cairo, void *context, int car)
{
    const struct race_sheet *sheet = context;
    const struct race *before = session_race_after(sheet->session, sheet->look->running);
    const struct stock_car *behind = stock_car(before, car);
    struct point next = point_add(behind->at, heading_steps[behind->heading]);
    for (int other = stock_cars_game.car_count(before); other > 0; other--) {
        if (other == car || !point_equal(stock_car(before, other)->at, next))
            continue;
        struct stock_look a = look_now(sheet, car), b = look_now(sheet, other);
        struct pixel from = brush_place(&sheet->paper, sheet->rows, a.x, a.y);
        struct pixel to = brush_place(&sheet->paper, sheet->rows, b.x, b.y);
        double away = hypot(to.x - from.x, to.y - from.y), wide = sheet->paper.square * 0.3;
        if (away < 1)
            return;
        struct pixel aside = {(from.y - to.y) / away * wide, (to.x - from.x) / away * wide};
        brush_color(cairo, color_fade(sheet->theme->action, 0.22));
        cairo_move_to(cairo, to.x + aside.x, to.y + aside.y);
        cairo_line_to(cairo, to.x - aside.x, to.y - aside.y);
        cairo_line_to(cairo, from.x - aside.x * 0.4, from.y - aside.y * 0.4);
        cairo_line_to(cairo, from.x + aside.x * 0.4, from.y + aside.y * 0.4);
        cairo_close_path(cairo);
        cairo_fill(cairo);
    }
}

static void lay_slipstreams(struct race_sheet *sheet)
{
    enum { TILES = 4 };
    const struct view *view = sheet->view;
    bool begins = sheet->look->running >= 0 && sheet->inked * view->film.units < TILES;
    for (int car = 1; car <= session_setup(sheet->session)->players; car++) {
        struct stock_speed speeds[STOCK_SPEEDS];
        bool slips = false;
        if (begins)
            stock_speeds(session_race_after(sheet->session, sheet->look->running), car, speeds,
                         &slips);
        race_lay(sheet, LAYER_WET,
                 slips ? hash_bytes(HASH_START, &sheet->inked, sizeof sheet->inked) : 0,
                 paint_slipstream, car);
    }
}

static void paint_kerb(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    struct stock_tiles tiles = stock_tiles_of_map(stock_map_of(session_setup(sheet->session)));
    stock_draw_bend(cairo, &sheet->paper, &tiles, &sheet->view->bends[which],
                    brush_mix(sheet->theme->warning, sheet->theme->action,
                              (sheet->view->kerbs[which] - 1) / 3.0),
                    sheet->theme);
}

/* How much farther the car that is to act drives in a turn of its order's speed than the way leads
 * straight past a bend, so that it has to steer twice: blue is not at all, the redder the more.
 * While it drives they stay as they were. */
static void lay_kerbs(struct race_sheet *sheet)
{
    struct view *view = sheet->view;
    for (int i = 0; i < view->bend_count; i++) {
        int above = (view->way.speed - view->bends[i].room + 1) / 2;
        if (sheet->look->running < 0)
            view->kerbs[i] = stock_chooses(view) && !stock_choosing_specials(sheet->race)
                                 ? 1 + number_larger(0, number_smaller(above, 3))
                                 : 0;
        race_lay(sheet, LAYER_PLATES, (uint64_t)view->kerbs[i], paint_kerb, i);
    }
}

/* --- what is said ----------------------------------------------------------------------------- */

/* Beside the tile on which it happened, as far as the moment that is seen there reaches. */
static void write_happened(struct race_sheet *sheet, const struct event *event)
{
    static const double REACH = 2.2, FLAG = 4.2; /* units: of most of them, of what stands up */
    const struct view *view = sheet->view;
    double scale = sheet->paper.scale, unit = motion_unit(&sheet->paper), away = REACH * unit;
    struct text words = {0};
    if (!event->has_place || stock_event(event)->type == STOCK_EVENT_BANKED)
        return; /* it is seen where it is, or is plain enough */
    struct pixel at = sheet_middle(sheet, event->place);
    struct label_wish wish = {.x = at.x, .y = at.y, .away = away, .prefer_x = 1, .prefer_y = 1};
    labels_keep_off_disc(&sheet->labels, at.x, at.y, away * 0.8);
    labels_keep_off(&sheet->labels, (struct label_box){at.x - unit, at.y - FLAG * unit,
                                                       (FLAG + 1) * unit, FLAG * unit});
    stock_cars_game.describe(session_race_after(view->session, view->film.step + 1), event,
                             view->names, &words);
    labels_add(&sheet->labels, LABEL_PLATE, text_string(&words), TAG * scale, sheet->theme->ink,
               240 * scale, &wish);
    text_free(&words);
}

/* Beside the tile that is pointed at. */
static void write_said(struct race_sheet *sheet)
{
    const struct view *view = sheet->view;
    struct labels *labels = &sheet->labels;
    double scale = sheet->paper.scale, radius = sheet_disc_radius(sheet);
    for (int i = 0; i < view->way.spot_count; i++) {
        struct pixel at = sheet_middle(sheet, view->way.spots[i].at);
        labels_keep_off_disc(labels, at.x, at.y, radius);
    }
    for (int i = 0; i < view->way.tile_count; i++) {
        struct pixel at = sheet_middle(sheet, view->way.tiles[i].at);
        labels_avoid_disc(labels, at.x, at.y, radius, 1);
    }
    const struct way_spot *spot = &view->way.spots[view->pointed];
    struct pixel at = sheet_middle(sheet, spot->at);
    struct label_wish wish = {.x = at.x, .y = at.y, .away = radius * 1.6, .prefer_x = 1};
    if (view->said[0])
        labels_add(labels, LABEL_PLATE, view->said, TAG * scale,
                   spot->off ? sheet->theme->warning : sheet_pen_color(sheet), 240 * scale, &wish);
}

static bool holds_road(const void *course, double x, double y)
{
    struct point tile = {(int)floor(x), (int)floor(y)};
    return stock_map_tile(course, tile) != TILE_OFF;
}

/* What is said rather leaves cars free; numbers do, of every fifth tile at its middle. */
static void write_labels(struct race_sheet *sheet, bool writes)
{
    const struct view *view = sheet->view;
    struct course course = session_setup(sheet->session)->course;
    struct labels *labels = &sheet->labels;
    int cars = session_setup(sheet->session)->players;
    double box[4];
    for (int car = 1; car <= cars; car++) {
        struct stock_look look = look_now(sheet, car);
        stock_look_box(&sheet->paper, sheet->rows, &look, box);
        labels_avoid(labels, (struct label_box){box[0], box[1], box[2], box[3]}, 1);
    }
    struct step step = {0};
    if (view->seen_count > 0)
        step = session_step(view->session, view->film.step);
    for (int i = 0; i < view->seen_count; i++)
        write_happened(sheet, &step.events[view->seen[i]]);
    if (writes && view->pointed >= 0)
        write_said(sheet);
    ink_of(course.game)->keep_off(labels, &sheet->paper, course);
    for (int car = 1; car <= cars; car++)
        if (paper_car_box(&sheet->paper, sheet->session, sheet->race, car, box))
            labels_keep_off(labels, (struct label_box){box[0], box[1], box[2], box[3]});
    labels->road = (struct label_road){holds_road, course.body, 0};
    race_write_numbers(sheet);
}

void stock_lay(struct view *view, struct race_sheet *sheet)
{
    bool writes = stock_chooses(view) && sheet->look->running < 0;
    const struct order_way *way = &view->way;
    uint64_t key = writes ? hash_number(HASH_START, (int64_t)view->turns) : 0;
    stock_look_at_step(view, sheet->look);
    if (sheet->look->running >= 0) {
        enum { A_TILE = 4 }; /* so often is the ink painted, whose end lies under the cars */
        double driven = film_progress(&view->film, sheet->look->progress);
        double steps = (double)view->film.units * A_TILE;
        race_lay_wet(sheet, floor(driven * steps) / steps);
        sheet->inked = driven;
    }
    lay_slipstreams(sheet);
    lay_kerbs(sheet);
    lay_cars(sheet);
    race_lay(sheet, LAYER_CHOICE, writes && stock_find_reach(view) ? key : 0, draw_reach, 0);
    race_lay(sheet, LAYER_CHOICE, key, draw_way, 0);
    for (int i = 0; writes && view->pointed >= 0 && i < way->spot_count; i++)
        race_lay(sheet, LAYER_CHOICE, is_on_way(way, i, view->pointed) ? key : 0, draw_way_on, i);
    for (int i = way->spot_count - 1; writes && i >= 0; i--) {
        double grown = sheet->look->motion->grown;
        race_lay(sheet, LAYER_CHOICE,
                 hash_bytes(hash_number(key, i == view->pointed), &grown, sizeof grown), draw_spot,
                 i);
    }
    race_lay(sheet, LAYER_WRITTEN, view->hints_on && view->hints ? key : 0, draw_hints, 0);
    key = hash_number(hash_number(key, view->pointed), (int64_t)view->turns);
    for (int i = 0; i < view->seen_count; i++)
        key = hash_number(key, view->seen[i] + 1);
    if (race_begin_labels(sheet, key))
        write_labels(sheet, writes);
    race_lay_written(sheet, 0);
}
