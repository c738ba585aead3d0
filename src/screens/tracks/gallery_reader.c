/* Reading one file after the other, and waking the window now and then. */
#include "screens/tracks/gallery_reader.h"

#include "base/fold.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "session/course_file.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAKE_MILLISECONDS = 60 };

void gallery_entry_clear(struct gallery_entry *entry)
{
    thumbnail_clear(&entry->thumbnail);
    course_release(entry->course);
    free(entry->path);
    free(entry->name);
    free(entry->folded);
    free(entry->words);
    *entry = (struct gallery_entry){0};
}

bool gallery_entry_look(struct gallery_entry *entry)
{
    struct file_stamp stamp = file_stamp(entry->path);
    entry->size = stamp.known ? stamp.size : -1;
    entry->seconds = stamp.seconds;
    entry->nanoseconds = stamp.nanoseconds;
    return stamp.known;
}

/* The sentence, with the line where that helps: the first one is all that some files have. */
static void describe_problem(const struct error *error, char *into, size_t size)
{
    if (error->line > 1)
        snprintf(into, size, "line %d: %s", error->line, error->text);
    else
        snprintf(into, size, "%s", error->text);
}

/* A file's name may hold any bytes; what is shown is text. */
static char *shown_name(const struct gallery_entry *entry)
{
    const char *slash = strrchr(entry->path, '/');
    const char *file = slash ? slash + 1 : entry->path;
    struct text text = {0};
    if (entry->course.body && course_name(entry->course)[0])
        return memory_copy_string(course_name(entry->course));
    text_append_quoted(&text, file, strlen(file), 200);
    return text.data;
}

static void fold_entry(struct gallery_entry *entry)
{
    struct text folded = {0}, words = {0};
    entry->name = shown_name(entry);
    fold_append(&folded, entry->name);
    text_append(&words, text_string(&folded));
    if (entry->course.body) {
        text_append(&words, "\n");
        fold_append(&words, course_note(entry->course));
    }
    text_append(&folded, "");
    entry->folded = folded.data;
    entry->words = words.data;
}

static void read_entry(struct gallery_entry *entry)
{
    struct error error;
    gallery_entry_look(entry);
    entry->course = course_load(entry->path, &error);
    if (entry->course.body)
        entry->fingerprint = course_fingerprint(entry->course);
    else
        describe_problem(&error, entry->problem, sizeof entry->problem);
    fold_entry(entry);
}

static void read_all(void *own, void *job, const atomic_bool *dropped)
{
    struct gallery_reader *reader = job;
    Uint32 woken = SDL_GetTicks();
    (void)own;
    for (int i = 0; i < reader->count && !atomic_load(dropped); i++) {
        read_entry(&reader->items[i]);
        atomic_store(&reader->done, i + 1);
        if (SDL_GetTicks() - woken >= WAKE_MILLISECONDS) {
            worker_wake();
            woken = SDL_GetTicks();
        }
    }
}

static void free_reader(void *job)
{
    struct gallery_reader *reader = job;
    for (int i = 0; i < reader->count; i++)
        gallery_entry_clear(&reader->items[i]);
    free(reader);
}

struct gallery_reader *gallery_reader_create(int count)
{
    struct gallery_reader *reader =
        memory_allocate(1, sizeof *reader + (size_t)count * sizeof reader->items[0]);
    reader->count = count;
    return reader;
}

void gallery_reader_begin(struct gallery_reader *reader)
{
    static const struct worker_kind kind = {read_all, free_reader, NULL};
    reader->worker = worker_create(&kind, NULL);
    worker_ask(reader->worker, reader);
}

void gallery_reader_free(struct gallery_reader *reader)
{
    if (reader)
        worker_close(reader->worker);
}
