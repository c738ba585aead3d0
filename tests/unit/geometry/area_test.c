/* Areas small enough to work out by hand; area_model_test.c has the many. In the drawings a
 * character is a square, and loops are given in grid points or in quarters of a square. */
#include "geometry/area.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

enum { SHEET = 12, VERTICES_MAX = 16 };

/* A loop whose vertices are multiples of 1/4 square. */
struct quarters {
    int count;
    struct point vertices[VERTICES_MAX];
};

static struct area *make_area(const struct quarters *shapes, int count)
{
    struct point vertices[4][VERTICES_MAX];
    struct loop loops[4];
    for (int i = 0; i < count; i++) {
        loops[i] = (struct loop){vertices[i], shapes[i].count};
        for (int j = 0; j < shapes[i].count; j++) {
            struct point v = shapes[i].vertices[j];
            vertices[i][j] = (struct point){v.x * FINE / 4, v.y * FINE / 4};
        }
    }
    return area_create(loops, count, SHEET, SHEET);
}

static struct quarters rectangle(int left, int low, int right, int high)
{
    return (struct quarters){
        4,
        {{left * 4, low * 4}, {right * 4, low * 4}, {right * 4, high * 4}, {left * 4, high * 4}}};
}

static void expect_place(const struct area *area, int x, int y, enum place place)
{
    const struct point grid = {x, y};
    assert_int_equal(area_place_grid(area, grid), place);
    assert_int_equal(area_place_fine(area, point_to_fine(grid)), place);
}

static void expect_held(const struct area *area, struct point from, struct point to)
{
    struct exact_point exit;
    assert_true(area_holds_move(area, from, to));
    assert_true(area_holds_move(area, to, from));
    assert_true(area_find_exit(area, from, to, &exit));
    assert_true(area_holds_way(area, exact_from_grid(from), to));
}

static void expect_exit(const struct area *area, struct point from, struct point to, int64_t x,
                        int64_t y, int64_t w)
{
    struct exact_point exit = {0, 0, 0};
    assert_false(area_holds_move(area, from, to));
    assert_false(area_find_exit(area, from, to, &exit));
    assert_true(exact_equal(exit, exact_make(x, y, w)));
}

#define AT(x, y) ((struct point){(x), (y)})

/* A ring: 10 x 10 with a hole of 4 x 4 in it. */
static struct area *make_ring(void)
{
    const struct quarters loops[] = {rectangle(1, 1, 11, 11), rectangle(4, 4, 8, 8)};
    return make_area(loops, 2);
}

static void test_places_of_a_ring(void **state)
{
    (void)state;
    struct area *ring = make_ring();
    expect_place(ring, 2, 2, PLACE_INSIDE);
    expect_place(ring, 9, 6, PLACE_INSIDE);
    expect_place(ring, 6, 6, PLACE_OUTSIDE);
    expect_place(ring, 0, 0, PLACE_OUTSIDE);
    expect_place(ring, 12, 6, PLACE_OUTSIDE);
    expect_place(ring, 1, 6, PLACE_WALL);
    expect_place(ring, 11, 11, PLACE_WALL);
    expect_place(ring, 4, 8, PLACE_WALL);
    expect_place(ring, 6, 4, PLACE_WALL);
    assert_int_equal(area_place_grid(ring, AT(-1, 5)), PLACE_OUTSIDE);
    assert_int_equal(area_place_grid(ring, AT(INT32_MAX, INT32_MIN)), PLACE_OUTSIDE);
    assert_int_equal(area_place_fine(ring, AT(FINE + 1, 6 * FINE)), PLACE_INSIDE);
    assert_int_equal(area_place_fine(ring, AT(FINE - 1, 6 * FINE)), PLACE_OUTSIDE);
    assert_int_equal(area_place_fine(ring, AT(-FINE, 6 * FINE)), PLACE_OUTSIDE);
    area_free(ring);
}

