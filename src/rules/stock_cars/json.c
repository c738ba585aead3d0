/* What the referee tells of a race of stock cars (RULES 8), its keys in the order shown there. */
#include "base/json_text.h"
#include "rules/stock_cars/inside.h"

#include <string.h>

static void append_switch(struct text *into, const char *key, bool value)
{
    json_text_key(into, key);
    json_text_boolean(into, value);
}

static void append_string_or_null(struct text *into, const char *key, const char *string)
{
    json_text_key(into, key);
    if (string)
        json_text_string(into, string);
    else
        json_text_null(into);
}

static void append_at(struct text *into, struct point at)
{
    json_text_key(into, "at");
    json_text_open(into, '[');
    json_text_integer(into, at.x);
    json_text_integer(into, at.y);
    json_text_close(into, ']');
}

/* [x,y,"NE"] */
static void append_entered(struct text *into, struct point at, const char *word)
{
    json_text_open(into, '[');
    json_text_integer(into, at.x);
    json_text_integer(into, at.y);
    json_text_string(into, word);
    json_text_close(into, ']');
}

static void append_path(struct text *into, const struct stock_entered *path, int count)
{
    json_text_key(into, "path");
    json_text_open(into, '[');
    for (int i = 0; i < count; i++)
        append_entered(into, path[i].at, heading_names[path[i].heading]);
    json_text_close(into, ']');
}

/* --- the race and its state ------------------------------------------------------------------- */

void stock_append_head(const struct race *any, struct text *into)
{
    const struct stock_race *race = stock_race_of(any);
    json_text_key(into, "order");
    json_text_open(into, '[');
    for (int car = 1; car <= race->setup->players; car++)
        json_text_integer(into, car);
    json_text_close(into, ']');
    json_text_key(into, "sheet");
    json_text_open(into, '[');
    json_text_integer(into, race->map->width);
    json_text_integer(into, race->map->height);
    json_text_close(into, ']');
    json_text_key_integer(into, "laps", stock_laps(race->setup));
}

void stock_append_car(const struct race *any, int number, struct text *into)
{
    const struct stock_car *car = stock_car(any, number);
    json_text_key_string(into, "status", stock_status_name(car->status));
    json_text_key_integer(into, "x", car->at.x);
    json_text_key_integer(into, "y", car->at.y);
    json_text_key_string(into, "heading", heading_names[car->heading]);
    json_text_key_integer(into, "speed", car->speed);
    json_text_key_integer(into, "max_speed", car->maximum);
    json_text_key_integer(into, "wild_cards", car->wild_cards);
    append_string_or_null(into, "special",
                          stock_choosing_specials(any) ? NULL : stock_special_name(car->special));
    append_string_or_null(into, "pit", stock_pit_name(car->pit));
    json_text_key_integer(into, "crossings", car->crossings);
    json_text_key_integer(into, "lap", stock_lap(any, car));
    json_text_key_integer_or_null(into, "place", car->place > 0, car->place);
    append_switch(into, "ordered", car->ordered);
}

void stock_append_rest(const struct race *any, struct text *into)
{
    const struct stock_map *map = stock_race_of(any)->map;
    struct point at;
    json_text_key(into, "tiles");
    json_text_open(into, '[');
    for (at.y = 0; at.y < map->height; at.y++)
        for (at.x = 0; at.x < map->width; at.x++) {
            char now[2] = {stock_tile(any, at), '\0'};
            if (*now != stock_map_tile(map, at))
                append_entered(into, at, now);
        }
    json_text_close(into, ']');
}

/* --- what can be done ------------------------------------------------------------------------- */

static void append_speeds(const struct race *race, int car, struct text *into)
{
    struct stock_speed rows[STOCK_SPEEDS];
    bool slipstream = false;
    int count = car > 0 ? stock_speeds(race, car, rows, &slipstream) : 0;
    json_text_key(into, "orders");
    json_text_open(into, '{');
    append_switch(into, "slipstream", slipstream);
    json_text_key(into, "speeds");
    json_text_open(into, '[');
    for (int i = 0; i < count; i++) {
        json_text_open(into, '{');
        json_text_key_integer(into, "speed", rows[i].speed);
        json_text_key_string(into, "changes", rows[i].changes);
        json_text_key_integer(into, "wild_cards", rows[i].cards);
        json_text_close(into, '}');
    }
    json_text_close(into, ']');
    json_text_close(into, '}');
}

bool stock_append_moves(const struct race *race, int car, const char *rest, struct text *into,
                        struct error *error)
{
    if (*rest)
        return error_set(error, "moves takes nothing more: \"%.40s\"", rest);
    if (car == 0 || !stock_choosing_specials(race)) {
        append_speeds(race, car, into);
        return true;
    }
    json_text_key(into, "specials");
    json_text_open(into, '[');
    for (int i = SPECIAL_TURBO; i <= SPECIAL_PERFORMANCE; i++)
        json_text_string(into, stock_special_name((enum stock_special)i));
    json_text_string(into, stock_special_name(SPECIAL_NONE));
    json_text_close(into, ']');
    return true;
}

