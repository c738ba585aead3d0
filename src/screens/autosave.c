/* Files of what is not saved: slots with locks, written by a thread. */
#include "screens/autosave.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/worker.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEEPING_DELAY = 2000, RETRY_DELAY = 10000, SLOT_COUNT = 40 };
const char autosave_origin_mark[] = "<!-- goes to ";

struct autosave_writing {
    const char *path; /* the autosave's */
    struct text text;
    bool failed;
    struct error error;
};

struct autosave {
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
static bool take_slot(struct autosave *autosave)
{
    for (int slot = 1; slot <= SLOT_COUNT && !autosave->path; slot++) {
        char *path = slot_path(autosave->folder, slot, autosave->sheet.extension);
        struct file_lock *lock = file_exists(path) ? NULL : file_lock_take(path);
        if (lock) {
            autosave->path = path;
            autosave->lock = lock;
        } else {
            free(path);
        }
    }
    return autosave->path != NULL;
}

static void write_kept(void *own, void *job, const atomic_bool *dropped)
{
    struct autosave_writing *writing = job;
    (void)own, (void)dropped;
    writing->failed = !file_write_atomically(writing->path, writing->text.data,
                                             writing->text.length, &writing->error);
}

static void free_writing(void *job)
{
    struct autosave_writing *writing = job;
    text_free(&writing->text);
    free(writing);
}

struct autosave *autosave_create(const char *tracks_folder, struct kept_sheet sheet)
{
    static const struct worker_kind kind = {write_kept, free_writing, NULL};
    struct autosave *autosave = memory_allocate(1, sizeof *autosave);
    struct error error;
    autosave->sheet = sheet;
    autosave->folder = folder_of(tracks_folder);
    file_make_folder(autosave->folder, &error);
    take_slot(autosave);
    autosave->worker = worker_create(&kind, NULL);
    return autosave;
}

void autosave_free(struct autosave *autosave)
{
    if (!autosave)
        return;
    worker_wait(autosave->worker, -1);
    worker_close(autosave->worker);
    file_lock_release(autosave->lock);
    free(autosave->path);
    free(autosave->folder);
    free(autosave);
}

/* --- writing -------------------------------------------------------------------------------- */

/* A comment must not hold two hyphens, so bytes that are no plain letters are written as numbers.
 */
void autosave_append_origin(struct text *text, const char *path, const struct file_stamp *stamp)
{
    text_append(text, autosave_origin_mark);
    for (const char *at = path; *at; at++)
        text_append_format(text, "%02x", (unsigned)(unsigned char)*at);
    text_append_format(text, " %lld %lld %lld -->\n", (long long)stamp->seconds,
                       (long long)stamp->nanoseconds, (long long)stamp->size);
}

static void begin_writing(struct autosave *autosave)
{
    worker_wait(autosave->worker, -1);
    struct autosave_writing *writing = memory_allocate(1, sizeof *writing);
    writing->path = autosave->path;
    autosave->version = autosave->sheet.version(autosave->sheet.editor);
    autosave->is_kept = true;
    autosave->waits = false;
    autosave->sheet.write(autosave->sheet.editor, &writing->text);
    worker_ask(autosave->worker, writing);
}

static void say(struct autosave *autosave, const char *sentence)
{
    if (!autosave->told)
        autosave->sheet.say(autosave->sheet.editor, sentence);
}

static void look_at_result(struct autosave *autosave, Uint32 now)
{
    const struct autosave_writing *writing = worker_answer(autosave->worker);
    struct error error = writing->error;
    char sentence[500];
    bool failed = writing->failed;
    worker_ask(autosave->worker, NULL);
    if (!failed) {
        autosave->told = false;
        return;
    }
    autosave->is_kept = false;
    autosave->waits = true;
    autosave->due = now + RETRY_DELAY;
    snprintf(sentence, sizeof sentence,
             "What is not saved cannot be kept aside for a power cut: %s", error.text);
    say(autosave, sentence);
    autosave->told = true;
}

static bool is_due(const struct autosave *autosave, Uint32 now)
{
    return (Sint32)(autosave->due - now) <= 0;
}

/* Those that others have left may be taken up or given up at any time. */
static bool has_slot(struct autosave *autosave, Uint32 now)
{
    if (autosave->path || (autosave->waits && !is_due(autosave, now)))
        return autosave->path != NULL;
    autosave->waits = !take_slot(autosave);
    autosave->due = now + RETRY_DELAY;
    char sentence[800];
    snprintf(sentence, sizeof sentence,
             "What is not saved cannot be kept aside for a power cut: %d unsaved sheets lie "
             "in %s already. Save this one, or take some of them up.",
             SLOT_COUNT, autosave->folder);
    if (autosave->waits)
        say(autosave, sentence);
    autosave->told = autosave->waits;
    return autosave->path != NULL;
}

static bool is_writing(const struct autosave *autosave)
{
    return !worker_wait(autosave->worker, 0);
}

static bool is_written(const struct autosave *autosave)
{
    return autosave->is_kept &&
           autosave->version == autosave->sheet.version(autosave->sheet.editor);
}

static bool is_worth_keeping(const struct autosave *autosave)
{
    return autosave->sheet.is_worth_keeping(autosave->sheet.editor);
}

int autosave_keep(struct autosave *autosave, Uint32 now)
{
    if (!autosave)
        return -1;
    if (worker_answer(autosave->worker))
        look_at_result(autosave, now);
    if (!is_worth_keeping(autosave)) {
        if (autosave->is_kept)
            autosave_forget(autosave);
        return -1;
    }
    if (is_written(autosave))
        return is_writing(autosave) ? 250 : -1;
    if (!has_slot(autosave, now))
        return RETRY_DELAY;
    if (!autosave->waits)
        autosave->due = now + KEEPING_DELAY;
    autosave->waits = true;
    /* One at a time: the window waits for no disk. */
    if (is_due(autosave, now) && !is_writing(autosave))
        begin_writing(autosave);
    Sint32 left = (Sint32)(autosave->due - now);
    return left > 250 ? left : 250;
}

void autosave_keep_now(struct autosave *autosave)
{
    if (!autosave || !is_worth_keeping(autosave) || (!autosave->path && !take_slot(autosave)))
        return;
    if (!is_written(autosave))
        begin_writing(autosave);
    worker_wait(autosave->worker, -1);
    const struct autosave_writing *writing = worker_answer(autosave->worker);
    if (writing && writing->failed)
        autosave->is_kept = false;
    worker_ask(autosave->worker, NULL);
}

void autosave_forget(struct autosave *autosave)
{
    if (!autosave || !autosave->path)
        return;
    struct error error;
    worker_wait(autosave->worker, -1);
    worker_ask(autosave->worker, NULL);
    file_remove(autosave->path, &error);
    autosave->is_kept = autosave->waits = false;
}

/* What cannot go to the trash is given up all the same: that was asked for. */
void autosave_trash(struct app *app, struct autosave *autosave)
{
    struct error error;
    autosave_keep_now(autosave);
    if (autosave && autosave->is_kept && trash_put(autosave->path, app->trash, &error))
        app_notice(app, "The sheet lies in the trash.");
    autosave_forget(autosave);
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

bool autosave_has_left(const char *tracks_folder, const char *extension)
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
const char *autosave_find_behind(const char *text, const char *mark)
{
    const char *found = NULL, *at = text;
    while ((at = strstr(at, mark)) != NULL)
        found = at += strlen(mark);
    return found;
}

char *autosave_find_origin(const char *text, struct file_stamp *stamp)
{
    const char *found = autosave_find_behind(text, autosave_origin_mark);
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

bool autosave_take_left(struct autosave *autosave,
                        bool (*read)(void *into, const struct text *bytes, struct error *error),
                        void *into, struct error *error)
{
    struct file_lock *lock;
    struct text bytes = {0};
    char *path = find_left(autosave->folder, autosave->sheet.extension, &lock);
    if (!path)
        return error_set(error, "there is no unsaved sheet any more");
    bool done = file_read(path, COURSE_FILE_LIMIT, &bytes, error) && read(into, &bytes, error);
    if (done) {
        worker_wait(autosave->worker, -1);
        file_lock_release(autosave->lock);
        free(autosave->path);
        autosave->path = path;
        autosave->lock = lock;
    } else {
        set_aside(path, lock);
    }
    text_free(&bytes);
    return done;
}
