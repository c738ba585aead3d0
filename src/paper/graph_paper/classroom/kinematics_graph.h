/* Graphs of a motion against time, drawn as what they are: places as straight pieces, velocities as
 * steps (v_k holds from k - 1 to k), accelerations as bars. One panel a quantity below each other
 * over the same time, all lines of the table in their pens and marks.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_CLASSROOM_KINEMATICS_GRAPH_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_CLASSROOM_KINEMATICS_GRAPH_H

#include "paper/paper.h"
#include "session/graph_paper/kinematics.h"

/* x, y, vx, vy, ax, ay, |v|: 1 << kinematics_column of each. */
enum {
    GRAPHS_ALL = 1 << COLUMN_X | 1 << COLUMN_Y | 1 << COLUMN_VX | 1 << COLUMN_VY | 1 << COLUMN_AX |
                 1 << COLUMN_AY | 1 << COLUMN_SPEED
};

/* In device pixels (or points), `scale` to an interface pixel. */
struct graph_frame {
    double x, y, w, h, scale;
};

/* The least height of a frame in which all of it can be read. */
double graphs_height(const struct kinematics *of, unsigned quantities, double width, double scale);
void graphs_draw(cairo_t *cairo, const struct kinematics *of, unsigned quantities,
                 const struct graph_frame *frame, const struct paper_theme *theme);

/* Where a moment stands from left to right, the same in all panels, and the move under a pixel (0
 * at the axis and left of it); -1: there is none so late. */
double graphs_place(const struct kinematics *of, const struct graph_frame *frame, double row);
int graphs_row_at(const struct kinematics *of, const struct graph_frame *frame, double x);

/* A file of them on white paper, appended to `into`. False and the error. */
enum graph_format { GRAPH_PNG, GRAPH_SVG, GRAPH_PDF };
bool graphs_export(const struct kinematics *of, unsigned quantities, enum graph_format format,
                   struct text *into, struct error *error);

/* For the table of inks: of all cars of a race, in squares and moves. */
void graph_paper_append_motion(const struct session *session, int steps, struct csv *csv);
bool graph_paper_export_graphs(const struct session *session, int steps, const char *ending,
                               struct text *into, struct error *error);

#endif
