/* The ace's search: the turn is played on several times with each speed that is worth a try, with
 * the others driving as a pro does, and the next one, too. Work is counted, not time.
 */
#include "drivers/circuit/level.h"

#include "base/hash.h"
#include "base/number.h"

#include <assert.h>

enum { PLAYED = 12, TURNS_ON = 1, RIVALS = 4, GAP_MOST = 2 * PLAN_TURN };

static int value_of(const struct planner *planner, int number)
{
    const struct race *race = planner->race;
    const struct circuit_car *car = circuit_car(race, number);
    struct planner own = *planner;
    own.car = number;
    if (car->status == CIRCUIT_FINISHED)
        return 8 * car->place * PLAN_FINE - 10 * PLAN_TURN;
    if (car->status != CIRCUIT_RACING)
        return 40 * PLAN_TURN;
    struct racer racer = {circuit_position(race, number), car->lane, car->on_line, car->speed,
                          car->halves};
    return circuit_plan_value(&own, &racer) + car->missed_turns * PLAN_TURN -
           car->chips * 3 * PLAN_FINE;
}

/* Less is better: the own turns, and where that stands among the others'. */
static int64_t standing_of(const struct planner *planner)
{
    int own = value_of(planner, planner->car),
        count = planner->race->game->car_count(planner->race);
    int64_t sum = (int64_t)own * RIVALS;
    for (int other = 1; other <= count; other++) {
        int gap = own - (other == planner->car ? own : value_of(planner, other));
        sum += number_smaller(GAP_MOST, number_larger(-GAP_MOST, gap)) * 4 / count;
    }
    return sum;
}

static void act(struct race *race, int car, const char *action)
{
    struct event_list events = {0};
    struct error error;
    bool done = race->game->apply(race, car, action, &events, &error);
    assert(done);
    (void)done;
    event_list_free(&events);
}

static int64_t play_on(const struct planner *planner, int speed, uint64_t seed)
{
    struct race *race = race_copy_for(planner->race, planner->car, seed);
    struct planner played = *planner;
    played.race = race;
    struct text action = {0};
    int round = race->game->round(race);
    text_append_format(&action, "speed %d", speed);
    act(race, planner->car, text_string(&action));
    while (!race->game->over(race) && race->game->round(race) < round + TURNS_ON &&
           !budget_is_cancelled(planner->budget)) {
        int car = race_next_car(race);
        text_clear(&action);
        circuit_level_choose(CIRCUIT_PRO, planner->knowledge, race, car, NULL, &action);
        act(race, car, text_string(&action));
    }
    int64_t standing = standing_of(&played);
    text_free(&action);
    race->game->free(race);
    return standing;
}

int circuit_ace_speed(const struct planner *planner, const int *speeds, int count)
{
    uint64_t seed = planner->race->game->hash(planner->race);
    int64_t least = INT64_MAX;
    int best = 0;
    for (int i = 0; i < count; i++) {
        int64_t sum = 0;
        for (int number = 0; number < PLAYED && !budget_is_cancelled(planner->budget); number++)
            sum += play_on(planner, speeds[i], hash_number(seed, number));
        if (sum <= least) {
            best = i;
            least = sum;
        }
    }
    return speeds[best];
}
