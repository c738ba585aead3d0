/* Looking ahead in a race: every watched car does what is best for itself by the worth of what
 * comes then; the others drive as if they were alone.
 */
#include "drivers/graph_paper/levels/ace.h"

#include <limits.h>
#include <stdlib.h>

enum {
    WATCHED = 3, /* other cars */
    MOVES = 6,   /* that a car thinks about, of those that cost it at most */
    ROUNDS_LOST = 2,
    STRIKES = 3 /* and so many of those that strike someone */
};

static int largest(struct point vector)
{
    return abs(vector.x) > abs(vector.y) ? abs(vector.x) : abs(vector.y);
}

static int distance(struct point a, struct point b)
{
    return largest(point_subtract(a, b));
}

/* Could they meet within a turn or two? */
static bool is_near(const struct car *a, const struct car *b)
{
    enum { AWAY = 4 };
    int fast = largest(a->velocity);
    int other = largest(b->velocity);
    return distance(a->at, b->at) <= AWAY + (fast > other ? fast : other);
}

uint64_t ace_watch(const struct race *race)
{
    int mover = race_next_car(race);
    const struct car *car = graph_paper_car(race, mover);
    uint64_t watched = UINT64_C(1) << mover;
    if (car->status != CAR_RACING ||
        graph_paper_setup(race)->values[FIELD_COLLISION] == COLLISION_NONE)
        return watched;
    for (int i = 0; i < WATCHED; i++) {
        int nearest = 0;
        for (int number = 1; number <= graph_paper_game.car_count(race); number++) {
            const struct car *other = graph_paper_car(race, number);
            if (other->status != CAR_RACING || (watched >> number & 1) != 0 || !is_near(car, other))
                continue;
            if (nearest == 0 || distance(car->at, other->at) <
                                    distance(car->at, graph_paper_car(race, nearest)->at))
                nearest = number;
        }
        watched |= nearest > 0 ? UINT64_C(1) << nearest : 0;
    }
    return watched;
}

/* --- which moves ---------------------------------------------------------------------------------
 */

struct choice {
    struct point to;
    int rounds;
};

struct choices {
    struct choice items[MOVES + STRIKES];
    int count;
};

/* Keeps the best `limit` from `first` on, in order; equal ones stay as they come. */
static void keep(struct choices *choices, int first, int limit, struct choice choice)
{
    int at = choices->count;
    if (at == first + limit && choices->items[at - 1].rounds <= choice.rounds)
        return;
    if (at < first + limit)
        choices->count++;
    else
        at--;
    for (; at > first && choices->items[at - 1].rounds > choice.rounds; at--)
        choices->items[at] = choices->items[at - 1];
    choices->items[at] = choice;
}

static bool stays_on_track(const struct move *move)
{
    return move->outcome == OUTCOME_CLEAR || move->outcome == OUTCOME_FINISH ||
           move->outcome == OUTCOME_SLICK;
}

/* Rounds to go by a move, as good as they are known. */
static int rounds_by(const struct ace *ace, const struct car *car, const struct move *move)
{
    enum { UNKNOWN = 10000 };
    int known = knowledge_remaining_by(ace->knowledge, car, move->to);
    if (move->outcome == OUTCOME_FINISH)
        return 1;
    if (known >= 0)
        return known;
    int ahead = knowledge_distance(ace->knowledge, move->to);
    return UNKNOWN + (stays_on_track(move) ? 0 : UNKNOWN) + (ahead > 0 ? ahead : 0);
}

static void choose_some(struct ace *ace, const struct car *car, int limit, struct choices *choices)
{
    const struct move_list *moves = ahead_moves(&ace->ahead);
    choices->count = 0;
    for (int i = 0; i < moves->count; i++) {
        const struct move *move = &moves->items[i];
        if (move->outcome != OUTCOME_COLLISION)
            keep(choices, 0, limit, (struct choice){move->to, rounds_by(ace, car, move)});
    }
    while (choices->count > 1 &&
           choices->items[choices->count - 1].rounds > choices->items[0].rounds + ROUNDS_LOST)
        choices->count--;
    int first = choices->count;
    for (int i = 0; i < moves->count && (limit > 1 || first == 0); i++) {
        const struct move *move = &moves->items[i];
        int price = move->nitros + move->good_brakes + move->turbo_boosts;
        if (move->outcome == OUTCOME_COLLISION)
            keep(choices, first, STRIKES, (struct choice){move->to, price});
    }
}

/* --- looking -------------------------------------------------------------------------------------
 */

void ace_look_after(struct ace *ace, const struct graph_paper_action *action, int turns,
                    struct ace_worths *worths)
{
    ahead_do(&ace->ahead, action);
    ace_count_rounds(ace);
    ace_look(ace, turns, worths);
    ahead_undo(&ace->ahead);
}

void ace_look(struct ace *ace, int turns, struct ace_worths *worths)
{
    const struct race *race = ahead_race(&ace->ahead);
    int mover = race_next_car(race);
    if (mover == 0 || turns == 0 || !ahead_has_room(&ace->ahead) || ahead_is_spent(&ace->ahead) ||
        graph_paper_car(race, mover)->status == CAR_WAITING) {
        ace_weigh(ace, worths);
        return;
    }
    struct choices choices;
    bool watched = ace_watches(ace, mover);
    choose_some(ace, graph_paper_car(race, mover), watched ? MOVES : 1, &choices);
    for (int i = 0; i < choices.count; i++) {
        struct ace_worths found;
        struct graph_paper_action action = {.to = choices.items[i].to};
        ace_look_after(ace, &action, turns - watched, &found);
        if (i == 0 || found.of[mover - 1] > worths->of[mover - 1])
            *worths = found;
    }
}
