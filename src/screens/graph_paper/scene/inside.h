/* What the two files of a scene's view share.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_SCENE_INSIDE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_SCENE_INSIDE_H

#include "draw/sheet.h"
#include "screens/graph_paper/scene/scene_view.h"

/* What the cached picture shows. */
struct scene_shown {
    uint64_t rest; /* all of it but ways and bodies */
    struct point *ways[SCENE_BODIES];
    int counts[SCENE_BODIES], capacities[SCENE_BODIES];
    int body_count;
    uint64_t live[5]; /* of each live box; that of the left numbers stands for both */
    uint64_t written; /* for which arrows labels were written, and for which things */
    uint64_t things_written;
};

struct scene_view {
    struct camera camera;
    struct camera_hand hand;
    struct box box;
    struct sheet *sheet;
    struct labels labels; /* of things, then of the edges, then of arrows */
    int thing_labels, edge_labels, edge_obstacles;
    bool coarse;
    struct scene_shown shown;
    const struct scene *scene; /* while drawing */
    struct scene_look look;

    bool is_pointed;
    struct point pointed;
    bool at_keys; /* by the ring, which is at `cursor` */
    struct point cursor;
    bool has_clicked, places, focused, ring;
    struct point clicked;
    bool handle_moved;   /* the one that is held */
    char handle[32];     /* that has the focus; "" for none */
    struct point pushed; /* it by an arrow key, since the last pass */
};

void scene_sheet_begin(struct scene_view *view);
void scene_sheet_end(struct scene_view *view);
void scene_sheet_draw(struct scene_view *view, struct canvas *canvas, const struct scene *scene,
                      const struct scene_look *look);

#endif
