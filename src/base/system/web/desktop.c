/* The page has the dialog, and says what came of it. */

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "base/system/program.h"
#include "base/system/worker.h"

#include <stdlib.h>
#include <string.h>

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

/* === modules ================================================================================== */

/* A page is one program, so whatever is loaded elsewhere stands in a table here. */

struct window_options;
int window_run(const struct window_options *options);
int import_run(int argument_count, char **arguments);
int print_run(int argument_count, char **arguments);
int replay_run(int argument_count, char **arguments);
int trace_run(int argument_count, char **arguments);
int worksheet_run(int argument_count, char **arguments);
extern const char import_help[], print_help[], replay_help[], trace_help[], worksheet_help[];

const char module_pictures[] = "pictures";
const char module_window[] = "window";
const char module_together[] = "together", module_broker[] = "broker"; /* a page has neither */

typedef void part(void);
static const struct {
    const char *name;
    part *run;
    const char *help;
} parts[] = {
    {"window_run", (part *)window_run, NULL}, {"import_run", (part *)import_run, NULL},
    {"import_help", NULL, import_help},       {"print_run", (part *)print_run, NULL},
    {"print_help", NULL, print_help},         {"replay_run", (part *)replay_run, NULL},
    {"replay_help", NULL, replay_help},       {"trace_run", (part *)trace_run, NULL},
    {"trace_help", NULL, trace_help},         {"worksheet_run", (part *)worksheet_run, NULL},
    {"worksheet_help", NULL, worksheet_help},
};

void *module_find(const char *module, const char *name, struct error *error)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(parts[i].name, name) == 0) {
            void *found = (void *)(size_t)parts[i].help;
            if (parts[i].run)
                memcpy(&found, &parts[i].run, sizeof found);
            return found;
        }
    error_set(error, "a part of the program is not in this one (%s of %s)", name, module);
    return NULL;
}

struct file_stamp module_stamp(const void *object)
{
    (void)object;
    return (struct file_stamp){0};
}

bool library_find(const char *library, const char *const *names, void **found, int count)
{
    (void)library, (void)names, (void)found, (void)count;
    return false;
}

/* === threads ================================================================================== */

/* A page has one thread: see worker.h. */

int team_processors(void)
{
    return 1;
}

void team_give_memory_back(void)
{
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
