/* From a photo of a drawn track to walls.
 *
 * A photo is the picture as one sees it (EXIF orientation applied). Tracing finds the paper and
 * squared grid if there are any, straightens the picture by them, and follows the drawn strokes:
 * the loops found are the middle of the strokes, on a sheet of so many squares. Nobody is asked
 * here: the caller shows what was found and says what is to be taken.
 *
 * Places in the photo are pixels of the upright picture, y down.
 *
 * The photo is traced where it lies: only the loops found are straightened, no pixel is resampled.
 * Paper is what is left when lines are filled, so the edge of a shadow is no ink. A printed grid
 * is followed, not searched for: a patch gives direction and distance, then the eight numbers of
 * its homography are fitted to ever more squares; where paper curls, grid points are followed one
 * by one. A board is traced as its inverse: what is twice as light becomes half as light. Decoders
 * see only files whose size and completeness was read before.
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_PHOTO_PHOTO_H

#include "studio/studio.h"
#include "track/draft.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { PHOTO_PIXELS_MOST = 100000000, PHOTO_SIDE_LEAST = 64 };
enum { PHOTO_FILE_LIMIT = 256 * 1024 * 1024 };

struct photo;

/* The size is looked at before a pixel is decoded. NULL and the error for what is no picture,
 * broken, too large or too small. */
struct photo *photo_load(const char *path, struct error *error);
struct photo *photo_read(const void *bytes, size_t length, struct error *error);
void photo_free(struct photo *photo); /* NULL is allowed */
/* Every pixel of a PNG, however small it is, 0xffRRGGBB row by row; 0 where more is transparent
 * than not. Free it. */
uint32_t *photo_read_pixels(const void *bytes, size_t length, int *width, int *height,
                            struct error *error);
/* Does the file begin like a picture that can be read (JPEG, PNG, ...)? */
bool photo_is_picture(const char *path);

/* By a quarter to the right, where the file is wrong about how it was held. */
void photo_turn(struct photo *photo);

void photo_size(const struct photo *photo, int *width, int *height);
/* A smaller copy, at most `side` pixels wide and high, as 0xffRRGGBB row by row; free it. */
uint32_t *photo_pixels(const struct photo *photo, int side, int *width, int *height);

/* Dark lines on paper, or light ones on a board. */
enum photo_ground { PHOTO_ANY_GROUND, PHOTO_PAPER, PHOTO_BOARD };

/* What people may say about a photo; zeroed: find everything out. */
struct photo_wish {
    bool has_corners;
    struct spot corners[4]; /* of the sheet in the photo: upper left, upper right, lower
                                      right, lower left */
    int across;             /* squares of the sheet's width; 0: as the printed grid says, else 40 */
    int down;               /* squares of its height; 0: as it looks */
    bool keep_gaps;         /* do not close small gaps */
    enum photo_ground ground;
};

/* Kinds of paper, and how many squares of 5 mm they have when they lie on the longer side. */
struct photo_paper {
    const char *name;
    int across, down;
};
enum { PHOTO_PAPER_COUNT = 4 };
extern const struct photo_paper photo_papers[PHOTO_PAPER_COUNT];
/* The wish for that paper, which lies as the sheet that was found. */
struct photo_tracing;
void photo_wish_paper(const struct photo_paper *paper, const struct photo_tracing *tracing,
                      struct photo_wish *wish);

/* A closed line, or one that was left out because its ends do not meet: who takes that closes it by
 * a straight line from end to end. */
struct photo_loop {
    struct point *vertices; /* fine, on the sheet; without repeating the first */
    int count;
    bool taken; /* proposed for the track; others are small, or page edges, or letters */
    bool is_open;
    double length;   /* of an open one, squares */
    double squares;  /* what it encloses */
    bool gap_closed; /* a small gap was closed somewhere */
    struct spot gap;
};

