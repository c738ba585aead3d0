/* See atlas_spread.h. Most of what extras lead to is known already, so they are tried only where
 * something unknown is near. */
#include "drivers/graph_paper/solver/atlas_spread.h"

#include "drivers/graph_paper/solver/spread.h"

#include <stdlib.h>
#include <string.h>

/* How extras move a row of velocities aside. */
struct aside {
    int left, right;     /* shifts of the word, one of them 0 */
    uint64_t allowed[3]; /* states, by the sign of their vertical velocity + 1 */
};

/* What extras add: states of the store before, from moves of the store after, that are `up` rows
 * above them. */
struct step {
    int before, up;
    struct aside *asides;
    int count, capacity;
};

/* In the order of the stores before. */
struct atlas_steps {
    struct step *items;
    int count, capacity;
};

static uint64_t find_signs(const struct atlas *atlas, int sign)
{
    uint64_t zero = UINT64_C(1) << atlas_bit(atlas, 0);
    return sign < 0 ? zero - 1 : sign == 0 ? zero : ~(zero | (zero - 1));
}

static struct step *find_step(struct atlas_steps *steps, int before, int up)
{
    for (int i = 0; i < steps->count; i++)
        if (steps->items[i].before == before && steps->items[i].up == up)
            return &steps->items[i];
    steps->items = array_grow(steps->items, steps->count, &steps->capacity, sizeof *steps->items);
    struct step *step = &steps->items[steps->count++];
    *step = (struct step){.before = before, .up = up};
    return step;
}

static struct aside *find_aside(struct step *step, int across)
{
    int left = across < 0 ? -across : 0;
    int right = across > 0 ? across : 0;
    for (int i = 0; i < step->count; i++)
        if (step->asides[i].left == left && step->asides[i].right == right)
            return &step->asides[i];
    step->asides = array_grow(step->asides, step->count, &step->capacity, sizeof *step->asides);
    struct aside *aside = &step->asides[step->count++];
    *aside = (struct aside){.left = left, .right = right};
    return aside;
}

static void add_offer(struct atlas_spread *spread, int after, const struct offer *offer)
{
    int across = abs(offer->acceleration.x);
    int up = abs(offer->acceleration.y);
    int farther = across > up ? across : up;
    if (farther >= ATLAS_ROWS)
        return;
    spread->farthest = farther > spread->farthest ? farther : spread->farthest;
    struct step *step = find_step(&spread->steps[after], offer->store, offer->acceleration.y);
    struct aside *aside = find_aside(step, offer->acceleration.x);
    for (int sign = -1; sign <= 1; sign++) {
        if (!offer->some_signs)
            aside->allowed[sign + 1] = ~UINT64_C(0);
        else if (offer->signs.y == sign)
            aside->allowed[sign + 1] |= find_signs(spread->atlas, offer->signs.x);
    }
}

void atlas_spread_begin(struct atlas_spread *spread, const struct atlas *atlas)
{
    const struct plan *plan = atlas->plan;
    const int *values = plan->setup.values;
    struct spread offers = spread_create(plan);
    *spread = (struct atlas_spread){
        .atlas = atlas,
        .steps = memory_allocate((size_t)plan->stores, sizeof *spread->steps),
        .by_nitros = plan->store.good_brakes == 0 && plan->store.turbo_boosts == 0,
        .limits = values[FIELD_SLICKS] == SLICKS_COAST || values[FIELD_SLICKS] == SLICKS_FOUR,
        .states = memory_allocate((size_t)plan->stores, sizeof *spread->states),
    };
    for (int after = 0; after < plan->stores; after++)
        for (int i = 0; i < offers.by_store[after].count; i++)
            if (offers.by_store[after].items[i].store != after)
                add_offer(spread, after, &offers.by_store[after].items[i]);
    spread_free(&offers);
}

void atlas_spread_end(struct atlas_spread *spread)
{
    for (int i = 0; i < spread->atlas->plan->stores; i++) {
        for (int k = 0; k < spread->steps[i].count; k++)
            free(spread->steps[i].items[k].asides);
        free(spread->steps[i].items);
    }
    free(spread->steps);
    free(spread->states);
}

/* --- rows ------------------------------------------------------------------------------------ */

static bool is_empty(struct atlas_range range)
{
    return range.first >= range.end;
}

static struct atlas_range find_range(const uint64_t *words, struct atlas_range range)
{
    while (range.first < range.end && words[range.first] == 0)
        range.first++;
    while (range.end > range.first && words[range.end - 1] == 0)
        range.end--;
    return range;
}

static struct atlas_range widen(struct atlas_range range, int by, int rows)
{
    return (struct atlas_range){range.first > by ? range.first - by : 0,
                                range.end + by < rows ? range.end + by : rows};
}

static void reach(struct atlas_states *states, struct atlas_range range)
{
    struct atlas_range *reached = &states->reached;
    if (is_empty(*reached))
        *reached = range;
    reached->first = range.first < reached->first ? range.first : reached->first;
    reached->end = range.end > reached->end ? range.end : reached->end;
}

static uint64_t spread_row(uint64_t word)
{
    return word | word << 1 | word >> 1;
}

/* One step to the four sides, from words of which those in the range are not 0. */
static void add_cross(const uint64_t *words, struct atlas_range range, uint64_t *into, int rows)
{
    for (int i = range.first; i < range.end; i++) {
        into[i] |= spread_row(words[i]);
        if (i > 0)
            into[i - 1] |= words[i];
        if (i + 1 < rows)
            into[i + 1] |= words[i];
    }
}

