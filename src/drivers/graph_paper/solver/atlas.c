/* See atlas.h: the search, round by round.
 */
#include "drivers/graph_paper/solver/atlas_spread.h"

#include <stdlib.h>
#include <string.h>

/* A place in a layer, with all stores. */
struct cell {
    int layer;
    int place; /* index */
};

/* A car that landed on a slick goes on later. */
struct landed {
    int rounds;
    struct cell cell;
    int store;
    struct point move;
};

/* Cells in which moves were found, once each. */
struct cell_list {
    struct cell *items;
    int count;
    bool *has; /* by layer, place */
};

struct rounds {
    struct atlas *atlas;
    const struct plan *plan;
    struct atlas_spread spread;
    /* by layer, place, store, row */
    uint64_t *unknown;     /* states */
    uint64_t *last, *next; /* moves, of the last round and of this */
    struct cell_list active_last, active_next;
    struct landed *landed; /* in the order of their rounds */
    int landed_begin, landed_count, landed_capacity;
    int number; /* of moves found now */
    uint64_t count;
};

bool atlas_fits(const struct plan *plan)
{
    return plan->reach.x <= ATLAS_FASTEST && plan->reach.y <= ATLAS_FASTEST;
}

static const struct atlas_place *place_of(const struct rounds *rounds, struct cell cell)
{
    return &rounds->atlas->places[cell.place];
}

static size_t first_word(const struct rounds *rounds, struct cell cell)
{
    size_t words = (size_t)rounds->atlas->words;
    return ((size_t)cell.layer * words + (size_t)place_of(rounds, cell)->words) *
           (size_t)rounds->plan->stores;
}

static void activate(struct rounds *rounds, struct cell cell)
{
    struct cell_list *active = &rounds->active_next;
    bool *has = &active->has[cell.layer * rounds->atlas->place_count + cell.place];
    if (!*has)
        active->items[active->count++] = cell;
    *has = true;
}

static void keep_move(struct rounds *rounds, struct cell cell, int store, struct point move)
{
    struct atlas *atlas = rounds->atlas;
    const struct atlas_place *place = place_of(rounds, cell);
    int bit = atlas_bit(atlas, move.x);
    int up = move.y - place->low;
    const struct atlas_row *row = &atlas->rows[place->words + up];
    size_t plane = (size_t)(cell.layer * rounds->plan->stores + store);
    atlas->distances[plane * (size_t)atlas->moves + (size_t)(row->first + bit - row->left)] =
        (uint16_t)rounds->number;
    rounds->next[first_word(rounds, cell) + (size_t)(store * place->rows + up)] |= UINT64_C(1)
                                                                                   << bit;
    rounds->count++;
    activate(rounds, cell);
}

static void add_move(struct rounds *rounds, struct cell cell, int store, struct point move,
                     bool stops)
{
    int missed = rounds->plan->setup.values[FIELD_SLICK_MISSED_TURNS];
    if (!stops || missed == 0) {
        keep_move(rounds, cell, store, move);
        return;
    }
    rounds->landed = array_grow(rounds->landed, rounds->landed_count, &rounds->landed_capacity,
                                sizeof *rounds->landed);
    rounds->landed[rounds->landed_count++] =
        (struct landed){rounds->number + missed, cell, store, move};
}

static void go_on_after_landing(struct rounds *rounds)
{
    for (; rounds->landed_begin < rounds->landed_count; rounds->landed_begin++) {
        const struct landed *landed = &rounds->landed[rounds->landed_begin];
        if (landed->rounds > rounds->number)
            return;
        keep_move(rounds, landed->cell, landed->store, landed->move);
    }
}

static void add_plain_moves(struct rounds *rounds, struct cell cell, int store, int up,
                            uint64_t word)
{
    const struct atlas *atlas = rounds->atlas;
    const struct atlas_place *to = place_of(rounds, cell);
    for (; word != 0; word &= word - 1) {
        struct point move = {__builtin_ctzll(word) - rounds->plan->reach.x, to->low + up};
        struct cell from = {cell.layer, atlas_place_at(atlas, point_subtract(to->at, move))};
        add_move(rounds, from, store, move, to->stops);
    }
}

