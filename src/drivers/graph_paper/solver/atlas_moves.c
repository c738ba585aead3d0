/* See atlas.h: which moves there are, and where they lead.
 *
 * Every velocity is asked for everywhere, 64 points at once, and the answers are turned into a word
 * of velocities a place. Moves that may pass something are driven by the rules, once for all layers
 * where that tells the same.
 */
#include "drivers/graph_paper/solver/atlas.h"

#include <stdlib.h>
#include <string.h>

enum { BAND = 32 }; /* rows of points asked at once */

/* While the places' rows are not known they have one for each vertical velocity. */
struct finder {
    struct atlas *atlas;
    const struct plan *plan;
    int rows;
    uint64_t *from, *plain, *special, *states;
    int arrival_capacity, finish_capacity;
};

static void mark(const struct finder *finder, uint64_t *rows, int place, struct point velocity)
{
    int row = velocity.y + finder->plan->reach.y;
    rows[place * finder->rows + row] |= UINT64_C(1) << atlas_bit(finder->atlas, velocity.x);
}

static void list_places(struct atlas *atlas)
{
    const struct plan *plan = atlas->plan;
    const struct track *track = plan->setup.track;
    bool spins = plan->setup.values[FIELD_SLICKS] == SLICKS_SPIN;
    int points = (track->width + 1) * (track->height + 1);
    atlas->place_of = memory_allocate((size_t)points, sizeof *atlas->place_of);
    atlas->places = memory_allocate((size_t)points, sizeof *atlas->places);
    for (int i = 0; i < points; i++) {
        struct point at = {i % (track->width + 1), i / (track->width + 1)};
        atlas->place_of[i] = bits_has(&plan->ways.held, at) ? atlas->place_count : -1;
        if (atlas->place_of[i] < 0)
            continue;
        bool stops = spins && bits_has(&plan->slick, at);
        atlas->places[atlas->place_count++] = (struct atlas_place){.at = at, .stops = stops};
    }
}

static void add_plain(struct finder *finder, int place, struct point move)
{
    struct atlas *atlas = finder->atlas;
    int to = atlas_place_at(atlas, point_add(atlas->places[place].at, move));
    mark(finder, finder->from, place, move);
    mark(finder, finder->plain, to, move);
    mark(finder, finder->states, to, atlas->places[to].stops ? (struct point){0, 0} : move);
}

static void add_finish(struct finder *finder, int place, struct point move, int layer)
{
    struct atlas *atlas = finder->atlas;
    mark(finder, finder->from, place, move);
    atlas->finishes = array_grow(atlas->finishes, atlas->finish_count, &finder->finish_capacity,
                                 sizeof *atlas->finishes);
    atlas->finishes[atlas->finish_count++] = (struct atlas_finish){place, layer, move};
}

/* RULES 6: velocity and shift that cancel out leave a car that coasts no choice but to stay. */
static bool has_to_stay(const struct finder *finder, struct point at, struct point velocity,
                        struct point shift)
{
    const struct plan *plan = finder->plan;
    return plan->setup.values[FIELD_SLICKS] == SLICKS_COAST && (shift.x != 0 || shift.y != 0) &&
           velocity.x == 0 && velocity.y == 0 && bits_has(&plan->slick, at);
}

static void add_arrival(struct finder *finder, int place, struct point move, int layer,
                        struct arrival arrival)
{
    struct atlas *atlas = finder->atlas;
    struct point at = point_add(atlas->places[place].at, move);
    struct point velocity = arrival.stops ? (struct point){0, 0} : point_add(move, arrival.shift);
    struct atlas_arrival added = {.place = place,
                                  .to = atlas_place_at(atlas, at),
                                  .move_x = (int16_t)move.x,
                                  .move_y = (int16_t)move.y,
                                  .from_layer = (int16_t)layer,
                                  .layer = (int16_t)arrival.layer,
                                  .velocity_x = ATLAS_STAYS,
                                  .velocity_y = ATLAS_STAYS,
                                  .stops = arrival.stops};
    if (!has_to_stay(finder, at, velocity, arrival.shift)) {
        if (!plan_has_velocity(finder->plan, velocity))
            return;
        added.velocity_x = (int16_t)velocity.x;
        added.velocity_y = (int16_t)velocity.y;
        mark(finder, finder->special, added.to, velocity);
        mark(finder, finder->states, added.to, velocity);
    }
    mark(finder, finder->from, place, move);
    atlas->arrivals = array_grow(atlas->arrivals, atlas->arrival_count, &finder->arrival_capacity,
                                 sizeof *atlas->arrivals);
    atlas->arrivals[atlas->arrival_count++] = added;
}

