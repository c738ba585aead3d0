/* See search.h: its memory, and the states of a round. */
#include "drivers/graph_paper/solver/search.h"

#include <stdlib.h>
#include <string.h>

enum { LANE_LIMIT = 20000000 };

struct cell *search_cell(struct search *search, int lane, int tile)
{
    struct cell **cells = &search->cells[lane];
    if (!*cells) {
        *cells = memory_allocate((size_t)search->tiles, sizeof **cells);
        search->lane_bytes += (size_t)search->tiles * sizeof **cells;
    }
    return &(*cells)[tile];
}

struct patch *search_patch(struct patch_list *list, int *index, const struct patch *like)
{
    if (*index == 0) {
        list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
        struct patch *patch = &list->items[list->count++];
        *index = list->count;
        memset(patch->words, 0, sizeof patch->words);
        patch->plane = like->plane;
        patch->velocity = like->velocity;
        patch->tile = like->tile;
        patch->low = like->low;
        patch->high = like->high;
        return patch;
    }
    struct patch *patch = &list->items[*index - 1];
    patch->low = like->low < patch->low ? like->low : patch->low;
    patch->high = like->high > patch->high ? like->high : patch->high;
    return patch;
}

static int lane_of(const struct search *search, const struct patch *patch)
{
    return patch->plane * search->plan->velocities + patch->velocity;
}

static bool trim(struct patch *patch)
{
    while (patch->low <= patch->high && patch->words[patch->low] == 0)
        patch->low++;
    while (patch->high > patch->low && patch->words[patch->high] == 0)
        patch->high--;
    return patch->low <= patch->high;
}

static size_t keep_words(struct search *search, const struct patch *patch)
{
    size_t count = (size_t)(patch->high - patch->low + 1);
    if (search->word_count + count > search->word_capacity) {
        search->word_capacity = 2 * search->word_capacity + TILE_ROWS * 64;
        search->words = memory_resize(search->words, search->word_capacity, sizeof *search->words);
    }
    memcpy(search->words + search->word_count, patch->words + patch->low,
           count * sizeof *search->words);
    search->word_count += count;
    for (int i = patch->low; i <= patch->high; i++)
        search->count += (uint64_t)__builtin_popcountll(patch->words[i]);
    return search->word_count - count;
}

static void keep_found(struct search *search, struct patch *patch)
{
    struct cell *cell = search_cell(search, lane_of(search, patch), patch->tile);
    cell->moves = 0;
    if (!trim(patch))
        return;
    search->found = array_grow(search->found, search->found_count, &search->found_capacity,
                               sizeof *search->found);
    int index = search->found_count++;
    search->found[index] = (struct found){
        .rounds = search->rounds,
        .lane = lane_of(search, patch),
        .tile = patch->tile,
        .low = patch->low,
        .high = patch->high,
        .words = keep_words(search, patch),
    };
    if (cell->last)
        search->found[cell->last].next = index;
    else
        cell->first = index;
    cell->last = index;
}

/* The moves of the next round become those of the last one. */
static void keep_moves(struct search *search)
{
    search->rounds++;
    search->last_begin = search->found_count;
    for (int i = 0; i < search->moves.count; i++)
        keep_found(search, &search->moves.items[i]);
    search->moves.count = 0;
}

bool search_begin(struct search *search, const struct plan *plan, struct error *error)
{
    const struct track *track = plan->setup.track;
    if ((int64_t)plan->planes * plan->velocities > LANE_LIMIT)
        return error_set(error, "laps, checkpoints, extras and speeds are too many together to be "
                                "solved; set fewer of them");
    *search = (struct search){.plan = plan, .spread = spread_create(plan)};
    search->columns = track->width / WORD + 1;
    search->tiles = search->columns * (track->height / TILE_ROWS + 1);
    size_t lanes = (size_t)plan->planes * (size_t)plan->velocities;
    search->cells = memory_allocate(lanes, sizeof *search->cells);
    search->lane_bytes = lanes * sizeof *search->cells;
    search->landed = memory_allocate((size_t)plan->planes, sizeof *search->landed);
    search->found_count = 1;
    search->found = array_grow(NULL, 0, &search->found_capacity, sizeof *search->found);
    advance_finish(search);
    keep_moves(search);
    return true;
}

void search_end(struct search *search)
{
    size_t lanes = (size_t)search->plan->planes * (size_t)search->plan->velocities;
    for (size_t i = 0; i < lanes; i++)
        free(search->cells[i]);
    for (int i = 0; i < search->plan->planes; i++)
        free(search->landed[i].words);
    free(search->cells);
    free(search->landed);
    free(search->landings);
    free(search->states.items);
    free(search->moves.items);
    free(search->asked.items);
    free(search->known.items);
    free(search->found);
    free(search->words);
    spread_free(&search->spread);
}

