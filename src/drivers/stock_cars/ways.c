/* Ways and orders; see knowledge.h. */
#include "drivers/stock_cars/knowledge.h"

#include "base/memory.h"
#include "base/number.h"
#include "drivers/stock_cars/solver/solver.h"

#include <stdlib.h>
#include <string.h>

enum { LETTERS_MOST = 2, TABLE_SIZE = 1 << 15, TURNS_NEXT = 3 };

/* Which ways of the layer in hand end alike: open addressing, 0 is empty, as the first way of all
 * is in no layer. Only so many slots are in use as the layer needs. */
struct stock_table {
    uint16_t *slots;
    uint32_t size;
};

static bool ends_alike(const struct way *a, const struct way *b)
{
    return point_equal(a->at, b->at) && a->heading == b->heading && a->lefts == b->lefts &&
           a->rights == b->rights && a->crossings == b->crossings && a->banked == b->banked &&
           a->finishes == b->finishes;
}

static int badness(const struct way *way)
{
    return 2 * way->bags + way->sands;
}

static void add(struct stock_ways *ways, struct stock_table *table, const struct way *way)
{
    uint32_t key = (uint32_t)(way->at.y * STOCK_MAP_SIDE + way->at.x);
    key = key * HEADING_COUNT + way->heading;
    key = key * 9 + (uint32_t)(way->lefts * 3 + way->rights);
    key = ((key * 4 + (uint32_t)(way->crossings + 2) % 4) * 2 + way->banked) * UINT32_C(2654435761);
    uint32_t slot = (key >> 16) & (table->size - 1);
    for (; table->slots[slot] > 0; slot = (slot + 1) & (table->size - 1)) {
        struct way *other = &ways->items[table->slots[slot]];
        if (!ends_alike(other, way))
            continue;
        if (badness(way) < badness(other))
            *other = *way;
        return;
    }
    table->slots[slot] = (uint16_t)ways->count;
    array_add(ways->items, ways->count, ways->capacity, *way);
}

static void step_on_tile(const struct stock_ways *ways, struct way *way, char from, char to)
{
    const struct stock_map *map = stock_race_map(ways->race);
    way->bags = (uint8_t)(way->bags + (to == TILE_BAG || to == TILE_FLAT_BAG));
    way->sands = (uint8_t)(way->sands + (to == TILE_SAND));
    way->in_pits |= tile_is_pit(from) || tile_is_pit(to);
    if (from == TILE_BANK && to == TILE_BANK && !way->banked) {
        way->banked = true;
        way->heading = (uint8_t)heading_turned((enum heading)way->heading, map->turn);
    }
}

static void go_on(struct stock_ways *ways, struct stock_table *table, int index, char move,
                  int crossings_most)
{
    struct way way = ways->items[index];
    enum turn turn = move == 'L' ? TURN_LEFT : move == 'R' ? TURN_RIGHT : TURN_NONE;
    struct point from = way.at;
    way.before = index;
    way.move = move;
    way.moves++;
    way.lefts = (uint8_t)(way.lefts + (move == 'L'));
    way.rights = (uint8_t)(way.rights + (move == 'R'));
    way.heading = (uint8_t)heading_turned((enum heading)way.heading, turn);
    way.at = point_add(from, heading_steps[way.heading]);
    char tile = stock_tile(ways->race, way.at);
    if (tile == TILE_OFF || tile == TILE_OIL)
        return;
    way.crossings =
        (int8_t)(way.crossings + stock_map_crossing(stock_race_map(ways->race), from, way.at));
    way.finishes = way.crossings == crossings_most;
    if (!way.finishes)
        step_on_tile(ways, &way, stock_tile(ways->race, from), tile);
    else
        way.in_pits = false;
    add(ways, table, &way);
}

struct stock_ways stock_ways_find(const struct race *race, int number, int crossings,
                                  int moves_most, int steers_most)
{
    const struct stock_car *car = stock_car(race, number);
    struct stock_ways ways = {.race = race, .car = car, .most = moves_most};
    struct stock_table table = {memory_resize(NULL, TABLE_SIZE, sizeof *table.slots), TABLE_SIZE};
    struct way begin = {.at = car->at, .before = -1, .heading = (uint8_t)car->heading};
    ways.first = memory_allocate((size_t)moves_most + 2, sizeof *ways.first);
    array_add(ways.items, ways.count, ways.capacity, begin);
    ways.first[1] = 1;
    for (int moves = 1; moves <= moves_most; moves++) {
        int most = TURNS_NEXT * (ways.first[moves] - ways.first[moves - 1]);
        for (table.size = 16; table.size < TABLE_SIZE && (int)table.size < 2 * most;)
            table.size *= 2;
        memset(table.slots, 0, table.size * sizeof *table.slots);
        for (int i = ways.first[moves - 1]; i < ways.first[moves]; i++) {
            if (ways.items[i].finishes || ways.count >= TABLE_SIZE / 2)
                continue;
            go_on(&ways, &table, i, 'M', crossings);
            if (ways.items[i].lefts < steers_most)
                go_on(&ways, &table, i, 'L', crossings);
            if (ways.items[i].rights < steers_most)
                go_on(&ways, &table, i, 'R', crossings);
        }
        ways.first[moves + 1] = ways.count;
    }
    free(table.slots);
    return ways;
}

/* --- orders ----------------------------------------------------------------------------------- */

