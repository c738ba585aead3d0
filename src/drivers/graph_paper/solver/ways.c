/* See ways.h. */
#include "drivers/graph_paper/solver/ways.h"

#include <stdlib.h>

/* Marks the squares that a stretch of a wall may touch in one row of squares. */
static void mark_stretch(const struct point_range *sheet, struct bits *squares, int row,
                         int64_t from, int64_t to)
{
    int64_t low = from < to ? from : to;
    int64_t high = from < to ? to : from;
    for (int64_t x = (low - 2) / FINE; x <= (high + 2) / FINE; x++)
        if (x >= 0 && x <= sheet->high.x && row >= 0 && row <= sheet->high.y)
            bits_add(squares, (struct point){(int32_t)x, row});
}

/* Rounding is made up for by marking a little more. */
static void mark_edge(const struct point_range *sheet, struct bits *squares, struct point a,
                      struct point b)
{
    struct point low = a.y <= b.y ? a : b;
    struct point high = a.y <= b.y ? b : a;
    for (int row = (low.y - 1) / FINE - 1; row <= high.y / FINE; row++) {
        int64_t bottom = (int64_t)row * FINE > low.y ? (int64_t)row * FINE : low.y;
        int64_t top = (int64_t)(row + 1) * FINE < high.y ? (int64_t)(row + 1) * FINE : high.y;
        if (bottom > top)
            continue;
        if (low.y == high.y) {
            mark_stretch(sheet, squares, row, a.x, b.x);
            continue;
        }
        int64_t run = high.x - low.x;
        mark_stretch(sheet, squares, row, low.x + run * (bottom - low.y) / (high.y - low.y),
                     low.x + run * (top - low.y) / (high.y - low.y));
    }
}

/* The squares of a row on one side of all walls: a row is all of one kind between walls, and of the
 * same as what lies below it without a wall. */
static void sort_row(const struct track *track, const struct bits *doubtful, int row, int from,
                     int to, struct bits *inside, struct bits *outside)
{
    bool known = false;
    bool is_inside = false;
    for (struct point below = {from, row - 1}; row > 0 && below.x < to && !known; below.x++) {
        known = !bits_has(doubtful, below);
        is_inside = known && bits_has(inside, below);
    }
    if (!known)
        is_inside = area_place_grid(track->surface, (struct point){from, row}) == PLACE_INSIDE;
    struct bits *squares = is_inside ? inside : outside;
    for (struct point at = {from, row}; at.x < to; at.x = (at.x | 7) + 1) {
        unsigned span = bits_span(at.x & 7, to - 1 - (at.x & ~7));
        *bits_word(squares, at) |= (uint64_t)span << BLOCK * (row & 7);
    }
}

static void sort_squares(const struct track *track, const struct bits *doubtful,
                         struct bits *inside, struct bits *outside)
{
    for (int row = 0; row < track->height; row++) {
        int from = 0;
        for (struct point at = {0, row}; at.x <= track->width; at.x++) {
            if (at.x < track->width && !bits_has(doubtful, at))
                continue;
            if (from < at.x)
                sort_row(track, doubtful, row, from, at.x, inside, outside);
            from = at.x + 1;
        }
    }
}

/* The points whose four squares all belong. */
static struct bits surround(const struct bits *squares, int width, int height)
{
    struct bits points = bits_create(width, height);
    struct point at;
    for (at.y = 0; at.y <= height; at.y += BLOCK)
        for (at.x = 0; at.x <= width; at.x += BLOCK)
            *bits_word(&points, at) =
                bits_window(squares, at.x, at.y) & bits_window(squares, at.x - 1, at.y) &
                bits_window(squares, at.x, at.y - 1) & bits_window(squares, at.x - 1, at.y - 1);
    return points;
}

/* From everything within `squares` to everything within twice as far. */
static struct bits widen(const struct bits *clear, int squares, int width, int height)
{
    struct bits points = bits_create(width, height);
    struct point at;
    for (at.y = 0; at.y <= height; at.y += BLOCK)
        for (at.x = 0; at.x <= width; at.x += BLOCK)
            *bits_word(&points, at) = bits_window(clear, at.x - squares, at.y - squares) &
                                      bits_window(clear, at.x + squares, at.y - squares) &
                                      bits_window(clear, at.x - squares, at.y + squares) &
                                      bits_window(clear, at.x + squares, at.y + squares);
    return points;
}

static struct bits pair(const struct bits *squares, struct point step, bool both, int width,
                        int height)
{
    struct bits pairs = bits_create(width, height);
    struct point at;
    for (at.y = 0; at.y <= height; at.y += BLOCK)
        for (at.x = 0; at.x <= width; at.x += BLOCK) {
            uint64_t one = *bits_word(squares, at);
            uint64_t next = bits_window(squares, at.x + step.x, at.y + step.y);
            *bits_word(&pairs, at) = both ? one & next : one | next;
        }
    return pairs;
}

