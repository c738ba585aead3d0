/* Writing: what is written is read as the same track, to the last unit and the last letter. */
#include "unit/track/fixture.h"

#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>

static void expect_same_area(const struct area *a, const struct area *b)
{
    assert_int_equal(area_loop_count(a), area_loop_count(b));
    for (int i = 0; i < area_loop_count(a); i++) {
        struct loop one = area_loop(a, i), other = area_loop(b, i);
        assert_int_equal(one.count, other.count);
        assert_memory_equal(one.vertices, other.vertices, (size_t)one.count * sizeof *one.vertices);
    }
}

static void expect_same_patches(const struct track_patch *a, const struct track_patch *b, int count)
{
    for (int i = 0; i < count; i++) {
        expect_same_area(a[i].area, b[i].area);
        assert_true(point_equal(a[i].arrow, b[i].arrow));
    }
}

static void expect_same_line(const struct track_line *a, const struct track_line *b)
{
    assert_true(point_equal(a->from, b->from) && point_equal(a->to, b->to));
}

static void expect_same_points(const struct track *a, const struct track *b)
{
    assert_int_equal(a->checkpoint_count, b->checkpoint_count);
    for (int i = 0; i < a->checkpoint_count; i++) {
        const struct track_checkpoint *one = &a->checkpoints[i], *other = &b->checkpoints[i];
        assert_int_equal(one->number, other->number);
        assert_int_equal(one->point_count, other->point_count);
        assert_memory_equal(one->points, other->points,
                            (size_t)one->point_count * sizeof *one->points);
    }
    assert_int_equal(a->inspected_count, b->inspected_count);
    for (int i = 0; i < a->inspected_count; i++) {
        assert_true(point_equal(a->inspected[i].at, b->inspected[i].at));
        assert_int_equal(a->inspected[i].inside, b->inspected[i].inside);
    }
}

static void expect_same_track(const struct track *a, const struct track *b)
{
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->description, b->description);
    expect_same_area(a->surface, b->surface);
    assert_int_equal(a->has_line, b->has_line);
    assert_int_equal(a->open, b->open);
    expect_same_line(&a->start, &b->start);
    expect_same_line(&a->finish, &b->finish);
    assert_int_equal(a->slick_count, b->slick_count);
    assert_int_equal(a->turbo_count, b->turbo_count);
    expect_same_patches(a->slicks, b->slicks, a->slick_count);
    expect_same_patches(a->turbo_areas, b->turbo_areas, a->turbo_count);
    expect_same_points(a, b);
}

static void expect_round_trip(const struct track *track)
{
    struct text first = {0}, second = {0};
    svg_write_track(track, &first);
    struct track *again = read_track(first.data);
    expect_same_track(track, again);
    svg_write_track(again, &second);
    assert_string_equal(first.data, second.data);
    track_release(again);
    text_free(&first);
    text_free(&second);
}

static void test_everything_a_sheet_may_hold(void **state)
{
    (void)state;
    struct track *track = read_track(
        SHEET
        "<title>A &lt;b&gt; &amp; \"c\" \xC3\xA4</title><desc>]]&gt; 'x'</desc>" OUTER INNER LINE
        "<path class='slick' d='M1 1C3 0 5 3 3 3ZM8 1h2v1z'/>"
        "<circle class='slick' cx='17.3' cy='6.1' r='1.37'/>"
        "<path class='turbo' data-arrow='-2 1' d='M8 10h2v1z'/>"
        "<path class='checkpoint' data-number='2' d='M1 1L2 1'/>"
        "<path class='checkpoint' data-number='1' d='M10 8V12'/>"
        "<circle class='inside' cx='2' cy='8'/><circle class='outside' cx='1' cy='8'/>" END);
    expect_round_trip(track);
    track_release(track);
}

static void test_open_tracks_and_arenas(void **state)
{
    (void)state;
    struct track *track = read_track(SHEET OUTER "<path id='start' d='M2 0V12'/>"
                                                 "<path id='finish' d='M18 12V0'/>" END);
    expect_round_trip(track);
    track_release(track);
    track = read_track(SHEET "<ellipse class='wall' cx='10' cy='6' rx='9.7' ry='5.3'/>" END);
    expect_round_trip(track);
    track_release(track);
}

/* Triangles with any vertices, on sheets of any size, also the largest coordinates. */
static void test_any_vertices(void **state)
{
    (void)state;
    struct random random = random_seeded(3);
    for (int i = 0; i < 300; i++) {
        uint32_t side = i % 2 ? 4096 : 1 + random_below(&random, 30);
        struct text svg = {0};
        text_append_format(&svg, "<svg viewBox='0 0 %u %u'>", side, side);
        for (int j = 0; j < 20; j++) {
            text_append(&svg, "<path class='slick' d='M");
            for (int k = 0; k < 6; k++) {
                text_append_fine(&svg, (int32_t)random_below(&random, side * FINE + 1));
                text_append(&svg, " ");
            }
            text_append(&svg, "Z'/>");
        }
        text_append(&svg, "<path class='wall' d='M0 0H1V1Z'/></svg>");
        struct error error;
        struct track *track = svg_read_track(svg.data, svg.length, &error);
        if (track)
            expect_round_trip(track);
        else
            assert_non_null(strstr(error.text, "area"));
        track_release(track);
        text_free(&svg);
    }
}

/* The form that other programs rely on. */
static void test_form(void **state)
{
    (void)state;
    struct track *track = read_track(SHEET "<title>Ring</title>" OUTER INNER LINE END);
    struct text svg = {0};
    svg_write_track(track, &svg);
    static const char *const parts[] = {
        ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100mm\" height=\"60mm\" "
         "viewBox=\"0 0 20 12\" data-graphprix=\"1\">"),
        "<title>Ring</title>",
        "<path class=\"wall\" d=\"M 0 0 L 20 0 L 20 12 L 0 12 Z\" fill=\"none\" stroke=\"#",
        "<path class=\"wall\" d=\"M 5 4 L 15 4 L 15 8 L 5 8 Z\" fill=\"none\" stroke=\"#",
        "<line class=\"start finish\" x1=\"5\" y1=\"6\" x2=\"0\" y2=\"6\" stroke=\"#",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(svg.data, parts[i]))
            fail_msg("%s is not in %s", parts[i], svg.data);
    assert_null(strstr(svg.data, "<desc>"));
    assert_null(strstr(svg.data, "<style")); /* tools take classes away with their rules */
    track_release(track);
    text_free(&svg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everything_a_sheet_may_hold),
        cmocka_unit_test(test_open_tracks_and_arenas),
        cmocka_unit_test(test_any_vertices),
        cmocka_unit_test(test_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
