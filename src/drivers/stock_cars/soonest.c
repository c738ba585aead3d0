/* See soonest.h. Moves are counted by a search that spreads from the car, for every heading, with
 * the crossings still to come and whether there has been a repair.
 */
#include "drivers/stock_cars/soonest.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>

enum {
    PHASES = 2,
    CHANGES_MOST = 2,
    REPAIR_MOST = STOCK_REPAIR - 1, /* at a speed of one */
    REPAIR_CARDS = 3                /* then */
};

struct exit {
    int to;
    int8_t heading, less; /* crossings to come */
    bool repairs, in_pits;
};

struct soonest {
    const struct roads *roads;
    struct stock_car from;
    int crossings;
    int *moves; /* [((phase * crossings + crossings to come - 1) * HEADING_COUNT + heading) * size +
                   cell] */
    int finish[PHASES][2]; /* outside of the pits, in them */
    int before_pits;       /* moves before one that enters them, at least */
    int through; /* moves that have to do with the pits in a visit with a repair, at least */
    /* Special moves by the cell where they begin. */
    struct exit *exits;
    int *first; /* [cell] */
};

/* --- special moves by their cell -------------------------------------------------------------- */

typedef void see_list(struct soonest *soonest, const struct special_moves *list, struct exit exit);

static void for_each_list(struct soonest *soonest, see_list *see)
{
    static const int8_t less[] = {[CROSSING_FORWARD] = 1, [CROSSING_BACKWARD] = -1};
    for (int heading = 0; heading < HEADING_COUNT; heading++)
        for (int i = 0; i < 2 * CROSSING_KINDS * 2; i++) {
            int fast = i / (2 * CROSSING_KINDS), crossing = i / 2 % CROSSING_KINDS, repairs = i % 2;
            see(soonest, &soonest->roads->specials[heading][fast][crossing][repairs],
                (struct exit){
                    .heading = (int8_t)heading, .less = less[crossing], .repairs = repairs});
        }
}

static void count_exits(struct soonest *soonest, const struct special_moves *list, struct exit exit)
{
    (void)exit;
    for (int i = 0; i < list->count; i++)
        soonest->first[list->items[i].from]++;
}

/* Backwards, so that `first` ends where it belongs. */
static void keep_exits(struct soonest *soonest, const struct special_moves *list, struct exit exit)
{
    for (int i = 0; i < list->count; i++) {
        exit.to = list->items[i].to;
        exit.in_pits = stock_roads_is_pit(soonest->roads, list->items[i].from) ||
                       stock_roads_is_pit(soonest->roads, exit.to);
        soonest->exits[--soonest->first[list->items[i].from]] = exit;
    }
}

static void list_exits(struct soonest *soonest)
{
    int size = soonest->roads->size;
    soonest->first = memory_allocate((size_t)size + 1, sizeof *soonest->first);
    for_each_list(soonest, count_exits);
    for (int i = 0; i < size; i++)
        soonest->first[i + 1] += soonest->first[i];
    soonest->exits =
        memory_allocate((size_t)number_larger(soonest->first[size], 1), sizeof *soonest->exits);
    for_each_list(soonest, keep_exits);
}

/* --- spreading -------------------------------------------------------------------------------- */

struct spread {
    struct soonest *soonest;
    int *moves; /* to a state */
    int *queue;
    int count, capacity;
    bool in_pits_alone; /* one visit: its moves alone, crossings do not count */
};

static void reach(struct spread *spread, int state, int moves)
{
    if (spread->moves[state] <= moves)
        return;
    spread->moves[state] = moves;
    array_add(spread->queue, spread->count, spread->capacity, state);
}

static int state_of(const struct spread *spread, int phase, int crossings, int heading, int cell)
{
    const struct soonest *soonest = spread->soonest;
    int levels = spread->in_pits_alone ? 1 : soonest->crossings;
    return ((phase * levels + crossings - 1) * HEADING_COUNT + heading) * soonest->roads->size +
           cell;
}

static void leave_by(struct spread *spread, const struct exit *exit, int phase, int crossings,
                     int heading, int moves)
{
    struct soonest *soonest = spread->soonest;
    bool single = spread->in_pits_alone;
    int to = single ? crossings : crossings - exit->less;
    phase |= exit->repairs;
    if (single && !exit->in_pits)
        return;
    if (to == 0)
        soonest->finish[phase][exit->in_pits] =
            number_smaller(soonest->finish[phase][exit->in_pits], moves);
    else if (to <= soonest->crossings || single)
        reach(spread, state_of(spread, phase, to, heading, exit->to), moves);
    if (!single && exit->in_pits)
        soonest->before_pits = number_smaller(soonest->before_pits, moves - 1);
}

