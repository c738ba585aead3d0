/* Scenes: the rule of graph paper by itself, branching, wind, and what a race becomes in them.
 * Expectations are worked out by hand. */
#include "session/graph_paper/scene.h"
#include "support/cmocka.h"
#include "support/ring.h"

#include <stdlib.h>
#include <string.h>

static struct scene scene;
static struct error error;

static const struct point zero = {0, 0};

static int blank_setup(void **state)
{
    (void)state;
    scene_init(&scene, 40, 30);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    scene_free(&scene);
    return 0;
}

static void assert_point(struct point point, int x, int y)
{
    if (point.x != x || point.y != y)
        fail_msg("(%d, %d) instead of (%d, %d)", point.x, point.y, x, y);
}

static void assert_row(int body, int row, struct point at, struct point velocity)
{
    assert_point(scene_at(&scene.bodies[body], row), at.x, at.y);
    assert_point(scene_velocity(&scene.bodies[body], row), velocity.x, velocity.y);
}

static void choose_and_step(int body, int x, int y)
{
    assert_true(scene_choose(&scene, body, (struct point){x, y}, &error));
    assert_true(scene_step(&scene));
}

static void bodies_keep_their_velocity(void **state)
{
    (void)state;
    assert_int_equal(scene_add_body(&scene, (struct point){2, 3}, (struct point){3, -1}), 0);
    assert_true(scene_step(&scene));
    assert_true(scene_step(&scene));
    assert_row(0, 0, (struct point){2, 3}, (struct point){3, -1});
    assert_row(0, 2, (struct point){8, 1}, (struct point){3, -1});
    assert_null(scene_move_of(&scene.bodies[0], 0));
    assert_null(scene_move_of(&scene.bodies[0], 3));
}

static void a_choice_is_added_once(void **state)
{
    (void)state;
    scene_add_body(&scene, (struct point){2, 3}, zero);
    choose_and_step(0, 1, 1);
    choose_and_step(0, 1, 0);
    assert_true(scene_step(&scene));
    assert_row(0, 1, (struct point){3, 4}, (struct point){1, 1});
    assert_row(0, 2, (struct point){5, 5}, (struct point){2, 1});
    assert_row(0, 3, (struct point){7, 6}, (struct point){2, 1});
}

static void a_choice_within_reach(void **state)
{
    (void)state;
    scene_add_body(&scene, zero, zero);
    assert_false(scene_choose(&scene, 0, (struct point){2, 0}, &error));
    assert_string_equal(error.text, "at most 1 square more or less on each axis can be chosen");
    scene.reach = 0;
    assert_true(scene_choose(&scene, 0, (struct point){2, -10}, &error));
    assert_false(scene_choose(&scene, 0, (struct point){2, -11}, &error));
}

/* n(n - 1) / 2 squares from speed n when braking begins with the next move. */
static void braking_takes_its_way(void **state)
{
    (void)state;
    scene_add_body(&scene, zero, (struct point){6, 0});
    for (int i = 0; i < 6; i++)
        choose_and_step(0, -1, 0);
    assert_row(0, 6, (struct point){15, 0}, zero);
}

static void wind_is_kept_apart(void **state)
{
    (void)state;
    scene_add_body(&scene, (struct point){0, 20}, (struct point){3, 0});
    assert_true(scene_set_wind(&scene, (struct point){0, -1}, &error));
    choose_and_step(0, 1, 0);
    assert_true(scene_step(&scene));
    assert_true(scene_step(&scene));
    /* 20 - 3 * 4 / 2 */
    assert_row(0, 3, (struct point){12, 14}, (struct point){4, -3});
    const struct scene_move *first = scene_move_of(&scene.bodies[0], 1);
    assert_point(first->choice, 1, 0);
    assert_point(first->wind, 0, -1);
    assert_false(scene_set_wind(&scene, (struct point){11, 0}, &error));
    assert_string_equal(error.text, "a wind adds at most 10 squares on each axis in each move");
}

