/* Parts of the program that are loaded when they are needed, because the libraries that they need
 * cost more time than most commands take: what draws pictures, and what the window is made of.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_MODULE_H
#define GRAPHPRIX_BASE_SYSTEM_MODULE_H

#include "base/error.h"

extern const char module_pictures[]; /* paper, photos, and the commands that are about them */
extern const char module_window[];

/* A function or an object by its name; where the module is linked into the program already, as in
 * the tests, nothing is loaded. A module stands beside the program in the build, else in the
 * install prefix. NULL and the error if that failed. */
void *module_find(const char *module, const char *name, struct error *error);

#endif
