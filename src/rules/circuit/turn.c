/* Designing, the grid, posting, the order of moves and the end of a turn (RULES 1.6, 2, 3, 4.1, 9).
 */
#include "rules/circuit/inside.h"

#include <string.h>

static int players(const struct circuit_race *race)
{
    return race->setup->players;
}

/* --- designs and the grid --------------------------------------------------------------------- */

bool circuit_may_build(const struct circuit_race *race, const struct build *build)
{
    int sum = 0;
    for (int i = 0; i < ATTRIBUTE_COUNT; i++) {
        if (build->points[i] < 0 || build->points[i] > CIRCUIT_BUILD_MOST)
            return false;
        sum += build->points[i];
    }
    return sum == circuit_value(race, CIRCUIT_POINTS);
}

void circuit_draw_order(struct circuit_race *race)
{
    for (int i = 0; i < players(race); i++)
        race->start_order[i] = i + 1;
    if (circuit_value(race, CIRCUIT_GRID) == GRID_LISTED)
        return;
    for (int i = players(race) - 1; i > 0; i--) {
        int other = (int)random_below(&race->random, (uint32_t)i + 1), car = race->start_order[i];
        race->start_order[i] = race->start_order[other];
        race->start_order[other] = car;
    }
}

static int start_speed(const struct circuit_race *race, int car)
{
    return build_value(race->setup, &race->cars[car - 1].build, ATTRIBUTE_START);
}

/* Equal ones stay as they are. */
static void order_grid(const struct circuit_race *race, int grid[PLAYER_LIMIT])
{
    memcpy(grid, race->start_order, sizeof race->start_order);
    if (circuit_value(race, CIRCUIT_GRID) != GRID_START_SPEED)
        return;
    for (int i = 1; i < players(race); i++) {
        int car = grid[i], at = i;
        for (; at > 0 && start_speed(race, grid[at - 1]) < start_speed(race, car); at--)
            grid[at] = grid[at - 1];
        grid[at] = car;
    }
}

static void set_on_grid(struct circuit_race *race, struct event_list *events)
{
    int grid[PLAYER_LIMIT], lanes = race->circuit->lanes;
    order_grid(race, grid);
    for (int i = 0; i < players(race); i++) {
        struct circuit_car *car = circuit_car_of(race, grid[i]);
        car->status = CIRCUIT_RACING;
        car->row = race->circuit->rows - 1 - i / lanes;
        car->lane = i % lanes + 1;
        car->halves = build_value(race->setup, &car->build, ATTRIBUTE_WEAR);
        if (events)
            circuit_tell_at(race, events, CIRCUIT_EVENT_GRID, grid[i]);
    }
}

/* --- turns ------------------------------------------------------------------------------------ */

static int count_racing(const struct circuit_race *race)
{
    int count = 0;
    for (int i = 0; i < players(race); i++)
        count += race->cars[i].status == CIRCUIT_RACING;
    return count;
}

bool circuit_posts(const struct circuit_race *race, int number)
{
    const struct circuit_car *car = &race->cars[number - 1];
    return race->phase == PHASE_POST && car->status == CIRCUIT_RACING && !car->moved;
}

/* Who misses the turn stands, and does not post. */
static void begin_car(struct circuit_race *race, int number, struct event_list *events)
{
    struct circuit_car *car = circuit_car_of(race, number);
    if (car->status != CIRCUIT_RACING)
        return;
    if (car->posted != NOT_POSTED)
        car->speed = car->posted;
    car->posted = NOT_POSTED;
    car->entry = -1;
    car->bonus = false;
    car->moved = car->missed_turns > 0;
    if (!car->moved)
        return;
    car->missed_turns--;
    car->posted = 0;
    if (events)
        circuit_tell(events, CIRCUIT_EVENT_MISSED, number)->number = car->missed_turns;
}

/* False: nobody posts, the turn has to be ended at once. */
static bool begin_turn(struct circuit_race *race, struct event_list *events)
{
    bool anybody = false;
    race->round++;
    race->phase = PHASE_POST;
    race->moving = (struct moving){0};
    race->order_count = race->next = 0;
    if (events)
        circuit_tell(events, CIRCUIT_EVENT_TURN, 0)->number = race->round;
    for (int car = 1; car <= players(race); car++)
        begin_car(race, car, events);
    for (int car = 1; car <= players(race); car++)
        anybody |= circuit_posts(race, car);
    return anybody;
}

