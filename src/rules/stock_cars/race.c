/* States of a race, and the table that the game gives (rules/game.h). */

#include "base/memory.h"
#include "base/number.h"
#include "rules/last.h"
#include "rules/stock_cars/stock_cars.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The one table of fields, values and presets (RULES 9), and what it takes to begin a race. */

#define CHOICES(list) (list), (int)(sizeof(list) / sizeof *(list)), 0, 0
#define NUMBER(from, to) NULL, 0, from, to

#define GROUP_RACE "The race"
#define GROUP_CAR "The car"
#define GROUP_ROAD "The road"

static const struct rule_choice specials[] = {
    {"on", "Chosen", "Before the first turn each driver chooses a special in secret."},
    {"off", "None", "All cars are alike."},
};
static const struct rule_choice slipstreams[] = {
    {"on", "Yes", "Who drives right behind a car may write S: a step faster for nothing."},
    {"off", "No", "There is no slipstream."},
};
static const struct rule_choice off_tracks[] = {
    {"severe", "Severe",
     "One tile costs 3 of the speed and 2 of the maximum, two tiles 6 and 4, three 9 and 8."},
    {"mild", "Mild", "Each tile, up to three, costs 1 of the speed and 1 of the maximum."},
};
static const struct rule_choice crashes[] = {
    {"on", "Yes", "Cars that share a tile at the end of a turn lose 1 of speed and maximum each."},
    {"off", "No", "Cars may share a tile."},
};
static const struct rule_choice oils[] = {
    {"on", "Slippery", "A slick turns a car left, right or not at all, each as likely."},
    {"off", "Off", "Slicks are asphalt, and crashes leave none."},
};
static const struct rule_choice sandbags[] = {
    {"on", "Hidden", "The sand alley hides bags; each one costs 1 of the speed."},
    {"off", "Off", "The sand alley is asphalt."},
};
static const struct rule_choice orders[] = {
    {"secret", "In secret", "All write their orders, then all drive at once."},
    {"open", "One by one", "Each order is driven as soon as it is written."},
};
static const struct rule_choice grids[] = {
    {"listed", "As listed", "Car 1 stands on starting place 1, and so on."},
    {"random", "Drawn", "The starting places are drawn."},
    {"loser_first", "Last first",
     "Who was last in the race before has starting place 1; without one, as listed."},
};

static const struct rule_field fields[STOCK_FIELD_COUNT] = {
    [STOCK_LAPS] = {"laps",
                    GROUP_RACE,
                    "Laps",
                    "How many times round the map.",
                    NUMBER(0, 99),
                    {0, 1},
                    true,
                    "map"},
    [STOCK_WILD_CARDS] = {"wild_cards",
                          GROUP_CAR,
                          "Wild cards",
                          "Each pays for a second change of speed or for second steers in a turn.",
                          NUMBER(0, 99),
                          {8, 12},
                          true,
                          NULL},
    [STOCK_MAX_SPEED] = {"max_speed",
                         GROUP_CAR,
                         "Maximum speed",
                         "Tiles a turn at most, at the start. Damage lowers it, down to 6.",
                         NUMBER(6, 30),
                         {12, 8},
                         true,
                         NULL},
    [STOCK_SPECIALS] = {"specials",
                        GROUP_CAR,
                        "Specials",
                        "Turbo, sway bars or performance, one for each car.",
                        CHOICES(specials),
                        {STOCK_ON, STOCK_OFF},
                        false,
                        NULL},
    [STOCK_SLIPSTREAM] = {"slipstream",
                          GROUP_CAR,
                          "Slipstream",
                          "Being drawn along by the car in front.",
                          CHOICES(slipstreams),
                          {STOCK_ON, STOCK_OFF},
                          false,
                          NULL},
    [STOCK_OFF_TRACK] = {"off_track",
                         GROUP_ROAD,
                         "Off the track",
                         "What it costs to drive off the track.",
                         CHOICES(off_tracks),
                         {STOCK_SEVERE, STOCK_MILD},
                         false,
                         NULL},
    [STOCK_CRASH] = {"crash",
                     GROUP_ROAD,
                     "Crashes",
                     "Two cars on one tile.",
                     CHOICES(crashes),
                     {STOCK_ON, STOCK_ON},
                     false,
                     NULL},
    [STOCK_OIL] = {"oil",
                   GROUP_ROAD,
                   "Oil",
                   "Slicks of the map, and those that crashes leave.",
                   CHOICES(oils),
                   {STOCK_ON, STOCK_OFF},
                   false,
                   NULL},
    [STOCK_SANDBAGS] = {"sandbags",
                        GROUP_ROAD,
                        "Sandbags",
                        "What lies in the sand alley.",
                        CHOICES(sandbags),
                        {STOCK_ON, STOCK_OFF},
                        false,
                        NULL},
    [STOCK_ORDERS] = {"orders",
                      GROUP_RACE,
                      "Orders",
                      "When an order is carried out.",
                      CHOICES(orders),
                      {STOCK_SECRET, STOCK_OPEN},
                      false,
                      NULL},
    [STOCK_GRID] = {"grid",
                    GROUP_RACE,
                    "Grid",
                    "Who has which starting place.",
                    CHOICES(grids),
                    {STOCK_GRID_LISTED, STOCK_GRID_LISTED},
                    false,
                    NULL},
    [STOCK_HANDICAP] = {"handicap",
                        GROUP_RACE,
                        "Handicap",
                        "Wild cards more for each place behind the winner of the race before.",
                        NUMBER(0, 5),
                        {0, 0},
                        false,
                        "none"},
    [STOCK_ROUND_LIMIT] = {"round_limit",
                           GROUP_RACE,
                           "Turn limit",
                           "After so many turns the race is over.",
                           NUMBER(10, 100000),
                           {1000, 1000},
                           false,
                           NULL},
};

