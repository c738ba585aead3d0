/* Sheets drawn on by a hand that trembles a little. */
#ifndef GRAPHPRIX_TESTS_UNIT_STUDIO_DRAWING_H
#define GRAPHPRIX_TESTS_UNIT_STUDIO_DRAWING_H

#include "studio/graph_paper/sketch/sketch.h"
#include "unit/track/drafts.h"

#include <math.h>

enum { PLACES = 400 };

/* An ellipse round (20, 15) as a hand draws it, from one angle to another. */
static inline int draw_round(struct spot *into, double across, double up, double from, double to)
{
    for (int i = 0; i < PLACES; i++) {
        double angle = from + (to - from) * i / (PLACES - 1);
        double tremor = 0.03 * ((i * 7919) % 13 - 6) / 6.0;
        into[i] =
            (struct spot){20 + (across + tremor) * cos(angle), 15 + (up - tremor) * sin(angle)};
    }
    return PLACES;
}

static inline int add_round(struct steps *sketch, enum draft_role role, double across, double up,
                            double from, double to)
{
    struct spot raw[PLACES];
    struct error error = {0};
    int count = draw_round(raw, across, up, from, to);
    int item = sketch_draw_stroke(sketch, role, raw, count, 0.5, &error);
    if (item < 0)
        fail_msg("%s", error.text);
    return item;
}

static inline int add_box(struct steps *sketch, enum draft_role role, double x, double y,
                          double width, double height)
{
    struct error error = {0};
    struct spot corners[] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    int item = sketch_draw_polygon(sketch, role, corners, 4, true, &error);
    if (item < 0)
        fail_msg("%s", error.text);
    return item;
}

static inline const struct draft_item *item_of(const struct steps *sketch, int item)
{
    return &sketch_draft(sketch)->items[item];
}

static inline int count_of(const struct steps *sketch)
{
    return sketch_draft(sketch)->count;
}

static inline void expect_box(const struct steps *sketch, int item, double x, double y,
                              double right, double top)
{
    struct spot low, high;
    assert_true(sketch_box(sketch, item, &low, &high));
    if (fabs(low.x - x) > 0.002 || fabs(low.y - y) > 0.002 || fabs(high.x - right) > 0.002 ||
        fabs(high.y - top) > 0.002)
        fail_msg("(%g, %g) to (%g, %g)", low.x, low.y, high.x, high.y);
}

#endif
