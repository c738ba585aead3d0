#include "drivers/circuit/driving.h"

#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A crash is worth so many turns, and a blocker is thought to lay BLOCK so often of 4. */
enum { CRASH_TURNS = 14, BLOCKS_OF_4 = 1, EXCESSES = 3, NO_PLAN = 1 << 28, DEPTH_MOST = 2 };

static const struct circuit_car *car_of(const struct planner *planner)
{
    return circuit_car(planner->race, planner->car);
}

static const struct circuit *strip_of(const struct planner *planner)
{
    return circuit_of(circuit_knowledge_setup(planner->knowledge));
}

static int row_at(const struct planner *planner, int position)
{
    int rows = strip_of(planner)->rows;
    return (position % rows + rows) % rows;
}

/* --- values ----------------------------------------------------------------------------------- */

/* What a saver thinks its wear is worth: the more, the longer the race still is. */
static int worth_of_wear(const struct planner *planner, const struct racer *racer)
{
    const struct setup *setup = circuit_knowledge_setup(planner->knowledge);
    int rows = setup->values[CIRCUIT_LAPS] * strip_of(planner)->rows;
    int thrift = planner->character ? planner->character->thrift : 0;
    return thrift * racer->halves * number_larger(0, rows - racer->position) / rows;
}

/* A car's value at the beginning of a turn, and when it is to roll on the spin table there. */
static int plan_value(const struct planner *planner, const struct racer *racer)
{
    int left = circuit_knowledge_left(planner->knowledge, &car_of(planner)->build, racer, NULL);
    return left >= TURNS_FAR ? PLAN_FAR + PLAN_TURN - racer->position
                             : left * PLAN_FINE - worth_of_wear(planner, racer);
}

static int plan_spun(const struct planner *planner, const struct racer *racer, int modifier)
{
    const struct setup *setup = circuit_knowledge_setup(planner->knowledge);
    struct racer spun = *racer;
    spun.speed = 0;
    spun.benefit = false;
    int whole = plan_value(planner, &spun);
    if (setup->values[CIRCUIT_SPINS] == SPINS_STOP)
        return whole;
    struct chance_spin chance = chance_of_spin(modifier);
    spun.halves = number_larger(0, racer->halves - 4);
    int worn = plan_value(planner, &spun);
    spun.halves = number_larger(0, racer->halves - 6);
    int missed = plan_value(planner, &spun) + PLAN_TURN;
    return (whole * (36 - chance.wear - chance.miss - chance.crash) + worn * chance.wear +
            missed * chance.miss + (whole + CRASH_TURNS * PLAN_TURN) * chance.crash) /
           36;
}

static struct racer racer_at(const struct mover *spot)
{
    return (struct racer){spot->position, spot->lane, spot->benefit, spot->posted, spot->halves};
}

/* What braking with so many points left comes to (7). */
static int plan_brake(const struct planner *planner, const struct mover *spot)
{
    const struct circuit_car *car = car_of(planner);
    const struct setup *setup = circuit_knowledge_setup(planner->knowledge);
    struct racer racer = racer_at(spot);
    racer.speed = number_larger(0, spot->posted - CIRCUIT_SPEED * spot->points);
    if (racer.speed < car->speed - build_value(setup, &car->build, ATTRIBUTE_DEC))
        return plan_spun(planner, &racer, car->chips > 0 ? -2 : 0);
    return plan_value(planner, &racer);
}

static struct mover spot_posted(const struct planner *planner, int posted)
{
    const struct circuit_car *car = car_of(planner);
    return (struct mover){.position = circuit_position(planner->race, planner->car),
                          .lane = car->lane,
                          .benefit = car->on_line,
                          .halves = car->halves,
                          .posted = posted,
                          .points = posted / CIRCUIT_SPEED};
}

/* What has been paid in this corner shows in what the next steps cost. */
static struct mover spot_now(const struct planner *planner)
{
    const struct circuit_car *car = car_of(planner);
    struct circuit_move moves[CIRCUIT_MOVES];
    struct mover spot = spot_posted(planner, car->posted);
    int count = circuit_moves(planner->race, planner->car, moves);
    spot.points = circuit_points(planner->race);
    spot.bonus = car->bonus;
    for (int i = 0; i < count; i++) {
        if (moves[i].kind != MOVE_GO || moves[i].outcome == OUTCOME_IS_SPIN || !moves[i].limit)
            continue;
        int excess = number_larger(0, car->posted - moves[i].limit) / CIRCUIT_SPEED;
        bool takes_line = strchr(moves[i].action, '+') != NULL;
        spot.worst = number_larger(spot.worst, excess - (moves[i].halves - takes_line) / 2);
    }
    return spot;
}

/* --- ways ------------------------------------------------------------------------------------- */

struct node {
    int halves; /* that it has cost; -1: not reached */
    int from_end, from_worst;
    int lane;
    bool takes_line;
};
struct web {
    struct node nodes[PLAN_STEPS][TURNS_ENDS][EXCESSES];
};

static int car_ahead(const struct planner *planner, int position, int lane)
{
    int car = planner->alone ? 0 : circuit_car_at(planner->race, row_at(planner, position), lane);
    return car == planner->car ? 0 : car;
}

static void step_on(const struct planner *planner, const struct mover *from, struct web *web,
                    int step, int end, int worst)
{
    const struct setup *setup = circuit_knowledge_setup(planner->knowledge);
    const struct node *node = &web->nodes[step][end][worst];
    int position = from->position + step;
    for (int to = 0; to < 2 * strip_of(planner)->lanes; to++) {
        int lane = to / 2 + 1;
        bool line = to % 2;
        if (abs(lane - end / 2 - 1) > 1 || car_ahead(planner, position + 1, lane) > 0)
            continue;
        struct way_step next = circuit_way_step(setup, row_at(planner, position), end / 2 + 1,
                                                end % 2, worst, from->posted, lane, line);
        int halves = node->halves + next.halves;
        if (next.spins || halves > from->halves)
            continue;
        struct node *into = &web->nodes[step + 1][circuit_end(lane, next.benefit)][next.worst];
        if (into->halves >= 0 && into->halves <= halves)
            continue;
        *into = (struct node){halves, end, worst, lane, line};
    }
}

