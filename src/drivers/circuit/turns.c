#include "drivers/circuit/driving.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { DICE_MOST = 12, DICE_LEAST = 2, RANGE = 36 };

/* Of 36. */
static int ways_to_roll(int sum)
{
    return 6 - (sum > 7 ? sum - 7 : 7 - sum);
}

static int modifier_of(const struct chance_pass *pass, int blocker)
{
    int faster = pass->faster[blocker];
    return (pass->chip ? -2 : 0) + (pass->blocks == 2 ? 2 : 0) +
           (faster <= 0    ? 1
            : faster <= 20 ? -1
                           : -3);
}

static int loss_of(int modified)
{
    return number_smaller(number_larger(modified - 6, 0), CHANCE_LOSSES - 1);
}

static bool roll_beats(int mine, int theirs)
{
    return mine <= 2 || (mine < theirs && mine < 10);
}

struct chance_result chance_of_pass(const struct chance_pass *pass)
{
    struct chance_result result = {0};
    for (int roll = DICE_LEAST; roll <= DICE_MOST; roll++)
        for (int first = DICE_LEAST; first <= DICE_MOST; first++)
            for (int second = DICE_LEAST; second <= (pass->resist > 1 ? DICE_MOST : 2); second++) {
                int theirs[2] = {first - (pass->their_chips[0] ? 2 : 0),
                                 second - (pass->their_chips[1] ? 2 : 0)};
                int ways = ways_to_roll(roll) * ways_to_roll(first) *
                           (pass->resist > 1 ? ways_to_roll(second) : RANGE);
                int highest = roll + modifier_of(pass, 0), passes = roll_beats(highest, theirs[0]);
                if (pass->resist > 1) {
                    int other = roll + modifier_of(pass, 1);
                    passes &= roll_beats(other, theirs[1]);
                    highest = number_larger(highest, other);
                }
                if (passes)
                    result.passes[loss_of(highest)] += ways;
                else if (highest >= 10)
                    result.spins += ways;
                else
                    result.held[loss_of(highest)] += ways;
                if (theirs[0] >= 10 && !passes)
                    result.blocker_spins += ways;
                else
                    result.blocker[loss_of(theirs[0])] += ways;
            }
    return result;
}

struct chance_spin chance_of_spin(int modifier)
{
    struct chance_spin spin = {0};
    for (int roll = DICE_LEAST; roll <= DICE_MOST; roll++) {
        int total = roll + modifier;
        int *falls = total <= 9 ? &spin.wear : total <= 11 ? &spin.miss : &spin.crash;
        if (total > 6)
            *falls += ways_to_roll(roll);
    }
    return spin;
}

/* === turns ==================================================================================== */

enum {
    TURNS_SPEEDS = 10, /* 0 to 180 mph, by their points */
    TURNS_BEHIND = 16, /* rows behind the line from which a car may set out */
    EXCESSES = 3,
    NO_WAY = 255,
    WINDOW = 32,
    /* Of the budget: of a space by itself, of 16 halves there, and of what one is worth. */
    SPACE_STEPS = 1500,
    STEPS_OF_16 = 400,
    WORTH_STEPS = 700
};

/* What each posted speed costs from each space: made once for a circuit, for all builds. */
struct turn_ways {
    const struct setup *setup;
    const struct circuit *circuit;
    uint8_t *halves; /* [row][end before][points][end] */
};

struct circuit_turns {
    const struct turn_ways *ways;
    struct build build;
    int laps, halves; /* halves: what the build has for these laps */
    int kept;         /* positions that are kept */
    uint16_t *left;   /* [position][end][points][halves] */
};

/* --- steps ------------------------------------------------------------------------------------ */

struct way_step circuit_way_step(const struct setup *setup, int row, int lane, bool benefit,
                                 int worst, int posted, int to_lane, bool takes_line)
{
    const struct circuit *circuit = circuit_of(setup);
    int to = (row + 1) % circuit->rows;
    const struct corner *corner = circuit_corner(circuit, to);
    struct way_step step = {.spins = abs(to_lane - lane) > 1};
    if (!corner) {
        step.spins |= takes_line;
        return step;
    }
    bool on_line = setup->values[CIRCUIT_LINES] == CIRCUIT_ON && circuit->line[to] == to_lane;
    bool keeps = on_line && (to == corner->from || benefit);
    step.spins |= takes_line && (!on_line || keeps);
    step.benefit = keeps || takes_line;
    int limit = corner->limits[to_lane - 1] + (step.benefit ? CIRCUIT_SPEED : 0);
    int excess = number_larger(0, posted - limit) / CIRCUIT_SPEED;
    int before = circuit->corner_at[row] == circuit->corner_at[to] ? worst : 0;
    step.worst = number_larger(before, excess);
    step.halves = 2 * (step.worst - before) + takes_line;
    step.spins |= excess >= EXCESSES;
    return step;
}

