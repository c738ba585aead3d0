/* From the way of a pointer to a line that looks as if a steady hand had drawn it.
 *
 * The way is cut into equal steps and every place becomes a mean of its neighbours, weighed as a
 * bell. That alone would draw bends inward; what it took away is therefore smoothed as well and
 * given back, so that a bend keeps its width while a tremor, which is gone after the first time,
 * is not brought back. On straights the neighbours that count reach farther. At last only the
 * vertices are kept that are needed.
 */
#include "studio/studio.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE_LIMIT = 20000 };

static const double STEPS_A_GRAIN = 4.5;
static const double TOLERANCE = 0.05; /* of the grain: how far vertices may be from the line ... */
static const double LEAST_TOLERANCE = 1.0 / 96; /* ... if that is more */
static const double TAIL = 6;                   /* reaches: an overshoot is no longer */
static const double TREMOR = 0.35;  /* of the grain: what a hand does not mean on a straight */
static const double BEND = 0.15;    /* of the grain: what is more, to one side, is a bend */
static const double CALM = 3;       /* grains: how far a straight is looked at */
static const double ROUGH = 1.2;    /* the way of the pen to the line that it draws */
static const double CORNER = 0.2;   /* the cosine of the turn that is a corner */
static const double LEAST_LOOP = 4; /* reaches round */

double stroke_grain(double reach)
{
    double grain = reach * 0.5;
    return !(grain > 0.08) ? 0.08 : grain > 0.4 ? 0.4 : grain;
}

/* The last place counts, however near: it is where the pen was lifted. */
struct trail stroke_clean(const struct spot *raw, int count, double grain)
{
    struct trail clean = {0};
    struct spot last = {0, 0};
    for (int i = 0; i < count; i++) {
        if (!spot_is_sound(raw[i]))
            continue;
        last = raw[i];
        if (clean.count == 0 || spot_distance(clean.spots[clean.count - 1], last) >= grain / 2)
            trail_add(&clean, last);
    }
    if (clean.count > 1 && spot_distance(clean.spots[clean.count - 1], last) < grain / 2)
        clean.count--;
    if (clean.count > 0)
        trail_add(&clean, last);
    return clean;
}

/* --- equal steps ------------------------------------------------------------------------------ */

/* `count` places, of which an open stroke's last is its end; a closed one's is a step before its
 * start. */
struct stroke_steps {
    struct spot *spots;
    int count;
    bool closed;
};

static double norm(struct spot v)
{
    return sqrt(spot_dot(v, v));
}

/* The direction of the stroke at a place, one long; nothing at corners and at ends. */
static struct spot direction_at(const struct trail *trail, int i, bool closed)
{
    int last = trail->count - 1;
    int before = i > 0 ? i - 1 : closed ? last - 1 : -1;
    int after = i < last ? i + 1 : closed ? 1 : -1;
    struct spot none = {0, 0};
    if (before < 0 || after < 0)
        return none;
    struct spot in = spot_subtract(trail->spots[i], trail->spots[before]);
    struct spot out = spot_subtract(trail->spots[after], trail->spots[i]);
    double a = norm(in), b = norm(out);
    if (!(a > 0 && b > 0) || spot_dot(in, out) < CORNER * a * b)
        return none;
    struct spot sum = {in.x / a + out.x / b, in.y / a + out.y / b};
    double length = norm(sum);
    return (struct spot){sum.x / length, sum.y / length};
}

