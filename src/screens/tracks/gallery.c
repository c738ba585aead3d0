/* The list, the thread that reads the files, and the thumbnails. */
#include "screens/tracks/gallery.h"

#include "base/fold.h"
#include "base/memory.h"
#include "base/system/worker.h"
#include "rules/game.h"
#include "session/save.h"

#include <SDL.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READING_PATIENCE = 50, WAKE_MILLISECONDS = 60 };

/* Paths that are there now, the one file first, no path twice; those that are not known yet are
 * read. What is behind `done` belongs to the thread. */
struct reading {
    struct worker *worker;
    atomic_int done;
    int count;
    struct gallery_entry items[GALLERY_LIMIT]; /* without an id */
};

struct gallery {
    struct gallery_entry *entries;
    int count, capacity;
    char *shipped, *own, *file; /* where they come from; owned */
    struct reading *reading;
    int collected; /* of what is read */
    struct par *par;
    int *par_of; /* the entry's index for each track that is searched */
    int par_count;
    struct album *album; /* by their paths */
};

/* --- which there are ------------------------------------------------------------------------- */

static bool is_taken(const struct gallery *gallery, const char *id)
{
    for (int i = 0; i < gallery->count; i++)
        if (strcmp(gallery->entries[i].id, id) == 0)
            return true;
    return false;
}

/* Whole characters, with room for a number. */
static void print_id(char *into, size_t size, const char *name)
{
    snprintf(into, size, "track %.*s", (int)fold_cut(name, 80), name);
}

static void name_entry(const struct gallery *gallery, struct gallery_entry *entry)
{
    struct text file = {0};
    text_append_quoted(&file, file_own_name(entry->path), strlen(file_own_name(entry->path)), 80);
    print_id(entry->id, sizeof entry->id, entry->name);
    if (is_taken(gallery, entry->id))
        print_id(entry->id, sizeof entry->id, text_string(&file));
    size_t length = strlen(entry->id);
    for (int number = 2; is_taken(gallery, entry->id); number++)
        snprintf(entry->id + length, sizeof entry->id - length, " %d", number);
    text_free(&file);
}

static void recall_par(struct gallery_entry *entry)
{
    int rounds;
    if (entry->course.body && par_memory_find(entry->fingerprint, &rounds))
        entry->par = (struct par_answer){.state = PAR_LAP, .rounds = rounds};
}

/* Takes over what is in it. */
static void add_entry(struct gallery *gallery, struct gallery_entry *entry)
{
    gallery->entries =
        array_grow(gallery->entries, gallery->count, &gallery->capacity, sizeof *gallery->entries);
    if (!entry->id[0]) {
        name_entry(gallery, entry);
        recall_par(entry);
    }
    gallery->entries[gallery->count++] = *entry;
    *entry = (struct gallery_entry){0};
}

/* --- reading them ------------------------------------------------------------------------------
 */

