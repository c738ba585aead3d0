/* How the levels choose an order: all orders that keep on the track are compared by the turns that
 * are left behind them, which the knowledge tells, and by what each level sees of bags and of the
 * places where others will be. A level's slips are drawn from the race as its car knows it.
 */
#include "drivers/stock_cars/knowledge.h"

#include "base/memory.h"
#include "base/number.h"

#include <limits.h>
#include <stdlib.h>

enum {
    CHANGES_MOST = 2,
    FAR = 1000,                /* turns: the finish is out of sight */
    BAG_COST = KNOWN_TURN / 3, /* of a bag that is met */
    CRASH_LOSS = 16,           /* a crash costs a turn and such a part of those that are left */
    MOOD = KNOWN_TURN / 4, /* what a place is thought worse, at most: as a card without need, or as
                              a car that is turned away from the course */
    AHEAD = 4,             /* tiles that tell that */
    START_CARD = 16 * KNOWN_TURN, /* of one that is spent by who stands before the line */
    /* Who is alone takes the fewest turns: these three together are less than one. */
    ALONE_CARD = KNOWN_TURN / 40,
    ALONE_AWAY = KNOWN_TURN / 8,
    ALONE_START = KNOWN_TURN / 4,
    CARDS_NEEDED = 8 * KNOWN_TURN, /* of a place from which none is known without cards */
    CARDS_HELD = 20,               /* more than so many to spare are worth nothing */
    PROGRESS_MOST = 64,            /* tiles that count in a turn */
    PARTS = 1024,                  /* of a chance */
    RIVALS_MOST = PLAYER_LIMIT,
    SLIP_MOST = 2 * KNOWN_TURN, /* what a slip loses */
    EASE = 8,                   /* shares of a slip */
    TROUBLE_WAYS = 40           /* that are tried where no way keeps on the track */
};

/* What a level sees. */
struct stock_sight {
    int steers_most;  /* to a side in a turn */
    bool keeps_cards; /* counts none of its wild cards on for later */
    int slip;         /* one order in so many is one of the second best; 0: none */
    int eases;        /* a tile by which it leads makes that so many of EASE times likelier */
    bool characters;  /* has the car's one of the four */
    int rivals;       /* whose next turn is foreseen, the nearest ones */
    int crash_part;   /* how much of that it heeds, in PARTS */
};

/* What a driver makes of others, in eighths: how much of a crash it heeds; what a wild card that it
 * keeps is worth to it. And what it thinks worth how much, in parts of a turn: to end right behind
 * a car, for its slipstream; not to end right before one, which gets its own. */
static const struct stock_character {
    int heed, cards, tow, shake;
} plain = {8, 8, 0, 0}, four[DRIVER_NAMES] = {{2, 4, 0, 0},
                                              {8, 8, 0, KNOWN_TURN},
                                              {8, 8, KNOWN_TURN, 0},
                                              {12, 24, 0, 0}}; /* as driving.c says it of them */

static const struct stock_sight sights[STOCK_LEVELS] = {
    [STOCK_ROOKIE] = {.steers_most = 1, .keeps_cards = true, .slip = 2},
    [STOCK_CLUB] = {.steers_most = 2, .slip = 4, .eases = 2},
    [STOCK_PRO] =
        {.steers_most = 2, .slip = 9, .characters = true, .rivals = 2, .crash_part = PARTS / 2},
    [STOCK_ACE] = {.steers_most = 2,
                   .characters = true,
                   .rivals = RIVALS_MOST,
                   .crash_part = PARTS},
};

/* A tile where another car may end its turn. */
struct threat {
    struct point at;
    int chance; /* in PARTS */
};

struct stock_choosing {
    const struct stock_knowledge *knowledge;
    const struct race *race;
    int number;
    const struct stock_car *car;
    const struct stock_sight *sight;
    const struct stock_character *character;
    int lap;   /* as the car is now: the same for all its orders */
    int crash; /* what it costs */
    struct stock_ways ways;
    bool alone; /* nobody is near */
    uint64_t mood;
    struct threat *threats;
    int threat_count, threat_capacity;
    struct stock_plan best, second;
    int64_t best_score, second_score; /* the lower, the better; INT64_MAX: none */
    int64_t best_turns;               /* of the best one's value */
};

/* --- what an order is worth ------------------------------------------------------------------- */

