/* See search.h: which moves there are from a block, where they lead, and which of them finish.
 * Moves that may pass something are driven by the rules, once for all layers where that tells the
 * same. */
#include "drivers/graph_paper/solver/search_inside.h"

/* The moves from a block by one vector, while they are asked. */
struct asking {
    const struct plan *plan;
    struct point corner, move;
    struct passing_list *list;
};

static void add_passing(struct asking *asking, uint64_t moves, int from, int to, int shift)
{
    struct passing_list *list = asking->list;
    for (int i = 0; i < list->count; i++) {
        struct passing *passing = &list->items[i];
        if (passing->from == from && passing->to == to && passing->shift == shift) {
            passing->moves |= moves;
            return;
        }
    }
    list_add(list, (struct passing){moves, from, to, shift});
}

/* Whoever stops on a slick loses the shift. -1: nobody comes there. */
static int shift_of(const struct asking *asking, const struct arrival *arrival)
{
    const struct plan *plan = asking->plan;
    if (arrival->stops)
        return 0;
    for (int i = 0; i < plan->shift_count; i++)
        if (point_equal(plan->shifts[i], arrival->shift))
            return i;
    return -1;
}

/* A move that does not cross the line passes at most the checkpoints from the next one on. */
static bool may_change(const struct asking *asking, int layer, struct point from)
{
    const struct plan *plan = asking->plan;
    int count = graph_paper_track(&plan->setup)->checkpoint_count;
    int passed = layer % (count + 1);
    return plan->has_checkpoints && passed < count &&
           plan_is_near(plan, passed + 1, from, asking->move);
}

static void drive_in(struct asking *asking, uint64_t mask, struct point from, int layer)
{
    struct arrival arrival = plan_drive(asking->plan, from, asking->move, layer);
    int shift = shift_of(asking, &arrival);
    if (arrival.legal && !arrival.finish && shift >= 0 && arrival.layer >= 0)
        add_passing(asking, mask, layer, arrival.layer, shift);
}

/* Once for all layers that it cannot change. */
static void drive(struct asking *asking, uint64_t mask, bool crosses)
{
    const struct plan *plan = asking->plan;
    struct point from = bits_first(mask, asking->corner);
    bool changes = crosses;
    for (int layer = 0; layer < plan->layers && !changes; layer++)
        changes = may_change(asking, layer, from);
    if (!changes) {
        struct arrival arrival = plan_drive(plan, from, asking->move, 0);
        int shift = shift_of(asking, &arrival);
        if (arrival.legal && shift >= 0)
            add_passing(asking, mask, SEARCH_ANY, 0, shift);
        return;
    }
    for (int layer = 0; layer < plan->layers; layer++)
        drive_in(asking, mask, from, layer);
}

/* Those that cross the line and nothing else go on in the next layer or the last one. The rest of
 * `legal` is plain. */
static uint64_t ask_special(struct asking *asking, uint64_t held, uint64_t legal)
{
    const struct plan *plan = asking->plan;
    struct plan_special special = plan_find_special(plan, asking->move, asking->corner);
    uint64_t others = (special.checkpoint | special.turbo) & held;
    struct plan_crossers crossers =
        plan_find_crossers(plan, asking->move, asking->corner, special.any & held);
    uint64_t crossing = crossers.forward | crossers.backward;
    uint64_t driven = others & legal;
    if (plan_only_counts_crossings(plan)) {
        if (crossers.forward & legal & ~others)
            add_passing(asking, crossers.forward & legal & ~others, SEARCH_ANY, 1, 0);
        if (crossers.backward & legal & ~others)
            add_passing(asking, crossers.backward & legal & ~others, SEARCH_ANY, -1, 0);
    } else {
        driven |= crossing & legal;
    }
    for (uint64_t left = driven; left != 0; left &= left - 1)
        drive(asking, left & -left, (crossing & left & -left) != 0);
    return legal & ~others & ~crossing;
}

static bool is_near_features(const struct plan *plan, struct point move, struct point corner)
{
    for (int i = 0; i < plan->feature_count; i++) {
        struct point_range box = plan_find_near(plan, i, move);
        if (bits_in_box(&box, corner) != 0)
            return true;
    }
    return false;
}