static const struct rule_preset presets[STOCK_PRESET_COUNT] = {
    [STOCK_PRESET_STOCK_CARS] = {"stock-cars", "Stock cars",
                                 "Secret orders, specials, slipstream, oil and sand."},
    [STOCK_PRESET_SUNDAY] = {"sunday", "Sunday drive",
                             "One lap to learn the letters: orders are driven one by one, and "
                             "mistakes cost little."},
};

static const struct rule_table stock_rules = {fields, STOCK_FIELD_COUNT, presets,
                                              STOCK_PRESET_COUNT, -1};

const struct stock_map *stock_map_of(const struct setup *setup)
{
    return setup->course.body;
}

int stock_laps(const struct setup *setup)
{
    int laps = setup->values[STOCK_LAPS];
    return laps > 0 ? laps : stock_map_of(setup)->laps;
}

static int stock_field_zero(const struct setup *setup, int field)
{
    return field == STOCK_LAPS ? stock_map_of(setup)->laps : -1;
}

static bool stock_setup_check(const struct setup *setup, struct error *error)
{
    int starts = stock_map_of(setup)->starts;
    if (setup->players > starts)
        return error_set(error,
                         "the map has %d starting place%s and there are %d players: take fewer, or "
                         "another map",
                         starts, starts == 1 ? "" : "s", setup->players);
    return last_check(setup, setup->players, error);
}

static bool has_tile(const struct stock_map *map, bool (*wanted)(char tile))
{
    for (int i = 0; i < map->width * map->height; i++)
        if (wanted(map->tiles[i]))
            return true;
    return false;
}

static bool stock_field_matters(const struct setup *setup, int field)
{
    const struct stock_map *map = stock_map_of(setup);
    switch (field) {
    case STOCK_SANDBAGS:
        return !map || has_tile(map, tile_is_alley);
    case STOCK_SLIPSTREAM:
    case STOCK_CRASH:
    case STOCK_ORDERS:
    case STOCK_GRID:
    case STOCK_HANDICAP:
        return setup->players > 1;
    default:
        return true;
    }
}

static bool stock_field_sets_pace(const struct setup *setup, int field)
{
    (void)setup;
    return field == STOCK_LAPS || field == STOCK_WILD_CARDS || field == STOCK_MAX_SPEED ||
           field == STOCK_SPECIALS || field == STOCK_OIL || field == STOCK_SANDBAGS;
}

/* === turn ===================================================================================== */

