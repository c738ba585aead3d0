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
#ifndef GRAPHPRIX_TRACK_SVG_H
#define GRAPHPRIX_TRACK_SVG_H

#include "base/text.h"
#include "svg/svg.h"
#include "track/draft.h"
#include "track/shape.h"

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

/* Does the shape say itself that it is decoration? */

#endif
