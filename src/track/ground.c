/* See ground.h.
 *
 * Where no declared point is near, the area is asked. Else the way is traced through the area and
 * the squares of the declared points are put over it; what then lies in the track can be read off
 * the steps. Squares never overlap, so their order does not matter.
 */
#include "track/ground.h"

#include "base/memory.h"
#include "base/number.h"
#include "geometry/along.h"
#include "geometry/trace.h"
#include "track/inside.h"

#include <stdlib.h>

/* Half the side of a declared point's square, in fine units. */
enum { REACH = FINE / 4 };

static bool counts(const struct ground *ground, enum place place)
{
    return place == PLACE_INSIDE || (place == PLACE_WALL && !ground->walls_out);
}

static bool is_declared(const struct ground *ground, struct point grid, bool *inside)
{
    if (ground->track->inspected_count == 0)
        return false;
    struct track_inspected found;
    struct inspected_search search = inspected_search_begin(ground->track, grid, grid);
    if (!inspected_search_next(&search, &found))
        return false;
    *inside = found.inside;
    return true;
}

bool ground_holds_point(const struct ground *ground, struct point grid)
{
    bool inside;
    if (is_declared(ground, grid, &inside))
        return inside;
    return counts(ground, area_place_grid(ground->track->surface, grid));
}

void ground_hold_rows(const struct ground *ground, int y, int rows, bool *holds)
{
    const struct track *track = ground->track;
    size_t across = (size_t)track->width + 1, count = across * (size_t)rows;
    unsigned char *places = memory_allocate(count, 1);
    area_place_rows(track->surface, y, rows, track->width, places);
    for (size_t i = 0; i < count; i++)
        holds[i] = counts(ground, (enum place)places[i]);
    free(places);
    struct track_inspected found;
    struct inspected_search search = inspected_search_begin(
        track, (struct point){0, y}, (struct point){track->width, y + rows - 1});
    while (inspected_search_next(&search, &found))
        holds[(size_t)(found.at.y - y) * across + (size_t)found.at.x] = found.inside;
}

bool ground_holds_box(const struct ground *ground, struct point low, struct point high)
{
    if (!area_holds_box(ground->track->surface, low, high))
        return false;
    if (ground->track->inspected_count == 0)
        return true;
    struct track_inspected found;
    struct inspected_search search = inspected_search_begin(ground->track, low, high);
    while (inspected_search_next(&search, &found))
        if (!found.inside)
            return false;
    return true;
}

/* The grid points whose squares may meet a segment are within its box. */
static struct inspected_search search_near(const struct ground *ground, struct point from,
                                           struct point to)
{
    struct point low = {from.x < to.x ? from.x : to.x, from.y < to.y ? from.y : to.y};
    struct point high = point_subtract(point_add(from, to), low);
    return inspected_search_begin(ground->track, low, high);
}

/* Is the square of a declared point met by the straight line that the segment lies on? */
static bool meets_square(struct point from, struct point to, struct point at)
{
    struct point d = point_subtract(to, from);
    return 4 * llabs(point_cross(from, to, at)) <= llabs(d.x) + llabs(d.y);
}

static bool is_disturbed(const struct ground *ground, struct point from, struct point to)
{
    if (ground->track->inspected_count == 0)
        return false;
    struct track_inspected found;
    struct inspected_search search = search_near(ground, from, to);
    while (inspected_search_next(&search, &found))
        if (meets_square(from, to, found.at))
            return true;
    return false;
}

/* What is off the sheet is off the track, whatever was declared. */
static void put_square(const struct ground *ground, struct trace *trace,
                       const struct track_inspected *point)
{
    struct point at = point_to_fine(point->at);
    struct point low = {at.x - REACH, at.y - REACH};
    struct point high = {at.x + REACH, at.y + REACH};
    struct point corner =
        point_to_fine((struct point){ground->track->width, ground->track->height});
    if (!point->inside) {
        trace_set_box(trace, low, high, false, PLACE_OUTSIDE);
        return;
    }
    low = (struct point){low.x > 0 ? low.x : 0, low.y > 0 ? low.y : 0};
    high = (struct point){high.x < corner.x ? high.x : corner.x,
                          high.y < corner.y ? high.y : corner.y};
    trace_set_box(trace, low, high, true, PLACE_INSIDE);
}

static struct trace trace_ground(const struct ground *ground, struct point from, struct point to)
{
    struct trace trace = trace_move(ground->track->surface, from, to);
    struct track_inspected found;
    struct inspected_search search = search_near(ground, from, to);
    while (inspected_search_next(&search, &found))
        if (meets_square(from, to, found.at))
            put_square(ground, &trace, &found);
    return trace;
}

/* The first step whose point or what follows it is off the track; the count if there is none. What
 * follows the last step is no part of the way. */
static int find_leaving(const struct ground *ground, const struct trace *trace)
{
    int last = trace->count - 1;
    for (int i = 0; i <= last; i++) {
        const struct trace_step *step = &trace->steps[i];
        if (!counts(ground, step->here) || (i < last && !counts(ground, step->after)))
            return i;
    }
    return trace->count;
}

