/* Records as JSON: an object for each track and its rules, each result read for itself, so that one
 * that is wrong does not cost the others. They stay JSON in memory, too: they are looked up a few
 * times a visit and written once a race.
 */
#include "session/records.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "session/inside.h"
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

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
        date_write(clock_today(), record.date);
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

/* === daily ==================================================================================== */

/* Days as JSON objects in the order of the calendar; in memory an array of them. See records.h. */

enum { DAILY_FILE_LIMIT = 4 * 1024 * 1024, DAILY_ROUNDS_MOST = 10000000, GENERATOR_MOST = 1000000 };

struct dailies {
    struct daily *items; /* by day, each once */
    int count;
};

/* As it stands in the file. */
struct line_of_file {
    char date[DATE_BYTES];
    char track[HASH_BYTES];
    int generator, par, rounds;
};
static const struct json_member members[] = {
    {"date", JSON_KIND_WORDS, offsetof(struct line_of_file, date), 0, DATE_BYTES},
    {"generator", JSON_KIND_NUMBER, offsetof(struct line_of_file, generator), 1, GENERATOR_MOST},
    {"track", JSON_KIND_WORDS, offsetof(struct line_of_file, track), 0, HASH_BYTES},
    {"par", JSON_KIND_NUMBER, offsetof(struct line_of_file, par), 0, DAILY_ROUNDS_MOST},
    {"rounds", JSON_KIND_NUMBER, offsetof(struct line_of_file, rounds), 0, DAILY_ROUNDS_MOST},
    {0},
};

/* --- the list -------------------------------------------------------------------------------- */

/* The first that is not before this day. */
static int place_of(const struct dailies *dailies, int day)
{
    int place = dailies->count;
    while (place > 0 && dailies->items[place - 1].day >= day)
        place--;
    return place;
}

static struct daily *find(const struct dailies *dailies, int day)
{
    int place = place_of(dailies, day);
    bool there = place < dailies->count && dailies->items[place].day == day;
    return there ? &dailies->items[place] : NULL;
}

const struct daily *dailies_find(const struct dailies *dailies, int day)
{
    return find(dailies, day);
}

static bool is_better(const struct daily *daily, const struct daily *than)
{
    return daily->rounds > 0 && (than->rounds == 0 || daily->rounds < than->rounds);
}

/* A day that is there twice keeps what is better. */
static void put(struct dailies *dailies, const struct daily *daily)
{
    struct daily *known = find(dailies, daily->day);
    if (known) {
        if (is_better(daily, known))
            *known = *daily;
        return;
    }
    int place = place_of(dailies, daily->day);
    dailies->items = memory_resize(dailies->items, (size_t)dailies->count + 1, sizeof *daily);
    memmove(&dailies->items[place + 1], &dailies->items[place],
            (size_t)(dailies->count - place) * sizeof *daily);
    dailies->items[place] = *daily;
    dailies->count++;
}

int dailies_streak(const struct dailies *dailies, int day)
{
    int streak = 0;
    for (const struct daily *daily = find(dailies, day); daily && daily->rounds > 0;
         daily = find(dailies, day - streak))
        streak++;
    return streak;
}

int dailies_streak_today(const struct dailies *dailies, int today)
{
    int streak = dailies_streak(dailies, today);
    return streak > 0 ? streak : dailies_streak(dailies, today - 1);
}

/* --- the file -------------------------------------------------------------------------------- */

static bool read_hash(const char *text, uint64_t *hash)
{
    char again[HASH_BYTES];
    *hash = strtoull(text, NULL, 16);
    save_print_hash(*hash, again);
    return strcmp(text, again) == 0;
}

static bool read_entry(const json_t *object, struct daily *daily)
{
    struct error error;
    struct line_of_file entry = {0};
    *daily = (struct daily){0};
    if (!json_members_read(members, object, &entry, &error) || entry.generator == 0)
        return false;
    daily->generator = entry.generator;
    daily->par = entry.par;
    daily->rounds = entry.rounds;
    return date_read(entry.date, &daily->day) && read_hash(entry.track, &daily->track);
}

static void daily_take(void *data, const json_t *list, struct text *told)
{
    struct dailies *dailies = data;
    int wrong = 0;
    dailies->count = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        struct daily daily;
        if (read_entry(json_array_get(list, i), &daily))
            put(dailies, &daily);
        else
            wrong++;
    }
    if (wrong > 0)
        text_append_format(told, "%d of the daily tracks cannot be read; the others are kept. ",
                           wrong);
}

