/* Colours are counted in cells of 6 bits a channel; what a cell holds is taken for its mean, which
 * is all but the exact colour wherever one colour is much more frequent than its neighbours.
 */
#include "paper/animation/palette.h"

#include "base/memory.h"

#include <stdlib.h>

enum { CHANNEL_BITS = 6, CELLS = 1 << (3 * CHANNEL_BITS) };

struct cell {
    uint64_t count, red, green, blue; /* sums */
};

struct palette {
    struct cell *cells; /* until colours are chosen */
    uint32_t colors[PALETTE_COLORS];
    int count;
    uint8_t *found; /* index + 1 for each cell; 0: not looked for yet */
};

struct palette *palette_create(void)
{
    struct palette *palette = memory_allocate(1, sizeof *palette);
    palette->cells = memory_allocate(CELLS, sizeof *palette->cells);
    palette->found = memory_allocate(CELLS, sizeof *palette->found);
    return palette;
}

void palette_free(struct palette *palette)
{
    free(palette->cells);
    free(palette->found);
    free(palette);
}

static uint32_t channel(uint32_t pixel, int shift)
{
    return pixel >> shift & 0xff;
}

static uint32_t cell_of(uint32_t pixel)
{
    int drop = 8 - CHANNEL_BITS;
    return (channel(pixel, 16) >> drop) << (2 * CHANNEL_BITS) |
           (channel(pixel, 8) >> drop) << CHANNEL_BITS | channel(pixel, 0) >> drop;
}

void palette_see(struct palette *palette, const uint32_t *pixels, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct cell *cell = &palette->cells[cell_of(pixels[i])];
        cell->count++;
        cell->red += channel(pixels[i], 16);
        cell->green += channel(pixels[i], 8);
        cell->blue += channel(pixels[i], 0);
    }
}

static uint64_t distance(uint32_t one, uint32_t other)
{
    uint64_t sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        int64_t apart = (int64_t)channel(one, shift) - channel(other, shift);
        sum += (uint64_t)(apart * apart);
    }
    return sum;
}

struct seen {
    uint32_t color;
    uint64_t count, apart; /* from the nearest that is chosen */
};

static int collect(const struct cell *cells, struct seen *seen)
{
    int count = 0;
    for (int i = 0; i < CELLS; i++) {
        const struct cell *cell = &cells[i];
        if (cell->count == 0)
            continue;
        uint64_t half = cell->count / 2;
        uint64_t red = (cell->red + half) / cell->count, green = (cell->green + half) / cell->count,
                 blue = (cell->blue + half) / cell->count;
        seen[count++] = (struct seen){(uint32_t)(red << 16 | green << 8 | blue), cell->count,
                                      distance(0, 0xffffff)};
    }
    return count;
}

void palette_choose(struct palette *palette)
{
    struct seen *seen = memory_allocate(CELLS, sizeof *seen);
    int count = collect(palette->cells, seen);
    while (palette->count < PALETTE_COLORS) {
        const struct seen *best = NULL;
        for (int i = 0; i < count; i++)
            if (seen[i].apart > 0 &&
                (!best || seen[i].count * seen[i].apart > best->count * best->apart))
                best = &seen[i];
        if (!best)
            break;
        uint32_t color = best->color;
        palette->colors[palette->count++] = color;
        for (int i = 0; i < count; i++) {
            uint64_t apart = distance(seen[i].color, color);
            if (apart < seen[i].apart)
                seen[i].apart = apart;
        }
    }
    free(seen);
    free(palette->cells);
    palette->cells = NULL;
}

int palette_count(const struct palette *palette)
{
    return palette->count;
}

uint32_t palette_color(const struct palette *palette, int index)
{
    return palette->colors[index];
}

int palette_find(struct palette *palette, uint32_t pixel)
{
    uint8_t *found = &palette->found[cell_of(pixel)];
    if (*found)
        return *found - 1;
    int best = 0;
    for (int i = 1; i < palette->count; i++)
        if (distance(pixel, palette->colors[i]) < distance(pixel, palette->colors[best]))
            best = i;
    *found = (uint8_t)(best + 1);
    return best;
}
