/* Tables for spreadsheets. What LibreOffice 7.4 makes of such cells was looked up in German,
 * English and French: each of the guarded ones was a number, a date or a formula as it stood. */
#include "base/formats.h"
#include "support/cmocka.h"

#include <string.h>

static void assert_cell(enum csv_kind kind, const char *text, const char *expected)
{
    struct text into = {0};
    struct csv csv = csv_begin(&into, CSV_PLAIN);
    csv.kind = kind;
    csv_text(&csv, text);
    assert_string_equal(text_string(&into), expected);
    text_free(&into);
}

static void pairs_are_no_numbers(void **state)
{
    (void)state;
    assert_cell(CSV_PLAIN, "12,9", "\"(12, 9)\"");
    assert_cell(CSV_EXCEL, "12,9", "\"(12, 9)\"");
    assert_cell(CSV_GERMAN, "12,9", "\"(12; 9)\"");
    assert_cell(CSV_PLAIN, "-3,-2", "\"(-3, -2)\"");
    assert_cell(CSV_PLAIN, "7,3>8,4", "\"7,3>8,4\"");
}

static void what_looks_like_a_number_is_text(void **state)
{
    static const char *const numbers[] = {"007", "1.5", "1E5",   "3/4",       "1:30",   "1 2/3",
                                          "5%",  "€5",  "$5",    "+1.5",      "(1.2)",  "12.9.2026",
                                          "−2",  "1;2", "-2,5;", "1,234,567", "\u00a07"};
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct text expected = {0};
        text_append_format(&expected, "\"'%s\"", numbers[i]);
        assert_cell(CSV_PLAIN, numbers[i], text_string(&expected));
        text_free(&expected);
    }
}

static void formulas_are_text(void **state)
{
    (void)state;
    assert_cell(CSV_PLAIN, "=1+\"2\",x", "\" =1+\"\"2\"\",x\"");
    assert_cell(CSV_EXCEL, "@SUM(A1)", "\" @SUM(A1)\"");
    assert_cell(CSV_GERMAN, "+Ada", "\" +Ada\"");
    assert_cell(CSV_GERMAN, "-Ada", "\" -Ada\"");
    assert_cell(CSV_PLAIN, "=1+1", "\" =1+1\"");
    assert_cell(CSV_PLAIN, "\t=1", "\" \t=1\"");
    assert_cell(CSV_PLAIN, "-", "-");
}

static void other_text_stays(void **state)
{
    (void)state;
    assert_cell(CSV_PLAIN, "Ada", "Ada");
    assert_cell(CSV_PLAIN, "go 1 2 2+", "go 1 2 2+");
    assert_cell(CSV_PLAIN, "√13", "√13");
    assert_cell(CSV_PLAIN, "(7M)", "(7M)");
    assert_cell(CSV_PLAIN, "Ada − Blaise", "Ada − Blaise");
    assert_cell(CSV_PLAIN, "", "");
    assert_cell(CSV_PLAIN, "a;b", "\"a;b\"");
    assert_cell(CSV_PLAIN, "a\"b", "\"a\"\"b\"");
}

static void assert_table(enum csv_kind kind, const char *expected)
{
    struct text into = {0};
    struct csv csv = csv_begin(&into, kind);
    csv_headings(&csv, "car,a [m/s²],w [°]");
    csv_end_line(&csv);
    csv_text(&csv, "Zoë");
    csv_decimal(&csv, "-2.5");
    csv_empty(&csv, 1);
    csv_end_line(&csv);
    csv_integer(&csv, -7);
    csv_pair(&csv, "1.5", "-2");
    csv_text(&csv, "stopped");
    csv_end_line(&csv);
    assert_string_equal(text_string(&into), expected);
    text_free(&into);
}

/* Nothing behind a heading is read: where it fills its memory, that is somebody else's. */
static void headings_of_any_length_are_whole(void **state)
{
    (void)state;
    char heading[300] = "";
    for (size_t length = 1; length < sizeof heading - 1; length++) {
        struct text into = {0};
        struct csv csv = csv_begin(&into, CSV_PLAIN);
        heading[length - 1] = 'a';
        heading[length] = '\0';
        csv_headings(&csv, heading);
        assert_string_equal(text_string(&into), heading);
        text_free(&into);
    }
}

static void each_kind_is_written_for_its_readers(void **state)
{
    (void)state;
    assert_table(CSV_PLAIN, "car,a [m/s^2],w [deg]\n"
                            "Zoë,-2.5,\n"
                            "-7,\"(1.5, -2)\",stopped\n");
    assert_table(CSV_EXCEL, "\xef\xbb\xbf"
                            "car,a [m/s²],w [°]\n"
                            "Zoë,-2.5,\n"
                            "-7,\"(1.5, -2)\",stopped\n");
    assert_table(CSV_GERMAN, "\xef\xbb\xbf"
                             "car;a [m/s²];w [°]\n"
                             "Zoë;-2,5;\n"
                             "-7;\"(1,5; -2)\";stopped\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_no_numbers),
        cmocka_unit_test(what_looks_like_a_number_is_text),
        cmocka_unit_test(formulas_are_text),
        cmocka_unit_test(other_text_stays),
        cmocka_unit_test(headings_of_any_length_are_whole),
        cmocka_unit_test(each_kind_is_written_for_its_readers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
