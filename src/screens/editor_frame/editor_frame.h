/* What all screens have in common on which a sheet is made whose changes are undone by
 * studio/studio.h: tools, sheet and panel, pointer, keys and camera; and for editors the document
 * and its file, what is kept of it aside, trying it out, and the question what becomes of a sheet
 * that is not saved. A sheet that goes with what it was opened for (an inspection, a photo) has no
 * file, and most functions of its kind are NULL.
 *
 * A frame is the first member of its editor, so that the functions of its kind get at the editor.
 * It outlives the screen.
 */
#ifndef GRAPHPRIX_SCREENS_EDITOR_FRAME_EDITOR_FRAME_H
#define GRAPHPRIX_SCREENS_EDITOR_FRAME_EDITOR_FRAME_H

#include "base/system/file.h"
#include "draw/sheet.h"
#include "paper/labels.h"
#include "paper/paper.h"
#include "screens/autosave.h"
#include "screens/tracks/tracks.h"
#include "studio/studio.h"
#include "ui/camera.h"
#include "ui/layout.h"

struct editor_frame;

struct editor_frame_tool {
    const char *id, *name, *letter, *help;
    enum icon icon;
    bool has_width;   /* it is as wide as the pen that is set */
    bool clicks;      /* a press does all of it: nothing is dragged */
    const char *keys; /* that matter while it is in hand, or NULL */
};
struct editor_frame_tools {
    const struct editor_frame_tool *tools;
    int count, chosen;
    int pointed; /* the one under the pointer or the ring, -1 */
};

struct editor_frame_kind {
    const struct game *game;
    const struct screen *screen;
    const char *kept_as; /* the ending of what is kept aside: of no other editor's */
    const struct editor_frame_tool *tools;
    int tool_count;
    const char *keys;              /* that matter where there are no tools */
    bool is_plain;                 /* no numbers stand along its edges */
    const char *const *invitation; /* three lines for an empty sheet, and a small one; or NULL */
    /* Space that is held over the sheet moves it; pressed, it first shows the cursor. */
    bool space_pans;

    /* --- the sheet ---------------------------------------------------------------------------- */
    struct steps *(*create)(void); /* an empty one */
    /* A sheet whether it is right or not; NULL and the error if it has no form. */
    struct steps *(*read)(struct editor_frame *frame, const char *bytes, size_t length,
                          struct error *error);
    void (*edit_file)(struct app *app, const char *path); /* NULL: `read` is all that it takes */
    /* A file from which the same sheet is read again. */
    void (*write)(const struct steps *sheet, struct text *into); /* NULL: there is no file */
    /* What is kept aside, and how many places of what is being drawn count as a change. NULL, both:
     * the file, none. */
    void (*write_kept)(const struct editor_frame *frame, struct text *into);
    int (*count_wet)(const struct editor_frame *frame);
    const char *(*name)(const struct steps *sheet); /* or "" */
    const char *(*file)(void); /* said below it where there is no file of its own */
    bool (*is_empty)(const struct steps *sheet);     /* nothing is drawn on it */
    struct point (*size)(const struct steps *sheet); /* squares */
    /* NULL and the error if it is wrong. Else the course's body, retained. */
    const void *(*make)(const struct steps *sheet, struct error *error);

    /* --- what happens to it ------------------------------------------------------------------- */
    /* Learns what the sheet is now (editor_frame_learn); NULL without a file. */
    void (*refresh)(struct editor_frame *frame);
    void (*comes_up)(struct editor_frame *frame); /* another sheet is there; or NULL */
    void (*stepped)(struct editor_frame *frame);  /* it is as it was before, or again; or NULL */
    void (*show_wrong)(
        struct editor_frame *frame); /* brings the first thing that is wrong into view */
    /* The next for a sheet that is yet to be asked for: opens its dialog. NULL: there is none. */
    void (*ask)(struct editor_frame *frame);
    /* False if something is to be answered first: its dialog is open then. `changed`: the file was,
     * by another program. NULL: it then goes to a new file. */
    bool (*may_save)(struct editor_frame *frame, bool changed);
    void (*try_out)(struct app *app,
                    struct editor_frame *frame); /* NULL: alone, by the course's setup */

    /* --- the hand, in squares of the sheet: while something is drawn, frame->drawing ------------
     */
    /* NULL: the left button moves the sheet, too, and is a click (or NULL) where it has not. */
    void (*press)(struct editor_frame *frame, double x, double y);
    void (*click)(struct editor_frame *frame, double x, double y, bool left);
    /* Or points at it; false: it is where it was. NULL: nothing is pointed at but targets. */
    bool (*drag)(struct editor_frame *frame, double x, double y);
    void (*release)(struct editor_frame *frame); /* NULL without `press` */
    /* What was begun is dropped; true if there was something. NULL: nothing is ever begun. */
    bool (*give_up)(struct editor_frame *frame);
    /* Undo of what was begun: its last part is, or all; false: there is nothing. NULL: give_up. */
    bool (*take_back)(struct editor_frame *frame);
    bool (*let_go)(struct editor_frame *frame); /* Esc: what is selected; true if something was */
    /* The keyboard's cursor goes so far, or shows itself (0, 0). NULL: there is none. */
    void (*step_cursor)(struct editor_frame *frame, struct point by);
    void (*press_cursor)(struct editor_frame *frame); /* where the cursor is */
    void (*choose_tool)(struct editor_frame *frame, int tool);
    /* Keys of its own, with and without Ctrl. */
    bool (*key)(struct app *app, struct editor_frame *frame, const SDL_Keysym *key);

