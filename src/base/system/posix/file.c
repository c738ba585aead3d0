#include "base/system/file.h"
#include "base/memory.h"

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

/* What a person is told about the errors that a person can do something about. */
static const struct {
    int number;
    const char *text;
} explanations[] = {
    {ENOENT, "there is no such file or folder: check the name"},
    {EACCES, "you do not have permission: change it or choose another place"},
    {EPERM, "you do not have permission: change it or choose another place"},
    {EISDIR, "this is a folder, not a file"},
    {ENOTDIR, "something in the path is a file, not a folder"},
    {EEXIST, "something else has that name already: choose another one"},
    {ENOSPC, "the disk is full: free some space and try again"},
    {EDQUOT, "your share of the disk is full: free some space and try again"},
    {EFBIG, "the file would become larger than is allowed here: choose another place"},
    {EROFS, "this disk can only be read: choose another place"},
    {ENAMETOOLONG, "the name is too long: choose a shorter one"},
    {ELOOP, "the links in the path lead round in a circle"},
    {EMFILE, "too many files are open: close something and try again"},
    {ENFILE, "too many files are open: close something and try again"},
    {EIO, "the disk reports a fault: choose another place"},
};

bool file_explain(struct error *error, int number)
{
    for (size_t i = 0; i < sizeof explanations / sizeof *explanations; i++)
        if (explanations[i].number == number)
            return error_set(error, "%s", explanations[i].text);
    char reason[200] = "";
    if (strerror_r(number, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error number %d", number);
    return error_set(error, "the system refuses it: %s", reason);
}

static bool check_is_ordinary(const struct stat *status, struct error *error)
{
    if (S_ISDIR(status->st_mode))
        return file_explain(error, EISDIR);
    if (!S_ISREG(status->st_mode))
        return error_set(error, "this is a device or a pipe, not an ordinary file");
    return true;
}

static ssize_t read_some(int descriptor, char *buffer, size_t size)
{
    ssize_t count;
    do {
        count = read(descriptor, buffer, size);
    } while (count < 0 && errno == EINTR);
    return count;
}

static bool read_all(int descriptor, size_t limit, struct text *content, struct error *error)
{
    struct stat status;
    if (fstat(descriptor, &status) != 0)
        return file_explain(error, errno);
    if (!check_is_ordinary(&status, error))
        return false;
    /* The size is only a first check: the file may grow, and files of the system claim 0. */
    bool too_large = (uintmax_t)status.st_size > limit;
    size_t total = 0;
    char buffer[16384];
    ssize_t count = 0;
    while (!too_large && (count = read_some(descriptor, buffer, sizeof buffer)) > 0) {
        total += (size_t)count;
        too_large = total > limit;
        if (!too_large)
            text_append_bytes(content, buffer, (size_t)count);
    }
    if (too_large) {
        return error_set(
            error, "the file is larger than the %zu bytes that are allowed: take a smaller one",
            limit);
    }
    return count == 0 || file_explain(error, errno);
}

/* Opening a pipe that nobody writes to would wait for ever. */
static int open_to_read(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

bool file_read(const char *path, size_t limit, struct text *content, struct error *error)
{
    int descriptor = open_to_read(path);
    if (descriptor < 0)
        return file_explain(error, errno);
    size_t length_before = content->length;
    text_append(content, "");
    bool done = read_all(descriptor, limit, content, error);
    if (!done) {
        content->length = length_before;
        content->data[length_before] = '\0';
    }
    close(descriptor);
    return done;
}

size_t file_read_start(const char *path, void *start, size_t size)
{
    struct stat status;
    struct error error;
    int descriptor = open_to_read(path);
    if (descriptor < 0)
        return 0;
    bool ordinary = fstat(descriptor, &status) == 0 && check_is_ordinary(&status, &error);
    ssize_t length = ordinary ? read_some(descriptor, start, size) : 0;
    close(descriptor);
    return length > 0 ? (size_t)length : 0;
}

void file_survive_limits(void)
{
    signal(SIGXFSZ, SIG_IGN);
}

/* Opens a new file in the folder, with the permissions that the user's umask gives new files
 * (mkstemp would hide the file from others). Its path is to be freed, NULL on failure. */
static char *create_scrap(const char *folder, int *descriptor)
{
    for (int attempt = 0; attempt < 1000; attempt++) {
        char name[64];
        snprintf(name, sizeof name, ".graphprix-%ld-%d.tmp", (long)getpid(), attempt);
        char *path = file_join(folder, name);
        *descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (*descriptor >= 0)
            return path;
        free(path);
        if (errno != EEXIST)
            return NULL;
    }
    return NULL;
}

bool file_write_all(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t count = write(descriptor, bytes, length);
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        } else if (count == 0) {
            errno = ENOSPC;
            return false;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return fsync(descriptor) == 0;
}

static void sync_folder(const char *folder)
{
    int descriptor = open(folder, O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        /* Some file systems cannot do it, and the file is whole with or without. */
        (void)fsync(descriptor);
        close(descriptor);
    }
}

/* `old` is the file that is replaced, NULL if there is none. Sets errno on failure. */
static bool replace_file(const char *path, const struct stat *old, const void *bytes, size_t length)
{
    char *folder = file_folder_of(path);
    int descriptor;
    char *scrap = create_scrap(folder, &descriptor);
    bool done = scrap != NULL;
    if (done) {
        done = file_write_all(descriptor, bytes, length);
        if (old != NULL) {
            /* Without the right to keep the old permissions, new ones do no harm. */
            (void)fchmod(descriptor, old->st_mode & 0777);
        }
        int reason = errno;
        if (close(descriptor) != 0 && done) {
            done = false;
            reason = errno;
        }
        errno = reason;
        done = done && rename(scrap, path) == 0;
        reason = errno;
        if (!done)
            unlink(scrap);
        errno = reason;
    }
    int reason = errno;
    if (done)
        sync_folder(folder);
    free(scrap);
    free(folder);
    errno = reason;
    return done;
}

bool file_write_atomically(const char *path, const void *bytes, size_t length, struct error *error)
{
    /* A link stays a link: the file that it leads to is replaced. */
    char *target = file_full_path(path);
    if (target == NULL && errno != ENOENT)
        return file_explain(error, errno);
    struct stat old;
    bool replaces = target != NULL && stat(target, &old) == 0;
    bool done = true;
    if (replaces) {
        done = check_is_ordinary(&old, error);
        if (done && faccessat(AT_FDCWD, target, W_OK, AT_EACCESS) != 0)
            done = file_explain(error, errno);
    }
    if (done &&
        !replace_file(target == NULL ? path : target, replaces ? &old : NULL, bytes, length))
        done = file_explain(error, errno);
    free(target);
    return done;
}

static bool make_one_folder(const char *path, struct error *error)
{
    if (mkdir(path, 0700) == 0)
        return true;
    int reason = errno;
    struct stat status;
    if (stat(path, &status) != 0)
        return file_explain(error, reason);
    return S_ISDIR(status.st_mode) || file_explain(error, ENOTDIR);
}

bool file_make_folder(const char *path, struct error *error)
{
    char *part = memory_copy_string(path);
    bool done = true;
    for (char *c = part; done && *c != '\0'; c++) {
        if (*c == '/' && c != part) {
            *c = '\0';
            done = make_one_folder(part, error);
            *c = '/';
        }
    }
    done = done && make_one_folder(part, error);
    free(part);
    return done;
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

bool file_remove(const char *path, struct error *error)
{
    return unlink(path) == 0 || errno == ENOENT || file_explain(error, errno);
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

bool file_is_same(const char *one, const char *other)
{
    struct stat here, there;
    bool one_is = stat(one, &here) == 0, other_is = stat(other, &there) == 0;
    if (one_is || other_is)
        return one_is && other_is && is_same_entry(&here, &there);
    return will_be_same(one, other);
}

bool file_reserve(const char *path)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0)
        close(descriptor);
    return descriptor >= 0;
}

/* ".graphprix-PID-NUMBER.tmp", as create_scrap names it. */
static bool is_scrap(const char *name)
{
    long process;
    int number;
    int end = 0;
    return sscanf(name, ".graphprix-%ld-%d.tmp%n", &process, &number, &end) == 2 && end > 0 &&
           name[end] == '\0';
}

void file_sweep(const char *folder, int seconds)
{
    int count;
    char **names = file_list_folder(folder, ".tmp", &count);
    for (int i = 0; i < count; i++) {
        struct stat status;
        char *path = file_join(folder, names[i]);
        if (is_scrap(names[i]) && stat(path, &status) == 0 &&
            time(NULL) - status.st_mtime >= seconds)
            unlink(path);
        free(path);
    }
    file_free_names(names, count);
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
