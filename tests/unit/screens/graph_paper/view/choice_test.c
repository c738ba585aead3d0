/* What can be chosen in the race screen, on the ring of support/ring.h. */
#include "screens/graph_paper/view/inside.h"
#include "support/cmocka.h"
#include "support/ring.h"

#include <stdlib.h>

static int shown_at(const struct choice *choice, int x, int y)
{
    return choice_nearest(choice, x, y, 0.1);
}

static void a_waiting_car_first_shows_its_start_points(void **state)
{
    (void)state;
    struct session *session = ring_session("classroom", 2, ring_allow_all);
    struct choice choice = {0};
    choice_refresh(&choice, session);
    assert_int_equal(choice.car, 1);
    assert_int_equal(choice.starts.points, 5); /* 10,1 to 10,5 */
    assert_int_equal(choice.shown_count, 0);
    int start = choice_nearest(&choice, 10.2, 2.9, 0.5);
    assert_int_equal(graph_paper_start(&choice.starts, start).y, 3);
    assert_int_equal(choice_nearest(&choice, 12, 3, 0.5), -1);

    choice_take_start(&choice, session, start);
    assert_int_equal(choice.shown_count, 9);
    assert_int_equal(choice.principal.x, 10);
    assert_int_equal(choice.principal.y, 3);
    struct text action = {0};
    choice_print_move(&choice, shown_at(&choice, 11, 3), &action);
    assert_string_equal(text_string(&action), "10,3>11,3");
    text_free(&action);

    choice_take_start(&choice, session, -1);
    assert_int_equal(choice.shown_count, 0);
    assert_int_equal(choice.starts.points, 5);
    choice_free(&choice);
    session_free(session);
}

static void a_racing_car_shows_nine_points_round_the_principal_point(void **state)
{
    (void)state;
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    struct choice choice = {0};
    ring_do(session, ring_lap, 3); /* at 15,4, velocity 2,1 */
    choice_refresh(&choice, session);
    assert_int_equal(choice.shown_count, 9);
    assert_int_equal(choice.principal.x, 17);
    assert_int_equal(choice.principal.y, 5);
    int keypad = choice_move_at(&choice, -1, 1);
    assert_int_equal(choice.shown[keypad].to.x, 16);
    assert_int_equal(choice.shown[keypad].to.y, 6);
    struct text action = {0};
    choice_print_move(&choice, keypad, &action);
    assert_string_equal(text_string(&action), "16,6");
    text_free(&action);
    choice_free(&choice);
    session_free(session);
}

static void nitro_points_appear_when_they_are_switched_on(void **state)
{
    (void)state;
    struct session *session = ring_session("racing-car", 1, ring_allow_all);
    struct choice choice = {0};
    ring_do(session, ring_lap, 2);
    choice_refresh(&choice, session);
    assert_true(choice_has(&choice, SIGN_NITRO));
    assert_int_equal(choice.shown_count, 9);
    choice_show_nitros(&choice, true);
    assert_int_equal(choice.shown_count, 57); /* excess x + excess y up to 3: 27 + 14 + 10 + 6 */
    choice_show_nitros(&choice, false);
    assert_int_equal(choice.shown_count, 9);
    choice_free(&choice);
    session_free(session);
}

static void looking_ahead_shows_the_turn_after(void **state)
{
    (void)state;
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    struct choice choice = {0};
    ring_do(session, ring_lap, 3);
    choice_refresh(&choice, session);
    choice_look_ahead(&choice, session, shown_at(&choice, 16, 6));
    assert_int_equal(choice.after.count, 9);
    /* 15,4 -> 16,6: the next principal point is 17,8. */
    assert_int_equal(choice.after.items[4].to.x, 17);
    assert_int_equal(choice.after.items[4].to.y, 8);
    choice_look_ahead(&choice, session, -1);
    assert_int_equal(choice.after.count, 0);
    choice_free(&choice);
    session_free(session);
}

static void arrow_keys_walk_from_point_to_point(void **state)
{
    (void)state;
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    struct choice choice = {0};
    ring_do(session, ring_lap, 3);
    choice_refresh(&choice, session);
    int at = choice_step(&choice, -1, 1, 0);
    assert_int_equal(at, shown_at(&choice, 17, 5)); /* begins at the principal point */
    at = choice_step(&choice, at, 1, 0);
    assert_int_equal(at, shown_at(&choice, 18, 5));
    at = choice_step(&choice, at, 1, 0); /* there is nothing further right */
    assert_int_equal(at, shown_at(&choice, 18, 5));
    at = choice_step(&choice, at, 0, -1);
    assert_int_equal(at, shown_at(&choice, 18, 4));
    choice_free(&choice);
    session_free(session);
}

/* Ada stands at 11,3; Blaise, who starts beside her, may not go there. Arrow keys come by it. */
static void what_cannot_be_chosen_is_kept_apart(void **state)
{
    (void)state;
    static const char *const actions[] = {"10,3>11,3"};
    struct session *session = ring_session("racing-car collision=forbid", 2, ring_allow_all);
    struct choice choice = {0};
    ring_do(session, actions, 1);
    choice_refresh(&choice, session);
    choice_take_start(&choice, session, choice_nearest(&choice, 10, 2, 0.1));
    assert_int_equal(choice.shown_count, 8);
    assert_int_equal(choice.refused.count, 1);
    assert_int_equal(choice.refused.items[0].why, REFUSAL_OCCUPIED);
    assert_int_equal(choice.refused.items[0].car, 1);
    int refused = choice_nearest(&choice, 11.2, 3.1, 0.5);
    assert_int_equal(choice_spot_kind(&choice, refused), SPOT_REFUSED);
    assert_int_equal(choice_spot(&choice, refused).x, 11);
    assert_int_equal(choice_nearest(&choice, 11.2, 2.4, 0.8),
                     shown_at(&choice, 11, 2)); /* nearer */
    int at = choice_step(&choice, -1, 1, 0);
    assert_int_equal(at, shown_at(&choice, 10, 2));
    at = choice_step(&choice, choice_step(&choice, at, 1, 0), 0, 1);
    assert_int_equal(at, 8); /* behind the shown moves: the first refused point */
    assert_int_equal(choice_spot(&choice, at).y, 3);
    choice_free(&choice);
    session_free(session);
}

