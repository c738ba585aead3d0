/* See driver.h. */

#include "base/memory.h"
#include "base/number.h"
#include "drivers/graph_paper/levels/driver.h"
#include "rules/graph_paper/graph_paper.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

/* So that numbers, unknown and never can be compared. */
static int order_of(int rounds)
{
    return rounds == KNOWLEDGE_NEVER ? INT_MAX : rounds == KNOWLEDGE_UNKNOWN ? INT_MAX - 1 : rounds;
}

int candidates_compare(const struct candidate *a, const struct candidate *b)
{
    int first = order_of(a->rounds);
    int second = order_of(b->rounds);
    return (first > second) - (first < second);
}

const struct candidate *candidates_best(const struct candidate_list *list)
{
    const struct candidate *best = &list->items[0];
    for (int i = 1; i < list->count; i++)
        if (candidates_compare(&list->items[i], best) < 0)
            best = &list->items[i];
    return best;
}

/* --- what becomes of a move ------------------------------------------------------------------- */

struct car candidate_after(const struct knowledge *knowledge, const struct race *race,
                           const struct candidate *candidate)
{
    if (candidate->tried)
        return candidate->after;
    /* The car as it stands before its move. */
    struct car car = candidate->action.has_start
                         ? knowledge_placed(knowledge, candidate->action.start)
                         : *graph_paper_car(race, race_next_car(race));
    enum outcome outcome;
    graph_paper_drive_alone(race, &car, &candidate->move, &outcome);
    return car;
}

/* By the rules, with everybody who is there. Turns that were missed at once are added. */
static void try_out(const struct knowledge *knowledge, const struct race *race,
                    struct candidate *candidate)
{
    int car = race_next_car(race);
    struct race *trial = graph_paper_game.copy(race);
    struct event_list events = {0};
    struct error error;
    bool done = graph_paper_do(trial, &candidate->action, &events, &error);
    assert(done && "a move that was listed is refused");
    (void)done;
    candidate->tried = true;
    candidate->after = *graph_paper_car(trial, car);
    candidate->velocity = candidate->after.velocity;
    const struct known_moves *known = knowledge_moves(knowledge, &candidate->after);
    int rounds = known ? known->remaining : knowledge_remaining(knowledge, &candidate->after);
    int passed = 1;
    for (int i = 0; i < events.count; i++)
        passed +=
            graph_paper_event(&events.items[i])->type == EVENT_MISSED && events.items[i].car == car;
    candidate->rounds = rounds < 0 ? rounds : rounds + passed;
    if (candidate->after.status == CAR_FINISHED)
        candidate->rounds = 1;
    event_list_free(&events);
    graph_paper_game.free(trial);
}

static void weigh_move(const struct knowledge *knowledge, const struct race *race,
                       const struct car *car, const struct known_move *known,
                       struct candidate *candidate)
{
    const struct move *move = &candidate->move;
    if (move->outcome == OUTCOME_OFF_TRACK)
        return;
    if (car->status != CAR_RACING || move->outcome == OUTCOME_COLLISION) {
        try_out(knowledge, race, candidate);
        return;
    }
    if (move->outcome != OUTCOME_SLICK)
        candidate->velocity = point_subtract(move->to, move->from);
    candidate->rounds = known ? known->rounds : knowledge_remaining_by(knowledge, car, move->to);
}

static void make_room(struct candidate_list *list, int more)
{
    if (list->count + more <= list->capacity)
        return;
    list->capacity = list->count + more;
    list->items = memory_resize(list->items, (size_t)list->capacity, sizeof *list->items);
}

/* There is room. What is known of it later is not touched: most are never tried. */
static struct candidate *add_candidate(struct candidate_list *list)
{
    struct candidate *candidate = &list->items[list->count++];
    candidate->action = (struct graph_paper_action){0};
    candidate->move = (struct move){0};
    candidate->start_only = candidate->tried = false;
    candidate->velocity = (struct point){0, 0};
    candidate->rounds = KNOWLEDGE_NEVER;
    return candidate;
}

/* The moves of the car that cost at most so many nitros, from the start point that it would choose
 * if it is waiting. */
static void add_moves(const struct knowledge *knowledge, const struct race *race,
                      const struct point *start, int nitros, struct candidate_list *list)
{
    struct move_list moves = {0};
    struct car car =
        start ? knowledge_placed(knowledge, *start) : *graph_paper_car(race, race_next_car(race));
    const struct known_moves *known = knowledge_moves(knowledge, &car);
    if (!known)
        graph_paper_moves(race, start, &moves);
    int count = known ? known->count : moves.count;
    struct point others[CAR_LIMIT];
    int near =
        known ? graph_paper_others_near(race, known->at, known->low, known->high, others) : 0;
    make_room(list, count);
    for (int i = 0; i < count; i++) {
        struct move move = known ? known_move(known, i) : moves.items[i];
        bool asked = (known && known_is_open(known, i)) ||
                     graph_paper_passes(others, near, point_subtract(move.to, move.from));
        if (move.nitros > nitros || (asked && !graph_paper_meets(race, &car, &move, NULL)))
            continue;
        struct candidate *candidate = add_candidate(list);
        candidate->move = move;
        candidate->action.to = move.to;
        candidate->action.has_start = start != NULL;
        if (start)
            candidate->action.start = *start;
        weigh_move(knowledge, race, &car, known ? &known->items[i] : NULL, candidate);
    }
    graph_paper_free_moves(&moves);
}

