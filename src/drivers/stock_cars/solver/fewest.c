/* See fewest.h. */
#include "drivers/stock_cars/solver/fewest.h"

#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHANGES_MOST = ROADS_CHANGES_MOST,
    CHANGES = 2 * CHANGES_MOST + 1,
    /* Maxima above the first one are those from the least that a repair gives. */
    GAIN_LEAST = STOCK_REPAIR - STOCK_PIT_SPEED,
    SPEEDS_MOST = 64,
    CARDS_MOST = UINT8_MAX - 1,
    NARROW = 400, /* rows of a turn that a first look goes on from */
    LOOK_EVERY = 64,
    BYTES_OF_A_STEP = 256 /* of the bound's work */
};

/* [maximum]: the most wild cards and one, 0: it is not there. A higher maximum is as good as any
 * lower one, so what is there for it is there for them. */
typedef uint8_t lanes __attribute__((vector_size(FEWEST_MAXIMA)));

/* A pose with so many crossings to come. */
struct row {
    int pose, crossings;
    int search;      /* in which anything was put there */
    bool listed;     /* for the next turn */
    uint32_t rank;   /* of what is new in the next turn: the less, the sooner home */
    uint16_t *since; /* [speed * FEWEST_MAXIMA + maximum]: marked; UINT16_MAX: never */
    lanes best[];    /* [speed], then those of this turn, then of the next */
};

struct row_list {
    struct row **items;
    int count, capacity;
};

struct fewest {
    struct reach *reach;
    struct bound *bound;
    struct stock_car from;
    int crossings, speeds;
    bool repairs;
    struct row **rows; /* [(crossings - 1) * poses + pose] */
    struct row_list all, now, next;
    bool lands[FEWEST_MAXIMA]; /* a repair gave exactly that */
    /* Of the search. */
    enum stock_special special;
    int searches;           /* this is which one */
    int limit, turn, width; /* 0: all rows */
    bool marks, finished;
    bool cut;      /* something was left out that may be home with a higher limit */
    bool narrowed; /* or for the width */
    uint64_t work, work_most;
    const atomic_bool *cancelled;
    lanes allowed[SPEEDS_MOST]; /* [speed]: by the maximum */
    lanes worlds[BOUND_WORLDS];
};

/* --- lanes ------------------------------------------------------------------------------------ */

static int gain_of(int lane)
{
    return lane == 0 ? 0 : GAIN_LEAST + lane - 1;
}

static int lane_of(int gain)
{
    return gain < GAIN_LEAST ? 0 : number_smaller(gain, FEWEST_GAIN_MOST) - GAIN_LEAST + 1;
}

static bool is_any(lanes cards)
{
    uint64_t words[sizeof cards / sizeof(uint64_t)], any = 0;
    memcpy(words, &cards, sizeof cards);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        any |= words[i];
    return any != 0;
}

static lanes more_of(lanes a, lanes b)
{
    lanes larger = (lanes)(a > b);
    return (a & larger) | (b & ~larger);
}

/* Those that can pay. */
static lanes pay(lanes cards, int cost)
{
    lanes costs = (lanes){0} + (uint8_t)cost;
    return (cards - costs) & (lanes)(cards > costs);
}

static lanes repair(struct fewest *fewest, lanes cards, int moves)
{
    int gain = STOCK_REPAIR - moves, more = gain / 3;
    lanes after = {0};
    more *= fewest->special == SPECIAL_PERFORMANCE ? 2 : 1;
    for (int lane = 0; lane < FEWEST_MAXIMA; lane++) {
        int to = lane_of(gain_of(lane) + gain);
        int sum = number_smaller(cards[lane] + more, CARDS_MOST);
        if (cards[lane] && sum > after[to])
            after[to] = (uint8_t)sum;
        fewest->lands[to] |= cards[lane] && fewest->lands[lane];
    }
    for (int lane = FEWEST_MAXIMA - 2; lane >= 0; lane--)
        after[lane] = after[lane + 1] > after[lane] ? after[lane + 1] : after[lane];
    return after;
}

/* --- rows ------------------------------------------------------------------------------------- */

static size_t row_index(const struct fewest *fewest, int pose, int crossings)
{
    return (size_t)(crossings - 1) * (size_t)fewest->reach->poses + (size_t)pose;
}

