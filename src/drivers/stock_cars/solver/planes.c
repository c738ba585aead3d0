/* See planes.h. Loops go over whole chunks, so that a compiler makes them work on many cells at
 * once.
 */
#include "drivers/stock_cars/solver/planes.h"

#include "base/memory.h"

#include <string.h>

enum { CALL = 40, BYTES_A_STEP = 4 }; /* of the budget */

static uint64_t steps_of(uint64_t bytes)
{
    return CALL + bytes / BYTES_A_STEP;
}

static void plane_open(const struct plane_room *room, struct plane *plane)
{
    if (plane->cells)
        return;
    budget_take(room->budget, (size_t)room->roads->size);
    plane->cells = memory_allocate((size_t)room->roads->size, 1);
    memset(plane->cells, PLANE_NEVER, (size_t)room->roads->size);
}

bool stock_plane_stretch(const struct plane_room *room, uint64_t *blocks, int *lo, int *hi)
{
    if (*blocks == 0)
        return false;
    int first = __builtin_ctzll(*blocks);
    uint64_t from = *blocks >> first;
    int last = from == UINT64_MAX ? ROADS_BLOCKS : first + __builtin_ctzll(~from);
    *blocks = last < ROADS_BLOCKS ? *blocks >> last << last : 0;
    *lo = first * room->roads->block;
    *hi = last * room->roads->block;
    return true;
}

void stock_plane_clear(const struct plane_room *room, struct plane *plane)
{
    int lo, hi;
    while (stock_plane_stretch(room, &plane->blocks, &lo, &hi))
        memset(plane->cells + lo, PLANE_NEVER, (size_t)(hi - lo));
    if (plane->tailed)
        memset(plane->cells + room->roads->tail, PLANE_NEVER,
               (size_t)(room->roads->size - room->roads->tail));
    plane->tailed = false;
}

static void lower_through(uint8_t *restrict into, const uint8_t *restrict from,
                          const uint8_t *restrict mask, int count)
{
    for (int i = 0; i < count; i += ROADS_CHUNK)
        for (int j = i; j < i + ROADS_CHUNK; j++) {
            uint8_t value = from[j] | mask[j];
            into[j] = value < into[j] ? value : into[j];
        }
}

static void lower_to(uint8_t *restrict into, const uint8_t *restrict from, int count)
{
    for (int i = 0; i < count; i += ROADS_CHUNK)
        for (int j = i; j < i + ROADS_CHUNK; j++)
            into[j] = from[j] < into[j] ? from[j] : into[j];
}

static void lower_with(uint8_t *restrict into, const uint8_t *restrict from, uint8_t more,
                       int count)
{
    for (int i = 0; i < count; i += ROADS_CHUNK)
        for (int j = i; j < i + ROADS_CHUNK; j++) {
            uint8_t sum = (uint8_t)(from[j] + more);
            uint8_t value = sum < more ? PLANE_NEVER : sum;
            into[j] = value < into[j] ? value : into[j];
        }
}

uint8_t stock_plane_need(uint8_t need, int more)
{
    return need + more < PLANE_NEVER ? (uint8_t)(need + more) : PLANE_NEVER;
}

void stock_plane_lower_cell(const struct plane_room *room, struct plane *plane, int cell,
                            uint8_t need)
{
    if (need == PLANE_NEVER)
        return;
    plane_open(room, plane);
    plane->cells[cell] = need < plane->cells[cell] ? need : plane->cells[cell];
    if (cell >= room->roads->tail)
        plane->tailed = true;
    else
        plane->blocks |= UINT64_C(1) << (cell / room->roads->block);
}

uint64_t stock_plane_lower(const struct plane_room *room, struct plane *plane,
                           const struct plane *other, int more)
{
    uint64_t blocks = other->blocks;
    uint64_t work = 0;
    int lo, hi;
    if (stock_plane_is_empty(other))
        return 0;
    plane_open(room, plane);
    plane->blocks |= blocks;
    while (stock_plane_stretch(room, &blocks, &lo, &hi)) {
        if (more > 0)
            lower_with(plane->cells + lo, other->cells + lo, (uint8_t)more, hi - lo);
        else
            lower_to(plane->cells + lo, other->cells + lo, hi - lo);
        work += (uint64_t)(hi - lo);
    }
    if (other->tailed) {
        int tail = room->roads->tail, size = room->roads->size - tail;
        lower_with(plane->cells + tail, other->cells + tail, (uint8_t)more, size);
        plane->tailed = true;
        work += (uint64_t)size;
    }
    return steps_of(work);
}

