/* How the levels choose: builds and speeds by the turns that are left alone, ways by these and by
 * who is in the way, cards and chips by what the dice come to. The lower levels brake too early now
 * and then.
 */
#include "drivers/circuit/level.h"

#include "base/hash.h"
#include "base/number.h"
#include "drivers/circuit/chance.h"

#include <limits.h>
#include <string.h>

static const struct sight {
    int slips;   /* brakes too early in so many of 16 turns */
    int passing; /* what being ahead of one car more is worth, in values */
    int builds;  /* chooses among so many of the best; 0: the usual car */
    bool weighs; /* cards and chips, by what they come to; else by the toss of a coin */
    bool searches;
} sights[CIRCUIT_LEVELS] = {
    [CIRCUIT_ROOKIE] = {.slips = 8, .passing = PLAN_TURN / 2},
    [CIRCUIT_CLUB] = {.slips = 3, .passing = PLAN_TURN, .builds = 16},
    [CIRCUIT_PRO] = {.slips = 1, .passing = PLAN_TURN / 4, .builds = 4, .weighs = true},
    [CIRCUIT_ACE] = {.passing = PLAN_TURN / 8, .builds = 1, .weighs = true, .searches = true},
};

struct choosing {
    struct planner planner;
    const struct sight *sight;
    uint64_t mood; /* the same for the same race */
};

static int toss(const struct choosing *choosing, int limit)
{
    return (int)((choosing->mood >> 20) % (uint64_t)limit);
}

static const struct circuit_car *car_of(const struct choosing *choosing)
{
    return circuit_car(choosing->planner.race, choosing->planner.car);
}

static bool has_others(const struct choosing *choosing)
{
    return choosing->planner.race->game->car_count(choosing->planner.race) > 1;
}

/* --- building and posting --------------------------------------------------------------------- */

/* In a field: from any place on the grid, and with some wear lost in fights. START is worth more
 * than its rows there: who is ahead is in nobody's way. */
static int value_in_field(const struct knowledge *knowledge, const struct build *build)
{
    enum { PLACES = CIRCUIT_GRID_CARS, WORN_MOST = 2, START_WORTH = 64 };
    int sum = -START_WORTH * build->points[ATTRIBUTE_START];
    for (int behind = 1; behind <= PLACES; behind++)
        for (int worn = 0; worn <= WORN_MOST; worn += 2) {
            struct racer racer = circuit_starting_racer(circuit_knowledge_setup(knowledge), build);
            racer.position = -behind;
            racer.halves = number_larger(0, racer.halves - worn);
            sum += circuit_knowledge_left(knowledge, build, &racer, NULL);
        }
    return sum;
}

static const struct build *best_in_field(const struct knowledge *knowledge)
{
    const struct build *builds;
    int count = circuit_knowledge_builds(knowledge, &builds), best = 0, least = INT_MAX;
    for (int i = 0; i < count; i++) {
        int value = value_in_field(knowledge, &builds[i]);
        best = value < least ? i : best;
        least = number_smaller(value, least);
    }
    return &builds[best];
}

static void choose_build(const struct choosing *choosing, struct text *action)
{
    const struct build *builds;
    int count = circuit_knowledge_builds(choosing->planner.knowledge, &builds);
    int most = choosing->sight->builds > 0 ? choosing->sight->builds : count;
    const struct build *build = &builds[toss(choosing, number_smaller(most, count))];
    static const struct build usual = {{1, 1, 1, 1, 1}};
    for (int i = 0; i < count && choosing->sight->builds == 0; i++)
        if (memcmp(&builds[i], &usual, sizeof usual) == 0)
            build = &builds[i];
    if (choosing->sight->searches && has_others(choosing))
        build = best_in_field(choosing->planner.knowledge);
    text_append(action, "build");
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        text_append_format(action, " %d", build->points[i]);
}

static int value_of_speed(const struct choosing *choosing, int speed)
{
    struct planner alone = choosing->planner;
    alone.alone = true;
    return circuit_plan(&alone, circuit_spot_at(&alone, speed)).value;
}

static void choose_speed(const struct choosing *choosing, struct text *action)
{
    enum { WORTH_A_TRY = 3 * PLAN_TURN / 2, SPEEDS = 12 };
    int least, most, best = 0, values[SPEEDS], speeds[SPEEDS], count = 0, tried = 0;
    const struct circuit_car *car = car_of(choosing);
    circuit_posts_of(circuit_knowledge_setup(choosing->planner.knowledge), &car->build, car->speed,
                     &least, &most);
    for (int speed = least; speed <= most && count < SPEEDS; speed += CIRCUIT_SPEED) {
        values[count] = value_of_speed(choosing, speed);
        best = values[count] <= values[best] ? count : best;
        count++;
    }
    int chosen = least + best * CIRCUIT_SPEED;
    for (int i = 0; i < count; i++)
        if (values[i] < values[best] + WORTH_A_TRY)
            speeds[tried++] = least + i * CIRCUIT_SPEED;
    if (choosing->sight->searches && has_others(choosing) && tried > 1)
        chosen = circuit_ace_speed(&choosing->planner, speeds, tried);
    else if (best > 0 && toss(choosing, 16) < choosing->sight->slips)
        chosen -= CIRCUIT_SPEED;
    if (!budget_is_cancelled(choosing->planner.budget))
        text_append_format(action, "speed %d", chosen);
}

/* --- cards and chips -------------------------------------------------------------------------- */

