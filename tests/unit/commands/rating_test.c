/* Ratings against figures worked out by hand: by the model a score of 3 to 1 is 400 log10(3) =
 * 190.85 apart; of two equals that have raced n tally the difference has the variance 4 / n in
 * units of 400 / ln(10) = 173.72, and each one's distance from the average half the difference's
 * deviation. */
#include "commands/command.h"
#include "support/cmocka.h"

#include <math.h>

static void assert_near(double found, double wanted, double tolerance)
{
    if (!(fabs(found - wanted) <= tolerance))
        fail_msg("%.4f is not %.4f", found, wanted);
}

static struct games of_two(double one, double other)
{
    return (struct games){.count = 2, .points = {{0, one}, {other, 0}}};
}

static void three_of_four_are_191_apart(void **state)
{
    (void)state;
    struct rating ratings[RATING_LIMIT];
    struct games tally = of_two(75, 25);
    assert_false(rating_fit(&tally, ratings));
    assert_near(ratings[0].elo - ratings[1].elo, 190.85, 0.01);
    assert_near(ratings[0].elo + ratings[1].elo, 3000, 1e-6);
    /* 1 / (100 * 0.75 * 0.25) = 0.05333, its root 0.23094; half of it times 173.72 times 1.96. */
    assert_near(ratings[0].error, 39.32, 0.01);
    assert_near(ratings[1].error, 39.32, 0.01);
}

static void equals_are_even(void **state)
{
    (void)state;
    struct rating ratings[RATING_LIMIT];
    struct games tally = of_two(50, 50);
    assert_false(rating_fit(&tally, ratings));
    assert_near(ratings[0].elo, 1500, 1e-6);
    assert_near(ratings[0].error, 34.05, 0.01);
}

/* Ten to one, ten to one, and a hundred to one agree with each other: 400 each. */
static void strengths_add_up(void **state)
{
    (void)state;
    struct rating ratings[RATING_LIMIT];
    struct games tally = {.count = 3, .points = {{0, 10, 100}, {1, 0, 10}, {1, 1, 0}}};
    assert_false(rating_fit(&tally, ratings));
    assert_near(ratings[0].elo, 1900, 1e-4);
    assert_near(ratings[1].elo, 1500, 1e-4);
    assert_near(ratings[2].elo, 1100, 1e-4);
}

/* Twelve drawn races of three. Information 9 for each against the others, so (1 - 1/3) / 9; three
 * pairs of a race count as two tally. */
static void races_of_several_count_less(void **state)
{
    (void)state;
    struct rating ratings[RATING_LIMIT];
    struct games tally = {.count = 3};
    const int shared[] = {1, 1, 1};
    for (int i = 0; i < 12; i++)
        games_add_race(&tally, shared);
    assert_false(rating_fit(&tally, ratings));
    for (int i = 0; i < 3; i++) {
        assert_near(ratings[i].elo, 1500, 1e-6);
        assert_near(ratings[i].error, 113.49, 0.02);
    }
}

static void places_become_games(void **state)
{
    (void)state;
    struct games tally = {.count = 3};
    const int places[] = {1, 3, 1};
    games_add_race(&tally, places);
    const double wanted[3][3] = {{0, 1, 0.5}, {0, 0, 0}, {0.5, 1, 0}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            assert_near(tally.points[i][j], wanted[i][j], 0);
}

/* Ten of ten: with the draw 10.5 to 0.5, which is 400 log10(21) = 528.89. */
static void who_always_wins_gets_a_draw(void **state)
{
    (void)state;
    struct rating ratings[RATING_LIMIT];
    struct games tally = of_two(10, 0);
    assert_true(rating_fit(&tally, ratings));
    assert_near(ratings[0].elo - ratings[1].elo, 528.89, 0.01);
    assert_true(ratings[0].error > 200);
    /* The third has beaten nobody, and the two others only each other. */
    struct games three = {.count = 3, .points = {{0, 5, 9}, {5, 0, 9}, {0, 0, 0}}};
    assert_true(rating_fit(&three, ratings));
    assert_near(ratings[0].elo, ratings[1].elo, 1e-6);
    assert_true(ratings[0].elo > ratings[2].elo + 300);
}

static void nothing_raced_is_nothing_known(void **state)
{
    (void)state;
    struct rating ratings[RATING_LIMIT];
    struct games tally = {.count = RATING_LIMIT};
    assert_true(rating_fit(&tally, ratings));
    for (int i = 0; i < RATING_LIMIT; i++) {
        assert_near(ratings[i].elo, 1500, 1e-6);
        assert_true(ratings[i].error > 200);
    }
}

/* A hundred thousand races of which one was lost: figures, and no endless search. */
static void extremes_are_finite(void **state)
{
    (void)state;
    struct rating ratings[RATING_LIMIT];
    struct games tally = of_two(99999, 1);
    assert_false(rating_fit(&tally, ratings));
    assert_near(ratings[0].elo - ratings[1].elo, 400 * log10(99999), 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_of_four_are_191_apart),
        cmocka_unit_test(equals_are_even),
        cmocka_unit_test(strengths_add_up),
        cmocka_unit_test(races_of_several_count_less),
        cmocka_unit_test(places_become_games),
        cmocka_unit_test(who_always_wins_gets_a_draw),
        cmocka_unit_test(nothing_raced_is_nothing_known),
        cmocka_unit_test(extremes_are_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
