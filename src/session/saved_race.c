/* The folder of saved races, as the home screen lists it.
 *
 * Whether a race is over only its replay tells, so files are loaded newest first and no more of
 * them than somebody looks for: SAVED_RACE_LIMIT for the list, up to the first unfinished one for
 * "continue".
 */
#include "base/file.h"
#include "base/memory.h"
#include "session/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { SLUG_LETTERS = 40 };

struct candidate {
    char *path;
    struct timespec changed;
};

/* Newest first; files of the same moment by name, the later name first. */
static int compare_candidates(const void *a, const void *b)
{
    const struct candidate *one = a;
    const struct candidate *other = b;
    if (one->changed.tv_sec != other->changed.tv_sec)
        return one->changed.tv_sec > other->changed.tv_sec ? -1 : 1;
    if (one->changed.tv_nsec != other->changed.tv_nsec)
        return one->changed.tv_nsec > other->changed.tv_nsec ? -1 : 1;
    return strcmp(other->path, one->path);
}

static struct candidate *list_candidates(const char *folder, const char *suffix, int *count)
{
    int name_count = 0;
    char **names = file_list_folder(folder, suffix, &name_count);
    struct candidate *list = memory_allocate((size_t)name_count, sizeof *list);
    *count = 0;
    for (int i = 0; i < name_count; i++) {
        struct stat status;
        char *path = file_join(folder, names[i]);
        if (stat(path, &status) == 0)
            list[(*count)++] = (struct candidate){.path = path, .changed = status.st_mtim};
        else
            free(path);
    }
    file_free_names(names, name_count);
    qsort(list, (size_t)*count, sizeof *list, compare_candidates);
    return list;
}

static void free_candidates(struct candidate *list, int count)
{
    for (int i = 0; i < count; i++)
        free(list[i].path);
    free(list);
}

static char *join_names(const struct session *session)
{
    struct text names = {0};
    for (int i = 1; i <= session_setup(session)->players; i++)
        text_append_format(&names, i == 1 ? "%s" : ", %s", session_player(session, i)->name);
    return names.data;
}

/* False for a file without a race in it; one that is damaged later on is listed as far as it goes.
 */
static bool read_summary(const struct candidate *candidate, struct saved_race *summary)
{
    bool damaged;
    struct error error;
    struct session *session = session_load(candidate->path, &damaged, &error);
    if (session == NULL)
        return false;
    const struct rules *rules = session_setup(session)->rules;
    *summary = (struct saved_race){
        .path = memory_copy_string(candidate->path),
        .track_name = memory_copy_string(session_setup(session)->track->name),
        .players = join_names(session),
        .round = rules->round(session_race(session)),
        .over = rules->over(session_race(session)),
        .changed = (int64_t)candidate->changed.tv_sec,
    };
    session_free(session);
    return true;
}

struct saved_race *saved_race_list(const char *folder, int *count)
{
    int candidate_count;
    struct candidate *candidates = list_candidates(folder, ".race", &candidate_count);
    struct saved_race *list = memory_allocate(SAVED_RACE_LIMIT, sizeof *list);
    *count = 0;
    for (int i = 0; i < candidate_count && *count < SAVED_RACE_LIMIT; i++)
        if (read_summary(&candidates[i], &list[*count]))
            (*count)++;
    free_candidates(candidates, candidate_count);
    return list;
}

void saved_race_free(struct saved_race *race)
{
    free(race->path);
    free(race->track_name);
    free(race->players);
    *race = (struct saved_race){0};
}

bool saved_race_newest(const char *folder, struct saved_race *race)
{
    int count;
    struct candidate *candidates = list_candidates(folder, ".race", &count);
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        if (!read_summary(&candidates[i], race))
            continue;
        found = !race->over;
        if (!found)
            saved_race_free(race);
    }
    free_candidates(candidates, count);
    return found;
}

/* Letters and digits of ASCII in lower case, everything between them as one hyphen: a name that no
 * file system and no shell minds. */
static void append_slug(struct text *into, const char *name)
{
    size_t start = into->length;
    bool gap = false;
    for (; *name != '\0' && into->length - start < SLUG_LETTERS; name++) {
        char c = *name;
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if ((c < 'a' || c > 'z') && (c < '0' || c > '9')) {
            gap = true;
            continue;
        }
        if (gap && into->length > start)
            text_append(into, "-");
        gap = false;
        text_append_bytes(into, &c, 1);
    }
    if (into->length == start)
        text_append(into, "race");
}

char *saved_new_path(const char *folder, const char *wish, const char *suffix)
{
    struct text stem = {0};
    time_t now = time(NULL);
    struct tm day;
    localtime_r(&now, &day);
    text_append_format(&stem, "%04d-%02d-%02d-", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
    append_slug(&stem, wish);
    char *path = NULL;
    for (int number = 1; path == NULL; number++) {
        struct text name = {0};
        text_append(&name, stem.data);
        if (number > 1)
            text_append_format(&name, "-%d", number);
        text_append(&name, suffix);
        path = file_join(folder, name.data);
        text_free(&name);
        if (file_exists(path)) {
            free(path);
            path = NULL;
        }
    }
    text_free(&stem);
    return path;
}

char *saved_race_new_path(const char *folder, const char *track_name)
{
    return saved_new_path(folder, track_name, ".race");
}

char **saved_paths_newest_first(const char *folder, const char *suffix, int *count)
{
    struct candidate *candidates = list_candidates(folder, suffix, count);
    char **paths = memory_allocate((size_t)*count, sizeof *paths);
    for (int i = 0; i < *count; i++)
        paths[i] = candidates[i].path;
    free(candidates);
    return paths;
}
