/* What is the same of files on every system; the rest of file.h is in a folder of the system. */
#include "base/system/file.h"

#include "base/formats.h"
#include "base/memory.h"
#include "base/system/host.h"
#include "base/system/inside.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
#ifdef EDQUOT
    {EDQUOT, "your share of the disk is full: free some space and try again"},
#endif
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
    return error_set(error, "the system refuses it: %s", strerror(number));
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
        count = read(descriptor, buffer, (unsigned)size);
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

bool file_read(const char *path, size_t limit, struct text *content, struct error *error)
{
    int descriptor = path_open(path, PATH_READ);
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
    int descriptor = path_open(path, PATH_READ);
    if (descriptor < 0)
        return 0;
    bool ordinary = fstat(descriptor, &status) == 0 && check_is_ordinary(&status, &error);
    ssize_t length = ordinary ? read_some(descriptor, start, size) : 0;
    close(descriptor);
    return length > 0 ? (size_t)length : 0;
}

/* Opens a new file in the folder, with the permissions that the user's umask gives new files
 * (mkstemp would hide the file from others). Its path is to be freed, NULL on failure. */
static char *create_scrap(const char *folder, int *descriptor)
{
    for (int attempt = 0; attempt < 1000; attempt++) {
        char name[64];
        snprintf(name, sizeof name, ".graphprix-%ld-%d.tmp", (long)getpid(), attempt);
        char *path = file_join(folder, name);
        *descriptor = path_open(path, PATH_CREATE);
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
    enum { PIECE = 1 << 30 }; /* which every system takes at once */
    while (length > 0) {
        ssize_t count = write(descriptor, bytes, (unsigned)(length < PIECE ? length : PIECE));
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
    return path_sync(descriptor);
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
        if (old != NULL)
            path_give_rights(descriptor, old);
        int reason = errno;
        if (close(descriptor) != 0 && done) {
            done = false;
            reason = errno;
        }
        errno = reason;
        done = done && path_move(scrap, path);
        reason = errno;
        if (!done)
            path_remove(scrap);
        errno = reason;
    }
    int reason = errno;
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
    bool replaces = target != NULL && path_stat(target, &old);
    bool done = true;
    if (replaces) {
        done = check_is_ordinary(&old, error);
        if (done && !path_may_write(target))
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
    if (path_make_folder(path))
        return true;
    int reason = errno;
    struct stat status;
    if (!path_stat(path, &status))
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

bool file_remove(const char *path, struct error *error)
{
    return path_remove(path) || errno == ENOENT || file_explain(error, errno);
}

bool file_reserve(const char *path)
{
    int descriptor = path_open(path, PATH_CREATE);
    if (descriptor >= 0)
        close(descriptor);
    return descriptor >= 0;
}

void file_sweep(const char *folder, int seconds)
{
    int count;
    char **names = file_list_folder(folder, ".tmp", &count);
    for (int i = 0; i < count; i++) {
        struct stat status;
        char *path = file_join(folder, names[i]);
        /* ".graphprix-PID-NUMBER.tmp", as create_scrap names it. */
        const char *name = names[i];
        long process;
        int number;
        int end = 0;
        if (sscanf(name, ".graphprix-%ld-%d.tmp%n", &process, &number, &end) == 2 && end > 0 &&
            name[end] == '\0' && path_stat(path, &status) &&
            time(NULL) - status.st_mtime >= seconds)
            path_remove(path);
        free(path);
    }
    file_free_names(names, count);
}

bool file_read_unpacked(const char *path, size_t limit, struct text *content, struct error *error)
{
    struct text packed = {0};
    if (!file_read(path, limit, content, error))
        return false;
    if (!unpack_is_packed(content->data, content->length))
        return true;
    packed = *content;
    *content = (struct text){0};
    bool done = unpack_append(packed.data, packed.length, limit, content, error);
    text_free(&packed);
    return done;
}

char *file_folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        return memory_copy_string(".");
    size_t length = slash == path ? 1 : (size_t)(slash - path);
    char *folder = memory_allocate(length + 1, 1);
    memcpy(folder, path, length);
    return folder;
}

bool file_stamp_is_same(const struct file_stamp *one, const struct file_stamp *other)
{
    return one->known == other->known && one->seconds == other->seconds &&
           one->nanoseconds == other->nanoseconds && one->size == other->size;
}

const char *file_own_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

bool file_make_folder_of(const char *path, struct error *error)
{
    char *folder = file_folder_of(path);
    bool made = file_make_folder(folder, error);
    free(folder);
    return made;
}

bool file_set_aside(const char *path, struct text *aside, struct error *error)
{
    enum { MOST = 10000 };
    struct text name = {0};
    bool reserved = false, done = false;
    for (int i = 1; !reserved && i <= MOST; i++) {
        text_clear(&name);
        text_append_format(&name, i == 1 ? "%s.broken" : "%s.broken-%d", path, i);
        reserved = file_reserve(name.data);
        if (!reserved && errno != EEXIST)
            break;
    }
    if (reserved && path_move(path, name.data)) {
        text_append(aside, name.data);
        done = true;
    } else {
        file_explain(error, errno);
        if (reserved)
            path_remove(name.data);
    }
    text_free(&name);
    return done;
}

bool file_ends_with(const char *string, const char *suffix)
{
    size_t length = strlen(string);
    size_t suffix_length = strlen(suffix);
    return length >= suffix_length && strcmp(string + length - suffix_length, suffix) == 0;
}

void file_free_names(char **names, int count)
{
    for (int i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

char *file_join(const char *folder, const char *name)
{
    struct text path = {0};
    text_append(&path, folder);
    if (path.length > 0 && path.data[path.length - 1] != '/')
        text_append(&path, "/");
    text_append(&path, name[0] == '/' && path.length > 0 ? name + 1 : name);
    return path.data;
}

bool file_program_exists(const char *name)
{
    char *path = file_find_program(name);
    free(path);
    return path != NULL;
}

/* === lock ===================================================================================== */

struct file_lock *file_lock_wait(const char *path, struct error *error)
{
    enum { TRIES = 50, PAUSE = 10 }; /* milliseconds */
    const struct timespec pause = {0, PAUSE * 1000000L};
    struct file_lock *lock = NULL;
    if (!file_make_folder_of(path, error))
        return NULL;
    for (int i = 0; i < TRIES && !(lock = file_lock_take(path)); i++)
        nanosleep(&pause, NULL);
    if (!lock)
        error_set(error, "another window is writing them; close it and try again");
    return lock;
}

/* === trash ==================================================================================== */

/* A file in the trash is two files: itself under `files`, and under `info`, of the same name, where
 * it came from and when. The second is made first and so reserves the name.
 */

/* A name that nothing in the trash has yet, and the file that takes it; false with errno set. */
static bool reserve_name(const char *folder, const char *own_name, struct text *name, char **info)
{
    for (int number = 1; number < 10000; number++) {
        text_clear(name);
        text_append_format(name, number > 1 ? "%s.%d" : "%s", own_name, number);
        struct text file = {0};
        text_append_format(&file, "%s.trashinfo", text_string(name));
        *info = file_join(folder, file.data);
        text_free(&file);
        if (file_reserve(*info))
            return true;
        int reason = errno;
        free(*info);
        errno = reason;
        if (reason != EEXIST)
            return false;
    }
    return false;
}

/* TRASH/files/NAME -> TRASH/info/NAME.trashinfo */
static void remove_info(const char *lies_at)
{
    const char *name = strrchr(lies_at, '/');
    struct text record = {0};
    text_append_bytes(&record, lies_at, (size_t)(name - lies_at));
    record.length = (size_t)(strrchr(record.data, '/') - record.data);
    text_append_format(&record, "/info%s.trashinfo", name);
    path_remove(record.data);
    text_free(&record);
}

/* Free what comes back; NULL on failure. */
static char *move_into(const char *path, const char *files, const char *infos, struct error *error)
{
    struct text name = {0}, text = {0};
    char *info, *to = NULL;
    if (!reserve_name(infos, file_own_name(path), &name, &info)) {
        file_explain(error, errno);
        text_free(&name);
        return NULL;
    }
    char when[32];
    clock_print(when, sizeof when, "%Y-%m-%dT%H:%M:%S", time(NULL));
    text_append(&text, "[Trash Info]\nPath=");
    /* The path as the rules want it: bytes that a URL may not hold as %XX. */
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~/";
    for (const char *c = path; *c != '\0'; c++)
        if (strchr(plain, *c) != NULL)
            text_append_bytes(&text, c, 1);
        else
            text_append_format(&text, "%%%02X", (unsigned)(unsigned char)*c);
    text_append_format(&text, "\nDeletionDate=%s\n", when);
    to = file_join(files, text_string(&name));
    bool moved = file_write_atomically(info, text.data, text.length, error) &&
                 (path_move(path, to) || file_explain(error, errno));
    if (!moved) {
        remove_info(to);
        free(to);
    }
    text_free(&name);
    text_free(&text);
    free(info);
    return moved ? to : NULL;
}

char *trash_move(const char *path, const char *trash, struct error *error)
{
    char *full = file_full_path(path), *to = NULL;
    if (full == NULL) {
        file_explain(error, errno);
        return NULL;
    }
    char *files = file_join(trash, "files");
    char *infos = file_join(trash, "info");
    if (file_make_folder(files, error) && file_make_folder(infos, error))
        to = move_into(full, files, infos, error);
    free(full);
    free(files);
    free(infos);
    return to;
}

bool trash_put(const char *path, const char *trash, struct error *error)
{
    char *to = trash_move(path, trash, error);
    free(to);
    return to != NULL;
}

bool trash_take_back(const char *lies_at, const char *path, struct error *error)
{
    /* Made here and now, so that no file of this name is lost. */
    if (!file_reserve(path))
        return file_explain(error, errno);
    if (!path_move(lies_at, path)) {
        int reason = errno;
        path_remove(path);
        return file_explain(error, reason);
    }
    remove_info(lies_at);
    return true;
}
