/* The XDG base folders; a relative path in the environment is to be ignored, say their rules. */
#include "base/system/file.h"

#include "base/memory.h"

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
