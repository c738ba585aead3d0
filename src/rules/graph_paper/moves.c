/* The moves that a car can choose and what would happen (RULES 2).
 *
 * This is what computer drivers spend their time in: nothing is allocated once a list has grown,
 * and what can be said about all the moves of a car at once is asked once.
 */
#include "rules/graph_paper/race.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

void graph_paper_free_moves(struct move_list *list)
{
    free(list->items);
    *list = (struct move_list){0};
}

const char *graph_paper_outcome_name(enum outcome outcome)
{
    static const char *const names[] = {
        [OUTCOME_FINISH] = "finish",       [OUTCOME_OFF_TRACK] = "off_track",
        [OUTCOME_COLLISION] = "collision", [OUTCOME_SLICK] = "slick",
        [OUTCOME_CLEAR] = "clear",
    };
    return names[outcome];
}

static struct point lower(struct point a, struct point b)
{
    return (struct point){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
}

static struct point upper(struct point a, struct point b)
{
    return (struct point){a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y};
}

/* A car's turn, as far as it is the same for all its moves. */
struct turn {
    const struct paper_race *race;
    int number;
    const struct car *car;
    struct point principal;
    struct purse purse;
    struct surroundings around;
};

static struct turn begin_turn(const struct paper_race *race, int number, const struct car *car)
{
    struct turn turn = {.race = race,
                        .number = number,
                        .car = car,
                        .principal = car_principal(car),
                        .purse = purse_open(race, car)};
    struct point reach = {turn.purse.reach, turn.purse.reach};
    struct point low = lower(car->at, point_subtract(turn.principal, reach));
    struct point high = upper(car->at, point_add(turn.principal, reach));
    turn.around = drive_look_around(race, number, car, low, high);
    return turn;
}

/* What an acceleration leads to, if the car can pay for it. */
struct candidate {
    struct point acceleration;
    struct price price;
    enum outcome outcome;
    bool refused;
    struct refused_move refusal;
};

static bool try_acceleration(const struct turn *turn, struct point acceleration,
                             struct candidate *candidate)
{
    candidate->acceleration = acceleration;
    candidate->outcome = OUTCOME_CLEAR;
    candidate->refused = false;
    if (!purse_pays(&turn->purse, acceleration, &candidate->price))
        return false;
    if (turn->around.plain)
        return true;
    struct drive drive = drive_work_out(turn->race, turn->number, turn->car, &turn->around,
                                        point_add(turn->principal, acceleration));
    candidate->outcome = drive_outcome(&drive);
    candidate->refused = drive.refused;
    candidate->refusal = (struct refused_move){drive.to, drive.why, drive.in_the_way};
    return true;
}

static void add_move(struct move_list *moves, const struct turn *turn,
                     const struct candidate *candidate)
{
    moves->items = array_grow(moves->items, moves->count, &moves->capacity, sizeof *moves->items);
    moves->items[moves->count++] = (struct move){
        .from = turn->car->at,
        .to = point_add(turn->principal, candidate->acceleration),
        .acceleration = candidate->acceleration,
        .nitros = candidate->price.nitros,
        .good_brakes = candidate->price.good_brakes,
        .turbo_boosts = candidate->price.turbo_boosts,
        .outcome = candidate->outcome,
    };
}

static void add_refused(struct refused_list *refused, const struct candidate *candidate)
{
    refused->items =
        array_grow(refused->items, refused->count, &refused->capacity, sizeof *refused->items);
    refused->items[refused->count++] = candidate->refusal;
}

void moves_list(const struct paper_race *race, int number, const struct car *car,
                struct move_list *moves, struct refused_list *refused)
{
    struct turn turn = begin_turn(race, number, car);
    struct point a;
    for (a.y = -turn.purse.reach; a.y <= turn.purse.reach; a.y++) {
        int wide = purse_widest(&turn.purse, a.y);
        for (a.x = -wide; a.x <= wide; a.x++) {
            struct candidate candidate;
            if (!try_acceleration(&turn, a, &candidate))
                continue;
            if (!candidate.refused && moves != NULL)
                add_move(moves, &turn, &candidate);
            if (candidate.refused && refused != NULL)
                add_refused(refused, &candidate);
        }
    }
}

bool moves_has_any(const struct paper_race *race, int number, const struct car *car)
{
    struct turn turn = begin_turn(race, number, car);
    struct point a;
    for (a.y = -turn.purse.reach; a.y <= turn.purse.reach; a.y++) {
        int wide = purse_widest(&turn.purse, a.y);
        for (a.x = -wide; a.x <= wide; a.x++) {
            struct candidate candidate;
            if (try_acceleration(&turn, a, &candidate) && !candidate.refused)
                return true;
        }
    }
    return false;
}

bool graph_paper_can_strike(const struct race *any, int number, int other)
{
    const struct paper_race *race = paper_race(any);
    const struct car *car = &race->cars[number - 1];
    struct point target = race->cars[other - 1].at;
    struct purse purse = purse_open(race, car);
    struct price price;
    if (!purse_pays(&purse, point_subtract(target, car_principal(car)), &price))
        return false;
    struct drive drive = drive_work_out(race, number, car, &drive_look_at_everything, target);
    return !drive.refused && (drive.struck >> other & 1) != 0;
}

/* The car to move, at the start point that it thinks of if it has none yet. */
static struct car car_to_move(const struct paper_race *race, const struct point *start)
{
    struct car car = race->cars[race->order[race->turn] - 1];
    assert((car.status == CAR_WAITING) == (start != NULL));
    if (start != NULL)
        start_place(race, &car, *start);
    return car;
}

void graph_paper_moves(const struct race *any, const struct point *start, struct move_list *moves)
{
    const struct paper_race *race = paper_race(any);
    moves->count = 0;
    if (race->over)
        return;
    struct car car = car_to_move(race, start);
    moves_list(race, race->order[race->turn], &car, moves, NULL);
}

void graph_paper_refused(const struct race *any, const struct point *start,
                         struct refused_list *refused)
{
    const struct paper_race *race = paper_race(any);
    refused->count = 0;
    if (race->over)
        return;
    struct car car = car_to_move(race, start);
    moves_list(race, race->order[race->turn], &car, NULL, refused);
}

/* The turbo areas of the move that would lead there count, and under run_wide so does where it
 * would leave the track. */
void graph_paper_preview(const struct race *any, int number, struct point at, struct point velocity,
                         struct move_list *moves)
{
    const struct paper_race *race = paper_race(any);
    struct car then = *graph_paper_car(&race->head, number);
    struct passed_list passed = {0};
    then.at = point_subtract(at, velocity);
    struct drive drive = drive_work_out(race, number, &then, &drive_look_at_everything, at);
    bool outside = race_runs_wide(race) && drive.off_track && !drive.returns;
    then.status = outside ? CAR_OUTSIDE : CAR_RACING;
    if (outside && !drive.was_outside)
        then.exit_progress = drive.exit_progress;
    drive_find_end(race, &drive);
    then.shift =
        passed_find_turbo(race, &drive, along_place_of(drive.from, drive.to, drive.end), &passed);
    free(passed.items);
    then.at = at;
    then.velocity = velocity;
    then.nitros = then.good_brakes = then.turbo_boosts = 0;
    moves->count = 0;
    moves_list(race, number, &then, moves, NULL);
}
