/* See fewest_inside.h. */
#include "drivers/stock_cars/solver/fewest_inside.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>

enum {
    BLOCK = 16, /* bytes that one of its own takes besides */
    /* Of the budget, for an end of a turn and for a row. */
    END_STEPS = 20,
    ROW_STEPS = 500
};

/* --- rows ------------------------------------------------------------------------------------- */

static struct row *new_row(struct fewest *fewest, struct place place)
{
    size_t size = sizeof(struct row) + 3 * (size_t)fewest->pace->stride * sizeof(lanes);
    if (fewest->used == fewest->all.count) {
        budget_take(fewest->budget, size + BLOCK + 2 * sizeof(void *)); /* in its list, too */
        list_add(&fewest->all, memory_allocate(1, size));
    }
    struct row *row = fewest->all.items[fewest->used++];
    memset(row, 0, size);
    row->place = place;
    return row;
}

struct row *stock_fewest_row(struct fewest *fewest, struct place place)
{
    if (!fewest->rows[place.index])
        fewest->rows[place.index] = new_row(fewest, place);
    return fewest->rows[place.index];
}

void stock_fewest_forget_rows(struct fewest *fewest)
{
    for (int i = 0; i < fewest->used; i++) {
        struct row *row = fewest->all.items[i];
        fewest->rows[row->place.index] = NULL;
        if (row->since)
            budget_give(fewest->budget,
                        (size_t)fewest->pace->speeds * LANES * sizeof *row->since + BLOCK);
        free(row->since);
    }
    fewest->used = fewest->now.count = fewest->next.count = 0;
}

static void mark(struct fewest *fewest, struct row *row, int speed, lanes better)
{
    size_t size = (size_t)fewest->pace->speeds * LANES;
    if (!row->since) {
        budget_take(fewest->budget, size * sizeof *row->since + BLOCK);
        row->since = memory_allocate(size, sizeof *row->since);
        memset(row->since, UINT8_MAX, size * sizeof *row->since);
    }
    row->last = (uint16_t)fewest->turn;
    for (int lane = 0; lane < LANES; lane++) {
        uint16_t *since = &row->since[speed * LANES + lane];
        if (better[lane] && *since == UINT16_MAX)
            *since = (uint16_t)fewest->turn;
    }
}

void stock_fewest_put(struct fewest *fewest, struct row *row, int speed, lanes better)
{
    lanes *best = &row->best[CHANGES + speed], *next = &next_of(fewest, row)[CHANGES + speed];
    *best = lanes_more(*best, better);
    *next = lanes_more(*next, better);
    if (!row->listed) {
        row->listed = true;
        list_add(&fewest->next, row);
    }
    if (fewest->marks)
        mark(fewest, row, speed, better);
}

/* --- a turn ----------------------------------------------------------------------------------- */

static lanes repair(struct fewest *fewest, lanes cards, int moves)
{
    int gain = STOCK_REPAIR - moves, more = stock_pace_cards_gained(fewest->pace, moves);
    lanes after = {0};
    for (int lane = 0; lane < LANES; lane++) {
        int to = lanes_of_gain(lanes_gain(lane) + gain);
        int sum = number_smaller(cards[lane] + more, CARDS_MOST);
        if (cards[lane] && sum > after[to])
            after[to] = (uint8_t)sum;
    }
    for (int lane = LANES - 2; lane >= 0; lane--)
        after[lane] = after[lane + 1] > after[lane] ? after[lane + 1] : after[lane];
    return after;
}

/* Begun with any change; [with a second steer][CHANGES + change at the end]. */
struct driven {
    lanes cards[2][SPAN];   /* of whoever is not repaired and may be so fast */
    lanes unbound[2][SPAN]; /* of all */
    int moves;
    int farthest; /* place of the pace out of the pits from which anybody is home in time */
};

/* Of all the speeds of a row, [paid][CHANGES + speed]. False: nobody makes so many moves. */
static bool begin_turn(const struct fewest *fewest, lanes *const now[COSTS], struct driven *turn)
{
    const lanes *allowed = fewest->pace->allowed + turn->moves;
    int dear = stock_turn_cost(fewest->special, 0, 0, true);
    lanes all = {0};
    for (int end = -CHANGES; end <= CHANGES; end++) {
        lanes cards = {0};
        for (int begin = -CHANGES; begin <= CHANGES; begin++) {
            int cost = fewest->pace->costs[CHANGES + begin][CHANGES + end];
            if (cost >= 0)
                cards = lanes_more(cards, now[cost][CHANGES + turn->moves - begin]);
        }
        cards &= allowed[CHANGES];
        all |= cards;
        turn->unbound[0][CHANGES + end] = cards;
        turn->unbound[1][CHANGES + end] = lanes_minus(cards, dear);
        for (int i = 0; i < 2; i++)
            turn->cards[i][CHANGES + end] =
                turn->unbound[i][CHANGES + end] & allowed[CHANGES + end];
    }
    return lanes_any(all);
}

