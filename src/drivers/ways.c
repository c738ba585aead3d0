/* See ways.h. */
#include "drivers/ways.h"

#include <stdlib.h>

enum { ROWS_AT_ONCE = 32 };

/* Marks the squares that a stretch of a wall may touch in one row of squares. */
static void mark_stretch(struct bits *squares, int row, int64_t from, int64_t to)
{
    int64_t low = from < to ? from : to;
    int64_t high = from < to ? to : from;
    for (int64_t x = (low - 2) / FINE; x <= (high + 2) / FINE; x++)
        if (x >= 0 && x < squares->columns * WORD && row >= 0 && row < squares->rows)
            bits_add(squares, (struct point){(int32_t)x, row});
}

/* Rounding is made up for by marking a little more. */
static void mark_edge(struct bits *squares, struct point a, struct point b)
{
    struct point low = a.y <= b.y ? a : b;
    struct point high = a.y <= b.y ? b : a;
    for (int row = (low.y - 1) / FINE - 1; row <= high.y / FINE; row++) {
        int64_t bottom = (int64_t)row * FINE > low.y ? (int64_t)row * FINE : low.y;
        int64_t top = (int64_t)(row + 1) * FINE < high.y ? (int64_t)(row + 1) * FINE : high.y;
        if (bottom > top)
            continue;
        if (low.y == high.y) {
            mark_stretch(squares, row, a.x, b.x);
            continue;
        }
        int64_t run = high.x - low.x;
        mark_stretch(squares, row, low.x + run * (bottom - low.y) / (high.y - low.y),
                     low.x + run * (top - low.y) / (high.y - low.y));
    }
}

/* Squares, named by their lower left corners, in which there is a wall or a declared point. */
static struct bits find_doubtful_squares(const struct track *track)
{
    struct bits squares = bits_create(track->width, track->height);
    for (int i = 0; i < area_loop_count(track->surface); i++) {
        struct loop loop = area_loop(track->surface, i);
        for (int k = 0; k < loop.count; k++)
            mark_edge(&squares, loop.vertices[k], loop.vertices[(k + 1) % loop.count]);
    }
    for (int i = 0; i < track->inspected_count; i++) {
        struct point at = track->inspected[i].at;
        for (int k = 0; k < 4; k++)
            if (at.x >= k % 2 && at.y >= k / 2)
                bits_add(&squares, (struct point){at.x - k % 2, at.y - k / 2});
    }
    return squares;
}

/* The squares of a row on one side of all walls: a row is all of one kind between walls. */
static void sort_squares(const struct track *track, const struct bits *doubtful,
                         struct bits *inside, struct bits *outside)
{
    struct point at;
    for (at.y = 0; at.y < track->height; at.y++) {
        bool known = false;
        bool is_inside = false;
        for (at.x = 0; at.x < track->width; at.x++) {
            if (bits_has(doubtful, at)) {
                known = false;
                continue;
            }
            if (!known)
                is_inside = area_place_grid(track->surface, at) == PLACE_INSIDE;
            known = true;
            bits_add(is_inside ? inside : outside, at);
        }
    }
}

/* The points whose four squares all belong. */
static struct bits surround(const struct bits *squares, int width, int height)
{
    struct bits points = bits_create(width, height);
    for (int y = 1; y < points.rows; y++)
        for (int column = 0; column < points.columns; column++) {
            int x = column * WORD;
            points.words[y * points.columns + column] =
                bits_window(squares, x, y) & bits_window(squares, x - 1, y) &
                bits_window(squares, x, y - 1) & bits_window(squares, x - 1, y - 1);
        }
    return points;
}

/* From everything within `squares` to everything within twice as far. */
static struct bits widen(const struct bits *clear, int squares, int width, int height)
{
    struct bits points = bits_create(width, height);
    for (int y = 0; y < points.rows; y++)
        for (int column = 0; column < points.columns; column++) {
            int x = column * WORD;
            points.words[y * points.columns + column] =
                bits_window(clear, x - squares, y - squares) &
                bits_window(clear, x + squares, y - squares) &
                bits_window(clear, x - squares, y + squares) &
                bits_window(clear, x + squares, y + squares);
        }
    return points;
}

struct ways ways_create(const struct track *track, bool walls_out, bool end_only)
{
    int width = track->width;
    int height = track->height;
    struct ways ways = {.ground = {track, walls_out}, .end_only = end_only};
    struct bits doubtful = find_doubtful_squares(track);
    struct bits inside = bits_create(width, height);
    struct bits outside = bits_create(width, height);
    sort_squares(track, &doubtful, &inside, &outside);
    ways.clear[0] = surround(&inside, width, height);
    ways.outside = surround(&outside, width, height);
    for (int i = 1; i < CLEARANCES; i++)
        ways.clear[i] = widen(&ways.clear[i - 1], 1 << (i - 1), width, height);
    ways.held = bits_create(width, height);
    struct point at;
    for (at.y = 0; at.y <= height; at.y++)
        for (at.x = 0; at.x <= width; at.x++)
            if (bits_has(&ways.clear[0], at) ||
                (!bits_has(&ways.outside, at) && ground_holds_point(&ways.ground, at)))
                bits_add(&ways.held, at);
    free(doubtful.words);
    free(inside.words);
    free(outside.words);
    return ways;
}

