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

#include <math.h>
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

/* === within the room ========================================================================== */

/* A photo is kept as a working copy whose longer side has at most WORK_MOST pixels: that is 50 to
 * the square of an ordinary sheet. All parts count in pixels of this copy, as places: the middle of
 * the first pixel is (0.5, 0.5).
 */

enum { PHOTO_WORK_LEAST = 1900, PHOTO_WORK_MOST = 2400 };

struct photo {
    int width, height; /* of the upright picture */
    int across, down;  /* of the working copy */
    uint32_t *pixels;  /* of the working copy: 0xffRRGGBB row by row */
};

static inline bool photo_is_cancelled(const atomic_bool *cancelled)
{
    return cancelled != NULL && atomic_load_explicit(cancelled, memory_order_relaxed);
}

bool photo_has_heif(void); /* is libheif there? */

/* --- planes: grey pictures of a byte a pixel, and what is done to whole ones ------------------ */

struct photo_plane {
    int width, height;
    uint8_t *cells; /* row by row; free with plane_free */
};

struct photo_plane plane_create(int width, int height); /* all 0 */
struct photo_plane plane_copy(const struct photo_plane *plane);
void plane_free(struct photo_plane *plane);

static inline uint8_t *plane_row(const struct photo_plane *plane, int y)
{
    return plane->cells + (size_t)y * (size_t)plane->width;
}

/* Takes away noise of single pixels: each becomes the mean of the 3 x 3 around it, nearer ones
 * counting more. */
void plane_blur(struct photo_plane *plane);

/* Fills what is darker than its surroundings and not wider than 2 * reach: lines and letters go,
 * the edges of shadows stay. */
void plane_close(struct photo_plane *plane, int reach);

/* The mean of factor x factor cells each. */
struct photo_plane plane_shrink(const struct photo_plane *plane, int factor);

/* Between four cells; a place outside counts as on the edge. */
double plane_sample(const struct photo_plane *plane, double x, double y);

/* Between four spots: x from the first to the second, y from those to the third and fourth. */
static inline struct spot spot_within(const struct spot corners[4], double x, double y)
{
    return (struct spot){(1 - y) * ((1 - x) * corners[0].x + x * corners[1].x) +
                             y * ((1 - x) * corners[2].x + x * corners[3].x),
                         (1 - y) * ((1 - x) * corners[0].y + x * corners[1].y) +
                             y * ((1 - x) * corners[2].y + x * corners[3].y)};
}

/* --- homographies ---------------------------------------------------------------------------- */

/* (x, y) -> (m[0] x + m[1] y + m[2], m[3] x + m[4] y + m[5]) / (m[6] x + m[7] y + m[8]) */
struct homography {
    double m[9];
};

static inline struct spot homography_apply(const struct homography *homography, struct spot place)
{
    const double *m = homography->m;
    double scale = m[6] * place.x + m[7] * place.y + m[8];
    if (fabs(scale) < 1e-12)
        scale = scale < 0 ? -1e-12 : 1e-12;
    return (struct spot){(m[0] * place.x + m[1] * place.y + m[2]) / scale,
                         (m[3] * place.x + m[4] * place.y + m[5]) / scale};
}

/* False if it folds the sheet to a line. */
bool homography_invert(const struct homography *homography, struct homography *inverse);
/* (0, 0), (1, 0), (1, 1), (0, 1) go to these corners; false if they enclose nothing or are no
 * convex four-sided figure. */
bool homography_from_unit(const struct spot corners[4], struct homography *homography);
/* First the one, then the other. */
struct homography homography_join(const struct homography *first, const struct homography *second);

/* Solves `count` equations (rows of count + 1 numbers, the last the right side) in place; the
 * answer stands in the last column. False if there is none. */
bool solve_equations(double *rows, int count);

/* --- what is drawn, and ink as lines of one pixel --------------------------------------------- */

struct photo_grid;

/* The light of each pixel, 0 to 255. */
struct photo_plane photo_light(const struct photo *photo);

/* Are lines lighter than what they are drawn on? Then a negative is traced; free its pixels. */
bool photo_is_board(const struct photo *photo, const atomic_bool *cancelled);
struct photo photo_negative(const struct photo *photo);

/* The longest straight red stroke, if there is one on the sheet that is known. */
void photo_find_red(const struct photo *photo, struct photo_tracing *tracing);

/* What ink was found: how dark paper and strokes are. */
struct ink_levels {
    int noise;  /* what the paper's texture alone reaches */
    int paper;  /* noise, texture and print stay below */
    int stroke; /* from here on it is surely ink */
};

/* 1: edges are as sharp as they can be, in all directions; below PHOTO_BLURRED the camera moved or
 * was not focused. */
#define PHOTO_BLURRED .25

/* === lines ==================================================================================== */

