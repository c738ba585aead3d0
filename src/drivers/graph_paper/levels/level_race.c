/* Rookie, club and pro in races: what each sees, and how often each slips.
 *
 * Club and pro know the fewest rounds of every move; the rookie drives by eye. All of them slip: a
 * move that costs a round. Slips are spread evenly, one in so many rounds, at a round that is drawn
 * from the set-up's seed; so a level is as good on a short track as on a long one, and a race has
 * neither luck nor misfortune that decides it.
 */
#include "drivers/graph_paper/levels/level.h"

#include "base/hash.h"
#include "base/memory.h"
#include "drivers/graph_paper/levels/horizon.h"
#include "drivers/graph_paper/levels/outside.h"

#include <stdlib.h>

struct sight {
    bool knows_rounds;
    struct horizon horizon; /* where rounds are not known, or not to it */
    int slips, rounds;      /* so many slips in so many rounds */
    bool slips_slowly;      /* by braking too early; else anyhow */
};

static const struct sight rookie = {false, {1, 60, 5}, 2, 7, true};
static const struct sight club = {true, {2, 60, 0}, 1, 9, true};
static const struct sight pro = {true, {5, 80, 0}, 1, 25, false};

/* Running into a car has to be worth so many rounds more than it costs. */
enum { COLLISION_WORTH = 3 };

struct choosing {
    const struct turn_to_drive *turn;
    struct candidate_list list; /* what comes into question */
    int64_t *worth;             /* of each; less is better */
    struct random random;
};

static bool stays_well(const struct candidate *candidate)
{
    enum outcome outcome = candidate->move.outcome;
    return candidate->start_only || outcome == OUTCOME_FINISH || outcome == OUTCOME_CLEAR ||
           outcome == OUTCOME_SLICK;
}

static bool goes_on(const struct candidate *candidate)
{
    return candidate->tried
               ? candidate->after.status == CAR_RACING || candidate->after.status == CAR_FINISHED
               : candidate->move.outcome != OUTCOME_OFF_TRACK;
}

static int price_of(const struct candidate *candidate)
{
    const struct move *move = &candidate->move;
    return move->nitros + move->good_brakes + move->turbo_boosts;
}

/* The larger of both axes. */
static int speed_of(const struct candidate *candidate)
{
    int across = abs(candidate->velocity.x);
    int up = abs(candidate->velocity.y);
    return across > up ? across : up;
}

/* Keeps those that the question says yes to, if there are any. */
static void keep(struct candidate_list *list, bool (*question)(const struct candidate *candidate))
{
    int kept = 0;
    int yes = 0;
    for (int i = 0; i < list->count; i++)
        yes += question(&list->items[i]);
    for (int i = 0; i < list->count && yes > 0; i++)
        if (question(&list->items[i]))
            list->items[kept++] = list->items[i];
    list->count = yes > 0 ? kept : list->count;
}

/* --- by rounds -----------------------------------------------------------------------------------
 */

static bool leads_to_finish(const struct candidate *candidate)
{
    return candidate->rounds >= 0 && candidate->move.outcome != OUTCOME_OFF_TRACK;
}

/* Crashing into a wall is for those who cannot help it. */
static void weigh_rounds(struct choosing *choosing)
{
    keep(&choosing->list, leads_to_finish);
    for (int i = 0; i < choosing->list.count; i++) {
        const struct candidate *candidate = &choosing->list.items[i];
        bool strikes = !candidate->start_only && candidate->move.outcome == OUTCOME_COLLISION;
        choosing->worth[i] = candidate->rounds < 0
                                 ? HORIZON_WALL + speed_of(candidate)
                                 : candidate->rounds + (strikes ? COLLISION_WORTH : 0);
    }
}

static bool knows_rounds(const struct candidate_list *list)
{
    for (int i = 0; i < list->count; i++)
        if (list->items[i].rounds >= 0)
            return true;
    return false;
}

/* --- by eye --------------------------------------------------------------------------------------
 */

/* Where it sees no way to stop it feels its way, if there is one; else it hits the wall slowly. */
static int64_t weigh_danger(const struct candidate *candidate)
{
    return HORIZON_WALL +
           (candidate->rounds >= 0 ? candidate->rounds : HORIZON_WALL + speed_of(candidate));
}

