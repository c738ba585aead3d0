/* A task on the screen: its sheet, table and graphs, what is asked, the answer as it comes about,
 * and the reply. Lessons and exercises put it into their frame.
 *
 * Targets besides those of the sheet (screens/graph_paper/scene/scene_view.h): `field N`, `answer
 * N` (of a choice), `row N` (of the table), `button check`, `button take-back`, `button hint`,
 * `button explain`, `button answer`. N is from 1, of rows from 0.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_CLASSROOM_TASK_PANEL_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_CLASSROOM_TASK_PANEL_H

#include "screens/graph_paper/scene/scene_view.h"
#include "session/graph_paper/task.h"
#include "ui/layout.h"

struct task_panel {
    struct task task; /* a copy; of a scene alone `asks` is false */
    bool asks, is_set;
    unsigned arrows; /* 1 << arrow_switch */
    const char *const *hints;
    int hint_count, hints_shown;
    struct scene scene; /* as it is driven by now */
    struct scene_view *view;
    struct task_answer answer;
    struct task_reply reply;
    bool has_reply;
    bool tells;       /* something new stands at the panel's end */
    bool solved;      /* rightly answered */
    bool shown;       /* the answer was asked for */
    bool explained;   /* so was the explanation, which is offered after some misses */
    bool folds;       /* done, and it does not fit: what is settled makes room */
    bool contest;     /* then the answer is shown only when the turn has passed */
    int tries;        /* wrong ones */
    unsigned faulty;  /* bit set of the fields that were wrong, until they are changed */
    bool finds_fault; /* the focus goes to the first of them */
    struct box sheet_box;
};

/* Begins a task; zeroed memory is an empty panel. The hints are borrowed. */
void task_panel_set(struct task_panel *task_panel, const struct task *task, bool asks,
                    unsigned arrows, const char *const *hints, int hint_count);
void task_panel_free(struct task_panel *task_panel);
/* The next hint; the explanation where it is offered, else the answer, but nothing in a contest;
 * and the answer in any case. What is done already stays as it is. */
enum task_help { TASK_HINT, TASK_EXPLAIN, TASK_ANSWER };
void task_panel_help(struct task_panel *task_panel, enum task_help help);
bool task_panel_is_done(
    const struct task_panel *task_panel); /* solved or shown, or nothing is asked */

/* The sheet, or the table and graph where the task shows no sheet. */
void task_panel_build_sheet(struct task_panel *task_panel, struct ui *ui, struct box box);
/* The panel's, of so many pixels that it shares with the sheet. */
int task_panel_width(const struct task_panel *task_panel, const struct canvas *canvas, int room);
/* What is asked and the reply, which comes into view. */
void task_panel_build(struct task_panel *task_panel, struct ui *ui, struct box box,
                      struct ui_scroll *scroll);
void task_panel_say(const struct task_panel *task_panel,
                    struct text *into); /* what it says now, for --watch */
bool task_panel_event(struct task_panel *task_panel, const SDL_Event *event);
int task_panel_animate(struct task_panel *task_panel, Uint32 now);

/* marks.c: explanations over the sheet, and what a task shows besides its scene. */
/* figures.c: the table with its rows as targets, the graphs; the box of a figure is filled. */
#endif
