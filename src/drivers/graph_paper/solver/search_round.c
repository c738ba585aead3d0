/* See search.h: what a thread does with a bucket in a round, and which moves there are. */
#include "drivers/graph_paper/solver/search.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* --- accelerations ---------------------------------------------------------------------------- */

/* Those of `four` first, then those of eight. */
static const struct point round_offsets[ROUND_TWO] = {
    {0, 0},  {-1, 0}, {1, 0},   {0, -1},  {0, 1},   {-1, -1}, {1, -1}, {-1, 1}, {1, 1},
    {-2, 0}, {2, 0},  {-2, 1},  {2, 1},   {-2, -1}, {2, -1},  {-2, 2}, {-1, 2}, {0, 2},
    {1, 2},  {2, 2},  {-2, -2}, {-1, -2}, {0, -2},  {1, -2},  {2, -2}};

/* What extras add to the one step that every car has. */
struct offer {
    struct point acceleration;
    int store;       /* before the move */
    bool some_signs; /* only for states whose velocity to come has these signs */
    struct point signs;
};

struct offer_list {
    struct offer *items;
    int count, capacity;
};

static bool spread_has(const struct spread_room *room, struct point velocity)
{
    return velocity.x >= room->box.low.x && velocity.x <= room->box.high.x &&
           velocity.y >= room->box.low.y && velocity.y <= room->box.high.y;
}

static size_t spread_index(const struct spread_room *room, int store, struct point velocity)
{
    int row = store * room->up + velocity.y - room->box.low.y;
    return (size_t)row * (size_t)room->across + (size_t)(velocity.x - room->box.low.x);
}

/* The car is where no slick is, so its velocity and what it has left decide. */
static void add_offers(struct spread *spread, const struct plan *plan, const struct race *race,
                       struct offer offer)
{
    struct store had = plan_store_at(plan, offer.store);
    struct car car = plan_car_in(plan, 0);
    struct move move;
    car.at = (struct point){-SHEET_MAX, -SHEET_MAX};
    car.velocity = offer.signs;
    car.nitros = had.nitros;
    car.good_brakes = had.good_brakes;
    car.turbo_boosts = had.turbo_boosts;
    struct payable payable = graph_paper_payable(race, &car);
    while (graph_paper_next(&payable, &move)) {
        struct store left = {had.nitros - move.nitros, had.good_brakes - move.good_brakes,
                             had.turbo_boosts - move.turbo_boosts};
        struct offer_list *list = &spread->by_store[plan_store_index(plan, left)];
        offer.acceleration = move.acceleration;
        if (graph_paper_cost(&move) == 0)
            continue;
        list_add(list, offer);
    }
}

struct spread spread_create(const struct plan *plan)
{
    bool two = plan->store.good_brakes > 0 || plan->store.turbo_boosts > 0;
    int nitros = plan->store.nitros;
    struct spread spread = {
        .stores = plan->stores,
        .farthest = plan->step + (nitros > 0 ? nitros : two),
        .step = plan->step,
        .by_nitros = !two,
        .round = plan->step == 2                                               ? ROUND_TWO
                 : plan->setup.values[FIELD_ACCELERATION] == ACCELERATION_FOUR ? ROUND_FOUR
                                                                               : ROUND_EIGHT,
    };
    /* What is too fast is left out later. */
    struct setup setup = plan->setup;
    setup.values[FIELD_TOP_SPEED] = 0;
    struct race *race = setup.game->begin(&setup);
    spread.by_store = memory_allocate((size_t)plan->stores, sizeof *spread.by_store);
    for (int store = 0; store < plan->stores; store++) {
        struct offer offer = {.store = store, .some_signs = two};
        for (int i = 0; i < (two ? 9 : 0); i++) {
            offer.signs = (struct point){i % 3 - 1, i / 3 - 1};
            add_offers(&spread, plan, race, offer);
        }
    }
    setup.game->free(race);
    return spread;
}

void spread_free(struct spread *spread)
{
    for (int i = 0; i < spread->stores; i++)
        free(spread->by_store[i].items);
    free(spread->by_store);
}