    /* --- what is seen ---------------------------------------------------------------------------
     */
    /* The cached picture is what `paint` paints, and `follow` brings up to date (draw/sheet.h);
     * true if the edges are other than they were. What is live is painted by each of a list that
     * ends with NULL, in a box of its own. Their context is the frame. `follow` may be NULL. */
    void (*paint)(cairo_t *cairo, void *frame);
    void (*const *live)(cairo_t *cairo, void *frame);
    bool (*follow)(struct editor_frame *frame);
    void (*begin)(struct app *app, struct ui *ui, struct editor_frame *frame); /* a pass; or NULL */
    /* NULL: as above. Else a picture of its own. */
    void (*draw_sheet)(struct editor_frame *frame, struct canvas *canvas);
    /* Targets that lie on the sheet, which is none itself then. NULL: none. */
    void (*build_over)(struct app *app, struct ui *ui, struct editor_frame *frame);
    void (*opens)(struct editor_frame *frame); /* the screen comes up, or goes; or NULL, both */
    void (*closes)(struct editor_frame *frame);
    void (*build_panel)(struct app *app, struct ui *ui, struct editor_frame *frame, struct box box);
    bool panel_first; /* what is pointed at in it is shown on the sheet */
    /* A dialog of its own; true while it is up. NULL: none. */
    bool (*build_dialog)(struct app *app, struct ui *ui, struct editor_frame *frame);
    void (*write_place)(const struct editor_frame *frame, char *into, size_t size); /* or NULL */
    /* Sheets that are right, or how many things are wrong with it. NULL without a file. */
    int (*count_wrong)(const struct editor_frame *frame);
    /* Said in place of the tool; it, or what comes of it, may be NULL where there are tools. */
    const char *(*hint)(const struct editor_frame *frame);
    /* What is said of a sheet with which nothing is wrong. NULL: its fewest turns are looked for.
     */
    void (*write_complete)(const struct editor_frame *frame, char *into, size_t size);
};

/* The sheet that is to come up when the one that is there has been seen to. */
struct next_sheet {
    struct steps *sheet; /* NULL: nothing is wished for, or it is yet to be asked for */
    bool is_asked_for;
    char *path;
    struct file_stamp stamp;
    bool changed, is_copy; /* of a file that it does not go back to */
};

struct editor_frame {
    const struct editor_frame_kind *kind;

    /* --- the document ------------------------------------------------------------------------- */
    struct steps *sheet;
    char *path; /* its file, or NULL */
    struct file_stamp stamp;
    uint64_t saved_version;
    struct autosave *autosave;
    struct course course; /* none: it cannot be raced on yet */
    struct par *par;      /* of the course, or NULL */
    struct next_sheet next;
    bool is_blank; /* the sheet only lies behind the question for one */
    bool copied;   /* it was read from a file that it does not go back to */

    /* --- the hand ----------------------------------------------------------------------------- */
    int tool;
    struct camera camera;
    struct camera_hand hand;
    bool pointer_known;
    bool pressed; /* by the mouse */
    bool drawing; /* something was begun */
    bool cursor;  /* the pointer is the keyboard's */
    bool again;   /* the second press of a double click */
    SDL_Keymod mod;
    bool space_held, space_panned;

    /* --- the screen --------------------------------------------------------------------------- */
    struct box sheet_box;
    struct sheet *picture; /* while the screen is up */
    struct labels numbers; /* along its edges */
    bool folded;           /* the panel, in this picture */
    enum { PANEL_AS_FITS, PANEL_FOLDED, PANEL_SHOWN } panel_choice;
    bool focus_sheet, ring_elsewhere;
    bool has_dialog; /* one of its own kind */
    struct ui_scroll scroll;
    enum { EDITOR_FRAME_ASKS_NOTHING, EDITOR_FRAME_ASKS_LEAVING, EDITOR_FRAME_ASKS_OTHER } asks;
    bool leaving; /* once it is saved */
    struct ui_scroll question_scroll;
    char hint[120]; /* of what the pointer is on beside the sheet, "" for nothing */
    char said[400]; /* to be told by editor_frame_tell */
};

