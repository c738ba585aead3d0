/* Where cars may start (RULES 3.1). */
#include "rules/graph_paper/race_inside.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

static int64_t dot(struct point a, struct point b)
{
    return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

/* The point of the line that is `along` / `length2` of the way from its first to its last. */
static struct exact_point point_of_line(const struct track_line *line, int64_t along,
                                        int64_t length2)
{
    struct point way = point_subtract(line->to, line->from);
    return exact_make(line->from.x * length2 + along * way.x,
                      line->from.y * length2 + along * way.y, length2);
}

/* `start = line` is a grid of depth 0. */
static int grid_depth(const struct setup *setup)
{
    return setup->values[FIELD_START] == START_LINE ? 0 : setup->values[FIELD_GRID_DEPTH];
}

/* Walls that may not be touched: the way goes on beyond the line, so that a wall on it is met
 * before the way's end. */
static bool sees_line(const struct setup *setup, struct point at, int64_t along, int64_t length2)
{
    const struct track_line *line = &track_of(setup)->start;
    struct ground ground = setup_ground(setup);
    struct exact_point foot = point_of_line(line, along, length2);
    if (!ground.walls_out)
        return ground_holds_way(&ground, foot, at);
    struct point way = point_subtract(line->to, line->from);
    int whole = (int)number_common_divisor(way.x, way.y);
    struct point across = {-way.y / whole, way.x / whole};
    struct point behind = at;
    while (point_cross(line->from, line->to, behind) <= 0)
        behind = point_add(behind, across);
    struct ground_piece piece;
    return ground_list_pieces(&ground, at, behind, &piece, 1) > 0 &&
           along_compare(along_place_of(at, behind, foot),
                         along_place_of(at, behind, piece.leave)) < 0;
}

/* As far as the line alone says; how far it is there may still not be seen. */
static bool is_on_grid(const struct setup *setup, struct point at)
{
    const struct track_line *line = &track_of(setup)->start;
    struct point way = point_subtract(line->to, line->from);
    int64_t depth = grid_depth(setup);
    int64_t length2 = dot(way, way);
    int64_t along = dot(point_subtract(at, line->from), way);
    int64_t side = point_cross(line->from, line->to, at);
    /* The distance from the line is |side| / length, here compared by its square. */
    return side <= 0 && along >= 0 && along <= length2 && side * side <= depth * depth * length2;
}

static bool reaches_line(const struct setup *setup, struct point at)
{
    const struct track_line *line = &track_of(setup)->start;
    struct point way = point_subtract(line->to, line->from);
    return point_cross(line->from, line->to, at) == 0 ||
           sees_line(setup, at, dot(point_subtract(at, line->from), way), dot(way, way));
}

bool start_is_point(const struct setup *setup, struct point at)
{
    struct ground ground = setup_ground(setup);
    bool anywhere = setup->values[FIELD_START] == START_ANYWHERE;
    return (anywhere || is_on_grid(setup, at)) && ground_holds_point(&ground, at) &&
           (anywhere || reaches_line(setup, at));
}

static bool is_taken(const struct paper_race *race, struct point at)
{
    return race_cars_on(race, at, 0) != 0;
}

static struct point_range start_box(const struct setup *setup)
{
    if (setup->values[FIELD_START] == START_ANYWHERE)
        return (struct point_range){{0, 0}, {track_of(setup)->width, track_of(setup)->height}};
    const struct track_line *line = &track_of(setup)->start;
    int depth = grid_depth(setup);
    struct point aside = {depth, depth};
    return (struct point_range){
        .low = point_subtract(point_lower(line->from, line->to), aside),
        .high = point_add(point_upper(line->from, line->to), aside),
    };
}

/* So many rows are looked at together. */
enum { BAND = 64 };

static void fill_band(const struct setup *setup, const struct point_range *box, int y, int rows,
                      bool *holds)
{
    struct ground ground = setup_ground(setup);
    if (setup->values[FIELD_START] == START_ANYWHERE) {
        ground_hold_rows(&ground, y, rows, holds);
        return;
    }
    for (struct point at = {0, y}; at.y < y + rows; at.y++)
        for (at.x = box->low.x; at.x <= box->high.x; at.x++)
            *holds++ = start_is_point(setup, at);
}

static void leave_out_taken(const struct paper_race *race, const struct point_range *box, int y,
                            int rows, bool *holds)
{
    for (int i = 0; i < setup_car_count(race->setup); i++) {
        const struct car *car = &race->cars[i];
        struct point from = point_subtract(car->at, (struct point){box->low.x, y});
        int across = box->high.x - box->low.x + 1;
        if (car_in_the_way(car) && from.x >= 0 && from.x < across && from.y >= 0 && from.y < rows)
            holds[from.y * across + from.x] = false;
    }
}

static void add_run(struct start_runs *runs, struct point first, int length)
{
    list_add(runs, (struct start_run){first, length, runs->points});
    runs->points += length;
}

static void add_runs(const struct point_range *box, int y, const bool *holds,
                     struct start_runs *runs)
{
    int across = box->high.x - box->low.x + 1;
    for (int x = 0; x < across;) {
        const bool *begin = memchr(holds + x, 1, (size_t)(across - x));
        if (!begin)
            return;
        const bool *end = memchr(begin, 0, (size_t)(holds + across - begin));
        int length = (int)((end ? end : holds + across) - begin);
        x = (int)(begin - holds);
        add_run(runs, (struct point){box->low.x + x, y}, length);
        x += length;
    }
}

/* The start points of the sheet, with `race` only the free ones; `any`: it is enough to find the
 * first band of rows that has some. */
static void list_runs(const struct setup *setup, const struct paper_race *race, bool any,
                      struct start_runs *runs)
{
    struct point_range box = start_box(setup);
    size_t across = (size_t)(box.high.x - box.low.x + 1);
    bool *holds = memory_allocate(across * BAND, sizeof *holds);
    for (int y = box.low.y; y <= box.high.y && !(any && runs->points > 0); y += BAND) {
        int rows = box.high.y - y + 1 < BAND ? box.high.y - y + 1 : BAND;
        fill_band(setup, &box, y, rows, holds);
        if (race)
            leave_out_taken(race, &box, y, rows, holds);
        for (int row = 0; row < rows; row++)
            add_runs(&box, y + row, holds + (size_t)row * across, runs);
    }
    free(holds);
}

static bool has_any(const struct setup *setup, const struct paper_race *race)
{
    struct start_runs runs = {0};
    list_runs(setup, race, true, &runs);
    graph_paper_free_runs(&runs);
    return runs.points > 0;
}

bool start_has_point(const struct setup *setup)
{
    return has_any(setup, NULL);
}

void graph_paper_start_runs(const struct race *any, struct start_runs *runs)
{
    const struct paper_race *race = paper_race(any);
    runs->count = runs->points = 0;
    list_runs(race->setup, race, false, runs);
    /* When none is free all of them may be chosen. A set-up has at least one. */
    if (runs->points == 0)
        list_runs(race->setup, NULL, false, runs);
}

void graph_paper_free_runs(struct start_runs *runs)
{
    free(runs->items);
    runs->items = NULL;
    runs->count = runs->capacity = 0;
}

int graph_paper_run_from(const struct start_runs *runs, int y)
{
    int low = 0, high = runs->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (runs->items[middle].first.y < y)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct point graph_paper_start(const struct start_runs *runs, int index)
{
    int low = 0, high = runs->count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (runs->items[middle].before <= index)
            low = middle;
        else
            high = middle - 1;
    }
    const struct start_run *run = &runs->items[low];
    return (struct point){run->first.x + index - run->before, run->first.y};
}

void graph_paper_starts(const struct race *any, struct point_list *starts)
{
    const struct paper_race *race = paper_race(any);
    struct start_runs runs = {0};
    graph_paper_start_runs(&race->head, &runs);
    starts->capacity = starts->count + runs.points;
    starts->items = memory_resize(starts->items, (size_t)starts->capacity, sizeof *starts->items);
    for (int i = 0; i < runs.count; i++)
        for (int k = 0; k < runs.items[i].length; k++)
            starts->items[starts->count++] =
                (struct point){runs.items[i].first.x + k, runs.items[i].first.y};
    graph_paper_free_runs(&runs);
}

bool start_may_choose(const struct paper_race *race, struct point at, struct error *error)
{
    if (!start_is_point(race->setup, at)) {
        return error_set(error, "%d,%d is not a start point: ask for the moves to see them", at.x,
                         at.y);
    }
    if (!is_taken(race, at))
        return true;
    return !has_any(race->setup, race) ||
           error_set(error, "a car stands on %d,%d already: choose a free start point", at.x, at.y);
}

/* RULES 1.6: who begins on the line touches it. */
static bool has_crossed(const struct paper_race *race, struct point at)
{
    const struct track *track = track_of(race->setup);
    struct along_place place;
    return race_value(race, FIELD_LINE) == LINE_TOUCH && !race_is_derby(race) && !track->open &&
           along_meets_point(track->start.from, track->start.to, at, &place);
}

void start_place(const struct paper_race *race, struct car *car, struct point at)
{
    car->at = at;
    if (!has_crossed(race, at))
        return;
    car->crossings = 1;
    if (race_has_checkpoints(race))
        car->laps_opened = 1;
}
