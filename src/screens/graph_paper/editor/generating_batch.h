/* Candidates: tracks of neighbouring seeds, made one after the other beside the window
 * (base/system/worker.h), which is woken whenever one more is there.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_GENERATING_BATCH_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_GENERATING_BATCH_H

#include "studio/graph_paper/generate/generate.h"

enum { BATCH_SIZE = 6 };

struct batch;

enum batch_state { BATCH_WAITING, BATCH_MADE, BATCH_FAILED };

struct batch_answer {
    enum batch_state state;
    const struct track *track; /* the batch's; NULL until it is made */
    int par;                   /* 0: an arena */
    const char *why;           /* it failed; valid until batch_free */
};

/* The wish's seed and those after it. The wish must have a meaning. */
struct batch *batch_begin(const struct generator_wish *wish);
struct batch_answer batch_answer(const struct batch *batch, int index);
void batch_free(struct batch *batch); /* NULL is allowed */

#endif
