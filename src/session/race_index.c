/* The index and its worker, which is given a list of what is to be read, the most wanted first; a
 * list takes the place of the one before. Of a list only what is before `done` is the index's. A
 * place is the number of a race for good, also when others are dropped.
 *
 * The cache is one JSON object with an entry a race, by path. It is thrown away whenever anything
 * about it is not as expected.
 */
#include "session/records.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "base/system/worker.h"
#include "session/session.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { WAKE_MILLISECONDS = 150 }; /* between two calls, so that a long list does not flicker */

struct race_index_task {
    char *path;
    int place;
    bool wants_session;
    struct index_entry race; /* what was found, without a path */
    struct session *session;
};

struct race_index_reading {
    int count;
    atomic_int done;
    struct race_index_task tasks[];
};

enum asked { NOT_ASKED, ASKED, ANSWERED };

struct race_index {
    struct index_entry *races;
    int *places;               /* of the races */
    enum asked *asked;         /* by place: for the session */
    struct session **sessions; /* by place */
    int count, place_count;
    char *cache;
    bool changed; /* the cache is to be written */
    struct worker *worker;
    struct race_index_reading *reading; /* NULL: nothing is to be read */
    int taken;                          /* of its tasks */
};

/* --- describing ----------------------------------------------------------------------------- */

/* The strings that are kept of a race, and their keys. */
static const struct {
    const char *key;
    size_t offset;
} strings[] = {{"noun", offsetof(struct index_entry, round_noun)},
               {"track", offsetof(struct index_entry, track)},
               {"rules", offsetof(struct index_entry, rules)},
               {"players", offsetof(struct index_entry, players)},
               {"winners", offsetof(struct index_entry, winners)}};
enum { STRINGS = sizeof strings / sizeof *strings };

static char **string_of(struct index_entry *race, int index)
{
    return (char **)(void *)((char *)race + strings[index].offset);
}

void index_entry_clear(struct index_entry *race)
{
    for (int i = 0; i < STRINGS; i++) {
        free(*string_of(race, i));
        *string_of(race, i) = NULL;
    }
    race->known = race->readable = race->over = false;
    race->round = 0;
}

/* The players in this place, or all for 0. */
static char *join_names(const struct session *session, const struct placing *placing, int place)
{
    struct text names = {0};
    text_append(&names, "");
    for (int i = 1; i <= session_setup(session)->players; i++)
        if (place == 0 || placing->places[i - 1] == place)
            text_append_format(&names, names.length > 0 ? ", %s" : "%s",
                               session_player(session, i)->name);
    return names.data;
}

/* What is told of a session; the identity of the file is left as it is. */
static void describe(struct index_entry *race, const struct session *session)
{
    index_entry_clear(race);
    race->known = true;
    race->readable = session != NULL;
    struct placing placing = {0};
    if (session != NULL) {
        const struct setup *setup = session_setup(session);
        race->over = placing_of(session, &placing);
        race->round = setup->game->round(session_race(session));
        race->round_noun = memory_copy_string(setup->game->round_noun);
        race->track = memory_copy_string(course_name(setup->course));
        race->rules = memory_copy_string(setup->game->table->presets[setup->preset].title);
        race->players = join_names(session, &placing, 0);
    }
    race->winners = race->over ? join_names(session, &placing, 1) : memory_copy_string("");
    for (int i = 0; i < STRINGS; i++)
        if (*string_of(race, i) == NULL)
            *string_of(race, i) = memory_copy_string("");
}

/* --- the cache ------------------------------------------------------------------------------ */

/* Another number whenever an entry means something else. */
enum { CACHE_FORMAT = 2, CACHE_FILE_LIMIT = 64 * 1024 * 1024 };

static bool is_of(const json_t *entry, const struct index_entry *race)
{
    return json_integer_value(json_object_get(entry, "size")) == race->size &&
           json_integer_value(json_object_get(entry, "seconds")) == race->changed &&
           json_integer_value(json_object_get(entry, "nanoseconds")) == race->nanoseconds;
}

/* As write_cache makes it. */
static bool is_sound(const json_t *entry)
{
    const json_t *round = json_object_get(entry, "round");
    bool sound = json_is_boolean(json_object_get(entry, "readable")) &&
                 json_is_boolean(json_object_get(entry, "over")) && json_is_integer(round) &&
                 json_integer_value(round) >= 0 && json_integer_value(round) <= INT_MAX;
    for (int i = 0; i < STRINGS && sound; i++) {
        const char *string = json_string_value(json_object_get(entry, strings[i].key));
        sound = string != NULL && text_is_one_line(string);
    }
    return sound;
}