/* "go 1 2 2+", with what comes behind it. */
static void write_way(const struct web *web, int steps, int end, int worst, const char *behind,
                      char action[PLAN_ACTION])
{
    char words[PLAN_STEPS][4];
    for (int step = steps; step > 0; step--) {
        const struct node *node = &web->nodes[step][end][worst];
        snprintf(words[step], sizeof words[step], "%d%s", node->lane % 10,
                 node->takes_line ? "+" : "");
        end = node->from_end;
        worst = node->from_worst;
    }
    int length = snprintf(action, PLAN_ACTION, "%s", steps > 0 ? "go" : "");
    for (int step = 1; step <= steps; step++)
        length += snprintf(action + length, PLAN_ACTION - (size_t)length, " %s", words[step]);
    snprintf(action + length, PLAN_ACTION - (size_t)length, "%s%s", steps > 0 && *behind ? " " : "",
             behind);
}

static struct mover_plan plan_from(const struct planner *planner, struct mover from, int depth);

/* Failure is spread over what the dice cost. */
static int value_with_loss(const struct planner *planner, const struct mover *spot, int points,
                           bool held)
{
    struct mover worn = *spot;
    worn.halves = number_larger(0, spot->halves - 2 * points);
    struct racer racer = racer_at(&worn);
    return held ? plan_brake(planner, &worn) : plan_value(planner, &racer);
}

static bool may_resist(const struct planner *planner, int blocker, int posted)
{
    const struct circuit_car *other = circuit_car(planner->race, blocker);
    return other->posted > 0 && abs(other->posted - posted) <= CIRCUIT_RESIST &&
           planner->race->game->round(planner->race) > CIRCUIT_FIRST_TURNS;
}

static int forced_spaces(const struct planner *planner, struct mover spot, const int lanes[2],
                         int depth)
{
    const struct setup *setup = circuit_knowledge_setup(planner->knowledge);
    struct chance_pass pass = {0};
    struct way_step step = circuit_way_step(setup, row_at(planner, spot.position), spot.lane,
                                            spot.benefit, spot.worst, spot.posted, lanes[0], false);
    struct mover beside = spot;
    beside.position++;
    beside.lane = lanes[0];
    beside.benefit = step.benefit;
    beside.worst = step.worst;
    beside.points--;
    struct racer racer = racer_at(&beside);
    bool spins = step.spins || step.halves > spot.halves;
    beside.halves -= spins ? 0 : step.halves;
    int success = spins ? plan_spun(planner, &racer, 0)
                        : plan_from(planner, beside, depth + 1).value -
                              (planner->character ? planner->character->passing : 0);
    for (int i = 0; i < 2; i++) {
        int blocker = car_ahead(planner, spot.position + 1, lanes[i]);
        if (may_resist(planner, blocker, spot.posted))
            pass.faster[pass.resist++] = spot.posted - circuit_car(planner->race, blocker)->posted;
    }
    if (pass.resist == 0)
        return success;
    int64_t sum = 0, chances[3] = {4 - BLOCKS_OF_4, BLOCKS_OF_4, 0};
    if (pass.resist == 2) {
        chances[0] = (4 - BLOCKS_OF_4) * (4 - BLOCKS_OF_4);
        chances[1] = 2 * BLOCKS_OF_4 * (4 - BLOCKS_OF_4);
        chances[2] = BLOCKS_OF_4 * BLOCKS_OF_4;
    }
    racer = racer_at(&spot);
    int spun = plan_spun(planner, &racer, 0);
    for (pass.blocks = 1; pass.blocks <= pass.resist; pass.blocks++) {
        struct chance_result chance = chance_of_pass(&pass);
        int64_t mean = (int64_t)chance.spins * spun;
        for (int loss = 0; loss < CHANCE_LOSSES; loss++)
            mean += (int64_t)chance.passes[loss] *
                        (success + value_with_loss(planner, &beside, loss, false) -
                         value_with_loss(planner, &beside, 0, false)) +
                    (int64_t)chance.held[loss] * value_with_loss(planner, &spot, loss, true);
        sum += chances[pass.blocks] * (mean / CHANCE_WHOLE);
    }
    return (int)((sum + chances[0] * success) / (chances[0] + chances[1] + chances[2]));
}

/* --- ends ------------------------------------------------------------------------------------- */

struct plan_search {
    const struct planner *planner;
    struct mover from;
    struct web web;
    int depth;
    struct mover_plan best;
};

static void offer_way(struct plan_search *search, int step, int end, int worst,
                      const struct mover *at, int value, const char *behind)
{
    if (value >= search->best.value)
        return;
    search->best.value = value;
    search->best.end = *at;
    write_way(&search->web, step, end, worst, behind, search->best.action);
}

static void offer_blocked(struct plan_search *search, int step, int end, int worst,
                          const struct mover *at)
{
    int lanes = strip_of(search->planner)->lanes;
    bool on_bonus = at->bonus && at->points == 1;
    if (!on_bonus)
        offer_way(search, step, end, worst, at, plan_brake(search->planner, at), "brake");
    for (int first = 1; first <= lanes && search->depth < DEPTH_MOST; first++)
        for (int second = first - 1; second <= first + 1; second += 2) {
            int pair[] = {first, second};
            char behind[16];
            if (second < 1 || second > lanes || abs(first - at->lane) > 1 ||
                abs(second - at->lane) > 1)
                continue;
            snprintf(behind, sizeof behind, "force %d %d", first % 10, second % 10);
            offer_way(search, step, end, worst, at,
                      forced_spaces(search->planner, *at, pair, search->depth), behind);
        }
}