/* The first that is not below. */
static int find_arrival(const struct atlas *atlas, const struct atlas_place *place,
                        struct point velocity)
{
    int low = place->arrival_begin;
    int high = place->arrival_end;
    while (low < high) {
        int middle = (low + high) / 2;
        const struct atlas_arrival *arrival = &atlas->arrivals[middle];
        if (arrival->velocity_y < velocity.y ||
            (arrival->velocity_y == velocity.y && arrival->velocity_x < velocity.x))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_arrivals(struct rounds *rounds, struct cell cell, int store, struct point velocity)
{
    const struct atlas *atlas = rounds->atlas;
    const struct atlas_place *to = place_of(rounds, cell);
    for (int i = find_arrival(atlas, to, velocity); i < to->arrival_end; i++) {
        const struct atlas_arrival *arrival = &atlas->arrivals[i];
        if (arrival->velocity_x != velocity.x || arrival->velocity_y != velocity.y)
            return;
        struct point move = {arrival->move_x, arrival->move_y};
        struct cell from = {arrival->from_layer, arrival->place};
        if (arrival->layer == cell.layer)
            add_move(rounds, from, store, move, arrival->stops);
    }
}

static void take_states(struct rounds *rounds, struct cell cell, int store, int up, uint64_t word)
{
    const struct atlas *atlas = rounds->atlas;
    const struct atlas_place *to = place_of(rounds, cell);
    if (!to->stops)
        add_plain_moves(rounds, cell, store, up, word & atlas->plain[to->words + up]);
    else
        for (int i = 0; i < to->rows; i++)
            add_plain_moves(rounds, cell, store, i, atlas->plain[to->words + i]);
    for (uint64_t left = word & atlas->special[to->words + up]; left != 0; left &= left - 1) {
        struct point velocity = {__builtin_ctzll(left) - rounds->plan->reach.x, to->low + up};
        add_arrivals(rounds, cell, store, velocity);
    }
}

static void take_new(struct rounds *rounds, struct cell cell, int store, uint64_t *unknown)
{
    struct atlas_states *states = &rounds->spread.states[store];
    for (int i = states->reached.first; i < states->reached.end; i++) {
        uint64_t word = states->rows[i] & unknown[i];
        states->rows[i] = 0;
        unknown[i] ^= word;
        if (word != 0)
            take_states(rounds, cell, store, i, word);
    }
    states->reached = (struct atlas_range){0, 0};
}

/* A move of no length is all that is left to those who have to stay. */
static void release_those_who_stay(struct rounds *rounds, struct cell cell, const uint64_t *moves)
{
    const struct atlas_place *place = place_of(rounds, cell);
    uint64_t zero = UINT64_C(1) << atlas_bit(rounds->atlas, 0);
    int up = -place->low;
    if (up < 0 || up >= place->rows)
        return;
    for (int store = 0; store < rounds->plan->stores; store++)
        if ((moves[store * place->rows + up] & zero) != 0)
            add_arrivals(rounds, cell, store, (struct point){ATLAS_STAYS, ATLAS_STAYS});
}

static void take_cell(struct rounds *rounds, struct cell cell)
{
    const struct atlas_place *place = place_of(rounds, cell);
    int words = place->rows * rounds->plan->stores;
    uint64_t *moves = rounds->last + first_word(rounds, cell);
    uint64_t *unknown = rounds->unknown + first_word(rounds, cell);
    atlas_spread_moves(&rounds->spread, place, moves, unknown);
    for (int store = 0; store < rounds->plan->stores; store++, unknown += place->rows)
        take_new(rounds, cell, store, unknown);
    if (rounds->plan->setup.values[FIELD_SLICKS] == SLICKS_COAST)
        release_those_who_stay(rounds, cell, moves);
    memset(moves, 0, (size_t)words * sizeof *moves);
    rounds->active_last.has[cell.layer * rounds->atlas->place_count + cell.place] = false;
}

static void take_finishes(struct rounds *rounds)
{
    const struct atlas *atlas = rounds->atlas;
    for (int i = 0; i < atlas->finish_count; i++) {
        const struct atlas_finish *finish = &atlas->finishes[i];
        struct cell cell = {finish->layer, finish->place};
        for (int store = 0; store < rounds->plan->stores; store++)
            keep_move(rounds, cell, store, finish->move);
    }
}

static void turn_over(struct rounds *rounds)
{
    uint64_t *words = rounds->last;
    struct cell_list active = rounds->active_last;
    rounds->last = rounds->next;
    rounds->next = words;
    rounds->active_last = rounds->active_next;
    rounds->active_next = active;
    rounds->active_next.count = 0;
    rounds->number++;
}

static void set_out(struct rounds *rounds)
{
    const struct atlas *atlas = rounds->atlas;
    for (int layer = 0; layer < rounds->plan->layers; layer++)
        for (int i = 0; i < atlas->place_count; i++) {
            const struct atlas_place *place = &atlas->places[i];
            uint64_t *unknown = rounds->unknown + first_word(rounds, (struct cell){layer, i});
            for (int store = 0; store < rounds->plan->stores; store++)
                memcpy(unknown + store * place->rows, atlas->states + place->words,
                       (size_t)place->rows * sizeof *unknown);
        }
}

static struct cell_list make_cells(int count)
{
    return (struct cell_list){.items = memory_allocate((size_t)count, sizeof(struct cell)),
                              .has = memory_allocate((size_t)count, sizeof(bool))};
}

static void free_rounds(struct rounds *rounds)
{
    atlas_spread_end(&rounds->spread);
    free(rounds->unknown);
    free(rounds->last);
    free(rounds->next);
    free(rounds->active_last.items);
    free(rounds->active_last.has);
    free(rounds->active_next.items);
    free(rounds->active_next.has);
    free(rounds->landed);
}

static bool run(struct rounds *rounds, size_t bytes, atlas_look *look, void *data)
{
    set_out(rounds);
    take_finishes(rounds);
    turn_over(rounds);
    while (rounds->number < ATLAS_ROUNDS &&
           (rounds->active_last.count > 0 || rounds->landed_begin < rounds->landed_count)) {
        for (int i = 0; i < rounds->active_last.count; i++)
            take_cell(rounds, rounds->active_last.items[i]);
        go_on_after_landing(rounds);
        if (!look(data, rounds->number, rounds->count, bytes))
            return false;
        turn_over(rounds);
    }
    return true;
}

bool atlas_make(struct atlas *atlas, const struct plan *plan, atlas_look *look, void *data)
{
    *atlas = (struct atlas){.plan = plan};
    if (!atlas_find_moves(atlas, look, data))
        return false;
    size_t words = (size_t)plan->planes * (size_t)atlas->words;
    size_t moves = (size_t)plan->planes * (size_t)atlas->moves;
    size_t bytes = 3 * words * sizeof(uint64_t) + moves * sizeof *atlas->distances;
    if (!look(data, 0, 0, bytes))
        return false;
    int cells = plan->layers * atlas->place_count;
    struct rounds rounds = {
        .atlas = atlas,
        .plan = plan,
        .unknown = memory_allocate(words, sizeof(uint64_t)),
        .last = memory_allocate(words, sizeof(uint64_t)),
        .next = memory_allocate(words, sizeof(uint64_t)),
        .active_last = make_cells(cells),
        .active_next = make_cells(cells),
        .number = 1,
    };
    atlas->distances = memory_allocate(moves, sizeof *atlas->distances);
    atlas_spread_begin(&rounds.spread, atlas);
    bool done = run(&rounds, bytes, look, data);
    free_rounds(&rounds);
    return done;
}

void atlas_free(struct atlas *atlas)
{
    free(atlas->place_of);
    free(atlas->places);
    free(atlas->plain);
    free(atlas->special);
    free(atlas->states);
    free(atlas->limited);
    free(atlas->rows);
    free(atlas->arrivals);
    free(atlas->finishes);
    free(atlas->distances);
    *atlas = (struct atlas){0};
}

int atlas_rounds_of(const struct atlas *atlas, int plane, struct point from, struct point move)
{
    const struct plan *plan = atlas->plan;
    int index = atlas_place_at(atlas, from);
    if (index < 0 || !plan_has_velocity(plan, move))
        return 0;
    const struct atlas_place *place = &atlas->places[index];
    int up = move.y - place->low;
    if (up < 0 || up >= place->rows)
        return 0;
    const struct atlas_row *row = &atlas->rows[place->words + up];
    int at = row->first + atlas_bit(atlas, move.x) - row->left;
    if (at < row->first || at >= row[1].first)
        return 0;
    return atlas->distances[(size_t)plane * (size_t)atlas->moves + (size_t)at];
}
