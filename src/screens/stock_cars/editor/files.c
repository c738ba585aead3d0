/* Files of the map editor, and what it keeps aside while nothing is saved.
 *
 * A file is written whole or not at all, and only where the player's own courses are; one that has
 * changed since it was read stays as it is, and a new one is written beside it.
 */
#include "screens/stock_cars/editor/editor.h"

#include "base/memory.h"
#include "rules/stock_cars/stock_cars.h"
#include "screens/tracks/files.h"

#include <stdlib.h>
#include <string.h>

bool map_editor_read_file(const struct app *app, const char *path, struct map_wish *wish,
                          struct error *error)
{
    struct text bytes = {0};
    struct map_draft draft;
    *wish = (struct map_wish){.stamp = file_stamp(path)};
    bool read = file_read(path, COURSE_FILE_LIMIT, &bytes, error) &&
                map_draft_read(text_string(&bytes), bytes.length, &draft, NULL, error);
    if (read) {
        wish->plan = map_plan_from_draft(&draft);
        wish->path = tracks_own_path(app->tracks_folder, path);
    }
    text_free(&bytes);
    return read;
}

/* --- saving ----------------------------------------------------------------------------------- */

static bool write_to(struct app *app, const struct map_editor *editor, const char *path)
{
    struct text text = {0};
    struct error error;
    map_plan_copy(editor->plan, &text);
    bool written = file_make_folder(app->tracks_folder, &error) &&
                   file_write_atomically(path, text.data, text.length, &error);
    text_free(&text);
    if (!written)
        app_tell(app, "The map cannot be saved to %s: %s. It stays as it is here.", path,
                 error.text);
    return written;
}

static void use_path(struct map_editor *editor, char *path)
{
    if (path == editor->path)
        return;
    free(editor->path);
    editor->path = path;
}

static char *new_path(struct app *app, const struct map_editor *editor)
{
    struct error error;
    const char *name = editor->name[0] ? editor->name : "Untitled";
    char *path = tracks_take_path(&stock_cars_game, app->tracks_folder, name, &error);
    if (!path)
        app_tell(app, "The map cannot be saved: %s. It stays as it is here.", error.text);
    return path;
}

bool map_editor_save(struct app *app, struct map_editor *editor)
{
    map_editor_give_up(editor);
    map_editor_refresh(editor);
    struct file_stamp now = file_stamp(editor->path);
    bool other = editor->path && now.known && !file_stamp_is_same(&now, &editor->stamp);
    char *path = editor->path && !other ? editor->path : new_path(app, editor);
    if (!path || !write_to(app, editor, path)) {
        struct error error;
        if (path && path != editor->path) {
            file_remove(path, &error);
            free(path);
        }
        return false;
    }
    use_path(editor, path);
    editor->stamp = file_stamp(path);
    editor->saved_version = map_plan_version(editor->plan);
    keeper_forget(editor->keeper);
    app_notice(app, "%sSaved as %s.%s",
               other ? "Another program has changed the file, so this is a new one. " : "",
               file_own_name(path),
               editor->fault_count > 0 ? " It is no map yet: the panel says why." : "");
    return true;
}

/* --- what is kept aside ----------------------------------------------------------------------- */

static uint64_t version(const void *editor)
{
    return map_plan_version(((const struct map_editor *)editor)->plan);
}

static bool is_worth_keeping(const void *own)
{
    const struct map_editor *editor = own;
    return editor->plan && map_editor_is_changed(editor);
}

static void write_kept(const void *own, struct text *into)
{
    const struct map_editor *editor = own;
    map_plan_copy(editor->plan, into);
    if (editor->path)
        keeper_append_origin(into, editor->path, &editor->stamp);
}

static void say(void *editor, const char *sentence)
{
    map_editor_say(editor, "%s", sentence);
}

struct keeper *map_editor_keeper_create(struct map_editor *editor, const char *tracks_folder)
{
    return keeper_create(tracks_folder, (struct kept_sheet){editor, stock_maps.extension, version,
                                                            is_worth_keeping, write_kept, say});
}

/* The mark behind the map is no row of it. */
static bool read_kept(void *into, const struct text *bytes, struct error *error)
{
    struct map_wish *wish = into;
    struct map_draft draft;
    const char *text = text_string(bytes), *mark = strstr(text, keeper_origin_mark);
    size_t length = mark ? (size_t)(mark - text) : bytes->length;
    if (!map_draft_read(text, length, &draft, NULL, error))
        return false;
    *wish = (struct map_wish){.plan = map_plan_from_draft(&draft), .changed = true};
    wish->path = keeper_find_origin(text, &wish->stamp);
    return true;
}

bool map_editor_take_left(struct map_editor *editor, struct map_wish *wish, struct error *error)
{
    return keeper_take_left(editor->keeper, read_kept, wish, error);
}
