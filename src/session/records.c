/* Records as JSON: an object for each track and its rules, each result read for itself, so that one
 * that is wrong does not cost the others. They stay JSON in memory, too: they are looked up a few
 * times a visit and written once a race.
 */
#include "session/records.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "base/system/worker.h"
#include "session/session.h"

#include <limits.h>
#include <stddef.h>
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

static void take_entries(void *data, const json_t *list, struct text *told)
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

const struct json_list records_list = {"records", "records",    RECORDS_FILE_LIMIT,
                                       1,         take_entries, list_of};

struct records *records_load(const char *path, struct text *told)
{
    struct records *records = memory_allocate(1, sizeof *records);
    records->entries = json_array();
    json_list_load(&records_list, path, records, told);
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

static bool change_file(const char *path, const struct session *session,
                        bool (*changes)(struct records *, const struct session *),
                        struct text *told, struct error *error)
{
    if (!race_file(session))
        return true;
    struct records *records = records_load(NULL, told);
    struct file_lock *lock = json_list_lock(&records_list, path, records, told, error);
    bool done =
        lock && (!changes(records, session) || json_list_save(&records_list, path, records, error));
    records_free(records);
    file_lock_release(lock);
    return done;
}

bool records_add(const char *path, const struct session *session, struct text *told,
                 struct error *error)
{
    return change_file(path, session, add_results, told, error);
}

bool records_take_back(const char *path, const struct session *session, struct text *told,
                       struct error *error)
{
    return change_file(path, session, remove_results, told, error);
}

/* === daily ==================================================================================== */

/* Days as JSON objects in the order of the calendar; in memory an array of them. */

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

static struct daily *find_day(const struct dailies *dailies, int day)
{
    int place = place_of(dailies, day);
    bool there = place < dailies->count && dailies->items[place].day == day;
    return there ? &dailies->items[place] : NULL;
}

const struct daily *dailies_find(const struct dailies *dailies, int day)
{
    return find_day(dailies, day);
}

static bool is_better(const struct daily *daily, const struct daily *than)
{
    return daily->rounds > 0 && (than->rounds == 0 || daily->rounds < than->rounds);
}

/* A day that is there twice keeps what is better. */
static void put_day(struct dailies *dailies, const struct daily *daily)
{
    struct daily *known = find_day(dailies, daily->day);
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
    for (const struct daily *daily = find_day(dailies, day); daily && daily->rounds > 0;
         daily = find_day(dailies, day - streak))
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
            put_day(dailies, &daily);
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

const struct json_list dailies_list = {"daily tracks", "daily",      DAILY_FILE_LIMIT, 1,
                                       daily_take,     daily_list_of};

struct dailies *dailies_load(const char *path, struct text *told)
{
    struct dailies *dailies = memory_allocate(1, sizeof *dailies);
    json_list_load(&dailies_list, path, dailies, told);
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

struct records_change {
    const struct daily *begun;     /* or: */
    const struct session *session; /* that is over */
    int today;
};

/* True if there is something to write. */
static bool apply_change(struct dailies *dailies, const struct records_change *change)
{
    if (change->begun) {
        struct daily *known = find_day(dailies, change->begun->day);
        if (known && (known->rounds > 0 || known->track == change->begun->track))
            return false;
        if (known)
            *known = *change->begun;
        else
            put_day(dailies, change->begun);
        return true;
    }
    const struct daily *daily = dailies_find_race(dailies, session_setup(change->session));
    if (!daily || daily->day > change->today || daily->day < change->today - 1)
        return false;
    struct daily result = *daily;
    /* The fewest rounds of a person in one go; 0: nobody has come to any. */
    const struct session *session = change->session;
    struct tally tallies[CAR_LIMIT];
    int count = tally_race(session, tallies), best = 0;
    for (int i = 0; i < count; i++) {
        int rounds = tallies[i].standing.rounds;
        if (tally_is_in_one_go(session, &tallies[i]) && (best == 0 || rounds < best))
            best = rounds;
    }
    result.rounds = best;
    bool better = is_better(&result, daily);
    if (better)
        put_day(dailies, &result);
    return better;
}

static bool keep_change(const char *path, const struct records_change *change, struct text *told,
                        struct error *error)
{
    struct dailies *dailies = memory_allocate(1, sizeof *dailies);
    struct file_lock *lock = json_list_lock(&dailies_list, path, dailies, told, error);
    bool done = lock && (!apply_change(dailies, change) ||
                         json_list_save(&dailies_list, path, dailies, error));
    dailies_free(dailies);
    file_lock_release(lock);
    return done;
}

bool daily_begin(const char *path, const struct daily *daily, struct text *told,
                 struct error *error)
{
    return keep_change(path, &(struct records_change){.begun = daily}, told, error);
}

bool daily_add(const char *path, const struct session *session, int today, struct text *told,
               struct error *error)
{
    return keep_change(path, &(struct records_change){.session = session, .today = today}, told,
                       error);
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

/* === index ==================================================================================== */

/* The index and its worker, which is given a list of what is to be read, the most wanted first; a
 * list takes the place of the one before. Of a list only what is before `done` is the index's. A
 * place is the number of a race for good, also when others are dropped.
 *
 * The cache is a line a race, its parts between tabs: thousands of races are known in the time of
 * a frame. A line is passed over whenever anything about it is not as expected.
 */

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
static void describe_session(struct index_entry *race, const struct session *session)
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

/* Another number whenever a line means something else. */
static const char cache_head[] = "graphprix races 3\n";
enum { CACHE_FILE_LIMIT = 64 * 1024 * 1024, FLAGS = 3, FIELDS = FLAGS + STRINGS };

/* What its line begins with: path, size and time. */
static void print_identity(const struct index_entry *race, struct text *into)
{
    text_append(into, race->path);
    const int64_t stamp[] = {race->size, race->changed, race->nanoseconds};
    for (size_t i = 0; i < sizeof stamp / sizeof *stamp; i++) {
        text_append(into, "\t");
        text_append_integer(into, stamp[i]);
    }
}

/* What stands behind that, which is cut apart. */
static void take_line(char *line, struct index_entry *race)
{
    char *fields[FIELDS];
    int64_t flags[FLAGS]; /* readable, over, round */
    int count = 0;
    bool sound = *line == '\t' && text_is_utf8(line);
    for (; line && *line && count < FIELDS; line = strchr(line, '\t')) {
        *line++ = '\0';
        fields[count++] = line;
    }
    sound = sound && count == FIELDS; /* one more would be a tab in the last */
    for (int i = 0; i < FLAGS && sound; i++)
        sound = number_is_integer(fields[i], 0, i < FLAGS - 1 ? 1 : INT_MAX, &flags[i]);
    for (int i = FLAGS; i < FIELDS && sound; i++)
        sound = text_is_one_line(fields[i]);
    if (!sound)
        return;
    race->known = true;
    race->readable = flags[0];
    race->over = flags[1];
    race->round = (int)flags[2];
    for (int i = 0; i < STRINGS; i++)
        *string_of(race, i) = memory_copy_string(fields[FLAGS + i]);
}

void race_index_read_cache(const char *bytes, size_t length, struct index_entry *races, int count)
{
    struct text content = {0}, identity = {0};
    char **lines = NULL;
    int line_count = 0, capacity = 0, at = 0;
    text_append_bytes(&content, bytes, length);
    char *rest = content.length > 0 && strncmp(content.data, cache_head, sizeof cache_head - 1) == 0
                     ? content.data + sizeof cache_head - 1
                     : NULL;
    for (char *end; rest && (end = strchr(rest, '\n')); rest = end + 1) {
        *end = '\0';
        array_add(lines, line_count, capacity, rest);
    }
    /* They stand in the order in which they were listed: mostly the next one is meant. */
    for (int i = 0; i < count; i++) {
        text_clear(&identity);
        print_identity(&races[i], &identity);
        for (int tried = 0; tried < line_count; tried++, at = (at + 1) % line_count)
            if (strncmp(lines[at], identity.data, identity.length) == 0) {
                take_line(lines[at] + identity.length, &races[i]);
                break;
            }
    }
    text_free(&identity);
    text_free(&content);
    free(lines);
}

void race_index_print_cache(const struct index_entry *races, int count, struct text *into)
{
    text_append(into, cache_head);
    for (int i = 0; i < count; i++) {
        struct index_entry race = races[i];
        /* A name that is told in several lines would tell of other races, too. */
        bool fits = race.known && text_is_one_line(race.path);
        for (int k = 0; k < STRINGS && fits; k++)
            fits = text_is_one_line(*string_of(&race, k));
        if (!fits)
            continue;
        print_identity(&race, into);
        text_append_format(into, "\t%d\t%d\t%d", race.readable, race.over, race.round);
        for (int k = 0; k < STRINGS; k++) {
            text_append(into, "\t");
            text_append(into, *string_of(&race, k));
        }
        text_append(into, "\n");
    }
}

/* --- the thread ----------------------------------------------------------------------------- */

static void read_all(void *own, void *job, const atomic_bool *dropped)
{
    struct race_index_reading *reading = job;
    int64_t woken = clock_nanoseconds();
    (void)own;
    for (int i = 0; i < reading->count && !atomic_load(dropped); i++) {
        struct race_index_task *task = &reading->tasks[i];
        bool damaged;
        struct error error;
        struct session *session = session_load(task->path, &damaged, &error);
        describe_session(&task->race, session);
        if (task->wants_session)
            task->session = session;
        else
            session_free(session);
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
    struct text content = {0};
    struct error error;
    if (file_read(cache, CACHE_FILE_LIMIT, &content, &error))
        race_index_read_cache(text_string(&content), content.length, list->races, list->count);
    text_free(&content);
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
    if (list->changed) {
        struct text content = {0};
        struct error error;
        race_index_print_cache(list->races, list->count, &content);
        /* Without it the next index is slower: nothing that anybody needs to be told. */
        if (file_make_folder_of(list->cache, &error))
            (void)file_write_atomically(list->cache, content.data, content.length, &error);
        text_free(&content);
    }
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

void race_index_collect(struct race_index *list)
{
    struct race_index_reading *reading = list->reading;
    int done = reading ? atomic_load(&reading->done) : 0;
    while (list->taken < done)
        take_answer(list, &reading->tasks[list->taken++]);
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
            describe_session(&list->races[i], session);
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
