/* Tracks that are grids of cells: the text grids of courses on planning and learning ("#.SF",
 * Karopapier's codes, .track files) and pictures with a pixel, or a block of pixels, a cell.
 *
 * A cell is a square of the sheet: that in column c and row r, counted from 0 and from above, lies
 * between the grid points (c, rows - r - 1) and (c + 1, rows - r). Walls run round the cells that
 * are road, along their edges. A start or finish line is the edge between two rows or columns of
 * road cells, from wall to wall: that with the start cells behind it, or with the finish cells
 * beyond it. What stands for what is guessed and can be said; nothing is asked here.
 *
 * Which way a line is crossed is found by ways over the cells; of a picture both grounds are
 * tried.
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_CELLS_CELLS_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_CELLS_CELLS_H

#include "track/draft.h"

#include <stddef.h>

enum { CELLS_FILE_LIMIT = 16 * 1024 * 1024, CELLS_SIGNS_MOST = 64, CELLS_CHECKPOINTS_MOST = 9 };

/* Checkpoint n is CELL_CHECKPOINT + n - 1. */
enum cell_role { CELL_OFF, CELL_ROAD, CELL_START, CELL_FINISH, CELL_CHECKPOINT };
enum { CELL_ROLES = CELL_CHECKPOINT + CELLS_CHECKPOINTS_MOST };
const char *cell_role_name(int role); /* "off", "road", "start", "finish", "1" to "9" */

/* A letter or a colour, and what it stands for. */
struct cell_sign {
    char name[8];  /* "X", "blank", "#ff0000", "clear" */
    uint32_t code; /* of the letter; 0xffRRGGBB; 0 is transparent */
    int count;     /* cells */
    int role;
};

struct cells {
    int columns, rows;
    uint8_t *signs;                          /* which one each cell holds, row by row from above */
    struct cell_sign list[CELLS_SIGNS_MOST]; /* of a text as they come, of a picture the most
                                                frequent first */
    int sign_count;
    bool turned; /* lines are crossed the other way than is guessed */
    /* Where a cell was found. Of a picture: `block` pixels a cell; of a text: the line of each row,
     * and every how many characters from which column on a cell stands. */
    int block;
    int *lines; /* NULL: a picture */
    int first_column, step;
    char remark[200]; /* what was odd about the file, a sentence, or "" */
};
void cells_free(struct cells *cells);

/* Would a person say that the text is a grid? */
bool cells_recognise(const char *bytes, size_t length);
/* What stands for what is guessed. False with the error (line and column) if it is none; there is
 * nothing to be freed then. */
bool cells_read_text(const char *bytes, size_t length, struct cells *cells, struct error *error);
/* Of pixels 0xffRRGGBB row by row, 0 where it is transparent. */
bool cells_read_picture(const uint32_t *pixels, int width, int height, struct cells *cells,
                        struct error *error);
/* From a file, whichever of both it is. It is in the module for pictures. */
bool cells_load(const char *path, struct cells *cells, struct error *error);
/* The same, if a person would say that the file is a grid, and neither prose, nor a photo or a
 * drawing? A picture is looked into only where that takes no time to speak of. */
bool cells_take(const char *path, struct cells *cells);
bool cells_look_meant(const struct cells *cells); /* a picture that was read */

/* "X=off O=road #ff0000=finish": says what signs stand for. */
bool cells_assign(struct cells *cells, const char *words, struct error *error);
/* "line 7, column 12"; "pixel 30, 4". */
enum { CELLS_PLACE_BYTES = 48 };
const char *cells_place(const struct cells *cells, int column, int row,
                        char into[CELLS_PLACE_BYTES]);

/* What is said besides, a sentence each. */
enum { CELLS_REMARKS_MOST = 8 };
struct cells_remarks {
    char text[CELLS_REMARKS_MOST][200];
    int count;
    bool is_odd; /* a line is much longer than the row of its cells */
};

/* Walls, lines and checkpoints. False with the error, which says where in the file, if that is no
 * track; the draft then holds what there is, to be looked at. Free it in any case. */
bool cells_make_draft(const struct cells *cells, struct draft *draft, struct cells_remarks *remarks,
                      struct error *error);

#endif
