/* What the files of the track editor share among themselves.
 *
 * The document (sketch, file, camera) lives from one sheet to the next and survives leaving the
 * screen; the cached picture and the search for a lap live while the screen is up. Tools know
 * nothing of the window: they get touches in squares, change the sketch, and say in `struct
 * editor_show` what is to be seen of their work. What they have to tell people they leave in
 * `said`.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_INSIDE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_INSIDE_H

#include "base/system/file.h"
#include "paper/graph_paper/sketching.h"
#include "screens/graph_paper/editor/best_lap.h"
#include "screens/graph_paper/editor/making.h"
#include "screens/graph_paper/editor/tools.h"
#include "studio/graph_paper/sketch/sketch.h"
#include "ui/camera_hand.h"

enum { EDITOR_PROBLEM_LIMIT = 40, EDITOR_SELECTION_LIMIT = 512 };

enum editor_tool_id {
    TOOL_SELECT,
    TOOL_PEN,
    TOOL_POLYGON,
    TOOL_ERASER,
    TOOL_REDRAW,
    TOOL_PARALLEL,
    TOOL_LINE,
    TOOL_SLICK,
    TOOL_TURBO,
    TOOL_CHECKPOINT,
    TOOL_INSPECT,
    TOOL_COUNT
};

/* Where the pointer, or the keyboard's cursor, is. */
struct editor_touch {
    struct spot at;
    double reach; /* squares: what is so near is meant */
    bool shift;
    bool loose; /* no snapping */
    bool again; /* the second of a double click */
};

/* The way that a tool has gone so far. */
struct editor_path {
    struct spot *spots;
    int count, capacity;
    bool active;
    double travelled;
    bool near_start; /* of a pen that has been away: letting go closes the stroke */
    bool dragged;    /* by the press that began it */
    int item;        /* that it belongs to, -1 */
};

/* What of a tool's work is to be seen. Zeroed but for `pointed` = -1: nothing. */
struct editor_show {
    struct paper_pen wet;  /* grows at its end: kept in the cached picture */
    struct paper_pen live; /* painted anew each time */
    bool has_snap, has_reach, has_line, has_arrow, has_lasso;
    struct point snap;
    struct spot reach_at;
    double reach;
    enum draft_role line_role;
    struct point from, to; /* of the line */
    struct spot middle;
    struct point arrow;
    struct spot lasso_from, lasso_to;
    int pointed; /* the item that a click would take */
};

enum editor_grip { GRIP_NONE, GRIP_LASSO, GRIP_MOVE, GRIP_SCALE, GRIP_TURN };

struct editor_selection {
    int items[EDITOR_SELECTION_LIMIT];
    int count;
    enum editor_grip grip;
    enum paper_handle handle, hot;
    struct spot from, to; /* of the drag */
    bool moved;
    struct sketch_transform transform;
};

enum editor_dialog {
    DIALOG_NONE,
    DIALOG_NEW,
    DIALOG_RESIZE,
    DIALOG_LEAVE,   /* with changes that are not saved */
    DIALOG_OTHER,   /* the same, for another sheet that is to come up */
    DIALOG_CHANGED, /* the file has changed meanwhile */
    DIALOG_IMPORT,  /* how large the squares of another program's drawing are */
    DIALOG_LOSSES   /* saving would lose something */
};

/* A drawing of another program, before it is known how large its squares are. */
struct editor_import {
    struct text bytes;        /* of the file; empty: nothing is to be asked */
    char square[16];          /* as it stands in the field: millimetres if the file has any */
    const struct track *look; /* the draft as it is now; NULL: not looked at yet */
    unsigned version;         /* another one for each look */
    char problem[200];        /* why there is no draft with such squares, or "" */
};

/* The sheet that is to come up when the one that is there has been seen to. */
struct editor_wish {
    bool is_there;
    bool has_draft;
    struct draft draft;
    char *path; /* the file that it came from and goes to, or NULL */
    struct file_stamp stamp;
    int width, height; /* of an empty one; 0: to be asked for */
    bool changed;      /* it is in no file as it is */
    struct editor_import import;
    struct flat_photo photo;
};

struct editor_sheet;
struct editor_keeper;

