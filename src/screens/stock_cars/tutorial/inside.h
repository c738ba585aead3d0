/* What the files of stock cars' tutorial share: its lessons as data, and how they are judged.
 *
 * A lesson is a race on a small map of its own, brought to its beginning by orders. Goals are about
 * what has happened, so whoever gets there by another order has got there.
 */
#ifndef GRAPHPRIX_SCREENS_STOCK_CARS_TUTORIAL_INSIDE_H
#define GRAPHPRIX_SCREENS_STOCK_CARS_TUTORIAL_INSIDE_H

#include "rules/stock_cars/stock_cars.h"
#include "screens/help/tutorial.h"
#include "session/session.h"

enum stock_goal_kind {
    GOAL_NOTHING,
    GOAL_DROVE,  /* at this speed or more, on the track */
    GOAL_ARRIVE, /* at the end of a turn on a tile of the area, on the track */
    GOAL_CARD,   /* paid a wild card, on the track */
    GOAL_SLIPSTREAM,
    GOAL_BANKED,
    GOAL_BAG,
    GOAL_REPAIRED,
    GOAL_LEFT_TRACK
};
struct stock_goal {
    enum stock_goal_kind kind;
    int speed;
    struct point low, high; /* of the area, both within */
};

enum { STOCK_LESSON_ENDS = 2, STOCK_LESSON_STEPS = 2, STOCK_LESSONS = 8 };

struct stock_lesson_step {
    const char *say;
    struct {
        struct stock_goal goal; /* GOAL_NOTHING: there is no such end */
        const char *praise;
    } ends[STOCK_LESSON_ENDS]; /* the first that has come about counts */
    const char *suggested;     /* orders that do it, one a turn, parted by blanks */
    bool points;               /* they are shown without being asked for */
};

struct stock_lesson {
    const char *name; /* of its target: "lesson bank" */
    const char *title;
    const char *map;
    const char *rules; /* fields of the preset that are set otherwise, parted by blanks */
    const char *begin; /* orders of all cars that lead to the beginning, parted by blanks */
    const char *blue;  /* Blue's after that, one a turn; "": Orange is alone */
    struct stock_lesson_step steps[STOCK_LESSON_STEPS]; /* `say` NULL: none */
};

enum { STOCK_ORANGE = 1, STOCK_BLUE = 2, STOCK_LESSON_TURNS = 5 };
extern const struct stock_lesson stock_lessons[STOCK_LESSONS];

/* A race at the lesson's beginning; NULL and the error. */
struct session *stock_lesson_begin(const struct stock_lesson *lesson, struct error *error);
/* The word at an index of a list parted by blanks; false behind its end. */
bool stock_pick(const char *list, int index, char *word, size_t size);
/* Has it come about since a step of the session? */
bool stock_goal_reached(const struct stock_goal *goal, const struct session *session, int since);

/* The target to be clicked next so that the order which stands in the field becomes that one; ""
 * where what stands there is no beginning of it. */
enum { STOCK_TARGET_BYTES = 40 };
void stock_next_target(const struct race *race, const char *written, const char *order,
                       char target[STOCK_TARGET_BYTES]);

#endif