int circuit_end(int lane, bool benefit)
{
    return 2 * (lane - 1) + benefit;
}

/* The fewest halves to each end with each worst excess, a step on. */
static void step_on(const struct turn_ways *ways, int row, int posted,
                    int cost[TURNS_ENDS][EXCESSES])
{
    int next[TURNS_ENDS][EXCESSES];
    memset(next, -1, sizeof next);
    for (int end = 0; end < 2 * ways->circuit->lanes; end++)
        for (int worst = 0; worst < EXCESSES; worst++)
            for (int to = 0; to < 2 * ways->circuit->lanes && cost[end][worst] >= 0; to++) {
                struct way_step step = circuit_way_step(ways->setup, row, end / 2 + 1, end % 2,
                                                        worst, posted, to / 2 + 1, to % 2);
                if (step.spins)
                    continue;
                int *best = &next[circuit_end(to / 2 + 1, step.benefit)][step.worst];
                int halves = cost[end][worst] + step.halves;
                *best = *best < 0 ? halves : number_smaller(*best, halves);
            }
    memcpy(cost, next, sizeof next);
}

/* The fewest halves for so many steps to each end, by circuit_end; -1: spins. */
static void ways_cost(const struct turn_ways *ways, int row, int lane, bool benefit, int posted,
                      int steps, int halves[TURNS_ENDS])
{
    int cost[TURNS_ENDS][EXCESSES];
    memset(cost, -1, sizeof cost);
    cost[circuit_end(lane, benefit)][0] = 0;
    for (int i = 0; i < steps; i++)
        step_on(ways, (row + i) % ways->circuit->rows, posted, cost);
    for (int end = 0; end < TURNS_ENDS; end++) {
        halves[end] = -1;
        for (int worst = 0; worst < EXCESSES; worst++)
            if (cost[end][worst] >= 0 && (halves[end] < 0 || cost[end][worst] < halves[end]))
                halves[end] = cost[end][worst];
    }
}

/* --- ways ------------------------------------------------------------------------------------- */

static size_t way_at(int row, int end, int points)
{
    return (((size_t)row * TURNS_ENDS + (size_t)end) * TURNS_SPEEDS + (size_t)points) * TURNS_ENDS;
}

static struct turn_ways *ways_make(const struct setup *setup)
{
    struct turn_ways *ways = memory_allocate(1, sizeof *ways);
    ways->setup = setup;
    ways->circuit = circuit_of(setup);
    ways->halves = memory_allocate(way_at(ways->circuit->rows, 0, 0), 1);
    for (int row = 0; row < ways->circuit->rows; row++)
        for (int end = 0; end < 2 * ways->circuit->lanes; end++)
            for (int points = 1; points < TURNS_SPEEDS; points++) {
                int halves[TURNS_ENDS];
                uint8_t *into = &ways->halves[way_at(row, end, points)];
                ways_cost(ways, row, end / 2 + 1, end % 2, points * CIRCUIT_SPEED, points, halves);
                for (int to = 0; to < TURNS_ENDS; to++)
                    into[to] = halves[to] < 0 ? NO_WAY : (uint8_t)halves[to];
            }
    return ways;
}

static void ways_free(struct turn_ways *ways)
{
    if (ways)
        free(ways->halves);
    free(ways);
}

/* --- turns ------------------------------------------------------------------------------------ */

void circuit_posts_of(const struct setup *setup, const struct build *build, int speed, int *least,
                      int *most)
{
    *least = CIRCUIT_SPEED;
    *most = build_value(setup, build, ATTRIBUTE_START);
    if (speed == 0)
        return;
    *least = number_larger(CIRCUIT_SPEED, speed - build_value(setup, build, ATTRIBUTE_DEC));
    *most = number_smaller(build_value(setup, build, ATTRIBUTE_TOP),
                           speed + build_value(setup, build, ATTRIBUTE_ACC));
}