/* Entering actions, and the end of a turn (RULES 2.2, 6 and 7). */

/* --- specials (7) ----------------------------------------------------------------------------- */

/* Moves behind the next word of letters, in small ones, and blanks; "" if there is none. */
static const char *read_word(const char *text, char word[16])
{
    size_t length = 0;
    text += strspn(text, " ");
    while (*text && *text != ' ' && length < 15)
        word[length++] = (char)tolower((unsigned char)*text++);
    word[length] = '\0';
    return text + strspn(text, " ");
}

/* "special turbo" */
static bool stock_special_read(const char *text, enum stock_special *special, struct error *error)
{
    char word[16], name[16];
    const char *rest = read_word(text, word);
    rest = read_word(rest, name);
    if (strcmp(word, "special") == 0 && *rest == '\0')
        for (int i = SPECIAL_NONE; i <= SPECIAL_PERFORMANCE; i++)
            if (strcmp(name, stock_special_name((enum stock_special)i)) == 0) {
                *special = (enum stock_special)i;
                return true;
            }
    return error_set_at(error, 0, 1,
                        "specials are chosen first: special turbo, special swaybars, "
                        "special performance or special none");
}

static bool all_ordered(const struct stock_race *race)
{
    for (int i = 0; i < race->setup->players; i++)
        if (race->cars[i].status == STOCK_RACING && !race->cars[i].ordered)
            return false;
    return true;
}

static void begin_turn(struct stock_race *race)
{
    for (int i = 0; i < race->setup->players; i++)
        race->cars[i].ordered = false;
    race->round++;
}

static void tell_specials(struct stock_race *race, struct event_list *events)
{
    for (int i = 0; i < race->setup->players; i++) {
        struct stock_car *car = &race->cars[i];
        if (car->special == SPECIAL_PERFORMANCE)
            car->wild_cards *= 2;
        stock_tell(events, STOCK_EVENT_SPECIAL, i + 1, 0)->special = car->special;
    }
    begin_turn(race);
}

/* --- the end of the turn (6) ------------------------------------------------------------------ */

static uint64_t racing_at(const struct stock_race *race, struct point at)
{
    uint64_t cars = 0;
    for (int i = 0; i < race->setup->players; i++)
        if (race->cars[i].status == STOCK_RACING && point_equal(race->cars[i].at, at))
            cars |= UINT64_C(1) << (i + 1);
    return cars;
}

/* A slick appears unless there is one, or none can be. */
static bool spill_oil(struct stock_race *race, struct point at)
{
    char tile = ground_tile(race, at);
    if (!stock_is_on(race, STOCK_OIL) || tile == TILE_OIL || tile_is_pit(tile))
        return false;
    ground_set(race, at, TILE_OIL);
    return true;
}

static void crash_cars(struct stock_race *race, struct event_list *events)
{
    uint64_t done = 0;
    for (int i = 0; i < race->setup->players; i++) {
        uint64_t self = UINT64_C(1) << (i + 1);
        struct point at = race->cars[i].at;
        uint64_t cars = racing_at(race, at);
        if (race->cars[i].status != STOCK_RACING || (done & self) || cars == self)
            continue;
        for (int other = 1; other <= race->setup->players; other++)
            if (cars >> other & 1)
                stock_lower(&race->cars[other - 1], 1, 1);
        done |= cars;
        bool oil = spill_oil(race, at);
        struct stock_event *body = stock_tell(events, STOCK_EVENT_CRASHED, i + 1, 0);
        events->items[events->count - 1].others = cars & ~self;
        stock_tell_place(events, at);
        body->cars = cars;
        body->oil = oil;
    }
}

static void give_place(struct stock_race *race, int number, int place)
{
    race->cars[number - 1].place = place;
}

/* By place, then car. */
static void tell_places(struct stock_race *race, uint64_t placed, struct event_list *events)
{
    for (int place = 1; place <= race->setup->players; place++)
        for (int car = 1; car <= race->setup->players; car++)
            if ((placed >> car & 1) && race->cars[car - 1].place == place)
                stock_tell(events, STOCK_EVENT_PLACED, car, 0)->place = place;
}

