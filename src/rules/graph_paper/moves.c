/* What accelerations cost, and the moves that a car can choose (RULES 2, 6).
 *
 * This is what computer drivers spend their time in: nothing is allocated once a list has grown,
 * and what can be said about all the moves of a car at once is asked once.
 */
#include "rules/graph_paper/race_inside.h"

#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <stdlib.h>

/* --- what an acceleration costs (2.2, 2.5, 2.6), and where a slick leaves no choice (6) --------
 */

static bool is_zero(struct point vector)
{
    return vector.x == 0 && vector.y == 0;
}

/* RULES 6: a slick under the principal point limits the move, except that a car without velocity
 * and shift does not coast. */
static bool limits(const struct paper_race *race, const struct car *car, int slicks)
{
    return race_value(race, FIELD_SLICKS) == slicks && track_of(race->setup)->slick_count > 0 &&
           (slicks != SLICKS_COAST || !is_zero(car->velocity) || !is_zero(car->shift)) &&
           track_on_slick(track_of(race->setup), car_principal(car));
}

struct purse purse_open(const struct paper_race *race, const struct car *car)
{
    struct purse purse = {
        .velocity = point_add(car->velocity, car->shift),
        .four = race_value(race, FIELD_ACCELERATION) == ACCELERATION_FOUR,
        .nitros = car->nitros,
        .good_brakes = car->good_brakes,
        .turbo_boosts = car->turbo_boosts,
    };
    bool coasts = limits(race, car, SLICKS_COAST);
    bool four = limits(race, car, SLICKS_FOUR);
    if (coasts || four) {
        purse.nitros = purse.good_brakes = purse.turbo_boosts = 0;
        purse.four |= four;
        purse.on_slick = true;
    }
    bool two = purse.good_brakes > 0 || purse.turbo_boosts > 0;
    purse.reach = coasts ? 0 : number_larger(1 + purse.nitros, two ? 2 : 1);
    return purse;
}

static int above_one(int change)
{
    int size = abs(change);
    return size > 1 ? size - 1 : 0;
}

int purse_excess(const struct purse *purse, struct point acceleration)
{
    if (purse->four)
        return above_one(abs(acceleration.x) + abs(acceleration.y));
    return above_one(acceleration.x) + above_one(acceleration.y);
}

/* How far ax may go to either side if ay is given and nitros pay. */
static int widest_by_nitros(const struct purse *purse, int ay)
{
    return purse->four                     ? 1 + purse->nitros - abs(ay)
           : above_one(ay) > purse->nitros ? -1
                                           : 1 + purse->nitros - above_one(ay);
}

