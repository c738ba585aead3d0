/* The fewest turns; see solver.h. */
#include "drivers/stock_cars/solver/search.h"

#include "base/memory.h"
#include "base/number.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHANGES = PACE_CHANGES,
    SPAN = PACE_SPAN,
    COSTS = PACE_COSTS,
    CARDS_MOST = UINT8_MAX - 1,
    LAYERS = 4
};

/* A pose with so many crossings to come. */
struct fewest_place {
    int pose, crossings;
    size_t index; /* of its row */
};

/* What is known of it. Of a speed and a maximum: the most wild cards and one, 0: it is not there. A
 * higher maximum is as good as any lower one, so what is there for it is there for them. */
struct row {
    struct fewest_place place;
    bool listed;          /* for the next turn */
    uint16_t first, last; /* marked: turns in which anything became better */
    uint16_t *since;      /* [speed * LANES + maximum]: marked; UINT16_MAX: never */
    card_vector best[];   /* [CHANGES + speed], then those of this turn, then of the next */
};

struct row_list {
    struct row **items;
    int count, capacity;
};

/* What a turn went on from. */
struct layer {
    int turn, count;
    int places; /* that there is room for */
    struct fewest_place *where;
    card_vector *cards; /* [place][CHANGES + speed] */
};

struct fewest {
    struct stock_reach *reach;
    struct pace *pace;
    struct steers *steers; /* NULL where repairs give cards */
    struct stock_car from;
    int crossings, crossings_most;
    struct row **rows; /* [index of a place]; NULL: nobody has been there */
    struct row_list all, now, next;
    int used;       /* of all rows */
    uint32_t *near; /* of a turn's ends */
    int near_most;
    card_vector *paid; /* [cost - 1][CHANGES + speed]: what is left of the cards in a row */
    struct layer layers[LAYERS]; /* of the last search, [turn % LAYERS] */
    /* Of the search. */
    enum stock_special special;
    int wild_cards;
    int limit, turn;
    bool marks, finished;
    bool cut; /* something was left out that may be home with a higher limit */
    int none; /* nobody is home in so few turns */
    struct budget *budget;
};

static inline struct fewest_place place_of(const struct fewest *fewest, int pose, int crossings)
{
    size_t index = (size_t)(crossings - 1) * (size_t)fewest->reach->poses + (size_t)pose;
    return (struct fewest_place){pose, crossings, index};
}

static inline card_vector *now_of(const struct fewest *fewest, struct row *row)
{
    return row->best + fewest->pace->stride;
}

static inline card_vector *next_of(const struct fewest *fewest, struct row *row)
{
    return row->best + 2 * fewest->pace->stride;
}

/* === turns ==================================================================================== */

enum {
    BLOCK = 16, /* bytes that one of its own takes besides */
    /* Of the budget, for an end of a turn and for a row. */
    END_STEPS = 20,
    ROW_STEPS = 500,
    BACK_STEPS = 4 /* the same, backwards */
};

/* --- rows ------------------------------------------------------------------------------------- */

/* The row of a place, made when somebody gets there first in a search. */
static struct row *row_at(struct fewest *fewest, struct fewest_place place)
{
    if (!fewest->rows[place.index]) {
        size_t size = sizeof(struct row) + 3 * (size_t)fewest->pace->stride * sizeof(card_vector);
        if (fewest->used == fewest->all.count) {
            budget_take(fewest->budget, size + BLOCK + 2 * sizeof(void *)); /* in its list, too */
            list_add(&fewest->all, memory_allocate(1, size));
        }
        struct row *row = fewest->all.items[fewest->used++];
        memset(row, 0, size);
        row->place = place;
        fewest->rows[place.index] = row;
    }
    return fewest->rows[place.index];
}

/* All of them again as if nobody had been anywhere. */
static void forget_rows(struct fewest *fewest)
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

