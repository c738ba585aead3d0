/* The saved races of the player: the index of them that home and the list of saved races share.
 */
#ifndef GRAPHPRIX_SCREENS_AFTER_AFTER_H
#define GRAPHPRIX_SCREENS_AFTER_AFTER_H

#include "paper/print.h"
#include "screens/app.h"
#include "session/records.h"
#include "ui/layout.h"

#include <cairo.h>

enum { INDEX_RACES, INDEX_ASIDE }; /* the index's folders: running races, and those saved aside */

/* What is still on its way to disk gets there first. The thread wakes the window. */
struct race_index *saved_races_open(const struct app *app);

/* === series =================================================================================== */

/* The series that a sitting is in the middle of: its file, its next race, its table.
 *
 * The app holds at most one series. Whenever a screen comes up, how its latest race stands is taken
 * over and written, so nobody has to think of it. What goes wrong is told.
 */

/* Is the race that is shown the latest one of the series? */
bool series_is_shown(const struct app *app);
/* How that race stands goes into the table, and the table to disk. */
void series_take_result(struct app *app);

/* The race that has just been opened may belong to a series: then that one is looked at. */
void series_find(struct app *app);
/* The newest series that is not over is looked at; false: there is none. */
bool series_find_unfinished(struct app *app);
/* Whichever was written last, if none is looked at; false: there is none. */
bool series_find_newest(struct app *app);
/* The race that is shown, its latest one and not over, from the start in a file of its own. False:
 * another window is in the middle of the series, which is told, or the error. */
bool series_restart(struct app *app, struct error *error);
/* "Race 2 of 3" of the race that is shown; "": it belongs to no series. */
const char *series_race_words(const struct app *app);
/* Lets go of the series; its file stays. */
void series_close(struct app *app);

/* "Next race: Kidney", "Go on with race 3", or "Final table" when all races are over; the text is
 * valid until the next call. */
const char *series_next_label(const struct app *app);
/* What the label says: begins or opens that race, or shows the table. */
void series_go_next(struct app *app);

/* The table as it stands: place, how far one has come up by the latest race, player, points race by
 * race as a bar, sum. */
void series_build_table(struct layout *column, const struct app *app);

/* === pages ==================================================================================== */

/* The pages of a document at the side of the dialog that says what is on them: looked at one by
 * one, saved, shown by the system's program and sent to a printer, which runs beside the window.
 *
 * Targets: `slider page`, `button page-before`, `button page-after`, `button save-pdf`, `button
 * save-pdf-as`, `button open-pdf`, `button send-pdf`, `button close-print`. One dialog at a time
 * has them.
 */

struct pages {
    const char *name; /* of the file, without its ending */
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
