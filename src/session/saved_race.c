/* Files of a folder: the newest first, and names for new ones.
 */
#include "base/memory.h"
#include "base/system/file.h"
#include "session/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLUG_LETTERS = 40 };

struct candidate {
    char *path;
    struct file_stamp changed;
};

/* Newest first; files of the same moment by name, the later name first. */
static int compare_candidates(const void *a, const void *b)
{
    const struct candidate *one = a;
    const struct candidate *other = b;
    if (one->changed.seconds != other->changed.seconds)
        return one->changed.seconds > other->changed.seconds ? -1 : 1;
    if (one->changed.nanoseconds != other->changed.nanoseconds)
        return one->changed.nanoseconds > other->changed.nanoseconds ? -1 : 1;
    return strcmp(other->path, one->path);
}

static struct candidate *list_candidates(const char *folder, const char *suffix, int *count)
{
    int name_count = 0;
    char **names = file_list_folder(folder, suffix, &name_count);
    struct candidate *list = memory_allocate((size_t)name_count, sizeof *list);
    *count = 0;
    for (int i = 0; i < name_count; i++) {
        char *path = file_join(folder, names[i]);
        struct file_stamp changed = file_stamp(path);
        if (changed.known)
            list[(*count)++] = (struct candidate){path, changed};
        else
            free(path);
    }
    file_free_names(names, name_count);
    qsort(list, (size_t)*count, sizeof *list, compare_candidates);
    return list;
}

/* Letters and digits of ASCII in lower case, everything between them as one hyphen: a name that no
 * file system and no shell minds. */
static void append_slug(struct text *into, const char *name)
{
    size_t start = into->length;
    bool gap = false;
    for (; *name != '\0' && into->length - start < SLUG_LETTERS; name++) {
        char c = *name;
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) {
            gap = true;
            continue;
        }
        if (gap && into->length > start)
            text_append(into, "-");
        gap = false;
        text_append_bytes(into, &c, 1);
    }
    if (into->length == start)
        text_append(into, "race");
}

char *saved_new_path(const char *folder, const char *wish, const char *suffix)
{
    struct text stem = {0};
    time_t now = time(NULL);
    struct tm day;
    localtime_r(&now, &day);
    text_append_format(&stem, "%04d-%02d-%02d-", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
    append_slug(&stem, wish);
    char *path = NULL;
    for (int number = 1; path == NULL; number++) {
        struct text name = {0};
        text_append(&name, stem.data);
        if (number > 1)
            text_append_format(&name, "-%d", number);
        text_append(&name, suffix);
        path = file_join(folder, name.data);
        text_free(&name);
        if (file_exists(path)) {
            free(path);
            path = NULL;
        }
    }
    text_free(&stem);
    return path;
}

char *saved_race_new_path(const char *folder, const char *track_name)
{
    return saved_new_path(folder, track_name, ".race");
}

char **saved_paths_newest_first(const char *folder, const char *suffix, int *count)
{
    struct candidate *candidates = list_candidates(folder, suffix, count);
    char **paths = memory_allocate((size_t)*count, sizeof *paths);
    for (int i = 0; i < *count; i++)
        paths[i] = candidates[i].path;
    free(candidates);
    return paths;
}
