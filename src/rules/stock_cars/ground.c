/* The tiles as they are now (RULES 4.2, 4.3, 6.1, 6.4), and where the bags are hidden. */
#include "base/hash.h"
#include "base/memory.h"
#include "rules/stock_cars/inside.h"

#include <stdlib.h>
#include <string.h>

struct ground {
    atomic_int holders;
    char tiles[];
};

static size_t tile_count(const struct stock_race *race)
{
    return (size_t)race->map->width * (size_t)race->map->height;
}

static size_t index_of(const struct stock_race *race, struct point at)
{
    return (size_t)at.y * (size_t)race->map->width + (size_t)at.x;
}

/* What a tile of the map counts as in the beginning. */
static char first_tile(const struct stock_race *race, char tile)
{
    if (tile >= '1' && tile <= '8')
        return TILE_ASPHALT;
    if (tile == TILE_OIL && !stock_is_on(race, STOCK_OIL))
        return TILE_ASPHALT;
    if (tile_is_alley(tile) && !stock_is_on(race, STOCK_SANDBAGS))
        return TILE_ASPHALT;
    return tile;
}

static struct ground *make(const struct stock_race *race, const char *tiles)
{
    struct ground *ground = memory_allocate(1, sizeof *ground + tile_count(race));
    atomic_init(&ground->holders, 1);
    memcpy(ground->tiles, tiles, tile_count(race));
    return ground;
}

/* Sums of such terms do not know in which order the tiles have changed. */
static uint64_t term(size_t index, char tile)
{
    return hash_number(hash_number(HASH_START, (int64_t)index), tile);
}

static void set(struct stock_race *race, size_t index, char tile)
{
    struct ground *ground = race->ground;
    char before = ground->tiles[index];
    if (before == tile)
        return;
    if (atomic_load(&ground->holders) > 1) {
        race->ground = make(race, ground->tiles);
        if (atomic_fetch_sub(&ground->holders, 1) == 1)
            free(ground);
        ground = race->ground;
    }
    ground->tiles[index] = tile;
    race->ground_hash += term(index, tile) - term(index, before);
}

/* Hides so many bags under the tiles of unseen sand: under each set of them as likely. */
static void hide(struct stock_race *race, int bags)
{
    size_t count = tile_count(race);
    uint32_t left = 0;
    for (size_t i = 0; i < count; i++)
        left += race->ground->tiles[i] == TILE_SAND;
    for (size_t i = 0; i < count && bags > 0; i++) {
        if (race->ground->tiles[i] != TILE_SAND)
            continue;
        if (random_below(&race->random, left) < (uint32_t)bags) {
            set(race, i, TILE_HIDDEN_BAG);
            bags--;
        }
        left--;
    }
}

void ground_begin(struct stock_race *race)
{
    const struct stock_map *map = race->map;
    int in_sight = 0;
    race->ground = make(race, map->tiles);
    for (size_t i = 0; i < tile_count(race); i++) {
        char tile = map->tiles[i];
        race->ground->tiles[i] = first_tile(race, tile);
        in_sight += tile == TILE_BAG || tile == TILE_FLAT_BAG;
    }
    hide(race, map->sandbags - in_sight);
}

void ground_retain(const struct stock_race *race)
{
    atomic_fetch_add(&race->ground->holders, 1);
}

void ground_release(const struct stock_race *race)
{
    if (atomic_fetch_sub(&race->ground->holders, 1) == 1)
        free(race->ground);
}

char ground_tile(const struct stock_race *race, struct point at)
{
    if (at.x < 0 || at.y < 0 || at.x >= race->map->width || at.y >= race->map->height)
        return TILE_OFF;
    return race->ground->tiles[index_of(race, at)];
}

void ground_set(struct stock_race *race, struct point at, char tile)
{
    set(race, index_of(race, at), tile);
}

void ground_reset_sand(struct stock_race *race)
{
    for (size_t i = 0; i < tile_count(race); i++)
        if (tile_is_alley(race->map->tiles[i]) && race->ground->tiles[i] != TILE_OIL)
            set(race, i, TILE_SAND);
    hide(race, race->map->sandbags);
}

void ground_hide_anew(struct stock_race *race)
{
    int bags = 0;
    for (size_t i = 0; i < tile_count(race); i++)
        if (race->ground->tiles[i] == TILE_HIDDEN_BAG) {
            set(race, i, TILE_SAND);
            bags++;
        }
    hide(race, bags);
}
