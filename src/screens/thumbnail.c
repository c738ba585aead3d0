/* See thumbnail.h. */
#include "screens/thumbnail.h"

#include <math.h>

static bool is_current(const struct thumbnail *thumbnail, const struct canvas *canvas,
                       struct box box)
{
    return thumbnail->picture && picture_width(thumbnail->picture) == box.w &&
           picture_height(thumbnail->picture) == box.h &&
           fabs(thumbnail->scale - canvas_scale(canvas)) < 1e-6 &&
           thumbnail->theme == canvas_theme(canvas);
}

void thumbnail_draw(struct thumbnail *thumbnail, const struct track *track, struct canvas *canvas,
                    struct box box)
{
    if (canvas_is_muted(canvas) || box.w <= 0 || box.h <= 0)
        return;
    if (!is_current(thumbnail, canvas, box)) {
        picture_free(thumbnail->picture);
        thumbnail->scale = canvas_scale(canvas);
        thumbnail->theme = canvas_theme(canvas);
        thumbnail->picture = picture_create(
            paper_thumbnail(track, box.w, box.h, thumbnail->scale, thumbnail->theme));
    }
    canvas_picture(canvas, thumbnail->picture, box);
}

void thumbnail_free(struct thumbnail *thumbnail)
{
    picture_free(thumbnail->picture);
    *thumbnail = (struct thumbnail){0};
}
