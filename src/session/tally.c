/* Counting a session's events; nothing is kept. */
#include "session/tally.h"

#include "base/memory.h"
#include "drivers/driving.h"

#include <stdlib.h>
#include <string.h>

static int by_place(const void *a, const void *b)
{
    const struct tally *left = a, *right = b;
    int left_place = left->standing.place ? left->standing.place : CAR_LIMIT + 1;
    int right_place = right->standing.place ? right->standing.place : CAR_LIMIT + 1;
    return left_place != right_place ? left_place - right_place : left->car - right->car;
}

/* All events of the first steps, in one row; the caller frees it. */
static struct told_event *take_events(const struct session *session, int steps, int *count)
{
    int total = 0;
    for (int i = 0; i < steps; i++)
        total += session_step(session, i).event_count;
    struct told_event *events = memory_allocate((size_t)total + 1, sizeof *events);
    *count = 0;
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        for (int j = 0; j < step.event_count; j++)
            events[(*count)++] = (struct told_event){&step.events[j], step.round};
    }
    return events;
}

static int cars_before(const struct game *game, const struct race *race, int car)
{
    int count = 0;
    for (int other = 1; other < car; other++)
        count += game->player_of(race, other) == game->player_of(race, car);
    return count;
}

int tally_race_after(const struct session *session, int steps, struct tally tallies[CAR_LIMIT])
{
    const struct race *race = session_race_after(session, steps);
    const struct game *game = session_setup(session)->game;
    struct standing standings[CAR_LIMIT];
    int event_count, car_count = game->car_count(race);
    struct told_event *events = take_events(session, steps, &event_count);
    game->tally(race, events, event_count, standings);
    free(events);
    for (int i = 0; i < car_count; i++)
        tallies[i] = (struct tally){.car = i + 1,
                                    .player = game->player_of(race, i + 1),
                                    .car_of_player = 1 + cars_before(game, race, i + 1),
                                    .standing = standings[i]};
    qsort(tallies, (size_t)car_count, sizeof *tallies, by_place);
    return car_count;
}

int tally_race(const struct session *session, struct tally tallies[CAR_LIMIT])
{
    return tally_race_after(session, session_step_count(session), tallies);
}

bool tally_is_in_one_go(const struct session *session, const struct tally *tally)
{
    const struct player *player = session_player(session, tally->player);
    const struct standing *standing = &tally->standing;
    return standing->finished && standing->rounds > 0 && !standing->by_points &&
           driver_is_human(player->driver) && !session_took_back(session, tally->car);
}

bool placing_of(const struct session *session, struct placing *placing)
{
    struct tally tallies[CAR_LIMIT] = {0};
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
