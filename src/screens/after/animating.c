/* Saving a race as an animated picture, which takes too long to wait for: on a copy of the race, by
 * a worker that lives as long as the program. One at a time.
 */
#include "base/memory.h"
#include "base/system/worker.h"
#include "paper/animation/animation.h"
#include "screens/app.h"
#include "session/save.h"

#include <stdlib.h>

struct animating {
    struct text race; /* as its file would be */
    int steps;
    char *path;
    bool done, told;
    struct error error;
};

static struct worker *worker; /* NULL until there is first something to do */
static struct animating *asked;

static bool go_on(void *dropped, int steps, int of)
{
    (void)steps, (void)of;
    return !atomic_load((const atomic_bool *)dropped);
}

static void animate(void *own, void *job, const atomic_bool *dropped)
{
    struct animating *animating = job;
    struct text content = {0};
    bool damaged = false;
    struct session *session =
        session_read(animating->race.data, animating->race.length, &damaged, &animating->error);
    (void)own;
    animating->done =
        session && !damaged &&
        animation_append_gif(session, animating->steps, 0, go_on, (void *)dropped, &content,
                             &animating->error) &&
        file_write_atomically(animating->path, content.data, content.length, &animating->error);
    session_free(session);
    text_free(&content);
}

static void free_animating(void *job)
{
    struct animating *animating = job;
    text_free(&animating->race);
    free(animating->path);
    free(animating);
}

void app_save_animation(struct app *app)
{
    static const struct worker_kind kind = {animate, free_animating, NULL};
    struct error error;
    const struct session *session = app->looked_at ? app->looked_at : app->session;
    if (asked && !asked->told) {
        app_notice(app, "One animated picture is being made already: a moment, please.");
        return;
    }
    if (!file_make_folder(app->pictures_folder, &error)) {
        app_tell(app, "Nothing can be saved in %s: %s", app->pictures_folder, error.text);
        return;
    }
    asked = memory_allocate(1, sizeof *asked);
    session_write(session, &asked->race);
    asked->steps = session_step_count(session);
    asked->path =
        saved_new_path(app->pictures_folder, course_name(session_setup(session)->course), ".gif");
    app_notice(app, "The animated picture is being made.");
    if (!worker)
        worker = worker_create(&kind, NULL);
    worker_ask(worker, asked);
}

void app_follow_animation(struct app *app)
{
    if (!asked || asked->told || !worker_answer(worker))
        return;
    asked->told = true;
    if (asked->done)
        app_notice(app, "The animated picture is saved as %s.", asked->path);
    else
        app_tell(app, "%s cannot be saved: %s", asked->path, asked->error.text);
}
