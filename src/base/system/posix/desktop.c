/* What a desktop has and a page has not: a dialog, modules beside the program, threads. */
#define _GNU_SOURCE /* RTLD_DEFAULT, sched_getaffinity */

#include "base/system/host.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/program.h"
#include "base/system/worker.h"
#include "base/text.h"

#include <dlfcn.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* The latest one: zenity, which prints one path, or nothing when it was closed. */
static struct aside *dialog;

bool dialog_exists(void)
{
    return file_program_exists("zenity");
}

void dialog_open(const char *folder)
{
    struct text place = {0};
    text_append_format(&place, "--filename=%s/", folder);
    const char *const words[] = {
        "zenity",
        "--file-selection",
        "--title=Open a track, a race or a photo of a track",
        place.data,
        "--file-filter=Tracks, races and photos | *.svg *.race *.jpg *.jpeg *.png "
        "*.JPG *.JPEG *.PNG",
        NULL};
    aside_free(dialog);
    dialog = aside_start(words, ASIDE_OUTPUT);
    text_free(&place);
}

char *dialog_choice(void)
{
    if (!dialog || aside_state(dialog) == ASIDE_RUNS)
        return NULL;
    const char *said = aside_said(dialog);
    char *choice = said[0] ? memory_copy_string(said) : NULL;
    aside_free(dialog);
    dialog = NULL;
    return choice;
}

/* Its program for it. */
bool desktop_can(enum desktop_deed deed)
{
    static const char *const programs[] = {
        [DESKTOP_OPENS] = "xdg-open", [DESKTOP_PRINTS] = "lp", [DESKTOP_ASKS_WHERE] = "zenity"};
    return file_program_exists(programs[deed]);
}

struct aside *desktop_open(const char *path)
{
    return aside_start((const char *const[]){"xdg-open", path, NULL}, ASIDE_NOTHING);
}

struct aside *desktop_print(const char *path, const char *title, const char *paper)
{
    char media[40];
    snprintf(media, sizeof media, "media=%c%s", paper[0] == 'l' ? 'L' : paper[0], paper + 1);
    const char *const words[] = {"lp", "-t",  title, "-o", "print-scaling=none",
                                 "-o", media, "--",  path, NULL};
    return aside_start(words, ASIDE_ERRORS);
}

struct aside *desktop_ask_where(const char *proposed)
{
    struct text name = {0};
    text_append_format(&name, "--filename=%s", proposed);
    struct aside *asked =
        aside_start((const char *const[]){"zenity", "--file-selection", "--save",
                                          "--confirm-overwrite", "--title=Save the pages as",
                                          name.data, "--file-filter=PDF | *.pdf", NULL},
                    ASIDE_OUTPUT);
    text_free(&name);
    return asked;
}

char *folders_documents(void)
{
    struct aside *asked =
        aside_start((const char *const[]){"xdg-user-dir", "DOCUMENTS", NULL}, ASIDE_OUTPUT);
    bool told = asked && aside_wait(asked, 1000) == ASIDE_DONE && aside_said(asked)[0] == '/';
    const char *home = getenv("HOME");
    char *documents = told ? memory_copy_string(aside_said(asked))
                           : file_join(home && home[0] ? home : ".", "Documents");
    char *folder = file_join(documents, "Graph Prix");
    free(documents);
    aside_free(asked);
    return folder;
}

void loop_run(bool (*pass)(void *data, bool may_wait), void *data)
{
    while (pass(data, true))
        ;
}

const char module_pictures[] = "libgraphprix-pictures.so";
const char module_window[] = "libgraphprix-window.so";
const char module_together[] = "libgraphprix-together.so";
const char module_broker[] = "libgraphprix-broker.so";

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

struct file_stamp module_stamp(const void *object)
{
    Dl_info info;
    return file_stamp(dladdr(object, &info) != 0 ? info.dli_fname : NULL);
}

bool library_find(const char *library, const char *const *names, void **found, int count)
{
    void *loaded = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    for (int i = 0; i < count; i++)
        if (loaded == NULL || (found[i] = dlsym(loaded, names[i])) == NULL)
            return false;
    return true;
}

int team_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        count = CPU_COUNT(&allowed);
#endif
    return count < 1 ? 1 : count > 64 ? 64 : (int)count;
}

void team_give_memory_back(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

bool worker_thread(pthread_t *thread, void *(*start)(void *data), void *data)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t own;
    bool started = pthread_create(thread ? thread : &own, NULL, start, data) == 0;
    if (started && !thread)
        pthread_detach(own);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

bool worker_is_beside(void)
{
    return true;
}