/* What can be told at once of all moves; those that may pass something are all told. */
static void ask_all(struct search *search, int block, struct slot slot, struct tile *tile)
{
    const struct plan *plan = search->plan;
    struct block *of = &search->blocks[block];
    struct point move = search_velocity(of, slot);
    struct point_range box = plan_find_origins(plan, move);
    uint64_t held = of->held & bits_in_box(&box, of->corner);
    struct ways_sorted sorted = {0, 0};
    if (held != 0)
        sorted = ways_sort(&plan->ways, move, of->corner, held);
    if (held != 0 && is_near_features(plan, move, of->corner)) {
        if (!tile->passing)
            tile->passing =
                search_allocate(search, &search->buckets[of->bucket], TILE * sizeof *tile->passing);
        of->passes = true;
        sorted.legal |= ways_keep_exactly(&plan->ways, move, of->corner, sorted.unsure);
        struct asking asking = {plan, of->corner, move, &tile->passing[slot.word]};
        sorted = (struct ways_sorted){ask_special(&asking, held, sorted.legal), 0};
    }
    tile->asked[slot.word].plain = sorted.legal;
    tile->asked[slot.word].refused = ~(sorted.legal | sorted.unsure);
}

uint64_t search_ask(struct search *search, int block, struct slot slot, struct tile *tile,
                    uint64_t moves)
{
    uint64_t *plain = &tile->asked[slot.word].plain;
    uint64_t *refused = &tile->asked[slot.word].refused;
    if ((*plain | *refused) == 0)
        ask_all(search, block, slot, tile);
    uint64_t unsure = moves & ~(*plain | *refused);
    if (unsure != 0) {
        const struct block *of = &search->blocks[block];
        uint64_t legal =
            ways_keep_exactly(&search->plan->ways, search_velocity(of, slot), of->corner, unsure);
        *plain |= legal;
        *refused |= unsure & ~legal;
    }
    return moves & *plain;
}

static void find_finishers_by(struct search *search, int block, int worker, struct point move)
{
    const struct plan *plan = search->plan;
    struct point corner = search->blocks[block].corner;
    struct point_range origins = plan_find_origins(plan, move);
    struct point_range near = plan_find_near(plan, 0, move);
    uint64_t word = *bits_word(&plan->ways.held, corner) & bits_in_box(&origins, corner) &
                    bits_in_box(&near, corner);
    if (word != 0)
        word = plan_find_crossers(plan, move, corner, word).forward;
    for (int layer = 0; word != 0 && layer < plan->layers; layer++) {
        uint64_t finishers = plan_find_finishers(plan, move, corner, word, layer);
        for (int store = 0; finishers != 0 && store < plan->stores; store++)
            search_add_moves(search, worker, block, layer * plan->stores + store,
                             search_slot(&search->blocks[block], move), finishers);
    }
}

/* On one axis: the velocities of moves that come from a block to the line, or beyond it. */
static void narrow_speeds(int corner, int line_low, int line_high, int32_t *low, int32_t *high)
{
    int nearest = line_low - (corner + BLOCK - 1);
    int farthest = line_high - corner;
    if (nearest > 0 && *low < nearest)
        *low = nearest;
    if (farthest < 0 && *high > farthest)
        *high = farthest;
}

void search_find_finishers(struct search *search, int block, int worker)
{
    const struct block *of = &search->blocks[block];
    const struct point_range *line = &search->plan->features[0];
    struct point_range speeds = of->speeds;
    narrow_speeds(of->corner.x, line->low.x, line->high.x, &speeds.low.x, &speeds.high.x);
    narrow_speeds(of->corner.y, line->low.y, line->high.y, &speeds.low.y, &speeds.high.y);
    struct point move;
    for (move.y = speeds.low.y; move.y <= speeds.high.y; move.y++)
        for (move.x = speeds.low.x; move.x <= speeds.high.x; move.x++)
            find_finishers_by(search, block, worker, move);
}
