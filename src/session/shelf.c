/* The shelf and its thread, which share a block that goes when both have let go of it.
 *
 * The races belong to the thread that opened the shelf. The other one is given tasks (a path, a
 * place on the shelf) and gives back answers; only those two lists are behind the lock. A place is
 * the number of a race for good, also when others are dropped.
 */
#include "session/shelf.h"

#include "base/memory.h"
#include "base/system/clock.h"
#include "base/system/file.h"
#include "session/placing.h"
#include "session/save.h"
#include "session/shelf_inside.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { WAKE_MILLISECONDS = 150 }; /* between two calls, so that a long list does not flicker */

struct task {
    char *path;
    int place;
    bool wants_session;
};

struct answer {
    int place;
    struct shelf_race race; /* without a path */
    struct session *session;
};

struct desk { /* what both threads share */
    pthread_mutex_t lock;
    pthread_cond_t work;
    pthread_cond_t found;
    struct task *tasks; /* the last one is done next */
    int task_count, task_capacity;
    struct answer *answers;
    int answer_count, answer_capacity;
    bool closed;
    bool left; /* the other one has let go */
    void (*wake)(void);
    int64_t woken;
};

struct shelf {
    struct shelf_race *races;
    int *places;               /* of the races, as the desk knows them */
    bool *asked;               /* by place: is the session asked for? */
    struct session **sessions; /* by place */
    int count, place_count;
    char *cache;
    bool changed;      /* the cache is to be written */
    struct desk *desk; /* NULL: no thread could be started */
};

/* --- describing ------------------------------------------------------------------------------ */

void shelf_clear(struct shelf_race *race)
{
    free(race->track);
    free(race->rules);
    free(race->players);
    free(race->winners);
    race->track = race->rules = race->players = race->winners = NULL;
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

void shelf_describe(struct shelf_race *race, const struct session *session)
{
    shelf_clear(race);
    race->known = true;
    race->readable = session != NULL;
    struct placing placing = {0};
    if (session != NULL) {
        const struct setup *setup = session_setup(session);
        race->over = placing_of(session, &placing);
        race->round = setup->game->round(session_race(session));
        race->track = memory_copy_string(course_name(setup->course));
        race->rules = memory_copy_string(setup->game->table->presets[setup->preset].title);
        race->players = join_names(session, &placing, 0);
    }
    race->winners = race->over ? join_names(session, &placing, 1) : memory_copy_string("");
    char **const strings[] = {&race->track, &race->rules, &race->players};
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        if (*strings[i] == NULL)
            *strings[i] = memory_copy_string("");
}

/* --- the thread ------------------------------------------------------------------------------ */

static void free_answer(struct answer *answer)
{
    shelf_clear(&answer->race);
    session_free(answer->session);
}

static void free_desk(struct desk *desk)
{
    for (int i = 0; i < desk->task_count; i++)
        free(desk->tasks[i].path);
    for (int i = 0; i < desk->answer_count; i++)
        free_answer(&desk->answers[i]);
    free(desk->tasks);
    free(desk->answers);
    pthread_mutex_destroy(&desk->lock);
    pthread_cond_destroy(&desk->work);
    pthread_cond_destroy(&desk->found);
    free(desk);
}

static struct answer answer_task(const struct task *task)
{
    bool damaged;
    struct error error;
    struct answer answer = {.place = task->place};
    struct session *session = session_load(task->path, &damaged, &error);
    shelf_describe(&answer.race, session);
    if (task->wants_session)
        answer.session = session;
    else
        session_free(session);
    return answer;
}

/* With the lock held. */
static void give_answer(struct desk *desk, struct answer answer)
{
    desk->answers =
        array_grow(desk->answers, desk->answer_count, &desk->answer_capacity, sizeof answer);
    desk->answers[desk->answer_count++] = answer;
    pthread_cond_broadcast(&desk->found);
    int64_t now = clock_nanoseconds();
    bool patient = answer.session == NULL && desk->task_count > 0 &&
                   now - desk->woken < WAKE_MILLISECONDS * INT64_C(1000000);
    if (desk->wake != NULL && !desk->closed && !patient) {
        desk->woken = now;
        desk->wake();
    }
}

static void *work(void *argument)
{
    struct desk *desk = argument;
    pthread_mutex_lock(&desk->lock);
    while (!desk->closed) {
        if (desk->task_count == 0) {
            pthread_cond_wait(&desk->work, &desk->lock);
            continue;
        }
        struct task task = desk->tasks[--desk->task_count];
        pthread_mutex_unlock(&desk->lock);
        struct answer answer = answer_task(&task);
        free(task.path);
        pthread_mutex_lock(&desk->lock);
        give_answer(desk, answer);
    }
    bool last = desk->left;
    desk->left = true;
    pthread_mutex_unlock(&desk->lock);
    if (last)
        free_desk(desk);
    return NULL;
}

/* Signals are the main thread's business. */
static struct desk *open_desk(void (*wake)(void))
{
    struct desk *desk = memory_allocate(1, sizeof *desk);
    desk->wake = wake;
    pthread_mutex_init(&desk->lock, NULL);
    pthread_cond_init(&desk->work, NULL);
    pthread_cond_init(&desk->found, NULL);
    sigset_t all;
    sigset_t before;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&thread, NULL, work, desk) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started) {
        pthread_detach(thread);
        return desk;
    }
    free_desk(desk);
    return NULL;
}

