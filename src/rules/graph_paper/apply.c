/* Doing an action: RULES 2 to 6 and the events of files-and-protocols section 4.
 *
 * Everything that can be refused is asked before anything is changed, so a refused action leaves
 * the race as it was.
 */
#include "rules/graph_paper/race.h"

static bool check_start(const struct race *race, const struct graph_paper_action *action,
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

static bool check_price(const struct car *car, struct point to, struct point principal, int price,
                        struct error *error)
{
    if (price <= car->nitros)
        return true;
    if (car->nitros == 0) {
        return error_set(error, "%d,%d is too far from the principal point %d,%d", to.x, to.y,
                         principal.x, principal.y);
    }
    return error_set(error,
                     "%d,%d is too far from the principal point %d,%d: it takes %d nitros and %d "
                     "are left",
                     to.x, to.y, principal.x, principal.y, price, car->nitros);
}

static void place_at_start(struct race *race, int number, struct point at,
                           struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    car->status = CAR_RACING;
    car->at = at;
    event_add(events, EVENT_STARTED, number)->to = at;
}

static void count_crossing(struct race *race, int number, int crossing, struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    car->crossings += crossing;
    /* The last crossing opens no lap, and an open track has but one. */
    if (race->setup->track->open || car->crossings > race_value(race, FIELD_LAPS))
        return;
    struct event *lap = event_add(events, EVENT_LAP, number);
    lap->number = graph_paper_lap(race, number);
    lap->second = crossing < 0 ? -1 : race_value(race, FIELD_LAPS);
}

/* RULES 4.2: out, where the move began. */
static void retire(struct race *race, int number, const struct drive *drive,
                   struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    car->status = CAR_RETIRED;
    car->at = drive->from;
    car->velocity = (struct point){0, 0};
    race->retired[race->retired_count++] = number;
    struct event *left = event_add(events, EVENT_LEFT_TRACK, number);
    left->end = drive->end;
    left->to = drive->from;
    left->second = 1;
    event_add(events, EVENT_RETIRED, number);
}

/* RULES 4.1. */
static void resume(struct race *race, int number, const struct drive *drive, struct point at,
                   struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    int missed = race_value(race, FIELD_WALL_MISSED_TURNS);
    car->at = at;
    car->velocity = (struct point){0, 0};
    car->missed_turns += missed;
    struct event *left = event_add(events, EVENT_LEFT_TRACK, number);
    left->end = drive->end;
    left->to = at;
    left->number = missed;
}

/* RULES 5.3: missed turns add up. */
static void collide(struct race *race, int number, const struct drive *drive,
                    struct event_list *events)
{
    struct event *collided = event_add(events, EVENT_COLLIDED, number);
    collided->to = drive->to;
    collided->struck = drive->struck;
    collided->number = race_value(race, FIELD_MOVER_MISSED_TURNS);
    collided->second = race_value(race, FIELD_STRUCK_MISSED_TURNS);
    for (int n = 1; n <= race->car_count; n++) {
        bool struck = (drive->struck >> n & 1) != 0;
        if (struck || n == number) {
            race->cars[n - 1].velocity = (struct point){0, 0};
            race->cars[n - 1].missed_turns += struck ? collided->second : collided->number;
        }
    }
}

/* RULES 6. */
static void spin(struct race *race, int number, struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    struct event *slick = event_add(events, EVENT_SLICK, number);
    slick->to = car->at;
    slick->number = race_value(race, FIELD_SLICK_MISSED_TURNS);
    car->velocity = (struct point){0, 0};
    car->missed_turns += slick->number;
}

/* What comes behind `moved`, by the place where it happens (RULES 5.5). */
static void follow_drive(struct race *race, int number, const struct drive *drive,
                         struct event_list *events)
{
    struct point at = drive->from;
    bool resumes =
        drive->off_track && !drive->finish && race_value(race, FIELD_OFF_TRACK) == OFF_TRACK_RESUME;
    bool counts = !resumes || resume_find(race, number, drive->from, drive->end, &at);
    if (drive->crossing != 0 && counts)
        count_crossing(race, number, drive->crossing, events);
    if (drive->finish) {
        race->cars[number - 1].status = CAR_FINISHED;
        race->cars[number - 1].place = ++race->finished_count;
        event_add(events, EVENT_FINISHED, number);
    } else if (resumes) {
        resume(race, number, drive, at, events);
    } else if (drive->off_track) {
        retire(race, number, drive, events);
    }
    if (drive->struck != 0)
        collide(race, number, drive, events);
    if (drive->slick)
        spin(race, number, events);
}

static void do_drive(struct race *race, int number, const struct drive *drive, int price,
                     struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    car->at = drive->to;
    car->velocity = point_subtract(drive->to, drive->from);
    car->nitros -= price;
    struct event *moved = event_add(events, EVENT_MOVED, number);
    moved->from = drive->from;
    moved->to = drive->to;
    moved->end = drive->end;
    moved->velocity = car->velocity;
    moved->number = price;
    moved->second = drive->off_track || drive->struck != 0 || drive->slick;
    follow_drive(race, number, drive, events);
}

/* `car` is the car to move as it stands before the move, at its start point if it is the first. */
static bool apply_move(struct race *race, const struct car *car, struct point to,
                       struct event_list *events, struct error *error)
{
    int number = race->order[race->turn];
    struct point principal = point_add(point_add(car->at, car->velocity), car->shift);
    int price = move_price(race, point_subtract(to, principal));
    if (!check_price(car, to, principal, price, error))
        return false;
    struct drive drive = drive_work_out(race, number, car, &drive_look_at_everything, to);
    if (drive.off_track)
        area_find_exit(race->setup->track->surface, drive.from, drive.to, &drive.end);
    if (car->status == CAR_WAITING)
        place_at_start(race, number, car->at, events);
    do_drive(race, number, &drive, price, events);
    race_settle(race, drive.finish ? number : 0, events);
    return true;
}

bool race_apply(struct race *race, const char *text, struct event_list *events, struct error *error)
{
    struct graph_paper_action action;
    if (race->over)
        return error_set(error, "the race is over");
    if (!graph_paper_parse_action(text, &action, error))
        return false;
    int number = race->order[race->turn];
    struct car car = race->cars[number - 1];
    bool waiting = car.status == CAR_WAITING;
    if (!waiting && action.has_start) {
        return error_set(error, "car %d has started already: write only where it moves, like 12,9",
                         number);
    }
    if (!waiting)
        return apply_move(race, &car, action.to, events, error);
    if (!check_start(race, &action, error))
        return false;
    if (race->round > 0) {
        car.at = action.start;
        return apply_move(race, &car, action.to, events, error);
    }
    place_at_start(race, number, action.to, events);
    race_settle(race, 0, events);
    return true;
}
