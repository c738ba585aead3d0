/* The plan: its draft, and what is changed in it as a whole. */
#include "studio/stock_cars/plan.h"

#include "base/memory.h"
#include "base/number.h"
#include "rules/stock_cars/stock_cars.h"
#include "studio/studio.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t area(const struct map_draft *draft)
{
    return (size_t)draft->width * (size_t)draft->height;
}

static void copy_draft(const void *draft, void *into)
{
    *(struct map_draft *)into = map_draft_copy(draft);
}

static void give_back(void *draft)
{
    map_draft_free(draft);
}

static bool is_same(const void *one, const void *other)
{
    const struct map_draft *a = one, *b = other;
    return a->width == b->width && a->height == b->height && a->laps == b->laps &&
           a->race == b->race && a->turn == b->turn && a->sandbags == b->sandbags &&
           strcmp(a->name, b->name) == 0 && strcmp(a->author, b->author) == 0 &&
           memcmp(a->tiles, b->tiles, area(a)) == 0;
}

static const struct steps_kind drafts = {sizeof(struct map_draft), copy_draft, give_back, is_same,
                                         NULL};

struct steps *map_plan_create(int width, int height)
{
    struct map_draft draft = map_draft_make(width, height);
    return map_plan_from_draft(&draft);
}

struct steps *map_plan_from_draft(struct map_draft *draft)
{
    return steps_create(&drafts, draft);
}

const struct map_draft *map_plan_draft(const struct steps *plan)
{
    return steps_sheet(plan);
}

bool map_plan_is_empty(const struct steps *plan)
{
    const struct map_draft *draft = map_plan_draft(plan);
    for (size_t i = 0; i < area(draft); i++)
        if (draft->tiles[i] != TILE_OFF)
            return false;
    return true;
}

/* --- what changes ----------------------------------------------------------------------------- */

static struct map_draft *begin_change(struct steps *plan)
{
    return steps_change(plan);
}

void map_plan_set(struct steps *plan, struct point at, char tile)
{
    const struct map_draft *draft = map_plan_draft(plan);
    bool within = at.x >= 0 && at.y >= 0 && at.x < draft->width && at.y < draft->height;
    if (within && map_draft_tile(draft, at) != tile)
        begin_change(plan)->tiles[at.y * draft->width + at.x] = tile;
}

void map_plan_set_name(struct steps *plan, const char *name)
{
    steps_set_text(plan, offsetof(struct map_draft, name), name);
}

void map_plan_set_author(struct steps *plan, const char *author)
{
    steps_set_text(plan, offsetof(struct map_draft, author), author);
}

void map_plan_set_header(struct steps *plan, int laps, enum heading race, enum turn turn,
                         int sandbags)
{
    struct map_draft *draft = begin_change(plan);
    draft->laps = laps;
    draft->race = race;
    draft->turn = turn;
    draft->sandbags = sandbags;
}

void map_plan_resize(struct steps *plan, int width, int height, struct point by)
{
    struct map_draft *draft = begin_change(plan), old = *draft;
    width = number_smaller(number_larger(width, 1), STOCK_MAP_SIDE);
    height = number_smaller(number_larger(height, 1), STOCK_MAP_SIDE);
    draft->width = width;
    draft->height = height;
    draft->tiles = memory_allocate(area(draft), 1);
    for (int i = 0; i < width * height; i++)
        draft->tiles[i] = map_draft_tile(&old, (struct point){i % width - by.x, i / width - by.y});
    free(old.tiles);
}

void map_plan_fit(struct steps *plan, int margin)
{
    const struct map_draft *draft = map_plan_draft(plan);
    struct point low = {draft->width, draft->height}, high = {-1, -1};
    for (int i = 0; i < draft->width * draft->height; i++)
        if (draft->tiles[i] != TILE_OFF) {
            struct point at = {i % draft->width, i / draft->width};
            low = point_lower(low, at);
            high = point_upper(high, at);
        }
    if (high.x >= 0)
        map_plan_resize(plan, high.x - low.x + 1 + 2 * margin, high.y - low.y + 1 + 2 * margin,
                        (struct point){margin - low.x, margin - low.y});
}

void map_plan_replace(struct steps *plan, const struct map_draft *draft)
{
    struct map_draft *now = begin_change(plan), old = *now;
    *now = map_draft_copy(draft);
    map_draft_free(&old);
}

/* === lay ====================================================================================== */

/* What is laid on a plan: strokes, roads, pits, the line and the starting grid. */

