/* Strokes that join others: the seams between them, and parts of outlines that are drawn anew. */
#include "base/memory.h"
#include "studio/graph_paper/sketch/sketch_inside.h"

#include <stdlib.h>

static const double WELD = 5; /* grains on both sides of where strokes meet */

struct trail stroke_weld(const struct trail *before, const struct trail *stroke,
                         const struct trail *after, double grain)
{
    double back = trail_length(before) - WELD * grain, on = WELD * grain;
    struct trail whole = trail_part(before, 0, back);
    struct trail seam = trail_part(before, back, trail_length(before));
    struct trail head = trail_part(after, 0, on);
    struct trail rest = trail_part(after, on, trail_length(after));
    if (before->count == 1)
        trail_append(&seam, before);
    if (after->count == 1)
        trail_append(&head, after);
    trail_append(&seam, stroke);
    trail_append(&seam, &head);
    struct trail drawn = stroke_draw(&seam, grain, false);
    trail_append(&whole, &drawn);
    trail_append(&whole, &rest);
    trail_free(&seam);
    trail_free(&head);
    trail_free(&rest);
    trail_free(&drawn);
    return whole;
}

struct trail stroke_weld_loop(const struct trail *left, const struct trail *stroke, double grain)
{
    double length = trail_length(left);
    if (length < 4 * WELD * grain) {
        struct trail whole = {0};
        trail_append(&whole, left);
        trail_append(&whole, stroke);
        struct trail drawn = stroke_draw(&whole, grain, true);
        trail_free(&whole);
        return drawn;
    }
    struct trail before = trail_part(left, length / 2, length);
    struct trail after = trail_part(left, 0, length / 2);
    struct trail whole = stroke_weld(&before, stroke, &after, grain);
    trail_free(&before);
    trail_free(&after);
    return whole;
}

/* --- a part anew ------------------------------------------------------------------------------ */

/* How far two ways are apart on the whole: the mean of places as far along each of them. */
static double compare_ways(const struct trail *a, const struct trail *b)
{
    enum { SAMPLES = 16 };
    double sum = 0, length_a = trail_length(a), length_b = trail_length(b);
    for (int i = 1; i < SAMPLES; i++) {
        struct trail one = trail_part(a, 0, length_a * i / SAMPLES);
        struct trail other = trail_part(b, 0, length_b * i / SAMPLES);
        if (one.count > 0 && other.count > 0)
            sum += spot_distance(one.spots[one.count - 1], other.spots[other.count - 1]);
        trail_free(&one);
        trail_free(&other);
    }
    return sum;
}

/* From one length to another, forward over the place where the loop begins if need be. */
static struct trail part_of_loop(const struct trail *loop, double from, double to)
{
    if (from <= to)
        return trail_part(loop, from, to);
    struct trail part = trail_part(loop, from, trail_length(loop));
    struct trail rest = trail_part(loop, 0, to);
    trail_append(&part, &rest);
    trail_free(&rest);
    return part;
}

static struct trail redraw_loop(const struct trail *loop, struct trail *stroke, double from,
                                double to, double grain)
{
    struct trail forward = part_of_loop(loop, from, to);
    struct trail backward = part_of_loop(loop, to, from);
    trail_reverse(&backward); /* it, too, now leads from `from` to `to` */
    bool with = compare_ways(&forward, stroke) <= compare_ways(&backward, stroke);
    struct trail *left = with ? &backward : &forward;
    trail_reverse(left);
    struct trail whole = {0};
    if (left->count > 1) {
        stroke_bend(stroke, left->spots[left->count - 1], left->spots[0], grain);
        whole = stroke_weld_loop(left, stroke, grain);
    } else {
        whole = stroke_draw(stroke, grain, true);
    }
    trail_free(&forward);
    trail_free(&backward);
    return whole;
}

static struct trail redraw_stroke(const struct trail *line, struct trail *stroke, double from,
                                  double to, double grain)
{
    if (from > to) {
        double swapped = from;
        from = to;
        to = swapped;
        trail_reverse(stroke);
    }
    struct trail before = trail_part(line, 0, from);
    struct trail after = trail_part(line, to, trail_length(line));
    stroke_bend(stroke, before.count > 0 ? before.spots[before.count - 1] : line->spots[0],
                after.count > 0 ? after.spots[0] : line->spots[line->count - 1], grain);
    struct trail whole = stroke_weld(&before, stroke, &after, grain);
    trail_free(&before);
    trail_free(&after);
    return whole;
}

/* The loop of the item that both ends of the stroke are at; -1 if there is none. */
static int find_redrawn(const struct draft_item *item, const struct trail *stroke, double reach,
                        double *from, double *to)
{
    int found = -1;
    double best = 2 * reach;
    for (int i = 0; i < item->loop_count; i++) {
        const struct draft_loop *loop = &item->loops[i];
        struct trail trail = trail_of_points(loop->vertices, loop->count, loop->closed);
        double away, gone;
        double start = trail_nearest(&trail, stroke->spots[0], &away);
        double end = trail_nearest(&trail, stroke->spots[stroke->count - 1], &gone);
        trail_free(&trail);
        if (away > reach || gone > reach || away + gone > best)
            continue;
        best = away + gone;
        found = i;
        *from = start;
        *to = end;
    }
    return found;
}

static bool check_outline(const struct sketch *sketch, int item, struct error *error)
{
    if (item < 0 || item >= sketch->sheet.count)
        return error_set(error, "nothing is chosen here");
    return item_is_outline(&sketch->sheet.pieces[item]->item) ||
           error_set(error, "only a part of a wall, a slick or a turbo area can be drawn anew");
}

bool sketch_redraw(struct sketch *sketch, int index, const struct spot *raw, int count,
                   double reach, struct error *error)
{
    double grain = stroke_grain(reach), from = 0, to = 0;
    if (!check_outline(sketch, index, error) || !stroke_check(raw, count, reach, error))
        return false;
    struct change change = change_begin(sketch);
    struct trail stroke = stroke_clean(raw, count, grain);
    int at = find_redrawn(change_item(&change, index), &stroke, reach, &from, &to);
    if (at < 0) {
        trail_free(&stroke);
        change_drop(&change);
        return error_set(error, "begin and end the stroke on the outline of which it is to "
                                "replace a part");
    }
    struct draft_item *item = change_edit(&change, index);
    struct draft_loop old = item->loops[at];
    struct trail line = trail_of_points(old.vertices, old.count, old.closed);
    struct trail whole =
        (old.closed ? redraw_loop : redraw_stroke)(&line, &stroke, from, to, grain);
    item_add_trail(&change, item, &whole, old.closed);
    free(old.vertices);
    item->loops[at] = item->loops[--item->loop_count];
    trail_free(&line);
    trail_free(&whole);
    trail_free(&stroke);
    return change_finish(&change, "Redraw", error);
}
