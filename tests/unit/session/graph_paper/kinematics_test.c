/* The table of a motion: rows, units, differences, angles, CSV. Expectations by hand. */
#include "session/graph_paper/kinematics.h"
#include "support/cmocka.h"

#include <string.h>

static struct scene scene;
static struct kinematics table;
static struct error error;

static struct kinematics_look look_of(unsigned columns)
{
    return (struct kinematics_look){columns, false, kinematics_squares};
}

/* A goes (0, 0) -> (1, 1) -> (3, 2) -> (4, 4); B stands at (5, 0) and is blown down. */
static int setup(void **state)
{
    (void)state;
    static const struct point choices[] = {{1, 1}, {1, 0}, {-1, 1}};
    scene_init(&scene, 20, 20);
    scene_add_body(&scene, (struct point){0, 0}, (struct point){0, 0});
    scene_add_body(&scene, (struct point){5, 0}, (struct point){0, 0});
    for (int i = 0; i < 3; i++) {
        assert_true(scene_choose(&scene, 0, choices[i], &error));
        scene_step(&scene);
    }
    table = kinematics_of(&scene, look_of(KINEMATICS_ALL));
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    scene_free(&scene);
    return 0;
}

static void assert_cell(int line, int row, enum kinematics_column column, const char *words)
{
    struct text text = {0};
    kinematics_append(&table, line, row, column, &text);
    assert_string_equal(text_string(&text), words);
    text_free(&text);
}

static void rows_are_moves(void **state)
{
    (void)state;
    assert_int_equal(kinematics_last(&table, 0), 3);
    assert_cell(0, 0, COLUMN_T, "0");
    assert_cell(0, 0, COLUMN_VX, "0");
    assert_cell(0, 0, COLUMN_AX, "");
    assert_cell(0, 0, COLUMN_ACCELERATION, "");
    assert_cell(0, 0, COLUMN_DIRECTION, "");
    assert_cell(0, 2, COLUMN_X, "3");
    assert_cell(0, 2, COLUMN_Y, "2");
    assert_cell(0, 2, COLUMN_VX, "2");
    assert_cell(0, 2, COLUMN_SPEED, "√5 ≈ 2.24");
    assert_cell(0, 2, COLUMN_DIRECTION, "26.6°");
    assert_cell(0, 3, COLUMN_AX, "−1");
    assert_cell(0, 3, COLUMN_ACCELERATION, "√2 ≈ 1.41");
}

static void wind_has_columns_only_where_it_blows(void **state)
{
    (void)state;
    assert_false(table.look.columns >> COLUMN_WX & 1);
    assert_false(table.look.columns >> COLUMN_PX & 1);
    assert_true(scene_set_wind(&scene, (struct point){0, -2}, &error));
    scene_step(&scene);
    table = kinematics_of(&scene, look_of(KINEMATICS_ALL));
    assert_true(table.look.columns >> COLUMN_WX & 1);
    assert_cell(1, 4, COLUMN_WY, "−2");
    assert_cell(1, 4, COLUMN_PY, "0");
    assert_cell(1, 4, COLUMN_AY, "−2"); /* push + wind */
    assert_cell(1, 4, COLUMN_ACCELERATION, "2");
    assert_cell(1, 4, COLUMN_VY, "−2");
    assert_cell(1, 4, COLUMN_DIRECTION, "270°");
}

static void a_difference_is_how_another_sees_it(void **state)
{
    (void)state;
    struct text name = {0};
    table.lines[0] = (struct kinematics_line){1, 0};
    kinematics_name(&table, 0, &name);
    assert_string_equal(text_string(&name), "B − A");
    text_free(&name);
    assert_cell(0, 3, COLUMN_T, "3");
    assert_cell(0, 3, COLUMN_X, "1");
    assert_cell(0, 3, COLUMN_VX, "−1");
    assert_cell(0, 3, COLUMN_VY, "−2");
    assert_cell(0, 3, COLUMN_AX, "1");
}

static void metres_and_seconds(void **state)
{
    (void)state;
    table.look.unit.metric = true;
    assert_true(kinematics_read_unit("2,5", &table.look.unit.square, &error));
    assert_true(kinematics_read_unit("1/2", &table.look.unit.move, &error));
    assert_cell(0, 3, COLUMN_T, "1.5");
    assert_cell(0, 3, COLUMN_X, "10");
    assert_cell(0, 2, COLUMN_VX, "10"); /* 2 * 2.5 / 0.5 */
    assert_cell(0, 2, COLUMN_AX, "10"); /* 1 * 2.5 / 0.25 */
    assert_cell(0, 2, COLUMN_SPEED, "√125 ≈ 11.18");
    assert_cell(0, 2, COLUMN_DIRECTION, "26.6°");
    assert_string_equal(kinematics_unit_of(&table.look, COLUMN_AX), "m/s²");
}

