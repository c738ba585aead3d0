/* What a game brings to a classroom: one line a game, and the list of them. Home and whatever opens
 * files ask here, and know nothing else of it.
 */
#ifndef GRAPHPRIX_SCREENS_CLASSROOM_H
#define GRAPHPRIX_SCREENS_CLASSROOM_H

#include "screens/app.h"

struct classroom {
    const struct game *game;
    const struct screen *screen; /* lessons, demonstration, exercises, worksheets */
    /* Is the file a lesson, by what is in it or by its ending? Then opening shows it; what is wrong
     * with it is told with file, line and what to do. */
    bool (*takes_file)(const char *path);
    void (*open_file)(struct app *app, const char *path);
};

extern const struct classroom *const classrooms[]; /* ends with NULL */
extern const struct classroom graph_paper_classroom;

#endif
