/* What moves how, in numbers beside a sheet: a table of the moves and graphs of them, for a race,
 * its replay and the free demonstration.
 *
 * Pointing at a move in table, graphs or on the sheet marks it in all three. Which quantities are
 * there, in which units and how they are written are settings; which bodies, or the difference of
 * two, belongs to the pane. Targets: `row T` (with a single line) or `row T-N` (N its line, from
 * 1; its text is what stands there, "t 1, x 7, ..."), `graphs` (a surface; its text is the row that
 * is marked), `choice motion-N` of body N, `switch motion-...`, and behind `button columns` one
 * `choice column-ID` and `choice graph-ID` a quantity; behind `button save` stand `button
 * save-table` and `button save-png`, `-svg`, `-pdf`. Columns that have no room are behind `button
 * columns-left` and `button columns-right`. Where vectors are to be written, of the newest
 * move and of the one to be made: `field asked-vx`, `-vy`, `-ax` and `-ay`, `button check-vectors`,
 * `button show-vectors`, and what is told as a label.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_MOTION_MOTION_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_MOTION_MOTION_H

#include "screens/app.h"
#include "session/graph_paper/scene.h"
#include "ui/camera.h"
#include "ui/ui.h"

struct motion_pane;

struct motion_pane *motion_pane_create(void);
void motion_pane_free(struct motion_pane *pane); /* NULL is allowed */

/* What it shows in a pass; all borrowed, the scene and the camera until the next one. */
struct motion_show {
    struct box box;   /* of the window */
    const char *name; /* of what moves there, for files */
    const struct scene *scene;
    int row; /* that is the present one */
    const struct camera *camera;
    struct box sheet_box; /* of the window, in which that camera looks at the sheet */
    bool usual;           /* is it there before anybody has said so? */
    /* The body that is to move, from where, and the moves that can be made; none, and nobody is
     * asked for the next one. */
    int mover;
    struct point from;
    const struct scene_move *moves;
    int move_count;
    int *move; /* becomes the one that was written */
};

/* The pane; tells which row was clicked, or -1. */
int motion_pane_build(struct motion_pane *pane, struct app *app, struct ui *ui,
                      const struct motion_show *show);
/* The row that is marked now, at most the last one of all bodies, and its body, -1: all that are
 * shown. False: none but the present one. */
bool motion_pane_marked(const struct motion_pane *pane, int *body, int *row);
/* The marked move, over a sheet that marks nothing itself. */
void motion_pane_mark(const struct motion_pane *pane, struct canvas *canvas);
/* Are vectors written by the class? Then those of moves that can be made stand nowhere. NULL: no.
 */
bool motion_pane_asks(const struct motion_pane *pane);
/* Are those of the newest move of this car of a race (0: of any) still to be written? */
bool motion_pane_hides(const struct motion_pane *pane, int car);
/* The focus comes to the vectors that are to be written; false: there are none. */
bool motion_pane_write(struct motion_pane *pane);
/* In place of the table nothing is chosen or saved any more; false: nothing was. */
bool motion_pane_close(struct motion_pane *pane);
/* True if another move is pointed at than before. */
bool motion_pane_point(struct motion_pane *pane, int x, int y);
/* The row that a press in the graphs is for; -1: none. */
int motion_pane_press(const struct motion_pane *pane, int x, int y);

/* The part of a sheet's box that it gets, at the left or below: where the sheet, so many squares
 * wide and high, stays larger. */
struct box motion_pane_cut(const struct canvas *canvas, struct box *rest, struct point sheet);

#endif
