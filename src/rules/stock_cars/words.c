/* Stock cars in words: names of what there is, how a car stands and what it came to
 * (rules/game.h), and a sentence for each event.
 */

#include "base/formats.h"
#include "base/number.h"
#include "rules/stock_cars/stock_cars.h"

#include <stdio.h>
#include <string.h>

const char *stock_status_name(enum stock_status status)
{
    static const char *const names[] = {
        [STOCK_RACING] = "racing", [STOCK_FINISHED] = "finished", [STOCK_RETIRED] = "retired"};
    return names[status];
}

static const struct {
    const char *name, *title, *sentence;
} specials[] = {
    [SPECIAL_NONE] = {"none", "None", "No special."},
    [SPECIAL_TURBO] = {"turbo", "Turbo",
                       "Once a turn, two faster or two slower cost no wild card."},
    [SPECIAL_SWAYBARS] = {"swaybars", "Sway bars",
                          "Steering twice to one side costs no wild card."},
    [SPECIAL_PERFORMANCE] = {"performance", "Performance",
                             "Twice the wild cards, at the start and in the pits."},
};

const char *stock_special_name(enum stock_special special)
{
    return specials[special].name;
}

const char *stock_special_title(enum stock_special special)
{
    return specials[special].title;
}

const char *stock_special_sentence(enum stock_special special)
{
    return specials[special].sentence;
}

const char *stock_pit_name(enum stock_pit pit)
{
    static const char *const names[] = {
        [PIT_CLEAR] = "clear", [PIT_SERVED] = "served", [PIT_BROKEN] = "broken"};
    return pit == PIT_OUT ? NULL : names[pit];
}

/* --- how it stands ---------------------------------------------------------------------------- */

enum stock_column {
    COLUMN_TURNS,
    COLUMN_TOP_SPEED,
    COLUMN_BEST_LAP,
    COLUMN_CARDS,
    COLUMN_OFF_TRACK,
    COLUMN_CRASHES,
    COLUMN_REPAIRS,
    COLUMN_COUNT
};

const struct standing_column stock_columns[] = {
    [COLUMN_TURNS] = {"turns", "turns", "", BETTER_LESS, NULL, 0, 0},
    [COLUMN_TOP_SPEED] = {"top_speed", "top speed", "tiles", BETTER_MORE, NULL, 3, 0},
    [COLUMN_BEST_LAP] = {"fastest_lap", "best lap", "turns", BETTER_LESS, "fastest lap", 2, 0},
    [COLUMN_CARDS] = {"wild_cards", "cards used", "", BETTER_LESS, NULL, 4, 0},
    [COLUMN_OFF_TRACK] = {"off_track", "off track", "", BETTER_LESS, NULL, 5, 0},
    [COLUMN_CRASHES] = {"crashes", "crashes", "", BETTER_LESS, NULL, 6, 0},
    [COLUMN_REPAIRS] = {"repairs", "repairs", "", BETTER_NEITHER, NULL, 7, 0},
    {0},
};

void stock_standing(const struct race *any, int number, struct standing *into)
{
    const struct stock_car *car = stock_car(any, number);
    *into = (struct standing){
        .place = car->place,
        .on_course = true,
        .at = car->at,
        .finished = car->status == STOCK_FINISHED,
        .out = car->status == STOCK_RETIRED,
    };
}

void stock_say_standing(const struct race *race, int number, struct standing *into)
{
    const struct stock_car *car = stock_car(race, number);
    if (into->finished || into->out)
        return;
    /* What is most worth knowing beside the place. */
    if (car->pit != PIT_OUT)
        snprintf(into->brief, sizeof into->brief, "in the pits");
    else if (stock_lap(race, car) > 0)
        snprintf(into->brief, sizeof into->brief, "lap %d", stock_lap(race, car));
    standing_say(into, "at\u00a0(%d,\u00a0%d)", car->at.x, car->at.y);
    standing_say(into, "speed %d of %d", car->speed, car->maximum);
    standing_say(into, "heading %s", heading_names[car->heading]);
    if (stock_lap(race, car) > 0)
        standing_say(into, "lap %d", stock_lap(race, car));
    standing_say(into, "%d wild card%s", car->wild_cards, number_plural_ending(car->wild_cards));
    if (car->special != SPECIAL_NONE && !stock_choosing_specials(race))
        standing_say(into, "%s", stock_special_title(car->special));
    if (car->pit != PIT_OUT)
        standing_say(into, "in the pits");
}

