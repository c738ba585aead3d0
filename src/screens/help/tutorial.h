/* What the tutorials of all games look like: the coach's card across the window above sheet and
 * panel, so that it never hides a point; and what Esc opens over it: the lessons, to go to any of
 * them, and the way out. What is taught and how it is judged is each game's own.
 */
#ifndef GRAPHPRIX_SCREENS_HELP_TUTORIAL_H
#define GRAPHPRIX_SCREENS_HELP_TUTORIAL_H

#include "screens/app.h"

enum tutorial_answer {
    TUTORIAL_NOTHING,
    TUTORIAL_SHOW_ME,
    TUTORIAL_TRY_AGAIN,
    TUTORIAL_NEXT,
    TUTORIAL_MENU,
    TUTORIAL_NEW_RACE,
    TUTORIAL_HOME
};

/* What the card says and offers. */
struct tutorial_card {
    const char *title;
    int lesson, count;              /* index of so many */
    const char *text;               /* with the numbers filled in */
    enum tutorial_answer offers[2]; /* what helps now, or nothing; and the way elsewhere */
};

/* The height of the longest thing that the card will ever have to say, so that it is the same for
 * all lessons and the sheet stays. */
typedef int tutorial_measure(struct canvas *canvas, int width, enum canvas_style style);
int tutorial_card_height(struct ui *ui, int width, const void *whose, tutorial_measure *measure);
enum tutorial_answer tutorial_card_build(struct ui *ui, struct box box,
                                         const struct tutorial_card *card);
/* A soft ring round what is to be clicked. False if that target is not in sight. */
bool tutorial_draw_halo(struct ui *ui, const char *id);

struct coach_table;
struct tutorial_entry {
    const char *name, *title;
    bool done;
};
struct tutorial_menu {
    const struct tutorial_entry *entries;
    int count, now;
    void (*begin)(struct app *app, int lesson);
    const struct coach_table *own; /* the tutorial's; those of other games are offered as well */
};
void tutorial_menu_build(struct app *app, struct ui *ui, const struct tutorial_menu *menu);
extern const struct screen
    screen_lessons; /* it, of the lesson on the screen; screens/help/coach.c */

#endif
