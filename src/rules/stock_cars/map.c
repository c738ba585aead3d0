/* Maps as they are raced on, and drafts of them. */

#include "base/memory.h"
#include "base/number.h"
#include "rules/stock_cars/stock_cars.h"

#include <stdarg.h>
#include <stdio.h>
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

static bool is_within(const struct stock_map *map, struct point at)
{
    return at.x >= 0 && at.y >= 0 && at.x < map->width && at.y < map->height;
}

char stock_map_tile(const struct stock_map *map, struct point at)
{
    char tile = is_within(map, at) ? map->tiles[at.y * map->width + at.x] : TILE_OFF;
    return tile_start(tile) > 0 ? TILE_ASPHALT : tile;
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

static void tell_of(const void *body, struct course_facts *into)
{
    const struct stock_map *map = body;
    into->name = map->name;
    into->note = map->note;
    into->size = (struct point){map->width, map->height};
}

static bool has_tile(const struct stock_map *map, char tile)
{
    return memchr(map->tiles, tile, (size_t)map->width * (size_t)map->height) != NULL;
}

static unsigned marks(const void *body)
{
    const struct stock_map *map = body;
    bool sand = false;
    for (int i = 0; i < map->width * map->height; i++)
        sand |= tile_is_alley(map->tiles[i]);
    return (unsigned)has_tile(map, TILE_OIL) << MARK_OIL | (unsigned)sand << MARK_SAND |
           (unsigned)has_tile(map, TILE_PIT_MARK) << MARK_PITS;
}

static uint64_t fingerprint(const void *body)
{
    const struct stock_map *map = body;
    const int64_t numbers[] = {map->width,
                               map->height,
                               map->laps,
                               map->race,
                               has_tile(map, TILE_BANK) ? map->turn : TURN_NONE,
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
    .tell = tell_of,
    .marks = marks,
    .fingerprint = fingerprint,
};

/* === check ==================================================================================== */

/* What is wrong with a map (1.4), each with its place and what to do. */

struct stock_check {
    const struct map_draft *draft;
    bool *line;
    struct map_fault *into;
    int limit, count;
};

static void __attribute__((format(printf, 3, 4)))
find_fault(struct stock_check *check, struct map_fault fault, const char *format, ...)
{
    if (check->count == check->limit)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault.text, sizeof fault.text, format, arguments);
    va_end(arguments);
    check->into[check->count++] = fault;
}

static struct map_fault about_key(const char *key)
{
    return (struct map_fault){.key = key};
}

static struct map_fault on_tile(struct point at)
{
    return (struct map_fault){.has_place = true, .at = at};
}

/* --- tiles in the order in which one reads ---------------------------------------------------- */

static int count_tiles(const struct stock_check *check)
{
    return check->draft->width * check->draft->height;
}

static struct point place_of(const struct stock_check *check, int i)
{
    const struct map_draft *draft = check->draft;
    return (struct point){i % draft->width, draft->height - 1 - i / draft->width};
}

static char tile_at(const struct stock_check *check, struct point at)
{
    return map_draft_tile(check->draft, at);
}

static bool is_line(const struct stock_check *check, struct point at)
{
    const struct map_draft *draft = check->draft;
    return tile_at(check, at) != TILE_OFF && check->line[at.y * draft->width + at.x];
}

/* The first tile of a kind. */
static bool find_tile(const struct stock_check *check, char tile, struct point *at)
{
    for (int i = 0; i < count_tiles(check); i++) {
        *at = place_of(check, i);
        if (tile_at(check, *at) == tile)
            return true;
    }
    return false;
}

/* --- header, numbers -------------------------------------------------------------------------- */

static void check_starts(struct stock_check *check)
{
    struct point first[PLAYER_LIMIT + 1];
    int count[PLAYER_LIMIT + 2] = {0};
    for (int i = 0; i < count_tiles(check); i++) {
        struct point at = place_of(check, i);
        int start = tile_start(tile_at(check, at));
        if (start == 0)
            continue;
        if (count[start]++ == 0)
            first[start] = at;
        else
            find_fault(check, on_tile(at), "this is a second starting place %d; leave one of them",
                       start);
    }
    if (count[1] == 0)
        find_fault(check, about_key(NULL), "no car can start; put a 1 where the first one stands");
    for (int car = 2; car <= PLAYER_LIMIT; car++)
        if (count[car] > 0 && count[car - 1] == 0 && car > 2)
            find_fault(check, on_tile(first[car]),
                       "there is a starting place %d but no %d; number them without a gap", car,
                       car - 1);
}

/* --- the line --------------------------------------------------------------------------------- */

static struct point along_line(const struct stock_check *check)
{
    struct point ahead = heading_steps[check->draft->race];
    return (struct point){ahead.y != 0, ahead.x != 0};
}

static void check_neighbours(struct stock_check *check, struct point at)
{
    struct point along = along_line(check);
    const struct point sides[] = {point_subtract(at, along), point_add(at, along)};
    for (int i = 0; i < 2; i++)
        if (tile_at(check, sides[i]) != TILE_OFF && !is_line(check, sides[i])) {
            find_fault(
                check, on_tile(at),
                "the track goes on beside this F, so the line could be passed by; let F reach "
                "from edge to edge");
            return;
        }
}

/* False: there is none, or it is not straight, and nothing else can be said of it. */
static bool check_line(struct stock_check *check)
{
    struct point first;
    if (!find_tile(check, TILE_LINE, &first)) {
        find_fault(check, about_key(NULL),
                   "there is no start/finish line from edge to edge (F tiles)");
        return false;
    }
    bool upright = along_line(check).y != 0;
    for (int i = 0; i < count_tiles(check); i++) {
        struct point at = place_of(check, i);
        if (tile_at(check, at) == TILE_LINE && (upright ? at.x != first.x : at.y != first.y)) {
            find_fault(check, on_tile(at),
                       "this F is in another %s than the first; with race %s all stand in one %s",
                       upright ? "column" : "row", heading_names[check->draft->race],
                       upright ? "column" : "row");
            return false;
        }
    }
    for (int i = 0; i < count_tiles(check); i++)
        if (tile_at(check, place_of(check, i)) == TILE_LINE)
            check_neighbours(check, place_of(check, i));
    return true;
}

static bool leads_to_line(const struct stock_check *check, struct point from, struct point step)
{
    while (tile_at(check, from) != TILE_OFF && tile_at(check, from) != TILE_LINE)
        from = point_add(from, step);
    return tile_at(check, from) == TILE_LINE;
}

static void check_grid(struct stock_check *check)
{
    struct point ahead = heading_steps[check->draft->race], back = {-ahead.x, -ahead.y};
    for (int i = 0; i < count_tiles(check); i++) {
        struct point at = place_of(check, i);
        int start = tile_start(tile_at(check, at));
        if (start == 0)
            continue;
        if (leads_to_line(check, at, ahead))
            continue;
        if (leads_to_line(check, at, back))
            find_fault(
                check, on_tile(at),
                "starting place %d stands beyond the line, which is crossed towards %s; move it "
                "behind the line, or let race be %s",
                start, heading_names[check->draft->race],
                heading_names[(check->draft->race + HEADING_COUNT / 2) % HEADING_COUNT]);
        else
            find_fault(
                check, on_tile(at),
                "the way straight ahead (%s) of starting place %d leaves the track before it "
                "comes to an F; move it behind the line",
                heading_names[check->draft->race], start);
    }
}

/* --- the rest --------------------------------------------------------------------------------- */

static bool touches_track(const struct stock_check *check, struct point at)
{
    for (int heading = 0; heading < HEADING_COUNT; heading++) {
        char tile = tile_at(check, point_add(at, heading_steps[heading]));
        if (tile != TILE_OFF && !tile_is_pit(tile))
            return true;
    }
    return false;
}

static void check_pits(struct stock_check *check)
{
    for (int i = 0; i < count_tiles(check); i++) {
        struct point at = place_of(check, i);
        char tile = tile_at(check, at);
        if ((tile == TILE_PIT || tile == TILE_PIT_MARK) && touches_track(check, at))
            find_fault(
                check, on_tile(at),
                "this %c touches the track; pits are entered and left by # alone, so put a # "
                "here or blanks between",
                tile);
    }
}

/* 5.1, of a step between two tiles of the track. */
static int crossing(const struct stock_check *check, struct point from, struct point step)
{
    struct point ahead = heading_steps[check->draft->race];
    int part = ahead.x * step.x + ahead.y * step.y;
    bool left = is_line(check, from), entered = is_line(check, point_add(from, step));
    if (entered == left)
        return 0;
    return entered ? part > 0 : -(part < 0);
}

/* Goes on from a tile; true: over the line forward. */
static bool spread_from(const struct stock_check *check, int *queue, int *end, int *moves,
                        struct point from)
{
    int so_far = moves[from.y * check->draft->width + from.x];
    for (int heading = 0; heading < HEADING_COUNT; heading++) {
        struct point step = heading_steps[heading], at = point_add(from, step);
        if (tile_at(check, at) == TILE_OFF)
            continue;
        int crossed = crossing(check, from, step), index = at.y * check->draft->width + at.x;
        if (crossed > 0)
            return true;
        if (crossed == 0 && moves[index] == 0) {
            moves[index] = so_far + 1;
            queue[(*end)++] = index;
        }
    }
    return false;
}

/* Moves of the shortest lap, 0: none is possible. From all of the line at once, never backward over
 * it: what is reached needs no count of crossings, for the first one forward ends the search. */
static int shortest_lap(const struct stock_check *check)
{
    const struct map_draft *draft = check->draft;
    int *queue = memory_allocate((size_t)count_tiles(check), sizeof *queue), end = 0, lap = 0;
    int *moves = memory_allocate((size_t)count_tiles(check), sizeof *moves); /* with the last one */
    for (int i = 0; i < count_tiles(check); i++)
        if (draft->tiles[i] == TILE_LINE) {
            moves[i] = 1;
            queue[end++] = i;
        }
    for (int next = 0; next < end && lap == 0; next++)
        if (spread_from(check, queue, &end, moves,
                        (struct point){queue[next] % draft->width, queue[next] / draft->width}))
            lap = moves[queue[next]];
    free(queue);
    free(moves);
    return lap;
}

int map_draft_check(const struct map_draft *draft, struct map_fault *into, int limit)
{
    struct stock_check check = {.draft = draft, .into = into, .limit = limit};
    bool empty = true;
    for (int i = 0; i < count_tiles(&check) && empty; i++)
        empty = draft->tiles[i] == TILE_OFF;
    const char *name = check.draft->name;
    if (name[strspn(name, " ")] == '\0')
        find_fault(&check, about_key("name"), "the map has no name; give it one, \"name: Yard\"");
    const char *const values[] = {name, check.draft->author};
    static const char *const keys[] = {"name", "author"};
    for (int i = 0; i < 2; i++)
        if (!text_is_utf8(values[i]) || !text_is_one_line(values[i]))
            find_fault(&check, about_key(keys[i]),
                       "%s holds what is no text in UTF-8 or a control character; write it anew",
                       keys[i]);
    if (empty) {
        find_fault(&check, about_key(NULL), "there are no tiles; asphalt is *");
        return check.count;
    }
    check.line = map_draft_line(draft);
    check_starts(&check);
    bool straight = check_line(&check);
    if (straight)
        check_grid(&check);
    struct point at;
    if (check.draft->turn == TURN_NONE && find_tile(&check, TILE_BANK, &at))
        find_fault(
            &check, on_tile(at),
            "nothing says which way banked curves turn; choose left or right (\"turn: left\")");
    int said = check.draft->sandbags, in_sight = 0, alley = 0;
    for (int i = 0; i < count_tiles(&check); i++) {
        char tile = check.draft->tiles[i];
        alley += tile_is_alley(tile);
        in_sight += tile_is_alley(tile) && tile != TILE_SAND;
    }
    if (said >= 0 && said < in_sight)
        find_fault(&check, about_key("sandbags"),
                   "sandbags counts those in sight, too, which are %d; say at least so many",
                   in_sight);
    if (said > alley)
        find_fault(&check, about_key("sandbags"),
                   "the sand alley has %d tile%s (. S s), each for one bag; say at most so many",
                   alley, alley == 1 ? "" : "s");
    check_pits(&check);
    if (straight) {
        struct point first;
        if (find_tile(&check, TILE_LINE, &first) && shortest_lap(&check) == 0)
            find_fault(
                &check, on_tile(first),
                "no lap is possible: no way over the track leads from the line back to it in race "
                "heading (%s); close the track",
                heading_names[check.draft->race]);
    }
    free(check.line);
    return check.count;
}

const struct stock_map *stock_map_of_checked(const struct map_draft *draft)
{
    struct stock_map *map = memory_allocate(1, sizeof *map);
    /* How much of the draft holds tiles, from its upper left corner. */
    struct point_range range = {{0, draft->height}, {0, draft->height}};
    for (int i = 0; i < draft->width * draft->height; i++)
        if (draft->tiles[i] != TILE_OFF) {
            struct point at = {i % draft->width, i / draft->width};
            range.low = point_lower(range.low, at);
            range.high = point_upper(range.high, (struct point){at.x + 1, 0});
        }
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
    map->lap = shortest_lap(&(struct stock_check){.draft = &kept, .line = map->line});
    return map;
}

const struct stock_map *stock_map_make(const struct map_draft *draft, struct error *error)
{
    struct map_fault fault;
    if (map_draft_check(draft, &fault, 1) == 0)
        return stock_map_of_checked(draft);
    error_set(error, "%s", fault.text);
    return NULL;
}

/* === ground =================================================================================== */

/* The tiles as they are now (RULES 4.2, 4.3, 6.1, 6.4), and where the bags are hidden. */

struct stock_ground {
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

static struct stock_ground *make_ground(const struct stock_race *race, const char *tiles)
{
    struct stock_ground *ground = memory_allocate(1, sizeof *ground + tile_count(race));
    atomic_init(&ground->holders, 1);
    memcpy(ground->tiles, tiles, tile_count(race));
    return ground;
}

/* Sums of such terms do not know in which order the tiles have changed. */
static uint64_t term_of_tile(size_t index, char tile)
{
    return hash_number(hash_number(HASH_START, (int64_t)index), tile);
}

static void set_tile(struct stock_race *race, size_t index, char tile)
{
    struct stock_ground *ground = race->ground;
    char before = ground->tiles[index];
    if (before == tile)
        return;
    if (atomic_load(&ground->holders) > 1) {
        race->ground = make_ground(race, ground->tiles);
        if (atomic_fetch_sub(&ground->holders, 1) == 1)
            free(ground);
        ground = race->ground;
    }
    ground->tiles[index] = tile;
    race->ground_hash += term_of_tile(index, tile) - term_of_tile(index, before);
}

/* Hides so many bags under the tiles of unseen sand: under each set of them as likely. */
static void hide_bags(struct stock_race *race, int bags)
{
    size_t count = tile_count(race);
    uint32_t left = 0;
    for (size_t i = 0; i < count; i++)
        left += race->ground->tiles[i] == TILE_SAND;
    for (size_t i = 0; i < count && bags > 0; i++) {
        if (race->ground->tiles[i] != TILE_SAND)
            continue;
        if (random_below(&race->random, left) < (uint32_t)bags) {
            set_tile(race, i, TILE_HIDDEN_BAG);
            bags--;
        }
        left--;
    }
}

void ground_begin(struct stock_race *race)
{
    const struct stock_map *map = race->map;
    int in_sight = 0;
    race->ground = make_ground(race, map->tiles);
    for (size_t i = 0; i < tile_count(race); i++) {
        char tile = map->tiles[i];
        race->ground->tiles[i] = first_tile(race, tile);
        in_sight += tile == TILE_BAG || tile == TILE_FLAT_BAG;
    }
    hide_bags(race, map->sandbags - in_sight);
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
    set_tile(race, index_of(race, at), tile);
}

void ground_reset_sand(struct stock_race *race)
{
    for (size_t i = 0; i < tile_count(race); i++)
        if (tile_is_alley(race->map->tiles[i]) && race->ground->tiles[i] != TILE_OIL)
            set_tile(race, i, TILE_SAND);
    hide_bags(race, race->map->sandbags);
}

void ground_hide_anew(struct stock_race *race)
{
    int bags = 0;
    for (size_t i = 0; i < tile_count(race); i++)
        if (race->ground->tiles[i] == TILE_HIDDEN_BAG) {
            set_tile(race, i, TILE_SAND);
            bags++;
        }
    hide_bags(race, bags);
}