static void place_finishers(struct stock_race *race, struct event_list *events)
{
    uint64_t placed = 0;
    int count = 0;
    for (int i = 0; i < race->setup->players; i++) {
        const struct stock_car *car = &race->cars[i];
        int before = 0;
        if (car->status != STOCK_FINISHED || car->place > 0)
            continue;
        /* Was the first car's finish in this turn before the second's? */
        for (int j = 0; j < race->setup->players; j++)
            before += race->cars[j].status == STOCK_FINISHED && race->cars[j].of > 0 &&
                      (int64_t)race->cars[j].on * car->of < (int64_t)car->on * race->cars[j].of;
        give_place(race, i + 1, race->finishers + 1 + before);
        placed |= UINT64_C(1) << (i + 1);
        count++;
    }
    race->finishers += count;
    for (int i = 0; i < race->setup->players; i++)
        race->cars[i].on = race->cars[i].of = 0;
    tell_places(race, placed, events);
}

static int count_racing(const struct stock_race *race)
{
    int count = 0;
    for (int i = 0; i < race->setup->players; i++)
        count += race->cars[i].status == STOCK_RACING;
    return count;
}

static bool has_alley(const struct stock_race *race)
{
    for (int i = 0; i < race->map->width * race->map->height; i++)
        if (tile_is_alley(race->map->tiles[i]))
            return true;
    return false;
}

/* 6.4: with the leader's lap. */
static void renew_sand(struct stock_race *race, struct event_list *events)
{
    int most = race->most_crossings;
    for (int i = 0; i < race->setup->players; i++)
        most = number_larger(most, race->cars[i].crossings);
    bool risen = most > race->most_crossings && most >= 2 && most <= stock_laps(race->setup);
    race->most_crossings = most;
    if (!risen || !stock_is_on(race, STOCK_SANDBAGS) || !has_alley(race))
        return;
    ground_reset_sand(race);
    stock_tell(events, STOCK_EVENT_SAND_RESET, 0, 0)->lap = most;
}

static void end_turn(struct stock_race *race, struct event_list *events)
{
    if (stock_is_on(race, STOCK_CRASH))
        crash_cars(race, events);
    place_finishers(race, events);
    race->over = count_racing(race) <= (race->setup->players > 1 && !race->to_flag) ||
                 race->round >= stock_value(race, STOCK_ROUND_LIMIT);
    if (!race->over) {
        renew_sand(race, events);
        begin_turn(race);
        return;
    }
    for (int i = 0; i < race->setup->players; i++)
        race->cars[i].ordered = false;
    /* Those without a place: who races shares one, who gave up later is before who did earlier. */
    int racing = count_racing(race);
    uint64_t placed = 0;
    for (int i = 0; i < race->setup->players; i++) {
        const struct stock_car *car = &race->cars[i];
        int place = race->finishers + 1;
        if (car->status == STOCK_FINISHED || (race->to_flag && car->place > 0))
            continue;
        if (car->status == STOCK_RETIRED) {
            place += racing;
            for (int j = 0; j < race->setup->players; j++)
                place +=
                    race->cars[j].status == STOCK_RETIRED && race->cars[j].stopped > car->stopped;
        }
        give_place(race, i + 1, place);
        placed |= UINT64_C(1) << (i + 1);
    }
    tell_places(race, placed, events);
    stock_tell(events, STOCK_EVENT_OVER, 0, 0);
}

static bool stock_drive_on(struct race *any, struct event_list *events)
{
    (void)events; /* nothing happens but that it is asked for orders */
    struct stock_race *race = stock_race(any);
    if (!race->over || count_racing(race) != 1)
        return false;
    race->over = false;
    race->to_flag = true;
    for (int i = 0; i < race->setup->players; i++)
        if (race->cars[i].status == STOCK_RACING)
            race->cars[i].place = 0;
    begin_turn(race);
    return race->round <= stock_value(race, STOCK_ROUND_LIMIT);
}

/* --- orders ----------------------------------------------------------------------------------- */

