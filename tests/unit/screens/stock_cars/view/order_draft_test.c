/* Orders taken apart and written anew: both ways, by hand from RULES 3. */
#include "screens/stock_cars/view/inside.h"
#include "support/cmocka.h"

#include <string.h>

static void check_parts(const char *text, const char *begin, const char *moves, const char *end)
{
    struct order_parts parts;
    assert_true(order_parts_read(text, &parts));
    assert_string_equal(parts.begin, begin);
    assert_string_equal(parts.moves, moves);
    assert_int_equal(parts.move_count, strlen(moves));
    assert_string_equal(parts.end, end);
    assert_false(parts.open);
    assert_int_equal(parts.read, strcmp(text, "-") == 0 ? 0 : strlen(text));
}

static void test_orders_are_read(void **state)
{
    (void)state;
    check_parts("", "", "", "");
    check_parts("  ", "", "", "");
    check_parts("-", "", "", "");
    check_parts("A(2M)RM(R+1)", "A", "MMRMR", "");
    check_parts(" s a ( a + 1 ) ( 1 2 m ) l b ", "SAA", "MMMMMMMMMMMML", "B");
    check_parts("AB", "AB", "", "");
    check_parts("MAB(B+1)", "", "M", "ABB");
}

static void test_no_order_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"x",     "MS",   "MAM",    "(0M)",   "(100M)", "(S+1)",
                                        "(M+1)", "(A+2", "(A-1)",  "A-",     "-A",     ")",
                                        "(2L)",  "M\t",  "retire", "(2M)AM", "(03M)",  "(+"};
    struct order_parts parts;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(order_parts_read(wrong[i], &parts));
}

static void test_an_open_group_may_go_on(void **state)
{
    (void)state;
    static const char *const open[] = {"A M(",  "A M( 1", "A M(12", "A M(12M",
                                       "A M(A", "A M(R+", "A M(l+1"};
    struct order_parts parts;
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        assert_true(order_parts_read(open[i], &parts));
        assert_true(parts.open);
        assert_string_equal(parts.begin, "A");
        assert_string_equal(parts.moves, "M");
        assert_string_equal(parts.end, "");
        assert_int_equal(parts.read, 3);
        assert_int_equal(parts.moves_behind, 3);
    }
    assert_true(order_parts_read("B(2M) A", &parts));
    assert_int_equal(parts.moves_behind, 5);
    assert_int_equal(parts.read, 7);
}

static void check_written(const char *text, enum stock_special special, const char *written)
{
    struct order_parts parts;
    char anew[DRAFT_BYTES];
    assert_true(order_parts_read(text, &parts));
    order_parts_write(&parts, special, anew);
    assert_string_equal(anew, written);
}

static void test_wild_cards_are_marked(void **state)
{
    (void)state;
    check_written("-", SPECIAL_NONE, "");
    check_written("a m m m", SPECIAL_NONE, "A(3M)");
    check_written("AA(6M)", SPECIAL_NONE, "A(A+1)(6M)");
    check_written("A(5M)AB", SPECIAL_PERFORMANCE, "A(5M)(A+1)B");
    check_written("AABBM", SPECIAL_NONE, "A(A+1)B(B+1)M");
    /* Two of both steers cost one card. */
    check_written("RLRL", SPECIAL_NONE, "RL(R+1)L");
    check_written("R(R+1)L(L+1)", SPECIAL_NONE, "R(R+1)LL");
    check_written("RL", SPECIAL_NONE, "RL");
    check_written("RRLL", SPECIAL_SWAYBARS, "RRLL");
    check_written("AARR", SPECIAL_SWAYBARS, "A(A+1)RR");
    /* One second change a turn costs nothing. */
    check_written("AAMM", SPECIAL_TURBO, "AA(2M)");
    check_written("BB(2M)AA", SPECIAL_TURBO, "BB(2M)A(A+1)");
    check_written("SAAM", SPECIAL_TURBO, "SAAM");
}

static void test_a_long_straight_is_written_in_groups(void **state)
{
    (void)state;
    struct order_parts parts = {0};
    char text[DRAFT_BYTES];
    order_parts_move(&parts, 'M', 100);
    order_parts_write(&parts, SPECIAL_NONE, text);
    assert_string_equal(text, "(99M)M");
}

static void check_now(const struct order_parts *parts, const char *written)
{
    char text[DRAFT_BYTES];
    order_parts_write(parts, SPECIAL_NONE, text);
    assert_string_equal(text, written);
}

static void test_an_order_grows_and_is_taken_back(void **state)
{
    (void)state;
    struct order_parts parts = {0};
    assert_false(order_parts_take_back(&parts));
    assert_false(order_parts_end(&parts, 'A'));
    order_parts_begin(&parts, "A(A+1)", 2);
    assert_int_equal(order_parts_gain(&parts), 2);
    order_parts_move(&parts, 'M', 3);
    order_parts_move(&parts, 'L', 1);
    check_now(&parts, "A(A+1)(3M)L");
    assert_true(order_parts_end(&parts, 'B'));
    assert_true(order_parts_end(&parts, 'B'));
    assert_false(order_parts_end(&parts, 'B'));
    assert_false(order_parts_end(&parts, 'A'));
    check_now(&parts, "A(A+1)(3M)LB(B+1)");
    assert_true(order_parts_take_back(&parts));
    assert_true(order_parts_take_back(&parts));
    assert_true(order_parts_take_back(&parts));
    check_now(&parts, "A(A+1)(3M)");
    /* A move takes the place of what is at the end. */
    assert_true(order_parts_end(&parts, 'B'));
    order_parts_move(&parts, 'R', 1);
    check_now(&parts, "A(A+1)(3M)R");
    for (int i = 0; i < 6; i++)
        assert_true(order_parts_take_back(&parts));
    check_now(&parts, "");
}

static void test_another_speed_keeps_the_moves_it_has(void **state)
{
    (void)state;
    struct order_parts parts;
    assert_true(order_parts_read("(3M)LR", &parts));
    order_parts_begin(&parts, "B", 5);
    check_now(&parts, "B(3M)L");
    order_parts_begin(&parts, "SA", 5);
    check_now(&parts, "SA(3M)L");
    assert_int_equal(order_parts_gain(&parts), 2);
    /* Too many of a kind: the end gives way. */
    assert_true(order_parts_read("(2M)A", &parts));
    order_parts_begin(&parts, "A(A+1)", 0);
    check_now(&parts, "A(A+1)(2M)");
    assert_true(order_parts_read("(2M)A", &parts));
    order_parts_begin(&parts, "B", 3);
    check_now(&parts, "B(2M)A");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders_are_read),
        cmocka_unit_test(test_no_order_is_refused),
        cmocka_unit_test(test_an_open_group_may_go_on),
        cmocka_unit_test(test_wild_cards_are_marked),
        cmocka_unit_test(test_a_long_straight_is_written_in_groups),
        cmocka_unit_test(test_an_order_grows_and_is_taken_back),
        cmocka_unit_test(test_another_speed_keeps_the_moves_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
