/* Circuits as files (RULES 1): what is read, each thing that can be wrong with its line, and
 * writing. Lines are counted by hand.
 */
#include "rules/circuit/circuit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIZES(rows, lanes)                                                                         \
    "data-graphprix-circuit=\"1\" data-rows=\"" rows "\" data-lanes=\"" lanes "\""
#define PLAIN SIZES("30", "2")
#define COURSE "<path class=\"course\" d=\"M 60 20 L 150 20 L 150 100 Z\"/>\n"
/* The root stands in line 1, the course in line 2, what follows from line 3 on. */
#define FILE_OF(root, course, rest)                                                                \
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 140\" " root ">\n" course rest    \
    "</svg>\n"
#define CORNER(rest) FILE_OF(PLAIN, COURSE, "<g class=\"corner\" " rest "/>\n")

static const struct circuit *read_circuit(const char *file)
{
    struct error error = {0};
    const struct circuit *circuit = circuit_strips.read(file, strlen(file), &error);
    if (!circuit)
        fail_msg("%d: %s\n%s", error.line, error.text, file);
    return circuit;
}

static void expect_refused(const char *file, int line, const char *words)
{
    struct error error = {0};
    const void *circuit = circuit_strips.read(file, strlen(file), &error);
    if (circuit || error.line != line || !strstr(error.text, words))
        fail_msg("%s\nline %d: \"%s\", not line %d: \"%s\"", file, error.line, error.text, line,
                 words);
    assert_null(strchr(error.text, '\n'));
}

/* --- what is read ----------------------------------------------------------------------------- */

static void test_a_circuit_is_read(void **state)
{
    (void)state;
    const struct circuit *circuit = read_circuit(
        FILE_OF(PLAIN, COURSE,
                "<title>Anchor</title>\n<desc>A test.</desc>\n"
                "<g class=\"corner\" data-from=\"20\" data-to=\"20\" data-limits=\"200 20\"/>\n"
                "<g class=\"corner\" data-from=\"10\" data-to=\"13\" data-limits=\"80 100\" "
                "data-line=\"2 1 1 2\"/>\n"
                "<g class=\"tree\" data-from=\"x\"><circle/></g>\n"));
    static const int line[] = {0, 2, 1, 1, 2, 0};
    assert_string_equal(circuit->name, "Anchor");
    assert_string_equal(circuit->note, "A test.");
    assert_int_equal(circuit->rows, 30);
    assert_int_equal(circuit->lanes, 2);
    assert_int_equal(circuit->corner_count, 2);
    assert_null(circuit_corner(circuit, 9));
    assert_null(circuit_corner(circuit, 14));
    assert_int_equal(circuit_corner(circuit, 13)->from, 10); /* by their rows */
    assert_ptr_equal(circuit_corner(circuit, 20), &circuit->corners[1]);
    assert_true(circuit->corners[0].has_line && !circuit->corners[1].has_line);
    for (int row = 9; row <= 14; row++)
        assert_int_equal(circuit->line[row], line[row - 9]);
    assert_int_equal(circuit_limit(circuit, 10, 1), 80);
    assert_int_equal(circuit_limit(circuit, 13, 2), 100);
    assert_int_equal(circuit_limit(circuit, 20, 1), 200);
    assert_int_equal(circuit_limit(circuit, 20, 2), 20);
    assert_int_equal(circuit_limit(circuit, 14, 2), 0);
    circuit_strips.release(circuit);
}