/* Between places that a quick hand has left far apart the stroke is curved. */
static struct trail round_gaps(const struct trail *trail, double grain, bool closed)
{
    enum { PARTS = 8 };
    struct trail round = {0};
    for (int i = 0; i + 1 < trail->count; i++) {
        struct spot from = trail->spots[i], to = trail->spots[i + 1];
        double gap = spot_distance(from, to);
        struct spot leaving = direction_at(trail, i, closed);
        struct spot arriving = direction_at(trail, i + 1, closed);
        bool straight = (leaving.x == 0 && leaving.y == 0) || (arriving.x == 0 && arriving.y == 0);
        trail_add(&round, from);
        for (int k = 1; gap > grain && !straight && k < PARTS; k++) {
            double t = (double)k / PARTS, s = 1 - t;
            double a = s * s * (1 + 2 * t), b = s * s * t * gap;
            double c = t * t * (3 - 2 * t), d = -t * t * s * gap;
            trail_add(&round,
                      (struct spot){from.x * a + leaving.x * b + to.x * c + arriving.x * d,
                                    from.y * a + leaving.y * b + to.y * c + arriving.y * d});
        }
    }
    if (trail->count > 0)
        trail_add(&round, trail->spots[trail->count - 1]);
    return round;
}

static struct stroke_steps cut_into_steps(const struct trail *trail, double grain, bool closed,
                                          double *step)
{
    double length = trail_length(trail);
    double wanted = length * STEPS_A_GRAIN / grain;
    int count = wanted > SAMPLE_LIMIT ? SAMPLE_LIMIT : wanted < 4 ? 4 : (int)wanted;
    struct stroke_steps steps = {.count = closed ? count : count + 1, .closed = closed};
    steps.spots = memory_allocate((size_t)count + 1, sizeof *steps.spots);
    double before = 0;
    int next = 0;
    *step = length / count;
    for (int i = 1; i < trail->count; i++) {
        double piece = spot_distance(trail->spots[i - 1], trail->spots[i]);
        for (; next < steps.count && next * *step <= before + piece; next++)
            steps.spots[next] =
                spot_between(trail->spots[i - 1], trail->spots[i], (next * *step - before) / piece);
        before += piece;
    }
    for (; next < steps.count; next++) /* where rounding has left the end over */
        steps.spots[next] = trail->spots[trail->count - 1];
    if (!closed)
        steps.spots[count] = trail->spots[trail->count - 1];
    return steps;
}

/* --- smoothing -------------------------------------------------------------------------------- */

/* The sum of the first `end` spots, also of those of the rounds before and after a closed stroke.
 */
static struct spot sum_up_to(const struct stroke_steps *steps, const struct spot *sums, int end)
{
    int count = steps->count, round = end < 0 ? -1 : end > count ? 1 : 0;
    struct spot sum = sums[end - round * count];
    return (struct spot){sum.x + round * sums[count].x, sum.y + round * sums[count].y};
}

/* Each becomes the mean of those at most so many steps away, less at the ends of an open stroke,
 * which stay where they are. Done three times that is nearly a bell. */
static void blur(const struct stroke_steps *steps, struct spot *spots, double sigma)
{
    int count = steps->count, half = (int)sqrt(sigma * sigma + 0.25);
    struct spot *sums = memory_allocate((size_t)count + 1, sizeof *sums);
    half = half > (count - 1) / 2 ? (count - 1) / 2 : half;
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < count; i++)
            sums[i + 1] = (struct spot){sums[i].x + spots[i].x, sums[i].y + spots[i].y};
        for (int i = 0; i < count; i++) {
            int near = i < count - 1 - i ? i : count - 1 - i;
            int wide = steps->closed || half < near ? half : near;
            struct spot end = sum_up_to(steps, sums, i + wide + 1);
            struct spot sum = spot_subtract(end, sum_up_to(steps, sums, i - wide));
            if (wide > 0)
                spots[i] = (struct spot){sum.x / (2 * wide + 1), sum.y / (2 * wide + 1)};
        }
    }
    free(sums);
}

