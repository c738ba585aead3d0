/* Modules are shared objects beside the program. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "base/system/file.h"

#include <dlfcn.h>
#include <stdio.h>

const char module_pictures[] = "libgraphprix-pictures.so";
const char module_window[] = "libgraphprix-window.so";

void *module_find(const char *module, const char *name, struct error *error)
{
    void *found = dlsym(RTLD_DEFAULT, name);
    if (found != NULL)
        return found;
    static const char *const places[] = {".", "../lib/graphprix"};
    enum { PLACES = sizeof places / sizeof *places };
    char folder[4096];
    char path[sizeof folder + 64];
    folders_program(folder, sizeof folder);
    for (int i = 0; i < PLACES; i++) {
        snprintf(path, sizeof path, "%s/%s/%s", folder, places[i], module);
        if (i + 1 == PLACES || file_exists(path))
            break;
    }
    void *loaded = dlopen(path, RTLD_LAZY | RTLD_GLOBAL);
    found = loaded != NULL ? dlsym(loaded, name) : NULL;
    if (found == NULL)
        error_set(error, "a part of the program cannot be loaded (%s)", dlerror());
    return found;
}

bool library_find(const char *library, const char *const *names, void **found, int count)
{
    void *loaded = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    for (int i = 0; i < count; i++)
        if (loaded == NULL || (found[i] = dlsym(loaded, names[i])) == NULL)
            return false;
    return true;
}
