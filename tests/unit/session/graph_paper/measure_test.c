#include "session/graph_paper/kinematics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void expect_shown(struct measure number, const char *exact, const char *decimal,
                         const char *both)
{
    const char *const expected[] = {exact, decimal, both};
    for (int style = MEASURE_EXACT; style <= MEASURE_BOTH; style++) {
        struct text text = {0};
        measure_append(&text, number, (enum measure_style)style);
        assert_string_equal(text_string(&text), expected[style]);
        text_free(&text);
    }
}

static void test_has_one_form(void **state)
{
    (void)state;
    assert_true(measure_equal(measure_fraction(6, -4), measure_fraction(-3, 2)));
    assert_true(measure_equal(measure_root(49, 4), measure_fraction(7, 2)));
    assert_true(measure_equal(measure_root(8, 1), measure_times(measure_root(2, 1), 2, 1)));
    assert_true(measure_equal(measure_root(1, 2), measure_times(measure_root(2, 1), 1, 2)));
    assert_true(measure_equal(measure_root(0, 5), measure_whole(0)));
    assert_true(measure_equal(measure_times(measure_root(3, 1), 0, 7), measure_whole(0)));
    assert_false(measure_equal(measure_root(2, 1), measure_root(3, 1)));
    /* 46349 is prime: its square has no smaller factor; nor has a product of two large primes. */
    assert_true(measure_equal(measure_root(INT64_C(46337) * 46337, 1), measure_whole(46337)));
    struct measure two_primes = measure_root(INT64_C(46337) * 46327, 1);
    assert_int_equal(two_primes.radicand, INT64_C(46337) * 46327);
    assert_int_equal(two_primes.numerator, 1);
}

/* Every root up to 20,000 by its definition: the square gives the number, nothing more comes out.
 */
static void test_roots_are_drawn_out(void **state)
{
    (void)state;
    for (int64_t number = 1; number <= 20000; number++) {
        struct measure root = measure_root(number, 1);
        assert_int_equal(root.denominator, 1);
        assert_int_equal(root.numerator * root.numerator * root.radicand, number);
        for (int64_t divisor = 2; divisor * divisor <= root.radicand; divisor++)
            assert_int_not_equal(root.radicand % (divisor * divisor), 0);
    }
}

static void test_is_shown(void **state)
{
    (void)state;
    expect_shown(measure_length((struct point){3, -2}), "√13", "3.61", "√13 ≈ 3.61");
    expect_shown(measure_length((struct point){-3, 4}), "5", "5", "5");
    expect_shown(measure_length((struct point){2, 2}), "√8", "2.83", "√8 ≈ 2.83");
    expect_shown(measure_fraction(7, 2), "7/2", "3.5", "7/2 = 3.5");
    expect_shown(measure_fraction(-7, 4), "−7/4", "−1.75", "−7/4 = −1.75");
    expect_shown(measure_fraction(1, 3), "1/3", "0.33", "1/3 ≈ 0.33");
    expect_shown(measure_fraction(2, 3), "2/3", "0.67", "2/3 ≈ 0.67");
    expect_shown(measure_fraction(1, 8), "1/8", "0.13", "1/8 ≈ 0.13");
    expect_shown(measure_whole(-2), "−2", "−2", "−2");
    expect_shown(measure_whole(0), "0", "0", "0");
    expect_shown(measure_root(1, 2), "√2/2", "0.71", "√2/2 ≈ 0.71");
    expect_shown(measure_root(13, 4), "√13/2", "1.80", "√13/2 ≈ 1.80");
    expect_shown(measure_times(measure_root(1, 2), -1, 1), "−√2/2", "−0.71", "−√2/2 ≈ −0.71");
    struct text text = {0};
    measure_append_data(&text, measure_times(measure_root(13, 1), -1, 1));
    assert_string_equal(text_string(&text), "-3.61");
    text_free(&text);
}

static void test_rounds(void **state)
{
    (void)state;
    assert_int_equal(measure_round(measure_root(13, 1), 0), 4);
    assert_int_equal(measure_round(measure_root(13, 1), 3), 3606); /* 3.60555 */
    assert_int_equal(measure_round(measure_fraction(5, 2), 0), 3);
    assert_int_equal(measure_round(measure_fraction(-5, 2), 0), -3);
    assert_int_equal(measure_round(measure_fraction(1, 8), 2), 13);
    /* √2 * 10^9 = 1414213562.3730950 */
    assert_int_equal(measure_round(measure_times(measure_root(2, 1), 1000000000, 1), 3),
                     INT64_C(1414213562373));
}

