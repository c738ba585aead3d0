/* The families of rules that the program knows. */
#include "rules/game.h"
#include "rules/graph_paper/graph_paper.h"

#include <string.h>

const struct game *const games[] = {&graph_paper_game, NULL};

const struct game *game_find(const char *name)
{
    for (const struct game *const *family = games; *family != NULL; family++)
        if (strcmp((*family)->name, name) == 0)
            return *family;
    return NULL;
}
