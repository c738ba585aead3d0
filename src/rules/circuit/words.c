/* Circuit in words: how a car stands and what it came to (rules/standing.h), and a sentence for
 * each event.
 */
#include "rules/circuit/inside.h"

#include <stdio.h>

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
        text_append_format(into, "%s builds start %d, acceleration %d, brakes %d, top %d, wear %d.",
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
