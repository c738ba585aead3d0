/* The editor of tracks: a sketch (studio/graph_paper/sketch) on an editor frame
 * (screens/editor_frame), and all that is known of it. The cached picture and the search for a lap
 * live while the screen is up. Each way to it is open from everywhere; what goes wrong is told.
 *
 * Tools know nothing of the window: they get touches in squares, change the sketch, and say in
 * `struct editor_show` what is to be seen of their work. What they have to tell people they leave
 * with editor_frame_say.
 *
 * Wet ink lies in the cached picture, where a frame repaints the box of the newest strokes alone;
 * after a change only the boxes of items that differ are repainted. What is live is drawn once
 * into nothing to learn how far its ink goes.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_EDITOR_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_EDITOR_H

#include "draw/canvas.h"
#include "drivers/graph_paper/driving.h"
#include "paper/graph_paper/ink.h"
#include "paper/graph_paper/sketching.h"
#include "screens/app.h"
#include "screens/editor_frame/editor_frame.h"
#include "studio/graph_paper/cells/cells.h"
#include "track/draft.h"

extern const struct screen screen_editor;
extern const struct screen screen_daily; /* over home: the track of the date */

/* The editor with an empty sheet; a size of 0 x 0 asks for it first. */
void app_edit_new(struct app *app, int width, int height);
/* With a sheet that no file has yet: takes over the contents of the draft. */
void app_edit_draft(struct app *app, struct draft *draft);
/* A photo of the whole sheet from straight above, 0xffRRGGBB row by row from above. */
struct flat_photo {
    uint32_t *pixels; /* NULL: there is none */
    int width, height;
};
/* With the walls of a photo, which lies on the sheet while the rest is drawn; takes over both. */
void app_edit_photo(struct app *app, struct draft *draft, struct flat_photo photo);

/* The dialog that makes tracks; `take` gets the track (retain it) that was chosen. */
void app_generate(struct app *app, void (*take)(struct app *app, struct course course));

/* === best lap ================================================================================= */

/* Is this sheet a track, what is its par, and what does its best lap look like? Found beside the
 * window (base/system/worker.h) while somebody draws.
 *
 * The newest question cancels the one before, whose answer stays in sight meanwhile. A tried race
 * is practice: no file, no record, and it ends when a screen comes up that cannot show it.
 */

struct best_lap;

enum best_lap_state {
    BEST_LAP_NONE,      /* nothing was asked */
    BEST_LAP_SEARCHING, /* the answer before this one is still shown */
    BEST_LAP_LAP,
    BEST_LAP_NO_LAP
};

struct best_lap_answer {
    enum best_lap_state state;
    uint64_t version;           /* of the sheet that it is about */
    struct lap_finding finding; /* its line is owned by it until the next call */
    char why[400];
};

struct best_lap *best_lap_create(void);
void best_lap_free(struct best_lap *best_lap); /* NULL is allowed */
/* The track has passed its check; it is retained. NULL: nothing is wanted any more. */
void best_lap_ask(struct best_lap *best_lap, const struct track *track, uint64_t version);
struct best_lap_answer best_lap_answer(struct best_lap *best_lap);

/* === panel ==================================================================================== */

/* What stands round the sheet: panel and dialogs; the sheet itself. */

struct editor;

enum editor_dialog {
    DIALOG_NONE,
    DIALOG_NEW,
    DIALOG_RESIZE,
    DIALOG_CHANGED, /* the file has changed meanwhile */
    DIALOG_IMPORT,  /* how large the squares of another program's drawing are */
    DIALOG_CELLS,   /* what the signs of a grid stand for */
    DIALOG_LOSSES   /* saving would lose something */
};

void editor_build_words(struct layout *column, const char *text, bool warns);

/* --- the parts of the screen ------------------------------------------------------------------ */

void editor_build_panel(struct app *app, struct ui *ui, struct editor_frame *frame, struct box box);
/* What is said of a sheet with which nothing is wrong: its par. */
void editor_write_par(const struct editor_frame *frame, char *into, size_t size);
bool editor_build_dialog(struct app *app, struct ui *ui, struct editor_frame *frame);
void editor_open_dialog(struct editor *editor, enum editor_dialog dialog);

