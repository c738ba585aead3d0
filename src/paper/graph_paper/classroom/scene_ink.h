/* A scene (session/graph_paper/scene.h) by cairo.
 *
 * The ground is the sheet with its walls, the ways up to a row, pencil ways and the bodies there;
 * what changes with a pointer is drawn over it. Coordinates are those of a view (paper/paper.h).
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_CLASSROOM_SCENE_INK_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_CLASSROOM_SCENE_INK_H

#include "paper/graph_paper/ink.h"
#include "paper/paper.h"
#include "session/graph_paper/kinematics.h"
#include "session/graph_paper/scene.h"
#include "session/graph_paper/task.h"

/* How it is shown; zeroed: the sheet as it is now, without arrows, and nothing to choose. */
struct scene_look {
    unsigned arrows; /* 1 << arrow_switch of each kind */
    bool shows_body; /* arrows are those of `body` alone; else of all bodies */
    int body;
    bool chooses;        /* the points that `body` can choose for its next move are shown */
    bool shows_choice;   /* and the arrows are those of that move, not of the one that was made */
    struct point choice; /* a */
    bool untold; /* what would be chosen has neither arrows nor numbers: they are to be written */
    bool is_marked; /* row `marked_row` of `marked_body` is ringed, with the arrows of its move */
    int marked_body, marked_row;
    bool is_pointed; /* a ring round a grid point */
    struct point pointed;
    const struct task_words *words; /* whose arrows are drawn over it, so that no name lies under
                                       them; or NULL */
};

enum { SCENE_WIND_ASIDE = 6 }; /* squares from a body to the wind's arrow */

/* The course of a scene that has one; what counts for nothing there is pale. */
void scene_draw_course(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                       const struct paper_theme *theme);
/* Squared paper and the track, if there is one; opaque. */
void scene_draw_paper(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                      const struct paper_theme *theme);
/* Walls, pencil ways, ways and bodies, culled to the clip. Rows are those of scene->now. */
void scene_draw_ways(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                     const struct scene_look *look, const struct paper_theme *theme);
/* Targets, wind, points, arrows, marks. */
void scene_draw_signs(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                      const struct scene_look *look, const struct paper_theme *theme);
/* From the middle of a cross that marks a point to its sides. */
double scene_cross(const struct paper_view *view);
/* Names and numbers of all that, and what they keep clear of: first what stays while only the
 * pointer moves (bodies, targets, wind), then what the arrows say. */
void scene_label_things(struct labels *labels, const struct paper_view *view,
                        const struct scene *scene, const struct scene_look *look,
                        const struct paper_theme *theme);
void scene_label_arrows(struct labels *labels, const struct paper_view *view,
                        const struct scene *scene, const struct scene_look *look,
                        const struct paper_theme *theme);
/* Boxes of whole pixels, x, y, width, height; false: there is nothing. Of a way with the marks at
 * both ends; of targets and wind; of the points to choose; of what changes with the pointer. */
bool scene_way_box(const struct paper_view *view, int height, const struct point *way, int count,
                   double box[4]);
bool scene_targets_box(const struct paper_view *view, const struct scene *scene, double box[4]);
bool scene_points_box(const struct paper_view *view, const struct scene *scene,
                      const struct scene_look *look, double box[4]);
bool scene_pointer_box(const struct paper_view *view, const struct scene *scene,
                       const struct scene_look *look, double box[4]);

/* The move that leads to a row (1..), or the next one with a choice. */
struct arrow_move scene_arrows(const struct scene *scene, int body, int row);

/* === kinematics graph ========================================================================= */

/* Graphs of a motion against time, drawn as what they are: places as straight pieces, velocities as
 * steps (v_k holds from k - 1 to k), accelerations as bars. One panel a quantity below each other
 * over the same time, all lines of the table in their pens and marks.
 */

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

/* Where the plot of a graph stands from top to bottom, the first one's index being 0; false: there
 * are not so many. */
bool graphs_plot(const struct kinematics *of, unsigned quantities, const struct graph_frame *frame,
                 int index, double *top, double *height);
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
