/* Growing lists of places. */
#include "studio/stroke.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum { CHUNK = 256 };

void trail_free(struct trail *trail)
{
    free(trail->spots);
    *trail = (struct trail){0};
}

void trail_add(struct trail *trail, struct spot spot)
{
    const struct spot *last = trail->count > 0 ? &trail->spots[trail->count - 1] : NULL;
    if (last && last->x == spot.x && last->y == spot.y)
        return;
    array_add(trail->spots, trail->count, trail->capacity, spot);
}

void trail_append(struct trail *trail, const struct trail *other)
{
    for (int i = 0; i < other->count; i++)
        trail_add(trail, other->spots[i]);
}

void trail_reverse(struct trail *trail)
{
    for (int i = 0, j = trail->count - 1; i < j; i++, j--) {
        struct spot spot = trail->spots[i];
        trail->spots[i] = trail->spots[j];
        trail->spots[j] = spot;
    }
}

bool spot_is_sound(struct spot spot)
{
    const double far = 16384;
    return spot.x >= -far && spot.x <= far && spot.y >= -far && spot.y <= far;
}

double spot_distance(struct spot a, struct spot b)
{
    struct spot d = spot_subtract(a, b);
    return sqrt(spot_dot(d, d));
}

/* From the nearest place of a segment, which is so far along it, to the spot. */
static struct spot off_segment(struct spot spot, struct spot from, struct spot to, double *share)
{
    struct spot way = spot_subtract(to, from), off = spot_subtract(spot, from);
    double length = spot_dot(way, way);
    double along = length > 0 ? spot_dot(off, way) / length : 0;
    *share = along < 0 ? 0 : along > 1 ? 1 : along;
    return spot_plus(off, way, -*share);
}

double spot_to_segment(struct spot spot, struct spot from, struct spot to, double *share)
{
    struct spot off = off_segment(spot, from, to, share);
    return sqrt(spot_dot(off, off));
}

double trail_length(const struct trail *trail)
{
    double length = 0;
    for (int i = 1; i < trail->count; i++)
        length += spot_distance(trail->spots[i - 1], trail->spots[i]);
    return length;
}

double trail_area(const struct trail *loop)
{
    double sum = 0;
    for (int i = 1; i < loop->count; i++)
        sum += spot_cross(spot_subtract(loop->spots[i - 1], loop->spots[0]),
                          spot_subtract(loop->spots[i], loop->spots[0]));
    return sum / 2;
}

struct trail trail_part(const struct trail *trail, double from, double to)
{
    struct trail part = {0};
    double before = 0;
    for (int i = 1; i < trail->count; i++) {
        struct spot a = trail->spots[i - 1], b = trail->spots[i];
        double step = spot_distance(a, b), after = before + step;
        if (step > 0 && after >= from && before <= to) {
            double low = from > before ? (from - before) / step : 0;
            double high = to < after ? (to - before) / step : 1;
            trail_add(&part, spot_between(a, b, low));
            trail_add(&part, high == 1 ? b : spot_between(a, b, high));
        }
        before = after;
    }
    return part;
}

double trail_nearest(const struct trail *trail, struct spot spot, double *distance)
{
    double before = 0, place = 0;
    *distance = trail->count > 0 ? spot_distance(spot, trail->spots[0]) : INFINITY;
    for (int i = 1; i < trail->count; i++) {
        double share, step = spot_distance(trail->spots[i - 1], trail->spots[i]);
        double away = spot_to_segment(spot, trail->spots[i - 1], trail->spots[i], &share);
        if (away < *distance) {
            *distance = away;
            place = before + share * step;
        }
        before += step;
    }
    return place;
}

/* --- thinning out (Douglas and Peucker) ------------------------------------------------------- */

struct run {
    int from, to;
};

/* `to` may be the count: then it is the first spot again. */
static void keep_between(const struct spot *spots, int count, struct run whole, double tolerance,
                         bool *kept)
{
    enum { RUNS_MOST = 64 };
    struct run stack[RUNS_MOST] = {whole};
    for (int depth = 1; depth > 0;) {
        struct run run = stack[--depth];
        double farthest = tolerance * tolerance, share;
        int far = -1;
        for (int i = run.from + 1; i < run.to; i++) {
            struct spot off = off_segment(spots[i], spots[run.from], spots[run.to % count], &share);
            if (spot_dot(off, off) > farthest) {
                farthest = spot_dot(off, off);
                far = i;
            }
        }
        if (far < 0)
            continue;
        kept[far] = true;
        /* With the longer part below, the stack stays as short as the logarithm of the way. */
        struct run first = {run.from, far}, second = {far, run.to};
        bool first_is_longer = far - run.from > run.to - far;
        stack[depth++] = first_is_longer ? first : second;
        stack[depth++] = first_is_longer ? second : first;
    }
}

