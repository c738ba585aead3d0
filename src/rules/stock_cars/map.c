/* Maps as they are raced on, and drafts of them. */
#include "base/hash.h"
#include "base/memory.h"
#include "rules/stock_cars/map_inside.h"

#include <stdlib.h>
#include <string.h>

const struct point heading_steps[HEADING_COUNT] = {
    [HEADING_N] = {0, 1},  [HEADING_NE] = {1, 1},   [HEADING_E] = {1, 0},  [HEADING_SE] = {1, -1},
    [HEADING_S] = {0, -1}, [HEADING_SW] = {-1, -1}, [HEADING_W] = {-1, 0}, [HEADING_NW] = {-1, 1},
};
const char *const heading_names[HEADING_COUNT] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};

enum heading heading_turned(enum heading heading, enum turn turn)
{
    static const int steps[] = {[TURN_NONE] = 0, [TURN_LEFT] = HEADING_COUNT - 1, [TURN_RIGHT] = 1};
    return (enum heading)(((int)heading + steps[turn]) % HEADING_COUNT);
}

/* --- tiles ------------------------------------------------------------------------------------ */

static bool is_one_of(char tile, const char *tiles)
{
    return tile != '\0' && strchr(tiles, tile) != NULL;
}

bool tile_is_pit(char tile)
{
    return is_one_of(tile, "p#P");
}

bool tile_is_alley(char tile)
{
    return is_one_of(tile, ".Ss");
}

bool tile_is_known(char tile)
{
    return is_one_of(tile, " *o.SsbFp#P") || tile_start(tile) > 0;
}

int tile_start(char tile)
{
    return tile >= '1' && tile < '1' + PLAYER_LIMIT ? tile - '0' : 0;
}

/* --- drafts ----------------------------------------------------------------------------------- */

struct map_draft map_draft_make(int width, int height)
{
    size_t count = (size_t)width * (size_t)height;
    struct map_draft draft = {.name = memory_copy_string(""),
                              .author = memory_copy_string(""),
                              .width = width,
                              .height = height,
                              .laps = STOCK_MAP_USUAL_LAPS,
                              .race = HEADING_N,
                              .sandbags = -1,
                              .tiles = memory_allocate(count, 1)};
    memset(draft.tiles, TILE_OFF, count);
    return draft;
}

struct map_draft map_draft_copy(const struct map_draft *draft)
{
    struct map_draft copy = *draft;
    copy.name = memory_copy_string(draft->name);
    copy.author = memory_copy_string(draft->author);
    copy.tiles = memory_copy(draft->tiles, (size_t)draft->width * (size_t)draft->height, 1);
    return copy;
}

struct map_draft map_draft_of(const struct stock_map *map)
{
    return map_draft_copy(&(struct map_draft){.name = map->name,
                                              .author = map->author,
                                              .width = map->width,
                                              .height = map->height,
                                              .laps = map->laps,
                                              .race = map->race,
                                              .turn = map->turn,
                                              .sandbags = map->says_sandbags ? map->sandbags : -1,
                                              .tiles = map->tiles});
}

void map_draft_free(struct map_draft *draft)
{
    free(draft->name);
    free(draft->author);
    free(draft->tiles);
    *draft = (struct map_draft){0};
}

char map_draft_tile(const struct map_draft *draft, struct point at)
{
    bool within = at.x >= 0 && at.y >= 0 && at.x < draft->width && at.y < draft->height;
    return within ? draft->tiles[at.y * draft->width + at.x] : TILE_OFF;
}

/* From an F outward: over pits and what is off the track. */
static void extend_line(const struct map_draft *draft, bool *line, struct point at,
                        struct point step)
{
    for (at = point_add(at, step);
         at.x >= 0 && at.y >= 0 && at.x < draft->width && at.y < draft->height;
         at = point_add(at, step)) {
        char tile = map_draft_tile(draft, at);
        if (tile_is_pit(tile))
            line[at.y * draft->width + at.x] = true;
        else if (tile != TILE_OFF)
            return;
    }
}

bool *map_draft_line(const struct map_draft *draft)
{
    bool *line = memory_allocate((size_t)draft->width * (size_t)draft->height, sizeof *line);
    struct point ahead = heading_steps[draft->race];
    for (int i = 0; i < draft->width * draft->height; i++) {
        if (draft->tiles[i] != TILE_LINE)
            continue;
        struct point at = {i % draft->width, i / draft->width};
        line[i] = true;
        extend_line(draft, line, at, (struct point){ahead.y, ahead.x});
        extend_line(draft, line, at, (struct point){-ahead.y, -ahead.x});
    }
    return line;
}

/* --- maps ------------------------------------------------------------------------------------- */

/* How much of the draft holds tiles, from its upper left corner. */
static struct point_range used(const struct map_draft *draft)
{
    struct point_range range = {{0, draft->height}, {0, draft->height}};
    for (int i = 0; i < draft->width * draft->height; i++)
        if (draft->tiles[i] != TILE_OFF) {
            struct point at = {i % draft->width, i / draft->width};
            range.low = point_lower(range.low, at);
            range.high = point_upper(range.high, (struct point){at.x + 1, 0});
        }
    return range;
}

