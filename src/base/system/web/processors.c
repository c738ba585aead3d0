/* A page has one thread: see team.h. */
#include "base/system/team.h"

int team_processors(void)
{
    return 1;
}
