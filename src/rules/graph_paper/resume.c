/* Where a car goes on after leaving the track (RULES 4.1). */
#include "rules/graph_paper/race.h"

#include "base/number.h"
#include "track/track.h"

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

/* A derby knows neither lines nor checkpoints (9, 10). */
static bool crosses_something(const struct paper_race *race, struct exact_point exit,
                              struct point at)
{
    const struct track *track = track_of(race->setup);
    bool touch = race_value(race, FIELD_LINE) == LINE_TOUCH;
    if (race_is_derby(race))
        return false;
    return track_line_crossing_back(&track->start, touch, exit, at) != 0 ||
           track_line_crossing_back(&track->finish, touch, exit, at) != 0 ||
           (race_has_checkpoints(race) && passing_way_touches_checkpoint(track, exit, at));
}

bool resume_find(const struct paper_race *race, int number, struct point from,
                 struct exact_point exit, struct point *resume)
{
    enum { FARTHEST = 2 };
    struct ground ground = race_ground(race);
    struct point corner = {(int32_t)number_floor_divide(exit.x, exit.w),
                           (int32_t)number_floor_divide(exit.y, exit.w)};
    bool found = false;
    struct point at;
    for (at.y = corner.y - FARTHEST; at.y <= corner.y + FARTHEST + 1; at.y++) {
        for (at.x = corner.x - FARTHEST; at.x <= corner.x + FARTHEST + 1; at.x++) {
            if (!exact_within(exit, at, FARTHEST) || !ground_holds_point(&ground, at) ||
                race_cars_on(race, at, number) != 0 ||
                (found && !is_nearer(exit, from, at, *resume)) ||
                crosses_something(race, exit, at) || !ground_holds_way(&ground, exit, at))
                continue;
            *resume = at;
            found = true;
        }
    }
    return found;
}