int purse_widest(const struct purse *purse, int ay)
{
    bool two = (purse->good_brakes > 0 || purse->turbo_boosts > 0) && abs(ay) <= 2;
    int by_two = !two ? -1 : purse->four ? 2 - abs(ay) : 2;
    int widest = number_larger(widest_by_nitros(purse, ay), by_two);
    return number_smaller(widest, purse->reach);
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

/* RULES 2.6: what one axis takes. */
static void add_axis(int change, int velocity, struct move *price)
{
    if (abs(change) < 2)
        return;
    if (velocity != 0 && sign(change) != sign(velocity))
        price->good_brakes = 1;
    else
        price->turbo_boosts = 1;
}

/* RULES 2.6: `four` lets only one component change. */
static bool pays_by_two(const struct purse *purse, struct point a, struct move *price)
{
    if (abs(a.x) > 2 || abs(a.y) > 2 || (purse->four && a.x != 0 && a.y != 0))
        return false;
    add_axis(a.x, purse->velocity.x, price);
    add_axis(a.y, purse->velocity.y, price);
    return price->good_brakes <= purse->good_brakes && price->turbo_boosts <= purse->turbo_boosts;
}

/* Most points that are asked for cost nothing; a car that coasts has but one. */
bool purse_pays(const struct purse *purse, struct point acceleration, struct move *price)
{
    int across = abs(acceleration.x);
    int up = abs(acceleration.y);
    price->nitros = price->good_brakes = price->turbo_boosts = 0;
    if (across > purse->reach || up > purse->reach)
        return false;
    if (purse->four ? across + up <= 1 : across <= 1 && up <= 1)
        return true;
    if ((purse->good_brakes > 0 || purse->turbo_boosts > 0) &&
        pays_by_two(purse, acceleration, price))
        return true;
    price->good_brakes = price->turbo_boosts = 0;
    price->nitros = purse_excess(purse, acceleration);
    return price->nitros <= purse->nitros;
}

bool graph_paper_pays(const struct race *race, const struct car *car, struct point acceleration,
                      struct move *price)
{
    struct purse purse = purse_open(paper_race(race), car);
    return purse_pays(&purse, acceleration, price);
}

struct payable graph_paper_payable(const struct race *race, const struct car *car)
{
    struct payable payable = {.car = car, .purse = purse_open(paper_race(race), car)};
    int reach = payable.purse.reach;
    payable.widest = purse_widest(&payable.purse, -reach);
    payable.next = (struct point){-payable.widest, -reach};
    return payable;
}

bool graph_paper_next(struct payable *payable, struct move *move)
{
    const struct purse *purse = &payable->purse;
    for (; payable->next.y <= purse->reach; payable->next.x = -payable->widest) {
        while (payable->next.x <= payable->widest) {
            struct point acceleration = payable->next;
            payable->next.x++;
            if (!purse_pays(purse, acceleration, move))
                continue;
            move->from = payable->car->at;
            move->acceleration = acceleration;
            move->to = point_add(car_principal(payable->car), acceleration);
            return true;
        }
        payable->widest = purse_widest(purse, ++payable->next.y);
    }
    return false;
}

/* --- which of them can be chosen (2, 5.2) ----------------------------------------------------- */

void graph_paper_free_moves(struct move_list *list)
{
    free(list->items);
    *list = (struct move_list){0};
}

/* A car's turn, as far as it is the same for all its moves. */
struct turn {
    const struct paper_race *race;
    int number;
    struct payable payable;
    struct surroundings around;
};

static struct turn begin_turn(const struct paper_race *race, int number, const struct car *car)
{
    struct turn turn = {race, number, graph_paper_payable(&race->head, car), {0}};
    struct point reach = {turn.payable.purse.reach, turn.payable.purse.reach};
    struct point low = point_lower(car->at, point_subtract(car_principal(car), reach));
    struct point high = point_upper(car->at, point_add(car_principal(car), reach));
    turn.around = drive_look_around(race, number, car, low, high);
    return turn;
}

/* The next move that the car can pay for. One that it may not choose has a refusal. */
static bool next_move(struct turn *turn, struct move *move, bool *refused,
                      struct refused_move *refusal)
{
    *refused = false;
    if (!graph_paper_next(&turn->payable, move))
        return false;
    move->outcome = OUTCOME_CLEAR;
    if (turn->around.plain)
        return true;
    struct drive drive =
        drive_work_out(turn->race, turn->number, turn->payable.car, &turn->around, move->to);
    move->outcome = drive_outcome(&drive);
    *refused = drive.refused;
    *refusal = (struct refused_move){drive.to, drive.why, drive.in_the_way};
    return true;
}

/* The refused ones are listed if `refused` is not NULL, the others if `moves` is not. */
static void list_moves(const struct paper_race *race, int number, const struct car *car,
                       struct move_list *moves, struct refused_list *refused)
{
    struct turn turn = begin_turn(race, number, car);
    struct move move;
    struct refused_move refusal;
    bool is_refused;
    while (next_move(&turn, &move, &is_refused, &refusal)) {
        if (!is_refused && moves) {
            list_add(moves, move);
        } else if (is_refused && refused) {
            list_add(refused, refusal);
        }
    }
}

bool moves_has_any(const struct paper_race *race, int number, const struct car *car)
{
    struct turn turn = begin_turn(race, number, car);
    struct move move;
    struct refused_move refusal;
    bool refused;
    while (next_move(&turn, &move, &refused, &refusal))
        if (!refused)
            return true;
    return false;
}

bool graph_paper_can_strike(const struct race *any, int number, int other)
{
    const struct paper_race *race = paper_race(any);
    const struct car *car = &race->cars[number - 1];
    struct point target = race->cars[other - 1].at;
    struct purse purse = purse_open(race, car);
    struct move price;
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
    list_moves(race, race->order[race->turn], &car, moves, NULL);
}

void graph_paper_refused(const struct race *any, const struct point *start,
                         struct refused_list *refused)
{
    const struct paper_race *race = paper_race(any);
    refused->count = 0;
    if (race->over)
        return;
    struct car car = car_to_move(race, start);
    list_moves(race, race->order[race->turn], &car, NULL, refused);
}

/* The turbo areas of the move that would lead there count, and under run_wide so does where it
 * would leave the track. */
void graph_paper_preview(const struct race *any, int number, struct point at, struct point velocity,
                         struct move_list *moves)
{
    const struct paper_race *race = paper_race(any);
    struct car then = *graph_paper_car(&race->head, number);
    then.at = point_subtract(at, velocity);
    struct drive drive = drive_work_out(race, number, &then, &drive_look_at_everything, at);
    bool outside = race_runs_wide(race) && drive.off_track && !drive.returns;
    then.status = outside ? CAR_OUTSIDE : CAR_RACING;
    if (outside && !drive.was_outside)
        then.exit_progress = drive.exit_progress;
    drive_find_end(race, &drive);
    then.shift =
        passed_find_turbo(race, &drive, along_place_of(drive.from, drive.to, drive.end), NULL);
    then.at = at;
    then.velocity = velocity;
    then.nitros = then.good_brakes = then.turbo_boosts = 0;
    moves->count = 0;
    list_moves(race, number, &then, moves, NULL);
}

/* --- a car that nobody meets, for who looks ahead: from any state, without a race around it --- */

static const struct surroundings nobody_near = {.line_near = true, .slick_near = true};

bool graph_paper_drive_alone(const struct race *any, struct car *car, const struct move *move,
                             enum outcome *outcome)
{
    const struct paper_race *race = paper_race(any);
    struct drive drive = drive_work_out(race, 1, car, &nobody_near, move->to);
    if (drive.refused)
        return false;
    *outcome = drive_outcome(&drive);
    if (*outcome == OUTCOME_OFF_TRACK)
        return true;
    drive_find_end(race, &drive);
    struct along_place last;
    passed_count(race, &drive, car, NULL, &last);
    car->shift = passed_find_turbo(race, &drive, last, NULL);
    car->velocity = point_subtract(move->to, car->at);
    car->at = move->to;
    car->nitros -= move->nitros;
    car->good_brakes -= move->good_brakes;
    car->turbo_boosts -= move->turbo_boosts;
    if (drive.finish)
        car->status = CAR_FINISHED;
    if (drive.slick) {
        car_stop(car);
        car->missed_turns += race_value(race, FIELD_SLICK_MISSED_TURNS);
    }
    return true;
}

bool graph_paper_stays(const struct race *race, struct car *car, const struct move *move)
{
    enum outcome outcome;
    return graph_paper_drive_alone(race, car, move, &outcome) && outcome != OUTCOME_OFF_TRACK;
}

bool graph_paper_find_exit(const struct race *any, const struct car *car, struct point to,
                           struct exact_point *exit)
{
    const struct paper_race *race = paper_race(any);
    struct drive drive = drive_work_out(race, 1, car, &nobody_near, to);
    if (drive.refused || !drive.off_track)
        return false;
    drive_find_end(race, &drive);
    *exit = drive.end;
    return true;
}

struct car graph_paper_placed(const struct race *any, struct point start)
{
    const struct paper_race *race = paper_race(any);
    struct car car = race->cars[race->order[race->turn] - 1];
    car.status = CAR_RACING;
    start_place(race, &car, start);
    return car;
}