static void take_entry(const json_t *entry, struct index_entry *race)
{
    race->known = true;
    race->readable = json_is_true(json_object_get(entry, "readable"));
    race->over = json_is_true(json_object_get(entry, "over"));
    race->round = (int)json_integer_value(json_object_get(entry, "round"));
    for (int i = 0; i < STRINGS; i++)
        *string_of(race, i) = memory_copy_string(json_file_string(entry, strings[i].key));
}

void race_index_read_cache(const char *bytes, size_t length, struct index_entry *races, int count)
{
    json_t *root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, NULL);
    const json_t *entries = json_object_get(root, "races");
    if (json_integer_value(json_object_get(root, "format")) == CACHE_FORMAT)
        for (int i = 0; i < count; i++) {
            const json_t *entry = json_object_get(entries, races[i].path);
            if (entry != NULL && is_of(entry, &races[i]) && is_sound(entry))
                take_entry(entry, &races[i]);
        }
    json_decref(root);
}

static void load_cache(const char *cache, struct index_entry *races, int count)
{
    struct text content = {0};
    struct error error;
    if (file_read(cache, CACHE_FILE_LIMIT, &content, &error))
        race_index_read_cache(text_string(&content), content.length, races, count);
    text_free(&content);
}

static json_t *entry_of(const struct index_entry *race)
{
    json_t *entry =
        json_pack("{s:I, s:I, s:i, s:b, s:b, s:i}", "size", (json_int_t)race->size, "seconds",
                  (json_int_t)race->changed, "nanoseconds", race->nanoseconds, "readable",
                  (int)race->readable, "over", (int)race->over, "round", race->round);
    struct index_entry copy = *race;
    for (int i = 0; i < STRINGS; i++)
        json_object_set_new(entry, strings[i].key, json_string(*string_of(&copy, i)));
    return entry;
}

static json_t *cache_of(const struct index_entry *races, int count)
{
    json_t *entries = json_object();
    for (int i = 0; i < count; i++)
        if (races[i].known)
            json_object_set_new(entries, races[i].path, entry_of(&races[i]));
    return json_pack("{s:i, s:o}", "format", CACHE_FORMAT, "races", entries);
}

bool race_index_print_cache(const struct index_entry *races, int count, struct text *into)
{
    return json_file_print(cache_of(races, count), 0, into);
}

static void write_cache(const char *cache, const struct index_entry *races, int count)
{
    struct error error;
    /* Without it the next index is slower: nothing that anybody needs to be told. */
    (void)file_make_folder_of(cache, &error);
    (void)json_file_write(cache, cache_of(races, count), 0, &error);
}

/* --- the thread ----------------------------------------------------------------------------- */

static void read_race(struct race_index_task *task)
{
    bool damaged;
    struct error error;
    struct session *session = session_load(task->path, &damaged, &error);
    describe(&task->race, session);
    if (task->wants_session)
        task->session = session;
    else
        session_free(session);
}

static void read_all(void *own, void *job, const atomic_bool *dropped)
{
    struct race_index_reading *reading = job;
    int64_t woken = clock_nanoseconds();
    (void)own;
    for (int i = 0; i < reading->count && !atomic_load(dropped); i++) {
        struct race_index_task *task = &reading->tasks[i];
        read_race(task);
        bool wakes = task->wants_session ||
                     clock_nanoseconds() - woken >= WAKE_MILLISECONDS * INT64_C(1000000);
        atomic_store(&reading->done, i + 1);
        if (!wakes)
            continue;
        worker_wake();
        woken = clock_nanoseconds();
    }
}

static void free_task(struct race_index_task *task)
{
    index_entry_clear(&task->race);
    session_free(task->session);
    free(task->path);
    *task = (struct race_index_task){0};
}

static void free_reading(void *job)
{
    struct race_index_reading *reading = job;
    for (int i = 0; i < reading->count; i++)
        free_task(&reading->tasks[i]);
    free(reading);
}

static void add_task(struct race_index *list, int index, bool wants_session)
{
    const char *path = list->races[index].path;
    list->reading->tasks[list->reading->count++] = (struct race_index_task){
        memory_copy_string(path), list->places[index], wants_session, {0}, NULL};
}

/* All that is wanted and not there yet. */
static void begin_reading(struct race_index *list)
{
    race_index_collect(list);
    list->taken = 0;
    list->reading = memory_allocate(1, sizeof *list->reading + 2 * (size_t)list->count *
                                                                   sizeof(struct race_index_task));
    for (int i = 0; i < list->count; i++)
        if (list->asked[list->places[i]] == ASKED)
            add_task(list, i, true);
    for (int i = 0; i < list->count; i++)
        if (!list->races[i].known && list->asked[list->places[i]] != ASKED)
            add_task(list, i, false);
    worker_ask(list->worker, list->reading);
}

/* --- the index ------------------------------------------------------------------------------ */