/* --- what it came to -------------------------------------------------------------------------- */

/* One car's counts while its events pass by. */
struct stock_counting {
    int values[COLUMN_COUNT];
    int rounds;    /* in which it finished */
    int lap;       /* the highest that was opened */
    int lap_begun; /* the round in which */
};

/* A line crossed backward, and again, opens nothing new; the first lap is counted from the start.
 */
static void count_lap(struct stock_counting *car, int crossings, int round)
{
    int *best = &car->values[COLUMN_BEST_LAP];
    if (crossings <= car->lap)
        return;
    if (crossings > 1 && (*best == 0 || round - car->lap_begun < *best))
        *best = round - car->lap_begun;
    car->lap_begun = crossings > 1 ? round : 0;
    car->lap = crossings;
}

static void count_event(struct stock_counting *cars, const struct event *event, int round)
{
    const struct stock_event *body = stock_event(event);
    struct stock_counting *car = &cars[event->car];
    switch (body->type) {
    case STOCK_EVENT_DROVE:
        car->values[COLUMN_TURNS]++;
        car->values[COLUMN_TOP_SPEED] = number_larger(car->values[COLUMN_TOP_SPEED], body->speed);
        car->values[COLUMN_CARDS] += body->cards;
        break;
    case STOCK_EVENT_LAP:
        count_lap(car, body->crossings, round);
        break;
    case STOCK_EVENT_FINISHED:
        count_lap(car, car->lap + 1, round);
        car->rounds = round;
        break;
    case STOCK_EVENT_LEFT_TRACK:
        car->values[COLUMN_OFF_TRACK]++;
        break;
    case STOCK_EVENT_REPAIRED:
        car->values[COLUMN_REPAIRS]++;
        break;
    case STOCK_EVENT_CRASHED:
        for (int other = 1; other <= PLAYER_LIMIT; other++)
            cars[other].values[COLUMN_CRASHES] += (int)(body->cars >> other & 1);
        break;
    default:
        break;
    }
}

static void say_tally(const struct stock_counting *car, struct standing *into)
{
    const int *values = car->values;
    if (into->finished)
        standing_say(into, "%d turn%s", values[COLUMN_TURNS],
                     number_plural_ending(values[COLUMN_TURNS]));
    else
        standing_say(into, "not finished");
    standing_say(into, "top speed %d", values[COLUMN_TOP_SPEED]);
    standing_say(into, "%d wild card%s", values[COLUMN_CARDS],
                 number_plural_ending(values[COLUMN_CARDS]));
    if (values[COLUMN_OFF_TRACK] > 0)
        standing_say(into, "%d time%s off the track", values[COLUMN_OFF_TRACK],
                     number_plural_ending(values[COLUMN_OFF_TRACK]));
    if (values[COLUMN_CRASHES] > 0)
        standing_say(into, "%d crash%s", values[COLUMN_CRASHES],
                     values[COLUMN_CRASHES] == 1 ? "" : "es");
    if (values[COLUMN_REPAIRS] > 0)
        standing_say(into, "%d repair%s", values[COLUMN_REPAIRS],
                     number_plural_ending(values[COLUMN_REPAIRS]));
    if (values[COLUMN_BEST_LAP] > 0)
        standing_say(into, "fastest lap %d", values[COLUMN_BEST_LAP]);
}

