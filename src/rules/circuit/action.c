/* Actions as text (RULES 11): reading, carrying out, and what may come next. */

#include "rules/circuit/circuit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A move (RULES 4 to 7, 8.9 and 9.1): steps, corners and their line, spins, braking, falling back.
 */

static const char *const type_names[] = {
    [CIRCUIT_EVENT_BUILT] = "built",
    [CIRCUIT_EVENT_DESIGNED] = "designed",
    [CIRCUIT_EVENT_GRID] = "grid",
    [CIRCUIT_EVENT_TURN] = "turn",
    [CIRCUIT_EVENT_POSTED] = "posted",
    [CIRCUIT_EVENT_SHOWN] = "shown",
    [CIRCUIT_EVENT_SLIPSTREAM] = "slipstream",
    [CIRCUIT_EVENT_MOVED] = "moved",
    [CIRCUIT_EVENT_LAP] = "lap",
    [CIRCUIT_EVENT_WEAR] = "wear",
    [CIRCUIT_EVENT_FINISHED] = "finished",
    [CIRCUIT_EVENT_PUT_BACK] = "put_back",
    [CIRCUIT_EVENT_STAYED] = "stayed",
    [CIRCUIT_EVENT_BRAKED] = "braked",
    [CIRCUIT_EVENT_SPIN] = "spin",
    [CIRCUIT_EVENT_OUT] = "out",
    [CIRCUIT_EVENT_CHIP] = "chip",
    [CIRCUIT_EVENT_FORCED] = "forced",
    [CIRCUIT_EVENT_LAID] = "laid",
    [CIRCUIT_EVENT_TURNED] = "turned",
    [CIRCUIT_EVENT_ROLLED] = "rolled",
    [CIRCUIT_EVENT_PASSED] = "passed",
    [CIRCUIT_EVENT_HELD] = "held",
    [CIRCUIT_EVENT_LOST_LINE] = "lost_line",
    [CIRCUIT_EVENT_SET_ASIDE] = "set_aside",
    [CIRCUIT_EVENT_MISSED] = "missed",
    [CIRCUIT_EVENT_PLACED] = "placed",
    [CIRCUIT_EVENT_OVER] = "over",
};

struct circuit_event *circuit_tell(struct event_list *events, enum circuit_event_type type, int car)
{
    struct circuit_event *body = event_add(events, &circuit_game, car, sizeof *body);
    struct event *event = &events->items[events->count - 1];
    event->type = type_names[type];
    event->noted = type != CIRCUIT_EVENT_MOVED && type != CIRCUIT_EVENT_POSTED &&
                   type != CIRCUIT_EVENT_BUILT && type != CIRCUIT_EVENT_LAID &&
                   type != CIRCUIT_EVENT_TURN;
    body->type = type;
    return body;
}

struct circuit_event *circuit_tell_at(struct circuit_race *race, struct event_list *events,
                                      enum circuit_event_type type, int car)
{
    struct circuit_event *body = circuit_tell(events, type, car);
    const struct circuit_car *at = &race->cars[car - 1];
    body->to = (struct space){at->row, at->lane};
    return body;
}

static struct circuit_car *mover(struct circuit_race *race)
{
    return circuit_car_of(race, race->moving.car);
}

static const struct circuit_car *mover_of(const struct circuit_race *race)
{
    return &race->cars[race->moving.car - 1];
}

/* --- what is ahead ---------------------------------------------------------------------------- */

static int row_ahead(const struct circuit_race *race)
{
    return (mover_of(race)->row + 1) % race->circuit->rows;
}

/* on the track, and free */
static bool circuit_may_enter(const struct circuit_race *race, int lane)
{
    int change = lane - mover_of(race)->lane;
    return lane >= 1 && lane <= race->circuit->lanes && change >= -1 && change <= 1 &&
           circuit_car_at(&race->head, row_ahead(race), lane) == 0;
}

static bool circuit_blocked(const struct circuit_race *race)
{
    for (int lane = 1; lane <= race->circuit->lanes; lane++)
        if (circuit_may_enter(race, lane))
            return false;
    return true;
}

