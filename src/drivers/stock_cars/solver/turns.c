/* Turns that are left, roughly; see solver.h. A turn backwards: the changes at its end, its moves
 * from the last to the first, the changes at its beginning. Cars that differ in their speed alone
 * are worked on at once, a byte each, by the speed with which their turns end: so all turns of a
 * world are one run, which is read after each move. Near the pits there are others: of turns that
 * keep to their limit, and, as what a repair gives depends on the number of moves, of those that
 * repair. An order is paid before cards are gained, so the steers of these are paid at the
 * beginning.
 */
#include "drivers/stock_cars/solver/search.h"

#include "base/memory.h"
#include "base/number.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHANGES = ROADS_CHANGES_MOST,
    SPAN = 2 * CHANGES + 1,
    COUNTS = 3, /* of steers to one side: 0 to 2 */
    CLASSES = COUNTS * COUNTS,
    NEVER = UINT8_MAX,
    NONE = -1,   /* nothing is known of a place, */
    NOTHING = -2 /* and it is known that there is nothing */
};

/* A pose with so many crossings to come in a world: by what index_of says of it. */
struct turns_place {
    int index, pose;
};

struct known_places {
    struct turns_place *items;
    int count, capacity;
};

/* What is needed at some places. */
struct needs {
    int *slots; /* [index of a place]: which bytes are its own, or NONE or NOTHING */
    struct known_places places; /* [slot] */
    struct known_places empty;  /* where there is NOTHING */
    uint8_t *cards;             /* [slot * width], and room for a vector more */
    size_t room, width;
};

/* What a sweep found for a place; behind it `count` bytes, needs by speed, from `first` on: NEVER
 * where it found nothing. */
struct told_turns {
    uint32_t before; /* where that of an earlier sweep is; 0: there is none */
    uint16_t turns;
    uint8_t first, count;
};

struct turns {
    const struct roads *roads;
    struct turns_options options;
    int poses;
    int *nodes;     /* [cell]; of the reach */
    uint32_t *told; /* [index of a place]: the newest; 0: none */
    uint8_t *telling;
    size_t told_bytes, told_capacity;
};

struct needs_sweep {
    struct turns *turns;
    struct stock_reach *reach;
    struct reach_arrivals arrivals;
    uint8_t *calm; /* [pose]: within so many moves no bank turns a car */
    bool *near;    /* [pose]: a turn from there may be another one over the limit of the pits */
    bool *zone;    /* [pose]: such a turn may lead there */
    bool *after_repair; /* [pose]: and may have a repair behind it */
    int *latest;        /* [index of a place / HEADING_COUNT]: the last turn that is not too late */
    size_t speeds;      /* bytes of a place, [CHANGES + speed]: of all turns, */
    uint8_t *best;      /* [index of a place * speeds]; 0: not to be lowered */
    struct needs now, next; /* of the last turn, of this one */
    /* Of a run behind a move and before it: a vector, by the speed at the end of the turn, of each
     * class: how many steers of a turn lie before that, and whether a bank. */
    struct needs behind, before;
    card_vector paid[CLASSES]; /* what each costs at the end of a turn of the run */
    card_vector never[CLASSES];
    int dear; /* for a second steer, if it is the same for all turns of the run */
    /* [CHANGES + change at the end][what is needed behind it][CHANGES - change at the beginning]:
     * before it; NEVER: too much */
    card_vector costs[SPAN][TURNS_NEED_MOST + 1];
    int done, limit;      /* turns; from start to finish */
    bool cut;             /* states were left out for that */
    struct budget budget; /* a part of what was given */
};

/* Turns that are swept at once. */
struct run {
    int world;            /* in which they end; NONE: any */
    int slowest, fastest; /* speeds at the end, LANES at most */
    int least, most;      /* moves */
    bool fast;            /* as over the limit of the pits */
    bool finishes, repairs;
    enum {
        STEERS_COUNTED,
        STEERS_CHEAP,
        STEERS_DEAR
    } steers; /* what they cost is counted where they end, or is the same for all */
};

/* With so many crossings to come, less one. */
static inline size_t index_of(const struct turns *turns, int world, int crossings, int pose)
{
    size_t level = (size_t)(world * turns->options.crossings + crossings);
    return level * (size_t)turns->poses + (size_t)pose;
}

static inline int crossings_of(const struct turns *turns, struct turns_place place)
{
    return place.index / turns->poses % turns->options.crossings;
}

static inline int world_of(const struct turns *turns, struct turns_place place)
{
    return place.index / turns->poses / turns->options.crossings;
}

static inline bool is_in_world(const struct turns *turns, struct turns_place place, int world)
{
    int places = turns->options.crossings * turns->poses;
    return world * places <= place.index && place.index < (world + 1) * places;
}

