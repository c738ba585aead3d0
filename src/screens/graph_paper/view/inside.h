/* What the files of the graph paper's view share: one person's look at the game.
 *
 * Where the pointer is, which start point is chosen and whether nitros are shown: none of that is
 * part of the race.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_VIEW_INSIDE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_VIEW_INSIDE_H

#include "draw/sheet.h"
#include "paper/graph_paper/ink.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/motion/motion.h"
#include "screens/rules_view.h"
#include "screens/tracks/tracks.h"
#include "session/session.h"

/* === choice ============================================================================== */

/* What the player to move can choose now, and which of it is pointed at: pure, no drawing.
 *
 * A choice is made anew after each action. It is a view on the rules' answers and never a source of
 * them; the chosen start point and whether nitro points are shown belong to the person, not to the
 * race, so undo does not bring them back.
 */

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

/* === view ================================================================================ */

/* screens/graph_paper/view/choice.c: the line behind which a car that is outside may come back.
 * Zeroed = empty; free with contour_free. */
struct contour {
    struct guide_point *points;
    int count, capacity;
    double label_x, label_y; /* on the side where it may come back */
};

/* For a sheet of width x height squares and the progress `most` of where the car left; the label
 * lies at the line a few squares from `near`. What was there before is dropped. */
struct contour_ask {
    int width, height;
    const int *progress; /* along the track, of each grid point, row by row; -1: it has none */
    int most;
    struct point near;
};
void contour_find(struct contour *contour, const struct contour_ask *ask);
void contour_free(struct contour *contour);

enum { POINT_ID_BYTES = 48 };
enum graph_paper_switch { SWITCH_VECTORS, SWITCH_HINTS, SWITCH_NITROS };

struct view {
    const struct session *session;
    bool watches; /* a computer drives the car to move */
    int turns;    /* counts whatever the race has become: what was drawn of it is old */
    struct choice choice;
    struct distance *distance; /* to the finish line; NULL in a derby and on the largest sheets */
    bool par_wanted;
    struct par *par; /* of the race's rules; NULL before the first picture, and in a derby */

    int pointed;                     /* spot of the choice, or -1 */
    struct point spot;               /* that one, if it is one of many start points */
    bool at_keys;                    /* pointed at by the keyboard's focus */
    char want_focus[POINT_ID_BYTES]; /* to be set in the next pass; "" for none */

    bool nitros_on;  /* by the button */
    bool shift_held; /* by the key */
    bool vectors;

    bool hints_on;     /* by button or key */
    bool hints_missed; /* asked for where the race allows none: says so until the next move */
    bool hints_coming; /* they are being looked for */
    const struct hints *hints; /* of this turn, from the frame; or NULL */

    const char *names[PLAYER_LIMIT]; /* the players', for sentences */
    struct text refusal;             /* why what is pointed at cannot be chosen */
    int card_order[CAR_LIMIT];       /* cars of a player together, players in order of play */
    int *progress;                   /* of each grid point of the sheet (RULES 4.4), or NULL */
    struct contour contour;          /* behind which the car to move may come back */

    /* Of the picture that is drawn. */
    struct paper_guide guide;
    struct paper_turn turn;      /* if there is a key */
    uint64_t turn_key, line_key; /* others for another turn, for another best line in it */

    /* Beside the sheet; no pane before it is wanted. The scene is that of so many steps and turns.
     */
    struct motion_pane *motion;
    struct scene scene;
    int scene_steps, scene_turns, scene_start; /* the chosen one, of who begins, or -1 */
};

/* screens/graph_paper/view/view.c: keys that choose; see rules_view.h. */
/* screens/graph_paper/view/panel.c: fills in what to ask before the request, whose action is known.
 */
void graph_paper_warn(const struct view *view, int shown, struct view_request *request);
/* screens/graph_paper/view/view.c */
/* The shown move that is pointed at, or -1. */
int graph_paper_pointed_move(const struct view *view);
/* The id of a spot's target. */
bool graph_paper_counts_checkpoints(const struct setup *setup);
bool graph_paper_is_derby(const struct setup *setup);

/* screens/graph_paper/view/panel.c, screens/graph_paper/view/panel.c: what stands beside the sheet;
 * see rules_view.h. */
void graph_paper_tell(const struct view *view, struct view_words *words);
bool graph_paper_panel(const struct view *view, const struct race *race, struct canvas *canvas,
                       int car, struct box *first, struct box *second);
void graph_paper_team(const struct view *view, const struct race *race, int car,
                      struct view_team *team);
void graph_paper_say(const struct view *view, const struct race *race, int car, struct text *into);
/* The place that the rules have given (RULES 8.3); of a car on its way the one that it would have
 * now, 0 where the distance is NULL. */
int graph_paper_place(const struct distance *distance, const struct race *race, int car);
void graph_paper_legend(const struct view *view, struct canvas *canvas, struct box *row);

/* Of what is pointed at; NULL: there is none. */

#endif
