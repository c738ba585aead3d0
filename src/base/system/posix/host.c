#include "base/system/host.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNAL_COUNT = sizeof ending_signals / sizeof *ending_signals };

static struct sigaction actions_before[SIGNAL_COUNT];
static atomic_bool interrupted;

static void note_interrupt(int number)
{
    (void)number;
    atomic_store(&interrupted, true);
}

const atomic_bool *terminal_catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = note_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    atomic_store(&interrupted, false);
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaction(ending_signals[i], &action, &actions_before[i]);
    return &interrupted;
}

void terminal_leave_interrupts(void)
{
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaction(ending_signals[i], &actions_before[i], NULL);
}

void signals_keep_during(void (*work)(void *data), void *data)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGFPE};
    enum { SIGNALS = sizeof signals / sizeof *signals };
    struct sigaction before[SIGNALS];
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], NULL, &before[i]);
    work(data);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int kept = -1; /* the standard error meanwhile */

void silence_begin(void)
{
    pthread_mutex_lock(&lock);
    fflush(stderr);
    kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (kept >= 0 && nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
    if (nowhere >= 0)
        close(nowhere);
}

void silence_end(void)
{
    if (kept >= 0) {
        dup2(kept, STDERR_FILENO);
        close(kept);
    }
    pthread_mutex_unlock(&lock);
}