/* --- start points ----------------------------------------------------------------------------- */

struct level_start {
    struct point at;
    int rounds; /* or fifths of a square where rounds are not known */
};

/* More than this are not asked for their rounds: the nearest to the finish are. */
enum { STARTS_ASKED = 2000 };

static int compare_places(const void *first, const void *second)
{
    const struct level_start *a = first;
    const struct level_start *b = second;
    return a->at.y != b->at.y ? a->at.y - b->at.y : a->at.x - b->at.x;
}

static int compare_starts(const void *first, const void *second)
{
    const struct level_start *a = first;
    const struct level_start *b = second;
    int order = (a->rounds > b->rounds) - (a->rounds < b->rounds);
    return order != 0 ? order : compare_places(first, second);
}

/* The best of them, by y, then x. */
static int keep_best(struct level_start *starts, int count, int wanted)
{
    qsort(starts, (size_t)count, sizeof *starts, compare_starts);
    return count < wanted ? count : wanted;
}

/* `starts` has room for twice STARTS_ASKED: the worse half goes whenever it is full. */
static int find_nearest(const struct knowledge *knowledge, const struct start_runs *runs,
                        struct level_start *starts)
{
    int count = 0, farthest = INT_MAX;
    for (int i = 0; i < runs->count; i++)
        for (int k = 0; k < runs->items[i].length; k++) {
            struct point at = {runs->items[i].first.x + k, runs->items[i].first.y};
            int distance = knowledge_distance(knowledge, at);
            distance = distance < 0 ? INT_MAX : distance;
            /* Points come in the order by which equal ones are told apart. */
            if (distance >= farthest && count >= STARTS_ASKED)
                continue;
            starts[count++] = (struct level_start){at, distance};
            if (count < 2 * STARTS_ASKED)
                continue;
            count = keep_best(starts, count, STARTS_ASKED);
            farthest = starts[count - 1].rounds;
        }
    return keep_best(starts, count, STARTS_ASKED);
}

/* The best that are free, by y, then x. */
static int choose_starts(const struct knowledge *knowledge, const struct race *race,
                         struct point chosen[CANDIDATE_STARTS])
{
    struct start_runs runs = {0};
    graph_paper_start_runs(race, &runs);
    int room = number_smaller(2 * STARTS_ASKED, runs.points);
    struct level_start *starts = memory_allocate((size_t)room, sizeof *starts);
    int count = find_nearest(knowledge, &runs, starts);
    for (int i = 0; i < count; i++) {
        int rounds = knowledge_rounds_from(knowledge, starts[i].at);
        starts[i].rounds = rounds >= 0                   ? rounds
                           : rounds == KNOWLEDGE_UNKNOWN ? starts[i].rounds
                                                         : INT_MAX;
    }
    count = keep_best(starts, count, CANDIDATE_STARTS);
    qsort(starts, (size_t)count, sizeof *starts, compare_places);
    for (int i = 0; i < count; i++)
        chosen[i] = starts[i].at;
    free(starts);
    graph_paper_free_runs(&runs);
    return count;
}

static void add_start(const struct knowledge *knowledge, struct point at,
                      struct candidate_list *list)
{
    make_room(list, CANDIDATE_STARTS);
    struct candidate *candidate = add_candidate(list);
    candidate->start_only = candidate->tried = true;
    candidate->action.to = at;
    candidate->after = knowledge_placed(knowledge, at);
    candidate->rounds = knowledge_remaining(knowledge, &candidate->after);
}

void candidates_list(const struct knowledge *knowledge, const struct race *race, int nitros,
                     struct candidate_list *list)
{
    struct point starts[CANDIDATE_STARTS];
    list->count = 0;
    if (graph_paper_car(race, race_next_car(race))->status != CAR_WAITING) {
        add_moves(knowledge, race, NULL, nitros, list);
        return;
    }
    bool reverse = graph_paper_game.round(race) == 0;
    int count = choose_starts(knowledge, race, starts);
    for (int i = 0; i < count; i++) {
        if (reverse)
            add_start(knowledge, starts[i], list);
        else
            add_moves(knowledge, race, &starts[i], nitros, list);
    }
}

void candidates_weigh(const struct knowledge *knowledge, const struct race *race,
                      struct candidate_list *list)
{
    for (int i = 0; i < list->count; i++)
        if (!list->items[i].tried && list->items[i].move.outcome == OUTCOME_OFF_TRACK)
            try_out(knowledge, race, &list->items[i]);
}

