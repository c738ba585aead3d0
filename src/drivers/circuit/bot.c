/* What programs that drive on a circuit are told, and what a car does whose program says nothing
 * (RULES 15). Their answers are actions as players give them.
 */
#include "drivers/circuit/driving.h"

#include <stdlib.h>
#include <string.h>

static void append_corner(const struct circuit *circuit, const struct corner *corner,
                          struct text *into)
{
    text_append_format(into, "corner %d %d", corner->from, corner->to);
    for (int lane = 0; lane < circuit->lanes; lane++)
        text_append_format(into, " %d", corner->limits[lane]);
    text_append(into, "\n");
    if (!corner->has_line)
        return;
    text_append_format(into, "line %d %d", corner->from, corner->to);
    for (int row = corner->from; row <= corner->to; row++)
        text_append_format(into, " %d", circuit->line[row]);
    text_append(into, "\n");
}

void circuit_greet(const struct setup *setup, struct text *into)
{
    const struct circuit *circuit = circuit_of(setup);
    text_append_format(into, "circuit %d %d\n", circuit->rows, circuit->lanes);
    for (int i = 0; i < circuit->corner_count; i++)
        append_corner(circuit, &circuit->corners[i], into);
}

static void append_or_dash(struct text *into, bool known, int number)
{
    if (known)
        text_append_format(into, " %d", number);
    else
        text_append(into, " -");
}

static void append_car(const struct race *race, int number, struct text *into)
{
    const struct circuit_car *car = circuit_car(race, number);
    bool racing = car->status == CIRCUIT_RACING, built = circuit_phase(race) != PHASE_BUILD;
    text_append_format(into, "car %d %s", number, circuit_status_name(car->status));
    append_or_dash(into, racing, car->row);
    append_or_dash(into, racing, car->lane);
    text_append_format(into, " %d %d", circuit_lap(race, car), car->speed);
    append_or_dash(into, car->posted != NOT_POSTED, car->posted);
    text_append_format(into, " %d %d %d %d %d %d", car->halves, car->chips, car->on_line,
                       car->bonus, car->moved, car->missed_turns);
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        append_or_dash(into, built, car->build.points[i]);
    text_append(into, "\n");
}

static void append_force(const struct circuit_force *force, int passer, struct text *into)
{
    text_append_format(into, "force %d %d %d blockers %d %d resist", passer, force->lanes[0],
                       force->lanes[1], force->blockers[0], force->blockers[1]);
    for (int i = 0; i < force->resist_count; i++)
        text_append_format(into, " %d", force->resist[i]);
    text_append(into, "\n");
}

void circuit_ask(const struct race *race, int number, struct text *into)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    int count = circuit_moves(race, number, moves);
    text_append_format(into, "ask %s %d", circuit_phase_name(circuit_phase(race)),
                       race->game->round(race));
    append_or_dash(into, circuit_mover(race) > 0, circuit_points(race));
    text_append(into, "\n");
    for (int car = 1; car <= race->game->car_count(race); car++)
        append_car(race, car, into);
    if (circuit_force(race))
        append_force(circuit_force(race), circuit_mover(race), into);
    for (int i = 0; i < count; i++)
        text_append_format(into, "move %s\n", moves[i].action);
}

enum bot_hearing circuit_hear(const struct race *race, int car, const struct text *line,
                              struct text *into, struct error *error)
{
    (void)race, (void)car, (void)error;
    text_append(into, text_string(line));
    return BOT_ACTS;
}

/* --- without an answer ------------------------------------------------------------------------ */

static int nearest_speed(const struct circuit_move *moves, int count, int speed)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (abs(moves[i].speed - speed) < abs(moves[best].speed - speed))
            best = i;
    return best;
}

/* The step without a spin that costs least, in the own lane before others, in a lower one before a
 * higher; else braking, or staying, or what there is. */
static int cheapest_move(const struct circuit_move *moves, int count, int lane)
{
    int best = -1;
    for (int i = 0; i < count; i++) {
        const struct circuit_move *move = &moves[i], *other = best < 0 ? NULL : &moves[best];
        if (move->kind != MOVE_GO || move->outcome == OUTCOME_IS_SPIN)
            continue;
        if (!other || move->halves < other->halves ||
            (move->halves == other->halves && move->lane == lane && other->lane != lane))
            best = i;
    }
    for (int i = count - 1; i >= 0 && best < 0; i--)
        if (moves[i].kind == MOVE_BRAKE || moves[i].kind == MOVE_STAY)
            best = i;
    return best < 0 ? 0 : best;
}

const char *circuit_stand_in(const struct race *race, int number, struct text *action)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    const struct circuit_car *car = circuit_car(race, number);
    int count = circuit_moves(race, number, moves), which = 0;
    switch (circuit_phase(race)) {
    case PHASE_BUILD:
        text_append(action, moves[0].action);
        return "The car is built with the first points";
    case PHASE_POST:
        which = nearest_speed(moves, count, car->speed);
        text_append(action, moves[which].action);
        return "The car drives on as fast as it did";
    case PHASE_CARDS:
        text_append(action, "pass");
        return "The car lets the other one pass";
    case PHASE_CHIPS:
    case PHASE_SPIN:
        text_append(action, "keep");
        return "No chip is spent";
    case PHASE_MOVE:
    case PHASE_OVER:
        break;
    }
    text_append(action, moves[cheapest_move(moves, count, car->lane)].action);
    return "The car takes the cheapest step";
}
