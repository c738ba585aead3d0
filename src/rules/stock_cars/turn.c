/* Entering actions, and the end of a turn (RULES 2.2, 6 and 7). */
#include "base/memory.h"
#include "rules/stock_cars/inside.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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

bool stock_special_read(const char *text, enum stock_special *special, struct error *error)
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

/* Was the first car's finish in this turn before the second's? */
static bool finished_before(const struct stock_car *a, const struct stock_car *b)
{
    return (int64_t)a->on * b->of < (int64_t)b->on * a->of;
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
        for (int j = 0; j < race->setup->players; j++)
            before += race->cars[j].status == STOCK_FINISHED && race->cars[j].of > 0 &&
                      finished_before(&race->cars[j], car);
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

/* Those without a place: who races shares one, who gave up later is before who did earlier. */
static void place_others(struct stock_race *race, struct event_list *events)
{
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
}

static bool is_at_its_end(const struct stock_race *race)
{
    return count_racing(race) <= (race->setup->players > 1 && !race->to_flag) ||
           race->round >= stock_value(race, STOCK_ROUND_LIMIT);
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
    race->over = is_at_its_end(race);
    if (!race->over) {
        renew_sand(race, events);
        begin_turn(race);
        return;
    }
    for (int i = 0; i < race->setup->players; i++)
        race->cars[i].ordered = false;
    place_others(race, events);
    stock_tell(events, STOCK_EVENT_OVER, 0, 0);
}

bool stock_drive_on(struct race *any, struct event_list *events)
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

static bool choose_special(struct stock_race *race, int number, const char *action,
                           struct event_list *events, struct error *error)
{
    struct stock_car *car = &race->cars[number - 1];
    if (!stock_special_read(action, &car->special, error))
        return false;
    car->ordered = true;
    stock_tell(events, STOCK_EVENT_ORDERED, number, 0);
    if (all_ordered(race))
        tell_specials(race, events);
    return true;
}

bool stock_apply(struct race *any, int number, const char *action, struct event_list *events,
                 struct error *error)
{
    struct stock_race *race = stock_race(any);
    struct stock_car *car = &race->cars[number - 1];
    struct stock_order order;
    struct text plain = {0};
    if (race->round == 0 && !race->over)
        return choose_special(race, number, action, events, error);
    if (!stock_order_read(any, number, action, &order, &plain, error)) {
        text_free(&plain);
        return false;
    }
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
