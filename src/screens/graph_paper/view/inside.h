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
#include "screens/graph_paper/view/choice.h"
#include "screens/rules_view.h"
#include "screens/tracks/par.h"

/* screens/graph_paper/view/sheet.c: the line behind which a car that is outside may come back.
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
    int scene_steps, scene_turns;
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