/* One step to the eight sides. */
static void add_box(const uint64_t *words, struct atlas_range range, uint64_t *into, int rows)
{
    for (int i = range.first; i < range.end; i++) {
        uint64_t word = spread_row(words[i]);
        into[i] |= word;
        if (i > 0)
            into[i - 1] |= word;
        if (i + 1 < rows)
            into[i + 1] |= word;
    }
}

/* --- accelerations --------------------------------------------------------------------------- */

/* `wanted`: rows of states. */
static void take_step(struct atlas_spread *spread, const struct atlas_place *place,
                      const struct step *step, const uint64_t *moves, struct atlas_range wanted)
{
    uint64_t *states = spread->states[step->before].rows;
    int first = wanted.first + step->up > 0 ? wanted.first : -step->up;
    int end = wanted.end + step->up < place->rows ? wanted.end : place->rows - step->up;
    for (int i = first; i < end; i++) {
        int sign = spread_sign(place->low + i);
        uint64_t word = moves[i + step->up];
        uint64_t reached = 0;
        for (int k = 0; word != 0 && k < step->count; k++) {
            const struct aside *aside = &step->asides[k];
            reached |= word << aside->left >> aside->right & aside->allowed[sign + 1];
        }
        states[i] |= reached;
    }
}

/* Everything that any step could lead to, and more. */
static void find_near(const struct atlas_spread *spread, const uint64_t *moves,
                      struct atlas_range range, uint64_t *near, int rows)
{
    for (int i = range.first; i < range.end; i++) {
        uint64_t word = moves[i];
        for (int k = 0; k < spread->farthest; k++)
            word = spread_row(word);
        struct atlas_range column = widen((struct atlas_range){i, i + 1}, spread->farthest, rows);
        for (int k = column.first; k < column.end; k++)
            near[k] |= word;
    }
}

static struct atlas_range find_unknown(const uint64_t *near, const uint64_t *unknown,
                                       struct atlas_range range)
{
    while (range.first < range.end && (near[range.first] & unknown[range.first]) == 0)
        range.first++;
    while (range.end > range.first && (near[range.end - 1] & unknown[range.end - 1]) == 0)
        range.end--;
    return range;
}

static void take_steps(struct atlas_spread *spread, const struct atlas_place *place, int after,
                       const uint64_t *moves, struct atlas_range range, const uint64_t *unknown)
{
    const struct atlas_steps *steps = &spread->steps[after];
    uint64_t near[ATLAS_ROWS] = {0};
    struct atlas_range wide = widen(range, spread->farthest, place->rows);
    find_near(spread, moves, range, near, place->rows);
    for (int i = 0; i < steps->count;) {
        int before = steps->items[i].before;
        struct atlas_range wanted = find_unknown(near, unknown + before * place->rows, wide);
        if (!is_empty(wanted))
            reach(&spread->states[before], wanted);
        for (; i < steps->count && steps->items[i].before == before; i++)
            if (!is_empty(wanted))
                take_step(spread, place, &steps->items[i], moves, wanted);
    }
}

/* One more nitro than leads from the states of the store below. */
static void take_nitro(struct atlas_spread *spread, int store, int rows)
{
    const struct atlas_states *below = &spread->states[store - 1];
    if (is_empty(below->reached))
        return;
    reach(&spread->states[store], widen(below->reached, 1, rows));
    add_cross(below->rows, below->reached, spread->states[store].rows, rows);
}

/* RULES 6: takes the states that lead onto a slick, and leaves those that may all the same. */
static void limit_states(struct atlas_spread *spread, const struct atlas_place *place,
                         const uint64_t *moves)
{
    const struct plan *plan = spread->atlas->plan;
    const uint64_t *slick = spread->atlas->limited + place->words;
    bool coast = plan->setup.values[FIELD_SLICKS] == SLICKS_COAST;
    for (int store = 0; store < plan->stores; store++, moves += place->rows) {
        struct atlas_states *states = &spread->states[store];
        uint64_t limited[ATLAS_ROWS] = {0};
        if (coast)
            memcpy(limited, moves, (size_t)place->rows * sizeof *moves);
        else
            add_cross(moves, (struct atlas_range){0, place->rows}, limited, place->rows);
        for (int i = states->reached.first; i < states->reached.end; i++)
            states->rows[i] = (states->rows[i] & ~slick[i]) | (limited[i] & slick[i]);
    }
}

void atlas_spread_moves(struct atlas_spread *spread, const struct atlas_place *place,
                        const uint64_t *moves, const uint64_t *unknown)
{
    const struct plan *plan = spread->atlas->plan;
    bool four = plan->setup.values[FIELD_ACCELERATION] == ACCELERATION_FOUR;
    const uint64_t *of_store = moves;
    for (int store = 0; store < plan->stores; store++, of_store += place->rows) {
        struct atlas_range range = find_range(of_store, (struct atlas_range){0, place->rows});
        if (spread->by_nitros && store > 0)
            take_nitro(spread, store, place->rows);
        if (is_empty(range))
            continue;
        reach(&spread->states[store], widen(range, 1, place->rows));
        (four ? add_cross : add_box)(of_store, range, spread->states[store].rows, place->rows);
        if (!spread->by_nitros && spread->steps[store].count > 0)
            take_steps(spread, place, store, of_store, range, unknown);
    }
    if (spread->limits && place->near_slick)
        limit_states(spread, place, moves);
}
