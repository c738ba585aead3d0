/* Screens without a window: they are drawn into memory by the software renderer.
 */
#ifndef GRAPHPRIX_TESTS_SUPPORT_PANE_H
#define GRAPHPRIX_TESTS_SUPPORT_PANE_H

#include "screens/app.h"
#include "ui/window.h"

struct pane {
    SDL_Surface *surface;
    SDL_Renderer *renderer;
    struct canvas *canvas;
    struct ui *ui;
    int width, height;
    double scale;
};

struct pane pane_open(int width, int height, double scale);
void pane_close(struct pane *pane);

/* Passes until nothing changes any more; fails the test if that never comes. */
typedef void pane_builder(struct ui *ui, void *data);
void pane_build(struct pane *pane, pane_builder *build, void *data);
/* One event, with the pass that answers it. */
void pane_send(struct pane *pane, const SDL_Event *event, pane_builder *build, void *data);
/* From elsewhere. */
void pane_click(struct pane *pane, const char *id, pane_builder *build, void *data);
void pane_press(struct pane *pane, SDL_Keycode key, int modifiers, pane_builder *build, void *data);

const struct ui_target *pane_target(const struct pane *pane, const char *id); /* or NULL */

#endif