struct spread_room spread_room_create(const struct spread *spread)
{
    return (struct spread_room){
        .has = memory_allocate((size_t)spread->stores, sizeof(bool)),
    };
}

void spread_room_free(struct spread_room *room)
{
    free(room->has);
    free(room->moves);
    free(room->states);
}

/* Emptied, for moves whose velocities are in the box. Its rows are whole ones of tiles. */
static void spread_room_open(struct spread_room *room, const struct spread *spread,
                             struct point_range moves)
{
    int margin = spread->farthest + spread->step;
    struct point aside = {margin, margin};
    room->box =
        (struct point_range){point_subtract(moves.low, aside), point_add(moves.high, aside)};
    room->box.low.x &= ~(BLOCK - 1);
    room->box.high.x |= BLOCK - 1;
    room->across = room->box.high.x - room->box.low.x + 1;
    room->up = room->box.high.y - room->box.low.y + 1;
    for (int i = 0; i < ROUND_TWO; i++)
        room->round[i] = round_offsets[i].y * room->across + round_offsets[i].x;
    size_t words = (size_t)spread->stores * (size_t)room->across * (size_t)room->up;
    if (words > room->capacity) {
        room->moves = memory_resize(room->moves, words, sizeof *room->moves);
        room->states = memory_resize(room->states, words, sizeof *room->states);
        room->capacity = words;
    }
    if (spread->by_moves)
        memset(room->moves, 0, words * sizeof *room->moves);
    memset(room->states, 0, words * sizeof *room->states);
    memset(room->has, 0, (size_t)spread->stores * sizeof *room->has);
}

/* --- accelerations ---------------------------------------------------------------------------- */

/* Of a row of a tile. */
static inline uint64_t any_of_row(const uint64_t *words)
{
    return words[0] | words[1] | words[2] | words[3] | words[4] | words[5] | words[6] | words[7];
}

/* Words are few in a room, so each goes where it belongs, rather than all being asked. */
static inline void add_round(const struct spread_room *room, uint64_t *into, int count,
                             uint64_t moves)
{
    for (int i = 0; i < count; i++)
        into[room->round[i]] |= moves;
}

/* One step more to the four sides, for a nitro more. */
static void add_nitro(const struct spread_room *room, const uint64_t *words, uint64_t *into)
{
    for (int i = room->across; i < room->across * (room->up - 1); i += BLOCK) {
        if (any_of_row(words + i) == 0)
            continue;
        for (int k = i; k < i + BLOCK; k++)
            if (words[k] != 0)
                add_round(room, into + k, ROUND_FOUR, words[k]);
    }
}

/* The part of a range in which numbers have a sign. */
static void keep_sign(int sign, int *first, int *last)
{
    if (sign <= 0 && *last > -(sign < 0))
        *last = -(sign < 0);
    if (sign >= 0 && *first < (sign > 0))
        *first = sign > 0;
}

static void take_offer(const struct spread_room *room, const struct offer *offer, int after)
{
    struct point a = offer->acceleration;
    struct point_range box = room->box; /* of states */
    box.low = point_add(box.low, (struct point){a.x > 0 ? 0 : -a.x, a.y > 0 ? 0 : -a.y});
    box.high = point_subtract(box.high, (struct point){a.x > 0 ? a.x : 0, a.y > 0 ? a.y : 0});
    if (offer->some_signs) {
        keep_sign(offer->signs.x, &box.low.x, &box.high.x);
        keep_sign(offer->signs.y, &box.low.y, &box.high.y);
    }
    for (struct point to = box.low; to.y <= box.high.y; to.y++) {
        uint64_t *states = room->states + spread_index(room, offer->store, to);
        const uint64_t *moves = room->moves + spread_index(room, after, point_add(to, a));
        for (int i = 0; i <= box.high.x - box.low.x; i++)
            states[i] |= moves[i];
    }
}

/* What is paid for. */
static void spread_run(const struct spread *spread, struct spread_room *room)
{
    size_t words = (size_t)room->across * (size_t)room->up;
    for (int store = spread->stores - 1; store >= 0; store--) {
        const struct offer_list *offers = &spread->by_store[store];
        for (int i = 0; room->has[store] && i < offers->count; i++)
            take_offer(room, &offers->items[i], store);
    }
    for (int store = 1; spread->by_nitros && store < spread->stores; store++) {
        uint64_t *states = room->states + (size_t)store * words;
        add_nitro(room, states - words, states);
    }
}

