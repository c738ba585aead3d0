/* What is in the hand: tools, the way that one goes over the sheet, what is selected.
 *
 * Tools know nothing of the window: they get touches in squares, change the sketch, and say in
 * `struct editor_show` what is to be seen of their work. What they have to tell people they leave
 * with desk_say.
 *
 * Wet ink lies in the cached picture, where a frame repaints the box of the newest strokes alone;
 * after a change only the boxes of items that differ are repainted. What is live is drawn once
 * into nothing to learn how far its ink goes.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_HAND_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_HAND_H

#include "draw/canvas.h"
#include "paper/graph_paper/sketching.h"
#include "screens/desk/desk_panel.h"

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
/* The foot of a dialog: Cancel, and what it is for, or why that cannot be. True if it was clicked.
 */
bool editor_build_foot(struct layout *foot, const char *id, const char *label, const char *why_not,
                       bool *cancelled);

/* --- the parts of the screen ------------------------------------------------------------------ */

void editor_build_panel(struct app *app, struct ui *ui, struct desk *desk, struct box box);
/* What is said of a sheet with which nothing is wrong: its par. */
void editor_write_par(const struct desk *desk, char *into, size_t size);
bool editor_build_dialog(struct app *app, struct ui *ui, struct desk *desk);
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
extern const struct desk_tool editor_tools[TOOL_COUNT];
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

#endif
