/* States of a race, and the table that the game gives (rules/game.h). */
#include "base/hash.h"
#include "base/memory.h"
#include "rules/circuit/inside.h"

#include <assert.h>
#include <stdlib.h>

struct circuit_race *circuit_race(struct race *race)
{
    assert(race->game == &circuit_game);
    return (struct circuit_race *)race;
}

const struct circuit_race *circuit_race_of(const struct race *race)
{
    assert(race->game == &circuit_game);
    return (const struct circuit_race *)race;
}

const struct circuit_event *circuit_event(const struct event *event)
{
    assert(event->game == &circuit_game);
    return event->body;
}

int circuit_value(const struct circuit_race *race, enum circuit_field field)
{
    return race->setup->values[field];
}

struct circuit_car *circuit_car_of(struct circuit_race *race, int car)
{
    return &race->cars[car - 1];
}

/* --- what may be asked ------------------------------------------------------------------------ */

enum circuit_phase circuit_phase(const struct race *race)
{
    return circuit_race_of(race)->phase;
}

const struct circuit_car *circuit_car(const struct race *race, int car)
{
    return &circuit_race_of(race)->cars[car - 1];
}

int circuit_lap(const struct race *race, const struct circuit_car *car)
{
    int laps = circuit_value(circuit_race_of(race), CIRCUIT_LAPS);
    return number_smaller(laps, number_larger(0, car->lap));
}

int circuit_position(const struct race *any, int number)
{
    const struct circuit_race *race = circuit_race_of(any);
    const struct circuit_car *car = &race->cars[number - 1];
    return (car->lap - 1) * race->circuit->rows + car->row;
}

int circuit_mover(const struct race *race)
{
    return circuit_race_of(race)->moving.car;
}

int circuit_points(const struct race *race)
{
    return circuit_race_of(race)->moving.points;
}

int circuit_spin_modifier(const struct race *race)
{
    return circuit_race_of(race)->moving.spin_modifier;
}

const struct circuit_force *circuit_force(const struct race *any)
{
    const struct circuit_race *race = circuit_race_of(any);
    return race->phase == PHASE_CARDS || race->phase == PHASE_CHIPS ? &race->force : NULL;
}

int circuit_order(const struct race *any, int cars[PLAYER_LIMIT])
{
    const struct circuit_race *race = circuit_race_of(any);
    for (int i = 0; i < race->order_count; i++)
        cars[i] = race->order[i];
    return race->order_count;
}

int circuit_car_at(const struct race *any, int row, int lane)
{
    const struct circuit_race *race = circuit_race_of(any);
    for (int i = 0; i < race->setup->players; i++)
        if (race->cars[i].status == CIRCUIT_RACING && race->cars[i].row == row &&
            race->cars[i].lane == lane)
            return i + 1;
    return 0;
}

/* --- states ----------------------------------------------------------------------------------- */

static struct race *begin(const struct setup *setup)
{
    struct circuit_race *race = memory_allocate(1, sizeof *race);
    race->head.game = &circuit_game;
    race->setup = setup;
    race->circuit = circuit_of(setup);
    race->random = random_seeded(setup->seed);
    for (int i = 0; i < setup->players; i++)
        race->cars[i] = (struct circuit_car){.status = CIRCUIT_WAITING,
                                             .posted = NOT_POSTED,
                                             .chips = setup->values[CIRCUIT_BLUE_CHIPS],
                                             .beyond = -1,
                                             .entry = -1};
    circuit_draw_order(race);
    race->phase = PHASE_BUILD;
    if (setup->values[CIRCUIT_BUILD] == BUILD_STANDARD)
        circuit_begin_standard(race);
    return &race->head;
}

static struct race *copy(const struct race *race)
{
    struct circuit_race *made = memory_copy(circuit_race_of(race), 1, sizeof *made);
    return &made->head;
}

static void free_race(struct race *race)
{
    free(race);
}

static int car_count(const struct race *race)
{
    return circuit_race_of(race)->setup->players;
}

static int player_of(const struct race *race, int car)
{
    (void)race;
    return car;
}

static int round_of(const struct race *race)
{
    return circuit_race_of(race)->round;
}

static bool over(const struct race *race)
{
    return circuit_race_of(race)->phase == PHASE_OVER;
}

static bool owes_secret(const struct circuit_race *race, int car)
{
    const struct circuit_car *of = &race->cars[car - 1];
    if (race->phase == PHASE_BUILD)
        return !of->built;
    if (race->phase == PHASE_POST)
        return circuit_posts(race, car) && of->entry < 0;
    for (int i = 0; i < race->force.resist_count; i++)
        if (race->force.resist[i] == car)
            return of->entry < 0;
    return false;
}