static const struct {
    const char *typed;
    int64_t square_above, square_below; /* what is right: its square's root */
    int sign;
    enum measure_verdict verdict;
} answers[] = {
    {"√13", 13, 1, 1, MEASURE_RIGHT},
    {"3.61", 13, 1, 1, MEASURE_RIGHT},
    {"3,61", 13, 1, 1, MEASURE_RIGHT},
    {"7/2", 49, 4, 1, MEASURE_RIGHT},
    {"3.5", 49, 4, 1, MEASURE_RIGHT},
    {"3,5", 49, 4, 1, MEASURE_RIGHT},
    {"3.50", 49, 4, 1, MEASURE_RIGHT},
    {"3.500000000000000000000", 49, 4, 1, MEASURE_RIGHT},
    {"14/4", 49, 4, 1, MEASURE_RIGHT},
    {"3 1/2", 49, 4, 1, MEASURE_RIGHT},
    {"3.51", 49, 4, 1, MEASURE_WRONG},
    {"-3.5", 49, 4, 1, MEASURE_WRONG},
    {"-3 1/2", 49, 4, -1, MEASURE_RIGHT},
    {"\u22127/2", 49, 4, -1, MEASURE_RIGHT},
    {" sqrt 13 ", 13, 1, 1, MEASURE_RIGHT},
    {"SQRT(13)", 13, 1, 1, MEASURE_RIGHT},
    {"root 13", 13, 1, 1, MEASURE_RIGHT},
    {"\u00a0√ 13\u202f", 13, 1, 1, MEASURE_RIGHT},
    {"≈ 3.61", 13, 1, 1, MEASURE_RIGHT},
    {"+3.61", 13, 1, 1, MEASURE_RIGHT},
    {"√52/2", 13, 1, 1, MEASURE_RIGHT},
    {"1/2 √52", 13, 1, 1, MEASURE_WRONG}, /* refused while reading, see below */
    {"3.6", 13, 1, 1, MEASURE_NEARLY},
    {"3.606", 13, 1, 1, MEASURE_NEARLY},
    {"3.60555127546398929", 13, 1, 1, MEASURE_NEARLY},
    {"3.60", 13, 1, 1, MEASURE_WRONG},
    {"3.62", 13, 1, 1, MEASURE_WRONG},
    {"3.7", 13, 1, 1, MEASURE_WRONG},
    {"3.6050", 13, 1, 1, MEASURE_NEARLY}, /* would be 3.61, too */
    {"3.6049", 13, 1, 1, MEASURE_WRONG},
    {"4", 13, 1, 1, MEASURE_WRONG},
    {"13", 13, 1, 1, MEASURE_WRONG},
    {"2√2", 8, 1, 1, MEASURE_RIGHT},
    {"2·√2", 8, 1, 1, MEASURE_RIGHT},
    {"2 * sqrt(2)", 8, 1, 1, MEASURE_RIGHT},
    {"√8", 8, 1, 1, MEASURE_RIGHT},
    {"1/√2", 1, 2, 1, MEASURE_RIGHT},
    {"√2/2", 1, 2, 1, MEASURE_RIGHT},
    {"√(1/2)", 1, 2, 1, MEASURE_RIGHT},
    {"√ ( 1 / 2 )", 1, 2, 1, MEASURE_RIGHT},
    {"-√2/2", 1, 2, -1, MEASURE_RIGHT},
    {"-0.71", 1, 2, -1, MEASURE_RIGHT},
    {".71", 1, 2, 1, MEASURE_RIGHT},
    {"0.70", 1, 2, 1, MEASURE_WRONG},
    {"√16", 16, 1, 1, MEASURE_RIGHT},
    {"4.00", 16, 1, 1, MEASURE_RIGHT},
    {"4.", 16, 1, 1, MEASURE_RIGHT},
    {"8/2", 16, 1, 1, MEASURE_RIGHT},
    {"4.001", 16, 1, 1, MEASURE_NEARLY},
    {"0", 0, 1, 1, MEASURE_RIGHT},
    {"-0", 0, 1, 1, MEASURE_RIGHT},
    {"√0", 0, 1, 1, MEASURE_RIGHT},
    {"0.00", 0, 1, 1, MEASURE_RIGHT},
    {"0.125", 1, 64, 1, MEASURE_RIGHT},
    {"0.13", 1, 64, 1, MEASURE_RIGHT},
    {"0.12", 1, 64, 1, MEASURE_WRONG},
    {"0.67", 4, 9, 1, MEASURE_RIGHT},
    {"0.66", 4, 9, 1, MEASURE_WRONG},
    {"0.666666666666666666", 4, 9, 1, MEASURE_NEARLY},
};

static void test_judges(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct measure_typed typed;
        struct error error = {0};
        struct measure right = measure_times(
            measure_root(answers[i].square_above, answers[i].square_below), answers[i].sign, 1);
        enum measure_verdict verdict = MEASURE_WRONG;
        if (measure_read(answers[i].typed, "", &typed, &error))
            verdict = measure_judge(&typed, right);
        if (verdict != answers[i].verdict)
            fail_msg("\"%s\" is judged %d, not %d (%s)", answers[i].typed, (int)verdict,
                     (int)answers[i].verdict, error.text);
    }
}