static json_t *daily_list_of(const void *data)
{
    const struct dailies *dailies = data;
    json_t *list = json_array();
    for (int i = 0; i < dailies->count; i++) {
        const struct daily *daily = &dailies->items[i];
        struct line_of_file entry = {
            .generator = daily->generator, .par = daily->par, .rounds = daily->rounds};
        date_write(daily->day, entry.date);
        save_print_hash(daily->track, entry.track);
        json_array_append_new(list, json_members_write(members, &entry));
    }
    return list;
}

static const struct json_list daily_kind = {"daily tracks", "daily",      DAILY_FILE_LIMIT, 1,
                                            daily_take,     daily_list_of};

struct dailies *dailies_read(const char *bytes, size_t length, struct text *told)
{
    struct dailies *dailies = memory_allocate(1, sizeof *dailies);
    json_list_read(&daily_kind, bytes, length, dailies, told);
    return dailies;
}

bool dailies_write(const struct dailies *dailies, struct text *into)
{
    return json_list_print(&daily_kind, dailies, into);
}

struct dailies *dailies_load(const char *path, struct text *told)
{
    struct dailies *dailies = memory_allocate(1, sizeof *dailies);
    json_list_load(&daily_kind, path, dailies, told);
    return dailies;
}

void dailies_free(struct dailies *dailies)
{
    if (dailies)
        free(dailies->items);
    free(dailies);
}

/* --- races ----------------------------------------------------------------------------------- */

static bool has_rules_of_the_day(const struct setup *setup)
{
    struct setup usual = setup_from_preset(setup->game, 0);
    for (int i = 0; i < setup->game->table->field_count; i++)
        if (setup->values[i] != usual.values[i] && setup_field_sets_pace(setup, i))
            return false;
    return true;
}

const struct daily *dailies_find_race(const struct dailies *dailies, const struct setup *setup)
{
    if (!setup->course.body || !has_rules_of_the_day(setup))
        return NULL;
    uint64_t track = course_fingerprint(setup->course);
    for (int i = dailies->count - 1; i >= 0; i--)
        if (dailies->items[i].track == track)
            return &dailies->items[i];
    return NULL;
}

/* The fewest rounds of a person in one go; 0: nobody has come to any. */
static int best_of(const struct session *session)
{
    struct tally tallies[CAR_LIMIT];
    int count = tally_race(session, tallies), best = 0;
    for (int i = 0; i < count; i++) {
        int rounds = tallies[i].standing.rounds;
        if (tally_is_in_one_go(session, &tallies[i]) && (best == 0 || rounds < best))
            best = rounds;
    }
    return best;
}

struct records_change {
    const struct daily *begun;     /* or: */
    const struct session *session; /* that is over */
    int today;
};

/* True if there is something to write. */
static bool apply(struct dailies *dailies, const struct records_change *change)
{
    if (change->begun) {
        struct daily *known = find(dailies, change->begun->day);
        if (known && (known->rounds > 0 || known->track == change->begun->track))
            return false;
        if (known)
            *known = *change->begun;
        else
            put(dailies, change->begun);
        return true;
    }
    const struct daily *daily = dailies_find_race(dailies, session_setup(change->session));
    if (!daily || daily->day > change->today || daily->day < change->today - 1)
        return false;
    struct daily result = *daily;
    result.rounds = best_of(change->session);
    bool better = is_better(&result, daily);
    if (better)
        put(dailies, &result);
    return better;
}

static bool keep(const char *path, const struct records_change *change, struct text *told,
                 struct error *error)
{
    struct dailies *dailies = memory_allocate(1, sizeof *dailies);
    struct file_lock *lock = json_list_lock(&daily_kind, path, dailies, told, error);
    bool done =
        lock && (!apply(dailies, change) || json_list_save(&daily_kind, path, dailies, error));
    dailies_free(dailies);
    file_lock_release(lock);
    return done;
}

bool daily_begin(const char *path, const struct daily *daily, struct text *told,
                 struct error *error)
{
    return keep(path, &(struct records_change){.begun = daily}, told, error);
}

bool daily_add(const char *path, const struct session *session, int today, struct text *told,
               struct error *error)
{
    return keep(path, &(struct records_change){.session = session, .today = today}, told, error);
}

void daily_share(const struct daily *daily, int streak, struct text *into)
{
    char date[DATE_BYTES];
    date_write(daily->day, date);
    text_append_format(into, "Graph Prix daily %s (generator %d): %d %s", date, daily->generator,
                       daily->rounds, daily->rounds == 1 ? "move" : "moves");
    if (daily->par > 0)
        text_append_format(into, ", par %d", daily->par);
    text_append_format(into, ", streak %d", streak);
}
