/* A path is taken by making an empty file there; what is written then replaces that one. */
#include "screens/tracks/tracks.h"

#include "screens/course_tools.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "base/system/program.h"
#include "base/system/worker.h"
#include "base/text.h"
#include "rules/game.h"
#include "screens/tracks/inside.h"
#include "session/session.h"

#include <SDL.h>
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_NAME_BYTES = 120, TRIES = 10000 };

/* --- names ----------------------------------------------------------------------------------- */

char *tracks_file_name(const char *name)
{
    struct text into = {0}, folded = {0};
    bool apart = false;
    fold_append(&folded, name);
    const char *cursor = text_string(&folded);
    while (*cursor && into.length < FILE_NAME_BYTES) {
        uint32_t c = fold_next(&cursor);
        bool ascii = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        bool is_space = c == 0xA0 || c == 0x3000 || (c >= 0x2000 && c <= 0x206F);
        bool word = ascii || (c >= 0xC0 && !is_space && c != 0xD7 && c != 0xF7);
        if (word && apart && into.length > 0)
            text_append(&into, "-");
        if (word)
            fold_append_character(&into, c);
        apart = !word;
    }
    if (into.length == 0)
        text_append(&into, "track");
    text_free(&folded);
    return into.data;
}

char *tracks_own_path(const char *tracks_folder, const char *path)
{
    char *real = file_full_path(path);
    char *folder = file_full_path(tracks_folder);
    size_t length = folder ? strlen(folder) : 0;
    bool own = real && folder && strncmp(real, folder, length) == 0 && real[length] == '/' &&
               strchr(real + length + 1, '/') == NULL &&
               real[strlen(real) - 1] != 'z'; /* what is packed is not written to */
    free(folder);
    if (own)
        return real;
    free(real);
    return NULL;
}

bool tracks_tidy_name(char *name)
{
    char *into = name;
    bool apart = false;
    for (const char *from = name; *from; from++) {
        unsigned char c = (unsigned char)*from;
        if (c <= ' ' || c == 0x7F) {
            apart = true;
            continue;
        }
        if (apart && into != name)
            *into++ = ' ';
        *into++ = *from;
        apart = false;
    }
    *into = '\0';
    return into != name;
}

/* The number at the end of a name, behind a blank, and how long the name is before it; 1 if there
 * is none. */
static int64_t number_at_end(const char *name, size_t *length)
{
    const char *blank = strrchr(name, ' ');
    int64_t number = 1;
    *length = strlen(name);
    if (blank && blank != name && number_is_integer(blank + 1, 2, 9999, &number))
        *length = (size_t)(blank - name);
    else
        number = 1;
    return number;
}

char *tracks_copy_name(const char *name, bool (*is_taken)(const char *name, const void *context),
                       const void *context)
{
    size_t length;
    int64_t number = number_at_end(name, &length);
    struct text into = {0};
    char *base = memory_copy_string(name);
    base[fold_cut(base, length < TRACK_NAME_BYTES - 12 ? length : TRACK_NAME_BYTES - 12)] = '\0';
    do {
        text_clear(&into);
        text_append_format(&into, "%s %lld", base, (long long)++number);
    } while (is_taken(into.data, context));
    free(base);
    return into.data;
}

/* --- paths ----------------------------------------------------------------------------------- */

static const struct game *game_of(const char *path)
{
    const struct game *game = course_file_game(path);
    return game ? game : course_tools_usual()->game;
}

char *tracks_take_path(const struct game *game, const char *folder, const char *name,
                       struct error *error)
{
    char *file = tracks_file_name(name), *path = NULL;
    int reason = EEXIST;
    if (!file_make_folder(folder, error)) {
        free(file);
        return NULL;
    }
    for (int number = 1; number < TRIES && reason == EEXIST; number++) {
        struct text numbered = {0};
        text_append_format(&numbered, number > 1 ? "%s/%s-%d" : "%s/%s", folder, file, number);
        text_append(&numbered, game->course->extension);
        free(path);
        path = numbered.data;
        reason = file_reserve(path) ? 0 : errno;
    }
    free(file);
    if (reason == 0)
        return path;
    free(path);
    file_explain(error, reason);
    return NULL;
}

/* Would the file of this name be the one that it has, perhaps with a number behind it? */
static bool has_name_already(const char *path, const char *name)
{
    const char *own = file_own_name(path);
    char *file = tracks_file_name(name);
    size_t length = strlen(file);
    bool same = strncmp(own, file, length) == 0;
    own += same ? length : 0;
    if (same && *own == '-') {
        size_t digits = strspn(own + 1, "0123456789");
        own += digits > 0 ? 1 + digits : 0;
    }
    free(file);
    return same && strcmp(own, game_of(path)->course->extension) == 0;
}

