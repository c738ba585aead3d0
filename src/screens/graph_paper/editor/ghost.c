/* The thread that looks for the best lap while somebody draws, and the block that it shares with
 * the window: each lets go of it.
 *
 * Under the lock are the question and what was found. A search is given up as soon as `dropped` is
 * set, which is read while the thread is at work. What the window shows is its own copy, so that a
 * new finding cannot pull the line from under it.
 */
#include "screens/graph_paper/editor/ghost.h"

#include "base/memory.h"
#include "studio/graph_paper/lap.h"

#include <SDL.h>
#include <stdlib.h>
#include <string.h>

struct found {
    bool sound;
    uint64_t version;
    struct lap_finding finding;
    struct error error;
};

struct ghost {
    atomic_int holders;
    atomic_bool dropped;
    SDL_mutex *lock;
    SDL_cond *changed;

    /* Under the lock. The number rises with every question. */
    bool closed;
    const struct track *track; /* asked about and not taken yet; retained */
    uint64_t version;
    int number, answered;
    struct found found;
    bool is_fresh; /* the window has not seen what was found */

    /* The window's. */
    bool wants; /* an answer */
    bool has_shown;
    struct found shown;
};

struct question {
    const struct track *track; /* NULL: nothing is wanted any more */
    uint64_t version;
    int number;
};

static void let_go(struct ghost *ghost)
{
    if (atomic_fetch_sub(&ghost->holders, 1) > 1)
        return;
    track_release(ghost->track);
    free(ghost->found.finding.line);
    free(ghost->shown.finding.line);
    SDL_DestroyCond(ghost->changed);
    SDL_DestroyMutex(ghost->lock);
    free(ghost);
}

/* --- the thread ------------------------------------------------------------------------------ */

/* Waits for a question; false when nobody asks any more. */
static bool take(struct ghost *ghost, struct question *question)
{
    SDL_LockMutex(ghost->lock);
    while (!ghost->track && !ghost->closed)
        SDL_CondWait(ghost->changed, ghost->lock);
    bool closed = ghost->closed;
    if (!closed) {
        *question = (struct question){ghost->track, ghost->version, ghost->number};
        ghost->track = NULL;
        atomic_store(&ghost->dropped, false);
    }
    SDL_UnlockMutex(ghost->lock);
    return !closed;
}

static void answer(struct ghost *ghost, const struct question *question)
{
    struct found found = {.version = question->version};
    found.sound = lap_find(question->track, &ghost->dropped, &found.finding, &found.error);
    track_release(question->track);
    SDL_LockMutex(ghost->lock);
    bool welcome = question->number == ghost->number && !ghost->closed;
    if (welcome) {
        free(ghost->found.finding.line);
        ghost->found = found;
        ghost->is_fresh = true;
        ghost->answered = question->number;
    }
    SDL_UnlockMutex(ghost->lock);
    SDL_Event wake = {.type = SDL_USEREVENT};
    if (welcome)
        SDL_PushEvent(&wake);
    else
        free(found.finding.line);
}

static int search(void *data)
{
    struct ghost *ghost = data;
    struct question question;
    while (take(ghost, &question))
        answer(ghost, &question);
    let_go(ghost);
    return 0;
}

/* --- the window ------------------------------------------------------------------------------ */

struct ghost *ghost_create(void)
{
    struct ghost *ghost = memory_allocate(1, sizeof *ghost);
    ghost->lock = SDL_CreateMutex();
    ghost->changed = SDL_CreateCond();
    atomic_store(&ghost->holders, 2);
    SDL_Thread *thread = SDL_CreateThread(search, "ghost", ghost);
    if (thread)
        SDL_DetachThread(thread);
    else
        atomic_store(&ghost->holders, 1); /* nothing is ever found */
    return ghost;
}

void ghost_free(struct ghost *ghost)
{
    if (!ghost)
        return;
    SDL_LockMutex(ghost->lock);
    ghost->closed = true;
    atomic_store(&ghost->dropped, true);
    SDL_CondSignal(ghost->changed);
    SDL_UnlockMutex(ghost->lock);
    let_go(ghost);
}

static void forget_shown(struct ghost *ghost)
{
    free(ghost->shown.finding.line);
    ghost->shown = (struct found){0};
    ghost->has_shown = false;
}

void ghost_ask(struct ghost *ghost, const struct track *track, uint64_t version)
{
    if (track && ghost->wants && version == ghost->version)
        return;
    SDL_LockMutex(ghost->lock);
    track_release(ghost->track);
    ghost->track = track ? track_retain(track) : NULL;
    ghost->version = version;
    ghost->number++;
    ghost->is_fresh = false;
    atomic_store(&ghost->dropped, true);
    SDL_CondSignal(ghost->changed);
    SDL_UnlockMutex(ghost->lock);
    ghost->wants = track != NULL;
    if (!track)
        forget_shown(ghost);
}

/* Takes over what is new; is it the answer to the last question? */
static bool look(struct ghost *ghost)
{
    SDL_LockMutex(ghost->lock);
    if (ghost->is_fresh) {
        forget_shown(ghost);
        ghost->shown = ghost->found;
        ghost->has_shown = true;
        ghost->found = (struct found){0};
        ghost->is_fresh = false;
    }
    bool answered = ghost->answered == ghost->number;
    SDL_UnlockMutex(ghost->lock);
    return answered;
}

struct ghost_answer ghost_answer(struct ghost *ghost)
{
    bool answered = look(ghost);
    const struct found *shown = &ghost->shown;
    struct ghost_answer told = {.state = GHOST_NONE};
    if (!ghost->wants)
        return told;
    told.state = !answered ? GHOST_SEARCHING : shown->sound ? GHOST_LAP : GHOST_NO_LAP;
    if (!ghost->has_shown)
        return told;
    told.version = shown->version;
    told.rounds = shown->finding.lap.rounds;
    told.line = shown->finding.line;
    told.count = shown->finding.count;
    told.has_place = shown->finding.has_place;
    told.at = shown->finding.at;
    if (!shown->sound)
        SDL_strlcpy(told.why, shown->error.text, sizeof told.why);
    return told;
}