/* --- states to pieces ------------------------------------------------------------------------- */

/* Moves like the piece's, by that vector from the blocks of a column and a row. */
static inline void send(const struct search *search, struct bucket *bucket, int column, int row,
                        struct point move, struct piece like)
{
    if (like.moves == 0 || column < 0 || column >= search->columns || row < 0 ||
        row >= search->rows)
        return;
    int index = search->block_at[row * search->columns + column];
    if (index < 0)
        return;
    const struct block *block = &search->blocks[index];
    uint64_t moves = like.moves & block->held;
    if (moves == 0 || !search_has_speed(block, move))
        return;
    struct slot slot = search_slot(block, move);
    struct piece_list *list = &bucket->sent[search->rounds & 1][block->bucket];
    if (list->count == list->capacity) {
        size_t before = (size_t)list->capacity;
        list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
        budget_take(search->budget, ((size_t)list->capacity - before) * sizeof *list->items);
    }
    list->items[list->count++] = (struct piece){
        .moves = moves,
        .block = (uint32_t)index & ((1u << PIECE_BLOCKS) - 1),
        .plane = like.plane,
        .tile = (uint32_t)slot.tile & ((1u << PIECE_TILES) - 1),
        .word = (uint32_t)slot.word & (TILE - 1),
        .shift = like.shift,
    };
}

/* The states, if there are any, lead to moves, which go to the blocks where they begin. */
static void lead_to(const struct search *search, const struct cell *cell, int store,
                    struct point velocity, int shift, uint64_t states)
{
    if (states == 0)
        return;
    const struct plan *plan = search->plan;
    struct bucket *bucket = search_bucket(search, cell->block);
    struct point move = point_subtract(velocity, plan->shifts[shift]);
    struct point from = point_subtract(search->blocks[cell->block].corner, move);
    unsigned plane = (unsigned)(cell->layer * plan->stores + store);
    struct piece piece = {.plane = plane & ((1u << PIECE_PLANES) - 1),
                          .shift = (unsigned)shift & ((1u << PIECE_SHIFTS) - 1)};
    int right = from.x & 7;
    int up = (from.y & 7) * BLOCK;
    uint64_t mask = bits_columns(0xffu >> right);
    uint64_t near = (states & mask) << right;
    uint64_t far = (states & ~mask) >> ((BLOCK - right) & 7);
    const uint64_t parts[] = {near << up, far << up, near >> (56 - up) >> BLOCK,
                              far >> (56 - up) >> BLOCK};
    for (int i = 0; i < 4; i++) {
        piece.moves = parts[i];
        send(search, bucket, (from.x >> 3) + (i & 1), (from.y >> 3) + (i >> 1), move, piece);
    }
}

/* New states lead to moves. Nobody comes to a spinning slick with a velocity to come; and velocity
 * and shift that cancel out leave a car that coasts no choice but to stay (RULES 6). */
static void take_states(const struct search *search, const struct cell *cell, int store,
                        struct point velocity, uint64_t states)
{
    const struct plan *plan = search->plan;
    struct bucket *bucket = search_bucket(search, cell->block);
    uint64_t slick = *bits_word(&plan->slick, search->blocks[cell->block].corner);
    bool stands = velocity.x == 0 && velocity.y == 0;
    struct state_of_plane state = {cell->block, cell->layer * plan->stores + store, states,
                                   search->rounds};
    if (stands)
        list_add(&bucket->standing, state);
    if (search->spins && stands && (states & slick) != 0) {
        state.points &= slick;
        state.rounds += plan->setup.values[FIELD_SLICK_MISSED_TURNS];
        list_add(&bucket->landed, state);
    }
    if (search->spins)
        states &= ~slick;
    lead_to(search, cell, store, velocity, 0, states);
    if (stands && search->coasts)
        states &= ~slick;
    for (int k = 1; k < plan->shift_count; k++)
        lead_to(search, cell, store, velocity, k, states);
}

