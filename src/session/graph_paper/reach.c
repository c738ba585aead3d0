/* See reach.h. States of one number of moves are a layer; the next layer is what they lead to. A
 * goal that stands still makes a state that was met before worth nothing; one that moves does not,
 * and then only states of one layer are compared.
 */
#include "session/graph_paper/reach.h"

#include "base/memory.h"
#include "base/number.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/ground.h"

#include <assert.h>
#include <stdlib.h>

/* --- one move --------------------------------------------------------------------------------- */

static int sign_of(int64_t number)
{
    return (number > 0) - (number < 0);
}

static bool is_between(struct point p, struct point a, struct point b)
{
    struct point low = point_lower(a, b), high = point_upper(a, b);
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y;
}

/* Have two segments a point in common? */
static bool segments_meet(struct point a, struct point b, struct point c, struct point d)
{
    int c_side = sign_of(point_cross(a, b, c)), d_side = sign_of(point_cross(a, b, d));
    int a_side = sign_of(point_cross(c, d, a)), b_side = sign_of(point_cross(c, d, b));
    if (c_side * d_side < 0 && a_side * b_side < 0)
        return true;
    return (c_side == 0 && is_between(c, a, b)) || (d_side == 0 && is_between(d, a, b)) ||
           (a_side == 0 && is_between(a, c, d)) || (b_side == 0 && is_between(b, c, d));
}

static bool is_on_sheet(const struct scene *scene, struct point p)
{
    return p.x >= 0 && p.y >= 0 && p.x <= scene->width && p.y <= scene->height;
}

bool reach_is_clear(const struct scene *scene, struct point from, struct point to)
{
    if (!is_on_sheet(scene, from) || !is_on_sheet(scene, to))
        return false;
    for (int i = 0; i < scene->wall_count; i++)
        if (segments_meet(from, to, scene->walls[i].from, scene->walls[i].to))
            return false;
    if (scene->course.body == NULL)
        return true;
    struct ground ground = {graph_paper_track_of(scene->course), false};
    return ground_holds_move(&ground, from, to);
}

/* --- states ----------------------------------------------------------------------------------- */

struct state {
    struct point at, velocity;
    int before; /* the state that it comes from; -1 */
};

struct search {
    const struct reach *reach;
    struct state *states;
    int count, capacity;
    int layer;  /* the first state of the layer that is made */
    int *slots; /* by hash: a state + 1; 0: free */
    int slot_count;
};

static uint32_t hash_of(const struct state *state)
{
    uint64_t mixed = (uint64_t)(uint32_t)state->at.x << 32 | (uint32_t)state->at.y;
    mixed = (mixed ^ (uint64_t)(uint32_t)state->velocity.x << 20 ^
             (uint64_t)(uint32_t)state->velocity.y << 44) *
            UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(mixed >> 32);
}

static bool is_same(const struct state *a, const struct state *b)
{
    return point_equal(a->at, b->at) && point_equal(a->velocity, b->velocity);
}

/* Where the state is kept, or is to be kept. */
static int *find_slot(struct search *search, const struct state *state)
{
    uint32_t mask = (uint32_t)search->slot_count - 1;
    uint32_t at = hash_of(state) & mask;
    while (search->slots[at] != 0 && !is_same(&search->states[search->slots[at] - 1], state))
        at = (at + 1) & mask;
    return &search->slots[at];
}

static void grow_slots(struct search *search)
{
    free(search->slots);
    search->slot_count = search->slot_count == 0 ? 1024 : 2 * search->slot_count;
    search->slots = memory_allocate((size_t)search->slot_count, sizeof *search->slots);
    for (int i = 0; i < search->count; i++)
        *find_slot(search, &search->states[i]) = i + 1;
}

static bool is_moving(const struct reach *reach)
{
    return reach->goal.drift.x != 0 || reach->goal.drift.y != 0;
}

static void add_state(struct search *search, struct state state)
{
    if (2 * search->count >= search->slot_count)
        grow_slots(search);
    int *slot = find_slot(search, &state);
    if (*slot != 0 && (*slot > search->layer || !is_moving(search->reach)))
        return;
    array_add(search->states, search->count, search->capacity, state);
    *slot = search->count;
}

static bool is_goal(const struct reach *reach, const struct state *state, int moves)
{
    const struct reach_goal *goal = &reach->goal;
    struct point drift = {goal->drift.x * moves, goal->drift.y * moves};
    struct point at = point_subtract(state->at, drift);
    return is_between(at, goal->low, goal->high) &&
           (!goal->has_velocity || point_equal(state->velocity, goal->velocity));
}

static void expand(struct search *search, int from)
{
    const struct scene *scene = search->reach->scene;
    struct state state = search->states[from];
    struct point kept = point_add(state.velocity, scene->wind);
    int most = scene->reach == 0 ? 1 : scene->reach;
    for (int up = -most; up <= most; up++)
        for (int right = -most; right <= most; right++) {
            struct point velocity = point_add(kept, (struct point){right, up});
            struct point to = point_add(state.at, velocity);
            if (reach_is_clear(scene, state.at, to))
                add_state(search, (struct state){to, velocity, from});
        }
}

/* The way to a state, backwards. */
static void tell_way(const struct search *search, int state, int moves, struct reach_way *way)
{
    if (way == NULL)
        return;
    way->count = moves;
    for (int move = moves - 1; move >= 0; move--) {
        const struct state *to = &search->states[state];
        const struct state *from = &search->states[to->before];
        struct point kept = point_add(from->velocity, search->reach->scene->wind);
        way->accelerations[move] = point_subtract(to->velocity, kept);
        state = to->before;
    }
}

static int find_goal(const struct search *search, int first, int moves)
{
    for (int i = first; i < search->count; i++)
        if (is_goal(search->reach, &search->states[i], moves))
            return i;
    return -1;
}

/* From the layer that begins with `first` to the next one. False: that would be too many. */
static bool make_layer(struct search *search, int first, int most)
{
    int last = search->count;
    search->layer = last;
    for (int i = first; i < last && search->count < most; i++)
        expand(search, i);
    return search->count < most;
}

static int search_layers(struct search *search, struct reach_way *way)
{
    const struct reach *reach = search->reach;
    int most = reach->states_most == 0 ? 1000000 : reach->states_most;
    int first = 0;
    for (int moves = 0;; moves++) {
        int found = find_goal(search, first, moves);
        int last = search->count;
        if (found >= 0 || moves == reach->moves_most) {
            tell_way(search, found >= 0 ? found : first, moves, way);
            return found >= 0 ? moves : REACH_NEVER;
        }
        if (!make_layer(search, first, most))
            return REACH_UNKNOWN;
        if (search->count == last) { /* nobody can move any more */
            tell_way(search, first, moves, way);
            return REACH_NEVER;
        }
        first = last;
    }
}

int reach_search(const struct reach *reach, struct reach_way *way)
{
    struct search search = {.reach = reach};
    assert(reach->moves_most <= REACH_MOVES);
    grow_slots(&search);
    add_state(&search, (struct state){reach->at, reach->velocity, -1});
    int moves = search_layers(&search, way);
    free(search.states);
    free(search.slots);
    return moves;
}

struct reach_goal reach_goal_of(const struct scene_target *target, int row)
{
    struct point at = scene_target_at(target, row);
    return (struct reach_goal){at, at, target->drift, target->has_velocity, target->velocity};
}
