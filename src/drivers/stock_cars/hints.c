/* See hints.h. */
#include "drivers/stock_cars/hints.h"

#include "base/memory.h"
#include "base/number.h"
#include "drivers/stock_cars/driving.h"
#include "drivers/stock_cars/knowledge.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { CHANGES_MOST = 2, STEERS_MOST = 2, PARTS = 1024 };

/* What makes an order better than another, one after the other; the less, the better. */
enum merit {
    MERIT_IDLE,  /* 1: where turns are known roughly, it comes no nearer to the finish */
    MERIT_TURNS, /* that are left; none known is the most */
    MERIT_PITS,  /* 1: through them */
    MERIT_TO_GO, /* along the course; of who finishes, the part of the turn that it takes */
    MERIT_SLOW,  /* less the speed */
    MERIT_CARDS, /* that it costs */
    MERITS
};

struct judged {
    struct stock_plan plan;
    int merits[MERITS];
};

struct hinting {
    const struct stock_knowledge *knowledge;
    const struct fewest_left *alone; /* exactly; NULL: by what is known roughly */
    struct stock_ways ways;
    struct hints *hints;
    struct judged *judged; /* of each hint */
    int judged_capacity, capacity;
};

static int turns_after(const struct hinting *hinting, const struct stock_car *car)
{
    int crossings = stock_knowledge_crossings(hinting->knowledge, car);
    if (car->status == STOCK_FINISHED)
        return 0;
    int left = hinting->alone ? stock_fewest_left(hinting->alone, car, crossings, NULL) * KNOWN_TURN
                              : stock_knowledge_left(hinting->knowledge, car, NULL);
    return left < 0 ? STOCK_HINT_UNKNOWN : (left + KNOWN_TURN - 1) / KNOWN_TURN;
}

static struct judged judge(const struct hinting *hinting, const struct stock_plan *plan)
{
    const struct stock_knowledge *knowledge = hinting->knowledge;
    const struct stock_car *car = hinting->ways.car, *after = &plan->after;
    bool finishes = after->status == STOCK_FINISHED;
    int turns = turns_after(hinting, after), to_go = stock_knowledge_to_go(knowledge, after);
    return (struct judged){
        *plan,
        {[MERIT_IDLE] = !hinting->alone && to_go >= stock_knowledge_to_go(knowledge, car),
         [MERIT_TURNS] = turns == STOCK_HINT_UNKNOWN ? INT_MAX : turns,
         [MERIT_PITS] = hinting->ways.items[plan->way].in_pits,
         [MERIT_TO_GO] = finishes ? PARTS * after->on / after->of : to_go,
         [MERIT_SLOW] = -after->speed,
         [MERIT_CARDS] = plan->cards}};
}

static bool is_better(const struct judged *judged, const struct judged *than)
{
    int merit = 0;
    while (merit + 1 < MERITS && judged->merits[merit] == than->merits[merit])
        merit++;
    return judged->merits[merit] < than->merits[merit];
}

/* Ways that end alike but for their steers lie near each other. */
static void note(struct hinting *hinting, const struct stock_plan *plan)
{
    struct hints *hints = hinting->hints;
    const struct way *way = &hinting->ways.items[plan->way];
    struct judged judged = judge(hinting, plan);
    int turns = judged.merits[MERIT_TURNS];
    struct stock_hint hint = {.at = way->at,
                              .heading = (enum heading)way->heading,
                              .moves = way->moves,
                              .turns = turns == INT_MAX ? STOCK_HINT_UNKNOWN : turns,
                              .speed = plan->after.speed,
                              .cards = plan->cards};
    struct stock_hint *found =
        (struct stock_hint *)stock_hint_at(hints, hint.at, hint.heading, hint.moves);
    if (!found) {
        int count = hints->count;
        array_add(hinting->judged, count, hinting->judged_capacity, judged);
        array_add(hints->items, hints->count, hinting->capacity, hint);
    } else if (is_better(&judged, &hinting->judged[found - hints->items])) {
        hinting->judged[found - hints->items] = judged;
        *found = hint;
    }
}

static void note_begin(struct hinting *hinting, int begin, bool slips)
{
    const struct stock_ways *ways = &hinting->ways;
    int speed = ways->car->speed + begin + slips;
    struct stock_plan plan;
    if (speed < 0 || speed > ways->car->maximum)
        return;
    for (int i = 0; i < ways->first[speed + 1]; i++) {
        const struct way *way = &ways->items[i];
        bool whole = way->moves == speed || way->finishes;
        for (int end = -CHANGES_MOST; whole && end <= CHANGES_MOST; end++)
            if (way->bags + way->sands == 0 && stock_plan_make(ways, i, begin, end, slips, &plan))
                note(hinting, &plan);
    }
}

static void write_orders(struct hinting *hinting)
{
    struct hints *hints = hinting->hints;
    struct text order = {0};
    hints->best = -1;
    for (int i = 0; i < hints->count; i++) {
        struct stock_hint *hint = &hints->items[i];
        text_clear(&order);
        stock_plan_write(&hinting->ways, &hinting->judged[i].plan, &order);
        if (order.length < STOCK_HINT_ORDER)
            strcpy(hint->order, text_string(&order));
        if (hint->turns != STOCK_HINT_UNKNOWN &&
            (hints->best < 0 || is_better(&hinting->judged[i], &hinting->judged[hints->best])))
            hints->best = i;
    }
    text_free(&order);
}

/* The exact turns from here: found, or prepared (NULL). */
static struct fewest_left *look_from(struct hinting *hinting, const struct stock_car *car,
                                     struct budget *budget)
{
    const struct stock_knowledge *knowledge = hinting->knowledge;
    int crossings = stock_knowledge_crossings(knowledge, car);
    hinting->alone = stock_knowledge_alone(knowledge);
    if (hinting->alone && stock_fewest_left(hinting->alone, car, crossings, NULL) != FEWEST_UNKNOWN)
        return NULL;
    struct fewest_left *found = stock_knowledge_from(knowledge, car, 1, budget);
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
    struct budget part = budget_part(budget, 0, 0);
    struct fewest_left *found = look_from(&hinting, car, &part);
    hinting.hints->rough = !hinting.alone;
    hinting.ways = stock_ways_find(race, number, stock_knowledge_crossings(knowledge, car),
                                   number_smaller(car->speed + CHANGES_MOST + slips, car->maximum),
                                   STEERS_MOST, 0);
    for (int begin = -CHANGES_MOST; begin <= CHANGES_MOST; begin++)
        for (int slip = 0; slip <= (slips && begin >= 0 ? 1 : 0); slip++)
            note_begin(&hinting, begin, slip);
    write_orders(&hinting);
    stock_fewest_left_free(found);
    budget_return(&part);
    stock_ways_free(&hinting.ways);
    free(hinting.judged);
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
