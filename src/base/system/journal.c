/* The writers of running races: see file.h for what they promise.
 *
 * The thread that plays owns the text under the lock and only ever appends to it; a writer takes
 * a copy of what is missing on disk, lets go of the lock and writes. `descriptor` belongs to it
 * meanwhile: -1 means that the file has to be written whole before it can be appended to again.
 * A host has thousands of journals: a few writers look after all, as many as the disk may be waited
 * for at once, and never more than there are journals.
 */
#include "base/system/file.h"

#include "base/memory.h"
#include "base/system/inside.h"
#include "base/system/worker.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

struct journal {
    char *path;
    struct journal *next; /* of those that wait for a writer */
    pthread_cond_t done;  /* tells whoever flushes that nobody writes */
    size_t head;          /* the file as it was opened: bytes, and packed, as hosts have many */
    struct text packed;
    struct text rest; /* of the file as it should be */
    size_t written;   /* how much of it is on disk for certain: none, or the head and more */
    bool wanted;      /* a try to write is asked for */
    bool busy;
    struct error *failure; /* since it was asked for; NULL: none */
    int descriptor;
};

enum { WRITERS = 16 };

static struct {
    pthread_mutex_t lock; /* of all journals */
    pthread_cond_t work;
    pthread_cond_t gone; /* tells whoever closes that a writer ends */
    pthread_t ended;
    bool has_ended;
    struct journal *first, **end;
    int journals, ending;
    int writers; /* none: each line is written as it comes */
} all = {.lock = PTHREAD_MUTEX_INITIALIZER,
         .work = PTHREAD_COND_INITIALIZER,
         .gone = PTHREAD_COND_INITIALIZER};

static void forget_file(struct journal *journal)
{
    if (journal->descriptor >= 0)
        close(journal->descriptor);
    journal->descriptor = -1;
}

/* Somebody may have removed, replaced or cut the file: appending to it would then succeed and lose
 * everything. */
static bool file_is_ours(const struct journal *journal, size_t length)
{
    struct stat opened;
    return journal->descriptor >= 0 && path_leads_to(journal->path, journal->descriptor) &&
           fstat(journal->descriptor, &opened) == 0 && (size_t)opened.st_size == length;
}

static bool append_rest(struct journal *journal, size_t written, const char *bytes, size_t length,
                        struct error *error)
{
    if (file_write_all(journal->descriptor, bytes, length))
        return true;
    int reason = errno;
    /* If this fails as well, the file ends with a cut line, which loading drops. */
    int cut = ftruncate(journal->descriptor, (off_t)written);
    (void)cut;
    forget_file(journal);
    return file_explain(error, reason);
}

static bool write_whole(struct journal *journal, const char *bytes, size_t length,
                        struct error *error)
{
    forget_file(journal);
    if (!file_write_atomically(journal->path, bytes, length, error))
        return false;
    journal->descriptor = path_open(journal->path, PATH_APPEND);
    return true;
}

/* A file that holds the text already stays as it is, with the time at which it was last played. */
static bool adopt_file(struct journal *journal, const struct text *content)
{
    struct text found = {0};
    struct error error;
    bool same = file_read(journal->path, content->length, &found, &error) &&
                found.length == content->length &&
                memcmp(found.data, content->data, content->length) == 0;
    text_free(&found);
    if (same)
        journal->descriptor = path_open(journal->path, PATH_APPEND);
    return same;
}

void journal_append_content(const struct journal *journal, struct text *into)
{
    uLongf length = (uLongf)journal->head;
    char *bytes = memory_allocate(length, 1);
    uncompress((Bytef *)bytes, &length, (const Bytef *)journal->packed.data,
               (uLong)journal->packed.length);
    text_append_bytes(into, bytes, length);
    text_append_bytes(into, journal->rest.data, journal->rest.length);
    free(bytes);
}

static size_t length_of(const struct journal *journal)
{
    return journal->head + journal->rest.length;
}

/* One try, called with the lock held, which is let go while the disk works. */
static void bring_to_disk(struct journal *journal)
{
    size_t written = journal->written;
    journal->wanted = false;
    journal->busy = true;
    pthread_mutex_unlock(&all.lock);
    size_t start = file_is_ours(journal, written) ? written : 0;
    pthread_mutex_lock(&all.lock);
    size_t end = length_of(journal);
    struct text bytes = {0}; /* a copy, because the text moves when it grows */
    if (start > 0)
        text_append_bytes(&bytes, text_string(&journal->rest) + (start - journal->head),
                          end - start);
    else
        journal_append_content(journal, &bytes);
    pthread_mutex_unlock(&all.lock);

    struct error error = {0};
    bool kept = start > 0 ? append_rest(journal, written, bytes.data, bytes.length, &error)
                          : write_whole(journal, bytes.data, bytes.length, &error);
    text_free(&bytes);

    pthread_mutex_lock(&all.lock);
    journal->busy = false;
    if (kept) {
        journal->written = end;
    } else {
        free(journal->failure);
        journal->failure = memory_copy(&error, 1, sizeof error);
    }
}