/* only the bonus point is left */
static bool circuit_on_bonus(const struct circuit_race *race)
{
    return race->moving.points == 1 && mover_of(race)->bonus;
}

/* 5.2, in the space that is entered. */
static bool keeps_line(const struct circuit_race *race, struct space to)
{
    const struct corner *corner = circuit_corner(race->circuit, to.row);
    if (!corner || circuit_value(race, CIRCUIT_LINES) != CIRCUIT_ON ||
        race->circuit->line[to.row] != to.lane)
        return false;
    return to.row == corner->from || mover_of(race)->on_line;
}

static bool circuit_may_take_line(const struct circuit_race *race, int lane)
{
    struct space to = {row_ahead(race), lane};
    return circuit_value(race, CIRCUIT_LINES) == CIRCUIT_ON &&
           race->circuit->line[to.row] == lane && !keeps_line(race, to) &&
           mover_of(race)->halves >= 1;
}

static struct lane_step circuit_look_ahead(const struct circuit_race *race, int lane,
                                           bool takes_line)
{
    const struct circuit_car *car = mover_of(race);
    struct lane_step step = {.to = {row_ahead(race), lane}};
    int corner = race->circuit->corner_at[step.to.row];
    int worst = corner == race->moving.corner ? race->moving.worst : 0;
    step.benefit = takes_line || keeps_line(race, step.to);
    step.limit = circuit_limit(race->circuit, step.to.row, lane);
    if (step.limit > 0) {
        step.limit += step.benefit ? CIRCUIT_SPEED : 0;
        step.excess = number_larger(0, car->posted - step.limit) / CIRCUIT_SPEED;
        step.halves = 2 * number_larger(0, step.excess - worst);
    }
    step.spins = step.excess >= 3 || step.halves > car->halves - takes_line;
    step.modifier = number_larger(0, step.excess - 3);
    step.halves = step.spins ? 0 : step.halves;
    step.finishes = !step.spins && race->moving.points > 1 &&
                    step.to.row == race->circuit->rows - 1 &&
                    car->lap == circuit_value(race, CIRCUIT_LAPS);
    return step;
}

/* --- wear ------------------------------------------------------------------------------------- */

static void circuit_lose(struct circuit_race *race, int number, int halves, enum circuit_why why,
                         struct event_list *events)
{
    struct circuit_car *car = circuit_car_of(race, number);
    int lost = number_smaller(halves, car->halves);
    car->halves -= lost;
    if (lost > 0) {
        struct circuit_event *body = circuit_tell(events, CIRCUIT_EVENT_WEAR, number);
        body->number = lost;
        body->why = why;
    }
}

/* --- falling back (8.9) ----------------------------------------------------------------------- */

static void circuit_put_back(struct circuit_race *race, struct event_list *events)
{
    struct moving *moving = &race->moving;
    while (moving->beside_count > 0) {
        const struct beside *beside = &moving->beside[--moving->beside_count];
        struct circuit_car *car = circuit_car_of(race, beside->car);
        if (car->status != CIRCUIT_RACING)
            continue;
        if (beside->back.row > car->row)
            car->lap--;
        car->row = beside->back.row;
        car->lane = beside->back.lane;
        car->on_line = false;
        circuit_tell_at(race, events, CIRCUIT_EVENT_PUT_BACK, beside->car);
    }
}

/* --- spins (6) -------------------------------------------------------------------------------- */

static void leave_the_race(struct circuit_race *race, int number, struct event_list *events)
{
    struct circuit_car *car = circuit_car_of(race, number);
    circuit_tell_at(race, events, CIRCUIT_EVENT_OUT, number);
    car->status = CIRCUIT_OUT;
    car->speed = 0;
    car->posted = NOT_POSTED;
    car->spun = false;
    car->out_at = ++race->outs;
}

