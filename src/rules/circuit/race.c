/* States of a race, and the table that the game gives (rules/game.h). */

#include "base/memory.h"
#include "base/number.h"
#include "rules/circuit/circuit.h"
#include "rules/last.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The one table of fields, values and presets (RULES 10). */

#define CHOICES(list) (list), (int)(sizeof(list) / sizeof *(list)), 0, 0
#define NUMBER(from, to) NULL, 0, from, to

#define GROUP_RACE "The race"
#define GROUP_CAR "The car"
#define GROUP_ROAD "The road"

static const struct rule_choice builds[] = {
    {"players", "By its driver", "Each driver spends points on the car, in secret."},
    {"standard", "All alike", "All cars have one point on everything."},
};
static const struct rule_choice lines[] = {
    {"on", "Yes", "Who takes a corner on its line may drive 20 mph faster there."},
    {"off", "No", "There are no lines."},
};
static const struct rule_choice slipstreams[] = {
    {"on", "Yes", "Right behind a fast car a fast car has a point of movement more."},
    {"off", "No", "There is no slipstream."},
};
static const struct rule_choice passes[] = {
    {"on", "Yes", "Who finds the road ahead full may drive in between two cars."},
    {"off", "No", "Who finds the road ahead full brakes."},
};
static const struct rule_choice spins[] = {
    {"table", "By dice", "Dice say what a spin costs: wear, a turn, or the race."},
    {"stop", "A stop", "Who spins stands, and nothing else."},
};
static const struct rule_choice grids[] = {
    {"start_speed", "By start speed", "Cars that start fast stand in front."},
    {"random", "Drawn", "The grid is drawn."},
    {"listed", "As listed", "The grid is as the players are listed."},
    {"loser_first", "Last first",
     "Who was last in the race before stands in front; without one, as listed."},
};

static const struct rule_field fields[CIRCUIT_FIELD_COUNT] = {
    [CIRCUIT_LAPS] = {"laps",
                      GROUP_RACE,
                      "Laps",
                      "How many times round the circuit.",
                      NUMBER(1, 99),
                      {2, 1},
                      true,
                      NULL},
    [CIRCUIT_BUILD] = {"build",
                       GROUP_CAR,
                       "Cars",
                       "Who designs the cars.",
                       CHOICES(builds),
                       {BUILD_PLAYERS, BUILD_STANDARD},
                       false,
                       NULL},
    [CIRCUIT_POINTS] = {"points",
                        GROUP_CAR,
                        "Points",
                        "To spend on a car, up to 2 on each thing.",
                        NUMBER(0, 10),
                        {5, 5},
                        false,
                        NULL},
    [CIRCUIT_WEAR] = {"wear",
                      GROUP_CAR,
                      "Tire wear",
                      "Points a lap, before those of the car.",
                      NUMBER(0, 20),
                      {3, 5},
                      true,
                      NULL},
    [CIRCUIT_BLUE_CHIPS] = {"blue_chips",
                            GROUP_CAR,
                            "Blue chips",
                            "Each takes 2 off a roll of the dice.",
                            NUMBER(0, 20),
                            {3, 3},
                            true,
                            NULL},
    [CIRCUIT_LINES] = {"lines",
                       GROUP_ROAD,
                       "Lines",
                       "The best way through a corner.",
                       CHOICES(lines),
                       {CIRCUIT_ON, CIRCUIT_ON},
                       false,
                       NULL},
    [CIRCUIT_SLIPSTREAM] = {"slipstream",
                            GROUP_ROAD,
                            "Slipstream",
                            "Being drawn along by the car in front.",
                            CHOICES(slipstreams),
                            {CIRCUIT_ON, CIRCUIT_ON},
                            false,
                            NULL},
    [CIRCUIT_FORCE_PASS] = {"force_pass",
                            GROUP_ROAD,
                            "Force passes",
                            "Passing where there is no room.",
                            CHOICES(passes),
                            {CIRCUIT_ON, CIRCUIT_ON},
                            false,
                            NULL},
    [CIRCUIT_SPINS] = {"spins",
                       GROUP_ROAD,
                       "Spins",
                       "What a spin costs.",
                       CHOICES(spins),
                       {SPINS_TABLE, SPINS_STOP},
                       false,
                       NULL},
    [CIRCUIT_GRID] = {"grid",
                      GROUP_RACE,
                      "Grid",
                      "Who starts in front.",
                      CHOICES(grids),
                      {GRID_RANDOM, GRID_RANDOM},
                      false,
                      NULL},
    [CIRCUIT_HANDICAP] = {"handicap",
                          GROUP_RACE,
                          "Handicap",
                          "Blue chips more for each place behind the winner of the race before.",
                          NUMBER(0, 5),
                          {0, 0},
                          false,
                          "none"},
    [CIRCUIT_ROUND_LIMIT] = {"round_limit",
                             GROUP_RACE,
                             "Turn limit",
                             "After so many turns the race is over.",
                             NUMBER(10, 10000),
                             {200, 200},
                             false,
                             NULL},
};

static const struct rule_preset presets[CIRCUIT_PRESET_COUNT] = {
    [CIRCUIT_PRESET_FORCE_PASS] = {"force-pass", "Force pass",
                                   "Build a car, post speeds, force your way through."},
    [CIRCUIT_PRESET_SUNDAY] = {"sunday", "Sunday race",
                               "One lap in cars that are all alike; a spin costs a stop."},
};