/* The mean of the neighbours, and what that took away given back smoothed; the caller frees it. */
static struct spot *smooth(const struct stroke_steps *steps, double sigma)
{
    size_t count = (size_t)steps->count;
    struct spot *smooth = memory_copy(steps->spots, count, sizeof *smooth);
    struct spot *lost = memory_allocate(count, sizeof *lost);
    blur(steps, smooth, sigma);
    for (size_t i = 0; i < count; i++)
        lost[i] = spot_subtract(steps->spots[i], smooth[i]);
    blur(steps, lost, sigma);
    for (size_t i = 0; i < count; i++)
        smooth[i] = (struct spot){smooth[i].x + lost[i].x, smooth[i].y + lost[i].y};
    free(lost);
    return smooth;
}

/* 1 well below the limit, 0 beyond it. */
static double trust_in_place(double away, double limit)
{
    double over = 2 * away / limit - 1;
    double rest = over >= 1 ? 0 : over <= 0 ? 1 : 1 - over;
    return rest * rest * (3 - 2 * rest);
}

/* A hand that trembles much goes a long way on the spot, and along that way its neighbours are no
 * neighbours. So the worst of it goes first, until the way is hardly longer than the line. Takes
 * over the trail. */
static struct trail steady_hand(struct trail trail, double grain, bool closed)
{
    enum { ROUNDS = 8 };
    for (int i = 0; i < ROUNDS; i++) {
        double step;
        struct stroke_steps steps = cut_into_steps(&trail, grain, closed, &step);
        struct trail calmer = {smooth(&steps, STEPS_A_GRAIN), steps.count, steps.count};
        if (closed)
            trail_add(&calmer, calmer.spots[0]);
        free(steps.spots);
        bool rough = trail_length(&trail) > ROUGH * trail_length(&calmer);
        trail_free(rough ? &trail : &calmer);
        if (!rough)
            break;
        trail = calmer;
    }
    return trail;
}

struct trail stroke_draw(const struct trail *clean, double grain, bool closed)
{
    struct trail none = {0}, whole = {0};
    double step;
    trail_append(&whole, clean);
    if (closed && whole.count > 0)
        trail_add(&whole, whole.spots[0]);
    if (whole.count < 2 || !(trail_length(&whole) > 0)) {
        trail_free(&whole);
        return none;
    }
    struct trail round = steady_hand(round_gaps(&whole, grain, closed), grain, closed);
    struct stroke_steps steps = cut_into_steps(&round, grain, closed, &step);
    /* Where a look from farther away shows the same line, that one is calmer and is taken. */
    size_t count = (size_t)steps.count;
    double sigma = step > 0 && grain < STEPS_A_GRAIN * step ? grain / step : STEPS_A_GRAIN;
    struct spot *fine = smooth(&steps, sigma);
    struct spot *far = smooth(&steps, CALM * sigma);
    double *trusted = memory_allocate(count, sizeof *trusted);
    /* How much of the line seen from afar is right at each place: little where it is another line,
     * and little where it stays to one side of the fine one, for that is a bend; a tremor is on
     * both. */
    struct spot *aside = memory_allocate(count, sizeof *aside);
    for (size_t i = 0; i < count; i++)
        aside[i] = spot_subtract(far[i], fine[i]);
    blur(&steps, aside, 2 * sigma);
    for (size_t i = 0; i < count; i++)
        aside[i].x = trust_in_place(spot_distance(fine[i], far[i]), TREMOR * grain) *
                     trust_in_place(norm(aside[i]), BEND * grain);
    blur(&steps, aside, sigma);
    for (size_t i = 0; i < count; i++)
        trusted[i] = aside[i].x;
    free(aside);
    for (size_t i = 0; i < count; i++)
        steps.spots[i] = spot_between(fine[i], far[i], trusted[i]);
    free(fine);
    free(far);
    free(trusted);
    trail_free(&round);
    if (closed)
        steps.spots[steps.count++] = steps.spots[0];
    struct trail drawn = trail_thin_out(&(struct trail){steps.spots, steps.count, steps.count},
                                        fmax(grain * TOLERANCE, LEAST_TOLERANCE));
    free(steps.spots);
    trail_free(&whole);
    return drawn;
}

