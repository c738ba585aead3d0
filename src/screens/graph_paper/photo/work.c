/* The thread that reads and traces, and the block that it shares with the screen: each lets go of
 * it. Under the lock are the wish and what waits to be taken; the photo is the thread's own.
 */
#include "screens/graph_paper/photo/work.h"

#include "base/memory.h"

#include <SDL.h>
#include <stdlib.h>

struct photo_work {
    atomic_int holders;
    char *path;
    atomic_bool cancelled; /* what runs is not wanted any more */
    atomic_bool closed;
    SDL_mutex *lock;
    SDL_cond *changed;

    /* Under the lock. */
    struct photo_wish wish;
    int turns;
    int number, taken; /* of the latest wish, and of the one that the thread has taken */
    bool resting;
    struct photo_picture picture;
    struct photo_finding finding;
    bool has_finding, has_failed;
    struct error failure;
};

/* What the thread has to do. */
struct job {
    struct photo_wish wish;
    int turns, number;
};

void photo_picture_free(struct photo_picture *picture)
{
    for (int i = 0; i < picture->count; i++)
        free(picture->levels[i].pixels);
    *picture = (struct photo_picture){0};
}

void photo_finding_free(struct photo_finding *finding)
{
    photo_tracing_free(&finding->tracing);
    *finding = (struct photo_finding){0};
}

static void let_go(struct photo_work *work)
{
    if (atomic_fetch_sub(&work->holders, 1) > 1)
        return;
    photo_picture_free(&work->picture);
    photo_finding_free(&work->finding);
    SDL_DestroyCond(work->changed);
    SDL_DestroyMutex(work->lock);
    free(work->path);
    free(work);
}

/* --- the thread ------------------------------------------------------------------------------ */

static void wake_window(void)
{
    SDL_Event wake = {.type = SDL_USEREVENT};
    SDL_PushEvent(&wake);
}

/* The mean of four pixels, both halves of the channels at once. */
static uint32_t mix_four(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const uint32_t odd = 0x00ff00ff;
    uint32_t low = (a & odd) + (b & odd) + (c & odd) + (d & odd);
    uint32_t high = (a >> 8 & odd) + (b >> 8 & odd) + (c >> 8 & odd) + (d >> 8 & odd);
    return (low >> 2 & odd) | (high >> 2 & odd) << 8;
}

static struct photo_level halve(const struct photo_level *whole)
{
    struct photo_level half = {.width = whole->width / 2, .height = whole->height / 2};
    half.pixels = memory_allocate((size_t)half.width * (size_t)half.height, sizeof *half.pixels);
    for (int y = 0; y < half.height; y++) {
        const uint32_t *upper = whole->pixels + (size_t)(2 * y) * (size_t)whole->width;
        const uint32_t *lower = upper + whole->width;
        uint32_t *into = half.pixels + (size_t)y * (size_t)half.width;
        for (int x = 0; x < half.width; x++)
            into[x] = mix_four(upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1]);
    }
    return half;
}

static struct photo_picture make_picture(const struct photo *photo)
{
    enum { SMALLEST = 300 };
    struct photo_picture picture = {.count = 1};
    struct photo_level *level = picture.levels;
    photo_size(photo, &picture.width, &picture.height);
    level->pixels = photo_pixels(photo, PHOTO_LEVEL_SIDE, &level->width, &level->height);
    while (picture.count < PHOTO_LEVEL_LIMIT && level->width > SMALLEST &&
           level->height > SMALLEST) {
        level[1] = halve(level);
        level++;
        picture.count++;
    }
    return picture;
}

static void show_picture(struct photo_work *work, const struct photo *photo)
{
    struct photo_picture picture = make_picture(photo), old;
    SDL_LockMutex(work->lock);
    old = work->picture;
    work->picture = picture;
    SDL_UnlockMutex(work->lock);
    photo_picture_free(&old);
    wake_window();
}

static void fail(struct photo_work *work, const struct error *error)
{
    SDL_LockMutex(work->lock);
    work->failure = *error;
    work->has_failed = true;
    SDL_UnlockMutex(work->lock);
    wake_window();
}

