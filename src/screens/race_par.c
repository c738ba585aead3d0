/* The par of the running race's track. The search cannot be interrupted, so the thread and the
 * screen share a block that lives until both have let go of it.
 */
#include "screens/race_par.h"

#include "base/memory.h"
#include "studio/lap.h"

#include <SDL.h>
#include <stdlib.h>

struct par {
    const struct track *track;
    SDL_atomic_t holders;
    SDL_atomic_t rounds;
};

static void let_go(struct par *par)
{
    if (!SDL_AtomicDecRef(&par->holders))
        return;
    track_release(par->track);
    free(par);
}

static int search(void *data)
{
    struct par *par = data;
    struct lap lap;
    struct error error;
    if (lap_prove(par->track, &lap, &error)) {
        SDL_AtomicSet(&par->rounds, lap.rounds);
        SDL_Event wake = {.type = SDL_USEREVENT};
        SDL_PushEvent(&wake);
    }
    let_go(par);
    return 0;
}

struct par *par_search(const struct track *track)
{
    struct par *par = memory_allocate(1, sizeof *par);
    par->track = track_retain(track);
    SDL_AtomicSet(&par->holders, 2);
    SDL_Thread *thread = SDL_CreateThread(search, "par", par);
    if (thread)
        SDL_DetachThread(thread);
    else
        let_go(par);
    return par;
}

int par_rounds(struct par *par)
{
    return par ? SDL_AtomicGet(&par->rounds) : 0;
}

void par_free(struct par *par)
{
    if (par)
        let_go(par);
}
