/* What a move does, worked out without changing anything: RULES 1.5, 2.3, 4, 5, 6, 8. The list of
 * moves and the doing of a move both ask here, so they cannot disagree.
 */
#include "rules/graph_paper/race.h"

const struct surroundings drive_look_at_everything = {
    .line_near = true, .car_near = true, .slick_near = true};

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

/* Only a car on a grid point of the box can be struck. */
static bool car_in_box(const struct paper_race *race, int number, struct point low,
                       struct point high)
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

struct surroundings drive_look_around(const struct paper_race *race, int number,
                                      const struct car *car, struct point low, struct point high)
{
    const struct track *track = track_of(race->setup);
    struct ground ground = race_ground(race);
    struct surroundings around = {
        .held = ground_holds_box(&ground, low, high),
        .line_near = !race_is_derby(race) && line_meets_box(&track->finish, low, high),
        .car_near = car_in_box(race, number, low, high),
        .slick_near = track->slick_count > 0 && race_value(race, FIELD_SLICKS) == SLICKS_SPIN,
    };
    around.plain = around.held && !around.line_near && !around.car_near && !around.slick_near &&
                   car->status != CAR_OUTSIDE;
    return around;
}

/* RULES 2.3. */
static bool leaves_track(const struct paper_race *race, struct point from, struct point to)
{
    struct ground ground = race_ground(race);
    return race_value(race, FIELD_PATH) == PATH_END ? !ground_holds_point(&ground, to)
                                                    : !ground_holds_move(&ground, from, to);
}

void drive_find_end(const struct paper_race *race, struct drive *drive)
{
    if (drive->end_known)
        return;
    drive->end_known = true;
    struct ground ground = race_ground(race);
    if (drive->off_track && !drive->was_outside)
        ground_find_exit(&ground, drive->from, drive->to, &drive->end);
}

/* Only an end on the grid is possible for a car that comes back (4.4). */
static int crossing_of(const struct paper_race *race, const struct drive *drive)
{
    const struct track_line *line = &track_of(race->setup)->finish;
    bool touch = race_value(race, FIELD_LINE) == LINE_TOUCH;
    struct point end;
    if (drive->was_outside && exact_is_grid(drive->end, &end))
        return track_line_crossing_back(line, touch, drive->begin, end);
    return track_line_crossing(line, touch, drive->from, drive->end);
}

/* A way to an exit crosses the line only if the whole way does, so most exits need not be found. */
static void find_crossing(const struct paper_race *race, const struct car *car, struct drive *drive)
{
    drive->crossing = crossing_of(race, drive);
    if (drive->crossing == 0)
        return;
    if (!drive->end_known && drive->off_track) {
        drive_find_end(race, drive);
        drive->crossing = crossing_of(race, drive);
    }
    struct car counted = *car;
    struct along_place last;
    drive->finish = drive->crossing != 0 && passed_count(race, drive, &counted, NULL, &last);
}

/* RULES 6: nobody lands where the track was left before. */
static bool lands_on_slick(const struct paper_race *race, const struct drive *drive)
{
    struct point at;
    return race_value(race, FIELD_SLICKS) == SLICKS_SPIN &&
           (drive->was_outside || !drive->off_track) && exact_is_grid(drive->end, &at) &&
           track_on_slick(track_of(race->setup), at);
}

static void find_way(const struct paper_race *race, int number, const struct car *car,
                     const struct surroundings *around, struct drive *drive)
{
    if (drive->was_outside)
        outside_drive(race, car, drive);
    else
        drive->off_track = !around->held && leaves_track(race, drive->from, drive->to);
    bool drives_outside = drive->was_outside && !drive->returns;
    if (around->car_near && !drive->refused && !drives_outside)
        drive_meet_cars(race, number, drive);
    if (drive->off_track && !drive->refused && !drives_outside && race_runs_wide(race))
        outside_leave(race, drive);
}

struct drive drive_work_out(const struct paper_race *race, int number, const struct car *car,
                            const struct surroundings *around, struct point to)
{
    struct drive drive = {
        .from = car->at,
        .to = to,
        .was_outside = car->status == CAR_OUTSIDE,
        .begin = exact_from_grid(car->at),
        .end = exact_from_grid(to),
        .exit_progress = -1,
    };
    if (race_runs_wide(race) && !track_has_point(track_of(race->setup), to)) {
        drive.refused = true;
        drive.why = REFUSAL_OFF_SHEET;
        return drive;
    }
    find_way(race, number, car, around, &drive);
    if (drive.refused)
        return drive;
    if (around->line_near && !race_is_derby(race) && !(drive.was_outside && !drive.returns))
        find_crossing(race, car, &drive);
    if (drive.finish)
        drive.struck = 0;
    else
        drive.slick = around->slick_near && lands_on_slick(race, &drive);
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