static void go_on(struct spread *spread, int state)
{
    const struct soonest *soonest = spread->soonest;
    const struct roads *roads = soonest->roads;
    int levels = spread->in_pits_alone ? 1 : soonest->crossings;
    int cell = state % roads->size, rest = state / roads->size, moves = spread->moves[state] + 1;
    int heading = rest % HEADING_COUNT, crossings = rest / HEADING_COUNT % levels + 1;
    int phase = rest / HEADING_COUNT / levels;
    for (int turn = HEADING_COUNT - 1; turn <= HEADING_COUNT + 1; turn++) {
        int to = (heading + turn) % HEADING_COUNT, cell_to = cell + roads->offsets[to];
        if (cell < roads->tail && roads->road[to][cell] == 0 && !spread->in_pits_alone) {
            reach(spread, state_of(spread, phase, crossings, to, cell_to), moves);
            int banked = (int)heading_turned((enum heading)to, roads->map->turn);
            if (roads->bank[to][cell] == 0)
                reach(spread, state_of(spread, phase, crossings, banked, cell_to), moves);
        }
        for (int i = soonest->first[cell]; i < soonest->first[cell + 1]; i++)
            if (soonest->exits[i].heading == to)
                leave_by(spread, &soonest->exits[i], phase, crossings, to, moves);
    }
}

static void spread_out(struct spread *spread)
{
    for (int i = 0; i < spread->count; i++)
        go_on(spread, spread->queue[i]);
    free(spread->queue);
}

static struct spread begin(struct soonest *soonest, size_t levels, bool in_pits_alone)
{
    size_t states = PHASES * levels * HEADING_COUNT * (size_t)soonest->roads->size;
    struct spread spread = {.soonest = soonest, .in_pits_alone = in_pits_alone};
    spread.moves = memory_allocate(states, sizeof *spread.moves);
    for (size_t i = 0; i < states; i++)
        spread.moves[i] = ROADS_FAR;
    return spread;
}

/* From everywhere outside through the pits and out again. */
static int count_through(struct soonest *soonest)
{
    const struct roads *roads = soonest->roads;
    struct spread spread = begin(soonest, 1, true);
    int least = ROADS_FAR;
    for (int cell = 0; cell < roads->tail; cell++)
        for (int heading = 0; heading < HEADING_COUNT; heading++)
            if (soonest->first[cell] < soonest->first[cell + 1] && !stock_roads_is_pit(roads, cell))
                reach(&spread, state_of(&spread, 0, 1, heading, cell), 0);
    spread_out(&spread);
    for (int cell = 0; cell < roads->tail; cell++)
        for (int heading = 0; heading < HEADING_COUNT && !stock_roads_is_pit(roads, cell);
             heading++)
            least = number_smaller(least, spread.moves[state_of(&spread, 1, 1, heading, cell)]);
    free(spread.moves);
    return least;
}

struct soonest *stock_soonest_make(const struct roads *roads, const struct stock_car *from,
                                   int crossings)
{
    struct soonest *soonest = memory_allocate(1, sizeof *soonest);
    *soonest = (struct soonest){.roads = roads,
                                .from = *from,
                                .crossings = crossings,
                                .finish = {{ROADS_FAR, ROADS_FAR}, {ROADS_FAR, ROADS_FAR}},
                                .before_pits = ROADS_FAR};
    list_exits(soonest);
    struct spread spread = begin(soonest, (size_t)crossings, false);
    int cell = stock_roads_cell(roads, from->at, from->pit);
    reach(&spread, state_of(&spread, 0, crossings, (int)from->heading, cell), 0);
    spread_out(&spread);
    soonest->moves = spread.moves;
    soonest->through = roads->has_repairs ? count_through(soonest) : ROADS_FAR;
    if (from->pit != PIT_OUT)
        soonest->before_pits = soonest->through = 0;
    return soonest;
}

void stock_soonest_free(struct soonest *soonest)
{
    if (!soonest)
        return;
    free(soonest->moves);
    free(soonest->exits);
    free(soonest->first);
    free(soonest);
}

const int *stock_soonest_moves(const struct soonest *soonest, bool repaired, int crossings)
{
    size_t plane = (size_t)HEADING_COUNT * (size_t)soonest->roads->size;
    return &soonest->moves[((size_t)repaired * (size_t)soonest->crossings + (size_t)crossings - 1) *
                           plane];
}

/* --- turns ------------------------------------------------------------------------------------ */

/* By how much speed can change in so many turns: by one a turn, by two with a wild card. */
static int change_within(const struct soonest *soonest, int turns, int cards)
{
    return soonest->from.special == SPECIAL_TURBO ? CHANGES_MOST * turns
                                                  : turns + number_smaller(turns, cards);
}

/* What is driven in so many turns. */
struct stretch {
    int begin, end; /* speed before the first turn; that which a turn behind the last one may have;
                       -1: any */
    int maximum, cards;
};

static int drive(const struct soonest *soonest, const struct stretch *stretch, int turns, int turn)
{
    int speed = stretch->begin + change_within(soonest, turn, stretch->cards);
    int braked = stretch->end + change_within(soonest, turns - turn + 1, stretch->cards);
    speed = number_smaller(speed, stretch->maximum);
    return stretch->end < 0 ? speed : number_larger(0, number_smaller(speed, braked));
}

/* Turns behind which a stretch only grows by turns at its maximum. */
static int turns_to_change(const struct stretch *stretch)
{
    return 2 * (stretch->maximum + 1);
}

