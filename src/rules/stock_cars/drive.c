/* Carrying out an order (RULES 4 and 5.1, 5.2): move by move, in the contract's order of what a
 * tile does.
 */
#include "base/memory.h"
#include "rules/stock_cars/inside.h"

#include <stdlib.h>
#include <string.h>

/* An order under way. */
struct way {
    struct stock_race *race;
    struct stock_car *car;
    int number;
    const struct stock_order *order;
    struct event_list *events; /* NULL for a trial */
    struct stock_trial *trial; /* NULL for the real thing */
    int drove;                 /* the index of its event */
    int run, step;             /* the move that comes next */
    int moves;                 /* track tiles entered */
    bool oiled;                /* oil turned the car */
    bool banked;
    bool ends; /* nothing more of the order counts */
    bool meets_oil;
};

static const char *const type_names[] = {
    [STOCK_EVENT_ORDERED] = "ordered",
    [STOCK_EVENT_SPECIAL] = "special",
    [STOCK_EVENT_RETIRED] = "retired",
    [STOCK_EVENT_DROVE] = "drove",
    [STOCK_EVENT_PIT_IN] = "pit_in",
    [STOCK_EVENT_PIT_BROKEN] = "pit_broken",
    [STOCK_EVENT_REPAIRED] = "repaired",
    [STOCK_EVENT_LAP] = "lap",
    [STOCK_EVENT_FINISHED] = "finished",
    [STOCK_EVENT_SAND] = "sand",
    [STOCK_EVENT_OIL] = "oil",
    [STOCK_EVENT_BANKED] = "banked",
    [STOCK_EVENT_LEFT_TRACK] = "left_track",
    [STOCK_EVENT_END_SPEED] = "end_speed",
    [STOCK_EVENT_CRASHED] = "crashed",
    [STOCK_EVENT_PLACED] = "placed",
    [STOCK_EVENT_SAND_RESET] = "sand_reset",
    [STOCK_EVENT_OVER] = "over",
};

struct stock_event *stock_tell(struct event_list *events, enum stock_event_type type, int car,
                               size_t extra)
{
    struct stock_event *body =
        event_add(events, &stock_cars_game, car, sizeof(struct stock_event) + extra);
    struct event *event = &events->items[events->count - 1];
    event->type = type_names[type];
    event->noted =
        type != STOCK_EVENT_ORDERED && type != STOCK_EVENT_DROVE && type != STOCK_EVENT_END_SPEED;
    body->type = type;
    return body;
}

void stock_tell_place(struct event_list *events, struct point at)
{
    struct event *event = &events->items[events->count - 1];
    event->has_place = true;
    event->place = at;
    ((struct stock_event *)event->body)->at = at;
}

/* Of this car on the way, with its move and place. */
static struct stock_event *tell(struct way *way, enum stock_event_type type, int move)
{
    struct stock_event *body = stock_tell(way->events, type, way->number, 0);
    stock_tell_place(way->events, way->car->at);
    body->move = move;
    body->heading = way->car->heading;
    body->speed = way->car->speed;
    body->maximum = way->car->maximum;
    return body;
}

void stock_lower(struct stock_car *car, int speed, int maximum)
{
    car->speed = number_larger(0, car->speed - speed);
    car->maximum = number_larger(STOCK_LEAST_MAXIMUM, car->maximum - maximum);
    car->speed = number_smaller(car->speed, car->maximum);
}

static void add_to_path(struct way *way, struct point at, enum heading heading)
{
    struct stock_entered entered = {at, heading};
    if (way->trial) {
        array_add(way->trial->path, way->trial->path_count, way->trial->path_capacity, entered);
        return;
    }
    struct stock_event *drove = way->events->items[way->drove].body;
    struct stock_entered *path = (struct stock_entered *)(drove + 1);
    path[drove->path_count++] = entered;
}

/* --- the pits (4.5) --------------------------------------------------------------------------- */

static bool breaks_limit(const struct stock_car *car)
{
    return car->pit != PIT_BROKEN && car->speed > STOCK_PIT_SPEED;
}

/* What the repair of this visit has brought is taken back, as far as it is left. */
static void break_limit(struct way *way)
{
    struct stock_car *car = way->car;
    int maximum = car->maximum;
    int cards = number_smaller(car->gained_cards, car->wild_cards);
    stock_lower(car, 0, car->gained_maximum);
    car->wild_cards -= cards;
    car->pit = PIT_BROKEN;
    if (way->events) {
        struct stock_event *body = tell(way, STOCK_EVENT_PIT_BROKEN, way->moves);
        body->maximum = maximum - car->maximum;
        body->cards = cards;
    }
}

static void repair(struct way *way)
{
    struct stock_car *car = way->car;
    int gain = STOCK_REPAIR - car->speed;
    car->gained_maximum = gain;
    car->gained_cards = gain / 3 * (car->special == SPECIAL_PERFORMANCE ? 2 : 1);
    car->maximum += car->gained_maximum;
    car->wild_cards += car->gained_cards;
    car->pit = PIT_SERVED;
    if (way->events)
        tell(way, STOCK_EVENT_REPAIRED, way->moves)->cards = car->gained_cards;
}

