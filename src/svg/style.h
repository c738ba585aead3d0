/* Styles of a drawing: what attributes, style sheets and `style` say of an element's properties, as
 * CSS cascades them.
 *
 * Only properties that decide whether and where a shape is drawn are looked for. Selectors are
 * types, classes, ids, attributes, `*` and :root, with descendants and children; what depends on
 * the pointer never holds, and rules for print never apply. A rule that says something that matters
 * in any other way, or of another file, cannot be passed over: it is kept as the trouble of the
 * styles, and whoever needs to know refuses the drawing.
 */
#ifndef GRAPHPRIX_SVG_STYLE_H
#define GRAPHPRIX_SVG_STYLE_H

#include "svg/tree.h"

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

#endif
