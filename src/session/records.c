/* Records as JSON: an object for each track and its rules, each result read for itself, so that one
 * that is wrong does not cost the others. They stay JSON in memory, too: they are looked up a few
 * times a visit and written once a race.
 */
#include "session/records.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "session/inside.h"
#include "session/json_file.h"
#include "session/save.h"
#include "session/tally.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RECORDS_FILE_LIMIT = 64 * 1024 * 1024, ROUNDS_MOST = 10000000 };

struct records {
    json_t *entries; /* an array; what is in it is sound */
};

/* --- one entry ------------------------------------------------------------------------------ */

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

static bool is_about(const json_t *entry, const json_t *subject)
{
    return strcmp(json_file_string(entry, "track"), json_file_string(subject, "track")) == 0 &&
           strcmp(json_file_string(entry, "game"), json_file_string(subject, "game")) == 0 &&
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
    entry =
        json_pack("{s:s, s:s, s:s, s:O, s:[]}", "track", json_file_string(subject, "track"), "name",
                  json_file_string(subject, "name"), "game", json_file_string(subject, "game"),
                  "rules", json_object_get(subject, "rules"), "best");
    json_array_append_new(records->entries, entry);
    return entry;
}

/* --- one result ----------------------------------------------------------------------------- */

static const struct json_member record_members[] = {
    {"rounds", JSON_KIND_NUMBER, offsetof(struct record, rounds), 1, ROUNDS_MOST},
    {"name", JSON_KIND_WORDS, offsetof(struct record, name), 0, PLAYER_NAME_BYTES},
    {"date", JSON_KIND_WORDS, offsetof(struct record, date), 0, RECORD_DATE_BYTES},
    {"race", JSON_KIND_WORDS, offsetof(struct record, race), 0, RECORD_RACE_BYTES},
    {0},
};

static bool read_result(const json_t *object, struct record *record)
{
    struct error error;
    *record = (struct record){0};
    return json_members_read(record_members, object, record, &error) && record->rounds > 0 &&
           record->name[0] && text_is_one_line(record->name) && text_is_one_line(record->date) &&
           text_is_one_line(record->race);
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
    json_array_insert_new(best, place, json_members_write(record_members, record));
    if (json_array_size(best) > RECORDS_KEPT)
        json_array_remove(best, RECORDS_KEPT);
    return true;
}

/* --- reading -------------------------------------------------------------------------------- */

static bool is_subject(const json_t *entry)
{
    return strlen(json_file_string(entry, "track")) == HASH_BYTES - 1 &&
           json_file_string(entry, "game")[0] && json_is_object(json_object_get(entry, "rules"));
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

static void take(void *data, const json_t *list, struct text *told)
{
    struct records *records = data;
    int wrong = 0;
    json_array_clear(records->entries);
    for (size_t i = 0; i < json_array_size(list); i++)
        wrong += take_entry(records, json_array_get(list, i));
    if (wrong > 0)
        text_append_format(told, "%d of the records cannot be read; the others are kept. ", wrong);
}

static json_t *list_of(const void *data)
{
    return json_incref(((const struct records *)data)->entries);
}

static const struct json_list kind = {"records", "records", RECORDS_FILE_LIMIT, 1, take, list_of};

static struct records *make_records(void)
{
    struct records *records = memory_allocate(1, sizeof *records);
    records->entries = json_array();
    return records;
}

struct records *records_read(const char *bytes, size_t length, struct text *told)
{
    struct records *records = make_records();
    json_list_read(&kind, bytes, length, records, told);
    return records;
}

struct records *records_load(const char *path, struct text *told)
{
    struct records *records = make_records();
    json_list_load(&kind, path, records, told);
    return records;
}

bool records_write(const struct records *records, struct text *into)
{
    return json_list_print(&kind, records, into);
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

/* --- results of a race ---------------------------------------------------------------------- */

static const char *race_file(const struct session *session)
{
    const char *path = session_kept_path(session);
    const char *name = path ? file_own_name(path) : NULL;
    return name && strlen(name) < RECORD_RACE_BYTES ? name : NULL;
}

static void write_date(char into[RECORD_DATE_BYTES])
{
    time_t now = time(NULL);
    struct tm day;
    if (!localtime_r(&now, &day) || strftime(into, RECORD_DATE_BYTES, "%Y-%m-%d", &day) == 0)
        into[0] = 0;
}

static bool add_results(struct records *records, const struct session *session)
{
    struct tally tallies[CAR_LIMIT];
    int count = tally_race(session, tallies);
    bool changed = false;
    json_t *subject = make_subject(session_setup(session));
    for (int i = 0; i < count; i++) {
        if (!tally_is_in_one_go(session, &tallies[i]))
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
    struct records *records = make_records();
    struct file_lock *lock = json_list_lock(&kind, path, records, told, error);
    bool done = lock && (!changes(records, session) || json_list_save(&kind, path, records, error));
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