static void begin_visit(struct way *way)
{
    way->car->pit = PIT_CLEAR;
    way->car->gained_maximum = way->car->gained_cards = 0;
    if (way->events)
        tell(way, STOCK_EVENT_PIT_IN, way->moves);
}

static void pass_pits(struct way *way, char from, char to)
{
    struct stock_car *car = way->car;
    bool was = tile_is_pit(from), is = tile_is_pit(to);
    if (!was && !is)
        return;
    if (!was)
        begin_visit(way);
    if (breaks_limit(car))
        break_limit(way);
    else if (car->pit == PIT_CLEAR && from == TILE_PIT_MARK && to != TILE_PIT_MARK)
        repair(way);
    if (!is)
        car->pit = PIT_OUT;
}

/* --- the line (5) ----------------------------------------------------------------------------- */

static void pass_line(struct way *way, struct point from, struct point to)
{
    struct stock_car *car = way->car;
    int crossing = stock_map_crossing(way->race->map, from, to);
    if (crossing == 0)
        return;
    car->crossings += crossing;
    if (car->crossings == stock_laps(way->race->setup) + 1) {
        car->status = STOCK_FINISHED;
        car->pit = PIT_OUT;
        car->on = way->moves;
        car->of = way->order->moves;
        way->ends = true;
        if (way->events)
            tell(way, STOCK_EVENT_FINISHED, way->moves)->of = car->of;
    } else if (way->events) {
        struct stock_event *body = tell(way, STOCK_EVENT_LAP, way->moves);
        body->crossings = car->crossings;
        body->lap = stock_lap(&way->race->head, car);
    }
}

/* --- tiles (4.2 to 4.4) ----------------------------------------------------------------------- */

static void enter_oil(struct way *way)
{
    struct stock_car *car = way->car;
    if (way->trial) {
        way->meets_oil = way->ends = true;
        way->trial->unknown = true;
        return;
    }
    enum turn turn = (enum turn)random_below(&way->race->random, 3);
    car->heading = heading_turned(car->heading, turn);
    way->oiled |= turn != TURN_NONE;
    tell(way, STOCK_EVENT_OIL, way->moves)->turn = turn;
}

static void enter_sand(struct way *way, char tile)
{
    struct stock_car *car = way->car;
    if (way->trial && (tile == TILE_SAND || tile == TILE_HIDDEN_BAG)) {
        way->trial->unknown = true;
        tile = TILE_SAND;
    }
    bool bag = tile != TILE_SAND;
    char after = tile == TILE_HIDDEN_BAG ? TILE_BAG
                 : tile == TILE_BAG      ? TILE_FLAT_BAG
                                         : TILE_ASPHALT;
    ground_set(way->race, car->at, after);
    car->speed = number_larger(0, car->speed - bag);
    if (way->events) {
        struct stock_event *body = tell(way, STOCK_EVENT_SAND, way->moves);
        body->tile = after;
        body->bag = bag;
    }
}

static void enter_tile(struct way *way, char from, char to)
{
    if (to == TILE_OIL)
        enter_oil(way);
    else if (tile_is_alley(to) || to == TILE_HIDDEN_BAG)
        enter_sand(way, to);
    else if (from == TILE_BANK && to == TILE_BANK && !way->banked) {
        way->banked = true;
        way->car->heading = heading_turned(way->car->heading, way->race->map->turn);
        if (way->events)
            tell(way, STOCK_EVENT_BANKED, way->moves);
    }
}

/* --- off the track (4.1) ---------------------------------------------------------------------- */

/* The move after (run, step) in the order; 0: there is none. */
static char next_move(const struct stock_order *order, int *run, int *step)
{
    if (*run == order->run_count)
        return '\0';
    char kind = order->runs[*run].kind;
    if (++*step == order->runs[*run].count) {
        ++*run;
        *step = 0;
    }
    return kind;
}

static enum heading steered(enum heading heading, char move)
{
    return heading_turned(heading, move == 'L' ? TURN_LEFT : move == 'R' ? TURN_RIGHT : TURN_NONE);
}

/* How many tiles off the track this move and those after it enter, up to three. */
static int count_off_track(const struct way *way)
{
    struct point at = way->car->at;
    enum heading heading = way->car->heading;
    int run = way->run, step = way->step, count = 0;
    for (char move = 'M'; move && count < 3; move = next_move(way->order, &run, &step)) {
        heading = count == 0 ? heading : steered(heading, move);
        at = point_add(at, heading_steps[heading]);
        if (ground_tile(way->race, at) != TILE_OFF)
            break;
        count++;
    }
    return count;
}