bool stock_append_try(const struct race *race, int car, const char *action, struct text *into,
                      struct error *error)
{
    struct stock_trial trial;
    bool good = stock_try(race, car, action, &trial, error);
    if (good) {
        json_text_key_integer(into, "wild_cards", trial.cards);
        json_text_key_integer(into, "speed", trial.speed);
        json_text_key_integer(into, "moves", trial.moves);
        append_path(into, trial.path, trial.path_count);
        json_text_key_integer(into, "off_track", trial.off_track);
        append_switch(into, "finishes", trial.finishes);
        append_switch(into, "unknown", trial.unknown);
        json_text_key(into, "ends");
        json_text_open(into, '{');
        json_text_key_integer(into, "x", trial.ends.at.x);
        json_text_key_integer(into, "y", trial.ends.at.y);
        json_text_key_string(into, "heading", heading_names[trial.ends.heading]);
        json_text_key_integer(into, "speed", trial.ends.speed);
        json_text_key_integer(into, "max_speed", trial.ends.maximum);
        json_text_key_integer(into, "wild_cards", trial.ends.wild_cards);
        json_text_close(into, '}');
    }
    stock_trial_free(&trial);
    return good;
}

/* --- events ----------------------------------------------------------------------------------- */

static void append_drove(const struct event *event, struct text *into)
{
    const struct stock_event *body = stock_event(event);
    int count;
    const struct stock_entered *path = stock_event_path(event, &count);
    json_text_key_string(into, "order", stock_event_order(event));
    json_text_key_integer(into, "wild_cards", body->cards);
    json_text_key_integer(into, "speed", body->speed);
    json_text_key(into, "from");
    append_entered(into, body->from, heading_names[body->from_heading]);
    append_path(into, path, count);
}

static void append_crashed(const struct stock_event *body, struct text *into)
{
    json_text_key(into, "cars");
    json_text_open(into, '[');
    for (int car = 1; car <= PLAYER_LIMIT; car++)
        if (body->cars >> car & 1)
            json_text_integer(into, car);
    json_text_close(into, ']');
    append_at(into, body->at);
    append_switch(into, "oil", body->oil);
}

static void append_pit_broken(const struct stock_event *body, struct text *into)
{
    json_text_key_integer(into, "speed", body->speed);
    json_text_key(into, "lost");
    json_text_open(into, '{');
    json_text_key_integer(into, "max_speed", body->maximum);
    json_text_key_integer(into, "wild_cards", body->cards);
    json_text_close(into, '}');
}

/* What happens on a tile of the way. */
static void append_on_tile(const struct stock_event *body, struct text *into)
{
    static const char *const turns[] = {
        [TURN_NONE] = "none", [TURN_LEFT] = "left", [TURN_RIGHT] = "right"};
    char tile[2] = {body->tile, '\0'};
    append_at(into, body->at);
    if (body->type == STOCK_EVENT_SAND) {
        json_text_key_string(into, "tile", tile);
        append_switch(into, "bag", body->bag);
        json_text_key_integer(into, "speed", body->speed);
        return;
    }
    if (body->type == STOCK_EVENT_OIL)
        json_text_key_string(into, "turn", turns[body->turn]);
    if (body->type == STOCK_EVENT_LEFT_TRACK) {
        json_text_key_integer(into, "tiles", body->tiles);
        append_switch(into, "oil", body->oil);
    }
    if (body->type != STOCK_EVENT_PIT_IN)
        json_text_key_string(into, "heading", heading_names[body->heading]);
    if (body->type == STOCK_EVENT_LEFT_TRACK) {
        json_text_key_integer(into, "speed", body->speed);
        json_text_key_integer(into, "max_speed", body->maximum);
    }
}

static void append_on_way(const struct stock_event *body, struct text *into)
{
    json_text_key_integer(into, "move", body->move);
    switch (body->type) {
    case STOCK_EVENT_PIT_BROKEN:
        append_pit_broken(body, into);
        break;
    case STOCK_EVENT_REPAIRED:
        json_text_key_integer(into, "speed", body->speed);
        json_text_key_integer(into, "max_speed", body->maximum);
        json_text_key_integer(into, "wild_cards", body->cards);
        break;
    case STOCK_EVENT_LAP:
        json_text_key_integer(into, "crossings", body->crossings);
        json_text_key_integer(into, "lap", body->lap);
        break;
    case STOCK_EVENT_FINISHED:
        json_text_key_integer(into, "of", body->of);
        break;
    default:
        append_on_tile(body, into);
    }
}

void stock_append_event(const struct event *event, struct text *into)
{
    const struct stock_event *body = stock_event(event);
    switch (body->type) {
    case STOCK_EVENT_ORDERED:
    case STOCK_EVENT_RETIRED:
    case STOCK_EVENT_OVER:
        break;
    case STOCK_EVENT_SPECIAL:
        json_text_key_string(into, "special", stock_special_name(body->special));
        break;
    case STOCK_EVENT_DROVE:
        append_drove(event, into);
        break;
    case STOCK_EVENT_END_SPEED:
        json_text_key_string(into, "changes", body->changes);
        json_text_key_integer(into, "speed", body->speed);
        break;
    case STOCK_EVENT_CRASHED:
        append_crashed(body, into);
        break;
    case STOCK_EVENT_PLACED:
        json_text_key_integer(into, "place", body->place);
        break;
    case STOCK_EVENT_SAND_RESET:
        json_text_key_integer(into, "lap", body->lap);
        break;
    default:
        append_on_way(body, into);
    }
}
