/* What is not saved is kept in a file beside the folder of tracks, so that a power cut or a killed
 * program loses seconds at most.
 *
 * Each editor has a file of its own ("unsaved-1.svg", ...), held by a lock that goes with the
 * program, however it ends; one without its lock was left by an editor that did not come to save.
 * The sheet is written beside the window, the text of it being made before; behind the drawing
 * stands in comments which file it came from and goes to, and what it leaves out of the file that
 * was opened.
 */
#include "screens/graph_paper/editor/document.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/lock.h"
#include "base/system/trash.h"
#include "base/system/worker.h"
#include "track/svg.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEEPING_DELAY = 2000, RETRY_DELAY = 10000, SLOT_COUNT = 40 };
static const char origin_mark[] = "<!-- goes to ";
static const char losses_mark[] = "<!-- leaves out ";

struct writing {
    const char *path; /* the keeper's */
    struct text text;
    bool failed;
    struct error error;
};

struct editor_keeper {
    char *folder;
    char *path; /* NULL: no slot was free, nothing can be kept */
    struct file_lock *lock;
    struct worker *worker;
    bool told;        /* that it failed, or that no slot is free */
    uint64_t version; /* that is written, or being written, */
    int wet;          /* and the spots of a stroke that is being drawn on it */
    bool is_kept;     /* there is a file, and what it holds is of use */
    bool waits;       /* something waits to be written, */
    Uint32 due;       /* until then; what is drawn meanwhile does not put it off */
};

static char *folder_of(const char *tracks_folder)
{
    char *folder = memory_copy_string(tracks_folder);
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = 0;
    return folder;
}

static char *slot_path(const char *folder, int slot)
{
    char name[32];
    snprintf(name, sizeof name, "unsaved-%d.svg", slot);
    return file_join(folder, name);
}

/* The first one without a file that nobody holds. */
static bool take_slot(struct editor_keeper *keeper)
{
    for (int slot = 1; slot <= SLOT_COUNT && !keeper->path; slot++) {
        char *path = slot_path(keeper->folder, slot);
        struct file_lock *lock = file_exists(path) ? NULL : file_lock_take(path);
        if (lock) {
            keeper->path = path;
            keeper->lock = lock;
        } else {
            free(path);
        }
    }
    return keeper->path != NULL;
}

static void write_kept(void *own, void *job, const atomic_bool *dropped)
{
    struct writing *writing = job;
    (void)own, (void)dropped;
    writing->failed = !file_write_atomically(writing->path, writing->text.data,
                                             writing->text.length, &writing->error);
}

static void free_writing(void *job)
{
    struct writing *writing = job;
    text_free(&writing->text);
    free(writing);
}

struct editor_keeper *editor_keeper_create(const char *tracks_folder)
{
    static const struct worker_kind kind = {write_kept, free_writing, NULL};
    struct editor_keeper *keeper = memory_allocate(1, sizeof *keeper);
    struct error error;
    keeper->folder = folder_of(tracks_folder);
    file_make_folder(keeper->folder, &error);
    take_slot(keeper);
    keeper->worker = worker_create(&kind, NULL);
    return keeper;
}

void editor_keeper_free(struct editor_keeper *keeper)
{
    if (!keeper)
        return;
    worker_wait(keeper->worker, -1);
    worker_close(keeper->worker);
    file_lock_release(keeper->lock);
    free(keeper->path);
    free(keeper->folder);
    free(keeper);
}

/* --- writing -------------------------------------------------------------------------------- */

/* The outline that the tool in hand is drawing; without spots if there is none. */
static struct paper_pen wet_outline(const struct editor *editor)
{
    struct editor_show show = editor_show(editor);
    struct paper_pen pen = show.wet.count > 0 ? show.wet : show.live;
    bool draws = pen.look == PEN_DRAWS && draft_role_is_area(pen.role) && pen.count > 1;
    return draws ? pen : (struct paper_pen){0};
}

/* The sheet as it would be if what is being drawn were let go of here. */
static void write_with_outline(const struct editor *editor, const struct paper_pen *pen,
                               struct text *text)
{
    const struct editor_touch here = {.reach = editor->reach};
    struct draft draft;
    struct error error;
    draft_copy(&draft, sketch_draft(editor->sketch));
    struct sketch *sketch = sketch_from_draft(&draft);
    if (pen->corners)
        sketch_draw_polygon(sketch, pen->role, pen->spots, pen->count, false, &error);
    else
        sketch_draw_stroke(sketch, pen->role, pen->spots, pen->count, editor_closing_reach(&here),
                           &error);
    svg_write_draft(sketch_draft(sketch), text);
    sketch_free(sketch);
}

/* A comment must not hold two hyphens, so bytes that are no plain letters are written as numbers.
 */