static void note_tiles(struct stock_map *map)
{
    int in_sight = 0;
    for (int i = 0; i < map->width * map->height; i++) {
        int start = tile_start(map->tiles[i]);
        in_sight += map->tiles[i] == TILE_BAG || map->tiles[i] == TILE_FLAT_BAG;
        map->starts += start > 0;
        if (start > 0)
            map->start[start - 1] = (struct point){i % map->width, i / map->width};
    }
    if (!map->says_sandbags)
        map->sandbags = in_sight;
}

/* Without the blanks round it, which no file can hold. */
static char *copy_trimmed(const char *value)
{
    value += strspn(value, " ");
    size_t length = strlen(value);
    while (length > 0 && value[length - 1] == ' ')
        length--;
    char *copy = memory_allocate(length + 1, 1);
    memcpy(copy, value, length);
    return copy;
}

static char *make_note(const char *author)
{
    struct text words = {0};
    if (author[0])
        text_append_format(&words, "by %s", author);
    text_append(&words, "");
    return words.data;
}

const struct stock_map *stock_map_of_checked(const struct map_draft *draft)
{
    struct stock_map *map = memory_allocate(1, sizeof *map);
    struct point_range range = used(draft);
    struct map_draft kept = *draft;
    kept.width = range.high.x;
    kept.height = range.high.y - range.low.y;
    kept.tiles = memory_allocate((size_t)kept.width * (size_t)kept.height, 1);
    for (int y = 0; y < kept.height; y++)
        memcpy(kept.tiles + y * kept.width, draft->tiles + (y + range.low.y) * draft->width,
               (size_t)kept.width);
    *map = (struct stock_map){.name = copy_trimmed(draft->name),
                              .author = copy_trimmed(draft->author),
                              .width = kept.width,
                              .height = kept.height,
                              .laps = draft->laps,
                              .race = draft->race,
                              .turn = draft->turn,
                              .sandbags = draft->sandbags,
                              .says_sandbags = draft->sandbags >= 0,
                              .tiles = kept.tiles,
                              .line = map_draft_line(&kept)};
    atomic_init(&map->holders, 1);
    map->note = make_note(map->author);
    note_tiles(map);
    return map;
}

static bool is_within(const struct stock_map *map, struct point at)
{
    return at.x >= 0 && at.y >= 0 && at.x < map->width && at.y < map->height;
}

static char written(const struct stock_map *map, struct point at)
{
    return is_within(map, at) ? map->tiles[at.y * map->width + at.x] : TILE_OFF;
}

char stock_map_tile(const struct stock_map *map, struct point at)
{
    char tile = written(map, at);
    return tile_start(tile) > 0 ? TILE_ASPHALT : tile;
}

int stock_map_start_at(const struct stock_map *map, struct point at)
{
    return tile_start(written(map, at));
}

bool stock_map_on_line(const struct stock_map *map, struct point at)
{
    return is_within(map, at) && map->line[at.y * map->width + at.x];
}

int stock_map_crossing(const struct stock_map *map, struct point from, struct point to)
{
    struct point step = point_subtract(to, from), race = heading_steps[map->race];
    int onto = stock_map_on_line(map, to) - stock_map_on_line(map, from);
    return onto * (step.x * race.x + step.y * race.y) > 0 ? onto : 0;
}

/* --- as courses ------------------------------------------------------------------------------- */

static void write(const void *body, struct text *into)
{
    struct map_draft draft = map_draft_of(body);
    map_draft_write(&draft, into);
    map_draft_free(&draft);
}

static const void *retain(const void *body)
{
    atomic_fetch_add(&((struct stock_map *)body)->holders, 1);
    return body;
}

static void release(const void *body)
{
    struct stock_map *map = (struct stock_map *)body;
    if (atomic_fetch_sub(&map->holders, 1) > 1)
        return;
    free(map->name);
    free(map->author);
    free(map->note);
    free(map->tiles);
    free(map->line);
    free(map);
}

static const char *name(const void *body)
{
    return ((const struct stock_map *)body)->name;
}

static const char *note(const void *body)
{
    return ((const struct stock_map *)body)->note;
}

static struct point size(const void *body)
{
    const struct stock_map *map = body;
    return (struct point){map->width, map->height};
}

static bool has(const struct stock_map *map, char tile)
{
    return memchr(map->tiles, tile, (size_t)map->width * (size_t)map->height) != NULL;
}

static unsigned marks(const void *body)
{
    const struct stock_map *map = body;
    bool sand = false;
    for (int i = 0; i < map->width * map->height; i++)
        sand |= tile_is_alley(map->tiles[i]);
    return (unsigned)has(map, TILE_OIL) << MARK_OIL | (unsigned)sand << MARK_SAND |
           (unsigned)has(map, TILE_PIT_MARK) << MARK_PITS;
}

static uint64_t fingerprint(const void *body)
{
    const struct stock_map *map = body;
    const int64_t numbers[] = {map->width,
                               map->height,
                               map->laps,
                               map->race,
                               has(map, TILE_BANK) ? map->turn : TURN_NONE,
                               map->sandbags};
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        hash = hash_number(hash, numbers[i]);
    return hash_bytes(hash, map->tiles, (size_t)map->width * (size_t)map->height);
}

const struct course_kind stock_maps = {
    .noun = "map",
    .unnamed = "A map",
    .key = "map",
    .extension = ".map",
    .tiles = true,
    .recognise = stock_map_recognise,
    .read = stock_map_read,
    .write = write,
    .retitle = stock_map_retitle,
    .retain = retain,
    .release = release,
    .name = name,
    .note = note,
    .size = size,
    .marks = marks,
    .fingerprint = fingerprint,
};