static bool blocked(const struct planner *planner, const struct mover *at)
{
    for (int lane = at->lane - 1; lane <= at->lane + 1; lane++)
        if (lane >= 1 && lane <= strip_of(planner)->lanes &&
            car_ahead(planner, at->position + 1, lane) == 0)
            return false;
    return true;
}

static struct mover spot_at(const struct plan_search *search, int step, int end, int worst)
{
    struct mover at = search->from;
    at.position += step;
    at.lane = end / 2 + 1;
    at.benefit = end % 2;
    at.worst = worst;
    at.halves -= search->web.nodes[step][end][worst].halves;
    at.points -= step;
    return at;
}

/* Of equal ways the one that keeps more wear. */
static int wear_to_spare(const struct mover *at)
{
    return number_smaller(at->halves, PLAN_FINE - 1);
}

/* Is a car there that is fast enough to draw along, or to be drawn along? */
static bool is_fast_car(const struct planner *planner, int position, int lane)
{
    int car = car_ahead(planner, position, lane);
    return car > 0 && circuit_car(planner->race, car)->posted >= CIRCUIT_FAST;
}

/* Of where a move ends among others: in a slipstream, or in somebody's way. */
static int worth_of_place(const struct planner *planner, const struct mover *at)
{
    const struct circuit_character *character = planner->character;
    if (!character || planner->alone || at->posted < CIRCUIT_FAST)
        return 0;
    bool blocks = is_fast_car(planner, at->position - 1, at->lane) ||
                  is_fast_car(planner, at->position - 2, at->lane);
    return character->tow * is_fast_car(planner, at->position + 1, at->lane) +
           character->block * blocks;
}

/* A way that has come so far: ended, at the finish, or going on. */
static void look_at(struct plan_search *search, int step, int end, int worst)
{
    const struct planner *planner = search->planner;
    const struct setup *setup = circuit_knowledge_setup(planner->knowledge);
    int line = setup->values[CIRCUIT_LAPS] * strip_of(planner)->rows;
    struct mover at = spot_at(search, step, end, worst);
    struct racer racer = racer_at(&at);
    if (at.position == line - 1 && at.points > 0) {
        offer_way(search, step, end, worst, &at, -(at.points - 1) * PLAN_FINE - wear_to_spare(&at),
                  "");
        search->best.finishes |= search->best.end.position == at.position;
        return;
    }
    if (at.points == 0 || (at.points == 1 && at.bonus))
        offer_way(search, step, end, worst, &at,
                  plan_value(planner, &racer) - wear_to_spare(&at) - worth_of_place(planner, &at),
                  at.points ? "stay" : "");
    if (at.points == 0)
        return;
    if (!planner->alone && blocked(planner, &at))
        offer_blocked(search, step, end, worst, &at);
    else
        step_on(planner, &search->from, &search->web, step, end, worst);
}

static void search_from(struct plan_search *search, const struct planner *planner,
                        struct mover from, int depth)
{
    *search = (struct plan_search){
        .planner = planner, .from = from, .depth = depth, .best = {.value = NO_PLAN}};
    memset(&search->web, -1, sizeof search->web);
    int begin = circuit_end(from.lane, from.benefit);
    search->web.nodes[0][begin][from.worst].halves = 0;
    for (int step = 0; step <= from.points; step++)
        for (int end = 0; end < 2 * strip_of(planner)->lanes; end++)
            for (int worst = 0; worst < EXCESSES; worst++)
                if (search->web.nodes[step][end][worst].halves >= 0)
                    look_at(search, step, end, worst);
}

static struct mover_plan plan_from(const struct planner *planner, struct mover from, int depth)
{
    struct plan_search search;
    search_from(&search, planner, from, depth);
    if (search.best.value == NO_PLAN) {
        struct racer racer = racer_at(&from);
        search.best.value = plan_spun(planner, &racer, 0) + PLAN_TURN;
    }
    return search.best;
}

/* The best way on from a space, with the way to it. */
static bool look_from(const struct plan_search *search, int step, int end, struct mover_plan *best)
{
    bool found = false;
    for (int worst = 0; worst < EXCESSES; worst++) {
        struct mover at;
        if (search->web.nodes[step][end][worst].halves < 0)
            continue;
        at = spot_at(search, step, end, worst);
        struct mover_plan plan = plan_from(search->planner, at, 0);
        if (plan.value >= best->value)
            continue;
        *best = (struct mover_plan){.value = plan.value, .end = at};
        best->finishes = plan.finishes && plan.end.position == at.position;
        write_way(&search->web, step, end, worst, "", best->action);
        found = true;
    }
    return found;
}

/* To every space that can be reached without a spin, by steps and lane: `end` is there, the value
 * what comes of the best way on. Returns how many. */
static int plan_spaces(const struct planner *planner, struct mover from, struct mover_plan *into,
                       int limit)
{
    int count = 0, lanes = strip_of(planner)->lanes;
    struct plan_search search;
    search_from(&search, planner, from, DEPTH_MOST);
    for (int step = 1; step <= from.points; step++)
        for (int lane = 1; lane <= lanes && count < limit; lane++) {
            struct mover_plan best = {.value = NO_PLAN};
            bool found = look_from(&search, step, circuit_end(lane, false), &best);
            found |= look_from(&search, step, circuit_end(lane, true), &best);
            if (found)
                into[count++] = best;
        }
    return count;
}

static struct mover_plan best_plan(const struct planner *planner, struct mover spot)
{
    return plan_from(planner, spot, 0);
}

/* === hints ==================================================================================== */

