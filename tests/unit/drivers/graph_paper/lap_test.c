/* Whether a lap is possible, and in how many rounds: straights whose answers can be counted. The
 * shipped tracks' pars are in tests/unit/track_files.
 *
 * On a straight a car makes 1, 2, 3, ... squares a move.
 */
#include "drivers/graph_paper/driving.h"
#include "support/cmocka.h"
#include "track/draft.h"

#include "base/system/host.h"

#include <stdlib.h>
#include <string.h>

static struct track *read_track(const char *svg)
{
    struct error error = {0};
    struct track *track = svg_read_track(svg, strlen(svg), &error);
    if (!track)
        fail_msg("line %d: %s", error.line, error.text);
    return track;
}

/* A straight of 2 squares' width on a sheet of `width` squares, from x = 1 to x = `finish`. */
static struct track *make_straight(int width, int finish, const char *more)
{
    struct text svg = {0};
    text_append_format(&svg,
                       "<svg viewBox='0 0 %d 2'><rect class='wall' width='%d' height='2'/>"
                       "<path class='start' d='M1 0V2'/><path class='finish' d='M%d 0V2'/>%s</svg>",
                       width, width, finish, more);
    struct track *track = read_track(svg.data);
    text_free(&svg);
    return track;
}

static void expect_rounds(struct track *track, int rounds)
{
    struct lap lap;
    struct error error = {0};
    if (!lap_prove(track, NULL, &lap, &error))
        fail_msg("%s", error.text);
    assert_true(lap.possible);
    assert_int_equal(lap.rounds, rounds);
    assert_true(lap_prove(track, NULL, NULL, &error));
    track_release(track);
}

static void expect_impossible(struct track *track, const char *text)
{
    struct lap lap;
    struct error error = {0};
    assert_false(lap_prove(track, NULL, &lap, &error));
    assert_false(lap.possible);
    if (!strstr(error.text, text))
        fail_msg("said: %s", error.text);
    track_release(track);
}

/* 1 + 2 + 3 = 6 squares from x = 1 end on the line at x = 7, which is not beyond it yet. */
static void test_straights(void **state)
{
    (void)state;
    expect_rounds(make_straight(40, 6, ""), 3);
    expect_rounds(make_straight(40, 7, ""), 4);
    expect_rounds(make_straight(40, 10, ""), 4);
    expect_rounds(make_straight(40, 11, ""), 5);
}

/* The wall stands half a square behind the line: no move that crosses it stays on the track. */
static void test_the_last_move_may_leave_the_track(void **state)
{
    (void)state;
    expect_rounds(read_track("<svg viewBox='0 0 8 2'><rect class='wall' width='7.5' height='2'/>"
                             "<path class='start' d='M1 0V2'/><path class='finish' d='M7 0V2'/>"
                             "</svg>"),
                  4);
}

/* From x = 2 on every landing is on the slick: 3 rounds for one square, and 1 for the last. */
static void test_slicks_cost_rounds(void **state)
{
    (void)state;
    expect_rounds(make_straight(40, 4, ""), 3);
    expect_rounds(make_straight(40, 4, "<path class='slick' d='M1.5 0H40V2H1.5Z'/>"), 10);
    expect_rounds(make_straight(40, 4, "<path class='slick' d='M3.5 0H40V2H3.5Z'/>"), 3);
}

/* Two moves to x = 4 would end on the slick; by way of x = 3 the car flies over it. */
static void test_slicks_may_be_flown_over(void **state)
{
    (void)state;
    expect_rounds(make_straight(40, 8, "<path class='slick' d='M3.9 0H4.1V2H3.9Z'/>"), 5);
}

static void test_what_is_impossible(void **state)
{
    (void)state;
    struct track *track =
        read_track("<svg viewBox='0 0 20 2'><rect class='wall' width='9' height='2'/>"
                   "<rect class='wall' x='10' width='10' height='2'/>"
                   "<path class='start' d='M1 0V2'/><path class='finish' d='M19 0V2'/></svg>");
    expect_impossible(track, "no lap possible: no car gets past (9, ");
    /* Across a closed area without an inner wall: there is no way round to cross it again. */
    track = read_track("<svg viewBox='0 0 20 12'><rect class='wall' width='20' height='12'/>"
                       "<path class='start finish' d='M10 0V12'/></svg>");
    expect_impossible(track, "widen the track there, or turn the line round");
}

