/* What counts as track (track.h), by hand: the cases of RULES 2.3, 2.4 and 4. Random ones are in
 * tests/model.
 */
#include "track/track.h"
#include "unit/track/fixture.h"

#include <stdlib.h>

/* The ring of the fixture: the island's lower wall is y = 4, its left one x = 5. */
static struct track *ring_with(const char *declared)
{
    struct text svg = {0};
    text_append(&svg, SHEET OUTER INNER LINE);
    text_append(&svg, declared);
    text_append(&svg, END);
    struct track *track = read_track(svg.data);
    text_free(&svg);
    return track;
}

#define AT(class, x, y) "<circle class='" class "' cx='" #x "' cy='" #y "' r='.25'/>\n"

static bool holds(const struct track *track, bool walls_out, int from_x, int from_y, int to_x,
                  int to_y)
{
    struct ground ground = {track, walls_out};
    return ground_holds_move(&ground, (struct point){from_x, from_y}, (struct point){to_x, to_y});
}

/* `x` and `y` as "49/4"; "-" for a move that is held. */
static void expect_exit(const struct track *track, bool walls_out, struct point from,
                        struct point to, const char *x, const char *y)
{
    struct ground ground = {track, walls_out};
    struct exact_point exit;
    struct text told_x = {0}, told_y = {0};
    bool holds_all = ground_find_exit(&ground, from, to, &exit);
    assert_int_equal(holds_all, strcmp(x, "-") == 0);
    if (holds_all)
        return;
    exact_append_x(&told_x, exit);
    exact_append_y(&told_y, exit);
    assert_string_equal(text_string(&told_x), x);
    assert_string_equal(text_string(&told_y), y);
    text_free(&told_x);
    text_free(&told_y);
}

static void test_walls_may_be_touched_or_not(void **state)
{
    (void)state;
    struct track *track = ring_with("");
    assert_true(holds(track, false, 2, 4, 18, 4));
    assert_true(holds(track, false, 2, 1, 5, 4));
    assert_true(holds(track, false, 0, 0, 20, 0));
    assert_false(holds(track, true, 2, 4, 18, 4));
    assert_false(holds(track, true, 2, 1, 5, 4));
    assert_false(holds(track, true, 0, 0, 20, 0));
    assert_true(holds(track, true, 2, 3, 18, 3));
    assert_true(holds(track, true, 1, 1, 1, 1));
    assert_false(holds(track, true, 5, 4, 5, 4));
    /* Past the corner (5, 4), through it, and a hair away from it. */
    assert_false(holds(track, true, 4, 5, 6, 3));
    assert_true(holds(track, true, 4, 4, 6, 3));
    expect_exit(track, true, (struct point){2, 4}, (struct point){18, 4}, "5", "4");
    expect_exit(track, true, (struct point){2, 1}, (struct point){8, 5}, "13/2", "4");
    expect_exit(track, false, (struct point){2, 4}, (struct point){18, 4}, "-", "");
    expect_exit(track, false, (struct point){2, 1}, (struct point){-2, 1}, "0", "1");
    /* Who stands on a wall is off the track, with walls = out. */
    expect_exit(track, true, (struct point){5, 4}, (struct point){5, 3}, "5", "4");
    track_release(track);
}

/* Inside: the closed square counts, and the wall in it does not. (8, 8) of the file is (8, 4). */
static void test_a_point_declared_inside(void **state)
{
    (void)state;
    struct track *track = ring_with(AT("inside", 8, 8));
    assert_true(holds(track, true, 8, 3, 8, 4));
    assert_false(holds(track, true, 7, 3, 7, 4));
    expect_exit(track, false, (struct point){8, 3}, (struct point){8, 5}, "8", "17/4");
    expect_exit(track, true, (struct point){8, 3}, (struct point){8, 5}, "8", "17/4");
    /* Along the wall: in the square nothing is said against it, behind its border it is a wall. */
    expect_exit(track, true, (struct point){8, 4}, (struct point){12, 4}, "33/4", "4");
    struct ground ground = {track, true};
    assert_true(ground_holds_point(&ground, (struct point){8, 4}));
    assert_false(ground_holds_point(&ground, (struct point){9, 4}));
    track_release(track);
}

