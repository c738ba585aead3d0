/* What a screen is: an entry of a table of functions, one file each; and the ways between them.
 */
#ifndef GRAPHPRIX_SCREENS_SCREEN_H
#define GRAPHPRIX_SCREENS_SCREEN_H

#include "ui/ui.h"

#include <SDL.h>

struct app;

struct screen {
    const char *name;               /* as --watch calls it */
    void (*enter)(struct app *app); /* each time it comes up; may be NULL */
    void (*leave)(struct app *app); /* gives back what it holds; may be NULL */
    void (*build)(struct app *app, struct ui *ui);
    /* An event that no widget took, before the window's own keys (Ctrl+O, F11); pointer motion
     * always, coordinates in device pixels. Not called while a dialog is up. True if it was used:
     * then a new picture follows. May be NULL. */
    bool (*event)(struct app *app, const SDL_Event *event);
    /* Called before each picture; milliseconds until the next one is wanted, -1 for when something
     * happens. May be NULL. */
    int (*animate)(struct app *app, Uint32 now);
    bool covers_window; /* paints every pixel, so that nothing has to be laid under it */
    bool grows;         /* a larger window has larger type, not more room: a class reads it */
    /* Is what it shows still there, so that one may come back to it? NULL: always. */
    bool (*returns)(const struct app *app);
};

extern const struct screen screen_home, screen_setup, screen_race, screen_results, screen_replay,
    screen_help, screen_menu, screen_saved, screen_settings, screen_series, screen_inspection,
    screen_tutorial, screen_tracks, screen_demonstration;
extern const struct screen screen_printing; /* over another screen */

/* After the pass that is running: leave this screen (and what is over it) and enter that one. */
void app_go(struct app *app, const struct screen *screen);
/* The same, to where one came from: of the screens behind this one the latest whose race, series or
 * the like is still there; home is always. */
void app_go_back(struct app *app);
/* For screens that free what they show: nobody comes back to them. */
bool screen_never_returns(const struct app *app);
/* The same screen stays, that one comes on top of it; app_close_over goes back. */
void app_open_over(struct app *app, const struct screen *screen);
void app_close_over(struct app *app);

#endif
