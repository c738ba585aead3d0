/* Whoever sits at the terminal where a command runs: is told how far it has come, and may end it.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_TERMINAL_H
#define GRAPHPRIX_BASE_SYSTEM_TERMINAL_H

#include <stdatomic.h>
#include <stdbool.h>

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

#endif
