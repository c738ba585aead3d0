/* What each system has of its own about files, for those of file.h that are the same everywhere: a
 * path is UTF-8 with
 * '/' between folders. What comes back false, or -1, has errno set. */
#ifndef GRAPHPRIX_BASE_SYSTEM_PATH_H
#define GRAPHPRIX_BASE_SYSTEM_PATH_H

#include <stdbool.h>
#include <sys/stat.h>

enum path_use {
    PATH_READ,   /* comes back at once, also for a pipe that nobody writes to */
    PATH_CREATE, /* a new file, with the rights that the user gives new ones */
    PATH_APPEND  /* to a file that is there */
};

/* A descriptor for bytes as they are, closed in programs that we start. */
int path_open(const char *path, enum path_use use);
/* Does the file that is open still have that path? */
bool path_leads_to(const char *path, int descriptor);
bool path_stat(const char *path, struct stat *status);
bool path_sync(int descriptor);
/* Over what is there; afterwards that is on disk. */
bool path_move(const char *from, const char *to);
bool path_remove(const char *path);
bool path_make_folder(const char *path); /* one, which only the user may enter */
/* May the file be replaced? Then the new one, which is open, gets its rights. */
bool path_may_write(const char *path);
void path_give_rights(int descriptor, const struct stat *old);

#endif
