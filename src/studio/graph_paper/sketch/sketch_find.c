/* Places on a sheet, and what lies there. */
#include "studio/graph_paper/sketch/sketch_inside.h"

#include <math.h>

bool spot_is_sound(struct spot spot)
{
    const double far = 4.0 * SHEET_MAX;
    return spot.x >= -far && spot.x <= far && spot.y >= -far && spot.y <= far;
}

struct spot spot_of(struct point fine)
{
    return (struct spot){(double)fine.x / FINE, (double)fine.y / FINE};
}

static int32_t round_to(double squares, int unit, int most)
{
    if (!(squares > 0))
        return 0;
    if (squares >= most)
        return most * FINE;
    int32_t whole = (int32_t)(squares * FINE / unit + 0.5) * unit;
    return whole > most * FINE ? most * FINE : whole;
}

struct point sketch_sheet_place(const struct sketch_sheet *sheet, struct spot spot)
{
    return (struct point){round_to(spot.x, 1, sheet->width), round_to(spot.y, 1, sheet->height)};
}

struct point sketch_sheet_grid_place(const struct sketch_sheet *sheet, struct spot spot)
{
    return (struct point){round_to(spot.x, FINE, sheet->width),
                          round_to(spot.y, FINE, sheet->height)};
}

/* How much nearer an item seems than it is, in shares of the reach: what is small and lies on walls
 * would never be got hold of otherwise. */
static double head_start(enum draft_role role)
{
    static const double starts[DRAFT_ROLE_COUNT] = {
        [DRAFT_START_FINISH] = 0.5, [DRAFT_START] = 0.5,  [DRAFT_FINISH] = 0.5,
        [DRAFT_CHECKPOINT] = 0.55,  [DRAFT_INSIDE] = 0.6, [DRAFT_OUTSIDE] = 0.6,
        [DRAFT_DECORATION] = -0.4,
    };
    return starts[role];
}

static double loop_distance(const struct draft_loop *loop, struct spot at)
{
    double nearest = INFINITY, share;
    if (loop->count == 1)
        return spot_distance(at, spot_of(loop->vertices[0]));
    for (int i = 1; i < loop->count + loop->closed; i++) {
        double away = spot_to_segment(at, spot_of(loop->vertices[i - 1]),
                                      spot_of(loop->vertices[i % loop->count]), &share);
        nearest = away < nearest ? away : nearest;
    }
    return nearest;
}

static double item_distance(const struct draft_item *item, struct spot at)
{
    double nearest = INFINITY;
    for (int i = 0; i < item->loop_count; i++)
        nearest = fmin(nearest, loop_distance(&item->loops[i], at));
    return nearest;
}

/* By the even-odd rule. */
static bool item_encloses(const struct draft_item *item, struct spot at)
{
    bool inside = false;
    for (int i = 0; i < item->loop_count; i++) {
        const struct draft_loop *loop = &item->loops[i];
        for (int j = 0; loop->closed && j < loop->count; j++) {
            struct spot a = spot_of(loop->vertices[j]);
            struct spot b = spot_of(loop->vertices[(j + 1) % loop->count]);
            if ((a.y > at.y) != (b.y > at.y) &&
                at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y))
                inside = !inside;
        }
    }
    return inside;
}

static int find_enclosing(const struct draft *draft, struct spot at)
{
    for (int i = draft->count - 1; i >= 0; i--) {
        const struct draft_item *item = &draft->items[i];
        if ((item->role == DRAFT_SLICK || item->role == DRAFT_TURBO) && item_encloses(item, at))
            return i;
    }
    return -1;
}

int sketch_find(const struct sketch *sketch, struct spot at, double reach)
{
    const struct draft *draft = &sketch->draft;
    int found = -1;
    double nearest = INFINITY;
    if (!spot_is_sound(at))
        return -1;
    for (int i = draft->count - 1; i >= 0; i--) {
        double away = item_distance(&draft->items[i], at);
        double seems = away - head_start(draft->items[i].role) * reach;
        if (away <= reach && seems < nearest) {
            nearest = seems;
            found = i;
        }
    }
    return found >= 0 ? found : find_enclosing(draft, at);
}

bool sketch_box(const struct sketch *sketch, int index, struct spot *low, struct spot *high)
{
    *low = (struct spot){INFINITY, INFINITY};
    *high = (struct spot){-INFINITY, -INFINITY};
    if (index < 0 || index >= sketch->draft.count)
        return false;
    const struct draft_item *item = &sketch->draft.items[index];
    for (int i = 0; i < item->loop_count; i++)
        for (int j = 0; j < item->loops[i].count; j++) {
            struct spot at = spot_of(item->loops[i].vertices[j]);
            *low = (struct spot){fmin(low->x, at.x), fmin(low->y, at.y)};
            *high = (struct spot){fmax(high->x, at.x), fmax(high->y, at.y)};
        }
    return low->x <= high->x;
}

int sketch_find_in_box(const struct sketch *sketch, struct spot low, struct spot high, int *items,
                       int limit)
{
    int count = 0;
    for (int i = 0; i < sketch->draft.count && count < limit; i++) {
        struct spot from, to;
        if (sketch_box(sketch, i, &from, &to) && from.x >= low.x && from.y >= low.y &&
            to.x <= high.x && to.y <= high.y)
            items[count++] = i;
    }
    return count;
}
