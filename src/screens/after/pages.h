/* The pages of a document at the side of the dialog that says what is on them: looked at one by
 * one, saved, shown by the system's program and sent to a printer, which runs beside the window.
 *
 * Targets: `slider page`, `button page-before`, `button page-after`, `button save-pdf`, `button
 * save-pdf-as`, `button open-pdf`, `button send-pdf`, `button close-print`. One dialog at a time
 * has them.
 */
#ifndef GRAPHPRIX_SCREENS_AFTER_PAGES_H
#define GRAPHPRIX_SCREENS_AFTER_PAGES_H

#include "paper/print.h"
#include "screens/app.h"
#include "session/records.h"
#include "ui/layout.h"

#include <cairo.h>

struct pages {
    const char *name;  /* of the file, without its ending */
    const char *folder;
    const char *paper; /* "A4", "letter" */
    bool coming;       /* they are being made, as the facts say */
    int count;         /* 0: there are none, */
    char facts[400];   /* and this is why; else what they are: "3 pages of A4" */
    /* One page, from 0, as a picture of at most so many device pixels; the caller's. */
    cairo_surface_t *(*preview)(int page, int width, int height);
    bool (*write)(struct text *into, struct error *error); /* all of them as a PDF file */
};

void pages_enter(void);  /* the dialog comes up */
void pages_forget(void); /* something on them is another: pictures are made again */
void pages_leave(void);
void pages_go_to_first(void);

/* The page and the way through them; then the row of buttons; then what a screen reader is told. */
void pages_build(struct ui *ui, struct box box, const struct pages *pages);
void pages_build_deeds(struct app *app, struct layout row, const struct pages *pages);
void pages_tell(struct ui *ui, const struct pages *pages);

/* What the dialogs have at their left: a heading with a flow of options below it, one of them, and
 * a number. True if it was chosen now. */
struct flow pages_begin_options(struct layout *column, const char *heading);
bool pages_option(struct flow *flow, const char *id, const char *label, bool chosen);
void pages_build_paper(struct layout *column, enum print_paper *paper);
void pages_stepper(struct layout *column, const char *id, const char *label, int *value,
                   const struct ui_range *range);
/* The dialog's frame: the column of options (scrolled) to its left, what is left for the pages, and
 * the row of buttons. End the column with ui_scroll_end. */
struct pages_frame {
    struct layout column, requests;
    struct box rest;
};
struct pages_frame pages_begin(struct ui *ui, const char *title, struct ui_scroll *scroll);

/* === sharing ================================================================================== */

/* The line that is told of a daily track, with a button that copies it; and, in the results of a
 * race on one, that line where there is one.
 */

/* Of a day that was finished. */
void sharing_build(struct app *app, struct layout *column, const struct daily *daily, int streak);
/* Looks up once whose results these are. What is wrong with the file is told. */
void sharing_open_results(struct app *app);
void sharing_build_results(struct app *app, struct layout *column);

#endif