/* NULL: nobody has been there. */
static struct row *row_of(const struct fewest *fewest, int pose, int crossings)
{
    struct row *row = fewest->rows[row_index(fewest, pose, crossings)];
    return row && row->search == fewest->searches ? row : NULL;
}

static struct row *row_at(struct fewest *fewest, int pose, int crossings)
{
    struct row **row = &fewest->rows[row_index(fewest, pose, crossings)];
    size_t size = sizeof **row + 3 * (size_t)fewest->speeds * sizeof(lanes);
    if (!*row) {
        *row = aligned_alloc(sizeof(lanes), size); /* as lanes are */
        array_add(fewest->all.items, fewest->all.count, fewest->all.capacity, *row);
    } else if ((*row)->search != fewest->searches) {
        free((*row)->since);
    } else {
        return *row;
    }
    memset(*row, 0, size);
    (*row)->pose = pose;
    (*row)->crossings = crossings;
    (*row)->search = fewest->searches;
    return *row;
}

static lanes *now_of(const struct fewest *fewest, struct row *row)
{
    return row->best + fewest->speeds;
}

static lanes *next_of(const struct fewest *fewest, struct row *row)
{
    return row->best + 2 * fewest->speeds;
}

static void mark(struct fewest *fewest, struct row *row, int speed, lanes better)
{
    size_t size = (size_t)fewest->speeds * FEWEST_MAXIMA;
    if (!row->since) {
        row->since = memory_allocate(size, sizeof *row->since);
        memset(row->since, UINT8_MAX, size * sizeof *row->since);
    }
    for (int lane = 0; lane < FEWEST_MAXIMA; lane++) {
        uint16_t *since = &row->since[speed * FEWEST_MAXIMA + lane];
        if (better[lane] && *since == UINT16_MAX)
            *since = (uint16_t)fewest->turn;
    }
}

/* Puts what is better than before there for the next turn; `left`: turns from there at least. */
static void put(struct fewest *fewest, struct row *row, int speed, lanes better, int left)
{
    uint32_t rank = (uint32_t)left << 8 | (uint8_t)(UINT8_MAX - better[0]);
    row->best[speed] = more_of(row->best[speed], better);
    next_of(fewest, row)[speed] = more_of(next_of(fewest, row)[speed], better);
    if (!row->listed) {
        row->listed = true;
        row->rank = rank;
        list_add(&fewest->next, row);
    }
    row->rank = rank < row->rank ? rank : row->rank;
    if (fewest->marks)
        mark(fewest, row, speed, better);
}

/* --- a turn ----------------------------------------------------------------------------------- */

/* Begun with any change, with this one at its end and a second steer or none. */
struct driven {
    lanes cards[CHANGES][2];
    int moves;
    int world; /* the highest one that anything is in before a repair */
};

/* Of all the speeds of a row. False: nobody makes so many moves. */
static bool begin_turn(const struct fewest *fewest, const lanes *now, struct driven *turn)
{
    int dear = stock_turn_cost(fewest->special, 0, 0, true);
    lanes all = {0};
    for (int end = -CHANGES_MOST; end <= CHANGES_MOST; end++) {
        lanes cards = {0};
        for (int begin = -CHANGES_MOST; begin <= CHANGES_MOST; begin++) {
            int speed = turn->moves - begin,
                cost = stock_turn_cost(fewest->special, begin, end, false);
            if (cost >= 0 && speed >= 0 && speed < fewest->speeds)
                cards = more_of(cards, pay(now[speed], cost));
        }
        cards &= fewest->allowed[turn->moves];
        turn->cards[end + CHANGES_MOST][0] = cards;
        turn->cards[end + CHANGES_MOST][1] = pay(cards, dear);
        all |= cards;
    }
    for (int world = 0; world < fewest->bound->worlds; world++)
        if (is_any(all & fewest->worlds[world]))
            turn->world = world;
    return is_any(all);
}

/* Where a turn ends, and what is known of the cars there. */
struct place {
    struct row *row; /* NULL: nobody has been there */
    const uint16_t *bounds;
    int pose, crossings;
};

/* Are they home in time with this speed in that world? */
static bool is_late(struct fewest *fewest, const struct place *place, int world, int speed)
{
    const struct bound *bound = fewest->bound;
    int turns = place->bounds[bound->first[world] + speed];
    bool late = turns > fewest->limit - fewest->turn;
    fewest->cut |= late && (turns < BOUND_NEVER || !bound->complete);
    return late;
}

