/* The system's own dialog for choosing a file, where there is one. It stands beside the window,
 * which is woken (worker.h) when something was chosen; a page is also given files and links by
 * itself. */
#ifndef GRAPHPRIX_BASE_SYSTEM_DIALOG_H
#define GRAPHPRIX_BASE_SYSTEM_DIALOG_H

#include <stdbool.h>

bool dialog_exists(void);
void dialog_open(const char *folder); /* nothing happens if it cannot be started */
/* What was chosen since the last call: free it; NULL if nothing was. */
char *dialog_choice(void);

#endif
