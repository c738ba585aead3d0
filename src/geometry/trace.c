/* See trace.h. Boxes are put over the steps afterwards: the way is cut where it meets the box's
 * border, and what lies between is told anew.
 */
#include "geometry/trace.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void add_step(struct trace *trace, struct trace_step step)
{
    trace->steps = array_grow(trace->steps, trace->count, &trace->capacity, sizeof *trace->steps);
    trace->steps[trace->count++] = step;
}

/* What the edges make of the way from one change to the next. */
struct beside {
    bool inside; /* the strip */
    int runs;    /* edges along the way */
};

static void apply_change(struct beside *beside, const struct change *change)
{
    beside->inside ^= change->kind == PASSAGE;
    beside->runs += change->kind == RUN_BEGINS ? 1 : 0;
    beside->runs -= change->kind == RUN_ENDS ? 1 : 0;
}

static enum place place_beside(const struct beside *beside)
{
    return beside->runs > 0 ? PLACE_WALL : beside->inside ? PLACE_INSIDE : PLACE_OUTSIDE;
}

/* Every change is at a point of an edge. */
static void add_steps(struct trace *trace, enum place start, bool inside,
                      const struct change_list *changes)
{
    struct beside beside = {inside, 0};
    struct fraction here = {0, 1};
    struct fraction end = {FINE, trace->line.w};
    int i = 0;
    for (; i < changes->count && fraction_compare(changes->items[i].at, here) <= 0; i++)
        apply_change(&beside, &changes->items[i]);
    add_step(trace, (struct trace_step){here, start, place_beside(&beside)});
    while (i < changes->count && fraction_compare(changes->items[i].at, end) <= 0) {
        here = changes->items[i].at;
        for (; i < changes->count && fraction_compare(changes->items[i].at, here) == 0; i++)
            apply_change(&beside, &changes->items[i]);
        add_step(trace, (struct trace_step){here, PLACE_WALL, place_beside(&beside)});
    }
    if (fraction_compare(here, end) < 0)
        add_step(trace, (struct trace_step){end, place_beside(&beside), place_beside(&beside)});
}

struct trace trace_move(const struct area *area, struct point from, struct point to)
{
    struct trace trace = {0};
    struct change_list changes = {.with_touches = true};
    bool inside = line_follow_move(area, from, to, &trace.line, &changes);
    add_steps(&trace, area_place_grid(area, from), inside, &changes);
    free(changes.items);
    return trace;
}

struct trace trace_way(const struct area *area, struct exact_point from, struct point to)
{
    struct trace trace = {0};
    struct change_list changes = {.with_touches = true};
    bool inside = line_follow_way(area, from, to, &trace.line, &changes);
    add_steps(&trace, area_place_grid(area, to), inside, &changes);
    free(changes.items);
    return trace;
}

/* The stretch of the line that is within the box, as far as it has been narrowed down. */
struct stretch {
    struct fraction first;
    struct fraction last;
};

/* Narrows it down to low..high on one axis. False if the line runs beside the box. */
static bool cut_axis(struct stretch *stretch, int32_t start, int64_t direction, int32_t low,
                     int32_t high, bool with_border)
{
    if (direction == 0)
        return with_border ? start >= low && start <= high : start > low && start < high;
    bool rising = direction > 0;
    int128 denominator = rising ? direction : -direction;
    struct fraction first = {rising ? low - start : start - high, denominator};
    struct fraction last = {rising ? high - start : start - low, denominator};
    if (fraction_compare(first, stretch->first) > 0)
        stretch->first = first;
    if (fraction_compare(last, stretch->last) < 0)
        stretch->last = last;
    return true;
}

/* The step that begins there; a new one if need be. A place off the way has none. */
static void cut_at(struct trace *trace, struct fraction at)
{
    int i = 0;
    while (i < trace->count && fraction_compare(trace->steps[i].at, at) < 0)
        i++;
    if (i == 0 || i == trace->count || fraction_compare(trace->steps[i].at, at) == 0)
        return;
    enum place place = trace->steps[i - 1].after;
    add_step(trace, trace->steps[trace->count - 1]);
    memmove(&trace->steps[i + 1], &trace->steps[i],
            (size_t)(trace->count - 1 - i) * sizeof *trace->steps);
    trace->steps[i] = (struct trace_step){at, place, place};
}

void trace_set_box(struct trace *trace, struct point low, struct point high, bool with_border,
                   enum place place)
{
    const struct line *line = &trace->line;
    struct point start = point_to_fine(line->start);
    /* Farther than any line goes on either side. */
    const int64_t far = INT64_C(1) << 40;
    struct stretch stretch = {{-far, 1}, {far, 1}};
    if (!cut_axis(&stretch, start.x, line->right, low.x, high.x, with_border) ||
        !cut_axis(&stretch, start.y, line->up, low.y, high.y, with_border) ||
        fraction_compare(stretch.first, stretch.last) >= (with_border ? 1 : 0))
        return;
    cut_at(trace, stretch.first);
    cut_at(trace, stretch.last);
    for (int i = 0; i < trace->count; i++) {
        struct trace_step *step = &trace->steps[i];
        int begun = fraction_compare(step->at, stretch.first);
        int left = fraction_compare(stretch.last, step->at);
        if (with_border ? begun >= 0 && left >= 0 : begun > 0 && left > 0)
            step->here = place;
        if (begun >= 0 && left > 0)
            step->after = place;
    }
}

struct exact_point trace_point(const struct trace *trace, int step)
{
    const struct line *line = &trace->line;
    struct fraction at = trace->steps[step].at;
    int64_t w = (int64_t)at.denominator * FINE;
    return exact_make(line->start.x * w + line->right * at.numerator,
                      line->start.y * w + line->up * at.numerator, w);
}
