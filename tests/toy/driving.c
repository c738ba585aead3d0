/* The toy's one driver, and its programs, which say "do 2" and "try 2" as in any game. */
#include "toy/toy.h"

static const struct driver_kind kinds[] = {
    {.name = "guesser",
     .title = "Guesser",
     .sentence = "Takes one of the two best numbers, and sometimes the die.",
     .names = {"Gus", "Gina"}}};

/* Whatever it leaves to chance it draws from the race, which was drawn anew for it. */
static void choose(int level, const void *knowledge, const struct race *race, int car,
                   struct budget *budget, struct text *action)
{
    const struct toy_race *toy = toy_race(race);
    const struct road *road = toy_road(toy->setup);
    struct random random = toy->random;
    int at = toy->cars[car - 1].at, best = 1;
    (void)level, (void)knowledge, (void)budget;
    for (int squares = 2; squares <= toy->setup->values[TOY_LONGEST]; squares++)
        if (road_after(road, at, squares) > road_after(road, at, best))
            best = squares;
    uint32_t mood = random_below(&random, 6);
    if (mood == 0)
        text_append(action, "die");
    else
        text_append_format(action, "%d", mood < 3 && best > 1 ? best - 1 : best);
}

static void greet(const struct setup *setup, struct text *into)
{
    text_append_format(into, "game toy\nroad %s\n", toy_road(setup)->squares);
}

static void ask(const struct race *race, int car, struct text *into)
{
    const struct toy_race *toy = toy_race(race);
    (void)car;
    text_append_format(into, "turn %d\n", toy->round);
    for (int i = 0; i < toy->setup->players; i++)
        text_append_format(into, "car %d %d %s\n", i + 1, toy->cars[i].at,
                           toy->cars[i].entry == ENTRY_NONE ? "-" : "entered");
}

static const char *stand_in(const struct race *race, int car, struct text *action)
{
    (void)race, (void)car;
    text_append(action, "1");
    return "The car drives one square";
}

const struct driving toy_driving = {
    .game = &toy_game,
    .kinds = kinds,
    .kind_count = 1,
    .choose = choose,
    .greet = greet,
    .ask = ask,
    .stand_in = stand_in,
};