static void take_those_who_stay(const struct search *search, const struct cell *cell, int store,
                                uint64_t stay)
{
    stay &= *bits_word(&search->plan->slick, search->blocks[cell->block].corner);
    for (int k = 1; k < search->plan->shift_count; k++)
        lead_to(search, cell, store, (struct point){0, 0}, k, stay);
}

/* The points of a block that a move can lead to. */
static uint64_t held_behind(const struct search *search, int block, struct point move)
{
    struct point from = point_subtract(search->blocks[block].corner, move);
    return bits_window(&search->plan->ways.held, from.x, from.y);
}

static void take_landed(const struct search *search, struct bucket *bucket)
{
    struct state_list *list = &bucket->landed;
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        struct state_of_plane landed = list->items[i];
        if (landed.rounds > search->rounds) {
            list->items[kept++] = landed;
            continue;
        }
        bucket->cells++;
        /* Any move that ends there lands. */
        int stores = search->plan->stores;
        const struct cell cell = {.block = landed.block, .layer = landed.plane / stores};
        for (int index = 0; index < search->plan->velocities; index++) {
            struct point velocity = plan_velocity_at(search->plan, index);
            lead_to(search, &cell, landed.plane % stores, velocity, 0,
                    landed.points & held_behind(search, landed.block, velocity));
        }
    }
    list->count = kept;
}

/* --- spreading -------------------------------------------------------------------------------- */

static struct point first_velocity(const struct block *block, const struct block_record *record)
{
    return search_velocity(block, (struct slot){record->tile, 0});
}

/* The velocities of the moves of a cell's records. */
static struct point_range find_box(const struct block *block, const struct cell *cell)
{
    struct point_range box = {block->speeds.high, block->speeds.low};
    for (const struct block_record *record = cell->active; record; record = record->next) {
        struct point low = first_velocity(block, record);
        uint64_t columns = record->touched | record->touched >> 32;
        columns |= columns >> 16;
        columns = (columns | columns >> 8) & 0xff;
        struct point first = {__builtin_ctzll(columns), __builtin_ctzll(record->touched) / BLOCK};
        struct point last = {63 - __builtin_clzll(columns),
                             (63 - __builtin_clzll(record->touched)) / BLOCK};
        box.low = point_lower(box.low, point_add(low, first));
        box.high = point_upper(box.high, point_add(low, last));
    }
    return box;
}

/* The moves of a record go into the room, and to those that are known. */
static void take_record(struct search *search, struct search_worker *worker, struct bucket *bucket,
                        const struct block *block, struct block_record *record)
{
    struct spread_room *room = &worker->room;
    struct point low = first_velocity(block, record);
    for (; record->touched != 0; record->touched &= record->touched - 1) {
        int word = __builtin_ctzll(record->touched);
        uint32_t *newest = &record->rows[word >> 3].found[word & 7];
        struct point move = {low.x + (word & 7), low.y + (word >> 3)};
        uint64_t moves = record->moves[word];
        record->moves[word] = 0;
        bucket->count += (uint64_t)__builtin_popcountll(moves);
        *newest = search_keep_found(search, bucket, (struct found){moves, *newest, search->rounds});
        size_t index = spread_index(room, record->store, move);
        if (search->spread.by_moves)
            room->moves[index] = moves;
        add_round(room, room->states + index, search->spread.round, moves);
    }
    /* All 0 by now. */
    array_add(worker->spare, worker->spare_count, worker->spare_capacity, record->moves);
    record->moves = NULL;
    room->has[record->store] = true;
}

/* RULES 6: whoever comes to a slick may accelerate less there; without velocity as usual where
 * others coast. */
static uint64_t limit_states(const struct search *search, const struct spread_room *room,
                             struct point corner, struct point velocity, size_t index)
{
    const struct plan *plan = search->plan;
    uint64_t states = room->states[index];
    const uint64_t *moves = room->moves + index;
    bool coast = plan->setup.values[FIELD_SLICKS] == SLICKS_COAST;
    if (coast && velocity.x == 0 && velocity.y == 0)
        return states;
    uint64_t slick = bits_window(&plan->slick, corner.x + velocity.x, corner.y + velocity.y);
    uint64_t allowed = moves[0];
    if (!coast)
        allowed |= moves[-1] | moves[1] | moves[-room->across] | moves[room->across];
    return (states & ~slick) | (allowed & slick);
}

