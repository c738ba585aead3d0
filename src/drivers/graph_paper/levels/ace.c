/* The ace of races: it knows how many rounds everybody still needs, and looks ahead at what the
 * cars near it will do to each other.
 *
 * Every watched car is taken to do what is best for itself by the worth of what comes then; the
 * others drive as if they were alone. Nothing is said of blocking, dodging, striking, or of the
 * finish: that is what comes out when the rounds to go of all cars are compared.
 */
#include "drivers/graph_paper/levels/driver.h"

#include "base/memory.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

enum {
    WATCHED = 3,     /* other cars */
    NODES = 1500,    /* actions tried in a turn */
    TURNS = 10,      /* of watched cars, looked ahead at most */
    ACTIONS = 16,    /* of its own that it looks at */
    MOVES = 6,       /* that a car thinks about */
    ROUNDS_LOST = 2, /* by any of them, at most */
    STRIKES = 3,     /* and so many moves of those that strike someone */
    ROUNDS_UNKNOWN = 10000
};

enum {
    ROUND = 64, /* a round, in the times that are compared; its part is who comes first in it */
    AHEAD_OF_ONE = 40, /* a rival is behind */
    BY_A_ROUND = 20,   /* and so much for each round that it is behind */
    ROUNDS_THAT_COUNT = 6,
    OWN_ROUND = 4,
    DAMAGE = 10 /* all that a car can take */
};

struct ace {
    const struct knowledge *knowledge;
    struct ahead ahead;
    int car;                                  /* whose turn it is to be chosen */
    int rounds[AHEAD_DEEPEST + 1][CAR_LIMIT]; /* that car n still needs: [depth][n - 1] */
    uint64_t watched;                         /* bit n: car n chooses; the others drive alone */
    /* Of the race that is being weighed: */
    int round, moved;      /* so many in the order have moved in this round */
    int places[CAR_LIMIT]; /* in the order, of car n: [n - 1] */
};

static bool watches(const struct ace *ace, int car)
{
    return (ace->watched >> car & 1) != 0;
}

/* What the race comes to for each car, as it sees it. */
struct worths {
    int of[CAR_LIMIT];
};

/* --- how many rounds -------------------------------------------------------------------------- */

/* Where the knowledge does not know, and for cars that cannot help leaving the track. */
static int guess_rounds(const struct ace *ace, const struct car *car)
{
    enum { FIFTHS_A_ROUND = 15, TO_GET_GOING = 6, A_LAP = 40 };
    const struct setup *setup = knowledge_setup(ace->knowledge);
    int fifths = knowledge_distance(ace->knowledge, car->at);
    int laps = graph_paper_track(setup)->open ? 0 : setup->values[FIELD_LAPS] - car->crossings;
    int guess = TO_GET_GOING + A_LAP * (laps > 0 ? laps : 0);
    return guess + car->missed_turns + (fifths > 0 ? fifths / FIFTHS_A_ROUND : 0);
}

/* Of a car that has finished: the round in which it did. */
static int find_rounds(const struct ace *ace, const struct car *car)
{
    int depth = ace->ahead.depth;
    if (car->status == CAR_FINISHED || car->status == CAR_RETIRED)
        return graph_paper_game.round(ace->ahead.states[depth > 0 ? depth - 1 : 0]);
    const struct known_moves *known = knowledge_moves(ace->knowledge, car);
    int rounds = known                        ? known->remaining
                 : car->status == CAR_WAITING ? knowledge_rounds(ace->knowledge)
                                              : knowledge_remaining(ace->knowledge, car);
    return rounds >= 0 ? rounds : guess_rounds(ace, car);
}

/* Does the knowledge answer the same, but for turns missed? */
static bool is_as_far(const struct car *a, const struct car *b)
{
    return a->status == b->status && point_equal(a->at, b->at) &&
           point_equal(a->velocity, b->velocity) && point_equal(a->shift, b->shift) &&
           a->nitros == b->nitros && a->good_brakes == b->good_brakes &&
           a->turbo_boosts == b->turbo_boosts && a->crossings == b->crossings &&
           a->laps_opened == b->laps_opened && a->checkpoint == b->checkpoint;
}