/* Outside: the open square is off the track, its border is not, and is no wall either. */
static void test_a_point_declared_outside(void **state)
{
    (void)state;
    struct track *track = ring_with(AT("outside", 8, 10));
    for (int out = 0; out < 2; out++) {
        assert_false(holds(track, out, 6, 2, 10, 2));
        assert_false(holds(track, out, 8, 1, 8, 2));
        expect_exit(track, out, (struct point){6, 2}, (struct point){10, 2}, "31/4", "2");
        expect_exit(track, out, (struct point){8, 2}, (struct point){10, 2}, "8", "2");
        /* From (7, 1) to (8, 3) half way is (15/2, 2): beside it. (7, 2) to (9, 1) at x = 31/4 is
         * at y = 13/8: below it. */
        assert_true(holds(track, out, 7, 1, 8, 3));
        assert_true(holds(track, out, 7, 2, 9, 1));
    }
    /* Through the square's corner (33/4, 9/4) alone, to a point on the lower wall. */
    assert_false(holds(track, true, 8, 3, 9, 0));
    assert_true(holds(track, false, 8, 3, 9, 0));
    assert_true(holds(track, true, 8, 3, 9, 1));
    track_release(track);
}

/* Off the sheet is off the track, whatever was declared. */
static void test_the_edge_of_the_sheet(void **state)
{
    (void)state;
    struct track *track = ring_with(AT("inside", 0, 10));
    expect_exit(track, true, (struct point){2, 2}, (struct point){-2, 2}, "0", "2");
    assert_true(holds(track, true, 2, 2, 0, 2));
    assert_false(holds(track, true, 2, 3, 0, 3));
    track_release(track);
}

static void expect_pieces(const struct track *track, bool walls_out, struct point from,
                          struct point to, const char *expected)
{
    struct ground ground = {track, walls_out};
    struct ground_piece pieces[4];
    int count = ground_list_pieces(&ground, from, to, pieces, 4);
    struct text told = {0};
    for (int i = 0; i < count && i < 4; i++) {
        text_append(&told, i > 0 ? " " : "");
        exact_append_x(&told, pieces[i].enter);
        text_append(&told, "..");
        exact_append_x(&told, pieces[i].leave);
    }
    assert_string_equal(text_string(&told), expected);
    text_free(&told);
}

/* By x. Right through the island; along its middle; and with a declared point within. */
static void test_pieces(void **state)
{
    (void)state;
    struct track *track = ring_with(AT("inside", 10, 6));
    expect_pieces(track, false, (struct point){2, 5}, (struct point){18, 5}, "2..5 15..18");
    expect_pieces(track, false, (struct point){2, 6}, (struct point){18, 6},
                  "2..5 39/4..41/4 15..18");
    expect_pieces(track, false, (struct point){6, 5}, (struct point){7, 5}, "");
    expect_pieces(track, false, (struct point){4, 3}, (struct point){4, 3}, "4..4");
    /* Along the wall, and out of the island: a wall that is met there is a piece by itself. */
    expect_pieces(track, false, (struct point){2, 4}, (struct point){18, 4}, "2..18");
    expect_pieces(track, true, (struct point){2, 4}, (struct point){18, 4}, "2..5 15..18");
    expect_pieces(track, false, (struct point){6, 5}, (struct point){7, 4}, "7..7");
    expect_pieces(track, true, (struct point){6, 5}, (struct point){7, 4}, "");
    /* Touching the corner (5, 4) from outside parts it in two where that is off the track. */
    expect_pieces(track, false, (struct point){4, 5}, (struct point){6, 3}, "4..6");
    expect_pieces(track, true, (struct point){4, 5}, (struct point){6, 3}, "4..5 5..6");
    track_release(track);
}

/* From the exit (13/2, 4), which is on a wall, away from it and along it. */
static void test_ways(void **state)
{
    (void)state;
    struct track *track = ring_with("");
    struct exact_point exit = exact_make(13, 8, 2);
    struct ground in = {track, false}, out = {track, true};
    assert_true(ground_holds_way(&in, exit, (struct point){6, 3}));
    assert_true(ground_holds_way(&out, exit, (struct point){6, 3}));
    assert_true(ground_holds_way(&in, exit, (struct point){7, 4}));
    assert_false(ground_holds_way(&out, exit, (struct point){7, 4}));
    assert_false(ground_holds_way(&in, exit, (struct point){7, 5}));
    track_release(track);
    track = ring_with(AT("outside", 6, 9) AT("inside", 7, 7));
    struct ground declared = {track, false};
    assert_false(ground_holds_way(&declared, exit, (struct point){6, 3}));
    assert_true(ground_holds_way(&declared, exit, (struct point){7, 3}));
    /* Between the wall and the square of (7, 5) is the island. */
    assert_false(ground_holds_way(&declared, exit, (struct point){7, 5}));
    track_release(track);
}

