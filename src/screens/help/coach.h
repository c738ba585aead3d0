/* Tutorials of races on courses of their own: the race screen's frame with the coach's card above
 * it, on races that nobody keeps. What went wrong is tried again from the lesson's beginning. The
 * race that was running before is kept aside and comes back when the pupil leaves.
 *
 * The pupil is car 1; the other cars act when it is drawn what was done before. What is taught and
 * how it is judged is the game's own, a table of functions.
 */
#ifndef GRAPHPRIX_SCREENS_HELP_COACH_H
#define GRAPHPRIX_SCREENS_HELP_COACH_H

#include "base/text.h"
#include "screens/help/tutorial.h"
#include "session/session.h"

enum { COACH_PUPIL = 1, COACH_ENDS = 2, COACH_ACTION_BYTES = 64, COACH_TARGET_BYTES = 40 };
enum { COACH_LESSONS = 12 };

struct coach_step {
    const char *say;
    const char *praise[COACH_ENDS]; /* of each way in which it may end; NULL: there is none */
    bool points;                    /* at what is to be clicked, without being asked */
};

struct race_screen;
struct coach_table {
    const struct screen *screen, *menu; /* the tutorial, and what Esc opens */
    void (*begin)(struct app *app, int lesson);
    int lessons;
    void (*name)(int lesson, const char **name, const char **title); /* "bank", "A banked bend" */
    bool (*step)(int lesson, int step, struct coach_step *into);     /* false: there is none */
    /* A race at the lesson's beginning; NULL and the error. */
    struct session *(*session)(int lesson, struct error *error);
    /* The first of the ways to end a step that has come about since a step of the session; -1. */
    int (*reached)(int lesson, int step, const struct session *session, int since);
    /* What went wrong since then, if the end will hardly come about any more; NULL: nothing. */
    const char *(*mishap)(const struct session *session, int since);
    /* What the next of the other cars does; `begun` is the step at the lesson's beginning. */
    void (*act)(int lesson, const struct session *session, int begun,
                char action[COACH_ACTION_BYTES]);
    /* The target that the pupil had best click next, as things stand on the screen; "": none. */
    void (*point)(int lesson, int step, const struct session *session, int since,
                  const struct ui *ui, char target[COACH_TARGET_BYTES]);
};

/* Zeroed but for the table: nothing was learnt yet. */
struct coach {
    const struct coach_table *table;
    int lesson;
    bool done[COACH_LESSONS];

    /* From enter to leave: */
    struct session *before;  /* the race that was running, or NULL; owned */
    struct session *session; /* of the lesson; app->session unless another race was opened */
    struct race_screen *race;
    int step;           /* of the lesson */
    int begun, since;   /* steps of the session when the lesson, and its step, began */
    const char *praise; /* for what was done last, or NULL */
    bool finished;      /* the lesson */
    bool shown;         /* the pupil has asked to be shown */
    struct text words;  /* on the card */
};

/* What the functions of the tutorial's screen do. */
void coach_enter(struct coach *coach, struct app *app);
void coach_leave(struct coach *coach, struct app *app);
void coach_build(struct coach *coach, struct app *app, struct ui *ui);
bool coach_event(struct coach *coach, struct app *app, const SDL_Event *event);
int coach_animate(struct coach *coach, struct app *app, Uint32 now);
/* And of its menu. */
void coach_build_menu(const struct coach *coach, struct app *app, struct ui *ui);
void coach_begin(struct coach *coach, struct app *app, int lesson);

#endif
