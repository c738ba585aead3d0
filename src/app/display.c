/* Opening the window. A renderer that was asked for by the environment is used; otherwise the
 * graphics card's, or if there is none the processor's.
 */

#include "app/inside.h"
#include "app/settings.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "commands/command.h"
#include "draw/sheet.h"
#include "paper/labels.h"
#include "screens/help/book.h"
#include "ui/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_WIDTH = 1280, FIRST_HEIGHT = 800, LEAST_WIDTH = 800, LEAST_HEIGHT = 600 };

/* What a window manager puts round a window; guessed as long as it has not told. */
struct frame {
    int top, left, bottom, right;
};
static const struct frame guessed_frame = {.top = 40, .left = 8, .bottom = 8, .right = 8};

/* As large as the first window is meant to be, or as the screen has room for between its panels;
 * the frame counts. Where the screen's borders are not told it is as meant. */
static SDL_Rect place_on_screen(int screen, struct frame frame)
{
    SDL_Rect place = {SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, FIRST_WIDTH, FIRST_HEIGHT};
    SDL_Rect room;
    if (SDL_GetDisplayUsableBounds(screen, &room) != 0)
        return place;
    place.w = SDL_clamp(room.w - frame.left - frame.right, 1, FIRST_WIDTH);
    place.h = SDL_clamp(room.h - frame.top - frame.bottom, 1, FIRST_HEIGHT);
    place.x = room.x + SDL_max((room.w - place.w) / 2, frame.left);
    place.y = room.y + SDL_max((room.h - place.h) / 2, frame.top);
    return place;
}

static void limit_size(struct window *window, SDL_Rect place)
{
    SDL_SetWindowMinimumSize(window->window, SDL_min(place.w, LEAST_WIDTH),
                             SDL_min(place.h, LEAST_HEIGHT));
}

/* Once; later size and place are the player's. */
void display_heed_frame(struct window *window)
{
    enum { SETTLED = SDL_WINDOW_MAXIMIZED | SDL_WINDOW_FULLSCREEN };
    struct frame frame;
    if (window->heeded_frame || SDL_GetWindowFlags(window->window) & SETTLED ||
        SDL_GetWindowBordersSize(window->window, &frame.top, &frame.left, &frame.bottom,
                                 &frame.right) != 0 ||
        frame.top + frame.left + frame.bottom + frame.right == 0)
        return;
    window->heeded_frame = true;
    SDL_Rect place = place_on_screen(SDL_GetWindowDisplayIndex(window->window), frame);
    limit_size(window, place);
    SDL_SetWindowSize(window->window, place.w, place.h);
    SDL_SetWindowPosition(window->window, place.x, place.y);
}

static bool make_window(struct window *window, bool software)
{
    /* Otherwise the software renderer presents through the graphics card, which costs ten times as
     * much where that one is emulated. */
    if (software && !SDL_GetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION))
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    SDL_Rect place = place_on_screen(0, guessed_frame);
    window->window = SDL_CreateWindow("Graph Prix", place.x, place.y, place.w, place.h,
                                      SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (!window->window)
        return false;
    limit_size(window, place);
    Uint32 flags =
        software ? SDL_RENDERER_SOFTWARE : SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC;
    window->renderer = SDL_CreateRenderer(window->window, -1, flags);
    if (!window->renderer) {
        SDL_DestroyWindow(window->window);
        window->window = NULL;
    }
    return window->renderer != NULL;
}

/* Is the graphics card only a program on the processor? SDL's own software renderer is then ten
 * times as quick and needs a quarter of the memory. */
static bool is_emulated(SDL_Renderer *renderer)
{
    enum { GL_RENDERER_NAME = 0x1F01 };
    SDL_RendererInfo info;
    const unsigned char *(*get_string)(unsigned) = NULL;
    if (SDL_GetRendererInfo(renderer, &info) != 0 || strncmp(info.name, "opengl", 6) != 0)
        return false;
    void *found = SDL_GL_GetProcAddress("glGetString");
    memcpy(&get_string, &found, sizeof found);
    const char *name = get_string ? (const char *)get_string(GL_RENDERER_NAME) : NULL;
    return name && (strstr(name, "llvmpipe") || strstr(name, "softpipe"));
}

/* Without a display SDL falls back on drivers whose windows nobody can see. */
static bool is_seen(void)
{
    static const char *const unseen[] = {"offscreen", "dummy", "evdev"};
    const char *driver = SDL_GetCurrentVideoDriver();
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        if (strcmp(driver, unseen[i]) == 0)
            return SDL_getenv("SDL_VIDEODRIVER") != NULL;
    return true;
}