static int top_speed(const struct fewest *fewest, int world)
{
    return fewest->bound->first[world + 1] - fewest->bound->first[world] - 1;
}

/* Leaves out who cannot be home in time. */
static lanes in_time(struct fewest *fewest, lanes cards, const struct place *place, int speed)
{
    for (int world = 0; world < fewest->bound->worlds; world++)
        if (speed <= top_speed(fewest, world) && is_late(fewest, place, world, speed))
            cards &= ~fewest->worlds[world];
    return cards;
}

/* Of all worlds that anything is in. */
static int turns_left(const struct fewest *fewest, lanes cards, const struct place *place,
                      int speed)
{
    int least = BOUND_NEVER;
    for (int world = 0; world < fewest->bound->worlds; world++)
        if (is_any(cards & fewest->worlds[world]))
            least = number_smaller(least, place->bounds[fewest->bound->first[world] + speed]);
    return least;
}

static void end_turn(struct fewest *fewest, const struct driven *turn, const struct reach_end *end,
                     struct place *place, int speed)
{
    lanes cards = turn->cards[speed - turn->moves + CHANGES_MOST][end->dear];
    for (int i = 0; i < end->repairs && fewest->repairs; i++)
        cards = repair(fewest, cards, turn->moves);
    cards &= fewest->allowed[speed];
    if (place->row)
        cards &= (lanes)(cards > place->row->best[speed]);
    if (!is_any(cards))
        return;
    cards = in_time(fewest, cards, place, speed);
    if (!is_any(cards))
        return;
    if (!place->row)
        place->row = row_at(fewest, place->pose, place->crossings);
    put(fewest, place->row, speed, cards, turns_left(fewest, cards, place, speed));
}

/* With each change at the end that leads to a speed of that many at least and at most. */
static void end_turns(struct fewest *fewest, const struct driven *turn, const struct reach_end *end,
                      struct place place, int least, int most)
{
    int world = number_smaller(turn->world + (fewest->repairs ? end->repairs : 0),
                               fewest->bound->worlds - 1);
    int top = number_smaller(most, top_speed(fewest, world));
    place.bounds = stock_bound_row(fewest->bound, place.crossings, place.pose);
    if (top < least || is_late(fewest, &place, world, top))
        return;
    place.row = row_of(fewest, place.pose, place.crossings);
    while (least < top && is_late(fewest, &place, world, least))
        least++;
    for (int speed = least; speed <= top; speed++)
        end_turn(fewest, turn, end, &place, speed);
}

/* Whoever is too fast on a pit tile has broken its limit. */
static void end_all(struct fewest *fewest, const struct driven *turn, const struct reach_end *end,
                    int crossings)
{
    int heading = end->pose % HEADING_COUNT, node = end->pose / HEADING_COUNT;
    int broken = fewest->reach->broken[node];
    int least = number_larger(0, turn->moves - CHANGES_MOST);
    int most = number_smaller(turn->moves + CHANGES_MOST, fewest->speeds - 1);
    int slow = broken == node ? most : number_smaller(most, STOCK_PIT_SPEED);
    struct place place = {.pose = end->pose, .crossings = crossings};
    end_turns(fewest, turn, end, place, least, slow);
    place.pose = broken * HEADING_COUNT + heading;
    if (slow < most && broken >= 0)
        end_turns(fewest, turn, end, place, number_larger(least, slow + 1), most);
}

static void drive_turn(struct fewest *fewest, const struct row *row, const struct driven *turn)
{
    int count;
    const struct reach_end *ends = stock_reach_ends(fewest->reach, row->pose, turn->moves, &count);
    for (int i = 0; i < count && !fewest->finished; i++) {
        int crossings = row->crossings - ends[i].crossings;
        if (row->crossings <= ends[i].most)
            fewest->finished = is_any(turn->cards[CHANGES_MOST][ends[i].dear]);
        else if (crossings <= fewest->crossings)
            end_all(fewest, turn, &ends[i], crossings);
    }
    fewest->work += (uint64_t)count;
}

static void drive_row(struct fewest *fewest, struct row *row)
{
    lanes *now = now_of(fewest, row);
    int least = fewest->speeds, most = -1;
    for (int speed = 0; speed < fewest->speeds; speed++)
        if (is_any(now[speed])) {
            least = number_smaller(least, speed);
            most = speed;
        }
    least = number_larger(1, least - CHANGES_MOST);
    most = number_smaller(most + CHANGES_MOST, fewest->speeds - 1);
    stock_reach_prepare(fewest->reach, row->pose, most);
    for (int moves = least; moves <= most && !fewest->finished; moves++) {
        struct driven turn = {.moves = moves};
        if (begin_turn(fewest, now, &turn))
            drive_turn(fewest, row, &turn);
    }
    memset(now, 0, (size_t)fewest->speeds * sizeof *now);
}

