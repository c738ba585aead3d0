/* The one walk through an SVG document, for tracks, circuits and imports alike: what is drawn, in
 * which order and where, as SVG 2 and CSS say.
 *
 * Followed are groups, documents within the document, switches, clones and symbols; display,
 * visibility, opacity 0 and overflow; transforms as attributes and properties; geometry in CSS;
 * percentages. A cut (clip-path, the edge of a document within) is followed as far as a rectangle
 * goes: what lies within it is drawn as it is. What hangs on anything else has a `trouble`, and a
 * visitor that needs the shape refuses it.
 *
 * What a `<use>` shows counts towards 16 MiB as if it stood there, so nested ones are no bombs.
 * Paint does not count: a line without a colour is a line.
 */
#ifndef GRAPHPRIX_SVG_SVG_H
#define GRAPHPRIX_SVG_SVG_H

#include "base/error.h"
#include "base/text.h"
#include "geometry/point.h"

#include <stdbool.h>

/* === tree ===================================================================================== */

/* An SVG document as its elements, as far as they can be drawn: what is walked below.
 *
 * Elements that are neither shape, group nor clone are there only if they hold some (definitions).
 * Those of other languages are not. Nothing is ever fetched. A DOCTYPE may name the SVG standard
 * and declare entities that stand for the names of namespaces, as drawing programs do: at most 64
 * of 128 bytes without a reference in them, and together they may not blow the file up. It may
 * declare nothing else.
 */

enum {
    SVG_DEPTH_LIMIT = 200,
    SVG_ELEMENT_LIMIT = 1000000,
    SVG_FILE_LIMIT = 16 * 1024 * 1024 /* bytes */
};

enum svg_kind {
    SVG_VIEW, /* the document itself, and those within it */
    SVG_GROUP,
    SVG_SWITCH,
    SVG_SHAPE,
    SVG_USE,
    SVG_SYMBOL,
    SVG_CLIP,
    SVG_OTHER /* is not drawn */
};

struct svg_element {
    enum svg_kind kind;
    const char *name;
    const char **attributes; /* names and values in turn, ending with NULL; those that matter */
    int bytes;               /* of the attributes */
    int line, column;
    int parent; /* -1 of the document */
    int end;    /* the index behind the last element in it */
    int shapes; /* and clones in it */
    int moved;  /* the line of what animates where it is or whether it is seen; 0: nothing */
};

struct svg_sheet {
    size_t start; /* in the styles */
    int line;     /* of the file */
};

struct svg_tree {
    struct svg_element *elements; /* in the order of the file; the first one is the document */
    int count, capacity;
    int *named; /* elements with an id, by id and then by place */
    int named_count;
    struct text title, description; /* the first ones of the document itself */
    struct text styles;             /* all style sheets, without comments */
    struct svg_sheet *sheets;
    int sheet_count, sheet_capacity;
    int texts, pictures;
    bool gradients, effects; /* patterns are gradients, masks effects */
};

/* False with the error, which has line and column. Free the tree in any case. */
bool svg_tree_read(struct svg_tree *tree, const char *bytes, size_t length, struct error *error);
/* The index of the element of that id, the first one if several have it; -1: none. */
int svg_tree_find(const struct svg_tree *tree, const char *id);
/* Is an attribute of this name kept of elements? */
bool svg_tree_keeps(const char *name);
void svg_tree_free(struct svg_tree *tree);

/* === style ==================================================================================== */

/* Styles of a drawing: what attributes, style sheets and `style` say of an element's properties, as
 * CSS cascades them.
 *
 * Only properties that decide whether and where a shape is drawn are looked for. Selectors are
 * types, classes, ids, attributes, `*` and :root, with descendants and children; what depends on
 * the pointer never holds, and rules for print never apply. A rule that says something that matters
 * in any other way, or of another file, cannot be passed over: it is kept as the trouble of the
 * styles, and whoever needs to know refuses the drawing.
 */

