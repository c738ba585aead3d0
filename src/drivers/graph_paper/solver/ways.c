/* See ways.h. */
#include "drivers/graph_paper/solver/ways.h"

#include <stdlib.h>
#include <string.h>

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
    ways.inside = bits_create(width, height);
    ways.outside = bits_create(width, height);
    sort_squares(track, &doubtful, &ways.inside, &ways.outside);
    struct bits clear = surround(&ways.inside, width, height);
    struct bits off = surround(&ways.outside, width, height);
    ways.clear[0] = widen(&clear, 1, width, height);
    for (int i = 1; i < CLEARANCES; i++)
        ways.clear[i] = widen(&ways.clear[i - 1], 1 << i, width, height);
    ways.held = bits_create(width, height);
    struct point at;
    for (at.y = 0; at.y <= height; at.y++)
        for (at.x = 0; at.x <= width; at.x++)
            if (bits_has(&clear, at) ||
                (!bits_has(&off, at) && ground_holds_point(&ways.ground, at)))
                bits_add(&ways.held, at);
    free(doubtful.words);
    free(clear.words);
    free(off.words);
    return ways;
}

void ways_free(struct ways *ways)
{
    free(ways->held.words);
    free(ways->inside.words);
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

static bool keep(const struct bits *bits, const struct strip *strip, struct point offset,
                 uint64_t *words)
{
    return bits_keep(bits, strip->column * WORD + offset.x, strip->y + offset.y, strip->count,
                     words);
}

/* Clears the bits; true if any is left. */
static bool drop(uint64_t *words, const uint64_t *bits, int count)
{
    uint64_t any = 0;
    for (int i = 0; i < count; i++)
        any |= words[i] &= ~bits[i];
    return any != 0;
}

/* Clears the bits of `open` whose moves are covered by boxes of one size; true if any is left.
 * Boxes of `reach` squares to each side round points 2 reach - 1 steps apart cover a move, because
 * the nearest grid point is at most half a square away from it. */
static bool drop_covered(const struct ways *ways, const struct strip *strip, int size,
                         uint64_t *open)
{
    uint64_t covered[ROWS_AT_ONCE];
    int length = longer_side(strip->move);
    int step = 2 * (2 << size) - 1;
    memcpy(covered, open, (size_t)strip->count * sizeof *open);
    for (int at = 0;; at += step) {
        struct point near = part_of(strip->move, at < length ? at : length, length);
        if (!keep(&ways->clear[size], strip, near, covered))
            return true;
        if (at >= length)
            break;
    }
    return drop(open, covered, strip->count);
}

/* The squares that a move passes, one step of its longer side at a time: one square, or two with a
 * side in common. A move along the border of squares passes those on one side of it, which will do.
 * `row` and `rest` / `length` are how far aside the next step begins. */
struct passage {
    bool upright;
    int forward, aside, length;
    int row, rest;
    struct point first;
    int count;
    struct point step; /* from the first to the second */
};

static struct passage pass_begin(struct point move)
{
    bool upright = abs(move.y) > abs(move.x);
    return (struct passage){
        .upright = upright,
        .forward = upright ? move.y : move.x,
        .aside = upright ? move.x : move.y,
        .length = longer_side(move),
        .step = upright ? (struct point){1, 0} : (struct point){0, 1},
    };
}

static void pass_step(struct passage *passage, int at)
{
    int row = passage->row;
    int rest = passage->rest + passage->aside;
    if (rest < 0 || rest >= passage->length) {
        row += rest < 0 ? -1 : 1;
        rest += rest < 0 ? passage->length : -passage->length;
    }
    int low = passage->aside > 0 ? passage->row : row;
    int high = passage->aside > 0 ? row : passage->row;
    bool ends_on_corner = passage->aside > 0 ? rest == 0 : passage->rest == 0;
    if (passage->aside != 0 && ends_on_corner)
        high--;
    int along = passage->forward > 0 ? at : -at - 1;
    passage->first = passage->upright ? (struct point){low, along} : (struct point){along, low};
    passage->count = high - low + 1;
    passage->row = row;
    passage->rest = rest;
}

/* Clears the bits of `open` whose moves pass only squares inside, and those, in `words` too, whose
 * moves pass one outside. True if any is left. */
static bool drop_decided(const struct ways *ways, const struct strip *strip, uint64_t *open,
                         uint64_t *words)
{
    uint64_t outside[ROWS_AT_ONCE], covered[ROWS_AT_ONCE];
    struct passage passage = pass_begin(strip->move);
    size_t size = (size_t)strip->count * sizeof *open;
    memcpy(covered, open, size);
    for (int at = 0; at < passage.length; at++) {
        pass_step(&passage, at);
        for (int i = 0; i < passage.count; i++) {
            keep(&ways->inside, strip, passage.first, covered);
            memcpy(outside, open, size);
            if (keep(&ways->outside, strip, passage.first, outside)) {
                drop(words, outside, strip->count);
                if (!drop(open, outside, strip->count))
                    return false;
            }
            passage.first = point_add(passage.first, passage.step);
        }
    }
    return drop(open, covered, strip->count);
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
    if ((move.x == 0 && move.y == 0) || !keep(&ways->held, &strip, move, words) || ways->end_only)
        return;
    memcpy(open, words, (size_t)count * sizeof *open);
    int length = longer_side(move);
    for (int size = CLEARANCES - 1; size >= 0; size--)
        if (length > 2 << size && !drop_covered(ways, &strip, size, open))
            return;
    int first = 0;
    while (open[first] == 0)
        first++;
    while (open[strip.count - 1] == 0)
        strip.count--;
    strip.count -= first;
    strip.y += first;
    if (drop_decided(ways, &strip, open + first, words + first))
        drop_illegal(ways, &strip, open + first, words + first);
}

static bool passes_all(const struct bits *squares, struct point from, const struct passage *passage)
{
    struct point at = point_add(from, passage->first);
    bool all = bits_has(squares, at);
    if (passage->count > 1)
        all = all && bits_has(squares, point_add(at, passage->step));
    return all;
}

static bool passes_any(const struct bits *squares, struct point from, const struct passage *passage)
{
    struct point at = point_add(from, passage->first);
    return bits_has(squares, at) ||
           (passage->count > 1 && bits_has(squares, point_add(at, passage->step)));
}

/* Step by step, until the move is beyond the line. How far beyond changes evenly along it. */
enum ways_answer ways_get_beyond(const struct ways *ways, struct point from, struct point move,
                                 const struct track_line *line)
{
    struct passage passage = pass_begin(move);
    int64_t before = point_cross(line->from, line->to, from);
    int64_t after = point_cross(line->from, line->to, point_add(from, move));
    int64_t here = before * passage.length;
    bool inside = true;
    for (int at = 0; at < passage.length && here <= 0; at++) {
        int64_t next = here + after - before;
        pass_step(&passage, at);
        inside = inside && passes_all(&ways->inside, from, &passage);
        if (inside && next > 0)
            return WAYS_YES;
        if (!inside && here < 0 && next <= 0 && passes_any(&ways->outside, from, &passage))
            return WAYS_NO;
        here = next;
    }
    return WAYS_UNSURE;
}