static bool weigh_ways(struct choosing *choosing, struct horizon horizon)
{
    keep(&choosing->list, goes_on);
    keep(&choosing->list, stays_well);
    if (!horizon_judge(choosing->turn, horizon, &choosing->list, choosing->worth))
        return false;
    for (int i = 0; i < choosing->list.count; i++)
        if (choosing->worth[i] >= HORIZON_WALL)
            choosing->worth[i] = weigh_danger(&choosing->list.items[i]);
    return true;
}

/* --- choosing ------------------------------------------------------------------------------------
 */

/* Among equals the cheapest, and among those any. */
static int find_best(struct choosing *choosing)
{
    int best = 0;
    uint32_t equals = 1;
    for (int i = 1; i < choosing->list.count; i++) {
        int64_t more = choosing->worth[i] - choosing->worth[best];
        if (more == 0)
            more = price_of(&choosing->list.items[i]) - price_of(&choosing->list.items[best]);
        equals = more < 0 ? 1 : equals + (more == 0);
        if (more < 0 || (more == 0 && random_below(&choosing->random, equals) == 0))
            best = i;
    }
    return best;
}

/* Is this one of the rounds in which the car slips? They are drawn for a stretch of rounds. */
static bool is_slipping(const struct turn_to_drive *turn, const struct sight *sight)
{
    int round = graph_paper_game.round(turn->race) - 1;
    uint64_t hash = hash_number(HASH_START, (int64_t)graph_paper_setup(turn->race)->seed);
    hash = hash_number(hash_number(hash, turn->car), round / sight->rounds);
    struct random random = random_seeded(hash);
    int slips = sight->slips;
    bool slipping = false;
    for (int i = 0; i <= round % sight->rounds; i++) {
        slipping = (int)random_below(&random, (uint32_t)(sight->rounds - i)) < slips;
        slips -= slipping;
    }
    return slipping;
}

/* One of those that cost a round more than the best, if there is one. */
static int find_slip(struct choosing *choosing, int best, bool slowly)
{
    const struct candidate *items = choosing->list.items;
    int found = best;
    uint32_t equals = 0;
    for (int i = 0; i < choosing->list.count; i++) {
        if (items[i].rounds != items[best].rounds + 1 || !stays_well(&items[i]) ||
            price_of(&items[i]) > price_of(&items[best]) || choosing->worth[i] >= HORIZON_WALL)
            continue;
        bool slower = found != best && slowly && speed_of(&items[i]) < speed_of(&items[found]);
        bool equal = found == best || !slowly || speed_of(&items[i]) == speed_of(&items[found]);
        equals = slower ? 1 : equals + equal;
        if (slower || (equal && random_below(&choosing->random, equals) == 0))
            found = i;
    }
    return found;
}

/* No move that leaves the track comes into question where there is one of these. */
static bool may_stay(const struct sight *sight, const struct candidate_list *list)
{
    for (int i = 0; i < list->count; i++)
        if (sight->knows_rounds ? leads_to_finish(&list->items[i]) : stays_well(&list->items[i]))
            return true;
    return false;
}

static bool choose(const struct turn_to_drive *turn, const struct sight *sight,
                   struct graph_paper_action *choice)
{
    struct choosing choosing = {.turn = turn, .random = turn->random};
    if (turn->cancelled && atomic_load(turn->cancelled))
        return false;
    if (graph_paper_car(turn->race, turn->car)->status == CAR_OUTSIDE)
        return outside_come_back(turn, choice);
    candidates_list(turn->knowledge, turn->race, &choosing.list);
    if (!may_stay(sight, &choosing.list))
        candidates_weigh(turn->knowledge, turn->race, &choosing.list);
    choosing.worth = memory_allocate((size_t)choosing.list.count, sizeof *choosing.worth);
    bool done = true;
    if (sight->knows_rounds && knows_rounds(&choosing.list))
        weigh_rounds(&choosing);
    else
        done = weigh_ways(&choosing, sight->horizon);
    int best = find_best(&choosing);
    if (choosing.list.items[best].rounds >= 0 && is_slipping(turn, sight))
        best = find_slip(&choosing, best, sight->slips_slowly);
    *choice = choosing.list.items[best].action;
    free(choosing.worth);
    free(choosing.list.items);
    return done;
}

bool level_race_as_rookie(const struct turn_to_drive *turn, struct graph_paper_action *choice)
{
    return choose(turn, &rookie, choice);
}

bool level_race_as_club(const struct turn_to_drive *turn, struct graph_paper_action *choice)
{
    return choose(turn, &club, choice);
}

bool level_race_as_pro(const struct turn_to_drive *turn, struct graph_paper_action *choice)
{
    return choose(turn, &pro, choice);
}
