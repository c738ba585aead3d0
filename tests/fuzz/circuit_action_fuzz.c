/* Fuzzes actions on a circuit: lines of any bytes to the rules. One that is refused changes nothing
 * and says why; one that is taken leaves a race in which everything fits.
 *
 * The first three bytes choose players and rules; each line behind them is an action of the first
 * car that owes one, or, with "2:" before it, of that car; an empty one is the first listed. */
#include "base/formats.h"
#include "rules/circuit/circuit.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_FED = 120 };
static const struct game *const game = &circuit_game;

static const char circuit_text[] =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9' data-graphprix-circuit='1' "
    "data-rows='20' data-lanes='2'><path class='course' d='M 1 1 L 8 1 L 8 8 Z'/>"
    "<g class='corner' data-from='3' data-to='6' data-limits='60 80' data-line='2 1 1 2'/>"
    "<g class='corner' data-from='9' data-to='11' data-limits='80 100'/></svg>";

static void require(bool condition)
{
    if (!condition)
        abort();
}

/* The race borrows the set-up. */
static struct race *begin(const uint8_t *choice, struct setup *setup)
{
    static struct course course;
    struct error error = {0};
    if (!course.body)
        course = course_read(game, circuit_text, strlen(circuit_text), &error);
    require(course.body != NULL);
    *setup = setup_from_preset(game, choice[0] % CIRCUIT_PRESET_COUNT);
    setup->course = course;
    setup->players = 1 + choice[0] / CIRCUIT_PRESET_COUNT % 8;
    setup->seed = choice[0] / 16;
    setup->values[CIRCUIT_BUILD] = choice[1] & 1;
    setup->values[CIRCUIT_LINES] = choice[1] >> 1 & 1;
    setup->values[CIRCUIT_SLIPSTREAM] = choice[1] >> 2 & 1;
    setup->values[CIRCUIT_FORCE_PASS] = choice[1] >> 3 & 1;
    setup->values[CIRCUIT_SPINS] = choice[1] >> 4 & 1;
    setup->values[CIRCUIT_GRID] = (choice[1] >> 5) % 3;
    setup->values[CIRCUIT_WEAR] = choice[2] % 8;
    setup->values[CIRCUIT_BLUE_CHIPS] = choice[2] / 8 % 4;
    setup->values[CIRCUIT_LAPS] = 1 + choice[2] / 32;
    setup->values[CIRCUIT_ROUND_LIMIT] = 10;
    require(setup_check(setup, &error));
    return game->begin(setup);
}

static void check_cars(const struct race *race)
{
    int cars = game->car_count(race);
    for (int i = 1; i <= cars; i++) {
        const struct circuit_car *car = circuit_car(race, i);
        require(car->halves >= 0 && car->chips >= 0 && car->speed >= 0);
        require((car->place > 0) == (game->over(race) || car->status == CIRCUIT_FINISHED) ||
                car->beyond >= 0);
        for (int j = i + 1; car->status == CIRCUIT_RACING && j <= cars; j++) {
            const struct circuit_car *other = circuit_car(race, j);
            bool met = other->status == CIRCUIT_RACING && other->row == car->row &&
                       other->lane == car->lane;
            require(!met || circuit_mover(race) == i || circuit_mover(race) == j);
        }
    }
}

/* What is told is JSON, in each of its words. */
static void check_told(const struct race *race, const struct event_list *events)
{
    struct text told = {0};
    json_text_open(&told, '[');
    race_append_state(race, &told);
    for (int i = 0; i < events->count; i++)
        event_append(&events->items[i], &told);
    json_text_close(&told, ']');
    json_t *read = json_loads(told.data, JSON_REJECT_DUPLICATES, NULL);
    require(json_array_size(read) == (size_t)events->count + 1);
    json_decref(read);
    text_free(&told);
}

static bool is_listed(const struct race *race, int car, const char *action)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    int count = circuit_moves(race, car, moves);
    for (int i = 0; i < count; i++)
        if (strcmp(moves[i].action, action) == 0)
            return true;
    return false;
}

static void act(struct race *race, int car, const char *action)
{
    struct error error = {0};
    struct event_list events = {0};
    uint64_t before = game->hash(race);
    bool listed = is_listed(race, car, action), moving = circuit_phase(race) == PHASE_MOVE;
    bool done = game->apply(race, car, action, &events, &error);
    require(done >= listed && (done == listed || moving));
    require(done == (game->hash(race) != before) && (done || events.count == 0));
    require(done || (error.text[0] != '\0' && text_is_one_line(error.text)));
    check_cars(race);
    if (done)
        check_told(race, &events);
    event_list_free(&events);
}

/* "2:go 1" is of car 2. */
static void feed(struct race *race, const char *line)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    bool named = line[0] >= '1' && line[0] <= '8' && line[1] == ':';
    int car = named ? line[0] - '0' : race_next_car(race);
    const char *action = named ? line + 2 : line;
    if (!race_owes(race, car))
        return;
    if (*action == '\0' && circuit_moves(race, car, moves) > 0)
        action = moves[0].action;
    act(race, car, action);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    enum { CHOICES = 3 };
    if (length < CHOICES)
        return 0;
    struct setup setup;
    struct race *race = begin(bytes, &setup);
    const char *at = (const char *)bytes + CHOICES, *end = (const char *)bytes + length;
    for (int i = 0; i < LINES_FED && at < end && !game->over(race); i++) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        struct text line = {0};
        text_append_bytes(&line, at, (size_t)((line_end ? line_end : end) - at));
        feed(race, text_string(&line));
        text_free(&line);
        at = line_end ? line_end + 1 : end;
    }
    game->free(race);
    return 0;
}
