/* Where the player's files are, by the XDG rules, and ours. Folders are made when they are first
 * needed. All strings are the caller's to free.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_FOLDERS_H
#define GRAPHPRIX_BASE_SYSTEM_FOLDERS_H

#include <stddef.h>

char *folders_data(const char *name); /* XDG_DATA_HOME/graphprix/NAME */
char *folders_config(void);           /* XDG_CONFIG_HOME/graphprix */
char *folders_cache(void);            /* XDG_CACHE_HOME/graphprix */
char *folders_trash(void);            /* XDG_DATA_HOME/Trash, which all programs share */

/* The folder of the program, links followed; "." where the system does not tell. */
void folders_program(char *into, size_t size);

#endif
