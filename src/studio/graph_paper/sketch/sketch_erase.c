/* The eraser: a disc that is drawn over the sheet and takes with it what outlines have there. */
#include "base/memory.h"
#include "studio/graph_paper/sketch/sketch_inside.h"

#include <math.h>
#include <stdlib.h>

/* What remains of an outline and is shorter is no stroke. */
static const double CRUMB = 0.1;

struct eraser {
    struct trail path;
    double radius;
    struct spot low, high; /* the box that it stays in */
};

/* A part of an edge, as shares of it. */
struct span {
    double from, to;
};

static void widen(struct span *span, double from, double to)
{
    if (!(from <= to))
        return;
    span->from = fmin(span->from, from);
    span->to = fmax(span->to, to);
}

/* Where the edge, which begins at `from` as seen from a disc's middle, is within the disc. */
static void add_disc(struct span *span, struct spot from, struct spot way, double radius)
{
    double a = spot_dot(way, way), b = spot_dot(from, way);
    double c = spot_dot(from, from) - radius * radius;
    double root = b * b - a * c;
    if (a > 0 && root >= 0) {
        root = sqrt(root);
        widen(span, (-b - root) / a, (-b + root) / a);
    }
}

/* Cuts the range down to where low <= at + t * way <= high. */
static void clip(struct span *span, double at, double way, double low, double high)
{
    if (way == 0) {
        if (at < low || at > high)
            *span = (struct span){1, 0};
        return;
    }
    double one = (low - at) / way, other = (high - at) / way;
    span->from = fmax(span->from, fmin(one, other));
    span->to = fmin(span->to, fmax(one, other));
}

/* The part of the edge a..b that a disc takes which is drawn from c to d: what it takes is convex,
 * so it is one part. */
static struct span find_span(struct spot a, struct spot b, struct spot c, struct spot d,
                             double radius)
{
    struct span span = {INFINITY, -INFINITY}, box = {-INFINITY, INFINITY};
    struct spot way = spot_subtract(b, a), stroke = spot_subtract(d, c);
    struct spot from = spot_subtract(a, c);
    double length = sqrt(spot_dot(stroke, stroke));
    add_disc(&span, from, way, radius);
    add_disc(&span, spot_subtract(a, d), way, radius);
    if (length > 0) {
        struct spot along = {stroke.x / length, stroke.y / length};
        clip(&box, spot_dot(from, along), spot_dot(way, along), 0, length);
        clip(&box, spot_cross(along, from), spot_cross(along, way), -radius, radius);
        widen(&span, box.from, box.to);
    }
    span.from = fmax(span.from, 0);
    span.to = fmin(span.to, 1);
    return span;
}

static int compare_spans(const void *first, const void *second)
{
    const struct span *a = first, *b = second;
    return (a->from > b->from) - (a->from < b->from);
}

/* The parts of the edge that go, in order and apart from each other; the caller frees them. */
static struct span *find_spans(const struct eraser *eraser, struct spot a, struct spot b,
                               int *count)
{
    struct span *spans = NULL;
    int found = 0, capacity = 0;
    const struct trail *path = &eraser->path;
    *count = 0;
    if (fmax(a.x, b.x) < eraser->low.x || fmin(a.x, b.x) > eraser->high.x ||
        fmax(a.y, b.y) < eraser->low.y || fmin(a.y, b.y) > eraser->high.y)
        return NULL;
    for (int i = 0; i < path->count; i++) {
        struct span span =
            find_span(a, b, path->spots[i > 0 ? i - 1 : 0], path->spots[i], eraser->radius);
        if (!(span.from < span.to))
            continue;
        array_add(spans, found, capacity, span);
    }
    if (found > 1)
        qsort(spans, (size_t)found, sizeof *spans, compare_spans);
    for (int i = 0; i < found; i++)
        if (*count > 0 && spans[i].from <= spans[*count - 1].to)
            spans[*count - 1].to = fmax(spans[*count - 1].to, spans[i].to);
        else
            spans[(*count)++] = spans[i];
    return spans;
}

/* --- one outline ----------------------------------------------------------------------------- */

struct pieces {
    struct trail *trails;
    int count, capacity;
    bool broken; /* a new one begins with the next spot */
};

static void begin_piece(struct pieces *pieces)
{
    array_add(pieces->trails, pieces->count, pieces->capacity, (struct trail){0});
    pieces->broken = false;
}

static void add_kept(struct pieces *pieces, struct spot from, struct spot to)
{
    if (pieces->broken)
        begin_piece(pieces);
    trail_add(&pieces->trails[pieces->count - 1], from);
    trail_add(&pieces->trails[pieces->count - 1], to);
}

/* True if something of the edge goes. */
static bool cut_edge(const struct eraser *eraser, struct spot a, struct spot b,
                     struct pieces *pieces)
{
    int count;
    struct span *spans = find_spans(eraser, a, b, &count);
    double at = 0;
    for (int i = 0; i < count; i++) {
        if (spans[i].from > at)
            add_kept(pieces, at > 0 ? spot_between(a, b, at) : a,
                     spot_between(a, b, spans[i].from));
        pieces->broken = true;
        at = spans[i].to;
    }
    if (at < 1)
        add_kept(pieces, at > 0 ? spot_between(a, b, at) : a, b);
    free(spans);
    return count > 0;
}

