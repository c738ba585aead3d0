/* See area_line.h. */
#include "geometry/area_line.h"

#include "base/memory.h"

#include <stdlib.h>

/* In the order in which they are applied at one place. */
enum change_kind { PASSAGE, RUN_BEGINS, RUN_ENDS };

/* Up to that many changes, which is nearly always, the plainest ways are the quickest. */
enum { FEW = 32 };

static int compare_fractions(struct fraction a, struct fraction b)
{
    int128 difference = a.numerator * b.denominator - b.numerator * a.denominator;
    return (difference > 0) - (difference < 0);
}

/* cross(direction, p - start) in fine units times w: above 0 is left of the line. */
static int128 line_side(const struct line *line, struct point p)
{
    struct point offset = point_subtract(p, point_to_fine(line->start));
    return (int128)line->right * offset.y - (int128)line->up * offset.x;
}

static struct fraction make_fraction(int64_t numerator, int128 denominator)
{
    return denominator < 0 ? (struct fraction){-numerator, -denominator}
                           : (struct fraction){numerator, denominator};
}

static void add_change(struct change_list *changes, struct fraction at, int edge, int kind)
{
    changes->items =
        array_grow(changes->items, changes->count, &changes->capacity, sizeof *changes->items);
    changes->items[changes->count++] = (struct change){at, edge, kind};
}

/* An edge along the line. */
static void add_run(const struct line *line, struct point a, struct point b, int edge,
                    struct change_list *changes)
{
    struct point start = point_to_fine(line->start);
    struct fraction from = line->right != 0 ? make_fraction(a.x - start.x, line->right)
                                            : make_fraction(a.y - start.y, line->up);
    struct fraction to = line->right != 0 ? make_fraction(b.x - start.x, line->right)
                                          : make_fraction(b.y - start.y, line->up);
    bool along = compare_fractions(from, to) <= 0;
    add_change(changes, along ? from : to, edge, RUN_BEGINS);
    add_change(changes, along ? to : from, edge, RUN_ENDS);
}

/* An edge stands in the lists of neighbouring cells, so it comes again soon if it does. */
static bool was_just_added(const struct change_list *changes, int edge)
{
    int end = larger(changes->count - FEW, 0);
    for (int i = changes->count; i > end; i--)
        if (changes->items[i - 1].edge == edge)
            return true;
    return false;
}

void line_add_edge(const struct area *area, const struct line *line, int edge,
                   struct change_list *changes)
{
    if (was_just_added(changes, edge))
        return;
    struct point a = area->vertices[edge];
    struct point b = area->vertices[edge + 1];
    int128 side_a = line_side(line, a);
    int128 side_b = line_side(line, b);
    if (side_a == 0 && side_b == 0) {
        add_run(line, a, b, edge, changes);
    } else if ((side_a > 0) != (side_b > 0)) {
        int64_t distance = point_cross(a, b, point_to_fine(line->start));
        struct fraction at = make_fraction(distance, side_b - side_a);
        if (at.numerator > 0)
            add_change(changes, at, edge, PASSAGE);
    }
}

static int compare_changes(const void *first, const void *second)
{
    const struct change *a = first;
    const struct change *b = second;
    int order = compare_fractions(a->at, b->at);
    if (order == 0)
        order = (a->edge > b->edge) - (a->edge < b->edge);
    return order == 0 ? a->kind - b->kind : order;
}

static void sort_few(struct change *items, int count)
{
    for (int i = 1; i < count; i++) {
        struct change item = items[i];
        int place = i;
        for (; place > 0 && compare_changes(&item, &items[place - 1]) < 0; place--)
            items[place] = items[place - 1];
        items[place] = item;
    }
}

void line_sort_changes(struct change_list *changes)
{
    if (changes->count <= FEW) {
        sort_few(changes->items, changes->count);
        return;
    }
    qsort(changes->items, (size_t)changes->count, sizeof *changes->items, compare_changes);
    int kept = 1;
    for (int i = 1; i < changes->count; i++)
        if (compare_changes(&changes->items[i], &changes->items[kept - 1]) != 0)
            changes->items[kept++] = changes->items[i];
    changes->count = kept;
}

int line_count_passages(const struct change_list *changes, struct fraction end)
{
    int passages = 0;
    for (int i = 0; i < changes->count; i++) {
        const struct change *change = &changes->items[i];
        bool counts = change->kind == PASSAGE && compare_fractions(change->at, end) < 0;
        passages += counts ? 1 : 0;
    }
    return passages;
}

bool line_leaves(const struct line *line, const struct change_list *changes, bool inside,
                 struct fraction *exit)
{
    struct fraction here = {0, 1};
    struct fraction end = {FINE, line->w};
    int runs = 0;
    for (int i = 0;; i++) {
        bool more = i < changes->count && compare_fractions(changes->items[i].at, end) < 0;
        struct fraction next = more ? changes->items[i].at : end;
        if (compare_fractions(next, here) > 0) {
            if (!inside && runs == 0) {
                *exit = here;
                return true;
            }
            here = next;
        }
        if (!more)
            return false;
        inside ^= changes->items[i].kind == PASSAGE;
        runs += changes->items[i].kind == RUN_BEGINS ? 1 : 0;
        runs -= changes->items[i].kind == RUN_ENDS ? 1 : 0;
    }
}
