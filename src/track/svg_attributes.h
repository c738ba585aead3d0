/* What the elements of a drawing say of themselves: which part they play, whether they are to be
 * seen, and how large the sheet is. `attributes` are names and values in turn, ending with NULL.
 */
#ifndef GRAPHPRIX_TRACK_SVG_ATTRIBUTES_H
#define GRAPHPRIX_TRACK_SVG_ATTRIBUTES_H

#include "base/text.h"
#include "track/pencil.h"

/* Which part an element plays, told by its class or its id.
 *
 * The classes count first, `decoration` among them, which is no role. If none of them counts, the
 * id without the numbers at its end does (`wall-2`, `wall3`, `wall-2-5`), so that Inkscape users
 * need not touch XML; the id `start-finish` is the one line for both. Only the shape's own class
 * and id count, not those of the group that it is in: a group named "start" may hold the flags that
 * decorate the start.
 */
enum role_answer { ROLE_NONE, ROLE_FOUND, ROLE_WRONG };

struct role {
    enum draft_role role;
    int id_number; /* the number at the end of the id that gave the role, otherwise 0 */
};

/* Both strings may be NULL. ROLE_WRONG, with the error, is for classes that do not go together. */
enum role_answer role_find(const char *classes, const char *id, struct role *found,
                           struct error *error);

/* Does the shape say itself that it is decoration? */
bool role_is_decoration(const char *classes);

/* What styles say that matters to a track: what is not to be seen, and whether colours are set.
 *
 * Followed are an element's own `style`, rules for classes (".name { ... }", several separated by
 * commas) in <style> elements, and the attributes display and visibility; a style counts before a
 * rule, a rule before an attribute, the last rule before those above it. Other selectors, and what
 * stands in @media and the like, are passed over.
 */
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

/* How large the sheet of a document is, and how its user units lie on it, by the attributes of
 * <svg>; fills the draft's size and its source but for the losses, and the pencil's sheet. Squares
 * have `wanted` user units, or with 0 as many as the file says, one if it does not; a drawing
 * (`lenient`) that says nothing may then have any size. */
bool svg_sheet_read(const char *const *attributes, double wanted, bool lenient, struct draft *draft,
                    struct pencil_sheet *sheet, struct error *error);

#endif
