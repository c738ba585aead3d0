/* The printed grid of squared paper, found in how dark the photo is.
 *
 * A patch of the photo tells direction and distance of its lines; from there the grid is followed
 * outwards, and the eight numbers of its homography are fitted better the farther it reaches.
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_GRID_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_GRID_H

#include "studio/graph_paper/photo/lines.h"

/* --- paper that does not lie flat ------------------------------------------------------------ */

/* Where a bend moves a place to; both in squares, counted from the bend's first node. */
struct spot photo_bend_apply(const struct photo_bend *bend, struct spot squares);
struct spot photo_bend_undo(const struct photo_bend *bend, struct spot moved);

/* --- the grid -------------------------------------------------------------------------------- */

struct grid {
    struct homography map;  /* from squares, y down, to the working copy, of what lies flat */
    struct homography back; /* and back */
    struct photo_bend bend; /* how it lies aside from that, in squares with y down */
    struct spot bend_from;  /* the square of the bend's first node */
    int left, right;        /* the squares that are seen: columns left to right - 1 */
    int top, bottom;        /* rows */
    bool ends[4];           /* it ends within the picture: left, right, top, bottom */
    int depth;              /* how dark its lines are, as darkness */
    double square;          /* pixels */
    double contrast;        /* of its lines, as darkness */
};

/* Between squares and the working copy, bends and all. */
struct spot photo_grid_place(const struct grid *grid, double x, double y);
struct spot photo_grid_squares(const struct grid *grid, struct spot at);
void photo_forget_grid(struct grid *grid);

/* `counts` is not 0 where the sheet can be; NULL: anywhere. A sheet that was taken from aside is
 * looked at as `straight` makes it: a homography to the working copy from a picture of the sheet in
 * which squares are square and about as large as in the photo; NULL: nobody knows how it lies.
 * False if there is no grid, or when it was cancelled. */
bool photo_find_grid(const struct plane *darkness, const struct plane *counts,
                     const struct homography *straight, const atomic_bool *cancelled,
                     struct grid *grid);

/* The same where nobody knows how a sheet lies that was taken from far aside. */
bool photo_find_tilted_grid(const struct plane *darkness, const struct plane *counts,
                            const atomic_bool *cancelled, struct grid *grid);

/* Follows the lines on from the part that was found, which lies flat, to where the paper bends, and
 * changes the grid if it does. */
void photo_follow_bend(const struct photo *photo, const struct plane *darkness, struct grid *grid);

/* Clears the cells within `reach` pixels of a line of the grid. */
void photo_clear_grid(const struct grid *grid, double reach, struct plane *cells);

/* What is darker than this is surely drawn where lines are printed that dark. */
static inline int photo_printed_level(int depth)
{
    return depth * 5 / 4 + 4;
}
/* Clears ink that is a line of the grid printed heavier than most; what is surely ink stays. */
void photo_clear_heavy(const struct grid *grid, const struct plane *darkness, struct plane *ink);
/* Where lines are printed as dark as strokes are: what crosses them stays, and what is darker. */
void photo_clear_dark_grid(const struct grid *grid, const struct plane *darkness,
                           struct plane *ink);

/* --- used by photo_find_grid ----------------------------------------------------------------- */

/* How parallel lines lie in a patch: those with normal (cos angle, sin angle) at the distances
 * phase + k * period from (0, 0). */
struct stripes {
    double angle, period, phase;
    double sureness; /* 0 to 1 */
};

/* A printed line between two places. */
struct grid_edge {
    struct spot middle, normal;
    double width;    /* pixels to the next line */
    double offset;   /* of the line found, along the normal, as a part of the width */
    double contrast; /* below PHOTO_LEAST_CONTRAST: no line; 0: none for sure */
    double peak;
};
#define PHOTO_LEAST_CONTRAST 2.2

/* Is the place within the picture, where something may be? */
bool photo_is_seen(const struct plane *darkness, const struct plane *counts, struct spot at);
/* Looks for a line beside the way from `a` to `b`; `beside` is where the next line of its kind
 * should be. False if it cannot be seen there. */
bool photo_measure_line(const struct plane *darkness, const struct plane *counts, struct spot a,
                        struct spot b, struct spot beside, struct grid_edge *edge);
/* A line of `typical` contrast is as faint as this where squares are seen so small. */
double photo_faint_contrast(double typical, double width, double usual_width);

/* Lines round a place, upright or level ones and those up to `widest` degrees off. False if there
 * are none. */
bool photo_find_stripes(const struct plane *darkness, struct spot middle, double radius, bool level,
                        double widest, struct stripes *stripes);

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

/* NULL: everywhere. */
static inline const struct plane *photo_sheet_counts(const struct photo_sheet *sheet)
{
    return sheet->counts.cells == NULL ? NULL : &sheet->counts;
}

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
