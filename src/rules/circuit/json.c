/* What the referee tells of a race on a circuit (RULES 11.4, 12, 13), its keys in that order. */
#include "base/json_text.h"
#include "rules/circuit/inside.h"

#include <string.h>

static void append_switch(struct text *into, const char *key, bool value)
{
    json_text_key(into, key);
    json_text_boolean(into, value);
}

static void append_list(struct text *into, const char *key, const int *numbers, int count)
{
    json_text_key(into, key);
    json_text_open(into, '[');
    for (int i = 0; i < count; i++)
        json_text_integer(into, numbers[i]);
    json_text_close(into, ']');
}

const char *circuit_phase_name(enum circuit_phase phase)
{
    static const char *const names[] = {
        [PHASE_BUILD] = "build", [PHASE_POST] = "post",   [PHASE_MOVE] = "move",
        [PHASE_CARDS] = "cards", [PHASE_CHIPS] = "chips", [PHASE_SPIN] = "spin",
        [PHASE_OVER] = "over"};
    return names[phase];
}

const char *circuit_status_name(enum circuit_status status)
{
    static const char *const names[] = {[CIRCUIT_WAITING] = "waiting",
                                        [CIRCUIT_RACING] = "racing",
                                        [CIRCUIT_FINISHED] = "finished",
                                        [CIRCUIT_OUT] = "out"};
    return names[status];
}

/* --- the race and its state ------------------------------------------------------------------- */

void circuit_append_head(const struct race *any, struct text *into)
{
    const struct circuit_race *race = circuit_race_of(any);
    append_list(into, "order", race->start_order, race->setup->players);
    append_list(into, "circuit", (const int[]){race->circuit->rows, race->circuit->lanes}, 2);
}

void circuit_append_car(const struct race *any, int number, struct text *into)
{
    const struct circuit_race *race = circuit_race_of(any);
    const struct circuit_car *car = circuit_car(any, number);
    bool racing = car->status == CIRCUIT_RACING;
    json_text_key_string(into, "status", circuit_status_name(car->status));
    json_text_key_integer_or_null(into, "row", racing, car->row);
    json_text_key_integer_or_null(into, "lane", racing, car->lane);
    json_text_key_integer(into, "lap", circuit_lap(any, car));
    json_text_key_integer(into, "speed", car->speed);
    json_text_key_integer_or_null(into, "posted", car->posted != NOT_POSTED, car->posted);
    if (race->phase == PHASE_BUILD) {
        json_text_key(into, "build");
        json_text_null(into);
    } else
        append_list(into, "build", car->build.points, ATTRIBUTE_COUNT);
    json_text_key_integer(into, "wear_halves", car->halves);
    json_text_key_integer(into, "chips", car->chips);
    append_switch(into, "on_line", car->on_line);
    append_switch(into, "slipstream", car->bonus);
    append_switch(into, "moved", car->moved);
    append_switch(into, "spun", car->spun);
    json_text_key_integer(into, "missed_turns", car->missed_turns);
    json_text_key_integer_or_null(into, "place", car->place > 0, car->place);
}

static void append_force(const struct circuit_race *race, struct text *into)
{
    const struct circuit_force *force = &race->force;
    int spent[PLAYER_LIMIT], count = 0;
    if (force->chips >> race->moving.car & 1)
        spent[count++] = race->moving.car;
    for (int i = 0; i < force->resist_count; i++)
        if (force->chips >> force->resist[i] & 1)
            spent[count++] = force->resist[i];
    json_text_open(into, '{');
    json_text_key_integer(into, "car", race->moving.car);
    json_text_key_integer(into, "row", force->row);
    append_list(into, "lanes", force->lanes, 2);
    append_list(into, "blockers", force->blockers, 2);
    append_list(into, "resist", force->resist, force->resist_count);
    append_list(into, "chips", spent, count);
    json_text_close(into, '}');
}

void circuit_append_rest(const struct race *any, struct text *into)
{
    const struct circuit_race *race = circuit_race_of(any);
    bool moves = race->moving.car > 0;
    json_text_key_string(into, "phase", circuit_phase_name(race->phase));
    if (moves)
        append_list(into, "order", race->order, race->order_count);
    else {
        json_text_key(into, "order");
        json_text_null(into);
    }
    json_text_key_integer_or_null(into, "points", moves, race->moving.points);
    json_text_key(into, "force");
    if (circuit_force(any))
        append_force(race, into);
    else
        json_text_null(into);
}

/* --- what may come next ----------------------------------------------------------------------- */

static void append_outcome(const struct circuit_move *move, struct text *into)
{
    json_text_key_string(into, "outcome", circuit_outcome_name(move->outcome));
}

static void append_move(const struct circuit_move *move, struct text *into)
{
    json_text_open(into, '{');
    json_text_key_string(into, "action", move->action);
    if (move->kind == MOVE_SPEED || move->kind == MOVE_BRAKE)
        json_text_key_integer(into, "speed", move->speed);
    if (move->kind == MOVE_GO || move->kind == MOVE_FORCE) {
        json_text_key_integer(into, "row", move->row);
        json_text_key_integer(into, "lane", move->lane);
    }
    if (move->kind == MOVE_GO) {
        json_text_key_integer_or_null(into, "limit", move->limit > 0, move->limit);
        json_text_key_integer(into, "halves", move->halves);
    }
    if (move->kind == MOVE_FORCE) {
        append_list(into, "blockers", move->blockers, 2);
        append_list(into, "resist", move->resist, move->resist_count);
    }
    if (move->kind == MOVE_GO || move->kind == MOVE_FORCE || move->kind == MOVE_BRAKE ||
        move->kind == MOVE_STAY)
        append_outcome(move, into);
    json_text_close(into, '}');
}

