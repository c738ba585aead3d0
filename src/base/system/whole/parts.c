/* Where the program is one file, a page or one for Windows, whatever is loaded elsewhere stands in
 * a table here. */
#include "base/system/file.h"
#include "base/system/host.h"
#include "base/system/program.h"
#include "base/system/worker.h"

#include <string.h>

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
const char module_together[] = "together", module_broker[] = "broker"; /* there is neither */

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

void team_give_memory_back(void)
{
}

/* === aside ==================================================================================== */

/* What such a system can be asked for it does itself (desktop.c in its folder). */
struct aside *aside_start(const char *const *words, enum aside_stream kept)
{
    (void)words, (void)kept;
    return NULL;
}

enum aside_state aside_wait(const struct aside *aside, int milliseconds)
{
    (void)milliseconds;
    return aside_state(aside);
}
