/* A move (RULES 4 to 7, 8.9 and 9.1): steps, corners and their line, spins, braking, falling back.
 */
#include "rules/circuit/inside.h"

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

static bool in_reach(const struct circuit_race *race, int lane)
{
    int change = lane - mover_of(race)->lane;
    return lane >= 1 && lane <= race->circuit->lanes && change >= -1 && change <= 1;
}

bool circuit_may_enter(const struct circuit_race *race, int lane)
{
    return in_reach(race, lane) && circuit_car_at(&race->head, row_ahead(race), lane) == 0;
}

bool circuit_blocked(const struct circuit_race *race)
{
    for (int lane = 1; lane <= race->circuit->lanes; lane++)
        if (circuit_may_enter(race, lane))
            return false;
    return true;
}

bool circuit_on_bonus(const struct circuit_race *race)
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

bool circuit_may_take_line(const struct circuit_race *race, int lane)
{
    struct space to = {row_ahead(race), lane};
    return circuit_value(race, CIRCUIT_LINES) == CIRCUIT_ON &&
           race->circuit->line[to.row] == lane && !keeps_line(race, to) &&
           mover_of(race)->halves >= 1;
}

struct step circuit_look_ahead(const struct circuit_race *race, int lane, bool takes_line)
{
    const struct circuit_car *car = mover_of(race);
    struct step step = {.to = {row_ahead(race), lane}};
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

int circuit_lose(struct circuit_race *race, int number, int halves, enum circuit_why why,
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
    return lost;
}

/* --- falling back (8.9) ----------------------------------------------------------------------- */

void circuit_put_back(struct circuit_race *race, struct event_list *events)
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

static enum spin_result result_of(int total)
{
    return total <= 6 ? SPIN_ONLY : total <= 9 ? SPIN_WEAR : total <= 11 ? SPIN_MISS : SPIN_CRASH;
}

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

void circuit_spin(struct circuit_race *race, int number, enum circuit_why why, int modifier,
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
        body->result = result = result_of(body->number);
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

void circuit_answer_spin(struct circuit_race *race, bool chip, struct event_list *events)
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
static void settle_step(struct circuit_race *race, const struct step *step, bool takes_line,
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

static void enter(struct circuit_race *race, const struct step *step, struct event_list *events)
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

void circuit_step(struct circuit_race *race, int lane, bool takes_line, struct event_list *events)
{
    struct step step = circuit_look_ahead(race, lane, takes_line);
    race->moving.beside_count = 0;
    enter(race, &step, events);
    settle_step(race, &step, takes_line, events);
}

void circuit_step_beside(struct circuit_race *race, int lane, struct event_list *events)
{
    struct moving *moving = &race->moving;
    struct step step = circuit_look_ahead(race, lane, false);
    const struct circuit_car *car = mover(race);
    struct beside beside = {circuit_car_at(&race->head, step.to.row, lane), {car->row, car->lane}};
    moving->beside[moving->beside_count++] = beside;
    enter(race, &step, events);
    settle_step(race, &step, false, events);
}

void circuit_stay(struct circuit_race *race, struct event_list *events)
{
    circuit_tell_at(race, events, CIRCUIT_EVENT_STAYED, race->moving.car);
    circuit_put_back(race, events);
    circuit_move_on(race, events);
}

/* --- braking (7) ------------------------------------------------------------------------------ */

bool circuit_may_brake(const struct circuit_race *race, int *speed)
{
    const struct circuit_car *car = mover_of(race);
    int less = car->posted - CIRCUIT_SPEED * race->moving.points;
    *speed = number_larger(0, less);
    return *speed >= car->speed - build_value(race->setup, &car->build, ATTRIBUTE_DEC);
}

void circuit_brake(struct circuit_race *race, bool chip, bool may_ask, struct event_list *events)
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