/* Another pose beside it. */
static inline struct turns_place place_beside(struct turns_place place, int pose)
{
    return (struct turns_place){place.index - place.pose + pose, pose};
}

/* === needs ==================================================================================== */

static card_vector load(const uint8_t *cards)
{
    card_vector vector;
    memcpy(&vector, cards, sizeof vector);
    return vector;
}

/* Room for one more, which nobody has yet. */
static inline uint8_t *free_slot(struct needs_sweep *sweep, struct needs *needs)
{
    size_t used = (size_t)needs->places.count * needs->width;
    if (used + needs->width > needs->room) {
        size_t more = needs->room / 2 + 64 * needs->width;
        budget_take(&sweep->budget, more);
        needs->room += more;
        needs->cards = memory_resize(needs->cards, needs->room + LANES, 1);
    }
    return needs->cards + used;
}

static inline void use_slot(struct needs *needs, struct turns_place place)
{
    needs->slots[place.index] = needs->places.count;
    list_add(&needs->places, place);
}

static inline uint8_t *needs_at(const struct needs *needs, struct turns_place place)
{
    int slot = needs->slots[place.index];
    return slot < 0 ? NULL : needs->cards + (size_t)slot * needs->width;
}

static uint8_t *needs_made_at(struct needs_sweep *sweep, struct needs *needs,
                              struct turns_place place)
{
    uint8_t *cards = needs_at(needs, place);
    if (!cards) {
        cards = free_slot(sweep, needs);
        use_slot(needs, place);
        memset(cards, NEVER, needs->width);
    }
    return cards;
}

/* With nothing anywhere. */
static void clear(struct needs *needs)
{
    for (int i = 0; i < needs->places.count; i++)
        needs->slots[needs->places.items[i].index] = NONE;
    for (int i = 0; i < needs->empty.count; i++)
        needs->slots[needs->empty.items[i].index] = NONE;
    needs->places.count = needs->empty.count = 0;
}

static void free_needs(struct needs *needs)
{
    free(needs->slots);
    free(needs->places.items);
    free(needs->empty.items);
    free(needs->cards);
}

/* === a turn backwards ========================================================================= */

/* The world into which a repair leads at this speed: a damaged car comes out too good, one in order
 * never. */
static int repaired_world(const struct turns *turns, int world, int moves)
{
    const struct turns_options *options = &turns->options;
    int maximum = options->worlds[world] + STOCK_REPAIR - moves, found = world;
    while (found + 1 < options->world_count && options->worlds[found + 1] <= maximum)
        found++;
    bool damaged = options->worlds[found] < options->from.maximum;
    return found +
           (damaged && options->worlds[found] < maximum && found + 1 < options->world_count);
}

/* --- the end of a turn ------------------------------------------------------------------------ */

/* Behind the last move, what is known of speeds from first to last. */
static void begin_at(struct needs_sweep *sweep, const struct run *run, struct turns_place place,
                     const uint8_t *now, int first, int last)
{
    card_vector found = load(now + CHANGES + run->slowest);
    for (int lane = 0; lane < LANES; lane++)
        if (run->slowest + lane < first || run->slowest + lane > last)
            found[lane] = NEVER;
    if (!lanes_any(~found))
        return;
    card_vector *cards = (card_vector *)needs_made_at(sweep, &sweep->behind, place);
    for (int i = 0; i < CLASSES; i++) {
        card_vector sum = found + sweep->paid[i];
        cards[i] = lanes_less(cards[i], sum | (card_vector)(sum < found));
    }
}

/* What a state at the next turn's beginning needs; over the limit a car on a pit tile has broken
 * it, and one that was served does not go there. */
static void begin_run(struct needs_sweep *sweep, const struct run *run)
{
    const struct roads *roads = sweep->turns->roads;
    int first = number_larger(run->least - CHANGES, run->slowest);
    int last = number_smaller(run->most + CHANGES, run->fastest);
    int cost = stock_turn_cost(sweep->turns->options.special, 0, 0, true);
    sweep->dear = run->steers == STEERS_DEAR ? cost : 0;
    for (int i = 0; i < CLASSES; i++) {
        bool dear = i / COUNTS == COUNTS - 1 || i % COUNTS == COUNTS - 1;
        sweep->paid[i] = lanes_all(!dear || run->steers == STEERS_DEAR ? 0
                                   : run->steers == STEERS_CHEAP       ? NEVER
                                                                       : cost);
    }
    for (int i = 0; i < sweep->now.places.count; i++) {
        struct turns_place place = sweep->now.places.items[i];
        int cell = sweep->reach->cells[place.pose / HEADING_COUNT];
        bool is_broken = cell >= roads->tail + roads->pit_count;
        bool is_served = cell >= roads->tail && !is_broken;
        const uint8_t *now = sweep->now.cards + (size_t)i * sweep->now.width;
        if (run->repairs ? is_in_world(sweep->turns, place, 0) || !sweep->after_repair[place.pose]
                         : !is_in_world(sweep->turns, place, run->world))
            continue;
        if (!run->fast && !sweep->zone[place.pose])
            continue;
        begin_at(sweep, run, place, now, first,
                 is_served ? number_smaller(last, STOCK_PIT_SPEED) : last);
        if (is_broken) {
            int pit = roads->pits[cell - roads->tail - roads->pit_count];
            int pose = sweep->reach->nodes[pit] * HEADING_COUNT + place.pose % HEADING_COUNT;
            begin_at(sweep, run, place_beside(place, pose), now,
                     number_larger(first, STOCK_PIT_SPEED + 1), last);
        }
    }
}

