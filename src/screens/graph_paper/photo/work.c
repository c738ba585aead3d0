/* What the thread keeps is the photo, turned as it was asked for last. */
#include "screens/graph_paper/photo/work.h"

#include "base/memory.h"
#include "base/system/worker.h"

#include <stdlib.h>

struct job {
    struct photo_wish wish;
    int turns;
    bool wants_picture;
    atomic_bool has_picture; /* to be taken, before the rest is done */
    struct photo_picture picture;
    bool is_readable, is_taken;
    struct photo_finding finding;
};

struct photo_work {
    struct worker *worker;
    struct job *job; /* NULL: nothing is wanted */
    int turns;       /* of the picture that was taken last; -1: there was none */
};

/* The thread's own. */
struct desk {
    char *path;
    struct photo *photo;
    int turned;
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

/* --- the thread ------------------------------------------------------------------------------ */

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

static void work(void *own, void *data, const atomic_bool *dropped)
{
    struct desk *desk = own;
    struct job *job = data;
    struct photo_finding *finding = &job->finding;
    if (!desk->photo)
        desk->photo = photo_load(desk->path, &finding->error);
    job->is_readable = desk->photo != NULL;
    if (!desk->photo || atomic_load(dropped))
        return;
    for (; desk->turned != job->turns; desk->turned = (desk->turned + 1) % 4)
        photo_turn(desk->photo);
    if (job->wants_picture) {
        job->picture = make_picture(desk->photo);
        atomic_store(&job->has_picture, true);
        worker_wake();
    }
    finding->found =
        photo_trace(desk->photo, &job->wish, dropped, &finding->tracing, &finding->error);
}

static void free_job(void *data)
{
    struct job *job = data;
    photo_picture_free(&job->picture);
    photo_finding_free(&job->finding);
    free(job);
}

static void free_desk(void *own)
{
    struct desk *desk = own;
    photo_free(desk->photo);
    free(desk->path);
    free(desk);
}

/* --- for the screen -------------------------------------------------------------------------- */

struct photo_work *photo_work_open(const char *path)
{
    static const struct worker_kind kind = {work, free_job, free_desk};
    struct photo_work *opened = memory_allocate(1, sizeof *opened);
    struct desk *desk = memory_allocate(1, sizeof *desk);
    desk->path = memory_copy_string(path);
    opened->worker = worker_create(&kind, desk);
    opened->turns = -1;
    return opened;
}

void photo_work_close(struct photo_work *work)
{
    if (work)
        worker_close(work->worker);
    free(work);
}

void photo_work_ask(struct photo_work *work, const struct photo_wish *wish, int turns)
{
    struct job *job = memory_allocate(1, sizeof *job);
    job->wish = *wish;
    job->turns = turns;
    job->wants_picture = turns != work->turns;
    work->job = job;
    worker_ask(work->worker, job);
}

void photo_work_rest(struct photo_work *work)
{
    work->job = NULL;
    worker_ask(work->worker, NULL);
}

bool photo_work_take_picture(struct photo_work *work, struct photo_picture *picture)
{
    struct job *job = work->job;
    if (!job || !atomic_exchange(&job->has_picture, false))
        return false;
    *picture = job->picture;
    job->picture = (struct photo_picture){0};
    work->turns = job->turns;
    return true;
}

bool photo_work_take_finding(struct photo_work *work, struct photo_finding *finding)
{
    struct job *job = worker_answer(work->worker);
    if (!job || !job->is_readable || job->is_taken)
        return false;
    *finding = job->finding;
    job->finding = (struct photo_finding){0};
    return job->is_taken = true;
}

bool photo_work_has_failed(struct photo_work *work, struct error *error)
{
    const struct job *job = worker_answer(work->worker);
    bool failed = job && !job->is_readable;
    if (failed)
        *error = job->finding.error;
    return failed;
}
