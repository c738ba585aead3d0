/* The searches for par: a thread and a screen that share one block and each let go of it.
 */
#include "screens/par.h"

#include "base/memory.h"
#include "studio/lap.h"

#include <SDL.h>
#include <stdlib.h>

/* What the thread found is written before `state` and read after it. */
struct search {
    const struct track *track; /* or NULL */
    SDL_atomic_t state;        /* enum par_state */
    int rounds;
    struct error error;
};

struct par {
    SDL_atomic_t holders;
    SDL_atomic_t stopped;
    int count;
    struct search items[];
};

static void let_go(struct par *par)
{
    if (!SDL_AtomicDecRef(&par->holders))
        return;
    for (int i = 0; i < par->count; i++)
        track_release(par->items[i].track);
    free(par);
}

static void search_one(struct search *search)
{
    struct lap lap;
    bool possible = lap_prove(search->track, &lap, &search->error);
    search->rounds = lap.rounds;
    SDL_AtomicSet(&search->state, possible ? PAR_LAP : PAR_NO_LAP);
    SDL_Event wake = {.type = SDL_USEREVENT};
    SDL_PushEvent(&wake);
}

static int search_all(void *data)
{
    struct par *par = data;
    for (int i = 0; i < par->count && !SDL_AtomicGet(&par->stopped); i++)
        if (par->items[i].track)
            search_one(&par->items[i]);
    let_go(par);
    return 0;
}

struct par *par_search(const struct track *const *tracks, int count)
{
    struct par *par = memory_allocate(1, sizeof *par + (size_t)count * sizeof par->items[0]);
    par->count = count;
    for (int i = 0; i < count; i++)
        if (tracks[i])
            par->items[i].track = track_retain(tracks[i]);
    SDL_AtomicSet(&par->holders, 2);
    SDL_Thread *thread = SDL_CreateThread(search_all, "par", par);
    if (thread)
        SDL_DetachThread(thread);
    else
        let_go(par);
    return par;
}

enum par_state par_found(struct par *par, int index, int *rounds, const char **why)
{
    struct search *search = &par->items[index];
    enum par_state found = (enum par_state)SDL_AtomicGet(&search->state);
    *rounds = found == PAR_LAP ? search->rounds : 0;
    *why = found == PAR_NO_LAP ? search->error.text : "";
    return found;
}

void par_free(struct par *par)
{
    if (!par)
        return;
    SDL_AtomicSet(&par->stopped, 1);
    let_go(par);
}
