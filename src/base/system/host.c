/* What is the same of the machine on every system; the rest of host.h is in a folder of the system.
 */
#include "base/system/host.h"

#include "base/number.h"

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