/* Who stands where it stood would do the same for ever: what was known does not hold here. */
static bool stays(const struct stock_choosing *choosing, const struct stock_car *after)
{
    const struct stock_car *car = choosing->car;
    return car->speed == 0 && after->speed == 0 && point_equal(after->at, car->at) &&
           after->heading == car->heading;
}

/* Of a car for which no turns are known: how far it is from the line when it has turned, and
 * whether it goes on at a pace at which it can turn. */
static int stranded_score(const struct stock_choosing *choosing, const struct stock_car *car)
{
    enum { TURN = 4, HASTE = 3, STANDS = 8 };
    int least = ROADS_FAR;
    for (int turn = 1 - HEADING_COUNT / 2; turn <= HEADING_COUNT / 2; turn++) {
        int heading = ((int)car->heading + turn + HEADING_COUNT) % HEADING_COUNT;
        struct point ahead = point_add(car->at, heading_steps[heading]);
        char tile = stock_tile(choosing->race, ahead);
        int lost = stock_knowledge_distance(choosing->knowledge, ahead) + TURN * abs(turn);
        if (tile != TILE_OFF && tile != TILE_OIL)
            least = number_smaller(least, lost);
    }
    return least + HASTE * number_larger(0, car->speed - 1) + (stays(choosing, car) ? STANDS : 0);
}

/* Of the tiles straight ahead those that do not bring it nearer and nearer to the line: the more,
 * the more it is turned away from the course. */
static int turned_away(const struct stock_choosing *choosing, const struct stock_car *car)
{
    const struct stock_knowledge *knowledge = choosing->knowledge;
    struct stock_car on = *car;
    int seen = 0;
    for (bool nearer = true; nearer && seen < AHEAD; seen += nearer) {
        struct point from = on.at;
        int to_go = stock_knowledge_to_go(knowledge, &on);
        on.at = point_add(from, heading_steps[on.heading]);
        on.crossings += stock_map_crossing(stock_race_map(choosing->race), from, on.at);
        char tile = stock_tile(choosing->race, on.at);
        nearer =
            tile != TILE_OFF && tile != TILE_OIL && stock_knowledge_to_go(knowledge, &on) < to_go;
    }
    return AHEAD - seen;
}

static int card_worth(const struct stock_choosing *choosing)
{
    return choosing->alone ? ALONE_CARD : MOOD * choosing->character->cards / 8;
}

static int64_t worth_of_cards(const struct stock_choosing *choosing, int spare)
{
    return (int64_t)PARTS * card_worth(choosing) * number_smaller(spare, CARDS_HELD);
}

static int64_t cost_of_turning(const struct stock_choosing *choosing, const struct stock_car *car)
{
    int away = choosing->alone ? ALONE_AWAY : MOOD;
    return (int64_t)PARTS * away * turned_away(choosing, car) / AHEAD;
}

/* Of orders with as many turns: first no card without need and no car that is turned away, then
 * what comes farther along the course and is faster. */
static int64_t tie_of(const struct stock_choosing *choosing, const struct stock_car *after,
                      int spare)
{
    int progress = stock_knowledge_to_go(choosing->knowledge, choosing->car) -
                   stock_knowledge_to_go(choosing->knowledge, after);
    progress = number_larger(-PROGRESS_MOST, number_smaller(progress, PROGRESS_MOST));
    return cost_of_turning(choosing, after) - worth_of_cards(choosing, spare) -
           8 * (progress + after->speed);
}

/* Turns; of finishers who is first in the turn. *spare: wild cards that are not needed for it. */
static int64_t turns_of(const struct stock_choosing *choosing, const struct stock_car *after,
                        int *spare)
{
    struct stock_car seen = *after;
    *spare = 0;
    if (after->status == STOCK_FINISHED)
        return -(int64_t)PARTS * KNOWN_TURN +
               (int64_t)PARTS * KNOWN_TURN / 2 * after->on / after->of;
    if (choosing->sight->keeps_cards)
        seen.wild_cards = 0;
    int left = stock_knowledge_left_by(choosing->knowledge, &seen, choosing->lap, spare);
    if (left == KNOWN_UNKNOWN && choosing->sight->keeps_cards) {
        left = stock_knowledge_left_by(choosing->knowledge, after, choosing->lap, spare);
        left += left == KNOWN_UNKNOWN ? 0 : CARDS_NEEDED;
    }
    if (choosing->sight->keeps_cards)
        *spare = after->wild_cards;
    if (left == KNOWN_UNKNOWN || stays(choosing, after))
        return (int64_t)PARTS * KNOWN_TURN * (FAR + stranded_score(choosing, after));
    return (int64_t)PARTS * left;
}