static const struct rule_table circuit_rules = {fields, CIRCUIT_FIELD_COUNT, presets,
                                                CIRCUIT_PRESET_COUNT, -1};

const struct circuit *circuit_of(const struct setup *setup)
{
    return setup->course.body;
}

static bool has_line(const struct circuit *circuit)
{
    for (int i = 0; circuit && i < circuit->corner_count; i++)
        if (circuit->corners[i].has_line)
            return true;
    return !circuit;
}

static bool circuit_setup_check(const struct setup *setup, struct error *error)
{
    return last_check(setup, setup->players, error);
}

static bool circuit_field_matters(const struct setup *setup, int field)
{
    const int *values = setup->values;
    switch (field) {
    case CIRCUIT_POINTS:
        return values[CIRCUIT_BUILD] == BUILD_PLAYERS;
    case CIRCUIT_BLUE_CHIPS:
        return values[CIRCUIT_SPINS] == SPINS_TABLE ||
               (values[CIRCUIT_FORCE_PASS] == CIRCUIT_ON && setup->players > 2);
    case CIRCUIT_LINES:
        return has_line(circuit_of(setup));
    case CIRCUIT_SLIPSTREAM:
    case CIRCUIT_GRID:
    case CIRCUIT_HANDICAP:
        return setup->players > 1;
    case CIRCUIT_FORCE_PASS:
        return setup->players > 2;
    default:
        return true;
    }
}

static bool circuit_field_sets_pace(const struct setup *setup, int field)
{
    (void)setup;
    return field == CIRCUIT_LAPS || field == CIRCUIT_BUILD || field == CIRCUIT_POINTS ||
           field == CIRCUIT_WEAR || field == CIRCUIT_LINES;
}

/* --- cars (2) --------------------------------------------------------------------------------- */

int build_value(const struct setup *setup, const struct build *build, enum attribute attribute)
{
    static const int from[] = {
        [ATTRIBUTE_START] = 40, [ATTRIBUTE_ACC] = 20, [ATTRIBUTE_DEC] = 20, [ATTRIBUTE_TOP] = 140};
    int points = build->points[attribute];
    if (attribute == ATTRIBUTE_WEAR)
        return 2 * (setup->values[CIRCUIT_WEAR] + points) * setup->values[CIRCUIT_LAPS];
    return from[attribute] + CIRCUIT_SPEED * points;
}

static bool next_build(struct build *build)
{
    for (int i = ATTRIBUTE_COUNT - 1; i >= 0; i--) {
        if (build->points[i]++ < CIRCUIT_BUILD_MOST)
            return true;
        build->points[i] = 0;
    }
    return false;
}

int build_list(const struct setup *setup, struct build *into, int limit)
{
    struct build build = {{0}};
    int count = 0;
    do {
        int sum = 0;
        for (int i = 0; i < ATTRIBUTE_COUNT; i++)
            sum += build.points[i];
        if (sum == setup->values[CIRCUIT_POINTS] && count < limit)
            into[count++] = build;
    } while (next_build(&build));
    return count;
}

/* === turn ===================================================================================== */

/* Designing, the grid, posting, the order of moves and the end of a turn (RULES 1.6, 2, 3, 4.1, 9).
 */

static int players(const struct circuit_race *race)
{
    return race->setup->players;
}

/* --- designs and the grid --------------------------------------------------------------------- */

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

static bool circuit_posts(const struct circuit_race *race, int number)
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

/* see game.h */
static bool circuit_drive_on(struct race *any, struct event_list *events)
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
    /* Turns in which nobody may post are played at once. */
    do {
        place_finishers(race, events);
        if (count_racing(race) <= (players(race) > 1 && !race->to_flag) ||
            race->round >= circuit_value(race, CIRCUIT_ROUND_LIMIT)) {
            end_race(race, events);
            return;
        }
    } while (!begin_turn(race, events));
}

/* --- posting (3) ------------------------------------------------------------------------------ */

/* 3.3: the car right ahead, if both are fast. */
static int drawn_by(const struct circuit_race *race, int number)
{
    const struct circuit_car *car = &race->cars[number - 1];
    int ahead = circuit_car_at(&race->head, (car->row + 1) % race->circuit->rows, car->lane);
    bool fast =
        car->posted >= CIRCUIT_FAST && ahead > 0 && race->cars[ahead - 1].posted >= CIRCUIT_FAST;
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
    race->order_count = race->next = 0;
    for (int car = 1; car <= players(race); car++) {
        if (race->cars[car - 1].status != CIRCUIT_RACING || race->cars[car - 1].moved)
            continue;
        int at = race->order_count++;
        for (; at > 0 && moves_before(race, car, race->order[at - 1]); at--)
            race->order[at] = race->order[at - 1];
        race->order[at] = car;
    }
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

/* === race ===================================================================================== */

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
                                             .chips = setup->values[CIRCUIT_BLUE_CHIPS] +
                                                      last_handicap(setup, i + 1),
                                             .beyond = -1,
                                             .entry = -1};
    last_order(setup, CIRCUIT_GRID, 1, &race->random, race->start_order);
    race->phase = PHASE_BUILD;
    if (setup->values[CIRCUIT_BUILD] == BUILD_STANDARD) {
        for (int i = 0; i < players(race); i++)
            race->cars[i].build = (struct build){{1, 1, 1, 1, 1}};
        set_on_grid(race, NULL);
        begin_turn(race, NULL);
    }
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
    .setup_check = circuit_setup_check,
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
