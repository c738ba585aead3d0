/* What styles say that matters to a track: what is not to be seen, and whether colours are set.
 *
 * Followed are an element's own `style`, rules for classes (".name { ... }", several separated by
 * commas) in <style> elements, and the attributes display and visibility; a style counts before a
 * rule, a rule before an attribute, the last rule before those above it. Other selectors, and what
 * stands in @media and the like, are passed over.
 */
#ifndef GRAPHPRIX_TRACK_SVG_STYLE_H
#define GRAPHPRIX_TRACK_SVG_STYLE_H

#include "base/text.h"

enum { SVG_STYLE_RULE_LIMIT = 100 };

struct svg_style_rule {
    const char *class; /* in the text that was read; not ended by a zero byte */
    size_t length;
    bool of_display; /* else of visibility */
    bool hides;
};

struct svg_styles {
    struct svg_style_rule rules[SVG_STYLE_RULE_LIMIT]; /* more are passed over */
    int count;
    bool coloured; /* a rule gives a colour other than black */
};

/* All style sheets of a document, one behind the other; the text must outlive the styles. Comments
 * in it are blanked. */
void svg_styles_read(struct svg_styles *styles, struct text *sheets);
/* By what the element (names and values in turn, ending with NULL) says of itself. */
bool svg_styles_hide(const struct svg_styles *styles, const char *const *attributes);
/* Does it give itself a colour other than black? */
bool svg_styles_colour(const char *const *attributes);

#endif
