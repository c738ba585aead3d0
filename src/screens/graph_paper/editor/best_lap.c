/* What the window shows is its own copy, so that a new finding cannot pull the line from under it.
 */
#include "screens/graph_paper/editor/best_lap.h"

#include "base/memory.h"
#include "base/system/worker.h"
#include "screens/app.h"

#include <SDL.h>
#include <stdlib.h>

struct search {
    const struct track *track; /* retained */
    uint64_t version;
    bool sound, is_shown;
    struct lap_finding finding;
    struct error error;
};

struct best_lap {
    struct worker *worker;
    bool wants; /* an answer, about this version */
    uint64_t version;
    bool has_shown;
    struct search shown; /* without its track */
};

static void work(void *own, void *job, const atomic_bool *dropped)
{
    struct search *search = job;
    (void)own;
    struct budget budget = {.bytes_most = WINDOW_SEARCH_BYTES, .cancelled = dropped};
    search->sound = lap_find(search->track, &budget, &search->finding, &search->error);
}

static void free_search(void *job)
{
    struct search *search = job;
    track_release(search->track);
    free(search->finding.line);
    free(search);
}

struct best_lap *best_lap_create(void)
{
    static const struct worker_kind kind = {work, free_search, NULL};
    struct best_lap *best_lap = memory_allocate(1, sizeof *best_lap);
    best_lap->worker = worker_create(&kind, NULL);
    return best_lap;
}

static void forget_shown(struct best_lap *best_lap)
{
    free(best_lap->shown.finding.line);
    best_lap->shown = (struct search){0};
    best_lap->has_shown = false;
}

void best_lap_free(struct best_lap *best_lap)
{
    if (!best_lap)
        return;
    worker_close(best_lap->worker);
    forget_shown(best_lap);
    free(best_lap);
}

void best_lap_ask(struct best_lap *best_lap, const struct track *track, uint64_t version)
{
    struct search *search = NULL;
    if (track && best_lap->wants && version == best_lap->version)
        return;
    if (track) {
        search = memory_allocate(1, sizeof *search);
        search->track = track_retain(track);
        search->version = version;
    } else {
        forget_shown(best_lap);
    }
    best_lap->wants = track != NULL;
    best_lap->version = version;
    worker_ask(best_lap->worker, search);
}

static void show(struct best_lap *best_lap, struct search *search)
{
    forget_shown(best_lap);
    best_lap->shown = *search;
    best_lap->has_shown = search->is_shown = true;
    search->finding.line = NULL;
}

struct best_lap_answer best_lap_answer(struct best_lap *best_lap)
{
    struct search *answer = worker_answer(best_lap->worker);
    const struct search *shown = &best_lap->shown;
    struct best_lap_answer told = {.state = BEST_LAP_NONE};
    if (!best_lap->wants)
        return told;
    if (answer && !answer->is_shown)
        show(best_lap, answer);
    told.state = !answer ? BEST_LAP_SEARCHING : shown->sound ? BEST_LAP_LAP : BEST_LAP_NO_LAP;
    if (!best_lap->has_shown)
        return told;
    told.version = shown->version;
    told.finding = shown->finding;
    if (!shown->sound)
        SDL_strlcpy(told.why, shown->error.text, sizeof told.why);
    return told;
}
