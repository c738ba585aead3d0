/* What the screens of the classroom share: the lessons that there are, and ways between them.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_CLASSROOM_INSIDE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_CLASSROOM_INSIDE_H

#include "screens/app.h"
#include "screens/graph_paper/classroom/task_panel.h"
#include "session/graph_paper/lesson/lesson.h"

/* list.c: lessons as files, the shipped ones first, then the player's own, each by its file's name.
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

extern const struct screen screen_classroom, screen_lesson, screen_exercises;

#endif