void circuit_begin_standard(struct circuit_race *race)
{
    for (int i = 0; i < players(race); i++)
        race->cars[i].build = (struct build){{1, 1, 1, 1, 1}};
    set_on_grid(race, NULL);
    begin_turn(race, NULL);
}

/* --- the end of a turn (9.2, 9.3) ------------------------------------------------------------- */

static void tell_place(struct circuit_race *race, int car, struct event_list *events)
{
    circuit_tell(events, CIRCUIT_EVENT_PLACED, car)->number = race->cars[car - 1].place;
}

static void place_finishers(struct circuit_race *race, struct event_list *events)
{
    int count = 0, before = race->placed;
    for (int i = 0; i < players(race); i++) {
        struct circuit_car *car = &race->cars[i];
        if (car->beyond < 0)
            continue;
        car->place = before + 1;
        for (int j = 0; j < players(race); j++)
            car->place += race->cars[j].beyond > car->beyond;
        count++;
    }
    race->placed += count;
    for (int place = before + 1; place <= before + count; place++)
        for (int car = 1; car <= players(race); car++)
            if (race->cars[car - 1].beyond >= 0 && race->cars[car - 1].place == place)
                tell_place(race, car, events);
    for (int i = 0; i < players(race); i++)
        race->cars[i].beyond = -1;
}

static void end_race(struct circuit_race *race, struct event_list *events)
{
    int racing = count_racing(race);
    race->phase = PHASE_OVER;
    race->moving = (struct moving){0};
    race->order_count = 0;
    for (int i = 0; i < players(race); i++) {
        struct circuit_car *car = &race->cars[i];
        if (car->status == CIRCUIT_RACING) {
            car->place = race->placed + 1;
            car->speed = car->posted;
            car->moved = car->bonus = false;
            tell_place(race, i + 1, events);
        } else if (car->status == CIRCUIT_OUT)
            car->place = race->placed + racing + race->outs - car->out_at + 1;
        car->posted = NOT_POSTED;
    }
    for (int out = race->outs; out > 0; out--)
        for (int car = 1; car <= players(race); car++)
            if (race->cars[car - 1].out_at == out && !race->to_flag)
                tell_place(race, car, events);
    circuit_tell(events, CIRCUIT_EVENT_OVER, 0);
}

/* Turns in which nobody may post are played at once. */
static void end_turn(struct circuit_race *race, struct event_list *events)
{
    do {
        place_finishers(race, events);
        if (count_racing(race) <= (players(race) > 1 && !race->to_flag) ||
            race->round >= circuit_value(race, CIRCUIT_ROUND_LIMIT)) {
            end_race(race, events);
            return;
        }
    } while (!begin_turn(race, events));
}

bool circuit_drive_on(struct race *any, struct event_list *events)
{
    struct circuit_race *race = circuit_race(any);
    if (race->phase != PHASE_OVER || count_racing(race) != 1)
        return false;
    race->to_flag = true;
    for (int i = 0; i < players(race); i++)
        if (race->cars[i].status == CIRCUIT_RACING)
            race->cars[i].place = 0;
    do {
        if (race->round >= circuit_value(race, CIRCUIT_ROUND_LIMIT))
            return false;
    } while (!begin_turn(race, events));
    return true;
}

/* --- the order of moves (4.1) ----------------------------------------------------------------- */

static bool moves_before(const struct circuit_race *race, int first, int second)
{
    const struct circuit_car *a = &race->cars[first - 1], *b = &race->cars[second - 1];
    int lead = circuit_position(&race->head, first) - circuit_position(&race->head, second);
    if (lead != 0)
        return lead > 0;
    return a->posted != b->posted ? a->posted > b->posted : a->lane < b->lane;
}