static int turns_of(const struct planner *planner, const struct mover_plan *plan)
{
    struct racer racer = {plan->end.position, plan->end.lane, plan->end.benefit, plan->end.posted,
                          plan->end.halves};
    bool exact;
    circuit_knowledge_left(planner->knowledge, &circuit_car(planner->race, planner->car)->build,
                           &racer, &exact);
    if (!exact || plan->value >= PLAN_FAR)
        return CIRCUIT_HINT_UNKNOWN;
    return plan->value <= 0 ? 0 : circuit_whole_turns((plan->value + PLAN_FINE - 1) / PLAN_FINE);
}

static struct circuit_hint *add_hint(struct hints *hints, const struct planner *planner,
                                     const struct mover_plan *plan, const struct mover *from)
{
    struct circuit_hint *hint = &hints->items[hints->count++];
    int rows = circuit_of(circuit_knowledge_setup(planner->knowledge))->rows;
    *hint = (struct circuit_hint){.speed = from->posted,
                                  .row = (plan->end.position % rows + rows) % rows,
                                  .lane = plan->end.lane,
                                  .steps = plan->end.position - from->position,
                                  .halves = from->halves - plan->end.halves,
                                  .ends = plan->end.points == 0 || plan->finishes,
                                  .turns = turns_of(planner, plan)};
    hint->outcome = plan->finishes     ? OUTCOME_IS_FINISH
                    : hint->halves > 0 ? OUTCOME_IS_WEAR
                                       : OUTCOME_IS_CLEAR;
    snprintf(hint->action, sizeof hint->action, "%s", plan->action);
    return hint;
}

static void find_speeds(struct hints *hints, const struct planner *planner)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    struct planner alone = *planner;
    int count = circuit_moves(planner->race, planner->car, moves);
    alone.alone = true;
    for (int i = 0; i < count && i < CIRCUIT_HINT_SPACES; i++) {
        struct mover from = spot_posted(&alone, moves[i].speed);
        struct mover_plan plan = best_plan(&alone, from);
        bool spins = plan.action[0] == '\0';
        if (spins)
            plan.end = from;
        struct circuit_hint *hint = add_hint(hints, &alone, &plan, &from);
        strcpy(hint->action, moves[i].action);
        if (spins) {
            hint->outcome = OUTCOME_IS_SPIN;
            hint->turns = CIRCUIT_HINT_UNKNOWN;
        } else if (hint->turns >= 0)
            hint->turns++;
    }
}

struct hints *circuit_find_hints(const void *knowledge, const struct race *race, int car,
                                 const struct point *place, struct budget *budget)
{
    struct hints *hints = memory_allocate(1, sizeof *hints);
    struct planner planner = {.knowledge = knowledge, .race = race, .car = car};
    (void)place, (void)budget;
    hints->best = -1;
    if (circuit_phase(race) == PHASE_POST)
        find_speeds(hints, &planner);
    else if (circuit_phase(race) == PHASE_MOVE) {
        struct mover_plan plans[CIRCUIT_HINT_SPACES];
        struct mover from = spot_now(&planner);
        int count = plan_spaces(&planner, from, plans, CIRCUIT_HINT_SPACES);
        for (int i = 0; i < count; i++)
            add_hint(hints, &planner, &plans[i], &from);
    }
    for (int i = 0; i < hints->count; i++) {
        int turns = hints->items[i].turns;
        if (turns >= 0 && (hints->best < 0 || turns <= hints->items[hints->best].turns))
            hints->best = i;
    }
    return hints;
}

void circuit_free_hints(struct hints *hints)
{
    free(hints);
}

const struct circuit_hint *circuit_hint_of_speed(const struct hints *hints, int speed)
{
    for (int i = 0; i < hints->count; i++)
        if (hints->items[i].speed == speed)
            return &hints->items[i];
    return NULL;
}

const struct circuit_hint *circuit_hint_at(const struct hints *hints, int row, int lane)
{
    for (int i = 0; i < hints->count; i++)
        if (hints->items[i].row == row && hints->items[i].lane == lane)
            return &hints->items[i];
    return NULL;
}

/* === level ==================================================================================== */

/* How the levels choose: builds and speeds by the turns that are left alone, ways by these and by
 * who is in the way, cards and chips by what the dice come to. The lower levels brake too early now
 * and then.
 */

enum { TOW = PLAN_TURN / 24, BLOCK = PLAN_TURN / 32, CARD = PLAN_TURN / 8 };
static const struct circuit_character rookie = {.passing = PLAN_TURN / 2},
                                      club = {.passing = PLAN_TURN};
/* As `characters` says it of them. */
static const struct circuit_character four[DRIVER_NAMES] = {
    {.passing = PLAN_TURN, .block = BLOCK},
    {.passing = PLAN_TURN / 8, .tow = TOW, .block = 6 * BLOCK, .card = 3 * CARD},
    {.passing = PLAN_TURN / 8, .tow = 4 * TOW, .block = BLOCK},
    {.passing = PLAN_TURN / 8, .tow = TOW, .block = BLOCK, .thrift = PLAN_TURN / 4, .card = -CARD}};

static const struct circuit_sight {
    int slips;   /* brakes too early in so many of 16 turns */
    int eases;   /* that are added for each row by which it leads */
    int builds;  /* chooses among so many of the best; 0: the usual car */
    bool weighs; /* cards and chips, by what they come to; else by the toss of a coin */
    bool searches;
    const struct circuit_character *characters; /* by car, in turn */
    int count;
} sights[CIRCUIT_LEVELS] = {
    [CIRCUIT_ROOKIE] = {.slips = 8, .characters = &rookie, .count = 1},
    [CIRCUIT_CLUB] = {.slips = 3, .eases = 1, .builds = 16, .characters = &club, .count = 1},
    [CIRCUIT_PRO] = {.slips = 1, .builds = 4, .weighs = true, .characters = four, .count = 4},
    [CIRCUIT_ACE] = {.builds = 1, .weighs = true, .searches = true, .characters = four, .count = 4},
};

struct choosing {
    struct planner planner;
    const struct circuit_sight *sight;
    uint64_t mood; /* the same for the same race */
};

