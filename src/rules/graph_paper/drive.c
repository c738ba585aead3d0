/* What a move does, worked out without changing anything: RULES 1.5, 2.3, 4, 5, 6, 7, 8. The list
 * of moves and the doing of a move both ask here, so they cannot disagree.
 */
#include "rules/graph_paper/race_inside.h"

#include "base/memory.h"

#include <stdlib.h>

/* --- what is near ----------------------------------------------------------------------------- */

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

/* --- the track (2.3) -------------------------------------------------------------------------- */

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

static void refuse(struct drive *drive, enum refusal why, int car)
{
    drive->refused = true;
    drive->why = why;
    drive->in_the_way = car;
}

/* --- other cars on the way (5, 9) ------------------------------------------------------------- */

/* The first occupied point of the way (5.3), from where the move counts up to its end. */
static bool find_first(const struct paper_race *race, int number, const struct drive *drive,
                       struct point *at)
{
    struct along_place begin = along_place_of(drive->from, drive->to, drive->begin);
    struct along_place best = along_end;
    bool found = false;
    for (int i = 0; i < race->car_count; i++) {
        const struct car *other = &race->cars[i];
        struct along_place place;
        if (i == number - 1 || !car_in_the_way(other) || point_equal(other->at, drive->from) ||
            !along_meets_point(drive->from, drive->to, other->at, &place) ||
            along_compare(place, begin) < 0 || along_compare(place, best) > 0)
            continue;
        *at = other->at;
        best = place;
        found = true;
    }
    return found;
}

/* RULES 5.5: cars before walls. */
static bool is_reached(const struct paper_race *race, struct drive *drive, struct point at)
{
    if (!drive->off_track)
        return true;
    drive_find_end(race, drive);
    return along_compare(along_place_of(drive->from, drive->to, exact_from_grid(at)),
                         along_place_of(drive->from, drive->to, drive->end)) <= 0;
}

static bool finds_cars(const struct paper_race *race, int number, struct drive *drive,
                       struct point *at)
{
    *at = drive->to;
    if (race_value(race, FIELD_REACH) == REACH_WHOLE)
        return find_first(race, number, drive, at) && is_reached(race, drive, *at);
    return !drive->off_track;
}

static int first_of(uint64_t cars)
{
    int car = 0;
    while ((cars >> car & 1) == 0)
        car++;
    return car;
}

/* RULES 9. */
static void refuse_in_derby(const struct paper_race *race, int number, struct drive *drive,
                            uint64_t cars)
{
    for (int car = 1; car <= race->car_count && !drive->refused; car++) {
        if ((cars >> car & 1) == 0)
            continue;
        if (race->cars[car - 1].player == race->cars[number - 1].player)
            refuse(drive, REFUSAL_OWN_CAR, car);
        else if (!derby_may_crash(race, number, car))
            refuse(drive, REFUSAL_REMATCH, car);
    }
}

/* Refuses a move that counts from `begin` on, or fills in `struck` and `end`. */
static void meet_cars(const struct paper_race *race, int number, struct drive *drive)
{
    struct point at;
    int collision = race_value(race, FIELD_COLLISION);
    if (collision == COLLISION_NONE || point_equal(drive->from, drive->to) ||
        !finds_cars(race, number, drive, &at))
        return;
    uint64_t cars = race_cars_on(race, at, number);
    if (cars == 0)
        return;
    if (race_is_derby(race))
        refuse_in_derby(race, number, drive, cars);
    else if (collision == COLLISION_FORBID)
        refuse(drive, REFUSAL_OCCUPIED, first_of(cars));
    if (drive->refused)
        return;
    drive->struck = cars;
    drive->off_track = false;
    drive->end = exact_from_grid(at);
    drive->end_known = true;
}

/* --- running wide: outside, and back behind the place where it left (4.4) --------------------- */

