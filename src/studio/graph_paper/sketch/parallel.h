/* The line beside a closed one at an even distance.
 *
 * Every place of a fine mesh learns how far it is from the line; the line beside it is where that
 * is as far as wanted. So it cannot cross itself or the first one, whatever that looks like, and
 * what has no room falls away by itself.
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_SKETCH_PARALLEL_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_SKETCH_PARALLEL_H

#include "studio/trail.h"

/* `loop` ends where it begins. Inside if `squares` is above 0, else outside. Of several lines the
 * one round the largest area, ending where it begins; false if there is none. */
bool parallel_find(const struct trail *loop, double squares, struct trail *into);

#endif