static void test_what_is_just_allowed(void **state)
{
    (void)state;
    static const char *const files[] = {
        FILE_OF(PLAIN, COURSE, ""), /* no corner at all */
        FILE_OF(SIZES("20", "3"), COURSE, ""),
        FILE_OF(SIZES("400", "2"), COURSE, ""),
        /* The grid of eight is four rows of two lanes, three of three. */
        CORNER("data-from=\"0\" data-to=\"25\" data-limits=\"20 200\""),
        FILE_OF(SIZES("30", "3"), COURSE,
                "<g class=\"corner\" data-from=\"26\" data-to=\"26\" data-limits=\"80 80 80\" "
                "data-line=\"3\"/>\n"),
        FILE_OF(PLAIN, COURSE,
                "<g class=\"corner\" data-from=\"4\" data-to=\"5\" data-limits=\"80 80\"/>\n"
                "<g class=\"corner\" data-from=\"6\" data-to=\"7\" data-limits=\"80 80\"/>\n"),
        FILE_OF(PLAIN, "<path class=\"course\" d=\"M 6 2 L 15 2 L 15 10 z\"/>\n", ""),
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        circuit_strips.release(read_circuit(files[i]));
    assert_int_equal(circuit_grid_rows(2), 4);
    assert_int_equal(circuit_grid_rows(3), 3);
}

/* --- what is wrong (1.4) ---------------------------------------------------------------------- */

/* A circle round (100, 70) of two arcs, the other way round, and an ellipse half as high. */
static void test_a_course_may_have_arcs(void **state)
{
    (void)state;
    static const char *const files[] = {
        FILE_OF(PLAIN,
                "<path class=\"course\" d=\"M50 70A50 50 0 1 1 150 70a50,50 0 01-100,0z\"/>\n", ""),
        FILE_OF(PLAIN,
                "<path class=\"course\" d=\"M50 70A50 50 0 0 0 100 120A50 50 0 1 0 50 70Z\"/>\n",
                ""),
        FILE_OF(PLAIN,
                "<path class=\"course\" d=\"M50 70A50 25 0 1 1 150 70A50 25 0 1 1 50 70Z\"/>\n",
                "")};
    for (int i = 0; i < 3; i++) {
        const struct circuit *circuit = read_circuit(files[i]);
        int64_t area = 0;
        assert_true(circuit->course_count >= 16);
        for (int j = 0; j < circuit->course_count; j++) {
            struct point at = circuit->course[j];
            struct point next = circuit->course[(j + 1) % circuit->course_count];
            int64_t x = at.x - 100 * FINE, y = (int64_t)(at.y - 70 * FINE) * (i == 2 ? 2 : 1);
            assert_in_range((x * x + y * y) / FINE / FINE, 49 * 50, 51 * 50);
            area += (int64_t)at.x * next.y - (int64_t)next.x * at.y;
        }
        assert_true(i == 1 ? area < 0 : area > 0);
        circuit_strips.release(circuit);
    }
    expect_refused(FILE_OF(PLAIN, "<path class=\"course\" d=\"M5 7A5 5 0 2 1 15 7V9Z\"/>\n", ""), 2,
                   "cannot be read");
    expect_refused(FILE_OF(PLAIN, "<path class=\"course\" d=\"M5 7L9 9Z\"/>\n", ""), 2, "no loop");
}

static void test_what_is_wrong_with_the_sheet(void **state)
{
    (void)state;
    static const char *const version = "data-graphprix-circuit";
    const char *unmarked = FILE_OF("data-rows=\"30\" data-lanes=\"2\"", COURSE, "");
    assert_true(
        circuit_strips.recognise(unmarked, strlen(unmarked))); /* else it is told of walls */
    assert_false(circuit_strips.recognise(COURSE, strlen(COURSE)));
    expect_refused(unmarked, 1, version);
    expect_refused(
        FILE_OF("data-graphprix-circuit=\"2\" data-rows=\"30\" data-lanes=\"2\"", COURSE, ""), 1,
        version);
    static const char *const rows[] = {
        FILE_OF(SIZES("19", "2"), COURSE, ""),
        FILE_OF(SIZES("401", "2"), COURSE, ""),
        FILE_OF(SIZES("", "2"), COURSE, ""),
        FILE_OF(SIZES("30.0", "2"), COURSE, ""),
        FILE_OF(SIZES("many", "2"), COURSE, ""),
        FILE_OF(SIZES("99999999999", "2"), COURSE, ""),
        FILE_OF("data-graphprix-circuit=\"1\" data-lanes=\"2\"", COURSE, ""),
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_refused(rows[i], 1, "data-rows");
    expect_refused(FILE_OF(SIZES("30", "1"), COURSE, ""), 1, "data-lanes");
    expect_refused(FILE_OF(SIZES("30", "4"), COURSE, ""), 1, "data-lanes");
    expect_refused(FILE_OF(SIZES("30", "two"), COURSE, ""), 1, "data-lanes");
    expect_refused(FILE_OF("data-graphprix-circuit=\"1\" data-rows=\"30\"", COURSE, ""), 1,
                   "data-lanes");
}

static void test_what_is_wrong_with_the_course(void **state)
{
    (void)state;
    struct error error = {0};
    const char *none = FILE_OF(PLAIN, "", "");
    assert_null(circuit_strips.read(none, strlen(none), &error));
    assert_non_null(strstr(error.text, "course"));
    expect_refused(FILE_OF(PLAIN, COURSE, COURSE), 3, "course");
    expect_refused(FILE_OF(PLAIN, "<path class=\"course\" d=\"M 6 2 L 15 2 L 15 10\"/>\n", ""), 2,
                   "closed");
    expect_refused(FILE_OF(PLAIN, "<rect class=\"course\" width=\"4\"/>\n", ""), 2, "path");
}

static void test_what_is_wrong_with_a_corner(void **state)
{
    (void)state;
    expect_refused(CORNER("data-to=\"4\" data-limits=\"80 80\""), 3, "data-from");
    expect_refused(CORNER("data-from=\"4\" data-limits=\"80 80\""), 3, "data-to");
    expect_refused(CORNER("data-from=\"-1\" data-to=\"4\" data-limits=\"80 80\""), 3, "data-from");
    expect_refused(CORNER("data-from=\"4\" data-to=\"30\" data-limits=\"80 80\""), 3, "data-to");
    expect_refused(CORNER("data-from=\"4.5\" data-to=\"6\" data-limits=\"80 80\""), 3, "data-from");
    expect_refused(CORNER("data-from=\"4\" data-to=\"3\" data-limits=\"80 80\""), 3, "row 3");
    expect_refused(CORNER("data-from=\"4\" data-to=\"26\" data-limits=\"80 80\""), 3, "grid");
    expect_refused(FILE_OF(SIZES("30", "3"), COURSE,
                           "\n\n<g class=\"corner\" data-from=\"27\" data-to=\"27\" "
                           "data-limits=\"80 80 80\"/>\n"),
                   5, "grid");
    expect_refused(FILE_OF(PLAIN, COURSE,
                           "<g class=\"corner\" data-from=\"4\" data-to=\"6\" "
                           "data-limits=\"80 80\"/>\n\n"
                           "<g class=\"corner\" data-from=\"6\" data-to=\"7\" "
                           "data-limits=\"80 80\"/>\n"),
                   5, "corner");
}

static void test_what_is_wrong_with_limits_and_lines(void **state)
{
    (void)state;
    static const char *const limits[] = {
        CORNER("data-from=\"4\" data-to=\"6\""),
        CORNER("data-from=\"4\" data-to=\"6\" data-limits=\"80\""),
        CORNER("data-from=\"4\" data-to=\"6\" data-limits=\"80 80 80\""),
        CORNER("data-from=\"4\" data-to=\"6\" data-limits=\"80 90\""),
        CORNER("data-from=\"4\" data-to=\"6\" data-limits=\"0 80\""),
        CORNER("data-from=\"4\" data-to=\"6\" data-limits=\"80 220\""),
        CORNER("data-from=\"4\" data-to=\"6\" data-limits=\"80 fast\""),
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        expect_refused(limits[i], 3, "limit");
#define LINE(lanes)                                                                                \
    CORNER("data-from=\"4\" data-to=\"6\" data-limits=\"80 80\" data-line=\"" lanes "\"")
    expect_refused(LINE("1 1"), 3, "data-line");
    expect_refused(LINE("1 1 1 1"), 3, "data-line");
    expect_refused(LINE("1 1 x"), 3, "data-line");
    expect_refused(LINE("1 2 3"), 3, "lane 3");
    expect_refused(LINE("0 1 1"), 3, "lane 0");
    expect_refused(FILE_OF(SIZES("30", "3"), COURSE,
                           "<g class=\"corner\" data-from=\"4\" data-to=\"6\" "
                           "data-limits=\"80 80 80\" data-line=\"1 3 3\"/>\n"),
                   3, "lane 1 to lane 3");
}

static void test_what_is_no_file(void **state)
{
    (void)state;
    struct text large = {0};
    struct error error = {0};
    expect_refused("<svg " PLAIN ">\n" COURSE "<g>\n</svg>\n", 4, "XML");
    expect_refused("<!DOCTYPE svg [<!ENTITY a SYSTEM \"file:///etc/hostname\">]>\n" FILE_OF(
                       PLAIN, COURSE, "<text>&a;</text>\n"),
                   1, "entities");
    text_append(&large, "<svg " PLAIN ">\n" COURSE "<!--");
    while (large.length <= CIRCUIT_BYTES)
        text_append(&large, "as long as it is wide ");
    text_append(&large, "--></svg>");
    assert_null(circuit_strips.read(large.data, large.length, &error));
    assert_non_null(strstr(error.text, "1048576 bytes"));
    text_free(&large);
}

/* --- writing ---------------------------------------------------------------------------------- */

static void test_what_is_written_is_the_same_circuit(void **state)
{
    (void)state;
    struct error error = {0};
    struct text written = {0}, renamed = {0};
    const char *file = FILE_OF(PLAIN, COURSE,
                               "<title>A &lt;b&gt;</title>\n"
                               "<g class=\"corner\" data-from=\"10\" data-to=\"13\" "
                               "data-limits=\"80 100\" data-line=\"2 1 1 2\"/>\n");
    const struct circuit *circuit = read_circuit(file);
    circuit_strips.write(circuit, &written);
    const struct circuit *again = read_circuit(written.data);
    assert_string_equal(again->name, "A <b>");
    assert_true(circuit_strips.fingerprint(circuit) == circuit_strips.fingerprint(again));
    assert_true(circuit_strips.retitle(file, strlen(file), "C & D", &renamed, &error));
    const struct circuit *other = read_circuit(renamed.data);
    assert_string_equal(other->name, "C & D");
    assert_true(circuit_strips.fingerprint(circuit) == circuit_strips.fingerprint(other));
    const struct circuit *slower = read_circuit(
        CORNER("data-from=\"10\" data-to=\"13\" data-limits=\"80 80\" data-line=\"2 1 1 2\""));
    assert_true(circuit_strips.fingerprint(circuit) != circuit_strips.fingerprint(slower));
    circuit_strips.release(circuit);
    circuit_strips.release(again);
    circuit_strips.release(other);
    circuit_strips.release(slower);
    text_free(&written);
    text_free(&renamed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_circuit_is_read),
        cmocka_unit_test(test_what_is_just_allowed),
        cmocka_unit_test(test_a_course_may_have_arcs),
        cmocka_unit_test(test_what_is_wrong_with_the_sheet),
        cmocka_unit_test(test_what_is_wrong_with_the_course),
        cmocka_unit_test(test_what_is_wrong_with_a_corner),
        cmocka_unit_test(test_what_is_wrong_with_limits_and_lines),
        cmocka_unit_test(test_what_is_no_file),
        cmocka_unit_test(test_what_is_written_is_the_same_circuit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