enum svg_property {
    PROPERTY_DISPLAY,
    PROPERTY_VISIBILITY,
    PROPERTY_OPACITY,
    PROPERTY_OVERFLOW,
    PROPERTY_CLIP_PATH,
    PROPERTY_MASK,
    PROPERTY_TRANSFORM,
    PROPERTY_TRANSFORM_ORIGIN,
    PROPERTY_TRANSFORM_BOX,
    PROPERTY_TRANSLATE,
    PROPERTY_ROTATE,
    PROPERTY_SCALE,
    PROPERTY_X,
    PROPERTY_Y,
    PROPERTY_WIDTH,
    PROPERTY_HEIGHT,
    PROPERTY_CX,
    PROPERTY_CY,
    PROPERTY_R,
    PROPERTY_RX,
    PROPERTY_RY,
    PROPERTY_D,
    PROPERTY_REFUSED, /* an animation, a motion path and the like */
    PROPERTY_COUNT
};

struct svg_slice {
    const char *start; /* not ended by a zero byte; NULL: nothing is said */
    size_t length;
};

/* The value that holds. `initial`, `unset` and what else says no more than nothing is nothing. */
struct svg_value {
    struct svg_slice text;
    bool is_attribute; /* of SVG: numbers may stand without units */
    int line;          /* of the file */
};

struct svg_look {
    struct svg_value of[PROPERTY_COUNT];
};

struct svg_styles; /* of one document */

/* The tree must outlive the styles. */
struct svg_styles *svg_styles_read(const struct svg_tree *tree);
void svg_styles_free(struct svg_styles *styles); /* NULL is allowed */
/* What is written that cannot be followed, with its line; NULL: nothing. It may come while looks
 * are asked for: work is bounded. */
const struct error *svg_styles_trouble(const struct svg_styles *styles);
/* Does a rule give a colour other than black? */
bool svg_styles_are_coloured(const struct svg_styles *styles);

/* Of shapes, attributes that are geometry are looked at only if it is asked for. */
void svg_styles_look(struct svg_styles *styles, int element, bool geometry, struct svg_look *look);

const char *svg_property_name(enum svg_property property);
/* In capitals or not. */
bool svg_slice_is(struct svg_slice slice, const char *word);
/* Does the element give itself a colour other than black? */
bool svg_style_colours(const char *const *attributes);

/* === transforms and numbers =================================================================== */

/* Affine maps, and how SVG and CSS write them. Only + - x / are used, sine and cosine among what is
 * computed so, and multiples of 90 degrees are exact: the same on every machine. Angles are in
 * degrees.
 */

/* Reading the numbers and words in SVG attributes: no locale, no libm, the same double everywhere.
 *
 * Every function reads at *cursor in a string that ends with a zero byte and moves it behind what
 * it read. On failure the error says what was found instead; the caller knows the line.
 */

/* Larger numbers are refused: no sheet needs them, and beyond it doubles get coarse. */
#define SCAN_NUMBER_LIMIT 1e9

static inline bool scan_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

void scan_spaces(const char **cursor);
/* White space with at most one comma in it: what separates the numbers of a list. */
void scan_separator(const char **cursor);

/* Does a number start here? */
bool scan_sees_number(const char *cursor);
/* Sign, digits, fraction and exponent as SVG writes them. Correctly rounded up to 19 digits and
 * exponents of 10^-19 to 10^19; beyond that within a few units of the last place. */
bool scan_number(const char **cursor, double *value, struct error *error);
/* A single 0 or 1, which needs nothing between it and the next number. */
bool scan_flag(const char **cursor, bool *value, struct error *error);
/* A number with an optional unit (px, mm, cm, in, pt, pc, Q) in user units of 1/96 inch. The whole
 * string must be one. */
bool scan_length(const char *string, double *value, struct error *error);
/* The same, or percent of `whole`. */
bool scan_length_of(const char *string, double whole, double *value, struct error *error);
/* A length or percentage of CSS at *cursor: a number has a unit unless it is 0. */
bool scan_css_length(const char **cursor, double whole, double *value, struct error *error);
/* An angle of CSS in degrees: deg, grad, rad, turn, or 0. */
bool scan_css_angle(const char **cursor, double *degrees, struct error *error);
/* As many numbers as wanted, separated, and nothing else. */
bool scan_numbers(const char *string, double *values, int count, struct error *error);

/* Names and values in turn, ending with NULL, as expat hands them over. */
const char *scan_attribute(const char *const *attributes, const char *name); /* NULL if not there */

