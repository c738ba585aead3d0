/* The games that the program knows, and what can be asked of any. */
#include "rules/game.h"

#include "rules/graph_paper/graph_paper.h"

#include <string.h>

const struct game *const games[] = {&graph_paper_game, NULL};

const struct game *game_find(const char *name)
{
    for (const struct game *const *game = games; *game != NULL; game++)
        if (strcmp((*game)->name, name) == 0)
            return *game;
    return NULL;
}

int race_next_car(const struct race *race)
{
    int cars[CAR_LIMIT];
    bool secret;
    return race->game->owes(race, cars, &secret) > 0 ? cars[0] : 0;
}

bool race_owes(const struct race *race, int car)
{
    int cars[CAR_LIMIT];
    bool secret;
    int count = race->game->owes(race, cars, &secret);
    for (int i = 0; i < count; i++)
        if (cars[i] == car)
            return true;
    return false;
}

bool race_is_secret(const struct race *race)
{
    int cars[CAR_LIMIT];
    bool secret;
    return race->game->owes(race, cars, &secret) > 0 && secret;
}