void ways_free(struct ways *ways)
{
    free(ways->held.words);
    free(ways->outside.words);
    for (int i = 0; i < CLEARANCES; i++)
        free(ways->clear[i].words);
}

/* The part `of` / `length` of a move, to the nearest grid point. */
static struct point part_of(struct point move, int of, int length)
{
    int x = 2 * abs(move.x) * of + length;
    int y = 2 * abs(move.y) * of + length;
    x /= 2 * length;
    y /= 2 * length;
    return (struct point){move.x < 0 ? -x : x, move.y < 0 ? -y : y};
}

static int longer_side(struct point move)
{
    int across = abs(move.x);
    int up = abs(move.y);
    return across > up ? across : up;
}

struct strip {
    struct point move;
    int column;
    int y;
    int count;
};

static bool has_any(const uint64_t *words, int count)
{
    uint64_t any = 0;
    for (int i = 0; i < count; i++)
        any |= words[i];
    return any != 0;
}

static void look_at(const struct bits *bits, const struct strip *strip, struct point offset,
                    uint64_t *seen)
{
    bits_strip(bits, strip->column * WORD + offset.x, strip->y + offset.y, strip->count, seen);
}

/* Clears the bits of `open` whose moves are covered by boxes of one size. Boxes of `reach` squares
 * to each side round points 2 reach - 1 steps apart cover a move, because the nearest grid point is
 * at most half a square away from it. */
static void drop_covered(const struct ways *ways, const struct strip *strip, int size,
                         uint64_t *open)
{
    uint64_t covered[ROWS_AT_ONCE], seen[ROWS_AT_ONCE];
    int length = longer_side(strip->move);
    int step = 2 * (1 << size) - 1;
    for (int i = 0; i < strip->count; i++)
        covered[i] = open[i];
    for (int at = 0;; at += step) {
        look_at(&ways->clear[size], strip, part_of(strip->move, at < length ? at : length, length),
                seen);
        for (int i = 0; i < strip->count; i++)
            covered[i] &= seen[i];
        if (!has_any(covered, strip->count))
            return;
        if (at >= length)
            break;
    }
    for (int i = 0; i < strip->count; i++)
        open[i] &= ~covered[i];
}

/* Clears the bits, also in `words`, whose moves lead through an outside without a wall near. */
static void drop_outside(const struct ways *ways, const struct strip *strip, uint64_t *open,
                         uint64_t *words)
{
    uint64_t seen[ROWS_AT_ONCE];
    int length = longer_side(strip->move);
    for (int at = 1; at <= length; at++) {
        look_at(&ways->outside, strip, part_of(strip->move, at, length), seen);
        for (int i = 0; i < strip->count; i++) {
            words[i] &= ~(seen[i] & open[i]);
            open[i] &= ~seen[i];
        }
        if (!has_any(open, strip->count))
            return;
    }
}

static void drop_illegal(const struct ways *ways, const struct strip *strip, const uint64_t *open,
                         uint64_t *words)
{
    for (int i = 0; i < strip->count; i++) {
        for (uint64_t left = open[i]; left != 0; left &= left - 1) {
            int bit = __builtin_ctzll(left);
            struct point from = {strip->column * WORD + bit, strip->y + i};
            if (!ground_holds_move(&ways->ground, from, point_add(from, strip->move)))
                words[i] &= ~(UINT64_C(1) << bit);
        }
    }
}

void ways_keep_legal(const struct ways *ways, struct point move, int column, int y, int count,
                     uint64_t *words)
{
    struct strip strip = {move, column, y, count};
    uint64_t open[ROWS_AT_ONCE];
    if (move.x == 0 && move.y == 0)
        return;
    look_at(&ways->held, &strip, move, open);
    for (int i = 0; i < count; i++)
        open[i] = words[i] &= open[i];
    if (ways->end_only || !has_any(open, count))
        return;
    int length = longer_side(move);
    for (int size = CLEARANCES - 1; size >= 0; size--) {
        if (size > 0 && length <= 1 << size)
            continue;
        drop_covered(ways, &strip, size, open);
        if (!has_any(open, count))
            return;
    }
    drop_outside(ways, &strip, open, words);
    drop_illegal(ways, &strip, open, words);
}

/* From one of the points that stand for the move to the next, until one is beyond the line. How far
 * beyond changes evenly along the move. */
enum ways_answer ways_get_beyond(const struct ways *ways, struct point from, struct point move,
                                 const struct track_line *line)
{
    int length = longer_side(move);
    int64_t before = point_cross(line->from, line->to, from);
    int64_t after = point_cross(line->from, line->to, point_add(from, move));
    bool clear = true;
    for (int at = 0; at <= length; at++) {
        struct point near = point_add(from, part_of(move, at, length));
        int64_t beyond = before * (length - at) + after * at;
        clear = clear && bits_has(&ways->clear[0], near);
        if (clear && beyond > 0)
            return WAYS_YES;
        if (beyond < 0 && bits_has(&ways->outside, near))
            return WAYS_NO;
        if (!clear && beyond > 0)
            return WAYS_UNSURE;
    }
    return WAYS_UNSURE;
}
