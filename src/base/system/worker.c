/* See worker.h. A thread is there only while there is something to do, and one at a time. */
#include "base/system/worker.h"

#include "base/memory.h"
#include "base/system/host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

struct worker {
    const struct worker_kind *kind;
    void *own; /* the thread's while there is one */
    atomic_bool dropped;
    pthread_mutex_t lock;
    pthread_cond_t changed;

    /* Under the lock. */
    void *latest, *running; /* jobs; a running one that is not the latest is outdated */
    bool waits, done;       /* of the latest one */
    bool has_thread, closed;
};

static atomic_int running;
static void (*_Atomic wake_window)(void);

void worker_wake_by(void (*wake)(void))
{
    atomic_store(&wake_window, wake);
}

void worker_wake(void)
{
    void (*wake)(void) = atomic_load(&wake_window);
    if (wake)
        wake();
}

/* One job, with the lock held, which is let go while it is being done. */
static void do_job(struct worker *worker)
{
    void *job = worker->running = worker->latest;
    worker->waits = false;
    atomic_store(&worker->dropped, false);
    pthread_mutex_unlock(&worker->lock);
    worker->kind->work(worker->own, job, &worker->dropped);
    pthread_mutex_lock(&worker->lock);
    worker->running = NULL;
    worker->done = job == worker->latest;
    if (worker->done) {
        pthread_cond_broadcast(&worker->changed);
        worker_wake();
    } else {
        worker->kind->free_job(job);
    }
}

static void *run_jobs(void *data)
{
    struct worker *worker = data;
    pthread_mutex_lock(&worker->lock);
    while (worker->waits)
        do_job(worker);
    worker->has_thread = false;
    bool closed = worker->closed;
    pthread_mutex_unlock(&worker->lock);
    if (closed) {
        if (worker->kind->free_own)
            worker->kind->free_own(worker->own);
        pthread_cond_destroy(&worker->changed);
        pthread_mutex_destroy(&worker->lock);
        free(worker);
    }
    atomic_fetch_sub(&running, 1);
    return NULL;
}

/* Takes the place of the job before; then lets go of the lock, and a closed worker may be gone. */
static void take_over(struct worker *worker, void *job)
{
    if (worker->latest && worker->latest != worker->running)
        worker->kind->free_job(worker->latest);
    worker->latest = job;
    worker->waits = job != NULL;
    worker->done = false;
    atomic_store(&worker->dropped, true);
    bool starts = !worker->has_thread && (worker->waits || worker->closed);
    worker->has_thread = worker->has_thread || starts;
    pthread_mutex_unlock(&worker->lock);
    if (!starts)
        return;
    atomic_fetch_add(&running, 1);
    if (!worker_thread(NULL, run_jobs, worker))
        run_jobs(worker);
}

struct worker *worker_create(const struct worker_kind *kind, void *own)
{
    struct worker *worker = memory_allocate(1, sizeof *worker);
    worker->kind = kind;
    worker->own = own;
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->changed, NULL);
    return worker;
}

void worker_close(struct worker *worker)
{
    if (!worker)
        return;
    pthread_mutex_lock(&worker->lock);
    worker->closed = true;
    take_over(worker, NULL);
}

void worker_ask(struct worker *worker, void *job)
{
    pthread_mutex_lock(&worker->lock);
    take_over(worker, job);
}

void *worker_answer(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    void *answer = worker->done ? worker->latest : NULL;
    pthread_mutex_unlock(&worker->lock);
    return answer;
}

bool worker_wait(struct worker *worker, int milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    int64_t nanoseconds = until.tv_nsec + milliseconds * INT64_C(1000000);
    until.tv_sec += (time_t)(nanoseconds / 1000000000);
    until.tv_nsec = (long)(nanoseconds % 1000000000);
    int late = 0;
    pthread_mutex_lock(&worker->lock);
    while (worker->latest && !worker->done && late == 0)
        late = milliseconds < 0 ? pthread_cond_wait(&worker->changed, &worker->lock)
                                : pthread_cond_timedwait(&worker->changed, &worker->lock, &until);
    bool done = !worker->latest || worker->done;
    pthread_mutex_unlock(&worker->lock);
    return done;
}

