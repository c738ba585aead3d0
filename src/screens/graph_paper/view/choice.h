/* What the player to move can choose now, and which of it is pointed at: pure, no drawing.
 *
 * A choice is made anew after each action. It is a view on the rules' answers and never a source of
 * them; the chosen start point and whether nitro points are shown belong to the person, not to the
 * race, so undo does not bring them back.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_VIEW_CHOICE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_VIEW_CHOICE_H

#include "paper/graph_paper/ink.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/session.h"

/* A slick that limits the move (RULES 6). */
enum choice_limit { LIMIT_NONE, LIMIT_COAST, LIMIT_FOUR };

struct choice {
    int car; /* to move; 0: nobody */
    bool nitros_shown;
    struct start_runs starts;              /* while the car waits for its place */
    struct point few[PAPER_RINGED_STARTS]; /* the same as points if they are no more than that */
    struct point lowest, highest;          /* corners of the box that they lie in */
    uint64_t starts_mark;                  /* the same only for the same points */
    int chosen_start;                      /* index, or -1 */
    struct point start;                    /* that one */
    struct move_list all;                  /* that the rules allow */
    struct move *shown;                    /* of them: without nitros, or with */
    int shown_count;
    int shown_capacity;
    struct point from;      /* of the moves, if there are any */
    struct point velocity;  /* of the car there */
    struct point principal; /* point of the moves */
    struct point shift;     /* of it, by turbo areas */
    enum choice_limit limit;
    struct refused_list barred;  /* within the car's reach, but not to be chosen */
    struct refused_list refused; /* of them: within the reach of what is shown */
    bool four, has_uses;         /* of the acceleration; brakes or boosts are left */
    int step;                    /* of an acceleration that costs nothing */
    struct move_list after;      /* preview from `after_of` */
    int after_of;                /* index into `shown`, or -1 */
};

void choice_free(struct choice *choice);
/* The race has changed: asks the rules. */
void choice_refresh(struct choice *choice, const struct session *session);
/* The same where somebody else chooses: nothing is to be chosen here. */
void choice_leave(struct choice *choice, const struct session *session);
void choice_show_nitros(struct choice *choice, bool shown);
/* A start point is taken for the moves that follow (with_first_move), or given back with -1. */
void choice_take_start(struct choice *choice, const struct session *session, int start);
/* Are there points that cost what the sign stands for? */
bool choice_has(const struct choice *choice, enum paper_sign sign);
/* Fills `after` with the preview from a shown move, or empties it (-1). */
void choice_look_ahead(struct choice *choice, const struct session *session, int shown);

/* Spots are what pointer and keys point at: start points while there are no moves to choose from,
 * else the shown moves and then the refused points. */
enum choice_kind { SPOT_START, SPOT_MOVE, SPOT_REFUSED };
int choice_spot_count(const struct choice *choice);
struct point choice_spot(const struct choice *choice, int index);
enum choice_kind choice_spot_kind(const struct choice *choice, int index);
/* The one nearest to (x, y), in squares, and at most `reach` squares away; -1 if there is none.
 * Start points count while none is chosen. */
int choice_nearest(const struct choice *choice, double x, double y, double reach);
/* The shown move to a point, and to principal + (dx, dy), or -1. */
int choice_move_to(const struct choice *choice, struct point to);
int choice_move_at(const struct choice *choice, int dx, int dy);
/* From one of them the next in direction (dx, dy), y up. With -1 the principal point or the first
 * start; -1 if there is none. */
int choice_step(const struct choice *choice, int at, int dx, int dy);

/* The action's text for a shown move. */
void choice_print_move(const struct choice *choice, int shown, struct text *into);

#endif
