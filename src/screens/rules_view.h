/* The table of functions by which the race screen shows a family of rules, and the list of them.
 *
 * The race screen is the frame: camera, log, players' cards, keys and buttons that every game has,
 * asking, undo. A view knows one family: how its sheet looks, what can be chosen and what choosing
 * it means. It never changes a race: it gives the text of an action and the frame does it. What is
 * pointed at or half chosen belongs to the view, which lives as long as its session is shown.
 * Places on the sheet are in squares, boxes in device pixels.
 */
#ifndef GRAPHPRIX_SCREENS_RULES_VIEW_H
#define GRAPHPRIX_SCREENS_RULES_VIEW_H

#include "screens/race_camera.h"
#include "screens/ui.h"
#include "session/session.h"

struct view; /* each family has its own */

/* How the frame shows the race now. */
struct view_look {
    const struct camera *camera;
    struct box sheet_box; /* of the window */
    int steps;            /* that lie on the sheet as dry ink */
    int running;          /* the step under the pen, or -1 */
    double progress;      /* of it, from 0 to 1 */
    bool moving;          /* the size changes from frame to frame: edges may be coarser */
};

/* What a person did. The frame zeroes it before and frees the action after. */
struct view_deed {
    struct text action;  /* for session_do; empty: none */
    const char *warning; /* "This leaves the track": worth asking before; or NULL */
    bool changed;        /* something else can be chosen now: the camera shows it */
};

/* What the frame says and offers. */
struct view_words {
    char status[PLAYER_NAME_BYTES + 40]; /* "Ada, your move." */
    char progress[80];                   /* "Round 15 · par 31" */
    const char *keys, *brief_keys;       /* that matter now, at length and in short */
    bool half_chosen;                    /* is there something that give_back would take back? */
};
enum { VIEW_SWITCHES = 2 };
struct view_switch {
    const char *id, *label; /* "button nitro", "Nitro" */
    bool on;
};

struct rules_view {
    const struct rules *rules;
    struct view *(*create)(const struct session *session);
    void (*free)(struct view *view);
    /* The race has taken a step, or gone back: nothing is pointed at or half chosen any more. */
    void (*refresh)(struct view *view);

    /* What must be in sight to choose; false: nothing. */
    bool (*camera_bounds)(const struct view *view, struct camera_area *area);
    /* Where the car is or is to begin; false: nowhere yet. */
    bool (*car_place)(const struct view *view, int car, struct point *at);
    /* Cars in order of play, as many as the race has. */
    const int *(*order)(const struct view *view);

    /* The sheet with its targets. */
    void (*draw)(struct view *view, struct ui *ui, const struct view_look *look,
                 struct view_deed *deed);
    /* The pointer is at (x, y) of the window. True if it points at something else than before. */
    bool (*hover)(struct view *view, const struct view_look *look, int x, int y);
    /* On what is pointed at; false: on nothing. */
    bool (*click)(struct view *view, struct view_deed *deed);
    /* True if the view has taken it. */
    bool (*event)(struct view *view, const SDL_Event *event, struct view_deed *deed);
    /* Takes back what is half chosen. */
    void (*give_back)(struct view *view, struct view_deed *deed);

    void (*tell)(const struct view *view, struct view_words *words);
    /* How a car stands, at the right end of its card's line (or two, else `second` is NULL), from
     * which it cuts what it needs; the name gets the rest. False: the car is out of the race. */
    bool (*panel)(const struct view *view, struct canvas *canvas, int car, struct box *first,
                  struct box *second);
    /* Returns how many. */
    int (*switches)(const struct view *view, struct view_switch switches[VIEW_SWITCHES]);
    void (*flip)(struct view *view, int index, struct view_deed *deed);
};

const struct rules_view *rules_view_find(const struct rules *rules); /* never NULL */

extern const struct rules_view graph_paper_view;

#endif