/* A ring two squares wide round a block of one: twice over the line is one lap. */
static void test_rings(void **state)
{
    (void)state;
    static const char *const lines[] = {"M0 4H3", "M3 4H0"};
    for (size_t i = 0; i < 2; i++) {
        struct text svg = {0};
        text_append_format(&svg,
                           "<svg viewBox='0 0 7 7'><rect class='wall' width='7' height='7'/>"
                           "<rect class='wall' x='3' y='3' width='1' height='1'/>"
                           "<path class='start finish' d='%s'/></svg>",
                           lines[i]);
        struct lap lap;
        struct error error;
        struct track *track = read_track(svg.data);
        assert_true(lap_prove(track, NULL, &lap, &error));
        /* Round a block of 1 x 1 a car needs at least 4 moves after the first. */
        assert_in_range(lap.rounds, 5, 12);
        track_release(track);
        text_free(&svg);
    }
}

#define DECLARED(class, x)                                                                         \
    "<circle class='" class "' cx='" x "' cy='0' r='.25'/>"                                        \
                            "<circle class='" class "' cx='" x "' cy='1' r='.25'/>"                \
                                                    "<circle class='" class "' cx='" x             \
                                                                            "' cy='2' r='.25'/>"

/* Nobody can land on the points, only get through between them. From (2, 0) to (4, 1) that is one
 * of the usual moves; past x = 2 it takes a run-up from x = 0: back, stand, 1, 3, 6, 10. */
static void test_points_declared_outside(void **state)
{
    (void)state;
    expect_rounds(make_straight(40, 6, DECLARED("outside", "3")), 3);
    expect_rounds(make_straight(40, 6, DECLARED("outside", "2")), 6);
    expect_impossible(make_straight(40, 6, DECLARED("outside", "2") DECLARED("outside", "3")),
                      "no car gets past (");
}

/* The walls leave a gap of half a square, which the squares of the points at x = 3 just fill. */
static void test_points_declared_inside(void **state)
{
    (void)state;
    const char *const halves =
        "<svg viewBox='0 0 40 2'><rect class='wall' width='2.75' height='2'/>"
        "<rect class='wall' x='3.25' width='36.75' height='2'/>"
        "<path class='start' d='M1 0V2'/><path class='finish' d='M6 0V2'/>";
    for (int declared = 0; declared < 2; declared++) {
        struct text svg = {0};
        text_append(&svg, halves);
        text_append(&svg, declared ? DECLARED("inside", "3") "</svg>" : "</svg>");
        struct track *track = read_track(svg.data);
        text_free(&svg);
        if (declared)
            expect_rounds(track, 3);
        else
            expect_impossible(track, "no car gets past (2, ");
    }
}

static void test_an_arena_needs_no_lap(void **state)
{
    (void)state;
    expect_rounds(
        read_track("<svg viewBox='0 0 8 8'><circle class='wall' cx='4' cy='4' r='4'/></svg>"), 0);
}

/* Past the points at x = 3 only a move of two squares leads, and then there is the wall. */
static void test_the_place_is_the_last_one(void **state)
{
    (void)state;
    expect_impossible(
        read_track("<svg viewBox='0 0 20 2'><rect class='wall' width='9' height='2'/>"
                   "<rect class='wall' x='10' width='10' height='2'/>"
                   "<path class='start' d='M1 0V2'/><path class='finish' d='M19 0V2'/>" DECLARED(
                       "outside", "3") "</svg>"),
        "no car gets past (9, ");
}