static void order_moves(struct circuit_race *race)
{
    race->order_count = race->next = 0;
    for (int car = 1; car <= players(race); car++) {
        if (race->cars[car - 1].status != CIRCUIT_RACING || race->cars[car - 1].moved)
            continue;
        int at = race->order_count++;
        for (; at > 0 && moves_before(race, car, race->order[at - 1]); at--)
            race->order[at] = race->order[at - 1];
        race->order[at] = car;
    }
}

void circuit_move_on(struct circuit_race *race, struct event_list *events)
{
    struct moving *moving = &race->moving;
    if (moving->car > 0) {
        race->cars[moving->car - 1].moved = true;
        race->cars[moving->car - 1].bonus = false;
    }
    while (race->next < race->order_count) {
        int number = race->order[race->next++];
        const struct circuit_car *car = &race->cars[number - 1];
        if (car->status != CIRCUIT_RACING || car->moved)
            continue;
        *moving = (struct moving){
            .car = number, .points = car->posted / CIRCUIT_SPEED + car->bonus, .corner = -1};
        race->phase = PHASE_MOVE;
        if (!circuit_finishes(race, events))
            return;
    }
    end_turn(race, events);
}

/* --- posting (3) ------------------------------------------------------------------------------ */

void circuit_speeds(const struct circuit_race *race, int number, int *least, int *most)
{
    const struct circuit_car *car = &race->cars[number - 1];
    int top = build_value(race->setup, &car->build, ATTRIBUTE_TOP);
    if (car->speed == 0) {
        *least = CIRCUIT_SPEED;
        *most = build_value(race->setup, &car->build, ATTRIBUTE_START);
        return;
    }
    *least = number_larger(CIRCUIT_SPEED,
                           car->speed - build_value(race->setup, &car->build, ATTRIBUTE_DEC));
    *most = number_smaller(top, car->speed + build_value(race->setup, &car->build, ATTRIBUTE_ACC));
}

/* 3.3: the car right ahead, if both are fast. */
static int drawn_by(const struct circuit_race *race, int number)
{
    enum { FAST = 100 };
    const struct circuit_car *car = &race->cars[number - 1];
    int ahead = circuit_car_at(&race->head, (car->row + 1) % race->circuit->rows, car->lane);
    bool fast = car->posted >= FAST && ahead > 0 && race->cars[ahead - 1].posted >= FAST;
    return fast && circuit_value(race, CIRCUIT_SLIPSTREAM) == CIRCUIT_ON ? ahead : 0;
}

static void show_speeds(struct circuit_race *race, struct event_list *events)
{
    for (int number = 1; number <= players(race); number++) {
        struct circuit_car *car = circuit_car_of(race, number);
        if (!circuit_posts(race, number))
            continue;
        car->posted = car->entry;
        car->entry = -1;
        car->spun = false;
        circuit_tell(events, CIRCUIT_EVENT_SHOWN, number)->number = car->posted;
    }
    for (int number = 1; number <= players(race); number++) {
        int ahead = circuit_posts(race, number) ? drawn_by(race, number) : 0;
        race->cars[number - 1].bonus = ahead > 0;
        if (ahead > 0)
            circuit_tell(events, CIRCUIT_EVENT_SLIPSTREAM, number)->number = ahead;
    }
    order_moves(race);
    circuit_move_on(race, events);
}

void circuit_take_speed(struct circuit_race *race, int number, int speed, struct event_list *events)
{
    circuit_car_of(race, number)->entry = speed;
    circuit_tell(events, CIRCUIT_EVENT_POSTED, number);
    for (int car = 1; car <= players(race); car++)
        if (circuit_posts(race, car) && race->cars[car - 1].entry < 0)
            return;
    show_speeds(race, events);
}

void circuit_take_build(struct circuit_race *race, int number, const struct build *build,
                        struct event_list *events)
{
    struct circuit_car *car = circuit_car_of(race, number);
    car->build = *build;
    car->built = true;
    circuit_tell(events, CIRCUIT_EVENT_BUILT, number);
    for (int i = 0; i < players(race); i++)
        if (!race->cars[i].built)
            return;
    for (int other = 1; other <= players(race); other++)
        circuit_tell(events, CIRCUIT_EVENT_DESIGNED, other)->build = race->cars[other - 1].build;
    set_on_grid(race, events);
    begin_turn(race, events);
}