/* Lines of one pixel as a graph, walls and loops: what the parts of the tracer share that follow
 * what was drawn.
 *
 * Walls are the cycles of a graph of thinned strokes: what dangles or is a bridge goes, then what
 * comes from aside at both ends, as a start line does. What still meets is walked without
 * crossing.
 */

/* --- lines of one pixel as a graph: edges run along them, nodes are where lines end or meet ----
 *
 * A cycle that nothing touches has one node with both ends of its edge. Removed edges stay in the
 * list with `gone`, so that indices keep their meaning. An *end* of an edge is 2 * edge, or
 * 2 * edge + 1 for its other one.
 */

struct graph_edge {
    int nodes[2];
    struct spot *places; /* from the first node's to the second's, both included */
    int count;
    double length;
    bool gone;
    bool has_gap; /* a gap was closed somewhere on it */
    struct spot gap;
};

struct graph_node {
    struct spot at;
    int *ends;
    int count, capacity;
};

struct graph {
    struct graph_node *nodes;
    int node_count, node_capacity;
    struct graph_edge *edges;
    int edge_count, edge_capacity;
};

struct graph graph_from_lines(const struct photo_plane *lines);
void graph_free(struct graph *graph);

/* Takes over the places. */
int graph_add_edge(struct graph *graph, int from, int to, struct spot *places, int count);
void graph_remove_edge(struct graph *graph, int edge);
/* Where two edges meet and nothing else does they become one. */
void graph_join_edges(struct graph *graph);
/* A new node at one of the edge's places, which must be none of its ends. Returns the node. */
int graph_split_edge(struct graph *graph, int edge, int place);
/* Where lines meet, those that go straight into one another become one edge; directions are looked
 * at over about so much of their way. */
void graph_go_straight(struct graph *graph, double way);
/* The edge goes, and its two nodes become one in its middle. */
void graph_contract_edge(struct graph *graph, int edge);

/* A dangling edge is one with an end where nothing else is. Removes those shorter than `length`
 * that hang on something, or, `all`, every one and what dangles then. */
void graph_prune(struct graph *graph, double length, bool all);
/* Edges that lie on no cycle. */
void graph_remove_bridges(struct graph *graph);

/* The direction in which an end leaves its node, a unit vector over about so much of its way. */
struct spot graph_direction(const struct graph *graph, int end, double way);

static inline int graph_end_node(const struct graph *graph, int end)
{
    return graph->edges[end / 2].nodes[end % 2];
}

