/* A path is taken by making an empty file there; what is written then replaces that one. */
#include "screens/tracks/files.h"

#include "base/fold.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/aside.h"
#include "base/system/file.h"
#include "base/system/worker.h"
#include "rules/game.h"
#include "session/save.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_NAME_BYTES = 120, TRIES = 10000 };

/* --- names ----------------------------------------------------------------------------------- */

static bool is_part_of_word(uint32_t c)
{
    bool ascii = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    bool is_space = c == 0xA0 || c == 0x3000 || (c >= 0x2000 && c <= 0x206F);
    return ascii || (c >= 0xC0 && !is_space && c != 0xD7 && c != 0xF7);
}

char *tracks_file_name(const char *name)
{
    struct text into = {0}, folded = {0};
    bool apart = false;
    fold_append(&folded, name);
    const char *cursor = text_string(&folded);
    while (*cursor && into.length < FILE_NAME_BYTES) {
        uint32_t c = fold_next(&cursor);
        bool word = is_part_of_word(c);
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
    char *real = realpath(path, NULL);
    char *folder = realpath(tracks_folder, NULL);
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
    return game ? game : games[0];
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

/* --- deeds ----------------------------------------------------------------------------------- */

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

/* --- told to the file manager ------------------------------------------------------------------
 */

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
static bool run(const char *const *words)
{
    struct aside *aside = aside_start(words, ASIDE_NOTHING);
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
    bool done = run(words);
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
    bool done = run(words);
    text_free(&uris);
    return done;
}

static bool open_folder(const char *path)
{
    char *folder = file_folder_of(path);
    const char *const words[] = {"xdg-open", folder, NULL};
    bool done = run(words);
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
