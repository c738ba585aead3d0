/* See aside.h. Each program is followed by a thread, which shares a block with whoever started it:
 * both let go of it.
 */
#include "base/system/program.h"

#include "base/memory.h"
#include "base/system/worker.h"

#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { GLANCE_MILLISECONDS = 5 };

_Static_assert(ASIDE_OUTPUT == STDOUT_FILENO && ASIDE_ERRORS == STDERR_FILENO, "they are");

struct aside {
    atomic_int holders;
    atomic_int state; /* written last */
    pid_t process;
    int stream;
    char said[ASIDE_SAID_BYTES];
};

static void let_go(struct aside *aside)
{
    if (atomic_fetch_sub(&aside->holders, 1) == 1)
        free(aside);
}

static void listen_to(struct aside *aside)
{
    char part[1024];
    size_t length = 0;
    ssize_t got;
    while ((got = read(aside->stream, part, sizeof part)) > 0)
        for (ssize_t i = 0; i < got && length < sizeof aside->said - 1; i++)
            aside->said[length++] = part[i];
    aside->said[strcspn(aside->said, "\n")] = '\0';
}

static void *follow(void *data)
{
    struct aside *aside = data;
    int status = 0;
    listen_to(aside);
    close(aside->stream);
    waitpid(aside->process, &status, 0);
    bool done = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    atomic_store(&aside->state, done ? ASIDE_DONE : ASIDE_FAILED);
    worker_wake();
    let_go(aside);
    return NULL;
}

static bool spawn(struct aside *aside, const char *const *words, enum aside_stream kept)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        posix_spawn_file_actions_addopen(&actions, i, "/dev/null", i ? O_WRONLY : O_RDONLY, 0);
    if (kept != ASIDE_NOTHING)
        posix_spawn_file_actions_adddup2(&actions, ends[1], (int)kept);
    int failed = posix_spawnp(&aside->process, words[0], &actions, NULL,
                              (char *const *)(const void *)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    aside->stream = ends[0];
    if (failed)
        close(ends[0]);
    return !failed;
}

struct aside *aside_start(const char *const *words, enum aside_stream kept)
{
    struct aside *aside = memory_allocate(1, sizeof *aside);
    pthread_t thread;
    if (!spawn(aside, words, kept)) {
        free(aside);
        return NULL;
    }
    atomic_store(&aside->holders, 2);
    if (pthread_create(&thread, NULL, follow, aside) == 0)
        pthread_detach(thread);
    else
        follow(aside);
    return aside;
}

void aside_free(struct aside *aside)
{
    if (aside)
        let_go(aside);
}

enum aside_state aside_state(const struct aside *aside)
{
    return (enum aside_state)atomic_load(&aside->state);
}

enum aside_state aside_wait(const struct aside *aside, int milliseconds)
{
    for (int left = milliseconds; left > 0 && aside_state(aside) == ASIDE_RUNS;
         left -= GLANCE_MILLISECONDS)
        nanosleep(&(struct timespec){.tv_nsec = GLANCE_MILLISECONDS * 1000000}, NULL);
    return aside_state(aside);
}

const char *aside_said(const struct aside *aside)
{
    return aside_state(aside) == ASIDE_RUNS ? "" : aside->said;
}
