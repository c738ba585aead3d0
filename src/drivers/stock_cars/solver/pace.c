/* The bound by moves; see search.h. */
#include "drivers/stock_cars/solver/search.h"

#include "base/memory.h"

#include <stdlib.h>

enum {
    FAR = 1 << 16, /* moves; more are not told apart */
    HOME = 0,
    NEVER = UINT8_MAX,
    /* Steps of the budget. */
    MOVE_STEPS = 8,
    END_STEPS = 8,
    PLACE_STEPS = 200
};

/* A move in the pits, or into them or out of them. */
struct pit_move {
    int place; /* before it; out of the pits: these down to `least`, as any of them may fall back */
    int least;
    struct pace_end to;
};

struct pace_pits {
    struct pit_move *items;
    int count, capacity;
    int *first; /* [place in the pits]; those before the first one's lead into them */
};

/* --- places ----------------------------------------------------------------------------------- */

/* Into `places`: moves to go; 0: no way leads home. */
static void count_moves(struct pace *pace)
{
    const struct stock_reach *reach = pace->reach;
    struct reach_arrivals arrivals = stock_reach_arrivals(reach);
    int poses = reach->poses, count = 0;
    int *queue = memory_allocate((size_t)pace->crossings * (size_t)poses, sizeof *queue);
    for (int i = 0; i < poses * REACH_SIDES * 2; i++) {
        const struct reach_move *move = &reach->moves[i % 2][i / 2];
        int pose = i / 2 / REACH_SIDES;
        if (move->pose >= 0 && move->crossings > 0 && pace->places[pose] == 0) {
            pace->places[pose] = 1;
            queue[count++] = pose;
        }
    }
    for (int i = 0; i < count && budget_goes_on(pace->budget, MOVE_STEPS * REACH_SIDES); i++) {
        int to = queue[i] % poses, crossings = queue[i] / poses;
        for (int j = arrivals.first[to]; j < arrivals.first[to + 1]; j++) {
            int before = crossings + arrivals.items[j].crossings;
            int from = before * poses + arrivals.items[j].from;
            if (before < 0 || before >= pace->crossings || pace->places[from] > 0)
                continue;
            pace->places[from] = pace->places[queue[i]] + 1;
            queue[count++] = from;
        }
    }
    free(queue);
    free(arrivals.first);
    free(arrivals.items);
}

/* 0: out of the pits, or as good as that. */
static int pit_of(const struct pace *pace, int pose)
{
    const struct roads *roads = pace->reach->roads;
    int cell = pace->reach->cells[pose / HEADING_COUNT];
    if (!pace->pits || cell >= roads->tail + roads->pit_count)
        return 0;
    return cell >= roads->tail ? 2 : stock_roads_is_pit(roads, cell);
}

/* Poses in the pits with as many moves to go are one, unless they have been served. */
static void find_places(struct pace *pace, const struct stock_car *from, int crossings)
{
    int poses = pace->reach->poses, count = pace->crossings * poses;
    pace->places = memory_allocate((size_t)count, sizeof *pace->places);
    count_moves(pace);
    int start = pace->places[(crossings - 1) * poses + stock_reach_pose(pace->reach, from)];
    int most = start;
    for (int i = 0; i < count; i++)
        most = number_larger(most, pace->places[i]);
    pace->far = number_smaller(start, FAR);
    pace->place_count = pace->far + 1;
    int *pits = memory_allocate(2 * (size_t)(most + 1), sizeof *pits);
    for (int i = 0; i < count; i++) {
        int *place = &pace->places[i], pit = pit_of(pace, i % poses);
        int *known = &pits[2 * *place + number_larger(pit - 1, 0)];
        if (pit && *place && !*known)
            *known = pace->place_count++;
        *place = *place == 0 ? PACE_NOWHERE : pit ? *known : number_smaller(*place, pace->far);
    }
    free(pits);
}

/* --- ends ------------------------------------------------------------------------------------- */

/* Of a pose with so many crossings to come, less one. Whoever goes into the pits does so as late as
 * it can: a lap earlier is not better. */
