/* Files: those of folders, the newest first, names for new ones, and those of courses, whichever
 * game they belong to.
 */
#include "session/course_file.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "rules/game.h"
#include "session/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { SLUG_LETTERS = 40 };

/* Newest first; files of the same moment by name, the later name first. */
static int newest_first(const void *a, const void *b)
{
    const struct saved_file *one = a, *other = b;
    if (one->stamp.seconds != other->stamp.seconds)
        return one->stamp.seconds > other->stamp.seconds ? -1 : 1;
    if (one->stamp.nanoseconds != other->stamp.nanoseconds)
        return one->stamp.nanoseconds > other->stamp.nanoseconds ? -1 : 1;
    return strcmp(other->path, one->path);
}

struct saved_file *saved_files_newest_first(const char *const *folders, int folder_count,
                                            const char *suffix, int *count)
{
    struct saved_file *files = NULL;
    int capacity = 0, name_count;
    *count = 0;
    for (int folder = 0; folder < folder_count; folder++) {
        char **names = file_list_folder(folders[folder], suffix, &name_count);
        for (int i = 0; i < name_count; i++) {
            char *path = file_join(folders[folder], names[i]);
            struct saved_file file = {path, folder, file_stamp(path)};
            files = array_grow(files, *count, &capacity, sizeof *files);
            files[*count] = file;
            *count += file.stamp.known;
            if (!file.stamp.known)
                free(path);
        }
        file_free_names(names, name_count);
    }
    if (*count > 0)
        qsort(files, (size_t)*count, sizeof *files, newest_first);
    return files;
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
    struct saved_file *files = saved_files_newest_first(&folder, 1, suffix, count);
    char **paths = memory_allocate((size_t)*count, sizeof *paths);
    for (int i = 0; i < *count; i++)
        paths[i] = files[i].path;
    free(files);
    return paths;
}

/* --- courses -------------------------------------------------------------------------------- */

/* With a z behind it, it is packed. */
static bool ends_like(const char *path, const struct game *game)
{
    const char *ending = game->course->extension;
    size_t length = strlen(path), tail = strlen(ending);
    length -= length > 0 && (path[length - 1] == 'z' || path[length - 1] == 'Z');
    return length >= tail && strncasecmp(path + length - tail, ending, tail) == 0;
}

/* The only one whose files end like this; NULL: none, or several. */
static const struct game *game_by_name(const char *path)
{
    const struct game *found = NULL;
    for (const struct game *const *game = games; *game; game++)
        if (ends_like(path, *game)) {
            if (found)
                return NULL;
            found = *game;
        }
    return found;
}

struct course course_load(const char *path, struct error *error)
{
    struct text content = {0};
    struct course course = {0};
    const struct game *named = game_by_name(path);
    *error = (struct error){0};
    if (file_read_unpacked(path, COURSE_FILE_LIMIT, &content, error)) {
        const char *bytes = text_string(&content);
        const struct game *game = course_recognise(bytes, content.length);
        game = game ? game : named ? named : games[0];
        course = course_read(game, bytes, content.length, error);
        if (!course.body && named && named != game)
            course = course_read(named, bytes, content.length, error);
    }
    text_free(&content);
    return course;
}

const struct game *course_file_recognise(const char *path)
{
    struct text content = {0};
    struct error ignored;
    const struct game *found = NULL;
    if (file_read_unpacked(path, COURSE_FILE_LIMIT, &content, &ignored))
        found = course_recognise(text_string(&content), content.length);
    text_free(&content);
    return found;
}

const struct game *course_file_game(const char *path)
{
    const struct game *const *game = games;
    while (*game && !ends_like(path, *game))
        game++;
    const struct game *recognised = *game ? course_file_recognise(path) : NULL;
    return recognised && ends_like(path, recognised) ? recognised : *game;
}