/* --- the beginning of a turn ------------------------------------------------------------------ */

/* A move back. */
struct sweep_step {
    const struct run *run;
    int moves;          /* up to the end of the turn, this one included */
    card_vector of_use; /* not of speeds that so many moves cannot lead to */
    bool keeps;         /* a turn of the run may have so many moves, */
    int first, last;    /* and end with speeds from this to that */
    bool alike;         /* unless the limit of the pits is near */
};

/* Of turns with these moves from there, which need so much by the speed at the end. What is too
 * late or too dear now will be so in all later turns, and is not looked at again. */
static inline void keep(struct needs_sweep *sweep, const struct sweep_step *step,
                        struct turns_place place, const uint8_t *ends)
{
    int latest = sweep->latest[place.index / HEADING_COUNT];
    if (latest < sweep->done && (sweep->cut || latest < 0))
        return;
    card_vector needs = sweep->never[0]; /* [CHANGES - change at the beginning] */
    for (int speed = step->first; speed <= step->last; speed++) {
        int need = ends[speed - step->run->slowest] + sweep->dear;
        if (need <= sweep->turns->options.wild_cards)
            needs = lanes_less(needs, sweep->costs[CHANGES + speed - step->moves][need]);
    }
    uint8_t *best = &sweep->best[(size_t)place.index * sweep->speeds] + step->moves;
    card_vector old = load(best), better = (card_vector)(needs < old);
    if (!lanes_any(better))
        return;
    sweep->cut |= latest < sweep->done;
    if (latest < sweep->done)
        return;
    uint8_t *next = needs_made_at(sweep, &sweep->next, place) + step->moves;
    card_vector found = (load(next) & ~better) | (needs & better);
    old = (old & ~better) | (needs & better);
    memcpy(best, &old, SPAN);
    memcpy(next, &found, SPAN);
}

/* --- moves ------------------------------------------------------------------------------------ */

/* Before any move from there: one that goes ahead, or turns and then goes ahead. */
static inline void lower_by_moves(card_vector *into, const card_vector *left,
                                  const card_vector *ahead, const card_vector *right)
{
    into[0] = lanes_less(ahead[0], lanes_less(left[3], right[1]));
    into[1] = lanes_less(ahead[1], lanes_less(left[4], right[2]));
    into[2] = lanes_less(ahead[2], left[5]);
    into[3] = lanes_less(ahead[3], lanes_less(left[6], right[4]));
    into[4] = lanes_less(ahead[4], lanes_less(left[7], right[5]));
    into[5] = lanes_less(ahead[5], left[8]);
    into[6] = lanes_less(ahead[6], right[7]);
    into[7] = lanes_less(ahead[7], right[8]);
    into[8] = ahead[8];
}

/* By one that repairs, behind which is another world. */
static void repair_all(const struct needs_sweep *sweep, const struct run *run, card_vector *needs,
                       const card_vector *behind)
{
    int gain = (STOCK_REPAIR - run->most) / 3;
    gain *= sweep->turns->options.special == SPECIAL_PERFORMANCE ? 2 : 1;
    for (int i = 0; i < CLASSES; i++)
        needs[i] = lanes_minus(behind[i], gain) | (card_vector)(behind[i] == lanes_all(NEVER));
}

/* What lies behind a move, by classes: of a car that no bank has turned yet, and of one that a bank
 * has. */
struct behind_move {
    const card_vector *by[2];
};

static inline struct behind_move behind_pose(const struct needs_sweep *sweep,
                                             const struct sweep_step *step,
                                             struct turns_place place)
{
    const card_vector *behind = (const card_vector *)needs_at(&sweep->behind, place);
    if (!behind)
        return (struct behind_move){{sweep->never, sweep->never}};
    bool told_apart = sweep->calm[place.pose] < step->moves - 1;
    return (struct behind_move){{behind, behind + (told_apart ? CLASSES : 0)}};
}

