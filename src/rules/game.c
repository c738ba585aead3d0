/* What can be asked of any game. */
#include "rules/game.h"

#include <string.h>

const struct game *game_find(const char *name)
{
    for (const struct game *const *game = games; *game != NULL; game++)
        if (strcmp((*game)->name, name) == 0)
            return *game;
    return NULL;
}

struct race *race_copy_for(const struct race *race, int car, uint64_t seed)
{
    const struct game *game = race->game;
    return game->copy_for ? game->copy_for(race, car, seed) : game->copy(race);
}

void race_tell_standing(const struct race *race, int car, struct standing *into)
{
    race->game->standing(race, car, into);
    race->game->say_standing(race, car, into);
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
