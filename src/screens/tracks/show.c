/* Asking the desktop's file manager to show a file, beside the window.
 *
 * File managers are asked by their common name on the session's bus, which opens the folder with
 * the file chosen; where none answers, xdg-open opens the folder. Programs are started with their
 * arguments as they are, without a shell.
 */
#include "screens/tracks/inside.h"

#include "base/memory.h"
#include "base/system/aside.h"
#include "base/system/file.h"
#include "base/system/worker.h"

#include <stdlib.h>
#include <string.h>

/* A program that is still at it after this long has opened a window. */
enum { PATIENCE = 4000 };

struct showing {
    char *path;
    bool shown, is_told;
};

static struct worker *shower;

/* As the bus wants it: bytes that a URI may not hold as %XX, a comma among them, which would end
 * the word. */
static char *uri_of(const char *path)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~/";
    struct text uri = {0};
    text_append(&uri, "file://");
    for (const char *c = path; *c != '\0'; c++)
        if (strchr(plain, *c) != NULL)
            text_append_bytes(&uri, c, 1);
        else
            text_append_format(&uri, "%%%02X", (unsigned)(unsigned char)*c);
    return uri.data;
}

/* Did it do what it was asked for, or is it still at it? */
static bool run(const char *const *words)
{
    struct aside *aside = aside_start(words, ASIDE_NOTHING);
    bool done = aside && aside_wait(aside, PATIENCE) != ASIDE_FAILED;
    aside_free(aside);
    return done;
}

#define MANAGER "org.freedesktop.FileManager1"

static bool ask_by_dbus_send(const char *uri)
{
    struct text uris = {0};
    text_append_format(&uris, "array:string:%s", uri);
    const char *const words[] = {"dbus-send",
                                 "--session",
                                 "--print-reply",
                                 "--reply-timeout=3000",
                                 "--dest=" MANAGER,
                                 "/org/freedesktop/FileManager1",
                                 MANAGER ".ShowItems",
                                 uris.data,
                                 "string:",
                                 NULL};
    bool done = run(words);
    text_free(&uris);
    return done;
}

static bool ask_by_gdbus(const char *uri)
{
    struct text uris = {0};
    text_append_format(&uris, "['%s']", uri);
    const char *const words[] = {"gdbus",
                                 "call",
                                 "--session",
                                 "--timeout=3",
                                 "--dest=" MANAGER,
                                 "--object-path=/org/freedesktop/FileManager1",
                                 "--method=" MANAGER ".ShowItems",
                                 uris.data,
                                 "",
                                 NULL};
    bool done = run(words);
    text_free(&uris);
    return done;
}

static bool open_folder(const char *path)
{
    char *folder = memory_copy_string(path);
    *strrchr(folder, '/') = '\0';
    const char *const words[] = {"xdg-open", folder[0] ? folder : "/", NULL};
    bool done = run(words);
    free(folder);
    return done;
}

/* Without a session there is no bus, and asking would start one. */
static bool has_bus(void)
{
    const char *address = getenv("DBUS_SESSION_BUS_ADDRESS"), *run_time = getenv("XDG_RUNTIME_DIR");
    if (address && address[0])
        return true;
    struct text socket = {0};
    text_append_format(&socket, "%s/bus", run_time ? run_time : "");
    bool there = run_time && file_exists(socket.data);
    text_free(&socket);
    return there;
}

static void show(void *own, void *job, const atomic_bool *dropped)
{
    struct showing *showing = job;
    char *uri = uri_of(showing->path);
    (void)own, (void)dropped;
    showing->shown =
        (has_bus() && (ask_by_dbus_send(uri) || ask_by_gdbus(uri))) || open_folder(showing->path);
    free(uri);
}

static void free_showing(void *job)
{
    struct showing *showing = job;
    free(showing->path);
    free(showing);
}

void tracks_show_file(const char *path)
{
    static const struct worker_kind kind = {show, free_showing, NULL};
    if (!shower)
        shower = worker_create(&kind, NULL);
    if (!worker_wait(shower, 0))
        return;
    struct showing *showing = memory_allocate(1, sizeof *showing);
    showing->path = memory_copy_string(path);
    worker_ask(shower, showing);
}

bool tracks_show_failed(void)
{
    struct showing *showing = shower ? worker_answer(shower) : NULL;
    if (!showing || showing->is_told)
        return false;
    showing->is_told = true;
    return !showing->shown;
}
