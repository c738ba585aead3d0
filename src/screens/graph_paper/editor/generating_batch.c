/* A thread and a dialog share one block, and each lets go of it. The thread writes what it has made
 * before the state, the dialog reads it after that, so both need no lock.
 */
#include "screens/graph_paper/editor/generating_batch.h"

#include "base/memory.h"

#include <SDL.h>
#include <stdlib.h>

struct candidate {
    atomic_int state; /* enum batch_state */
    struct track *track;
    int par;
    struct error error;
};

struct batch {
    atomic_int holders;
    atomic_bool cancelled;
    struct generator_wish wish;
    struct candidate items[BATCH_SIZE];
};

static void let_go(struct batch *batch)
{
    if (atomic_fetch_sub(&batch->holders, 1) > 1)
        return;
    for (int i = 0; i < BATCH_SIZE; i++)
        track_release(batch->items[i].track);
    free(batch);
}

static void make(struct batch *batch, int index)
{
    struct candidate *item = &batch->items[index];
    struct generator_wish wish = batch->wish;
    SDL_Event wake = {.type = SDL_USEREVENT};
    wish.seed += (uint64_t)index;
    item->track = generate_track(&wish, &batch->cancelled, &item->par, &item->error);
    if (atomic_load(&batch->cancelled))
        return;
    atomic_store(&item->state, item->track ? BATCH_MADE : BATCH_FAILED);
    SDL_PushEvent(&wake);
}

static int make_all(void *data)
{
    struct batch *batch = data;
    for (int i = 0; i < BATCH_SIZE && !atomic_load(&batch->cancelled); i++)
        make(batch, i);
    let_go(batch);
    return 0;
}

struct batch *batch_begin(const struct generator_wish *wish)
{
    struct batch *batch = memory_allocate(1, sizeof *batch);
    batch->wish = *wish;
    atomic_store(&batch->holders, 2);
    SDL_Thread *thread = SDL_CreateThread(make_all, "generating", batch);
    if (thread)
        SDL_DetachThread(thread);
    else
        make_all(batch);
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
    if (!batch)
        return;
    atomic_store(&batch->cancelled, true);
    let_go(batch);
}