/* Of all cars, at the depth that was just reached. */
static void count_rounds(struct ace *ace)
{
    int depth = ace->ahead.depth;
    const struct race *race = ahead_race(&ace->ahead);
    for (int number = 1; number <= graph_paper_game.car_count(race); number++) {
        const struct car *car = graph_paper_car(race, number);
        const struct car *before =
            depth > 0 ? graph_paper_car(ace->ahead.states[depth - 1], number) : NULL;
        ace->rounds[depth][number - 1] =
            before && is_as_far(car, before)
                ? ace->rounds[depth - 1][number - 1] + car->missed_turns - before->missed_turns
                : find_rounds(ace, car);
    }
}

/* --- when it finishes ------------------------------------------------------------------------- */

static void note_order(struct ace *ace)
{
    const struct race *race = ahead_race(&ace->ahead);
    const int *order = graph_paper_order(race);
    int to_move = race_next_car(race);
    ace->round = graph_paper_game.round(race);
    ace->moved = 0;
    for (int place = 0; place < graph_paper_game.car_count(race); place++) {
        ace->places[order[place] - 1] = place;
        if (order[place] == to_move && ace->round > 0)
            ace->moved = place;
    }
}

/* Squares by which a point lies beyond the finish line. */
static int squares_beyond(const struct setup *setup, struct point at)
{
    const struct track_line *line = &graph_paper_track(setup)->finish;
    struct point way = point_subtract(line->to, line->from);
    int64_t length = llabs(way.x) > llabs(way.y) ? llabs(way.x) : llabs(way.y);
    return (int)(point_cross(line->from, line->to, at) / (length > 0 ? length : 1));
}

/* Under finish = round: who ends farther beyond the line is earlier. */
static int part_by_distance(const struct race *race, int number, int rounds)
{
    const struct setup *setup = graph_paper_setup(race);
    const struct track_line *line = &graph_paper_track(setup)->finish;
    const struct car *car = graph_paper_car(race, number);
    int part = ROUND / 2;
    if (car->status == CAR_FINISHED) {
        for (int other = 1; other <= graph_paper_game.car_count(race); other++) {
            const struct car *rival = graph_paper_car(race, other);
            if (rival->status == CAR_FINISHED && rival->place == 0)
                part -=
                    exact_compare_sides(line->from, line->to, car->finish_end, rival->finish_end);
        }
        return part;
    }
    struct point next = car_principal(car);
    int beyond = rounds == 1 ? squares_beyond(setup, next) : 0;
    return part - (beyond < 0 ? 0 : beyond < ROUND / 4 ? beyond : ROUND / 4);
}

static int finish_round(const struct ace *ace, int number)
{
    const struct car *car = graph_paper_car(ahead_race(&ace->ahead), number);
    int rounds = ace->rounds[ace->ahead.depth][number - 1];
    if (car->status == CAR_FINISHED || car->status == CAR_RETIRED)
        return rounds;
    return ace->round + rounds - 1 + (ace->places[number - 1] < ace->moved);
}

/* When a car will have finished: the smaller, the better. */
static int finish_time(const struct ace *ace, int number)
{
    enum { PLACED = -1000 * CAR_LIMIT, OUT = 1000000 };
    const struct race *race = ahead_race(&ace->ahead);
    const struct car *car = graph_paper_car(race, number);
    int rounds = ace->rounds[ace->ahead.depth][number - 1];
    if (car->status == CAR_RETIRED)
        return OUT;
    if (car->place > 0)
        return (PLACED + car->place * ROUNDS_THAT_COUNT) * ROUND;
    bool by_distance = graph_paper_setup(race)->values[FIELD_FINISH] == FINISH_ROUND;
    return finish_round(ace, number) * ROUND +
           (by_distance ? part_by_distance(race, number, rounds) : ace->places[number - 1]);
}