static const struct circuit_character *circuit_character_of(enum circuit_level level, int car)
{
    return &sights[level].characters[(car - 1) % sights[level].count];
}

static int toss_dice(const struct choosing *choosing, int limit)
{
    return (int)((choosing->mood >> 20) % (uint64_t)limit);
}

static bool has_others(const struct choosing *choosing)
{
    return choosing->planner.race->game->car_count(choosing->planner.race) > 1;
}

/* Rows ahead of the next car; 0: others are ahead. */
static int lead_of(const struct choosing *choosing)
{
    const struct race *race = choosing->planner.race;
    int first = INT_MIN, cars = race->game->car_count(race);
    for (int car = 1; car <= cars; car++)
        if (car != choosing->planner.car && circuit_car(race, car)->status == CIRCUIT_RACING)
            first = number_larger(first, circuit_position(race, car));
    int own = circuit_position(race, choosing->planner.car);
    return first == INT_MIN ? 0 : number_larger(0, own - first);
}

/* Who leads takes care and loses by it: so races stay close. */
static int slips_of(const struct choosing *choosing)
{
    return choosing->sight->slips + choosing->sight->eases * lead_of(choosing);
}

/* --- building and posting --------------------------------------------------------------------- */

static const struct build *best_in_field(const struct circuit_knowledge *knowledge)
{
    const struct build *builds;
    int count = circuit_knowledge_builds(knowledge, &builds), best = 0, least = INT_MAX;
    for (int i = 0; i < count; i++) {
        /* In a field: from any place on the grid, and with some wear lost in fights. START is worth
         * more than its rows there: who is ahead is in nobody's way. */
        const struct build *build = &builds[i];
        enum { PLACES = CIRCUIT_GRID_CARS, WORN_MOST = 2, START_WORTH = 64 };
        int value = -START_WORTH * build->points[ATTRIBUTE_START];
        for (int behind = 1; behind <= PLACES; behind++)
            for (int worn = 0; worn <= WORN_MOST; worn += 2) {
                struct racer racer =
                    circuit_starting_racer(circuit_knowledge_setup(knowledge), build);
                racer.position = -behind;
                racer.halves = number_larger(0, racer.halves - worn);
                value += circuit_knowledge_left(knowledge, build, &racer, NULL);
            }
        best = value < least ? i : best;
        least = number_smaller(value, least);
    }
    return &builds[best];
}

static void choose_build(const struct choosing *choosing, struct text *action)
{
    const struct build *builds;
    int count = circuit_knowledge_builds(choosing->planner.knowledge, &builds);
    int most = choosing->sight->builds > 0 ? choosing->sight->builds : count;
    const struct build *build = &builds[toss_dice(choosing, number_smaller(most, count))];
    static const struct build usual = {{1, 1, 1, 1, 1}};
    for (int i = 0; i < count && choosing->sight->builds == 0; i++)
        if (memcmp(&builds[i], &usual, sizeof usual) == 0)
            build = &builds[i];
    if (choosing->sight->searches && has_others(choosing))
        build = best_in_field(choosing->planner.knowledge);
    text_append(action, "build");
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        text_append_format(action, " %d", build->points[i]);
}

static int circuit_ace_speed(const struct planner *planner, const int *speeds, int count);

static void choose_speed(const struct choosing *choosing, struct text *action)
{
    enum { WORTH_A_TRY = 3 * PLAN_TURN / 2, SPEEDS = 12 };
    int least, most, best = 0, values[SPEEDS], speeds[SPEEDS], count = 0, tried = 0;
    const struct circuit_car *car = circuit_car(choosing->planner.race, choosing->planner.car);
    circuit_posts_of(circuit_knowledge_setup(choosing->planner.knowledge), &car->build, car->speed,
                     &least, &most);
    for (int speed = least; speed <= most && count < SPEEDS; speed += CIRCUIT_SPEED) {
        struct planner alone = choosing->planner;
        alone.alone = true;
        values[count] = best_plan(&alone, spot_posted(&alone, speed)).value;
        best = values[count] <= values[best] ? count : best;
        count++;
    }
    int chosen = least + best * CIRCUIT_SPEED;
    for (int i = 0; i < count; i++)
        if (values[i] < values[best] + WORTH_A_TRY)
            speeds[tried++] = least + i * CIRCUIT_SPEED;
    if (choosing->sight->searches && has_others(choosing) && tried > 1)
        chosen = circuit_ace_speed(&choosing->planner, speeds, tried);
    else if (best > 0 && toss_dice(choosing, 16) < slips_of(choosing))
        chosen -= CIRCUIT_SPEED;
    if (!budget_is_cancelled(choosing->planner.budget))
        text_append_format(action, "speed %d", chosen);
}

/* --- cards and chips -------------------------------------------------------------------------- */

enum { CHIP_WORTH = 4 * PLAN_FINE, RIVAL_SHARE = 3 };

/* The chances as `number` knows them, who is the passer or the first of those that resist. */
static struct chance_pass pass_now(const struct choosing *choosing, int number)
{
    const struct race *race = choosing->planner.race;
    const struct circuit_force *force = circuit_force(race);
    int passer = circuit_mover(race), speed = circuit_car(race, passer)->posted, at = 0;
    struct chance_pass pass = {
        .resist = force->resist_count, .blocks = 1, .chip = force->chips >> passer & 1};
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < force->resist_count; i++) {
            int blocker = force->resist[i];
            if ((blocker == number) != (turn == 0))
                continue;
            pass.faster[at] = speed - circuit_car(race, blocker)->posted;
            pass.their_chips[at++] = force->chips >> blocker & 1;
        }
    return pass;
}

static int wear_of(const int losses[CHANCE_LOSSES])
{
    return losses[1] + 2 * losses[2] + 3 * losses[3];
}