static void units_without_meaning(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"0", "more than 0"},   {"0,00", "more than 0"}, {"-2", "more than 0"},
        {"√2", "root"},         {"1001", "from 0.01"},   {"0.001", "from 0.01"},
        {"100.01", "too fine"}, {"1/101", "from 0.01"},  {"1/99", ""},
    };
    struct measure unit;
    for (size_t i = 0; i + 1 < sizeof wrong / sizeof *wrong; i++) {
        assert_false(kinematics_read_unit(wrong[i][0], &unit, &error));
        if (!strstr(error.text, wrong[i][1]))
            fail_msg("%s: %s", wrong[i][0], error.text);
    }
    static const char *const nonsense[] = {"", "abc", "2 m", "1/0", ",", "1..2", "--1"};
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++)
        assert_false(kinematics_read_unit(nonsense[i], &unit, &error));
    assert_true(kinematics_read_unit("1/99", &unit, &error));
    assert_true(kinematics_read_unit("0.25", &unit, &error));
    assert_int_equal(unit.numerator, 1);
    assert_int_equal(unit.denominator, 4);
}

static void directions_in_tenths(void **state)
{
    (void)state;
    /* atan2 to a tenth, by a table of tangents. */
    static const struct {
        struct point vector;
        int tenths;
    } rows[] = {{{1, 0}, 0},       {{5, 5}, 450},    {{0, 3}, 900},     {{-1, 1}, 1350},
                {{-4, 0}, 1800},   {{-7, -7}, 2250}, {{0, -2}, 2700},   {{3, -3}, 3150},
                {{2, 1}, 266},     {{1, 2}, 634},    {{3, -2}, 3263},   {{-1, 3}, 1084},
                {{32767, 1}, 0},   {{32767, -1}, 0}, {{1, 32767}, 900}, {{4, 3}, 369},
                {{-12, -5}, 2026}, {{573, 1}, 1},    {{1146, 1}, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(kinematics_direction(rows[i].vector), rows[i].tenths);
}

static void append_csv(enum csv_kind kind, struct text *into)
{
    struct csv csv = csv_begin(into, kind);
    kinematics_append_csv(&table, &csv);
}

static void csv_of_exactly_that_table(void **state)
{
    (void)state;
    struct text csv = {0};
    table = kinematics_of(
        &scene, look_of(1 << COLUMN_T | 1 << COLUMN_X | 1 << COLUMN_AX | 1 << COLUMN_SPEED));
    table.line_count = 1;
    append_csv(CSV_PLAIN, &csv);
    assert_string_equal(text_string(&csv), "car,t [moves],x [squares],ax [squares/move^2],"
                                           "|v| exactly [squares/move],|v| [squares/move],note\n"
                                           "A,0,0,,0,0,\n"
                                           "A,1,1,1,√2,1.41,\n"
                                           "A,2,3,1,√5,2.24,\n"
                                           "A,3,4,-1,√5,2.24,\n");
    text_clear(&csv);
    table.look.vectors = true;
    table.look.columns = 1 << COLUMN_VX | 1 << COLUMN_VY;
    append_csv(CSV_PLAIN, &csv);
    assert_non_null(strstr(text_string(&csv), "car,v [squares/move],note\n"));
    assert_non_null(strstr(text_string(&csv), "A,\"(1, 2)\",\n"));
    text_clear(&csv);
    append_csv(CSV_GERMAN, &csv);
    assert_non_null(strstr(text_string(&csv), "\xef\xbb\xbf"
                                              "car;v [squares/move];note\n"));
    assert_non_null(strstr(text_string(&csv), "A;\"(1; 2)\";\n"));
    text_clear(&csv);
    table.look.vectors = false;
    table.look.columns = 1 << COLUMN_T | 1 << COLUMN_AX | 1 << COLUMN_SPEED;
    append_csv(CSV_GERMAN, &csv);
    assert_non_null(strstr(text_string(&csv), ";ax [squares/move²];"));
    assert_non_null(strstr(text_string(&csv), "A;1;1;√2;1,41;\n"));
    text_free(&csv);
}

static void names_are_no_formulas(void **state)
{
    (void)state;
    struct text csv = {0};
    strcpy(scene.bodies[0].name, "=1+\"2\",x");
    append_csv(CSV_PLAIN, &csv);
    assert_non_null(strstr(text_string(&csv), "\n\" =1+\"\"2\"\",x\",0,"));
    text_free(&csv);
}

int main(void)
{
#define TABLE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        TABLE(rows_are_moves),
        TABLE(wind_has_columns_only_where_it_blows),
        TABLE(a_difference_is_how_another_sees_it),
        TABLE(metres_and_seconds),
        TABLE(units_without_meaning),
        TABLE(directions_in_tenths),
        TABLE(csv_of_exactly_that_table),
        TABLE(names_are_no_formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
