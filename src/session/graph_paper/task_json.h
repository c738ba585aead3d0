/* A task as JSON, for programs: all that is shown, and then what is right, offered as wrong, and
 * said. A sheet's course is the text of its file.
 */
#ifndef GRAPHPRIX_SESSION_GRAPH_PAPER_TASK_JSON_H
#define GRAPHPRIX_SESSION_GRAPH_PAPER_TASK_JSON_H

#include "session/graph_paper/task.h"

/* The members of an object that the caller has opened. */
void task_append_json(struct text *into, const struct task *task);

#endif
