#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { MIB = 1 << 20 };

static void without_limits_it_goes_on(void **state)
{
    (void)state;
    struct budget budget = {0};
    assert_true(budget_goes_on(NULL, UINT64_MAX / 2) && budget_take(NULL, SIZE_MAX));
    assert_true(budget_goes_on(&budget, UINT64_MAX / 2) && budget_take(&budget, SIZE_MAX / 2));
    assert_false(budget_has_ended(&budget) || budget_has_ended(NULL));
}

static void the_last_step_is_still_allowed(void **state)
{
    (void)state;
    struct budget budget = {.steps_most = 10};
    assert_true(budget_goes_on(&budget, 10));
    assert_false(budget_goes_on(&budget, 1));
    assert_true(budget_has_ended(&budget));
}

static void what_is_given_back_can_be_taken_again(void **state)
{
    (void)state;
    struct budget budget = {.bytes_most = 100};
    assert_true(budget_take(&budget, 60));
    budget_give(&budget, 60);
    assert_true(budget_take(&budget, 100));
    assert_false(budget_allows(&budget, 1));
    assert_false(budget_take(&budget, 1));
    budget_give(&budget, 101);
    assert_true(budget_has_ended(&budget)); /* what did not fit is missing for good */
}

/* Of 100 bytes and steps 60 are left, so a part that may have 80 has 60. */
static void a_part_counts_in_the_whole(void **state)
{
    (void)state;
    struct budget whole = {.bytes_most = 100, .steps_most = 100};
    assert_true(budget_take(&whole, 40) && budget_goes_on(&whole, 40));
    struct budget part = budget_part(&whole, 80, 80), less = budget_part(&whole, 50, 50);
    assert_true(part.bytes_most == 60 && part.steps_most == 60);
    assert_true(less.bytes_most == 50 && less.steps_most == 50);
    assert_false(budget_take(&less, 51));
    assert_true(atomic_load(&whole.bytes) == 91 && !budget_has_ended(&whole));
    budget_return(&less);
    assert_true(atomic_load(&whole.bytes) == 40);
    assert_true(budget_goes_on(&part, 60));
    assert_false(budget_goes_on(&part, 1));
    assert_true(budget_has_ended(&whole));
    struct budget late = budget_part(&whole, 0, 0);
    assert_false(budget_goes_on(&late, 2)); /* nothing is left, which is not "no limit" */
}

static void what_is_usual_gives_way_to_what_was_said(void **state)
{
    (void)state;
    struct budget whole = {.bytes_most = 1000};
    struct budget part = budget_usual(&whole, 10, 10);
    assert_true(part.bytes_most == 1000 && part.steps_most == 10);
    part = budget_usual(NULL, 10, 20);
    assert_true(part.bytes_most == 10 && part.steps_most == 20);
}

static void whoever_cancels_ends_the_parts(void **state)
{
    (void)state;
    atomic_bool cancelled = false;
    struct error error;
    struct budget whole = {.cancelled = &cancelled}, part = budget_part(&whole, 0, 0);
    assert_true(budget_goes_on(&part, 1));
    atomic_store(&cancelled, true);
    assert_false(budget_goes_on(&part, 1));
    assert_false(budget_tell(&part, "it", "less", &error));
    assert_string_equal(error.text, "cancelled");
}

static void it_says_what_came_to_an_end_and_what_to_do(void **state)
{
    (void)state;
    struct error error;
    struct budget budget = {.bytes_most = 256 * MIB, .steps_most = 3 * BUDGET_SECOND};
    budget_take(&budget, 257 * MIB);
    assert_false(budget_tell(&budget, "2 turns from home the search", "fewer laps", &error));
    assert_string_equal(error.text,
                        "this is too large: 2 turns from home the search needs more than 256 MiB "
                        "of memory; try fewer laps, or allow it more (--memory 512)");
    budget_goes_on(&budget, 3 * BUDGET_SECOND + 1);
    assert_false(budget_tell(&budget, "the search", "fewer laps", &error));
    assert_string_equal(error.text,
                        "this is too much: the search needs more than 3 seconds of work; try "
                        "fewer laps, or allow it more (--work 6)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_limits_it_goes_on),
        cmocka_unit_test(the_last_step_is_still_allowed),
        cmocka_unit_test(what_is_given_back_can_be_taken_again),
        cmocka_unit_test(a_part_counts_in_the_whole),
        cmocka_unit_test(what_is_usual_gives_way_to_what_was_said),
        cmocka_unit_test(whoever_cancels_ends_the_parts),
        cmocka_unit_test(it_says_what_came_to_an_end_and_what_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