/* === ahead ==================================================================================== */

/* See driver.h. */

void ahead_begin(struct ahead *ahead, const struct race *race, int limit, struct budget *budget)
{
    *ahead = (struct ahead){.limit = limit, .budget = budget};
    ahead->states[0] = graph_paper_game.copy(race);
}

void ahead_end(struct ahead *ahead)
{
    for (int i = 0; i <= AHEAD_DEEPEST; i++) {
        graph_paper_game.free(ahead->states[i]);
        graph_paper_free_moves(&ahead->moves[i]);
    }
    event_list_free(&ahead->events);
}

const struct move_list *ahead_moves(struct ahead *ahead)
{
    graph_paper_moves(ahead_race(ahead), NULL, &ahead->moves[ahead->depth]);
    return &ahead->moves[ahead->depth];
}

void ahead_do(struct ahead *ahead, const struct graph_paper_action *action)
{
    struct error error;
    assert(ahead_has_room(ahead));
    struct race **next = &ahead->states[ahead->depth + 1];
    if (*next)
        graph_paper_become(*next, ahead_race(ahead));
    else
        *next = graph_paper_game.copy(ahead_race(ahead));
    event_list_clear(&ahead->events);
    bool done = graph_paper_do(*next, action, &ahead->events, &error);
    assert(done && "looking ahead, the rules refuse a move that they list");
    (void)done;
    ahead->depth++;
    ahead->nodes++;
}

void ahead_undo(struct ahead *ahead)
{
    assert(ahead->depth > 0);
    ahead->depth--;
}

static bool ahead_is_cancelled(const struct ahead *ahead)
{
    return budget_is_cancelled(ahead->budget);
}

bool ahead_is_spent(const struct ahead *ahead)
{
    return ahead->nodes >= ahead->limit || ahead_is_cancelled(ahead);
}

bool ahead_has_room(const struct ahead *ahead)
{
    return ahead->depth < AHEAD_DEEPEST;
}

uint64_t ahead_watch(const struct race *race, int others, ahead_distance *distance)
{
    int mover = race_next_car(race);
    const struct car *car = graph_paper_car(race, mover);
    uint64_t watched = UINT64_C(1) << mover;
    for (int i = 0; i < others; i++) {
        int nearest = 0, least = INT_MAX;
        for (int number = 1; number <= graph_paper_game.car_count(race); number++) {
            const struct car *other = graph_paper_car(race, number);
            bool may = other->status == CAR_RACING && (watched >> number & 1) == 0;
            int away = may ? distance(car, other) : -1;
            if (away >= 0 && away < least) {
                nearest = number;
                least = away;
            }
        }
        watched |= nearest > 0 ? UINT64_C(1) << nearest : 0;
    }
    return watched;
}

bool ahead_compare(struct ahead *ahead, struct weighed_action *options, int count, int turns,
                   ahead_weigh *weigh, void *data)
{
    int *worths = memory_allocate((size_t)count, sizeof *worths);
    bool whole = true;
    for (int turn = 1; turn <= turns && whole; turn++) {
        int best = INT_MIN;
        for (int i = 0; i < count && whole; i++) {
            worths[i] = weigh(data, &options[i], turn, best);
            best = worths[i] > best ? worths[i] : best;
            whole = turn == 1 || !ahead_is_spent(ahead);
        }
        for (int i = 0; i < count && whole; i++)
            options[i].worth = worths[i];
        if (whole) {
            for (int i = 1; i < count; i++) {
                struct weighed_action option = options[i];
                int at = i;
                for (; at > 0 && options[at - 1].worth < option.worth; at--)
                    options[at] = options[at - 1];
                options[at] = option;
            }
        }
    }
    free(worths);
    return !ahead_is_cancelled(ahead);
}

/* === race ===================================================================================== */

/* Rookie, club and pro in races: what each sees, and how often each slips.
 *
 * Club and pro know the fewest rounds of every move; the rookie drives by eye. All of them slip: a
 * move that costs a round. Slips are spread evenly, one in so many rounds, at a round that is drawn
 * from the set-up's seed; so a level is as good on a short track as on a long one, and a race has
 * neither luck nor misfortune that decides it.
 */

struct horizon {
    int moves;   /* after the next one, at least 0 */
    int width;   /* places that are followed from move to move */
    int fastest; /* lines on which it is faster on an axis are not for it; 0: all are */
};

struct level_sight {
    bool knows_rounds;
    struct horizon horizon; /* where rounds are not known, or not to it */
    int slips, rounds;      /* so many slips in so many rounds */
    bool slips_slowly;      /* by braking too early; else anyhow */
    int saves; /* has spent at most one nitro in so many rounds; 0: spends them at once */
};

static const struct level_sight sights[] = {
    [LEVEL_ROOKIE] = {false, {1, 60, 5}, 2, 7, true, 3},
    [LEVEL_CLUB] = {true, {2, 60, 0}, 1, 9, true, 3},
    [LEVEL_PRO] = {true, {5, 80, 0}, 1, 25, false, 0},
};