static void lowest_of(uint8_t *restrict into, const uint8_t *const from[3], int count)
{
    const uint8_t *restrict a = from[0], *restrict b = from[1], *restrict c = from[2];
    for (int i = 0; i < count; i += ROADS_CHUNK)
        for (int j = i; j < i + ROADS_CHUNK; j++) {
            uint8_t value = a[j] < b[j] ? a[j] : b[j];
            into[j] = c[j] < value ? c[j] : value;
        }
}

uint64_t stock_plane_lowest(const struct plane_room *room, struct plane *plane,
                            const struct plane *const others[3])
{
    const uint8_t *cells[3], *any = NULL;
    uint64_t blocks = 0, work = 0;
    bool tailed = false;
    int lo, hi;
    stock_plane_clear(room, plane);
    for (int i = 0; i < 3; i++)
        if (others[i] && !stock_plane_is_empty(others[i])) {
            any = others[i]->cells;
            blocks |= others[i]->blocks;
            tailed |= others[i]->tailed;
        }
    if (!any)
        return 0;
    plane_open(room, plane);
    plane->blocks = blocks;
    plane->tailed = tailed;
    while (stock_plane_stretch(room, &blocks, &lo, &hi)) {
        for (int i = 0; i < 3; i++)
            cells[i] = (others[i] && others[i]->cells ? others[i]->cells : any) + lo;
        lowest_of(plane->cells + lo, cells, hi - lo);
        work += (uint64_t)(hi - lo);
    }
    if (tailed) {
        int tail = room->roads->tail, size = room->roads->size - tail;
        for (int i = 0; i < 3; i++)
            cells[i] = (others[i] && others[i]->cells ? others[i]->cells : any) + tail;
        lowest_of(plane->cells + tail, cells, size);
        work += (uint64_t)size;
    }
    return steps_of(work);
}

static bool is_never(const uint8_t *cells)
{
    uint64_t words[ROADS_CHUNK / 8];
    memcpy(words, cells, sizeof words);
    return (words[0] & words[1] & words[2] & words[3]) == UINT64_MAX;
}

/* Which blocks between these cells have anything. */
static uint64_t blocks_within(const struct plane_room *room, const struct plane *plane, int lo,
                              int hi)
{
    uint64_t blocks = 0;
    int size = room->roads->block;
    for (int block = lo / size; block * size < hi; block++)
        for (int i = block * size; i < (block + 1) * size; i += ROADS_CHUNK)
            if (!is_never(plane->cells + i)) {
                blocks |= UINT64_C(1) << block;
                break;
            }
    return blocks;
}

uint64_t stock_plane_lower_before(const struct plane_room *room, struct plane *plane,
                                  const struct plane *behind, int offset, const uint8_t *mask)
{
    uint64_t blocks = behind->blocks;
    uint64_t work = 0;
    int lo, hi;
    if (blocks)
        plane_open(room, plane);
    while (stock_plane_stretch(room, &blocks, &lo, &hi)) {
        lower_through(plane->cells + lo - offset, behind->cells + lo, mask + lo - offset, hi - lo);
        plane->blocks |= blocks_within(room, plane, lo - offset, hi - offset);
        work += (uint64_t)(hi - lo);
    }
    return steps_of(work);
}

bool stock_plane_is_lower(const uint8_t *found, uint8_t more, const uint8_t *best)
{
    uint8_t any = 0;
    for (int i = 0; i < ROADS_CHUNK; i++) {
        uint8_t sum = (uint8_t)(found[i] + more);
        any |= (uint8_t)((sum < more ? PLANE_NEVER : sum) < best[i]);
    }
    return any;
}