/* A length, or percent of `whole`, that stays as it is where there is no such attribute. */
bool scan_attribute_length(const char *const *attributes, const char *name, double whole,
                           double *value, struct error *error);

/* "'abc...'" or "the end", printable, of at most `size` bytes: what an error message quotes. */
const char *scan_quote(const char *cursor, char *into, int size);

struct vector {
    double x, y;
};

/* (x, y) becomes (a x + c y + e, b x + d y + f), the letters of SVG. */
struct transform {
    double a, b, c, d, e, f;
};

extern const struct transform transform_identity;

struct vector transform_apply(const struct transform *transform, struct vector v);
/* The map that does `inner` first. */
struct transform transform_multiply(const struct transform *outer, const struct transform *inner);
/* The largest factor by which the map stretches a length. */
double transform_stretch(const struct transform *transform);

/* A list such as "translate(3 4) rotate(30)". The empty string is the identity. */
bool transform_read(const char *string, struct transform *transform, struct error *error);

/* The same as CSS writes it, with units; percentages are of the viewport. */
bool transform_read_css(const char *string, struct vector viewport, struct transform *transform,
                        struct error *error);

/* (cosine, sine) of an angle in degrees, within SCAN_NUMBER_LIMIT. */
struct vector transform_direction(double degrees);

/* Square root by + x / alone; 0 for what has none. */
double transform_square_root(double value);

/* === walk ===================================================================================== */

/* A cut: the four corners of what is left, one after another, in user units of the document. */
struct svg_cut {
    const struct svg_cut *outer;
    struct vector corners[4];
    const char *what; /* "clip-path", "a symbol's edge", ... */
};

/* Where and how an element is drawn. Those of what it lies in are reached by `outer`. */
struct svg_place {
    const struct svg_place *outer;
    int element;                /* index */
    struct transform transform; /* to the user units of the document */
    struct vector viewport;     /* what percentages in it are of */
    bool gone, unseen;          /* display and opacity; visibility */
    const struct svg_cut *cut;
    const struct error *trouble; /* why it cannot be told where or whether it is drawn, or NULL */
    const struct error *doubt;   /* a rule that might concern it is not understood, or NULL */
    int clone;                   /* index of the outermost clone that says what it shows, or -1 */
    int line;                    /* of the outermost clone; 0: none */
    int depth;
};

static inline bool svg_place_is_hidden(const struct svg_place *place)
{
    return place->gone || place->unseen;
}

struct svg_walk;
struct svg_visitor {
    void *data;
    bool lenient; /* a clone that cannot be placed is left out */
    /* A shape; its attributes with what CSS says of its geometry. False with the error. */
    bool (*shape)(void *data, const struct svg_place *place, const char *const *attributes,
                  struct error *error);
    /* Anything else that is drawn, before what lies in it; or NULL. */
    bool (*group)(void *data, const struct svg_place *place, struct error *error);
    /* What a clone says itself that it shows, or NULL. NULL: none does. */
    bool (*names)(void *data, int clone, struct error *error, const char **says);
    void (*lost)(void *data); /* a clone was left out; or NULL */
};

/* The size of the document in user units is that of its view. False with the error, which has the
 * line and column of the element it is about. */
bool svg_walk(struct svg_tree *tree, struct vector size, const struct svg_visitor *visitor,
              bool *coloured, struct error *error);

/* The same for a document whose view box is known in 1/1024 user units: left, top, width, height.
 */
bool svg_walk_in_view(struct svg_tree *tree, const int view[4], const struct svg_visitor *visitor,
                      bool *coloured, struct error *error);

/* Does the cut, and those round it, leave the point? User units of the document; `slack` of them
 * do not matter. NULL: yes; else the first that does not. */
const struct svg_cut *svg_cut_of(const struct svg_cut *cut, struct vector at, double slack);

/* Is it drawn exactly as it is written? */
bool svg_place_is_plain(const struct svg_place *place);
/* Puts points of 1/1024 user units of the place's element where they are drawn, in units of the
 * document. False with the error if they are cut off or far away. */
bool svg_place_points(const struct svg_place *place, struct point *points, int count,
                      struct error *error);

#endif
