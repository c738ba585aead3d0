/* See photo_thin.h. Thinning takes border pixels from the north, south, east and west in turn:
 * those whose neighbours hang together without them, and that end no line. Only neighbours of what
 * went away are looked at again. */
#include "studio/graph_paper/photo/photo_thin.h"

#include "studio/graph_paper/photo/photo_inside.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MOST = 250 };

struct places {
    int *items;
    int count, capacity;
};

static void add_place(struct places *places, int place)
{
    places->items =
        array_grow(places->items, places->count, &places->capacity, sizeof *places->items);
    places->items[places->count++] = place;
}

/* --- thinning -------------------------------------------------------------------------------- */

/* The neighbours as bits, from the east round through the north. */
static unsigned neighbours(const uint8_t *cell, int width)
{
    return (unsigned)((cell[1] != 0) | (cell[1 - width] != 0) << 1 | (cell[-width] != 0) << 2 |
                      (cell[-1 - width] != 0) << 3 | (cell[-1] != 0) << 4 |
                      (cell[width - 1] != 0) << 5 | (cell[width] != 0) << 6 |
                      (cell[width + 1] != 0) << 7);
}

/* May a pixel with these neighbours go? They must hang together by sides and corners, and be more
 * than one. Yokoi's number counts in how many parts they are. */
static bool may_go(unsigned around)
{
    int parts = 0;
    int count = 0;
    for (int i = 0; i < 8; i++) {
        count += (int)(around >> i & 1);
        if (i % 2 == 0) {
            bool empty = !(around >> i & 1);
            bool next = (around >> (i + 1) % 8 & 1) || (around >> (i + 2) % 8 & 1);
            parts += empty && next;
        }
    }
    return parts == 1 && count > 1;
}

/* Cells with an empty neighbour on that side that may go; they are found first and then taken, so
 * that the order does not matter. */
static void find_going(const struct plane *ink, const struct places *border, int side,
                       const bool table[256], struct places *going)
{
    going->count = 0;
    for (int i = 0; i < border->count; i++) {
        const uint8_t *cell = ink->cells + border->items[i];
        if (*cell != 0 && cell[side] == 0 && table[neighbours(cell, ink->width)])
            add_place(going, border->items[i]);
    }
}

/* `seen` holds the round in which a cell was last put into the list. */
static void look_again(const struct plane *ink, const struct places *gone, uint8_t *seen,
                       uint8_t round, struct places *border)
{
    int width = ink->width;
    const int around[8] = {1, 1 - width, -width, -1 - width, -1, width - 1, width, width + 1};
    for (int i = 0; i < gone->count; i++)
        for (int j = 0; j < 8; j++) {
            int place = gone->items[i] + around[j];
            if (ink->cells[place] != 0 && seen[place] != round) {
                seen[place] = round;
                add_place(border, place);
            }
        }
}

static void clear_rim(struct plane *ink)
{
    memset(plane_row(ink, 0), 0, (size_t)ink->width);
    memset(plane_row(ink, ink->height - 1), 0, (size_t)ink->width);
    for (int y = 0; y < ink->height; y++)
        plane_row(ink, y)[0] = plane_row(ink, y)[ink->width - 1] = 0;
}

void photo_thin(struct plane *ink, const atomic_bool *cancelled)
{
    bool table[256];
    for (unsigned i = 0; i < 256; i++)
        table[i] = may_go(i);
    clear_rim(ink);
    struct places border = {0};
    struct places going = {0};
    struct places gone = {0};
    int cells = ink->width * ink->height;
    for (int i = 0; i < cells; i++)
        if (ink->cells[i] != 0 && neighbours(ink->cells + i, ink->width) != 255)
            add_place(&border, i);
    uint8_t *seen = memory_allocate((size_t)cells, 1);
    const int sides[4] = {-ink->width, ink->width, 1, -1};
    for (int round = 1; round <= ROUNDS_MOST && border.count > 0; round++) {
        gone.count = 0;
        for (int side = 0; side < 4; side++) {
            find_going(ink, &border, sides[side], table, &going);
            for (int i = 0; i < going.count; i++) {
                ink->cells[going.items[i]] = 0;
                add_place(&gone, going.items[i]);
            }
        }
        border.count = 0;
        if (photo_is_cancelled(cancelled))
            break;
        look_again(ink, &gone, seen, (uint8_t)round, &border);
    }
    free(border.items);
    free(going.items);
    free(gone.items);
    free(seen);
}

/* --- holes and specks ------------------------------------------------------------------------ */

struct patch {
    struct places places;
    int left, right, top, bottom;
    int rim; /* steps from a cell of the patch to one that is not of it */
};

/* Gathers the cells that hang together with one and are `blank` (0) or not; they are marked in
 * `done`. */
static void gather(const struct plane *ink, int from, bool blank, uint8_t *done,
                   struct patch *patch)
{
    int width = ink->width;
    patch->places.count = 0;
    patch->left = patch->right = from % width;
    patch->top = patch->bottom = from / width;
    patch->rim = 0;
    add_place(&patch->places, from);
    done[from] = 1;
    for (int i = 0; i < patch->places.count; i++) {
        int x = patch->places.items[i] % width;
        int y = patch->places.items[i] / width;
        patch->left = x < patch->left ? x : patch->left;
        patch->right = x > patch->right ? x : patch->right;
        patch->top = y < patch->top ? y : patch->top;
        patch->bottom = y > patch->bottom ? y : patch->bottom;
        for (int j = 0; j < 9; j++) {
            int u = x + j % 3 - 1;
            int v = y + j / 3 - 1;
            if ((blank && j % 2 == 0) || u < 0 || v < 0 || u >= width || v >= ink->height)
                continue;
            int place = v * width + u;
            if ((ink->cells[place] == 0) != blank) {
                patch->rim += j % 2;
            } else if (!done[place]) {
                done[place] = 1;
                add_place(&patch->places, place);
            }
        }
    }
}

void photo_fill_holes(struct plane *ink, int most, double narrow)
{
    int cells = ink->width * ink->height;
    uint8_t *done = memory_allocate((size_t)cells, 1);
    struct patch patch = {0};
    for (int i = 0; i < cells; i++) {
        if (ink->cells[i] != 0 || done[i])
            continue;
        gather(ink, i, true, done, &patch);
        int area = patch.places.count;
        bool slit = area <= 6 * most && 2.0 * area < narrow * patch.rim;
        for (int j = 0; (area <= most || slit) && j < area; j++)
            ink->cells[patch.places.items[j]] = 1;
    }
    free(patch.places.items);
    free(done);
}

void photo_drop_specks(struct plane *ink, int least, int strong)
{
    int cells = ink->width * ink->height;
    uint8_t *done = memory_allocate((size_t)cells, 1);
    struct patch patch = {0};
    for (int i = 0; i < cells; i++) {
        if (ink->cells[i] == 0 || done[i])
            continue;
        gather(ink, i, false, done, &patch);
        int found = 0;
        for (int j = 0; j < patch.places.count; j++)
            found += ink->cells[patch.places.items[j]] == 2;
        bool large = patch.right - patch.left >= least || patch.bottom - patch.top >= least;
        for (int j = 0; j < patch.places.count; j++)
            ink->cells[patch.places.items[j]] = large && found > strong;
    }
    free(patch.places.items);
    free(done);
}
