#include "base/system/worker.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

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

static void *help(void *data)
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

/* Where the system has no thread to give, the team is smaller. No work is going on. */
static void start_helpers(struct team *team)
{
    while (team->started < team->size - 1) {
        struct helper *helper = &team->helpers[team->started];
        *helper = (struct helper){.team = team, .worker = team->started + 1};
        if (pthread_create(&helper->thread, NULL, help, helper) != 0)
            break;
        team->started++;
    }
    team->size = team->started + 1;
}

void team_run(struct team *team, team_work *work, void *data, int count)
{
    bool alone = team->size == 1 || count < 2;
    if (!alone && team->started == 0)
        start_helpers(team);
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
