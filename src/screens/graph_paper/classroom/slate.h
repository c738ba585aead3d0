/* A task on the screen: its sheet, table and graphs, what is asked, the answer as it comes about,
 * and the reply. Lessons and exercises put it into their frame.
 *
 * Targets besides those of the sheet (screens/graph_paper/scene/scene_view.h): `field N`, `answer
 * N` (of a choice), `row N` (of the table), `button check`, `button take-back`, `button hint`,
 * `button answer`. N is from 1, of rows from 0.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_CLASSROOM_SLATE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_CLASSROOM_SLATE_H

#include "screens/graph_paper/scene/scene_view.h"
#include "session/graph_paper/task.h"
#include "ui/layout.h"

struct slate {
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
    bool tells;  /* something new stands at the panel's end */
    bool solved; /* rightly answered */
    bool shown;  /* the answer was asked for */
    int tries;   /* wrong ones */
    struct box sheet_box;
};

/* Begins a task; zeroed memory is an empty slate. The hints are borrowed. */
void slate_set(struct slate *slate, const struct task *task, bool asks, unsigned arrows,
               const char *const *hints, int hint_count);
void slate_free(struct slate *slate);
void slate_judge(struct slate *slate);         /* the answer as it is now */
void slate_help(struct slate *slate);          /* the next hint, and when all are told the answer */
bool slate_is_done(const struct slate *slate); /* solved or shown, or nothing is asked */

/* The sheet, or the table and graph where the task shows no sheet. */
void slate_build_sheet(struct slate *slate, struct ui *ui, struct box box);
/* The panel's, of so many pixels that it shares with the sheet. */
int slate_panel_width(const struct slate *slate, const struct canvas *canvas, int room);
/* What is asked and the reply, which comes into view. */
void slate_build_panel(struct slate *slate, struct ui *ui, struct box box,
                       struct ui_scroll *scroll);
void slate_say(const struct slate *slate, struct text *into); /* what it says now, for --watch */
bool slate_event(struct slate *slate, const SDL_Event *event);
int slate_animate(struct slate *slate, Uint32 now);

/* marks.c: explanations over the sheet, and what a task shows besides its scene. */
void slate_draw_marks(const struct slate *slate, struct canvas *canvas);
/* figures.c: the table with its rows as targets, the graphs; the box of a figure is filled. */
int slate_table_height(const struct slate *slate, const struct canvas *canvas);
void slate_build_table(struct slate *slate, struct ui *ui, struct box box);
int slate_graphs_height(const struct canvas *canvas, int room); /* beside a sheet */
void slate_draw_graphs(const struct slate *slate, struct canvas *canvas, struct box box);
/* A graph of a column against t, or a way, in a picture of a choice. */
void slate_draw_choice(struct canvas *canvas, const struct task_choice *choice, struct box box);

#endif
