/* The line that is told of a daily track, with a button that copies it; and, in the results of a
 * race on one, that line where there is one.
 */
#ifndef GRAPHPRIX_SCREENS_AFTER_SHARING_H
#define GRAPHPRIX_SCREENS_AFTER_SHARING_H

#include "screens/app.h"
#include "session/records.h"
#include "ui/layout.h"

/* Of a day that was finished. */
void sharing_build(struct app *app, struct layout *column, const struct daily *daily, int streak);
/* Looks up once whose results these are. What is wrong with the file is told. */
void sharing_open_results(struct app *app);
void sharing_build_results(struct app *app, struct layout *column);

#endif
