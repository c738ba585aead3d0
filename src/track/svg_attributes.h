/* What the elements of a drawing say of themselves: which part they play, and how large the sheet
 * is. `attributes` are names and values in turn, ending with NULL.
 */
#ifndef GRAPHPRIX_TRACK_SVG_ATTRIBUTES_H
#define GRAPHPRIX_TRACK_SVG_ATTRIBUTES_H

#include "svg/style.h"
#include "track/pencil.h"

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

/* ROLE_WRONG, with the error, is for classes that do not go together. */
enum role_answer role_find(const char *const *attributes, struct role *found, struct error *error);

/* Does the shape say itself that it is decoration? */
bool role_is_decoration(const char *const *attributes);
/* Does a class or a name begin like a role ("walls")? Which. */
bool role_is_meant(const char *const *attributes, struct svg_slice *name);

/* How large the sheet of a document is, and how its user units lie on it, by the attributes of
 * <svg>; fills the draft's size and its source but for the losses, and the pencil's sheet. Squares
 * have `wanted` user units, or with 0 as many as the file says, one if it does not; a drawing
 * (`lenient`) that says nothing may then have any size. */
bool svg_sheet_read(const char *const *attributes, double wanted, bool lenient, struct draft *draft,
                    struct pencil_sheet *sheet, struct error *error);

#endif