static void break_limit(struct stock_car *car)
{
    int maximum = car->gained_maximum;
    car->maximum = number_larger(STOCK_LEAST_MAXIMUM, car->maximum - maximum);
    car->speed = number_smaller(car->speed, car->maximum);
    car->wild_cards -= number_smaller(car->gained_cards, car->wild_cards);
    car->pit = PIT_BROKEN;
}

/* The pits on the way (4.5); without bags there, so the speed is that of the beginning. */
static void pass_pits(const struct stock_ways *ways, int index, struct stock_car *car)
{
    const struct way *way = &ways->items[index];
    if (way->before < 0)
        return;
    pass_pits(ways, way->before, car);
    char from = stock_tile(ways->race, ways->items[way->before].at);
    char to = stock_tile(ways->race, way->at);
    if (!tile_is_pit(from) && !tile_is_pit(to))
        return;
    if (!tile_is_pit(from)) {
        car->pit = PIT_CLEAR;
        car->gained_maximum = car->gained_cards = 0;
    }
    if (way->moves > 0 && car->pit != PIT_BROKEN && car->speed > STOCK_PIT_SPEED)
        break_limit(car);
    else if (car->pit == PIT_CLEAR && from == TILE_PIT_MARK && to != TILE_PIT_MARK) {
        car->gained_maximum = STOCK_REPAIR - car->speed;
        car->gained_cards = car->gained_maximum / 3 * (car->special == SPECIAL_PERFORMANCE ? 2 : 1);
        car->maximum += car->gained_maximum;
        car->wild_cards += car->gained_cards;
        car->pit = PIT_SERVED;
    }
    if (!tile_is_pit(to))
        car->pit = PIT_OUT;
}

bool stock_plan_make(const struct stock_ways *ways, int index, int begin, int end, bool slips,
                     struct stock_plan *plan)
{
    const struct way *way = &ways->items[index];
    struct stock_car *car = &plan->after;
    int cards = stock_turn_cost(ways->car->special, begin, end, way_is_dear(way));
    bool nothing_after = way->moves == 0 || way->finishes;
    if (cards < 0 || cards > ways->car->wild_cards || (nothing_after && end != 0))
        return false;
    *plan = (struct stock_plan){index, begin, end, slips, cards, *ways->car};
    car->at = way->at;
    car->heading = (enum heading)way->heading;
    car->speed = ways->car->speed + begin + slips;
    car->wild_cards -= cards;
    car->crossings += way->crossings;
    car->order = NULL;
    if (way->finishes) {
        car->status = STOCK_FINISHED;
        car->on = way->moves;
        car->of = car->speed;
        return true;
    }
    if (way->in_pits)
        pass_pits(ways, index, car);
    car->speed = number_larger(0, number_smaller(car->speed, car->maximum) - way->bags);
    car->speed = number_larger(0, number_smaller(car->speed + end, car->maximum));
    if (car->pit != PIT_OUT && car->pit != PIT_BROKEN && car->speed > STOCK_PIT_SPEED)
        break_limit(car);
    return true;
}

/* A letter with its mark, if it is a second that is to have one. */
static void write_letter(char letter, int *written, int *marks, struct text *into)
{
    bool marked = ++*written == LETTERS_MOST && *marks > 0;
    *marks -= marked;
    text_append_format(into, marked ? "(%c+1)" : "%c", letter);
}

struct writing {
    int added, taken, steers[2], change_marks, steer_marks;
};

static void write_changes(struct writing *writing, int changes, struct text *into)
{
    for (int i = 0; i < abs(changes); i++)
        write_letter(changes > 0 ? 'A' : 'B', changes > 0 ? &writing->added : &writing->taken,
                     &writing->change_marks, into);
}

static void write_ahead(int count, struct text *into)
{
    for (; count > 1; count -= 99)
        text_append_format(into, "(%dM)", number_smaller(count, 99));
    if (count == 1)
        text_append(into, "M");
}

static void write_moves(const struct stock_ways *ways, struct writing *writing,
                        const struct stock_plan *plan, struct text *into)
{
    const struct way *last = &ways->items[plan->way];
    char *moves = memory_allocate((size_t)last->moves + 1, 1);
    int ahead = ways->car->speed + plan->begin + plan->slips - last->moves;
    for (const struct way *way = last; way->before >= 0; way = &ways->items[way->before])
        moves[way->moves - 1] = way->move;
    int run = 0;
    for (int i = 0; i < last->moves; i++) {
        if (moves[i] == 'M') {
            run++;
            continue;
        }
        write_ahead(run, into);
        run = 0;
        write_letter(moves[i], &writing->steers[moves[i] == 'L'], &writing->steer_marks, into);
    }
    write_ahead(run + ahead, into);
    free(moves);
}

/* What a finisher does not drive any more is written, too: moves ahead. */
void stock_plan_write(const struct stock_ways *ways, const struct stock_plan *plan,
                      struct text *into)
{
    const struct way *way = &ways->items[plan->way];
    enum stock_special special = ways->car->special;
    struct writing writing = {
        .change_marks = stock_turn_cost(special, plan->begin, plan->end, false),
        .steer_marks = stock_turn_cost(special, 0, 0, way_is_dear(way)),
    };
    size_t length = into->length;
    if (plan->slips)
        text_append(into, "S");
    write_changes(&writing, plan->begin, into);
    write_moves(ways, &writing, plan, into);
    write_changes(&writing, plan->end, into);
    if (into->length == length)
        text_append(into, "-");
}
