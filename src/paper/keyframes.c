/* Pictures of a race on its way. They are painted one on top of the other, so all of them together
 * cost hardly more than the last one, and take at most FRAMES_BYTES (but for two that are needed).
 */
#include "paper/keyframes.h"

#include "base/memory.h"

#include <stdlib.h>

enum { FRAMES_LEAST = 2, FRAMES_MOST = 10, FRAMES_BYTES = 48 * 1024 * 1024, SPACING_LEAST = 120 };

struct paper_keyframes {
    const struct session *session;
    struct paper_keyframes_look look; /* without a theme: nothing is painted */
    cairo_surface_t *surfaces[FRAMES_MOST];
    int count;
    int spacing; /* steps from one to the next */
};

static void drop(struct paper_keyframes *frames)
{
    while (frames->count > 0)
        cairo_surface_destroy(frames->surfaces[--frames->count]);
    frames->look.theme = NULL;
}

struct paper_keyframes *paper_keyframes_create(const struct session *session)
{
    struct paper_keyframes *frames = memory_allocate(1, sizeof *frames);
    frames->session = session;
    return frames;
}

void paper_keyframes_free(struct paper_keyframes *frames)
{
    if (!frames)
        return;
    drop(frames);
    free(frames);
}

bool paper_keyframes_show(const struct paper_keyframes *frames,
                          const struct paper_keyframes_look *look)
{
    if (!frames)
        return false;
    const struct paper_keyframes_look *own = &frames->look;
    return own->theme == look->theme && own->width == look->width && own->height == look->height &&
           own->view.left == look->view.left && own->view.top == look->view.top &&
           own->view.square == look->view.square && own->view.scale == look->view.scale;
}

static int choose_count(long long bytes)
{
    long long count = FRAMES_BYTES / (bytes > 0 ? bytes : 1);
    if (count > FRAMES_MOST)
        return FRAMES_MOST;
    return count < FRAMES_LEAST ? FRAMES_LEAST : (int)count;
}

/* Every pixel of the clip as it is there. */
static void copy(cairo_t *cairo, cairo_surface_t *from)
{
    cairo_save(cairo);
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
    cairo_set_source_surface(cairo, from, 0, 0);
    cairo_paint(cairo);
    cairo_restore(cairo);
}

/* The steps from the frame before up to this one, on a copy of it; the first is the bare sheet. */
static cairo_surface_t *paint_frame(const struct paper_keyframes *frames, int from)
{
    const struct paper_keyframes_look *look = &frames->look;
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, look->width, look->height);
    cairo_t *cairo = cairo_create(surface);
    if (from == 0)
        paper_draw_sheet(cairo, &look->view, session_setup(frames->session)->course, look->theme);
    else
        copy(cairo, frames->surfaces[frames->count - 1]);
    for (int step = from - frames->spacing; from > 0 && step < from; step++)
        paper_draw_step(cairo, &look->view, frames->session, step, 1, true, look->theme);
    cairo_destroy(cairo);
    return surface;
}

void paper_keyframes_paint(struct paper_keyframes *frames, const struct paper_keyframes_look *look)
{
    int steps = session_step_count(frames->session);
    int most = choose_count(4LL * look->width * look->height);
    drop(frames);
    frames->look = *look;
    frames->spacing = (steps + most - 1) / most;
    if (frames->spacing < SPACING_LEAST)
        frames->spacing = SPACING_LEAST;
    for (int from = 0; from == 0 || from < steps; from += frames->spacing) {
        frames->surfaces[frames->count] = paint_frame(frames, from);
        frames->count++;
    }
}

void paper_keyframes_draw(cairo_t *cairo, const struct paper_keyframes *frames, int steps)
{
    int frame = paper_first_fresh(frames->session, steps) / frames->spacing;
    frame = frame < frames->count ? frame : frames->count - 1;
    copy(cairo, frames->surfaces[frame]);
    paper_draw_ink_from(cairo, &frames->look.view, frames->session, frame * frames->spacing, steps,
                        frames->look.theme);
}
