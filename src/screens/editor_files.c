/* Files of the editor: reading anything that SVG is, saving own tracks.
 *
 * A file is written whole or not at all, and only where the player's own tracks are; one that has
 * changed since it was read is asked about.
 */
#include "screens/editor_inside.h"

#include "base/file.h"
#include "base/memory.h"
#include "track/svg.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NAME_BYTES = 60 };

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *editor_file_name(const struct editor *editor)
{
    return editor->path ? last_part(editor->path) : NULL;
}

static struct editor_stamp stamp_of(const char *path)
{
    struct stat status;
    if (!path || stat(path, &status) != 0)
        return (struct editor_stamp){0};
    return (struct editor_stamp){true, status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                                 status.st_size};
}

static bool same_stamp(struct editor_stamp a, struct editor_stamp b)
{
    return a.known == b.known && a.seconds == b.seconds && a.nanoseconds == b.nanoseconds &&
           a.size == b.size;
}

/* --- names ---------------------------------------------------------------------------------- */

/* Letters, digits and hyphens of any script: what every file system takes. */
static void make_name(const char *title, char into[NAME_BYTES])
{
    int length = 0;
    for (const char *at = title; *at && length < NAME_BYTES - 5; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte >= 0x80 || isalnum(byte))
            into[length++] = (char)tolower(byte);
        else if (length > 0 && into[length - 1] != '-')
            into[length++] = '-';
    }
    /* Neither half a character nor a hyphen at the end. */
    while (length > 0 && ((unsigned char)into[length - 1] >= 0x80 || into[length - 1] == '-') &&
           strlen(title) >= NAME_BYTES - 5)
        length--;
    while (length > 0 && into[length - 1] == '-')
        length--;
    into[length] = 0;
    if (length == 0)
        snprintf(into, NAME_BYTES, "untitled");
}

char *app_new_track_path(const struct app *app, const char *name)
{
    char plain[NAME_BYTES], file[NAME_BYTES + 20];
    make_name(name, plain);
    for (int number = 1;; number++) {
        if (number == 1)
            snprintf(file, sizeof file, "%s.svg", plain);
        else
            snprintf(file, sizeof file, "%s-%d.svg", plain, number);
        char *path = file_join(app->tracks_folder, file);
        if (!file_exists(path))
            return path;
        free(path);
    }
}

/* --- reading -------------------------------------------------------------------------------- */

void editor_free_wish(struct editor_wish *wish)
{
    draft_free(&wish->draft);
    free(wish->path);
    *wish = (struct editor_wish){0};
}

/* The whole path of a file of the player's own tracks, else NULL. */
static char *own_path(const struct app *app, const char *path)
{
    char *real = realpath(path, NULL);
    char *folder = realpath(app->tracks_folder, NULL);
    size_t length = folder ? strlen(folder) : 0;
    bool own = real && folder && strncmp(real, folder, length) == 0 && real[length] == '/' &&
               strchr(real + length + 1, '/') == NULL;
    free(folder);
    if (own)
        return real;
    free(real);
    return NULL;
}

void editor_check_path(const struct app *app, struct editor_wish *wish)
{
    char *own = wish->path ? own_path(app, wish->path) : NULL;
    free(wish->path);
    wish->path = own;
}

bool editor_read_file(const struct app *app, const char *path, struct editor_wish *wish,
                      struct error *error)
{
    struct text bytes = {0};
    struct editor_stamp stamp = stamp_of(path);
    *wish = (struct editor_wish){0};
    bool read = file_read(path, TRACK_FILE_LIMIT, &bytes, error) &&
                svg_read_draft(text_string(&bytes), bytes.length, &wish->draft, error);
    text_free(&bytes);
    if (!read)
        return false;
    wish->is_there = wish->has_draft = true;
    wish->path = own_path(app, path);
    wish->stamp = stamp;
    return true;
}

/* --- saving --------------------------------------------------------------------------------- */

static bool write_to(struct app *app, struct editor *editor, const char *path)
{
    struct text text = {0};
    struct error error;
    svg_write_draft(sketch_draft(editor->sketch), &text);
    bool written = file_make_folder(app->tracks_folder, &error) &&
                   file_write_atomically(path, text.data, text.length, &error);
    text_free(&text);
    if (!written)
        app_tell(app, "The sheet cannot be saved to %s: %s. It stays as it is here.", path,
                 error.text);
    return written;
}

/* Takes over the path. */
static bool save_to(struct app *app, struct editor *editor, char *path)
{
    if (!write_to(app, editor, path)) {
        if (path != editor->path)
            free(path);
        return false;
    }
    if (path != editor->path)
        free(editor->path);
    editor->path = path;
    editor->stamp = stamp_of(path);
    editor->saved_version = sketch_version(editor->sketch);
    editor_forget_kept(editor);
    if (editor_problem_count(editor) > 0)
        app_notice(app, "Saved as %s. It is no track yet: the panel says why.", last_part(path));
    else
        app_notice(app, "Saved as %s.", last_part(path));
    return true;
}

bool editor_save_copy(struct app *app, struct editor *editor)
{
    return save_to(app, editor, app_new_track_path(app, editor->texts.name));
}

bool editor_save_anyway(struct app *app, struct editor *editor)
{
    return editor->path ? save_to(app, editor, editor->path) : editor_save_copy(app, editor);
}

bool editor_save(struct app *app, struct editor *editor)
{
    if (editor->path && file_exists(editor->path) &&
        !same_stamp(stamp_of(editor->path), editor->stamp)) {
        editor_open_dialog(editor, DIALOG_CHANGED);
        return false;
    }
    return editor_save_anyway(app, editor);
}
