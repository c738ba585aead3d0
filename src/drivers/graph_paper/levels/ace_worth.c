/* What a race comes to for a car, from the rounds that everybody still needs (RULES 8.3). */
#include "drivers/graph_paper/levels/ace.h"

#include <stdlib.h>

enum {
    ROUND = 64, /* a round, in the times that are compared; its part is who comes first in it */
    AHEAD_OF_ONE = 40, /* a rival is behind */
    BY_A_ROUND = 20,   /* and so much for each round that it is behind */
    ROUNDS_THAT_COUNT = 6,
    OWN_ROUND = 4,
    DAMAGE = 10 /* all that a car can take */
};

/* --- how many rounds -----------------------------------------------------------------------------
 */

/* Where the knowledge does not know, and for cars that cannot help leaving the track. */
static int guess_rounds(const struct ace *ace, const struct car *car)
{
    enum { FIFTHS_A_ROUND = 15, TO_GET_GOING = 6, A_LAP = 40 };
    const struct setup *setup = knowledge_setup(ace->knowledge);
    int distance = knowledge_distance(ace->knowledge, car->at);
    int laps = graph_paper_track(setup)->open ? 0 : setup->values[FIELD_LAPS] - car->crossings;
    int guess = TO_GET_GOING + A_LAP * (laps > 0 ? laps : 0);
    return guess + car->missed_turns + (distance > 0 ? distance / FIFTHS_A_ROUND : 0);
}

/* Of a car that has finished: the round in which it did. */
static int find_rounds(const struct ace *ace, const struct car *car)
{
    int depth = ace->ahead.depth;
    if (car->status == CAR_FINISHED || car->status == CAR_RETIRED)
        return graph_paper_game.round(ace->ahead.states[depth > 0 ? depth - 1 : 0]);
    int rounds = car->status == CAR_WAITING ? knowledge_rounds(ace->knowledge)
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

void ace_count_rounds(struct ace *ace)
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

/* --- when it finishes ----------------------------------------------------------------------------
 */

static int place_in_order(const struct race *race, int car)
{
    const int *order = graph_paper_order(race);
    int place = 0;
    while (order[place] != car)
        place++;
    return place;
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
    struct point next = point_add(point_add(car->at, car->velocity), car->shift);
    int beyond = rounds == 1 ? squares_beyond(setup, next) : 0;
    return part - (beyond < 0 ? 0 : beyond < ROUND / 4 ? beyond : ROUND / 4);
}

static int finish_round(const struct ace *ace, int number)
{
    const struct race *race = ahead_race(&ace->ahead);
    const struct car *car = graph_paper_car(race, number);
    int rounds = ace->rounds[ace->ahead.depth][number - 1];
    int round = graph_paper_game.round(race);
    int to_move = race_next_car(race);
    if (car->status == CAR_FINISHED || car->status == CAR_RETIRED)
        return rounds;
    bool moved =
        to_move > 0 && round > 0 && place_in_order(race, number) < place_in_order(race, to_move);
    return round + rounds - 1 + moved;
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
           (by_distance ? part_by_distance(race, number, rounds) : place_in_order(race, number));
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

void ace_weigh(const struct ace *ace, struct ace_worths *worths)
{
    int times[CAR_LIMIT];
    int count = graph_paper_game.car_count(ahead_race(&ace->ahead));
    for (int car = 1; car <= count; car++)
        times[car - 1] = finish_time(ace, car);
    for (int car = 1; car <= count; car++)
        worths->of[car - 1] = ace_watches(ace, car) ? worth_of(ace, car, times) : 0;
}