/* --- the search ------------------------------------------------------------------------------- */

static bool is_stopped(const struct fewest *fewest)
{
    return (fewest->cancelled && atomic_load(fewest->cancelled)) ||
           (fewest->work_most &&
            fewest->work + fewest->reach->work + fewest->bound->work / BYTES_OF_A_STEP >
                fewest->work_most);
}

static int by_rank(const void *a, const void *b)
{
    uint32_t left = (*(struct row *const *)a)->rank, right = (*(struct row *const *)b)->rank;
    return (left > right) - (left < right);
}

/* What is new is what the next turn goes on from. */
static void next_turn(struct fewest *fewest)
{
    struct row_list old = fewest->now;
    size_t size = (size_t)fewest->speeds * sizeof(lanes);
    bool narrow = fewest->width > 0 && fewest->next.count > fewest->width;
    fewest->narrowed |= narrow;
    if (narrow)
        qsort(fewest->next.items, (size_t)fewest->next.count, sizeof *fewest->next.items, by_rank);
    for (int i = 0; i < fewest->next.count; i++) {
        struct row *row = fewest->next.items[i];
        row->listed = false;
        if (fewest->width == 0 || i < fewest->width)
            memcpy(now_of(fewest, row), next_of(fewest, row), size);
        memset(next_of(fewest, row), 0, size);
    }
    fewest->now = fewest->next;
    if (fewest->width > 0)
        fewest->now.count = number_smaller(fewest->now.count, fewest->width);
    fewest->next = old;
    fewest->next.count = 0;
}

static void begin_search(struct fewest *fewest, int wild_cards)
{
    fewest->searches++;
    fewest->now.count = fewest->next.count = 0;
    fewest->finished = fewest->cut = fewest->narrowed = false;
    memset(fewest->lands, 0, sizeof fewest->lands);
    fewest->lands[0] = true;
    fewest->turn = 0;
    struct row *row =
        row_at(fewest, stock_reach_pose(fewest->reach, &fewest->from), fewest->crossings);
    put(fewest, row, fewest->from.speed, (lanes){(uint8_t)(wild_cards + 1)}, 0);
    next_turn(fewest);
}

/* Does a car finish within the limit? */
static bool search(struct fewest *fewest, int wild_cards, int width)
{
    fewest->width = width;
    begin_search(fewest, wild_cards);
    for (fewest->turn = 1; fewest->turn <= fewest->limit && fewest->now.count > 0; fewest->turn++) {
        for (int i = 0; i < fewest->now.count; i++) {
            if (i % LOOK_EVERY == 0 && is_stopped(fewest))
                return false;
            drive_row(fewest, fewest->now.items[i]);
            if (fewest->finished && !fewest->marks)
                return true;
            fewest->finished = false;
        }
        next_turn(fewest);
    }
    return false;
}

/* Turns that the better car needs from the start; more are swept as far as that takes. */
static int least_turns(struct fewest *fewest)
{
    struct bound *bound = fewest->bound;
    int pose = stock_reach_pose(fewest->reach, &fewest->from);
    const uint16_t *row = stock_bound_row(bound, fewest->crossings, pose);
    while (row[fewest->from.speed] == BOUND_NEVER && !bound->complete && !is_stopped(fewest))
        stock_bound_sweep(bound, bound->swept + 1, fewest->cancelled);
    return row[fewest->from.speed];
}

/* Within the limit, of the rows that promise most or of all; 0: none. */
static int find_within(struct fewest *fewest, int limit, int wild_cards, int width)
{
    stock_bound_sweep(fewest->bound, limit, fewest->cancelled);
    fewest->limit = limit;
    return search(fewest, wild_cards, width) ? fewest->turn : 0;
}

/* Narrow looks with a higher and higher limit find a way that is among the fewest turns or nearly
 * so; then it is proved that there is none with fewer, or one is found. */
