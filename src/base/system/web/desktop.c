/* The page has the dialog, and says what came of it. */

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "base/system/program.h"
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

/* It is asked for nothing else: what is saved is fetched from it as a file. */

bool desktop_can(enum desktop_deed deed)
{
    (void)deed;
    return false;
}

struct aside *desktop_open(const char *path)
{
    (void)path;
    return NULL;
}

struct aside *desktop_print(const char *path, const char *title, const char *paper)
{
    (void)path, (void)title, (void)paper;
    return NULL;
}

struct aside *desktop_ask_where(const char *proposed)
{
    (void)proposed;
    return NULL;
}

void aside_free(struct aside *aside)
{
    (void)aside;
}

enum aside_state aside_state(const struct aside *aside)
{
    (void)aside;
    return ASIDE_FAILED;
}

const char *aside_said(const struct aside *aside)
{
    (void)aside;
    return "";
}

char *folders_documents(void)
{
    return folders_data("pictures");
}

/* === loop ===================================================================================== */

/* The page's frames turn the loop. */

/* As <emscripten.h> has it, which other compilers do not find. */
void emscripten_set_main_loop_arg(void (*frame)(void *data), void *data, int per_second,
                                  int never_returns);
void emscripten_cancel_main_loop(void);

static bool (*turned)(void *data, bool may_wait);

static void frame(void *data)
{
    if (!turned(data, false))
        emscripten_cancel_main_loop();
}

void loop_run(bool (*pass)(void *data, bool may_wait), void *data)
{
    turned = pass;
    emscripten_set_main_loop_arg(frame, data, 0, 1);
}

/* === threads ================================================================================== */

/* A page has one thread: see worker.h. */

int team_processors(void)
{
    return 1;
}

bool worker_thread(pthread_t *thread, void *(*run)(void *data), void *data)
{
    (void)thread, (void)run, (void)data;
    return false;
}

bool worker_is_beside(void)
{
    return false;
}