static int halves_of(const struct setup *setup, const struct build *build, int laps)
{
    return 2 * laps * (setup->values[CIRCUIT_WEAR] + build->points[ATTRIBUTE_WEAR]);
}

/* Bytes that a table takes. */
static size_t turns_size(const struct setup *setup, const struct build *build, int laps, bool all)
{
    size_t positions = all ? (size_t)(laps * circuit_of(setup)->rows + TURNS_BEHIND) : WINDOW;
    size_t of_one = (size_t)(halves_of(setup, build, laps) + 1) * TURNS_ENDS * TURNS_SPEEDS;
    return positions * of_one * sizeof(uint16_t);
}

static uint16_t *left_at(const struct circuit_turns *turns, int position, int end, int points)
{
    size_t slot = (size_t)((position + TURNS_BEHIND) % turns->kept);
    size_t place = (slot * TURNS_ENDS + (size_t)end) * TURNS_SPEEDS + (size_t)points;
    return turns->left + place * (size_t)(turns->halves + 1);
}

static int row_of(const struct circuit_turns *turns, int position)
{
    int rows = turns->ways->circuit->rows;
    return ((position % rows) + rows) % rows;
}

static void drive_from(const struct circuit_turns *turns, int position, int end, int points,
                       uint16_t *best)
{
    int row = row_of(turns, position);
    const uint8_t *costs = &turns->ways->halves[way_at(row, end, points)];
    for (int to = 0; to < TURNS_ENDS; to++) {
        const uint16_t *from = left_at(turns, position + points, to, points);
        int cost = costs[to];
        if (cost == NO_WAY)
            continue;
        for (int has = cost; has <= turns->halves; has++) {
            uint16_t parts = (uint16_t)(from[has - cost] + TURN_PARTS);
            best[has] = parts < best[has] ? parts : best[has];
        }
    }
}

static void sweep_space(struct circuit_turns *turns, int position, int end, uint16_t *best)
{
    size_t count = (size_t)turns->halves + 1;
    for (size_t i = 0; i < count * TURNS_SPEEDS; i++)
        best[i] = TURNS_FAR;
    for (int points = 1; points < TURNS_SPEEDS; points++) {
        uint16_t *into = best + (size_t)points * count;
        if (position + points >= turns->laps * turns->ways->circuit->rows) {
            /* By halves: the parts from a space on, posting so. */
            int halves[TURNS_ENDS];
            int rows = turns->laps * turns->ways->circuit->rows - position;
            ways_cost(turns->ways, row_of(turns, position), end / 2 + 1, end % 2,
                      points * CIRCUIT_SPEED, rows - 1, halves);
            uint16_t parts = (uint16_t)(TURN_PARTS - (points - rows));
            for (int to = 0; to < TURNS_ENDS; to++)
                for (int has = halves[to] < 0 ? turns->halves + 1 : halves[to];
                     has <= turns->halves; has++)
                    into[has] = parts;
        } else
            drive_from(turns, position, end, points, into);
    }
    for (int points = 0; points < TURNS_SPEEDS; points++) {
        uint16_t *into = left_at(turns, position, end, points);
        int least, most;
        circuit_posts_of(turns->ways->setup, &turns->build, points * CIRCUIT_SPEED, &least, &most);
        for (size_t i = 0; i < count; i++)
            into[i] = TURNS_FAR;
        for (int speed = least; speed <= most; speed += CIRCUIT_SPEED) {
            const uint16_t *from = best + (size_t)(speed / CIRCUIT_SPEED) * count;
            for (size_t i = 0; i < count; i++)
                into[i] = from[i] < into[i] ? from[i] : into[i];
        }
    }
}

static void turns_free(struct circuit_turns *turns)
{
    if (turns)
        free(turns->left);
    free(turns);
}

/* For `laps` laps; `all`: of every position, else of those round the start alone. NULL: the budget
 * has ended; else it holds the bytes, which turns_size tells. */