static void pair_squares(struct way_passed *passed, bool both, int width, int height)
{
    passed->beside = pair(&passed->one, (struct point){1, 0}, both, width, height);
    passed->above = pair(&passed->one, (struct point){0, 1}, both, width, height);
}

static void free_passed(struct way_passed *passed)
{
    free(passed->one.words);
    free(passed->beside.words);
    free(passed->above.words);
}

/* The points of the track: those in the open, and those near walls that the ground says. */
static struct bits find_held(const struct ground *ground, const struct bits *clear,
                             const struct bits *off)
{
    const struct track *track = ground->track;
    struct point_range sheet = {{0, 0}, {track->width, track->height}};
    struct bits held = bits_create(track->width, track->height);
    struct point at;
    for (at.y = 0; at.y <= track->height; at.y += BLOCK)
        for (at.x = 0; at.x <= track->width; at.x += BLOCK) {
            uint64_t word = *bits_word(clear, at);
            uint64_t near = bits_in_box(&sheet, at) & ~word & ~*bits_word(off, at);
            for (; near != 0; near &= near - 1)
                if (ground_holds_point(ground, bits_first(near, at)))
                    word |= near & -near;
            *bits_word(&held, at) = word;
        }
    return held;
}

struct ways ways_create(const struct track *track, bool walls_out, bool end_only)
{
    int width = track->width;
    int height = track->height;
    struct ways ways = {.ground = {track, walls_out}, .end_only = end_only};
    /* Squares, named by their lower left corners, in which there is a wall or a declared point. */
    struct point_range sheet = {{0, 0}, {track->width, track->height}};
    struct bits doubtful = bits_create(track->width, track->height);
    for (int i = 0; i < area_loop_count(track->surface); i++) {
        struct loop loop = area_loop(track->surface, i);
        for (int k = 0; k < loop.count; k++)
            mark_edge(&sheet, &doubtful, loop.vertices[k], loop.vertices[(k + 1) % loop.count]);
    }
    for (int i = 0; i < track->inspected_count; i++) {
        struct point at = track->inspected[i].at;
        for (int k = 0; k < 4; k++)
            if (at.x >= k % 2 && at.y >= k / 2)
                bits_add(&doubtful, (struct point){at.x - k % 2, at.y - k / 2});
    }
    struct bits *inside = &ways.inside.one;
    struct bits *outside = &ways.outside.one;
    *inside = bits_create(width, height);
    *outside = bits_create(width, height);
    sort_squares(track, &doubtful, inside, outside);
    pair_squares(&ways.inside, true, width, height);
    pair_squares(&ways.outside, false, width, height);
    struct bits clear = surround(inside, width, height);
    struct bits off = surround(outside, width, height);
    ways.clear[0] = widen(&clear, 1, width, height);
    for (int i = 1; i < CLEARANCES; i++)
        ways.clear[i] = widen(&ways.clear[i - 1], 1 << i, width, height);
    ways.held = find_held(&ways.ground, &clear, &off);
    free(doubtful.words);
    free(clear.words);
    free(off.words);
    return ways;
}

void ways_free(struct ways *ways)
{
    free(ways->held.words);
    free_passed(&ways->inside);
    free_passed(&ways->outside);
    for (int i = 0; i < CLEARANCES; i++)
        free(ways->clear[i].words);
}

static uint64_t window_at(const struct bits *bits, struct point corner, struct point offset)
{
    return bits_window(bits, corner.x + offset.x, corner.y + offset.y);
}

/* The grid point nearest to a place of a move, `at` steps of its longer side from where it begins.
 * `aside` is in parts of 2^-32, rounded down: a move that is not diagonal has room for that. */
static struct point near_place(struct point move, int64_t aside, int at)
{
    bool upright = abs(move.y) > abs(move.x);
    int shorter = (int)((aside * at + (INT64_C(1) << 31)) >> 32);
    int x = upright ? shorter : at;
    int y = upright ? at : shorter;
    return (struct point){move.x < 0 ? -x : x, move.y < 0 ? -y : y};
}

/* Those whose moves are covered by boxes of one size. Boxes of `reach` squares to each side round
 * points 2 reach - 1 steps apart cover a move, because the nearest grid point is at most half a
 * square away from it. */