/* A move over the line that passes nothing else. */
static void add_crosser(struct finder *finder, int place, struct point move, int crossing,
                        bool legal)
{
    const struct plan *plan = finder->plan;
    struct atlas *atlas = finder->atlas;
    struct point from = atlas->places[place].at;
    int last = plan->layers - 1;
    if (crossing > 0 && plan_finishes(plan, from, move, last))
        add_finish(finder, place, move, last);
    for (int layer = 0; legal && layer <= last; layer++) {
        int to = atlas_place_at(atlas, point_add(from, move));
        struct arrival arrival = {.layer = layer + crossing, .stops = atlas->places[to].stops};
        if (arrival.layer >= 0 && arrival.layer <= last)
            add_arrival(finder, place, move, layer, arrival);
    }
}

/* A move that does not cross the line passes at most the checkpoints from the next one on. */
static bool is_near_next_checkpoint(const struct plan *plan, int layer, struct point from,
                                    struct point move)
{
    int count = plan->setup.track->checkpoint_count;
    int passed = layer % (count + 1);
    return plan->has_checkpoints && passed < count && plan_is_near(plan, passed + 1, from, move);
}

static void add_driven(struct finder *finder, int place, struct point move, int crossing)
{
    const struct plan *plan = finder->plan;
    struct point from = finder->atlas->places[place].at;
    struct arrival same = {0};
    bool known = false;
    for (int layer = 0; layer < plan->layers; layer++) {
        bool changes = crossing != 0 || is_near_next_checkpoint(plan, layer, from, move);
        struct arrival arrival = same;
        if (changes || !known)
            arrival = plan_drive(plan, from, move, layer);
        if (!changes) {
            same = arrival;
            known = true;
            arrival.layer = layer;
        }
        if (arrival.finish)
            add_finish(finder, place, move, layer);
        else if (arrival.legal)
            add_arrival(finder, place, move, layer, arrival);
    }
}

static void add_special(struct finder *finder, int place, struct point move, bool legal,
                        bool passes_others)
{
    const struct plan *plan = finder->plan;
    int crossing = plan_crossing(plan, finder->atlas->places[place].at, move);
    if (!legal && crossing <= 0)
        return;
    if (crossing == 0 && !passes_others)
        add_plain(finder, place, move);
    else if (!passes_others && plan_only_counts_crossings(plan))
        add_crosser(finder, place, move, crossing, legal);
    else
        add_driven(finder, place, move, crossing);
}

/* The points of a word that lie on the track. */
static void take_row(struct finder *finder, struct point move, struct point left, uint64_t word,
                     uint64_t legal)
{
    struct atlas *atlas = finder->atlas;
    struct plan_special special = plan_find_special(finder->plan, move, left.x, left.y);
    uint64_t others = special.checkpoint | special.turbo;
    for (uint64_t rest = legal | (word & special.any); rest != 0; rest &= rest - 1) {
        int bit = __builtin_ctzll(rest);
        uint64_t mask = UINT64_C(1) << bit;
        int place = atlas_place_at(atlas, (struct point){left.x + bit, left.y});
        if (special.any & mask)
            add_special(finder, place, move, (legal & mask) != 0, (others & mask) != 0);
        else
            add_plain(finder, place, move);
    }
}

static void take_band(struct finder *finder, struct point move, const struct box *box, int column,
                      int y)
{
    const struct ways *ways = &finder->plan->ways;
    uint64_t words[BAND], legal[BAND];
    uint64_t within = bits_between(column * WORD, box->low.x, box->high.x);
    uint64_t any = 0;
    int count = box->high.y + 1 - y < BAND ? box->high.y + 1 - y : BAND;
    for (int i = 0; i < count; i++)
        any |= words[i] = legal[i] = within & bits_word(&ways->held, column, y + i);
    if (any == 0)
        return;
    ways_keep_legal(ways, move, column, y, count, legal);
    for (int i = 0; i < count; i++)
        take_row(finder, move, (struct point){column * WORD, y + i}, words[i], legal[i]);
}

static void take_velocity(struct finder *finder, struct point move)
{
    struct box box = plan_find_origins(finder->plan, move);
    if (box.low.x > box.high.x || box.low.y > box.high.y)
        return;
    for (int y = box.low.y; y <= box.high.y; y += BAND)
        for (int column = box.low.x / WORD; column <= box.high.x / WORD; column++)
            take_band(finder, move, &box, column, y);
}

/* A place has rows from the lowest vertical velocity in use to the highest. */
static void find_rows(const struct finder *finder, int index)
{
    struct atlas_place *place = &finder->atlas->places[index];
    const uint64_t *from = finder->from + index * finder->rows;
    const uint64_t *states = finder->states + index * finder->rows;
    const uint64_t *plain = finder->plain + index * finder->rows;
    int low = finder->rows;
    int high = -1;
    for (int i = 0; i < finder->rows; i++) {
        if ((from[i] | states[i] | plain[i]) == 0)
            continue;
        low = low < finder->rows ? low : i;
        high = i;
    }
    place->low = low - finder->plan->reach.y;
    place->rows = high >= low ? high - low + 1 : 0;
    place->words = finder->atlas->words;
    finder->atlas->words += place->rows;
}