static void test_moves_on_a_ring(void **state)
{
    (void)state;
    struct area *ring = make_ring();
    expect_held(ring, AT(2, 2), AT(10, 2));
    expect_held(ring, AT(2, 2), AT(2, 2));
    expect_held(ring, AT(1, 1), AT(1, 11)); /* along the wall */
    expect_held(ring, AT(2, 4), AT(10, 4)); /* along the hole */
    expect_held(ring, AT(4, 4), AT(8, 4));
    expect_held(ring, AT(2, 6), AT(6, 2)); /* touches the corner (4, 4) */
    expect_held(ring, AT(1, 7), AT(7, 1)); /* the same, from wall to wall */
    expect_exit(ring, AT(2, 7), AT(7, 2), 4, 5, 1);
    expect_exit(ring, AT(2, 6), AT(10, 6), 4, 6, 1);
    expect_exit(ring, AT(4, 4), AT(8, 8), 4, 4, 1);
    expect_exit(ring, AT(1, 6), AT(0, 6), 1, 6, 1);
    expect_exit(ring, AT(2, 2), AT(2, -2), 2, 1, 1);
    expect_exit(ring, AT(2, 9), AT(-1, 7), 3, 25, 3); /* at x = 1 the way from 9 has fallen 2/3 */
    expect_exit(ring, AT(10, 10), AT(16000, 10), 11, 10, 1);
    area_free(ring);
}

static void test_start_outside(void **state)
{
    (void)state;
    struct area *ring = make_ring();
    expect_exit(ring, AT(6, 6), AT(10, 6), 6, 6, 1);
    expect_exit(ring, AT(0, 0), AT(0, 0), 0, 0, 1);
    expect_exit(ring, AT(-5, 3), AT(3, 3), -5, 3, 1);
    area_free(ring);
}

/* An exit that is no grid point: the wall from (8, 0) to (9, 4) crossed at y = 1 and so on. */
static void test_exit_is_exact(void **state)
{
    (void)state;
    const struct quarters loop = {4, {{0, 0}, {32, 0}, {36, 16}, {0, 16}}};
    struct area *area = make_area(&loop, 1);
    expect_exit(area, AT(2, 1), AT(12, 1), 33, 4, 4);
    expect_exit(area, AT(6, 0), AT(10, 4), 26, 8, 3); /* y = x - 6 and y = 4 x - 32: x = 26/3 */
    area_free(area);
}

/* A wall that ends in mid-air (a loop there and back) can be touched but not lost: both its sides
 * are inside, so a move may cross it. RULES 2.3 asks for the closed area only. */
static void test_wall_without_thickness(void **state)
{
    (void)state;
    const struct quarters loops[] = {rectangle(0, 0, 10, 10), {2, {{20, 0}, {20, 20}}}};
    struct area *area = make_area(loops, 2);
    expect_place(area, 5, 3, PLACE_WALL);
    expect_held(area, AT(2, 3), AT(8, 3));
    expect_held(area, AT(5, 3), AT(8, 3));
    expect_held(area, AT(5, 1), AT(5, 9));
    assert_false(area_holds_box(area, AT(4, 2), AT(6, 4)));
    assert_true(area_holds_box(area, AT(6, 1), AT(9, 9)));
    area_free(area);
}

/* The same line outside: it belongs to the area, what is beside it does not. */
static void test_line_outside(void **state)
{
    (void)state;
    const struct quarters loops[] = {rectangle(0, 0, 4, 4), {2, {{16, 8}, {40, 8}}}};
    struct area *area = make_area(loops, 2);
    expect_held(area, AT(2, 2), AT(10, 2));
    expect_held(area, AT(6, 2), AT(10, 2));
    expect_exit(area, AT(2, 2), AT(11, 2), 10, 2, 1);
    expect_exit(area, AT(6, 2), AT(6, 3), 6, 2, 1);
    expect_exit(area, AT(2, 1), AT(6, 3), 4, 2, 1);
    area_free(area);
}

/* Two rooms that share a wall are one, for the wall is there twice; rooms that share only a corner
 * can be passed through it. */
static void test_rooms_that_touch(void **state)
{
    (void)state;
    const struct quarters loops[] = {rectangle(0, 0, 4, 4), rectangle(4, 1, 8, 3),
                                     rectangle(8, 3, 10, 5)};
    struct area *area = make_area(loops, 3);
    expect_held(area, AT(1, 2), AT(7, 2));
    expect_held(area, AT(4, 1), AT(4, 3));
    expect_held(area, AT(7, 2), AT(9, 4));
    expect_held(area, AT(6, 1), AT(10, 5));
    expect_exit(area, AT(7, 2), AT(10, 4), 24, 8, 3); /* it passes below the corner */
    area_free(area);
}

