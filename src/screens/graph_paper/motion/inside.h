/* What the files of the pane of motion share.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_MOTION_INSIDE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_MOTION_INSIDE_H

#include "paper/graph_paper/classroom/scene_ink.h"
#include "screens/graph_paper/motion/motion.h"
#include "session/graph_paper/kinematics.h"
#include "ui/layout.h"

enum motion_switch {
    MOTION_VECTORS = 1,
    MOTION_METRIC = 2,
    MOTION_NO_TABLE = 4,
    MOTION_NO_GRAPHS = 8
}; /* bits of settings.motion_looks */

enum motion_part { MOTION_SHOWS, MOTION_CHOOSES, MOTION_SAVES };

/* What the table knows of its columns: those in sight were never wider. The last is that of notes.
 */
struct motion_columns {
    uint64_t of; /* which columns, in which units */
    int widths[COLUMN_COUNT + 1];
    size_t lengths[COLUMN_COUNT + 1]; /* bytes of what was measured */
    int first, shown;                 /* of those that have no room all together */
};

struct motion_pane {
    unsigned left_out; /* bodies: 1 << body */
    bool difference;
    enum motion_part part; /* in place of the table: what is shown, or what is saved */
    struct ui_scroll rows, choices, panels;
    struct motion_columns columns;
    int followed; /* the present row that was scrolled to */

    struct picture *graphs;
    uint64_t painted; /* of what */
    struct kinematics of;
    struct graph_frame frame; /* of the window */
    struct box graph_box;     /* what is seen of them; empty: there are none */
    struct motion_show show;

    int row_hovered, line_hovered; /* in the table; -1 */
    int graph_pointed;             /* row under the pointer in the graphs; -1 */
    int sheet_row, sheet_body;     /* on the sheet; -1 */
};

int motion_last(const struct motion_pane *pane); /* the last row of the longest line */

/* motion/table.c: the row that was clicked, or -1. */
int motion_table(struct ui *ui, struct motion_pane *pane, struct box box);
/* motion/saving.c: what the pane shows, as files. */
void motion_saving(struct app *app, struct ui *ui, const struct motion_pane *pane, struct box box);
/* motion/choices.c: whose motion it is, from the top of the column; and which quantities. */
void motion_bodies(struct layout *column, struct app *app, struct motion_pane *pane);
void motion_choices(struct app *app, struct ui *ui, struct motion_pane *pane, struct box box);

#endif