/* --- a pen along a way ------------------------------------------------------------------------ */

/* Of an even pen the middle lies on a corner. */
static struct spot middle(struct point at, int width)
{
    double aside = width % 2 == 0 ? 0.5 : 0;
    return (struct spot){at.x + aside, at.y + aside};
}

static double distance(struct spot at, struct spot from, struct spot to)
{
    struct spot way = {to.x - from.x, to.y - from.y};
    double length = way.x * way.x + way.y * way.y;
    double share = length > 0 ? ((at.x - from.x) * way.x + (at.y - from.y) * way.y) / length : 0;
    struct spot near = spot_plus(from, way, fmin(fmax(share, 0), 1));
    return sqrt((at.x - near.x) * (at.x - near.x) + (at.y - near.y) * (at.y - near.y));
}

/* `over`: only on such tiles; TILE_OFF: on all. */
static void draw_line(struct steps *plan, struct spot from, struct spot to, int width, char tile,
                      char over)
{
    /* Tiles whose middles are so near are under the pen: round where ways meet, full where they are
     * straight. */
    double reach = (width - 1) / 2.0 + 0.3;
    const struct map_draft *draft = map_plan_draft(plan);
    int left = number_larger(0, (int)floor(fmin(from.x, to.x) - reach));
    int right = number_smaller(draft->width - 1, (int)ceil(fmax(from.x, to.x) + reach));
    int low = number_larger(0, (int)floor(fmin(from.y, to.y) - reach));
    int high = number_smaller(draft->height - 1, (int)ceil(fmax(from.y, to.y) + reach));
    for (int y = low; y <= high; y++)
        for (int x = left; x <= right; x++) {
            struct point at = {x, y};
            bool fits = over == TILE_OFF || map_draft_tile(draft, at) == over;
            if (fits && distance((struct spot){x, y}, from, to) <= reach)
                map_plan_set(plan, at, tile);
        }
}

void map_plan_stroke(struct steps *plan, struct point from, struct point to, int width, char tile)
{
    draw_line(plan, middle(from, width), middle(to, width), width, tile, TILE_OFF);
}

void map_plan_bank(struct steps *plan, struct point from, struct point to, int width)
{
    draw_line(plan, middle(from, width), middle(to, width), width, TILE_BANK, TILE_ASPHALT);
}

void map_plan_flood(struct steps *plan, struct point at, char tile)
{
    const struct map_draft *draft = map_plan_draft(plan);
    char old = map_draft_tile(draft, at);
    bool within = at.x >= 0 && at.y >= 0 && at.x < draft->width && at.y < draft->height;
    if (!within || old == tile)
        return;
    struct {
        struct point *items;
        int count, capacity;
    } open = {0};
    list_add(&open, at);
    map_plan_set(plan, at, tile);
    while (open.count > 0) {
        struct point from = open.items[--open.count];
        for (int heading = 0; heading < HEADING_COUNT; heading += 2) {
            struct point next = point_add(from, heading_steps[heading]);
            if (next.x < 0 || next.y < 0 || next.x >= draft->width || next.y >= draft->height ||
                map_draft_tile(draft, next) != old)
                continue;
            map_plan_set(plan, next, tile);
            list_add(&open, next);
        }
    }
    free(open.items);
}

/* --- roads ------------------------------------------------------------------------------------ */

struct point map_plan_straight_end(struct point from, struct point to)
{
    struct point way = point_subtract(to, from);
    int across = abs(way.x), up = abs(way.y), length = point_reach(way);
    struct point step = {2 * across > up ? (way.x > 0) - (way.x < 0) : 0,
                         2 * up > across ? (way.y > 0) - (way.y < 0) : 0};
    return (struct point){from.x + length * step.x, from.y + length * step.y};
}

void map_plan_lay_straight(struct steps *plan, struct point from, struct point to, int width)
{
    map_plan_stroke(plan, from, map_plan_straight_end(from, to), width, TILE_ASPHALT);
}

/* Straight, aslant and straight again: what is left of a corner when it is cut so that its edges
 * are as long as its cut, an eighth of a round at each end. */
