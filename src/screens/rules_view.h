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

#include "draw/sheet.h"
#include "drivers/driving.h"
#include "paper/labels.h"
#include "paper/moments.h"
#include "session/session.h"
#include "ui/camera.h"
#include "ui/ui.h"

struct app;
struct view; /* each family has its own */
enum { VIEW_COVERS = 7 };
struct view_look { /* how the frame shows the race now */
    const struct camera *camera;
    struct box sheet_box; /* of the window */
    int steps;            /* that lie on the sheet as dry ink */
    int running;          /* the step under the pen, or -1 */
    double progress;      /* of it, from 0 to 1 */
    bool moving;          /* the size changes from frame to frame: edges may be coarser */
    bool zooming;         /* a hand or a key changes it */
    struct box covered[VIEW_COVERS]; /* of the window, by what lies over the sheet; or empty */
    int arrows;                      /* the settings' */
    bool looks_back;                 /* any step may be next, and nothing can be chosen */
    const struct point *asked;   /* that a question is about: as if it were pointed at; or NULL */
    const struct motion *motion; /* of cars and sheet, never NULL */
    struct paper_ghost ghost;    /* under the ink; lives as long as the view */
};

struct view_request {   /* what a person did; zeroed before and freed after by the frame */
    struct text action; /* for session_do; empty: none */
    unsigned warnings;  /* kinds of what to ask about before, bits of the family's own; 0: none */
    struct text title;  /* of the question: "This leaves the track" */
    struct text cost;   /* "Your car stops at the wall and misses 2 turns." */
    const char *same;   /* to do all the same: "Retire"; NULL: to drive there */
    struct point place; /* that it is about */
    bool changed;       /* something else can be chosen now: the camera shows it */
};

struct view_words {                      /* what the frame says */
    char status[PLAYER_NAME_BYTES + 40]; /* "Ada, your move." */
    char progress[80];                   /* "Round 15 · par 31" */
    char remark[160];                    /* on what can be chosen now: "On the slick: ..."; or "" */
    char brief_remark[120];              /* the same in short, or "" */
    const char *keys, *brief_keys;       /* that matter now, at length and in short */
    bool half_chosen;                    /* is there something to give back? */
};

enum { VIEW_SWITCHES = 3 };
struct view_switch {
    int which;              /* a number of the family's own */
    const char *id, *label; /* "button nitro", "Nitro" */
    enum icon icon;         /* in place of the label, where that has no room */
    bool on;
    bool idle; /* there is nothing to switch now: shown pale */
};

/* A car among those of its player. */
struct view_team {
    int count, which; /* 1.. of count */
    char score[16];   /* of the player; "" where there are no points */
};

struct view_motion { /* beside the race; all borrowed until the next one */
    struct box box;  /* of the window */
    int steps;       /* that are known */
    int round;       /* that is shown */
    const struct camera *camera;
    struct box sheet_box;
    struct view_request *request; /* where moves can be made there, too; else NULL */
    int *untold; /* becomes how many of the last steps have vectors that are still to be written */
};

/* What a car may be given before the first round: a whole first action, as it stands on a card. */
enum { VIEW_OPENINGS = 6 };
struct view_opening {
    char action[40];
    const char *title;
    char what[120];
};

struct race_sheet;

/* What may be NULL is said; the frame then does what any game can do with. */
struct rules_view {
    const struct game *game;
    /* What happened in the first steps, on a sheet on which anything may be tried. NULL: nothing.
     */
    void (*show_in_class)(struct app *app, const struct session *session, int steps);
    /* What moves how, in numbers beside the sheet, built after it. Tells the round that was
     * clicked, or -1. NULL, and so the next two: the game has none. */
    int (*build_motion)(struct view *view, struct app *app, struct ui *ui,
                        const struct view_motion *motion);
    struct box (*cut_motion)(const struct canvas *canvas, struct box *rest, struct point sheet);
    /* The pointer is there; true if another move is pointed at, and the round of a press (or -1).
     */
    bool (*point_at_motion)(struct view *view, int x, int y);
    int (*press_motion)(const struct view *view, int x, int y);
    /* Where a place that the rules name lies on the sheet, whatever is drawn there; and which one
     * is at (x, y), if there is any. Both NULL: a square's middle where the course has tiles, else
     * its lower left corner. */
    void (*spot_of)(struct point place, double *x, double *y);
    /* Where a place of a driver's way lies (drivers/driving.h). NULL: as spot_of. */
    void (*way_spot)(const struct view *view, struct point place, double *x, double *y);
    bool (*place_at)(const struct view *view, double x, double y, struct point *place);
    /* The second line of a card is never given up for room, and begins below the mark. */
    bool full_cards;
    /* The usual ones under these rules, with or without a course; how many. NULL: none. */
    int (*openings)(const struct setup *setup, struct view_opening into[VIEW_OPENINGS]);
    struct view *(*create)(const struct session *session);
    void (*free)(struct view *view);
    /* The race has taken a step, or gone back: nothing is pointed at or half chosen any more.
     * Nothing can be chosen while somebody else drives the car to move, as a computer does. */
    void (*refresh)(struct view *view, int car, bool chooses);

