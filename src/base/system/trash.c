/* A file in the trash is two files: itself under `files`, and under `info`, of the same name, where
 * it came from and when. The second is made first and so reserves the name.
 */
#include "base/system/trash.h"

#include "base/memory.h"
#include "base/system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The path as the rules want it: bytes that a URL may not hold as %XX. */
static void append_escaped(struct text *text, const char *path)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~/";
    for (const char *c = path; *c != '\0'; c++)
        if (strchr(plain, *c) != NULL)
            text_append_bytes(text, c, 1);
        else
            text_append_format(text, "%%%02X", (unsigned)(unsigned char)*c);
}

static void append_info(struct text *text, const char *path)
{
    char when[32];
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &local);
    text_append(text, "[Trash Info]\nPath=");
    append_escaped(text, path);
    text_append_format(text, "\nDeletionDate=%s\n", when);
}

/* A name that nothing in the trash has yet; *info is open to be written. Free it. */
static char *reserve_name(const char *folder, const char *name, int *info)
{
    for (int number = 1; number < 10000; number++) {
        struct text file = {0};
        text_append(&file, name);
        if (number > 1)
            text_append_format(&file, ".%d", number);
        size_t length = file.length;
        text_append(&file, ".trashinfo");
        char *path = file_join(folder, file.data);
        *info = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        int reason = errno;
        free(path);
        if (*info >= 0) {
            file.data[length] = '\0';
            return file.data;
        }
        text_free(&file);
        errno = reason;
        if (reason != EEXIST)
            return NULL;
    }
    return NULL;
}

/* TRASH/files/NAME -> TRASH/info/NAME.trashinfo */
static void forget(const char *lies_at)
{
    const char *name = strrchr(lies_at, '/');
    struct text record = {0};
    text_append_bytes(&record, lies_at, (size_t)(name - lies_at));
    record.length = (size_t)(strrchr(record.data, '/') - record.data);
    text_append_format(&record, "/info%s.trashinfo", name);
    unlink(record.data);
    text_free(&record);
}

/* Free what comes back; NULL on failure. */
static char *move_into(const char *path, const char *files, const char *infos, struct error *error)
{
    int info;
    char *name = reserve_name(infos, file_own_name(path), &info);
    if (name == NULL) {
        file_explain(error, errno);
        return NULL;
    }
    struct text text = {0};
    append_info(&text, path);
    char *to = file_join(files, name);
    bool moved = file_write_all(info, text.data, text.length) && rename(path, to) == 0;
    int reason = errno;
    close(info);
    if (!moved)
        forget(to);
    text_free(&text);
    free(name);
    if (moved)
        return to;
    free(to);
    file_explain(error, reason);
    return NULL;
}

char *trash_move(const char *path, const char *trash, struct error *error)
{
    char *full = realpath(path, NULL), *to = NULL;
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
    if (rename(lies_at, path) != 0) {
        int reason = errno;
        unlink(path);
        return file_explain(error, reason);
    }
    forget(lies_at);
    return true;
}
