/* What a teacher does on the wall: everything large and in strong contrast, a ring round the
 * pointer, a pen that draws over whatever is shown, a blank wall. Keys are those that a presenter's
 * remote sends (F5, B, the point) and the ones beside them.
 */
#include "app/inside.h"

#include "base/memory.h"
#include "draw/overlay.h"
#include "ui/layout.h"

#include <stdlib.h>

enum { PERCENT_AT = 200, LINES_AT = 1080 }; /* the least scale of a picture so many lines high */
static const double PEN_WIDTH = 4, RING_RADIUS = 30, RING_WIDTH = 4; /* interface pixels */
static const double HALO = 1.6; /* of the ring's width: it is seen on dark ground, too */
static const double BAR_HEIGHT = 60, BAR_ABOVE = 10;

struct projector {
    struct overlay *ink;
    bool pen, ring, blank;
    bool drawing;     /* the button is down */
    int x, y;         /* where the ring is, device pixels */
    struct box tools; /* of the window, where the pen does not draw; or empty */
};

struct projector *projector_create(void)
{
    struct projector *projector = memory_allocate(1, sizeof *projector);
    projector->ink = overlay_create();
    return projector;
}

void projector_free(struct projector *projector)
{
    if (projector)
        overlay_free(projector->ink);
    free(projector);
}

int projector_percent(const struct app *app, double ratio, int height)
{
    int least = app->projector ? (int)(PERCENT_AT * height / (LINES_AT * ratio)) : 0;
    return least > app->settings.scale ? least : app->settings.scale;
}

const struct paper_theme *projector_theme(const struct app *app)
{
    return paper_theme_find(app->projector ? "high-contrast" : app->settings.theme);
}

/* --- keys ------------------------------------------------------------------------------------- */

static void put_away(struct projector *projector)
{
    projector->pen = projector->ring = projector->drawing = false;
    overlay_clear(projector->ink);
}

static void switch_projector(struct window *window)
{
    struct app *app = &window->app;
    app->projector = !app->projector;
    if (app->projector)
        app_notice(app, "Projector: F6 pen · F7 ring round the pointer · B blank · F5 ends it");
}

static void switch_pen(struct projector *projector)
{
    projector->pen = !projector->pen;
    projector->drawing = false;
}

bool projector_key(struct window *window, const SDL_Keysym *key)
{
    struct projector *projector = window->projector;
    bool letters = window->app.projector && !SDL_IsTextInputActive() &&
                   !(key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI));
    switch (key->sym) {
    case SDLK_F5:
        switch_projector(window);
        return true;
    case SDLK_F6:
        switch_pen(projector);
        return true;
    case SDLK_F7:
        projector->ring = !projector->ring;
        return true;
    case SDLK_b:
    case SDLK_PERIOD:
        projector->blank = letters;
        return letters;
    default:
        return false;
    }
}

/* While the pen is out. */
static bool press_pen_key(struct projector *projector, const SDL_Keysym *key)
{
    bool control = key->mod & (KMOD_CTRL | KMOD_GUI);
    if (key->sym == SDLK_z && control)
        return overlay_undo(projector->ink);
    if (key->sym == SDLK_DELETE || key->sym == SDLK_BACKSPACE)
        return overlay_clear(projector->ink);
    if (key->sym != SDLK_ESCAPE)
        return false;
    switch_pen(projector);
    return true;
}

/* --- the pen ---------------------------------------------------------------------------------- */

static bool draw(struct window *window, const SDL_Event *event)
{
    struct projector *projector = window->projector;
    const SDL_MouseButtonEvent *button = &event->button;
    bool left = button->button == SDL_BUTTON_LEFT;
    switch (event->type) {
    case SDL_MOUSEBUTTONDOWN:
        if (!left || box_holds(projector->tools, button->x, button->y))
            return false;
        projector->drawing = true;
        overlay_put_down(projector->ink, window->canvas, button->x, button->y);
        return true;
    case SDL_MOUSEMOTION:
        if (projector->drawing)
            overlay_draw_to(projector->ink, window->canvas, event->motion.x, event->motion.y);
        return projector->drawing;
    case SDL_MOUSEBUTTONUP:
        if (!left || !projector->drawing)
            return false;
        projector->drawing = false;
        return true;
    case SDL_KEYDOWN:
        return press_pen_key(projector, &event->key.keysym);
    default:
        return false;
    }
}