/* In car order, whatever order they were entered in. */
static void drive_all(struct stock_race *race, struct event_list *events)
{
    for (int i = 0; i < race->setup->players; i++) {
        struct stock_car *car = &race->cars[i];
        if (!car->order)
            continue;
        stock_drive(race, i + 1, &car->entered, car->order, events, NULL);
        free(car->order);
        car->order = NULL;
    }
}

/* see game.h */
static bool stock_apply(struct race *any, int number, const char *action, struct event_list *events,
                        struct error *error)
{
    struct stock_race *race = stock_race(any);
    struct stock_order order;
    struct text plain = {0};
    if (race->round == 0 && !race->over) {
        struct stock_car *car = &race->cars[number - 1];
        if (!stock_special_read(action, &car->special, error))
            return false;
        car->ordered = true;
        stock_tell(events, STOCK_EVENT_ORDERED, number, 0);
        if (all_ordered(race))
            tell_specials(race, events);
        return true;
    }
    if (!stock_order_read(any, number, action, &order, &plain, error)) {
        text_free(&plain);
        return false;
    }
    struct stock_car *car = &race->cars[number - 1];
    car->ordered = true;
    stock_tell(events, STOCK_EVENT_ORDERED, number, 0);
    if (stock_value(race, STOCK_ORDERS) == STOCK_SECRET) {
        car->entered = order;
        car->order = memory_copy_string(text_string(&plain));
    } else
        stock_drive(race, number, &order, text_string(&plain), events, NULL);
    text_free(&plain);
    if (all_ordered(race)) {
        drive_all(race, events);
        end_turn(race, events);
    }
    return true;
}

/* === race ===================================================================================== */

struct stock_race *stock_race(struct race *race)
{
    assert(race->game == &stock_cars_game);
    return (struct stock_race *)race;
}

const struct stock_race *stock_race_of(const struct race *race)
{
    assert(race->game == &stock_cars_game);
    return (const struct stock_race *)race;
}

const struct stock_event *stock_event(const struct event *event)
{
    assert(event->game == &stock_cars_game);
    return event->body;
}

int stock_value(const struct stock_race *race, enum stock_field field)
{
    return race->setup->values[field];
}

bool stock_is_on(const struct stock_race *race, enum stock_field field)
{
    return stock_value(race, field) == STOCK_ON;
}

const struct stock_car *stock_car(const struct race *race, int car)
{
    return &stock_race_of(race)->cars[car - 1];
}

int stock_lap(const struct race *race, const struct stock_car *car)
{
    int laps = stock_laps(stock_race_of(race)->setup);
    return number_smaller(laps, number_larger(0, car->crossings));
}

bool stock_choosing_specials(const struct race *race)
{
    return stock_race_of(race)->round == 0;
}

const struct stock_map *stock_race_map(const struct race *race)
{
    return stock_race_of(race)->map;
}

char stock_tile(const struct race *race, struct point at)
{
    char tile = ground_tile(stock_race_of(race), at);
    return tile == TILE_HIDDEN_BAG ? TILE_SAND : tile;
}

/* --- states ----------------------------------------------------------------------------------- */

static struct race *begin(const struct setup *setup)
{
    struct stock_race *race = memory_allocate(1, sizeof *race);
    race->head.game = &stock_cars_game;
    race->setup = setup;
    race->map = stock_map_of(setup);
    race->random = random_seeded(setup->seed);
    race->round = !stock_is_on(race, STOCK_SPECIALS);
    ground_begin(race);
    int grid[PLAYER_LIMIT];
    last_order(setup, STOCK_GRID, 1, &race->random, grid);
    for (int i = 0; i < setup->players; i++)
        race->cars[grid[i] - 1] = (struct stock_car){
            .at = race->map->start[i],
            .heading = race->map->race,
            .maximum = stock_value(race, STOCK_MAX_SPEED),
            .wild_cards = stock_value(race, STOCK_WILD_CARDS) + last_handicap(setup, grid[i])};
    return &race->head;
}

static struct race *copy(const struct race *any)
{
    const struct stock_race *race = stock_race_of(any);
    struct stock_race *made = memory_copy(race, 1, sizeof *made);
    ground_retain(made);
    for (int i = 0; i < race->setup->players; i++)
        if (made->cars[i].order)
            made->cars[i].order = memory_copy_string(made->cars[i].order);
    return &made->head;
}

