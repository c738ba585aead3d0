/* Asking the desktop's file manager to show a file, in a thread that lives as long as it takes.
 *
 * File managers are asked by their common name on the session's bus, which opens the folder with
 * the file chosen; where none answers, xdg-open opens the folder. Programs are started with their
 * arguments as they are, without a shell.
 */
#include "screens/tracks/inside.h"

#include "base/memory.h"

#include <SDL.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* A program that is still at it after this long has opened a window. */
enum { STEP_MILLISECONDS = 20, PATIENCE = 4000 };

static atomic_int answer;

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

static bool start(char *const *arguments, pid_t *process)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; i++)
        posix_spawn_file_actions_addopen(&actions, i, "/dev/null", i ? O_WRONLY : O_RDONLY, 0);
    int failed = posix_spawnp(process, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed == 0;
}

/* Did it do what it was asked for, or is it still at it? */
static bool run(char *const *arguments)
{
    pid_t process;
    int status = 0;
    if (!start(arguments, &process))
        return false;
    for (int waited = 0; waited < PATIENCE; waited += STEP_MILLISECONDS) {
        if (waitpid(process, &status, WNOHANG) == process)
            return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        SDL_Delay(STEP_MILLISECONDS);
    }
    return true;
}

#define MANAGER "org.freedesktop.FileManager1"

static bool ask_by_dbus_send(const char *uri)
{
    struct text uris = {0};
    text_append_format(&uris, "array:string:%s", uri);
    char *arguments[] = {(char *)"dbus-send",
                         (char *)"--session",
                         (char *)"--print-reply",
                         (char *)"--reply-timeout=3000",
                         (char *)"--dest=" MANAGER,
                         (char *)"/org/freedesktop/FileManager1",
                         (char *)MANAGER ".ShowItems",
                         uris.data,
                         (char *)"string:",
                         NULL};
    bool done = run(arguments);
    text_free(&uris);
    return done;
}

static bool ask_by_gdbus(const char *uri)
{
    struct text uris = {0};
    text_append_format(&uris, "['%s']", uri);
    char *arguments[] = {(char *)"gdbus",
                         (char *)"call",
                         (char *)"--session",
                         (char *)"--timeout=3",
                         (char *)"--dest=" MANAGER,
                         (char *)"--object-path=/org/freedesktop/FileManager1",
                         (char *)"--method=" MANAGER ".ShowItems",
                         uris.data,
                         (char *)"",
                         NULL};
    bool done = run(arguments);
    text_free(&uris);
    return done;
}

static bool open_folder(const char *path)
{
    char *folder = memory_copy_string(path);
    *strrchr(folder, '/') = '\0';
    char *arguments[] = {(char *)"xdg-open", folder[0] ? folder : (char *)"/", NULL};
    bool done = run(arguments);
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
    bool there = run_time && access(socket.data, F_OK) == 0;
    text_free(&socket);
    return there;
}

static int show(void *data)
{
    char *path = data, *uri = uri_of(path);
    bool shown = (has_bus() && (ask_by_dbus_send(uri) || ask_by_gdbus(uri))) || open_folder(path);
    SDL_Event wake = {.type = SDL_USEREVENT};
    atomic_store(&answer, shown ? SHOWING_DONE : SHOWING_FAILED);
    SDL_PushEvent(&wake);
    free(uri);
    free(path);
    return 0;
}

void tracks_show_file(const char *path)
{
    if (atomic_load(&answer) == SHOWING_WAIT)
        return;
    char *copy = memory_copy_string(path);
    atomic_store(&answer, SHOWING_WAIT);
    SDL_Thread *thread = SDL_CreateThread(show, "show", copy);
    if (thread) {
        SDL_DetachThread(thread);
    } else {
        free(copy);
        atomic_store(&answer, SHOWING_FAILED);
    }
}

enum tracks_showing tracks_show_answer(void)
{
    int now = atomic_load(&answer);
    if (now == SHOWING_DONE || now == SHOWING_FAILED)
        atomic_store(&answer, SHOWING_NOTHING);
    return (enum tracks_showing)now;
}
