/* How large the sheet of an SVG document is, and how its user units lie on it. */
#ifndef GRAPHPRIX_TRACK_SVG_SHEET_H
#define GRAPHPRIX_TRACK_SVG_SHEET_H

#include "track/pencil.h"

/* By the attributes of <svg>; fills the draft's size and its source but for the losses, and the
 * pencil's sheet. Squares have `wanted` user units, or with 0 as many as the file says, one if it
 * does not; a drawing (`lenient`) that says nothing may then have any size. */
bool svg_sheet_read(const char *const *attributes, double wanted, bool lenient, struct draft *draft,
                    struct pencil_sheet *sheet, struct error *error);

#endif