/* Why there is less than one might wish, and where. */
struct photo_remark {
    char text[200]; /* a sentence */
    bool has_place; /* then the walls may not be right there */
    bool sums_up;   /* only that there is no wall to be taken, not why */
    struct spot at;
};
enum { PHOTO_REMARK_LIMIT = 16 };

/* A sheet that does not lie flat: by how many squares each of its grid points lies aside (y up)
 * from where the corners alone would put it, row by row from below. */
struct photo_bend {
    int columns, rows;
    struct spot *by; /* NULL: it lies flat */
};

/* A red stroke across the road, which is offered as the start line. */
struct photo_red {
    bool found;
    bool taken;          /* proposed */
    struct spot ends[2]; /* on the sheet, squares */
};

struct photo_tracing {
    int width, height; /* of the sheet, squares */
    struct spot corners[4];
    struct photo_bend bend;
    bool paper_found,
        grid_found; /* by what it was straightened; neither: the whole picture counts */
    bool is_board;  /* light lines on a dark ground were followed */
    struct photo_red red;
    bool squares_guessed; /* nothing on the photo, and nobody, says how many squares there are */
    struct photo_loop
        *loops; /* closed ones, the largest first, then open ones, the longest first */
    int loop_count;
    struct photo_remark remarks[PHOTO_REMARK_LIMIT];
    int remark_count;
};

/* False with the error if nothing was found that one would take for walls: it names the cause where
 * it is known (blur, a grid as dark as the pen, lines of the paper), and the remarks say where.
 * Closed lines may have been found all the same. When it was cancelled it returns false soon, with
 * an empty text. Free the tracing in any case. */
bool photo_trace(const struct photo *photo, const struct photo_wish *wish,
                 const atomic_bool *cancelled, struct photo_tracing *tracing, struct error *error);
void photo_tracing_free(struct photo_tracing *tracing);

/* Where a place of the sheet (squares, y up) is in the photo, and the other way round. */
struct spot photo_from_sheet(const struct photo_tracing *tracing, double x, double y);
void photo_to_sheet(const struct photo_tracing *tracing, struct spot at, double *x, double *y);

/* The sheet as it looks from straight above, `square` pixels to a square, row by row from above,
 * made of a copy of the photo that is `scale` times as large; white where that ends. Free it. */
uint32_t *photo_flatten(const struct photo_tracing *tracing, const uint32_t *pixels, int width,
                        int height, double scale, int square);

/* The start line that the red stroke stands for, from grid point to grid point, crossed with the
 * sun. False if there is none that reaches across the road between these walls. */
bool photo_add_red_line(const struct photo_tracing *tracing, struct draft *draft);
/* The loops that are taken, as walls, and the red stroke, if it is, as start line. Free the draft
 * with draft_free. */
void photo_make_draft(const struct photo_tracing *tracing, struct draft *draft);

/* --- the header of a file -------------------------------------------------------------------- */

/* What the first bytes of a picture promise, before any decoder sees it: JPEG, PNG and HEIC are
 * walked to their end, segment by segment; what breaks off, what is larger than PHOTO_PIXELS_MOST
 * and what could not hold so many pixels is refused. Other kinds are known by name only, so that a
 * person hears what to do with them. */
enum photo_kind {
    PHOTO_NO_KIND,
    PHOTO_JPEG,
    PHOTO_PNG,
    PHOTO_HEIC,       /* read where libheif is there */
    PHOTO_OTHER_KIND, /* a picture that must be saved as JPEG or PNG first */
};

struct photo_header {
    enum photo_kind kind;
    int width, height; /* as stored */
    int orientation;   /* 1..8 as EXIF counts them */
};

/* Kind by the first bytes; `name` (may be NULL) is set for a kind that is not read, else NULL. */
enum photo_kind photo_find_kind(const uint8_t *bytes, size_t length, const char **name);

bool photo_read_header(const uint8_t *bytes, size_t length, struct photo_header *header,
                       struct error *error);

#endif
