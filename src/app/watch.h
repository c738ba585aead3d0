/* --watch: what is on the screen, one JSON line each time the window has settled on a new picture
 * (files-and-protocols section 7). The file is emptied at the start and flushed after every line.
 */
#ifndef GRAPHPRIX_APP_WATCH_H
#define GRAPHPRIX_APP_WATCH_H

#include "base/error.h"
#include "ui/window.h"

struct watch;

/* "-" is stdout. NULL and the error if the file cannot be written. */
struct watch *watch_open(const char *path, struct error *error);
void watch_close(struct watch *watch); /* NULL is allowed */

struct watch_picture {
    int frame;
    const char *screen;
    int width, height; /* of the window, in its units */
    double ratio;      /* device pixels to a unit of the window */
    const struct ui *ui;
};
void watch_write(struct watch *watch, const struct watch_picture *picture);

#endif
