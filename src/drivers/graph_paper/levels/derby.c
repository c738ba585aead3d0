/* The levels' drivers of the demolition derby (RULES 9). All four look ahead in the same way, by
 * the rules themselves: the player does what is best for it, and the others what is worst, which is
 * what striking it comes to; cars far away coast. What differs is how far. Values are hundredths of
 * a point.
 */
#include "drivers/graph_paper/levels/driver.h"

#include "base/memory.h"
#include "track/track.h"

#include <limits.h>
#include <stdlib.h>

struct derby_sight {
    int turns;         /* of watched cars, the first of which is the one to be chosen */
    int watched;       /* other cars that are thought of as clever; the rest coasts */
    int nodes;         /* actions tried in a turn */
    bool sees_strikes; /* who could strike whom after the last of these turns */
    int mistake;       /* by how much it misjudges a move at most */
    int slips;         /* one turn in so many it drives as a rookie does; 0: never */
};

static const struct derby_sight sights[] = {
    [LEVEL_ROOKIE] = {.turns = 1, .nodes = 1000, .mistake = 12},
    [LEVEL_CLUB] = {.turns = 1, .nodes = 1000, .sees_strikes = true, .mistake = 8, .slips = 3},
    [LEVEL_PRO] =
        {.turns = 2, .watched = 2, .nodes = 1000, .sees_strikes = true, .mistake = 4, .slips = 5},
    [LEVEL_ACE] = {.turns = 12, .watched = 4, .nodes = 8000, .sees_strikes = true, .mistake = 1},
};

/* While a player's action is looked for. */
struct hunt {
    struct ahead ahead;
    const struct derby_sight *sight;
    int player;
    uint64_t watched; /* bit n: car n is one of those that matter */
};

/* --- what it is worth ------------------------------------------------------------------------- */

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

/* How far apart two cars will be if neither accelerates. */
static int distance(const struct car *a, const struct car *b)
{
    return point_reach(point_subtract(car_principal(a), car_principal(b)));
}

/* Its points against the average of the others'. */
static int score_of(const struct race *race, int player)
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
    return victory + score_of(race, player);
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
struct derby_turns {
    int count;
    int cars[CAR_LIMIT];
    bool comes[CAR_LIMIT]; /* does its next turn come before the derby is over? */
};

/* The strike that the car's player would choose of those that its next turn offers, as it stands
 * now; 0: it has none. */
static int best_strike(const struct race *race, const struct derby_turns *turns, int turn,
                       int player, int chance, bool *sure)
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
    struct derby_turns turns = {.count = graph_paper_game.car_count(race)};
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
    struct point next = car_principal(car);
    int step = graph_paper_step(setup);
    if (ground_holds_move(&ground, car->at, next))
        return false;
    for (int y = -step; y <= step; y++)
        for (int x = -step; x <= step; x++)
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
        int away = distance(car, other) + 1;
        if (nearest == 0 || away < nearest)
            nearest = away;
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

/* How good a race is for a player, as it stands: points, who can strike whom next, nitros left, and
 * how near the others are. */
static int worth_of(const struct race *race, int player, bool sees_strikes)
{
    const struct setup *setup = graph_paper_setup(race);
    if (graph_paper_game.over(race))
        return judge_end(race, player);
    int left = setup->values[FIELD_ROUNDS] - graph_paper_game.round(race);
    int nitro = left < NITRO_ROUNDS ? NITRO * left / NITRO_ROUNDS : NITRO;
    int worth = score_of(race, player);
    for (int number = 1; number <= graph_paper_game.car_count(race); number++) {
        const struct car *car = graph_paper_car(race, number);
        bool own = car->player == player;
        int part = judge_car(race, car, own, nitro);
        worth += own ? part : setup->players > 1 ? -part / (setup->players - 1) : 0;
    }
    return worth + (sees_strikes && setup->players > 1 ? judge_strikes(race, player) : 0);
}

/* --- looking ahead ---------------------------------------------------------------------------- */

static int size_of(struct point acceleration)
{
    return abs(acceleration.x) + abs(acceleration.y);
}

/* The smaller, the sooner it is looked at: strikes, then what costs nothing, then what ends badly.
 */
static int rank_of(const struct move *move)
{
    if (move->outcome == OUTCOME_COLLISION)
        return graph_paper_cost(move) > 0;
    if (move->outcome == OUTCOME_CLEAR)
        return graph_paper_cost(move) > 0 ? 6 : 2 + size_of(move->acceleration);
    return move->outcome == OUTCOME_SLICK ? 5 : 7;
}

/* Sorts the moves that are worth looking at to the front and returns how many there are: strikes,
 * and what costs nothing; anything else only if nothing stays on the track. */
