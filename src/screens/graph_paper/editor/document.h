/* The sheet that is being drawn, and all that the editor knows of it.
 *
 * The document (sketch, file, camera) lives from one sheet to the next and survives leaving the
 * screen; the cached picture and the search for a lap live while the screen is up.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_DOCUMENT_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_DOCUMENT_H

#include "screens/graph_paper/editor/files.h"
#include "screens/graph_paper/editor/hand.h"
#include "screens/graph_paper/editor/making.h"
#include "ui/camera.h"

enum { EDITOR_PROBLEM_LIMIT = 40 };

struct editor {
    /* --- the document ----------------------------------------------------------------------------
     */
    struct steps *sketch;
    char *path; /* its file, or NULL */
    struct file_stamp stamp;
    uint64_t saved_version;
    bool copied;                /* it was read from a file that it does not go back to */
    struct draft_losses losses; /* of the file that it was read from */
    bool losses_told;
    struct camera camera;
    struct flat_photo photo; /* that the sheet was drawn on */
    bool photo_hidden;
    struct pending_open pending;

    /* --- what is known of it ---------------------------------------------------------------------
     */
    uint64_t known_version;
    bool known;
    const struct track *look; /* to be drawn; never NULL while a sketch is there */
    struct draft_problem problems[EDITOR_PROBLEM_LIMIT]; /* or that there is no lap */
    int problem_count;
    int chosen_problem;        /* -1 */
    const struct track *track; /* NULL: it is none yet */
    struct sketch_texts texts;
    uint64_t shape; /* hash of what is drawn: the version that the best lap speaks of */
    bool lap_asked; /* about that shape, of this finder */
    struct best_lap *best_lap;
    struct best_lap_answer answer;
    struct lap_turned turned; /* lines of an open track */
    bool best_lap_hidden;
    struct keeper *keeper;

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
    int parallel_base;          /* item, -1 */
    bool parallel_dropped;      /* by Esc: a wall is to be clicked */
    struct trail parallel_look; /* how it would run */
    uint64_t parallel_key;      /* what that is an answer to */
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
    struct error error; /* of what is being done: editor_did tells it */

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

/* A zeroed editor gets its usual settings. */
void editor_prepare(struct editor *editor);
/* Takes over the sketch; what was there before goes. */
void editor_show_sketch(struct editor *editor, struct steps *sketch);
void editor_close_sketch(struct editor *editor);
/* The photo of the sheet; NULL if there is none, or the sheet has another shape by now. */
const struct flat_photo *editor_photo(const struct editor *editor);
/* Learns what the sketch is now, if it has changed. True if it had. */
bool editor_refresh(struct editor *editor);
void editor_say(struct editor *editor, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Says what went wrong (editor->error), if `done` is false. Returns `done`. */
bool editor_did(struct editor *editor, bool done);
/* Lines that are crossed against the course are turned round, as far as it is known. */
void editor_turn_lines(struct editor *editor);
void editor_undo(struct editor *editor);
void editor_redo(struct editor *editor);
bool editor_is_changed(const struct editor *editor); /* since it was saved */
bool editor_is_empty(const struct editor *editor);
uint64_t editor_hash_item(const struct draft_item *item);
bool editor_is_shape(enum draft_role role); /* an outline, with a role or without */
/* Closed shapes without a role; 0 once there is a wall. */
int editor_count_shapes(const struct editor *editor);
void editor_take_shapes(struct editor *editor);
/* What is known of the best lap by now. */
/* Brings the camera there and selects what it is about. */
void editor_go_to_problem(struct editor *editor, int index);

#endif