static void leave_track(struct way *way)
{
    static const struct {
        int speed, maximum;
    } severe[] = {{0, 0}, {3, 2}, {6, 4}, {9, 8}}, oil = {4, 3};
    int tiles = count_off_track(way);
    bool mild = stock_value(way->race, STOCK_OFF_TRACK) == STOCK_MILD;
    bool oiled = way->oiled && tiles > 1;
    if (mild)
        stock_lower(way->car, oiled ? 1 : tiles, oiled ? 1 : tiles);
    else if (oiled)
        stock_lower(way->car, oil.speed, oil.maximum);
    else
        stock_lower(way->car, severe[tiles].speed, severe[tiles].maximum);
    way->ends = true;
    if (way->trial)
        way->trial->off_track = tiles;
    if (way->events) {
        struct stock_event *body = tell(way, STOCK_EVENT_LEFT_TRACK, way->moves + 1);
        body->tiles = tiles;
        body->oil = oiled;
    }
}

/* --- the order -------------------------------------------------------------------------------- */

static void make_move(struct way *way, char move)
{
    struct stock_car *car = way->car;
    struct point from = car->at;
    car->heading = steered(car->heading, move);
    struct point to = point_add(from, heading_steps[car->heading]);
    char from_tile = ground_tile(way->race, from), to_tile = ground_tile(way->race, to);
    if (to_tile == TILE_OFF) {
        leave_track(way);
        return;
    }
    car->at = to;
    way->moves++;
    add_to_path(way, to, car->heading);
    pass_pits(way, from_tile, to_tile);
    pass_line(way, from, to);
    if (!way->ends)
        enter_tile(way, from_tile, to_tile);
}

static void change_at_end(struct way *way)
{
    struct stock_car *car = way->car;
    for (const char *change = way->order->end; *change; change++) {
        if (*change == 'A' && car->speed < car->maximum)
            car->speed++;
        else if (*change == 'B' && car->speed > 0)
            car->speed--;
    }
    if (!way->events || !*way->order->end)
        return;
    struct stock_event *body = tell(way, STOCK_EVENT_END_SPEED, way->moves);
    memcpy(body->changes, way->order->marked_end, sizeof body->changes);
}

static void begin_order(struct way *way, const char *plain)
{
    struct stock_car *car = way->car;
    struct point from = car->at;
    car->wild_cards -= way->order->cards;
    car->speed = way->order->moves;
    if (!way->events)
        return;
    size_t path = (size_t)car->speed * sizeof(struct stock_entered);
    struct stock_event *body =
        stock_tell(way->events, STOCK_EVENT_DROVE, way->number, path + strlen(plain) + 1);
    way->drove = way->events->count - 1;
    stock_tell_place(way->events, from);
    body->from = from;
    body->from_heading = car->heading;
    body->speed = car->speed;
    body->cards = way->order->cards;
    memcpy((char *)(body + 1) + path, plain, strlen(plain) + 1);
}

static void retire(struct way *way)
{
    way->car->status = STOCK_RETIRED;
    way->car->stopped = way->race->round;
    way->car->pit = PIT_OUT;
    if (way->events) {
        stock_tell(way->events, STOCK_EVENT_RETIRED, way->number, 0);
        stock_tell_place(way->events, way->car->at);
    }
}

void stock_drive(struct stock_race *race, int number, const struct stock_order *order,
                 const char *plain, struct event_list *events, struct stock_trial *trial)
{
    struct way way = {.race = race,
                      .car = &race->cars[number - 1],
                      .number = number,
                      .order = order,
                      .events = trial ? NULL : events,
                      .trial = trial};
    if (order->retires) {
        retire(&way);
        return;
    }
    begin_order(&way, plain);
    while (!way.ends && way.run < order->run_count)
        make_move(&way, next_move(order, &way.run, &way.step));
    if (!way.ends)
        change_at_end(&way);
    if (!way.meets_oil && way.car->status == STOCK_RACING && way.car->pit != PIT_OUT &&
        breaks_limit(way.car))
        break_limit(&way);
}

const char *stock_event_order(const struct event *event)
{
    const struct stock_event *body = stock_event(event);
    return (const char *)((const struct stock_entered *)(body + 1) + body->speed);
}

const struct stock_entered *stock_event_path(const struct event *event, int *count)
{
    const struct stock_event *body = stock_event(event);
    *count = body->path_count;
    return (const struct stock_entered *)(body + 1);
}

bool stock_try(const struct race *any, int number, const char *text, struct stock_trial *into,
               struct error *error)
{
    const struct stock_race *race = stock_race_of(any);
    struct stock_order order;
    *into = (struct stock_trial){0};
    if (!stock_order_read(any, number, text, &order, NULL, error))
        return false;
    struct stock_race trial = *race;
    ground_retain(&trial);
    into->cards = order.cards;
    into->moves = order.moves;
    into->speed = order.retires ? race->cars[number - 1].speed : order.moves;
    stock_drive(&trial, number, &order, "", NULL, order.retires ? NULL : into);
    ground_release(&trial);
    into->ends = order.retires ? race->cars[number - 1] : trial.cars[number - 1];
    into->ends.order = NULL;
    into->finishes = into->ends.status == STOCK_FINISHED;
    return true;
}

void stock_trial_free(struct stock_trial *trial)
{
    free(trial->path);
    *trial = (struct stock_trial){0};
}
