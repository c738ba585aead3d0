/* Cutting up boxes: pure arithmetic, nothing is owned and nothing fails. */
#include "draw/box.h"

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int within(int wanted, int available)
{
    return larger(0, smaller(wanted, available));
}

struct box box_cut_left(struct box *rest, int width)
{
    int w = within(width, rest->w);
    struct box piece = {rest->x, rest->y, w, rest->h};
    rest->x += w;
    rest->w -= w;
    return piece;
}

struct box box_cut_right(struct box *rest, int width)
{
    int w = within(width, rest->w);
    rest->w -= w;
    return (struct box){rest->x + rest->w, rest->y, w, rest->h};
}

struct box box_cut_top(struct box *rest, int height)
{
    int h = within(height, rest->h);
    struct box piece = {rest->x, rest->y, rest->w, h};
    rest->y += h;
    rest->h -= h;
    return piece;
}

struct box box_cut_bottom(struct box *rest, int height)
{
    int h = within(height, rest->h);
    rest->h -= h;
    return (struct box){rest->x, rest->y + rest->h, rest->w, h};
}

struct box box_intersect(struct box a, struct box b)
{
    int left = larger(a.x, b.x);
    int top = larger(a.y, b.y);
    int right = smaller(a.x + a.w, b.x + b.w);
    int bottom = smaller(a.y + a.h, b.y + b.h);
    return box_make(left, top, right - left, bottom - top);
}

struct box box_centre(struct box outer, int width, int height)
{
    int w = within(width, outer.w);
    int h = within(height, outer.h);
    return (struct box){outer.x + (outer.w - w) / 2, outer.y + (outer.h - h) / 2, w, h};
}

struct box box_column(struct box row, int index, int count, int gap)
{
    int room = larger(0, row.w - (count - 1) * gap);
    int left = (int)((long long)room * index / count);
    int right = (int)((long long)room * (index + 1) / count);
    return (struct box){row.x + left + index * gap, row.y, right - left, row.h};
}

int64_t box_area(struct box box)
{
    return box_is_empty(box) ? 0 : (int64_t)box.w * box.h;
}

bool boxes_touch(struct box a, struct box b)
{
    return !box_is_empty(box_intersect(a, b));
}

bool boxes_join_well(struct box a, struct box b)
{
    return boxes_touch(a, b) && box_area(box_join(a, b)) <= box_area(a) + box_area(b);
}

/* The one that grows least when it takes in another. */
static int nearest(const struct boxes *boxes, struct box box)
{
    int64_t least = INT64_MAX;
    int found = 0;
    for (int i = 0; i < boxes->count; i++) {
        int64_t growth = box_area(box_join(boxes->at[i], box)) - box_area(boxes->at[i]);
        if (growth < least) {
            least = growth;
            found = i;
        }
    }
    return found;
}

void boxes_add(struct boxes *boxes, struct box box, boxes_joining *join)
{
    if (box_is_empty(box))
        return;
    for (int i = 0; i < boxes->count;) {
        bool full = boxes->count == BOXES_LIMIT && i == BOXES_LIMIT - 1;
        if (join(boxes->at[i], box) || full) {
            int with = full ? nearest(boxes, box) : i;
            box = box_join(boxes->at[with], box);
            boxes->at[with] = boxes->at[--boxes->count];
            i = 0;
        } else {
            i++;
        }
    }
    boxes->at[boxes->count++] = box;
}
