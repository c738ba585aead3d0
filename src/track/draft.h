/* A track in the making: what a file or an editor has put on the sheet so far, checked by nobody.
 *
 * A draft is a plain list of items in the order of the file. An item is one shape: its role and its
 * loops, whose vertices are in fine coordinates, y up. A line has one loop of two vertices, a
 * checkpoint's and an inspected point's vertices are grid points. track_from_draft is the only way
 * to a track, so a file and the editor meet the same checks and the same sentences.
 *
 * A zeroed struct with a width and a height (1..SHEET_MAX) is an empty draft; free with draft_free.
 */
#ifndef GRAPHPRIX_TRACK_DRAFT_H
#define GRAPHPRIX_TRACK_DRAFT_H

#include "base/text.h"
#include "svg/svg.h"
#include "track/track.h"

enum draft_role {
    DRAFT_WALL,
    DRAFT_SLICK,
    DRAFT_TURBO,
    DRAFT_START_FINISH,
    DRAFT_START,
    DRAFT_FINISH,
    DRAFT_CHECKPOINT,
    DRAFT_INSIDE,
    DRAFT_OUTSIDE,
    DRAFT_DECORATION, /* a shape without a role: kept out of the rules */
    DRAFT_ROLE_COUNT
};

struct draft_loop {
    struct point *vertices;
    int count, capacity;
    bool closed; /* a loop whose last vertex repeats its first is closed, too */
};

struct draft_item {
    enum draft_role role;
    int line; /* of the file; 0 if it came from no file */
    struct draft_loop *loops;
    int loop_count;
    int loop_capacity;
    struct point arrow; /* of a turbo area */
    int number;         /* of a checkpoint */
    bool nameless;      /* decoration that does not say so */
};

/* What a file holds that a draft cannot. */
struct draft_losses {
    int texts, pictures;
    int shapes;                               /* that are not to be seen, or cannot be read */
    bool colours, gradients, effects, curves; /* of a drawing that is none of ours */
};

/* How a draft lay in its file; zeroed if it came from none. */
struct draft_source {
    bool is_other;        /* the file says neither that it is a track nor how large a square is */
    bool has_roles;       /* a shape of it says which part it plays */
    double width, height; /* user units */
    double millimetres;   /* of a user unit; 0: the file does not say */
    double square;        /* user units */
    struct draft_losses losses;
};

struct draft {
    int width, height;
    int line;          /* where the sheet itself is described */
    char *name;        /* owned; NULL is "" */
    char *description; /* owned; NULL is "" */
    struct draft_item *items;
    int count, capacity;
    int vertex_count; /* decoration's do not count */
    int decoration_vertex_count;
    struct draft_source source;
};

enum { DRAFT_DECORATION_VERTEX_LIMIT = 100000 };

void draft_free(struct draft *draft);

/* The item is valid until the next one is added. */
struct draft_item *draft_add_item(struct draft *draft, enum draft_role role, int line);
void draft_drop_item(struct draft *draft); /* the last one */
/* Loops of a single vertex go from the last item, which nobody sees, if it has others. */
void draft_drop_specks(struct draft *draft);
/* These work on the last item and on its last loop. A vertex like the one before it is left out;
 * one off the sheet and one too many are errors. */
void draft_begin_loop(struct draft *draft);
bool draft_add_vertex(struct draft *draft, struct point fine, struct error *error);
/* The same, but it may lie off the sheet; one far away is brought nearer. */
bool draft_add_vertex_anywhere(struct draft *draft, struct point fine, struct error *error);
void draft_close_loop(struct draft *draft);
/* The loop, whose first and last vertices may be the same, goes on from its last vertex to the
 * first: is it closed, and how many vertices are different ones? */
bool draft_loop_is_closed(const struct draft_loop *loop);
int draft_loop_corners(const struct draft_loop *loop);
/* Puts the grid points that lie on the last item's straight steps between its vertices, also
 * diagonally, so that it has `wanted` vertices. False, and nothing changed, if that is not how many
 * come of it. */
bool draft_fill_steps(struct draft *draft, int wanted);
bool draft_role_is_area(enum draft_role role); /* wall, slick or turbo area */
bool draft_role_is_line(enum draft_role role);

/* Everything that files-and-protocols section 1 asks of a track, except that a lap is possible. The
 * draft is left as it is. NULL and the error, with the line of the item, if anything is wrong. */
struct track *track_from_draft(const struct draft *draft, struct error *error);