static bool is_input(const SDL_Event *event)
{
    switch (event->type) {
    case SDL_KEYDOWN:
    case SDL_TEXTINPUT:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEMOTION:
    case SDL_MOUSEWHEEL:
        return true;
    default:
        return false;
    }
}

/* Any key or click brings the picture back, and does nothing else. */
static bool lift_blank(struct projector *projector, const SDL_Event *event)
{
    if (event->type == SDL_KEYDOWN || event->type == SDL_MOUSEBUTTONDOWN)
        projector->blank = false;
    return is_input(event);
}

bool projector_event(struct window *window, const SDL_Event *event)
{
    struct projector *projector = window->projector;
    if (event->type == SDL_MOUSEMOTION) {
        projector->x = event->motion.x;
        projector->y = event->motion.y;
        window->dirty = window->dirty || projector->ring;
    }
    bool taken =
        projector->blank ? lift_blank(projector, event) : projector->pen && draw(window, event);
    window->dirty = window->dirty || taken;
    return taken;
}

/* --- the picture ------------------------------------------------------------------------------ */

static void build_tools(struct window *window)
{
    struct projector *projector = window->projector;
    struct ui *ui = window->ui;
    struct canvas *canvas = window->canvas;
    static const char *const labels[] = {"Undo", "Clear", "Put the pen away"};
    struct box whole = canvas_box(canvas);
    int width = canvas_units(canvas, 20 + 2 * 10);
    for (int i = 0; i < 3; i++)
        width += ui_button_width(ui, labels[i]);
    struct box bar = {whole.x + (whole.w - width) / 2,
                      whole.y + whole.h - canvas_units(canvas, BAR_HEIGHT + BAR_ABOVE), width,
                      canvas_units(canvas, BAR_HEIGHT)};
    struct card card = card_plain(canvas);
    card.shadow = true;
    canvas_card(canvas, bar, &card);
    projector->tools = bar;
    struct layout row = layout_inside(ui, bar, 10, 8, 10);
    if (layout_button(&row, AT_LEFT, "button pen-undo", labels[0], LOOK_PLAIN))
        overlay_undo(projector->ink);
    if (layout_button(&row, AT_LEFT, "button pen-clear", labels[1], LOOK_PLAIN))
        overlay_clear(projector->ink);
    if (layout_button(&row, AT_LEFT, "button pen-away", labels[2], LOOK_PRIMARY))
        switch_pen(projector);
}

static void draw_ring(struct window *window)
{
    struct canvas *canvas = window->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    double x = window->projector->x, y = window->projector->y;
    double width = RING_WIDTH * canvas_scale(canvas), radius = RING_RADIUS * canvas_scale(canvas);
    struct stroke halo = {theme->paper, width * HALO, 0}, ring = {theme->warning, width, 0};
    canvas_circle(canvas, x, y, radius, &halo);
    canvas_circle(canvas, x, y, radius, &ring);
}

/* What lies under it cannot be reached. */
static void build_blank(struct window *window)
{
    struct box whole = canvas_box(window->canvas);
    ui_dialog(window->ui, 1, 1, "button blank");
    canvas_fill(window->canvas, whole, (struct paper_color){0, 0, 0, 1});
    ui_target(window->ui, "button blank", whole, "any key or click shows the picture again");
    ui_status(window->ui, "The screen is blank: any key or click shows the picture again.");
}

void projector_build(struct window *window)
{
    struct projector *projector = window->projector;
    struct app *app = &window->app;
    if (app->projector != window->was_projector && !app->projector)
        put_away(projector);
    window->was_projector = app->projector;
    if (app->wipe_ink)
        overlay_clear(projector->ink);
    app->wipe_ink = false;
    projector->tools = (struct box){0};
    if (projector->blank) {
        build_blank(window);
        return;
    }
    overlay_show(projector->ink, window->canvas, canvas_theme(window->canvas)->warning, PEN_WIDTH);
    if (projector->pen)
        build_tools(window);
    if (projector->ring)
        draw_ring(window);
}
