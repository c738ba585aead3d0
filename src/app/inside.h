/* The window: from events to screens to pictures, until the player quits; and what its files share
 * among themselves. It sleeps until something happens and draws only when the picture has changed.
 *
 * The interface is never larger than its window: the scale that was set is lowered until 400 x 300
 * interface pixels fit in, and what is taller scrolls. The projector is a scale, a theme and a
 * fold - twice the size at 1080 lines, strong contrast, panels folded away - so nothing needs to
 * know of it to be large enough.
 */
#ifndef GRAPHPRIX_APP_INSIDE_H
#define GRAPHPRIX_APP_INSIDE_H

#include "screens/app.h"
#include "ui/window.h"

struct window_options {
    const char *file;  /* a track or a race to open, or NULL */
    const char *watch; /* a file, "-", or NULL */
    const char *clock; /* a file that says what time it is (ui/camera.h), or NULL */
    int scale;         /* percent, 0: as in the settings */
    bool full_screen;
};

/* Returns the exit status; 1 and one line on stderr if there is no display or no font. */
int window_run(const struct window_options *options);

struct window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    struct canvas *canvas;
    struct ui *ui;
    struct watch *watch; /* or NULL */
    struct app app;
    char *settings_path;
    double ratio; /* device pixels to a unit of the window */
    bool dirty;   /* the picture is no longer what it should be */
    bool full_screen;
    bool heeded_frame; /* what the window manager puts round the window is known */
    int frame;
    bool unanswered;   /* a motion that the screen has taken */
    Uint32 next_frame; /* when a moving picture goes on */
    bool moving;
    Uint32 check_saving; /* when to ask the autosave how it went; 0: not */
    int scale_given;     /* by --scale: in force, not kept until it is changed; 0: none */
    bool control_held;   /* with the last key */
    struct settings saved_settings;
    struct projector *projector;
    bool was_projector; /* in the last pass */
};

/* app/display.c: the window and its renderer. False: no display, the error says what to do. */
bool display_open(struct window *window, struct error *error);
void display_close(struct window *window);
void display_follow_full_screen(struct window *window);
/* The window is there: with the frame that it has been given it fits the screen. */
void display_heed_frame(struct window *window);

/* app/display.c: builds the screens. Muted passes answer input, a drawn one makes the picture. */
void passes_answer(struct window *window);
void passes_draw(struct window *window);

/* app/display.c: pen, pointer ring and blank over every screen, and how large and in which
 * colours everything is while the projector is on (app->projector). */
struct projector *projector_create(void);
void projector_free(struct projector *projector); /* NULL is allowed */
/* Before the interface: what the pen draws and what brings back a blank picture. Coordinates in
 * device pixels. True if nobody else gets the event. */
bool projector_event(struct window *window, const SDL_Event *event);
/* Keys that nobody else wanted: F5, F6, F7, and B or the point. True if it was one. */
bool projector_key(struct window *window, const SDL_Keysym *key);

/* app/window.c: sound. It follows the settings, and Ctrl+M turns it off and on. */
void hearing_follow(struct app *app);

/* app/window.c, --watch: what is on the screen, one JSON line each time the window has settled on a
 * new picture (files-and-protocols section 7). The file is emptied at the start and flushed after
 * every line. */
struct watch;

struct watch_picture {
    int frame;
    const char *screen;
    int width, height; /* of the window, in its units */
    double ratio;      /* device pixels to a unit of the window */
    int smallest_type; /* of what was drawn anew, device pixels; 0: none */
    const char *cut;   /* what stands in it with an ellipsis, a line each */
    const struct ui *ui;
    bool decorative_motion; /* nothing moves in it but decorative motion: told, with "moving", if it
                      says anything new; the first one without them is told in any case */
};

#endif