/* A piece of the way that ends where the move does, on the track. */
static bool reaches_end(const struct ground *ground, const struct drive *drive,
                        const struct ground_piece *piece)
{
    return ground_holds_point(ground, drive->to) &&
           exact_equal(piece->leave, exact_from_grid(drive->to));
}

/* May a car come back there that left at `exit_progress`? */
static bool is_behind(const struct paper_race *race, struct exact_point entry, int exit_progress)
{
    int progress = progress_at(race, entry);
    return progress >= 0 && progress <= exit_progress;
}

/* The last piece of the way leads back: does it stay on the track, and begin far enough behind? */
static void come_back(const struct paper_race *race, struct drive *drive,
                      const struct ground_piece *piece, int exit_progress)
{
    struct ground ground = race_ground(race);
    if (!reaches_end(&ground, drive, piece))
        refuse(drive, REFUSAL_THROUGH, 0);
    else if (!is_behind(race, piece->enter, exit_progress))
        refuse(drive, REFUSAL_AHEAD, 0);
    else
        drive->returns = true;
}

static void drive_outside(const struct paper_race *race, const struct car *car, struct drive *drive)
{
    struct ground ground = race_ground(race);
    struct ground_piece piece;
    int pieces = ground_list_pieces(&ground, drive->from, drive->to, &piece, 1);
    drive->off_track = pieces == 0;
    if (pieces > 1)
        refuse(drive, REFUSAL_THROUGH, 0);
    else if (pieces == 1)
        come_back(race, drive, &piece, car->exit_progress);
    if (drive->returns)
        drive->begin = piece.enter;
}

static void leave_track(const struct paper_race *race, struct drive *drive)
{
    struct ground ground = race_ground(race);
    struct ground_piece pieces[2];
    drive_find_end(race, drive);
    drive->exit_progress = progress_at(race, drive->end);
    int count = ground_list_pieces(&ground, drive->from, drive->to, pieces, 2);
    if (count > 2)
        refuse(drive, REFUSAL_THROUGH, 0);
    else if (count == 2)
        come_back(race, drive, &pieces[1], drive->exit_progress);
}

/* --- what it passes, in order (1.5, 5.5, 7, 8.1, 8.2) ----------------------------------------- */

/* Checkpoints and the line depend on each other, because only the next checkpoint counts and a
 * counted crossing begins anew; so the way is walked from place to place. At one place checkpoints
 * come before the line. */
struct walk {
    const struct paper_race *race;
    const struct drive *drive;
    struct car *car;
    struct passed_list *list;
    struct along_place at; /* reached so far */
    bool behind;           /* the line was crossed there: what touches there only was before it */
    bool finished;
};

static struct along_place place_of(const struct drive *drive, struct exact_point at)
{
    return along_place_of(drive->from, drive->to, at);
}

/* By place, behind what stands at the same one already (5.5). */
static void add(struct passed_list *list, struct passed passed)
{
    if (list == NULL)
        return;
    list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    int i = list->count++;
    for (; i > 0 && along_compare(passed.at, list->items[i - 1].at) < 0; i--)
        list->items[i] = list->items[i - 1];
    list->items[i] = passed;
}

static bool lap_is_open(const struct walk *walk)
{
    return track_of(walk->race->setup)->open || walk->car->laps_opened > 0;
}

/* RULES 8.2: one after the other, up to a place and with it. */
static void pass_checkpoints(struct walk *walk, struct along_place until)
{
    const struct track *track = track_of(walk->race->setup);
    struct car *car = walk->car;
    if (!race_has_checkpoints(walk->race) || !lap_is_open(walk))
        return;
    while (car->checkpoint < track->checkpoint_count) {
        struct along_contact within = {walk->at, until};
        struct along_place place;
        if (!passing_find_checkpoint(&track->checkpoints[car->checkpoint], walk->drive->from,
                                     walk->drive->to, within, walk->behind, &place))
            return;
        car->checkpoint++;
        add(walk->list,
            (struct passed){.type = EVENT_CHECKPOINT, .at = place, .number = car->checkpoint});
        walk->behind = walk->behind && along_compare(place, walk->at) == 0;
        walk->at = place;
    }
}

