#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "base/system/worker.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sched.h>
#include <unistd.h>

int team_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        count = CPU_COUNT(&allowed);
#endif
    return count < 1 ? 1 : count > 64 ? 64 : (int)count;
}

void team_give_memory_back(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

bool worker_is_beside(void)
{
    return true;
}
