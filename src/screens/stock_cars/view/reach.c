/* A search tile by tile, layer by layer: after so many moves a car may be in so many states. */
#include "screens/stock_cars/view/reach.h"

#include "base/memory.h"

#include <stdlib.h>

/* --- reach ------------------------------------------------------------------------------------ */

/* Where a car may be on its way. */
struct stand {
    struct point at;
    int heading, lefts, rights;
    bool banked; /* by this turn's bank */
};

struct layer {
    struct stand *items;
    int count, capacity;
};

static int compare_stands(const void *one, const void *other)
{
    const struct stand *a = one, *b = other;
    const int differences[] = {a->at.x - b->at.x,   a->at.y - b->at.y,     a->heading - b->heading,
                               a->lefts - b->lefts, a->rights - b->rights, a->banked - b->banked};
    for (size_t i = 0; i < sizeof differences / sizeof differences[0]; i++)
        if (differences[i])
            return differences[i];
    return 0;
}

static void keep_single(struct layer *layer)
{
    int kept = 0;
    if (layer->count > 0)
        qsort(layer->items, (size_t)layer->count, sizeof *layer->items, compare_stands);
    for (int i = 0; i < layer->count; i++)
        if (kept == 0 || compare_stands(&layer->items[i], &layer->items[kept - 1]) != 0)
            layer->items[kept++] = layer->items[i];
    layer->count = kept;
}

static void add_end(struct reach *reach, struct point at, int car)
{
    array_add(reach->tiles, reach->count, reach->capacity, (struct reached){at, car});
}

/* The tile ahead with what it makes of the heading. False: it is off the track. */
static bool enter(const struct race *race, enum turn bank, struct stand *stand, struct layer *into)
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
        struct stand slid = *stand;
        slid.heading = (int)heading_turned((enum heading)stand->heading, (enum turn)turn);
        list_add(into, slid);
    }
    return true;
}

static void drive_once(const struct race *race, enum turn bank, int steers,
                       const struct stand *from, int car, struct layer *into, struct reach *reach)
{
    for (int turn = TURN_NONE; turn <= TURN_RIGHT; turn++) {
        struct stand to = *from;
        to.lefts += turn == TURN_LEFT;
        to.rights += turn == TURN_RIGHT;
        to.heading = (int)heading_turned((enum heading)from->heading, (enum turn)turn);
        if (to.lefts <= steers && to.rights <= steers && !enter(race, bank, &to, into))
            add_end(reach, from->at, car);
    }
}

static void reach_of(struct reach *reach, const struct race *race, int number, enum turn bank)
{
    const struct stock_car *car = stock_car(race, number);
    struct stock_speed speeds[STOCK_SPEEDS];
    bool slipstream;
    int count = stock_speeds(race, number, speeds, &slipstream), most = 0;
    int steers = car->wild_cards > 0 || car->special == SPECIAL_SWAYBARS ? 2 : 1;
    struct layer now = {0}, next = {0};
    for (int i = 0; i < count; i++)
        most = speeds[i].speed > most ? speeds[i].speed : most;
    list_add(&now, (struct stand){.at = car->at, .heading = (int)car->heading});
    for (int moves = 0; moves <= most; moves++) {
        for (int i = 0; i < count; i++)
            for (int j = 0; speeds[i].speed == moves && j < now.count; j++)
                add_end(reach, now.items[j].at, number);
        next.count = 0;
        for (int i = 0; i < now.count && moves < most; i++)
            drive_once(race, bank, steers, &now.items[i], number, &next, reach);
        keep_single(&next);
        struct layer driven = now;
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

void reach_find(struct reach *reach, const struct race *race, const struct stock_map *map, int but)
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

void reach_free(struct reach *reach)
{
    free(reach->tiles);
    *reach = (struct reach){0};
}

/* --- who is ahead ----------------------------------------------------------------------------- */

static bool is_on_track(const struct stock_map *map, struct point at)
{
    return stock_map_tile(map, at) != TILE_OFF;
}

/* The tiles whose distance is known, from the line backwards. */
struct field {
    const struct stock_map *map;
    int *distances;
    struct point *known;
    int count;
};

/* What comes to a tile in one move, by crossing the line or without, is one move further away. */
static void add_before(struct field *field, struct point to, int crossing)
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
    struct field field = {.map = map,
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