static uint64_t find_covered(const struct ways *ways, struct point move, struct point corner,
                             int64_t aside, int size, uint64_t word)
{
    int length = point_reach(move);
    int step = 2 * (2 << size) - 1;
    for (int at = 0; word != 0; at += step) {
        struct point near = near_place(move, aside, at < length ? at : length);
        word &= window_at(&ways->clear[size], corner, near);
        if (at >= length)
            break;
    }
    return word;
}

/* The squares that a move passes, one step of its longer side at a time: one square, or two with a
 * side in common. A move along the border of squares passes those on one side of it, which will do.
 * `row` and `rest` / `length` are how far aside the next step begins. */
struct lap_passage {
    bool upright;
    int forward, aside, length;
    int row, rest;
    struct point first;
    int count;
};

static struct lap_passage pass_begin(struct point move)
{
    bool upright = abs(move.y) > abs(move.x);
    return (struct lap_passage){
        .upright = upright,
        .forward = upright ? move.y : move.x,
        .aside = upright ? move.x : move.y,
        .length = point_reach(move),
    };
}

static void pass_step(struct lap_passage *passage, int at)
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

/* Those whose squares of the step are in the set. */
static inline uint64_t passes(const struct way_passed *passed, struct point corner,
                              const struct lap_passage *passage)
{
    const struct bits *squares = passage->count == 1 ? &passed->one
                                 : passage->upright  ? &passed->beside
                                                     : &passed->above;
    return window_at(squares, corner, passage->first);
}

uint64_t ways_keep_exactly(const struct ways *ways, struct point move, struct point corner,
                           uint64_t word)
{
    for (uint64_t left = word; left != 0; left &= left - 1) {
        struct point from = bits_first(left, corner);
        if (!ground_holds_move(&ways->ground, from, point_add(from, move)))
            word ^= left & -left;
    }
    return word;
}

/* Square by square: leaves in `open` the moves that pass none outside, and returns those of them
 * that pass only squares inside. */
static uint64_t walk(const struct ways *ways, struct point move, struct point corner,
                     uint64_t *open)
{
    struct lap_passage passage = pass_begin(move);
    uint64_t covered = *open;
    for (int at = 0; at < passage.length && *open != 0; at++) {
        pass_step(&passage, at);
        covered &= passes(&ways->inside, corner, &passage);
        uint64_t left = *open & ~covered;
        if (left != 0)
            *open &= ~(left & passes(&ways->outside, corner, &passage));
    }
    return covered & *open;
}

/* Leaves those that boxes in the open do not cover. */
static uint64_t drop_covered(const struct ways *ways, struct point move, struct point corner,
                             uint64_t word)
{
    int length = point_reach(move);
    if (length == 0)
        return word;
    int shorter = abs(move.x) + abs(move.y) - length;
    int64_t aside = ((int64_t)shorter << 32) / length;
    for (int size = CLEARANCES - 1; size >= 0 && word != 0; size--)
        if (length > 2 << size)
            word &= ~find_covered(ways, move, corner, aside, size, word);
    return word;
}

struct ways_sorted ways_sort(const struct ways *ways, struct point move, struct point corner,
                             uint64_t word)
{
    if (move.x == 0 && move.y == 0)
        return (struct ways_sorted){.legal = word};
    word &= window_at(&ways->held, corner, move);
    if (word == 0 || ways->end_only)
        return (struct ways_sorted){.legal = word};
    uint64_t open = drop_covered(ways, move, corner, word);
    uint64_t legal = word & ~open;
    uint64_t covered = open == 0 ? 0 : walk(ways, move, corner, &open);
    return (struct ways_sorted){legal | covered, open & ~covered};
}

/* Step by step, until a move is beyond the line. How far beyond changes evenly along it and over
 * the sheet. */
struct ways_answer ways_get_beyond(const struct ways *ways, struct point move, struct point corner,
                                   const struct track_line *line, uint64_t word)
{
    struct ways_answer answer = {word, 0};
    word = drop_covered(ways, move, corner, word);
    answer.yes &= ~word;
    struct lap_passage passage = pass_begin(move);
    struct slope before = slope_beyond(line, corner);
    int64_t way = slope_of(line, move);
    struct slope here = slope_by(before, passage.length, 0);
    uint64_t inside = word;
    word &= ~bits_above(here);
    for (int at = 0; at < passage.length && word != 0; at++) {
        struct slope next = slope_by(here, 1, way);
        uint64_t beyond = word & bits_above(next);
        pass_step(&passage, at);
        inside &= passes(&ways->inside, corner, &passage);
        answer.yes |= beyond & inside;
        uint64_t left = word & ~beyond & ~inside & bits_above(slope_by(here, -1, 0));
        if (left != 0)
            answer.no |= left & passes(&ways->outside, corner, &passage);
        word &= ~beyond & ~answer.no;
        here = next;
    }
    return answer;
}