/* What would put a problem right at once (studio/sketch.h). */
enum draft_repair {
    REPAIR_NONE,
    REPAIR_JOIN,      /* the ends of an open stroke, with each other or with another stroke's */
    REPAIR_EXTEND,    /* a line that ends in the track goes on to the wall */
    REPAIR_TURN,      /* a line is crossed the other way */
    REPAIR_BOTH,      /* a start or finish line becomes that for both */
    REPAIR_NUMBER,    /* checkpoints are numbered anew */
    REPAIR_TO_GRID,   /* points go to the nearest grid points */
    REPAIR_ARROW,     /* a turbo area gets an arrow */
    REPAIR_TAKE_AWAY, /* the item goes */
    REPAIR_COUNT
};

/* What is wrong with a draft, or still missing, and where. */
struct draft_problem {
    struct error error; /* its sentence names no line */
    enum draft_repair repair;
    bool missing; /* nothing wrong: something that is still to be drawn */
    int item;     /* index of the item, -1: it is about the whole sheet */
    int other;    /* of the second item, where two do not go together; else -1 */
    bool has_place;
    struct point at; /* fine */
    struct point to; /* of a gap the other end; else the same */
};
/* Everything that can be told at once, at most `limit`; what is wrong stands before what is
 * missing. 0: track_from_draft will make a track (a sheet without lines is none wrong: an arena).
 */
int draft_list_problems(const struct draft *draft, struct draft_problem *problems, int limit);

/* A track to look at, also where the draft is none yet: closed loops as they fill the sheet, lines,
 * areas and checkpoints as far as they are drawn. It has passed no check, so nobody may race on it.
 * What is not closed is left out; it may make the track unsure. */
struct track *track_to_look_at(const struct draft *draft);
/* The draft of a track. Free it with draft_free. */
void draft_from_track(struct draft *draft, const struct track *track);
void draft_copy(struct draft *into, const struct draft *draft);

/* === shapes =================================================================================== */

/* From the strokes of SVG to vertices: what paths and shapes are drawn with.
 *
 * Coordinates come in as user units of the shape and go through its transform to squares, y down.
 * Curves are flattened to within PENCIL_FLATNESS, each vertex is rounded to 1/1024 square (halves
 * away from zero) and then flipped into the draft's last item. Flatness and rounding together stay
 * within the 1/64 square of files-and-protocols section 1. Only + - x / are used: the polygon is
 * the same on every machine. Angles are in degrees.
 */

#define PENCIL_FLATNESS (1.0 / 128)

/* Where user units lie on the sheet: the view box's corner and the side of a square. */
struct pencil_sheet {
    struct vector corner;
    double square;
};

struct pencil_arc {
    double rx, ry;
    double rotation; /* of the x axis, in degrees */
    bool large, sweep;
    struct vector to;
};

struct pencil {
    struct draft *draft;
    struct pencil_sheet sheet;
    struct transform transform;
    struct vector viewport; /* user units; what percentages are of */
    struct vector at;       /* the current point */
    struct vector start;    /* of the loop */
    bool begun;             /* has the loop a vertex? */
    bool anywhere;          /* also off the sheet */
};

void pencil_move(struct pencil *pencil, struct vector to);

/* The basic shapes of SVG: polygon, polyline, line, rect, circle, ellipse; and path. */

struct shape {
    const char *element;
    /* Into the draft's last item. */
    bool (*draw)(const char *const *attributes, struct pencil *pencil, struct error *error);
    bool is_round; /* a circle or an ellipse */
};
const struct shape *shape_find(const char *element); /* NULL if it is no shape */

/* Only the centre of a circle or an ellipse, as one vertex; other shapes are an error. */
bool shape_draw_centre(const struct shape *shape, const char *const *attributes,
                       struct pencil *pencil, struct error *error);

/* Draws path data, the `d` of a path: all commands, absolute and relative, implicit repeats,
 * numbers and flags with nothing between them; each subpath is a loop of the draft's last item.
 * Anything that SVG does not allow is an error (and not, as in viewers, the end of the drawing): a
 * wall that is half there would be another track. */
bool path_draw(const char *data, struct pencil *pencil, struct error *error);

/* === svg ====================================================================================== */

/* Tracks as SVG files (files-and-protocols section 1). Any SVG viewer shows them.
 *
 * Reading: every curve is flattened to within 1/64 square, every vertex is rounded to 1/1024
 * square, halves away from zero, before y is flipped; from then on the polygon is the truth. The
 * result is the same on every machine. Reading what svg_write_track wrote gives the same track.
 *
 * Every meaning stands on what is drawn, by attributes: tools that tidy drawings take empty groups
 * away, classes together with their rules, points on straight ways, and make one path of several
 * alike. tests/unit/track_files/tidied holds what SVGO, scour and Inkscape made of ours.
 */

/* Bytes of <title> and <desc>. */
enum { SVG_TITLE_LIMIT = 1000, SVG_DESCRIPTION_LIMIT = 8000 };

/* NULL and *error (line and column in the file) when anything is wrong. `length` bytes, which need
 * not end with a zero. The track has one reference, the caller's. */