static void free_pieces(struct pieces *pieces)
{
    for (int i = 0; i < pieces->count; i++)
        trail_free(&pieces->trails[i]);
    free(pieces->trails);
    *pieces = (struct pieces){0};
}

/* What is left of a loop where something of it goes; false if nothing does. */
static bool cut_loop(const struct eraser *eraser, const struct draft_loop *loop,
                     struct pieces *pieces)
{
    bool cut = false, whole_first = false;
    int edges = loop->count - !loop->closed;
    *pieces = (struct pieces){.broken = true};
    if (loop->count == 1) {
        int count;
        struct spot at = spot_of(loop->vertices[0]);
        struct spot beside = {at.x + 1.0 / FINE, at.y};
        free(find_spans(eraser, at, beside, &count));
        return count > 0;
    }
    for (int i = 0; i < edges; i++) {
        bool here = cut_edge(eraser, spot_of(loop->vertices[i]),
                             spot_of(loop->vertices[(i + 1) % loop->count]), pieces);
        cut |= here;
        if (i == 0)
            whole_first =
                pieces->count > 0 &&
                point_equal(loop->vertices[0],
                            (struct point){(int32_t)(pieces->trails[0].spots[0].x * FINE),
                                           (int32_t)(pieces->trails[0].spots[0].y * FINE)});
    }
    if (cut && loop->closed && whole_first && !pieces->broken && pieces->count > 1) {
        struct trail *last = &pieces->trails[pieces->count - 1]; /* it leads into the first */
        trail_append(last, &pieces->trails[0]);
        trail_free(&pieces->trails[0]);
        pieces->trails[0] = *last;
        pieces->count--;
    }
    return cut;
}

/* --- the sheet ------------------------------------------------------------------------------- */

static void add_stroke(const struct change *change, struct draft_item *item,
                       const struct trail *trail)
{
    struct point *points = memory_allocate((size_t)trail->count, sizeof *points);
    for (int i = 0; i < trail->count; i++)
        points[i] = sketch_sheet_place(&change->sheet, trail->spots[i]);
    item_add_loop(item, points, trail->count, false);
    free(points);
}

/* The pieces become items of their own behind the one that they are of. Returns how many. */
static int add_pieces(struct change *change, int index, const struct pieces *pieces)
{
    int added = 0;
    for (int i = pieces->count - 1; i >= 0; i--) {
        if (trail_length(&pieces->trails[i]) < CRUMB)
            continue;
        enum draft_role role = change_item(change, index)->role;
        struct point arrow = change_item(change, index)->arrow;
        struct draft_item *item = change_insert(change, index + 1, role);
        item->arrow = arrow;
        add_stroke(change, item, &pieces->trails[i]);
        added++;
    }
    return added;
}

/* Returns how many items it has added less those taken away. */
static int erase_outline(struct change *change, int index, const struct eraser *eraser,
                         bool *erased)
{
    int added = 0;
    for (int i = change_item(change, index)->loop_count - 1; i >= 0; i--) {
        struct pieces pieces;
        if (cut_loop(eraser, &change_item(change, index)->loops[i], &pieces)) {
            struct draft_item *item = change_edit(change, index);
            free(item->loops[i].vertices);
            item->loops[i] = item->loops[--item->loop_count];
            added += add_pieces(change, index, &pieces);
            *erased = true;
        }
        free_pieces(&pieces);
    }
    if (change_item(change, index)->loop_count > 0)
        return added;
    change_remove(change, index);
    return added - 1;
}

static bool touches(const struct eraser *eraser, const struct draft_item *item)
{
    bool touched = false;
    for (int i = 0; i < item->loop_count && !touched; i++) {
        struct pieces pieces;
        touched = cut_loop(eraser, &item->loops[i], &pieces);
        free_pieces(&pieces);
    }
    return touched;
}

static bool erase_all(struct change *change, const struct eraser *eraser)
{
    bool erased = false;
    for (int i = change->sheet.count - 1; i >= 0; i--) {
        if (item_is_outline(change_item(change, i))) {
            erase_outline(change, i, eraser, &erased);
        } else if (touches(eraser, change_item(change, i))) {
            change_remove(change, i);
            erased = true;
        }
    }
    return erased;
}

static struct eraser make_eraser(const struct spot *path, int count, double radius)
{
    struct eraser eraser = {
        .radius = radius, .low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    for (int i = 0; i < count; i++) {
        if (!spot_is_sound(path[i]))
            continue;
        trail_add(&eraser.path, path[i]);
        eraser.low.x = fmin(eraser.low.x, path[i].x - radius);
        eraser.low.y = fmin(eraser.low.y, path[i].y - radius);
        eraser.high.x = fmax(eraser.high.x, path[i].x + radius);
        eraser.high.y = fmax(eraser.high.y, path[i].y + radius);
    }
    return eraser;
}

bool sketch_erase(struct sketch *sketch, const struct spot *path, int count, double radius,
                  struct error *error)
{
    *error = (struct error){0};
    if (!(radius > 0 && radius <= SHEET_MAX))
        return false;
    struct eraser eraser = make_eraser(path, count, radius);
    struct change change = change_begin(sketch);
    bool erased = erase_all(&change, &eraser);
    trail_free(&eraser.path);
    if (erased)
        return change_finish(&change, "Erase", error);
    change_drop(&change);
    return false;
}