static bool is_cancelled(const struct turn_to_drive *turn)
{
    return budget_is_cancelled(turn->budget);
}

/* --- some moves ahead along the way to the finish, without knowing rounds ----------------------
 *
 * What a driver sees who drives by eye, and what all drivers do on sheets that are too large to be
 * searched. Only lines are looked at on which the car could always still come to a stop by
 * braking straight on. Of the places that can be reached in so many moves those nearest to the
 * finish are followed. */

/* More than HORIZON_WALL: a line ends in a wall, the more the sooner. Below HORIZON_FINISH: it
 * finishes, the less the sooner. */
#define HORIZON_FINISH (-INT64_C(1000000000))
#define HORIZON_WALL INT64_C(1000000000000)

enum { BRAKING_MOVES = 200 };

struct line_end {
    struct car car;
    int candidate;
    int64_t way;
};

struct end_list {
    struct line_end *items;
    int count, capacity;
};

struct looking {
    const struct turn_to_drive *turn;
    int fastest;
    struct end_list now, next;
    int64_t *judged;
};

static int64_t way_of(const struct looking *looking, const struct car *car)
{
    int64_t way = knowledge_way(looking->turn->knowledge, car);
    return way < 0 ? HORIZON_WALL / 2 : way + distance_of_missed(car->missed_turns);
}

static int slower(int speed, int step)
{
    return speed > step ? speed - step : speed < -step ? speed + step : 0;
}

static bool is_too_fast(const struct looking *looking, const struct car *car)
{
    return looking->fastest > 0 &&
           (abs(car->velocity.x) > looking->fastest || abs(car->velocity.y) > looking->fastest);
}

/* By braking straight on, one axis at a time where the rules allow no more. */
static bool can_stop(const struct looking *looking, const struct car *from)
{
    const struct race *race = looking->turn->race;
    struct car car = *from;
    struct move price;
    int step = graph_paper_step(graph_paper_setup(race));
    car.nitros = car.good_brakes = car.turbo_boosts = 0;
    for (int i = 0; i < BRAKING_MOVES; i++) {
        struct point way = point_add(car.velocity, car.shift);
        if (car.status != CAR_RACING || (way.x == 0 && way.y == 0))
            return true;
        struct point slow = {slower(way.x, step), slower(way.y, step)};
        if (!graph_paper_pays(race, &car, point_subtract(slow, way), &price))
            slow = abs(way.x) > abs(way.y) ? (struct point){slow.x, way.y}
                                           : (struct point){way.x, slow.y};
        if (!graph_paper_pays(race, &car, point_subtract(slow, way), &price))
            slow = way;
        if (!graph_paper_stays(race, &car, &(struct move){.to = point_add(car.at, slow)}))
            return false;
    }
    return false;
}

static void judge(const struct looking *looking, int candidate, int64_t value)
{
    if (value < looking->judged[candidate])
        looking->judged[candidate] = value;
}

static void add_place(struct looking *looking, const struct car *car, int candidate)
{
    struct end_list *list = &looking->next;
    list_add(list, (struct line_end){*car, candidate, way_of(looking, car)});
}

/* Nearest first; among equals the faster one has done nothing better than the slower one, so the
 * order of what was found is kept by every machine. */
static int race_compare_places(const void *first, const void *second)
{
    const struct line_end *a = first;
    const struct line_end *b = second;
    if (a->way != b->way)
        return a->way < b->way ? -1 : 1;
    int differences[] = {a->car.at.y - b->car.at.y,
                         a->car.at.x - b->car.at.x,
                         a->car.velocity.y - b->car.velocity.y,
                         a->car.velocity.x - b->car.velocity.x,
                         a->car.shift.y - b->car.shift.y,
                         a->car.shift.x - b->car.shift.x,
                         a->candidate - b->candidate};
    for (size_t i = 0; i < sizeof differences / sizeof *differences; i++)
        if (differences[i] != 0)
            return differences[i];
    return 0;
}

static bool same_state(const struct line_end *a, const struct line_end *b)
{
    return a->way == b->way && point_equal(a->car.at, b->car.at) &&
           point_equal(a->car.velocity, b->car.velocity) &&
           point_equal(a->car.shift, b->car.shift) && a->candidate == b->candidate;
}

static void keep_nearest(struct end_list *list, int width)
{
    int kept = 0;
    if (list->count > 0)
        qsort(list->items, (size_t)list->count, sizeof *list->items, race_compare_places);
    for (int i = 0; i < list->count && kept < width; i++)
        if (kept == 0 || !same_state(&list->items[kept - 1], &list->items[i]))
            list->items[kept++] = list->items[i];
    list->count = kept;
}

