/* What is left, turn by turn backwards over the rows that were marked (fewest.h). */
#include "drivers/stock_cars/solver/fewest_inside.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>

enum {
    NEVER = UINT8_MAX,
    ROW_STEPS = 500, /* of the budget */
    END_STEPS = 4
};

/* What a row needs within so many turns, and not within one less. */
struct told {
    struct told *before; /* with fewer turns, which needs as much or more; NULL: there is none */
    int turns;
    int first, end; /* speeds */
    lanes needs[];  /* [speed - first]: NEVER where it may be more than the fewest */
};

struct fewest_left {
    const struct roads *roads;
    struct stock_car from;
    int limit, crossings, poses;
    int *nodes;         /* of the reach */
    struct told **told; /* [index of a place] */
    size_t places, bytes;
    uint16_t *lowered; /* [index of a place]: the last turn that lowered its needs; while looking */
};

/* --- a turn backwards ------------------------------------------------------------------------- */

/* Those that so many turns lowered, or NULL: they are where the cards of a turn were in the search,
 * and new ones where those of the next. */
static const lanes *needs_of(const struct fewest *fewest, const struct fewest_left *left,
                             struct place place, int turns)
{
    bool lowered = turns > 0 && left->lowered[place.index] == turns;
    return lowered ? now_of(fewest, fewest->rows[place.index]) : NULL;
}

static void lower_behind(lanes behind[SPAN], int i, lanes need, int more)
{
    behind[i] = lanes_less(behind[i], lanes_plus(need, more));
}

/* Of an end that tells more, or is in the pits, as the search has them. */
static void look_behind_specially(const struct fewest *fewest, const struct fewest_left *left,
                                  const struct row *row, const struct reach_end *end, int moves,
                                  int turns, lanes behind[SPAN])
{
    int crossings = row->place.crossings - end->crossings;
    int more = end->dear ? stock_turn_cost(fewest->special, 0, 0, true) : 0;
    int broken = fewest->reach->broken[end->pose / HEADING_COUNT];
    if (row->place.crossings <= end->most && turns == 1)
        lower_behind(behind, CHANGES, lanes_all(0), more);
    if (row->place.crossings <= end->most || crossings > fewest->crossings_most)
        return;
    for (int i = 0; i < SPAN; i++) {
        bool fast = moves + i - CHANGES > STOCK_PIT_SPEED;
        if (fast && broken < 0)
            continue;
        int pose = fast ? broken * HEADING_COUNT + end->pose % HEADING_COUNT : end->pose;
        const lanes *needs = needs_of(fewest, left, place_of(fewest, pose, crossings), turns - 1);
        lanes need = needs ? needs[moves + i] : lanes_all(NEVER);
        for (int j = 0; j < end->repairs && fewest->pace->pits; j++)
            need = stock_pace_repair(fewest->pace, need, moves);
        lower_behind(behind, i, need, more);
    }
}

/* What turns of so many moves from there need behind them, as far as it was lowered by the turn
 * before. */
static void look_behind(struct fewest *fewest, const struct fewest_left *left,
                        const struct row *row, int moves, int turns, lanes behind[SPAN])
{
    int count, plain, dear = stock_turn_cost(fewest->special, 0, 0, true);
    stock_reach_prepare(fewest->reach, row->place.pose, moves);
    const uint32_t *all = stock_reach_plain_ends(fewest->reach, row->place.pose, moves, &plain);
    const struct reach_end *ends = stock_reach_ends(fewest->reach, row->place.pose, moves, &count);
    for (int i = 0; i < SPAN; i++)
        behind[i] = lanes_all(NEVER);
    for (int i = 0; i < plain; i++) {
        const lanes *needs = needs_of(
            fewest, left, place_of(fewest, (int)(all[i] >> 1), row->place.crossings), turns - 1);
        for (int j = 0; needs && j < SPAN; j++)
            lower_behind(behind, j, needs[moves + j], all[i] & 1 ? dear : 0);
    }
    for (int i = 0; i < count; i++)
        look_behind_specially(fewest, left, row, &ends[i], moves, turns, behind);
    budget_goes_on(fewest->budget, (uint64_t)(plain + count) * END_STEPS);
}

/* Into the row's next ones; has anything become lower? */
static bool look_back(struct fewest *fewest, const struct fewest_left *left, struct row *row,
                      int turns)
{
    const struct pace *pace = fewest->pace;
    lanes *now = now_of(fewest, row), *next = next_of(fewest, row), changed = {0};
    memcpy(next, now, (size_t)pace->stride * sizeof *now);
    int least = pace->speeds, most = 0;
    for (int speed = 0; speed < pace->speeds; speed++)
        if (lanes_any(row->best[CHANGES + speed])) {
            least = number_smaller(least, speed);
            most = speed;
        }
    for (int moves = number_larger(1, least - CHANGES);
         moves <= number_smaller(most + CHANGES, pace->speeds - 1); moves++) {
        lanes behind[SPAN];
        look_behind(fewest, left, row, moves, turns, behind);
        stock_pace_lower(pace, next, behind, moves);
    }
    for (int i = 0; i < pace->stride; i++) {
        next[i] |= ~pace->allowed[i];
        changed |= next[i] ^ now[i];
    }
    budget_goes_on(fewest->budget, ROW_STEPS);
    return lanes_any(changed);
}

/* --- all of them ------------------------------------------------------------------------------ */