static struct circuit_turns *turns_make(const struct turn_ways *ways, const struct build *build,
                                        int laps, bool all, struct budget *budget)
{
    if (!budget_take(budget, turns_size(ways->setup, build, laps, all))) {
        budget_give(budget, turns_size(ways->setup, build, laps, all));
        return NULL;
    }
    struct circuit_turns *turns = memory_allocate(1, sizeof *turns);
    int positions = laps * ways->circuit->rows;
    *turns = (struct circuit_turns){.ways = ways,
                                    .build = *build,
                                    .laps = laps,
                                    .halves = halves_of(ways->setup, build, laps),
                                    .kept = all ? positions + TURNS_BEHIND : WINDOW};
    size_t count = (size_t)turns->halves + 1;
    turns->left = memory_allocate((size_t)turns->kept * TURNS_ENDS * TURNS_SPEEDS * count,
                                  sizeof *turns->left);
    uint16_t *best = memory_allocate(TURNS_SPEEDS * count, sizeof *best);
    bool goes_on = true;
    for (int position = positions - 1; position >= -TURNS_BEHIND && goes_on; position--)
        for (int end = 0; end < 2 * ways->circuit->lanes && goes_on; end++) {
            sweep_space(turns, position, end, best);
            goes_on = budget_goes_on(budget, SPACE_STEPS + count * STEPS_OF_16 / 16);
        }
    free(best);
    if (goes_on)
        return turns;
    turns_free(turns);
    budget_give(budget, turns_size(ways->setup, build, laps, all));
    return NULL;
}

/* --- at least --------------------------------------------------------------------------------- */

/* As if wear could be bought: each half costs so much of a part, and what a car has is worth as
 * much. No drive is dearer by that. */
struct market {
    const struct turn_ways *ways;
    const struct build *build;
    int laps, rows; /* of the race; until the finish */
    int price;      /* of a half, in shares of a part */
    int32_t *worth; /* [position % WINDOW][end][points] */
    struct budget *budget;
};

enum { SHARES = 64, PRICES_MOST = 8 * SHARES, WORTHLESS = 1 << 29 };

static int32_t *worth_at(const struct market *market, int position, int end)
{
    size_t slot = (size_t)((position + TURNS_BEHIND) % WINDOW);
    return market->worth + (slot * TURNS_ENDS + (size_t)end) * TURNS_SPEEDS;
}

/* From a space on, posting so. */
static int32_t worth_of_post(const struct market *market, int position, int end, int points)
{
    const struct turn_ways *ways = market->ways;
    int rows = market->rows - position;
    int row = ((position % ways->circuit->rows) + ways->circuit->rows) % ways->circuit->rows;
    const uint8_t *costs = &ways->halves[way_at(row, end, points)];
    int halves[TURNS_ENDS] = {0};
    int32_t least = WORTHLESS;
    if (points >= rows)
        ways_cost(ways, row, end / 2 + 1, end % 2, points * CIRCUIT_SPEED, rows - 1, halves);
    for (int to = 0; to < TURNS_ENDS; to++) {
        int cost = points >= rows ? halves[to] : costs[to] == NO_WAY ? -1 : costs[to];
        int32_t behind =
            points >= rows ? SHARES * (TURN_PARTS - (points - rows))
                           : SHARES * TURN_PARTS + worth_at(market, position + points, to)[points];
        if (cost >= 0)
            least = number_smaller(least, behind + cost * market->price);
    }
    return least;
}

/* In shares of a part, at this price. */
static int32_t least_at(struct market *market, const struct racer *racer, int laps, int price)
{
    int has =
        number_smaller(racer->halves, halves_of(market->ways->setup, market->build, market->laps));
    market->price = price;
    market->rows = laps * market->ways->circuit->rows;
    for (int position = market->rows - 1; position >= racer->position; position--)
        for (int end = 0; end < 2 * market->ways->circuit->lanes; end++) {
            if (!budget_goes_on(market->budget, WORTH_STEPS))
                return 0;
            int32_t posts[TURNS_SPEEDS], *into = worth_at(market, position, end);
            for (int points = 1; points < TURNS_SPEEDS; points++)
                posts[points] = worth_of_post(market, position, end, points);
            for (int points = 0; points < TURNS_SPEEDS; points++) {
                int least, most;
                circuit_posts_of(market->ways->setup, market->build, points * CIRCUIT_SPEED, &least,
                                 &most);
                into[points] = WORTHLESS;
                for (int speed = least; speed <= most; speed += CIRCUIT_SPEED)
                    into[points] = number_smaller(into[points], posts[speed / CIRCUIT_SPEED]);
            }
        }
    return worth_at(market, racer->position,
                    circuit_end(racer->lane, racer->benefit))[racer->speed / CIRCUIT_SPEED] -
           price * (has * laps / market->laps);
}

