/* See outside.h. A move that comes back at once is taken; else the one from which the car would be
 * soonest on a grid point of the track at which it may come back, walls and sheet left aside. */
#include "drivers/graph_paper/levels/outside.h"

#include "base/memory.h"
#include "drivers/graph_paper/levels/candidates.h"

#include <limits.h>
#include <stdlib.h>

/* How far it looks for the track, and what a move outside is worth: fifths of a square. */
enum { VIEW = 24, FIFTHS_OF_MOVE = 15, MOVES_MOST = 200 };

struct goal {
    struct point at;
    int behind; /* where it left, along the track */
};

struct goal_list {
    struct goal *items;
    int count;
    int capacity;
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
            goals->items =
                array_grow(goals->items, goals->count, &goals->capacity, sizeof *goals->items);
            goals->items[goals->count++] = (struct goal){at, car->exit_progress - progress};
        }
}

/* The fewest moves that lead so far on one axis. */
static int count_moves(int way, int speed)
{
    int moves = 0;
    for (int most = 0; moves < MOVES_MOST; most = moves * (moves + 1) / 2) {
        if (way - moves * speed <= most && way - moves * speed >= -most)
            break;
        moves++;
    }
    return moves;
}

static int judge(const struct car *car, const struct goal_list *goals)
{
    int least = INT_MAX;
    for (int i = 0; i < goals->count; i++) {
        struct point way = point_subtract(goals->items[i].at, car->at);
        int across = count_moves(way.x, car->velocity.x);
        int up = count_moves(way.y, car->velocity.y);
        int worth = (across > up ? across : up) * FIFTHS_OF_MOVE + goals->items[i].behind;
        least = worth < least ? worth : least;
    }
    return least;
}

/* Who comes back is better off than who does not, and who is out worst. */
static int64_t weigh(const struct candidate *candidate, const struct goal_list *goals)
{
    switch (candidate->after.status) {
    case CAR_FINISHED:
        return -1;
    case CAR_RACING:
        return candidate->rounds >= 0 ? candidate->rounds : INT_MAX / 2;
    case CAR_OUTSIDE:
        return (int64_t)INT_MAX + judge(&candidate->after, goals);
    default:
        return INT64_MAX;
    }
}

bool outside_come_back(const struct turn_to_drive *turn, struct graph_paper_action *choice)
{
    struct candidate_list list = {0};
    struct goal_list goals = {0};
    candidates_list(turn->knowledge, turn->race, &list);
    candidates_weigh(turn->knowledge, turn->race, &list);
    list_goals(turn->race, graph_paper_car(turn->race, turn->car), &goals);
    int best = 0;
    int64_t least = INT64_MAX;
    for (int i = 0; i < list.count; i++) {
        int64_t worth = weigh(&list.items[i], &goals);
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
