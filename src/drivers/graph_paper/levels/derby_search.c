/* Looking ahead in a derby: the player does what is best for it, and the others what is worst,
 * which is what striking it comes to. Cars far away coast.
 */
#include "drivers/graph_paper/levels/derby.h"

#include <stdlib.h>

static bool is_watched(uint64_t watched, int car)
{
    return (watched >> car & 1) != 0;
}

uint64_t derby_watch(const struct race *race, const struct derby_sight *sight)
{
    int mover = race_next_car(race);
    const struct car *car = graph_paper_car(race, mover);
    uint64_t watched = UINT64_C(1) << mover;
    for (int i = 0; i < sight->watched; i++) {
        int nearest = 0;
        for (int number = 1; number <= graph_paper_game.car_count(race); number++) {
            const struct car *other = graph_paper_car(race, number);
            if (other->status != CAR_RACING || is_watched(watched, number))
                continue;
            if (nearest == 0 ||
                derby_distance(car, other) < derby_distance(car, graph_paper_car(race, nearest)))
                nearest = number;
        }
        watched |= nearest > 0 ? UINT64_C(1) << nearest : 0;
    }
    return watched;
}

static int size_of(struct point acceleration)
{
    return abs(acceleration.x) + abs(acceleration.y);
}

static bool costs(const struct move *move)
{
    return move->nitros + move->good_brakes + move->turbo_boosts > 0;
}

/* The smaller, the sooner it is looked at: strikes, then what costs nothing, then what ends badly.
 */
static int rank_of(const struct move *move)
{
    if (move->outcome == OUTCOME_COLLISION)
        return costs(move) ? 1 : 0;
    if (move->outcome == OUTCOME_CLEAR)
        return costs(move) ? 6 : 2 + size_of(move->acceleration);
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

/* --- what is sooner counts more: each turn takes a sixteenth of what is won or lost after it -----
 */

enum { SIXTEENTHS = 15 };

static int discount(int worth, int score)
{
    return score + (worth - score) * SIXTEENTHS / 16;
}

/* What a bound is before it was discounted, with room for what is rounded. */
static int enlarge(int bound, int score, int room)
{
    return bound == DERBY_NOTHING || bound == -DERBY_NOTHING
               ? bound
               : score + (bound - score) * 16 / SIXTEENTHS + room;
}

static int look_after(struct ahead *ahead, const struct derby_sight *sight, uint64_t watched,
                      int player, int turns, int alpha, int beta, struct point to)
{
    int score = derby_score_of(ahead_race(ahead), player);
    ahead_do(ahead, &(struct graph_paper_action){.to = to});
    int worth = derby_look(ahead, sight, watched, player, turns, enlarge(alpha, score, -2),
                           enlarge(beta, score, 2));
    ahead_undo(ahead);
    return discount(worth, score);
}

static int look_at_all(struct ahead *ahead, const struct derby_sight *sight, uint64_t watched,
                       int player, int turns, int alpha, int beta)
{
    const struct race *race = ahead_race(ahead);
    bool own = graph_paper_game.player_of(race, race_next_car(race)) == player;
    struct move_list *moves = &ahead->moves[ahead->depth];
    int count = select_moves(moves);
    int best = 0;
    for (int i = 0; i < count && alpha < beta; i++) {
        int worth =
            look_after(ahead, sight, watched, player, turns - 1, alpha, beta, moves->items[i].to);
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
static struct point greedy_move(struct ahead *ahead, const struct derby_sight *sight)
{
    const struct race *race = ahead_race(ahead);
    int player = graph_paper_game.player_of(race, race_next_car(race));
    struct move_list *moves = &ahead->moves[ahead->depth];
    int count = select_moves(moves);
    struct point best = moves->items[0].to;
    int most = 0;
    for (int i = 0; i < count; i++) {
        ahead_do(ahead, &(struct graph_paper_action){.to = moves->items[i].to});
        int worth = derby_worth(ahead_race(ahead), player, sight);
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

int derby_look(struct ahead *ahead, const struct derby_sight *sight, uint64_t watched, int player,
               int turns, int alpha, int beta)
{
    const struct race *race = ahead_race(ahead);
    int mover = race_next_car(race);
    if (mover == 0 || turns == 0 || !ahead_has_room(ahead) || ahead_is_spent(ahead) ||
        graph_paper_car(race, mover)->status == CAR_WAITING)
        return derby_worth(race, player, sight);
    const struct move_list *moves = ahead_moves(ahead);
    bool own = graph_paper_game.player_of(race, mover) == player;
    if (!is_watched(watched, mover))
        return look_after(ahead, sight, watched, player, turns, alpha, beta, plain_move(moves));
    if (own || graph_paper_setup(race)->players == 2)
        return look_at_all(ahead, sight, watched, player, turns, alpha, beta);
    return look_after(ahead, sight, watched, player, turns - 1, alpha, beta,
                      greedy_move(ahead, sight));
}