/* Turns and what decides among as many; INT64_MAX: surely `most` or more. */
static int64_t value_of(const struct stock_choosing *choosing, const struct stock_car *after,
                        int64_t most, int64_t *turns)
{
    int spare;
    *turns = turns_of(choosing, after, &spare);
    if (after->status == STOCK_FINISHED || *turns >= (int64_t)PARTS * KNOWN_TURN * FAR)
        return *turns;
    int64_t gain = worth_of_cards(choosing, spare) + 8 * (PROGRESS_MOST + after->speed);
    return *turns - gain < most ? *turns + tie_of(choosing, after, spare) : INT64_MAX;
}

/* What is foreseen of others: crashes, slipstreams that are had (all of them are missed, but for
 * those) and given. */
static int64_t risk_of(const struct stock_choosing *choosing, const struct way *way)
{
    const struct stock_character *character = choosing->character;
    struct point at = way->at, step = heading_steps[way->heading];
    /* Where others are near, drivers do not all like the same place best. */
    uint64_t hash = hash_number(hash_number(choosing->mood, at.x), at.y);
    int64_t risk = (choosing->alone ? 0 : (int64_t)(hash >> 32) % (PARTS * MOOD)) +
                   (int64_t)way->sands * BAG_COST * stock_knowledge_bag_chance(choosing->knowledge);
    if (!choosing->alone)
        risk += (int64_t)character->tow * PARTS * RIVALS_MOST;
    for (int i = 0; i < choosing->threat_count; i++) {
        struct point other = choosing->threats[i].at;
        int worth = point_equal(other, at) ? choosing->crash * character->heed / 8
                    : point_equal(other, point_add(at, step)) ? -character->tow
                    : point_equal(at, point_add(other, step)) ? character->shake
                                                              : 0;
        risk += (int64_t)worth * choosing->threats[i].chance;
    }
    return risk;
}

static void consider(struct stock_choosing *choosing, const struct stock_plan *plan)
{
    int64_t turns, score = value_of(choosing, &plan->after, choosing->best_score, &turns);
    if (score >= choosing->best_score) /* what is added is never less than nothing */
        return;
    if (plan->cards > 0 && choosing->car->speed == 0 && choosing->car->crossings <= 0)
        score += (int64_t)PARTS * (choosing->alone ? ALONE_START : START_CARD);
    if (plan->after.status != STOCK_FINISHED)
        score += risk_of(choosing, &choosing->ways.items[plan->way]);
    if (score < choosing->best_score) {
        choosing->best = *plan;
        choosing->best_score = score;
        choosing->best_turns = turns;
    }
}

/* A slip: an order that loses a turn or so against the best one. */
static void consider_second(struct stock_choosing *choosing, const struct stock_plan *plan)
{
    if (plan->cards > choosing->best.cards)
        return;
    int64_t turns, score = value_of(choosing, &plan->after, choosing->second_score, &turns);
    int64_t lost = turns - choosing->best_turns;
    if (score < choosing->second_score && lost >= (int64_t)PARTS * KNOWN_TURN / 2 &&
        lost <= (int64_t)PARTS * SLIP_MOST) {
        choosing->second = *plan;
        choosing->second_score = score;
    }
}

/* Changes at the end that may follow those at the beginning: from, to. */
static const int ends_after[2 * CHANGES_MOST + 1][2] = {{0, 2}, {-1, 2}, {-2, 2}, {-2, 1}, {-2, 0}};

/* Surely every order by this way is worth `most` or more: most ways are far from the best. What
 * is said of the place is the same for all. */
