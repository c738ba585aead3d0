/* The page has the dialog, and says what came of it. */
#include "base/system/host.h"

#include "base/memory.h"
#include "base/system/worker.h"

#include <stdlib.h>

void page_choose(void);            /* of the page */
void page_chose(const char *path); /* called by it */

static char *chosen;

void page_chose(const char *path)
{
    free(chosen);
    chosen = memory_copy_string(path);
    worker_wake();
}

bool dialog_exists(void)
{
    return true;
}

void dialog_open(const char *folder)
{
    (void)folder;
    page_choose();
}

char *dialog_choice(void)
{
    char *choice = chosen;
    chosen = NULL;
    return choice;
}
