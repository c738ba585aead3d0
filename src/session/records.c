/* Records as JSON: an object for each track and its rules, each result read for itself, so that one
 * that is wrong does not cost the others. They stay JSON in memory, too: they are looked up a few
 * times a visit and written once a race.
 */
#include "session/records.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/lock.h"
#include "drivers/driving.h"
#include "session/inside.h"
#include "session/json_words.h"
#include "session/save.h"
#include "session/tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RECORDS_FORMAT = 1, RECORDS_FILE_LIMIT = 64 * 1024 * 1024, ROUNDS_MOST = 10000000 };

struct records {
    json_t *entries; /* an array; what is in it is sound */
};

/* --- one entry ------------------------------------------------------------------------------- */

/* What the entry is about: the track's fingerprint, its name for people, the game, the rules. */
static json_t *make_subject(const struct setup *setup)
{
    const struct rule_table *table = setup->game->table;
    char track[HASH_BYTES];
    json_t *rules = session_rules_to_json(setup, false);
    save_print_hash(course_fingerprint(setup->course), track);
    for (int i = 0; i < table->field_count; i++)
        if (!setup_field_sets_pace(setup, i))
            json_object_del(rules, table->fields[i].name);
    return json_pack("{s:s, s:s, s:s, s:o}", "track", track, "name", course_name(setup->course),
                     "game", setup->game->name, "rules", rules);
}

static const char *string_of(const json_t *object, const char *key)
{
    const char *string = json_string_value(json_object_get(object, key));
    return string ? string : "";
}

static bool is_about(const json_t *entry, const json_t *subject)
{
    return strcmp(string_of(entry, "track"), string_of(subject, "track")) == 0 &&
           strcmp(string_of(entry, "game"), string_of(subject, "game")) == 0 &&
           json_equal(json_object_get(entry, "rules"), json_object_get(subject, "rules"));
}

static json_t *find_entry(const struct records *records, const json_t *subject)
{
    for (size_t i = 0; i < json_array_size(records->entries); i++)
        if (is_about(json_array_get(records->entries, i), subject))
            return json_array_get(records->entries, i);
    return NULL;
}

/* With no results if it is new. */
static json_t *find_or_add_entry(struct records *records, const json_t *subject)
{
    json_t *entry = find_entry(records, subject);
    if (entry)
        return entry;
    entry = json_pack("{s:s, s:s, s:s, s:O, s:[]}", "track", string_of(subject, "track"), "name",
                      string_of(subject, "name"), "game", string_of(subject, "game"), "rules",
                      json_object_get(subject, "rules"), "best");
    json_array_append_new(records->entries, entry);
    return entry;
}

/* --- one result ------------------------------------------------------------------------------ */

static bool copy_line(const json_t *object, const char *key, char *into, size_t size)
{
    const char *string = string_of(object, key);
    if (strlen(string) >= size || !text_is_one_line(string))
        return false;
    strcpy(into, string);
    return true;
}

static bool read_result(const json_t *object, struct record *record)
{
    const json_t *rounds = json_object_get(object, "rounds");
    json_int_t number = json_integer_value(rounds);
    *record = (struct record){.rounds = (int)number};
    return number >= 1 && number <= ROUNDS_MOST &&
           copy_line(object, "name", record->name, sizeof record->name) && record->name[0] &&
           copy_line(object, "date", record->date, sizeof record->date) &&
           copy_line(object, "race", record->race, sizeof record->race);
}

static bool is_same_result(const struct record *one, const struct record *other)
{
    return one->rounds == other->rounds && strcmp(one->name, other->name) == 0 &&
           strcmp(one->race, other->race) == 0;
}

/* Behind those that are as good. False if it is there already, or too far behind to be kept. */
static bool put_result(json_t *entry, const struct record *record)
{
    json_t *best = json_object_get(entry, "best");
    size_t place = 0;
    struct record other;
    for (size_t i = 0; i < json_array_size(best); i++) {
        read_result(json_array_get(best, i), &other);
        if (is_same_result(&other, record))
            return false;
        place += other.rounds <= record->rounds;
    }
    if (place >= RECORDS_KEPT)
        return false;
    json_array_insert_new(best, place,
                          json_pack("{s:i, s:s, s:s, s:s}", "rounds", record->rounds, "name",
                                    record->name, "date", record->date, "race", record->race));
    if (json_array_size(best) > RECORDS_KEPT)
        json_array_remove(best, RECORDS_KEPT);
    return true;
}

