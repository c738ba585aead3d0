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
#ifndef GRAPHPRIX_SVG_WALK_H
#define GRAPHPRIX_SVG_WALK_H

#include "geometry/point.h"
#include "svg/style.h"
#include "svg/transform.h"

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
