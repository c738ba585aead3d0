/* A scene (session/graph_paper/scene.h) by cairo.
 *
 * The ground is the sheet with its walls, the ways up to a row, pencil ways and the bodies there;
 * what changes with a pointer is drawn over it. Coordinates are those of a view (paper/paper.h).
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_CLASSROOM_SCENE_INK_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_CLASSROOM_SCENE_INK_H

#include "paper/graph_paper/arrows.h"
#include "session/graph_paper/scene.h"

/* How it is shown; zeroed: the sheet as it is now, without arrows, and nothing to choose. */
struct scene_look {
    unsigned arrows; /* 1 << arrow_switch of each kind */
    bool shows_body; /* arrows are those of `body` alone; else of all bodies */
    int body;
    bool chooses;        /* the points that `body` can choose for its next move are shown */
    bool shows_choice;   /* and the arrows are those of that move, not of the one that was made */
    struct point choice; /* a */
    bool is_marked; /* row `marked_row` of `marked_body` is ringed, with the arrows of its move */
    int marked_body, marked_row;
    bool is_pointed; /* a ring round a grid point */
    struct point pointed;
};

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

#endif