static void append_origin(struct text *text, const struct editor *editor)
{
    text_append(text, origin_mark);
    for (const char *at = editor->path; *at; at++)
        text_append_format(text, "%02x", (unsigned)(unsigned char)*at);
    text_append_format(text, " %lld %lld %lld -->\n", (long long)editor->stamp.seconds,
                       (long long)editor->stamp.nanoseconds, (long long)editor->stamp.size);
}

static void append_losses(struct text *text, const struct draft_losses *losses)
{
    text_append_format(text, "%s%d %d %d %d %d %d %d -->\n", losses_mark, losses->texts,
                       losses->pictures, losses->shapes, losses->colours, losses->gradients,
                       losses->effects, losses->curves);
}

static void begin_writing(struct editor *editor)
{
    struct editor_keeper *keeper = editor->keeper;
    worker_wait(keeper->worker, -1);
    struct writing *writing = memory_allocate(1, sizeof *writing);
    struct paper_pen pen = wet_outline(editor);
    writing->path = keeper->path;
    keeper->version = sketch_version(editor->sketch);
    keeper->wet = pen.count;
    keeper->is_kept = true;
    keeper->waits = false;
    if (pen.count > 0)
        write_with_outline(editor, &pen, &writing->text);
    else
        svg_write_draft(sketch_draft(editor->sketch), &writing->text);
    if (editor->path)
        append_origin(&writing->text, editor);
    if (!editor->losses_told)
        append_losses(&writing->text, &editor->losses);
    worker_ask(keeper->worker, writing);
}

static void look_at_result(struct editor *editor, Uint32 now)
{
    struct editor_keeper *keeper = editor->keeper;
    const struct writing *writing = worker_answer(keeper->worker);
    struct error error = writing->error;
    bool failed = writing->failed;
    worker_ask(keeper->worker, NULL);
    if (!failed) {
        keeper->told = false;
        return;
    }
    keeper->is_kept = false;
    keeper->waits = true;
    keeper->due = now + RETRY_DELAY;
    if (!keeper->told)
        editor_say(editor, "What is not saved cannot be kept aside for a power cut: %s",
                   error.text);
    keeper->told = true;
}

static bool is_due(const struct editor_keeper *keeper, Uint32 now)
{
    return (Sint32)(keeper->due - now) <= 0;
}

/* Those that others have left may be taken up or given up at any time. */
static bool has_slot(struct editor *editor, Uint32 now)
{
    struct editor_keeper *keeper = editor->keeper;
    if (keeper->path || (keeper->waits && !is_due(keeper, now)))
        return keeper->path != NULL;
    keeper->waits = !take_slot(keeper);
    keeper->due = now + RETRY_DELAY;
    if (keeper->waits && !keeper->told)
        editor_say(editor,
                   "What is not saved cannot be kept aside for a power cut: %d unsaved sheets lie "
                   "in %s already. Save this one, or take some of them up.",
                   SLOT_COUNT, keeper->folder);
    keeper->told = keeper->waits;
    return keeper->path != NULL;
}

static bool is_writing(const struct editor_keeper *keeper)
{
    return !worker_wait(keeper->worker, 0);
}

static bool is_written(const struct editor *editor)
{
    const struct editor_keeper *keeper = editor->keeper;
    return keeper->is_kept && keeper->version == sketch_version(editor->sketch) &&
           keeper->wet == wet_outline(editor).count;
}

static bool is_worth_keeping(const struct editor *editor)
{
    return editor_is_changed(editor) || wet_outline(editor).count > 0;
}

int editor_keep(struct editor *editor, Uint32 now)
{
    struct editor_keeper *keeper = editor->keeper;
    if (!keeper)
        return -1;
    if (worker_answer(keeper->worker))
        look_at_result(editor, now);
    if (!is_worth_keeping(editor)) {
        if (keeper->is_kept)
            editor_forget_kept(editor);
        return -1;
    }
    if (is_written(editor))
        return is_writing(keeper) ? 250 : -1;
    if (!has_slot(editor, now))
        return RETRY_DELAY;
    if (!keeper->waits)
        keeper->due = now + KEEPING_DELAY;
    keeper->waits = true;
    /* One at a time: the window waits for no disk. */
    if (is_due(keeper, now) && !is_writing(keeper))
        begin_writing(editor);
    Sint32 left = (Sint32)(keeper->due - now);
    return left > 250 ? left : 250;
}

void editor_keep_now(struct editor *editor)
{
    struct editor_keeper *keeper = editor->keeper;
    if (!keeper || !editor->sketch || !is_worth_keeping(editor) ||
        (!keeper->path && !take_slot(keeper)))
        return;
    if (!is_written(editor))
        begin_writing(editor);
    worker_wait(keeper->worker, -1);
    const struct writing *writing = worker_answer(keeper->worker);
    if (writing && writing->failed)
        keeper->is_kept = false;
    worker_ask(keeper->worker, NULL);
}