static inline bool is_any_more(const lanes cards[SPAN], const lanes than[SPAN])
{
    lanes less = lanes_all(UINT8_MAX);
    for (int i = 0; i < SPAN; i++)
        less &= (lanes)(cards[i] <= than[i]);
    return lanes_any(~less);
}

/* With the cards for the steers that it takes to be home in time; NULL: nobody is. */
static const lanes *with_steers(const struct fewest *fewest, const lanes needs[SPAN],
                                lanes raised[SPAN], size_t row)
{
    int left = fewest->limit - fewest->turn;
    int steers = stock_steers_needed(fewest->steers, row, left);
    if (steers == STEERS_NEVER)
        return NULL;
    if (steers == 0 || fewest->special == SPECIAL_SWAYBARS)
        return needs;
    for (int i = 0; i < SPAN; i++)
        raised[i] = lanes_plus(needs[i], steers);
    return raised;
}

static void put_all(struct fewest *fewest, const lanes cards[SPAN], const lanes needs[SPAN],
                    int moves, struct place place)
{
    struct row *row = stock_fewest_row(fewest, place);
    for (int i = 0; i < SPAN; i++) {
        lanes better = cards[i] & (lanes)(cards[i] > row->best[moves + i]);
        lanes late = (lanes)(cards[i] <= needs[i]);
        fewest->cut |= lanes_any(better & late);
        if (lanes_any(better & ~late))
            stock_fewest_put(fewest, row, moves + i - CHANGES, better & ~late);
    }
}

/* What is better than before is put there, unless it cannot be home in time. */
static void end_turn(struct fewest *fewest, const lanes cards[SPAN], int moves, struct place place)
{
    const struct pace *pace = fewest->pace;
    const struct row *row = fewest->rows[place.index];
    const lanes *best = (row ? row->best : pace->none) + moves;
    const lanes *needs =
        stock_pace_needs(pace, fewest->limit - fewest->turn, pace->places[place.index]) + moves;
    lanes raised[SPAN], late = lanes_all(UINT8_MAX);
    if (fewest->steers)
        needs = with_steers(fewest, needs, raised, place.index);
    for (int i = 0; i < SPAN && needs; i++)
        late &= (lanes)(cards[i] <= lanes_more(best[i], needs[i]));
    if (needs && lanes_any(~late))
        put_all(fewest, cards, needs, moves, place);
    else if (!fewest->cut)
        fewest->cut = is_any_more(cards, best);
}

/* Whoever is too fast on a pit tile has broken its limit. */
static void end_in_pits(struct fewest *fewest, const lanes cards[SPAN], int moves,
                        struct place place)
{
    int broken = fewest->reach->broken[place.pose / HEADING_COUNT];
    lanes slow[SPAN], fast[SPAN];
    bool any = false;
    for (int i = 0; i < SPAN; i++) {
        bool is_fast = moves + i - CHANGES > STOCK_PIT_SPEED;
        slow[i] = is_fast ? lanes_all(0) : cards[i];
        fast[i] = is_fast ? cards[i] : lanes_all(0);
        any |= is_fast;
    }
    end_turn(fewest, slow, moves, place);
    if (any && broken >= 0)
        end_turn(
            fewest, fast, moves,
            place_of(fewest, broken * HEADING_COUNT + place.pose % HEADING_COUNT, place.crossings));
}

static void end_repaired(struct fewest *fewest, const struct driven *turn,
                         const struct reach_end *end, struct place place)
{
    lanes cards[SPAN];
    for (int i = 0; i < SPAN; i++) {
        cards[i] = turn->unbound[end->dear][i];
        for (int j = 0; j < end->repairs; j++)
            cards[i] = repair(fewest, cards[i], turn->moves);
        cards[i] &= fewest->pace->allowed[turn->moves + i];
    }
    end_in_pits(fewest, cards, turn->moves, place);
}

static inline bool is_too_far(struct fewest *fewest, const struct driven *turn, size_t row)
{
    int place = fewest->pace->places[row];
    bool far = place > turn->farthest && place <= fewest->pace->far;
    fewest->cut |= far;
    return far || place == PACE_NOWHERE;
}

/* That tells more, or is in the pits. */
static void end_specially(struct fewest *fewest, const struct row *row, const struct driven *turn,
                          const struct reach_end *end)
{
    int crossings = row->place.crossings - end->crossings;
    struct place place = place_of(fewest, end->pose, crossings);
    if (row->place.crossings <= end->most)
        fewest->finished |= lanes_any(turn->unbound[end->dear][CHANGES]);
    else if (crossings > fewest->crossings_most)
        return;
    else if (end->repairs && fewest->pace->pits)
        end_repaired(fewest, turn, end, place);
    else if (!is_too_far(fewest, turn, place.index))
        end_in_pits(fewest, turn->cards[end->dear], turn->moves, place);
}

