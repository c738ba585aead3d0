#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_empty_text(void **state)
{
    (void)state;
    struct text text = {0};
    assert_string_equal(text_string(&text), "");
    text_clear(&text);
    text_append(&text, "");
    assert_non_null(text.data);
    assert_int_equal(text.length, 0);
    text_free(&text);
    assert_null(text.data);
}

static void test_appends(void **state)
{
    (void)state;
    struct text text = {0};
    text_append(&text, "ab");
    text_append_bytes(&text, "c\0d", 3);
    text_append_format(&text, "%03d", 7);
    assert_int_equal(text.length, 8);
    assert_memory_equal(text.data, "abc\0d007", 9);
    text_clear(&text);
    text_append(&text, "z");
    assert_string_equal(text_string(&text), "z");
    text_free(&text);
}

static void test_grows(void **state)
{
    (void)state;
    struct text text = {0};
    for (int i = 0; i < 10000; i++) {
        text_append_format(&text, "%d,", i % 10);
    }
    assert_int_equal(text.length, 20000);
    assert_int_equal(strlen(text.data), 20000);
    assert_memory_equal(text.data + 19996, "8,9,", 5);
    text_free(&text);
}

static void expect_integer(int64_t number, const char *expected)
{
    struct text text = {0};
    text_append_integer(&text, number);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void test_integers(void **state)
{
    (void)state;
    expect_integer(0, "0");
    expect_integer(-1, "-1");
    expect_integer(4096, "4096");
    expect_integer(INT64_MAX, "9223372036854775807");
    expect_integer(INT64_MIN, "-9223372036854775808");
}

static void test_cuts(void **state)
{
    (void)state;
    struct text text = {0};
    text_cut(&text, 0);
    text_append(&text, "abcd");
    text_cut(&text, 2);
    text_append(&text, "z");
    assert_string_equal(text_string(&text), "abz");
    text_free(&text);
}

static void expect_fine(int32_t fine, const char *expected)
{
    struct text text = {0};
    text_append_fine(&text, fine);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void test_fine_numbers(void **state)
{
    (void)state;
    expect_fine(0, "0");
    expect_fine(1024, "1");
    expect_fine(1536, "1.5");
    expect_fine(-1536, "-1.5");
    expect_fine(-512, "-0.5");
    expect_fine(1, "0.0009765625");
    expect_fine(1023, "0.9990234375");
    expect_fine(102400 + 256, "100.25");
    expect_fine(4096 * 1024, "4096");
    expect_fine(INT32_MIN, "-2097152");
}

static void expect_xml(const char *string, const char *expected)
{
    struct text text = {0};
    text_append_xml(&text, string);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void test_xml(void **state)
{
    (void)state;
    expect_xml("", "");
    expect_xml("a<b>&\"c\"", "a&lt;b&gt;&amp;&quot;c&quot;");
    expect_xml("\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x8F\x81", "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x8F\x81");
    expect_xml("tab\tline\nend", "tab\tline\nend");
}

static void test_xml_drops_what_xml_forbids(void **state)
{
    (void)state;
    expect_xml("a\x01\x1f"
               "b",
               "ab");
    expect_xml("a\x80\xff\xC3", "a");           /* not UTF-8 */
    expect_xml("a\xC0\x80\xE0\x80\x80z", "az"); /* longer than need be */
    expect_xml("a\xED\xA0\x80z", "az");         /* half a surrogate pair */
    expect_xml("a\xEF\xBF\xBFz", "az");         /* U+FFFF */
    expect_xml("a\xF4\x90\x80\x80z", "az");     /* beyond U+10FFFF */
    expect_xml("a\xE2\x82<", "a&lt;");          /* cut off */
}

static void expect_visible(const char *string, const char *expected)
{
    struct text text = {0};
    text_append_visible(&text, string);
    assert_string_equal(text_string(&text), expected);
    assert_true(text_is_visible(text_string(&text)));
    assert_int_equal(text_is_visible(string), strcmp(string, expected) == 0);
    text_free(&text);
}

static void test_what_deceives_is_marked(void **state)
{
    (void)state;
    expect_visible("", "");
    expect_visible("Anna \xC3\x84 \xE6\x97\xA5 \xF0\x9F\x8F\x81 <b>",
                   "Anna \xC3\x84 \xE6\x97\xA5 \xF0\x9F\x8F\x81 <b>");
    expect_visible("a\tb\nc\x1B[2Jd\x7F", "a<U+0009>b<U+000A>c<U+001B>[2Jd<U+007F>");
    expect_visible("\xC2\x80 \xC2\x9B"
                   "31m \xC2\x9F \xC2\xA0",
                   "<U+0080> <U+009B>31m <U+009F> \xC2\xA0");
    expect_visible("\xE2\x80\xAE"
                   "exe\xE2\x80\xAC",
                   "<U+202E>exe<U+202C>");
    expect_visible("\xE2\x81\xA6 \xE2\x81\xA9 \xD8\x9C \xE2\x80\x8E",
                   "<U+2066> <U+2069> <U+061C> <U+200E>");
    expect_visible("\xE2\x80\x8B \xEF\xBB\xBF \xE2\x80\xA8 \xF3\xA0\x80\xA1",
                   "<U+200B> <U+FEFF> <U+2028> <U+E0021>");
    expect_visible("\x9B"
                   "31m \xFF \xC3",
                   "<9B>31m <FF> <C3>");
    /* Joiners belong to the letters of some scripts, and to emoji. */
    expect_visible("\xD9\x85\xE2\x80\x8C\xD9\x85 \xE2\x80\x8D",
                   "\xD9\x85\xE2\x80\x8C\xD9\x85 \xE2\x80\x8D");
}

static void test_what_stands_together(void **state)
{
    (void)state;
    assert_int_equal(text_word("ran on"), strlen("ran"));
    assert_int_equal(text_word("one\ntwo"), strlen("one"));
    assert_int_equal(text_word("(12, 7) and"), strlen("(12, 7)"));
    assert_int_equal(text_word("210 × 297 mm"), strlen("210 × 297"));
    assert_int_equal(text_word("4 · 3/2 = 6"), strlen("4 · 3/2"));
    assert_int_equal(text_word("(1, −1) · (3, 3) = 0"), strlen("(1, −1) · (3, 3)"));
    assert_int_equal(text_word("a · (v + v′) is"), strlen("a · (v + v′)"));
    assert_int_equal(text_word("k(k + 1)/2 squares"), strlen("k(k + 1)/2"));
    assert_int_equal(text_word("(so it is)"), strlen("(so"));
    assert_int_equal(text_word("(9/3, 3/3) = (3, 1)"), strlen("(9/3, 3/3)"));
    assert_int_equal(text_word("16 − 3 · 2 = 10"), strlen("16 − 3 · 2"));
    assert_int_equal(text_word("1 + 2 + ... + k squares"), strlen("1 + 2 + ... + k"));
    assert_int_equal(text_word("3 − (−2) = 5"), strlen("3 − (−2)"));
    assert_int_equal(text_word("= 16 + 9 squares"), strlen("= 16 + 9"));
    assert_int_equal(text_word("x = 12."), strlen("x = 12."));
    assert_int_equal(text_word("|v| = 5"), strlen("|v| = 5"));
    assert_int_equal(text_word("speed = 5"), strlen("speed"));
    assert_int_equal(text_word("min · 11 steps"), strlen("min"));
    assert_int_equal(text_word("Ada · 3"), strlen("Ada"));
    assert_int_equal(text_word(""), 0);
}

static void expect_quoted(const char *bytes, const char *expected)
{
    struct text text = {0};
    text_append_quoted(&text, bytes, strlen(bytes), 100);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

/* C0 from 0 to U+001F, U+007F, C1 from U+0080 to U+009F; their neighbours are none. */
static void test_quotes_show_no_control_characters(void **state)
{
    (void)state;
    expect_quoted("a\x01\x1f \x7e\x7f", "a?? ~?");
    expect_quoted("a\nb\rc\td", "a?b?c d");
    expect_quoted("\xC2\x80\xC2\x9F\xC2\xA0", "??\xC2\xA0");
}

static void test_control_characters_break_a_line(void **state)
{
    (void)state;
    assert_true(text_is_one_line(" ~\xC3\x84"));
    assert_false(text_is_one_line("a\x1f"));
    assert_false(text_is_one_line("a\nb"));
    assert_false(text_is_one_line("a\x7f"));
}

static void test_decodes_a_character_where_there_is_one(void **state)
{
    (void)state;
    uint32_t code;
    assert_int_equal(text_decode("", &code), 0);
    assert_int_equal(text_decode("ab", &code), 1);
    assert_int_equal(code, 'a');
    assert_int_equal(text_decode("\xE2\x82\xAC", &code), 3);
    assert_int_equal(code, 0x20AC); /* the euro sign */
    assert_int_equal(text_decode("\xE2\x82", &code), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty_text),
        cmocka_unit_test(test_appends),
        cmocka_unit_test(test_grows),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_fine_numbers),
        cmocka_unit_test(test_what_deceives_is_marked),
        cmocka_unit_test(test_what_stands_together),
        cmocka_unit_test(test_xml),
        cmocka_unit_test(test_xml_drops_what_xml_forbids),
        cmocka_unit_test(test_quotes_show_no_control_characters),
        cmocka_unit_test(test_control_characters_break_a_line),
        cmocka_unit_test(test_decodes_a_character_where_there_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
