/* Numbers that pupils type, in lessons, exercises and beside a race: the field of one, framed while
 * it is known to be wrong, and the two of a vector between brackets, as the class writes them.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_SCENE_ANSWER_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_SCENE_ANSWER_H

#include "session/graph_paper/task.h"
#include "ui/ui.h"

struct answer_field {
    const char *id;
    const char *label; /* "vx": `label wrong: vx` while it is faulty */
    char *typed;       /* TASK_TYPED_BYTES */
    bool faulty;
};

/* True when it changed. */
bool answer_field(struct ui *ui, const struct answer_field *field, struct box box);
/* Below each other where vectors are columns, else side by side. */
bool answer_vector(struct ui *ui, const struct answer_field fields[2], struct box box);
/* Its size, when a field is so large. */
struct point answer_vector_size(const struct canvas *canvas, struct point field);

#endif