/* --- closing ---------------------------------------------------------------------------------- */

/* Lengths along the stroke between which it is a loop. */
struct closing {
    double from, to;
    double gap;
    bool found;
};

static void try_crossing(struct closing *best, const struct spot q[4], double from, double to,
                         double length)
{
    struct spot a = spot_subtract(q[1], q[0]), b = spot_subtract(q[3], q[2]);
    struct spot c = spot_subtract(q[2], q[0]);
    double turn = spot_cross(a, b);
    if (turn == 0)
        return;
    double s = spot_cross(c, b) / turn, t = spot_cross(c, a) / turn;
    if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1))
        return;
    struct closing found = {from + s * spot_distance(q[0], q[1]),
                            to + t * spot_distance(q[2], q[3]), 0, true};
    if (!best->found || found.from + length - found.to < best->from + length - best->to)
        *best = found;
}

/* Where the end of the stroke, not more than a tail long, crosses its beginning. */
static struct closing find_crossing(const struct trail *trail, double tail, double length)
{
    struct closing best = {.found = false};
    double from = 0;
    for (int i = 1; i < trail->count && from <= tail; i++) {
        double to = length;
        for (int j = trail->count - 1; j > i + 1 && to >= length - tail; j--) {
            struct spot q[4] = {trail->spots[i - 1], trail->spots[i], trail->spots[j - 1],
                                trail->spots[j]};
            to -= spot_distance(q[2], q[3]);
            try_crossing(&best, q, from, to, length);
        }
        from += spot_distance(trail->spots[i - 1], trail->spots[i]);
    }
    return best;
}

/* Where the end is nearest to the very start, or the beginning to the very end. */
static struct closing find_approach(const struct trail *trail, double tail, double length)
{
    struct trail head = trail_part(trail, 0, tail);
    struct trail foot = trail_part(trail, length - tail, length);
    double to_head, to_foot;
    double at_head = trail_nearest(&head, trail->spots[trail->count - 1], &to_head);
    double at_foot = trail_nearest(&foot, trail->spots[0], &to_foot);
    trail_free(&head);
    trail_free(&foot);
    return to_head < to_foot ? (struct closing){at_head, length, to_head, true}
                             : (struct closing){0, length - tail + at_foot, to_foot, true};
}

bool stroke_find_loop(const struct trail *clean, double reach, struct trail *loop)
{
    double length = trail_length(clean);
    double tail = TAIL * reach < length / 5 ? TAIL * reach : length / 5;
    if (clean->count < 4 || !(reach > 0) || !(length > LEAST_LOOP * reach))
        return false;
    /* What crosses is an overshoot, also where it is longer. */
    struct closing closing = find_crossing(clean, fmax(tail, length / 10), length);
    if (!closing.found)
        closing = find_approach(clean, tail, length);
    if (closing.gap > reach)
        return false;
    *loop = trail_part(clean, closing.from, closing.to);
    return loop->count >= 3;
}

static void bend_end(struct trail *trail, struct spot to, double over)
{
    double along = 0;
    if (trail->count == 0)
        return;
    struct spot by = spot_subtract(to, trail->spots[0]);
    for (int i = 0; i < trail->count && along < over; i++) {
        double rest = 1 - along / over;
        double weight = rest * rest * (3 - 2 * rest);
        if (i + 1 < trail->count)
            along += spot_distance(trail->spots[i], trail->spots[i + 1]);
        trail->spots[i].x += by.x * weight;
        trail->spots[i].y += by.y * weight;
    }
}

void stroke_bend(struct trail *trail, struct spot first, struct spot last, double grain)
{
    if (trail->count < 2)
        return;
    double length = trail_length(trail);
    double gap = spot_distance(trail->spots[0], first);
    double other = spot_distance(trail->spots[trail->count - 1], last);
    double over = 4 * (gap > other ? gap : other) + 2 * grain;
    over = over > length / 2 ? length / 2 : over;
    bend_end(trail, first, over);
    trail_reverse(trail);
    bend_end(trail, last, over);
    trail_reverse(trail);
}