/* --- reading --------------------------------------------------------------------------------- */

static bool is_subject(const json_t *entry)
{
    return strlen(string_of(entry, "track")) == HASH_BYTES - 1 && string_of(entry, "game")[0] &&
           json_is_object(json_object_get(entry, "rules"));
}

/* How many results of it are wrong; a whole entry that is counts as one. */
static int take_entry(struct records *records, const json_t *found)
{
    const json_t *best = json_object_get(found, "best");
    int wrong = 0;
    if (!is_subject(found) || !json_is_array(best))
        return 1;
    json_t *entry = find_or_add_entry(records, found);
    for (size_t i = 0; i < json_array_size(best); i++) {
        struct record record;
        if (read_result(json_array_get(best, i), &record))
            put_result(entry, &record);
        else
            wrong++;
    }
    return wrong;
}

static void take_root(struct records *records, const json_t *root, struct text *told)
{
    const json_t *list = json_object_get(root, "records");
    json_int_t format = json_integer_value(json_object_get(root, "graphprix"));
    int wrong = 0;
    if (!json_is_array(list) || format < RECORDS_FORMAT)
        text_append(told, "The records cannot be read: the file holds something else. ");
    else if (format > RECORDS_FORMAT)
        text_append(told, "The records cannot be read: a newer Graph Prix has written them. ");
    else
        for (size_t i = 0; i < json_array_size(list); i++)
            wrong += take_entry(records, json_array_get(list, i));
    if (wrong > 0)
        text_append_format(told, "%d of the records cannot be read; the others are kept. ", wrong);
}

struct records *records_read(const char *bytes, size_t length, struct text *told)
{
    struct records *records = memory_allocate(1, sizeof *records);
    json_error_t where;
    json_t *root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &where);
    records->entries = json_array();
    if (root)
        take_root(records, root, told);
    else
        text_append_format(told, "The records cannot be read: line %d: %s. ", where.line,
                           json_words(&where));
    json_decref(root);
    return records;
}

static struct records *read_file(const char *path, struct text *told)
{
    static const char nothing[] = "{\"graphprix\":1,\"records\":[]}";
    struct text content = {0};
    struct error error;
    bool there = path && file_exists(path);
    bool read = there && file_read(path, RECORDS_FILE_LIMIT, &content, &error);
    struct records *records = read ? records_read(text_string(&content), content.length, told)
                                   : records_read(nothing, strlen(nothing), told);
    if (there && !read)
        text_append_format(told, "The records cannot be read: %s. ", error.text);
    text_free(&content);
    return records;
}

void records_free(struct records *records)
{
    if (records)
        json_decref(records->entries);
    free(records);
}

void records_find(const struct records *records, const struct setup *setup,
                  struct record_list *list)
{
    list->count = 0;
    if (!setup->course.body)
        return;
    json_t *subject = make_subject(setup);
    const json_t *best = json_object_get(find_entry(records, subject), "best");
    for (size_t i = 0; i < json_array_size(best); i++)
        read_result(json_array_get(best, i), &list->items[list->count++]);
    json_decref(subject);
}

/* --- writing --------------------------------------------------------------------------------- */

bool records_write(const struct records *records, struct text *into)
{
    json_t *root =
        json_pack("{s:i, s:O}", "graphprix", RECORDS_FORMAT, "records", records->entries);
    char *text = json_dumps(root, JSON_INDENT(1));
    bool written = text != NULL;
    json_decref(root);
    if (written)
        text_append(into, text);
    free(text);
    return written;
}

static bool save(const char *path, const struct records *records, struct error *error)
{
    struct text text = {0};
    bool saved = records_write(records, &text)
                     ? file_write_atomically(path, text.data, text.length, error)
                     : error_set(error, "a name cannot be written");
    text_free(&text);
    return saved;
}

/* With the lock held: as they are on disk, a damaged file kept aside. NULL and the error if that
 * cannot be: then nothing may be written over it. */
