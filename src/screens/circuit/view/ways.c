/* See ways.h. From row to row those ways go on which are not worse in all that matters later: lane,
 * line benefit and what was paid in this corner.
 */
#include "screens/circuit/view/ways.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRONT_MOST = 32 };

struct reached { /* by a way that may go on */
    struct race *race;
    int index;  /* among the spaces */
    int corner; /* halves paid for excess in this corner */
};
struct front {
    struct reached items[FRONT_MOST];
    int count;
};

static void free_front(struct front *front)
{
    for (int i = 0; i < front->count; i++)
        circuit_game.free(front->items[i].race);
    front->count = 0;
}

int ways_at(const struct ways *ways, struct space at)
{
    int best = -1;
    for (int i = 0; i < ways->count; i++) {
        const struct way_space *space = &ways->spaces[i];
        if (space->at.row != at.row || space->at.lane != at.lane)
            continue;
        bool spins = space->outcome == OUTCOME_IS_SPIN;
        bool better = best < 0 || (!spins && ways->spaces[best].outcome == OUTCOME_IS_SPIN) ||
                      (spins == (ways->spaces[best].outcome == OUTCOME_IS_SPIN) &&
                       space->halves < ways->spaces[best].halves);
        best = better ? i : best;
    }
    return best;
}

static struct way_space *add_space(struct ways *ways, const struct circuit_move *move, int before)
{
    const struct way_space *from = before >= 0 ? &ways->spaces[before] : NULL;
    struct way_space *space = &ways->spaces[ways->count++];
    *space = (struct way_space){
        .at = {move->row, move->lane},
        .before = before,
        .steps = (from ? from->steps : 0) + 1,
        .halves = (from ? from->halves : 0) + move->halves,
        .spent = move->halves,
        .takes = strchr(move->action, '+') != NULL,
        .limit = move->limit,
        .outcome = move->outcome,
    };
    snprintf(space->action, sizeof space->action, "%.54s%s", from ? from->action : "go",
             move->action + strlen("go"));
    return space;
}

/* Is there a way to the same with no more halves? One with more makes room. */
static bool is_worse(const struct ways *ways, struct front *front, const struct reached *reached)
{
    const struct way_space *space = &ways->spaces[reached->index];
    for (int i = 0; i < front->count; i++) {
        struct reached *other = &front->items[i];
        const struct way_space *there = &ways->spaces[other->index];
        if (there->at.lane != space->at.lane || there->on_line != space->on_line ||
            other->corner != reached->corner)
            continue;
        if (there->halves <= space->halves)
            return true;
        circuit_game.free(other->race);
        *other = front->items[--front->count];
        return false;
    }
    return front->count == FRONT_MOST;
}

static void try_move(struct ways *ways, const struct race *from, int car, int before, int corner,
                     const struct circuit_move *move, struct front *next)
{
    struct event_list events = {0};
    struct error error;
    if (ways->count == WAYS_MOST)
        return;
    struct way_space *space = add_space(ways, move, before);
    if (space->outcome == OUTCOME_IS_SPIN || space->outcome == OUTCOME_IS_FINISH)
        return;
    struct race *race = circuit_game.copy(from);
    bool goes_on = circuit_game.apply(race, car, move->action, &events, &error) &&
                   circuit_phase(race) == PHASE_MOVE && circuit_mover(race) == car &&
                   circuit_car(race, car)->row == move->row;
    event_list_free(&events);
    space->on_line = circuit_car(race, car)->on_line;
    struct reached reached = {race, ways->count - 1,
                              move->limit > 0 ? corner + move->halves - space->takes : 0};
    if (goes_on && !is_worse(ways, next, &reached))
        next->items[next->count++] = reached;
    else
        circuit_game.free(race);
}

static void go_on(struct ways *ways, const struct race *race, int car, int before, int corner,
                  struct front *next)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    int count = circuit_moves(race, car, moves);
    for (int i = 0; i < count; i++)
        if (moves[i].kind == MOVE_GO)
            try_move(ways, race, car, before, corner, &moves[i], next);
}

void ways_find(struct ways *ways, const struct race *race)
{
    struct front fronts[2] = {0};
    int car = circuit_mover(race), now = 0;
    ways->count = 0;
    if (circuit_phase(race) != PHASE_MOVE)
        return;
    go_on(ways, race, car, -1, 0, &fronts[now]);
    while (fronts[now].count > 0) {
        struct front *next = &fronts[!now];
        for (int i = 0; i < fronts[now].count; i++) {
            struct reached *from = &fronts[now].items[i];
            go_on(ways, from->race, car, from->index, from->corner, next);
        }
        free_front(&fronts[now]);
        now = !now;
    }
}
