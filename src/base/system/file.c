/* What is the same of files on every system; the rest of file.h is in a folder of the system. */
#include "base/system/file.h"

#include "base/formats.h"
#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
