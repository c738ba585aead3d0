/* What the files of the tutorial share: the coach's card over the race screen's frame.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_TUTORIAL_TUTORIAL_INSIDE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_TUTORIAL_TUTORIAL_INSIDE_H

#include "screens/app.h"
#include "screens/graph_paper/tutorial/tutorial_lessons.h"

/* What the card says and offers. */
struct tutorial_card {
    int lesson;       /* index */
    const char *text; /* with the numbers filled in */
    bool praise;      /* the lesson is done */
    bool try_again;   /* something went wrong */
    bool show_me;     /* there is something to show */
};

enum tutorial_answer {
    TUTORIAL_NOTHING,
    TUTORIAL_SHOW_ME,
    TUTORIAL_TRY_AGAIN,
    TUTORIAL_NEXT,
    TUTORIAL_MENU,
    TUTORIAL_NEW_RACE,
    TUTORIAL_HOME
};

/* screens/graph_paper/tutorial/tutorial_card.c: the height is the same for all lessons, so that the
 * sheet stays. */
int tutorial_card_height(struct ui *ui, int width);
enum tutorial_answer tutorial_card_build(struct ui *ui, struct box box,
                                         const struct tutorial_card *card);
/* A soft ring round what is to be clicked. False if that target is not in sight. */
bool tutorial_draw_halo(struct ui *ui, const char *id);

/* screens/graph_paper/tutorial/tutorial.c */
/* From its beginning, in place of the lesson that is on the screen. */
void tutorial_begin(struct app *app, int lesson);
int tutorial_lesson_now(void);
bool tutorial_is_done(int lesson);

/* screens/graph_paper/tutorial/tutorial_menu.c: what Esc opens over the tutorial. */
extern const struct screen screen_lessons;

#endif
