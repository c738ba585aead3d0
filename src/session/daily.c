/* Days as JSON objects in the order of the calendar; in memory an array of them. See daily.h. */
#include "session/daily.h"

#include "base/date.h"
#include "base/memory.h"
#include "session/inside.h"
#include "session/json_file.h"
#include "session/tally.h"

#include <stdlib.h>
#include <string.h>

enum { DAILY_FILE_LIMIT = 4 * 1024 * 1024, ROUNDS_MOST = 10000000, GENERATOR_MOST = 1000000 };

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
    {"par", JSON_KIND_NUMBER, offsetof(struct line_of_file, par), 0, ROUNDS_MOST},
    {"rounds", JSON_KIND_NUMBER, offsetof(struct line_of_file, rounds), 0, ROUNDS_MOST},
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

static void take(void *data, const json_t *list, struct text *told)
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

static json_t *list_of(const void *data)
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

static const struct json_list kind = {"daily tracks", "daily", DAILY_FILE_LIMIT, 1, take, list_of};

struct dailies *dailies_read(const char *bytes, size_t length, struct text *told)
{
    struct dailies *dailies = memory_allocate(1, sizeof *dailies);
    json_list_read(&kind, bytes, length, dailies, told);
    return dailies;
}

bool dailies_write(const struct dailies *dailies, struct text *into)
{
    return json_list_print(&kind, dailies, into);
}

struct dailies *dailies_load(const char *path, struct text *told)
{
    struct dailies *dailies = memory_allocate(1, sizeof *dailies);
    json_list_load(&kind, path, dailies, told);
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

struct change {
    const struct daily *begun;     /* or: */
    const struct session *session; /* that is over */
    int today;
};

/* True if there is something to write. */
static bool apply(struct dailies *dailies, const struct change *change)
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

static bool keep(const char *path, const struct change *change, struct text *told,
                 struct error *error)
{
    struct dailies *dailies = memory_allocate(1, sizeof *dailies);
    struct file_lock *lock = json_list_lock(&kind, path, dailies, told, error);
    bool done = lock && (!apply(dailies, change) || json_list_save(&kind, path, dailies, error));
    dailies_free(dailies);
    file_lock_release(lock);
    return done;
}

bool daily_begin(const char *path, const struct daily *daily, struct text *told,
                 struct error *error)
{
    return keep(path, &(struct change){.begun = daily}, told, error);
}

bool daily_add(const char *path, const struct session *session, int today, struct text *told,
               struct error *error)
{
    return keep(path, &(struct change){.session = session, .today = today}, told, error);
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