static void a_new_wind_blows_from_now_on(void **state)
{
    (void)state;
    scene_add_body(&scene, zero, (struct point){1, 0});
    for (int i = 0; i < 4; i++)
        scene_step(&scene);
    scene_go(&scene, 2);
    assert_true(scene_set_wind(&scene, (struct point){0, 1}, &error));
    assert_row(0, 2, (struct point){2, 0}, (struct point){1, 0});
    assert_row(0, 4, (struct point){4, 3}, (struct point){1, 2});
    assert_int_equal(scene.pencil_count, 1);
    assert_int_equal(scene.pencils[0].from, 2);
    assert_point(scene.pencils[0].points[2], 4, 0);
}

static void branching_keeps_the_old_way(void **state)
{
    (void)state;
    scene_add_body(&scene, zero, (struct point){1, 0});
    scene_add_body(&scene, (struct point){0, 9}, (struct point){2, 0});
    choose_and_step(0, 0, 1);
    choose_and_step(0, 0, 1);
    choose_and_step(0, 0, 0);
    scene_go(&scene, 1);
    /* The same again is no branch. */
    assert_true(scene_choose(&scene, 0, (struct point){0, 1}, &error));
    assert_int_equal(scene.pencil_count, 0);
    assert_int_equal(scene_length(&scene), 3);
    assert_true(scene_choose(&scene, 0, (struct point){1, -1}, &error));
    assert_int_equal(scene.pencil_count, 1);
    assert_int_equal(scene.pencils[0].body, 0);
    assert_int_equal(scene.pencils[0].from, 1);
    assert_int_equal(scene.pencils[0].count, 3);
    assert_point(scene.pencils[0].points[0], 1, 1);
    assert_point(scene.pencils[0].points[2], 3, 5);
    scene_step(&scene);
    scene_step(&scene);
    assert_row(0, 3, (struct point){5, 1}, (struct point){2, 0});
    /* The other one has gone on as before. */
    assert_row(1, 3, (struct point){6, 9}, (struct point){2, 0});
    assert_int_equal(scene.bodies[1].count, 3);
    scene_rub_out(&scene);
    assert_int_equal(scene.pencil_count, 0);
}

static void old_pencil_ways_give_room(void **state)
{
    (void)state;
    scene_add_body(&scene, zero, zero);
    for (int i = 0; i < SCENE_PENCILS + 3; i++) {
        scene_step(&scene);
        scene_back(&scene);
        struct point chosen;
        scene_choice(&scene, 0, &chosen);
        assert_true(scene_choose(&scene, 0, (struct point){chosen.x == 1 ? 0 : 1, 0}, &error));
    }
    assert_int_equal(scene.pencil_count, SCENE_PENCILS);
}

static void row_0_moves_all_that_follows(void **state)
{
    (void)state;
    scene_add_body(&scene, zero, zero);
    choose_and_step(0, 1, 0);
    choose_and_step(0, 0, 0);
    assert_true(scene_place(&scene, 0, (struct point){5, 5}, (struct point){0, 2}));
    assert_row(0, 2, (struct point){7, 9}, (struct point){1, 2});
    assert_false(scene_place(&scene, 0, (struct point){41, 5}, zero));
    assert_false(scene_place(&scene, 0, zero, (struct point){0, 1001}));
    assert_row(0, 2, (struct point){7, 9}, (struct point){1, 2});
    scene_begin_here(&scene);
    assert_int_equal(scene.now, 0);
    assert_int_equal(scene_length(&scene), 0);
    assert_row(0, 0, (struct point){7, 9}, (struct point){1, 2});
}

