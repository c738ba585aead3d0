/* Thumbnails of races: painted on the thread of the screen, because a few milliseconds each are
 * little when they come one by one, from races that the shelf's thread has read.
 */
#include "base/memory.h"
#include "screens/after/saved_races.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PICTURE_LIMIT = 80 }; /* kept at a time */

struct race_picture {
    char *path;
    struct picture *picture;
    int width, height;
    double scale;
    const struct paper_theme *theme;
    unsigned seen; /* the pass in which it was last drawn */
};

struct saved_pictures {
    struct race_picture items[PICTURE_LIMIT];
    int count;
    unsigned pass;
    bool painted;   /* one was, in this pass */
    bool want_more; /* another one could have been */
};

struct saved_pictures *saved_pictures_create(void)
{
    return memory_allocate(1, sizeof(struct saved_pictures));
}

static void clear(struct race_picture *picture)
{
    free(picture->path);
    picture_free(picture->picture);
}

void saved_pictures_free(struct saved_pictures *pictures)
{
    for (int i = 0; pictures && i < pictures->count; i++)
        clear(&pictures->items[i]);
    free(pictures);
}

void saved_pictures_begin(struct saved_pictures *pictures)
{
    pictures->pass++;
    pictures->painted = pictures->want_more = false;
}

bool saved_pictures_want_more(const struct saved_pictures *pictures)
{
    return pictures->want_more;
}

static cairo_surface_t *paint(const struct session *session, struct box box, double scale,
                              const struct paper_theme *theme)
{
    struct course course = session_setup(session)->course;
    cairo_surface_t *surface = paper_thumbnail(course, box.w, box.h, scale, theme);
    cairo_t *cairo = cairo_create(surface);
    struct paper_view view = paper_thumbnail_view(course, box.w, box.h, scale);
    paper_draw_ink(cairo, &view, session, session_step_count(session), theme);
    cairo_destroy(cairo);
    return surface;
}

static struct race_picture *find(struct saved_pictures *pictures, const char *path)
{
    for (int i = 0; i < pictures->count; i++)
        if (strcmp(pictures->items[i].path, path) == 0)
            return &pictures->items[i];
    return NULL;
}

/* A place for one more: that of the one that was out of sight for longest, if all are taken. */
static struct race_picture *make_room(struct saved_pictures *pictures)
{
    if (pictures->count < PICTURE_LIMIT)
        return &pictures->items[pictures->count++];
    struct race_picture *oldest = &pictures->items[0];
    for (int i = 1; i < pictures->count; i++)
        if (pictures->pass - pictures->items[i].seen > pictures->pass - oldest->seen)
            oldest = &pictures->items[i];
    clear(oldest);
    return oldest;
}

static bool is_current(const struct race_picture *picture, struct box box,
                       const struct canvas *canvas)
{
    return picture->width == box.w && picture->height == box.h &&
           picture->theme == canvas_theme(canvas) &&
           fabs(picture->scale - canvas_scale(canvas)) < 1e-6;
}

static void paint_anew(struct saved_pictures *pictures, struct race_picture *picture,
                       struct shelf *shelf, int index, const struct canvas *canvas, struct box box)
{
    if (pictures->painted) {
        pictures->want_more = true;
        return;
    }
    struct session *session = shelf_take_session(shelf, index);
    if (!session)
        return;
    if (!picture) {
        picture = make_room(pictures);
        *picture = (struct race_picture){.path = memory_copy_string(shelf_at(shelf, index)->path)};
    }
    double scale = canvas_scale(canvas);
    picture_free(picture->picture);
    picture->picture = picture_create(paint(session, box, scale, canvas_theme(canvas)));
    picture->width = box.w;
    picture->height = box.h;
    picture->scale = scale;
    picture->theme = canvas_theme(canvas);
    picture->seen = pictures->pass;
    session_free(session);
    pictures->painted = true;
}

void saved_pictures_draw(struct saved_pictures *pictures, struct shelf *shelf, int index,
                         struct canvas *canvas, struct box box)
{
    if (canvas_is_muted(canvas) || box.w < 8 || box.h < 8)
        return;
    struct race_picture *picture = find(pictures, shelf_at(shelf, index)->path);
    if (!picture || !is_current(picture, box, canvas)) {
        paint_anew(pictures, picture, shelf, index, canvas, box);
        picture = find(pictures, shelf_at(shelf, index)->path);
    }
    canvas_fill(canvas, box, canvas_theme(canvas)->paper);
    if (!picture)
        return;
    picture->seen = pictures->pass;
    canvas_picture(canvas, picture->picture, box);
}
