#include "base/system/host.h"
#include "base/number.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int64_t read_clock(clockid_t id)
{
    struct timespec now = {0};
    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_nanoseconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t clock_processor_nanoseconds(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

int clock_today(void)
{
    time_t now = time(NULL);
    struct tm day;
    return localtime_r(&now, &day) ? date_day(1900 + day.tm_year, 1 + day.tm_mon, day.tm_mday) : 0;
}

void clock_print(char *into, size_t size, const char *format, int64_t seconds)
{
    time_t moment = (time_t)seconds;
    struct tm local;
    if (!localtime_r(&moment, &local) || strftime(into, size, format, &local) == 0)
        into[0] = 0;
}

/* === terminal ================================================================================= */

enum { PAUSE = 200000000 }; /* nanoseconds */

static _Atomic int64_t told_at; /* or when it was first asked for; 0: not yet */
static atomic_bool told;

void terminal_tell(const char *format, ...)
{
    int64_t now = clock_nanoseconds(), before = atomic_load(&told_at);
    if (before == 0)
        atomic_store(&told_at, now);
    if (before == 0 || now - before < PAUSE || !isatty(STDERR_FILENO) ||
        !atomic_compare_exchange_strong(&told_at, &before, now))
        return;
    va_list arguments;
    va_start(arguments, format);
    fputc('\r', stderr);
    vfprintf(stderr, format, arguments);
    fputc(' ', stderr);
    va_end(arguments);
    fflush(stderr);
    atomic_store(&told, true);
}

void terminal_clear(void)
{
    if (atomic_exchange(&told, false))
        fprintf(stderr, "\r%60s\r", "");
}

/* --- interrupts ------------------------------------------------------------------------------- */

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