static void bodies_come_and_go(void **state)
{
    (void)state;
    for (int i = 0; i < SCENE_BODIES; i++)
        assert_int_equal(scene_add_body(&scene, zero, zero), i);
    assert_int_equal(scene_add_body(&scene, zero, zero), -1);
    assert_int_equal(scene.bodies[7].pen, 8);
    assert_string_equal(scene.bodies[7].name, "H");
    scene_step(&scene);
    scene_remove_body(&scene, 2);
    assert_int_equal(scene.body_count, 7);
    assert_string_equal(scene.bodies[2].name, "D");
    int added = scene_add_body(&scene, (struct point){3, 3}, (struct point){1, 1});
    assert_string_equal(scene.bodies[added].name, "C");
    assert_int_equal(scene.bodies[added].pen, 3);
    assert_row(added, 1, (struct point){4, 4}, (struct point){1, 1});
    assert_int_equal(scene_add_body(&scene, (struct point){-1, 3}, zero), -1);
}

static void targets_are_reached(void **state)
{
    (void)state;
    scene_add_body(&scene, zero, (struct point){2, 0});
    scene.targets[0] = (struct scene_target){.at = {6, 3}, .drift = {0, -1}};
    scene.targets[1] =
        (struct scene_target){.at = {6, 0}, .has_velocity = true, .velocity = {1, 0}};
    scene.target_count = 2;
    for (int i = 0; i < 3; i++)
        scene_step(&scene);
    assert_true(scene_reaches(&scene, 0, 0, 3));
    assert_false(scene_reaches(&scene, 0, 0, 2));
    assert_false(scene_reaches(&scene, 1, 0, 3));
    scene.targets[1].velocity.x = 2;
    assert_true(scene_reaches(&scene, 1, 0, 3));
}

static void a_copy_goes_its_own_way(void **state)
{
    (void)state;
    struct scene copy;
    scene_add_body(&scene, zero, (struct point){1, 1});
    scene_step(&scene);
    scene_copy(&copy, &scene);
    scene_step(&copy);
    scene_step(&copy);
    assert_int_equal(scene.bodies[0].count, 1);
    assert_point(scene_at(&copy.bodies[0], 3), 3, 3);
    scene_free(&copy);
}

/* --- races ------------------------------------------------------------------------------------ */

static void assert_move(int body, int row, enum scene_move_kind kind, struct point choice)
{
    const struct scene_move *move = scene_move_of(&scene.bodies[body], row);
    assert_non_null(move);
    assert_int_equal(move->kind, kind);
    assert_point(move->choice, choice.x, choice.y);
}

static void show_race(const char *rules, int players, const char *const *actions, int count)
{
    struct session *session = ring_session(rules, players, ring_allow_all);
    ring_do(session, actions, count);
    scene_free(&scene);
    assert_true(
        scene_of_session(&scene, session, session_step_count(session), 0, (struct point){0, 0}));
    session_free(session);
}

static void a_lap_is_sixteen_rows(void **state)
{
    (void)state;
    show_race("classroom", 1, ring_lap, RING_LAP_ACTIONS);
    assert_int_equal(scene.width, 20);
    assert_int_equal(scene.body_count, 1);
    assert_string_equal(scene.bodies[0].name, "Ada");
    assert_int_equal(scene.now, 16);
    assert_row(0, 0, (struct point){10, 3}, zero);
    assert_row(0, 3, (struct point){15, 4}, (struct point){2, 1});
    assert_move(0, 3, SCENE_CHOSEN, (struct point){0, 1});
    assert_row(0, 16, (struct point){13, 3}, (struct point){3, 0});
    assert_false(scene_step(&scene));
    /* What if? */
    scene_go(&scene, 15);
    choose_and_step(0, 1, 1);
    assert_row(0, 16, (struct point){14, 4}, (struct point){4, 1});
}

/* The second move leaves the track at (11.5, 1); of the nearest points that nearer to its start
 * counts. */