/* A move that turns on a bank, passes the line or repairs; `repaired` is room for what that makes
 * of it. */
static struct behind_move behind_special(struct needs_sweep *sweep, const struct sweep_step *step,
                                         struct turns_place place, const struct reach_move *move,
                                         card_vector repaired[2][CLASSES])
{
    const struct run *run = step->run;
    struct behind_move found = {{sweep->never, sweep->never}};
    int after = crossings_of(sweep->turns, place) - move->crossings;
    bool repairs = move->repairs && run->repairs;
    if (after < 0 && run->finishes) /* who needs nothing more, whatever a repair gave */
        return (struct behind_move){{sweep->paid, sweep->paid}};
    if (after < 0 || after >= sweep->turns->options.crossings ||
        (move->repairs && !repairs && !run->finishes))
        return found;
    int world = world_of(sweep->turns, place);
    if (repairs)
        world = repaired_world(sweep->turns, world, run->most);
    struct turns_place to = {(int)index_of(sweep->turns, world, after, move->pose), move->pose};
    found = behind_pose(sweep, step, to);
    if (move->banked != move->pose)
        found.by[0] = behind_pose(sweep, step, place_beside(to, move->banked)).by[1];
    for (int i = 0; i < 2 && repairs; i++) {
        repair_all(sweep, run, repaired[i], found.by[i]);
        found.by[i] = repaired[i];
    }
    return found;
}

static void go_back(struct needs_sweep *sweep, const struct sweep_step *step,
                    struct turns_place place)
{
    const struct run *run = step->run;
    const struct reach_move *moves = &sweep->reach->moves[run->fast][place.pose * REACH_SIDES];
    card_vector *into = (card_vector *)free_slot(sweep, &sweep->before);
    card_vector repaired[REACH_SIDES][2][CLASSES];
    struct behind_move by[REACH_SIDES] = {0};
    /* A bank that is farther away than the end of the turn tells no cars apart. */
    bool told_apart = sweep->calm[place.pose] < step->moves;
    for (int side = 0; side < REACH_SIDES; side++)
        by[side] = moves[side].pose < 0 ? (struct behind_move){{sweep->never, sweep->never}}
                   : moves[side].is_plain
                       ? behind_pose(sweep, step, place_beside(place, moves[side].pose))
                       : behind_special(sweep, step, place, &moves[side], repaired[side]);
    for (int i = 0; i < 1 + told_apart; i++)
        lower_by_moves(into + i * CLASSES, by[0].by[i], by[1].by[i], by[2].by[i]);
    /* Who has not steered yet can do all that others can. */
    card_vector any = ~into[0] | ~into[told_apart ? CLASSES : 0];
    if (lanes_any(any & step->of_use)) {
        use_slot(&sweep->before, place);
        if (step->keeps && (!step->alike || sweep->near[place.pose] != run->fast))
            keep(sweep, step, place, (const uint8_t *)into);
    } else {
        sweep->before.slots[place.index] = NOTHING;
        list_add(&sweep->before.empty, place);
    }
}

/* A repair leads from other worlds, too. */
static void go_back_to_worlds(struct needs_sweep *sweep, const struct sweep_step *step,
                              struct turns_place from, int to)
{
    int places = sweep->turns->options.crossings * sweep->turns->poses;
    from.index %= places;
    for (int world = 0; world < to; world++, from.index += places)
        if (repaired_world(sweep->turns, world, step->run->most) == to &&
            sweep->before.slots[from.index] == NONE)
            go_back(sweep, step, from);
}

/* From where a move may lead to a place where anything is needed. */
static void go_back_from(struct needs_sweep *sweep, const struct sweep_step *step,
                         struct turns_place place)
{
    const struct run *run = step->run;
    const int *first = sweep->arrivals.first;
    for (int i = first[place.pose]; i < first[place.pose + 1]; i++) {
        const struct reach_arrival *arrival = &sweep->arrivals.items[i];
        struct turns_place from = place_beside(place, arrival->from);
        if (!run->fast && !sweep->zone[from.pose])
            continue;
        if (arrival->crossings) {
            int crossings = crossings_of(sweep->turns, place) + arrival->crossings;
            if (crossings < 0 || crossings >= sweep->turns->options.crossings)
                continue;
            from.index += arrival->crossings * sweep->turns->poses;
        }
        if (arrival->repairs && run->repairs)
            go_back_to_worlds(sweep, step, from, world_of(sweep->turns, place));
        if (sweep->before.slots[from.index] == NONE)
            go_back(sweep, step, from);
    }
}