static void test_refuses_what_is_no_number(void **state)
{
    (void)state;
    static const char *const rubbish[][2] = {
        {"", "Nothing is typed"},
        {" \t", "Nothing is typed"},
        {"-", "Type a number"},
        {"abc", "Type a number"},
        {"three", "Type a number"},
        {"3 m", "the number alone"},
        {"3.61 m/s", "the number alone"},
        {"3..5", "one point or comma"},
        {"1.234,5", "one point or comma"},
        {"1,234.5", "one point or comma"},
        {".", "missing"},
        {"7/", "missing"},
        {"7/0", "divided by 0"},
        {"3/√0", "divided by 0"},
        {"√", "missing"},
        {"√(13", "not closed"},
        {"√-4", "missing"},
        {"3 5", "two numbers"},
        {"√3/√2", "one root"},
        {"1e3", "the number alone"},
        {"999999999999999999999", "too large"},
        {"99999999999.5", "too large"},
        {"3.5/2", "the number alone"},
        {"1/2 √52", "the number alone"},
        {"--3", "Type a number"},
        {"99999√(99991/99989)/√(99971/99961)", "one root"},
        {"99999√99856/√(99991/99989)", "too large"},
        {"\xff", "Type a number"},
        {"3\xe2\x88", "the number alone"},
        {"(3)", "Type a number"},
        {"NaN", "Type a number"},
        {"√1/2)", "the number alone"},
    };
    for (size_t i = 0; i < sizeof rubbish / sizeof *rubbish; i++) {
        struct measure_typed typed;
        struct error error = {0};
        if (measure_read(rubbish[i][0], "", &typed, &error))
            fail_msg("\"%s\" was read", rubbish[i][0]);
        if (strstr(error.text, rubbish[i][1]) == NULL)
            fail_msg("\"%s\": \"%s\" says nothing of \"%s\"", rubbish[i][0], error.text,
                     rubbish[i][1]);
    }
}

/* Behind a number its unit may stand, as people write it, and no other one. */
static void test_understands_units(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *unit;
        bool read;
    } units[] = {
        {"5 squares a move", "squares a move", true},
        {"5 Squares/move", "squares a move", true},
        {"5squares per move", "squares a move", true},
        {"5 squares", "squares a move", true},
        {"√13 squares", "squares", true},
        {"sqrt 13 squares", "squares", true},
        {"1 square", "squares", true},
        {"7,5 m/s", "m/s", true},
        {"7.5 m", "m/s", false},
        {"27 km/h", "m/s", false},
        {"3 moves", "squares a move", false},
        {"5 squares a move", "squares", false},
        {"3 moves", "", false},
        {"3 a", "", false},
        {"1 move", "moves", true},
        {"3 turns", "moves", true},
        {"3 squares", "moves", false},
        {"3 squares per turn", "squares a move", true},
        {"3 squares in each move", "squares/move", true},
        {"-1 square per move per move", "squares/move²", true},
        {"2 squares/move^2", "squares/move²", true},
        {"2 squares/move2", "squares/move²", true},
        {"2 squares a move", "squares/move²", false},
        {"2 squares/move²", "squares a move", false},
        {"2 metres per second", "m/s", true},
        {"45 degrees", "°", true},
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        struct measure_typed typed;
        struct error error = {0};
        if (measure_read(units[i].typed, units[i].unit, &typed, &error) != units[i].read)
            fail_msg("\"%s\" as %s", units[i].typed, units[i].unit);
        if (!units[i].read && units[i].unit[0] && !strstr(error.text, units[i].unit))
            fail_msg("\"%s\" says nothing of %s", error.text, units[i].unit);
    }
}

/* Whatever is shown can be typed and is right. */
static void test_understands_what_it_shows(void **state)
{
    (void)state;
    for (int above = -60; above <= 60; above++)
        for (int below = 1; below <= 12; below++)
            for (int style = MEASURE_EXACT; style <= MEASURE_DECIMAL; style++) {
                int size = above < 0 ? -above : above;
                struct measure both[] = {
                    measure_fraction(above, below),
                    measure_times(measure_root(size, below), above < 0 ? -1 : 1, 1)};
                for (int i = 0; i < 2; i++) {
                    struct text text = {0};
                    struct measure_typed typed;
                    struct error error = {0};
                    measure_append(&text, both[i], (enum measure_style)style);
                    assert_true(measure_read(text_string(&text), "", &typed, &error));
                    if (measure_judge(&typed, both[i]) != MEASURE_RIGHT)
                        fail_msg("\"%s\" is not right", text_string(&text));
                    text_free(&text);
                }
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_has_one_form),
        cmocka_unit_test(test_roots_are_drawn_out),
        cmocka_unit_test(test_is_shown),
        cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_judges),
        cmocka_unit_test(test_refuses_what_is_no_number),
        cmocka_unit_test(test_understands_units),
        cmocka_unit_test(test_understands_what_it_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
