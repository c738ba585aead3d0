/* Where cars may start (RULES 3.1). */
#include "rules/graph_paper/race.h"

#include "base/memory.h"
#include "base/number.h"

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
    const struct track_line *line = &setup->track->start;
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

static bool is_on_grid(const struct setup *setup, struct point at)
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
    return side == 0 || sees_line(setup, at, along, length2);
}

bool start_is_point(const struct setup *setup, struct point at)
{
    struct ground ground = setup_ground(setup);
    return ground_holds_point(&ground, at) &&
           (setup->values[FIELD_START] == START_ANYWHERE || is_on_grid(setup, at));
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
    if (setup->values[FIELD_START] == START_ANYWHERE)
        return (struct box){{0, 0}, {setup->track->width, setup->track->height}};
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

static void add_point(struct point_list *list, struct point at)
{
    list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = at;
}

/* The next start point behind `*at`, by y, then x; `*at` may be one itself. */
static bool find_point(const struct setup *setup, const struct box *box, struct point *at)
{
    for (; at->y <= box->high.y; at->y++, at->x = box->low.x)
        for (; at->x <= box->high.x; at->x++)
            if (start_is_point(setup, *at))
                return true;
    return false;
}

bool start_has_point(const struct setup *setup)
{
    struct box box = start_box(setup);
    struct point at = box.low;
    return find_point(setup, &box, &at);
}

/* The start points of the sheet by y, then x, taken or not; appended. A set-up has at least one. */
static void list_points(const struct setup *setup, struct point_list *list)
{
    struct box box = start_box(setup);
    struct point at = box.low;
    for (; find_point(setup, &box, &at); at.x++)
        add_point(list, at);
}

static bool has_free_point(const struct race *race)
{
    struct box box = start_box(race->setup);
    struct point at = box.low;
    for (; find_point(race->setup, &box, &at); at.x++)
        if (!is_taken(race, at))
            return true;
    return false;
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
    return !has_free_point(race) ||
           error_set(error, "a car stands on %d,%d already: choose a free start point", at.x, at.y);
}

/* RULES 1.6: who begins on the line touches it. */
static bool has_crossed(const struct race *race, struct point at)
{
    const struct track *track = race->setup->track;
    struct along_place place;
    return race_value(race, FIELD_LINE) == LINE_TOUCH && !race_is_derby(race) && !track->open &&
           along_meets_point(track->start.from, track->start.to, at, &place);
}

void start_place(const struct race *race, struct car *car, struct point at)
{
    car->at = at;
    if (!has_crossed(race, at))
        return;
    car->crossings = 1;
    if (race_has_checkpoints(race))
        car->laps_opened = 1;
}
