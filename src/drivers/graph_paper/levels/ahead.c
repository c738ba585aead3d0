/* See ahead.h. */
#include "drivers/graph_paper/levels/ahead.h"

#include "base/memory.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

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

bool ahead_is_cancelled(const struct ahead *ahead)
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

static void sort_options(struct option *options, int count)
{
    for (int i = 1; i < count; i++) {
        struct option option = options[i];
        int at = i;
        for (; at > 0 && options[at - 1].worth < option.worth; at--)
            options[at] = options[at - 1];
        options[at] = option;
    }
}

bool ahead_compare(struct ahead *ahead, struct option *options, int count, int turns,
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
        if (whole)
            sort_options(options, count);
    }
    free(worths);
    return !ahead_is_cancelled(ahead);
}
