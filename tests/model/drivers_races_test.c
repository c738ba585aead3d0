/* Eight drivers, most often all aces, on random tracks under random rules, races and derbies: the
 * rules take every action, and every race comes to its end.
 *
 *     drivers_races_test [SEED [RACES]]
 */
#include "base/number.h"
#include "drivers/graph_paper/levels/driver.h"
#include "rules_random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static uint64_t seed = 2;
static int races = 8;

struct tally {
    int events[EVENT_OVER + 1];
    int races, derbies;
    int64_t actions;
};

/* Everything that a race may know at once; what is left to chance is how it is meant. */
static void turn_everything_on(struct random *random, struct setup *setup)
{
    setup->values[FIELD_NITROS] = 2;
    setup->values[FIELD_GOOD_BRAKES] = 1;
    setup->values[FIELD_TURBO_BOOSTS] = 1;
    setup->values[FIELD_TURBO_AREAS] = SWITCH_ON;
    setup->values[FIELD_CHECKPOINTS] = SWITCH_ON;
    setup->values[FIELD_SLICKS] = random_from_to(random, SLICKS_SPIN, SLICKS_FOUR);
    setup->values[FIELD_COLLISION] = random_from_to(random, COLLISION_FORBID, COLLISION_DAMAGE);
    setup->values[FIELD_LAPS] = 2;
}

static bool draw_setup(struct random *random, struct track *track, struct setup *setup)
{
    struct error error = {0};
    *setup = random_setup(random, track);
    setup->players = PLAYER_LIMIT;
    if (random_chance(random, 30) && setup->values[FIELD_CONTEST] == CONTEST_RACE)
        turn_everything_on(random, setup);
    if (setup->values[FIELD_CONTEST] == CONTEST_DERBY)
        setup->values[FIELD_ROUNDS] = random_from_to(random, 5, 12);
    if (setup->values[FIELD_ORDER] == ORDER_LOSER_FIRST)
        random_last(random, setup, random_cars(setup));
    return setup_check(setup, &error);
}

/* Mostly aces. */
static void draw_levels(struct random *random, enum driver_level *levels)
{
    bool mixed = random_chance(random, 20);
    for (int i = 0; i < PLAYER_LIMIT; i++)
        levels[i] = mixed ? (enum driver_level)random_below(random, LEVEL_COUNT) : LEVEL_ACE;
}

static void play(struct random *random, const struct setup *setup, struct tally *tally)
{
    struct knowledge *knowledge = knowledge_prepare(setup, NULL);
    struct race *race = graph_paper_game.begin(setup);
    struct event_list events = {0};
    struct text action = {0};
    enum driver_level levels[PLAYER_LIMIT];
    draw_levels(random, levels);
    while (!graph_paper_game.over(race)) {
        struct error error = {0};
        int player = graph_paper_game.player_of(race, race_next_car(race));
        text_clear(&action);
        driver_choose(levels[player - 1], knowledge, race, NULL, &action);
        if (!graph_paper_game.apply(race, race_next_car(race), text_string(&action), &events,
                                    &error))
            fail_msg("%s: %s", text_string(&action), error.text);
        tally->actions++;
    }
    for (int i = 0; i < events.count; i++)
        tally->events[graph_paper_event(&events.items[i])->type]++;
    bool derby = setup->values[FIELD_CONTEST] == CONTEST_DERBY;
    tally->races += !derby;
    tally->derbies += derby;
    text_free(&action);
    event_list_free(&events);
    graph_paper_game.free(race);
    knowledge_release(knowledge);
}

static void test_every_race_comes_to_its_end(void **state)
{
    (void)state;
    struct tally tally = {0};
    for (uint64_t i = seed; tally.races + tally.derbies < races; i++) {
        struct random random = random_seeded(i);
        struct setup setup;
        struct track *track = random_track(&random);
        print_message("# seed %llu\n", (unsigned long long)i);
        if (draw_setup(&random, track, &setup))
            play(&random, &setup, &tally);
        track_release(track);
    }
    print_message("%d races and %d derbies, %lld actions\n", tally.races, tally.derbies,
                  (long long)tally.actions);
    for (int type = 0; type <= EVENT_OVER; type++)
        print_message("%d of type %d\n", tally.events[type], type);
    assert_int_equal(tally.events[EVENT_OVER], races);
    assert_true(tally.events[EVENT_FINISHED] > 0);
}

int main(int argument_count, char **arguments)
{
    int64_t count;
    if (argument_count > 1 && !number_is_unsigned(arguments[1], &seed))
        return 2;
    if (argument_count > 2 && number_is_integer(arguments[2], 1, 1000000, &count))
        races = (int)count;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_race_comes_to_its_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
