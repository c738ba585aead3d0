/* From the states of a round back to the moves that lead to them; see search.h.
 *
 * Moves that can pass nothing are asked for 64 at once. Those that may pass a line, a checkpoint or
 * a turbo area are driven one by one, by the rules.
 */
#include "drivers/graph_paper/solver/search.h"

#include <string.h>

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static bool is_zero(struct point vector)
{
    return vector.x == 0 && vector.y == 0;
}

static struct point point_in(const struct search *search, const struct patch *patch, int row,
                             int bit)
{
    return (struct point){patch->tile % search->columns * WORD + bit,
                          patch->tile / search->columns * TILE_ROWS + row};
}

static int lane_of(const struct search *search, const struct patch *patch)
{
    return patch->plane * search->plan->velocities + patch->velocity;
}

/* Takes away the moves that were asked before, and rows where nothing is left, and remembers that
 * the rest has been asked. */
static bool keep_new(struct search *search, struct patch *moves)
{
    struct cell *cell = search_cell(search, lane_of(search, moves), moves->tile);
    struct patch *asked = search_patch(&search->asked, &cell->asked, moves);
    uint64_t any = 0;
    for (int row = moves->low; row <= moves->high; row++) {
        moves->words[row] &= ~asked->words[row];
        asked->words[row] |= moves->words[row];
        any |= moves->words[row];
    }
    if (any == 0)
        return false;
    while (moves->words[moves->low] == 0)
        moves->low++;
    while (moves->words[moves->high] == 0)
        moves->high--;
    return true;
}

static void add_moves(struct search *search, const struct patch *moves)
{
    struct cell *cell = search_cell(search, lane_of(search, moves), moves->tile);
    struct patch *all = search_patch(&search->moves, &cell->moves, moves);
    for (int row = moves->low; row <= moves->high; row++)
        all->words[row] |= moves->words[row];
}

static void keep_legal(const struct search *search, struct patch *moves)
{
    int y = moves->tile / search->columns * TILE_ROWS;
    ways_keep_legal(&search->plan->ways, plan_velocity_at(search->plan, moves->velocity),
                    moves->tile % search->columns, y + moves->low, moves->high - moves->low + 1,
                    moves->words + moves->low);
}

static void add_legal(struct search *search, struct patch *moves)
{
    if (!keep_new(search, moves))
        return;
    keep_legal(search, moves);
    add_moves(search, moves);
}

static void add_single(struct search *search, const struct patch *like, int plane, int row, int bit)
{
    struct patch moves = {
        .plane = plane, .velocity = like->velocity, .tile = like->tile, .low = row, .high = row};
    moves.words[row] = UINT64_C(1) << bit;
    if (keep_new(search, &moves))
        add_moves(search, &moves);
}

/* The layers that a car may have come from: one move may pass all checkpoints, then the line, then
 * all checkpoints again. */
static void find_layers(const struct plan *plan, int layer, int crossing, bool near_checkpoint,
                        int *first, int *last)
{
    *first = *last = layer;
    if (crossing == 0 && !near_checkpoint)
        return;
    if (plan->has_checkpoints) {
        *first = layer - 2 * plan->setup.track->checkpoint_count - 1;
        *first = *first > 0 ? *first : 0;
    } else if (!plan->setup.track->open) {
        *first = *last = layer - crossing;
        if (*first < 0 || *first >= plan->layers)
            *last = *first - 1;
    }
}

static void try_special(struct search *search, const struct patch *moves, int row, int bit,
                        bool near_checkpoint, struct point shift)
{
    const struct plan *plan = search->plan;
    struct point from = point_in(search, moves, row, bit);
    struct point move = plan_velocity_at(plan, moves->velocity);
    int layer = moves->plane / plan->stores;
    int first, last;
    find_layers(plan, layer, plan_crossing(plan, from, move), near_checkpoint, &first, &last);
    for (int l = first; l <= last; l++) {
        struct arrival arrival = plan_drive(plan, from, move, l);
        if (arrival.legal && !arrival.finish && arrival.layer == layer &&
            (arrival.stops || point_equal(arrival.shift, shift)))
            add_single(search, moves, l * plan->stores + moves->plane % plan->stores, row, bit);
    }
}

/* Moves that cross the line backward and forward and pass nothing else. */
struct crossers {
    struct patch ways[2];
};

