/* Sets of grid points or of squares, as words of 8 x 8 of them: bit 8 y + x of a word is the point
 * x to the right of its lower left corner and y above it. So a word is well filled on narrow
 * tracks, too, and a question about all moves of a block by one vector is a few operations on
 * words: what the moves lead to is the window that lies as far from the block as the vector says.
 *
 * What is outside the sheet is in no set. Whoever makes one frees `words`.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_BITS_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_BITS_H

#include "base/memory.h"
#include "geometry/point.h"

enum { BLOCK = 8 }; /* points on a side */

struct bits {
    int columns, rows; /* blocks, with one outside the sheet all round */
    uint64_t *words;
};

static inline struct bits bits_create(int width, int height)
{
    struct bits bits = {.columns = width / BLOCK + 3, .rows = height / BLOCK + 3};
    bits.words = memory_allocate((size_t)bits.columns * (size_t)bits.rows, sizeof *bits.words);
    return bits;
}

static inline uint64_t *bits_word(const struct bits *bits, struct point at)
{
    return &bits->words[((at.y >> 3) + 1) * bits->columns + (at.x >> 3) + 1];
}

static inline uint64_t bits_mask(struct point at)
{
    return UINT64_C(1) << ((at.y & 7) * BLOCK + (at.x & 7));
}

/* All columns of a word of which the bits of `row` say so. */
static inline uint64_t bits_columns(unsigned row)
{
    return UINT64_C(0x0101010101010101) * row;
}

/* The word whose lower left corner is (x, y), anywhere. */
static inline uint64_t bits_window(const struct bits *bits, int x, int y)
{
    int column = (x >> 3) + 1;
    int row = (y >> 3) + 1;
    if (column < 0 || column >= bits->columns - 1 || row < 0 || row >= bits->rows - 1)
        return 0;
    const uint64_t *low = bits->words + row * bits->columns + column;
    const uint64_t *high = low + bits->columns;
    int right = x & 7;
    int up = (y & 7) * BLOCK;
    int rest = 56 - up;
    uint64_t mask = bits_columns(0xffu >> right);
    uint64_t near = low[0] >> up | high[0] << rest << BLOCK;
    uint64_t far = low[1] >> up | high[1] << rest << BLOCK;
    return (near >> right & mask) | (far << (BLOCK - right) & ~mask);
}

/* The set holds points of the sheet, and the point is one. */
static inline bool bits_has(const struct bits *bits, struct point at)
{
    return (*bits_word(bits, at) & bits_mask(at)) != 0;
}

static inline void bits_add(const struct bits *bits, struct point at)
{
    *bits_word(bits, at) |= bits_mask(at);
}

/* The point of the lowest bit of the word that begins at `corner`. */
static inline struct point bits_first(uint64_t word, struct point corner)
{
    int bit = __builtin_ctzll(word);
    return (struct point){corner.x + (bit & 7), corner.y + (bit >> 3)};
}

/* The low bits from `low` to `high`, as far as they are among 8. */
static inline unsigned bits_span(int low, int high)
{
    low = low > 0 ? low : 0;
    high = high < BLOCK - 1 ? high : BLOCK - 1;
    return low > high ? 0 : (0xffu >> (BLOCK - 1 - high + low)) << low;
}

/* The points of the word at `corner` that lie in the box. */
static inline uint64_t bits_in_box(const struct point_range *box, struct point corner)
{
    uint64_t columns = bits_columns(bits_span(box->low.x - corner.x, box->high.x - corner.x));
    int low = box->low.y - corner.y;
    int high = box->high.y - corner.y;
    low = low > 0 ? low : 0;
    high = high < BLOCK - 1 ? high : BLOCK - 1;
    if (low > high)
        return 0;
    return columns & ~UINT64_C(0) >> (BLOCK * (BLOCK - 1 - high + low)) << BLOCK * low;
}

/* A number that changes evenly over the sheet: at a corner, and by a step to the right and up. */
struct slope {
    int64_t at, right, up;
};

static inline unsigned bits_above_in_row(int64_t at, int64_t right)
{
    unsigned row = 0;
    for (int i = 0; i < BLOCK; i++)
        row |= (unsigned)(at + i * right > 0) << i;
    return row;
}

/* The points of the word where the number is above 0. */
static inline uint64_t bits_above(struct slope slope)
{
    int64_t right = slope.right * (BLOCK - 1);
    int64_t up = slope.up * (BLOCK - 1);
    int64_t below = right < 0 ? right : 0; /* by which the least of a row is less than its first */
    int64_t above = right > 0 ? right : 0;
    if (slope.at + below + (up < 0 ? up : 0) > 0)
        return ~UINT64_C(0);
    if (slope.at + above + (up > 0 ? up : 0) <= 0)
        return 0;
    if (slope.up == 0)
        return bits_columns(bits_above_in_row(slope.at, slope.right));
    uint64_t word = 0;
    for (int y = 0; y < BLOCK; y++) {
        int64_t first = slope.at + y * slope.up;
        unsigned row = first + above <= 0  ? 0
                       : first + below > 0 ? 0xffu
                                           : bits_above_in_row(first, slope.right);
        word |= (uint64_t)row << BLOCK * y;
    }
    return word;
}

static inline struct slope slope_by(struct slope slope, int64_t factor, int64_t more)
{
    return (struct slope){slope.at * factor + more, slope.right * factor, slope.up * factor};
}

#endif