static void test_boxes(void **state)
{
    (void)state;
    struct track *track = ring_with(AT("outside", 2, 10));
    struct ground ground = {track, true};
    assert_true(ground_holds_box(&ground, (struct point){7, 1}, (struct point){9, 3}));
    assert_false(ground_holds_box(&ground, (struct point){1, 1}, (struct point){3, 3}));
    assert_false(ground_holds_box(&ground, (struct point){7, 1}, (struct point){9, 4}));
    track_release(track);
}

/* The left wall is 1/4 from x = 0, the upper one from y = 4, the lower one from y = 1. */
static void test_doubtful_points(void **state)
{
    (void)state;
    struct track *track = read_track("<svg viewBox='0 0 4 4'><path class='wall' d='"
                                     "M.25 .25 H2.7490234375 V3.25 H.25 Z'/></svg>");
    int count;
    struct point *points = track_list_doubtful(track, &count);
    /* The right wall is one unit too far from x = 3, and corners are too far on the slant. */
    static const struct point expected[] = {{0, 1}, {1, 1}, {2, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 4}};
    assert_int_equal(count, 7);
    for (int i = 0; i < count; i++)
        assert_true(point_equal(points[i], expected[i]));
    free(points);
    track_release(track);
}

static void test_declaring_points(void **state)
{
    (void)state;
    struct track *plain = ring_with(AT("outside", 8, 10));
    const struct track_inspected wanted[] = {{{9, 4}, true}, {{3, 2}, false}};
    struct track *declared = track_with_inspected(plain, wanted, 2);
    track_release(plain);
    assert_int_equal(declared->inspected_count, 2);
    assert_true(point_equal(declared->inspected[0].at, (struct point){3, 2}));
    assert_true(declared->inspected[1].inside);
    assert_true(holds(declared, true, 9, 3, 9, 4));
    assert_false(holds(declared, false, 2, 2, 4, 2));
    assert_true(holds(declared, false, 6, 2, 10, 2));
    /* They come back from a file. */
    struct text svg = {0};
    svg_write_track(declared, &svg);
    struct track *read = read_track(svg.data);
    assert_int_equal(read->inspected_count, 2);
    assert_true(point_equal(read->inspected[0].at, (struct point){3, 2}));
    assert_false(read->inspected[0].inside);
    text_free(&svg);
    track_release(read);
    struct track *none = track_with_inspected(declared, NULL, 0);
    track_release(declared);
    assert_true(holds(none, false, 2, 2, 4, 2));
    track_release(none);
}

/* As far as a car can be meant to go on the largest sheet. */
static void test_the_largest_sheet(void **state)
{
    (void)state;
    struct track *track = read_track(
        "<svg viewBox='0 0 4096 4096'><path class='wall' d='M.0009765625 0 H4096 V4096 H0 V1 Z'/>"
        "<circle class='outside' cx='2048' cy='2048' r='.25'/>"
        "<circle class='inside' cx='4095' cy='1' r='.25'/></svg>");
    expect_exit(track, false, (struct point){1, 1}, (struct point){4095, 4095}, "8191/4", "8191/4");
    expect_exit(track, true, (struct point){4095, 4095}, (struct point){16383, 16383}, "4096",
                "4096");
    assert_true(holds(track, false, 1, 2, 4095, 4095));
    assert_true(holds(track, true, 2, 1, 4095, 4094));
    assert_false(holds(track, true, 2, 1, 4094, 4095));
    track_release(track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walls_may_be_touched_or_not),
        cmocka_unit_test(test_a_point_declared_inside),
        cmocka_unit_test(test_a_point_declared_outside),
        cmocka_unit_test(test_the_edge_of_the_sheet),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_doubtful_points),
        cmocka_unit_test(test_declaring_points),
        cmocka_unit_test(test_the_largest_sheet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
