/* See specials.h. */
#include "drivers/stock_cars/specials.h"

#include "drivers/stock_cars/level.h"

#include <limits.h>

enum { TURNS_MOST = 48, SEED = 1 };

/* How a drive ended: the lower `turns`, the better, then the more cards. */
struct drive {
    int turns; /* driven and left, in parts of a turn; of the last one so much as the car needed */
    int cards;
};

static int turns_of(const struct stock_knowledge *knowledge, const struct race *race,
                    const struct event_list *last, int turns)
{
    const struct stock_car *car = stock_car(race, 1);
    for (int i = 0; i < last->count; i++) {
        const struct stock_event *event = stock_event(&last->items[i]);
        if (event->type == STOCK_EVENT_FINISHED)
            return (turns - 1) * KNOWN_TURN + KNOWN_TURN * event->move / event->of;
    }
    int left = stock_knowledge_left(knowledge, car, NULL);
    return left == KNOWN_UNKNOWN ? INT_MAX : turns * KNOWN_TURN + left;
}

static struct drive drive_with(const struct stock_knowledge *knowledge, const struct setup *setup,
                               enum stock_special special, struct budget *budget)
{
    struct race *race = stock_cars_game.begin(setup);
    struct event_list events = {0};
    struct text action = {0};
    struct error error;
    int turns = 0;
    text_append_format(&action, "special %s", stock_special_name(special));
    while (stock_cars_game.apply(race, 1, text_string(&action), &events, &error) &&
           !stock_cars_game.over(race) && turns < TURNS_MOST && !budget_is_cancelled(budget)) {
        struct race *known = race_copy_for(race, 1, SEED);
        text_clear(&action);
        stock_level_choose(STOCK_ACE, knowledge, known, 1, &action);
        stock_cars_game.free(known);
        event_list_clear(&events);
        turns++;
    }
    struct drive drive = {turns_of(knowledge, race, &events, turns),
                          stock_car(race, 1)->wild_cards};
    event_list_free(&events);
    text_free(&action);
    stock_cars_game.free(race);
    return drive;
}

enum stock_special stock_special_that_suits(const struct setup *setup, struct budget *budget)
{
    static const enum stock_special specials[] = {SPECIAL_PERFORMANCE, SPECIAL_TURBO,
                                                  SPECIAL_SWAYBARS};
    enum stock_special best = SPECIAL_PERFORMANCE;
    struct setup alone = *setup;
    struct drive least = {INT_MAX, 0};
    alone.players = 1;
    alone.seed = SEED;
    if (setup->values[STOCK_SPECIALS] != STOCK_ON)
        return best;
    struct budget part = budget_part(budget, STOCK_BYTES_MOST, STOCK_STEPS_MOST);
    struct stock_knowledge *knowledge = stock_knowledge_glance(&alone, &part);
    for (int i = 0; i < 3 && knowledge; i++) {
        struct drive drive = drive_with(knowledge, &alone, specials[i], budget);
        bool better =
            drive.turns < least.turns || (drive.turns == least.turns && drive.cards > least.cards);
        if (better && !budget_is_cancelled(budget)) {
            best = specials[i];
            least = drive;
        }
    }
    stock_knowledge_free(knowledge);
    budget_return(&part);
    return best;
}
