/* The window: from events to screens to pictures, until the player quits.
 *
 * It sleeps until something happens and draws only when the picture has changed.
 */
#ifndef GRAPHPRIX_APP_WINDOW_H
#define GRAPHPRIX_APP_WINDOW_H

#include <stdbool.h>

struct window_options {
    const char *file;  /* a track or a race to open, or NULL */
    const char *watch; /* a file, "-", or NULL */
    const char *clock; /* a file that says what time it is (ui/camera.h), or NULL */
    int scale;         /* percent, 0: as in the settings */
    bool full_screen;
};

/* Returns the exit status; 1 and one line on stderr if there is no display or no font. */
int window_run(const struct window_options *options);

#endif