/* The states of a store that can choose a move as the rules have it, with the principal point on a
 * slick or far from any. */
static uint64_t states_by_rules(const struct search *search, const struct spread_room *room,
                                int store, struct point velocity, struct point at)
{
    const struct plan *plan = search->plan;
    struct store had = plan_store_at(plan, store);
    struct car car = plan_car_in(plan, 0);
    struct move move;
    uint64_t states = 0;
    car.at = at;
    car.velocity = velocity;
    car.nitros = had.nitros;
    car.good_brakes = had.good_brakes;
    car.turbo_boosts = had.turbo_boosts;
    struct payable payable = graph_paper_payable(plan->race, &car);
    while (graph_paper_next(&payable, &move)) {
        struct store left = {had.nitros - move.nitros, had.good_brakes - move.good_brakes,
                             had.turbo_boosts - move.turbo_boosts};
        struct point by = point_add(velocity, move.acceleration);
        if (spread_has(room, by))
            states |= room->moves[spread_index(room, plan_store_index(plan, left), by)];
    }
    return states;
}

/* RULES 2.2: near the top speed, or pushed beyond it. */
static uint64_t limit_speed(const struct search *search, const struct spread_room *room,
                            struct point corner, int store, struct point velocity)
{
    uint64_t slick = search->limits ? bits_window(&search->plan->slick, corner.x + velocity.x,
                                                  corner.y + velocity.y)
                                    : 0;
    struct point nowhere = {-SHEET_MAX, -SHEET_MAX};
    uint64_t states = states_by_rules(search, room, store, velocity, nowhere) & ~slick;
    if (slick != 0)
        states |= slick & states_by_rules(search, room, store, velocity, bits_first(slick, corner));
    return states;
}

static void note_nearest(const struct search *search, const struct cell *cell, struct point at,
                         uint64_t states)
{
    const struct block *block = &search->blocks[cell->block];
    int first = bound_first(search->sight.bound, block->corner, states, at, cell->layer);
    struct bucket *bucket = &search->buckets[block->bucket];
    bucket->nearest = number_smaller(bucket->nearest, first);
}

/* Of the states that some move can lead to those that are told by nothing but the accelerations. */
static uint64_t keep_states(const struct search *search, const struct cell *cell,
                            const struct spread_room *room, int store, struct point at,
                            uint64_t states)
{
    const struct block *block = &search->blocks[cell->block];
    if (search->top_speed > 0 && point_reach(at) + search->spread.farthest > search->top_speed)
        states &= limit_speed(search, room, block->corner, store, at);
    else if (search->limits)
        states &= limit_states(search, room, block->corner, at, spread_index(room, store, at));
    return states == 0
               ? 0
               : search_keep(search, block, at, cell->layer * search->plan->stores + store, states);
}

/* New states of a row of one tile, from `at` to `end`, that some move can lead to. */
static void take_row(struct search *search, struct cell *cell, const struct spread_room *room,
                     int store, struct point at, int end, struct block_record **record)
{
    const uint64_t *states =
        room->states + spread_index(room, store, (struct point){at.x & ~(BLOCK - 1), at.y});
    if (any_of_row(states) == 0)
        return;
    int plane = cell->layer * search->plan->stores + store;
    struct slot slot = search_slot(&search->blocks[cell->block], at);
    uint64_t none[BLOCK] = {0};
    uint64_t *known = *record ? (*record)->rows[slot.word >> 3].known : none;
    for (int i = slot.word & 7; at.x <= end; i++, at.x++) {
        uint64_t kept = states[i] & ~known[i];
        if (kept == 0)
            continue;
        /* What no move leads to is not asked again. */
        uint64_t reached = search->turbo ? kept : kept & held_behind(search, cell->block, at);
        known[i] |= kept & ~reached;
        kept = reached == 0 ? 0 : keep_states(search, cell, room, store, at, reached);
        if (kept == 0)
            continue;
        if (search->sight.beam > 0)
            note_nearest(search, cell, at, kept);
        if (!*record) {
            *record = search_make_record(search, cell->block, plane, slot.tile);
            known = (*record)->rows[slot.word >> 3].known;
        }
        known[i] |= kept;
        take_states(search, cell, store, at, kept);
    }
}

