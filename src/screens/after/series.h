/* The series that a sitting is in the middle of: its file, its next race, its table.
 *
 * The app holds at most one series. Whenever a screen comes up, how its latest race stands is taken
 * over and written, so nobody has to think of it. What goes wrong is told.
 */
#ifndef GRAPHPRIX_SCREENS_AFTER_SERIES_H
#define GRAPHPRIX_SCREENS_AFTER_SERIES_H

#include "screens/app.h"
#include "ui/layout.h"

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

/* The table as it stands: place, player, points race by race, sum. As many of the latest races as
 * have room, and of those to come as many as leave the names whole. */
void series_build_table(struct layout *column, const struct app *app);

#endif
