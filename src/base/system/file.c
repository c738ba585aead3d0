/* What is the same of files on every system; the rest of file.h is in a folder of the system. */
#include "base/system/file.h"

#include "base/formats.h"
#include "base/memory.h"
#include "base/system/host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    if (reserved && rename(path, name.data) == 0) {
        text_append(aside, name.data);
        done = true;
    } else {
        file_explain(error, errno);
        if (reserved)
            remove(name.data);
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
    remove(record.data);
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
                 (rename(path, to) == 0 || file_explain(error, errno));
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
    if (rename(lies_at, path) != 0) {
        int reason = errno;
        remove(path);
        return file_explain(error, reason);
    }
    remove_info(lies_at);
    return true;
}
