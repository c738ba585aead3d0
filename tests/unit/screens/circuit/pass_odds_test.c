/* The chances that the table of a force pass tells, against every fall of the dice one by one, and
 * against a million rolls (RULES 6.1, 8.5, 8.6).
 */
#include "base/number.h"
#include "screens/circuit/view/inside.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

struct outcome {
    bool through, spins;
};

/* 8.5, 8.6 for dice that have fallen: the passer's sum first. */
static struct outcome judge(const struct pass_case *pass, const int *sums)
{
    struct outcome outcome = {.through = true};
    for (int i = 0; i < pass->blocker_count; i++) {
        int faster = pass->passer - pass->blockers[i];
        int own = sums[0] + (pass->blocks == 2 ? 2 : 0), other = sums[i + 1];
        if (pass->passer_chip)
            own -= 2;
        if (pass->blocker_chips[i])
            other -= 2;
        if (faster <= 0)
            own += 1;
        else
            own -= faster == 20 ? 1 : 3;
        outcome.through &= own <= 2 || (own < other && own < 10);
        outcome.spins |= own >= 10;
    }
    return outcome;
}

static void count_all(const struct pass_case *pass, int dice, int *sums, int done,
                      struct pass_ways *count)
{
    if (done == dice) {
        struct outcome outcome = judge(pass, sums);
        count->all++;
        count->through += outcome.through;
        count->spins += outcome.spins;
        return;
    }
    for (int first = 1; first <= 6; first++)
        for (int second = 1; second <= 6; second++) {
            sums[done] = first + second;
            count_all(pass, dice, sums, done + 1, count);
        }
}

/* All differences of speed at which a blocker may resist, chips and cards. */
static struct pass_case any_case(int number, int blockers)
{
    struct pass_case pass = {.passer = 120, .blocker_count = blockers};
    pass.passer_chip = number % 2;
    pass.blocker_chips[0] = number / 2 % 2;
    pass.blocker_chips[1] = blockers == 2 && number / 4 % 2;
    pass.blocks = blockers == 2 ? 1 + number / 8 % 2 : 1;
    pass.blockers[0] = 80 + 20 * (number / 16 % 5);
    pass.blockers[1] = blockers == 2 ? 80 + 20 * (number / 80 % 5) : 0;
    return pass;
}

static void test_every_fall_of_the_dice(void **state)
{
    (void)state;
    for (int blockers = 1; blockers <= 2; blockers++)
        for (int number = 0; number < (blockers == 2 ? 400 : 80);
             number += 1 + 2 * (blockers == 2)) {
            struct pass_case pass = any_case(number, blockers);
            struct pass_ways wanted = {0}, found = pass_count(&pass);
            int sums[3];
            count_all(&pass, blockers + 1, sums, 0, &wanted);
            assert_int_equal(found.through * (wanted.all / found.all), wanted.through);
            assert_int_equal(found.spins * (wanted.all / found.all), wanted.spins);
        }
}

static void test_a_million_rolls(void **state)
{
    (void)state;
    enum { ROLLS = 1000000, FAR = 2000 }; /* four times the deviation of the rarest half */
    struct random random = random_seeded(20261123);
    for (int number = 5; number < 400; number += 131) {
        struct pass_case pass = any_case(number, 2);
        struct pass_ways found = pass_count(&pass);
        int through = 0, spins = 0;
        for (int roll = 0; roll < ROLLS; roll++) {
            int sums[3];
            for (int i = 0; i < 3; i++) {
                int first = 1 + (int)random_below(&random, 6);
                sums[i] = first + 1 + (int)random_below(&random, 6);
            }
            struct outcome outcome = judge(&pass, sums);
            through += outcome.through;
            spins += outcome.spins;
        }
        assert_true(labs((long)((long long)found.through * ROLLS / found.all) - through) < FAR);
        assert_true(labs((long)((long long)found.spins * ROLLS / found.all) - spins) < FAR);
    }
}

static void test_nobody_blocks(void **state)
{
    (void)state;
    struct pass_case pass = any_case(0, 2);
    pass.blocks = 0;
    struct pass_ways found = pass_count(&pass);
    assert_true(found.all > 0 && found.through == found.all && found.spins == 0);
}

/* 6.1, from a chip's 2 off to three steps of 20 mph. */
static void test_the_spin_table(void **state)
{
    (void)state;
    static const int ways[][SPIN_CRASH + 1] = {
        /* 36 falls: 15 up to 6, 15 of 7 to 9, 5 of 10 and 11, one 12 */
        [0] = {26, 9, 1, 0},
        [2] = {15, 15, 5, 1},
        [3] = {10, 16, 7, 3},
        [5] = {3, 12, 11, 10}};
    static const int modifiers[] = {0, 2, 3, 5};
    for (int i = 0; i < 4; i++) {
        int found[SPIN_CRASH + 1];
        spin_count(modifiers[i] - 2, found);
        for (int result = SPIN_ONLY; result <= SPIN_CRASH; result++)
            assert_int_equal(found[result], ways[modifiers[i]][result]);
    }
}

static void test_per_cent(void **state)
{
    (void)state;
    assert_int_equal(percent_of(0, 36), 0);
    assert_int_equal(percent_of(1, 46656), 1);
    assert_int_equal(percent_of(46655, 46656), 99);
    assert_int_equal(percent_of(36, 36), 100);
    assert_int_equal(percent_of(1, 36), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_fall_of_the_dice),
        cmocka_unit_test(test_a_million_rolls),
        cmocka_unit_test(test_nobody_blocks),
        cmocka_unit_test(test_the_spin_table),
        cmocka_unit_test(test_per_cent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