/* --- requests --------------------------------------------------------------------------------- */

static bool is_course(const struct game *game, const struct text *content)
{
    struct error error;
    struct course course = course_read(game, text_string(content), content->length, &error);
    course_release(course);
    return course.body != NULL;
}

/* The file's text under another name. A drawing that is broken keeps the text that it has, and so
 * does what has no name but its file's. */
static bool read_renamed(const char *path, const char *name, struct text *into, struct error *error)
{
    const struct game *game = game_of(path);
    struct text content = {0};
    bool done = file_read_unpacked(path, COURSE_FILE_LIMIT, &content, error);
    const struct course_kind *kind = game->course;
    if (done && !(kind->retitle &&
                  kind->retitle(text_string(&content), content.length, name, into, error))) {
        done = !kind->retitle || !is_course(game, &content);
        text_clear(into);
        text_append_bytes(into, text_string(&content), content.length);
    }
    text_free(&content);
    return done;
}

/* Into a new file of the folder. */
static char *write_new(const struct game *game, const struct text *content, const char *folder,
                       const char *name, struct error *error)
{
    char *path = tracks_take_path(game, folder, name, error);
    if (!path || file_write_atomically(path, text_string(content), content->length, error))
        return path;
    struct error other;
    file_remove(path, &other);
    free(path);
    return NULL;
}

/* The new file is there, the old one goes; if it cannot, the new one does. */
static char *give_up_old(const char *path, char *moved, struct error *error)
{
    struct error other;
    if (file_remove(path, error))
        return moved;
    file_remove(moved, &other);
    free(moved);
    return NULL;
}

char *tracks_rename(const char *path, const char *name, struct error *error)
{
    struct text content = {0};
    char *moved = NULL;
    if (read_renamed(path, name, &content, error)) {
        if (has_name_already(path, name)) {
            bool done = file_write_atomically(path, text_string(&content), content.length, error);
            moved = done ? memory_copy_string(path) : NULL;
        } else {
            char *folder = file_folder_of(path);
            moved = write_new(game_of(path), &content, folder, name, error);
            moved = moved ? give_up_old(path, moved, error) : NULL;
            free(folder);
        }
    }
    text_free(&content);
    return moved;
}

char *tracks_duplicate(const char *path, const char *folder, const char *name, struct error *error)
{
    struct text content = {0};
    char *copy = NULL;
    if (read_renamed(path, name, &content, error))
        copy = write_new(game_of(path), &content, folder, name, error);
    text_free(&content);
    return copy;
}

char *tracks_keep(struct course course, const char *folder, struct error *error)
{
    struct text content = {0};
    course_write(course, &content);
    char *path = write_new(course.game, &content, folder, course_name(course), error);
    text_free(&content);
    return path;
}

/* --- told to the file manager ----------------------------------------------------------------- */

/* By their common name on the session's bus, which opens the folder with the file chosen; where
 * none answers, xdg-open opens the folder. Programs are started with their arguments as they are,
 * without a shell. */

/* A program that is still at it after this long has opened a window. */
enum { PATIENCE = 4000 };

struct showing {
    char *path;
    bool shown, is_told;
};

static struct worker *shower;

/* As the bus wants it: bytes that a URI may not hold as %XX, a comma among them, which would end
 * the word. */
static char *uri_of(const char *path)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~/";
    struct text uri = {0};
    text_append(&uri, "file://");
    for (const char *c = path; *c != '\0'; c++)
        if (strchr(plain, *c) != NULL)
            text_append_bytes(&uri, c, 1);
        else
            text_append_format(&uri, "%%%02X", (unsigned)(unsigned char)*c);
    return uri.data;
}

/* Did it do what it was asked for, or is it still at it? */
static bool works(struct aside *aside)
{
    bool done = aside && aside_wait(aside, PATIENCE) != ASIDE_FAILED;
    aside_free(aside);
    return done;
}

#define MANAGER "org.freedesktop.FileManager1"

static bool ask_by_dbus_send(const char *uri)
{
    struct text uris = {0};
    text_append_format(&uris, "array:string:%s", uri);
    const char *const words[] = {"dbus-send",
                                 "--session",
                                 "--print-reply",
                                 "--reply-timeout=3000",
                                 "--dest=" MANAGER,
                                 "/org/freedesktop/FileManager1",
                                 MANAGER ".ShowItems",
                                 uris.data,
                                 "string:",
                                 NULL};
    bool done = works(aside_start(words, ASIDE_NOTHING));
    text_free(&uris);
    return done;
}

