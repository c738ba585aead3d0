/* Starting zenity without a shell and reading what it prints, in a thread that ends with it. */
#include "app/file_dialog.h"

#include "base/memory.h"
#include "base/system/file.h"

#include <SDL.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool file_dialog_exists(void)
{
    return file_program_exists("zenity");
}

struct running {
    pid_t process;
    int output;
};

static void read_all(int from, struct text *into)
{
    char part[1024];
    ssize_t length;
    while ((length = read(from, part, sizeof part)) > 0 && into->length < 8192)
        text_append_bytes(into, part, (size_t)length);
}

/* One path and a line break, or nothing when the dialog was closed. */
static int wait_for_choice(void *data)
{
    struct running *running = data;
    struct text answer = {0};
    read_all(running->output, &answer);
    close(running->output);
    waitpid(running->process, NULL, 0);
    size_t length = strcspn(text_string(&answer), "\n");
    if (length > 0) {
        SDL_Event event = {.type = SDL_DROPFILE};
        event.drop.file = SDL_strdup(text_string(&answer));
        event.drop.file[length] = 0;
        SDL_PushEvent(&event);
    }
    text_free(&answer);
    free(running);
    return 0;
}

static bool start(const char *folder, struct running *running)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    struct text place = {0};
    text_append_format(&place, "--filename=%s/", folder);
    char *arguments[] = {
        (char *)"zenity",
        (char *)"--file-selection",
        (char *)"--title=Open a track, a race or a photo of a track",
        place.data,
        (char *)"--file-filter=Tracks, races and photos | *.svg *.race *.jpg *.jpeg *.png "
                "*.JPG *.JPEG *.PNG",
        NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    int failed = posix_spawnp(&running->process, "zenity", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    text_free(&place);
    close(ends[1]);
    if (failed)
        close(ends[0]);
    running->output = ends[0];
    return !failed;
}

void file_dialog_open(const char *folder)
{
    struct running *running = memory_allocate(1, sizeof *running);
    if (!start(folder, running)) {
        free(running);
        return;
    }
    SDL_Thread *thread = SDL_CreateThread(wait_for_choice, "dialog", running);
    if (thread)
        SDL_DetachThread(thread);
    else
        wait_for_choice(running);
}