/* Leaves in `moves` those that turn out to pass nothing. */
static void take_special(struct search *search, struct patch *moves, int row, uint64_t legal,
                         struct point shift, struct crossers *crossers)
{
    const struct plan *plan = search->plan;
    struct point move = plan_velocity_at(plan, moves->velocity);
    int west = moves->tile % search->columns * WORD;
    int y = moves->tile / search->columns * TILE_ROWS + row;
    struct plan_special special = plan_find_special(plan, move, west, y);
    uint64_t others = special.checkpoint | special.turbo;
    for (uint64_t left = special.any & moves->words[row]; left != 0; left &= left - 1) {
        int bit = __builtin_ctzll(left);
        uint64_t mask = UINT64_C(1) << bit;
        int crossing = plan_crossing(plan, point_in(search, moves, row, bit), move);
        if (crossing == 0 && (others & mask) == 0)
            continue;
        moves->words[row] &= ~mask;
        if ((others & mask) == 0 && plan_only_counts_crossings(plan))
            crossers->ways[crossing > 0].words[row] |= mask;
        else if ((legal & mask) != 0 && ((special.turbo & mask) != 0 || is_zero(shift)))
            try_special(search, moves, row, bit, (special.checkpoint & mask) != 0, shift);
    }
}

static void take_crossers(struct search *search, const struct patch *moves,
                          struct crossers *crossers)
{
    const struct plan *plan = search->plan;
    for (int forward = 0; forward < 2; forward++) {
        struct patch *crossing = &crossers->ways[forward];
        int layer = moves->plane / plan->stores - (forward ? 1 : -1);
        crossing->plane = layer * plan->stores + moves->plane % plan->stores;
        crossing->velocity = moves->velocity;
        crossing->tile = moves->tile;
        crossing->low = moves->low;
        crossing->high = moves->high;
        if (layer >= 0 && layer < plan->layers)
            add_legal(search, crossing);
    }
}

static bool is_near_features(const struct search *search, const struct patch *moves)
{
    const struct plan *plan = search->plan;
    struct point move = plan_velocity_at(plan, moves->velocity);
    struct point low = point_in(search, moves, moves->low, 0);
    struct point high = point_in(search, moves, moves->high, WORD - 1);
    for (int i = 0; i < plan->feature_count; i++) {
        const struct box *box = &plan->features[i];
        if (high.x >= box->low.x - larger(move.x, 0) && low.x <= box->high.x - smaller(move.x, 0) &&
            high.y >= box->low.y - larger(move.y, 0) && low.y <= box->high.y - smaller(move.y, 0))
            return true;
    }
    return false;
}

static void take_moves(struct search *search, struct patch *moves, struct point shift)
{
    bool shifted = !is_zero(shift);
    if (is_near_features(search, moves)) {
        struct crossers crossers;
        struct patch legal = *moves;
        memset(&crossers, 0, sizeof crossers);
        if (search->plan->feature_count > 1)
            keep_legal(search, &legal);
        for (int row = moves->low; row <= moves->high; row++)
            take_special(search, moves, row, legal.words[row], shift, &crossers);
        if (!shifted)
            take_crossers(search, moves, &crossers);
    }
    if (!shifted)
        add_legal(search, moves);
}

/* The rows of one band of tiles that are in the box and on the track; false if nothing is. */
static bool cut_out(const struct search *search, struct patch *moves, const struct box *box)
{
    const struct bits *held = &search->plan->ways.held;
    int column = moves->tile % search->columns;
    int y = moves->tile / search->columns * TILE_ROWS;
    moves->low = larger(moves->low, box->low.y - y);
    moves->high = smaller(moves->high, box->high.y - y);
    uint64_t within = bits_between(column * WORD, box->low.x, box->high.x);
    uint64_t any = 0;
    for (int row = moves->low; row <= moves->high; row++)
        any |= moves->words[row] &= within & held->words[(y + row) * held->columns + column];
    return any != 0;
}

/* Moves to states, and where they can begin. */
struct origins {
    const struct patch *states;
    struct point move;
    struct point shift;
    struct box box;
};

