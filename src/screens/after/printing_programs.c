/* Starting xdg-open and lp, each followed by a thread that ends with it. The last answer is shared
 * under a lock; of an older one nothing is told any more.
 */
#include "screens/after/printing_programs.h"

#include "base/memory.h"
#include "base/system/file.h"

#include <SDL.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { WORDS = 300 };

/* What a program runs for; number 0: nobody waits for its answer. */
struct running {
    pid_t process;
    int output; /* its errors */
    int number;
};

static struct {
    SDL_SpinLock lock;
    int number;
    enum printing_answer answer;
    char words[WORDS];
} last;

bool printing_can_open(void)
{
    return file_program_exists("xdg-open");
}

bool printing_can_print(void)
{
    return file_program_exists("lp");
}

/* The first line of what it says, and all of it read, so that it never waits for us. */
static void read_words(int from, char words[WORDS])
{
    char part[512];
    size_t length = 0;
    ssize_t got;
    while ((got = read(from, part, sizeof part)) > 0)
        for (ssize_t i = 0; i < got; i++)
            if (length < WORDS - 1)
                words[length++] = part[i];
    words[length] = '\0';
    words[strcspn(words, "\r\n")] = '\0';
}

static int wait_for_end(void *data)
{
    struct running *running = data;
    char words[WORDS];
    int status = 0;
    read_words(running->output, words);
    close(running->output);
    waitpid(running->process, &status, 0);
    bool done = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    SDL_AtomicLock(&last.lock);
    bool wanted = running->number > 0 && running->number == last.number;
    if (wanted) {
        last.answer = done ? PRINTING_DONE : PRINTING_FAILED;
        struct text shown = {0};
        text_append_quoted(&shown, words, strlen(words), sizeof words - 8);
        snprintf(last.words, sizeof last.words, "%s", text_string(&shown));
        text_free(&shown);
    }
    SDL_AtomicUnlock(&last.lock);
    free(running);
    if (wanted) {
        SDL_Event wake = {.type = SDL_USEREVENT};
        SDL_PushEvent(&wake);
    }
    return 0;
}

/* Its input is empty, its output goes nowhere, its errors to us. */
static bool spawn(const char *const *arguments, struct running *running)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    int failed = posix_spawnp(&running->process, arguments[0], &actions, NULL,
                              (char *const *)(const void *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failed)
        close(ends[0]);
    running->output = ends[0];
    return !failed;
}

static bool start(const char *const *arguments, int number)
{
    struct running *running = memory_allocate(1, sizeof *running);
    running->number = number;
    if (!spawn(arguments, running)) {
        free(running);
        return false;
    }
    SDL_Thread *thread = SDL_CreateThread(wait_for_end, "printing", running);
    if (thread)
        SDL_DetachThread(thread);
    else
        wait_for_end(running);
    return true;
}

bool printing_open(const char *path)
{
    const char *const arguments[] = {"xdg-open", path, NULL};
    return start(arguments, 0);
}

bool printing_send(const char *path, const char *paper, const char *title)
{
    char media[40];
    snprintf(media, sizeof media, "media=%s", paper);
    media[6] = paper[0] == 'l' ? 'L' : paper[0]; /* it is "Letter" to printers */
    const char *const arguments[] = {"lp", "-t",  title, "-o", "print-scaling=none",
                                     "-o", media, "--",  path, NULL};
    SDL_AtomicLock(&last.lock);
    last.answer = PRINTING_WAITS;
    last.words[0] = '\0';
    int number = ++last.number;
    SDL_AtomicUnlock(&last.lock);
    bool started = start(arguments, number);
    if (!started)
        printing_forget();
    return started;
}

enum printing_answer printing_answer(char *words, size_t size)
{
    SDL_AtomicLock(&last.lock);
    enum printing_answer answer = last.answer;
    snprintf(words, size, "%s", last.words);
    SDL_AtomicUnlock(&last.lock);
    return answer;
}

void printing_forget(void)
{
    SDL_AtomicLock(&last.lock);
    last.answer = PRINTING_NONE;
    last.number++;
    SDL_AtomicUnlock(&last.lock);
}
