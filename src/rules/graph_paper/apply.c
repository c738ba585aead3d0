/* Doing an action: RULES 2 to 6 and the events of files-and-protocols section 4.
 *
 * Everything that can be refused is asked before anything is changed, so a refused action leaves
 * the race as it was.
 */
#include "rules/graph_paper/race_inside.h"

#include "base/number.h"

#include <stdlib.h>

/* --- what is refused -------------------------------------------------------------------------- */

static bool check_start(const struct paper_race *race, const struct graph_paper_action *action,
                        struct error *error)
{
    bool reverse = race->round == 0;
    if (reverse && action->has_start)
        return error_set(error, "only a start point is chosen before the race: write it like 7,3");
    if (!reverse && !action->has_start) {
        return error_set(error,
                         "car %d has no start point yet: write it in front of the first "
                         "move, like 7,3>8,4",
                         race->order[race->turn]);
    }
    return start_may_choose(race, reverse ? action->to : action->start, error);
}

static bool refuse_price(const struct purse *purse, const struct car *car, struct point to,
                         struct error *error)
{
    struct point principal = car_principal(car);
    int excess = purse_excess(purse, point_subtract(to, principal));
    if (purse->nitros == 0) {
        return error_set(error, "%d,%d is too far from the principal point %d,%d%s", to.x, to.y,
                         principal.x, principal.y,
                         !purse->on_slick    ? ""
                         : purse->reach == 0 ? ", which lies on a slick: the velocity cannot change"
                                             : ", which lies on a slick: only its four nearest "
                                               "neighbours can be reached");
    }
    return error_set(error,
                     "%d,%d is too far from the principal point %d,%d: it takes %d nitros and %d "
                     "are left",
                     to.x, to.y, principal.x, principal.y, excess, purse->nitros);
}

static bool refuse_drive(const struct drive *drive, struct error *error)
{
    static const char *const reasons[] = {
        [REFUSAL_OCCUPIED] = "is in the way",
        [REFUSAL_OWN_CAR] = "belongs to the same player",
        [REFUSAL_REMATCH] =
            "is of a player who has just crashed with this one: both have a turn first",
        [REFUSAL_AHEAD] = "it would come back ahead of the place where the car left the track",
        [REFUSAL_THROUGH] = "it would cross the track and leave it again",
        [REFUSAL_OFF_SHEET] = "it is off the sheet",
    };
    struct point to = drive->to;
    const char *reason = reasons[drive->why];
    if (drive->in_the_way == 0)
        return error_set(error, "%d,%d cannot be chosen: %s", to.x, to.y, reason);
    return error_set(error, "%d,%d cannot be chosen: car %d %s", to.x, to.y, drive->in_the_way,
                     reason);
}

/* --- where a car goes on that has left the track (4.1) ---------------------------------------- */

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

