/* The XDG base folders; a relative path in the environment is to be ignored, say their rules. */
#include "app/folders.h"

#include "base/file.h"
#include "base/memory.h"

#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

static const char *home_folder(void)
{
    const char *home = getenv("HOME");
    if (home && home[0] == '/')
        return home;
    const struct passwd *entry = getpwuid(getuid());
    return entry && entry->pw_dir ? entry->pw_dir : ".";
}

static char *base_folder(const char *variable, const char *otherwise)
{
    const char *given = getenv(variable);
    char *base =
        given && given[0] == '/' ? memory_copy_string(given) : file_join(home_folder(), otherwise);
    char *ours = file_join(base, "graphprix");
    free(base);
    return ours;
}

char *folders_data(const char *name)
{
    char *base = base_folder("XDG_DATA_HOME", ".local/share");
    char *folder = file_join(base, name);
    free(base);
    return folder;
}

char *folders_config(void)
{
    return base_folder("XDG_CONFIG_HOME", ".config");
}
