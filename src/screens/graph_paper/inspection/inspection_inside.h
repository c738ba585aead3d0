/* What the files of the inspection share: inspection.c is the screen, inspection_sheet.c draws.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_INSPECTION_INSPECTION_INSIDE_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_INSPECTION_INSPECTION_INSIDE_H

#include "screens/app.h"
#include "screens/graph_paper/inspection/agreement.h"
#include "ui/camera.h"

struct inspection_sheet;

struct inspection_sheet *inspection_sheet_create(const struct agreement *agreement);
void inspection_sheet_free(struct inspection_sheet *sheet);
/* The point has another verdict. */
void inspection_sheet_mend(struct inspection_sheet *sheet, int point);
void inspection_sheet_repaint(struct inspection_sheet *sheet);
/* The sheet with its signs into the box of the window. */
void inspection_sheet_draw(struct inspection_sheet *sheet, struct canvas *canvas,
                           const struct camera *camera, struct box box);

/* The points of the rows between two heights of the window, in device pixels: from `first` up to,
 * but not including, `end`. */
void inspection_rows_between(const struct agreement *agreement, const struct paper_view *view,
                             double top, double bottom, int *first, int *end);
/* Half the size of a point's sign, in device pixels. */
double inspection_sign_radius(const struct paper_view *view);
void inspection_draw_sign(struct canvas *canvas, enum verdict verdict, struct box box);

#endif