enum { CHIP_WORTH = 4 * PLAN_FINE, RIVAL_SHARE = 3 };

static bool tosses_chip(const struct choosing *choosing)
{
    return toss(choosing, 2) > 0;
}

/* The chances as `number` knows them, who is the passer or the first of those that resist. */
static struct chance_pass pass_now(const struct choosing *choosing, int number, int blocks)
{
    const struct race *race = choosing->planner.race;
    const struct circuit_force *force = circuit_force(race);
    int passer = circuit_mover(race), speed = circuit_car(race, passer)->posted, at = 0;
    struct chance_pass pass = {
        .resist = force->resist_count, .blocks = blocks, .chip = force->chips >> passer & 1};
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < force->resist_count; i++) {
            int blocker = force->resist[i];
            if ((blocker == number) != (turn == 0))
                continue;
            pass.faster[at] = speed - circuit_car(race, blocker)->posted;
            pass.their_chips[at++] = force->chips >> blocker & 1;
        }
    return pass;
}

static int wear_of(const int losses[CHANCE_LOSSES])
{
    return losses[1] + 2 * losses[2] + 3 * losses[3];
}

/* What the dice cost a car: wear is worth a fifth of a turn a point, a spin two turns. */
static int64_t cost_of(int64_t wear, int64_t spins)
{
    return (wear * PLAN_TURN / 5 + spins * 2 * PLAN_TURN) / CHANCE_WHOLE;
}

static int64_t blocker_cost(const struct chance_pass *pass)
{
    struct chance_result chance = chance_of_pass(pass);
    return cost_of(wear_of(chance.blocker), chance.blocker_spins);
}

static int64_t passer_cost(const struct choosing *choosing, const struct chance_pass *pass)
{
    struct chance_result chance = chance_of_pass(pass);
    const struct race *race = choosing->planner.race;
    int64_t held = chance.held[0] + chance.held[1] + chance.held[2] + chance.held[3];
    int64_t braking = held * circuit_points(race) * PLAN_TURN / 8 / CHANCE_WHOLE;
    return cost_of(wear_of(chance.passes) + wear_of(chance.held), chance.spins) + braking;
}

/* Whoever lets pass falls back a row at most. */
static void choose_card(const struct choosing *choosing, struct text *action)
{
    enum { ROW = PLAN_TURN / 8 };
    bool blocks = toss(choosing, 4) == 0;
    if (choosing->sight->weighs) {
        struct chance_pass pass = pass_now(choosing, choosing->planner.car, 1);
        int64_t gain = passer_cost(choosing, &pass) / RIVAL_SHARE + ROW - blocker_cost(&pass);
        blocks = gain > 0;
    }
    text_append(action, blocks ? "block" : "pass");
}

static void choose_chip(const struct choosing *choosing, struct text *action)
{
    const struct race *race = choosing->planner.race;
    int number = choosing->planner.car;
    bool chip = tosses_chip(choosing);
    if (choosing->sight->weighs && circuit_phase(race) == PHASE_SPIN)
        chip = true;
    else if (choosing->sight->weighs) {
        int blocks = number == circuit_mover(race)                    ? 1
                     : circuit_car(race, number)->entry == CARD_BLOCK ? 1
                                                                      : 0;
        struct chance_pass without = pass_now(choosing, number, 1), with = without;
        int64_t gain;
        if (number == circuit_mover(race)) {
            with.chip = true;
            gain = passer_cost(choosing, &without) - passer_cost(choosing, &with);
            gain /= 2;
        } else {
            with.their_chips[0] = true;
            gain = blocks * (blocker_cost(&without) - blocker_cost(&with));
        }
        chip = gain > CHIP_WORTH;
    }
    text_append(action, chip ? "chip" : "keep");
}

/* --- moving ----------------------------------------------------------------------------------- */

static void choose_way(const struct choosing *choosing, struct text *action)
{
    struct plan plan = circuit_plan(&choosing->planner, circuit_spot_now(&choosing->planner));
    if (plan.action[0] != '\0') {
        text_append(action, plan.action);
        return;
    }
    struct circuit_move moves[CIRCUIT_MOVES];
    int count = circuit_moves(choosing->planner.race, choosing->planner.car, moves), best = 0;
    for (int i = 1; i < count; i++)
        if (moves[best].outcome == OUTCOME_IS_SPIN && moves[i].outcome != OUTCOME_IS_SPIN)
            best = i;
    text_append(action, moves[best].action);
}

void circuit_level_choose(enum circuit_level level, const struct knowledge *knowledge,
                          const struct race *race, int car, struct budget *budget,
                          struct text *action)
{
    struct choosing choosing = {.planner = {.knowledge = knowledge,
                                            .budget = budget,
                                            .race = race,
                                            .car = car,
                                            .passing = sights[level].passing},
                                .sight = &sights[level]};
    choosing.mood = hash_number(hash_number(HASH_START, (int64_t)race->game->hash(race)), car);
    switch (circuit_phase(race)) {
    case PHASE_BUILD:
        choose_build(&choosing, action);
        break;
    case PHASE_POST:
        choose_speed(&choosing, action);
        break;
    case PHASE_MOVE:
        choose_way(&choosing, action);
        break;
    case PHASE_CARDS:
        choose_card(&choosing, action);
        break;
    case PHASE_CHIPS:
    case PHASE_SPIN:
        choose_chip(&choosing, action);
        break;
    case PHASE_OVER:
        break;
    }
}