static void find_pit_move(struct pace *pace, bool fast, int pose, int side, int crossings)
{
    int poses = pace->reach->poses;
    struct pace_pits *pits = &pace->pits[fast];
    const struct reach_move *move = &pace->reach->moves[fast][pose * REACH_SIDES + side];
    int after = crossings - move->crossings;
    int place = pace->places[crossings * poses + pose], to = HOME;
    if (place == PACE_NOWHERE || after >= pace->crossings)
        return;
    if (after >= 0)
        to = pace->places[after * poses + move->pose];
    int later = crossings > 0 ? pace->places[(crossings - 1) * poses + pose] : 0;
    if (to != PACE_NOWHERE && (place > pace->far || to > pace->far)) {
        size_t before = (size_t)pits->capacity;
        array_add(
            pits->items, pits->count, pits->capacity,
            (struct pit_move){place, place > pace->far ? place : later + 1, {to, move->repairs}});
        budget_take(pace->budget, ((size_t)pits->capacity - before) * sizeof *pits->items);
    }
}

static int by_place(const void *a, const void *b)
{
    const struct pit_move *one = a, *other = b;
    int differences[] = {one->place - other->place, one->to.place - other->to.place,
                         one->to.repairs - other->to.repairs, one->least - other->least};
    for (size_t i = 0; i < sizeof differences / sizeof *differences; i++)
        if (differences[i] != 0)
            return differences[i];
    return 0;
}

/* Each once. */
static void sort_pit_moves(const struct pace *pace, struct pace_pits *pits)
{
    int places = pace->place_count - pace->far, count = 0;
    pits->first = memory_allocate((size_t)places, sizeof *pits->first);
    if (pits->count > 0)
        qsort(pits->items, (size_t)pits->count, sizeof *pits->items, by_place);
    for (int i = 0; i < pits->count; i++)
        if (count == 0 || by_place(&pits->items[i], &pits->items[count - 1]) != 0)
            pits->items[count++] = pits->items[i];
    pits->count = count;
    for (int i = 0, next = 0; i < places; i++) {
        while (next < pits->count && pits->items[next].place <= pace->far + i)
            next++;
        pits->first[i] = next;
    }
}

/* Where a part of a turn leads. */
struct pace_walk {
    struct pace_end *items;
    int count, capacity;
};

/* Of those out of the pits the one with the fewest moves to go. */
static void walk_to(const struct pace *pace, struct pace_walk *walk, int place, int repairs)
{
    budget_goes_on(pace->budget, MOVE_STEPS + (uint64_t)walk->count);
    for (int i = 0; i < walk->count; i++) {
        struct pace_end *other = &walk->items[i];
        bool out = other->place <= pace->far && place <= pace->far;
        if (other->repairs == repairs && (out || other->place == place)) {
            other->place = number_smaller(other->place, place);
            return;
        }
    }
    list_add(walk, ((struct pace_end){place, repairs}));
}

static void walk_on(const struct pace *pace, struct pace_walk *walk, struct pace_walk *next,
                    bool fast)
{
    const struct pace_pits *pits = pace->pits ? &pace->pits[fast] : NULL;
    next->count = 0;
    for (int i = 0; i < walk->count && !budget_has_ended(pace->budget); i++) {
        int place = walk->items[i].place, repairs = walk->items[i].repairs;
        int pit = number_larger(place - pace->far, 0);
        if (pit == 0)
            walk_to(pace, next, number_larger(place - 1, HOME), repairs);
        for (int j = pit ? pits->first[pit - 1] : 0; pits && j < pits->first[pit]; j++) {
            const struct pit_move *move = &pits->items[j];
            if (move->least <= place && place <= move->place)
                walk_to(pace, next, move->to.place, repairs + move->to.repairs);
        }
    }
    struct pace_walk old = *walk;
    *walk = *next;
    *next = old;
}

static void find_ends_of(struct pace *pace, int place, struct pace_walk walks[2],
                         struct pace_walk *next)
{
    int *first = &pace->first_end[place * pace->speeds];
    for (int fast = 0; fast < 2; fast++) {
        walks[fast].count = 0;
        walk_to(pace, &walks[fast], place, 0);
    }
    int capacity = pace->end_capacity;
    first[0] = pace->end_count;
    for (int moves = 1; moves < pace->speeds; moves++) {
        const struct pace_walk *walk = &walks[moves > STOCK_PIT_SPEED];
        first[moves] = pace->end_count;
        for (int fast = moves > STOCK_PIT_SPEED; fast < 2; fast++)
            walk_on(pace, &walks[fast], next, fast);
        for (int i = 0; i < walk->count; i++)
            array_add(pace->ends, pace->end_count, pace->end_capacity, walk->items[i]);
    }
    budget_take(pace->budget, (size_t)(pace->end_capacity - capacity) * sizeof *pace->ends);
}

