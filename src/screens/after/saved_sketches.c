/* Thumbnails of races: painted on the thread of the screen, because a few milliseconds each are
 * little when they come one by one, from races that the shelf's thread has read.
 */
#include "base/memory.h"
#include "screens/after/saved_races.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SKETCH_LIMIT = 80 }; /* kept at a time */

struct race_sketch {
    char *path;
    struct picture *picture;
    int width, height;
    double scale;
    const struct paper_theme *theme;
    unsigned seen; /* the pass in which it was last drawn */
};

struct sketches_of_races {
    struct race_sketch items[SKETCH_LIMIT];
    int count;
    unsigned pass;
    bool painted;   /* one was, in this pass */
    bool want_more; /* another one could have been */
};

struct sketches_of_races *saved_sketches_create(void)
{
    return memory_allocate(1, sizeof(struct sketches_of_races));
}

static void clear(struct race_sketch *sketch)
{
    free(sketch->path);
    picture_free(sketch->picture);
}

void saved_sketches_free(struct sketches_of_races *sketches)
{
    for (int i = 0; sketches && i < sketches->count; i++)
        clear(&sketches->items[i]);
    free(sketches);
}

void saved_sketches_begin(struct sketches_of_races *sketches)
{
    sketches->pass++;
    sketches->painted = sketches->want_more = false;
}

bool saved_sketches_want_more(const struct sketches_of_races *sketches)
{
    return sketches->want_more;
}

static cairo_surface_t *paint(const struct session *session, struct box box, double scale,
                              const struct paper_theme *theme)
{
    const struct track *track = session_setup(session)->track;
    cairo_surface_t *surface = paper_thumbnail(track, box.w, box.h, scale, theme);
    cairo_t *cairo = cairo_create(surface);
    struct paper_view view = paper_thumbnail_view(track, box.w, box.h, scale);
    paper_draw_ink(cairo, &view, session, session_step_count(session), theme);
    cairo_destroy(cairo);
    return surface;
}

static struct race_sketch *find(struct sketches_of_races *sketches, const char *path)
{
    for (int i = 0; i < sketches->count; i++)
        if (strcmp(sketches->items[i].path, path) == 0)
            return &sketches->items[i];
    return NULL;
}

/* A place for one more: that of the one that was out of sight for longest, if all are taken. */
static struct race_sketch *make_room(struct sketches_of_races *sketches)
{
    if (sketches->count < SKETCH_LIMIT)
        return &sketches->items[sketches->count++];
    struct race_sketch *oldest = &sketches->items[0];
    for (int i = 1; i < sketches->count; i++)
        if (sketches->pass - sketches->items[i].seen > sketches->pass - oldest->seen)
            oldest = &sketches->items[i];
    clear(oldest);
    return oldest;
}

static bool is_current(const struct race_sketch *sketch, struct box box,
                       const struct canvas *canvas)
{
    return sketch->width == box.w && sketch->height == box.h &&
           sketch->theme == canvas_theme(canvas) &&
           fabs(sketch->scale - canvas_scale(canvas)) < 1e-6;
}

static void paint_anew(struct sketches_of_races *sketches, struct race_sketch *sketch,
                       struct shelf *shelf, int index, const struct canvas *canvas, struct box box)
{
    if (sketches->painted) {
        sketches->want_more = true;
        return;
    }
    struct session *session = shelf_take_session(shelf, index);
    if (!session)
        return;
    if (!sketch) {
        sketch = make_room(sketches);
        *sketch = (struct race_sketch){.path = memory_copy_string(shelf_at(shelf, index)->path)};
    }
    double scale = canvas_scale(canvas);
    picture_free(sketch->picture);
    sketch->picture = picture_create(paint(session, box, scale, canvas_theme(canvas)));
    sketch->width = box.w;
    sketch->height = box.h;
    sketch->scale = scale;
    sketch->theme = canvas_theme(canvas);
    sketch->seen = sketches->pass;
    session_free(session);
    sketches->painted = true;
}

void saved_sketches_draw(struct sketches_of_races *sketches, struct shelf *shelf, int index,
                         struct canvas *canvas, struct box box)
{
    if (canvas_is_muted(canvas) || box.w < 8 || box.h < 8)
        return;
    struct race_sketch *sketch = find(sketches, shelf_at(shelf, index)->path);
    if (!sketch || !is_current(sketch, box, canvas)) {
        paint_anew(sketches, sketch, shelf, index, canvas, box);
        sketch = find(sketches, shelf_at(shelf, index)->path);
    }
    canvas_fill(canvas, box, canvas_theme(canvas)->paper);
    if (!sketch)
        return;
    sketch->seen = sketches->pass;
    canvas_picture(canvas, sketch->picture, box);
}