void editor_forget_kept(struct editor *editor)
{
    struct editor_keeper *keeper = editor->keeper;
    if (!keeper || !keeper->path)
        return;
    struct error error;
    worker_wait(keeper->worker, -1);
    worker_ask(keeper->worker, NULL);
    file_remove(keeper->path, &error);
    keeper->is_kept = keeper->waits = false;
}

/* What cannot go to the trash is given up all the same: that was asked for. */
void editor_trash_kept(struct app *app, struct editor *editor)
{
    struct editor_keeper *keeper = editor->keeper;
    struct error error;
    editor_keep_now(editor);
    if (keeper && keeper->is_kept && trash_put(keeper->path, app->trash, &error))
        app_notice(app, "The sheet lies in the trash.");
    editor_forget_kept(editor);
    editor->saved_version = sketch_version(editor->sketch);
}

/* --- what was left -------------------------------------------------------------------------- */

/* The newest one that nobody holds, with its lock; NULL: there is none. */
static char *find_left(const char *folder, struct file_lock **lock)
{
    char *best = NULL;
    *lock = NULL;
    for (int slot = 1; slot <= SLOT_COUNT; slot++) {
        char *path = slot_path(folder, slot);
        bool newer =
            file_exists(path) && (!best || file_stamp(path).seconds > file_stamp(best).seconds);
        struct file_lock *own = newer ? file_lock_take(path) : NULL;
        if (!own) {
            free(path);
            continue;
        }
        file_lock_release(*lock);
        free(best);
        *lock = own;
        best = path;
    }
    return best;
}

bool editor_keeper_has_left(const char *tracks_folder)
{
    struct file_lock *lock;
    char *folder = folder_of(tracks_folder);
    char *path = find_left(folder, &lock);
    bool has = path != NULL;
    file_lock_release(lock);
    free(path);
    free(folder);
    return has;
}

/* What stands behind the last such mark; NULL: there is none. */
static const char *find_behind(const struct text *bytes, const char *mark)
{
    const char *found = NULL, *at = text_string(bytes);
    while ((at = strstr(at, mark)) != NULL)
        found = at += strlen(mark);
    return found;
}

/* The comments behind the drawing; a broken one is passed over. */
static void read_losses(const struct text *bytes, struct draft_losses *losses)
{
    const char *found = find_behind(bytes, losses_mark);
    int counts[7];
    if (found && sscanf(found, "%d %d %d %d %d %d %d", &counts[0], &counts[1], &counts[2],
                        &counts[3], &counts[4], &counts[5], &counts[6]) == 7)
        *losses = (struct draft_losses){counts[0], counts[1], counts[2], counts[3],
                                        counts[4], counts[5], counts[6]};
}

static void read_origin(const struct text *bytes, struct editor_wish *wish)
{
    const char *found = find_behind(bytes, origin_mark);
    if (!found)
        return;
    size_t length = 0;
    char *path = memory_allocate(strlen(found) / 2 + 1, 1);
    for (; isxdigit((unsigned char)found[0]) && isxdigit((unsigned char)found[1]); found += 2) {
        const char pair[3] = {found[0], found[1], 0};
        path[length++] = (char)strtoul(pair, NULL, 16);
    }
    long long seconds, nanoseconds, size;
    if (length > 0 && sscanf(found, " %lld %lld %lld", &seconds, &nanoseconds, &size) == 3) {
        wish->path = path;
        wish->stamp = (struct file_stamp){true, seconds, nanoseconds, size};
    } else {
        free(path);
    }
}

bool editor_keeper_take_left(struct editor *editor, struct editor_wish *wish, struct error *error)
{
    struct editor_keeper *keeper = editor->keeper;
    struct file_lock *lock;
    struct text bytes = {0};
    char *path = find_left(keeper->folder, &lock);
    *wish = (struct editor_wish){0};
    if (!path)
        return error_set(error, "there is no unsaved sheet any more");
    bool read = file_read(path, TRACK_FILE_LIMIT, &bytes, error) &&
                svg_read_draft(text_string(&bytes), bytes.length, &wish->draft, error);
    if (read) {
        wish->is_there = wish->has_draft = wish->changed = true;
        read_origin(&bytes, wish);
        read_losses(&bytes, &wish->draft.source.losses);
        worker_wait(keeper->worker, -1);
        file_lock_release(keeper->lock);
        free(keeper->path);
        keeper->path = path;
        keeper->lock = lock;
    } else {
        /* What cannot be read is kept aside and offered no more. */
        struct text aside = {0};
        struct error other;
        file_set_aside(path, &aside, &other);
        text_free(&aside);
        file_lock_release(lock);
        free(path);
    }
    text_free(&bytes);
    return read;
}
