/* flock on a file of its own. Whoever lets go takes the file away first, so whoever has just opened
 * it looks whether the one that was locked is still the one that has the name.
 */

#include "base/memory.h"
#include "base/system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOCK_TRIES = 50, LOCK_PAUSE = 10 }; /* pause in milliseconds */

struct file_lock {
    char *path;
    int descriptor; /* -1: no locking here */
};

static char *lock_path(const char *path)
{
    const char *name = file_own_name(path);
    struct text text = {0};
    text_append_bytes(&text, path, (size_t)(name - path));
    text_append_format(&text, ".%s.lock", name);
    return text.data;
}

static bool has_name(int descriptor, const char *path)
{
    struct stat opened;
    struct stat named;
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

enum attempt { LOCKED, BUSY, IMPOSSIBLE, GONE };

static enum attempt try_once(const char *path, int *descriptor)
{
    *descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*descriptor < 0)
        return IMPOSSIBLE;
    if (flock(*descriptor, LOCK_EX | LOCK_NB) == 0 && has_name(*descriptor, path))
        return LOCKED;
    enum attempt attempt = errno == EWOULDBLOCK ? BUSY : IMPOSSIBLE;
    if (attempt == IMPOSSIBLE && !has_name(*descriptor, path))
        attempt = GONE;
    close(*descriptor);
    *descriptor = -1;
    return attempt;
}

struct file_lock *file_lock_take(const char *path)
{
    char *name = lock_path(path);
    int descriptor = -1;
    enum attempt attempt = GONE;
    for (int i = 0; i < 100 && attempt == GONE; i++) {
        errno = 0;
        attempt = try_once(name, &descriptor);
    }
    if (attempt == BUSY) {
        free(name);
        return NULL;
    }
    struct file_lock *lock = memory_allocate(1, sizeof *lock);
    *lock = (struct file_lock){.path = name, .descriptor = descriptor};
    return lock;
}

struct file_lock *file_lock_wait(const char *path, struct error *error)
{
    const struct timespec pause = {0, LOCK_PAUSE * 1000000L};
    struct file_lock *lock = NULL;
    if (!file_make_folder_of(path, error))
        return NULL;
    for (int i = 0; i < LOCK_TRIES && !(lock = file_lock_take(path)); i++)
        nanosleep(&pause, NULL);
    if (!lock)
        error_set(error, "another window is writing them; close it and try again");
    return lock;
}

void file_lock_release(struct file_lock *lock)
{
    if (lock == NULL)
        return;
    if (lock->descriptor >= 0) {
        if (has_name(lock->descriptor, lock->path))
            unlink(lock->path);
        close(lock->descriptor);
    }
    free(lock->path);
    free(lock);
}