bool *spots_needed(const struct spot *spots, int count, bool closed, double tolerance)
{
    bool *kept = memory_allocate((size_t)count, sizeof *kept);
    double most = 0;
    int far = closed ? 0 : count - 1;
    for (int i = 1; closed && i < count; i++) {
        double away = spot_distance(spots[0], spots[i]);
        far = away > most ? i : far;
        most = away > most ? away : most;
    }
    kept[0] = kept[far] = true;
    keep_between(spots, count, (struct run){0, far}, tolerance, kept);
    if (closed)
        keep_between(spots, count, (struct run){far, count}, tolerance, kept);
    return kept;
}

struct trail trail_thin_out(const struct trail *trail, double tolerance)
{
    bool *kept = memory_allocate((size_t)trail->count, sizeof *kept);
    struct trail thin = {0};
    int last = trail->count - 1;
    for (int from = 0; from < last; from += CHUNK) {
        int to = from + CHUNK < last ? from + CHUNK : last;
        kept[from] = kept[to] = true;
        keep_between(trail->spots, trail->count, (struct run){from, to}, tolerance, kept);
    }
    for (int i = 0; i <= last; i++)
        if (kept[i])
            trail_add(&thin, trail->spots[i]);
    free(kept);
    return thin;
}

/* --- level lines ------------------------------------------------------------------------------ */

/* The lines in a cell, from and to its sides: below 0, right 1, above 2, left 3. The bits are the
 * corners at or above the level: lower left, lower right, upper right, upper left. */
enum { NONE = -1 };
static const signed char pieces[16][4] = {
    {NONE, NONE, NONE, NONE}, {0, 3, NONE, NONE}, {1, 0, NONE, NONE}, {1, 3, NONE, NONE},
    {2, 1, NONE, NONE},       {0, 3, 2, 1},       {2, 0, NONE, NONE}, {2, 3, NONE, NONE},
    {3, 2, NONE, NONE},       {0, 2, NONE, NONE}, {1, 0, 3, 2},       {1, 2, NONE, NONE},
    {3, 1, NONE, NONE},       {0, 1, NONE, NONE}, {3, 0, NONE, NONE}, {NONE, NONE, NONE, NONE},
};

/* Sides are numbered: first those to the right of each node, then those upward. */
static void link_cell(struct level_lines *lines, int node)
{
    int across = lines->across, upward = across * lines->up, inside = 0;
    const int corners[4] = {node, node + 1, node + across + 1, node + across};
    const int sides[4] = {node, upward + node + 1, node + across, upward + node};
    for (int i = 0; i < 4; i++)
        inside |= (lines->heights[corners[i]] >= lines->level) << i;
    for (int i = 0; i < 4 && pieces[inside][i] != NONE; i += 2)
        lines->next[sides[(int)pieces[inside][i]]] = sides[(int)pieces[inside][i + 1]];
}

static struct spot side_place(const struct level_lines *lines, int side)
{
    int upward = lines->across * lines->up, node = side % upward;
    bool right = side < upward;
    double low = lines->heights[node] - lines->level;
    double high = lines->heights[node + (right ? 1 : lines->across)] - lines->level;
    double part = low / (low - high);
    return (struct spot){node % lines->across + (right ? part : 0),
                         node / lines->across + (right ? 0 : part)};
}

struct level_lines level_lines_begin(const double *heights, int across, int up, double level)
{
    struct level_lines lines = {.heights = heights, .across = across, .up = up, .level = level};
    int sides = 2 * across * up;
    lines.next = memory_allocate((size_t)sides, sizeof *lines.next);
    for (int i = 0; i < sides; i++)
        lines.next[i] = NONE;
    for (int y = 0; y + 1 < up; y++)
        for (int x = 0; x + 1 < across; x++)
            link_cell(&lines, y * across + x);
    return lines;
}

void level_lines_end(struct level_lines *lines)
{
    free(lines->next);
}

bool level_lines_next(struct level_lines *lines, struct trail *line)
{
    int sides = 2 * lines->across * lines->up;
    *line = (struct trail){0};
    while (lines->from < sides && lines->next[lines->from] == NONE)
        lines->from++;
    for (int side = lines->from, next; side < sides && lines->next[side] != NONE; side = next) {
        next = lines->next[side];
        trail_add(line, side_place(lines, side));
        lines->next[side] = NONE; /* what was walked is forgotten */
    }
    return line->count > 0;
}