void map_plan_lay_bend(struct steps *plan, struct point from, struct point to, int width,
                       bool upright)
{
    static const double cut = 0.5858; /* 2 - sqrt(2) */
    struct point way = point_subtract(to, from);
    struct point corner = upright ? (struct point){from.x, to.y} : (struct point){to.x, from.y};
    int length = (int)lround(cut * number_smaller(abs(way.x), abs(way.y)));
    struct point along = point_subtract(corner, from), out = point_subtract(to, corner);
    struct point before = {corner.x - length * ((along.x > 0) - (along.x < 0)),
                           corner.y - length * ((along.y > 0) - (along.y < 0))};
    struct point after = {corner.x + length * ((out.x > 0) - (out.x < 0)),
                          corner.y + length * ((out.y > 0) - (out.y < 0))};
    map_plan_stroke(plan, from, before, width, TILE_ASPHALT);
    map_plan_stroke(plan, before, after, width, TILE_ASPHALT);
    map_plan_stroke(plan, after, to, width, TILE_ASPHALT);
}

void map_plan_lay_pits(struct steps *plan, struct point from, struct point to)
{
    to = map_plan_straight_end(from, to);
    struct point way = point_subtract(to, from);
    struct point step = {(way.x > 0) - (way.x < 0), (way.y > 0) - (way.y < 0)};
    int length = point_reach(way);
    for (int i = 0; i <= length; i++, from = point_add(from, step))
        map_plan_set(plan, from,
                     i == 0 || i == length ? TILE_PIT_END
                     : i == length / 2     ? TILE_PIT_MARK
                                           : TILE_PIT);
}

/* --- line and grid ---------------------------------------------------------------------------- */

static bool is_road(const struct steps *plan, struct point at)
{
    char tile = map_draft_tile(map_plan_draft(plan), at);
    return tile != TILE_OFF && !tile_is_pit(tile);
}

static void replace_all(struct steps *plan, char old, char tile)
{
    const struct map_draft *draft = map_plan_draft(plan);
    for (int i = 0; i < draft->width * draft->height; i++)
        if (draft->tiles[i] == old)
            map_plan_set(plan, (struct point){i % draft->width, i / draft->width}, tile);
}

static int count_starts(const struct steps *plan)
{
    const struct map_draft *draft = map_plan_draft(plan);
    int most = 0;
    for (int i = 0; i < draft->width * draft->height; i++)
        most = number_larger(most, tile_start(draft->tiles[i]));
    return most;
}

/* The line's tiles from one edge to the other, pits left out; how many. */
static int find_line(const struct steps *plan, struct point *first)
{
    const struct map_draft *draft = map_plan_draft(plan);
    int count = 0;
    for (int i = 0; i < draft->width * draft->height; i++)
        if (draft->tiles[i] == TILE_LINE) {
            struct point at = {i % draft->width, i / draft->width};
            *first = count == 0 ? at : point_lower(*first, at);
            count++;
        }
    return count;
}

/* Tiles of road through a place, straight on in both directions. */
static int run_of_road(const struct steps *plan, struct point at, struct point along)
{
    int count = 1;
    for (struct point to = point_add(at, along); is_road(plan, to); to = point_add(to, along))
        count++;
    for (struct point to = point_subtract(at, along); is_road(plan, to);
         to = point_subtract(to, along))
        count++;
    return count;
}

/* The line goes where the road is narrow. Of the two ways over it that of the line that was there
 * stays, unless the grid says otherwise. */
static enum heading guess_race(const struct steps *plan, struct point at)
{
    const struct map_draft *draft = map_plan_draft(plan);
    int wide = run_of_road(plan, at, (struct point){1, 0});
    int high = run_of_road(plan, at, (struct point){0, 1});
    bool upright = heading_steps[draft->race].x != 0;
    bool kept = wide == high || upright == (high < wide);
    if (!kept)
        upright = !upright;
    enum heading one = upright ? HEADING_E : HEADING_N, other = upright ? HEADING_W : HEADING_S;
    struct point first;
    bool settled = kept && find_line(plan, &first) > 0 && count_starts(plan) == 0;
    if (settled)
        return draft->race;
    /* How far the cars of the grid are behind a line there; without a grid how far the track lies
     * to the side to which its banked curves turn, or to the left. */
    struct point ahead = heading_steps[one], inwards = {-ahead.y, ahead.x};
    int64_t behind = 0, inside = 0;
    bool grid = false;
    for (int i = 0; i < draft->width * draft->height; i++) {
        struct point way = point_subtract((struct point){i % draft->width, i / draft->width}, at);
        if (tile_start(draft->tiles[i]) > 0) {
            grid = true;
            behind -= point_dot(way, ahead);
        }
        if (draft->tiles[i] != TILE_OFF)
            inside += point_dot(way, inwards);
    }
    int64_t says = grid ? behind : draft->turn == TURN_RIGHT ? -inside : inside;
    return says > 0 ? one : says < 0 ? other : kept ? draft->race : one;
}