/* The first step: what the candidates themselves lead to. */
static void begin(struct looking *looking, const struct candidate_list *list)
{
    for (int i = 0; i < list->count; i++) {
        struct car car =
            candidate_after(looking->turn->knowledge, looking->turn->race, &list->items[i]);
        looking->judged[i] = 2 * HORIZON_WALL;
        car.nitros = car.good_brakes = car.turbo_boosts = 0;
        if (car.status == CAR_FINISHED)
            judge(looking, i, HORIZON_FINISH);
        else if (car.status == CAR_RACING && can_stop(looking, &car))
            add_place(looking, &car, i);
    }
}

/* Writes one number a candidate, the less the better: the rest of the way in fifths of a square
 * where the best of its lines ends, or what the two numbers above say. A candidate that leaves the
 * track or strikes a car is judged by where that leaves it. A line that ends before the others has
 * ended in a wall: what is judged in the end counts. False if it was cancelled. */
static bool look_ahead(const struct turn_to_drive *turn, struct horizon horizon,
                       const struct candidate_list *list, int64_t *judged)
{
    struct looking looking = {.turn = turn, .fastest = horizon.fastest, .judged = judged};
    begin(&looking, list);
    for (int depth = 1; depth <= horizon.moves && !is_cancelled(turn); depth++) {
        struct end_list behind = looking.now;
        looking.now = looking.next;
        looking.next = behind;
        looking.next.count = 0;
        keep_nearest(&looking.now, depth == 1 ? looking.now.count : horizon.width);
        for (int i = 0; i < looking.now.count; i++) {
            const struct line_end *end = &looking.now.items[i];
            const struct race *race = looking.turn->race;
            struct payable payable = graph_paper_payable(race, &end->car);
            struct move move;
            while (graph_paper_next(&payable, &move)) {
                struct car car = end->car;
                if (!graph_paper_stays(race, &car, &move))
                    continue;
                if (car.status == CAR_FINISHED)
                    judge(&looking, end->candidate, HORIZON_FINISH + depth);
                else if (!is_too_fast(&looking, &car) && can_stop(&looking, &car))
                    add_place(&looking, &car, end->candidate);
            }
        }
    }
    for (int i = 0; i < looking.next.count; i++)
        judge(&looking, looking.next.items[i].candidate, looking.next.items[i].way);
    free(looking.now.items);
    free(looking.next.items);
    return !is_cancelled(turn);
}

/* --- back to the track under run_wide (RULES 4.4) ---------------------------------------------
 *
 * A move that comes back at once is taken; else the one from which the car would be soonest on a
 * grid point of the track at which it may come back, walls and sheet left aside. */

/* How far it looks for the track, and what a move outside is worth: fifths of a square. */
enum { VIEW = 24, FIFTHS_OF_MOVE = 15, MOVES_MOST = 200 };

struct goal {
    struct point at;
    int behind; /* where it left, along the track */
};

struct goal_list {
    struct goal *items;
    int count, capacity;
};

static void list_goals(const struct race *race, const struct car *car, struct goal_list *goals)
{
    const struct track *track = graph_paper_track(graph_paper_setup(race));
    struct point at;
    for (at.y = car->at.y - VIEW; at.y <= car->at.y + VIEW; at.y++)
        for (at.x = car->at.x - VIEW; at.x <= car->at.x + VIEW; at.x++) {
            if (at.x < 0 || at.y < 0 || at.x > track->width || at.y > track->height)
                continue;
            int progress = graph_paper_progress(race, at);
            if (progress < 0 || progress > car->exit_progress)
                continue;
            list_add(goals, (struct goal){at, car->exit_progress - progress});
        }
}

/* The fewest moves that lead so far on one axis. */
static int count_moves(int way, int speed, int step)
{
    int moves = 0;
    for (int most = 0; moves < MOVES_MOST; most = step * moves * (moves + 1) / 2) {
        if (way - moves * speed <= most && way - moves * speed >= -most)
            break;
        moves++;
    }
    return moves;
}

static int count_way_back(const struct car *car, const struct goal_list *goals, int step)
{
    int least = INT_MAX;
    for (int i = 0; i < goals->count; i++) {
        struct point way = point_subtract(goals->items[i].at, car->at);
        struct point moves = {count_moves(way.x, car->velocity.x, step),
                              count_moves(way.y, car->velocity.y, step)};
        int worth = point_reach(moves) * FIFTHS_OF_MOVE + goals->items[i].behind;
        least = worth < least ? worth : least;
    }
    return least;
}

/* Who comes back is better off than who does not, and who is out worst. */
static int64_t weigh_return(const struct candidate *candidate, const struct goal_list *goals,
                            int step)
{
    switch (candidate->after.status) {
    case CAR_FINISHED:
        return -1;
    case CAR_RACING:
        return candidate->rounds >= 0 ? candidate->rounds : INT_MAX / 2;
    case CAR_OUTSIDE:
        return (int64_t)INT_MAX + count_way_back(&candidate->after, goals, step);
    default:
        return INT64_MAX;
    }
}

