/* What the tutorials of all games look like: the coach's card across the window above sheet and
 * panel, so that it never hides a point; and what Esc opens over it: the lessons, to go to any of
 * them, and the way out. What is taught and how it is judged is each game's own.
 */
#ifndef GRAPHPRIX_SCREENS_HELP_TUTORIAL_H
#define GRAPHPRIX_SCREENS_HELP_TUTORIAL_H

#include "base/text.h"
#include "rules/game.h"
#include "screens/app.h"
#include "session/session.h"

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
extern const struct screen
    screen_lessons; /* it, of the lesson on the screen; screens/help/tutorial.c */

/* === coach ==================================================================================== */

/* The tutorial of any game: the race screen's frame with the coach's card above it, on races that
 * nobody keeps. What went wrong is tried again. The race that was running before is kept aside and
 * comes back when the pupil leaves.
 *
 * The pupil is car 1; the other cars act when it is drawn what was done before. What is taught and
 * how it is judged is the game's own, a table of functions.
 */

enum { COACH_PUPIL = 1, COACH_ENDS = 2, COACH_ACTION_BYTES = 64, COACH_TARGET_BYTES = 40 };
enum { COACH_LESSONS = 12 };

/* Sentences are patterns of rule_words. */
struct coach_step {
    const char *say;
    const char *praise[COACH_ENDS]; /* of each way in which it may end; NULL: there is none */
    bool points;                    /* at what is to be clicked, without being asked */
};

/* Where the pupil is. */
struct coach_now {
    int lesson, step;
    const struct session *session;
    const struct race_screen *race;
    int begun, since; /* steps of the session when the lesson, and its step, began */
};

/* Which lesson comes next, and which were done; zeroed: nothing was learnt yet. */
struct coach_memory {
    int lesson;
    bool done[COACH_LESSONS];
};

struct coach_table {
    struct coach_memory *memory;
    int lessons;
    void (*name)(int lesson, const char **name, const char **title); /* "bank", "A banked bend" */
    bool (*step)(int lesson, int step, struct coach_step *into);     /* false: there is none */
    /* From wherever the lesson before has ended? NULL: none does. */
    bool (*goes_on)(int lesson);
    /* Trying again takes back what led to a mishap; without it the lesson begins anew. */
    bool takes_back;
    /* A race at the lesson's beginning; NULL and the error. */
    struct session *(*session)(int lesson, struct error *error);
    /* The first of the ways to end the step that has come about since it began; -1. */
    int (*reached)(const struct coach_now *now);
    /* What went wrong, if the end will hardly come about any more; NULL: nothing. */
    const char *(*mishap)(const struct coach_now *now);
    /* What the next of the other cars does. */
    void (*act)(const struct coach_now *now, char action[COACH_ACTION_BYTES]);
    /* The target that the pupil had best click next, as things stand on the screen; "": none. */
    void (*point)(const struct coach_now *now, const struct ui *ui,
                  char target[COACH_TARGET_BYTES]);
};
extern const struct coach_table graph_paper_tutorial, stock_cars_tutorial, circuit_tutorial;

/* Goes to the tutorial of its game: to the lesson where the pupil has left it. At its end the
 * set-up is opened for this contest. */
void coach_open(struct app *app, const struct contest *contest);
/* The id of the button that does so, whatever screen it is on. */
const char *coach_button(const struct contest *contest);

#endif