/* False if there is no such point: then it goes back to the move's start. */
static bool find_resume(const struct paper_race *race, int number, struct point from,
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

/* --- leaving the track, and being out (4) ----------------------------------------------------- */

/* RULES 4.2: out of the race. */
static void car_retire(struct paper_race *race, int number, struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    car->status = CAR_RETIRED;
    car_stop(car);
    race->retired[race->retired_count++] = number;
    add_event(events, EVENT_RETIRED, number);
}

/* RULES 4.3: returns the points taken for a move. */
static int car_take_damage(struct car *car, struct point velocity)
{
    int damage = point_reach(velocity);
    car->damage += damage;
    return damage;
}

static bool car_is_wrecked(const struct paper_race *race, const struct car *car)
{
    return car->damage >= race_value(race, FIELD_DAMAGE_LIMIT);
}

static bool stops_off_track(const struct paper_race *race)
{
    int off_track = race_value(race, FIELD_OFF_TRACK);
    return off_track == OFF_TRACK_RESUME || off_track == OFF_TRACK_DAMAGE;
}

/* RULES 4.1, 4.3; false: it has taken too much damage to go on. */
static bool goes_on(const struct paper_race *race, struct car *car, struct point at,
                    struct graph_paper_event *left)
{
    if (race_value(race, FIELD_OFF_TRACK) == OFF_TRACK_DAMAGE)
        left->damage = car_take_damage(car, car->velocity);
    left->number = race_value(race, FIELD_WALL_MISSED_TURNS);
    left->to = car->at = at;
    car->missed_turns += left->number;
    car_stop(car);
    return left->damage == 0 || !car_is_wrecked(race, car);
}

/* RULES 4.4: on outside, or back on the track if the move led there; false: it stays where the move
 * began, and is out (4.2). */
static bool runs_wide(const struct paper_race *race, struct car *car, const struct drive *drive,
                      struct graph_paper_event *left)
{
    bool may = race_runs_wide(race) && drive->exit_progress >= 0;
    if (may) {
        left->second = drive->returns ? LEFT_COMES_BACK : LEFT_RUNS_WIDE;
        car->status = drive->returns ? CAR_RACING : CAR_OUTSIDE;
        car->exit_progress = drive->returns ? 0 : drive->exit_progress;
    } else {
        car->at = drive->from;
    }
    left->to = car->at;
    return may;
}

/* What leaving the track does to a car; `resume`: where it goes on if it stops. */
static void depart(struct paper_race *race, int number, const struct drive *drive,
                   struct point resume, bool forced, struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    struct graph_paper_event *left = add_event(events, EVENT_LEFT_TRACK, number);
    left->end = drive->end;
    left->forced = forced;
    if (stops_off_track(race) ? goes_on(race, car, resume, left)
                              : runs_wide(race, car, drive, left))
        return;
    left->second = LEFT_IS_OUT;
    car_retire(race, number, events);
}

/* --- a turn without a choice (4.4, 5.2, 9): the car has crashed where it stands --------------- */

/* Everything else leaves at least the points that lie in the open or off the track. */
static bool may_refuse(const struct paper_race *race)
{
    return race_value(race, FIELD_COLLISION) == COLLISION_FORBID || race_is_derby(race) ||
           race_runs_wide(race);
}

bool forced_crash(struct paper_race *race, int number, struct event_list *events)
{
    const struct car *car = &race->cars[number - 1];
    const struct drive nowhere = {.from = car->at, .to = car->at, .end = exact_from_grid(car->at)};
    struct point resume = car->at;
    if (car->status == CAR_WAITING || !may_refuse(race) || moves_has_any(race, number, car))
        return false;
    if (race_runs_wide(race)) {
        car_retire(race, number, events);
        return true;
    }
    find_resume(race, number, car->at, nowhere.end, &resume);
    depart(race, number, &nowhere, resume, true, events);
    return true;
}

/* --- what becomes of a move ------------------------------------------------------------------- */

static void place_at_start(struct paper_race *race, int number, struct point at,
                           struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    car->status = CAR_RACING;
    start_place(race, car, at);
    add_event(events, EVENT_STARTED, number)->to = at;
}

/* RULES 5.3, 5.4: missed turns add up. */
static void collide(struct paper_race *race, int number, const struct drive *drive,
                    struct point velocity, struct event_list *events)
{
    struct car *mover = &race->cars[number - 1];
    struct graph_paper_event *collided = add_event(events, EVENT_COLLIDED, number);
    bool misses = race_value(race, FIELD_COLLISION) == COLLISION_CRASH && !race_is_derby(race);
    exact_is_grid(drive->end, &collided->to);
    collided->struck = drive->struck;
    collided->number = misses ? race_value(race, FIELD_MOVER_MISSED_TURNS) : 0;
    collided->second = misses ? race_value(race, FIELD_STRUCK_MISSED_TURNS) : 0;
    if (race_value(race, FIELD_COLLISION) == COLLISION_DAMAGE)
        collided->damage = car_take_damage(mover, velocity);
    for (int n = 1; n <= race->car_count; n++) {
        bool struck = (drive->struck >> n & 1) != 0;
        if (struck || n == number) {
            car_stop(&race->cars[n - 1]);
            race->cars[n - 1].missed_turns += struck ? collided->second : collided->number;
        }
    }
}

/* RULES 6. */
static void spin(struct paper_race *race, int number, struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    struct graph_paper_event *slick = add_event(events, EVENT_SLICK, number);
    slick->to = car->at;
    slick->number = race_value(race, FIELD_SLICK_MISSED_TURNS);
    car_stop(car);
    car->missed_turns += slick->number;
}

static void tell_passed(const struct paper_race *race, int number, const struct passed_list *list,
                        struct event_list *events)
{
    for (int i = 0; i < list->count; i++) {
        const struct passed *passed = &list->items[i];
        struct graph_paper_event *event = add_event(events, passed->type, number);
        event->number = passed->number;
        event->velocity = passed->shift;
        if (passed->type == EVENT_LAP)
            event->second = passed->crossing < 0 ? -1 : race_value(race, FIELD_LAPS);
    }
}

/* Checkpoints, laps and turbo areas, which shift the next principal point. */
static void pass(struct paper_race *race, int number, const struct drive *drive,
                 struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    struct passed_list list = {0};
    struct along_place last = along_place_of(drive->from, drive->to, drive->end);
    if (!race_is_derby(race) && !(drive->was_outside && !drive->returns))
        passed_count(race, drive, car, &list, &last);
    car->shift = passed_find_turbo(race, drive, last, &list);
    tell_passed(race, number, &list, events);
    free(list.items);
}

/* RULES 4.1: a car that finds no point to go on from is back where it was, and nothing counts. */
static void leave_track(struct paper_race *race, int number, const struct drive *drive,
                        struct event_list *events)
{
    struct point resume = drive->from;
    if (!stops_off_track(race) || find_resume(race, number, drive->from, drive->end, &resume))
        pass(race, number, drive, events);
    depart(race, number, drive, resume, false, events);
}

static void finish(struct paper_race *race, int number, const struct drive *drive,
                   struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    car->status = CAR_FINISHED;
    car->finish_end = drive->end;
    add_event(events, EVENT_FINISHED, number);
}

/* What comes behind `moved`, by the place where it happens (RULES 5.5). */
static void follow_drive(struct paper_race *race, int number, const struct drive *drive,
                         struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    struct point velocity = car->velocity;
    if (drive->off_track && !drive->was_outside && !drive->finish)
        leave_track(race, number, drive, events);
    else
        pass(race, number, drive, events);
    if (drive->struck != 0) {
        exact_is_grid(drive->end, &car->at);
        collide(race, number, drive, velocity, events);
    }
    if (drive->slick)
        spin(race, number, events);
    if (drive->struck != 0 && race_is_derby(race))
        derby_score(race, number, drive->struck, events);
    if (drive->finish)
        finish(race, number, drive, events);
    else if (drive->struck != 0 && race_value(race, FIELD_COLLISION) == COLLISION_DAMAGE &&
             car_is_wrecked(race, car))
        car_retire(race, number, events);
}

static void do_drive(struct paper_race *race, int number, const struct drive *drive,
                     const struct move *price, struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    car->at = drive->to;
    car->velocity = point_subtract(drive->to, drive->from);
    car->nitros -= price->nitros;
    car->good_brakes -= price->good_brakes;
    car->turbo_boosts -= price->turbo_boosts;
    if (drive->was_outside && drive->returns) {
        car->status = CAR_RACING;
        car->exit_progress = 0;
    }
    struct graph_paper_event *moved = add_event(events, EVENT_MOVED, number);
    moved->from = drive->from;
    moved->to = drive->to;
    moved->end = drive->end;
    moved->velocity = car->velocity;
    moved->number = price->nitros;
    moved->good_brakes = price->good_brakes;
    moved->turbo_boosts = price->turbo_boosts;
    moved->returned = drive->was_outside && drive->returns;
    moved->outside = drive->was_outside && !drive->returns;
    moved->second = (drive->off_track && !drive->was_outside) || drive->struck != 0 || drive->slick;
    derby_end_turn(race, number);
    follow_drive(race, number, drive, events);
}

/* --- actions ---------------------------------------------------------------------------------- */

/* `car` is the car to move as it stands before the move, at its start point if it is the first. */
static bool apply_move(struct paper_race *race, const struct car *car, struct point to,
                       struct event_list *events, struct error *error)
{
    int number = race->order[race->turn];
    struct purse purse = purse_open(race, car);
    struct move price;
    if (!purse_pays(&purse, point_subtract(to, car_principal(car)), &price))
        return refuse_price(&purse, car, to, error);
    struct drive drive = drive_work_out(race, number, car, &drive_look_at_everything, to);
    if (drive.refused)
        return refuse_drive(&drive, error);
    drive_find_end(race, &drive);
    if (car->status == CAR_WAITING)
        place_at_start(race, number, car->at, events);
    do_drive(race, number, &drive, &price, events);
    race_settle(race, events);
    return true;
}

/* The race goes on. */
static bool do_action(struct paper_race *race, const struct graph_paper_action *action,
                      struct event_list *events, struct error *error)
{
    int number = race->order[race->turn];
    struct car car = race->cars[number - 1];
    bool waiting = car.status == CAR_WAITING;
    if (!waiting && action->has_start) {
        return error_set(error, "car %d has started already: write only where it moves, like 12,9",
                         number);
    }
    if (!waiting)
        return apply_move(race, &car, action->to, events, error);
    if (!check_start(race, action, error))
        return false;
    if (race->round > 0) {
        start_place(race, &car, action->start);
        return apply_move(race, &car, action->to, events, error);
    }
    place_at_start(race, number, action->to, events);
    race_settle(race, events);
    return true;
}

bool graph_paper_do(struct race *any, const struct graph_paper_action *action,
                    struct event_list *events, struct error *error)
{
    struct paper_race *race = paper_race_to_change(any);
    int first = events->count;
    if (race->over)
        return error_set(error, "the race is over");
    bool done = do_action(race, action, events, error);
    events_finish(events, first);
    return done;
}

bool race_apply(struct race *any, int car, const char *text, struct event_list *events,
                struct error *error)
{
    const struct paper_race *race = paper_race(any);
    struct graph_paper_action action;
    if (race->over)
        return error_set(error, "the race is over");
    if (car != race->order[race->turn])
        return error_set(error, "car %d acts, but it is the turn of car %d", car,
                         race->order[race->turn]);
    return graph_paper_parse_action(text, &action, error) &&
           graph_paper_do(any, &action, events, error);
}
