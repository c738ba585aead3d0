/* See inspected.h. */
#include "track/inspected.h"

#include "base/memory.h"

#include <stdlib.h>

enum { WORD_BITS = 64 };

static bool has_bit(const struct inspected_map *map, const uint64_t *bits, struct point at)
{
    uint64_t word = bits[at.y * map->words + at.x / WORD_BITS];
    return (word >> (at.x % WORD_BITS) & 1) != 0;
}

static void set_bit(const struct inspected_map *map, uint64_t *bits, struct point at)
{
    bits[at.y * map->words + at.x / WORD_BITS] |= UINT64_C(1) << (at.x % WORD_BITS);
}

struct inspected_map *inspected_map_create(const struct track *track)
{
    if (track->inspected_count == 0)
        return NULL;
    struct inspected_map *map = memory_allocate(1, sizeof *map);
    map->words = track->width / WORD_BITS + 1;
    map->rows = track->height + 1;
    size_t words = (size_t)map->words * (size_t)map->rows;
    map->inside = memory_allocate(words, sizeof *map->inside);
    map->outside = memory_allocate(words, sizeof *map->outside);
    for (int i = 0; i < track->inspected_count; i++) {
        const struct track_inspected *point = &track->inspected[i];
        set_bit(map, point->inside ? map->inside : map->outside, point->at);
    }
    return map;
}

void inspected_map_free(struct inspected_map *map)
{
    if (!map)
        return;
    free(map->inside);
    free(map->outside);
    free(map);
}

/* The bits of a word that are within the box. */
static uint64_t take_word(const struct inspected_search *search)
{
    const struct inspected_map *map = search->map;
    int index = search->row * map->words + search->word;
    uint64_t bits = map->inside[index] | map->outside[index];
    int first = search->low.x - search->word * WORD_BITS;
    int behind = WORD_BITS - 1 - (search->high.x - search->word * WORD_BITS);
    if (first > 0)
        bits = bits >> first << first;
    if (behind > 0)
        bits = bits << behind >> behind;
    return bits;
}

struct inspected_search inspected_search_begin(const struct inspected_map *map, struct point low,
                                               struct point high)
{
    struct inspected_search search = {.map = map, .low = low, .high = high};
    search.low.x = low.x > 0 ? low.x : 0;
    search.row = low.y > 0 ? low.y : 0;
    if (high.x >= map->words * WORD_BITS)
        search.high.x = map->words * WORD_BITS - 1;
    if (high.y >= map->rows)
        search.high.y = map->rows - 1;
    /* The first word to be looked at is the one behind this. */
    search.word = search.low.x / WORD_BITS - 1;
    return search;
}

/* Goes to the next word of the box that has a bit. */
static bool find_word(struct inspected_search *search)
{
    int last = search->high.x / WORD_BITS;
    while (search->bits == 0) {
        search->word++;
        if (search->word > last) {
            search->word = search->low.x / WORD_BITS;
            search->row++;
        }
        if (search->row > search->high.y)
            return false;
        search->bits = take_word(search);
    }
    return true;
}

bool inspected_search_next(struct inspected_search *search, struct track_inspected *found)
{
    if (search->high.x < search->low.x || search->row > search->high.y)
        return false;
    if (!find_word(search))
        return false;
    struct point at = {search->word * WORD_BITS, search->row};
    while ((search->bits >> (at.x % WORD_BITS) & 1) == 0)
        at.x++;
    search->bits &= search->bits - 1;
    *found = (struct track_inspected){at, has_bit(search->map, search->map->inside, at)};
    return true;
}
