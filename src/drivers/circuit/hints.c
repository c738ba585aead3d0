/* See hints.h. */
#include "drivers/circuit/hints.h"

#include "base/memory.h"
#include "drivers/circuit/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int turns_of(const struct planner *planner, const struct plan *plan)
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
                                const struct plan *plan, const struct spot *from)
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
        struct spot from = circuit_spot_at(&alone, moves[i].speed);
        struct plan plan = circuit_plan(&alone, from);
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

static void find_spaces(struct hints *hints, const struct planner *planner)
{
    struct plan plans[CIRCUIT_HINT_SPACES];
    struct spot from = circuit_spot_now(planner);
    int count = circuit_plan_spaces(planner, from, plans, CIRCUIT_HINT_SPACES);
    for (int i = 0; i < count; i++)
        add(hints, planner, &plans[i], &from);
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
    else if (circuit_phase(race) == PHASE_MOVE)
        find_spaces(hints, &planner);
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
