/* Where a car goes on after leaving the track (RULES 4.1). */
#include "rules/graph_paper/race.h"

#include "base/number.h"

static int64_t squared_distance(struct point a, struct point b)
{
    int64_t x = a.x - b.x;
    int64_t y = a.y - b.y;
    return x * x + y * y;
}

/* Nearer to the exit, then nearer to the move's start; points come by y, then x, so an equal one
 * that comes later is no better. */
static bool is_nearer(struct exact_point exit, struct point from, struct point at,
                      struct point best)
{
    int order = exact_compare_distance(exit, at, best);
    return order < 0 || (order == 0 && squared_distance(from, at) < squared_distance(from, best));
}

static bool way_is_open(const struct track *track, struct exact_point exit, struct point at)
{
    if (track_line_crossing_back(&track->start, false, exit, at) != 0 ||
        track_line_crossing_back(&track->finish, false, exit, at) != 0)
        return false;
    return area_holds_way(track->surface, exit, at);
}

bool resume_find(const struct race *race, int number, struct point from, struct exact_point exit,
                 struct point *resume)
{
    enum { FARTHEST = 2 };
    const struct track *track = race->setup->track;
    struct point corner = {(int32_t)number_floor_divide(exit.x, exit.w),
                           (int32_t)number_floor_divide(exit.y, exit.w)};
    bool found = false;
    struct point at;
    for (at.y = corner.y - FARTHEST; at.y <= corner.y + FARTHEST + 1; at.y++) {
        for (at.x = corner.x - FARTHEST; at.x <= corner.x + FARTHEST + 1; at.x++) {
            if (!exact_within(exit, at, FARTHEST) ||
                area_place_grid(track->surface, at) == PLACE_OUTSIDE ||
                race_cars_on(race, at, number) != 0 ||
                (found && !is_nearer(exit, from, at, *resume)) || !way_is_open(track, exit, at))
                continue;
            *resume = at;
            found = true;
        }
    }
    return found;
}
