#include "base/system/file.h"
#include "base/memory.h"
#include "base/system/inside.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int path_open(const char *path, enum path_use use)
{
    return open(path,
                use == PATH_READ     ? O_RDONLY | O_CLOEXEC | O_NONBLOCK
                : use == PATH_CREATE ? O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
                                     : O_WRONLY | O_APPEND | O_CLOEXEC,
                0666);
}

bool path_stat(const char *path, struct stat *status)
{
    return stat(path, status) == 0;
}

bool path_sync(int descriptor)
{
    return fsync(descriptor) == 0;
}

bool path_move(const char *from, const char *to)
{
    if (rename(from, to) != 0)
        return false;
    char *folder = file_folder_of(to);
    int descriptor = open(folder, O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        /* Some file systems cannot do it, and the file is whole with or without. */
        (void)fsync(descriptor);
        close(descriptor);
    }
    free(folder);
    return true;
}

bool path_remove(const char *path)
{
    return unlink(path) == 0;
}

bool path_make_folder(const char *path)
{
    return mkdir(path, 0700) == 0;
}

bool path_may_write(const char *path)
{
    return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0;
}

void path_give_rights(int descriptor, const struct stat *old)
{
    /* Without the right to keep the old permissions, new ones do no harm. */
    (void)fchmod(descriptor, old->st_mode & 0777);
}

void file_survive_limits(void)
{
    signal(SIGXFSZ, SIG_IGN);
}

char *file_full_path(const char *path)
{
    return realpath(path, NULL);
}

void file_draw_secret(unsigned char *into, size_t length)
{
    int source = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    for (ssize_t drawn; length > 0; into += drawn, length -= (size_t)drawn)
        if (source < 0 || (drawn = read(source, into, length)) <= 0) {
            fputs("graphprix: the system gives no random bytes\n", stderr);
            abort(); /* a token that can be guessed would be worse */
        }
    close(source);
}

bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool file_is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

struct file_stamp file_stamp(const char *path)
{
    struct stat status;
    if (!path || stat(path, &status) != 0)
        return (struct file_stamp){0};
    return (struct file_stamp){true, status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_size};
}

static bool is_same_entry(const struct stat *one, const struct stat *other)
{
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* Where a file that is not there would come to be: links that lead nowhere are followed. Free it.
 */
static char *follow_links(const char *path)
{
    char *at = memory_copy_string(path);
    char target[4096];
    ssize_t length;
    for (int i = 0; i < 40 && (length = readlink(at, target, sizeof target - 1)) > 0; i++) {
        target[length] = '\0';
        char *folder = file_folder_of(at);
        char *next = target[0] == '/' ? memory_copy_string(target) : file_join(folder, target);
        free(folder);
        free(at);
        at = next;
    }
    return at;
}

static bool will_be_same(const char *one, const char *other)
{
    struct stat here, there;
    char *first = follow_links(one), *second = follow_links(other);
    char *first_folder = file_folder_of(first), *second_folder = file_folder_of(second);
    bool same = strcmp(file_own_name(first), file_own_name(second)) == 0 &&
                stat(first_folder, &here) == 0 && stat(second_folder, &there) == 0 &&
                is_same_entry(&here, &there);
    free(first_folder);
    free(second_folder);
    free(first);
    free(second);
    return same;
}

bool path_leads_to(const char *path, int descriptor)
{
    struct stat opened, named;
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 &&
           is_same_entry(&opened, &named);
}

bool file_is_same(const char *one, const char *other)
{
    struct stat here, there;
    bool one_is = stat(one, &here) == 0, other_is = stat(other, &there) == 0;
    if (one_is || other_is)
        return one_is && other_is && is_same_entry(&here, &there);
    return will_be_same(one, other);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **file_list_folder(const char *path, const char *suffix, int *count)
{
    char **names = NULL;
    int capacity = 0;
    *count = 0;
    DIR *folder = opendir(path);
    if (folder == NULL)
        return NULL;
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || !file_ends_with(name, suffix))
            continue;
        array_add(names, *count, capacity, memory_copy_string(name));
    }
    closedir(folder);
    if (*count > 0)
        qsort(names, (size_t)*count, sizeof *names, compare_names);
    return names;
}

char *file_find_program(const char *name)
{
    const char *folders = getenv("PATH");
    if (strchr(name, '/'))
        return memory_copy_string(name);
    for (const char *at = folders ? folders : "/usr/local/bin:/usr/bin:/bin"; *at;) {
        size_t length = strcspn(at, ":");
        struct text folder = {0};
        text_append_bytes(&folder, at, length);
        char *path = file_join(length > 0 ? text_string(&folder) : ".", name);
        text_free(&folder);
        if (access(path, X_OK) == 0)
            return path;
        free(path);
        at += length + (at[length] == ':');
    }
    return NULL;
}

/* === folders ================================================================================== */

/* The XDG base folders; a relative path in the environment is to be ignored, say their rules. */

static const char *home_folder(void)
{
    const char *home = getenv("HOME");
    if (home && home[0] == '/')
        return home;
    const struct passwd *entry = getpwuid(getuid());
    return entry && entry->pw_dir ? entry->pw_dir : ".";
}

static char *folder_in(const char *variable, const char *otherwise, const char *name)
{
    const char *given = getenv(variable);
    char *base =
        given && given[0] == '/' ? memory_copy_string(given) : file_join(home_folder(), otherwise);
    char *folder = file_join(base, name);
    free(base);
    return folder;
}

static const char data_home[] = ".local/share";

char *folders_data(const char *name)
{
    char *base = folder_in("XDG_DATA_HOME", data_home, "graphprix");
    char *folder = file_join(base, name);
    free(base);
    return folder;
}

char *folders_config(void)
{
    return folder_in("XDG_CONFIG_HOME", ".config", "graphprix");
}

char *folders_cache(void)
{
    return folder_in("XDG_CACHE_HOME", ".cache", "graphprix");
}

char *folders_trash(void)
{
    return folder_in("XDG_DATA_HOME", data_home, "Trash");
}

void folders_program(char *into, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", into, size - 1);
    into[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(into, '/');
    if (slash == NULL)
        snprintf(into, size, ".");
    else
        *slash = '\0';
}

/* === lock ===================================================================================== */

/* flock on a file of its own. Whoever lets go takes the file away first, so whoever has just opened
 * it looks whether the one that was locked is still the one that has the name.
 */

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

enum attempt { LOCKED, BUSY, IMPOSSIBLE, GONE };

static enum attempt try_once(const char *path, int *descriptor)
{
    *descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*descriptor < 0)
        return IMPOSSIBLE;
    if (flock(*descriptor, LOCK_EX | LOCK_NB) == 0 && path_leads_to(path, *descriptor))
        return LOCKED;
    enum attempt attempt = errno == EWOULDBLOCK ? BUSY : IMPOSSIBLE;
    if (attempt == IMPOSSIBLE && !path_leads_to(path, *descriptor))
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

void file_lock_release(struct file_lock *lock)
{
    if (lock == NULL)
        return;
    if (lock->descriptor >= 0) {
        if (path_leads_to(lock->path, lock->descriptor))
            unlink(lock->path);
        close(lock->descriptor);
    }
    free(lock->path);
    free(lock);
}