    /* What must be in sight to choose; false: nothing. NULL: never anything. */
    bool (*camera_bounds)(const struct view *view, const struct view_look *look,
                          struct camera_area *area);
    /* What can be chosen, and the cars: nothing that is laid over the sheet may cover them; what is
     * only to be avoided may be covered, and clicks still reach it. In device pixels from the
     * sheet's upper left corner. NULL: anything may. */
    void (*keep_clear)(const struct view *view, const struct view_look *look, struct labels *into);
    /* A car's middle in a state of the race, or in the present one where it is to begin; false:
     * nowhere. NULL: that of its place. */
    bool (*car_middle)(const struct view *view, const struct race *race, int car, double *x,
                       double *y);
    /* The cars in the order of their cards: players in order of play, their cars together. NULL: by
     * their numbers. */
    const int *(*order)(const struct view *view);
    /* In this state of the race; NULL: counted by the rules. */
    void (*team)(const struct view *view, const struct race *race, int car, struct view_team *team);

    /* A strip under the sheet, for choosing that needs more than points: how high it is in a window
     * of this width (device pixels), and what is in it, built after the sheet. Both NULL: none. */
    int (*strip_height)(const struct view *view, struct ui *ui, int width);
    void (*build_strip)(struct view *view, struct ui *ui, struct box box,
                        struct view_request *request);

    /* How long a step is shown at the usual speed, in milliseconds; 0: there is nothing to be seen;
     * -1: it is a stroke of the pen. The others can be stopped and gone through from moment to
     * moment, in the strip's place. NULL, and so the next three: every step is a stroke. */
    int (*step_time)(struct view *view, int step);
    /* The share of that time (0 to 1) at which the next moment begins, or the one before. */
    double (*step_moment)(struct view *view, int step, double share, bool back);
    /* What is to be said of the moment that is shown: "Ada drives A(2M)R". Tells the car that it is
     * about, 0: it is about no single one. `into` may be NULL. */
    int (*step_words)(struct view *view, int step, double share, struct text *into);
    /* When in that time an event of it happens, milliseconds. */
    int (*event_time)(struct view *view, int step, int event);
    /* Does the sheet itself say what an event of a step led to? Else there is a note of it. NULL:
     * never. */
    bool (*tells)(const struct view *view, int step, int event);
    /* What an event is to the eye and the ear. NULL: none is anything. */
    enum moment_kind (*moment)(const struct event *event);
    /* Fills in where it is shown, and where the way to there began. NULL: the event's place, or
     * that of its car after the step. */
    void (*moment_place)(struct view *view, int step, int event, struct moment_look *look);

    /* The targets on the sheet, which is drawn after them. NULL: there are none. */
    void (*build)(struct view *view, struct ui *ui, const struct view_look *look,
                  struct view_request *request);
    /* What lies on the sheet besides the course, dry ink and moments. NULL: race_lay_plain. */
    void (*lay)(struct view *view, struct race_sheet *sheet);
    /* These four may be NULL: what can be chosen are targets, and nothing is half chosen. */
    /* The pointer is at (x, y) of the window. True if it points at something else than before. */
    bool (*hover)(struct view *view, const struct view_look *look, int x, int y);
    /* On what is pointed at; false: on nothing. */
    bool (*click)(struct view *view, struct view_request *request);
    /* True if the view has taken it. */
    bool (*event)(struct view *view, const SDL_Event *event, struct view_request *request);
    void (*undo_half_choice)(struct view *view,
                             struct view_request *request); /* what is half chosen */
    /* The same as text, which the frame keeps while another screen is up, and hands to the view
     * again; nothing is, if none is added. Both NULL: it is not kept. */
    void (*half_choice)(const struct view *view, struct text *into);
    void (*choose_half)(struct view *view, const char *choice);

    /* NULL: whose turn it is and the round. */
    void (*tell)(const struct view *view, struct view_words *words);
    /* How a car stands in this state of the race, on the line of its card that the name has left
     * (or two lines, else `second` is NULL): what there is room for, cut from the right end. False:
     * the car is out of the race. NULL: by its standing. */
    bool (*panel)(const struct view *view, const struct race *race, struct canvas *canvas, int car,
                  struct box *first, struct box *second);
    /* The same in words, for who cannot see it: "Ada, 1st, → 2 ↑ 1, 3 nitros". NULL as above. */
    void (*say)(const struct view *view, const struct race *race, int car, struct text *into);
    /* What the signs on the points mean, cut from the right end of a row of the bottom line. NULL:
     * there are none; nor need there be switches. */
    void (*legend)(const struct view *view, struct canvas *canvas, struct box *row);
    int (*switches)(const struct view *view, struct view_switch into[VIEW_SWITCHES]); /* count */
    void (*flip)(struct view *view, int which, struct view_request *request);

