/* Threads. The commands alone are there on Windows so far: no window,
 * so neither dialog nor loop, and nothing that draws. */
#include "base/system/file.h"
#include "base/system/worker.h"

#include <windows.h>

/* === modules ================================================================================== */

const char module_pictures[] = "pictures", module_window[] = "window";
const char module_together[] = "together", module_broker[] = "broker"; /* there is neither */

void *module_find(const char *module, const char *name, struct error *error)
{
    error_set(error, "a part of the program is not in this one (%s of %s)", name, module);
    return NULL;
}

bool library_find(const char *library, const char *const *names, void **found, int count)
{
    (void)library, (void)names, (void)found, (void)count;
    return false;
}

/* === threads ================================================================================== */

int team_processors(void)
{
    DWORD_PTR ours = 0, all = 0;
    int count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &ours, &all))
        for (; ours; ours &= ours - 1)
            count++;
    return count < 1 ? 1 : count;
}

void team_give_memory_back(void)
{
}

bool worker_thread(pthread_t *thread, void *(*run)(void *data), void *data)
{
    return pthread_create(thread, NULL, run, data) == 0;
}

bool worker_is_beside(void)
{
    return true;
}