static void take_store(struct search *search, struct cell *cell, const struct spread_room *room,
                       int store)
{
    const struct block *block = &search->blocks[cell->block];
    struct point low =
        point_upper(point_add(room->box.low, (struct point){1, 1}), block->speeds.low);
    struct point high =
        point_lower(point_subtract(room->box.high, (struct point){1, 1}), block->speeds.high);
    struct point at, last;
    for (at.y = low.y; at.y <= high.y; at.y = last.y + 1) {
        last.y = number_smaller(high.y, at.y | 7);
        for (at.x = low.x; at.x <= high.x; at.x = last.x + 1) {
            last.x = number_smaller(high.x, at.x | 7);
            struct block_record *record = search_find_record(
                block, cell->layer * search->plan->stores + store, search_slot(block, at).tile);
            for (struct point row = at; row.y <= last.y; row.y++)
                take_row(search, cell, room, store, row, last.x, &record);
        }
    }
}

static void spread_cell(struct search *search, struct cell *cell, struct search_worker *worker)
{
    const struct block *block = &search->blocks[cell->block];
    struct bucket *bucket = search_bucket(search, cell->block);
    struct spread_room *room = &worker->room;
    struct point zero = {0, 0};
    spread_room_open(room, &search->spread, find_box(block, cell));
    for (struct block_record *record = cell->active; record; record = record->next)
        take_record(search, worker, bucket, block, record);
    cell->active = NULL;
    spread_run(&search->spread, room);
    bool stay = search->coasts && spread_has(room, zero);
    for (int store = 0; store < search->plan->stores; store++) {
        take_store(search, cell, room, store);
        if (stay)
            take_those_who_stay(search, cell, store, room->moves[spread_index(room, store, zero)]);
    }
}

/* --- which moves there are --------------------------------------------------------------------
 *
 * Moves that may pass something are driven by the rules, once for all layers where that tells the
 * same. */

/* What a move comes to. */
struct lap_arrival {
    bool legal; /* stays on the track, or finishes */
    bool finish;
    bool stops; /* on a slick */
    int layer;
    struct point shift;
};

static struct lap_arrival drive_move(const struct plan *plan, struct point from, struct point move,
                                     int layer)
{
    struct car car = plan_car_in(plan, layer);
    enum outcome outcome;
    car.at = from;
    car.missed_turns = 0;
    const struct move by = {.to = point_add(from, move)};
    if (!graph_paper_drive_alone(plan->race, &car, &by, &outcome) || outcome == OUTCOME_OFF_TRACK)
        return (struct lap_arrival){.legal = false};
    if (outcome == OUTCOME_FINISH)
        return (struct lap_arrival){.legal = true, .finish = true};
    return (struct lap_arrival){
        .legal = true,
        .stops = outcome == OUTCOME_SLICK,
        .layer = plan_layer_of(plan, &car),
        .shift = car.shift,
    };
}

/* Where only the line counts, a crossing leads to the next layer or the last one. */
static bool only_counts_crossings(const struct plan *plan)
{
    return !plan->has_checkpoints && !graph_paper_track(&plan->setup)->open;
}

/* Does the move, whose whole length crosses the line forward, get there before it leaves the track?
 */
static bool gets_beyond(const struct plan *plan, struct point from, struct point move)
{
    const struct track_line *line = &graph_paper_track(&plan->setup)->finish;
    bool touch = plan->setup.values[FIELD_LINE] == LINE_TOUCH;
    struct exact_point exit;
    return ground_find_exit(&plan->ways.ground, from, point_add(from, move), &exit) ||
           exact_side(line->from, line->to, exit) + touch > 0;
}

