/* The tutorial of stock cars: each lesson begins, what is suggested does it and nothing before
 * does, and what is to be clicked for it is told from the first click to the last.
 */
#include "screens/stock_cars/tutorial/clicks.h"
#include "support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#define lessons stock_cars_tutorial.lessons

static struct session *begin(int lesson)
{
    struct error error = {0};
    struct session *session = coach_begin(&stock_cars_tutorial, &lessons[lesson], &error);
    if (!session)
        fail_msg("lesson %s: %d, %d: %s", lessons[lesson].name, error.line, error.column,
                 error.text);
    return session;
}

static void act(struct session *session, int lesson, const char *order)
{
    struct error error = {0};
    if (!session_do(session, COACH_PUPIL, order, &error))
        fail_msg("lesson %s, %s at %d: %s", lessons[lesson].name, order, error.column, error.text);
}

/* Which of the step's ends has come about; -1: none. */
static int find_end(int lesson, int step, const struct session *session, int since)
{
    struct coach_now now = {lesson, step, session, .since = since};
    return coach_reached(&stock_cars_tutorial, &now);
}

static void follow_suggestions(struct session *session, int lesson, int index)
{
    const struct coach_step *step = &lessons[lesson].steps[index];
    char order[60];
    int since = session_step_count(session), turns = 0;
    for (; coach_pick(step->suggested, turns, order, sizeof order); turns++) {
        if (find_end(lesson, index, session, since) >= 0)
            return;
        act(session, lesson, order);
        char blue[60];
        if (race_next_car(session_race(session)) == COACH_PUPIL + 1) {
            struct error error;
            assert_true(coach_pick(lessons[lesson].others, turns, blue, sizeof blue));
            assert_true(session_do(session, COACH_PUPIL + 1, blue, &error));
        }
    }
    if (find_end(lesson, index, session, since) < 0)
        fail_msg("lesson %s, step %d: %s does not do it", lessons[lesson].name, index + 1,
                 step->suggested);
    assert_true(turns < 5); /* then it is a mishap */
}

static void what_is_suggested_does_it(void **state)
{
    (void)state;
    for (int lesson = 0; lesson < stock_cars_tutorial.count; lesson++) {
        struct session *session = begin(lesson);
        for (int i = 0; i < COACH_STEPS && lessons[lesson].steps[i].say; i++)
            follow_suggestions(session, lesson, i);
        session_free(session);
    }
}

static int lesson_named(const char *name)
{
    for (int i = 0; i < stock_cars_tutorial.count; i++)
        if (strcmp(lessons[i].name, name) == 0)
            return i;
    fail_msg("there is no lesson %s", name);
    return -1;
}

/* The end of a lesson's first step after some orders of Orange's. */
static int end_after(const char *name, const char *orders)
{
    int lesson = lesson_named(name);
    struct session *session = begin(lesson);
    int since = session_step_count(session);
    char order[60];
    for (int i = 0; coach_pick(orders, i, order, sizeof order); i++)
        act(session, lesson, order);
    int end = find_end(lesson, 0, session, since);
    session_free(session);
    return end;
}

static void other_ways_are_as_good_and_mistakes_are_none(void **state)
{
    (void)state;
    assert_int_equal(end_after("order", "-"), -1);
    assert_int_equal(end_after("order", "A(A+1)MM"), 0);
    assert_int_equal(end_after("steer", "MML"), 0);   /* in the lane, though heading north-east */
    assert_int_equal(end_after("steer", "LMM"), -1);  /* off the track after two tiles */
    assert_int_equal(end_after("bank", "(4M)"), 0);   /* the bank alone */
    assert_int_equal(end_after("bank", "B(3M)"), -1); /* one tile of it */
    assert_int_equal(end_after("bank", "B(B+1)MM"), -1); /* not on it yet */
    assert_int_equal(end_after("card", "(3M)L"), -1);
    assert_int_equal(end_after("brake", "(6M)"), -1);
    assert_int_equal(end_after("sand", "(3M);(3M)"), 0);
    assert_int_equal(end_after("sand", "RLM;A(4M);(4M)"), 1);
    assert_int_equal(end_after("pits", "MR;MM"), -1); /* on P, and not yet past it */
}

/* Of A(2M)LRB: the speed, four tiles, the change at the end, and the button. */
static void each_click_of_an_order_is_told(void **state)
{
    (void)state;
    struct session *session = begin(lesson_named("steer")); /* at (6, 1), speed 3, heading east */
    char target[COACH_TARGET_BYTES];
    static const char *const steps[][2] = {{"", "speed 4"},
                                           {"A", "tile 7,1"},
                                           {"AM", "tile 8,1"},
                                           {"A(2M)", "tile 9,2"},
                                           {"A(2M)L", "tile 10,2"},
                                           {"A(2M)LR", "end B"},
                                           {"A(2M)LRB", "button give"},
                                           {"a ( 2 m )lrb", "button give"},
                                           {"B", ""},
                                           {"A(3M)", ""},
                                           {"A(2M)LRBB", ""}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        stock_next_target(session_race(session), steps[i][0], "A(2M)LRB", target);
        assert_string_equal(target, steps[i][1]);
    }
    stock_next_target(session_race(session), "", "(9M)", target); /* no order of this car's */
    assert_string_equal(target, "");
    session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_suggested_does_it),
        cmocka_unit_test(other_ways_are_as_good_and_mistakes_are_none),
        cmocka_unit_test(each_click_of_an_order_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
