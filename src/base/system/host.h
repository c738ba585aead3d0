/* What the machine tells, and what it does for whoever sits there: time, terminal, dialog, loop.
 * The time is for measuring and for the screen; no rule may read it. */
#ifndef GRAPHPRIX_BASE_SYSTEM_HOST_H
#define GRAPHPRIX_BASE_SYSTEM_HOST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int64_t clock_nanoseconds(void);           /* monotonic, from an arbitrary start */
int64_t clock_processor_nanoseconds(void); /* spent by this process, all threads */
int clock_today(void);                     /* the local date, as base/number.h counts days */
/* A moment (seconds since 1970) in local time, as strftime formats it; "" if that cannot be. */
void clock_print(char *into, size_t size, const char *format, int64_t seconds)
    __attribute__((format(strftime, 3, 0)));

/* === terminal ================================================================================= */

/* Whoever sits at the terminal where a command runs: is told how far it has come, and may end it.
 */

/* "12 of 100 races", in place of what was told before: five times a second at most, by any thread,
 * and only where the error output is a terminal. */
void terminal_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
void terminal_clear(void); /* what was told */

/* From now on a signal that ends programs raises the flag instead; a second one ends the program.
 */
const atomic_bool *terminal_catch_interrupts(void);
void terminal_leave_interrupts(void);

/* The standard error, turned to nowhere while a library works that writes there what it finds
 * wrong. There is but one for all threads: a second thread waits until the first one's silence
 * ends.
 */
void silence_begin(void);
void silence_end(void);

/* Does that work; what was done about signals before is done after it, whatever a library that the
 * work opens would do about them. */
void signals_keep_during(void (*work)(void *data), void *data);

/* === dialog =================================================================================== */

/* The system's own dialog for choosing a file, where there is one. It stands beside the window,
 * which is woken (worker.h) when something was chosen; a page is also given files and links by
 * itself. */

bool dialog_exists(void);
void dialog_open(const char *folder); /* nothing happens if it cannot be started */
/* What was chosen since the last call: free it; NULL if nothing was. */
char *dialog_choice(void);

/* === loop ===================================================================================== */

/* What a program with a window does until it ends.
 *
 * Where a page shows the window the page turns the loop, once a frame: nothing waits there, and
 * loop_run does not come back, so that what is to outlast a frame must be on disk after it.
 */

/* Until `pass` says false. May it wait for something to happen? */
void loop_run(bool (*pass)(void *data, bool may_wait), void *data);

/* Of the file of the program or module in which that object is; not known where there is none. */
struct file_stamp module_stamp(const void *object);

#endif