/* Overlapping loops: what lies in both is out (even-odd), its border is not. */
static void test_loops_that_overlap(void **state)
{
    (void)state;
    const struct quarters loops[] = {rectangle(0, 0, 6, 6), rectangle(4, 0, 10, 6)};
    struct area *area = make_area(loops, 2);
    expect_place(area, 5, 3, PLACE_OUTSIDE);
    expect_place(area, 5, 0, PLACE_WALL);
    expect_exit(area, AT(1, 3), AT(9, 3), 4, 3, 1);
    expect_held(area, AT(1, 0), AT(9, 0));
    expect_held(area, AT(4, 1), AT(4, 5));
    area_free(area);
}

static void test_doubled_and_lonely_vertices(void **state)
{
    (void)state;
    const struct quarters loops[] = {
        {7, {{0, 0}, {0, 0}, {32, 0}, {32, 16}, {32, 16}, {32, 16}, {0, 16}}}, {1, {{40, 40}}}};
    struct area *area = make_area(loops, 2);
    assert_int_equal(area_loop_count(area), 2);
    assert_int_equal(area_loop(area, 0).count, 7);
    assert_true(point_equal(area_loop(area, 1).vertices[0], AT(10 * FINE, 10 * FINE)));
    assert_int_equal(area_edge_count(area), 8);
    expect_held(area, AT(0, 0), AT(8, 4));
    expect_exit(area, AT(1, 1), AT(11, 1), 8, 1, 1);
    expect_place(area, 10, 10, PLACE_WALL);
    expect_held(area, AT(10, 10), AT(10, 10));
    expect_exit(area, AT(10, 10), AT(11, 10), 10, 10, 1);
    area_free(area);
}

static void test_nothing(void **state)
{
    (void)state;
    struct area *area = make_area(NULL, 0);
    expect_place(area, 0, 0, PLACE_OUTSIDE);
    assert_false(area_holds_move(area, AT(0, 0), AT(1, 1)));
    assert_false(area_holds_way(area, exact_make(1, 1, 2), AT(0, 0)));
    assert_false(area_holds_box(area, AT(0, 0), AT(1, 1)));
    area_free(area);
    area_free(NULL);
}

/* The ring's hole reaches from 4 to 8. */
static void test_ways(void **state)
{
    (void)state;
    struct area *ring = make_ring();
    assert_true(area_holds_way(ring, exact_make(4 * 3, 17, 3), AT(3, 6)));
    assert_true(area_holds_way(ring, exact_make(4 * 3, 17, 3), AT(4, 7)));  /* along the wall */
    assert_false(area_holds_way(ring, exact_make(4 * 3, 17, 3), AT(5, 8))); /* through the hole */
    assert_true(area_holds_way(ring, exact_make(15, 33, 4), AT(2, 10)));
    assert_false(area_holds_way(ring, exact_make(17, 17, 4), AT(4, 5))); /* begins in the hole */
    assert_false(area_holds_way(ring, exact_make(3, 22, 2), AT(1, 12)));
    assert_false(area_holds_way(ring, exact_make(13, 4, 1), AT(13, 4)));
    /* From the wall at (4, 17/3) past the corner (4, 4): held as long as x does not exceed 4. */
    assert_true(area_holds_way(ring, exact_make(12, 17, 3), AT(4, 3)));
    assert_false(area_holds_way(ring, exact_make(12, 17, 3), AT(5, 3)));
    area_free(ring);
}

static void test_boxes(void **state)
{
    (void)state;
    struct area *ring = make_ring();
    assert_true(area_holds_box(ring, AT(2, 2), AT(3, 10)));
    assert_true(area_holds_box(ring, AT(2, 2), AT(2, 2)));
    assert_false(area_holds_box(ring, AT(2, 2), AT(4, 10)));
    assert_false(area_holds_box(ring, AT(2, 2), AT(10, 10)));
    assert_false(area_holds_box(ring, AT(5, 5), AT(7, 7)));
    assert_false(area_holds_box(ring, AT(2, 2), AT(20, 3)));
    assert_false(area_holds_box(ring, AT(1, 2), AT(3, 3)));
    area_free(ring);
}

