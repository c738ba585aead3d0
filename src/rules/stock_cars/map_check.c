/* What is wrong with a map (1.4), each with its place and what to do. */
#include "base/memory.h"
#include "rules/stock_cars/map_inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    const struct map_draft *draft;
    bool *line;
    struct map_fault *into;
    int limit, count;
};

static void __attribute__((format(printf, 3, 4)))
find(struct check *check, struct map_fault fault, const char *format, ...)
{
    if (check->count == check->limit)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault.text, sizeof fault.text, format, arguments);
    va_end(arguments);
    check->into[check->count++] = fault;
}

static struct map_fault about(const char *key)
{
    return (struct map_fault){.key = key};
}

static struct map_fault on(struct point at)
{
    return (struct map_fault){.has_place = true, .at = at};
}

/* --- tiles in the order in which one reads ---------------------------------------------------- */

static int count_tiles(const struct check *check)
{
    return check->draft->width * check->draft->height;
}

static struct point place(const struct check *check, int i)
{
    const struct map_draft *draft = check->draft;
    return (struct point){i % draft->width, draft->height - 1 - i / draft->width};
}

static char tile_at(const struct check *check, struct point at)
{
    return map_draft_tile(check->draft, at);
}

static bool is_line(const struct check *check, struct point at)
{
    const struct map_draft *draft = check->draft;
    return tile_at(check, at) != TILE_OFF && check->line[at.y * draft->width + at.x];
}

/* The first tile of a kind. */
static bool find_tile(const struct check *check, char tile, struct point *at)
{
    for (int i = 0; i < count_tiles(check); i++) {
        *at = place(check, i);
        if (tile_at(check, *at) == tile)
            return true;
    }
    return false;
}

/* --- header, numbers -------------------------------------------------------------------------- */

static void check_name(struct check *check)
{
    const char *name = check->draft->name;
    if (name[strspn(name, " ")] == '\0')
        find(check, about("name"), "the map has no name; give it one, \"name: Yard\"");
    const char *const values[] = {name, check->draft->author};
    static const char *const keys[] = {"name", "author"};
    for (int i = 0; i < 2; i++)
        if (!text_is_utf8(values[i]) || !text_is_one_line(values[i]))
            find(check, about(keys[i]),
                 "%s holds what is no text in UTF-8 or a control character; write it anew",
                 keys[i]);
}

static void check_starts(struct check *check)
{
    struct point first[PLAYER_LIMIT + 1];
    int count[PLAYER_LIMIT + 2] = {0};
    for (int i = 0; i < count_tiles(check); i++) {
        struct point at = place(check, i);
        int start = tile_start(tile_at(check, at));
        if (start == 0)
            continue;
        if (count[start]++ == 0)
            first[start] = at;
        else
            find(check, on(at), "this is a second starting place %d; leave one of them", start);
    }
    if (count[1] == 0)
        find(check, about(NULL), "no car can start; put a 1 where the first one stands");
    for (int car = 2; car <= PLAYER_LIMIT; car++)
        if (count[car] > 0 && count[car - 1] == 0 && car > 2)
            find(check, on(first[car]),
                 "there is a starting place %d but no %d; number them without a gap", car, car - 1);
}

static void check_sandbags(struct check *check)
{
    int said = check->draft->sandbags, in_sight = 0, alley = 0;
    for (int i = 0; i < count_tiles(check); i++) {
        char tile = check->draft->tiles[i];
        alley += tile_is_alley(tile);
        in_sight += tile_is_alley(tile) && tile != TILE_SAND;
    }
    if (said >= 0 && said < in_sight)
        find(check, about("sandbags"),
             "sandbags counts those in sight, too, which are %d; say at least so many", in_sight);
    if (said > alley)
        find(check, about("sandbags"),
             "the sand alley has %d tile%s (. S s), each for one bag; say at most so many", alley,
             alley == 1 ? "" : "s");
}

/* --- the line --------------------------------------------------------------------------------- */

static struct point along_line(const struct check *check)
{
    struct point ahead = heading_steps[check->draft->race];
    return (struct point){ahead.y != 0, ahead.x != 0};
}

static void check_neighbours(struct check *check, struct point at)
{
    struct point along = along_line(check);
    const struct point sides[] = {point_subtract(at, along), point_add(at, along)};
    for (int i = 0; i < 2; i++)
        if (tile_at(check, sides[i]) != TILE_OFF && !is_line(check, sides[i])) {
            find(check, on(at),
                 "the track goes on beside this F, so the line could be passed by; let F reach "
                 "from edge to edge");
            return;
        }
}

/* False: there is none, or it is not straight, and nothing else can be said of it. */
static bool check_line(struct check *check)
{
    struct point first;
    if (!find_tile(check, TILE_LINE, &first)) {
        find(check, about(NULL), "there is no start/finish line; lay it from edge to edge (F)");
        return false;
    }
    bool upright = along_line(check).y != 0;
    for (int i = 0; i < count_tiles(check); i++) {
        struct point at = place(check, i);
        if (tile_at(check, at) == TILE_LINE && (upright ? at.x != first.x : at.y != first.y)) {
            find(check, on(at),
                 "this F is in another %s than the first; with race %s all stand in one %s",
                 upright ? "column" : "row", heading_names[check->draft->race],
                 upright ? "column" : "row");
            return false;
        }
    }
    for (int i = 0; i < count_tiles(check); i++)
        if (tile_at(check, place(check, i)) == TILE_LINE)
            check_neighbours(check, place(check, i));
    return true;
}

