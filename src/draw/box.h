/* Boxes in device pixels, and cutting them up; ui/layout.h lays out with them.
 *
 * A layout starts with the window's box and cuts pieces off it; what is left is the rest. Pieces
 * are never larger than what there was, so a layout that does not fit ends in empty boxes, not in
 * negative ones.
 */
#ifndef GRAPHPRIX_DRAW_BOX_H
#define GRAPHPRIX_DRAW_BOX_H

#include <stdbool.h>
#include <stdint.h>

struct box {
    int x;
    int y;
    int w;
    int h;
};

static inline struct box box_make(int x, int y, int w, int h)
{
    return (struct box){x, y, w < 0 ? 0 : w, h < 0 ? 0 : h};
}

static inline struct box box_inset(struct box box, int dx, int dy)
{
    return box_make(box.x + dx, box.y + dy, box.w - 2 * dx, box.h - 2 * dy);
}

static inline bool box_holds(struct box box, int x, int y)
{
    return x >= box.x && y >= box.y && x < box.x + box.w && y < box.y + box.h;
}

static inline bool box_is_empty(struct box box)
{
    return box.w <= 0 || box.h <= 0;
}

static inline bool box_is_same(struct box a, struct box b)
{
    return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
}

/* The smallest box round both; an empty one adds nothing. */
static inline struct box box_join(struct box a, struct box b)
{
    if (a.w <= 0 || a.h <= 0)
        return b;
    if (b.w <= 0 || b.h <= 0)
        return a;
    int x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;
    int right = a.x + a.w > b.x + b.w ? a.x + a.w : b.x + b.w;
    int bottom = a.y + a.h > b.y + b.h ? a.y + a.h : b.y + b.h;
    return box_make(x, y, right - x, bottom - y);
}

struct box box_cut_left(struct box *rest, int width);
struct box box_cut_right(struct box *rest, int width);
struct box box_cut_top(struct box *rest, int height);
struct box box_cut_bottom(struct box *rest, int height);
struct box box_intersect(struct box a, struct box b);
/* A box of this size in the middle of another (shrunk to fit). */
struct box box_centre(struct box outer, int width, int height);
/* Cell `index` of `count` in a row, `gap` apart; the widths differ by at most a pixel. */
struct box box_column(struct box row, int index, int count, int gap);

/* Some boxes that together cover all that were added (empty ones add nothing). Those that join are
 * made one; when the list is full, those that are nearest. */
enum { BOXES_LIMIT = 32 };
struct boxes {
    struct box at[BOXES_LIMIT];
    int count;
};
typedef bool boxes_joining(struct box a, struct box b);
void boxes_add(struct boxes *boxes, struct box box, boxes_joining *join);
bool boxes_touch(struct box a, struct box b);
/* They touch, and both in one box are less than each of them. */
bool boxes_join_well(struct box a, struct box b);
/* Pixels. */
int64_t box_area(struct box box);

#endif
