/* What a track holds besides its walls: line, slicks, turbo areas, checkpoints, inspected points.
 * For the files of this folder.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_FEATURES_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_FEATURES_H

#include "paper/graph_paper/outline.h"

/* The grounds of areas, which belong under the grid. */
void features_draw_shading(const struct track_brush *brush);
/* What lies under the walls: outlines of areas, start and finish. Lines are cut off at the walls.
 * On a sheet the arrow of the race's direction keeps off its edge. */
void features_draw(const struct track_brush *brush, const struct outline *walls, bool on_sheet);
/* What stands over the walls: checkpoints with their numbers, inspected points. */
void features_draw_signs(const struct track_brush *brush);

/* Makes areas pale that the rules in force ignore. */
void features_fade(const struct track_brush *brush, const struct track_patch *patches, int count);

/* How a checkpoint is drawn: plainly, as the next one to pass, or as one that is behind. */
struct gate_look {
    struct paper_color color, ground, letter; /* of its lines; of the number's disc and number */
    double width;                             /* of its lines: 1 is usual */
    bool passed;                              /* a tick instead of the number */
};
void features_draw_gate(const struct track_brush *brush, const struct track_checkpoint *checkpoint,
                        const struct gate_look *look);
/* What it touches at most, in any look; as paper_step_box. */
void features_gate_box(const struct track_brush *brush, const struct track_checkpoint *checkpoint,
                       double box[4]);
/* Makes a box (left, top, right, bottom) so wide that it holds the discs of all gates and the arrow
 * of the race's direction, which may stand over the sheet's edge. */
void features_widen_box(const struct track_brush *brush, double box[4]);
/* No label covers the numbers of the checkpoints. */
void features_keep_off(struct labels *labels, const struct paper_view *view,
                       const struct track *track);

#endif
