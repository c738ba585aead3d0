/* Gauges: how something stands, drawn so that it is seen at a glance, from the back row, too.
 *
 * A bar is speed against what it may be; pips are counted, each for itself as long as they have
 * room, else one of them with the number. They fill the height of their box, from its left end.
 */
#ifndef GRAPHPRIX_DRAW_GAUGE_H
#define GRAPHPRIX_DRAW_GAUGE_H

#include "draw/canvas.h"

/* In cells: filled up to `value`, open up to `limit`, hatched up to `whole`, which is lost. */
struct gauge_bar {
    int value, limit, whole;
    int pen; /* that fills it */
};
void gauge_draw_bar(struct canvas *canvas, struct box box, const struct gauge_bar *bar);

enum gauge_kind { GAUGE_CARDS, GAUGE_CHIPS, GAUGE_TIRES };
struct gauge_pips {
    enum gauge_kind kind;
    int halves, all; /* twice how many there are and were; none of those: only what there is */
};
/* Nothing where not even the number has room. */
void gauge_draw_pips(struct canvas *canvas, struct box box, const struct gauge_pips *pips);

#endif