static struct records *read_anew(const char *path, struct text *told, struct error *error)
{
    size_t before = told->length;
    struct records *records = read_file(path, told);
    if (told->length == before)
        return records;
    size_t length = told->length;
    text_append(told, "The file is kept as ");
    if (!file_set_aside(path, told, error)) {
        told->data[told->length = length] = '\0';
        records_free(records);
        return NULL;
    }
    text_append(told, ". ");
    if (json_array_size(records->entries) > 0 && !save(path, records, error))
        text_append_format(told, "The rest cannot be saved: %s. ", error->text);
    return records;
}

struct records *records_load(const char *path, struct text *told)
{
    struct text problems = {0};
    struct records *records = read_file(path, &problems);
    struct error error;
    struct file_lock *lock = problems.length > 0 ? file_lock_wait(path, &error) : NULL;
    if (lock) {
        struct text again = {0};
        struct records *mended = read_anew(path, &again, &error);
        if (mended) {
            records_free(records);
            records = mended;
            text_clear(&problems);
            text_append(&problems, text_string(&again));
        }
        text_free(&again);
    }
    file_lock_release(lock);
    text_append(told, text_string(&problems));
    text_free(&problems);
    return records;
}

/* --- results of a race ----------------------------------------------------------------------- */

static const char *race_file(const struct session *session)
{
    const char *path = session_kept_path(session);
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *name = slash ? slash + 1 : path;
    return name && strlen(name) < RECORD_RACE_BYTES ? name : NULL;
}

static void write_date(char into[RECORD_DATE_BYTES])
{
    time_t now = time(NULL);
    struct tm day;
    if (!localtime_r(&now, &day) || strftime(into, RECORD_DATE_BYTES, "%Y-%m-%d", &day) == 0)
        into[0] = 0;
}

static bool counts(const struct session *session, const struct tally *tally)
{
    const struct player *player = session_player(session, tally->player);
    const struct standing *standing = &tally->standing;
    return standing->finished && standing->rounds > 0 && !standing->by_points &&
           driver_is_human(player->driver) && !session_took_back(session, tally->car);
}

static bool add_results(struct records *records, const struct session *session)
{
    struct tally tallies[CAR_LIMIT];
    int count = tally_race(session, tallies);
    bool changed = false;
    json_t *subject = make_subject(session_setup(session));
    for (int i = 0; i < count; i++) {
        if (!counts(session, &tallies[i]))
            continue;
        struct record record = {.rounds = tallies[i].standing.rounds};
        strcpy(record.name, session_player(session, tallies[i].player)->name);
        strcpy(record.race, race_file(session));
        write_date(record.date);
        changed |= put_result(find_or_add_entry(records, subject), &record);
    }
    json_decref(subject);
    return changed;
}

/* Has the player of that name taken back a move? */
static bool has_taken_back(const struct session *session, const char *name)
{
    const struct game *game = session_setup(session)->game;
    const struct race *race = session_race(session);
    for (int car = 1; car <= game->car_count(race); car++)
        if (session_took_back(session, car) &&
            strcmp(session_player(session, game->player_of(race, car))->name, name) == 0)
            return true;
    return false;
}

static bool remove_results(struct records *records, const struct session *session)
{
    json_t *subject = make_subject(session_setup(session));
    json_t *best = json_object_get(find_entry(records, subject), "best");
    bool changed = false;
    for (size_t i = json_array_size(best); i-- > 0;) {
        struct record record;
        read_result(json_array_get(best, i), &record);
        if (strcmp(record.race, race_file(session)) != 0 || !has_taken_back(session, record.name))
            continue;
        json_array_remove(best, i);
        changed = true;
    }
    json_decref(subject);
    return changed;
}

static bool change(const char *path, const struct session *session,
                   bool (*changes)(struct records *, const struct session *), struct text *told,
                   struct error *error)
{
    if (!race_file(session))
        return true;
    struct file_lock *lock = file_lock_wait(path, error);
    struct records *records = lock ? read_anew(path, told, error) : NULL;
    bool done = records && (!changes(records, session) || save(path, records, error));
    records_free(records);
    file_lock_release(lock);
    return done;
}

bool records_add(const char *path, const struct session *session, struct text *told,
                 struct error *error)
{
    return change(path, session, add_results, told, error);
}

bool records_take_back(const char *path, const struct session *session, struct text *told,
                       struct error *error)
{
    return change(path, session, remove_results, told, error);
}