struct track *svg_read_track(const char *bytes, size_t length, struct error *error);

/* The same from a file; the error does not name the path. */
struct track *svg_load_track(const char *path, struct error *error);

/* What a drawing holds, checked by nobody but for what cannot be read at all (XML, path data,
 * numbers, limits): for the editor, which shows what is wrong. Shapes without a role are
 * DRAFT_DECORATION. The caller frees the draft, which is empty if this fails. */
bool svg_read_draft(const char *bytes, size_t length, struct draft *draft, struct error *error);
/* The same with squares of so many user units, whatever the file says; the sheet holds all of the
 * view box, and more squares than a sheet can have are an error. */
bool svg_read_draft_at(const char *bytes, size_t length, double square, struct draft *draft,
                       struct error *error);

/* Appends the whole document: polygons, 5 mm squares. A draft is written as far as it is drawn, its
 * open strokes as open paths, so that reading it gives the same draft. */
void svg_write_draft(const struct draft *draft, struct text *into);
void svg_write_track(const struct track *track, struct text *into);

/* === svg attributes =========================================================================== */

/* What the elements of a drawing say of themselves: which part they play, and how large the sheet
 * is. `attributes` are names and values in turn, ending with NULL.
 *
 * A shape's own class or name gives it a role, else that of a group that holds nothing but it, or
 * of a layer if it is an area: a group called "start" may hold the flags that stand there. Without
 * a view box lengths count as SVG says: 1 mm is 96 / 25.4 units.
 */

/* Which part an element plays, told by its class or by a name: its label in Inkscape, or its id.
 *
 * The classes count first, `decoration` among them, which is no role. If none of them counts, a
 * name does. Whatever programs make of a word is the word: case, blanks, signs and numbers behind
 * it do not count ("Wall 2", "wall_1_", "start_x0020_finish").
 */
enum role_answer { ROLE_NONE, ROLE_FOUND, ROLE_WRONG };

struct role {
    enum draft_role role;
    int id_number; /* the first number behind the name, otherwise 0 */
};

/* === among the files of this floor ============================================================ */

/* For the files of this folder: making tracks, and the map of the points declared inside or
 * outside.
 */

/* A track with one reference, the caller's. Whatever has been put into it is freed with it. */
struct track *track_new(void); /* empty */
/* The same sheet without inspected points. Keeps a reference to the lender. */
struct track *track_new_borrowing(const struct track *lender);

/* Puts the points that a new track was given in their order. */
void inspected_sort(struct track *track);

/* What is found while a draft is checked.
 *
 * track_from_draft stops at the first thing, draft_list_problems goes on. Told to the reader of a
 * file, a sentence names the lines of the other items in it; told to whoever draws, it does not.
 */
struct check {
    const struct draft *draft;
    struct draft_problem *problems;
    int limit;
    int count;
    bool for_file;              /* sentences may name lines and classes */
    bool *wrong;                /* items that have a problem of their own */
    struct draft_problem spare; /* for what is beyond the limit */
};

bool check_is_full(const struct check *check);
/* One more problem, with the line of the item (-1: of the sheet). Place, second item and `missing`
 * are filled in by the caller. */
struct draft_problem *check_tell(struct check *check, int item, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void check_place(struct draft_problem *problem, struct point at);

/* Every item alone. */
void check_items(struct check *check);

/* Loops of items as the geometry takes them: without the vertex that repeats the first one. They
 * borrow the draft's vertices. Free with check_free_outline. */
struct check_outline {
    struct loop *loops;
    int *items; /* which one each loop is of */
    int count;
};
void check_add_loops(struct check_outline *outline, const struct check *check, int item);
void check_free_outline(struct check_outline *outline);
/* Loops of one role that cross each other or enclose nothing. */
void check_loops_together(struct check *check, const struct check_outline *outline);

/* Does a start or finish line reach across the track (files-and-protocols section 1)? Both ends on
 * or outside walls, and a piece of the line inside the track. `name` is what the error calls it,
 * `at` becomes the end (fine) that does not reach, if one does not. The ends are on the sheet and
 * apart. */
bool line_check_reach(const struct area *surface, const struct track_line *line, const char *name,
                      struct point *at, struct error *error);

/* Is there a grid point of the line that lies in the track? */
bool line_check_starts(const struct ground *ground, const struct track_line *line,
                       struct error *error);

/* How the messages name things: places, lengths, roles. */
enum { WORDS_PLACE_BYTES = 64 };

/* "(31, 12.25)": a fine point in squares, to the hundredth. Returns `into`. */
const char *words_place(struct point fine, char into[WORDS_PLACE_BYTES]);
/* "wall", "start line", ... */
const char *words_role(enum draft_role role);

/* False with the error if the vertex is off the sheet. */
bool words_check_on_sheet(struct point fine, int width, int height, struct error *error);

#endif