/* By lane, which is by their numbers nowhere but in the cards of a force pass. */
static int owes_cards(const struct circuit_race *race, int cars[CAR_LIMIT])
{
    int count = 0;
    for (int i = 0; i < race->force.resist_count; i++)
        if (owes_secret(race, race->force.resist[i]))
            cars[count++] = race->force.resist[i];
    return count;
}

static int owes(const struct race *any, int cars[CAR_LIMIT], bool *secret)
{
    const struct circuit_race *race = circuit_race_of(any);
    int count = 0;
    *secret = race->phase == PHASE_BUILD || race->phase == PHASE_POST || race->phase == PHASE_CARDS;
    if (race->phase == PHASE_OVER)
        return 0;
    if (race->phase == PHASE_CARDS)
        return owes_cards(race, cars);
    for (int car = 1; car <= race->setup->players && *secret; car++)
        if (owes_secret(race, car))
            cars[count++] = car;
    if (!*secret)
        cars[count++] = race->phase == PHASE_CHIPS ? circuit_next_asked(race) : race->moving.car;
    return count;
}

static struct race *copy_for(const struct race *any, int car, uint64_t seed)
{
    struct race *made = copy(any);
    struct circuit_race *race = circuit_race(made);
    race->random = random_seeded(seed);
    for (int i = 0; i < race->setup->players; i++) {
        struct circuit_car *other = &race->cars[i];
        if (i == car - 1)
            continue;
        other->entry = race->phase == PHASE_CHIPS ? CARD_PASS : -1;
        if (race->phase == PHASE_BUILD) {
            other->built = false;
            other->build = (struct build){{0}};
        }
    }
    return made;
}

static uint64_t hash_numbers(uint64_t sum, const int *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum = hash_number(sum, numbers[i]);
    return sum;
}

static uint64_t hash_car(uint64_t sum, const struct circuit_car *car)
{
    const int numbers[] = {
        (int)car->status,  car->row,   car->lane,    car->lap,    car->speed, car->posted,
        car->halves,       car->chips, car->on_line, car->bonus,  car->moved, car->spun,
        car->missed_turns, car->place, car->beyond,  car->out_at, car->entry, car->built};
    sum = hash_numbers(sum, numbers, sizeof numbers / sizeof *numbers);
    return hash_numbers(sum, car->build.points, ATTRIBUTE_COUNT);
}

static uint64_t hash_moving(uint64_t sum, const struct moving *moving)
{
    const int numbers[] = {moving->car,          moving->points,       moving->corner,
                           moving->worst,        moving->beside_count, (int)moving->spin_why,
                           moving->spin_modifier};
    sum = hash_numbers(sum, numbers, sizeof numbers / sizeof *numbers);
    for (int i = 0; i < moving->beside_count; i++) {
        const struct beside *beside = &moving->beside[i];
        sum = hash_number(hash_number(hash_number(sum, beside->car), beside->back.row),
                          beside->back.lane);
    }
    return sum;
}

static uint64_t hash(const struct race *any)
{
    const struct circuit_race *race = circuit_race_of(any);
    const int numbers[] = {race->round,           (int)race->phase,
                           race->order_count,     race->next,
                           race->placed,          race->outs,
                           race->force.row,       race->force.lanes[0],
                           race->force.lanes[1],  (int)race->force.asked,
                           (int)race->force.chips};
    uint64_t sum = hash_number(HASH_START, (int64_t)race->random.state);
    sum = hash_numbers(sum, numbers, sizeof numbers / sizeof *numbers);
    sum = hash_numbers(sum, race->order, (size_t)race->order_count);
    sum = hash_moving(sum, &race->moving);
    for (int i = 0; i < race->setup->players; i++)
        sum = hash_car(sum, &race->cars[i]);
    return race->to_flag ? hash_number(sum, race->to_flag) : sum;
}

const struct game circuit_game = {
    .name = "circuit",
    .title = "Circuit",
    .table = &circuit_rules,
    .course = &circuit_strips,
    .example = "speed 60",
    .opening = "build 1 2 0 1 1",
    .round_noun = "turn",
    .field_matters = circuit_field_matters,
    .field_sets_pace = circuit_field_sets_pace,
    .begin = begin,
    .copy = copy,
    .free = free_race,
    .car_count = car_count,
    .player_of = player_of,
    .round = round_of,
    .over = over,
    .drive_on = circuit_drive_on,
    .standing = circuit_standing,
    .say_standing = circuit_say_standing,
    .columns = circuit_columns,
    .tally = circuit_tally,
    .owes = owes,
    .names_cars_in_secret_only = true,
    .apply = circuit_apply,
    .copy_for = copy_for,
    .hash = hash,
    .append_head = circuit_append_head,
    .append_car = circuit_append_car,
    .append_rest = circuit_append_rest,
    .append_event = circuit_append_event,
    .append_moves = circuit_append_moves,
    .describe = circuit_describe,
};
