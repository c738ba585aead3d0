/* What stands round the sheet of an editor: its tools, and the pieces of its panel. */
#ifndef GRAPHPRIX_SCREENS_DESK_DESK_PANEL_H
#define GRAPHPRIX_SCREENS_DESK_DESK_PANEL_H

#include "paper/brush.h"
#include "screens/desk/desk.h"

/* --- pieces of a panel ------------------------------------------------------------------------ */

/* A row of them, equally wide. */
struct desk_choice {
    const char *id, *label;
    int value;
};
void desk_heading(struct layout *column, const char *text);
void desk_label(struct layout *column, const char *text);
/* What is chosen now. */
int desk_build_chips(struct layout *column, const struct desk_choice *choices, int count,
                     int columns, int chosen);
/* The value that was clicked, -1. */
int desk_build_buttons(struct layout *column, const struct desk_choice *choices, int count,
                       int columns, int primary);
bool desk_build_button(struct layout *column, const char *id, const char *label);
/* Something that is wrong, by its number from 1, or missing; a remark is only worth a look. True if
 * clicked. */
enum desk_fault { DESK_WRONG, DESK_MISSING, DESK_REMARK };
bool desk_build_fault(struct layout *column, int number, const char *text, enum desk_fault kind,
                      bool chosen);
/* A text of the sheet: typed at once, undone at once. `step` is a literal. */
void desk_build_text(struct layout *column, struct desk *desk, const char *id, const char *words,
                     char *text, int size, void (*set)(struct steps *sheet, const char *text),
                     const char *step);
/* A dialog with one answer below the other: the value of the one that was chosen, -1. The first is
 * the usual one, the last is also Esc. */
int desk_ask(struct ui *ui, struct desk *desk, const char *title, const char *words,
             const struct desk_choice *answers, int count);
/* Try it, save, done. */
void desk_build_foot(struct app *app, struct layout *column, struct desk *desk);
/* The panel's paper; the column that scrolls in it comes back, and the foot of so many rows below
 * it. */
struct layout desk_panel_begin(struct ui *ui, struct desk *desk, struct box box, int rows,
                               struct layout *foot);

/* What is wrong, or a remark, on the sheet: a ring with its number, at device pixels. */
void desk_paint_mark(cairo_t *cairo, const struct paper_view *view, const struct paper_theme *theme,
                     struct pixel at, int number, bool remark, bool chosen);
#endif
