/* Drivers of every level race through to the end on random sheets under random rules: whatever
 * they say, the rules accept it. And the same race goes the same way again: with the knowledge made
 * anew, from copies of the race, and asked by another's question in between.
 *
 *     drivers_twice_test [RACES [SEED]]
 */
#include "base/number.h"
#include "drivers/graph_paper/levels/driver.h"
#include "drivers/graph_paper/solver/solver.h"
#include "model/rules_random.h"
#include "support/cmocka.h"

static int64_t races = 25;
static int64_t seed = 1;

struct entry {
    struct track *track;
    struct setup setup;
    enum driver_level levels[PLAYER_LIMIT];
    bool by_eye; /* as on a sheet too large to be searched */
};

/* Any set-up that makes sense. */
static struct entry draw_entry(struct random *random)
{
    struct error error;
    struct entry entry;
    for (;;) {
        entry.track = random_track(random);
        entry.setup = random_setup(random, entry.track);
        entry.setup.values[FIELD_ROUND_LIMIT] = random_from_to(random, 10, 60);
        if (setup_check(&entry.setup, &error))
            break;
        track_release(entry.track);
    }
    for (int i = 0; i < entry.setup.players; i++)
        entry.levels[i] = (enum driver_level)random_below(random, LEVEL_ACE);
    entry.by_eye = random_chance(random, 30);
    return entry;
}

static void choose(const struct entry *entry, const struct knowledge *knowledge,
                   const struct race *race, struct text *action)
{
    int car = race_next_car(race);
    int player = graph_paper_game.player_of(race, car);
    text_clear(action);
    driver_choose(entry->levels[player - 1], knowledge, race, NULL, action);
}

static uint64_t race_through(const struct entry *entry, int64_t number, bool from_copies)
{
    const struct knowledge_limits none = {0};
    struct knowledge *knowledge = entry->by_eye
                                      ? knowledge_prepare_within(&entry->setup, &none, NULL)
                                      : knowledge_prepare(&entry->setup, NULL);
    struct race *race = graph_paper_game.begin(&entry->setup);
    struct event_list events = {0};
    struct text action = {0}, again = {0};
    uint64_t hash = HASH_START;
    while (!graph_paper_game.over(race)) {
        struct error error = {0};
        choose(entry, knowledge, race, &action);
        if (from_copies) {
            struct race *copy = graph_paper_game.copy(race);
            choose(entry, knowledge, copy, &again);
            assert_string_equal(text_string(&again), text_string(&action));
            graph_paper_game.free(race);
            race = copy;
        }
        event_list_clear(&events);
        if (!graph_paper_game.apply(race, race_next_car(race), text_string(&action), &events,
                                    &error))
            fail_msg("seed %lld, race %lld: \"%s\" is refused: %s", (long long)seed,
                     (long long)number, text_string(&action), error.text);
        hash = hash_number(hash, (int64_t)graph_paper_game.hash(race));
    }
    text_free(&action);
    text_free(&again);
    event_list_free(&events);
    graph_paper_game.free(race);
    knowledge_release(knowledge);
    return hash;
}

static void test_races(void **state)
{
    (void)state;
    struct random random = random_seeded((uint64_t)seed);
    for (int64_t i = 0; i < races; i++) {
        struct entry entry = draw_entry(&random);
        uint64_t hash = race_through(&entry, i, false);
        if (race_through(&entry, i, true) != hash)
            fail_msg("seed %lld, race %lld goes another way the second time", (long long)seed,
                     (long long)i);
        track_release(entry.track);
    }
}

int main(int argument_count, char **arguments)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_races)};
    if ((argument_count > 1 && !number_is_integer(arguments[1], 1, 1000000000, &races)) ||
        (argument_count > 2 && !number_is_integer(arguments[2], 0, INT64_MAX, &seed)))
        return 2;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