static int compare_times(int own, int other)
{
    int most = ROUNDS_THAT_COUNT * ROUND;
    int lead = other - own;
    int sign = (lead > 0) - (lead < 0);
    lead = lead > most ? most : lead < -most ? -most : lead;
    return AHEAD_OF_ONE * sign + BY_A_ROUND * lead / ROUND;
}

static int worth_of(const struct ace *ace, int number, const int *times)
{
    const struct race *race = ahead_race(&ace->ahead);
    const struct setup *setup = graph_paper_setup(race);
    const struct car *car = graph_paper_car(race, number);
    int worth = 0;
    for (int other = 1; other <= graph_paper_game.car_count(race); other++)
        if (other != number)
            worth += compare_times(times[number - 1], times[other - 1]);
    if (car->status == CAR_RETIRED)
        return worth - OWN_ROUND * setup->values[FIELD_ROUND_LIMIT];
    worth -= DAMAGE * car->damage / setup->values[FIELD_DAMAGE_LIMIT];
    return worth - OWN_ROUND * finish_round(ace, number);
}

/* What the race is worth to each watched car as it stands: to be in front counts most, then by how
 * much (RULES 8.3). */
static void weigh_race(struct ace *ace, struct worths *worths)
{
    int times[CAR_LIMIT];
    int count = graph_paper_game.car_count(ahead_race(&ace->ahead));
    note_order(ace);
    for (int car = 1; car <= count; car++)
        times[car - 1] = finish_time(ace, car);
    for (int car = 1; car <= count; car++)
        worths->of[car - 1] = watches(ace, car) ? worth_of(ace, car, times) : 0;
}

/* --- who is watched --------------------------------------------------------------------------- */

/* Only of cars that could meet within a turn or two. */
static int distance(const struct car *car, const struct car *other)
{
    enum { AWAY = 4 };
    int fast = point_reach(car->velocity);
    int other_fast = point_reach(other->velocity);
    int away = point_reach(point_subtract(car->at, other->at));
    return away <= AWAY + (fast > other_fast ? fast : other_fast) ? away : -1;
}

static uint64_t watch(const struct race *race)
{
    const struct car *car = graph_paper_car(race, race_next_car(race));
    bool may_meet = car->status == CAR_RACING &&
                    graph_paper_setup(race)->values[FIELD_COLLISION] != COLLISION_NONE;
    return ahead_watch(race, may_meet ? WATCHED : 0, distance);
}

/* --- which moves ------------------------------------------------------------------------------ */

struct ace_choice {
    struct point to;
    int rounds;
};

struct choices {
    struct ace_choice items[MOVES + STRIKES];
    int count;
};

/* Keeps the best `limit`, in order; equal ones stay as they come. */
static void keep(struct choices *choices, int limit, struct ace_choice choice)
{
    int at = choices->count;
    if (at == limit && choices->items[at - 1].rounds <= choice.rounds)
        return;
    if (at < limit)
        choices->count++;
    else
        at--;
    for (; at > 0 && choices->items[at - 1].rounds > choice.rounds; at--)
        choices->items[at] = choices->items[at - 1];
    choices->items[at] = choice;
}

static bool stays_on_track(const struct move *move)
{
    return move->outcome == OUTCOME_CLEAR || move->outcome == OUTCOME_FINISH ||
           move->outcome == OUTCOME_SLICK;
}

/* Rounds to go by a move, as good as they are known. */
static int rounds_by(const struct ace *ace, const struct move *move, int known)
{
    if (move->outcome == OUTCOME_FINISH)
        return 1;
    if (known >= 0)
        return known;
    int ahead = knowledge_distance(ace->knowledge, move->to);
    return ROUNDS_UNKNOWN + (stays_on_track(move) ? 0 : ROUNDS_UNKNOWN) + (ahead > 0 ? ahead : 0);
}

