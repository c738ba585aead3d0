/* The force pass (RULES 8). */
#include "rules/circuit/inside.h"

#include <stdlib.h>

/* One that rolls: the passer, then those who resist, by lane. */
struct roll {
    int car, dice[2];
    int modified[2]; /* of the passer against each of those; of the others [0] */
    bool chip;
    bool spun; /* rolled on the spin table for 8.7 */
};
struct rolls {
    struct roll passer, blockers[2];
    int count;
    uint64_t held; /* by whom; bit n: car n */
};

static int next_row(const struct circuit_race *race)
{
    return (race->cars[race->moving.car - 1].row + 1) % race->circuit->rows;
}

bool circuit_may_force(const struct circuit_race *race, int first, int second)
{
    int lane = race->cars[race->moving.car - 1].lane;
    return circuit_value(race, CIRCUIT_FORCE_PASS) == CIRCUIT_ON && circuit_blocked(race) &&
           abs(first - second) == 1 && abs(first - lane) <= 1 && abs(second - lane) <= 1 &&
           number_smaller(first, second) >= 1 &&
           number_larger(first, second) <= race->circuit->lanes;
}

static bool may_resist(const struct circuit_race *race, int blocker)
{
    int speed = race->cars[blocker - 1].posted;
    int passer = race->cars[race->moving.car - 1].posted;
    return race->round > CIRCUIT_FIRST_TURNS && speed > 0 && abs(speed - passer) <= CIRCUIT_RESIST;
}

struct circuit_force circuit_look_at_force(const struct circuit_race *race, int first, int second)
{
    struct circuit_force force = {.row = next_row(race), .lanes = {first, second}};
    for (int i = 0; i < 2; i++) {
        int lane = i == 0 ? number_smaller(first, second) : number_larger(first, second);
        force.blockers[i] = circuit_car_at(&race->head, force.row, lane);
        if (may_resist(race, force.blockers[i]))
            force.resist[force.resist_count++] = force.blockers[i];
    }
    return force;
}

/* --- without dice ----------------------------------------------------------------------------- */

static void pass(struct circuit_race *race, struct event_list *events)
{
    int lane = race->force.lanes[0];
    race->force = (struct circuit_force){0};
    circuit_tell(events, CIRCUIT_EVENT_PASSED, race->moving.car);
    circuit_step_beside(race, lane, events);
}

void circuit_begin_force(struct circuit_race *race, int first, int second,
                         struct event_list *events)
{
    race->force = circuit_look_at_force(race, first, second);
    struct circuit_event *body = circuit_tell(events, CIRCUIT_EVENT_FORCED, race->moving.car);
    body->force = race->force;
    body->to = (struct space){race->force.row, first};
    race->phase = race->force.resist_count > 0 ? PHASE_CARDS : PHASE_MOVE;
    if (race->force.resist_count == 0)
        pass(race, events);
}

/* --- dice ------------------------------------------------------------------------------------- */

static bool has_chip(const struct circuit_force *force, int car)
{
    return force->chips >> car & 1;
}

static struct roll roll_dice(struct circuit_race *race, int car)
{
    struct roll roll = {.car = car, .chip = has_chip(&race->force, car)};
    for (int i = 0; i < 2; i++)
        roll.dice[i] = 1 + (int)random_below(&race->random, 6);
    roll.modified[0] = roll.modified[1] = roll.dice[0] + roll.dice[1] - (roll.chip ? 2 : 0);
    return roll;
}

static int count_blocks(const struct circuit_race *race)
{
    int count = 0;
    for (int i = 0; i < race->force.resist_count; i++)
        count += race->cars[race->force.resist[i] - 1].entry == CARD_BLOCK;
    return count;
}

/* 8.5: how much faster the passer is. */
static int modifier_of_speed(int faster)
{
    return faster <= 0 ? 1 : faster <= 20 ? -1 : -3;
}