/* 32 slanting holes, 8 fine units wide and apart, all of them in the same few squares. A move from
 * wall to wall meets the first at x = 15/4 and the last at x = 15/4 + 63 * 8 / 1024. */
static void test_many_walls_in_one_place(void **state)
{
    (void)state;
    enum { HOLES = 32, GAP = 8 };
    struct point vertices[HOLES + 1][4] = {
        {{FINE, FINE}, {7 * FINE, FINE}, {7 * FINE, 3 * FINE}, {FINE, 3 * FINE}}};
    struct loop loops[2 * HOLES + 1] = {{vertices[0], 4}};
    for (int i = 0; i < HOLES; i++) {
        int left = 15 * FINE / 4 + 2 * GAP * i;
        int right = left + GAP;
        vertices[i + 1][0] = AT(left - FINE / 2, 3 * FINE / 2);
        vertices[i + 1][1] = AT(right - FINE / 2, 3 * FINE / 2);
        vertices[i + 1][2] = AT(right + FINE / 2, 5 * FINE / 2);
        vertices[i + 1][3] = AT(left + FINE / 2, 5 * FINE / 2);
        loops[i + 1] = (struct loop){vertices[i + 1], 4};
        loops[HOLES + i + 1] = loops[i + 1];
    }
    struct area *area = area_create(loops, HOLES + 1, SHEET, SHEET);
    expect_exit(area, AT(1, 2), AT(7, 2), 15, 8, 4);
    expect_exit(area, AT(7, 2), AT(1, 2), 543, 256, 128);
    expect_exit(area, AT(2, 2), AT(6, 2), 15, 8, 4);
    assert_false(area_holds_way(area, exact_make(3, 4, 2), AT(7, 2)));
    area_free(area);
    /* A hole that is there twice is none. */
    area = area_create(loops, 2 * HOLES + 1, SHEET, SHEET);
    expect_held(area, AT(1, 2), AT(7, 2));
    expect_held(area, AT(2, 2), AT(6, 2));
    area_free(area);
}

/* Walls that pass a grid point at less than a fine unit do not go through it. */
static void test_walls_close_to_grid_points(void **state)
{
    (void)state;
    struct point vertices[] = {{5 * FINE, 0}, {5 * FINE + 1, 4 * FINE}, {0, 4 * FINE + 1}, {0, 0}};
    const struct loop loop = {vertices, 4};
    struct area *area = area_create(&loop, 1, SHEET, SHEET);
    expect_place(area, 5, 0, PLACE_WALL);
    expect_place(area, 5, 1, PLACE_INSIDE);
    expect_place(area, 5, 4, PLACE_INSIDE);
    expect_place(area, 3, 4, PLACE_INSIDE);
    /* The wall is at x = 5 + y / 4096. */
    expect_exit(area, AT(4, 1), AT(6, 1), 5 * 4096 + 1, 4096, 4096);
    area_free(area);
}

/* A sheet of the largest size: the numbers are as large as they get. */
static void test_largest_sheet(void **state)
{
    (void)state;
    struct point vertices[] = {
        {0, 0}, {SHEET_MAX * FINE, 1}, {SHEET_MAX * FINE, SHEET_MAX * FINE}, {1, SHEET_MAX * FINE}};
    const struct loop loop = {vertices, 4};
    struct area *area = area_create(&loop, 1, SHEET_MAX, SHEET_MAX);
    expect_place(area, 1, 1, PLACE_INSIDE);
    expect_place(area, SHEET_MAX, 1, PLACE_WALL);
    expect_place(area, SHEET_MAX, 0, PLACE_OUTSIDE);
    struct exact_point exit;
    assert_true(area_find_exit(area, AT(1, 1), AT(SHEET_MAX, SHEET_MAX), &exit));
    /* Down to (16384, -16384) from (4096, 4095), so along x = 4096 + 12288 t, out at once. */
    expect_exit(area, AT(SHEET_MAX, 4095), AT(16384, -16384), SHEET_MAX, 4095, 1);
    /* y = 4095 - 20479 / 12289 (x - 4095) meets x = 4096 first. */
    expect_exit(area, AT(4095, 4095), AT(16384, -16384), INT64_C(4096) * 12289,
                INT64_C(4095) * 12289 - 20479, 12289);
    /* From (1, 1) straight down: the wall from (0, 0) to (4096, 1/1024) is 1/4096/1024 high. */
    expect_exit(area, AT(1, 1), AT(1, -16384), 4194304, 1, 4194304);
    area_free(area);
}