struct editor_sheet *editor_sheet_create(void);
void editor_sheet_free(struct editor_sheet *sheet);
/* Another sketch is shown: nothing of what was painted holds. NULL is allowed. */
void editor_sheet_forget(struct editor_sheet *sheet);
void editor_sheet_draw(struct editor_sheet *sheet, struct canvas *canvas, struct editor *editor);

/* === hand ===================================================================================== */

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

/* What a tool does; what it is called, editor_tools says. */
struct editor_tool {
    void (*choose)(struct editor *editor);
    void (*hover)(struct editor *editor, const struct editor_touch *touch);
    void (*press)(struct editor *editor, const struct editor_touch *touch);
    void (*drag)(struct editor *editor, const struct editor_touch *touch);
    void (*release)(struct editor *editor, const struct editor_touch *touch);
    bool (*key_press)(struct editor *editor, SDL_Keycode key, const struct editor_touch *touch);
    bool (*give_up)(struct editor *editor); /* Esc: true if there was something */
    void (*show)(const struct editor *editor, struct editor_show *show);
    void (*panel)(struct editor *editor, struct layout *column); /* its settings; or NULL */
};
extern const struct editor_frame_tool editor_tools[TOOL_COUNT];
int editor_tool_in_hand(void); /* -1 as long as nothing was drawn on */
extern const struct editor_tool editor_tool_polygon, editor_tool_line, editor_tool_checkpoint,
    editor_tool_inspect;

const struct editor_tool *editor_tool(const struct editor *editor);
void editor_choose_tool(struct editor *editor, enum editor_tool_id tool);
/* What was begun is dropped; true if there was something. */
bool editor_give_up(struct editor *editor);
void editor_press(struct editor *editor, const struct editor_touch *touch);
void editor_move(struct editor *editor, const struct editor_touch *touch, bool held);
void editor_release(struct editor *editor, const struct editor_touch *touch);
/* Of the sheet as it is now only the first items are what they were: no other stays selected or
 * worked at. 0: it is another sheet. */
void editor_keep_items(struct editor *editor, int count);
void editor_forget_corner(struct editor *editor); /* where it was, there may be none */
struct editor_show editor_show(const struct editor *editor);

void editor_path_begin(struct editor *editor, struct spot at);
/* Leaves out what is nearer to the last spot than a pixel or two. */
void editor_path_add(struct editor *editor, struct spot at);
void editor_path_end(struct editor *editor);
struct point editor_grid_point(struct spot at);
struct spot editor_snapped(struct spot at);
/* Within which a stroke closes, or goes on from another one's end. */
double editor_closing_reach(const struct editor_touch *touch);
/* Works out how the second wall would run, if that is not known. */
void editor_parallel_refresh(struct editor *editor);

/* --- selection.c ---------------------------------------------------------------------------- */

enum { EDITOR_SELECTION_LIMIT = 512 };
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

bool editor_is_selected(const struct editor *editor, int item);
struct paper_selection editor_paper_selection(const struct editor *editor);
void editor_duplicate_selection(struct editor *editor);
void editor_select_all(struct editor *editor);

/* === document ================================================================================= */

enum { EDITOR_PROBLEM_LIMIT = 40 };

/* What is known of the sheet that is wished for (screens/editor_frame) and not part of it. */
struct pending_open {
    bool has_draft;
    struct draft draft; /* until it is a sheet */
    struct draft_losses losses;
    struct flat_photo photo;

    /* --- until it is answered: how large a square is, or what signs stand for ------------------
     */
    struct text bytes; /* of a drawing of another program; empty: that is not to be asked */
    char square[16];   /* as it stands in the field: millimetres if the file has any */
    char *cells_path;  /* of a grid's file; NULL: that is not to be asked */
    struct cells cells;
    struct cells_remarks remarks;
    const struct track *look; /* the draft as it is now; NULL: not looked at yet */
    unsigned version;         /* another one for each look */
    char problem[200];        /* why there is no sheet, or "" */
    char verdict[500];
};