/* From 10,1 nine points; 11,3 is two up and needs a nitro. */
static void a_refused_point_that_needs_a_nitro_appears_with_them(void **state)
{
    (void)state;
    static const char *const actions[] = {"10,3>11,3"};
    struct session *session = ring_session("racing-car collision=forbid", 2, ring_allow_all);
    struct choice choice = {0};
    ring_do(session, actions, 1);
    choice_refresh(&choice, session);
    choice_take_start(&choice, session, choice_nearest(&choice, 10, 1, 0.1));
    assert_int_equal(choice.refused.count, 0);
    choice_show_nitros(&choice, true);
    assert_int_equal(choice.refused.count, 1);
    choice_free(&choice);
    session_free(session);
}

/* 10,3 -> 11,3 -> 13,3: the principal point 15,3 lies on the edge of the slick. */
static void a_slick_under_the_principal_point_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        enum choice_limit limit;
        int count;
    } cases[] = {{"racing-car slicks=coast", LIMIT_COAST, 1},
                 {"racing-car slicks=four", LIMIT_FOUR, 5},
                 {"racing-car slicks=four acceleration=four", LIMIT_NONE, 5},
                 {"racing-car slicks=off", LIMIT_NONE, 9}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct session *session = ring_session(cases[i].rules, 1, ring_allow_all);
        struct choice choice = {0};
        ring_do(session, ring_lap, 1);
        choice_refresh(&choice, session);
        assert_int_equal(choice.limit, LIMIT_NONE);
        ring_do(session, ring_lap + 1, 1);
        choice_refresh(&choice, session);
        assert_int_equal(choice.limit, cases[i].limit);
        assert_int_equal(choice.shown_count, cases[i].count);
        choice_free(&choice);
        session_free(session);
    }
}

static void brakes_and_boosts_are_always_shown(void **state)
{
    (void)state;
    struct session *session =
        ring_session("classroom good_brakes=1 turbo_boosts=1", 1, ring_allow_all);
    struct choice choice = {0};
    ring_do(session, ring_lap, 1); /* at 11,3, velocity 1,0 */
    choice_refresh(&choice, session);
    assert_int_equal(choice.shown_count, 25);
    assert_true(choice_has(&choice, SIGN_BRAKE));
    assert_true(choice_has(&choice, SIGN_BOOST));
    assert_false(choice_has(&choice, SIGN_NITRO));
    const struct move *brake = &choice.shown[shown_at(&choice, 10, 4)];
    assert_int_equal(brake->good_brakes, 1);
    assert_int_equal(brake->turbo_boosts, 0);
    choice_free(&choice);
    session_free(session);
}

static void nobody_chooses_when_the_race_is_over(void **state)
{
    (void)state;
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    struct choice choice = {0};
    ring_do(session, ring_lap, RING_LAP_ACTIONS);
    choice_refresh(&choice, session);
    assert_int_equal(choice.car, 0);
    assert_int_equal(choice.shown_count, 0);
    choice_free(&choice);
    session_free(session);
}

/* Ada drives four moves of the lap, Blaise one and then stands. */
static void who_has_come_further_is_ahead(void **state)
{
    (void)state;
    static const char *const actions[] = {"10,3>11,3", "10,2>11,3", "13,3", "11,3",
                                          "15,4",      "11,3",      "16,6", "11,3"};
    struct session *session = ring_session("classroom", 2, ring_allow_all);
    struct distance *way = distance_measure(session_setup(session), NULL);
    assert_int_equal(graph_paper_place(way, session_race(session), 1), 0); /* not started */
    ring_do(session, actions, 2);
    assert_int_equal(graph_paper_place(way, session_race(session), 1), 1);
    assert_int_equal(graph_paper_place(way, session_race(session), 2), 1); /* level */
    ring_do(session, actions + 2, 6);
    assert_int_equal(graph_paper_place(way, session_race(session), 1), 1);
    assert_int_equal(graph_paper_place(way, session_race(session), 2), 2);
    distance_free(way);
    session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_waiting_car_first_shows_its_start_points),
        cmocka_unit_test(a_racing_car_shows_nine_points_round_the_principal_point),
        cmocka_unit_test(nitro_points_appear_when_they_are_switched_on),
        cmocka_unit_test(looking_ahead_shows_the_turn_after),
        cmocka_unit_test(arrow_keys_walk_from_point_to_point),
        cmocka_unit_test(what_cannot_be_chosen_is_kept_apart),
        cmocka_unit_test(a_refused_point_that_needs_a_nitro_appears_with_them),
        cmocka_unit_test(a_slick_under_the_principal_point_is_told),
        cmocka_unit_test(brakes_and_boosts_are_always_shown),
        cmocka_unit_test(nobody_chooses_when_the_race_is_over),
        cmocka_unit_test(who_has_come_further_is_ahead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
