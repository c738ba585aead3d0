/* Which level is as fast as people were, by races on the ring: car 1 drives the lap, car 2 stays
 * behind. */
#include "drivers/driving.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/with_you.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "support/ring.h"

#include <stdlib.h>
#include <string.h>

static void drive(const char *file, const char *first, const char *second, bool to_the_end)
{
    static const char *const waits[] = {"10,1>10,1", "10,1"};
    const char *const drivers[] = {first, second};
    struct session *session = ring_session_driven("classroom", drivers, 2);
    struct error error = {0};
    for (int step = 0, turn = 0; !graph_paper_game.over(session_race(session)); turn++) {
        bool moves = race_next_car(session_race(session)) == 1;
        if (!to_the_end && turn == 5)
            break;
        ring_do(session, moves ? &ring_lap[step++] : &waits[turn > 1], 1);
    }
    char *path = folder_path(file);
    assert_true(session_save(session, path, &error));
    free(path);
    session_free(session);
}

static const char *level_now(void)
{
    char *path = folder_path("");
    int level = with_you_level(path, &graph_paper_game);
    free(path);
    return driving_of(&graph_paper_game)->kinds[level].name;
}

static void without_races_it_is_the_usual_level(void **state)
{
    (void)state;
    folder_empty();
    assert_string_equal(level_now(), "club");
    drive("persons.race", "human", "human", true);
    drive("begun.race", "human", "ace", false);
    drive("computers.race", "ace", "rookie", true);
    assert_string_equal(level_now(), "club");
}

/* Above a pro that came in behind, below a club that came in before; and that a rookie was faster
 * brings the mean of a pro's place and one below a rookie's down to a club: (3 - 1) / 2. */
static void it_is_above_who_was_behind_and_below_who_was_before(void **state)
{
    (void)state;
    folder_empty();
    drive("1.race", "human", "pro", true);
    assert_string_equal(level_now(), "ace");
    drive("2.race", "rookie", "human", true);
    assert_string_equal(level_now(), "club");
    folder_empty();
    drive("1.race", "club", "human", true);
    assert_string_equal(level_now(), "rookie");
    drive("1.race", "human", "ace", true);
    assert_string_equal(level_now(), "ace");
}

static void a_seat_says_which_level_it_was(void **state)
{
    (void)state;
    struct error error = {0};
    struct player players[] = {{.driver = "human"}, {.driver = "with-you:club"}};
    assert_false(with_you_is_wanted(players, 1));
    assert_true(with_you_is_wanted(players, 2));
    with_you_seat(players, 2, &graph_paper_game, driver_find_level(&graph_paper_game, "pro"));
    assert_string_equal(players[0].driver, "human");
    assert_string_equal(players[1].driver, "with-you:pro");
    assert_true(driver_check(&graph_paper_game, players[1].driver, &error));
    assert_int_equal(driver_find_level(&graph_paper_game, "with-you:pro"),
                     driver_find_level(&graph_paper_game, "pro"));
    assert_false(driver_check(&graph_paper_game, "with-you:", &error));
    assert_false(driver_check(&graph_paper_game, "with-you:human", &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_races_it_is_the_usual_level),
        cmocka_unit_test(it_is_above_who_was_behind_and_below_who_was_before),
        cmocka_unit_test(a_seat_says_which_level_it_was),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