/* Moves of which the rules would have to be asked only if told so. */
static void list_choices(const struct ace *ace, const struct car *car,
                         const struct known_moves *known, const struct move_list *moves, bool asks,
                         int limit, struct choices *choices, struct choices *strikes)
{
    const struct race *race = ahead_race(&ace->ahead);
    struct point others[CAR_LIMIT];
    int near =
        known ? graph_paper_others_near(race, known->at, known->low, known->high, others) : 0;
    assert(known || moves);
    strikes->count = choices->count = 0;
    for (int i = 0; i < (known ? known->count : moves->count); i++) {
        struct move move = known ? known_move(known, i) : moves->items[i];
        bool met = graph_paper_passes(others, near, point_subtract(move.to, move.from)),
             open = known && known_is_open(known, i);
        if (open && !met && !asks)
            continue;
        if ((open || met) && !graph_paper_meets(race, car, &move, NULL))
            continue;
        if (move.outcome == OUTCOME_COLLISION)
            keep(strikes, STRIKES, (struct ace_choice){move.to, graph_paper_cost(&move)});
        else
            keep(choices, limit,
                 (struct ace_choice){
                     move.to,
                     rounds_by(ace, &move,
                               known ? known->items[i].rounds
                                     : knowledge_remaining_by(ace->knowledge, car, move.to))});
    }
}

static void choose_some(struct ace *ace, const struct car *car, int limit, struct choices *choices)
{
    const struct known_moves *known = knowledge_moves(ace->knowledge, car);
    const struct move_list *moves = known ? NULL : ahead_moves(&ace->ahead);
    struct choices strikes;
    list_choices(ace, car, known, moves, false, limit, choices, &strikes);
    if (known && known->leaves_open &&
        (choices->count == 0 || choices->items[0].rounds >= ROUNDS_UNKNOWN))
        list_choices(ace, car, known, moves, true, limit, choices, &strikes);
    while (choices->count > 1 &&
           choices->items[choices->count - 1].rounds > choices->items[0].rounds + ROUNDS_LOST)
        choices->count--;
    bool strike = limit > 1 || choices->count == 0;
    for (int i = 0; i < strikes.count && strike; i++)
        choices->items[choices->count++] = strikes.items[i];
}

/* --- looking ---------------------------------------------------------------------------------- */

static void look(struct ace *ace, int turns, struct worths *worths);

/* One action and what follows it, worths included. */
static void look_after(struct ace *ace, const struct graph_paper_action *action, int turns,
                       struct worths *worths)
{
    ahead_do(&ace->ahead, action);
    count_rounds(ace);
    look(ace, turns, worths);
    ahead_undo(&ace->ahead);
}

/* Worths after so many more turns of watched cars. */
static void look(struct ace *ace, int turns, struct worths *worths)
{
    const struct race *race = ahead_race(&ace->ahead);
    int mover = race_next_car(race);
    if (mover == 0 || turns == 0 || !ahead_has_room(&ace->ahead) || ahead_is_spent(&ace->ahead) ||
        graph_paper_car(race, mover)->status == CAR_WAITING) {
        weigh_race(ace, worths);
        return;
    }
    struct choices choices;
    bool watched = watches(ace, mover);
    choose_some(ace, graph_paper_car(race, mover), watched ? MOVES : 1, &choices);
    for (int i = 0; i < choices.count; i++) {
        struct worths found;
        struct graph_paper_action action = {.to = choices.items[i].to};
        look_after(ace, &action, turns - watched, &found);
        if (i == 0 || found.of[mover - 1] > worths->of[mover - 1])
            *worths = found;
    }
}

/* --- its turn: which actions it looks at, and the choice -------------------------------------- */

static bool is_strike(const struct candidate *candidate)
{
    return !candidate->start_only && candidate->move.outcome == OUTCOME_COLLISION;
}

static bool leaves_track(const struct candidate *candidate)
{
    return !candidate->start_only && candidate->move.outcome == OUTCOME_OFF_TRACK;
}

