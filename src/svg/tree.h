/* An SVG document as its elements, as far as they can be drawn: what walk.h walks.
 *
 * Elements that are neither shape, group nor clone are there only if they hold some (definitions).
 * Those of other languages are not. Nothing is ever fetched. A DOCTYPE may name the SVG standard
 * and declare entities that stand for the names of namespaces, as drawing programs do: at most 64
 * of 128 bytes without a reference in them, and together they may not blow the file up. It may
 * declare nothing else.
 */
#ifndef GRAPHPRIX_SVG_TREE_H
#define GRAPHPRIX_SVG_TREE_H

#include "base/error.h"
#include "base/text.h"

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

#endif