struct editor {
    /* --- the document ----------------------------------------------------------------------------
     */
    struct sketch *sketch;
    char *path; /* its file, or NULL */
    struct file_stamp stamp;
    uint64_t saved_version;
    bool copied;                /* it was read from a file that it does not go back to */
    struct draft_losses losses; /* of the file that it was read from */
    bool losses_told;
    struct camera camera;
    struct flat_photo photo; /* that the sheet was drawn on */
    bool photo_hidden;
    struct editor_wish wish;

    /* --- what is known of it ---------------------------------------------------------------------
     */
    uint64_t known_version;
    bool known;
    const struct track *look; /* to be drawn; never NULL while a sketch is there */
    struct draft_problem problems[EDITOR_PROBLEM_LIMIT];
    int problem_count;
    int chosen_problem;        /* -1 */
    const struct track *track; /* NULL: it is none yet */
    struct sketch_texts texts;
    uint64_t shape; /* hash of what is drawn: the version that the best lap speaks of */
    bool lap_asked; /* about that shape, of this finder */
    struct best_lap *best_lap;
    struct best_lap_answer answer;
    bool best_lap_hidden;
    struct editor_keeper *keeper;

    /* --- tools -----------------------------------------------------------------------------------
     */
    enum editor_tool_id tool;
    struct editor_path path_drawn;
    struct editor_selection selection;
    struct spot pointer; /* also of the keyboard's cursor */
    bool pointer_known;
    double reach; /* of the last touch */
    enum draft_role polygon_role, line_role;
    int eraser_width; /* squares */
    int parallel_squares;
    bool parallel_outside;
    int parallel_base;           /* item, -1 */
    bool parallel_dropped;       /* by Esc: a wall is to be clicked */
    struct spot *parallel_spots; /* how it would run */
    int parallel_count;
    uint64_t parallel_key; /* what that is an answer to */
    char parallel_problem[400];
    struct {
        bool pointed, pressed, dragged;
        struct sketch_corner which;
    } corner;       /* one that is there already, under the polygon pen */
    bool loose;     /* no snapping, as the last touch said */
    bool flip_next; /* the line that is being laid is turned round */
    struct cursor {
        bool shown, down;
        struct spot at;
    } cursor;

    /* --- the screen ------------------------------------------------------------------------------
     */
    struct editor_sheet *sheet;
    struct box sheet_box;
    struct camera_hand hand;
    bool pressed;                  /* the left button, on the sheet */
    bool space_held, space_panned; /* with the pointer on the sheet: a drag moves the view */
    bool folded;                   /* the panel, in this picture */
    enum { PANEL_AS_FITS, PANEL_FOLDED, PANEL_SHOWN } panel_choice;
    bool ring_elsewhere; /* the keyboard's focus is seen on a widget */
    int tool_pointed;    /* on the tool bar, -1 */
    char hint[160];      /* of what the pointer is on, "" for nothing */
    bool focus_sheet;    /* it is to come to the sheet */
    enum editor_dialog dialog;
    char dialog_width_text[8], dialog_height_text[8];
    bool dialog_centred, dialog_scales;
    bool leaving;                           /* when it is saved */
    struct ui_scroll scroll, dialog_scroll; /* of the panel; of a dialog */
    bool has_sheet; /* false: the empty one behind the question for a size */
    char said[400];
};

/* --- document.c ----------------------------------------------------------------------------- */

