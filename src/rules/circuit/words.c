/* Circuit in words: how a car stands and what it came to (rules/game.h), and a sentence for
 * each event.
 */

#include "base/formats.h"
#include "rules/circuit/circuit.h"

#include <stdio.h>
#include <string.h>

const char *circuit_halves(int halves, char into[HALVES_BYTES])
{
    if (halves == 1)
        snprintf(into, HALVES_BYTES, "½");
    else
        snprintf(into, HALVES_BYTES, "%d%s", halves / 2 % 100000, halves % 2 ? "½" : "");
    return into;
}

/* "2½ points of wear" */
static void append_halves(struct text *into, int halves)
{
    char number[HALVES_BYTES];
    if (halves == 1)
        text_append(into, "half a point");
    else
        text_append_format(into, "%s point%s", circuit_halves(halves, number),
                           halves == 2 ? "" : "s");
}

/* --- how it stands ---------------------------------------------------------------------------- */

enum column {
    COLUMN_TURNS,
    COLUMN_TOP_SPEED,
    COLUMN_PASSES,
    COLUMN_TRIED,
    COLUMN_SPINS,
    COLUMN_WEAR,
    COLUMN_COUNT
};

const struct standing_column circuit_columns[] = {
    [COLUMN_TURNS] = {"turns", "turns", "", BETTER_LESS, NULL, 0, 0},
    [COLUMN_TOP_SPEED] = {"top_speed", "top speed", "mph", BETTER_MORE, NULL, 2, 0},
    [COLUMN_PASSES] = {"passes", "passes forced", "", BETTER_MORE, NULL, 3, 1},
    [COLUMN_TRIED] = {"passes_tried", "passes tried", "", BETTER_NEITHER, NULL, 4, 1},
    [COLUMN_SPINS] = {"spins", "spins", "", BETTER_LESS, NULL, 5, 1},
    [COLUMN_WEAR] = {"wear_left", "wear left", "", BETTER_NEITHER, NULL, 6, 2},
    {0},
};

void circuit_standing(const struct race *race, int number, struct standing *into)
{
    const struct circuit_car *car = circuit_car(race, number);
    *into = (struct standing){
        .place = car->place,
        .finished = car->status == CIRCUIT_FINISHED,
        .out = car->status == CIRCUIT_OUT,
    };
}

void circuit_say_standing(const struct race *race, int number, struct standing *into)
{
    const struct circuit_car *car = circuit_car(race, number);
    struct text wear = {0};
    if (car->status == CIRCUIT_WAITING)
        snprintf(into->brief, sizeof into->brief, "being built");
    if (car->status != CIRCUIT_RACING)
        return;
    if (car->missed_turns > 0)
        snprintf(into->brief, sizeof into->brief, "misses %d", car->missed_turns);
    else if (circuit_lap(race, car) > 0)
        snprintf(into->brief, sizeof into->brief, "lap %d", circuit_lap(race, car));
    append_halves(&wear, car->halves);
    standing_say(into, "row %d, lane %d", car->row, car->lane);
    standing_say(into, "speed %d", car->posted != NOT_POSTED ? car->posted : car->speed);
    standing_say(into, "lap %d", circuit_lap(race, car));
    standing_say(into, "%s of wear", text_string(&wear));
    standing_say(into, "%d chip%s", car->chips, number_plural_ending(car->chips));
    text_free(&wear);
}

/* --- what it came to -------------------------------------------------------------------------- */

struct counting {
    int values[COLUMN_COUNT];
    int rounds;
};

static void count_event(struct counting *cars, const struct event *event, int round)
{
    const struct circuit_event *body = circuit_event(event);
    struct counting *car = &cars[event->car];
    switch (body->type) {
    case CIRCUIT_EVENT_SHOWN:
        car->values[COLUMN_TURNS]++;
        car->values[COLUMN_TOP_SPEED] = number_larger(car->values[COLUMN_TOP_SPEED], body->number);
        break;
    case CIRCUIT_EVENT_FORCED:
        car->values[COLUMN_TRIED]++;
        break;
    case CIRCUIT_EVENT_PASSED:
        car->values[COLUMN_PASSES]++;
        break;
    case CIRCUIT_EVENT_SPIN:
        car->values[COLUMN_SPINS]++;
        break;
    case CIRCUIT_EVENT_FINISHED:
        car->rounds = round;
        break;
    default:
        break;
    }
}