/* Waits for a wish; false when it is closed. */
static bool take(struct photo_work *work, struct job *job)
{
    SDL_LockMutex(work->lock);
    while ((work->taken == work->number || work->resting) && !atomic_load(&work->closed))
        SDL_CondWait(work->changed, work->lock);
    job->wish = work->wish;
    job->turns = work->turns;
    job->number = work->taken = work->number;
    atomic_store(&work->cancelled, false);
    bool closed = atomic_load(&work->closed);
    SDL_UnlockMutex(work->lock);
    return !closed;
}

static void trace(struct photo_work *work, const struct photo *photo, const struct job *job)
{
    struct photo_finding finding = {.number = job->number}, old = {0};
    finding.found =
        photo_trace(photo, &job->wish, &work->cancelled, &finding.tracing, &finding.error);
    SDL_LockMutex(work->lock);
    bool wanted = job->number == work->number && !work->resting;
    if (wanted) {
        old = work->finding;
        work->finding = finding;
        work->has_finding = true;
    }
    SDL_UnlockMutex(work->lock);
    photo_finding_free(wanted ? &old : &finding);
    if (wanted)
        wake_window();
}

static int work_on(void *data)
{
    struct photo_work *work = data;
    struct error error = {0};
    struct job job;
    struct photo *photo = photo_load(work->path, &error);
    int turned = 0;
    if (photo)
        show_picture(work, photo);
    else
        fail(work, &error);
    while (photo && take(work, &job)) {
        bool turns = turned != job.turns;
        for (; turned != job.turns; turned = (turned + 1) % 4)
            photo_turn(photo);
        if (turns)
            show_picture(work, photo);
        trace(work, photo, &job);
    }
    photo_free(photo);
    let_go(work);
    return 0;
}

/* --- for the screen -------------------------------------------------------------------------- */

struct photo_work *photo_work_open(const char *path, struct error *error)
{
    struct photo_work *work = memory_allocate(1, sizeof *work);
    atomic_init(&work->holders, 2);
    work->path = memory_copy_string(path);
    work->lock = SDL_CreateMutex();
    work->changed = SDL_CreateCond();
    SDL_Thread *thread = NULL;
    if (work->lock && work->changed)
        thread = SDL_CreateThread(work_on, "photo", work);
    if (thread) {
        SDL_DetachThread(thread);
        return work;
    }
    error_set(error, "the system gives no thread to look at it: %s", SDL_GetError());
    atomic_store(&work->holders, 1);
    let_go(work);
    return NULL;
}

void photo_work_close(struct photo_work *work)
{
    if (!work)
        return;
    SDL_LockMutex(work->lock);
    atomic_store(&work->cancelled, true);
    atomic_store(&work->closed, true);
    SDL_CondSignal(work->changed);
    SDL_UnlockMutex(work->lock);
    let_go(work);
}

int photo_work_ask(struct photo_work *work, const struct photo_wish *wish, int turns)
{
    SDL_LockMutex(work->lock);
    work->wish = *wish;
    work->turns = turns;
    work->resting = false;
    int number = ++work->number;
    atomic_store(&work->cancelled, true);
    SDL_CondSignal(work->changed);
    SDL_UnlockMutex(work->lock);
    return number;
}

void photo_work_rest(struct photo_work *work)
{
    SDL_LockMutex(work->lock);
    work->resting = true;
    atomic_store(&work->cancelled, true);
    SDL_UnlockMutex(work->lock);
}

bool photo_work_take_picture(struct photo_work *work, struct photo_picture *picture)
{
    SDL_LockMutex(work->lock);
    bool there = work->picture.count > 0;
    if (there)
        *picture = work->picture;
    work->picture = (struct photo_picture){0};
    SDL_UnlockMutex(work->lock);
    return there;
}

bool photo_work_take_finding(struct photo_work *work, struct photo_finding *finding)
{
    SDL_LockMutex(work->lock);
    bool there = work->has_finding;
    if (there)
        *finding = work->finding;
    work->finding = (struct photo_finding){0};
    work->has_finding = false;
    SDL_UnlockMutex(work->lock);
    return there;
}

bool photo_work_has_failed(struct photo_work *work, struct error *error)
{
    SDL_LockMutex(work->lock);
    bool failed = work->has_failed;
    if (failed)
        *error = work->failure;
    SDL_UnlockMutex(work->lock);
    return failed;
}