static void find_ends(struct pace *pace)
{
    size_t count = (size_t)pace->place_count * (size_t)pace->speeds;
    struct pace_walk walks[2] = {{0}}, next = {0};
    if (!budget_take(pace->budget, count * sizeof *pace->first_end))
        return;
    pace->first_end = memory_allocate(count + 1, sizeof *pace->first_end);
    for (int place = 1; place < pace->place_count && !budget_has_ended(pace->budget); place++)
        find_ends_of(pace, place, walks, &next);
    pace->first_end[count] = pace->end_count;
    free(walks[0].items);
    free(walks[1].items);
    free(next.items);
}

/* --- turns ------------------------------------------------------------------------------------ */

int stock_pace_cards_gained(const struct pace *pace, int moves)
{
    return (STOCK_REPAIR - moves) / 3 * (pace->special == SPECIAL_PERFORMANCE ? 2 : 1);
}

card_vector stock_pace_repair(const struct pace *pace, card_vector needs, int moves)
{
    card_vector before = lanes_shifted(needs, STOCK_REPAIR - moves);
    card_vector never = (card_vector)(before == lanes_all(NEVER));
    return lanes_minus(before, stock_pace_cards_gained(pace, moves)) | never;
}

/* [PACE_CHANGES + change at the end]: what turns of so many moves from there need behind them.
 * False: none is home. */
static bool needs_behind(const struct pace *pace, int place, int moves,
                         card_vector behind[PACE_SPAN])
{
    int count;
    const struct pace_end *ends = stock_pace_ends(pace, place, moves, &count);
    card_vector all = pace->never[0];
    for (int end = 0; end < PACE_SPAN; end++)
        behind[end] = pace->never[0];
    for (int i = 0; i < count; i++) {
        const card_vector *needs = stock_pace_needs(pace, pace->swept, ends[i].place) + moves;
        if (ends[i].place == HOME) {
            behind[PACE_CHANGES] = all = lanes_all(0);
            continue;
        }
        for (int end = 0; end < PACE_SPAN; end++) {
            card_vector need = needs[end];
            for (int j = 0; j < ends[i].repairs; j++)
                need = stock_pace_repair(pace, need, moves);
            behind[end] = lanes_less(behind[end], need);
            all &= need;
        }
    }
    return lanes_any(~all);
}

void stock_pace_lower(const struct pace *pace, card_vector *needs,
                      const card_vector behind[PACE_SPAN], int moves)
{
    card_vector paid[PACE_COSTS][PACE_SPAN];
    for (int cost = 0; cost < PACE_COSTS; cost++)
        for (int end = 0; end < PACE_SPAN; end++)
            paid[cost][end] = lanes_plus(behind[end], cost);
    for (int begin = 0; begin < PACE_SPAN; begin++) {
        card_vector least = pace->never[0];
        int speed = moves - (begin - PACE_CHANGES);
        for (int end = 0; end < PACE_SPAN; end++)
            if (pace->costs[begin][end] >= 0)
                least = lanes_less(least, paid[pace->costs[begin][end]][end]);
        least |= ~pace->allowed[PACE_CHANGES + moves];
        if (speed >= 0 && speed < pace->speeds)
            needs[PACE_CHANGES + speed] = lanes_less(needs[PACE_CHANGES + speed], least);
    }
}

/* Has the last sweep lowered what is needed behind such turns? */
static bool is_new(const struct pace *pace, int place, int moves)
{
    int count;
    const struct pace_end *ends = stock_pace_ends(pace, place, moves, &count);
    bool any = false;
    for (int i = 0; i < count && !any; i++)
        any = pace->lowered[ends[i].place];
    return any;
}

