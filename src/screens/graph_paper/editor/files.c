/* Files of the editor: reading anything that SVG is, saving own tracks.
 *
 * A file is written whole or not at all, and only where the player's own tracks are; one that has
 * changed since it was read is asked about.
 */
#include "screens/graph_paper/editor/document.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/tracks/files.h"
#include "track/svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *editor_file_name(const struct editor *editor)
{
    return editor->path ? file_own_name(editor->path) : NULL;
}

/* --- reading -------------------------------------------------------------------------------- */

void pending_open_free(struct pending_open *pending)
{
    draft_free(&pending->draft);
    editor_free_import(&pending->import);
    editor_free_cells(&pending->cells);
    free(pending->path);
    free(pending->photo.pixels);
    *pending = (struct pending_open){0};
}

void editor_check_path(const struct app *app, struct pending_open *pending)
{
    char *own = pending->path ? tracks_own_path(app->tracks_folder, pending->path) : NULL;
    free(pending->path);
    pending->path = own;
}

/* That may hold any bytes; a name is text. */
char *editor_name_after(const char *path)
{
    const char *file = file_own_name(path), *end = strrchr(file, '.');
    struct text name = {0};
    text_append_quoted(&name, file, end && end != file ? (size_t)(end - file) : strlen(file),
                       SKETCH_TEXT_BYTES / 2);
    return name.data;
}

/* A drawing without a title goes by the name of its file. */
static void name_after_file(struct draft *draft, const char *path)
{
    if (draft->name && draft->name[0])
        return;
    free(draft->name);
    draft->name = editor_name_after(path);
}

bool editor_read_file(const struct app *app, const char *path, struct pending_open *pending,
                      struct error *error)
{
    struct text bytes = {0};
    struct file_stamp stamp = file_stamp(path);
    *pending = (struct pending_open){0};
    bool read = file_read_unpacked(path, TRACK_FILE_LIMIT, &bytes, error) &&
                svg_read_draft(text_string(&bytes), bytes.length, &pending->draft, error);
    if (read) {
        editor_begin_import(pending, &bytes);
        name_after_file(&pending->draft, path);
        pending->is_there = pending->has_draft = true;
        pending->path = tracks_own_path(app->tracks_folder, path);
        pending->stamp = stamp;
    }
    text_free(&bytes);
    return read;
}

/* --- saving --------------------------------------------------------------------------------- */

static void tell_not_saved(struct app *app, const char *path, const struct error *error)
{
    app_tell(app, "The sheet cannot be saved to %s: %s. It stays as it is here.", path,
             error->text);
}

static bool write_to(struct app *app, struct editor *editor, const char *path)
{
    struct text text = {0};
    struct error error;
    svg_write_draft(sketch_draft(editor->sketch), &text);
    bool written = file_make_folder(app->tracks_folder, &error) &&
                   file_write_atomically(path, text.data, text.length, &error);
    text_free(&text);
    if (!written)
        tell_not_saved(app, path, &error);
    return written;
}

/* Takes over the path; a new one has been taken and is given back if this fails. */
static bool save_to(struct app *app, struct editor *editor, char *path)
{
    if (!write_to(app, editor, path)) {
        if (path != editor->path) {
            struct error error;
            file_remove(path, &error);
            free(path);
        }
        return false;
    }
    if (path != editor->path)
        free(editor->path);
    editor->path = path;
    editor->stamp = file_stamp(path);
    editor->saved_version = sketch_version(editor->sketch);
    keeper_forget(editor->keeper);
    if (editor->problem_count > 0)
        app_notice(app, "Saved as %s. It is no track yet: the panel says why.",
                   file_own_name(path));
    else
        app_notice(app, "Saved as %s.", file_own_name(path));
    return true;
}

/* What saving would lose is said first, once. */
static bool must_tell_losses(struct editor *editor)
{
    char lost[300];
    editor_write_losses(&editor->losses, lost, sizeof lost);
    if (editor->losses_told || !lost[0])
        return false;
    editor_open_dialog(editor, DIALOG_LOSSES);
    return true;
}

bool editor_save_copy(struct app *app, struct editor *editor)
{
    struct error error;
    if (must_tell_losses(editor))
        return false;
    const char *name = editor->texts.name[0] ? editor->texts.name : "Untitled";
    char *path = tracks_take_path(&graph_paper_game, app->tracks_folder, name, &error);
    if (path)
        return save_to(app, editor, path);
    tell_not_saved(app, app->tracks_folder, &error);
    return false;
}

bool editor_save_anyway(struct app *app, struct editor *editor)
{
    return editor->path ? save_to(app, editor, editor->path) : editor_save_copy(app, editor);
}

bool editor_save(struct app *app, struct editor *editor)
{
    if (must_tell_losses(editor))
        return false;
    struct file_stamp now = file_stamp(editor->path);
    if (now.known && !file_stamp_is_same(&now, &editor->stamp)) {
        editor_open_dialog(editor, DIALOG_CHANGED);
        return false;
    }
    return editor_save_anyway(app, editor);
}