static void mark(struct fewest *fewest, struct row *row, int speed, card_vector better)
{
    size_t size = (size_t)fewest->pace->speeds * LANES;
    if (!row->since) {
        budget_take(fewest->budget, size * sizeof *row->since + BLOCK);
        row->since = memory_allocate(size, sizeof *row->since);
        memset(row->since, UINT8_MAX, size * sizeof *row->since);
        row->first = (uint16_t)fewest->turn;
    }
    row->last = (uint16_t)fewest->turn;
    for (int lane = 0; lane < LANES; lane++) {
        uint16_t *since = &row->since[speed * LANES + lane];
        if (better[lane] && *since == UINT16_MAX)
            *since = (uint16_t)fewest->turn;
    }
}

/* What is better than before, for the next turn. */
static void put_better(struct fewest *fewest, struct row *row, int speed, card_vector better)
{
    card_vector *best = &row->best[CHANGES + speed], *next = &next_of(fewest, row)[CHANGES + speed];
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

static card_vector repair(struct fewest *fewest, card_vector cards, int moves)
{
    int gain = STOCK_REPAIR - moves, more = stock_pace_cards_gained(fewest->pace, moves);
    card_vector after = {0};
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
    card_vector cards[2][SPAN];   /* of whoever is not repaired and may be so fast */
    card_vector unbound[2][SPAN]; /* of all */
    int moves;
    int farthest; /* place of the pace out of the pits from which anybody is home in time */
};

/* Of all the speeds of a row, [paid][CHANGES + speed]. False: nobody makes so many moves. */
static bool begin_turn(const struct fewest *fewest, card_vector *const now[COSTS],
                       struct driven *turn)
{
    const card_vector *allowed = fewest->pace->allowed + turn->moves;
    int dear = stock_turn_cost(fewest->special, 0, 0, true);
    card_vector all = {0};
    for (int end = -CHANGES; end <= CHANGES; end++) {
        card_vector cards = {0};
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

static inline bool is_any_more(const card_vector cards[SPAN], const card_vector than[SPAN])
{
    card_vector less = lanes_all(UINT8_MAX);
    for (int i = 0; i < SPAN; i++)
        less &= (card_vector)(cards[i] <= than[i]);
    return lanes_any(~less);
}

/* With the cards for the steers that it takes to be home in time; NULL: nobody is. */
static const card_vector *with_steers(const struct fewest *fewest, const card_vector needs[SPAN],
                                      card_vector raised[SPAN], size_t row)
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

static void put_all(struct fewest *fewest, const card_vector cards[SPAN],
                    const card_vector needs[SPAN], int moves, struct fewest_place place)
{
    struct row *row = row_at(fewest, place);
    for (int i = 0; i < SPAN; i++) {
        card_vector better = cards[i] & (card_vector)(cards[i] > row->best[moves + i]);
        card_vector late = (card_vector)(cards[i] <= needs[i]);
        fewest->cut |= lanes_any(better & late);
        if (lanes_any(better & ~late))
            put_better(fewest, row, moves + i - CHANGES, better & ~late);
    }
}

/* What is better than before is put there, unless it cannot be home in time. */
static void end_turn(struct fewest *fewest, const card_vector cards[SPAN], int moves,
                     struct fewest_place place)
{
    const struct pace *pace = fewest->pace;
    const struct row *row = fewest->rows[place.index];
    const card_vector *best = (row ? row->best : pace->none) + moves;
    const card_vector *needs =
        stock_pace_needs(pace, fewest->limit - fewest->turn, pace->places[place.index]) + moves;
    card_vector raised[SPAN], late = lanes_all(UINT8_MAX);
    if (fewest->steers)
        needs = with_steers(fewest, needs, raised, place.index);
    for (int i = 0; i < SPAN && needs; i++)
        late &= (card_vector)(cards[i] <= lanes_more(best[i], needs[i]));
    if (needs && lanes_any(~late))
        put_all(fewest, cards, needs, moves, place);
    else if (!fewest->cut)
        fewest->cut = is_any_more(cards, best);
}

/* Whoever is too fast on a pit tile has broken its limit. */
static void end_in_pits(struct fewest *fewest, const card_vector cards[SPAN], int moves,
                        struct fewest_place place)
{
    int broken = fewest->reach->broken[place.pose / HEADING_COUNT];
    card_vector slow[SPAN], fast[SPAN];
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
    struct fewest_place place = place_of(fewest, end->pose, crossings);
    if (row->place.crossings <= end->most)
        fewest->finished |= lanes_any(turn->unbound[end->dear][CHANGES]);
    else if (crossings > fewest->crossings_most)
        return;
    else if (end->repairs && fewest->pace->pits) {
        card_vector cards[SPAN];
        for (int i = 0; i < SPAN; i++) {
            cards[i] = turn->unbound[end->dear][i];
            for (int j = 0; j < end->repairs; j++)
                cards[i] = repair(fewest, cards[i], turn->moves);
            cards[i] &= fewest->pace->allowed[turn->moves + i];
        }
        end_in_pits(fewest, cards, turn->moves, place);
    } else if (!is_too_far(fewest, turn, place.index))
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

static bool is_in_time(const struct fewest *fewest, const struct driven *turn, struct pace_end end)
{
    const struct pace *pace = fewest->pace;
    const card_vector *needs =
        stock_pace_needs(pace, fewest->limit - fewest->turn, end.place) + turn->moves;
    card_vector before[SPAN];
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

/* All turns of the cars that are there now, which are gone then. */
static void drive_row(struct fewest *fewest, struct row *row)
{
    int stride = fewest->pace->stride, least = fewest->pace->speeds, most = -1;
    card_vector *now[COSTS] = {now_of(fewest, row), fewest->paid, fewest->paid + stride};
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
        int count, plain, pose = row->place.pose;
        const struct reach_end *ends = stock_reach_ends(fewest->reach, pose, turn.moves, &count);
        const uint32_t *all = stock_reach_plain_ends(fewest->reach, pose, turn.moves, &plain);
        int near = find_near(fewest, row, &turn, all, plain);
        for (int i = 0; i < count; i++)
            end_specially(fewest, row, &turn, &ends[i]);
        for (int i = 0; i < near; i++)
            end_turn(fewest, turn.cards[fewest->near[i] & 1], turn.moves,
                     place_of(fewest, (int)(fewest->near[i] >> 1), row->place.crossings));
        budget_goes_on(fewest->budget, (uint64_t)(plain + count) * END_STEPS);
    }
    memset(now[0], 0, (size_t)stride * sizeof *now[0]);
}

/* === the search =============================================================================== */

enum {
    NARROW = 50, /* rows that a turn of a first look goes on from */
    PATIENCE = 8 /* limits that rise by one */
};

/* --- the search ------------------------------------------------------------------------------- */

static bool is_stopped(const struct fewest *fewest)
{
    return budget_has_ended(fewest->budget);
}

/* What is new is what the next turn goes on from, or so many rows of it. */
static void next_turn(struct fewest *fewest, int width)
{
    struct row_list old = fewest->now;
    size_t size = (size_t)fewest->pace->stride * sizeof(card_vector);
    for (int i = 0; i < fewest->next.count; i++) {
        struct row *row = fewest->next.items[i];
        row->listed = false;
        if (i < width)
            memcpy(now_of(fewest, row), next_of(fewest, row), size);
        memset(next_of(fewest, row), 0, size);
    }
    fewest->now = fewest->next;
    fewest->now.count = number_smaller(fewest->now.count, width);
    fewest->next = old;
    fewest->next.count = 0;
}

static void keep_layer(struct fewest *fewest)
{
    struct layer *layer = &fewest->layers[fewest->turn % LAYERS];
    size_t stride = (size_t)fewest->pace->stride;
    if (fewest->now.count > layer->places) {
        budget_take(fewest->budget, (size_t)(2 * fewest->now.count - layer->places) *
                                        (sizeof *layer->where + stride * sizeof(card_vector)));
        layer->places = 2 * fewest->now.count;
        layer->where = memory_resize(layer->where, (size_t)layer->places, sizeof *layer->where);
        layer->cards =
            memory_resize(layer->cards, (size_t)layer->places * stride, sizeof *layer->cards);
    }
    layer->turn = fewest->turn;
    layer->count = fewest->now.count;
    for (int i = 0; i < layer->count; i++) {
        struct row *row = fewest->now.items[i];
        layer->where[i] = row->place;
        memcpy(layer->cards + (size_t)i * stride, now_of(fewest, row),
               stride * sizeof(card_vector));
    }
}

static struct fewest_place start_of(const struct fewest *fewest)
{
    return place_of(fewest, stock_reach_pose(fewest->reach, &fewest->from), fewest->crossings);
}

static void begin_search(struct fewest *fewest)
{
    forget_rows(fewest);
    fewest->finished = fewest->cut = false;
    fewest->turn = 0; /* before the first */
    put_better(fewest, row_at(fewest, start_of(fewest)), fewest->from.speed,
               (card_vector){(uint8_t)number_smaller(fewest->wild_cards + 1, CARDS_MOST)});
    next_turn(fewest, INT_MAX);
    fewest->turn = 1;
}

/* Turn by turn from where cars are; does one finish within the limit? */
static bool drive_on(struct fewest *fewest, int width, bool keeps)
{
    for (; fewest->turn <= fewest->limit && fewest->now.count > 0; fewest->turn++) {
        bool cut = fewest->cut;
        if (keeps)
            keep_layer(fewest);
        for (int i = 0; i < fewest->now.count; i++) {
            if (is_stopped(fewest))
                return false;
            drive_row(fewest, fewest->now.items[i]);
            if (fewest->finished && !fewest->marks)
                return true;
            fewest->finished = false;
        }
        /* Who is not home within so many turns never is. */
        int turns = fewest->limit - fewest->turn;
        const struct pace *pace = fewest->pace;
        const struct steers *steers = fewest->steers;
        if (pace->complete && turns >= pace->swept &&
            (!steers || (steers->complete && turns >= steers->swept)))
            fewest->cut = cut;
        next_turn(fewest, width);
    }
    return false;
}

static void set_limit(struct fewest *fewest, int limit)
{
    stock_pace_sweep(fewest->pace, fewest->special, limit);
    if (fewest->steers)
        stock_steers_sweep(fewest->steers, limit);
    fewest->limit = limit;
}

static bool search(struct fewest *fewest, int limit)
{
    set_limit(fewest, limit);
    begin_search(fewest);
    return drive_on(fewest, INT_MAX, true);
}

/* Where many ways are as good one is soon found among few. */
static bool search_narrowly(struct fewest *fewest, int limit)
{
    set_limit(fewest, limit);
    begin_search(fewest);
    return drive_on(fewest, NARROW, false);
}

/* Where nobody is home within a limit those that came closest may be so in one turn more, which
 * is soon seen. */
static bool search_on(struct fewest *fewest, int limit)
{
    const struct layer *first = &fewest->layers[0];
    bool cut = fewest->cut;
    for (int i = 1; i < LAYERS; i++)
        if (fewest->layers[i].turn < first->turn)
            first = &fewest->layers[i];
    if (3 * first->turn < 2 * limit)
        return false;
    set_limit(fewest, limit);
    size_t stride = (size_t)fewest->pace->stride;
    forget_rows(fewest);
    fewest->finished = false;
    fewest->turn = first->turn;
    for (int i = 0; i < first->count; i++) {
        struct row *row = row_at(fewest, first->where[i]);
        memcpy(now_of(fewest, row), first->cards + (size_t)i * stride,
               stride * sizeof(card_vector));
        memcpy(row->best, first->cards + (size_t)i * stride, stride * sizeof(card_vector));
        list_add(&fewest->now, row);
    }
    bool found = drive_on(fewest, INT_MAX, false);
    fewest->cut = cut;
    return found;
}

/* With a higher and higher limit. */
int stock_fewest_find(struct fewest *fewest, int wild_cards, enum stock_special special)
{
    int step = 0;
    fewest->special = special;
    fewest->wild_cards = wild_cards;
    fewest->marks = false;
    fewest->none = 0;
    if (fewest->pace->places[start_of(fewest).index] == PACE_NOWHERE)
        return FEWEST_UNKNOWN;
    /* Turns that the start needs at least, as far as moves count. */
    struct pace *pace = fewest->pace;
    int place = pace->places[start_of(fewest).index], turns = 0;
    do
        stock_pace_sweep(pace, fewest->special, ++turns);
    while (!is_stopped(fewest) &&
           stock_pace_needs(pace, turns, place)[CHANGES + fewest->from.speed][0] >
               fewest->wild_cards);
    int limit = turns;
    fewest->none = limit - 1;
    while (!is_stopped(fewest)) {
        if ((limit == fewest->none + 1 && search_narrowly(fewest, limit)) || search(fewest, limit))
            return fewest->turn;
        if (!fewest->cut || is_stopped(fewest))
            break;
        if (search_on(fewest, limit + 1))
            return fewest->turn;
        fewest->none = limit;
        limit += number_larger(1, step++ - PATIENCE);
    }
    return FEWEST_UNKNOWN;
}

int stock_fewest_more_than(const struct fewest *fewest)
{
    return fewest->none;
}

/* --- making ----------------------------------------------------------------------------------- */

struct fewest *stock_fewest_make(const struct roads *roads, const struct stock_car *from,
                                 int crossings, int crossings_most, bool repairs,
                                 struct budget *budget)
{
    struct fewest *fewest = memory_allocate(1, sizeof *fewest);
    fewest->budget = budget;
    fewest->reach = stock_reach_make(roads, from, budget);
    if (fewest->reach)
        fewest->pace = stock_pace_make(fewest->reach, from, crossings, crossings_most, repairs);
    if (fewest->pace && !fewest->pace->pits)
        fewest->steers = stock_steers_make(fewest->reach, from->maximum, crossings_most);
    if (budget_has_ended(budget) ||
        !budget_take(budget,
                     (size_t)crossings_most * (size_t)fewest->reach->poses * sizeof(void *))) {
        stock_fewest_free(fewest);
        return NULL;
    }
    fewest->from = *from;
    fewest->crossings = crossings;
    fewest->crossings_most = crossings_most;
    fewest->paid =
        memory_allocate((COSTS - 1) * (size_t)fewest->pace->stride, sizeof *fewest->paid);
    fewest->rows = memory_allocate((size_t)crossings_most * (size_t)fewest->reach->poses,
                                   sizeof(struct row *));
    return fewest;
}

void stock_fewest_free(struct fewest *fewest)
{
    if (!fewest)
        return;
    forget_rows(fewest);
    for (int i = 0; i < fewest->all.count; i++)
        free(fewest->all.items[i]);
    free(fewest->near);
    for (int i = 0; i < LAYERS; i++) {
        free(fewest->layers[i].where);
        free(fewest->layers[i].cards);
    }
    free(fewest->paid);
    free(fewest->all.items);
    free(fewest->now.items);
    free(fewest->next.items);
    free(fewest->rows);
    stock_steers_free(fewest->steers);
    stock_pace_free(fewest->pace);
    stock_reach_free(fewest->reach);
    free(fewest);
}

/* === what is left ============================================================================= */

enum { NEVER = UINT8_MAX };

/* What a row needs within so many turns, and not within one less. */
struct told {
    struct told *before; /* with fewer turns, which needs as much or more; NULL: there is none */
    int turns;
    int first, end;      /* speeds */
    card_vector needs[]; /* [speed - first]: NEVER where it may be more than the fewest */
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
static const card_vector *needs_of(const struct fewest *fewest, const struct fewest_left *left,
                                   struct fewest_place place, int turns)
{
    bool lowered = turns > 0 && left->lowered[place.index] == turns;
    return lowered ? now_of(fewest, fewest->rows[place.index]) : NULL;
}

static void lower_behind(card_vector behind[SPAN], int i, card_vector need, int more)
{
    behind[i] = lanes_less(behind[i], lanes_plus(need, more));
}

/* Of an end that tells more, or is in the pits, as the search has them. */
static void look_behind_specially(const struct fewest *fewest, const struct fewest_left *left,
                                  const struct row *row, const struct reach_end *end, int moves,
                                  int turns, card_vector behind[SPAN])
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
        const card_vector *needs =
            needs_of(fewest, left, place_of(fewest, pose, crossings), turns - 1);
        card_vector need = needs ? needs[moves + i] : lanes_all(NEVER);
        for (int j = 0; j < end->repairs && fewest->pace->pits; j++)
            need = stock_pace_repair(fewest->pace, need, moves);
        lower_behind(behind, i, need, more);
    }
}

/* Into the row's next ones; has anything become lower? */
static bool look_back(struct fewest *fewest, const struct fewest_left *left, struct row *row,
                      int turns)
{
    const struct pace *pace = fewest->pace;
    card_vector *now = now_of(fewest, row), *next = next_of(fewest, row), changed = {0};
    memcpy(next, now, (size_t)pace->stride * sizeof *now);
    int least = pace->speeds, most = 0;
    for (int speed = 0; speed < pace->speeds; speed++)
        if (lanes_any(row->best[CHANGES + speed])) {
            least = number_smaller(least, speed);
            most = speed;
        }
    for (int moves = number_larger(1, least - CHANGES);
         moves <= number_smaller(most + CHANGES, pace->speeds - 1); moves++) {
        /* What turns of so many moves from there need behind them, [with a second steer], as far as
         * it was lowered by the turn before. */
        card_vector ahead[2][SPAN], behind[SPAN];
        int count, plain, dear = stock_turn_cost(fewest->special, 0, 0, true);
        stock_reach_prepare(fewest->reach, row->place.pose, moves);
        const uint32_t *all = stock_reach_plain_ends(fewest->reach, row->place.pose, moves, &plain);
        const struct reach_end *ends =
            stock_reach_ends(fewest->reach, row->place.pose, moves, &count);
        for (int i = 0; i < SPAN; i++)
            ahead[0][i] = ahead[1][i] = lanes_all(NEVER);
        for (int i = 0; i < plain; i++) {
            const card_vector *needs =
                needs_of(fewest, left, place_of(fewest, (int)(all[i] >> 1), row->place.crossings),
                         turns - 1);
            for (int j = 0; needs && j < SPAN; j++)
                ahead[all[i] & 1][j] = lanes_less(ahead[all[i] & 1][j], needs[moves + j]);
        }
        for (int i = 0; i < SPAN; i++)
            behind[i] = lanes_less(ahead[0][i], lanes_plus(ahead[1][i], dear));
        for (int i = 0; i < count; i++)
            look_behind_specially(fewest, left, row, &ends[i], moves, turns, behind);
        budget_goes_on(fewest->budget, (uint64_t)(plain + count) * BACK_STEPS);
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
    const card_vector *now = now_of(fewest, row) + CHANGES, *best = row->best + CHANGES;
    card_vector *needs = fewest->paid; /* of no use any more */
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
    struct told *told = memory_allocate(1, size);
    *told = (struct told){before, turns, first, end};
    memcpy(told->needs, needs + first, size - sizeof *told);
    left->told[row->place.index] = told;
    left->bytes += size;
    budget_take(fewest->budget, size);
}

/* What the turn before has lowered is what a turn goes on from. Who was never at a row after so few
 * turns that both together are among the fewest is not home by then, and who comes there so late
 * that both are more than what is told need not be. */
static void look_back_turn(struct fewest *fewest, struct fewest_left *left, int turns)
{
    size_t size = (size_t)fewest->pace->stride * sizeof(card_vector);
    fewest->now.count = 0;
    for (int i = 0; i < fewest->used && !budget_has_ended(fewest->budget); i++) {
        struct row *row = fewest->all.items[i];
        if (row->since && row->last + turns > fewest->none && row->first + turns <= left->limit &&
            look_back(fewest, left, row, turns))
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
    const struct stock_reach *reach = fewest->reach;
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
    /* All turns of ways that take so many turns at most. */
    fewest->marks = true;
    search(fewest, turns);
    for (int i = 0; i < fewest->used; i++) {
        card_vector *now = now_of(fewest, fewest->all.items[i]);
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
