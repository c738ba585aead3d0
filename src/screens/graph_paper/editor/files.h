/* Where sheets come from and go to: files of one's own, drawings of other programs, and what is
 * kept aside for a power cut.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_FILES_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_FILES_H

#include "base/system/file.h"
#include "screens/graph_paper/editor/making.h"
#include "screens/keeper.h"
#include "studio/graph_paper/cells/cells.h"
#include "ui/ui.h"

struct editor;

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

/* The sheet that is to come up when the one that is there has been seen to. */
struct pending_open {
    bool is_there;
    bool has_draft;
    struct draft draft;
    char *path; /* the file that it came from and goes to, or NULL */
    struct file_stamp stamp;
    int width, height; /* of an empty one; 0: to be asked for */
    bool changed;      /* it is in no file as it is */
    struct editor_import import;
    struct editor_cells cells;
    struct flat_photo photo;
};

/* Reads a file into `pending`. False with the error. */
bool editor_read_file(const struct app *app, const char *path, struct pending_open *pending,
                      struct error *error);
/* The file's name without its ending, as text. Free it. */
char *editor_name_after(const char *path);
/* Forgets a path that is not among the player's own tracks. */
void editor_check_path(const struct app *app, struct pending_open *pending);
void pending_open_free(struct pending_open *pending);
/* It is given up; without a sheet behind it the editor is left. */
void editor_cancel_pending(struct app *app, struct editor *editor);
/* Shows what was asked for; what is there is given up. */
void editor_open_pending(struct app *app, struct editor *editor);

/* False if it is not saved: told, or asked about first. */
bool editor_save(struct app *app, struct editor *editor);
/* Whatever the file holds by now. */
bool editor_save_copy(struct app *app, struct editor *editor);
const char *editor_file_name(const struct editor *editor); /* NULL: no file yet */

/* --- import.c ------------------------------------------------------------------------------- */

/* Is the drawing none of ours? Then keeps the bytes, to ask how large its squares are. */
/* The sheet of a draft, to be looked at before it is opened; another key for each. */
void editor_build_preview(struct canvas *canvas, const char *key, const struct track *look,
                          const struct draft *draft, struct box box);

/* --- cells.c -------------------------------------------------------------------------------- */

void editor_ask_for_cells(struct app *app, struct ui *ui, struct editor *editor);
void editor_free_cells(struct editor_cells *asked);

/* --- keeper.c: what is not saved is kept in a file of its own (screens/keeper.h) ---------------
 */

struct keeper *editor_keeper_create(struct editor *editor, const char *tracks_folder);
bool editor_keeper_has_left(const char *tracks_folder);
/* Takes over the newest of what was left. */
bool editor_keeper_take_left(struct editor *editor, struct pending_open *pending,
                             struct error *error);

#endif