static void forget_states(struct search *search)
{
    for (int i = 0; i < search->states.count; i++) {
        struct patch *patch = &search->states.items[i];
        search_cell(search, lane_of(search, patch), patch->tile)->states = 0;
    }
    search->states.count = 0;
}

static struct patch *add_states(struct search *search, const struct patch *like)
{
    struct cell *cell = search_cell(search, lane_of(search, like), like->tile);
    return search_patch(&search->states, &cell->states, like);
}

/* RULES 6: does the rule that limits accelerations on slicks look at this velocity to come? */
static bool is_limited(const struct search *search, struct point velocity)
{
    int slicks = search->plan->setup.values[FIELD_SLICKS];
    if (search->plan->setup.track->slick_count == 0)
        return false;
    return slicks == SLICKS_FOUR ||
           (slicks == SLICKS_COAST && (velocity.x != 0 || velocity.y != 0));
}

/* The points of a row of a tile whose velocity to come leads onto a slick. */
static uint64_t find_slick(const struct search *search, int tile, int row, struct point velocity)
{
    int x = tile % search->columns * WORD + velocity.x;
    int y = tile / search->columns * TILE_ROWS + row + velocity.y;
    return bits_window(&search->plan->slick, x, y);
}

static void spread_by(struct search *search, const struct found *found, struct point move,
                      int layer, const struct offer *offer)
{
    const struct plan *plan = search->plan;
    struct point velocity = point_subtract(move, offer->acceleration);
    if (!plan_has_velocity(plan, velocity) || !spread_fits(offer, velocity))
        return;
    struct patch like; /* without words */
    like.low = found->low;
    like.high = found->high;
    like.tile = found->tile;
    like.plane = layer * plan->stores + offer->store;
    like.velocity = plan_velocity_index(plan, velocity);
    struct patch *states = add_states(search, &like);
    const uint64_t *words = search->words + found->words;
    bool limited = !offer->on_slick && is_limited(search, velocity);
    for (int row = found->low; row <= found->high; row++) {
        uint64_t word = words[row - found->low];
        if (limited)
            word &= ~find_slick(search, found->tile, row, velocity);
        states->words[row] |= word;
    }
}

void search_spread(struct search *search)
{
    const struct plan *plan = search->plan;
    forget_states(search);
    for (int i = search->last_begin; i < search->found_count; i++) {
        const struct found *found = &search->found[i];
        int plane = found->lane / plan->velocities;
        struct point move = plan_velocity_at(plan, found->lane % plan->velocities);
        const struct offer_list *offers = &search->spread.by_store[plane % plan->stores];
        for (int k = 0; k < offers->count; k++)
            spread_by(search, found, move, plane / plan->stores, &offers->items[k]);
    }
}

static const struct cell *find_cell(const struct search *search, int plane, struct point velocity,
                                    int tile)
{
    const struct plan *plan = search->plan;
    if (!plan_has_velocity(plan, velocity))
        return NULL;
    const struct cell *cells =
        search->cells[plane * plan->velocities + plan_velocity_index(plan, velocity)];
    return cells ? &cells[tile] : NULL;
}

static int tile_of(const struct search *search, struct point at)
{
    return at.y / TILE_ROWS * search->columns + at.x / WORD;
}

bool search_stands(const struct search *search, int plane, struct point at)
{
    const struct cell *cell = find_cell(search, plane, (struct point){0, 0}, tile_of(search, at));
    if (!cell || cell->states == 0)
        return false;
    const struct patch *patch = &search->states.items[cell->states - 1];
    return (patch->words[at.y % TILE_ROWS] >> (at.x % WORD) & 1) != 0;
}

int search_rounds_of(const struct search *search, int plane, struct point from, struct point move)
{
    const struct cell *cell = find_cell(search, plane, move, tile_of(search, from));
    int row = from.y % TILE_ROWS;
    for (int i = cell ? cell->first : 0; i != 0; i = search->found[i].next) {
        const struct found *found = &search->found[i];
        if (row >= found->low && row <= found->high &&
            (search->words[found->words + (size_t)(row - found->low)] >> (from.x % WORD) & 1))
            return found->rounds;
    }
    return 0;
}

size_t search_bytes(const struct search *search)
{
    size_t patches = (size_t)search->states.capacity + (size_t)search->moves.capacity +
                     (size_t)search->asked.capacity + (size_t)search->known.capacity;
    return search->lane_bytes + patches * sizeof(struct patch) +
           (size_t)search->found_capacity * sizeof *search->found +
           search->word_capacity * sizeof *search->words +
           (size_t)search->landing_capacity * sizeof *search->landings;
}

bool search_has_more(const struct search *search)
{
    return search->last_begin < search->found_count || search->landing_count > 0;
}