static void step_back(struct needs_sweep *sweep, const struct sweep_step *step)
{
    enum { PLACE_STEPS = 170, REPAIR_STEPS = 500 /* of the budget */ };
    const struct run *run = step->run;
    struct needs *before = &sweep->before, old;
    clear(before);
    for (int i = 0; i < sweep->turns->poses * REACH_SIDES && run->finishes; i++) {
        int pose = i / REACH_SIDES;
        struct turns_place place = {(int)index_of(sweep->turns, run->world, 0, pose), pose};
        if (sweep->reach->moves[run->fast][i].crossings > 0 && before->slots[place.index] == NONE)
            go_back(sweep, step, place);
    }
    for (int i = 0; i < sweep->behind.places.count; i++)
        go_back_from(sweep, step, sweep->behind.places.items[i]);
    budget_goes_on(&sweep->budget, (uint64_t)(before->places.count + before->empty.count) *
                                       (run->repairs ? REPAIR_STEPS : PLACE_STEPS));
    old = sweep->behind;
    sweep->behind = sweep->before;
    sweep->before = old;
}

/* --- all turns of a run ----------------------------------------------------------------------- */

static void run_back(struct needs_sweep *sweep, const struct run *run)
{
    struct sweep_step step = {.run = run};
    clear(&sweep->behind);
    begin_run(sweep, run);
    for (; step.moves <= run->most && !budget_has_ended(&sweep->budget); step.moves++) {
        for (int lane = 0; lane < LANES; lane++)
            step.of_use[lane] = run->slowest + lane >= step.moves - CHANGES ? UINT8_MAX : 0;
        int span = run->finishes || step.moves == 0 ? 0 : CHANGES;
        step.keeps = step.moves >= run->least;
        step.first = number_larger(step.moves - span, run->slowest);
        step.last = number_smaller(step.moves + span, run->fastest);
        step.alike = step.moves <= STOCK_PIT_SPEED;
        if (step.moves > 0)
            step_back(sweep, &step);
        for (int i = 0; step.moves == 0 && step.keeps && i < sweep->behind.places.count; i++)
            keep(sweep, &step, sweep->behind.places.items[i],
                 sweep->behind.cards + (size_t)i * sweep->behind.width);
    }
}

/* Those of the fastest are as many as possible: few moves lead to the others. */
static void run_in_world(struct needs_sweep *sweep, struct run run)
{
    int maximum = sweep->turns->options.worlds[run.world];
    run.finishes = sweep->done == 1;
    run.slowest = 0;
    run.fastest = maximum % LANES;
    for (; run.fastest <= maximum; run.slowest = run.fastest + 1, run.fastest += LANES) {
        run.least = number_larger(run.finishes, run.slowest - CHANGES);
        run.most = number_smaller(run.fastest + CHANGES, maximum);
        run.fast = true;
        run_back(sweep, &run);
    }
    run = (struct run){.world = run.world,
                       .fastest = number_smaller(STOCK_PIT_SPEED + CHANGES, maximum),
                       .least = 1,
                       .most = STOCK_PIT_SPEED,
                       .finishes = run.finishes};
    if (sweep->turns->roads->pit_count > 0)
        run_back(sweep, &run);
}

static void sweep_turn(struct needs_sweep *sweep)
{
    const struct turns_options *options = &sweep->turns->options;
    bool repairs = sweep->turns->roads->has_repairs && options->world_count > 1;
    sweep->done++;
    for (int world = 0; world < options->world_count; world++)
        run_in_world(sweep, (struct run){.world = world});
    for (int moves = 1; moves <= STOCK_PIT_SPEED && repairs; moves++)
        for (int dear = 0; dear < 2; dear++)
            run_back(sweep, &(struct run){.world = NONE,
                                          .fastest = LANES - 1,
                                          .least = moves,
                                          .most = moves,
                                          .repairs = true,
                                          .steers = dear ? STEERS_DEAR : STEERS_CHEAP});
}

/* === sweeps =================================================================================== */

static void tell(struct needs_sweep *sweep, struct turns_place place, const uint8_t *needs)
{
    struct turns *turns = sweep->turns;
    int first = 0, end = (int)sweep->speeds - CHANGES;
    while (needs[first] == NEVER)
        first++;
    while (needs[end - 1] == NEVER)
        end--;
    struct told_turns told = {turns->told[place.index], (uint16_t)sweep->done, (uint8_t)first,
                              (uint8_t)(end - first)};
    size_t size = sizeof told + told.count, more = turns->told_capacity / 2 + (1 << 12);
    if (turns->told_bytes + size > turns->told_capacity) {
        budget_take(&sweep->budget, more);
        turns->told_capacity += more;
        turns->telling = memory_resize(turns->telling, turns->told_capacity, 1);
    }
    memcpy(turns->telling + turns->told_bytes, &told, sizeof told);
    memcpy(turns->telling + turns->told_bytes + sizeof told, needs + first, told.count);
    turns->told[place.index] = (uint32_t)turns->told_bytes;
    turns->told_bytes += size;
}