static void say_tally(const struct counting *car, struct standing *into)
{
    const int *values = car->values;
    if (into->finished)
        standing_say(into, "%d turn%s", values[COLUMN_TURNS],
                     number_plural_ending(values[COLUMN_TURNS]));
    else
        standing_say(into, "not finished");
    standing_say(into, "top speed %d", values[COLUMN_TOP_SPEED]);
    if (values[COLUMN_TRIED] > 0)
        standing_say(into, "%d of %d passes forced", values[COLUMN_PASSES], values[COLUMN_TRIED]);
    if (values[COLUMN_SPINS] > 0)
        standing_say(into, "%d spin%s", values[COLUMN_SPINS],
                     number_plural_ending(values[COLUMN_SPINS]));
}

void circuit_tally(const struct race *race, const struct told_event *events, int count,
                   struct standing *standings)
{
    struct counting cars[PLAYER_LIMIT + 1] = {{{0}, 0}};
    for (int i = 0; i < count; i++)
        count_event(cars, events[i].event, events[i].round);
    for (int car = 1; car <= race->game->car_count(race); car++) {
        struct standing *into = &standings[car - 1];
        int halves = circuit_car(race, car)->halves;
        char number[HALVES_BYTES];
        circuit_standing(race, car, into);
        into->rounds = cars[car].rounds;
        cars[car].values[COLUMN_WEAR] = halves;
        for (int column = 0; column < COLUMN_COUNT; column++)
            standing_count(into, column, cars[car].values[column],
                           column <= COLUMN_TOP_SPEED || cars[car].values[column] > 0);
        if (!into->finished)
            standing_none(into, COLUMN_TURNS);
        snprintf(into->values[COLUMN_WEAR].text, STANDING_TEXT_BYTES, "%s",
                 circuit_halves(halves, number));
        say_tally(&cars[car], into);
    }
}

/* --- a sentence for each event ---------------------------------------------------------------- */

static void append_cars(struct text *into, uint64_t cars, const char *const *names)
{
    int left = 0;
    for (int car = 1; car <= PLAYER_LIMIT; car++)
        left += (int)(cars >> car & 1);
    for (int car = 1; car <= PLAYER_LIMIT; car++)
        if (cars >> car & 1) {
            left--;
            text_append_format(into, "%s%s", names[car - 1],
                               left > 1    ? ", "
                               : left == 1 ? " and "
                                           : "");
        }
}

static void say_wear(const struct circuit_event *body, const char *name, struct text *into)
{
    static const char *const reasons[] = {[WHY_LINE] = "for the line",
                                          [WHY_CORNER] = "in the corner",
                                          [WHY_SPIN] = "by the spin",
                                          [WHY_FORCE] = "by the fight",
                                          [WHY_BRAKE] = "by braking"};
    text_append_format(into, "%s loses ", name);
    append_halves(into, body->number);
    text_append_format(into, " of wear %s.", reasons[body->why]);
}

/* ", less 5: 2", or ": 7" where nothing is added: what two dice come to. */
static void say_total(const struct circuit_event *body, int total, struct text *into)
{
    int more = total - body->dice[0] - body->dice[1];
    if (more != 0)
        text_append_format(into, ", %s %d", more < 0 ? "less" : "plus", more < 0 ? -more : more);
    text_append_format(into, ": %d", total);
}

static void say_spin(const struct circuit_event *body, const char *name, struct text *into)
{
    static const char *const results[] = {[SPIN_ONLY] = "spins",
                                          [SPIN_WEAR] = "spins and loses wear",
                                          [SPIN_MISS] = "spins and misses a turn",
                                          [SPIN_CRASH] = "crashes"};
    text_append_format(into, "%s %s", name, results[body->result]);
    if (body->rolled) {
        text_append_format(into, " (dice %d and %d", body->dice[0], body->dice[1]);
        say_total(body, body->number, into);
        text_append(into, ")");
    }
    text_append(into, ".");
}

/* Against two blockers the dice may come to two numbers. */
static void say_roll(const struct circuit_event *body, const char *name, const char *const *names,
                     struct text *into)
{
    bool same = body->modified[0] == body->modified[1];
    for (int i = 0; i < body->modified_count && (i == 0 || !same); i++) {
        uint64_t against = 0;
        for (int j = 0; j < body->modified_count && body->modified_count > 1; j++)
            against |= (uint64_t)(j == i || same) << body->force.resist[j];
        if (i == 0)
            text_append_format(into, "%s rolls ", name);
        else
            text_append(into, "; ");
        text_append_format(into, "%d and %d", body->dice[0], body->dice[1]);
        say_total(body, body->modified[i], into);
        text_append(into, against != 0 ? " against " : "");
        append_cars(into, against, names);
    }
    text_append(into, ".");
}

static void say_forced(const struct circuit_event *body, const char *name, const char *const *names,
                       struct text *into)
{
    uint64_t blockers = UINT64_C(1) << body->force.blockers[0];
    blockers |= UINT64_C(1) << body->force.blockers[1];
    text_append_format(into, "%s drives in between ", name);
    append_cars(into, blockers, names);
    text_append(into, ".");
}

