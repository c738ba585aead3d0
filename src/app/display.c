/* Opening the window. A renderer that was asked for by the environment is used; otherwise the
 * graphics card's, or if there is none the processor's.
 */
#include "app/inside.h"
#include "base/system/file.h"
#include "commands/command.h"

#include <SDL_image.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_WIDTH = 1280,
    FIRST_HEIGHT = 800,
    LEAST_WIDTH = 800,
    LEAST_HEIGHT = 600,
    ICON_SIZE = 128
};

static bool wants_software(void)
{
    const char *ours = getenv("GRAPHPRIX_RENDERER");
    if (ours && strcmp(ours, "software") == 0)
        SDL_SetHint(SDL_HINT_RENDER_DRIVER, "software");
    const char *driver = SDL_GetHint(SDL_HINT_RENDER_DRIVER);
    return driver && strcmp(driver, "software") == 0;
}

/* Without its picture the window has the system's own sign. */
static void set_icon(SDL_Window *window)
{
    const char *folder = command_asset_folder("assets");
    char *path = folder ? file_join(folder, "icon.svg") : NULL;
    SDL_RWops *file = path ? SDL_RWFromFile(path, "rb") : NULL;
    SDL_Surface *icon = file ? IMG_LoadSizedSVG_RW(file, ICON_SIZE, ICON_SIZE) : NULL;
    if (icon)
        SDL_SetWindowIcon(window, icon);
    SDL_FreeSurface(icon);
    if (file)
        SDL_RWclose(file);
    free(path);
}

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
    set_icon(window->window);
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

static void drop_window(struct window *window)
{
    SDL_DestroyRenderer(window->renderer);
    SDL_DestroyWindow(window->window);
    window->renderer = NULL;
    window->window = NULL;
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
#ifdef __linux__
    /* Asked for Wayland where there is none, its library complains on stderr. */
    if (!SDL_getenv("SDL_VIDEODRIVER") && !SDL_getenv("WAYLAND_DISPLAY"))
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11,KMSDRM");
#endif
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
    bool software = wants_software();
    if (!software && make_window(window, false)) {
        if (!is_emulated(window->renderer))
            return true;
        drop_window(window);
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