    /* Are hints wanted? The frame keeps the answer from race to race. Gives NULL if this race
     * allows none; NULL, and so the next two, if the game has none. */
    bool *(*hint_switch)(struct view *view);
    /* True if hints are to be shown now, for the start point that is thought of (or NULL). */
    bool (*wants_hints)(const struct view *view, const struct point **start);
    /* They are there until the next pass; NULL: none, `coming` if somebody looks for them. */
    void (*take_hints)(struct view *view, const struct hints *hints, bool coming);
};

extern const struct rules_view *const rules_views[];               /* ends with NULL */
const struct rules_view *rules_view_find(const struct game *game); /* never NULL */
extern const struct rules_view graph_paper_view, stock_cars_view, circuit_view;

/* The sheet of a race on the screen (screens/race/sheet.c). Course, ghost, ink and moments are its
 * own; a view tells in each picture what else there is, and whether the grid has numbers. Valid
 * while it is told and painted. */
struct race_sheet {
    struct sheet *sheet;
    const struct session *session;
    const struct view_look *look;
    const struct rules_view *family;
    struct view *view;
    const struct paper_theme *theme;
    struct paper_view paper;
    int rows, steps;         /* that lie there as dry ink */
    const struct race *race; /* after them */
    struct ui *ui;           /* NULL: whoever looks on is told nothing */
    struct labels labels;
    int first_number; /* of them */
    int covers;       /* obstacles that lie over the sheet, the first ones */

    /* The frame's alone: */
    struct paper_ghost ghost;
    struct paper_keyframes *frames; /* NULL unless somebody looks back */
    bool coarse;                    /* were edges painted coarsely? */
    bool moved;                     /* the sheet, in this picture */
    struct label_ways ways;         /* of the numbers, where it lies */
    uint64_t written, pictures;     /* what labels were laid out for; counts */
    double inked;                   /* of the running step */
    sheet_part_painter *draw_car;
    struct pixel cars[CAR_LIMIT + 1]; /* middles of those that moments move */
};
/* From the lowest; what lies over wet ink is painted with each picture of it. */
enum sheet_layer {
    LAYER_GUIDE, /* under ghost and ink */
    LAYER_PLATES,
    LAYER_CARS,
    LAYER_SIGNS,
    LAYER_WET,
    LAYER_STANDING, /* cars that a running step leaves where they are */
    LAYER_MOTION,
    LAYER_MOVING,
    LAYER_CHOICE,
    LAYER_WRITTEN
};
/* One part, told in the same place of its layer in each picture; see sheet_lay. `paint` is given
 * the sheet. */
void race_lay(struct race_sheet *sheet, enum sheet_layer layer, uint64_t look,
              sheet_part_painter *paint, int which);
/* The running step, as far as the pen is in it. */
void race_lay_wet(struct race_sheet *sheet, double progress);
/* A car in the layer of cars that it is in now, or moved by a moment round its middle; all of them
 * are painted by the same function. */
void race_lay_car(struct race_sheet *sheet, int car, enum sheet_layer layer, uint64_t look,
                  struct pixel middle, sheet_part_painter *paint);
/* The running step and each car as the game's ink draws them: what there is without `lay`. */
void race_lay_plain(struct race_sheet *sheet);
/* True if what is written has to be laid out anew, off what lies over the sheet: it was for another
 * key, or elsewhere. */
bool race_begin_labels(struct race_sheet *sheet, uint64_t key);
/* The numbers of the grid, after all other labels (paper_label_numbers). */
void race_write_numbers(struct race_sheet *sheet);
/* Labels from one to before another; those from `from` on with the numbers. */
void race_lay_labels(struct race_sheet *sheet, enum sheet_layer layer, int from, int to);
void race_lay_written(struct race_sheet *sheet, int from);

/* A race as it is shown; all borrowed. */
struct shown_race {
    const struct rules_view *family;
    struct view *view;
    const struct session *session;
    const struct race *state; /* looking back, an earlier one */
};

/* What the table says, or what any game can do with where it says NULL. */
void shown_order(struct shown_race shown, int cars[CAR_LIMIT]);
void shown_team(struct shown_race shown, int car, struct view_team *team);
bool shown_middle(struct shown_race shown, int car, double *x, double *y);
void shown_spot(const struct rules_view *family, struct point place, double *x, double *y);
void shown_tell(struct shown_race shown, bool watching, struct view_words *words);
bool shown_panel(struct shown_race shown, struct canvas *canvas, int car, struct box *first,
                 struct box *second);
void shown_say(struct shown_race shown, int car, struct text *into);
int shown_switches(struct shown_race shown, struct view_switch into[VIEW_SWITCHES]);
void shown_undo_half_choice(struct shown_race shown, struct view_request *request);

#endif