void editor_frame_say(struct editor_frame *frame, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Makes the course anew, if the sheet is one (`right`), and searches for its fewest turns. */
void editor_frame_learn(struct editor_frame *frame, bool right);
/* "The map is complete ...", or that so much is wrong with it; "" while there is nothing. */
void editor_frame_write_standing(const struct editor_frame *frame, char *into, size_t size);

/* --- coming and going: as the functions of screens and course tools
 * -------------------------------
 */

/* The frame's autosave is made when it first comes up, if anything is kept of its sheet. */
void editor_frame_open(const struct app *app, struct editor_frame *frame);
/* From then on it is the one that the functions of its screen are about, up to its close. */
void editor_frame_enter(const struct app *app, struct editor_frame *frame);
struct editor_frame *editor_frame_shown(void);
void editor_frame_close(struct app *app);
void editor_frame_build(struct app *app, struct ui *ui);
bool editor_frame_event(struct app *app, const SDL_Event *event);
int editor_frame_animate(struct app *app, Uint32 now);
/* Leaves the screen, or asks first. */
void editor_frame_open_next(struct app *app, struct editor_frame *frame, struct next_sheet next);
void editor_frame_edit_new(struct app *app, struct editor_frame *frame);
/* The sheet of a file, right or wrong. The file is written only if it is one of the player's own
 * courses, else a new one beside those. */
void editor_frame_edit_file(struct app *app, struct editor_frame *frame, const char *path);
/* Did an editor end without saving (power cut, kill)? Then it is offered again. */
bool editor_frame_has_unsaved(const struct app *app, const struct editor_frame *frame);
void editor_frame_edit_unsaved(struct app *app, struct editor_frame *frame);
void editor_frame_print(struct app *app, struct editor_frame *frame);
/* Undoes or does again one step, and says what. */
void editor_frame_step_back(struct editor_frame *frame, bool redo);
/* False if it is not saved: told, or asked about first. */
bool editor_frame_save(struct app *app, struct editor_frame *frame);
/* To its file, whatever that holds by now, or to a new one. */
bool editor_frame_save_to(struct app *app, struct editor_frame *frame, bool anew);
void editor_frame_leave(struct app *app, struct editor_frame *frame);
bool editor_frame_is_changed(const struct editor_frame *frame); /* since it was saved */
/* The newest of what editors left that came to no end. */
bool editor_frame_take_left(struct editor_frame *frame, struct next_sheet *next,
                            struct error *error);
void editor_frame_try(struct app *app, struct editor_frame *frame);
void editor_frame_tell(struct app *app, struct editor_frame *frame); /* what was said */
const char *editor_frame_noun(const struct editor_frame *frame);     /* "map" */
const char *editor_frame_name(const struct editor_frame *frame);
void editor_frame_fold(struct editor_frame *frame); /* the panel, or unfolds it */
/* What waited for the sheet to be saved comes about, or is given up. */
void editor_frame_go_on(struct app *app, struct editor_frame *frame, bool saved);
/* The sheet that was asked for comes up, NULL: it does not. What there was is given up. */
void editor_frame_answer(struct app *app, struct editor_frame *frame, struct steps *sheet);

/* === what stands round the sheet ================================================================
 */

/* --- pieces of a panel ------------------------------------------------------------------------ */

/* A row of them, equally wide. */
struct editor_frame_choice {
    const char *id, *label;
    int value;
};
void editor_frame_heading(struct layout *column, const char *text);
void editor_frame_label(struct layout *column, const char *text);
/* What is chosen now. */
int editor_frame_build_chips(struct layout *column, const struct editor_frame_choice *choices,
                             int count, int columns, int chosen);
/* The value that was clicked, -1. */
int editor_frame_build_buttons(struct layout *column, const struct editor_frame_choice *choices,
                               int count, int columns, int primary);
bool editor_frame_build_button(struct layout *column, const char *id, const char *label);
/* Something that is wrong, by its number from 1, or missing; a remark is only worth a look. True if
 * clicked. */
enum editor_frame_fault { EDITOR_FRAME_WRONG, EDITOR_FRAME_MISSING, EDITOR_FRAME_REMARK };
bool editor_frame_build_fault(struct layout *column, int number, const char *text,
                              enum editor_frame_fault kind, bool chosen);
/* A text of the sheet: typed at once, undone at once. `step` is a literal. */
void editor_frame_build_text(struct layout *column, struct editor_frame *frame, const char *id,
                             const char *words, char *text, int size,
                             void (*set)(struct steps *sheet, const char *text), const char *step);
/* A dialog with one answer below the other: the value of the one that was chosen, -1. The first is
 * the usual one, the last is also Esc. */
int editor_frame_ask(struct ui *ui, struct editor_frame *frame, const char *title,
                     const char *words, const struct editor_frame_choice *answers, int count);
/* Try it, save, done. */
void editor_frame_build_foot(struct app *app, struct layout *column, struct editor_frame *frame);
/* The panel's paper; the column that scrolls in it comes back, and the foot of so many rows below
 * it. */
struct layout editor_frame_panel_begin(struct ui *ui, struct editor_frame *frame, struct box box,
                                       int rows, struct layout *foot);
/* The same with a foot that is taken from the paper in between. */
struct layout editor_frame_panel_paper(struct ui *ui, struct box box);
struct layout editor_frame_panel_scroll(struct layout *paper, struct editor_frame *frame);

/* What is wrong, or a remark, on the sheet: a ring with its number, at device pixels. */
void editor_frame_paint_mark(cairo_t *cairo, const struct paper_view *view,
                             const struct paper_theme *theme, struct pixel at, int number,
                             bool remark, bool chosen);

#endif