/* What is known of the sheet: editor.c finds it out. */
struct editor_known {
    uint64_t version;
    bool looked;
    const struct track *look; /* to be drawn; never NULL while a sketch is there */
    struct draft_problem problems[EDITOR_PROBLEM_LIMIT]; /* or that there is no lap */
    int problem_count, chosen;                           /* chosen: -1 */
    const struct track *track;                           /* NULL: it is none yet */
    struct sketch_texts texts;
    uint64_t shape; /* hash of what is drawn: the version that the best lap speaks of */
    bool lap_asked; /* about that shape, of this finder */
    struct best_lap *best_lap;
    struct best_lap_answer answer;
    struct lap_turned turned; /* lines of an open track */
};

/* What came with the sheet, and what is asked about it: files.c. */
struct editor_papers {
    struct draft_losses losses; /* of the file that it was read from */
    bool losses_told;
    struct flat_photo photo; /* that the sheet was drawn on */
    struct pending_open pending;
    enum editor_dialog dialog;
    char width[8], height[8]; /* as they are typed */
    bool centred, scales;
    struct ui_scroll scroll;
};

/* The tool for second walls. */
struct editor_parallel {
    int squares;
    bool outside;
    int base;          /* item, -1 */
    bool dropped;      /* by Esc: a wall is to be clicked */
    struct trail look; /* how it would run */
    uint64_t key;      /* what that is an answer to */
    char problem[400];
};

/* The tools that go from grid point to grid point: corners.c. */
struct editor_corners {
    enum draft_role polygon_role, line_role;
    bool pointed, pressed, dragged; /* one that is there already, under the polygon pen */
    struct sketch_corner which;
    bool loose;     /* no snapping, as the last touch said */
    bool flip_next; /* the line that is being laid is turned round */
};

/* Who writes what: editor.c `known` (but for texts that are typed), files.c `papers`, corners.c
 * `corner`, tools.c the rest of the hand. editor_prepare gives all of it its usual settings. */
struct editor {
    struct editor_frame frame; /* its sheet is the sketch */
    struct editor_known known;
    struct editor_papers papers;
    struct editor_sheet *sheet; /* while the screen is up */
    bool best_lap_hidden, photo_hidden;

    /* --- the hand ---------------------------------------------------------------------------- */
    struct editor_path path_drawn;
    struct editor_selection selection;
    struct spot pointer; /* also of the keyboard's cursor */
    double reach;        /* of the last touch */
    bool held;           /* what has pressed has not let go yet */
    int eraser_width;    /* squares */
    struct editor_parallel parallel;
    struct editor_corners corner;
    struct error error; /* of what is being done: editor_did tells it */
};

/* A zeroed editor gets its usual settings. */
void editor_prepare(struct editor *editor);
struct editor *editor_of(struct editor_frame *frame);
/* The sheet, a track or not. */
void editor_print(struct app *app, const struct editor *editor);
void editor_forget(struct editor *editor); /* what is known of the sheet */
/* The photo of the sheet; NULL if there is none, or the sheet has another shape by now. */
const struct flat_photo *editor_photo(const struct editor *editor);
/* Learns what the sketch is now, if it has changed. True if it had. */
bool editor_refresh(struct editor *editor);
/* Says what went wrong (editor->error), if `done` is false. Returns `done`. */
bool editor_did(struct editor *editor, bool done);
/* Lines that are crossed against the course are turned round, as far as it is known. */
void editor_turn_lines(struct editor *editor);
uint64_t editor_hash_item(const struct draft_item *item);
bool editor_is_shape(enum draft_role role); /* an outline, with a role or without */
/* Closed shapes without a role; 0 once there is a wall. */
int editor_count_shapes(const struct editor *editor);
void editor_take_shapes(struct editor *editor);
/* Brings the camera there and selects what it is about. */
void editor_go_to_problem(struct editor *editor, int index);

/* --- files.c ---------------------------------------------------------------------------------- */

/* What has come with the sheet is the editor's. */
void editor_take_papers(struct editor *editor);
void pending_open_free(struct pending_open *pending);
void editor_save_copy(struct app *app, struct editor *editor);

/* --- for its frame (struct editor_frame_kind)
 * ---------------------------------------------------------- */

void editor_ask(struct editor_frame *frame);
bool editor_may_save(struct editor_frame *frame, bool changed);

/* What a file holds: to be drawn on, or asked about; then it is taken over. False with the error.
 */
bool editor_read_file(const struct app *app, const char *path, struct text *content,
                      struct pending_open *pending, struct next_sheet *next, struct error *error);

#endif
