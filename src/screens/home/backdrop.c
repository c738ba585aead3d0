/* Keeps the painted sheet while the home screen is up; the example is assets/home.race, a saved
 * race like any other.
 */
#include "screens/home/backdrop.h"

#include "base/system/file.h"
#include "commands/command.h"
#include "session/save.h"

#include <math.h>
#include <stdlib.h>

static struct {
    struct session *session;
    bool tried;
    struct picture *picture;
    double scale;
    const struct paper_theme *theme;
} backdrop;

static void load_example(void)
{
    backdrop.tried = true;
    const char *folder = command_asset_folder("assets");
    if (!folder)
        return;
    char *path = file_join(folder, "home.race");
    struct error error;
    bool damaged;
    backdrop.session = session_load(path, &damaged, &error);
    free(path);
}

/* The sheet with its margins of half a square covers the window; what is too much is cut off on the
 * left, where the card lies. */
static struct paper_view cover(struct point sheet, struct box window, double scale)
{
    double square = fmax(window.w / (sheet.x + 1.0), window.h / (sheet.y + 1.0));
    square = fmax(square, 14 * scale);
    double left = window.w - square * (sheet.x + 0.5);
    double spare_height = window.h - square * sheet.y;
    return (struct paper_view){floor(left), floor(spare_height / 2), square, scale};
}

static void paint(struct canvas *canvas)
{
    struct box window = canvas_box(canvas);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, window.w, window.h);
    cairo_t *cairo = cairo_create(surface);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct session *session = backdrop.session;
    struct course course = session_setup(session)->course;
    struct paper_view view = cover(course_size(course), window, canvas_scale(canvas));
    paper_draw_sheet(cairo, &view, course, theme);
    paper_draw_ink(cairo, &view, session, session_step_count(session), theme);
    paper_draw_cars(cairo, &view, session, session_race(session), theme);
    cairo_destroy(cairo);
    picture_free(backdrop.picture);
    backdrop.picture = picture_create(surface);
    backdrop.scale = canvas_scale(canvas);
    backdrop.theme = theme;
}

static bool is_current(const struct canvas *canvas)
{
    struct box window = canvas_box(canvas);
    return backdrop.picture && picture_width(backdrop.picture) == window.w &&
           picture_height(backdrop.picture) == window.h &&
           fabs(backdrop.scale - canvas_scale(canvas)) < 1e-6 &&
           backdrop.theme == canvas_theme(canvas);
}

void backdrop_draw(struct canvas *canvas)
{
    if (canvas_is_muted(canvas))
        return;
    if (!backdrop.tried)
        load_example();
    canvas_fill(canvas, canvas_box(canvas), canvas_theme(canvas)->paper);
    if (!backdrop.session)
        return;
    if (!is_current(canvas))
        paint(canvas);
    canvas_picture(canvas, backdrop.picture, canvas_box(canvas));
}

void backdrop_free(void)
{
    picture_free(backdrop.picture);
    session_free(backdrop.session);
    backdrop.picture = NULL;
    backdrop.session = NULL;
    backdrop.tried = false;
}