int stock_fewest_find(struct fewest *fewest, int wild_cards, enum stock_special special,
                      uint64_t work, const atomic_bool *cancelled)
{
    int found = 0, fewer;
    fewest->special = special;
    fewest->cancelled = cancelled;
    fewest->work_most = work;
    fewest->work = 0;
    fewest->marks = false;
    int least = least_turns(fewest), none = least - 1; /* for so many it is proved */
    if (least == BOUND_NEVER)
        return FEWEST_UNKNOWN;
    for (int limit = least + least / 8 + 1; !found && !is_stopped(fewest); limit += 2) {
        found = find_within(fewest, limit, wild_cards, NARROW);
        if (!found && !fewest->cut && fewest->narrowed)
            found = find_within(fewest, limit, wild_cards, 0);
        if (!found && !fewest->cut)
            return FEWEST_UNKNOWN;
        none = found || fewest->narrowed ? none : limit;
    }
    while (found - 1 > none && (fewer = find_within(fewest, found - 1, wild_cards, 0)) > 0)
        found = fewer;
    return is_stopped(fewest) ? FEWEST_UNKNOWN : found;
}

bool stock_fewest_mark(struct fewest *fewest, int wild_cards, enum stock_special special, int turns,
                       const atomic_bool *cancelled)
{
    fewest->special = special;
    fewest->cancelled = cancelled;
    fewest->work_most = 0;
    fewest->marks = true;
    fewest->limit = turns;
    stock_bound_sweep(fewest->bound, turns, cancelled);
    search(fewest, wild_cards, 0);
    return !is_stopped(fewest);
}

/* --- making ----------------------------------------------------------------------------------- */

struct fewest *stock_fewest_make(const struct roads *roads, const struct stock_car *from,
                                 int crossings, bool repairs)
{
    struct fewest *fewest = memory_allocate(1, sizeof *fewest);
    fewest->reach = stock_reach_make(roads, from);
    fewest->bound = stock_bound_make(fewest->reach, from->maximum, crossings, repairs);
    fewest->from = *from;
    fewest->crossings = crossings;
    fewest->repairs = fewest->bound->worlds > 1;
    fewest->speeds = from->maximum + (fewest->repairs ? FEWEST_GAIN_MOST : 0) + 1;
    assert(fewest->speeds <= SPEEDS_MOST);
    fewest->rows =
        memory_allocate((size_t)crossings * (size_t)fewest->reach->poses, sizeof(struct row *));
    for (int lane = 0; lane < FEWEST_MAXIMA; lane++) {
        int world = (gain_of(lane) + BOUND_GAIN - 1) / BOUND_GAIN;
        fewest->worlds[number_smaller(world, fewest->bound->worlds - 1)][lane] = UINT8_MAX;
        for (int speed = 0; speed < fewest->speeds; speed++)
            fewest->allowed[speed][lane] = speed <= from->maximum + gain_of(lane) ? UINT8_MAX : 0;
    }
    return fewest;
}

void stock_fewest_free(struct fewest *fewest)
{
    if (!fewest)
        return;
    for (int i = 0; i < fewest->all.count; i++) {
        free(fewest->all.items[i]->since);
        free(fewest->all.items[i]);
    }
    free(fewest->all.items);
    free(fewest->now.items);
    free(fewest->next.items);
    free(fewest->rows);
    stock_bound_free(fewest->bound);
    stock_reach_free(fewest->reach);
    free(fewest);
}

/* --- what was marked -------------------------------------------------------------------------- */

int stock_fewest_maxima(const struct fewest *fewest, int maxima[FEWEST_MAXIMA])
{
    int count = 0;
    for (int lane = 0; lane < FEWEST_MAXIMA; lane++)
        if (fewest->lands[lane])
            maxima[count++] = fewest->from.maximum + gain_of(lane);
    return count;
}

int stock_fewest_soonest(const struct fewest *fewest, const struct fewest_state *state, int *cards)
{
    const struct reach *reach = fewest->reach;
    int node = reach->nodes[state->cell], lane = lane_of(state->maximum - fewest->from.maximum);
    if (node < 0 || state->speed >= fewest->speeds)
        return FEWEST_UNKNOWN;
    const struct row *row = row_of(fewest, node * HEADING_COUNT + state->heading, state->crossings);
    if (!row || !row->since)
        return FEWEST_UNKNOWN;
    uint16_t since = row->since[state->speed * FEWEST_MAXIMA + lane];
    *cards = row->best[state->speed][lane] - 1;
    return since == UINT16_MAX ? FEWEST_UNKNOWN : since;
}