static void wait_for_writer(struct journal *journal)
{
    journal->next = NULL;
    if (all.first == NULL)
        all.end = &all.first;
    *all.end = journal;
    all.end = &journal->next;
    pthread_cond_signal(&all.work);
}

static void *write_until_closed(void *nothing)
{
    pthread_mutex_lock(&all.lock);
    for (;;) {
        while (all.first == NULL && (all.ending == 0 || all.has_ended))
            pthread_cond_wait(&all.work, &all.lock);
        if (all.ending > 0 && !all.has_ended)
            break;
        struct journal *journal = all.first;
        all.first = journal->next;
        bring_to_disk(journal);
        if (journal->wanted)
            wait_for_writer(journal);
        pthread_cond_broadcast(&journal->done);
    }
    all.ending--;
    all.ended = pthread_self();
    all.has_ended = true;
    pthread_cond_broadcast(&all.gone);
    pthread_mutex_unlock(&all.lock);
    return nothing;
}

struct journal *journal_open(const char *path, const struct text *content, bool *written,
                             struct error *error)
{
    assert(content->length > 0);
    struct journal *journal = memory_allocate(1, sizeof *journal);
    journal->path = memory_copy_string(path);
    journal->descriptor = -1;
    uLongf length = compressBound((uLong)content->length);
    char *bytes = memory_allocate(length, 1);
    int state =
        compress((Bytef *)bytes, &length, (const Bytef *)content->data, (uLong)content->length);
    assert(state == Z_OK);
    (void)state;
    text_append_bytes(&journal->packed, bytes, length);
    journal->head = content->length;
    free(bytes);
    *written =
        adopt_file(journal, content) || write_whole(journal, content->data, content->length, error);
    journal->written = *written ? content->length : 0;
    pthread_cond_init(&journal->done, NULL);
    pthread_mutex_lock(&all.lock);
    pthread_t thread;
    /* No signal reaches it, so the one for a file over its size limit becomes a failed write. */
    if (++all.journals > all.writers && all.writers < WRITERS &&
        worker_thread(&thread, write_until_closed, NULL))
        all.writers++;
    pthread_mutex_unlock(&all.lock);
    return journal;
}

/* With the lock held. */
static void want_writing(struct journal *journal)
{
    bool waits = journal->wanted;
    journal->wanted = true;
    if (all.writers == 0)
        bring_to_disk(journal);
    else if (!waits && !journal->busy)
        wait_for_writer(journal);
}

void journal_append(struct journal *journal, const char *bytes, size_t length)
{
    pthread_mutex_lock(&all.lock);
    text_append_bytes(&journal->rest, bytes, length);
    want_writing(journal);
    pthread_mutex_unlock(&all.lock);
}

void journal_flush(struct journal *journal)
{
    pthread_mutex_lock(&all.lock);
    while (journal->wanted || journal->busy)
        pthread_cond_wait(&journal->done, &all.lock);
    if (journal->written < length_of(journal)) {
        want_writing(journal);
        while (journal->wanted || journal->busy)
            pthread_cond_wait(&journal->done, &all.lock);
    }
    pthread_mutex_unlock(&all.lock);
}

bool journal_failed(struct journal *journal, struct error *error)
{
    pthread_mutex_lock(&all.lock);
    bool failed = journal->failure != NULL;
    if (failed)
        *error = *journal->failure;
    free(journal->failure);
    journal->failure = NULL;
    pthread_mutex_unlock(&all.lock);
    return failed;
}

bool journal_is_whole(struct journal *journal)
{
    pthread_mutex_lock(&all.lock);
    bool whole = journal->written == length_of(journal);
    pthread_mutex_unlock(&all.lock);
    return whole;
}

const char *journal_path(const struct journal *journal)
{
    return journal->path;
}

void journal_close(struct journal *journal)
{
    if (journal == NULL)
        return;
    journal_flush(journal);
    pthread_mutex_lock(&all.lock);
    if (--all.journals < all.writers) {
        all.ending++;
        all.writers--;
        pthread_cond_broadcast(&all.work);
        while (!all.has_ended)
            pthread_cond_wait(&all.gone, &all.lock);
        pthread_join(all.ended, NULL);
        all.has_ended = false;
        pthread_cond_broadcast(&all.work); /* another may end */
    }
    pthread_mutex_unlock(&all.lock);
    forget_file(journal);
    pthread_cond_destroy(&journal->done);
    text_free(&journal->packed);
    text_free(&journal->rest);
    free(journal->failure);
    free(journal->path);
    free(journal);
}
