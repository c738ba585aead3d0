/* What a move does, worked out without changing anything: RULES 1.5, 2.3, 5.3, 5.5, 6, 8.1. The
 * list of moves and the doing of a move both ask here, so they cannot disagree.
 */
#include "rules/graph_paper/race.h"

const struct surroundings drive_look_at_everything = {
    .held = false, .line_near = true, .car_near = true, .slick_near = true};

static bool in_box(struct point p, struct point low, struct point high)
{
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y;
}

static bool line_meets_box(const struct track_line *line, struct point low, struct point high)
{
    struct point a = line->from;
    struct point b = line->to;
    return !((a.x < low.x && b.x < low.x) || (a.x > high.x && b.x > high.x) ||
             (a.y < low.y && b.y < low.y) || (a.y > high.y && b.y > high.y));
}

/* With `reach = end` only a car on a grid point of the box can be struck. */
static bool car_in_box(const struct race *race, int number, struct point low, struct point high)
{
    if (race_value(race, FIELD_COLLISION) == COLLISION_NONE)
        return false;
    for (int i = 0; i < race->car_count; i++) {
        const struct car *other = &race->cars[i];
        if (i != number - 1 && car_in_the_way(other) && in_box(other->at, low, high))
            return true;
    }
    return false;
}

struct surroundings drive_look_around(const struct race *race, int number, struct point low,
                                      struct point high)
{
    const struct track *track = race->setup->track;
    return (struct surroundings){
        .held = area_holds_box(track->surface, low, high),
        .line_near = line_meets_box(&track->finish, low, high),
        .car_near = car_in_box(race, number, low, high),
        .slick_near = track->slick_count > 0,
    };
}

/* RULES 5.3: all cars on the end point, unless the move stays there. */
static uint64_t find_struck(const struct race *race, int number, struct point from, struct point to)
{
    if (race_value(race, FIELD_COLLISION) == COLLISION_NONE || point_equal(from, to))
        return 0;
    return race_cars_on(race, to, number);
}

/* A way to an exit crosses the line only if the whole way does, so most exits need not be found. */
static int find_crossing(const struct track *track, struct drive *drive)
{
    int crossing = track_line_crossing(&track->finish, false, drive->from, drive->end);
    if (crossing != 0 && drive->off_track) {
        area_find_exit(track->surface, drive->from, drive->to, &drive->end);
        crossing = track_line_crossing(&track->finish, false, drive->from, drive->end);
    }
    return crossing;
}

/* RULES 8.1: closed tracks count the crossings, open ones take the first forward one. */
static bool is_finish(const struct race *race, const struct car *car, int crossing)
{
    if (race->setup->track->open)
        return crossing > 0;
    return car->crossings + crossing > race_value(race, FIELD_LAPS);
}

struct drive drive_work_out(const struct race *race, int number, const struct car *car,
                            const struct surroundings *around, struct point to)
{
    const struct track *track = race->setup->track;
    struct point from = car->at;
    struct drive drive = {.from = from, .to = to, .end = exact_from_grid(to)};
    drive.off_track = !around->held && !area_holds_move(track->surface, from, to);
    if (around->line_near) {
        drive.crossing = find_crossing(track, &drive);
        drive.finish = is_finish(race, car, drive.crossing);
    }
    if (drive.finish || drive.off_track)
        return drive;
    drive.struck = around->car_near ? find_struck(race, number, from, to) : 0;
    drive.slick = around->slick_near && race_value(race, FIELD_SLICKS) == SLICKS_SPIN &&
                  track_on_slick(track, to);
    return drive;
}

enum outcome drive_outcome(const struct drive *drive)
{
    return drive->finish        ? OUTCOME_FINISH
           : drive->off_track   ? OUTCOME_OFF_TRACK
           : drive->struck != 0 ? OUTCOME_COLLISION
           : drive->slick       ? OUTCOME_SLICK
                                : OUTCOME_CLEAR;
}
