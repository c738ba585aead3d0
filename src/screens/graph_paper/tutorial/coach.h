/* The coach's judgement: has somebody done what a lesson asks for, and what would do it from here?
 *
 * Goals are about what has happened, not about points on the sheet, so whoever gets there in a way
 * of their own has got there. What could be done is found by a search over the moves that the rules
 * allow; nothing here changes a race.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_TUTORIAL_COACH_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_TUTORIAL_COACH_H

#include "screens/help/tutorial.h"

enum coach_kind {
    COACH_NOTHING,
    COACH_START,   /* a start point is chosen */
    COACH_MOVE,    /* any move */
    COACH_ARRIVE,  /* on the track, in the area, at `speed` squares a move or more */
    COACH_STEADY,  /* a move to the principal point, not standing */
    COACH_VECTORS, /* the arrows of the velocity are shown */
    COACH_NITRO,   /* a nitro used */
    COACH_SLICK,
    COACH_COLLISION,
    COACH_CRASH, /* off the track */
    COACH_FLAG
};

/* What is looked at: the race since its step `since`, and what is on the screen. */
struct coach_sight {
    const struct session *session;
    int player;
    int since;
    bool half_chosen;
    struct point start; /* if half chosen */
    bool vectors;
};

/* The first click on the shortest way to the goal; false if there is none worth showing, or nothing
 * is to be clicked on the sheet. */
bool coach_suggest(const struct coach_goal *goal, const struct coach_sight *sight,
                   struct point *click);

#endif