static bool ask_by_gdbus(const char *uri)
{
    struct text uris = {0};
    text_append_format(&uris, "['%s']", uri);
    const char *const words[] = {"gdbus",
                                 "call",
                                 "--session",
                                 "--timeout=3",
                                 "--dest=" MANAGER,
                                 "--object-path=/org/freedesktop/FileManager1",
                                 "--method=" MANAGER ".ShowItems",
                                 uris.data,
                                 "",
                                 NULL};
    bool done = works(aside_start(words, ASIDE_NOTHING));
    text_free(&uris);
    return done;
}

static bool open_folder(const char *path)
{
    char *folder = file_folder_of(path);
    bool done = works(desktop_open(folder));
    free(folder);
    return done;
}

/* Without a session there is no bus, and asking would start one. */
static bool has_bus(void)
{
    const char *address = getenv("DBUS_SESSION_BUS_ADDRESS"), *run_time = getenv("XDG_RUNTIME_DIR");
    if (address && address[0])
        return true;
    struct text socket = {0};
    text_append_format(&socket, "%s/bus", run_time ? run_time : "");
    bool there = run_time && file_exists(socket.data);
    text_free(&socket);
    return there;
}

static void show(void *own, void *job, const atomic_bool *dropped)
{
    struct showing *showing = job;
    char *uri = uri_of(showing->path);
    (void)own, (void)dropped;
    showing->shown =
        (has_bus() && (ask_by_dbus_send(uri) || ask_by_gdbus(uri))) || open_folder(showing->path);
    free(uri);
}

static void free_showing(void *job)
{
    struct showing *showing = job;
    free(showing->path);
    free(showing);
}

void tracks_show_file(const char *path)
{
    static const struct worker_kind kind = {show, free_showing, NULL};
    if (!shower)
        shower = worker_create(&kind, NULL);
    if (!worker_wait(shower, 0))
        return;
    struct showing *showing = memory_allocate(1, sizeof *showing);
    showing->path = memory_copy_string(path);
    worker_ask(shower, showing);
}

bool tracks_show_failed(void)
{
    struct showing *showing = shower ? worker_answer(shower) : NULL;
    if (!showing || showing->is_told)
        return false;
    showing->is_told = true;
    return !showing->shown;
}

/* === gallery ================================================================================== */

/* The list, the thread that reads the files, and the thumbnails. */

enum { READING_PATIENCE = 50, WAKE_MILLISECONDS = 60 };

/* Paths that are there now, the one file first, no path twice; those that are not known yet are
 * read. What is behind `done` belongs to the thread. */
struct gallery_reading {
    struct worker *worker;
    atomic_int done;
    int count;
    struct gallery_entry items[GALLERY_LIMIT]; /* without an id */
};

struct gallery {
    struct gallery_entry *entries;
    int count, capacity;
    char *shipped, *own, *file; /* where they come from; owned */
    struct gallery_reading *reading;
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
        struct text file = {0};
        text_append_quoted(&file, file_own_name(entry->path), strlen(file_own_name(entry->path)),
                           80);
        print_id(entry->id, sizeof entry->id, entry->name);
        if (is_taken(gallery, entry->id))
            print_id(entry->id, sizeof entry->id, text_string(&file));
        size_t length = strlen(entry->id);
        for (int number = 2; is_taken(gallery, entry->id); number++)
            snprintf(entry->id + length, sizeof entry->id - length, " %d", number);
        text_free(&file);
        recall_par(entry);
    }
    gallery->entries[gallery->count++] = *entry;
    *entry = (struct gallery_entry){0};
}

/* --- reading them ----------------------------------------------------------------------------- */

