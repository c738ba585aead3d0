/* What the screens of the classroom share: the lessons that there are, ways between them, and a
 * task. */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_CLASSROOM_INSIDE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_CLASSROOM_INSIDE_H

#include "screens/app.h"
#include "screens/graph_paper/scene/scene_view.h"
#include "session/graph_paper/lesson/lesson.h"
#include "ui/layout.h"

/* Lessons as files, the shipped ones first, then the player's own, each by its file's name.
 */
struct lesson_entry {
    char *path;
    char id[96]; /* "lesson braking", unique */
    bool own;
    char title[PLAN_TITLE_BYTES], about[PLAN_SAY_BYTES];
    char facts[PLAN_TITLE_BYTES + 40]; /* "15 min · easy · after A bend" */
    char problem[500];                 /* it cannot be read: file, line and what to do; or "" */
};
struct lesson_list {
    struct lesson_entry *items;
    int count, capacity;
};
void lesson_list_read(struct lesson_list *list);
void lesson_list_free(struct lesson_list *list);

/* worksheets.c: the dialog that prints them, over the screen. The kind may be
 * WORKSHEET_MIXED, the seed 0: any. */
void worksheets_of_exercises(struct app *app, int kind, int difficulty, int seed);
void worksheets_of_lesson(struct app *app, const char *path); /* with the notes for the teacher */

/* worksheets.c: a seed from 1 to SEED_MOST as a field with its words before it. */
enum { SEED_MOST = 999 };
void worksheets_build_seed(struct layout *column, const char *words, int *seed);

/* === a task =====================================================================================
 */

/* A task on the screen: its sheet, table and graphs, what is asked, the answer as it comes about,
 * and the reply. Lessons and exercises put it into their frame.
 *
 * Targets besides those of the sheet (screens/graph_paper/scene/scene_view.h): `field N`, `answer
 * N` (of a choice), `row N` (of the table), `button check`, `button take-back`, `button hint`,
 * `button explain`, `button answer`. N is from 1, of rows from 0.
 */

enum { TASK_PANEL_COUNTS = 64 };
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
    /* What others have answered, on the sheet. */
    struct task_count {
        struct point at;
        int count;
        bool right;
    } counts[TASK_PANEL_COUNTS];
    int count_count;
};

/* asking.c: in a row, while the window has a table, a button that sends the task to all pages
 * there; they are by turns in so many teams. */
void asking_build_button(struct app *app, struct layout *row, struct task_panel *panel, int teams);

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

/* The sheet, or the table and graph where the task shows no sheet; and beside it, or below where
 * there is no room, what is asked and the reply, which comes into view. */
void task_panel_build(struct task_panel *task_panel, struct ui *ui, struct box rest,
                      struct ui_scroll *scroll);
void task_panel_say(const struct task_panel *task_panel,
                    struct text *into); /* what it says now, for --watch */
bool task_panel_event(struct task_panel *task_panel, const SDL_Event *event);
int task_panel_animate(struct task_panel *task_panel, Uint32 now);

extern const struct screen screen_classroom, screen_lesson, screen_exercises;

#endif