/* Where nothing else counts, crossings need no rules to be told whether they finish. */
static uint64_t find_those_who_finish(const struct plan *plan, struct point move,
                                      struct point corner, uint64_t word, int layer)
{
    bool by_walls = !plan->has_checkpoints && !plan->ways.end_only &&
                    plan->setup.values[FIELD_OFF_TRACK] != OFF_TRACK_RUN_WIDE;
    struct ways_answer answer = {0, 0};
    if (!plan->has_checkpoints && layer < plan->layers - 1)
        return 0;
    if (by_walls)
        answer = ways_get_beyond(&plan->ways, move, corner,
                                 &graph_paper_track(&plan->setup)->finish, word);
    for (word &= ~(answer.yes | answer.no); word != 0; word &= word - 1) {
        struct point from = bits_first(word, corner);
        if (by_walls ? gets_beyond(plan, from, move) : drive_move(plan, from, move, layer).finish)
            answer.yes |= word & -word;
    }
    return answer.yes;
}

/* Of the points of a word those from which the move may pass something: their boxes meet a
 * feature's. */
struct special {
    uint64_t any, checkpoint, turbo;
};

static struct special find_special(const struct plan *plan, struct point move, struct point corner)
{
    int checkpoints = plan->has_checkpoints ? graph_paper_track(&plan->setup)->checkpoint_count : 0;
    struct special special = {0, 0, 0};
    for (int i = 0; i < plan->feature_count; i++) {
        struct point_range box = plan_find_near(plan, i, move);
        uint64_t word = bits_in_box(&box, corner);
        special.any |= word;
        special.checkpoint |= i > 0 && i <= checkpoints ? word : 0;
        special.turbo |= i > checkpoints ? word : 0;
    }
    return special;
}

/* Does the move's box meet that of the feature? */
static bool is_near(const struct plan *plan, int feature, struct point from, struct point move)
{
    struct point_range box = plan_find_near(plan, feature, move);
    return from.x >= box.low.x && from.x <= box.high.x && from.y >= box.low.y &&
           from.y <= box.high.y;
}

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
static int shift_of(const struct asking *asking, const struct lap_arrival *arrival)
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
    return plan->has_checkpoints && passed < count && is_near(plan, passed + 1, from, asking->move);
}

/* Once for all layers that it cannot change. */
static void drive_asked(struct asking *asking, uint64_t mask, bool crosses)
{
    const struct plan *plan = asking->plan;
    struct point from = bits_first(mask, asking->corner);
    bool changes = crosses;
    for (int layer = 0; layer < plan->layers && !changes; layer++)
        changes = may_change(asking, layer, from);
    if (!changes) {
        struct lap_arrival arrival = drive_move(plan, from, asking->move, 0);
        int shift = shift_of(asking, &arrival);
        if (arrival.legal && shift >= 0)
            add_passing(asking, mask, SEARCH_ANY, 0, shift);
        return;
    }
    for (int layer = 0; layer < plan->layers; layer++) {
        struct lap_arrival arrival = drive_move(asking->plan, from, asking->move, layer);
        int shift = shift_of(asking, &arrival);
        if (arrival.legal && !arrival.finish && shift >= 0 && arrival.layer >= 0)
            add_passing(asking, mask, layer, arrival.layer, shift);
    }
}

/* Those that cross the line and nothing else go on in the next layer or the last one. The rest of
 * `legal` is plain. */
static uint64_t ask_special(struct asking *asking, uint64_t held, uint64_t legal)
{
    const struct plan *plan = asking->plan;
    struct special special = find_special(plan, asking->move, asking->corner);
    uint64_t others = (special.checkpoint | special.turbo) & held;
    struct plan_crossers crossers =
        plan_find_crossers(plan, asking->move, asking->corner, special.any & held);
    uint64_t crossing = crossers.forward | crossers.backward;
    uint64_t driven = others & legal;
    if (only_counts_crossings(plan)) {
        if (crossers.forward & legal & ~others)
            add_passing(asking, crossers.forward & legal & ~others, SEARCH_ANY, 1, 0);
        if (crossers.backward & legal & ~others)
            add_passing(asking, crossers.backward & legal & ~others, SEARCH_ANY, -1, 0);
    } else {
        driven |= crossing & legal;
    }
    for (uint64_t left = driven; left != 0; left &= left - 1)
        drive_asked(asking, left & -left, (crossing & left & -left) != 0);
    return legal & ~others & ~crossing;
}

