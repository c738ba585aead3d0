/* The toy's one driver, and its programs. */
#include "toy/toy.h"

#include "base/json_text.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const struct driver_kind kinds[] = {
    {.name = "guesser",
     .title = "Guesser",
     .sentence = "Takes one of the two best numbers, and sometimes the die.",
     .names = {"Gus", "Gina"}}};

/* The fewest rounds from each square to the end; die apart. */
struct fewest {
    int from[ROAD_MOST];
};

static void *prepare(const struct setup *setup, const atomic_bool *cancelled)
{
    const struct road *road = toy_road(setup);
    struct fewest *fewest = memory_allocate(1, sizeof *fewest);
    (void)cancelled;
    for (int at = road->last - 1; at >= 0; at--) {
        fewest->from[at] = ROAD_MOST;
        for (int squares = 1; squares <= setup->values[TOY_LONGEST]; squares++) {
            int rounds = 1 + fewest->from[road_after(road, at, squares)];
            if (rounds < fewest->from[at])
                fewest->from[at] = rounds;
        }
    }
    return fewest;
}

static int rounds(const void *knowledge)
{
    return ((const struct fewest *)knowledge)->from[0];
}

/* Whatever it leaves to chance it draws from the race, which was drawn anew for it. */
static void choose(int level, const void *knowledge, const struct race *race, int car,
                   const atomic_bool *cancelled, struct text *action)
{
    const struct toy_race *toy = toy_race(race);
    const struct fewest *fewest = knowledge;
    struct random random = toy->random;
    int longest = toy->setup->values[TOY_LONGEST], at = toy->cars[car - 1].at, best = 1;
    (void)level;
    (void)cancelled;
    for (int squares = 2; squares <= longest; squares++)
        if (fewest->from[road_after(toy_road(toy->setup), at, squares)] <=
            fewest->from[road_after(toy_road(toy->setup), at, best)])
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

static enum bot_hearing hear(const struct race *race, int car, const struct text *line,
                             struct text *into, struct error *error)
{
    const char *words = text_string(line);
    if (strncmp(words, "do ", 3) == 0) {
        text_append(into, words + 3);
        return BOT_ACTS;
    }
    if (strncmp(words, "try ", 4) != 0)
        return bot_refuse(line, "do ENTRY", error);
    json_text_open(into, '{');
    bool tried = toy_append_try(race, car, words + 4, into, error);
    json_text_close(into, '}');
    return tried ? BOT_ASKS : BOT_REFUSED;
}

static const char *stand_in(const struct race *race, int car, struct text *action)
{
    (void)race;
    (void)car;
    text_append(action, "1");
    return "The car drives one square";
}

const struct driving toy_driving = {
    .game = &toy_game,
    .kinds = kinds,
    .kind_count = 1,
    .prepare = prepare,
    .forget = free,
    .rounds = rounds,
    .choose = choose,
    .greet = greet,
    .ask = ask,
    .hear = hear,
    .stand_in = stand_in,
};
