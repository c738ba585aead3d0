/* See ways.h. */
#include "drivers/graph_paper/solver/ways.h"

#include <stdlib.h>

/* Marks the squares that a stretch of a wall may touch in one row of squares. */
static void mark_stretch(const struct box *sheet, struct bits *squares, int row, int64_t from,
                         int64_t to)
{
    int64_t low = from < to ? from : to;
    int64_t high = from < to ? to : from;
    for (int64_t x = (low - 2) / FINE; x <= (high + 2) / FINE; x++)
        if (x >= 0 && x <= sheet->high.x && row >= 0 && row <= sheet->high.y)
            bits_add(squares, (struct point){(int32_t)x, row});
}

/* Rounding is made up for by marking a little more. */
static void mark_edge(const struct box *sheet, struct bits *squares, struct point a, struct point b)
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

/* Squares, named by their lower left corners, in which there is a wall or a declared point. */
static struct bits find_doubtful_squares(const struct track *track)
{
    struct box sheet = {{0, 0}, {track->width, track->height}};
    struct bits squares = bits_create(track->width, track->height);
    for (int i = 0; i < area_loop_count(track->surface); i++) {
        struct loop loop = area_loop(track->surface, i);
        for (int k = 0; k < loop.count; k++)
            mark_edge(&sheet, &squares, loop.vertices[k], loop.vertices[(k + 1) % loop.count]);
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

/* The points of the track: those in the open, and those near walls that the ground says. */
static struct bits find_held(const struct ground *ground, const struct bits *clear,
                             const struct bits *off)
{
    const struct track *track = ground->track;
    struct box sheet = {{0, 0}, {track->width, track->height}};
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
    struct bits doubtful = find_doubtful_squares(track);
    ways.inside = bits_create(width, height);
    ways.outside = bits_create(width, height);
    sort_squares(track, &doubtful, &ways.inside, &ways.outside);
    struct bits clear = surround(&ways.inside, width, height);
    struct bits off = surround(&ways.outside, width, height);
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

static uint64_t window_at(const struct bits *bits, struct point corner, struct point offset)
{
    return bits_window(bits, corner.x + offset.x, corner.y + offset.y);
}

/* Those whose moves are covered by boxes of one size. Boxes of `reach` squares to each side round
 * points 2 reach - 1 steps apart cover a move, because the nearest grid point is at most half a
 * square away from it. */
static uint64_t find_covered(const struct ways *ways, struct point move, struct point corner,
                             int size, uint64_t word)
{
    int length = longer_side(move);
    int step = 2 * (2 << size) - 1;
    for (int at = 0; word != 0; at += step) {
        struct point near = part_of(move, at < length ? at : length, length);
        word &= window_at(&ways->clear[size], corner, near);
        if (at >= length)
            break;
    }
    return word;
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

/* Those for which all squares of the step are in the set, and those for which one is. */
static uint64_t passes_all(const struct bits *squares, struct point corner,
                           const struct passage *passage)
{
    struct point at = point_add(corner, passage->first);
    uint64_t word = bits_window(squares, at.x, at.y);
    if (passage->count > 1)
        word &= window_at(squares, at, passage->step);
    return word;
}

static uint64_t passes_any(const struct bits *squares, struct point corner,
                           const struct passage *passage)
{
    struct point at = point_add(corner, passage->first);
    uint64_t word = bits_window(squares, at.x, at.y);
    if (passage->count > 1)
        word |= window_at(squares, at, passage->step);
    return word;
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
    struct passage passage = pass_begin(move);
    uint64_t covered = *open;
    for (int at = 0; at < passage.length && *open != 0; at++) {
        pass_step(&passage, at);
        covered &= passes_all(&ways->inside, corner, &passage);
        uint64_t left = *open & ~covered;
        if (left != 0)
            *open &= ~(left & passes_any(&ways->outside, corner, &passage));
    }
    return covered & *open;
}

struct ways_sorted ways_sort(const struct ways *ways, struct point move, struct point corner,
                             uint64_t word)
{
    if (move.x == 0 && move.y == 0)
        return (struct ways_sorted){.legal = word};
    word &= window_at(&ways->held, corner, move);
    if (word == 0 || ways->end_only)
        return (struct ways_sorted){.legal = word};
    uint64_t open = word;
    for (int size = CLEARANCES - 1; size >= 0 && open != 0; size--)
        if (longer_side(move) > 2 << size)
            open &= ~find_covered(ways, move, corner, size, open);
    uint64_t legal = word & ~open;
    uint64_t covered = open == 0 ? 0 : walk(ways, move, corner, &open);
    return (struct ways_sorted){legal | covered, open & ~covered};
}

/* Step by step, until a move is beyond the line. How far beyond changes evenly along it and over
 * the sheet. */
struct ways_answer ways_get_beyond(const struct ways *ways, struct point move, struct point corner,
                                   const struct track_line *line, uint64_t word)
{
    struct ways_answer answer = {0, 0};
    struct passage passage = pass_begin(move);
    struct slope before = slope_beyond(line, corner);
    int64_t way = slope_of(line, move);
    struct slope here = slope_by(before, passage.length, 0);
    uint64_t inside = word;
    word &= ~bits_above(here);
    for (int at = 0; at < passage.length && word != 0; at++) {
        struct slope next = slope_by(here, 1, way);
        uint64_t beyond = word & bits_above(next);
        pass_step(&passage, at);
        inside &= passes_all(&ways->inside, corner, &passage);
        answer.yes |= beyond & inside;
        uint64_t left = word & ~beyond & ~inside & bits_above(slope_by(here, -1, 0));
        if (left != 0)
            answer.no |= left & passes_any(&ways->outside, corner, &passage);
        word &= ~beyond & ~answer.no;
        here = next;
    }
    return answer;
}
