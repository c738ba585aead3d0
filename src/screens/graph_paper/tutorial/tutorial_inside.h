/* What the files of the tutorial share: the coach's card over the race screen's frame.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_TUTORIAL_TUTORIAL_INSIDE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_TUTORIAL_TUTORIAL_INSIDE_H

#include "screens/graph_paper/tutorial/coach.h"

/* screens/graph_paper/tutorial/tutorial.c: the lessons as data: where each begins, what
 * the coach says, what is to happen. */
enum { LESSON_ENDS = 2, LESSON_STEPS = 2 };

/* Sentences are patterns of rule_words. */
struct lesson_end {
    struct coach_goal goal; /* COACH_NOTHING: there is no such end */
    const char *praise;
};

struct lesson_step {
    const char *say;
    struct lesson_end ends[LESSON_ENDS]; /* the first that has come about counts */
    struct coach_goal shown;             /* what the suggestion leads to */
    bool points;                         /* the suggestion is shown without being asked for */
};

struct tutorial_lesson {
    const char *name; /* of its target: "lesson brake" */
    const char *title;
    /* Actions that lead to its beginning, parted by blanks. Blue goes on with its own, one after
     * each of Orange's; "": Orange is alone. */
    const char *orange, *blue;
    bool goes_on;                           /* from wherever the lesson before has ended */
    struct lesson_step steps[LESSON_STEPS]; /* `say` NULL: none */
};

enum { TUTORIAL_LESSONS = 8, TUTORIAL_ORANGE = 1, TUTORIAL_BLUE = 2 };
extern const struct tutorial_lesson tutorial_lessons[TUTORIAL_LESSONS];

#endif
