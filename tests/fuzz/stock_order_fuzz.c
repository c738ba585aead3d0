/* Fuzzes orders of stock cars: lines of any bytes to the rules. One that is refused changes nothing
 * and says where; one that is read is driven, and its text is read as the same order again.
 *
 * The first three bytes choose players and rules; each line behind them is an action of the first
 * car that owes one, or, with "2:" before it, of that car. */
#include "base/formats.h"
#include "rules/stock_cars/stock_cars.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_FED = 64 };
static const struct game *const game = &stock_cars_game;

static const char map_text[] =
    "name: Yard\nrace: N\nturn: right\nlaps: 1\nsandbags: 6\n\n"
    "************bbb\n*******..***bbb\n*******..***bbb\n***** *    ****\n"
    "***** #    ****\n****s p    **o*\n****S p    ****\n***.* p    ****\n"
    "*o... P    ****\nFFFFF p    ****\n1**** p    ****\n2**34 p    ****\n"
    "***** p    ****\n***** #    ****\n***************\n***************\n";

static void require(bool condition)
{
    if (!condition)
        abort();
}

/* The race borrows the set-up. */
static struct race *begin(const uint8_t *choice, struct setup *setup)
{
    static struct course course;
    struct error error = {0};
    if (!course.body)
        course = course_read(game, map_text, strlen(map_text), &error);
    require(course.body != NULL);
    *setup = setup_from_preset(game, choice[0] % STOCK_PRESET_COUNT);
    setup->course = course;
    setup->players = 1 + choice[0] / STOCK_PRESET_COUNT % 4;
    setup->seed = choice[0] / 16;
    for (int i = 0; i < 7; i++) /* the switches, which lie between max_speed and round_limit */
        setup->values[STOCK_SPECIALS + i] = choice[1] >> i & 1;
    setup->values[STOCK_WILD_CARDS] = choice[2] % 16;
    setup->values[STOCK_MAX_SPEED] = 6 + choice[2] / 16;
    setup->values[STOCK_ROUND_LIMIT] = 10;
    require(setup_check(setup, &error));
    return game->begin(setup);
}

static void check_cars(const struct race *race)
{
    for (int i = 1; i <= game->car_count(race); i++) {
        const struct stock_car *car = stock_car(race, i);
        require(car->speed >= 0 && car->speed <= car->maximum && car->wild_cards >= 0);
        require(car->maximum >= STOCK_LEAST_MAXIMUM && stock_tile(race, car->at) != TILE_OFF);
    }
}

/* What is told is JSON, in each of its words. */
static void check_told(const struct race *race, const struct event_list *events)
{
    struct text told = {0};
    json_text_open(&told, '[');
    race_append_state(race, &told);
    for (int i = 0; i < events->count; i++)
        event_append(&events->items[i], &told);
    json_text_close(&told, ']');
    json_t *read = json_loads(told.data, JSON_REJECT_DUPLICATES, NULL);
    require(json_array_size(read) == (size_t)events->count + 1);
    json_decref(read);
    text_free(&told);
}

/* Reading tells the same as doing, and what is read is read again. */
static bool check_order(const struct race *race, int car, const char *action)
{
    struct stock_order order, again;
    struct stock_trial trial = {0};
    struct text plain = {0}, second = {0};
    struct error error = {0}, other = {0};
    bool read = stock_order_read(race, car, action, &order, &plain, &error);
    require(stock_try(race, car, action, &trial, &other) == read);
    require(read || error.column == other.column);
    if (read && !order.retires) {
        require(trial.moves == order.moves && trial.path_count <= order.moves);
        require(trial.cards == order.cards && order.moves == trial.speed);
    }
    if (read) {
        require(stock_order_read(race, car, plain.data, &again, &second, &error));
        require(strcmp(plain.data, second.data) == 0 && again.moves == order.moves);
        require(again.cards == order.cards && plain.length <= STOCK_ORDER_BYTES);
    }
    stock_trial_free(&trial);
    text_free(&plain);
    text_free(&second);
    return read;
}

static void act(struct race *race, int car, const char *action)
{
    struct error error = {0};
    struct event_list events = {0};
    uint64_t before = game->hash(race);
    bool choosing = stock_choosing_specials(race), over = game->over(race);
    bool legal = race_owes(race, car) && !choosing && check_order(race, car, action);
    require(game->hash(race) == before);
    bool done = race_owes(race, car) && game->apply(race, car, action, &events, &error);
    require(over || choosing || done == legal);
    require(!over || !done);
    require(done == (game->hash(race) != before) && done == (events.count > 0));
    if (!done && !over && race_owes(race, car)) {
        require(error.text[0] != '\0' && text_is_one_line(error.text));
        require(error.column >= 1 && error.column <= STOCK_ORDER_BYTES + 1);
        require((size_t)error.column <= strlen(action) + 1);
    }
    check_cars(race);
    check_told(race, &events);
    event_list_free(&events);
}

/* "2: A" is of car 2. */
static void feed(struct race *race, const char *line)
{
    bool named = line[0] >= '1' && line[0] <= '4' && line[1] == ':';
    act(race, named && line[0] - '0' <= game->car_count(race) ? line[0] - '0' : race_next_car(race),
        named ? line + 2 : line);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    enum { CHOICES = 3 };
    if (length < CHOICES)
        return 0;
    struct setup setup;
    struct race *race = begin(bytes, &setup);
    const char *at = (const char *)bytes + CHOICES, *end = (const char *)bytes + length;
    for (int i = 0; i < LINES_FED && at < end; i++) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        struct text line = {0};
        text_append_bytes(&line, at, (size_t)((line_end ? line_end : end) - at));
        feed(race, text_string(&line));
        text_free(&line);
        at = line_end ? line_end + 1 : end;
    }
    game->free(race);
    return 0;
}