/* A zeroed editor gets its usual settings. */
void editor_prepare(struct editor *editor);
/* Takes over the sketch; what was there before goes. */
void editor_show_sketch(struct editor *editor, struct sketch *sketch);
void editor_close_sketch(struct editor *editor);
/* The photo of the sheet; NULL if there is none, or the sheet has another shape by now. */
const struct flat_photo *editor_photo(const struct editor *editor);
/* Learns what the sketch is now, if it has changed. True if it had. */
bool editor_refresh(struct editor *editor);
void editor_say(struct editor *editor, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Says what went wrong, if `done` is false. Returns `done`. */
bool editor_did(struct editor *editor, bool done, const struct error *error);
void editor_undo(struct editor *editor);
void editor_redo(struct editor *editor);
bool editor_is_changed(const struct editor *editor); /* since it was saved */
bool editor_is_empty(const struct editor *editor);
uint64_t editor_hash_item(const struct draft_item *item);
const char *editor_role_name(enum draft_role role); /* "wall" */
/* Closed shapes without a role; 0 once there is a wall. */
int editor_count_shapes(const struct editor *editor);
void editor_take_shapes(struct editor *editor);
/* The whole list: what is wrong with the sheet and then that there is no lap. */
int editor_problem_count(const struct editor *editor);
struct draft_problem editor_problem(const struct editor *editor, int index);
/* Brings the camera there and selects what it is about. */
void editor_go_to_problem(struct editor *editor, int index);

/* --- tools.c -------------------------------------------------------------------------------- */

struct editor_tool {
    const char *id; /* "pen" */
    const char *name;
    SDL_Keycode key;
    const char *letter;
    const char *help; /* what it does, a sentence */
    const char *keys; /* that matter while it is in hand */
    bool clicks;      /* it works by clicks, not by drags */
    void (*choose)(struct editor *editor);
    void (*hover)(struct editor *editor, const struct editor_touch *touch);
    void (*press)(struct editor *editor, const struct editor_touch *touch);
    void (*drag)(struct editor *editor, const struct editor_touch *touch);
    void (*release)(struct editor *editor, const struct editor_touch *touch);
    bool (*key_press)(struct editor *editor, SDL_Keycode key, const struct editor_touch *touch);
    bool (*give_up)(struct editor *editor); /* Esc: true if there was something */
    void (*show)(const struct editor *editor, struct editor_show *show);
    /* Cuts its settings off the top. */
    void (*panel)(struct app *app, struct ui *ui, struct editor *editor, struct box *rest);
};
extern const struct editor_tool *const editor_tools[TOOL_COUNT];
const struct editor_tool *editor_tool(const struct editor *editor);
void editor_choose_tool(struct editor *editor, enum editor_tool_id tool);
/* What was begun is dropped; true if there was something. */
bool editor_give_up(struct editor *editor);
void editor_press(struct editor *editor, const struct editor_touch *touch);
void editor_move(struct editor *editor, const struct editor_touch *touch, bool held);
void editor_release(struct editor *editor, const struct editor_touch *touch);
struct editor_show editor_show(const struct editor *editor);

extern const struct editor_tool editor_tool_select, editor_tool_pen, editor_tool_polygon,
    editor_tool_eraser, editor_tool_redraw, editor_tool_parallel, editor_tool_line,
    editor_tool_slick, editor_tool_turbo, editor_tool_checkpoint, editor_tool_inspect;

/* --- path.c --------------------------------------------------------------------------------- */

void editor_path_begin(struct editor *editor, struct spot at);
/* Leaves out what is nearer to the last spot than a pixel or two. */
void editor_path_add(struct editor *editor, struct spot at);
void editor_path_end(struct editor *editor);
double editor_distance(struct spot a, struct spot b);
struct point editor_grid_point(struct spot at);
struct spot editor_snapped(struct spot at);
/* Within which a stroke closes, or goes on from another one's end. */
double editor_closing_reach(const struct editor_touch *touch);

/* --- selection.c ---------------------------------------------------------------------------- */

void editor_select_only(struct editor *editor, int item); /* -1: nothing */
bool editor_is_selected(const struct editor *editor, int item);
struct paper_selection editor_paper_selection(const struct editor *editor);
void editor_transform(struct editor *editor, const struct sketch_transform *transform);
void editor_delete_selection(struct editor *editor);
void editor_duplicate_selection(struct editor *editor);
void editor_select_all(struct editor *editor);
void editor_turn_selection(struct editor *editor, double degrees);
void editor_mirror_selection(struct editor *editor, bool upside_down);
void editor_selection_panel(struct app *app, struct ui *ui, struct editor *editor,
                            struct box *rest);

/* --- parallel.c ----------------------------------------------------------------------------- */

/* Works out how the second wall would run, if that is not known. */
void editor_parallel_refresh(struct editor *editor);
void editor_parallel_add(struct editor *editor);

/* --- sheet.c -------------------------------------------------------------------------------- */

struct editor_sheet *editor_sheet_create(void);
void editor_sheet_free(struct editor_sheet *sheet);
/* Another sketch is shown: nothing of what was painted holds. NULL is allowed. */
void editor_sheet_forget(struct editor_sheet *sheet);
void editor_sheet_draw(struct editor_sheet *sheet, struct canvas *canvas, struct editor *editor);

/* --- panel.c, toolbar.c, dialogs.c ---------------------------------------------------------- */

void editor_build_panel(struct app *app, struct ui *ui, struct editor *editor, struct box box);
/* What can be said of a sheet without problems: its par. */
void editor_write_par(const struct editor *editor, char *into, int size);
void editor_build_toolbar(struct ui *ui, struct editor *editor, struct box box);
int editor_toolbar_width(const struct ui *ui, int height);
/* Does the window have no room for sheet and panel beside each other? */
bool editor_is_narrow(const struct canvas *canvas);
void editor_fold(struct editor *editor);
void editor_build_line(struct ui *ui, struct editor *editor, struct box box);
void editor_build_dialog(struct app *app, struct ui *ui, struct editor *editor);
void editor_open_dialog(struct editor *editor, enum editor_dialog dialog);
/* Cut off the top, in smaller letters where the usual ones have no room. */
void editor_dialog_title(struct canvas *canvas, const char *title, struct box *rest);
/* A button that stays pressed: one of a few. */
bool editor_chip(struct ui *ui, const char *id, const char *label, struct box box, bool chosen);

/* --- import.c ------------------------------------------------------------------------------- */

/* Is the drawing none of ours? Then keeps the bytes, to ask how large its squares are. */
void editor_begin_import(struct editor_wish *wish, struct text *bytes);
void editor_free_import(struct editor_import *import);
void editor_ask_for_square(struct app *app, struct ui *ui, struct editor *editor);
/* "2 texts, colours and gradients"; "" if nothing is lost. */
void editor_write_losses(const struct draft_losses *losses, char *into, int size);

/* --- editor.c ------------------------------------------------------------------------------- */

/* Back to where it was called from; asks first if something is not saved. */
void editor_leave(struct app *app, struct editor *editor);
void editor_go_away(struct app *app, struct editor *editor);
/* Shows what was wished for; what is there is given up. */
void editor_take_wish(struct app *app, struct editor *editor);

/* --- input.c -------------------------------------------------------------------------------- */

bool editor_event(struct app *app, struct editor *editor, const SDL_Event *event);
void editor_draw_cursor(struct canvas *canvas, const struct editor *editor);

/* --- files.c, keeper.c ---------------------------------------------------------------------- */

/* False if it is not saved: told, or asked about first. */
bool editor_save(struct app *app, struct editor *editor);
/* Whatever the file holds by now. */
bool editor_save_anyway(struct app *app, struct editor *editor);
bool editor_save_copy(struct app *app, struct editor *editor);
const char *editor_file_name(const struct editor *editor); /* NULL: no file yet */
/* Reads a file into the wish. False with the error. */
bool editor_read_file(const struct app *app, const char *path, struct editor_wish *wish,
                      struct error *error);
/* Forgets a path that is not among the player's own tracks. */
void editor_check_path(const struct app *app, struct editor_wish *wish);
void editor_free_wish(struct editor_wish *wish);
/* The wish is given up; without a sheet behind it the editor is left. */
void editor_cancel_wish(struct app *app, struct editor *editor);

/* What is not saved is kept in a file of its own, so that no power cut loses it. */
struct editor_keeper *editor_keeper_create(const char *tracks_folder);
void editor_keeper_free(struct editor_keeper *keeper); /* waits; the file stays */
/* Writes, in a while, what has changed; milliseconds until there is something to do, -1: never. */
int editor_keep(struct editor *editor, Uint32 now);
void editor_keep_now(struct editor *editor); /* and waits */
/* It is saved, or given up: then it goes to the trash. */
void editor_forget_kept(struct editor *editor);
void editor_trash_kept(struct app *app, struct editor *editor);
/* Did a keeper that is no more leave something? */
bool editor_keeper_has_left(const char *tracks_folder);
/* Takes over the newest of what was left. */
bool editor_keeper_take_left(struct editor *editor, struct editor_wish *wish, struct error *error);

#endif