struct race_index *race_index_open(const char *const *folders, int folder_count, const char *cache)
{
    static const struct worker_kind kind = {read_all, free_reading, NULL};
    struct race_index *list = memory_allocate(1, sizeof *list);
    struct saved_file *files =
        saved_files_newest_first(folders, folder_count, ".race", &list->count);
    list->cache = memory_copy_string(cache);
    list->races = memory_allocate((size_t)list->count, sizeof *list->races);
    for (int i = 0; i < list->count; i++)
        list->races[i] = (struct index_entry){.path = files[i].path,
                                              .folder = files[i].folder,
                                              .changed = files[i].stamp.seconds,
                                              .nanoseconds = (int)files[i].stamp.nanoseconds,
                                              .size = files[i].stamp.size};
    free(files);
    load_cache(cache, list->races, list->count);
    list->place_count = list->count;
    list->places = memory_allocate((size_t)list->count + 1, sizeof *list->places);
    list->asked = memory_allocate((size_t)list->count + 1, sizeof *list->asked);
    list->sessions = memory_allocate((size_t)list->count + 1, sizeof(struct session *));
    list->worker = worker_create(&kind, NULL);
    for (int i = 0; i < list->count; i++)
        list->places[i] = i;
    begin_reading(list);
    return list;
}

void race_index_close(struct race_index *list)
{
    if (list == NULL)
        return;
    race_index_collect(list);
    worker_close(list->worker);
    if (list->changed)
        write_cache(list->cache, list->races, list->count);
    for (int i = 0; i < list->count; i++) {
        index_entry_clear(&list->races[i]);
        free(list->races[i].path);
    }
    for (int i = 0; i < list->place_count; i++)
        session_free(list->sessions[i]);
    free(list->races);
    free(list->places);
    free(list->asked);
    free(list->sessions);
    free(list->cache);
    free(list);
}

static int index_of_place(const struct race_index *list, int place)
{
    for (int i = 0; i < list->count; i++)
        if (list->places[i] == place)
            return i;
    return -1;
}

static void take_answer(struct race_index *list, struct race_index_task *task)
{
    int index = index_of_place(list, task->place);
    if (index >= 0) {
        struct index_entry *race = &list->races[index];
        struct index_entry told = task->race;
        told.path = race->path;
        told.folder = race->folder;
        told.changed = race->changed;
        told.nanoseconds = race->nanoseconds;
        told.size = race->size;
        index_entry_clear(race);
        *race = told;
        list->changed = true;
        task->race = (struct index_entry){0};
    }
    if (index >= 0 && task->wants_session) {
        list->asked[task->place] = ANSWERED;
        list->sessions[task->place] = task->session;
        task->session = NULL;
    }
    free_task(task);
}

bool race_index_collect(struct race_index *list)
{
    struct race_index_reading *reading = list->reading;
    int done = reading ? atomic_load(&reading->done) : 0;
    bool found = list->taken < done;
    while (list->taken < done)
        take_answer(list, &reading->tasks[list->taken++]);
    return found;
}

void race_index_wait(struct race_index *list, int milliseconds)
{
    worker_wait(list->worker, milliseconds);
    race_index_collect(list);
}

int race_index_count(const struct race_index *list)
{
    return list->count;
}

const struct index_entry *race_index_at(const struct race_index *list, int index)
{
    return &list->races[index];
}

int race_index_unfinished(const struct race_index *list, int folder, bool *certain)
{
    *certain = true;
    for (int i = 0; i < list->count; i++) {
        const struct index_entry *race = &list->races[i];
        if (race->folder != folder)
            continue;
        if (!race->known)
            *certain = false;
        else if (race->readable && !race->over)
            return i;
    }
    return -1;
}

struct session *race_index_take_session(struct race_index *list, int index)
{
    int place = list->places[index];
    struct session *session = list->sessions[place];
    list->sessions[place] = NULL;
    if (session != NULL) {
        list->asked[place] = NOT_ASKED;
    } else if (list->asked[place] == NOT_ASKED) {
        list->asked[place] = ASKED;
        begin_reading(list);
    }
    return session;
}

void race_index_tell(struct race_index *list, const char *path, const struct session *session)
{
    for (int i = 0; i < list->count; i++)
        if (!list->races[i].known && strcmp(list->races[i].path, path) == 0) {
            describe(&list->races[i], session);
            list->changed = true;
        }
}

void race_index_drop(struct race_index *list, int index)
{
    index_entry_clear(&list->races[index]);
    free(list->races[index].path);
    list->count--;
    size_t rest = (size_t)(list->count - index);
    memmove(&list->races[index], &list->races[index + 1], rest * sizeof *list->races);
    memmove(&list->places[index], &list->places[index + 1], rest * sizeof *list->places);
    list->changed = true;
}