/* What the dice cost a car: wear is worth a fifth of a turn a point, a spin two turns. */
static int64_t cost_of(int64_t wear, int64_t spins)
{
    return (wear * PLAN_TURN / 5 + spins * 2 * PLAN_TURN) / CHANCE_WHOLE;
}

static int64_t blocker_cost(const struct chance_pass *pass)
{
    struct chance_result chance = chance_of_pass(pass);
    return cost_of(wear_of(chance.blocker), chance.blocker_spins);
}

static int64_t passer_cost(const struct choosing *choosing, const struct chance_pass *pass)
{
    struct chance_result chance = chance_of_pass(pass);
    const struct race *race = choosing->planner.race;
    int64_t held = chance.held[0] + chance.held[1] + chance.held[2] + chance.held[3];
    int64_t braking = held * circuit_points(race) * PLAN_TURN / 8 / CHANCE_WHOLE;
    return cost_of(wear_of(chance.passes) + wear_of(chance.held), chance.spins) + braking;
}

/* Whoever lets pass falls back a row at most. */
static void choose_card(const struct choosing *choosing, struct text *action)
{
    enum { ROW = PLAN_TURN / 8 };
    bool blocks = toss_dice(choosing, 4) == 0;
    if (choosing->sight->weighs) {
        struct chance_pass pass = pass_now(choosing, choosing->planner.car);
        int64_t gain = passer_cost(choosing, &pass) / RIVAL_SHARE + ROW - blocker_cost(&pass);
        blocks = gain + choosing->planner.character->card > 0;
    }
    text_append(action, blocks ? "block" : "pass");
}

static void choose_chip(const struct choosing *choosing, struct text *action)
{
    const struct race *race = choosing->planner.race;
    int number = choosing->planner.car;
    bool chip = toss_dice(choosing, 2) > 0;
    if (choosing->sight->weighs && circuit_phase(race) == PHASE_SPIN)
        chip = true;
    else if (choosing->sight->weighs) {
        int blocks = number == circuit_mover(race)                    ? 1
                     : circuit_car(race, number)->entry == CARD_BLOCK ? 1
                                                                      : 0;
        struct chance_pass without = pass_now(choosing, number), with = without;
        int64_t gain;
        if (number == circuit_mover(race)) {
            with.chip = true;
            gain = passer_cost(choosing, &without) - passer_cost(choosing, &with);
            gain /= 2;
        } else {
            with.their_chips[0] = true;
            gain = blocks * (blocker_cost(&without) - blocker_cost(&with));
        }
        chip = gain > CHIP_WORTH;
    }
    text_append(action, chip ? "chip" : "keep");
}

/* --- moving ----------------------------------------------------------------------------------- */

static void choose_way(const struct choosing *choosing, struct text *action)
{
    struct mover_plan plan = best_plan(&choosing->planner, spot_now(&choosing->planner));
    if (plan.action[0] != '\0') {
        text_append(action, plan.action);
        return;
    }
    struct circuit_move moves[CIRCUIT_MOVES];
    int count = circuit_moves(choosing->planner.race, choosing->planner.car, moves), best = 0;
    for (int i = 1; i < count; i++)
        if (moves[best].outcome == OUTCOME_IS_SPIN && moves[i].outcome != OUTCOME_IS_SPIN)
            best = i;
    text_append(action, moves[best].action);
}

static void circuit_level_choose(enum circuit_level level,
                                 const struct circuit_knowledge *knowledge, const struct race *race,
                                 int car, struct budget *budget, struct text *action)
{
    struct choosing choosing = {.planner = {.knowledge = knowledge,
                                            .budget = budget,
                                            .race = race,
                                            .car = car,
                                            .character = circuit_character_of(level, car)},
                                .sight = &sights[level]};
    choosing.mood = hash_number(hash_number(HASH_START, (int64_t)race->game->hash(race)), car);
    switch (circuit_phase(race)) {
    case PHASE_BUILD:
        choose_build(&choosing, action);
        break;
    case PHASE_POST:
        choose_speed(&choosing, action);
        break;
    case PHASE_MOVE:
        choose_way(&choosing, action);
        break;
    case PHASE_CARDS:
        choose_card(&choosing, action);
        break;
    case PHASE_CHIPS:
    case PHASE_SPIN:
        choose_chip(&choosing, action);
        break;
    case PHASE_OVER:
        break;
    }
}

/* === ace ====================================================================================== */

/* The ace's search: the turn is played on several times with each speed that is worth a try, with
 * the others driving as a pro does, and the next one, too. Work is counted, not time.
 */

enum { PLAYED = 12, TURNS_ON = 1, RIVALS = 4, GAP_MOST = 2 * PLAN_TURN };

static int value_of(const struct planner *planner, int number)
{
    const struct race *race = planner->race;
    const struct circuit_car *car = circuit_car(race, number);
    struct planner own = *planner;
    own.car = number;
    own.character = NULL;
    if (car->status == CIRCUIT_FINISHED)
        return 8 * car->place * PLAN_FINE - 10 * PLAN_TURN;
    if (car->status != CIRCUIT_RACING)
        return 40 * PLAN_TURN;
    struct racer racer = {circuit_position(race, number), car->lane, car->on_line, car->speed,
                          car->halves};
    return plan_value(&own, &racer) + car->missed_turns * PLAN_TURN - car->chips * 3 * PLAN_FINE;
}

static void do_action(struct race *race, int car, const char *action)
{
    struct event_list events = {0};
    struct error error;
    bool done = race->game->apply(race, car, action, &events, &error);
    assert(done);
    (void)done;
    event_list_free(&events);
}