/* Too large to count: walked instead, in seconds. */
static void test_large_sheets(void **state)
{
    (void)state;
    int64_t start = clock_processor_nanoseconds();
    expect_rounds(read_track("<svg viewBox='0 0 4096 99'><rect class='wall' width='4096' "
                             "height='99'/><path class='start' d='M1 0V99'/>"
                             "<path class='finish' d='M4090 0V99'/></svg>"),
                  0);
    expect_impossible(
        read_track("<svg viewBox='0 0 4096 99'><rect class='wall' width='2000' height='99'/>"
                   "<rect class='wall' x='2001' width='2095' height='99'/>"
                   "<path class='start' d='M1 0V99'/><path class='finish' d='M4090 0V99'/></svg>"),
        "no lap possible: no car gets past (2000, ");
    assert_true(clock_processor_nanoseconds() - start < 60000000000);
}

static void test_cancelled(void **state)
{
    (void)state;
    atomic_bool cancelled = true;
    struct lap lap;
    struct error error;
    struct track *track = make_straight(40, 10, "");
    assert_true(lap_prove(track, &(struct budget){.cancelled = &cancelled}, &lap, &error));
    assert_false(lap.possible);
    track_release(track);
}

/* From x = 1 by 1, 2 and 3 squares there is one way past x = 6. */
static void test_the_line_is_found(void **state)
{
    (void)state;
    static const int places[] = {1, 2, 4, 7};
    struct lap_finding finding;
    struct error error;
    struct track *track = make_straight(40, 6, "");
    assert_true(lap_find(track, NULL, &finding, &error));
    assert_int_equal(finding.lap.rounds, 3);
    assert_int_equal(finding.count, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(finding.line[i].x, places[i]);
    assert_false(finding.has_place);
    free(finding.line);
    track_release(track);
}

static void test_the_place_is_found(void **state)
{
    (void)state;
    struct lap_finding finding;
    struct error error;
    struct track *track = make_straight(40, 6, DECLARED("outside", "2") DECLARED("outside", "3"));
    assert_false(lap_find(track, NULL, &finding, &error));
    assert_null(finding.line);
    assert_true(finding.has_place);
    assert_in_range(finding.at.x, 0, 1);
    assert_in_range(finding.at.y, 0, 2);
    track_release(track);
}

/* A straight whose track goes on behind the start and behind the finish; each line either way. */
static void test_lines_against_the_course(void **state)
{
    (void)state;
    static const char *const starts[] = {"M5 0V2", "M5 2V0"}, *const finishes[] = {"M20 0V2",
                                                                                   "M20 2V0"};
    for (int i = 0; i < 4; i++) {
        struct text svg = {0};
        /* Crossed from the right side to the left one: with y up, a line that is drawn downwards on
         * the page leads to the right. */
        text_append_format(
            &svg,
            "<svg viewBox='0 0 30 2'><rect class='wall' width='30' height='2'/><path "
            "class='start' d='%s'/><path class='finish' d='%s'/></svg>",
            starts[i % 2], finishes[i / 2]);
        struct track *track = read_track(svg.data);
        struct lap_turned turned = lap_find_turned(track);
        assert_int_equal(turned.start, i % 2 == 1);
        assert_int_equal(turned.finish, i / 2 == 1);
        track_release(track);
        text_free(&svg);
    }
    struct track *ring = read_track("<svg viewBox='0 0 30 30'><path class='wall' "
                                    "fill-rule='evenodd' d='M0 0H30V30H0ZM10 10H20V20H10Z'/>"
                                    "<path class='start finish' d='M15 20V30'/></svg>");
    assert_false(lap_find_turned(ring).start || lap_find_turned(ring).finish);
    track_release(ring);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straights),
        cmocka_unit_test(test_the_last_move_may_leave_the_track),
        cmocka_unit_test(test_slicks_cost_rounds),
        cmocka_unit_test(test_slicks_may_be_flown_over),
        cmocka_unit_test(test_what_is_impossible),
        cmocka_unit_test(test_rings),
        cmocka_unit_test(test_points_declared_outside),
        cmocka_unit_test(test_points_declared_inside),
        cmocka_unit_test(test_an_arena_needs_no_lap),
        cmocka_unit_test(test_the_place_is_the_last_one),
        cmocka_unit_test(test_the_line_is_found),
        cmocka_unit_test(test_the_place_is_found),
        cmocka_unit_test(test_large_sheets),
        cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_lines_against_the_course),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
