/* The screens on which tracks are made, and the ways between them.
 *
 * Each way is open from everywhere; what goes wrong is told. A sheet that is being drawn is never
 * lost: the editor keeps it in a file of its own until it is saved or given up.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_MAKING_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_MAKING_H

#include "drivers/graph_paper/lap.h"
#include "screens/app.h"
#include "track/draft.h"

#include <stdint.h>

extern const struct screen screen_editor;
extern const struct screen screen_daily; /* over home: the track of the date */

/* The editor with an empty sheet; a size of 0 x 0 asks for it first. */
void app_edit_new(struct app *app, int width, int height);
/* With a sheet that no file has yet: takes over the contents of the draft. */
void app_edit_draft(struct app *app, struct draft *draft);
/* A photo of the whole sheet from straight above, 0xffRRGGBB row by row from above. */
struct flat_photo {
    uint32_t *pixels; /* NULL: there is none */
    int width, height;
};
/* With the walls of a photo, which lies on the sheet while the rest is drawn; takes over both. */
void app_edit_photo(struct app *app, struct draft *draft, struct flat_photo photo);

/* The dialog that makes tracks; `take` gets the track (retain it) that was chosen. */
void app_generate(struct app *app, void (*take)(struct app *app, struct course course));

/* === best lap ================================================================================= */

/* Is this sheet a track, what is its par, and what does its best lap look like? Found beside the
 * window (base/system/worker.h) while somebody draws.
 *
 * The newest question cancels the one before, whose answer stays in sight meanwhile. A tried race
 * is practice: no file, no record, and it ends when a screen comes up that cannot show it.
 */

struct best_lap;

enum best_lap_state {
    BEST_LAP_NONE,      /* nothing was asked */
    BEST_LAP_SEARCHING, /* the answer before this one is still shown */
    BEST_LAP_LAP,
    BEST_LAP_NO_LAP
};

struct best_lap_answer {
    enum best_lap_state state;
    uint64_t version;           /* of the sheet that it is about */
    struct lap_finding finding; /* its line is owned by it until the next call */
    char why[400];
};

struct best_lap *best_lap_create(void);
void best_lap_free(struct best_lap *best_lap); /* NULL is allowed */
/* The track has passed its check; it is retained. NULL: nothing is wanted any more. */
void best_lap_ask(struct best_lap *best_lap, const struct track *track, uint64_t version);
struct best_lap_answer best_lap_answer(struct best_lap *best_lap);

#endif