static void roll_all(struct circuit_race *race, int blocks, struct rolls *rolls)
{
    const struct circuit_force *force = &race->force;
    int speed = race->cars[race->moving.car - 1].posted;
    rolls->count = force->resist_count;
    rolls->held = 0;
    rolls->passer = roll_dice(race, race->moving.car);
    for (int i = 0; i < rolls->count; i++)
        rolls->blockers[i] = roll_dice(race, force->resist[i]);
    for (int i = 0; i < rolls->count; i++) {
        int mine = rolls->passer.modified[i] + (blocks == 2 ? 2 : 0) +
                   modifier_of_speed(speed - race->cars[force->resist[i] - 1].posted);
        rolls->passer.modified[i] = mine;
        if (mine > 2 && (mine >= rolls->blockers[i].modified[0] || mine >= 10))
            rolls->held |= UINT64_C(1) << force->resist[i];
    }
}

static struct circuit_event *tell_roll(const struct roll *roll, int count,
                                       struct event_list *events)
{
    struct circuit_event *body = circuit_tell(events, CIRCUIT_EVENT_ROLLED, roll->car);
    body->rolled = true;
    for (int i = 0; i < 2; i++) {
        body->dice[i] = roll->dice[i];
        body->modified[i] = roll->modified[i];
    }
    body->modified_count = count;
    return body;
}

static void tell_rolls(const struct circuit_race *race, const struct rolls *rolls,
                       struct event_list *events)
{
    tell_roll(&rolls->passer, rolls->count, events)->force = race->force;
    for (int i = 0; i < rolls->count; i++)
        tell_roll(&rolls->blockers[i], 1, events);
    if (rolls->held == 0) {
        circuit_tell(events, CIRCUIT_EVENT_PASSED, rolls->passer.car);
        return;
    }
    struct circuit_event *body = circuit_tell(events, CIRCUIT_EVENT_HELD, rolls->passer.car);
    body->by = rolls->held;
    body->force = race->force;
}

static void lose_lines(struct circuit_race *race, struct event_list *events)
{
    for (int i = 0; i < 2; i++) {
        struct circuit_car *car = circuit_car_of(race, race->force.blockers[i]);
        if (car->on_line)
            circuit_tell(events, CIRCUIT_EVENT_LOST_LINE, race->force.blockers[i]);
        car->on_line = false;
    }
}

/* --- effects (8.7) ---------------------------------------------------------------------------- */

/* By the highest modified roll. */
static void suffer(struct circuit_race *race, struct roll *roll, int highest, bool spared,
                   struct event_list *events)
{
    if (highest >= 7 && highest <= 9)
        circuit_lose(race, roll->car, 2 * (highest - 6), WHY_FORCE, events);
    else if (highest >= 10 && spared)
        circuit_lose(race, roll->car, 6, WHY_FORCE, events);
    else if (highest >= 10) {
        if (roll->car == race->moving.car)
            circuit_put_back(race, events);
        circuit_spin(race, roll->car, WHY_FORCE, roll->chip ? -2 : 0, events);
        roll->spun = true;
    }
}

/* Into that lane of its own row; a car that stands there changes places with it. */
static void set_aside(struct circuit_race *race, int number, int lane, struct event_list *events)
{
    struct circuit_car *car = circuit_car_of(race, number);
    int other = circuit_car_at(&race->head, car->row, lane), before = car->lane;
    if (car->lane == lane)
        return;
    car->lane = lane;
    car->on_line = false;
    circuit_tell_at(race, events, CIRCUIT_EVENT_SET_ASIDE, number);
    if (other > 0) {
        circuit_car_of(race, other)->lane = before;
        circuit_car_of(race, other)->on_line = false;
        circuit_tell_at(race, events, CIRCUIT_EVENT_SET_ASIDE, other);
    }
}

