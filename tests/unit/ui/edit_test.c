/* Editing a line of text: characters of several bytes, a full buffer, rubbish. */
#include "support/cmocka.h"
#include "ui/ui.h"

#include <string.h>

static char buffer[16];
static struct edit edit;

static void begin(const char *text, int caret)
{
    strcpy(buffer, text);
    edit = (struct edit){buffer, sizeof buffer, caret};
}

static void types_at_the_caret(void **state)
{
    (void)state;
    begin("Aa", 1);
    assert_true(edit_insert(&edit, "d"));
    assert_string_equal(buffer, "Ada");
    assert_int_equal(edit.caret, 2);
}

static void moves_by_characters(void **state)
{
    (void)state;
    begin("Zoë", 4); /* Z o and two bytes */
    edit_press(&edit, EDIT_LEFT);
    assert_int_equal(edit.caret, 2);
    edit_press(&edit, EDIT_RIGHT);
    assert_int_equal(edit.caret, 4);
    edit_press(&edit, EDIT_RIGHT);
    assert_int_equal(edit.caret, 4);
    edit_press(&edit, EDIT_HOME);
    edit_press(&edit, EDIT_LEFT);
    assert_int_equal(edit.caret, 0);
    edit_press(&edit, EDIT_END);
    assert_int_equal(edit.caret, 4);
}

static void erases_whole_characters(void **state)
{
    (void)state;
    begin("Zoë!", 4);
    assert_true(edit_press(&edit, EDIT_BACKSPACE));
    assert_string_equal(buffer, "Zo!");
    assert_true(edit_press(&edit, EDIT_DELETE));
    assert_string_equal(buffer, "Zo");
    assert_false(edit_press(&edit, EDIT_DELETE));
    begin("x", 0);
    assert_false(edit_press(&edit, EDIT_BACKSPACE));
    assert_string_equal(buffer, "x");
}

static void leaves_out_what_does_not_fit(void **state)
{
    (void)state;
    begin("0123456789abc", 13);
    assert_true(edit_insert(&edit, "dëf")); /* room for two bytes: d fits, ë does not */
    assert_string_equal(buffer, "0123456789abcd");
    assert_false(edit_insert(&edit, "ë"));
    assert_true(edit_insert(&edit, "e"));
    assert_false(edit_insert(&edit, "f"));
    assert_int_equal(strlen(buffer), 15);
}

static void drops_what_is_no_text(void **state)
{
    (void)state;
    begin("", 0);
    edit_insert(&edit, "a\tb\nc\x7f\x01");
    assert_string_equal(buffer, "abc");
    begin("", 0);
    /* A lone continuation, an overlong slash, a surrogate, a character cut at its end. */
    edit_insert(&edit, "\x80\xc0\xaf\xed\xa0\x80x\xe2\x82");
    assert_string_equal(buffer, "x");
    begin("", 0);
    edit_insert(&edit, "\xf4\x90\x80\x80\xf0\x9f\x8f\x81"); /* beyond the last, then a flag */
    assert_string_equal(buffer, "\xf0\x9f\x8f\x81");
}

static void keeps_the_caret_on_characters(void **state)
{
    (void)state;
    begin("ëë", 1000);
    edit_clamp(&edit);
    assert_int_equal(edit.caret, 4);
    edit.caret = 3; /* within the second */
    edit_clamp(&edit);
    assert_int_equal(edit.caret, 2);
    edit.caret = -5;
    edit_clamp(&edit);
    assert_int_equal(edit.caret, 0);
}

static void repairs_what_a_file_says(void **state)
{
    (void)state;
    char text[8] = "ab\xff"
                   "cd";
    edit_repair(text, sizeof text);
    assert_string_equal(text, "ab");
    char unended[4] = {'a', 'b', 'c', 'd'};
    edit_repair(unended, sizeof unended);
    assert_string_equal(unended, "abc");
    char cut[4] = {'a', 'b', (char)0xc3, (char)0xab}; /* the zero cuts the ë in two */
    edit_repair(cut, sizeof cut);
    assert_string_equal(cut, "ab");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_at_the_caret),       cmocka_unit_test(moves_by_characters),
        cmocka_unit_test(erases_whole_characters),  cmocka_unit_test(leaves_out_what_does_not_fit),
        cmocka_unit_test(drops_what_is_no_text),    cmocka_unit_test(keeps_the_caret_on_characters),
        cmocka_unit_test(repairs_what_a_file_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