/* What this turn found is what the next one goes on from. */
static bool shift(struct needs_sweep *sweep)
{
    struct needs old = sweep->now;
    sweep->now = sweep->next;
    sweep->next = old;
    clear(&sweep->next);
    for (int i = 0; i < sweep->now.places.count; i++)
        tell(sweep, sweep->now.places.items[i],
             sweep->now.cards + (size_t)i * sweep->now.width + CHANGES);
    return sweep->now.places.count > 0;
}

/* Turns for so many moves from a standing start, at least. */
static int fewest_turns(int moves, int maximum)
{
    int turns = 0;
    for (int speed = 0; moves > 0 && speed < maximum; turns++) {
        speed = number_smaller(speed + CHANGES, maximum);
        moves -= speed;
    }
    return turns + (number_larger(moves, 0) + maximum - 1) / maximum;
}

/* By the moves that it takes to get everywhere: over the line, round, and on. */
static void find_latest(struct needs_sweep *sweep, int more)
{
    const struct roads *roads = sweep->turns->roads;
    const struct turns_options *options = &sweep->turns->options;
    int cell = stock_roads_cell(roads, options->from.at, options->from.pit);
    int *start = stock_roads_from(roads, cell);
    int *line = stock_roads_from(roads, -1), *to_line = stock_roads_to_line(roads);
    int first = to_line[cell], lap = ROADS_FAR, nodes = sweep->reach->node_count;
    for (int i = 0; i < roads->size; i++)
        lap = line[i] == 0 ? number_smaller(lap, to_line[i]) : lap;
    int fewest = fewest_turns(first + (options->crossings - !options->rolling) * lap,
                              options->worlds[options->world_count - 1]);
    sweep->limit = options->slack > 0 ? fewest + fewest * (2 * more + 1) / 8 + 1 + options->slack
                                      : fewest + more;
    for (int i = 0; i < options->world_count * options->crossings * nodes; i++) {
        int at = sweep->reach->cells[i % nodes], left = i / nodes % options->crossings + 1;
        bool waiting = left == options->crossings && !options->rolling;
        int before = (options->crossings - left) * lap + (options->rolling ? 0 : first - lap);
        int moves = waiting ? start[at] : line[at] < ROADS_FAR ? before + line[at] : ROADS_FAR;
        int turns = fewest_turns(moves, options->worlds[i / nodes / options->crossings]);
        sweep->latest[i] = options->slack < 0   ? INT_MAX
                           : moves >= ROADS_FAR ? NONE
                                                : number_larger(0, sweep->limit - turns);
    }
    free(start);
    free(line);
    free(to_line);
}

/* Turns that were found within the limit are the fewest: no state of such a way is left out. */
static bool is_enough(const struct needs_sweep *sweep)
{
    const struct turns_options *options = &sweep->turns->options;
    if (budget_has_ended(&sweep->budget) || sweep->done == UINT16_MAX)
        return true;
    if (options->slack < 0)
        return false;
    int left = stock_turns_left(sweep->turns, &options->from, options->crossings, NULL);
    return left != TURNS_UNKNOWN && sweep->done >= left + options->slack;
}

/* --- making ----------------------------------------------------------------------------------- */

/* Poses behind so many moves from those that are there, or before, too. */
static bool *spread(const struct stock_reach *reach, const bool *from, int moves, bool back)
{
    size_t poses = (size_t)reach->poses;
    bool *all = memory_copy(from, poses, sizeof *all);
    for (; moves > 0; moves--) {
        bool *before = memory_copy(all, poses, sizeof *before);
        for (int i = 0; i < reach->poses * REACH_SIDES * 2; i++) {
            const struct reach_move *move = &reach->moves[i % 2][i / 2];
            int pose = i / 2 / REACH_SIDES;
            if (move->pose >= 0 && back)
                all[pose] |= before[move->pose] || before[move->banked];
            else if (move->pose >= 0 && before[pose])
                all[move->pose] = all[move->banked] = true;
        }
        free(before);
    }
    return all;
}