void map_plan_lay_line(struct steps *plan, struct point at)
{
    if (!is_road(plan, at))
        return;
    const struct map_draft *draft = map_plan_draft(plan);
    enum heading race = guess_race(plan, at);
    map_plan_set_header(plan, draft->laps, race, draft->turn, draft->sandbags);
    struct point ahead = heading_steps[race], along = {abs(ahead.y), abs(ahead.x)};
    replace_all(plan, TILE_LINE, TILE_ASPHALT);
    while (is_road(plan, point_subtract(at, along)))
        at = point_subtract(at, along);
    for (; is_road(plan, at); at = point_add(at, along))
        map_plan_set(plan, at, TILE_LINE);
}

void map_plan_toggle_start(struct steps *plan, struct point at)
{
    int start = tile_start(map_draft_tile(map_plan_draft(plan), at)), count = count_starts(plan);
    if (start > 0) {
        map_plan_set(plan, at, TILE_ASPHALT);
        for (int car = start + 1; car <= count; car++)
            replace_all(plan, (char)('0' + car), (char)('0' + car - 1));
    } else if (is_road(plan, at) && count < PLAYER_LIMIT) {
        map_plan_set(plan, at, (char)('1' + count));
    }
}

static bool has_start(const struct steps *plan, int car)
{
    const struct map_draft *draft = map_plan_draft(plan);
    return memchr(draft->tiles, '0' + car, (size_t)draft->width * (size_t)draft->height) != NULL;
}

/* Two lanes a quarter from each edge, one behind the other by turns, so that nobody stands beside
 * another; places that are taken are passed over. */
bool map_plan_lay_grid(struct steps *plan, int cars)
{
    struct point first, ahead = heading_steps[map_plan_draft(plan)->race];
    struct point along = {abs(ahead.y), abs(ahead.x)};
    int lanes = find_line(plan, &first), row = 0;
    for (int car = 1; car <= cars && lanes > 0; car++) {
        for (bool placed = has_start(plan, car); !placed; row++) {
            int lane = row % 2 == 0 ? lanes - 1 - lanes / 4 : lanes / 4, behind = row + 1;
            struct point at = {first.x + lane * along.x - behind * ahead.x,
                               first.y + lane * along.y - behind * ahead.y};
            char tile = map_draft_tile(map_plan_draft(plan), at);
            if (!is_road(plan, at) || tile == TILE_LINE)
                return false;
            placed = tile_start(tile) == 0;
            if (placed)
                map_plan_set(plan, at, (char)('0' + car));
        }
    }
    return lanes > 0;
}

/* --- parts ------------------------------------------------------------------------------------ */

/* A draft of its own, so that the part may cover itself. */
static struct map_draft lift_part(const struct steps *plan, struct point_range part)
{
    struct map_draft lifted = map_draft_make(part.high.x - part.low.x, part.high.y - part.low.y);
    for (int i = 0; i < lifted.width * lifted.height; i++)
        lifted.tiles[i] =
            map_draft_tile(map_plan_draft(plan), (struct point){part.low.x + i % lifted.width,
                                                                part.low.y + i / lifted.width});
    return lifted;
}

void map_plan_clear_part(struct steps *plan, struct point_range part)
{
    for (int y = part.low.y; y < part.high.y; y++)
        for (int x = part.low.x; x < part.high.x; x++)
            map_plan_set(plan, (struct point){x, y}, TILE_OFF);
}

struct point_range map_plan_put(struct steps *plan, const struct map_draft *draft, struct point at)
{
    for (int i = 0; i < draft->width * draft->height; i++)
        if (draft->tiles[i] != TILE_OFF)
            map_plan_set(plan, (struct point){at.x + i % draft->width, at.y + i / draft->width},
                         draft->tiles[i]);
    return (struct point_range){at, {at.x + draft->width, at.y + draft->height}};
}

static struct point_range put_lifted(struct steps *plan, struct point_range part,
                                     struct map_draft *lifted, struct point at)
{
    map_plan_clear_part(plan, part);
    struct point_range there = map_plan_put(plan, lifted, at);
    map_draft_free(lifted);
    return there;
}

struct point_range map_plan_move_part(struct steps *plan, struct point_range part, struct point by)
{
    struct map_draft lifted = lift_part(plan, part);
    return put_lifted(plan, part, &lifted, point_add(part.low, by));
}

