/* See folder.h. */
#include "folder.h"

#include "base/system/file.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[512];

const char *folder_make(void)
{
    const char *place = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/graphprix-test-XXXXXX", place != NULL ? place : P_tmpdir);
    const char *made = mkdtemp(folder);
    assert(made != NULL);
    return made;
}

char *folder_path(const char *name)
{
    return file_join(folder, name);
}

void folder_empty(void)
{
    int count = 0;
    char **names = file_list_folder(folder, "", &count);
    for (int i = 0; i < count; i++) {
        char *path = folder_path(names[i]);
        unlink(path);
        free(path);
    }
    file_free_names(names, count);
}

void folder_remove(void)
{
    folder_empty();
    rmdir(folder);
}

int folder_set_up(void **state)
{
    (void)state;
    folder_make();
    return 0;
}

int folder_tear_down(void **state)
{
    (void)state;
    folder_remove();
    return 0;
}
