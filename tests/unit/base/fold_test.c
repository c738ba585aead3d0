/* Folding: case, accents, three alphabets, rubbish, numbers in names. */
#include "base/text.h"
#include "support/cmocka.h"

#include <string.h>

static void assert_folds(const char *string, const char *expected)
{
    struct text text = {0};
    fold_append(&text, string);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void case_and_accents_go(void **state)
{
    (void)state;
    assert_folds("Kidney 2", "kidney 2");
    assert_folds("Élan à la Crème", "elan a la creme");
    assert_folds("Straße ŒUVRE Ægir", "strasse oeuvre aegir");
    assert_folds("Łódź Žižkov Şişli Çöl Ñandú", "lodz zizkov sisli col nandu");
    assert_folds("ĀāĈĉĎďĐđĢģĦħĪīĴĵĶķĹĺĿŀŁłŃńŐőŔŕŠšŢţŤťŮůŰűŴŵŶŷŸŻżſ",
                 "aaccddddgghhiijjkkllllllnnoorrssttttuuuuwwyyyzzs");
    assert_folds("e\xCC\x81", "e"); /* the accent as a mark of its own */
    assert_folds("×÷", "×÷");
}

static void other_alphabets_count_as_letters(void **state)
{
    (void)state;
    assert_folds("Ёлка БОЛЬШОЙ Круг", "елка большои круг");
    assert_folds("ЄЇ Ґ", "єї ґ");
    assert_folds("ΆΈΣ ὁδός", "αεσ ὁδοσ");
    assert_folds("日本 漢字", "日本 漢字");
}

static void case_alone_may_go(void **state)
{
    (void)state;
    assert_int_equal(fold_match("ÄRGER: A", "ärger"), 6);
    assert_int_equal(fold_match("Ωmega", "ωMEGA"), 6);
    assert_int_equal(fold_match("șŢŁÿ ЁЙ", "Șţłÿ ёй"), 13);
    assert_int_equal(fold_match("Arger", "Ärger"), 0);
    assert_int_equal(fold_match("Ärge", "Ärger"), 0);
    assert_int_equal(fold_match("Ŀ", "ł"), 0);
    assert_int_equal(fold_match("anybody", ""), 0);
}

static void rubbish_is_a_question_mark(void **state)
{
    (void)state;
    assert_folds("a\xFF\xC3", "a??");
    assert_folds("\xE2\x82", "??");
    assert_folds("\xC0\xAF\xED\xA0\x80", "?????"); /* overlong; a surrogate */
    assert_folds("", "");
}

static void numbers_are_compared_as_numbers(void **state)
{
    (void)state;
    assert_true(fold_compare("lap 9", "lap 10") < 0);
    assert_true(fold_compare("lap 10", "lap 9") > 0);
    assert_true(fold_compare("a", "b") < 0);
    assert_true(fold_compare("a", "ab") < 0);
    assert_true(fold_compare("lap 2b", "lap 2a") > 0);
    assert_int_equal(fold_compare("lap 7", "lap 7"), 0);
    /* The same number written otherwise is another name. */
    assert_true(fold_compare("lap 07", "lap 7") != 0);
    assert_true(fold_compare("99999999999999999999998", "99999999999999999999999") < 0);
}

static void cuts_between_characters(void **state)
{
    (void)state;
    assert_int_equal(fold_cut("abc", 10), 3);
    assert_int_equal(fold_cut("abc", 2), 2);
    assert_int_equal(fold_cut("aéb", 2), 1);
    assert_int_equal(fold_cut("aéb", 3), 3);
    assert_int_equal(fold_cut("日本", 5), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(case_and_accents_go),
        cmocka_unit_test(other_alphabets_count_as_letters),
        cmocka_unit_test(case_alone_may_go),
        cmocka_unit_test(rubbish_is_a_question_mark),
        cmocka_unit_test(numbers_are_compared_as_numbers),
        cmocka_unit_test(cuts_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
