#include "base/system/host.h"

#include "base/number.h"

#include <time.h>

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
