/* How good a derby is for a player as it stands: points, who can strike whom next, nitros left, and
 * how near the others are.
 */
#include "drivers/graph_paper/levels/derby.h"

#include "track/ground.h"

#include <stdlib.h>

enum {
    HIT_POINTS = 200,  /* for striking */
    LOST_POINTS = 100, /* for being struck */
    VICTORY = 500,
    NITRO = 20,       /* a nitro that is left is worth this much */
    NITRO_ROUNDS = 8, /* or less when fewer rounds are to come than this */
    SURE = 80,        /* per cent: nothing can come between */
    LIKELY = 30,      /* somebody else strikes first */
    DODGED = 12,      /* who is aimed at moves first */
    DOOMED = 15,      /* will be in the wall */
    MISSED_TURN = 30
};

static struct point next_point(const struct car *car)
{
    return point_add(point_add(car->at, car->velocity), car->shift);
}

int derby_distance(const struct car *a, const struct car *b)
{
    struct point way = point_subtract(next_point(a), next_point(b));
    int across = abs(way.x);
    int up = abs(way.y);
    return across > up ? across : up;
}

int derby_score_of(const struct race *race, int player)
{
    int players = graph_paper_setup(race)->players;
    int others = 0;
    for (int other = 1; other <= players; other++)
        if (other != player)
            others += graph_paper_score(race, other);
    return 100 * graph_paper_score(race, player) - (players > 1 ? 100 * others / (players - 1) : 0);
}

static int judge_end(const struct race *race, int player)
{
    int victory = VICTORY;
    int own = graph_paper_score(race, player);
    for (int other = 1; other <= graph_paper_setup(race)->players; other++) {
        if (other == player)
            continue;
        if (graph_paper_score(race, other) == own && victory > 0)
            victory = 0;
        if (graph_paper_score(race, other) > own)
            victory = -VICTORY;
    }
    return victory + derby_score_of(race, player);
}

/* What it would mean to a player if one car struck another. */
static int weigh_strike(const struct race *race, int player, int mover, int struck)
{
    int players = graph_paper_setup(race)->players;
    int by = graph_paper_game.player_of(race, mover);
    int of = graph_paper_game.player_of(race, struck);
    if (by == player)
        return HIT_POINTS + LOST_POINTS / (players - 1);
    if (of == player)
        return -LOST_POINTS - HIT_POINTS / (players - 1);
    return -(HIT_POINTS - LOST_POINTS) / (players - 1);
}

/* When cars have their turns: their places in the order from the car to move on. */
struct turns {
    int count;
    int cars[CAR_LIMIT];
    bool comes[CAR_LIMIT]; /* does its next turn come before the derby is over? */
};

static struct turns list_turns(const struct race *race)
{
    struct turns turns = {.count = graph_paper_game.car_count(race)};
    const int *order = graph_paper_order(race);
    int first = 0;
    while (order[first] != race_next_car(race))
        first++;
    bool last = graph_paper_game.round(race) == graph_paper_setup(race)->values[FIELD_ROUNDS];
    for (int i = 0; i < turns.count; i++) {
        turns.cars[i] = order[(first + i) % turns.count];
        const struct car *car = graph_paper_car(race, turns.cars[i]);
        turns.comes[i] = car->status == CAR_RACING && car->missed_turns == 0 &&
                         (first + i < turns.count || !last);
    }
    return turns;
}

/* The strike that the car's player would choose of those that its next turn offers, as it stands
 * now; 0: it has none. */
static int best_strike(const struct race *race, const struct turns *turns, int turn, int player,
                       int chance, bool *sure)
{
    int mover = turns->cars[turn];
    int owner = graph_paper_game.player_of(race, mover);
    int best = 0;
    for (int i = 0; i < turns->count; i++) {
        int other = turns->cars[i];
        if (graph_paper_game.player_of(race, other) == owner ||
            graph_paper_car(race, other)->status != CAR_RACING ||
            !graph_paper_can_strike(race, mover, other))
            continue;
        bool stands = i > turn || !turns->comes[i];
        int worth = weigh_strike(race, player, mover, other) * (stands ? chance : DODGED) / 100;
        if (abs(worth) > abs(best)) {
            best = worth;
            *sure = stands;
        }
    }
    return best;
}

static int judge_strikes(const struct race *race, int player)
{
    struct turns turns = list_turns(race);
    int sum = 0;
    int chance = SURE;
    for (int i = 0; i < turns.count; i++) {
        bool sure = false;
        if (turns.comes[i])
            sum += best_strike(race, &turns, i, player, chance, &sure);
        if (sure)
            chance = LIKELY;
    }
    return sum;
}

/* Does the car stay on the track whatever it does without extras? */
static bool is_doomed(const struct setup *setup, const struct car *car)
{
    struct ground ground = {graph_paper_track(setup), setup->values[FIELD_WALLS] == WALLS_OUT};
    struct point next = next_point(car);
    if (ground_holds_move(&ground, car->at, next))
        return false;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            if (ground_holds_move(&ground, car->at, point_add(next, (struct point){x, y})))
                return false;
    return true;
}

/* Nobody wins by waiting: the nearer the next rival, the better. */
static int nearest_rival(const struct race *race, const struct car *car)
{
    int nearest = 0;
    for (int number = 1; number <= graph_paper_game.car_count(race); number++) {
        const struct car *other = graph_paper_car(race, number);
        if (other->player == car->player || other->status != CAR_RACING)
            continue;
        int distance = derby_distance(car, other);
        if (nearest == 0 || distance + 1 < nearest)
            nearest = distance + 1;
    }
    return nearest;
}

static int judge_car(const struct race *race, const struct car *car, bool own, int nitro)
{
    const struct setup *setup = graph_paper_setup(race);
    int worth = nitro * car->nitros;
    if (car->status != CAR_RACING)
        return worth;
    worth -= is_doomed(setup, car) ? DOOMED : 0;
    worth -= MISSED_TURN * car->missed_turns;
    return worth - (own ? 2 * nearest_rival(race, car) : 0);
}

int derby_worth(const struct race *race, int player, const struct derby_sight *sight)
{
    const struct setup *setup = graph_paper_setup(race);
    if (graph_paper_game.over(race))
        return judge_end(race, player);
    int left = setup->values[FIELD_ROUNDS] - graph_paper_game.round(race);
    int nitro = left < NITRO_ROUNDS ? NITRO * left / NITRO_ROUNDS : NITRO;
    int worth = derby_score_of(race, player);
    for (int number = 1; number <= graph_paper_game.car_count(race); number++) {
        const struct car *car = graph_paper_car(race, number);
        bool own = car->player == player;
        int part = judge_car(race, car, own, nitro);
        worth += own ? part : setup->players > 1 ? -part / (setup->players - 1) : 0;
    }
    return worth + (sight->sees_strikes && setup->players > 1 ? judge_strikes(race, player) : 0);
}
