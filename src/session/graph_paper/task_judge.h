/* Answers to a task: judged exactly, explained where they are wrong, and given where somebody asks.
 *
 * Nothing here changes the task; replies are values that own nothing.
 */
#ifndef GRAPHPRIX_SESSION_GRAPH_PAPER_TASK_JUDGE_H
#define GRAPHPRIX_SESSION_GRAPH_PAPER_TASK_JUDGE_H

#include "session/graph_paper/task.h"

/* Can it be answered, and is what counts as right consistent (a drive is searched for)? For lessons
 * from a file. */
bool task_check(const struct task *task, struct error *error);

enum task_verdict {
    TASK_RIGHT,
    TASK_NEARLY,     /* a number that is to be written otherwise: asked again */
    TASK_UNREADABLE, /* no number, nothing chosen, a drive that goes on: asked again */
    TASK_WRONG
};
struct task_reply {
    enum task_verdict verdict;
    int field;               /* the first one that is to blame; -1 */
    bool right[TASK_FIELDS]; /* of the fields */
    struct task_words words; /* what to say and draw */
};
void task_judge(const struct task *task, const struct task_answer *answer,
                struct task_reply *reply);
/* A right answer (of a drive, one of the shortest), and what is said and drawn with it. */
void task_solve(const struct task *task, struct task_answer *answer, struct task_words *words);
/* "(3, −1)", "√13 ≈ 3.61", "B", "row 4": for people. */
void task_append_answer(struct text *text, const struct task *task,
                        const struct task_answer *answer);

#endif
