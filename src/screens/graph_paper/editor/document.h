/* The editor of tracks: a sketch (studio/graph_paper/sketch) on a desk (screens/desk), and all that
 * is known of it. The cached picture and the search for a lap live while the screen is up.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_DOCUMENT_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_DOCUMENT_H

#include "screens/graph_paper/editor/hand.h"
#include "screens/graph_paper/editor/making.h"
#include "studio/graph_paper/cells/cells.h"

enum { EDITOR_PROBLEM_LIMIT = 40 };

/* A drawing of another program, before it is known how large its squares are. */
struct editor_import {
    struct text bytes;        /* of the file; empty: nothing is to be asked */
    char square[16];          /* as it stands in the field: millimetres if the file has any */
    const struct track *look; /* the draft as it is now; NULL: not looked at yet */
    unsigned version;         /* another one for each look */
    char problem[200];        /* why there is no draft with such squares, or "" */
};

/* A grid, before it is known what its signs stand for. */
struct editor_cells {
    char *path; /* of its file; NULL: nothing is to be asked */
    struct cells cells;
    const struct track *look; /* NULL: what follows is not known yet */
    struct draft draft;
    struct cells_remarks remarks;
    unsigned version; /* another one for each look */
    bool has_walls;
    char verdict[500];
};

/* What is known of the sheet that is wished for (screens/desk) and not part of it. */
struct pending_open {
    bool has_draft;
    struct draft draft; /* until it is a sheet */
    struct draft_losses losses;
    struct editor_import import;
    struct editor_cells cells;
    struct flat_photo photo;
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

struct editor {
    struct desk desk; /* its sheet is the sketch */
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
struct editor *editor_of(struct desk *desk);
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

/* The file's name without its ending, as text. Free it. */
char *editor_name_after(const char *path);
void pending_open_free(struct pending_open *pending);
/* The sheet of a draft, to be looked at before it is opened; another key for each. */
void editor_build_preview(struct canvas *canvas, const char *key, const struct track *look,
                          const struct draft *draft, struct box box);
void editor_ask_for_cells(struct app *app, struct ui *ui, struct editor *editor);
void editor_free_cells(struct editor_cells *asked);
/* The draft that is pending becomes the sheet. */
void editor_open_pending(struct app *app, struct editor *editor);
/* It is given up. */
void editor_cancel(struct app *app, struct editor *editor);
void editor_save_copy(struct app *app, struct editor *editor);

/* --- for its desk (struct desk_kind) ---------------------------------------------------------- */

void editor_ask(struct desk *desk);
bool editor_may_save(struct desk *desk, bool changed);

/* The file as it lies there: to be drawn on, or asked about. False with the error. */
bool editor_read_file(const struct app *app, const char *path, struct pending_open *pending,
                      struct desk_wish *wish, struct error *error);

#endif
