/* What the studio asks of a sheet while it is drawn, measured on a sheet of 200 x 150 squares with
 * 5,000 vertices.
 */
#ifndef GRAPHPRIX_BENCH_STUDIO_H
#define GRAPHPRIX_BENCH_STUDIO_H

#include "track/draft.h"

enum { BENCH_SHEET_WIDTH = 200, BENCH_SHEET_HEIGHT = 150, BENCH_SHEET_VERTICES = 5000 };

/* A track as somebody draws it: a winding road with islands in it and everything that a sheet may
 * hold. Free it with draft_free. */
void bench_sheet(struct draft *draft);

/* Milliseconds for the check after a stroke: everything that is wrong, and the track. */
double bench_check_sheet(const struct draft *draft);
/* Milliseconds for a stroke of 2,000 places on such a sheet, taken into the sketch. */
double bench_stroke(const struct draft *draft);

#endif
