/* A program of the desktop that runs beside the window: a viewer, a printer's queue, a dialog.
 *
 * It is started without a shell, gets no input, and runs on when nobody wants to know of it any
 * more, or when we end. Of what it says one stream may be kept; the window is woken (worker.h) when
 * it has ended. A program that drives a car is another matter: program.h.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_ASIDE_H
#define GRAPHPRIX_BASE_SYSTEM_ASIDE_H

#include <stddef.h>

struct aside;

enum { ASIDE_SAID_BYTES = 8192 }; /* of what it says; all of it is read, so that it never waits */
enum aside_stream { ASIDE_NOTHING, ASIDE_OUTPUT, ASIDE_ERRORS };
enum aside_state { ASIDE_RUNS, ASIDE_DONE, ASIDE_FAILED };

/* `words` end with NULL; the first is looked for on the PATH. NULL if it cannot be started. */
struct aside *aside_start(const char *const *words, enum aside_stream kept);
/* Lets it run; NULL is allowed. */
void aside_free(struct aside *aside);

enum aside_state aside_state(const struct aside *aside);
/* Waits for its end, at most so long. */
enum aside_state aside_wait(const struct aside *aside, int milliseconds);
/* The first line of what it said, once it does not run any more; "" if it said nothing. */
const char *aside_said(const struct aside *aside);

#endif
