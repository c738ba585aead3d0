/* Where the player's files are, by the XDG rules, and ours, parts of the program among them.
 * Folders are made when they are first needed. All strings are the caller's to free.
 *
 * What only the window or pictures need is loaded when it is asked for, from beside the program or
 * from lib/graphprix: SDL, cairo and leptonica bring eighty libraries, which cost more than most
 * commands do (a start takes 2.7 ms of processor time instead of 9). A module uses what the
 * program holds of the floors below.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_FOLDERS_H
#define GRAPHPRIX_BASE_SYSTEM_FOLDERS_H

#include "base/error.h"

#include <stddef.h>

char *folders_data(const char *name); /* XDG_DATA_HOME/graphprix/NAME */
char *folders_config(void);           /* XDG_CONFIG_HOME/graphprix */
char *folders_cache(void);            /* XDG_CACHE_HOME/graphprix */
char *folders_trash(void);            /* XDG_DATA_HOME/Trash, which all programs share */

/* The folder of the program, links followed; "." where the system does not tell. */
void folders_program(char *into, size_t size);

/* Parts of the program that are loaded when they are needed, because the libraries that they need
 * cost more time than most commands take: what draws pictures, and what the window is made of.
 */
extern const char module_pictures[]; /* paper, photos, and the commands that are about them */
extern const char module_window[];

/* A function or an object by its name; where the module is linked into the program already, as in
 * the tests, nothing is loaded. A module stands beside the program in the build, else in the
 * install prefix. NULL and the error if that failed. */
void *module_find(const char *module, const char *name, struct error *error);

/* Functions of a library of the system that the program is not linked with, by their names; it
 * stays loaded. False: it is not there, or one of them is not. */
bool library_find(const char *library, const char *const *names, void **found, int count);

#endif
