/* The free demonstration: bodies on a sheet that move by the rule of graph paper and by nothing
 * else, or a race that is shown in class. Lives from entering its screen to leaving it; a race is
 * copied and never touched.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_DEMONSTRATION_DEMONSTRATION_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_DEMONSTRATION_DEMONSTRATION_H

#include "screens/app.h"

/* The race after its first `steps` steps, in place of an empty sheet. For rules_view.h. */
void graph_paper_show_in_class(struct app *app, const struct session *session, int steps);

#endif