static bool may_pass(const struct plan *plan, struct point move, struct point corner)
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
    if (held != 0 && may_pass(plan, move, of->corner)) {
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

/* Of the moves from a block by one vector those that simply arrive, asked if that was not; what
 * else they do is then in the tile. */
static uint64_t ask(struct search *search, int block, struct slot slot, struct tile *tile,
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
        uint64_t kept =
            search_keep(search, &search->blocks[block], move, layer * plan->stores, word);
        uint64_t finishers = find_those_who_finish(plan, move, corner, kept, layer);
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

/* --- pieces to moves -------------------------------------------------------------------------- */

static void take_passing(struct search *search, int worker, const struct piece *piece,
                         const struct passing *passing)
{
    const struct plan *plan = search->plan;
    int layer = (int)piece->plane / plan->stores;
    int store = (int)piece->plane % plan->stores;
    bool any = passing->from == SEARCH_ANY;
    int from = any ? layer - passing->to : passing->from;
    uint64_t moves = piece->moves & passing->moves;
    if (moves == 0 || passing->shift != (int)piece->shift || (!any && passing->to != layer) ||
        from < 0 || from >= plan->layers)
        return;
    const struct block *block = &search->blocks[piece->block];
    struct slot slot = {(int)piece->tile, (int)piece->word};
    int plane = from * plan->stores + store;
    moves = search_keep(search, block, search_velocity(block, slot), plane, moves);
    if (moves != 0)
        search_add_moves(search, worker, (int)piece->block, plane, slot, moves);
}

static void take_piece(struct search *search, int worker, const struct piece *piece)
{
    int block = (int)piece->block;
    int plane = (int)piece->plane;
    struct slot slot = {(int)piece->tile, (int)piece->word};
    const struct block *of = &search->blocks[block];
    uint64_t kept = piece->moves;
    if (search->sight.bound) {
        struct point move = search_velocity(of, slot);
        kept = search_keep(search, of, move, plane, kept);
        if (kept == 0 && !may_pass(search->plan, move, of->corner))
            return;
    }
    struct tile *tile = search_tile(search, block, slot.tile);
    uint64_t plain = ask(search, block, slot, tile, kept);
    if (plain != 0 && piece->shift == 0)
        search_add_moves(search, worker, block, plane, slot, plain);
    if (!of->passes || !tile->passing)
        return;
    const struct passing_list *list = &tile->passing[slot.word];
    for (int i = 0; i < list->count; i++)
        take_passing(search, worker, piece, &list->items[i]);
}

enum { AHEAD = 8, LOOK_EVERY = 1024 };

/* Waiting for memory is most of what taking a piece takes. */
static void fetch_ahead(const struct search *search, const struct piece *piece)
{
    const struct block *block = &search->blocks[piece->block];
    const struct tile *tile = block->tiles ? block->tiles[piece->tile] : NULL;
    if (!tile)
        return;
    __builtin_prefetch(&tile->asked[piece->word]);
    __builtin_prefetch(tile->records[piece->plane]);
}

static void take_pieces(struct search *search, int worker, struct piece_list *list)
{
    for (int i = 0; i < AHEAD && i < list->count; i++)
        fetch_ahead(search, &list->items[i]);
    for (int i = 0; i < list->count && (i % LOOK_EVERY > 0 || !search_should_stop(search)); i++) {
        if (i + AHEAD < list->count)
            fetch_ahead(search, &list->items[i + AHEAD]);
        take_piece(search, worker, &list->items[i]);
    }
    list->count = 0;
}

void search_go_on_in_bucket(void *data, int item, int worker)
{
    struct search *search = data;
    struct bucket *bucket = &search->buckets[item];
    int last = 1 - (search->rounds & 1);
    for (int from = 0; from < search->bucket_count && !search_should_stop(search); from++)
        take_pieces(search, worker, &search->buckets[from].sent[last][item]);
    bucket->standing.count = 0;
    bucket->cells = bucket->active_count;
    int done = 0;
    while (done < bucket->active_count && !search_should_stop(search))
        spread_cell(search, bucket->active[done++], &search->workers[worker]);
    if (done < bucket->active_count)
        return;
    bucket->active_count = 0;
    take_landed(search, bucket);
}