static void free_race(struct race *any)
{
    if (!any)
        return;
    struct stock_race *race = stock_race(any);
    for (int i = 0; i < race->setup->players; i++)
        free(race->cars[i].order);
    ground_release(race);
    free(race);
}

static bool is_secret(const struct stock_race *race)
{
    return race->round == 0 || stock_value(race, STOCK_ORDERS) == STOCK_SECRET;
}

static struct race *copy_for(const struct race *any, int car, uint64_t seed)
{
    struct race *made = copy(any);
    struct stock_race *race = stock_race(made);
    race->random = random_seeded(seed);
    ground_hide_anew(race);
    for (int i = 0; i < race->setup->players && is_secret(race); i++) {
        struct stock_car *other = &race->cars[i];
        if (i == car - 1 || !other->ordered)
            continue;
        other->ordered = false;
        other->entered = (struct stock_order){0};
        free(other->order);
        other->order = NULL;
        if (race->round == 0)
            other->special = SPECIAL_NONE;
    }
    return made;
}

static int car_count(const struct race *race)
{
    return stock_race_of(race)->setup->players;
}

static int player_of(const struct race *race, int car)
{
    (void)race;
    return car;
}

static int round_of(const struct race *race)
{
    return stock_race_of(race)->round;
}

static bool over(const struct race *race)
{
    return stock_race_of(race)->over;
}

static int owes(const struct race *any, int cars[CAR_LIMIT], bool *secret)
{
    const struct stock_race *race = stock_race_of(any);
    int count = 0;
    *secret = is_secret(race);
    for (int i = 0; i < race->setup->players && !race->over; i++)
        if (race->cars[i].status == STOCK_RACING && !race->cars[i].ordered)
            cars[count++] = i + 1;
    return *secret ? count : number_smaller(count, 1);
}

static uint64_t hash_car(uint64_t sum, const struct stock_car *car)
{
    const int numbers[] = {(int)car->status, car->at.x,      car->at.y,           (int)car->heading,
                           car->speed,       car->maximum,   car->wild_cards,     (int)car->special,
                           (int)car->pit,    car->crossings, car->place,          car->on,
                           car->of,          car->stopped,   car->gained_maximum, car->gained_cards,
                           car->ordered};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sum = hash_number(sum, numbers[i]);
    return car->order ? hash_bytes(sum, car->order, strlen(car->order)) : sum;
}

static uint64_t hash(const struct race *any)
{
    const struct stock_race *race = stock_race_of(any);
    uint64_t sum = hash_number(HASH_START, (int64_t)race->random.state);
    sum = hash_number(sum, (int64_t)race->ground_hash);
    sum = hash_number(hash_number(sum, race->round), race->over);
    sum = hash_number(hash_number(sum, race->finishers), race->most_crossings);
    for (int i = 0; i < race->setup->players; i++)
        sum = hash_car(sum, &race->cars[i]);
    return race->to_flag ? hash_number(sum, race->to_flag) : sum;
}

const struct game stock_cars_game = {
    .name = "stock-cars",
    .title = "Stock cars",
    .table = &stock_rules,
    .course = &stock_maps,
    .example = "A(2M)RM",
    .opening = "special turbo",
    .round_noun = "turn",
    .setup_check = stock_setup_check,
    .field_matters = stock_field_matters,
    .field_sets_pace = stock_field_sets_pace,
    .field_zero = stock_field_zero,
    .begin = begin,
    .copy = copy,
    .free = free_race,
    .car_count = car_count,
    .player_of = player_of,
    .round = round_of,
    .over = over,
    .drive_on = stock_drive_on,
    .standing = stock_standing,
    .say_standing = stock_say_standing,
    .columns = stock_columns,
    .tally = stock_tally,
    .owes = owes,
    .apply = stock_apply,
    .copy_for = copy_for,
    .hash = hash,
    .append_head = stock_append_head,
    .append_car = stock_append_car,
    .append_rest = stock_append_rest,
    .append_event = stock_append_event,
    .append_moves = stock_append_moves,
    .append_try = stock_append_try,
    .append_board = stock_append_board,
    .describe = stock_describe,
};
