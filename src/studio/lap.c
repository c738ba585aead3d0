/* Is a lap possible, and in how many rounds?
 *
 * The first search knows the rules: every state (place, velocity, net crossings of the line) that a
 * car can reach without leaving the track, in the order of the rounds it takes. It ends at the
 * first move that crosses the finish, which may leave the track behind the line; no other move
 * does. A state is reached at the same price whichever move leads to it (1, or 1 and the missed
 * turns if it stands on a slick), so the first visit is the cheapest and four lists of states, one
 * a round, are queue enough.
 *
 * A sheet of thousands of squares has too many velocities for that. When STATE_LIMIT is passed
 * (fewer states where walls have so many edges that each move takes long to judge), a second search
 * walks: one step to a neighbour, then a move of length zero, so that velocities need not be
 * remembered. Whatever a walker reaches a car reaches. The other way round it can only miss a gap
 * so narrow that no step between neighbours fits through, on a track with millions of states.
 */
#include "studio/lap.h"

#include "base/number.h"
#include "studio/places.h"
#include "track/ground.h"

#include <stdlib.h>

enum {
    STATE_LIMIT = 2000000,
    EDGE_LIMIT = 5000,
    SLICK_MISSED_TURNS = 2,
    LIST_COUNT = SLICK_MISSED_TURNS + 2
};

struct search {
    const struct track *track;
    struct ground ground;
    const struct track_line *line; /* that finishes */
    int goal;                      /* net crossings */
    bool walks;
    struct place_set places;
    struct state_set states;
    struct state_list lists[LIST_COUNT]; /* by round, going round */
    uint64_t state_limit;
    int rounds;
    bool finished;
    struct point farthest; /* the place with the most laps that was reached last */
    int farthest_laps;
};

static struct search search_begin(const struct track *track, bool walks)
{
    struct search search = {.track = track, .ground = {track, false}, .walks = walks};
    int edges = area_edge_count(track->surface);
    search.state_limit = STATE_LIMIT;
    if (edges > EDGE_LIMIT)
        search.state_limit = (uint64_t)STATE_LIMIT * EDGE_LIMIT / (uint64_t)edges;
    search.line = &track->finish;
    search.goal = track->open ? 1 : LAPS_HIGHEST + 1;
    search.farthest_laps = LAPS_LOWEST;
    search.places = place_set_create(track->width, track->height);
    return search;
}

static void search_end(struct search *search)
{
    place_set_free(&search->places);
    state_set_free(&search->states);
    for (int i = 0; i < LIST_COUNT; i++)
        state_list_free(&search->lists[i]);
}

/* Where a way to the state ends: on a slick the car stands still, and a walker always does. */
static struct car_state settle(const struct search *search, struct car_state state, int *price)
{
    bool slick = track_on_slick(search->track, state.at);
    *price = slick ? 1 + SLICK_MISSED_TURNS : 1;
    if (slick || search->walks)
        state.velocity = (struct point){0, 0};
    return state;
}

static bool was_visited(const struct search *search, const struct car_state *state)
{
    return search->walks ? place_set_has(&search->places, state->at, state->laps)
                         : state_set_has(&search->states, car_state_pack(state));
}

/* Remembers a new state that is `price` rounds away. */
static void visit(struct search *search, const struct car_state *state, int price)
{
    uint64_t packed = car_state_pack(state);
    bool new_place = place_set_add(&search->places, state->at, state->laps);
    if (!search->walks)
        state_set_add(&search->states, packed);
    state_list_add(&search->lists[(search->rounds + price) % LIST_COUNT], packed);
    if (new_place && state->laps >= search->farthest_laps) {
        search->farthest = state->at;
        search->farthest_laps = state->laps;
    }
}

/* A move that would cross the finish may leave the track, but not before. */
static bool finishes(const struct search *search, struct point from, struct point to)
{
    struct exact_point exit;
    return ground_find_exit(&search->ground, from, to, &exit) ||
           track_line_crossing(search->line, false, from, exit) > 0;
}

static bool is_on_sheet(const struct track *track, struct point at)
{
    return at.x >= 0 && at.y >= 0 && at.x <= track->width && at.y <= track->height;
}

/* Most moves lead where the search has been: walls are asked last. */
static void try_move(struct search *search, const struct car_state *from, struct point to,
                     bool was_beyond)
{
    struct car_state state = {to, point_subtract(to, from->at), from->laps};
    int price;
    if (was_beyond != (track_line_side(search->line, to) > 0))
        state.laps += track_line_crossing(search->line, false, from->at, exact_from_grid(to));
    if (state.laps == search->goal) {
        search->finished |= finishes(search, from->at, to);
        return;
    }
    if (search->track->open)
        state.laps = 0;
    if (state.laps < LAPS_LOWEST || !is_on_sheet(search->track, to))
        return;
    state = settle(search, state, &price);
    if (!was_visited(search, &state) && ground_holds_move(&search->ground, from->at, to))
        visit(search, &state, price);
}

static void expand(struct search *search, uint64_t packed)
{
    struct car_state state = car_state_unpack(packed);
    struct point principal = point_add(state.at, state.velocity);
    bool was_beyond = track_line_side(search->line, state.at) > 0;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            try_move(search, &state, point_add(principal, (struct point){x, y}), was_beyond);
}

static void visit_starts(struct search *search)
{
    const struct track_line *start = &search->track->start;
    struct point whole = point_subtract(start->to, start->from);
    int count = (int)number_common_divisor(whole.x, whole.y);
    for (int i = 0; i <= count; i++) {
        struct car_state state = {0};
        state.at = point_add(start->from, (struct point){whole.x / count * i, whole.y / count * i});
        if (ground_holds_point(&search->ground, state.at))
            visit(search, &state, 0);
    }
}

static bool has_too_many(const struct search *search)
{
    return search->states.count > search->state_limit;
}

/* All states that take the same number of rounds; more may join while they are looked at, but only
 * for later rounds. */
static void expand_round(struct search *search)
{
    struct state_list *list = &search->lists[search->rounds % LIST_COUNT];
    for (int i = 0; i < list->count && !search->finished && !has_too_many(search); i++)
        expand(search, list->items[i]);
    list->count = 0;
}

static bool has_states(const struct search *search)
{
    for (int i = 0; i < LIST_COUNT; i++)
        if (search->lists[i].count > 0)
            return true;
    return false;
}

/* False if it was broken off because there are too many states. */
static bool search_run(struct search *search)
{
    visit_starts(search);
    while (!search->finished && has_states(search)) {
        expand_round(search);
        search->rounds++;
        if (has_too_many(search) && !search->finished)
            return false;
    }
    return true;
}

bool lap_prove(const struct track *track, struct lap *lap, struct error *error)
{
    struct lap unused;
    if (!lap)
        lap = &unused;
    *lap = (struct lap){!track->has_line, 0};
    for (int walks = 0; walks < 2 && !lap->possible; walks++) {
        struct search search = search_begin(track, walks);
        bool complete = search_run(&search);
        search_end(&search);
        lap->possible = search.finished;
        lap->rounds = search.finished && !walks ? search.rounds : 0;
        if (complete && !search.finished)
            return error_set_at(
                error, track->start_drawn_at, 0,
                "no lap possible: no car gets past (%d, %d); widen the track there, or "
                "turn the line round if it points the wrong way",
                search.farthest.x, search.farthest.y);
    }
    return true;
}