/* The car to move is outside. */
static bool come_back(const struct turn_to_drive *turn, struct graph_paper_action *choice)
{
    struct candidate_list list = {0};
    struct goal_list goals = {0};
    candidates_list(turn->knowledge, turn->race, INT_MAX, &list);
    candidates_weigh(turn->knowledge, turn->race, &list);
    list_goals(turn->race, graph_paper_car(turn->race, turn->car), &goals);
    int best = 0, step = graph_paper_step(graph_paper_setup(turn->race));
    int64_t least = INT64_MAX;
    for (int i = 0; i < list.count; i++) {
        int64_t worth = weigh_return(&list.items[i], &goals, step);
        if (worth < least) {
            best = i;
            least = worth;
        }
    }
    *choice = list.items[best].action;
    free(goals.items);
    free(list.items);
    return true;
}

/* --- what comes into question ----------------------------------------------------------------- */

/* Running into a car has to be worth so many rounds more than it costs. */
enum { COLLISION_WORTH = 3 };

struct level_choosing {
    const struct turn_to_drive *turn;
    struct candidate_list list; /* what comes into question */
    int64_t *worth;             /* of each; less is better */
    struct random random;
};

static bool stays_well(const struct candidate *candidate)
{
    enum outcome outcome = candidate->move.outcome;
    return candidate->start_only || outcome == OUTCOME_FINISH || outcome == OUTCOME_CLEAR ||
           outcome == OUTCOME_SLICK;
}

static bool goes_on(const struct candidate *candidate)
{
    return candidate->tried
               ? candidate->after.status == CAR_RACING || candidate->after.status == CAR_FINISHED
               : candidate->move.outcome != OUTCOME_OFF_TRACK;
}

static int speed_of(const struct candidate *candidate)
{
    return point_reach(candidate->velocity);
}

/* Keeps those that the question says yes to, if there are any. */
static void keep(struct candidate_list *list, bool (*question)(const struct candidate *candidate))
{
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        if (!question(&list->items[i]))
            continue;
        if (kept < i)
            list->items[kept] = list->items[i];
        kept++;
    }
    list->count = kept > 0 ? kept : list->count;
}

/* --- by rounds -------------------------------------------------------------------------------- */

static bool leads_to_finish(const struct candidate *candidate)
{
    return candidate->rounds >= 0 && candidate->move.outcome != OUTCOME_OFF_TRACK;
}

/* Crashing into a wall is for those who cannot help it. */
static void weigh_rounds(struct level_choosing *choosing)
{
    keep(&choosing->list, leads_to_finish);
    for (int i = 0; i < choosing->list.count; i++) {
        const struct candidate *candidate = &choosing->list.items[i];
        bool strikes = !candidate->start_only && candidate->move.outcome == OUTCOME_COLLISION;
        choosing->worth[i] = candidate->rounds < 0
                                 ? HORIZON_WALL + speed_of(candidate)
                                 : candidate->rounds + (strikes ? COLLISION_WORTH : 0);
    }
}

static bool knows_rounds(const struct candidate_list *list)
{
    for (int i = 0; i < list->count; i++)
        if (list->items[i].rounds >= 0)
            return true;
    return false;
}

/* --- by eye ----------------------------------------------------------------------------------- */

/* Where it sees no way to stop it feels its way, if there is one; else it hits the wall slowly. */
static int64_t weigh_danger(const struct candidate *candidate)
{
    return HORIZON_WALL +
           (candidate->rounds >= 0 ? candidate->rounds : HORIZON_WALL + speed_of(candidate));
}

static bool weigh_ways(struct level_choosing *choosing, struct horizon horizon)
{
    keep(&choosing->list, goes_on);
    keep(&choosing->list, stays_well);
    if (!look_ahead(choosing->turn, horizon, &choosing->list, choosing->worth))
        return false;
    for (int i = 0; i < choosing->list.count; i++)
        if (choosing->worth[i] >= HORIZON_WALL)
            choosing->worth[i] = weigh_danger(&choosing->list.items[i]);
    return true;
}

/* --- choosing --------------------------------------------------------------------------------- */

/* Among equals the cheapest, and among those any. */
static int find_best(struct level_choosing *choosing)
{
    int best = 0;
    uint32_t equals = 1;
    for (int i = 1; i < choosing->list.count; i++) {
        int64_t more = choosing->worth[i] - choosing->worth[best];
        if (more == 0)
            more = graph_paper_cost(&choosing->list.items[i].move) -
                   graph_paper_cost(&choosing->list.items[best].move);
        equals = more < 0 ? 1 : equals + (more == 0);
        if (more < 0 || (more == 0 && random_below(&choosing->random, equals) == 0))
            best = i;
    }
    return best;
}