static void find_banks(struct needs_sweep *sweep)
{
    const struct stock_reach *reach = sweep->reach;
    int *queue = memory_allocate((size_t)reach->poses, sizeof *queue), count = 0;
    sweep->calm = memory_allocate((size_t)reach->poses, sizeof *sweep->calm);
    memset(sweep->calm, UINT8_MAX, (size_t)reach->poses);
    for (int i = 0; i < reach->poses * REACH_SIDES; i++)
        if (reach->moves[1][i].pose != reach->moves[1][i].banked &&
            sweep->calm[i / REACH_SIDES] > 0) {
            sweep->calm[i / REACH_SIDES] = 0;
            queue[count++] = i / REACH_SIDES;
        }
    for (int i = 0; i < count && sweep->calm[queue[i]] < UINT8_MAX - 1; i++)
        for (int j = sweep->arrivals.first[queue[i]]; j < sweep->arrivals.first[queue[i] + 1];
             j++) {
            int from = sweep->arrivals.items[j].from;
            if (sweep->calm[from] < UINT8_MAX)
                continue;
            sweep->calm[from] = (uint8_t)(sweep->calm[queue[i]] + 1);
            queue[count++] = from;
        }
    free(queue);
}

static void find_pits(struct needs_sweep *sweep)
{
    const struct stock_reach *reach = sweep->reach;
    bool *other = memory_allocate((size_t)reach->poses, sizeof *other);
    bool *repaired = memory_allocate((size_t)reach->poses, sizeof *repaired);
    for (int pose = 0; pose < reach->poses; pose++)
        other[pose] = !reach->alike[pose];
    for (int i = 0; i < reach->poses * REACH_SIDES; i++)
        if (reach->moves[0][i].pose >= 0 && reach->moves[0][i].repairs)
            repaired[reach->moves[0][i].pose] = true;
    sweep->near = spread(reach, other, STOCK_PIT_SPEED - 1, true);
    sweep->zone = spread(reach, sweep->near, STOCK_PIT_SPEED, false);
    sweep->after_repair = spread(reach, repaired, STOCK_PIT_SPEED - 1, false);
    free(other);
    free(repaired);
}

static void find_costs(struct needs_sweep *sweep)
{
    const struct turns_options *options = &sweep->turns->options;
    for (int i = 0; i < SPAN * LANES; i++) {
        int begin = CHANGES - i % LANES, end = i / LANES - CHANGES;
        int cost = begin < -CHANGES ? -1 : stock_turn_cost(options->special, begin, end, false);
        for (int need = 0; need <= options->wild_cards; need++)
            sweep->costs[i / LANES][need][i % LANES] =
                cost < 0 || need + cost > options->wild_cards ? NEVER : (uint8_t)(need + cost);
    }
}

static void free_sweep(struct needs_sweep *sweep)
{
    struct needs *const all[] = {&sweep->now, &sweep->next, &sweep->behind, &sweep->before};
    for (int i = 0; i < 4; i++)
        free_needs(all[i]);
    free(sweep->calm);
    free(sweep->near);
    free(sweep->zone);
    free(sweep->after_repair);
    free(sweep->latest);
    free(sweep->best);
    free(sweep->arrivals.first);
    free(sweep->arrivals.items);
    stock_reach_free(sweep->reach);
    budget_return(&sweep->budget);
    free(sweep);
}

void stock_turns_free(struct turns *turns)
{
    if (!turns)
        return;
    free(turns->nodes);
    free(turns->told);
    free(turns->telling);
    free(turns);
}

/* NULL if the budget ends by that. */
static struct needs_sweep *begin_sweep(struct turns *turns, int more, struct budget *budget)
{
    const struct turns_options *options = &turns->options;
    struct needs_sweep *sweep = memory_allocate(1, sizeof *sweep);
    struct needs *const all[] = {&sweep->now, &sweep->next, &sweep->behind, &sweep->before};
    sweep->turns = turns;
    sweep->budget = budget_part(budget, 0, 0);
    sweep->speeds = (size_t)options->worlds[options->world_count - 1] + 1 + 2 * CHANGES;
    memset(sweep->never, NEVER, sizeof sweep->never);
    sweep->reach = stock_reach_make(turns->roads, &options->from, &sweep->budget);
    turns->poses = sweep->reach ? sweep->reach->poses : 0;
    size_t places = (size_t)(options->world_count * options->crossings) * (size_t)turns->poses;
    size_t of_place = 4 * sizeof(int) + sizeof(int) / HEADING_COUNT + sweep->speeds;
    if (!sweep->reach || !budget_take(&sweep->budget, places * of_place)) {
        free_sweep(sweep);
        return NULL;
    }
    sweep->arrivals = stock_reach_arrivals(sweep->reach);
    sweep->latest = memory_allocate(places / HEADING_COUNT, sizeof *sweep->latest);
    for (int i = 0; i < 4; i++) {
        all[i]->slots = memory_allocate(places, sizeof(int));
        memset(all[i]->slots, UINT8_MAX, places * sizeof(int));
        all[i]->width = i < 2 ? sweep->speeds : sizeof(card_vector[2][CLASSES]);
    }
    find_banks(sweep);
    find_pits(sweep);
    find_costs(sweep);
    find_latest(sweep, more);
    /* Nothing is known of a speed up to the maximum; on a pit tile nobody who did not break its
     * limit is over that. */
    const struct roads *roads = sweep->turns->roads;
    size_t in_world = places / (size_t)sweep->turns->options.world_count;
    sweep->best = memory_allocate(places * sweep->speeds + LANES, 1);
    for (size_t i = 0; i < places; i++) {
        int cell = sweep->reach->cells[i / HEADING_COUNT % (size_t)sweep->reach->node_count];
        int most = sweep->turns->options.worlds[i / in_world];
        if (roads->has_repairs && cell < roads->tail + roads->pit_count &&
            stock_roads_is_pit(roads, cell))
            most = number_smaller(most, STOCK_PIT_SPEED);
        memset(sweep->best + i * sweep->speeds + CHANGES, NEVER, (size_t)most + 1);
    }
    turns->nodes =
        memory_copy(sweep->reach->nodes, (size_t)turns->roads->size, sizeof *turns->nodes);
    turns->told = memory_allocate(places, sizeof *turns->told);
    turns->told_bytes = 1; /* 0 is none */
    return sweep;
}

