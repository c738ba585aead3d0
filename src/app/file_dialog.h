/* The system's own dialog for choosing a file (zenity), where there is one. It runs beside the
 * window (base/system/aside.h).
 */
#ifndef GRAPHPRIX_APP_FILE_DIALOG_H
#define GRAPHPRIX_APP_FILE_DIALOG_H

#include <stdbool.h>

bool file_dialog_exists(void);
void file_dialog_open(const char *folder); /* nothing happens if it cannot be started */
/* What was chosen since the last call: free it; NULL if nothing was. */
char *file_dialog_choice(void);

#endif
