/* Whatever searches, prepares or advises comes back when its budget ends, says so, and tells no
 * number that it does not know: of every game, ended at many moments by counted work, which is
 * looked at where `cancelled` is.
 */
#include "drivers/driving.h"
#include "session/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { MOMENTS = 4, KIB = 1 << 10 };

static const struct question {
    const char *course, *pair;
    bool with_extras;
} questions[] = {
    {"tracks/stock-cars/first-lap.map", NULL, false},
    {"tracks/stock-cars/first-lap.map", NULL, true},
    {"tracks/circuit/first-corners.svg", "laps=1", false},
    {"tracks/circuit/first-corners.svg", "build=standard", false},
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

static struct setup open_question(const struct question *question)
{
    struct error error;
    struct course course = course_load(question->course, &error);
    assert_non_null(course.body);
    struct setup setup = setup_from_preset(course.game, 0);
    setup.course = course;
    setup.players = 1;
    assert_true(!question->pair || setup_set_pair(&setup, question->pair, &error));
    return setup;
}

static int par_within(const struct question *question, const struct setup *setup,
                      struct budget *budget, struct error *error)
{
    *error = (struct error){0};
    return driving_of(setup->game)->find_par(setup, question->with_extras, budget, NULL, error);
}

static void par_says_that_work_has_ended(void **state)
{
    (void)state;
    for (int i = 0; i < QUESTIONS; i++) {
        struct setup setup = open_question(&questions[i]);
        struct budget whole = {0};
        struct error error;
        int par = par_within(&questions[i], &setup, &whole, &error);
        uint64_t all = atomic_load(&whole.steps);
        assert_true(par > 0 && all > 0);
        assert_true(atomic_load(&whole.bytes) == 0); /* all was given back */
        for (uint64_t moment = 1; moment < MOMENTS; moment++) {
            struct budget budget = {.steps_most = all * moment / MOMENTS};
            assert_int_equal(par_within(&questions[i], &setup, &budget, &error), PAR_UNKNOWN);
            assert_non_null(strstr(error.text, "--work"));
            assert_true(atomic_load(&budget.steps) <= budget.steps_most + BUDGET_LOOK);
        }
        struct budget enough = {.steps_most = all};
        assert_int_equal(par_within(&questions[i], &setup, &enough, &error), par);
        course_release(setup.course);
    }
}

static void par_says_that_memory_has_ended(void **state)
{
    (void)state;
    for (int i = 0; i < QUESTIONS; i++) {
        struct setup setup = open_question(&questions[i]);
        struct budget budget = {.bytes_most = 16 * KIB};
        struct error error;
        assert_int_equal(par_within(&questions[i], &setup, &budget, &error), PAR_UNKNOWN);
        assert_non_null(strstr(error.text, "--memory"));
        course_release(setup.course);
    }
}

static void what_was_cancelled_comes_back(void **state)
{
    (void)state;
    atomic_bool cancelled = true;
    for (int i = 0; i < QUESTIONS; i++) {
        struct setup setup = open_question(&questions[i]);
        struct budget budget = {.cancelled = &cancelled};
        struct error error;
        assert_int_equal(par_within(&questions[i], &setup, &budget, &error), PAR_UNKNOWN);
        assert_string_equal(error.text, "cancelled");
        assert_null(prepared_make(&setup, &budget));
        assert_true(atomic_load(&budget.steps) <= 2 * BUDGET_LOOK);
        course_release(setup.course);
    }
}

/* The order of a level that knows as much as it may; its rounds are unknown or right. */
static void drive_within(const struct setup *setup, struct budget *budget, int rounds)
{
    const struct driving *driving = driving_of(setup->game);
    struct prepared *prepared = prepared_make(setup, budget);
    assert_non_null(prepared);
    assert_true(prepared_rounds(prepared) == 0 || prepared_rounds(prepared) == rounds);
    assert_true(budget->steps_most == 0 ||
                atomic_load(&budget->steps) <= budget->steps_most + BUDGET_LOOK);
    for (int level = 0; level < driving->kind_count; level++) {
        struct race *race = setup->game->begin(setup);
        struct event_list events = {0};
        struct error error;
        for (int turn = 0; turn < 3; turn++) {
            struct text action = {0};
            driving->choose(level, prepared_body(prepared), race, 1, NULL, &action);
            assert_true(setup->game->apply(race, 1, text_string(&action), &events, &error));
            text_free(&action);
        }
        event_list_free(&events);
        setup->game->free(race);
    }
    prepared_release(prepared);
}

static void drivers_drive_by_what_they_know(void **state)
{
    (void)state;
    for (int i = 0; i < QUESTIONS; i++) {
        if (questions[i].with_extras)
            continue;
        struct setup setup = open_question(&questions[i]);
        struct budget whole = {0};
        struct prepared *prepared = prepared_make(&setup, &whole);
        int rounds = prepared_rounds(prepared);
        uint64_t all = atomic_load(&whole.steps);
        prepared_release(prepared);
        for (uint64_t moment = 1; moment < MOMENTS; moment += 2)
            drive_within(&setup, &(struct budget){.steps_most = all * moment / MOMENTS}, rounds);
        drive_within(&setup, &(struct budget){.bytes_most = 16 * KIB}, rounds);
        course_release(setup.course);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(par_says_that_work_has_ended),
        cmocka_unit_test(par_says_that_memory_has_ended),
        cmocka_unit_test(what_was_cancelled_comes_back),
        cmocka_unit_test(drivers_drive_by_what_they_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
