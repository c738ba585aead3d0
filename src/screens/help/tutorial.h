/* What the tutorials of all games look like: the coach's card across the window above sheet and
 * panel, so that it never hides a point; and what Esc opens over it: the lessons, to go to any of
 * them, and the way out. What is taught and how it is judged is each game's own.
 */
#ifndef GRAPHPRIX_SCREENS_HELP_TUTORIAL_H
#define GRAPHPRIX_SCREENS_HELP_TUTORIAL_H

#include "base/text.h"
#include "rules/setup.h"
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

extern const struct screen
    screen_lessons; /* it, of the lesson on the screen; screens/help/tutorial.c */

/* === coach ==================================================================================== */

/* The tutorial of any game: the race screen's frame with the coach's card above it, on races that
 * nobody keeps. What went wrong is tried again. The race that was running before is kept aside and
 * comes back when the pupil leaves.
 *
 * A tutorial is a script of lessons. A lesson is brought to its beginning by actions, and a step of
 * it ends when one of its goals has come about: goals are about what has happened, so whoever gets
 * there in a way of their own has got there. The pupil is car 1, Orange; the other cars act when it
 * is drawn what was done before. What the game itself has to say is in a table of functions.
 *
 * Lists are parted by ";".
 */

enum { COACH_PUPIL = 1, COACH_ENDS = 2, COACH_STEPS = 3, COACH_LESSONS = 12 };
enum { COACH_ACTION_BYTES = 64, COACH_TARGET_BYTES = 40 };

/* What is to come about: a kind of the game's own, 0 is none; at so much speed; in an area. */
struct coach_goal {
    int kind, speed;
    struct point low, high; /* of the area, both within */
};

/* Sentences are patterns of rule_words. */
struct coach_step {
    const char *say; /* NULL: there is no such step */
    struct {
        struct coach_goal goal;
        const char *praise;
    } ends[COACH_ENDS];      /* the first that has come about counts */
    const char *suggested;   /* what does it, as the game's `point` reads it */
    struct coach_goal shown; /* or what the suggestion leads to */
    bool points;             /* it is shown without being asked for */
};

struct coach_lesson {
    const char *name; /* of its target: "lesson bank" */
    const char *title;
    const char *course; /* its file's text; NULL: the table's one */
    const char *rules;  /* fields that are set otherwise, or NULL */
    const char *begin;  /* actions that lead to the beginning */
    const char *others; /* of the other cars after that, in order; or NULL */
    int cars;
    bool others_begin; /* theirs lead to the beginning, too, and `begin` has the pupil's alone */
    bool goes_on;      /* from wherever the lesson before has ended */
    struct coach_step steps[COACH_STEPS];
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
    const struct coach_lesson *lessons;
    int count;
    const struct game *game;
    int preset;
    const char *rules; /* of all lessons, or NULL */
    /* The course of all lessons, NULL and the error; or NULL: each has its own. */
    struct course (*course)(struct error *error);
    /* Trying again takes back what led to a mishap; without it the lesson begins anew. */
    bool takes_back;
    bool (*reached)(const struct coach_goal *goal, const struct coach_now *now);
    /* What went wrong, if the end will hardly come about any more; NULL: nothing. */
    const char *(*mishap)(const struct coach_now *now);
    /* What another car does that has no action left, or cannot do it. */
    void (*stand_in)(const struct race *race, char action[COACH_ACTION_BYTES]);
    /* The target that the pupil had best click next, as things stand on the screen; "": none. */
    void (*point)(const struct coach_now *now, const struct ui *ui,
                  char target[COACH_TARGET_BYTES]);
};
extern const struct coach_table graph_paper_tutorial, stock_cars_tutorial, circuit_tutorial;

const struct coach_step *coach_step(const struct coach_table *table, int lesson, int step);
/* The piece at an index of a list; false behind its end. */
bool coach_pick(const char *list, int index, char *piece, size_t size);
/* A race at the lesson's beginning; NULL and the error. */
struct session *coach_begin(const struct coach_table *table, const struct coach_lesson *lesson,
                            struct error *error);
/* The first of the ways to end the step that has come about since it began; -1. */
int coach_reached(const struct coach_table *table, const struct coach_now *now);

/* Goes to the tutorial of its game: to the lesson where the pupil has left it. At its end the
 * set-up is opened for this contest. */
void coach_open(struct app *app, const struct contest *contest);
/* The id of the button that does so, whatever screen it is on. */
const char *coach_button(const struct contest *contest);

#endif
