/* What programs that drive stock cars are told (RULES 10); they answer as players write. */
#include "drivers/stock_cars/driving.h"
#include "rules/stock_cars/stock_cars.h"

#include <string.h>

static void append_rows(const struct stock_map *map, struct text *into)
{
    for (int y = map->height - 1; y >= 0; y--) {
        const char *row = map->tiles + (size_t)y * (size_t)map->width;
        text_append_format(into, "row %d ", y);
        for (int x = 0; x < map->width; x++)
            text_append_bytes(into, row[x] == TILE_OFF ? "_" : &row[x], 1);
        text_append(into, "\n");
    }
}

void stock_greet(const struct setup *setup, struct text *into)
{
    static const char *const turns[] = {
        [TURN_NONE] = "none", [TURN_LEFT] = "left", [TURN_RIGHT] = "right"};
    const struct stock_map *map = stock_map_of(setup);
    text_append_format(into, "game %s\nmap %d %d\n", setup->game->name, map->width, map->height);
    append_rows(map, into);
    text_append_format(into, "race %s\nturn %s\nlaps %d\nsandbags %d\n", heading_names[map->race],
                       turns[map->turn], stock_laps(setup), map->sandbags);
}

static void append_tiles(const struct race *race, const struct stock_map *map, struct text *into)
{
    struct point at;
    for (at.y = 0; at.y < map->height; at.y++)
        for (at.x = 0; at.x < map->width; at.x++) {
            char tile = stock_tile(race, at);
            if (tile != stock_map_tile(map, at))
                text_append_format(into, "tile %d %d %c\n", at.x, at.y, tile);
        }
}

static void append_car(const struct race *race, int number, struct text *into)
{
    const struct stock_car *car = stock_car(race, number);
    const char *pit = stock_pit_name(car->pit);
    text_append_format(into, "car %d %s %d %d %s %d %d %d %s %s %d\n", number,
                       stock_status_name(car->status), car->at.x, car->at.y,
                       heading_names[car->heading], car->speed, car->maximum, car->wild_cards,
                       stock_special_name(car->special), pit ? pit : "-", stock_lap(race, car));
}

void stock_ask(const struct race *race, int number, struct text *into)
{
    struct stock_speed speeds[STOCK_SPEEDS];
    bool slipstream;
    if (stock_choosing_specials(race)) {
        text_append(into, "special\n");
        return;
    }
    text_append_format(into, "turn %d\n", race->game->round(race));
    append_tiles(race, stock_race_map(race), into);
    for (int car = 1; car <= race->game->car_count(race); car++)
        append_car(race, car, into);
    int count = stock_speeds(race, number, speeds, &slipstream);
    for (int i = 0; i < count; i++)
        text_append_format(into, "speed %d %s %d\n", speeds[i].speed,
                           *speeds[i].changes ? speeds[i].changes : "-", speeds[i].cards);
}

/* Groups have at most 99. */
const char *stock_stand_in(const struct race *race, int number, struct text *action)
{
    int speed = stock_car(race, number)->speed;
    if (stock_choosing_specials(race)) {
        text_append(action, "special none");
        return "The car gets no special";
    }
    if (speed == 0)
        text_append(action, "-");
    for (; speed > 0; speed -= 99)
        text_append_format(action, "(%dM)", speed < 99 ? speed : 99);
    return "The car drives straight on";
}