/* Of states from which that is in time, by cards that somebody has there. */
static void tell(struct fewest *fewest, struct fewest_left *left, struct row *row, int turns)
{
    int speeds = fewest->pace->speeds, first = speeds, end = 0;
    struct told *before = left->told[row->place.index];
    const lanes *now = now_of(fewest, row) + CHANGES, *best = row->best + CHANGES;
    lanes *needs = fewest->paid; /* of no use any more */
    bool lower = false;
    for (int speed = 0; speed < speeds; speed++) {
        bool has = before && before->first <= speed && speed < before->end;
        needs[speed] = has ? before->needs[speed - before->first] : lanes_all(NEVER);
        for (int lane = 0; lane < LANES; lane++)
            if (now[speed][lane] < best[speed][lane] && now[speed][lane] < needs[speed][lane] &&
                row->since[speed * LANES + lane] + turns <= left->limit) {
                needs[speed][lane] = now[speed][lane];
                lower = true;
            }
        if (lanes_any(~needs[speed])) {
            first = number_smaller(first, speed);
            end = speed + 1;
        }
    }
    if (!lower)
        return;
    size_t size = sizeof *before + (size_t)(end - first) * sizeof *needs;
    struct told *told = aligned_alloc(sizeof *needs, size);
    *told = (struct told){before, turns, first, end};
    memcpy(told->needs, needs + first, size - sizeof *told);
    left->told[row->place.index] = told;
    left->bytes += size;
    budget_take(fewest->budget, size);
}

/* What the turn before has lowered is what a turn goes on from. Who was never at a row after so few
 * turns that both together are among the fewest is not home by then. */
static void look_back_turn(struct fewest *fewest, struct fewest_left *left, int turns)
{
    size_t size = (size_t)fewest->pace->stride * sizeof(lanes);
    fewest->now.count = 0;
    for (int i = 0; i < fewest->used && !budget_has_ended(fewest->budget); i++) {
        struct row *row = fewest->all.items[i];
        if (row->since && row->last + turns > fewest->none && look_back(fewest, left, row, turns))
            list_add(&fewest->now, row);
    }
    for (int i = 0; i < fewest->now.count; i++) {
        struct row *row = fewest->now.items[i];
        memcpy(now_of(fewest, row), next_of(fewest, row), size);
        left->lowered[row->place.index] = (uint16_t)turns;
        tell(fewest, left, row, turns);
    }
}

struct fewest_left *stock_fewest_look_back(struct fewest *fewest, int turns)
{
    const struct reach *reach = fewest->reach;
    struct fewest_left *left = memory_allocate(1, sizeof *left);
    *left = (struct fewest_left){.roads = reach->roads,
                                 .from = fewest->from,
                                 .limit = turns,
                                 .crossings = fewest->crossings_most,
                                 .poses = reach->poses,
                                 .places = (size_t)fewest->crossings_most * (size_t)reach->poses};
    left->from.special = fewest->special;
    left->bytes = (size_t)reach->roads->size * sizeof *left->nodes +
                  left->places * (sizeof *left->told + sizeof *left->lowered);
    if (!budget_take(fewest->budget, left->bytes)) {
        stock_fewest_left_free(left);
        return NULL;
    }
    left->nodes = memory_copy(reach->nodes, (size_t)reach->roads->size, sizeof *left->nodes);
    left->told = memory_allocate(left->places, sizeof *left->told);
    left->lowered = memory_allocate(left->places, sizeof *left->lowered);
    stock_fewest_mark(fewest, turns);
    for (int i = 0; i < fewest->used; i++) {
        lanes *now = now_of(fewest, fewest->all.items[i]);
        memset(now, NEVER, (size_t)fewest->pace->stride * sizeof *now);
    }
    for (int i = 1; i <= turns && !budget_has_ended(fewest->budget); i++)
        look_back_turn(fewest, left, i);
    free(left->lowered);
    left->lowered = NULL;
    if (!budget_has_ended(fewest->budget))
        return left;
    stock_fewest_left_free(left);
    return NULL;
}

void stock_fewest_left_free(struct fewest_left *left)
{
    for (size_t i = 0; left && left->told && i < left->places; i++)
        while (left->told[i]) {
            struct told *before = left->told[i]->before;
            free(left->told[i]);
            left->told[i] = before;
        }
    if (left) {
        free(left->told);
        free(left->nodes);
    }
    free(left);
}

int stock_fewest_left(const struct fewest_left *left, const struct stock_car *car, int crossings,
                      int *spare)
{
    int node = left->nodes[stock_roads_cell(left->roads, car->at, car->pit)],
        turns = FEWEST_UNKNOWN;
    int lane = lanes_of_gain(car->maximum - left->from.maximum);
    if (crossings <= 0)
        return 0;
    if (node < 0 || crossings > left->crossings || car->special != left->from.special ||
        car->maximum < left->from.maximum)
        return FEWEST_UNKNOWN;
    size_t index = (size_t)(crossings - 1) * (size_t)left->poses +
                   (size_t)(node * HEADING_COUNT + (int)car->heading);
    for (const struct told *told = left->told[index]; told; told = told->before) {
        if (car->speed < told->first || car->speed >= told->end ||
            told->needs[car->speed - told->first][lane] > car->wild_cards)
            break;
        turns = told->turns;
        if (spare)
            *spare = car->wild_cards - told->needs[car->speed - told->first][lane];
    }
    return turns;
}