/* Where a tile of the turned part comes from. */
static struct point source(enum map_plan_turn turn, struct point at, int width, int height)
{
    switch (turn) {
    case MAP_PLAN_MIRROR_ACROSS:
        return (struct point){width - 1 - at.x, at.y};
    case MAP_PLAN_MIRROR_UP:
        return (struct point){at.x, height - 1 - at.y};
    case MAP_PLAN_TURN_LEFT:
        return (struct point){at.y, height - 1 - at.x};
    default:
        return (struct point){width - 1 - at.y, at.x};
    }
}

struct point_range map_plan_turn_part(struct steps *plan, struct point_range part,
                                      enum map_plan_turn turn)
{
    struct map_draft lifted = lift_part(plan, part);
    bool turns = turn == MAP_PLAN_TURN_LEFT || turn == MAP_PLAN_TURN_RIGHT;
    struct map_draft turned =
        map_draft_make(turns ? lifted.height : lifted.width, turns ? lifted.width : lifted.height);
    for (int i = 0; i < turned.width * turned.height; i++) {
        struct point at = {i % turned.width, i / turned.width};
        turned.tiles[i] = map_draft_tile(&lifted, source(turn, at, lifted.width, lifted.height));
    }
    map_draft_free(&lifted);
    return put_lifted(plan, part, &turned, part.low);
}

/* === text ===================================================================================== */

/* Maps as people post them: copied out, and read back out of a post. */

void map_plan_copy(const struct steps *plan, struct text *into)
{
    map_draft_write(map_plan_draft(plan), into);
}

void map_plan_copy_part(const struct steps *plan, struct point_range part, struct text *into)
{
    for (int y = part.high.y - 1; y >= part.low.y; y--) {
        size_t end = into->length;
        for (int x = part.low.x; x < part.high.x; x++) {
            char tile = map_draft_tile(map_plan_draft(plan), (struct point){x, y});
            text_append_bytes(into, &tile, 1);
            end = tile == TILE_OFF ? end : into->length;
        }
        if (into->length > end)
            text_cut(into, end);
        text_append(into, "\n");
    }
}

/* --- out of a post ---------------------------------------------------------------------------- */

/* The header's line `i` by itself, in a file that would be right with it. */
static bool is_sound(const char *line, size_t length)
{
    struct text file = {0};
    struct map_draft draft;
    struct error error;
    text_append_format(&file, "%s%.*s\n\n*\n", strncmp(line, "race", 4) == 0 ? "" : "race: N\n",
                       (int)length, line);
    bool read = map_draft_read(text_string(&file), file.length, &draft, NULL, &error);
    if (read)
        map_draft_free(&draft);
    text_free(&file);
    return read;
}

/* Of a header that is wrong what can be read of it, if no key stands there twice, else nothing. */
static bool read_rows(const struct map_post *post, struct map_draft *into, bool *has_header,
                      struct error *error)
{
    struct text file = {0};
    const char *line = text_string(&post->file);
    bool has_race = false;
    for (int i = 0; i < post->header; i++) {
        size_t length = strcspn(line, "\n") + 1;
        if (*has_header && is_sound(line, length - 1)) {
            text_append_bytes(&file, line, length);
            has_race |= strncmp(line, "race", 4) == 0;
        }
        line += length;
    }
    *has_header = file.length > 0;
    text_append_format(&file, "%s%s", has_race ? "" : "race: N\n", line);
    bool read = map_draft_read(text_string(&file), file.length, into, NULL, error);
    text_free(&file);
    return read;
}

bool map_plan_read_post(const char *bytes, struct map_draft *into, bool *has_header,
                        struct error *error)
{
    struct map_post post = {0};
    size_t length = strlen(bytes);
    *has_header = map_draft_read(bytes, length, into, NULL, error);
    if (*has_header)
        return true;
    if (length > STOCK_MAP_BYTES)
        return error_set(error, "what was copied is over 1 MiB: no map is so large");
    bool read = false;
    if (!map_post_find(bytes, length, &post))
        error_set(error,
                  "there is no map in what was copied: no line of tiles (* o . S s b F p # "
                  "P, 1 to %d)",
                  PLAYER_LIMIT);
    else if (post.other == 0) {
        *has_header = true;
        read = read_rows(&post, into, has_header, error);
        if (!read && *has_header) {
            *has_header = false;
            read = read_rows(&post, into, has_header, error);
        }
    }
    map_post_free(&post);
    error->line = error->column = 0;
    return read;
}