/* All speeds that cars can have. */
static void sweep_place(struct pace *pace, int place, card_vector *needs)
{
    size_t size = (size_t)pace->stride * sizeof *needs;
    uint64_t steps = PLACE_STEPS;
    const card_vector *before = stock_pace_needs(pace, pace->swept, place);
    memcpy(needs, before, size);
    for (int moves = 1; moves < pace->speeds; moves++) {
        card_vector behind[PACE_SPAN];
        int count;
        stock_pace_ends(pace, place, moves, &count);
        steps += (uint64_t)(count * PACE_SPAN * END_STEPS);
        if (is_new(pace, place, moves) && needs_behind(pace, place, moves, behind))
            stock_pace_lower(pace, needs, behind, moves);
    }
    budget_goes_on(pace->budget, steps);
    for (int speed = 0; speed < pace->speeds; speed++)
        needs[PACE_CHANGES + speed] |= ~pace->allowed[PACE_CHANGES + speed];
    pace->lowers[place] = memcmp(needs, before, size) != 0;
}

/* Are they all of that, as far as there are such cars? */
static bool is_all(const struct pace *pace, const card_vector *needs, int value)
{
    bool other = false;
    for (int i = PACE_CHANGES; i < pace->stride - PACE_CHANGES; i++)
        other |= lanes_any((needs[i] ^ lanes_all(value)) & pace->allowed[i]);
    return !other;
}

static bool take_for_turns(struct pace *pace, size_t bytes)
{
    pace->bytes_of_turns += bytes;
    return budget_take(pace->budget, bytes);
}

static card_vector *grown(struct pace *pace, card_vector *needs, int *capacity, int count)
{
    size_t size = (size_t)pace->stride * sizeof *needs, before = (size_t)*capacity;
    if (count < *capacity)
        return needs;
    *capacity = number_larger(2 * *capacity, 64);
    take_for_turns(pace, ((size_t)*capacity - before) * size);
    return memory_resize(needs, (size_t)*capacity, size);
}

static card_vector *make_pits(struct pace *pace)
{
    size_t count = (size_t)(pace->place_count - pace->far - 1) * (size_t)pace->stride;
    if (!take_for_turns(pace, count * sizeof(card_vector)))
        return NULL;
    card_vector *pits = memory_allocate(count + 1, sizeof *pits);
    memset(pits, NEVER, count * sizeof *pits);
    return pits;
}

static void sweep_turn(struct pace *pace)
{
    const struct pace_turn *before = &pace->turns[pace->swept];
    struct pace_turn turn = {before->first, before->first, NULL, make_pits(pace)};
    int count = pace->swept + 1;
    bool *lowered = pace->lowered;
    if (!turn.pits)
        return;
    memset(pace->lowers, 0, (size_t)pace->place_count * sizeof *pace->lowers);
    /* Those out of the pits from the first that may be in need, up to one from which nobody is
     * home. */
    int capacity = 0;
    for (int place = turn.first; place <= pace->far && !budget_has_ended(pace->budget); place++) {
        turn.needs = grown(pace, turn.needs, &capacity, turn.end - turn.first);
        card_vector *needs = turn.needs + (turn.end - turn.first) * pace->stride;
        sweep_place(pace, place, needs);
        if (is_all(pace, needs, NEVER))
            break;
        turn.end++;
        if (turn.first == place && is_all(pace, needs, 0))
            turn.first = turn.end;
    }
    for (int place = pace->far + 1; place < pace->place_count && !budget_has_ended(pace->budget);
         place++)
        sweep_place(pace, place, turn.pits + (place - pace->far - 1) * pace->stride);
    if (budget_has_ended(pace->budget)) {
        free(turn.needs);
        free(turn.pits);
        return;
    }
    array_add(pace->turns, count, pace->turn_capacity, turn);
    pace->swept++;
    pace->complete = memchr(pace->lowers, 1, (size_t)pace->place_count) == NULL;
    pace->lowered = pace->lowers;
    pace->lowers = lowered;
}

static void free_turns(struct pace *pace)
{
    for (int i = 0; i <= pace->swept && pace->turns; i++) {
        free(pace->turns[i].needs);
        free(pace->turns[i].pits);
    }
    budget_give(pace->budget, pace->bytes_of_turns);
    pace->bytes_of_turns = 0;
    pace->swept = -1;
}

