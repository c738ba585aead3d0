/* A page has one thread: see worker.h. */
#include "base/system/worker.h"

int team_processors(void)
{
    return 1;
}

void team_give_memory_back(void)
{
}

bool worker_is_beside(void)
{
    return false;
}
