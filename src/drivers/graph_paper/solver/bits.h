/* A bit for each grid point of a sheet, 64 in a row to the word, so that a question about a move
 * can be asked for 64 points at once by looking at the bits where the move leads.
 *
 * Words outside the sheet are 0. Whoever makes one frees `words`.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_BITS_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_BITS_H

#include "base/memory.h"
#include "geometry/point.h"

enum { WORD = 64 };

struct bits {
    int columns; /* words a row */
    int rows;
    uint64_t *words;
};

static inline struct bits bits_create(int width, int height)
{
    struct bits bits = {.columns = width / WORD + 1, .rows = height + 1};
    bits.words = memory_allocate((size_t)bits.columns * (size_t)bits.rows, sizeof *bits.words);
    return bits;
}

static inline uint64_t bits_word(const struct bits *bits, int column, int y)
{
    if (column < 0 || column >= bits->columns || y < 0 || y >= bits->rows)
        return 0;
    return bits->words[y * bits->columns + column];
}

/* Rounded down, for any sign. */
static inline int bits_column_of(int x)
{
    return x >> 6;
}

/* The bits of the points (x, y) to (x + 63, y). */
static inline uint64_t bits_window(const struct bits *bits, int x, int y)
{
    int column = bits_column_of(x);
    int shift = x & (WORD - 1);
    uint64_t low = bits_word(bits, column, y) >> shift;
    return shift == 0 ? low : low | bits_word(bits, column + 1, y) << (WORD - shift);
}

/* Leaves in the words, one a row from row `y` upwards, what such windows have in common with them.
 * True if anything is left. */
static inline bool bits_keep(const struct bits *bits, int x, int y, int count, uint64_t *words)
{
    int column = bits_column_of(x);
    int shift = x & (WORD - 1);
    int rest = WORD - 1 - shift;
    uint64_t any = 0;
    if (column < 0 || column + 1 >= bits->columns || y < 0 || y + count > bits->rows) {
        for (int i = 0; i < count; i++)
            any |= words[i] &= bits_window(bits, x, y + i);
        return any != 0;
    }
    const uint64_t *row = bits->words + y * bits->columns + column;
    for (int i = 0; i < count; i++, row += bits->columns)
        any |= words[i] &= row[0] >> shift | row[1] << 1 << rest;
    return any != 0;
}

static inline bool bits_has(const struct bits *bits, struct point at)
{
    return (bits_word(bits, bits_column_of(at.x), at.y) >> (at.x & (WORD - 1)) & 1) != 0;
}

static inline void bits_add(struct bits *bits, struct point at)
{
    bits->words[at.y * bits->columns + at.x / WORD] |= UINT64_C(1) << (at.x & (WORD - 1));
}

/* The bits of a word that begins at `left` whose points have low <= x <= high. */
static inline uint64_t bits_between(int left, int low, int high)
{
    low = low > left ? low - left : 0;
    high = high - left < WORD - 1 ? high - left : WORD - 1;
    if (low > high)
        return 0;
    return (~UINT64_C(0) >> (WORD - 1 - (high - low))) << low;
}

#endif