static bool open_video(struct error *error)
{
    /* Asked for Wayland where there is none, its library complains on stderr. */
    bool knows_wayland = false;
    for (int i = 0; i < SDL_GetNumVideoDrivers(); i++)
        knows_wayland |= strcmp(SDL_GetVideoDriver(i), "wayland") == 0;
    if (knows_wayland && !SDL_getenv("SDL_VIDEODRIVER") && !SDL_getenv("WAYLAND_DISPLAY"))
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11,KMSDRM");
    /* X keeps there what it has read of the keys that compose letters: a sixth of the time until
     * the first picture. */
    char *cache = folders_cache(), *composing = file_join(cache, "compose");
    if (file_make_folder(composing, error))
        SDL_setenv("XCOMPOSECACHE", composing, 0);
    free(composing);
    free(cache);
    bool opened = SDL_Init(SDL_INIT_VIDEO) == 0;
    if (opened && is_seen())
        return true;
    return error_set(error, "there is no display to open a window on (is DISPLAY set?); "
                            "\"graphprix help\" lists what works without one");
}

bool display_open(struct window *window, struct error *error)
{
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "0");
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetHint(SDL_HINT_WINDOWS_DPI_SCALING, "1");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    if (!open_video(error))
        return false;
    const char *ours = getenv("GRAPHPRIX_RENDERER");
    if (ours && strcmp(ours, "software") == 0)
        SDL_SetHint(SDL_HINT_RENDER_DRIVER, "software");
    const char *driver = SDL_GetHint(SDL_HINT_RENDER_DRIVER);
    bool software = driver && strcmp(driver, "software") == 0;
    if (!software && make_window(window, false)) {
        if (!is_emulated(window->renderer))
            return true;
        SDL_DestroyRenderer(window->renderer);
        SDL_DestroyWindow(window->window);
        window->renderer = NULL;
        window->window = NULL;
    }
    if (make_window(window, true))
        return true;
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "1");
    if (make_window(window, true))
        return true;
    return error_set(error, "the window cannot be opened: %s", SDL_GetError());
}

/* SDL_Quit is left out. SDL wakes itself by messages to its own window over a second connection;
 * one that arrives when the window is gone is an error, which SDL_Quit would read and which would
 * end the program with it. The program ends here anyway. */
void display_close(struct window *window)
{
    if (window->renderer)
        SDL_DestroyRenderer(window->renderer);
    if (window->window)
        SDL_DestroyWindow(window->window);
}