/* Half of each word, moved to the column where the moves begin. */
static void advance_column(struct search *search, const struct origins *origins, int column,
                           int bits)
{
    const struct patch *states = origins->states;
    struct patch moves; /* filled in as far as it is used */
    int bottom = states->tile / search->columns * TILE_ROWS - origins->move.y;
    int last = smaller(bottom + states->high, origins->box.high.y);
    moves.plane = states->plane;
    moves.velocity = plan_velocity_index(search->plan, origins->move);
    for (int y = larger(bottom + states->low, origins->box.low.y); y <= last;) {
        int band = y / TILE_ROWS;
        int end = smaller(band * TILE_ROWS + TILE_ROWS - 1, last);
        moves.tile = band * search->columns + column;
        moves.low = y % TILE_ROWS;
        moves.high = end % TILE_ROWS;
        for (; y <= end; y++) {
            uint64_t word = states->words[y - bottom];
            moves.words[y % TILE_ROWS] = bits >= 0 ? word << bits : word >> -bits;
        }
        if (cut_out(search, &moves, &origins->box))
            take_moves(search, &moves, origins->shift);
    }
}

void advance_patch(struct search *search, const struct patch *states, struct point shift)
{
    const struct plan *plan = search->plan;
    struct point move = point_subtract(plan_velocity_at(plan, states->velocity), shift);
    if (!plan_has_velocity(plan, move))
        return;
    struct origins origins = {states, move, shift, plan_find_origins(plan, move)};
    int x = states->tile % search->columns * WORD - move.x;
    int column = bits_column_of(x);
    int bits = x & (WORD - 1);
    if (column >= 0 && column < search->columns)
        advance_column(search, &origins, column, bits);
    if (bits > 0 && column + 1 >= 0 && column + 1 < search->columns)
        advance_column(search, &origins, column + 1, bits - WORD);
}

static void finish_from(struct search *search, const struct patch *crossing, int layer)
{
    const struct plan *plan = search->plan;
    if (!plan->has_checkpoints && layer < plan->layers - 1)
        return;
    struct point move = plan_velocity_at(plan, crossing->velocity);
    struct patch moves = *crossing;
    for (int row = crossing->low; row <= crossing->high; row++)
        for (uint64_t left = crossing->words[row]; left != 0; left &= left - 1) {
            int bit = __builtin_ctzll(left);
            if (!plan_finishes(plan, point_in(search, crossing, row, bit), move, layer))
                moves.words[row] &= ~(UINT64_C(1) << bit);
        }
    for (int store = 0; store < plan->stores; store++) {
        struct patch one = moves;
        one.plane = layer * plan->stores + store;
        if (keep_new(search, &one))
            add_moves(search, &one);
    }
}

/* The moves of a tile that cross the line forward. */
static bool find_crossing(const struct search *search, struct patch *moves)
{
    const struct plan *plan = search->plan;
    struct point move = plan_velocity_at(plan, moves->velocity);
    bool any = false;
    for (int row = moves->low; row <= moves->high; row++) {
        for (uint64_t left = moves->words[row]; left != 0; left &= left - 1) {
            int bit = __builtin_ctzll(left);
            if (plan_crossing(plan, point_in(search, moves, row, bit), move) > 0)
                any = true;
            else
                moves->words[row] &= ~(UINT64_C(1) << bit);
        }
    }
    return any;
}

static void finish_by(struct search *search, int velocity)
{
    const struct plan *plan = search->plan;
    struct point move = plan_velocity_at(plan, velocity);
    struct box box = plan_find_origins(plan, move);
    const struct box *line = &plan->features[0];
    box.low.x = larger(box.low.x, line->low.x - larger(move.x, 0));
    box.low.y = larger(box.low.y, line->low.y - larger(move.y, 0));
    box.high.x = smaller(box.high.x, line->high.x - smaller(move.x, 0));
    box.high.y = smaller(box.high.y, line->high.y - smaller(move.y, 0));
    if (box.low.x > box.high.x || box.low.y > box.high.y)
        return;
    for (int band = box.low.y / TILE_ROWS; band <= box.high.y / TILE_ROWS; band++)
        for (int column = box.low.x / WORD; column <= box.high.x / WORD; column++) {
            struct patch moves = {.velocity = velocity,
                                  .tile = band * search->columns + column,
                                  .high = TILE_ROWS - 1};
            memset(moves.words, 0xff, sizeof moves.words);
            if (!cut_out(search, &moves, &box) || !find_crossing(search, &moves))
                continue;
            for (int layer = 0; layer < plan->layers; layer++)
                finish_from(search, &moves, layer);
        }
}

void advance_finish(struct search *search)
{
    for (int velocity = 0; velocity < search->plan->velocities; velocity++)
        finish_by(search, velocity);
}