static int select_moves(struct move_list *moves)
{
    int kept = 0;
    for (int i = 0; i < moves->count; i++) {
        struct move move = moves->items[i];
        int at = i;
        for (; at > 0 && rank_of(&moves->items[at - 1]) > rank_of(&move); at--)
            moves->items[at] = moves->items[at - 1];
        moves->items[at] = move;
    }
    while (kept < moves->count && rank_of(&moves->items[kept]) < 6)
        kept++;
    bool escapes = kept > 0 && moves->items[kept - 1].outcome != OUTCOME_COLLISION;
    return escapes || kept == moves->count ? kept
           : moves->count < kept + 4       ? moves->count
                                           : kept + 4;
}

/* What is sooner counts more: each turn takes a sixteenth of what is won or lost after it. */

enum { SIXTEENTHS = 15, NOTHING = 1000000 /* more than any worth */ };

/* What a bound is before it was discounted, with room for what is rounded. */
static int enlarge(int bound, int score, int room)
{
    return bound == NOTHING || bound == -NOTHING ? bound
                                                 : score + (bound - score) * 16 / SIXTEENTHS + room;
}

static int look(struct hunt *hunt, int turns, int alpha, int beta);

static int look_after(struct hunt *hunt, int turns, int alpha, int beta, struct point to)
{
    int score = score_of(ahead_race(&hunt->ahead), hunt->player);
    ahead_do(&hunt->ahead, &(struct graph_paper_action){.to = to});
    int worth = look(hunt, turns, enlarge(alpha, score, -2), enlarge(beta, score, 2));
    ahead_undo(&hunt->ahead);
    return score + (worth - score) * SIXTEENTHS / 16;
}

static int look_at_all(struct hunt *hunt, bool own, int turns, int alpha, int beta)
{
    struct move_list *moves = &hunt->ahead.moves[hunt->ahead.depth];
    int count = select_moves(moves);
    int best = 0;
    for (int i = 0; i < count && alpha < beta; i++) {
        int worth = look_after(hunt, turns - 1, alpha, beta, moves->items[i].to);
        if (i == 0 || (own ? worth > best : worth < best))
            best = worth;
        if (own && worth > alpha)
            alpha = worth;
        if (!own && worth < beta)
            beta = worth;
    }
    return best;
}

/* What looks best to the car to move in this single turn. */
static struct point greedy_move(struct hunt *hunt, int player)
{
    struct ahead *ahead = &hunt->ahead;
    struct move_list *moves = &ahead->moves[ahead->depth];
    int count = select_moves(moves);
    struct point best = moves->items[0].to;
    int most = 0;
    for (int i = 0; i < count; i++) {
        ahead_do(ahead, &(struct graph_paper_action){.to = moves->items[i].to});
        int worth = worth_of(ahead_race(ahead), player, hunt->sight->sees_strikes);
        ahead_undo(ahead);
        if (i == 0 || worth > most) {
            most = worth;
            best = moves->items[i].to;
        }
    }
    return best;
}

/* The move of a car that nobody thinks about. */
static struct point plain_move(const struct move_list *moves)
{
    const struct move *best = &moves->items[0];
    for (int i = 1; i < moves->count; i++) {
        const struct move *move = &moves->items[i];
        int clear = (move->outcome == OUTCOME_CLEAR) - (best->outcome == OUTCOME_CLEAR);
        if (clear > 0 || (clear == 0 && size_of(move->acceleration) < size_of(best->acceleration)))
            best = move;
    }
    return best->to;
}

/* What the race is worth to the player with the best that it and the others then do, as far as the
 * sight goes; `alpha`, `beta`: below and above that the caller does not need to know exactly. */
static int look(struct hunt *hunt, int turns, int alpha, int beta)
{
    struct ahead *ahead = &hunt->ahead;
    const struct race *race = ahead_race(ahead);
    int mover = race_next_car(race);
    if (mover == 0 || turns == 0 || !ahead_has_room(ahead) || ahead_is_spent(ahead) ||
        graph_paper_car(race, mover)->status == CAR_WAITING)
        return worth_of(race, hunt->player, hunt->sight->sees_strikes);
    const struct move_list *moves = ahead_moves(ahead);
    int player = graph_paper_game.player_of(race, mover);
    if ((hunt->watched >> mover & 1) == 0)
        return look_after(hunt, turns, alpha, beta, plain_move(moves));
    if (player == hunt->player || graph_paper_setup(race)->players == 2)
        return look_at_all(hunt, player == hunt->player, turns, alpha, beta);
    return look_after(hunt, turns - 1, alpha, beta, greedy_move(hunt, player));
}

/* --- its turn: which actions it looks at, and the choice -------------------------------------- */

enum {
    DRAWS = 8,   /* of a start point that is beside nobody */
    STARTS = 12, /* that a car looks at besides those next to a rival */
    CARS = 4     /* with more of them fewer actions are tried, because each takes longer */
};

struct weighed_list {
    struct weighed_action *items;
    int count, capacity;
};

/* Strikes at any price, else at most one nitro, and off the track only if nothing else is left.
 * From its start only who means to strikes. */