static int64_t play_on(const struct planner *planner, int speed, uint64_t seed)
{
    struct race *race = race_copy_for(planner->race, planner->car, seed);
    struct planner played = *planner;
    played.race = race;
    struct text action = {0};
    int round = race->game->round(race);
    text_append_format(&action, "speed %d", speed);
    do_action(race, planner->car, text_string(&action));
    while (!race->game->over(race) && race->game->round(race) < round + TURNS_ON &&
           !budget_is_cancelled(planner->budget)) {
        int car = race_next_car(race);
        text_clear(&action);
        circuit_level_choose(CIRCUIT_PRO, planner->knowledge, race, car, NULL, &action);
        do_action(race, car, text_string(&action));
    }
    /* Less is better: the own turns, and where that stands among the others'. */
    int own = value_of(&played, played.car), count = played.race->game->car_count(played.race);
    int64_t standing = (int64_t)own * RIVALS;
    for (int other = 1; other <= count; other++) {
        int gap = own - (other == played.car ? own : value_of(&played, other));
        standing += number_smaller(GAP_MOST, number_larger(-GAP_MOST, gap)) * 4 / count;
    }
    text_free(&action);
    race->game->free(race);
    return standing;
}

/* ace.c: the speed that comes out best when the turn is played on, with others who drive well and
 * the dice as they fall. */
static int circuit_ace_speed(const struct planner *planner, const int *speeds, int count)
{
    uint64_t seed = planner->race->game->hash(planner->race);
    int64_t least = INT64_MAX;
    int best = 0;
    for (int i = 0; i < count; i++) {
        int64_t sum = 0;
        for (int number = 0; number < PLAYED && !budget_is_cancelled(planner->budget); number++)
            sum += play_on(planner, speeds[i], hash_number(seed, number));
        if (sum <= least) {
            best = i;
            least = sum;
        }
    }
    return speeds[best];
}

/* === why ====================================================================================== */

static void say_turns(struct text *into, int64_t value)
{
    text_append_format(into, "%d.%d turns", (int)(value / PLAN_TURN),
                       (int)(value * 10 / PLAN_TURN % 10));
}

static void add_place(struct reason *into, int row, int lane)
{
    if (into->count < REASON_PLACES)
        into->way[into->count++] = (struct point){row, lane};
}

/* The spaces of "go 1 2 2+ brake", from where the car stands. */
static void trace_way(const struct planner *planner, const char *action, struct reason *into)
{
    int position = circuit_position(planner->race, planner->car);
    add_place(into, row_at(planner, position), car_of(planner)->lane);
    for (; *action; action++)
        if (*action >= '1' && *action <= '3' && action[-1] == ' ')
            add_place(into, row_at(planner, ++position), *action - '0');
}

/* What it counts at the speed that it posts, and where that is not its best one, at that. */
static void explain_speed(const struct planner *planner, int speed, struct reason *into)
{
    int least, most, best = 0, best_speed = 0;
    circuit_posts_of(circuit_knowledge_setup(planner->knowledge), &car_of(planner)->build,
                     car_of(planner)->speed, &least, &most);
    struct planner alone = *planner;
    alone.alone = true;
    for (int other = least; other <= most; other += CIRCUIT_SPEED) {
        int value = best_plan(&alone, spot_posted(&alone, other)).value;
        bool better = best_speed == 0 || value <= best;
        best = better ? value : best;
        best_speed = better ? other : best_speed;
    }
    struct mover_plan plan = best_plan(&alone, spot_posted(&alone, speed));
    trace_way(&alone, plan.action, into);
    text_append(&into->sentence, "On a free road it counts ");
    say_turns(&into->sentence, number_larger(plan.value, 0) + PLAN_TURN);
    text_append_format(&into->sentence, " to the finish at %d", speed);
    if (speed != best_speed) {
        text_append(&into->sentence, ", and ");
        say_turns(&into->sentence, number_larger(best, 0) + PLAN_TURN);
        text_append_format(&into->sentence, " at %d, which it was too careful for", best_speed);
    } else if (best_speed < most)
        text_append(&into->sentence, "; faster, corners would cost more than that brings");
    text_append(&into->sentence, ".");
}

static void explain_way(const struct planner *planner, const char *action, struct reason *into)
{
    struct race *after = planner->race->game->copy(planner->race);
    struct planner then = *planner;
    bool forces = strstr(action, "force") != NULL, brakes = strstr(action, "brake") != NULL;
    then.race = after;
    trace_way(planner, action, into);
    if (!forces)
        do_action(after, planner->car, action);
    struct mover end = {.position = circuit_position(after, planner->car),
                        .lane = circuit_car(after, planner->car)->lane};
    if (forces || brakes)
        text_append_format(&into->sentence, "No lane ahead was free, and %s.",
                           forces ? "the dice promise more than braking"
                                  : "braking costs less than the dice of a pass");
    else {
        text_append(&into->sentence, "As the others stand it counts ");
        say_turns(&into->sentence, number_larger(value_of(&then, planner->car), 0));
        text_append(&into->sentence, " more from there to the finish");
        text_append(&into->sentence, is_fast_car(&then, end.position + 1, end.lane)
                                         ? ", in a slipstream."
                                     : is_fast_car(&then, end.position - 1, end.lane)
                                         ? ", in the way of who is behind."
                                         : ".");
    }
    planner->race->game->free(after);
}

static void explain_chance(const struct choosing *choosing, const char *action, struct reason *into)
{
    enum circuit_phase phase = circuit_phase(choosing->planner.race);
    if (phase == PHASE_SPIN || !choosing->sight->weighs) {
        text_append(&into->sentence, phase == PHASE_SPIN && choosing->sight->weighs
                                         ? "A chip is never better spent than on a spin."
                                         : "It does not weigh the dice: it tosses a coin.");
        return;
    }
    struct chance_pass pass = pass_now(choosing, choosing->planner.car);
    text_append(&into->sentence, "The dice cost the passer ");
    say_turns(&into->sentence, passer_cost(choosing, &pass));
    text_append(&into->sentence, " and who resists ");
    say_turns(&into->sentence, blocker_cost(&pass));
    text_append_format(&into->sentence, ", on average; so %s.", action);
}