static void part_spun_cars(struct circuit_race *race, const struct rolls *rolls,
                           struct event_list *events)
{
    int blocker = 0, spun = 0, lanes = race->circuit->lanes;
    for (int i = 0; i < rolls->count; i++)
        if (rolls->blockers[i].spun) {
            blocker = rolls->blockers[i].car;
            spun++;
        }
    if (!rolls->passer.spun || spun != 1 ||
        race->cars[rolls->passer.car - 1].status != CIRCUIT_RACING ||
        race->cars[blocker - 1].status != CIRCUIT_RACING)
        return;
    bool lower = race->cars[rolls->passer.car - 1].lane < race->cars[blocker - 1].lane;
    set_aside(race, rolls->passer.car, lower ? 1 : lanes, events);
    set_aside(race, blocker, lower ? lanes : 1, events);
}

static void contest(struct circuit_race *race, int blocks, struct event_list *events)
{
    struct rolls rolls;
    roll_all(race, blocks, &rolls);
    tell_rolls(race, &rolls, events);
    lose_lines(race, events);
    int highest = rolls.passer.modified[0];
    if (rolls.count > 1)
        highest = number_larger(highest, rolls.passer.modified[1]);
    suffer(race, &rolls.passer, highest, false, events);
    for (int i = 0; i < rolls.count; i++)
        suffer(race, &rolls.blockers[i], rolls.blockers[i].modified[0], rolls.held == 0, events);
    part_spun_cars(race, &rolls, events);
    int lane = race->force.lanes[0];
    race->force = (struct circuit_force){0};
    if (rolls.held == 0)
        circuit_step_beside(race, lane, events);
    else if (rolls.passer.spun)
        circuit_move_on(race, events);
    else
        circuit_brake(race, rolls.passer.chip, false, events);
}

/* --- cards and chips -------------------------------------------------------------------------- */

static void turn_cards(struct circuit_race *race, struct event_list *events)
{
    int blocks = count_blocks(race);
    for (int i = 0; i < race->force.resist_count; i++)
        circuit_tell(events, CIRCUIT_EVENT_TURNED, race->force.resist[i])->number =
            race->cars[race->force.resist[i] - 1].entry;
    for (int i = 0; i < race->force.resist_count; i++)
        circuit_car_of(race, race->force.resist[i])->entry = -1;
    race->phase = PHASE_MOVE;
    if (blocks == 0) {
        pass(race, events);
        return;
    }
    contest(race, blocks, events);
}

static bool is_to_be_asked(const struct circuit_race *race, int car)
{
    return !(race->force.asked >> car & 1) && race->cars[car - 1].chips > 0;
}

int circuit_next_asked(const struct circuit_race *race)
{
    if (is_to_be_asked(race, race->moving.car))
        return race->moving.car;
    for (int i = 0; i < race->force.resist_count; i++)
        if (is_to_be_asked(race, race->force.resist[i]))
            return race->force.resist[i];
    return 0;
}

static void ask_or_turn(struct circuit_race *race, struct event_list *events)
{
    race->phase = PHASE_CHIPS;
    if (circuit_next_asked(race) == 0)
        turn_cards(race, events);
}

void circuit_lay_card(struct circuit_race *race, int car, int card, struct event_list *events)
{
    circuit_car_of(race, car)->entry = card;
    circuit_tell(events, CIRCUIT_EVENT_LAID, car);
    for (int i = 0; i < race->force.resist_count; i++)
        if (race->cars[race->force.resist[i] - 1].entry < 0)
            return;
    ask_or_turn(race, events);
}

void circuit_answer_chip(struct circuit_race *race, bool chip, struct event_list *events)
{
    int car = circuit_next_asked(race);
    race->force.asked |= UINT64_C(1) << car;
    if (chip) {
        race->force.chips |= UINT64_C(1) << car;
        circuit_car_of(race, car)->chips--;
    }
    circuit_tell(events, CIRCUIT_EVENT_CHIP, car)->spent = chip;
    ask_or_turn(race, events);
}
