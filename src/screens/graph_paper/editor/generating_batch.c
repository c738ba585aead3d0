/* A batch is a worker's one job. It writes what it has made before the state, the dialog reads it
 * after that, so both need no lock.
 */
#include "screens/graph_paper/editor/generating_batch.h"

#include "base/memory.h"
#include "base/system/worker.h"

#include <stdlib.h>

struct candidate {
    atomic_int state; /* enum batch_state */
    struct track *track;
    int par;
    struct error error;
};

struct batch {
    struct worker *worker;
    struct generator_wish wish;
    struct candidate items[BATCH_SIZE];
};

static void make(struct batch *batch, int index, const atomic_bool *dropped)
{
    struct candidate *item = &batch->items[index];
    struct generator_wish wish = batch->wish;
    wish.seed += (uint64_t)index;
    item->track = generate_track(&wish, dropped, &item->par, &item->error);
    if (atomic_load(dropped))
        return;
    atomic_store(&item->state, item->track ? BATCH_MADE : BATCH_FAILED);
    worker_wake();
}

static void make_all(void *own, void *job, const atomic_bool *dropped)
{
    (void)own;
    for (int i = 0; i < BATCH_SIZE && !atomic_load(dropped); i++)
        make(job, i, dropped);
}

static void free_batch(void *job)
{
    struct batch *batch = job;
    for (int i = 0; i < BATCH_SIZE; i++)
        track_release(batch->items[i].track);
    free(batch);
}

struct batch *batch_begin(const struct generator_wish *wish)
{
    static const struct worker_kind kind = {make_all, free_batch, NULL};
    struct batch *batch = memory_allocate(1, sizeof *batch);
    batch->wish = *wish;
    batch->worker = worker_create(&kind, NULL);
    worker_ask(batch->worker, batch);
    return batch;
}

struct batch_answer batch_answer(const struct batch *batch, int index)
{
    const struct candidate *item = &batch->items[index];
    enum batch_state state = (enum batch_state)atomic_load(&item->state);
    if (state == BATCH_WAITING)
        return (struct batch_answer){.state = state};
    return (struct batch_answer){state, item->track, item->par, item->error.text};
}

void batch_free(struct batch *batch)
{
    if (batch)
        worker_close(batch->worker);
}
