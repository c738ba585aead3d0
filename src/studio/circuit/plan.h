/* A circuit that is being drawn: a document without a window.
 *
 * A plan is the steps (studio/studio.h) of a draft (rules/circuit/circuit.h), whose sheet begins at
 * the user units (0, 0). Whatever changes it does so within a step. Places are squares of five user
 * units, y up; rows count from 0, lanes from 1. Corners are named by their index.
 */
#ifndef GRAPHPRIX_STUDIO_CIRCUIT_PLAN_H
#define GRAPHPRIX_STUDIO_CIRCUIT_PLAN_H

#include "rules/circuit/circuit.h"
#include "studio/studio.h"

enum {
    CIRCUIT_SQUARE = 5 * FINE, /* of the sheet */
    CIRCUIT_SHEET_LEAST = 10,  /* squares */
    CIRCUIT_SHEET_MOST = 400
};

struct steps *circuit_plan_create(void);
struct steps *circuit_plan_from_draft(struct circuit_draft *draft); /* takes its contents over */
const struct circuit_draft *circuit_plan_draft(const struct steps *plan);
struct point circuit_plan_size(const struct circuit_draft *draft); /* squares */

/* --- the course: within a step ---------------------------------------------------------------- */

/* What a pen drew. It closes where it comes back to its start (within `reach`, as stroke_smooth has
 * it), else by itself. A stroke from the course back to the course takes the place of the shorter
 * part between. The first course also says how many rows there are. */
enum circuit_drawn {
    CIRCUIT_DREW_NOTHING,
    CIRCUIT_DREW_COURSE,
    CIRCUIT_JOINED_ENDS,
    CIRCUIT_DREW_PART
};
enum circuit_drawn circuit_plan_draw(struct steps *plan, const struct spot *raw, int count,
                                     double reach);
/* Along the middle of a road on a sheet of so many squares. False, and nothing has changed: it does
 * not come round between its walls. */
bool circuit_plan_follow_road(struct steps *plan, const struct course_road *road,
                              struct point size);
/* The course lies elsewhere, by so many squares. */
void circuit_plan_move(struct steps *plan, double across, double up);
/* The race begins with that row; corners stay where they are, and one that would go past the line
 * becomes two. */
void circuit_plan_begin_at(struct steps *plan, int row);
/* The other way round; what is on the ground stays there. */
void circuit_plan_reverse(struct steps *plan);

/* --- what is set ------------------------------------------------------------------------------ */

void circuit_plan_set_name(struct steps *plan, const char *name);
void circuit_plan_set_note(struct steps *plan, const char *note);
/* Corners stay on their part of the course as well as rows allow. */
void circuit_plan_set_rows(struct steps *plan, int rows);
/* A third lane has the limit that it had before, or 20 more than the second; a line keeps within.
 */
void circuit_plan_set_lanes(struct steps *plan, int lanes);
void circuit_plan_set_lane_width(struct steps *plan, int fine);
void circuit_plan_resize(struct steps *plan, int width, int height); /* squares */
/* The sheet lies round the strip, with a margin of two squares. */
void circuit_plan_fit(struct steps *plan);

/* --- corners ---------------------------------------------------------------------------------- */

/* The last that has the row, -1. */
int circuit_plan_corner_at(const struct circuit_draft *draft, int row);
/* A corner of these rows, either way round, with limits that go with how the course bends there;
 * -1: no room for one more. */
int circuit_plan_add_corner(struct steps *plan, int from, int to);
/* Where the course bends so much that cars slow down and no corner is, in the order of the rows;
 * how many. Nowhere if it bends alike all the way round. */
struct circuit_bend {
    int from, to; /* rows */
};
int circuit_plan_bends(const struct circuit_draft *draft, struct circuit_bend *into, int limit);
/* It has these rows; a line goes on straight into new ones. */
void circuit_plan_stretch_corner(struct steps *plan, int corner, int from, int to);
void circuit_plan_shift_corner(struct steps *plan, int corner, int rows);
void circuit_plan_set_limit(struct steps *plan, int corner, int lane, int limit);
void circuit_plan_remove_corner(struct steps *plan, int corner);
/* The line of the corner there goes over this space; the first space of a corner lays it along the
 * lane. False: no corner is there. */
bool circuit_plan_set_line(struct steps *plan, int row, int lane);
void circuit_plan_remove_line(struct steps *plan, int corner);

/* --- the course as drawn ---------------------------------------------------------------------- */

/* As a closed trail, its first spot again at its end; empty if there is none. Free it. */
struct trail circuit_plan_course(const struct circuit_draft *draft);
double circuit_plan_row_length(const struct circuit_draft *draft); /* squares */

/* Something about the drawing that is no error but worth a look, at a place. */
struct circuit_remark {
    struct spot at;
    char text[160];
};
int circuit_plan_remarks(const struct circuit_draft *draft, struct circuit_remark *into, int limit);

#endif