void stock_pace_sweep(struct pace *pace, enum stock_special special, int turns)
{
    if (!pace->turns || special != pace->special) {
        /* Nobody is home without a turn. */
        int count = 0;
        free_turns(pace);
        struct pace_turn turn = {1, 1, NULL, make_pits(pace)};
        array_add(pace->turns, count, pace->turn_capacity, turn);
        pace->swept = 0;
        pace->complete = false;
        pace->special = special;
        memset(pace->lowered, 0, (size_t)pace->place_count * sizeof *pace->lowered);
        pace->lowered[HOME] = true;
        for (int i = 0; i < PACE_SPAN * PACE_SPAN; i++)
            pace->costs[i / PACE_SPAN][i % PACE_SPAN] = (int8_t)stock_turn_cost(
                special, i / PACE_SPAN - PACE_CHANGES, i % PACE_SPAN - PACE_CHANGES, false);
    }
    while (pace->swept < turns && !pace->complete && !budget_has_ended(pace->budget))
        sweep_turn(pace);
}

/* --- making ----------------------------------------------------------------------------------- */

static size_t bytes_of_places(const struct pace *pace)
{
    return (size_t)pace->crossings * (size_t)pace->reach->poses * sizeof *pace->places;
}

/* While moves are counted. */
static size_t bytes_to_count(const struct pace *pace)
{
    size_t of_pose = sizeof(int) + 2 * REACH_SIDES * 2 * sizeof(struct reach_arrival);
    return bytes_of_places(pace) + (size_t)pace->reach->poses * of_pose;
}

struct pace *stock_pace_make(const struct stock_reach *reach, const struct stock_car *from,
                             int crossings, int crossings_most, bool repairs)
{
    struct pace *pace = memory_allocate(1, sizeof *pace);
    *pace = (struct pace){.reach = reach,
                          .maximum = from->maximum,
                          .crossings = crossings_most,
                          .budget = reach->budget};
    bool has_pits = repairs && reach->roads->has_repairs;
    pace->pits = has_pits ? memory_allocate(2, sizeof *pace->pits) : NULL;
    pace->speeds = from->maximum + 1 + (has_pits ? LANES_GAIN_MOST : 0);
    pace->stride = pace->speeds + 2 * PACE_CHANGES;
    size_t count = (size_t)pace->stride;
    pace->none = memory_allocate(count, sizeof(card_vector));
    pace->never = memory_allocate(count, sizeof(card_vector));
    pace->allowed = memory_allocate(count, sizeof(card_vector));
    memset(pace->never, NEVER, count * sizeof(card_vector));
    for (int speed = 0; speed < pace->speeds; speed++)
        for (int lane = 0; lane < LANES; lane++)
            pace->allowed[PACE_CHANGES + speed][lane] =
                speed <= pace->maximum + lanes_gain(lane) ? UINT8_MAX : 0;
    if (budget_take(pace->budget, bytes_of_places(pace) + bytes_to_count(pace))) {
        find_places(pace, from, crossings);
        budget_give(pace->budget, bytes_to_count(pace));
        for (int i = 0; pace->pits && i < pace->crossings * pace->reach->poses; i++) {
            int pose = i % pace->reach->poses;
            if (!budget_goes_on(pace->budget, MOVE_STEPS * 2 * REACH_SIDES))
                break;
            for (int j = 0; j < 2 * REACH_SIDES; j++)
                if (pace->reach->moves[j % 2][pose * REACH_SIDES + j / 2].pose >= 0)
                    find_pit_move(pace, j % 2, pose, j / 2, i / pace->reach->poses);
        }
        for (int fast = 0; fast < 2 && pace->pits; fast++)
            sort_pit_moves(pace, &pace->pits[fast]);
        find_ends(pace);
    }
    if (budget_has_ended(pace->budget)) {
        stock_pace_free(pace);
        return NULL;
    }
    pace->lowered = memory_allocate((size_t)pace->place_count, sizeof *pace->lowered);
    pace->lowers = memory_allocate((size_t)pace->place_count, sizeof *pace->lowers);
    return pace;
}

void stock_pace_free(struct pace *pace)
{
    if (!pace)
        return;
    free_turns(pace);
    free(pace->turns);
    for (int fast = 0; fast < 2 && pace->pits; fast++) {
        free(pace->pits[fast].items);
        free(pace->pits[fast].first);
    }
    free(pace->pits);
    free(pace->lowered);
    free(pace->lowers);
    free(pace->none);
    free(pace->never);
    free(pace->allowed);
    free(pace->places);
    free(pace->ends);
    free(pace->first_end);
    free(pace);
}
