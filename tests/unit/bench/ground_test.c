/* What bench measures on is what its lines say: so many wall edges, so many cars and rounds. */
#include "drivers/graph_paper/driving.h"
#include "rules/graph_paper/graph_paper.h"
#include "support/bench_ground.h"
#include "support/cmocka.h"

static void rings_have_as_many_edges_as_they_say(void **state)
{
    (void)state;
    static const int rows[][2] = {{4, 4}, {8, 8}, {15, 14}, {500, 500}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error error = {0};
        struct track *track = bench_ring(rows[i][0], rows[i][1]);
        assert_int_equal(area_edge_count(track->surface), rows[i][0] + rows[i][1]);
        assert_int_equal(track->width, 60);
        assert_int_equal(track->height, 45);
        if (!lap_prove(track, NULL, NULL, &error))
            fail_msg("%s", error.text);
        track_release(track);
    }
}

static void races_are_driven_for_their_rounds(void **state)
{
    (void)state;
    struct track *track = bench_ring(15, 14);
    struct session *session = bench_race(track, 3, 0, 10);
    assert_int_equal(graph_paper_game.round(session_race(session)), 11);
    assert_int_equal(graph_paper_game.car_count(session_race(session)), 3);
    assert_int_equal(graph_paper_car(session_race(session), 1)->nitros, 0);
    session_free(session);
    track_release(track);
}

/* Whoever drives badly is out, so a few of eight are enough. */
static void busy_races_have_everything_on_the_sheet(void **state)
{
    (void)state;
    struct error error = {0};
    struct track *track = bench_busy_ring(500, 500);
    assert_true(track->slick_count > 0 && track->turbo_count > 0);
    assert_true(track->checkpoint_count > 0 && track->inspected_count > 0);
    if (!lap_prove(track, NULL, NULL, &error))
        fail_msg("%s", error.text);
    struct session *session = bench_busy_race(track, 8, 1, 20);
    assert_true(session_step_count(session) > 100);
    int passed = 0;
    for (int car = 1; car <= 8; car++)
        passed += graph_paper_car(session_race(session), car)->laps_opened;
    assert_true(passed > 0);
    session_free(session);
    track_release(track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_have_as_many_edges_as_they_say),
        cmocka_unit_test(races_are_driven_for_their_rounds),
        cmocka_unit_test(busy_races_have_everything_on_the_sheet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