/* Is this one of the rounds in which the car slips? They are drawn for a stretch of rounds. */
static bool is_slipping(const struct turn_to_drive *turn, const struct level_sight *sight)
{
    int round = graph_paper_game.round(turn->race) - 1;
    uint64_t hash = hash_number(HASH_START, (int64_t)graph_paper_setup(turn->race)->seed);
    hash = hash_number(hash_number(hash, turn->car), round / sight->rounds);
    struct random random = random_seeded(hash);
    int slips = sight->slips;
    bool slipping = false;
    for (int i = 0; i <= round % sight->rounds; i++) {
        slipping = (int)random_below(&random, (uint32_t)(sight->rounds - i)) < slips;
        slips -= slipping;
    }
    return slipping;
}

/* One of those that cost a round more than the best, if there is one. */
static int find_slip(struct level_choosing *choosing, int best, bool slowly)
{
    const struct candidate *items = choosing->list.items;
    int found = best;
    uint32_t equals = 0;
    for (int i = 0; i < choosing->list.count; i++) {
        if (items[i].rounds != items[best].rounds + 1 || !stays_well(&items[i]) ||
            graph_paper_cost(&items[i].move) > graph_paper_cost(&items[best].move) ||
            choosing->worth[i] >= HORIZON_WALL)
            continue;
        bool slows = found != best && slowly && speed_of(&items[i]) < speed_of(&items[found]);
        bool equal = found == best || !slowly || speed_of(&items[i]) == speed_of(&items[found]);
        equals = slows ? 1 : equals + equal;
        if (slows || (equal && random_below(&choosing->random, equals) == 0))
            found = i;
    }
    return found;
}

static bool is_safe(const struct level_sight *sight, const struct candidate *candidate)
{
    return sight->knows_rounds ? leads_to_finish(candidate) : stays_well(candidate);
}

/* No move that leaves the track comes into question where there is one of these. */
static bool may_stay(const struct level_sight *sight, const struct candidate_list *list)
{
    for (int i = 0; i < list->count; i++)
        if (is_safe(sight, &list->items[i]))
            return true;
    return false;
}

static int saved_nitros(const struct turn_to_drive *turn, const struct level_sight *sight)
{
    int spent = graph_paper_setup(turn->race)->values[FIELD_NITROS] -
                graph_paper_car(turn->race, turn->car)->nitros;
    return sight->saves > 0 ? graph_paper_game.round(turn->race) / sight->saves - spent : INT_MAX;
}

/* Nitros are for later, unless only they keep the car on the track. */
static void list_candidates(const struct turn_to_drive *turn, const struct level_sight *sight,
                            struct candidate_list *list)
{
    if (sight->saves > 0) {
        candidates_list(turn->knowledge, turn->race, saved_nitros(turn, sight), list);
        if (may_stay(sight, list))
            return;
    }
    candidates_list(turn->knowledge, turn->race, INT_MAX, list);
    if (!may_stay(sight, list))
        candidates_weigh(turn->knowledge, turn->race, list);
}

/* --- by what is kept of moves -----------------------------------------------------------------
 *
 * The same choice as by a list of all candidates, where something leads to the finish. Nothing is
 * listed for it: this is what most turns of most races are. */

struct level_option {
    const struct known_move *move;
    struct point from;
    int rounds;
    bool strikes;
};

struct level_options {
    struct level_option *items;
    int count, capacity;
};

struct level_looking {
    const struct turn_to_drive *turn;
    struct random random;
    bool slips;
    struct level_options options; /* of who slips: all */
    struct level_option best;
    int worth;       /* of the best; INT_MAX: there is none yet */
    uint32_t equals; /* to it */
};

static int option_cost(const struct level_option *option)
{
    const struct known_move *move = option->move;
    return move->nitros + move->good_brakes + move->turbo_boosts;
}

static int option_worth(const struct level_option *option)
{
    return option->rounds + (option->strikes ? COLLISION_WORTH : 0);
}

static int option_speed(const struct level_option *option)
{
    return option->move->outcome == OUTCOME_SLICK
               ? 0
               : point_reach(point_subtract(option->move->to, option->from));
}

static void add_option(struct level_looking *looking, const struct level_option *option)
{
    const struct level_option *best = &looking->best;
    int more = option_worth(option) - looking->worth;
    if (more == 0)
        more = option_cost(option) - option_cost(best);
    if (looking->slips)
        list_add(&looking->options, *option);
    if (more > 0)
        return;
    looking->equals = more < 0 ? 1 : looking->equals + 1;
    if (more == 0 && random_below(&looking->random, looking->equals) > 0)
        return;
    looking->best = *option;
    looking->worth = option_worth(option);
}

/* What others make of it; false: it cannot be chosen. */
static bool meet_others(const struct turn_to_drive *turn, const struct car *car, struct move move,
                        struct level_option *option)
{
    struct car after;
    if (!graph_paper_meets(turn->race, car, &move, &after))
        return false;
    if (move.outcome == OUTCOME_COLLISION) {
        const struct known_moves *known = knowledge_moves(turn->knowledge, &after);
        int rounds = known ? known->remaining : knowledge_remaining(turn->knowledge, &after);
        option->rounds = rounds < 0 ? rounds : rounds + 1;
        option->strikes = true;
    }
    return true;
}