static void add_moves(const struct race *race, const struct point *start, bool strikes,
                      struct weighed_list *list)
{
    struct move_list moves = {0};
    graph_paper_moves(race, start, &moves);
    int before = list->count;
    for (int pass = 0; pass < 2 && list->count == before; pass++)
        for (int i = 0; i < moves.count; i++) {
            const struct move *move = &moves.items[i];
            struct graph_paper_action action = {.has_start = start != NULL, .to = move->to};
            if (start)
                action.start = *start;
            if (pass == 1 || (strikes && move->outcome == OUTCOME_COLLISION) ||
                (move->outcome != OUTCOME_OFF_TRACK && move->outcome != OUTCOME_COLLISION &&
                 move->nitros <= (start ? 0 : 1)))
                list_add(list, (struct weighed_action){.action = action});
        }
    graph_paper_free_moves(&moves);
}

static bool is_next_to_rival(const struct race *race, int player, struct point at)
{
    for (int number = 1; number <= graph_paper_game.car_count(race); number++) {
        const struct car *car = graph_paper_car(race, number);
        if (car->player != player && car->status == CAR_RACING && abs(car->at.x - at.x) <= 1 &&
            abs(car->at.y - at.y) <= 1)
            return true;
    }
    return false;
}

/* Only where a rival is near the run its points are looked at. */
static void add_next_to_rivals(const struct race *race, int player, const struct start_run *run,
                               struct weighed_list *list)
{
    bool near = false;
    for (int number = 1; number <= graph_paper_game.car_count(race); number++)
        near |= abs(graph_paper_car(race, number)->at.y - run->first.y) <= 1;
    for (int i = 0; near && i < run->length; i++) {
        struct point at = {run->first.x + i, run->first.y};
        if (is_next_to_rival(race, player, at))
            add_moves(race, &at, true, list);
    }
}

/* A point by chance, and not beside a rival if there is another. */
static struct point draw_start(const struct turn_to_drive *turn, const struct start_runs *starts,
                               struct random *random)
{
    int player = graph_paper_game.player_of(turn->race, turn->car);
    struct point at = {0};
    for (int i = 0; i < DRAWS; i++) {
        at = graph_paper_start(starts, (int)random_below(random, (uint32_t)starts->points));
        if (!is_next_to_rival(turn->race, player, at))
            break;
    }
    return at;
}

/* Some points by chance, and those from which a rival can be struck at once. */
static void add_starts(const struct turn_to_drive *turn, const struct derby_sight *sight,
                       struct weighed_list *list)
{
    struct random random = turn->random;
    struct start_runs starts = {0};
    int player = graph_paper_game.player_of(turn->race, turn->car);
    graph_paper_start_runs(turn->race, &starts);
    for (int i = 0; i < starts.count && sight->sees_strikes; i++)
        add_next_to_rivals(turn->race, player, &starts.items[i], list);
    for (int i = 0; i < (sight->sees_strikes ? STARTS : 1); i++) {
        struct point at = draw_start(turn, &starts, &random);
        add_moves(turn->race, &at, sight->sees_strikes, list);
    }
    graph_paper_free_runs(&starts);
}

static int weigh_option(void *data, const struct weighed_action *option, int turns, int best)
{
    struct hunt *hunt = data;
    int alpha = best == INT_MIN ? -NOTHING : best - option->mistake;
    ahead_do(&hunt->ahead, &option->action);
    int worth = option->mistake + look(hunt, turns - 1, alpha, NOTHING);
    ahead_undo(&hunt->ahead);
    return worth;
}

bool level_hunt(const struct turn_to_drive *turn, enum driver_level level,
                struct graph_paper_action *choice)
{
    struct weighed_list list = {0};
    struct random random = turn->random;
    const struct derby_sight *sight = &sights[level];
    if (sight->slips > 0 && random_below(&random, (uint32_t)sight->slips) == 0)
        sight = &sights[LEVEL_ROOKIE];
    bool waits = graph_paper_car(turn->race, turn->car)->status == CAR_WAITING;
    if (waits)
        add_starts(turn, sight, &list);
    else
        add_moves(turn->race, NULL, true, &list);
    for (int i = 0; i < list.count; i++)
        list.items[i].mistake = (int)random_below(&random, (uint32_t)sight->mistake + 1);
    struct hunt hunt = {.sight = sight,
                        .player = graph_paper_game.player_of(turn->race, turn->car),
                        .watched = waits ? 0 : ahead_watch(turn->race, sight->watched, distance)};
    int cars = graph_paper_game.car_count(turn->race);
    ahead_begin(&hunt.ahead, turn->race, cars > CARS ? sight->nodes * CARS / cars : sight->nodes,
                turn->budget);
    bool done = ahead_compare(&hunt.ahead, list.items, list.count, waits ? 1 : sight->turns,
                              weigh_option, &hunt);
    *choice = list.items[0].action;
    ahead_end(&hunt.ahead);
    free(list.items);
    return done;
}
