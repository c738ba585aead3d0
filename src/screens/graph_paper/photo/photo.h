/* A photo becomes walls: the picture with the loops over it, to be taken, dropped and put right, on
 * an editor frame (screens/editor_frame). photo.c is the thread, what was found and said about it,
 * and the screen with its input; sheet.c paints the photo with the loops and has what can be
 * grasped on it, and the panel beside it.
 *
 * Places are pixels of the upright photo, y down, unless they are said to be of the window or of
 * the sheet.
 *
 * What is said about a photo is said of places on it: loops taken or dropped are found again after
 * each tracing by where they lie, so corners, size and turning can be changed at any time; and what
 * was said can be undone.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_PHOTO_PHOTO_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_PHOTO_PHOTO_H

#include "screens/editor_frame/editor_frame.h"
#include "studio/graph_paper/photo/photo.h"

extern const struct screen screen_photo;
/* A picture becomes walls to confirm, then goes on in the editor. `no_grid`: it might have been one
 * of squares, and it is told that it is none. */
void app_open_photo(struct app *app, const char *path, bool no_grid);

/* === work ===================================================================================== */

/* A photo is decoded and traced beside the window (base/system/worker.h), as often as wishes
 * change. What was found waits to be taken.
 */

enum { PHOTO_LEVEL_LIMIT = 6, PHOTO_LEVEL_SIDE = 4096 };

/* The picture in several sizes, each half of the one before it, 0xffRRGGBB row by row. */
struct photo_level {
    uint32_t *pixels;
    int width, height;
};
struct photo_picture {
    int width, height; /* of the photo itself, turned as it is now */
    struct photo_level levels[PHOTO_LEVEL_LIMIT];
    int count; /* 0: there is none */
};
void photo_picture_free(struct photo_picture *picture);

struct photo_finding {
    bool found; /* at least one closed line; else the error says why not */
    struct photo_tracing tracing;
    struct error error;
};
void photo_finding_free(struct photo_finding *finding);

struct photo_work;

struct photo_work *photo_work_open(const char *path);
void photo_work_close(struct photo_work *work); /* NULL is allowed */

/* Traces with this wish, the picture turned to the right by so many quarters as it is in its file.
 */
void photo_work_ask(struct photo_work *work, const struct photo_wish *wish, int turns);
/* Nothing is wanted any more until the next wish. */
void photo_work_rest(struct photo_work *work);

/* Each moves what is there to the caller, once; the picture comes first, and anew when it was
 * turned. */
bool photo_work_take_picture(struct photo_work *work, struct photo_picture *picture);
bool photo_work_take_finding(struct photo_work *work, struct photo_finding *finding);
/* Could the file not be read? */
bool photo_work_has_failed(struct photo_work *work, struct error *error);

/* === within the room ========================================================================== */

/* The camera's squares: so many along the photo's longer side, and beside it, so that a corner at
 * its edge can be grasped. */
enum { PHOTO_UNITS = 64, PHOTO_MARGIN = 2 };
enum { PHOTO_ACROSS_LEAST = 8, PHOTO_ACROSS_MOST = 200 };
enum { PHOTO_PROBLEM_LIMIT = 8, PHOTO_MARK_LIMIT = PHOTO_REMARK_LIMIT + 40 };
enum { PHOTO_CHOICE_LIMIT = 64 };

/* A loop as it lies on the photo. */
struct photo_outline {
    struct spot *places;
    int count;
    struct spot low, high; /* the corners of its box */
    struct spot badge;     /* where its number stands */
    bool is_open;          /* it was left out: its ends do not meet */
    bool proposed;         /* to be taken, as long as nobody says otherwise */
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

/* All that was said: what the steps keep. */
struct photo_said {
    struct photo_wish wish;
    int turns;
    bool ignores_red; /* what is red is no start line */
    struct photo_choice choices[PHOTO_CHOICE_LIMIT];
    int choice_count;
};

extern const char photo_no_grid[]; /* a sentence */

struct photo_screen {
    struct editor_frame frame;
    char *path;
    bool is_no_grid; /* of squares, as a picture of that kind may be: it is said */
    struct photo_work *work;
    struct photo_picture picture; /* its levels' pixels */
    cairo_surface_t *levels[PHOTO_LEVEL_LIMIT];

    struct photo_wish asked_wish, answered_wish; /* that runs, and that the finding answers */
    int asked_turns;
    int grid_across;            /* as the printed grid says; 0: it has said nothing */
    bool is_tracing, is_asking; /* asking: the wish is to be sent when `ask_at` comes */
    Uint32 ask_at;

    bool has_finding;
    struct photo_finding finding;
    struct photo_outline *outlines; /* of its loops */
    struct photo_mark marks[PHOTO_MARK_LIMIT];
    int mark_count;

    struct draft draft;    /* what the loops that are taken make */
    struct track *preview; /* to look at; may be NULL */
    char verdict[410];     /* is it a track? */
    bool is_track;
    unsigned version; /* of the preview: a new one each time */

    int pointed_loop; /* by pointer or focus; -1 */
    int pointed_mark;
    int near_loop;       /* whose stroke is under the pointer; -1 */
    int kept_mark;       /* whose sentence stays until another click; -1 */
    int held_corner;     /* -1 */
    struct spot held_at; /* where it is, and was */
    struct spot grasped;
    double grasp_x, grasp_y; /* from the pointer to what is held */
    int focused_corner;      /* that arrows move; -1 */
    bool lists_all;          /* small loops, too */
};

const struct photo_said *photo_said(const struct photo_screen *shown);
/* What is said next, to be changed; photo_heed ends it, and all that follows from it comes about:
 * tracing anew, at once or soon (one that `goes_on`, as a stepper may), or another preview. The
 * name is a literal. */
struct photo_said *photo_say(struct photo_screen *shown, const char *name);
void photo_heed(struct photo_screen *shown, bool goes_on);
void photo_turn_right(struct photo_screen *shown);
void photo_set_loop(struct photo_screen *shown, int loop, bool taken);
/* As shown: what is held, what was said, or what was found. */
struct spot photo_corner(const struct photo_screen *shown, int corner);
int photo_loop_count(const struct photo_screen *shown);
const struct photo_loop *photo_loop_at(const struct photo_screen *shown, int loop);
int photo_taken_count(const struct photo_screen *shown);
/* "520 squares", "1.5 squares": what the loop encloses; "7 squares long, open". */
void photo_describe_size(const struct photo_loop *loop, char into[40]);
/* A sentence begins with a capital. */
void photo_write_sentence(const char *text, char *into, size_t size);
/* What is being done, or "". */
const char *photo_progress(const struct photo_screen *shown);
void photo_go_on(struct app *app);
void photo_show_place(struct app *app, struct spot at);

/* --- sheet.c ---------------------------------------------------------------------------------- */

/* The picture that is kept, and what is live on it (struct editor_frame_kind). */
void photo_paint(cairo_t *cairo, void *frame);
extern void (*const photo_live[])(cairo_t *cairo, void *frame);
double photo_unit(const struct photo_screen *shown); /* pixels of the photo to a square */
/* Device pixels to a pixel of the photo. */
double photo_zoom(const struct photo_screen *shown);

/* Handles, numbers and signs on the photo: targets and what they do. */
void photo_build_over(struct app *app, struct ui *ui, struct editor_frame *frame);
void photo_nudge_corner(struct photo_screen *shown, int corner, int dx, int dy);

void photo_build_panel(struct app *app, struct ui *ui, struct editor_frame *frame, struct box box);

#endif