void stock_tally(const struct race *race, const struct told_event *events, int count,
                 struct standing *standings)
{
    struct stock_counting cars[PLAYER_LIMIT + 1] = {{{0}, 0, 0, 0}};
    for (int i = 0; i < count; i++)
        count_event(cars, events[i].event, events[i].round);
    for (int car = 1; car <= race->game->car_count(race); car++) {
        struct standing *into = &standings[car - 1];
        stock_standing(race, car, into);
        into->rounds = cars[car].rounds;
        for (int column = 0; column < COLUMN_COUNT; column++)
            standing_count(into, column, cars[car].values[column],
                           column <= COLUMN_CARDS || cars[car].values[column] > 0);
        if (!into->finished)
            standing_none(into, COLUMN_TURNS);
        if (cars[car].values[COLUMN_BEST_LAP] == 0)
            standing_none(into, COLUMN_BEST_LAP);
        say_tally(&cars[car], into);
    }
}

/* --- the map with its cars ------------------------------------------------------------------- */

/* Of cars on one tile the first is shown. */
static char letter_at(const struct race *race, struct point at)
{
    for (int car = 1; car <= race->game->car_count(race); car++)
        if (stock_car(race, car)->status == STOCK_RACING &&
            point_equal(stock_car(race, car)->at, at))
            return (char)('0' + car);
    return stock_tile(race, at);
}

void stock_append_board(const struct race *race, struct text *into)
{
    const struct stock_map *map = stock_race_map(race);
    struct point at;
    for (at.y = map->height - 1; at.y >= 0; at.y--) {
        char row[STOCK_MAP_SIDE];
        size_t length = 0;
        for (at.x = 0; at.x < map->width; at.x++)
            if ((row[at.x] = letter_at(race, at)) != TILE_OFF)
                length = (size_t)at.x + 1;
        text_append_bytes(into, row, length);
        text_append(into, "\n");
    }
}

/* --- a sentence for each event ---------------------------------------------------------------- */

static void say_drove(const struct event *event, const char *name, struct text *into)
{
    const struct stock_event *body = stock_event(event);
    if (body->speed > 0)
        text_append_format(into, "%s drives at %d: %s", name, body->speed,
                           stock_event_order(event));
    else
        text_append_format(into, "%s stands still: %s", name, stock_event_order(event));
    if (body->cards > 0)
        text_append_format(into, ", %d wild card%s", body->cards,
                           number_plural_ending(body->cards));
    text_append(into, ".");
}

static void say_crashed(const struct stock_event *body, const char *const *names, struct text *into)
{
    int left = 0;
    for (int car = 1; car <= PLAYER_LIMIT; car++)
        left += (int)(body->cars >> car & 1);
    for (int car = 1; car <= PLAYER_LIMIT; car++)
        if (body->cars >> car & 1) {
            text_append(into, names[car - 1]);
            left--;
            text_append(into, left > 1 ? ", " : left == 1 ? " and " : "");
        }
    text_append_format(into, " end on one tile and crash: each loses 1 of speed and maximum.%s",
                       body->oil ? " Oil is left there." : "");
}

static void say_left_track(const struct stock_event *body, const char *name, struct text *into)
{
    static const char *const counts[] = {"", "a tile", "two tiles", "three tiles"};
    text_append_format(into, "%s leaves the track at %s by %s%s: speed %d, maximum %d.", name,
                       pair_of(body->at.x, body->at.y).text, counts[body->tiles],
                       body->oil ? " on oil" : "", body->speed, body->maximum);
}

static void say_pit_broken(const struct stock_event *body, const char *name, struct text *into)
{
    text_append_format(into, "%s is too fast in the pits", name);
    if (body->maximum > 0 || body->cards > 0)
        text_append_format(into, " and loses the repair again: %d of the maximum, %d wild card%s",
                           body->maximum, body->cards, number_plural_ending(body->cards));
    text_append(into, ".");
}

static void say_sand(const struct stock_event *body, const char *name, struct text *into)
{
    if (body->bag)
        text_append_format(into, "%s drives over a sandbag at %s: speed %d.", name,
                           pair_of(body->at.x, body->at.y).text, body->speed);
    else
        text_append_format(into, "%s finds nothing in the sand at %s.", name,
                           pair_of(body->at.x, body->at.y).text);
}

static void say_oil(const struct stock_event *body, const char *name, struct text *into)
{
    static const char *const turns[] = {
        [TURN_NONE] = "stays straight", [TURN_LEFT] = "turns left", [TURN_RIGHT] = "turns right"};
    text_append_format(into, "%s slips on oil at %s and %s: heading %s.", name,
                       pair_of(body->at.x, body->at.y).text, turns[body->turn],
                       heading_names[body->heading]);
}