/* Sentences of a name and perhaps a number. */
static const struct {
    enum circuit_event_type type;
    const char *sentence;
} sentences[] = {
    {CIRCUIT_EVENT_SHOWN, "%s drives %d."},
    {CIRCUIT_EVENT_LAP, "%s crosses the line: lap %d."},
    {CIRCUIT_EVENT_FINISHED, "%s has finished, %d beyond the line."},
    {CIRCUIT_EVENT_PUT_BACK, "%s falls back."},
    {CIRCUIT_EVENT_STAYED, "%s does not use the slipstream."},
    {CIRCUIT_EVENT_BRAKED, "%s brakes to %d."},
    {CIRCUIT_EVENT_OUT, "%s is out of the race."},
    {CIRCUIT_EVENT_PASSED, "%s is through."},
    {CIRCUIT_EVENT_LOST_LINE, "%s loses the line."},
    {CIRCUIT_EVENT_SET_ASIDE, "%s is pushed aside."},
    {CIRCUIT_EVENT_MISSED, "%s misses the turn."},
};

void circuit_describe(const struct race *race, const struct event *event, const char *const *names,
                      struct text *into)
{
    const struct circuit_event *body = circuit_event(event);
    const char *name = event->car > 0 ? names[event->car - 1] : "";
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        if (sentences[i].type == body->type) {
            text_append(into, "");
            text_append_format(into, sentences[i].sentence, name, body->number);
        }
    switch (body->type) {
    case CIRCUIT_EVENT_DESIGNED:
        text_append_format(into,
                           "%s builds start %d, acceleration %d, brakes %d, top speed %d, wear %d.",
                           name, body->build.points[0], body->build.points[1],
                           body->build.points[2], body->build.points[3], body->build.points[4]);
        break;
    case CIRCUIT_EVENT_SLIPSTREAM:
        text_append_format(into, "%s is drawn along by %s.", name, names[body->number - 1]);
        break;
    case CIRCUIT_EVENT_WEAR:
        say_wear(body, name, into);
        break;
    case CIRCUIT_EVENT_SPIN:
        say_spin(body, name, into);
        break;
    case CIRCUIT_EVENT_CHIP:
        if (body->spent)
            text_append_format(into, "%s spends a chip.", name);
        break;
    case CIRCUIT_EVENT_FORCED:
        say_forced(body, name, names, into);
        break;
    case CIRCUIT_EVENT_TURNED:
        text_append_format(into, "%s laid %s.", name,
                           body->number == CARD_BLOCK ? "BLOCK" : "PASS");
        break;
    case CIRCUIT_EVENT_ROLLED:
        say_roll(body, name, names, into);
        break;
    case CIRCUIT_EVENT_HELD:
        text_append_format(into, "%s is held by ", name);
        append_cars(into, body->by, names);
        text_append(into, ".");
        break;
    case CIRCUIT_EVENT_PLACED:
        if (race->game->car_count(race) > 1)
            text_append_format(into, "%s comes in %d%s.", name, body->number,
                               number_ordinal_ending(body->number));
        break;
    case CIRCUIT_EVENT_OVER:
        text_append(into, "The race is over.");
        break;
    default:
        break;
    }
}

/* === json ===================================================================================== */

/* What the referee tells of a race on a circuit (RULES 11.4, 12, 13), its keys in that order. */

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
    json_text_key_boolean(into, "on_line", car->on_line);
    json_text_key_boolean(into, "slipstream", car->bonus);
    json_text_key_boolean(into, "moved", car->moved);
    json_text_key_boolean(into, "spun", car->spun);
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

static const char *outcome_name(enum circuit_outcome outcome)
{
    static const char *const names[] = {
        [OUTCOME_IS_SPIN] = "spin",   [OUTCOME_IS_FINISH] = "finish", [OUTCOME_IS_WEAR] = "wear",
        [OUTCOME_IS_CLEAR] = "clear", [OUTCOME_IS_TRY] = "try",       [OUTCOME_IS_PASS] = "pass"};
    return names[outcome];
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
    for (int i = 0; i < count; i++) {
        const struct circuit_move *move = &moves[i];
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
            move->kind == MOVE_STAY) {
            json_text_key_string(into, "outcome", outcome_name(move->outcome));
        }
        json_text_close(into, '}');
    }
    json_text_close(into, ']');
    return true;
}

/* --- events ----------------------------------------------------------------------------------- */

static void append_space(struct text *into, const char *key, struct space space)
{
    append_list(into, key, (const int[]){space.row, space.lane}, 2);
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
        json_text_key_integer(into, "row", body->to.row);
        json_text_key_integer(into, "lane", body->to.lane);
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
        json_text_key_boolean(into, "spent", body->spent);
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