static bool leads_to_line(const struct check *check, struct point from, struct point step)
{
    while (tile_at(check, from) != TILE_OFF && tile_at(check, from) != TILE_LINE)
        from = point_add(from, step);
    return tile_at(check, from) == TILE_LINE;
}

static void check_grid(struct check *check)
{
    struct point ahead = heading_steps[check->draft->race], back = {-ahead.x, -ahead.y};
    for (int i = 0; i < count_tiles(check); i++) {
        struct point at = place(check, i);
        int start = tile_start(tile_at(check, at));
        if (start == 0)
            continue;
        if (leads_to_line(check, at, ahead))
            continue;
        if (leads_to_line(check, at, back))
            find(check, on(at),
                 "starting place %d stands beyond the line, which is crossed towards %s; move it "
                 "behind the line, or let race be %s",
                 start, heading_names[check->draft->race],
                 heading_names[(check->draft->race + HEADING_COUNT / 2) % HEADING_COUNT]);
        else
            find(check, on(at),
                 "the way straight ahead (%s) of starting place %d leaves the track before it "
                 "comes to an F; move it behind the line",
                 heading_names[check->draft->race], start);
    }
}

/* --- the rest --------------------------------------------------------------------------------- */

static void check_banks(struct check *check)
{
    struct point at;
    if (check->draft->turn == TURN_NONE && find_tile(check, TILE_BANK, &at))
        find(check, on(at),
             "nothing says which way banked curves turn; choose left or right (\"turn: left\")");
}

static bool touches_track(const struct check *check, struct point at)
{
    for (int heading = 0; heading < HEADING_COUNT; heading++) {
        char tile = tile_at(check, point_add(at, heading_steps[heading]));
        if (tile != TILE_OFF && !tile_is_pit(tile))
            return true;
    }
    return false;
}

static void check_pits(struct check *check)
{
    for (int i = 0; i < count_tiles(check); i++) {
        struct point at = place(check, i);
        char tile = tile_at(check, at);
        if ((tile == TILE_PIT || tile == TILE_PIT_MARK) && touches_track(check, at))
            find(check, on(at),
                 "this %c touches the track; pits are entered and left by # alone, so put a # "
                 "here or blanks between",
                 tile);
    }
}

/* 5.1, of a step between two tiles of the track. */
static int crossing(const struct check *check, struct point from, struct point step)
{
    struct point ahead = heading_steps[check->draft->race];
    int part = ahead.x * step.x + ahead.y * step.y;
    bool left = is_line(check, from), entered = is_line(check, point_add(from, step));
    if (entered == left)
        return 0;
    return entered ? part > 0 : -(part < 0);
}

/* Goes on from a tile; true: over the line forward. */
static bool spread(const struct check *check, int *queue, int *end, bool *seen, struct point from)
{
    for (int heading = 0; heading < HEADING_COUNT; heading++) {
        struct point step = heading_steps[heading], at = point_add(from, step);
        if (tile_at(check, at) == TILE_OFF)
            continue;
        int crossed = crossing(check, from, step), index = at.y * check->draft->width + at.x;
        if (crossed > 0)
            return true;
        if (crossed == 0 && !seen[index]) {
            seen[index] = true;
            queue[(*end)++] = index;
        }
    }
    return false;
}

/* From all of the line at once, never backward over it: what is reached needs no count of
 * crossings, for the first one forward ends the search. */
static bool lap_is_possible(const struct check *check)
{
    const struct map_draft *draft = check->draft;
    int *queue = memory_allocate((size_t)count_tiles(check), sizeof *queue), end = 0;
    bool *seen = memory_allocate((size_t)count_tiles(check), sizeof *seen), possible = false;
    for (int i = 0; i < count_tiles(check); i++)
        if (draft->tiles[i] == TILE_LINE) {
            seen[i] = true;
            queue[end++] = i;
        }
    for (int next = 0; next < end && !possible; next++)
        possible = spread(check, queue, &end, seen,
                          (struct point){queue[next] % draft->width, queue[next] / draft->width});
    free(queue);
    free(seen);
    return possible;
}

static void check_lap(struct check *check)
{
    struct point first;
    if (find_tile(check, TILE_LINE, &first) && !lap_is_possible(check))
        find(check, on(first),
             "no lap is possible: no way over the track leads from the line back to it in race "
             "heading (%s); close the track",
             heading_names[check->draft->race]);
}

int map_draft_check(const struct map_draft *draft, struct map_fault *into, int limit)
{
    struct check check = {.draft = draft, .into = into, .limit = limit};
    bool empty = true;
    for (int i = 0; i < count_tiles(&check) && empty; i++)
        empty = draft->tiles[i] == TILE_OFF;
    check_name(&check);
    if (empty) {
        find(&check, about(NULL), "there are no tiles; asphalt is *");
        return check.count;
    }
    check.line = map_draft_line(draft);
    check_starts(&check);
    bool straight = check_line(&check);
    if (straight)
        check_grid(&check);
    check_banks(&check);
    check_sandbags(&check);
    check_pits(&check);
    if (straight)
        check_lap(&check);
    free(check.line);
    return check.count;
}

const struct stock_map *stock_map_make(const struct map_draft *draft, struct error *error)
{
    struct map_fault fault;
    if (map_draft_check(draft, &fault, 1) == 0)
        return stock_map_of_checked(draft);
    error_set(error, "%s", fault.text);
    return NULL;
}