bool worker_wait_for_all(int milliseconds)
{
    int64_t until = clock_nanoseconds() + milliseconds * INT64_C(1000000);
    while (atomic_load(&running) > 0 && clock_nanoseconds() < until)
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    return atomic_load(&running) == 0;
}

/* === team ===================================================================================== */

struct helper {
    struct team *team;
    int worker;
    pthread_t thread;
};

struct team {
    int size; /* with the caller */
    struct helper *helpers;
    int started; /* helpers */
    pthread_mutex_t lock;
    pthread_cond_t begun, done;
    unsigned pieces; /* of work so far */
    int busy;        /* helpers that have not done with the last one */
    bool closing;
    team_work *work;
    void *data;
    int count;
    atomic_int next; /* item that nobody has taken */
};

struct team *team_create(int threads)
{
    struct team *team = memory_allocate(1, sizeof *team);
    team->size = threads > 0 ? threads : team_processors();
    team->helpers = memory_allocate((size_t)team->size, sizeof *team->helpers);
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->begun, NULL);
    pthread_cond_init(&team->done, NULL);
    return team;
}

int team_size(const struct team *team)
{
    return team->size;
}

static void do_items(struct team *team, int worker)
{
    for (int item; (item = atomic_fetch_add(&team->next, 1)) < team->count;)
        team->work(team->data, item, worker);
}

static void *help_team(void *data)
{
    struct helper *helper = data;
    struct team *team = helper->team;
    unsigned pieces = 0;
    pthread_mutex_lock(&team->lock);
    for (;;) {
        while (!team->closing && team->pieces == pieces)
            pthread_cond_wait(&team->begun, &team->lock);
        if (team->closing)
            break;
        pieces = team->pieces;
        pthread_mutex_unlock(&team->lock);
        do_items(team, helper->worker);
        pthread_mutex_lock(&team->lock);
        if (--team->busy == 0)
            pthread_cond_signal(&team->done);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

void team_run(struct team *team, team_work *work, void *data, int count)
{
    bool alone = team->size == 1 || count < 2;
    if (!alone && team->started == 0) {
        /* Where the system has no thread to give, the team is smaller. No work is going on. */
        while (team->started < team->size - 1) {
            struct helper *helper = &team->helpers[team->started];
            *helper = (struct helper){.team = team, .worker = team->started + 1};
            if (pthread_create(&helper->thread, NULL, help_team, helper) != 0)
                break;
            team->started++;
        }
        team->size = team->started + 1;
    }
    pthread_mutex_lock(&team->lock);
    team->work = work;
    team->data = data;
    team->count = count;
    atomic_store(&team->next, 0);
    if (!alone) {
        team->busy = team->started;
        team->pieces++;
        pthread_cond_broadcast(&team->begun);
    }
    pthread_mutex_unlock(&team->lock);
    do_items(team, 0);
    pthread_mutex_lock(&team->lock);
    while (!alone && team->busy > 0)
        pthread_cond_wait(&team->done, &team->lock);
    pthread_mutex_unlock(&team->lock);
}

void team_free(struct team *team)
{
    if (!team)
        return;
    pthread_mutex_lock(&team->lock);
    team->closing = true;
    pthread_cond_broadcast(&team->begun);
    pthread_mutex_unlock(&team->lock);
    for (int i = 0; i < team->started; i++)
        pthread_join(team->helpers[i].thread, NULL);
    if (team->started > 0)
        team_give_memory_back();
    pthread_mutex_destroy(&team->lock);
    pthread_cond_destroy(&team->begun);
    pthread_cond_destroy(&team->done);
    free(team->helpers);
    free(team);
}