static bool is_hopeless(const struct stock_choosing *choosing, const struct way *way, int begin,
                        bool slips, bool risks, int64_t most)
{
    if (way->finishes || way->in_pits || choosing->sight->keeps_cards || most == INT64_MAX)
        return false;
    struct stock_car car = *choosing->car;
    const int *ends = ends_after[begin + CHANGES_MOST];
    int speed = number_larger(car.speed + begin + slips - way->bags, 0);
    const int speeds[2] = {number_larger(speed + ends[0], 0),
                           number_smaller(speed + ends[1], car.maximum)};
    car.at = way->at;
    car.heading = (enum heading)way->heading;
    car.crossings += way->crossings;
    car.wild_cards -= stock_turn_cost(car.special, begin, 0, way_is_dear(way));
    int bound = stock_knowledge_bound(choosing->knowledge, &car, speeds, card_worth(choosing));
    if (bound == INT_MAX)
        return most <= (int64_t)PARTS * KNOWN_TURN * FAR;
    int64_t least = (int64_t)PARTS * bound - 8 * (PROGRESS_MOST + car.maximum);
    least += least < most && risks ? risk_of(choosing, way) : 0;
    return least >= most || least + cost_of_turning(choosing, &car) >= most;
}

typedef void visit(struct stock_choosing *, const struct stock_plan *);

static void visit_ends(struct stock_choosing *choosing, int way, int begin, bool slips,
                       visit *visit_plan)
{
    struct stock_plan plan;
    const int *ends = ends_after[begin + CHANGES_MOST];
    for (int end = ends[0]; end <= ends[1]; end++)
        if (stock_plan_make(&choosing->ways, way, begin, end, slips, &plan))
            visit_plan(choosing, &plan);
}

static void visit_begin(struct stock_choosing *choosing, int begin, bool slips, visit *visit_plan,
                        const int64_t *most)
{
    const struct stock_ways *ways = &choosing->ways;
    int speed = choosing->car->speed + begin + slips;
    if (speed < 0 || speed > choosing->car->maximum || speed > ways->most)
        return;
    for (int i = ways->first[speed]; i < ways->first[speed + 1]; i++)
        if (!is_hopeless(choosing, &ways->items[i], begin, slips, visit_plan == consider, *most))
            visit_ends(choosing, i, begin, slips, visit_plan);
    for (int i = 0; i < ways->first[speed]; i++)
        if (ways->items[i].finishes)
            visit_ends(choosing, i, begin, slips, visit_plan);
}

/* Those that may be worth less than `most`, which may sink meanwhile. */
static void visit_plans(struct stock_choosing *choosing, visit *visit_plan, const int64_t *most)
{
    bool slips = stock_plan_may_slip(choosing->race, choosing->number);
    for (int begin = -CHANGES_MOST; begin <= CHANGES_MOST; begin++)
        for (int slip = 0; slip <= (slips && begin >= 0 ? 1 : 0); slip++)
            visit_begin(choosing, begin, slip, visit_plan, most);
}

static struct stock_choosing begin_choosing(const struct stock_knowledge *knowledge,
                                            const struct race *race, int number,
                                            const struct stock_sight *sight)
{
    const struct stock_car *car = stock_car(race, number);
    int most = number_smaller(car->speed + CHANGES_MOST + 1, car->maximum);
    int left = stock_knowledge_left(knowledge, car);
    uint64_t mood = hash_number(race->game->hash(race), number);
    return (struct stock_choosing){
        .knowledge = knowledge,
        .race = race,
        .number = number,
        .car = car,
        .sight = sight,
        .character = sight->characters ? &four[(number - 1) % DRIVER_NAMES] : &plain,
        .lap = stock_knowledge_lap(knowledge, car),
        .crash = KNOWN_TURN + number_larger(left, 0) / CRASH_LOSS,
        .alone = true,
        .mood = mood,
        .ways = stock_ways_find(race, number, stock_knowledge_crossings(knowledge, car), most,
                                sight->steers_most),
        .best_score = INT64_MAX,
        .second_score = INT64_MAX};
}

static void end_choosing(struct stock_choosing *choosing)
{
    stock_ways_free(&choosing->ways);
    free(choosing->threats);
}

/* --- others ----------------------------------------------------------------------------------- */

/* Ends of another's orders that are about as good as its best one: each as likely. */
static int64_t good_enough(const struct stock_choosing *choosing)
{
    return choosing->best_score + PARTS * KNOWN_TURN / 8 + 1;
}

static void collect(struct stock_choosing *choosing, const struct stock_plan *plan)
{
    int64_t turns, most = good_enough(choosing);
    if (plan->after.status == STOCK_FINISHED ||
        value_of(choosing, &plan->after, most, &turns) >= most)
        return;
    for (int i = 0; i < choosing->threat_count; i++)
        if (point_equal(choosing->threats[i].at, plan->after.at)) {
            choosing->threats[i].chance++;
            return;
        }
    array_add(choosing->threats, choosing->threat_count, choosing->threat_capacity,
              (struct threat){plan->after.at, 1});
}

