/* Time for measuring and for the screen. No rule may read it. */
#ifndef GRAPHPRIX_BASE_SYSTEM_CLOCK_H
#define GRAPHPRIX_BASE_SYSTEM_CLOCK_H

#include <stddef.h>
#include <stdint.h>

int64_t clock_nanoseconds(void);           /* monotonic, from an arbitrary start */
int64_t clock_processor_nanoseconds(void); /* spent by this process, all threads */
int clock_today(void);                     /* the local date, as base/number.h counts days */
/* A moment (seconds since 1970) in local time, as strftime formats it; "" if that cannot be. */
void clock_print(char *into, size_t size, const char *format, int64_t seconds)
    __attribute__((format(strftime, 3, 0)));

#endif
