/* See placing.h. */
#include "session/placing.h"

#include "session/tally.h"

#include <string.h>

bool placing_of(const struct session *session, struct placing *placing)
{
    struct tally tallies[CAR_LIMIT];
    *placing = (struct placing){.car_count = tally_race(session, tallies)};
    for (int i = 0; i < placing->car_count; i++) {
        int *best = &placing->places[tallies[i].player - 1];
        int place = tallies[i].standing.place;
        placing->cars[i] = tallies[i].car;
        if (place > 0 && (*best == 0 || place < *best))
            *best = place;
    }
    return session_setup(session)->game->over(session_race(session));
}

static bool asks_for_last(const struct setup *setup)
{
    const struct rule_table *table = setup->game->table;
    int field = fields_find(table, "order");
    char buffer[12];
    return field >= 0 && strcmp(fields_print(&table->fields[field], setup->values[field], buffer),
                                "loser_first") == 0;
}

void placing_hand_on(const struct placing *placing, struct setup *setup)
{
    setup->last_count = asks_for_last(setup) ? placing->car_count : 0;
    memcpy(setup->last, placing->cars, (size_t)setup->last_count * sizeof *setup->last);
}
