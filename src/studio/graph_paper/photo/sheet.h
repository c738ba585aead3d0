/* Where the sheet lies in a photo: by the corners given, by the printed grid, by the page's edges,
 * or, when there is none of them, the whole picture. */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_SHEET_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_SHEET_H

#include "studio/graph_paper/photo/grid.h"
#include "studio/graph_paper/photo/inside.h"
#include "studio/graph_paper/photo/plane.h"
#include "studio/graph_paper/photo/walls.h"

/* --- the page -------------------------------------------------------------------------------- */

/* The corners in the working copy: upper left, upper right, lower right, lower left. False if not
 * all four edges are seen. */
bool photo_find_page(const struct photo *photo, const atomic_bool *cancelled,
                     struct spot corners[4]);

/* 1 within the corners and at least `margin` pixels from the edges, else 0. */
struct plane photo_fill_page(const struct photo *photo, const struct spot corners[4],
                             double margin);

/* --- the sheet ------------------------------------------------------------------------------- */

struct sheet_bounds {
    double left, right, top, bottom; /* squares of the grid */
};

struct photo_sheet {
    struct spot corners[4]; /* in the working copy */
    int width, height;      /* squares */
    double square;          /* pixels, about */
    bool paper_found, grid_found;
    struct grid grid;
    bool by_grid; /* its corners are those of `bounds` */
    struct sheet_bounds bounds;
    struct plane counts; /* not 0 where something drawn counts; cells NULL: everywhere */
};

/* False with the error when the wish makes no sense, or, with an empty text, when it was cancelled.
 * Corners of the wish are in the working copy. Free the sheet in any case. */
bool photo_find_sheet(const struct photo *photo, const struct plane *darkness,
                      const struct photo_wish *wish, const atomic_bool *cancelled,
                      struct photo_sheet *sheet, struct error *error);

/* Where a grid runs out of the picture the sheet is no larger than its corners are seen, or than
 * the drawing needs. */
void photo_settle_sheet(const struct photo *photo, const struct photo_wish *wish,
                        const struct closed_line *lines, int count, struct photo_sheet *sheet);

/* By how much places of a sheet that does not lie flat lie aside; nothing for one that does. */
void photo_bend_sheet(const struct photo_sheet *sheet, struct photo_bend *bend);

void photo_forget_sheet(struct photo_sheet *sheet);

#endif
