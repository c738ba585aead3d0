/* Stock cars in words: names of what there is, how a car stands and what it came to
 * (rules/standing.h), and a sentence for each event.
 */
#include "rules/stock_cars/inside.h"

#include "base/pair.h"

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
    [SPECIAL_TURBO] = {"turbo", "Turbo", "One second A or B a turn costs no wild card."},
    [SPECIAL_SWAYBARS] = {"swaybars", "Sway bars", "Second steers cost no wild card."},
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

enum column {
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

/* What is most worth knowing beside the place. */
static void note_brief(const struct race *race, const struct stock_car *car, struct standing *into)
{
    if (car->pit != PIT_OUT)
        snprintf(into->brief, sizeof into->brief, "in the pits");
    else if (stock_lap(race, car) > 0)
        snprintf(into->brief, sizeof into->brief, "lap %d", stock_lap(race, car));
}

void stock_say_standing(const struct race *race, int number, struct standing *into)
{
    const struct stock_car *car = stock_car(race, number);
    if (into->finished || into->out)
        return;
    note_brief(race, car, into);
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
struct counting {
    int values[COLUMN_COUNT];
    int rounds;    /* in which it finished */
    int lap;       /* the highest that was opened */
    int lap_begun; /* the round in which */
};

/* A line crossed backward, and again, opens nothing new; the first lap is counted from the start.
 */
static void count_lap(struct counting *car, int crossings, int round)
{
    int *best = &car->values[COLUMN_BEST_LAP];
    if (crossings <= car->lap)
        return;
    if (crossings > 1 && (*best == 0 || round - car->lap_begun < *best))
        *best = round - car->lap_begun;
    car->lap_begun = crossings > 1 ? round : 0;
    car->lap = crossings;
}

static void count_event(struct counting *cars, const struct event *event, int round)
{
    const struct stock_event *body = stock_event(event);
    struct counting *car = &cars[event->car];
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

static void say_tally(const struct counting *car, struct standing *into)
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
    struct counting cars[PLAYER_LIMIT + 1] = {{{0}, 0, 0, 0}};
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
        text_append_format(into, "%s drives %s: speed %d", name, stock_event_order(event),
                           body->speed);
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
    text_append_format(into, " crash at %s: each loses 1 of speed and maximum%s.",
                       pair_of(body->at.x, body->at.y).text,
                       body->oil ? ", and there is oil now" : "");
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
        text_append_format(into, "%s ends with speed %d: %s.", name, body->speed, body->changes);
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