/* Rows are far apart in memory: all are asked for before the first is looked at. */
static int find_near(struct fewest *fewest, const struct row *row, const struct driven *turn,
                     const uint32_t *ends, int count)
{
    size_t first = row->place.index - (size_t)row->place.pose;
    int near = 0;
    if (count > fewest->near_most) {
        fewest->near_most = 2 * count;
        fewest->near = memory_resize(fewest->near, 2 * (size_t)count, sizeof *fewest->near);
    }
    for (int i = 0; i < count; i++) {
        size_t index = first + (ends[i] >> 1);
        if (is_too_far(fewest, turn, index))
            continue;
        if (fewest->rows[index])
            __builtin_prefetch(fewest->rows[index]->best + turn->moves);
        fewest->near[near++] = ends[i];
    }
    return near;
}

static void drive_turn(struct fewest *fewest, const struct row *row, const struct driven *turn)
{
    int count, plain, pose = row->place.pose;
    const struct reach_end *ends = stock_reach_ends(fewest->reach, pose, turn->moves, &count);
    const uint32_t *all = stock_reach_plain_ends(fewest->reach, pose, turn->moves, &plain);
    int near = find_near(fewest, row, turn, all, plain);
    for (int i = 0; i < count; i++)
        end_specially(fewest, row, turn, &ends[i]);
    for (int i = 0; i < near; i++)
        end_turn(fewest, turn->cards[fewest->near[i] & 1], turn->moves,
                 place_of(fewest, (int)(fewest->near[i] >> 1), row->place.crossings));
    budget_goes_on(fewest->budget, (uint64_t)(plain + count) * END_STEPS);
}

static bool is_in_time(const struct fewest *fewest, const struct driven *turn, struct pace_end end)
{
    const struct pace *pace = fewest->pace;
    const lanes *needs =
        stock_pace_needs(pace, fewest->limit - fewest->turn, end.place) + turn->moves;
    lanes before[SPAN];
    if (end.place == 0 || end.repairs == 0)
        return end.place == 0 || is_any_more(turn->cards[0], needs);
    for (int i = 0; i < SPAN; i++) {
        before[i] = needs[i];
        for (int j = 0; j < end.repairs; j++)
            before[i] = stock_pace_repair(pace, before[i], turn->moves);
    }
    return is_any_more(turn->unbound[0], before);
}

/* Is anybody home in time behind it, as far as moves count? */
static bool is_promising(struct fewest *fewest, const struct row *row, struct driven *turn)
{
    const struct pace *pace = fewest->pace;
    const struct pace_turn *left = stock_pace_turn(pace, fewest->limit - fewest->turn);
    int count, end = left->end;
    const struct pace_end *ends =
        stock_pace_ends(pace, pace->places[row->place.index], turn->moves, &count);
    bool promising = false;
    for (int i = 0; i < count && !promising; i++)
        promising = is_in_time(fewest, turn, ends[i]);
    fewest->cut |= !promising;
    for (turn->farthest = left->first - 1; promising && turn->farthest + 1 < end;) {
        int middle = (turn->farthest + end) / 2;
        if (is_any_more(turn->cards[0],
                        left->needs + (middle - left->first) * pace->stride + turn->moves))
            turn->farthest = middle;
        else
            end = middle;
    }
    return promising;
}

void stock_fewest_drive(struct fewest *fewest, struct row *row)
{
    int stride = fewest->pace->stride, least = fewest->pace->speeds, most = -1;
    lanes *now[COSTS] = {now_of(fewest, row), fewest->paid, fewest->paid + stride};
    for (int i = 0; i < stride; i++) {
        for (int cost = 1; cost < COSTS; cost++)
            now[cost][i] = lanes_minus(now[0][i], cost);
        if (lanes_any(now[0][i])) {
            least = number_smaller(least, i - CHANGES);
            most = i - CHANGES;
        }
    }
    budget_goes_on(fewest->budget, ROW_STEPS);
    least = number_larger(1, least - CHANGES);
    most = number_smaller(most + CHANGES, fewest->pace->speeds - 1);
    for (int moves = most; moves >= least && !fewest->finished; moves--) {
        struct driven turn;
        turn.moves = moves;
        if (!begin_turn(fewest, now, &turn) || !is_promising(fewest, row, &turn))
            continue;
        stock_reach_prepare(fewest->reach, row->place.pose, moves);
        drive_turn(fewest, row, &turn);
    }
    memset(now[0], 0, (size_t)stride * sizeof *now[0]);
}