static void foresee(struct stock_choosing *choosing, int rival)
{
    static const struct stock_sight usual = {.steers_most = 2};
    struct stock_choosing other =
        begin_choosing(choosing->knowledge, choosing->race, rival, &usual);
    int sum = 0;
    visit_plans(&other, consider, &other.best_score);
    if (other.best_score < INT64_MAX) {
        int64_t most = good_enough(&other);
        visit_plans(&other, collect, &most);
    }
    for (int i = 0; i < other.threat_count; i++)
        sum += other.threats[i].chance;
    for (int i = 0; i < other.threat_count; i++) {
        other.threats[i].chance =
            other.threats[i].chance * choosing->sight->crash_part / number_larger(sum, 1);
        array_add(choosing->threats, choosing->threat_count, choosing->threat_capacity,
                  other.threats[i]);
    }
    end_choosing(&other);
}

static int distance(struct point a, struct point b)
{
    return number_larger(abs(a.x - b.x), abs(a.y - b.y));
}

static bool is_near(const struct stock_choosing *choosing, int number)
{
    const struct stock_car *other = stock_car(choosing->race, number);
    return number != choosing->number && other->status == STOCK_RACING &&
           distance(other->at, choosing->car->at) <=
               other->speed + choosing->car->speed + 2 * CHANGES_MOST;
}

/* Of those near enough to end on the same tile the nearest ones. */
static void foresee_rivals(struct stock_choosing *choosing)
{
    bool seen[CAR_LIMIT + 1] = {0};
    int cars = choosing->race->game->car_count(choosing->race);
    for (int count = 0; count < cars; count++) {
        int nearest = 0, least = 0;
        for (int car = 1; car <= cars; car++) {
            int far = distance(stock_car(choosing->race, car)->at, choosing->car->at);
            if (seen[car] || !is_near(choosing, car) || (nearest && far >= least))
                continue;
            nearest = car;
            least = far;
        }
        choosing->alone &= nearest == 0;
        if (nearest == 0 || count == choosing->sight->rivals)
            return;
        seen[nearest] = true;
        foresee(choosing, nearest);
    }
}

/* --- trouble: no way keeps on the track, or none leads anywhere ------------------------------- */

struct trouble {
    struct stock_choosing *choosing;
    struct text best;
    int64_t score;
};

static void try_order(struct trouble *trouble, const char *order)
{
    struct stock_choosing *choosing = trouble->choosing;
    struct stock_trial trial;
    struct error error;
    if (!stock_try(choosing->race, choosing->number, order, &trial, &error))
        return;
    int64_t turns, score = value_of(choosing, &trial.ends, trouble->score, &turns);
    if (score < trouble->score) {
        trouble->score = score;
        text_clear(&trouble->best);
        text_append(&trouble->best, order);
    }
    stock_trial_free(&trial);
}

/* The rest of the order goes straight on, off the track or into oil. */
static void try_way(struct trouble *trouble, int way, int begin)
{
    struct stock_choosing *choosing = trouble->choosing;
    struct stock_plan plan;
    struct text order = {0};
    if (!stock_plan_make(&choosing->ways, way, begin, 0, false, &plan))
        return;
    stock_plan_write(&choosing->ways, &plan, &order);
    try_order(trouble, text_string(&order));
    text_free(&order);
}

/* What is better than the order that was found, if any was. */
static bool choose_in_trouble(struct stock_choosing *choosing, struct text *action)
{
    const struct stock_ways *ways = &choosing->ways;
    struct trouble trouble = {.choosing = choosing, .score = choosing->best_score};
    for (int begin = -CHANGES_MOST; begin <= CHANGES_MOST; begin++) {
        int speed = choosing->car->speed + begin, tried = 0;
        if (speed < 0 || speed > choosing->car->maximum)
            continue;
        for (int i = ways->first[number_smaller(speed, ways->most)] - 1;
             i >= 0 && tried < TROUBLE_WAYS; i--, tried++)
            try_way(&trouble, i, begin);
    }
    /* A car that stands before a wall is turned by leaving the track with a steer. */
    static const char *const orders[] = {"AL", "AR", "L", "R", "BL", "BR"};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        try_order(&trouble, orders[i]);
    text_append(action, text_string(&trouble.best));
    text_free(&trouble.best);
    return trouble.score < choosing->best_score;
}

