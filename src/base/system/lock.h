/* Who may write a file: one window at a time.
 *
 * The lock is held on a hidden file beside the one that it is for (".NAME.lock"), because that one
 * is replaced when it is written whole. The system lets go of it when the program ends, however it
 * ends; what a killed program leaves behind is an empty file that locks nothing.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_LOCK_H
#define GRAPHPRIX_BASE_SYSTEM_LOCK_H

#include "base/error.h"

struct file_lock;

/* NULL if somebody else holds it, be it in this program. Where locking is not possible (a folder
 * that cannot be written, a file system without locks) everybody gets one. */
struct file_lock *file_lock_take(const char *path);
/* For a file that whoever changes it reads again first, so that nobody holds it for longer than a
 * moment: waits for half a second at most. Creates the folder. NULL and the error if it cannot be
 * had. */
struct file_lock *file_lock_wait(const char *path, struct error *error);
void file_lock_release(struct file_lock *lock); /* NULL is allowed */

#endif
