/* A path is taken by making an empty file there; what is written then replaces that one. */
#include "screens/tracks/files.h"

#include "base/fold.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "track/svg.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_NAME_BYTES = 120, TRIES = 10000 };

/* --- names ----------------------------------------------------------------------------------- */

static bool is_part_of_word(uint32_t c)
{
    bool ascii = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    bool is_space = c == 0xA0 || c == 0x3000 || (c >= 0x2000 && c <= 0x206F);
    return ascii || (c >= 0xC0 && !is_space && c != 0xD7 && c != 0xF7);
}

char *tracks_file_name(const char *name)
{
    struct text into = {0}, folded = {0};
    bool apart = false;
    fold_append(&folded, name);
    const char *cursor = text_string(&folded);
    while (*cursor && into.length < FILE_NAME_BYTES) {
        uint32_t c = fold_next(&cursor);
        bool word = is_part_of_word(c);
        if (word && apart && into.length > 0)
            text_append(&into, "-");
        if (word)
            fold_append_character(&into, c);
        apart = !word;
    }
    if (into.length == 0)
        text_append(&into, "track");
    text_free(&folded);
    return into.data;
}

bool tracks_tidy_name(char *name)
{
    char *into = name;
    bool apart = false;
    for (const char *from = name; *from; from++) {
        unsigned char c = (unsigned char)*from;
        if (c <= ' ' || c == 0x7F) {
            apart = true;
            continue;
        }
        if (apart && into != name)
            *into++ = ' ';
        *into++ = *from;
        apart = false;
    }
    *into = '\0';
    return into != name;
}

/* The number at the end of a name, behind a blank, and how long the name is before it; 1 if there
 * is none. */
static int64_t number_at_end(const char *name, size_t *length)
{
    const char *blank = strrchr(name, ' ');
    int64_t number = 1;
    *length = strlen(name);
    if (blank && blank != name && number_is_integer(blank + 1, 2, 9999, &number))
        *length = (size_t)(blank - name);
    else
        number = 1;
    return number;
}

char *tracks_copy_name(const char *name, bool (*is_taken)(const char *name, const void *context),
                       const void *context)
{
    size_t length;
    int64_t number = number_at_end(name, &length);
    struct text into = {0};
    char *base = memory_copy_string(name);
    base[fold_cut(base, length < TRACK_NAME_BYTES - 12 ? length : TRACK_NAME_BYTES - 12)] = '\0';
    do {
        text_clear(&into);
        text_append_format(&into, "%s %lld", base, (long long)++number);
    } while (is_taken(into.data, context));
    free(base);
    return into.data;
}

/* --- paths ----------------------------------------------------------------------------------- */

static char *numbered_path(const char *folder, const char *file, int number)
{
    struct text name = {0};
    text_append(&name, file);
    if (number > 1)
        text_append_format(&name, "-%d", number);
    text_append(&name, ".svg");
    char *path = file_join(folder, name.data);
    text_free(&name);
    return path;
}

char *tracks_take_path(const char *folder, const char *name, struct error *error)
{
    char *file = tracks_file_name(name), *path = NULL;
    if (!file_make_folder(folder, error)) {
        free(file);
        return NULL;
    }
    int reason = EEXIST;
    for (int number = 1; number < TRIES && reason == EEXIST; number++) {
        free(path);
        path = numbered_path(folder, file, number);
        reason = file_reserve(path) ? 0 : errno;
    }
    free(file);
    if (reason == 0)
        return path;
    free(path);
    file_explain(error, reason);
    return NULL;
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = memory_copy_string(path);
    folder[slash ? slash - path : 0] = '\0';
    return folder;
}

/* Would the file of this name be the one that it has, perhaps with a number behind it? */
static bool has_name_already(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/'), *own = slash ? slash + 1 : path;
    char *file = tracks_file_name(name);
    size_t length = strlen(file);
    bool same = strncmp(own, file, length) == 0;
    own += same ? length : 0;
    if (same && *own == '-') {
        size_t digits = strspn(own + 1, "0123456789");
        own += digits > 0 ? 1 + digits : 0;
    }
    free(file);
    return same && strcmp(own, ".svg") == 0;
}

/* --- deeds ----------------------------------------------------------------------------------- */

static bool is_track(const struct text *content)
{
    struct error error;
    struct track *track = svg_read_track(text_string(content), content->length, &error);
    track_release(track);
    return track != NULL;
}

/* The file's text under another name. A drawing that is broken keeps the text that it has. */
static bool read_renamed(const char *path, const char *name, struct text *into, struct error *error)
{
    struct text content = {0};
    bool done = file_read(path, TRACK_FILE_LIMIT, &content, error);
    if (done && !svg_write_title(text_string(&content), content.length, name, into, error)) {
        done = !is_track(&content);
        text_clear(into);
        text_append_bytes(into, text_string(&content), content.length);
    }
    text_free(&content);
    return done;
}

/* Into a new file of the folder. */
static char *write_new(const struct text *content, const char *folder, const char *name,
                       struct error *error)
{
    char *path = tracks_take_path(folder, name, error);
    if (!path || file_write_atomically(path, text_string(content), content->length, error))
        return path;
    struct error other;
    file_remove(path, &other);
    free(path);
    return NULL;
}

/* The new file is there, the old one goes; if it cannot, the new one does. */
static char *give_up_old(const char *path, char *moved, struct error *error)
{
    struct error other;
    if (file_remove(path, error))
        return moved;
    file_remove(moved, &other);
    free(moved);
    return NULL;
}

char *tracks_rename(const char *path, const char *name, struct error *error)
{
    struct text content = {0};
    char *moved = NULL;
    if (read_renamed(path, name, &content, error)) {
        if (has_name_already(path, name)) {
            bool done = file_write_atomically(path, text_string(&content), content.length, error);
            moved = done ? memory_copy_string(path) : NULL;
        } else {
            char *folder = folder_of(path);
            moved = write_new(&content, folder, name, error);
            moved = moved ? give_up_old(path, moved, error) : NULL;
            free(folder);
        }
    }
    text_free(&content);
    return moved;
}

char *tracks_duplicate(const char *path, const char *folder, const char *name, struct error *error)
{
    struct text content = {0};
    char *copy = NULL;
    if (read_renamed(path, name, &content, error))
        copy = write_new(&content, folder, name, error);
    text_free(&content);
    return copy;
}

char *tracks_keep(struct course course, const char *folder, struct error *error)
{
    struct text content = {0};
    course_write(course, &content);
    char *path = write_new(&content, folder, course_name(course), error);
    text_free(&content);
    return path;
}