void display_follow_full_screen(struct window *window)
{
    if (window->app.full_screen == window->full_screen)
        return;
    window->full_screen = window->app.full_screen;
    SDL_SetWindowFullscreen(window->window,
                            window->full_screen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
    window->dirty = true;
}

/* === passes =================================================================================== */

/* One pass builds the screen, what is over it and a message, and then does what they asked for.
 */

enum { SETTLING_LIMIT = 8 };
static const double NOTICE_MARGIN = 8, NOTICE_ABOVE = 60, NOTICE_SIDE = 18; /* interface pixels */

static int projector_percent(const struct app *app, double ratio, struct point output);

static void measure(struct window *window)
{
    int width, height, output_width, output_height;
    SDL_GetWindowSize(window->window, &width, &height);
    if (SDL_GetRendererOutputSize(window->renderer, &output_width, &output_height) != 0) {
        output_width = width;
        output_height = height;
    }
    window->ratio = width > 0 ? (double)output_width / width : 1;
    double scale = canvas_scale(window->canvas);
    canvas_begin(window->canvas, output_width, output_height,
                 screen_scale(projector_percent(&window->app, window->ratio,
                                                (struct point){output_width, output_height}),
                              window->ratio, output_width, output_height));
    if (canvas_scale(window->canvas) != scale && ui_focus(window->ui))
        ui_reveal(window->ui, ui_focus(window->ui)); /* what was chosen last is found at any size */
    canvas_set_theme(
        window->canvas,
        paper_theme_find(window->app.projector ? "high-contrast" : window->app.settings.theme));
    if (lettering_columns() != window->app.settings.columns)
        canvas_drop_textures(window->canvas);
    lettering_set_columns(window->app.settings.columns);
}

static void build_message(struct window *window)
{
    struct app *app = &window->app;
    const char *request = app->message_request;
    enum ui_answer answer = ui_question(window->ui, app->message_title, app->message,
                                        request ? request : "Close", request ? "Cancel" : NULL);
    if (answer == ANSWER_NONE)
        return;
    app->message[0] = 0;
    if (request && answer == ANSWER_YES)
        app->message_act(app);
}

/* What it may lie over where there is no other place: nothing that can be clicked or is written on
 * a sheet; no button, and of the rest as little as can be; of all as little as can be. */
enum notice_strictness { NOTICE_ON_NOTHING, NOTICE_ON_NO_BUTTON, NOTICE_ON_LITTLE, NOTICE_PLACES };

/* Above the lower edge. False if there is no such place. */
static bool place_notice(const struct window *window, enum notice_strictness strictness,
                         struct box *notice)
{
    const struct canvas *canvas = window->canvas;
    const struct box whole = canvas_box(canvas);
    double margin = canvas_units(canvas, NOTICE_MARGIN);
    struct label_wish wish = {whole.w / 2.0, whole.h - canvas_units(canvas, NOTICE_ABOVE), 0, 0,
                              -1};
    struct label_box place;
    struct labels labels =
        labels_begin((struct label_box){margin, margin, whole.w - 2 * margin, whole.h - 2 * margin},
                     canvas_scale(canvas));
    int targets = ui_target_count(window->ui), count = targets + ui_label_count(window->ui);
    for (int i = 0; i < count; i++) {
        struct box box = i < targets ? ui_target_at(window->ui, i)->box
                                     : ui_label_at(window->ui, i - targets)->box;
        struct label_box taken = {box.x, box.y, box.w, box.h};
        bool button = i < targets && strncmp(ui_target_at(window->ui, i)->id, "button ", 7) == 0;
        if (strictness == NOTICE_ON_NOTHING || (strictness == NOTICE_ON_NO_BUTTON && button))
            labels_keep_off(&labels, taken);
        else
            labels_avoid(&labels, taken, 1);
    }
    bool found = labels_place(&labels, notice->w, notice->h, &wish, &place);
    labels_end(&labels);
    if (found)
        *notice = box_make((int)place.x, (int)place.y, notice->w, notice->h);
    return found;
}

/* What was done, in passing. */
static void build_notice(struct window *window)
{
    static const double widths[] = {560, 430, 300, 220};
    struct canvas *canvas = window->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *notice = window->app.notice;
    struct box row;
    bool found = false;
    for (int how = 0; how < NOTICE_PLACES && !found; how++)
        for (size_t i = 0; i < sizeof widths / sizeof *widths && !found; i++) {
            /* How large it is when its lines are no wider than so many interface pixels. */
            double widest = widths[i];
            int side = canvas_units(canvas, NOTICE_SIDE),
                above = canvas_units(canvas, NOTICE_SIDE * 0.7);
            int most = canvas_box(canvas).w - 4 * side, wide = canvas_units(canvas, widest);
            int width = canvas_text_width(canvas, STYLE_BODY, notice);
            most = most < wide ? most : wide;
            width = width < most ? width : most;
            row = (struct box){0, 0, width + 2 * side,
                               canvas_paragraph_height(canvas, STYLE_BODY, notice, width) +
                                   2 * above};
            found = place_notice(window, (enum notice_strictness)how, &row);
        }
    struct card card = {.fill = theme->ink, .edge = theme->ink, .radius = 8, .shadow = true};
    canvas_card(canvas, row, &card);
    canvas_paragraph(
        canvas, STYLE_BODY, theme->card, notice,
        box_inset(row, canvas_units(canvas, NOTICE_SIDE), canvas_units(canvas, NOTICE_SIDE * 0.7)),
        ALIGN_CENTRE);
    ui_status(window->ui, notice);
    ui_tell_label(window->ui, notice, row);
}

/* True if another screen came up. */
static bool follow_app(struct window *window)
{
    struct app *app = &window->app;
    const struct screen *before = app->screen;
    bool moved = app_follow(app);
    if (moved)
        ui_reset(window->ui);
    if (app->screen != before)
        app->wipe_ink = true;
    if (app->settings_changed) {
        app->settings_changed = false;
        hearing_follow(app);
        /* A scale that was given for this run only is not kept. */
        struct settings settings = app->settings;
        struct text told = {0};
        struct error error;
        if (settings.scale == window->scale_given)
            settings.scale = window->saved_settings.scale;
        else
            window->scale_given = 0;
        bool saved =
            settings_save(window->settings_path, &settings, &window->saved_settings, &told, &error);
        if (saved)
            window->saved_settings = settings;
        app_keeping(app, KEPT_SETTINGS, window->settings_path, saved, &error);
        if (saved && told.length > 0)
            app_tell(app, "%s", text_string(&told));
        text_free(&told);
        moved = true;
    }
    if (app->file_dialog_wanted)
        dialog_open(app->races_folder);
    app->file_dialog_wanted = false;
    display_follow_full_screen(window);
    return moved;
}

static bool is_telling(const struct app *app)
{
    return app->message[0] != 0;
}

/* What has waited is told once nothing else is open that a person is answering. */
static void tell_later(struct window *window)
{
    struct app *app = &window->app;
    if (!app->later[0] || is_telling(app) || app->over || ui_in_dialog(window->ui))
        return;
    app_tell(app, "%s", app->later);
    app->later[0] = 0;
}

static void projector_build(struct window *window);

/* True if the picture has to be built once more. */
static bool run_pass(struct window *window, bool muted)
{
    struct app *app = &window->app;
    measure(window);
    canvas_mute(window->canvas, muted);
    ui_begin_pass(window->ui);
    if (!app->screen->covers_window)
        canvas_fill(window->canvas, canvas_box(window->canvas),
                    canvas_theme(window->canvas)->panel);
    canvas_seek(window->canvas, help_words(app));
    app->screen->build(app, window->ui);
    if (app->over)
        app->over->build(app, window->ui);
    help_open_word(app, window->ui);
    if (app->notice[0])
        build_notice(window);
    tell_later(window);
    bool was_telling = is_telling(app);
    if (was_telling)
        build_message(window);
    projector_build(window);
    bool again = ui_end_pass(window->ui);
    bool moved = follow_app(window);
    return moved || again || is_telling(app) != was_telling;
}

/* What an event has asked for comes first: what the screen was showing may be gone. */
static void settle(struct window *window, bool muted)
{
    int passes = 1;
    window->unanswered = false;
    follow_app(window);
    while (run_pass(window, muted) && passes < SETTLING_LIMIT)
        passes++;
}

void passes_answer(struct window *window)
{
    settle(window, true);
    window->dirty = true;
}

void passes_draw(struct window *window)
{
    window->dirty = false;
    settle(window, false);
}

/* === projector ================================================================================ */

/* What a teacher does on the wall: everything large and in strong contrast, a ring round the
 * pointer, a pen that draws over whatever is shown, a blank wall. Keys are those that a presenter's
 * remote sends (F5, B, the point) and the ones beside them.
 */

enum { PERCENT_AT = 200, LINES_AT = 1080 }; /* the least scale of a picture so many lines high */
enum { GROWS_FROM_WIDE = 1280, GROWS_FROM_HIGH = 800 };              /* of 100 % */
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

static int projector_percent(const struct app *app, double ratio, struct point output)
{
    int least = app->projector ? (int)(PERCENT_AT * output.y / (LINES_AT * ratio)) : 0;
    if (!app->projector && app->screen->grows)
        least = (int)(100 * fmin(output.x / (GROWS_FROM_WIDE * ratio),
                                 output.y / (GROWS_FROM_HIGH * ratio)));
    return least > app->settings.scale ? least : app->settings.scale;
}

/* --- keys ------------------------------------------------------------------------------------- */

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

/* Over everything that was built in this pass. */
static void projector_build(struct window *window)
{
    struct projector *projector = window->projector;
    struct app *app = &window->app;
    if (app->projector != window->was_projector && !app->projector) {
        projector->pen = projector->ring = projector->drawing = false;
        overlay_clear(projector->ink);
    }
    window->was_projector = app->projector;
    if (app->wipe_ink)
        overlay_clear(projector->ink);
    app->wipe_ink = false;
    projector->tools = (struct box){0};
    if (projector->blank) {
        /* What lies under it cannot be reached. */
        struct box whole = canvas_box(window->canvas);
        ui_dialog(window->ui, 1, 1, "button blank");
        canvas_fill(window->canvas, whole, (struct paper_color){0, 0, 0, 1});
        ui_target(window->ui, "button blank", whole, "any key or click shows the picture again");
        ui_status(window->ui, "The screen is blank: any key or click shows the picture again.");
        return;
    }
    overlay_show(projector->ink, window->canvas, canvas_theme(window->canvas)->warning, PEN_WIDTH);
    if (projector->pen)
        build_tools(window);
    if (projector->ring) {
        struct canvas *canvas = window->canvas;
        const struct paper_theme *theme = canvas_theme(canvas);
        double x = window->projector->x, y = window->projector->y;
        double width = RING_WIDTH * canvas_scale(canvas),
               radius = RING_RADIUS * canvas_scale(canvas);
        struct stroke halo = {theme->paper, width * HALO, 0}, ring = {theme->warning, width, 0};
        canvas_circle(canvas, x, y, radius, &halo);
        canvas_circle(canvas, x, y, radius, &ring);
    }
}
