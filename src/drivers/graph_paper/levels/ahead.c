/* See ahead.h. */
#include "drivers/graph_paper/levels/ahead.h"

#include <assert.h>

void ahead_begin(struct ahead *ahead, const struct race *race, int limit,
                 const atomic_bool *cancelled)
{
    *ahead = (struct ahead){.limit = limit, .cancelled = cancelled};
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
    return ahead->cancelled && atomic_load(ahead->cancelled);
}

bool ahead_is_spent(const struct ahead *ahead)
{
    return ahead->nodes >= ahead->limit || ahead_is_cancelled(ahead);
}

bool ahead_has_room(const struct ahead *ahead)
{
    return ahead->depth < AHEAD_DEEPEST;
}
