/* What the files of the photo's screen share. photo.c is the thread, what was found and
 * said about it, and the screen with its input; sheet.c paints the photo with the loops and has
 * what can be grasped on it, and the panel beside it.
 *
 * Places are pixels of the upright photo, y down, unless they are said to be of the window or of
 * the sheet.
 *
 * What is said about a photo is said of places on it: loops taken or dropped are found again after
 * each tracing by where they lie, so corners, size and turning can be changed at any time.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_PHOTO_INSIDE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_PHOTO_INSIDE_H

#include "screens/graph_paper/editor/making.h"
#include "screens/graph_paper/photo/work.h"
#include "ui/camera.h"

/* The camera's squares: so many along the photo's longer side, and beside it, so that a corner at
 * its edge can be grasped. */
enum { PHOTO_UNITS = 64, PHOTO_MARGIN = 2 };
enum { PHOTO_ACROSS_LEAST = 8, PHOTO_ACROSS_MOST = 200 };
enum { PHOTO_PROBLEM_LIMIT = 8, PHOTO_MARK_LIMIT = PHOTO_REMARK_LIMIT + 40 };
enum { PHOTO_CHOICE_LIMIT = 64 };

struct photo_table;

/* A loop as it lies on the photo. */
struct photo_outline {
    struct spot *places;
    int count;
    struct spot low, high; /* the corners of its box */
    struct spot badge;     /* where its number stands */
    bool is_open;          /* it was left out: its ends do not meet */
};

/* Something to be looked at: what is wrong with the track, a remark, a gap that was closed. */
struct photo_mark {
    char text[200];
    bool has_place, is_gap, is_wrong; /* wrong: then it is no track */
    bool sums_up;                     /* as the remark */
    struct spot at;
};

/* What somebody has said of a loop, which is known again by where it lies and how large it is. */
struct photo_choice {
    struct spot middle;
    double size; /* square root of the box's area */
    bool taken;
};

extern const char photo_no_grid[]; /* a sentence */

struct photo_screen {
    char *path;
    bool is_no_grid; /* of squares, as a picture of that kind may be: it is said */
    struct photo_work *work;
    struct photo_picture picture; /* its levels' pixels */
    struct photo_table *sheet;

    struct photo_wish wish;                      /* as set */
    struct photo_wish asked_wish, answered_wish; /* that runs, and that the finding answers */
    int turns, answered_turns;
    int across, down;           /* as shown: of the wish, or what was found */
    int grid_across;            /* as the printed grid says; 0: it has said nothing */
    bool is_tracing, is_asking; /* asking: the wish is to be sent when `ask_at` comes */
    Uint32 ask_at;

    bool has_finding;
    struct photo_finding finding;
    struct photo_outline *outlines; /* of its loops */
    struct photo_mark marks[PHOTO_MARK_LIMIT];
    int mark_count;
    struct photo_choice choices[PHOTO_CHOICE_LIMIT];
    int choice_count;
    struct spot corners[4]; /* as shown, while one is dragged, too */

    struct draft draft;    /* what the loops that are taken make */
    struct track *preview; /* to look at; may be NULL */
    char verdict[410];     /* is it a track? */
    bool is_track;
    bool ignores_red; /* what is red is no start line */
    unsigned version; /* of the preview: a new one each time */

    struct camera camera;
    struct camera_hand hand;
    struct box box;   /* the photo's part of the window */
    int pointed_loop; /* by pointer or focus; -1 */
    int pointed_mark;
    int near_loop;           /* whose stroke is under the pointer; -1 */
    int kept_mark;           /* whose sentence stays until another click; -1 */
    int held_corner;         /* -1 */
    double grasp_x, grasp_y; /* from the pointer to what is held */
    struct spot grasped;     /* where it was */
    int focused_corner;      /* that arrows move; -1 */
    struct ui_scroll scroll;
    bool lists_all; /* small loops, too */
};

/* The wish has changed: it is traced anew, soon (a stepper may go on), or at once. */
void photo_ask_soon(struct photo_screen *shown);
void photo_ask(struct photo_screen *shown);
void photo_turn_right(struct photo_screen *shown);
void photo_set_loop(struct photo_screen *shown, int loop, bool taken);
int photo_loop_count(const struct photo_screen *shown);
const struct photo_loop *photo_loop_at(const struct photo_screen *shown, int loop);
int photo_taken_count(const struct photo_screen *shown);
/* "520 squares", "1.5 squares": what the loop encloses; "7 squares long, open". */
void photo_describe_size(const struct photo_loop *loop, char into[40]);
/* A sentence begins with a capital. */
void photo_write_sentence(const char *text, char *into, size_t size);
/* Loops have changed: draft, preview and verdict follow. */
void photo_make_preview(struct photo_screen *shown);

/* --- sheet.c ---------------------------------------------------------------------------------- */

struct photo_table *photo_sheet_create(const struct photo_screen *shown);
void photo_sheet_free(struct photo_table *sheet); /* NULL is allowed */
void photo_sheet_repaint(struct photo_table *sheet);
void photo_sheet_draw(struct photo_table *sheet, struct canvas *canvas);

/* How the photo lies in its part of the window: the camera's view of it without the margin. */
struct paper_view photo_view(const struct photo_screen *shown);
/* Between the photo and the window. */
double photo_zoom(const struct photo_screen *shown); /* device pixels to a pixel of the photo */
struct spot photo_from_window(const struct photo_screen *shown, double x, double y);

/* Handles, numbers and signs on the photo: targets and what they do. */
void photo_build_over(struct photo_screen *shown, struct ui *ui);
void photo_nudge_corner(struct photo_screen *shown, int corner, int dx, int dy);

void photo_build_panel(struct app *app, struct photo_screen *shown, struct ui *ui, struct box box);

/* --- photo.c ---------------------------------------------------------------------------------- */

void photo_go_on(struct app *app);
void photo_show_place(struct app *app, struct spot at);

#endif
