/* See plain.h. */
#include "bench/plain.h"

#include "base/number.h"
#include "bench/states.h"
#include "track/ground.h"

struct plain {
    const struct track *track;
    struct ground ground;
    struct state_set seen;
    struct state_list next;
    bool finished;
};

static void visit(struct plain *plain, const struct car_state *state)
{
    uint64_t packed = car_state_pack(state);
    if (state_set_add(&plain->seen, packed))
        state_list_add(&plain->next, packed);
}

/* The last move may leave the track behind the line. */
static bool finishes(const struct plain *plain, struct point from, struct point to)
{
    struct exact_point exit;
    return ground_find_exit(&plain->ground, from, to, &exit) ||
           track_line_crossing(&plain->track->finish, false, from, exit) > 0;
}

static void try_move(struct plain *plain, const struct car_state *from, struct point to)
{
    const struct track *track = plain->track;
    struct car_state state = {to, point_subtract(to, from->at), from->laps};
    bool was_beyond = track_line_side(&track->finish, from->at) > 0;
    int crossing = 0;
    if (was_beyond != (track_line_side(&track->finish, to) > 0))
        crossing = track_line_crossing(&track->finish, false, from->at, exact_from_grid(to));
    if (crossing > 0 && (track->open || from->laps == 1)) {
        plain->finished |= finishes(plain, from->at, to);
        return;
    }
    if (!track->open)
        state.laps += crossing;
    if (state.laps >= LAPS_LOWEST && to.x >= 0 && to.y >= 0 && to.x <= track->width &&
        to.y <= track->height && ground_holds_move(&plain->ground, from->at, to))
        visit(plain, &state);
}

static void visit_starts(struct plain *plain)
{
    const struct track_line *start = &plain->track->start;
    struct point whole = point_subtract(start->to, start->from);
    int count = (int)number_common_divisor(whole.x, whole.y);
    for (int i = 0; i <= count; i++) {
        struct car_state state = {0};
        state.at = point_add(start->from, (struct point){whole.x / count * i, whole.y / count * i});
        if (ground_holds_point(&plain->ground, state.at))
            visit(plain, &state);
    }
}

static void expand(struct plain *plain, uint64_t packed)
{
    struct car_state state = car_state_unpack(packed);
    struct point principal = point_add(state.at, state.velocity);
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            try_move(plain, &state, point_add(principal, (struct point){x, y}));
}

struct plain_result bench_plain_search(const struct track *track, bool walls_out)
{
    struct plain plain = {.track = track, .ground = {track, walls_out}};
    struct plain_result result = {0};
    visit_starts(&plain);
    while (!plain.finished && plain.next.count > 0) {
        struct state_list list = plain.next;
        plain.next = (struct state_list){0};
        for (int i = 0; i < list.count && !plain.finished; i++)
            expand(&plain, list.items[i]);
        state_list_free(&list);
        result.rounds++;
    }
    result.states = plain.seen.count;
    if (!plain.finished)
        result.rounds = 0;
    state_list_free(&plain.next);
    state_set_free(&plain.seen);
    return result;
}