/* --- slips ------------------------------------------------------------------------------------ */

/* Tiles ahead of the next car; 0: others are ahead. */
static int lead_of(const struct stock_choosing *choosing)
{
    int least = INT_MAX, cars = choosing->race->game->car_count(choosing->race);
    for (int number = 1; number <= cars; number++) {
        const struct stock_car *car = stock_car(choosing->race, number);
        if (number != choosing->number && car->status == STOCK_RACING)
            least = number_smaller(least, stock_knowledge_to_go(choosing->knowledge, car));
    }
    int own = stock_knowledge_to_go(choosing->knowledge, choosing->car);
    return least == INT_MAX ? 0 : number_larger(0, least - own);
}

/* Who leads takes care and loses by it: so races stay close. */
static bool slips_now(const struct stock_choosing *choosing)
{
    const struct stock_sight *sight = choosing->sight;
    struct random random = random_seeded(choosing->mood);
    uint32_t shares = (uint32_t)(sight->slip * EASE);
    return shares > 0 &&
           random_below(&random, shares) < (uint32_t)(EASE + sight->eases * lead_of(choosing));
}

/* ---------------------------------------------------------------------------------------------- */

void stock_level_choose(enum stock_level level, const struct stock_knowledge *knowledge,
                        const struct race *race, int car, struct text *action)
{
    const struct stock_sight *sight = &sights[level];
    if (stock_choosing_specials(race)) {
        /* A rookie takes what is of use everywhere, others what suits the course. */
        enum stock_special special =
            level == STOCK_ROOKIE ? SPECIAL_PERFORMANCE : stock_knowledge_special(knowledge);
        text_append_format(action, "special %s", stock_special_name(special));
        return;
    }
    struct stock_choosing choosing = begin_choosing(knowledge, race, car, sight);
    foresee_rivals(&choosing);
    visit_plans(&choosing, consider, &choosing.best_score);
    bool lost = choosing.best_score >= (int64_t)PARTS * KNOWN_TURN * FAR;
    if (!lost && slips_now(&choosing))
        visit_plans(&choosing, consider_second, &choosing.second_score);
    bool slips = choosing.second_score < (int64_t)PARTS * KNOWN_TURN * FAR;
    if (!lost || !choose_in_trouble(&choosing, action))
        stock_plan_write(&choosing.ways, slips ? &choosing.second : &choosing.best, action);
    end_choosing(&choosing);
}

/* === why ====================================================================================== */

static void say_turns(struct text *into, int64_t turns)
{
    int64_t tenths = turns * 10 / (PARTS * KNOWN_TURN);
    text_append_format(into, "%d.%d turns", (int)(tenths / 10), (int)(tenths % 10));
}

static int chance_at(const struct stock_choosing *choosing, struct point at)
{
    int chance = 0;
    for (int i = 0; i < choosing->threat_count; i++)
        chance += point_equal(choosing->threats[i].at, at) ? choosing->threats[i].chance : 0;
    return chance;
}

static void explain_order(const struct stock_choosing *choosing, const struct stock_trial *trial,
                          struct text *into)
{
    const struct stock_car *ends = &trial->ends;
    int spare, best_chance = chance_at(choosing, choosing->best.after.at);
    int64_t turns = turns_of(choosing, ends, &spare);
    if (trial->finishes || turns >= (int64_t)PARTS * KNOWN_TURN * FAR) {
        text_append(into, trial->finishes ? "The finish is in reach."
                                          : "It is in trouble: no way that it knows leads on.");
        return;
    }
    text_append(into, "It counts ");
    say_turns(into, turns);
    text_append(into, " more from there to the finish");
    if (turns - choosing->best_turns >= PARTS * KNOWN_TURN / 2) {
        text_append(into, "; it saw a way with ");
        say_turns(into, choosing->best_turns);
        text_append(into, ", and slipped");
    } else if (chance_at(choosing, point_add(ends->at, heading_steps[ends->heading])) > 0)
        text_append(into, ", perhaps in a slipstream");
    if (best_chance > 0 || chance_at(choosing, ends->at) > 0)
        text_append_format(into, "; another car may end there, %d times in 10",
                           (chance_at(choosing, ends->at) * 10 + PARTS / 2) / PARTS);
    text_append(into, ".");
}