struct trail stroke_smooth(const struct spot *raw, int count, double reach, bool *closed)
{
    double grain = stroke_grain(reach);
    struct trail clean = stroke_clean(raw, count, grain), loop = {0};
    *closed = stroke_find_loop(&clean, reach, &loop);
    if (*closed) {
        struct spot meeting = spot_between(loop.spots[0], loop.spots[loop.count - 1], 0.5);
        stroke_bend(&loop, meeting, meeting, grain);
    }
    struct trail drawn = stroke_draw(*closed ? &loop : &clean, grain, *closed);
    trail_free(&clean);
    trail_free(&loop);
    *closed = *closed && drawn.count > 3;
    return drawn;
}

/* === trail ==================================================================================== */

/* Growing lists of places. */

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

struct stroke_run {
    int from, to;
};

/* `to` may be the count: then it is the first spot again. */
static void keep_between(const struct spot *spots, int count, struct stroke_run whole,
                         double tolerance, bool *kept)
{
    enum { RUNS_MOST = 64 };
    struct stroke_run stack[RUNS_MOST] = {whole};
    for (int depth = 1; depth > 0;) {
        struct stroke_run run = stack[--depth];
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
        struct stroke_run first = {run.from, far}, second = {far, run.to};
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
    keep_between(spots, count, (struct stroke_run){0, far}, tolerance, kept);
    if (closed)
        keep_between(spots, count, (struct stroke_run){far, count}, tolerance, kept);
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
        keep_between(trail->spots, trail->count, (struct stroke_run){from, to}, tolerance, kept);
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

/* === steps ==================================================================================== */

/* The sheet and its steps, which lie in one list: those before `done` can be undone, the others
 * done again. A step holds one sheet: as it was before, or, of a step that was undone, as it was
 * after. To go back or on, that and the sheet that is there change places.
 */

enum { STEP_LIMIT = 200 };

struct undo_step {
    const char *name;
    void *sheet;
    uint64_t version; /* of that sheet */
};

struct steps {
    const struct steps_kind *kind;
    void *sheet;
    uint64_t version, last_version;
    struct undo_step *steps;
    int count, capacity, done;
    bool open;
    struct undo_step begun;
};

static void *copy_of(const struct steps *steps, const void *sheet)
{
    void *copy = memory_allocate(1, steps->kind->size);
    steps->kind->copy(sheet, copy);
    return copy;
}

static void free_sheet(const struct steps *steps, void *sheet)
{
    if (sheet)
        steps->kind->give_back(sheet);
    free(sheet);
}

static void free_step(const struct steps *steps, struct undo_step *step)
{
    free_sheet(steps, step->sheet);
    *step = (struct undo_step){0};
}

struct steps *steps_create(const struct steps_kind *kind, void *sheet)
{
    struct steps *steps = memory_allocate(1, sizeof *steps);
    steps->kind = kind;
    steps->sheet = memory_allocate(1, kind->size);
    memcpy(steps->sheet, sheet, kind->size);
    memset(sheet, 0, kind->size);
    return steps;
}

void steps_free(struct steps *steps)
{
    if (!steps)
        return;
    for (int i = 0; i < steps->count; i++)
        free_step(steps, &steps->steps[i]);
    free_step(steps, &steps->begun);
    free(steps->steps);
    free_sheet(steps, steps->sheet);
    free(steps);
}

const void *steps_sheet(const struct steps *steps)
{
    return steps->sheet;
}

uint64_t steps_version(const struct steps *steps)
{
    return steps->version;
}

bool steps_is_open(const struct steps *steps)
{
    return steps->open;
}

void *steps_change(struct steps *steps)
{
    assert(steps->open);
    steps->version = ++steps->last_version;
    return steps->sheet;
}

void steps_set_text(struct steps *steps, size_t offset, const char *text)
{
    char **value = (char **)((char *)steps->sheet + offset);
    if (strcmp(*value, text) == 0)
        return;
    steps_change(steps);
    char *copy = memory_copy_string(text);
    free(*value);
    *value = copy;
}

static void show_step(struct steps *steps, const struct undo_step *step)
{
    steps->kind->give_back(steps->sheet);
    steps->kind->copy(step->sheet, steps->sheet);
    steps->version = step->version;
}

/* --- a step ----------------------------------------------------------------------------------- */

void steps_begin(struct steps *steps, const char *name)
{
    assert(!steps->open);
    steps->open = true;
    steps->begun = (struct undo_step){name, copy_of(steps, steps->sheet), steps->version};
}

void steps_restart(struct steps *steps)
{
    assert(steps->open);
    show_step(steps, &steps->begun);
}

static struct undo_step *last_step(struct steps *steps, const char *name)
{
    struct undo_step *last = steps->done > 0 ? &steps->steps[steps->done - 1] : NULL;
    return last && steps->done == steps->count && strcmp(last->name, name) == 0 ? last : NULL;
}

void steps_begin_again(struct steps *steps, const char *name)
{
    struct undo_step *last = last_step(steps, name);
    if (!last) {
        steps_begin(steps, name);
        return;
    }
    assert(!steps->open);
    steps->open = true;
    steps->begun = *last;
    steps->done = --steps->count;
    steps_restart(steps);
}

static void drop_steps_behind(struct steps *steps)
{
    int most = steps->kind->most ? steps->kind->most(steps->sheet) : STEP_LIMIT;
    while (steps->count > steps->done)
        free_step(steps, &steps->steps[--steps->count]);
    int surplus = steps->count + 1 - most;
    if (surplus <= 0)
        return;
    for (int i = 0; i < surplus; i++)
        free_step(steps, &steps->steps[i]);
    steps->count -= surplus;
    memmove(steps->steps, steps->steps + surplus, (size_t)steps->count * sizeof *steps->steps);
}

void steps_end(struct steps *steps, bool goes_on)
{
    struct undo_step *step = &steps->begun;
    struct undo_step *last = goes_on ? last_step(steps, step->name) : NULL;
    assert(steps->open);
    steps->open = false;
    bool nothing = steps->kind->is_same(step->sheet, steps->sheet);
    if (!nothing && last) { /* both may have led back to where the last began */
        free_step(steps, step);
        *step = *last;
        steps->done = --steps->count;
        nothing = steps->kind->is_same(step->sheet, steps->sheet);
    }
    if (nothing) {
        steps->version = step->version;
        free_step(steps, step);
        return;
    }
    drop_steps_behind(steps);
    array_add(steps->steps, steps->count, steps->capacity, *step);
    steps->done = steps->count;
    steps->begun = (struct undo_step){0};
}

/* --- back and forth --------------------------------------------------------------------------- */

const char *steps_undo_name(const struct steps *steps)
{
    return steps->done > 0 ? steps->steps[steps->done - 1].name : NULL;
}

const char *steps_redo_name(const struct steps *steps)
{
    return steps->done < steps->count ? steps->steps[steps->done].name : NULL;
}

static void change_places(struct steps *steps, struct undo_step *step)
{
    struct undo_step there = {step->name, copy_of(steps, steps->sheet), steps->version};
    show_step(steps, step);
    free_step(steps, step);
    *step = there;
}

bool steps_undo(struct steps *steps)
{
    if (steps->open || steps->done == 0)
        return false;
    change_places(steps, &steps->steps[--steps->done]);
    return true;
}

bool steps_redo(struct steps *steps)
{
    if (steps->open || steps->done == steps->count)
        return false;
    change_places(steps, &steps->steps[steps->done++]);
    return true;
}