/* A comb whose 1,500 teeth are one square wide round odd columns, from y = 1 up to its back at
 * y = 4000. Counting all teeth to the right for each question took a hundred times the bound. */
static void test_a_vast_comb_answers_near_the_point(void **state)
{
    (void)state;
    enum { TEETH = 1500, BACK = 4000, TOP = 4090, COLUMNS = 2 * TEETH };
    static struct point vertices[4 * TEETH + 2];
    const int corners[][2] = {{2, BACK}, {2, 1}, {6, 1}, {6, BACK}};
    for (int i = 0; i < 4 * TEETH; i++)
        vertices[i] = AT((8 * (i / 4) + corners[i % 4][0]) * FINE / 4, corners[i % 4][1] * FINE);
    vertices[4 * TEETH] = AT(COLUMNS * FINE, TOP * FINE);
    vertices[4 * TEETH + 1] = AT(0, TOP * FINE);
    const struct loop loop = {vertices, 4 * TEETH + 2};
    struct area *area = area_create(&loop, 1, SHEET_MAX, SHEET_MAX);
    clock_t begun = clock();
    for (int y = 2; y < BACK; y += 29)
        for (int x = 0; x <= COLUMNS; x++)
            assert_int_equal(area_place_grid(area, AT(x, y)),
                             x % 2 == 1 ? PLACE_INSIDE : PLACE_OUTSIDE);
    assert_true(clock() - begun < CLOCKS_PER_SEC);
    for (int x = 1; x < COLUMNS; x += 2) {
        expect_place(area, x, 0, PLACE_OUTSIDE);
        expect_place(area, x, 1, PLACE_WALL);
        expect_place(area, x, TOP, PLACE_WALL);
        expect_place(area, x + 1, BACK, x + 1 < COLUMNS ? PLACE_WALL : PLACE_OUTSIDE);
    }
    area_free(area);
}

/* Each step along a wall of 4,000 squares was followed to the wall's end: thirty times the bound.
 */
static void test_steps_along_a_long_wall(void **state)
{
    (void)state;
    enum { LOW = 1, HIGH = 4001 };
    struct point vertices[] = {{LOW * FINE, LOW * FINE},
                               {HIGH * FINE, LOW * FINE},
                               {HIGH * FINE, HIGH * FINE},
                               {LOW * FINE, HIGH * FINE}};
    const struct loop loop = {vertices, 4};
    struct area *area = area_create(&loop, 1, SHEET_MAX, SHEET_MAX);
    clock_t begun = clock();
    for (int at = LOW; at < HIGH; at++) {
        assert_true(area_holds_move(area, AT(LOW, at), AT(LOW, at + 1)));
        assert_true(area_holds_move(area, AT(at, HIGH), AT(at + 1, HIGH)));
    }
    assert_true(clock() - begun < CLOCKS_PER_SEC / 10);
    assert_false(area_holds_move(area, AT(LOW, HIGH - 1), AT(LOW, HIGH + 1)));
    area_free(area);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places_of_a_ring),
        cmocka_unit_test(test_moves_on_a_ring),
        cmocka_unit_test(test_start_outside),
        cmocka_unit_test(test_exit_is_exact),
        cmocka_unit_test(test_wall_without_thickness),
        cmocka_unit_test(test_line_outside),
        cmocka_unit_test(test_rooms_that_touch),
        cmocka_unit_test(test_loops_that_overlap),
        cmocka_unit_test(test_doubled_and_lonely_vertices),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_many_walls_in_one_place),
        cmocka_unit_test(test_walls_close_to_grid_points),
        cmocka_unit_test(test_largest_sheet),
        cmocka_unit_test(test_steps_along_a_long_wall),
        cmocka_unit_test(test_a_vast_comb_answers_near_the_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
