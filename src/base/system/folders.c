/* The XDG base folders, and what is loaded from beside the program, which uses what the program
 * holds of the floors below; a relative path in the environment is to be ignored, say their rules.
 */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "base/system/folders.h"

#include "base/memory.h"
#include "base/system/file.h"

#include <dlfcn.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *home_folder(void)
{
    const char *home = getenv("HOME");
    if (home && home[0] == '/')
        return home;
    const struct passwd *entry = getpwuid(getuid());
    return entry && entry->pw_dir ? entry->pw_dir : ".";
}

static char *folder_in(const char *variable, const char *otherwise, const char *name)
{
    const char *given = getenv(variable);
    char *base =
        given && given[0] == '/' ? memory_copy_string(given) : file_join(home_folder(), otherwise);
    char *folder = file_join(base, name);
    free(base);
    return folder;
}

static const char data_home[] = ".local/share";

char *folders_data(const char *name)
{
    char *base = folder_in("XDG_DATA_HOME", data_home, "graphprix");
    char *folder = file_join(base, name);
    free(base);
    return folder;
}

char *folders_config(void)
{
    return folder_in("XDG_CONFIG_HOME", ".config", "graphprix");
}

char *folders_cache(void)
{
    return folder_in("XDG_CACHE_HOME", ".cache", "graphprix");
}

char *folders_trash(void)
{
    return folder_in("XDG_DATA_HOME", data_home, "Trash");
}

void folders_program(char *into, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", into, size - 1);
    into[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(into, '/');
    if (slash == NULL)
        snprintf(into, size, ".");
    else
        *slash = '\0';
}

const char module_pictures[] = "libgraphprix-pictures.so";
const char module_window[] = "libgraphprix-window.so";

static void *load(const char *module)
{
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
    return dlopen(path, RTLD_LAZY | RTLD_GLOBAL);
}

void *module_find(const char *module, const char *name, struct error *error)
{
    void *found = dlsym(RTLD_DEFAULT, name);
    if (found != NULL)
        return found;
    void *loaded = load(module);
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