static inline double photo_distance_squared(struct spot a, struct spot b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* --- walls: gaps are closed, and what hangs on walls or runs from one to another is cut off --- */

/* Lengths in pixels. */
struct wall_measures {
    double square; /* about */
    double stroke; /* how wide strokes are */
};

enum { PASSED_MOST = 8 };

/* A line that ends somewhere, and where the nearest other end is. */
struct open_line {
    struct spot at; /* in the middle of the gap; if there is no other end, its own end */
    double gap;     /* length, 0: there is no other end */
    double length;  /* of the line */
    struct spot passed[PASSED_MOST]; /* where it meets others */
    int passed_count;
};

/* Closes gaps between ends that look at each other, and between an end and the side of a line. */
void photo_close_gaps(struct graph *graph, const struct wall_measures *measures);

/* The longest lines that will not be closed, at most `limit`; returns how many. */
int photo_find_open_lines(const struct graph *graph, const struct wall_measures *measures,
                          struct open_line *lines, int limit);

/* A closed line, without repeating its first place. */
struct closed_line {
    struct spot *places;
    int count;
    bool has_gap;
    struct spot gap;
};

/* Cuts off what is no wall and gives what is left; the graph is used up. Free the lines and the
 * places of each. */
struct closed_line *photo_find_closed_lines(struct graph *graph,
                                            const struct wall_measures *measures, int *count);

/* --- loops on the sheet, and what is drawn beside them ---------------------------------------- */

enum { PHOTO_LOOPS_MOST = 64 };

/* Smooth, with few vertices, the largest first, with proposals, on the sheet of the tracing.
 * `pixel` is a pixel's size there in squares, `scale` takes a place of the working copy to the
 * photo. What is tiny is left out. */
void photo_make_loops(struct photo_tracing *tracing, const struct closed_line *lines, int count,
                      double pixel, struct spot scale);

/* --- what was left out ----------------------------------------------------------------------- */

enum { PHOTO_LEFT_MOST = 48 };

/* Adds the lines that lie beside all loops of the tracing to these, open, the longest first;
 * `scale` takes a place of the working copy to the photo. `lines`, of one pixel, are used up. */
void photo_add_left_lines(struct photo_plane *lines, struct photo_tracing *tracing,
                          const struct wall_measures *measures, struct spot scale);

/* The longest open line that runs like a wall, long and not straight, away from places that were
 * remarked; NULL if there is none. */
const struct photo_loop *photo_find_left_wall(const struct photo_tracing *tracing);

/* How many of the open lines are straight and parallel, as those that paper is ruled with. */
int photo_count_ruled_lines(const struct photo_tracing *tracing);

/* === grid ===================================================================================== */

/* The printed grid of squared paper, found in how dark the photo is.
 *
 * A patch of the photo tells direction and distance of its lines; from there the grid is followed
 * outwards, and the eight numbers of its homography are fitted better the farther it reaches.
 */

/* --- paper that does not lie flat ------------------------------------------------------------ */

/* Where a bend moves a place to; both in squares, counted from the bend's first node. */
struct spot photo_bend_apply(const struct photo_bend *bend, struct spot squares);
struct spot photo_bend_undo(const struct photo_bend *bend, struct spot moved);

/* --- the grid -------------------------------------------------------------------------------- */

struct photo_grid {
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
struct spot photo_grid_place(const struct photo_grid *grid, double x, double y);
struct spot photo_grid_squares(const struct photo_grid *grid, struct spot at);
void photo_forget_grid(struct photo_grid *grid);

/* `counts` is not 0 where the sheet can be; NULL: anywhere. A sheet that was taken from aside is
 * looked at as `straight` makes it: a homography to the working copy from a picture of the sheet in
 * which squares are square and about as large as in the photo; NULL: nobody knows how it lies.
 * False if there is no grid, or when it was cancelled. */
bool photo_find_grid(const struct photo_plane *darkness, const struct photo_plane *counts,
                     const struct homography *straight, const atomic_bool *cancelled,
                     struct photo_grid *grid);

/* The same where nobody knows how a sheet lies that was taken from far aside. */
bool photo_find_tilted_grid(const struct photo_plane *darkness, const struct photo_plane *counts,
                            const atomic_bool *cancelled, struct photo_grid *grid);

/* Follows the lines on from the part that was found, which lies flat, to where the paper bends, and
 * changes the grid if it does. */
void photo_follow_bend(const struct photo *photo, const struct photo_plane *darkness,
                       struct photo_grid *grid);

/* Clears the cells within `reach` pixels of a line of the grid. */
void photo_clear_grid(const struct photo_grid *grid, double reach, struct photo_plane *cells);

/* What is darker than this is surely drawn where lines are printed that dark. */
static inline int photo_printed_level(int depth)
{
    return depth * 5 / 4 + 4;
}
/* Clears ink that is a line of the grid printed heavier than most; what is surely ink stays. */
void photo_clear_heavy(const struct photo_grid *grid, const struct photo_plane *darkness,
                       struct photo_plane *ink);
/* Where lines are printed as dark as strokes are: what crosses them stays, and what is darker. */
void photo_clear_dark_grid(const struct photo_grid *grid, const struct photo_plane *darkness,
                           struct photo_plane *ink);

/* --- used by photo_find_grid ----------------------------------------------------------------- */

/* How parallel lines lie in a patch: those with normal (cos angle, sin angle) at the distances
 * phase + k * period from (0, 0). */
struct stripes {
    double angle, period, phase;
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
bool photo_is_seen(const struct photo_plane *darkness, const struct photo_plane *counts,
                   struct spot at);
/* Looks for a line beside the way from `a` to `b`; `beside` is where the next line of its kind
 * should be. False if it cannot be seen there. */
bool photo_measure_line(const struct photo_plane *darkness, const struct photo_plane *counts,
                        struct spot a, struct spot b, struct spot beside, struct grid_edge *edge);
/* A line of `typical` contrast is as faint as this where squares are seen so small. */
double photo_faint_contrast(double typical, double width, double usual_width);

/* Lines round a place, upright or level ones and those up to `widest` degrees off. False if there
 * are none. */
bool photo_find_stripes(const struct photo_plane *darkness, struct spot middle, double radius,
                        bool level, double widest, struct stripes *stripes);

/* --- the sheet ------------------------------------------------------------------------------- */

struct sheet_bounds {
    double left, right, top, bottom; /* squares of the grid */
};

struct photo_sheet {
    struct spot corners[4]; /* in the working copy */
    int width, height;      /* squares */
    double square;          /* pixels, about */
    bool paper_found, grid_found;
    struct photo_grid grid;
    bool by_grid; /* its corners are those of `bounds` */
    struct sheet_bounds bounds;
    struct photo_plane counts; /* not 0 where something drawn counts; cells NULL: everywhere */
};

/* NULL: everywhere. */
static inline const struct photo_plane *photo_sheet_counts(const struct photo_sheet *sheet)
{
    return sheet->counts.cells == NULL ? NULL : &sheet->counts;
}

/* False with the error when the wish makes no sense, or, with an empty text, when it was cancelled.
 * Corners of the wish are in the working copy. Free the sheet in any case. */
bool photo_find_sheet(const struct photo *photo, const struct photo_plane *darkness,
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
