/* What drawing a turn and writing beside it share. For the turn's own files.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_TURN_INSIDE_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_TURN_INSIDE_H

#include "paper/brush.h"
#include "paper/graph_paper/turn.h"

struct turn_spot {
    double x, y; /* device pixels */
};

/* One arrow of the vectors with its name. A vector of zero length has only a label. */
struct turn_arrow {
    const char *name; /* NULL: no label */
    struct point from, vector;
    struct paper_color color;
    double aside; /* device pixels to the right of where it belongs, for one that lies on others */
    bool dashed;
};
enum { TURN_ARROW_LIMIT = 5 };

/* The old velocity, the same once more to the principal point, the acceleration from there, and
 * what both come to. When all lie on one line the sum is drawn beside it. Returns how many. */
int turn_list_arrows(const struct paper_view *view, const struct paper_turn *turn,
                     const struct paper_theme *theme, struct turn_arrow arrows[TURN_ARROW_LIMIT]);

struct turn_spot turn_spot_of(const struct paper_view *view, const struct track *track,
                              struct point grid);
/* The one pointed at, or NULL. */
const struct move *turn_chosen_move(const struct paper_turn *turn);

#endif
