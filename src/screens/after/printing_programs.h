/* The system's programs for pages that were saved: one that shows them, one that prints them.
 *
 * They run beside the window (base/system/aside.h).
 */
#ifndef GRAPHPRIX_SCREENS_AFTER_PRINTING_PROGRAMS_H
#define GRAPHPRIX_SCREENS_AFTER_PRINTING_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>

bool printing_can_open(void);
bool printing_can_print(void);

/* False if it cannot be started. */
bool printing_open(const char *path);
/* In true size on this paper ("A4"); `title` is what a queue calls it. */
bool printing_send(const char *path, const char *paper, const char *title);

/* How the last one that was sent went. */
enum printing_answer { PRINTING_NONE, PRINTING_WAITS, PRINTING_DONE, PRINTING_FAILED };
/* `words` gets what the program had to say where it failed; "" if nothing. */
enum printing_answer printing_answer(char *words, size_t size);
void printing_forget(void);

#endif