static void clear_entry(struct gallery_entry *entry)
{
    course_release(entry->course);
    free(entry->path);
    free(entry->name);
    free(entry->folded);
    free(entry->words);
    *entry = (struct gallery_entry){0};
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
    else {
        /* The sentence, with the line where that helps: the first one is all that some files have.
         */
        char *into = entry->problem;
        size_t size = sizeof entry->problem;
        if (error.line > 1)
            snprintf(into, size, "line %d: %s", error.line, error.text);
        else
            snprintf(into, size, "%s", error.text);
    }
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

/* Wakes the window now and then. */
static void read_all(void *own, void *job, const atomic_bool *dropped)
{
    struct gallery_reading *reading = job;
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
    struct gallery_reading *reading = job;
    for (int i = 0; i < reading->count; i++)
        clear_entry(&reading->items[i]);
    free(reading);
}

static void list_path(struct gallery_reading *listing, char *path, enum gallery_place place)
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

static void list_folder(struct gallery_reading *listing, const char *folder, const char *extension,
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
static void list_game(struct gallery_reading *listing, const struct gallery *gallery,
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

static struct gallery_reading *list_all(const struct gallery *gallery)
{
    struct gallery_reading *listing = memory_allocate(1, sizeof *listing);
    if (gallery->file)
        list_path(listing, memory_copy_string(gallery->file), GALLERY_ELSEWHERE);
    for (const struct game *const *game = games; *game; game++)
        list_game(listing, gallery, *game);
    return listing;
}

/* Reads what the listing still holds; takes it over. */
static void begin_reading(struct gallery *gallery, struct gallery_reading *listing)
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

/* --- opened, collected, closed ---------------------------------------------------------------- */

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

static struct gallery_entry *find_listed(struct gallery_reading *listing,
                                         const struct gallery_entry *entry)
{
    for (int i = 0; i < listing->count; i++)
        if (listing->items[i].path && strcmp(listing->items[i].path, entry->path) == 0 &&
            file_stamp_is_same(&listing->items[i].stamp, &entry->stamp))
            return &listing->items[i];
    return NULL;
}

bool gallery_refresh(struct gallery *gallery)
{
    struct gallery_reading *listing = list_all(gallery);
    gallery_collect(gallery);
    end_search(gallery);
    /* Those that are as they were stay, and are listed no more. True if any went. */
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
    bool changed = gallery->count < count;
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

/* === model ==================================================================================== */

/* Which tracks are listed, and which one is chosen. The choice is kept by path, because files come
 * and go while the browser is up.
 */

/* How long the first picture waits for the files to be read, and one after a request. */
enum { MODEL_READING_PATIENCE = 40, REQUEST_PATIENCE = 150 };

void tracks_replace_string(char **old, const char *by)
{
    char *copy = by ? memory_copy_string(by) : NULL;
    free(*old);
    *old = copy;
}

/* --- the list -------------------------------------------------------------------------------- */

/* For qsort, which hands on nothing but what it compares. */
static const struct tracks_state *sorted;

static int compare_listed(const void *a, const void *b)
{
    const struct gallery_entry *one = gallery_at(sorted->picker.gallery, *(const int *)a);
    const struct gallery_entry *other = gallery_at(sorted->picker.gallery, *(const int *)b);
    int order = tracks_compare(sorted->picker.wish.order, one, other);
    return order != 0 ? order : strcmp(one->path, other->path);
}

static void make_list(struct tracks_state *state)
{
    int count = gallery_count(state->picker.gallery);
    int *all = memory_allocate((size_t)count + 1, sizeof *all);
    state->own_count = 0;
    for (int i = 0; i < count; i++) {
        all[i] = i;
        state->own_count += gallery_at(state->picker.gallery, i)->place == GALLERY_OWN;
    }
    sorted = state;
    qsort(all, (size_t)count, sizeof all[0], compare_listed);
    picker_list(&state->picker, all, count);
    free(all);
}

/* In the order in which they are seen, the chosen one first. */
static void search_par(struct tracks_state *state)
{
    int count = gallery_count(state->picker.gallery), used = 0;
    int *order = memory_allocate((size_t)(count + state->picker.listed_count) + 1, sizeof *order);
    bool *taken = memory_allocate((size_t)count + 1, sizeof *taken);
    int place = tracks_chosen_place(state);
    if (place >= 0) {
        order[used++] = state->picker.listed[place];
        taken[state->picker.listed[place]] = true;
    }
    for (int i = 0; i < state->picker.listed_count; i++)
        if (!taken[state->picker.listed[i]]) {
            order[used++] = state->picker.listed[i];
            taken[state->picker.listed[i]] = true;
        }
    for (int i = 0; i < count; i++)
        if (!taken[i])
            order[used++] = i;
    gallery_search(state->picker.gallery, order, used);
    free(order);
    free(taken);
    state->par_searched = true;
}

/* --- the choice ------------------------------------------------------------------------------ */

int tracks_chosen_place(const struct tracks_state *state)
{
    for (int i = 0; state->chosen && i < state->picker.listed_count; i++)
        if (strcmp(gallery_at(state->picker.gallery, state->picker.listed[i])->path,
                   state->chosen) == 0)
            return i;
    return -1;
}

struct gallery_entry *tracks_chosen(struct tracks_state *state)
{
    int place = tracks_chosen_place(state);
    return place < 0 ? NULL : gallery_at(state->picker.gallery, state->picker.listed[place]);
}

void tracks_choose(struct tracks_state *state, const char *path)
{
    if (path && state->chosen && strcmp(path, state->chosen) == 0)
        return;
    tracks_replace_string(&state->chosen, path);
    state->detail_scroll.offset = 0;
}

/* What is not listed gives way to the first one that is, once it is sure. */
static void keep_choice_listed(struct tracks_state *state)
{
    bool sure = gallery_is_complete(state->picker.gallery);
    if (state->insists && sure && tracks_chosen_place(state) < 0) {
        tracks_wish_for_all(&state->picker.wish);
        make_list(state);
    }
    state->insists = state->insists && !sure;
    if (!sure || tracks_chosen_place(state) >= 0)
        return;
    if (state->picker.listed_count == 0) {
        state->detail_open = false;
        return;
    }
    tracks_choose(state, gallery_at(state->picker.gallery, state->picker.listed[0])->path);
}

void tracks_wish_changed(struct tracks_state *state)
{
    state->stale = true;
    state->picker.scroll.offset = 0;
    state->reveal = true;
}

bool tracks_has_name(const struct tracks_state *state, const char *name, const char *but)
{
    for (int i = 0; i < gallery_count(state->picker.gallery); i++) {
        const struct gallery_entry *entry = gallery_at(state->picker.gallery, i);
        bool other = !but || strcmp(entry->path, but) != 0;
        if (other && strcmp(entry->name, name) == 0)
            return true;
    }
    return false;
}

/* --- records --------------------------------------------------------------------------------- */

/* --- from visit to visit --------------------------------------------------------------------- */

void tracks_open(struct tracks_state *state, struct app *app)
{
    struct text told = {0};
    state->picker.gallery = gallery_open(app->shipped_tracks, app->tracks_folder, NULL);
    state->records = records_load(app->records_path, &told);
    text_free(&told);
    state->records_of = 0;
    state->record_count = 0;
    state->picker.wish.search[0] = '\0';
    state->par_searched = state->detail_open = state->filters_open = state->renaming = false;
    state->walk = state->picker.seek = state->refresh = state->on_cards = state->making = false;
    state->ring[0] = '\0';
    state->stale = state->reveal = true;
    gallery_wait(state->picker.gallery, MODEL_READING_PATIENCE);
}

void tracks_close(struct tracks_state *state)
{
    gallery_free(state->picker.gallery);
    state->picker.gallery = NULL;
    records_free(state->records);
    state->records = NULL;
    picture_free(&state->large);
    tracks_replace_string(&state->large_of, NULL);
    tracks_replace_string(&state->lay_at, NULL);
    tracks_replace_string(&state->lies_at, NULL);
}

void tracks_look_again(struct tracks_state *state, const char *path)
{
    int place = tracks_chosen_place(state);
    if (path)
        tracks_choose(state, path);
    if (gallery_refresh(state->picker.gallery)) {
        gallery_wait(state->picker.gallery, REQUEST_PATIENCE);
        gallery_collect(state->picker.gallery);
        state->par_searched = false;
        state->records_of = 0;
    }
    make_list(state);
    /* What is gone is followed by its neighbour. */
    if (tracks_chosen_place(state) < 0 && place >= 0 && state->picker.listed_count > 0 &&
        gallery_is_complete(state->picker.gallery)) {
        place = place < state->picker.listed_count ? place : state->picker.listed_count - 1;
        tracks_choose(state, gallery_at(state->picker.gallery, state->picker.listed[place])->path);
    }
    state->reveal = state->stale = true;
    state->walk = state->walk || state->on_cards;
}

void tracks_follow(struct tracks_state *state)
{
    gallery_begin_pass(state->picker.gallery);
    if (state->refresh)
        tracks_look_again(state, NULL);
    state->refresh = false;
    if (gallery_collect(state->picker.gallery) || state->stale) {
        make_list(state);
        keep_choice_listed(state);
    }
    state->stale = false;
    if (!state->par_searched && gallery_is_complete(state->picker.gallery))
        search_par(state);
    /* Under the presets as they are: the most that can be said without asking for rules. */
    const struct gallery_entry *entry = tracks_chosen(state);
    uint64_t about = entry && entry->course.body ? entry->fingerprint : 0;
    if (about == state->records_of)
        return;
    state->records_of = about;
    state->record_count = 0;
    if (about == 0)
        return;
    const struct game *game = entry->course.game;
    for (int i = 0; i < game->table->preset_count; i++) {
        struct setup setup = setup_from_preset(game, i);
        struct record_list list = {0};
        setup.course = entry->course;
        records_find(state->records, &setup, &list);
        if (list.count > 0 && state->record_count < TRACKS_RECORDS)
            state->record_lines[state->record_count++] = (struct tracks_record){
                game->table->presets[i].title, game->round_noun, list.items[0]};
    }
}