/* RULES 8.2: does the forward crossing count? The one that opens lap 1 needs no checkpoints. */
static bool is_counted(const struct walk *walk)
{
    return !lap_is_open(walk) ||
           walk->car->checkpoint == track_of(walk->race->setup)->checkpoint_count;
}

/* With checkpoints, what a counted crossing does. */
static bool open_lap(struct walk *walk)
{
    struct car *car = walk->car;
    if (walk->drive->crossing < 0 || !is_counted(walk))
        return false;
    car->laps_opened++;
    car->checkpoint = 0;
    walk->finished =
        track_of(walk->race->setup)->open || car->laps_opened > race_value(walk->race, FIELD_LAPS);
    return !walk->finished;
}

/* RULES 8.1: closed tracks count the crossings, open ones take the first forward one. */
static bool count_crossing(struct walk *walk)
{
    const struct paper_race *race = walk->race;
    bool open = track_of(race->setup)->open;
    walk->finished =
        open ? walk->drive->crossing > 0 : walk->car->crossings > race_value(race, FIELD_LAPS);
    return !open && !walk->finished;
}

static void cross_line(struct walk *walk)
{
    const struct track_line *line = &track_of(walk->race->setup)->finish;
    along_meets_line(walk->drive->from, walk->drive->to, line->from, line->to, &walk->at);
    walk->behind = true;
    walk->car->crossings += walk->drive->crossing;
    bool told = race_has_checkpoints(walk->race) ? open_lap(walk) : count_crossing(walk);
    if (!told)
        return;
    add(walk->list, (struct passed){.type = EVENT_LAP,
                                    .at = walk->at,
                                    .crossing = walk->drive->crossing,
                                    .number = race_lap_of(walk->race, walk->car)});
}

bool passed_count(const struct paper_race *race, const struct drive *drive, struct car *car,
                  struct passed_list *list, struct along_place *last)
{
    struct walk walk = {.race = race, .drive = drive, .car = car, .list = list};
    walk.at = place_of(drive, drive->begin);
    *last = place_of(drive, drive->end);
    if (drive->crossing != 0) {
        struct along_place line = *last;
        const struct track_line *finish = &track_of(race->setup)->finish;
        along_meets_line(drive->from, drive->to, finish->from, finish->to, &line);
        pass_checkpoints(&walk, line);
        cross_line(&walk);
    }
    if (walk.finished)
        *last = walk.at;
    else
        pass_checkpoints(&walk, *last);
    return walk.finished;
}

struct point passed_find_turbo(const struct paper_race *race, const struct drive *drive,
                               struct along_place last, struct passed_list *list)
{
    const struct track *track = track_of(race->setup);
    struct point sum = {0, 0};
    if (race_value(race, FIELD_TURBO_AREAS) != SWITCH_ON)
        return sum;
    for (int i = 0; i < track->turbo_count; i++) {
        const struct track_patch *area = &track->turbo_areas[i];
        struct along_place first;
        if (!along_meets_area(drive->from, drive->to, area->area, &first) ||
            along_compare(first, last) > 0)
            continue;
        sum = point_add(sum, area->arrow);
        add(list, (struct passed){.type = EVENT_TURBO, .at = first, .shift = area->arrow});
    }
    return sum;
}

/* --- the whole move --------------------------------------------------------------------------- */

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
        drive_outside(race, car, drive);
    else
        drive->off_track = !around->held && leaves_track(race, drive->from, drive->to);
    bool drives_outside = drive->was_outside && !drive->returns;
    if (around->car_near && !drive->refused && !drives_outside)
        meet_cars(race, number, drive);
    if (drive->off_track && !drive->refused && !drives_outside && race_runs_wide(race))
        leave_track(race, drive);
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