/* [turns]: moves, for 0..most turns; freed with free. */
static int *drive_all(const struct soonest *soonest, const struct stretch *stretch, int most)
{
    int *moves = memory_allocate((size_t)most + 1, sizeof *moves);
    for (int turns = 1; turns <= most; turns++) {
        if (turns > turns_to_change(stretch)) {
            moves[turns] = moves[turns - 1] + stretch->maximum;
            continue;
        }
        for (int turn = 1; turn <= turns; turn++)
            moves[turns] += drive(soonest, stretch, turns, turn);
    }
    return moves;
}

/* Up to the pits, slowly through them, and on. */
struct visits {
    struct stretch to, on;
    int *moves_to, *moves_on;
    int slow, slowly; /* turns, moves in them */
    int first;        /* turns after which the car can be in the pits */
};

static struct visits plan_visits(const struct soonest *soonest, const struct soon *soon, int cards,
                                 int most)
{
    int gain = soon->maximum - soonest->from.maximum;
    int count = (gain + REPAIR_MOST - 1) / REPAIR_MOST;
    int each = number_larger(1, (soonest->through + STOCK_PIT_SPEED - 1) / STOCK_PIT_SPEED);
    int repairs = number_smaller(STOCK_PIT_SPEED * count, STOCK_REPAIR * count - gain);
    struct visits visits = {
        .to = {soonest->from.speed, STOCK_PIT_SPEED + CHANGES_MOST, soonest->from.maximum, cards},
        .on = {STOCK_PIT_SPEED, soon->speed, soon->maximum, cards},
        .slow = soon->in_pits ? 1 + (count - 1) * each : count * each};
    visits.moves_to = drive_all(soonest, &visits.to, most);
    visits.moves_on = drive_all(soonest, &visits.on, most);
    visits.slowly = STOCK_PIT_SPEED * (visits.slow - count) + repairs;
    while (visits.first <= most &&
           visits.moves_to[visits.first] + STOCK_PIT_SPEED - 1 < soonest->before_pits)
        visits.first++;
    return visits;
}

/* Wild cards for all the way, those that repairs bring included. */
static int cards_of(const struct soonest *soonest, int maximum)
{
    int gain = maximum - soonest->from.maximum;
    int count = (gain + REPAIR_MOST - 1) / REPAIR_MOST;
    int gained = count == 1 ? gain / 3 : count * REPAIR_CARDS;
    return soonest->from.wild_cards +
           gained * (soonest->from.special == SPECIAL_PERFORMANCE ? 2 : 1);
}

/* Where both stretches are long, it is best to be in the pits sooner: the second one is the faster
 * one. */
static int range_of(const struct visits *visits, int turns)
{
    int driven = turns - visits->slow, most = -1;
    int early = visits->first + turns_to_change(&visits->to);
    int late = driven - turns_to_change(&visits->on);
    for (int to = visits->first; to <= driven; to++) {
        if (to > early && to < late)
            to = late;
        int moves = visits->moves_to[to] + visits->slowly + visits->moves_on[driven - to];
        most = number_larger(most, moves);
    }
    return most;
}

int *stock_soonest_ranges(const struct soonest *soonest, const struct soon *soon, int most)
{
    const struct stock_car *from = &soonest->from;
    int *ranges, cards = cards_of(soonest, soon->maximum) - soon->cards;
    if (soon->maximum > from->maximum) {
        ranges = memory_allocate((size_t)most + 1, sizeof *ranges);
        struct visits visits = plan_visits(soonest, soon, number_larger(cards, 0), most);
        for (int turns = 0; turns <= most; turns++)
            ranges[turns] = range_of(&visits, turns);
        free(visits.moves_to);
        free(visits.moves_on);
    } else {
        struct stretch stretch = {from->speed, soon->speed, soon->maximum, number_larger(cards, 0)};
        ranges = drive_all(soonest, &stretch, most);
    }
    bool same = soon->maximum == from->maximum && soon->speed >= 0;
    for (int turns = 0; turns <= most; turns++)
        if (cards < 0 ||
            (same && abs(soon->speed - from->speed) > change_within(soonest, turns, cards)))
            ranges[turns] = -1;
    return ranges;
}

static int turns_for(const struct soonest *soonest, int maximum, bool in_pits)
{
    enum { AT_LEAST = 256 };
    int moves = soonest->finish[maximum > soonest->from.maximum][in_pits], turns = 1;
    int most = moves / STOCK_LEAST_MAXIMUM + soonest->through + AT_LEAST;
    if (moves == ROADS_FAR)
        return SOONEST_NEVER;
    struct soon soon = {.maximum = maximum, .speed = -1, .in_pits = in_pits};
    int *ranges = stock_soonest_ranges(soonest, &soon, most);
    while (turns <= most && ranges[turns] < moves)
        turns++;
    free(ranges);
    return turns <= most ? turns : SOONEST_NEVER;
}

int stock_soonest_turns(const struct soonest *soonest, int maximum)
{
    return number_smaller(turns_for(soonest, maximum, false), turns_for(soonest, maximum, true));
}