/* With a limit at first of what may be at best, or not much above where more than the fewest is
 * asked for; higher if that is too low. */
struct turns *stock_turns_sweep(const struct roads *roads, const struct turns_options *options,
                                struct budget *budget)
{
    for (int more = 0, further = 1;; more += further, further += 3) {
        struct turns *turns = memory_allocate(1, sizeof *turns);
        *turns = (struct turns){.roads = roads, .options = *options};
        struct needs_sweep *sweep = begin_sweep(turns, more, budget);
        if (sweep) {
            do
                sweep_turn(sweep);
            while (shift(sweep) && !is_enough(sweep));
        }
        /* Unless it is to be swept again with a higher limit. */
        bool known =
            !sweep || !sweep->cut || budget_has_ended(&sweep->budget) ||
            stock_turns_left(turns, &options->from, options->crossings, NULL) != TURNS_UNKNOWN;
        bool any = sweep && !budget_is_cancelled(budget);
        if (sweep)
            free_sweep(sweep);
        if (known && any)
            return turns;
        stock_turns_free(turns);
        if (known)
            return NULL;
    }
}

/* --- questions -------------------------------------------------------------------------------- */

/* Where the newest is told; 0: nothing is. */
static uint32_t told_of(const struct turns *turns, const struct stock_car *car, int crossings)
{
    const struct turns_options *options = &turns->options;
    int node = turns->nodes[stock_roads_cell(turns->roads, car->at, car->pit)], world = 0;
    while (world + 1 < options->world_count && options->worlds[world + 1] <= car->maximum)
        world++;
    bool swept = node >= 0 && crossings > 0 && crossings <= options->crossings;
    return swept ? turns->told[index_of(turns, world, crossings - 1,
                                        node * HEADING_COUNT + (int)car->heading)]
                 : 0;
}

int stock_turns_left(const struct turns *turns, const struct stock_car *car, int crossings,
                     int *spare)
{
    int left = crossings <= 0 ? 0 : TURNS_UNKNOWN, cards = 0;
    struct told_turns told;
    /* The newest takes the most turns and the fewest cards. */
    for (uint32_t at = told_of(turns, car, crossings); at; at = told.before) {
        memcpy(&told, turns->telling + at, sizeof told);
        int lane = car->speed - told.first;
        uint8_t need = 0 <= lane && lane < told.count
                           ? turns->telling[at + sizeof told + (size_t)lane]
                           : NEVER;
        if (need != NEVER && need > car->wild_cards)
            break;
        if (need != NEVER) {
            left = told.turns;
            cards = need;
        }
    }
    if (spare)
        *spare = car->wild_cards - cards;
    return left;
}

int stock_turns_bound(const struct turns *turns, const struct stock_car *car, int crossings,
                      const int speeds[2], int parts, int card, int *left)
{
    int least = *left = INT_MAX;
    struct told_turns told;
    for (uint32_t at = told_of(turns, car, crossings); at; at = told.before) {
        memcpy(&told, turns->telling + at, sizeof told);
        const uint8_t *needs = turns->telling + at + sizeof told;
        int first = number_larger(speeds[0] - told.first, 0), need = NEVER;
        int end = number_smaller(speeds[1] - told.first + 1, told.count);
        for (int lane = first; lane < end; lane++)
            need = number_smaller(need, needs[lane]);
        if (need > car->wild_cards || need == NEVER)
            continue;
        least = number_smaller(least, told.turns * parts - card * (car->wild_cards - need));
        *left = number_smaller(*left, told.turns);
    }
    return least;
}
