/* Where cars may start (RULES 3.1). */
#include "rules/graph_paper/race.h"

#include "base/memory.h"

#include <stdlib.h>

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

bool start_is_point(const struct setup *setup, struct point at)
{
    const struct track *track = setup->track;
    const struct track_line *line = &track->start;
    struct point way = point_subtract(line->to, line->from);
    int64_t depth = grid_depth(setup);
    int64_t length2 = dot(way, way);
    int64_t along = dot(point_subtract(at, line->from), way);
    int64_t side = point_cross(line->from, line->to, at);
    /* The distance from the line is |side| / length, here compared by its square. */
    if (side > 0 || along < 0 || along > length2 || side * side > depth * depth * length2)
        return false;
    if (area_place_grid(track->surface, at) == PLACE_OUTSIDE)
        return false;
    return side == 0 || area_holds_way(track->surface, point_of_line(line, along, length2), at);
}

static bool is_taken(const struct race *race, struct point at)
{
    return race_cars_on(race, at, 0) != 0;
}

struct box {
    struct point low;
    struct point high;
};

static struct box start_box(const struct setup *setup)
{
    const struct track_line *line = &setup->track->start;
    int depth = grid_depth(setup);
    struct box box = {
        .low = {line->from.x < line->to.x ? line->from.x : line->to.x,
                line->from.y < line->to.y ? line->from.y : line->to.y},
        .high = {line->from.x > line->to.x ? line->from.x : line->to.x,
                 line->from.y > line->to.y ? line->from.y : line->to.y},
    };
    box.low = point_subtract(box.low, (struct point){depth, depth});
    box.high = point_add(box.high, (struct point){depth, depth});
    return box;
}

/* The start points of the sheet by y, then x, taken or not; appended. A track has at least one. */
static void list_points(const struct setup *setup, struct point_list *list)
{
    struct box box = start_box(setup);
    struct point at;
    for (at.y = box.low.y; at.y <= box.high.y; at.y++) {
        for (at.x = box.low.x; at.x <= box.high.x; at.x++) {
            if (start_is_point(setup, at)) {
                list->items =
                    array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
                list->items[list->count++] = at;
            }
        }
    }
}

void graph_paper_starts(const struct race *race, struct point_list *starts)
{
    int first = starts->count;
    list_points(race->setup, starts);
    int kept = first;
    for (int i = first; i < starts->count; i++)
        if (!is_taken(race, starts->items[i]))
            starts->items[kept++] = starts->items[i];
    /* When none is free all of them may be chosen, and nothing was overwritten. */
    if (kept > first)
        starts->count = kept;
}

bool start_may_choose(const struct race *race, struct point at, struct error *error)
{
    if (!start_is_point(race->setup, at)) {
        return error_set(error, "%d,%d is not a start point: ask for the moves to see them", at.x,
                         at.y);
    }
    if (!is_taken(race, at))
        return true;
    struct point_list starts = {0};
    graph_paper_starts(race, &starts);
    bool free_left = !is_taken(race, starts.items[0]);
    free(starts.items);
    return !free_left ||
           error_set(error, "a car stands on %d,%d already: choose a free start point", at.x, at.y);
}