static void clear_entry(struct gallery_entry *entry)
{
    course_release(entry->course);
    free(entry->path);
    free(entry->name);
    free(entry->folded);
    free(entry->words);
    *entry = (struct gallery_entry){0};
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
    const char *file = file_own_name(entry->path);
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

/* Takes over the reference. */
static void set_course(struct gallery_entry *entry, struct course course)
{
    entry->course = course;
    entry->fingerprint = course_fingerprint(course);
    entry->sheet = course_size(course);
    entry->marks = course_marks(course);
}

static void read_entry(struct gallery_entry *entry)
{
    struct error error;
    entry->stamp = file_stamp(entry->path);
    struct course course = course_load(entry->path, &error);
    if (course.body)
        set_course(entry, course);
    else
        describe_problem(&error, entry->problem, sizeof entry->problem);
    fold_entry(entry);
}

/* Wakes the window now and then. */
static void read_all(void *own, void *job, const atomic_bool *dropped)
{
    struct reading *reading = job;
    Uint32 woken = SDL_GetTicks();
    (void)own;
    for (int i = 0; i < reading->count && !atomic_load(dropped); i++) {
        read_entry(&reading->items[i]);
        atomic_store(&reading->done, i + 1);
        if (SDL_GetTicks() - woken >= WAKE_MILLISECONDS) {
            worker_wake();
            woken = SDL_GetTicks();
        }
    }
}

static void free_reading(void *job)
{
    struct reading *reading = job;
    for (int i = 0; i < reading->count; i++)
        clear_entry(&reading->items[i]);
    free(reading);
}

static void list_path(struct reading *listing, char *path, enum gallery_place place)
{
    bool twice = false;
    /* Only the one file can be in a folder, too. */
    if (listing->count > 0 && listing->items[0].place == GALLERY_ELSEWHERE)
        twice = strcmp(listing->items[0].path, path) == 0;
    if (twice || listing->count == GALLERY_LIMIT)
        free(path);
    else
        listing->items[listing->count++] =
            (struct gallery_entry){.path = path, .place = place, .stamp = file_stamp(path)};
}

static void list_folder(struct reading *listing, const char *folder, const char *extension,
                        enum gallery_place place)
{
    const char *const packed[] = {"", "z"};
    for (int k = 0; k < 2; k++) {
        struct text ending = {0};
        int count = 0;
        text_append_format(&ending, "%s%s", extension, packed[k]);
        char **names = file_list_folder(folder, ending.data, &count);
        for (int i = 0; i < count; i++)
            if (names[i][0] != '.')
                list_path(listing, file_join(folder, names[i]), place);
        file_free_names(names, count);
        text_free(&ending);
    }
}

/* Is there an earlier game whose files end alike? */
static bool shares_ending(const struct game *game)
{
    const struct game *const *other = games;
    while (strcmp((*other)->course->extension, game->course->extension) != 0)
        other++;
    return *other != game;
}

/* Shipped ones have a folder a game, the player's own lie in one. */
static void list_game(struct reading *listing, const struct gallery *gallery,
                      const struct game *game)
{
    if (gallery->shipped) {
        char *folder = file_join(gallery->shipped, game->name);
        list_folder(listing, folder, game->course->extension, GALLERY_SHIPPED);
        free(folder);
    }
    if (gallery->own && !shares_ending(game))
        list_folder(listing, gallery->own, game->course->extension, GALLERY_OWN);
}

static struct reading *list_all(const struct gallery *gallery)
{
    struct reading *listing = memory_allocate(1, sizeof *listing);
    if (gallery->file)
        list_path(listing, memory_copy_string(gallery->file), GALLERY_ELSEWHERE);
    for (const struct game *const *game = games; *game; game++)
        list_game(listing, gallery, *game);
    return listing;
}

/* Reads what the listing still holds; takes it over. */
static void begin_reading(struct gallery *gallery, struct reading *listing)
{
    static const struct worker_kind kind = {read_all, free_reading, NULL};
    int count = 0;
    for (int i = 0; i < listing->count; i++)
        if (listing->items[i].path)
            listing->items[count++] = listing->items[i];
    listing->count = count;
    if (gallery->reading)
        worker_close(gallery->reading->worker);
    gallery->reading = listing;
    gallery->collected = 0;
    listing->worker = worker_create(&kind, NULL);
    worker_ask(listing->worker, listing);
}

/* --- opened, collected, closed -----------------------------------------------------------------
 */

struct gallery *gallery_open(const char *shipped, const char *own, const char *file)
{
    struct gallery *gallery = memory_allocate(1, sizeof *gallery);
    gallery->shipped = shipped ? memory_copy_string(shipped) : NULL;
    gallery->own = own ? memory_copy_string(own) : NULL;
    gallery->file = file ? memory_copy_string(file) : NULL;
    gallery->album = album_create();
    begin_reading(gallery, list_all(gallery));
    return gallery;
}

static void end_search(struct gallery *gallery)
{
    par_free(gallery->par);
    free(gallery->par_of);
    gallery->par = NULL;
    gallery->par_of = NULL;
    gallery->par_count = 0;
}

void gallery_free(struct gallery *gallery)
{
    if (!gallery)
        return;
    gallery_collect(gallery);
    end_search(gallery);
    album_free(gallery->album);
    worker_close(gallery->reading->worker);
    for (int i = 0; i < gallery->count; i++)
        clear_entry(&gallery->entries[i]);
    free(gallery->entries);
    free(gallery->shipped);
    free(gallery->own);
    free(gallery->file);
    free(gallery);
    par_memory_save();
}

void gallery_wait(const struct gallery *gallery, int milliseconds)
{
    worker_wait(gallery->reading->worker, milliseconds);
}

bool gallery_is_complete(const struct gallery *gallery)
{
    return gallery->collected == gallery->reading->count;
}

static bool collect_par(struct gallery *gallery)
{
    bool found = false;
    for (int i = 0; i < gallery->par_count; i++) {
        struct gallery_entry *entry = &gallery->entries[gallery->par_of[i]];
        struct par_answer answer = par_answer(gallery->par, i);
        if (answer.state == PAR_SEARCHING || entry->par.state != PAR_SEARCHING)
            continue;
        snprintf(entry->why, sizeof entry->why, "%s", answer.why);
        entry->par = answer;
        if (answer.state == PAR_LAP)
            par_memory_keep(entry->fingerprint, answer.rounds);
        found = true;
    }
    return found;
}

bool gallery_collect(struct gallery *gallery)
{
    int done = atomic_load(&gallery->reading->done);
    bool found = gallery->collected < done;
    while (gallery->collected < done)
        add_entry(gallery, &gallery->reading->items[gallery->collected++]);
    return collect_par(gallery) || found;
}

/* --- again ----------------------------------------------------------------------------------- */

static struct gallery_entry *find_listed(struct reading *listing, const struct gallery_entry *entry)
{
    for (int i = 0; i < listing->count; i++)
        if (listing->items[i].path && strcmp(listing->items[i].path, entry->path) == 0 &&
            file_stamp_is_same(&listing->items[i].stamp, &entry->stamp))
            return &listing->items[i];
    return NULL;
}

/* Those that are as they were stay, and are listed no more. True if any went. */
static bool keep_unchanged(struct gallery *gallery, struct reading *listing)
{
    struct gallery_entry *old = gallery->entries;
    int count = gallery->count;
    gallery->entries = NULL;
    gallery->count = gallery->capacity = 0;
    for (int i = 0; i < count; i++) {
        struct gallery_entry *listed = find_listed(listing, &old[i]);
        if (listed) {
            clear_entry(listed);
            add_entry(gallery, &old[i]);
        } else {
            album_forget(gallery->album, old[i].path);
            clear_entry(&old[i]);
        }
    }
    free(old);
    return gallery->count < count;
}

bool gallery_refresh(struct gallery *gallery)
{
    struct reading *listing = list_all(gallery);
    gallery_collect(gallery);
    end_search(gallery);
    bool changed = keep_unchanged(gallery, listing);
    begin_reading(gallery, listing);
    return changed || gallery->reading->count > 0;
}

/* --- asking ---------------------------------------------------------------------------------- */

int gallery_count(const struct gallery *gallery)
{
    return gallery->count;
}

struct gallery_entry *gallery_at(struct gallery *gallery, int index)
{
    assert(index >= 0 && index < gallery->count);
    return &gallery->entries[index];
}

/* Shipped tracks had no folder a game once, and settings may still name one by that path. */
static bool lay_there(const struct gallery *gallery, const struct gallery_entry *entry,
                      const char *path)
{
    size_t length = gallery->shipped ? strlen(gallery->shipped) : 0;
    return entry->place == GALLERY_SHIPPED && strncmp(path, gallery->shipped, length) == 0 &&
           path[length] == '/' && strcmp(path + length + 1, file_own_name(entry->path)) == 0;
}

int gallery_find(const struct gallery *gallery, const char *path)
{
    for (int i = 0; i < gallery->count; i++)
        if (strcmp(gallery->entries[i].path, path) == 0 ||
            lay_there(gallery, &gallery->entries[i], path))
            return i;
    return -1;
}

/* --- par ------------------------------------------------------------------------------------- */

void gallery_search(struct gallery *gallery, const int *order, int count)
{
    struct course *courses = memory_allocate((size_t)count + 1, sizeof *courses);
    collect_par(gallery);
    end_search(gallery);
    gallery->par_of = memory_allocate((size_t)count + 1, sizeof *gallery->par_of);
    for (int i = 0; i < count; i++) {
        const struct gallery_entry *entry = &gallery->entries[order[i]];
        if (!entry->course.body || entry->par.state != PAR_SEARCHING)
            continue;
        gallery->par_of[gallery->par_count] = order[i];
        courses[gallery->par_count++] = entry->course;
    }
    if (gallery->par_count > 0)
        gallery->par = par_search_courses(courses, gallery->par_count);
    free(courses);
}

struct par_answer gallery_par(struct gallery *gallery, int index)
{
    const struct gallery_entry *entry = &gallery->entries[index];
    struct par_answer answer = entry->par;
    answer.why = entry->why;
    return answer;
}

/* --- thumbnails ------------------------------------------------------------------------------- */

bool gallery_paint(cairo_t *cairo, const struct canvas *canvas, struct box box, void *course)
{
    paper_draw_thumbnail(cairo, *(const struct course *)course, box.w, box.h, canvas_scale(canvas),
                         canvas_theme(canvas));
    return true;
}

void gallery_replace(struct gallery *gallery, int index, struct course course)
{
    struct gallery_entry *entry = &gallery->entries[index];
    course_release(entry->course);
    album_forget(gallery->album, entry->path);
    set_course(entry, course);
    entry->par = (struct par_answer){.state = PAR_SEARCHING};
    recall_par(entry);
}

void gallery_begin_pass(struct gallery *gallery)
{
    album_begin_pass(gallery->album);
}

void gallery_draw(struct gallery *gallery, int index, struct canvas *canvas, struct box box)
{
    struct gallery_entry *entry = &gallery->entries[index];
    album_draw(gallery->album, canvas, entry->path, box, gallery_paint, &entry->course);
}

int gallery_patience(const struct gallery *gallery)
{
    return album_wants_more(gallery->album) ? 0
           : gallery_is_complete(gallery)   ? -1
                                            : READING_PATIENCE;
}