static void keep_rows(const struct finder *finder, int index)
{
    struct atlas *atlas = finder->atlas;
    const struct atlas_place *place = &atlas->places[index];
    for (int i = 0; i < place->rows; i++) {
        int dense = index * finder->rows + place->low + finder->plan->reach.y + i;
        uint64_t from = finder->from[dense];
        struct atlas_row *row = &atlas->rows[place->words + i];
        atlas->plain[place->words + i] = finder->plain[dense];
        atlas->special[place->words + i] = finder->special[dense];
        atlas->states[place->words + i] = finder->states[dense];
        *row = (struct atlas_row){.first = atlas->moves};
        if (from == 0)
            continue;
        row->left = __builtin_ctzll(from);
        atlas->moves += WORD - __builtin_clzll(from) - row->left;
    }
}

/* RULES 6: whoever stands still may accelerate as usual where others coast. */
static void find_limited(struct atlas *atlas, struct atlas_place *place)
{
    const struct plan *plan = atlas->plan;
    bool coast = plan->setup.values[FIELD_SLICKS] == SLICKS_COAST;
    for (int i = 0; i < place->rows; i++) {
        int up = place->low + i;
        uint64_t word = bits_window(&plan->slick, place->at.x - plan->reach.x, place->at.y + up);
        if (coast && up == 0)
            word &= ~(UINT64_C(1) << atlas_bit(atlas, 0));
        atlas->limited[place->words + i] = word;
        place->near_slick = place->near_slick || word != 0;
    }
}

static void lay_out(const struct finder *finder)
{
    struct atlas *atlas = finder->atlas;
    for (int i = 0; i < atlas->place_count; i++)
        find_rows(finder, i);
    size_t words = (size_t)atlas->words;
    atlas->plain = memory_allocate(words, sizeof *atlas->plain);
    atlas->special = memory_allocate(words, sizeof *atlas->special);
    atlas->states = memory_allocate(words, sizeof *atlas->states);
    atlas->limited = memory_allocate(words, sizeof *atlas->limited);
    atlas->rows = memory_allocate(words + 1, sizeof *atlas->rows);
    for (int i = 0; i < atlas->place_count; i++) {
        keep_rows(finder, i);
        find_limited(atlas, &atlas->places[i]);
    }
    atlas->rows[words].first = atlas->moves;
}

static int compare_arrivals(const void *a, const void *b)
{
    const struct atlas_arrival *one = a;
    const struct atlas_arrival *other = b;
    const int keys[][2] = {
        {one->to, other->to},
        {one->velocity_y, other->velocity_y},
        {one->velocity_x, other->velocity_x},
        {one->layer, other->layer},
        {one->from_layer, other->from_layer},
        {one->place, other->place},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return 0;
}

static void sort_arrivals(struct atlas *atlas)
{
    if (atlas->arrival_count > 0)
        qsort(atlas->arrivals, (size_t)atlas->arrival_count, sizeof *atlas->arrivals,
              compare_arrivals);
    for (int i = 0; i < atlas->arrival_count; i++) {
        struct atlas_place *place = &atlas->places[atlas->arrivals[i].to];
        if (place->arrival_end == 0)
            place->arrival_begin = i;
        place->arrival_end = i + 1;
    }
}

bool atlas_find_moves(struct atlas *atlas, atlas_look *look, void *data)
{
    const struct plan *plan = atlas->plan;
    struct finder finder = {.atlas = atlas, .plan = plan, .rows = 2 * plan->reach.y + 1};
    list_places(atlas);
    size_t words = (size_t)atlas->place_count * (size_t)finder.rows;
    if (!look(data, 0, 0, 4 * words * sizeof *finder.from))
        return false;
    finder.from = memory_allocate(words, sizeof *finder.from);
    finder.plain = memory_allocate(words, sizeof *finder.plain);
    finder.special = memory_allocate(words, sizeof *finder.special);
    finder.states = memory_allocate(words, sizeof *finder.states);
    bool goes_on = true;
    for (int y = -plan->reach.y; y <= plan->reach.y && goes_on; y++) {
        for (int x = -plan->reach.x; x <= plan->reach.x; x++)
            take_velocity(&finder, (struct point){x, y});
        goes_on = look(data, 0, 0, 4 * words * sizeof *finder.from);
    }
    lay_out(&finder);
    sort_arrivals(atlas);
    free(finder.from);
    free(finder.plain);
    free(finder.special);
    free(finder.states);
    return goes_on;
}
