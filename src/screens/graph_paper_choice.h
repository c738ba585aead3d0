/* What the player to move can choose now, and which of it is pointed at: pure, no drawing.
 *
 * A choice is made anew after each action. It is a view on the rules' answers and never a source of
 * them; the chosen start point and whether nitro points are shown belong to the person, not to the
 * race, so undo does not bring them back.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_CHOICE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_CHOICE_H

#include "rules/graph_paper/graph_paper.h"
#include "session/session.h"

struct choice {
    int car; /* to move; 0: nobody */
    bool nitros_shown;
    struct point_list starts; /* while the car waits for its place */
    int chosen_start;         /* index, or -1 */
    struct move_list all;     /* that the rules allow */
    struct move *shown;       /* of them: without nitros, or with */
    int shown_count;
    int shown_capacity;
    struct point from;      /* of the moves, if there are any */
    struct point velocity;  /* of the car there */
    struct point principal; /* point of the moves */
    struct move_list after; /* preview from `after_of` */
    int after_of;           /* index into `shown`, or -1 */
};

void choice_free(struct choice *choice);
/* The race has changed: asks the rules. */
void choice_refresh(struct choice *choice, const struct session *session);
void choice_show_nitros(struct choice *choice, bool shown);
/* A start point is taken for the moves that follow (with_first_move), or given back with -1. */
void choice_take_start(struct choice *choice, const struct session *session, int start);
/* Is a start point all that is chosen now (choose = reverse)? */
bool choice_start_is_action(const struct session *session);
/* Are there points that cost nitros? */
bool choice_has_nitros(const struct choice *choice);

/* Fills `after` with the preview from a shown move, or empties it (-1). */
void choice_look_ahead(struct choice *choice, const struct session *session, int shown);

/* The index of the shown move or the start point nearest to (x, y), in squares, and at most
 * `reach` squares away; -1 if there is none. Start points count while none is chosen. */
int choice_nearest_move(const struct choice *choice, double x, double y, double reach);
int choice_nearest_start(const struct choice *choice, double x, double y, double reach);
/* The shown move to principal + (dx, dy), or -1. */
int choice_move_at(const struct choice *choice, int dx, int dy);
/* From one point of the choice the next in direction (dx, dy), y up; `at` is the index of a shown
 * move, or of a start point when `starts`. With -1 the principal point or the first start. */
int choice_step(const struct choice *choice, bool starts, int at, int dx, int dy);

/* The action's text for a shown move. */
void choice_print_move(const struct choice *choice, int shown, struct text *into);

#endif