static void circuit_spin(struct circuit_race *race, int number, enum circuit_why why, int modifier,
                         struct event_list *events)
{
    struct circuit_car *car = circuit_car_of(race, number);
    struct circuit_event *body = circuit_tell_at(race, events, CIRCUIT_EVENT_SPIN, number);
    enum spin_result result = SPIN_ONLY;
    body->why = why;
    car->posted = 0;
    car->spun = car->moved = true;
    car->on_line = car->bonus = false;
    if (circuit_value(race, CIRCUIT_SPINS) == SPINS_TABLE) {
        body->rolled = true;
        for (int i = 0; i < 2; i++)
            body->dice[i] = 1 + (int)random_below(&race->random, 6);
        body->number = body->dice[0] + body->dice[1] + modifier;
        body->result = result = body->number <= 6    ? SPIN_ONLY
                                : body->number <= 9  ? SPIN_WEAR
                                : body->number <= 11 ? SPIN_MISS
                                                     : SPIN_CRASH;
    }
    if (result == SPIN_WEAR || result == SPIN_MISS)
        circuit_lose(race, number, result == SPIN_WEAR ? 4 : 6, WHY_SPIN, events);
    car->missed_turns += result == SPIN_MISS;
    if (result == SPIN_CRASH)
        leave_the_race(race, number, events);
}

/* The mover spins where it is; who has a chip is asked first. */
static void spin_mover(struct circuit_race *race, enum circuit_why why, int modifier, bool may_ask,
                       struct event_list *events)
{
    struct moving *moving = &race->moving;
    moving->spin_why = why;
    moving->spin_modifier = modifier;
    if (may_ask && circuit_value(race, CIRCUIT_SPINS) == SPINS_TABLE && mover(race)->chips > 0) {
        race->phase = PHASE_SPIN;
        return;
    }
    circuit_put_back(race, events);
    circuit_spin(race, moving->car, why, modifier, events);
    circuit_move_on(race, events);
}

static void circuit_answer_spin(struct circuit_race *race, bool chip, struct event_list *events)
{
    struct moving *moving = &race->moving;
    mover(race)->chips -= chip;
    circuit_tell(events, CIRCUIT_EVENT_CHIP, moving->car)->spent = chip;
    circuit_put_back(race, events);
    circuit_spin(race, moving->car, moving->spin_why, moving->spin_modifier - (chip ? 2 : 0),
                 events);
    circuit_move_on(race, events);
}

/* --- steps ------------------------------------------------------------------------------------ */

bool circuit_finishes(struct circuit_race *race, struct event_list *events)
{
    struct circuit_car *car = mover(race);
    if (race->moving.points == 0 || car->row != race->circuit->rows - 1 ||
        car->lap != circuit_value(race, CIRCUIT_LAPS))
        return false;
    car->beyond = race->moving.points - 1;
    car->status = CIRCUIT_FINISHED;
    car->lap++;
    car->speed = car->posted;
    car->posted = NOT_POSTED;
    car->on_line = car->bonus = false;
    car->moved = true;
    race->moving.beside_count = 0;
    circuit_tell(events, CIRCUIT_EVENT_FINISHED, race->moving.car)->number = car->beyond;
    return true;
}

/* The car is in the space: what the corner asks (5.4, 5.5), then the end of the move. */
static void settle_step(struct circuit_race *race, const struct lane_step *step, bool takes_line,
                        struct event_list *events)
{
    struct circuit_car *car = mover(race);
    struct moving *moving = &race->moving;
    int corner = race->circuit->corner_at[step->to.row];
    if (takes_line)
        circuit_lose(race, moving->car, 1, WHY_LINE, events);
    car->on_line = step->benefit && corner >= 0;
    if (step->spins) {
        spin_mover(race, WHY_CORNER, step->modifier, true, events);
        return;
    }
    moving->worst =
        corner == moving->corner ? number_larger(moving->worst, step->excess) : step->excess;
    moving->corner = corner;
    circuit_lose(race, moving->car, step->halves, WHY_CORNER, events);
    if (circuit_finishes(race, events)) {
        circuit_move_on(race, events);
    } else if (moving->points == 0) {
        circuit_put_back(race, events);
        circuit_move_on(race, events);
    } else
        race->phase = PHASE_MOVE;
}

