/* See reach.h. A state is a place, the last move, and how much of the spare has gone; a car may
 * stand still anywhere. The shift of the next move is anything between the sums of the arrows
 * against and along the axis of the areas that the last one may have touched. */
#include "drivers/graph_paper/solver/reach.h"

#include "base/memory.h"

#include <stdlib.h>

enum { STATE_LIMIT = 400000 };

struct stretch {
    int low, high; /* of an area, in squares */
    int arrow;
};

struct axis {
    struct reach *reach;
    int size, spare;
    struct stretch *stretches;
    int stretch_count;
    bool *seen;
    int *list; /* of states */
    int list_count;
};

static struct stretch stretch_of(const struct track_patch *patch, bool upright)
{
    struct stretch stretch = {SHEET_MAX, 0, upright ? patch->arrow.y : patch->arrow.x};
    for (int i = 0; i < area_loop_count(patch->area); i++) {
        struct loop loop = area_loop(patch->area, i);
        for (int k = 0; k < loop.count; k++) {
            int at = upright ? loop.vertices[k].y : loop.vertices[k].x;
            int below = at / FINE;
            int above = (at + FINE - 1) / FINE;
            stretch.low = below < stretch.low ? below : stretch.low;
            stretch.high = above > stretch.high ? above : stretch.high;
        }
    }
    return stretch;
}

static void add_state(struct axis *axis, int at, int move, int used)
{
    int state = (at * (2 * axis->size + 1) + move + axis->size) * (axis->spare + 1) + used;
    if (axis->seen[state])
        return;
    axis->seen[state] = true;
    axis->list[axis->list_count++] = state;
}

/* Any move counts, but only one that stays on the sheet is followed by another. */
static void try_move(struct axis *axis, int at, int move, int used)
{
    struct reach *reach = axis->reach;
    int longest = axis->size + reach->fastest;
    if (move < -longest || move > longest)
        return;
    int *low = &reach->low[move + longest];
    int *high = &reach->high[move + longest];
    *low = at < *low ? at : *low;
    *high = at > *high ? at : *high;
    if (at + move >= 0 && at + move <= axis->size)
        add_state(axis, at + move, move, used);
}

static void expand(struct axis *axis, int state)
{
    int used = state % (axis->spare + 1);
    int move = state / (axis->spare + 1) % (2 * axis->size + 1) - axis->size;
    int at = state / (axis->spare + 1) / (2 * axis->size + 1);
    int from = move > 0 ? at - move : at;
    int to = move > 0 ? at : at - move;
    int least = 0;
    int most = 0;
    for (int i = 0; i < axis->stretch_count; i++) {
        const struct stretch *stretch = &axis->stretches[i];
        if (to < stretch->low || from > stretch->high)
            continue;
        least += stretch->arrow < 0 ? stretch->arrow : 0;
        most += stretch->arrow > 0 ? stretch->arrow : 0;
    }
    for (int extra = 0; used + extra <= axis->spare; extra++)
        for (int change = least - 1 - extra; change <= most + 1 + extra; change++)
            try_move(axis, at, move + change, used + extra);
}

/* `fastest` is at first what a move can be longer than the sheet is wide. */
static void settle(struct axis *axis)
{
    struct reach *reach = axis->reach;
    int longest = axis->size + reach->fastest;
    int fastest = longest;
    while (fastest > 0 && reach->low[longest - fastest] > reach->high[longest - fastest] &&
           reach->low[longest + fastest] > reach->high[longest + fastest])
        fastest--;
    for (int i = 0; i <= 2 * fastest; i++) {
        reach->low[i] = reach->low[i + longest - fastest];
        reach->high[i] = reach->high[i + longest - fastest];
    }
    reach->fastest = fastest;
}

bool reach_find(struct reach *reach, const struct track *track, bool upright, int spare)
{
    struct axis axis = {.reach = reach,
                        .size = upright ? track->height : track->width,
                        .spare = spare,
                        .stretch_count = track->turbo_count};
    int64_t states = (int64_t)(axis.size + 1) * (2 * axis.size + 1) * (spare + 1);
    *reach = (struct reach){.fastest = 1 + spare};
    if (states > STATE_LIMIT)
        return false;
    axis.stretches = memory_allocate((size_t)track->turbo_count + 1, sizeof *axis.stretches);
    for (int i = 0; i < track->turbo_count; i++) {
        axis.stretches[i] = stretch_of(&track->turbo_areas[i], upright);
        reach->fastest += abs(axis.stretches[i].arrow);
    }
    int moves = 2 * (axis.size + reach->fastest) + 1;
    reach->low = memory_allocate((size_t)moves, sizeof *reach->low);
    reach->high = memory_allocate((size_t)moves, sizeof *reach->high);
    for (int i = 0; i < moves; i++) {
        reach->low[i] = SHEET_MAX;
        reach->high[i] = -1;
    }
    axis.seen = memory_allocate((size_t)states, sizeof *axis.seen);
    axis.list = memory_allocate((size_t)states, sizeof *axis.list);
    for (int at = 0; at <= axis.size; at++)
        add_state(&axis, at, 0, 0);
    for (int i = 0; i < axis.list_count; i++)
        expand(&axis, axis.list[i]);
    settle(&axis);
    free(axis.stretches);
    free(axis.seen);
    free(axis.list);
    return true;
}

void reach_free(struct reach *reach)
{
    free(reach->low);
    free(reach->high);
    *reach = (struct reach){0};
}