/* Where walls may not be touched and nothing was declared near. */
static bool holds_free_of_walls(const struct ground *ground, struct point from, struct point to,
                                struct along_place *wall)
{
    return area_place_grid(ground->track->surface, from) == PLACE_INSIDE &&
           !along_meets_wall(from, to, ground->track->surface, wall);
}

static bool holds_undisturbed(const struct ground *ground, struct point from, struct point to)
{
    const struct area *surface = ground->track->surface;
    if (!ground->walls_out)
        return area_holds_move(surface, from, to);
    struct along_place wall;
    return area_place_grid(surface, to) == PLACE_INSIDE &&
           holds_free_of_walls(ground, from, to, &wall);
}

/* ground_find_exit where something is declared near; `from` lies in the track. */
static bool find_traced_exit(const struct ground *ground, struct point from, struct point to,
                             struct exact_point *exit)
{
    struct trace trace = trace_ground(ground, from, to);
    int leaving = find_leaving(ground, &trace);
    bool holds = leaving == trace.count;
    if (!holds)
        *exit = trace_point(&trace, leaving);
    free(trace.steps);
    return holds;
}

bool ground_holds_move(const struct ground *ground, struct point from, struct point to)
{
    if (!is_disturbed(ground, from, to))
        return holds_undisturbed(ground, from, to);
    if (!ground_holds_point(ground, from) || !ground_holds_point(ground, to))
        return false;
    struct exact_point exit;
    return point_equal(from, to) || find_traced_exit(ground, from, to, &exit);
}

bool ground_find_exit(const struct ground *ground, struct point from, struct point to,
                      struct exact_point *exit)
{
    if (!ground_holds_point(ground, from)) {
        *exit = exact_from_grid(from);
        return false;
    }
    if (point_equal(from, to))
        return true;
    if (is_disturbed(ground, from, to))
        return find_traced_exit(ground, from, to, exit);
    if (!ground->walls_out)
        return area_find_exit(ground->track->surface, from, to, exit);
    struct along_place wall;
    if (holds_free_of_walls(ground, from, to, &wall))
        return true;
    *exit = along_point_at(from, to, wall);
    return false;
}

/* The same as for moves, with the corners of the squares that an exit is in. */
static struct inspected_search search_near_way(const struct ground *ground, struct exact_point from,
                                               struct point to)
{
    struct point low = {(int32_t)number_floor_divide(from.x, from.w),
                        (int32_t)number_floor_divide(from.y, from.w)};
    struct point high = {low.x + 1, low.y + 1};
    low = (struct point){to.x < low.x ? to.x : low.x, to.y < low.y ? to.y : low.y};
    high = (struct point){to.x > high.x ? to.x : high.x, to.y > high.y ? to.y : high.y};
    return inspected_search_begin(ground->track, low, high);
}

bool ground_holds_way(const struct ground *ground, struct exact_point from, struct point to)
{
    if (!ground_holds_point(ground, to) || exact_equal(from, exact_from_grid(to)))
        return ground_holds_point(ground, to);
    struct track_inspected found;
    struct inspected_search search = search_near_way(ground, from, to);
    bool near = inspected_search_next(&search, &found);
    if (!near && !ground->walls_out)
        return area_holds_way(ground->track->surface, from, to);
    struct trace trace = trace_way(ground->track->surface, from, to);
    for (; near; near = inspected_search_next(&search, &found))
        put_square(ground, &trace, &found);
    /* The way was traced from its end, and contact at the exit does not count. */
    bool holds = find_leaving(ground, &trace) >= trace.count - 1;
    free(trace.steps);
    return holds;
}

/* Pieces while they are found, from step to step. */
struct piece_list {
    struct ground_piece *items;
    int limit;
    int count;
    bool begun; /* the last one has not ended yet */
};

/* From this step on a piece goes on, or none does. */
static void note_piece(struct piece_list *pieces, bool goes_on, const struct trace *trace, int step)
{
    if (pieces->begun == goes_on)
        return;
    pieces->begun = goes_on;
    pieces->count += goes_on;
    if (pieces->count > pieces->limit)
        return;
    struct ground_piece *piece = &pieces->items[pieces->count - 1];
    *(goes_on ? &piece->enter : &piece->leave) = trace_point(trace, step);
}

static void list_traced_pieces(const struct ground *ground, const struct trace *trace,
                               struct piece_list *pieces)
{
    int last = trace->count - 1;
    for (int i = 0; i <= last; i++) {
        const struct trace_step *step = &trace->steps[i];
        note_piece(pieces, counts(ground, step->here), trace, i);
        note_piece(pieces, i < last && counts(ground, step->after), trace, i);
    }
}

int ground_list_pieces(const struct ground *ground, struct point from, struct point to,
                       struct ground_piece *pieces, int limit)
{
    struct piece_list list = {.items = pieces, .limit = limit};
    if (point_equal(from, to)) {
        if (!ground_holds_point(ground, from))
            return 0;
        if (limit > 0)
            pieces[0] = (struct ground_piece){exact_from_grid(from), exact_from_grid(from)};
        return 1;
    }
    struct trace trace = trace_ground(ground, from, to);
    list_traced_pieces(ground, &trace, &list);
    free(trace.steps);
    return list.count;
}