static void say_lap(const struct stock_event *body, const char *name, struct text *into)
{
    if (body->crossings < 1)
        text_append_format(into, "%s is behind the line again.", name);
    else
        text_append_format(into, "%s crosses the line: lap %d.", name, body->lap);
}

void stock_describe(const struct race *race, const struct event *event, const char *const *names,
                    struct text *into)
{
    const struct stock_event *body = stock_event(event);
    const char *name = event->car > 0 ? names[event->car - 1] : "";
    bool alone = race->game->car_count(race) == 1;
    switch (body->type) {
    case STOCK_EVENT_ORDERED:
        break;
    case STOCK_EVENT_SPECIAL:
        text_append_format(into, "%s drives with: %s.", name, stock_special_title(body->special));
        break;
    case STOCK_EVENT_RETIRED:
        text_append_format(into, "%s gives up.", name);
        break;
    case STOCK_EVENT_DROVE:
        say_drove(event, name, into);
        break;
    case STOCK_EVENT_PIT_IN:
        text_append_format(into, "%s drives into the pits.", name);
        break;
    case STOCK_EVENT_PIT_BROKEN:
        say_pit_broken(body, name, into);
        break;
    case STOCK_EVENT_REPAIRED:
        text_append_format(into, "%s is repaired: maximum %d, %d wild card%s more.", name,
                           body->maximum, body->cards, number_plural_ending(body->cards));
        break;
    case STOCK_EVENT_LAP:
        say_lap(body, name, into);
        break;
    case STOCK_EVENT_FINISHED:
        text_append_format(into, "%s crosses the finish line, on move %d of %d.", name, body->move,
                           body->of);
        break;
    case STOCK_EVENT_SAND:
        say_sand(body, name, into);
        break;
    case STOCK_EVENT_OIL:
        say_oil(body, name, into);
        break;
    case STOCK_EVENT_BANKED:
        text_append_format(into, "The bank turns %s: heading %s.", name,
                           heading_names[body->heading]);
        break;
    case STOCK_EVENT_LEFT_TRACK:
        say_left_track(body, name, into);
        break;
    case STOCK_EVENT_END_SPEED:
        text_append_format(into, "%s goes on at speed %d.", name, body->speed);
        break;
    case STOCK_EVENT_CRASHED:
        say_crashed(body, names, into);
        break;
    case STOCK_EVENT_PLACED:
        if (!alone)
            text_append_format(into, "%s comes in %d%s.", name, body->place,
                               number_ordinal_ending(body->place));
        break;
    case STOCK_EVENT_SAND_RESET:
        text_append(into, "The sand alley is raked: bags are hidden in it again.");
        break;
    case STOCK_EVENT_OVER:
        text_append(into, "The race is over.");
        break;
    }
}

/* === json ===================================================================================== */

/* What the referee tells of a race of stock cars (RULES 8), its keys in the order shown there. */

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
    json_text_key_boolean(into, "ordered", car->ordered);
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
    json_text_key_boolean(into, "slipstream", slipstream);
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
        json_text_key_boolean(into, "finishes", trial.finishes);
        json_text_key_boolean(into, "unknown", trial.unknown);
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
    json_text_key_boolean(into, "oil", body->oil);
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
        json_text_key_boolean(into, "bag", body->bag);
        json_text_key_integer(into, "speed", body->speed);
        return;
    }
    if (body->type == STOCK_EVENT_OIL)
        json_text_key_string(into, "turn", turns[body->turn]);
    if (body->type == STOCK_EVENT_LEFT_TRACK) {
        json_text_key_integer(into, "tiles", body->tiles);
        json_text_key_boolean(into, "oil", body->oil);
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
        json_text_key_integer(into, "speed", body->speed);
        json_text_key(into, "lost");
        json_text_open(into, '{');
        json_text_key_integer(into, "max_speed", body->maximum);
        json_text_key_integer(into, "wild_cards", body->cards);
        json_text_close(into, '}');
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
