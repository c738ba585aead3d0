/* See hints.h. */
#include "drivers/stock_cars/hints.h"

#include "base/memory.h"
#include "base/number.h"
#include "drivers/stock_cars/driving.h"
#include "drivers/stock_cars/knowledge.h"
#include "drivers/stock_cars/ways.h"

#include <stdlib.h>
#include <string.h>

enum { CHANGES_MOST = 2, STEERS_MOST = 2 };

struct hinting {
    const struct stock_knowledge *knowledge;
    const struct turns *alone; /* exactly; NULL: by what is known */
    struct ways ways;
    struct hints *hints;
    struct plan *plans; /* of each hint */
    int plan_capacity, capacity;
};

static int turns_after(const struct hinting *hinting, const struct stock_car *car)
{
    int crossings = stock_knowledge_crossings(hinting->knowledge, car);
    if (car->status == STOCK_FINISHED)
        return 0;
    int left = hinting->alone ? stock_turns_left(hinting->alone, car, crossings) * KNOWN_TURN
                              : stock_knowledge_left(hinting->knowledge, car, NULL);
    return left < 0 ? STOCK_HINT_UNKNOWN : (left + KNOWN_TURN - 1) / KNOWN_TURN;
}

static bool is_better(int turns, int cards, const struct stock_hint *than)
{
    if (turns == STOCK_HINT_UNKNOWN || than->turns == STOCK_HINT_UNKNOWN)
        return turns != STOCK_HINT_UNKNOWN && turns != than->turns;
    return turns != than->turns ? turns < than->turns : cards < than->cards;
}

/* Ways that end alike but for their steers lie near each other. */
static void note(struct hinting *hinting, const struct plan *plan)
{
    struct hints *hints = hinting->hints;
    const struct way *way = &hinting->ways.items[plan->way];
    struct stock_hint hint = {.at = way->at,
                              .heading = (enum heading)way->heading,
                              .moves = way->moves,
                              .turns = turns_after(hinting, &plan->after),
                              .cards = plan->cards};
    struct stock_hint *found =
        (struct stock_hint *)stock_hint_at(hints, hint.at, hint.heading, hint.moves);
    if (!found) {
        int plans = hints->count;
        array_add(hinting->plans, plans, hinting->plan_capacity, *plan);
        array_add(hints->items, hints->count, hinting->capacity, hint);
    } else if (is_better(hint.turns, hint.cards, found)) {
        hinting->plans[found - hints->items] = *plan;
        *found = hint;
    }
}

static void note_begin(struct hinting *hinting, int begin, bool slips)
{
    const struct ways *ways = &hinting->ways;
    int speed = ways->car->speed + begin + slips;
    struct plan plan;
    if (speed < 0 || speed > ways->car->maximum)
        return;
    for (int i = 0; i < ways->first[speed + 1]; i++)
        for (int end = -CHANGES_MOST; end <= CHANGES_MOST; end++)
            if ((ways->items[i].moves == speed || ways->items[i].finishes) &&
                stock_plan_make(ways, i, begin, end, slips, &plan))
                note(hinting, &plan);
}

static void write_orders(struct hinting *hinting)
{
    struct hints *hints = hinting->hints;
    struct text order = {0};
    hints->best = -1;
    for (int i = 0; i < hints->count; i++) {
        struct stock_hint *hint = &hints->items[i];
        text_clear(&order);
        stock_plan_write(&hinting->ways, &hinting->plans[i], &order);
        if (order.length < STOCK_HINT_ORDER)
            strcpy(hint->order, text_string(&order));
        if (hint->turns != STOCK_HINT_UNKNOWN &&
            (hints->best < 0 || is_better(hint->turns, hint->cards, &hints->items[hints->best])))
            hints->best = i;
    }
    text_free(&order);
}

/* Where turns are known exactly, those from here: found, or prepared (NULL). */
static struct turns *look_from(struct hinting *hinting, const struct stock_car *car,
                               struct budget *budget)
{
    const struct stock_knowledge *knowledge = hinting->knowledge;
    int crossings = stock_knowledge_crossings(knowledge, car);
    if (!stock_knowledge_is_exact(knowledge))
        return NULL;
    hinting->alone = stock_knowledge_alone(knowledge);
    if (hinting->alone && car->special == SPECIAL_NONE &&
        stock_turns_left(hinting->alone, car, crossings) != TURNS_UNKNOWN)
        return NULL;
    struct turns *found = stock_knowledge_from(knowledge, car, budget);
    hinting->alone = found;
    return found;
}

struct hints *stock_hints_find(const void *knowledge, const struct race *race, int number,
                               const struct point *place, struct budget *budget)
{
    struct hinting hinting = {.knowledge = knowledge,
                              .hints = memory_allocate(1, sizeof *hinting.hints)};
    (void)place;
    hinting.hints->best = -1;
    if (stock_choosing_specials(race))
        return hinting.hints;
    const struct stock_car *car = stock_car(race, number);
    bool slips = stock_plan_may_slip(race, number);
    struct turns *found = look_from(&hinting, car, budget);
    hinting.ways = stock_ways_find(race, number, stock_knowledge_crossings(knowledge, car),
                                   number_smaller(car->speed + CHANGES_MOST + slips, car->maximum),
                                   STEERS_MOST, 0);
    for (int begin = -CHANGES_MOST; begin <= CHANGES_MOST; begin++)
        for (int slip = 0; slip <= (slips && begin >= 0 ? 1 : 0); slip++)
            note_begin(&hinting, begin, slip);
    write_orders(&hinting);
    stock_turns_free(found);
    stock_ways_free(&hinting.ways);
    free(hinting.plans);
    return hinting.hints;
}

void stock_hints_free(struct hints *hints)
{
    if (hints)
        free(hints->items);
    free(hints);
}

bool stock_hint_is_best(const struct hints *hints, const struct stock_hint *hint)
{
    return hints->best >= 0 && hint->turns != STOCK_HINT_UNKNOWN &&
           hint->turns == hints->items[hints->best].turns;
}

const struct stock_hint *stock_hint_at(const struct hints *hints, struct point at,
                                       enum heading heading, int moves)
{
    for (int i = hints->count - 1; i >= 0; i--) {
        const struct stock_hint *hint = &hints->items[i];
        if (hint->moves == moves && hint->heading == heading && point_equal(hint->at, at))
            return hint;
    }
    return NULL;
}
