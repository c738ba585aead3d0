/* Time for measuring and for the screen. No rule may read it. */
#ifndef GRAPHPRIX_BASE_SYSTEM_CLOCK_H
#define GRAPHPRIX_BASE_SYSTEM_CLOCK_H

#include <stdint.h>

int64_t clock_nanoseconds(void);           /* monotonic, from an arbitrary start */
int64_t clock_processor_nanoseconds(void); /* spent by this process, all threads */
int clock_today(void);                     /* the local date, as base/date.h counts days */

#endif
