/* See hints.h. */
#include "drivers/stock_cars/hints.h"

bool stock_hint_is_best(const struct hints *hints, const struct stock_hint *hint)
{
    return hints->best >= 0 && hint->turns != STOCK_HINT_UNKNOWN &&
           hint->turns == hints->items[hints->best].turns;
}

const struct stock_hint *stock_hint_at(const struct hints *hints, struct point at,
                                       enum heading heading, int moves)
{
    for (int i = 0; i < hints->count; i++) {
        const struct stock_hint *hint = &hints->items[i];
        if (hint->moves == moves && hint->heading == heading && point_equal(hint->at, at))
            return hint;
    }
    return NULL;
}