static void enter_space(struct circuit_race *race, const struct lane_step *step,
                        struct event_list *events)
{
    struct circuit_car *car = mover(race);
    struct circuit_event *body;
    int laps = circuit_value(race, CIRCUIT_LAPS);
    struct space from = {car->row, car->lane};
    race->moving.points--;
    car->lap += step->to.row < car->row;
    car->row = step->to.row;
    car->lane = step->to.lane;
    body = circuit_tell_at(race, events, CIRCUIT_EVENT_MOVED, race->moving.car);
    body->from = from;
    if (step->to.row < from.row)
        circuit_tell(events, CIRCUIT_EVENT_LAP, race->moving.car)->number =
            number_smaller(laps, number_larger(0, car->lap));
}

static void circuit_step_beside(struct circuit_race *race, int lane, struct event_list *events)
{
    struct moving *moving = &race->moving;
    struct lane_step step = circuit_look_ahead(race, lane, false);
    const struct circuit_car *car = mover(race);
    struct beside beside = {circuit_car_at(&race->head, step.to.row, lane), {car->row, car->lane}};
    moving->beside[moving->beside_count++] = beside;
    enter_space(race, &step, events);
    settle_step(race, &step, false, events);
}

/* --- braking (7) ------------------------------------------------------------------------------ */

static bool circuit_may_brake(const struct circuit_race *race, int *speed)
{
    const struct circuit_car *car = mover_of(race);
    int less = car->posted - CIRCUIT_SPEED * race->moving.points;
    *speed = number_larger(0, less);
    return *speed >= car->speed - build_value(race->setup, &car->build, ATTRIBUTE_DEC);
}

static void circuit_brake(struct circuit_race *race, bool chip, bool may_ask,
                          struct event_list *events)
{
    int speed;
    if (!circuit_may_brake(race, &speed)) {
        spin_mover(race, WHY_BRAKE, chip ? -2 : 0, may_ask, events);
        return;
    }
    mover(race)->posted = speed;
    circuit_tell_at(race, events, CIRCUIT_EVENT_BRAKED, race->moving.car)->number = speed;
    circuit_put_back(race, events);
    circuit_move_on(race, events);
}

/* === force ==================================================================================== */

/* The force pass (RULES 8). */

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

static bool circuit_may_force(const struct circuit_race *race, int first, int second)
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

static struct circuit_force circuit_look_at_force(const struct circuit_race *race, int first,
                                                  int second)
{
    struct circuit_force force = {.row = (race->cars[race->moving.car - 1].row + 1) %
                                         race->circuit->rows,
                                  .lanes = {first, second}};
    for (int i = 0; i < 2; i++) {
        int lane = i == 0 ? number_smaller(first, second) : number_larger(first, second);
        force.blockers[i] = circuit_car_at(&race->head, force.row, lane);
        if (may_resist(race, force.blockers[i]))
            force.resist[force.resist_count++] = force.blockers[i];
    }
    return force;
}

/* --- without dice ----------------------------------------------------------------------------- */

static void pass_through(struct circuit_race *race, struct event_list *events)
{
    int lane = race->force.lanes[0];
    race->force = (struct circuit_force){0};
    circuit_tell(events, CIRCUIT_EVENT_PASSED, race->moving.car);
    circuit_step_beside(race, lane, events);
}

/* --- dice ------------------------------------------------------------------------------------- */

