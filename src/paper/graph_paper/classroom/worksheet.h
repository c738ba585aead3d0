/* Worksheets: tasks on paper (PDF), in true squares of 5 mm, for pupils or with the solutions.
 *
 * A4, with room for a name, page numbers and a ruler of 100 mm on each page. Tasks stand in the
 * same order and on the same pages with and without solutions.
 */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_CLASSROOM_WORKSHEET_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_CLASSROOM_WORKSHEET_H

#include "base/text.h"
#include "session/graph_paper/task.h"

/* Borrowed. Pages are numbered part by part: a version, or its solutions. */
struct worksheet_part {
    const char *title;
    const char *label; /* which version it is: stands at the foot; "" */
    const struct task *tasks;
    int count;
    bool solved;
};
bool worksheet_pdf(const struct worksheet_part *parts, int count, struct text *into,
                   struct error *error);

#endif