static void a_crash_is_no_choice(void **state)
{
    (void)state;
    static const char *const actions[] = {"10,3>11,2", "12,0", "12,1"};
    show_race("classroom wall_missed_turns=2", 1, actions, 3);
    assert_move(0, 1, SCENE_CHOSEN, (struct point){1, -1});
    assert_move(0, 2, SCENE_STOPPED, zero);
    assert_move(0, 3, SCENE_MISSED, zero);
    assert_move(0, 4, SCENE_MISSED, zero);
    assert_move(0, 5, SCENE_CHOSEN, (struct point){1, 0});
    assert_row(0, 2, (struct point){11, 1}, zero);
    assert_row(0, 5, (struct point){12, 1}, (struct point){1, 0});
    assert_int_equal(scene.now, 5);
}

/* The second runs into the first, which stands from then on though nobody braked it. */
static void who_is_struck_begins_from_rest(void **state)
{
    (void)state;
    static const char *const actions[] = {"10,3>11,3", "10,2>11,3", "12,3"};
    show_race("classroom collision=crash struck_missed_turns=0 mover_missed_turns=1", 2, actions,
              3);
    assert_row(0, 1, (struct point){11, 3}, (struct point){1, 0});
    assert_true(scene_move_of(&scene.bodies[0], 1)->stands);
    assert_move(1, 1, SCENE_STOPPED, zero);
    assert_row(1, 1, (struct point){11, 3}, zero);
    assert_move(0, 2, SCENE_CHOSEN, (struct point){1, 0});
    assert_move(1, 2, SCENE_MISSED, zero);
    assert_int_equal(scene.now, 2);
}

static void nitros_are_larger_choices(void **state)
{
    (void)state;
    static const char *const actions[] = {"10,3>13,3"};
    show_race("classroom nitros=3", 1, actions, 1);
    assert_move(0, 1, SCENE_CHOSEN, (struct point){3, 0});
}

/* Of three, who come in by their numbers, the first two have begun; the second stays the second. */
static void who_is_to_begin_stands_at_the_start(void **state)
{
    (void)state;
    static const char *const actions[] = {"10,3>11,3", "10,2>11,2"};
    struct session *session = ring_session("classroom", 3, ring_allow_all);
    ring_do(session, actions, 2);
    scene_free(&scene);
    assert_true(scene_of_session(&scene, session, 2, 3, (struct point){10, 4}));
    assert_int_equal(scene.body_count, 3);
    assert_string_equal(scene.bodies[2].name, "Chen");
    assert_int_equal(scene.bodies[2].car, 3);
    assert_int_equal(scene.bodies[2].count, 0);
    assert_row(2, 0, (struct point){10, 4}, zero);
    scene_free(&scene);
    assert_true(scene_of_session(&scene, session, 1, 1, (struct point){10, 4}));
    assert_int_equal(scene.body_count, 1); /* which has begun already */
    assert_row(0, 1, (struct point){11, 3}, (struct point){1, 0});
    scene_free(&scene);
    assert_true(scene_of_session(&scene, session, 0, 0, zero));
    assert_int_equal(scene.body_count, 0);
    session_free(session);
}

int main(void)
{
#define BLANK(test) cmocka_unit_test_setup_teardown(test, blank_setup, teardown)
    const struct CMUnitTest tests[] = {
        BLANK(bodies_keep_their_velocity),
        BLANK(a_choice_is_added_once),
        BLANK(a_choice_within_reach),
        BLANK(braking_takes_its_way),
        BLANK(wind_is_kept_apart),
        BLANK(a_new_wind_blows_from_now_on),
        BLANK(branching_keeps_the_old_way),
        BLANK(old_pencil_ways_give_room),
        BLANK(row_0_moves_all_that_follows),
        BLANK(bodies_come_and_go),
        BLANK(targets_are_reached),
        BLANK(a_copy_goes_its_own_way),
        BLANK(a_lap_is_sixteen_rows),
        BLANK(a_crash_is_no_choice),
        BLANK(who_is_struck_begins_from_rest),
        BLANK(nitros_are_larger_choices),
        BLANK(who_is_to_begin_stands_at_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