static struct roll roll_dice(struct circuit_race *race, int car)
{
    struct roll roll = {.car = car, .chip = race->force.chips >> car & 1};
    for (int i = 0; i < 2; i++)
        roll.dice[i] = 1 + (int)random_below(&race->random, 6);
    roll.modified[0] = roll.modified[1] = roll.dice[0] + roll.dice[1] - (roll.chip ? 2 : 0);
    return roll;
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

/* --- effects (8.7) ---------------------------------------------------------------------------- */

/* By the highest modified roll. */
static void apply_roll(struct circuit_race *race, struct roll *roll, int highest, bool spared,
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

/* --- cards and chips -------------------------------------------------------------------------- */

static void turn_cards(struct circuit_race *race, struct event_list *events)
{
    int blocks = 0;
    for (int i = 0; i < race->force.resist_count; i++)
        blocks += race->cars[race->force.resist[i] - 1].entry == CARD_BLOCK;
    for (int i = 0; i < race->force.resist_count; i++)
        circuit_tell(events, CIRCUIT_EVENT_TURNED, race->force.resist[i])->number =
            race->cars[race->force.resist[i] - 1].entry;
    for (int i = 0; i < race->force.resist_count; i++)
        circuit_car_of(race, race->force.resist[i])->entry = -1;
    race->phase = PHASE_MOVE;
    if (blocks == 0) {
        pass_through(race, events);
        return;
    }
    struct rolls rolls;
    roll_all(race, blocks, &rolls);
    tell_rolls(race, &rolls, events);
    for (int i = 0; i < 2; i++) {
        struct circuit_car *car = circuit_car_of(race, race->force.blockers[i]);
        if (car->on_line)
            circuit_tell(events, CIRCUIT_EVENT_LOST_LINE, race->force.blockers[i]);
        car->on_line = false;
    }
    int highest = rolls.passer.modified[0];
    if (rolls.count > 1)
        highest = number_larger(highest, rolls.passer.modified[1]);
    apply_roll(race, &rolls.passer, highest, false, events);
    for (int i = 0; i < rolls.count; i++)
        apply_roll(race, &rolls.blockers[i], rolls.blockers[i].modified[0], rolls.held == 0,
                   events);
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

static void circuit_lay_card(struct circuit_race *race, int car, int card,
                             struct event_list *events)
{
    circuit_car_of(race, car)->entry = card;
    circuit_tell(events, CIRCUIT_EVENT_LAID, car);
    for (int i = 0; i < race->force.resist_count; i++)
        if (race->cars[race->force.resist[i] - 1].entry < 0)
            return;
    ask_or_turn(race, events);
}

static void circuit_answer_chip(struct circuit_race *race, bool chip, struct event_list *events)
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

/* === action =================================================================================== */

/* --- words ------------------------------------------------------------------------------------ */

enum { WORD_BYTES = 12 };

/* The words of an action, separated by single blanks. */
struct circuit_words {
    const char *action, *next;
    char word[WORD_BYTES];
    int column; /* of it, from 1 */
};

/* False: there is no further word, or it is none ("" then). */
static bool next_word(struct circuit_words *words)
{
    size_t length = strcspn(words->next, " ");
    words->column = (int)(words->next - words->action) + 1;
    words->word[0] = '\0';
    if (length == 0 || length >= WORD_BYTES)
        return false;
    memcpy(words->word, words->next, length);
    words->word[length] = '\0';
    words->next += length;
    if (*words->next == ' ' && words->next[1] != '\0')
        words->next++;
    return true;
}

static bool at_end(const struct circuit_words *words)
{
    return *words->next == '\0';
}

/* One digit or more without a sign or a leading zero. */
static bool read_number(const char *word, int most, int *into)
{
    int64_t value;
    if (word[0] < '0' || word[0] > '9' || (word[0] == '0' && word[1]) ||
        !number_is_integer(word, 0, most, &value))
        return false;
    *into = (int)value;
    return true;
}

static bool refuse(struct error *error, const struct circuit_words *words, const char *why)
{
    return error_set_at(error, 0, words->column, "%s", why);
}

static bool may_build(const struct circuit_race *race, const struct build *build)
{
    int sum = 0;
    for (int i = 0; i < ATTRIBUTE_COUNT; i++) {
        if (build->points[i] < 0 || build->points[i] > CIRCUIT_BUILD_MOST)
            return false;
        sum += build->points[i];
    }
    return sum == circuit_value(race, CIRCUIT_POINTS);
}

/* The speeds that a car may post. */
static void speeds_of(const struct circuit_race *race, int number, int *least, int *most)
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

/* --- the phases ------------------------------------------------------------------------------- */

static bool act_build(struct circuit_race *race, int car, struct circuit_words *words,
                      struct event_list *events, struct error *error)
{
    struct build build;
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        if (!next_word(words) || !read_number(words->word, CIRCUIT_BUILD_MOST, &build.points[i]))
            return refuse(error, words,
                          "a car is built by five numbers from 0 to 2: build START ACC DEC TOP "
                          "WEAR");
    if (!at_end(words) || !may_build(race, &build))
        return error_set_at(error, 0, 1, "a car is built of exactly %d points, 0 to 2 on each",
                            circuit_value(race, CIRCUIT_POINTS));
    circuit_take_build(race, car, &build, events);
    return true;
}

static bool act_speed(struct circuit_race *race, int car, struct circuit_words *words,
                      struct event_list *events, struct error *error)
{
    int speed, least, most;
    speeds_of(race, car, &least, &most);
    if (!next_word(words) || !read_number(words->word, 1000, &speed) || !at_end(words) ||
        speed % CIRCUIT_SPEED != 0 || speed < least || speed > most)
        return error_set_at(error, 0, words->column,
                            "a speed is a multiple of 20 from %d to %d now: speed %d", least, most,
                            most);
    circuit_take_speed(race, car, speed, events);
    return true;
}

/* "2", "2+" */
static bool step_word(struct circuit_race *race, const struct circuit_words *words,
                      struct event_list *events, struct error *error)
{
    char word[WORD_BYTES];
    int lane;
    memcpy(word, words->word, sizeof word);
    char *plus = strchr(word, '+');
    bool takes_line = plus && plus[1] == '\0';
    if (takes_line)
        *plus = '\0';
    if (!read_number(word, race->circuit->lanes, &lane) || lane == 0)
        return refuse(error, words, "this is no lane of the circuit");
    if (!circuit_may_enter(race, lane))
        return refuse(error, words, "that space is taken, or more than a lane away");
    if (takes_line && !circuit_may_take_line(race, lane))
        return refuse(error, words, "the line cannot be taken there");
    struct lane_step step = circuit_look_ahead(race, lane, takes_line);
    race->moving.beside_count = 0;
    enter_space(race, &step, events);
    settle_step(race, &step, takes_line, events);
    return true;
}

static bool act_force(struct circuit_race *race, struct circuit_words *words,
                      struct event_list *events, struct error *error)
{
    int lanes[2];
    for (int i = 0; i < 2; i++)
        if (!next_word(words) || !read_number(words->word, race->circuit->lanes, &lanes[i]) ||
            lanes[i] == 0)
            return refuse(error, words, "force takes two lanes, the one to drive into first");
    if (!at_end(words) || !circuit_may_force(race, lanes[0], lanes[1]))
        return refuse(error, words,
                      "a pass is forced between two neighbouring lanes when all ahead is taken");
    int first = lanes[0];
    int second = lanes[1];
    race->force = circuit_look_at_force(race, first, second);
    struct circuit_event *body = circuit_tell(events, CIRCUIT_EVENT_FORCED, race->moving.car);
    body->force = race->force;
    body->to = (struct space){race->force.row, first};
    race->phase = race->force.resist_count > 0 ? PHASE_CARDS : PHASE_MOVE;
    if (race->force.resist_count == 0)
        pass_through(race, events);
    return true;
}

static bool act_brake(struct circuit_race *race, const struct circuit_words *words,
                      struct event_list *events, struct error *error)
{
    if (!at_end(words) || !circuit_blocked(race) || circuit_on_bonus(race))
        return refuse(error, words,
                      "a car brakes when all lanes ahead are taken, and not on the "
                      "point of the slipstream");
    circuit_brake(race, false, true, events);
    return true;
}

static bool act_stay(struct circuit_race *race, const struct circuit_words *words,
                     struct event_list *events, struct error *error)
{
    if (!at_end(words) || !circuit_on_bonus(race))
        return refuse(error, words, "a car stays on the point of the slipstream alone");
    circuit_tell_at(race, events, CIRCUIT_EVENT_STAYED, race->moving.car);
    circuit_put_back(race, events);
    circuit_move_on(race, events);
    return true;
}

static bool act_move(struct circuit_race *race, int car, struct circuit_words *words,
                     struct event_list *events, struct error *error)
{
    if (strcmp(words->word, "go") == 0) {
        /* Lanes, and perhaps an end: each word as the race stands behind the one before. */
        for (int count = 0; count == 0 || !at_end(words); count++) {
            if (!next_word(words))
                return refuse(error, words, "go takes lanes with single blanks between: go 1 1 2");
            if (race->phase != PHASE_MOVE || race->moving.car != car)
                return refuse(error, words, "the move has ended before this word");
            if (count > 0 && strcmp(words->word, "force") == 0)
                return act_force(race, words, events, error);
            if (count > 0 && strcmp(words->word, "brake") == 0)
                return act_brake(race, words, events, error);
            if (count > 0 && strcmp(words->word, "stay") == 0)
                return act_stay(race, words, events, error);
            if (!step_word(race, words, events, error))
                return false;
        }
        return true;
    }
    if (strcmp(words->word, "force") == 0)
        return act_force(race, words, events, error);
    if (strcmp(words->word, "brake") == 0)
        return act_brake(race, words, events, error);
    if (strcmp(words->word, "stay") == 0)
        return act_stay(race, words, events, error);
    return refuse(error, words, "a move is go with lanes, force with two lanes, brake or stay");
}

/* One of two words. */
static bool read_answer(const struct circuit_words *words, const char *no, const char *yes,
                        bool *answer, struct error *error)
{
    *answer = strcmp(words->word, yes) == 0;
    if (at_end(words) && (*answer || strcmp(words->word, no) == 0))
        return true;
    return error_set_at(error, 0, 1, "the answer is %s or %s", yes, no);
}

static bool act_in_phase(struct circuit_race *race, int car, const char *action,
                         struct event_list *events, struct error *error)
{
    struct circuit_words words = {.action = action, .next = action, .column = 1};
    bool yes;
    next_word(&words);
    switch (race->phase) {
    case PHASE_BUILD:
        return strcmp(words.word, "build") == 0
                   ? act_build(race, car, &words, events, error)
                   : refuse(error, &words, "cars are built first: build 1 1 1 1 1");
    case PHASE_POST:
        return strcmp(words.word, "speed") == 0
                   ? act_speed(race, car, &words, events, error)
                   : refuse(error, &words, "a speed is posted now: speed 60");
    case PHASE_MOVE:
        return act_move(race, car, &words, events, error);
    case PHASE_CARDS:
        if (!read_answer(&words, "pass", "block", &yes, error))
            return false;
        circuit_lay_card(race, car, yes ? CARD_BLOCK : CARD_PASS, events);
        return true;
    case PHASE_CHIPS:
    case PHASE_SPIN:
        if (!read_answer(&words, "keep", "chip", &yes, error))
            return false;
        if (race->phase == PHASE_CHIPS)
            circuit_answer_chip(race, yes, events);
        else
            circuit_answer_spin(race, yes, events);
        return true;
    case PHASE_OVER:
        break;
    }
    return error_set_at(error, 0, 1, "the race is over");
}

/* A longer `go` is tried on a copy first: refused, it has changed nothing. */
bool circuit_apply(struct race *any, int car, const char *action, struct event_list *events,
                   struct error *error)
{
    struct circuit_race *race = circuit_race(any);
    struct circuit_race trial = *race;
    struct event_list ignored = {0};
    bool good = true;
    if (strncmp(action, "go ", 3) == 0 && strchr(action + 3, ' '))
        good = act_in_phase(&trial, car, action, &ignored, error);
    event_list_free(&ignored);
    return good && act_in_phase(race, car, action, events, error);
}

/* --- what may come next (11.4) ---------------------------------------------------------------- */

struct circuit_listing {
    const struct circuit_race *race;
    struct circuit_move *into;
    int count;
};

static struct circuit_move *add_move(struct circuit_listing *listing, enum move_kind kind)
{
    struct circuit_move *move = &listing->into[listing->count++];
    *move = (struct circuit_move){.kind = kind, .outcome = OUTCOME_IS_CLEAR};
    return move;
}

static void list_builds(struct circuit_listing *listing)
{
    struct build builds[CIRCUIT_MOVES];
    int count = build_list(listing->race->setup, builds, CIRCUIT_MOVES);
    for (int i = 0; i < count; i++) {
        const int *points = builds[i].points;
        snprintf(add_move(listing, MOVE_BUILD)->action, 32, "build %d %d %d %d %d", points[0] % 10,
                 points[1] % 10, points[2] % 10, points[3] % 10, points[4] % 10);
    }
}

static void list_speeds(struct circuit_listing *listing, int car)
{
    int least, most;
    speeds_of(listing->race, car, &least, &most);
    for (int speed = least; speed <= most; speed += CIRCUIT_SPEED) {
        struct circuit_move *move = add_move(listing, MOVE_SPEED);
        move->speed = speed;
        snprintf(move->action, sizeof move->action, "speed %d", speed);
    }
}

static void list_step(struct circuit_listing *listing, int lane, bool takes_line)
{
    struct circuit_move *move = add_move(listing, MOVE_GO);
    struct lane_step step = circuit_look_ahead(listing->race, lane, takes_line);
    snprintf(move->action, sizeof move->action, "go %d%s", lane, takes_line ? "+" : "");
    move->row = step.to.row;
    move->lane = lane;
    move->limit = step.limit;
    move->halves = step.halves + takes_line;
    move->outcome = step.spins         ? OUTCOME_IS_SPIN
                    : step.finishes    ? OUTCOME_IS_FINISH
                    : move->halves > 0 ? OUTCOME_IS_WEAR
                                       : OUTCOME_IS_CLEAR;
}

static void list_moves(struct circuit_listing *listing)
{
    const struct circuit_race *race = listing->race;
    int lanes = race->circuit->lanes, speed;
    for (int lane = 1; lane <= lanes; lane++) {
        if (!circuit_may_enter(race, lane))
            continue;
        list_step(listing, lane, false);
        if (circuit_may_take_line(race, lane))
            list_step(listing, lane, true);
    }
    for (int first = 1; first <= lanes; first++)
        for (int second = 1; second <= lanes; second++)
            if (circuit_may_force(race, first, second)) {
                struct circuit_force force = circuit_look_at_force(listing->race, first, second);
                struct circuit_move *move = add_move(listing, MOVE_FORCE);
                snprintf(move->action, sizeof move->action, "force %d %d", first, second);
                move->row = force.row;
                move->lane = first;
                move->resist_count = force.resist_count;
                memcpy(move->blockers, force.blockers, sizeof move->blockers);
                memcpy(move->resist, force.resist, sizeof move->resist);
                move->outcome = force.resist_count > 0 ? OUTCOME_IS_TRY : OUTCOME_IS_PASS;
            }
    if (circuit_blocked(race) && !circuit_on_bonus(race)) {
        struct circuit_move *move = add_move(listing, MOVE_BRAKE);
        bool can = circuit_may_brake(race, &speed);
        strcpy(move->action, "brake");
        move->speed = can ? speed : 0;
        move->outcome = can ? OUTCOME_IS_CLEAR : OUTCOME_IS_SPIN;
    }
    if (circuit_on_bonus(race))
        strcpy(add_move(listing, MOVE_STAY)->action, "stay");
}

static void list_words(struct circuit_listing *listing, const char *first, const char *second)
{
    strcpy(add_move(listing, MOVE_WORD)->action, first);
    strcpy(add_move(listing, MOVE_WORD)->action, second);
}

int circuit_moves(const struct race *any, int car, struct circuit_move into[CIRCUIT_MOVES])
{
    struct circuit_listing listing = {circuit_race_of(any), into, 0};
    switch (listing.race->phase) {
    case PHASE_BUILD:
        list_builds(&listing);
        break;
    case PHASE_POST:
        list_speeds(&listing, car);
        break;
    case PHASE_MOVE:
        list_moves(&listing);
        break;
    case PHASE_CARDS:
        list_words(&listing, "pass", "block");
        break;
    case PHASE_CHIPS:
    case PHASE_SPIN:
        list_words(&listing, "chip", "keep");
        break;
    case PHASE_OVER:
        break;
    }
    return listing.count;
}