/* What is told rises with the price up to the best one, then falls; over a few laps with their
 * share of the wear that is about the same one. */
static int find_price(struct market *market, const struct racer *racer)
{
    enum { FEW = 2 };
    int laps = number_smaller(market->laps, FEW), low = 0, high = PRICES_MOST;
    while (low < high && !budget_has_ended(market->budget)) {
        int middle = (low + high) / 2;
        if (least_at(market, racer, laps, middle) < least_at(market, racer, laps, middle + 1))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int turns_least(const struct turn_ways *ways, const struct build *build, int laps,
                       const struct racer *racer, struct budget *budget)
{
    struct market market = {.ways = ways, .build = build, .laps = laps, .budget = budget};
    market.worth = memory_allocate(WINDOW * TURNS_ENDS * TURNS_SPEEDS, sizeof *market.worth);
    int32_t least = least_at(&market, racer, laps, find_price(&market, racer));
    free(market.worth);
    return (number_larger(least, 0) + SHARES - 1) / SHARES;
}

/* Parts of a turn; TURNS_FAR. Wear beyond what the build has makes no difference. */
static int turns_left(const struct circuit_turns *turns, const struct racer *racer)
{
    if (racer->position >= turns->laps * turns->ways->circuit->rows)
        return 0;
    const uint16_t *left =
        left_at(turns, number_larger(racer->position, -TURNS_BEHIND),
                circuit_end(racer->lane, racer->benefit), racer->speed / CIRCUIT_SPEED);
    return left[number_smaller(racer->halves, turns->halves)];
}

/* === knowledge ================================================================================ */

/* Tables of all builds together take so much at most, unless those of one lap take more. */
#define BYTES_MOST ((size_t)96 << 20)

struct circuit_knowledge {
    struct setup setup;
    struct turn_ways *ways;
    int laps, known; /* of the race; those in the tables */
    int count;
    struct build builds[CIRCUIT_BUILDS];         /* the best one first */
    struct circuit_turns *turns[CIRCUIT_BUILDS]; /* NULL: that would be too much */
    bool complete;                               /* none of them is */
    int of_build[243];                           /* by the digits of its points */
};

struct racer circuit_starting_racer(const struct setup *setup, const struct build *build)
{
    return (struct racer){
        .position = -1, .lane = 1, .halves = build_value(setup, build, ATTRIBUTE_WEAR)};
}

static int list_builds(const struct setup *setup, struct build builds[CIRCUIT_BUILDS])
{
    builds[0] = (struct build){{1, 1, 1, 1, 1}};
    if (setup->values[CIRCUIT_BUILD] == BUILD_STANDARD)
        return 1;
    return build_list(setup, builds, CIRCUIT_BUILDS);
}

int circuit_whole_turns(int parts)
{
    return (parts + TURN_PARTS - 1) / TURN_PARTS;
}

static int index_of(const struct build *build)
{
    int index = 0;
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        index = 3 * index + build->points[i];
    return index;
}

/* --- preparing -------------------------------------------------------------------------------- */

static size_t size_of_all(const struct circuit_knowledge *knowledge, int laps)
{
    size_t size = 0;
    for (int i = 0; i < knowledge->count; i++)
        size += turns_size(&knowledge->setup, &knowledge->builds[i], laps, true);
    return size;
}

static int left_in(const struct circuit_knowledge *knowledge, int which, const struct racer *racer)
{
    const struct circuit_turns *turns = knowledge->turns[which];
    return turns ? turns_left(turns, racer) : TURNS_FAR;
}

static int from_start(const struct circuit_knowledge *knowledge, int which)
{
    const struct build *build = &knowledge->builds[which];
    struct racer racer = circuit_starting_racer(&knowledge->setup, build);
    return left_in(knowledge, which, &racer);
}

struct circuit_knowledge *circuit_knowledge_prepare(const struct setup *setup,
                                                    struct budget *budget)
{
    struct circuit_knowledge *knowledge = memory_allocate(1, sizeof *knowledge);
    knowledge->setup = *setup;
    knowledge->laps = knowledge->known = setup->values[CIRCUIT_LAPS];
    knowledge->complete = true;
    knowledge->count = list_builds(setup, knowledge->builds);
    knowledge->ways = ways_make(&knowledge->setup);
    while (knowledge->known > 1 &&
           (size_of_all(knowledge, knowledge->known) > BYTES_MOST ||
            !budget_allows(budget, size_of_all(knowledge, knowledge->known))))
        knowledge->known--;
    for (int i = 0; i < knowledge->count; i++) {
        knowledge->turns[i] =
            turns_make(knowledge->ways, &knowledge->builds[i], knowledge->known, true, budget);
        knowledge->complete &= knowledge->turns[i] != NULL;
    }
    if (budget_is_cancelled(budget)) {
        circuit_knowledge_free(knowledge);
        return NULL;
    }
    for (int i = 1; i < knowledge->count; i++)
        for (int j = i; j > 0 && from_start(knowledge, j) < from_start(knowledge, j - 1); j--) {
            struct build build = knowledge->builds[j];
            struct circuit_turns *turns = knowledge->turns[j];
            knowledge->builds[j] = knowledge->builds[j - 1];
            knowledge->turns[j] = knowledge->turns[j - 1];
            knowledge->builds[j - 1] = build;
            knowledge->turns[j - 1] = turns;
        }
    for (int i = 0; i < knowledge->count; i++)
        knowledge->of_build[index_of(&knowledge->builds[i])] = i;
    return knowledge;
}

void circuit_knowledge_free(struct circuit_knowledge *knowledge)
{
    if (!knowledge)
        return;
    for (int i = 0; i < knowledge->count; i++)
        turns_free(knowledge->turns[i]);
    ways_free(knowledge->ways);
    free(knowledge);
}

/* --- questions -------------------------------------------------------------------------------- */

const struct setup *circuit_knowledge_setup(const struct circuit_knowledge *knowledge)
{
    return &knowledge->setup;
}

/* More laps than are known: those before go as fast as the known ones, and take their share of the
 * wear. */
int circuit_knowledge_left(const struct circuit_knowledge *knowledge, const struct build *build,
                           const struct racer *racer, bool *exact)
{
    int which = knowledge->of_build[index_of(build)], rows = circuit_of(&knowledge->setup)->rows;
    struct racer seen = *racer;
    int more = knowledge->laps - knowledge->known; /* laps that are in no table */
    int driven = racer->position < 0 ? 0 : number_smaller(more, racer->position / rows);
    int behind = more - driven;
    seen.position -= driven * rows;
    if (behind > 0)
        seen.halves = racer->halves * knowledge->known / (knowledge->known + behind);
    if (exact)
        *exact = behind == 0;
    int left = left_in(knowledge, which, &seen);
    return behind == 0 || left == TURNS_FAR
               ? left
               : left + behind * from_start(knowledge, which) / knowledge->known;
}

int circuit_knowledge_builds(const struct circuit_knowledge *knowledge, const struct build **builds)
{
    *builds = knowledge->builds;
    return knowledge->count;
}

int circuit_knowledge_rounds(const struct circuit_knowledge *knowledge)
{
    int parts = from_start(knowledge, 0);
    bool exact = knowledge->complete && knowledge->known == knowledge->laps;
    return exact && parts < TURNS_FAR ? circuit_whole_turns(parts) : 0;
}

/* === par ====================================================================================== */

/* The fewest turns of a set-up, alone and without a spin. */

/* If nobody says otherwise. */
#define BYTES_USUAL ((size_t)512 << 20)
#define STEPS_USUAL (60 * BUDGET_SECOND)

struct turns_candidate {
    const struct build *build;
    int least; /* whole turns, or more */
};

/* In parts of a turn. */
static int fewest(const struct turn_ways *ways, const struct setup *setup,
                  const struct build *build, struct budget *budget)
{
    struct racer racer = circuit_starting_racer(setup, build);
    struct budget part = budget_part(budget, 0, 0);
    struct circuit_turns *turns =
        turns_make(ways, build, setup->values[CIRCUIT_LAPS], false, &part);
    int parts = turns ? turns_left(turns, &racer) : TURNS_FAR;
    turns_free(turns);
    budget_return(&part);
    return parts;
}

/* The most promising one first. */
static void sort_candidates(const struct turn_ways *ways, const struct setup *setup,
                            const struct build *builds, int count, struct turns_candidate *into,
                            struct budget *budget)
{
    for (int i = 0; i < count; i++) {
        struct racer racer = circuit_starting_racer(setup, &builds[i]);
        int least = turns_least(ways, &builds[i], setup->values[CIRCUIT_LAPS], &racer, budget);
        int at = i;
        for (; at > 0 && into[at - 1].least > least; at--)
            into[at] = into[at - 1];
        into[at] = (struct turns_candidate){&builds[i], least};
    }
}

/* Of the best of these builds; who needs as many whole turns at least is no better. */
static int find_fewest(const struct setup *setup, const struct build *builds, int count,
                       struct budget *budget, struct error *error)
{
    struct turns_candidate candidates[CIRCUIT_BUILDS];
    struct budget part = budget_usual(budget, BYTES_USUAL, STEPS_USUAL);
    struct turn_ways *ways = ways_make(setup);
    int best = TURNS_FAR, tried = 0;
    sort_candidates(ways, setup, builds, count, candidates, &part);
    for (; tried < count && !budget_has_ended(&part) &&
           circuit_whole_turns(candidates[tried].least) < circuit_whole_turns(best);
         tried++)
        best = number_smaller(best, fewest(ways, setup, candidates[tried].build, &part));
    ways_free(ways);
    if (budget_has_ended(&part)) {
        struct text so_far = {0};
        text_append_format(&so_far, "after %d of %d builds the search", tried > 0 ? tried - 1 : 0,
                           count);
        budget_tell(&part, text_string(&so_far), "fewer laps", error);
        text_free(&so_far);
        return PAR_UNKNOWN;
    }
    if (best < TURNS_FAR)
        return circuit_whole_turns(best);
    error_set(error, "no way round was found for a car that " CIRCUIT_ALONE);
    return PAR_UNKNOWN;
}

int circuit_find_par(const struct setup *setup, bool with_extras, struct budget *budget,
                     int *best_lap, struct error *error)
{
    struct build builds[CIRCUIT_BUILDS];
    (void)best_lap;
    if (with_extras) {
        error_set(error, "there are no extras on a circuit");
        return PAR_NONE;
    }
    return find_fewest(setup, builds, list_builds(setup, builds), budget, error);
}

/* The rules say whether there is such a build. */
int circuit_find_par_from(const struct setup *setup, const char *opening, struct budget *budget,
                          struct error *error)
{
    struct race *race = circuit_game.begin(setup);
    struct event_list events = {0};
    bool built = circuit_game.apply(race, 1, opening, &events, error);
    struct build build = circuit_car(race, 1)->build;
    event_list_free(&events);
    circuit_game.free(race);
    return built ? find_fewest(setup, &build, 1, budget, error) : PAR_NONE;
}

/* === without an answer ======================================================================== */

static int nearest_speed(const struct circuit_move *moves, int count, int speed)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (abs(moves[i].speed - speed) < abs(moves[best].speed - speed))
            best = i;
    return best;
}

/* The step without a spin that costs least, in the own lane before others, in a lower one before a
 * higher; else braking, or staying, or what there is. */
static int cheapest_move(const struct circuit_move *moves, int count, int lane)
{
    int best = -1;
    for (int i = 0; i < count; i++) {
        const struct circuit_move *move = &moves[i], *other = best < 0 ? NULL : &moves[best];
        if (move->kind != MOVE_GO || move->outcome == OUTCOME_IS_SPIN)
            continue;
        if (!other || move->halves < other->halves ||
            (move->halves == other->halves && move->lane == lane && other->lane != lane))
            best = i;
    }
    for (int i = count - 1; i >= 0 && best < 0; i--)
        if (moves[i].kind == MOVE_BRAKE || moves[i].kind == MOVE_STAY)
            best = i;
    return best < 0 ? 0 : best;
}

const char *circuit_stand_in(const struct race *race, int number, struct text *action)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    const struct circuit_car *car = circuit_car(race, number);
    int count = circuit_moves(race, number, moves), which = 0;
    switch (circuit_phase(race)) {
    case PHASE_BUILD:
        text_append(action, moves[0].action);
        return "The car is built with the first points";
    case PHASE_POST:
        which = nearest_speed(moves, count, car->speed);
        text_append(action, moves[which].action);
        return "The car drives on as fast as it did";
    case PHASE_CARDS:
        text_append(action, "pass");
        return "The car lets the other one pass";
    case PHASE_CHIPS:
    case PHASE_SPIN:
        text_append(action, "keep");
        return "No chip is spent";
    case PHASE_MOVE:
    case PHASE_OVER:
        break;
    }
    text_append(action, moves[cheapest_move(moves, count, car->lane)].action);
    return "The car takes the cheapest step";
}
