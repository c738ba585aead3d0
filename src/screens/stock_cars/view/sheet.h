/* What the sheet on the screen and the way that is being written on it share. For this folder. */
#ifndef GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_SHEET_H
#define GRAPHPRIX_SCREENS_STOCK_CARS_VIEW_SHEET_H

#include "draw/sheet.h"
#include "screens/stock_cars/view/inside.h"

struct stock_sheet {
    struct sheet *sheet;
    struct stock_scene scene; /* valid while drawing */
    const struct paper_theme *theme;
    struct paper_view view;
    int rows;
    int steps, running; /* that the ground shows; -1: no step is driven */
    double driven, grown;
    uint64_t lifted;               /* cars that are not in the ground; bit n: car n */
    struct labels labels;          /* what is said, then the numbers of tiles */
    int first_number, first_lower; /* of these labels; of numbers along the lower edge */
    uint64_t shown, wide;          /* what is live */
};

/* The middle of a tile. */

#endif
