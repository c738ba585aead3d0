/* Files of what is not saved: slots with locks, written by a thread. */
#include "screens/keeper.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/worker.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEEPING_DELAY = 2000, RETRY_DELAY = 10000, SLOT_COUNT = 40 };
const char keeper_origin_mark[] = "<!-- goes to ";

struct writing {
    const char *path; /* the keeper's */
    struct text text;
    bool failed;
    struct error error;
};

struct keeper {
    struct kept_sheet sheet;
    char *folder;
    char *path; /* NULL: no slot was free, nothing can be kept */
    struct file_lock *lock;
    struct worker *worker;
    bool told;        /* that it failed, or that no slot is free */
    uint64_t version; /* that is written, or being written */
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

static char *slot_path(const char *folder, int slot, const char *extension)
{
    char name[32];
    snprintf(name, sizeof name, "unsaved-%d%s", slot, extension);
    return file_join(folder, name);
}

/* The first one without a file that nobody holds. */
static bool take_slot(struct keeper *keeper)
{
    for (int slot = 1; slot <= SLOT_COUNT && !keeper->path; slot++) {
        char *path = slot_path(keeper->folder, slot, keeper->sheet.extension);
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

struct keeper *keeper_create(const char *tracks_folder, struct kept_sheet sheet)
{
    static const struct worker_kind kind = {write_kept, free_writing, NULL};
    struct keeper *keeper = memory_allocate(1, sizeof *keeper);
    struct error error;
    keeper->sheet = sheet;
    keeper->folder = folder_of(tracks_folder);
    file_make_folder(keeper->folder, &error);
    take_slot(keeper);
    keeper->worker = worker_create(&kind, NULL);
    return keeper;
}

void keeper_free(struct keeper *keeper)
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

/* A comment must not hold two hyphens, so bytes that are no plain letters are written as numbers.
 */
void keeper_append_origin(struct text *text, const char *path, const struct file_stamp *stamp)
{
    text_append(text, keeper_origin_mark);
    for (const char *at = path; *at; at++)
        text_append_format(text, "%02x", (unsigned)(unsigned char)*at);
    text_append_format(text, " %lld %lld %lld -->\n", (long long)stamp->seconds,
                       (long long)stamp->nanoseconds, (long long)stamp->size);
}

static void begin_writing(struct keeper *keeper)
{
    worker_wait(keeper->worker, -1);
    struct writing *writing = memory_allocate(1, sizeof *writing);
    writing->path = keeper->path;
    keeper->version = keeper->sheet.version(keeper->sheet.editor);
    keeper->is_kept = true;
    keeper->waits = false;
    keeper->sheet.write(keeper->sheet.editor, &writing->text);
    worker_ask(keeper->worker, writing);
}

static void say(struct keeper *keeper, const char *sentence)
{
    if (!keeper->told)
        keeper->sheet.say(keeper->sheet.editor, sentence);
}

static void look_at_result(struct keeper *keeper, Uint32 now)
{
    const struct writing *writing = worker_answer(keeper->worker);
    struct error error = writing->error;
    char sentence[500];
    bool failed = writing->failed;
    worker_ask(keeper->worker, NULL);
    if (!failed) {
        keeper->told = false;
        return;
    }
    keeper->is_kept = false;
    keeper->waits = true;
    keeper->due = now + RETRY_DELAY;
    snprintf(sentence, sizeof sentence,
             "What is not saved cannot be kept aside for a power cut: %s", error.text);
    say(keeper, sentence);
    keeper->told = true;
}

static bool is_due(const struct keeper *keeper, Uint32 now)
{
    return (Sint32)(keeper->due - now) <= 0;
}

/* Those that others have left may be taken up or given up at any time. */
static bool has_slot(struct keeper *keeper, Uint32 now)
{
    if (keeper->path || (keeper->waits && !is_due(keeper, now)))
        return keeper->path != NULL;
    keeper->waits = !take_slot(keeper);
    keeper->due = now + RETRY_DELAY;
    char sentence[800];
    snprintf(sentence, sizeof sentence,
             "What is not saved cannot be kept aside for a power cut: %d unsaved sheets lie "
             "in %s already. Save this one, or take some of them up.",
             SLOT_COUNT, keeper->folder);
    if (keeper->waits)
        say(keeper, sentence);
    keeper->told = keeper->waits;
    return keeper->path != NULL;
}

static bool is_writing(const struct keeper *keeper)
{
    return !worker_wait(keeper->worker, 0);
}

static bool is_written(const struct keeper *keeper)
{
    return keeper->is_kept && keeper->version == keeper->sheet.version(keeper->sheet.editor);
}

static bool is_worth_keeping(const struct keeper *keeper)
{
    return keeper->sheet.is_worth_keeping(keeper->sheet.editor);
}

int keeper_keep(struct keeper *keeper, Uint32 now)
{
    if (!keeper)
        return -1;
    if (worker_answer(keeper->worker))
        look_at_result(keeper, now);
    if (!is_worth_keeping(keeper)) {
        if (keeper->is_kept)
            keeper_forget(keeper);
        return -1;
    }
    if (is_written(keeper))
        return is_writing(keeper) ? 250 : -1;
    if (!has_slot(keeper, now))
        return RETRY_DELAY;
    if (!keeper->waits)
        keeper->due = now + KEEPING_DELAY;
    keeper->waits = true;
    /* One at a time: the window waits for no disk. */
    if (is_due(keeper, now) && !is_writing(keeper))
        begin_writing(keeper);
    Sint32 left = (Sint32)(keeper->due - now);
    return left > 250 ? left : 250;
}

void keeper_keep_now(struct keeper *keeper)
{
    if (!keeper || !is_worth_keeping(keeper) || (!keeper->path && !take_slot(keeper)))
        return;
    if (!is_written(keeper))
        begin_writing(keeper);
    worker_wait(keeper->worker, -1);
    const struct writing *writing = worker_answer(keeper->worker);
    if (writing && writing->failed)
        keeper->is_kept = false;
    worker_ask(keeper->worker, NULL);
}

void keeper_forget(struct keeper *keeper)
{
    if (!keeper || !keeper->path)
        return;
    struct error error;
    worker_wait(keeper->worker, -1);
    worker_ask(keeper->worker, NULL);
    file_remove(keeper->path, &error);
    keeper->is_kept = keeper->waits = false;
}

/* What cannot go to the trash is given up all the same: that was asked for. */
void keeper_trash(struct app *app, struct keeper *keeper)
{
    struct error error;
    keeper_keep_now(keeper);
    if (keeper && keeper->is_kept && trash_put(keeper->path, app->trash, &error))
        app_notice(app, "The sheet lies in the trash.");
    keeper_forget(keeper);
}

/* --- what was left -------------------------------------------------------------------------- */

/* The newest one that nobody holds, with its lock; NULL: there is none. */
static char *find_left(const char *folder, const char *extension, struct file_lock **lock)
{
    char *best = NULL;
    *lock = NULL;
    for (int slot = 1; slot <= SLOT_COUNT; slot++) {
        char *path = slot_path(folder, slot, extension);
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

bool keeper_has_left(const char *tracks_folder, const char *extension)
{
    struct file_lock *lock;
    char *folder = folder_of(tracks_folder);
    char *path = find_left(folder, extension, &lock);
    bool has = path != NULL;
    file_lock_release(lock);
    free(path);
    free(folder);
    return has;
}

/* What stands behind the last such mark; NULL: there is none. */
const char *keeper_find_behind(const char *text, const char *mark)
{
    const char *found = NULL, *at = text;
    while ((at = strstr(at, mark)) != NULL)
        found = at += strlen(mark);
    return found;
}

char *keeper_find_origin(const char *text, struct file_stamp *stamp)
{
    const char *found = keeper_find_behind(text, keeper_origin_mark);
    if (!found)
        return NULL;
    size_t length = 0;
    char *path = memory_allocate(strlen(found) / 2 + 1, 1);
    for (; isxdigit((unsigned char)found[0]) && isxdigit((unsigned char)found[1]); found += 2) {
        const char pair[3] = {found[0], found[1], 0};
        path[length++] = (char)strtoul(pair, NULL, 16);
    }
    long long seconds, nanoseconds, size;
    if (length > 0 && sscanf(found, " %lld %lld %lld", &seconds, &nanoseconds, &size) == 3) {
        *stamp = (struct file_stamp){true, seconds, nanoseconds, size};
        return path;
    }
    free(path);
    return NULL;
}

/* What cannot be read is kept aside and offered no more. */
static void set_aside(char *path, struct file_lock *lock)
{
    struct text aside = {0};
    struct error error;
    file_set_aside(path, &aside, &error);
    text_free(&aside);
    file_lock_release(lock);
    free(path);
}

bool keeper_take_left(struct keeper *keeper,
                      bool (*read)(void *into, const struct text *bytes, struct error *error),
                      void *into, struct error *error)
{
    struct file_lock *lock;
    struct text bytes = {0};
    char *path = find_left(keeper->folder, keeper->sheet.extension, &lock);
    if (!path)
        return error_set(error, "there is no unsaved sheet any more");
    bool done = file_read(path, COURSE_FILE_LIMIT, &bytes, error) && read(into, &bytes, error);
    if (done) {
        worker_wait(keeper->worker, -1);
        file_lock_release(keeper->lock);
        free(keeper->path);
        keeper->path = path;
        keeper->lock = lock;
    } else {
        set_aside(path, lock);
    }
    text_free(&bytes);
    return done;
}