/* Fewest rounds, then on the track, then fewest extras, then as they were listed. */
static int compare_candidates(const void *first, const void *second)
{
    const struct candidate *a = *(const struct candidate *const *)first;
    const struct candidate *b = *(const struct candidate *const *)second;
    int order = candidates_compare(a, b);
    if (order == 0)
        order = leaves_track(a) - leaves_track(b);
    if (order == 0)
        order = graph_paper_cost(&a->move) - graph_paper_cost(&b->move);
    return order != 0 ? order : (a > b) - (a < b);
}

static bool can_finish_on_track(const struct candidate_list *list)
{
    for (int i = 0; i < list->count; i++)
        if (!leaves_track(&list->items[i]) && list->items[i].rounds >= 0)
            return true;
    return false;
}

/* The best ones, and all that strike somebody; the caller frees them. Against a wall a car may stop
 * sooner than by braking; who has nobody to beat drives the lap that is proved instead. */
static struct weighed_action *select_options(const struct candidate_list *list, bool alone,
                                             int *count)
{
    const struct candidate **sorted = memory_allocate((size_t)list->count, sizeof *sorted);
    struct weighed_action *options = memory_allocate((size_t)list->count, sizeof *options);
    bool stay = alone && can_finish_on_track(list);
    int wanted = 0;
    for (int i = 0; i < list->count; i++)
        if (!stay || !leaves_track(&list->items[i]))
            sorted[wanted++] = &list->items[i];
    qsort(sorted, (size_t)wanted, sizeof *sorted, compare_candidates);
    int best = sorted[0]->rounds;
    *count = 0;
    for (int i = 0; i < wanted; i++) {
        bool good =
            i < ACTIONS &&
            (best < 0 || (sorted[i]->rounds >= 0 && sorted[i]->rounds <= best + ROUNDS_LOST));
        if (good || is_strike(sorted[i]))
            options[(*count)++].action = sorted[i]->action;
    }
    free(sorted);
    return options;
}

static int weigh_option(void *data, const struct weighed_action *option, int turns, int best)
{
    struct ace *ace = data;
    struct worths found;
    (void)best;
    look_after(ace, &option->action, turns - 1, &found);
    return found.of[ace->car - 1];
}

static bool look_ahead(const struct turn_to_drive *turn, struct weighed_action *options, int count)
{
    struct ace *ace = memory_allocate(1, sizeof *ace);
    ace->knowledge = turn->knowledge;
    ace->car = turn->car;
    ace->watched = watch(turn->race);
    ahead_begin(&ace->ahead, turn->race, NODES, turn->budget);
    count_rounds(ace);
    bool alone = (ace->watched & (ace->watched - 1)) == 0;
    bool done = ahead_compare(&ace->ahead, options, count, alone ? 1 : TURNS, weigh_option, ace);
    ahead_end(&ace->ahead);
    free(ace);
    return done;
}

static bool choose_by_rounds(const struct turn_to_drive *turn, const struct candidate_list *list,
                             struct graph_paper_action *choice)
{
    int count;
    bool alone = graph_paper_game.car_count(turn->race) == 1;
    struct weighed_action *options = select_options(list, alone, &count);
    bool done = look_ahead(turn, options, count);
    *choice = options[0].action;
    free(options);
    return done;
}

/* Where nobody can tell the rounds there is nothing to compare, and the way is all that counts. */
bool level_race_as_ace(const struct turn_to_drive *turn, struct graph_paper_action *choice)
{
    struct candidate_list list = {0};
    candidates_list(turn->knowledge, turn->race, INT_MAX, &list);
    candidates_weigh(turn->knowledge, turn->race, &list);
    bool known = candidates_best(&list)->rounds >= 0;
    bool done = known ? choose_by_rounds(turn, &list, choice) : level_race(turn, LEVEL_PRO, choice);
    free(list.items);
    return done;
}