bool circuit_append_moves(const struct race *race, int car, const char *rest, struct text *into,
                          struct error *error)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    if (*rest)
        return error_set(error, "moves takes nothing more: \"%.40s\"", rest);
    int count = car > 0 ? circuit_moves(race, car, moves) : 0;
    json_text_key(into, "moves");
    json_text_open(into, '[');
    for (int i = 0; i < count; i++)
        append_move(&moves[i], into);
    json_text_close(into, ']');
    return true;
}

/* --- events ----------------------------------------------------------------------------------- */

static void append_space(struct text *into, const char *key, struct space space)
{
    append_list(into, key, (const int[]){space.row, space.lane}, 2);
}

static void append_to(const struct circuit_event *body, struct text *into)
{
    json_text_key_integer(into, "row", body->to.row);
    json_text_key_integer(into, "lane", body->to.lane);
}

static void append_spin(const struct circuit_event *body, struct text *into)
{
    static const char *const results[] = {
        [SPIN_ONLY] = "spin", [SPIN_WEAR] = "wear", [SPIN_MISS] = "miss", [SPIN_CRASH] = "crash"};
    if (!body->rolled)
        return;
    append_list(into, "dice", body->dice, 2);
    json_text_key_integer(into, "total", body->number);
    json_text_key_string(into, "result", results[body->result]);
}

static void append_why(const struct circuit_event *body, struct text *into)
{
    static const char *const reasons[] = {[WHY_LINE] = "line",
                                          [WHY_CORNER] = "corner",
                                          [WHY_SPIN] = "spin",
                                          [WHY_FORCE] = "force",
                                          [WHY_BRAKE] = "brake"};
    json_text_key_string(into, "why", reasons[body->why]);
}

static void append_forced(const struct circuit_event *body, struct text *into)
{
    json_text_key_integer(into, "row", body->force.row);
    append_list(into, "lanes", body->force.lanes, 2);
    append_list(into, "blockers", body->force.blockers, 2);
    append_list(into, "resist", body->force.resist, body->force.resist_count);
}

/* By lane, as all that the pass is about. */
static void append_held(const struct circuit_event *body, struct text *into)
{
    int held[2], count = 0;
    for (int i = 0; i < body->force.resist_count; i++)
        if (body->by >> body->force.resist[i] & 1)
            held[count++] = body->force.resist[i];
    append_list(into, "by", held, count);
}

static const struct {
    enum circuit_event_type type;
    const char *key; /* of its number */
} numbered[] = {
    {CIRCUIT_EVENT_TURN, "round"},        {CIRCUIT_EVENT_SHOWN, "speed"},
    {CIRCUIT_EVENT_SLIPSTREAM, "behind"}, {CIRCUIT_EVENT_LAP, "lap"},
    {CIRCUIT_EVENT_WEAR, "halves"},       {CIRCUIT_EVENT_FINISHED, "beyond"},
    {CIRCUIT_EVENT_BRAKED, "speed"},      {CIRCUIT_EVENT_MISSED, "left"},
    {CIRCUIT_EVENT_PLACED, "place"},
};

void circuit_append_event(const struct event *event, struct text *into)
{
    const struct circuit_event *body = circuit_event(event);
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++)
        if (numbered[i].type == body->type)
            json_text_key_integer(into, numbered[i].key, body->number);
    switch (body->type) {
    case CIRCUIT_EVENT_DESIGNED:
        append_list(into, "build", body->build.points, ATTRIBUTE_COUNT);
        break;
    case CIRCUIT_EVENT_GRID:
    case CIRCUIT_EVENT_PUT_BACK:
    case CIRCUIT_EVENT_SET_ASIDE:
        append_to(body, into);
        break;
    case CIRCUIT_EVENT_MOVED:
        append_space(into, "from", body->from);
        append_space(into, "to", body->to);
        break;
    case CIRCUIT_EVENT_WEAR:
        append_why(body, into);
        break;
    case CIRCUIT_EVENT_SPIN:
        append_why(body, into);
        append_spin(body, into);
        break;
    case CIRCUIT_EVENT_CHIP:
        append_switch(into, "spent", body->spent);
        break;
    case CIRCUIT_EVENT_FORCED:
        append_forced(body, into);
        break;
    case CIRCUIT_EVENT_TURNED:
        json_text_key_string(into, "card", body->number == CARD_BLOCK ? "block" : "pass");
        break;
    case CIRCUIT_EVENT_ROLLED:
        append_list(into, "dice", body->dice, 2);
        append_list(into, "modified", body->modified, body->modified_count);
        break;
    case CIRCUIT_EVENT_HELD:
        append_held(body, into);
        break;
    default:
        break;
    }
}
