#include "drivers/circuit/driving.h"

#include "base/memory.h"
#include "base/number.h"

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

int circuit_plan_value(const struct planner *planner, const struct racer *racer)
{
    int left = circuit_knowledge_left(planner->knowledge, &car_of(planner)->build, racer, NULL);
    return left >= TURNS_FAR ? PLAN_FAR + PLAN_TURN - racer->position : left * PLAN_FINE;
}

int circuit_plan_spun(const struct planner *planner, const struct racer *racer, int modifier)
{
    const struct setup *setup = circuit_knowledge_setup(planner->knowledge);
    struct racer spun = *racer;
    spun.speed = 0;
    spun.benefit = false;
    int whole = circuit_plan_value(planner, &spun);
    if (setup->values[CIRCUIT_SPINS] == SPINS_STOP)
        return whole;
    struct chance_spin chance = chance_of_spin(modifier);
    spun.halves = number_larger(0, racer->halves - 4);
    int worn = circuit_plan_value(planner, &spun);
    spun.halves = number_larger(0, racer->halves - 6);
    int missed = circuit_plan_value(planner, &spun) + PLAN_TURN;
    return (whole * (36 - chance.wear - chance.miss - chance.crash) + worn * chance.wear +
            missed * chance.miss + (whole + CRASH_TURNS * PLAN_TURN) * chance.crash) /
           36;
}

static struct racer racer_at(const struct mover *spot)
{
    return (struct racer){spot->position, spot->lane, spot->benefit, spot->posted, spot->halves};
}

int circuit_plan_brake(const struct planner *planner, const struct mover *spot)
{
    const struct circuit_car *car = car_of(planner);
    const struct setup *setup = circuit_knowledge_setup(planner->knowledge);
    struct racer racer = racer_at(spot);
    racer.speed = number_larger(0, spot->posted - CIRCUIT_SPEED * spot->points);
    if (racer.speed < car->speed - build_value(setup, &car->build, ATTRIBUTE_DEC))
        return circuit_plan_spun(planner, &racer, car->chips > 0 ? -2 : 0);
    return circuit_plan_value(planner, &racer);
}

struct mover circuit_spot_at(const struct planner *planner, int posted)
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
struct mover circuit_spot_now(const struct planner *planner)
{
    const struct circuit_car *car = car_of(planner);
    struct circuit_move moves[CIRCUIT_MOVES];
    struct mover spot = circuit_spot_at(planner, car->posted);
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
    return held ? circuit_plan_brake(planner, &worn) : circuit_plan_value(planner, &racer);
}

static bool may_resist(const struct planner *planner, int blocker, int posted)
{
    const struct circuit_car *other = circuit_car(planner->race, blocker);
    return other->posted > 0 && abs(other->posted - posted) <= CIRCUIT_RESIST &&
           planner->race->game->round(planner->race) > CIRCUIT_FIRST_TURNS;
}

static int forced(const struct planner *planner, struct mover spot, const int lanes[2], int depth)
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
    int success = spins ? circuit_plan_spun(planner, &racer, 0)
                        : plan_from(planner, beside, depth + 1).value - planner->passing;
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
    int spun = circuit_plan_spun(planner, &racer, 0);
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

static void offer(struct plan_search *search, int step, int end, int worst, const struct mover *at,
                  int value, const char *behind)
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
        offer(search, step, end, worst, at, circuit_plan_brake(search->planner, at), "brake");
    for (int first = 1; first <= lanes && search->depth < DEPTH_MOST; first++)
        for (int second = first - 1; second <= first + 1; second += 2) {
            int pair[] = {first, second};
            char behind[16];
            if (second < 1 || second > lanes || abs(first - at->lane) > 1 ||
                abs(second - at->lane) > 1)
                continue;
            snprintf(behind, sizeof behind, "force %d %d", first % 10, second % 10);
            offer(search, step, end, worst, at, forced(search->planner, *at, pair, search->depth),
                  behind);
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
static int spare(const struct mover *at)
{
    return number_smaller(at->halves, PLAN_FINE - 1);
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
        offer(search, step, end, worst, &at, -(at.points - 1) * PLAN_FINE - spare(&at), "");
        search->best.finishes |= search->best.end.position == at.position;
        return;
    }
    if (at.points == 0 || (at.points == 1 && at.bonus))
        offer(search, step, end, worst, &at, circuit_plan_value(planner, &racer) - spare(&at),
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
        search.best.value = circuit_plan_spun(planner, &racer, 0) + PLAN_TURN;
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

int circuit_plan_spaces(const struct planner *planner, struct mover from, struct mover_plan *into,
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

struct mover_plan circuit_plan(const struct planner *planner, struct mover spot)
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

static struct circuit_hint *add(struct hints *hints, const struct planner *planner,
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
        struct mover from = circuit_spot_at(&alone, moves[i].speed);
        struct mover_plan plan = circuit_plan(&alone, from);
        bool spins = plan.action[0] == '\0';
        if (spins)
            plan.end = from;
        struct circuit_hint *hint = add(hints, &alone, &plan, &from);
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
        struct mover from = circuit_spot_now(&planner);
        int count = circuit_plan_spaces(&planner, from, plans, CIRCUIT_HINT_SPACES);
        for (int i = 0; i < count; i++)
            add(hints, &planner, &plans[i], &from);
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
