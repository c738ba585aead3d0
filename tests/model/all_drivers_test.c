/* Whole races of all levels on random tracks under random rules: every action that a driver says is
 * one that the rules take, the race comes to its end, and twice to the same.
 *
 *     drivers_races_test [SEED [RACES]]
 */
#include "base/number.h"
#include "drivers/drivers.h"
#include "drivers/graph_paper/levels/driver.h"
#include "model/rules_random.h"
#include "support/cmocka.h"

static uint64_t first_seed = 1;
static int races = 12;

static struct setup draw_setup(struct random *random, const struct track *track)
{
    for (;;) {
        struct error error;
        struct setup setup = random_setup(random, track);
        if (setup_check(&setup, &error))
            return setup;
    }
}

static void act(struct drivers *drivers, struct race *race, uint64_t seed)
{
    static const char *const names[PLAYER_LIMIT] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    struct text action = {0};
    struct text remark = {0};
    struct event_list events = {0};
    struct error error = {0};
    assert_true(drivers_choose(drivers, race, race_next_car(race), names, &action, &remark));
    assert_int_equal(remark.length, 0);
    if (!graph_paper_game.apply(race, race_next_car(race), text_string(&action), &events, &error))
        fail_msg("seed %llu: %s: %s", (unsigned long long)seed, action.data, error.text);
    event_list_free(&events);
    text_free(&action);
    text_free(&remark);
}

static uint64_t drive(const struct setup *setup, const char *const *seats, uint64_t seed)
{
    struct race *race = graph_paper_game.begin(setup);
    struct drivers *drivers = drivers_create(setup, seats, (struct drivers_options){0});
    while (!graph_paper_game.over(race))
        act(drivers, race, seed);
    uint64_t hash = graph_paper_game.hash(race);
    drivers_free(drivers, race);
    graph_paper_game.free(race);
    return hash;
}

static void all_levels_play_all_rules(void **state)
{
    (void)state;
    print_message("seeds %llu to %llu\n", (unsigned long long)first_seed,
                  (unsigned long long)first_seed + (unsigned)races - 1);
    for (int i = 0; i < races; i++) {
        uint64_t seed = first_seed + (uint64_t)i;
        struct random random = random_seeded(seed);
        struct track *track = random_track(&random);
        struct setup setup = draw_setup(&random, track);
        const char *seats[PLAYER_LIMIT];
        for (int player = 0; player < setup.players; player++)
            seats[player] = driver_kinds[random_below(&random, LEVEL_COUNT)].name;
        uint64_t hash = drive(&setup, seats, seed);
        assert_true(drive(&setup, seats, seed) == hash);
        track_release(track);
    }
}

int main(int argument_count, char **arguments)
{
    int64_t count;
    if (argument_count > 1 && !number_is_unsigned(arguments[1], &first_seed))
        return 2;
    if (argument_count > 2 && number_is_integer(arguments[2], 1, 1000000, &count))
        races = (int)count;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_levels_play_all_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
