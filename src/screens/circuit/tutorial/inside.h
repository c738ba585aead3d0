/* What the files of circuit's tutorial share: its lessons as data, and how they are judged.
 *
 * A lesson is a race on a practice circuit, brought to its beginning by actions. Goals are about
 * what has happened, so whoever gets there in another way has got there.
 */
#ifndef GRAPHPRIX_SCREENS_CIRCUIT_TUTORIAL_INSIDE_H
#define GRAPHPRIX_SCREENS_CIRCUIT_TUTORIAL_INSIDE_H

#include "rules/circuit/circuit.h"
#include "screens/help/coach.h"

enum circuit_goal {
    GOAL_NOTHING,
    GOAL_SHOWN,   /* a speed was posted and shown */
    GOAL_MOVED,   /* the move is over, without a spin */
    GOAL_CLEAN,   /* besides, the corner was entered and has cost nothing */
    GOAL_WORN,    /* besides, it has cost wear */
    GOAL_ON_LINE, /* clean, with the benefit of the line, faster than the signs say */
    GOAL_DRAWN,   /* the move is over, in a slipstream */
    GOAL_BLOCKED, /* all lanes ahead are taken */
    GOAL_FORCED,  /* a pass is being forced */
    GOAL_PASSED,
    GOAL_HELD
};

enum { CIRCUIT_LESSONS = 5, CIRCUIT_LESSON_STEPS = 3, CIRCUIT_LESSON_TURNS = 2 };

struct circuit_lesson_step {
    const char *say;
    struct {
        enum circuit_goal goal; /* GOAL_NOTHING: there is no such end */
        const char *praise;
    } ends[COACH_ENDS];
    const char *suggested; /* targets, parted by ";": the first that is there is to be clicked */
    bool points;
};

struct circuit_lesson {
    const char *name; /* of its target: "lesson post" */
    const char *title;
    const char *rules;  /* fields of the preset that are set otherwise, parted by ";" */
    const char *begin;  /* actions of all cars that lead to the beginning, parted by ";" */
    const char *others; /* actions of the other cars after that, in order */
    int cars;
    struct circuit_lesson_step steps[CIRCUIT_LESSON_STEPS]; /* `say` NULL: none */
};
extern const struct circuit_lesson circuit_lessons[CIRCUIT_LESSONS];

/* A race at the lesson's beginning; NULL and the error. */
struct session *circuit_lesson_begin(const struct circuit_lesson *lesson, struct error *error);
/* The piece at an index of a list parted by ";"; false behind its end. */
bool circuit_pick(const char *list, int index, char *piece, size_t size);
bool circuit_goal_reached(enum circuit_goal goal, const struct session *session, int since);
/* What went wrong; NULL: nothing. */
const char *circuit_lesson_mishap(const struct session *session, int since);
/* The next of the other cars' actions; what any car would do when the list is at its end. */
void circuit_act_for_others(const struct circuit_lesson *lesson, const struct session *session,
                            int begun, char action[COACH_ACTION_BYTES]);

#endif
