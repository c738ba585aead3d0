/* The table of drivers of stock cars. */
#include "drivers/stock_cars/driving.h"

#include "drivers/stock_cars/level.h"
#include "drivers/stock_cars/specials.h"

static const struct driver_kind kinds[STOCK_LEVELS] = {
    {.name = "rookie",
     .title = "Rookie",
     .sentence = "Keeps on the road, spares its wild cards, and often brakes too early.",
     .names = {"Rosie", "Rupert", "Ruby", "Ralph"}},
    {.name = "club",
     .title = "Club",
     .sentence = "Knows the fast way round, but brakes too early once in four turns.",
     .names = {"Carol", "Chester", "Connie", "Clyde"}},
    {.name = "pro",
     .title = "Pro",
     .sentence =
         "Sees the best way on and keeps out of two rivals' way, with a slip in nine turns.",
     .names = {"Patty", "Preston", "Pearl", "Percy"}},
    {.name = "ace",
     .title = "Ace",
     .sentence = "Sees the best way on, and where everybody near it will end the turn.",
     .names = {"Ada", "Angus", "April", "Abel"}},
};

static void *prepare(const struct setup *setup, struct budget *budget)
{
    enum stock_special special = stock_special_that_suits(setup, budget);
    return budget_is_cancelled(budget) ? NULL : stock_knowledge_make(setup, special);
}

static bool complete(void *knowledge, struct budget *budget)
{
    return stock_knowledge_sweep(knowledge, budget);
}

static void forget(void *knowledge)
{
    stock_knowledge_free(knowledge);
}

static int rounds(const void *knowledge)
{
    return stock_knowledge_rounds(knowledge);
}

static void choose(int level, const void *knowledge, const struct race *race, int car,
                   struct budget *budget, struct text *action)
{
    (void)budget;
    stock_level_choose((enum stock_level)level, knowledge, race, car, action);
}

const struct driving stock_cars_driving = {
    .game = &stock_cars_game,
    .kinds = kinds,
    .kind_count = STOCK_LEVELS,
    .substitute = STOCK_CLUB,
    .prepare = prepare,
    .complete = complete,
    .forget = forget,
    .rounds = rounds,
    .choose = choose,
    .find_hints = stock_hints_find,
    .free_hints = stock_hints_free,
    .prove = stock_prove,
    .par_of = stock_par_of,
    .has_par = stock_has_par,
    .extras = "a special",
    .find_par = stock_find_par,
    .find_line = stock_find_line,
    .greet = stock_greet,
    .ask = stock_ask,
    .stand_in = stock_stand_in,
};