static bool spins(const struct search *search)
{
    const struct plan *plan = search->plan;
    return plan->setup.values[FIELD_SLICKS] == SLICKS_SPIN && plan->setup.track->slick_count > 0;
}

static void add_landing(struct search *search, const struct patch *patch)
{
    search->landings = array_grow(search->landings, search->landing_count,
                                  &search->landing_capacity, sizeof *search->landings);
    int missed = search->plan->setup.values[FIELD_SLICK_MISSED_TURNS];
    search->landings[search->landing_count++] = (struct landing){search->rounds + missed, *patch};
}

/* Cars that stand on a slick may have landed there; those seen for the first time have. */
static void note_landings(struct search *search, const struct patch *states)
{
    struct bits *landed = &search->landed[states->plane];
    struct patch patch = *states;
    if (!landed->words)
        *landed = bits_create(search->plan->setup.track->width, search->plan->setup.track->height);
    for (int row = patch.low; row <= patch.high; row++) {
        int y = patch.tile / search->columns * TILE_ROWS + row;
        if (y >= landed->rows)
            continue;
        uint64_t *word = &landed->words[y * landed->columns + patch.tile % search->columns];
        patch.words[row] &= find_slick(search, patch.tile, row, (struct point){0, 0}) & ~*word;
        *word |= patch.words[row];
    }
    if (trim(&patch))
        add_landing(search, &patch);
}

/* Nobody comes to a slick with a velocity to come. */
static void clear_slicks(struct search *search)
{
    int zero = plan_velocity_index(search->plan, (struct point){0, 0});
    for (int i = 0; i < search->states.count; i++) {
        struct patch *patch = &search->states.items[i];
        if (patch->velocity == zero)
            note_landings(search, patch);
        for (int row = patch->low; row <= patch->high; row++)
            patch->words[row] &= ~find_slick(search, patch->tile, row, (struct point){0, 0});
    }
}

/* Any move that ends there lands. */
static void add_landed(struct search *search, const struct patch *landed)
{
    for (int velocity = 0; velocity < search->plan->velocities; velocity++) {
        struct patch like = *landed;
        like.velocity = velocity;
        struct patch *states = add_states(search, &like);
        for (int row = landed->low; row <= landed->high; row++)
            states->words[row] |= landed->words[row];
    }
}

static void add_landings(struct search *search)
{
    int kept = 0;
    for (int i = 0; i < search->landing_count; i++) {
        struct landing landing = search->landings[i];
        if (landing.rounds == search->rounds)
            add_landed(search, &landing.patch);
        else
            search->landings[kept++] = landing;
    }
    search->landing_count = kept;
}

/* RULES 6: shift and velocity that cancel out leave a car that coasts no choice but to stay. */
static void leave_coasting(const struct search *search, struct patch *states)
{
    const struct plan *plan = search->plan;
    if (plan->setup.values[FIELD_SLICKS] != SLICKS_COAST ||
        states->velocity != plan_velocity_index(plan, (struct point){0, 0}))
        return;
    const struct cell *cell = find_cell(search, states->plane, (struct point){0, 0}, states->tile);
    const struct found *last = cell && cell->last ? &search->found[cell->last] : NULL;
    for (int row = states->low; row <= states->high; row++) {
        uint64_t slick = find_slick(search, states->tile, row, (struct point){0, 0});
        uint64_t stay = 0;
        if (last && last->rounds == search->rounds && row >= last->low && row <= last->high)
            stay = search->words[last->words + (size_t)(row - last->low)];
        states->words[row] = (states->words[row] & ~slick) | (stay & slick);
    }
}

static void advance_shifted(struct search *search)
{
    int count = search->states.count;
    for (int k = 1; k < search->plan->shift_count; k++)
        for (int i = 0; i < count; i++) {
            struct patch patch = search->states.items[i];
            leave_coasting(search, &patch);
            advance_patch(search, &patch, search->plan->shifts[k]);
        }
}

/* The moves that lead to a state are found when it is seen first. Asking again costs little, unless
 * they are driven one by one. */
static void drop_known(struct search *search)
{
    for (int i = 0; i < search->states.count; i++) {
        struct patch *states = &search->states.items[i];
        struct cell *cell = search_cell(search, lane_of(search, states), states->tile);
        struct patch *known = search_patch(&search->known, &cell->known, states);
        for (int row = states->low; row <= states->high; row++) {
            states->words[row] &= ~known->words[row];
            known->words[row] |= states->words[row];
        }
    }
}

void search_advance(struct search *search)
{
    if (spins(search))
        clear_slicks(search);
    if (search->plan->feature_count > 1)
        drop_known(search);
    advance_shifted(search);
    add_landings(search);
    for (int i = 0; i < search->states.count; i++)
        advance_patch(search, &search->states.items[i], (struct point){0, 0});
    keep_moves(search);
}