static void explain(int level, const void *knowledge, const struct race *race, int car,
                    const char *action, struct reason *into)
{
    const struct circuit_character *character =
        circuit_character_of((enum circuit_level)level, car);
    struct choosing choosing = {
        .planner = {.knowledge = knowledge, .race = race, .car = car, .character = character},
        .sight = &sights[level]};
    const struct build *builds;
    switch (circuit_phase(race)) {
    case PHASE_BUILD:
        text_append_format(&into->sentence, "Of %d builds it weighs how soon each is home alone.",
                           circuit_knowledge_builds(knowledge, &builds));
        break;
    case PHASE_POST:
        explain_speed(&choosing.planner, atoi(action + strlen("speed ")), into);
        break;
    case PHASE_MOVE:
        explain_way(&choosing.planner, action, into);
        break;
    case PHASE_CARDS:
    case PHASE_CHIPS:
    case PHASE_SPIN:
        explain_chance(&choosing, action, into);
        break;
    case PHASE_OVER:
        break;
    }
}

/* === driving ================================================================================== */

/* The table of drivers of circuit. */

static const char *const characters[DRIVER_NAMES] = {
    "Bold: forces its way wherever two cars leave no room.",
    "A wall: ends its moves in the way of who is behind, and lays BLOCK.",
    "A shadow: ends its moves in slipstreams.",
    "A saver: keeps its tires for the last lap, and lets pass rather than fight.",
};
static const struct driver_kind kinds[CIRCUIT_LEVELS] = {
    {.name = "rookie",
     .title = "Rookie",
     .sentence = "Takes the usual car, finds the way round, and brakes too early every other turn.",
     .names = {"Rosie", "Rupert", "Ruth", "Ralph"}},
    {.name = "club",
     .title = "Club",
     .sentence =
         "Builds a fair car, forces its way gladly, and brakes too early in 3 of 16 turns; in the "
         "lead more often.",
     .names = {"Clara", "Chester", "Cora", "Clyde"}},
    {.name = "pro",
     .title = "Pro",
     .sentence =
         "Builds a fast car, weighs cards and chips by the dice, and slips once in sixteen.",
     .names = {"Petra", "Preston", "Pearl", "Percy"},
     .characters = characters},
    {.name = "ace",
     .title = "Ace",
     .sentence =
         "Builds the car that is fast from any place, and plays each turn on before it posts.",
     .names = {"Ada", "Angus", "Anna", "Abel"},
     .characters = characters},
};

static void *prepare(const struct setup *setup, struct budget *budget)
{
    return circuit_knowledge_prepare(setup, budget);
}

static void forget(void *knowledge)
{
    circuit_knowledge_free(knowledge);
}

static int rounds(const void *knowledge)
{
    return circuit_knowledge_rounds(knowledge);
}

static void choose(int level, const void *knowledge, const struct race *race, int car,
                   struct budget *budget, struct text *action)
{
    circuit_level_choose((enum circuit_level)level, knowledge, race, car, budget, action);
}

static const char *par_of(const struct setup *setup)
{
    (void)setup;
    return "a car that nobody meets and that " CIRCUIT_ALONE;
}

static enum bot_hearing hear_bot(const struct race *race, int car, const struct text *line,
                                 struct text *into, struct error *error)
{
    (void)race, (void)car, (void)error;
    text_append(into, text_string(line));
    return BOT_ACTS;
}

/* === bot ====================================================================================== */

/* What programs that drive on a circuit are told, and what a car does whose program says nothing
 * (RULES 15). Their answers are actions as players give them.
 */

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

static void greet_bot(const struct setup *setup, struct text *into)
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

static void ask_bot(const struct race *race, int number, struct text *into)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    int count = circuit_moves(race, number, moves);
    text_append_format(into, "ask %s %d", circuit_phase_name(circuit_phase(race)),
                       race->game->round(race));
    append_or_dash(into, circuit_mover(race) > 0, circuit_points(race));
    text_append(into, "\n");
    for (int car = 1; car <= race->game->car_count(race); car++)
        append_car(race, car, into);
    if (circuit_force(race)) {
        const struct circuit_force *force = circuit_force(race);
        int passer = circuit_mover(race);
        text_append_format(into, "force %d %d %d blockers %d %d resist", passer, force->lanes[0],
                           force->lanes[1], force->blockers[0], force->blockers[1]);
        for (int i = 0; i < force->resist_count; i++)
            text_append_format(into, " %d", force->resist[i]);
        text_append(into, "\n");
    }
    for (int i = 0; i < count; i++)
        text_append_format(into, "move %s\n", moves[i].action);
}

static bool circuit_has_par(const struct setup *setup)
{
    (void)setup;
    return true;
}

/* Who drives at 20 mph comes round everywhere. */
static bool circuit_prove(struct course course, struct budget *budget, int *par,
                          struct error *error)
{
    struct setup setup = setup_from_preset(&circuit_game, CIRCUIT_PRESET_FORCE_PASS);
    setup.players = 1;
    setup.course = course;
    (void)error; /* that nothing was counted is none */
    if (par)
        *par = circuit_find_par(&setup, false, budget, NULL, &(struct error){0});
    return true;
}

const struct driving circuit_driving = {
    .game = &circuit_game,
    .tongue = "circuit",
    .kinds = kinds,
    .kind_count = CIRCUIT_LEVELS,
    .substitute = CIRCUIT_CLUB,
    .prepare = prepare,
    .forget = forget,
    .rounds = rounds,
    .choose = choose,
    .explain = explain,
    .find_hints = circuit_find_hints,
    .free_hints = circuit_free_hints,
    .prove = circuit_prove,
    .par_of = par_of,
    .has_par = circuit_has_par,
    .find_par = circuit_find_par,
    .find_par_from = circuit_find_par_from,
    .lap_seconds = circuit_lap_seconds,
    .greet = greet_bot,
    .ask = ask_bot,
    .hear = hear_bot,
    .stand_in = circuit_stand_in,
};