void stock_level_explain(int level, const void *knowledge, const struct race *race, int car,
                         const char *action, struct reason *into)
{
    struct stock_trial trial;
    struct error error;
    if (stock_choosing_specials(race) || !stock_try(race, car, action, &trial, &error)) {
        text_append(&into->sentence, "It takes what is soonest home on this course, alone.");
        return;
    }
    struct stock_choosing choosing = begin_choosing(knowledge, race, car, &sights[level]);
    foresee_rivals(&choosing);
    visit_plans(&choosing, consider, &choosing.best_score);
    explain_order(&choosing, &trial, &into->sentence);
    into->way[into->count++] = choosing.car->at;
    for (int i = 0; i < trial.path_count && into->count < REASON_PLACES; i++)
        into->way[into->count++] = trial.path[i].at;
    end_choosing(&choosing);
    stock_trial_free(&trial);
}

/* === specials ================================================================================= */

enum { TURNS_MOST = 48, SEED = 1 };
#define GLANCE_STEPS_MOST (2 * BUDGET_SECOND)

/* How a drive ended: the lower `turns`, the better, then the more cards. */
struct stock_drive {
    int turns; /* driven and left, in parts of a turn; of the last one so much as the car needed */
    int cards;
};

static int turns_of_drive(const struct stock_knowledge *knowledge, const struct race *race,
                          const struct event_list *last, int turns)
{
    const struct stock_car *car = stock_car(race, 1);
    for (int i = 0; i < last->count; i++) {
        const struct stock_event *event = stock_event(&last->items[i]);
        if (event->type == STOCK_EVENT_FINISHED)
            return (turns - 1) * KNOWN_TURN + KNOWN_TURN * event->move / event->of;
    }
    int left = stock_knowledge_left(knowledge, car);
    return left == KNOWN_UNKNOWN ? INT_MAX : turns * KNOWN_TURN + left;
}

static struct stock_drive drive_with(const struct stock_knowledge *knowledge,
                                     const struct setup *setup, enum stock_special special,
                                     struct budget *budget)
{
    struct race *race = stock_cars_game.begin(setup);
    struct event_list events = {0};
    struct text action = {0};
    struct error error;
    int turns = 0;
    text_append_format(&action, "special %s", stock_special_name(special));
    while (stock_cars_game.apply(race, 1, text_string(&action), &events, &error) &&
           !stock_cars_game.over(race) && turns < TURNS_MOST && !budget_is_cancelled(budget)) {
        struct race *known = race_copy_for(race, 1, SEED);
        text_clear(&action);
        stock_level_choose(STOCK_ACE, knowledge, known, 1, &action);
        stock_cars_game.free(known);
        event_list_clear(&events);
        turns++;
    }
    struct stock_drive drive = {turns_of_drive(knowledge, race, &events, turns),
                                stock_car(race, 1)->wild_cards};
    event_list_free(&events);
    text_free(&action);
    stock_cars_game.free(race);
    return drive;
}

enum stock_special stock_special_that_suits(const struct setup *setup, struct budget *budget,
                                            uint64_t *glanced)
{
    static const enum stock_special specials[] = {SPECIAL_PERFORMANCE, SPECIAL_TURBO,
                                                  SPECIAL_SWAYBARS};
    enum stock_special best = SPECIAL_PERFORMANCE;
    struct setup alone = *setup;
    struct stock_drive least = {INT_MAX, 0};
    alone.players = 1;
    alone.seed = SEED;
    struct budget part = budget_part(budget, STOCK_BYTES_MOST, GLANCE_STEPS_MOST);
    struct stock_knowledge *knowledge = stock_knowledge_glance(&alone, &part);
    *glanced = budget_has_ended(&part) ? STOCK_STEPS_MOST : atomic_load(&part.steps);
    bool chooses = setup->values[STOCK_SPECIALS] == STOCK_ON;
    for (int i = 0; chooses && i < 3 && !budget_has_ended(&part); i++) {
        struct stock_drive drive = drive_with(knowledge, &alone, specials[i], budget);
        bool better =
            drive.turns < least.turns || (drive.turns == least.turns && drive.cards > least.cards);
        if (better && !budget_is_cancelled(budget)) {
            best = specials[i];
            least = drive;
        }
    }
    stock_knowledge_free(knowledge);
    budget_return(&part);
    return best;
}
