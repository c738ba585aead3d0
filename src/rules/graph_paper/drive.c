/* What accelerations cost, and the moves that a car can choose (RULES 2, 6).
 *
 * This is what computer drivers spend their time in: nothing is allocated once a list has grown,
 * and what can be said about all the moves of a car at once is asked once.
 */

#include "base/memory.h"
#include "base/number.h"
#include "rules/graph_paper/race.h"

#include <assert.h>
#include <stdlib.h>

/* --- what an acceleration costs (2.2, 2.5, 2.6), and where a slick leaves no choice (6) ------- */

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

static bool in_box(struct point p, struct point low, struct point high)
{
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y;
}

static int above(int change, int free)
{
    int size = abs(change);
    return size > free ? size - free : 0;
}

int purse_excess(const struct purse *purse, struct point acceleration)
{
    if (purse->four)
        return above(abs(acceleration.x) + abs(acceleration.y), 1);
    return above(acceleration.x, purse->step) + above(acceleration.y, purse->step);
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

/* Of an acceleration in the box. Most points that are asked for cost nothing. */
static bool has_price(const struct purse *purse, struct point acceleration, struct move *price)
{
    int across = abs(acceleration.x);
    int up = abs(acceleration.y);
    price->nitros = price->good_brakes = price->turbo_boosts = 0;
    if (purse->four ? across + up <= 1 : across <= purse->step && up <= purse->step)
        return true;
    if ((purse->good_brakes > 0 || purse->turbo_boosts > 0) &&
        pays_by_two(purse, acceleration, price))
        return true;
    price->good_brakes = price->turbo_boosts = 0;
    price->nitros = purse_excess(purse, acceleration);
    return price->nitros <= purse->nitros;
}

static bool has_any_payable(const struct purse *purse)
{
    struct move price;
    struct point a;
    for (a.y = purse->box.low.y; a.y <= purse->box.high.y; a.y++)
        for (a.x = purse->box.low.x; a.x <= purse->box.high.x; a.x++)
            if (has_price(purse, a, &price))
                return true;
    return false;
}

/* RULES 2.2: who is too fast whatever it pays comes as near to the limit as it can. */
static void limit_speed(struct purse *purse)
{
    const struct point_range box = purse->box;
    purse->fastest = number_larger(purse->fastest, point_reach(purse->velocity) - box.high.x);
    do {
        struct point most = {purse->fastest, purse->fastest}, least = {-most.x, -most.y};
        purse->box.low = point_upper(box.low, point_subtract(least, purse->velocity));
        purse->box.high = point_lower(box.high, point_subtract(most, purse->velocity));
    } while (point_reach(purse->velocity) > purse->fastest && !has_any_payable(purse) &&
             ++purse->fastest > 0);
}

struct purse purse_open(const struct paper_race *race, const struct car *car)
{
    struct purse purse = {
        .velocity = point_add(car->velocity, car->shift),
        .four = race_value(race, FIELD_ACCELERATION) == ACCELERATION_FOUR,
        .fastest = race_value(race, FIELD_TOP_SPEED),
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
    purse.step = four ? 1 : graph_paper_step(race->setup);
    bool two = purse.good_brakes > 0 || purse.turbo_boosts > 0;
    int reach = coasts ? 0 : number_larger(purse.step + purse.nitros, two ? 2 : 1);
    purse.box = (struct point_range){{-reach, -reach}, {reach, reach}};
    if (purse.fastest > 0)
        limit_speed(&purse);
    return purse;
}

bool purse_pays(const struct purse *purse, struct point acceleration, struct move *price)
{
    return in_box(acceleration, purse->box.low, purse->box.high) &&
           has_price(purse, acceleration, price);
}

bool graph_paper_pays(const struct race *race, const struct car *car, struct point acceleration,
                      struct move *price)
{
    struct purse purse = purse_open(paper_race(race), car);
    return purse_pays(&purse, acceleration, price);
}

static void begin_row(struct payable *payable, int y)
{
    const struct point_range *box = &payable->purse.box;
    const struct purse *purse = &payable->purse;
    bool two = (purse->good_brakes > 0 || purse->turbo_boosts > 0) && abs(y) <= 2;
    int by_two = !two ? -1 : purse->four ? 2 - abs(y) : 2;
    /* How far ax may go to either side if ay is given and nitros pay. */
    int left = purse->nitros - above(y, purse->step);
    int widest = number_larger(purse->four ? 1 + purse->nitros - abs(y)
                               : left < 0  ? -1
                                           : purse->step + left,
                               by_two);
    payable->widest = number_smaller(widest, box->high.x);
    payable->next = (struct point){number_larger(-widest, box->low.x), y};
}

struct payable graph_paper_payable(const struct race *race, const struct car *car)
{
    struct payable payable = {.car = car, .purse = purse_open(paper_race(race), car)};
    begin_row(&payable, payable.purse.box.low.y);
    return payable;
}

bool graph_paper_next(struct payable *payable, struct move *move)
{
    const struct purse *purse = &payable->purse;
    while (payable->next.y <= purse->box.high.y) {
        while (payable->next.x <= payable->widest) {
            struct point acceleration = payable->next;
            payable->next.x++;
            if (!has_price(purse, acceleration, move))
                continue;
            move->from = payable->car->at;
            move->acceleration = acceleration;
            move->to = point_add(car_principal(payable->car), acceleration);
            return true;
        }
        begin_row(payable, payable->next.y + 1);
    }
    return false;
}

/* --- which of them can be chosen (2, 5.2) ----------------------------------------------------- */

void graph_paper_free_moves(struct move_list *list)
{
    free(list->items);
    *list = (struct move_list){0};
}

/* Only a car on a grid point of the box can be struck. The ways from the car are wanted if `ways`
 * is not NULL. */
static int find_in_box(const struct paper_race *race, int number, struct point from,
                       struct point low, struct point high, struct point *ways)
{
    int count = 0;
    for (int i = 0; i < race->car_count && race_value(race, FIELD_COLLISION) != COLLISION_NONE;
         i++) {
        const struct car *other = &race->cars[i];
        if (i == number - 1 || !car_in_the_way(other) || !in_box(other->at, low, high))
            continue;
        if (ways)
            ways[count] = point_subtract(other->at, from);
        count++;
    }
    return count;
}

/* A car's turn, as far as it is the same for all its moves. */
struct drive_turn {
    const struct paper_race *race;
    int number;
    struct payable payable;
    struct surroundings around;
};

static struct surroundings drive_look_around(const struct paper_race *race, int number,
                                             const struct car *car, struct point low,
                                             struct point high);

static struct drive_turn begin_turn(const struct paper_race *race, int number,
                                    const struct car *car)
{
    struct drive_turn turn = {race, number, graph_paper_payable(&race->head, car), {0}};
    struct point_range box = turn.payable.purse.box;
    struct point low = point_lower(car->at, point_add(car_principal(car), box.low));
    struct point high = point_upper(car->at, point_add(car_principal(car), box.high));
    turn.around = drive_look_around(race, number, car, low, high);
    return turn;
}

static enum outcome drive_outcome(const struct drive *drive);

/* The next move that the car can pay for. One that it may not choose has a refusal. */
static bool next_move(struct drive_turn *turn, struct move *move, bool *refused,
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
    struct drive_turn turn = begin_turn(race, number, car);
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
    struct drive_turn turn = begin_turn(race, number, car);
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

bool graph_paper_all_clear(const struct race *any, const struct car *car)
{
    const struct paper_race *race = paper_race(any);
    return begin_turn(race, race->order[race->turn], car).around.plain;
}

int graph_paper_others_near(const struct race *any, struct point from, struct point low,
                            struct point high, struct point ways[CAR_LIMIT])
{
    const struct paper_race *race = paper_race(any);
    return find_in_box(race, race->order[race->turn], from, low, high, ways);
}

/* Where the move leaves a car that stays on the track. */
static void arrive(const struct paper_race *race, struct drive *drive, const struct move *move,
                   struct car *car)
{
    struct along_place last;
    drive_find_end(race, drive);
    passed_count(race, drive, car, NULL, &last);
    car->shift = passed_find_turbo(race, drive, last, NULL);
    car->velocity = point_subtract(move->to, car->at);
    car->at = move->to;
    car->nitros -= move->nitros;
    car->good_brakes -= move->good_brakes;
    car->turbo_boosts -= move->turbo_boosts;
    if (drive->finish)
        car->status = CAR_FINISHED;
    if (drive->struck) {
        exact_is_grid(drive->end, &car->at);
        car->missed_turns += race_value(race, FIELD_MOVER_MISSED_TURNS);
    }
    if (drive->slick)
        car->missed_turns += race_value(race, FIELD_SLICK_MISSED_TURNS);
    if (drive->struck || drive->slick)
        car_stop(car);
}

bool graph_paper_meets(const struct race *any, const struct car *car, struct move *move,
                       struct car *after)
{
    const struct paper_race *race = paper_race(any);
    struct surroundings around = drive_look_at_everything;
    around.held = move->outcome == OUTCOME_CLEAR || move->outcome == OUTCOME_SLICK;
    struct drive drive = drive_work_out(race, race->order[race->turn], car, &around, move->to);
    move->outcome = drive_outcome(&drive);
    if (after && drive.struck) {
        *after = *car;
        arrive(race, &drive, move, after);
    }
    return !drive.refused;
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
    if (*outcome != OUTCOME_OFF_TRACK)
        arrive(race, &drive, move, car);
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

/* === drive ==================================================================================== */

/* What a move does, worked out without changing anything: RULES 1.5, 2.3, 4, 5, 6, 7, 8. The list
 * of moves and the doing of a move both ask here, so they cannot disagree.
 */

/* --- what is near ----------------------------------------------------------------------------- */

const struct surroundings drive_look_at_everything = {
    .line_near = true, .car_near = true, .slick_near = true};

static bool line_meets_box(const struct track_line *line, struct point low, struct point high)
{
    struct point a = line->from;
    struct point b = line->to;
    return !((a.x < low.x && b.x < low.x) || (a.x > high.x && b.x > high.x) ||
             (a.y < low.y && b.y < low.y) || (a.y > high.y && b.y > high.y));
}

static struct surroundings drive_look_around(const struct paper_race *race, int number,
                                             const struct car *car, struct point low,
                                             struct point high)
{
    const struct track *track = track_of(race->setup);
    struct ground ground = race_ground(race);
    struct surroundings around = {
        .held = ground_holds_box(&ground, low, high),
        .line_near = !race_is_derby(race) && line_meets_box(&track->finish, low, high),
        .car_near = find_in_box(race, number, car->at, low, high, NULL) > 0,
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
    if (race_is_derby(race)) {
        /* RULES 9. */
        for (int car = 1; car <= race->car_count && !drive->refused; car++) {
            if ((cars >> car & 1) == 0)
                continue;
            if (race->cars[car - 1].player == race->cars[number - 1].player)
                refuse(drive, REFUSAL_OWN_CAR, car);
            else if (!derby_may_crash(race, number, car))
                refuse(drive, REFUSAL_REMATCH, car);
        }
    } else if (collision == COLLISION_FORBID)
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

/* --- what it passes, in order (1.5, 5.5, 7, 8.1, 8.2) ----------------------------------------- */

/* Checkpoints and the line depend on each other, because only the next checkpoint counts and a
 * counted crossing begins anew; so the way is walked from place to place. At one place checkpoints
 * come before the line. */
struct drive_walk {
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

static bool lap_is_open(const struct drive_walk *walk)
{
    return track_of(walk->race->setup)->open || walk->car->laps_opened > 0;
}

/* RULES 8.2: one after the other, up to a place and with it. */
static void pass_checkpoints(struct drive_walk *walk, struct along_place until)
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
static bool is_counted(const struct drive_walk *walk)
{
    return !lap_is_open(walk) ||
           walk->car->checkpoint == track_of(walk->race->setup)->checkpoint_count;
}

/* With checkpoints, what a counted crossing does. */
static bool open_lap(struct drive_walk *walk)
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
static bool count_crossing(struct drive_walk *walk)
{
    const struct paper_race *race = walk->race;
    bool open = track_of(race->setup)->open;
    walk->finished =
        open ? walk->drive->crossing > 0 : walk->car->crossings > race_value(race, FIELD_LAPS);
    return !open && !walk->finished;
}

static void cross_line(struct drive_walk *walk)
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
    struct drive_walk walk = {.race = race, .drive = drive, .car = car, .list = list};
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
    if (drive->was_outside) {
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
    } else
        drive->off_track = !around->held && leaves_track(race, drive->from, drive->to);
    bool drives_outside = drive->was_outside && !drive->returns;
    if (around->car_near && !drive->refused && !drives_outside)
        meet_cars(race, number, drive);
    if (drive->off_track && !drive->refused && !drives_outside && race_runs_wide(race)) {
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

static enum outcome drive_outcome(const struct drive *drive)
{
    return drive->finish        ? OUTCOME_FINISH
           : drive->off_track   ? OUTCOME_OFF_TRACK
           : drive->struck != 0 ? OUTCOME_COLLISION
           : drive->slick       ? OUTCOME_SLICK
                                : OUTCOME_CLEAR;
}