static bool costs_turns_alone(const struct setup *setup)
{
    return setup->values[FIELD_COLLISION] == COLLISION_CRASH &&
           setup->values[FIELD_OFF_TRACK] != OFF_TRACK_RUN_WIDE;
}

/* False: its moves are not kept, or what a collision does has to be tried out. */
static bool add_options(struct level_looking *looking, const struct point *start, int nitros)
{
    const struct turn_to_drive *turn = looking->turn;
    struct car car =
        start ? knowledge_placed(turn->knowledge, *start) : *graph_paper_car(turn->race, turn->car);
    const struct known_moves *known = knowledge_moves(turn->knowledge, &car);
    struct point others[CAR_LIMIT];
    int near =
        known ? graph_paper_others_near(turn->race, known->at, known->low, known->high, others) : 0;
    if (!known || (near && !costs_turns_alone(graph_paper_setup(turn->race))))
        return false;
    for (int i = 0; i < known->count; i++) {
        const struct known_move *move = &known->items[i];
        if (move->nitros > nitros)
            continue;
        bool meets = graph_paper_passes(others, near, point_subtract(move->to, known->at));
        if (!meets && (move->rounds < 0 || (move->rounds > looking->worth && !looking->slips)))
            continue;
        struct level_option option = {move, known->at, move->rounds, false};
        if ((!meets || meet_others(turn, &car, known_move(known, i), &option)) &&
            option.rounds >= 0)
            add_option(looking, &option);
    }
    return true;
}

static bool look_at_all(struct level_looking *looking, const struct point *starts, int count,
                        int nitros)
{
    bool kept = count > 0 || add_options(looking, NULL, nitros);
    for (int i = 0; i < count && kept; i++)
        kept = add_options(looking, &starts[i], nitros);
    return kept;
}

/* One of those that cost a round more than the best, if there is one. */
static void slip(struct level_looking *looking, bool slowly)
{
    struct level_option best = looking->best;
    looking->equals = 0;
    for (int i = 0; i < looking->options.count; i++) {
        const struct level_option *option = &looking->options.items[i];
        if (option->rounds != best.rounds + 1 || option->strikes ||
            option_cost(option) > option_cost(&best))
            continue;
        int more =
            slowly && looking->equals > 0 ? option_speed(option) - option_speed(&looking->best) : 0;
        looking->equals = more < 0 ? 1 : looking->equals + (more == 0);
        if (more < 0 || (more == 0 && random_below(&looking->random, looking->equals) == 0))
            looking->best = *option;
    }
}

static bool choose_by_kept(const struct turn_to_drive *turn, const struct level_sight *sight,
                           struct graph_paper_action *choice)
{
    struct level_looking looking = {
        .turn = turn, .random = turn->random, .slips = is_slipping(turn, sight), .worth = INT_MAX};
    struct point starts[CANDIDATE_STARTS];
    int count = 0;
    bool waits = graph_paper_car(turn->race, turn->car)->status == CAR_WAITING;
    if (waits && graph_paper_game.round(turn->race) > 0)
        count = choose_starts(turn->knowledge, turn->race, starts);
    bool kept = look_at_all(&looking, starts, count, saved_nitros(turn, sight));
    if (kept && looking.equals == 0)
        kept = look_at_all(&looking, starts, count, INT_MAX);
    if (kept && looking.equals > 0 && looking.slips)
        slip(&looking, sight->slips_slowly);
    free(looking.options.items);
    if (!kept || looking.equals == 0)
        return false;
    *choice = (struct graph_paper_action){
        .has_start = waits, .to = looking.best.move->to, .start = looking.best.from};
    return true;
}

bool level_race(const struct turn_to_drive *turn, enum driver_level level,
                struct graph_paper_action *choice)
{
    const struct level_sight *sight = &sights[level];
    struct level_choosing choosing = {.turn = turn, .random = turn->random};
    if (is_cancelled(turn))
        return false;
    if (graph_paper_car(turn->race, turn->car)->status == CAR_OUTSIDE)
        return come_back(turn, choice);
    if (sight->knows_rounds && choose_by_kept(turn, sight, choice))
        return true;
    list_candidates(turn, sight, &choosing.list);
    choosing.worth = memory_allocate((size_t)choosing.list.count, sizeof *choosing.worth);
    bool done = true;
    if (sight->knows_rounds && knows_rounds(&choosing.list))
        weigh_rounds(&choosing);
    else
        done = weigh_ways(&choosing, sight->horizon);
    int best = find_best(&choosing);
    if (choosing.list.items[best].rounds >= 0 && is_slipping(turn, sight))
        best = find_slip(&choosing, best, sight->slips_slowly);
    *choice = choosing.list.items[best].action;
    free(choosing.worth);
    free(choosing.list.items);
    return done;
}
