/* What stands round the sheet: panel, tool bar, line at the foot, dialogs; the sheet itself and its
 * events.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_PANEL_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_PANEL_H

#include "screens/app.h"
#include "ui/layout.h"

struct editor;

enum editor_dialog {
    DIALOG_NONE,
    DIALOG_NEW,
    DIALOG_RESIZE,
    DIALOG_LEAVE,   /* with changes that are not saved */
    DIALOG_OTHER,   /* the same, for another sheet that is to come up */
    DIALOG_CHANGED, /* the file has changed meanwhile */
    DIALOG_IMPORT,  /* how large the squares of another program's drawing are */
    DIALOG_CELLS,   /* what the signs of a grid stand for */
    DIALOG_LOSSES   /* saving would lose something */
};

/* --- rows of what is equally wide, `columns` side by side, for any panel -----------------------
 */

struct editor_choice {
    const char *id, *label;
    int value;
};
/* Returns the value that is chosen by now. */
int editor_build_chips(struct layout *column, const struct editor_choice *choices, int count,
                       int columns, int chosen);
/* The value that was clicked, -1. */
int editor_build_buttons(struct layout *column, const struct editor_choice *choices, int count,
                         int columns, int primary);
bool editor_build_button(struct layout *column, const char *id, const char *label);
void editor_build_words(struct layout *column, const char *text, bool warns);
/* A number to be typed between two buttons, "stepper NAME less" and "stepper NAME more": -1 or 1
 * when one of them was clicked. The label may be NULL. */
int editor_build_number(struct layout *column, const char *name, const char *label, char *text,
                        int size, const char *unit);
/* The foot of a dialog: Cancel, and what it is for, or why that cannot be. True if it was clicked.
 */
bool editor_build_foot(struct layout *foot, const char *id, const char *label, const char *why_not,
                       bool *cancelled);

/* --- the parts of the screen ------------------------------------------------------------------ */

void editor_build_panel(struct app *app, struct ui *ui, struct editor *editor, struct box box);
/* What can be said of a sheet without problems: its par. */
void editor_write_par(const struct editor *editor, char *into, int size);
void editor_build_toolbar(struct ui *ui, struct editor *editor, struct box box);
int editor_toolbar_width(const struct ui *ui, int height);
/* Does the window have no room for sheet and panel beside each other? */
bool editor_is_narrow(const struct canvas *canvas);
void editor_fold(struct editor *editor);
void editor_build_line(struct ui *ui, struct editor *editor, struct box box);
void editor_build_dialog(struct app *app, struct ui *ui, struct editor *editor);
void editor_open_dialog(struct editor *editor, enum editor_dialog dialog);

struct editor_sheet *editor_sheet_create(void);
void editor_sheet_free(struct editor_sheet *sheet);
/* Another sketch is shown: nothing of what was painted holds. NULL is allowed. */
void editor_sheet_forget(struct editor_sheet *sheet);
void editor_sheet_draw(struct editor_sheet *sheet, struct canvas *canvas, struct editor *editor);

bool editor_event(struct app *app, struct editor *editor, const SDL_Event *event);
void editor_draw_cursor(struct canvas *canvas, const struct editor *editor);

/* Back to where it was called from; asks first if something is not saved. */
void editor_leave(struct app *app, struct editor *editor);
void editor_go_away(struct app *app, struct editor *editor);

#endif