static void give_task(struct shelf *shelf, int index, bool wants_session)
{
    struct desk *desk = shelf->desk;
    if (desk == NULL)
        return;
    struct task task = {memory_copy_string(shelf->races[index].path), shelf->places[index],
                        wants_session};
    pthread_mutex_lock(&desk->lock);
    desk->tasks = array_grow(desk->tasks, desk->task_count, &desk->task_capacity, sizeof task);
    desk->tasks[desk->task_count++] = task;
    pthread_cond_signal(&desk->work);
    pthread_mutex_unlock(&desk->lock);
}

/* --- the shelf ------------------------------------------------------------------------------- */

/* Newest first; files of the same moment by name, the later name first. */
static int newest_first(const void *a, const void *b)
{
    const struct shelf_race *one = a;
    const struct shelf_race *other = b;
    if (one->changed != other->changed)
        return one->changed > other->changed ? -1 : 1;
    if (one->nanoseconds != other->nanoseconds)
        return one->nanoseconds > other->nanoseconds ? -1 : 1;
    return strcmp(other->path, one->path);
}

static void list_folder(struct shelf *shelf, const char *folder, int number, int *capacity)
{
    int count = 0;
    char **names = file_list_folder(folder, ".race", &count);
    for (int i = 0; i < count; i++) {
        struct stat status;
        struct shelf_race race = {.path = file_join(folder, names[i]), .folder = number};
        if (stat(race.path, &status) != 0) {
            free(race.path);
            continue;
        }
        race.changed = (int64_t)status.st_mtim.tv_sec;
        race.nanoseconds = (int)status.st_mtim.tv_nsec;
        race.size = (int64_t)status.st_size;
        shelf->races = array_grow(shelf->races, shelf->count, capacity, sizeof race);
        shelf->races[shelf->count++] = race;
    }
    file_free_names(names, count);
}

struct shelf *shelf_open(const char *const *folders, int folder_count, const char *cache,
                         void (*wake)(void))
{
    struct shelf *shelf = memory_allocate(1, sizeof *shelf);
    int capacity = 0;
    shelf->cache = memory_copy_string(cache);
    for (int i = 0; i < folder_count; i++)
        list_folder(shelf, folders[i], i, &capacity);
    if (shelf->count > 0)
        qsort(shelf->races, (size_t)shelf->count, sizeof *shelf->races, newest_first);
    shelf_cache_read(cache, shelf->races, shelf->count);
    shelf->place_count = shelf->count;
    shelf->places = memory_allocate((size_t)shelf->count + 1, sizeof *shelf->places);
    shelf->asked = memory_allocate((size_t)shelf->count + 1, sizeof *shelf->asked);
    shelf->sessions = memory_allocate((size_t)shelf->count + 1, sizeof(struct session *));
    shelf->desk = open_desk(wake);
    for (int i = shelf->count - 1; i >= 0; i--) {
        shelf->places[i] = i;
        if (!shelf->races[i].known)
            give_task(shelf, i, false);
    }
    return shelf;
}

static void leave_desk(struct desk *desk)
{
    pthread_mutex_lock(&desk->lock);
    desk->closed = true;
    bool last = desk->left;
    desk->left = true;
    pthread_cond_signal(&desk->work);
    pthread_mutex_unlock(&desk->lock);
    if (last)
        free_desk(desk);
}

