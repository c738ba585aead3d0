#include "base/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void test_sets_text_and_place(void **state)
{
    (void)state;
    struct error error = {.line = 9, .column = 9};
    assert_false(error_set(&error, "%d apples", 3));
    assert_string_equal(error.text, "3 apples");
    assert_int_equal(error.line, 0);
    assert_int_equal(error.column, 0);
    assert_false(error_set_at(&error, 4, 7, "no wall"));
    assert_string_equal(error.text, "no wall");
    assert_int_equal(error.line, 4);
    assert_int_equal(error.column, 7);
}

static void test_may_quote_its_own_text(void **state)
{
    (void)state;
    struct error error;
    error_set(&error, "inner");
    error_set(&error, "outer: %s", error.text);
    assert_string_equal(error.text, "outer: inner");
}

static void test_has_no_line_breaks(void **state)
{
    (void)state;
    struct error error;
    error_set(&error, "a%sb", "\r\n\t\x7f\x1b");
    assert_string_equal(error.text, "a     b");
}

/* Every length at which a text of 1-, 2-, 3- and 4-byte characters can be cut. */
static void test_cuts_between_characters(void **state)
{
    (void)state;
    const char *characters[] = {"a", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x8F\x81"};
    for (size_t i = 0; i < 4; i++) {
        for (int before = 0; before < 4; before++) {
            char text[1000] = "";
            memset(text, 'x', (size_t)before);
            size_t width = strlen(characters[i]);
            for (size_t length = (size_t)before; length + width < sizeof text; length += width) {
                memcpy(text + length, characters[i], width + 1);
            }
            struct error error;
            error_set(&error, "%s", text);
            size_t room = sizeof error.text - 1 - (size_t)before;
            assert_int_equal(strlen(error.text), (size_t)before + room / width * width);
            assert_memory_equal(error.text, text, strlen(error.text));
        }
    }
}

static void expect_described(int line, int column, const char *file, const char *expected)
{
    struct error error;
    error_set_at(&error, line, column, "no wall");
    char described[100];
    error_describe(&error, file, described, sizeof described);
    assert_string_equal(described, expected);
}

static void test_describes_as_much_as_is_known(void **state)
{
    (void)state;
    expect_described(4, 7, "oval.svg", "oval.svg:4:7: no wall");
    expect_described(4, 0, "oval.svg", "oval.svg:4: no wall");
    expect_described(0, 0, "oval.svg", "oval.svg: no wall");
    expect_described(4, 7, NULL, "4:7: no wall");
    expect_described(0, 0, NULL, "no wall");
}

static void test_describes_within_the_room(void **state)
{
    (void)state;
    struct error error;
    error_set_at(&error, 4, 7, "\xC3\xA4\xC3\xA4");
    char described[12] = "###########";
    error_describe(&error, "f", described, 10);
    assert_string_equal(described, "f:4:7: \xC3\xA4");
    assert_int_equal(described[10], '#');
    error_describe(&error, "f", described, 1);
    assert_string_equal(described, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets_text_and_place),
        cmocka_unit_test(test_may_quote_its_own_text),
        cmocka_unit_test(test_has_no_line_breaks),
        cmocka_unit_test(test_cuts_between_characters),
        cmocka_unit_test(test_describes_as_much_as_is_known),
        cmocka_unit_test(test_describes_within_the_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
