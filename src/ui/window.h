/* The window's side of the interface: events in, passes, the list of targets out.
 *
 * The window gives each event to ui_event, in order, with coordinates in device pixels. An answer
 * of UI_DEED means that a pass must be run (muted) before the next event; UI_LOOK that the picture
 * has changed. What was not taken may go to the screen, and a key then to ui_late_key.
 */
#ifndef GRAPHPRIX_UI_WINDOW_H
#define GRAPHPRIX_UI_WINDOW_H

#include "ui/ui.h"

enum ui_reaction { UI_TAKEN = 1, UI_LOOK = 2, UI_DEED = 4 };

struct ui *ui_create(struct canvas *canvas);
void ui_free(struct ui *ui);

int ui_event(struct ui *ui, const SDL_Event *event);
/* Keys with a meaning only when nobody else wants them: arrows, Enter for the default, paging. */
int ui_late_key(struct ui *ui, const SDL_Keysym *key);

void ui_begin_pass(struct ui *ui);
/* True if the picture should be built once more, because something came under the pointer or was
 * scrolled into view. */
bool ui_end_pass(struct ui *ui);
/* Milliseconds until a press takes what has come under the resting pointer: a question, a point of
 * the screen's own (see ui_points_at), or anything that no click has brought; 0: it does. So long
 * --watch tells nothing of it: who reads what can be clicked may click it at once. */
int ui_click_guard_left(const struct ui *ui);
/* Another screen: focus, pressed things and scroll positions are forgotten. */
void ui_reset(struct ui *ui);

struct ui_target {
    char id[96];
    char text[160];
    struct box box; /* what of it can be seen */
    uint64_t group; /* a stop of Tab together with others of this group; 0: by itself */
};
struct ui_label {
    char text[80];
    struct box box;
};
int ui_label_count(const struct ui *ui);
const struct ui_label *ui_label_at(const struct ui *ui, int index);
int ui_target_count(const struct ui *ui);
const struct ui_target *ui_target_at(const struct ui *ui, int index);
const char *ui_status_text(const struct ui *ui);

#endif