void shelf_close(struct shelf *shelf)
{
    if (shelf == NULL)
        return;
    shelf_collect(shelf);
    if (shelf->desk != NULL)
        leave_desk(shelf->desk);
    if (shelf->changed)
        shelf_cache_write(shelf->cache, shelf->races, shelf->count);
    for (int i = 0; i < shelf->count; i++) {
        shelf_clear(&shelf->races[i]);
        free(shelf->races[i].path);
    }
    for (int i = 0; i < shelf->place_count; i++)
        session_free(shelf->sessions[i]);
    free(shelf->races);
    free(shelf->places);
    free(shelf->asked);
    free(shelf->sessions);
    free(shelf->cache);
    free(shelf);
}

static int index_of_place(const struct shelf *shelf, int place)
{
    for (int i = 0; i < shelf->count; i++)
        if (shelf->places[i] == place)
            return i;
    return -1;
}

static void take_answer(struct shelf *shelf, struct answer *answer)
{
    int index = index_of_place(shelf, answer->place);
    if (index < 0) {
        free_answer(answer);
        return;
    }
    struct shelf_race *race = &shelf->races[index];
    struct shelf_race told = answer->race;
    told.path = race->path;
    told.folder = race->folder;
    told.changed = race->changed;
    told.nanoseconds = race->nanoseconds;
    told.size = race->size;
    shelf_clear(race);
    *race = told;
    shelf->changed = true;
    if (answer->session != NULL) {
        session_free(shelf->sessions[answer->place]);
        shelf->sessions[answer->place] = answer->session;
    }
}

bool shelf_collect(struct shelf *shelf)
{
    struct desk *desk = shelf->desk;
    if (desk == NULL)
        return false;
    pthread_mutex_lock(&desk->lock);
    struct answer *answers = desk->answers;
    int count = desk->answer_count;
    desk->answers = NULL;
    desk->answer_count = desk->answer_capacity = 0;
    pthread_mutex_unlock(&desk->lock);
    for (int i = 0; i < count; i++)
        take_answer(shelf, &answers[i]);
    free(answers);
    return count > 0;
}

bool shelf_all_known(const struct shelf *shelf)
{
    for (int i = 0; i < shelf->count; i++)
        if (!shelf->races[i].known)
            return false;
    return true;
}

void shelf_wait(struct shelf *shelf, int milliseconds)
{
    struct desk *desk = shelf->desk;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += milliseconds * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    bool late = false;
    while (desk != NULL && !late && !shelf_all_known(shelf)) {
        pthread_mutex_lock(&desk->lock);
        while (!late && desk->answer_count == 0)
            late = pthread_cond_timedwait(&desk->found, &desk->lock, &until) == ETIMEDOUT;
        pthread_mutex_unlock(&desk->lock);
        shelf_collect(shelf);
    }
}

int shelf_count(const struct shelf *shelf)
{
    return shelf->count;
}

const struct shelf_race *shelf_at(const struct shelf *shelf, int index)
{
    return &shelf->races[index];
}

int shelf_unfinished(const struct shelf *shelf, int folder, bool *certain)
{
    *certain = true;
    for (int i = 0; i < shelf->count; i++) {
        const struct shelf_race *race = &shelf->races[i];
        if (race->folder != folder)
            continue;
        if (!race->known)
            *certain = false;
        else if (race->readable && !race->over)
            return i;
    }
    return -1;
}

struct session *shelf_take_session(struct shelf *shelf, int index)
{
    int place = shelf->places[index];
    struct session *session = shelf->sessions[place];
    shelf->sessions[place] = NULL;
    if (session == NULL && !shelf->asked[place])
        give_task(shelf, index, true);
    shelf->asked[place] = session == NULL;
    return session;
}

void shelf_tell(struct shelf *shelf, const char *path, const struct session *session)
{
    for (int i = 0; i < shelf->count; i++)
        if (!shelf->races[i].known && strcmp(shelf->races[i].path, path) == 0) {
            shelf_describe(&shelf->races[i], session);
            shelf->changed = true;
        }
}

void shelf_drop(struct shelf *shelf, int index)
{
    shelf_clear(&shelf->races[index]);
    free(shelf->races[index].path);
    shelf->count--;
    size_t rest = (size_t)(shelf->count - index);
    memmove(&shelf->races[index], &shelf->races[index + 1], rest * sizeof *shelf->races);
    memmove(&shelf->places[index], &shelf->places[index + 1], rest * sizeof *shelf->places);
    shelf->changed = true;
}
