/* The thread that looks for the best lap while somebody draws, and the block that it shares with
 * the window: each lets go of it.
 *
 * Under the lock are the question and what was found. A search is given up as soon as `dropped` is
 * set, which is read while the thread is at work. What the window shows is its own copy, so that a
 * new finding cannot pull the line from under it.
 */
#include "screens/graph_paper/editor/best_lap.h"

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

struct best_lap {
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

static void let_go(struct best_lap *best_lap)
{
    if (atomic_fetch_sub(&best_lap->holders, 1) > 1)
        return;
    track_release(best_lap->track);
    free(best_lap->found.finding.line);
    free(best_lap->shown.finding.line);
    SDL_DestroyCond(best_lap->changed);
    SDL_DestroyMutex(best_lap->lock);
    free(best_lap);
}

/* --- the thread ------------------------------------------------------------------------------ */

/* Waits for a question; false when nobody asks any more. */
static bool take(struct best_lap *best_lap, struct question *question)
{
    SDL_LockMutex(best_lap->lock);
    while (!best_lap->track && !best_lap->closed)
        SDL_CondWait(best_lap->changed, best_lap->lock);
    bool closed = best_lap->closed;
    if (!closed) {
        *question = (struct question){best_lap->track, best_lap->version, best_lap->number};
        best_lap->track = NULL;
        atomic_store(&best_lap->dropped, false);
    }
    SDL_UnlockMutex(best_lap->lock);
    return !closed;
}

static void answer(struct best_lap *best_lap, const struct question *question)
{
    struct found found = {.version = question->version};
    found.sound = lap_find(question->track, &best_lap->dropped, &found.finding, &found.error);
    track_release(question->track);
    SDL_LockMutex(best_lap->lock);
    bool welcome = question->number == best_lap->number && !best_lap->closed;
    if (welcome) {
        free(best_lap->found.finding.line);
        best_lap->found = found;
        best_lap->is_fresh = true;
        best_lap->answered = question->number;
    }
    SDL_UnlockMutex(best_lap->lock);
    SDL_Event wake = {.type = SDL_USEREVENT};
    if (welcome)
        SDL_PushEvent(&wake);
    else
        free(found.finding.line);
}

static int search(void *data)
{
    struct best_lap *best_lap = data;
    struct question question;
    while (take(best_lap, &question))
        answer(best_lap, &question);
    let_go(best_lap);
    return 0;
}

/* --- the window ------------------------------------------------------------------------------ */

struct best_lap *best_lap_create(void)
{
    struct best_lap *best_lap = memory_allocate(1, sizeof *best_lap);
    best_lap->lock = SDL_CreateMutex();
    best_lap->changed = SDL_CreateCond();
    atomic_store(&best_lap->holders, 2);
    SDL_Thread *thread = SDL_CreateThread(search, "best lap", best_lap);
    if (thread)
        SDL_DetachThread(thread);
    else
        atomic_store(&best_lap->holders, 1); /* nothing is ever found */
    return best_lap;
}

void best_lap_free(struct best_lap *best_lap)
{
    if (!best_lap)
        return;
    SDL_LockMutex(best_lap->lock);
    best_lap->closed = true;
    atomic_store(&best_lap->dropped, true);
    SDL_CondSignal(best_lap->changed);
    SDL_UnlockMutex(best_lap->lock);
    let_go(best_lap);
}

static void forget_shown(struct best_lap *best_lap)
{
    free(best_lap->shown.finding.line);
    best_lap->shown = (struct found){0};
    best_lap->has_shown = false;
}

void best_lap_ask(struct best_lap *best_lap, const struct track *track, uint64_t version)
{
    if (track && best_lap->wants && version == best_lap->version)
        return;
    SDL_LockMutex(best_lap->lock);
    track_release(best_lap->track);
    best_lap->track = track ? track_retain(track) : NULL;
    best_lap->version = version;
    best_lap->number++;
    best_lap->is_fresh = false;
    atomic_store(&best_lap->dropped, true);
    SDL_CondSignal(best_lap->changed);
    SDL_UnlockMutex(best_lap->lock);
    best_lap->wants = track != NULL;
    if (!track)
        forget_shown(best_lap);
}

/* Takes over what is new; is it the answer to the last question? */
static bool look(struct best_lap *best_lap)
{
    SDL_LockMutex(best_lap->lock);
    if (best_lap->is_fresh) {
        forget_shown(best_lap);
        best_lap->shown = best_lap->found;
        best_lap->has_shown = true;
        best_lap->found = (struct found){0};
        best_lap->is_fresh = false;
    }
    bool answered = best_lap->answered == best_lap->number;
    SDL_UnlockMutex(best_lap->lock);
    return answered;
}

struct best_lap_answer best_lap_answer(struct best_lap *best_lap)
{
    bool answered = look(best_lap);
    const struct found *shown = &best_lap->shown;
    struct best_lap_answer told = {.state = BEST_LAP_NONE};
    if (!best_lap->wants)
        return told;
    told.state = !answered ? BEST_LAP_SEARCHING : shown->sound ? BEST_LAP_LAP : BEST_LAP_NO_LAP;
    if (!best_lap->has_shown)
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
