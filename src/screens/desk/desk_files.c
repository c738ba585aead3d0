/* Files of a desk, and what it keeps aside while nothing is saved.
 *
 * A file is written whole or not at all, and only where the player's own courses are; one that has
 * changed since it was read stays as it is, and a new one is written beside it.
 */
#include "base/memory.h"
#include "screens/desk/desk_inside.h"
#include "screens/tracks/files.h"

#include <stdlib.h>
#include <string.h>

void desk_free_wish(struct desk_wish *wish)
{
    steps_free(wish->sheet);
    free(wish->path);
    *wish = (struct desk_wish){0};
}

bool desk_read_file(const struct app *app, const struct desk *desk, const char *path,
                    struct desk_wish *wish, struct error *error)
{
    struct text bytes = {0};
    *wish = (struct desk_wish){.stamp = file_stamp(path)};
    if (file_read_unpacked(path, COURSE_FILE_LIMIT, &bytes, error))
        wish->sheet = desk->kind->read(text_string(&bytes), bytes.length, error);
    if (wish->sheet)
        wish->path = tracks_own_path(app->tracks_folder, path);
    text_free(&bytes);
    return wish->sheet != NULL;
}

/* --- saving ----------------------------------------------------------------------------------- */

static bool write_to(struct app *app, const struct desk *desk, const char *path)
{
    struct text text = {0};
    struct error error;
    desk->kind->write(desk->sheet, &text);
    bool written = file_make_folder(app->tracks_folder, &error) &&
                   file_write_atomically(path, text.data, text.length, &error);
    text_free(&text);
    if (!written)
        app_tell(app, "The %s cannot be saved to %s: %s. It stays as it is here.", desk_noun(desk),
                 path, error.text);
    return written;
}

static void use_path(struct desk *desk, char *path)
{
    if (path == desk->path)
        return;
    free(desk->path);
    desk->path = path;
}

static char *new_path(struct app *app, const struct desk *desk)
{
    struct error error;
    const char *name = desk->kind->name(desk->sheet);
    char *path =
        tracks_take_path(desk->kind->game, app->tracks_folder, name[0] ? name : "Untitled", &error);
    if (!path)
        app_tell(app, "The %s cannot be saved: %s. It stays as it is here.", desk_noun(desk),
                 error.text);
    return path;
}

bool desk_save(struct app *app, struct desk *desk)
{
    desk->kind->give_up(desk);
    desk->kind->refresh(desk);
    struct file_stamp now = file_stamp(desk->path);
    bool other = desk->path && now.known && !file_stamp_is_same(&now, &desk->stamp);
    char *path = desk->path && !other ? desk->path : new_path(app, desk);
    if (!path || !write_to(app, desk, path)) {
        struct error error;
        if (path && path != desk->path) {
            file_remove(path, &error);
            free(path);
        }
        return false;
    }
    use_path(desk, path);
    desk->stamp = file_stamp(path);
    desk->saved_version = steps_version(desk->sheet);
    keeper_forget(desk->keeper);
    struct text wrong = {0};
    if (!desk->course.body)
        text_append_format(&wrong, " It is no %s yet: the panel says why.", desk_noun(desk));
    app_notice(app, "%sSaved as %s.%s",
               other ? "Another program has changed the file, so this is a new one. " : "",
               file_own_name(path), text_string(&wrong));
    text_free(&wrong);
    return true;
}

/* --- what is kept aside ----------------------------------------------------------------------- */

static uint64_t version(const void *own)
{
    const struct desk *desk = own;
    return steps_version(desk->sheet);
}

static bool is_worth_keeping(const void *own)
{
    return desk_is_changed(own);
}

static void write_kept(const void *own, struct text *into)
{
    const struct desk *desk = own;
    desk->kind->write(desk->sheet, into);
    if (desk->path)
        keeper_append_origin(into, desk->path, &desk->stamp);
}

static void say(void *desk, const char *sentence)
{
    desk_say(desk, "%s", sentence);
}

void desk_open(const struct app *app, struct desk *desk)
{
    if (!desk->keeper)
        desk->keeper = keeper_create(app->tracks_folder,
                                     (struct kept_sheet){desk, desk->kind->kept_as, version,
                                                         is_worth_keeping, write_kept, say});
}

struct left {
    const struct desk *desk;
    struct desk_wish *wish;
};

/* The mark behind the sheet is no part of it. */
static bool read_kept(void *into, const struct text *bytes, struct error *error)
{
    const struct left *left = into;
    const char *text = text_string(bytes), *mark = strstr(text, keeper_origin_mark);
    size_t length = mark ? (size_t)(mark - text) : bytes->length;
    struct steps *sheet = left->desk->kind->read(text, length, error);
    if (!sheet)
        return false;
    *left->wish = (struct desk_wish){.sheet = sheet, .changed = true};
    left->wish->path = keeper_find_origin(text, &left->wish->stamp);
    return true;
}

bool desk_take_left(struct desk *desk, struct desk_wish *wish, struct error *error)
{
    struct left left = {desk, wish};
    return keeper_take_left(desk->keeper, read_kept, &left, error);
}
